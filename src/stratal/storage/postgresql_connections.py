"""Connections to PostgreSQL: how one is opened, and those of a process that lie ready."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from stratal.errors import Busy, HandleUnusable, InvalidValue, MissingExtra
from stratal.storage.postgresql_vectors import WireVector

if TYPE_CHECKING:
    import psycopg

    Connection: TypeAlias = psycopg.Connection[dict[str, Any]]

CONNECTIONS = 10
"""Open at once by one process; a server has a hundred for everybody by default."""
_CONNECT_SECONDS = 10


class Connections:
    """The connections of a process to one database, lent to one user at a time."""

    def __init__(self, name: str, parameters: Mapping[str, Any], most: int) -> None:
        self._name = name
        self._parameters = parameters
        self._process = os.getpid()
        self._closed = False
        self._free = threading.BoundedSemaphore(most)
        self._idle: list[Connection] = []
        self._idle_lock = threading.Lock()

    def keep(self, connection: Connection) -> None:
        """Let one that nobody uses lie ready."""
        self._idle.append(connection)

    def usable(self) -> None:
        """Raises `HandleUnusable` once they are closed, and in a child process."""
        if os.getpid() != self._process:
            raise HandleUnusable(
                f"{self._name} was opened before a fork: open it again in the child process"
            )
        if self._closed:
            raise HandleUnusable(f"{self._name} is closed: open it again")

    def take(self, started: float, patience: float) -> tuple[Connection, bool]:
        """A connection, and whether it lay idle. Raises `Busy` if none gets free in time."""
        left = max(0.0, patience - (time.monotonic() - started))
        if not self._free.acquire(timeout=left):
            raise Busy(patience)
        with ExitStack() as undo:
            undo.callback(self._free.release)
            with self._idle_lock:
                idle = self._idle.pop() if self._idle else None
            connection = idle or connect(self._parameters)
            undo.pop_all()
        return connection, idle is not None

    def give_back(self, connection: Connection) -> None:
        """Let it lie ready again, with nothing open on it, or close it."""
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

    def close(self) -> None:
        """Close those that lie ready now, and the others when they are given back."""
        self._closed = True
        if os.getpid() != self._process:
            # The connections of a parent process are not the child's to close.
            return
        with self._idle_lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


def connection_parameters(address: str) -> dict[str, Any]:
    """What libpq reads in an address, and how we connect. Raises `InvalidValue`, `MissingExtra`."""
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


def address_shown(parameters: Mapping[str, Any]) -> str:
    """The address without its password, for messages."""
    user = f"{parameters['user']}@" if "user" in parameters else ""
    port = f":{parameters['port']}" if "port" in parameters else ""
    host = f"{parameters.get('host', '')}{port}"
    return f"postgresql://{user}{host}/{parameters.get('dbname', '')}"


def connect(parameters: Mapping[str, Any]) -> Connection:
    """A new connection, which knows how our values are written and read."""
    import psycopg
    from psycopg.adapt import Dumper, Loader
    from psycopg.pq import Format
    from psycopg.rows import dict_row
    from psycopg.types.numeric import Int8Dumper

    class VectorDumper(Dumper):
        format = Format.BINARY

        def dump(self, obj: WireVector) -> bytes:
            return obj.wire

    class NumericLoader(Loader):
        """No column is numeric, but the sum of a column of ours is."""

        def load(self, data: bytes | bytearray | memoryview) -> int | float:
            text = bytes(data)
            return int(text) if text.lstrip(b"-").isdigit() else float(text)

    connection = psycopg.connect(autocommit=True, row_factory=dict_row, **parameters)
    connection.adapters.register_dumper(WireVector, VectorDumper)
    # One width for all numbers: one prepared statement each, and no overflow of a narrow one.
    connection.adapters.register_dumper(int, Int8Dumper)
    connection.adapters.register_loader("numeric", NumericLoader)
    return cast("Connection", connection)
