"""A sweep that is killed: what it did is whole and recorded, and the next one ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

import stratal
from stratal import MessageEvidence, Principal, Standing, Status
from stratal.core.forgetting import SweepState
from stratal.storage import sweeps
from stratal.testing.clock import START, ManualClock
from stratal.upkeep.doctor import examine

ANA = Principal(tenant="acme", user="ana")
COUNT = 120

KILLED = """
import sys, time
from datetime import timedelta
import stratal
from stratal.testing.clock import ManualClock, START

def told(progress):
    if progress.done >= int(sys.argv[2]):
        print("in the middle", flush=True)
        time.sleep(600)

clock = ManualClock(START + timedelta(days=30))
with stratal.open(sys.argv[1], embedder=None, clock=clock) as memory:
    memory.sweep("acme", told=told)
"""


@pytest.mark.parametrize("after", [1, 60])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_killed_sweep_is_gone_on_with(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str, after: int
) -> None:
    """Kill -9 between two of its transactions: the next sweep is the same one, and does the rest.

    Each thing is done once, and undoing it brings back all of it.
    """
    path = str(tmp_path / "killed.db")
    if kind == "postgresql":
        path = request.getfixturevalue("emptied_database").runtime
    clock = ManualClock(START)
    with stratal.open(path, embedder=None, clock=clock) as memory:
        session = memory.session(ANA, id="monday")
        ids = [
            session.memories.remember(f"Locker {n} squeaks.", importance=2).id for n in range(COUNT)
        ]
    victim = subprocess.Popen(
        [sys.executable, "-c", KILLED, path, str(after)], stdout=subprocess.PIPE, text=True
    )
    assert victim.stdout is not None
    assert victim.stdout.readline() == "in the middle\n"
    os.kill(victim.pid, signal.SIGKILL)
    victim.communicate()

    clock.set(START + timedelta(days=30, minutes=1))
    with stratal.open(path, embedder=None, clock=clock) as memory:
        with memory.database.read("acme") as tx:
            [begun] = sweeps.newest(tx, 5)
            done = sweeps.actions(tx, begun.id, limit=500)
        assert begun.state is SweepState.RUNNING
        assert 0 < len(done) < COUNT
        session = memory.session(ANA, id="monday")
        cold = {one.id for one in session.memories.cold()}
        assert cold == {one.item for one in done}

        report = memory.sweep("acme")
        assert report.id == begun.id
        assert report.count == COUNT
        assert report.state is SweepState.DONE
        assert {one.id for one in session.memories.cold()} == set(ids)
        assert all(len(session.memories.log(one)) == 2 for one in ids if one is not None)
        assert examine(memory.database, "acme").clean

        assert memory.undo("acme", begun.id, by="ana").undone == COUNT
        restored = [session.memories.get(one).status for one in ids if one is not None]
        assert set(restored) == {Status.ACTIVE}


EXPIRING = """
import sys, time
from dataclasses import replace
from datetime import timedelta
import stratal
from stratal.testing.clock import ManualClock, START

def told(progress):
    if progress.what == "removed":
        print("in the middle", flush=True)
        time.sleep(600)

clock = ManualClock(START + timedelta(days=70))
with stratal.open(sys.argv[1], embedder=None, clock=clock) as memory:
    memory.policy = replace(memory.policy, conversation_ttl=timedelta(days=60))
    memory.sweep("acme", told=told)
"""


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_retention_that_is_killed_is_gone_on_with(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    """Kill -9 when some of the messages are removed: these are gone whole, the others follow."""
    path = str(tmp_path / "killed.db")
    if kind == "postgresql":
        path = request.getfixturevalue("emptied_database").runtime
    clock = ManualClock(START)
    count = 250
    with stratal.open(path, embedder=None, clock=clock) as memory:
        memory.policy = replace(memory.policy, conversation_ttl=timedelta(days=60))
        session = memory.session(ANA, id="monday")
        texts = [f"Locker {n} squeaks." for n in range(count)]
        session.conversation.extend([{"role": "user", "content": text} for text in texts])
        first, *_, last = session.conversation
        for one in (first, last):
            cited = MessageEvidence(conversation="monday", message=one.id, quotation=one.text)
            session.memories.remember(one.text, evidence=cited)
        clock.set(START + timedelta(days=61))
        memory.sweep("acme")
    victim = subprocess.Popen(
        [sys.executable, "-c", EXPIRING, path], stdout=subprocess.PIPE, text=True
    )
    assert victim.stdout is not None
    assert victim.stdout.readline() == "in the middle\n"
    os.kill(victim.pid, signal.SIGKILL)
    victim.communicate()

    clock.set(START + timedelta(days=70, minutes=1))
    with stratal.open(path, embedder=None, clock=clock) as memory:
        memory.policy = replace(memory.policy, conversation_ttl=timedelta(days=60))
        session = memory.session(ANA, id="monday")
        left = len(list(session.conversation))
        assert 0 < left < count
        assert examine(memory.database, "acme").clean
        assert memory.sweep("acme").removed == left
        assert list(session.conversation) == []
        standings = {held.standing for one in session.memories.entries() for held in one.evidence}
        assert standings == {Standing.EXPIRED}
        assert examine(memory.database, "acme").clean
