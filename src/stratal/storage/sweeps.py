"""Sweeps: what each did to what, what it looks at, and what it may remove.

An action is recorded in the transaction that does it. So a sweep that was killed is gone on with by
whoever sweeps next, and what it did is neither lost nor done twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from stratal.core.clock import from_micros, to_micros
from stratal.core.evidence import Source
from stratal.core.forgetting import Act, Action, ActionState, Cause, Group, SweepState
from stratal.core.identity import Scope
from stratal.core.messages import Role, content_digest
from stratal.core.records import Kind, Layer, Status
from stratal.storage import contexts, file_versions, messages
from stratal.storage.database import Row, Transaction, Value

ACTOR = "sweep"
"""Who writes the revisions of a sweep."""
UNDOING = "undo of sweep "
"""What a revision is a side effect of that takes back what a sweep did; then the sweep's id."""
_LAST = "~"
"""Sorts after every id."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SweepRow:
    """A sweep, without what it did."""

    id: str
    state: SweepState
    actor: str
    started_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """A record as a sweep looks at it. Times are microseconds since 1970."""

    id: str
    revision: int
    kind: Kind
    topic: tuple[str, str] | None
    status: Status
    status_reason: str
    content: str
    source: Source
    importance: int
    binding: bool
    confirmed: int | None
    expires: int | None
    written: int
    """When anybody but a sweep last wrote it."""
    undone: bool
    """Whether its current revision takes back what a sweep did."""
    said: int | None
    """When its evidence was last said."""
    used: int | None
    """When it last reached a prompt or was asked for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Old:
    """Something beside memory that was kept long enough."""

    owner: str
    place: str
    item: str
    frees: int
    seq: int = 0


def begin(tx: Transaction, id: str, actor: str, now: datetime) -> SweepRow:
    """The sweep under way: a new one, or that which another began and has not ended."""
    tx.change("sweep_begin", id=id, actor=actor, now=to_micros(now))
    row = tx.row("sweep_running")
    assert row is not None, "a sweep was begun"
    return _sweep(row)


def end(tx: Transaction, id: str, now: datetime) -> None:
    """The sweep is over; a second time changes nothing."""
    tx.change("sweep_end", id=id, now=to_micros(now))


def get(tx: Transaction, id: str) -> SweepRow | None:
    """The sweep of that id."""
    row = tx.row("sweep_get", id=id)
    return None if row is None else _sweep(row)


def newest(tx: Transaction, limit: int) -> list[SweepRow]:
    """The last sweeps, newest first."""
    return [_sweep(row) for row in tx.rows("sweep_list", limit=limit)]


def last_end(tx: Transaction) -> datetime | None:
    """When the last sweep ended; None if there was none."""
    row = tx.row("sweep_last_end")
    return None if row is None or row["ended_at"] is None else from_micros(row["ended_at"])


def beginning(tx: Transaction, start: str) -> list[str]:
    """At most three sweeps whose ids begin with `start`."""
    if not start:
        return []
    high = start[:-1] + chr(ord(start[-1]) + 1)
    return [row["id"] for row in tx.rows("sweep_beginning", low=start, high=high)]


def mark_undone(tx: Transaction, id: str) -> None:
    """What the sweep did was taken back."""
    tx.change("sweep_undone", id=id)


def candidates(
    tx: Transaction, layer: Layer, scope: Scope, after: str, limit: int
) -> list[Candidate]:
    """What of a scope is in use or waits, by id, after that one."""
    rows = tx.rows("sweep_page", layer=layer.value, scope=str(scope), after=after, limit=limit)
    return [_candidate(row) for row in rows]


def next_scope(tx: Transaction, layer: Layer, after: str) -> Scope | None:
    """The next scope, by name, in which something is in use or waits."""
    row = tx.row("sweep_next_scope", layer=layer.value, after=after)
    return None if row is None else Scope.parse(row["scope"])


def count(tx: Transaction, layer: Layer, scope: Scope) -> int:
    """How many there are."""
    row = tx.row("sweep_count", layer=layer.value, scope=str(scope))
    return 0 if row is None else int(row["found"])


def add(tx: Transaction, action: Action) -> bool:
    """Record what was done; False if the thing is set aside already."""
    return bool(tx.change("sweep_action_add", **_values(action)))


def add_all(tx: Transaction, actions: Iterable[Action]) -> None:
    """Record what was done."""
    tx.change_many("sweep_action_add", map(_values, actions))


def actions(
    tx: Transaction, sweep: str, below: str | None = None, limit: int = 100
) -> list[Action]:
    """What a sweep did, the last first, before that action."""
    rows = tx.rows("sweep_actions_page", sweep=sweep, below=below or _LAST, limit=limit)
    return [_action(row) for row in rows]


def actions_of(tx: Transaction, kind: str, item: str, limit: int = 100) -> list[Action]:
    """What sweeps did to one thing, the last first."""
    rows = tx.rows("sweep_actions_of_item", kind=kind, item=item, limit=limit)
    return [_action(row) for row in rows]


def due(tx: Transaction, now: datetime, limit: int) -> list[Action]:
    """What was set aside and may be removed by now."""
    rows = tx.rows("sweep_actions_due", now=to_micros(now), limit=limit)
    return [_action(row) for row in rows]


def move(tx: Transaction, action: Action, to: ActionState) -> bool:
    """Put an action into another state; False if it is not in the one that was read."""
    values = {"id": action.id, "from": action.state.value, "to": to.value}
    return bool(tx.change("sweep_action_move", **values))


def groups(tx: Transaction, sweep: str) -> list[Group]:
    """What a sweep did, like things together; what was taken back is left out."""
    return [
        Group(
            act=Act(row["act"]),
            cause=Cause(row["cause"]),
            kind=row["kind"],
            place=row["place"],
            count=int(row["found"]),
            frees=int(row["frees"]),
            due_at=None if row["due_at"] is None else from_micros(row["due_at"]),
        )
        for row in tx.rows("sweep_counts", sweep=sweep)
    ]


def unite(tx: Transaction, pairs: Iterable[tuple[str, str, int]]) -> None:
    """What the first of a pair cites is cited by the second, from that revision of it on."""
    tx.change_many(
        "sweep_unite",
        ({"from": source, "into": into, "revision": revision} for source, into, revision in pairs),
    )


def part(tx: Transaction, *, source: str, into: str, revision: int) -> None:
    """Take back what `unite` did: the evidence is that of `source` alone."""
    values: dict[str, Value] = {"from": source, "into": into, "revision": revision}
    tx.change("sweep_part", **values)


_OLD = MappingProxyType(
    {
        "context": "old_contexts",
        "replies": "old_replies",
        "version": "old_versions",
        "scratch": "old_scratch",
        "job": "old_jobs",
        "message": "old_messages",
        "event": "old_events",
        "checkpoint": "old_checkpoints",
    }
)
REMOVABLE = tuple(_OLD)
"""The kinds of things beside memory that go by retention."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Running:
    """Which conversations are not over, and how many of their last messages are in use."""

    since: datetime | None
    """A conversation with a message since then is not over; None: none ever is."""
    messages: int


def old(
    tx: Transaction, kind: str, before: datetime, running: Running, after: str, limit: int
) -> list[Old]:
    """What of a kind is from before, and neither set aside nor wanted kept; in order after that."""
    values: dict[str, Value] = {"before": to_micros(before), "limit": limit}
    owner, place, seq = json.loads(after) if after and kind in _BY_OWNER else ("", "", 0)
    match kind:
        case "message":
            values |= {"owner": owner, "place": place, "seq": seq}
            values |= _window(running) | {"blank": json.dumps(_BLANK)}
        case "event":
            values |= {"owner": owner, "seq": seq}
        case "checkpoint":
            values |= {"owner": owner, "place": place}
        case _:
            values["after"] = after
    return [
        Old(
            owner=row["owner"],
            place=row["place"],
            item=row["item"],
            frees=int(row["frees"]),
            seq=int(row["seq"]) if kind in _BY_OWNER else 0,
        )
        for row in tx.rows(_OLD[kind], **values)
    ]


def place_of(kind: str, one: Old) -> str:
    """Where `old` goes on after `one`."""
    if kind in _BY_OWNER:
        return json.dumps([one.owner, one.place, one.seq])
    return f"{one.place} {one.item}" if kind == "version" else one.item


def window_starts(tx: Transaction, owner: str, conversation: str, running: Running) -> int:
    """The number of the first message that is in use; beyond all if the conversation is over.

    Other writers of the conversation wait from here on.
    """
    place: dict[str, Value] = {"owner": owner, "conversation": conversation}
    held = tx.row("conversation_hold", **place)
    row = tx.row("window_starts", **place, **_window(running))
    if held is None or row is None:
        return messages.END
    return int(row["seq"])


def expire_evidence(
    tx: Transaction, type_: str, owner: str, conversation: str, refs: Sequence[str]
) -> None:
    """What is cited of these is not kept any more; quotation, date and digest stay."""
    tx.change(
        "expire_evidence",
        type=type_,
        owner=owner,
        conversation=conversation,
        refs=json.dumps(list(refs)),
    )


def put_off(tx: Transaction, action: Action, due: datetime) -> None:
    """What was set aside is in use again: it is looked at later."""
    tx.change("sweep_action_put_off", id=action.id, due=to_micros(due))


def _window(running: Running) -> dict[str, Value]:
    since = _EVER if running.since is None else to_micros(running.since)
    return {"since": since, "window": running.messages}


_BY_OWNER = frozenset({"message", "event", "checkpoint"})
"""Kinds whose ids are somebody's: two people may have the same."""
_BLANK = [content_digest(messages.emptied_body(role)) for role in Role]
_EVER = -(2**60)


def remove(tx: Transaction, action: Action, now: datetime) -> None:
    """Remove for good what was set aside. What somebody used since stays."""
    at = to_micros(action.done_at)
    match action.kind:
        case "context":
            contexts.remove(tx, action.owner, action.place, [action.item])
        case "replies":
            tx.change("remove_replies", item=action.item)
        case "version":
            _, _, seq = action.item.rpartition(" ")
            file_versions.redact(tx, action.place, int(seq), ACTOR, now)
        case "scratch":
            values = {"owner": action.owner, "place": action.place, "item": action.item}
            tx.change("remove_scratch", before=at, **values)
        case "job":
            tx.change("remove_job", item=action.item, before=at)


def _sweep(row: Row) -> SweepRow:
    return SweepRow(
        id=row["id"],
        state=SweepState(row["state"]),
        actor=row["actor"],
        started_at=from_micros(row["started_at"]),
        ended_at=None if row["ended_at"] is None else from_micros(row["ended_at"]),
    )


def _candidate(row: Row) -> Candidate:
    return Candidate(
        id=row["record"],
        revision=row["revision"],
        kind=Kind(row["kind"]),
        topic=None if row["subject"] is None else (row["subject"], row["attribute"]),
        status=Status(row["status"]),
        status_reason=row["status_reason"],
        content=row["content"],
        source=Source(row["source"]),
        importance=row["importance"],
        binding=bool(row["binding"]),
        confirmed=row["confirmed_at"],
        expires=row["expires_at"],
        written=row["created_at"] if row["written_at"] is None else row["written_at"],
        undone=(row["side_effect"] or "").startswith(UNDOING),
        said=row["said_at"],
        used=row["last_used"],
    )


def _values(action: Action) -> dict[str, Value]:
    return {
        "id": action.id,
        "sweep": action.sweep,
        "act": action.act.value,
        "cause": action.cause.value,
        "kind": action.kind,
        "owner": action.owner,
        "place": action.place,
        "item": action.item,
        "other": action.other,
        "before": action.before,
        "written": action.written,
        "frees": action.frees,
        "state": action.state.value,
        "now": to_micros(action.done_at),
        "due": None if action.due_at is None else to_micros(action.due_at),
    }


def _action(row: Row) -> Action:
    return Action(
        id=row["id"],
        sweep=row["sweep"],
        act=Act(row["act"]),
        cause=Cause(row["cause"]),
        kind=row["kind"],
        owner=row["owner"],
        place=row["place"],
        item=row["item"],
        other=row["other"],
        before=row["before"],
        written=row["written"],
        frees=row["frees"],
        state=ActionState(row["state"]),
        done_at=from_micros(row["done_at"]),
        due_at=None if row["due_at"] is None else from_micros(row["due_at"]),
    )
