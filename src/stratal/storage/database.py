"""The contract of a database: transactions confined to one tenant, that run named queries.

A backend supplies a dialect (how a few marks in shared SQL are written), transactions and an
error translation; all SQL stands in `queries/*.sql` and is the same for every backend, but for the
queries of its own file (`queries/sqlite.sql`), which hold the primitives that differ.

Marks in shared SQL: ``:name`` is a parameter, ``{texts:name}`` and ``{ints:name}`` a list given as
a JSON text, to stand after ``IN``. ``:tenant`` is always bound to the transaction's tenant.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from stratal.storage.bare import Bare

from stratal.storage.receipt_key import ReceiptKey, make_key, read_key

Value: TypeAlias = str | int | float | bytes | None
Row: TypeAlias = Mapping[str, Any]
"""A row by column name. Rows stay in the storage room: its modules make core values of them."""

_NAMED = re.compile(r"^-- (\w+): (.+)$", re.MULTILINE)
_MARK = re.compile(r"\{(texts|ints):(\w+)\}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """How one database writes what the shared SQL leaves open."""

    name: str
    texts: str
    """The elements of a JSON list of strings; ``{}`` stands for the parameter's name."""
    ints: str
    types: Mapping[str, str]
    """What ``{int}``, ``{real}``, ``{blob}``, ``{strict}`` and ``{clustered}`` mean in a table."""

    def query(self, text: str) -> str:
        """Shared SQL as this database reads it, parameters still as ``:name``."""
        return _MARK.sub(
            lambda mark: getattr(self, mark.group(1)).replace("{}", mark.group(2)), text
        )

    def schema(self, text: str) -> str:
        """Shared table definitions as this database reads them."""
        for mark, meaning in self.types.items():
            text = text.replace("{" + mark + "}", meaning)
        return text


@cache
def named_queries(dialect_name: str) -> Mapping[str, str]:
    """Every query by name: the shared ones and those of the dialect's own file."""
    folder = resources.files("stratal.storage") / "queries"
    queries: dict[str, str] = {}
    others = {"sqlite", "postgresql"} - {dialect_name}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".sql") or file.name.removesuffix(".sql") in others:
            continue
        pieces = _NAMED.split(file.read_text(encoding="utf-8"))
        for name, sql in zip(pieces[1::3], pieces[3::3], strict=True):
            if name in queries:
                raise RuntimeError(f"two queries are named {name}")
            queries[name] = sql.strip().removesuffix(";")
    return queries


@dataclass(frozen=True, kw_only=True, slots=True)
class Nearest:
    """The vectors of one space that lie near a query."""

    cosines: Mapping[int, float]
    """By the entry's number, to six decimals: the last bits differ from machine to machine."""
    lowest: float
    """The smallest cosine of all; 1 where there is no vector."""
    seen: int
    """How many vectors there are."""


class Transaction(ABC):
    """One transaction of one tenant. Every query it runs has ``:tenant`` bound."""

    tenant: str

    @abstractmethod
    def rows(self, query: str, **values: Value) -> list[Row]:
        """All rows of the named query."""

    @abstractmethod
    def change(self, query: str, **values: Value) -> int:
        """Run the named query; how many rows it changed."""

    def later(self, query: str, **values: Value) -> None:
        """Run the named query before the next one, or before the end; nobody asks what it did.

        What is wrong with it is raised then. Where a server is far away, such queries are sent
        together with the next one.
        """
        self.change(query, **values)

    @abstractmethod
    def change_many(self, query: str, values: Iterable[Mapping[str, Value]]) -> int:
        """Run the named query once for each set of values; how many rows all of them changed."""

    @abstractmethod
    def nearest(
        self,
        *,
        generation: int,
        space: int,
        part: str,
        query: bytes,
        limit: int,
        also: Collection[int],
    ) -> Nearest:
        """The `limit` entries of a space, or of one part of it, nearest to `query`, and `also`.

        Exact. Where a backend's own file holds the queries ``vector_…``, this is the one thing
        about vectors that no query can say on every database.
        """

    @abstractmethod
    def cosines(
        self, *, generation: int, space: int, query: bytes, seqs: Sequence[int]
    ) -> dict[int, float]:
        """How near these entries of a space are to `query`, as `nearest` says it."""

    @abstractmethod
    def vectors(self, *, generation: int, space: int, after: int, limit: int) -> dict[int, bytes]:
        """The vectors of a space in the order of their entries, `limit` of them from `after` on."""

    @abstractmethod
    def vectors_of(self, *, generation: int, space: int, seqs: Sequence[int]) -> dict[int, bytes]:
        """The vectors of these entries of a space; of one that has none there is nothing."""

    def row(self, query: str, **values: Value) -> Row | None:
        """The only row of the named query, or None."""
        rows = self.rows(query, **values)
        return rows[0] if rows else None


class Database(ABC):
    """An open database. Safe to share between threads."""

    name: str
    """How messages call it: a path, or an address without its password."""
    dialect: Dialect
    key_file: Path | None = None
    """Where the key lies that receipts are signed with, and hashes of what was erased."""

    def receipt_key(self, *, make: bool = False) -> ReceiptKey:
        """The key, with `make` a new one if there is none. Raises `KeyUnusable`."""
        return make_key(self.key_file) if make else read_key(self.key_file)

    @abstractmethod
    def read(self, tenant: str) -> AbstractContextManager[Transaction]:
        """A transaction that sees one state of the database and never waits for writers."""

    @abstractmethod
    def write(
        self, tenant: str, *, wait: float | None = None
    ) -> AbstractContextManager[Transaction]:
        """A transaction that commits when left normally and rolls back when left by an exception.

        Raises `Busy` when other writers held the database for all of the waiting time, or for
        `wait` seconds where that is less: for what can be left undone.
        """

    def changes(self) -> int:
        """A number that is another after each write that could have made others wait for it.

        Where writers of different things never wait for each other it is always the same.
        """
        return 0

    @abstractmethod
    def faults(self) -> list[str]:
        """What is wrong with the database as such, for `stratal doctor`; empty if nothing is."""

    @abstractmethod
    def bare(self, tenant: str) -> AbstractContextManager[Bare]:
        """Everything that lies there, rows and bytes, to be looked at; nothing is written."""

    def compacts_at_once(self) -> bool:
        """Whether `compact` is quick enough to follow on every erasure."""
        return False

    def compact(self, tables: Collection[str]) -> None:
        """Write these tables anew, so that no byte of a row that is gone is left in them.

        Others wait meanwhile. Raises `Busy` where somebody holds what has to be given up.
        """
        raise NotImplementedError

    def out_of_reach(self) -> tuple[str, ...]:
        """What may hold what was erased, and no statement can reach; named in receipts."""
        return ()

    @abstractmethod
    def close(self) -> None:
        """Give everything back. Closing again does nothing."""
