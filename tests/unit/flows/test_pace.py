"""How work on many things gives way to those who write."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from stratal.flows.pace import Pace
from stratal.storage.sqlite import Durability, SqliteDatabase


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "paced.db"


@pytest.fixture
def database(path: Path) -> Iterator[SqliteDatabase]:
    opened = SqliteDatabase(path, durability=Durability.PROCESS)
    yield opened
    opened.close()


def write(database: SqliteDatabase, owner: str) -> None:
    with database.write("acme") as tx:
        tx.row("event_log_open", owner=owner)


def compute(seconds: float) -> None:
    used = time.thread_time()
    while time.thread_time() - used < seconds:
        pass


def pause(pace: Pace) -> float:
    """Seconds until the next transaction begins."""
    asked = time.monotonic()
    with pace.step():
        return time.monotonic() - asked


def test_whoever_writes_is_told_of(database: SqliteDatabase, path: Path) -> None:
    """Each commit gives another number, of this handle or of another; reading gives the same."""
    seen = [database.changes()]
    write(database, "ana")
    seen.append(database.changes())
    other = SqliteDatabase(path, durability=Durability.PROCESS)
    write(other, "bo")
    seen.append(database.changes())
    with database.read("acme") as tx:
        tx.rows("sweep_list", limit=1)
    assert len(set(seen)) == 3
    assert database.changes() == seen[-1]
    other.close()


def test_the_pause_is_long_only_beside_a_writer(database: SqliteDatabase, path: Path) -> None:
    """Several times what was computed once somebody else has written, else a moment."""
    pace = Pace(database, beside=10)
    with pace.step():
        write(database, "ana")
        compute(0.01)
    assert pause(pace) < 0.05, "what it writes itself is nobody else's"
    other = SqliteDatabase(path, durability=Durability.PROCESS)
    with pace.step():
        compute(0.01)
    write(other, "bo")
    other.close()
    assert pause(pace) >= 0.08


def test_small_transactions_are_counted_together(database: SqliteDatabase) -> None:
    """There is no pause before they come to what was set."""
    pace = Pace(database, beside=1, after=10.0)
    asked = time.monotonic()
    for _ in range(50):
        with pace.step():
            pass
    assert time.monotonic() - asked < 0.1
