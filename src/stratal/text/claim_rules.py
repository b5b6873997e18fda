"""Rules for what is put right ("no, the port is 8443, not 8080") and for what a person has to do.

A correction needs a word that corrects, or both what is so and what is not. A commitment needs a
time that lies ahead; which instant that is, is for somebody to say who knows the moment and the
zone in which it was said.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo

from stratal.text.english.corrections import RIGHTS
from stratal.text.english.cuts import put_right
from stratal.text.english.times import time_in
from stratal.text.han_variants import as_mandarin
from stratal.text.own_words import BLANK, HAN
from stratal.text.statement_parts import COMMAS, Reader, Reading, Rule, StatementKind, Told, rule
from stratal.text.time_ranges import TimeRange, time_ranges
from stratal.text.wording import QUESTION, REPORTED, SUPPOSED, UNMEANT, Wording
from stratal.text.zh_days import NAMED

_CORRECTING = Wording(
    r"^\s*(?:(?:hey|oh|ah|hm+|ok|okay|well|um|uh|so|and|but|claude)[,. ]+)*(?:no(?! (?!no\b|wait|"
    r"it|that|i\b|my|the|actually|sorry|we|he|she|they)\w)|nope|nah|wrong|"
    r"incorrect|not quite|"
    r"actually|sorry|my (?:mistake|bad)|(?:small |quick |one |minor )?correction|oops|wait|hold "
    r"on|i misspoke|typo|"
    r"that(?:'s| is| was) (?:wrong|not right|incorrect|not correct|not true|a mistake|outdated|"
    r"old|false)|you(?:'ve| "
    r"have)? (?:got|have|had|mixed|remembered) (?:that|it|this|them|the \w+)(?: up)?(?: wrong)?|"
    r"you(?:'re| are) (?:wrong|mistaken)|let me "
    r"correct|i was wrong|i made a mistake|scratch that|to correct|i meant|i said|i mistyped|"
    r"please correct|fix)\b"
    r"|^\s*(?:(?:哦|啊|嗯|那个|对了|等等|抱歉|不好意思)[，,]?\s*)*(?:不对|不是的|错了|不，|纠正|"
    r"更正|订正|修正|改正|我?(?:刚才|之前|"
    r"上次)?(?:说|写|记|弄|搞|打)错|"
    r"你?(?:说|记|写|弄|搞|理解)错|口误|笔误|打错|应该是|其实|实际上|准确(?:地|的)?说)"
    r"|(?:说|写|记|弄|搞)错了[，,：:]"
)
_PLAIN = re.compile(
    r"[\d\u00c0-\u024f]|(?<![.!?] )(?<!^)\b[A-Z]|^[A-Z]|[一二三四五六七八九十两百千]|[上下]午|"
    r"[周号月年点]"
)
_IDLE = re.compile(
    r"^(?:(?:a|an|the|my|your)?\s*(?:bug|feature|problem|question|joke|issue|idea|thing|mistake|"
    r"point|one|it|that|this|what|"
    r"how|me|you|him|her|them|us|so|now|later|today|fine|good|ok|okay|true|wrong|right|sure|bad|"
    r"great|working|"
    r"possible|necessary|needed|enough|here|there|about|because|just|only|really|very|too|not|"
    r"because)(?![\w-]))"
    r"|^[我你他她它不没因说这那期返想要所太很为什怎谁哪真随故有来去可能会就都也吗吧行]",
    re.IGNORECASE,
)


_STRONG = re.compile(
    r"^\W*(?:correction|i misspoke|you(?:'ve| have)? got|to correct|let me correct|.{0,4}(?:纠正|"
    r"更正|订正|[说写记弄搞打理解]错))",
    re.IGNORECASE,
)
_MINE = re.compile(
    r"\bmy\b|我的?(?=[\u4e00-\u9fff]{1,6}(?:是|在|叫))|我(?:说|指|问)的是", re.IGNORECASE
)
_OF_WHOM = re.compile(
    r"(?:分支名?|版本号|账号|昵称|班级|联系人|负责人|对接人|名字|姓名|地址|城市|部门|会议|评审|截"
    r"止|时间|日期|版本|端口|电话|邮箱|预算|价格|总部|客户|经理|"
    r"供应商|房间|老板|公司|学校)(?:是|在|叫|应该)"
    r"|\b(?:name|contact|manager|owner|address|office|city|server|branch|meeting|deadline|boss|"
    r"lead|client|customer)\b"
    r"(?: of [\w ]+)?(?:'s| is)\b",
    re.IGNORECASE,
)
_WISHED = re.compile(
    r"\b(?:i|we) (?:need|want|mean)\b|[要需想]的|这是|\bthis is\b|\bthe (?:problem|issue|questio"
    r"n|bug|point)\b|问题"
)


def _marks(words: str) -> bool:
    """Whether a word at its begin says that something is put right."""
    return _CORRECTING.search(words) is not None or RIGHTS.match(words) is not None


def _surely(told: Told, value: str, other: str) -> bool:
    """Whether the words leave little doubt that something is put right, and not set against."""
    words = told.heard.words
    if _STRONG.search(words):
        return True
    if _WISHED.search(words):
        return False
    if other and _OF_WHOM.search(words):
        return True
    marked = _marks(words)
    if other and (marked or _MINE.search(words)):
        return True
    if _PLAIN.search(value) is not None:
        return True
    return marked and HAN.search(words) is not None and _MINE.search(words) is not None


_EITHER_ZH = re.compile(r"不是[^，,]{1,10}[，,]?就是")


def _corrected(*, marked: bool) -> Reader:
    """Reads what is put right; `marked`: only behind a word that corrects."""

    def read(told: Told) -> Reading | None:
        value, other = told["value"].strip(COMMAS), told["other"].strip(COMMAS)
        if marked and not _marks(told.heard.words):
            return None
        if not value or BLANK in value or BLANK in other or value.casefold() == other.casefold():
            return None
        if not HAN.search(told.heard.words):
            value, other = put_right(value, other)
        if _EITHER_ZH.search(told.heard.words):
            return None
        if re.match(r"[.,]\d", told.heard.words[told.match.end("value") :]):
            return None
        if _IDLE.match(value) or (other and _IDLE.match(other)):
            return None
        if not _surely(told, value, other):
            return None
        mine = re.search(r"\b(?:my|i|i'm)\b|我(?!们)", told.matched, re.IGNORECASE)
        return Reading(
            attribute="", value=value, not_value=other, about_work=not mine, corrects=True
        )

    return read


_IT = (
    r"(?:it|that|this|they|there|the (?:right|correct|actual|real) (?:one|value|answer|number|nam"
    r"e))"
)
_OF = r"(?:(?:the|my|our|his|her|their|its|your)\s+[\w' -]{2,40}?)"
_IS = (
    r"(?:'s(?!\s+[\w' -]{2,30}?\s(?:is|are|was|were)\b)|'re|\s+(?:is|are|should be|should say|"
    r"should read|will be|has to be|runs on|starts "
    r"at|lives in|live in|sits in|"
    r"listens on|costs|takes|leaves|leaves from|flies from|opens|closes|arrives at|departs|"
    r"begins at|starts on|ends on|belongs to|moved to|lies in|works at|goes to|has))"
)
_AT = (
    r"(?:\s+(?:(?:actually|really|now|spelled|spelt|written|called|named|pronounced)\s+)*(?:(?:i"
    r"n|on|at|by|from|with|to)\s+)?)"
)
_V = r"(?P<value>[^,;，；]{1,50}?)"
_N = r"(?P<other>[^,;，；]{1,50}?)"
_END = r"(?=\s*(?:$|[,;，；.—–)]|\b(?:and|but|as|because|so)\b))"
_NOT = (
    r"\s*[,;—–(-]*\s*(?:(?:and|but)\s+)?(?:not|rather than|instead of|and not)\s+(?:(?:in|on|at|b"
    r"y|from|with|to)\s+)?"
)
_BY = (QUESTION, REPORTED, SUPPOSED, UNMEANT)

_NOT_ZH = r"\s*[，,、；;（(]?\s*(?:而)?(?:不是|不在|并非|而非|不叫)(?:什么)?\s*"
_IS_ZH = r"(?:应该是|应该在|应当是|应为|是|在|叫|为)"
_V_ZH = r"(?P<value>[^，,。；;（）()]{1,20}?)"
_N_ZH = r"(?P<other>[^，,。；;（）()]{1,20}?)"
_END_ZH = r"(?=\s*(?:$|[，,。；;）)]))"
_OF_ZH = r"(?:[^，,。；;他她你您里说问不是]{2,14}?)"
_WRONG_ZH = (
    r"(?:(?:我|你|您|名字|号码|地址|日期|时间)?(?:刚才|之前|上次|前面)?(?:说|写|记|弄|搞|打|理解|"
    r"听)错了?|不对|错了|不是的|口误|笔误|"
    r"纠正(?:一下|一点|你一下)?|更正(?:一下)?|"
    r"订正(?:一下)?|修正(?:一下)?|改正(?:一下)?|准确(?:地|的)?说|其实|实际上)"
)

CORRECTIONS: list[Rule] = [
    *rule(
        StatementKind.CORRECTION,
        _corrected(marked=False),
        _BY,
        rf"{_OF}{_IS}{_AT}{_V}{_NOT}{_N}{_END}",
        rf"i\s+(?:live|work|am based|stay|sit)\s+(?:in|at|for|on)\s+{_V}{_NOT}{_N}{_END}",
        rf"{_OF}(?:\s+(?:isn't|is not|aren't|wasn't|was not)"
        rf"){_AT}{_N}\s*[,;—–-]\s*(?:but\s+)?{_IT}{_IS}{_AT}{_V}{_END}",
        rf"{_OF}(?:\s+(?:isn't|is not|aren't)"
        rf"){_AT}{_N}\s*,?\s+but\s+{_AT.replace(chr(92) + 's+', '', 1)}{_V}{_END}",
        rf"(?:i (?:said|wrote|typed))\s+{_N}\s*,?\s+(?:but|when|and)\s+(?:i\s+)?(?:really\s+|"
        rf"actually\s+)?(?:meant|mean|should have said)\s+{_V}{_END}",
        rf"(?:i\s+)?(?:actually |really )?(?:meant|mean)\s+(?:to (?:say|write|type)"
        rf"\s+)?{_V}{_NOT}{_N}{_END}",
        rf"{_IT}{_IS}\s+(?:spelled|spelt|written|pronounced)\s+{_V}{_NOT}{_N}{_END}",
        rf"{_IT}\s+(?:should (?:be|say|read)){_AT}{_V}{_NOT}{_N}{_END}",
        rf"make (?:that|it)\s+{_V}{_NOT}{_N}{_END}",
        rf"{_OF_ZH}(?:不是|不在|不叫)\s*{_N_ZH}\s*[，,]?\s*(?:而是|而在|{_IS_ZH})"
        rf"\s*{_V_ZH}{_END_ZH}",
        rf"(?:不是|不在)\s*{_N_ZH}\s*[，,]?\s*(?:而是|而在|{_IS_ZH})\s*{_V_ZH}{_END_ZH}",
        rf"{_OF_ZH}{_IS_ZH}\s*{_V_ZH}{_NOT_ZH}{_N_ZH}{_END_ZH}",
        rf"我(?:刚才)?(?:说|指|问)的是\s*{_V_ZH}{_NOT_ZH}{_N_ZH}{_END_ZH}",
        rf"(?:应该|应)(?:是|在|为)\s*{_V_ZH}{_NOT_ZH}{_N_ZH}{_END_ZH}",
        about_work=True,
    ),
    *rule(
        StatementKind.CORRECTION,
        _corrected(marked=True),
        _BY,
        rf"(?:we|i|they|there)(?:\s+(?:have|has|use|are|is|own|run)|'re|'m|'s)(?: "
        rf"now)?{_AT}{_V}(?: now)?(?:{_NOT}{_N})?{_END}",
        rf"(?:我们?|他|她|您)?(?:在|是|叫|住|用的是)\s*{_V_ZH}{_NOT_ZH}{_N_ZH}{_END_ZH}",
        rf"(?:{_WRONG_ZH}[，,：:]?\s*)*(?:[^，,。；;里说问不是]{{2,8}}?)(?:是|在|叫)"
        rf"\s*{_V_ZH}(?:{_NOT_ZH}{_N_ZH})?{_END_ZH}",
        rf"{_IT}{_IS}{_AT}{_V}{_NOT}{_N}{_END}",
        rf"(?:i\s+)?(?:actually |really )?meant\s+(?:to (?:say|write|type)\s+)?{_V}{_END}",
        rf"{_V}{_NOT}{_N}{_END}",
        rf"not\s+{_N}\s*[,;—–-]\s*(?:but\s+|it's\s+)?{_V}{_END}",
        rf"(?:{_OF}|{_IT}){_IS}{_AT}{_V}{_END}",
        rf"(?:是|在|叫)\s*{_V_ZH}{_NOT_ZH}{_N_ZH}{_END_ZH}",
        rf"(?:{_WRONG_ZH}[，,：:]?\s*)+{_OF_ZH}?{_IS_ZH}\s*{_V_ZH}(?:{_NOT_ZH}{_N_ZH})?{_END_ZH}",
        rf"{_OF_ZH}?{_IS_ZH}\s*{_V_ZH}{_END_ZH}",
        about_work=True,
    ),
    *rule(
        StatementKind.CORRECTION,
        _corrected(marked=False),
        _BY,
        rf"i(?:'m| am)\s+(?P<value>\d[\w.:-]*){_NOT}(?P<other>\d[\w.:-]*){_END}",
        # Two names or two numbers need no other word.
        rf"{_IT}{_IS}{_AT}(?P<value>(?-i:[A-Z])(?!\w*day\b)\w+){_NOT}(?P<other>(?-i:[A-Z])"
        rf"\w+){_END}",
        r"not\s+(?P<other>(?-i:[A-Z])\w+|\d[\w.:-]*)\s*[,;—–-]\s*(?:but\s+|"
        r"it's\s+)?(?P<value>(?-i:[A-Z])\w+|\d[\w.:-]*)"
        rf"{_END}",
        rf"{_IT}{_IS}{_AT}(?P<value>\d[\w.:-]*(?:\s+\w+)?){_NOT}(?P<other>\d[\w.:-]*(?:\s+"
        rf"\w+)?){_END}",
        about_work=True,
    ),
]

# What lies ahead.

_REFERENCE = datetime(2026, 3, 18, 12, tzinfo=UTC)
"""Some Wednesday: whether words name a time that lies ahead hardly depends on the day."""
_PASSED = re.compile(
    r"\b(?:yesterday|last (?:week|month|year|night|\w+day)|ago|was|were|had|been|did|went|flew|"
    r"met|left|"
    r"moved|started|finished|missed|already|used to|minutes?|mins?|seconds?|hours? ago)\b"
    r"|昨|前天|上周|上个?月|去年(?!检)|刚才|刚刚|已经|过了|分钟|之前就|曾|没|多久|来着",
    re.IGNORECASE,
)
_SMALL = re.compile(
    r"^(?:i|we)(?:'ll| will| can|'m going to| am going to)?\s+(?:look|check|try|do (?:it|this|"
    r"that)|test|think|see "
    r"(?:if|what|how|whether)|read|let you know|get back|ask you|tell you|call you|wait|continue|"
    r"be back|be right|send you|"
    r"need (?:you|this|it|your|help|a|an|the|some)|want|would like|have (?:a )?(?:question|"
    r"problem|bug))\b",
    re.IGNORECASE,
)


_OF_OTHERS = re.compile(
    r"^(?:[^,]{0,20}\b)?(?:my|our) (?:son|daughter|wife|husband|mother|father|mum|mom|dad|"
    r"sister|brother|boss|"
    r"manager|friend|colleague|neighbou?r|kids?|child|cousin|uncle|aunt|roommate|team|client|"
    r"partner)\b"
    r"|我(?:的)?(?:儿子|女儿|妈|爸|老公|老婆|婆婆|公公|朋友|同事|室友|妹|姐|哥|弟|奶奶|爷爷|"
    r"外婆|外公|孩子|老板|领导|经理|客户)|"
    r"\bno (?:plans|appointments|meetings)\b",
    re.IGNORECASE,
)


_TASKED = re.compile(
    r"帮我|给我|替我|答我|回我|教我|提醒我|叫我|让我|麻烦|请你|叫醒|^[约订定](?:一下|个|张|间)"
)
"""What the agent is to do at that time."""


def _ahead(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if _TASKED.search(value):
        return None
    if BLANK in value or _PASSED.search(value) or _SMALL.match(value) or _OF_OTHERS.search(value):
        return None
    if ahead(value, _REFERENCE, UTC) is None:
        return None
    return Reading(attribute="", value=value, about_work=False)


_PROMISED = re.compile(r"\b(promise|agree|commit)t?e?d\b|了(?!解)", re.IGNORECASE)


_BEFORE = re.compile(
    r"(?:(?:at|around|by)\s+)?(?:\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\.?|o'clock)|noon|midnight)"
    r"\s+(?:on\s+)?$",
    re.IGNORECASE,
)


def when(text: str) -> str:
    """The words by which `text` names a time that lies ahead; empty if it names none."""
    english = "" if HAN.search(text) else time_in(text)
    if english:
        return english
    said, text = text, as_mandarin(text)
    if (named := NAMED.search(text)) is not None:
        return said[named.start() : named.end()]
    one = ahead(text, _REFERENCE, UTC)
    at = -1 if one is None else text.find(one.said)
    if one is None or at < 0:
        return ""
    rest = _CLOCK.match(text, at + len(one.said))
    clock = _BEFORE.search(text[:at])
    return said[clock.start() if clock else at : rest.end() if rest else at + len(one.said)]


_CLOCK = re.compile(
    r"(?:,? (?:at|around|by) \d{1,2}(?::\d\d)?(?: ?[ap]\.?m\b\.?)?|,? (?:at )?(?:noon|midnight)|"
    r"(?:的)?(?:一大?早|凌晨|早上|上午|中午|下午|晚上|傍晚)?"
    r"(?:[\d一二三四五六七八九十两]{1,3}点(?:半|整|[\d一二三四五六七八九十]+分)?)?(?:之前|以前"
    r"|前)?)",
    re.IGNORECASE,
)


def ahead(text: str, at: datetime, zone: tzinfo) -> TimeRange | None:
    """The first time that `text`, said at `at`, names and that has not passed by then.

    What the words leave open is read as what will be: "by Monday" of a promise is the next one.
    """
    text = as_mandarin(text)
    will = "会" if HAN.search(text) else "will "
    for worded in (text, will + _PROMISED.sub(r"\1", text)):
        for one in time_ranges(worded, at, zone):
            if one.before > at:
                return one
    return None


_DOES = (
    r"(?:have to|must|need to|'ve got to|have got to|'ve got|'ve promised to|have promised to|"
    r"have|'ll|will|shall|am going to|'m going to|are going to|'re "
    r"going to|'m|am|'re|are|promised|owe|agreed to|committed to|swore to|told \w+ i(?:'d| would)"
    r"|start|begin|finish|fly|leave|"
    r"travel|move|present|ship|launch|release|go|arrive|return|come back|land|meet|depart|pay|"
    r"hand in|submit|take|"
    r"get married|turn|sign|deliver|renew|host|teach|run|join|defend|interview|visit|see|"
    r"celebrate|drive|head|close|"
    r"open|publish|migrate|work from|switch|should|expect|am due|'m due|get|retire|graduate|"
    r"check in|check out|give)"
)
_OURS = (
    r"(?:(?:my|our)\s+[\w' -]{2,50}?\s+(?:is|are|starts?|begins?|ends?|expires?|leaves?|departs?|"
    r"takes place|happens|goes (?:out|live|up)|comes out|kicks off|opens|runs "
    r"out|lands|arrives?|closes|falls|moves?|flies|has to|must|needs? to|will)\b"
    r"|(?:the|this|that|a|an|our|my)\s+[\w' -]{2,50}?\s+(?:is|are) due\b"
    r"|(?:the |our |my )?(?:hard )?deadline(?: (?:for|of) [\w' -]{2,40}?)?(?:\s+is|:)"
    r"|(?:the|this) [\w' -]{2,40}? (?:has to|have to|must|needs? to) be (?:in|done|ready|filed|"
    r"paid|"
    r"submitted|finished|sent|handed in|signed|live|with)\b"
    r"|there(?:'s| is) (?:a|an|my) [\w' -]{2,40}? i (?:have|need|must)\b)"
)
_DO_ZH = (
    r"(?:要|得|必须|需要|须|会|答应|承诺|保证|约了?|有(?:个|一|场|次)|飞|去|回|出差|开会|上线|发"
    r"布|交|提交|面试|入职|离职|搬家|休|请假|考试?|"
    r"结婚|生日|到期|截止|体检|看牙|看病|看医生|手术|答辩|签|还|缴|付|参加|毕业|出发|到|见|拜访|"
    r"汇报|演讲|值班|旅游|旅行|度假|起飞|发版|交付|"
    r"搬|完成|讲课|上课|报到|开始|出国|回国|预约|比赛|路演|评审|出席|主持|接|送|退房|入住|跑)"
)
_BY_TIME = (QUESTION, REPORTED, UNMEANT)
MAYBE = Wording(
    r"\b(?:if|unless|maybe|perhaps|might|could|probably|possibly|suppose|imagine|not sure|unsure|"
    r"whether|hope to|hoping to|"
    r"would|wish|thinking (?:of|about)|considering|want to|i think|i guess|example|pretend|"
    r"plan(?:ning)? to)\b|如果|要是|假如|"
    r"可能|也许|或许|好像|似乎|貌似|估计|说不定|不太确定|大概|考虑|想去|打算|不一定|不确定|万一|的话|比如|例如|应该会|希望"
)

COMMITMENTS: list[Rule] = rule(
    StatementKind.COMMITMENT,
    _ahead,
    (*_BY_TIME, MAYBE),
    rf"(?P<value>(?:i|we)\s*{_DOES}\b[^,;，；]{{3,140}}?)(?=\s*(?:$|[,;，；—–]|\bso\b|\bbut\b|"
    rf"\bbecause\b|\band\b))",
    rf"(?P<value>{_OURS}\s*[^,;，；]{{2,80}}?)(?=\s*(?:$|[,;，；—–]|\bso\b|\bbut\b|\bbecause\b|"
    rf"\band\b))",
    rf"(?P<value>(?:on|by|before|from|until|next|this|tomorrow|in)\b[^,;]{{0,40}}?,?\s+(?:i|we)"
    rf"\s*{_DOES}\b[^,;，；]{{2,100}}?)"
    r"(?=\s*(?:$|[,;，；—–]|\bso\b|\bbut\b|\bbecause\b|\band\b))",
    rf"(?P<value>[^，,。；;他她你您谁]{{0,24}}?(?:我们?|咱们?|本人)"
    rf"(?:的)?[^，,。；;你您]{{0,30}}?{_DO_ZH}[^，,。；;]{{0,36}})(?=\s*(?:$|[，,。；;]))",
    r"(?P<value>(?:我(?:的|们的)?)?[^，,。；;他她你您谁]{2,14}?(?:约|定|安排|订|排|改)(?:到|在|的"
    r"是)[^，,。；;]{2,24})"
    r"(?=\s*(?:$|[，,。；;]))",
    r"(?P<value>(?:(?:最迟|最晚|截止到?|赶在|在)?(?:今[天晚早]|明[天晚早]|后天|大后天|"
    r"[本这下]?个?(?:周|星期|礼拜)"
    r"[一二三四五六日天末]|[本下]?个?月[底初末]|月底|年底|\d{1,2}月\d{1,2}[号日]|\d{1,2}[号日]|"
    r"国庆|中午|下午|晚上)"
    r"[^，,。；;他她你您谁雨雪不别]{0,10}?)(?:我)?(?:还)?(?:要|得|必须|轮到我|考|约了)"
    r"(?!下[雨雪]|来|是)[^，,。；;他她]{1,24})"
    r"(?=\s*(?:$|[，,。；;]))",
    r"(?P<value>(?:报税|作业|论文|报告|申请|报名|签证|合同|稿子|项目|房租|押金|材料)"
    r"[^，,。；;他她]{0,6}?(?:截止|到期|要交|得交|之前交)"
    r"[^，,。；;]{0,16})(?=\s*(?:$|[，,。；;]))",
    r"(?P<value>我(?:的|们的)?[^，,。；;他她你您谁]{1,14}?(?:是|到期|截止|在)[^，,。；;]{2,24})"
    r"(?=\s*(?:$|[，,。；;]))",
)
