"""What recall answers with: hits, of which no two say the same, or one of two reasons for none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from stratal.core.clock import to_micros
from stratal.core.documents import Chunk
from stratal.core.events import Event
from stratal.core.files import FilePassage
from stratal.core.messages import Message
from stratal.core.records import Layer, Record, Status
from stratal.layers.cold import is_cold
from stratal.text.likeness import differs_in
from stratal.text.tokens import terms as terms_of

_ALIKE = 0.9
"""The share of terms in common from which two texts say the same, if no number, name, date or
negation tells them apart."""
_COMPARED = 50
"""Hits that are compared with each other; who asks for more sees what is repeated there."""
_COMPARED_TEXT = 2_000


class Reason(StrEnum):
    """Three different answers, of which two are empty."""

    FOUND = "found"
    NO_MATCH = "no match"
    NOTHING_STORED = "nothing stored"


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """One result. Exactly one of `record`, `message`, `event`, `chunk` and `passage` is there."""

    id: str
    layer: Layer
    text: str
    score: float
    parts: Mapping[str, float]
    """What the score is made of, each 0 to 1: relevance and its own parts, recency, importance."""
    why: str
    at: datetime
    """Since when it holds, or when it was said or happened."""
    adds: Mapping[str, float] = field(default_factory=dict)
    """What each part adds to the score; they sum to it. Relevance is there by its own parts."""
    record: Record | None = None
    message: Message | None = None
    event: Event | None = None
    chunk: Chunk | None = None
    """A piece of a document, with its citation."""
    passage: FilePassage | None = None
    """A piece of a file, with path, line and version."""

    @property
    def cold(self) -> bool:
        """Whether it is out of use, and was only found because what is cold was asked for."""
        return self.record is not None and is_cold(self.record)

    @property
    def pending(self) -> bool:
        """Whether it still waits for a person."""
        return self.record is not None and self.record.status is Status.PENDING


@dataclass(frozen=True, kw_only=True, slots=True)
class Recall:
    """The answer to one query."""

    hits: tuple[Hit, ...]
    reason: Reason
    notes: tuple[str, ...] = ()
    """What the reader should know: hidden values, an embedder that did not answer."""
    not_embedded: int = 0
    """Entries that vectors could not find, for they have none yet."""


class Distinct:
    """Hits of which no two say the same: of such as do, the newest."""

    def __init__(self) -> None:
        self._hits: list[Hit] = []
        self._said: list[tuple[str, frozenset[str]]] = []

    def __len__(self) -> int:
        return len(self._hits)

    def add(self, hit: Hit, says: str = "") -> None:
        """Keep it, unless a newer one says the same; then an older one that does goes.

        `says` is what it says if that is more than its text.
        """
        says = (says or hit.text)[:_COMPARED_TEXT]
        if len(self._hits) >= _COMPARED:
            self._hits.append(hit)
            return
        terms = frozenset(terms_of(says))
        for at, other in enumerate(self._hits):
            known, its_terms = self._said[at]
            alike = len(terms & its_terms) >= _ALIKE * len(terms | its_terms)
            if alike and differs_in(says, known) is None:
                if hit.at > other.at:
                    self._hits[at], self._said[at] = hit, (says, terms)
                return
        self._hits.append(hit)
        self._said.append((says, terms))

    def ahead(self, k: int, score: float) -> bool:
        """Whether `k` of them are better than `score`."""
        return sum(hit.score > score for hit in self._hits) >= k

    def best(self, k: int) -> list[Hit]:
        """The first `k` by score, of equal ones the newest first."""
        return sorted(self._hits, key=lambda hit: (-hit.score, -to_micros(hit.at), hit.id))[:k]
