"""A second way to hear in Chinese how people want to be answered: form, zone, language."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.person_rules import BY_ZONE
from stratal.text.statement_parts import COMMAS, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import ONCE, QUESTION, REPORTED, SUPPOSED, UNMEANT, Scope
from stratal.text.zh_parts import AS_FACT, END, PARTICLE
from stratal.text.zh_person_rules import WHERE
from stratal.text.zh_witness_parts import ASIDE, plain

# What the answers are, from when on, and a manner that is on a list.

_ANSWERS = (
    r"(?:(?:你|您)?(?:的|给我的)?(?:回答|回复|答复|答案|解释|说明|总结|输出)(?:里|中|时)?|回我(?:的)?(?:时候|消息|内容)?|答我|"
    r"(?:跟|和|对)我(?:说话|讲话|说|讲|聊天?|解释)(?:[^，,。；;]{0,6}(?:的时候|时))?|给我(?:讲|解释|分析|改|写|列|推荐|看|发|贴|做)[^，,。；;]{0,6}?|"
    r"(?:贴|发|写|改)代码|推荐[^，,。；;]{0,4}|(?:说|写|算|提到|涉及)?(?:到)?(?:金额|日期|时刻|时间|温度|面积|重量|数字|单位|距离|钱)(?:的地方)?(?:的时候|时)?|列步骤)"
)
_LASTS = (
    r"(?:以后|今后|往后|之后|每次|每回|一律|统一|"
    r"永远|始终|一直|从今(?:往后|以后)?|从现在(?:起|开始)|都|默认|凡是)"
)
_MANNER = (
    r"(?P<value>(?:不要|别|不用|不许|少)(?:再)?(?:用|加|发|带|写|放|搞|来)?(?:表情(?:符号|包)?|emoji|颜文字|感叹号|表格|列表|清单|加粗|"
    r"注释|markdown|标题|语气词|客套话?|废话|术语|长篇大论|敬语|星号|代码块)|一个(?:emoji|表情)都(?:不要|别)放|"
    r"(?:只(?:贴|给|发|要|回|说)|先(?:说|给|讲|上|放))[^，,。；;：:！!？?]{1,10}?|先[^，,。；;：:！!？?]{2,5}(?:再|后)[^，,。；;：:！!？?]{2,5}?|"
    r"(?:(?:控制在|不要?超过|别超过|限制?在|最多)?[一二两三四五六七八九十百\d]{1,4}(?:句话?|个?字|行|条|段)(?:以内|之内|内)?)|"
    r"(?:带|附|配|标|标上|加|加上|附上|写成|换算成|精确到|按|用)[^，,。；;：:！!？?A-Za-z]{1,8}?|结论放(?:在)?最?前面?|"
    r"(?:分点|分条|逐条|分步)(?:列出?|写|说|讲)?|(?:简短|简洁|口语|通俗|直白|详细|正式|随意|幽默|温柔|直接)(?:化)?(?:一点儿?|一些|些|点)?|"
    r"(?:摄氏度?|华氏度?|公斤|公里|亩|人民币|万元|24小时制|二十四小时制|公历|农历|公制))"
)


def _manner(told: Told) -> Reading | None:
    before = told.heard.words[: told.match.end()]
    if re.search(
        r"这[次份封篇段一道]|那[份封篇段]|今[天晚]|老师|领导|老板|客户|[他她]|作文|简历|论文|PPT|问我|确认",
        before,
    ):
        return None
    value = told["value"].strip(COMMAS)
    return None if BLANK in value else Reading(attribute="answer format", value=value)


FORMATS_HEARD_ZH: list[Rule] = rule(
    StatementKind.FORMAT,
    _manner,
    (QUESTION, SUPPOSED, REPORTED),
    # 以后给我改代码只贴 diff；往后每次回答都控制在两百字以内
    rf"[^，,。；;：:他她]{{0,4}}?{_LASTS}{{1,3}}[，,]?\s*(?:你|您|请|麻烦|所有|任何|涉及|里|的){{0,2}}{_ANSWERS}[，,]?\s*"
    rf"(?:都|请|要|也|一律|统一|尽量|每次|就|得|能){{0,3}}{_MANNER}{PARTICLE}{END}",
    # 回答请一直分点列；说面积一律用亩
    rf"[^，,。；;：:他她我]{{0,4}}?{_ANSWERS}[，,]?\s*(?:请|都|你|要|麻烦){{0,2}}{_LASTS}{{1,2}}(?:都|请|要|也|就|得|用){{0,2}}"
    rf"{_MANNER}{PARTICLE}{END}",
)

# Time, reckoned for the person, and a place.

ZONES_HEARD_ZH: list[Rule] = rule(
    StatementKind.TIME_ZONE,
    lambda told: Reading(attribute="time zone", value=told["value"]) if plain(told) else None,
    (*AS_FACT[:-1], BY_ZONE[-1].within(Scope.CLAUSE)),
    # 跟我说时间都按柏林时间算；我的行程都以台北时间为准
    rf"[^，,。；;：:他她]{{0,8}}?(?:我|你|您|咱)[^，,。；;：:他她]{{0,8}}?(?:时间|钟点|几点|时刻|行程|日程|会议|提醒|作息|时候)?[^，,。；;：:他她]{{0,3}}?"
    rf"(?:都|全都?|请|一律|统一|全部|默认|就|要){{0,3}}(?:按照?|以|照|用|看|走|依)(?:着)?(?:的是)?\s*{WHERE}(?:为准|给我算|算|走|来|说|过日子|过|排|报|给我|显示)"
    rf"{{1,2}}(?:的)?{PARTICLE}{END}",
)

# From when on, and a language that is on a list.

_LANGUAGE_WORDS = (
    r"(?P<value>(?:简体|繁体|正体)(?:中文|字)?|中文|汉语|国语|普通话|粤语|广东话|四川话|英[文语]|日[文语]|韩[文语]|法[文语]|德[文语]|"
    r"西班牙[文语]|俄[文语]|意大利[文语]|葡萄牙[文语]|马来[文语]|泰[文语]|越南[文语]|阿拉伯[文语]|English)"
)
LANGUAGES_HEARD_ZH: list[Rule] = rule(
    StatementKind.LANGUAGE,
    lambda told: (
        None
        if ASIDE.search(told.heard.words)
        else Reading(attribute="answer language", value=told["value"])
    ),
    (QUESTION, SUPPOSED, REPORTED, UNMEANT, ONCE.within(Scope.CLAUSE)),
    # 往后你一律拿英文跟我说；从今天开始都用英文回我；回答请始终用中文
    rf"[^，,。；;：:他她]{{0,6}}?(?:以后|今后|往后|之后|从今天开始|从现在开始|从今往后|一直|一律|统一|永远|始终|都)[^，,。；;：:他她]{{0,8}}?"
    rf"(?:用|拿|以|说|讲|写)\s*{_LANGUAGE_WORDS}(?:来)?(?:回我|跟我(?:说|聊|讲|交流|沟通|说话)|和我(?:说|聊|讲|交流|沟通|说话)|同我(?:说|聊|倾偈)|回答|回复|答复|"
    rf"答我|聊天?|作答|交流)?(?:我)?(?:就行|就好|就得啦)?{PARTICLE}{END}",
)
