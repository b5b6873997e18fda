"""Rules for what people say of themselves in plain words: name, address, diet, time zone."""

from __future__ import annotations

from dataclasses import replace

from stratal.text.own_words import BLANK, HAN
from stratal.text.readers import value_as
from stratal.text.statement_parts import (
    COMMAS,
    EVERYTHING,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.wording import ONCE, QUESTION, REPORTED, SUPPOSED, UNMEANT

_NOT_NAMES = frozenset(
    """later back when if at on tomorrow today tonight asap anytime crazy old stupid paranoid
    whatever anything a an the by in after before maybe skeptical cynical lazy picky names please
    out for as up again first soon now sometime never always around not and or""".split()
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


_STAPLE = frozenset(("", "meat", "fish", "animal products", "肉", "荤", "荤菜", "素", "全素"))


def _diet(told: Told) -> Reading:
    food = told["food"].casefold()
    attribute = "diet" if food in _STAPLE else f"diet: {food}"
    return Reading(attribute=attribute, value=told["value"])


def _allergy(told: Told) -> Reading:
    return Reading(attribute=f"allergy: {told['food'].casefold()}", value=told["value"])


_PERSON = (
    r"(?P<value>[A-Za-z\u00c0-\u024f][\w'’.-]*(?:\s+[A-Z\u00c0-\u024f][\w'’-]*){0,3}"
    r"|[\u4e00-\u9fff·]{2,6})"
)
_PERSON_ZH = (
    r"(?P<value>[\u4e00-\u9fff·A-Za-z]{1,8}?(?=$|\s*[，,。！!；;]|就行|就好|吧|就可以|即可)|"
    r"[A-Za-z][\w'’-]*(?:\s+[A-Z][\w'’-]*){0,2})"
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
_ZONE_EN = (
    r"(?:(?:UTC|GMT)\s*[+\-−±]\s*\d{1,2}(?::?\d\d)?|(?:Africa|America|Asia|Atlantic|"
    r"Australia|Europe|Indian|Pacific)/[A-Za-z_]+(?:/[A-Za-z_]+)?|CEST|CET|EST|EDT|PST|PDT|CST|"
    r"MST|JST|KST|IST|BST|AEST|UTC|GMT)"
)
_ZONE_ZH = r"(?:[东西][一二三四五六七八九十]+区|北京时间|东京时间|美东时间|美西时间)"

NAMES_PLAIN: list[Rule] = [
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
]

DIETS_PLAIN: list[Rule] = [
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
]

ZONES_PLAIN: list[Rule] = [
    *rule(
        StatementKind.TIME_ZONE,
        value_as("time zone"),
        EVERYTHING,
        rf"my time ?zone is\s+(?P<value>{_ZONE_EN})(?:\s+time)?",
        rf"i(?:'m| am)\s+(?:based |living )?(?:in|on)\s+(?:the\s+)?(?P<value>{_ZONE_EN})"
        r"(?:\s+(?:time ?zone|time))?",
        rf"i (?:live|work) (?:in|on) (?:the )?(?P<value>{_ZONE_EN})(?: time ?zone| time)?",
        rf"我的?时区是\s*(?P<value>{_ZONE_EN}|{_ZONE_ZH})",
        rf"我(?:这边|这里)?(?:在|用|是|按)\s*(?P<value>{_ZONE_EN}|{_ZONE_ZH})(?:时区)?",
    ),
]
