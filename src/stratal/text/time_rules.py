"""The wordings of times, each with its reading: the rules of `time_ranges`, in the order in which
they are tried. What one has read no later one reads again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TypeAlias

from stratal.core.clock import parse_time
from stratal.text import spans, time_words
from stratal.text.spans import Cycle, Lean, Span
from stratal.text.time_words import (
    COUNT,
    DAY,
    HAN_COUNT,
    HAN_DAY,
    HAN_DAYS,
    HAN_MONTH,
    HAN_PART,
    HAN_PARTS,
    HAN_PORTION,
    HAN_TURN,
    HAN_TURNS,
    HAN_UNIT,
    HAN_WEEK,
    HAN_YEAR,
    MONTH,
    PART,
    PORTION,
    TURN,
    UNIT,
    WEEKDAY,
    YEAR,
    number,
)

TICK = timedelta(microseconds=1)
"""The finest difference between two instants."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """What was said, when, and whether as a question."""

    text: str
    now: datetime
    """In the zone of the person."""
    asked: bool

    @property
    def today(self) -> date:
        return self.now.date()

    @property
    def zone(self) -> tzinfo:
        found = self.now.tzinfo
        assert found is not None
        return found

    def lean(self, start: int, end: int, cycle: Cycle | None) -> Lean:
        """Which way the clause around these words leans."""
        before = _CLAUSE_END.split(self.text[:start])[-1]
        clause = before + self.text[start:end] + _CLAUSE_END.split(self.text[end:])[0]
        if _WAS.search(clause):
            return Lean.PAST
        if _WILL.search(clause):
            return Lean.FUTURE
        if self.asked:
            soon = cycle is Cycle.WEEK and _IS.search(clause)
            return Lean.FUTURE if soon else Lean.PAST
        if _TOLD.search(clause):
            return Lean.PAST
        return Lean.FUTURE if cycle is Cycle.WEEK else Lean.NEAREST


_CLAUSE_END = re.compile(r"[.!?;。！？；\n](?=\s|$)|[。！？；，,](?=[^\s\d])|\n")
_WAS = re.compile(
    r"\b(?:did|was|were|had|happened|went|said|told|talked|met|got|came|made|took|bought|saw|used"
    r"|gave|left|began|ate|wrote|read|ago)\b|[了过]|曾|已经|刚",
    re.IGNORECASE,
)
_TOLD = re.compile(r"\b\w{2,}ed\b", re.IGNORECASE)
_WILL = re.compile(
    r"\b(?:will|shall|going to|gonna|tomorrow|upcoming|due|deadline|planned|scheduled|plan to"
    r"|supposed to)\b|\w'll\b|[会将](?!议)|打算|计划|准备|安排|日程|待办|截止|即将",
    re.IGNORECASE,
)
_IS = re.compile(r"\b(?:is|are|am|do|does|can|what's|when's|who's)\b", re.IGNORECASE)


def part_of_day(said: str, day: date, zone: tzinfo) -> tuple[datetime, datetime]:
    first, until = time_words.hours_of(said)
    return spans.clock(day, first, zone), spans.clock(day, until, zone)


_Groups: TypeAlias = Mapping[str, str | None]
Value: TypeAlias = "Span | tuple[datetime, datetime]"
_Reading: TypeAlias = Callable[[_Groups, Said], Value]


def _iso(groups: _Groups, said: Said) -> Value:
    text = groups["iso"] or ""
    moment = parse_time(text.replace(" ", "T"), said.zone)
    assert isinstance(moment, datetime)
    seconds = text.count(":", 0, 19) > 1
    return moment, moment + timedelta(seconds=1 if seconds else 60)


def _date(groups: _Groups, said: Said) -> Span:
    """A day, several days of a month, a month or a year, as far as it is said."""
    year, month, day, last = (groups.get(part) for part in ("year", "month", "day", "last"))
    turn = groups.get("turn")
    cycle = None
    if year:
        in_year = time_words.year_number(year)
    elif turn:
        in_year = said.today.year + time_words.turn_number(turn)
    else:
        # A leap year, so that the 29th of February can be told.
        in_year, cycle = said.today.year - said.today.year % 4, Cycle.YEAR
    first = date(in_year, number(month) if month else 1, number(day) if day else 1)
    if day:
        until = first.replace(day=number(last)) if last else first
        return Span(first=first, until=until + timedelta(days=1), cycle=cycle)
    found = spans.month(first) if month else spans.year(first)
    portion = groups.get("portion")
    if portion:
        found = time_words.portion_of(found, portion)
    return replace(found, cycle=cycle)


def _month_of_turn(groups: _Groups, said: Said) -> Span:
    """ "Last March": the one before this month; "next March": the one after it."""
    month, turn = number(groups["month"] or ""), time_words.turn_number(groups["turn"] or "")
    here = said.today.year
    if turn < 0:
        here -= month >= said.today.month
    elif turn > 0:
        here += month <= said.today.month
    return spans.month(date(here, month, 1))


def _day_of_month(groups: _Groups, said: Said) -> Span:
    """上个月5号, "the 5th of last month"."""
    turn = groups.get("turn")
    month = spans.month(said.today, time_words.turn_number(turn) if turn else 0)
    return spans.days(month.first.replace(day=number(groups["day"] or "")))


def _weekday(groups: _Groups, said: Said) -> Span:
    """A weekday, of a week that is said or of whichever is meant."""
    at = time_words.weekday_number(groups["weekday"] or "")
    of_week = groups.get("week")
    turn = groups.get("turn")
    monday = spans.week(said.today).first
    if of_week:
        monday += timedelta(weeks=time_words.turn_number(of_week))
    elif turn and turn.casefold() in ("last", "past"):
        # The last one that was: on a Friday that is the Wednesday two days ago.
        monday -= timedelta(weeks=int(at >= said.today.weekday()))
    elif turn and turn.casefold() == "coming":
        monday += timedelta(weeks=int(at <= said.today.weekday()))
    elif turn:
        monday += timedelta(weeks=time_words.turn_number(turn))
    else:
        return replace(spans.days(monday + timedelta(days=at)), cycle=Cycle.WEEK)
    return spans.days(monday + timedelta(days=at))


def _weekend(groups: _Groups, said: Said) -> Span:
    turn = groups.get("turn")
    saturday = spans.week(said.today).first + timedelta(days=5)
    if not turn:
        return replace(spans.days(saturday, 2), cycle=Cycle.WEEK)
    return spans.days(saturday + timedelta(weeks=time_words.turn_number(turn)), 2)


_WHOLE = {
    "week": spans.week,
    "month": spans.month,
    "quarter": spans.quarter,
    "year": spans.year,
}


def _turned(groups: _Groups, said: Said) -> Span:
    """This, last or next week, month, quarter or year."""
    unit = time_words.unit_name(groups["unit"] or "")
    found = _WHOLE[unit](said.today, time_words.turn_number(groups["turn"] or ""))
    portion = groups.get("portion")
    return time_words.portion_of(found, portion) if portion else found


def _before_last(by: int) -> _Reading:
    """The week before last and the like: `by` is -2, or 2 for the one after next."""

    def read(groups: _Groups, said: Said) -> Span:
        return _WHOLE[time_words.unit_name(groups["unit"] or "")](said.today, by)

    return read


def _week_of(groups: _Groups, said: Said) -> Span:
    found = _date(groups, said)
    found = found.leaning(Lean.PAST if said.asked else Lean.NEAREST, said.today)
    return spans.week(found.first)


def _quarter_of_year(groups: _Groups, said: Said) -> Span:
    which = groups["quarter"] or ""
    named = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
    at = named.get(which.casefold()) or number(which)
    year, turn = groups.get("year"), groups.get("turn")
    in_year = time_words.year_number(year) if year else said.today.year
    if turn:
        in_year += time_words.turn_number(turn)
    cycle = None if year or turn else Cycle.YEAR
    return replace(spans.quarter(date(in_year, 3 * at, 1)), cycle=cycle)


def _half_of_year(groups: _Groups, said: Said) -> Span:
    year, turn = groups.get("year"), groups.get("turn")
    in_year = time_words.year_number(year) if year else said.today.year
    if turn:
        in_year += time_words.turn_number(turn)
    return spans.months(date(in_year, 1 if groups["half"] == "上" else 7, 1), 6)


def _day(by: int) -> _Reading:
    return lambda _, said: spans.days(said.today + timedelta(days=by))


def _day_turned(groups: _Groups, said: Said) -> Value:
    """昨天, 大后天, 今早, 明晚."""
    day = said.today + timedelta(days=time_words.turn_number(groups["turn"] or ""))
    part = groups.get("part")
    return part_of_day(part, day, said.zone) if part else spans.days(day)


def _part_of(by: int, part: str = "") -> _Reading:
    def read(groups: _Groups, said: Said) -> Value:
        day = said.today + timedelta(days=by)
        return part_of_day(part or groups["part"] or "", day, said.zone)

    return read


def _part_before(groups: _Groups, said: Said) -> Value:
    """ "On the morning of 5 May"."""
    found = _date(groups, said)
    found = found.leaning(Lean.PAST if said.asked else Lean.NEAREST, said.today)
    return part_of_day(groups["part"] or "", found.first, said.zone)


def _amount(groups: _Groups) -> tuple[int, str]:
    """How many of which unit; halves as the next smaller one."""
    unit = time_words.unit_name(groups["unit"] or "")
    said = groups.get("count") or "one"
    if said == "半" or said.casefold().startswith("half"):
        halves = {"year": (6, "month"), "month": (15, "day"), "hour": (30, "minute")}
        return halves.get(unit) or (12, "hour")
    count = number(said)
    return (2 * count, "week") if unit == "fortnight" else (count, unit)


_EXACT = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1)}


def _away(sign: int) -> _Reading:
    """So many days, weeks, months or years ago, or ahead: that day, that week and so on."""

    def read(groups: _Groups, said: Said) -> Value:
        count, unit = _amount(groups)
        if unit in _EXACT:
            # A unit wide, since nobody counts the seconds.
            middle = said.now.astimezone(UTC) + sign * count * _EXACT[unit]
            return middle - _EXACT[unit] / 2, middle + _EXACT[unit] / 2
        if unit == "day":
            return spans.days(said.today + timedelta(days=sign * count))
        return _WHOLE[unit](said.today, sign * count)

    return read


def _ahead(groups: _Groups, said: Said) -> Value:
    """ "In three days", unless it tells how long something took."""
    if _WAS.search(said.text):
        raise ValueError(said.text)
    return _away(1)(groups, said)


def _rolling(sign: int) -> _Reading:
    """The past or the coming so many: from the beginning of that day up to now, and back."""

    def read(groups: _Groups, said: Said) -> Value:
        count, unit = _amount(groups)
        now = said.now.astimezone(UTC)
        if unit in _EXACT:
            away = now + sign * count * _EXACT[unit]
        elif unit in ("day", "week"):
            by = timedelta(days=sign * count * (7 if unit == "week" else 1))
            away = spans.beginning(said.today + by + timedelta(days=sign > 0), said.zone)
        else:
            months = sign * count * {"month": 1, "quarter": 3, "year": 12}[unit]
            day = spans.months_away(said.today, months)
            away = spans.beginning(day + timedelta(days=sign > 0), said.zone)
        return (away, now + TICK) if sign < 0 else (now, away)

    return read


def _few_days(_: _Groups, said: Said) -> Span:
    """A few days ago, the other day: some day of the seven before today."""
    return spans.days(said.today - timedelta(days=7), 7)


_YEAR = rf"(?:,? {YEAR})?"
_OF_YEAR = rf"(?:,? {YEAR}|,? (?:of )?{TURN} year)?"
_TO_DAY = r"(?: ?(?:to|until|till|through|and|-|–|—) ?)(?:the )?"
_ON = r"(?:in|during|of|since|until|till|by|before|after|from|between|and|to|through|around|for)"
RULES: list[tuple[re.Pattern[str], _Reading]] = [
    (re.compile(pattern, re.IGNORECASE), read)
    for pattern, read in (
        # Dates in figures.
        (
            (
                r"(?<![\d.-])(?P<iso>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?"
                r"(?:Z|[+-]\d\d:?\d\d)?)(?![\d:])"
            ),
            _iso,
        ),
        (
            r"(?<![\d.-])(?P<year>\d{4})[-/](?P<month>\d{1,2})[-/](?P<day>\d{1,2})(?![\d-])",
            _date,
        ),
        (r"(?<![\d.-])(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?![\d-])", _date),
        # Dates in English.
        (
            rf"\bweek of (?:the )?{DAY}(?: of)? {MONTH}{_YEAR}",
            _week_of,
        ),
        (
            rf"\bweek of {MONTH} {DAY}\b{_YEAR}",
            _week_of,
        ),
        (
            rf"\b{PART} of (?:the )?{DAY}(?: of)? {MONTH}{_YEAR}",
            _part_before,
        ),
        (
            rf"\b{PART} of {MONTH} {DAY}\b{_YEAR}",
            _part_before,
        ),
        (
            (
                rf"\b(?:the )?{DAY}{_TO_DAY}"
                rf"(?P<last>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {MONTH}"
                rf"{_OF_YEAR}"
            ),
            _date,
        ),
        (
            rf"\b{MONTH} {DAY}{_TO_DAY}(?P<last>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.%/-]\d){_YEAR}",
            _date,
        ),
        (
            rf"\b(?:the )?{DAY}(?: of)? {MONTH}{_OF_YEAR}",
            _date,
        ),
        (
            rf"\b{MONTH} (?:the )?{DAY}\b(?![:.%]\d){_OF_YEAR}",
            _date,
        ),
        (
            rf"\b(?:{PORTION}[ -])?{MONTH},?(?: of)? (?:{YEAR}|{TURN} year)",
            _date,
        ),
        (rf"\b{PORTION}[ -]{MONTH}", _date),
        (rf"\b{TURN} {MONTH}(?! (?:be|have|not)\b)", _month_of_turn),
        (rf"\b{_ON} (?:the month of )?(?P<at>{MONTH})(?! (?:be|have|not)\b)", _date),
        (
            rf"^\s*(?P<at>{MONTH})\s*\??$",
            _date,
        ),
        (
            (
                r"\b(?:the )?(?:(?P<quarter>first|second|third|fourth|last) quarter|q(?P<q>[1-4]))"
                rf"(?:,?(?: of)? (?:{YEAR}|{TURN} year))?"
            ),
            lambda groups, said: _quarter_of_year(
                {**groups, "quarter": groups["quarter"] or groups["q"]}, said
            ),
        ),
        (rf"\b{_ON} (?P<at>(?P<year>(?:19|20)\d\d))\b(?![-/.:]\d)", _date),
        (rf"\b(?P<at>{PORTION}[ -](?P<year>(?:19|20)\d\d))\b", _date),
        (r"^\s*(?P<at>(?P<year>(?:19|20)\d\d))\s*$", _date),
        # Dates in Chinese.
        (
            rf"{HAN_YEAR}?{HAN_MONTH}月{HAN_DAY}[日号]?(?:到|至|-|–|—|~|和)(?P<last>{HAN_DAYS})[日号]",
            _date,
        ),
        (rf"{HAN_YEAR}?{HAN_MONTH}月{HAN_DAY}[日号]?", _date),
        (
            rf"{HAN_YEAR}(?<![\d第个几]){HAN_MONTH}月份?(?![\d个])",
            _date,
        ),
        (rf"(?<![\d第个几两]){HAN_MONTH}月份?(?![\d个天亮光饼球])", _date),
        (
            rf"{HAN_YEAR}?第?(?P<quarter>[一二三四1-4])季度",
            _quarter_of_year,
        ),
        (rf"{HAN_YEAR}?的?(?P<half>[上下])半年", _half_of_year),
        (r"(?<!\d)(?P<year>(?:19|20)\d\d)年", _date),
        (r"(?P<year>[一二][〇零一二三四五六七八九]{3})年", _date),
        # So many ago, the past so many, in so many.
        (rf"\b{COUNT} {UNIT}s? (?:ago|back|earlier)\b", _away(-1)),
        (rf"\b(?:in|within) {COUNT} {UNIT}s?(?:'s? time)?\b", _ahead),
        (rf"\b{COUNT} {UNIT}s? from now\b", _away(1)),
        (
            rf"\b(?:the |these )?(?:past|last|previous) {COUNT} {UNIT}s?\b",
            _rolling(-1),
        ),
        (rf"\b(?:in|over|within|for|during) the (?:past|last) {UNIT}\b", _rolling(-1)),
        (rf"\bthe past {UNIT}\b", _rolling(-1)),
        (
            rf"\b(?:the )?(?:next|coming) {COUNT} {UNIT}s?\b",
            _rolling(1),
        ),
        (rf"{HAN_COUNT}个?{HAN_UNIT}(?:之前|以前|前)", _away(-1)),
        (
            rf"(?:最近|近|过去|这)的?{HAN_COUNT}个?{HAN_UNIT}(?:以?来|里|内)?",
            _rolling(-1),
        ),
        (rf"{HAN_COUNT}个?{HAN_UNIT}(?:以来|来(?![了过]))", _rolling(-1)),
        (
            rf"(?:未来|接下来|今后|往后)的?{HAN_COUNT}个?{HAN_UNIT}(?:里|内)?",
            _rolling(1),
        ),
        (rf"{HAN_COUNT}个?{HAN_UNIT}(?:之后|以后|后)", _away(1)),
        (r"\b(?:a few|several|some) days ago\b|\bthe other day\b|前几天|前些天|前两天", _few_days),
        # Days, and parts of them.
        (rf"\bthis {PART}", _part_of(0)),
        (r"\btonight\b", _part_of(0, "night")),
        (r"\blast night\b", _part_of(-1, "night")),
        (r"\btoday\b", _day(0)),
        (r"\b(?:the )?day before yesterday\b", _day(-2)),
        (r"\b(?:the )?day after tomorrow\b", _day(2)),
        (r"\byesterday\b", _day(-1)),
        (r"\btomorrow\b", _day(1)),
        (r"(?P<turn>大前|前|昨|今|明|大后|后)[天日](?!气)", _day_turned),
        (r"(?P<turn>前|昨|今|明|后)(?P<part>早|晨|晚|夜|午)(?![期餐饭])", _day_turned),
        # Weeks, months, quarters, years.
        (
            rf"\b(?P<week>last|this|next) week,? (?:on )?{WEEKDAY}",
            _weekday,
        ),
        (
            rf"\b{WEEKDAY},? (?:of )?(?P<week>last|this|next) week\b",
            _weekday,
        ),
        (rf"\b{TURN} {WEEKDAY}", _weekday),
        (rf"\b{WEEKDAY}", _weekday),
        (
            (
                rf"(?P<week>{HAN_TURNS})个?{HAN_WEEK}"
                r"(?P<weekday>[一二三四五六日天])(?!起)"
            ),
            _weekday,
        ),
        (
            (
                rf"(?<![一二两三四五六七八九十几\d]){HAN_WEEK}"
                r"(?P<weekday>[一二三四五六日天])(?![次个])"
            ),
            _weekday,
        ),
        (rf"\b{TURN} weekend\b", _weekend),
        (r"\b(?:on|at|over|during) the (?P<at>weekend)\b", _weekend),
        (rf"{HAN_TURN}{HAN_WEEK}末", _weekend),
        (r"(?<![\d个每])周末", _weekend),
        (
            r"\b(?:the )?(?P<unit>week|month|quarter|year) before last\b",
            _before_last(-2),
        ),
        (r"\b(?:the )?(?P<unit>week|month|quarter|year) after next\b", _before_last(2)),
        (
            rf"\b(?:{PORTION} )?{TURN} (?P<unit>week|month|quarter|year)\b",
            _turned,
        ),
        (
            (
                r"\b(?P<portion>(?:the )?(?:beginning|start|middle|end)) of the"
                r" (?P<unit>week|month|quarter|year)\b"
            ),
            lambda groups, said: _turned({**groups, "turn": "this"}, said),
        ),
        (
            rf"{HAN_TURN}月{HAN_DAY}[号日]",
            _day_of_month,
        ),
        (
            r"\bon the (?P<at>(?P<day>\d{1,2})(?:st|nd|rd|th)) of (?P<turn>last|this|next) month\b",
            _day_of_month,
        ),
        (
            rf"(?<![\d月一二三四五六七八九十第]){HAN_DAY}号(?=那天|{HAN_PARTS}|[之以]|$|[，。？！?!,])",
            _day_of_month,
        ),
        (
            (
                rf"{HAN_TURN}(?P<unit>周|星期|礼拜|季度|月)"
                r"(?![一二三四五六日天\d])"
            ),
            _turned,
        ),
        (r"(?P<turn>当)(?P<unit>月)", _turned),
        (r"(?P<turn>(?:大?前|去|今|明|后)(?P<unit>年))(?!级)", _turned),
        (
            rf"(?P<unit>[月年]){HAN_PORTION}(?![午学旬国心])",
            lambda groups, said: _turned({**groups, "turn": "this"}, said),
        ),
        (
            rf"(?:^|(?<=[，。！？,!?\s])){HAN_PART}(?!一般|通常|总|都|每|别|不)",
            _part_of(0),
        ),
    )
]
HINT = re.compile(
    r"\d|ago\b|(?:to|yester)day|tomorrow|night|week|month|year|quarter|day\b|morning|noon|evening"
    r"|past\b|last\b|next\b|other day|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
    r"|[天日周月年晚早晨午夜季星礼时钟傍号]",
    re.IGNORECASE,
)
"""No text without one of these names a time; most messages are seen to be such at once."""
