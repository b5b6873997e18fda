"""One layer as recall sees it: what every shelf can do, what it is asked and what it adds to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, TypeVar

from stratal.core.records import Layer
from stratal.flows.embedding import Waiting
from stratal.flows.passages import passages
from stratal.flows.recalling.hits import Distinct, Hit
from stratal.flows.relevance import Recipe, Relevant
from stratal.flows.times import Times
from stratal.layers.access import Access
from stratal.storage import search
from stratal.storage.database import Transaction
from stratal.storage.search import Found, Place

T = TypeVar("T")

WRITE_SECONDS = 0.25
"""How long a recall waits for other writers, to keep what it could as well compute again."""
_CANDIDATES = 1_000
_NAMED_TERMS = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """The question, prepared once."""

    query: str
    terms: Sequence[str]
    k: int
    times: Times
    """Those that the query names, or that it was narrowed to."""
    within: Times | None
    """The time that it was narrowed to."""
    everything: bool
    """Whether to be of that time is enough."""
    recipe: Recipe
    vector: bytes | None = None
    waiting: Waiting | None = None
    """The embedder that made the vector, and how long it may still take."""

    def day_terms(self, *, talk: bool) -> Sequence[str]:
        """What nominates entries of the time asked for.

        Talk is ranked by its sessions too: one of the day beside must not pass for one of that day,
        unless all that is not of the time is put aside anyway.
        """
        return self.times.terms if talk and self.within is None else self.times.wide

    @property
    def judged_by_time(self) -> bool:
        """Whether to be of the time speaks for an entry; where all are, it tells nothing."""
        return bool(self.times) and (self.within is None or self.everything)

    def let_through(self, found: Found) -> bool:
        """Whether an entry may be considered at all, by its time."""
        if self.within is None:
            return self.times.let_through(found)
        return self.within.hold(found) and (self.everything or self.within.shares(found))


@dataclass(kw_only=True, slots=True)
class Answer:
    """What the shelves have come up with, while it is gathered."""

    hits: list[Hit] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    missing: dict[Place, str] = field(default_factory=dict)
    not_embedded: int = 0
    wanting: list[int] = field(default_factory=list)
    """Spaces whose vectors should be laid out by cells."""


class Shelf(ABC):
    """One layer as recall sees it: its spaces, its texts, its way of scoring."""

    layer: Layer
    talk: bool
    """Whether its entries are turns of a conversation, which lend to those beside them."""
    dated = True
    """Whether an entry's time is what a query means by a day."""
    part = ""
    candidates = _CANDIDATES

    def __init__(self, access: Access) -> None:
        self.access = access

    @abstractmethod
    def scopes(self) -> Sequence[str]:
        """The scopes whose spaces may be read."""

    @abstractmethod
    def hits(self, tx: Transaction, ranked: Sequence[Relevant], answer: Answer, k: int) -> None:
        """Read what is ranked, keep what may be served, score it: at most `k` to the answer."""

    def prepare(self) -> list[str]:
        """Bring what is findable up to date, where writing has not; what the reader should know."""
        return []

    def parts(self, tx: Transaction) -> Sequence[str]:
        """The parts of its spaces that are asked; an empty one is all of them."""
        return [self.part]

    def spaces(self, tx: Transaction) -> list[int]:
        """The spaces of its scopes that are there."""
        found = (search.find_space(tx, self.layer, scope) for scope in self.scopes())
        return [space for space in found if space is not None]

    def weak(self, terms: Sequence[str], weak: Sequence[str]) -> Sequence[str]:
        """The terms that may raise what `terms` have found."""
        return weak

    def beside(
        self, tx: Transaction, spaces: Sequence[int], found: Sequence[Found], asked: Asked
    ) -> list[Found]:
        """What stands beside the best of `found` without being among them."""
        return []

    def count(self, tx: Transaction) -> int:
        """How many entries it has."""
        return search.count_entries(tx, self.spaces(tx), part=self.part)

    def missing(self, tx: Transaction, generation: int | None, limit: int) -> dict[Place, str]:
        """At most `limit` entries without a vector, with the text to embed."""
        places = search.missing_vectors(tx, self.spaces(tx), generation, limit, part=self.part)
        # A person's messages lie in one space; records are told apart by their ids.
        texts = passages(tx, self.layer, self.access.own_scope, [place.item for place in places])
        return {place: texts[place.item] for place in places if place.item in texts}


class ReadingShelf(Shelf, Generic[T]):
    """A shelf whose entries stand as they are ranked, once each has been read."""

    def hits(self, tx: Transaction, ranked: Sequence[Relevant], answer: Answer, k: int) -> None:
        kept = Distinct()
        for piece in pieces(ranked, k):
            found = self.read(tx, [one.found.place.item for one in piece])
            for one in piece:
                entry = found.get(one.found.place.item)
                if entry is not None and self.serves(entry):
                    kept.add(self.hit(one, entry), says=self.says(entry))
            if len(kept) >= k:
                break
        answer.hits += kept.best(k)

    @abstractmethod
    def read(self, tx: Transaction, items: Sequence[str]) -> Mapping[str, T]:
        """The entries of that name that are there."""

    @abstractmethod
    def hit(self, one: Relevant, entry: T) -> Hit:
        """One entry as a hit."""

    def serves(self, entry: T) -> bool:
        """Whether it may be shown."""
        return True

    def says(self, entry: T) -> str:
        """What it says, if that is more than the text of its hit."""
        return ""


def pieces(ranked: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """What is ranked, in its order, `size` at a time."""
    return (ranked[at : at + size] for at in range(0, len(ranked), size))


def adds_of(one: Relevant, share: float = 1.0, **others: float) -> Mapping[str, float]:
    """What the parts of the relevance add, of which `share` counts, and what adds besides."""
    own = {part: share * one.weights[part] * value for part, value in one.parts.items()}
    return MappingProxyType(own | others)


def why_found(one: Relevant) -> list[str]:
    """What made it a candidate, each reason in words."""
    reasons = []
    shared = sorted(one.found.terms.items(), key=lambda term: (-term[1], term[0]))
    words = [term for term, _ in shared if not term.startswith(search.MARKS)]
    if words:
        reasons.append("shares " + ", ".join(words[:_NAMED_TERMS]))
    elif one.parts.get("keywords"):
        reasons.append("stands beside what shares words")
    if one.cosine is not None:
        reasons.append(f"meaning {one.cosine:.2f}")
    if one.parts.get("time"):
        reasons.append("of a day asked for")
    return reasons
