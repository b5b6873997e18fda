"""What a database says of files, held against itself.

The changes of a store are numbered without a gap, in the order of their times. A file is what its
last version says it is; a version's text has the size and hash that stand beside it. No path is
also a folder, and none has another spelling.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from stratal.core.file_paths import ancestors, checked_path
from stratal.core.records import Layer
from stratal.errors import InvalidValue
from stratal.storage.database import Row, Transaction
from stratal.storage.doctor import MOST, Code, Finding, pages

_WHERE = Layer.FILES.value


def stores(tx: Transaction) -> Iterator[Finding]:
    """Stores with their files and versions."""
    for row in tx.rows("doctor_store_numbers", limit=MOST):
        yield from _numbers(row)
    for row in tx.rows("doctor_file_times", limit=MOST):
        yield _of(Code.FILE_NUMBERS, row, f"change {row['seq']} was made before the one before it")
    for row in tx.rows("doctor_file_heads", limit=MOST):
        yield _of(Code.FILE_HEAD, row, f"file {row['file']} is not what its last version says")
    for row in tx.rows("doctor_files_lost", limit=MOST):
        yield _of(Code.FILE_HEAD, row, f"file {row['file']} is gone, and no version says so")
    for page in pages(tx, "doctor_file_texts", store="", seq=0):
        for row in page:
            problem = _text(row)
            if problem:
                yield _of(Code.FILE_TEXT, row, f"version {row['seq']} {problem}")
    yield from _paths(tx)


def list_stores(tx: Transaction, after: str) -> list[tuple[str, str]]:
    """The next stores, with their scopes."""
    rows = tx.rows("doctor_stores", store=after, limit=MOST)
    return [(row["store"], row["scope"]) for row in rows]


def _numbers(row: Row) -> Iterator[Finding]:
    if row["files"] != row["counted"]:
        said = f"counts {row['files']} files and holds {row['counted']}"
        yield _of(Code.FILE_NUMBERS, row, said)
    if row["seq"] != row["last"] or row["last"] != row["versions"]:
        yield _of(
            Code.FILE_NUMBERS,
            row,
            f"counts {row['seq']} changes, holds {row['versions']}, the last is {row['last']}",
        )


def _text(row: Row) -> str:
    """What is wrong with a version; empty if nothing is."""
    if row["redacted_at"] is not None:
        empty = all(row[each] is None for each in ("path", "content", "digest", "size"))
        return "" if empty else "is redacted, and not empty"
    if row["operation"] == "deleted":
        empty = all(row[each] is None for each in ("content", "digest", "size"))
        return "" if empty else "says that the file was deleted, and has a text"
    if row["content"] is None or row["path"] is None:
        return "has no text or path, and was not redacted"
    data = bytes(row["content"])
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "is no text"
    same = (hashlib.sha256(data).hexdigest(), len(data)) == (row["digest"], row["size"])
    return "" if same else "is not of the size and hash that stand beside it"


def _paths(tx: Transaction) -> Iterator[Finding]:
    store, known = "", set[str]()
    for page in pages(tx, "doctor_file_paths", store="", path=""):
        for row in page:
            if row["store"] != store:
                store, known = row["store"], set()
            known.add(row["path"])
            try:
                plain = checked_path("path", row["path"]) == row["path"]
            except InvalidValue:
                plain = False
            # What stands above comes first in the order of paths.
            if not plain or known & set(ancestors(row["path"])):
                yield _of(Code.FILE_PATH, row, f"file {row['file']} has a path that cannot be")


def _of(code: Code, row: Row, message: str) -> Finding:
    return Finding(code=code, where=_WHERE, id=row["store"], message=message)
