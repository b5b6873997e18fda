"""A transaction of one tenant on PostgreSQL: how it begins, and what it sends.

What nobody asks about is sent together with the next statement, in one message to the server.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from stratal.storage.database import Nearest, Row, Transaction, Value
from stratal.storage.postgresql_dialect import marked, pyformat, shared, statement
from stratal.storage.postgresql_vectors import WireVector, cosine, from_wire

if TYPE_CHECKING:
    import psycopg

    from stratal.storage.postgresql_connections import Connection

STATEMENT_SECONDS = 120.0
"""No statement of ours needs a tenth of it; one that does must not hold its locks for ever."""
BEGIN_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
BEGIN_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"
SETTINGS = pyformat("""
SELECT set_config('app.tenant', :tenant, true), set_config('lock_timeout', :lock, true),
       set_config('statement_timeout', :statement, true)
""")
SETTINGS_LAZY = SETTINGS.rstrip() + ", set_config('synchronous_commit', 'off', true)"
_Bound: TypeAlias = Value | WireVector | list[str] | list[int]


@lru_cache(maxsize=1_000)
def opening(begin: str, settings: str, tenant: str, lock: str) -> str:
    """How a transaction begins, in one message to the server and so without parameters."""
    from psycopg import sql

    given = {
        "tenant": sql.Literal(tenant).as_string(),
        "lock": sql.Literal(lock).as_string(),
        "statement": sql.Literal(f"{int(STATEMENT_SECONDS * 1000)}ms").as_string(),
    }
    return f"{begin}; {settings % given}"


class PostgresTransaction(Transaction):
    def __init__(self, connection: Connection, tenant: str, tell: Callable[[str], None]) -> None:
        self.tenant = tenant
        self._connection = connection
        self._tell = tell
        self._unsent: list[tuple[str, dict[str, _Bound]]] = []

    def rows(self, query: str, **values: Value) -> list[Row]:
        return list(self._run(query, values))

    def change(self, query: str, **values: Value) -> int:
        return self._run(query, values).rowcount

    def later(self, query: str, **values: Value) -> None:
        self._unsent.append((query, self._bound(query, values)))

    def change_many(self, query: str, values: Iterable[Mapping[str, Value]]) -> int:
        bound = [self._bound(query, one) for one in values]
        if not bound:
            return 0
        self._send()
        self._tell(shared(query))
        with self._connection.cursor() as cursor:
            cursor.executemany(statement(query), bound)
            return cursor.rowcount

    def nearest(
        self,
        *,
        generation: int,
        space: int,
        part: str,
        query: bytes,
        limit: int,
        also: Collection[int],
    ) -> Nearest:
        rows = self.rows(
            "vector_nearest_part" if part else "vector_nearest",
            generation=generation,
            space=space,
            part=part,
            asked=query,
            limit=limit,
            also=json.dumps(list(also)),
        )
        if not rows:
            return Nearest(cosines={}, lowest=1.0, seen=0)
        wanted = set(also)
        return Nearest(
            cosines={
                row["seq"]: cosine(row["distance"])
                for rank, row in enumerate(rows)
                if rank < limit or row["seq"] in wanted
            },
            lowest=cosine(rows[0]["farthest"]),
            seen=rows[0]["seen"],
        )

    def cosines(
        self, *, generation: int, space: int, query: bytes, seqs: Sequence[int]
    ) -> dict[int, float]:
        rows = self.rows(
            "vector_some",
            generation=generation,
            space=space,
            asked=query,
            seqs=json.dumps(list(seqs)),
        )
        return {row["seq"]: cosine(row["distance"]) for row in rows}

    def vectors(self, *, generation: int, space: int, after: int, limit: int) -> dict[int, bytes]:
        rows = self.rows(
            "vector_page", generation=generation, space=space, after=after, limit=limit
        )
        return {row["seq"]: from_wire(row["value"]) for row in rows}

    def vectors_of(self, *, generation: int, space: int, seqs: Sequence[int]) -> dict[int, bytes]:
        rows = self.rows(
            "vector_these", generation=generation, space=space, seqs=json.dumps(list(seqs))
        )
        return {row["seq"]: from_wire(row["value"]) for row in rows}

    def _run(self, query: str, values: Mapping[str, Value]) -> psycopg.Cursor[dict[str, Any]]:
        bound = self._bound(query, values)
        if not self._unsent:
            self._tell(shared(query))
            return self._connection.execute(statement(query), bound)
        with self._connection.pipeline():
            self._send()
            self._tell(shared(query))
            return self._connection.execute(statement(query), bound)

    def commit(self) -> None:
        """Make it last, with what is still to be sent."""
        if not self._unsent:
            self._tell("COMMIT")
            self._connection.execute("COMMIT")
            return
        with self._connection.pipeline():
            self._send()
            self._tell("COMMIT")
            self._connection.execute("COMMIT")

    def _send(self) -> None:
        unsent, self._unsent = self._unsent, []
        for query, bound in unsent:
            self._tell(shared(query))
            self._connection.execute(statement(query), bound)

    def _bound(self, query: str, values: Mapping[str, Value]) -> dict[str, _Bound]:
        bound: dict[str, _Bound] = {"tenant": self.tenant, **values}
        vectors, lists = marked(query)
        for name in vectors:
            vector = bound[name]
            assert isinstance(vector, bytes)
            bound[name] = WireVector(vector)
        for name in lists:
            elements = bound[name]
            assert isinstance(elements, str)
            bound[name] = json.loads(elements)
        return bound
