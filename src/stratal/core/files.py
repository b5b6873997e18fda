"""Memory files: stores of text files by path, every version kept. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stratal.core.identity import Scope


class FileOperation(StrEnum):
    """What made a version."""

    CREATED = "created"
    MODIFIED = "modified"
    DELETED = "deleted"


@dataclass(frozen=True, kw_only=True, slots=True)
class Store:
    """A collection of files."""

    id: str
    scope: Scope
    name: str
    description: str
    metadata: Mapping[str, str]
    created_at: datetime
    updated_at: datetime
    archived_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class File:
    """A text file as it is now. Its id survives a rename."""

    id: str
    store: str
    path: str
    version: str
    digest: str
    """SHA-256 over the exact UTF-8 bytes, as lower-case hex."""
    size: int
    """Bytes."""
    content: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class FileVersion:
    """An immutable version of a file; content and path are None once redacted or deleted."""

    id: str
    file: str
    store: str
    operation: FileOperation
    path: str | None
    content: str | None
    digest: str | None
    size: int | None
    actor: str
    conversation: str | None
    created_at: datetime
    redacted_at: datetime | None
    redacted_by: str | None
