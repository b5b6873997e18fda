"""Expiry of the log: what an erasure of messages or an event does, as far as retention goes.

The words go, out of the log and of every copy of it: compactions with their pages and lists,
contexts on the record, runs that read or repeat them, questions, the index. What rests on them
stays: its
evidence keeps quotation, date and digest, and stands as expired from then on. What ended
conversations were about stays too, for that is told so that the messages need not be kept.

All of it happens in one transaction. Nothing of it is marked in the database, nor remembered as
hashes: ids stay with their empty messages, and nothing comes back under them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from stratal.core.messages import Message, answered_ids, called_ids
from stratal.flows.erasing import log, runs
from stratal.flows.erasing.copies import mark_copies_of
from stratal.flows.erasing.index import index
from stratal.flows.erasing.work import EXPIRED, Work
from stratal.storage import events, messages, sweeps
from stratal.storage.database import Database, Transaction
from stratal.storage.erasures import Mark
from stratal.storage.receipt_key import ReceiptKey

_STEPS: tuple[Callable[[Work], None], ...] = (
    log.compactions,
    runs.span_runs,
    runs.copies,
    # Before the messages: when the first of them was said tells which contexts may hold them.
    log.shown,
    index,
    log.span_questions,
    log.log_messages,
    log.blank_events,
)


@dataclass(kw_only=True)
class _Expiry(Work):
    """The work of one transaction; what goes is marked in memory."""

    held: list[Mark] = field(default_factory=list)

    def marks(self, tx: Transaction, *kinds: str) -> Iterator[Mark]:
        yield from (one for kind in kinds for one in self.held if one.kind == kind)

    def mark(self, tx: Transaction, *marks: Mark) -> None:
        self.held += marks


def expire_messages(
    database: Database,
    tx: Transaction,
    owner: str,
    conversation: str,
    ids: Sequence[str],
    now: datetime,
) -> None:
    """Let messages of a conversation go: they are empty rows with a number and an id."""
    found = messages.by_ids(tx, owner, conversation, ids)
    going = sorted((one for one, _ in found.values() if not one.emptied), key=lambda one: one.seq)
    if not going:
        return
    calls = {
        call for one in going for call in (*called_ids(one.content), *answered_ids(one.content))
    }
    sweeps.expire_evidence(tx, "message", owner, conversation, [one.id for one in going])
    sweeps.expire_evidence(tx, "tool", owner, "", sorted(calls))
    held = [
        Mark(kind="message", owner=owner, part=conversation, id=one.id, seq=one.seq)
        for one in going
    ]
    for first, last in _spans(going):
        for edge, seq in (("first", first), ("last", last)):
            held.append(Mark(kind=f"span_{edge}", owner=owner, id=conversation, seq=seq))
    _carry_out(database, tx, held, now, going)


def expire_event(database: Database, tx: Transaction, owner: str, id: str, now: datetime) -> None:
    """Let an event go: it is an empty row with a number and an id, off the time line."""
    event = events.by_id(tx, owner, id)
    if event is None or not event.text:
        return
    sweeps.expire_evidence(tx, "event", owner, "", [id])
    _carry_out(database, tx, [Mark(kind="event", owner=owner, id=id, seq=event.seq)], now)


def _spans(going: Sequence[Message]) -> Iterator[tuple[int, int]]:
    first = last = going[0].seq
    for one in going[1:]:
        if one.seq != last + 1:
            yield first, last
            first = one.seq
        last = one.seq
    yield first, last


def _carry_out(
    database: Database,
    tx: Transaction,
    held: list[Mark],
    now: datetime,
    said: Sequence[Message] = (),
) -> None:
    @contextmanager
    def same() -> Iterator[Transaction]:
        yield tx

    work = _Expiry(
        database=database,
        tenant=tx.tenant,
        erasure="",
        # Nothing is remembered, so that no key is needed.
        key=ReceiptKey(secret=b""),
        now=now,
        batch=same,
        actor=EXPIRED,
        held=held,
    )
    if said:
        mark_copies_of(work, held[0].owner, said[0].conversation, said)
    for step in _STEPS:
        step(work)
