"""PostgreSQL through psycopg: many processes on many machines, each tenant's rows behind a policy.

A write reads what is committed at each of its statements, and begins by taking the row of what it
changes (a conversation, a space of the index, a task): so writers of one thing queue up, others do
not meet, and nothing has to be tried again. A read sees one state of the database throughout.

Whoever opens it is a role that owns nothing and can change no table. `migrate` runs as the owner.
"""

from __future__ import annotations

import json
import os
import re
import struct
import threading
import time
import warnings
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from stratal.errors import (
    Busy,
    DatabaseUnusable,
    HandleUnusable,
    InvalidValue,
    MissingExtra,
    SchemaMismatch,
    StratalError,
)
from stratal.storage.database import (
    Database,
    Dialect,
    Nearest,
    Row,
    Transaction,
    Value,
    named_queries,
)
from stratal.storage.migrations import Migration, migrations, newest
from stratal.storage.sqlite import WAIT_SECONDS, Durability

if TYPE_CHECKING:
    import psycopg

    from stratal.storage.bare import Bare

    Connection: TypeAlias = psycopg.Connection[dict[str, Any]]

STATEMENT_SECONDS = 120.0
"""No statement of ours needs a tenth of it; one that does must not hold its locks for ever."""
CONNECTIONS = 10
"""Open at once by one process; a server has a hundred for everybody by default."""
_CONNECT_SECONDS = 10
_MILLIONTHS = 1_000_000
_MIGRATING = 0x53747261
"""The lock that those who migrate one database take one after the other."""

_TEXT = re.compile(r"\bTEXT\b")
_VECTOR = re.compile(r"\{vector:(\w+)\}")
_LIST = re.compile(r"\{(?:texts|ints):(\w+)\}")
_AMONG = re.compile(r"\bIN \{(texts|ints):(\w+)\}")
_ARRAYS = {"texts": "text[]", "ints": "bigint[]"}
# A quotation is left alone, and so is `::`.
_PARAMETER = re.compile(r"'(?:[^']|'')*'|(?<!:):([a-z_]\w*)")


class PostgresDialect(Dialect):
    """As `Dialect`, and what only this database leaves open: ``{vector:name}``."""

    def query(self, text: str) -> str:
        # An array, since a key is looked up for each of its elements: of a subquery the planner
        # knows nothing, and reads all of the tenant's rows to compare them.
        text = _AMONG.sub(
            lambda mark: f"= ANY (CAST(:{mark.group(2)} AS {_ARRAYS[mark.group(1)]}))", text
        )
        return _VECTOR.sub(r"CAST(:\1 AS vector)", super().query(text))

    def schema(self, text: str) -> str:
        # Compared by its bytes on every server, so that order and ranges are those of SQLite.
        return _TEXT.sub('TEXT COLLATE "C"', super().schema(text))


POSTGRESQL = PostgresDialect(
    name="postgresql",
    texts="(SELECT unnest(CAST(:{} AS text[])))",
    ints="(SELECT unnest(CAST(:{} AS bigint[])))",
    types={
        "int": "BIGINT",
        "real": "DOUBLE PRECISION",
        "blob": "BYTEA",
        "strict": "",
        "clustered": "",
    },
)


class UnsafeRoleWarning(UserWarning):
    """The role that opened the database may see the rows of every tenant."""


class PostgresTransaction(Transaction):
    def __init__(self, connection: Connection, tenant: str, database: PostgresDatabase) -> None:
        self.tenant = tenant
        self._connection = connection
        self._database = database
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
        self._database.tell(_shared(query))
        with self._connection.cursor() as cursor:
            cursor.executemany(_statement(query), bound)
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
                row["seq"]: _cosine(row["distance"])
                for rank, row in enumerate(rows)
                if rank < limit or row["seq"] in wanted
            },
            lowest=_cosine(rows[0]["farthest"]),
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
        return {row["seq"]: _cosine(row["distance"]) for row in rows}

    def vectors(self, *, generation: int, space: int, after: int, limit: int) -> dict[int, bytes]:
        rows = self.rows(
            "vector_page", generation=generation, space=space, after=after, limit=limit
        )
        return {row["seq"]: _from_wire(row["value"]) for row in rows}

    def vectors_of(self, *, generation: int, space: int, seqs: Sequence[int]) -> dict[int, bytes]:
        rows = self.rows(
            "vector_these", generation=generation, space=space, seqs=json.dumps(list(seqs))
        )
        return {row["seq"]: _from_wire(row["value"]) for row in rows}

    def _run(self, query: str, values: Mapping[str, Value]) -> psycopg.Cursor[dict[str, Any]]:
        bound = self._bound(query, values)
        if not self._unsent:
            self._database.tell(_shared(query))
            return self._connection.execute(_statement(query), bound)
        with self._connection.pipeline():
            self._send()
            self._database.tell(_shared(query))
            return self._connection.execute(_statement(query), bound)

    def commit(self) -> None:
        """Make it last, with what is still to be sent."""
        if not self._unsent:
            self._database.tell("COMMIT")
            self._connection.execute("COMMIT")
            return
        with self._connection.pipeline():
            self._send()
            self._database.tell("COMMIT")
            self._connection.execute("COMMIT")

    def _send(self) -> None:
        unsent, self._unsent = self._unsent, []
        for query, bound in unsent:
            self._database.tell(_shared(query))
            self._connection.execute(_statement(query), bound)

    def _bound(self, query: str, values: Mapping[str, Value]) -> dict[str, _Bound]:
        bound: dict[str, _Bound] = {"tenant": self.tenant, **values}
        vectors, lists = _marked(query)
        for name in vectors:
            vector = bound[name]
            assert isinstance(vector, bytes)
            bound[name] = _WireVector(vector)
        for name in lists:
            elements = bound[name]
            assert isinstance(elements, str)
            bound[name] = json.loads(elements)
        return bound


class _WireVector:
    """A vector as pgvector takes it from the wire, made from little-endian float32."""

    __slots__ = ("wire",)

    def __init__(self, vector: bytes) -> None:
        numbers = array("f", vector)
        if struct.pack("=H", 1) != struct.pack(">H", 1):
            numbers.byteswap()
        self.wire = struct.pack(">HH", len(numbers), 0) + numbers.tobytes()


def _from_wire(value: bytes) -> bytes:
    """A vector in little-endian float32, from what pgvector sends."""
    numbers = array("f", value[4:])
    if struct.pack("=H", 1) != struct.pack(">H", 1):
        numbers.byteswap()
    return numbers.tobytes()


_Bound: TypeAlias = Value | _WireVector | list[str] | list[int]


def _cosine(millionths: float) -> float:
    return (_MILLIONTHS - millionths) / _MILLIONTHS


@cache
def _shared(query: str) -> str:
    """The named query in this dialect, its parameters still as ``:name``."""
    return POSTGRESQL.query(named_queries(POSTGRESQL.name)[query])


@cache
def _statement(query: str) -> str:
    """The named query with its parameters as psycopg reads them."""
    return pyformat(_shared(query))


@cache
def _marked(query: str) -> tuple[frozenset[str], frozenset[str]]:
    """The parameters of a named query that are vectors, and those that are lists."""
    text = named_queries(POSTGRESQL.name)[query]
    return frozenset(_VECTOR.findall(text)), frozenset(_LIST.findall(text))


def pyformat(text: str) -> str:
    """SQL whose parameters are written ``:name``, with ``%(name)s`` in their place."""
    return _PARAMETER.sub(
        lambda found: f"%({found.group(1)})s" if found.group(1) else found.group(),
        text.replace("%", "%%"),
    )


_BEGIN_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
_BEGIN_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"
_SETTINGS = pyformat("""
SELECT set_config('app.tenant', :tenant, true), set_config('lock_timeout', :lock, true),
       set_config('statement_timeout', :statement, true)
""")
_SETTINGS_LAZY = _SETTINGS.rstrip() + ", set_config('synchronous_commit', 'off', true)"


@lru_cache(maxsize=1_000)
def _opening(begin: str, settings: str, tenant: str, lock: str) -> str:
    """How a transaction begins, in one message to the server and so without parameters."""
    from psycopg import sql

    given = {
        "tenant": sql.Literal(tenant).as_string(),
        "lock": sql.Literal(lock).as_string(),
        "statement": sql.Literal(f"{int(STATEMENT_SECONDS * 1000)}ms").as_string(),
    }
    return f"{begin}; {settings % given}"


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
        self._parameters = _parameters(address)
        self.name = _name(self._parameters)
        self._wait = wait
        self._lazy = durability is Durability.PROCESS
        self._process = os.getpid()
        self._closed = False
        self._free = threading.BoundedSemaphore(connections)
        self._idle: list[Connection] = []
        self._idle_lock = threading.Lock()
        self._writing: set[int] = set()
        self._listeners: list[list[str]] = []
        with self._translated(time.monotonic()):
            connection = _connect(self._parameters)
            with ExitStack() as undo:
                undo.callback(connection.close)
                self._check(connection, schema or migrations(POSTGRESQL))
                undo.pop_all()
            self._idle.append(connection)

    @contextmanager
    def read(self, tenant: str) -> Iterator[Transaction]:
        from psycopg.pq import TransactionStatus

        with self._transaction(_BEGIN_READ, tenant) as (connection, transaction):
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
            with self._transaction(_BEGIN_WRITE, tenant, wait) as (_, transaction):
                yield transaction
                transaction.commit()
        finally:
            self._writing.discard(thread)

    def close(self) -> None:
        self._closed = True
        if os.getpid() != self._process:
            # The connections of a parent process are not the child's to close.
            return
        with self._idle_lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    @contextmanager
    def bare(self, tenant: str) -> Iterator[Bare]:
        from stratal.storage.bare_postgresql import PostgresBare

        self._usable()
        with self._translated(time.monotonic()):
            connection = _connect(self._parameters)
            try:
                connection.execute(_BEGIN_READ)
                connection.execute("SELECT set_config('app.tenant', %s, true)", [tenant])
                yield PostgresBare(connection)
            finally:
                connection.close()

    def faults(self) -> list[str]:
        """The server keeps its own files and keys in order; what can be wrong is the role."""
        return self.role_faults()

    def role_faults(self) -> list[str]:
        """What is wrong with the role and the tables' policies; see the function of that name."""
        self._usable()
        with self._translated(time.monotonic()):
            connection, _ = self._take(time.monotonic(), self._wait)
            try:
                return role_faults(connection)
            finally:
                self._give_back(connection)

    def compact(self, tables: Collection[str]) -> None:
        """Each table is written anew, one after the other; nobody reads or writes it meanwhile.

        For the tables' owner alone: raises `DatabaseUnusable` for another role.
        """
        from psycopg import sql

        self._usable()
        with self._translated(time.monotonic()):
            connection = _connect(self._parameters)
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
        self._usable()
        started = time.monotonic()
        patience = self._wait if wait is None else min(wait, self._wait)
        with self._translated(started):
            connection = self._begun(begin, tenant, started, patience)
            try:
                yield connection, PostgresTransaction(connection, tenant, self)
            finally:
                # After a commit nothing is open; anything else that left this block, a failed
                # commit and a cancelled thread included, takes all of it back.
                self._give_back(connection)

    def _begun(self, begin: str, tenant: str, started: float, patience: float) -> Connection:
        import psycopg

        # Nought would be to wait for ever.
        lock = f"{max(1, int(patience * 1000))}ms"
        settings = _SETTINGS_LAZY if self._lazy and begin is _BEGIN_WRITE else _SETTINGS
        while True:
            with ExitStack() as undo:
                connection, used_before = self._take(started, patience)
                undo.callback(self._give_back, connection)
                try:
                    connection.execute(
                        _opening(begin, settings, tenant, lock).encode(), prepare=False
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

    def _take(self, started: float, patience: float) -> tuple[Connection, bool]:
        """A connection, and whether it lay idle. Raises `Busy` if none gets free in time."""
        left = max(0.0, patience - (time.monotonic() - started))
        if not self._free.acquire(timeout=left):
            raise Busy(patience)
        with ExitStack() as undo:
            undo.callback(self._free.release)
            with self._idle_lock:
                idle = self._idle.pop() if self._idle else None
            connection = idle or _connect(self._parameters)
            undo.pop_all()
        return connection, idle is not None

    def _give_back(self, connection: Connection) -> None:
        import psycopg
        from psycopg.pq import TransactionStatus

        try:
            # What is wrong with a connection has been said already; it rolls back by being closed.
            with suppress(psycopg.Error):
                connection.rollback()
        finally:
            with self._idle_lock:
                clean = connection.info.transaction_status is TransactionStatus.IDLE
                if kept := clean and not self._closed:
                    self._idle.append(connection)
            if not kept:
                connection.close()
            self._free.release()

    def _usable(self) -> None:
        if os.getpid() != self._process:
            raise HandleUnusable(
                f"{self.name} was opened before a fork: open it again in the child process"
            )
        if self._closed:
            raise HandleUnusable(f"{self.name} is closed: open it again")

    def _check(self, connection: Connection, schema: Sequence[Migration]) -> None:
        found, supported = _version(connection), schema[-1].no
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
        with _translated(self.name, started):
            yield


def pending(address: str, *, schema: Sequence[Migration] | None = None) -> list[Migration]:
    """The changes that `migrate` would make. Writes nothing."""
    parameters = _parameters(address)
    with _translated(_name(parameters), time.monotonic()), _connect(parameters) as connection:
        found = _version(connection)
    return [one for one in schema or migrations(POSTGRESQL) if one.no > found]


def migrate(
    address: str, *, runtime_role: str | None = None, schema: Sequence[Migration] | None = None
) -> list[Migration]:
    """Make the tables or bring them up to date, all or nothing; what was done.

    As the role that owns them, or will. `runtime_role` is who opens the database afterwards; it is
    given what that needs, and may be neither superuser, nor exempt from policies, nor the owner.
    Whoever was given it before is given it for new tables too.
    """
    schema = schema or migrations(POSTGRESQL)
    parameters = _parameters(address)
    name = _name(parameters)
    with _translated(name, time.monotonic()), _connect(parameters) as connection:
        if connection.info.parameter_status("server_encoding") != "UTF8":
            raise DatabaseUnusable(
                name, "is not in UTF-8", "create it with ENCODING 'UTF8' TEMPLATE template0"
            )
        with connection.transaction():
            connection.execute(f"SET LOCAL lock_timeout = '{int(WAIT_SECONDS)}s'")
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [_MIGRATING])
            found, supported = _version(connection), schema[-1].no
            if found > supported:
                raise SchemaMismatch(name, found=found, supported=supported)
            _extension(connection, name)
            connection.execute(_MIGRATION_TABLE)
            done = [one for one in schema if one.no > found]
            for migration in done:
                connection.execute(migration.sql)
                connection.execute(
                    "INSERT INTO stratal_migration (no, name) VALUES (%s, %s)",
                    [migration.no, migration.name],
                )
            _secure(connection)
            if runtime_role is not None:
                _admissible(connection, runtime_role)
                _admit(connection, runtime_role)
            for row in connection.execute(_ADMITTED).fetchall():
                _admit(connection, row["grantee"])
    return done


def role_faults(connection: Connection) -> list[str]:
    """Why the connection's role may see rows of every tenant; empty if it may not.

    Also a table whose policy is missing or not in force, whatever the role.
    """
    [role] = connection.execute(_ROLE)
    faults = []
    if role["rolsuper"]:
        faults.append(f"role {role['rolname']} is a superuser")
    elif role["rolbypassrls"]:
        faults.append(f"role {role['rolname']} is exempt from row-level security (BYPASSRLS)")
    rows = list(connection.execute(_TENANT_TABLES))
    if any(row["owned"] for row in rows) and not role["rolsuper"]:
        faults.append(f"role {role['rolname']} owns the tables")
    unprotected = [row["name"] for row in rows if not (row["forced"] and row["policies"])]
    if unprotected:
        faults.append(f"no row-level security in force on {', '.join(unprotected)}")
    return faults


_MIGRATION_TABLE = """
CREATE TABLE IF NOT EXISTS stratal_migration (
    no BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
)
"""
_ROLE = "SELECT rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
_TENANT_TABLES = """
SELECT c.relname AS name, pg_has_role(c.relowner, 'USAGE') AS owned,
       c.relrowsecurity AND c.relforcerowsecurity AS forced,
       EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant' AND NOT a.attisdropped
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
ORDER BY c.relname
"""
_ADMITTED = """
SELECT DISTINCT grantee FROM information_schema.role_table_grants
WHERE table_schema = current_schema() AND table_name = 'stratal_migration'
  AND privilege_type = 'SELECT' AND grantee NOT IN (current_user, 'PUBLIC')
"""
_POLICY = """
CREATE POLICY tenant ON {table}
USING (tenant = current_setting('app.tenant', true))
WITH CHECK (tenant = current_setting('app.tenant', true))
"""


def _version(connection: Connection) -> int:
    """The number of the last change that was made; 0 where there are no tables yet."""
    [row] = connection.execute("SELECT to_regclass('stratal_migration') IS NOT NULL AS there")
    if not row["there"]:
        return 0
    [row] = connection.execute("SELECT coalesce(max(no), 0) AS no FROM stratal_migration")
    return int(row["no"])


def _extension(connection: Connection, name: str) -> None:
    import psycopg

    [row] = connection.execute("SELECT to_regtype('vector') IS NOT NULL AS there")
    if row["there"]:
        return
    try:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
    except psycopg.errors.InsufficientPrivilege as error:
        raise DatabaseUnusable(
            name,
            "has no pgvector yet, and this role may not add it",
            "run CREATE EXTENSION vector in it as a superuser, then `stratal migrate` again",
        ) from error
    except psycopg.Error as error:
        raise DatabaseUnusable(name, *_NO_PGVECTOR) from error


def _secure(connection: Connection) -> None:
    """Put every table that holds a tenant's rows behind the policy, those of later changes too."""
    from psycopg import sql

    for row in connection.execute(_TENANT_TABLES).fetchall():
        table = sql.Identifier(row["name"])
        if not row["forced"]:
            connection.execute(
                sql.SQL(
                    "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY"
                ).format(table=table)
            )
        if not row["policies"]:
            connection.execute(sql.SQL(_POLICY).format(table=table))


def _admissible(connection: Connection, role: str) -> None:
    """Raises `InvalidValue` for a role that no policy would hold."""
    found = connection.execute(
        "SELECT rolsuper OR rolbypassrls OR pg_has_role(rolname, current_user, 'USAGE') AS unsafe "
        "FROM pg_roles WHERE rolname = %s",
        [role],
    ).fetchone()
    if found is None:
        raise InvalidValue("runtime role", role, "does not exist: CREATE ROLE … LOGIN first")
    if found["unsafe"]:
        raise InvalidValue(
            "runtime role",
            role,
            "is superuser, owner or BYPASSRLS, so that no policy holds it: create another",
        )


def _admit(connection: Connection, role: str) -> None:
    """Let `role` read and write rows, and nothing else."""
    from psycopg import sql

    [row] = connection.execute("SELECT current_schema() AS name")
    names = {"role": sql.Identifier(role), "schema": sql.Identifier(row["name"])}
    connection.execute(sql.SQL("GRANT USAGE ON SCHEMA {schema} TO {role}").format(**names))
    connection.execute(
        sql.SQL("GRANT SELECT ON stratal_migration TO {role}").format(role=names["role"])
    )
    for table in connection.execute(_TENANT_TABLES).fetchall():
        connection.execute(
            sql.SQL("GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO {role}").format(
                table=sql.Identifier(table["name"]), role=names["role"]
            )
        )


def _parameters(address: str) -> dict[str, Any]:
    try:
        from psycopg import ProgrammingError, conninfo
    except ImportError as error:
        raise MissingExtra("PostgreSQL", "postgres") from error
    try:
        given = conninfo.conninfo_to_dict(address)
    except ProgrammingError:
        # Neither the address nor what libpq says of it: both may hold a password.
        raise InvalidValue(
            "database", "postgresql://…", "must read postgresql://role:password@host:port/name"
        ) from None
    defaults = {"connect_timeout": _CONNECT_SECONDS, "fallback_application_name": "stratal"}
    return {**defaults, **given, "client_encoding": "UTF8"}


def _name(parameters: Mapping[str, Any]) -> str:
    """The address without its password, for messages."""
    user = f"{parameters['user']}@" if "user" in parameters else ""
    port = f":{parameters['port']}" if "port" in parameters else ""
    host = f"{parameters.get('host', '')}{port}"
    return f"postgresql://{user}{host}/{parameters.get('dbname', '')}"


def _connect(parameters: Mapping[str, Any]) -> Connection:
    import psycopg
    from psycopg.adapt import Dumper, Loader
    from psycopg.pq import Format
    from psycopg.rows import dict_row
    from psycopg.types.numeric import Int8Dumper

    class VectorDumper(Dumper):
        format = Format.BINARY

        def dump(self, obj: _WireVector) -> bytes:
            return obj.wire

    class NumericLoader(Loader):
        """No column is numeric, but the sum of a column of ours is."""

        def load(self, data: bytes | bytearray | memoryview) -> int | float:
            text = bytes(data)
            return int(text) if text.lstrip(b"-").isdigit() else float(text)

    connection = psycopg.connect(autocommit=True, row_factory=dict_row, **parameters)
    connection.adapters.register_dumper(_WireVector, VectorDumper)
    # One width for all numbers: one prepared statement each, and no overflow of a narrow one.
    connection.adapters.register_dumper(int, Int8Dumper)
    connection.adapters.register_loader("numeric", NumericLoader)
    return cast("Connection", connection)


@contextmanager
def _translated(name: str, started: float) -> Iterator[None]:
    """Driver errors as ours, with the cause kept."""
    import psycopg

    try:
        yield
    except StratalError:
        raise
    except psycopg.ProgrammingError as error:
        if error.sqlstate is None:
            raise  # a mistake of ours in calling the driver
        raise _ours(name, error, time.monotonic() - started) from error
    except psycopg.Error as error:
        raise _ours(name, error, time.monotonic() - started) from error
    except UnicodeEncodeError as error:
        raise InvalidValue("text", error.object, "is not valid Unicode") from error


def _ours(name: str, error: psycopg.Error, waited: float) -> StratalError:
    state = error.sqlstate
    if state is None:
        said = str(error).strip()
        if "NUL" in said:
            return InvalidValue("text", "\x00", "holds a NUL character: remove it")
        for words, problem, mend in _REFUSED:
            if words in said:
                return DatabaseUnusable(name, problem, mend)
        last = said.splitlines()[-1] if said else type(error).__name__
        return DatabaseUnusable(
            name, f"does not answer ({last})", "see whether the server runs, then try again"
        )
    if state in _BUSY:
        return Busy(round(waited, 1))
    if state in _NO_TABLE:
        return SchemaMismatch(name, found=0, supported=newest(POSTGRESQL))
    if state in _NO_TEXT:
        return InvalidValue("text", "\\u0000", "holds what is no text: remove it")
    for begins, problem, mend in _FAULTS:
        if state.startswith(begins):
            return DatabaseUnusable(name, problem, mend)
    said = error.diag.message_primary or state
    return DatabaseUnusable(name, f"refused a statement: {said}", "report this with its cause")


_BUSY = frozenset(
    {
        "55P03",  # a lock not got in time
        "57014",  # a statement that took too long
        "40P01",  # two writers that waited for each other: the other one was served
        "40001",
    }
)
_NO_TABLE = frozenset({"42P01", "42703", "3F000"})
_NO_TEXT = frozenset({"22P05", "22021"})
_NO_PGVECTOR = (
    "has no pgvector",
    "install pgvector 0.5 or later on the server, then run `stratal migrate`",
)
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
_NO_RIGHT = (
    "the role may not do this",
    "run `stratal migrate --runtime-role <role>` as the owner of the tables",
)
_NO_HOST = ("the host is unknown", "check the address")
_REFUSED = (
    ("password authentication failed", "the password is wrong", "check role and password"),
    ("no password supplied", "a password is needed", "put it into the address or ~/.pgpass"),
    ("does not exist", "there is no such database or role", "check the address, or create it"),
    ("permission denied for database", *_NO_RIGHT),
    ("too many", "has no connection left", "close some, or raise max_connections"),
    ("Connection refused", "no server is there", "start it, or check host and port"),
    ("No such file", "no server is there", "start it, or check host and port"),
    ("could not translate host name", *_NO_HOST),
    ("failed to resolve host", *_NO_HOST),
    ("timeout expired", "does not answer", "check host and port, and the network between"),
)
"""Why a connection was refused, by libpq's words: it has no codes for it."""
_FAULTS = (
    ("28", "the role or its password is wrong", "check role and password"),
    ("25006", "may not be written", "connect to the primary server, not to a copy of it"),
    ("53100", "has no room left on its disk", "free some space; nothing was stored"),
    ("53300", "has no connection left", "close some, or raise max_connections"),
    ("53", "has no memory or disk left", "see the server's log; nothing was stored"),
    ("42501", *_NO_RIGHT),
    ("42704", *_NO_PGVECTOR),
    ("58P01", *_NO_PGVECTOR),
    ("57P", "was shut down", "start it, then try again; nothing was stored"),
    ("08", "the connection was lost", "see whether the server runs, then read before trying again"),
    ("XX", "is damaged or failed", "see the server's log, and restore a copy if need be"),
)
