"""The time that a recall is about, as the index knows it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from stratal import InvalidValue
from stratal.core.clock import to_micros
from stratal.flows.times import (
    moment_of,
    range_during,
    times_asked,
    times_of,
    without_times,
)
from stratal.storage.search import Found, Place

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 3, 18, 15, 0, tzinfo=SHANGHAI)


def found(at: datetime, *terms: str) -> Found:
    return Found(
        place=Place(space=1, seq=1, item="a"),
        part="",
        spoken_by_person=True,
        at=to_micros(at),
        terms=dict.fromkeys(terms, 1.0),
        keywords=1.0,
        session=0.0,
    )


def test_the_instant_decides_and_the_days_around_nominate() -> None:
    """A day in Shanghai has hours that other zones give to the day before."""
    times = times_asked("昨天", NOW)
    assert {"#2026-03-16", "#2026-03-17", "#2026-03-18"} <= set(times.wide)
    assert set(times.terms) == {"=2026-03-17", "#2026-03-17"}
    inside = datetime(2026, 3, 16, 20, 0, tzinfo=UTC)
    assert times.hold(found(inside, "#2026-03-16"))
    assert not times.hold(found(inside - timedelta(hours=6), "#2026-03-16"))
    assert not times.let_through(found(inside - timedelta(hours=6), "#2026-03-16"))
    assert times.let_through(found(inside - timedelta(hours=6), "#2026-03-16", "van"))


def test_a_whole_day_is_told_by_its_own_term() -> None:
    """Whatever instant stands beside it."""
    times = times_asked("昨天", NOW)
    far = datetime(2020, 1, 1, tzinfo=UTC)
    assert times.hold(found(far, "=2026-03-17"))
    assert not times.hold(found(far, "=2026-03-16"))


def test_without_a_year_earlier_ones_count() -> None:
    """Twelve of them; a span that began before all time has the latest of its days."""
    times = times_asked("in May", NOW)
    assert times.hold(found(datetime(2015, 5, 9, tzinfo=UTC)))
    assert not times.hold(found(datetime(2015, 6, 9, tzinfo=UTC)))
    assert len(times.ranges) == 12
    before = times_of([range_during("before 2020", NOW)], NOW)
    assert before.hold(found(datetime(1970, 1, 1, tzinfo=UTC)))
    assert "#2019-12" in before.terms
    assert len(before.terms) <= 200
    assert not times_asked("the van", NOW)


def test_two_ends_may_be_written_in_any_form() -> None:
    """A day as the end counts whole, an instant does not; a day is one of the person's zone."""
    day = range_during(("2026-03-01", date(2026, 3, 1)), NOW)
    assert (day.since, day.before) == (
        datetime(2026, 2, 28, 16, tzinfo=UTC),
        datetime(2026, 3, 1, 16, tzinfo=UTC),
    )
    noon = datetime(2026, 3, 1, 12, tzinfo=timezone(timedelta(hours=-8)))
    assert range_during(("2026-03-01", noon), NOW).before == noon
    assert range_during(day, NOW) is day
    for wrong in ((noon, noon), ("2026-03-01",), 7, "soon"):
        with pytest.raises(InvalidValue):
            range_during(wrong, NOW)  # type: ignore[arg-type]


def test_a_day_stands_for_its_end() -> None:
    """What was true or known on a day is what was by its end, in the person's zone."""
    end = moment_of("as_of", "2026-03-01", SHANGHAI)
    assert end == datetime(2026, 3, 1, 16, tzinfo=UTC) - timedelta(microseconds=1)
    with pytest.raises(InvalidValue, match="ISO 8601"):
        moment_of("as_of", "soon", SHANGHAI)


def test_what_a_query_says_besides_times() -> None:
    """Nothing, if it is only a time."""
    assert without_times("上周", NOW).strip() == ""
    assert without_times("the van last week", NOW).strip() == "the van"


def test_a_span_of_years_does_not_rank() -> None:
    """All before a date is nearly everything; a year still says something."""
    assert not times_asked("what was before 9 June 2023", NOW)
    assert times_asked("what was in 2022", NOW)
