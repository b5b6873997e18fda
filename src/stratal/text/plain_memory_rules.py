"""Rules for what people ask of a memory in plain words: to keep, to forget, not to keep."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK, HAN
from stratal.text.readers import all_as, value_as
from stratal.text.statement_parts import COMMAS, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import QUESTION, REPORTED, SUPPOSED

REMARK = re.compile(
    r"(?:,| -| —| –)\s*(?:i|i'm|i've|i'll|i'd|we|we're|we'll|it|it's|that|that's|he'll|she'll|"
    r"you'll|you|because|cause|since|so|as|which|otherwise|or|else|please|thanks|ok|just in case|"
    r"in case|lol|everyone|everybody|people|nobody|no one|they|don't|not that|(?:most|many|some) "
    r"(?:people|folks|of|others))\b[^;]*$",
    re.IGNORECASE,
)
"""What is remarked on what is to be kept, or why it is."""


_LONG_AGO = re.compile(r"小时候|那年|那天|当年|上[次回]|去年|前年")


_STATES_ZH = re.compile(
    r"[是叫在有不姓属只都每爱怕归用等没别要得能会住放停换为到过对月号点走开装写吃喝穿看买卖给做跟和把\d]|"
    r"喜欢|生日|最多|最少|[:：=]"
)
"""What a sentence has that says something, and a mere name has not."""
_NO_WORDS = re.compile(
    r"(?:for (?:later|me|next time|good|now|the future|future \w+)|please|down)$", re.IGNORECASE
)


_GOES_ON = re.compile(r"(?:如果|要是|只要|当|除了|因为|虽然|由于|一旦|每当|不管|无论)")
_AND_SO = re.compile(r"(?:就|所以|而|不是|也|和|还有|并且|只|要|不|都|别|但|可)")


def _first_said(value: str) -> str:
    """Of what is to be kept in Chinese the fact alone; why, or what for, is said behind it."""
    first, comma, rest = value.partition("，")
    fact = len(HAN.findall(first)) >= 5 and not _GOES_ON.match(first)
    return first if comma and fact and not _AND_SO.match(rest) else value


def kept(told: Told) -> Reading | None:
    value = REMARK.sub("", told["value"].strip(COMMAS))
    value = _first_said(value)
    before = told.heard.words[: told.match.start("value")].rstrip()
    bare = HAN.match(value) and not before.endswith(("，", "：", ",", ":", "、"))
    if _LONG_AGO.match(value) or _NO_WORDS.match(value) or (bare and not _STATES_ZH.search(value)):
        return None
    if BLANK in value or (len(value.split()) < 2 and len(HAN.findall(value)) < 3):
        return None
    about_person = re.match(r"(?:i|i'm|i've|i'll|i'd|my|me)\b|我(?!们)", value, re.IGNORECASE)
    return Reading(attribute="", value=value, about_work=not about_person)


def _nothing(told: Told) -> None:
    """For a wording that counts only by the statement inside it."""
    assert told.matched


MEMORY_PLAIN: list[Rule] = [
    *rule(
        StatementKind.OFF_RECORD,
        all_as("consent"),
        (QUESTION, REPORTED),
        r"(?:don't|do not|never)\s+(?:remember|save|store|memori[sz]e|record|write down|"
        r"note)\s+(?:this|that|any of this|what i (?:just )?(?:said|told you|wrote)|this "
        r"(?:message|part|bit|one|conversation))(?: down)?",
        r"(?:this is |that was |that's |it's )?(?:strictly )?off the record",
        r"keep (?:this|that|it) (?:strictly )?(?:off the record|between us)",
        r"forget what i (?:just )?(?:said|told you|wrote)",
        r"(?:这个|这条|这句话?|这件事|这事儿?|这些|这段话?|刚才说的话?|(?:刚才|刚刚)(?:那|这)"
        r"(?:句|条|段|件事|些)|刚刚说的|以上|以上内容|我刚说的|我刚才说的)(?:话|事|"
        r"内容)?[，,]?\s*(?:请|就|你|可|先)*(?:别|不要|不用|不必|甭|请勿)(?:帮我|给我|去)?(?:记|"
        r"存|保存|记住|记录)(?:下来?|住|录|进去|到记忆里)?",
        r"(?:别|不要|不用|请勿|甭)(?:把)?(?:记|记住|记录|记下|保存|存)(?:下来?|住)?\s*(?:这个|"
        r"这条|这句话?|这件事|这些|这段话?|刚才的?话?|我刚才?说的话?)",
        r"(?:别|不要)把(?:这个|这条|这句话?|这件事|这些|这段话?|刚才的?话?|我刚才?说的话?)(?:记|"
        r"存|保存)(?:下来?|住|进去|起来)?",
    ),
    *rule(
        StatementKind.FORGET,
        value_as(""),
        (QUESTION, REPORTED),
        r"forget that (?P<value>(?:i|i'm|we|my|our|the)\b.+)$",
        r"(?:请)?(?:忘掉|忘记|忘了)\s*(?P<value>(?:我|我们|咱们|这个项目)[^，,]*(?:叫|吃|用|对|是|"
        r"在|喜欢|过敏).*)$",
        r"把\s*(?P<value>(?:我|我们|关于)[^，,。]+?)(?:这件事|这条|的事)?(?:忘掉|忘了|忘记)",
        open_ended=True,
    ),
    *rule(
        StatementKind.REMEMBER,
        kept,
        (QUESTION, REPORTED, SUPPOSED),
        r"(?:remember|keep in mind|bear in mind|don't forget|do not forget|make a note|take note|"
        r"note down|memori[sz]e)(?: this| the following| this fact)?(?: for (?:me|later|next time|"
        r"the future))?\s*(?:[:：]\s*|that\s+)(?P<value>(?!is\b|was\b|time\b|day\b|one\b).+)$",
        r"for (?:future|later) reference\s*[,:：]?\s*(?P<value>.+)$",
        r"(?:帮我|给我|你要|一定)*(?:记住|记一下|记下来|记下|记着|牢记|记个笔记)(?:一下|这一点|"
        r"这点|下|这件事|哦|啊)?\s*[:：，,]\s*(?P<value>.+)$",
        r"(?:帮我|给我|你要|一定)*(?:记住|记一下|记下来|记下|牢记)(?:一下)?\s*(?P<value>(?!了|没|"
        r"吗|这|那|要|去|就|它|下|来|的|密码|登录|我的登录|账号|用户名|选择|状态)[^，,]*(?:只|是|"
        r"要|不|每|会|在|有|用|叫|得|由|归|属于|需|喜欢|住|对|吃).+)$",
        r"记得[:：]\s*(?P<value>.+)$",
        about_work=True,
        open_ended=True,
    ),
    *rule(
        StatementKind.REMEMBER,
        _nothing,
        (QUESTION, REPORTED, SUPPOSED),
        r"(?:remember|don't forget|note)[,:]?\s+(?P<value>.+)$",
        r"(?:别|不要)忘(?:了|记)[，,]?\s*(?P<value>.+)$",
        open_ended=True,
    ),
]
