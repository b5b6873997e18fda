"""Where the value of a Chinese statement begins and ends: one cut to a kind, for all of its rules.

Rules hear the same thing in different ways; cut alike, they say the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from stratal.text.patterns import Pattern
from stratal.text.statement_parts import COMMAS, Reading, StatementKind, Told
from stratal.text.wording import LEAD
from stratal.text.zh_pairs import said_wrongly

__all__ = ["clause_of", "cut"]

_MARKS = "，,。；;！!？?\n"


def cut(kind: StatementKind, reading: Reading, told: Told) -> Reading | None:
    """`reading` with its value cut as all values of its kind are; None if nothing is left."""
    how = _CUTS.get(kind)
    return reading if how is None else how(reading, told)


def clause_of(told: Told) -> str:
    """From the mark before what was found to the mark behind it."""
    start, end = _bounds(told.heard.words, told.match.start(), told.match.end())
    return told.heard.words[start:end]


def _bounds(words: str, start: int, end: int) -> tuple[int, int]:
    first = max(words.rfind(mark, 0, start) for mark in _MARKS) + 1
    last = min((at for mark in _MARKS if (at := words.find(mark, end)) >= 0), default=len(words))
    return first, last


def _without_lead(clause: str) -> str:
    lead = LEAD.match(clause)
    rest = clause if lead is None else clause[lead.end() :]
    return (rest or clause).strip(COMMAS)


_ITS_END = Pattern(r"(?:[了啦吧哦啊哈呀呢]|[～~…]|——|（.*|\(.*)+$")


def _commitment(reading: Reading, told: Told) -> Reading:
    """The clause that tells what there is to do, whichever part of it was heard."""
    at = told.match.start("value")
    words = told.heard.words
    start, end = _bounds(words, at, at + 1)
    if at + len(reading.value) > end or not reading.value:
        return reading
    clause = _ITS_END.sub("", _without_lead(words[start:end]))
    return replace(reading, value=clause or reading.value)


_CALLED_SO = Pattern(
    r"(?:就?得[了啦]|就行了?|就好了?|就对了|就成|就可以了?|就OK|即可|就完事了?|好了|吧|哈|啦|呗|哦|哟|呀|了|好|行)+$",
    re.IGNORECASE,
)


def _name(reading: Reading, _: Told) -> Reading:
    """The name alone."""
    if reading.attribute != "address":
        return replace(reading, value=reading.value.strip(COMMAS))
    value = _CALLED_SO.sub("", reading.value.strip(COMMAS))
    return replace(reading, value=value or reading.value)


_CLAIMED_SO = Pattern(
    r"^(?:我|你|您)?(?:前面|上面|刚才?|之前|上次)?(?:说|写|讲|报|记|填|发)(?:成|的|过)(?:那个)?(?=.{2})"
)


def _correction(reading: Reading, told: Told) -> Reading:
    """What is so and, wherever it is told, what is not; without who said so."""
    other = _CLAIMED_SO.sub("", reading.not_value)
    value = re.sub(r"(?:才对|才是)$", "", reading.value)
    if not other:
        value, other = said_wrongly(told.heard.words, value) or (value, "")
    return replace(reading, value=value, not_value=other)


_CHOSEN = Pattern(
    r"^(?:(?:就|还是|要|是|都|我们|咱们?)*(?:选定?了|选定|选用|选的是|定了|定的是))+(?=.{2})"
)


_TOPIC = Pattern(r"^来?(?:[\u4e00-\u9fff]{2,8}?(?:上|用|选用?|采用|走)\s*(?=[A-Za-z])|(?<=来))")
"""定下来消息队列上 Pulsar: what it was chosen for."""


def _decision(reading: Reading, _: Told) -> Reading:
    """What was chosen, without the choosing."""
    value = _TOPIC.sub("", _CHOSEN.sub("", reading.value))
    return replace(reading, value=value or reading.value)


_DENYING = Pattern(
    r"(?:不要|别|不用|不许|不准|不能|甭|勿|少|去掉|禁止)(?:再|给我)*(?:用|加|发|带|写|放|出现|使用|来)?(?:任何|那么多|太多)?"
    r"(?P<thing>表情(?:符号|包)?|emoji|列表|清单|表格|markdown|感叹号|颜文字|加粗)$",
    re.IGNORECASE,
)


def _format(reading: Reading, _: Told) -> Reading:
    """A thing that shall not be in answers is named as what is left out."""
    denied = _DENYING.match(reading.value)
    return reading if denied is None else replace(reading, not_value=denied["thing"])


_NARRATES = Pattern(
    r"(?:去年|前年|昨[天晚]|上[次回周]|当[时年]|那[次回天时]|我|俺|害得?|结果|全|因为|不然|否则|所以|你|您|帮|"
    r"真的?|信我|千万记|谁|这|毕竟|想|接下来|现在|今年|麻烦)"
)


def _lesson(reading: Reading, _: Told) -> Reading:
    """The maxim alone: what happened, why, and what is wanted now are told behind it."""
    clauses = re.split(r"(?<=[，,。；;！!])", reading.value.strip(COMMAS))
    kept = clauses[:1]
    for one in clauses[1:]:
        if _NARRATES.match(one.strip()):
            break
        kept.append(one)
    value = "".join(kept).strip(COMMAS + "。；;！!")
    return replace(reading, value=value)


_BEFORE = Pattern(
    r"(?:的话|时|的时候|[这那][种类些](?:事情?|操作|活儿?)|的事情?|的操作)?[，,]?(?:之前|以前|前|的话|时|的时候)?$"
)
_BARE_ACT = Pattern(
    r"(?:动手|操作|执行|做|动|开始|处理|提交|办)(?:之|以)?前?$|"
    r"(?:永远|一定|务必|必须|都|也|要|得|请|先|你|您){1,6}(?:[问经]过?我|(?:跟|和|给|让|找|等)我.{0,4})$"
)
"""No deed: what is to be asked about stands before it."""
_AT_FIRST = Pattern(
    r"^(?:请|要|在|每次|每回|你|您|以后|今后|往后|任何|凡是|但凡|只要|所有|都|我们|对|如果|要是|但|真|想|涉及|碰到|遇到)+"
    r"(?=.{2})"
)


_ASKS_ONLY = Pattern(r"(?:问过?|问一下|问问)我|(?:跟|和|找|向)我|我(?:同意|确认|点头)")


def _ask_before(reading: Reading, told: Told) -> Reading | None:
    """The clauses that name the deed and say that it is to be asked about."""
    words = told.heard.words
    at, deed = told.match.start("value"), told["value"]
    verb = re.sub(r"(?:之|以)?前?$", "", deed)
    if _BARE_ACT.fullmatch(deed) or (len(verb) == 1 and verb in words[: max(0, at - 1)]):
        # 任何退款，操作前都要等我点头: the deed stands in the clause before.
        start, _ = _bounds(words, max(0, at - 2), at)
        at, deed = start, words[start : max(start, at - 1)]
        if _ASKS_ONLY.search(deed):
            # 改预约这种事，你要先问过我再动手: there it is asked, and the deed one clause before.
            start, _ = _bounds(words, max(0, start - 2), max(0, start - 1))
            deed = words[start : max(start, at - 1)]
            at = start
    deed = _BEFORE.sub("", _AT_FIRST.sub("", deed.strip(COMMAS)))
    if len(deed) < 2:
        return None
    start, _ = _bounds(words, min(at, told.match.start()), at)
    _, end = _bounds(words, at, max(told.match.end(), at + len(deed)))
    value = _without_lead(words[start:end])
    return replace(reading, attribute=f"ask before: {deed.casefold()}", value=value)


_THEREFORE = Pattern(
    r"[，,。；;]\s*(?:所以|因此|因为|毕竟|不然|否则|免得|省得|以免|于是|那些|这样|不用我每次|好让)"
)


def _remember(reading: Reading, _: Told) -> Reading:
    """The fact alone: why it is told, and what follows from it, are told behind it."""
    return replace(reading, value=_THEREFORE.split(reading.value, maxsplit=1)[0])


_FROM_NOW_ON = Pattern(
    r"^.*?(?:^|[，,：:；;。！!\s])(?:(?:希望|请|麻烦|拜托)?[你您]|那|还有|对了|另外|所以|交代|规矩|规则){0,2}"
    r"(?:以后|今后|往后|日后|从(?:今天|现在|今|即日|明天)(?:开始|起|往后|以后)?|自即日起|长期的?活儿?|一条|规矩|规则|指令|动作|流程)"
    r"(?:[你您都也]|请|麻烦)*\s*[，,：:]?\s*(?=[^，,]{2})"
)
_WAITS = Pattern(
    r"^(?:每次|每当|每逢|只要|一旦|如果|凡是|但凡|遇到|收到|碰到|看到|发现|等|当|有人?)"
)
_ACTS_NOW = Pattern(
    r"就|都|一律|自动|马上|立刻|立即|直接|提醒|通知|给|把|要|得|先|帮|记得|发|存|转|跑"
)


def _standing(reading: Reading, told: Told) -> Reading:
    """From when on, when, and what is to be done; neither what leads up to it nor why."""
    value = _FROM_NOW_ON.sub("", reading.value.strip(COMMAS)).strip(COMMAS)
    clauses = re.split(r"(?<=[，,。；;！!～~—])", value)
    kept = clauses[0]
    for one in clauses[1:]:
        done = not _WAITS.match(kept) or _ACTS_NOW.search(_WAITS.sub("", kept))
        if done and not re.match(r"\s*(?:再|并|然后|同时|还要|不用问|别问|无需问|不必问)", one):
            break
        kept += one
    kept = _SAID_SO_END.sub("", kept.strip(COMMAS + "。；;！!～~—"))
    if not kept:
        return reading
    words = told.heard.words
    at = max(words.find(kept), 0)
    # 以后 belongs to it: without it an order would read as one for this once.
    ever = _EVER.search(words[:at])
    return replace(reading, value=kept if ever is None else words[ever.start() : at] + kept)


_EVER = Pattern(
    r"(?:以后|今后|往后|日后|从(?:今天|现在|今|即日|明天|下周|下个?月)(?:开始|起|往后|以后)?|自即日起|永远)"
    r"(?:[你您都也]|请|麻烦)*\s*[，,]?\s*$"
)
_SAID_SO_END = Pattern(r"(?:吧|哦|啊|哈|呀|啦|呗|喔|噢|谢谢|就行|就好|就可以|即可|得了|好了)+$")

_CUTS: dict[StatementKind, Callable[[Reading, Told], Reading | None]] = {
    StatementKind.COMMITMENT: _commitment,
    StatementKind.NAME: _name,
    StatementKind.CORRECTION: _correction,
    StatementKind.DECISION: _decision,
    StatementKind.FORMAT: _format,
    StatementKind.LESSON: _lesson,
    StatementKind.REMEMBER: _remember,
    StatementKind.ASK_BEFORE: _ask_before,
    StatementKind.STANDING_ORDER: _standing,
}
