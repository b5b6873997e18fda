"""Knowledge: versioned documents in chunks. Values only; each document has exactly one scope."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from stratal.core import checks
from stratal.core.identity import Scope
from stratal.errors import InvalidValue

NAME_LIMIT = 400
"""Characters of a document's name: a path within its folder fits."""
METADATA_KEYS = 32
METADATA_VALUE_LIMIT = 1_000


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
    characters: int
    """Of the text that was extracted."""
    chunks: int
    withheld: int
    """Chunks of these that hold a secret: neither kept nor found."""
    secrets: tuple[str, ...]
    """The kinds of these secrets."""
    metadata: Mapping[str, str]
    actor: str
    reason: str
    known_from: datetime
    known_to: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """A document: an id and a name in its scope that stay, and the version that is asked about."""

    id: str
    scope: Scope
    name: str
    created_at: datetime
    held: DocumentVersion
    """The current version, or the one that was current at the time asked for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Chunk:
    """A piece of a document as it stands in one version."""

    document: str
    name: str
    """The document's."""
    version: int
    digest: str
    """Of heading and content: what stays equal over versions keeps it."""
    heading: str
    """The path of headings above it, joined by `` > ``; empty where there is none."""
    start: int
    end: int
    """Offsets in characters of the extracted text; the end is not part of it."""
    tokens: int
    secrets: tuple[str, ...]
    """Kinds of secrets because of which its content is not kept."""
    content: str
    """Exactly what stands between the offsets; empty where it is withheld."""

    @property
    def citation(self) -> str:
        """``document@version#heading:offset``."""
        return f"{self.name}@{self.version}#{self.heading}:{self.start}"


def checked_metadata(metadata: Mapping[str, str]) -> dict[str, str]:
    """Names and values as they are kept: texts, exactly as given, and not too many."""
    # A caller without a type checker may pass anything.
    given: object = metadata
    if not isinstance(given, Mapping) or len(given) > METADATA_KEYS:
        raise InvalidValue("metadata", given, f"must map {METADATA_KEYS} names at most to texts")
    return {
        checks.name("metadata name", name): checks.remark(
            "metadata value", value, METADATA_VALUE_LIMIT
        )
        for name, value in given.items()
    }
