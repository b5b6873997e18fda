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
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial

from stratal.core import checks
from stratal.core.canonical import Json
from stratal.core.events import ATTEMPT_FAILED, TASK_ABANDONED, TASK_CLOSED, TASK_OPENED
from stratal.core.evidence import MessageEvidence
from stratal.core.outcomes import Done, Outcome
from stratal.core.policy import Renewal
from stratal.core.records import Layer
from stratal.core.tasks import (
    MAIN,
    Add,
    Change,
    Checkpoint,
    Decision,
    Difference,
    Edit,
    Failure,
    Field,
    Head,
    Note,
    Remove,
    SetField,
    SetGoal,
    TaskState,
    TaskStatus,
    applied,
    differences,
    entry_id,
    shortened,
    summary,
    taken_back,
    touched,
    words,
)
from stratal.errors import IdTaken, InvalidValue, NotFound, StaleRevision
from stratal.layers.access import Access
from stratal.layers.events import enter
from stratal.layers.evidence import Refusal, check
from stratal.layers.task_text import ALL, OWN, rendered, rendered_changes, whole_list
from stratal.storage import messages, runs, tasks
from stratal.storage.database import Transaction
from stratal.text.secrets import find_secrets

_PAGE = 50
_ENDED = {TaskStatus.CLOSED: TASK_CLOSED, TaskStatus.ABANDONED: TASK_ABANDONED}
_REASON = 200
_ABANDON_REASON = 2_000


@dataclass(frozen=True, slots=True)
class Tasks:
    """The tasks of the session's person."""

    access: Access

    def open(self, id: str, goal: str | None = None, *, head: str = MAIN) -> Task:
        """The task of that id, made if there is none yet; `Task.opened` says what happened.

        A goal that is not the task's own is a change of goal. Raises `NotFound` for a head that
        the task does not have.
        """
        name = checks.name("task", id)
        change = None if goal is None else SetGoal(text=goal)
        access = self.access
        with access.database.read(access.tenant) as tx:
            known = tasks.get(tx, access.user, name) is not None
        opened = None if known else self._create(name, change)
        task = Task(access, name, head)
        if opened is None:
            opened = _answer(Done.UNCHANGED, "resumed", f"Task {name} goes on.", name)
            if change is not None:
                outcome = task.set_goal(change.text)
                opened = opened if outcome.done is Done.UNCHANGED else outcome
        task.opened = opened
        return task

    def get(self, id: str, *, head: str = MAIN, seen: str | None = None) -> Task:
        """The task of that id, or for a writer who has seen it at checkpoint `seen` only.

        Raises `NotFound`.
        """
        return Task(self.access, checks.name("task", id), head, seen=seen)

    def list(self, status: TaskStatus | str | None = None) -> tuple[Task, ...]:
        """The person's tasks, of one status or all, newest first."""
        every = tuple(TaskStatus)
        chosen = every if status is None else (checks.one_of(TaskStatus, "status", status),)
        access = self.access
        with access.database.read(access.tenant) as tx:
            rows = tasks.tasks(tx, access.user, chosen)
        return tuple(Task(access, row.id, MAIN) for row in rows)

    def _create(self, id: str, goal: SetGoal | None) -> Outcome | None:
        """Make the task with its first checkpoint; None if somebody else just did."""
        access = self.access
        refused = None if goal is None else _refused(id, words(goal))
        long: dict[str, str] = {}
        state = TaskState()
        if goal is not None and refused is None:
            text, handle = shortened(id, goal.text)
            state = TaskState(goal=text, goal_handle=handle)
            if handle is not None:
                long[handle] = goal.text
        now = access.now()
        with access.database.write(access.tenant) as tx:
            if not tasks.create(tx, access.user, id, now):
                return None
            first = Checkpoint(
                id=access.ids.new(),
                seq=1,
                parent=None,
                actor=access.principal.actor,
                reason="open",
                at=now,
            )
            tasks.begin_line(tx, access.user, id, MAIN, first, state)
            enter(tx, access, kind=TASK_OPENED, text=state.goal or id, task=id)
            for handle, text in long.items():
                tasks.put_payload(tx, access.user, id, handle, text, now)
        if refused is not None:
            return replace(refused, message=f"Task {id} is open without a goal. {refused.message}")
        code = "stored_by_handle" if long else "opened"
        return _answer(Done.STORED, code, f"Task {id} is open.", id, revision=1)


class Task:
    """One line of one task. Safe to share between threads.

    It remembers what this object was last shown of the state, and so knows whether a change would
    overwrite something unseen.
    """

    opened: Outcome
    """What opening it did: made it, went on with it, changed its goal, or was refused a goal."""

    def __init__(self, access: Access, id: str, head: str, *, seen: str | None = None) -> None:
        self._access = access
        self.id = id
        self.head = head
        self._lock = threading.Lock()
        self._seen: tuple[int, TaskState] = (0, TaskState())
        self.opened = _answer(Done.UNCHANGED, "resumed", f"Task {id} goes on.", id)
        if seen is None:
            self._look()
            return
        with self._reading() as tx:
            self._head(tx, head)
            seq = self._checkpoint(tx, seen).seq
            self._seen = (seq, tasks.line_at(tx, access.user, id, seq).state)

    @property
    def state(self) -> TaskState:
        """Where the work is now."""
        return self._look()[1]

    @property
    def status(self) -> TaskStatus:
        """Whether the task is open, closed or abandoned."""
        with self._reading() as tx:
            row = tasks.get(tx, self._access.user, self.id)
        if row is None:
            raise NotFound("task", self.id)
        return row.status

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint that this line stands at."""
        with self._reading() as tx:
            return self._checkpoint(tx, self._head(tx, self.head).checkpoint)

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
        with self._reading() as tx:
            start = self._head(tx, self.head if head is None else head).seq
        return self._history(start, limit)

    def at(self, checkpoint: str) -> TaskState:
        """The state at that checkpoint of this task, whatever its line. Raises `NotFound`."""
        with self._reading() as tx:
            return self._state_at(tx, checkpoint)

    def diff(self, a: str, b: str) -> tuple[Difference, ...]:
        """What is otherwise at checkpoint `b` than at `a`. Raises `NotFound`."""
        with self._reading() as tx:
            return differences(self._state_at(tx, a), self._state_at(tx, b))

    def fork(self, checkpoint: str, name: str) -> Task:
        """The same task on a new head that begins at that checkpoint.

        Raises `NotFound` for a checkpoint that is not of this task, `IdTaken` if there is a head
        of that name, and `InvalidValue` if the task has ended.
        """
        name = checks.name("head", name)
        access = self._access
        with access.database.write(access.tenant) as tx:
            row = self._take(tx)
            start = self._checkpoint(tx, checkpoint)
            if row.status is not TaskStatus.OPEN:
                raise InvalidValue("task", self.id, f"is {row.status}: open another task")
            if not tasks.fork(tx, access.user, self.id, name, start.seq):
                raise IdTaken("head", name)
        return Task(access, self.id, name)

    def evidence(self) -> dict[str, list[MessageEvidence]]:
        """The messages that entries rest on, with the words, by the id of the entry."""
        with self._reading() as tx:
            return runs.entry_evidence(tx, self._access.user, self.id)

    def take_back(self, checkpoint: str, *, reason: str = "") -> list[Outcome]:
        """Undo what that checkpoint of this line changed, each entry that is still as it made it.

        What was changed since stays, and is answered `failed`. Raises `NotFound`.
        """
        access = self._access
        checks.remark("reason", reason)
        with access.database.write(access.tenant) as tx:
            row = self._take(tx)
            head = self._head(tx, self.head)
            if row.status is not TaskStatus.OPEN:
                return [self._ended(row.status)]
            made = self._checkpoint(tx, checkpoint)
            after = tasks.line_at(tx, access.user, self.id, made.seq).state
            before = TaskState() if made.parent is None else self._state_at(tx, made.parent)
            now = tasks.line_at(tx, access.user, self.id, head.seq)
            state, undone, kept = taken_back(before, after, now.state)
            seq = head.seq
            if state != now.state:
                seq = row.last_seq + 1
                self._next(tx, head, now, state, seq, reason or f"take back {made.id}")
        self._look()
        message = "It has been changed since, and stays as it is."
        return [
            *(
                _answer(Done.REMOVED, "taken_back", f"{one.id} is as before.", one.id, revision=seq)
                for one in undone
            ),
            *(_answer(Done.FAILED, "changed_since", message, one.id) for one in kept),
        ]

    def heads(self) -> tuple[Head, ...]:
        """Where all lines of the task stand, the one written last first, whatever the clock."""
        with self._reading() as tx:
            return tuple(tasks.heads(tx, self._access.user, self.id))

    def note(self, text: str) -> Outcome:
        """A scratch note, or, if one says the same, that one renewed."""
        checks.content("text", text)
        refused = _refused(self.id, text)
        if refused is not None:
            return refused
        access = self._access
        now = access.now()
        with access.database.write(access.tenant) as tx:
            row = self._take(tx)
            if row.status is not TaskStatus.OPEN:
                return self._ended(row.status)
            for note in self._live_notes(tx):
                if note.text == text:
                    if self._renews:
                        tasks.touch_notes(tx, access.user, self.id, [note.id], now)
                    return _answer(Done.UNCHANGED, "renewed", "Noted already.", note.id)
            note = Note(id=access.ids.new(), text=text, touched_at=now)
            tasks.add_note(tx, access.user, self.id, note)
        return _answer(Done.STORED, "noted", "Noted until the task ends or it expires.", note.id)

    def notes(self, *, touch: bool = True) -> tuple[Note, ...]:
        """The scratch notes that have not expired, oldest first.

        Reading is use, and renews them; `touch=False` only looks, and needs no turn to write.
        """
        access = self._access
        if not (touch and self._renews):
            with self._reading() as tx:
                return tuple(self._current(tasks.notes(tx, access.user, self.id)))
        now = access.now()
        with access.database.write(access.tenant) as tx:
            live = self._live_notes(tx)
            tasks.touch_notes(tx, access.user, self.id, [note.id for note in live], now)
            return tuple(replace(note, touched_at=max(note.touched_at, now)) for note in live)

    def close(self, conclusion: str | None = None, *, expect: str | None = None) -> Outcome:
        """The work is done; `conclusion` is what it leaves behind. Scratch notes burn."""
        if conclusion is not None:
            checks.content("conclusion", conclusion)
            refused = _refused(self.id, conclusion)
            if refused is not None:
                return refused
        return self._end(TaskStatus.CLOSED, "close", conclusion, expect)

    def abandon(self, reason: str, *, expect: str | None = None) -> Outcome:
        """The work is given up; the last checkpoint says why. Scratch notes burn."""
        checks.content("reason", reason, _ABANDON_REASON)
        refused = _refused(self.id, reason)
        if refused is not None:
            return refused
        return self._end(TaskStatus.ABANDONED, f"abandon: {reason}", None, expect)

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
        checks.encodable("handle", handle)
        prefix = f"task:{self.id}#"
        name = handle.removeprefix(prefix)
        if not handle.startswith(prefix):
            raise NotFound("handle", handle)
        with self._reading() as tx:
            kept = tasks.payload(tx, self._access.user, self.id, handle)
            if kept is not None:
                return kept
            head = self._head(tx, self.head)
            state = tasks.line_at(tx, self._access.user, self.id, head.seq).state
            text = self._named(tx, state, name)
        if text is None:
            raise NotFound("handle", handle)
        return text

    def _named(self, tx: Transaction, state: TaskState, name: str) -> str | None:
        def whole(text: str, handle: str | None) -> str:
            kept = handle and tasks.payload(tx, self._access.user, self.id, handle)
            return kept or text

        if name == "goal":
            return whole(state.goal, state.goal_handle)
        if name == "conclusion":
            return whole(state.conclusion, state.conclusion_handle)
        if name in (ALL, OWN, *Field):
            return whole_list(self.id, state, name)
        if name.startswith(f"{OWN}/"):
            own = state.own_field(name.removeprefix(f"{OWN}/"))
            return None if own is None else whole(own.text, own.handle)
        found = state.find(name)
        if found is None:
            return None
        entry = found[1]
        parts = [whole(entry.text, entry.handle)]
        if isinstance(entry, Decision) and entry.reason:
            parts.append(f"Because: {whole(entry.reason, entry.reason_handle)}")
        if isinstance(entry, Failure) and entry.cause:
            parts.append(f"Failed: {whole(entry.cause, entry.cause_handle)}")
        return "\n".join(parts)

    def _alone(self, change: Change, expect: str | None) -> Outcome:
        [outcome] = self._change([change], expect, alone=True)
        return outcome

    def _change(
        self, changes: Sequence[Change], expect: str | None, *, alone: bool, why: str = ""
    ) -> list[Outcome]:
        refused = [_refused(self.id, words(change)) for change in changes]
        kept = [change for change, no in zip(changes, refused, strict=True) if no is None]
        if kept:
            answers = iter(self._write(kept, expect, alone=alone, why=why))
            return [next(answers) if no is None else no for no in refused]
        return [no for no in refused if no is not None]

    def _write(
        self, changes: Sequence[Change], expect: str | None, *, alone: bool, why: str
    ) -> list[Outcome]:
        access = self._access
        seen = self._seen[1]
        with access.database.write(access.tenant) as tx:
            row = self._take(tx)
            head = self._head(tx, self.head)
            if row.status is not TaskStatus.OPEN:
                return [self._ended(row.status) for _ in changes]
            if expect not in (None, head.checkpoint):
                stale = StaleRevision(
                    "task", self.id, expected=str(expect), current=head.checkpoint
                )
                if alone:
                    raise stale
                return [_failed(stale, self.id) for _ in changes]
            before = tasks.line_at(tx, access.user, self.id, head.seq)
            delta = _Delta(self.id, head, row.last_seq + 1, seen, before.state)
            outcomes = [
                self._cited(tx, change) or delta.make(change, alone=alone) for change in changes
            ]
            outcomes = [
                self._with_evidence(tx, change, outcome)
                for change, outcome in zip(changes, outcomes, strict=True)
            ]
            if delta.state == before.state:
                return [_unchanged(outcome, head.seq) for outcome in outcomes]
            reason = why or "; ".join(summary(change) for change, _ in delta.done)
            self._next(tx, head, before, delta.state, delta.seq, reason)
            known = {failure.id for failure in before.state.failed}
            for failure in delta.state.failed:
                if failure.id not in known:
                    enter(
                        tx,
                        access,
                        kind=ATTEMPT_FAILED,
                        text=failure.text,
                        data={"cause": failure.cause, "entry": failure.id},
                        task=self.id,
                    )
            for handle, text in delta.long.items():
                tasks.put_payload(tx, access.user, self.id, handle, text, access.now())
        with self._lock:
            if self._seen[1] is seen:
                self._seen = (delta.seq, delta.seen)
            else:
                # Another thread looked or wrote meanwhile: what both saw is what it saw, and this.
                seq, state = self._seen
                self._seen = (max(delta.seq, seq), delta.repeated(state, delta.done))
        return outcomes

    def _cited(self, tx: Transaction, change: Change) -> Outcome | None:
        """The refusal of a change whose evidence does not hold."""
        if not isinstance(change, Add) or not change.evidence:
            return None
        checked = check(tx, self._access, change.text, change.evidence)
        if isinstance(checked, Refusal):
            return _answer(Done.REJECTED, checked.code, checked.message, None)
        return None

    def _with_evidence(self, tx: Transaction, change: Change, outcome: Outcome) -> Outcome:
        """The outcome, once what the entry rests on is kept beside it."""
        if not isinstance(change, Add) or not outcome.kept or outcome.id is None:
            return outcome
        access = self._access
        added = 0
        for cited in change.evidence:
            found = messages.by_id(tx, access.user, cited.conversation, cited.message)
            assert found is not None
            added += runs.add_entry_evidence(
                tx, access.user, self.id, outcome.id, cited, found[0].said_at
            )
        if outcome.done is Done.UNCHANGED and added:
            message = f"{outcome.id} says so already; the evidence was added to it."
            return replace(outcome, done=Done.MERGED, code="evidence_added", message=message)
        return outcome

    def _end(
        self, status: TaskStatus, reason: str, conclusion: str | None, expect: str | None
    ) -> Outcome:
        access = self._access
        text, handle = ("", None) if conclusion is None else shortened(self.id, conclusion)
        with access.database.write(access.tenant) as tx:
            row = self._take(tx)
            head = self._head(tx, self.head)
            before = tasks.line_at(tx, access.user, self.id, head.seq)
            if row.status is not TaskStatus.OPEN:
                said = (before.state.conclusion, before.state.conclusion_handle)
                if row.status is status and (conclusion is None or said == (text, handle)):
                    return _answer(
                        Done.UNCHANGED, "unchanged", f"Task {self.id} is {status} already.", self.id
                    )
                return self._ended(row.status)
            if expect not in (None, head.checkpoint):
                raise StaleRevision("task", self.id, expected=str(expect), current=head.checkpoint)
            after = replace(before.state, conclusion=text, conclusion_handle=handle)
            seq = row.last_seq + 1
            self._next(tx, head, before, after, seq, reason)
            if handle is not None and conclusion is not None:
                tasks.put_payload(tx, access.user, self.id, handle, conclusion, access.now())
            burned = tasks.burn_notes(tx, access.user, self.id)
            tasks.end(tx, access.user, self.id, status, access.now())
            enter(tx, access, kind=_ENDED[status], text=text or reason, task=self.id)
        message = f"Task {self.id} is {status}; scratch notes burned: {burned}."
        if handle is not None:
            return _answer(
                Done.STORED,
                "stored_by_handle",
                f"{message} The conclusion is stored by handle: {handle}.",
                self.id,
                revision=seq,
            )
        return _answer(Done.STORED, status.value, message, self.id, revision=seq)

    def _next(
        self,
        tx: Transaction,
        head: Head,
        before: tasks.Line,
        after: TaskState,
        seq: int,
        reason: str,
    ) -> None:
        access = self._access
        new = Checkpoint(
            id=access.ids.new(),
            seq=seq,
            parent=head.checkpoint,
            actor=access.principal.actor,
            reason=reason if reason.startswith("abandon") else reason[:_REASON],
            at=access.now(),
        )
        if not tasks.continue_line(tx, access.user, self.id, head, new, before, after):
            # Writers of a task queue up, so this is a head moved by something that does not.
            raise StaleRevision(
                "task", self.id, expected=head.checkpoint, current="another checkpoint"
            )

    def _look(self) -> tuple[int, TaskState]:
        """The number and state of the head, remembered as seen."""
        with self._reading() as tx:
            head = self._head(tx, self.head)
            found = head.seq, tasks.line_at(tx, self._access.user, self.id, head.seq).state
        with self._lock:
            if found[0] >= self._seen[0]:
                self._seen = found
        return found

    def _history(self, start: int, limit: int | None) -> Iterator[Checkpoint]:
        seq: int | None = start
        left = limit
        while seq is not None and left != 0:
            size = _PAGE if left is None else min(_PAGE, left)
            with self._reading() as tx:
                page, seq = tasks.history(tx, self._access.user, self.id, seq, size)
            yield from page
            left = None if left is None else left - len(page)

    def _reading(self) -> AbstractContextManager[Transaction]:
        return self._access.database.read(self._access.tenant)

    def _take(self, tx: Transaction) -> tasks.TaskRow:
        row = tasks.take(tx, self._access.user, self.id)
        if row is None:
            raise NotFound("task", self.id)
        return row

    def _head(self, tx: Transaction, name: str) -> Head:
        head = tasks.head(tx, self._access.user, self.id, checks.encodable("head", name))
        if head is None:
            if tasks.get(tx, self._access.user, self.id) is None:
                raise NotFound("task", self.id)
            raise NotFound("head", name)
        return head

    def _checkpoint(self, tx: Transaction, id: str) -> Checkpoint:
        found = tasks.checkpoint(tx, self._access.user, self.id, checks.name("checkpoint", id))
        if found is None:
            raise NotFound("checkpoint", id)
        return found

    def _state_at(self, tx: Transaction, id: str) -> TaskState:
        seq = self._checkpoint(tx, id).seq
        return tasks.line_at(tx, self._access.user, self.id, seq).state

    @property
    def _renews(self) -> bool:
        return self._access.policy.scratch.renewed_by is Renewal.TOUCH

    def _live_notes(self, tx: Transaction) -> list[Note]:
        """The notes that have not expired; those that have are deleted."""
        access = self._access
        ttl = access.policy.scratch.ttl
        if ttl is not None:
            tasks.expire_notes(tx, access.user, self.id, access.now() - ttl)
        return tasks.notes(tx, access.user, self.id)

    def _current(self, notes: Sequence[Note]) -> list[Note]:
        ttl = self._access.policy.scratch.ttl
        now = self._access.now()
        return [note for note in notes if ttl is None or note.touched_at > now - ttl]

    def _budget(self, budget: int | None) -> int:
        if budget is None:
            return self._access.policy.task_ceiling
        return checks.whole("budget", budget, 1, 10_000_000)

    def _ended(self, status: TaskStatus) -> Outcome:
        return _answer(
            Done.REJECTED,
            "task_ended",
            f"Task {self.id} is {status} and takes no changes: open another task.",
            None,
        )


class _Delta:
    """Changes on their way from one state to the next checkpoint."""

    def __init__(self, task: str, head: Head, seq: int, seen: TaskState, before: TaskState) -> None:
        self.seq = seq
        self.state = before
        self.seen = seen
        """What the writer has seen, with these changes made to it."""
        self.long: dict[str, str] = {}
        """Long texts by handle."""
        self.done: list[tuple[Change, str]] = []
        """The changes that were made, each with the id of its item."""
        self._task = task
        self._head = head
        self._before = before
        self._shown = seen
        self._added: dict[Field, int] = {}

    def make(self, change: Change, *, alone: bool) -> Outcome:
        """Apply one change. What cannot be done raises if it is alone, else it is the answer."""
        new_id = ""
        if isinstance(change, Add):
            new_id = entry_id(change.field, self.seq, self._added.get(change.field, 0) + 1)
        long: dict[str, str] = {}

        def keep(text: str) -> tuple[str, str | None]:
            shown, handle = shortened(self._task, text)
            if handle is not None:
                long[handle] = text
            return shown, handle

        try:
            after, item = applied(change, self.state, new_id, keep)
        except NotFound as missing:
            return self._missing(change, missing, alone=alone)
        except InvalidValue as wrong:
            if alone:
                raise
            return _answer(Done.REJECTED, "wrong_part", f"{wrong}.", None)
        if after == self.state:
            return self._nothing(item)
        if self._overwrites(change):
            return self._stale(item, alone=alone)
        self.state = after
        self.long |= long
        if isinstance(change, Add):
            self._added[change.field] = self._added.get(change.field, 0) + 1
        self.done.append((change, item))
        self.seen = self.repeated(self.seen, [(change, item)])
        return self._answer(change, item, list(long))

    def repeated(self, state: TaskState, done: Sequence[tuple[Change, str]]) -> TaskState:
        """`state` with the changes made to it, so far as it has the entries."""
        for change, item in done:
            try:
                state, _ = applied(change, state, item, partial(shortened, self._task))
            except NotFound:
                continue
        return state

    def _missing(self, change: Change, missing: NotFound, *, alone: bool) -> Outcome:
        """The answer to a change of an entry that is not there, or no more."""
        if not self._overwrites(change):
            if alone:
                raise missing
            return _answer(Done.REJECTED, "not_found", f"There is {missing}.", None)
        if isinstance(change, Remove):
            return self._nothing(missing.id)
        return self._stale(missing.id, alone=alone)

    def _overwrites(self, change: Change) -> bool:
        """Whether the change would overwrite what another wrote and this writer has not seen."""
        shown = touched(change, self._shown)
        if shown is None and not isinstance(change, SetField):
            return False
        return shown != touched(change, self._before)

    def _stale(self, id: str, *, alone: bool) -> Outcome:
        stale = StaleRevision(
            "task", f"{self._task}#{id}", expected="what was seen", current=self._head.checkpoint
        )
        if alone:
            raise stale
        return _failed(stale, id)

    def _nothing(self, id: str) -> Outcome:
        return _answer(
            Done.UNCHANGED, "unchanged", f"{id} is so already.", id, revision=self._head.seq
        )

    def _answer(self, change: Change, id: str, long: list[str]) -> Outcome:
        if isinstance(change, Remove) or (isinstance(change, SetField) and change.value is None):
            return _answer(Done.REMOVED, "removed", f"{id} is removed.", id, revision=self.seq)
        if long:
            message = f"{id} is over 8 KB and stored by handle: {', '.join(long)}."
            return _answer(Done.STORED, "stored_by_handle", message, id, revision=self.seq)
        if isinstance(change, Add) and change.replaces:
            message = f"{id} is stored and takes the place of {', '.join(change.replaces)}."
            outcome = _answer(Done.SUPERSEDED, "superseded", message, id, revision=self.seq)
            return replace(outcome, closed=change.replaces)
        code = {Add: "added", Edit: "edited", SetField: "set", SetGoal: "goal_set"}[type(change)]
        return _answer(Done.STORED, code, f"{id} is stored.", id, revision=self.seq)


def _refused(task: str, text: str) -> Outcome | None:
    """The answer to a text that holds a secret, which names its kind and never itself."""
    kinds = dict.fromkeys(hit.kind for hit in find_secrets(text))
    if not kinds:
        return None
    message = f"It holds a secret ({', '.join(kinds)}); nothing of it was stored in task {task}."
    return _answer(Done.REJECTED, "secret", message, None)


def _unchanged(outcome: Outcome, seq: int) -> Outcome:
    """The answer where all changes together change nothing."""
    if outcome.done not in (Done.STORED, Done.SUPERSEDED, Done.REMOVED):
        return outcome
    return replace(
        outcome,
        done=Done.UNCHANGED,
        code="unchanged",
        message=f"{outcome.id} is as it was.",
        revision=seq,
    )


def _failed(stale: StaleRevision, id: str) -> Outcome:
    return _answer(Done.FAILED, "stale_revision", f"{stale}.", id)


def _answer(
    done: Done, code: str, message: str, id: str | None, *, revision: int | None = None
) -> Outcome:
    return Outcome(
        done=done, layer=Layer.TASK, code=code, message=message, id=id, revision=revision
    )
