"""Stores: made, described, archived and deleted with all that stands in them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from stratal.core.canonical import canonical
from stratal.core.clock import from_micros, to_micros
from stratal.core.files import FileAccess, IndexBy, PersonalData, Store
from stratal.core.identity import Scope
from stratal.core.records import Layer, Origin
from stratal.storage import tombstones
from stratal.storage.database import Row, Transaction
from stratal.storage.files import LAST


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    """A store whose other writers wait."""

    store: Store
    changed_at: datetime
    """When its files were last changed."""
    access: FileAccess | None
    """What the conversation may do with it, if it is attached."""


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
    return None if row is None else store_from(row)


def take_store(tx: Transaction, id: str) -> tuple[Store, datetime] | None:
    """The store, with its other writers waiting, and when its files were last changed."""
    row = tx.row("store_take", store=id)
    return None if row is None else (store_from(row), from_micros(row["changed_at"]))


def take_for(tx: Transaction, id: str, owner: str, conversation: str) -> Taken | None:
    """The store, for who writes to it in a conversation."""
    tx.later("store_lock", store=id)
    # Only now, so that it is what those who wrote before have left.
    row = tx.row("store_locked", store=id, owner=owner, conversation=conversation)
    if row is None:
        return None
    return Taken(
        store=store_from(row),
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
        since=-LAST if since is None else to_micros(since),
        until=LAST if until is None else to_micros(until),
        before_at=LAST if after is None else to_micros(after[0]),
        before_id="" if after is None else after[1],
        limit=limit,
    )
    return [store_from(row) for row in rows]


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
    tombstones.add(tx, store.id, Layer.FILES, store.scope, origin, now)
    for query in (
        "delete_file_changes",
        "delete_file_waiting",
        "delete_attachments",
        "delete_file_versions",
        "delete_files",
        "store_remove",
    ):
        tx.change(query, store=store.id)


def store_from(row: Row) -> Store:
    """The store that a row tells of."""
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
