"""The versions that every change of a file leaves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stratal.core.clock import from_micros, to_micros
from stratal.core.files import FileOperation, FileVersion
from stratal.storage.database import Row, Transaction, Value
from stratal.storage.files import LAST


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """Which versions are wanted; everything is by default."""

    file: str = ""
    operation: FileOperation | None = None
    conversation: str = ""
    via: str = ""
    since: datetime | None = None
    until: datetime | None = None


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
        before=LAST if before is None else before,
        operation=asked.operation or "",
        conversation=asked.conversation,
        via=asked.via,
        since=-LAST if asked.since is None else to_micros(asked.since),
        until=LAST if asked.until is None else to_micros(asked.until),
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
