"""What PostgreSQL and its driver refuse, in our own errors."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from stratal.errors import Busy, DatabaseUnusable, InvalidValue, SchemaMismatch, StratalError
from stratal.storage.migrations import newest
from stratal.storage.postgresql_dialect import POSTGRESQL

if TYPE_CHECKING:
    import psycopg


@contextmanager
def translated(name: str, started: float) -> Iterator[None]:
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
NO_PGVECTOR = (
    "has no pgvector",
    "install pgvector 0.5 or later on the server, then run `stratal migrate`",
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
    ("42704", *NO_PGVECTOR),
    ("58P01", *NO_PGVECTOR),
    ("57P", "was shut down", "start it, then try again; nothing was stored"),
    ("08", "the connection was lost", "see whether the server runs, then read before trying again"),
    ("XX", "is damaged or failed", "see the server's log, and restore a copy if need be"),
)
