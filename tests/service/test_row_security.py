"""Beneath the code: the database itself keeps tenants apart."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from stratal.core.clock import TimeOrderedIds
from stratal.core.identity import Principal
from stratal.core.policy import default_policy
from stratal.memory import Memory
from stratal.serve.keys import Keys
from stratal.storage.postgresql import PostgresDatabase, UnsafeRoleWarning
from stratal.testing.clock import ManualClock
from stratal.testing.embedders import HashEmbedder
from stratal.testing.postgresql import PostgresServer, TestDatabase

TENANTS = ("acme", "globex")


@pytest.fixture
def filled(emptied_database: TestDatabase) -> TestDatabase:
    """Two tenants in which everything has the same name, and only what is said differs."""
    clock = ManualClock()
    memory = Memory(
        PostgresDatabase(emptied_database.runtime),
        policy=default_policy(),
        embedder=HashEmbedder(),
        clock=clock,
        ids=TimeOrderedIds(clock),
    )
    for tenant in TENANTS:
        session = memory.session(
            Principal(tenant=tenant, user="ana"), id="monday", scopes=["user:ana", "repo:ferry"]
        )
        session.conversation.append({"role": "user", "content": f"The harbour of {tenant} is shut"})
        session.conversation.append({"role": "user", "content": "Never mind"}, id="m2")
        session.conversation.retract(1)
        # As many as make a run, whose terms are packed.
        session.conversation.extend([{"role": "user", "content": "Never mind"}] * 128)
        session.memories.remember(f"Boats of {tenant} go on Fridays")
        session.task("paint", goal=f"paint the boats of {tenant}")
        session.recall("harbour")
        session.context(record=True)
        Keys(database=memory.database, tenant=tenant).create("ana")
    memory.close()
    return emptied_database


@pytest.fixture
def tables(filled: TestDatabase) -> dict[str, int]:
    """Tables with rows of both tenants, and how many each has."""
    with psycopg.connect(filled.superuser) as connection:
        names = connection.execute(
            "SELECT table_name FROM information_schema.columns WHERE column_name = 'tenant'"
        ).fetchall()
        counts = {
            name: connection.execute(
                f"SELECT count(*) FILTER (WHERE tenant = 'acme'), "
                f"count(*) FILTER (WHERE tenant = 'globex') FROM {name}"
            ).fetchone()
            for (name,) in names
        }
    filled_ones = {name: found[0] for name, found in counts.items() if found and found[0]}
    assert {name for name, found in counts.items() if found and found[1]} == filled_ones.keys()
    assert len(filled_ones) >= 12
    return filled_ones


@pytest.fixture
def runtime(filled: TestDatabase) -> Iterator[psycopg.Connection]:
    """A bare connection as the role that applications run as."""
    with psycopg.connect(filled.runtime, autocommit=True) as connection:
        yield connection


def enter(connection: psycopg.Connection, tenant: str) -> None:
    connection.execute("SELECT set_config('app.tenant', %s, false)", [tenant])


def test_without_the_applications_check_no_foreign_row_comes(
    runtime: psycopg.Connection, tables: dict[str, int]
) -> None:
    """A query that names no tenant sees the rows of its transaction's tenant alone."""
    for tenant in TENANTS:
        enter(runtime, tenant)
        for table, count in tables.items():
            found = runtime.execute(f"SELECT tenant FROM {table}").fetchall()
            assert found == [(tenant,)] * count, table


def test_a_query_for_another_tenant_finds_nothing(
    runtime: psycopg.Connection, tables: dict[str, int]
) -> None:
    """Not even if it asks for the other by name."""
    enter(runtime, "acme")
    for table in tables:
        asked = runtime.execute(f"SELECT count(*) FROM {table} WHERE tenant = 'globex'")
        assert asked.fetchone() == (0,), table


def test_without_a_tenant_there_is_nothing(
    runtime: psycopg.Connection, tables: dict[str, int]
) -> None:
    """A connection on which nobody said which tenant sees no row at all, before and after use."""
    for table in tables:
        assert runtime.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
    with runtime.transaction():
        runtime.execute("SELECT set_config('app.tenant', 'acme', true)")
    for table in tables:
        assert runtime.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table


def test_no_foreign_row_is_changed(
    runtime: psycopg.Connection, filled: TestDatabase, tables: dict[str, int]
) -> None:
    """Changing and deleting everything leaves the other tenant as it was; nothing is moved over."""
    enter(runtime, "acme")
    assert runtime.execute("UPDATE message SET body = ''").rowcount == tables["message"]
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        runtime.execute("UPDATE message SET tenant = 'globex'")
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        runtime.execute("INSERT INTO tombstone VALUES ('globex', '1', 'm', 's', 'a', '', 1)")
    assert runtime.execute("DELETE FROM posting").rowcount == tables["posting"]
    with psycopg.connect(filled.superuser) as connection:
        left = connection.execute(
            "SELECT count(*) FROM posting WHERE tenant = 'globex' UNION ALL "
            "SELECT count(*) FROM message WHERE tenant = 'globex' AND body <> ''"
        ).fetchall()
    assert left == [(tables["posting"],), (tables["message"],)]


def test_policies_hold_the_owner_too(filled: TestDatabase, tables: dict[str, int]) -> None:
    """FORCE: the owner of the tables sees no row either without saying whose."""
    with psycopg.connect(filled.owner) as connection:
        for table, count in tables.items():
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
            enter(connection, "globex")
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (count,)
            enter(connection, "")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (id INT)",
        "ALTER TABLE message DISABLE ROW LEVEL SECURITY",
        "ALTER TABLE message ADD COLUMN mine TEXT",
        "DROP POLICY tenant ON message",
        "CREATE POLICY mine ON message USING (true)",
        "DROP TABLE scratch",
        "TRUNCATE message",
        "CREATE INDEX mine ON message (body)",
        "INSERT INTO stratal_migration (no, name) VALUES (99, 'mine')",
        "UPDATE stratal_migration SET no = 99",
        "DELETE FROM stratal_migration",
        "SET ROLE stratal_owner",
    ],
)
def test_the_runtime_role_changes_no_table(emptied_database: TestDatabase, statement: str) -> None:
    """It reads and writes rows, and nothing else."""
    with (
        psycopg.connect(emptied_database.runtime, autocommit=True) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(statement)


def test_row_security_cannot_be_switched_off(runtime: psycopg.Connection) -> None:
    """With `row_security = off` a query fails; it does not see more."""
    runtime.execute("SET row_security = off")
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        runtime.execute("SELECT * FROM message")


def test_a_tenant_that_is_not_this_one_is_not_found(filled: TestDatabase) -> None:
    """Two tenants with equal names of person, scope and conversation meet nowhere."""
    clock = ManualClock()
    memory = Memory(
        PostgresDatabase(filled.runtime),
        policy=default_policy(),
        embedder=HashEmbedder(),
        clock=clock,
        ids=TimeOrderedIds(clock),
    )
    for tenant, other in (TENANTS, TENANTS[::-1]):
        session = memory.session(
            Principal(tenant=tenant, user="ana"), id="monday", scopes=["user:ana", "repo:ferry"]
        )
        said = repr(session.recall("harbour boats friday"))
        said += repr(session.conversation.last(10)) + repr(session.task("paint").state)
        assert tenant in said
        assert other not in said
    memory.close()


def test_the_right_role_opens_without_a_warning(emptied_database: TestDatabase) -> None:
    """Warnings are errors here, so opening is the test; and the doctor finds nothing."""
    database = PostgresDatabase(emptied_database.runtime)
    assert database.role_faults() == []
    database.close()


def test_a_wrong_role_is_warned_of(
    postgres_server: PostgresServer, emptied_database: TestDatabase
) -> None:
    """Superuser, owner, and who is exempt from policies: each is named when it opens."""
    addresses = {"is a superuser": emptied_database.superuser}
    addresses["owns the tables"] = emptied_database.owner
    postgres_server.run("ALTER ROLE stratal_runtime BYPASSRLS")
    addresses["BYPASSRLS"] = emptied_database.runtime
    try:
        for words, address in addresses.items():
            with pytest.warns(UnsafeRoleWarning, match=words):
                database = PostgresDatabase(address)
            [fault] = database.role_faults()
            assert words in fault
            database.close()
    finally:
        postgres_server.run("ALTER ROLE stratal_runtime NOBYPASSRLS")


def test_a_table_without_its_policy_is_named(postgres_database: TestDatabase) -> None:
    """Switched off, not forced, or without a policy: whoever opens it is told which table."""
    for statement in (
        "ALTER TABLE message DISABLE ROW LEVEL SECURITY",
        "ALTER TABLE evidence NO FORCE ROW LEVEL SECURITY",
        "DROP POLICY tenant ON job",
    ):
        with psycopg.connect(postgres_database.owner) as connection:
            connection.execute(statement)
    with pytest.warns(UnsafeRoleWarning, match="no row-level security in force"):
        database = PostgresDatabase(postgres_database.runtime)
    assert database.role_faults() == ["no row-level security in force on evidence, job, message"]
    database.close()
