"""Databases to measure on: empty ones, of both kinds, each gone afterwards."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from stratal.testing.postgresql import PostgresServer, running_server, server_is_installed

# As a server in earnest: what tests leave out for speed is what a write costs.
_SETTINGS = {
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "autovacuum": "on",
    "shared_buffers": "1GB",
    "max_wal_size": "8GB",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Empty:
    """A database that nobody has used."""

    kind: str
    address: str
    """What `stratal.open` takes."""
    superuser: str = ""
    """The same for whoever looks after a PostgreSQL."""

    def tidy(self) -> None:
        """What its server does in its own time, now: old versions of rows, statistics, log."""
        if not self.superuser:
            return
        import psycopg

        with psycopg.connect(self.superuser, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE")
            connection.execute("CHECKPOINT")

    def size(self) -> float:
        """Megabytes on the disk."""
        if not self.superuser:
            path = Path(self.address)
            return sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*")) / 1e6
        import psycopg

        with psycopg.connect(self.superuser) as connection:
            row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        assert row is not None
        return float(row[0]) / 1e6


class Databases:
    """Makes them. On PostgreSQL each is a database of one server, that syncs to the disk."""

    def __init__(self, folder: Path, server: PostgresServer | None) -> None:
        self._folder = folder
        self._server = server
        self._made = 0

    @property
    def kinds(self) -> list[str]:
        """Those that can be made here."""
        return ["sqlite", *(["postgresql"] if self._server is not None else [])]

    def new(self, kind: str) -> Empty:
        """An empty database of that kind."""
        self._made += 1
        if kind == "sqlite":
            return Empty(kind=kind, address=str(self._folder / f"{self._made}.db"))
        assert self._server is not None
        made = self._server.new_database()
        return Empty(kind=kind, address=made.runtime, superuser=made.superuser)


@contextmanager
def databases(*, postgresql: bool = True) -> Iterator[Databases]:
    """SQLite, and PostgreSQL if it is wanted and installed (the extra ``bench``)."""
    with tempfile.TemporaryDirectory() as folder:
        if not postgresql or not server_is_installed():
            yield Databases(Path(folder), None)
            return
        with running_server(_SETTINGS) as server:
            yield Databases(Path(folder), server)
