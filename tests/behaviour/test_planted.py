"""A planted person is everywhere: what tests of erasing and of access rest on."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest
from tests.planted import plant

from stratal import Memory, Status
from stratal.storage.database import Database
from stratal.storage.sqlite import SqliteDatabase
from stratal.testing import HashEmbedder
from stratal.testing.postgresql import TestDatabase
from stratal.upkeep.doctor import examine

NOBODYS = {
    "stratal_migration": "what the schema is, not who is in it",
    "erasure": "what is there after an erasure; tests that erase look at it",
    "erasure_mark": "what is there while an erasure runs",
    "erased_hash": "what is there after an erasure",
}
"""Tables that hold nothing of anybody, with the reason."""

Tables = Callable[[], dict[str, list[tuple[Any, ...]]]]


@pytest.fixture
def embedder() -> HashEmbedder:
    return HashEmbedder()


@pytest.fixture
def tables(database: Database, request: pytest.FixtureRequest) -> Tables:
    """Every row of every table that the schema has, by the table's name."""

    def sqlite() -> dict[str, list[tuple[Any, ...]]]:
        with closing(apsw.Connection(database.name)) as file:
            names = (
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            )
            return {
                name: list(file.execute(f"SELECT * FROM {name}")) for (name,) in file.execute(names)
            }

    def postgresql() -> dict[str, list[tuple[Any, ...]]]:
        emptied: TestDatabase = request.getfixturevalue("emptied_database")
        names = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'"
        with psycopg.connect(emptied.superuser) as server:
            return {
                name: server.execute(f"SELECT * FROM {name}").fetchall()
                for (name,) in server.execute(names).fetchall()
            }

    return sqlite if isinstance(database, SqliteDatabase) else postgresql


def readable(value: object) -> str:
    """A value as text, unpacked if it was packed."""
    if not isinstance(value, bytes | memoryview):
        return str(value)
    try:
        return zlib.decompress(bytes(value)).decode()
    except zlib.error:
        return bytes(value).decode(errors="replace")


def test_every_table_has_something_of_a_planted_person(
    memory: Memory, tables: Tables, tmp_path: Path
) -> None:
    """A new table is planted too, or named among those that hold nothing of anybody."""
    plant(memory, "ana", folder=tmp_path)
    empty = {name for name, rows in tables().items() if not rows}
    assert empty - NOBODYS.keys() == set()


def test_records_of_every_status_are_planted(memory: Memory) -> None:
    """But for what only time or a sweep makes of them."""
    session = plant(memory, "ana").session(memory)
    memories = session.memories.entries(statuses=list(Status))
    assert {one.status for one in memories} == {
        Status.ACTIVE,
        Status.SUPERSEDED,
        Status.PENDING,
        Status.COLD,
        Status.REJECTED,
    }
    facts = {one.topic: one.status for one in session.profile.pending()}
    assert set(facts.values()) == {Status.PENDING}


def test_every_mark_stands_in_the_database_until_it_is_erased(
    memory: Memory, tables: Tables, tmp_path: Path
) -> None:
    """Two people's marks are all there and are not each other's; what was deleted is not."""
    ana = plant(memory, "ana", folder=tmp_path)
    bo = plant(memory, "bo", agent=None)
    assert set(ana.marks()).isdisjoint(bo.marks())
    everything = "\n".join(
        readable(value) for rows in tables().values() for row in rows for value in row
    )
    for one in (ana, bo):
        missing = {
            place: mark
            for place in one.words
            if place not in (*one.gone, *one.outside)
            for mark in one.marks(place)
            if mark not in everything
        }
        assert missing == {}
        assert [mark for mark in one.marks(*one.gone) if mark in everything] == []


def test_a_planted_database_is_sound(memory: Memory) -> None:
    """The doctor finds nothing: what was planted came in by the front door."""
    plant(memory, "ana")
    plant(memory, "bo")
    assert examine(memory.database, "acme").findings == ()
