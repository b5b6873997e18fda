"""Rules for how people want to be answered, in plain words: in which language and in which form."""

from __future__ import annotations

from stratal.text.readers import lasting, value_as
from stratal.text.statement_parts import EVERYTHING, Reading, Rule, StatementKind, Told, rule

_WRITTEN = {
    "commit messages": "commit message",
    "提交信息": "commit message",
    "提交说明": "commit message",
    "comments": "comment",
    "code comments": "comment",
    "注释": "comment",
    "代码注释": "comment",
    "docs": "documentation",
    "documentation": "documentation",
    "文档": "documentation",
}


def _written_in(told: Told) -> Reading:
    thing = _WRITTEN[told["thing"].casefold()]
    return Reading(attribute=f"{thing} language", value=told["value"])


def _left_out(told: Told) -> Reading:
    thing = told["thing"]
    emoji = thing.casefold().startswith(("emo", "表情"))
    attribute = "emoji" if emoji else "answer format"
    return Reading(attribute=attribute, value=told["value"], not_value=thing)


_LANG_EN = (
    r"(?P<value>(?:(?:british|american|simplified|traditional|plain|swiss|"
    r"brazilian)\s+)?(?:english|german|french|spanish|italian|portuguese|dutch|chinese|mandarin|"
    r"cantonese|japanese|korean|russian|polish|turkish|arabic|hindi|swedish|danish|norwegian|"
    r"finnish|czech|greek|hebrew|vietnamese|thai|ukrainian|hungarian|romanian|indonesian))\b"
)
_LANG_ZH = (
    r"(?P<value>简体中文|繁体中文|中文|汉语|普通话|简体|繁体|英文|英语|日文|日语|韩语|韩文|法语|"
    r"法文|德语|德文|西班牙语|俄语|意大利语|葡萄牙语|粤语|阿拉伯语|English|Chinese)"
)
_ANSWERS = (
    r"(?:(?:your|the|all|all your|my)\s+)?(?:answers|replies|responses|summaries|explanations)"
)
_LIST_EN = (
    r"(?P<value>bullet points|bullets|bulleted lists?|markdown|plain text|plain prose|prose|"
    r"tables|a table|numbered lists?|json|short paragraphs|full sentences)"
)

ANSWERS_PLAIN: list[Rule] = [
    *rule(
        StatementKind.LANGUAGE,
        value_as("answer language"),
        EVERYTHING,
        r"(?:answer|reply|respond|write|speak|talk|communicate)(?: (?:to|with))?(?: me)?(?: "
        rf"back)?(?: only)? in {_LANG_EN}",
        rf"(?:speak|use)\s+{_LANG_EN}\s+(?:with|to|for|when|in)\s+(?:me\b|(?:you )?(?:answer|"
        rf"reply|talk|speak)\w*(?: to me)?|{_ANSWERS})",
        rf"(?:keep|write|give me)\s+{_ANSWERS}\s+in\s+{_LANG_EN}",
        rf"{_ANSWERS} (?:should|must|have to|need to)(?: always)? be in {_LANG_EN}",
        rf"i(?:'d)?(?: would)? (?:prefer|like|want)\s+(?:{_ANSWERS}|to be answered|answers)(?: to "
        rf"be)? in\s+{_LANG_EN}",
        rf"(?:只|都|一律|统一|请|要|尽量|全部)*(?:用|说|讲|使用)\s*{_LANG_ZH}\s*(?:来)?(?:回答|"
        r"回复|答复|交流|沟通|跟我说话?|和我说话?|跟我交流|和我交流|跟我聊|回我|答我|聊天)(?:我|"
        r"就好|就行)?(?:的?问题)?",
        r"(?:回答|回复|答复|交流)(?:我)?(?:的)?(?:时候|时|问题)?(?:请|都|要|一律|统一|尽量|只|"
        rf"全部)*(?:用|使用|说)\s*{_LANG_ZH}",
        rf"(?:请|都|要|只|尽量)*(?:跟|和|对)我(?:都|要|请|只)?(?:说|讲|用)\s*{_LANG_ZH}(?:交流|"
        r"沟通|说话)?",
        rf"(?:请|只|都)*(?:说|讲)\s*{_LANG_ZH}",
    ),
    *rule(
        StatementKind.LANGUAGE,
        _written_in,
        EVERYTHING,
        r"write (?:all |the |our |your )*(?P<thing>commit messages|comments|code comments|docs|"
        rf"documentation) in {_LANG_EN}",
        r"(?P<thing>commit messages|code comments|documentation) (?:should|must)(?: always)? be "
        rf"(?:written )?in {_LANG_EN}",
        r"(?P<thing>提交信息|提交说明|代码注释|注释|文档)(?:都|请|要|一律|统一|全部|必须)*(?:用|"
        rf"使用|写)\s*{_LANG_ZH}(?:来)?(?:写)?",
        about_work=True,
    ),
    *rule(
        StatementKind.FORMAT,
        _left_out,
        EVERYTHING,
        r"(?P<value>(?:no|don't (?:use|add|put|include)|do not (?:use|add|include)|never (?:use|"
        r"add)|stop using|skip(?: the)?|avoid|leave out(?: the)?)\s+(?:any\s+)?(?P<thing>emojis?|"
        r"emoticons?|markdown|bullet points|bullets))"
        rf"(?:\s+(?:in|from)\s+{_ANSWERS})?",
        r"(?:回答|回复)?(?:里|中|时)?(?P<value>(?:别|不要|不准|请勿|少)(?:再)?(?:用|加|发|带)"
        r"(?:任何)?\s*(?P<thing>表情符号|表情包?|emoji|markdown))",
    ),
    *rule(
        StatementKind.FORMAT,
        value_as("answer length"),
        EVERYTHING,
        rf"(?:keep|make)\s+{_ANSWERS}\s+(?P<value>(?:very |as )?(?:short|brief|concise|terse|"
        r"crisp|detailed|to the point|short and to the point|(?:under|below|within) \w+ (?:words|"
        r"sentences|lines|paragraphs)))",
        r"i (?:prefer|like|want)\s+(?P<value>short|brief|concise|terse|detailed|long|shorter)"
        rf" {_ANSWERS}",
        r"(?:你的)?(?:回答|回复|答案)(?:要|请|都|尽量|得|应该|可以)*(?P<value>简短|简洁|简明|精简|"
        r"言简意赅|简单明了|短)(?:一点儿?|一些|些|点)?",
        r"(?:你的)?(?:回答|回复|答案)(?:要|请|都|尽量|得|应该)*(?P<value>(?:控制在|不要?超过|"
        r"别超过)\s*(?:\d+\s*(?:个?字|句话?|行)|[一二三两四五]百?(?:个?字|句话?|行))(?:以内|"
        r"之内)?)",
    ),
    *rule(
        StatementKind.FORMAT,
        lasting(value_as("answer length")),
        EVERYTHING,
        r"(?:answer|reply|respond)(?: to me)?\s+(?P<value>briefly|concisely|in detail|in (?:one|"
        r"two|three|a few|\d+) (?:sentences?|paragraphs?|lines?)|in at most \w+ (?:sentences|"
        r"words|lines))",
        r"(?:be|stay)\s+(?P<value>brief|concise|terse|succinct)",
        r"(?:你的)?(?:回答|回复|答案|说话)(?:要|请|都|尽量)*(?P<value>详细|具体|展开)(?:一点|一些|"
        r"些|点)?",
        r"(?:说|讲|回答|回复)(?:得|的)?(?P<value>简短|简洁|简明)(?:一点|一些|些|点)?",
    ),
    *rule(
        StatementKind.FORMAT,
        value_as("answer format"),
        EVERYTHING,
        rf"(?:use|give me)\s+{_LIST_EN}\s+(?:in|for)\s+(?:your |all |the )?(?:answers|replies|"
        r"responses|summaries)",
        rf"(?:format|structure|write)\s+{_ANSWERS}\s+(?:as|in|with|using)\s+{_LIST_EN}",
        rf"i (?:prefer|like|want)\s+{_ANSWERS}\s+(?:as|in|with)\s+{_LIST_EN}",
    ),
    *rule(
        StatementKind.FORMAT,
        lasting(value_as("answer format")),
        EVERYTHING,
        rf"(?:answer|reply|respond)(?: to me)?\s+(?:in|with|using|as)\s+{_LIST_EN}",
        r"(?:回答|回复)(?:的?时候?|时)?(?:都|请|要|尽量|一律)*(?:用|使用|以)\s*(?P<value>要点|"
        r"列表|表格|markdown|纯文本|分点|条目|编号列表)(?:的?(?:形式|格式|方式))?",
        r"(?:都|请|要|尽量|一律)*(?:用|使用|以)\s*(?P<value>要点|列表|表格|markdown|纯文本|分点|"
        r"条目|编号列表)(?:的?(?:形式|格式|方式))?\s*(?:来)?(?:回答|回复)",
        r"(?:都|请|要|尽量|一律)*(?P<value>分点)(?:来)?(?:回答|回复|列出)",
    ),
]
