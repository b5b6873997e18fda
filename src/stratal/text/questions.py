"""What a question is after, by its wording, in English and Chinese. No model takes part.

The first rule that fits decides, so the narrow ones stand first: what was just said, why something
failed, how often and when last, then times, complete lists, facts about the person. What none of
them claims is a question of meaning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, tzinfo
from enum import StrEnum

from stratal.text.time_ranges import TimeRange, time_ranges

_LONGEST = 1_000
"""Characters of a question that are read."""


class Intent(StrEnum):
    """What is asked for, and with it where the answer stands."""

    FACT = "fact"
    """About the person: the profile."""
    TIME = "time"
    """What was when: events, memories and messages in the order of time."""
    MEANING = "meaning"
    """What is known of something: memories and documents."""
    ALL_OF = "all_of"
    """Everything of a kind: the rows, complete."""
    WINDOW = "window"
    """What was just said: the end of the conversation."""
    CAUSE = "cause"
    """Why something failed: failed attempts."""


class Aspect(StrEnum):
    """What of a time is asked for."""

    SPAN = "span"
    """What was in a time that is named."""
    LATEST = "latest"
    FIRST = "first"
    COUNT = "count"
    WHEN = "when"
    """The time itself."""
    RECENT = "recent"
    """What was lately, or at a time that nobody can tell from the words."""
    BEFORE = "before"
    """Before something that happened."""
    AFTER = "after"


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """A question that was read."""

    text: str
    intent: Intent
    why: str
    """The words that decided, as the person wrote them; empty where none did."""
    aspect: Aspect | None = None
    """Of a question of time."""
    during: TimeRange | None = None
    """The first time that it names."""
    event: str = ""
    """What it puts before or after: "the move"."""
    topic: str
    """What is left of it without the words of asking and of time: what it is about."""


def read_question(text: str, at: datetime, zone: tzinfo) -> Question:
    """What `text` asks for, asked at `at` in `zone`."""
    text = text[:_LONGEST]
    ranges = time_ranges(text, at, zone, asked=True)
    during = ranges[0] if ranges else None
    for intent, aspect, pattern in _RULES:
        match = None if pattern is None else pattern.search(text)
        if match is None and (pattern is not None or during is None):
            continue
        decided = match.group().strip() if match is not None else ""
        event, way = _event(match) if aspect is Aspect.BEFORE and match else ("", aspect)
        of_time = intent in (Intent.TIME, Intent.CAUSE)
        return Question(
            text=text,
            intent=intent,
            why=decided or (during.said if during else ""),
            aspect=way,
            during=during if of_time else None,
            event=event,
            topic=_topic(text, ranges, event, intent),
        )
    return Question(text=text, intent=Intent.MEANING, why="", topic=text)


def _event(match: re.Match[str]) -> tuple[str, Aspect]:
    """What is put before or after, and which of the two."""
    said = (match["way"] or match["han"]).casefold()
    way = Aspect.BEFORE if said in ("before", "之前", "以前") else Aspect.AFTER
    return (match["event"] or match["what"]).strip(), way


def _topic(text: str, ranges: list[TimeRange], event: str, intent: Intent) -> str:
    """The words that are neither of asking nor of time."""
    if intent is Intent.MEANING:
        return text
    for words in (*(one.said for one in ranges), event):
        text = text.replace(words, " ") if words else text
    if intent is Intent.CAUSE:
        text = _FAILED.sub(" ", text)
    return " ".join(_ASKING.sub(" ", text).split())


_ASKING = re.compile(
    r"\b(?:what|which|who|whom|whose|when|where|why|how|did|do|does|done|was|were|is|are|am|be|been"
    r"|have|has|had|will|would|can|could|should|please|tell|show|give|list|name|me|i|my|mine|we|us"
    r"|our|you|your|the|an?|of|in|on|at|to|for|from|about|with|by|and|or|that|this|it|all|every"
    r"|each|everything|anything|something|many|much|often|times?|ever|last|first|latest|earliest|"
    r"recent(?:ly)?|lately|since|before|after|again|go"
    r"|went|going|get|got|see|saw|make|made|take|took|say|said|talk(?:ed)?|tell|told|happen(?:ed)?"
    r"|there|any|remember|know|mention(?:ed)?|been|just|so|far|up|complete|full|whole|entire)\b"
    r"|最近的?一[次回趟]|最后一[次回趟]|第一[次回]|上一?[次回]|首次|最早|最近|之前|以前|之后|以"
    r"后|以来"
    r"|什么时候|为什么|怎么样|多少次|几次|哪些|哪个|哪家|哪里|哪天|哪|什么|怎么|为啥|多少|全部|所有"
    r"|列出来|列出|列一下|列|清单|完整|一共|都有|都|我们|你们|我|你|咱|的|了|过|吗|呢|吧|啊|是|在"
    r"|有|把|给|请|能|会|要|说|聊|做|去|看|来|和|跟|一下|告诉|记得|提到|时候|事情|事|发生|一遍|次"
    r"|[?？!！。，,.:：'\"]",
    re.IGNORECASE,
)

_FAIL = (
    r"(?:fail\w*|br(?:oke|oken|eak\w*)|crash\w*|bl[eo]w(?:n|ing)? up|go(?:es|ne|ing)? wrong"
    r"|went wrong|outage|incident|errors?|unsuccessful|not work\w*"
    r"|(?:did|does|was|is|were|could|wo)"
    r"n't (?:\w+ )*(?:work|succe\w+|run|start|pass|finish|go)\w*|fell over|hung|stuck|timed? out"
    r"|die[ds]?\b|went down|went bad|abort\w*|rejected|roll(?:ed)? back|reverted|killed|denied|"
    r"flak(?:y|ed|ing)"
    r"|blocked|refused|bounced|corrupt\w*|out of memory|stall\w*|fr(?:eeze|oze|ozen)|deadlock\w*|"
    r"hang(?:s|ing)?\b"
    r"|g(?:i|a)ve up|abandon\w*|mess(?:ed)? up|screw(?:ed)? up|go through|trip(?:ped)? (?:us|me) "
    r"up|turn(?:ed)? red"
    r"|(?:was|is|were|are) red\b|unreachable|exit(?:ed)? early)"
)
_SAY = (
    r"(?:say(?:ing)?|said|ask(?:ed|ing)?|tell(?:ing)?|told|mention(?:ed|ing)?|talk(?:ed|ing)?"
    r"|discuss(?:ed|ing)?|giv(?:e|en|ing)|gave|writ(?:e|ten|ing)|wrote|typed?|sen[dt]|"
    r"suggest(?:ed)?"
    r"|promised?|answer(?:ed)?|propos(?:e|ed)|recommend(?:ed)?|show(?:n|ed)?)"
)
_HAN_SAY = r"(?:说|问|讲|提|聊|给|发|写|告诉|回答|建议|推荐|答应)"
_HAN_FAIL = (
    r"(?:失败|挂了|崩溃|崩了|没成功|不成功|没跑通|跑不通|没跑起来|报了?什么错|报错|出了?错|出了?"
    r"什么问题"
    r"|出了?什么岔子|故障|炸|卡住|卡死|中断|超时|没通过|坏了|宕机|没成|坏掉|起不来|搞砸|没起来|没"
    r"过|没发出去|没生效|没跑完"
    r"|没连上|连不上|打不开|被拒|被打回|回滚|中止|终止|丢失|泄漏|翻车|没搞定|没装上|装不上|编译不"
    r"过|过不了|出问题|异常"
    r"|没上线成|没发成|没跑成|红了|崩|挂掉|不通过)"
)
_PERSONAL = (
    r"name|nickname|pronouns?|birthday|age|job|profession|occupation|employer|address|"
    r"home ?town|city|time ?zone|language|e-?mail|phone(?: number)?|diet|allerg\w+|"
    r"title|wife|husband|partner|kids?|children|daughter|son|mother|father|sister|"
    r"brother|(?:favou?rite|preferred) [\w ]+|size|role"
)


_FAILED = re.compile(rf"\b{_FAIL}\b|{_HAN_FAIL}|原因", re.IGNORECASE)


def _any(*wordings: str) -> str:
    return "|".join(wordings)


_RULES: list[tuple[Intent, Aspect | None, re.Pattern[str] | None]] = [
    (intent, aspect, None if pattern is None else re.compile(pattern, re.IGNORECASE))
    for intent, aspect, pattern in (
        (
            Intent.WINDOW,
            None,
            _any(
                rf"\bjust {_SAY}\b",
                rf"\b{_SAY}\b.*\b(?:just now|a (?:moment|second|minute) ago|before this"
                r"|right before (?:this|that))\b",
                r"\b(?:my|your|our|the) (?:very )?(?:last|previous|prior) (?:two |three |few )?"
                r"(?:messages?|questions?|answers?|repl(?:y|ies)|responses?|sentences?|words?"
                r"|requests?|commands?|suggestions?|turns?)\b",
                r"\b(?:say|read|run through) (?:that|it|this) (?:\w+ )?(?:again|back)\b",
                r"\brepeat (?:that|yourself|the last|your|my|what)\b",
                r"\bcome again\b",
                rf"\blast thing (?:i|you|we) {_SAY}\b",
                r"\bone more time\b",
                r"\bwhat (?:did|were|was) (?:you|i|we) (?:just )?(?:say|saying|talking about|"
                r"discussing|on about|asking)\s*[?.!]*$",
                r"\bwhat was that\b(?! \w+ (?:called|named))|\byou were saying\b|\bsay (?:that "
                r")?again\b|\bdidn't (?:catch|get) that\b",
                r"\b(?:earlier|before|already|so far) in (?:this|the|our) (?:chat|conversation|"
                r"thread|session)\b",
                r"\b(?:in|of|from) (?:this|our) (?:chat|conversation|thread|session)\b",
                rf"\b(?:few |couple of )?(?:seconds?|moments?|minutes?) ago\b|\b(?:i|you|we)"
                rf" {_SAY} above\b|\bup there\b",
                r"\b(?:first|second|third|fourth|last) (?:point|option|item|suggestion|step|idea)"
                r" (?:that )?you\b",
                rf"\b(?:the|that|which|what) \w+ (?:that )?(?:i|you) (?:just |only just ){_SAY}",
                r"上面(?:说|提|写|给|讲|那|列)|前面(?:说|提|讲|那|写)|上文|方才|没听清|没看清|没"
                r"听懂.*再",
                rf"刚(?:刚|才)?[^，。？?天]{{0,3}}(?:{_HAN_SAY}|那)|这次(?:对话|聊天|会话)|本次"
                rf"(?:对话|会话)|咱们?这(?:次|"
                rf"段)(?:对话|聊天)",
                r"(?:聊|说|讲|谈)到(?:哪|什么)|你(?:说|讲|提)的(?:第|那[个条句点])|复述|[我你](?:"
                r"上|前)(?:一)?[条句]",
                r"\bscroll up\b|\b(?:two|three|a few|some) (?:messages|turns|lines) (?:ago|back|"
                r"up|before)\b",
                r"\bearlier in here\b|\bsay that last\b|\bwhat were we (?:on|at|doing)\b|"
                r"\bright now\s*[?.!]*$",
                rf"\b(?:you|i) {_SAY}\b[^?]*\b(?:before that|to that|just before|above)\b|"
                rf"\bvariable above\b",
                r"\b(?:i|you) (?:type|typed|paste|pasted|enter|entered)\b[^?]*\b(?:just|before|"
                r"above|earlier)\b",
                r"往上翻|翻上去|再往前|[你我]前面[^，。？?]{0,2}(?:给|说|发|问|贴|写|提)|"
                r"[两几三]条消息(?:之)?前|"
                r"开头[我你](?:问|说|发|贴)|刚才?(?:输入|打的|贴)",
                r"\bwhere were we\b",
                rf"刚刚?才?[^，。？?]{{0,4}}{_HAN_SAY}",
                r"刚[刚才]那",
                r"刚(?:刚|才)(?!发生|[开搬换]).{0,12}(?:什么|哪|多少|几|吗|呢|来着|[?？])|再(?:"
                r"发|给|贴|念|写)一?[遍次下]",
                r"(?:第一|最后)(?:一)?[句条](?:话|消息|问题|建议)?.{0,6}(?:什么|哪|啥)|前[两几]"
                r"[句条]",
                rf"[一几两]分钟前.{{0,3}}{_HAN_SAY}",
                r"[前上]一?个(?:回答|问题)",
                r"上一(?:条|个|句)(?:消息|问题|回答|话|回复|命令|"
                r"指令)?(?!次)(?=.*(?:什么|再|说|是))",
                r"[前上]一句",
                r"再(?:说|讲|重复|念)一?[遍次下]",
                r"重复一?[下遍]",
                rf"最后{_HAN_SAY}的?",
                rf"{_HAN_SAY}到哪儿?了",
                rf"{_HAN_SAY}什么来着",
            ),
        ),
        (
            Intent.CAUSE,
            None,
            _any(
                r"\b(?:why|how come|what(?:ever)? (?:caused|made)|reason|"
                rf"cause)\b.*\b{_FAIL}",
                r"\bwhat (?:went wrong|broke|failed|was the (?:error|problem|failure|"
                r"fault|bug))\b",
                rf"\b{_FAIL}\b.*\b(?:why|what happened|the reason|the cause)\b",
                r"\b(?:failed|previous|last) attempts?\b.*\b(?:why|fail\w*|wrong)\b",
                r"\bhow did .*\b(?:fail|break|crash)\b",
                r"\broot cause\b|\bpost-?mortem\b|\bwhy (?:did|could|would)(?:n't| not)\b|"
                r"\bwhat(?:'s| was| is) the cause\b",
                r"\bwhat (?:blocked|stopped|prevented|tripped|killed|caused|went bad|made)"
                r"\b.*\b(?:from|us|me|up|it|the)\b",
                r"\bwhat (?:have|did) (?:we|i|you) (?:already )?(?:try|tried)\b|\bwhat (?:did|"
                r"has)n't (?:work|worked)\b",
                r"\bwhich (?:attempts?|approach(?:es)?|tries) (?:failed|did not|didn't)|\bhow "
                r"come\b.*\b(?:n't|not|no)\b",
                r"根因|试过(?:哪些|什么|啥)|卡在(?:哪|什么)|问题出在|栽在|(?:哪些|什么)(?:办法|方"
                r"案|尝试|方法).*(?:试过|不行|没用|失败)|"
                r"没(?:成功|跑通|搞定)是",
                r"\b(?:what|which) (?:problems?|errors?|trouble|issues?)\b.*\b(?:run|"
                r"ran|hit|have|had|got)\b",
                r"(?:为什么|为啥|为何|怎么(?!办|样|解决|处理|修|避免)|原因|因为|哪里|"
                rf"哪儿|咋).*{_HAN_FAIL}",
                rf"{_HAN_FAIL}.*(?:为什么|为啥|为何|怎么回事|原因|因为什么|在哪)",
                r"(?:出了?|有)什么(?:问题|岔子)$",
                r"遇到了?(?:什么|哪些)(?:问题|错误|困难)",
                r"报了?什么错",
                r"出了?什么(?:问题|岔子|差错)",
                r"\bwhat was behind\b|\bremind me why\b|\b(?:mistake|error|thing)"
                r" that (?:killed|broke|caused|sank)\b",
                r"(?:上|前一?)[次回][^？?]{0,14}(?:怎么(?!办)|咋|缘由|缘故|错|什么原因|什么引起|"
                r"停了|罢工|没发起来)",
                r"什么(?:原因|缘故|引起|导致|造成)|缘由|(?:上次|那次|停|塌|断|又).{0,14}[怎咋](?:么)?回事|错在(?:哪|什么)|"
                r"什么把[^，。？?]{1,12}(?:弄|搞)|"
                r"那[次回]为(?:什么|啥)",
                r"是怎么(?:炸|挂|崩|坏)",
            ),
        ),
        (
            Intent.TIME,
            Aspect.COUNT,
            _any(
                r"\bhow (?:many times|often)\b",
                r"[几多少]+(?:次|回|趟)(?!数)",
                r"几遍",
                r"多久一次",
            ),
        ),
        (
            Intent.TIME,
            Aspect.LATEST,
            _any(
                r"\b(?:the )?last time\b",
                r"\bmost recent(?:ly)?\b",
                r"\blatest\b(?! version| stable)",
                r"\bwhen\b.*\blast\b(?! (?:week|month|year|night|\w+day))",
                r"最近的?一[次回趟]",
                r"最后一[次回趟]",
                r"上一?[次回](?!个)",
            ),
        ),
        (
            Intent.TIME,
            Aspect.FIRST,
            _any(
                r"\b(?:the )?(?:very )?first (?:time|thing|message|question|mention)\b",
                r"\bwhen\b.*\b(?:first|begin|began|start(?:ed)?)\b",
                r"\bearliest\b",
                r"第一[次回]",
                r"首次",
                r"最早",
                r"最先",
                r"头一[次回]",
                r"一开始",
            ),
        ),
        (
            Intent.FACT,
            None,
            _any(
                r"\b(?:what|which|when)(?:'s| is| are|"
                rf"'re)? my (?:own )?(?:current )?(?:{_PERSONAL})\b",
                rf"\bmy (?:{_PERSONAL})(?:'s name)?(?: is| are)?\s*\??$",
                r"\bwho am i\b",
                r"我(?:的)?(?:生日|名字|姓名|年龄|职业|时区|地址|住址|邮箱|电话|"
                r"手机号)",
            ),
        ),
        (
            Intent.FACT,
            None,
            _any(
                r"我(?:平时|一般|通常|习惯)(?!.*(?:昨|上周|上个?月|最近))[^，。？?]{0,10}(?:什么|"
                r"哪|几|吗|谁|多少)",
                r"\bhow many (?:kids|children|sons|daughters|siblings|brothers|sisters|pets|cats|"
                r"dogs|cars) (?:do|have) i\b",
                r"我有几[个只位](?:孩子|娃|儿子|女儿|兄弟|姐妹|哥哥|姐姐|弟弟|妹妹|宠物|猫|狗)",
                rf"\b(?:name|birthday|age|job|breed) of my\b|\bmy \w+(?:'s)? (?:{_PERSONAL})\b",
            ),
        ),
        (Intent.TIME, Aspect.SPAN, None),
        (
            Intent.TIME,
            Aspect.BEFORE,
            _any(
                r"(?<!\blook)(?<!looks)(?<!looking)(?<!looked) (?P<way>before|after|since) "
                r"(?P<event>(?:the|my|our|we|i)\b[^?.,!]{2,50})",
                r"(?P<what>[^，。？?！!\s]{1,12}?)(?P<han>之前|以前|之后|以后|"
                r"以来)(?=.*(?:什么|哪|谁|了|过|吗))(?!.*(?:要不要|该不该|需不需要|"
                r"是否|应该|问我))",
            ),
        ),
        (
            Intent.TIME,
            Aspect.WHEN,
            _any(
                r"^(?:\W*(?:so|and|do you (?:know|remember)|can you tell me|tell me|"
                r"remind me),? )*(?:since )?(?:when|(?:what|which) (?:day|date|month|"
                r"year|time(?! ?zone)))\b(?! should| would| can)",
                r"\bwhen (?:did|was|were|is|are|will|do|does|have|has)\b",
                r"^(?:on|in) (?:which|what) (?:day|date|month|year)\b",
                r"\bhow long ago\b",
                r"什么时候",
                r"啥时候",
                r"何时",
                r"哪[一]?天",
                r"几[月号](?!线)",
                r"哪[一]?年",
                r"多久(?:以前|之前|没)",
                r"几点",
            ),
        ),
        (
            Intent.ALL_OF,
            None,
            _any(
                r"^(?:please |can you |could you |would you |now )?(?:list|enumerate|"
                r"name|show|give)\b.*\b(?:all|every|each|everything|list|complete)\b",
                r"^(?:please )?(?:list|enumerate)\b",
                r"\b(?:can|could) you (?:list|enumerate)\b",
                r"\ba list of\b",
                r"\b(?:full|complete|entire|whole|exhaustive) list\b",
                r"\ball of (?:them|it|the|my|our)\b",
                r"\bwhat (?:are|were) all\b",
                r"\b(?:all|every one of) (?:the|my|our|your) \w+",
                r"\beverything (?:you|we|i|that|about|there)\b",
                r"\b(?:tell me|name) (?:each|every|all)\b",
                r"^(?:what|which) (?:documents|files|tasks|notes|memories|facts|rules|"
                r"preferences|decisions|lessons|conventions|habits|tools)\b.*\b(?:do|"
                r"have|are|did)\b",
                r"\bwhat else (?:do|have)\b",
                r"\bevery single\b|\bone by one\b|\ball my\b|\bwhat all\b|\bwhich of my\b|\brun "
                r"(?:me )?through (?:all|every|my|the)",
                r"\bwhat (?:are|were) (?:all )?(?:my|our|the) (?:open |current |saved |standing |"
                r"remaining |known )?(?:tasks|todos|to-dos|rules|"
                r"preferences|decisions|allergies|deadlines|commitments|conventions|habits|"
                r"lessons|notes|documents|files|projects|"
                r"appointments|meetings|questions|goals|tools|constraints|reminders|hobbies|pets|"
                r"servers|services)\b",
                r"^(?:please )?show (?:me )?(?:my|our|the) (?:\w+ )?\w+s\b",
                r"\bwhat (?:do|did|have) you (?:know|remember|learned|learnt|stored?|kept|saved)"
                r"(?: (?:about|of) (?:me|us))?\s*[?!.]*$",
                r"[你您](?:都)?(?:知道|记得|记住|记了|了解)(?:了)?(?:关于)?我(?:的)?"
                r"(?:些)?(?:什么|哪些|多少)(?:事|东西|信息)?[？?。]*$",
                r"关于我[，,]?[你您](?:都)?(?:知道|记得|记住|记了|了解)(?:了)?(?:什么|哪些)",
                r"\bhow many \w+ (?:do|have|are)\b",
                r"有哪些",
                r"都有(?:什么|谁|哪)",
                r"都[^，。？?]{0,6}(?:哪些|哪几)",
                r"列(?:出|一下|举|个|成)",
                r"清单",
                r"全部",
                r"所有的?",
                r"每一[条个项]",
                r"一共有",
                r"[是叫]哪些",
                r"都是(?:什么|谁)",
                r"逐[条个]",
                r"[一都](?:列|说)(?:出来|一下|一遍)",
                r"哪些.*都",
                r"有(?:什么|啥)(?:待办|任务|规矩|规则|偏好|决定|约定|过敏|忌口|计划|安排|笔记|文"
                r"档|文件|习惯|要求)",
                r"(?:定|记|存|记录)过(?:哪些|什么|几)|给我一份|一份.{0,8}(?:表|清单|名单)",
                r"罗列|汇总|总共|逐一|一览|通通|统统|数一?数|整理(?:一份|出来|一下|成)|全(?:给我|"
                r"列|说|发)|都(?:给我|发我|告诉我|拿出来|说说)",
                r"有(?:多少|几)[个条项种份位篇样]|哪几[个条项种份位篇样]|都(?!在)[^，。？?]{0,8}"
                r"(?:什么|啥|谁)|(?:一共|总共)"
                r"[^，。？?]{0,6}几|有啥|有什么[^，。？?]{1,8}要",
                r"(?:知道|记得|记)(?:的)?关于我的一切|一切",
                r"\b(?:the )?(?:whole|entire) (?:lot|thing|set)\b|\bfull set\b|"
                r"\boverview of (?:each|every|all|my|the)\b|"
                r"\bwhich are they\b|\bdump (?:your|all|my|the)\b|^all (?:the |my |our )?\w+s\b|"
                r"[.?,]\s*all\s*[?.!]*$",
                r"\beverything on\b|总览|完整|整个(?:列表|清单)|全倒|(?:都|全)倒出来",
                r"盘点",
            ),
        ),
        (
            Intent.TIME,
            Aspect.RECENT,
            _any(
                r"\b(?:lately|recently|these days|nowadays|of late)\b",
                r"\bwhat happened\b",
                r"\bwhat(?:'s| is) new\b",
                r"\banything new\b",
                r"\bwhat have (?:i|we|you) been\b",
                r"\bcatch me up\b",
                r"\bbetween\b[^?]{2,30}\band\b[^?]{2,20}\?|(?:之间|前一[晚天周]|前那个?(?:星期|"
                r"周))[^，。？?]{0,8}(?:什么|啥)",
                r"\bbring me up to\b",
                r"\bso far\b",
                r"最近",
                r"近来",
                r"近期",
                r"这阵子",
                r"这段时间",
                r"前阵子",
                r"前段时间",
                r"发生了?(?:什么|啥)",
                r"有什么新",
                r"这(?:几|些)[天日]",
                r"刚刚发生",
            ),
        ),
        (
            Intent.FACT,
            None,
            _any(
                r"\b(?:do|don't|can|can't|am|should|must|did) i (?:eat|like|prefer|"
                r"want|live|drink|speak|smoke|drive|own|hate|love|a |an |the |"
                r"vegetarian|vegan|allergic|married|left|right|mind)",
                r"\b(?:what|which|where|who|how) (?:\w+ ){0,2}i (?:work|live|drive|call|own|use|"
                r"like|take|study|bank|"
                r"bank with)\b|\b(?:which|what) \w+ i(?:'m| am) (?:with|at|in)\b|"
                r"\bmy \w+ number\b|\bi prefer\s*[?.!]*$",
                r"我家[^，。？?]{1,4}的?名字|我给[^，。？?]{1,6}起的|号码我忘了|"
                r"我喝[^，。？?]{1,4}[加放]不[加放]",
                r"\bam i\b",
                r"\bwhat am i (?:allergic|called)",
                r"\bwhere (?:do|am) i (?:live|work|from|based)\b",
                r"\bhow (?:do i (?:like|prefer|want|spell|pronounce|take)|old am i|"
                r"should (?:you|i) (?:address|call|answer|write|format|be))\b",
                r"\bwhat (?:should|do) (?:you|i|people|they) (?:be )?call(?:ed)?",
                r"\b(?:which|what) (?:\w+ )?(?:language|tone|format|time ?zone|units?|"
                r"currency|style|editor|length)\b.*\b(?:i|me|my|you)\b",
                r"\bshould you\b",
                r"\bmay you\b",
                r"\bdo you (?:need to|have to) ask\b",
                r"\b(?:what|which|who|where|whose|how many|how much)\b[^?]{0,40}\b(?:do|am|would|"
                r"should|did) i (?:usually |normally |always |still "
                r"|generally |typically |mostly )?(?:like|prefer|use|speak|live|work|eat|drink|"
                r"want|wear|take|drive|play|go by|hate|love|"
                r"fly|own|have|support|study|report to|bank|sleep|read|listen|code|write|need|"
                r"avoid|come from|weigh)\b",
                r"\b(?:do|am|have) i (?:have|got|still|take|use|wear|play|usually|normally|need|"
                r"avoid|keep|work|go|sleep|sing|study|ever)\b"
                r"(?!.*\b(?:meeting|appointment|time to)\b)",
                r"\bremind me (?:what|who|where|which|how)\b[^?]*\b(?:my|i (?:like|prefer|use|"
                r"live|work))\b",
                r"\bhow (?:do|should) (?:you|we) (?:answer|address|write to|talk to|greet|call|"
                r"reply)\b|\b(?:tell|remind) me my\b",
                r"\bwhat do (?:you|they|people) call me\b|\bwhat(?:'s| is) the (?:name|age|"
                r"birthday|breed) of my\b",
                r"\bwhat (?:is|are|was) my\b(?! (?:plan|idea|take))",
                r"\bwhat's my\b",
                rf"\bmy (?:{_PERSONAL})\b",
                r"\bwhat do i do for (?:a living|work)",
                r"\bwho(?:'s| is) my\b",
                r"\bwhat kind of .* do i\b",
                r"我叫(?:什么|啥)",
                r"[叫称]呼?我(?:什么|啥|$|？|\?)",
                r"怎么[叫称]呼?我",
                r"我是(?:谁|哪里人|做|干|哪|不是|[^，。]{1,8}[吗么])",
                r"我(?:平时|一般|现在)?(?:能|不能|可以)?[吃喝抽](?!了|过|"
                r"的)[^，。]{0,6}[吗么？?]",
                r"我对.{1,8}过敏",
                r"我(?:家)?(?:现在|目前)?[住在]在?哪",
                r"我(?:更|比较|最)?(?:喜欢|希望|想要|习惯|偏好|讨厌|不喜欢|爱)",
                r"(?:要不要|该不该|需不需要|应不应该|用不用|是否要|必须)(?:先)?[问征]",
                r"我(?:多大|几岁|属什么)",
                r"我(?:的)?(?:老婆|老公|妻子|丈夫|妈|爸|母亲|父亲|孩子|女儿|儿子|妹|"
                r"姐|哥|弟|猫|狗|上司|老板|称呼|工作|单位|公司|口味|"
                r"语言)(?!.*(?:为什么|怎么))",
                r"我的[^，。？?昨上刚最为]{1,10}(?:是|叫|在)?(?:什么|哪|谁|多少|几)(?!.*(?:时候|"
                r"失败))",
                r"[你您](?:还)?(?:知道|记得)我[^，。？?昨上刚最]{1,12}(?:吗|么|什么|哪|[?？])",
                r"我(?:都|一般|常|惯)?用(?:的)?(?:是)?(?:什么|哪|啥)",
                r"我(?:的)?[^，。？?昨上刚最说问提聊讲为怎]{0,8}(?:叫什么|叫啥|是谁|是什么|是啥|"
                r"是多少|是哪|在哪|多大|多高|多重|多少码)"
                r"(?!.*(?:失败|时候))",
                r"我(?:有没有|有几[个只]|养|穿|戴|开的?什么|属|忌口|信|抽|结婚|单身|不吃|不喝|不"
                r"能吃|结了婚|会不会|能不能吃|爱吃|住)"
                r"[^，。？?]*(?:什么|哪|几|吗|么|谁|啥|多少|孩|婚|没|？|\\?)",
                r"(?:你|您)(?:该|应该|要|得)?(?:用|怎么|以)[^，。？?]{0,6}(?:回|答|称呼|叫)我|(?:"
                r"回答|回复)"
                r"我[^，。？?]{0,6}(?:什么|哪|怎么)",
                r"我(?:老家|家乡|籍贯|专业|部门|职位|岗位|公司|车牌|鞋码|血型|星座|体重|身高|宠"
                r"物|编辑器|饮食|忌口|过敏|国籍|母语)",
                r"用什么(?:语言|语气|格式|单位)",
                r"我会(?:说|讲)?(?:什么|哪|几)",
                r"我有(?:没有|几|什么)(?:孩子|宠物|过敏|忌口)",
            ),
        ),
    )
]
