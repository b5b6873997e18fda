"""The task layer over its public face: changes, history, forks, notes, and many writers at once."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from tests.behaviour.conftest import Sessions

from stratal import (
    Done,
    IdTaken,
    InvalidValue,
    Memory,
    NotFound,
    Outcome,
    Principal,
    Session,
    StaleRevision,
)
from stratal.core.canonical import Json
from stratal.core.tasks import Add, Change, Edit, Field, Remove, SetField, SetGoal
from stratal.layers.task import Task
from stratal.testing.clock import ManualClock

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def session(sessions: Sessions) -> Session:
    return sessions()


def texts(task: Task, checkpoint: str | None = None) -> list[str]:
    state = task.state if checkpoint is None else task.at(checkpoint)
    return [entry.text for entry in state.facts]


def history(task: Task) -> list[str]:
    return [checkpoint.id for checkpoint in task.checkpoints()]


def kept(outcome: Outcome) -> str:
    assert outcome.done is Done.STORED, outcome
    assert outcome.id is not None
    return outcome.id


# Opening


def test_a_task_is_made_once_and_then_resumed(session: Session) -> None:
    """The first opening makes it, the next goes on with it, and each says which."""
    task = session.task("move-house", goal="find three offers")
    assert (task.opened.done, task.opened.code) == (Done.STORED, "opened")
    again = session.task("move-house", goal="find three offers")
    assert (again.opened.done, again.opened.code) == (Done.UNCHANGED, "resumed")
    assert session.task("move-house").state.goal == "find three offers"
    assert len(history(again)) == 1


def test_another_goal_is_a_change_that_is_told(session: Session) -> None:
    """The old goal stays in the history; the outcome says that the goal is another."""
    first = session.task("move-house", goal="find three offers").checkpoint
    task = session.task("move-house", goal="sign the best offer")
    assert (task.opened.done, task.opened.code) == (Done.STORED, "goal_set")
    assert task.state.goal == "sign the best offer"
    assert task.at(first.id).goal == "find three offers"


def test_tasks_are_listed_by_status_newest_first(session: Session, clock: ManualClock) -> None:
    """Closed and abandoned ones are found by their status, and an unknown status is refused."""
    for name in ("a", "b", "c"):
        session.task(name)
        clock.advance(timedelta(seconds=1))
    session.task("a").close()
    session.task("b").abandon("no budget")
    assert [task.id for task in session.tasks.list()] == ["c", "b", "a"]
    assert [task.id for task in session.tasks.list("open")] == ["c"]
    assert [task.id for task in session.tasks.list("abandoned")] == ["b"]
    with pytest.raises(InvalidValue):
        session.tasks.list("done")


def test_a_strangers_task_is_not_found(sessions: Sessions) -> None:
    """Neither another user nor another tenant sees a task, a checkpoint or a text of it."""
    mine = sessions("ana").task("plan", goal="mine")
    handle = f"task:plan#{mine.state.goal}"
    checkpoint = mine.checkpoint.id
    for other in (sessions("bo"), sessions("ana", tenant="other")):
        with pytest.raises(NotFound):
            other.tasks.get("plan")
        assert other.tasks.list() == ()
        theirs = other.task("plan", goal="theirs")
        for call in (theirs.at, theirs.render_changes, theirs.read):
            with pytest.raises(NotFound):
                call(checkpoint)
        with pytest.raises(NotFound):
            theirs.read(handle)
        with pytest.raises(NotFound):
            theirs.fork(checkpoint, "stolen")
    assert mine.state.goal == "mine"


# Changes


def test_every_change_is_a_checkpoint_with_its_parent(session: Session) -> None:
    """The outcome names the entry and the checkpoint's number; the state follows."""
    task = session.task("app", goal="fix the login")
    opened = task.checkpoint
    fact = kept(task.add("facts", "会话在 30 分钟后过期"))
    decision = kept(task.add("decisions", "renew on use", reason="people lost their drafts"))
    step = kept(task.add("plan", "write a failing test"))
    attempt = kept(task.add("failed", "longer expiry", cause="security said no"))
    task.add("open", "does the app renew too?")
    task.add("artifacts", "login/session.py")
    task.edit(fact, text="会话在 20 分钟后过期")
    task.done(step)
    task.set("ticket", {"id": 4711, "labels": ["auth"]})
    last = task.set_goal("fix the login for good")

    state = task.state
    assert state.goal == "fix the login for good"
    assert [(entry.id, entry.text) for entry in state.facts] == [(fact, "会话在 20 分钟后过期")]
    assert (state.decisions[0].id, state.decisions[0].reason) == (
        decision,
        "people lost their drafts",
    )
    assert (state.failed[0].id, state.failed[0].cause) == (attempt, "security said no")
    assert state.plan[0].done
    assert state.fields == {"ticket": {"id": 4711, "labels": ["auth"]}}

    line = list(task.checkpoints())
    assert len(line) == 11
    assert [one.parent for one in line[:-1]] == [one.id for one in line[1:]]
    assert (line[-1].id, line[-1].parent) == (opened.id, None)
    assert line[0].seq == last.revision
    assert line[0].actor == "ana"


def test_a_change_that_changes_nothing_writes_no_checkpoint(session: Session) -> None:
    """Adding what stands there, setting what is set, doing what is done: unchanged, and the id."""
    task = session.task("app", goal="fix it")
    fact = kept(task.add("facts", "it is broken"))
    step = kept(task.add("plan", "mend it"))
    task.done(step)
    task.set("n", 1)
    before = history(task)
    outcomes = [
        task.add("facts", "it is broken"),
        task.edit(fact, text="it is broken"),
        task.done(step),
        task.set("n", 1),
        task.set("missing", None),
        task.set_goal("fix it"),
        *task.update([Add(field=Field.FACTS, text="it is broken"), SetField(name="n", value=1)]),
        *task.update([SetField(name="n", value=2), SetField(name="n", value=1)]),
    ]
    assert {outcome.done for outcome in outcomes} == {Done.UNCHANGED}
    assert outcomes[0].id == fact
    assert history(task) == before


def test_a_delta_is_one_checkpoint_and_each_change_is_answered(session: Session) -> None:
    """What can be done is done together; what cannot is named with its reason."""
    task = session.task("app")
    fact = kept(task.add("facts", "a"))
    before = task.checkpoint
    changes: list[Change] = [
        Add(field=Field.FACTS, text="b"),
        Add(field=Field.FACTS, text="c"),
        Edit(entry=fact, text="A"),
        Remove(entry="f999"),
        Edit(entry=fact, done=True),
        Add(field=Field.FACTS, text=f"the token is {TOKEN}"),
        SetGoal(text="letters"),
    ]
    outcomes = task.update(changes)
    assert [(outcome.done, outcome.code) for outcome in outcomes] == [
        (Done.STORED, "added"),
        (Done.STORED, "added"),
        (Done.STORED, "edited"),
        (Done.REJECTED, "not_found"),
        (Done.REJECTED, "wrong_part"),
        (Done.REJECTED, "secret"),
        (Done.STORED, "goal_set"),
    ]
    assert task.checkpoint.parent == before.id
    assert texts(task) == ["A", "b", "c"]
    assert len({entry.id for entry in task.state.facts}) == 3
    assert task.update([]) == []


def test_a_single_change_of_what_is_not_there_raises(session: Session) -> None:
    """No entry, no head, no such list, no such part: each its own error, nothing written."""
    task = session.task("app")
    fact = kept(task.add("facts", "a"))
    before = history(task)
    with pytest.raises(NotFound):
        task.edit("f999", text="x")
    with pytest.raises(NotFound):
        task.remove("f999")
    with pytest.raises(NotFound):
        task.checkpoints("nowhere")
    with pytest.raises(NotFound):
        session.tasks.open("app", head="nowhere")
    with pytest.raises(InvalidValue):
        task.add("fact", "a")
    with pytest.raises(InvalidValue):
        task.done(fact)
    assert history(task) == before


def test_ids_are_never_used_twice(session: Session) -> None:
    """An entry that comes after a removed one, or on a fork, has an id of its own."""
    task = session.task("app")
    start = task.checkpoint.id
    first = kept(task.add("facts", "a"))
    assert task.remove(first).done is Done.REMOVED
    ids = [first, kept(task.add("facts", "a")), kept(task.fork(start, "b").add("facts", "a"))]
    assert len(set(ids)) == 3


# Secrets and long texts


def test_a_secret_is_rejected_by_kind_in_every_write(session: Session) -> None:
    """No door lets it in, no answer repeats it, and nothing is written in its place."""
    task = session.task("app", goal="deploy")
    fact = kept(task.add("facts", "a"))
    decision = kept(task.add("decisions", "b"))
    before = history(task)
    said = f"deploy with {TOKEN}"
    outcomes = [
        task.add("facts", said),
        task.add("decisions", "c", reason=said),
        task.add("failed", "c", cause=said),
        task.edit(fact, text=said),
        task.edit(decision, reason=said),
        task.set("key", {"value": TOKEN}),
        task.set_goal(said),
        task.note(said),
        task.close(said),
        task.abandon(said),
        session.task("app", goal=said).opened,
        session.task("other", goal=said).opened,
    ]
    for outcome in outcomes:
        assert (outcome.done, outcome.code) == (Done.REJECTED, "secret")
        assert TOKEN not in repr(outcome)
        assert "github" in outcome.message
    assert history(task) == before
    assert task.notes() == ()
    assert task.status == "open"
    assert session.task("other").state.goal == ""


def test_a_text_over_8_kb_is_stored_by_handle(session: Session) -> None:
    """The outcome says so, the state stays small, and the whole is read by its handle."""
    task = session.task("log")
    long = "line of a build log\n" * 1000
    big: dict[str, Json] = {"rows": ["中文 " * 20] * 500}
    outcomes = [
        task.add("artifacts", long),
        task.add("failed", "build", cause=long),
        task.set("result", big),
        task.set_goal("目标" * 2000),
    ]
    assert {outcome.code for outcome in outcomes} == {"stored_by_handle"}
    state = task.state
    assert len(repr(state)) < 3000
    entry = state.artifacts[0]
    assert entry.handle is not None
    assert entry.handle in outcomes[0].message
    assert task.read(entry.handle) == long
    assert task.read(f"task:log#{entry.id}") == long
    assert long in task.read(f"task:log#{state.failed[0].id}")
    assert json.loads(task.read("task:log#fields/result")) == big
    assert task.read("task:log#goal") == "目标" * 2000
    assert task.add("artifacts", long).done is Done.UNCHANGED
    task.remove(entry.id)
    assert task.read(entry.handle) == long


def test_a_handle_of_nothing_or_of_another_task_is_not_found(session: Session) -> None:
    """A handle is read in its own task only."""
    long = "x" * 9000
    other = session.task("other")
    other.add("facts", long)
    handle = other.state.facts[0].handle
    assert handle is not None
    task = session.task("task")
    for name in (handle, "task:task#f99", "task:task#fields/none", "nonsense", "task:task#"):
        with pytest.raises(NotFound):
            task.read(name)
    with pytest.raises(NotFound):
        task.read(handle.replace("task:other", "task:task"))


# History and forks


def test_a_fork_and_the_line_it_left_do_not_see_each_other(session: Session) -> None:
    """Going back and going on differently: each line has its own writes and its own history.

    The clock stands still all the while; the newest is the one written last.
    """
    recipe = session.task("recipe")
    start = recipe.checkpoint.id
    recipe.add("facts", "flour")
    one = recipe.checkpoint.id
    recipe.add("facts", "butter")
    two = recipe.checkpoint.id

    vegan = recipe.fork(one, "vegan")
    vegan.add("facts", "oil")
    three = vegan.checkpoint.id
    vegan.add("facts", "salt")
    four = vegan.checkpoint.id
    recipe.add("facts", "sugar")
    five = recipe.checkpoint.id

    assert len({start, one, two, three, four, five}) == 6
    expected = {
        start: [],
        one: ["flour"],
        two: ["flour", "butter"],
        three: ["flour", "oil"],
        four: ["flour", "oil", "salt"],
        five: ["flour", "butter", "sugar"],
    }
    for task in (recipe, vegan):
        for checkpoint, facts in expected.items():
            assert texts(task, checkpoint) == facts
    assert texts(recipe) == expected[five]
    assert texts(vegan) == expected[four]
    assert history(vegan) == [four, three, one, start]
    assert history(recipe) == [five, two, one, start]
    assert [checkpoint.id for checkpoint in recipe.checkpoints("vegan")] == history(vegan)
    assert {checkpoint.at for checkpoint in recipe.checkpoints()} == {recipe.checkpoint.at}

    newest, *others = recipe.heads()
    assert (newest.name, newest.checkpoint) == ("main", five)
    assert [(head.name, head.checkpoint) for head in others] == [("vegan", four)]
    vegan.add("facts", "pepper")
    assert recipe.heads()[0].name == "vegan"
    assert texts(session.tasks.open("recipe", head="vegan")) == ["flour", "oil", "salt", "pepper"]


def test_an_answer_given_after_a_checkpoint_is_not_known_before_it(session: Session) -> None:
    """Who goes back to before an answer finds the question open, and asks it again."""
    trip = session.task("trip", goal="book a train")
    question = kept(trip.add("open", "first or second class?"))
    asked = trip.checkpoint.id
    trip.update(
        [Remove(entry=question), Add(field=Field.DECISIONS, text="second", reason="ana said so")]
    )
    again = trip.fork(asked, "again")
    assert [entry.text for entry in again.state.open] == ["first or second class?"]
    assert again.state.decisions == ()
    again.remove(question)
    assert len(trip.state.decisions) == 1


def test_a_checkpoint_that_is_not_there_is_not_found(session: Session) -> None:
    """An unknown id and one of another task are not found, and never the newest instead."""
    task = session.task("one")
    task.add("facts", "a")
    foreign = session.task("two").checkpoint.id
    here = task.checkpoint.id
    for missing in (foreign, "0198a0f0-0000-7000-8000-000000000000", "main", here[:-1]):
        with pytest.raises(NotFound):
            task.at(missing)
        with pytest.raises(NotFound):
            task.fork(missing, "x")
        with pytest.raises(NotFound):
            task.diff(here, missing)
        with pytest.raises(NotFound):
            task.render(at=missing)
    assert [head.name for head in task.heads()] == ["main"]


def test_a_head_keeps_its_name(session: Session) -> None:
    """A second fork of a name is a conflict, whatever it forks from."""
    task = session.task("one")
    start = task.checkpoint.id
    task.fork(start, "b")
    for name in ("b", "main"):
        with pytest.raises(IdTaken):
            task.fork(start, name)


def test_differences_between_any_two_checkpoints(session: Session) -> None:
    """Across lines and backwards too."""
    task = session.task("one")
    fact = kept(task.add("facts", "a"))
    left = task.checkpoint.id
    other = task.fork(left, "b")
    other.edit(fact, text="b")
    task.remove(fact)
    [removed] = task.diff(left, task.checkpoint.id)
    assert (removed.field, removed.id, removed.after) == ("facts", fact, None)
    [back] = task.diff(task.checkpoint.id, other.checkpoint.id)
    assert back.before is None
    assert task.diff(left, left) == ()


def test_a_paused_reader_of_the_history_stops_nobody(session: Session) -> None:
    """While a listing of 120 checkpoints waits, a write goes through; it lists what it began."""
    task = session.task("long")
    for no in range(119):
        task.set("n", no)
    before = history(task)
    listing = task.checkpoints()
    first = next(listing)
    started = time.monotonic()
    assert task.set("n", -1).done is Done.STORED
    assert time.monotonic() - started < 1
    assert [first.id, *(one.id for one in listing)] == before
    assert len(before) == 120
    assert [one.id for one in task.checkpoints(limit=60)] == history(task)[:60]
    assert list(task.checkpoints(limit=0)) == []


def test_the_order_is_that_of_writing_when_the_clock_runs_backwards(
    session: Session, clock: ManualClock
) -> None:
    """The newest checkpoint is the last one written, though it bears an earlier time."""
    task = session.task("one")
    task.set("n", 1)
    clock.advance(timedelta(hours=-3))
    task.set("n", 2)
    newest, before, _ = task.checkpoints()
    assert newest.at < before.at
    assert newest.parent == before.id
    assert task.state.fields == {"n": 2}


# Two writers


def test_a_new_entry_goes_on_top_of_what_somebody_else_wrote(session: Session) -> None:
    """Entries of two writers both stay, though neither had seen the other's."""
    ours, theirs = session.task("shared"), session.task("shared")
    theirs.add("facts", "theirs")
    assert ours.add("facts", "ours").done is Done.STORED
    assert texts(ours) == ["theirs", "ours"]


def test_changes_of_different_things_go_together(session: Session) -> None:
    """One rewords a step, the other does it; one sets a field, the other another."""
    ours, theirs = session.task("shared"), session.task("shared")
    step = kept(ours.add("plan", "a"))
    assert theirs.state.plan[0].id == step
    theirs.edit(step, text="b")
    assert ours.done(step).done is Done.STORED
    theirs.set("x", 1)
    assert ours.set("y", 2).done is Done.STORED
    assert (ours.state.plan[0].text, ours.state.plan[0].done) == ("b", True)
    assert ours.state.fields == {"x": 1, "y": 2}


def test_what_somebody_else_wrote_is_not_overwritten_unseen(session: Session) -> None:
    """A single change raises, in a delta it is failed, and after looking it goes through."""
    ours, theirs = session.task("shared", goal="a"), session.task("shared")
    fact = kept(ours.add("facts", "a"))
    ours.set("n", 1)
    assert theirs.state.facts[0].id == fact
    theirs.edit(fact, text="theirs")
    theirs.set("n", 2)
    theirs.set_goal("theirs")
    before = history(ours)
    with pytest.raises(StaleRevision):
        ours.edit(fact, text="ours")
    with pytest.raises(StaleRevision):
        ours.set("n", 3)
    with pytest.raises(StaleRevision):
        ours.set_goal("ours")
    with pytest.raises(StaleRevision):
        ours.remove(fact)
    assert history(ours) == before

    outcomes = ours.update([Edit(entry=fact, text="ours"), Add(field=Field.FACTS, text="more")])
    assert [(one.done, one.code) for one in outcomes] == [
        (Done.FAILED, "stale_revision"),
        (Done.STORED, "added"),
    ]
    with pytest.raises(StaleRevision):
        ours.edit(fact, text="ours")
    assert texts(ours) == ["theirs", "more"]
    assert ours.edit(fact, text="ours").done is Done.STORED
    assert ours.set("n", 2).done is Done.UNCHANGED
    assert ours.set_goal("ours").done is Done.STORED


def test_what_somebody_else_removed_is_told(session: Session) -> None:
    """Editing it is stale, removing it too changes nothing."""
    ours, theirs = session.task("shared"), session.task("shared")
    fact = kept(ours.add("facts", "a"))
    assert theirs.remove(fact).done is Done.REMOVED
    with pytest.raises(StaleRevision):
        ours.edit(fact, text="b")
    assert ours.remove(fact).done is Done.UNCHANGED
    [outcome] = ours.update([Edit(entry=fact, text="b")])
    assert outcome.code == "stale_revision"


def test_an_expected_checkpoint_must_be_the_current_one(session: Session) -> None:
    """Named and stale, even a new entry raises; in a delta every change is failed."""
    task = session.task("one")
    here = task.checkpoint.id
    assert task.add("facts", "a", expect=here).done is Done.STORED
    now = history(task)
    calls: list[Callable[[], Outcome]] = [
        lambda: task.add("facts", "b", expect=here),
        lambda: task.set("n", 1, expect=here),
        lambda: task.close(expect=here),
    ]
    for call in calls:
        with pytest.raises(StaleRevision) as stale:
            call()
        assert (stale.value.expected, stale.value.current) == (here, now[0])
    outcomes = task.update([SetField(name="n", value=1), SetGoal(text="x")], expect=here)
    assert [outcome.done for outcome in outcomes] == [Done.FAILED, Done.FAILED]
    assert history(task) == now
    assert task.status == "open"


def test_threads_lose_nothing(session: Session) -> None:
    """Two threads on one object and two on their own: every entry is there, the line unbroken."""
    shared = session.task("busy")

    def write(task: Task, who: int) -> None:
        for no in range(20):
            assert task.add("facts", f"{who}-{no}").done is Done.STORED

    tasks = [shared, shared, session.task("busy"), session.task("busy")]
    threads = [threading.Thread(target=write, args=(task, no)) for no, task in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(texts(shared)) == sorted(f"{who}-{no}" for who in range(4) for no in range(20))
    assert len(history(shared)) == 81
    assert len({entry.id for entry in shared.state.facts}) == 80


WRITER = textwrap.dedent(
    """
    import os, sys
    import stratal

    database, who, count, die = sys.argv[1:]
    memory = stratal.open(database, durability="process", embedder=None)
    session = memory.session(stratal.Principal(tenant="acme", user="ana"), id=who)
    task = session.task("shared")
    for no in range(int(count)):
        assert task.add("facts", f"{who}-{no}").kept
        print(no, flush=True)
    if die == "die":
        os.kill(os.getpid(), 9)
    memory.close()
    """
)


def writer(address: str, who: str, count: int, die: str = "") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, address, who, str(count), die],
        stdout=subprocess.PIPE,
        text=True,
    )


def test_processes_lose_nothing(session: Session, address: str) -> None:
    """Two processes and this one write into one task at once; all of it is there."""
    task = session.task("shared", goal="g")
    others = [writer(address, who, 25) for who in ("p", "q")]
    for no in range(25):
        task.add("facts", f"here-{no}")
    for other in others:
        other.communicate(timeout=60)
        assert other.returncode == 0
    expected = {f"{who}-{no}" for who in ("p", "q", "here") for no in range(25)}
    assert set(texts(task)) == expected
    line = list(task.checkpoints())
    assert [one.seq for one in line] == list(range(76, 0, -1))


def test_a_task_goes_on_after_its_process_was_killed(session: Session, address: str) -> None:
    """All that was acknowledged before the crash is there for whoever resumes."""
    other = writer(address, "gone", 10, "die")
    said, _ = other.communicate(timeout=60)
    assert other.returncode == -9
    assert len(said.split()) == 10
    task = session.task("shared")
    assert task.opened.code == "resumed"
    assert texts(task) == [f"gone-{no}" for no in range(10)]
    assert task.add("facts", "on").done is Done.STORED


# Notes and the end


def test_notes_stand_in_no_checkpoint(session: Session) -> None:
    """Neither the state nor the history nor the rendering knows of them."""
    task = session.task("one", goal="g")
    before = history(task)
    note = task.note("port 8080 is taken by something")
    assert (note.done, note.code) == (Done.STORED, "noted")
    assert [one.text for one in task.notes()] == ["port 8080 is taken by something"]
    assert history(task) == before
    assert "8080" not in task.render()


def test_notes_expire_two_hours_after_their_last_use(session: Session, clock: ManualClock) -> None:
    """Saying it again or reading it is use; only looking is not."""
    task = session.task("one")
    task.note("a")
    clock.advance(timedelta(minutes=90))
    assert task.note("a").done is Done.UNCHANGED
    clock.advance(timedelta(minutes=90))
    assert len(task.notes()) == 1
    clock.advance(timedelta(minutes=119))
    assert len(task.notes(touch=False)) == 1
    clock.advance(timedelta(minutes=1))
    assert task.notes(touch=False) == ()
    assert task.notes() == ()
    assert task.note("a").done is Done.STORED


def test_closing_burns_the_notes_and_says_how_many(session: Session) -> None:
    """The conclusion stands in the last checkpoint; afterwards every write is rejected."""
    task = session.task("one", goal="g")
    fact = kept(task.add("facts", "a"))
    for text in ("x", "y", "z"):
        task.note(text)
    outcome = task.close("pnpm it is")
    assert (outcome.done, outcome.code) == (Done.STORED, "closed")
    assert "burned: 3" in outcome.message
    assert (task.status, task.state.conclusion) == ("closed", "pnpm it is")
    assert task.notes() == ()
    before = history(task)
    outcomes = [
        task.add("facts", "b"),
        task.remove(fact),
        task.set_goal("h"),
        *task.update([SetField(name="n", value=1)]),
        task.note("w"),
        task.abandon("why"),
        task.close("npm it is"),
        session.task("one", goal="h").opened,
    ]
    assert {(one.done, one.code) for one in outcomes} == {(Done.REJECTED, "task_ended")}
    assert task.close().done is Done.UNCHANGED
    assert task.close("pnpm it is").done is Done.UNCHANGED
    with pytest.raises(InvalidValue):
        task.fork(before[0], "late")
    assert history(task) == before


def test_abandoning_keeps_the_reason(session: Session) -> None:
    """The last checkpoint says why; notes burn as when closing."""
    task = session.task("one")
    task.note("x")
    outcome = task.abandon("the customer left")
    assert (outcome.code, task.status) == ("abandoned", "abandoned")
    assert "burned: 1" in outcome.message
    assert task.checkpoint.reason == "abandon: the customer left"


# Rendering


def test_a_rendering_is_the_same_for_the_same_state(session: Session) -> None:
    """Two objects, an older checkpoint, a fork: equal states give equal bytes."""
    task = session.task("one", goal="g")
    task.add("open", "why?")
    first = task.render()
    here = task.checkpoint.id
    assert session.task("one").render() == first
    assert task.fork(here, "b").render() == first
    task.add("facts", "because")
    assert task.render() != first
    assert task.render(at=here) == first


def test_what_a_rendering_leaves_out_is_read_by_handle(session: Session) -> None:
    """Goal and open questions stand first; the rest is counted and can be read whole."""
    task = session.task("one", goal="sort the archive")
    task.update(
        [Add(field=Field.FACTS, text=f"box {no} holds letters of {no}") for no in range(60)]
    )
    task.add("open", "whose letters?")
    shown = task.render()
    assert shown.index("sort the archive") < shown.index("whose letters?") < shown.index("Facts")
    [handle] = [word for word in shown.split() if word.endswith("#facts")]
    assert len(task.read(handle).splitlines()) == 60
    assert "box 0 " in task.read("task:one#all")


def test_what_changed_since_a_checkpoint_and_the_goal(session: Session) -> None:
    """Only what is otherwise than then, and the goal at the very end."""
    task = session.task("one", goal="ship it")
    task.add("facts", "old news")
    step = kept(task.add("plan", "build"))
    since = task.checkpoint.id
    assert task.render_changes(since) == "Goal: ship it"
    task.done(step)
    task.add("decisions", "用 vite", reason="更快")
    changed = task.render_changes(since)
    assert "old news" not in changed
    assert f"step done: {step}: build" in changed
    assert "用 vite (because: 更快)" in changed
    assert changed.endswith("\nGoal: ship it")


def test_a_session_of_another_person_has_other_tasks(memory: Memory) -> None:
    """Equal names in two tenants and of two users never meet."""
    for tenant, user in (("acme", "ana"), ("acme", "bo"), ("other", "ana")):
        session = memory.session(Principal(tenant=tenant, user=user), id="s")
        session.task("same").add("facts", f"{tenant} {user}")
    for tenant, user in (("acme", "ana"), ("acme", "bo"), ("other", "ana")):
        session = memory.session(Principal(tenant=tenant, user=user), id="s")
        assert texts(session.task("same")) == [f"{tenant} {user}"]
