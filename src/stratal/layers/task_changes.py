"""Changes of a task as a checkpoint: held against the line as it is now, with their evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stratal.core.events import ATTEMPT_FAILED
from stratal.core.outcomes import Done, Outcome
from stratal.core.tasks import Add, Change, TaskState, TaskStatus, summary
from stratal.errors import StaleRevision
from stratal.layers.events import enter
from stratal.layers.evidence import Refusal, check
from stratal.layers.task_delta import Delta
from stratal.layers.task_outcomes import answer, ended, failed, unchanged
from stratal.layers.task_rows import TaskRows
from stratal.storage import messages, runs, tasks
from stratal.storage.database import Transaction


@dataclass(frozen=True, kw_only=True, slots=True)
class Written:
    """What came of changes."""

    outcomes: list[Outcome]
    delta: Delta | None = None
    """What the new checkpoint changes; None if there is none."""


def write(
    rows: TaskRows,
    line: str,
    changes: Sequence[Change],
    *,
    seen: TaskState,
    expect: str | None,
    alone: bool,
    why: str,
) -> Written:
    """Make the changes that can be made, for a writer who has `seen` that state of the line.

    What cannot be made is answered, or raises if the change is `alone`.
    """
    access = rows.access
    with rows.writing() as tx:
        row = rows.take(tx)
        head = rows.head(tx, line)
        if row.status is not TaskStatus.OPEN:
            return Written(outcomes=[ended(rows.task, row.status) for _ in changes])
        if expect not in (None, head.checkpoint):
            stale = StaleRevision("task", rows.task, expected=str(expect), current=head.checkpoint)
            if alone:
                raise stale
            return Written(outcomes=[failed(stale, rows.task) for _ in changes])
        before = rows.line_at(tx, head.seq)
        delta = Delta(rows.task, head, row.last_seq + 1, seen, before.state)
        outcomes = [
            _uncovered(rows, tx, change) or delta.make(change, alone=alone) for change in changes
        ]
        outcomes = [
            _with_evidence(rows, tx, change, outcome)
            for change, outcome in zip(changes, outcomes, strict=True)
        ]
        if delta.state == before.state:
            return Written(outcomes=[unchanged(outcome, head.seq) for outcome in outcomes])
        reason = why or "; ".join(summary(change) for change, _ in delta.done)
        rows.go_on(tx, head, before, delta.state, delta.seq, reason)
        _enter_failures(rows, tx, before.state, delta.state)
        for handle, text in delta.long.items():
            tasks.put_payload(tx, access.user, rows.task, handle, text, access.now())
    return Written(outcomes=outcomes, delta=delta)


def _enter_failures(rows: TaskRows, tx: Transaction, before: TaskState, after: TaskState) -> None:
    """An event for every attempt that has failed since."""
    known = {failure.id for failure in before.failed}
    for failure in after.failed:
        if failure.id not in known:
            enter(
                tx,
                rows.access,
                kind=ATTEMPT_FAILED,
                text=failure.text,
                data={"cause": failure.cause, "entry": failure.id},
                task=rows.task,
            )


def _uncovered(rows: TaskRows, tx: Transaction, change: Change) -> Outcome | None:
    """The refusal of a change whose evidence does not hold."""
    if not isinstance(change, Add) or not change.evidence:
        return None
    checked = check(tx, rows.access, change.text, change.evidence)
    if isinstance(checked, Refusal):
        return answer(Done.REJECTED, checked.code, checked.message, None)
    return None


def _with_evidence(rows: TaskRows, tx: Transaction, change: Change, outcome: Outcome) -> Outcome:
    """The outcome, once what the entry rests on is kept beside it."""
    if not isinstance(change, Add) or not outcome.kept or outcome.id is None:
        return outcome
    user = rows.access.user
    added = 0
    for cited in change.evidence:
        found = messages.by_id(tx, user, cited.conversation, cited.message)
        assert found is not None
        added += runs.add_entry_evidence(tx, user, rows.task, outcome.id, cited, found[0].said_at)
    if outcome.done is Done.UNCHANGED and added:
        message = f"{outcome.id} says so already; the evidence was added to it."
        return replace(outcome, done=Done.MERGED, code="evidence_added", message=message)
    return outcome
