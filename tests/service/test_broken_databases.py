"""Databases that are full, locked, damaged, foreign, forbidden or of another version.

Each is told by a typed error that names the database, what is wrong and what would mend it; what
was stored before is untouched, and once the cause is gone the next write works.
"""

from __future__ import annotations

import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

import stratal
from stratal import (
    Busy,
    DatabaseUnusable,
    InvalidValue,
    Layer,
    Memory,
    Principal,
    SchemaMismatch,
    Session,
    StratalError,
    SystemClock,
    TimeOrderedIds,
    default_policy,
)
from stratal.storage.database import Database
from stratal.storage.migrations import migrations
from stratal.storage.postgresql import PostgresDatabase, UnsafeRoleWarning
from stratal.storage.postgresql_dialect import POSTGRESQL
from stratal.storage.postgresql_migrations import migrate
from stratal.storage.sqlite import SqliteDatabase
from stratal.testing.embedders import HashEmbedder
from stratal.testing.postgresql import RUNTIME, PostgresServer, TestDatabase
from stratal.upkeep.health import check

ANA = Principal(tenant="acme", user="ana")
SCOPES = ("user:ana", "repo:trip")
SIXTY = [{"role": "user", "content": f"Box {n} stands in row {n}."} for n in range(60)]


def session_of(memory: Memory) -> Session:
    return memory.session(ANA, id="monday", scopes=SCOPES)


def fill(address: str | Path) -> None:
    """Something in every layer, and enough of it that the file has many pages."""
    with stratal.open(address, embedder=None) as memory:
        session = session_of(memory)
        session.conversation.extend(SIXTY)
        session.memories.remember("Box 7 is red.")
        session.task("ship", goal="ship it").add("facts", "The box is packed.")
        session.events.log("The ferry left.")
        session.agent_state.create("desk", {"open": True})


def use(address: str | Path) -> None:
    """Read every layer, and write."""
    with stratal.open(address, embedder=None) as memory:
        session = session_of(memory)
        for message in session.conversation:
            assert message.text
        session.recall("box", layers=[Layer.CONVERSATION, Layer.MEMORIES])
        for record in session.memories.entries():
            session.memories.log(record.id)
        for task in session.tasks.list():
            assert task.state.goal
            assert list(task.checkpoints())
        assert session.profile.facts() == []
        session.events.last(5)
        session.agent_state.names()
        session.conversation.append({"role": "user", "content": "One more box came."})
        session.context("box")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A SQLite file with something in it."""
    path = tmp_path_factory.mktemp("filled") / "a.db"
    fill(path)
    return path.read_bytes()


# A file that is none of ours, damaged or of another version.


def of_another_program(_: bytes) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "other.db"
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE recipe (name TEXT)")
        connection.execute("INSERT INTO recipe VALUES ('soup')")
        connection.commit()
        connection.close()
        return path.read_bytes()


PAGE = 8192
FILES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "a text": (lambda good: b"Dear diary, " * 1000, "is not a SQLite database: choose another"),
    "a short text": (lambda good: b"Dear diary", "is not a SQLite database: choose another"),
    "another program's": (of_another_program, "of another program: choose another path"),
    "no header": (lambda good: bytes(100) + good[100:], "is not a SQLite database"),
    "half of it": (lambda good: good[: len(good) // 2], "is damaged: restore a copy"),
    "its first kilobyte": (lambda good: good[:1000], "is damaged: restore a copy"),
    "no schema": (lambda good: good[:100] + b"\xff" * (PAGE - 100) + good[PAGE:], "is damaged"),
    "only its first page": (
        lambda good: good[:PAGE] + b"\xff" * (len(good) - PAGE),
        "is damaged: restore a copy",
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_is_no_good_is_left_as_it_is(filled: bytes, tmp_path: Path, kind: str) -> None:
    """Named with the mend; not a byte of it is changed, and nothing is left beside it."""
    made, words = FILES[kind]
    path = tmp_path / "a.db"
    path.write_bytes(made(filled))
    before = path.read_bytes()
    with pytest.raises(DatabaseUnusable, match=words) as told:
        use(path)
    assert str(told.value).startswith(str(path))
    assert path.read_bytes() == before
    path.write_bytes(filled)
    use(path)


def test_whichever_page_is_overwritten_the_error_is_ours(filled: bytes, tmp_path: Path) -> None:
    """With any page of the file lost, a call works or says that the file is damaged."""
    path = tmp_path / "a.db"
    said: set[str] = set()
    for start in range(PAGE, len(filled), 2 * PAGE):
        for old in tmp_path.iterdir():
            old.unlink()
        path.write_bytes(filled[:start] + b"\xa5" * PAGE + filled[start + PAGE :])
        try:
            use(path)
        except StratalError as error:
            said.add(str(error).removeprefix(f"{path}: "))
    assert said == {"is damaged: restore a copy, or export what can be read"}


def test_bytes_that_were_changed_within_a_row_are_told(filled: bytes, tmp_path: Path) -> None:
    """SQLite keeps no sums: a text that is no text any more is found when it is read."""
    path = tmp_path / "a.db"
    path.write_bytes(filled.replace(b"Box 7 stands", b"Box \xff stands"))
    with pytest.raises(DatabaseUnusable, match="is damaged: restore a copy"):
        use(path)


def test_a_damaged_log_beside_the_file_costs_only_itself(filled: bytes, tmp_path: Path) -> None:
    """What is no log of commits is passed over; the file is whole."""
    path = tmp_path / "a.db"
    path.write_bytes(filled)
    Path(f"{path}-wal").write_bytes(os.urandom(50_000))
    use(path)
    with stratal.open(path, embedder=None) as memory:
        assert len(session_of(memory).conversation.last(100)) == 61


def test_a_newer_file_is_left_as_it_is(filled: bytes, tmp_path: Path) -> None:
    """Made by a later Stratal: it says to upgrade, and not a byte is changed."""
    path = tmp_path / "a.db"
    path.write_bytes(filled)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(SchemaMismatch, match=r"schema 99, this Stratal has \d+: upgrade Stratal"):
        use(path)
    assert path.read_bytes() == before


# A path that may not be used.


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("", "must be a path"),
        ("a\x00.db", "NUL"),
        ("a\ud800.db", "Unicode"),
        (b"a.db", "must be a string"),
        (None, "must be a path"),
        (7, "must be a path"),
    ],
)
def test_what_is_no_path_is_refused(path: str, words: str) -> None:
    """Before anything is opened."""
    with pytest.raises(InvalidValue, match=words):
        stratal.open(path)


@pytest.mark.parametrize("path", [".", "nowhere/a.db", "file/a.db", "x" * 300])
def test_a_path_where_no_file_can_be_says_so(tmp_path: Path, path: str) -> None:
    """A folder, no folder, a file for a folder, a name that is too long."""
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseUnusable, match="cannot be opened: check that file and folder"):
        stratal.open(tmp_path / path)
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


@contextmanager
def ordinary() -> Iterator[None]:
    """As somebody whom permissions hold: root, whom they do not, is nobody for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def public_folder(filled: bytes) -> Iterator[Path]:
    """A folder that anybody may enter, with a file in it; all code is loaded already."""
    folder = Path(tempfile.mkdtemp(prefix="stratal-"))
    path = folder / "a.db"
    path.write_bytes(filled)
    use(path)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("file_mode", "folder_mode", "words"),
    [
        (0o444, 0o555, "may not be written: check the permissions of the file and its folder"),
        (0o444, 0o777, "may not be written: check the permissions of the file and its folder"),
        (0o000, 0o555, "cannot be opened: check that file and folder exist and may be written"),
    ],
    ids=["read-only", "read-only file", "locked away"],
)
def test_a_file_that_may_not_be_written_is_told(
    public_folder: Path, file_mode: int, folder_mode: int, words: str
) -> None:
    """Opening says so, at once; the file is as it was, and works once it may be written."""
    path = public_folder / "a.db"
    before = path.read_bytes()
    path.chmod(file_mode)
    public_folder.chmod(folder_mode)
    with pytest.raises(DatabaseUnusable, match=words), ordinary():
        use(path)
    public_folder.chmod(0o755)
    path.chmod(0o644)
    assert path.read_bytes() == before
    use(path)


def test_a_folder_that_may_not_be_written_gets_no_file(public_folder: Path) -> None:
    """Nothing is left of the attempt."""
    public_folder.chmod(0o555)
    with pytest.raises(DatabaseUnusable, match="check that file and folder exist"), ordinary():
        stratal.open(public_folder / "new.db")
    assert [one.name for one in public_folder.iterdir()] == ["a.db"]


# No room.


def test_a_full_database_takes_nothing_by_half(tmp_path: Path) -> None:
    """A batch that does not fit leaves nothing; what is there can be read, and room is enough."""
    database = SqliteDatabase(tmp_path / "a.db")
    with memory_on(database) as memory:
        session = session_of(memory)
        session.conversation.extend(SIXTY)
        writer = database._writer
        assert writer is not None
        pages = writer.pragma("page_count")
        assert isinstance(pages, int)
        writer.pragma("max_page_count", pages + 2)
        for call in (
            lambda: session.conversation.extend(SIXTY * 20),
            lambda: session.agent_state.create("desk", {"text": "word " * 20_000}),
            lambda: session.task("ship", goal="word " * 20_000),
        ):
            with pytest.raises(DatabaseUnusable, match="no room left on its disk: free some space"):
                call()
        assert len(session.conversation.last(5000)) == 60
        assert session.agent_state.names() == []
        assert session.tasks.list() == ()
        writer.pragma("max_page_count", pages + 1000)
        session.conversation.extend(SIXTY * 20)
        assert [one.seq for one in session.conversation] == list(range(1, 1261))
        assert database.faults() == []


FILLING = """
import resource, signal, sys
import stratal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path, limit = sys.argv[1], int(sys.argv[2])
unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
def session(memory):
    return memory.session(stratal.Principal(tenant="acme", user="ana"), id="monday")
def refused(call):
    try:
        while True:
            call()
    except stratal.StratalError as error:
        print(type(error).__name__, error, flush=True)
if limit == 0:
    with stratal.open(path, embedder=None) as memory:
        said = session(memory).conversation
        for n in range(30):
            said.append({"role": "user", "content": f"Box {n}"})
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, unlimited[1]))
        refused(lambda: said.append({"role": "user", "content": "word " * 2_000}))
        refused(lambda: said.append({"role": "user", "content": "word " * 2_000}))
        print(len(said.last(5000)), flush=True)
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
        said.append({"role": "user", "content": "after"})
else:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, unlimited[1]))
    refused(lambda: stratal.open(path, embedder=None).close())
    resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
    with stratal.open(path, embedder=None) as memory:
        session(memory).conversation.append({"role": "user", "content": "after"})
"""


def filling(path: Path, limit: int) -> list[str]:
    """Run it in a process of its own, whose files may not grow over a limit."""
    done = subprocess.run(
        [sys.executable, "-c", FILLING, path, str(limit)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_disk_that_runs_full_loses_nothing(tmp_path: Path) -> None:
    """The write that fails is told twice over, those before it stay, and the handle lives on."""
    path = tmp_path / "a.db"
    first, again, count = filling(path, 0)
    assert first == again
    assert first.startswith(f"DatabaseUnusable {path}: ")
    assert "check the disk" in first or "free some space" in first
    with stratal.open(path, embedder=None) as memory:
        kept = session_of(memory).conversation.last(5000)
        assert [one.seq for one in kept] == list(range(1, int(count) + 2))
        assert kept[-1].text == "after"
        assert isinstance(memory.database, SqliteDatabase)
        assert memory.database.faults() == []


@pytest.mark.parametrize("limit", [4_000, 50_000, 200_000])
def test_a_disk_too_full_to_begin_with_can_be_freed(tmp_path: Path, limit: int) -> None:
    """Making the tables fails as a whole; with room, the same path opens."""
    path = tmp_path / "a.db"
    [said] = filling(path, limit)
    assert said.startswith(f"DatabaseUnusable {path}: ")
    use(path)


# Somebody else is writing.


HOLDER = """
import sys
import stratal
from stratal import Layer
from stratal.storage import messages, search
with stratal.open(sys.argv[1], embedder=None) as memory:
    with memory.database.write("acme") as tx:
        for scope in ("repo:trip", "user:ana"):
            search.open_space(tx, Layer.MEMORIES, scope)
            search.open_space(tx, Layer.CONVERSATION, scope)
        messages.open_conversation(tx, "ana", "monday", stratal.SystemClock().now())
        print("held", flush=True)
        sys.stdin.readline()
"""


class Holder:
    """Another process in the middle of a write."""

    def __init__(self, address: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", HOLDER, address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "held\n"

    @property
    def holds(self) -> bool:
        return self._process.poll() is None

    def let_go(self) -> None:
        """The write is committed, and the process ends."""
        self._process.communicate("\n", timeout=30)


@pytest.fixture
def hold(address: str, database: Database) -> Iterator[Callable[[], Holder]]:
    """Start a process that writes and does not come to an end."""
    holders: list[Holder] = []

    def start() -> Holder:
        holders.append(Holder(address))
        return holders[-1]

    yield start
    for holder in holders:
        if holder.holds:
            holder.let_go()


@contextmanager
def memory_on(database: Database) -> Iterator[Memory]:
    clock = SystemClock()
    with Memory(
        database,
        policy=default_policy(),
        embedder=HashEmbedder(),
        clock=clock,
        ids=TimeOrderedIds(clock),
    ) as memory:
        yield memory


def opened(address: str, wait: float) -> Database:
    if address.startswith("postgresql://"):
        return PostgresDatabase(address, wait=wait)
    return SqliteDatabase(Path(address), wait=wait)


def test_readers_answer_and_writers_wait_while_another_writes(
    address: str, hold: Callable[[], Holder]
) -> None:
    """Search, list and context answer at once, a second handle opens, and the add comes through.

    Also where recall has vectors to compute, which it would keep if it could.
    """
    with memory_on(opened(address, 30)) as memory:
        session = session_of(memory)
        session.conversation.extend(SIXTY)
        session.memories.remember("Box 7 is red.")
        session.recall("box")
        session.memories.remember("Box 8 is blue.")
        task = session.task("ship", goal="ship it")
        holder = hold()
        took: dict[str, float] = {}

        def timed(name: str, call: Callable[[], object]) -> None:
            started = time.monotonic()
            assert call()
            took[name] = time.monotonic() - started

        both = [Layer.MEMORIES, Layer.CONVERSATION]
        timed("recall", lambda: session.recall("box", layers=both).hits)
        timed("context", lambda: session.context("box").blocks)
        timed("entries", session.memories.entries)
        timed("last", lambda: session.conversation.last(10))
        timed("task", lambda: task.state.goal)

        def another_handle() -> object:
            with stratal.open(address, embedder=None) as other:
                return session_of(other).memories.entries()

        timed("open", another_handle)
        assert {name: seconds for name, seconds in took.items() if seconds > 1} == {}

        adding = threading.Thread(target=session.memories.remember, args=["Box 9 is green."])
        adding.start()
        adding.join(0.5)
        assert adding.is_alive()
        assert holder.holds
        holder.let_go()
        adding.join(30)
        assert {one.content for one in session.memories.entries()} == {
            "Box 7 is red.",
            "Box 8 is blue.",
            "Box 9 is green.",
        }


def test_who_waits_in_vain_is_told_that_nothing_was_stored(
    address: str, hold: Callable[[], Holder]
) -> None:
    """After the waiting time: Busy, not stored; the handle lives, and a repetition succeeds."""
    with memory_on(opened(address, 0.3)) as memory:
        session = session_of(memory)
        session.memories.remember("Box 7 is red.")
        holder = hold()
        calls: tuple[Callable[[], object], ...] = (
            lambda: session.memories.remember("Box 8 is blue."),
            lambda: session.conversation.append({"role": "user", "content": "Box 8 came."}),
        )
        for call in calls:
            started = time.monotonic()
            with pytest.raises(Busy, match=r"busy, not stored \(waited .* s\): try again"):
                call()
            assert 0.2 < time.monotonic() - started < 5
            assert [one.content for one in session.memories.entries()] == ["Box 7 is red."]
            assert session.conversation.last(5) == []
        ill = check(memory.database, "acme")
        # One writer holds a whole SQLite file, but of PostgreSQL only the rows that it writes.
        held = [] if address.startswith("postgresql") else ["writing"]
        assert [sign.part for sign in ill.signs if "busy" in sign.problem] == held
        assert holder.holds
        holder.let_go()
        assert check(memory.database, "acme").well
        assert session.memories.remember("Box 8 is blue.").kept
        assert session.conversation.append({"role": "user", "content": "Box 8 came."}).kept


OPENER = """
import sys
import stratal
sys.stdin.readline()
with stratal.open(sys.argv[1], embedder=None) as memory:
    session = memory.session(stratal.Principal(tenant="acme", user="ana"), id="monday")
    session.conversation.append({"role": "user", "content": "here"})
"""


def test_processes_that_open_a_new_file_at_once_all_get_it(tmp_path: Path) -> None:
    """One makes the tables, the others wait; each of them has written."""
    for round_ in range(2):
        path = tmp_path / f"{round_}.db"
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", OPENER, path],
                stdin=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(4)
        ]
        time.sleep(0.5)
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        for process in processes:
            _, errors = process.communicate(timeout=60)
            assert process.returncode == 0, errors
        with stratal.open(path, embedder=None) as memory:
            assert len(session_of(memory).conversation.last(10)) == 4


# What only a server can have wrong. `tests/unit/storage/test_postgresql.py` has the rest of it.


def with_password(address: str, password: str) -> str:
    role, _, rest = address.partition("@")
    return f"{role.rpartition(':')[0]}:{password}@{rest}"


def test_a_server_that_lets_nobody_in_is_told_from_outside(
    postgres_server: PostgresServer, emptied_database: TestDatabase
) -> None:
    """Through `stratal.open`: no server, no such database, a wrong password; and no password."""
    secret = "wrong-secret-word"
    for address, words in (
        ("postgresql://ana:wrong-secret-word@127.0.0.1:1/x", "no server is there: start it"),
        (with_password(emptied_database.runtime, secret), "password is wrong: check role"),
        (postgres_server.address(RUNTIME, "nowhere"), "no such database or role: check the"),
    ):
        with pytest.raises(DatabaseUnusable, match=words) as told:
            stratal.open(address)
        assert str(told.value).startswith("postgresql://")
        assert secret not in str(told.value)


@pytest.mark.parametrize("present", [0, 1], ids=["no tables", "tables of the first version"])
def test_an_old_schema_names_the_command_and_is_left_alone(
    postgres_server: PostgresServer, present: int
) -> None:
    """Opening migrates nothing; once the owner has run the command, it opens."""
    database = postgres_server.new_database(migrated=False)
    try:
        with psycopg.connect(database.superuser, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector")
        if present:
            old = migrations(POSTGRESQL)[:present]
            migrate(database.owner, runtime_role=RUNTIME, schema=old)
        before = tables_of(database)
        with pytest.raises(SchemaMismatch, match=rf"schema {present}, .*run `stratal migrate`"):
            stratal.open(database.runtime)
        assert tables_of(database) == before
        migrate(database.owner, runtime_role=RUNTIME)
        use(database.runtime)
    finally:
        postgres_server.drop(database)


def test_a_newer_schema_says_to_upgrade(postgres_database: TestDatabase) -> None:
    """Opening and migrating alike; nothing is changed."""
    with psycopg.connect(postgres_database.owner, autocommit=True) as connection:
        connection.execute("INSERT INTO stratal_migration (no, name) VALUES (99, 'later')")
    before = tables_of(postgres_database)
    with pytest.raises(SchemaMismatch, match=r"schema 99, .*: upgrade Stratal to open it"):
        stratal.open(postgres_database.runtime)
    with pytest.raises(SchemaMismatch, match=r"schema 99, .*: upgrade Stratal to open it"):
        migrate(postgres_database.owner)
    assert tables_of(postgres_database) == before


def test_a_missing_pgvector_is_named(postgres_server: PostgresServer) -> None:
    """Migrating makes nothing then, and says who can add it and how."""
    bare = postgres_server.new_database(migrated=False)
    try:
        with pytest.raises(DatabaseUnusable, match=r"no pgvector.*CREATE EXTENSION vector"):
            migrate(bare.owner)
        assert tables_of(bare) == []
    finally:
        postgres_server.drop(bare)


def test_a_role_that_no_policy_holds_is_warned_of(postgres_database: TestDatabase) -> None:
    """Through `stratal.open`: what is wrong with it, and the page that tells how to mend it."""
    for address, words in (
        (postgres_database.superuser, "is a superuser: .*run-on-postgresql.md"),
        (postgres_database.owner, "owns the tables: .*run-on-postgresql.md"),
    ):
        with pytest.warns(UnsafeRoleWarning, match=words):
            stratal.open(address, embedder=None).close()


def tables_of(database: TestDatabase) -> list[tuple[str, ...]]:
    """Every column of every table, and which changes were made."""
    with psycopg.connect(database.superuser) as connection:
        return connection.execute(
            "SELECT table_name, column_name FROM information_schema.columns "
            "WHERE table_schema = 'public' ORDER BY 1, 2"
        ).fetchall()
