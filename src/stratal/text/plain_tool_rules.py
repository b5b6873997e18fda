"""Rules for what a work is done with, in plain words."""

from __future__ import annotations

import re

from stratal.text.families import FAMILY_OF, ORDINARY, same_tool
from stratal.text.readers import lasting
from stratal.text.statement_parts import (
    EVERYTHING,
    Reader,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.wording import CHANGE_ZH, NOT_EN, NOT_ZH, OVER, USE_ZH, WE, WE_ZH, N, V

NOT_TOOLS = frozenset(
    """a an the it this that them these those one more less caution same my your our their his her
    its all any some every only just me you us no not what which whatever and or to in on for with
    of as do new old other
    another both english chinese german french japanese please also but so then
    ok okay well now here there if is are was be use using use-case yes nope never always""".split()
)


_USING = re.compile(r"\b(?:use|using|stick|run)\b|用|走", re.IGNORECASE)
_DAYS = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|may|june|"
    r"july|"
    r"august|september|october|november|december|english|german|french|spanish)\b",
    re.IGNORECASE,
)
_CORRECTING = re.compile(r"^\s*(?:no|nope)\b(?! more)|^\s*(?:不对|不是|错了)[，,]", re.IGNORECASE)


def tool(
    *, enough: bool = False, named: bool = False, mine: bool = False, corrects: bool = False
) -> Reader:
    """Reads a choice of tool. `enough`: the wording alone says that it is to last.

    `named`: the wording says what sort of thing it is, so that an ordinary word is a name too.
    """

    def read(told: Told) -> Reading | None:
        heard, value, other = told.heard, told["value"], told["other"]
        if (
            re.fullmatch(r"v?\d[\w.]*|(?:utc|gmt)\b.*", value, re.IGNORECASE)
            or same_tool(value, other)
            or {value.casefold(), other.casefold()} & NOT_TOOLS
        ):
            return None
        family = FAMILY_OF.get(other.casefold()) or FAMILY_OF.get(value.casefold())
        contrast = bool(value and other)
        named_both = (
            contrast
            and value[0].isupper()
            and other[0].isupper()
            and _USING.search(heard.said) is not None
        )
        here = heard.marked or re.search(r"\bhere\b", heard.said, re.IGNORECASE) is not None
        related = contrast and FAMILY_OF.get(value.casefold()) == FAMILY_OF.get(other.casefold())
        corrected = corrects or bool(_CORRECTING.search(heard.words))
        if (
            family is None
            and value.islower()
            and value.isalpha()
            and not _USING.search(told.matched)
        ):
            # "You must never push": words of every day, and nothing that is used.
            return None
        if family is None:
            # Two names on no list: only with a word that says where or for how long.
            clear = contrast and (here or named_both) and not _DAYS.search(f"{value} {other}")
            # "Use NumPy … in this repo": a name with capitals inside is a tool's.
            inner = re.search(r"[a-z][A-Z]", value) is not None
            clear = clear or (inner and not other and bool(heard.of_work))
        elif named:
            clear = True
        elif value.casefold() in ORDINARY:
            clear = related or (here and not contrast) or named_both
        else:
            clear = contrast or here or enough or corrected
        if not clear:
            return None
        family = family or f"tool: {(other or value).casefold()}"
        return Reading(
            attribute=family,
            value=value,
            not_value=other,
            about_work=False if mine else None,
            corrects=corrected,
        )

    return read


_SLOT = (
    r"(?:package manager|database|editor|formatter|linter|test runner|shell|web framework|build "
    r"tool|type checker)"
)
_SLOT_ZH = r"(?:包管理器?|包管理工具|数据库|编辑器|格式化工具|测试框架|构建工具|前端框架|后端框架)"

TOOLS_PLAIN: list[Rule] = [
    # Tools, English.
    *rule(
        StatementKind.TOOL,
        tool(corrects=True),
        EVERYTHING,
        r"(?:stop using|stop running|no more|don't keep "
        rf"using)\s+{N}(?:\s*[,;—–-]\s*(?:and\s+)?(?:use|go with|switch to)\s+{V})?",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        tool(),
        EVERYTHING,
        r"(?:don't|do not|never)\s+(?:ever\s+)?(?:use|run|reach "
        rf"for)\s+{N}(?:\s+here)?(?:\s*[,;—–-]\s*(?:but\s+)?(?:use|go with|prefer|it's|always "
        rf"use)\s+{V})?",
        rf"(?:use|stick (?:to|with)|go with|prefer|run|standardi[sz]e on)\s+{V}\s*{NOT_EN}?",
        rf"(?:use|stick (?:to|with)|go with|prefer)\s+{V}\s+(?:as|for)\s+(?:the |our |"
        r"your )?(?:package manager|database|editor|formatter|linter|test runner|shell|everything|"
        r"formatting|linting|testing|tests)",
        rf"instead of\s+{N}\s*,?\s*(?:please\s+)?(?:use|go with)\s+{V}",
        rf"{WE}\s+(?:now\s+|always\s+|only\s+|mostly\s+)?(?:use|uses|prefer|prefers|run on|runs "
        rf"on|stick to|are on|is on|on)\s+{V}(?:\s+(?:here|now))?\s*{NOT_EN}?",
        rf"{WE}\s+(?:don't|do not|doesn't|does not|never|no "
        rf"longer)\s+use\s+{N}(?:\s*[,;—–-]\s*(?:we|but)?\s*use\s+{V})?",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        tool(enough=True),
        EVERYTHING,
        r"(?:switch|change|move|migrate)(?:\s+(?:everything|over|back|"
        rf"us|us over|us back))?(?:\s+from\s+{N})?\s+to\s+{V}",
        rf"{WE}\s*(?:just |now |all |recently )?standardi[sz]ed on\s+{V}",
        rf"(?:the|our)\s+{_SLOT}(?: here)? is\s+{V}\s*{NOT_EN}?",
        rf"{WE}\s*(?:just |now |all |recently )?(?:switched|moved|migrated|changed)"
        rf"(?:\s+(?:everything|over|back))?(?:\s+from\s+{N})?\s+to\s+{V}",
        rf"(?:it's\s+|it is\s+)?{V}\s*{NOT_EN}",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        lasting(tool()),
        EVERYTHING,
        rf"(?:it's\s+|only\s+)?{V}(?:\s+only)?\s*$",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        tool(mine=True),
        EVERYTHING,
        r"i\s+(?:always\s+|only\s+|mostly\s+|generally\s+)?(?:use|work with|work in|code "
        rf"in)\s+{V}\s*{OVER}?",
        rf"我(?:平时|一般|个人|自己|一直|都|总是)*(?:用|使用)\s*{V}\s*{NOT_ZH}?",
    ),
    *rule(
        StatementKind.TOOL,
        tool(mine=True, enough=True),
        EVERYTHING,
        rf"my (?:preferred |favou?rite |default )?{_SLOT} is\s+{V}",
        rf"我(?:的|常用的|默认的|最喜欢的)?{_SLOT_ZH}(?:是|用的是|用)\s*{V}",
        rf"i\s+(?:always\s+|much\s+|strongly\s+|generally\s+)?prefer\s+(?:using\s+)?{V}\s*{OVER}?",
        r"我(?:平时|一般|个人|自己|一直|都|总是|更)*(?:喜欢用|习惯用|偏好|偏爱|"
        rf"习惯使用)\s*{V}\s*{NOT_ZH}?",
    ),
    # Tools, Chinese.
    *rule(
        StatementKind.TOOL,
        tool(),
        EVERYTHING,
        rf"(?:{WE_ZH})?{USE_ZH}\s*{V}\s*{NOT_ZH}?",
        rf"(?:{WE_ZH})?{USE_ZH}\s*{V}\s*(?:来|做|作为|当)?(?:管理依赖|装依赖|包管理器?|数据库|"
        r"编辑器|格式化|跑测试|测试)",
        rf"(?:{WE_ZH})?(?:都|就|一律|绝对|千万|以后)*(?:不要|别|不许|禁止|不准|不能|不用|不使用)"
        rf"(?:用|使用)?\s*{N}(?:\s*了)?(?:\s*[，,；;]\s*(?:要|请|改|都|统一|我们|一律)*(?:用|换成|"
        rf"改用|使用)\s*{V})?",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        tool(corrects=True),
        EVERYTHING,
        rf"(?:不要再|别再|不再|停止)(?:用|使用)\s*{N}(?:\s*了)?(?:\s*[，,；;]\s*(?:要|请|改|都|"
        rf"统一|我们)*(?:用|换成|改用|使用)\s*{V})?",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        tool(enough=True),
        EVERYTHING,
        rf"(?:{WE_ZH})?(?:的)?{_SLOT_ZH}(?:是|用的是|统一用|用|都用)\s*{V}\s*{NOT_ZH}?",
        rf"(?:{WE_ZH})?{CHANGE_ZH}\s*{V}\s*(?:了)?{NOT_ZH}?",
        rf"(?:{WE_ZH})?(?:已经|现在|全部|都)*从\s*{N}\s*(?:换成|换到|切换到|切到|迁移到|迁到|改成|"
        rf"改用)\s*(?:了)?\s*{V}",
        about_work=True,
    ),
]
