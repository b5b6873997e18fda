"""All rows that hold something about a person, as they lie there but readable.

Times are instants in UTC, stored JSON is what it says, and what is compressed is unpacked. Of what
others wrote in scopes that they share with the person nothing is told.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping

from stratal.core.canonical import Json
from stratal.core.clock import from_micros
from stratal.core.identity import Scope
from stratal.storage.database import Row, Transaction

_TIMES = {"at", "until", "valid_from", "valid_to", "known_from", "known_to", "lease_until"}
_TIMES |= {"busy_until", "run_after", "first_used", "last_used", "due_at"}
_TRUTHS = {"binding", "pinned", "given", "exceeded", "all_day"}


def held(tx: Transaction, query: str, user: str) -> Iterator[dict[str, Json]]:
    """The rows of one of the queries ``person_…``, each without its tenant."""
    values = {
        "user": user,
        "own": str(Scope.of_user(user)),
        "via": _escaped(user) + " via %",
    }
    for row in tx.rows(query, **values):
        if query != "person_jobs" or _names(row, user):
            yield {name: _readable(name, row) for name in row if name != "tenant"}


def _escaped(user: str) -> str:
    """For LIKE: every mark in it is a letter."""
    return "".join("!" + one if one in "!%_" else one for one in user)


def _names(row: Row, user: str) -> bool:
    """Whether a job is about the person: it says so in a field of its payload."""
    payload = json.loads(row["payload"])
    return isinstance(payload, Mapping) and user in (payload.get("user"), payload.get("owner"))


def _readable(name: str, row: Row) -> Json:
    value = row[name]
    if isinstance(value, bytes):
        return _text_of(value)
    if isinstance(value, int) and (name in _TIMES or name.endswith("_at")):
        return from_micros(value).isoformat()
    if isinstance(value, int) and name in _TRUTHS:
        return bool(value)
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            parsed: Json = json.loads(value)
        except ValueError:
            return value
        return parsed
    assert value is None or isinstance(value, str | int | float)
    return value


def _text_of(value: bytes) -> Json:
    try:
        text = zlib.decompress(value).decode("utf-8")
    except zlib.error:
        return value.decode("utf-8", errors="replace")
    try:
        parsed: Json = json.loads(text)
    except ValueError:
        return text
    return parsed
