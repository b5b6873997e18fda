"""A second way to hear in Chinese what is asked of an agent: to act, to act at will, to ask."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.statement_parts import COMMAS, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import QUESTION, REPORTED, THIS_ONCE, UNMEANT
from stratal.text.zh_parts import END, PARTICLE
from stratal.text.zh_witness_parts import ASIDE

# From now on, what it waits for, and a deed that is done for the person or to a thing.

_EVER = (
    r"(?:以后|今后|往后|日后|"
    r"从(?:今天|现在|今|即日|明天|下周|下个?月)(?:开始|起|往后|以后)|自即日起|永远|任何时候|长期)"
)
_DEED = (
    r"(?:提醒我|通知我|告诉我|叫我|给我(?:发|报|推|念|查|列|买|订|看|打)|发给|转给|转到|发到|存到|存进|归到|记到|记进|放到|传到|"
    r"备份|另存|抄送|转发|归档|留(?=[一个存底])|登记|同步|更新|建(?:个|一个)?(?:工单|单|群|文件夹)|开(?:个|一个)?(?:工单|单)|跑(?:一遍|一次|下)?|"
    r"发(?:一[条封份个])?|拉(?:出来?)?|推|导出|上传|清理|清空|关掉|关闭|打开|核对|检查|统计|汇总|整理|下单|下采购单|补货|标|打标签|"
    r"存|删|移|生成|截图|打印|浇水|关窗|收衣服)"
)


def _lasting(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    words = told.heard.words
    if BLANK in value or _NOT_THEIRS.search(value) or _NO_STANDING.search(words):
        return None
    if QUESTION.search(words) or re.search(
        r"(?:如果|要是|假如)每|(?<!从)今[天晚]|明天|这[次回]", words
    ):
        return None
    return Reading(attribute="standing order", value=value)


_NOT_THEIRS = re.compile(
    r"^(?:我|他|她|他们|老板|公司|系统|脚本)|我(?:都|就|得|要|会|总|自己)(?!发|写|提交)|这[次回]|今[天晚]|明[天早]|了$|[吗呢]$|"
    r"回答|回复我|语气|[英中日法德韩]文|格式|叫我[^起看收吃去]|称呼"
)
_NO_STANDING = re.compile(
    r"[?？]$|怎么|为什么|公司规定|学校规定|老师要求|歌|故事|咋办|救命|问我|先跟我|跟我(?:说|确认)|经我|我(?:同意|点头|确认)"
)

STANDING_HEARD_ZH: list[Rule] = rule(
    StatementKind.STANDING_ORDER,
    _lasting,
    (QUESTION, REPORTED, UNMEANT),
    # 以后天气预报有雨就提醒我收衣服；往后每天早上七点把限行尾号发给我
    rf"(?:[^，,。；;：:他她]{{0,6}}?{_EVER}[，,]?\s*(?:你|您|请|麻烦|都)?)(?P<value>[^，,。；;：:！!？?]{{2,18}}?[，,]?\s*"
    rf"(?:就|都|要|得|先|再|一律|自动|马上|立刻|直接|请|记得|帮我|替我|把[^，,。；;]{{1,8}}?|往[^，,。；;]{{1,8}}?|给[^，,。；;]{{1,6}}?){{1,3}}"
    rf"(?:把[^，,。；;]{{1,8}}?|往[^，,。；;]{{1,8}}?|给[^，,。；;]{{1,6}}?)?{_DEED}[^，,。；;：:！!？?]{{0,16}}?){PARTICLE}{END}",
    # 每天晚上九点提醒我给娃量体温
    rf"(?:[^，,。；;：:他她我]{{0,8}}?)(?P<value>每(?:天|日|周|月|年|晚|早|隔|逢|个月|个?工作日|星期|次)[^，,。；;：:！!？?他她我]{{0,12}}?"
    rf"(?:提醒我|叫我|给我|帮我|替我|通知我|把[^，,。；;]{{1,8}}?(?:发给我|发到|存到|转给|推给我))[^，,。；;：:！!？?]{{0,16}}?){PARTICLE}{END}",
    # 只要有新发票进来就归到当月文件夹
    rf"(?:[^，,。；;：:他她我]{{0,8}}?)(?P<value>(?:只要|一旦|凡是|但凡|每当|每次|每逢|一有|收到|一收到)[^，,。；;：:！!？?他她]{{2,14}}?[，,]?\s*"
    rf"(?:就|都|一律|自动|马上|立刻|先|要){{1,2}}(?:给我|帮我|替我)?(?:把[^，,。；;]{{1,8}}?|往[^，,。；;]{{1,8}}?|给[^，,。；;]{{1,6}}?)?"
    rf"{_DEED}[^，,。；;：:！!？?]{{0,14}}?){PARTICLE}{END}",
    # 永远不要往生产库写数据
    rf"[^，,。；;：:他她我]{{0,6}}?(?:永远|任何时候|任何情况下?|以后|今后|往后|绝对|从此)(?:你|都|也|请|绝对)?(?P<value>(?:不要|别|不许|"
    rf"不准|不得|禁止|严禁)(?:再)?(?:把|往|给|向|在|对|直接|擅自|自动|随便)[^，,。；;：:！!？?]{{2,18}}?){PARTICLE}{END}",
    about_work=True,
)

# A leave that is given outright and a deed that is named, in one breath.

_ASKING = r"(?:问|跟我说|和我说|报备|请示|确认|打招呼|等我|找我|通知我|告诉我|过我|经我|申请|商量)"
_FREELY = r"(?:直接|随时|随便|自己|自行|放手|尽管|放心|看着|全权|自主|任意)"


def _leave(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if (
        ASIDE.search(told.heard.words)
        or BLANK in value
        or re.search(r"[没不我他她]|这[次回]", value)
    ):
        return None
    return Reading(attribute="permission", value=value)


LEAVES_HEARD_ZH: list[Rule] = rule(
    StatementKind.PERMISSION,
    _leave,
    (QUESTION, REPORTED, THIS_ONCE),
    # 查快递单号这种小事你尽管自己查，不必请示
    rf"(?:以后|今后|往后|像|另外)?(?P<value>[^，,。；;：:！!？?他她谁我你]{{2,14}}?)(?:(?:这|那)(?:种|类|些|点)(?:小|杂|琐)?(?:事儿?|事情|活儿?|操作)|"
    rf"的话|的事儿?)?(?:你|您)(?:就|可以|完全|都|来|也){{0,2}}(?:{_FREELY}){{1,2}}[^，,。；;：:！!？?我他她]{{0,6}}[，,]\s*"
    rf"(?:都|也|就|你|完全|以后){{0,2}}(?:不用|无需|无须|不必|不需要|用不着|别|甭|没必要)(?:再|来|先|老|每次|特意|总){{0,2}}{_ASKING}",
    # 修错别字你随时可以做，不必问；改错别字不用问，你自己来
    rf"(?:以后|今后|往后)?(?P<value>[^，,。；;：:！!？?他她谁我你]{{2,12}}?)(?:就|都|可以|也|完全){{0,2}}(?:不用|无需|无须|不必|不需要|用不着)"
    rf"(?:再|来|先|老|每次|特意|总)*{_ASKING}[^，,。；;]{{0,4}}[，,]\s*(?:你|您)?(?:就|可以|都)?{_FREELY}",
    # 你可以不问我就清理回收站；你可以自行清理临时目录，无需请示
    rf"(?:你|您|助手)(?:以后|今后|都|就|也|完全)*(?:可以|能|尽管)(?:不(?:用)?问我就|{_FREELY})(?:去|地|就)?"
    rf"(?P<value>[^，,。；;：:！!？?他她谁我]{{2,14}}?)(?:[，,]\s*(?:都|也|就|你)?(?:不用|无需|无须|不必|不需要|用不着|别)"
    rf"(?:再|来|先)*{_ASKING}[^，,。；;]{{0,4}})?{PARTICLE}{END}",
    # 小额报销你批就是了，别来问我；订水订纸巾你看着买，不用跟我报备
    rf"(?P<value>[^，,。；;：:！!？?他她谁我你]{{2,10}}?)(?:你|您)(?:看着|就|直接|随便|来)?[批买订办弄改删发定选](?:就是了|就行|就好|掉)?[，,]\s*"
    rf"(?:都|也|就)?(?:不用|无需|无须|不必|不需要|用不着|别|甭)(?:再|来|先|老|每次|特意|总)*{_ASKING}",
)

# A deed, that it is still to come, and a word that the person has the say.

_SAY = (
    r"(?:问(?:过|一下|一声|一句|一嘴)?我|(?:跟|和|找|向|同)我(?:说|讲|商量|确认|核对|打(?:个|声)?招呼|通气|对一下|报备)|(?:给|让|拿给|发给|亮给)我"
    r"(?:先)?(?:看|过目|审|瞧|瞅|过一下|过一眼|知道)|(?:征得|征求|得到|取得|经过?|等)我(?:的)?(?:同意|点头|确认|批准|意见|许可|拍板|review|"
    r"回复|发话)|我(?:先)?(?:点头|同意|确认|批准|过目|拍板|签字)|过我这(?:一)?关)"
)


def _asked(told: Told) -> Reading | None:
    deed = told["value"].strip(COMMAS)
    words = told.heard.words
    if BLANK in deed or re.search(
        r"没|昨|刚才|[他她]|老板|领导|爸|妈|孩子|学生|老师|睡觉|吃|出门|^(?:每[次回]|都|也|就|一律|全|统统|你|我|以后|得|要|这|那)+$|了$",
        deed,
    ):
        return None
    if re.search(r"不用|不必|无需|居然|竟然|这[次回]|今天|小时候", words[: told.match.end()]):
        return None
    return Reading(attribute=f"ask before: {deed.casefold()}", value=told.matched)


ASKS_HEARD_ZH: list[Rule] = rule(
    StatementKind.ASK_BEFORE,
    _asked,
    (QUESTION, REPORTED, THIS_ONCE),
    # 每回跑migration前先把SQL亮给我看；删表之前必须先问我
    rf"(?:每次|每回|凡是?|任何|但凡|以后|你|要|帮我|替我|如果|真){{0,3}}(?P<value>[^，,。；;：:！!？?他她我]{{1,14}}?)(?:之前|以前|前)[，,]?\s*"
    rf"(?:都|要|得|必须|务必|一定|请|你|先|也|一律|记得|麻烦){{0,4}}(?:把[^，,。；;]{{1,10}}?)?{_SAY}[^，,。；;]{{0,8}}",
    # 凡涉及删数据的，都先问我；任何退款，操作前都要等我点头
    rf"(?:凡是?|任何|但凡|只要|所有|每次|如果|要是|真要|你要|想)(?:要|是|涉及|牵涉|你|想|碰到|遇到)*(?P<value>[^，,。；;：:！!？?他她我]{{2,12}}?)"
    rf"(?:的话|的时候|时|的操作|的事|之类的|的)?[，,]\s*(?:(?:操作|动手|执行|做|动)(?:之)?前)?(?:都|要|得|必须|务必|一定|请|你|先|也|一律){{1,4}}"
    rf"{_SAY}[^，,。；;]{{0,8}}",
    # 改歌词得先跟我说一声；改合同条款得先过我这关
    rf"(?:你要|要|想|以后|任何)?(?P<value>[^，,。；;：:！!？?他她我前]{{2,12}}?)(?:的事|这种事|这类事|这种操作)?(?:都|也)?(?:得|要|必须|务必|一定要?|需要?)"
    rf"{{1,2}}先{_SAY}[^，,。；;]{{0,8}}",
)
