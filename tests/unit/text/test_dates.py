"""The days that a question names, in two languages."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal.text.dates import Days, days_asked

TODAY = date(2026, 3, 18)  # A Wednesday.


def day(year: int, month: int, at: int) -> Days:
    return Days(first=date(year, month, at), last=date(year, month, at))


def yearly(first: tuple[int, int], last: tuple[int, int]) -> Days:
    return Days(first=date(2000, *first), last=date(2000, *last), yearly=True)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("What did Ana cook on 9 November, 2022?", day(2022, 11, 9)),
        ("the meeting of the 3rd of May 2024", day(2024, 5, 3)),
        ("Sept 5th, 2025: who called?", day(2025, 9, 5)),
        ("what happened on 2026-02-28", day(2026, 2, 28)),
        ("what did we say on Feb 29", yearly((2, 29), (2, 29))),
        ("Who visited in June?", yearly((6, 1), (6, 30))),
        ("the trip in July 2022", Days(first=date(2022, 7, 1), last=date(2022, 7, 31))),
        ("in 2024", Days(first=date(2024, 1, 1), last=date(2024, 12, 31))),
        ("what did I say yesterday", day(2026, 3, 17)),
        ("the talk 3 days ago", day(2026, 3, 15)),
        ("last week", Days(first=date(2026, 3, 9), last=date(2026, 3, 15))),
        ("last month", Days(first=date(2026, 2, 1), last=date(2026, 2, 28))),
        ("last year", Days(first=date(2025, 1, 1), last=date(2025, 12, 31))),
        ("2023年5月2日我们聊了什么", day(2023, 5, 2)),
        ("5月2号我们聊了什么", yearly((5, 2), (5, 2))),
        ("五月二十一日去了哪里", yearly((5, 21), (5, 21))),
        ("十二月份买了什么", yearly((12, 1), (12, 31))),
        ("2022年", Days(first=date(2022, 1, 1), last=date(2022, 12, 31))),
        ("昨天说的店", day(2026, 3, 17)),
        ("三天前", day(2026, 3, 15)),
        ("上周", Days(first=date(2026, 3, 9), last=date(2026, 3, 15))),
        ("上个月的账单", Days(first=date(2026, 2, 1), last=date(2026, 2, 28))),
        ("这个星期", Days(first=date(2026, 3, 16), last=date(2026, 3, 22))),
    ],
)
def test_a_day_is_read(text: str, days: Days) -> None:
    """The way people write it; without a year it is a day of every year."""
    assert days_asked(text, TODAY) == [days]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I may go",
        "they march in step",
        "on 30 February",
        "version 3.5 of 2.3.1",
        "port 8080",
        "10个月",
        "第三个月",
        "3号线怎么走",
        "call 555-2022-11",
    ],
)
def test_what_is_no_date_is_none(text: str) -> None:
    """Words that are months too, impossible days, numbers of other things."""
    assert days_asked(text, TODAY) == []


def test_two_days_are_two() -> None:
    """Each is read once, and none out of the middle of another."""
    found = days_asked("between 3 May 2024 and June 5, 2024", TODAY)
    assert found == [day(2024, 5, 3), day(2024, 6, 5)]


def test_a_day_without_a_year_is_one_of_every_year() -> None:
    """So is a month; a day with a year is that day alone."""
    [may] = days_asked("in May", TODAY)
    assert date(1999, 5, 31) in may
    assert date(2026, 6, 1) not in may
    assert date(2025, 5, 2) not in day(2024, 5, 2)


@given(st.text(alphabet="0123456789-/ ,maynov月日号年上周天前二十三五", max_size=40), st.dates())
def test_any_text_is_read(text: str, today: date) -> None:
    """Nothing that can be typed is an error, on any day."""
    for found in days_asked(text, today):
        assert found.first <= found.last
