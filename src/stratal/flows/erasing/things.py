"""Erasing of documents, stores and files, and of a person's name on what belongs to others."""

from __future__ import annotations

from stratal.core.identity import Scope
from stratal.core.records import Layer
from stratal.flows.erasing.work import REBUILT, UNLINKED, Work
from stratal.storage import file_stores, file_versions, files
from stratal.storage.database import Transaction
from stratal.storage.erasures import Mark, Purpose


def documents(work: Work) -> None:
    """Documents with every version and piece."""
    for one in work.marked("document"):
        with work.batch() as tx:
            tx.change("erase_tombstone", id=one.id, layer=Layer.KNOWLEDGE.value, now=work.moment)
            for table, query in (
                ("chunk_place", "delete_chunk_places"),
                ("chunk", "delete_chunks"),
                ("document_version", "delete_document_versions"),
                ("document", "delete_document"),
            ):
                work.change(tx, table, query, document=one.id)


def memory_files(work: Work) -> None:
    """Stores with all that stands in them, and single files with their versions."""
    stores = work.marked("store")
    for one in stores:
        if one.part:
            work.notes[f"files in the folder {one.part}: delete them there"] = None
        with work.batch() as tx:
            if file_stores.take_store(tx, one.id) is None:
                continue
            tx.change("erase_tombstone", id=one.id, layer=Layer.FILES.value, now=work.moment)
            for table, query in (
                ("file_change", "delete_file_changes"),
                ("file_waiting", "delete_file_waiting"),
                ("store_attachment", "delete_attachments"),
                ("file_version", "delete_file_versions"),
                ("file", "delete_files"),
                ("store", "store_remove"),
            ):
                work.change(tx, table, query, store=one.id)
    whole = {one.id for one in stores}
    for one in work.marked("file"):
        if one.part not in whole:
            with work.batch() as tx:
                _file(work, tx, one)


def _file(work: Work, tx: Transaction, one: Mark) -> None:
    """Its versions keep their numbers and times; the last one says that it was deleted."""
    taken = file_stores.take_store(tx, one.part)
    if taken is None:
        return
    store, changed_at = taken
    head = files.by_id(tx, one.part, one.id)
    path = "" if head is None else head.file.path
    place = {"store": one.part, "file": one.id}
    work.change(tx, "file_waiting", "erase_file_waiting", path=path, **place)
    work.change(tx, "file_change", "erase_file_changes", **place)
    if head is not None:
        if store.place:
            note = f"{path} in the folder {store.place}: delete it there"
            work.notes[note] = None
        now = max(work.now, changed_at)
        writer = files.Writer(actor="erased", conversation=None, via="", reason="", now=now)
        files.delete(tx, head, store.seq + 1, writer)
        file_stores.store_changed(tx, store.id, seq=store.seq + 1, more=-1, now=now)
    work.change(tx, "file_version", "erase_file_versions", way=REBUILT, now=work.moment, **place)


def usage(work: Work) -> None:
    """How often things were used, and what sweeps did to them."""
    for one in work.marked(*_USED):
        with work.batch() as tx:
            layer = Layer.PROFILE if one.kind == "fact" else Layer.MEMORIES
            work.change(tx, "recall_use", "erase_uses", layer=layer.value, item=one.id)
            if one.kind in _SWEPT:
                values = {"kind": _SWEPT[one.kind], "item": one.id}
                work.change(tx, "sweep_action", "erase_sweep_action", **values)
            work.change(tx, "sweep_action", "erase_sweep_other", item=one.id)
            if one.kind in ("conversation", "task"):
                place = {"owner": one.owner, "place": one.id}
                work.change(tx, "sweep_action", "erase_sweep_places", **place)
    for one in work.marked("person", "scope"):
        with work.batch() as tx:
            if one.kind == "person":
                work.change(tx, "sweep_action", "erase_sweep_actions", owner=one.id)
            else:
                # What sweeps do to records is nobody's: it is the scope's.
                work.change(tx, "sweep_action", "erase_sweep_places", owner="", place=one.id)


_SWEPT = {
    "memory": Layer.MEMORIES.value,
    "fact": Layer.PROFILE.value,
    "event": "event",
    "message": "message",
    "task": "checkpoint",
}
"""How the record of a sweep calls what it did something to."""
_USED = ("memory", "fact", "event", "message", "task", "document", "file", "conversation")


def names(work: Work) -> None:
    """What others keep names the person no longer, nor gives their words as a reason."""
    for one in work.marked("scope"):
        with work.batch() as tx:
            work.change(tx, "tombstone", "erase_tombstones", way=UNLINKED, scope=one.id)
    for one in work.marked("person"):
        # What begins with the name and " via " comes before what has the next sign there.
        named = {"user": one.id, "first": f"{one.id} via ", "last": f"{one.id} via!"}
        values = {"user": one.id, "via": _like(one.id)}
        with work.batch() as tx:
            for query in _NAMED_IN_REVISIONS:
                work.change(tx, "revision", query, way=UNLINKED, **named)
            for table, query in (
                ("document_version", "erase_name_versions"),
                ("file_version", "erase_name_files"),
                ("file_version", "erase_name_redactions"),
                ("tombstone", "erase_name_tombstones"),
                ("sweep", "erase_sweep_names"),
            ):
                work.change(tx, table, query, way=UNLINKED, **values)
            work.change(tx, "file_waiting", "erase_name_waiting", **values)


_NAMED_IN_REVISIONS = (
    "erase_name_revisions",
    "erase_name_revisions_via",
    "erase_name_revisions_verified",
)


def _like(user: str) -> str:
    """How history names a person's agents, as a pattern."""
    plain = user.replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"{plain} via %"


def hash_things(work: Work, tx: Transaction, one: Mark) -> None:
    """What of a document or file must not come back by an import: its text, in its scope."""
    if one.kind == "document":
        for row in tx.rows("document_versions", document=one.id):
            named = work.hashed(Purpose.DOCUMENT, "document", "document", one.owner, row["digest"])
            work.remember(tx, [named])
        return
    scope = Scope.parse(one.owner)
    for version in file_versions.versions(
        tx, one.part, file_versions.Asked(file=one.id), before=None, limit=100_000
    ):
        if version.digest is not None:
            named = work.hashed(Purpose.DOCUMENT, "file", "file", str(scope), version.digest)
            work.remember(tx, [named])
