"""What was spent on a context: what went in, what stayed out, and why, at how many tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from stratal.core.canonical import canonical, digest
from stratal.core.compaction import Stage
from stratal.core.records import Record


class Why(StrEnum):
    """Why something is not in the prompt."""

    OVER_CEILING = "over the ceiling of its block"
    OUT_OF_BUDGET = "out of budget"
    SHADOWED = "shadowed by a nearer scope"
    STANDS_ALREADY = "stands in the prompt already"
    OVER_LIMIT = "over the limit of messages"
    NO_USER_TURN_BEFORE = "no user message before it within reach"
    NO_CALL = "result without its call"
    EMPTY = "says nothing"
    CLEARED = "cleared: a line with its handle stands in the prompt"
    CUT_SHORT = "cut: its first lines stand in the prompt, with a handle"


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """Something remembered that is in the prompt. `revision` is None where a layer has none."""

    id: str
    layer: str
    revision: int | None
    reason: str
    tokens: int


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftOut:
    """Something remembered that was considered and is not in the prompt."""

    block: str
    id: str
    layer: str
    revision: int | None
    why: Why
    detail: str = ""

    @classmethod
    def of(cls, block: str, record: Record, why: Why, detail: str = "") -> LeftOut:
        return cls(
            block=block,
            id=record.id,
            layer=record.layer,
            revision=record.revision,
            why=why,
            detail=detail,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Share:
    """What one block took."""

    block: str
    tokens: int
    reason: str
    items: tuple[Item, ...]
    digest: str
    """SHA-256 of its text; of the ids of its messages for the window."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Manifest:
    """The record of one context."""

    blocks: tuple[Share, ...]
    """In the order of the prompt."""
    left_out: tuple[LeftOut, ...]
    tokens: int
    stable_prefix: str
    """SHA-256 of all that stands before the window: equal as long as none of it changed."""
    query: str
    """What was searched for; empty if nothing was."""
    notes: tuple[str, ...]
    stage: Stage = Stage.TRUNCATE
    """How what is older than the window was treated."""
    stage_reason: str = ""
    id: str | None = None
    """Under which it is on the record; None if it is not."""

    def block(self, name: str) -> Share | None:
        """The share of the block of that name; None if the prompt has none."""
        return next((share for share in self.blocks if share.block == name), None)


def prefix_digest(texts: Sequence[tuple[str, str]]) -> str:
    """The digest of blocks by name and text, in order."""
    return digest(canonical("prefix", [list(pair) for pair in texts]))
