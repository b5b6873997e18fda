"""Rules for what people claim in Chinese: what was decided, what was learnt, what is right."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.statement_parts import (
    COMMAS,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.statement_rules import decision, lesson
from stratal.text.wording import QUESTION, REPORTED, SUPPOSED, UNMEANT
from stratal.text.zh_parts import END, PARTICLE

_THING = r"(?P<value>[^，,。；;：:！!？?]{2,30}?)"
_SETTLED = r"(?:决定|敲定|定下来|拍板|说定|商定|选定|定|选)"
_THEN = (
    r"(?:[，,]?\s*(?:而不是|不用|而非|不选)\s*(?P<other>[A-Za-z0-9_.+#-]+))?"
    r"(?=\s*(?:$|[，,。；;！!（(]|[\U0001F300-\U0001FAFF\u2600-\u27bf]|因为|由于|理由|原因|"
    r"主要是|毕竟|已经拍板))"
)


def _decided(told: Told) -> Reading | None:
    """Reads what was decided by those who speak, or why: else it is a report, or a whim."""
    words = told.heard.words
    if re.search(r"[他她你您]们?|对方|客户|政府|老板|没决定|还没|未定|再决定|取决", words):
        return None
    if not (_OURS.search(words) or told.heard.reason):
        return None
    return decision(told)


_OURS = re.compile(
    r"我们|咱们?|大家|全家|家里|团队|组里|店里|会上|一致|最终|最后|投票|我和|讨论|商量|拍板|"
    r"敲定|定[啦了]|[：:]"
)

DECISIONS_ZH: list[Rule] = rule(
    StatementKind.DECISION,
    _decided,
    (QUESTION, SUPPOSED, REPORTED, UNMEANT),
    rf"(?:就)?(?:这么)?(?:定|决定|说定|拍板|敲定)(?:啦|了|好了|下来了)"
    rf"\s*[！!，,：:]\s*{_THING}{_THEN}",
    rf"(?:今天|昨天|刚刚|最后|最终|会上|经过[^，,。]{{1,8}}|商量后|讨论后|权衡再三|店里|家里|"
    rf"我们家?|我和[\u4e00-\u9fff]{{1,4}}|咱们|团队|"
    rf"组里|公司|领导|全家|董事会|大家|投票|都|已|已经|一致|还是|就|一起|，){{0,4}}(?:投票|商量)"
    rf"?(?:决定|敲定|拍板|定下|说好|商定|一致同意|"
    rf"选定)(?:了|好|好了|要|下来|是|的是)?\s*{_THING}{_THEN}",
    rf"(?:[^，,。；;他她]{{0,8}})(?:我们|咱们|咱|大家|最后|最终)(?:就|还是|都|一致){{0,4}}(?:定|"
    rf"选|挑)"
    rf"(?:了|在|的是)?\s*{_THING}{PARTICLE}"
    rf"[，,]\s*(?:已经)?(?:拍板|说定|定了|就这么定|不改|敲定)[^，,。]{{0,4}}",
    rf"(?:决定|结论|最终决定|方案|定案|决议|拍板)\s*[:：]\s*{_THING}{_THEN}",
    about_work=True,
)

_GOT = r"(?:教训|经验|心得|体会|收获|感悟|启示|总结|经验总结|经验教训|领悟|结论)"

LESSONS_ZH: list[Rule] = rule(
    StatementKind.LESSON,
    lesson,
    (QUESTION, REPORTED),
    rf"(?:[^，,。；;：:他她]{{0,14}}?)(?:得到的?|得来的?|的|总结的?|血的|惨痛)?{_GOT}(?:就?是|"
    rf"总结|如下)?\s*(?:[:：，,]|——?|—|就?是)"
    r"\s*(?P<value>[^；;\n]+)$",
    r"(?:我们|我|今天|这次|这回|终于|又|算是|这才){0,4}(?:学到了?|明白了|学乖了?|长教训了?|"
    r"长记性了?|懂了|悟了|吃了亏才(?:明白|知道|懂)|吃过亏才"
    r"(?:明白|知道|懂)|才(?:明白|知道|懂))(?:一件事|一点|一个道理|一招)"
    r"?\s*[，,：:]?\s*(?P<value>[^；;\n]+)$",
    r"(?:吃一堑长一智|血泪史|踩坑|踩过坑|记一笔教训|长个教训)\s*[，,：:——]+\s*(?P<value>[^；;\n]"
    r"+)$",
    about_work=True,
    open_ended=True,
) + rule(
    StatementKind.LESSON,
    lesson,
    (QUESTION, REPORTED),
    rf"(?P<value>[^，,。；;：:]{{4,30}}?)[，,]\s*(?:这|这就)?是(?:我|我们|这次|上次|从|一|血|惨|"
    rf"个)[^，,。]{{0,8}}{_GOT}",
    about_work=True,
)

# Corrections.

_RIGHT = r"(?P<value>[^，,。；;：:（）()！!]{1,20}?)"
_WRONG = r"(?P<other>[^，,。；;：:（）()！!]{1,20}?)"
_WRONG_ZH = (
    r"(?:(?:我|你|您|上面|前面|刚才|之前|名字|分支|地址|时间|日期|数字|金额|号码|电话|版本|城市)"
    r"{0,4}(?:打|说|写|记|弄|搞|听|理解|看|叫|读)错"
    r"(?:字)?(?:了|啦)?|错了|错啦|不对|不是的|纠正(?:一下|下)?|更正(?:一下|下)?|口误|笔误|打错字了)"
)


def _put_right(told: Told) -> Reading | None:
    value, other = told["value"].strip(COMMAS), told["other"].strip(COMMAS)
    if not value or BLANK in value or value == other:
        return None
    if re.match(r"[你他她它不没因说这那要想所太很为什怎谁哪随故有来去会就都也吗吧行个]", value):
        return None
    if other and re.match(r"[想要说因为很故]|一定|所有|每|不", other):
        return None
    return Reading(attribute="", value=value, not_value=other, corrects=True)


CORRECTIONS_SPOKEN_ZH: list[Rule] = rule(
    StatementKind.CORRECTION,
    _put_right,
    (QUESTION, SUPPOSED, UNMEANT),
    rf"(?:哈哈|啊|哦|不对|错了|，|,|\s){{0,4}}不(?:是|叫|在)\s*{_WRONG}(?:啦|啊|呀|哦|哈)"
    rf"?[，,]\s*(?:我)?(?:而)?(?:是|叫|在|养的是|[\u4e00-\u9fff]"
    rf"{{1,3}}的是)\s*{_RIGHT}{PARTICLE}{END}",
    rf"{_WRONG_ZH}\s*[，,：:；;]?\s*(?:应该|应当|其实|正确的?)?(?:是|在|叫|为|应为)"
    rf"\s*{_RIGHT}(?:才对|才是)?{PARTICLE}{END}",
    rf"(?:之前|刚才|上次|前面)(?:我)?(?:说|写|讲|告诉你)(?:的是?)?\s*{_WRONG}[，,]\s*(?:实际上?|"
    rf"其实|但其实|应该|正确)(?:上)?(?:是|应该是|为)?"
    rf"\s*{_RIGHT}{PARTICLE}{END}",
    rf"(?:其实|实际上)?(?:我|我们)(?:有|住|养|姓|叫|在|属|是|买)(?:的是)"
    rf"?\s*{_RIGHT}[，,]\s*(?:而)?不(?:是|叫|在)\s*{_WRONG}{PARTICLE}"
    rf"{END}",
    rf"{_RIGHT}才(?:对|是对的)[，,]?\s*(?:不是|你写成)?\s*(?:{_WRONG})?{END}",
)
