"""Documents, their versions, and the pieces that the versions are made of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from stratal.core.canonical import canonical
from stratal.core.clock import from_micros, to_micros
from stratal.core.documents import Chunk, Document, DocumentVersion
from stratal.core.identity import Scope
from stratal.core.records import Layer, Origin
from stratal.storage import tombstones
from stratal.storage.database import Row, Transaction, Value

_NEVER = 2**53


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    """A document whose other writers wait."""

    id: str
    version: int
    """The current one; 0 where there is none yet."""
    making: str | None
    """Who makes the next one in several transactions, if anybody does."""
    created_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Current:
    """A piece of a current version, with what is known of its document."""

    chunk: Chunk
    scope: Scope
    created_at: datetime
    known_from: datetime
    """Of that version."""


def take(tx: Transaction, scope: Scope, name: str, *, new_id: str, now: datetime) -> Taken:
    """The document of that name in the scope, new if need be, taken by this transaction."""
    while (found := taken(tx, scope, name)) is None:
        # Somebody else may create it between the two statements.
        tx.change("document_create", id=new_id, scope=str(scope), name=name, now=to_micros(now))
    return found


def taken(tx: Transaction, scope: Scope, name: str) -> Taken | None:
    """The document of that name, if there is one; its other writers wait from here on."""
    row = tx.row("document_take", scope=str(scope), name=name)
    if row is None:
        return None
    return Taken(
        id=row["id"],
        version=row["current_version"],
        making=row["making"],
        created_at=from_micros(row["created_at"]),
    )


def named(tx: Transaction, scopes: Sequence[Scope], name: str) -> list[Document]:
    """The documents of that name, the one of the last scope first."""
    rows = tx.rows("document_named", scopes=_json(scopes), name=name)
    nearness = {str(scope): place for place, scope in enumerate(scopes)}
    return [_document(row) for row in sorted(rows, key=lambda row: -nearness[row["scope"]])]


def by_id(tx: Transaction, scopes: Sequence[Scope], id: str) -> Document | None:
    """The document with that id, if it is in one of the scopes."""
    row = tx.row("document_of", scopes=_json(scopes), id=id)
    return None if row is None else _document(row)


def documents(
    tx: Transaction, scopes: Sequence[Scope], *, known_at: datetime | None = None
) -> list[Document]:
    """The documents of the scopes by name, as they are or as they were known at a time."""
    if known_at is None:
        return [_document(row) for row in tx.rows("document_list", scopes=_json(scopes))]
    rows = tx.rows("document_list_as_of", scopes=_json(scopes), known_at=to_micros(known_at))
    return [_document(row) for row in rows]


def described(tx: Transaction, scopes: Sequence[Scope], where: Mapping[str, str]) -> set[str]:
    """The ids of the documents whose metadata have exactly these values.

    Compared here and not in a statement: names and values of metadata are data.
    """
    found = set()
    for row in tx.rows("document_metadata", scopes=_json(scopes)):
        metadata = json.loads(row["metadata"])
        if all(metadata.get(name) == value for name, value in where.items()):
            found.add(row["id"])
    return found


def scopes(tx: Transaction) -> list[Scope]:
    """The tenant's scopes that hold documents, for whoever looks after all of them."""
    return [Scope.parse(row["scope"]) for row in tx.rows("document_scopes")]


def versions(tx: Transaction, document: str) -> list[DocumentVersion]:
    """Every version, oldest first."""
    return [_version(row) for row in tx.rows("document_versions", document=document)]


def add_version(tx: Transaction, new: DocumentVersion) -> None:
    """Make `new` the current version; the one before is known until then."""
    now = to_micros(new.known_from)
    tx.change("document_version_close", document=new.document, version=new.version - 1, now=now)
    tx.change(
        "document_version_add",
        document=new.document,
        version=new.version,
        digest=new.digest,
        media_type=new.media_type,
        size=new.size,
        characters=new.characters,
        chunks=new.chunks,
        withheld=new.withheld,
        secrets=json.dumps(new.secrets),
        metadata=canonical("metadata", dict(new.metadata)),
        actor=new.actor,
        reason=new.reason,
        now=now,
    )
    tx.change("document_advance", document=new.document, version=new.version)


def live(tx: Transaction, document: str, version: int, digests: Iterable[str]) -> set[str]:
    """Which of these pieces the version holds, or one that is being made after it."""
    rows = tx.rows(
        "chunk_live", document=document, version=version, digests=json.dumps(list(digests))
    )
    return {row["digest"] for row in rows}


def place(tx: Transaction, chunk: Chunk) -> bool:
    """Put a piece into the version that is being made: whether the version before lacked it."""
    new = bool(
        tx.change(
            "chunk_add",
            document=chunk.document,
            digest=chunk.digest,
            heading=chunk.heading,
            tokens=chunk.tokens,
            secrets=json.dumps(chunk.secrets),
            content=chunk.content,
        )
    ) or not live(tx, chunk.document, chunk.version - 1, [chunk.digest])
    key: dict[str, Value] = {
        "document": chunk.document,
        "start": chunk.start,
        "digest": chunk.digest,
    }
    if not tx.change("chunk_stays", version=chunk.version, **key):
        tx.change("chunk_placed", version=chunk.version, end=chunk.end, **key)
    return new


def place_all(tx: Transaction, document: str, version: int) -> None:
    """Put everything that the version before holds into this one."""
    tx.change("chunks_stay", document=document, version=version)


def make(tx: Transaction, document: str, making: str) -> None:
    """The next version is being made by `making`, who asks at each step whether it still is."""
    tx.change("document_making", document=document, making=making)


def unmake(tx: Transaction, taken: Taken) -> None:
    """Take back what somebody has put into a next version that never was finished."""
    if taken.making is not None:
        for query in ("chunks_back", "chunks_unplaced", "chunks_unused"):
            tx.change(query, document=taken.id, version=taken.version)


def strayed(
    tx: Transaction, space: int, document: str, version: int | None, limit: int
) -> list[str]:
    """Items of the index that the version does not hold, nor one in the making; None: any."""
    rows = tx.rows(
        "chunks_strayed",
        space=space,
        document=document,
        version=_NEVER if version is None else version,
        limit=limit,
    )
    return [row["item"] for row in rows]


def current_chunks(tx: Transaction, items: Iterable[str]) -> dict[str, Current]:
    """What the current versions hold of these items of the index.

    What stands twice in a document is told where it stands first.
    """
    return {
        item_of(row["id"], row["digest"]): Current(
            chunk=_chunk(row, row["version"]),
            scope=Scope.parse(row["scope"]),
            created_at=from_micros(row["created_at"]),
            known_from=from_micros(row["known_from"]),
        )
        for row in _pieces(tx, "chunks_current", items)
    }


def kept_chunks(tx: Transaction, items: Iterable[str]) -> dict[str, tuple[Chunk, Scope]]:
    """What of these items belongs in the index, with the scope.

    That is what current versions hold, and what those hold that are still being made.
    """
    return {
        item_of(row["id"], row["digest"]): (_chunk(row, row["version"]), Scope.parse(row["scope"]))
        for row in _pieces(tx, "chunks_kept", items)
    }


def _pieces(tx: Transaction, query: str, items: Iterable[str]) -> list[Row]:
    pairs = [item.partition("#")[::2] for item in items]
    return tx.rows(
        query,
        documents=json.dumps(sorted({document for document, _ in pairs})),
        digests=json.dumps(sorted({digest for _, digest in pairs})),
    )


def chunks(tx: Transaction, document: str, version: int, *, after: int, limit: int) -> list[Chunk]:
    """The next pieces of a version that begin after an offset, in order."""
    rows = tx.rows("chunks_of", document=document, version=version, after=after, limit=limit)
    return [_chunk(row, version) for row in rows]


def delete(tx: Transaction, document: Document, origin: Origin, now: datetime) -> None:
    """Remove the document whole, at once; its tombstone keeps id, scope, actor and time."""
    tombstones.add(tx, document.id, Layer.KNOWLEDGE, document.scope, origin, now)
    for query in (
        "delete_chunk_places",
        "delete_chunks",
        "delete_document_versions",
        "delete_document",
    ):
        tx.change(query, document=document.id)


def item_of(document: str, digest: str) -> str:
    """The name of a piece in the index of its document's scope."""
    return f"{document}#{digest}"


def _document(row: Row) -> Document:
    return Document(
        id=row["id"],
        scope=Scope.parse(row["scope"]),
        name=row["name"],
        created_at=from_micros(row["created_at"]),
        held=_version(row),
    )


def _version(row: Row) -> DocumentVersion:
    return DocumentVersion(
        document=row["document"],
        version=row["version"],
        digest=row["digest"],
        media_type=row["media_type"],
        size=row["size"],
        characters=row["characters"],
        chunks=row["chunks"],
        withheld=row["withheld"],
        secrets=tuple(json.loads(row["secrets"])),
        metadata=json.loads(row["metadata"]),
        actor=row["actor"],
        reason=row["reason"],
        known_from=from_micros(row["known_from"]),
        known_to=None if row["known_to"] is None else from_micros(row["known_to"]),
    )


def _chunk(row: Row, version: int) -> Chunk:
    return Chunk(
        document=row["id"],
        name=row["name"],
        version=version,
        digest=row["digest"],
        heading=row["heading"],
        start=row["start_offset"],
        end=row["end_offset"],
        tokens=row["tokens"],
        secrets=tuple(json.loads(row["secrets"])),
        content=row["content"],
    )


def _json(scopes: Sequence[Scope]) -> str:
    return json.dumps([str(scope) for scope in scopes])
