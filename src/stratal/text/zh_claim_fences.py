"""What a Chinese correction, commitment, decision or lesson must not be taken for."""

from __future__ import annotations

import re
from dataclasses import replace

from stratal.text.patterns import Pattern
from stratal.text.statement_parts import COMMAS, Reading, Told
from stratal.text.zh_cuts import clause_of

__all__ = ["commitment", "correction", "decision", "lesson"]

_SLIP = Pattern(
    r"[记说写听打搞弄看填报算解发讲念认输]的?(?:错|岔|混|反|串|差)|颠倒|我说的是|^哈哈不是|口误|笔误|手误|[更纠订]正|"
    r"有误|不准确|错[了啦][，,：:！!。\s]|不对|才对|才是对的|不是不是|[记写说听当弄搞填打看念][^，,]{0,3}成|"
    r"(?:之前|刚才|上次|前面|刚刚)[^，,]{0,4}(?:说|写|讲|告诉|报|发|记|给)|^\W*(?:哎|唉|啊|哦|诶)?不是[啦啊哈，,]|"
    r"[哦哎啊诶]不[，,]|等等|等下|慢着|改一?下口|说反"
)
_OTHERS_SLIP = Pattern(
    r"(?:老师|书[上里]|题目|课本|客服|[他她]们?|同事|医生|报纸|新闻|字幕|作者|同学|老板|领导|妈|爸|"
    r"孩子|网上|文章|店家|店员|快递|导航|歌词|电视上|节目|价格|考试时|标签|菜单|试卷|发音|人家|有人|教材|答案|记者|主播)[^，,]{0,6}"
    r"(?:[讲说写记搞弄看听打填算报印叫标做]错|错[了啦]|有误|口误|[写说记]成)|错[人话题过]|[做走坐点送找买]错|错字是|"
    r"没[说写记搞弄]错|知错"
)
_OWN_CLAIM = Pattern(
    r"(?:前面|上面|上文|刚刚?才?|之前|上次)(?:我|你|您)?(?:[给跟]你)?[讲说写报发填]的[^，,]{1,10}(?=错|有误|不对)"
)
"""我刚才说的张老师错了: it is no teacher who was wrong."""
_NO_VALUE = Pattern(
    r"^(?:发|寄|转|送|交|还)给|^.{1,2}的.$|问题|态度|习惯|感觉|常有|真的|觉得|惹|怪|故意|认真|难吃|难受|开心|烦|累|懒|尊重|同情|意思|哈哈|"
    r"[你您他她]|^[想要说因为很故就都也没有会]|[了吗呢]$|更|比较|^最|越|太|我(?!家|妈|爸|弟|妹|哥|姐|"
    r"儿|女|们|老|的|表|堂|外|爷|奶|公|婆|媳|侄|同|室)"
)
_MEASURED = Pattern(r"[\dA-Za-z二三四五六七八九十百千万两半]")
_SPOKEN_OF = Pattern(r"[他她它这那][^，,]{0,4}不?是|人生|爱情|客服|发错|[吗吧呢][，,]")


def _alike(one: str, other: str) -> bool:
    """Whether both are numbers or identifiers, or differ in a part only: 王磊, 王雷."""
    if _MEASURED.search(one) and _MEASURED.search(other):
        return True
    return len(one) <= 6 and bool((set(one) & set(other)) - set("子的人生天年们家"))


_TURNED_OUT = Pattern(
    r"(?:^|[，,])(?:[这那](?:[个儿里]|件事)?|现在|后来|结果|原来)(?:就|才|都)?[是在]{0,2}$"
)


def _before(told: Told, value: str) -> str:
    """What stands before `value`, from the begin of the sentence."""
    return told.heard.words[: max(told.heard.words.find(value, told.match.start()), 0)]


def _far_from_slip(told: Told, value: str) -> bool:
    """Whether something else was put right between the last slip and `value`."""
    words = told.heard.words
    at = words.find(value, told.match.start())
    slips = [found.end() for found in _SLIP.every(words, 0, max(at, 0))]
    if not slips:
        return False
    between = re.split(r"[，,。；;：:！!]", words[slips[-1] : at])
    return any(re.search(r"[是为在]", clause) for clause in between[1:-1])


def correction(reading: Reading, told: Told) -> Reading | None:
    """Only what a slip that is named puts right, or a pair that is told of oneself."""
    words = told.heard.words
    both = re.match(r"(?P<so>[^不]{1,10})不是(?P<not>[^不]{1,10})$", reading.value)
    if both is not None and not reading.not_value:
        reading = replace(reading, value=both["so"], not_value=both["not"])
    if _OTHERS_SLIP.search(_OWN_CLAIM.sub("", words)) or _NO_VALUE.search(reading.value):
        return None
    if reading.not_value and re.search(r"[你您]|我(?:想|要|不)|挑剔|[吗呢]$", reading.not_value):
        return None
    if not reading.not_value and (
        _far_from_slip(told, reading.value) or _TURNED_OUT.search(_before(told, reading.value))
    ):
        return None
    if not _SLIP.search(words):
        if not reading.not_value or _SPOKEN_OF.search(words):
            return None
        if not _alike(reading.value, reading.not_value):
            return None
    return reading if len(reading.value) <= 12 else None


_SELF = Pattern(r"我(?!国|市|省|校长)|咱|俺|本人")
_APPOINTED = Pattern(
    r"约了|预约|面试|开庭|手术|复诊|复查|体检|答辩|交稿|截止|到期|值班|夜班|早班|晚班|白班|航班|火车|高铁|"
    r"飞机|机票|动车|飞|出差|考试|婚礼|培训|验收|上线|发版|交付|交|签|报到|入职|开会|例会|汇报|演出|比赛|"
    r"见刊|盘点|家长会|拆线|拔牙|看牙|产检|打疫苗|过户|提车|交房|退房|入住|搬家|直播|开考|路演|讲座|上课|"
    r"监考|出车|出摊|出海|上庭|出庭|meeting|还钱|初试|复试|笔试|轮到|得去|要去|得回|要回|回老家|还款|还清|缴|续签|见客户|接|送|发货|收货|到货"
)
_VAGUE = Pattern(
    r"(?:周末|年底|年前|明年|暑假|寒假|春节|过年|除夕|中秋|国庆|五一|端午|清明|元旦|圣诞|双十[一二]|"
    r"下下?个?月|月[底初末]|这个月|本月)(?![\d一二三四五六七八九十])"
)
_WISHED = Pattern(
    r"减肥|考上|睡|休息|通宵|早起|努力|好好|爬山|玩|(?<!请客户)(?<!和客户)(?<!陪客户)吃(?!饭局|席)|锻炼|跑步|打扫|摆烂|追剧|逛|心情|加油|发财|"
    r"躺|熬|冲业绩|过节|堵|涨|跌|降温|升温|下雨|下雪|发工资|放假|开学季|疯|死|崩"
)
_NO_MORE = Pattern(r"后来(?:不|没|又)|没去成|我以为|不去了|通知是假")
_NOT_TO_BE = Pattern(
    r"本来|原本|原定|原计划|如果|要是|万一|假如|打算|考虑|计划着|想(?:去|要|着|在|把)|"
    r"可能|也许|大概|说不定|估计|听说|据说|好像|应该会|纠结|犹豫|要不要|吗|通知|邮件说|说(?:好|是)?交期|新闻|预报|"
    r"(?:客户|供应商|老板|领导|同事|老师|房东|物业|公司|学校|甲方|对方|学生|朋友|孩子)(?:[^，,我咱]{0,3})(?:说|要求|通知|邮件)"
)
_HABITUAL = Pattern(
    r"到(?:周|星期|礼拜)[一二三四五六日天]都|每|都要|总是|通常|一般|经常|又要|[一二三四五六日][一二三四五六日日](?:都|要|得|有|上)"
)
_GIVEN_TASK = Pattern(
    r"[帮给替]我|提醒我|你(?:要|得|记得|去)|请(?!假|客|了|[^，,]{1,4}(?:吃|喝|看))|麻烦|帮忙|写[一个份篇封]|做[一个份]|列[一个份]|怎么"
)
_THEIRS = Pattern(
    r"^[^，,我咱俺]{0,6}(?<![约见陪请跟和了])(?:老公|老婆|同事|朋友|同学|室友|老板|领导|客户|供应商|厂家|对方|甲方|房东|邻居|"
    r"明星|政府|学校|国家|股市|天气|[他她]们?)|(?<![带陪送接给帮跟和替])我(?:的)?(?:妈|爸|儿子|女儿|闺女|老公|老婆|婆婆|公公|奶奶|爷爷|孩子|爱人|对象)(?:妈|爸)?(?:就|还|也)?(?:要|得|有|去|约)|^我(?:的)?(?:同事|朋友|同学|室友|老板|领导|客户|邻居|前任|"
    r"妹|姐|哥|弟|表|堂|闺蜜)"
)


def commitment(reading: Reading, told: Told) -> Reading | None:
    """Only one's own side, bound to a time: neither a wish, a habit, a plan, nor a task."""
    clause = clause_of(told)
    value = reading.value
    words = told.heard.words
    if _NO_MORE.search(words) or _NOT_TO_BE.search(words[: told.match.end()]):
        return None
    if re.search(r"决定|敲定|拍板|是我?[^，,]{1,3}的?生日", clause):
        return None
    if _HABITUAL.search(value) or _THEIRS.search(clause):
        return None
    if _GIVEN_TASK.search(value) or _WISHED.search(value) or _DONE.search(value):
        return None
    if _NEXT_YEAR.search(value) or re.search(
        r"的是(?!我)|从(?:今|明|下)[^，,]{0,3}(?:起|开始)", value
    ):
        return None
    if _APPOINTED.search(value):
        return reading
    if _VAGUE.search(value) and not _BOUND.search(value):
        return None
    return reading if _SELF.search(clause) or _NO_SUBJECT.match(value) else None


_NEXT_YEAR = Pattern(r"(?:明|后)年(?![\d一二三四五六七八九十]{1,3}月|[底初])")
_DONE = Pattern(r"过$|吧$|^[^要得快就须该]*了$")
_BOUND = Pattern(r"(?:我|咱|俺|本人).*(?:必须|得|前|答应)|前.*(?:我|咱|俺).*(?:要|必须|得)")
_NO_SUBJECT = Pattern(
    r"[周星期礼拜下这本个月明后今天早晚上午中下傍夜里凌晨点半整刻分号日前之"
    r"零一二两三四五六七八九十廿\d:：的最迟截止到赶在]{2,16}(?:就|还|又)?(?:要|得|必须|需要)"
)


_NOT_CHOSEN = Pattern(
    r"没|很久|俗成|一天$|一下$|^(?:外卖|机票|酒店|票|位子|餐|包间|蛋糕|闹钟)|看看|再说|不了|^先?(?:睡|吃|喝|歇|休息|躺|洗|玩)|^(?:给自己|不吃|吃(?!素))|哈哈|相信他|离开$|摆烂|"
    r"^(?:一起|不哭|六点)|好吃|决定权|原谅|听天由命|爱自己|好好|暂无|沉默|改变|努力|坚持|面对|放下|忍|单身|[吗呢]$"
)


_THEIR_PART = Pattern(
    r"(?:房东|中介|对方|客户|甲方|供应商|老板|领导|医生|老师|学校|公司|银行|卖家|买家|[他她]们?)[^，,]{0,2}(?:不|没|说|要|肯|愿|答应|同意|让|给)|"
    r"[^，,]{0,8}(?:不肯|不同意|没同意|不答应|寂寞|没戏|泡汤)"
)
"""What the other side said to it."""


def decision(reading: Reading, told: Told) -> Reading | None:
    """Only what was chosen, and holds."""
    if re.search(
        r"[不没]同意|反对|后悔|^(?:孩子|儿子|女儿|弟弟|妹妹|朋友|同事)(?:最后|决定|选)",
        told.heard.words,
    ):
        return None
    if _THEIR_PART.match(reading.value):
        return None
    return None if _NOT_CHOSEN.search(reading.value) else reading


_JUST_SEEN = Pattern(
    r"^(?:原来|今天|昨天|明天|现在|[他她它]|你|这是|那是|钱包|自己|什么|为什么|怎么)|^谢谢|^过来|[他她](?:是|在|们)|了$|^[^，,]{1,4}$|为什么"
)


def lesson(reading: Reading, told: Told) -> Reading | None:
    """Only a maxim: not what somebody merely came to know."""
    value = reading.value.strip(COMMAS)
    if re.search(r"(?:没有?|还没|未有?|无)(?:个)?(?:定论|结论|结果)", told.heard.words):
        return None
    if re.search(
        r"(?:爸|妈|爷|奶|哥|姐|师傅|前辈|同事|朋友|老公|老婆|[他她]们?)(?:总结)?的?(?:经验|教训|心得|体会|收获)",
        told.heard.words,
    ):
        return None
    return None if _JUST_SEEN.search(value) else reading
