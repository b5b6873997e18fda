"""Days on a calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from stratal.text import spans
from stratal.text.spans import Cycle, Lean, Span

DAYS = st.dates(min_value=date(1950, 1, 1), max_value=date(2100, 1, 1))


@given(DAYS, st.integers(-30, 30))
def test_weeks_months_quarters_and_years_follow_each_other(day: date, by: int) -> None:
    """Each ends where the next begins, and the one of a day has that day in it."""
    for unit in (spans.week, spans.month, spans.quarter, spans.year):
        assert unit(day).first <= day < unit(day).until
        assert unit(day, by).until == unit(day, by + 1).first
    assert spans.week(day).first.weekday() == 0


@given(DAYS, st.integers(-1_200, 1_200))
def test_leaning(day: date, away: int) -> None:
    """The past one has begun, the future one has not ended, the nearest is one of the two."""
    today = day + timedelta(days=away)
    yearly = Span(first=day, until=day + timedelta(days=1), cycle=Cycle.YEAR)
    past, future = (yearly.leaning(lean, today) for lean in (Lean.PAST, Lean.FUTURE))
    assert past.first <= today < future.until
    assert yearly.leaning(Lean.NEAREST, today) in (past, future)
    weekly = Span(first=day, until=day + timedelta(days=1), cycle=Cycle.WEEK)
    near = weekly.turned((today - day).days // 7)
    assert near is not None
    assert near.leaning(Lean.PAST, today).until <= today
    assert near.leaning(Lean.FUTURE, today).first > today


def test_the_29th_of_february_is_not_in_every_year() -> None:
    """Turned, it is there or it is not; a February turned has its own last day."""
    leap = Span(first=date(2024, 2, 29), until=date(2024, 3, 1), cycle=Cycle.YEAR)
    assert leap.turned(1) is None
    assert leap.turned(4) is not None
    month = Span(first=date(2023, 2, 1), until=date(2023, 3, 1), cycle=Cycle.YEAR)
    turned = month.turned(1)
    assert turned is not None
    assert turned.until == date(2024, 3, 1)


def test_hours_run_into_the_next_day() -> None:
    """Hour 30 of a day is six in the morning of the next."""
    assert spans.clock(date(2026, 3, 1), 30, UTC) == datetime(2026, 3, 2, 6, tzinfo=UTC)
    assert spans.months_away(date(2026, 3, 31), -1) == date(2026, 2, 28)
