"""The tables of a PostgreSQL database: made and brought up to date by the role that owns them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from stratal.errors import DatabaseUnusable, SchemaMismatch
from stratal.storage.migrations import Migration, migrations
from stratal.storage.postgresql_connections import address_shown, connect, connection_parameters
from stratal.storage.postgresql_dialect import POSTGRESQL
from stratal.storage.postgresql_errors import NO_PGVECTOR, translated
from stratal.storage.postgresql_roles import admissible, admit, admitted, secure
from stratal.storage.sqlite import WAIT_SECONDS

if TYPE_CHECKING:
    from stratal.storage.postgresql_connections import Connection

_MIGRATING = 0x53747261
"""The lock that those who migrate one database take one after the other."""
_MIGRATION_TABLE = """
CREATE TABLE IF NOT EXISTS stratal_migration (
    no BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
)
"""


def pending(address: str, *, schema: Sequence[Migration] | None = None) -> list[Migration]:
    """The changes that `migrate` would make. Writes nothing."""
    parameters = connection_parameters(address)
    with translated(address_shown(parameters), time.monotonic()), connect(parameters) as connection:
        found = table_version(connection)
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
    parameters = connection_parameters(address)
    name = address_shown(parameters)
    with translated(name, time.monotonic()), connect(parameters) as connection:
        if connection.info.parameter_status("server_encoding") != "UTF8":
            raise DatabaseUnusable(
                name, "is not in UTF-8", "create it with ENCODING 'UTF8' TEMPLATE template0"
            )
        with connection.transaction():
            connection.execute(f"SET LOCAL lock_timeout = '{int(WAIT_SECONDS)}s'")
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [_MIGRATING])
            found, supported = table_version(connection), schema[-1].no
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
            secure(connection)
            if runtime_role is not None:
                admissible(connection, runtime_role)
                admit(connection, runtime_role)
            for role in admitted(connection):
                admit(connection, role)
    return done


def table_version(connection: Connection) -> int:
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
        raise DatabaseUnusable(name, *NO_PGVECTOR) from error
