"""What can be erased, and the receipt that an erasure leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from stratal.core import checks
from stratal.core.identity import Scope
from stratal.core.records import Layer
from stratal.errors import InvalidValue


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """Everything of a person: their log, tasks, states, their scope, and what rests on these."""

    user: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "user", checks.name("user", self.user))


@dataclass(frozen=True, kw_only=True, slots=True)
class ScopeTarget:
    """Every memory, profile fact, document and file of a scope."""

    scope: Scope


@dataclass(frozen=True, kw_only=True, slots=True)
class ConversationTarget:
    """A conversation of a person, whole."""

    user: str
    conversation: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "user", checks.name("user", self.user))
        object.__setattr__(self, "conversation", checks.name("conversation", self.conversation))


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageSpan:
    """Messages of a conversation by their numbers, the first and the last included."""

    user: str
    conversation: str
    first: int
    last: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "user", checks.name("user", self.user))
        object.__setattr__(self, "conversation", checks.name("conversation", self.conversation))
        checks.whole("first", self.first, 1, 2**53)
        checks.whole("last", self.last, 1, 2**53)
        if self.last < self.first:
            raise InvalidValue("last", self.last, "must not be before the first")


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """One thing of a layer by its id: all of its versions, and of a profile fact all its values.

    `part` is the store of a file and the agent of an agent state. Events, tasks and agent states
    are a person's, who is named by `user`.
    """

    layer: Layer
    id: str
    user: str = ""
    part: str = ""

    def __post_init__(self) -> None:
        if self.layer is Layer.CONVERSATION:
            raise InvalidValue("layer", self.layer, "has no items here: name messages by number")
        object.__setattr__(self, "id", checks.name("id", self.id))
        owned = self.layer in (Layer.EVENTS, Layer.TASK, Layer.AGENT_STATE)
        if owned:
            object.__setattr__(self, "user", checks.name("user", self.user))


Target: TypeAlias = Person | ScopeTarget | ConversationTarget | MessageSpan | Item


def kind_of(target: Target) -> str:
    """What the receipt calls it; of an item its layer."""
    match target:
        case Person():
            return "person"
        case ScopeTarget():
            return "scope"
        case ConversationTarget():
            return "conversation"
        case MessageSpan():
            return "messages"
        case Item():
            return _ITEMS[target.layer]


_ITEMS = {
    Layer.TASK: "task",
    Layer.PROFILE: "fact",
    Layer.MEMORIES: "memory",
    Layer.EVENTS: "event",
    Layer.KNOWLEDGE: "document",
    Layer.FILES: "file",
    Layer.AGENT_STATE: "agent_state",
}

WIDE = (Person, ScopeTarget)
"""Targets that are confirmed twice."""


class ErasureState(StrEnum):
    """How far an erasure is."""

    RUNNING = "running"
    """It was begun; if nobody is at it any more, `stratal erase --resume` ends it."""
    LOGICAL = "logical"
    """Nothing that is asked of the database answers with it; its bytes may still lie there."""
    PHYSICAL = "physical"
    """Its bytes are gone from the database's own files."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableCount:
    """What an erasure did in one table: rows of it before, by what became of them, and after."""

    table: str
    gone: int
    """Rows that were removed."""
    rebuilt: int
    """Rows that stay without the erased: emptied, or made again of what is left."""
    unlinked: int
    """Rows that stay as they are, and name the person no longer."""
    after: int
    """Rows of what was erased that a second pass still found."""

    @property
    def before(self) -> int:
        return self.gone + self.rebuilt + self.unlinked


@dataclass(frozen=True, kw_only=True, slots=True)
class Receipt:
    """What was done, without any of what was erased. The signature covers every other field."""

    id: str
    tenant: str
    kind: str
    target: str
    """Keyed hash of what was named."""
    asked_by: str
    asked_at: datetime
    state: ErasureState
    logical_at: datetime | None
    physical_at: datetime | None
    tables: tuple[TableCount, ...]
    ids: Mapping[str, Sequence[str]] = field(repr=False)
    """Keyed hashes of the erased ids, by what they were of."""
    excluded: tuple[str, ...]
    """What may still hold it, and is out of reach."""
    key: str
    """Which key file signed."""
    signature: str

    @property
    def erased(self) -> int:
        """How many things were erased, by their ids."""
        return sum(len(hashes) for hashes in self.ids.values())
