"""The checks that every value shares, at their edges."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal.core import checks
from stratal.core.canonical import DEPTH_LIMIT, canonical, canonical_object, parsed
from stratal.core.events import day_span
from stratal.errors import InvalidValue, StaleRevision, shown

LAST = datetime(9999, 12, 30, tzinfo=UTC)


@pytest.mark.parametrize("value", [0, 1, 0.5, 1.0])
def test_a_share_is_a_number_from_0_to_1(value: float) -> None:
    """Whole ones too, and always as a float."""
    assert checks.share("share", value) == value
    assert isinstance(checks.share("share", value), float)


def test_a_remark_may_be_empty_and_ends_at_its_limit() -> None:
    """One character more is refused."""
    assert checks.remark("reason", "") == ""
    assert checks.remark("reason", "x" * checks.REMARK_LIMIT)
    with pytest.raises(InvalidValue, match="2,001 characters, 2,000 at most"):
        checks.remark("reason", "x" * (checks.REMARK_LIMIT + 1))


@given(st.datetimes(), st.timedeltas(min_value=timedelta(0)))
def test_later_never_runs_over(moment: datetime, duration: timedelta) -> None:
    """The sum, or the last moment there is."""
    start = min(moment.replace(tzinfo=UTC), LAST)
    end = checks.later(start, duration)
    assert start <= end <= LAST
    assert end in (LAST, start + min(duration, LAST - start))


@pytest.mark.parametrize("day", [date(1, 1, 4), date(9999, 12, 27)])
@pytest.mark.parametrize("hours", [-23, 0, 23])
def test_a_day_in_range_has_its_ends_in_every_zone(day: date, hours: int) -> None:
    """The days before and after those are refused."""
    assert checks.day("day", day) == day
    start, end = day_span(day, timezone(timedelta(hours=hours)))
    assert end - start == timedelta(days=1)
    outside = day + timedelta(days=1 if day.year > 1 else -1)
    with pytest.raises(InvalidValue, match="out of range"):
        checks.day("day", outside)


def nested(levels: int) -> object:
    value: object = 1
    for level in range(levels):
        value = [value] if level % 2 else {"in": value}
    return value


def test_json_ends_at_its_depth() -> None:
    """At the limit it is written and read again; one level more is refused, however wide it is."""
    deepest = nested(DEPTH_LIMIT)
    assert parsed(canonical("value", deepest)) == deepest  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="more than 200 deep: flatten it"):
        canonical("value", nested(DEPTH_LIMIT + 1))  # type: ignore[arg-type]
    wide = [[n] for n in range(1000)]
    assert parsed(canonical("value", wide)) == wide


def test_an_object_ends_at_its_bytes() -> None:
    """Counted in UTF-8, not in characters."""
    assert canonical_object("data", {"a": "狗"}, 11) == '{"a":"狗"}'
    with pytest.raises(InvalidValue, match="11 bytes as JSON, 10 at most"):
        canonical_object("data", {"a": "狗"}, 10)


@pytest.mark.parametrize(
    "value",
    ["x" * 10_000_000, b"x" * 10_000, 10**5000, nested(5000), list(range(1_000_000)), "\ud800\x00"],
    ids=["text", "bytes", "number", "depth", "list", "surrogate"],
)
def test_whatever_it_is_can_be_shown(value: object) -> None:
    """In one line of 80 characters, that can be printed."""
    text = shown(value)
    assert len(text) <= 80
    assert "\n" not in text
    assert text.encode()


def test_a_revision_that_was_expected_is_shown_in_short() -> None:
    """A caller's ten megabytes do not come back in the message."""
    error = StaleRevision("task", "ship", expected="x" * 10_000, current="c1")
    assert len(str(error)) < 200
