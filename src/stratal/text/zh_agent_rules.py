"""Rules for what people ask of an agent in Chinese: to ask first, to act, to do as it likes."""

from __future__ import annotations

import re

from stratal.text.request_rules import ASK_ZH, permitted
from stratal.text.own_words import BLANK
from stratal.text.statement_parts import (
    COMMAS,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.statement_rules import ask, order
from stratal.text.wording import QUESTION, REPORTED, THIS_ONCE, UNMEANT
from stratal.text.zh_parts import END, PARTICLE

_NARRATED = re.compile(
    r"没|压根|居然|竟|了$|[他她]|老板|爸|妈|老师|是不是|[你您]上次|昨|刚才|客户说|家属"
)


def _asking_first(told: Told) -> Reading | None:
    return None if _NARRATED.search(told["value"]) else ask(told)


_GO = (
    r"(?:凡是|只要|但凡|任何|所有|每次|每回|以后|今后|如果|要是|你|你要|涉及|牵涉到|碰到|遇到|"
    r"要|想|打算|准备|真要)"
)
OWN_ASK_BEFORE_ZH: list[Rule] = rule(
    StatementKind.ASK_BEFORE,
    _asking_first,
    (QUESTION, REPORTED, THIS_ONCE),
    # 凡是要下单，都得我先点头；动生产库，先跟我说一声
    rf"{_GO}{{1,3}}(?P<value>[^，,。；;？?：:我]{{2,16}}?)(?:的话|时|的时候|的事|的操作|之类的"
    rf"?)?[，,]\s*(?:都|一律|你|也|就|统统){{0,3}}(?:得|要|必须|务必|请|"
    rf"先|一定){{1,3}}(?:{ASK_ZH}|(?:由|等)?我(?:先)?(?:点头|同意|确认|批准|拍板|过目|签字)|问我)",
    # 别擅自重命名文件，先问我
    rf"(?:别|不要|不许|不准|不能|甭)(?:给我)?(?:擅自|自作主张|随便|自己|私自|直接|偷偷|一声不"
    rf"吭就?)(?:就|去|地)?(?P<value>[^，,。；;？?：:我]{{2,16}}?)[，,]\s*"
    rf"(?:都|一律|你|要|得|必须|请|记得){{0,3}}(?:先)?{ASK_ZH}",
    # 没我点头不准退款
    r"(?:没有?|未经|不经|没经|没得到|未得)(?:过)?我(?:的)?(?:点头|同意|允许|确认|许可|批准|首"
    r"肯|签字|吩咐|发话|开口)(?:之前|前|的话)?[，,]?\s*"
    r"(?:都|就|你|谁都|一律|绝对|千万){0,3}(?:不要|别|不能|不准|不许|不得|禁止|甭)(?:给我)?(?P"
    r"<value>[^，,。；;？?]{2,16}?)" + PARTICLE + END,
    # 发朋友圈之前让我看一眼
    rf"(?:{_GO}|替我|帮我|给我){{0,3}}(?P<value>[^，,。；;？?：:他她我]{{2,16}}?)(?:之前|以前|"
    rf"前)[，,]?\s*(?:都|一律|你|要|得|必须|请|记得|先|务必){{0,4}}"
    rf"(?:{ASK_ZH}|(?:让|给)我(?:先)?(?:看|过目|瞅|瞧|审|把关|检查)(?:一眼|一下|一遍|过)?)",
)
ASK_BEFORE_ZH: list[Rule] = OWN_ASK_BEFORE_ZH + rule(
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

_ME = r"我(?!妈|爸|老|姐|哥|弟|妹|们|儿|女|朋|同事|家)"
_NO_ASKING = (
    rf"(?:(?:都|也|就|你|完全|以后|压根|根本|真的?){{0,4}}(?:不用|无须|无需|不必|不需要|别|甭|"
    rf"用不着|没必要|犯不着|免得|省得|不要)(?:再|来|先|老|总|每次|都|特意|"
    rf"专门|一趟趟)*?(?:(?:跟|和|向|找|同){_ME}(?:说|报备|确认|请示|商量|打招呼|汇报|申请|讲|"
    rf"通气)(?:一声|一下)?|问(?:过)?{_ME}?|过问|请示(?:{_ME})?|报备|"
    rf"经过?{_ME}(?:的)?(?:同意|批准|手)?|等{_ME}[^，,。；;]{{0,6}}|征求{_ME}[^，,。；;]"
    rf"{{0,4}}|{_ME}(?:的)?(?:确认|批准|同意|点头|审批)|申请|打招呼)(?:了|啦|的)?)"
)
_MATTER = (
    r"(?:的话|(?:这|那)(?:种|类|些|点)?(?:小|杂|琐)?(?:事儿?|事情|活儿?|操作|东西)?|的事儿?|的"
    r"时候|时|上|方面|什么的|之类的?)?"
)
_AS_YOU_LIKE = (
    r"(?:(?:你|助手|您)(?:就|可以|完全|都|随时|以后|尽管|直接|全权){0,4}(?:自己|自行|直接|随便"
    r"|随意|全权|放手|大胆|尽管|看着|自主){1,2}(?:去|地)?"
    r"(?:办|处理|来|弄|搞|定|决定|做主|拿主意|看着办|动手|操作|安排|改|删|发|拒绝?|回复?|推掉?"
    r"|做|搞定|解决|负责|拍板)(?:掉|了)?"
    r"|(?:你|您)(?:来)?(?:说了算|做主|拿主意|全权负责|全权处理|看着办|看着来|自便))"
)
_LEFT_TO_YOU = r"(?P<value>[^，,。；;？?！!~～：:他她谁我你]{2,16}?)"


_NO_DEED = re.compile(r"这种|这类|那种|^(?:以后|反正|其实|什么|有些|小事|这|那)$|没|不|孩子|妈|爸")


def _left(told: Told) -> Reading | None:
    """Reads a deed that is left to the agent; whose it is otherwise is told by the words."""
    value = told["value"]
    if re.search(
        r"这种|这类|那种|^(?:以后|反正|其实|什么|有些|小事|这|那)$|没|不|孩子|妈|爸", value
    ):
        return None
    return permitted(told)


OWN_PERMISSIONS_ZH: list[Rule] = rule(
    StatementKind.PERMISSION,
    _left,
    (QUESTION, REPORTED, THIS_ONCE),
    # 续借图书馆的书这种小事你自己办就好，不用请示
    rf"(?:以后|今后|往后|像|凡是|关于)?{_LEFT_TO_YOU}{_MATTER}[，,]?\s*{_AS_YOU_LIKE}(?:就好|"
    rf"就行|吧|即可|就成|得了|好了|啦|了)?(?:[，,]\s*{_NO_ASKING})?{PARTICLE}{END}",
    # 清理缓存文件用不着跟我报备
    rf"(?:以后|今后|往后|像|凡是|关于)?{_LEFT_TO_YOU}{_MATTER}[，,]?\s*{_NO_ASKING}{PARTICLE}{END}",
    # 跑测试随便跑，不用等我同意
    rf"{_LEFT_TO_YOU}(?:的话)?(?:你)?(?:就)?(?:随便|尽管|放心|直接|随时)[^，,。；;我他她]"
    rf"{{1,4}}[，,]\s*{_NO_ASKING}",
    # 推销电话你可以直接拒绝，无需请示我
    rf"(?P<value>[^，,。；;？?他她我你]{{2,10}}(?:你|您)可以(?:直接|自己|自行|随时)"
    rf"[^，,。；;我他她]{{2,6}}?)[，,]\s*{_NO_ASKING}",
    # 你可以直接整理我的下载文件夹，不必先问过我
    rf"(?:你|您|助手)(?:以后|今后|往后|都|就|完全|也){{0,3}}(?:可以|能|尽管)(?:随便|直接|自己|"
    rf"自行|任意|随时|放心|独立|自主){{1,2}}(?:去|地|就)?"
    rf"(?P<value>[^，,。；;？?他她谁]{{2,16}}?)[，,]\s*{_NO_ASKING}",
    # 我允许你删除临时文件
    rf"(?:我)?(?:授权|允许|准许|批准|同意|准)你(?:以后|随时|直接|自行|可以|自己){{0,3}}(?P<val"
    rf"ue>[^，,。；;？?他她谁]{{2,16}}?)(?:[，,]\s*{_NO_ASKING})?{PARTICLE}{END}",
)
PERMISSIONS_ZH: list[Rule] = OWN_PERMISSIONS_ZH + rule(
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

_DEEDS = (
    r"(?:跑|写|加|补|更新|生成|改|备份|格式化|提交|创建|建|保存|存|发|检查|核对|删|清理?|关|回"
    r"滚|打|排序|归档|抄送|复制|开|测|重启|重建|起草|移|"
    r"导出|上传|同步|标|提醒|推|拉|合并|打印|注明|验证|转|登记|记录?|通知|汇总|整理|统计|拒绝?"
    r"|退|下单|订|预约|安排|转发|升|回复?|总结|翻译|"
    r"覆盖|泄露|透露|公开|分享|动|碰|群发|外传|调用|执行|部署|发布|付款?|转账|订阅|取消|加入|"
    r"录入|报|催|跟进|回访|置顶|静音|播|锁|浇|开灯|调)"
)
_LASTS = (
    r"(?:今后|以后|往后|日后|永远|从现在起|从今天起|从今往后|任何时候|任何情况下?|一律|绝对|无"
    r"论如何|始终)"
)
_TO_REPLIES = re.compile(
    r"回答|回复我|答复我|语气|表情|语言|[英中日法德韩]文|简短|口吻|称呼|叫我|喊我|跟我说话|问"
    r"我|跟我(?:说|确认|商量)|我(?:同意|点头|确认)|格式|字数|标点|"
    r"解释|讲解|列表|表格|字以内|分点|结论|[他她]们?|老板|妈|爸|孩子"
)
_NO_ORDER = re.compile(
    r"我(?:都|就|会|总|每|常|经常|一般|习惯|自己|得|要去|去|跟|和|想|又)|这[次回]|今天|今晚|明"
    r"天|心烦|骂|[吗呢]$|了$|怎|为什么|公司规定|学校"
)


def _ordered(told: Told) -> Reading | None:
    """Reads what the agent shall do or never do, without what leads up to it."""
    value = told["value"].strip(COMMAS) or told.matched
    if BLANK in value or _TO_REPLIES.search(told.heard.words) or _NO_ORDER.search(value):
        return None
    if not (told.heard.lasting or _KEPT_UP.search(told.heard.words)):
        return None
    return Reading(attribute="standing order", value=value)


_KEPT_UP = re.compile(
    r"雷打不动|都照这|都这么|都按这|没有例外|无一例外|定规矩|规矩|永远|任何时候|一.{1,12}就"
)
OWN_STANDING_ZH: list[Rule] = rule(
    StatementKind.STANDING_ORDER,
    _ordered,
    (QUESTION, REPORTED, UNMEANT),
    # 你今后一律不许往 master 直接推代码
    rf"(?:你|您|助手)?{_LASTS}{{1,3}}(?:你|都|也|请){{0,2}}(?P<value>(?:不许|不准|别|不要|禁止"
    rf"|不得|不能|不可以?|严禁)(?:再|给我|直接|随便|擅自)?"
    rf"(?:(?:往|给|向|在|把|对|跟|替|为|用)[^，,。；;]{{1,10}}?)?(?:直接|自动|随便|再)?"
    rf"{_DEEDS}[^，,。；;]{{1,16}}?){PARTICLE}{END}",
    # 客户一发投诉邮件过来，你就转给售后阿芬，以后都照这个来
    rf"(?P<value>[^，,。；;我]{{1,8}}?一(?!般|直|样|起|定|旦|律|点)[^，,。；;]{{1,14}}?[，,]?"
    rf"\s*(?:你|请你?|都){{0,2}}(?:就|立刻|马上|自动|立即){{1,2}}(?:帮我|给我|把[^，,]{{1,6}})"
    rf"?"
    rf"{_DEEDS}[^，,。；;]{{1,18}}?){PARTICLE}{END}",
    # 你每次改完代码都要跑一遍单测
    rf"(?:你|您|请|助手)?(?:{_LASTS}(?:你)?)?(?P<value>(?:每次|每回|每当|每逢|凡是|只要|一旦|"
    rf"但凡|遇到|收到|碰到|看到|发现|有人|有)[^，,。；;]{{1,16}}?[，,]?\s*"
    rf"(?:你|都|就|要|得|必须|自动|马上|立刻|请|给我|帮我|先|一律|也|直接|务必|记得){{1,4}}(?:"
    rf"(?:把|给|向|往|在|为|替|用)[^，,。；;]{{1,12}}?)?{_DEEDS}"
    rf"[^，,。；;]{{0,18}}?){PARTICLE}{END}",
    # 以后改完配置都要重启一下服务
    rf"(?:你|您|请)?{_LASTS}(?:你)?(?P<value>[^，,。；;我他她]{{2,12}}?(?:完|后|前|之前|之后|"
    rf"时|的时候|好)[，,]?\s*"
    rf"(?:你|都|就|要|得|必须|自动|马上|立刻|请|给我|帮我|先|一律|也|直接|务必|记得){{1,4}}(?:"
    rf"(?:把|给|向|往|在|为|替|用)[^，,。；;]{{1,12}}?)?{_DEEDS}[^，,。；;]{{0,18}}?)"
    rf"{PARTICLE}{END}",
    # 每月一号自动备份照片
    rf"(?P<value>每(?:天|日|周|月|年|晚|早|小时|星期|个月|个?工作日|季度|逢|隔)"
    rf"[^，,。；;我他她]{{0,14}}?(?:你|都|就|要|自动|请|给我|帮我|替我|先|一律|直接|记得|定时|"
    rf"把|给)"
    rf"{{1,4}}[^，,。；;我他她]{{0,10}}?{_DEEDS}[^，,。；;]{{0,16}}?){PARTICLE}{END}",
    about_work=True,
)
STANDING_ZH: list[Rule] = (
    OWN_STANDING_ZH
    + rule(
        StatementKind.STANDING_ORDER,
        _standing,
        (QUESTION, REPORTED, UNMEANT),
        r"(?:长期指令|固定动作|固定流程|你?今后的固定动作|规矩|规则|常规操作|惯例|养成习惯|长"
        r"期要求|"
        r"标准流程)\s*[，,：:]\s*[^。；;]{4,50}$",
        rf"{_WHEN}[，,]?\s*(?:就|都|一律|自动|直接|马上|立刻|请|要|必须|记得|先|给我|帮我|也|得|"
        rf"务必){{1,4}}[^，,。；;我他她]{{0,10}}?{_ACTS}[^。；;]{{1,20}}$",
        rf"{_WHEN}[，,]?\s*{_ACTS}[^，,。；;]{{1,20}}[，,]\s*(?:没有例外|无一例外|每次都是?|"
        rf"雷打不动|一直如此|永远如此)$",
        about_work=True,
    )
    + rule(
        StatementKind.STANDING_ORDER,
        _habit,
        (QUESTION, REPORTED, UNMEANT),
        rf"[^，,。；;他她我]{{2,10}}(?:里|中|上|时)?(?:都|一律|每次都?)(?:要|得|必须|请)"
        rf"{{0,4}}{_ACTS}[^，,。；;]{{2,16}}$",
        about_work=True,
    )
)
