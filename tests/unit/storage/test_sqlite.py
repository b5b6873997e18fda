"""SQLite beneath the contract: what it is set to, what it refuses, what leaves the file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import apsw
import pytest

import stratal
from stratal import DatabaseUnusable, Durability, MessageEvidence, Principal, SchemaMismatch
from stratal.storage.database import Value, named_queries
from stratal.storage.sqlite import SQLITE, SqliteDatabase

ANA = Principal(tenant="acme", user="ana")


def pragma(database: SqliteDatabase, name: str) -> object:
    """A setting of the very connection that writes."""
    assert database._writer is not None
    return database._writer.pragma(name)


@pytest.mark.parametrize(("durability", "level"), [("full", 2), ("process", 1)])
def test_the_connection_keeps_its_promises(tmp_path: Path, durability: str, level: int) -> None:
    """Write-ahead log, foreign keys, deletion that overwrites, and syncs as the durability says."""
    database = SqliteDatabase(tmp_path / "a.db", durability=Durability(durability))
    assert pragma(database, "journal_mode") == "wal"
    assert pragma(database, "foreign_keys") == 1
    assert pragma(database, "secure_delete") == 1
    assert pragma(database, "synchronous") == level
    assert pragma(database, "page_size") == 8192
    database.close()


def test_tables_are_strict(tmp_path: Path) -> None:
    """Every table of ours takes no value of another type."""
    SqliteDatabase(tmp_path / "a.db").close()
    plain = apsw.Connection(str(tmp_path / "a.db"))
    loose = plain.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0"
        " AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    keys = plain.execute(
        "SELECT t.name FROM pragma_table_list t WHERE t.schema = 'main'"
        " AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'vector' AND NOT EXISTS ("
        "   SELECT 1 FROM pragma_table_info(t.name) c WHERE c.pk = 1 AND c.name = 'tenant')"
    ).fetchall()
    plain.close()
    assert loose == []
    assert [name for (name,) in keys if name != "stratal_migration"] == []


def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """Leaving a transaction by any exception takes all of it back."""
    database = SqliteDatabase(tmp_path / "a.db")
    values: dict[str, Value] = {"owner": "ana", "conversation": "c", "now": 1}

    def fail(error: type[BaseException]) -> None:
        with database.write("acme") as tx:
            tx.rows("conversation_open", **values)
            raise error

    for error in (ValueError, KeyboardInterrupt, GeneratorExit):
        with pytest.raises(error):
            fail(error)
    with database.read("acme") as tx:
        assert tx.rows("conversation_list", owner="ana") == []
    with database.write("acme") as tx:
        tx.rows("conversation_open", **values)
    with database.read("acme") as tx:
        assert len(tx.rows("conversation_list", owner="ana")) == 1
    database.close()


def test_other_files_are_refused_unchanged(tmp_path: Path) -> None:
    """Another program's database, no database at all, and a newer schema are each told apart."""
    other = tmp_path / "other.db"
    connection = apsw.Connection(str(other))
    connection.execute("CREATE TABLE notes (x)")
    connection.close()
    before = other.read_bytes()
    with pytest.raises(DatabaseUnusable, match="another program"):
        SqliteDatabase(other)
    assert other.read_bytes() == before

    text = tmp_path / "text.db"
    text.write_text("certainly no database " * 100)
    with pytest.raises(DatabaseUnusable, match="not a SQLite database"):
        SqliteDatabase(text)

    newer = tmp_path / "newer.db"
    SqliteDatabase(newer).close()
    connection = apsw.Connection(str(newer))
    connection.pragma("user_version", 9999)
    connection.close()
    with pytest.raises(SchemaMismatch, match="upgrade Stratal"):
        SqliteDatabase(newer)

    with pytest.raises(DatabaseUnusable, match="cannot be opened"):
        SqliteDatabase(tmp_path / "no such folder" / "a.db")


def test_processes_may_open_a_new_file_at_once(tmp_path: Path) -> None:
    """Whoever comes first makes the tables; all others find them."""
    code = (
        "import sys, stratal\n"
        "with stratal.open(sys.argv[1], embedder=None) as memory:\n"
        "    s = memory.session(stratal.Principal(tenant='t', user='u'), id='c')\n"
        "    s.conversation.append({'role': 'user', 'content': 'hello'})\n"
    )
    path = str(tmp_path / "new.db")
    running = [subprocess.Popen([sys.executable, "-c", code, path]) for _ in range(6)]
    assert [process.wait(60) for process in running] == [0] * 6
    with stratal.open(path, embedder=None) as memory:
        session = memory.session(Principal(tenant="t", user="u"), id="c")
        assert len(session.conversation.last(10)) == 6


def test_a_deleted_word_leaves_the_file(tmp_path: Path) -> None:
    """What is deleted is overwritten: in rows, postings and history, not only unlinked."""
    path = tmp_path / "a.db"
    words = ("xylophonist", "quetzalcoatl", "木琴演奏家")
    with stratal.open(path, embedder=None) as memory:
        session = memory.session(ANA, id="s", scopes=["repo:x"])
        for number in range(50):
            session.memories.remember(f"Shelf {number} is for tools and paint.")
        keep = session.memories.remember("The cellar is for potatoes.")
        drop = session.memories.remember(f"The {words[0]} lives near {words[1]} 和{words[2]}。")
        assert drop.id is not None
        session.memories.revise(drop.id, f"A {words[0]} moved away from {words[1]} 和{words[2]}。")
        assert session.recall(words[0]).hits
        session.memories.delete(drop.id)
        assert session.recall(words[0]).hits == ()
        assert keep.id is not None
        assert session.memories.get(keep.id).content == "The cellar is for potatoes."
    left = b"".join(file.read_bytes() for file in tmp_path.glob("a.db*"))
    assert b"potatoes" in left
    for word in (*words, "xylophon"):
        assert word.encode() not in left


def test_a_retracted_word_leaves_the_index_and_stays_in_the_log(tmp_path: Path) -> None:
    """Retraction is no deletion: the log keeps the message, and nothing finds it."""
    with stratal.open(tmp_path / "a.db", embedder=None) as memory:
        session = memory.session(ANA, id="s")
        session.conversation.append({"role": "user", "content": "The xylophonist called."}, id="m")
        session.conversation.retract(1)
        found = session.recall("xylophonist", layers=(stratal.Layer.CONVERSATION,))
        assert found.hits == ()
        assert [one.text for one in session.conversation.log()] == ["The xylophonist called."]
        cited = MessageEvidence(conversation="s", message="m", quotation="The xylophonist called.")
        assert session.profile.set("x", "xylophonist", evidence=cited).code == "message_retracted"


def test_records_are_read_by_their_ids(tmp_path: Path) -> None:
    """However many a tenant has: an index that begins with the layer would be read whole."""
    database = SqliteDatabase(tmp_path / "plans.db")
    database.close()
    connection = apsw.Connection(str(tmp_path / "plans.db"))
    for query in ("records_current", "records_weights"):
        sql = SQLITE.query(named_queries("sqlite")[query])
        values = {"tenant": "acme", "layer": "memories", "ids": "[]"}
        steps = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
        assert any("record=?" in step for step in steps), steps
        assert not any("layer=?" in step for step in steps), steps
    connection.close()
