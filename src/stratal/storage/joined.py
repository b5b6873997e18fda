"""Several writes of layers as one transaction: all of them are there, or none is.

A layer opens a transaction for every write. Through a `Joined` database it gets the one that is
open already; when that is left by an exception, nothing was written, and what the layers answered
was a rehearsal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from stratal.storage.bare import Bare
from stratal.storage.database import Database, Transaction


class Joined(Database):
    """A database whose every transaction is `tx`. For one thread, and only while `tx` is open."""

    def __init__(self, database: Database, tx: Transaction) -> None:
        self.name = database.name
        self.dialect = database.dialect
        self.key_file = database.key_file
        self._database = database
        self._tx = tx

    @contextmanager
    def read(self, tenant: str) -> Iterator[Transaction]:
        assert tenant == self._tx.tenant
        yield self._tx

    @contextmanager
    def write(self, tenant: str, *, wait: float | None = None) -> Iterator[Transaction]:
        assert tenant == self._tx.tenant
        yield self._tx

    def faults(self) -> list[str]:
        return self._database.faults()

    def bare(self, tenant: str) -> AbstractContextManager[Bare]:
        return self._database.bare(tenant)

    def close(self) -> None:
        """Whoever opened the database closes it."""
