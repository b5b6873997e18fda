"""Flows in workers that are killed: done once, in order, and what is not done yet is still read."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

import stratal
from stratal import Memory, Principal, SystemClock, TimeOrderedIds
from stratal.core.runs import RunState
from stratal.later import flow_handlers
from stratal.testing import ScriptedModel
from stratal.testing.clock import ManualClock
from stratal.upkeep.worker import Worker

ANA = Principal(tenant="acme", user="ana")
SCOPES = ("user:ana", "repo:ferry")

KILLED = """
import json, sys, time
from datetime import timedelta
import stratal
from stratal.later import flow_handlers
from stratal.testing import ScriptedModel
from stratal.upkeep.worker import Worker

path, where = sys.argv[1:3]
taken = []

def reply(request):
    if where == "asked" and len(taken) == 1:
        print("in the middle", flush=True)
        time.sleep(600)
    at = len(taken)
    taken.append(at)
    said = f"Locker {at} is free"
    number = request.text.split("[")[1].split("]")[0]
    return {"facts": [{"text": said, "evidence": [{"message": number, "quotation": said}]}]}

def watch(tenant, job, progress):
    if where == "written":
        print("in the middle", flush=True)
        time.sleep(600)

model = ScriptedModel(reply, window=1_000)
with stratal.open(path, embedder=None, language_model=model) as memory:
    clock = stratal.SystemClock()
    Worker(
        memory.database, tenants=["acme"], embedder=None, clock=clock,
        ids=stratal.TimeOrderedIds(clock), lease=timedelta(seconds=1), watch=watch,
        also=flow_handlers(memory),
    ).work()
"""


def say(memory: Memory, count: int) -> None:
    session = memory.session(ANA, id="monday", scopes=SCOPES)
    for n in range(count):
        filler = "It is painted, cleaned and locked, and nobody has its key. " * 40
        session.conversation.append(
            {"role": "user", "content": f"Locker {n} is free, I looked. {filler}"}
        )
        session.conversation.append({"role": "assistant", "content": "Ok."})


@pytest.mark.parametrize("where", ["asked", "written"])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_killed_worker_loses_nothing_and_nothing_is_done_twice(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str, where: str
) -> None:
    """Kill -9 while a model is asked, or after a span was written: another worker ends the job.

    Each span is one run and one checkpoint, in order; before that the messages are still read.
    """
    path = str(tmp_path / "killed.db")
    if kind == "postgresql":
        path = request.getfixturevalue("emptied_database").runtime
    with stratal.open(path, embedder=None) as memory:
        say(memory, 3)
        session = memory.session(ANA, id="monday", scopes=SCOPES)
        session.conversation.append({"role": "user", "content": "Which lockers are free?"})
        session.consolidate_later(session.task("lockers", goal="find a free locker"))
        assert session.consolidate_later(session.task("lockers")).code == "waits_already"
    victim = subprocess.Popen(
        [sys.executable, "-c", KILLED, path, where], stdout=subprocess.PIPE, text=True
    )
    assert victim.stdout is not None
    assert victim.stdout.readline() == "in the middle\n"
    os.kill(victim.pid, signal.SIGKILL)
    victim.communicate()

    # By a clock that is past every lease, so that nobody has to wait for one.
    clock = ManualClock(SystemClock().now() + timedelta(minutes=15))
    taken = 1

    def reply(asked: object) -> dict[str, object]:
        nonlocal taken
        said = f"Locker {taken} is free"
        taken += 1
        number = str(asked.text).split("[")[1].split("]")[0]  # type: ignore[attr-defined]
        evidence = [{"message": number, "quotation": said}]
        return {"facts": [{"text": said, "evidence": evidence}]}

    model = ScriptedModel(reply, window=1_000)
    with stratal.open(path, embedder=None, language_model=model, clock=clock) as memory:
        session = memory.session(ANA, id="monday", scopes=SCOPES)
        task = session.tasks.get("lockers")
        assert len(task.state.facts) == 1
        # What is not consolidated yet is still in the prompt.
        assert "Locker 2 is free" in str(session.context(task=task).to_anthropic())
        worker = Worker(
            memory.database,
            tenants=["acme"],
            embedder=None,
            clock=clock,
            ids=TimeOrderedIds(clock),
            also=flow_handlers(memory),
        )
        assert worker.work() == 1
        assert [fact.text for fact in task.state.facts] == [f"Locker {n} is free" for n in range(3)]
        runs = session.runs.latest()
        assert {run.state for run in runs} == {RunState.DONE}
        assert [run.span for run in reversed(runs)] == [(1, 2), (3, 4), (5, 6)]
        assert len(list(task.checkpoints())) == 4
        assert worker.work() == 0
        assert worker.backlog()["acme"].waiting == 0
