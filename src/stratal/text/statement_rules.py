"""The rules by which statements are recognised, in the order in which they are tried.

A rule is a wording, what unsays it, and a reader that makes a value of the match or, looking
closer, nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace

from stratal.text.families import FAMILY_OF, ORDINARY, same_tool
from stratal.text.own_words import BLANK, HAN
from stratal.text.statement_parts import (
    COMMAS,
    EVERYTHING,
    Reader,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.wording import (
    ACT_EN,
    ACT_ZH,
    CHANGE_ZH,
    LEAVE_EN,
    LEAVE_ZH,
    NOT_EN,
    NOT_ZH,
    ONCE,
    ORDER_ZH,
    OVER,
    QUESTION,
    REPORTED,
    SUPPOSED,
    THIS_ONCE,
    UNMEANT,
    USE_ZH,
    WE,
    WE_ZH,
    N,
    V,
    leans_on,
)

# What the rules read.

_NOT_NAMES = frozenset(
    """later back when if at on tomorrow today tonight asap anytime crazy old stupid paranoid
    whatever anything a an the by in after before maybe skeptical cynical lazy picky names please
    out for as up again first soon now sometime never always around not and or""".split()
)
_NOT_TOOLS = frozenset(
    """a an the it this that them these those one more less caution same my your our their his her
    its all any some every only just me you us no not what which whatever and or to in on for with
    of as do new old other
    another both english chinese german french japanese please also but so then
    ok okay well now here there if is are was be use using use-case yes nope never always""".split()
)
_NOT_NAMES_ZH = "了过不人车个一他她它你您们起去来怎什干做用写吃帮别先等再看回说给把早明的爸妈"


def _name(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    words = value.split()
    if not words or BLANK in value or value[0] in _NOT_NAMES_ZH:
        return None
    if any(word.casefold() in _NOT_NAMES for word in words):
        return None
    # In lower case an English word is rather an adjective than a name: "call me lucky".
    named = all(word[0].isupper() or HAN.match(word) for word in words)
    if not named and not HAN.search(told.heard.words):
        return None
    return Reading(attribute="name", value=value)


def _address(told: Told) -> Reading | None:
    named = _name(told)
    return named and replace(named, attribute="address")


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


def _as(attribute: str) -> Reader:
    """Reads the value of that attribute."""
    return lambda told: Reading(attribute=attribute, value=told["value"])


def _all_of(attribute: str) -> Reader:
    """Reads all that matched as the value."""
    return lambda told: Reading(attribute=attribute, value=told.matched)


def lasting(read: Reader) -> Reader:
    """Reads only if the sentence says that it is to last: bare, it may be meant for once."""
    return lambda told: read(told) if told.heard.lasting else None


def reasoned(read: Reader) -> Reader:
    """Reads only if the sentence gives a reason: without one it may be a mere report."""
    return lambda told: read(told) if told.heard.reason else None


def _left_out(told: Told) -> Reading:
    thing = told["thing"]
    emoji = thing.casefold().startswith(("emo", "表情"))
    attribute = "emoji" if emoji else "answer format"
    return Reading(attribute=attribute, value=told["value"], not_value=thing)


_STAPLE = frozenset(("", "meat", "fish", "animal products", "肉", "荤", "荤菜", "素", "全素"))


def _diet(told: Told) -> Reading:
    food = told["food"].casefold()
    attribute = "diet" if food in _STAPLE else f"diet: {food}"
    return Reading(attribute=attribute, value=told["value"])


def _allergy(told: Told) -> Reading:
    return Reading(attribute=f"allergy: {told['food'].casefold()}", value=told["value"])


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


def _nothing(told: Told) -> None:
    """For a wording that counts only by the statement inside it."""
    assert told.matched


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
    trivial = len(value) < 2 or (value.isascii() and value.casefold() in _NOT_TOOLS)
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
            or {value.casefold(), other.casefold()} & _NOT_TOOLS
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


# Parts of patterns that only the rules use.

_PERSON = (
    r"(?P<value>[A-Za-z\u00c0-\u024f][\w'’.-]*(?:\s+[A-Z\u00c0-\u024f][\w'’-]*){0,3}"
    r"|[\u4e00-\u9fff·]{2,6})"
)
_PERSON_ZH = (
    r"(?P<value>[\u4e00-\u9fff·A-Za-z]{1,8}?(?=$|\s*[，,。！!；;]|就行|就好|吧|就可以|即可)|"
    r"[A-Za-z][\w'’-]*(?:\s+[A-Z][\w'’-]*){0,2})"
)
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
_FOOD_ONE = (
    r"(?:meat|red meat|pork|beef|lamb|fish|seafood|shellfish|chicken|poultry|dairy|milk|eggs?|"
    r"gluten|nuts|peanuts|sugar|alcohol|coffee|spicy food|mushrooms|cilantro|coriander|onions?|"
    r"garlic|wheat|soy|animal products|cheese|caffeine)"
)
_FOOD = rf"(?P<food>{_FOOD_ONE}(?:(?:,? (?:and|or) |, ){_FOOD_ONE})*)"
_FOOD_ZH_ONE = (
    r"(?:素|全素|肉|荤菜?|猪肉|牛肉|羊肉|鱼|海鲜|辣|香菜|葱|蒜|内脏|甜食|奶制品|牛奶|鸡蛋|酒|咖啡)"
)
_FOOD_ZH = rf"(?P<food>{_FOOD_ZH_ONE}(?:(?:、|和|与|跟|及|或){_FOOD_ZH_ONE})*)"
_ALLERGEN_ONE = (
    r"(?:peanuts?|nuts|tree nuts|shellfish|seafood|shrimp|milk|dairy|eggs?|gluten|wheat|soy|"
    r"sesame|fish|penicillin|aspirin|ibuprofen|pollen|latex|cats|dogs|dust|dust mites|bees?|bee "
    r"stings|mango|strawberr(?:y|ies)|kiwi|lactose)"
)
_ALLERGEN = rf"(?P<food>{_ALLERGEN_ONE}(?:(?:,? (?:and|or) |, ){_ALLERGEN_ONE})*)"
_ALLERGEN_ZH_ONE = (
    r"(?:花生|坚果|海鲜|虾|蟹|虾蟹|牛奶|乳糖|鸡蛋|麸质|小麦|大豆|花粉|青霉素|芒果|尘螨|猫毛|狗毛|"
    r"猫|狗|酒精|贝类|鱼|芝麻|阿司匹林|头孢|草莓|猕猴桃)"
)
_ALLERGEN_ZH = rf"(?P<food>{_ALLERGEN_ZH_ONE}(?:(?:、|和|与|跟|及|或){_ALLERGEN_ZH_ONE})*)"
_SLOT = (
    r"(?:package manager|database|editor|formatter|linter|test runner|shell|web framework|build "
    r"tool|type checker)"
)
_SLOT_ZH = r"(?:包管理器?|包管理工具|数据库|编辑器|格式化工具|测试框架|构建工具|前端框架|后端框架)"
_ZONE_EN = (
    r"(?:(?:UTC|GMT)\s*[+\-−±]\s*\d{1,2}(?::?\d\d)?|(?:Africa|America|Asia|Atlantic|"
    r"Australia|Europe|Indian|Pacific)/[A-Za-z_]+(?:/[A-Za-z_]+)?|CEST|CET|EST|EDT|PST|PDT|CST|"
    r"MST|JST|KST|IST|BST|AEST|UTC|GMT)"
)
_ZONE_ZH = r"(?:[东西][一二三四五六七八九十]+区|北京时间|东京时间|美东时间|美西时间)"

# The rules.

RULES: tuple[Rule, ...] = (
    *rule(
        StatementKind.OFF_RECORD,
        _all_of("consent"),
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
        _as(""),
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
        _all_of("permission"),
        (QUESTION, REPORTED),
        rf"(?:{LEAVE_EN}).*$",
        rf"(?:{LEAVE_ZH}).*$",
        rf"[^，,。；;~～a-z]{{1,6}}(?:{LEAVE_EN}).*$",
        rf"[^，,。；;~～a-z]{{1,6}}(?:{LEAVE_ZH}).*$",
    ),
    *rule(
        StatementKind.NAME,
        _name,
        (QUESTION, SUPPOSED, REPORTED, UNMEANT),
        rf"my (?:full |real )?name(?:'s| is)\s+{_PERSON}",
        rf"i(?:'m| am) (?:called|named)\s+{_PERSON}",
        rf"(?:我的?(?:名字|全名|姓名)(?:叫|是|叫做)|我(?:名)?叫(?:做)?)\s*{_PERSON_ZH}",
    ),
    *rule(
        StatementKind.NAME,
        _address,
        (QUESTION, SUPPOSED, REPORTED, UNMEANT, ONCE),
        rf"(?:(?:you can|you may|just|everyone can)\s+)?call me\s+{_PERSON}",
        rf"(?:address|refer to) me as\s+{_PERSON}",
        rf"i go by\s+{_PERSON}",
        r"(?:请|以后|可以|就|你|您|直接|都|大家都)*(?:叫我|称呼我为|称呼我|喊我|"
        rf"管我叫)\s*{_PERSON_ZH}",
    ),
    *rule(
        StatementKind.LANGUAGE,
        _as("answer language"),
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
        _as("answer length"),
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
        lasting(_as("answer length")),
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
        _as("answer format"),
        EVERYTHING,
        rf"(?:use|give me)\s+{_LIST_EN}\s+(?:in|for)\s+(?:your |all |the )?(?:answers|replies|"
        r"responses|summaries)",
        rf"(?:format|structure|write)\s+{_ANSWERS}\s+(?:as|in|with|using)\s+{_LIST_EN}",
        rf"i (?:prefer|like|want)\s+{_ANSWERS}\s+(?:as|in|with)\s+{_LIST_EN}",
    ),
    *rule(
        StatementKind.FORMAT,
        lasting(_as("answer format")),
        EVERYTHING,
        rf"(?:answer|reply|respond)(?: to me)?\s+(?:in|with|using|as)\s+{_LIST_EN}",
        r"(?:回答|回复)(?:的?时候?|时)?(?:都|请|要|尽量|一律)*(?:用|使用|以)\s*(?P<value>要点|"
        r"列表|表格|markdown|纯文本|分点|条目|编号列表)(?:的?(?:形式|格式|方式))?",
        r"(?:都|请|要|尽量|一律)*(?:用|使用|以)\s*(?P<value>要点|列表|表格|markdown|纯文本|分点|"
        r"条目|编号列表)(?:的?(?:形式|格式|方式))?\s*(?:来)?(?:回答|回复)",
        r"(?:都|请|要|尽量|一律)*(?P<value>分点)(?:来)?(?:回答|回复|列出)",
    ),
    *rule(
        StatementKind.DIET,
        _diet,
        EVERYTHING,
        r"i(?:'m| am)\s+(?:now |currently )?(?P<value>(?:(?:not|no longer|"
        r"strictly)\s+)?(?:an? )?(?:strict |lifelong )?(?:vegetarian|vegan|pescatarian|"
        r"lactose[- ]intolerant|gluten[- ]intolerant|coeliac|celiac))",
        r"i (?P<value>(?:don't|do not|never|no longer|can't|cannot)\s+(?:eat|drink|"
        rf"have)\s+{_FOOD})",
        rf"i (?:now |do )?(?P<value>eat\s+{_FOOD}\s*(?:again|now|these days))",
        rf"i(?:'ve| have) started (?P<value>eating {_FOOD})(?: again)?",
        r"我(?:现在|一直|已经|平时)*是(?:个|一个|一名)?(?P<value>严格的?素食主义者|素食主义者|"
        r"素食者|纯素食?者)",
        r"我(?:现在|一直|已经|从来|平时|最近|是)*(?P<value>(?:不再|不能|从不|不|戒了)\s*(?:吃|"
        rf"喝)?\s*{_FOOD_ZH})",
        r"我(?:现在|一直|已经|平时|从来|都|是)*(?P<value>吃(?:全)?(?P<food>素))",
        rf"我(?:现在|又|开始|已经|重新|可以)+(?P<value>(?:吃|喝)\s*{_FOOD_ZH})",
    ),
    *rule(
        StatementKind.DIET,
        _allergy,
        EVERYTHING,
        r"i(?:'m| am) (?P<value>(?:severely |very |badly |not |no longer )?allergic "
        rf"to\s+{_ALLERGEN})",
        rf"i have an? (?:severe |bad )?(?P<value>{_ALLERGEN} allergy)",
        rf"我(?:从小|现在|严重)*(?P<value>不?(?:再)?对?\s*{_ALLERGEN_ZH}(?:严重)?过敏)",
    ),
    *rule(
        StatementKind.TIME_ZONE,
        _as("time zone"),
        EVERYTHING,
        rf"my time ?zone is\s+(?P<value>{_ZONE_EN})(?:\s+time)?",
        rf"i(?:'m| am)\s+(?:based |living )?(?:in|on)\s+(?:the\s+)?(?P<value>{_ZONE_EN})"
        r"(?:\s+(?:time ?zone|time))?",
        rf"i (?:live|work) (?:in|on) (?:the )?(?P<value>{_ZONE_EN})(?: time ?zone| time)?",
        rf"我的?时区是\s*(?P<value>{_ZONE_EN}|{_ZONE_ZH})",
        rf"我(?:这边|这里)?(?:在|用|是|按)\s*(?P<value>{_ZONE_EN}|{_ZONE_ZH})(?:时区)?",
    ),
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
)
