"""Taking files and folders of documents into knowledge: repeatable, with a full account.

Each file is stored for itself, so an ingestion that was stopped goes on where it stopped: what is
there already, equal, is neither converted nor written. A file that cannot be read is named in the
account, and the rest goes on.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from stratal.converters.formats import type_by_name
from stratal.core.documents import NAME_LIMIT
from stratal.core.identity import Scope
from stratal.core.outcomes import Done, Outcome
from stratal.errors import BadInput, MissingExtra
from stratal.layers.erased import document_refusal
from stratal.layers.knowledge import Knowledge

_PASSED_OVER = {"__pycache__", "node_modules"}
"""Folders of what others have made; hidden ones are passed over, too."""
_LOOKED_AT = 8_192


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """A file, and the name that its document has."""

    name: str
    path: Path


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """A file that did not become a document."""

    name: str
    problem: str


@dataclass(kw_only=True, slots=True)
class Account:
    """What became of the files: stored, unchanged, passed over and faults add up to all of them."""

    stored: int = 0
    unchanged: int = 0
    passed_over: list[str] = field(default_factory=list)
    """Files of a folder that are no documents, such as pictures, and links."""
    faults: list[Fault] = field(default_factory=list)
    outcomes: list[tuple[str, Outcome]] = field(default_factory=list)
    """Of each file that was stored, by its name."""

    @property
    def files(self) -> int:
        return self.stored + self.unchanged + len(self.passed_over) + len(self.faults)


class Watcher(Protocol):
    """Is told how far it is, from 0 to 1, and which document is read."""

    def __call__(self, share: float, name: str, /) -> None: ...


def sources(path: Path, *, name: str | None = None) -> Iterator[Source]:
    """The file at `path`, or all files in the folder there, in order.

    A file is called by its name, one in a folder by the folder's name and its path within it;
    `name` takes the place of the first part. Hidden files and folders are passed over.
    """
    if not path.is_dir():
        yield Source(name=name or path.name, path=path)
        return
    root = name or path.resolve().name
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(
            one for one in folders if not one.startswith(".") and one not in _PASSED_OVER
        )
        within = Path(folder).relative_to(path)
        for file in sorted(files):
            if not file.startswith("."):
                called = (Path(root) / within / file).as_posix()
                yield Source(name=called, path=Path(folder) / file)


def take_in(
    knowledge: Knowledge,
    files: Iterable[Source],
    *,
    media_type: str | None = None,
    scope: Scope | None = None,
    metadata: Mapping[str, str] | None = None,
    watch: Watcher | None = None,
) -> Account:
    """Keep each file as the document of its name.

    Raises `BackendError` where the database fails: what is stored until then stays, and calling it
    again goes on. A missing extra is the fault of the files that need it.
    """
    account = Account()
    waiting = [(source, _size(source.path)) for source in files]
    whole = sum(size for _, size in waiting) or 1
    before = 0
    for source, size in waiting:
        if watch is not None:
            watch(before / whole, source.name)
        if len(waiting) > 1 and not _may_be_document(source.path):
            account.passed_over.append(source.name)
        else:
            try:
                outcome = _erased(knowledge, source, scope, of=len(waiting)) or knowledge.add(
                    source.name,
                    source.path,
                    media_type=media_type,
                    scope=scope,
                    metadata=metadata,
                    watch=None if watch is None else _Part(watch, source.name, before, size, whole),
                )
                _count(account, source, outcome)
            except (BadInput, MissingExtra) as error:
                if len(waiting) == 1:
                    raise
                account.faults.append(Fault(name=source.name[:NAME_LIMIT], problem=str(error)))
        before += size
    if watch is not None:
        watch(1.0, "")
    return account


def _erased(
    knowledge: Knowledge, source: Source, scope: Scope | None, *, of: int
) -> Outcome | None:
    """The refusal of a file of a folder that was erased. One that is named alone is meant."""
    if of == 1:
        return None
    return document_refusal(knowledge.access, scope or knowledge.access.write, source.path)


@dataclass(frozen=True, slots=True)
class _Part:
    """A file's share of all of them."""

    watch: Watcher
    name: str
    before: int
    size: int
    whole: int

    def __call__(self, share: float) -> None:
        self.watch((self.before + share * self.size) / self.whole, self.name)


def _count(account: Account, source: Source, outcome: Outcome) -> None:
    if not outcome.kept:
        account.faults.append(Fault(name=source.name, problem=outcome.message))
    elif outcome.done is Done.UNCHANGED:
        account.unchanged += 1
    else:
        account.stored += 1
        account.outcomes.append((source.name, outcome))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        # Whoever reads it says what is wrong with it.
        return 0


def _may_be_document(path: Path) -> bool:
    """Whether a file of a folder looks like something to read; a link may lead anywhere."""
    if path.is_symlink():
        return False
    if type_by_name(path.name) is not None:
        return True
    try:
        with path.open("rb") as file:
            return b"\x00" not in file.read(_LOOKED_AT)
    except OSError:
        return True
