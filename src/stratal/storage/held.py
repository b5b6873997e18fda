"""All rows that hold something about a person, as they lie there but readable.

Times are instants in UTC, stored JSON is what it says, and what is compressed is unpacked, so that
`stratal.storage.restoring` finds the same row again. Of what others wrote in scopes that they share
with the person nothing is told.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping

from stratal.core.canonical import Json
from stratal.core.clock import from_micros
from stratal.core.identity import Scope
from stratal.storage.database import Row, Transaction

TIMES = {"at", "until", "valid_from", "valid_to", "known_from", "known_to", "lease_until"}
TIMES |= {"busy_until", "run_after", "first_used", "last_used", "due_at"}
"""Columns that hold instants, beside those whose names end in ``_at``."""
_TRUTHS = {"binding", "pinned", "exceeded", "all_day"}
_CONSENT = ("person_consents", "given")
"""A truth there, and a number of tokens in runs."""
_COMPACT = {"body", "patch", "whole", "data", "metadata", "document", "payload"}
_SPACED = {"secrets", "evidence", "covers", "kept", "critical", "left_over", "report", "notes"}
_SPACED |= {"scopes", "kinds", "supersedes", "proposal", "outcome"}
"""Columns that hold JSON, by how it is written; texts that people wrote are never read as such."""


def held(tx: Transaction, query: str, user: str) -> Iterator[dict[str, Json]]:
    """The rows of one of the queries ``person_…``, each without its tenant."""
    values = {
        "user": user,
        "own": str(Scope.of_user(user)),
        "via": _escaped(user) + " via %",
    }
    for row in tx.rows(query, **values):
        if query != "person_jobs" or _names(row, user):
            yield {
                name: bool(row[name]) if (query, name) == _CONSENT else _readable(name, row)
                for name in row
                if name != "tenant"
            }


def _escaped(user: str) -> str:
    """For LIKE: every mark in it is a letter."""
    return "".join("!" + one if one in "!%_" else one for one in user)


def _names(row: Row, user: str) -> bool:
    """Whether a job is about the person: it says so in a field of its payload."""
    payload = json.loads(row["payload"])
    return isinstance(payload, Mapping) and user in (payload.get("user"), payload.get("owner"))


def json_text(column: str, value: Json) -> str:
    """How that column writes a list or an object."""
    marks = (", ", ": ") if column in _SPACED else (",", ":")
    return json.dumps(value, ensure_ascii=False, separators=marks)


def is_time(column: str) -> bool:
    """Whether a number in that column is an instant."""
    return column in TIMES or column.endswith("_at")


def _readable(name: str, row: Row) -> Json:
    value = row[name]
    if isinstance(value, bytes):
        return _text_of(name, value)
    if isinstance(value, int) and is_time(name):
        return from_micros(value).isoformat()
    if isinstance(value, int) and name in _TRUTHS:
        return bool(value)
    if isinstance(value, str):
        return _json_of(name, value)
    assert value is None or isinstance(value, int | float)
    return value


def _json_of(name: str, text: str) -> Json:
    """What a JSON text says, if the same text can be made of that again."""
    if name not in _COMPACT | _SPACED or text[:1] not in ("{", "["):
        return text
    try:
        parsed: Json = json.loads(text)
    except ValueError:
        return text
    return parsed if json_text(name, parsed) == text else text


def _text_of(name: str, value: bytes) -> Json:
    if name in PACKED:
        return _json_of(name, zlib.decompress(value).decode("utf-8"))
    return value.decode("utf-8", errors="replace")


PACKED = {"whole", "document"}
"""Columns of bytes that are compressed; others are texts in UTF-8."""
