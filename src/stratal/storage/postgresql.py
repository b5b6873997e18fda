"""PostgreSQL through psycopg: many processes on many machines, each tenant's rows behind a policy.

A write reads what is committed at each of its statements, and begins by taking the row of what it
changes (a conversation, a space of the index, a task): so writers of one thing queue up, others do
not meet, and nothing has to be tried again. A read sees one state of the database throughout.

Whoever opens it is a role that owns nothing and can change no table. `migrate` runs as the owner.
"""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from stratal.errors import DatabaseUnusable, SchemaMismatch
from stratal.storage.database import Database, Transaction
from stratal.storage.migrations import Migration, migrations
from stratal.storage.postgresql_connections import (
    CONNECTIONS,
    Connections,
    address_shown,
    connect,
    connection_parameters,
)
from stratal.storage.postgresql_dialect import POSTGRESQL
from stratal.storage.postgresql_errors import translated
from stratal.storage.postgresql_migrations import table_version
from stratal.storage.postgresql_roles import role_faults
from stratal.storage.postgresql_transaction import (
    BEGIN_READ,
    BEGIN_WRITE,
    SETTINGS,
    SETTINGS_LAZY,
    PostgresTransaction,
    opening,
)
from stratal.storage.sqlite import WAIT_SECONDS, Durability

if TYPE_CHECKING:
    from stratal.storage.bare import Bare
    from stratal.storage.postgresql_connections import Connection

_MAY_COMPACT = """
SELECT c.relname AS name, pg_has_role(c.relowner, 'USAGE') AS may,
    (SELECT pg_has_role(d.datdba, 'USAGE') FROM pg_database d WHERE d.datname = current_database())
        AS may_statistics
FROM pg_class c
WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
  AND c.relname = ANY (%s::text[])
ORDER BY c.relname
"""
_NOT_OWNER = (
    "the role may not write tables anew",
    "run `stratal erase --compact` as the owner of the tables",
)


class UnsafeRoleWarning(UserWarning):
    """The role that opened the database may see the rows of every tenant."""


class PostgresDatabase(Database):
    """A PostgreSQL database whose tables `migrate` has made.

    Opening raises `SchemaMismatch` if they are another version's, and warns (`UnsafeRoleWarning`)
    if the role could see every tenant's rows.
    """

    dialect = POSTGRESQL

    def __init__(
        self,
        address: str,
        *,
        durability: Durability = Durability.FULL,
        wait: float = WAIT_SECONDS,
        connections: int = CONNECTIONS,
        schema: Sequence[Migration] | None = None,
    ) -> None:
        self._parameters = connection_parameters(address)
        self.name = address_shown(self._parameters)
        self._wait = wait
        self._lazy = durability is Durability.PROCESS
        self._connections = Connections(self.name, self._parameters, connections)
        self._writing: set[int] = set()
        self._listeners: list[list[str]] = []
        with self._translated(time.monotonic()):
            connection = connect(self._parameters)
            with ExitStack() as undo:
                undo.callback(connection.close)
                self._check(connection, schema or migrations(POSTGRESQL))
                undo.pop_all()
            self._connections.keep(connection)

    @contextmanager
    def read(self, tenant: str) -> Iterator[Transaction]:
        from psycopg.pq import TransactionStatus

        with self._transaction(BEGIN_READ, tenant) as (connection, transaction):
            try:
                yield transaction
            finally:
                # Nothing to keep, but at a rollback the driver forgets all that it has prepared.
                if connection.info.transaction_status is TransactionStatus.INTRANS:
                    self.tell("COMMIT")
                    connection.execute("COMMIT")

    @contextmanager
    def write(self, tenant: str, *, wait: float | None = None) -> Iterator[Transaction]:
        thread = threading.get_ident()
        if thread in self._writing:
            raise RuntimeError("a write inside a write of the same thread")
        self._writing.add(thread)
        try:
            with self._transaction(BEGIN_WRITE, tenant, wait) as (_, transaction):
                yield transaction
                transaction.commit()
        finally:
            self._writing.discard(thread)

    def close(self) -> None:
        self._connections.close()

    @contextmanager
    def bare(self, tenant: str) -> Iterator[Bare]:
        from stratal.storage.bare_postgresql import PostgresBare

        self._connections.usable()
        with self._translated(time.monotonic()):
            connection = connect(self._parameters)
            try:
                connection.execute(BEGIN_READ)
                connection.execute("SELECT set_config('app.tenant', %s, true)", [tenant])
                yield PostgresBare(connection)
            finally:
                connection.close()

    def faults(self) -> list[str]:
        """The server keeps its own files and keys in order; what can be wrong is the role."""
        return self.role_faults()

    def role_faults(self) -> list[str]:
        """What is wrong with the role and the tables' policies; see the function of that name."""
        self._connections.usable()
        with self._translated(time.monotonic()):
            connection, _ = self._connections.take(time.monotonic(), self._wait)
            try:
                return role_faults(connection)
            finally:
                self._connections.give_back(connection)

    def compact(self, tables: Collection[str]) -> None:
        """Each table is written anew, one after the other; nobody reads or writes it meanwhile.

        For the tables' owner alone: raises `DatabaseUnusable` for another role.
        """
        from psycopg import sql

        self._connections.usable()
        with self._translated(time.monotonic()):
            connection = connect(self._parameters)
            try:
                rows = connection.execute(_MAY_COMPACT, [list(tables)]).fetchall()
                if not all(row["may"] for row in rows):
                    raise DatabaseUnusable(self.name, *_NOT_OWNER)
                connection.execute(f"SET lock_timeout = '{int(self._wait)}s'")
                for row in rows:
                    # With new statistics: the old ones may hold what stood there most often.
                    connection.execute(
                        sql.SQL("VACUUM (FULL, ANALYZE) {table}").format(
                            table=sql.Identifier(row["name"])
                        )
                    )
                if rows and rows[0]["may_statistics"]:
                    connection.execute("VACUUM FULL pg_catalog.pg_statistic")
            finally:
                connection.close()

    def out_of_reach(self) -> tuple[str, ...]:
        """What the server keeps beside its tables."""
        return (
            "the server's write-ahead log, until it is recycled",
            "archives of that log, base backups and dumps",
            "replicas, until they have followed",
            "the server's log files",
            "pg_statistic, unless the owner of the database compacts",
        )

    @contextmanager
    def listening(self) -> Iterator[list[str]]:
        """All statements that are sent from now on, as they are written in the files of queries."""
        heard: list[str] = []
        self._listeners.append(heard)
        try:
            yield heard
        finally:
            self._listeners.remove(heard)

    def tell(self, statement: str) -> None:
        """Let those who listen know what is sent."""
        for heard in self._listeners:
            heard.append(statement)

    @contextmanager
    def _transaction(
        self, begin: str, tenant: str, wait: float | None = None
    ) -> Iterator[tuple[Connection, PostgresTransaction]]:
        self._connections.usable()
        started = time.monotonic()
        patience = self._wait if wait is None else min(wait, self._wait)
        with self._translated(started):
            connection = self._begun(begin, tenant, started, patience)
            try:
                yield connection, PostgresTransaction(connection, tenant, self.tell)
            finally:
                # After a commit nothing is open; anything else that left this block, a failed
                # commit and a cancelled thread included, takes all of it back.
                self._connections.give_back(connection)

    def _begun(self, begin: str, tenant: str, started: float, patience: float) -> Connection:
        import psycopg

        # Nought would be to wait for ever.
        lock = f"{max(1, int(patience * 1000))}ms"
        settings = SETTINGS_LAZY if self._lazy and begin is BEGIN_WRITE else SETTINGS
        while True:
            with ExitStack() as undo:
                connection, used_before = self._connections.take(started, patience)
                undo.callback(self._connections.give_back, connection)
                try:
                    connection.execute(
                        opening(begin, settings, tenant, lock).encode(), prepare=False
                    )
                except psycopg.OperationalError:
                    # A server that was restarted has closed the connections of before.
                    if not (connection.closed and used_before):
                        raise
                    continue
                undo.pop_all()
            self.tell(begin)
            self.tell(settings)
            return connection

    def _check(self, connection: Connection, schema: Sequence[Migration]) -> None:
        found, supported = table_version(connection), schema[-1].no
        if found != supported:
            raise SchemaMismatch(self.name, found=found, supported=supported)
        faults = role_faults(connection)
        if faults:
            warnings.warn(
                f"{self.name}: {'; '.join(faults)}: open it as a role of its own "
                "(see docs/how-to/run-on-postgresql.md)",
                UnsafeRoleWarning,
                stacklevel=4,
            )

    @contextmanager
    def _translated(self, started: float) -> Iterator[None]:
        with translated(self.name, started):
            yield
