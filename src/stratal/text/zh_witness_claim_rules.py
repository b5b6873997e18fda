"""A second way to hear in Chinese what was decided, what is put right, what has to be done."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.statement_parts import COMMAS, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import QUESTION, REPORTED, SUPPOSED, UNMEANT
from stratal.text.zh_claim_rules import chosen
from stratal.text.zh_days import HOUR, THEN, TODAY
from stratal.text.zh_parts import AS_FACT, END, PARTICLE
from stratal.text.zh_witness_parts import ONESELF, plain

# Who settled it, that it is settled, and what was chosen.

_SETTLED = (
    r"(?:决定|敲定|拍板|定下来?|说定|商定|"
    r"选定|选了|定了|通过|谈妥|商量(?:好|妥|完)|讨论(?:好|完)|谈完|说好)"
)
_BY_US = (
    rf"(?:{ONESELF}(?:们)?|咱们?|大家|全家|家里|组里|团队|店里|部门|科里|班里|会上|评审会?|董事会|股东|合伙人|"
    r"(?:跟|和|与)[^，,。；;]{1,6}?)"
)
_NOTHING_CHOSEN = re.compile(
    r"^(?:了|好|下来|吧|吗|呢|再|先睡|帮|你|您|请|怎|谁|什|哪|这|那|都|也|就好|不了|要不|因为|可|但|没)|[吗呢]$|看看|再说"
)


def _settled(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    words = told.heard.words
    if not plain(told) or _NOTHING_CHOSEN.search(value) or BLANK in value:
        return None
    if re.search(r"还没|没定|未定|犹豫|纠结|再定|差点|反悔|后悔|作废", words):
        return None
    return chosen(told)


_CHOSEN = r"(?P<value>[^，,。；;：:！!？?~～]{2,24}?)(?:了|啦|吧){0,2}"
DECISIONS_HEARD_ZH: list[Rule] = rule(
    StatementKind.DECISION,
    _settled,
    (QUESTION, SUPPOSED, REPORTED, UNMEANT),
    # 跟老伴商量妥了，就去威海养老；董事会上周已经通过，固定资产改用双倍余额递减法
    rf"[^，,。；;：:你您]{{0,8}}?{_BY_US}[^，,。；;：:你您]{{0,8}}?{_SETTLED}(?:了|啦|好|下来|完|妥){{0,2}}"
    rf"(?:[，,：:]\s*(?:[^，,。；;：:]{{2,8}}?{_SETTLED}(?:了|啦|好|下来){{0,2}}[，,：:]\s*)?)"
    rf"(?:(?:就|是|决定|最后|还是|我们|咱们?|大家|一致)(?!近)){{0,3}}{_CHOSEN}{END}",
    # 鏈路追蹤我們團隊最後選定 OpenTelemetry；我已经决定休学一年
    rf"[^，,。；;：:你您他她]{{0,10}}?(?:{ONESELF}(?:们)?|咱们?|团队|组里|大家|全家|家里|部门|科里|会上)[^，,。；;：:你您他她]{{0,4}}?"
    rf"(?:已经|最后|最终|终于|一致|还是|刚|都)?(?:决定|敲定|拍板|选定|定下来|商定|定(?=[了好]))(?:了|好|下来|要|用|的是|是){{0,2}}"
    rf"\s*{_CHOSEN}{END}",
    # 药店选址定在菜市场对面了；正文字体选了思源宋体；班服选蓝色那款
    rf"(?:[^，,。；;：:]{{0,10}}(?:结果|结论|定论)[^，,。；;：:]{{0,4}}了[，,]\s*)[^，,。；;：:你您他她]{{0,10}}?"
    rf"(?:选了?|定了?|就)\s*{_CHOSEN}{END}",
    # 策略敲定了，先仲裁后起诉
    rf"[^，,。；;：:你您他她]{{0,10}}?(?:策略|方案|选址|菜单|地点|志愿|时间|名字|架构|选型|路线|定价|班服|字体|题目|结构|版本|计划|人选)"
    rf"[^，,。；;：:你您他她]{{0,4}}?(?:敲定|拍板|定下来|决定|定|商量好)了[，,：:]\s*(?:(?:就|是|我们|咱们?|还是)(?!近)){{0,2}}"
    rf"{_CHOSEN}{END}",
    # 合伙人一致同意先不开分店；选题会定了下期做县城咖啡馆
    rf"[^，,。；;：:你您他她]{{0,6}}?(?:合伙人|股东|团队|组里|全家|全班|大家|家里|班委|评审|董事会|业委会)[^，,。；;：:你您他她]{{0,3}}?"
    rf"(?:一致|全票|投票)(?:同意|通过|决定|赞成)(?:了)?{_CHOSEN}{END}",
    rf"[^，,。；;：:你您他她]{{0,4}}?(?:选题会|例会|组会|周会|班会|评审会|碰头会|家庭会议|会议)(?:上)?(?:已经|刚|刚刚)?(?:定了|决定了?|敲定了?|拍板了?|通过了?)"
    rf"{_CHOSEN}{END}",
    # 已经跟导师定好题目了，做藻类固碳
    rf"[^，,。；;：:你您他她]{{0,4}}?(?:跟|和|与)[^，,。；;：:你您他她]{{1,6}}?(?:定好|敲定|商定|说定|定下)[^，,。；;：:]{{0,6}}?了[，,：:]\s*"
    rf"(?:(?:就|是)(?!近)){{0,2}}{_CHOSEN}{END}",
    about_work=True,
) + rule(
    StatementKind.DECISION,
    chosen,
    (QUESTION, REPORTED, UNMEANT),
    # 考虑再三，我们放弃学区房
    rf"[^，,。；;：:你您他她]{{0,4}}?(?:考虑|权衡|琢磨|思来想去|想来想去|商量|讨论)(?:再三|来去|了半天|很久|了很久|许久)?(?:下来|之后|完)?[，,]\s*"
    rf"(?:{ONESELF}(?:们)?|咱们?|全家|大家)(?:还是|就|决定|最后|一致|打定主意){{0,3}}(?P<value>(?:放弃|保留|砍掉|取消|推迟|改|换|选|走|上|做|不|去|搬|卖|买|租|留)"
    rf"[^，,。；;：:！!？?]{{2,16}}?)(?:了|啦|吧){{0,2}}{END}",
    about_work=True,
)

# A slip that is owned, and next to it a value that can be no remark: a number, a code, a name.

_EXACT = (
    r"(?P<value>(?:[A-Za-z][\w./@+-]*\d[\w./@+-]*|[A-Za-z][\w.-]*-[\w.-]+|[\d.,:/%]+\s?[^，,。；;：:！!？?\s]{0,4}|"
    r"第?[零〇一二两三四五六七八九十百千万半]{1,8}[^，,。；;：:！!？?的是不]{0,3}|[\u4e00-\u9fffA-Za-z]{2,6}))"
)


def _exact(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if (
        re.match(r"[你您他她它不没因说这那想所太很为什怎谁哪随故会就都也吗吧行我]", value)
        or BLANK in value
    ):
        return None
    if re.search(r"[了吗呢吧]$|的$", value):
        return None
    return Reading(attribute="", value=value, corrects=True)


CORRECTIONS_HEARD_ZH: list[Rule] = rule(
    StatementKind.CORRECTION,
    _exact,
    (QUESTION, SUPPOSED, UNMEANT),
    # 我之前报的字数有误，应该是9500字；你引的条文号不对，违约责任那条应该是第五百七十七条
    rf"[^，,。；;：:！!？?他她]{{0,4}}?(?:我|你|您|前面|上面|刚才?|刚刚|之前|上次|头先|更正|订正|纠正)[^，,。；;：:！!？?他她]{{0,16}}?"
    rf"(?:错|岔|反|混|有误|不对|不准|口误|笔误|正)(?:一下|一点|下|了|啦|咗){{0,2}}\s*[，,：:！!]\s*"
    rf"(?:[^，,。；;：:！!？?是为在]{{0,12}}?)(?:应该是|应为|应该|是|为|系|在)\s*{_EXACT}(?:才对|的)?{PARTICLE}{END}",
)

# A time that is named, one's own side, and a duty or an appointment.

_WE = rf"(?:{ONESELF}(?:们)?|咱们?|俺)"
_DUTY = (
    r"(?:必须|一定要|务必|得|要|约了?|有(?:个|一[个场次节])|轮到|值班|值|开会|面试|出差|交|"
    r"飞|开庭|答辩|复查|体检|考|直播|上台|演出|讲|汇报|签|搬|回)"
)


def _timed(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if not plain(told) or BLANK in value or _LOOSE.search(value):
        return None
    return Reading(attribute="", value=value, about_work=False)


_LOOSE = re.compile(
    r"昨|前天|上周|去年(?!检)|已经|没|可能|打算|想|帮我|给我|替我|提醒|叫我|[你您他她]|吗|每|一般|通常|不用|不去|取消|雨|雪|玩|睡|减肥|^[^得要须该]*了$|"
    r"周末|明年|放假|发工资"
)

_DATED = r"(?=[^，,。；;]{0,40}[月号日周天点期晚早拜初底旬末节年/后])"
"""Only such a clause can name a time: it is looked at first, since the rest begins widely."""

COMMITMENTS_HEARD_ZH: list[Rule] = rule(
    StatementKind.COMMITMENT,
    _timed,
    AS_FACT[:4],
    # 周四早上八点我要带三台车去年检；压测报告我们周五下班前必须给出去
    rf"{_DATED}(?P<value>[^，,。；;：:！!？?你您他她]{{0,8}}?(?:{THEN}|{TODAY}{HOUR})[^，,。；;：:！!？?你您他她]{{0,4}}?{_WE}[^，,。；;：:！!？?]{{0,4}}?{_DUTY}"
    rf"[^，,。；;：:！!？?]{{0,24}}){END}",
    rf"{_DATED}(?P<value>[^，,。；;：:！!？?你您他她]{{0,8}}?{_WE}[^，,。；;：:！!？?你您他她]{{0,3}}?(?:{THEN}|{TODAY}{HOUR})(?:一定|还|就|又|都)?{_DUTY}"
    rf"[^，,。；;：:！!？?]{{0,24}}){END}",
    # 这本译稿6月18号要交；稿子编辑催了，28号交
    rf"{_DATED}(?P<value>[^，,。；;：:！!？?你您他她]{{0,10}}?{THEN}(?:就|还|是)?(?:该|要|得|必须|务必|前)?(?:交(?!通|给我)|截止|到期|上线|验收|开庭|答辩|复查|体检|"
    rf"起飞|发车|报到|交付|交稿|开考)[^，,。；;：:！!？?]{{0,8}}?){PARTICLE}{END}",
)
