"""The stored forms of a task: patches, wholes, chains and what they weigh."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from stratal.core.tasks import (
    MAIN,
    Add,
    Change,
    Checkpoint,
    Decision,
    Edit,
    Entry,
    Failure,
    Field,
    Note,
    OwnField,
    Remove,
    Step,
    TaskState,
    TaskStatus,
    applied,
    shortened,
)
from stratal.storage import tasks
from stratal.storage.database import Database
from stratal.storage.sqlite import Durability, SqliteDatabase
from stratal.testing.clock import START

TEXTS = st.sampled_from(["a", "b", 'quoted "x"', "中文，标点", "line\nbreak", "{}", "null"])
HANDLES = st.none() | st.just("task:t#text-1")
IDS = [f"e{no}" for no in range(6)]


@st.composite
def states(draw: st.DrawFn) -> TaskState:
    """Any state: entries in any order, an id in any list, own fields, handles here and there."""
    ids = draw(st.permutations(IDS))
    used = draw(st.integers(0, len(ids)))
    lists: dict[Field, list[Entry]] = {field: [] for field in Field}
    for at in ids[:used]:
        field = draw(st.sampled_from(list(Field)))
        text, handle = draw(TEXTS), draw(HANDLES)
        match field:
            case Field.DECISIONS:
                entry: Entry = Decision(id=at, text=text, handle=handle, reason=draw(TEXTS))
            case Field.PLAN:
                entry = Step(id=at, text=text, handle=handle, done=draw(st.booleans()))
            case Field.FAILED:
                entry = Failure(id=at, text=text, cause=draw(TEXTS), cause_handle=draw(HANDLES))
            case _:
                entry = Entry(id=at, text=text, handle=handle)
        lists[field].append(entry)
    names = draw(st.sets(st.sampled_from(["x", "y", "z"])))
    state = TaskState(
        goal=draw(st.just("") | TEXTS),
        goal_handle=draw(HANDLES),
        conclusion=draw(st.just("") | TEXTS),
        own=tuple(OwnField(name=name, text=draw(TEXTS)) for name in sorted(names)),
    )
    for field, entries in lists.items():
        state = state.with_entries(field, tuple(entries))
    return state


@given(st.lists(states(), min_size=1, max_size=5))
def test_a_whole_and_patches_give_the_exact_state(line: list[TaskState]) -> None:
    """Whatever follows on whatever: the patches on the whole give each state back, in its order."""
    whole = tasks.stored(line[0])
    patches = [tasks.patch(a, b) for a, b in pairwise(line)]
    for no, state in enumerate(line):
        assert tasks.state_from(whole, patches[:no]) == state


@given(states())
def test_no_change_is_an_empty_patch(state: TaskState) -> None:
    """A patch says what is otherwise and nothing else."""
    copy = tasks.state_from(tasks.stored(state), [])
    assert copy == state
    assert tasks.patch(state, copy) == "{}"


def test_a_patch_weighs_what_changed() -> None:
    """Doing one step of a long plan is stored as its id and that it is done."""
    plan = tuple(Step(id=f"p{no}", text=f"step {no} " * 20) for no in range(100))
    done = TaskState(plan=(*plan[:50], Step(id="p50", text=plan[50].text, done=True), *plan[51:]))
    assert json.loads(tasks.patch(TaskState(plan=plan), done)) == {
        "plan": {"edit": [{"done": True, "id": "p50"}]}
    }


def checkpoint(seq: int, parent: str | None) -> Checkpoint:
    return Checkpoint(id=f"c{seq}", seq=seq, parent=parent, actor="ana", reason="r", at=START)


def begin(database: Database, state: TaskState) -> None:
    with database.write("acme") as tx:
        assert tasks.create(tx, "ana", "t", START)
        tasks.begin_line(tx, "ana", "t", MAIN, checkpoint(1, None), state)


def follow(database: Database, state: TaskState, head: str = MAIN) -> None:
    with database.write("acme") as tx:
        row = tasks.take(tx, "ana", "t")
        at = tasks.head(tx, "ana", "t", head)
        assert row is not None
        assert at is not None
        before = tasks.line_at(tx, "ana", "t", at.seq)
        new = checkpoint(row.last_seq + 1, at.checkpoint)
        assert tasks.continue_line(tx, "ana", "t", at, new, before, state)


def test_every_64th_of_a_line_is_whole_and_all_are_exact(database: Database) -> None:
    """States on both sides of a whole, and on a fork across it, read back as they were."""
    expected = {1: TaskState(goal="0")}
    begin(database, expected[1])
    for no in range(1, 140):
        expected[no + 1] = TaskState(goal=str(no))
        follow(database, expected[no + 1])
    with database.write("acme") as tx:
        assert tasks.fork(tx, "ana", "t", "other", 60)
        assert not tasks.fork(tx, "ana", "t", "other", 61)
    for no in range(140, 150):
        expected[no + 1] = TaskState(goal=f"fork {no}")
        follow(database, expected[no + 1], "other")
    with database.read("acme") as tx:
        depths = {}
        for seq, state in expected.items():
            line = tasks.line_at(tx, "ana", "t", seq)
            assert line.state == state
            depths[seq] = line.depth
        wholes = [
            seq
            for seq in expected
            if len(tx.rows("checkpoint_chain", owner="ana", task="t", seq=seq)) == 1
        ]
    assert [depths[seq] for seq in wholes] == [0, 64, 128, 64]


def test_a_head_that_moved_is_not_moved_again(database: Database) -> None:
    """Compare-and-swap: who was at the old place writes nothing."""
    begin(database, TaskState())
    with database.read("acme") as tx:
        old = tasks.head(tx, "ana", "t", MAIN)
        before = tasks.line_at(tx, "ana", "t", 1)
    assert old is not None
    follow(database, TaskState(goal="theirs"))
    with database.write("acme") as tx:
        new = checkpoint(3, "c1")
        assert not tasks.continue_line(tx, "ana", "t", old, new, before, TaskState(goal="ours"))
        assert tasks.checkpoint(tx, "ana", "t", "c3") is None
        assert tasks.heads(tx, "ana", "t")[0].checkpoint == "c2"


def test_history_comes_in_pages(database: Database) -> None:
    """Each page says where the next begins; the last one says that none follows."""
    begin(database, TaskState())
    for no in range(4):
        follow(database, TaskState(goal=str(no)))
    with database.read("acme") as tx:
        first, following = tasks.history(tx, "ana", "t", 5, 3)
        assert [(one.id, one.parent) for one in first] == [("c5", "c4"), ("c4", "c3"), ("c3", "c2")]
        assert following == 2
        second, following = tasks.history(tx, "ana", "t", 2, 3)
        assert [(one.id, one.parent) for one in second] == [("c2", "c1"), ("c1", None)]
        assert following is None


def test_owners_and_tenants_are_strangers(database: Database) -> None:
    """The same task id of another person, or of another tenant, is another task."""
    begin(database, TaskState(goal="ana's"))
    for tenant, owner in (("acme", "bo"), ("other", "ana")):
        with database.write(tenant) as tx:
            assert tasks.get(tx, owner, "t") is None
            assert tasks.take(tx, owner, "t") is None
            assert tasks.checkpoint(tx, owner, "t", "c1") is None
            assert tasks.heads(tx, owner, "t") == []
            assert tasks.tasks(tx, owner, TaskStatus) == []
            assert tasks.create(tx, owner, "t", START)


def test_notes_expire_by_their_last_use(database: Database) -> None:
    """Using a note renews it, never backwards; expiry and burning tell how many went."""
    begin(database, TaskState())
    hour = timedelta(hours=1)
    with database.write("acme") as tx:
        for no in range(3):
            tasks.add_note(tx, "ana", "t", Note(id=f"n{no}", text="x", touched_at=START))
        tasks.touch_notes(tx, "ana", "t", ["n1"], START + hour)
        tasks.touch_notes(tx, "ana", "t", ["n1", "n2"], START - hour)
        assert tasks.expire_notes(tx, "ana", "t", START) == 2
        [left] = tasks.notes(tx, "ana", "t")
        assert (left.id, left.touched_at) == ("n1", START + hour)
        assert tasks.burn_notes(tx, "ana", "t") == 1


def test_a_thousand_updates_of_100_kb_weigh_less_than_2_mb(tmp_path: Path) -> None:
    """Measured on the file itself beside an empty one, with text that compresses badly."""
    draw = random.Random(7)
    keep = partial(shortened, "t")

    def sentence() -> str:
        return " ".join(f"{draw.getrandbits(20):05x}" for _ in range(33))

    state = TaskState(facts=tuple(Entry(id=f"f{no}", text=sentence()) for no in range(460)))
    assert len(tasks.stored(state)) > 100_000
    path, empty = tmp_path / "weight.db", tmp_path / "empty.db"
    SqliteDatabase(empty, durability=Durability.PROCESS).close()
    database = SqliteDatabase(path, durability=Durability.PROCESS)
    begin(database, state)
    for no in range(1000):
        small: tuple[Change, ...] = (
            Add(field=Field.FACTS, text=sentence()[:80]),
            Edit(entry=f"f{no % 460}", text=sentence()),
            Remove(entry=state.facts[-1].id),
        )
        state, _ = applied(small[no % 3], state, f"g{no}", keep)
        follow(database, state)
    with database.read("acme") as tx:
        assert tasks.line_at(tx, "ana", "t", 1001).state == state
    database.close()
    assert len(tasks.stored(state)) > 100_000
    assert path.stat().st_size - empty.stat().st_size < 2_000_000
