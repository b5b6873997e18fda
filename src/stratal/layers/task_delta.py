"""Changes made to a state, one after the other, and what each of them is answered.

A change that would overwrite what another wrote and this writer has not seen is not made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from stratal.core.outcomes import Done, Outcome
from stratal.core.tasks import (
    Add,
    Change,
    Edit,
    Field,
    Head,
    Remove,
    SetField,
    SetGoal,
    TaskState,
    applied,
    entry_id,
    shortened,
    touched,
)
from stratal.errors import InvalidValue, NotFound, StaleRevision
from stratal.layers.task_outcomes import answer, failed


class Delta:
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
            return answer(Done.REJECTED, "wrong_part", f"{wrong}.", None)
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
            return answer(Done.REJECTED, "not_found", f"There is {missing}.", None)
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
        return failed(stale, id)

    def _nothing(self, id: str) -> Outcome:
        return answer(
            Done.UNCHANGED, "unchanged", f"{id} is so already.", id, revision=self._head.seq
        )

    def _answer(self, change: Change, id: str, long: list[str]) -> Outcome:
        if isinstance(change, Remove) or (isinstance(change, SetField) and change.value is None):
            return answer(Done.REMOVED, "removed", f"{id} is removed.", id, revision=self.seq)
        if long:
            message = f"{id} is over 8 KB and stored by handle: {', '.join(long)}."
            return answer(Done.STORED, "stored_by_handle", message, id, revision=self.seq)
        if isinstance(change, Add) and change.replaces:
            message = f"{id} is stored and takes the place of {', '.join(change.replaces)}."
            outcome = answer(Done.SUPERSEDED, "superseded", message, id, revision=self.seq)
            return replace(outcome, closed=change.replaces)
        code = {Add: "added", Edit: "edited", SetField: "set", SetGoal: "goal_set"}[type(change)]
        return answer(Done.STORED, code, f"{id} is stored.", id, revision=self.seq)
