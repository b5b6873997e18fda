"""A PostgreSQL database laid bare.

Rows are those that the role may see: all of them for a superuser, those of the tenant else. The
files can be read by a superuser of the server on the server's own machine, who may also have it
write down what it still has in memory; for everybody else they are not checked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stratal.storage.bare import CHUNK, Bare, BareFile, Piece
from stratal.storage.database import Value
from stratal.storage.residue import toast

if TYPE_CHECKING:
    from psycopg import Connection

_COLUMNS = """
SELECT c.relname AS name, a.attname AS column
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type t ON t.oid = a.atttypid
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
  AND t.typname <> 'vector'
ORDER BY c.relname, a.attnum
"""
_HOLDERS = """
SELECT pg_relation_filenode(c.oid)::text AS node, n.nspname AS schema, c.relname AS name,
       coalesce(owner.relname, '') AS of, c.relkind = 't' AS chunked
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_class owner ON owner.reltoastrelid = c.oid
WHERE pg_relation_filenode(c.oid) IS NOT NULL
"""
_PAGE_SIZE = "SELECT current_setting('block_size')::int AS size"
_ELSEWHERE = (
    ("the server's write-ahead log (pg_wal)", "the server uses its files again in its own time"),
    ("the server's log files, archives and replicas", "out of reach of this database"),
)
_AWAY = "this role is no superuser of the server, or the server runs on another machine"


class PostgresBare(Bare):
    def __init__(self, connection: Connection[dict[str, Any]]) -> None:
        self._connection = connection
        self._columns: dict[str, list[str]] = {}
        for row in connection.execute(_COLUMNS):
            self._columns.setdefault(row["name"], []).append(row["column"])

    def tables(self) -> Mapping[str, Sequence[str]]:
        return self._columns

    def rows(self, table: str) -> Iterator[tuple[Value, ...]]:
        from psycopg import sql
        from psycopg.rows import tuple_row

        columns = sql.SQL(", ").join(map(sql.Identifier, self._columns[table]))
        statement = sql.SQL("SELECT {} FROM {}").format(columns, sql.Identifier(table))
        with self._connection.cursor("bare", row_factory=tuple_row) as cursor:
            cursor.itersize = 500
            cursor.execute(statement)
            yield from cursor

    def one(self, table: str, column: str, **equal: Value) -> Value:
        from psycopg import sql

        where = sql.SQL(" AND ").join(
            sql.SQL("{} = {}").format(sql.Identifier(name), sql.Placeholder(name)) for name in equal
        )
        statement = sql.SQL("SELECT {} AS found FROM {} WHERE {} LIMIT 1").format(
            sql.Identifier(column), sql.Identifier(table), where
        )
        row = self._connection.execute(statement, equal).fetchone()
        return None if row is None else row["found"]

    def entries(self, tenant: str, space: int, first: int, last: int) -> dict[int, str]:
        rows = self._connection.execute(
            "SELECT seq, terms FROM search_entry "
            "WHERE tenant = %s AND space = %s AND seq BETWEEN %s AND %s",
            (tenant, space, first, last),
        )
        return {row["seq"]: row["terms"] for row in rows}

    def own_words(self) -> str:
        columns = (one for of_table in self._columns.values() for one in of_table)
        return "\n".join([*self._columns, *columns])

    def files(self) -> Iterator[BareFile]:
        folder = self._folder()
        if folder is None:
            yield BareFile(name="the server's files", problem=_AWAY)
        else:
            yield from self._of(folder)
        for name, problem in _ELSEWHERE:
            yield BareFile(name=name, problem=problem)

    def _folder(self) -> Path | None:
        """Where the files of this database lie, all that is in memory written to them."""
        import psycopg

        try:
            with self._connection.transaction():
                [row] = self._connection.execute(
                    "SELECT current_setting('data_directory') AS data, oid::text AS database "
                    "FROM pg_database WHERE datname = current_database()"
                ).fetchall()
            folder: Path = Path(row["data"]) / "base" / row["database"]
            if not os.access(folder, os.R_OK | os.X_OK):
                return None
            # The rows have been looked at: what follows is not of that moment any more.
            self._connection.execute("COMMIT")
            self._connection.execute("CHECKPOINT")
        except psycopg.errors.InsufficientPrivilege:
            return None
        return folder

    def _of(self, folder: Path) -> Iterator[BareFile]:
        [row] = self._connection.execute(_PAGE_SIZE).fetchall()
        holders = {row["node"]: row for row in self._connection.execute(_HOLDERS)}
        for path in sorted(folder.iterdir()):
            number, _, _ = path.name.partition(".")
            if not number.isdigit():
                # Maps of free and of visible rows, and the server's own notes: no rows.
                continue
            holder = holders.get(number)
            named = "" if holder is None else holder["of"] or holder["name"]
            # The server's statistics hold values of our rows, its other tables do not.
            of_tables = not named.startswith("pg_") or named.startswith("pg_statistic")
            chunked = holder is None or holder["chunked"]
            # A value may lie in several files of a relation, which are told with its first.
            pieces = partial(_pieces, path, row["size"], chunked=chunked)
            yield BareFile(
                name=f"base/{folder.name}/{path.name} ({named or 'of no table any more'})",
                of_tables=of_tables,
                parts=partial(_parts, path),
                pieces=pieces if of_tables and path.name == number else None,
            )


@contextmanager
def _pieces(first: Path, page_size: int, *, chunked: bool) -> Iterator[Iterator[Piece]]:
    more = sorted(first.parent.glob(f"{first.name}.*"), key=lambda path: int(path.suffix[1:]))
    yield toast.values([first, *more], page_size, chunked=chunked)


@contextmanager
def _parts(path: Path) -> Iterator[Iterator[bytes]]:
    with path.open("rb") as file:
        yield iter(partial(file.read, CHUNK), b"")
