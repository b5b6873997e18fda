"""Tasks, their checkpoints and heads, long texts by handle, and scratch notes.

A checkpoint is kept as a patch on its parent; every 64th of a line is kept whole, so that a state
is at most 63 patches away. The stored form of both is a contract:

- whole: a JSON object of what is not empty. The lists are arrays of entries, each an object of
  what is not at its default; ``own`` is an array of the host's own fields.
- patch: a JSON object. ``set`` gives texts of the state itself; under the name of a list, ``drop``
  holds ids, ``edit`` objects with an id and what is otherwise, ``put`` new entries for the end, and
  ``order`` all ids, where they do not follow from the rest. Own fields go by name instead of id.

The patch is our own because entries have ids. JSON Patch (RFC 6902) names them by position, which
says nothing to a reader of the history; its library `jsonpatch` took 3.4 ms for an edit in a state
of 100 KB where this takes 0.2 ms, and its patches were no smaller.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from typing import TypeAlias

from stratal.core.canonical import canonical
from stratal.core.clock import from_micros, to_micros
from stratal.core.tasks import (
    ENTRY_TYPES,
    Checkpoint,
    Entry,
    Field,
    Head,
    Note,
    OwnField,
    TaskState,
    TaskStatus,
)
from stratal.errors import Expired
from stratal.storage.database import Row, Transaction

WHOLE_EVERY = 64

_TEXTS = ("goal", "goal_handle", "conclusion", "conclusion_handle")
_OWN = "own"
_LISTS = (*(field.value for field in Field), _OWN)

_Item: TypeAlias = "dict[str, str | bool | None]"


@dataclass(frozen=True, kw_only=True, slots=True)
class TaskRow:
    """One task of a person, without its state."""

    id: str
    status: TaskStatus
    last_seq: int
    created_at: datetime
    closed_at: datetime | None


def create(tx: Transaction, owner: str, task: str, now: datetime) -> bool:
    """Make the task; False if the owner has one of that id already."""
    return tx.change("task_create", owner=owner, task=task, now=to_micros(now)) == 1


def take(tx: Transaction, owner: str, task: str) -> TaskRow | None:
    """The task; other writers of it wait from here on."""
    row = tx.row("task_take", owner=owner, task=task)
    return None if row is None else _task(row)


def get(tx: Transaction, owner: str, task: str) -> TaskRow | None:
    """The task, or None."""
    row = tx.row("task_get", owner=owner, task=task)
    return None if row is None else _task(row)


def tasks(tx: Transaction, owner: str, statuses: Iterable[TaskStatus]) -> list[TaskRow]:
    """The owner's tasks of these statuses, newest first."""
    chosen = json.dumps([status.value for status in statuses])
    return [_task(row) for row in tx.rows("task_list", owner=owner, statuses=chosen)]


def end(tx: Transaction, owner: str, task: str, status: TaskStatus, now: datetime) -> None:
    """The task takes no changes any more."""
    tx.change("task_end", owner=owner, task=task, status=status.value, now=to_micros(now))


def begin_line(
    tx: Transaction, owner: str, task: str, head: str, first: Checkpoint, state: TaskState
) -> None:
    """Write the first checkpoint of a new task, whole, and its head."""
    _write(tx, owner, task, first, parent=None, depth=0, patch=None, whole=packed(state))
    tx.change("head_add", owner=owner, task=task, name=head, seq=first.seq)


def continue_line(
    tx: Transaction,
    owner: str,
    task: str,
    head: Head,
    new: Checkpoint,
    before: Line,
    after: TaskState,
) -> bool:
    """Write the next checkpoint and move the head to it; False if the head stands elsewhere."""
    depth = before.depth + 1
    kept_whole = depth % WHOLE_EVERY == 0
    moved = tx.change(
        "head_move", owner=owner, task=task, name=head.name, **{"from": head.seq, "to": new.seq}
    )
    if moved != 1:
        return False
    _write(
        tx,
        owner,
        task,
        new,
        parent=head.seq,
        depth=depth,
        patch=None if kept_whole else patch(before.state, after),
        whole=packed(after) if kept_whole else None,
    )
    return True


def _write(
    tx: Transaction,
    owner: str,
    task: str,
    checkpoint: Checkpoint,
    *,
    parent: int | None,
    depth: int,
    patch: str | None,
    whole: bytes | None,
) -> None:
    tx.change(
        "checkpoint_add",
        owner=owner,
        task=task,
        seq=checkpoint.seq,
        id=checkpoint.id,
        parent=parent,
        depth=depth,
        patch=patch,
        whole=whole,
        actor=checkpoint.actor,
        reason=checkpoint.reason,
        now=to_micros(checkpoint.at),
    )
    tx.change("task_advance", owner=owner, task=task, seq=checkpoint.seq)


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """The state at a checkpoint, and how many came before it in its line."""

    state: TaskState
    depth: int


def line_at(tx: Transaction, owner: str, task: str, seq: int) -> Line:
    """The state at the checkpoint of that number, which exists. Raises `Expired`."""
    rows = tx.rows("checkpoint_chain", owner=owner, task=task, seq=seq)
    if rows[-1]["patch"] is None and rows[-1]["whole"] is None:
        raise Expired("checkpoint", rows[-1]["id"])
    whole = zlib.decompress(rows[0]["whole"]).decode("utf-8")
    state = state_from(whole, [row["patch"] for row in rows[1:]])
    return Line(state=state, depth=rows[-1]["depth"])


def checkpoint(tx: Transaction, owner: str, task: str, id: str) -> Checkpoint | None:
    """The checkpoint of that id in this task, or None."""
    row = tx.row("checkpoint_by_id", owner=owner, task=task, id=id)
    return None if row is None else _checkpoint(row)


def history(
    tx: Transaction, owner: str, task: str, seq: int, limit: int
) -> tuple[list[Checkpoint], int | None]:
    """A checkpoint and those before it in its line, newest first, and the number to go on with."""
    rows = tx.rows("checkpoint_history", owner=owner, task=task, seq=seq, limit=limit)
    return [_checkpoint(row) for row in rows], rows[-1]["parent"]


def fork(tx: Transaction, owner: str, task: str, name: str, seq: int) -> bool:
    """A new head at the checkpoint of that number; False if the name is taken."""
    return tx.change("head_add", owner=owner, task=task, name=name, seq=seq) == 1


def head(tx: Transaction, owner: str, task: str, name: str) -> Head | None:
    """Where that line stands, or None."""
    row = tx.row("head_get", owner=owner, task=task, name=name)
    return None if row is None else _head(row)


def heads(tx: Transaction, owner: str, task: str) -> list[Head]:
    """Where all lines stand, the one written last first."""
    return [_head(row) for row in tx.rows("head_list", owner=owner, task=task)]


def put_payload(
    tx: Transaction, owner: str, task: str, handle: str, text: str, now: datetime
) -> None:
    """Keep a long text under its handle."""
    tx.change(
        "payload_put", owner=owner, task=task, handle=handle, content=text, now=to_micros(now)
    )


def payload(tx: Transaction, owner: str, task: str, handle: str) -> str | None:
    """The text of a handle, or None."""
    row = tx.row("payload_get", owner=owner, task=task, handle=handle)
    return None if row is None else str(row["content"])


def add_note(tx: Transaction, owner: str, task: str, note: Note) -> None:
    """Keep a new scratch note."""
    tx.change(
        "scratch_add",
        owner=owner,
        task=task,
        id=note.id,
        content=note.text,
        now=to_micros(note.touched_at),
    )


def notes(tx: Transaction, owner: str, task: str) -> list[Note]:
    """All scratch notes that are still kept, expired ones included, oldest first."""
    return [
        Note(id=row["id"], text=row["content"], touched_at=from_micros(row["touched_at"]))
        for row in tx.rows("scratch_list", owner=owner, task=task)
    ]


def touch_notes(tx: Transaction, owner: str, task: str, ids: Sequence[str], now: datetime) -> None:
    """These notes are in use now."""
    tx.change(
        "scratch_touch", owner=owner, task=task, ids=json.dumps(list(ids)), now=to_micros(now)
    )


def expire_notes(tx: Transaction, owner: str, task: str, until: datetime) -> int:
    """Delete the notes that nobody touched after `until`; how many."""
    return tx.change("scratch_expire", owner=owner, task=task, until=to_micros(until))


def burn_notes(tx: Transaction, owner: str, task: str) -> int:
    """Delete all notes of the task; how many."""
    return tx.change("scratch_burn", owner=owner, task=task)


def stored(state: TaskState) -> str:
    """The stored form of a state."""
    document: dict[str, str | list[_Item]] = {
        name: getattr(state, name) for name in _TEXTS if getattr(state, name)
    }
    for name in _LISTS:
        items = [_item(name, entry) for entry in getattr(state, name)]
        if items:
            document[name] = items
    return canonical("state", document)


def patch(before: TaskState, after: TaskState) -> str:
    """The stored form of what makes `after` of `before`."""
    document: dict[str, Mapping[str, str | list[str] | list[_Item] | None]] = {}
    texts = {
        name: getattr(after, name)
        for name in _TEXTS
        if getattr(after, name) != getattr(before, name)
    }
    if texts:
        document["set"] = texts
    for name in _LISTS:
        if getattr(before, name) is not getattr(after, name):
            part = _list_patch(name, getattr(before, name), getattr(after, name))
            if part:
                document[name] = part
    return canonical("patch", document)


def state_from(whole: str, patches: Iterable[str]) -> TaskState:
    """The state that is stored as `whole`, with the patches on it, oldest first."""
    document = json.loads(whole)
    texts: dict[str, str | None] = {name: document[name] for name in _TEXTS if name in document}
    lists: dict[str, dict[str, _Item]] = {
        name: {str(item[_key(name)]): item for item in document.get(name, ())} for name in _LISTS
    }
    for text in patches:
        change = json.loads(text)
        texts |= change.pop("set", {})
        for name, part in change.items():
            lists[name] = _patched(name, lists[name], part)
    entries = {
        field.value: tuple(ENTRY_TYPES[field](**item) for item in lists[field].values())  # type: ignore[arg-type]
        for field in Field
    }
    own = (OwnField(**lists[_OWN][name]) for name in sorted(lists[_OWN]))  # type: ignore[arg-type]
    return TaskState(own=tuple(own), **texts, **entries)  # type: ignore[arg-type]


def _list_patch(
    name: str, before: Sequence[Entry | OwnField], after: Sequence[Entry | OwnField]
) -> dict[str, list[str] | list[_Item]]:
    key = _key(name)
    olds = {str(getattr(entry, key)): entry for entry in before}
    news = {str(getattr(entry, key)): entry for entry in after}
    found: dict[str, list[str] | list[_Item]] = {
        "drop": [at for at in olds if at not in news],
        "edit": [
            {key: at, **_changed(olds[at], entry)}
            for at, entry in news.items()
            if at in olds and olds[at] != entry
        ],
        "put": [_item(name, entry) for at, entry in news.items() if at not in olds],
    }
    follows = [*(at for at in olds if at in news), *(at for at in news if at not in olds)]
    if name != _OWN and follows != list(news):
        found["order"] = list(news)
    return {part: values for part, values in found.items() if values}


def _changed(before: Entry | OwnField, after: Entry | OwnField) -> _Item:
    return {
        field.name: getattr(after, field.name)
        for field in fields(after)
        if getattr(after, field.name) != getattr(before, field.name)
    }


def _patched(
    name: str, items: dict[str, _Item], part: Mapping[str, Sequence[str] | Sequence[_Item]]
) -> dict[str, _Item]:
    for at in part.get("drop", ()):
        del items[str(at)]
    for item in (*part.get("edit", ()), *part.get("put", ())):
        assert isinstance(item, dict)
        at = str(item[_key(name)])
        items[at] = items.get(at, {}) | item
    if "order" in part:
        return {str(at): items[str(at)] for at in part["order"]}
    return items


def _key(name: str) -> str:
    return "name" if name == _OWN else "id"


def _defaults(kind: type[Entry] | type[OwnField]) -> _Item:
    return {field.name: field.default for field in fields(kind) if field.default is not MISSING}


_DEFAULTS: Mapping[str, _Item] = {
    **{field.value: _defaults(kind) for field, kind in ENTRY_TYPES.items()},
    _OWN: _defaults(OwnField),
}


def _item(name: str, entry: Entry | OwnField) -> _Item:
    """The stored object of an entry: what is at its default is left out."""
    defaults = _DEFAULTS[name]
    return {
        field.name: getattr(entry, field.name)
        for field in fields(entry)
        if field.name not in defaults or getattr(entry, field.name) != defaults[field.name]
    }


def handles(state: TaskState) -> set[str]:
    """The names of the long texts that a state refers to."""
    named = [state.goal_handle, state.conclusion_handle]
    kept = [entry for field in Field for entry in state.entries(field)]
    for entry in (*kept, *state.own):
        named += [
            getattr(entry, name, None) for name in ("handle", "reason_handle", "cause_handle")
        ]
    return {handle for handle in named if handle is not None}


def packed(state: TaskState) -> bytes:
    """A state as a checkpoint keeps it whole."""
    return zlib.compress(stored(state).encode("utf-8"), level=9)


def _task(row: Row) -> TaskRow:
    return TaskRow(
        id=row["id"],
        status=TaskStatus(row["status"]),
        last_seq=row["last_seq"],
        created_at=from_micros(row["created_at"]),
        closed_at=None if row["closed_at"] is None else from_micros(row["closed_at"]),
    )


def _checkpoint(row: Row) -> Checkpoint:
    return Checkpoint(
        id=row["id"],
        seq=row["seq"],
        parent=row["parent_id"],
        actor=row["actor"],
        reason=row["reason"],
        at=from_micros(row["recorded_at"]),
    )


def _head(row: Row) -> Head:
    return Head(name=row["name"], checkpoint=row["id"], seq=row["seq"])
