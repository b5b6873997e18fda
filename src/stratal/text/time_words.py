"""The words of time in English and Chinese, as patterns, and the numbers that they stand for."""

from __future__ import annotations

from datetime import timedelta

from stratal.text import spans
from stratal.text.spans import Span

_MONTHS = (
    "january february march april may june july august september october november december".split()
)
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_HAN_WEEKDAYS = "一二三四五六日"
_HAN = {han: n for n, han in enumerate("〇一二三四五六七八九")} | {"两": 2, "零": 0}
_COUNTS = {
    word: n
    for n, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), 1
    )
} | {"a": 1, "an": 1, "couple": 2, "fortnight": 2}

MONTH = r"(?P<month>sept|" + "|".join(
    f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS
).replace("(?:)?", "") + r")\b\.?"  # fmt: skip
DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
WEEKDAY = rf"(?P<weekday>{'|'.join(_WEEKDAYS)})\b"
YEAR = r"(?P<year>\d{4})\b"
TURN = r"(?P<turn>last|this|next|past|coming)"
COUNT = (
    r"(?P<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|(?:an? )?couple(?: of)?|half an?)"
)
UNIT = r"(?P<unit>minute|hour|day|night|week|fortnight|weekend|month|quarter|year)"

HAN_YEAR = r"(?:(?P<year>\d{4}|[〇零一二三四五六七八九]{4})年|(?P<turn>[今去明后]年|大?前年)的?)"
HAN_MONTH = r"(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
HAN_DAYS = r"[12][0-9]|3[01]|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九]"
HAN_DAY = rf"(?P<day>{HAN_DAYS})"
HAN_WEEK = r"(?:周|星期|礼拜)"
HAN_TURNS = "上上|上|这|本|下下|下"
HAN_TURN = rf"(?P<turn>{HAN_TURNS})个?"
HAN_COUNT = r"(?P<count>\d{1,3}|[一二两三四五六七八九十]{1,3}|半)"
HAN_UNIT = r"(?P<unit>分钟|小时|钟头|天|日|周|星期|礼拜|个月|季度|年)"

_UNITS = {
    "分钟": "minute", "小时": "hour", "钟头": "hour", "天": "day", "日": "day", "周": "week",
    "星期": "week", "礼拜": "week", "月": "month", "季度": "quarter", "年": "year", "night": "day",
}  # fmt: skip
_TURNS = {
    "last": -1, "past": -1, "this": 0, "next": 1, "coming": 1,
    "上上": -2, "上": -1, "这": 0, "本": 0, "当": 0, "下": 1, "下下": 2,
    "大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2,
    "大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3,
}  # fmt: skip
_PARTS = {
    "凌晨": (0, 6), "清晨": (5, 9), "清早": (5, 9), "早上": (5, 12), "早晨": (5, 12),
    "早": (5, 12), "晨": (5, 12), "上午": (6, 12), "中午": (11, 14), "午": (11, 14),
    "下午": (12, 18), "傍晚": (17, 20), "晚上": (18, 24), "晚": (18, 30), "夜": (18, 30),
    "夜里": (18, 30), "morning": (5, 12), "noon": (11, 14), "lunchtime": (11, 14),
    "afternoon": (12, 18), "evening": (17, 24), "night": (18, 30),
}  # fmt: skip
PART = r"(?P<part>morning|noon|lunchtime|afternoon|evening|night)\b"
HAN_PARTS = "凌晨|清晨|清早|早上|早晨|上午|中午|下午|傍晚|晚上|夜里"
HAN_PART = rf"(?P<part>{HAN_PARTS})"
PORTION = r"(?P<portion>early|mid|late|(?:the )?(?:beginning|start|middle|end) of)"
HAN_PORTION = r"(?P<portion>上旬|中旬|下旬|初|中|底|末)"
_PORTIONS = {"early": 0, "beginning": 0, "start": 0, "mid": 1, "middle": 1, "late": 2, "end": 2} | {
    "上旬": 0, "初": 0, "中旬": 1, "中": 1, "下旬": 2, "底": 2, "末": 2,
}  # fmt: skip


def number(said: str) -> int:
    """1 to 99 in digits, English words or Chinese numerals, or a month by its English name."""
    said = said.casefold().strip()
    if said.isascii() and said.isdigit():
        return int(said)
    if said.isascii():
        word = next((word for word in said.split() if word in ("couple", "half")), said)
        if word in _COUNTS:
            return _COUNTS[word]
        return 1 + [name[:3] for name in _MONTHS].index(said[:3])
    tens, ten, ones = said.rpartition("十")
    if not ten:
        return _HAN[said]
    return 10 * (_HAN[tens] if tens else 1) + (_HAN[ones] if ones else 0)


def year_number(said: str) -> int:
    """A year of four digits, Chinese ones too."""
    return int("".join(str(_HAN.get(one, one)) for one in said))


def weekday_number(said: str) -> int:
    """0 for Monday."""
    folded = said.casefold()
    if folded in _WEEKDAYS:
        return _WEEKDAYS.index(folded)
    return _HAN_WEEKDAYS.index("日" if said == "天" else said)


def turn_number(said: str) -> int:
    """How many weeks, months or years later; negative for earlier, 0 for this one."""
    return _TURNS[said.casefold()]


def unit_name(said: str) -> str:
    """The unit in English, in the singular."""
    folded = said.casefold().removeprefix("个").removesuffix("s")
    return _UNITS.get(folded, folded)


def hours_of(part: str) -> tuple[int, int]:
    """From which hour to which a part of a day goes; above 24 it is of the next day."""
    return _PARTS[part.casefold()]


def portion_of(span: Span, said: str) -> Span:
    """The beginning, the middle or the end: thirds of a month, quarters of a year, days of a week.

    The beginning of a year is its first quarter, the end its last, the middle the half between. The
    end of a week is Friday to Sunday.
    """
    words = said.casefold().removeprefix("the ").split()
    third = _PORTIONS[words[0]]
    length = (span.until - span.first).days
    if length <= 7:
        cuts = [span.first + timedelta(days=at) for at in (0, 2, 4)]
    elif length <= 31:
        cuts = [span.first + timedelta(days=at) for at in (0, 10, 20)]
    else:
        cuts = [
            spans.months_away(span.first, at) for at in ((0, 1, 2) if length < 100 else (0, 3, 9))
        ]
    cuts.append(span.until)
    return Span(first=cuts[third], until=cuts[third + 1], cycle=span.cycle)
