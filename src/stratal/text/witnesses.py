"""Which statements are sure.

On sets of utterances by people who did not know the rules, what two rules read alike was right 96
times in 100, and what one alone had heard 84 times. One is enough where the kind tells, or the
value: a tool bears itself out where it is a known one, a correction where it names two numbers. Of
orders and other tools two were wrong one time in five: they need three. And nothing is sure that
the same breath makes doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from stratal.text.doubts import is_doubtful
from stratal.text.families import FAMILY_OF, ORDINARY
from stratal.text.own_words import HAN
from stratal.text.statement_parts import Statement, StatementKind
from stratal.text.zh_doubts import is_doubtful_in_chinese

_WITNESSES = {
    StatementKind.LANGUAGE: 1,
    StatementKind.TIME_ZONE: 1,
    StatementKind.DIET: 1,
    StatementKind.REMEMBER: 1,
    StatementKind.OFF_RECORD: 1,
    StatementKind.LESSON: 1,
    StatementKind.TOOL: 3,
    StatementKind.ASK_BEFORE: 3,
    StatementKind.STANDING_ORDER: 3,
}
"""How many rules have to hear a thing of that kind alike; of all others two."""
_KNOWN = frozenset(FAMILY_OF) - ORDINARY
"""Tools that are nothing else."""
_NUMBER = re.compile(r"[\d一二三四五六七八九十百千]")
_PLAIN = 2
"""Words of each value of a correction that says both; up to nine Han characters are two."""


def is_sure(one: Statement, utterance: str, heard_alike: Callable[[int], bool]) -> bool:
    """Whether it was heard well enough to be acted upon.

    `heard_alike`: whether so many rules read the same, asked only where that decides.
    """
    if is_doubtful(one, utterance) or is_doubtful_in_chinese(one, utterance):
        return False
    needed = _WITNESSES.get(one.kind, 2)
    pair = (one.value, one.not_value)
    match one.kind:
        case StatementKind.CORRECTION:
            # Of one whose old value was lost, or that runs on, two rules were as wrong as one.
            if not all(map(_is_plain, pair)):
                return False
            needed = 1 if all(map(_NUMBER.search, pair)) else needed
        case StatementKind.TOOL if {value.casefold() for value in pair} & _KNOWN:
            needed = 1
    return needed == 1 or heard_alike(needed)


def _is_plain(value: str) -> bool:
    return bool(value) and len(value.split()) + len(HAN.findall(value)) // 5 <= _PLAIN
