"""Second ways to hear the same in Chinese, each on another anchor than the first.

Where the plainer rules rest on one turn of speech, these rest on the whole clause: who speaks, for
how long, of what, and the deed or the value all have to be there. What two of them hear alike is
surer than what one hears. The values are cut as all values of their kind are: see `zh_cuts`.
"""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.person_rules import BY_ZONE
from stratal.text.statement_parts import (
    COMMAS,
    EVERYTHING,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.wording import ONCE, QUESTION, REPORTED, SUPPOSED, THIS_ONCE, UNMEANT, Scope
from stratal.text.zh_claim_rules import chosen
from stratal.text.zh_days import HOUR, THEN, TODAY
from stratal.text.zh_parts import AS_FACT, END, PARTICLE
from stratal.text.zh_person_rules import WHERE
from stratal.text.zh_tool_rules import WARE, own_ware

__all__ = ["WITNESS_FIRST_ZH", "WITNESS_LAST_ZH", "WITNESS_ZH"]

_ASIDE = re.compile(
    r"[?？吗]|如果|要是|假如|万一|好像|可能|也许|打算|考虑|听说|据说|[他她]们?|别人|有人|人家|"
    r"(?:老板|领导|同事|朋友|客户|老师|同学|室友|我[妈爸哥姐弟妹])(?:说|让|叫|要|都|也|用|建议|推荐)|"
    r"以前|曾经|当时|那年|小说|电影|故事|台词|歌词"
)
"""What makes a sentence other than plainly said of oneself: a witness is silent then."""


def _plain(told: Told) -> bool:
    """Whether all of the sentence up to the end of what was found is said plainly."""
    return _ASIDE.search(told.heard.words[: told.match.end()]) is None


_I = (
    r"我(?!(?:的|家|们?家)?(?:[妈爸爹娘姐哥弟妹]|老[公婆爸妈板师]|儿子|女儿|闺女|孩子|娃|朋友|同事|同学|室友|邻居|闺蜜|对象|"
    r"[表堂]|亲戚|领导|上司|客户|学生|爷爷|奶奶|外公|外婆|婆婆|公公|岳|舅|姨|姑|叔|师[父傅兄姐]|国|市|省|校))"
)
"""The person, and none of theirs."""

# Who speaks, or what they work at, a habit, and the name of a ware.

_OURS = (
    rf"(?:{_I}(?!听|看|想|觉得|怕|问)(?:们)?|咱们?|俺|公司|单位|团队|组里|店里|厂里|院里|所里|学校|工作室|项目|仓库|"
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
        or not _plain(told)
        or re.search(r"[不没别甭未勿]|[你您](?!的)|帮|给我|这[次回个]|一下", clause)
    ):
        return None
    return reading if re.match(r"[A-Z\u4e00-\u9fff]|[a-z]+[A-Z]", value) else None


_TOOLS: list[Rule] = rule(
    StatementKind.TOOL,
    _ware,
    AS_FACT,
    # 运单数据存在 PostgreSQL 里；调度全跑在 Airflow 上
    rf"[^，,。；;：:你您他她]{{0,8}}?{_OURS}[^，,。；;：:你您他她不没别]{{0,8}}?{_WORKS_ON}\s*(?P<value>{WARE})"
    rf"{_DONE_IN}{END}",
    about_work=True,
)


def _banned(told: Told) -> Reading | None:
    return None if _ASIDE.search(told.heard.words) else own_ware(told)


_BANS: list[Rule] = rule(
    StatementKind.TOOL,
    _banned,
    EVERYTHING,
    # 你的方案里以后都别用 Ansible
    rf"[^，,。；;：:他她我]{{0,12}}?(?:里|上|中|时|候|以后|今后|往后|永远|千万|一律|绝对|给我|项目|代码)(?:都|就|你|请|也){{0,2}}"
    rf"(?:别|不要|不许|禁止|不准|甭)(?:再)?(?:给我)?(?:用|使用|引入?|装|写|上|推荐)\s*(?P<other>{WARE})\s*(?:了|啦)?"
    rf"{PARTICLE}{END}",
    about_work=True,
)

# Who settled it, that it is settled, and what was chosen.

_SETTLED = (
    r"(?:决定|敲定|拍板|定下来?|说定|商定|"
    r"选定|选了|定了|通过|谈妥|商量(?:好|妥|完)|讨论(?:好|完)|谈完|说好)"
)
_BY_US = (
    rf"(?:{_I}(?:们)?|咱们?|大家|全家|家里|组里|团队|店里|部门|科里|班里|会上|评审会?|董事会|股东|合伙人|"
    r"(?:跟|和|与)[^，,。；;]{1,6}?)"
)
_NOTHING_CHOSEN = re.compile(
    r"^(?:了|好|下来|吧|吗|呢|再|先睡|帮|你|您|请|怎|谁|什|哪|这|那|都|也|就好|不了|要不|因为|可|但|没)|[吗呢]$|看看|再说"
)


def _settled(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    words = told.heard.words
    if not _plain(told) or _NOTHING_CHOSEN.search(value) or BLANK in value:
        return None
    if re.search(r"还没|没定|未定|犹豫|纠结|再定|差点|反悔|后悔|作废", words):
        return None
    return chosen(told)


_CHOSEN = r"(?P<value>[^，,。；;：:！!？?~～]{2,24}?)(?:了|啦|吧){0,2}"
_DECISIONS: list[Rule] = rule(
    StatementKind.DECISION,
    _settled,
    (QUESTION, SUPPOSED, REPORTED, UNMEANT),
    # 跟老伴商量妥了，就去威海养老；董事会上周已经通过，固定资产改用双倍余额递减法
    rf"[^，,。；;：:你您]{{0,8}}?{_BY_US}[^，,。；;：:你您]{{0,8}}?{_SETTLED}(?:了|啦|好|下来|完|妥){{0,2}}"
    rf"(?:[，,：:]\s*(?:[^，,。；;：:]{{2,8}}?{_SETTLED}(?:了|啦|好|下来){{0,2}}[，,：:]\s*)?)"
    rf"(?:(?:就|是|决定|最后|还是|我们|咱们?|大家|一致)(?!近)){{0,3}}{_CHOSEN}{END}",
    # 鏈路追蹤我們團隊最後選定 OpenTelemetry；我已经决定休学一年
    rf"[^，,。；;：:你您他她]{{0,10}}?(?:{_I}(?:们)?|咱们?|团队|组里|大家|全家|家里|部门|科里|会上)[^，,。；;：:你您他她]{{0,4}}?"
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
    rf"(?:{_I}(?:们)?|咱们?|全家|大家)(?:还是|就|决定|最后|一致|打定主意){{0,3}}(?P<value>(?:放弃|保留|砍掉|取消|推迟|改|换|选|走|上|做|不|去|搬|卖|买|租|留)"
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


_CORRECTIONS: list[Rule] = rule(
    StatementKind.CORRECTION,
    _exact,
    (QUESTION, SUPPOSED, UNMEANT),
    # 我之前报的字数有误，应该是9500字；你引的条文号不对，违约责任那条应该是第五百七十七条
    rf"[^，,。；;：:！!？?他她]{{0,4}}?(?:我|你|您|前面|上面|刚才?|刚刚|之前|上次|头先|更正|订正|纠正)[^，,。；;：:！!？?他她]{{0,16}}?"
    rf"(?:错|岔|反|混|有误|不对|不准|口误|笔误|正)(?:一下|一点|下|了|啦|咗){{0,2}}\s*[，,：:！!]\s*"
    rf"(?:[^，,。；;：:！!？?是为在]{{0,12}}?)(?:应该是|应为|应该|是|为|系|在)\s*{_EXACT}(?:才对|的)?{PARTICLE}{END}",
)

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

_STANDING: list[Rule] = rule(
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

# What the answers are, from when on, and a manner that is on a list.

_ANSWERS = (
    r"(?:(?:你|您)?(?:的|给我的)?(?:回答|回复|答复|答案|解释|说明|总结|输出)(?:里|中|时)?|回我(?:的)?(?:时候|消息|内容)?|答我|"
    r"(?:跟|和|对)我(?:说话|讲话|说|讲|聊天?|解释)(?:[^，,。；;]{0,6}(?:的时候|时))?|给我(?:讲|解释|分析|改|写|列|推荐|看|发|贴|做)[^，,。；;]{0,6}?|"
    r"(?:贴|发|写|改)代码|推荐[^，,。；;]{0,4}|(?:说|写|算|提到|涉及)?(?:到)?(?:金额|日期|时刻|时间|温度|面积|重量|数字|单位|距离|钱)(?:的地方)?(?:的时候|时)?|列步骤)"
)
_LASTS = (
    r"(?:以后|今后|往后|之后|每次|每回|一律|统一|"
    r"永远|始终|一直|从今(?:往后|以后)?|从现在(?:起|开始)|都|默认|凡是)"
)
_MANNER = (
    r"(?P<value>(?:不要|别|不用|不许|少)(?:再)?(?:用|加|发|带|写|放|搞|来)?(?:表情(?:符号|包)?|emoji|颜文字|感叹号|表格|列表|清单|加粗|"
    r"注释|markdown|标题|语气词|客套话?|废话|术语|长篇大论|敬语|星号|代码块)|一个(?:emoji|表情)都(?:不要|别)放|"
    r"(?:只(?:贴|给|发|要|回|说)|先(?:说|给|讲|上|放))[^，,。；;：:！!？?]{1,10}?|先[^，,。；;：:！!？?]{2,5}(?:再|后)[^，,。；;：:！!？?]{2,5}?|"
    r"(?:(?:控制在|不要?超过|别超过|限制?在|最多)?[一二两三四五六七八九十百\d]{1,4}(?:句话?|个?字|行|条|段)(?:以内|之内|内)?)|"
    r"(?:带|附|配|标|标上|加|加上|附上|写成|换算成|精确到|按|用)[^，,。；;：:！!？?A-Za-z]{1,8}?|结论放(?:在)?最?前面?|"
    r"(?:分点|分条|逐条|分步)(?:列出?|写|说|讲)?|(?:简短|简洁|口语|通俗|直白|详细|正式|随意|幽默|温柔|直接)(?:化)?(?:一点儿?|一些|些|点)?|"
    r"(?:摄氏度?|华氏度?|公斤|公里|亩|人民币|万元|24小时制|二十四小时制|公历|农历|公制))"
)


def _manner(told: Told) -> Reading | None:
    before = told.heard.words[: told.match.end()]
    if re.search(
        r"这[次份封篇段一道]|那[份封篇段]|今[天晚]|老师|领导|老板|客户|[他她]|作文|简历|论文|PPT|问我|确认",
        before,
    ):
        return None
    value = told["value"].strip(COMMAS)
    return None if BLANK in value else Reading(attribute="answer format", value=value)


_FORMATS: list[Rule] = rule(
    StatementKind.FORMAT,
    _manner,
    (QUESTION, SUPPOSED, REPORTED),
    # 以后给我改代码只贴 diff；往后每次回答都控制在两百字以内
    rf"[^，,。；;：:他她]{{0,4}}?{_LASTS}{{1,3}}[，,]?\s*(?:你|您|请|麻烦|所有|任何|涉及|里|的){{0,2}}{_ANSWERS}[，,]?\s*"
    rf"(?:都|请|要|也|一律|统一|尽量|每次|就|得|能){{0,3}}{_MANNER}{PARTICLE}{END}",
    # 回答请一直分点列；说面积一律用亩
    rf"[^，,。；;：:他她我]{{0,4}}?{_ANSWERS}[，,]?\s*(?:请|都|你|要|麻烦){{0,2}}{_LASTS}{{1,2}}(?:都|请|要|也|就|得|用){{0,2}}"
    rf"{_MANNER}{PARTICLE}{END}",
)

# A leave that is given outright and a deed that is named, in one breath.

_ASKING = r"(?:问|跟我说|和我说|报备|请示|确认|打招呼|等我|找我|通知我|告诉我|过我|经我|申请|商量)"
_FREELY = r"(?:直接|随时|随便|自己|自行|放手|尽管|放心|看着|全权|自主|任意)"


def _leave(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if (
        _ASIDE.search(told.heard.words)
        or BLANK in value
        or re.search(r"[没不我他她]|这[次回]", value)
    ):
        return None
    return Reading(attribute="permission", value=value)


_LEAVES: list[Rule] = rule(
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


_ASKS: list[Rule] = rule(
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

# A time that is named, one's own side, and a duty or an appointment.

_WE = rf"(?:{_I}(?:们)?|咱们?|俺)"
_DUTY = (
    r"(?:必须|一定要|务必|得|要|约了?|有(?:个|一[个场次节])|轮到|值班|值|开会|面试|出差|交|"
    r"飞|开庭|答辩|复查|体检|考|直播|上台|演出|讲|汇报|签|搬|回)"
)


def _timed(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if not _plain(told) or BLANK in value or _LOOSE.search(value):
        return None
    return Reading(attribute="", value=value, about_work=False)


_LOOSE = re.compile(
    r"昨|前天|上周|去年(?!检)|已经|没|可能|打算|想|帮我|给我|替我|提醒|叫我|[你您他她]|吗|每|一般|通常|不用|不去|取消|雨|雪|玩|睡|减肥|^[^得要须该]*了$|"
    r"周末|明年|放假|发工资"
)

_DATED = r"(?=[^，,。；;]{0,40}[月号日周天点期晚早拜初底旬末节年/后])"
"""Only such a clause can name a time: it is looked at first, since the rest begins widely."""

_COMMITMENTS: list[Rule] = rule(
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

# Time, reckoned for the person, and a place.

_ZONES: list[Rule] = rule(
    StatementKind.TIME_ZONE,
    lambda told: Reading(attribute="time zone", value=told["value"]) if _plain(told) else None,
    (*AS_FACT[:-1], BY_ZONE[-1].within(Scope.CLAUSE)),
    # 跟我说时间都按柏林时间算；我的行程都以台北时间为准
    rf"[^，,。；;：:他她]{{0,8}}?(?:我|你|您|咱)[^，,。；;：:他她]{{0,8}}?(?:时间|钟点|几点|时刻|行程|日程|会议|提醒|作息|时候)?[^，,。；;：:他她]{{0,3}}?"
    rf"(?:都|全都?|请|一律|统一|全部|默认|就|要){{0,3}}(?:按照?|以|照|用|看|走|依)(?:着)?(?:的是)?\s*{WHERE}(?:为准|给我算|算|走|来|说|过日子|过|排|报|给我|显示)"
    rf"{{1,2}}(?:的)?{PARTICLE}{END}",
)

# One's own name, behind a word that means nothing but a name.

_LANGUAGE_WORDS = (
    r"(?P<value>(?:简体|繁体|正体)(?:中文|字)?|中文|汉语|国语|普通话|粤语|广东话|四川话|英[文语]|日[文语]|韩[文语]|法[文语]|德[文语]|"
    r"西班牙[文语]|俄[文语]|意大利[文语]|葡萄牙[文语]|马来[文语]|泰[文语]|越南[文语]|阿拉伯[文语]|English)"
)
_LANGUAGES: list[Rule] = rule(
    StatementKind.LANGUAGE,
    lambda told: (
        None
        if _ASIDE.search(told.heard.words)
        else Reading(attribute="answer language", value=told["value"])
    ),
    (QUESTION, SUPPOSED, REPORTED, UNMEANT, ONCE.within(Scope.CLAUSE)),
    # 往后你一律拿英文跟我说；从今天开始都用英文回我；回答请始终用中文
    rf"[^，,。；;：:他她]{{0,6}}?(?:以后|今后|往后|之后|从今天开始|从现在开始|从今往后|一直|一律|统一|永远|始终|都)[^，,。；;：:他她]{{0,8}}?"
    rf"(?:用|拿|以|说|讲|写)\s*{_LANGUAGE_WORDS}(?:来)?(?:回我|跟我(?:说|聊|讲|交流|沟通|说话)|和我(?:说|聊|讲|交流|沟通|说话)|同我(?:说|聊|倾偈)|回答|回复|答复|"
    rf"答我|聊天?|作答|交流)?(?:我)?(?:就行|就好|就得啦)?{PARTICLE}{END}",
)

WITNESS_FIRST_ZH: tuple[Rule, ...] = (*_STANDING, *_LEAVES, *_ASKS)
"""Heard where the plain rules of what an agent is to do, may do, or is to ask are through."""
WITNESS_ZH: tuple[Rule, ...] = (*_DECISIONS, *_LANGUAGES, *_FORMATS, *_TOOLS, *_BANS, *_ZONES)
WITNESS_LAST_ZH: tuple[Rule, ...] = (*_COMMITMENTS, *_CORRECTIONS)
