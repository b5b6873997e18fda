"""The scratch notes of a task: in no checkpoint, alive while they are used, burned when it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stratal.core import checks
from stratal.core.outcomes import Done, Outcome
from stratal.core.policy import Renewal
from stratal.core.tasks import Note, TaskStatus
from stratal.layers.access import Access
from stratal.layers.task_outcomes import answer, ended, refused
from stratal.layers.task_rows import TaskRows
from stratal.storage import tasks
from stratal.storage.database import Transaction


def note(rows: TaskRows, text: str) -> Outcome:
    """A new note, or, if one says the same, that one renewed."""
    checks.content("text", text)
    no = refused(rows.task, text)
    if no is not None:
        return no
    access = rows.access
    now = access.now()
    with rows.writing() as tx:
        row = rows.take(tx)
        if row.status is not TaskStatus.OPEN:
            return ended(rows.task, row.status)
        for one in _live(rows, tx):
            if one.text == text:
                if _renewed_by_use(access):
                    tasks.touch_notes(tx, access.user, rows.task, [one.id], now)
                return answer(Done.UNCHANGED, "renewed", "Noted already.", one.id)
        new = Note(id=access.ids.new(), text=text, touched_at=now)
        tasks.add_note(tx, access.user, rows.task, new)
    return answer(Done.STORED, "noted", "Noted until the task ends or it expires.", new.id)


def notes(rows: TaskRows, *, touch: bool) -> tuple[Note, ...]:
    """Those that have not expired, oldest first; with `touch` they are renewed."""
    access = rows.access
    if not (touch and _renewed_by_use(access)):
        with rows.reading() as tx:
            return tuple(_current(access, tasks.notes(tx, access.user, rows.task)))
    now = access.now()
    with rows.writing() as tx:
        live = _live(rows, tx)
        tasks.touch_notes(tx, access.user, rows.task, [one.id for one in live], now)
        return tuple(replace(one, touched_at=max(one.touched_at, now)) for one in live)


def _renewed_by_use(access: Access) -> bool:
    return access.policy.scratch.renewed_by is Renewal.TOUCH


def _live(rows: TaskRows, tx: Transaction) -> list[Note]:
    """The notes that have not expired; those that have are deleted."""
    access = rows.access
    ttl = access.policy.scratch.ttl
    if ttl is not None:
        tasks.expire_notes(tx, access.user, rows.task, access.now() - ttl)
    return tasks.notes(tx, access.user, rows.task)


def _current(access: Access, every: Sequence[Note]) -> list[Note]:
    ttl = access.policy.scratch.ttl
    now = access.now()
    return [one for one in every if ttl is None or one.touched_at > now - ttl]
