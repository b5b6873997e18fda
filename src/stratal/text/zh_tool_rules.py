"""Rules for what a work is done with, as it is said in Chinese."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.statement_parts import (
    EVERYTHING,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.wording import Wording
from stratal.text.zh_parts import PARTICLE

_TOOL = (
    r"(?:[A-Za-z][A-Za-z0-9+#./_-]*(?: [A-Z0-9][\w.-]*)?|用友|剪映|飞书|钉钉|企业微信|微信|"
    r"石墨文档|石墨|腾讯(?:会议|文档)|"
    r"语雀|印象笔记|有道云?笔记|有道|金蝶|百度网盘|阿里云盘?|腾讯云|华为云|高德(?:地图)?|"
    r"百度地图|美团|禅道|蓝湖|墨刀|幕布|"
    r"滴答清单|番茄ToDo|剪影|必剪|金山文档|坚果云|支付宝|夸克|豆包|即时设计|思源笔记|网易邮箱|"
    r"QQ邮箱|"
    r"宝塔|达芬奇|喜马拉雅|永中|帆软)"
)
_V, _N = rf"(?P<value>{_TOOL})", rf"(?P<other>{_TOOL})"
_WORKS = (
    r"(?:写|做|跑|测|搭|开发|记|管|画|剪|弄|搞|编辑|实现|部署|构建|存|查|发|排|看|算|搜|改|录|"
    r"起|聊|开)"
)
_USES = (
    r"(?:用的是|用的|改用|换成|换用|换到|改成|用|使用|采用|选用|选|走|靠|拿|在|放在?|写在|记在|"
    r"跑在|托管在)"
)
_REALLY = (
    r"(?:都|就|一律|统一|只|要|请|得|必须|默认|尽量|全部?|直接|优先|坚持|还是|应该|最好|一直|"
    r"现在|已经|平时|麻烦|我们|"
    r"咱们|咱|我|这边|这里|这儿|的|时候|时|是|一般|通常|习惯|所以|店里|里|这个?|项目|团队){0,4}"
)
_FOR = r"(?:[\u4e00-\u9fffA-Za-z]{1,10}?)"
_INSTEAD = (
    r"(?:\s*[，,、；;（(]?\s*(?:而不是|而不用|不是|而非|不要用?|不用|别用|别再用|不再用|不准用|"
    r"不许用|不能用|取代|代替|"
    rf"替代|替换)\s*{_N}(?:了)?)"
)
_TOPIC = r"(?:[^，,。；;：:他她你您]{1,10}?)"
_NO_TOOL = frozenset(
    """ai app pr ppt pdf ok bug api id ip ie word文档 html css url tab emoji vip hr ceo utc gmt
    cst est pst cet jst english chinese main master dev commit issue token hello hi lol a b c d
    ci it mr""".split()
)


def _used(told: Told) -> Reading | None:
    value, other = told["value"], told["other"]
    names = [one for one in (value, other) if one]
    if not names or any(one.casefold() in _NO_TOOL or BLANK in one for one in names):
        return None
    if _PAST.search(told.heard.words) or value.casefold() == other.casefold():
        return None
    if any(re.search(r"^[A-Za-z]+/|^[A-Za-z]?\d|\s\d", one) for one in names):
        return None
    return Reading(attribute=f"tool: {(other or value).casefold()}", value=value, not_value=other)


_PAST = re.compile(
    r"别人|隔壁|教程|客户|顾客|旧项目|老项目|用户|对手|[他她]们|昨|刚才|上次|上周|当时|"
    r"这[回次份]|那台|试|帮我|一下|考虑|听说|[他她]|小说|电影|那年|以前|曾"
)

TOOLS_ZH: list[Rule] = (
    rule(
        StatementKind.TOOL,
        _used,
        EVERYTHING,
        rf"{_TOPIC}?{_REALLY}{_USES}\s*{_V}\s*(?:来)?{_WORKS}?[\u4e00-\u9fff]{{0,3}}?{_INSTEAD}("
        rf"?:来?{_WORKS})?",
        rf"{_TOPIC}\s*[:：]\s*{_V}\s*[，,]?\s*(?:不是|不用|别用|不要)\s*{_N}",
        rf"{_TOPIC}?{_REALLY}(?:改用|换成|换用|换到|迁到|切到|转到|改成)(?:了)?\s*{_V}(?:了)"
        rf"?[，,]\s*{_N}(?:已经|早就|就|也|都){{0,4}}"
        r"(?:不用|停用|弃用|淘汰|不要|卸)(?:了)?",
        rf"{_TOPIC}?(?:不让|不能|不许|不准|禁止|没法)(?:装|用|使用|安装)"
        rf"?\s*{_N}[，,]\s*{_REALLY}(?:只有|只能用|用|改用|只能)\s*{_V}"
        r"(?:可用|能用)?",
        rf"{_TOPIC}?[，,]?\s*{_N}(?:跑不动|太慢了?|太卡了?|太贵了?|不好用|扛不住|太重了?|用不了|"
        rf"崩了?)[，,]\s*(?:所以)?{_REALLY}"
        rf"{_USES}\s*{_V}",
        rf"(?:把)?{_N}(?:都|全|统统){{0,4}}(?:换成|替换成|改成|换为)\s*{_V}",
        about_work=True,
    )
    + rule(
        StatementKind.TOOL,
        _used,
        (*EVERYTHING, Wording(r"[他她你您]们?(?!的)|客户|竞争对手|别人|同事|公司名|叫")),
        rf"{_TOPIC}{_REALLY}(?:都|是|一律|统一|一直|只|默认|全部?){{1,4}}(?:用的?是?|使用|在|拿|"
        rf"靠|走)"
        rf"\s*{_V}(?:里|上|来)?(?:{_WORKS}"
        rf"[\u4e00-\u9fff]{{0,3}}?)?(?:的|了)?",
        rf"(?:写|剪|记|做|画|管|跑|测|搜|存|部署|编辑|开发|店里|这边|我们|咱们|我|家里|公司|"
        rf"团队){_TOPIC}?{_REALLY}"
        rf"(?:用的是|用|使用|在|拿|靠|走|是用|是拿)\s*{_V}(?:里|上|来)"
        rf"?(?:{_WORKS}[\u4e00-\u9fff]{{0,3}}?)?(?:的|了)?",
        rf"(?:我的?|我们的?|咱们?的?|这边的?|团队的?|这里的?)?(?:编辑器|数据库|包管理器?|浏览器|"
        rf"日历|笔记软件?|构建工具|测试框架|框架|"
        rf"终端|输入法|看板|聊天工具|协作工具|邮箱|云盘|任务管理|密码管理器?|财务软件|设计工具|"
        rf"CI|IDE|ORM)(?:是|用的?是?|[:：])\s*{_V}",
        about_work=True,
    )
    + rule(
        StatementKind.TOOL,
        _used,
        EVERYTHING,
        rf"(?:都|一律|绝对|千万|以后|请|坚决|也|你|这里|项目里|代码里){{0,4}}(?:不要|别|不许|禁止|"
        rf"不准|不得|杜绝)(?:再)?(?:给我)?(?:用|使用|"
        rf"引入|装|安装|碰|上|推荐)\s*{_N}(?:了)?{PARTICLE}",
        about_work=True,
    )
)
