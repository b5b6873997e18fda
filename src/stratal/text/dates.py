"""The days that a question names: "on 9 November", "in July 2022", "last week", 五月二号, 上个月.

A day is a fact about an item, not a word in it, and no ranking by words or meaning finds it. So
the days are read out of the question, in English and Chinese, and compared with the item's own.
Where no year is said every year fits. What is not clearly a date is none: "may" and "march" are
words too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta

_MONTHS = (
    "january february march april may june july august september october november december".split()
)
_MONTH = "sept|" + "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS).replace("(?:)?", "")
_HAN = {"十二": 12, "十一": 11, "十": 10} | {
    han: n for n, han in enumerate("一二三四五六七八九", 1)
}
_HAN_MONTH = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_HAN_DAY = r"(?:[12][0-9]|3[01]|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])"
_LONGEST = 1_000
"""Characters of a question that are read."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Days:
    """From a day to a day, both counted in; of every year if `yearly`, for none was said."""

    first: date
    last: date
    yearly: bool = False

    def __contains__(self, day: date) -> bool:
        if not self.yearly:
            return self.first <= day <= self.last
        return (self.first.month, self.first.day) <= (day.month, day.day) <= (
            self.last.month,
            self.last.day,
        )  # fmt: skip


def days_asked(text: str, today: date) -> list[Days]:
    """What days `text` names, the reading of "last week" and the like depending on `today`."""
    text = text[:_LONGEST]
    found: list[Days] = []
    taken: list[tuple[int, int]] = []
    for pattern, read in _READINGS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < until and since < end for since, until in taken):
                continue
            taken.append((start, end))
            # The thirtieth of February is no date, and the year 0 none that can be told.
            with suppress(ValueError, OverflowError):
                found.append(read(match.groupdict(), today))
    return list(dict.fromkeys(found))


_Said = Mapping[str, str | None]
_Reading = Callable[[_Said, date], Days]


def _absolute(said: _Said, _: date) -> Days:
    """A day, a month or a year, as far as it is said."""
    year, month, day = (said.get(part) for part in ("year", "month", "day"))
    # A leap year, so that the 29th of February is a day of every year that has it.
    first = date(int(year or 2000), _number(month or "1"), _number(day or "1"))
    if day:
        last = first
    elif month:
        last = _next_month(first) - timedelta(days=1)
    else:
        last = date(first.year, 12, 31)
    return Days(first=first, last=last, yearly=not year)


def _days_ago(said: _Said, today: date) -> Days:
    only = today - timedelta(days=_number(said["days"] or ""))
    return Days(first=only, last=only)


def _back(unit: str, count: int) -> _Reading:
    """So many days, weeks, months or years before now."""

    def read(_: _Said, today: date) -> Days:
        if unit == "day":
            first = last = today - timedelta(days=count)
        elif unit == "week":
            first = today - timedelta(days=today.weekday() + 7 * count)
            last = first + timedelta(days=6)
        elif unit == "month":
            first = today.replace(day=1)
            for _month in range(count):
                first = (first - timedelta(days=1)).replace(day=1)
            last = _next_month(first) - timedelta(days=1)
        else:
            first, last = date(today.year - count, 1, 1), date(today.year - count, 12, 31)
        return Days(first=first, last=last)

    return read


def _next_month(first: date) -> date:
    return date(first.year + first.month // 12, first.month % 12 + 1, 1)


def _number(said: str) -> int:
    """1 to 31, a month by its name in English, or in Chinese numerals."""
    if said.isascii() and said.isdigit():
        return int(said)
    if said.isascii():
        return 1 + [name[:3] for name in _MONTHS].index(said[:3].casefold())
    tens, ten, ones = said.rpartition("十")
    if not ten:
        return _HAN[said]
    return 10 * (_HAN[tens] if tens else 1) + (_HAN[ones] if ones else 0)


_EN_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_EN_MONTH = rf"(?P<month>{_MONTH})\b\.?"
_EN_YEAR = r"(?:,? (?P<year>\d{4})\b)?"
_HAN_YEAR = r"(?:(?P<year>\d{4})年)?"
_NO_WEEKDAY = r"(?![一二三四五六日天])"
_READINGS: list[tuple[re.Pattern[str], _Reading]] = [
    (re.compile(pattern, re.IGNORECASE), read)
    for pattern, read in (
        (
            r"(?<![\d.-])(?P<year>\d{4})[-/](?P<month>\d{1,2})[-/](?P<day>\d{1,2})(?![\d-])",
            _absolute,
        ),
        (rf"\b{_EN_DAY}(?: of)? {_EN_MONTH}{_EN_YEAR}", _absolute),
        (rf"\b{_EN_MONTH} {_EN_DAY}\b(?![:.%]\d){_EN_YEAR}", _absolute),
        (rf"{_HAN_YEAR}(?P<month>{_HAN_MONTH})月(?P<day>{_HAN_DAY})[日号]?", _absolute),
        (rf"\b{_EN_MONTH},?(?: of)? (?P<year>\d{{4}})\b", _absolute),
        (
            rf"\b(?:in|during|since|until|early|late|mid) {_EN_MONTH}(?! (?:be|have|not)\b)",
            _absolute,
        ),
        (rf"{_HAN_YEAR}(?<![\d第个几])(?P<month>{_HAN_MONTH})月份?(?!\d)", _absolute),
        (r"\b(?:in|during|of|since) (?P<year>(?:19|20)\d\d)\b", _absolute),
        (r"(?<!\d)(?P<year>(?:19|20)\d\d)年", _absolute),
        (r"\b(?P<days>\d{1,2}) days ago\b", _days_ago),
        (rf"(?P<days>{_HAN_DAY})天(?:之?前|以前)", _days_ago),
        (r"\btoday\b|今[天日]", _back("day", 0)),
        (r"\bday before yesterday\b|前天", _back("day", 2)),
        (r"\byesterday\b|\blast night\b|昨[天晚日]", _back("day", 1)),
        (rf"\bthis week\b|[本这]个?(?:周|星期|礼拜){_NO_WEEKDAY}", _back("week", 0)),
        (rf"\blast week\b|上个?(?:周|星期|礼拜){_NO_WEEKDAY}", _back("week", 1)),
        (r"\bthis month\b|[本这]个?月", _back("month", 0)),
        (r"\blast month\b|上个?月", _back("month", 1)),
        (r"\bthis year\b|今年", _back("year", 0)),
        (r"\blast year\b|去年", _back("year", 1)),
    )
]
