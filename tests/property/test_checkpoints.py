"""Any sequence of changes over any forks is what a model in memory says, at every checkpoint."""

from __future__ import annotations

import copy
import itertools
from dataclasses import dataclass, field
from datetime import UTC

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stratal.core.clock import TimeOrderedIds
from stratal.core.identity import Principal, Scope
from stratal.core.policy import default_policy
from stratal.core.tasks import Field, TaskState, differences
from stratal.layers.access import Access
from stratal.layers.task import Task
from stratal.layers.tasks import Tasks
from stratal.storage.database import Database
from stratal.testing.clock import ManualClock

NUMBERS = itertools.count()
TEXTS = st.sampled_from(["a", "b", "c", "d", "甲", "乙"])
STEPS = st.tuples(
    st.sampled_from(["add", "add", "edit", "remove", "set", "goal", "fork", "reopen"]),
    st.integers(0, 2),
    st.integers(0, 30),
    TEXTS,
)


@dataclass
class Model:
    """One state as plain data: entries of each list in order, own fields, goal."""

    goal: str = ""
    lists: dict[str, list[tuple[str, str]]] = field(
        default_factory=lambda: {name.value: [] for name in Field}
    )
    own: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, state: TaskState) -> Model:
        return cls(
            goal=state.goal,
            lists={
                name.value: [(entry.id, entry.text) for entry in state.entries(name)]
                for name in Field
            },
            own={own.name: str(own.value) for own in state.own},
        )


class Line:
    """A head of the task, what the model says it holds, and the checkpoints that led there."""

    def __init__(self, task: Task, model: Model, history: list[str]) -> None:
        self.task = task
        self.model = model
        self.history = history

    def change(self, kind: str, no: int, text: str) -> None:
        """Do one thing to the task and to the model."""
        before = copy.deepcopy(self.model)
        entries = [(name, at) for name, ids in self.model.lists.items() for at, _ in ids]
        if kind == "add":
            name = list(Field)[no % len(Field)].value
            outcome = self.task.add(name, text)
            if all(said != text for _, said in self.model.lists[name]):
                assert outcome.id is not None
                self.model.lists[name].append((outcome.id, text))
        elif kind == "set":
            self.task.set("xyz"[no % 3], text)
            self.model.own["xyz"[no % 3]] = text
        elif kind == "goal":
            self.task.set_goal(text)
            self.model.goal = text
        elif entries:
            name, at = entries[no % len(entries)]
            listed = self.model.lists[name]
            place = [one for one, _ in listed].index(at)
            if kind == "edit":
                self.task.edit(at, text=text)
                listed[place] = (at, text)
            else:
                self.task.remove(at)
                del listed[place]
        newest = self.task.checkpoint.id
        assert (newest == self.history[0]) == (self.model == before)
        if newest != self.history[0]:
            self.history.insert(0, newest)


def tasks_of(database: Database) -> Tasks:
    clock = ManualClock()
    return Tasks(
        Access(
            database=database,
            principal=Principal(tenant="acme", user="ana"),
            conversation="c",
            scopes=(Scope.of_user("ana"),),
            write=Scope.of_user("ana"),
            time_zone=UTC,
            policy=default_policy(),
            clock=clock,
            ids=TimeOrderedIds(clock),
        )
    )


# One database serves all examples, each with a task of its own.
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEPS, max_size=25))
def test_history_is_what_the_model_says(
    database: Database, steps: list[tuple[str, int, int, str]]
) -> None:
    """States of all heads, of every checkpoint ever, histories, entry ids and the newest head."""
    tasks = tasks_of(database)
    name = f"task {next(NUMBERS)}"
    main = tasks.open(name)
    start = main.checkpoint.id
    lines = [Line(main, Model(), [start])]
    known = {start: Model()}
    written = [start]
    for kind, at, no, text in steps:
        line = lines[at % len(lines)]
        if kind == "fork":
            origin = written[no % len(written)]
            forked = line.task.fork(origin, f"fork {len(lines)}")
            path = next(one.history for one in lines if origin in one.history)
            lines.append(Line(forked, copy.deepcopy(known[origin]), path[path.index(origin) :]))
            continue
        if kind == "reopen":
            line.task = tasks.open(name, head=line.task.head)
            continue
        line.change(kind, no, text)
        if line.history[0] not in known:
            written.append(line.history[0])
            known[line.history[0]] = copy.deepcopy(line.model)

    for line in lines:
        assert Model.of(line.task.state) == line.model
        assert [one.id for one in line.task.checkpoints()] == line.history
    for checkpoint, model in known.items():
        assert Model.of(main.at(checkpoint)) == model
    assert main.heads()[0].checkpoint == written[-1]

    owners: dict[str, set[str]] = {}
    for checkpoint in known:
        for kind in Field:
            for entry in main.at(checkpoint).entries(kind):
                owners.setdefault(entry.id, set()).add(kind)
    assert all(len(kinds) == 1 for kinds in owners.values())


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEPS, min_size=1, max_size=15), st.data())
def test_no_differences_means_equal(
    database: Database, steps: list[tuple[str, int, int, str]], data: st.DataObject
) -> None:
    """Between any two checkpoints there are differences exactly if the states are not equal."""
    task = tasks_of(database).open(f"task {next(NUMBERS)}")
    line = Line(task, Model(), [task.checkpoint.id])
    for kind, _, no, text in steps:
        if kind not in ("fork", "reopen"):
            line.change(kind, no, text)
    a, b = (data.draw(st.sampled_from(line.history)) for _ in range(2))
    found = task.diff(a, b)
    assert found == differences(task.at(a), task.at(b))
    assert (found == ()) == (task.at(a) == task.at(b))
    assert {(one.field, one.id) for one in found} == {
        (one.field, one.id) for one in task.diff(b, a)
    }
