"""Rules for what people say of themselves in Chinese: name, address, diet, time zone."""

from __future__ import annotations

import re

from stratal.text.person_rules import (
    BY_ADDRESS,
    BY_DIET,
    BY_NAME,
    BY_ZONE,
    FOODS_ZH,
    address_zh,
    name_zh,
)
from stratal.text.statement_parts import (
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.wording import ONCE, Wording
from stratal.text.zh_parts import END, PARTICLE

_WHO = r"(?P<value>[\u4e00-\u9fff·]{2,5}|[A-Z][A-Za-z'’-]+(?:\s[A-Z][A-Za-z'’-]+)?)"
_CALLED = r"(?P<value>[\u4e00-\u9fffA-Za-z·]{1,8}?)"

WHOLE_NAMES_ZH: list[Rule] = rule(
    StatementKind.NAME,
    name_zh,
    BY_NAME,
    r"(?:免贵|我)姓(?P<family>[\u4e00-\u9fff]{1,2})[，,]\s*(?:名|叫|全名|大名)"
    r"?(?P<value>(?P=family)[\u4e00-\u9fff]{1,2})"
    rf"{END}",
    r"(?:免贵|我)姓(?P<family>[\u4e00-\u9fff]{1,2})[，,][^。；;]{2,16}?(?:就是|叫|是)"
    r"(?P<value>(?P=family)[\u4e00-\u9fff]{1,2})"
    rf"{END}",
)
NAMES_ZH: list[Rule] = [
    *rule(
        StatementKind.NAME,
        name_zh,
        BY_NAME,
        rf"(?:(?:鄙人|在下|敝人)(?:姓名|叫|是|姓)?|(?:本人|我本名|我大名|我真名|我全名)(?:姓名|"
        rf"名)?(?:叫|是))\s*{_WHO}{END}",
        rf"{_WHO}(?:就)?是我(?:的)?(?:名字|大名|本名|真名|全名|姓名)",
        rf"我?(?:身份证|护照|户口本|证件|合同|工牌)上?(?:写的?|印的?|登记的?|的名字)?(?:是|叫|写着)"
        rf"\s*{_WHO}{END}",
        rf"(?:爸妈|父母|家里|我妈|我爸|爷爷|奶奶)?给我(?:起|取)(?:的)?(?:名字?)?(?:叫|是)?"
        rf"\s*{_WHO}{END}",
    ),
    *rule(
        StatementKind.NAME,
        address_zh,
        BY_ADDRESS,
        rf"(?:我)?(?:希望|想让|想要|要|愿意|更?喜欢|习惯)?(?:你|您|大家|别人)?(?:们)?(?:以后|"
        rf"今后|都|就|"
        rf"直接|可以|还是|请|管){{0,4}}(?:叫我|称呼我|喊我|称我|唤我|(?<=直接)喊|(?<=直接)称呼)"
        rf"(?:为|"
        rf"作|做|一声|声)?"
        rf"\s*{_CALLED}{PARTICLE}{END}",
        rf"{_CALLED}(?:这个)?(?:小名|称呼|昵称|外号|名字)?(?:听着|听起来|叫着|叫起来)"
        rf"[^，,。]{{1,8}}[，,]\s*"
        rf"(?:你|您)?(?:就|以后|都){{0,4}}(?:这么|这样|就这么)(?:叫|喊|称呼)我?",
        rf"(?:我的?)?(?:小名|昵称|外号|网名|绰号)(?:是|叫)?\s*{_CALLED}[，,]\s*(?:你|您)?(?:就|"
        rf"以后|都|也){{0,4}}"
        rf"(?:这么|这样|用这个|可以这么)(?:叫|喊|称呼)我?",
        rf"(?:大家|朋友们?|同事们?|家里人|身边人)(?:都|一般|平时){{0,4}}(?:叫我|喊我|管我叫)"
        rf"\s*{_CALLED}"
        rf"{PARTICLE}{END}",
    ),
]

_ANY = (
    r"(?:从不|从来不|不能|不可以|不敢|不再|不|忌|戒了?|不太能|没法|不爱|不怎么)\s*(?:吃|喝|碰|"
    r"沾|吃得|喝得)?"
)
_NOT_MINE_ZH = Wording(
    r"[他她]|(?:我|俺)(?:儿子|女儿|妈|爸|老公|老婆|婆婆|公公|朋友|同事|室友|妹|姐|哥|弟|奶奶|"
    r"爷爷|外婆|外公|孩子|"
    r"家孩子|家宝|爱人|太太|先生|对象|男友|女友|客人)|客人|病人|顾客|客户|孩子|村|小时候|以前|"
    r"那会儿|年前|那天"
)
_FOOD = rf"{FOODS_ZH}(?:(?:、|和|与|跟|及|或){FOODS_ZH}){{0,4}}"


def _eats(told: Told) -> Reading | None:
    if _NOT_MINE_ZH.search(told.heard.words):
        return None
    value = told["value"]
    if re.fullmatch(_FOOD, value):
        # The food alone would read as if it were eaten: the clause says that it is not.
        what = "allergy" if "过敏" in told.matched else "diet"
        return Reading(attribute=f"{what}: {value}", value=told.matched)
    return Reading(attribute="diet", value=value)


DIETS_ZH: list[Rule] = rule(
    StatementKind.DIET,
    _eats,
    BY_DIET,
    rf"(?:我)?一(?:吃|喝|碰)(?P<value>{_FOOD})(?:我)?就[^，,。]{{1,8}}",
    r"(?:医生|大夫)(?:让|叫|要)我(?P<value>(?:忌|戒)(?:辣|酒|糖|口|油腻|海鲜|生冷|咖啡|牛奶|甜食))",
    r"(?:我)?(?P<value>(?:乳糖|麸质|果糖|酒精)不耐(?:受|症)?)",
    rf"(?:我|本人)?(?P<value>{_FOOD}|青霉素|头孢|花粉|尘螨)(?:我|这东西我)?过敏(?:体质)?",
    rf"(?:聚餐|应酬|平时|在家|我家里?|家里|全家|我们家|本人|咱|俺|我这人|我)(?:我|都|也|是|从来|"
    rf"一直|一向|平时|吃饭|"
    rf"点菜){{0,4}}(?P<value>{_ANY}\s*{_FOOD})(?:的|类)?",
    r"(?:我|本人|俺|咱)?(?:目前|现在|最近|一直|正在|已经|在|平时|家里|我家|全家|都){0,4}(?:做|"
    r"走|吃|"
    r"执行|坚持|是|搞|进行|按){1,4}"
    r"(?P<value>(?:生酮|低碳水?|无麸质|低盐|低糖|清真|素食|纯素|全素|蛋奶素|地中海|斋|素|生食|"
    r"低脂|犹太)"
    r"(?:主义者|饮食|食谱|者|食|餐)?)(?:的)?",
    rf"(?:我|本人)?(?:对)?\s*(?P<value>{_FOOD})(?:严重|有点|有|一直){{0,4}}(?:过敏|不耐受|忌口)",
    rf"(?P<value>{_FOOD})(?:我|咱|俺)(?:是|都|也|一口|一点|从来){{0,4}}(?:不(?:吃|喝|碰|沾|能吃|"
    rf"能喝|"
    rf"能碰|行)|吃不了|喝不了|碰不得)"
    r"(?:的)?",
    rf"(?:我|本人)(?:吃|喝|碰|沾)(?:了)?\s*(?P<value>{_FOOD})(?:就|会|要)[^，,。]{{1,8}}",
)

_PLACE = (
    r"(?:北京|上海|东京|首尔|伦敦|巴黎|柏林|纽约|洛杉矶|旧金山|西雅图|新加坡|悉尼|墨尔本|多伦多|"
    r"温哥华|莫斯科|"
    r"迪拜|香港|台北|曼谷|夏威夷|乌鲁木齐|新疆|美东|美西|太平洋|欧洲中部|中欧|东欧|格林尼治|"
    r"芝加哥|丹佛|"
    r"德国|日本|韩国|印度|英国|法国|中国|巴西|美国东部|美国西部|澳洲|奥克兰|马尼拉|雅加达|河内|"
    r"吉隆坡|孟买|"
    r"开罗|约翰内斯堡|圣保罗|马德里|罗马|阿姆斯特丹|苏黎世|维也纳|赫尔辛基|斯德哥尔摩|伊斯坦布尔)"
)
_BY_ZONE = (*BY_ZONE[:-1], Wording(ONCE.pattern.replace("|这里|", "|")))
_ZONE = (
    r"(?P<value>(?:UTC|GMT)\s*[+\-−]\s*\d{1,2}(?::?\d\d)?|(?:Africa|America|Asia|Australia|"
    r"Europe|Pacific)/[A-Za-z_]+|"
    rf"[东西][一二三四五六七八九十]+区|{_PLACE}(?:标准|夏令)?时(?:间|区)|UTC|GMT|CET|PST|EST|"
    rf"JST|CST)"
)
_NO_ZONE = re.compile(
    r"什么|哪|多少|[这那有没花空业一段的多长同]时间|短时间|休息|上班|下班|工作|睡觉|开会|截止|"
    r"时间表|省|浪费|任何|"
    r"大部分|另外|^(?:占|用|按|花|过|在|走|是|设|改)"
)


def _zone(told: Told) -> Reading | None:
    if _NO_ZONE.search(told["value"]) or _OF_MACHINES.search(told.heard.words):
        return None
    return Reading(attribute="time zone", value=told["value"])


_OF_MACHINES = re.compile(
    r"服务器|数据库|日志|容器|接口|存储|系统|流水线|集群|客户|字段|时间戳|他|她"
)
_ALL_TIMES = (
    r"(?:所有|我的|跟我|给我|提到的|约我|会议|日程|提醒|安排){0,4}(?:的)?(?:时间|时区|日程|提醒|"
    r"会议|约时间|时刻)"
)

ZONES_ZH: list[Rule] = rule(
    StatementKind.TIME_ZONE,
    _zone,
    _BY_ZONE,
    rf"(?:我|我们|咱)?(?:这边|这里|这儿|人|本人|家)?(?:现在起|以后|目前|现在|都|统一|一律|请|"
    rf"平时|一直|就){{0,4}}(?:在|用|是|按照?|"
    rf"走|过|遵循|以)(?:的是)?\s*{_ZONE}(?:来|算|为准|显示|安排|计算|走|给我|排|的){{0,4}}",
    rf"{_ALL_TIMES}(?:请|都|要|一律|统一|全部|默认|就|得){{0,4}}(?:按照?|用|以|是|显示成?|换算成|"
    rf"设(?:成|为|置为)|写成|给)"
    rf"\s*{_ZONE}(?:来|算|为准|显示|安排|计算|给我|排|写){{0,4}}",
    rf"(?:我)?(?:住|在|搬到|人在)[^，,。]{{1,8}}[，,]\s*(?:所以)?(?:是|用|按)?\s*{_ZONE}",
    rf"时区\s*[:：是]?\s*{_ZONE}",
)
