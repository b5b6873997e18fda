"""The server for tests: started, shared, and gone without a trace."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from stratal.testing.postgresql import PostgresServer

SCRIPT = """
import os, sys
from stratal.testing.postgresql import running_server
with running_server() as server:
    print(server.address("postgres", "postgres").rpartition("host=")[2], flush=True)
    if sys.argv[1] == "killed":
        sys.stdin.read()
"""


@pytest.mark.slow
@pytest.mark.parametrize("end", ["left", "killed"])
def test_nothing_of_the_server_stays(postgres_server: PostgresServer, end: str) -> None:
    """Its process and folder are gone when the block is left, and when the tests are killed."""
    user = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, end], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert user.stdout is not None
    folder = Path(user.stdout.readline().decode().strip())
    pid = 0
    if end == "killed":
        pid = int((folder / "data" / "postmaster.pid").read_text(encoding="ascii").split()[0])
        os.kill(pid, 0)
        user.kill()
    user.communicate()
    assert user.returncode == (-signal.SIGKILL if end == "killed" else 0)
    until = time.monotonic() + 20
    while folder.exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not folder.exists()
    if end == "killed":
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_emptying_leaves_tables_and_no_rows(postgres_server: PostgresServer) -> None:
    """All tenants' rows go, whatever refers to what; the schema stays."""
    database = postgres_server.new_database()
    with psycopg.connect(database.superuser) as connection:
        for tenant in ("acme", "globex"):
            connection.execute(
                "INSERT INTO record VALUES (%s, 'r', 'l', 's', 'k', NULL, NULL, 1)", [tenant]
            )
            connection.execute(
                "INSERT INTO tombstone VALUES (%s, 'r', 'l', 's', '', '', 1)", [tenant]
            )
    postgres_server.empty(database)
    with psycopg.connect(database.superuser) as connection:
        assert connection.execute("SELECT count(*) FROM record").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM tombstone").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM stratal_migration").fetchone() != (0,)
    postgres_server.drop(database)
