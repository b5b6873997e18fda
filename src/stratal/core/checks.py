"""The checks that every value shares; each raises `InvalidValue` with the field and the mend."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import TypeVar

from stratal.errors import InvalidValue

Word = TypeVar("Word", bound=StrEnum)

CONTENT_LIMIT = 1_000_000
"""Characters in one message or document text; ten megabytes in one write are a mistake."""

REMARK_LIMIT = 2_000
"""Characters of what stands beside a write: why it was made."""

NAME_LIMIT = 200
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_EARLIEST = datetime(1, 1, 2, tzinfo=UTC)
_LATEST = datetime(9999, 12, 30, tzinfo=UTC)
# Begin and end in range in whatever zone they are read.
_FIRST_DAY = date(1, 1, 4)
_LAST_DAY = date(9999, 12, 27)


def encodable(field: str, value: str) -> str:
    """`value` if a database can keep it: valid Unicode (no lone surrogate) and no NUL."""
    if not isinstance(value, str):
        raise InvalidValue(field, value, "must be a string")
    if "\x00" in value:
        raise InvalidValue(field, value, "holds a NUL character: remove it")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise InvalidValue(field, value, "is not valid Unicode (a lone surrogate)") from None
    return value


def content(field: str, value: str, limit: int = CONTENT_LIMIT) -> str:
    """`value` if it says something and is no longer than `limit` characters."""
    encodable(field, value)
    if not value.strip():
        raise InvalidValue(field, value, "is empty: give it some text")
    if len(value) > limit:
        raise InvalidValue(field, value, f"has {len(value):,} characters, {limit:,} at most")
    return value


def remark(field: str, value: str, limit: int = REMARK_LIMIT) -> str:
    """`value`, which may be empty, if a database can keep it and it is no longer than `limit`."""
    encodable(field, value)
    if len(value) > limit:
        raise InvalidValue(field, value, f"has {len(value):,} characters, {limit:,} at most")
    return value


def name(field: str, value: str, limit: int = NAME_LIMIT) -> str:
    """`value` as an identifier: NFC, not blank, no control characters, no outer white space."""
    encodable(field, value)
    if len(value) > limit:
        raise InvalidValue(field, value, f"has {len(value):,} characters, {limit} at most")
    if not value or value != value.strip():
        raise InvalidValue(field, value, "must not be empty or begin or end with white space")
    if _CONTROL.search(value):
        raise InvalidValue(field, value, "holds a control character")
    return unicodedata.normalize("NFC", value)


def instant(field: str, value: datetime) -> datetime:
    """`value` in UTC. A naive time is refused: its zone is known where it was made, not here."""
    if not isinstance(value, datetime):
        raise InvalidValue(field, value, "must be a datetime with a time zone")
    if value.tzinfo is None or value.utcoffset() is None:
        raise InvalidValue(
            field, value.isoformat(), "has no time zone: add one, e.g. tzinfo=datetime.UTC"
        )
    try:
        moment = value.astimezone(UTC)
    except (OverflowError, ValueError):
        raise InvalidValue(field, value.isoformat(), "is out of range (years 1 to 9999)") from None
    if not _EARLIEST <= moment <= _LATEST:
        raise InvalidValue(field, value.isoformat(), "is out of range (years 1 to 9999)")
    return moment


def day(field: str, value: date) -> date:
    """`value` as a whole day, which has its beginning and its end in every zone."""
    if isinstance(value, datetime) or not isinstance(value, date):
        raise InvalidValue(field, value, "must be a day")
    if not _FIRST_DAY <= value <= _LAST_DAY:
        raise InvalidValue(field, value.isoformat(), "is out of range (years 1 to 9999)")
    return value


def later(moment: datetime, duration: timedelta) -> datetime:
    """`moment` plus `duration`, or the last moment there is."""
    return moment + duration if duration <= _LATEST - moment else _LATEST


def one_of(words: type[Word], field: str, value: str) -> Word:
    """`value` as one of the words, which may be written as plain text."""
    try:
        return words(value)
    except ValueError:
        raise InvalidValue(field, value, f"must be one of {', '.join(words)}") from None


def share(field: str, value: float) -> float:
    """`value` as a number from 0 to 1; NaN and a bool are refused."""
    if not _number(value, (int, float)) or not 0 <= value <= 1:
        raise InvalidValue(field, value, "must be a number from 0 to 1")
    return float(value)


def whole(field: str, value: int, low: int, high: int) -> int:
    """`value` as a whole number within bounds; a bool is not one, nor is 1.0."""
    if not _number(value, (int,)) or not low <= value <= high:
        raise InvalidValue(field, value, f"must be a whole number from {low} to {high}")
    return value


def _number(value: object, kinds: tuple[type, ...]) -> bool:
    return isinstance(value, kinds) and not isinstance(value, bool)
