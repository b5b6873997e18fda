"""The Chinese words by which people name a day or an hour that lies ahead: 下周三下午两点半之前."""

from __future__ import annotations

import re

_NUMBER = r"(?:\d{1,2}|[一二两三四五六七八九十廿卅]{1,3})"
TODAY = r"(?:今[天晚早儿日]|今天(?:上午|中午|下午|晚上|傍晚))"
LATER = (
    r"(?:明[天早晚儿日]|大?后[天日儿]|(?:这|本|下下|下)?个?(?:周|星期|礼拜)"
    r"[一二三四五六日天末]|下下?个?(?:周|星期|礼拜)|周末|"
    rf"(?:本|这|下)个?月(?:{_NUMBER}[号日]|[底初末中]|[上中下]旬)?|月[底初末]|{_NUMBER}月(?:份"
    rf")?(?:{_NUMBER}[号日]?|[底初末中]|[上中下]旬)?|{_NUMBER}[号日]|年底|年前|明年(?:"
    rf"{_NUMBER}月(?:份)?|[初底春夏秋冬])?天?|(?:农历)?(?:腊月|正月|冬月)(?:初)?{_NUMBER}|大年"
    rf"(?:初)?{_NUMBER}|元旦|春节|过年|除夕|清明|五一|端午|中秋|国庆|双十[一二]|圣诞|寒假|暑假"
    rf"|(?:再过)?{_NUMBER}(?:天|周|个星期|个月)(?:以)?后|(?<![\d/.])\d{{1,2}}/\d{{1,2}}(?![\d/]))"
)
HOUR = (
    r"(?:的)?(?:一大?早|清早|凌晨|早上|上午|中午|下午|晚上|傍晚|夜里|半夜)?"
    rf"(?:{_NUMBER}(?:点|[:：]\d\d)(?:半|整|一刻|{_NUMBER}分?)?)?(?:左右|(?:下班|上班|放学|收盘|开盘|打烊|收工|天黑|饭|睡|开会)?(?:之|以)?前)?"
)
THEN = rf"(?:{LATER}{HOUR})"
HAN_HOUR = (
    rf"(?:一大?早|早上|上午|中午|下午|晚上|傍晚|今晚){_NUMBER}(?:点|[:：]\d\d)(?:半|整|一刻|"
    rf"{_NUMBER}分?)?(?:之前|以前|前)?"
)
NAMED = re.compile(
    rf"(?:{TODAY}|{LATER}){HOUR}(?:(?:一直)?(?:到|至)(?:{TODAY}|{LATER}){HOUR})?|{HAN_HOUR}"
)
"""A day, with its hour if it has one; or an hour of today."""
