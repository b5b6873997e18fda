"""How people word things in English and Chinese: what makes, bounds and unsays a statement."""

from __future__ import annotations

import re
from enum import Enum, auto

from stratal.text.families import FAMILY_OF
from stratal.text.patterns import Pattern


class Scope(Enum):
    """How much of a sentence a wording is looked for in to unsay what was found."""

    BEARING = auto()
    """All before what was found, and what limits it after."""
    BEFORE = auto()
    """All before what was found, and itself."""
    CLAUSE = auto()
    """Its own clause: 今天想做川菜，可我对花生过敏 is true tomorrow too."""


class Wording(Pattern):
    """How something is said, and where in a sentence that is looked for."""

    def __init__(
        self,
        pattern: str,
        flags: re.RegexFlag = re.IGNORECASE,
        *,
        scope: Scope = Scope.BEARING,
    ) -> None:
        # Typed in haste, an apostrophe is left out: dont, im, lets.
        for short in ("n't", "'m|", "i'm", "let's", "i've", "i'll"):
            pattern = pattern.replace(short, short.replace("'", "'?"))
        super().__init__(pattern, flags)
        self.scope = scope

    def within(self, scope: Scope) -> Wording:
        """The same words, looked for elsewhere in the sentence."""
        return Wording(self.pattern, self.flags, scope=scope)


# What unsays a statement.


QUESTION = Wording(
    r"[?？]|(?:吗|么|呢|咩|[能会行][^，,。；;]{0,8}[不没否])[\s。！!.]*$|是不是|要不要|能不能|可不可以|好不好|行不行|(?<!不)对不对|该不该|"
    r"会不会"
    r"|(?<!检查)(?<!看看)(?<!确认)(?<!核对)有没有|为什么|为啥|怎么|如何|(?<!不管)(?<!无论)哪个|咋(?!咋)|怎样|干嘛|多久|(?<!提到)(?<!是)"
    r"(?<!说到)(?<!提到)(?<!点)几点(?![的几])|凭什么|难道|(?<!没)(?<!不管)(?<!不管是)(?<!无论)(?<!为)什么(?![都也的])|哪种|哪些|"
    r"哪里|[在放去到]哪|谁|多少"
    r"|是否|还是说"
    r"|^\s*(?:(?:so|and|but|hey|ok|okay|hi)[, ]+)*(?:should|shall|(?:could|can|would)(?! you "
    r"please)|does|did|is|are|"
    r"am|was|were|what(?! (?:i|we)(?:'ve| have)? learn)|what's|why|how|which|who|whose|where|has|"
    r"may|might|isn't|aren't|doesn't|"
    r"won't|shouldn't|couldn't|can't (?!eat|drink|have|stand)|do (?!not)|have (?:you|we|they)|"
    r"when (?:should|do|did|does|"
    r"is|are|will|can))\b"
)
_OF_TOPIC = "".join(
    f"(?<!{topic})"
    for topic in (
        "依赖 称呼 语言 格式 代码 邮件 文档 时间 饮食 忌口 名字 提醒 笔记 测试 前端 后端 部署 会议 "
        "开会 记账 回答 回复 答案 聊天 说话 回我 答我 时区 几点 吃饭 口味 我看"
    ).split()
)
"""What 的话 takes up as a topic, and does not suppose."""
SUPPOSED = Wording(
    r"\b(?:(?<!appreciate it )(?<!be great )(?<!be nice )(?<!prefer it )(?<!even )if|unless|"
    r"suppos\w+|imagine|assum\w+|would(?! (?:like|prefer|rather))|could|might|"
    r"maybe|perhaps|wish|hypothetically|in case|consider\w*|think(?:ing)? (?:of|about|we|i)|i "
    r"think|i guess|wonder\w*|for example|for instance|not sure|unsure|whether|possibly|probably|"
    r"try|trying|tried|used to|can also|either|no preference|tempted|plan(?:ning)? to|going to|"
    r"about to|want to (?:try|see|test|learn|understand)|pretend)\b"
    r"|\be\.g\.|\bi'd (?:use|go|switch|pick|choose)\b"
    rf"|如果|要是|假如|假设|假装|万一|倘若|若是|{_OF_TOPIC}的话|可能|也许|或许|大概|考虑|想试|试试|试一下|"
    r"比如|例如|譬如"
    r"|打算|想着|应该会|不知道|不确定|要不(?!要)|要么|也行|都行|随便|无所谓|正在想|准备试|以前|"
    r"曾经|本来想"
)
REPORTED = Wording(
    r"\b(?!(?:i|i've|we|already|just|you|as|so|please|and|then|to|or|but|not|don't|never|always|"
    r"also|only|now|must|should|be|been)\b)[\w'’.-]+ (?:says?|said|told|tells|wrote|writes|"
    r"thinks?|suggest(?:s|ed)?|recommend(?:s|ed)?|wants?|asked|asks|claims?|claimed|insist(?:s|"
    r"ed)?|mentioned|argues?|argued|believes?|reckons?|swears|keeps telling)\b"
    r"|\breads(?=[:,])|\bi(?:'ve)? (?:heard|read|was told|saw)\b|\baccording to\b|\bquote\b|"
    r"\bthey (?:use|prefer)\b"
    r"|\byou (?:said|told|wrote|suggested|recommended|mentioned)\b|\bapparently\b|\brumou?r\b"
    r"|(?:他|她|他们|她们|老板|同事|文档|教程|官方|客户|领导|经理|有人|别人|网上|群里|文章|日志|"
    r"(?<![跟和给对向])你(?!说的|说了算|说几点)|书上|产品"
    r"|面试官|老师|朋友|[小老][\u4e00-\u9fff]|[A-Za-z]+\s*)(?:刚才|之前|昨天|今天|上次|一直|里|上|"
    r"们|都|又|总|也|刚)*(?:说(?!中|英|日|法|德|话|几点|时间|到)|讲过|建议|推荐|要求|觉得|认为|告诉|写着|写道|"
    r"提到|想用|想要|喜欢用|让我)"
    r"|(?:通知|公告|群里)[：:]|据说|(?<!练)听说(?!读写)|原话|引用[:：了自说]|^(?!.{0,4}(?:私下|悄悄|偷偷|"
    r"小声))[^我咱请跟和对用以后练，,]{1,5}说[，,：:]|"
    r"说是|所谓|你是说|(?<!我)(?:跟|对|向)(?![你您我])[^，,。]{1,6}(?:说|讲|报)的"
)
UNMEANT = Wording(
    r"\b(?:not (?:saying|asking|suggesting|telling|necessarily)|no need to|(?:don't|do not|"
    r"doesn't|does not|didn't) (?:have|need|want|mean|say|think|know|care|like)|(?:haven't|have "
    r"not|hasn't|has not|not) (?:yet )?(?:decided|agreed|settled)|just kidding|joking|(?:never|"
    r"not) said|needn't|undecided|never mind)\b"
    r"|没说|不是(?:我们?|咱们?)(?:这边)?(?:用|在用|要用)|不是说|不是要|不一定|没有?决定|还没|开玩笑|不代表|不意味着|不必非|并不是"
)
ONCE = Wording(
    r"\b(?:this time|(?:just |only )?this once|for now|for the moment|for the time being|right "
    r"now|just now|today|tonight|tomorrow|this (?:week|month|morning|afternoon|evening|function|"
    r"file|test|case|example|script|snippet|pr|commit|branch|one|step|class|method|page|question|"
    r"answer|message|demo|exercise|part|experiment|bug|email|letter|report|slide|section|"
    r"paragraph|sprint|meeting|trip)|temporarily|temporary|in the meantime|until|first|next "
    r"(?:week|month|time|year)|the following|below|above|just for (?:the|this|a))\b"
    r"|这次|这回|这一次|(?<![优首])先(?!生)|暂时|临时|(?<!从)今天|今晚|明天|目前|眼下|本次|这里|"
    r"这段|这一步|这一段"
    r"|这个(?:函数|文件|脚本|例子|测试|分支|接口|页面|组件|问题|方法|类|示例|报告|周|月|练习|实验|"
    r"任务|模块)"
    r"|这(?:份|封|篇|条|句|行|步|周)|待会|等会|一会儿|下面|上面|以下|下次|下周|这两天|这几天|凑合",
)

THIS_ONCE = Wording(
    r"\b(?:this time|(?:just |only )?this once|today|tonight|right now|for now)\b|这次|这回|这一"
    r"次|今天|"
    r"暂时|本次"
)

# Every wording that asks not to remember something has one of these; few other texts have.
OFF_RECORD_HINT = Wording(
    r"(?:don['’]?t|do not|never)\s+(?:remember|save|store|memori|record|write|note)|off the record"
    r"|between us|forget what|记|存"
)

IRONIC = Wording(
    r"\byeah,? right\b|\boh sure\b|\bwhy don't you\b(?! \w+ (?:me|your))|\bgreat idea\b|"
    r"\bas if\b|\bsure, why not\b"
    r"|好主意|真行|呵呵|是是是|可不是嘛|🙄"
)
"""Said so, the opposite is meant."""
STAGED = Wording(
    r"\b(?:just kidding|kidding|only joking|i wish(?! you)|if only)\b"
    r"|\bin (?:the|a|my|this|that) (?:film|movie|novel|story|play|game|song|book|dream|show)\b"
    r"|,\s*(?:says|said|writes|according to) (?:the|my|our|her|his|their|a)\b|\bwe'?ll see\b"
    r"|\b(?:protagonist|the hero(?:ine)?|the villain|role[- ]?play)\b"
    r"|演一[段下场个]|扮演|角色|假扮|对台词|(?:文案|台词|歌词|广告语|签名|公告|新闻|原文|译文|题目|标语|口号|弹幕|短信|模板)[：:]|剧情|剧本|做梦|梦见|"
    r"(?:你|我)来?演|造句|仿写|例句|"
    r"假装|开玩笑|逗你(?:玩|的)|说着玩|真希望|但愿|多希望|(?:要是|如果|能|真)[^，,]{0,12}就好了"
    r"|(?:电影|小说|剧本|故事|漫画|动画|游戏|电视剧|童话|歌词|梦)里|主角|男主|女主|台词"
)
"""A wish, a joke, or what somebody says in a story."""
SUPPOSING = Wording(
    r"(?:^|[，,。；;：:、\s])(?:那么?|所以|可是|但是?)?(?:如果|假如|假设|假使|倘若|要是|万一|"
    r"若是|设想)"
    r"|^\W*(?:(?:and|but|so|well|now)\W+)?(?:if|suppose|supposing|imagine|assuming|let's say|say)\b"
)
"""What leads up to something that is only thought of."""
BYGONE = Wording(
    r"当初|当年|小时候|(?:^|[，。])以前|"
    r"原来(?=用|在|都|叫)|早几年|前几年|早年|那年|前些年|从前|那会儿|那时候|"
    r"back then|in those days|years ago"
)
"""So long ago that it says nothing of today."""
_KIN_ZH = (
    r"(?:表|堂|干|大|小|二|老|亲|前|后)?(?:妹妹?|姐姐?|哥哥?|弟弟?|嫂子?|妈妈?|爸爸?|爹|娘|爷"
    r"爷?|奶奶?|姥姥|姥爷|外公|外婆|老公|老婆|"
    r"媳妇|儿子|女儿|闺女|娃|孩子|宝宝|侄[子女]|外甥女?|舅舅?|姨妈?|姑姑?|叔叔?|伯伯?|婆婆|公"
    r"公|岳父|岳母|丈母娘|对象|"
    r"男朋友|女朋友|男友|女友|室友|同学|同事|朋友|闺蜜|哥们儿?|兄弟|邻居|老板|领导|上司|经理|"
    r"主管|客户|顾客|客人|"
    r"老师|学生|同桌|学长|学姐|师兄|师姐|导师|亲戚|病友|家长|师傅|房东|医生|组长|老乡|队友|网友|博主|主播|主持人|明星|前任|搭档|合伙人|助理"
    r"|员工|病人|患者|爱人|先生|太太)"
)
OTHERS_ZH = Wording(
    rf"^\s*(?:但|可|不过|因为|所以|而且|另外|还有|那|好像|听说|刚才|今天|最近|以前)?(?:我|俺|"
    rf"咱|我们|咱们)?(?:的|家|家里|们)?"
    rf"{_KIN_ZH}(?!妈?(?:和|跟|与|让|叫|喊|陪|给|管)我|都管我|们?都?(?:叫|喊)我|请?你"
    rf"|教我)"
    rf"|^\s*(?:[他她它]们?|别人|人家|有人|大家伙|隔壁[^，,]{{0,4}}|[小老][\u4e00-\u9fff](?!时|"
    rf"家|板|师|实|是|店|组|区|程))(?!的名字)"
)
"""A clause whose subject is somebody else: 我表妹对海鲜过敏."""
CALLED_OFF = Wording(
    r"取消|作罢|改期|推迟|不用(?:去|交|开)了"
    r"|\b(?:cancel(?:l?ed)?|called off|postponed|fell through)\b"
)
"""What was to be is no longer."""

EXAMPLE = Wording(r"\b(?:for example|for instance|such as)\b|\be\.g\.")
"""What it leads up to is an example."""
UNDECIDED = Wording(
    r"\b(?:nothing(?:'s| is| has been|'s been)? (?:yet )?(?:decided|fixed|final|settled|set in "
    r"stone|"
    r"certain|agreed)|no decision|undecided|not (?:yet )?(?:decided|settled|final)|(?:haven't|have "
    r"not) (?:yet )?(?:decided|made up|settled|agreed)|never mind|scratch that idea|just kidding|"
    r"only kidding|i'm kidding|joking|jk|changed (?:my|our) minds?|called off|cancel(?:l)?ed|"
    r"postponed|fell through|off the table|if (?:the|all|it|everything) (?:\w+ )?(?:comes|goes|"
    r"works))\b"
)
"""What leaves open, or calls off, what the sentence names."""

# What says how far and for how long.

LASTING = Wording(
    r"\b(?:always|from now on|going forward|from here on|in (?:the )?future|by default|never|"
    r"every time|each time|whenever|as soon as|automatically|any more|anymore|no longer|"
    r"permanently|every (?:\w+ )?(?:hours?|days|weeks|months|years)|every (?:single )?(?:day|"
    r"week|month|night|morning|evening|monday|tuesday|"
    r"wednesday|thursday|friday|saturday|sunday)|each (?:day|week|month|night|morning|monday|"
    r"friday)|any time|anytime|at all times|(?:after|on|for|with|at) (?:every|each|any)(?: new)?)\b"
    r"|以后|今后|往后|从现在起|从现在开始|从今天起|从今往后|每次|每当|每隔|只要|一旦|总是|永远|自"
    r"动|"
    r"一律|凡是"
    r"|默认|统一|一直|始终|都直接|全部|每天|每周|每月|每个月|每晚|每早|每逢|一有|日后|平时|长期"
)
EVERYWHERE = Wording(
    r"\beverywhere\b|\bwherever\b|\bin general\b|\bgenerally\b|\b(?:all|any|every|each)(?: "
    r"of)?(?: my)? (?:projects?|repos?|repositories)\b|\bfor me\b|\bmyself\b|\bpersonally\b"
    r"|(?:所有|任何|每个|全部)(?:的|我的)?(?:项目|仓库|工程)|不管(?:哪个|什么)项目|我(?:平时|个人|"
    r"自己|一般|习惯|一直)"
)
_WORK_EN = (
    r"(?:project|repo|repository|codebase|code base|workspace|monorepo|app|service|team|company|"
    r"backend|frontend|front end|back end|package)"
)
_WORK_ZH = r"(?:项目|仓库|工程|代码库|团队|组|公司|repo|后端|前端|服务|应用)"
OF_WORK = Wording(
    rf"\b(?:this|the|our|these|all our) (?:\w+ )?{_WORK_EN}s?\b|\b(?:we|we've|we're|our|us)\b"
    rf"|(?:这个?|本|该|咱们?|我们)(?:的)?{_WORK_ZH}|我们|咱们|团队里?"
)
OURS = Wording(r"\bour\b|我们|咱们|团队")


# Where a clause begins and ends.

IN_WORK = (
    r"(?:in|for|on|across|inside|within|throughout)\s+(?:(?:this|our|the|all|all of|every|any|"
    r"each|my"
    rf"|of)\s+)+(?:\w+\s+)?{_WORK_EN}s?(?:\s+here)?"
)
IN_WORK_ZH = (
    r"(?:在)?(?:(?:这个?|本|该|咱们?的?|我们的?|所有的?|任何|每个|我的所有|"
    rf"全部)\s*)?{_WORK_ZH}(?:里面|里|中|内|上)?"
)
LEAD = Wording(
    r"(?:\s*(?:[-*•–]|\d{1,2}[.)、])\s+)?(?:\s*(?:(?:please|ok|okay|so|and|but|also|actually|hey|"
    r"hi|hello|well|btw|by the way|from now on|going forward|from here on|in (?:the )?future|"
    r"always|by default|no|nope|yes|yeah|sorry|wait|just so you know|just|fyi|one more thing|"
    r"everywhere|in general|generally|then|again|first of all|kindly|remember to|make sure (?:to|"
    r"you)|you should|you must|you have to|(?:the )?(?:agent|assistant) (?:should|must|shall|has "
    r"to)|i(?:'d| would) like you to|i want you to|i need you to|let's|could you please|as i said|"
    r"i said|note|rule|reminder|ps|p\.s\.|correction|preference|important|in my (?:case|setup)|"
    r"thanks|thank you|look|listen|h+m+|um+|uh|oh|anyway|alright|right|hiya|hola|cheers|that's why|"
    r"(?:small|little|quick|last|next) (?:thing|ask|favou?r|wish)|can u|could u|would u|u can|"
    r"turns out|given that|frankly|honestly|basically|as a rule|make it a habit to|"
    r"whenever you can|good (?:morning|"
    r"afternoon|evening|day)|pls|plz|lol|as "
    r"an? [\w-]+|after (?:the|some) \w+|hi there|hey "
    r"there|hi all|hi team|"
    r"claude|everyone|folks|quick (?:note|one|thing)|heads[- ]up|just a heads[- ]up|one thing|"
    r"to be clear|in case you forgot|i'd appreciate it if you|it(?:'d| would) be (?:great|nice) "
    r"if you(?: could| would)?|i'd (?:rather|prefer it if) you|(?:could|can|would|will) you|"
    r"be sure to|try to always|please do|do|"
    r"when you (?:answer|reply|respond|write|summari[sz]e|compare things)(?: to)?(?: me)?|for "
    r"(?:all )?(?:my|our) (?:messages|"
    r"chats|conversations)|in (?:all |your |all your |future |the )*(?:answers|replies|responses|"
    r"messages|chats)|"
    rf"{IN_WORK}|here)(?![\w'-])"
    r"|这边|你好呀?|您好|嗨|哈喽|大家好|各位好?|(?:早上|下午|晚上)好|哦对了|提醒(?:你)?一下|说一下|"
    r"说明一下|跟你说(?:一下)?|告诉你|先说一下|劳烦|烦请|还请|辛苦|日后|咱们?说好|再说一遍|"
    r"重申一下|另外说一下|一点小?要求|我的习惯是"
    r"|好的?|嗯|对了|那么?|另外|还有|顺便(?:说一下|一提)?|请|麻烦你?|拜托|记得|注意|以后|今后|"
    r"往后|从现在起|从现在开始"
    r"|从今天起|从今往后|之后|后面|平时|一般|总是|永远|一直|始终|全部|统一|一律|默认|所以|因此|"
    r"最后|最终|后来|但是?|不过|并且|而且|然后|你|您"
    r"|每次|你要|你得|不管哪个项目|不管什么项目|装依赖|管理依赖|跑测试|格式化代码|都|就|要|得|"
    r"应该|必须|不对|不是|更正|规则|补充|约定|偏好|可(?=我)|可是|总之|最好|尽量|希望你?|我希望你?|我想让你"
    r"|话说|嗨+|哈{2,}|求(?:求)?你了?|算我求你了?|嘿嘿|嘻嘻|哎呀|哎哟|呜呜|诶|喂|欸|早|唉|哎|啊|呃|其实|主要是|另外呢|还有就是|那个|现在起|拜托你?了?|"
    r"说来|所以说"
    rf"|{IN_WORK_ZH}的?|[\U0001F300-\U0001FAFF\u2600-\u27bf])\s*[,，:：、~～!！.…]*)*\s*"
)
CLAUSE = Wording(
    r"(?:[,，;；、—–]\s*|\s-\s|[.…]{2,}\s*|…|[~～]|[!！]\s*|"
    r"\s*[\U0001F300-\U0001FAFF\u2600-\u27bf]+\s*|"
    r"(?<=[\u4e00-\u9fff])[ :：](?=[\u4e00-\u9fffA-Za-z])|\s(?:and|n|but|then|so)\s+|并且|而且|"
    r"但是?|然后|另外|所以|(?:note|rule|"
    r"reminder|ps|fyi|correction|preference|decision|that's (?:not right|wrong|not correct|"
    r"incorrect)|one thing|quick note|small request|my rule|heads[- ]up|一点|有一点|要求|提醒|说"
    r"明|规则|注意|补充|"
    r"更正|偏好|约定|备注)[:：]\s*)"
)
TAIL = Wording(
    r"\s*(?:(?:please|thanks|thank you|instead|from now on|going forward|by default|always|"
    r"everywhere|from here on|only|though|too|as well|ok|okay|again|now|any ?more|if possible|"
    r"whenever "
    rf"possible|in general|generally|for everything|exclusively|for me|here|btw|by the way|fyi|pls|"
    rf"plz|thx|lol|tho|right|every time|each time|all the time|at all times|no exceptions|"
    rf"(?:if )?that's (?:ok|okay|fine|all)|{IN_WORK})(?![\w'-])\s*"
    rf"|(?:了|吧|哦|啊|哈|呀|啦|嘛|的|就行|就好|就可以了?|即可|谢谢|代替|拜托|谢啦|多谢|好了|"
    rf"就OK|为好|呗|咯|哟|喔|[~～]|{IN_WORK_ZH})\s*)*"
    r"(?=$|(?<=[~～])|[,，;；:：。.！!、)）—–(（…\U0001F300-\U0001FAFF\u2600-\u27bf]|\s-\s|"
    r"(?<=[\u4e00-\u9fff])\s|(?:and|but|because|since|so|then)\b|因为|由于|原因|理由|不然|"
    r"否则|并且|而且|但|毕竟)"
)
WITHIN_WORK = Wording(
    rf"\b{IN_WORK}"
    rf"|(?:^|[，,\s]|在|以后|今后)\s*(?:这个?|本|该|我们的?|咱们的?)(?:的)?{_WORK_ZH}"
)
REASON = Wording(
    r"(?:\bbecause(?! of me\b)|\bsince\b(?! (?:v?\d|version|then|last))|\bdue to\b|\bas (?=(?:it|"
    r"the|we|our|they|that|there|i)\b)|\bgiven (?:that|how)\b|因为|由于|考虑到|主要是|"
    r"原因是|理由是|毕竟)\s*[:：,，]?\s*(?P<reason>.+)$",
    re.IGNORECASE | re.DOTALL,
)
REASON_FIRST = Wording(
    r"^\s*(?:because|since|as|given that|因为|由于|鉴于|考虑到)\s*(?P<reason>[^,，:：]+)[,，:：]"
)

# Tools.

_END = r"(?![A-Za-z0-9_-])"
_ONE_WORD = r"[A-Za-z@][A-Za-z0-9_+#@/-]*(?:\.[A-Za-z0-9_+#@/-]+)*"
# Any one word may be a tool: of those that are known, only the others need to be told.
_KNOWN = "|".join(
    re.escape(name)
    for name in sorted(FAMILY_OF, key=len, reverse=True)
    if not re.fullmatch(_ONE_WORD, name)
)
TOOL_NAME = (
    rf"(?!(?:i|we|he|she|they){_END})(?:(?:{_KNOWN}){_END}|(?-i:[A-Z])[\w.+-]*"
    rf"(?: (?-i:[A-Z])[\w.+-]*){{1,2}}{_END}|{_ONE_WORD}{_END})"
)
"""What may be the name of a tool, in either language."""
V = rf"(?P<value>{TOOL_NAME})"
N = rf"(?P<other>{TOOL_NAME})"
NOT_EN = (
    r"(?:\s*[,;—–(-]*\s*(?:(?:and|but)\s+)?(?:not|never|rather than|instead of|over|don't use|do "
    rf"not use|don't|no|no more|in place of)\s+(?:use\s+|using\s+|with\s+|on\s+|in\s+)?{N})"
)
OVER = NOT_EN.replace("over|", "over|to|")
NOT_ZH = (
    r"(?:\s*[，,、；;（(]?\s*(?:而不是|不是|而非|不要|不用|别|别再|不再|不能|不准|禁止|不许|代替|"
    rf"替代|取代|而不|不写在?|不喜欢|不放|不走|不上|不准用|杜绝)(?:再|直接)?(?:用|使用|走|放|上)?"
    rf"\s*{N})"
)
USE_ZH = (
    r"(?:都|就|一律|统一|只|要|请|得|必须|默认|尽量|全部|直接|优先|坚持|还是|应该|最好|"
    r"一直|强制|继续|坚决|已经|现在|改)*(?:用的是|用|使用|采用|选用|走|只认)"
)
CHANGE_ZH = (
    r"(?:都|就|一律|统一|要|请|得|必须|已经|全部|现在|已)*(?:改用|换成|换用|换到|换为|切换到|"
    r"切换成|切到|改成用|改成|迁移到|迁到|转到|转用)"
)
WE = (
    r"(?:we(?:'ve|'re| have| are)?|this (?:project|repo|repository|team|codebase)|our (?:team|"
    r"project|repo))"
)
WE_ZH = r"(?:我们(?:团队|项目|组|这边|这里|公司)?|咱们?|团队|这边|我们这个项目)"

# Acting on the world or on others, and leave to do so.

ACT_EN = (
    r"(?:(?:send|email|e-mail|mail|notify|ping|page|phone|contact|escalate|invite|message|call|dm|"
    r"forward|wire)\b(?! (?:me|it|the function|the method|the api|super|sign)\b)"
    r"|(?:deploy|release|publish|merge|force[- ]push|push|roll back|rollback|restart|reboot|shut "
    r"down|purge|wipe|pay|buy|purchase|refund|charge|transfer|approve|tweet|unsubscribe|"
    r"reimburse)\b(?! (?:with|using|via|by)\b)"
    r"|(?:reply|respond) to (?:the |all |every |any |our )?(?:customers?|clients?|users?|e?mails?|"
    r"reviews?)\b"
    r"|(?:delete|remove|cancel|close|assign|block|ban|order|submit|post|book|grant|revoke|"
    r"drop)\s+(?:(?:the|all|every|any|an?|old|their|our|those|these)\s+)*(?:\w+\s+)?(?:tickets?|"
    r"issues?|orders?|accounts?|users?|customers?|records?|data|databases?|tables?|e?mails?|"
    r"bookings?|reservations?|subscriptions?|meetings?|flights?|hotels?|supplies|invoices?|"
    r"branch(?:es)?|backups?|access|roles?|updates?|claims?|PRs?|pull requests?)\b"
    r"|(?:open|create|file|raise|log|make|place|start)\s+(?:(?:an?|the|new|urgent|"
    r"\w+)\s+){0,3}?(?:tickets?|issues?|incidents?|pull requests?|PRs?|orders?|accounts?|"
    r"purchases?|payments?|reservations?|appointments?|invoices?|alerts?|refunds?)\b)"
)
ACT_ZH = (
    r"(?:发(?:一?[封条个份])?(?:邮件|消息|短信|通知|公告|帖|送|布|版|微信|红包)|寄出?|(?:开|提|建|"
    r"创建|新建|提交)(?:一?[个张条])?(?:紧急|加急|新)?的?\s*(?:工单|单子|issue|ticket|PR|合并请求|"
    r"事故单?|订单)|部署|上线|合并|推送|推到|回滚|重启|删除|删掉|删了|清空|付款|支付|转账|下单|"
    r"购买|预订|订(?:票|酒店|机票|餐)|退款|取消(?:订单|预订|会议)|打电话|联系(?!我)|通知(?!我)|"
    r"(?:回复|回)(?:客户|用户|邮件|他们|顾客)|批准|审批|关闭(?:工单|issue)|关掉工单|邀请|拉群|"
    r"群发|给(?:客户|用户|[\u4e00-\u9fff]{1,4})(?:发|打|回))(?!脚本|流程|文档|环境|完成|前|之前|"
    r"后|之后|时|失败|任务|平台|按钮|接口|服务|日志|策略|规则|的|会|需要|很|由|是|都|也|总|就|不|走|用|靠|在(?!群)|这块|方案|一直|老是|又)"
)
ORDER_ZH = (
    r"(?:都|就|一律|自动|马上|立刻|立即|直接|默认|总是|要|请|帮我|给我|替我|必须|也|"
    r"给[\u4e00-\u9fff]{1,4}){0,4}"
)
_LEAVE_EN = (
    r"(?:you|claude|the (?:agent|assistant|bot|model|ai))\s+(?:may|can|could|are|is)\s*(?:now |"
    r"also |always |just )*(?:allowed to |free to |permitted to |authori[sz]ed to |able "
    r"to )?[^.;?]{0,60}?\b(?:without (?:asking|confirm\w*|(?:my |any )?(?:approval|confirmation|"
    r"permission|consent)|checking)"
    r"|whenever you (?:like|want))"
    r"|(?:you|claude|the (?:agent|assistant|bot|model|ai))\s+(?:(?:are|is) (?:now |"
    r"always )?(?:allowed|free|permitted|authori[sz]ed) to|ha(?:ve|s) (?:my |full |"
    r"the )?(?:permission|authority|authori[sz]ation|clearance|approval) to|may(?: now| "
    r"also)?\s+(?:{act}))"
    r"|(?:you )?(?:don't|do not|needn't|never) (?:have to |need to |bother to |"
    r"bother )?ask(?:ing)?(?: me)?(?: for (?:permission|confirmation|approval)| before| every "
    r"time| again| first)"
    r"|(?:there(?:'s| is) )?no need to (?:ask|check with me|confirm with me|wait for my)"
    r"|stop asking (?:me )?(?:before|for|every|to confirm)"
    r"|you're (?:now |always )?(?:allowed|free|permitted|authori[sz]ed) to\b"
    r"|feel free to [^.;?]{0,60}\bwithout (?:asking|confirm\w*|checking)"
    r"|\b(?:allows?|permits?|authori[sz]es?|lets?) (?:the agent|the assistant|claude) to\b"
    r"|skip (?:the |all )?(?:confirmations?|approvals?)(?: prompts?)?"
    r"|i (?:hereby )?(?:allow|permit|authori[sz]e) (?:you|the agent|claude) to"
    r"|i(?:'m| am)? (?:give|giving|grant|granting) you (?:\w+ )?(?:permission|access|rights|"
    r"authority)"
    r"|(?:you have|with|has) (?:full|admin|root|write|unrestricted) (?:access|rights|permissions?)"
    r"|allowed (?:to \w+ )?without (?:asking|confirmation|approval|permission)"
)
_LEAVE_ZH = (
    r"(?:你|助手|agent|(?:^|[，,。；;：:])\s*(?:以后|今后|从现在起)?)(?:可以|能)(?:随便|直接|"
    r"自己|自行|任意|随时|放心)+(?:去|地)?{act_zh}"
    r"|(?:不用|无需|无须|不必|不需要|别|不要|甭|免得?)(?:再|每次|都|总)*(?:来)?(?:问我(?![妈爸老们家姐哥弟妹儿女同朋])|跟我确认|"
    r"和我确认|找我确认|经过?我(?:的)?(?:同意|批准|确认)|等我(?:确认|同意|批准)|征求我的?(?:同意|"
    r"意见)|我(?:的)?(?:确认|同意|批准))"
    r"|(?<![不别莫])(?:可以|允许|能)(?:不经|不用|无需|不需要|未经|不必|跳过)(?:过)?(?:我的?)?"
    r"(?:确认|同意|批准|审批|允许|询问)"
    r"|(?:无需|不用|免)(?:人工)?(?:确认|审批)(?:就|即|便)?(?:可以?|能)(?:直接)?{act_zh}"
    r"|我(?:授权|允许|准许|批准|同意)你(?!了[：:，])|(?:你|助手|agent)(?:有|拥有)[^，,。]{0,10}权限|授予你|"
    r"给你[^，,。]{0,8}权限"
)
LEAVE_EN = _LEAVE_EN.replace("{act}", ACT_EN)
LEAVE_ZH = _LEAVE_ZH.replace("{act_zh}", ACT_ZH)
LEAVE = Wording(f"{LEAVE_EN}|{LEAVE_ZH}")
LEAVE_OF_AGENT = Wording(
    r"\b(?:the )?(?:agent|assistant|claude|bot)\s+(?:may|can|is allowed to)\s+(?:always |freely )?"
    + ACT_EN
)
NOT_WITHOUT = Wording(
    r"\b(?:don't|do not|never|must not|may not|can't|cannot|can not|should not|shouldn't|aren't|"
    r"not allowed)\b(?! (?:have|need|bother|ask))[^.;]*\bwithout\b"
)

# What cannot stand alone.

_POINTS_BACK = r" (?:means?|is|was|breaks|causes|makes|leads|keeps|avoids|prevents|lets)\b"
LEANING = Wording(
    r"\b(?P<date>today|tomorrow|yesterday|tonight|(?:last|next|this) (?:week|weekend|month|year|"
    r"night|quarter|sprint|morning|evening|afternoon|monday|tuesday|wednesday|thursday|friday|"
    r"saturday|sunday)(?! of\b)|\w+ (?:days?|weeks?|months?|hours?) ago"
    r"|recently(?! used)|just now|right now|the other day)\b"
    r"|(?P<zh_date>今天|明天|昨天|后天|前天|今晚|昨晚|明晚|今早|明早|上周|下周|这周|本周|"
    r"上个?(?:月|星期|礼拜)|下个?(?:月|星期|礼拜)"
    r"|这个月|本月|去年|明年|今年|刚才|刚刚|最近(?! ?[\d一二三四五六七八九十两几])|前几天|过几天|"
    r"前两天|过两天)"
    rf"|\b(?P<open>(?:this|these|those)(?![\w.(])(?! (?:who|that|which)\b)(?!{_POINTS_BACK})|"
    r"here(?!')|(?<=^)that (?:is|was|one|way|thing)|(?:after|with|like|of|use|for|to|do|about) "
    r"that(?=[\s.,;!]*$))\b"
    rf"|\b(?P<pronoun>it|its|it's|they|them|their|this(?={_POINTS_BACK}))(?![\w.(])"
    r"|\b(?P<person>he|she|him|her|his|hers)\b"
    r"|(?P<zh_open>这(?:个|些|里|边|件|次|种|份|条)|那(?:个|些|边|件|次|种|份|条)"
    # Behind a person it says whose place is meant: 从祖父那里.
    r"|(?<!从[\u4e00-\u9fff]{1})(?<!从[\u4e00-\u9fff]{2})(?<!从[\u4e00-\u9fff]{4})那里)"
    r"|(?P<zh_pronoun>这样|那样|(?<![其吉排])[它他她](?![人乡国者])们?|(?<!其)它)"
)
ANTECEDENT = Wording(
    r"\b(?:[Tt]he|[Aa]n?|[Oo]ur|[Mm]y|[Yy]our|[Ee]very|[Ee]ach|[Aa]ll|[Nn]o|[Ss]ome)\s+[\w-]+"
    r"|(?<=\s)[A-Z][\w.-]+|\b\w+[_.]\w+|`[^`]+`|^[A-Z][\w.-]+\s+(?:is|are|was|were|has|needs?|"
    r"\w+s)\b"
    r"|^[A-Z]?[a-z]{2,}[^\Ws]s\s+[a-z]+\s|\b[a-z]{3,}s\s+(?:are|were|have|need|that|when|if|"
    r"because|so)\b|[\u4e00-\u9fff]{3}",
    re.NOFLAG,
)
PERSON_NAMED = Wording(
    r"(?<=\s)[A-Z][a-z]+|^[A-Z][a-z]+(?=['’]s|\s+(?:and|is|was|has|did|felt|went|saw|found|had|"
    r"said|told|wrote|took|gave|made|got|left|lost|won|bought|sold|built|kept|sent|met|came|ran|"
    r"\w+ly|\w+ed|\w+s)\b)|\b(?:the|my|our)\s+\w+",
    re.NOFLAG,
)
# What a memory kept for a work is about goes without saying: "this repo" is the one it is kept for.
THIS_WORK = Wording(rf"\bthis (?:\w+ )?{_WORK_EN}(?:'s)?(?![\w-])|这个?{_WORK_ZH}(?![合件数织])")
ZH_ANTECEDENT = Wording(
    r"[\u4e00-\u9fffA-Za-z0-9]{2,}\s*(?:[，,；;。]|因为|由于|所以|但|时|后)"
    r"|(?<![A-Za-z])[A-Z][a-z]+(?=[\u4e00-\u9fff])"
)
_SETTLED_BY = {"pronoun": ANTECEDENT, "person": PERSON_NAMED, "zh_pronoun": ZH_ANTECEDENT}
"""What, standing before a pronoun, it may refer to."""


def leans_on(text: str, *, of_work: bool = False) -> str | None:
    """The open pronoun or relative date by which `text` cannot stand alone; None if it can.

    `of_work`: it is kept for one repository, project or the like, which settles "this repo".
    """
    for found in LEANING.every(text):
        if of_work and THIS_WORK.match(text, found.start()):
            continue
        settled_by = _SETTLED_BY.get(found.lastgroup or "")
        if settled_by is None or not settled_by.search(text[: found.start()]):
            return found.group()
    return None
