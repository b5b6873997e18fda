"""What others have done to files that lie outside: it becomes versions when a store is touched.

The place is right and the database follows. A file whose stamp is not the one that was last seen is
read again, and only other bytes make a version; it says that nobody here wrote it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from stratal.core.clock import Ids
from stratal.core.files import CONTENT_BYTES, FILES_IN_STORE, File, Store
from stratal.errors import NotFound
from stratal.layers.files.backend import Entry, FileBackend
from stratal.storage import files
from stratal.storage.database import Transaction
from stratal.text.frontmatter import title_and_hook

OUTSIDE = "outside"
"""The door of versions that were found."""


def is_current(tx: Transaction, store: Store, entries: Mapping[str, Entry]) -> bool:
    """Whether nothing looks changed since the store was last touched."""
    known = {head.file.path: head.stamp for head in files.heads(tx, store.id, "/")}
    fit = {path: one.stamp for path, one in entries.items() if one.size <= CONTENT_BYTES}
    return known == fit


def take_in(tx: Transaction, store: Store, backend: FileBackend, now: datetime, ids: Ids) -> Store:
    """Make versions of what is otherwise in the place; the store as it is then."""
    entries = backend.entries()
    known = {head.file.path: head for head in files.heads(tx, store.id, "/")}
    writer = files.Writer(actor=OUTSIDE, conversation=None, via=OUTSIDE, reason="", now=now)
    seq, more = store.seq, 0
    for path in sorted(known.keys() - entries.keys()):
        seq, more = seq + 1, more - 1
        _delete(tx, store, known[path], seq, writer)
    for path, entry in entries.items():
        head = known.get(path)
        if (head is not None and head.stamp == entry.stamp) or entry.size > CONTENT_BYTES:
            continue
        read = _read(backend, path)
        if read is None or (head is None and store.files + more >= FILES_IN_STORE):
            continue
        content, text, stamp = read
        if head is not None and head.file.digest == text.digest:
            files.stamped(tx, store.id, head.file.id, stamp)
            continue
        seq += 1
        if head is not None:
            files.change(tx, _changed(head.file, seq, content), text, writer, stamp=stamp)
            continue
        more += 1
        file = File(
            id=ids.new(),
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
        files.create(tx, file, text, writer, stamp=stamp)
    if seq == store.seq:
        return store
    files.store_changed(tx, store.id, seq=seq, more=more, now=now)
    return replace(store, seq=seq, files=store.files + more)


def _delete(
    tx: Transaction, store: Store, head: files.Head, seq: int, writer: files.Writer
) -> None:
    from stratal.layers.files.findable import drop

    files.delete(tx, head, seq, writer)
    drop(tx, store, head)


def _changed(file: File, seq: int, content: str) -> File:
    return replace(file, seq=seq, content=content)


def _read(backend: FileBackend, path: str) -> tuple[str, files.Text, str] | None:
    """What stands there, if it is a text that a store can hold."""
    try:
        data, stamp = backend.read(path)
        content = data.decode("utf-8")
    except (NotFound, UnicodeDecodeError):
        return None
    if len(data) > CONTENT_BYTES:
        return None
    title, hook = title_and_hook(content, path)
    digest = hashlib.sha256(data).hexdigest()
    return content, files.Text(data=data, digest=digest, title=title, hook=hook), stamp
