"""A second way to hear in Chinese what a work is done with, and what is not to be used."""

from __future__ import annotations

import re

from stratal.text.statement_parts import EVERYTHING, Reading, Rule, StatementKind, Told, rule
from stratal.text.zh_parts import AS_FACT, END, PARTICLE
from stratal.text.zh_tool_rules import WARE, own_ware
from stratal.text.zh_witness_parts import ASIDE, ONESELF, plain

# Who speaks, or what they work at, a habit, and the name of a ware.

_OURS = (
    rf"(?:{ONESELF}(?!听|看|想|觉得|怕|问)(?:们)?|咱们?|俺|公司|单位|团队|组里|店里|厂里|院里|所里|学校|工作室|项目|仓库|"
    r"[前后]端|服务端?|客户端|线上|数据库?|缓存|消息队列|队列|网关|框架|调度|监控|告警|日志|指标|库|引擎|核心|"
    r"app|APP|App|笔记|记账|收银|文献|文档|资料|作文|稿子|数据|账|排班|订单|代码|课件|后期)"
)
_WORKS_ON = (
    r"(?:用的就?是|用的|用|使用|采用|跑在|跑的是|跑的|存在|存进|存到|放在|放进|写在|写进|写到|记在|记进|录在|录进|"
    r"做在|建在|搭在|部署在|托管在|挂的是|接的是|走的是|走的|走|上的是|装的是|(?:全|都)?是(?=[^，,。；;]{2,24}写的)|"
    r"是(?=[^，,。；;]{2,20}(?:$|[，,。；;])))"
)
_DONE_IN = (
    r"(?:\s*(?:里头?|里面|上面?|中)?\s*(?:来|去)?(?:写|做|管|记|画|剪|跑|搭|串起来|串|开发|部署|查|出[图圖]|排|编|存|处理)?"
    r"(?:的|着|了)?)"
)


def _ware(told: Told) -> Reading | None:
    value = told["value"]
    before = told.heard.words[: told.match.start("value")]
    clause = re.split(r"[，,。；;：:]", before)[-1]
    reading = own_ware(told)
    if (
        reading is None
        or not plain(told)
        or re.search(r"[不没别甭未勿]|[你您](?!的)|帮|给我|这[次回个]|一下", clause)
    ):
        return None
    return reading if re.match(r"[A-Z\u4e00-\u9fff]|[a-z]+[A-Z]", value) else None


TOOLS_HEARD_ZH: list[Rule] = rule(
    StatementKind.TOOL,
    _ware,
    AS_FACT,
    # 运单数据存在 PostgreSQL 里；调度全跑在 Airflow 上
    rf"[^，,。；;：:你您他她]{{0,8}}?{_OURS}[^，,。；;：:你您他她不没别]{{0,8}}?{_WORKS_ON}\s*(?P<value>{WARE})"
    rf"{_DONE_IN}{END}",
    about_work=True,
)


def _banned(told: Told) -> Reading | None:
    return None if ASIDE.search(told.heard.words) else own_ware(told)


BANS_HEARD_ZH: list[Rule] = rule(
    StatementKind.TOOL,
    _banned,
    EVERYTHING,
    # 你的方案里以后都别用 Ansible
    rf"[^，,。；;：:他她我]{{0,12}}?(?:里|上|中|时|候|以后|今后|往后|永远|千万|一律|绝对|给我|项目|代码)(?:都|就|你|请|也){{0,2}}"
    rf"(?:别|不要|不许|禁止|不准|甭)(?:再)?(?:给我)?(?:用|使用|引入?|装|写|上|推荐)\s*(?P<other>{WARE})\s*(?:了|啦)?"
    rf"{PARTICLE}{END}",
    about_work=True,
)
