"""The rows of one task of the session's person: found by name, read back, and gone on from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass

from stratal.core import checks
from stratal.core.tasks import Checkpoint, Head, TaskState
from stratal.errors import NotFound, StaleRevision
from stratal.layers.access import Access
from stratal.storage import tasks
from stratal.storage.database import Transaction

_PAGE = 50
_REASON = 200


@dataclass(frozen=True, slots=True)
class TaskRows:
    """One task as it is stored. What is not there raises `NotFound`."""

    access: Access
    task: str

    def reading(self) -> AbstractContextManager[Transaction]:
        """A transaction that only reads."""
        return self.access.database.read(self.access.tenant)

    def writing(self) -> AbstractContextManager[Transaction]:
        """A transaction that may write."""
        return self.access.database.write(self.access.tenant)

    def find(self, tx: Transaction) -> tasks.TaskRow:
        """The task's own row."""
        row = tasks.get(tx, self.access.user, self.task)
        if row is None:
            raise NotFound("task", self.task)
        return row

    def take(self, tx: Transaction) -> tasks.TaskRow:
        """The task's own row, with its other writers waiting."""
        row = tasks.take(tx, self.access.user, self.task)
        if row is None:
            raise NotFound("task", self.task)
        return row

    def head(self, tx: Transaction, name: str) -> Head:
        """The head of that name."""
        head = tasks.head(tx, self.access.user, self.task, checks.encodable("head", name))
        if head is None:
            self.find(tx)
            raise NotFound("head", name)
        return head

    def checkpoint(self, tx: Transaction, id: str) -> Checkpoint:
        """The checkpoint of that id, whatever its line."""
        found = tasks.checkpoint(tx, self.access.user, self.task, checks.name("checkpoint", id))
        if found is None:
            raise NotFound("checkpoint", id)
        return found

    def line_at(self, tx: Transaction, seq: int) -> tasks.Line:
        """The state at the checkpoint of that number, and what it was made of."""
        return tasks.line_at(tx, self.access.user, self.task, seq)

    def state_at(self, tx: Transaction, id: str) -> TaskState:
        """The state at the checkpoint of that id."""
        return self.line_at(tx, self.checkpoint(tx, id).seq).state

    def history(self, start: int, limit: int | None) -> Iterator[Checkpoint]:
        """Checkpoints back from the one of that number, in pages, holding nothing in between."""
        seq: int | None = start
        left = limit
        while seq is not None and left != 0:
            size = _PAGE if left is None else min(_PAGE, left)
            with self.reading() as tx:
                page, seq = tasks.history(tx, self.access.user, self.task, seq, size)
            yield from page
            left = None if left is None else left - len(page)

    def go_on(
        self,
        tx: Transaction,
        head: Head,
        before: tasks.Line,
        after: TaskState,
        seq: int,
        reason: str,
    ) -> None:
        """The next checkpoint of a line. Raises `StaleRevision` if the head has moved."""
        access = self.access
        new = Checkpoint(
            id=access.ids.new(),
            seq=seq,
            parent=head.checkpoint,
            actor=access.principal.actor,
            reason=reason if reason.startswith("abandon") else reason[:_REASON],
            at=access.now(),
        )
        if not tasks.continue_line(tx, access.user, self.task, head, new, before, after):
            # Writers of a task queue up, so this is a head moved by something that does not.
            raise StaleRevision(
                "task", self.task, expected=head.checkpoint, current="another checkpoint"
            )
