"""What a sweep does, why, and what it left alone.

A sweep forgets by rule: what is in use goes out of use, and can be had back; what is kept beside
memory, such as records of prompts, is set aside and removed only after a time of grace.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Act(StrEnum):
    """What is done to one thing."""

    EXPIRE = "expire"
    """Its time is over: out of use."""
    MERGE = "merge"
    """Another says the same: out of use, its evidence is with the other."""
    UNITE = "unite"
    """It was given the evidence of one that says the same."""
    COOL = "cool"
    """Into the cold store: out of recall, restorable."""
    RENEW = "renew"
    """Its time begins anew."""
    SET_ASIDE = "set_aside"
    """Marked to be removed when the time of grace is over."""


class Cause(StrEnum):
    """Why."""

    TTL_OVER = "ttl_over"
    """The time of its class is over."""
    UNANSWERED = "unanswered"
    """It waited for a person, and nobody answered."""
    DUPLICATE = "duplicate"
    """A newer one says the same in nearly the same words."""
    FADED = "faded"
    """Its recency and importance came beneath the score of its class."""
    OVER_CAPACITY = "over_capacity"
    """Its scope has more than its class may hold, and it counts least."""
    INACTIVE = "inactive"
    """Nobody stated, confirmed, asked for or cited it for the time of its class."""
    IN_USE = "in_use"
    """The person stated or confirmed it, or asked for it, since."""
    RETENTION = "retention"
    """It was kept as long as the policy says."""


class Kept(StrEnum):
    """Why a rule that would have taken something out of use did not."""

    SAID = "said"
    """The person said it in so many words."""
    CONFIRMED = "confirmed"
    """A person confirmed it."""
    BINDING = "binding"
    """It stands among the hard constraints."""
    UNDONE = "undone"
    """A person took back what an earlier sweep did to it."""


class ActionState(StrEnum):
    """Where an action stands."""

    DONE = "done"
    ASIDE = "aside"
    """Set aside: it is there until the time of grace is over."""
    REMOVED = "removed"
    """Gone for good."""
    UNDONE = "undone"


class SweepState(StrEnum):
    RUNNING = "running"
    DONE = "done"
    UNDONE = "undone"


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """What a sweep did to one thing. Holds no content."""

    id: str
    sweep: str
    act: Act
    cause: Cause
    kind: str
    """``profile`` or ``memories``, else ``context``, ``replies``, ``version``, ``scratch``,
    ``job``, ``message``, ``event`` or ``checkpoint`` (of a task)."""
    owner: str
    place: str
    """The scope, or what it lies in."""
    item: str
    other: str | None = None
    """The record that it was merged into, or whose evidence it was given."""
    before: int | None = None
    """The revision that was current."""
    written: int | None = None
    """The revision that the sweep wrote."""
    frees: int
    """Characters out of recall, or bytes that are freed on removal; about."""
    state: ActionState
    done_at: datetime
    due_at: datetime | None = None
    """When it is removed, if it is set aside."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """Like things that a sweep did, or would do: a row of its table."""

    act: Act
    cause: Cause
    kind: str
    place: str
    count: int
    frees: int
    due_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One thing that a sweep would do."""

    act: Act
    cause: Cause
    kind: str
    place: str
    item: str
    content: str
    """Its words, for the person who looks at what would go; empty for what is no memory."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SweepReport:
    """What a sweep did, or, tried dry, would do."""

    id: str | None
    """None where nothing was written."""
    tenant: str
    state: SweepState
    started_at: datetime
    ended_at: datetime | None
    groups: tuple[Group, ...]
    kept: Mapping[Kept, int] = field(default_factory=dict)
    """What a rule would have taken, and another keeps, by that."""
    removed: int = 0
    """Things set aside earlier whose time of grace was over."""
    looked_at: int = 0
    steps: tuple[Step, ...] = ()
    """Each thing, of a dry one, the first thousand."""

    @property
    def dry(self) -> bool:
        return self.id is None

    @property
    def count(self) -> int:
        return sum(group.count for group in self.groups)


@dataclass(frozen=True, kw_only=True, slots=True)
class UndoReport:
    """What became of taking a sweep, or one action, back."""

    sweep: str
    undone: int
    changed_since: int
    """Left as they are: somebody changed them after the sweep."""
    removed: int
    """Cannot be had back: their time of grace is over."""
