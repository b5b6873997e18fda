"""Memory files: stores of text files by path, every version kept. Values and limits only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stratal.core import checks
from stratal.core.identity import Scope
from stratal.core.outcomes import Outcome
from stratal.errors import InvalidValue

CONTENT_BYTES = 102_400
"""Bytes of one file."""
FILES_IN_STORE = 2_000
STORES_IN_SESSION = 8
"""Stores attached to one conversation."""
STORE_NAME_LIMIT = 255
DESCRIPTION_LIMIT = 1_024
INSTRUCTIONS_LIMIT = 4_096
METADATA_PAIRS = 16
METADATA_KEY_LIMIT = 64
METADATA_VALUE_LIMIT = 512

INDEX_PATH = "/MEMORY.md"
"""The file that lists the others."""
INDEX_LINES = 200
"""Lines of it that stand in a prompt, or what fits into `INDEX_BYTES`, whichever is less."""
INDEX_BYTES = 25_000


class FileOperation(StrEnum):
    """What made a version."""

    CREATED = "created"
    MODIFIED = "modified"
    """Other content, another path, or both."""
    DELETED = "deleted"


class IndexBy(StrEnum):
    """Who keeps `MEMORY.md`, the list of a store's files."""

    AGENT = "agent"
    """Whoever writes the files; it is a file like the others."""
    AUTOMATIC = "automatic"
    """The store, at every write; nobody else may."""


class PersonalData(StrEnum):
    """What becomes of a text that holds personal data: a card, an account, a person's number."""

    CONFIRM = "confirm"
    """It waits for a person."""
    REDACT = "redact"
    """It is kept without them."""
    REJECT = "reject"
    """It is refused."""
    ALLOW = "allow"


class FileAccess(StrEnum):
    """What a conversation may do with a store that is attached to it."""

    READ_WRITE = "read_write"
    READ_ONLY = "read_only"


@dataclass(frozen=True, kw_only=True, slots=True)
class Store:
    """A collection of files, in exactly one scope."""

    id: str
    scope: Scope
    name: str
    """Not unique."""
    description: str
    metadata: Mapping[str, str]
    index_by: IndexBy
    personal_data: PersonalData
    place: str
    """Where the files lie, as ``directory:/home/ana/notes``; empty: in this database."""
    files: int
    """How many there are."""
    seq: int
    """The number of the last change to its files; 0 before the first."""
    created_at: datetime
    updated_at: datetime
    """When the store itself was last described anew; files do not move it."""
    archived_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class File:
    """A text file as it is now. Its id survives a rename."""

    id: str
    store: str
    path: str
    seq: int
    """The number of its current version."""
    digest: str
    """SHA-256 over the exact UTF-8 bytes, as lower-case hex."""
    size: int
    """Bytes."""
    title: str
    """What its frontmatter or first line calls it."""
    hook: str
    """One line on what it says."""
    content: str | None
    """None where only the listing was asked for."""
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Folder:
    """What a listing of one level shows of the files below a folder."""

    path: str
    """With the ``/`` at its end."""
    files: int
    """How many files stand below it, at any depth."""
    size: int
    """Bytes of these together."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FileVersion:
    """What one change made of a file; it stays as it is, but for a redaction.

    A version is named by its store and its `seq`, which counts the changes of the store from 1 and
    so orders all of them. `content`, `digest` and `size` are None when it says that the file was
    deleted; these and `path` once it is redacted.
    """

    store: str
    seq: int
    file: str
    operation: FileOperation
    path: str | None
    content: str | None
    """None also where only the listing was asked for."""
    digest: str | None
    size: int | None
    actor: str
    """Who wrote: the person, or ``person via agent``."""
    conversation: str | None
    """The session that it was written in; None for what was found changed outside."""
    via: str
    """Through which door, as ``api:key_1`` or ``mount``; empty for the library itself."""
    reason: str
    created_at: datetime
    redacted_at: datetime | None
    redacted_by: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Attachment:
    """A store that a conversation works with."""

    store: Store
    access: FileAccess
    instructions: str
    """What the host says on how to use it."""
    name: str
    description: str
    """Both as they were when it was attached."""
    slug: str
    """What its folder is called where all of a session's stores stand side by side."""
    attached_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class WaitingFile:
    """A text that waits for a person, because it holds personal data."""

    id: str
    store: str
    path: str
    content: str
    file: str | None
    """The file that it would change; None for a new one."""
    kinds: Sequence[str]
    """Which personal data."""
    actor: str
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class FilePassage:
    """A piece of a file, as a search finds it."""

    store: str
    store_name: str
    file: str
    path: str
    version: int
    """The number of the version that it stands in."""
    line: int
    """The line of that version on which it begins, from 1."""
    heading: str
    """The path of headings above it; empty where there is none."""
    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class FileOutcome(Outcome):
    """The answer to one write to a store. `id` is the file's, `revision` its version's number."""

    file: File | None = None
    """As it is after the write; None where there is none."""


def checked_store_name(name: str) -> str:
    """`name` as a store's: 1 to 255 characters, none of them a control character."""
    return checks.name("store name", name, STORE_NAME_LIMIT)


def checked_store_metadata(metadata: Mapping[str, str]) -> dict[str, str]:
    """At most 16 pairs of texts, exactly as given."""
    given: object = metadata  # a caller without a type checker may pass anything
    if not isinstance(given, Mapping) or len(given) > METADATA_PAIRS:
        raise InvalidValue("metadata", given, f"must map {METADATA_PAIRS} names at most to texts")
    return {
        checks.name("metadata name", name, METADATA_KEY_LIMIT): checks.remark(
            "metadata value", value, METADATA_VALUE_LIMIT
        )
        for name, value in given.items()
    }


def patched_metadata(
    metadata: Mapping[str, str], patch: Mapping[str, str | None]
) -> dict[str, str]:
    """`metadata` with what `patch` names put in, or taken out where its value is None."""
    if not isinstance(patch, Mapping):
        raise InvalidValue("metadata", patch, "must map names to texts, or to None")
    merged = {**metadata, **patch}
    return checked_store_metadata({k: v for k, v in merged.items() if v is not None})


def checked_content(content: str) -> bytes:
    """The exact bytes of a file's text. Raises `InvalidValue` above 102,400 of them."""
    if not isinstance(content, str):
        raise InvalidValue("content", content, "must be a string")
    if len(content) <= CONTENT_BYTES:
        try:
            data = content.encode("utf-8")
        except UnicodeEncodeError:
            raise InvalidValue(
                "content", content, "is not valid Unicode (a lone surrogate)"
            ) from None
        if len(data) <= CONTENT_BYTES:
            return data
        size = len(data)
    else:
        size = len(content)
    raise InvalidValue("content", content, f"has {size:,} bytes, {CONTENT_BYTES:,} at most")


def slug_of(name: str) -> str:
    """What a store's folder is called: letters a to z and digits, runs of others as ``-``."""
    kept = "".join(c if c.isascii() and c.isalnum() else "-" for c in name.lower())
    slug = "-".join(part for part in kept.split("-") if part)
    return slug or "store"
