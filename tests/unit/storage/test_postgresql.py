"""PostgreSQL beneath the contract: transactions, locks, vectors, and what goes wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from random import Random

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.core.clock import from_micros
from stratal.core.records import Layer
from stratal.errors import (
    BackendError,
    Busy,
    DatabaseUnusable,
    HandleUnusable,
    InvalidValue,
    SchemaMismatch,
)
from stratal.storage import search
from stratal.storage.cosines import nearest
from stratal.storage.database import Transaction, named_queries
from stratal.storage.postgresql import PostgresDatabase
from stratal.storage.postgresql_dialect import POSTGRESQL, pyformat
from stratal.storage.postgresql_migrations import migrate
from stratal.storage.sqlite import Durability
from stratal.testing.postgresql import PostgresServer, TestDatabase


@pytest.fixture
def database(emptied_database: TestDatabase) -> Iterator[PostgresDatabase]:
    """Open as the runtime role, and impatient."""
    opened = PostgresDatabase(emptied_database.runtime, wait=0.5)
    yield opened
    opened.close()


def opened_conversation(tx: Transaction, name: str = "c") -> int:
    [row] = tx.rows("conversation_open", owner="ana", conversation=name, now=1)
    return int(row["last_seq"])


def conversations(database: PostgresDatabase, tenant: str = "acme") -> list[str]:
    with database.read(tenant) as tx:
        return [row["id"] for row in tx.rows("conversation_list", owner="ana")]


# What shared SQL becomes.


@pytest.mark.parametrize(
    ("shared", "ours"),
    [
        ("a = :a AND b = :b_2", "a = %(a)s AND b = %(b_2)s"),
        ("x::text = :x", "x::text = %(x)s"),
        ("':a' || :a || 'it''s :b'", "':a' || %(a)s || 'it''s :b'"),
        ("id % 7 = :a", "id %% 7 = %(a)s"),
    ],
)
def test_parameters_are_found(shared: str, ours: str) -> None:
    """Casts, quotations and the sign of the modulus are no parameters."""
    assert pyformat(shared) == ours


@settings(max_examples=50)
@given(st.text(st.characters(exclude_characters="'", codec="utf-8")))
def test_a_quotation_is_never_touched(text: str) -> None:
    """Whatever stands in quotes stays as it is, but for the doubled sign."""
    assert pyformat(f"'{text}'") == f"'{text}'".replace("%", "%%")


def test_a_list_is_looked_up_by_the_key(emptied_database: TestDatabase) -> None:
    """Of a tenant's many rows only those in the list are read, whatever the planner believes."""
    with psycopg.connect(emptied_database.superuser) as connection:
        connection.execute(
            "INSERT INTO posting (tenant, space, first, term, places) SELECT 'acme', space, "
            "first, 'term' || term, '\\x00' FROM generate_series(1, 20) space, "
            "generate_series(1, 50) term, generate_series(1, 10) first"
        )
        connection.execute("ANALYZE posting")
    shared = POSTGRESQL.query(named_queries("postgresql")["postings_of"])
    with psycopg.connect(emptied_database.runtime) as connection:
        plan = connection.execute(
            "EXPLAIN " + pyformat(shared),
            {"tenant": "acme", "spaces": [1, 2], "firsts": [1, 4], "terms": ["term1", "term2"]},
        ).fetchall()
    [condition] = [line for (line,) in plan if "Index Cond" in line]
    assert all(column in condition for column in ("tenant =", "space = ANY", "term = ANY"))


# Transactions.


def test_a_write_commits_whole_or_not_at_all(database: PostgresDatabase) -> None:
    """Left normally it is there; left by an exception, nothing of it is."""
    with database.write("acme") as tx:
        opened_conversation(tx, "kept")
    with pytest.raises(ZeroDivisionError), database.write("acme") as tx:  # noqa: PT012
        opened_conversation(tx, "lost")
        raise ZeroDivisionError
    assert conversations(database) == ["kept"]
    assert conversations(database, "globex") == []


def test_what_is_sent_later_is_there_for_the_next_statement(database: PostgresDatabase) -> None:
    """And for who comes after the commit; in the order in which it was asked for."""
    with database.write("acme") as tx:
        tx.later("conversation_open", owner="ana", conversation="a", now=1)
        tx.later("conversation_open", owner="ana", conversation="b", now=1)
        assert len(tx.rows("conversation_list", owner="ana")) == 2
        tx.later("conversation_open", owner="ana", conversation="c", now=1)
    assert sorted(conversations(database)) == ["a", "b", "c"]


def test_what_fails_later_takes_all_of_it_back(database: PostgresDatabase) -> None:
    """The fault is told at the end at the latest, and the connection is as good as before."""

    def write(*, read: bool) -> None:
        with database.write("acme") as tx:
            opened_conversation(tx)
            tx.later("conversation_open", owner="ana", conversation=None, now=1)
            if read:
                tx.rows("conversation_list", owner="ana")

    for read in (False, True):
        with pytest.raises(DatabaseUnusable):
            write(read=read)
        assert conversations(database) == []


@pytest.mark.parametrize(
    "tenant", ["a'; DROP TABLE file; --", "a\\' OR 1=1", "100%s", "租户 %(x)s"]
)
def test_a_tenants_name_is_never_run(database: PostgresDatabase, tenant: str) -> None:
    """A transaction begins with it, whatever is in it, and reaches its rows and no other."""
    with database.write(tenant) as tx:
        opened_conversation(tx)
    assert conversations(database, tenant) == ["c"]
    assert conversations(database) == []


def test_a_read_sees_one_state(database: PostgresDatabase) -> None:
    """What others commit meanwhile is not seen, and the reader keeps nobody waiting."""
    with database.read("acme") as tx:
        assert tx.rows("conversation_list", owner="ana") == []
        with database.write("acme") as other:
            opened_conversation(other)
        assert tx.rows("conversation_list", owner="ana") == []
    assert conversations(database) == ["c"]


def test_a_read_writes_nothing(database: PostgresDatabase) -> None:
    """A statement that would change something fails in a reading transaction."""
    with pytest.raises(DatabaseUnusable, match="may not be written"), database.read("acme") as tx:
        opened_conversation(tx)


def test_a_write_inside_a_write_is_a_mistake(database: PostgresDatabase) -> None:
    """The same thread would wait for itself; another thread may write."""
    mistake = pytest.raises(RuntimeError, match="write inside a write")
    with database.write("acme"), mistake, database.write("acme"):
        pass


def test_numbers_come_back_as_numbers(database: PostgresDatabase) -> None:
    """A sum is an int, as on SQLite; a driver's decimal does not come through."""
    with database.write("acme") as tx:
        space = search.open_space(tx, Layer.MEMORIES, "user:ana")
        put(tx, space, "1")
        [sizes] = tx.rows("search_space_sizes", spaces=f"[{space}]")
    assert sizes == {"entries": 1, "terms": 2}
    assert {type(value) for value in sizes.values()} == {int}


def test_an_acknowledged_write_may_be_let_off_the_sync(emptied_database: TestDatabase) -> None:
    """With durability ``process`` no commit waits for the disk; by default each one does."""
    for durability, relaxed in ((Durability.FULL, False), (Durability.PROCESS, True)):
        database = PostgresDatabase(emptied_database.runtime, durability=durability)
        with database.listening() as heard, database.write("acme"):
            pass
        assert any("synchronous_commit" in one for one in heard) is relaxed
        database.close()


# Writers.


def test_writers_of_one_conversation_queue_up(emptied_database: TestDatabase) -> None:
    """Each sees what the one before it wrote: no number is given twice, none is left out."""
    database = PostgresDatabase(emptied_database.runtime)

    def count(times: int) -> None:
        for _ in range(times):
            with database.write("acme") as tx:
                seq = opened_conversation(tx) + 1
                tx.change("conversation_advance", owner="ana", conversation="c", last_seq=seq)

    run_all(*[lambda: count(20)] * 6)
    with database.write("acme") as tx:
        assert opened_conversation(tx) == 120
    database.close()


def test_new_spaces_of_many_writers_have_numbers_of_their_own(
    emptied_database: TestDatabase,
) -> None:
    """Spaces that come into being at once are numbered without gaps or doubles."""
    database = PostgresDatabase(emptied_database.runtime)
    found: list[int] = []

    def make(names: list[str]) -> None:
        for name in names:
            with database.write("acme") as tx:
                found.append(search.open_space(tx, Layer.MEMORIES, name))

    run_all(
        *[lambda own=own: make([f"repo:{own}-{n}" for n in range(8)]) for own in range(4)],
        *[lambda: make([f"repo:same-{n}" for n in range(8)])] * 2,
    )
    assert len(found) == 48
    assert set(found) == set(range(1, 41))
    database.close()


def test_who_waits_too_long_is_told(database: PostgresDatabase) -> None:
    """The row is held: Busy after the waiting time, and nothing was stored."""
    with database.write("acme") as tx:
        opened_conversation(tx)
        caught: list[BaseException] = []
        started = time.monotonic()

        def wait() -> None:
            try:
                with database.write("acme") as other:
                    opened_conversation(other, "before")
                    opened_conversation(other)
            except Busy as error:
                caught.append(error)

        run_all(wait)
        assert time.monotonic() - started < 5
    [error] = caught
    assert isinstance(error, Busy)
    assert 0.4 < error.waited < 5
    assert conversations(database) == ["c"]


def test_other_tenants_and_conversations_do_not_wait(database: PostgresDatabase) -> None:
    """Holding one conversation stops nobody else, of this tenant or another."""
    with database.write("acme") as tx:
        opened_conversation(tx)

        def others() -> None:
            with database.write("acme") as one:
                opened_conversation(one, "d")
            with database.write("globex") as one:
                opened_conversation(one)

        run_all(others)


def test_of_two_that_wait_for_each_other_one_is_told(emptied_database: TestDatabase) -> None:
    """The database ends the deadlock: one commits, the other is Busy and left nothing."""
    database = PostgresDatabase(emptied_database.runtime)
    both = threading.Barrier(2)
    ends: list[str] = []

    def take(first: str, second: str) -> None:
        try:
            with database.write("acme") as tx:
                opened_conversation(tx, first)
                both.wait(10)
                opened_conversation(tx, second)
            ends.append("stored")
        except Busy:
            ends.append("busy")

    with database.write("acme") as tx:
        opened_conversation(tx, "x")
        opened_conversation(tx, "y")
    run_all(lambda: take("x", "y"), lambda: take("y", "x"))
    assert sorted(ends) == ["busy", "stored"]
    database.close()


def test_connections_are_shared_and_their_number_is_kept(emptied_database: TestDatabase) -> None:
    """Who finds none free waits for one, and is told when none comes."""
    database = PostgresDatabase(emptied_database.runtime, wait=0.2, connections=1)
    with database.read("acme"), pytest.raises(Busy), database.read("acme"):
        pass
    run_all(*[lambda: conversations(database)] * 4)
    with psycopg.connect(emptied_database.superuser) as connection:
        count = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE usename = 'stratal_runtime' "
            "AND datname = current_database()"
        ).fetchone()
    assert count == (1,)
    database.close()


# Vectors.


def test_nearest_is_exact_and_that_of_every_database(database: PostgresDatabase) -> None:
    """The same cosines in the same order as multiplied in memory, also within one part."""
    random = Random(7)
    vectors = {n: [random.gauss(0, 1) for _ in range(48)] for n in range(1, 301)}
    vectors[200] = vectors[100]
    with database.write("acme") as tx:
        space = search.open_space(tx, Layer.MEMORIES, "user:ana")
        other = search.open_space(tx, Layer.MEMORIES, "repo:x")
        generation = search.open_generation(tx, "test", 48, from_micros(1))
        for n in vectors:
            put(tx, space, str(n), part="even" if n % 2 == 0 else "odd")
        put(tx, other, "1")
        for where, entries in ((space, vectors), (other, {1: vectors[1]})):
            search.put_vectors(
                tx,
                generation,
                {search.Place(space=where, seq=n, item=str(n)): f4(v) for n, v in entries.items()},
            )
    query = f4([random.gauss(0, 1) for _ in range(48)])
    with database.read("acme") as tx:
        for part, limit, also in (("", 10, [7, 299]), ("even", 25, []), ("odd", 0, [3])):
            ours = tx.nearest(
                generation=generation, space=space, part=part, query=query, limit=limit, also=also
            )
            inside = {
                n: v for n, v in vectors.items() if not part or (n % 2 == 0) == (part == "even")
            }
            known = nearest(((n, f4(v)) for n, v in inside.items()), query, limit=limit, also=also)
            assert ours.cosines == pytest.approx(known.cosines, abs=2e-6)
            assert list(ours.cosines)[: limit - 1] == list(known.cosines)[: limit - 1]
            assert ours.lowest == pytest.approx(known.lowest, abs=2e-6)
            assert ours.seen == known.seen == len(inside)
        empty = tx.nearest(generation=9, space=space, part="", query=query, limit=5, also=[1])
        assert (dict(empty.cosines), empty.lowest, empty.seen) == ({}, 1.0, 0)


def test_a_vector_goes_with_its_entry(database: PostgresDatabase) -> None:
    """One that comes after its entry has gone is not kept; one that is there leaves with it."""
    with database.write("acme") as tx:
        space = search.open_space(tx, Layer.MEMORIES, "user:ana")
        generation = search.open_generation(tx, "test", 2, from_micros(1))
        put(tx, space, "a")
        [place] = search.missing_vectors(tx, [space], generation, 9)
        search.put_vectors(tx, generation, {place: f4([1, 0])})
        search.put_vectors(tx, generation, {place: f4([0, 1])})
        assert search.count_missing(tx, [space], generation) == 0
        search.drop(tx, space, "a")
        search.put_vectors(tx, generation, {place: f4([1, 0])})
        found = tx.nearest(
            generation=generation, space=space, part="", query=f4([1, 0]), limit=5, also=[]
        )
    assert found.seen == 0


@pytest.mark.parametrize("drop_first", [True, False])
def test_a_vector_that_meets_its_entrys_end_leaves_nothing(
    emptied_database: TestDatabase, drop_first: bool
) -> None:
    """While one writer takes the entry out, another brings its vector: none stays behind."""
    database = PostgresDatabase(emptied_database.runtime)
    with database.write("acme") as tx:
        space = search.open_space(tx, Layer.MEMORIES, "user:ana")
        generation = search.open_generation(tx, "test", 2, from_micros(1))
        put(tx, space, "a")
        [place] = search.missing_vectors(tx, [space], generation, 9)
    begun = threading.Event()

    def drop(tx: Transaction) -> None:
        search.open_space(tx, Layer.MEMORIES, "user:ana")
        search.drop(tx, space, "a")

    def bring(tx: Transaction) -> None:
        search.put_vectors(tx, generation, {place: f4([1, 0])})

    def first() -> None:
        with database.write("acme") as tx:
            (drop if drop_first else bring)(tx)
            begun.set()
            time.sleep(0.3)

    def second() -> None:
        begun.wait(10)
        with database.write("acme") as tx:
            (bring if drop_first else drop)(tx)

    run_all(first, second)
    with psycopg.connect(emptied_database.superuser) as connection:
        left = connection.execute("SELECT count(*) FROM search_vector").fetchone()
    assert left == (0,)
    database.close()


# What goes wrong.


def with_password(address: str, password: str) -> str:
    role, _, rest = address.partition("@")
    return f"{role.rpartition(':')[0]}:{password}@{rest}"


def test_a_wrong_password_is_told_without_it(emptied_database: TestDatabase) -> None:
    """What is wrong and how to mend it, in one line; no password in it, nor in the cause."""
    with pytest.raises(DatabaseUnusable, match="password is wrong") as caught:
        PostgresDatabase(with_password(emptied_database.runtime, "s3cret-word"))
    told: BaseException | None = caught.value
    assert isinstance(told, BackendError)
    while told is not None:
        assert "s3cret-word" not in repr(told)
        told = told.__cause__


def test_names_hold_no_password(emptied_database: TestDatabase) -> None:
    """What messages call the database is its address without the password."""
    database = PostgresDatabase(emptied_database.runtime)
    password = emptied_database.runtime.split(":")[2].split("@")[0]
    assert database.name.startswith("postgresql://stratal_runtime@")
    assert emptied_database.name in database.name
    assert password not in database.name
    database.close()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("postgresql://ana@127.0.0.1:1/x", "no server is there"),
        ("postgresql://ana@/x?host=/nowhere", "no server is there"),
        ("postgresql://ana@no-such-host.invalid/x", "unknown"),
    ],
)
def test_a_server_that_is_not_there_is_named(address: str, words: str) -> None:
    """At once, with where it was looked for."""
    with pytest.raises(DatabaseUnusable, match=words) as caught:
        PostgresDatabase(address)
    assert "ana@" in str(caught.value)


def test_an_address_that_is_none_is_refused() -> None:
    """Without repeating it: half an address may be a password."""
    with pytest.raises(InvalidValue, match="must read postgresql://") as caught:
        PostgresDatabase("postgresql://ana:s3cret%zz@host/x")
    assert "s3cret" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_database_that_is_not_there_is_named(postgres_server: PostgresServer) -> None:
    """A name that the server does not know."""
    with pytest.raises(DatabaseUnusable, match="no such database"):
        PostgresDatabase(postgres_server.address("stratal_runtime", "nowhere"))


def test_a_role_without_rights_is_told_who_gives_them(
    postgres_server: PostgresServer, emptied_database: TestDatabase
) -> None:
    """Any role may connect; one that was not admitted is told the command for the owner."""
    postgres_server.run("CREATE ROLE stranger LOGIN PASSWORD 'stranger'")
    address = postgres_server.address("stranger", emptied_database.name)
    try:
        with pytest.raises(DatabaseUnusable, match="stratal migrate --runtime-role"):
            PostgresDatabase(with_password(address, "stranger"))
    finally:
        postgres_server.run("DROP ROLE stranger")


def test_a_table_that_is_gone_names_the_command(postgres_database: TestDatabase) -> None:
    """A schema that does not fit the code is told as such, also in the middle of work."""
    database = PostgresDatabase(postgres_database.runtime)
    with psycopg.connect(postgres_database.owner) as connection:
        connection.execute("DROP TABLE conversation CASCADE")
    with pytest.raises(SchemaMismatch, match="stratal migrate"):
        conversations(database)
    database.close()


def test_a_copy_that_may_not_be_written_is_told(emptied_database: TestDatabase) -> None:
    """Reading goes on; a write says what to connect to."""
    read_only = emptied_database.runtime + "&options=-cdefault_transaction_read_only%3Don"
    database = PostgresDatabase(read_only)
    assert conversations(database) == []
    with pytest.raises(DatabaseUnusable, match="primary server"), database.write("acme") as tx:
        opened_conversation(tx)
    database.close()


@pytest.mark.parametrize(
    ("state", "words"),
    [("53100", "no room left"), ("53200", "no memory"), ("XX001", "damaged")],
)
def test_the_servers_troubles_are_told(
    postgres_database: TestDatabase, state: str, words: str
) -> None:
    """A full disk and the like, as the server reports them; nothing is stored."""
    database = PostgresDatabase(postgres_database.runtime)
    with psycopg.connect(postgres_database.owner) as connection:
        connection.execute(
            "CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION 'trouble' USING ERRCODE = '{state}'; END $$"
        )
        connection.execute(
            "CREATE TRIGGER trouble BEFORE INSERT ON task FOR EACH ROW EXECUTE FUNCTION trouble()"
        )
    with pytest.raises(DatabaseUnusable, match=words), database.write("acme") as tx:  # noqa: PT012
        opened_conversation(tx)
        tx.change("task_create", owner="ana", task="t", now=1)
    assert conversations(database) == []
    database.close()


def test_a_restarted_server_is_found_again(
    postgres_server: PostgresServer, emptied_database: TestDatabase, database: PostgresDatabase
) -> None:
    """Connections that the server has ended are replaced; one in use fails by name."""
    end = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        f"WHERE datname = '{emptied_database.name}' AND usename = 'stratal_runtime'"
    )
    with database.read("acme"):
        conversations(database)
    postgres_server.run(end)
    time.sleep(0.1)
    assert conversations(database) == []
    with pytest.raises(DatabaseUnusable), database.write("acme") as tx:  # noqa: PT012
        opened_conversation(tx)
        postgres_server.run(end)
        time.sleep(0.1)
        opened_conversation(tx)
    assert conversations(database) == []


@pytest.mark.parametrize("text", ["a\x00b", "a\ud800b"])
def test_what_is_no_text_is_refused(database: PostgresDatabase, text: str) -> None:
    """As a value and in a list: a typed error, and the next call works."""
    for query, values in (
        ("event_by_id", {"owner": "ana", "id": text}),
        ("records_current", {"layer": "memories", "ids": json.dumps([text])}),
    ):
        with pytest.raises(InvalidValue), database.read("acme") as tx:
            tx.rows(query, **values)
    assert conversations(database) == []


def test_no_query_text_is_run(database: PostgresDatabase) -> None:
    """Quotes, signs of parameters and statements in values are values."""
    nasty = "'; DROP TABLE message; -- %(x)s :tenant {texts:a} %s"
    with database.write(nasty) as tx:
        tx.rows("conversation_open", owner="ana", conversation=nasty, now=1)
    assert conversations(database, nasty) == [nasty]
    assert conversations(database) == []


def test_a_closed_database_says_so(emptied_database: TestDatabase) -> None:
    """Closing twice does nothing; using it afterwards raises; all connections are given back."""
    database = PostgresDatabase(emptied_database.runtime)
    with database.read("acme"):
        database.close()
    database.close()
    for use in (database.read, database.write):
        with pytest.raises(HandleUnusable, match="is closed"), use("acme"):
            pass
    with psycopg.connect(emptied_database.superuser) as connection:
        left = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'stratal_runtime'"
        for _ in range(100):
            if connection.execute(left).fetchone() == (0,):
                break
            time.sleep(0.02)
        assert connection.execute(left).fetchone() == (0,)


def test_a_child_opens_its_own(database: PostgresDatabase) -> None:
    """After a fork the child is refused, and the parent goes on."""
    child = os.fork()
    if child == 0:
        try:
            conversations(database)
        except HandleUnusable:
            database.close()
            os._exit(7)
        finally:
            os._exit(8)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert conversations(database) == []


def test_without_the_driver_the_extra_is_named() -> None:
    """Core alone: a postgresql:// address says what to install, and importing loads no driver."""
    script = """
import sys
import stratal
assert "psycopg" not in sys.modules
sys.modules["psycopg"] = None
for address in ("postgresql://ana@localhost/x", "postgres://ana@localhost/x"):
    try:
        stratal.open(address)
    except stratal.MissingExtra as error:
        print(error)
"""
    said = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    ).stdout
    assert said.count("pip install 'stratal[postgres]'") == 2


def test_migrating_again_changes_nothing(emptied_database: TestDatabase) -> None:
    """Nothing is done where nothing is pending."""
    assert migrate(emptied_database.owner) == []


def f4(numbers: list[float]) -> bytes:
    values = array("f", numbers)
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()


def put(tx: Transaction, space: int, item: str, *, part: str = "") -> None:
    search.put(
        tx,
        space,
        search.Entry(
            item=item, part=part, spoken_by_person=True, at=from_micros(1), terms=["a", item]
        ),
    )


def run_all(*calls: Callable[[], object]) -> None:
    """Run each in a thread of its own, to the end; raise what any of them raised."""
    failed: list[BaseException] = []

    def run(call: Callable[[], object]) -> None:
        try:
            call()
        except BaseException as error:  # raised again below, where the test sees it
            failed.append(error)

    threads = [threading.Thread(target=run, args=[call]) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
