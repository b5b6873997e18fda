"""Rules for what people say of themselves and of how they want to be answered.

They stand behind the plain ones of `statement_rules` and take up the looser ways of saying so: "Hi,
Priya here", "I went vegan", 希望你的回答简洁一些.
"""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
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
from stratal.text.titles import STOP
from stratal.text.wording import ONCE, QUESTION, REPORTED, SUPPOSED, UNMEANT, Scope, Wording

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

# The language of answers and of what is written.

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


def _if_lasting(read: Reader) -> Reader:
    return lambda told: read(told) if told.heard.lasting else None


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
        _if_lasting(spoken),
        EVERYTHING,
        rf"{LANG}\s+(?:for|in)\s+(?:all |every |my |customer |the )*(?:e?mails?|answers|"
        rf"messages|replies|letters)",
        rf"{LANG}(?:\s+(?:please|only|answers|replies))?",
        rf"use\s+{LANG}",
        rf"(?:请|都|要|一律|统一|全部|只)*(?:用|说|讲|写|切换到|切到|换成|改成)?\s*{LANG_ZH}",
    ),
]

# Diet.

FOODS = (
    r"(?:red meat|raw fish|sea ?food|shell ?fish|spicy (?:food|things)|animal products|dairy"
    r"(?: products)?|tree nuts|bell peppers?|blue cheese|raw onions?|processed (?:food|sugar)|meat|"
    r"pork|beef|lamb|veal|fish|chicken|turkey|duck|poultry|milk|cream|eggs?|gluten|wheat|bread|"
    r"nuts?|"
    r"peanuts?|walnuts?|almonds?|cashews?|hazelnuts?|pistachios?|sugar|sweets|alcohol|wine|beer|"
    r"coffee|caffeine|tea|mushrooms?|cilantro|coriander|onions?|garlic|soy|tofu|cheese|butter|corn|"
    r"tomato(?:es)?|eggplants?|aubergines?|celery|olives?|avocados?|bananas?|strawberr(?:y|ies)|"
    r"kiwis?|mango(?:es)?|pineapples?|citrus|shrimps?|prawns?|crabs?|lobsters?|oysters?|mussels?|"
    r"squid|salmon|tuna|anchov(?:y|ies)|sesame|mustard|lupins?|lentils?|beans?|chil(?:l)?i|liver|"
    r"offal|gelatin(?:e)?|honey|carbs|rice|potatoes|spinach|beets|coconut|cinnamon|chocolate|soda|"
    r"lactose|legumes|bacon|ham|sushi)"
)
FOOD = rf"(?P<food>{FOODS}(?:(?:,? (?:and|or|nor) |, ){FOODS})*)"
_OTHER_ALLERGENS = (
    r"(?:penicillin|aspirin|ibuprofen|pollen|latex|cats?|dogs?|dust(?: mites)?|bees?|bee stings|"
    r"wasps?|mould|mold|nickel|sulfites|sulphites|iodine|grass|ragweed|birch)"
)
ALLERGEN = (
    rf"(?P<food>(?:{FOODS}|{_OTHER_ALLERGENS})"
    rf"(?:(?:,? (?:and|or) |, )(?:{FOODS}|{_OTHER_ALLERGENS}))*)"
)
WAY = (
    r"(?:(?:strict |lifelong |mostly )?(?:vegetarian|vegan|pescatarian|flexitarian|keto|paleo|"
    r"kosher|halal|low[- ]carb|gluten[- ]free|dairy[- ]free|sugar[- ]free|lactose[- ]free|"
    r"plant[- ]based|low[- ]sodium|low[- ]fodmap|mediterranean|teetotal))"
)
_ILL = r"(?:coeliac|celiac)(?: disease)?|lactose intoleran(?:ce|t)|gluten intoleran(?:ce|t)"
FOODS_ZH = (
    r"(?:动物内脏|葱姜蒜|生冷(?:的|食物)?|乳制品|奶制品|豆制品|碳酸饮料|红肉|猪肉|牛肉|羊肉|牛羊"
    r"肉|鸡肉|鸭肉|"
    r"鱼肉|海鲜|河鲜|生鱼片|三文鱼|贝类|虾蟹|螃蟹|香菜|大蒜|洋葱|生姜|辣椒|辣的|太辣的?|甜食|甜"
    r"的|油炸(?:的|食品)?|"
    r"内脏|牛奶|酸奶|奶酪|芝士|鸡蛋|麸质|面食|花生|坚果|核桃|腰果|杏仁|芝麻|芒果|榴莲|菠萝|桃子|"
    r"猕猴桃|草莓|茄子|"
    r"苦瓜|胡萝卜|芹菜|韭菜|香菇|蘑菇|秋葵|黄豆|大豆|豆腐|小麦|酒精|白酒|啤酒|咖啡|咖啡因|茶|可"
    r"乐|糖|肉|鱼|虾|蟹|奶|"
    r"蛋|葱|姜|蒜|辣|荤的?|素|酒|海带|木耳|羊|鸭|鹅|狗肉|兔肉|味精)"
)
FOOD_ZH = rf"(?P<food>{FOODS_ZH}(?:(?:、|和|与|跟|及|或|，也不吃|也不吃){FOODS_ZH})*)"
_OTHER_ALLERGENS_ZH = (
    r"(?:花粉|青霉素|头孢|阿司匹林|布洛芬|磺胺|尘螨|灰尘|猫毛|狗毛|猫|狗|乳胶|紫外线|蜂毒|乳糖|海"
    r"鲜类?|坚果类?)"
)
ALLERGEN_ZH = (
    rf"(?P<food>(?:{_OTHER_ALLERGENS_ZH}|{FOODS_ZH})"
    rf"(?:(?:、|和|与|跟|及|或)(?:{_OTHER_ALLERGENS_ZH}|{FOODS_ZH}))*)"
)
_STAPLE = frozenset(("", "meat", "fish", "animal products", "肉", "荤", "荤的", "素"))


def eats(told: Told) -> Reading:
    food = told["food"].casefold()
    attribute = "diet" if food in _STAPLE else f"diet: {food}"
    return Reading(attribute=attribute, value=told["value"])


_ONESELF = re.compile(r"我(?!们|女|儿|妈|爸|老|朋|妹|姐|哥|弟|家|同|男|爱人|太太|先生|孩|奶|爷|外)")


def _eats_oneself(told: Told) -> Reading | None:
    """Reads what is said without a subject, where the sentence is about the speaker."""
    return eats(told) if _ONESELF.search(told.heard.words[: told.match.start()]) else None


def allergic(told: Told) -> Reading:
    return Reading(attribute=f"allergy: {told['food'].casefold()}", value=told["value"])


_SINCE = (
    r"(?:\s+(?:for|since|now|all|as|again|by|due|at home|myself|these days|any ?more|either)\b.*)?"
)
_ONCE_EATEN = Wording(
    r"\b(?:today|tonight|this (?:time|week|month|morning|evening)|for lunch|for dinner|for "
    r"breakfast|at my desk|right now|until)\b|今天|今晚|这次|这顿|中午|早上|最近几天|这两天|这周",
    scope=Scope.CLAUSE,
)
BY_DIET = (QUESTION, SUPPOSED, REPORTED, UNMEANT, _ONCE_EATEN)

DIETS: list[Rule] = [
    *rule(
        StatementKind.DIET,
        eats,
        BY_DIET,
        rf"(?:my \w+ and i|we)\s+(?:are|'re)\s+(?:both |all )?(?P<value>{WAY}){_SINCE}",
        rf"i (?:was|am|have been|'ve been) diagnosed (?:with|as)\s+(?P<value>{_ILL}){_SINCE}",
        r"我(?:们家?|家)(?:都|只|一直)*(?P<value>(?:吃)(?:清真|素|斋)(?:的|食)?)",
        rf"i(?:'m| am)\s+(?:now |still |currently |also |basically )*(?P<value>(?:not |no longer )?"
        rf"(?:an? )?{WAY}){_SINCE}",
        rf"(?:i|we)(?:'ve| have)\s+(?:been|gone|become|turned|went)\s+(?:an? "
        rf")?(?P<value>{WAY}){_SINCE}",
        rf"i\s+(?:went|turned|became)\s+(?:an? )?(?P<value>{WAY})(?:\s+.{{0,30}})?",
        rf"i(?:'m| am)\s+(?:now )?on\s+(?:an? )?(?P<value>{WAY})(?:\s+diet)?{_SINCE}",
        rf"(?:i|we)\s+(?:only |always |strictly )*(?:eat|keep|follow|do)\s+(?:an? )?(?:only |"
        rf"strictly )"
        rf"*(?P<value>{WAY})(?:\s+(?:food|diet|meals|at home|only))*",
        rf"i(?:'ve| have)?(?: got| have)?\s*(?P<value>{_ILL}){_SINCE}",
        rf"i(?:'m| am)\s+(?:an? )?(?P<value>{_ILL}){_SINCE}",
        rf"i(?: just| really| simply)?\s+(?P<value>(?:don't|do not|never|no longer|can't|cannot|"
        rf"won't|"
        rf"mustn't|may not|am not allowed to)\s+(?:ever |really |do )?(?:eat|drink|have|touch|"
        rf"tolerate|stand|digest|do|consume|handle|go near)\s+(?:any )?{FOOD}){_SINCE}",
        rf"i(?:'ve| have)?\s+(?:always )?(?P<value>(?:avoid|gave up|given up|quit|stopped eating|"
        rf"stopped "
        rf"drinking|cut out|dropped|stay away from|steer clear of)\s+(?:all )?{FOOD}){_SINCE}",
        rf"(?:there(?:'s| is) )?(?P<value>no\s+{FOOD})\s+(?:for me|in my (?:food|meals))"
        rf"(?:\s+please)?",
        r"i (?P<value>don't drink)(?: alcohol| at all)?",
        rf"my diet is\s+(?P<value>{WAY})",
        r"我(?:这人|一直|从来|现在|平时|已经|本来|向来|都|是|个人|真的|完全|最近|也|最|一般|其"
        r"实)*(?P<value>"
        r"(?:从不|不能|不可以|不太能|不敢|不爱|不再|不怎么|吃不了|喝不了|戒了?|忌口|忌|不碰|不沾|"
        r"不)\s*(?:再)?(?:吃|喝|碰|沾)?"
        rf"\s*{FOOD_ZH})(?:的东西|类|的)?",
        r"我(?:一直|现在|平时|只|都|已经|从小|严格|是)*(?P<value>(?:只)?(?:吃|是)\s*(?:清真|素|"
        r"斋|纯素|全素|蛋奶素)"
        r"(?:的|食|餐)?)",
        r"我(?:现在|一直|已经|最近|正|正在)*(?:在|是|吃|走|执行|坚持)*(?P<value>(?:生酮|低碳(?:"
        r"水)?|无麸质|低盐|低糖|清真|"
        r"素食|纯素|地中海)(?:饮食|主义者|者)?)",
        r"我(?:现在|一直|已经|最近|正|正在|在)*(?P<value>(?:戒|控)(?:糖|酒|咖啡|奶茶|碳水|辣))",
        rf"(?P<value>{FOOD_ZH}我(?:一直|从来|都|一概|是|完全)*(?:不吃|不喝|不碰|吃不了|忌口))",
        r"(?:常年|长期|一直|从小|都|平时|多年)*(?P<value>吃(?:全)?素)",
        r"我(?:有|是|天生|有点|有些)*(?P<value>(?:乳糖|麸质|酒精|果糖)不耐(?:受|症)?|乳糜泻)",
    ),
    *rule(
        StatementKind.DIET,
        _eats_oneself,
        BY_DIET,
        r"(?:也|从来|一直|都|是|所以|平时)*(?P<value>(?:(?:从不|不能|不|不可以|戒了|忌)\s*(?:吃|"
        r"喝|碰|沾)|(?:吃|喝)不了)\s*"
        rf"{FOOD_ZH})(?:的)?",
        rf"(?P<value>对\s*{ALLERGEN_ZH}\s*(?:严重|有点)?过敏)",
    ),
    *rule(
        StatementKind.DIET,
        allergic,
        BY_DIET,
        rf"i(?:'m| am)\s+(?P<value>(?:also |now |really |severely |badly |deathly |highly |"
        rf"mildly |very "
        rf"|slightly |not |no longer )*allergic to\s+{ALLERGEN}){_SINCE}",
        rf"i(?:'ve| have)?(?: got| have)\s+(?:an? )?(?:severe |bad |mild |serious |strong )?"
        rf"(?P<value>{ALLERGEN}\s+(?:allergy|intolerance)){_SINCE}",
        rf"my allerg(?:y|ies)(?: is| are|:)\s+(?:to\s+)?(?P<value>{ALLERGEN})",
        rf"(?P<value>{ALLERGEN}\s+(?:gives?|give) me (?:hives|a rash))",
        rf"我(?:从小|现在|一直|严重|天生|是|有)*(?P<value>(?:对)?\s*{ALLERGEN_ZH}\s*(?:严重|会|"
        rf"有点|轻度|"
        r"重度)*(?:过敏|不耐受))",
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
