"""Rules for the looser ways of saying who somebody is and in which time zone: "Hi, Priya here".

They stand behind the plain ones of `plain_person_rules`.
"""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.statement_parts import COMMAS, Reader, Reading, Rule, StatementKind, Told, rule
from stratal.text.titles import STOP
from stratal.text.wording import ONCE, QUESTION, REPORTED, SUPPOSED, UNMEANT

# Names.

CAPITAL = r"(?-i:[A-Z\u00c0-\u00de])[\w\u00c0-\u024f'’-]*"
NAMED = rf"(?P<value>(?:(?:Dr|Mr|Mrs|Ms|Prof)[.{STOP}]?\s+)?{CAPITAL}(?:\s+{CAPITAL}){{0,2}})"
_NO_NAMES = frozenset(
    """sorry done here back sure fine good glad happy sad tired busy ready late sick new not also
    just still afraid vegan vegetarian pescatarian english german french italian spanish chinese
    american british canadian indian japanese korean russian polish turkish dutch swedish danish
    norwegian finnish greek portuguese brazilian mexican australian irish scottish swiss austrian
    european asian african muslim jewish christian catholic hindu buddhist monday tuesday wednesday
    thursday friday saturday sunday postgres python react linux windows mac ok okay it this that
    in on at from with a an the what weird urgent great perfect nice correct wrong right true time
    false mum mom dad dev qa pm ceo cto cfo hr it admin team support our my your his her their
    currently looking working trying writing going getting having thinking using so very really
    too pretty quite all no yes out off up down old young married single confused stuck curious
    interested worried lost hungry hello hi hey please thanks something someone nobody""".split()
)


_OPENING = re.compile(r"(?:this is|it'?s|it is)\b", re.IGNORECASE)
_HERE = re.compile(r"\b(?:here|from|speaking|again|and)\b", re.IGNORECASE)
_GREETED = re.compile(
    r"\s*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|there|all|team|everyone|claude)"
    r"[\s,.!]*)*",
    re.IGNORECASE,
)
_CONTRASTED = re.compile(r"\s*,?\s*(?:and )?not\b", re.IGNORECASE)


def shown_name(attribute: str) -> Reader:
    """Reads a name with capitals, that is no adjective and no nationality."""

    def read(told: Told) -> Reading | None:
        value = told["value"].strip(COMMAS)
        before = told.heard.words[: told.match.start()]
        if _OPENING.match(told.matched) and not (
            _GREETED.fullmatch(before) and (before.strip() or _HERE.search(told.matched))
        ):
            return None
        if _CONTRASTED.match(told.heard.words, told.match.end("value")):
            return None
        words = re.sub(rf"^(?:Dr|Mr|Mrs|Ms|Prof)[.{STOP}]?\s+", "", value).split()
        if not words or BLANK in value or not all(word[0].isupper() for word in words):
            return None
        if value.isupper() and len(value) > 2:
            return None
        if any(word.casefold().strip(".'") in _NO_NAMES for word in words):
            return None
        return Reading(attribute=attribute, value=value)

    return read


SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁"
    "魏薛叶"
    "阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔"
    "贺赖龚文"
)
NO_NAMES_ZH = re.compile(
    r"程序|高[中管级考一二三]|方[案便言]|金融|马[上来]|文[科员案化]|白[领痴羊]|江[苏西浙湖南北]|"
    r"常[客常州]"
    r"|苏州|石[家油]|武[汉术]|田径|任[何课务]|于是|万[能一]|龙|孔子|钱[包多]|易|黄[种牛昏]|周"
    r"[末一二三四五六日]"
    r"|小[白学组时孩气心]|老[师板手外人家实年用婆公百]|何[时处必]|余[额下]|段子|叶子|余|杜绝|戴眼"
    r"|夏[天令]|毛|秦|林业|罗列|梁上|许[多久]|康复|唐突|韩国|陆[军续]|顾[客问]|史|成|阿[姨拉]"
    r"|负责|过敏|[^，]{0,3}过敏|新来|新手|学生|员工|用户|作者|管理|开发|工程师|设计师|经理|老板|"
    r"医生|律师|产品"
)
_WHO_ZH = (
    rf"(?P<value>(?:[小老阿][\u4e00-\u9fff]{{1,2}}|[{SURNAMES}][\u4e00-\u9fff]{{1,2}}|欧阳"
    rf"\S{{1,2}}"
    r"|[A-Z][A-Za-z]+)(?=\s*(?:$|[，,。！!；;、]|负责|来自|在)))"
)
_FIRST_ZH = (
    r"(?P<value>[\u4e00-\u9fff·]{1,6}?|[A-Z][A-Za-z'’-]+(?:\s+[A-Z][A-Za-z'’-]+)?)"
    r"(?=\s*(?:$|[，,。！!；;]|就行|就好|就成|就可以|即可|吧|好了|啦|哈|得了))"
)


def name_zh(told: Told) -> Reading | None:
    value = told["value"]
    if (
        not value
        or BLANK in value
        or NO_NAMES_ZH.match(value)
        or value[0] in "了过不什怎谁他她它你您我"
    ):
        return None
    return Reading(attribute="name", value=value)


_NO_ADDRESS_ZH = re.compile(
    r"[说我你他她它怎什干做起去来回看一别先等再早家出帮开吃了过就啥]|大[家声点]|名字|全名|外号|"
    r"过去|随便|都[行可]"
)
_BY_STRANGERS = re.compile(
    r"(?<!习惯)(?<!喜欢)(?<!希望)(?<!愿意)(?:别人|有人|路人|[他她]们?|人家|陌生人|小孩子?|小朋友|网友)(?:都|总|老|一直|也|还)?(?:"
    r"是)?(?:叫|喊|管|称)我"
)


def address_zh(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if not value or BLANK in value or _NO_ADDRESS_ZH.match(value):
        return None
    if _BY_STRANGERS.search(told.heard.words):
        return None
    return Reading(attribute="address", value=value)


BY_NAME = (QUESTION, REPORTED, UNMEANT)

NAMES: list[Rule] = [
    *rule(
        StatementKind.NAME,
        shown_name("name"),
        BY_NAME,
        rf"(?:i'm|i am|this is|it's|it is)\s+{NAMED}"
        r"(?=\s*(?:$|[,，]|\band\b|\bfrom\b|\bwith\b|\bat\b|\bhere\b|\bby the way\b|\(|-|–|—))"
        r"(?:\s+(?:here|from|with|at|and)\b.*|\s*[(–—-].*)?",
        rf"{NAMED}\s+(?:here|speaking)",
        rf"(?:the )?name(?:'s| is|\s*[:：])\s+{NAMED}",
        rf"my (?:full |real |first |given )?name(?:'s| is)\s+{NAMED}"
        r"(?:\s+(?:and|from|but|by the way)\b.*)?",
        rf"you(?:'re| are) (?:talking|speaking|chatting) (?:to|with)\s+{NAMED}",
    ),
    *rule(
        StatementKind.NAME,
        name_zh,
        BY_NAME,
        rf"(?:我是|我这边是|这里是|这边是|本人是?|在下)\s*{_WHO_ZH}(?:负责.*|来自.*|在.*)?",
        rf"我(?:的)?(?:英文名|中文名|名字|本名|真名|大名)(?:字)?(?:是|叫)\s*{_FIRST_ZH}",
        r"(?:免贵|我)姓\s*(?P<value>[\u4e00-\u9fff]{1,2}(?=$|[，,。]))",
        rf"(?:我叫|名字叫|姓名[:：])\s*{_FIRST_ZH}",
    ),
]

BY_ADDRESS = (QUESTION, REPORTED, UNMEANT, ONCE)

ADDRESS: list[Rule] = [
    *rule(
        StatementKind.NAME,
        shown_name("address"),
        BY_ADDRESS,
        r"(?:(?:everyone|everybody|people|my friends|friends|colleagues|my colleagues|most people|"
        rf"they all|my team)\s+(?:just |all )?calls? me)\s+{NAMED}",
        rf"i(?:'d)?(?: would)? (?:prefer|like|rather)(?: to)? be (?:called|addressed as)"
        rf"\s+{NAMED}",
        rf"(?:(?:you|everyone|people) (?:can|may|could|should)\s+)?(?:just |simply |also "
        rf")*(?:call|address|refer to) me (?:as |by )?(?:just |simply )?{NAMED}"
        r"(?:\s+(?:in|when|whenever|every time|always|please|from|instead|rather|and|not|if)\b.*)?",
        rf"(?:just |plain )?{NAMED} (?:is|will be|works) (?:fine|ok|okay|enough|good)"
        r"(?:\s+(?:with|for) me)?",
        rf"(?:i go by|i answer to|known as)\s+{NAMED}(?:\s+(?:at|in|among|here)\b.*)?",
        rf"use\s+{NAMED}\s+(?:when|if) (?:you )?(?:address|talk|write|speak)\w*.*",
        rf"(?:don't|do not|never|stop) call(?:ing)? me [^,;]{{1,30}}[,;—–-]\s*(?:please "
        rf")?(?:just )?"
        rf"(?:call me |it's |i'm )?{NAMED}",
    ),
    *rule(
        StatementKind.NAME,
        address_zh,
        BY_ADDRESS,
        r"(?:请|以后|往后|今后|一律|可以|就|你|您|直接|都|平时|大家都?|朋友们?都?|同事们?都?|"
        r"家里人都?|一般|"
        r"还是|喜欢|"
        rf"习惯){{0,4}}(?:叫我|称呼我为?|称我为?|喊我|管我叫|唤我)(?:做|一声)?\s*{_FIRST_ZH}",
        rf"(?:别|不要|不用)(?:再)?(?:叫|喊|称呼)我[^，,。；;]{{1,12}}[，,；;]\s*(?:请|就|直接)*"
        rf"(?:叫|喊|称呼)(?:我)?\s*{_FIRST_ZH}",
        rf"(?:对我的称呼|称呼)(?:用|就用|请用|是)\s*{_FIRST_ZH}",
    ),
]

# Time zones.

ZONE_NAMES = (
    r"(?:(?:UTC|GMT)\s*[+\-−±]\s*\d{1,2}(?::?\d\d)?|(?:Africa|America|Asia|Atlantic|Australia|"
    r"Europe|Indian|Pacific)/[A-Za-z_]+(?:/[A-Za-z_]+)?|CEST|CET|EST|EDT|PST|PDT|CST|MST|MDT|CDT|"
    r"JST|KST|IST|BST|AEST|AEDT|NZST|SGT|HKT|WIB|MSK|EET|WET|UTC|GMT)"
)
CITIES = (
    r"(?:Berlin|London|Paris|Madrid|Lisbon|Rome|Vienna|Zurich|Amsterdam|Dublin|Stockholm|Oslo|"
    r"Helsinki|Warsaw|Prague|Athens|Istanbul|Moscow|Dubai|Mumbai|Delhi|Bangalore|Singapore|"
    r"Hong Kong|Beijing|Shanghai|Tokyo|Seoul|Sydney|Melbourne|Auckland|Honolulu|Los Angeles|"
    r"San Francisco|Seattle|Denver|Chicago|Dallas|New York|Boston|Toronto|Vancouver|Mexico City|"
    r"Bogota|Lima|Santiago|Buenos Aires|Sao Paulo|São Paulo|Lagos|Nairobi|Cairo|Johannesburg|"
    r"Pacific|Eastern|Central|Mountain|Atlantic|Central European|Eastern European|Indian|India|"
    r"Japan|Korean|Korea|China|Greenwich|British|UK|US Eastern|US Pacific|Australian Eastern)"
)
ZONE = (
    rf"(?P<value>{ZONE_NAMES}(?:\s+time)?|{CITIES}(?:\s+(?:standard|daylight|summer))"
    rf"?\s+time(?: ?zo"
    rf"ne)?)"
)
ZONE_ZH = (
    r"(?P<value>(?:UTC|GMT)\s*[+\-−]\s*\d{1,2}(?::?\d\d)?|(?:Africa|America|Asia|Australia|Europe|"
    r"Pacific)/[A-Za-z_]+|[东西][一二三四五六七八九十]+区|(?:北京|上海|东京|首尔|伦敦|巴黎|柏林|"
    r"纽约|洛杉矶|旧金山|"
    r"西雅图|新加坡|悉尼|多伦多|温哥华|莫斯科|迪拜|香港|台北|曼谷|美东|美西|太平洋|欧洲中部|中欧|"
    r"格林尼治|芝加哥|"
    r"德国|日本|英国|法国|中国|美国东部|美国西部|澳洲)(?:标准)?时(?:间|区)|UTC|CET|PST|EST|JST)"
)
BY_ZONE = (QUESTION, SUPPOSED, REPORTED, UNMEANT, ONCE)
_OF_MINE = (
    r"(?:things|my (?:times?|calendar|meetings|schedule|reminders|appointments)|me|reminders|all "
    r"times|times|everything|dates)"
)

_PLACED = re.compile(r"\b(?:i'?m|i am|i live|i work|my)\b|我", re.IGNORECASE)


def _placed(told: Told) -> Reading | None:
    """Reads a zone by itself, where the sentence says before that somebody is there."""
    if not _PLACED.search(told.heard.words[: told.match.start()]):
        return None
    return Reading(attribute="time zone", value=told["value"])


ZONES: list[Rule] = rule(
    StatementKind.TIME_ZONE,
    _placed,
    BY_ZONE,
    rf"(?:so |that's |which is |i\.e\.? )*{ZONE}",
    rf"(?:用|按|就是|也就是|都用|都按|请用|请按)?\s*{ZONE_ZH}",
) + rule(
    StatementKind.TIME_ZONE,
    lambda told: Reading(attribute="time zone", value=told["value"]),
    BY_ZONE,
    rf"(?:my |the )?(?:local )?(?:time ?zone|tz)(?:'s| is|\s*[:：=])\s*{ZONE}(?:\s*\(.*\))?",
    rf"(?:my |the )?(?:local )?time ?zone(?:'s| is|\s*[:：=])\s*(?P<value>{CITIES})",
    rf"i(?:'m| am)(?: currently| always| usually| now)?(?: based| living| located| working| "
    rf"sitting)? "
    rf"(?:in|on|at)\s+(?:the\s+)?{ZONE}(?:\s*\(.*\))?",
    rf"i(?: usually| always| mostly| normally)?\s+(?:live|work|operate|am)\s+(?:in|on|by)"
    rf"\s+(?:the )?{ZONE}",
    rf"set (?:my |the )?(?:time ?zone|tz) to\s+{ZONE}",
    rf"i(?:'m| am)\s+{ZONE}",
    rf"(?:please )?use\s+{ZONE}\s+(?:for|with|when|in)\s+{_OF_MINE}.*",
    rf"(?:show|give|put|list|keep|convert|schedule|treat|interpret|read)\s+(?:me "
    rf")?{_OF_MINE}\s+(?:to me "
    rf")?(?:in|on|to|as|by)\s+{ZONE}",
    rf"(?:all |all of |any )?{_OF_MINE}\s+(?:are|is|should be|go|i (?:give|mention|say) (?:are|"
    rf"is))\s+"
    rf"(?:always )?(?:in|on|by)?\s*{ZONE}",
    rf"when i (?:say|give|mention) (?:a )?times?,? (?:i mean|it(?:'s| is)|assume)\s+{ZONE}",
    rf"我(?:的|现在|所在|这边|这里|当前)*(?:的)?时区(?:是|为|用|[:：])\s*{ZONE_ZH}",
    rf"我(?:这边|这里|人|平时|一般|一直|现在|的时间|们这边)*(?:在|用|是|按|走|过的是|用的是)"
    rf"\s*{ZONE_ZH}"
    r"(?:时区|的)?",
    rf"(?:我说的|我的|所有|提到的|会议|日程|提醒|安排)*(?:时间|时区|日程|提醒|会议)(?:请|都|要|一"
    rf"律|统一|全部|默认|就)*"
    rf"(?:按照?|用|以|是|显示成?|换算成|设(?:成|为|置为))\s*{ZONE_ZH}(?:来|算|为准|显示|安排|计"
    rf"算|给我|排|吧)*",
    rf"(?:请|都|一律|统一|默认|就)*(?:按照?|以)\s*{ZONE_ZH}(?:来|算|为准|显示|安排|计算|给我)+",
)
