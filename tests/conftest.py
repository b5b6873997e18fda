"""Settings of the whole suite: the same examples everywhere, and no trace of the machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from stratal.storage.database import Database
from stratal.storage.sqlite import Durability, SqliteDatabase
from stratal.testing.clock import ManualClock

# Generated examples are the same on every run, so that a red suite is red twice; a busy machine
# is no fault of the code, so there is no deadline.
settings.register_profile(
    "suite",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
# The search for new examples, by hand: HYPOTHESIS_PROFILE=explore make test
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))

# What a developer has set for the command line must not decide what a test finds.
for name in [name for name in os.environ if name.startswith("STRATAL_")]:
    del os.environ[name]


@pytest.fixture(params=["sqlite"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """An empty database of each kind."""
    opened = SqliteDatabase(tmp_path / "stratal.db", durability=Durability.PROCESS)
    yield opened
    opened.close()


@pytest.fixture
def clock() -> ManualClock:
    """A clock that stands at a Monday morning until the test moves it."""
    return ManualClock()
