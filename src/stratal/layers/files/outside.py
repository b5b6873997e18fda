"""What others have done to files that lie outside: it becomes versions when a store is touched.

The place is right and the database follows. A file whose stamp is not the one that was last seen is
read again, and only other bytes make a version; it says that nobody here wrote it. What a store
cannot hold (no text, too large, with a secret in it) is passed over, as if it were not there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from stratal.core.clock import Ids
from stratal.core.files import CONTENT_BYTES, FILES_IN_STORE, File, Store
from stratal.errors import NotFound
from stratal.layers.files.backend import Entry, FileBackend
from stratal.storage import file_stores, files
from stratal.storage.database import Transaction
from stratal.text.frontmatter import title_and_hook
from stratal.text.secrets import find_secrets

OUTSIDE = "outside"
"""The door of versions that were found."""
PassedOver: TypeAlias = dict[str, str]
"""Stamps of the files that no store can hold, by path: they are not read again and again."""


def is_current(
    tx: Transaction, store: Store, entries: Mapping[str, Entry], passed_over: PassedOver
) -> bool:
    """Whether nothing looks changed since the store was last touched."""
    known = {head.file.path: head.stamp for head in files.heads(tx, store.id, "/")}
    there = {
        path: one.stamp
        for path, one in entries.items()
        if path in known or passed_over.get(path) != one.stamp
    }
    return known == there


def take_in(
    tx: Transaction,
    store: Store,
    backend: FileBackend,
    passed_over: PassedOver,
    *,
    now: datetime,
    ids: Ids,
) -> Store:
    """Make versions of what is otherwise in the place; the store as it is then."""
    entries = backend.entries()
    known = {head.file.path: head for head in files.heads(tx, store.id, "/")}
    writer = files.Writer(actor=OUTSIDE, conversation=None, via=OUTSIDE, reason="", now=now)
    read: dict[str, tuple[str, files.Text, str]] = {}
    for path, entry in entries.items():
        head = known.get(path)
        if head is None and passed_over.get(path) == entry.stamp:
            continue
        if head is not None and head.stamp == entry.stamp:
            continue
        found = _read(backend, path)
        if found is None:
            passed_over[path] = entry.stamp
        else:
            read[path] = found
    gone = [
        head
        for path, head in known.items()
        if path not in entries or (path not in read and head.stamp != entries[path].stamp)
    ]
    seq, more = store.seq, 0
    for head in gone:
        seq, more = seq + 1, more - 1
        _delete(tx, store, head, seq, writer)
    for path, (content, text, stamp) in read.items():
        head = known.get(path)
        if head is not None and head.file.digest == text.digest:
            files.stamped(tx, store.id, head.file.id, stamp)
            continue
        if head is None and store.files + more >= FILES_IN_STORE:
            passed_over[path] = stamp
            continue
        seq += 1
        if head is not None:
            changed = replace(head.file, seq=seq, content=content)
            files.change(tx, changed, text, writer, stamp=stamp)
            continue
        more += 1
        files.create(
            tx, _file(store, ids.new(), path, seq, content, text, now), text, writer, stamp=stamp
        )
    if seq == store.seq:
        return store
    file_stores.store_changed(tx, store.id, seq=seq, more=more, now=now)
    return replace(store, seq=seq, files=store.files + more)


def _file(
    store: Store, file: str, path: str, seq: int, content: str, text: files.Text, now: datetime
) -> File:
    return File(
        id=file,
        store=store.id,
        path=path,
        seq=seq,
        digest=text.digest,
        size=len(text.data),
        title=text.title,
        hook=text.hook,
        content=content,
        created_at=now,
        updated_at=now,
    )


def _delete(
    tx: Transaction, store: Store, head: files.Head, seq: int, writer: files.Writer
) -> None:
    from stratal.layers.files.findable import drop

    files.delete(tx, head, seq, writer)
    drop(tx, store, head)


def _read(backend: FileBackend, path: str) -> tuple[str, files.Text, str] | None:
    """What stands there, if it is a text that a store can hold."""
    try:
        data, stamp = backend.read(path)
        content = data.decode("utf-8")
    except (NotFound, UnicodeDecodeError):
        return None
    if len(data) > CONTENT_BYTES or find_secrets(content):
        return None
    title, hook = title_and_hook(content, path)
    digest = hashlib.sha256(data).hexdigest()
    return content, files.Text(data=data, digest=digest, title=title, hook=hook), stamp
