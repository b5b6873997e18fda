"""Knowledge: versioned documents in chunks. Values only; each document has exactly one scope."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from stratal.core.identity import Scope


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """A document: an id that stays, and a version that is current."""

    id: str
    scope: Scope
    title: str
    metadata: Mapping[str, str]
    version: int
    created_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class DocumentVersion:
    """One version of a document, by what its bytes are."""

    document: str
    version: int
    digest: str
    """SHA-256 of the bytes that were ingested."""
    media_type: str
    size: int
    """Bytes."""
    actor: str
    known_from: datetime
    known_to: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Chunk:
    """A piece of a document, as long as its content stays the same over versions."""

    document: str
    no: int
    first_version: int
    last_version: int | None
    """The last version that holds it; None while the current one does."""
    heading: str
    """The path of headings above it, joined by `` > ``."""
    start: int
    end: int
    """Offsets in characters of the extracted text; the end is not part of it."""
    tokens: int
    content: str

    @property
    def citation(self) -> str:
        """``document@version#heading:offset``."""
        return f"{self.document}@{self.first_version}#{self.heading}:{self.start}"
