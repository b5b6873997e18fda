"""The time line: events in the order of writing, found by when they happened."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from stratal.core.canonical import canonical, parsed
from stratal.core.clock import from_micros, to_micros
from stratal.core.events import Event, sort_instant
from stratal.core.evidence import Source
from stratal.storage import evidence_form
from stratal.storage.database import Row, Transaction

_A_DAY_ANYWHERE = timedelta(hours=26)
"""A day begins and ends up to 14 hours from UTC's; its stored instant is UTC's midnight."""


def open_log(tx: Transaction, owner: str) -> int:
    """The number of the last event; other writers of this time line wait from here on."""
    row = tx.row("event_log_open", owner=owner)
    assert row is not None
    return int(row["last_seq"])


def add(tx: Transaction, owner: str, event: Event) -> None:
    """Append `event`, whose number the caller took after `open_log`."""
    tx.change(
        "event_add",
        owner=owner,
        seq=event.seq,
        id=event.id,
        kind=event.kind,
        text=event.text,
        data=canonical("data", event.data),
        source=event.source.value,
        actor=event.actor,
        conversation=event.conversation,
        task=event.task,
        evidence=evidence_form.dumped(event.evidence),
        at=to_micros(sort_instant(event.at)),
        until=None if event.until is None else to_micros(event.until),
        all_day=int(event.all_day),
        time_zone=event.time_zone,
        recorded_at=to_micros(event.recorded_at),
    )
    tx.change("event_log_advance", owner=owner, last_seq=event.seq)


def by_id(tx: Transaction, owner: str, id: str) -> Event | None:
    """The event, retracted or not, or None."""
    row = tx.row("event_by_id", owner=owner, id=id)
    return None if row is None else event_of(row)


def by_ids(tx: Transaction, owner: str, ids: Sequence[str]) -> dict[str, Event]:
    """Those of these events that are there, by id, retracted ones marked."""
    rows = tx.rows("event_by_ids", owner=owner, ids=json.dumps(list(ids)))
    return {row["id"]: event_of(row) for row in rows}


def near(
    tx: Transaction, owner: str, since: datetime, before: datetime, kind: str | None
) -> list[Event]:
    """Events that may reach into the span, in order of time; around whole days a few too many."""
    rows = tx.rows(
        "event_between",
        owner=owner,
        since=to_micros(since) - _A_DAY_ANYWHERE // timedelta(microseconds=1),
        before=to_micros(before) + _A_DAY_ANYWHERE // timedelta(microseconds=1),
        kind=kind,
    )
    return [event_of(row) for row in rows]


def latest(tx: Transaction, owner: str, limit: int, kind: str | None) -> list[Event]:
    """The latest events by when they happened, oldest first."""
    rows = tx.rows("event_latest", owner=owner, limit=limit, kind=kind)
    return [event_of(row) for row in reversed(rows)]


def after(tx: Transaction, owner: str, seq: int, limit: int) -> list[Event]:
    """The next events of the log after number `seq`, retracted ones marked."""
    return [event_of(row) for row in tx.rows("event_after", owner=owner, after=seq, limit=limit)]


def retract(
    tx: Transaction, owner: str, event: Event, *, actor: str, reason: str, now: datetime
) -> None:
    """Take the event off the time line and out of evidence; it stays in the log."""
    tx.change(
        "event_retract",
        owner=owner,
        seq=event.seq,
        actor=actor,
        reason=reason,
        now=to_micros(now),
    )
    tx.change("event_retraction_marks_evidence", owner=owner, id=event.id)


def event_of(row: Row) -> Event:
    """A row that says whether it is retracted."""
    at: datetime | date = from_micros(row["at"])
    if row["all_day"] and isinstance(at, datetime):
        at = at.date()
    data = parsed(row["data"])
    assert isinstance(data, dict)
    return Event(
        id=row["id"],
        seq=row["seq"],
        kind=row["kind"],
        text=row["text"],
        at=at,
        until=None if row["until"] is None else from_micros(row["until"]),
        time_zone=row["time_zone"],
        data=data,
        source=Source(row["source"]),
        actor=row["actor"],
        conversation=row["conversation"],
        task=row["task"],
        evidence=evidence_form.loaded(row["evidence"]),
        recorded_at=from_micros(row["recorded_at"]),
        retracted=bool(row["retracted"]),
    )
