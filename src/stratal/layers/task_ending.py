"""How a task ends: closed with what it leaves behind, or abandoned for a reason."""

from __future__ import annotations

from dataclasses import replace

from stratal.core.events import TASK_ABANDONED, TASK_CLOSED
from stratal.core.outcomes import Done, Outcome
from stratal.core.tasks import TaskStatus, shortened
from stratal.errors import StaleRevision
from stratal.layers.events import enter
from stratal.layers.task_outcomes import answer, ended
from stratal.layers.task_rows import TaskRows
from stratal.storage import tasks

_ENDED = {TaskStatus.CLOSED: TASK_CLOSED, TaskStatus.ABANDONED: TASK_ABANDONED}


def end(
    rows: TaskRows,
    line: str,
    status: TaskStatus,
    *,
    reason: str,
    conclusion: str | None,
    expect: str | None,
) -> Outcome:
    """The last checkpoint of the line; scratch notes burn. Raises `StaleRevision`."""
    access = rows.access
    text, handle = ("", None) if conclusion is None else shortened(rows.task, conclusion)
    with rows.writing() as tx:
        row = rows.take(tx)
        head = rows.head(tx, line)
        before = rows.line_at(tx, head.seq)
        if row.status is not TaskStatus.OPEN:
            said = (before.state.conclusion, before.state.conclusion_handle)
            if row.status is status and (conclusion is None or said == (text, handle)):
                return answer(
                    Done.UNCHANGED, "unchanged", f"Task {rows.task} is {status} already.", rows.task
                )
            return ended(rows.task, row.status)
        if expect not in (None, head.checkpoint):
            raise StaleRevision("task", rows.task, expected=str(expect), current=head.checkpoint)
        after = replace(before.state, conclusion=text, conclusion_handle=handle)
        seq = row.last_seq + 1
        rows.go_on(tx, head, before, after, seq, reason)
        if handle is not None and conclusion is not None:
            tasks.put_payload(tx, access.user, rows.task, handle, conclusion, access.now())
        burned = tasks.burn_notes(tx, access.user, rows.task)
        tasks.end(tx, access.user, rows.task, status, access.now())
        enter(tx, access, kind=_ENDED[status], text=text or reason, task=rows.task)
    message = f"Task {rows.task} is {status}; scratch notes burned: {burned}."
    if handle is not None:
        return answer(
            Done.STORED,
            "stored_by_handle",
            f"{message} The conclusion is stored by handle: {handle}.",
            rows.task,
            revision=seq,
        )
    return answer(Done.STORED, status.value, message, rows.task, revision=seq)
