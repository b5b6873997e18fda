"""Rows of an export are added many at once, and what has their place is told."""

from __future__ import annotations

from stratal.storage.database import Database
from stratal.storage.restoring import put, stored

AT = "2026-03-02T08:00:00+00:00"


def task(number: int) -> dict[str, object]:
    return {
        "owner": "ana",
        "id": f"t{number}",
        "status": "open",
        "last_seq": 1,
        "created_at": AT,
        "closed_at": None,
    }


def test_many_rows_are_added_at_once(database: Database) -> None:
    """As many as there are; where one of them has its place taken, that is said."""
    rows = [stored("task", task(number)) for number in range(1_200)]  # type: ignore[arg-type]
    with database.write("acme") as tx:
        assert put(tx, "task", rows[:1_000])
        assert not put(tx, "task", rows[999:1_100])
        assert put(tx, "task", rows[1_100:])
        assert put(tx, "task", [])
        assert len(tx.rows("find_tasks", owner="ana")) == 1_200


def test_many_changes_tell_how_many_rows_they_changed(database: Database) -> None:
    """Of all together, those that change nothing counted as nothing."""
    rows = [stored("task", task(number)) for number in range(3)]  # type: ignore[arg-type]
    with database.write("acme") as tx:
        assert tx.change_many("restore_task", rows[:2]) == 2
        assert tx.change_many("restore_task", rows) == 1
        assert tx.change_many("restore_task", rows) == 0
        assert tx.change_many("restore_task", []) == 0
