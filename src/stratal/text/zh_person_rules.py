"""Rules for what people say of themselves in Chinese: name, address, diet, time zone."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.person_rules import (
    BY_ADDRESS,
    BY_DIET,
    BY_NAME,
    BY_ZONE,
    FOODS_ZH,
    SURNAMES,
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
from stratal.text.wording import ONCE, Scope, Wording
from stratal.text.zh_parts import AS_FACT, END, LATELY, PARTICLE, SELF, SINCE

_WHO = r"(?P<value>[\u4e00-\u9fff·]{2,5}|[A-Z][A-Za-z'’-]+(?:\s[A-Z][A-Za-z'’-]+)?)"
_CALLED = r"(?P<value>[\u4e00-\u9fffA-Za-z·]{1,8}?)"

WHOLE_NAMES_ZH: list[Rule] = rule(
    StatementKind.NAME,
    name_zh,
    BY_NAME,
    r"(?:免贵|我)姓(?P<family>[\u4e00-\u9fff]{1,2})[，,]\s*(?:名|叫|全名|大名)?(?P<value>(?P=f"
    r"amily)[\u4e00-\u9fff]{1,2})"
    rf"{END}",
    r"(?:免贵|我)姓(?P<family>[\u4e00-\u9fff]{1,2})[，,][^。；;]{2,16}?(?:就是|叫|是)(?P<value"
    r">(?P=family)[\u4e00-\u9fff]{1,2})"
    rf"{END}",
)
_FULL = (
    rf"(?P<value>(?:[{SURNAMES}]|欧阳|司马|上官|诸葛|慕容|覃|骆|柯|翁|尤|岑|蓝|麦|温|庄|颜|聂|"
    rf"游|简|饶|甘|屈|祝|鲍|"
    r"柳|管|涂|盛|卓|池|阮|霍|向|桑|牛|米|安|花|凌|褚|葛|娄|司|应|古|单|解|苗|华|倪|章|鲁|韦|"
    r"俞|符|伍|喻|关|云|凤)[\u4e00-\u9fff]{1,2}|[A-Z][A-Za-z'’-]+)"
)
"""A name that shows itself by its family name, or by its capital."""
OWN_NAMES_ZH: list[Rule] = rule(
    StatementKind.NAME,
    name_zh,
    BY_NAME,
    # 小女子名唤苏婉清
    rf"(?:小女子|小弟|小妹|老夫|老朽|晚辈|本姑娘|在下|鄙人)?(?:名唤|名叫|名为|单名一个|姓名为)"
    rf"\s*{_FULL}{END}",
    # 我大名周晓岚
    rf"(?:我|本人|俺)(?:的|个)?(?:大名|本名|真名|全名|姓名|学名|名字|名)(?:就)?(?:叫做?|是)?"
    rf"[:：]?\s*{_FULL}{END}",
    rf"(?:大名|本名|真名|全名|姓名)(?:就)?(?:叫做?|是)?[:：]?\s*{_FULL}{END}",
    # 我这边叫吴桐
    rf"(?:我这边|我这里|这边|俺|咱|本人|人家)(?:名字)?(?:就)?(?:叫做?|是)\s*{_FULL}{END}",
    rf"(?:我|本人)叫(?:做)?\s*{_WHO}(?:的)?{END}",
    # 我是行政部的苏菲菲
    rf"(?:我|本人)(?:就)?是[^，,。；;他她你]{{1,10}}?(?:部|组|店|班|科|室|公司|处|楼|系|院|校|"
    rf"边|家|厂|队|厅|局|馆|所|中心|行|司)(?:里|上)?的{_FULL}{END}",
    # 自我介绍一下，韩梅
    rf"(?:先)?(?:自我介绍(?:一下|下)?|介绍(?:一下)?(?:我)?自己|报(?:上|一下|个)?(?:姓名|名字|"
    rf"名|大名)|认识一下)[，,：:]\s*(?:我(?:是|叫))?{_FULL}{END}",
    # 本人覃大勇
    rf"(?:本人|鄙人|在下|敝人)\s*{_FULL}{END}",
    # 邓芳，这是我名字
    rf"(?:[^，,。；;他她]{{0,8}}?(?:写|填|印|用|是))?{_FULL}[，,]\s*(?:这|那)?(?:就)?是我(?:的"
    rf")?(?:名字|大名|本名|真名|全名)",
    # Leo在此
    r"(?P<value>[A-Z][A-Za-z'’-]+)(?:在此|报到|前来|上线)",
    rf"(?:我的?|本人)(?:英文名|洋名|法文名|日文名|中文名|汉名)(?:字)?(?:就)?(?:是|叫)?\s*"
    rf"{_WHO}{END}",
)
_NICK = (
    r"(?P<value>[老小大阿][\u4e00-\u9fff]{1,2}|(?P<twin>[\u4e00-\u9fff])(?P=twin)|[A-Z]"
    r"[A-Za-z]+(?:哥|姐|总|老师)?|[\u4e00-\u9fff]{1,3}(?:哥|姐|叔|姨|总|老师|师傅|医生|老板|大"
    r"夫|爷|奶奶|同学|妈|爸|律师|教练|工|主任|店长|队长|老大))"
)
OWN_ADDRESS_ZH: list[Rule] = rule(
    StatementKind.NAME,
    address_zh,
    BY_ADDRESS,
    # 学生都管我叫陈老师，你也这么叫吧
    rf"[^，,。；;]{{0,10}}?(?:都|一般|平时|全){{0,3}}(?:管我叫|叫我|喊我|称我)\s*{_CALLED}"
    rf"[，,]\s*(?:所以|那)?(?:你|您)(?:也|就|以后){{0,3}}(?:这么|这样|跟着|随大流|照着|照样|同"
    rf"样)[^，,。]{{0,6}}",
    # 学生都这么喊，你也称呼我林老师
    rf"(?:你|您)(?:也|就|以后|今后|得|必须|要|可以|请|还是|都){{0,4}}(?:叫我|喊我|称呼我|称我|"
    rf"管我叫)(?:为|作|做|声|一声)?\s*{_CALLED}{PARTICLE}{END}",
    # 称呼的话就用林老师吧
    rf"(?:对我的?)?称呼(?:我)?(?:的话|的时候|上|方面|这块)?[，,]?\s*(?:请|就|你|还是|麻烦|直接"
    rf"|一律|统一){{0,3}}(?:用|叫|写|是|换成|改成)\s*{_CALLED}{PARTICLE}{END}",
    rf"[^，,。；;：:他她]{{0,10}}?用\s*{_CALLED}\s*(?:这个|这)(?:称呼|叫法|名字|小名)(?:就好|"
    rf"就行|吧|即可)?{END}",
    rf"(?:跟|对|和)我(?:说话|讲话|聊天|对话)?(?:时|的时候)?(?:请|要|都|就|得|一律){{0,3}}(?:用"
    rf"|以)\s*{_CALLED}\s*(?:来)?(?:称呼|相称)(?:我)?",
    # 请以何律师相称
    rf"(?:请|就)?(?:以|用)\s*{_CALLED}\s*(?:来)?(?:相称|称呼)(?:我)?(?:就行|就好|即可|吧)?{END}",
    # 后面聊代码的时候喊我七哥
    rf"[^，,。；;：:他她它别叫喊不我]{{2,12}}?(?:的时候|时|里|中|场合|上)[，,]?(?:你|请|就|都|"
    rf"也){{0,2}}(?:叫我|喊我|称呼我)(?:为|作|声)?\s*{_CALLED}{PARTICLE}{END}",
    # 喊大刘就行
    rf"(?:喊|叫|称呼)(?:声|一声)?\s*{_NICK}(?:就行|就好|就成|即可|就可以|得了|就完了)",
)
NAMES_ZH: list[Rule] = [
    *OWN_NAMES_ZH,
    *OWN_ADDRESS_ZH,
    *rule(
        StatementKind.NAME,
        name_zh,
        BY_NAME,
        rf"(?:(?:鄙人|在下|敝人)(?:姓名|叫|是|姓)?|(?:本人|我本名|我大名|我真名|我全名)(?:姓名"
        rf"|名)?(?:叫|是))\s*{_WHO}{END}",
        rf"{_WHO}(?:就)?是我(?:的)?(?:名字|大名|本名|真名|全名|姓名)",
        rf"我?(?:身份证|护照|户口本|证件|合同|工牌)上?(?:写的?|印的?|登记的?|的名字)?(?:是|叫|"
        rf"写着)\s*{_WHO}{END}",
        rf"(?:爸妈|父母|家里|我妈|我爸|爷爷|奶奶)?给我(?:起|取)(?:的)?(?:名字?)?(?:叫|是)?\s*"
        rf"{_WHO}{END}",
    ),
    *rule(
        StatementKind.NAME,
        address_zh,
        BY_ADDRESS,
        rf"(?:我)?(?:希望|想让|想要|要|愿意|更?喜欢|习惯)?(?:你|您|大家|别人)?(?:们)?(?:以后|"
        rf"今后|都|就|直接|可以|还是|请|管){{0,4}}(?:叫我|称呼我|喊我|称我|唤我|(?<=直接)喊|(?"
        rf"<=直接)称呼)(?:为|作|做|一声|声)?\s*{_CALLED}{PARTICLE}{END}",
        rf"{_CALLED}(?:这个)?(?:小名|称呼|昵称|外号|名字)?(?:听着|听起来|叫着|叫起来)[^，,。]"
        rf"{{1,8}}[，,]\s*(?:你|您)?(?:就|以后|都){{0,4}}(?:这么|这样|就这么)(?:叫|喊|称呼)我?",
        rf"(?:我的?)?(?:小名|昵称|外号|网名|绰号)(?:是|叫)?\s*{_CALLED}[，,]\s*(?:你|您)?(?:就"
        rf"|以后|都|也){{0,4}}(?:这么|这样|用这个|可以这么)(?:叫|喊|称呼)我?",
        rf"(?:大家|朋友们?|同事们?|家里人|身边人)(?:都|一般|平时){{0,4}}(?:叫我|喊我|管我叫)\s"
        rf"*{_CALLED}{PARTICLE}{END}",
    ),
]

_ANY = (
    r"(?:从不|从来不|不能|不可以|不敢|不再|不|忌|戒了?|不太能|没法|不爱|不怎么)\s*(?:吃|喝|碰|"
    r"沾|吃得|喝得)?"
)
_NOT_MINE_ZH = Wording(
    r"[他她]|(?:我|俺)(?:儿子|女儿|妈|爸|老公|老婆|婆婆|公公|朋友|同事|室友|妹|姐|哥|弟|奶奶|"
    r"爷爷|外婆|外公|孩子|家孩子|家宝|爱人|太太|先生|对象|男友|女友|客人)|客人|病人|顾客|客户|"
    r"孩子|村|小时候|以前|那会儿|年前|那天"
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


_DISH = r"(?:[\u4e00-\u9fff]{1,6}?(?:(?:、|和|跟|与|或)[\u4e00-\u9fff]{1,4}?){0,3})"
"""Any food: what it is is told by the words around it."""
_NO_DISH = re.compile(
    r"[这那你他她它什哪怎谁啥人]|^[早午晚夜]|[饭药亏苦醋瓜软饱完过下班会钱]$|东西|一套|老本|"
    r"[得了也都就吗呢的]|不|对象|工作|时间|早起|领导|数字|学习|运动|周[一末]|整个|文件|屏|嘴|"
    r"舌|脸|皮肤|肚|胃|嗓|^(?:我|点|个|一|皮肤|容易|季节|体质|有点|严重|经常)"
)
_NEVER = (
    r"(?:吃不得|喝不得|沾不得|碰不得|吃不了|喝不了|从不|从来不|一直不|不能|不可以|不敢|不太能|"
    r"不大能|不再|再也不|绝不|不|没法|戒|忌)(?:再|怎么|太)?(?:吃|喝|碰|沾|闻)?"
)
_UNFIT = (
    r"(?:不(?:吃|喝|碰|沾)|不(?:能|敢|可以|让|许)(?:吃|喝|碰|沾)|[吃喝]不(?:了|得|来|惯)|碰不"
    r"得|沾不得|过敏|忌口|戒了)"
)
_AT_ALL = (
    r"(?:是|也|都|一概|从来|一律|一点|一口|半点|一滴|完全|压根|碰都|沾都|闻都|一向|真的?|绝对|"
    r"天生|现在|医生说){0,4}"
)
_WAY = (
    r"(?:生酮|低碳水?|无麸质|无乳糖|低盐|低糖|低脂|低嘌呤|清真|纯素|全素|蛋奶素|奶素|蛋素|方便"
    r"素|素食|素|斋|地中海|生食|高蛋白|控糖|戒糖|轻食)(?:主义者|饮食|食谱|者|食|餐)?"
)


def _any_food(told: Told) -> Reading | None:
    """Reads a food on no list, where the words around it leave no doubt that it is one."""
    food = told["food"]
    if _NO_DISH.search(food) or BLANK in food:
        return None
    before = told.heard.words[: told.match.start()]
    if re.search(r"过敏|不耐受|不[能敢]?吃", before) and told.matched.startswith(("一", "我一")):
        # What it does to them explains what was said before.
        return None
    what = "allergy" if re.search(r"过敏|不耐受", told.matched) else "diet"
    return Reading(attribute=f"{what}: {food}", value=told["value"] or told.matched)


def _way(told: Told) -> Reading:
    return Reading(attribute="diet", value=told["value"])


_AFTER = (
    r"(?:[^，,。；;：:他她你]{0,10}?(?:之后|以后|后|起|以来|因为|所以|而且|可是?|但是?|不过|时"
    r"|里))?"
)
_BY_DIET = (*AS_FACT[:4], BY_DIET[-1])
OWN_DIETS_ZH: list[Rule] = rule(
    StatementKind.DIET,
    _any_food,
    _BY_DIET,
    # 我从小不吃苦菊
    rf"{_AFTER}{SELF}{LATELY}{{0,4}}(?P<value>{_NEVER}(?P<food>(?<=[吃喝碰沾戒忌闻得了])"
    rf"{_DISH}))(?:的|类|之类的?)?(?:了)?{END}",
    # 苦菊这东西我一口不吃
    rf"(?P<food>{_DISH})(?:这东西|这玩意儿?|这类|类的?|什么的|之类的?)?{SELF}{_AT_ALL}(?:"
    rf"{_UNFIT}){{1,2}}(?:的|了)?{END}",
    # 我对苦菊过敏
    rf"{_AFTER}{SELF}{LATELY}{{0,4}}(?P<value>对(?P<food>{_DISH})(?:严重|重度|轻度|有点|会|也|"
    rf"都|有|特别){{0,3}}(?:过敏|不耐受))",
    # 我一吃芒果嘴就肿
    rf"{SELF}?一(?:吃|喝|碰|沾|闻)(?:到|点)?(?P<food>{_DISH})(?:我)?(?:嘴|嗓子|喉咙|身上|脸|胃"
    rf"|肚子|浑身|全身|皮肤|马上|立马)?(?:就)(?:起)?(?:肿|痒|疹|拉|吐|不舒服|难受|过敏|疼|胀|"
    rf"喘|进医院|红|跑厕所|腹泻|冒汗|心慌)[^，,。；;]{{0,6}}",
    # 可我吃海鲜会过敏
    rf"{_AFTER}{SELF}(?P<value>(?:吃|喝|碰|沾)(?:了|到|点)?(?P<food>{_DISH})(?:就会|都会|就|会"
    rf"|要)(?:过敏|拉肚子|起疹子|肿|吐|胃疼|不舒服|难受))",
    # 我痛风，海鲜不能碰
    rf"(?<=[，,])\s*(?:所以)?(?P<food>{FOODS_ZH})(?:都|是|一律|一概){{0,2}}(?:不能|不敢|不让|"
    rf"不可以)(?:吃|喝|碰|沾)(?:的|了)?{END}",
) + rule(
    StatementKind.DIET,
    _way,
    _BY_DIET,
    # 本人吃素三年了
    rf"{_AFTER}(?:{SELF}|我们家|我家|我们全家|全家){LATELY}{{0,4}}(?:在)?(?P<value>(?:吃|是|做"
    rf"|走|搞|执行|坚持|按)(?:的是|的)?{_WAY})(?:的)?{SINCE}{END}",
    rf"(?:{SELF}|目前|现在|最近|正){LATELY}{{0,3}}在(?:吃|做|走|搞|执行|坚持)?(?P<value>{_WAY}"
    rf")(?:期)?(?:中)?{SINCE}{END}",
    # 信佛以后就一直吃素
    rf"{_AFTER}(?:就|也)?(?:一直|常年|长期|从小|多年来?|坚持)(?:都|在|就)?(?P<value>吃{_WAY})("
    rf"?:的)?{SINCE}{END}",
    # 我滴酒不沾
    rf"{SELF}{LATELY}{{0,3}}(?P<value>滴酒不沾|戒(?:酒|糖|奶茶|咖啡|辣|碳水))[^，,。；;]"
    rf"{{0,4}}{END}",
)
DIETS_ZH: list[Rule] = OWN_DIETS_ZH + rule(
    StatementKind.DIET,
    _eats,
    BY_DIET,
    r"(?:医生|大夫)(?:让|叫|要)我(?P<value>(?:忌|戒)(?:辣|酒|糖|口|油腻|海鲜|生冷|咖啡|牛奶|甜食))",
    r"(?:我)?(?P<value>(?:乳糖|麸质|果糖|酒精)不耐(?:受|症)?)",
    rf"(?:我|本人)?(?P<value>{_FOOD}|青霉素|头孢|花粉|尘螨)(?:我|这东西我)?过敏(?:体质)?",
    rf"(?:聚餐|应酬|平时|在家|我家里?|家里|全家|我们家|本人|咱|俺|我这人|我)(?:我|都|也|是|从"
    rf"来|一直|一向|平时|吃饭|点菜){{0,4}}(?P<value>{_ANY}\s*{_FOOD})(?:的|类)?",
    r"(?:我|本人|俺|咱)?(?:目前|现在|最近|一直|正在|已经|在|平时|家里|我家|全家|都){0,4}(?:做|"
    r"走|吃|执行|坚持|是|搞|进行|按){1,4}(?P<value>(?:生酮|低碳水?|无麸质|低盐|低糖|清真|素食|"
    r"纯素|全素|蛋奶素|地中海|斋|素|生食|低脂|犹太)(?:主义者|饮食|食谱|者|食|餐)?)(?:的)?",
    rf"(?:我|本人)?(?:对)?\s*(?P<value>{_FOOD})(?:严重|有点|有|一直){{0,4}}(?:过敏|不耐受|忌口)",
    rf"(?P<value>{_FOOD})(?:我|咱|俺)(?:是|都|也|一口|一点|从来){{0,4}}(?:不(?:吃|喝|碰|沾|能"
    rf"吃|能喝|能碰|行)|吃不了|喝不了|碰不得)"
    r"(?:的)?",
    rf"(?:我|本人)(?:吃|喝|碰|沾)(?:了)?\s*(?P<value>{_FOOD})(?:就|会|要)[^，,。]{{1,8}}",
)

_PLACE = (
    r"(?:北京|上海|东京|首尔|伦敦|巴黎|柏林|纽约|洛杉矶|旧金山|西雅图|新加坡|悉尼|墨尔本|多伦"
    r"多|温哥华|莫斯科|迪拜|香港|台北|曼谷|夏威夷|乌鲁木齐|新疆|美东|美西|太平洋|欧洲中部|中欧"
    r"|东欧|格林尼治|芝加哥|丹佛|德国|日本|韩国|印度|英国|法国|中国|巴西|美国东部|美国西部|澳"
    r"洲|奥克兰|马尼拉|雅加达|河内|吉隆坡|孟买|开罗|约翰内斯堡|圣保罗|马德里|罗马|阿姆斯特丹|"
    r"苏黎世|维也纳|赫尔辛基|斯德哥尔摩|伊斯坦布尔)"
)
_BY_ZONE = (*BY_ZONE[:-1], Wording(ONCE.pattern.replace("|这里|", "|"), scope=Scope.CLAUSE))
_ZONE = (
    r"(?P<value>(?:UTC|GMT)\s*[+\-−]\s*\d{1,2}(?::?\d\d)?|(?:Africa|America|Asia|Australia|Eur"
    r"ope|Pacific)/[A-Za-z_]+|"
    rf"[东西][一二三四五六七八九十]+区|{_PLACE}(?:标准|夏令)?时(?:间|区)|UTC|GMT|CET|PST|EST|J"
    rf"ST|CST)"
)
_NO_ZONE = re.compile(
    r"什么|哪|多少|[这那有没花空业一段的多长同]时间|短时间|休息|上班|下班|工作|睡觉|开会|截止|"
    r"时间表|省|浪费|任何|大部分|另外|^(?:占|用|按|花|过|在|走|是|设|改)"
)


def _zone(told: Told) -> Reading | None:
    if _NO_ZONE.search(told["value"]) or _OF_MACHINES.search(told.heard.words):
        return None
    return Reading(attribute="time zone", value=told["value"])


_OF_MACHINES = re.compile(
    r"服务器|数据库|日志|容器|接口|存储|系统|流水线|集群|客户|字段|时间戳|他|她"
)
_ALL_TIMES = (
    r"(?:所有|我的|跟我|给我|提到的|约我|会议|日程|提醒|安排){0,4}(?:的)?(?:时间|时区|日程|提"
    r"醒|会议|约时间|时刻)"
)

_ANYWHERE = (
    rf"(?:{_PLACE}|墨尔本|堪培拉|布里斯班|珀斯|惠灵顿|新西兰|都柏林|爱尔兰|荷兰|瑞士|瑞典|挪威"
    rf"|芬兰|丹麦|西班牙|葡萄牙|里斯本|意大利|"
    r"米兰|慕尼黑|法兰克福|汉堡|布鲁塞尔|比利时|布拉格|华沙|波兰|布达佩斯|雅典|希腊|土耳其|以"
    r"色列|特拉维夫|沙特|多哈|卡塔尔|德黑兰|卡拉奇|达卡|加尔各答|班加罗尔|新德里|科伦坡|仰光|"
    r"金边|越南|泰国|马来西亚|菲律宾|印尼|澳门|台湾|台中|高雄|大阪|京都|釜山|平壤|乌兰巴托|阿"
    r"拉木图|哈萨克斯坦|俄罗斯|圣彼得堡|海参崴|波士顿|华盛顿|费城|迈阿密|亚特兰大|休斯顿|达拉"
    r"斯|奥斯汀|凤凰城|圣地亚哥|波特兰|檀香山|阿拉斯加|蒙特利尔|渥太华|卡尔加里|墨西哥城|墨西"
    r"哥|利马|波哥大|布宜诺斯艾利斯|阿根廷|智利|里约|内罗毕|拉各斯|卡萨布兰卡|埃及|南非|加拿大"
    r"|美国|澳大利亚|拉萨|喀什|当地|国内|纽约州|加州|东部|西部|美国中部)"
)
_WHERE = (
    r"(?P<value>(?:UTC|GMT)\s*[+\-−]\s*\d{1,2}(?::?\d\d)?|(?:UTC|GMT|CET|PST|EST|JST)(?:时间)?|"
    rf"[东西][一二三四五六七八九十]+(?:时)?区|{_ANYWHERE}(?:当地|那边|这边)?(?:的)?(?:标准|夏"
    rf"令)?(?:时间|时区|钟点|时)?)"
)
_RECKONED = (
    r"(?:算|走|来|为准|报|说|写|显示|计|排|安排|计算|给我|过|生活|作息|换算|理解|看|记|定|约|标)"
)
_TIMES = (
    r"(?:时间|钟点|几点|时刻|日程|会议|提醒|闹钟|作息|时区|约时间|点数|日期|排期|行程|开会|约会)"
)
_AS_ZONE = (*AS_FACT[:-1], _BY_ZONE[-1])


def _own_zone(told: Told) -> Reading | None:
    clause = re.split(r"[，。；]", told.heard.words[: told.match.end()])[-1]
    return None if _OF_MACHINES.search(clause) else _reckoned(told)


def _reckoned(told: Told) -> Reading:
    return Reading(attribute="time zone", value=told["value"])


OWN_ZONES_ZH: list[Rule] = rule(
    StatementKind.TIME_ZONE,
    _own_zone,
    _AS_ZONE,
    # 时间都按温哥华的算；提到几点的时候默认是西五区
    rf"(?!把)[^，,。；;他她]{{0,12}}?{_TIMES}[^，,。；;他她]{{0,6}}?[，,]?\s*(?:请|都|要|一律|"
    rf"统一|全部?|默认|就|得|一般){{0,3}}(?:按照?|用|以|拿|是|跟|换算成|换成|写成?|算|走|依)(?"
    rf":着)?\s*{_WHERE}(?:的|那边的)?(?:时间)?(?:来)?{_RECKONED}{{0,2}}{PARTICLE}{END}",
    # 我按伦敦那边的时间过
    rf"(?:{SELF}|我这边|平时|日常|作息|提到时间){LATELY}{{0,3}}(?:按照?|跟|用|走|过|以|依)(?:"
    rf"的是|着)?\s*{_WHERE}(?:的)?(?:来)?{_RECKONED}{{0,2}}{PARTICLE}{END}",
    # 定提醒的话用迪拜时间；我看的话都以北京时间为准
    rf"(?:我看|定提醒|设提醒|约会议|安排会议|排日程|报时间|约时间|提醒我|开会)(?:的话|的时候|"
    rf"时)?(?:请|都|要|一律|就){{0,2}}(?:按照?|用|以)\s*{_WHERE}{_RECKONED}{{0,2}}{PARTICLE}"
    rf"{END}",
    # 我人在纽约，时间都按纽约时间说
    rf"(?:以后|今后|一律|请|都){{1,3}}(?:按照?|用|以)\s*{_WHERE}(?:的)?(?:来)?{_RECKONED}"
    rf"{{1,2}}{PARTICLE}{END}",
)
ZONES_ZH: list[Rule] = OWN_ZONES_ZH + rule(
    StatementKind.TIME_ZONE,
    _zone,
    _BY_ZONE,
    rf"(?:我|我们|咱)?(?:这边|这里|这儿|人|本人|家)?(?:现在起|以后|目前|现在|都|统一|一律|请|"
    rf"平时|一直|就){{0,4}}(?:在|用|是|按照?|走|过|遵循|以)(?:的是)?\s*{_ZONE}(?:来|算|为准|显"
    rf"示|安排|计算|走|给我|排|的){{0,4}}",
    rf"{_ALL_TIMES}(?:请|都|要|一律|统一|全部|默认|就|得){{0,4}}(?:按照?|用|以|是|显示成?|换算"
    rf"成|设(?:成|为|置为)|写成|给)\s*{_ZONE}(?:来|算|为准|显示|安排|计算|给我|排|写){{0,4}}",
    rf"(?:我)?(?:住|在|搬到|人在)[^，,。]{{1,8}}[，,]\s*(?:所以)?(?:是|用|按)?\s*{_ZONE}",
    rf"(?:我|本人|个人|当前)?(?:的|所在的?|这边的?)?时区\s*(?:就)?[:：是为]?\s*{_ZONE}",
)
