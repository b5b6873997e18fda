"""Which statements are sure.

On sets of utterances by people who did not know the rules, what two rules read alike was right 96
times in 100, and what one alone had heard 84 times. One is enough where the kind tells, or the
value: a tool bears itself out where it is a known one, a correction where it names two numbers. Of
orders and other tools two were wrong one time in five: they need three. And whoever takes something
back, laughs, or speaks of a film in the same breath, may have meant it otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from stratal.text.families import FAMILY_OF, ORDINARY
from stratal.text.own_words import HAN
from stratal.text.statement_parts import Statement, StatementKind
from stratal.text.wording import Wording
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
_ONESELF = (StatementKind.NAME, StatementKind.DIET)
_NUMBER = re.compile(r"[\d一二三四五六七八九十百千]")
_PLAIN = 2
"""Words of each value of a correction that says both; up to nine Han characters are two."""


_TAKEN_BACK = Wording(
    r"\b(?:scrap that|on second thou?ght|never ?mind that|fell through|called off|just kidding|"
    r"(?:only )?kidding|jk|(?:phase|chapter|deal) is over|changed (?:my|our) minds?|no longer|"
    r"not any ?more|undecided|reconsider\w*|re-?evaluat\w*|back to square one)\b"
    r"|不作数|不作數|不算数|不算數|作废|作廢|推翻|推倒|收回|当我没说|當我沒說|撤回|重新评估|"
    r"重新評估|重新考虑|重新考慮|改主意|还没定|還沒定|说着玩|說著玩|开玩笑|開玩笑"
)
_STAGED = Wording(
    r"\b(?:lyrics?|songs?|movies?|films?|novels?|screenplay|sitcom|slogan|templates?|"
    r"placeholder|dockerfile|character|quote)\b"
    r"|歌词|歌詞|台词|台詞|电影|電影|小说|小說|剧本|劇本|剧里|劇裡|模板|例句|范文|範文|口号|口號|"
    r"广告语|廣告語|桥段|橋段|题目|題目"
)
_FOR_ONCE = Wording(
    r"\b(?:just|only) for (?:this|the|once|now|today|that)\b|\bfor (?:a while|the time being)\b"
    r"|这一?道?题|這一?道?題|这一?[篇封遍回局轮]|這一?[篇封遍回局輪]|这次|這次|暂时|暫時|临时|臨時"
)
_OTHERS = Wording(
    r"\bmy (?:old|former|previous|last|ex-?)[ -]?(?:company|job|employer|boss|team|school|"
    r"assistant|flatmate|roommate|office|place)\b|\bused to\b"
    r"|前公司|前东家|前東家|上家公司|上一家|老东家|老東家|师父|師父|师傅|師傅|隔壁组|隔壁組"
)
_NO_FOOD = Wording(
    r"\b(?:meetings?|mondays?|mornings?|stand-?ups?|bullshit|bs|nonsense|jargon|buzzwords?|drama|"
    r"spreadsheets?|paperwork|small talk|bureaucracy|deadlines?|slack|e-?mails?|work|exercise|"
    r"commitment|hype|stupid\w*|idiots?|homework|politics|flattery|compliments?)\b"
    r"|会(?!员)|班|周一|星期一|早起|领导|領導|甲方|废话|廢話|鸡汤|雞湯|汇报|匯報|作业|作業|考试|考試|"
    r"套路|官腔|数学|數學|运动|運動|催|加急|需求|相亲|相親"
)
"""What one is "allergic" to and cannot eat."""
_LAUGHED = Wording(r"\b(?:ha){2,}h?\b|\blm?fao\b|哈{3,}|笑死|[\U0001F602\U0001F923]")
_DOUBTS = {
    **dict.fromkeys(
        (
            StatementKind.NAME,
            StatementKind.DIET,
            StatementKind.DECISION,
            StatementKind.COMMITMENT,
            StatementKind.LESSON,
        ),
        (_TAKEN_BACK, _STAGED),
    ),
    **dict.fromkeys(
        (
            StatementKind.LANGUAGE,
            StatementKind.FORMAT,
            StatementKind.TOOL,
            StatementKind.TIME_ZONE,
        ),
        (_TAKEN_BACK, _STAGED, _FOR_ONCE, _OTHERS),
    ),
}
"""What gives a doubt wherever it stands in an utterance: no reason to leave a thing, but to ask."""
_QUOTES = (("“", "”"), ("「", "」"), ("『", "』"), ("«", "»"))


def is_sure(one: Statement, utterance: str, heard_alike: Callable[[int], bool]) -> bool:
    """Whether it was heard well enough to be acted upon.

    `heard_alike`: whether so many rules read the same, asked only where that decides.
    """
    if _is_doubtful(one, utterance):
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


def _is_doubtful(one: Statement, utterance: str) -> bool:
    if any(one.value.count(opened) != one.value.count(closed) for opened, closed in _QUOTES):
        return True
    if one.kind is StatementKind.DIET and _NO_FOOD.search(one.value):
        return True
    if is_doubtful_in_chinese(one, utterance):
        return True
    doubts = _DOUBTS.get(one.kind, ())
    return any(doubt.search(utterance) for doubt in doubts) or (
        one.kind in _ONESELF and _LAUGHED.search(utterance) is not None
    )


def _is_plain(value: str) -> bool:
    return bool(value) and len(value.split()) + len(HAN.findall(value)) // 5 <= _PLAIN
