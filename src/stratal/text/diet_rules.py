"""Rules for the looser ways of saying what somebody does not eat or cannot bear: "I went vegan"."""

from __future__ import annotations

import re

from stratal.text.statement_parts import Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import QUESTION, REPORTED, SUPPOSED, UNMEANT, Scope, Wording

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
