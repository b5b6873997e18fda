"""What no Chinese rule may overlook: a reading that rests on no anchor is given up here.

The rules hear how a thing is said; the fences ask who says it, of whom, and for how long. One
fence to a kind, whichever rule found it.
"""

from __future__ import annotations

from collections.abc import Callable

from stratal.text.patterns import Pattern
from stratal.text.statement_parts import Reading, StatementKind, Told
from stratal.text.zh_claim_fences import commitment, correction, decision, lesson
from stratal.text.zh_cuts import cut
from stratal.text.zh_deed_fences import ask_before, forget, permission, standing_order
from stratal.text.zh_person_fences import answer_format, diet, language, named, time_zone
from stratal.text.zh_tool_fences import tool

__all__ = ["fenced"]

Fence = Callable[[Reading, Told], Reading | None]


def fenced(kind: StatementKind, reading: Reading, told: Told) -> Reading | None:
    """`reading` as it may stand, or None where its sentence gives it no hold."""
    fence = _FENCES.get(kind)
    if _BY_ANOTHER.search(told.heard.words) or _IN_NAME_OF.search(told.heard.words):
        return None
    kept = reading if fence is None else fence(reading, told)
    return None if kept is None else cut(kind, kept, told)


_BY_ANOTHER = Pattern(
    r"[，,](?!我)[^，,。；;我]{0,8}(?:我[^，,]{0,3})?(?:对象|老师|老板|妈|爸|同事|领导|客户|朋友|医生|网友|专家|试卷|题目|书上|培训|网上|"
    r"新闻|行政|教练|导师|歌|电影|小说|广告)[^，,。；;我]{0,5}(?:说|写|教|贴|讲|唱|规定|告诉我)(?:的|过)$|"
    r"^[^，,。；;我]{0,4}(?:题干|试卷|新闻|广告|歌词|台词|标语|网友|帖子|公告|海报|路牌|弹幕)(?:里|上|说|写)|"
    r"(?:歌词|歌名|副歌|台词|对白|旁白|诗句|段子)[^，,。；;]{0,8}[：:是]|(?:文案|标题|片名|书名)[^，,。；;]{0,8}[：:]|"
    r"(?:王子|公主|国王|巫婆|小精灵|勇者|大侠|魔王)|(?:后面|接下来|下一?[句段章]|结尾)(?:咋|怎么|该怎么|如何)(?:编|写|接|续)|续写|接龙"
)
_IN_NAME_OF = Pattern(
    r"^[^，,。；;我]{0,3}(?:公司|学校|单位|物业|社区|班主任|导师|师姐|学长|总监|班长|店长|中介)"
    r"(?:刚|又|昨天|今天|那边){0,2}(?:发)?(?:通知|公告|邮件)?说|[，,][^，,]{0,6}都这么(?:提醒|说|教|写)$"
)
"""Behind or before it is told who said so."""


_FENCES: dict[StatementKind, Fence] = {
    StatementKind.CORRECTION: correction,
    StatementKind.COMMITMENT: commitment,
    StatementKind.PERMISSION: permission,
    StatementKind.FORMAT: answer_format,
    StatementKind.TIME_ZONE: time_zone,
    StatementKind.TOOL: tool,
    StatementKind.NAME: named,
    StatementKind.LANGUAGE: language,
    StatementKind.STANDING_ORDER: standing_order,
    StatementKind.DECISION: decision,
    StatementKind.LESSON: lesson,
    StatementKind.FORGET: forget,
    StatementKind.DIET: diet,
    StatementKind.ASK_BEFORE: ask_before,
}
