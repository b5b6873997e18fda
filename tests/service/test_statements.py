"""Every statement is confined to its transaction's tenant.

Those that tests of behaviour send are checked while they run, by the fixture `database`; here, all
that could be sent, and the check itself.
"""

from __future__ import annotations

import re

import pytest
from tests.confinement import unconfined

from stratal.core.clock import TimeOrderedIds
from stratal.core.identity import Principal
from stratal.core.policy import default_policy
from stratal.memory import Memory
from stratal.storage.database import Dialect, named_queries
from stratal.storage.postgresql import PostgresDatabase
from stratal.storage.postgresql_dialect import POSTGRESQL
from stratal.storage.sqlite import SQLITE
from stratal.testing.clock import ManualClock
from stratal.testing.embedders import HashEmbedder
from stratal.testing.postgresql import PostgresServer, TestDatabase

BY_NUMBER = "the id holds the number of the space, which no two tenants of a file share"
ALLOWED = {
    ("sqlite", "search_space_add"): "counts the spaces of the file, so that no number comes twice",
    ("sqlite", "vector_missing"): BY_NUMBER,
    ("sqlite", "vector_count_missing"): BY_NUMBER,
    ("sqlite", "vector_sweep_part"): BY_NUMBER,
}


@pytest.mark.parametrize("dialect", [SQLITE, POSTGRESQL], ids=lambda one: one.name)
def test_every_query_is_confined(dialect: Dialect) -> None:
    """No named query reaches a row of another tenant, but for those with a reason."""
    parser = {"postgresql": "postgres"}.get(dialect.name, dialect.name)
    found = {
        (dialect.name, name): faults
        for name, text in named_queries(dialect.name).items()
        if (faults := unconfined(dialect.query(text), parser))
    }
    assert found.keys() == {key for key in ALLOWED if key[0] == dialect.name}, found


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM message",
        "SELECT * FROM message WHERE tenant = :other",
        "SELECT * FROM message WHERE tenant = 'acme'",
        "SELECT * FROM message WHERE tenant = :tenant OR id = :id",
        "SELECT * FROM message WHERE NOT tenant = :tenant",
        "SELECT * FROM message m WHERE m.tenant = m.tenant",
        "SELECT * FROM message m, retraction r WHERE m.tenant = :tenant",
        "SELECT * FROM message m JOIN retraction r ON r.owner = m.owner WHERE m.tenant = :tenant",
        "SELECT * FROM a LEFT JOIN b ON a.tenant = :tenant AND b.tenant = :tenant",
        "SELECT * FROM a FULL JOIN b ON a.tenant = b.tenant AND a.tenant = :tenant",
        "SELECT * FROM a WHERE a.tenant = :tenant AND EXISTS (SELECT 1 FROM b WHERE b.id = a.id)",
        "SELECT (SELECT max(no) FROM b) FROM a WHERE a.tenant = :tenant",
        "SELECT * FROM a WHERE a.tenant = :tenant UNION ALL SELECT * FROM a",
        "WITH c AS (SELECT * FROM a) SELECT * FROM c",
        "SELECT * FROM (SELECT * FROM a) AS c",
        "UPDATE message SET body = ''",
        "UPDATE message SET tenant = :other WHERE tenant = :tenant",
        "DELETE FROM message WHERE id = :id",
        "DELETE FROM message USING retraction r WHERE r.tenant = :tenant",
        "INSERT INTO message (id) VALUES (:id)",
        "INSERT INTO message (tenant, id) VALUES (:other, :id)",
        "INSERT INTO message (tenant, id) VALUES (:tenant, :id), (:other, :id)",
        "INSERT INTO message (tenant, id) SELECT :other, id FROM message WHERE tenant = :tenant",
        "INSERT INTO message (tenant, id) SELECT tenant, id FROM message",
        "INSERT INTO message SELECT * FROM message",
        "TRUNCATE message",
        "DROP TABLE message",
    ],
)
def test_an_unconfined_statement_is_found(statement: str) -> None:
    """Each way to leave the tenant is seen, in subqueries and in what rows are copied from too."""
    assert unconfined(statement, "postgres") != ()


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM message WHERE id = :id AND tenant = :tenant",
        "SELECT * FROM a JOIN b ON b.tenant = a.tenant WHERE a.tenant = :tenant",
        "SELECT * FROM a LEFT JOIN b ON b.tenant = a.tenant WHERE a.tenant = :tenant",
        (
            "SELECT * FROM a WHERE tenant = :tenant AND NOT EXISTS "
            "(SELECT 1 FROM b WHERE b.tenant = a.tenant)"
        ),
        "WITH c AS (SELECT * FROM a WHERE tenant = :tenant) SELECT * FROM c",
        "INSERT INTO a (id, tenant) SELECT b.id, b.tenant FROM b WHERE b.tenant = :tenant",
        "INSERT INTO a (tenant, n) SELECT :tenant, count(*) FROM a WHERE tenant = :tenant",
        "DELETE FROM a WHERE tenant = :tenant",
        "SELECT set_config('app.tenant', :tenant, true)",
        "SELECT max(no) FROM stratal_migration",
    ],
)
def test_a_confined_statement_passes(statement: str) -> None:
    """What is held to the tenant is not complained of."""
    assert unconfined(statement, "postgres") == ()


def test_nothing_is_sent_unheard(
    postgres_server: PostgresServer, postgres_database: TestDatabase
) -> None:
    """What the server logs is what the listener heard, so that the check misses no statement."""
    postgres_server.run(f"ALTER DATABASE {postgres_database.name} SET log_statement = 'all'")
    clock = ManualClock()
    database = PostgresDatabase(postgres_database.runtime)
    opening = len(logged(postgres_server, postgres_database))
    with database.listening() as heard:
        memory = Memory(
            database,
            policy=default_policy(),
            embedder=HashEmbedder(),
            clock=clock,
            ids=TimeOrderedIds(clock),
        )
        session = memory.session(Principal(tenant="acme", user="ana"), id="monday")
        session.conversation.append({"role": "user", "content": "The ferry leaves at ten."})
        session.recall("when does the ferry leave")
        memory.close()
    sent = logged(postgres_server, postgres_database)[opening:]
    assert len(sent) > 12
    assert set(sent) == {plain(one) for one in heard}


def logged(server: PostgresServer, database: TestDatabase) -> list[str]:
    """The statements that the server has logged for this database, parameters as ``?``.

    A transaction begins in one message of two statements, whose values stand in its text.
    """
    entry = re.compile(
        rf"^{database.name}: LOG:  (?:statement|execute [^:]+): (.*(?:\n\t.*)*)", re.MULTILINE
    )
    value = re.compile(r"(set_config\('[a-z_.]+', )'[^']*'")
    found = [plain(value.sub(r"\1?", one.group(1))) for one in entry.finditer(server.log())]
    return [statement for one in found for statement in one.split("; ")]


def plain(statement: str) -> str:
    return " ".join(re.sub(r"\$\d+|(?<!:):[a-z_]\w*|%\(\w+\)s", "?", statement).split())
