"""Rules for what lies ahead of those who speak, as it is said in Chinese: 下周二我得去开庭."""

from __future__ import annotations

import re

from stratal.text.claim_rules import MAYBE
from stratal.text.own_words import BLANK
from stratal.text.statement_parts import COMMAS, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import Scope
from stratal.text.zh_days import HOUR, THEN, TODAY
from stratal.text.zh_parts import AS_FACT

_US = r"(?:我们?(?!\w)|我们?(?:一家|全家|俩|家|团队|组|店|公司|班|部门)?|咱们?(?:家)?|本人|俺)"
_DUTY = (
    r"(?:要|得|必须|需要|须|轮到|约了?|答应|定了|订了|报了|排了|安排了|有(?:个|一|场|次|节|台|"
    r"门|考|课|会|面试|手术|比赛|演出)|飞|去|回|赶|值|出差|开会|上线|发布|交|提交|面试|入职|离"
    r"职|搬家|休|请假|考试?|结婚|过生日|到期|截止|体检|看牙|看病|手术|答辩|签|还款?|缴|付|参加"
    r"|毕业|出发|到|见|拜访|汇报|演讲|旅游|起飞|发版|交付|搬|讲课|上课|报到|开始|预约|比赛|路"
    r"演|出席|主持|接|送|退房|入住|跑|复诊|覆诊|复查|开庭|培训|开学|拆线|拔牙|打疫苗|过户|提车"
    r"|换班|上班|夜班|早班|晚班|白班|办|做|带|陪|请|开|讲|拍|领|考|生日|满月|婚礼|聚会|年会|盘"
    r"点|交房|收货|发货|直播|上台|登台|发言|值(?=早|夜|晚|白|班|日|守)|下(?=苹果|果|葡萄|树)|收(?=割|麦|稻|果))"
)
_NOT_AHEAD = re.compile(
    r"昨|前天|上周|上个?月|去年(?!检)|刚才|刚刚|已经|没(?:空|时间|事|课|班|有)|不(?:去|用|想|能|会|"
    r"要|在|上班)|可能|也许|再说|再看|看看|试试|想去|打算|怎|什|哪|啥|提醒|帮我|给我|替我|叫我"
    r"|让我|麻烦|请你|叫醒|记得|天气|下雨|下雪|气温|多少|吗|[你您他她]|^[^得要须]*了$|过了|股市|放假吗|一"
    r"般|通常|每|左右的天|有空|一回|一次|答我|回我|再聊|再见|继续|见[!！]?$"
)


def _lies_ahead(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if BLANK in value or _NOT_AHEAD.search(value):
        return None
    return Reading(attribute="", value=value, about_work=False)


_STOP = r"(?=\s*(?:$|[，,。；;！!～~（(—]|[\U0001F300-\U0001FAFF\u2600-\u27bf]))"

COMMITMENTS_ZH: list[Rule] = rule(
    StatementKind.COMMITMENT,
    _lies_ahead,
    (*AS_FACT[:4], MAYBE.within(Scope.BEFORE)),
    # 下周二我得去开庭
    rf"(?P<value>(?:最迟|最晚|截止到?|赶在|就在|到|在)?(?:{THEN}|{TODAY}{HOUR})[^，,。；;]"
    rf"{{0,6}}?{_US}[^，,。；;]{{0,8}}?{_DUTY}[^，,。；;！!～~]{{0,24}}){_STOP}",
    # 我后天值夜班
    rf"(?P<value>{_US}(?:家|女儿|儿子|的)?[^，,。；;]{{0,6}}?{THEN}[^，,。；;]{{0,6}}?{_DUTY}"
    rf"[^，,。；;！!～~]{{0,24}}){_STOP}",
    rf"(?P<value>{_US}[^，,。；;]{{0,4}}?{TODAY}{HOUR}[^，,。；;]{{0,2}}?(?:要|得|必须|约了|轮"
    rf"到|有)[^，,。；;！!～~]{{1,24}}){_STOP}",
    # 年终盘点12月20号要交
    rf"(?P<value>(?:我的?|我们的?|咱们?的?|这份|这个|那个)?[^，,。；;我]{{2,10}}?(?:在|是|到)?"
    rf"{THEN}(?:就)?(?:要|得|必须|需要|该)?(?:交|截止|到期|开庭|验收|交稿|上交|出发|报到|起飞|还"
    rf"清|交货|开考|答辩)[^，,。；;！!～~]{{0,8}}){_STOP}",
    # 论文年底前必须见刊
    rf"(?P<value>(?:我的?|我们的?|这份|这个)?[^，,。；;我]{{2,8}}?{THEN}(?:就|还)?(?:必须|务必"
    rf"|一定要|得)[^，,。；;！!～~]{{1,10}}){_STOP}",
    # 腊月廿六的火车回老家
    rf"(?P<value>{THEN}的(?:火车|飞机|航班|高铁|机票|车票|动车|大巴|船|早班|夜班|晚班|手术|面"
    rf"试|体检|婚礼|早班机|红眼航班)[^，,。；;！!～~]{{0,10}}){_STOP}",
    # 周四下午要给新人培训
    rf"(?P<value>(?:最迟|最晚|截止到?|赶在|在)?(?:{THEN}|{TODAY}{HOUR})(?:就|还|又|我)?(?:要|"
    rf"得|必须|还要|还得|轮到我|约了|有(?:个|场|一个|一场))(?!来|下|是)[^，,。；;！!～~]"
    rf"{{1,24}}){_STOP}",
)
