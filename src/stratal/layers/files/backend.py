"""Files that lie outside of the database: what is asked of the place where they lie.

The database keeps the versions either way, and knows of each file what it said last. A place needs
to do five things. `stratal.testing.file_backend` holds the tests that an implementation must pass.

A path is one that `stratal.core.file_paths` has checked: `/`, and names with `/` between them. What
lies in a place and has no such path, is no plain file, or is hidden, is not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """A file in a place."""

    path: str
    stamp: str
    """Another one whenever the file may have been changed; to be compared, and nothing else."""
    size: int
    """Bytes."""


class FileBackend(Protocol):
    """A place for the files of one store.

    `expect` is the SHA-256, in lower-case hex, of the bytes that a call may replace or remove, None
    for no file at all. What is there instead was put there by others: `StaleRevision` where it is
    another text, `PathConflict` where there should be none, `NotFound` where there should be one.
    A call does all of what it is asked to, or nothing. What it returned from survives a crash.
    """

    @property
    def address(self) -> str:
        """How a store names the place for ever, as ``directory:/home/ana/notes``."""
        ...

    def entries(self) -> Mapping[str, Entry]:
        """Every file by its path."""
        ...

    def read(self, path: str) -> tuple[bytes, str]:
        """The bytes of a file, and its stamp as these were read. Raises `NotFound`."""
        ...

    def write(self, path: str, data: bytes, *, expect: str | None) -> str:
        """Put these bytes there, with the folders above it; the new stamp."""
        ...

    def move(self, old: str, new: str) -> str:
        """Give a file another path, at which there is none; its stamp there."""
        ...

    def remove(self, path: str, *, expect: str) -> None:
        """Remove a file, and the folders above it that become empty."""
        ...


Backends: TypeAlias = Mapping[str, Callable[[str], FileBackend]]
"""What makes a place of an address, by what stands before its first colon."""
