"""What the log and the tasks were at an earlier time, and what is gone since.

Records, documents and files keep their own clocks: what they were is asked of them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stratal.core.clock import from_micros, time_of, to_micros
from stratal.core.events import Event
from stratal.core.identity import Scope
from stratal.core.messages import Message
from stratal.core.records import Layer
from stratal.storage import events, messages
from stratal.storage.database import Row, Transaction


@dataclass(frozen=True, kw_only=True, slots=True)
class Gone:
    """What was there and is not any more: how much, never what."""

    layer: Layer
    count: int
    erased: bool
    """For good; otherwise somebody deleted it, one after the other."""
    since: datetime
    """When the last of it went."""
    expired: bool = False
    """Its time was over; neither erased nor deleted."""


def messages_at(
    tx: Transaction, owner: str, conversation: str, at: datetime, *, after: int, limit: int
) -> list[Message]:
    """Messages after number `after` that were recorded by `at`, marked as they were then."""
    rows = tx.rows(
        "past_messages",
        owner=owner,
        conversation=conversation,
        at=to_micros(at),
        after=after,
        limit=limit,
    )
    return [messages.message_of(row) for row in rows]


def messages_gone(tx: Transaction, owner: str, conversation: str, at: datetime) -> list[Gone]:
    """Those that were recorded by `at` and have been erased, or have expired, since."""
    place = {"owner": owner, "conversation": conversation}
    rows = [
        tx.row("past_messages_gone", at=to_micros(at), actor=actor, **place) for actor in _TAKERS
    ]
    return _gone(rows, Layer.CONVERSATION)


def events_at(tx: Transaction, owner: str, at: datetime, *, after: int, limit: int) -> list[Event]:
    """Events after number `after` that were recorded by `at`, marked as they were then."""
    rows = tx.rows("past_events", owner=owner, at=to_micros(at), after=after, limit=limit)
    return [events.event_of(row) for row in rows]


def events_gone(tx: Transaction, owner: str, at: datetime) -> list[Gone]:
    """The same of events."""
    rows = [
        tx.row("past_events_gone", owner=owner, at=to_micros(at), actor=actor) for actor in _TAKERS
    ]
    return _gone(rows, Layer.EVENTS)


def checkpoint_at(tx: Transaction, owner: str, task: str, seq: int, at: datetime) -> int | None:
    """The number of the checkpoint at which the line that ends at `seq` stood."""
    row = tx.row("past_checkpoint", owner=owner, task=task, seq=seq, at=to_micros(at))
    return None if row is None or row["seq"] is None else int(row["seq"])


def deleted_since(tx: Transaction, scopes: Sequence[Scope], at: datetime) -> list[Gone]:
    """What of these scopes was there at `at` and has been deleted since, by layer."""
    rows = tx.rows(
        "past_tombstones",
        scopes=json.dumps([str(scope) for scope in scopes], ensure_ascii=False),
        at=to_micros(at),
    )
    found: dict[Layer, tuple[int, datetime]] = {}
    for row in rows:
        made = time_of(row["id"])
        if made is not None and made > at:
            continue
        layer, since = Layer(row["layer"]), from_micros(row["deleted_at"])
        count, last = found.get(layer, (0, since))
        found[layer] = (count + 1, max(last, since))
    return [
        Gone(layer=layer, count=count, erased=False, since=since)
        for layer, (count, since) in found.items()
    ]


def erased_whole(tx: Transaction, targets: Sequence[str], at: datetime) -> list[Gone]:
    """What of these targets, by their keyed hashes, was there at `at` and was erased since.

    All that it had when it was erased is counted: what of it was there earlier nobody knows.
    """
    rows = tx.rows("past_erasures", hashes=json.dumps(list(targets)), at=to_micros(at))
    return [
        Gone(
            layer=layer,
            count=count,
            erased=True,
            since=from_micros(row["logical_at"] or row["asked_at"]),
        )
        for row in rows
        for layer, count in _counted(tx, row).items()
        if count
    ]


def _counted(tx: Transaction, row: Row) -> dict[Layer, int]:
    """How much of each layer an erasure took: of the log all its rows, of others what it lists."""
    gone = json.loads(row["counts"]).get("message", {}).get("gone", 0)
    listed = {one["kind"]: one["listed"] for one in tx.rows("past_erased", erasure=row["id"])}
    return {
        Layer.CONVERSATION: gone,
        **{layer: listed.get(kind, 0) for kind, layer in _LISTED.items()},
    }


_LISTED = {
    "fact": Layer.PROFILE,
    "memory": Layer.MEMORIES,
    "task": Layer.TASK,
    "event": Layer.EVENTS,
    "document": Layer.KNOWLEDGE,
    "file": Layer.FILES,
    "agent_state": Layer.AGENT_STATE,
}
_TAKERS = ("erased", "expired")


def _gone(rows: Sequence[Row | None], layer: Layer) -> list[Gone]:
    return [
        Gone(
            layer=layer,
            count=row["gone"],
            erased=actor == "erased",
            expired=actor == "expired",
            since=from_micros(row["since"]),
        )
        for actor, row in zip(_TAKERS, rows, strict=True)
        if row is not None and row["gone"]
    ]
