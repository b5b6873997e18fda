"""What a Chinese sentence about a ware must not be taken for."""

from __future__ import annotations

import re
from dataclasses import replace

from stratal.text.patterns import Pattern
from stratal.text.statement_parts import Reading, Told
from stratal.text.zh_cuts import clause_of

__all__ = ["tool"]

_NOT_OWN_USE = Pattern(
    r"[教帮]我|想让|要求我们|逼[着我]|非让|让我们|强制|(?:我|咱)?(?:的)?(?:老公|老婆|女儿|儿子|孩子|闺女|爸|妈|"
    r"姐|妹|哥|弟|爷爷|奶奶|室友|同学|朋友|邻居|男友|女友|男朋友|女朋友|对象|导师|师姐|师兄|学长|学姐|师父|师傅|师弟|师妹|教练|同行|搭档|合伙人|老乡|堂[弟妹哥姐]|表[弟妹哥姐]|客户|甲方|供应商|对方)"
    r"[^，,]{0,8}(?:用|使|装|拿|跑|说|让|要|推荐)|反对|不太行|之前用|上家|前任|前东家|不会用|(?<![测考])试(?:了|用|过)|好还是|刷到|看到|听说|预装|自带|"
    r"要求写|(?:竞品|对家|友商|大厂|人家|对面那?家)[^，,]{0,6}(?:用|是)|(?<!开)(?<!机)会用|(?:老板|领导|公司|单位)[^，,]{0,4}(?:说|想|打算)"
)
_OPENED = Pattern(
    r"^\s*(?:一?打开|[写做搭]了|一?登录|下载|报错|闪退|乱码|上(?:看到|买|刷|点|找|搜到)|里(?:看到|刷|有人))"
)

_GOES_ON = Pattern(
    r"(?: ?[A-Z][A-Za-z0-9.+#]*(?![A-Za-z0-9]))?(?: ?(?:多维表格|表格|文档|云盘|网盘|企业版|国际版|"
    r"专业版|家庭版|邮箱|直聘|音乐|地图|笔记|小程序))?"
)
"""The rest of a name that was cut short: 阿里云 OSS, WPS表格."""


_SOMEBODY = Pattern(
    r"(?:经理|主管|负责人?|老板|组长|联系人|班长|队长|总监|对接人?|"
    r"老师|医生|作者|歌手|主播)(?:就|还|都)?[是叫]\s*[A-Z][\w ]*$|"
    r"(?:考|讲|教|学)的(?:就|都)?是\s*[A-Z][\w ]*$|(?:USB|[A-Z] ?盘|A4|U盘)[^，,]{0,2}$"
)
"""Who it is, what is taught, or where a thing lies: no ware."""


_SETTLED = Pattern(
    r"(?:定下来|敲定|拍板|商定|决定)(?:了|的是)?[，,：:]?[\u4e00-\u9fff]{0,8}"
    r"\s?[A-Za-z][\w.+# -]*(?:了)?$"
)
"""What is told as decided is a decision."""


def _without_topic(reading: Reading, told: Told) -> Reading:
    """写 Java 永远不要用 Lombok: Java is what is written, and takes no place of anything."""
    if not (reading.value and reading.not_value):
        return reading
    topic = re.search(
        rf"(?<![只都全统一是])(?:写|搞|学|做|敲)\s*{re.escape(reading.value)}\s*(?:代码|项目|脚本)?"
        r"(?:的时候|时|的话)?\s*(?:都|就|也|永远|千万|一律|绝对|请|以后|你)*(?:别|不要|不许|不准|甭)(?:再)?(?:用|上|引|装)",
        told.heard.words,
    )
    if topic is None:
        return reading
    return replace(reading, value="", attribute=f"tool: {reading.not_value.casefold()}")


def tool(reading: Reading, told: Told) -> Reading | None:
    """Only what the person's side works with: no other's tool, and no task to be done with it."""
    clause = clause_of(told)
    if _NOT_OWN_USE.search(clause) or re.search(r"反对|听谁的|没必要", told.heard.words):
        return None
    if _SETTLED.search(told.heard.words[: told.match.end()]):
        return None
    if _SOMEBODY.search(told.heard.words[: told.match.end()]):
        return None
    reading = _without_topic(reading, told)
    name = reading.value
    if name and re.search(
        rf"(?:前|后|完|时)[，,]?(?:都|就|要|得|先|必须|记得){{1,3}}(?:跑|过|执行)\s*{re.escape(name)}",
        clause,
    ):
        return None
    behind = told.heard.words[told.match.start() :].partition(name)[2] if name else ""
    if _OPENED.match(behind):
        return None
    more = _GOES_ON.match(behind) if name else None
    if more is None or not more.group().strip() or reading.not_value:
        return reading
    whole = name + more.group().rstrip()
    plain = reading.attribute.startswith("tool: ")
    attribute = f"tool: {whole.casefold()}" if plain else reading.attribute
    return replace(reading, attribute=attribute, value=whole)
