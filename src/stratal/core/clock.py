"""Time and ids as parts that can be replaced: nothing else in Stratal asks the system for either.

Instants are stored as whole microseconds since 1970 in UTC, so that both databases sort and
compare them as numbers. A text without an offset is read in the zone of the session that hands it
in; a `datetime` without one is refused, since its maker could have said.
"""

from __future__ import annotations

import os
import re
import threading
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from stratal.core.checks import encodable, instant
from stratal.errors import InvalidValue

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class Clock(Protocol):
    """Tells the time. Replace it to make a test, a replay or an import deterministic."""

    def now(self) -> datetime:
        """The present instant, with a time zone."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class Ids(Protocol):
    """Makes ids that are unique for ever."""

    def new(self) -> str:
        """A new id."""
        ...


class TimeOrderedIds:
    """UUIDv7 (RFC 9562): sorted by time of creation, also within one millisecond.

    The time is the injected clock's; when that stands still or runs backwards, the last
    millisecond is kept and its counter raised, so ids still ascend within this object.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._last = 0

    def new(self) -> str:
        millisecond = to_micros(self._clock.now()) // 1000
        with self._lock:
            # 12 bits of counter beneath the millisecond, seeded low so that it has room to count.
            stamp = (millisecond << 12) | int.from_bytes(os.urandom(1))
            self._last = stamp = max(stamp, self._last + 1)
        value = (stamp >> 12) << 80 | 0x7 << 76 | (stamp & 0xFFF) << 64
        value |= 0b10 << 62 | int.from_bytes(os.urandom(8)) >> 2
        text = f"{value:032x}"
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def time_of(id: str) -> datetime | None:
    """When an id of `TimeOrderedIds` was made, to the millisecond; None for another id."""
    bare = id.replace("-", "")
    if len(bare) != 32 or bare[12] != "7":
        return None
    try:
        return from_micros(int(bare[:12], 16) * 1000)
    except (ValueError, OverflowError):
        return None


def to_micros(moment: datetime) -> int:
    """Whole microseconds since 1970 of an instant with a time zone."""
    return (instant("time", moment) - _EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    """The instant, in UTC."""
    return _EPOCH + timedelta(microseconds=micros)


def zone(name: str) -> tzinfo:
    """The time zone of that IANA name, e.g. ``Asia/Shanghai``."""
    if encodable("time_zone", name) == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidValue(
            "time_zone", name, "is not an IANA time zone such as Europe/Vienna"
        ) from None


def parse_time(text: str, local: tzinfo = UTC) -> datetime | date:
    """An ISO 8601 text as an instant in UTC, or as a day if it names no time.

    Without an offset the text is read in `local`. A day stays a day: it does not become the
    midnight of some zone.
    """
    stripped = text.strip()
    try:
        if _DAY.fullmatch(stripped):
            return date.fromisoformat(stripped)
        moment = datetime.fromisoformat(stripped)
    except ValueError:
        raise InvalidValue(
            "time", text, "is not ISO 8601, e.g. 2026-03-01T12:00:00Z or 2026-03-01"
        ) from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=local)
    return instant("time", moment)
