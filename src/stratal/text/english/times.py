"""The words by which English names a time to come: "noon on Thursday", "the 14th at 8:15"."""

from __future__ import annotations

import re

_DAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?-i:Mon|Tues?|Wed|Thurs?|Thu|Fri|Sat|"
    r"Sun)\b\.?)"
)
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"(?-i:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
_COUNT = (
    r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen)"
)
_ORDINAL = (
    r"(?:\d{1,2}(?:st|nd|rd|th)|(?:twenty-|thirty-)?(?:first|second|third|fourth|fifth|sixth|"
    r"seventh|eighth|ninth)|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|"
    r"seventeenth|eighteenth|nineteenth|twentieth|thirtieth)"
)
_PART = r"(?:(?:early |late |mid-?)?(?:morning|afternoon|evening|night|lunchtime|lunch|noon))"
_CLOCK = (
    rf"(?:(?:about |around |exactly |roughly )?(?:\d{{1,2}}(?:[:.]\d\d)?\s?(?:[ap]\.?m\b\.?|"
    rf"o'?clock|hrs|h\b)|\d{{1,2}}[:.]\d\d|noon|midnight|midday|(?:half past |quarter past |"
    rf"quarter to |half )(?:\d{{1,2}}|{_COUNT})|{_COUNT} (?:thirty|fifteen|forty-five|o'?clock)|"
    rf"{_COUNT}(?= in the (?:morning|afternoon|evening))|close of business|end of (?:day|business)|"
    r"COB\b|EOD\b)(?: sharp| in the (?:morning|afternoon|evening)| at night)?)"
)
_BARE_CLOCK = (
    rf"(?:{_CLOCK}|{_COUNT}(?![\d:.]*\w)(?!\s(?:people|of|days?|weeks?|hours?|minutes?|months?|"
    r"years?|pm|am|other|different|more|kids|guests)))"
)
_DATE = (
    rf"(?:(?:the )?{_ORDINAL} of (?:{_MONTH}|next month|this month)(?:,? \d{{4}})?|\d{{1,2}} "
    rf"{_MONTH}(?:,? \d{{4}})?|{_MONTH} (?:the )?(?:{_ORDINAL}|\d{{1,2}}(?!\d|:))(?:,? \d{{4}})?|"
    rf"(?:this |next |coming |this coming |the coming |the following )?{_DAY}(?: the "
    rf"{_ORDINAL})?(?:,? (?:{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?|(?:the )?{_ORDINAL}(?: of "
    rf"{_MONTH})?|\d{{1,2}} {_MONTH}))?(?: next week| week)?(?: {_PART})?|the {_ORDINAL}(?! "
    rf"(?:time|floor|grade|one|of (?:the|my|our|a))\b)(?! (?!(?:at|in|and|or|but|to|for|so|by|with|"
    rf"around|when|because|as|from|until|till|which|it|i|i'm|we|you|my|our|can|should|how|what|is|"
    rf"then|after|before|morning|afternoon|evening|if|any|please|of)\b)[a-z])|{_ORDINAL}(?= at | "
    r"in the )|the day after "
    rf"tomorrow|(?:tmrw|tmr|tmw|tomoz|2moro|tomorow)|tomorrow(?!['’]s)(?: {_PART}| first thing)?|"
    r"tonight|"
    r"this (?:afternoon|evening|weekend|morning|coming week)|today(?= at | by |, \d)|(?:next|the "
    r"coming|this coming|this) (?:week|month|year|weekend|quarter|semester|term|spring|summer|"
    rf"autumn|fall|winter)(?!'s)|in (?:an? |about |exactly )?(?:{_COUNT}|a few|a couple of|a)? "
    rf"?(?:days?|weeks?|months?|hours?|years?|fortnight)(?:' time|'s time)?(?! of)|(?:{_COUNT}|a) "
    rf"(?:days?|weeks?|months?) from (?:now|today|tomorrow|{_DAY})|(?:the )?(?:end|beginning|start|"
    rf"middle) of (?:the |next |this )?(?:week|month|year|quarter|{_MONTH})|(?:early|mid|late)[- "
    rf"]{_MONTH}|\d{{4}}-\d\d-\d\d|\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?(?![\w/])|"
    rf"\d{{1,2}}\.\d{{1,2}}\.(?:\d{{2,4}})?|christmas(?: eve| day)?|new year's(?: eve| day)?|"
    r"easter(?: sunday| monday)?|thanksgiving|boxing day|halloween|labou?r day|(?<=\bin "
    rf"){_MONTH}(?: \d{{4}})?|(?<=\bby ){_MONTH}(?: \d{{4}})?|(?<=\buntil ){_MONTH})"
)
TIME = (
    rf"(?:{_CLOCK}(?:,? (?:on |this |next )?{_DATE})|{_DATE}(?:,? {_PART})?(?:,?\s?(?:at|by|around|"
    rf"from|before|after|@|until)\s?{_BARE_CLOCK}|,? {_CLOCK})?(?:\s?(?:-|–|to|until|till|"
    rf"through)\s?(?:{_BARE_CLOCK}|{_DATE}))?)"
)
"""A date with or without the hour, or an hour with its date."""
_TIME = re.compile(rf"(?<![\w-]){TIME}(?![\w-])", re.IGNORECASE)


def time_in(text: str) -> str:
    """The longest words of `text` that name a time, the first of them; empty if none do."""
    found = [one.group().strip() for one in _TIME.finditer(text)]
    return max(found, key=len, default="")
