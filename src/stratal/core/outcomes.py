"""What a write answers, per item: nothing is dropped without a word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Done(StrEnum):
    """What became of one item."""

    STORED = "stored"
    UNCHANGED = "unchanged"
    """It was there already, equal."""
    MERGED = "merged"
    """Its evidence was added to the item with that id."""
    SUPERSEDED = "superseded"
    """It was stored and took the place of the closed ids."""
    PENDING = "pending"
    """It waits for a person."""
    REMOVED = "removed"
    REJECTED = "rejected"
    """A rule refused it."""
    FAILED = "failed"
    """The machinery could not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """The answer to one written item.

    `code` is a stable word for programs, `message` a sentence for people and models. `id` and
    `revision` are those of the item concerned; None where nothing was kept.
    """

    done: Done
    layer: str
    code: str
    message: str
    id: str | None = None
    revision: int | None = None
    closed: tuple[str, ...] = ()
    """Ids whose place this item took."""
    question: str = ""
    """Of what waits for a person: what to ask them, in the language in which they spoke of it."""

    @property
    def kept(self) -> bool:
        """Whether the item is in the store now, waiting for a person included."""
        return self.done not in (Done.REJECTED, Done.FAILED, Done.REMOVED)
