"""What a database says of documents, held against itself: versions, and the pieces they are of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stratal.core.records import Layer
from stratal.storage.database import Transaction
from stratal.storage.doctor import PAGE, Code, Finding, pages


@dataclass(frozen=True, kw_only=True, slots=True)
class ChunkRow:
    """What of a piece of a document can be held against something."""

    digest: str
    heading: str
    secrets: str
    content: str


def version_texts(tx: Transaction, document: str) -> Iterator[Finding]:
    """The pieces of each version are as many as it says, and join to a text as long as it says."""
    for row in tx.rows("doctor_version_texts", document=document):
        said, found = (row["chunks"], row["withheld"]), (row["placed"], row["kept_back"])
        for code, disagrees, message in (
            (
                Code.CHUNK_COUNTS,
                said != found,
                f"should have {said[0]} pieces, {said[1]} withheld; has {found[0]}, {found[1]}",
            ),
            (
                Code.CHUNK_OFFSETS,
                row["torn"] or row["reached"] != row["characters"],
                f"has pieces that do not join to {row['characters']} characters",
            ),
        ):
            if disagrees:
                yield Finding(
                    code=code,
                    where=Layer.KNOWLEDGE.value,
                    id=document,
                    message=f"version {row['version']} {message}",
                )


def documents(tx: Transaction, after: str = "", limit: int = PAGE) -> list[tuple[str, str]]:
    """A page of (id, scope) of documents, in order."""
    rows = tx.rows("doctor_documents", id=after, limit=limit)
    return [(row["id"], row["scope"]) for row in rows]


def chunk_digests(tx: Transaction, document: str, after: str, limit: int) -> list[str]:
    """A page of the pieces of a document, whatever versions hold them, by their digests."""
    rows = tx.rows("doctor_chunk_digests", document=document, digest=after, limit=limit)
    return [row["digest"] for row in rows]


def chunks(tx: Transaction, document: str) -> Iterator[ChunkRow]:
    """All pieces of a document as they lie there, whatever versions hold them."""
    for page in pages(tx, "doctor_chunks", digest="", document=document):
        for row in page:
            yield ChunkRow(
                digest=row["digest"],
                heading=row["heading"],
                secrets=row["secrets"],
                content=row["content"],
            )
