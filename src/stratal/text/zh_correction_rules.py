"""Rules for what is put right in Chinese: 我前面讲货在三号仓，说错了，其实在五号仓.

A value alone is heard behind a slip that is named. What was wrong is heard too, wherever the words
tell it: 不是三号仓, 你记成三号仓了, or the claim that was made before.
"""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.patterns import Pattern
from stratal.text.statement_parts import COMMAS, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import QUESTION, SUPPOSED, UNMEANT
from stratal.text.zh_pairs import AMISS, CLAIM, SAID_BEFORE, SAID_SO, pair
from stratal.text.zh_parts import END, PARTICLE

_RIGHT = r"(?P<value>[^，,。；;：:（）()！!]{1,20}?)"
_WRONG = r"(?P<other>[^，,。；;：:（）()！!]{1,20}?)"
_WRONG_ZH = (
    r"(?:(?:我|你|您|上面|前面|刚才|之前|名字|分支|地址|时间|日期|数字|金额|号码|电话|版本|城"
    r"市){0,4}(?:打|说|写|记|弄|搞|听|理解|看|叫|读)错(?:字)?(?:了|啦)?|错了|错啦|不对|不是的|"
    r"纠正(?:一下|下)?|更正(?:一下|下)?|口误|笔误|打错字了)"
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


_SLIPPED = (
    r"(?:(?:我|你|您|咱|刚才?|刚刚|上次|上回|之前|前面|上面|那会儿|前几天|手滑|嘴瓢|嘴快|手快|"
    r"一时|脑子短路|跟你|给你|告诉你|又|都|可能|应该|是|把[^，,]{1,6}){0,5}(?:说|写|记|弄|搞|"
    r"打|听|看|理解|报|填|算|输|发|讲|念|认|叫)(?:的)?(?:错|岔|混|反|串|差|漏|颠倒)(?:字)?(?:"
    r"了|啦)?|(?:颠倒|有误|不准|搞错|弄错)(?:了|啦)?|不对不?对?|错了错?了?|不是不是|口误|笔误|"
    r"手误|(?:我)?(?:来)?(?:更正|纠正|订正|修正|改)(?:一下|下|一点|个数|你)?)"
)
_BEING = (
    r"(?:应该|应当|其实|实际上?|正确的?|准确(?:地|的)?说|现在|明明){0,2}(?:是在|应为|(?<!不)是"
    r"|(?<![现不])在|为|叫|姓|有|住在?|属|上|养的是|用的是)"
)
_ABOUT = r"(?:[^，,。；;：:他她你您问说是]{0,10}?)"
_FIRST_OWN = Pattern(r"我的?[\u4e00-\u9fff]")


_EITHER = Pattern(r"不是[^，,]{1,10}[，,]?就是|[^，,]{0,8}我要的")


_BY_THEM = Pattern(r"[他她]们?(?:又|也|是)?(?:说|记|写|弄|搞|看|听)错")


def _mended(told: Told) -> Reading | None:
    """Reads what is so, where words beside it say that something else was wrong."""
    value, other = told["value"].strip(COMMAS), told["other"].strip(COMMAS)
    if _EITHER.search(told.heard.words) or _BY_THEM.search(told.heard.words):
        return None
    if _FIRST_OWN.match(value) and (not other or _FIRST_OWN.match(other)):
        return Reading(attribute="", value=value, not_value=other, corrects=True)
    return _put_right(told)


OWN_CORRECTIONS_ZH: list[Rule] = rule(
    StatementKind.CORRECTION,
    _mended,
    (QUESTION, SUPPOSED, UNMEANT),
    # 你记岔了，厂子在佛山；不对不对，我家是六楼，不是五楼
    rf"(?:[^，,。；;：:]{{0,14}}?){_SLIPPED}(?:啦|啊|哈|哦|呀|了)?\s*[，,：:！!；;]\s*(?:"
    rf"[^，,。；;：:是在]{{2,12}}[，,]\s*)??{_ABOUT}{_BEING}\s*{_RIGHT}(?:才对|才是|的)?(?:"
    rf"[，,]\s*(?:而)?不(?:是|在|叫|姓|属)\s*{_WRONG})?{PARTICLE}{END}",
    # 等等，刚发你的报价是含税的，不是未税
    rf"(?:等等|等下|慢着|哎|哦|不对|错了)(?:等等|啊|哈)?[，,]\s*[^，,。；;：:]{{2,14}}?是\s*"
    rf"{_RIGHT}(?:的)?[，,]\s*(?:而)?不是\s*{_WRONG}(?:的)?{PARTICLE}{END}",
    # 其实我在杭州，你上次记成苏州了
    rf"{_ABOUT}{_BEING}\s*{_RIGHT}[，,]\s*(?:但)?(?:你|您|我)(?:刚才|上次|之前|前面|老|又|给|"
    rf"怎么){{0,3}}(?:记|写|说|听|当|弄|搞|填|打|看|念)成(?:了)?\s*{_WRONG}{PARTICLE}{END}",
    # 我儿子读高二，你记的高三不对
    rf"{_ABOUT}(?:是|在|叫|姓|读|上|念|属|住|养)\s*{_RIGHT}[，,]\s*(?:你|您)(?:记|写|说|听|填)"
    rf"的\s*{_WRONG}(?:不对|错了|有误|是错的)",
    # 我今年六十五，不是五十六
    rf"我(?:今年|现在|身高|体重)(?P<value>[\d一二三四五六七八九十百.]{{1,6}}[\u4e00-\u9fff]"
    rf"{{0,2}}?)[，,]\s*(?:可|而)?不是\s*(?P<other>[\d一二三四五六七八九十百.]{{1,6}}"
    rf"[\u4e00-\u9fff]{{0,2}}?){END}",
    # 记错啦，我老家四川的
    rf"(?:[^，,。；;：:]{{0,8}}?){_SLIPPED}(?:啦|啊|哈|哦|呀|了)?\s*[，,：:]\s*我(?:老家|家|籍"
    rf"贯|户口)?\s*(?P<value>[\u4e00-\u9fff]{{2,5}})(?:的|人){END}",
    # 我姓刘不姓柳
    rf"(?:我|我们|我家|咱)(?P<be>姓|叫|是|在|住|属|上|教|学)(?P<value>[^，,。；;：:不是]"
    rf"{{1,10}}?)[，,]?\s*(?:可|而|并)?不(?P=be)(?P<other>[^，,。；;：:]{{1,10}}?){PARTICLE}"
    rf"{END}",
    # 我闺女上初二，不是初三，你搞错了
    rf"{_ABOUT}{_BEING}\s*{_RIGHT}[，,]\s*(?:而)?不(?:是|在|叫|姓|上)\s*{_WRONG}(?:了|啊|哈|哦"
    rf")?[，,]\s*(?:是)?{_SLIPPED}",
    # 哎不是，那是我弟弟，不是我哥哥
    rf"(?:哎|唉|啊|哦|诶)?(?:不是|不对|错了)(?:啦|啊|哈)?[，,]\s*(?:那|这|他|她)(?:个)?(?:是|"
    rf"叫)\s*{_RIGHT}[，,]\s*(?:而)?不(?:是|叫)\s*{_WRONG}{PARTICLE}{END}",
)


def _paired(told: Told) -> Reading | None:
    """Reads what is so and what was said before, each cut to what differs."""
    found = pair(told["said"], re.sub(r"(?:的|了|啦|才对|才是)+$", "", told["value"].strip(COMMAS)))
    if found is None or BLANK in "".join(found):
        return None
    value, other = found
    if _NO_MENDING.match(value) or _EITHER.search(told.heard.words):
        return None
    return Reading(attribute="", value=value, not_value=other, corrects=True)


_NO_MENDING = Pattern(r"[你他她它不没因说这那想所太很为什怎谁哪随故会就都也吗吧行]")
_NEW = r"(?P<value>[^，,。；;：:！!？?]{1,18}?)"
_INDEED = r"(?:其实|实际上?|应该|应当|正确的?|准确(?:地|的)?说|明明|现在|而){0,2}"

# Both halves are told, and a slip: these are heard before what hears one half alone.
PAIRS_ZH: list[Rule] = rule(
    StatementKind.CORRECTION,
    _paired,
    (QUESTION, SUPPOSED, UNMEANT),
    # 我前面讲货压在金华仓，说错了，其实压在义乌仓
    rf"{SAID_BEFORE}{SAID_SO}{CLAIM}[，,]\s*{AMISS}\s*[，,：:！!]\s*{_INDEED}(?:是(?=[走住用]))?"
    rf"{_NEW}{PARTICLE}{END}",
    # 我之前告诉你公司在浦东，其实早搬到闵行了
    rf"{SAID_BEFORE}{SAID_SO}{CLAIM}[，,]\s*(?:但|可|不过)?(?:是)?(?:其实|实际上?|应该|应当|正确的)"
    rf"{_NEW}{PARTICLE}{END}",
    # 之前说的张老师错了，带队的是章老师
    rf"{SAID_BEFORE}{SAID_SO}{CLAIM}{AMISS}\s*[，,：:！!]\s*{_INDEED}{_NEW}{PARTICLE}{END}",
    # 你上面的配方写成一百克了，不对，是两百五十克
    rf"[^，,。；;：:！!？?]{{0,16}}?(?:记|写|说|当|算|听|看|填|报|标|打|弄|搞|念)成(?:了)?{CLAIM}"
    rf"(?:了|啦)?[，,]\s*(?:{AMISS}\s*[，,]\s*{_INDEED}|[他她它我]?(?:其实|应该|实际上?|明明)"
    rf"(?:上)?)(?:是)?{_NEW}{PARTICLE}{END}",
    # 看岔了，那个报错不在测试环境，在预发环境
    rf"[^，,。；;：:！!？?]{{0,8}}?{AMISS}\s*[，,：:！!]\s*[^，,。；;：:他她]{{0,14}}?不(?P<be>在|是|"
    rf"叫|属|姓|走|用|到){CLAIM}[，,]\s*(?:而)?(?:是)?(?=(?P=be)|在|是){_NEW}{PARTICLE}{END}",
)

CORRECTIONS_SPOKEN_ZH: list[Rule] = OWN_CORRECTIONS_ZH + rule(
    StatementKind.CORRECTION,
    _put_right,
    (QUESTION, SUPPOSED, UNMEANT),
    # 金额更正为五千六
    rf"[^，,。；;：:他她]{{1,12}}?(?:更正|订正|修正|纠正)(?:为|成)\s*{_RIGHT}{PARTICLE}{END}",
    rf"(?:哈哈|啊|哦|不对|错了|，|,|\s){{0,4}}不(?:是|叫|在)\s*{_WRONG}(?:啦|啊|呀|哦|哈)?"
    rf"[，,]\s*(?:我)?(?:而)?(?:是|叫|在|养的是|[\u4e00-\u9fff]{{1,3}}的是)\s*{_RIGHT}"
    rf"{PARTICLE}{END}",
    rf"{_WRONG_ZH}\s*[，,：:；;]?\s*(?:应该|应当|其实|正确的?)?(?:是|在|叫|为|应为)\s*{_RIGHT}"
    rf"(?:才对|才是)?{PARTICLE}{END}",
    rf"(?:之前|刚才|上次|前面)(?:我)?(?:说|写|讲|告诉你)(?:的是?)?\s*{_WRONG}[，,]\s*(?:实际上"
    rf"?|其实|但其实|应该|正确)(?:上)?(?:是|应该是|为)?\s*{_RIGHT}{PARTICLE}{END}",
    rf"(?:其实|实际上)?(?:我|我们)(?:有|住|养|姓|叫|在|属|是|买)(?:的是)?\s*{_RIGHT}[，,]\s*(?"
    rf":而)?不(?:是|叫|在)\s*{_WRONG}{PARTICLE}{END}",
    rf"{_RIGHT}才(?:对|是对的)[，,]?\s*(?:不是|你写成)?\s*(?:{_WRONG})?{END}",
)
