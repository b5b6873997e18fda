"""Numbered changes: what they come to, on each database, and what happens when one fails."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from importlib import resources
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest

from stratal.errors import DatabaseUnusable, InvalidValue, SchemaMismatch
from stratal.storage import postgresql_migrations, sqlite
from stratal.storage.migrations import Migration, migrations, newest
from stratal.storage.postgresql import PostgresDatabase
from stratal.storage.postgresql_dialect import POSTGRESQL
from stratal.storage.postgresql_migrations import migrate
from stratal.storage.sqlite import SQLITE, SqliteDatabase
from stratal.testing.postgresql import RUNTIME, PostgresServer, TestDatabase

LATER = "CREATE TABLE later (tenant TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (tenant, id))"
HALF = "CREATE TABLE half (tenant TEXT PRIMARY KEY); INSERT INTO half VALUES ('a'), ('a')"


def after(known: Sequence[Migration], sql: str) -> list[Migration]:
    """`known`, and one change more."""
    return [*known, Migration(no=known[-1].no + 1, name="more", sql=sql)]


@pytest.fixture
def bare(postgres_server: PostgresServer) -> TestDatabase:
    """A database with pgvector and without tables."""
    database = postgres_server.new_database(migrated=False)
    with psycopg.connect(database.superuser, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")
    return database


def sqlite_schema(path: Path) -> list[tuple[object, ...]]:
    with closing(apsw.Connection(str(path))) as connection:
        return sorted(connection.execute("SELECT type, name, sql FROM sqlite_schema"), key=repr)


def table_info(connection: apsw.Connection, table: str) -> list[tuple[Any, ...]]:
    return connection.execute(f"PRAGMA table_info({table})").fetchall()


def postgres_schema(address: str) -> list[tuple[object, ...]]:
    """Columns, keys and indexes, policies and rights."""
    with psycopg.connect(address) as connection:
        return [
            row
            for query in (
                (
                    "SELECT table_name, column_name, data_type, collation_name, is_nullable "
                    "FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2"
                ),
                (
                    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) "
                    "FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2"
                ),
                "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
                "SELECT tablename, policyname, cmd, qual, with_check FROM pg_policies ORDER BY 1",
                (
                    "SELECT relname, relrowsecurity, relforcerowsecurity, relacl::text "
                    "FROM pg_class WHERE relnamespace = 'public'::regnamespace "
                    "AND relkind = 'r' ORDER BY 1"
                ),
            )
            for row in connection.execute(query)
        ]


def test_numbers_follow_one_another_and_say_when_they_run() -> None:
    """From 1 on, without gaps; the first line of each says if it runs before or after new code."""
    folder = resources.files("stratal.storage.migrations")
    shared = sorted(
        file.name for file in folder.iterdir() if re.fullmatch(r"\d{4}_\w+\.sql", file.name)
    )
    assert [int(name[:4]) for name in shared] == list(range(1, len(shared) + 1))
    for name in shared:
        first = (folder / name).read_text(encoding="utf-8").splitlines()[0]
        assert re.match(r"-- (before|after): \w", first), name


def test_step_by_step_comes_to_the_same_as_at_once_on_sqlite(tmp_path: Path) -> None:
    """A file that followed every version has the tables of a new one."""
    known = migrations(SQLITE)
    for upto in range(1, len(known) + 1):
        SqliteDatabase(tmp_path / "old.db", schema=known[:upto]).close()
    SqliteDatabase(tmp_path / "new.db").close()
    assert sqlite_schema(tmp_path / "old.db") == sqlite_schema(tmp_path / "new.db")


def test_step_by_step_comes_to_the_same_as_at_once_on_postgresql(
    bare: TestDatabase, postgres_database: TestDatabase
) -> None:
    """With policies and rights: a role that was admitted once need not be named again."""
    known = migrations(POSTGRESQL)
    migrate(bare.owner, runtime_role=RUNTIME, schema=known[:1])
    for upto in range(2, len(known) + 1):
        migrate(bare.owner, schema=known[:upto])
    assert postgres_schema(bare.owner) == postgres_schema(postgres_database.owner)


def test_both_databases_have_the_same_tables(
    tmp_path: Path, postgres_database: TestDatabase
) -> None:
    """The same columns, the same ones required, the same keys; only vectors lie otherwise."""
    SqliteDatabase(tmp_path / "s.db").close()
    with closing(apsw.Connection(str(tmp_path / "s.db"))) as connection:
        names = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            if name not in ("vector", "sqlite_sequence")
        ]
        ours = {
            name: (
                {column[1]: bool(column[3] or column[5]) for column in columns},
                [column[1] for column in sorted(columns, key=lambda one: int(one[5])) if column[5]],
            )
            for name in names
            for columns in [table_info(connection, name)]
        }
    with psycopg.connect(postgres_database.owner) as connection:
        theirs: dict[str, tuple[dict[str, bool], list[str]]] = {}
        for table, column, nullable in connection.execute(
            "SELECT table_name, column_name, is_nullable FROM information_schema.columns "
            "WHERE table_schema = 'public'"
        ):
            theirs.setdefault(table, ({}, []))[0][column] = nullable == "NO"
        for table, column in connection.execute(
            "SELECT k.table_name, k.column_name FROM information_schema.key_column_usage k "
            "JOIN information_schema.table_constraints c USING (constraint_name, table_name) "
            "WHERE c.constraint_type = 'PRIMARY KEY' AND c.table_schema = 'public' "
            "ORDER BY k.table_name, k.ordinal_position"
        ):
            theirs[table][1].append(column)
    del theirs["search_vector"], theirs["stratal_migration"]
    assert ours == theirs
    assert {keys[0] for _, keys in theirs.values()} == {"tenant"}


def test_every_table_is_behind_a_policy_and_has_no_trigger(postgres_database: TestDatabase) -> None:
    """Row-level security is enabled and forced, text compares by bytes, nothing runs by itself."""
    with psycopg.connect(postgres_database.owner) as connection:
        tables = connection.execute(
            "SELECT relname, relrowsecurity AND relforcerowsecurity FROM pg_class "
            "WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
        ).fetchall()
        policies = connection.execute(
            "SELECT tablename FROM pg_policies WHERE cmd = 'ALL' AND qual = with_check "
            "AND qual LIKE '%(tenant = current_setting(''app.tenant''%'"
        ).fetchall()
        triggers = connection.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        assert triggers.fetchall() == []
        collations = connection.execute(
            "SELECT DISTINCT collation_name FROM information_schema.columns "
            "WHERE table_schema = 'public' AND data_type = 'text' "
            "AND table_name <> 'stratal_migration'"
        ).fetchall()
    secured = {name for name, forced in tables if forced}
    assert secured == {name for name, _ in tables} - {"stratal_migration"}
    assert {name for (name,) in policies} == secured
    assert collations == [("C",)]


def test_listing_what_is_pending_writes_nothing_on_sqlite(tmp_path: Path) -> None:
    """No file is made, and an old one stays as it is to the byte."""
    path = tmp_path / "s.db"
    known = migrations(SQLITE)
    assert sqlite.pending(path) == known
    assert not path.exists()
    SqliteDatabase(path).close()
    before = path.read_bytes()
    assert sqlite.pending(path) == []
    more = after(known, LATER)
    assert sqlite.pending(path, schema=more) == more[-1:]
    assert path.read_bytes() == before


def test_listing_what_is_pending_writes_nothing_on_postgresql(bare: TestDatabase) -> None:
    """The tables are those of before, also where there are none."""
    known = migrations(POSTGRESQL)
    empty = postgres_schema(bare.owner)
    assert postgresql_migrations.pending(bare.owner) == known
    assert postgres_schema(bare.owner) == empty
    assert migrate(bare.owner) == known
    full = postgres_schema(bare.owner)
    more = after(known, LATER)
    assert postgresql_migrations.pending(bare.owner, schema=more) == more[-1:]
    assert postgres_schema(bare.owner) == full
    assert migrate(bare.owner) == []


def test_an_interrupted_change_leaves_the_old_version_on_sqlite(tmp_path: Path) -> None:
    """Nothing of it stays, the rows are there, and the version of before goes on working."""
    path = tmp_path / "s.db"
    opened = SqliteDatabase(path)
    with opened.write("t") as tx:
        tx.rows("conversation_open", owner="ana", conversation="c", now=1)
    opened.close()
    before = sqlite_schema(path)
    with pytest.raises(DatabaseUnusable, match="refused a statement"):
        SqliteDatabase(path, schema=after(migrations(SQLITE), HALF))
    assert sqlite_schema(path) == before
    opened = SqliteDatabase(path)
    with opened.read("t") as tx:
        assert len(tx.rows("conversation_list", owner="ana")) == 1
    opened.close()


def test_an_interrupted_change_leaves_the_old_version_on_postgresql(
    postgres_database: TestDatabase,
) -> None:
    """The same, and it is still pending."""
    before = postgres_schema(postgres_database.owner)
    more = after(migrations(POSTGRESQL), HALF)
    with pytest.raises(DatabaseUnusable, match="refused a statement"):
        migrate(postgres_database.owner, schema=more)
    assert postgres_schema(postgres_database.owner) == before
    assert postgresql_migrations.pending(postgres_database.owner, schema=more) == more[-1:]
    PostgresDatabase(postgres_database.runtime).close()


def test_sqlite_keeps_a_copy_beside_when_it_upgrades(tmp_path: Path) -> None:
    """The copy is whole, of the version of before, and opens with the code of before."""
    path = tmp_path / "s.db"
    opened = SqliteDatabase(path)
    with opened.write("t") as tx:
        tx.rows("conversation_open", owner="ana", conversation="c", now=1)
    opened.close()
    assert [file.name for file in tmp_path.glob("*before*")] == []
    before = sqlite_schema(path)
    more = after(migrations(SQLITE), LATER)
    SqliteDatabase(path, schema=more).close()
    [copy] = tmp_path.glob("s.db.before-*")
    assert copy.name == f"s.db.before-{more[-1].no:04d}"
    assert sqlite_schema(copy) == before
    opened = SqliteDatabase(copy)
    with opened.read("t") as tx:
        assert len(tx.rows("conversation_list", owner="ana")) == 1
    opened.close()


def test_a_newer_database_is_refused(tmp_path: Path, postgres_database: TestDatabase) -> None:
    """Older code touches neither kind, and says to upgrade."""
    SqliteDatabase(tmp_path / "s.db", schema=after(migrations(SQLITE), LATER)).close()
    with pytest.raises(SchemaMismatch, match="upgrade Stratal"):
        SqliteDatabase(tmp_path / "s.db")
    migrate(postgres_database.owner, schema=after(migrations(POSTGRESQL), LATER))
    with pytest.raises(SchemaMismatch, match="upgrade Stratal"):
        PostgresDatabase(postgres_database.runtime)
    with pytest.raises(SchemaMismatch, match="upgrade Stratal"):
        migrate(postgres_database.owner)


def test_postgresql_is_not_migrated_by_opening(
    bare: TestDatabase, postgres_database: TestDatabase
) -> None:
    """An old schema, or none, is refused, and the command that mends it is named."""
    with pytest.raises(SchemaMismatch, match="stratal migrate") as caught:
        PostgresDatabase(bare.runtime)
    assert (caught.value.found, caught.value.supported) == (0, newest(POSTGRESQL))
    with pytest.raises(SchemaMismatch, match="stratal migrate"):
        PostgresDatabase(postgres_database.runtime, schema=after(migrations(POSTGRESQL), LATER))


def test_a_later_table_is_secured_and_open_to_who_was_admitted(
    postgres_database: TestDatabase,
) -> None:
    """Nobody needs to remember the policy of a new table, nor the rights to it."""
    schema = after(migrations(POSTGRESQL), LATER)
    migrate(postgres_database.owner, schema=schema)
    database = PostgresDatabase(postgres_database.runtime, schema=schema)
    assert database.role_faults() == []
    database.close()
    with psycopg.connect(postgres_database.runtime) as connection:
        connection.execute("SELECT set_config('app.tenant', 'acme', false)")
        connection.execute("INSERT INTO later VALUES ('acme', '1')")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("INSERT INTO later VALUES ('globex', '1')")


@pytest.mark.parametrize("role", ["postgres", "stratal_owner", "nobody_knows"])
def test_an_unsafe_runtime_role_is_not_admitted(postgres_database: TestDatabase, role: str) -> None:
    """Superuser, owner, or not there: nothing is granted, and the mend is named."""
    with pytest.raises(InvalidValue, match=r"create another|CREATE ROLE"):
        migrate(postgres_database.owner, runtime_role=role)


def test_who_may_not_add_pgvector_is_told_who_may(postgres_server: PostgresServer) -> None:
    """The owner of a database without pgvector is told the statement for a superuser."""
    database = postgres_server.new_database(migrated=False)
    with pytest.raises(DatabaseUnusable, match="CREATE EXTENSION vector in it as a superuser"):
        migrate(database.owner)
    assert postgresql_migrations.pending(database.owner) == migrations(POSTGRESQL)
    postgres_server.drop(database)


def test_a_server_without_pgvector_is_named(postgres_server: PostgresServer) -> None:
    """Where the package is not installed on the server, the mend is to install it."""
    database = postgres_server.new_database(migrated=False)
    postgres_server.run(f"ALTER DATABASE {database.name} SET extension_control_path = '/nowhere'")
    with pytest.raises(DatabaseUnusable, match="install pgvector"):
        migrate(database.superuser)
    postgres_server.drop(database)
