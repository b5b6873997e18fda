"""The times that a text names, in two languages, as instants."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal import InvalidValue
from stratal.text.time_ranges import BEGINNING, END, TimeRange, read_time_range, time_ranges

VIENNA = ZoneInfo("Europe/Vienna")
NOW = datetime(2026, 3, 18, 15, 0, tzinfo=VIENNA)  # A Wednesday.
UP_TO_NOW = "now"
ASKED: list[tuple[str, str, str]] = [
    # Days.
    ("what did I say today", "2026-03-18", "2026-03-19"),
    ("yesterday", "2026-03-17", "2026-03-18"),
    ("the day before yesterday", "2026-03-16", "2026-03-17"),
    ("what is planned for tomorrow", "2026-03-19", "2026-03-20"),
    ("the day after tomorrow", "2026-03-20", "2026-03-21"),
    ("3 days ago", "2026-03-15", "2026-03-16"),
    ("a couple of days ago", "2026-03-16", "2026-03-17"),
    ("ten days ago", "2026-03-08", "2026-03-09"),
    ("what did we do the other day", "2026-03-11", "2026-03-18"),
    ("this morning", "2026-03-18 05:00", "2026-03-18 12:00"),
    ("yesterday afternoon", "2026-03-17 12:00", "2026-03-17 18:00"),
    ("last night", "2026-03-17 18:00", "2026-03-18 06:00"),
    ("on Friday evening", "2026-03-13 17:00", "2026-03-14"),
    ("on the morning of 5 May 2024", "2024-05-05 05:00", "2024-05-05 12:00"),
    # Weekdays and weeks.
    ("last Wednesday", "2026-03-11", "2026-03-12"),
    ("last Monday", "2026-03-16", "2026-03-17"),
    ("on Friday", "2026-03-13", "2026-03-14"),
    ("what did Ana say on Friday", "2026-03-13", "2026-03-14"),
    ("what do I do on Friday", "2026-03-20", "2026-03-21"),
    ("what will happen on Monday", "2026-03-23", "2026-03-24"),
    ("next Friday", "2026-03-27", "2026-03-28"),
    ("this Friday", "2026-03-20", "2026-03-21"),
    ("Thursday last week", "2026-03-12", "2026-03-13"),
    ("this week", "2026-03-16", "2026-03-23"),
    ("last week", "2026-03-09", "2026-03-16"),
    ("next week", "2026-03-23", "2026-03-30"),
    ("the week before last", "2026-03-02", "2026-03-09"),
    ("two weeks ago", "2026-03-02", "2026-03-09"),
    ("the week of 5 May 2025", "2025-05-05", "2025-05-12"),
    ("last weekend", "2026-03-14", "2026-03-16"),
    ("what did we do at the weekend", "2026-03-14", "2026-03-16"),
    ("the end of last week", "2026-03-13", "2026-03-16"),
    # Months, quarters, years.
    ("this month", "2026-03-01", "2026-04-01"),
    ("last month", "2026-02-01", "2026-03-01"),
    ("at the end of last month", "2026-02-21", "2026-03-01"),
    ("three months ago", "2025-12-01", "2026-01-01"),
    ("in March", "2026-03-01", "2026-04-01"),
    ("in June", "2025-06-01", "2025-07-01"),
    ("last March", "2025-03-01", "2025-04-01"),
    ("March last year", "2025-03-01", "2025-04-01"),
    ("late February", "2026-02-21", "2026-03-01"),
    ("in early July 2024", "2024-07-01", "2024-07-11"),
    ("in July 2022", "2022-07-01", "2022-08-01"),
    ("last quarter", "2025-10-01", "2026-01-01"),
    ("Q2 2024", "2024-04-01", "2024-07-01"),
    ("last year", "2025-01-01", "2026-01-01"),
    ("in 2023", "2023-01-01", "2024-01-01"),
    ("the beginning of this year", "2026-01-01", "2026-04-01"),
    # Dates.
    ("May 24, 2023", "2023-05-24", "2023-05-25"),
    ("the 3rd of May 2024", "2024-05-03", "2024-05-04"),
    ("Sept 5th, 2025: who called?", "2025-09-05", "2025-09-06"),
    ("on 5 May", "2025-05-05", "2025-05-06"),
    ("on Feb 29", "2024-02-29", "2024-03-01"),
    ("Wednesday, 18 March 2026", "2026-03-18", "2026-03-19"),
    ("what happened on 2026-02-28", "2026-02-28", "2026-03-01"),
    ("2026/02/28", "2026-02-28", "2026-03-01"),
    ("2025-11", "2025-11-01", "2025-12-01"),
    ("2026-03-01T12:00:00Z", "2026-03-01 13:00:00", "2026-03-01 13:00:01"),
    ("2026-03-01 12:30", "2026-03-01 12:30", "2026-03-01 12:31"),
    # From, to, since, before.
    ("between 3 and 5 May", "2025-05-03", "2025-05-06"),
    ("between 3 May and 5 June 2024", "2024-05-03", "2024-06-06"),
    ("May 3-5, 2024", "2024-05-03", "2024-05-06"),
    ("from Monday to Wednesday", "2026-03-09", "2026-03-12"),
    ("from November to February", "2025-11-01", "2026-03-01"),
    ("between 2019 and 2021", "2019-01-01", "2022-01-01"),
    ("since March", "2026-03-01", UP_TO_NOW),
    ("since last week", "2026-03-09", UP_TO_NOW),
    ("from January onwards", "2026-01-01", UP_TO_NOW),
    ("what did I do after 5 March", "2026-03-06", UP_TO_NOW),
    ("before 2020", "", "2020-01-01"),
    ("until the end of last month", "", "2026-03-01"),
    ("in the past two weeks", "2026-03-04", UP_TO_NOW),
    ("the last 7 days", "2026-03-11", UP_TO_NOW),
    ("over the past year", "2025-03-18", UP_TO_NOW),
    ("in the last 2 hours", "2026-03-18 13:00", UP_TO_NOW),
    ("an hour ago", "2026-03-18 13:30", "2026-03-18 14:30"),
    # The same in Chinese.
    ("我今天说了什么", "2026-03-18", "2026-03-19"),
    ("昨天", "2026-03-17", "2026-03-18"),
    ("昨日", "2026-03-17", "2026-03-18"),
    ("前天", "2026-03-16", "2026-03-17"),
    ("大前天", "2026-03-15", "2026-03-16"),
    ("明天有什么安排", "2026-03-19", "2026-03-20"),
    ("大后天", "2026-03-21", "2026-03-22"),
    ("三天前", "2026-03-15", "2026-03-16"),
    ("10天之前", "2026-03-08", "2026-03-09"),
    ("前几天聊了什么", "2026-03-11", "2026-03-18"),
    ("今早", "2026-03-18 05:00", "2026-03-18 12:00"),
    ("上午", "2026-03-18 06:00", "2026-03-18 12:00"),
    ("昨天下午", "2026-03-17 12:00", "2026-03-17 18:00"),
    ("昨晚", "2026-03-17 18:00", "2026-03-18 06:00"),
    ("周五晚上说了什么", "2026-03-13 18:00", "2026-03-14"),
    ("上周三", "2026-03-11", "2026-03-12"),
    ("上个星期天", "2026-03-15", "2026-03-16"),
    ("周五", "2026-03-13", "2026-03-14"),
    ("周五有什么安排", "2026-03-20", "2026-03-21"),
    ("下周五", "2026-03-27", "2026-03-28"),
    ("本周二", "2026-03-17", "2026-03-18"),
    ("上上周五", "2026-03-06", "2026-03-07"),
    ("这周", "2026-03-16", "2026-03-23"),
    ("上周我们聊了什么", "2026-03-09", "2026-03-16"),
    ("上上个星期", "2026-03-02", "2026-03-09"),
    ("下周", "2026-03-23", "2026-03-30"),
    ("两周前", "2026-03-02", "2026-03-09"),
    ("上周末", "2026-03-14", "2026-03-16"),
    ("周末去了哪里", "2026-03-14", "2026-03-16"),
    ("这个月", "2026-03-01", "2026-04-01"),
    ("上个月的账单", "2026-02-01", "2026-03-01"),
    ("上个月底", "2026-02-21", "2026-03-01"),
    ("月底", "2026-03-21", "2026-04-01"),
    ("上个月5号", "2026-02-05", "2026-02-06"),
    ("三个月前", "2025-12-01", "2026-01-01"),
    ("三月", "2026-03-01", "2026-04-01"),
    ("六月份买了什么", "2025-06-01", "2025-07-01"),
    ("去年三月", "2025-03-01", "2025-04-01"),
    ("三月初", "2026-03-01", "2026-03-11"),
    ("2024年7月中旬", "2024-07-11", "2024-07-21"),
    ("2022年7月", "2022-07-01", "2022-08-01"),
    ("二零二三年五月", "2023-05-01", "2023-06-01"),
    ("上季度", "2025-10-01", "2026-01-01"),
    ("2024年第二季度", "2024-04-01", "2024-07-01"),
    ("去年下半年", "2025-07-01", "2026-01-01"),
    ("去年", "2025-01-01", "2026-01-01"),
    ("前年", "2024-01-01", "2025-01-01"),
    ("2023年", "2023-01-01", "2024-01-01"),
    ("去年年底", "2025-10-01", "2026-01-01"),
    ("2023年5月2日我们聊了什么", "2023-05-02", "2023-05-03"),
    ("三月五日", "2026-03-05", "2026-03-06"),
    ("5月3号", "2025-05-03", "2025-05-04"),
    ("五月二十一日去了哪里", "2025-05-21", "2025-05-22"),
    ("去年5月3日", "2025-05-03", "2025-05-04"),
    ("5月3日到5日", "2025-05-03", "2025-05-06"),
    ("6月3号到20号之间", "2025-06-03", "2025-06-21"),
    ("2024年5月3日至6月5日", "2024-05-03", "2024-06-06"),
    ("上周三到周五", "2026-03-11", "2026-03-14"),
    ("从去年十一月到今年二月", "2025-11-01", "2026-03-01"),
    ("今年以来", "2026-01-01", UP_TO_NOW),
    ("从三月起", "2026-03-01", UP_TO_NOW),
    ("自上周以来", "2026-03-09", UP_TO_NOW),
    ("3月5日以后发生了什么", "2026-03-06", UP_TO_NOW),
    ("2020年以前", "", "2020-01-01"),
    ("最近三天", "2026-03-15", UP_TO_NOW),
    ("这两周", "2026-03-04", UP_TO_NOW),
    ("过去一年", "2025-03-18", UP_TO_NOW),
    ("近半年", "2025-09-18", UP_TO_NOW),
    ("最近两个小时", "2026-03-18 13:00", UP_TO_NOW),
    ("一个小时前", "2026-03-18 13:30", "2026-03-18 14:30"),
]
TOLD: list[tuple[str, str, str]] = [
    ("On Friday I leave for Oslo", "2026-03-20", "2026-03-21"),
    ("On Friday I left for Oslo", "2026-03-13", "2026-03-14"),
    ("We painted the shed on Monday", "2026-03-16", "2026-03-17"),
    ("The shop opens on 5 April", "2026-04-05", "2026-04-06"),
    ("In June I will be in Rome", "2026-06-01", "2026-07-01"),
    ("In June I was in Rome", "2025-06-01", "2025-07-01"),
    ("I am back in two weeks", "2026-03-30", "2026-04-06"),
    ("The next 3 days are busy", UP_TO_NOW, "2026-03-22"),
    ("From May on I work in Graz", "2026-05-01", "end"),
    ("周五我去奥斯陆", "2026-03-20", "2026-03-21"),
    ("周五我去了奥斯陆", "2026-03-13", "2026-03-14"),
    ("店四月五日开张", "2026-04-05", "2026-04-06"),
    ("六月我会在罗马", "2026-06-01", "2026-07-01"),
    ("去年六月在罗马", "2025-06-01", "2025-07-01"),
    ("两周后回来", "2026-03-30", "2026-04-06"),
    ("未来三天很忙", UP_TO_NOW, "2026-03-22"),
    ("从五月起我在格拉茨上班", "2026-05-01", "end"),
]
NONE = [
    "",
    "I may go",
    "they march in step",
    "on 30 February",
    "version 3.5 of 2.3.1",
    "port 8080",
    "call 555-2022-11",
    "every Friday",
    "on Fridays",
    "recently",
    "10个月",
    "第三个月",
    "两三个月",
    "3号线怎么走",
    "每周三",
    "每个周末",
    "今天气",
    "最近",
    "晚上一般几点睡",
    "It took us 3 days",
    "two weeks is long",
]
WALL_TIMES = st.datetimes(
    min_value=datetime.fromisoformat("1971-01-01"), max_value=datetime.fromisoformat("2090-01-01")
)
ZONES = ["UTC", "Europe/Vienna", "America/Los_Angeles", "Asia/Shanghai", "Pacific/Kiritimati"]


def _instant(said: str, zone: ZoneInfo) -> datetime:
    given = {
        "": BEGINNING,
        "end": END,
        UP_TO_NOW: NOW.astimezone(UTC) + timedelta(microseconds=1),
    }
    return given.get(said) or datetime.fromisoformat(said).replace(tzinfo=zone).astimezone(UTC)


def _one(text: str, *, asked: bool, at: datetime = NOW) -> TimeRange:
    zone = at.tzinfo
    assert isinstance(zone, ZoneInfo)
    found = time_ranges(text, at, zone, asked=asked)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(("text", "since", "before"), ASKED)
def test_a_question_names_a_time(text: str, since: str, before: str) -> None:
    """The way people ask, English and Chinese: exactly this range, in the zone of the person."""
    found = _one(text, asked=True)
    assert (found.since, found.before) == (_instant(since, VIENNA), _instant(before, VIENNA))
    assert text[found.start : found.end].strip() == found.said


@pytest.mark.parametrize(("text", "since", "before"), TOLD)
def test_a_statement_names_a_time(text: str, since: str, before: str) -> None:
    """What the words leave open is decided by what they tell: what was, or what will be."""
    found = _one(text, asked=False)
    expected = (_instant(since, VIENNA), _instant(before, VIENNA))
    if since == UP_TO_NOW:
        expected = (NOW.astimezone(UTC), expected[1])
    assert (found.since, found.before) == expected


@pytest.mark.parametrize("text", NONE)
def test_what_names_no_time(text: str) -> None:
    """Words that are months too, impossible days, lengths, what recurs, numbers of other things."""
    assert time_ranges(text, NOW, VIENNA, asked=True) == []


def test_the_table_is_half_chinese() -> None:
    """At least 120 expressions, and each language has its half."""
    han = [text for text, _, _ in [*ASKED, *TOLD] if any("一" <= one <= "鿿" for one in text)]
    assert len(ASKED) + len(TOLD) >= 120
    assert 0.4 <= len(han) / (len(ASKED) + len(TOLD)) <= 0.6


def test_an_old_message_is_read_against_its_own_day() -> None:
    """ "Yesterday" near midnight, west of Greenwich, years ago: the day before that day there."""
    there = ZoneInfo("America/Los_Angeles")
    said = datetime(2023, 5, 24, 23, 30, tzinfo=there)
    told = "Yesterday we repotted the ficus. On Friday I fly to Quito. Last month I moved desks."
    found = time_ranges(told, said, there)
    assert [(one.since.isoformat(), one.before.isoformat()) for one in found] == [
        ("2023-05-23T07:00:00+00:00", "2023-05-24T07:00:00+00:00"),
        ("2023-05-26T07:00:00+00:00", "2023-05-27T07:00:00+00:00"),
        ("2023-04-01T07:00:00+00:00", "2023-05-01T07:00:00+00:00"),
    ]


def test_days_where_clocks_change() -> None:
    """Such a day has 23 or 25 hours, and its neighbours begin where it ends."""
    spring = datetime(2026, 3, 30, 9, 0, tzinfo=VIENNA)
    autumn = datetime(2025, 10, 27, 9, 0, tzinfo=VIENNA)
    short, long = (_one("yesterday", asked=True, at=at) for at in (spring, autumn))
    assert short.before - short.since == timedelta(hours=23)
    assert long.before - long.since == timedelta(hours=25)
    assert _one("today", asked=True, at=spring).since == short.before
    # In São Paulo clocks went from 23:59:59 to 01:00: the day has no midnight, but a beginning.
    there = ZoneInfo("America/Sao_Paulo")
    no_midnight = _one("today", asked=True, at=datetime(2018, 11, 4, 12, 0, tzinfo=there))
    assert no_midnight.since == datetime(2018, 11, 4, 3, 0, tzinfo=UTC)
    assert no_midnight.before - no_midnight.since == timedelta(hours=23)


def test_several_times_are_several() -> None:
    """Each is read once, in the order of the words, and none out of the middle of another."""
    found = time_ranges("yesterday, and on 5 June 2024; 还有上周三", NOW, VIENNA, asked=True)
    assert [one.said for one in found] == ["yesterday", "5 June 2024", "上周三"]


def test_without_a_year_others_may_be_meant() -> None:
    """The nearest one is the answer, earlier years are at hand; a year that is said is alone."""
    may = _one("in May", asked=True)
    years = [one.since.astimezone(VIENNA).date() for one in may.other_years(VIENNA, 3)]
    assert years == [date(2024, 5, 1), date(2023, 5, 1), date(2022, 5, 1)]
    leap = _one("on 29 February", asked=True)
    days = [one.since.astimezone(VIENNA).date() for one in leap.other_years(VIENNA, 8)]
    assert days == [date(2020, 2, 29), date(2016, 2, 29)]
    assert list(_one("in May 2024", asked=True).other_years(VIENNA, 3)) == []
    assert list(_one("since May", asked=True).other_years(VIENNA, 3)) == []


@pytest.mark.parametrize("text", ["last week", " in March ", "上周", "2019-01-11", "since May"])
def test_a_filter_is_a_time_and_nothing_else(text: str) -> None:
    """An expression alone is read."""
    found = read_time_range(text, NOW, VIENNA)
    assert found.since < found.before


@pytest.mark.parametrize(
    "text", ["", "yesterdayish", "1547180100", "last week or so, the van", "soon", "30 February"]
)
def test_what_is_no_filter_is_refused(text: str) -> None:
    """Never a filter that silently lets nothing, or everything, through."""
    with pytest.raises(InvalidValue, match="no time that can be read"):
        read_time_range(text, NOW, VIENNA)


_WORDS = [text for text, _, _ in [*ASKED, *TOLD] if "Z" not in text]


@settings(max_examples=200)
@given(
    st.sampled_from(_WORDS),
    WALL_TIMES,
    st.sampled_from(ZONES),
    st.booleans(),
)
def test_no_range_is_empty(text: str, local: datetime, zone: str, asked: bool) -> None:
    """Whenever and wherever it is said, each range has its beginning before its end."""
    where = ZoneInfo(zone)
    for found in time_ranges(text, local.replace(tzinfo=where), where, asked=asked):
        assert BEGINNING <= found.since < found.before <= END


@settings(max_examples=100)
@given(
    st.sampled_from(["yesterday", "last week", "3 days ago", "last Friday", "上个月", "去年",
                     "前天", "上上周五", "two months ago", "昨晚", "半年前"]),
    st.sampled_from(["tomorrow", "next week", "in 3 days", "next Friday", "下个月", "明年",
                     "后天", "下下周", "三天后"]),
    st.sampled_from(["today", "this week", "this month", "今年", "这周", "本月", "最近三天",
                     "since last week", "今年以来", "in the past two weeks"]),
    WALL_TIMES,
    st.sampled_from(ZONES),
)  # fmt: skip
def test_tenses(past: str, future: str, present: str, local: datetime, zone: str) -> None:
    """What was ends before now, what will be begins after it, what is has now in it."""
    where = ZoneInfo(zone)
    # Hours that a change of clocks skips do not exist; at noon there is no such change.
    at = local.replace(hour=12, tzinfo=where)
    assert _one(past, asked=True, at=at).before <= at
    assert _one(future, asked=True, at=at).since > at
    assert at in _one(present, asked=True, at=at)


@settings(max_examples=100)
@given(
    st.sampled_from(_WORDS),
    st.dates(min_value=date(1995, 1, 1), max_value=date(2080, 1, 1)),
    st.sampled_from(ZONES),
)
def test_it_shifts_with_the_zone(text: str, day: date, zone: str) -> None:
    """At the same time by the clock on the wall the same words mean the same days there."""
    if "hour" in text or "小时" in text:
        return
    where = ZoneInfo(zone)
    noon = datetime.combine(day, time(12))
    here = time_ranges(text, noon.replace(tzinfo=UTC), UTC, asked=True)
    there = time_ranges(text, noon.replace(tzinfo=where), where, asked=True)

    def wall(moment: datetime, zone: tzinfo) -> datetime:
        if moment in (BEGINNING, END):
            return moment.replace(tzinfo=None)
        return moment.astimezone(zone).replace(tzinfo=None)

    shifts = [
        abs(wall(one.since, UTC) - wall(other.since, where))
        for one, other in zip(here, there, strict=True)
    ]
    # Midnights that do not exist begin an hour later.
    assert all(shift <= timedelta(hours=1) for shift in shifts)


@given(
    st.text(
        alphabet="0123456789-/: ,maynovfridst号日月年上周天前二十三五以来从到底初", max_size=40
    ),
    st.datetimes(timezones=st.just(UTC)),
)
def test_any_text_is_read(text: str, at: datetime) -> None:
    """Nothing that can be typed is an error, on any day."""
    if BEGINNING <= at < END:
        for found in time_ranges(text, at, UTC):
            assert found.since < found.before
