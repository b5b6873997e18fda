"""What a Chinese correction sets against each other: what is so, and what was said before."""

from __future__ import annotations

import re

from stratal.text.patterns import Pattern
from stratal.text.statement_parts import COMMAS

__all__ = ["AMISS", "CLAIM", "SAID_BEFORE", "SAID_SO", "pair", "said_wrongly"]

SAID_BEFORE = (
    r"(?:我|你|您|咱)?(?:前面|上面|上文|刚刚?才?|之前|先前|上次|上回|早先|方才|那会儿)(?:我|你|您)?"
    r"(?:有?(?:给|跟|和|向)你|告诉你)?"
)
SAID_SO = r"(?:讲|说|写|报|填|发|记|提|算|告诉你?|贴|打|念|标|给)(?:过|了|的|给你|你|是){0,2}"
CLAIM = r"(?P<said>[^，,。；;：:！!？?]{2,20}?)"
AMISS = (
    r"(?:是?(?:我|你|您)?(?:说|讲|写|报|填|记|打|算|看|听|弄|搞|发|念|标|贴|给)?(?:得)?(?:错|岔|反|"
    r"混|串|多|少|高|低)(?:了|啦)?|不对|有误|不准|口误|笔误|手误)(?:了|啦|啊|哈|哦|呀){0,2}"
)
_HEADS = "在是叫住属姓有走到为成用放要读教养"
"""What stands before a value, in what was said and in what is so."""
_NUMBER = r"[\d零〇一二两三四五六七八九十百千万半.:/-]+"
_UNIT = Pattern(rf"{_NUMBER}(?P<unit>[^\d\s]{{0,2}})$")
_TOPIC = Pattern(
    r"(?:数|时间|日期|地址|号码|[账编单门型工色货]号|名字|姓名|金额|价格?|尺寸|版本|单位|地点|数据|信息|"
    r"内容|名称|电话|邮箱|密码|编码|比例|税率|参数|规格|地方|年份|年龄|岁数)$"
)
"""What a slip was about, and not what was wrongly said."""
_TAKEN_BACK = Pattern(rf"(?:{AMISS}|[了啦的])+$")
_OLD = (
    re.compile(rf"{SAID_BEFORE}{SAID_SO}{CLAIM}(?:{AMISS})?(?=[，,；;。])"),
    re.compile(
        r"(?:记|写|说|当|(?<![换折])算|听|看|填|报|标|打|弄|搞|念)成(?:了)?(?P<said>[^，,。；;：:！!？?]{1,14}?)"
        r"(?:了|啦)?(?=$|[，,；;。])"
    ),
)


def said_wrongly(words: str, value: str) -> tuple[str, str] | None:
    """`value` and what was said in its place, where `words` tell that as well."""
    for old in _OLD:
        for found in old.finditer(words):
            if value in found["said"] or value not in words:
                continue
            both = pair(found["said"], value)
            if both is not None:
                return both
    return None


def pair(said: str, value: str) -> tuple[str, str] | None:
    """What is so and what is not, each cut to what differs; None if the words do not show it.

    货压在金华仓 and 压在义乌仓 share what leads up to the value; 一百克糖 and 两百五十克 the unit.
    """
    said = _TAKEN_BACK.sub("", re.sub(r"^[那这]个", "", said.strip(COMMAS)))
    if not said or _TOPIC.search(said):
        return None
    value, other = _behind_one_head(said, value) or _of_one_form(said, value)
    return (value, other) if value and other and value != other else None


def _behind_one_head(said: str, value: str) -> tuple[str, str] | None:
    for at in range(min(5, len(value) - 2), -1, -1):
        if value[at] in _HEADS and value[at] in said:
            return value[at + 1 :], said[said.rfind(value[at]) + 1 :]
    return None


def _of_one_form(said: str, value: str) -> tuple[str, str]:
    led = re.search(rf"[{_HEADS}]", value[:-1]) is not None
    value = _after_head(value) if led else value
    measured = _UNIT.search(value)
    if measured is not None and (measured["unit"] or measured.group() == value):
        found = list(re.finditer(_NUMBER + re.escape(measured["unit"]), said))
        return value, found[-1].group() if found else ""
    end = said.rfind(value[-1]) + 1 if value else 0
    if len(value) > 1 and end >= len(value):
        return value, said[end - len(value) : end]
    if len(said) == len(value) <= 4 and set(said) & set(value):
        return value, said
    both = led and re.search(rf"[{_HEADS}]", said[:-1])
    return value, _after_head(said) if both else ""


def _after_head(text: str) -> str:
    """What stands behind the last word that leads up to a value: 货压在金华仓 is 金华仓."""
    at = max((text.rfind(one, 0, len(text) - 1) for one in _HEADS), default=-1)
    return text[at + 1 :]
