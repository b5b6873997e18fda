"""What can disagree in a store, and how a check says so.

The checks themselves stand in the files that end in `_examined`, each by the tables that it is of.
They need nothing but the tables. What needs the layers' rules, such as by which words a message is
found, is checked above, on the pages that are read here.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from stratal.errors import StratalError
from stratal.storage.database import Row, Transaction, Value

MOST = 1_000
"""Findings of one check that are listed."""
PAGE = 200

UNREADABLE = (ValueError, KeyError, TypeError, IndexError, AssertionError, zlib.error, StratalError)
"""What a row that somebody has damaged raises when a value is made of it."""


class Code(StrEnum):
    """What disagrees with what."""

    DATABASE = "database"
    ORPHAN = "orphan"
    MESSAGE_NUMBERS = "message_numbers"
    MESSAGE_CHANGED = "message_changed"
    MESSAGE_UNREADABLE = "message_unreadable"
    RETRACTION = "retraction"
    EVENT_NUMBERS = "event_numbers"
    EVENT_UNREADABLE = "event_unreadable"
    CURRENT_REVISION = "current_revision"
    REVISION_NUMBERS = "revision_numbers"
    KNOWN_TIME = "known_time"
    VALID_TIME = "valid_time"
    OVERLAP = "overlap"
    COPIES_DIFFER = "copies_differ"
    RECORD_UNREADABLE = "record_unreadable"
    REFERENCE_MISSING = "reference_missing"
    DELETED_IS_BACK = "deleted_is_back"
    EVIDENCE_MISSING = "evidence_missing"
    EVIDENCE_CHANGED = "evidence_changed"
    EVIDENCE_STANDING = "evidence_standing"
    QUOTATION_MISSING = "quotation_missing"
    CHECKPOINT_NUMBERS = "checkpoint_numbers"
    CHECKPOINT_PARENT = "checkpoint_parent"
    CHECKPOINT_UNREADABLE = "checkpoint_unreadable"
    HEAD_MISSING = "head_missing"
    TASK_STATUS = "task_status"
    TEXT_MISSING = "text_missing"
    TEXT_CHANGED = "text_changed"
    STATE_HISTORY = "state_history"
    VERSION_NUMBERS = "version_numbers"
    DOCUMENT_UNREADABLE = "document_unreadable"
    CHUNK_CHANGED = "chunk_changed"
    CHUNK_OFFSETS = "chunk_offsets"
    CHUNK_COUNTS = "chunk_counts"
    FILE_NUMBERS = "file_numbers"
    FILE_HEAD = "file_head"
    FILE_TEXT = "file_text"
    FILE_PATH = "file_path"
    COMPACTION_SPAN = "compaction_span"
    COMPACTION_CHAIN = "compaction_chain"
    COMPACTION_PAGES = "compaction_pages"
    COMPACTION_UNREADABLE = "compaction_unreadable"
    CONTEXT_TEXT = "context_text"
    RUN_NUMBERS = "run_numbers"
    RUN_END = "run_end"
    RUN_SPAN = "run_span"
    RUN_UNREADABLE = "run_unreadable"
    ENDED_SUMMARY = "ended_summary"
    SPEND = "spend"
    USAGE = "usage"
    CONSENT = "consent"
    KEY = "key"
    JOB = "job"
    SWEEP = "sweep"
    USES = "uses"
    ERASURE = "erasure"
    INDEX_MISSING = "index_missing"
    INDEX_DIFFERS = "index_differs"
    INDEX_STRAY = "index_stray"
    INDEX_COUNTS = "index_counts"
    POSTINGS_DIFFER = "postings_differ"
    TOKENIZER = "tokenizer"
    VECTOR_STRAY = "vector_stray"
    VECTOR_SIZE = "vector_size"
    VECTOR_OLD = "vector_old"
    GENERATION = "generation"
    CELLS = "cells"

    @property
    def mendable(self) -> bool:
        """Whether it is derived data, which `rebuild` makes again."""
        return self in _DERIVED


_DERIVED = frozenset(
    {
        Code.INDEX_MISSING,
        Code.INDEX_DIFFERS,
        Code.INDEX_STRAY,
        Code.INDEX_COUNTS,
        Code.POSTINGS_DIFFER,
        Code.TOKENIZER,
        Code.VECTOR_STRAY,
        Code.VECTOR_SIZE,
        Code.VECTOR_OLD,
        Code.GENERATION,
        Code.CELLS,
    }
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One thing that disagrees."""

    code: Code
    where: str
    """The layer, or what of the machinery."""
    id: str
    message: str
    """What disagrees, in a sentence; without content."""

    @property
    def mendable(self) -> bool:
        return self.code.mendable


def pages(tx: Transaction, query: str, **values: Value) -> Iterator[list[Row]]:
    """All rows of a query that reads on after the values of the last row, by the same names."""
    while True:
        rows = tx.rows(query, limit=PAGE, **values)
        if rows:
            yield rows
        if len(rows) < PAGE:
            return
        values = {name: rows[-1].get(name, value) for name, value in values.items()}
