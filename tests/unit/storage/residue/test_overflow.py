"""A value that SQLite spread over pages is put together, in pages that are free as well."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from stratal.storage.residue.overflow import pieces

TEXT = " ".join(f"Plank {number} lies on beam {number * 7}." for number in range(3_000)).encode()


@pytest.fixture
def file(tmp_path: Path) -> Iterator[apsw.Connection]:
    with closing(apsw.Connection(str(tmp_path / "pages.db"))) as made:
        made.execute("PRAGMA page_size = 4096")
        made.execute("PRAGMA journal_mode = WAL").fetchall()
        made.execute("PRAGMA secure_delete = OFF").fetchall()
        made.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
        made.execute("CREATE TABLE shelf (id INTEGER PRIMARY KEY, content)")
        yield made


def read(file: apsw.Connection, *, log: bool = False) -> list[bytes]:
    return [data for _, data in pieces(file.filename, 500, log=log)]


def whole(found: list[bytes], sought: bytes) -> bool:
    return any(sought in data for data in found)


def checkpoint(file: apsw.Connection) -> None:
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


@pytest.mark.parametrize("deleted", [False, True])
def test_a_value_is_whole_again(file: apsw.Connection, *, deleted: bool) -> None:
    """From its page through all that follow, also when these are free."""
    file.execute("INSERT INTO shelf (content) VALUES (?)", (TEXT.decode(),))
    file.execute("INSERT INTO shelf (content) VALUES (?)", ("x" * 50_000,))
    if deleted:
        file.execute("DELETE FROM shelf WHERE id = 1")
    checkpoint(file)
    found = read(file)
    raw = Path(file.filename).read_bytes()
    assert TEXT not in raw
    # Of the pages that became free one lists the others, and its own beginning is written over.
    places = range(0, len(TEXT) - 60, 20)
    lost = [at for at in places if not whole([*found, raw], TEXT[at : at + 60])]
    assert lost == [] if not deleted else len(lost) < 20
    assert deleted or whole(found, TEXT)


def test_a_packed_value_can_be_unpacked(file: apsw.Connection) -> None:
    """Which one byte in its midst would prevent."""
    packed = zlib.compress(TEXT)
    file.execute("INSERT INTO shelf (content) VALUES (?)", (packed,))
    checkpoint(file)
    assert whole(read(file), packed)


def test_what_only_the_log_has_is_read_there(file: apsw.Connection) -> None:
    """Every state of a page is followed, one that was wiped afterwards too."""
    file.execute("PRAGMA secure_delete = ON").fetchall()
    file.execute("INSERT INTO shelf (content) VALUES (?)", (TEXT.decode(),))
    file.execute("DELETE FROM shelf")
    assert whole(read(file, log=True), TEXT)
    assert not whole(read(file), TEXT)
    checkpoint(file)
    assert read(file, log=True) == []
    assert not whole(read(file), TEXT[:60])


def test_what_is_no_database_has_no_pages(tmp_path: Path) -> None:
    """Of a file of another kind, or an empty one, nothing is put together."""
    for content in (b"", b"SQLite format 3", b"x" * 10_000):
        file = tmp_path / "other"
        file.write_bytes(content)
        assert [*pieces(str(file), 500)] == []
