"""A SQLite file laid bare."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from stratal.storage.bare import CHUNK, Bare, BareFile, Piece
from stratal.storage.database import Value
from stratal.storage.residue import overflow

if TYPE_CHECKING:
    import apsw

_READ = "import shutil, sys; shutil.copyfileobj(open(sys.argv[1], 'rb'), sys.stdout.buffer)"
_SEAM = 2048
"""Bytes on either side of the border of two pages: more than anything that is looked for has."""
_VECTOR = "vector"
"""The table of nothing but numbers."""


class SqliteBare(Bare):
    def __init__(self, connection: apsw.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    def tables(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {}
        for table, column in self._connection.execute(
            "SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c "
            "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
            "ORDER BY m.name, c.cid"
        ):
            found.setdefault(str(table), []).append(str(column))
        found.pop(_VECTOR, None)
        return found

    def rows(self, table: str) -> Iterator[tuple[Value, ...]]:
        columns = ", ".join(_quoted(one) for one in self.tables()[table])
        yield from self._connection.execute(f"SELECT {columns} FROM {_quoted(table)}")

    def one(self, table: str, column: str, **equal: Value) -> Value:
        where = " AND ".join(f"{_quoted(name)} = :{name}" for name in equal)
        found: Value = self._connection.execute(
            f"SELECT {_quoted(column)} FROM {_quoted(table)} WHERE {where} LIMIT 1", equal
        ).get
        return found

    def entries(self, tenant: str, space: int, first: int, last: int) -> dict[int, str]:
        return dict(
            self._connection.execute(
                "SELECT seq, terms FROM search_entry "
                "WHERE tenant = ? AND space = ? AND seq BETWEEN ? AND ?",
                (tenant, space, first, last),
            )
        )

    def own_words(self) -> str:
        return "\n".join(
            str(sql)
            for (sql,) in self._connection.execute("SELECT sql FROM sqlite_schema")
            if sql is not None
        )

    def files(self) -> Iterator[BareFile]:
        """The file with its free pages, the log and the index of the log, and copies beside it."""
        yield _file(self._path, which="file")
        for end in ("-wal", "-shm", "-journal"):
            beside = self._path.with_name(self._path.name + end)
            if beside.exists():
                yield _file(beside, of=self._path, which="log" if end == "-wal" else "")
        for copy in sorted(self._path.parent.glob(f"{self._path.name}.before-*")):
            yield _file(copy, which="file")


def _file(path: Path, *, which: str, of: Path | None = None) -> BareFile:
    pieces = partial(_pieces, of or path, which) if which else None
    return BareFile(name=path.name, parts=partial(_parts, path), pieces=pieces)


@contextmanager
def _parts(path: Path) -> Iterator[Iterator[bytes]]:
    with _read("-c", _READ, str(path)) as out:
        yield iter(partial(out.read, CHUNK), b"")


@contextmanager
def _pieces(path: Path, which: str) -> Iterator[Iterator[Piece]]:
    with _read(overflow.__file__, str(path), str(_SEAM), which) as out:
        yield _pieces_in(out)


def _pieces_in(out: IO[bytes]) -> Iterator[Piece]:
    while head := out.read(overflow.PIECE.size):
        at, length = overflow.PIECE.unpack(head)
        yield Piece(at, out.read(length), whole=True)


@contextmanager
def _read(*program: str) -> Iterator[IO[bytes]]:
    """What a program of ours reads in a process of its own.

    To close a file here would take away every lock that SQLite holds on it, and another process
    could then write beside us.
    """
    command = [sys.executable, "-I", "-S", *program]
    with subprocess.Popen(  # noqa: S603 - a program of ours, and no shell
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as reading:
        assert reading.stdout is not None
        try:
            yield reading.stdout
            assert reading.stderr is not None
            problem = reading.stderr.read().decode(errors="replace").strip()
            if reading.wait() != 0:
                raise OSError(problem.rpartition("\n")[2] or "it could not be read")
        finally:
            reading.kill()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
