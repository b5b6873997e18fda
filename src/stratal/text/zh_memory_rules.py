"""Rules for what people ask of a memory in Chinese: to keep, to forget, not to keep."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.statement_parts import (
    COMMAS,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.statement_rules import kept
from stratal.text.wording import QUESTION, REPORTED, SUPPOSED
from stratal.text.zh_parts import END

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
    r"(?:记忆|记录|备忘|笔记)(?:里|中)?(?:删|抹|去|清)(?:掉|去|除)?(?:吧|了)?" + END,
    r"关于(?P<value>[^，,。；;]{2,20}?)[，,]\s*(?:我想让你|请你?|麻烦你?|你)?(?:全|都)?(?:忘记|"
    r"忘掉|忘了)(?:吧)?" + END,
    r"(?P<value>[^，,。；;]{2,16}?(?:的事|那件事|的事情|那个项目|那条))(?:就|都|你|可以|请)"
    r"{0,4}(?:不要再记得?|别再记着?|忘了|"
    r"忘掉)(?:吧|了)?" + END,
    r"(?:请|麻烦|帮我|你|可以|就){0,4}(?:忘掉|忘记|忘了|抹掉)\s*(?P<value>(?:我|关于|之前|那个|"
    r"我们)"
    r"[^，,。；;]{2,20}?)(?:这件事|的事|吧|这事)?" + END,
    r"(?:请|麻烦|帮我|你){0,4}(?:把|将)\s*(?P<value>[^，,。；;]{2,16}?的(?:生日|地址|电话|手机号|"
    r"号码|名字|邮箱|偏好|事|事情|工资|病情|情况|"
    r"计划|记录|消息|信息|资料))(?:都|给|从[^，,。]{0,6}){0,4}(?:清除|忘|删|清|抹|去)(?:掉|了|除)"
    r"?(?:吧)?" + END,
)
