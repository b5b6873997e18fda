"""What gives a doubt of a Chinese statement, wherever it stands in an utterance.

A doubt is no reason to leave a thing, but to ask: so it may be broad. What certainly states nothing
is given up by the fences.
"""

from __future__ import annotations

import re

from stratal.text.han_variants import as_mandarin
from stratal.text.own_words import HAN
from stratal.text.patterns import Pattern
from stratal.text.statement_parts import Statement, StatementKind

__all__ = ["is_doubtful_in_chinese"]

Kind = StatementKind

_PERSON = (
    r"(?:(?:(?![给跟向对把帮替发带])[\u4e00-\u9fff])?(?:处长|科长|局长|院长|校长|店长|班长|组长|厂长|队长|社长|村长|部长|行长|护士长|总监|经理|"
    r"主任|主管|领导|老板|老板娘|上司|书记|导师|老师|教练|讲师|师[傅父兄姐]|前辈|甲方|客户|面试官|编辑|房东|物业|行政|人事|财务|法务|"
    r"同事|同学|同桌|室友|朋友|闺蜜|邻居|网友|助理|秘书|实习生|学徒|徒弟|员工|新人|店员|客服|保安|司机|保姆|阿姨|中介|"
    r"医生|大夫|护士|律师|会计|妈|爸|爹|娘|姐|哥|弟|妹|老公|老婆|老伴|媳妇|爱人|对象|男友|女友|男朋友|女朋友|儿子|女儿|闺女|"
    r"孩子|娃|孙子|孙女|爷爷|奶奶|外公|外婆|婆婆|公公|岳母|岳父|考官|博主|主播|网红|专家|群主|亲戚|闺密|老乡|搭档|合租))"
)
_BODY = r"(?:公司|学校|单位|医院|平台|总部|规定|制度|部门)"
_TEXT = (
    r"(?:作文|范文|日记|文案|公告|海报|手册|合同|说明书|协议|README|readme|commit信息|话术|模板|提示词|系统提示|指令集|歌词|剧本|对白|脚本|"
    r"题目|题干|新闻|帖子|简历|邮件|通知|标语|菜单)"
)
_JEST = Pattern(
    r"骗你|逗你|开个?玩笑|说着玩|闹着玩|当我没说|不作数|不算数|才怪|愚人节|角色扮演|扮演|假装|假扮|那我就是|打工人|社畜|的广告"
    r"|(?<![就的])算了(?:吧)?\s*(?:$|[，,。！!])"
)
_STAGED = Pattern(
    rf"歌里|歌名|副歌|台词|电影|电视剧|小说|剧里|剧中|动画|漫画|游戏里|例句|广告语|桥段|段子|旁白|人设|主角|男主|女主|反派|"
    rf"{_TEXT}(?:[里中上]|的?(?:开头|结尾|第一句)|[^，,。；;：:]{{0,2}}(?:写着|写道|写的是|说|唱|规定)|[^，,。；;：:]{{0,4}}[：:]|有一?[句条])|"
    r"(?:写|编|起草|拟|造)一?(?:个|条|封|份|篇|段|句)[^，,。；;：:]{0,12}[：:]"
)
_LAUGH = Pattern(r"哈{3,}|笑死|[\U0001F602\U0001F923]")
_UNDONE = Pattern(
    r"推翻|作废|收回|撤回|再议|改主意|变卦|反悔|后悔|泡汤|黄了|后来(?:又|还是|就|都)?(?:没|不|取消|改|推|变|停|换|弃|撤)"
)

_WISHED_BY_OTHERS = (
    rf"(?:{_PERSON}|{_BODY}|[他她]们?)[^，,。；;你您]{{0,6}}?(?:让|叫|要求|吩咐|交代|规定|建议|推荐|命令|嘱咐|教|逼|催|非要|非让|希望)"
    r"(?:我(?!先|知道|看|过目|审|确认|点头|签|拍板|来)|咱|俺|大家|所有|[他她])|(?:老板|领导|上级|经理|客户|公司|总部|[他她])(?:这么|就这么|是这么|那么)?(?:吩咐|要求|规定|交代|说)的"
)
_TOLD_TO_OTHERS = (
    rf"我(?:已经|也|都|会|刚|昨天|今天)?(?:让|叫|请|要求|吩咐|交代|跟|和|给)(?:我的?|我们|新来的|那个)?{_PERSON}"
    rf"|(?:^|[，,。：:；])(?:我们?的?|新来?的?)?{_PERSON}(?:们)?(?:以后|每次|要|得|必须|想|可以|能|请假|[^，,。；;你您]{{1,10}}前(?:必须|要|得|都))"
    rf"|(?:是|让|叫){_PERSON}|我家?的?(?:规矩|家规|底线|原则)|"
    r"(?:^|[，,。])(?:服务员|师傅|老板|老婆|老公|妈|爸|亲爱的|宝贝|同学们|各位|大家好?)[，,！!]|(?:^|\s)@"
)
_OTHERS_ORDERS = Pattern(rf"{_WISHED_BY_OTHERS}|{_TOLD_TO_OTHERS}")
_OTHERS_WISH = Pattern(_WISHED_BY_OTHERS)
_OTHERS_USE = Pattern(
    rf"(?:^|[，,。；;])(?:我的?|我们)?(?!会计|护士|客服|财务|行政|店员){_PERSON}(?:们|那边|家)?[^，,。；;我咱]{{0,10}}(?:用|使|拿)"
)
_FORMERLY = Pattern(r"前公司|前东家|上家公司|上一家|老东家")
_BY_MACHINE = Pattern(
    r"(?:闹钟|手机|平台|系统|Jenkins|机器人|邮箱|服务器|群里)(?:都|会|自动|就|每)"
)
_OTHERS_DEED = Pattern(
    rf"ask before: (?:我的?|我们的?)?(?:{_PERSON}|猫|狗|有人|大家|别人)(?!的|名单|资料|信息|档案)"
)
_SPOKEN_BY_OTHERS = Pattern(
    r"(?:[他她]们?|别人|有人)[^，,。；;]{0,8}[：:]|[上里](?:印|写|刻|贴)[^，,。；;]{0,3}[：:]|(?:写|印|刻)着"
)
_OTHERS_SAY = Pattern(
    rf"(?:{_PERSON}|[他她]们?)[^，,。；;我]{{0,3}}(?:说|讲|提|喊)[，,：:]?[^，,。；;我]{{0,4}}(?:别|不要|用|要|都)"
)
_REPROACHED = Pattern(
    r"(?:应该|该|总得|至少|起码|好歹|难道)(?:是)?先|现在(?:退|改|晚|来不及|好了)|(?:都|也)不(?:问|跟|和)|一声啊|干嘛|凭什么|怎么(?:不|没)"
)
"""What should have been asked, and was not."""
_AGREED = Pattern(
    rf"(?:跟|和|与)(?:我的?|我们)?{_PERSON}[^，,。；;]{{0,6}}(?:约好|约定|说好|打赌|比赛)"
)
_FOR_ONCE = Pattern(
    r"这一?道?题|这一?[篇封遍回局轮份段]|这次|暂时|临时|先(?:凑合|顶|这样|试)|过渡|(?:第[一二三]|上|下)(?:段|部分|题)"
)
_EITHER = Pattern(
    r"[A-Za-z\u4e00-\u9fff]\s*还是\s*[A-Za-z]|本来|原来|原先|今年没|没用了|没再用|后来|撤掉|停了|下线|退役|弃|(?<![测面考调])试用|试试|打算|准备|想(?:换|用|学|试)|[在刚]学"
)
_CALLED_OFF = Pattern(
    r"取消|不用[去了]|不去了|改期|延期|时间没定|没定|[，,]\s*不对|"
    r"是我[^，,]{0,3}(?:妈|爸|儿子|女儿|孩子|同事|老公|老婆)"
)
_PERHAPS = Pattern(r"也许|大概|说不定|顺利的话|不出意外|看情况")
_SUFFERED = Pattern(
    r"花生|坚果|腰果|核桃|榛|杏|栗|椰|榴莲|菠萝|芒果|猕猴桃|桃|荔枝|草莓|莓|橙|柑|橘|柠檬(?!精)|蕉|葡萄|木瓜|西瓜|苹果|"
    r"(?<!奶)奶(?!奶|茶)|乳|蛋(?!疼)|虾|蟹|海鲜|水产|鱼(?!塘)|贝|蛤|蚝|鱿|豆|麦|麸|荞|芝麻|面(?:粉|食|筋|包|条)|米饭|大米|玉米|酒精|"
    r"(?:[啤白红黄]|料)酒|咖啡|可可|巧克力|糖|味精|添加剂|防腐|色素|(?<!鸡)汤料|葱|蒜|姜|芹|香菜|菇|菌|茄|土豆|山药|芋|辣|花椒|胡椒|"
    r"牛肉|羊|猪|鸡(?!汤)|鸭|鹅|肉|花粉|尘|螨|霉|猫|狗(?!粮|血)|宠物毛|动物毛|羽|毛发|兔|皮屑|柳絮|杨絮|青霉素|头孢|西林|磺|抗生素|"
    r"阿司匹林|布洛芬|药|碘|疫苗|造影|麻醉|酮|素(?!质|养)|胶|镍|金属|银|蜂|蚊|漆|香精|香水|柔顺剂|洗衣|洗洁|染发|甲醛|紫外线|阳光|日光|"
    r"冷空气|冷(?:风|水)|化纤|羊毛|酵母|组胺|亚硫酸|海带|笋|瓜(?!分)|果|酱|醋|茶多酚"
)
"""What people are allergic to; of all else they say so in jest: 对开会过敏."""
_ALLERGIC = Pattern(r"过敏|不耐受|起疹")
_NOT_EATEN_IN_JEST = Pattern(
    r"不吃(?:激|软|回头|窝边|软|独食|嗟来|饼|画|这|那|老本|闭门|素质|苦|亏|瘪|醋劲|硬|人|鸡汤|狗粮)|[鸡]汤"
)
_ODD_NAME = Pattern(r"[的是了，,]|^(?:不|别|很|太|去|来)|[吗呢吧]$")
_MAXIM = Pattern(
    r"^(?:你|您|人|本(?:店|优惠|活动|公司|产品)|生活|生命|命运|世上|没有人|任何人|永远|努力|爱|自己|幸福|失败|成功)|"
    r"仅限|优惠|扫码|转发|福利|人生|梦想|第一$|开心|^我(?:只)?(?:说|爱|恨|等)|永远|就是胜利|脚下|天上|馅饼|坚持|命运|值得"
)
_UNWRITTEN = Pattern(
    r"笔记|纪要|病历|案卷|账|帐|记?仇|恨|老师|领导|法官|证人|采访|上课|听课|课上|[他她]|[吗?？]|[说道问喊][：:，,]?\s*[\"'“‘「『]"
)
_OTHERS_LESSON = Pattern(
    rf"(?<!带){_PERSON}[^，,。；;我]{{0,4}}(?:总结|踩坑|踩过|教训|吃过?亏|告诉)"
)
_JEST_CHOSEN = Pattern(
    r"第[一二三四五六七八九十百千\dN]+[次回]|减肥|再也不|破功|没人?同意|不同意|早睡|早起|戒|火锅|奶茶|烧烤|今晚|躺平|摆烂|(?:法院|学校|公司|政府|国家|同学|[他她]们?)[^，,]{0,3}(?:决定|敲定|定了)|"
    r"[^，,]{0,3}听说|据说|好像|传"
)
_ASKED_OF_OTHERS = Pattern(
    r"(?:^|[，,。])(?:有事|直接|去|得|要|就|都|应该){0,2}[问找](?![题我]|过我|一?[下声句])[^，,。我]{1,5}(?:$|[，,。！!])"
)
_VAGUE_DEED = Pattern(
    r"(?:ask before: )?(?:(?:任何|所有|每个|重要|大)?(?:操作|动手|执行|行动|动作|做事|做决定|事情)|"
    r".*(?:问过?我|我同意|我确认|永远|一定要).*|"
    r"[^:]*(?:每[次回]|都|也|先))$"
)
_QUOTED = r"[\"'“”‘’「」『』`]"
_OF_LANGUAGE_TASK = Pattern(
    rf"(?:说|写|念|读|翻译?)\s*(?:一?[句下遍]\s*)?[：:]?\s*{_QUOTED}|翻译|怎么[说写读念]"
)
_NAMED = (Kind.NAME, Kind.TOOL, Kind.CORRECTION, Kind.DECISION)

_ANYWHERE: dict[Kind, tuple[Pattern, ...]] = {
    Kind.NAME: (_LAUGH,),
    Kind.DIET: (_LAUGH,),
    Kind.TOOL: (_OTHERS_WISH, _OTHERS_USE, _OTHERS_SAY, _FORMERLY, _EITHER),
    Kind.LANGUAGE: (_OTHERS_ORDERS, _AGREED, _OF_LANGUAGE_TASK),
    Kind.FORMAT: (_OTHERS_ORDERS,),
    Kind.TIME_ZONE: (_OTHERS_WISH,),
    Kind.COMMITMENT: (_UNDONE, _CALLED_OFF, _LAUGH),
    Kind.DECISION: (_UNDONE, _JEST_CHOSEN, _LAUGH),
    Kind.LESSON: (_OTHERS_LESSON,),
    Kind.FORGET: (_OTHERS_ORDERS,),
    Kind.ASK_BEFORE: (_OTHERS_ORDERS, _REPROACHED, _LAUGH),
    Kind.STANDING_ORDER: (_OTHERS_ORDERS, _BY_MACHINE, _LAUGH),
    Kind.PERMISSION: (_OTHERS_ORDERS, _ASKED_OF_OTHERS, _LAUGH),
}
"""Looked for in the whole utterance."""
_UP_TO: dict[Kind, Pattern] = {
    Kind.NAME: _SPOKEN_BY_OTHERS,
    Kind.TOOL: _FOR_ONCE,
    Kind.LANGUAGE: _FOR_ONCE,
    Kind.FORMAT: _FOR_ONCE,
    Kind.TIME_ZONE: _FOR_ONCE,
    Kind.COMMITMENT: _PERHAPS,
    Kind.OFF_RECORD: _UNWRITTEN,
}
"""Looked for up to where the value ends, and the word behind it."""
_ODD_VALUES: dict[Kind, Pattern] = {
    Kind.REMEMBER: _MAXIM,
    Kind.DECISION: Pattern(r"^(?:规矩|计划|目标|方案|主意|时间|日子|酒店|票|闹钟|制度|日期|地点)$"),
    Kind.PERMISSION: Pattern(rf"^.{{1,4}}了$|^(?:走|来|去|进|坐|吃|睡|叫)|{_PERSON}$"),
    Kind.CORRECTION: Pattern(r"[吗吧呢啊呀]$|[我你他她]|一[天次]两[天次]"),
}
"""Looked for in the value."""


def is_doubtful_in_chinese(one: Statement, utterance: str) -> bool:
    """Whether what was heard may have been meant otherwise, as `utterance` is said in Chinese."""
    if HAN.search(utterance) is None:
        return False
    said, value = as_mandarin(utterance), as_mandarin(one.value)
    if one.kind is not Kind.OFF_RECORD and (_JEST.search(said) or _STAGED.search(said)):
        return True
    if any(doubt.search(said) for doubt in _ANYWHERE.get(one.kind, ())):
        return True
    up_to = _UP_TO.get(one.kind)
    if up_to is not None and up_to.search(said, 0, max(said.find(value), 0) + len(value) + 1):
        return True
    return _is_odd(one, value) or (
        one.kind not in _NAMED and re.search(rf"{_QUOTED}{re.escape(value)}", said) is not None
    )


def _is_odd(one: Statement, value: str) -> bool:
    """Whether the value is not of the sort of its kind."""
    odd = _ODD_VALUES.get(one.kind)
    if odd is not None and (odd.search(value) or odd.search(as_mandarin(one.not_value))):
        return True
    match one.kind:
        case Kind.NAME:
            return _ODD_NAME.search(value) is not None
        case Kind.DIET:
            return _is_jest(as_mandarin(one.stated) + value, value)
        case Kind.ASK_BEFORE:
            attribute = as_mandarin(one.attribute)
            return bool(_VAGUE_DEED.match(attribute) or _OTHERS_DEED.match(attribute))
    return False


def _is_jest(stated: str, value: str) -> bool:
    """Whether nobody is allergic to that, or it is an idiom that one does not eat it."""
    if _NOT_EATEN_IN_JEST.search(stated):
        return True
    return _ALLERGIC.search(stated) is not None and _SUFFERED.search(value) is None
