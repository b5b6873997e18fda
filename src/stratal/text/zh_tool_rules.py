"""Rules for what a work is done with, as it is said in Chinese."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.statement_parts import (
    EVERYTHING,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.wording import Scope, Wording
from stratal.text.zh_parts import AS_FACT, END, PARTICLE

_TOOL = (
    r"(?:[A-Za-z][A-Za-z0-9+#./_-]*(?: [A-Z0-9][\w.-]*)?|用友|剪映|飞书|钉钉|企业微信|微信|石"
    r"墨文档|石墨|腾讯(?:会议|文档)|语雀|印象笔记|有道云?笔记|有道|金蝶|百度网盘|阿里云盘?|腾"
    r"讯云|华为云|高德(?:地图)?|百度地图|美团|禅道|蓝湖|墨刀|幕布|滴答清单|番茄ToDo|剪影|必剪|"
    r"金山文档|坚果云|支付宝|夸克|豆包|即时设计|思源笔记|网易邮箱|QQ邮箱|163邮箱|亿图|12306|36"
    r"0|宝塔|达芬奇|喜马拉雅|永中|帆软)"
)
_V, _N = rf"(?P<value>{_TOOL})", rf"(?P<other>{_TOOL})"
_WORKS = (
    r"(?:写|做|跑|测|搭|开发|记|管|画|剪|弄|搞|编辑|实现|部署|构建|存|查|发|排|看|算|搜|改|录|"
    r"起|聊|开)"
)
_USES = (
    r"(?<![不别没甭勿])(?<!不要)(?:用的是|用的|改用|换成|换用|换到|改成|用|使用|采用|选用|选|"
    r"走|靠|拿|在|放在?|写在|记在|跑在|托管在)"
)
_REALLY = (
    r"(?:都|就|一律|统一|只|要|请|得|必须|默认|尽量|全部?|直接|优先|坚持|还是|应该|最好|一直|"
    r"现在|已经|平时|麻烦|我们|咱们|咱|我|这边|这里|这儿|的|时候|时|是|一般|通常|习惯|所以|店"
    r"里|里|这个?|项目|团队){0,4}"
)
_FOR = r"(?:[\u4e00-\u9fffA-Za-z]{1,10}?)"
_INSTEAD = (
    r"(?:\s*[，,、；;（(]?\s*(?:而不是|而不用|不是|而非|不要用?|不用|别用|别再用|不再用|不准用"
    r"|不许用|不能用|取代|代替|"
    rf"替代|替换)\s*{_N}(?:了)?)"
)
_TOPIC = r"(?:[^，,。；;：:他她你您]{1,10}?)"
_NO_TOOL = frozenset(
    """ai app pr ppt pdf ok bug api id ip ie word文档 html css url tab emoji vip hr ceo utc gmt
    cst est pst cet jst english chinese main master dev commit issue token hello hi lol a b c d
    ci it mr""".split()
)


def _used(told: Told) -> Reading | None:
    value, other = told["value"], told["other"]
    names = [one for one in (value, other) if one]
    if _turned_down(told):
        return None
    if not names or any(one.casefold() in _NO_TOOL or BLANK in one for one in names):
        return None
    if _PAST.search(told.heard.words) or value.casefold() == other.casefold():
        return None
    if any(re.search(r"^[A-Za-z]+/|^[A-Za-z]?\d(?!60$|63邮箱$|2306$)|\s\d", one) for one in names):
        return None
    return Reading(attribute=f"tool: {(other or value).casefold()}", value=value, not_value=other)


_PAST = re.compile(
    r"别人|隔壁|教程|客户|顾客|旧项目|老项目|用户|对手|[他她]们|昨|刚才|上次|上周|当时|这"
    r"[回次份]|那台|试|帮我|一下|考虑|听说|[他她]|小说|电影|那年|以前|曾"
)

_BRAND = (
    r"(?:用友|剪映|飞书(?:多维表格|文档)?|钉钉|企业微信|企微|微信(?:小程序|群|读书)?|小红书|石"
    r"墨(?:文档)?|腾讯(?:会议|文档|云)|语雀|印象笔记|有道(?:云笔记)?|金蝶(?:云)?|百度(?:网盘|"
    r"地图|云)|阿里云盘?|华为云|高德(?:地图)?|美团|饿了么|禅道|蓝湖|墨刀|幕布|滴答清单|番茄ToD"
    r"o|必剪|金山文档|坚果云|支付宝|夸克|豆包|即时设计|思源笔记|网易(?:邮箱|云)|QQ邮箱|宝塔|达"
    r"芬奇|帆软|达梦|人大金仓|金仓|客如云|有赞|微盟|小鹅通|快递助手|夜莺|管家婆|秦丝|哗啦啦|二"
    r"维火|银豹|聚水潭|旺店通|千牛|拼多多|抖店|淘宝|京东|闲鱼|滴滴(?:企业版)?|携程|飞猪|腾讯课"
    r"堂|雨课堂|超星|学习通|知网|万方|中望|浩辰|天正|广联达|鲁班|品茗|纷享销客|销售易|明道云|"
    r"简道云|氚云|宜搭|轻流|泛微|致远|蓝凌|北森|薪人薪事|畅捷通|好会计|精斗云|浪潮|东软|卫宁|"
    r"创业慧康|思必驰|讯飞(?:听见)?|科大讯飞|通义|文心一言|智谱|天翼云|青云|又拍云|七牛(?:云)?"
    r"|极狐|码云|蒲公英|友盟|神策|诸葛|百度统计|随手记|挖财|鲨鱼记账|一木记账|记账城市|美图秀"
    r"秀|醒图|轻颜|创客贴|稿定(?:设计)?|秀米|135编辑器|壹伴|新榜|喜马拉雅|小宇宙|荔枝|全民K歌|"
    r"唱吧|作业帮|猿辅导|洋葱学园|希沃(?:白板)?|班级优化大师|问卷星|腾讯问卷|金数据|麦客|向日"
    r"葵|ToDesk|迅雷|福昕|搜狗(?:输入法)?|讯飞输入法|五笔)"
)
_MADE_SO = (
    r"(?:[\u4e00-\u9fff]{2,4}(?:云|通|宝|助手|管家|文档|笔记|网盘|地图|浏览器|输入法|日历|清单"
    r"|多维表格|企业版|小程序|大师|精灵|云盘|会议|课堂|白板|编辑器|表格|软件|系统))"
)
_LATIN = r"(?:[A-Za-z][A-Za-z0-9+#./_-]*(?: (?:[A-Z][\w.-]*|\d[\d.]*)){0,2})"
WARE = rf"(?:{_LATIN}|{_BRAND}(?:收银|外卖|商家版|国际版|专业版|企业版)?|{_MADE_SO})"
_A_WARE = r"(?:[\u4e00-\u9fffA-Za-z0-9]{2,7}?)"
_X, _Y = rf"(?P<value>{WARE})", rf"(?P<other>{WARE})"
_HABIT = (
    r"(?:一直|都|平时|向来|一向|从来|现在|如今|目前|就|主要|统一|全都?|全是|全部|统统|基本|每"
    r"天|每次|日常|已经|早就|早|习惯|通常|默认|一律|还是|这边|的时候|时|里|上|的话|都是|也|是|"
    r"请|要|得|只|必须|坚持|改|反正)"
)
_WORK_OF = r"(?!把)(?:[^，,。；;：:他她你您问？?]{0,12}?)(?<![不别没甭勿])(?<!不要)"
_DO = (
    r"(?:\s*(?:来|去|里|里头|里面|上|中|上头)?(?:写|做|跑|测|搭|开发?|记|管|画|剪|弄|搞|编辑|"
    r"实现|部署|构建|存|查|发|排|看|算|搜|改|录|起|聊|打|转|卖|放|建模?|理|装|盯|收|对账|分析|"
    r"处理|备课|办公|沟通|协作|调试|编|传|接单|维护|报|调|出)(?!过|完)(?:着|的|理)?"
    r"[\u4e00-\u9fff]{0,5})?"
)
_AT = r"(?:里头?|里面|上面?|中)?"
_NO_WARE = re.compile(
    r"^(?:手机|电脑|现金|纸|笔|本子|脑子|手|眼睛|公司|家里|学校|医院|床上|路上|心里|办公室|图"
    r"书馆|仓库|一起|自己|别人|公式|方法|办法|时间|中文|英文|简体|这.*|那.*|什么.*|谁.*|哪.*|"
    r"[他她它我你您].*|免费|普通|老式|新.*|旧.*|最.*|很.*|一.*|两.*|几.*|盗版|正版|国产|进口|"
    r"别的|同一.*|不同.*|真.*|假.*|现成.*|.*的|.*了|开源.*|专门.*|自研.*|自己.*|会员|.*那边|.*"
    r"这边|.*公司|系统|软件|表格|文档|聊天|打字|说话)$"
)
_FORM_WORDS = re.compile(
    r"^(?:markdown|emoji|html|latex|json|yaml|excel表|表格|英文.*|中文.*|感叹号|句号|标点)$",
    re.IGNORECASE,
)
_NOT_USED = re.compile(
    r"别人|隔壁|教程|客户那|客户用|顾客|用户|旧项目|老项目|[他她]们?|昨|刚才|上次|上周|当时|这"
    r"[回次]|那台|试[试用过]|帮我|给我(?:写|做|画)|用一下|考虑|听说|小说|电影|那年|以前|曾|没("
    r"?:用|有|再)|面试|大厂|竞品|对手|同事们?(?:用|都|在)|朋友(?:用|都|推荐)|学过|会不会|怎么("
    r"?:用|样)|好不好用|卸了|打算|准备(?:换|用)|想(?:换|用|把)|要不要|(?:同桌|同事|朋友|室友|"
    r"同学|邻居|老板|领导|客户|学长|导师|闺蜜)(?:们)?(?:那边|家|公司)?(?:都|也|是|在|一直|现在"
    r"){0,2}(?:用|使|拿|推荐|喜欢|习惯)|如果|回答|回复"
)


_DENIED = re.compile(
    r"别|不要|不许|不准|不能|不得|禁止|甭|杜绝|不再|没|^不是|并非|又不是|^把|把\s*$"
)


def _own_clause(told: Told) -> str:
    """The clause up to the end of what was found."""
    return re.split(r"[，,。；;：:]", told.heard.words[: told.match.start()])[-1] + told.matched


def _turned_down(told: Told) -> bool:
    """Whether what stands before the name says that it is not used: 别再给我上 jQuery."""
    if not told["value"]:
        return False
    before = told.heard.words[: told.match.start("value")]
    return _DENIED.search(re.split(r"[，,。；;：:]", before)[-1]) is not None


def own_ware(told: Told) -> Reading | None:
    """Reads what those who speak work with, be its name on no list."""
    value, other = told["value"], told["other"]
    names = [one for one in (value, other) if one]
    if _turned_down(told):
        return None
    if not names or value.casefold() == other.casefold() or _NOT_USED.search(_own_clause(told)):
        return None
    for name in names:
        if (
            name.casefold() in _NO_TOOL
            or BLANK in name
            or _NO_WARE.match(name)
            or _FORM_WORDS.match(name)
        ):
            return None
        if re.search(r"^[A-Za-z]+/|^[A-Za-z]?\d|^[a-z]$|^v\d|[ /]\d+\.\d", name):
            return None
    return Reading(attribute=f"tool: {(other or value).casefold()}", value=value, not_value=other)


_WHOSE = (
    r"(?:我(?:们)?|咱们?|俺|店里|公司|团队|组里|项目组?|学校|家里|这边|单位|工作室|医院|诊所|"
    r"厂里|班里|部门|客服|前端|后端|服务端|安卓端|iOS端|线上|网关|监控|日志|数仓|"
    r"[\u4e00-\u9fff]{1,3}(?:库|端|层|台|服务|系统|站|店|组|部|科|平台|环境)|缓存|队列|消息|收"
    r"银|记账|做账|排班|笔记|备课|论文|文献|代码|文档|依赖|测试|部署|接口|打包|构建|剪辑|剪片"
    r"子|修图|建模|画图|考勤|打卡|库存|订单|发货|仓库|进销存|网店|小程序|网站|课|任务|项目|需"
    r"求|设计稿?|邮件|日程|会议|开会|资料|公众号|视频号|推文|采访|录音|简历|课件|稿子|照片|表"
    r"格|报表|数据|爬虫|写[\u4e00-\u9fff]{1,3}|做[\u4e00-\u9fff]{1,3}|记[\u4e00-\u9fff]{1,2}|"
    r"管[\u4e00-\u9fff]{1,2}|画[\u4e00-\u9fff]{1,2}|剪[\u4e00-\u9fff]{1,3}|跑[\u4e00-\u9fff]"
    r"{1,2}|装[\u4e00-\u9fff]{1,2})"
)
_AND_NOT = (
    rf"(?:[，,、；;（(]?\s*(?:也|再也|早就|已经|都|请|千万|以后|可|就){{0,2}}(?:而不是|而不用|"
    rf"不是|而非|不要再?用?|不要|别再?用?|不再?用|不准用|不许用|不能用|不走|不写在?|不放在?|不"
    rf"上|不记在?|不装|别装|(?:别|不要|不|甭)(?:再)?(?:写|放|上|走|记|装|发|存|搁)(?:在|到)?|"
    rf"代替|取代|替代)\s*{_Y}(?:了|啦)?)"
)
OWN_TOOLS_ZH: list[Rule] = rule(
    StatementKind.TOOL,
    own_ware,
    EVERYTHING,
    # 装依赖请用 pnpm，别用 npm；咱公司文档统统放语雀，不放飞书
    rf"{_WORK_OF}{_HABIT}{{0,4}}(?:用的是|用|认准|只认|走|写在?|放在?|上|记在?|装|使用|采用|靠"
    rf"|拿|在|托管在|部署在|跑在|搭在|建在|存在?)\s*{_X}{_AT}{_DO}{_AND_NOT}{_DO}{PARTICLE}"
    rf"{END}",
    # 笔记早就不用印象笔记了，现在都记在 Obsidian 里
    rf"{_WORK_OF}{_HABIT}{{0,4}}(?:再也)?不(?:再)?用\s*{_Y}(?:了)?[，,]\s*{_HABIT}{{0,4}}(?:我"
    rf"们?|咱们?)?{_HABIT}{{0,2}}(?:用的是|用|改用|换成|换了|换到|记在|放在|写在|存在|转到|搬"
    rf"到|迁到|在|上)(?:了)?\s*{_X}{_AT}{_DO}(?:了|的)?",
    # 咱们数据库换成达梦了，不再用 Oracle
    rf"{_WORK_OF}{_HABIT}{{0,4}}(?:换成|换到|改用|改成|切到|切换到|迁到|迁移到|搬到|转到|转成|"
    rf"换了)(?:了)?\s*{_X}(?:了|啦)?[，,]\s*{_HABIT}{{0,3}}(?:再也)?(?:(?:不再?用|不要|弃用|停"
    rf"用|淘汰|别再?用|不用再?)\s*{_Y}(?:了|啦)?)",
    # 早就改用 Zotero 了，EndNote 不用了
    rf"{_WORK_OF}{_HABIT}{{0,4}}(?:换成|换到|改用|改成|切到|切换到|迁到|迁移到|搬到|转到|转成|"
    rf"换了)(?:了)?\s*{_X}(?:了|啦)?[，,]\s*{_Y}\s*(?:已经|早就|就|也|都)?(?:不用|停|卸|弃|退|"
    rf"下|撤)(?:掉|线)?了",
    rf"{_WORK_OF}{_HABIT}{{0,4}}(?:从\s*{_Y}\s*)?(?:换成|换到|改用|改成|切到|切换到|迁到|迁移"
    rf"到|搬到|转到|转成|换了|升级到|升级成)(?:了)?\s*{_X}(?:了|啦)?{END}",
    # 项目里别再引 lodash 了
    rf"{_WORK_OF}(?:都|一律|绝对|千万|以后|今后|请|坚决|也|你|就|统统|永远|可){{0,4}}(?:不要|"
    rf"别|不许|禁止|不准|不得|杜绝|严禁|甭)(?:再)?(?:给我)?(?:用|使用|引入?|装|安装|碰|推荐|依"
    rf"赖|导入|import|走|写)\s*{_Y}\s*(?:了|啦)?{PARTICLE}{END}",
    about_work=True,
) + rule(
    StatementKind.TOOL,
    own_ware,
    (*AS_FACT, Wording(r"(?<![自给])[你您](?!们?的)", scope=Scope.CLAUSE)),
    # 护士排班我一直在飞书多维表格里做；我的课放在小鹅通卖
    rf"{_WORK_OF}{_WHOSE}{_WORK_OF}{_HABIT}{{0,4}}(?:在|搁|放|记|写|存|落|管|挂|托管|部署|建|"
    rf"搭|跑|开|搬|接|走|卖|发|传|做|弄|画|剪|排|上)(?:在|到|的是)?\s*{_X}{_AT}{_DO}(?:的|了|"
    rf"呢|哒)?{END}",
    # 每天发货都靠快递助手打单；我用 Zotero 管着
    rf"{_WORK_OF}{_WHOSE}{_WORK_OF}{_HABIT}{{0,4}}(?:用的就?是|用的|用|使用|采用|靠|拿|认准|只"
    rf"认|离不开|丢给|扔给|交给|使的?|用惯了?|首选|走的|跑的是|上的是|装的是|接的是|选的是|走"
    rf"的是|统一|默认|是用|是拿)\s*{_X}{_DO}(?:的|了|呢)?{END}",
    rf"[^，,。；;：:他她你您]{{0,6}}?(?:每天|平时|一直|日常|向来)[^，,。；;：:他她你您]{{0,6}}"
    rf"?{_HABIT}{{0,3}}(?:用|靠|拿|使用|跑)\s*{_X}{_DO}(?:的|了|呢)?{END}",
    # 咱们前端是 Vue3 写的
    rf"{_WORK_OF}{_WHOSE}{_WORK_OF}{_HABIT}{{0,3}}(?:是|用|拿|靠)\s*{_X}\s*(?:来)?(?:写|搭|做|"
    rf"开发|实现|跑|搞|建|管|部署)的{END}",
    # 我们后端是 Spring Boot
    rf"(?:我们?(?:的)?|咱们?(?:的)?|项目|公司)?(?:前端|后端|服务端|客户端|数据库|缓存|消息队列"
    rf"|队列|网关|框架|编辑器|浏览器|操作系统|技术栈|引擎|中间件|监控|日志系统|构建工具)(?:这"
    rf"块|这边)?(?:就|都|一直)?是\s*{_X}(?:[，,]\s*不是\s*{_Y})?{END}",
    # 我们店收银用的是客如云
    rf"{_WORK_OF}{_WHOSE}{_WORK_OF}{_HABIT}{{0,3}}(?:用的就?是|跑的是|上的是|装的是|(?<!对)接"
    rf"的是)\s*(?P<value>{_A_WARE}){END}",
    about_work=True,
)
TOOLS_ZH: list[Rule] = OWN_TOOLS_ZH + (
    rule(
        StatementKind.TOOL,
        _used,
        EVERYTHING,
        rf"{_TOPIC}?{_REALLY}{_USES}\s*{_V}\s*(?:来)?{_WORKS}?[\u4e00-\u9fff]{{0,3}}?"
        rf"{_INSTEAD}(?:来?{_WORKS})?",
        rf"{_TOPIC}\s*[:：]\s*{_V}\s*[，,]?\s*(?:不是|不用|别用|不要)\s*{_N}",
        rf"{_TOPIC}?{_REALLY}(?:改用|换成|换用|换到|迁到|切到|转到|改成)(?:了)?\s*{_V}(?:了)?"
        rf"[，,]\s*{_N}(?:已经|早就|就|也|都){{0,4}}"
        r"(?:不用|停用|弃用|淘汰|不要|卸)(?:了)?",
        rf"{_TOPIC}?(?:不让|不能|不许|不准|禁止|没法)(?:装|用|使用|安装)?\s*{_N}[，,]\s*"
        rf"{_REALLY}(?:只有|只能用|用|改用|只能)\s*{_V}"
        r"(?:可用|能用)?",
        rf"{_TOPIC}?[，,]?\s*{_N}(?:跑不动|太慢了?|太卡了?|太贵了?|不好用|扛不住|太重了?|用不"
        rf"了|崩了?)[，,]\s*(?:所以)?{_REALLY}{_USES}\s*{_V}",
        rf"(?:把)?{_N}(?:都|全|统统){{0,4}}(?:换成|替换成|改成|换为)\s*{_V}",
        about_work=True,
    )
    + rule(
        StatementKind.TOOL,
        _used,
        (*EVERYTHING, Wording(r"[他她你您]们?(?!的)|客户|竞争对手|别人|同事|公司名|叫")),
        rf"{_TOPIC}{_REALLY}(?:都|是|一律|统一|一直|只|默认|全部?){{1,4}}(?:用的?是?|使用|在|"
        rf"拿|靠|走)\s*{_V}(?:里|上|来)?(?:{_WORKS}[\u4e00-\u9fff]{{0,3}}?)?(?:的|了)?",
        rf"(?:写|剪|记|做|画|管|跑|测|搜|存|部署|编辑|开发|店里|这边|我们|咱们|我|家里|公司|团"
        rf"队){_TOPIC}?{_REALLY}(?:用的是|用|使用|在|拿|靠|走|是用|是拿)\s*{_V}(?:里|上|来)?(?"
        rf":{_WORKS}[\u4e00-\u9fff]{{0,3}}?)?(?:的|了)?",
        rf"(?:我的?|我们的?|咱们?的?|这边的?|团队的?|这里的?)?(?:编辑器|数据库|包管理器?|浏览"
        rf"器|日历|笔记软件?|构建工具|测试框架|框架|终端|输入法|看板|聊天工具|协作工具|邮箱|云"
        rf"盘|任务管理|密码管理器?|财务软件|设计工具|CI|IDE|ORM)(?:是|用的?是?|[:：])\s*{_V}",
        about_work=True,
    )
    + rule(
        StatementKind.TOOL,
        _used,
        EVERYTHING,
        rf"(?:都|一律|绝对|千万|以后|请|坚决|也|你|这里|项目里|代码里){{0,4}}(?:不要|别|不许|"
        rf"禁止|不准|不得|杜绝)(?:再)?(?:给我)?(?:用|使用|引入|装|安装|碰|上|推荐)\s*{_N}(?:了"
        rf")?{PARTICLE}",
        about_work=True,
    )
)
