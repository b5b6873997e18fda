"""A database laid bare: its tables as they are, and its files byte for byte. Only to be looked at.

For who must know what is really there, whoever wrote it and however it got there. The tables are
read from the schema and not from a list, every tenant's rows with them where the role may see them.
A file that cannot be read has a reason in place of bytes: what was not looked at proves nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple

from stratal.storage.database import Value

CHUNK = 1 << 20
"""Bytes of a file that are in memory at once."""


class Piece(NamedTuple):
    """A value that lies in a file packed or in several places, as it reads."""

    at: int
    """Where it begins in the file."""
    data: bytes
    whole: bool
    """False where a part of it is gone, and the rest could not be read without that."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BareFile:
    """A file in which the database lies, or something that is like one."""

    name: str
    """How a person is told of it: a path, with the table if it is one's."""
    problem: str = ""
    """Why it was not read."""
    of_tables: bool = True
    """Whether it holds rows, and not what the server keeps for itself."""
    parts: Callable[[], AbstractContextManager[Iterator[bytes]]] | None = None
    """Its bytes in order, a chunk after the other."""
    pieces: Callable[[], AbstractContextManager[Iterator[Piece]]] | None = None
    """What does not stand in its bytes as it reads."""


class Bare(ABC):
    """One look at a database."""

    @abstractmethod
    def tables(self) -> Mapping[str, Sequence[str]]:
        """The columns of each table that can hold text, those of vectors left out."""

    @abstractmethod
    def rows(self, table: str) -> Iterator[tuple[Value, ...]]:
        """Every row that can be seen, its columns as `tables` names them; a few at a time."""

    @abstractmethod
    def one(self, table: str, column: str, **equal: Value) -> Value:
        """A column of the first row with these values, or None."""

    @abstractmethod
    def entries(self, tenant: str, space: int, first: int, last: int) -> dict[int, str]:
        """The terms that entries of the search index list, by number."""

    @abstractmethod
    def own_words(self) -> str:
        """What the schema itself says: its words stand in the files and are nobody's."""

    @abstractmethod
    def files(self) -> Iterator[BareFile]:
        """Every file of the database, read or not."""
