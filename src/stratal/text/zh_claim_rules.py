"""Rules for what people claim in Chinese: what was decided and what was learnt."""

from __future__ import annotations

import re

from stratal.text.plain_decision_rules import decision, lesson
from stratal.text.statement_parts import (
    COMMAS,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.wording import QUESTION, REPORTED, SUPPOSED, UNMEANT
from stratal.text.zh_parts import END, PARTICLE

_THING = r"(?P<value>[^，,。；;：:！!？?]{2,30}?)"
_SETTLED = r"(?:决定|敲定|定下来|拍板|说定|商定|选定|定|选)"
_THEN = (
    r"(?:[，,]?\s*(?:而不是|不用|而非|不选)\s*(?P<other>[A-Za-z0-9_.+#-]+))?(?=\s*(?:$|"
    r"[，,。；;！!（(]|[\U0001F300-\U0001FAFF\u2600-\u27bf]|因为|由于|理由|原因|主要是|毕竟|已"
    r"经拍板))"
)


def _decided(told: Told) -> Reading | None:
    """Reads what was decided by those who speak, or why: else it is a report, or a whim."""
    words = told.heard.words
    if re.search(r"[他她你您]们?|对方|客户|政府|老板|没决定|还没|未定|再决定|取决", words):
        return None
    if not (_OURS.search(words) or told.heard.reason):
        return None
    return decision(told)


_OURS = re.compile(
    r"我们|咱们?|大家|全家|家里|团队|组里|店里|会上|一致|最终|最后|投票|我和|讨论|商量|拍板|敲"
    r"定|定[啦了]|[：:]"
)

_HAS_DECIDED = (
    r"(?:决定|敲定|拍板|定下来?|说定|商定|商量好|商量妥|商量下来|讨论下来|谈妥|谈好|定好|投票"
    r"通过|投完票|达成一致|一致同意|举手通过|表决通过|全票通过|会通过|大会通过|拿定主意|下定决"
    r"心|铁了心)"
)
_CHOICE = r"(?P<value>[^，,。；;：:！!？?~～]{2,22}?)(?:了|啦|吧|的){0,2}"
_NO_CHOICE = re.compile(
    r"^(?:[明后今]天|下?周[一二三四五六日]|月[底初]|[\d一二三四五六七八九十]{1,3}[号月点]|帮|"
    r"请|你|您|麻烦|给我|怎|那|谢|这|但|可|不过|吗|呢|再|别|没|不了|权|因素|于|一切|成败|命运|"
    r"什|啥|谁|哪|是否|要不|好[了的]?$|下来|因为|主要|结果|以后|明天见|的|了|我[想要得再])|(?:"
    r"吗|没|不行|再说)$|看看|再说"
)
_BY_OTHERS = re.compile(
    r"[他她]们?|[你您]|对方|政府|教育局|法院|学校|官方|甲方|(?<!我们)(?<!咱)公司|(?<!我们)(?<!"
    r"咱)老板|领导|总部|国家|导演|没决定|还没|未定|待定|再决定|取决|本来|原本|原先|差点|险些|"
    r"后来(?:又|还是)?(?:算了|改|没|黄|放弃|反悔)|反悔|作废|小说|有人|别人|该不该|再定|想好再"
)


def chosen(told: Told) -> Reading | None:
    """Reads what those who speak have settled, cut to what was chosen."""
    if _BY_OTHERS.search(told.heard.words[: told.match.end()]) or _NO_CHOICE.search(told["value"]):
        return None
    return decision(told)


OWN_DECISIONS_ZH: list[Rule] = rule(
    StatementKind.DECISION,
    chosen,
    (QUESTION, SUPPOSED, REPORTED, UNMEANT),
    # 开会拍板了，新店选址定在万达二楼
    rf"[^，,。；;：:]{{0,16}}?{_HAS_DECIDED}(?:了|啦|好了|下来了|下来|完了|的){{0,2}}\s*"
    rf"[，,：:！!]\s*[^，,。；;：:]{{1,12}}?(?:定在|定为|定成|选在|选了|选的是|放在|"
    rf"安排在|就决定|决定){_CHOICE}{END}",
    # 科里开会通过了，夜班改成三人一组
    rf"[^，,。；;：:]{{0,16}}?(?:{_HAS_DECIDED}|已经?通过)(?:了|啦|好了|下来了|下来|完了|的){{0,2}}\s*"
    rf"[，,：:！!]\s*(?P<value>[^，,。；;：:他她你您]{{1,12}}?(?:改成|改为|改用|换成|换为|降到|涨到|分成|推迟到|提前到)"
    rf"[^，,。；;：:！!？?]{{1,16}}?)(?:了|啦|吧){{0,2}}{END}",
    # 组会上定了：这篇论文投 PRL
    rf"[^，,。；;：:他她]{{0,8}}?定了\s*[：:]\s*{_CHOICE}{END}",
    # 春茶今年只供老客，这件事我跟合伙人已经定了
    rf"(?P<value>[^，,。；;：:他她]{{3,20}})[，,]\s*(?:这件?事|这个|这点|此事)[^，,。；;他她]"
    rf"{{0,10}}?(?:定了|定下来了|说定了|敲定了|决定了|拍板了){END}",
    # 孩子上学的事定了，去市一中
    rf"[^，,。；;：:]{{0,10}}?(?:事儿?|方案|时间|地点|日子|学校|名字|人选|价格|房子|路线|颜色|"
    rf"酒店|行程)(?:就|都|也|总算|终于)?定了\s*[，,：:！!]\s*(?:就|是){{0,1}}{_CHOICE}{END}",
    # 权衡下来，我们放弃自建机房
    rf"[^，,。；;：:]{{0,6}}?(?:权衡|商量|讨论|合计|琢磨|考虑|对比|评估|开会)(?:再三|来去|了半"
    rf"天|了很久)?(?:下来|之后|过后|后|完)[，,]\s*(?:我们|咱们?|我|全家|大家)(?:还是|就|决定|"
    rf"最后|一致|选择){{0,3}}{_CHOICE}{END}",
    # 开了三轮会，结论是暂缓涨价
    rf"(?:(?<=[，,])\s*)?(?:会议|讨论|最后的?|最终)?(?:结论|决议|最终方案)(?:就)?是\s*"
    rf"{_CHOICE}{END}",
    # 客厅墙的颜色敲定了，就奶油白
    rf"[^，,。；;：:]{{0,16}}?{_HAS_DECIDED}(?:了|啦|好了|下来了|下来|完了|的){{0,2}}\s*"
    rf"[，,：:！!]\s*(?:就这么(?:定|办)(?:了)?\s*[，,：:]\s*)?(?:(?:就|是|决定|最后|最终|还是|"
    rf"我们|咱们?|大家|一致)(?!近|医院)){{0,3}}{_CHOICE}{END}",
    # 全家投完票了，旅游就决定去大理
    rf"(?:[^，,。；;：:]{{0,12}}?)(?:最终|最后|还是|已经|就|都|一致|终于|总算|后来|我|我们|咱"
    rf"们?|俩|老婆|老公|爱人|对象|大家|全家|会上|刚刚?|今天|昨天|投票|组里|团队|店里|班里|家里"
    rf"|会议|我们店){{1,4}}(?:决定|敲定|拍板|定下来|说定|商定|选定|选择|约定|选了|选的是|定的"
    rf"是|挑了|说好|商量好|定了|谈定)(?:了|好|要|是|的是|就|，){{0,2}}(?:选(?!择)|定)?"
    rf"{_CHOICE}{END}",
    # 这批货说好了走海运
    rf"[^，,。；;：:]{{2,10}}?(?:说好|谈好|商定|说定|谈妥|敲定|定下来)(?:了)?(?:用|走|选|就)?"
    rf"{_CHOICE}{END}",
    about_work=True,
)
DECISIONS_ZH: list[Rule] = OWN_DECISIONS_ZH + rule(
    StatementKind.DECISION,
    _decided,
    (QUESTION, SUPPOSED, REPORTED, UNMEANT),
    rf"(?:就)?(?:这么)?(?:定|决定|说定|拍板|敲定)(?:啦|了|好了|下来了)\s*[！!，,：:]\s*"
    rf"{_THING}{_THEN}",
    rf"(?:今天|昨天|刚刚|最后|最终|会上|经过[^，,。]{{1,8}}|商量后|讨论后|权衡再三|店里|家里|"
    rf"我们家?|我和[\u4e00-\u9fff]{{1,4}}|咱们|团队|组里|公司|领导|全家|董事会|大家|投票|都|已"
    rf"|已经|一致|还是|就|一起|，){{0,4}}(?:投票|商量)?(?:决定|敲定|拍板|定下|说好|商定|一致同"
    rf"意|选定)(?:了|好|好了|要|下来|是|的是)?\s*{_THING}{_THEN}",
    rf"(?:[^，,。；;他她]{{0,8}})(?:我们|咱们|咱|大家|最后|最终)(?:就|还是|都|一致){{0,4}}(?:"
    rf"定|选|挑)(?:了|在|的是)?\s*{_THING}{PARTICLE}[，,]\s*(?:已经)?(?:拍板|说定|定了|就这么"
    rf"定|不改|敲定)[^，,。]{{0,4}}",
    rf"(?:决定|结论|最终决定|方案|定案|决议|拍板)\s*[:：]\s*{_THING}{_THEN}",
    about_work=True,
)

_GOT = r"(?:教训|经验|心得|体会|收获|感悟|启示|总结|经验总结|经验教训|领悟|结论)"

_TAUGHT = re.compile(
    r"要|得|别|不能|不要|必须|一定|先|不如|等于|才|宁可|千万|比|靠|最|不可|不准|没有|再|永远|"
    r"不该|应该|光|越|早|多|少|都是|不是|能|会|值|好|坏|贵|便宜|白"
)
_NOT_OWN = re.compile(
    r"老师|领导|老板|课文|历史|书里|书上|电影|文章|作者|[他她]们?|别人|歌词|教练说|这道题|题目"
    r"|客户|小说|专家"
)


def _learnt(told: Told) -> Reading | None:
    """Reads a maxim that experience taught those who speak."""
    value = told["value"].strip(COMMAS)
    if "结论" in told.matched and re.search(r"会|讨论|商量|谈|评审", told.matched.split("结论")[0]):
        return None
    told_apart = re.match(r"[，,：:]", told.heard.words[: told.match.start("value")].rstrip()[-1:])
    if not (_TAUGHT.search(value) or told_apart) or _NOT_OWN.search(
        told.heard.words[: told.match.start("value")]
    ):
        return None
    if re.match(r"[你他她它怎什啥谁为哪这那]|原来|.*[你他她]|是怎|歌词", value):
        return None
    return lesson(told)


_LEARNS = (
    r"(?:明白|知道|懂得?|晓得|意识到|领悟|悟(?:出来|出)?|体会到|总结|记住|发现|学乖|学到|学会|得出|摸索"
    r")(?:了|到|出来?|下来)?(?:一个|个|一条|一点|一件|这个|这条|这么)?(?:道理|理儿?|教训|事|规"
    r"律|结论|经验|心得)?(?:就是|是)?"
)
OWN_LESSONS_ZH: list[Rule] = rule(
    StatementKind.LESSON,
    _learnt,
    (QUESTION, REPORTED),
    # 踩过坑才明白，删数据前一定要先看 where 条件
    rf"[^，,。；;：:]{{2,16}}?(?:[，,][^，,。；;：:]{{0,8}}?)?(?:才|这才|终于|总算|算是|可算|"
    rf"真是|彻底){{1,2}}{_LEARNS}\s*[，,：:]?\s*"
    r"(?P<value>[^；;\n]{5,})$",
    r"(?:[^，,。；;：:他她]{2,16}?[，,]?)?(?:我|我们|这回|这次|算是|真是|可|总算|这下|从此|也|"
    r"就){1,4}(?:长记性|长教训|学乖|悟|记住教训|吸取教训)(?:了|啦)\s*[，,：:]\s*(?:以后)?(?P<v"
    r"alue>[^；;\n]{5,})$",
    # 返工两次学到的，水泥要现拌现用
    r"[^，,。；;：:他她]{2,14}?(?:学到的|换来的|悟出来的|总结的|踩的坑告诉我|经历告诉我|教会我"
    r"|给我上了一课|才长记性|才长教训)(?:了)?(?:一件事)?\s*[，,：:]\s*(?P<value>[^；;\n]{5,})$",
    r"我(?:算是?|可算|总算|终于|彻底)?(?:看透|认清|看明白|想通)了\s*[，,：:]\s*(?P<value>"
    r"[^；;\n]{5,})$",
    # 考完最大的体会就是刷题不检讨等于白刷
    rf"(?:[^，,。；;：:]{{0,16}}?)(?:最大的?|最深的?|一个|一条|唯一的?|血的|惨痛的?|换来的?|得"
    rf"出的?|总结出来?的?|给我们?的|我们?的){{0,2}}{_GOT}(?:就)?(?:一条|一个|一点|一句话)?"
    r"(?:就是|是|[，,：:])\s*(?:[，,：:]\s*)?(?P<value>[^；;\n]{5,})$",
    # 做了十年销售总结出来一条，跟客户谈钱要当面
    r"[^，,。；;：:]{2,14}?(?:总结|摸索|琢磨|悟|摔打)(?:出来?|下来)(?:的)?(?:一个|一条|一点|的"
    r")?(?:经验|规律|道理|心得|结论)?(?:就是|是)?\s*[，,：:]?\s*(?P<value>[^；;\n]{5,})$",
    about_work=True,
    open_ended=True,
)
LESSONS_ZH: list[Rule] = (
    OWN_LESSONS_ZH
    + rule(
        StatementKind.LESSON,
        lesson,
        (QUESTION, REPORTED),
        rf"(?:[^，,。；;：:他她]{{0,14}}?)(?:得到的?|得来的?|的|总结的?|血的|惨痛)?{_GOT}(?:就"
        rf"?是|总结|如下)?\s*(?:[:：，,]|——?|—|就?是)"
        r"\s*(?P<value>[^；;\n]+)$",
        r"(?:我们|我|今天|这次|这回|终于|又|算是|这才){0,4}(?:学到了?|明白了|学乖了?|长教训了?"
        r"|长记性了?|懂了|悟了|吃了亏才(?:明白|知道|懂)|吃过亏才(?:明白|知道|懂)|才(?:明白|知"
        r"道|懂))(?:一件事|一点|一个道理|一招)?\s*[，,：:]?\s*(?P<value>[^；;\n]+)$",
        r"(?:吃一堑长一智|血泪史|踩坑|踩过坑|记一笔教训|长个教训)\s*[，,：:——]+\s*(?P<value>"
        r"[^；;\n]+)$",
        about_work=True,
        open_ended=True,
    )
    + rule(
        StatementKind.LESSON,
        lesson,
        (QUESTION, REPORTED),
        rf"(?P<value>[^，,。；;：:]{{4,30}}?)[，,]\s*(?:这|这就)?是(?:我|我们|这次|上次|从|一|"
        rf"血|惨|个)[^，,。]{{0,8}}{_GOT}",
        about_work=True,
    )
)
