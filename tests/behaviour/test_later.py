"""Flows left for later: in a thread or by a worker, each conversation in order, none in the way."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Memory, Session, TimeOrderedIds
from stratal.cli.app import run
from stratal.core.runs import RunState
from stratal.later import flow_handlers, leave_idle
from stratal.storage.database import Database
from stratal.storage.sqlite import SqliteDatabase
from stratal.testing import ScriptedModel
from stratal.testing.clock import ManualClock
from stratal.upkeep.worker import Worker

SCOPES = ("user:ana", "repo:ferry")


@pytest.fixture
def at_work(memory: Memory, clock: ManualClock) -> Callable[[], Worker]:
    """`at_work()`: a worker with the memory's language model, by the test's clock."""

    def worker() -> Worker:
        return Worker(
            memory.database,
            tenants=["acme"],
            embedder=None,
            clock=clock,
            ids=TimeOrderedIds(clock),
            also=flow_handlers(memory),
        )

    return worker


def say(session: Session, *texts: str) -> None:
    for at, text in enumerate(texts):
        role = "user" if at % 2 == 0 else "assistant"
        session.conversation.append({"role": role, "content": text})


def found(text: str) -> dict[str, Any]:
    return {"facts": [{"text": text, "evidence": [{"message": 1, "quotation": text}]}]}


def test_a_thread_of_the_program_does_it(memory: Memory, sessions: Sessions) -> None:
    """Left for later, it is done while the program goes on; the sessions that read it wait not."""
    memory.language_model = ScriptedModel(found("Pier 3 is shut today"))
    session = sessions("ana", scopes=SCOPES)
    task = session.task("piers", goal="know the piers")
    say(session, "Pier 3 is shut today.", "Ok.")
    session.consolidate_later(task)
    worker = memory.start_worker(["acme"])
    until = time.monotonic() + 20
    while not task.state.facts and time.monotonic() < until:
        time.sleep(0.02)
    worker.stop()
    assert [fact.text for fact in task.state.facts] == ["Pier 3 is shut today"]


def test_a_prompt_leaves_it_for_a_worker_and_never_waits_for_a_model(
    memory: Memory, sessions: Sessions, at_work: Callable[[], Worker]
) -> None:
    """When it is time to, a job is left; until it is done the messages stand in the prompt."""
    model = ScriptedModel(found("Pier 3 is shut today"))
    memory.language_model = model
    session = sessions("ana", scopes=SCOPES)
    task = session.task("piers", goal="know the piers")
    say(session, "Pier 3 is shut today.", *("Ok." for _ in range(43)))
    session.conversation.append({"role": "user", "content": "Which pier?"})
    context = session.context(task=task, stage="auto")
    assert model.calls == 0
    assert "Pier 3 is shut today" in str(context.to_anthropic())
    assert at_work().work() == 1
    assert [fact.text for fact in task.state.facts] == ["Pier 3 is shut today"]


def test_a_conversation_that_fails_does_not_hold_up_another(
    memory: Memory, sessions: Sessions, clock: ManualClock, at_work: Callable[[], Worker]
) -> None:
    """The poison one is tried again, longer and longer, then set aside; the other is done."""
    good = found("Pier 3 is shut today")
    memory.language_model = ScriptedModel(
        lambda request: "I would rather talk." if "poison" in request.text else good
    )
    bad, other = (sessions("ana", id=name, scopes=SCOPES) for name in ("monday", "tuesday"))
    say(bad, "This is poison.", "Ok.")
    say(other, "Pier 3 is shut today.", "Ok.")
    for session, name in ((bad, "first"), (other, "second")):
        session.consolidate_later(session.task(name, goal="know the piers"))
    worker = at_work()
    worker.work()
    assert [fact.text for fact in other.tasks.get("second").state.facts] == ["Pier 3 is shut today"]
    assert worker.backlog()["acme"].waiting == 1
    for _ in range(3):
        clock.advance(timedelta(hours=2))
        worker.work()
    [aside] = bad.runs.latest(RunState.SET_ASIDE)
    assert aside.attempts == 3
    assert worker.backlog()["acme"].waiting == 0
    say(bad, "Pier 3 is shut today.", "Ok.")
    good["facts"][0]["evidence"][0]["message"] = 3
    bad.consolidate_later(bad.tasks.get("first"))
    worker.work()
    assert [fact.text for fact in bad.tasks.get("first").state.facts] == ["Pier 3 is shut today"]


def test_a_conversation_that_is_idle_has_ended(
    memory: Memory, sessions: Sessions, clock: ManualClock, at_work: Callable[[], Worker]
) -> None:
    """After the policy's day a worker keeps what it was about; again when it goes on, then ends."""
    session = sessions("ana", scopes=SCOPES)
    say(session, "The printer at pier 3 is out of toner.", "I ordered some.")
    clock.advance(timedelta(hours=23))
    assert leave_idle(memory, "acme", clock.now()) == 0
    clock.advance(timedelta(hours=2))
    assert leave_idle(memory, "acme", clock.now()) == 1
    at_work().work()
    [summary] = session.summaries()
    assert "toner" in summary.text
    assert leave_idle(memory, "acme", clock.now()) == 0
    say(session, "It came.")
    clock.advance(timedelta(days=2))
    assert leave_idle(memory, "acme", clock.now()) == 1
    at_work().work()
    assert [one.span for one in session.summaries()] == [(1, 3)]


def test_a_summary_that_was_taken_back_is_gone(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Rolled back, the run leaves what had been told before, and no worker tells it once more."""
    session = sessions("ana", scopes=SCOPES)
    say(session, "The printer at pier 3 is out of toner.", "I ordered some.")
    first = session.end()
    say(session, "It came, and it is the wrong one.", "I see.")
    second = session.end()
    assert first is not None
    assert second is not None
    session.runs.roll_back(second.run.id)
    assert [one.run for one in session.summaries()] == [first.run.id]
    session.runs.roll_back(first.run.id)
    assert session.summaries() == []
    clock.advance(timedelta(days=2))
    assert leave_idle(memory, "acme", clock.now()) == 0
    again = session.end()
    assert again is not None
    assert [one.run for one in session.summaries()] == [again.run.id]


def test_the_command_line_shows_approves_and_takes_back(
    database: Database, sessions: Sessions, capsys: pytest.CaptureFixture[str]
) -> None:
    """Consolidate dry, approve, archive, roll back: each answers with what it did."""
    if not isinstance(database, SqliteDatabase):
        pytest.skip("one database is enough for what is printed")
    session = sessions("ana", id="c1", scopes=SCOPES)
    say(session, "In this repo use pnpm, not npm.", "Ok.")
    task = session.task("t1", goal="add dates")
    task.add("decisions", "Dates are stored in UTC", reason="the harbour has two clocks")
    where = ["--database", database.name, "--tenant", "acme", "--user", "ana", "--json"]
    here = [*where, "--scope", "repo:ferry", "--conversation", "c1"]

    def answer(*words: str, status: int = 0) -> Any:
        assert run([*words]) == status
        return json.loads(capsys.readouterr().out)

    dry = answer("consolidate", "t1", "--dry-run", *here)
    assert [one["state"] for one in dry["runs"]] == ["dry_run"]
    assert len(task.state.facts) == 0
    shown = answer("runs", "show", dry["runs"][0]["id"][:20], *where)
    assert shown["items"][0]["proposal"] == "facts: Use pnpm, not npm"
    answer("runs", "approve", dry["runs"][0]["id"], *where)
    assert [fact.text for fact in session.tasks.get("t1").state.facts] == ["Use pnpm, not npm"]
    archived = answer("archive", "t1", "--conclusion", "Dates are done.", *here)
    assert [one["done"] for one in archived["outcomes"]] == ["stored", "stored", "stored"]
    listed = answer("runs", "list", "--state", "done", *where)["runs"]
    assert [one["flow"] for one in listed] == ["archive", "consolidate"]
    undone = answer("runs", "rollback", listed[0]["id"], *where)["outcomes"]
    assert {one["done"] for one in undone} == {"removed"}
    assert session.memories.entries() == []
    assert answer("runs", "spend", *where)["spend"] == []
    assert answer("worker", "--status", *where)["tenants"][0]["waiting"] == 0
    assert run(["runs", "show", "nowhere-at-all", *where]) == 3
    assert run(["runs", "approve", listed[1]["id"], *where]) == 2
