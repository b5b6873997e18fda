"""A wish that is worded as a question: "could you always answer in German?", 以后叫我小林好吗？"""

from __future__ import annotations

import re

_WISH = re.compile(
    r"^(?P<lead>\s*(?:(?:hi|hey|hello|so|also|and|ok|please|claude)[,. ]+)*(?:could|can|would|"
    r"will) you"
    r"(?: please)?)\b(?=.*\b(?:always|from now on|going forward|in (?:the )?future|by default|"
    r"every "
    r"time|from here on)\b).*(?P<mark>\?)\s*$",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"^(?=.*(?:以后|今后|往后|从现在起|从今天起|每次|一直|总是))(?P<before>.*?)(?P<could>能不能|可不可以|可以不可以|能否|可否|是否可以)?"
    r"(?P<said>.+?)(?P<mark>[，,]?(?:好吗|可以吗|行吗|好不好|行不行|可以不|好嘛|吗)?[?？]?)\s*$"
)


def told_politely(own: str) -> str:
    """`own` with the words blanked that only make a lasting wish polite; of the same length.

    "Can you answer in German?" may be a question: only what is to last is taken for a wish.
    """
    wish = _WISH.match(own)
    if wish is not None:
        return _blanked(own, wish.span("lead"), wish.span("mark"))
    asked = _ASKED.match(own)
    if asked is not None and (asked["could"] or re.match(r"[，,]?(?:好|可以|行)", asked["mark"])):
        return _blanked(own, asked.span("could"), asked.span("mark"))
    return own


def _blanked(text: str, *spans: tuple[int, int]) -> str:
    for start, end in spans:
        if start >= 0:
            text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text
