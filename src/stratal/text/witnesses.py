"""Which statements are sure though one rule alone has heard them.

On sets of utterances by people who did not know the rules, what two rules read alike was right 96
times in 100, and what one alone had heard 80 times. That one is enough is told by the kind, or by
the value: it bears itself out where it is of the things that the kind is about.
"""

from __future__ import annotations

from stratal.text.own_words import HAN
from stratal.text.statement_parts import ADDRESS, Statement, StatementKind
from stratal.text.wording import Wording

_BY_ONE = frozenset(
    (
        StatementKind.NAME,
        StatementKind.LANGUAGE,
        StatementKind.TOOL,
        StatementKind.DIET,
        StatementKind.TIME_ZONE,
        StatementKind.REMEMBER,
        StatementKind.FORGET,
        StatementKind.OFF_RECORD,
        StatementKind.LESSON,
        StatementKind.ASK_BEFORE,
    )
)
"""Kinds that one rule has been enough to hear rightly."""
_FORM = Wording(
    r"\b(?:emojis?|emoticons?|smileys?|tables?|bullet(?:s|ed|[- ]points?)?|(?:numbered |bulleted )?"
    r"lists?|markdown|headings?|headers?|bold|paragraphs?|prose|sentences?|words|points|steps|"
    r"short(?:er)?|brief(?:ly)?|concise(?:ly)?|terse|blunt(?:ly)?|direct(?:ly)?|formal(?:ly)?|"
    r"informal(?:ly)?|casual(?:ly)?|plain (?:words|text|language|english)|metric|imperial|"
    r"celsius|fahrenheit|24-hour|day-month-year|diffs?|code (?:first|only)|only (?:the )?code|"
    r"explanations?|preambles?|disclaimers?)\b"
    r"|表格|表情|颜文字|顏文字|emoji|markdown|分点|分點|列表|清单|清單|要点|要點|标题|標題|句话|"
    r"句話|[句段字](?:以内|以內|之内|之內)|超过[^，,]{1,3}[句字段]|超過[^，,]{1,3}[句字段]|简短|"
    r"簡短|简洁|簡潔|精简|精簡|口语|口語|书面|書面|正式|公制|英制|摄氏|攝氏|小时制|小時制|diff|代码|"
    r"程式碼|客套|寒暄|废话|廢話|术语|術語|大白话|大白話"
)
"""What the form of an answer is: a list, a length, a tone, a unit."""
_PLAIN = 2
"""Words of each value of a correction that says both; up to nine Han characters are two."""


def by_one(one: Statement) -> bool:
    """Whether it needs no second witness: a form of address does, a plain "X, not Y" does not."""
    match one.kind:
        case StatementKind.CORRECTION:
            pair = (one.value, one.not_value)
            return all(pair) and all(map(_is_plain, pair))
        case StatementKind.FORMAT:
            return _FORM.search(one.value) is not None
        case StatementKind.NAME:
            return one.attribute != ADDRESS
    return one.kind in _BY_ONE


def _is_plain(value: str) -> bool:
    return len(value.split()) + len(HAN.findall(value)) // 5 <= _PLAIN
