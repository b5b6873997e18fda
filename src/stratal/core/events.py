"""What happened, when: the values of the time line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from stratal.core import checks
from stratal.core.canonical import Json
from stratal.core.evidence import Evidence, Source
from stratal.errors import InvalidValue

EVENT_LIMIT = 10_000
"""Characters of an event's text."""

DATA_LIMIT = 100_000
"""Bytes of an event's data as canonical JSON in UTF-8."""

HAPPENED = "happened"
REPORTED = "reported"
"""Words that a host passed with a call, kept so that a fact can cite them."""
TASK_OPENED = "task_opened"
TASK_CLOSED = "task_closed"
TASK_ABANDONED = "task_abandoned"
ATTEMPT_FAILED = "attempt_failed"

_KIND = re.compile(r"[a-z][a-z0-9_]{0,63}")


def kind_name(value: str) -> str:
    """`value` as a kind of event: a lower-case word such as ``deployed``."""
    if not _KIND.fullmatch(checks.encodable("event kind", value)):
        raise InvalidValue("event kind", value, "must be a lower-case word such as deployed")
    return value


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """One entry of a person's time line. It never changes; a retracted one is marked."""

    id: str
    seq: int
    """Counts from 1 without gaps within the person's time line."""
    kind: str
    text: str
    at: datetime | date
    """When it happened. A day is a whole day: it is not the midnight of some zone."""
    until: datetime | None
    time_zone: str
    """The zone in which whoever wrote it reads its times."""
    data: Mapping[str, Json]
    source: Source
    actor: str
    conversation: str
    task: str | None
    evidence: tuple[Evidence, ...]
    recorded_at: datetime
    retracted: bool = False

    @property
    def all_day(self) -> bool:
        return not isinstance(self.at, datetime)

    def span(self, zone: tzinfo) -> tuple[datetime, datetime]:
        """The interval that it takes, a day as that day in `zone`; the end is not part of it."""
        if isinstance(self.at, datetime):
            end = self.until if self.until is not None else self.at
            # An instant takes no time, but it lies in every interval that begins with it.
            return self.at, max(end, self.at + timedelta(microseconds=1))
        return day_span(self.at, zone)


def day_span(day: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """The beginning and the end of a day in a zone, in UTC; 23 or 25 hours where clocks change."""
    try:
        start = datetime.combine(day, time.min, zone)
        end = datetime.combine(day + timedelta(days=1), time.min, zone)
    except OverflowError:
        raise InvalidValue("day", day.isoformat(), "is out of range") from None
    return checks.instant("day", start), checks.instant("day", end)


def check_times(at: datetime | date, until: datetime | None) -> None:
    """Refuse an end before the beginning, and an end of a whole day."""
    if until is None:
        return
    if not isinstance(at, datetime):
        raise InvalidValue("until", until.isoformat(), "cannot end a whole day: give `at` a time")
    if checks.instant("until", until) < checks.instant("at", at):
        raise InvalidValue("until", until.isoformat(), "is before the event's beginning")


def sort_instant(at: datetime | date) -> datetime:
    """Where an event stands in the order of time; a day at its beginning in UTC."""
    return at if isinstance(at, datetime) else datetime.combine(at, time.min, UTC)
