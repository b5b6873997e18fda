"""Long values are read from the pages of a server as it reads them itself, deleted or not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from stratal.storage.residue.toast import values
from stratal.testing.postgresql import TestDatabase

PAGE = 8192
WORDS = tuple(f"crate{number}" for number in range(300))


@pytest.fixture
def server(emptied_database: TestDatabase) -> Iterator[psycopg.Connection]:
    with psycopg.connect(emptied_database.superuser, autocommit=True) as connection:
        connection.execute("CREATE TABLE shelf (id int, content text)")
        yield connection
        connection.execute("DROP TABLE shelf")


def put(server: psycopg.Connection, text: str) -> None:
    server.execute("INSERT INTO shelf VALUES (1, %s)", (text,))


def read(server: psycopg.Connection) -> list[str]:
    """All values in the files of the table and of its chunks, those first."""
    server.execute("CHECKPOINT")
    [(folder, *nodes)] = server.execute(
        "SELECT current_setting('data_directory'), pg_relation_filepath(oid), "
        "pg_relation_filepath(reltoastrelid) FROM pg_class WHERE relname = 'shelf'"
    ).fetchall()
    found = []
    for node in nodes:
        pieces = [*values([Path(folder, node)], PAGE, chunked=True)]
        assert all(piece.whole for piece in pieces)
        found += [piece.data.decode(errors="replace") for piece in pieces]
    return found


def said(words: int) -> str:
    """A text that packs to about half of its length."""
    chosen = random.Random(words)
    return " ".join(chosen.choice(WORDS) for _ in range(words))


@pytest.mark.parametrize("deleted", [False, True])
@pytest.mark.parametrize(("words", "chunks"), [(400, 0), (2_000, 3), (60_000, 60)])
def test_a_packed_value_is_read(
    server: psycopg.Connection, words: int, chunks: int, *, deleted: bool
) -> None:
    """In its row and in chunks, few and many; in a row that is there and in one that is not."""
    text = said(words)
    put(server, text)
    [(table,)] = server.execute(
        "SELECT reltoastrelid::regclass::text FROM pg_class WHERE relname = 'shelf'"
    ).fetchall()
    [(stored,)] = server.execute(f"SELECT count(*) FROM {table}").fetchall()
    assert stored >= chunks if chunks else not stored
    if deleted:
        server.execute("DELETE FROM shelf")
    assert text in read(server)
    if deleted:
        server.execute("VACUUM FULL shelf")
        assert read(server) == []


def test_a_value_in_chunks_that_is_not_packed_is_put_together(server: psycopg.Connection) -> None:
    """Every chunk of a text that does not pack stands by itself in the file."""
    server.execute("ALTER TABLE shelf ALTER content SET STORAGE EXTERNAL")
    put(server, said(2_000))
    assert said(2_000) in read(server)


def test_what_has_lost_a_chunk_is_said_not_to_be_whole(server: psycopg.Connection) -> None:
    """Its beginning is read as far as it goes; an end without a beginning is told, too."""
    put(server, said(2_000))
    server.execute("CHECKPOINT")
    [(folder, node)] = server.execute(
        "SELECT current_setting('data_directory'), pg_relation_filepath(reltoastrelid) "
        "FROM pg_class WHERE relname = 'shelf'"
    ).fetchall()
    whole = Path(folder, node).read_bytes()
    for lost in (0, 1):
        [at] = [
            at
            for at in range(0, len(whole), 8)
            if whole[at + 28 : at + 32] == lost.to_bytes(4, "little") and whole[at + 22] == 24
        ][:1]
        copy = Path(folder, f"{node}_copy")
        copy.write_bytes(whole[: at + 28] + b"\xff" * 8 + whole[at + 36 :])
        [piece] = values([copy], PAGE, chunked=True)
        assert not piece.whole
        begun = piece.data.partition(b"\x00")[0].decode(errors="replace")
        assert said(2_000).startswith(begun)
        assert len(begun) > 4_000 if lost else begun == ""
        copy.unlink()


def test_pages_of_anything_are_read(tmp_path: Path) -> None:
    """A page that is no page yields what it yields, and raises nothing."""
    file = tmp_path / "1"
    file.write_bytes(random.Random(0).randbytes(20 * PAGE + 100))
    assert [piece for piece in values([file], PAGE, chunked=True) if len(piece.data) > PAGE] == []
    file.write_bytes(b"\x00" * PAGE)
    assert [*values([file], PAGE, chunked=True)] == []
    file.write_bytes(b"")
    assert [*values([file], PAGE, chunked=True)] == []
