"""Rules for how people want to be answered in Chinese: in which language, and in which form."""

from __future__ import annotations

import re

from stratal.text.statement_parts import (
    COMMAS,
    EVERYTHING,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.wording import QUESTION, REPORTED, SUPPOSED
from stratal.text.zh_parts import END, PARTICLE

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
        rf"描述)?{PARTICLE}",
        about_work=True,
    ),
    *rule(
        StatementKind.LANGUAGE,
        _spoken,
        EVERYTHING,
        rf"(?:就算|哪怕|即使|不管|无论)[^，,。]{{2,16}}[，,]\s*{_YES}(?:用|说|讲|以)"
        rf"\s*{_L}{_TALK}?我?{PARTICLE}",
        rf"(?:希望)?(?:你)?{_YES}(?:用|以|使用)\s*{_L}\s*(?:来)?(?:跟我|和我|给我|同我)"
        rf"?{_TALK}我?(?:的?问题)?"
        rf"{PARTICLE}{END}",
        rf"(?:跟|和|与|同|对|给)我(?:的)?{_TALK}?(?:总结|回复|答案|回答|说明|东西|内容)"
        rf"?{_YES}(?:用|说|讲|写|以|保持|"
        rf"是)?\s*{_L}{PARTICLE}{END}",
        rf"(?:默认|回答|回复|答复|交流|我的?|首选|常用)(?:的)?语言{_YES}(?:是|为|用|设成|设为|"
        rf"设置为|设置成|改成|选|[:：])"
        rf"\s*{_L}",
        rf"(?:所以|那)?(?:你)?(?:还是|以后|今后|都|请|就){{1,4}}(?:讲|说|用)"
        rf"\s*{_L}{PARTICLE}{END}",
        rf"(?:你)?(?:回我|答我|跟我说话?|写给我的(?:东西)?){_YES}(?:用|说|讲)"
        rf"?\s*{_L}{PARTICLE}{END}",
    ),
]

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
    rf"{PARTICLE}{END}",
    rf"(?:回答|回复|你|以后|请|给我的?|里|里面|时|也|都){{0,4}}(?P<value>{_NOT_HOW})"
    rf"{PARTICLE}{END}",
)
