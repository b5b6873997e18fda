"""The times that a text names, as instants: "last week", "on Friday", "May 24, 2023", 从三月起.

One grammar for questions and statements, English and Chinese. Every expression becomes a half-open
range of instants, from its beginning up to but without its end, in the zone of the person and
against the moment at which it was said: "yesterday" in a message is the day before that message,
whenever it is read. A month is a month and not one invented day. Weeks begin on Monday; a day has
23 or 25 hours where clocks change.

What the words leave open is decided by the clause they stand in. "On Friday" is the last one where
it tells what was, the next one where it tells what will be; a question without a sign of either
asks about what was. Where no year is said the nearest fitting one is meant, and `other_years` gives
the rest. What is not clearly a time is none: "may" and "march" are words too, "every Friday" is no
Friday, and "recently" is no range.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo

from stratal.core.checks import instant
from stratal.core.clock import parse_time
from stratal.core.events import day_span
from stratal.errors import InvalidValue
from stratal.text import spans, time_words
from stratal.text.spans import Cycle, Span
from stratal.text.time_rules import HINT, RULES, TICK, Said, Value, part_of_day

_LONGEST = 2_000
"""Characters of a text that are read."""
BEGINNING = datetime(1, 1, 2, tzinfo=UTC)
"""Where a range begins of which only the end was said."""
END = datetime(9999, 12, 30, tzinfo=UTC)
"""Where a range ends of which only the beginning was said, if that lies ahead."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeRange:
    """From an instant up to but without another, both in UTC, and the words that name it."""

    since: datetime
    before: datetime
    said: str
    """The words; empty where a range was given as two times."""
    start: int = 0
    end: int = 0
    """Where they stand in the text: ``text[start:end]``."""
    yearly: bool = False
    """No year was said, so that other years may be meant as well."""

    def __contains__(self, moment: datetime) -> bool:
        return self.since <= moment < self.before

    def meets(self, since: datetime, before: datetime) -> bool:
        """Whether an interval has a moment in common with it."""
        return since < self.before and before > self.since

    def days(self, zone: tzinfo) -> Span:
        """The days of `zone` that it lies in, also in part."""
        last = (self.before - TICK).astimezone(zone).date()
        return Span(first=self.since.astimezone(zone).date(), until=last + timedelta(days=1))

    def other_years(self, zone: tzinfo, count: int) -> Iterator[TimeRange]:
        """The same days of so many earlier years, if no year was said."""
        if not self.yearly:
            return
        span = replace(self.days(zone), cycle=Cycle.YEAR)
        for turn in range(1, count + 1):
            with suppress(InvalidValue):
                earlier = span.turned(-turn)
                if earlier is not None:
                    yield replace(self, since=_start(earlier, zone), before=_stop(earlier, zone))


def time_ranges(text: str, at: datetime, zone: tzinfo, *, asked: bool = False) -> list[TimeRange]:
    """What times `text` names, in the order of its words; said at `at` by somebody in `zone`.

    `asked` says that it is a question: about what was, unless its words say otherwise.
    """
    text = text[:_LONGEST]
    if not HINT.search(text):
        return []
    said = Said(text=text, now=instant("at", at).astimezone(zone), asked=asked)
    found = _without_weekdays_of_dates(said, _points(said))
    ranges = _joined(said, found)
    return list({(one.since, one.before): one for one in reversed(ranges)}.values())[::-1]


def read_time_range(text: str, at: datetime, zone: tzinfo) -> TimeRange:
    """The time that `text` is: an expression and nothing else, as a person gives it for a filter.

    Raises `InvalidValue` where it is none, or has more words than that.
    """
    if isinstance(text, str):
        with suppress(InvalidValue):
            moment = parse_time(text, zone)
            since, before = (
                (moment, moment + TICK) if isinstance(moment, datetime) else day_span(moment, zone)
            )
            return TimeRange(since=since, before=before, said=text.strip())
        for one in time_ranges(text, at, zone, asked=True):
            if _ALONE.fullmatch(text[: one.start]) and _ALONE_AFTER.fullmatch(text[one.end :]):
                return one
    raise InvalidValue(
        "during", text, "is no time that can be read: say 2026-03-01, last week or since March"
    )


_ALONE = re.compile(r"\s*(?:(?:in|on|at|during|over|from|of|the|在|于)\s*)*", re.IGNORECASE)
_ALONE_AFTER = re.compile(r"\s*(?:里|内|期间|的时候)?[\s.?!。？！]*")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Point:
    """One expression that was read, before it is joined with others."""

    start: int
    end: int
    span: Span | None
    """Its days, if it is made of days."""
    since: datetime
    before: datetime
    weekday: bool = False
    """A weekday and nothing else."""

    def moved(self, span: Span, zone: tzinfo) -> _Point:
        """The same words, meaning other days."""
        since, before = _start(span, zone), _stop(span, zone)
        return replace(self, span=span, since=since, before=before)


def _start(span: Span, zone: tzinfo) -> datetime:
    return spans.beginning(span.first, zone)


def _stop(span: Span, zone: tzinfo) -> datetime:
    return spans.beginning(span.until, zone)


def _points(said: Said) -> list[_Point]:
    """Every expression, none out of the middle of another."""
    taken: list[tuple[int, int]] = []
    points = []
    for pattern, read in RULES:
        for match in pattern.finditer(said.text):
            groups = match.groupdict()
            start, end = match.span("at") if groups.get("at") else match.span()
            if any(start < until and since < end for since, until in taken):
                continue
            if _EVERY.search(said.text[:start]):
                continue
            # The thirtieth of February is no date, and the year 0 none that can be told.
            with suppress(ValueError, OverflowError, InvalidValue, KeyError):
                point = _point(said, read(groups, said), start, end)
                taken.append((start, point.end))
                points.append(point)
    return sorted(points, key=lambda one: one.start)


_EVERY = re.compile(r"(?:\b(?:every|each|any|most|usually on)\s+|每个?|任何)$", re.IGNORECASE)


def _point(said: Said, value: Value, start: int, end: int) -> _Point:
    if isinstance(value, tuple):
        since, before = value
        return _Point(start=start, end=end, span=None, since=since, before=before)
    span = value
    if portion := _PORTION_AFTER.match(said.text, end):
        span, end = time_words.portion_of(span, portion["portion"]), portion.end()
    weekday = span.cycle is Cycle.WEEK
    span = span.leaning(said.lean(start, end, span.cycle), said.today)
    since, before = _start(span, said.zone), _stop(span, said.zone)
    if (span.until - span.first).days == 1 and (part := _PART_AFTER.match(said.text, end)):
        since, before = part_of_day(part["part"] or part["han"], span.first, said.zone)
        return _Point(start=start, end=part.end(), span=None, since=since, before=before)
    return _Point(start=start, end=end, span=span, since=since, before=before, weekday=weekday)


_PORTION_AFTER = re.compile(rf"(?<=[月年周])(?:的?年)?的?{time_words.HAN_PORTION}(?![午学旬国心])")
_PART_AFTER = re.compile(
    rf"(?:,? (?:in the |at )?{time_words.PART}"
    rf"|的?(?P<han>{time_words.HAN_PARTS}))",
    re.IGNORECASE,
)


def _without_weekdays_of_dates(said: Said, points: Sequence[_Point]) -> list[_Point]:
    """Without the "Wednesday" of "Wednesday, 18 March": it says nothing more."""
    kept: list[_Point] = []
    for at, point in enumerate(points):
        beside = [*points[max(0, at - 1) : at], *points[at + 1 : at + 2]]
        if point.weekday and any(
            not other.weekday
            and other.span is not None
            and _BESIDE.fullmatch(
                said.text[min(point.end, other.end) : max(point.start, other.start)]
            )
            for other in beside
        ):
            continue
        kept.append(point)
    return kept


_BESIDE = re.compile(r"[,，]? ?(?:the )?[(（]?")


# From points to ranges: "from … to …", "since …", "before …".


def _joined(said: Said, points: Sequence[_Point]) -> list[TimeRange]:
    ranges = []
    at = 0
    while at < len(points):
        one = points[at]
        other = points[at + 1] if at + 1 < len(points) else None
        if other is not None and (start := _begins(said.text, one, other)) is not None:
            one, other = _in_order(said, one, other)
            end = other.end + _length(_BETWEEN_END, said.text, other.end)
            ranges.append(_range(said, start, end, one.since, other.before, one, other))
            at += 2
            continue
        ranges.append(_opened(said, one))
        at += 1
    return [one for one in ranges if one.since < one.before]


def _begins(text: str, one: _Point, other: _Point) -> int | None:
    """Where "from one to other" begins, or None if these two are not joined."""
    between = text[one.end : other.start]
    opening = _FROM.search(text[: one.start])
    if _TO.fullmatch(between) or (
        _AND.fullmatch(between)
        and (_BETWEEN.search(text[: one.start]) or _BETWEEN_END.match(text, other.end))
    ):
        return opening.start() if opening else one.start
    return None


_FROM = re.compile(r"(?:\b(?:between|from)\s+(?:the\s+)?|从|自|在)$", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s+(?:the\s+)?$", re.IGNORECASE)
_TO = re.compile(
    r"\s*(?:(?:up )?to|until|till|through|thru)\s+(?:the\s+)?"
    r"|\s*[-–—~～]+\s*|\s*(?:一直)?[到至]\s*",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:and|和|跟|与)\s*(?:the\s+)?", re.IGNORECASE)
_BETWEEN_END = re.compile(r"之间|期间|这段时间")


def _in_order(said: Said, one: _Point, other: _Point) -> tuple[_Point, _Point]:
    """Both, turned so that the second is the next after the first where the words allow it."""
    if one.span is None or other.span is None:
        return one, other
    free, fixed = one.span.cycle is not None, other.span.cycle is None
    if free and (fixed or other.before <= one.since) and not _ahead(said, one):
        earlier = [one.span, *(one.span.turned(-turn) for turn in range(1, 9))]
        for span in earlier:
            if span is not None and span.first < other.span.until:
                nearest = _nearest_before(span, other.span)
                return one.moved(nearest, said.zone), other
    if not fixed:
        for turn in range(-8, 9):
            later = other.span.turned(turn)
            if later is not None and later.until > one.span.first and later.first >= one.span.first:
                return one, other.moved(later, said.zone)
    return one, other


def _nearest_before(span: Span, other: Span) -> Span:
    """The last turn of `span` that begins before `other` ends."""
    last = span
    for turn in range(1, 9):
        turned = span.turned(turn)
        if turned is not None and turned.first < other.until:
            last = turned
    return last


def _ahead(said: Said, one: _Point) -> bool:
    return one.since > said.now


def _opened(said: Said, one: _Point) -> TimeRange:
    """The point itself, or all since it, after it or before it."""
    text = said.text
    before, after = text[: one.start], text[one.end :]
    now = said.now.astimezone(UTC) + TICK
    until_now = now if one.since < now else END
    opening, closing = _SINCE.search(before), _ONWARDS.match(after)
    if opening and (opening["en"] or opening["han"] or closing):
        end = one.end + (closing.end() if closing else 0)
        return _range(said, opening.start(), end, one.since, until_now, one)
    if closing and (closing["alone"] or closing["han"]):
        return _range(said, one.start, one.end + closing.end(), one.since, until_now, one)
    if found := _AFTER.search(before):
        return _range(said, found.start(), one.end, one.before, _later(one, now), one)
    if found := _LATER.match(after):
        return _range(said, one.start, one.end + found.end(), one.before, _later(one, now), one)
    if found := _BEFORE.search(before):
        end_ = one.before if found["until"] else one.since
        return _range(said, found.start(), one.end, BEGINNING, end_, one)
    if found := _EARLIER.match(after):
        return _range(said, one.start, one.end + found.end(), BEGINNING, one.since, one)
    return _range(said, one.start, one.end, one.since, one.before, one)


def _later(one: _Point, now: datetime) -> datetime:
    return now if one.before < now else END


_SINCE = re.compile(
    r"(?:\b(?P<en>(?:ever )?since|starting(?: from| in| on)?|as of)\s+(?:about\s+|the\s+|in\s+)?"
    r"|\bfrom\s+(?:the\s+)?|(?P<han>自从?|打从?)|从)$",
    re.IGNORECASE,
)
_ONWARDS = re.compile(
    r"\s*(?:(?P<alone>onwards?|and later)\b|on\b(?!\s+(?:the|an?|my|our|this|that)\b)"
    r"|(?P<han>以来|至今|到现在|起(?![飞床来])|开始)|以后|之后|往后)",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\b(?:after|later than)\s+(?:the\s+)?$", re.IGNORECASE)
_LATER = re.compile(r"\s*(?:之后|以后|过后)")
_BEFORE = re.compile(
    r"\b(?:before|prior to|earlier than|(?P<until>until|till|up to|by))\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_EARLIER = re.compile(r"\s*(?:之前|以前)")


def _length(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return len(found.group()) if found else 0


def _range(
    said: Said, start: int, end: int, since: datetime, before: datetime, *points: _Point
) -> TimeRange:
    return TimeRange(
        since=since,
        before=before,
        said=said.text[start:end].strip(),
        start=start,
        end=end,
        yearly=since != BEGINNING
        and all(one.span is not None and one.span.cycle is Cycle.YEAR for one in points)
        and (before == points[-1].before),
    )
