"""Files as they are now, and the changes of them, each of which leaves a version."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stratal.core.clock import from_micros, to_micros
from stratal.core.files import File, FileOperation
from stratal.core.identity import Scope
from stratal.storage.database import Row, Transaction, Value

LAST = 2**53
"""Above every number and time that is stored."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Writer:
    """Who changes a store, when, and through which door."""

    actor: str
    conversation: str | None
    via: str
    reason: str
    now: datetime

    @property
    def values(self) -> dict[str, Value]:
        return {
            "actor": self.actor,
            "conversation": self.conversation,
            "via": self.via,
            "reason": self.reason,
            "now": to_micros(self.now),
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Head:
    """A file's row, for who is about to change it."""

    file: File
    stamp: str
    indexed: int
    """The number of the version that search knows; 0 for none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Text:
    """What a new version says: its bytes, and what the listing shows of them."""

    data: bytes
    digest: str
    title: str
    hook: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """What an earlier change did that was told apart by an id."""

    fingerprint: str
    file: str | None
    seq: int | None
    done: str
    code: str


def by_id(tx: Transaction, store: str, id: str) -> Head | None:
    """The file of that id, without its text."""
    row = tx.row("file_of", store=store, file=id)
    return None if row is None else _head(row)


def at(tx: Transaction, store: str, path: str) -> Head | None:
    """The file at that path, without its text."""
    row = tx.row("file_at", store=store, path=path)
    return None if row is None else _head(row)


def whole_by_id(tx: Transaction, store: str, id: str) -> File | None:
    """The file of that id with its text."""
    row = tx.row("file_of_whole", store=store, file=id)
    return None if row is None else file_from(row)


def seen_by_id(tx: Transaction, store: str, id: str) -> tuple[Scope, File | None] | None:
    """The scope of a store, which who asks must compare, and the file of that id with its text."""
    return _seen(tx.row("file_of_seen", store=store, file=id))


def seen_at(tx: Transaction, store: str, path: str) -> tuple[Scope, File | None] | None:
    """The same for the file at a path."""
    return _seen(tx.row("file_at_seen", store=store, path=path))


def in_the_way(
    tx: Transaction, store: str, path: str, above: Sequence[str]
) -> list[tuple[str, str]]:
    """Id and path of the first two files that stand at a path, above or below it."""
    rows = tx.rows(
        "file_in_the_way",
        store=store,
        above=json.dumps([*above, path]),
        below=path + "/",
        beyond=path + "0",  # the character after /
    )
    return [(row["id"], row["path"]) for row in rows]


def listed(
    tx: Transaction, store: str, folder: str, *, after: str, limit: int, whole: bool = False
) -> list[File]:
    """Files below a folder (its path ends in ``/``) by path, after one of them."""
    rows = tx.rows(
        "file_list_whole" if whole else "file_list",
        store=store,
        below=folder,
        beyond=folder[:-1] + "0",
        after=after,
        limit=limit,
    )
    return [file_from(row) for row in rows]


def names(tx: Transaction, store: str, folder: str) -> list[tuple[str, int]]:
    """Path and size of every file below a folder, by path."""
    rows = tx.rows("file_names", store=store, below=folder, beyond=folder[:-1] + "0")
    return [(row["path"], row["size"]) for row in rows]


def heads(tx: Transaction, store: str, folder: str) -> list[Head]:
    """All files below a folder by path, for who is about to change them."""
    rows = tx.rows(
        "file_list",
        store=store,
        below=folder,
        beyond=folder[:-1] + "0",
        after="",
        limit=LAST,
    )
    return [_head(row) for row in rows]


def create(tx: Transaction, file: File, text: Text, writer: Writer, *, stamp: str = "") -> None:
    """A file at its first version, or at another one after it had been deleted."""
    _add_version(tx, file, FileOperation.CREATED, text, writer)
    head = _head_values(file, text, writer, stamp)
    tx.later("file_add", created_at=to_micros(file.created_at), **head)


def change(tx: Transaction, file: File, text: Text, writer: Writer, *, stamp: str = "") -> None:
    """The next version of a file: its new text, under the path of `file`."""
    _add_version(tx, file, FileOperation.MODIFIED, text, writer)
    tx.later("file_change", **_head_values(file, text, writer, stamp))


def move(
    tx: Transaction, head: Head, path: str, seq: int, writer: Writer, *, stamp: str = ""
) -> None:
    """The next version of a file: the same text under another path."""
    tx.later(
        "file_version_moved",
        store=head.file.store,
        seq=seq,
        old=head.file.seq,
        operation=FileOperation.MODIFIED,
        path=path,
        **writer.values,
    )
    tx.later(
        "file_move",
        store=head.file.store,
        file=head.file.id,
        path=path,
        seq=seq,
        stamp=stamp,
        now=to_micros(writer.now),
    )


def delete(tx: Transaction, head: Head, seq: int, writer: Writer) -> None:
    """Remove a file; a version says that it was, and its others stay."""
    _add_version(tx, head.file, FileOperation.DELETED, None, writer, seq=seq)
    tx.later("file_remove", store=head.file.store, file=head.file.id)


def stamped(tx: Transaction, store: str, file: str, stamp: str) -> None:
    """The outside file was read again and says the same."""
    tx.change("file_stamp", store=store, file=file, stamp=stamp)


def earlier(tx: Transaction, store: str, id: str) -> Change | None:
    """What an earlier change with that id did."""
    row = tx.row("file_change_of", store=store, id=id)
    if row is None:
        return None
    return Change(
        fingerprint=row["fingerprint"],
        file=row["file"],
        seq=row["seq"],
        done=row["done"],
        code=row["code"],
    )


def keep_change(tx: Transaction, store: str, id: str, change: Change, now: datetime) -> None:
    """Remember what a change did."""
    tx.change(
        "file_change_add",
        store=store,
        id=id,
        fingerprint=change.fingerprint,
        file=change.file,
        seq=change.seq,
        done=change.done,
        code=change.code,
        now=to_micros(now),
    )


def _add_version(
    tx: Transaction,
    file: File,
    operation: FileOperation,
    text: Text | None,
    writer: Writer,
    *,
    seq: int | None = None,
) -> None:
    tx.later(
        "file_version_add",
        store=file.store,
        seq=file.seq if seq is None else seq,
        file=file.id,
        operation=operation,
        path=file.path,
        content=None if text is None else text.data,
        digest=None if text is None else text.digest,
        size=None if text is None else len(text.data),
        **writer.values,
    )


def _head_values(file: File, text: Text, writer: Writer, stamp: str) -> dict[str, Value]:
    """What a file's row says of its current version."""
    return {
        "store": file.store,
        "file": file.id,
        "path": file.path,
        "seq": file.seq,
        "digest": text.digest,
        "size": len(text.data),
        "title": text.title,
        "hook": text.hook,
        "stamp": stamp,
        "now": to_micros(writer.now),
    }


def _seen(row: Row | None) -> tuple[Scope, File | None] | None:
    if row is None:
        return None
    return Scope.parse(row["store_scope"]), None if row["id"] is None else file_from(row)


def _head(row: Row) -> Head:
    return Head(file=file_from(row), stamp=row["stamp"], indexed=row["indexed"])


def file_from(row: Row) -> File:
    """The file that a row tells of, with its text where that was asked for."""
    content = row.get("content")
    return File(
        id=row["id"],
        store=row["store"],
        path=row["path"],
        seq=row["seq"],
        digest=row["digest"],
        size=row["size"],
        title=row["title"],
        hook=row["hook"],
        content=None if content is None else bytes(content).decode("utf-8"),
        created_at=from_micros(row["created_at"]),
        updated_at=from_micros(row["updated_at"]),
    )
