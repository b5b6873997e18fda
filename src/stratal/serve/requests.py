"""Requests over HTTP as values, and the one table of what an error is answered with."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from stratal.core.canonical import Json
from stratal.core.clock import parse_time
from stratal.errors import (
    BadInput,
    Busy,
    Conflict,
    HandleUnusable,
    InvalidValue,
    NotFound,
    PathConflict,
    StaleRevision,
    StratalError,
)

BODY_BYTES = 1_048_576
"""Of a whole request. The largest text there is takes six tenths of it, every character escaped."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """What goes wrong is answered with this."""

    status: int
    type: str
    message: str
    more: Mapping[str, Json] | None = None


UNKNOWN_KEY = Problem(
    status=401,
    type="authentication_error",
    message="There is no such key: send one of this server, as x-api-key or as a bearer token.",
)
TOO_LARGE = Problem(
    status=413,
    type="request_too_large",
    message=f"A request has {BODY_BYTES:,} bytes at most.",
)

# The first class that fits decides: a subclass stands above its branch.
_BY_CLASS: tuple[tuple[type[StratalError], int, str], ...] = (
    (HandleUnusable, 500, "api_error"),
    (BadInput, 400, "invalid_request_error"),
    (NotFound, 404, "not_found_error"),
    (PathConflict, 409, "memory_path_conflict_error"),
    (StaleRevision, 409, "memory_precondition_failed_error"),
    (Conflict, 409, "conflict_error"),
    (Busy, 529, "overloaded_error"),
    (StratalError, 500, "api_error"),
)


def problem_of(error: StratalError) -> Problem:
    """What this error is answered with; of the machinery nothing is said."""
    status, name = next(
        (status, name) for kind, status, name in _BY_CLASS if isinstance(error, kind)
    )
    more: Mapping[str, Json] | None = None
    message = str(error)
    if isinstance(error, NotFound):
        # The same words for what is absent and for what is another's.
        message = "There is no such memory store, memory or version."
    elif isinstance(error, PathConflict):
        more = {"conflicting_memory_id": f"mem_{error.file}", "conflicting_path": error.other}
    elif status >= 500:
        _log.error("a request failed: %s", error)
        message = "The server cannot do this at the moment: try again later."
    return Problem(status=status, type=name, message=message, more=more)


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """One request: what stands in its path, its query and its body."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Mapping[str, Json]

    def known(self, *names: str) -> None:
        """Raises `InvalidValue` for a field of the body that is none of these."""
        for name, value in self.body.items():
            if name not in names:
                raise InvalidValue(name, value, f"is no field here: there are {', '.join(names)}")

    def text(self, name: str) -> str | None:
        """A text of the body; None where it is missing or null."""
        value = self.body.get(name)
        if value is not None and not isinstance(value, str):
            raise InvalidValue(name, value, "must be a string")
        return value

    def needed(self, name: str) -> str:
        """A text of the body that has to be there."""
        value = self.text(name)
        if value is None:
            raise InvalidValue(name, value, "is missing: give it as a string")
        return value

    def object(self, name: str) -> Mapping[str, Json] | None:
        """An object of the body; None where it is missing or null."""
        value = self.body.get(name)
        if value is not None and not isinstance(value, dict):
            raise InvalidValue(name, value, "must be an object")
        return value

    def moment(self, name: str) -> datetime | None:
        """A time of the query."""
        given = self.query.get(name)
        if given is None:
            return None
        found = parse_time(given)
        if not isinstance(found, datetime):
            raise InvalidValue(name, given, "must be a time, as 2026-03-01T12:00:00Z")
        return found

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number of the query."""
        given = self.query.get(name)
        if given is None:
            return default
        digits = given.isascii() and given.isdigit() and len(given) <= 9
        if not digits or not low <= int(given) <= high:
            raise InvalidValue(name, given, f"must be a whole number from {low} to {high}")
        return int(given)

    def one_of(self, name: str, default: str, words: Collection[str]) -> str:
        """A word of the query."""
        given = self.query.get(name, default)
        if given not in words:
            raise InvalidValue(name, given, f"must be one of {', '.join(words)}")
        return given


def body_of(data: bytes) -> Mapping[str, Json]:
    """A body as an object; an empty one has no fields. Raises `InvalidValue`."""
    if not data:
        return {}
    try:
        found = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        raise InvalidValue("body", "", "must be one JSON object in UTF-8") from None
    if not isinstance(found, dict):
        raise InvalidValue("body", found, "must be a JSON object")
    return found
