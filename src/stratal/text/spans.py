"""Days on a calendar, weeks from Monday, and the instants at which they begin and end in a zone.

A *span* is days, from the first up to but without the last. Where the words left open which one is
meant ("Friday", "in March"), it has a cycle, and the others are found by turning it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum

from stratal.core.checks import instant
from stratal.core.events import day_span

_DAY = timedelta(days=1)
_LEAP = 8
"""Years within which every date of the calendar stands at least once."""


class Cycle(StrEnum):
    """How often days of the same name come round."""

    WEEK = "week"
    YEAR = "year"


class Lean(StrEnum):
    """Which of several is meant where the words leave it open."""

    PAST = "past"
    FUTURE = "future"
    NEAREST = "nearest"


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """Days, the last of them not counted in."""

    first: date
    until: date
    cycle: Cycle | None = None

    def turned(self, turns: int) -> Span | None:
        """The same days so many turns of the cycle later; None where the calendar lacks them."""
        if self.cycle is Cycle.WEEK:
            by = timedelta(weeks=turns)
            return replace(self, first=self.first + by, until=self.until + by)
        try:
            first = self.first.replace(year=self.first.year + turns)
            last = self.until - _DAY
            last_year = last.year + turns
            if self.first != last == month(last).until - _DAY:
                # The last day of February is the 28th or the 29th.
                until = month(date(last_year, last.month, 1)).until
            else:
                until = last.replace(year=last_year) + _DAY
        except ValueError:
            return None
        return replace(self, first=first, until=until)

    def leaning(self, lean: Lean, today: date) -> Span:
        """Of all turns the one that is meant, seen from `today`.

        A weekday is never today: who means today says so. Months and days of the year may be.
        """
        if self.cycle is None:
            return self
        around = _LEAP if self.cycle is Cycle.YEAR else 1
        turns = [one for turn in range(-around, around + 1) if (one := self.turned(turn))]
        if self.cycle is Cycle.WEEK:
            past = [one for one in turns if one.until <= today]
            future = [one for one in turns if one.first > today]
        else:
            past = [one for one in turns if one.first <= today]
            future = [one for one in turns if one.until > today]
        if lean is Lean.PAST or not future:
            return past[-1] if past else turns[-1]
        if lean is Lean.FUTURE or not past:
            return future[0]
        return min(past[-1], future[0], key=lambda one: _distance(one, today))


def _distance(span: Span, today: date) -> timedelta:
    if span.first <= today < span.until:
        return timedelta(0)
    return span.first - today if span.first > today else today - (span.until - _DAY)


def days(first: date, count: int = 1) -> Span:
    """So many days from `first` on."""
    return Span(first=first, until=first + count * _DAY)


def week(of: date, by: int = 0) -> Span:
    """The week of that day, or one so many weeks later."""
    return days(of - timedelta(days=of.weekday()) + timedelta(weeks=by), 7)


def month(of: date, by: int = 0) -> Span:
    """The month of that day, or one so many months later."""
    return months(of, 1, by)


def months(of: date, length: int, by: int = 0) -> Span:
    """So many whole months, beginning with the one that lies `by` months after that of `of`."""
    number = of.year * 12 + of.month - 1 + by
    after = number + length
    return Span(
        first=date(number // 12, number % 12 + 1, 1), until=date(after // 12, after % 12 + 1, 1)
    )


def year(of: date, by: int = 0) -> Span:
    """The year of that day, or one so many years later."""
    return Span(first=date(of.year + by, 1, 1), until=date(of.year + by + 1, 1, 1))


def quarter(of: date, by: int = 0) -> Span:
    """The quarter of that day, or one so many quarters later."""
    return months(of.replace(month=of.month - (of.month - 1) % 3), 3, 3 * by)


def months_away(day: date, by: int) -> date:
    """The same day so many months later, or the last of that month where it has no such day."""
    there = month(day, by)
    return min(there.first + (day.day - 1) * _DAY, there.until - _DAY)


def beginning(day: date, zone: tzinfo) -> datetime:
    """The first instant of a day in a zone, in UTC."""
    return day_span(day, zone)[0]


def clock(day: date, hour: int, zone: tzinfo) -> datetime:
    """That hour of a day as clocks in the zone show it, in UTC; hour 24 is the end of the day."""
    local = datetime.combine(day + timedelta(days=hour // 24), time(hour % 24), zone)
    return instant("time", local.astimezone(UTC))
