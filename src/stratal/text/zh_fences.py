"""What no Chinese rule may overlook: a reading that rests on no anchor is given up here.

The rules hear how a thing is said; the fences ask who says it, of whom, and for how long. One
fence to a kind, whichever rule found it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from stratal.text.statement_parts import COMMAS, Reading, StatementKind, Told
from stratal.text.zh_cuts import clause_of, cut

__all__ = ["fenced"]

Fence = Callable[[Reading, Told], Reading | None]


def fenced(kind: StatementKind, reading: Reading, told: Told) -> Reading | None:
    """`reading` as it may stand, or None where its sentence gives it no hold."""
    fence = _FENCES.get(kind)
    if _BY_ANOTHER.search(told.heard.words) or _IN_NAME_OF.search(told.heard.words):
        return None
    kept = reading if fence is None else fence(reading, told)
    return None if kept is None else cut(kind, kept, told)


_BY_ANOTHER = re.compile(
    r"[，,](?!我)[^，,。；;我]{0,8}(?:我[^，,]{0,3})?(?:对象|老师|老板|妈|爸|同事|领导|客户|朋友|医生|网友|专家|试卷|题目|书上|培训|网上|"
    r"新闻|行政|教练|导师|歌|电影|小说|广告)[^，,。；;我]{0,5}(?:说|写|教|贴|讲|唱|规定|告诉我)(?:的|过)$|"
    r"^[^，,。；;我]{0,4}(?:题干|试卷|新闻|广告|歌词|台词|标语|网友|帖子|公告|海报|路牌|弹幕)(?:里|上|说|写)|"
    r"(?:歌词|歌名|副歌|台词|对白|旁白|诗句|文案|标题|片名|书名|段子)[^，,。；;]{0,8}[：:是]|"
    r"(?:王子|公主|国王|巫婆|小精灵|勇者|大侠|魔王)|(?:后面|接下来|下一?[句段章]|结尾)(?:咋|怎么|该怎么|如何)(?:编|写|接|续)|续写|接龙"
)
_IN_NAME_OF = re.compile(
    r"^[^，,。；;我]{0,3}(?:公司|学校|单位|物业|社区|班主任|导师|师姐|学长|总监|班长|店长|中介)"
    r"(?:刚|又|昨天|今天|那边){0,2}(?:发)?(?:通知|公告|邮件)?说|[，,][^，,]{0,6}都这么(?:提醒|说|教|写)$"
)
"""Behind or before it is told who said so."""


_SLIP = re.compile(
    r"[记说写听打搞弄看填报算解发讲念认输]的?(?:错|岔|混|反|串|差)|颠倒|我说的是|^哈哈不是|口误|笔误|手误|[更纠订]正|"
    r"有误|不准确|错[了啦][，,：:！!。\s]|不对|才对|才是对的|不是不是|[记写说听当弄搞填打看念][^，,]{0,3}成|"
    r"(?:之前|刚才|上次|前面|刚刚)[^，,]{0,4}(?:说|写|讲|告诉|报|发|记|给)|^\W*(?:哎|唉|啊|哦|诶)?不是[啦啊哈，,]|"
    r"[哦哎啊诶]不[，,]|等等|等下|慢着|改一?下口|说反"
)
_OTHERS_SLIP = re.compile(
    r"(?:老师|书[上里]|题目|课本|客服|[他她]们?|同事|医生|报纸|新闻|字幕|作者|同学|老板|领导|妈|爸|"
    r"孩子|网上|文章|店家|店员|快递|导航|歌词|电视上|节目|价格|考试时|标签|菜单|试卷|发音|人家|有人|教材|答案|记者|主播)[^，,]{0,6}"
    r"(?:[讲说写记搞弄看听打填算报印叫标做]错|错[了啦]|有误|口误|[写说记]成)|错[人话题过]|[做走坐点送找买]错|错字是|"
    r"没[说写记搞弄]错|知错"
)
_OWN_CLAIM = re.compile(
    r"(?:前面|上面|上文|刚刚?才?|之前|上次)(?:我|你|您)?(?:[给跟]你)?[讲说写报发填]的[^，,]{1,10}(?=错|有误|不对)"
)
"""我刚才说的张老师错了: it is no teacher who was wrong."""
_NO_VALUE = re.compile(
    r"^.{1,2}的.$|问题|态度|习惯|感觉|常有|真的|觉得|惹|怪|故意|认真|难吃|难受|开心|烦|累|懒|尊重|同情|意思|哈哈|"
    r"[你您他她]|^[想要说因为很故就都也没有会]|[了吗呢]$|更|比较|^最|越|太|我(?!家|妈|爸|弟|妹|哥|姐|"
    r"儿|女|们|老|的|表|堂|外|爷|奶|公|婆|媳|侄|同|室)"
)
_MEASURED = re.compile(r"[\dA-Za-z二三四五六七八九十百千万两半]")
_SPOKEN_OF = re.compile(r"[他她它这那][^，,]{0,4}不?是|人生|爱情|客服|发错|[吗吧呢][，,]")


def _alike(one: str, other: str) -> bool:
    """Whether both are numbers or identifiers, or differ in a part only: 王磊, 王雷."""
    if _MEASURED.search(one) and _MEASURED.search(other):
        return True
    return len(one) <= 6 and bool((set(one) & set(other)) - set("子的人生天年们家"))


def _far_from_slip(told: Told, value: str) -> bool:
    """Whether something else was put right between the last slip and `value`."""
    words = told.heard.words
    at = words.find(value, told.match.start())
    slips = [found.end() for found in _SLIP.finditer(words, 0, max(at, 0))]
    if not slips:
        return False
    between = re.split(r"[，,。；;：:！!]", words[slips[-1] : at])
    return any(re.search(r"[是为在]", clause) for clause in between[1:-1])


def _correction(reading: Reading, told: Told) -> Reading | None:
    """Only what a slip that is named puts right, or a pair that is told of oneself."""
    words = told.heard.words
    both = re.match(r"(?P<so>[^不]{1,10})不是(?P<not>[^不]{1,10})$", reading.value)
    if both is not None and not reading.not_value:
        reading = replace(reading, value=both["so"], not_value=both["not"])
    if _OTHERS_SLIP.search(_OWN_CLAIM.sub("", words)) or _NO_VALUE.search(reading.value):
        return None
    if reading.not_value and re.search(r"[你您]|我(?:想|要|不)|挑剔|[吗呢]$", reading.not_value):
        return None
    if not reading.not_value and _far_from_slip(told, reading.value):
        return None
    if not _SLIP.search(words):
        if not reading.not_value or _SPOKEN_OF.search(words):
            return None
        if not _alike(reading.value, reading.not_value):
            return None
    return reading if len(reading.value) <= 12 else None


_SELF = re.compile(r"我(?!国|市|省|校长)|咱|俺|本人")
_APPOINTED = re.compile(
    r"约了|预约|面试|开庭|手术|复诊|复查|体检|答辩|交稿|截止|到期|值班|夜班|早班|晚班|白班|航班|火车|高铁|"
    r"飞机|机票|动车|飞|出差|考试|婚礼|培训|验收|上线|发版|交付|交|签|报到|入职|开会|例会|汇报|演出|比赛|"
    r"见刊|盘点|家长会|拆线|拔牙|看牙|产检|打疫苗|过户|提车|交房|退房|入住|搬家|直播|开考|路演|讲座|上课|"
    r"监考|出车|出摊|出海|上庭|出庭|meeting|还钱|初试|复试|笔试|轮到|得去|要去|得回|要回|回老家|还款|还清|缴|续签|见客户|接|送|发货|收货|到货"
)
_VAGUE = re.compile(
    r"(?:周末|年底|年前|明年|暑假|寒假|春节|过年|除夕|中秋|国庆|五一|端午|清明|元旦|圣诞|双十[一二]|"
    r"下下?个?月|月[底初末]|这个月|本月)(?![\d一二三四五六七八九十])"
)
_WISHED = re.compile(
    r"减肥|考上|睡|休息|通宵|早起|努力|好好|爬山|玩|(?<!请客户)(?<!和客户)(?<!陪客户)吃(?!饭局|席)|锻炼|跑步|打扫|摆烂|追剧|逛|心情|加油|发财|"
    r"躺|熬|冲业绩|过节|堵|涨|跌|降温|升温|下雨|下雪|发工资|放假|开学季|疯|死|崩"
)
_NO_MORE = re.compile(r"后来(?:不|没|又)|没去成|我以为|不去了|通知是假")
_NOT_TO_BE = re.compile(
    r"本来|原本|原定|原计划|如果|要是|万一|假如|打算|考虑|计划着|想(?:去|要|着|在|把)|"
    r"可能|也许|大概|说不定|估计|听说|据说|好像|应该会|纠结|犹豫|要不要|吗|通知|邮件说|说(?:好|是)?交期|新闻|预报|"
    r"(?:客户|供应商|老板|领导|同事|老师|房东|物业|公司|学校|甲方|对方|学生|朋友|孩子)(?:[^，,我咱]{0,3})(?:说|要求|通知|邮件)"
)
_HABITUAL = re.compile(
    r"到(?:周|星期|礼拜)[一二三四五六日天]都|每|都要|总是|通常|一般|经常|又要|[一二三四五六日][一二三四五六日日](?:都|要|得|有|上)"
)
_GIVEN_TASK = re.compile(
    r"[帮给替]我|提醒我|你(?:要|得|记得|去)|请(?!假|客|了|[^，,]{1,4}(?:吃|喝|看))|麻烦|帮忙|写[一个份篇封]|做[一个份]|列[一个份]|怎么"
)
_THEIRS = re.compile(
    r"^[^，,我咱俺]{0,6}(?:老公|老婆|同事|朋友|同学|室友|老板|领导|客户|供应商|厂家|对方|甲方|房东|邻居|"
    r"明星|政府|学校|国家|股市|天气|[他她]们?)|(?<![带陪送接给帮跟和替])我(?:的)?(?:妈|爸|儿子|女儿|闺女|老公|老婆|婆婆|公公|奶奶|爷爷|孩子|爱人|对象)(?:妈|爸)?(?:就|还|也)?(?:要|得|有|去|约)|^我(?:的)?(?:同事|朋友|同学|室友|老板|领导|客户|邻居|前任|"
    r"妹|姐|哥|弟|表|堂|闺蜜)"
)


def _commitment(reading: Reading, told: Told) -> Reading | None:
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
    if _NEXT_YEAR.search(value):
        return None
    if _APPOINTED.search(value):
        return reading
    if _VAGUE.search(value) and not _BOUND.search(value):
        return None
    return reading if _SELF.search(clause) or _NO_SUBJECT.match(value) else None


_NEXT_YEAR = re.compile(r"(?:明|后)年(?![\d一二三四五六七八九十]{1,3}月|[底初])")
_DONE = re.compile(r"过$|吧$|^[^要得快就须该]*了$")
_BOUND = re.compile(r"(?:我|咱|俺|本人).*(?:必须|得|前|答应)|前.*(?:我|咱|俺).*(?:要|必须|得)")
_NO_SUBJECT = re.compile(
    r"[周星期礼拜下这本个月明后今天早晚上午中下傍夜里凌晨点半整刻分号日前之"
    r"零一二两三四五六七八九十廿\d:：的最迟截止到赶在]{2,16}(?:就|还|又)?(?:要|得|必须|需要)"
)


_LEFT_SO = re.compile(
    r"(?:[你您](?:看到|见到|遇到)?)?(?:都|就|可以|完全|尽管|也){0,3}"
    r"(?:直接|自行|自己|随便|随时|随意|放心|尽管|自主|顺手)(?:去|地|就)?"
)
_BARE_DEED = re.compile(
    r"(?:可以|能|就|去|来|都){0,2}(?:[做办弄搞来干上动改]|动手|处理|操作|进行)?(?:就好|就行|吧|了)?"
)
_OF_SUCH = re.compile(
    r"(?:[这那](?:种|类|些|点)(?:小|杂|琐)?(?:事儿?|事情|活儿?|操作|东西)?|的事儿?|的话|的时候|[你您]要|[你您])$"
)
_SO_IT_GOES = re.compile(r"(?:就好|就行|就成|即可|就可以|吧|得了|好了|啦)+$")
_NO_ACT = re.compile(
    r"^(?:[你您我他她]|自己|就|也|都|不用|不必|别|无需|随时|这|那|直接|可以|以后|反正|有|因为|吃饭|笑|睡|休息|玩|"
    r"说|问|看着|来|去|干|弄|搞|办|做|跑|改|删|发|告诉|给我|给答案)$|不知道|^我|[谁他她]|笑|睡|[早午晚]?饭|外卖|一下$|离谱|^这|几个|开始$|例子"
)
_NO_ASKING = re.compile(r"不用|不必|无需|无须|别|用不着|甭")
_THIS_TIME = re.compile(
    r"这[次回]|今[天晚]|这一次|本次|这[份篇封段]|开玩笑|逗你|老师|医生|领导|老板同意|爸妈|你们|离谱|对象"
)


def _permission(reading: Reading, told: Told) -> Reading | None:
    """Only a deed that is named, for good; cut to the deed alone."""
    if _THIS_TIME.search(told.heard.words):
        return None
    value = _SO_IT_GOES.sub("", reading.value.strip(COMMAS))
    left = _LEFT_SO.search(value)
    if left is not None and left.start():
        before = _OF_SUCH.sub("", value[: left.start()].strip(COMMAS)).strip(COMMAS)
        after = value[left.end() :].strip(COMMAS)
        value = before if len(after) < 2 or _BARE_DEED.fullmatch(after) else after
    elif left is not None:
        value = value[left.end() :].strip(COMMAS)
    value = _OF_SUCH.sub("", value)
    value = re.sub(r"(?:不用|不必|无需|用不着|别)(?:问|说|等)?$", "", value).strip(COMMAS)
    if len(value) < 2 or _NO_ACT.search(value):
        return None
    if _NO_ASKING.match(value) and not told.heard.lasting:
        return None
    return replace(reading, value=value)


_ONE_TEXT = re.compile(
    r"这[次份封篇段个一道]|那[份封篇段]|[列写做给画拟出][^，,]{0,2}一[份个篇封段]|今[天晚]|本次|一[份篇封段]"
    r"|(?:PPT|简历|论文|作文|周报|日报|文案|公众号|朋友圈|演讲|发言|稿子|汇报|作业|群里)(?!格式)"
)
_THIS_TEXT = re.compile(r"这[次份篇封段]|(?<!从)今[天晚]回答|本次")
_LASTING = re.compile(
    r"以后|今后|往后|之后|日后|每次|每回|一律|统一|永远|平时|总是|一直|默认|凡是|从现在|从今|别再|不要再|都|"
    r"始终|一般|习惯"
)
_ANSWERS = re.compile(
    r"回答|回复|答复|回我|答我|回话|(?:跟|和|对|给|教|陪|同)我|答案|你(?:的)?(?:说话|讲|解释|语气|输出|写|"
    r"列|给|用|别|少|不要|不用|能|尽量)|语气|口吻|请|麻烦|解释|总结|输出|说话(?:时|的时候|方式)|[别少]"
)
_OWN_MANNER = re.compile(
    r"(?:^|[，,])我(?:说话|讲课|讲话|写(?!的)|做|这人|这个人|教|回|发|平时(?:说|写|讲)|一般(?:说|写|讲))|"
    r"给(?:孩子|学生|客户|老板|领导|老人|同事|别人|小朋友)|(?:老师|领导|老板|朋友|同事|群里)[^，,]{0,6}(?:喜欢|要求|说)"
)


_DENIED = re.compile(r"(?:不要|别|不用|不许|不准|不能|甭|勿)(?:再|给我)?$")


_NO_FORM = re.compile(
    r"^(?:用|说|讲|写|使用|以)?(?:[简繁正]体(?:中文|字)?|中文|汉语|国语|普通话|粤语|广东话|(?:英|日|韩|法|德|俄|西班牙|"
    r"意大利|葡萄牙|泰|马来|越南|阿拉伯)[文语])(?:来)?(?:写|说|讲|回|答)?$|"
    r"(?:不用|不必|别|不要|甭)(?:再)?(?:那么|这么|太|跟我|和我)*(?:客气|见外|拘束|拘谨|生分|担心|紧张|着急|谢|管|介意)|"
    r"(?:用|写|使用|引入?|装|上|走)\s*(?!(?:markdown|emoji|latex|html|json|yaml|diff|ppt|mermaid|ascii|bullet|mathjax)"
    r"\b)[A-Za-z][\w.+#-]*(?:\s[A-Za-z][\w.+#-]*)?$",
    re.IGNORECASE,
)
"""A language, a courtesy, or a tool, and no form of answers."""
_OF_ASKING = re.compile(
    r"(?:问|告诉|通知|知会|提醒|喊|叫|跟|和|找)(?:过)?我(?:说|讲)?一[句声下条]$|(?:规矩|要求|原则|毛病|条件|愿望)(?:就|只有)?"
    r"(?:这|那)?[一二两三四五六七八九十]条$|(?:插|问|说|吐槽|啰嗦|补充|写|聊|留)一?(?:句|声|条)$"
)
"""一句 and 一条 as counters of something else than of answers."""


def _format(reading: Reading, told: Told) -> Reading | None:
    """Only how the person is to be answered, and not one text, nor how they speak themselves."""
    words = told.heard.words
    lasting = _LASTING.search(words) is not None
    clause = clause_of(told)
    before = words[: told.match.start("value")] if told["value"] else ""
    denied = _DENIED.search(before)
    if denied is not None and reading.value == told["value"]:
        reading = replace(reading, value=denied.group() + reading.value)
    if re.match(r"表格|文档|列表|清单", reading.value) and re.search(
        r"(?:[A-Za-z]|飞书|腾讯|金山|石墨|钉钉|多维|在线|电子)\s?$", before
    ):
        return None
    if _OWN_MANNER.search(clause) or _ONE_TEXT.search(clause) or _THIS_TEXT.search(words):
        return None
    if _NO_FORM.search(reading.value) or _OF_ASKING.search(words[: told.match.end()]):
        return None
    if re.search(r"回[答复]得?(?:很|真|太|挺|好|非常|不够|这么|那么)", words):
        return None
    if re.search(r"直接(?:告诉|给|说)", words) and not lasting:
        return None
    return reading if lasting or _ANSWERS.search(words) else None


_OF_EVENTS = re.compile(
    r"考试|直播|活动|比赛|表格|报名|航班|飞机|股市|开盘|发布会|赛事|开奖|抢票|字段|日志|服务器|数据库|config|"
    r"题目|小说|这个(?:会|表|文件|系统|项目)|那个会|电影|小说|timezone=|="
)
_AWAY = re.compile(
    r"玩了|旅游|旅行|出差|度假|转机|时差|下周|下个月|这次|今天|明天|以前|算一下|"
    r"(?:朋友|同事|女儿|儿子|老公|老婆|客户|老板|领导|总部|对方|[他她]们?)(?:人|那边|都|现在){0,2}(?:在|用|按|是)"
)


def _time_zone(reading: Reading, told: Told) -> Reading | None:
    """Only the person's own zone, for good: no event's, no machine's, no journey's."""
    clause = clause_of(told)
    if _OF_EVENTS.search(clause) or _AWAY.search(told.heard.words[: told.match.end()]):
        return None
    return None if reading.value.startswith(("当地", "国内")) else reading


_NOT_OWN_USE = re.compile(
    r"[教帮]我|想让|要求我们|逼[着我]|非让|让我们|强制|(?:我|咱)?(?:的)?(?:老公|老婆|女儿|儿子|孩子|闺女|爸|妈|"
    r"姐|妹|哥|弟|爷爷|奶奶|室友|同学|朋友|邻居|男友|女友|男朋友|女朋友|对象|导师|师姐|师兄|学长|学姐|师父|师傅|师弟|师妹|教练|同行|搭档|合伙人|老乡|堂[弟妹哥姐]|表[弟妹哥姐]|客户|甲方|供应商|对方)"
    r"[^，,]{0,8}(?:用|使|装|拿|跑|说|让|要|推荐)|反对|不太行|之前用|上家|前任|前东家|不会用|(?<![测考])试(?:了|用|过)|好还是|刷到|看到|听说|预装|自带|"
    r"要求写|(?:竞品|对家|友商|大厂|人家|对面那?家)[^，,]{0,6}(?:用|是)|(?<!开)(?<!机)会用|(?:老板|领导|公司|单位)[^，,]{0,4}(?:说|想|打算)"
)
_OPENED = re.compile(
    r"^\s*(?:一?打开|[写做搭]了|一?登录|下载|报错|闪退|乱码|上(?:看到|买|刷|点|找|搜到)|里(?:看到|刷|有人))"
)

_GOES_ON = re.compile(
    r"(?: ?[A-Z][A-Za-z0-9.+#]*(?![A-Za-z0-9]))?(?: ?(?:多维表格|表格|文档|云盘|网盘|企业版|国际版|"
    r"专业版|家庭版|邮箱|直聘|音乐|地图|笔记|小程序))?"
)
"""The rest of a name that was cut short: 阿里云 OSS, WPS表格."""


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


def _tool(reading: Reading, told: Told) -> Reading | None:
    """Only what the person's side works with: no other's tool, and no task to be done with it."""
    clause = clause_of(told)
    if _NOT_OWN_USE.search(clause) or re.search(r"反对|听谁的|没必要", told.heard.words):
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


_TO_YOU = re.compile(r"[你您]|助手|就行|就好|就可以|即可|吧|请|可以|都行|以后|称呼|[跟对]我说|聊")
_JESTED = re.compile(
    r"试试|好笑|烦死|不爱听|别扭|逗|玩笑|其实我(?!叫|是叫)|爸爸|老公|老婆|爷爷|祖宗|女王|大神|开会|去|吃|下楼|来|"
    r"不应|别叫|但我(?:不|讨厌)|难听"
)
_BEHIND_BACK = re.compile(
    r"(?:背地里|背后|背着我|私底下|偷偷|暗地里|网上|弹幕|评论区|论坛|有人|小孩|路人)[^，,。；;]{0,8}(?:叫|喊|称呼?|管)我|"
    r"叫我[^，,。；;]{1,8}[，,][^，,]{0,6}(?:烦|气|讨厌|难受|不爽|该不该|该装|尴尬|扎心|难听)"
)
"""What others call the person, and what they would rather not be called."""
_NO_NAME = re.compile(r"错|人了|外卖|了$|车|什么|啥|去|来|吃|停|醒|起|好$")


def _named(reading: Reading, told: Told) -> Reading | None:
    """Only the person's own name, and an address that the assistant shall use."""
    words = told.heard.words
    if re.search(r"不叫[^，,]{1,4}[，,][^，,]{0,4}[写记叫听打说弄搞]错", words):
        # That is a correction.
        return None
    if reading.attribute != "address":
        return None if _NO_NAME.search(reading.value) else reading
    if _BEHIND_BACK.search(words):
        return None
    if _JESTED.search(reading.value) or re.search(
        r"其实我|雷锋|红领巾|好笑|烦死|不爱听|逗你|玩笑", words
    ):
        return None
    others = re.search(
        r"(?:大家|朋友|同事|同学|他们|客户|孩子|学生|家里|公司|身边|邻居|领导|老板)[^，,]{0,6}"
        r"(?:叫|喊|称呼|管我叫|称)",
        clause_of(told),
    )
    alone = not re.search(r"[，,。；;]", words)
    return None if others and not alone and not _TO_YOU.search(words) else reading


_OWN_ANSWER = re.compile(
    r"(?<![跟和给同对陪教回答])我(?:们)?(?:平时|一直|都|也|自己|经常|一般|现在|习惯|得|要|必须|只能|还得|一个人|常|就){0,3}"
    r"(?:用|说|讲|写|以)(?!的)"
)
_ELSEWHERE = re.compile(
    r"面试|考试|作文|上课|课堂|外教|老师|老板|领导|客户|学校|公司(?:开会|要求|规定)|比赛|小说|电影|歌|字幕|演讲|同事|孩子|"
    r"[他她]们?|这[次封篇段句份首]|先用|(?<!从)今[天晚]|界面|系统语言|手机|客服|主播|老外|婆婆|说明书|公司邮件"
)
_OF_PLACE = re.compile(r"^(?:都|全|一般)(?:说|讲)|是[^，,]{2,4}的$")


def _language(reading: Reading, told: Told) -> Reading | None:
    """Only the language in which the assistant answers or writes."""
    clause = clause_of(told)
    if _OWN_ANSWER.search(clause) or (
        _ELSEWHERE.search(clause) and not re.search(r"[你您]|[回答跟和给]我", clause)
    ):
        return None
    if _OF_PLACE.search(clause) and not re.search(r"[你您]|[回答跟和给]我", clause):
        return None
    once = re.search(
        r"这(?:一)?(?:[次封篇段句份首题道张页节章回条]|个(?:问题|答案|题))",
        told.heard.words[: told.match.end()],
    )
    return None if once else reading


_COMPLAINED = re.compile(
    r"救命|求助|怎么办|咋办|CrashLoop|一直(?:报错|崩|挂|超时|连不上|卡|失败|慢|断|转圈)|老(?:报错|是崩|崩)|累死|好累|烦[死！!]?$|好烦|头疼|崩溃|还能|能不能|[能会行][^，,]{0,6}[不没]$|怎么|讨厌|无聊|吐槽|离谱|不用每|^写[一条个]|一(?:下班|放学|回家|到家)|传统|有钱|常识|我家规矩"
)
_OF_OTHERS = re.compile(
    r"(?:公司|学校|老板|领导|老师|我妈|我爸|婆婆|单位|物业|医院|系统|服务器|脚本|机器人|甲方|客户|店长|孩子|儿子|女儿|程序|软件|[他她]们?)"
    r"(?:就|都|也|总|会|每|规定|要求|让|叫|自动|一律)|(?:系统|程序|脚本|软件|服务器)一"
)
_OWN_ROUTINE = re.compile(r"^每(?:天|日|周|月|年|晚|早)[^，,]{0,6}?都?要(?!帮|给我|提醒|先给|把)")
_ANOTHER_DOES = re.compile(
    r"(?!以后|今后|往后|日后|另外|还有|从|一律|凡)[\u4e00-\u9fff]{2,4}每(?:次|天|周|个?月|年)"
)
_ASKS_YOU = re.compile(r"[你您]|[帮给替]我|自动|提醒|记得|请|助手|务必")


def _standing(reading: Reading, told: Told) -> Reading | None:
    """Only what the assistant is to do: no chore of the person's, no rule of others."""
    words, value = told.heard.words, reading.value
    if _COMPLAINED.search(words) or _OF_OTHERS.search(words):
        return None
    if re.search(r"表情|语气|颜文字|emoji|熬到|气得|时差|扣款", value):
        return None
    if _ANOTHER_DOES.match(value) and not _ASKS_YOU.search(words):
        return None
    return None if _OWN_ROUTINE.search(value) and not _ASKS_YOU.search(words) else reading


_NOT_CHOSEN = re.compile(
    r"没|很久|俗成|一天$|一下$|^(?:外卖|机票|酒店|票|位子|餐|包间|蛋糕|闹钟)|看看|再说|不了|^先?(?:睡|吃|喝|歇|休息|躺|洗|玩)|^(?:给自己|不吃|吃(?!素))|哈哈|相信他|离开$|摆烂|"
    r"^(?:一起|不哭|六点)|好吃|决定权|原谅|听天由命|爱自己|好好|暂无|沉默|改变|努力|坚持|面对|放下|忍|单身|[吗呢]$"
)


def _decision(reading: Reading, told: Told) -> Reading | None:
    """Only what was chosen, and holds."""
    if re.search(
        r"[不没]同意|反对|后悔|^(?:孩子|儿子|女儿|弟弟|妹妹|朋友|同事)(?:最后|决定|选)",
        told.heard.words,
    ):
        return None
    return None if _NOT_CHOSEN.search(reading.value) else reading


_JUST_SEEN = re.compile(
    r"^(?:原来|今天|昨天|明天|现在|[他她它]|你|这是|那是|钱包|自己|什么|为什么|怎么)|^谢谢|^过来|[他她](?:是|在|们)|了$|^[^，,]{1,4}$|为什么"
)


def _lesson(reading: Reading, told: Told) -> Reading | None:
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


_NARRATED = re.compile(
    r"(?<!^)(?:把|将|给)[^的]{1,8}$|我[^，,]{0,3}(?:总是?|老是?|又|差点|经常|转头|转身|扭头|曾)"
)


def _forget(reading: Reading, _: Told) -> Reading | None:
    """Only what is known of the person: not what they do at once."""
    told_of = re.match(r"我一[看听见想]", reading.value) or _NARRATED.search(reading.value)
    value = re.sub(r"^(?:把|将)", "", reading.value)
    return None if told_of else replace(reading, value=value)


def _diet(reading: Reading, _: Told) -> Reading | None:
    """Only what the person does not eat, or how they do eat."""
    return None if re.search(r"^不对|失败|成功|[吗吧呢]$", reading.value) else reading


def _ask_before(reading: Reading, told: Told) -> Reading | None:
    """Only what the assistant is about to do."""
    others = r"^(?:孩子|儿子|女儿|老公|老婆|爸|妈|他|她|员工|学生|同事|客户|新人|实习生)"
    return None if re.search(others, clause_of(told)) else reading


_FENCES: dict[StatementKind, Fence] = {
    StatementKind.CORRECTION: _correction,
    StatementKind.COMMITMENT: _commitment,
    StatementKind.PERMISSION: _permission,
    StatementKind.FORMAT: _format,
    StatementKind.TIME_ZONE: _time_zone,
    StatementKind.TOOL: _tool,
    StatementKind.NAME: _named,
    StatementKind.LANGUAGE: _language,
    StatementKind.STANDING_ORDER: _standing,
    StatementKind.DECISION: _decision,
    StatementKind.LESSON: _lesson,
    StatementKind.FORGET: _forget,
    StatementKind.DIET: _diet,
    StatementKind.ASK_BEFORE: _ask_before,
}
