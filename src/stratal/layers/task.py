"""The task: where a piece of work is, with every state that it was ever in.

Every change is a checkpoint with a parent, and a head moves on to it by compare-and-swap. What
somebody else wrote in the meantime is never overwritten unseen: a change that goes together with
theirs (a new entry, another part of an entry) is applied to the state as it is now; one that does
not raises `StaleRevision`, or is `failed` within a delta. Scratch notes stand in no checkpoint and
burn when the task ends.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

from stratal.core import checks
from stratal.core.canonical import Json
from stratal.core.evidence import MessageEvidence
from stratal.core.outcomes import Done, Outcome
from stratal.core.tasks import (
    Add,
    Change,
    Checkpoint,
    Difference,
    Edit,
    Field,
    Head,
    Note,
    Remove,
    SetField,
    SetGoal,
    TaskState,
    TaskStatus,
    differences,
    taken_back,
    words,
)
from stratal.errors import IdTaken, InvalidValue
from stratal.layers import task_handles, task_notes
from stratal.layers.access import Access
from stratal.layers.task_changes import write
from stratal.layers.task_ending import end
from stratal.layers.task_outcomes import answer, ended, refused
from stratal.layers.task_rows import TaskRows
from stratal.layers.task_text import rendered, rendered_changes
from stratal.storage import runs, tasks

_ABANDON_REASON = 2_000


class Task:
    """One line of one task. Safe to share between threads.

    It remembers what this object was last shown of the state, and so knows whether a change would
    overwrite something unseen.
    """

    opened: Outcome
    """What opening it did: made it, went on with it, changed its goal, or was refused a goal."""

    def __init__(self, access: Access, id: str, head: str, *, seen: str | None = None) -> None:
        self._rows = TaskRows(access, id)
        self.id = id
        self.head = head
        self._lock = threading.Lock()
        self._seen: tuple[int, TaskState] = (0, TaskState())
        self.opened = answer(Done.UNCHANGED, "resumed", f"Task {id} goes on.", id)
        if seen is None:
            self._look()
            return
        with self._rows.reading() as tx:
            self._rows.head(tx, head)
            seq = self._rows.checkpoint(tx, seen).seq
            self._seen = (seq, self._rows.line_at(tx, seq).state)

    @property
    def state(self) -> TaskState:
        """Where the work is now."""
        return self._look()[1]

    @property
    def status(self) -> TaskStatus:
        """Whether the task is open, closed or abandoned."""
        with self._rows.reading() as tx:
            return self._rows.find(tx).status

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint that this line stands at."""
        with self._rows.reading() as tx:
            return self._rows.checkpoint(tx, self._rows.head(tx, self.head).checkpoint)

    def add(
        self,
        field: Field | str,
        text: str,
        *,
        reason: str = "",
        cause: str = "",
        replaces: Sequence[str] = (),
        evidence: MessageEvidence | Sequence[MessageEvidence] = (),
        expect: str | None = None,
    ) -> Outcome:
        """A new entry in a list; the outcome has its id. What stands there already is unchanged.

        `reason` is that of a decision, `cause` that of a failed attempt. `replaces` are ids of
        entries whose place it takes, `evidence` the messages that it rests on, which is checked.
        Here as in every change, `expect` names the checkpoint that the change is made for: any
        other raises `StaleRevision`.
        """
        cited = (evidence,) if isinstance(evidence, MessageEvidence) else tuple(evidence)
        change = Add(
            field=Field.parse(field),
            text=text,
            reason=reason,
            cause=cause,
            replaces=tuple(replaces),
            evidence=cited,
        )
        return self._alone(change, expect)

    def edit(
        self,
        entry: str,
        *,
        text: str | None = None,
        reason: str | None = None,
        cause: str | None = None,
        done: bool | None = None,
        expect: str | None = None,
    ) -> Outcome:
        """Other values for parts of an entry. Raises `NotFound`, or `StaleRevision` if unseen."""
        change = Edit(entry=entry, text=text, reason=reason, cause=cause, done=done)
        return self._alone(change, expect)

    def done(self, entry: str, *, expect: str | None = None) -> Outcome:
        """An item of the plan is done."""
        return self._alone(Edit(entry=entry, done=True), expect)

    def remove(self, entry: str, *, expect: str | None = None) -> Outcome:
        """Take an entry out of its list; the checkpoints before keep it."""
        return self._alone(Remove(entry=entry), expect)

    def set(self, name: str, value: Json, *, expect: str | None = None) -> Outcome:
        """Give a field of the host's own a JSON value; None takes the field away."""
        return self._alone(SetField(name=name, value=value), expect)

    def set_goal(self, text: str, *, expect: str | None = None) -> Outcome:
        """Another goal."""
        return self._alone(SetGoal(text=text), expect)

    def update(
        self, changes: Sequence[Change], *, expect: str | None = None, reason: str = ""
    ) -> list[Outcome]:
        """A delta as one checkpoint: what can be done is done, and each change is answered.

        `reason` stands in the history, by default what the changes are.
        """
        checks.remark("reason", reason)
        return self._change(changes, expect, alone=False, why=reason)

    def checkpoints(
        self, head: str | None = None, *, limit: int | None = None
    ) -> Iterator[Checkpoint]:
        """The history of a line (this one by default), newest first.

        Read in pages, holding nothing in between; what is written meanwhile does not show.
        """
        if limit is not None:
            checks.whole("limit", limit, 0, 2**31)
        with self._rows.reading() as tx:
            start = self._rows.head(tx, self.head if head is None else head).seq
        return self._rows.history(start, limit)

    def at(self, checkpoint: str) -> TaskState:
        """The state at that checkpoint of this task, whatever its line. Raises `NotFound`."""
        with self._rows.reading() as tx:
            return self._rows.state_at(tx, checkpoint)

    def diff(self, a: str, b: str) -> tuple[Difference, ...]:
        """What is otherwise at checkpoint `b` than at `a`. Raises `NotFound`."""
        with self._rows.reading() as tx:
            return differences(self._rows.state_at(tx, a), self._rows.state_at(tx, b))

    def fork(self, checkpoint: str, name: str) -> Task:
        """The same task on a new head that begins at that checkpoint.

        Raises `NotFound` for a checkpoint that is not of this task, `IdTaken` if there is a head
        of that name, and `InvalidValue` if the task has ended.
        """
        name = checks.name("head", name)
        rows = self._rows
        with rows.writing() as tx:
            row = rows.take(tx)
            start = rows.checkpoint(tx, checkpoint)
            if row.status is not TaskStatus.OPEN:
                raise InvalidValue("task", self.id, f"is {row.status}: open another task")
            if not tasks.fork(tx, rows.access.user, self.id, name, start.seq):
                raise IdTaken("head", name)
        return Task(rows.access, self.id, name)

    def evidence(self) -> dict[str, list[MessageEvidence]]:
        """The messages that entries rest on, with the words, by the id of the entry."""
        with self._rows.reading() as tx:
            return runs.entry_evidence(tx, self._rows.access.user, self.id)

    def take_back(self, checkpoint: str, *, reason: str = "") -> list[Outcome]:
        """Undo what that checkpoint of this line changed, each entry that is still as it made it.

        What was changed since stays, and is answered `failed`. Raises `NotFound`.
        """
        rows = self._rows
        checks.remark("reason", reason)
        with rows.writing() as tx:
            row = rows.take(tx)
            head = rows.head(tx, self.head)
            if row.status is not TaskStatus.OPEN:
                return [ended(self.id, row.status)]
            made = rows.checkpoint(tx, checkpoint)
            after = rows.line_at(tx, made.seq).state
            before = TaskState() if made.parent is None else rows.state_at(tx, made.parent)
            now = rows.line_at(tx, head.seq)
            state, undone, kept = taken_back(before, after, now.state)
            seq = head.seq
            if state != now.state:
                seq = row.last_seq + 1
                rows.go_on(tx, head, now, state, seq, reason or f"take back {made.id}")
        self._look()
        message = "It has been changed since, and stays as it is."
        return [
            *(
                answer(Done.REMOVED, "taken_back", f"{one.id} is as before.", one.id, revision=seq)
                for one in undone
            ),
            *(answer(Done.FAILED, "changed_since", message, one.id) for one in kept),
        ]

    def heads(self) -> tuple[Head, ...]:
        """Where all lines of the task stand, the one written last first, whatever the clock."""
        with self._rows.reading() as tx:
            return tuple(tasks.heads(tx, self._rows.access.user, self.id))

    def note(self, text: str) -> Outcome:
        """A scratch note, or, if one says the same, that one renewed."""
        return task_notes.note(self._rows, text)

    def notes(self, *, touch: bool = True) -> tuple[Note, ...]:
        """The scratch notes that have not expired, oldest first.

        Reading is use, and renews them; `touch=False` only looks, and needs no turn to write.
        """
        return task_notes.notes(self._rows, touch=touch)

    def close(self, conclusion: str | None = None, *, expect: str | None = None) -> Outcome:
        """The work is done; `conclusion` is what it leaves behind. Scratch notes burn."""
        if conclusion is not None:
            checks.content("conclusion", conclusion)
            no = refused(self.id, conclusion)
            if no is not None:
                return no
        return end(
            self._rows,
            self.head,
            TaskStatus.CLOSED,
            reason="close",
            conclusion=conclusion,
            expect=expect,
        )

    def abandon(self, reason: str, *, expect: str | None = None) -> Outcome:
        """The work is given up; the last checkpoint says why. Scratch notes burn."""
        checks.content("reason", reason, _ABANDON_REASON)
        no = refused(self.id, reason)
        if no is not None:
            return no
        return end(
            self._rows,
            self.head,
            TaskStatus.ABANDONED,
            reason=f"abandon: {reason}",
            conclusion=None,
            expect=expect,
        )

    def render(self, budget: int | None = None, *, at: str | None = None) -> str:
        """The state now (or at a checkpoint) for a prompt, in at most `budget` tokens.

        Goal and open questions first; what does not fit is counted, with a handle for `read`. The
        same state gives the same bytes. The budget is the policy's by default; raises
        `BudgetTooSmall` if not even the goal fits in short.
        """
        state = self.state if at is None else self.at(at)
        return rendered(self.id, state, self._budget(budget))

    def render_changes(self, since: str, budget: int | None = None) -> str:
        """What is otherwise now than at checkpoint `since`, then the goal restated.

        Raises `NotFound` for a checkpoint that is not of this task.
        """
        before = self.at(since)
        return rendered_changes(self.id, before, self.state, self._budget(budget))

    def read(self, handle: str) -> str:
        """The whole text that a handle names: of this task only, else `NotFound`.

        Handles stand in what `render` shows (a list, an entry, a field, the goal), and in the
        outcome and the entry of a text that was stored by handle.
        """
        return task_handles.read(self._rows, self.head, handle)

    def _alone(self, change: Change, expect: str | None) -> Outcome:
        [outcome] = self._change([change], expect, alone=True)
        return outcome

    def _change(
        self, changes: Sequence[Change], expect: str | None, *, alone: bool, why: str = ""
    ) -> list[Outcome]:
        secret = [refused(self.id, words(change)) for change in changes]
        kept = [change for change, no in zip(changes, secret, strict=True) if no is None]
        if kept:
            answers = iter(self._write(kept, expect, alone=alone, why=why))
            return [next(answers) if no is None else no for no in secret]
        return [no for no in secret if no is not None]

    def _write(
        self, changes: Sequence[Change], expect: str | None, *, alone: bool, why: str
    ) -> list[Outcome]:
        seen = self._seen[1]
        written = write(
            self._rows, self.head, changes, seen=seen, expect=expect, alone=alone, why=why
        )
        delta = written.delta
        if delta is None:
            return written.outcomes
        with self._lock:
            if self._seen[1] is seen:
                self._seen = (delta.seq, delta.seen)
            else:
                # Another thread looked or wrote meanwhile: what both saw is what it saw, and this.
                seq, state = self._seen
                self._seen = (max(delta.seq, seq), delta.repeated(state, delta.done))
        return written.outcomes

    def _look(self) -> tuple[int, TaskState]:
        """The number and state of the head, remembered as seen."""
        with self._rows.reading() as tx:
            head = self._rows.head(tx, self.head)
            found = head.seq, self._rows.line_at(tx, head.seq).state
        with self._lock:
            if found[0] >= self._seen[0]:
                self._seen = found
        return found

    def _budget(self, budget: int | None) -> int:
        if budget is None:
            return self._rows.access.policy.task_ceiling
        return checks.whole("budget", budget, 1, 10_000_000)
