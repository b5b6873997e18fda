"""SQLite through apsw: one file, many threads and processes.

Readers take a connection from a pool and never wait for writers (WAL). Writers of this process
queue behind one lock on one connection, those of other processes behind SQLite's own, together no
longer than the waiting time. A pool instead of a connection a thread, so that threads that come
and go leave nothing open.
"""

from __future__ import annotations

import glob
import json
import os
import threading
import time
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from stratal.errors import (
    Busy,
    DatabaseUnusable,
    HandleUnusable,
    InvalidValue,
    SchemaMismatch,
    StratalError,
)
from stratal.storage.cosines import nearest
from stratal.storage.database import (
    Database,
    Dialect,
    Nearest,
    Row,
    Transaction,
    Value,
    named_queries,
)
from stratal.storage.migrations import Migration, migrations

if TYPE_CHECKING:
    import apsw

    from stratal.storage.bare import Bare

WAIT_SECONDS = 30.0
SQLITE = Dialect(
    name="sqlite",
    texts="(SELECT value FROM json_each(:{}))",
    ints="(SELECT value FROM json_each(:{}))",
    types={
        "int": "INTEGER",
        "real": "REAL",
        "blob": "BLOB",
        "strict": "STRICT",
        "clustered": "STRICT, WITHOUT ROWID",
    },
)
_APPLICATION_ID = 0x53747261
_POOL = 8
_QUICK = 512 << 20
"""Bytes of a file that is written anew after every erasure."""


class Durability(StrEnum):
    """What an acknowledged write survives."""

    FULL = "full"
    """A power cut: each commit is synced to the disk."""
    PROCESS = "process"
    """A crash of the process; a power cut may lose the last commits, never the database."""


class SqliteTransaction(Transaction):
    def __init__(self, connection: apsw.Connection, tenant: str) -> None:
        self.tenant = tenant
        self._connection = connection

    def rows(self, query: str, **values: Value) -> list[Row]:
        cursor = self._connection.execute(_sql(query), {"tenant": self.tenant, **values})
        for first in cursor:
            # apsw tells the columns only while there are rows
            names = [column[0] for column in cursor.getdescription()]
            return [dict(zip(names, row, strict=True)) for row in (first, *cursor)]
        return []

    def change(self, query: str, **values: Value) -> int:
        self._connection.execute(_sql(query), {"tenant": self.tenant, **values})
        return self._connection.changes()

    def change_many(self, query: str, values: Iterable[Mapping[str, Value]]) -> int:
        tenant, before = self.tenant, self._connection.total_changes()
        self._connection.executemany(_sql(query), ({"tenant": tenant, **one} for one in values))
        return self._connection.total_changes() - before

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
        vectors = self._connection.execute(
            _sql("vector_sweep_part" if part else "vector_sweep"),
            {"tenant": self.tenant, "generation": generation, "space": space, "part": part},
        )
        return nearest(vectors, query, limit=limit, also=also)

    def cosines(
        self, *, generation: int, space: int, query: bytes, seqs: Sequence[int]
    ) -> dict[int, float]:
        vectors = self._connection.execute(
            _sql("vector_some"),
            {
                "tenant": self.tenant,
                "generation": generation,
                "space": space,
                "seqs": json.dumps(list(seqs)),
            },
        )
        return dict(nearest(vectors, query, limit=len(seqs), also=()).cosines)

    def vectors(self, *, generation: int, space: int, after: int, limit: int) -> dict[int, bytes]:
        rows = self.rows(
            "vector_page", generation=generation, space=space, after=after, limit=limit
        )
        return {row["seq"]: row["value"] for row in rows}

    def vectors_of(self, *, generation: int, space: int, seqs: Sequence[int]) -> dict[int, bytes]:
        rows = self.rows(
            "vector_some", generation=generation, space=space, seqs=json.dumps(list(seqs))
        )
        return {row["seq"]: row["value"] for row in rows}


@cache
def _sql(query: str) -> str:
    return SQLITE.query(named_queries("sqlite")[query])


class SqliteDatabase(Database):
    """One SQLite file, created and brought up to date when opened."""

    dialect = SQLITE

    def __init__(
        self,
        path: Path,
        *,
        durability: Durability = Durability.FULL,
        wait: float = WAIT_SECONDS,
        schema: Sequence[Migration] | None = None,
        read_only: bool = False,
    ) -> None:
        self.name = str(path)
        self.key_file = path.with_name(f"{path.name}.receipt-key")
        self._schema = schema or migrations(SQLITE)
        self._path = path
        self._durability = durability
        self._wait = wait
        self._process = os.getpid()
        self._closed = False
        self._opened_as = _read_only(path) if read_only else None
        self._writing = threading.Lock()
        self._writer_thread: int | None = None
        self._idle: list[apsw.Connection] = []
        self._idle_lock = threading.Lock()
        self._writer: apsw.Connection | None = None
        self._watcher: apsw.Connection | None = None
        self._watching = threading.Lock()
        with self._translated():
            self._writer = self._connect()
            try:
                self._prepare(self._writer)
            except BaseException:  # whatever stopped it, the file must not stay open
                self._writer.close()
                raise

    @contextmanager
    def read(self, tenant: str) -> Iterator[Transaction]:
        self._usable()
        with self._translated():
            connection = self._take()
            try:
                connection.execute("BEGIN")
                yield SqliteTransaction(connection, tenant)
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                self._give_back(connection)

    @contextmanager
    def write(self, tenant: str, *, wait: float | None = None) -> Iterator[Transaction]:
        self._usable()
        if self._opened_as is not None:
            raise DatabaseUnusable(
                self.name, "was opened to be read, not written", "open it without read_only"
            )
        if self._writer_thread == threading.get_ident():
            raise RuntimeError("a write inside a write of the same thread")
        started = time.monotonic()
        patience = self._wait if wait is None else min(wait, self._wait)
        if not self._writing.acquire(timeout=patience):
            raise Busy(patience)
        try:
            self._usable()
            self._writer_thread = threading.get_ident()
            connection = self._writer
            assert connection is not None
            with _translated(self.name, patience):
                left = max(0.0, patience - (time.monotonic() - started))
                connection.set_busy_timeout(int(left * 1000))
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield SqliteTransaction(connection, tenant)
                    connection.execute("COMMIT")
                finally:
                    # After a commit nothing is open; anything else that left this block, a
                    # failed commit and a cancelled thread included, takes all of it back.
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
        finally:
            self._writer_thread = None
            self._writing.release()

    def changes(self) -> int:
        self._usable()
        with self._translated(), self._watching:
            # Told of all that other connections commit, the one that writes here among them.
            if self._watcher is None:
                self._watcher = self._connect()
            version = self._watcher.execute("PRAGMA data_version").fetchall()[0][0]
        assert isinstance(version, int)
        return version

    def faults(self) -> list[str]:
        """What SQLite itself finds in the file, and rows of any tenant that refer to nothing."""
        self._usable()
        with self._translated():
            connection = self._take()
            try:
                found = [row[0] for row in connection.execute("PRAGMA integrity_check(100)")]
                lost = Counter(row[0] for row in connection.execute("PRAGMA foreign_key_check"))
            finally:
                self._give_back(connection)
        return [
            *(f"SQLite finds: {one}" for one in found if one != "ok"),
            *(f"{count} rows of {table} refer to nothing" for table, count in lost.items()),
        ]

    @contextmanager
    def bare(self, tenant: str) -> Iterator[Bare]:
        import apsw

        from stratal.storage.bare_sqlite import SqliteBare

        self._usable()
        with self._translated():
            connection = apsw.Connection(self.name, flags=apsw.SQLITE_OPEN_READONLY)
            try:
                connection.set_busy_timeout(int(self._wait * 1000))
                connection.execute("BEGIN")
                yield SqliteBare(connection, self._path)
            finally:
                connection.close()

    def compacts_at_once(self) -> bool:
        return self._path.stat().st_size <= _QUICK

    def compact(self, tables: Collection[str]) -> None:
        """The whole file is written anew, and the log beside it is emptied.

        What is deleted is overwritten at once; but where rows moved from page to page a copy of
        them may have been left, and nothing short of this finds it.
        """
        self._usable()
        with self._writing, self._translated():
            connection = self._connect()
            try:
                # As large as the database: not in memory.
                connection.execute("PRAGMA temp_store = FILE").fetchall()
                connection.execute("VACUUM").fetchall()
                [[busy, *_]] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                connection.close()
        if busy:
            raise Busy(self._wait)

    def out_of_reach(self) -> tuple[str, ...]:
        """Copies of the file; those that were kept beside it are named."""
        copies = sorted(self._path.parent.glob(f"{glob.escape(self._path.name)}.before-*"))
        return (
            *(f"the copy {copy.name}, kept before a migration: delete it" for copy in copies),
            "backups and other copies of the database file",
            "blocks that the disk or the file system has given up and not overwritten",
        )

    def close(self) -> None:
        if self._closed or os.getpid() != self._process:
            # The connections of a parent process are not the child's to close.
            self._closed = True
            return
        with self._writing:
            self._closed = True
            with self._idle_lock:
                idle, self._idle = self._idle, []
            for connection in idle:
                connection.close()
            with self._watching:
                if self._watcher is not None:
                    self._watcher.close()
                    self._watcher = None
            if self._writer is not None:
                self._writer.close()
                self._writer = None

    def _usable(self) -> None:
        if os.getpid() != self._process:
            raise HandleUnusable(
                f"{self.name} was opened before a fork: open it again in the child process"
            )
        if self._closed:
            raise HandleUnusable(f"{self.name} is closed: open it again")

    def _take(self) -> apsw.Connection:
        with self._idle_lock:
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _give_back(self, connection: apsw.Connection) -> None:
        with self._idle_lock:
            if not self._closed and len(self._idle) < _POOL:
                self._idle.append(connection)
                return
        connection.close()

    def _connect(self) -> apsw.Connection:
        import apsw

        if self._opened_as is None:
            connection = apsw.Connection(self.name)
        else:
            flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
            connection = apsw.Connection(self._opened_as, flags=flags)
        connection.set_busy_timeout(int(self._wait * 1000))
        # One statement a call: apsw stops a sequence at the first that returns a row.
        for pragma in (
            "PRAGMA page_size = 8192",
            "PRAGMA foreign_keys = ON",
            "PRAGMA secure_delete = ON",
            f"PRAGMA synchronous = {'FULL' if self._durability is Durability.FULL else 'NORMAL'}",
            "PRAGMA cache_size = -65536",
            "PRAGMA temp_store = MEMORY",
        ):
            connection.execute(pragma).fetchall()
        return connection

    def _prepare(self, connection: apsw.Connection) -> None:
        """Create the tables or bring them up to date; a copy of an older file is kept beside it."""
        supported = self._schema[-1].no
        found = self._version(connection)
        if found > supported:
            raise SchemaMismatch(self.name, found=found, supported=supported)
        if self._opened_as is not None:
            if found < supported:
                raise DatabaseUnusable(
                    self.name,
                    f"has schema {found}, and to be read needs {supported}",
                    "bring a copy that may be written up to date: stratal migrate",
                )
            return
        if connection.pragma("journal_mode") != "wal":
            connection.pragma("journal_mode", "wal")
        if found == supported:
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have been here while we waited.
            found = self._version(connection)
            if 0 < found < supported:
                self._copy(str(copy_of(self._path, supported)))
            for migration in self._schema:
                if migration.no > found:
                    connection.execute(migration.sql)
                    connection.pragma("user_version", migration.no)
            connection.pragma("application_id", _APPLICATION_ID)
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def _copy(self, target: str) -> None:
        import apsw

        source = self._connect()
        copy = apsw.Connection(target)
        try:
            # SQLite's own backup: a plain copy of the file would miss what is in the log beside it.
            with copy.backup("main", source, "main") as backup:
                backup.step()
        finally:
            copy.close()
            source.close()

    def _version(self, connection: apsw.Connection) -> int:
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").get
        if tables and connection.pragma("application_id") != _APPLICATION_ID:
            raise DatabaseUnusable(
                self.name, "is a SQLite file of another program", "choose another path"
            )
        version = connection.pragma("user_version")
        assert isinstance(version, int)
        return version

    @contextmanager
    def _translated(self) -> Iterator[None]:
        with _translated(self.name, self._wait):
            yield


def _read_only(path: Path) -> str:
    """How SQLite is to open a file that is not to be written, nor anything beside it.

    Where the folder may not be written either, the log cannot be shared with writers: then nobody
    may be writing, and the log must be empty.
    """
    import apsw

    name = f"file:{quote(str(path.absolute()))}?mode=ro"
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    if not path.exists():
        raise DatabaseUnusable(str(path), "is not there", "choose another path")
    with _translated(str(path), WAIT_SECONDS):
        connection = apsw.Connection(name, flags=flags)
        try:
            connection.pragma("user_version")
        except (apsw.CantOpenError, apsw.ReadOnlyError):
            log = path.with_name(f"{path.name}-wal")
            if log.exists() and log.stat().st_size:
                raise DatabaseUnusable(
                    str(path),
                    f"has writes in {log.name} that cannot be read here",
                    "copy both files to a folder that may be written",
                ) from None
            return f"{name}&immutable=1"
        finally:
            connection.close()
    return name


def copy_of(path: Path, no: int) -> Path:
    """Where opening keeps a copy of an older file before it is brought to schema `no`."""
    return path.with_name(f"{path.name}.before-{no:04d}")


def pending(path: Path, *, schema: Sequence[Migration] | None = None) -> list[Migration]:
    """The changes that opening the file would make. Writes nothing, and makes no file."""
    import apsw

    found = 0
    if path.exists():
        with _translated(str(path), WAIT_SECONDS):
            connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
            try:
                found = connection.pragma("user_version")
            finally:
                connection.close()
    return [one for one in schema or migrations(SQLITE) if one.no > found]


@contextmanager
def _translated(name: str, wait: float) -> Iterator[None]:
    """Driver errors as ours, with the cause kept."""
    import apsw

    try:
        yield
    except StratalError:
        raise
    except (apsw.BusyError, apsw.LockedError) as error:
        raise Busy(wait) from error
    except apsw.Error as error:
        for kind, problem, mend in _FAULTS:
            if isinstance(error, getattr(apsw, kind)):
                raise DatabaseUnusable(name, problem, mend) from error
        raise DatabaseUnusable(
            name, f"refused a statement: {error}", "report this with its cause"
        ) from error
    except UnicodeEncodeError as error:
        raise InvalidValue("text", error.object, "is not valid Unicode") from error
    except _UNREADABLE as error:
        # Bytes that somebody else changed within a row: SQLite keeps no sum of them.
        raise DatabaseUnusable(name, *_DAMAGED) from error


_UNREADABLE = (UnicodeDecodeError, json.JSONDecodeError, zlib.error)
_DAMAGED = ("is damaged", "restore a copy, or export what can be read")
_FAULTS = (
    ("NotADBError", "is not a SQLite database", "choose another path, or restore a copy"),
    ("CorruptError", *_DAMAGED),
    ("CantOpenError", "cannot be opened", "check that file and folder exist and may be written"),
    ("ReadOnlyError", "may not be written", "check the permissions of the file and its folder"),
    ("FullError", "has no room left on its disk", "free some space; nothing was stored"),
    ("IOError", "cannot be read or written", "check the disk and the permissions"),
    ("PermissionsError", "may not be opened", "check the permissions of the file and its folder"),
    ("AuthError", "may not be opened", "check the permissions of the file and its folder"),
)
