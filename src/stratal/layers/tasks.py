"""The tasks of a person: opened, found and listed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stratal.core import checks
from stratal.core.events import TASK_OPENED
from stratal.core.outcomes import Done, Outcome
from stratal.core.tasks import (
    MAIN,
    Checkpoint,
    SetGoal,
    TaskState,
    TaskStatus,
    shortened,
    words,
)
from stratal.layers.access import Access
from stratal.layers.events import enter
from stratal.layers.task import Task
from stratal.layers.task_outcomes import answer, refused
from stratal.storage import tasks


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
            opened = answer(Done.UNCHANGED, "resumed", f"Task {name} goes on.", name)
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
        no = None if goal is None else refused(id, words(goal))
        long: dict[str, str] = {}
        state = TaskState()
        if goal is not None and no is None:
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
        if no is not None:
            return replace(no, message=f"Task {id} is open without a goal. {no.message}")
        code = "stored_by_handle" if long else "opened"
        return answer(Done.STORED, code, f"Task {id} is open.", id, revision=1)
