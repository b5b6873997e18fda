"""Rules for Chinese as it is typed in haste: 许诺是我的名字, 家里不碰猪肉的, 定啦！灰色瓷砖.

They take up what the plainer rules leave, by the frames in which people say such things.
"""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.person_rules import (
    BY_ADDRESS,
    BY_DIET,
    BY_NAME,
    BY_ZONE,
    FOODS_ZH,
    address_zh,
    name_zh,
)
from stratal.text.request_rules import ASK_ZH, permitted
from stratal.text.statement_parts import (
    COMMAS,
    EVERYTHING,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.statement_rules import ask, decision, kept, lesson, order
from stratal.text.wording import ONCE, QUESTION, REPORTED, SUPPOSED, THIS_ONCE, UNMEANT, Wording

_END = r"(?=\s*(?:$|[，,。；;！!？?（(…]|[\U0001F300-\U0001FAFF\u2600-\u27bf]))"
_PARTICLE = r"(?:吧|哦|啊|哈|呀|啦|嘛|呗|咯|哟|喔|就行|就好|就可以|即可|就OK|就ok|好了|了|啦){0,4}"
_WHO = r"(?P<value>[\u4e00-\u9fff·]{2,5}|[A-Z][A-Za-z'’-]+(?:\s[A-Z][A-Za-z'’-]+)?)"
_CALLED = r"(?P<value>[\u4e00-\u9fffA-Za-z·]{1,8}?)"

WHOLE_NAMES_ZH: list[Rule] = rule(
    StatementKind.NAME,
    name_zh,
    BY_NAME,
    r"(?:免贵|我)姓(?P<family>[\u4e00-\u9fff]{1,2})[，,]\s*(?:名|叫|全名|大名)"
    r"?(?P<value>(?P=family)[\u4e00-\u9fff]{1,2})"
    rf"{_END}",
    r"(?:免贵|我)姓(?P<family>[\u4e00-\u9fff]{1,2})[，,][^。；;]{2,16}?(?:就是|叫|是)"
    r"(?P<value>(?P=family)[\u4e00-\u9fff]{1,2})"
    rf"{_END}",
)
NAMES_ZH: list[Rule] = [
    *rule(
        StatementKind.NAME,
        name_zh,
        BY_NAME,
        rf"(?:(?:鄙人|在下|敝人)(?:姓名|叫|是|姓)?|(?:本人|我本名|我大名|我真名|我全名)(?:姓名|"
        rf"名)?(?:叫|是))\s*{_WHO}{_END}",
        rf"{_WHO}(?:就)?是我(?:的)?(?:名字|大名|本名|真名|全名|姓名)",
        rf"我?(?:身份证|护照|户口本|证件|合同|工牌)上?(?:写的?|印的?|登记的?|的名字)?(?:是|叫|写着)"
        rf"\s*{_WHO}{_END}",
        rf"(?:爸妈|父母|家里|我妈|我爸|爷爷|奶奶)?给我(?:起|取)(?:的)?(?:名字?)?(?:叫|是)?"
        rf"\s*{_WHO}{_END}",
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
        rf"\s*{_CALLED}{_PARTICLE}{_END}",
        rf"{_CALLED}(?:这个)?(?:小名|称呼|昵称|外号|名字)?(?:听着|听起来|叫着|叫起来)"
        rf"[^，,。]{{1,8}}[，,]\s*"
        rf"(?:你|您)?(?:就|以后|都){{0,4}}(?:这么|这样|就这么)(?:叫|喊|称呼)我?",
        rf"(?:我的?)?(?:小名|昵称|外号|网名|绰号)(?:是|叫)?\s*{_CALLED}[，,]\s*(?:你|您)?(?:就|"
        rf"以后|都|也){{0,4}}"
        rf"(?:这么|这样|用这个|可以这么)(?:叫|喊|称呼)我?",
        rf"(?:大家|朋友们?|同事们?|家里人|身边人)(?:都|一般|平时){{0,4}}(?:叫我|喊我|管我叫)"
        rf"\s*{_CALLED}"
        rf"{_PARTICLE}{_END}",
    ),
]

_L = (
    r"(?P<value>中英双语|双语|简体中文|繁体中文|中文|汉语|普通话|简体字?|繁体字?|英文|英语|日文|"
    r"日语|韩语|韩文|"
    r"法语|法文|德语|德文|西班牙语|西语|俄语|俄文|意大利语|葡萄牙语|葡语|粤语|广东话|四川话|"
    r"上海话|闽南语|"
    r"东北话|泰语|越南语|阿拉伯语|荷兰语|瑞典语|希腊语|印地语|波兰语|土耳其语|芬兰语|丹麦语|"
    r"挪威语|文言文|"
    r"English|Chinese|Japanese|German|French|Spanish)"
)
_TALK = (
    r"(?:回答|回复|答复|作答|交流|沟通|对话|说话?|聊天?|讲话?|答|回|解释|写|讲|摆龙门阵|唠嗑?|"
    r"跟我说)"
)
_YES = (
    r"(?:请|都|要|一律|统一|尽量|只|全部?|最好|默认|还是|必须|得|也|就|一直|今后|以后|你|给我|"
    r"保持|永远|始终|"
    r"可以|应该|希望|麻烦){0,4}"
)


def _spoken(told: Told) -> Reading | None:
    if _ONE_TEXT.search(told.heard.words):
        return None
    return Reading(attribute="answer language", value=told["value"])


_ONE_TEXT = re.compile(r"翻译|翻成|译成|这[封篇段句首份条次]|怎么说|一[封篇段首]")


def _thing(told: Told) -> Reading:
    return Reading(attribute=f"{told['thing'].casefold()} language", value=told["value"])


LANGUAGES_ZH: list[Rule] = [
    *rule(
        StatementKind.LANGUAGE,
        _thing,
        EVERYTHING,
        rf"(?:我的?|所有的?|给[\u4e00-\u9fff]{{1,4}}的)?(?P<thing>commit ?(?:message|信息)?s?|"
        rf"提交(?:信息|说明)?|"
        rf"(?:代码)?注释|文档|脚本|邮件|周报|报告|变量名|文案|合同|字幕|标题|日志|PR ?描述|"
        rf"README|简历|论文|"
        rf"通知|课件|菜单|说明书?)\s*{_YES}(?:用|使用|写成|写|是|以)\s*{_L}(?:来)?(?:写|撰写|"
        rf"描述)?{_PARTICLE}",
        about_work=True,
    ),
    *rule(
        StatementKind.LANGUAGE,
        _spoken,
        EVERYTHING,
        rf"(?:就算|哪怕|即使|不管|无论)[^，,。]{{2,16}}[，,]\s*{_YES}(?:用|说|讲|以)"
        rf"\s*{_L}{_TALK}?我?{_PARTICLE}",
        rf"(?:希望)?(?:你)?{_YES}(?:用|以|使用)\s*{_L}\s*(?:来)?(?:跟我|和我|给我|同我)"
        rf"?{_TALK}我?(?:的?问题)?"
        rf"{_PARTICLE}{_END}",
        rf"(?:跟|和|与|同|对|给)我(?:的)?{_TALK}?(?:总结|回复|答案|回答|说明|东西|内容)"
        rf"?{_YES}(?:用|说|讲|写|以|保持|"
        rf"是)?\s*{_L}{_PARTICLE}{_END}",
        rf"(?:默认|回答|回复|答复|交流|我的?|首选|常用)(?:的)?语言{_YES}(?:是|为|用|设成|设为|"
        rf"设置为|设置成|改成|选|[:：])"
        rf"\s*{_L}",
        rf"(?:所以|那)?(?:你)?(?:还是|以后|今后|都|请|就){{1,4}}(?:讲|说|用)"
        rf"\s*{_L}{_PARTICLE}{_END}",
        rf"(?:你)?(?:回我|答我|跟我说话?|写给我的(?:东西)?){_YES}(?:用|说|讲)"
        rf"?\s*{_L}{_PARTICLE}{_END}",
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

# The form of answers.

_HOW = (
    r"(?:简短|简洁|精简|简单|详细|口语化|幽默|温柔|活泼|温和|耐心|通俗易?懂?|正式|轻松|专业|"
    r"客观|直白|直接|慢慢解释|一步一步来?|一步步来?|"
    r"逐步|分步骤?|分点|分条|要点|列表|表格|清单|段落|大白话|白话|短句|纯文本|说重点|讲重点|"
    r"给重点|先给结论|先说结论|"
    r"结论先行|只要代码|只给代码|代码就行|只要结果|只给结果|只要结论|只给答案|一句话|一两句话?|"
    r"两三句话?|三句话?|"
    r"精确到[\u4e00-\u9fff]{1,5}|公制(?:单位)?|摄氏度?|24小时制|附(?:上)?(?:来源|例子|链接|出处)"
    r"|带(?:上)?(?:例子|注释|"
    r"链接|单位|出处)|举例子?|举个例子|[\d一二三两四五六七八九十百]+(?:个)?(?:字|句|行|条)(?:话)"
    r"?(?:以内|之内)?)"
)
_NOT_HOW = (
    r"(?:(?:不要|别|不用|少|不许|不准|去掉)(?:再)?(?:用|加|发|带|写|说|给我|放|列|搞|来|有)"
    r"?(?:那么多|任何|太多)?"
    r"(?:表情(?:符号|包)?|emoji|列表|清单|表格|标题|客套话?|废话|套话|寒暄|感叹号|术语|英文|"
    r"缩写|铺垫|总结|道歉|开场白|"
    r"加粗|markdown|敬语|网络用语|例子|链接|代码|解释))"
)


def _form(told: Told) -> Reading | None:
    words = told.heard.words
    if _ONE_ANSWER.search(words):
        return None
    if not (told.heard.lasting or _OF_ALL.search(words)):
        return None
    return Reading(attribute="answer format", value=told["value"].strip(COMMAS))


_ONE_ANSWER = re.compile(
    r"这[次份封篇段个一]|那[份封篇段个]|下不为例|上面|下面|一次|帮我|给我(?:列|做|写|理|画|来)|"
    r"[列做写理画]个|练"
)
_OF_ALL = re.compile(
    r"我(?:喜欢|都|更|要|习惯|时间|是|看|的习惯|只)|每次|以后|总是|都|回我|跟我|对我|"
    r"你的?(?:回答|回复)|回答|回复|请|"
    r"说话|讲东西|讲解|解释|答案|时候|类|别|不要|只要|尽量|语气|麻烦"
)

FORMATS_ZH: list[Rule] = rule(
    StatementKind.FORMAT,
    _form,
    (QUESTION, SUPPOSED, REPORTED),
    rf"(?![^，,]{{0,6}}(?:别|不要))(?:[^，,。；;他她]{{0,10}}?)(?:我)?(?:请|都|要|尽量|一律|"
    rf"每次|统一|最好|默认|就|得|保持|喜欢|用|以|写成|列成?|做成|整理成|"
    rf"给我|控制在|不超过|来|按){{0,4}}(?P<value>{_HOW})(?:一些|一点儿?|些|点|给我听?|来|就行|就好|"
    rf"的?(?:形式|方式|格式)){{0,4}}"
    rf"{_PARTICLE}{_END}",
    rf"(?:回答|回复|你|以后|请|给我的?|里|里面|时|也|都){{0,4}}(?P<value>{_NOT_HOW})"
    rf"{_PARTICLE}{_END}",
)

# Tools.

_TOOL = (
    r"(?:[A-Za-z][A-Za-z0-9+#./_-]*(?: [A-Z0-9][\w.-]*)?|用友|剪映|飞书|钉钉|企业微信|微信|"
    r"石墨文档|石墨|腾讯(?:会议|文档)|"
    r"语雀|印象笔记|有道云?笔记|有道|金蝶|百度网盘|阿里云盘?|腾讯云|华为云|高德(?:地图)?|"
    r"百度地图|美团|禅道|蓝湖|墨刀|幕布|"
    r"滴答清单|番茄ToDo|剪影|必剪|金山文档|坚果云|支付宝|夸克|豆包|即时设计|思源笔记|网易邮箱|"
    r"QQ邮箱|"
    r"宝塔|达芬奇|喜马拉雅|永中|帆软)"
)
_V, _N = rf"(?P<value>{_TOOL})", rf"(?P<other>{_TOOL})"
_WORKS = (
    r"(?:写|做|跑|测|搭|开发|记|管|画|剪|弄|搞|编辑|实现|部署|构建|存|查|发|排|看|算|搜|改|录|"
    r"起|聊|开)"
)
_USES = (
    r"(?:用的是|用的|改用|换成|换用|换到|改成|用|使用|采用|选用|选|走|靠|拿|在|放在?|写在|记在|"
    r"跑在|托管在)"
)
_REALLY = (
    r"(?:都|就|一律|统一|只|要|请|得|必须|默认|尽量|全部?|直接|优先|坚持|还是|应该|最好|一直|"
    r"现在|已经|平时|麻烦|我们|"
    r"咱们|咱|我|这边|这里|这儿|的|时候|时|是|一般|通常|习惯|所以|店里|里|这个?|项目|团队){0,4}"
)
_FOR = r"(?:[\u4e00-\u9fffA-Za-z]{1,10}?)"
_INSTEAD = (
    r"(?:\s*[，,、；;（(]?\s*(?:而不是|而不用|不是|而非|不要用?|不用|别用|别再用|不再用|不准用|"
    r"不许用|不能用|取代|代替|"
    rf"替代|替换)\s*{_N}(?:了)?)"
)
_TOPIC = r"(?:[^，,。；;：:他她你您]{1,10}?)"
_NO_TOOL = frozenset(
    """ai app pr ppt pdf ok bug api id ip ie word文档 html css url tab emoji vip hr ceo utc gmt
    cst est pst cet jst english chinese main master dev commit issue token hello hi lol a b c d
    ci it mr""".split()
)


def _used(told: Told) -> Reading | None:
    value, other = told["value"], told["other"]
    names = [one for one in (value, other) if one]
    if not names or any(one.casefold() in _NO_TOOL or BLANK in one for one in names):
        return None
    if _PAST.search(told.heard.words) or value.casefold() == other.casefold():
        return None
    if any(re.search(r"^[A-Za-z]+/|^[A-Za-z]?\d|\s\d", one) for one in names):
        return None
    return Reading(attribute=f"tool: {(other or value).casefold()}", value=value, not_value=other)


_PAST = re.compile(
    r"别人|隔壁|教程|客户|顾客|旧项目|老项目|用户|对手|[他她]们|昨|刚才|上次|上周|当时|"
    r"这[回次份]|那台|试|帮我|一下|考虑|听说|[他她]|小说|电影|那年|以前|曾"
)

TOOLS_ZH: list[Rule] = (
    rule(
        StatementKind.TOOL,
        _used,
        EVERYTHING,
        rf"{_TOPIC}?{_REALLY}{_USES}\s*{_V}\s*(?:来)?{_WORKS}?[\u4e00-\u9fff]{{0,3}}?{_INSTEAD}("
        rf"?:来?{_WORKS})?",
        rf"{_TOPIC}\s*[:：]\s*{_V}\s*[，,]?\s*(?:不是|不用|别用|不要)\s*{_N}",
        rf"{_TOPIC}?{_REALLY}(?:改用|换成|换用|换到|迁到|切到|转到|改成)(?:了)?\s*{_V}(?:了)"
        rf"?[，,]\s*{_N}(?:已经|早就|就|也|都){{0,4}}"
        r"(?:不用|停用|弃用|淘汰|不要|卸)(?:了)?",
        rf"{_TOPIC}?(?:不让|不能|不许|不准|禁止|没法)(?:装|用|使用|安装)"
        rf"?\s*{_N}[，,]\s*{_REALLY}(?:只有|只能用|用|改用|只能)\s*{_V}"
        r"(?:可用|能用)?",
        rf"{_TOPIC}?[，,]?\s*{_N}(?:跑不动|太慢了?|太卡了?|太贵了?|不好用|扛不住|太重了?|用不了|"
        rf"崩了?)[，,]\s*(?:所以)?{_REALLY}"
        rf"{_USES}\s*{_V}",
        rf"(?:把)?{_N}(?:都|全|统统){{0,4}}(?:换成|替换成|改成|换为)\s*{_V}",
        about_work=True,
    )
    + rule(
        StatementKind.TOOL,
        _used,
        (*EVERYTHING, Wording(r"[他她你您]们?(?!的)|客户|竞争对手|别人|同事|公司名|叫")),
        rf"{_TOPIC}{_REALLY}(?:都|是|一律|统一|一直|只|默认|全部?){{1,4}}(?:用的?是?|使用|在|拿|"
        rf"靠|走)"
        rf"\s*{_V}(?:里|上|来)?(?:{_WORKS}"
        rf"[\u4e00-\u9fff]{{0,3}}?)?(?:的|了)?",
        rf"(?:写|剪|记|做|画|管|跑|测|搜|存|部署|编辑|开发|店里|这边|我们|咱们|我|家里|公司|"
        rf"团队){_TOPIC}?{_REALLY}"
        rf"(?:用的是|用|使用|在|拿|靠|走|是用|是拿)\s*{_V}(?:里|上|来)"
        rf"?(?:{_WORKS}[\u4e00-\u9fff]{{0,3}}?)?(?:的|了)?",
        rf"(?:我的?|我们的?|咱们?的?|这边的?|团队的?|这里的?)?(?:编辑器|数据库|包管理器?|浏览器|"
        rf"日历|笔记软件?|构建工具|测试框架|框架|"
        rf"终端|输入法|看板|聊天工具|协作工具|邮箱|云盘|任务管理|密码管理器?|财务软件|设计工具|"
        rf"CI|IDE|ORM)(?:是|用的?是?|[:：])\s*{_V}",
        about_work=True,
    )
    + rule(
        StatementKind.TOOL,
        _used,
        EVERYTHING,
        rf"(?:都|一律|绝对|千万|以后|请|坚决|也|你|这里|项目里|代码里){{0,4}}(?:不要|别|不许|禁止|"
        rf"不准|不得|杜绝)(?:再)?(?:给我)?(?:用|使用|"
        rf"引入|装|安装|碰|上|推荐)\s*{_N}(?:了)?{_PARTICLE}",
        about_work=True,
    )
)

# Decisions and lessons.

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
    rf"(?:了|在|的是)?\s*{_THING}{_PARTICLE}"
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
    rf"{{1,3}}的是)\s*{_RIGHT}{_PARTICLE}{_END}",
    rf"{_WRONG_ZH}\s*[，,：:；;]?\s*(?:应该|应当|其实|正确的?)?(?:是|在|叫|为|应为)"
    rf"\s*{_RIGHT}(?:才对|才是)?{_PARTICLE}{_END}",
    rf"(?:之前|刚才|上次|前面)(?:我)?(?:说|写|讲|告诉你)(?:的是?)?\s*{_WRONG}[，,]\s*(?:实际上?|"
    rf"其实|但其实|应该|正确)(?:上)?(?:是|应该是|为)?"
    rf"\s*{_RIGHT}{_PARTICLE}{_END}",
    rf"(?:其实|实际上)?(?:我|我们)(?:有|住|养|姓|叫|在|属|是|买)(?:的是)"
    rf"?\s*{_RIGHT}[，,]\s*(?:而)?不(?:是|叫|在)\s*{_WRONG}{_PARTICLE}"
    rf"{_END}",
    rf"{_RIGHT}才(?:对|是对的)[，,]?\s*(?:不是|你写成)?\s*(?:{_WRONG})?{_END}",
)

# To keep, to forget, and not to keep.

REMEMBER_ZH: list[Rule] = rule(
    StatementKind.REMEMBER,
    kept,
    (QUESTION, REPORTED, SUPPOSED),
    r"(?:你|请|麻烦|拜托|给我|帮我|先|要|务必|千万|牢牢|这条要?|存个|做个|记个|写个|"
    r"把这[条个点]){0,4}(?:记住|记下来?|记着|记得|记好|笔记|备忘|记牢|"
    r"记一下|记进你?的?(?:记忆|备忘|笔记)(?:里|中)?|存进(?:记忆|备忘|笔记)(?:里)?|备注)(?:一下|"
    r"吧|哦|啊|哈|一条|了){0,4}\s*[:：，,]\s*"
    r"(?P<value>[^；;]+)$",
    r"(?:请|麻烦|帮我|你|务必|千万){0,4}(?:记住|记得|记下|记着|记牢)(?P<value>(?!了|没|吗|这|那|"
    r"要?去|就|它|下|来|的|密码|登录|带|买|给|把|叫|提醒|发)"
    r"[^，,；;？?]{4,}.*)$",
    about_work=True,
    open_ended=True,
) + rule(
    StatementKind.REMEMBER,
    kept,
    (QUESTION, REPORTED, SUPPOSED),
    r"(?P<value>[^，,。；;他她]{4,30}?)[，,]\s*(?:这(?:一)?[点条个件]事?)?(?:你|请|麻烦|帮我|"
    r"给我|要|先|务必|千万){0,4}(?:记住|记下来?|记一下|记着|记好|"
    r"记牢)(?:哦|啊|哈|了|吧|一下){0,4}",
    about_work=True,
)


def _consent(told: Told) -> Reading:
    return Reading(attribute="consent", value=told.matched)


OFF_RECORD_ZH: list[Rule] = rule(
    StatementKind.OFF_RECORD,
    _consent,
    (QUESTION, REPORTED),
    r"(?:以下|下面|接下来|上面|以上|刚才|这[条段句些件]|我说的)(?:话|内容|事|消息|部分|都)"
    r"{0,4}(?:不许|不准|别|不要|不用|请勿|不可|不得|无需|勿)(?:再|给我|往)?"
    r"(?:保存|记录|存|记|记住|记下来|留存|存档|写进)[^，,。]{0,8}",
    r"(?:咱俩|咱们|我们|就)?(?:私下|悄悄|偷偷)(?:说|讲|聊)(?:一?句|说)?[，,]\s*(?:不用|不要|别|"
    r"无需|请勿|不必)(?:记录?|保存|存|记下来?|记住)",
    r"(?:不用|不要|别|无需|请勿|不必)(?:记录|保存|存档|留存)(?:这|以下|下面|刚才|上面|我)"
    r"[^，,。]{0,10}",
)


def _forgotten(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if BLANK in value or re.search(
        r"密码|钥匙|分歧|不愉快|烦恼|文件|分支|代码|表|数据|日志|缓存", value
    ):
        return None
    return Reading(attribute="", value=value)


FORGET_ZH: list[Rule] = rule(
    StatementKind.FORGET,
    _forgotten,
    (QUESTION, REPORTED),
    r"(?:关于)?(?P<value>[^，,。；;]{2,20}?)[，,]?\s*(?:请你?|麻烦你?|我想让你|你)?(?:都|给我)"
    r"?从(?:你的?)?"
    r"(?:记忆|记录|备忘|笔记)(?:里|中)?(?:删|抹|去|清)(?:掉|去|除)?(?:吧|了)?" + _END,
    r"关于(?P<value>[^，,。；;]{2,20}?)[，,]\s*(?:我想让你|请你?|麻烦你?|你)?(?:全|都)?(?:忘记|"
    r"忘掉|忘了)(?:吧)?" + _END,
    r"(?P<value>[^，,。；;]{2,16}?(?:的事|那件事|的事情|那个项目|那条))(?:就|都|你|可以|请)"
    r"{0,4}(?:不要再记得?|别再记着?|忘了|"
    r"忘掉)(?:吧|了)?" + _END,
    r"(?:请|麻烦|帮我|你|可以|就){0,4}(?:忘掉|忘记|忘了|抹掉)\s*(?P<value>(?:我|关于|之前|那个|"
    r"我们)"
    r"[^，,。；;]{2,20}?)(?:这件事|的事|吧|这事)?" + _END,
    r"(?:请|麻烦|帮我|你){0,4}(?:把|将)\s*(?P<value>[^，,。；;]{2,16}?的(?:生日|地址|电话|手机号|"
    r"号码|名字|邮箱|偏好|事|事情|工资|病情|情况|"
    r"计划|记录|消息|信息|资料))(?:都|给|从[^，,。]{0,6}){0,4}(?:清除|忘|删|清|抹|去)(?:掉|了|除)"
    r"?(?:吧)?" + _END,
)

# To ask first, and to act.

ASK_BEFORE_ZH: list[Rule] = rule(
    StatementKind.ASK_BEFORE,
    ask,
    (QUESTION, REPORTED, THIS_ONCE),
    r"(?:绝对|千万|一定)?(?:不能|不许|不准|不可以?|别|不要|禁止|不得)(?:不经|未经|没有|没经过|"
    r"不经过|擅自|没问过?|不问)(?:我)?(?:的)?(?:允许|同意|"
    r"许可|批准|确认|点头)?(?:就|而|便|擅自)?(?P<value>[^，,。；;]{2,20}?)" + _PARTICLE + _END,
    rf"(?:你)?(?:要是|如果|若|要|想){{1,4}}(?:想|要)?(?P<value>[^，,。；;？?]{{2,16}}?)(?:的话|时|"
    rf"的时候)?[，,]\s*(?:得|要|请|必须|务必){{0,4}}(?:先)?(?:{ASK_ZH}"
    r"|问(?:一)?[句声下]|先问(?:一)?[句声下]?我?|打(?:个|声)?招呼)(?:再动)?",
    rf"(?P<value>[^，,。；;？?：:他她]{{2,20}}?)(?:之前|以前|前)[，,]?\s*(?:都|要|请|必须|"
    rf"一定要?|得|务必|你){{0,4}}(?:先)?{ASK_ZH}",
)

_UNASKED = (
    r"(?:(?:都|也|就|你|完全|以后){0,4}(?:不用|无须|无需|不必|不需要|别|甭|用不着)(?:再|来|先)"
    r"{0,4}(?:问(?:我)?(?:了)?|过问我?|打招呼|申请|请示|经我同意|"
    r"我批准?|我同意|我点头|等我|报备|征求我的?意见|跟我说|确认)(?:了)?)"
)
_DEED = r"(?P<value>[^，,。；;？?！!~～ 我他她谁]{2,16}?)"

PERMISSIONS_ZH: list[Rule] = rule(
    StatementKind.PERMISSION,
    permitted,
    (QUESTION, REPORTED, THIS_ONCE),
    rf"(?:以后|今后|往后|从现在起|另外)?(?:你|助手)?(?:以后|今后|往后|都|也){{0,4}}(?:可以|能|尽管|"
    rf"有权)(?:随便|直接|自己|自行|任意|随时|放心|独立|自主){{1,4}}"
    rf"(?:去|地|就)?{_DEED}(?:[，,]\s*(?:我)?{_UNASKED})?{_PARTICLE}{_END}",
    rf"(?:随时|随便|尽管)(?:都)?(?:可以|能)?{_DEED}[，,]\s*{_UNASKED}",
    rf"{_DEED}(?:的话|这种事|这类事|这些事?|时|的时候)?[，,]?\s*(?:你)?(?:随意|自便|"
    rf"自己(?:看着办|决定|定|做主|来)|看着办)(?:就行|就好|吧)?(?:[，,]?\s*"
    rf"{_UNASKED})?",
    rf"{_DEED}(?:的话|这种事|这类事|时|的时候)?[，,]?\s*(?:你)?{_UNASKED}(?:[，,]\s*(?:直接|"
    rf"随便)?[^，,。]{{1,4}})?",
    rf"想{_DEED}就[^，,。]{{2,8}}[，,]\s*{_UNASKED}",
    rf"{_DEED}(?:的话)?(?:你)?(?:就)?直接[^，,。]{{1,6}}[，,]\s*{_UNASKED}",
    rf"(?:我)?(?:授权|允许|准许|批准)你(?:直接|自行|随时|以后|可以){{0,4}}{_DEED}{_END}",
)

_WHEN = (
    r"(?:(?:以后|今后|往后|凡是|只要|每次|每当|一旦|每(?:天|周|月|晚|早|个?工作日|逢)|但凡|如果|"
    r"收到|遇到)[^，,。；;他她谁？?]{1,18}?|"
    r"[^，,。；;他她我谁？?]{2,14}?(?:前|后|时|的时候|之前|之后|以后))"
)
_ACTS = (
    r"(?:跑|写|加|补|更新|生成|改名|改|备份|格式化|提交|创建|建|存|保存|记|发|检查|核对|删|清理|"
    r"清|关|回滚|打标签|打|排序|归档|抄送|复制|开|锁|测|"
    r"重启|重建|起草|移|导出|上传|同步|标|附|提醒|推|拉|合并|打印|带上|注明|验证|比较|对比|"
    r"四舍五入|换算|翻译|复核|数|浇|下单|订|安排|确认|转发|升|"
    r"回复|总结|列|命名|编号|校对|刷新|按|把|先|要|都)"
)


def _standing(told: Told) -> Reading | None:
    if _ONE_TIME.search(told.heard.words) or _OF_A_FACT.search(told.matched):
        return None
    marked = told.heard.lasting or _RULE.search(told.heard.words)
    return order(told) if marked else None


_OF_A_FACT = re.compile(
    r"我(?!上传|说|给|发|让|提交|写)|系统|脚本|服务|程序|它|会|总是|失败[了。]?$|报错[了。]?$|了$"
)
_ONE_TIME = re.compile(
    r"这[次回个份]|今天|今晚|明天|下周|问我|跟我(?:说|确认)|告诉我|[他她]|[叫喊]我|写[英中日法德]文"
)
_RULE = re.compile(
    r"规矩|规则|长期指令|固定动作|固定流程|养成习惯|没有例外|无一例外|雷打不动|每次|都|就|一律|"
    r"以后|只要|一旦|必须|自动"
)


def _habit(told: Told) -> Reading | None:
    """Reads what is to be done always, where the words say that it is a habit."""
    return _standing(told) if _HABIT.search(told.heard.words) else None


_HABIT = re.compile(r"规矩|规则|指令|固定|习惯|例外|雷打不动|每次|以后|今后|往后")

STANDING_ZH: list[Rule] = rule(
    StatementKind.STANDING_ORDER,
    _standing,
    (QUESTION, REPORTED, UNMEANT),
    r"(?:长期指令|固定动作|固定流程|你?今后的固定动作|规矩|规则|常规操作|惯例|养成习惯|长期要求|"
    r"标准流程)\s*[，,：:]\s*[^。；;]{4,50}$",
    rf"{_WHEN}[，,]?\s*(?:就|都|一律|自动|直接|马上|立刻|请|要|必须|记得|先|给我|帮我|也|得|"
    rf"务必){{1,4}}[^，,。；;我他她]{{0,10}}?{_ACTS}[^。；;]{{1,20}}$",
    rf"{_WHEN}[，,]?\s*{_ACTS}[^，,。；;]{{1,20}}[，,]\s*(?:没有例外|无一例外|每次都是?|"
    rf"雷打不动|一直如此|永远如此)$",
    about_work=True,
) + rule(
    StatementKind.STANDING_ORDER,
    _habit,
    (QUESTION, REPORTED, UNMEANT),
    rf"[^，,。；;他她我]{{2,10}}(?:里|中|上|时)?(?:都|一律|每次都?)(?:要|得|必须|请)"
    rf"{{0,4}}{_ACTS}[^，,。；;]{{2,16}}$",
    about_work=True,
)

SPOKEN_ZH: tuple[Rule, ...] = (
    *NAMES_ZH,
    *LANGUAGES_ZH,
    *LESSONS_ZH,
    *REMEMBER_ZH,
    *ASK_BEFORE_ZH,
    *PERMISSIONS_ZH,
    *DECISIONS_ZH,
    *TOOLS_ZH,
    *DIETS_ZH,
    *ZONES_ZH,
    *FORMATS_ZH,
    *STANDING_ZH,
)
SPOKEN_ZH_FIRST: tuple[Rule, ...] = (*WHOLE_NAMES_ZH, *OFF_RECORD_ZH, *FORGET_ZH)
