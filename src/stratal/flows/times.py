"""The time that a recall is about: which entries are of it, and by which terms they are found.

Entries stand in the index under their days, so what happened on a day is found whatever it says. A
day is named in the zone of whoever wrote it; a span asked for is one of instants. So the terms of
the days around it nominate, and the entry's own instant decides. What is of a whole day has no
instant: for that the day's own term decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from stratal.core.checks import instant
from stratal.core.clock import parse_time, to_micros
from stratal.core.events import day_span
from stratal.errors import InvalidValue
from stratal.storage import search
from stratal.storage.search import Found
from stratal.text.time_ranges import BEGINNING, END, TimeRange, read_time_range, time_ranges

During = TimeRange | str | tuple[datetime | date | str, datetime | date | str]
"""A span of time: a range, words for one ("last week"), or its two ends."""

_YEARS = 12
"""So far back a day without a year is looked for, and a span without a beginning."""
_DAY_TERMS = 100
_RANKED_BY = timedelta(days=367)
_A_DAY = timedelta(days=1)
_OF_DAYS = (search.DAY, search.MEANT)


@dataclass(frozen=True, kw_only=True, slots=True)
class Times:
    """Spans of time, as the index knows them."""

    ranges: tuple[TimeRange, ...]
    spans: tuple[tuple[int, int], ...]
    """From a microsecond up to but without another."""
    meant: frozenset[str]
    """The terms under which what is of a whole day stands for these days."""
    terms: tuple[str, ...]
    """Those, and the days as whoever asks names them."""
    wide: tuple[str, ...]
    """With the days beside them too, which are theirs in another zone."""

    def __bool__(self) -> bool:
        return bool(self.ranges)

    def hold(self, found: Found) -> bool:
        """Whether the entry is of that time, or of a whole day in it."""
        return any(since <= found.at < before for since, before in self.spans) or not (
            self.meant.isdisjoint(found.terms)
        )

    def shares(self, found: Found) -> bool:
        """Whether the entry shares more with the query than days."""
        return not all(term.startswith(_OF_DAYS) for term in found.terms)

    def let_through(self, found: Found) -> bool:
        """Whether the entry is there for more than a day beside those asked for."""
        return self.shares(found) or self.hold(found)


def times_asked(query: str, now: datetime) -> Times:
    """The times that a query names, asked at `now` in the zone of the person.

    A span of more than a year, such as all before a date, tells next to nothing of an entry and
    would nominate nearly every one: to be narrowed to, not to be ranked by.
    """
    zone = _zone(now)
    named = time_ranges(query, now, zone, asked=True)
    return times_of((one for one in named if one.before - one.since <= _RANKED_BY), now)


def without_times(query: str, now: datetime) -> str:
    """What a query says besides times."""
    for one in time_ranges(query, now, _zone(now), asked=True):
        query = query.replace(one.said, " ")
    return query


def times_of(ranges: Iterable[TimeRange], now: datetime) -> Times:
    """These ranges; those without a year also in the years before."""
    zone = _zone(now)
    every = [one for named in ranges for one in (named, *named.other_years(zone, _YEARS - 1))]
    meant = [term for one in every for term in _terms(one, zone, now, search.MEANT)]
    own = [term for one in every for term in _terms(one, zone, now, search.DAY)]
    near = [term for one in every for term in _terms(one, zone, now, search.DAY, beside=1)]
    return Times(
        ranges=tuple(every),
        spans=tuple((to_micros(one.since), to_micros(one.before)) for one in every),
        meant=frozenset(meant),
        terms=tuple(dict.fromkeys((*meant, *own))),
        wide=tuple(dict.fromkeys((*meant, *near))),
    )


def range_during(during: During, now: datetime) -> TimeRange:
    """`during` as a range, read at `now` in the zone of the person.

    Of two ends a day counts whole, an instant as the end is not part of the span. Raises
    `InvalidValue` for what is no time.
    """
    zone = _zone(now)
    if isinstance(during, TimeRange):
        return during
    if isinstance(during, str):
        return read_time_range(during, now, zone)
    try:
        beginning, end = during
    except (TypeError, ValueError):
        raise InvalidValue(
            "during", during, "must be words such as last week, or two times: (since, before)"
        ) from None
    since, _ = _ends("during", beginning, zone)
    _, before = _ends("during", end, zone)
    if before <= since:
        raise InvalidValue("during", before.isoformat(), "ends before it begins")
    return TimeRange(since=since, before=before, said="")


def moment_of(field: str, value: datetime | date | str, zone: tzinfo) -> datetime:
    """An instant; of a day its end, when all of it has happened."""
    since, before = _ends(field, value, zone)
    return since if since == before else before - timedelta(microseconds=1)


def _ends(field: str, value: datetime | date | str, zone: tzinfo) -> tuple[datetime, datetime]:
    if isinstance(value, str):
        value = parse_time(value, zone)
    if isinstance(value, datetime) or not isinstance(value, date):
        moment = instant(field, value)
        return moment, moment
    return day_span(value, zone)


def _terms(
    one: TimeRange, zone: tzinfo, now: datetime, mark: str, *, beside: int = 0
) -> Sequence[str]:
    """The terms of the days of a range; of a long one the latest."""
    if one.since == BEGINNING and one.before == END:
        return ()
    since, before = one.since, one.before
    if one.since == BEGINNING:
        since = max(BEGINNING + _A_DAY * 2, before - _YEARS * 365 * _A_DAY)
    if one.before == END:
        before = max(since, now) + 365 * _A_DAY
    days = TimeRange(since=since, before=before, said="").days(zone)
    first, last = days.first - beside * _A_DAY, days.until + (beside - 1) * _A_DAY
    return search.day_terms(first, last, mark)[-_DAY_TERMS:]


def _zone(now: datetime) -> tzinfo:
    assert now.tzinfo is not None
    return now.tzinfo
