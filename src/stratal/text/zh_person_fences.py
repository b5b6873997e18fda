"""What must not be taken for how a person is called, answered and fed, or goes by the clock."""

from __future__ import annotations

import re
from dataclasses import replace

from stratal.text.patterns import Pattern
from stratal.text.statement_parts import Reading, Told
from stratal.text.zh_cuts import clause_of

__all__ = ["answer_format", "diet", "language", "named", "time_zone"]

_ONE_TEXT = Pattern(
    r"这[次份封篇段个一道]|那[份封篇段]|[列写做给画拟出][^，,]{0,2}一[份个篇封段]|今[天晚]|本次|一[份篇封段]"
    r"|(?:PPT|简历|论文|作文|周报|日报|文案|公众号|朋友圈|演讲|发言|稿子|汇报|作业|群里)(?!格式)"
)
_THIS_TEXT = Pattern(r"这[次份篇封段]|(?<!从)今[天晚]回答|本次")
_LASTING = Pattern(
    r"以后|今后|往后|之后|日后|每次|每回|一律|统一|永远|平时|总是|一直|默认|凡是|从现在|从今|别再|不要再|都|"
    r"始终|一般|习惯"
)
_ANSWERS = Pattern(
    r"回答|回复|答复|回我|答我|回话|(?:跟|和|对|给|教|陪|同)我|答案|你(?:的)?(?:说话|讲|解释|语气|输出|写|"
    r"列|给|用|别|少|不要|不用|能|尽量)|语气|口吻|请|麻烦|解释|总结|输出|说话(?:时|的时候|方式)|[别少]"
)
_OWN_MANNER = Pattern(
    r"(?:^|[，,])我(?:说话|讲课|讲话|写(?!的)|做|这人|这个人|教|回|发|平时(?:说|写|讲)|一般(?:说|写|讲))|"
    r"(?:给|回答|回复|答复|回|跟|对)(?:孩子|学生|客户|老板|领导|老人|同事|别人|小朋友|面试官|老师|家长|评委|考官)|(?:老师|领导|老板|朋友|同事|群里)[^，,]{0,6}(?:喜欢|要求|说)"
)


_DENIED = Pattern(r"(?:不要|别|不用|不许|不准|不能|甭|勿)(?:再|给我)?$")


_NO_FORM = Pattern(
    r"^(?:用|说|讲|写|使用|以)?(?:[简繁正]体(?:中文|字)?|中文|汉语|国语|普通话|粤语|广东话|(?:英|日|韩|法|德|俄|西班牙|"
    r"意大利|葡萄牙|泰|马来|越南|阿拉伯)[文语])(?:来)?(?:写|说|讲|回|答)?$|"
    r"(?:不用|不必|别|不要|甭)(?:再)?(?:那么|这么|太|跟我|和我)*(?:客气|见外|拘束|拘谨|生分|担心|紧张|着急|谢|管|介意)|"
    r"(?:用|收|发)(?:现金|微信|支付宝|转账)|结算|支付|付款|"
    r"(?:用|写|使用|引入?|装|上|走)\s*(?!(?:markdown|emoji|latex|html|json|yaml|diff|ppt|mermaid|ascii|bullet|mathjax)"
    r"\b)[A-Za-z][\w.+#-]*(?:\s[A-Za-z][\w.+#-]*)?$",
    re.IGNORECASE,
)
"""A language, a courtesy, or a tool, and no form of answers."""
_OF_ASKING = Pattern(
    r"(?:问|告诉|通知|知会|提醒|喊|叫|跟|和|找)(?:过)?我(?:说|讲)?一[句声下条]$|(?:规矩|要求|原则|毛病|条件|愿望)(?:就|只有)?"
    r"(?:这|那)?[一二两三四五六七八九十]条$|(?:插|问|说|吐槽|啰嗦|补充|写|聊|留)一?(?:句|声|条)$"
)
"""一句 and 一条 as counters of something else than of answers."""


def answer_format(reading: Reading, told: Told) -> Reading | None:
    """Only how the person is to be answered, and not one text, nor how they speak themselves."""
    words = told.heard.words
    lasting = _LASTING.search(words) is not None
    clause = clause_of(told)
    before = words[: told.match.start("value")] if told["value"] else ""
    denied = _DENIED.search(before)
    if denied is not None and reading.value == told["value"]:
        reading = replace(reading, value=denied.group() + reading.value)
    if re.match(r"表格|文档|列表|清单", reading.value) and re.search(
        r"(?:[A-Za-z]|飞书|腾讯|金山|石墨|钉钉|多维|在线|电子)\s?$", before
    ):
        return None
    if _OWN_MANNER.search(clause) or _ONE_TEXT.search(clause) or _THIS_TEXT.search(words):
        return None
    if _NO_FORM.search(reading.value) or _OF_ASKING.search(words[: told.match.end()]):
        return None
    if re.search(r"回[答复]得?(?:很|真|太|挺|好|非常|不够|这么|那么)", words):
        return None
    if re.search(r"直接(?:告诉|给|说)", words) and not lasting:
        return None
    return reading if lasting or _ANSWERS.search(words) else None


_OF_EVENTS = Pattern(
    r"考试|直播|活动|比赛|表格|报名|航班|飞机|股市|开盘|发布会|赛事|开奖|抢票|字段|日志|服务器|数据库|config|"
    r"题目|小说|这个(?:会|表|文件|系统|项目)|那个会|电影|小说|timezone=|="
)
_AWAY = Pattern(
    r"玩了|旅游|旅行|出差|度假|转机|时差|下周|下个月|这次|今天|明天|以前|算一下|"
    r"(?:朋友|同事|女儿|儿子|老公|老婆|客户|老板|领导|总部|对方|[他她]们?)(?:人|那边|都|现在){0,2}(?:在|用|按|是)"
)


def time_zone(reading: Reading, told: Told) -> Reading | None:
    """Only the person's own zone, for good: no event's, no machine's, no journey's."""
    clause = clause_of(told)
    if _OF_EVENTS.search(clause) or _AWAY.search(told.heard.words[: told.match.end()]):
        return None
    return None if reading.value.startswith(("当地", "国内")) else reading


_TO_YOU = Pattern(r"[你您]|助手|就行|就好|就可以|即可|吧|请|可以|都行|以后|称呼|[跟对]我说|聊")
_JESTED = Pattern(
    r"试试|好笑|烦死|不爱听|别扭|逗|玩笑|其实我(?!叫|是叫)|爸爸|老公|老婆|爷爷|祖宗|女王|大神|开会|去|吃|下楼|来|"
    r"不应|别叫|但我(?:不|讨厌)|难听"
)
_BEHIND_BACK = Pattern(
    r"(?:背地里|背后|背着我|私底下|偷偷|暗地里|网上|弹幕|评论区|论坛|有人|小孩|路人)[^，,。；;]{0,8}(?:叫|喊|称呼?|管)我|"
    r"叫我[^，,。；;]{1,8}[，,][^，,]{0,6}(?:烦|气|讨厌|难受|不爽|该不该|该装|尴尬|扎心|难听)"
)
"""What others call the person, and what they would rather not be called."""
_NO_NAME = Pattern(r"错|人了|外卖|了$|车|什么|啥|去|来|吃|停|醒|起|好$")


def named(reading: Reading, told: Told) -> Reading | None:
    """Only the person's own name, and an address that the assistant shall use."""
    words = told.heard.words
    if re.search(r"不叫[^，,]{1,4}[，,][^，,]{0,4}[写记叫听打说弄搞]错", words):
        # That is a correction.
        return None
    if reading.attribute != "address":
        return None if _NO_NAME.search(reading.value) else reading
    if _BEHIND_BACK.search(words):
        return None
    if _JESTED.search(reading.value) or re.search(
        r"其实我|雷锋|红领巾|好笑|烦死|不爱听|逗你|玩笑", words
    ):
        return None
    others = re.search(
        r"(?:大家|朋友|同事|同学|他们|客户|孩子|学生|家里|公司|身边|邻居|领导|老板)[^，,]{0,6}"
        r"(?:叫|喊|称呼|管我叫|称)",
        clause_of(told),
    )
    alone = not re.search(r"[，,。；;]", words)
    return None if others and not alone and not _TO_YOU.search(words) else reading


_OWN_ANSWER = Pattern(
    r"(?<![跟和给同对陪教回答])我(?:们)?(?:平时|一直|都|也|自己|经常|一般|现在|习惯|得|要|必须|只能|还得|一个人|常|就){0,3}"
    r"(?:用|说|讲|写|以)(?!的)"
)
_ELSEWHERE = Pattern(
    r"面试|考试|作文|上课|课堂|外教|老师|老板|领导|客户|学校|公司(?:开会|要求|规定)|比赛|小说|电影|歌|字幕|演讲|同事|孩子|"
    r"[他她]们?|这[次封篇段句份首]|先用|(?<!从)今[天晚]|界面|系统语言|手机|客服|主播|老外|婆婆|说明书|公司邮件"
)
_OF_PLACE = Pattern(r"^(?:都|全|一般)(?:说|讲)|是[^，,]{2,4}的$")


def language(reading: Reading, told: Told) -> Reading | None:
    """Only the language in which the assistant answers or writes."""
    clause = clause_of(told)
    if _OWN_ANSWER.search(clause) or (
        _ELSEWHERE.search(clause) and not re.search(r"[你您]|[回答跟和给]我", clause)
    ):
        return None
    if _OF_PLACE.search(clause) and not re.search(r"[你您]|[回答跟和给]我", clause):
        return None
    words = told.heard.words
    spoken_of = re.search(r"[他她]", words) or re.search(
        r"^(?:我们|咱们?|大家|公司|班里|家里|电视)[^，,你您]{0,8}(?:用|说|讲)", clause
    )
    if spoken_of and not re.search(r"[你您]|[回答跟和给同]我|回答|回复|答复", words):
        return None
    once = re.search(
        r"这(?:一)?(?:[次封篇段句份首题道张页节章回条]|个(?:问题|答案|题))",
        told.heard.words[: told.match.end()],
    )
    return None if once else reading


def diet(reading: Reading, _: Told) -> Reading | None:
    """Only what the person does not eat, or how they do eat."""
    return None if re.search(r"^不对|失败|成功|[吗吧呢]$", reading.value) else reading
