"""Rules for what people ask of an agent in plain words: to ask first, to act, at will."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.readers import all_as, lasting
from stratal.text.statement_parts import COMMAS, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import (
    ACT_EN,
    ACT_ZH,
    LEAVE_EN,
    LEAVE_ZH,
    ONCE,
    ORDER_ZH,
    QUESTION,
    REPORTED,
    THIS_ONCE,
    UNMEANT,
    leans_on,
)

_ASK_LEAD = re.compile(
    r"^(?:请|要|在|每次|你|您|以后|任何|都|我们|对|you |always |ever )+", re.IGNORECASE
)


def ask(told: Told) -> Reading | None:
    action = _ASK_LEAD.sub("", told["value"].strip(COMMAS))
    if re.search(r"(?:n't|\bnot|\bno longer)$|压根|居然|竟|根本", action, re.IGNORECASE):
        return None
    if not 2 <= len(action) <= 80 or leans_on(action) or BLANK in action:
        return None
    return Reading(attribute=f"ask before: {action.casefold()}", value=told.matched)


_OF_REPLIES = re.compile(
    r"给我的(?:回复|答复|东西|内容)|(?<!去)回我|答我|跟我说话|繁体|简体|标(?:注|出|明)?(?:单位|来源|出处|拼音)|带(?:拼音|单位|编号)|加粗|"
    r"一条一行|一行一条|你(?:说了算|做主|定就|看着办|拿主意)|回答|答复|回复(?:我|时|里|都|的时候)|(?:用|写|说|讲)\s*(?:[英中日法德韩俄]文|"
    r"[英日法德韩俄]语)"
)


_RULED = re.compile(
    r"帮我(?:改|写|看|译|润色|翻译|检查)|.*(?:别再记|从(?:你的?)?记忆|忘掉)|(?:公司|学校|单位|老师|领导|法律|医院|小区|国家)(?:规定|要求|让)"
)


def order(told: Told) -> Reading | None:
    """Reads what is to be done; how to answer is a matter of form, and no deed."""
    if _OF_REPLIES.search(told.heard.words) or _RULED.match(told.heard.words):
        return None
    return Reading(attribute="standing order", value=told.heard.words.strip())


AGENT_PLAIN: list[Rule] = [
    *rule(
        StatementKind.ASK_BEFORE,
        ask,
        (QUESTION, REPORTED, THIS_ONCE),
        r"(?:ask(?: me)?(?: first)?|check with me|confirm with me|check in with me|get my (?:ok|"
        r"okay|approval|confirmation|go-ahead)|wait for my (?:ok|okay|approval|confirmation|"
        r"go-ahead))\s+(?:first\s+)?before\s+(?P<value>[^.;,，]+)",
        r"before\s+(?P<value>[^.;,]+),\s*(?:please\s+)?(?:always\s+)?(?:ask me|check with me|"
        r"confirm with me|get my (?:ok|okay|approval))(?: first)?",
        r"(?:don't|do not|never)\s+(?:ever\s+)?(?P<value>(?!forget|have|"
        r"need)\w+[^.;,]*?)\s+(?:without|before)\s+(?:asking(?: me)?(?: first)?|my (?:ok|okay|"
        r"approval|permission|confirmation|consent|go-ahead)|checking with me(?: first)?|"
        r"confirming with me)",
        r"(?P<value>[^，,。；;：:?？]{2,30}?)(?:之前|以前|前)[，,]?\s*(?:都|要|请|必须|一定要?|得|"
        r"需要|先|务必|记得|应该|你)*(?:问(?:一下|一声|过|问)?我|(?:跟|和|找|向|同)我(?:确认|说|"
        r"商量|打招呼|打声招呼)|征求我(?:的)?(?:同意|意见)|经过?我(?:的)?(?:同意|确认|批准)|"
        r"得到我(?:的)?(?:同意|确认|批准)|让我确认)(?:一下|一声|下)?",
        r"(?:没有?|未经|不经过?|没经过|没得到)(?:经过|得到)?我(?:的)?(?:同意|允许|确认|许可|批准)"
        r"(?:之前|前)?[，,]?\s*(?:之前)?(?:不要|别|不能|不准|不许|不得|"
        r"禁止)\s*(?P<value>[^，,。；;]+)",
        r"(?P<value>[^，,。；;：:?？]{2,20}?)(?:要|必须|得|需要|一定要|都要|都得)先(?:问(?:一下|"
        r"过)?我|(?:跟|和|找|向)我确认|经过?我(?:的)?(?:同意|确认|批准))",
        r"先(?:问(?:过|一下)?我|(?:跟|和|找)我确认)(?:一下)?(?:之后)?再(?P<value>[^，,。；;]+)",
    ),
    *rule(
        StatementKind.STANDING_ORDER,
        lasting(order),
        (QUESTION, REPORTED, UNMEANT, ONCE),
        rf"(?:(?:automatically|immediately|just)\s+)*{ACT_EN}.*$",
        rf"{ORDER_ZH}{ACT_ZH}(?!.{{0,12}}前).*$",
        rf"(?:[^，,。他她我谁它们会已将了每]{{2,12}}?(?:失败|投诉|出错|报错|超时|完成|通过|来了|"
        rf"的时候|时|后))[，,]?{ORDER_ZH}{ACT_ZH}.*$",
        about_work=True,
    ),
    *rule(
        StatementKind.PERMISSION,
        all_as("permission"),
        (QUESTION, REPORTED),
        rf"(?:{LEAVE_EN}).*$",
        rf"(?:{LEAVE_ZH}).*$",
        rf"[^，,。；;~～a-z]{{1,6}}(?:{LEAVE_EN}).*$",
        rf"[^，,。；;~～a-z]{{1,6}}(?:{LEAVE_ZH}).*$",
    ),
]
