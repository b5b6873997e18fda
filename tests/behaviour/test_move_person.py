"""A person's data, brought into another database: as they were, once, whole, and nobody else's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.planted import SHARED, plant

from stratal import Embedder, Memory, default_policy
from stratal.core.clock import TimeOrderedIds
from stratal.storage.sqlite import Durability, SqliteDatabase
from stratal.testing import HashEmbedder
from stratal.testing.clock import ManualClock
from stratal.transfer.person import write_person
from stratal.transfer.restore import Restored, restore_person
from stratal.upkeep.doctor import examine

DATA = "data.json"
NOT_CARRIED = ("keys",)


@pytest.fixture
def embedder() -> Embedder:
    return HashEmbedder()


@contextmanager
def opened(folder: Path, clock: ManualClock, name: str = "b") -> Iterator[Memory]:
    memory = Memory(
        SqliteDatabase(folder / f"{name}.db", durability=Durability.PROCESS),
        policy=default_policy(),
        embedder=HashEmbedder(),
        clock=clock,
        ids=TimeOrderedIds(clock),
        receipt_key=folder / f"{name}-key",
    )
    try:
        yield memory
    finally:
        memory.close()


def export(memory: Memory, folder: Path, clock: ManualClock, user: str = "ana") -> Path:
    write_person(memory.database, tenant="acme", user=user, folder=folder, now=clock.now())
    return folder


def bring(memory: Memory, source: Path, user: str = "ana") -> Restored:
    return restore_person(memory.database, tenant="acme", user=user, source=source, scopes=SHARED)


def content(folder: Path) -> dict[str, Any]:
    """What an export says, in no order, without the time at which it was made and the keys."""
    document = json.loads((folder / DATA).read_text(encoding="utf-8"))
    del document["made_at"]
    for name in NOT_CARRIED:
        document[name] = []
    return {
        name: sorted(json.dumps(row, sort_keys=True) for row in value)
        if isinstance(value, list)
        else value
        for name, value in document.items()
    }


def faults(memory: Memory) -> list[str]:
    return [str(one) for one in examine(memory.database, "acme").findings]


def test_there_and_again_is_the_same(memory: Memory, clock: ManualClock, tmp_path: Path) -> None:
    """An export of A, brought into an empty B, is exported by B as it was; and by A again."""
    plant(memory, "ana")
    plant(memory, "bo", agent=None)
    first = export(memory, tmp_path / "a", clock)
    clock.advance(timedelta(days=30))
    with opened(tmp_path, clock) as other:
        done = bring(other, first)
        assert [one.message for one in done.rejected if one.code != "not_carried"] == []
        second = export(other, tmp_path / "b", clock)
        assert content(second) == content(first)
        assert faults(other) == []
