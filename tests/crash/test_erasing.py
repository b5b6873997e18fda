"""An erasure that is killed: nothing of it is half, and whoever comes next ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from tests.planted import TENANT, Planted, plant

import stratal
from stratal import Memory, Principal
from stratal.flows.absence import look_for
from stratal.flows.erasing import STEPS
from stratal.later import leave_due
from stratal.storage.database import Database
from stratal.testing.clock import ManualClock
from stratal.upkeep.doctor import examine

KILLED = """
import sys, time
import stratal

path, key, step = sys.argv[1:4]

def told(name, number, of):
    if name == step:
        print(name, flush=True)
        if len(sys.argv) > 4:
            time.sleep(600)

with stratal.open(path, embedder=None, receipt_key=key) as memory:
    erasing = memory.erasing("acme", asked_by="dpo")
    if step == "any":
        print("begun", flush=True)
    erasing.erase(stratal.Person(user="ana"), confirmed=True, told=told)
"""
SHARED = ("document.repo", "document.repo.old", "document.repo.metadata", "name.document.repo")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def kill_at(address: str, key: Path, step: str) -> None:
    """Begin to erase in another process, and kill it when it comes to that step."""
    erasing = subprocess.Popen(
        [sys.executable, "-c", KILLED, address, str(key), step, "sleep"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert erasing.stdout is not None
    assert erasing.stdout.readline().strip() == step
    os.kill(erasing.pid, signal.SIGKILL)
    erasing.communicate()


def gone(database: Database, ana: Planted) -> bool:
    """Whether no row says anything of the person."""
    shared = set(ana.marks(*SHARED))
    marks = [mark for mark in ana.marks() if mark not in shared]
    absence = look_for(database, marks, tenant=TENANT, user="ana")
    return not any(place.found for place in absence.places if place.unit == "rows")


@pytest.mark.parametrize("step", [STEPS[at].name for at in (0, 1, 5, 9, 12, len(STEPS) - 1)])
def test_a_killed_erasure_is_ended_by_who_comes_next(
    memory: Memory, address: str, step: str
) -> None:
    """The row says that it is due; ending it leaves nothing, and the receipt counts all of it."""
    ana = plant(memory, "ana")
    plant(memory, "bo")
    key = memory.database.key_file
    assert key is not None
    before = memory.erasure(TENANT, stratal.Person(user="ana"), asked_by="dpo")
    kill_at(address, key, step)
    assert "erasure" in examine(memory.database, TENANT).counts
    # A reader in between sees whole things, or none.
    session = memory.session(Principal(tenant=TENANT, user="ana"), id="another")
    for record in (*session.memories.entries(), *session.profile.facts()):
        assert record.content
    [done] = memory.erasing(TENANT, asked_by="dpo").resume()
    assert {one.table: one.after for one in done.tables if one.after} == {}
    counted = {one.table: one.gone for one in done.tables}
    for table in ("message", "record", "checkpoint", "event"):
        assert counted[table] == {one.table: one.gone for one in before.tables}[table]
    assert gone(memory.database, ana)
    assert examine(memory.database, TENANT).findings == ()


def test_a_worker_ends_what_was_broken_off(
    memory: Memory, address: str, clock: ManualClock
) -> None:
    """Some minutes later, when nobody can be at it any more."""
    ana = plant(memory, "ana")
    key = memory.database.key_file
    assert key is not None
    kill_at(address, key, "records")
    [due] = memory.erasing(TENANT, asked_by="dpo").unfinished()
    leave_due(memory, TENANT, due.asked_at + timedelta(minutes=1))
    assert not gone(memory.database, ana)
    leave_due(memory, TENANT, due.asked_at + timedelta(hours=1))
    assert gone(memory.database, ana)
    assert memory.erasing(TENANT, asked_by="dpo").unfinished() == []


def test_kills_at_any_moment_lose_nothing_that_is_not_the_persons(
    memory: Memory, address: str, tmp_path: Path
) -> None:
    """Killed after some milliseconds, several times; ended, the doctor finds nothing."""
    plant(memory, "bo")
    key = memory.database.key_file
    assert key is not None
    memory.database.receipt_key(make=True)
    session = memory.session(Principal(tenant=TENANT, user="ana"), id="monday")
    for wait in (0.02, 0.08, 0.2):
        for number in range(30):
            session.conversation.append({"role": "user", "content": f"Crate {number} is green."})
            session.memories.remember(f"Crate {number} of the harbour is green.")
        erasing = subprocess.Popen(
            [sys.executable, "-c", KILLED, address, str(key), "any"],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert erasing.stdout is not None
        erasing.stdout.readline()
        try:
            erasing.wait(wait)
        except subprocess.TimeoutExpired:
            os.kill(erasing.pid, signal.SIGKILL)
        erasing.communicate()
        memory.erasing(TENANT, asked_by="dpo").resume()
        memory.erasing(TENANT, asked_by="dpo").erase(stratal.Person(user="ana"), confirmed=True)
        assert examine(memory.database, TENANT).findings == ()
        assert session.memories.entries() == []
