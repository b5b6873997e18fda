"""What search knows of files: which versions, which it does not know yet, and by which items."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from stratal.core.files import File, Store
from stratal.core.identity import Scope
from stratal.storage import file_stores
from stratal.storage.database import Transaction
from stratal.storage.files import file_from


def unindexed(tx: Transaction, scopes: Sequence[Scope], limit: int) -> list[File]:
    """Files of these scopes that search does not know as they are, without their texts."""
    named = json.dumps([str(scope) for scope in scopes])
    return [file_from(row) for row in tx.rows("file_unindexed", scopes=named, limit=limit)]


def unindexed_of(tx: Transaction, store: str, limit: int) -> list[File]:
    """Files of one store that search does not know as they are, with their texts."""
    rows = tx.rows("file_unindexed_of", store=store, limit=limit)
    return [file_from(row) for row in rows]


def indexed_of(tx: Transaction, store: str, after: str, limit: int) -> list[File]:
    """Files of a store, with their texts, that search knows as they are, after one by its id."""
    rows = tx.rows("doctor_files_indexed", store=store, file=after, limit=limit)
    return [file_from(row) for row in rows]


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
    named = {
        one: found
        for one in {row["store"] for row in rows}
        if (found := file_stores.store(tx, one))
    }
    return [(file_from(row), named[row["store"]]) for row in rows if row["store"] in named]
