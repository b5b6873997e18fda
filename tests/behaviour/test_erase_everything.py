"""A person with something in every table is erased, and every step of it is shown to be needed."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.planted import TENANT, Planted, plant

from stratal import DatabaseUnusable, Item, Layer, Memory, Person
from stratal.core.erasure import ErasureState, Receipt
from stratal.flows.absence import Absence, look_for
from stratal.flows.erasing import STEPS, Erasing
from stratal.flows.erasing.steps import KEPT
from stratal.storage.database import Database
from stratal.storage.migrations import migrations
from stratal.storage.postgresql import PostgresDatabase
from stratal.storage.sqlite import SqliteDatabase
from stratal.testing import HashEmbedder
from stratal.testing.postgresql import TestDatabase
from stratal.upkeep.doctor import examine

SHARED = ("document.repo", "document.repo.old", "document.repo.metadata", "name.document.repo")
"""What a person brought into a scope of others stays, and names them no longer."""


@pytest.fixture
def embedder() -> HashEmbedder:
    """Vectors of their own, so that these go too."""
    return HashEmbedder()


@pytest.fixture
def whole(database: Database, request: pytest.FixtureRequest) -> Iterator[Database]:
    """The database as whoever owns it opens it, and may read its files."""
    if isinstance(database, SqliteDatabase):
        yield database
        return
    emptied: TestDatabase = request.getfixturevalue("emptied_database")
    with warnings.catch_warnings(action="ignore"):
        opened = PostgresDatabase(emptied.superuser)
    opened.key_file = database.key_file
    yield opened
    opened.close()


@pytest.fixture
def ana(memory: Memory, tmp_path: Path) -> Planted:
    """One of two people with the same life."""
    folder = tmp_path / "folders"
    folder.mkdir()
    planted = plant(memory, "ana", folder=folder)
    plant(memory, "bo", folder=folder)
    return planted


def erasing(memory: Memory, whole: Database | None = None) -> Erasing:
    made = memory.erasing(TENANT, asked_by="data protection")
    if whole is None:
        return made
    whole.key_file = memory.database.key_file
    return Erasing(
        database=whole, tenant=TENANT, clock=made.clock, ids=made.ids, asked_by=made.asked_by
    )


def find(whole: Database, ana: Planted, *but: str) -> Absence:
    """Look for every mark of the person but those of these places."""
    left_out = set(ana.marks(*but)) if but else set()
    marks = [mark for mark in ana.marks() if mark not in left_out]
    return look_for(whole, marks, tenant=TENANT, user="ana")


def found(absence: Absence) -> dict[str, list[str]]:
    return {
        place.name: [one.where for one in place.found] for place in absence.places if place.found
    }


def rows_with(whole: Database, person: Planted) -> dict[str, list[str]]:
    """The rows in which marks of a person stand, by table."""
    absence = look_for(whole, person.marks(), tenant=TENANT, user=person.principal.user)
    return {
        place.name: sorted(one.where for one in place.found)
        for place in absence.places
        if place.unit == "rows" and place.found
    }


def after(receipt: Receipt) -> dict[str, int]:
    return {one.table: one.after for one in receipt.tables if one.after}


def test_every_table_has_its_step(database: Database) -> None:
    """A new table must be given to a step, or to the list of those that keep nothing of anybody."""
    tables = {
        table
        for one in migrations(database.dialect)
        for table in re.findall(r"CREATE TABLE (\w+)", one.sql)
    }
    reached = {table for step in STEPS for table in step.tables}
    elsewhere = {"sqlite": "search_vector", "postgresql": "vector"}[database.dialect.name]
    assert (reached - {elsewhere}) | set(KEPT) == tables
    assert not reached & set(KEPT)


def test_nothing_of_an_erased_person_is_found_anywhere(
    memory: Memory, whole: Database, ana: Planted
) -> None:
    """Not in a row, an index, or a byte; the doctor finds the rest as it should be."""
    assert find(whole, ana, *SHARED).found
    before = erasing(memory).preview(Person(user="ana"))
    done = erasing(memory).erase(Person(user="ana"), confirmed=True)
    assert after(done) == {}
    assert {one.table: one.before for one in done.tables} == {
        one.table: one.before for one in before.tables
    }
    erasing(memory, whole).compact()
    assert found(find(whole, ana, *SHARED)) == {}
    assert examine(memory.database, TENANT).findings == ()
    document = Item(layer=Layer.KNOWLEDGE, id=ana.ids["document.repo"])
    assert after(erasing(memory).erase(document)) == {}
    erasing(memory, whole).compact()
    assert found(find(whole, ana)) == {}
    [first, second] = erasing(memory).receipts()
    assert first.state is second.state is ErasureState.PHYSICAL
    assert examine(memory.database, TENANT).findings == ()


def test_the_other_person_keeps_everything(memory: Memory, whole: Database, tmp_path: Path) -> None:
    """Erasing one of two people with the same life takes nothing of the other's."""
    bo = plant(memory, "bo", folder=tmp_path)
    before = rows_with(whole, bo)
    plant(memory, "ana")
    erasing(memory).erase(Person(user="ana"), confirmed=True)
    assert rows_with(whole, bo) == before


@pytest.mark.parametrize("step", [step.name for step in STEPS if step.name != "tombstones"])
def test_every_step_is_needed(memory: Memory, whole: Database, step: str) -> None:
    """Without it something is found again, or counted by the second pass, or nothing can end."""
    ana = plant(memory, "ana")
    counted: dict[str, int] = {}
    kept = ""
    try:
        counted = after(erasing(memory).erase(Person(user="ana"), confirmed=True, without=(step,)))
    except DatabaseUnusable as error:
        kept = str(error).lower()
    if kept:
        # What refers to it still keeps a row from going.
        assert "foreign key" in kept
        return
    erasing(memory, whole).compact()
    assert found(find(whole, ana, *SHARED)) or counted
