"""What the queries read: what they are asked for, and not all that lies around it."""

from __future__ import annotations

import re
from pathlib import Path

import apsw
import pytest

from stratal.storage.database import named_queries
from stratal.storage.sqlite import SQLITE, SqliteDatabase


@pytest.mark.parametrize(
    ("query", "read"),
    [
        ("records_current", "(tenant=? AND record=?)"),
        ("records_weights", "(tenant=? AND record=?)"),
        ("records_history", "(tenant=? AND record=?)"),
        ("records_in_scope", "(tenant=? AND layer=? AND scope=? AND status=?)"),
        ("records_of_topic", "(tenant=? AND layer=? AND scope=? AND subject=? AND attribute=?)"),
        ("evidence_of", "(tenant=? AND record=?)"),
        ("message_by_ids", "(tenant=? AND owner=? AND conversation=? AND id=?)"),
        ("message_by_seqs", "(tenant=? AND owner=? AND conversation=? AND seq=?)"),
        ("search_entries", "(tenant=? AND space=? AND seq=?)"),
        ("search_entries_named", "(tenant=? AND space=? AND item=?)"),
        ("search_entries_of_part", "(tenant=? AND space=? AND part=?)"),
        ("postings_of", "(tenant=? AND space=? AND first=? AND term=?)"),
        ("postings_of_run", "(tenant=? AND space=? AND first=? AND term=?)"),
        ("postings_entries", "(tenant=? AND space=? AND seq>? AND seq<?)"),
        ("vector_sweep", "(rowid>? AND rowid<?)"),
    ],
)
def test_a_key_is_used_whole(tmp_path: Path, query: str, read: str) -> None:
    """SQLite looks up what is named, however much else the tenant, layer or space holds."""
    file = tmp_path / "stratal.db"
    SqliteDatabase(file).close()
    connection = apsw.Connection(str(file))
    text = SQLITE.query(named_queries("sqlite")[query])
    values = dict.fromkeys(re.findall(r":(\w+)", text), "1")
    plan = [str(row[3]) for row in connection.execute(f"EXPLAIN QUERY PLAN {text}", values)]
    connection.close()
    assert any(read in step for step in plan), plan
    assert not [step for step in plan if step.startswith("SCAN") and "json_each" not in step], plan
