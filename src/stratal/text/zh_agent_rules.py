"""Rules for what people ask of an agent in Chinese: to ask first, to act, to do as it likes."""

from __future__ import annotations

import re

from stratal.text.request_rules import ASK_ZH, permitted
from stratal.text.statement_parts import (
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.statement_rules import ask, order
from stratal.text.wording import QUESTION, REPORTED, THIS_ONCE, UNMEANT
from stratal.text.zh_parts import END, PARTICLE

ASK_BEFORE_ZH: list[Rule] = rule(
    StatementKind.ASK_BEFORE,
    ask,
    (QUESTION, REPORTED, THIS_ONCE),
    r"(?:绝对|千万|一定)?(?:不能|不许|不准|不可以?|别|不要|禁止|不得)(?:不经|未经|没有|没经过|"
    r"不经过|擅自|没问过?|不问)(?:我)?(?:的)?(?:允许|同意|"
    r"许可|批准|确认|点头)?(?:就|而|便|擅自)?(?P<value>[^，,。；;]{2,20}?)" + PARTICLE + END,
    rf"(?:你)?(?:要是|如果|若|要|想){{1,4}}(?:想|要)?(?P<value>[^，,。；;？?]{{2,16}}?)(?:的话|时|"
    rf"的时候)?[，,]\s*(?:得|要|请|必须|务必){{0,4}}(?:先)?(?:{ASK_ZH}"
    r"|问(?:一)?[句声下]|先问(?:一)?[句声下]?我?|打(?:个|声)?招呼)(?:再动)?",
    rf"(?P<value>[^，,。；;？?：:他她]{{2,20}}?)(?:之前|以前|前)[，,]?\s*(?:都|要|请|必须|"
    rf"一定要?|得|务必|你){{0,4}}(?:先)?{ASK_ZH}",
)

_UNASKED = (
    r"(?:(?:都|也|就|你|完全|以后){0,4}(?:不用|无须|无需|不必|不需要|别|甭|用不着)(?:再|来|先)"
    r"{0,4}(?:问(?:我)?(?:了)?|过问我?|打招呼|申请|请示|经我同意|"
    r"我批准?|我同意|我点头|等我|报备|征求我的?意见|跟我说|确认)(?:了)?)"
)
_DEED = r"(?P<value>[^，,。；;？?！!~～ 我他她谁]{2,16}?)"

PERMISSIONS_ZH: list[Rule] = rule(
    StatementKind.PERMISSION,
    permitted,
    (QUESTION, REPORTED, THIS_ONCE),
    rf"(?:以后|今后|往后|从现在起|另外)?(?:你|助手)?(?:以后|今后|往后|都|也){{0,4}}(?:可以|能|尽管|"
    rf"有权)(?:随便|直接|自己|自行|任意|随时|放心|独立|自主){{1,4}}"
    rf"(?:去|地|就)?{_DEED}(?:[，,]\s*(?:我)?{_UNASKED})?{PARTICLE}{END}",
    rf"(?:随时|随便|尽管)(?:都)?(?:可以|能)?{_DEED}[，,]\s*{_UNASKED}",
    rf"{_DEED}(?:的话|这种事|这类事|这些事?|时|的时候)?[，,]?\s*(?:你)?(?:随意|自便|"
    rf"自己(?:看着办|决定|定|做主|来)|看着办)(?:就行|就好|吧)?(?:[，,]?\s*"
    rf"{_UNASKED})?",
    rf"{_DEED}(?:的话|这种事|这类事|时|的时候)?[，,]?\s*(?:你)?{_UNASKED}(?:[，,]\s*(?:直接|"
    rf"随便)?[^，,。]{{1,4}})?",
    rf"想{_DEED}就[^，,。]{{2,8}}[，,]\s*{_UNASKED}",
    rf"{_DEED}(?:的话)?(?:你)?(?:就)?直接[^，,。]{{1,6}}[，,]\s*{_UNASKED}",
    rf"(?:我)?(?:授权|允许|准许|批准)你(?:直接|自行|随时|以后|可以){{0,4}}{_DEED}{END}",
)

_WHEN = (
    r"(?:(?:以后|今后|往后|凡是|只要|每次|每当|一旦|每(?:天|周|月|晚|早|个?工作日|逢)|但凡|如果|"
    r"收到|遇到)[^，,。；;他她谁？?]{1,18}?|"
    r"[^，,。；;他她我谁？?]{2,14}?(?:前|后|时|的时候|之前|之后|以后))"
)
_ACTS = (
    r"(?:跑|写|加|补|更新|生成|改名|改|备份|格式化|提交|创建|建|存|保存|记|发|检查|核对|删|清理|"
    r"清|关|回滚|打标签|打|排序|归档|抄送|复制|开|锁|测|"
    r"重启|重建|起草|移|导出|上传|同步|标|附|提醒|推|拉|合并|打印|带上|注明|验证|比较|对比|"
    r"四舍五入|换算|翻译|复核|数|浇|下单|订|安排|确认|转发|升|"
    r"回复|总结|列|命名|编号|校对|刷新|按|把|先|要|都)"
)


def _standing(told: Told) -> Reading | None:
    if _ONE_TIME.search(told.heard.words) or _OF_A_FACT.search(told.matched):
        return None
    marked = told.heard.lasting or _RULE.search(told.heard.words)
    return order(told) if marked else None


_OF_A_FACT = re.compile(
    r"我(?!上传|说|给|发|让|提交|写)|系统|脚本|服务|程序|它|会|总是|失败[了。]?$|报错[了。]?$|了$"
)
_ONE_TIME = re.compile(
    r"这[次回个份]|今天|今晚|明天|下周|问我|跟我(?:说|确认)|告诉我|[他她]|[叫喊]我|写[英中日法德]文"
)
_RULE = re.compile(
    r"规矩|规则|长期指令|固定动作|固定流程|养成习惯|没有例外|无一例外|雷打不动|每次|都|就|一律|"
    r"以后|只要|一旦|必须|自动"
)


def _habit(told: Told) -> Reading | None:
    """Reads what is to be done always, where the words say that it is a habit."""
    return _standing(told) if _HABIT.search(told.heard.words) else None


_HABIT = re.compile(r"规矩|规则|指令|固定|习惯|例外|雷打不动|每次|以后|今后|往后")

STANDING_ZH: list[Rule] = rule(
    StatementKind.STANDING_ORDER,
    _standing,
    (QUESTION, REPORTED, UNMEANT),
    r"(?:长期指令|固定动作|固定流程|你?今后的固定动作|规矩|规则|常规操作|惯例|养成习惯|长期要求|"
    r"标准流程)\s*[，,：:]\s*[^。；;]{4,50}$",
    rf"{_WHEN}[，,]?\s*(?:就|都|一律|自动|直接|马上|立刻|请|要|必须|记得|先|给我|帮我|也|得|"
    rf"务必){{1,4}}[^，,。；;我他她]{{0,10}}?{_ACTS}[^。；;]{{1,20}}$",
    rf"{_WHEN}[，,]?\s*{_ACTS}[^，,。；;]{{1,20}}[，,]\s*(?:没有例外|无一例外|每次都是?|"
    rf"雷打不动|一直如此|永远如此)$",
    about_work=True,
) + rule(
    StatementKind.STANDING_ORDER,
    _habit,
    (QUESTION, REPORTED, UNMEANT),
    rf"[^，,。；;他她我]{{2,10}}(?:里|中|上|时)?(?:都|一律|每次都?)(?:要|得|必须|请)"
    rf"{{0,4}}{_ACTS}[^，,。；;]{{2,16}}$",
    about_work=True,
)
