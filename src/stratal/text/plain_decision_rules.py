"""Rules for what was decided and what was learnt, in plain words."""

from __future__ import annotations

import re

from stratal.text.families import FAMILY_OF
from stratal.text.own_words import BLANK, HAN
from stratal.text.plain_tool_rules import NOT_TOOLS
from stratal.text.readers import reasoned
from stratal.text.statement_parts import COMMAS, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import QUESTION, REPORTED, UNMEANT, leans_on

_TAUGHT_BY = re.compile(
    r"老师|领导|老板|课文|历史|书[里上]|电影|文章|作者|[他她]们?|歌词|题目|小说|专家"
)


_MET = re.compile(r"(?:会|讨论|商量|谈|评审)[^结]{0,8}结论")


def lesson(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if _MET.search(told.heard.words[: told.match.start("value")]):
        return None
    if _TAUGHT_BY.search(told.heard.words[: told.match.start("value")]) or "歌词" in value:
        return None
    return Reading(attribute="", value=value) if _says_something(value) else None


def _says_something(value: str) -> bool:
    long = len(value.split()) >= 3 or len(HAN.findall(value)) >= 4
    return long and BLANK not in value


_SCOPED = re.compile(r"(?P<what>\S+(?: \S+)?) (?:for|as|in) (?!now\b)\w.*", re.IGNORECASE)
_CHOOSING = re.compile(
    r"^(?:use|using|go with|stick with|adopt|switch to|move to|用|使用|采用|改用|选用|选|换成)\s*",
    re.IGNORECASE,
)


_ENDS = re.compile(
    r"(?<!^to)\s+(?:for|as) (?:the|our|my|all|this|every|new) .*$|\s+as (?:nobody|no one|"
    r"everyone|nothing|i|he|she|you)\b.*$"
    r"|\s+(?:instead|anyway|after all|in the end|from now on)$",
    re.IGNORECASE,
)
"""What is decided ends before what it is for, and before the why."""


_BY_OFFICE = re.compile(
    r"(?:[局院委厂校]|政府|国家|总部|平台|官方|法官|裁判|警方|物业)(?:已经|最终|最后|刚|都|今天|昨天)?(?:决定|敲定|拍板)"
)


def decision(told: Told) -> Reading | None:
    if _BY_OFFICE.search(told.heard.words[: told.match.end()]):
        return None
    value = _ENDS.sub("", told["value"].strip(COMMAS))
    trivial = len(value) < 2 or (value.isascii() and value.casefold() in NOT_TOOLS)
    if trivial or len(value) > 150 or BLANK in value or leans_on(value):
        return None
    if re.search(
        r"^(?:not yet|nothing|final|made|in|yours|ours|mine|pending|up to)\b"
        r"|^(?:吧|不了|吗)|什么|哪",
        value,
        re.IGNORECASE,
    ):
        return None
    tool = _CHOOSING.sub("", value)
    family = FAMILY_OF.get(tool.casefold(), "")
    if not family and (scoped := _SCOPED.match(tool)) is not None:
        tool = scoped["what"]
        family = FAMILY_OF.get(tool.casefold(), "")
    return Reading(attribute=family, value=tool if family else value, not_value=told["other"])


LESSONS_PLAIN: list[Rule] = [
    *rule(
        StatementKind.LESSON,
        lesson,
        (QUESTION, REPORTED),
        r"(?:the )?(?:lessons?|takeaway)(?: learn(?:ed|t))?(?: here| for us)?\s*(?:[:：]|is that|"
        r"was that|is:)\s*(?P<value>.+)$",
        r"(?:这次的?|经验)?(?:教训|踩坑记录|经验)(?:总结)?\s*(?:就?是\s*[:：，,]?|"
        r"[:：])\s*(?P<value>.+)$",
        about_work=True,
        open_ended=True,
    ),
]

DECISIONS_PLAIN: list[Rule] = [
    *rule(
        StatementKind.DECISION,
        decision,
        (QUESTION, REPORTED, UNMEANT),
        r"(?:we|the team)(?:'ve| have)?\s*(?:just |now |finally |all )*(?:decided|agreed|"
        r"settled)\s+(?:on|upon|to|against)\s+(?P<value>[^,;，；]+?)(?:\s+(?:over|instead of|"
        r"rather than|not)\s+(?P<other>[\w.+#-]+))?(?=\s*(?:$|[,;，；]|\bbecause\b|\bsince\b|"
        r"\bdue to\b|\bas (?:it|the|we|our|they)\b|\bso that\b))",
        r"(?:the )?decision\s*[:：]\s*(?P<value>[^,;，；]+?)(?=\s*(?:$|[,;，；]|\bbecause\b|"
        r"\bsince\b|\bdue to\b|\bas (?:it|the|we|our|they)\b))",
        r"(?:我们|咱们|团队|项目组|大家|组里)?(?:一起|最终|最后|已经|商量后|讨论后|讨论了一下|"
        r"一致|还是|这边)*(?:决定|敲定|定下来|商定)(?:好|要|了|下来)?\s*(?P<value>(?:用|使用|采用|"
        r"选用|选择|选|改用|换成|不用|不再用|放弃|上|走)\s*[^，,。；;]{1,40}?)"
        r"(?:[，,]?\s*(?:而不是|不用|而非|不选)\s*(?P<other>[A-Za-z0-9_.+#-]+))?(?=\s*(?:$|"
        r"[，,。；;]|因为|由于|理由|原因))",
        r"决定[:：]\s*(?P<value>[^，,。；;]{2,60})",
        about_work=True,
    ),
    *rule(
        StatementKind.DECISION,
        reasoned(decision),
        (QUESTION, REPORTED, UNMEANT),
        r"(?:we|the team)(?:'ve| have|'re| are)?\s*(?:just |now |finally )*(?:went with|gone with|"
        r"going with|chose|chosen|picked|dropped|ruled out)\s+(?P<value>[^,;，；]+?)(?:\s+(?:over|"
        r"instead of|rather than|not)\s+(?P<other>[\w.+#-]+))?(?=\s*(?:$|[,;，；]|\bbecause\b|"
        r"\bsince\b|\bdue to\b|\bas (?:it|the|we|our|they)\b))",
        r"(?:我们|咱们|团队|项目组|大家)(?:最终|最后|已经|商量后|讨论后|一致|还是)*(?:选了|"
        r"选定了?|选择了?|定了|放弃了?|弃用了?)\s*(?P<value>[^，,。；;]{2,40}?)(?=\s*(?:$|"
        r"[，,。；;]|因为|由于|理由|原因))",
        r"(?:我们|咱们|团队|项目组|大家)(?:最终|最后|已经|商量后|讨论后|一致|"
        r"还是)*决定\s*(?P<value>[^，,。；;]{2,40}?)(?=\s*(?:$|[，,。；;]|因为|由于|理由|原因))",
        about_work=True,
    ),
]
