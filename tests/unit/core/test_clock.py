"""Instants, days and ids."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal import InvalidValue, TimeOrderedIds
from stratal.core.clock import from_micros, parse_time, to_micros, zone
from stratal.testing.clock import ManualClock

instants = st.datetimes(
    min_value=datetime(1, 1, 3),  # noqa: DTZ001 - hypothesis wants naive bounds
    max_value=datetime(9999, 12, 29),  # noqa: DTZ001
    timezones=st.just(UTC),
)


@given(instants)
def test_instants_survive_storage(moment: datetime) -> None:
    """Any instant comes back from its stored number exactly."""
    assert from_micros(to_micros(moment)) == moment


@given(instants, instants)
def test_stored_numbers_sort_as_the_instants(one: datetime, other: datetime) -> None:
    """Comparing stored numbers is comparing instants."""
    assert (to_micros(one) < to_micros(other)) == (one < other)


def test_texts_with_and_without_an_offset_meet_in_one_store() -> None:
    """An offset is honoured, its absence means the session's zone, and a day stays a day (F12)."""
    a = parse_time("2026-03-01T12:00:00")
    b = parse_time("2026-03-01T13:30:00+02:00")
    c = parse_time("2026-03-01T12:15:00Z")
    assert isinstance(a, datetime)
    assert isinstance(b, datetime)
    assert isinstance(c, datetime)
    assert b == datetime(2026, 3, 1, 11, 30, tzinfo=UTC)
    assert sorted([a, b, c]) == [b, a, c]
    local = parse_time("2026-03-01T12:00:00", ZoneInfo("Asia/Shanghai"))
    assert local == datetime(2026, 3, 1, 4, 0, tzinfo=UTC)
    day = parse_time("2026-03-01", ZoneInfo("Asia/Shanghai"))
    assert day == date(2026, 3, 1)
    assert not isinstance(day, datetime)


@pytest.mark.parametrize("text", ["", "yesterdayish", "2026-13-01", "2026-02-30", "12:00", "1e9"])
def test_what_is_no_time_is_refused(text: str) -> None:
    """A text that is no ISO 8601 time is an error, never a silent guess."""
    with pytest.raises(InvalidValue, match="ISO 8601"):
        parse_time(text)


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 1, 1),  # noqa: DTZ001 - naive on purpose
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))),
        datetime(9999, 12, 31, 23, tzinfo=timezone(timedelta(hours=-12))),
    ],
)
def test_times_that_cannot_be_kept_are_refused(moment: datetime) -> None:
    """A naive time, and one whose UTC is out of range, are typed errors."""
    with pytest.raises(InvalidValue):
        to_micros(moment)


def test_unknown_zones_are_refused() -> None:
    """A zone that does not exist is named in the error."""
    for name in ("", "Nowhere/Land", "../etc/passwd", "/etc/localtime"):
        with pytest.raises(InvalidValue):
            zone(name)
    assert zone("Europe/Vienna") == ZoneInfo("Europe/Vienna")


def test_ids_ascend_and_differ_whatever_the_clock_does() -> None:
    """UUIDv7: sorted by creation within one maker, also when the clock stands or runs back."""
    clock = ManualClock()
    ids = TimeOrderedIds(clock)
    made = [ids.new() for _ in range(5000)]
    clock.advance(timedelta(seconds=-10))
    made += [ids.new() for _ in range(10)]
    clock.advance(timedelta(hours=1))
    made.append(ids.new())
    assert made == sorted(made)
    assert len(set(made)) == len(made)
    assert all(len(one) == 36 and one[14] == "7" and one[19] in "89ab" for one in made)
