"""Rules for the looser ways of saying in which language to answer and to write."""

from __future__ import annotations

import re

from stratal.text.readers import lasting
from stratal.text.statement_parts import EVERYTHING, Reading, Rule, StatementKind, Told, rule

LANG = (
    r"(?P<value>(?:(?:british|american|simplified|traditional|swiss|brazilian)\s+)?"
    r"(?:english|german|french|spanish|italian|portuguese|dutch|chinese|mandarin|cantonese|"
    r"japanese|korean|russian|polish|turkish|arabic|hindi|swedish|danish|norwegian|finnish|czech|"
    r"greek|hebrew|vietnamese|thai|ukrainian|hungarian|romanian|indonesian))\b"
)
LANG_ZH = (
    r"(?P<value>简体中文|繁体中文|繁體中文|中文|汉语|普通话|简体|繁体|英文|英语|日文|日语|韩语|韩"
    r"文|法语|"
    r"法文|德语|德文|西班牙语|西语|俄语|意大利语|葡萄牙语|葡语|粤语|泰语|越南语|阿拉伯语|English|"
    r"Chinese|"
    r"Japanese|German|French|Spanish)"
)
_TALK = r"(?:answer|reply|respond|write(?: back)?|speak|talk|communicate|chat|converse)"
_MINE = r"(?:回答|回复|答复|交流|沟通|对话|说话|聊天?|讲话?|讨论|回话|答|回|解释)"
_WRITTEN = {
    "commit": "commit message",
    "提交": "commit message",
    "pr": "pull request",
    "pull": "pull request",
    "comment": "comment",
    "code comment": "comment",
    "注释": "comment",
    "代码注释": "comment",
    "doc": "documentation",
    "文档": "documentation",
    "variable": "naming",
    "变量": "naming",
    "readme": "readme",
    "error": "error message",
    "报错": "error message",
    "log": "log message",
    "日志": "log message",
    "release": "release notes",
    "changelog": "changelog",
    "test": "test",
    "接口文档": "documentation",
}
THING = (
    r"(?P<thing>commit messages?|pr (?:descriptions?|titles?)|prs|pull requests?(?: descriptions?)?"
    r"|(?:code )?comments?|docs|docstrings?|documentation|variable names|names|readmes?(?: files?)?"
    r"|error messages|log messages|logs|release notes|changelog(?: entries)?|test names)"
)
THING_ZH = (
    r"(?:代码(?:里|中)的)?(?P<thing>提交信息|邮件(?:草稿)?|周报|报告|测试名|提交说明|提交记录|com"
    r"mit(?: ?message| ?信息)?|代码注释|"
    r"注释|接口文档|文档|变量名|"
    r"变量命名|PR ?描述|PR|README|日志|报错信息|错误提示)(?:和注释|和文档)?"
)


def thing_in(told: Told) -> Reading:
    said = told["thing"].casefold()
    known = next((what for start, what in _WRITTEN.items() if said.startswith(start)), said)
    return Reading(attribute=f"{known} language", value=told["value"])


def spoken(told: Told) -> Reading:
    return Reading(attribute="answer language", value=told["value"])


_LETS = re.compile(r"\blet'?s\b|咱们?|我们", re.IGNORECASE)


def _together(told: Told) -> Reading | None:
    wished = told.heard.lasting or _LETS.search(told.heard.words)
    return spoken(told) if wished else None


_WISH = re.compile(r"\b(?:rather|prefer|appreciate|great if|nice if)\b", re.IGNORECASE)


def _wished(told: Told) -> Reading | None:
    return spoken(told) if _WISH.search(told.heard.words) else None


LANGUAGES: list[Rule] = [
    *rule(
        StatementKind.LANGUAGE,
        thing_in,
        EVERYTHING,
        rf"(?:write|keep|put|do|have)\s+(?:all |the |our |your |my |any )*{THING}\s+in\s+{LANG}",
        rf"(?:all |the |our |your )*{THING}\s+(?:should|must|have to|need to|are to|are|is|go|"
        rf"stay)"
        rf"(?: always| all)?(?: be)?(?: written| kept)?(?: always)? in\s+{LANG}",
        rf"{THING}(?: always| only)? in\s+{LANG}",
        rf"use\s+{LANG}\s+for\s+(?:all |the |our |your )*{THING}",
        rf"{THING_ZH}(?:里|都|请|要|一律|统一|全部|必须|得|应该|只|还是|最好|默认|全)*(?:用|使"
        rf"用|写成|写|"
        rf"是)\s*{LANG_ZH}(?:来)?(?:写|描述|命名|撰写|书写|编写)?",
        rf"(?:用|使用)\s*{LANG_ZH}\s*写\s*{THING_ZH}",
        about_work=True,
    ),
    *rule(
        StatementKind.LANGUAGE,
        spoken,
        EVERYTHING,
        rf"i(?:'d)?(?: would)? (?:want|like|love|prefer|need) (?:us|you) to {_TALK}(?: to me| "
        rf"with me)?(?: in)?\s+{LANG}",
        rf"i(?:'d)?(?: would)? rather (?:you |have you )?{_TALK}\w*(?: to me)? in\s+{LANG}",
        rf"i(?:'d)?(?: would)?(?: much)? prefer\s+(?:(?:to|that we|that you) {_TALK}(?: in)? |"
        rf"(?:you )?{_TALK}ing (?:in )?|talking in )?{LANG}",
        rf"my (?:preferred |working |default )language(?: for answers)? is\s+{LANG}",
        rf"(?:stick|keep|stay|default)(?:ing)? (?:to|with|in)\s+{LANG}"
        rf"(?:\s+(?:when|with|for|in|whenever|please)\b.*)?",
        rf"i (?:want|need|expect)\s+(?:all |your |my |the )*(?:answers|replies|responses|"
        rf"explanations"
        rf"|everything)\s+in\s+{LANG}",
        rf"{_TALK}(?: to| with)?(?: me)?(?: only| always| exclusively)? in\s+{LANG}"
        r"(?:,? (?:even if|even when|no matter|whatever|regardless|not)\b.*)",
        rf"{LANG},? please,? (?:for|in) (?:all |your |my |everything).*",
        rf"(?:一直|总是|都|请|只|一律|统一|尽量|还是|就|要)*(?:用|说|讲|使用)\s*{LANG_ZH}\s*(?:"
        rf"来)?"
        rf"(?:跟|和|与|同|对|给)?(?:我|咱)?(?:来)?{_MINE}(?:我|就好|就行|就可以)?(?:的?问题)?",
        rf"(?:跟|和|与|同|对|给)(?:我|咱们?)(?:的)?{_MINE}(?:请|都|就|要|一律|尽量|只|还是|时|的"
        rf"时候|最好)*"
        rf"(?:用|说|讲|使用)\s*{LANG_ZH}",
        rf"(?:请|都|要|一律|统一|尽量|只|全部|以后)*(?:用|使用)?\s*{LANG_ZH}\s*(?:回复|回答|答"
        rf"复|沟通|"
        r"交流)(?:我)?(?:就好|就行|就可以)?",
        rf"我(?:更|比较)?(?:习惯|喜欢|希望)(?:你)?(?:看|用|说|读|听)\s*{LANG_ZH}(?:的?{_MINE}|"
        rf"的)?",
        rf"(?:回答|回复|答复|交流|解释)(?:语言)?(?:我)?(?:的)?(?:时候|时|问题)?(?:请|都|要|一律|"
        rf"统一|尽量|"
        rf"只|全部|最好|默认|还是)*(?:用|使用|说|是|改成|换成)?\s*{LANG_ZH}(?:就好|就行|就可以)?",
    ),
    *rule(
        StatementKind.LANGUAGE,
        _wished,
        EVERYTHING,
        rf"(?:answered|replied|responded|wrote|spoke|talked|stuck)(?: back)?(?: to me| with me)? "
        rf"(?:in|to)\s+{LANG}",
    ),
    *rule(
        StatementKind.LANGUAGE,
        _together,
        EVERYTHING,
        rf"(?:speak|talk|chat|continue|communicate|switch to|write|keep talking)(?: in)?\s+{LANG}",
        rf"(?:咱们?|我们)?(?:以后|今后|往后|都|就|还是|一直|改)*(?:用|说|讲)\s*{LANG_ZH}\s*(?:聊"
        rf"天?|说|谈|沟通|交流|吧|就好|就行)?",
    ),
    *rule(
        StatementKind.LANGUAGE,
        spoken,
        EVERYTHING,
        rf"(?:请|麻烦)?(?:全程|全部|一律|始终|永远)(?:用|说|讲|使用)\s*{LANG_ZH}",
        rf"do (?:this|it|everything) in\s+{LANG}",
    ),
    *rule(
        StatementKind.LANGUAGE,
        lasting(spoken),
        EVERYTHING,
        rf"{LANG}\s+(?:for|in)\s+(?:all |every |my |customer |the )*(?:e?mails?|answers|"
        rf"messages|replies|letters)",
        rf"{LANG}(?:\s+(?:please|only|answers|replies))?",
        rf"use\s+{LANG}",
        rf"(?:请|都|要|一律|统一|全部|只)*(?:用|说|讲|写|切换到|切到|换成|改成)?\s*{LANG_ZH}",
    ),
]
