"""Stores, the files in them, and the versions that every change leaves."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from stratal.core.canonical import canonical
from stratal.core.clock import from_micros, to_micros
from stratal.core.files import (
    Attachment,
    File,
    FileAccess,
    FileOperation,
    FileVersion,
    IndexBy,
    PersonalData,
    Store,
    WaitingFile,
)
from stratal.core.identity import Scope
from stratal.core.records import Layer, Origin
from stratal.storage.database import Row, Transaction, Value

_LAST = 2**53
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
class Asked:
    """Which versions are wanted; everything is by default."""

    file: str = ""
    operation: FileOperation | None = None
    conversation: str = ""
    via: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """What an earlier change did that was told apart by an id."""

    fingerprint: str
    file: str | None
    seq: int | None
    done: str
    code: str


# Stores.


def add_store(tx: Transaction, store: Store) -> None:
    """A new store without files."""
    tx.change(
        "store_add",
        id=store.id,
        scope=str(store.scope),
        name=store.name,
        description=store.description,
        metadata=canonical("metadata", store.metadata),
        index_by=store.index_by,
        personal_data=store.personal_data,
        place=store.place,
        now=to_micros(store.created_at),
    )


def store(tx: Transaction, id: str) -> Store | None:
    """The store of that id, whosever it is: who asks must compare its scope."""
    row = tx.row("store_of", store=id)
    return None if row is None else _store(row)


def take_store(tx: Transaction, id: str) -> tuple[Store, datetime] | None:
    """The store, with its other writers waiting, and when its files were last changed."""
    row = tx.row("store_take", store=id)
    return None if row is None else (_store(row), from_micros(row["changed_at"]))


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    """A store whose other writers wait."""

    store: Store
    changed_at: datetime
    """When its files were last changed."""
    access: FileAccess | None
    """What the conversation may do with it, if it is attached."""


def take_for(tx: Transaction, id: str, owner: str, conversation: str) -> Taken | None:
    """The store, for who writes to it in a conversation."""
    tx.later("store_lock", store=id)
    # Only now, so that it is what those who wrote before have left.
    row = tx.row("store_locked", store=id, owner=owner, conversation=conversation)
    if row is None:
        return None
    return Taken(
        store=_store(row),
        changed_at=from_micros(row["changed_at"]),
        access=None if row["access"] is None else FileAccess(row["access"]),
    )


def stores(
    tx: Transaction,
    scopes: Sequence[Scope],
    *,
    archived: bool,
    since: datetime | None,
    until: datetime | None,
    after: tuple[datetime, str] | None,
    limit: int,
) -> list[Store]:
    """The stores of these scopes, the newest first, after one by its time and id."""
    rows = tx.rows(
        "store_list",
        scopes=json.dumps([str(scope) for scope in scopes]),
        archived=int(archived),
        since=-_LAST if since is None else to_micros(since),
        until=_LAST if until is None else to_micros(until),
        before_at=_LAST if after is None else to_micros(after[0]),
        before_id="" if after is None else after[1],
        limit=limit,
    )
    return [_store(row) for row in rows]


def scopes(tx: Transaction) -> list[Scope]:
    """The scopes that hold stores."""
    return [Scope.parse(row["scope"]) for row in tx.rows("store_scopes")]


def describe_store(tx: Transaction, store: Store) -> None:
    """Name, description, metadata and settings as they are in `store`."""
    tx.change(
        "store_describe",
        store=store.id,
        name=store.name,
        description=store.description,
        metadata=canonical("metadata", store.metadata),
        index_by=store.index_by,
        personal_data=store.personal_data,
        now=to_micros(store.updated_at),
    )


def archive_store(tx: Transaction, id: str, now: datetime) -> bool:
    """Archive it; False if it was archived before."""
    return bool(tx.change("store_archive", store=id, now=to_micros(now)))


def store_changed(tx: Transaction, id: str, *, seq: int, more: int, now: datetime) -> None:
    """Count the changes: `seq` is the number of the last one, `more` how many files were added."""
    tx.later("store_changed", store=id, seq=seq, more=more, now=to_micros(now))


def delete_store(tx: Transaction, store: Store, origin: Origin, now: datetime) -> None:
    """Remove it with all that stands in it; its tombstone keeps id, scope, actor and time."""
    tx.change(
        "tombstone_add",
        id=store.id,
        layer=Layer.FILES.value,
        scope=str(store.scope),
        actor=origin.actor,
        reason=origin.reason,
        now=to_micros(now),
    )
    for query in (
        "delete_file_changes",
        "delete_file_waiting",
        "delete_attachments",
        "delete_file_versions",
        "delete_files",
        "store_remove",
    ):
        tx.change(query, store=store.id)


# Files.


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
    return None if row is None else _file(row)


def seen_by_id(tx: Transaction, store: str, id: str) -> tuple[Scope, File | None] | None:
    """The scope of a store, which who asks must compare, and the file of that id with its text."""
    return _seen(tx.row("file_of_seen", store=store, file=id))


def seen_at(tx: Transaction, store: str, path: str) -> tuple[Scope, File | None] | None:
    """The same for the file at a path."""
    return _seen(tx.row("file_at_seen", store=store, path=path))


def _seen(row: Row | None) -> tuple[Scope, File | None] | None:
    if row is None:
        return None
    return Scope.parse(row["store_scope"]), None if row["id"] is None else _file(row)


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
    return [_file(row) for row in rows]


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
        limit=_LAST,
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


# Versions.


def version(tx: Transaction, store: str, seq: int) -> FileVersion | None:
    """The version of that number, with its text."""
    row = tx.row("file_version_of", store=store, seq=seq)
    return None if row is None else _version(row)


def versions(
    tx: Transaction,
    store: str,
    asked: Asked,
    *,
    before: int | None,
    limit: int,
    whole: bool = False,
) -> list[FileVersion]:
    """Versions that are `asked` for, the newest first, before the one of a number."""
    query = "file_version_list" + ("_of" if asked.file else "") + ("_whole" if whole else "")
    values: dict[str, Value] = {"file": asked.file} if asked.file else {}
    rows = tx.rows(
        query,
        store=store,
        before=_LAST if before is None else before,
        operation=asked.operation or "",
        conversation=asked.conversation,
        via=asked.via,
        since=-_LAST if asked.since is None else to_micros(asked.since),
        until=_LAST if asked.until is None else to_micros(asked.until),
        limit=limit,
        **values,
    )
    return [_version(row) for row in rows]


def file_ids(tx: Transaction, store: str) -> list[str]:
    """Every file that has versions in the store, deleted ones too."""
    return [row["file"] for row in tx.rows("file_version_files", store=store)]


def as_of(tx: Transaction, store: str, moment: datetime) -> list[FileVersion]:
    """The versions that were current at a time, by path."""
    rows = tx.rows("file_versions_as_of", store=store, at=to_micros(moment))
    found = [_version(row) for row in rows]
    return [one for one in found if one.operation is not FileOperation.DELETED]


def last_at(tx: Transaction, store: str, path: str) -> str | None:
    """The id of the file that last stood at a path."""
    row = tx.row("file_last_at", store=store, path=path)
    return None if row is None else row["file"]


def redact(tx: Transaction, store: str, seq: int, actor: str, now: datetime) -> bool:
    """Empty a version, and what tells how it came about; False if it was empty."""
    tx.change("file_change_forget", store=store, seq=seq)
    return bool(
        tx.change("file_version_redact", store=store, seq=seq, actor=actor, now=to_micros(now))
    )


# Changes by id, texts that wait, attachments.


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


def add_waiting(tx: Transaction, one: WaitingFile, expected: str | None, writer: Writer) -> None:
    """A text that waits for a person; those that waited in vain go."""
    tx.change("file_waiting_expire", store=one.store, now=to_micros(writer.now))
    tx.change(
        "file_waiting_add",
        store=one.store,
        id=one.id,
        path=one.path,
        content=one.content.encode("utf-8"),
        file=one.file,
        expected=expected,
        kinds=json.dumps(list(one.kinds)),
        expires_at=to_micros(one.expires_at),
        **writer.values,
    )


def waiting(tx: Transaction, store: str, now: datetime) -> list[WaitingFile]:
    """What waits in a store, the oldest first."""
    rows = tx.rows("file_waiting_list", store=store, now=to_micros(now))
    return [_waiting(row) for row in rows]


def waiting_by_id(
    tx: Transaction, store: str, id: str, now: datetime
) -> tuple[WaitingFile, str | None] | None:
    """One of them, with the digest that it was to replace."""
    row = tx.row("file_waiting_of", store=store, id=id, now=to_micros(now))
    return None if row is None else (_waiting(row), row["expected"])


def remove_waiting(tx: Transaction, store: str, id: str) -> None:
    """It waits no longer."""
    tx.change("file_waiting_remove", store=store, id=id)


def attach(tx: Transaction, owner: str, conversation: str, one: Attachment) -> None:
    """The conversation works with a store from now on."""
    tx.change(
        "attachment_add",
        owner=owner,
        conversation=conversation,
        store=one.store.id,
        access=one.access,
        instructions=one.instructions,
        name=one.name,
        description=one.description,
        slug=one.slug,
        now=to_micros(one.attached_at),
    )


def reattach(tx: Transaction, owner: str, conversation: str, one: Attachment) -> None:
    """It works with it in another way."""
    tx.change(
        "attachment_change",
        owner=owner,
        conversation=conversation,
        store=one.store.id,
        access=one.access,
        instructions=one.instructions,
    )


def detach(tx: Transaction, owner: str, conversation: str, store: str) -> bool:
    """It works with it no longer; False if it did not."""
    return bool(tx.change("attachment_remove", owner=owner, conversation=conversation, store=store))


def attachments(tx: Transaction, owner: str, conversation: str) -> list[Attachment]:
    """The stores of a conversation, in the order in which they were attached."""
    return [
        Attachment(
            store=_store(row),
            access=FileAccess(row["access"]),
            instructions=row["instructions"],
            name=row["attached_name"],
            description=row["attached_description"],
            slug=row["slug"],
            attached_at=from_micros(row["attached_at"]),
        )
        for row in tx.rows("attachment_list", owner=owner, conversation=conversation)
    ]


def attached_access(
    tx: Transaction, owner: str, conversation: str, store: str
) -> FileAccess | None:
    """What the conversation may do with the store, if it is attached."""
    row = tx.row("attachment_access", owner=owner, conversation=conversation, store=store)
    return None if row is None else FileAccess(row["access"])


# What search knows.


def unindexed(tx: Transaction, scopes: Sequence[Scope], limit: int) -> list[File]:
    """Files of these scopes that search does not know as they are, without their texts."""
    named = json.dumps([str(scope) for scope in scopes])
    return [_file(row) for row in tx.rows("file_unindexed", scopes=named, limit=limit)]


def unindexed_of(tx: Transaction, store: str, limit: int) -> list[File]:
    """Files of one store that search does not know as they are, with their texts."""
    rows = tx.rows("file_unindexed_of", store=store, limit=limit)
    return [_file(row) for row in rows]


def indexed_of(tx: Transaction, store: str, after: str, limit: int) -> list[File]:
    """Files of a store, with their texts, that search knows as they are, after one by its id."""
    rows = tx.rows("doctor_files_indexed", store=store, file=after, limit=limit)
    return [_file(row) for row in rows]


def known_to_search(tx: Transaction, ids: Iterable[str]) -> dict[str, int]:
    """The number of the version of each file that search knows."""
    rows = tx.rows("file_wholes", ids=json.dumps(list(ids)))
    return {row["id"]: row["indexed"] for row in rows}


def count_unindexed(tx: Transaction, scopes: Sequence[Scope]) -> int:
    """How many there are."""
    named = json.dumps([str(scope) for scope in scopes])
    row = tx.row("file_count_unindexed", scopes=named)
    return 0 if row is None else int(row["missing"])


def indexed(tx: Transaction, store: str, file: str, seq: int) -> None:
    """Search knows that version of the file from now on."""
    tx.change("file_indexed", store=store, file=file, seq=seq)


def items_of_file(tx: Transaction, space: int, prefix: str) -> list[str]:
    """Items of the index that begin with a file's id and its mark."""
    upto = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    rows = tx.rows("file_items", space=space, first=prefix, upto=upto)
    return [row["item"] for row in rows]


def items_of_store(tx: Transaction, space: int, store: str) -> list[str]:
    """Items of the index that are of a store's files."""
    return [row["item"] for row in tx.rows("store_items", space=space, store=store)]


def wholes(tx: Transaction, ids: Iterable[str]) -> list[tuple[File, Store]]:
    """Files of any store by their ids, with their texts, and the stores."""
    rows = tx.rows("file_wholes", ids=json.dumps(list(ids)))
    named = {one: found for one in {row["store"] for row in rows} if (found := store(tx, one))}
    return [(_file(row), named[row["store"]]) for row in rows if row["store"] in named]


def _store(row: Row) -> Store:
    metadata: Mapping[str, str] = json.loads(row["metadata"])
    return Store(
        id=row["id"],
        scope=Scope.parse(row["scope"]),
        name=row["name"],
        description=row["description"],
        metadata=metadata,
        index_by=IndexBy(row["index_by"]),
        personal_data=PersonalData(row["personal_data"]),
        place=row["place"],
        files=row["files"],
        seq=row["seq"],
        created_at=from_micros(row["created_at"]),
        updated_at=from_micros(row["updated_at"]),
        archived_at=None if row["archived_at"] is None else from_micros(row["archived_at"]),
    )


def _file(row: Row) -> File:
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


def _head(row: Row) -> Head:
    return Head(file=_file(row), stamp=row["stamp"], indexed=row["indexed"])


def _version(row: Row) -> FileVersion:
    content = row["content"]
    return FileVersion(
        store=row["store"],
        seq=row["seq"],
        file=row["file"],
        operation=FileOperation(row["operation"]),
        path=row["path"],
        content=None if content is None else bytes(content).decode("utf-8"),
        digest=row["digest"],
        size=row["size"],
        actor=row["actor"],
        conversation=row["conversation"],
        via=row["via"],
        reason=row["reason"],
        created_at=from_micros(row["created_at"]),
        redacted_at=None if row["redacted_at"] is None else from_micros(row["redacted_at"]),
        redacted_by=row["redacted_by"],
    )


def _waiting(row: Row) -> WaitingFile:
    return WaitingFile(
        id=row["id"],
        store=row["store"],
        path=row["path"],
        content=bytes(row["content"]).decode("utf-8"),
        file=row["file"],
        kinds=tuple(json.loads(row["kinds"])),
        actor=row["actor"],
        created_at=from_micros(row["created_at"]),
        expires_at=from_micros(row["expires_at"]),
    )
