"""Texts for files that wait for a person, until they expire."""

from __future__ import annotations

import json
from datetime import datetime

from stratal.core.clock import from_micros, to_micros
from stratal.core.files import WaitingFile
from stratal.storage.database import Row, Transaction
from stratal.storage.files import Writer


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
