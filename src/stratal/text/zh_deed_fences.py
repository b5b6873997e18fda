"""What a Chinese order, leave or wish to be asked must not be taken for, nor one to forget."""

from __future__ import annotations

import re
from dataclasses import replace

from stratal.text.patterns import Pattern
from stratal.text.statement_parts import COMMAS, Reading, Told
from stratal.text.zh_cuts import clause_of

__all__ = ["ask_before", "forget", "permission", "standing_order"]

_LEFT_SO = Pattern(
    r"(?:[你您](?:看到|见到|遇到)?)?(?:都|就|可以|完全|尽管|也){0,3}"
    r"(?:直接|自行|自己|随便|随时|随意|放心|尽管|自主|顺手)(?:去|地|就)?"
)
_BARE_DEED = Pattern(
    r"(?:可以|能|就|去|来|都){0,2}(?:[做办弄搞来干上动改]|动手|处理|操作|进行)?(?:就好|就行|吧|了)?"
)
_OF_SUCH = Pattern(
    r"(?:[这那](?:种|类|些|点)(?:小|杂|琐)?(?:事儿?|事情|活儿?|操作|东西)?|的事儿?|的话|的时候|[你您]要|[你您])$"
)
_SO_IT_GOES = Pattern(r"(?:就好|就行|就成|即可|就可以|吧|得了|好了|啦)+$")
_NO_ACT = Pattern(
    r"^(?:[你您我他她]|自己|就|也|都|不用|不必|别|无需|随时|这|那|直接|可以|以后|反正|有|因为|吃饭|笑|睡|休息|玩|"
    r"说|问|看着|来|去|干|弄|搞|办|做|跑|改|删|发|告诉|给我|给答案)$|不知道|^我|[谁他她]|笑|睡|[早午晚]?饭|外卖|一下$|离谱|^这|几个|开始$|例子"
)
_NO_ASKING = Pattern(r"不用|不必|无需|无须|别|用不着|甭")
_THIS_TIME = Pattern(
    r"这[次回]|今[天晚]|这一次|本次|这[份篇封段]|开玩笑|逗你|老师|医生|领导|老板同意|爸妈|你们|离谱|对象"
)


_AT_HOME = Pattern(
    r"(?:随便|随意|尽管|放心|自己|直接)(?:去|地)?(?:用|拿|吃|花|喝|穿|玩|坐|挑|点菜?|睡|住)(?:$|[，,吧])|想[吃喝玩买穿]|[啥哪]|打车|过来|进来|回来|上来|试试|"
    r"[进出]门|敲门|炒|做饭|写作业"
)
"""What one person lets another do."""


def permission(reading: Reading, told: Told) -> Reading | None:
    """Only a deed that is named, for good; cut to the deed alone."""
    if _THIS_TIME.search(told.heard.words) or _AT_HOME.search(clause_of(told)):
        return None
    value = _SO_IT_GOES.sub("", reading.value.strip(COMMAS))
    left = _LEFT_SO.search(value)
    if left is not None and left.start():
        before = _OF_SUCH.sub("", value[: left.start()].strip(COMMAS)).strip(COMMAS)
        after = value[left.end() :].strip(COMMAS)
        value = before if len(after) < 2 or _BARE_DEED.fullmatch(after) else after
    elif left is not None:
        value = value[left.end() :].strip(COMMAS)
    value = _OF_SUCH.sub("", value)
    value = re.sub(r"(?:不用|不必|无需|用不着|别)(?:问|说|等)?$", "", value).strip(COMMAS)
    if len(value) < 2 or _NO_ACT.search(value):
        return None
    if _NO_ASKING.match(value) and not told.heard.lasting:
        return None
    return replace(reading, value=value)


_COMPLAINED = Pattern(
    r"烦[都也]?烦?死|救命|求助|怎么办|咋办|CrashLoop|一直(?:报错|崩|挂|超时|连不上|卡|失败|慢|断|转圈)|老(?:报错|是崩|崩)|累死|好累|烦[死！!]?$|好烦|头疼|崩溃|还能|能不能|[能会行][^，,]{0,6}[不没]$|怎么|讨厌|无聊|吐槽|离谱|不用每|^写[一条个]|一(?:下班|放学|回家|到家)|传统|有钱|常识|我家规矩"
)
_OF_OTHERS = Pattern(
    r"(?:公司|学校|老板|领导|老师|我妈|我爸|婆婆|单位|物业|医院|系统|服务器|脚本|机器人|甲方|客户|店长|孩子|儿子|女儿|程序|软件|[他她]们?)"
    r"(?:就|都|也|总|会|每|规定|要求|让|叫|自动|一律)|(?:系统|程序|脚本|软件|服务器)一"
)
_OWN_ROUTINE = Pattern(r"^每(?:天|日|周|月|年|晚|早)[^，,]{0,6}?都?要(?!帮|给我|提醒|先给|把)")
_ANOTHER_DOES = Pattern(
    r"(?!以后|今后|往后|日后|另外|还有|从|一律|凡)[\u4e00-\u9fff]{2,4}每(?:次|天|周|个?月|年)"
)
_OF_LIFE = Pattern(
    r"把我(?:当|惹|气)|往心里去|对我(?:说谎|撒谎|好|凶|发火|发脾气)|过好|担保|安检|工资|[千百万]块|给我(?:整|弄|搞|惹|气)[^，,]{0,3}$|"
    r"^(?:以后|今后|往后|从[^，,]{1,4}起)?(?:我|我们)?每次(?:坐|出门|考试|吃|睡|上课|上班|回家|洗|坐车|聚会|约会)|"
    r"(?:写作文|考试|出门|吃饭|睡觉|付钱|做人|上课|坐车)(?:前|时|都|先|再|要|得)|先付[钱款]|好好|戒|努力|坚持"
)
"""What a person does or suffers, and no assistant."""
_BORNE_OUT = Pattern(
    r"是我(?:们)?的?(?:习惯|爱好|日常|任务|工作|传统|底线)|[，,](?:血的|惨痛的?)?(?:教训|经验)|"
    r"[，,](?:她|他|平台|店家|网站|商家|公告|合同|规则|协议|说明书|书上?)[^，,]{0,4}(?:这么|这样)?(?:说|写|规定|教)(?:的|过)?$"
)
"""Behind it is told that it is one's own habit, a maxim, or what somebody else says."""
_KIN = (
    r"(?:[妈爸爹娘姐哥弟妹]|老[公婆爸妈板师]|儿子|女儿|闺女|孩子|朋友|"
    r"同事|同学|室友|邻居|对象|领导|爷爷|奶奶|外公|外婆|婆婆|公公)"
)
_FOR_KIN = Pattern(rf"[帮给替跟陪]我的?{_KIN}")
_ASKS_YOU = Pattern(r"[你您]|[帮给替]我|自动|提醒|记得|请|助手|务必")


def standing_order(reading: Reading, told: Told) -> Reading | None:
    """Only what the assistant is to do: no chore of the person's, no rule of others."""
    words, value = told.heard.words, reading.value
    if _COMPLAINED.search(words) or _OF_OTHERS.search(words):
        return None
    if re.search(r"表情|语气|颜文字|emoji|熬到|气得|时差|扣款", value):
        return None
    if _ANOTHER_DOES.match(value) and not _ASKS_YOU.search(words):
        return None
    if _OF_LIFE.search(value) or _BORNE_OUT.search(words):
        return None
    if _FOR_KIN.search(value) and not re.search(r"[你您]|提醒", words):
        return None
    return None if _OWN_ROUTINE.search(value) and not _ASKS_YOU.search(words) else reading


_NARRATED = Pattern(
    r"(?<!^)(?:把|将|给)[^的]{1,8}$|我[^，,]{0,3}(?:总是?|老是?|又|差点|经常|转头|转身|扭头|曾)"
)


def forget(reading: Reading, _: Told) -> Reading | None:
    """Only what is known of the person: not what they do at once."""
    told_of = _NARRATED.search(reading.value) or re.match(
        r"我一[看听见想]|.*(?:要是|如果|能|起来|明天|今天)$|.*要是", reading.value
    )
    value = re.sub(r"^(?:把|将)", "", reading.value)
    return None if told_of else replace(reading, value=value)


def ask_before(reading: Reading, told: Told) -> Reading | None:
    """Only what the assistant is about to do."""
    others = r"^(?:孩子|儿子|女儿|老公|老婆|爸|妈|他|她|员工|学生|同事|客户|新人|实习生)"
    clause = clause_of(told)
    if re.search(rf"(?:问|跟|和|给|让|找|经|过|等)(?:过)?我的?{_KIN}", clause):
        return None
    if re.search(
        r"说再见|道歉|结婚|出院|复查|讲个?故事|倒[杯水]|睡前|发工资|吵架|哄我|亲我|抱我", clause
    ):
        return None
    return None if re.search(others, clause) else reading
