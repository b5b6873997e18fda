"""Where a piece of work is: the state of a task, the changes that it takes, and its checkpoints.

A state is a value; a change makes another one of it. Entries of its lists keep their id through
every edit, and no id is used twice in a task, whatever its forks. A text over 8 KB does not stand
in the state: its beginning does, with the handle under which the whole can be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from stratal.core import checks
from stratal.core.canonical import Json, canonical, digest, parsed
from stratal.core.evidence import MessageEvidence
from stratal.errors import InvalidValue, NotFound

LONG = 8_192
"""Bytes of a text from which only its beginning stands in the state."""

BEGINNING = 200
"""Characters that stand for a long text."""

MAIN = "main"
"""The head that every task begins with."""


class TaskStatus(StrEnum):
    OPEN = "open"
    CLOSED = "closed"
    ABANDONED = "abandoned"


class Field(StrEnum):
    """The lists of a state."""

    FACTS = "facts"
    DECISIONS = "decisions"
    PLAN = "plan"
    OPEN = "open"
    """Questions that wait for an answer."""
    ARTIFACTS = "artifacts"
    FAILED = "failed"
    """Attempts that did not work, with the cause."""

    @classmethod
    def parse(cls, name: str) -> Field:
        """The list of that name."""
        return checks.one_of(cls, "field", name)


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One entry of a list: a fact, an open question, an artifact."""

    id: str
    text: str
    handle: str | None = None
    """Names the whole text, where `text` is only its beginning."""

    def __post_init__(self) -> None:
        checks.name("entry id", self.id)
        checks.content("text", self.text)


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision(Entry):
    """What was decided, and why."""

    reason: str = ""
    reason_handle: str | None = None

    def __post_init__(self) -> None:
        Entry.__post_init__(self)
        checks.encodable("reason", self.reason)


@dataclass(frozen=True, kw_only=True, slots=True)
class Step(Entry):
    """One item of the plan."""

    done: bool = False

    def __post_init__(self) -> None:
        Entry.__post_init__(self)
        if not isinstance(self.done, bool):
            raise InvalidValue("done", self.done, "must be true or false")


@dataclass(frozen=True, kw_only=True, slots=True)
class Failure(Entry):
    """What was tried in vain, and what it failed of."""

    cause: str = ""
    cause_handle: str | None = None

    def __post_init__(self) -> None:
        Entry.__post_init__(self)
        checks.encodable("cause", self.cause)


ENTRY_TYPES: Mapping[Field, type[Entry]] = MappingProxyType(
    {
        Field.FACTS: Entry,
        Field.DECISIONS: Decision,
        Field.PLAN: Step,
        Field.OPEN: Entry,
        Field.ARTIFACTS: Entry,
        Field.FAILED: Failure,
    }
)
_LETTERS = {
    Field.FACTS: "f",
    Field.DECISIONS: "d",
    Field.PLAN: "p",
    Field.OPEN: "q",
    Field.ARTIFACTS: "a",
    Field.FAILED: "x",
}
_ENTRY_ID = re.compile(f"[{''.join(_LETTERS.values())}]([0-9]{{1,9}})(-[0-9]+)?")


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnField:
    """A field that the host gave a name: any JSON value, kept as its canonical text."""

    name: str
    text: str
    handle: str | None = None
    """Names the whole text, where `text` is only its beginning."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", checks.name("field name", self.name))
        checks.content("value", self.text)

    @property
    def value(self) -> Json:
        """A fresh copy of the value; for a long one ``{"handle": …}``."""
        return parsed(self.text) if self.handle is None else {"handle": self.handle}


@dataclass(frozen=True, kw_only=True, slots=True)
class TaskState:
    """All that is known of where the work is, at one checkpoint."""

    goal: str = ""
    goal_handle: str | None = None
    conclusion: str = ""
    """What the task leaves behind for others; given when it closes."""
    conclusion_handle: str | None = None
    facts: tuple[Entry, ...] = ()
    decisions: tuple[Decision, ...] = ()
    plan: tuple[Step, ...] = ()
    open: tuple[Entry, ...] = ()
    artifacts: tuple[Entry, ...] = ()
    failed: tuple[Failure, ...] = ()
    own: tuple[OwnField, ...] = ()
    """By name; `fields` gives their values."""

    def __post_init__(self) -> None:
        checks.encodable("goal", self.goal)
        checks.encodable("conclusion", self.conclusion)
        ids: set[str] = set()
        for field in Field:
            for entry in self.entries(field):
                if type(entry) is not ENTRY_TYPES[field]:
                    raise InvalidValue(field, entry, f"holds {ENTRY_TYPES[field].__name__} only")
                if entry.id in ids:
                    raise InvalidValue("entry id", entry.id, "stands twice in the state")
                ids.add(entry.id)
        names = [field.name for field in self.own]
        if names != sorted(set(names)):
            raise InvalidValue("own", names, "must be sorted by name, each name once")

    def entries(self, field: Field) -> tuple[Entry, ...]:
        """The list of that name."""
        entries: tuple[Entry, ...] = getattr(self, field.value)
        return entries

    def find(self, id: str) -> tuple[Field, Entry] | None:
        """The entry of that id and the list that it stands in, or None."""
        for field in Field:
            for entry in self.entries(field):
                if entry.id == id:
                    return field, entry
        return None

    def own_field(self, name: str) -> OwnField | None:
        """The host's field of that name, or None."""
        return next((field for field in self.own if field.name == name), None)

    @property
    def fields(self) -> dict[str, Json]:
        """The values of the host's own fields by name; a copy."""
        return {field.name: field.value for field in self.own}

    def with_entries(self, field: Field, entries: tuple[Entry, ...]) -> TaskState:
        """This state with another list of that name."""
        return replace(self, **{field.value: entries})  # type: ignore[arg-type]


def shortened(task: str, text: str) -> tuple[str, str | None]:
    """`text` as it stands in a state, and the handle of the whole if that is longer."""
    if len(text) * 4 <= LONG or len(text.encode("utf-8")) <= LONG:
        return text, None
    return text[:BEGINNING].rstrip() + "…", f"task:{task}#text-{digest(text)[:20]}"


def entry_id(field: Field, seq: int, no: int) -> str:
    """The id of the `no`-th entry that checkpoint number `seq` adds to `field`."""
    return f"{_LETTERS[field]}{seq}" if no == 1 else f"{_LETTERS[field]}{seq}-{no}"


def added_at(entry: str) -> int | None:
    """The number of the checkpoint that added the entry; None if it is no id of an entry."""
    found = _ENTRY_ID.fullmatch(entry)
    return None if found is None else int(found[1])


Keep: TypeAlias = Callable[[str], tuple[str, "str | None"]]
"""Takes a text into the state: what stands there, and the handle of the whole if it is long."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Add:
    """A new entry at the end of a list. `reason` is a decision's, `cause` a failed attempt's."""

    field: Field
    text: str
    reason: str = ""
    cause: str = ""
    replaces: tuple[str, ...] = ()
    """Ids of entries, of any list, whose place it takes; older checkpoints keep them."""
    evidence: tuple[MessageEvidence, ...] = ()
    """What it rests on; checked when it is written."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", Field.parse(self.field))
        for entry in self.replaces:
            checks.name("replaces", entry)
        checks.content("text", self.text)
        for part, field in (("reason", Field.DECISIONS), ("cause", Field.FAILED)):
            value = getattr(self, part)
            if value and self.field is not field:
                raise InvalidValue(part, value, f"belongs to an entry of {field} only")
            if value:
                checks.content(part, value)

    def entry(self, id: str, keep: Keep) -> Entry:
        """The entry that this adds."""
        parts: dict[str, str | None] = {}
        for part in ("text", "reason", "cause"):
            if getattr(self, part):
                parts |= _kept(part, getattr(self, part), keep)
        return ENTRY_TYPES[self.field](id=id, **parts)  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """Other values for parts of an entry; what is None stays."""

    entry: str
    text: str | None = None
    reason: str | None = None
    cause: str | None = None
    done: bool | None = None

    def __post_init__(self) -> None:
        checks.name("entry", self.entry)
        if self.text is not None:
            checks.content("text", self.text)
        for part in ("reason", "cause"):
            value = getattr(self, part)
            if value is not None and value != "":
                checks.content(part, value)
        if self.done is not None and not isinstance(self.done, bool):
            raise InvalidValue("done", self.done, "must be true or false")
        if not self.parts:
            raise InvalidValue("entry", self.entry, "give a text, reason, cause or done to change")

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that this gives a value."""
        named = ("text", "reason", "cause", "done")
        return tuple(part for part in named if getattr(self, part) is not None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Remove:
    """Take an entry out of its list; older checkpoints keep it."""

    entry: str

    def __post_init__(self) -> None:
        checks.name("entry", self.entry)


@dataclass(frozen=True, kw_only=True, slots=True)
class SetField:
    """Give a field of the host's own a JSON value; None takes the field away."""

    name: str
    value: Json

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", checks.name("field name", self.name))
        text = checks.content("value", canonical("value", self.value))
        # A copy: what the caller does to his own object later is no change of ours.
        object.__setattr__(self, "value", parsed(text))

    @property
    def text(self) -> str:
        """The value as canonical JSON."""
        return canonical("value", self.value)


@dataclass(frozen=True, kw_only=True, slots=True)
class SetGoal:
    """Another goal."""

    text: str

    def __post_init__(self) -> None:
        checks.content("goal", self.text)


Change: TypeAlias = Add | Edit | Remove | SetField | SetGoal


def words(change: Change) -> str:
    """All the text that `change` brings in, for whoever must look at it first."""
    match change:
        case Add() | Edit():
            said = (change.text, change.reason, change.cause)
            return "\n".join(part for part in said if part)
        case SetField():
            return f"{change.name}\n{change.text}"
        case SetGoal():
            return change.text
        case Remove():
            return ""


def summary(change: Change) -> str:
    """What `change` is, in few words and none of its own."""
    match change:
        case Add():
            return f"add {change.field}"
        case Edit():
            return f"edit {change.entry}"
        case Remove():
            return f"remove {change.entry}"
        case SetField():
            return f"set {change.name}"
        case SetGoal():
            return "set goal"


def applied(change: Change, state: TaskState, new_id: str, keep: Keep) -> tuple[TaskState, str]:
    """The state after `change`, and the id of the item that it concerns; `new_id` is for an `Add`.

    An equal state means that nothing changed: an `Add` of what stands in its list already gives
    the id of that. Raises `NotFound` for an entry that the state has not, `InvalidValue` for a
    part that entries of its list have not.
    """
    match change:
        case Add():
            new = change.entry(new_id, keep)
            state = _without(state, change, new)
            entries = state.entries(change.field)
            for entry in entries:
                if entry.text == new.text and replace(entry, id=new_id) == new:
                    return state, entry.id
            return state.with_entries(change.field, (*entries, new)), new_id
        case Edit() | Remove():
            found = state.find(change.entry)
            if found is None:
                raise NotFound("entry", change.entry)
            field, old = found
            edited = () if isinstance(change, Remove) else (_edited(change, field, old, keep),)
            entries = state.entries(field)
            at = entries.index(old)
            changed = (*entries[:at], *edited, *entries[at + 1 :])
            return state.with_entries(field, changed), change.entry
        case SetField():
            others = [own for own in state.own if own.name != change.name]
            if change.value is not None:
                text, handle = keep(change.text)
                others.append(OwnField(name=change.name, text=text, handle=handle))
            own = tuple(sorted(others, key=lambda one: one.name))
            return replace(state, own=own), change.name
        case SetGoal():
            text, handle = keep(change.text)
            return replace(state, goal=text, goal_handle=handle), "goal"


def touched(change: Change, state: TaskState) -> object:
    """What of `state` the change would overwrite, to be compared; None for nothing.

    Two changes of which neither overwrites what the other wrote can be made in any order.
    """
    match change:
        case Add():
            return tuple(state.find(entry) for entry in change.replaces) or None
        case Edit():
            found = state.find(change.entry)
            if found is None:
                return None
            names = [*change.parts, *(_handle_of(part) for part in change.parts)]
            return tuple(getattr(found[1], name, None) for name in names)
        case Remove():
            return state.find(change.entry)
        case SetField():
            return state.own_field(change.name)
        case SetGoal():
            return state.goal, state.goal_handle


def _without(state: TaskState, change: Add, new: Entry) -> TaskState:
    """`state` without what `change` takes the place of, unless that says the same."""
    for replaced in change.replaces:
        found = state.find(replaced)
        if found is None:
            raise NotFound("entry", replaced)
        field, old = found
        if field is change.field and replace(old, id=new.id) == new:
            continue
        kept = tuple(one for one in state.entries(field) if one.id != replaced)
        state = state.with_entries(field, kept)
    return state


def _edited(change: Edit, field: Field, old: Entry, keep: Keep) -> Entry:
    parts: dict[str, object] = {}
    for part in change.parts:
        if not hasattr(old, part):
            raise InvalidValue(part, getattr(change, part), f"is no part of an entry of {field}")
        value = getattr(change, part)
        parts |= {part: value} if part == "done" else _kept(part, value, keep)
    return replace(old, **parts)  # type: ignore[arg-type]


def _kept(part: str, text: str, keep: Keep) -> dict[str, str | None]:
    shown, handle = keep(text)
    return {part: shown, _handle_of(part): handle}


def _handle_of(part: str) -> str:
    return "handle" if part == "text" else f"{part}_handle"


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """One thing that is otherwise in a later state. None: it is not there."""

    field: str
    """A list's name, ``goal``, ``conclusion``, or ``fields`` for the host's own."""
    id: str
    before: Entry | OwnField | str | None
    after: Entry | OwnField | str | None


def differences(before: TaskState, after: TaskState) -> tuple[Difference, ...]:
    """All that is otherwise in `after`, in the order of the state; moved entries are not."""
    found = []
    for name in ("goal", "conclusion"):
        old, new = getattr(before, name), getattr(after, name)
        handle = f"{name}_handle"
        if (old, getattr(before, handle)) != (new, getattr(after, handle)):
            found.append(Difference(field=name, id=name, before=old or None, after=new or None))
    keyed: list[tuple[str, Mapping[str, Entry | OwnField], Mapping[str, Entry | OwnField]]] = [
        (
            field.value,
            {entry.id: entry for entry in before.entries(field)},
            {entry.id: entry for entry in after.entries(field)},
        )
        for field in Field
    ]
    keyed.append(
        ("fields", {own.name: own for own in before.own}, {own.name: own for own in after.own})
    )
    for name, olds, news in keyed:
        found += [
            Difference(field=name, id=at, before=olds.get(at), after=news.get(at))
            for at in {**olds, **news}
            if olds.get(at) != news.get(at)
        ]
    return tuple(found)


def taken_back(
    before: TaskState, after: TaskState, now: TaskState
) -> tuple[TaskState, tuple[Difference, ...], tuple[Difference, ...]]:
    """`now` without what was changed between `before` and `after`, entry by entry.

    With the changes that are taken back, and those that stay because what they made is otherwise
    by now. An entry that comes back stands at the end of its list.
    """
    made: list[Difference] = []
    kept: list[Difference] = []
    for one in differences(before, after):
        current = next(
            (other.before for other in differences(now, before) if _place(other) == _place(one)),
            one.before,
        )
        (made if current == one.after else kept).append(one)
    state = now
    for one in made:
        state = _put(state, one)
    return state, tuple(made), tuple(kept)


def _place(one: Difference) -> tuple[str, str]:
    return one.field, one.id


def _put(state: TaskState, change: Difference) -> TaskState:
    """`state` with the value that stood before the change."""
    old = change.before
    match change.field:
        case "goal" | "conclusion":
            return replace(state, **{change.field: old or "", f"{change.field}_handle": None})  # type: ignore[arg-type]
        case "fields":
            others = [own for own in state.own if own.name != change.id]
            own = [*others, old] if isinstance(old, OwnField) else others
            return replace(state, own=tuple(sorted(own, key=lambda one: one.name)))
        case _:
            field = Field(change.field)
            entries = state.entries(field)
            if not isinstance(old, Entry):
                return state.with_entries(
                    field, tuple(one for one in entries if one.id != change.id)
                )
            if state.find(change.id) is None:
                return state.with_entries(field, (*entries, old))
            return state.with_entries(
                field, tuple(old if one.id == change.id else one for one in entries)
            )


@dataclass(frozen=True, kw_only=True, slots=True)
class Checkpoint:
    """One immutable state in the history of a task, without the state itself."""

    id: str
    seq: int
    """Counts the checkpoints of the task, whatever their head: the highest was written last."""
    parent: str | None
    actor: str
    reason: str
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Head:
    """Where one line of a task stands."""

    name: str
    checkpoint: str
    seq: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Note:
    """A scratch note: in no checkpoint, gone when it expires or its task ends."""

    id: str
    text: str
    touched_at: datetime
