"""Rules for the looser ways of saying what a work is done with: "tests run on X", 装包用 X，别用"
" Y."""

from __future__ import annotations

from stratal.text.plain_tool_rules import tool
from stratal.text.statement_parts import EVERYTHING, Rule, StatementKind, rule
from stratal.text.wording import NOT_EN, NOT_ZH, WE, WE_ZH, N, V, Wording

_END = r"(?=\s*(?:$|[,，;；:：—–.)]|\b(?:and|but|because|since|so|please|thanks)\b))"
_FOR = (
    r"(?:\s+(?:for|when|whenever|in|on|with|across|to|everywhere|as)\s+(?!this one|now\b|the "
    r"demo|the example)"
    rf"[^,;，；]{{2,70}}?{_END})"
)
_SHORT_FOR = (
    r"(?:\s+(?:for|when|in|on|as|to)\s+(?!this\b|that\b|these\b|the demo|the example|now\b)"
    r"[^,;，；]{2,40}?)"
)
_DOES = (
    r"(?:pin|indent|browse|format|lint|test|build|bundle|install|deploy|develop|log|manage|track|"
    r"type-?check|run|"
    r"design|plot|mock|package|document|style|handle|write|host|store|search|chat|talk|meet|"
    r"communicate|validate|migrate|monitor|orchestrate|serve|render|schedule|parse)"
)
_THING = (
    r"(?:(?:unit |integration |e2e |end-to-end |all )?tests|ci|the ci|cd|backend|frontend|front "
    r"end|back "
    r"end|docs|documentation|builds?|logging|logs|styling|formatting|linting|state(?: management)?|"
    r"deployments?|infra(?:structure)?|database|db|everything|dependencies|deps|packages|scripts|"
    r"dates|date handling|http calls|requests|api calls|errors|state|assets|secrets|(?:all "
    r")?(?:new )?(?:\w+ )?code|migrations|issues|tickets|tasks|"
    r"designs?|mockups|charts|plots|notes|meetings|calls|chat|code review|package management|the "
    r"api|"
    r"our api|monitoring|caching|the cache|the queue|validation|type checking|search)"
)
_HERE = r"(?:\s+(?:here|in (?:this|our|the) (?:\w+ )?(?:repo|project|codebase|service|team|app)))?"

_TOPIC_ZH = (
    r"(?:[\u4e00-\u9fff]{0,6}?(?:新项目|客户端|依赖|包|测试|单测|代码|格式化?|日期|时间|接口|请"
    r"求|数据库|缓存|日志|前端|后端|组件|样式|构建|"
    r"打包|部署|文档|画图|图表|表格|编辑器|状态管理|路由|端到端|环境|脚本|容器|消息|队列|任务|监"
    r"控|会议|开会|沟通|"
    r"笔记|记录|纪要|写作|翻译|导航|支付|安装|管理|处理|开发|调试|查询|存储|检查|校验|类型|命令"
    r"行|搜索|浏览器|终端|设计|原型|"
    r"地图|邮件|服务|框架|工具|库|数据|设施|可视化|绘图|爬虫|模型|训练|压测|版本|需求|工单|聊天|"
    r"协作|仓库|托管|网络|网关|"
    r"编译|迁移|写|跑|装|做|查|画|改)(?:的时候|时候|时|方面|上|这块|这边|这一块|这部分|呢)?"
    r"[，,:：]?\s*(?:我们|咱们?|我)?)"
)
_USE = (
    r"(?:都|就|一律|统一|只|要|请|得|必须|默认|尽量|全部|直接|优先|坚持|还是|应该|最好|一直|强制|"
    r"继续|已经|现在|改|"
    r"我们|咱们|是)*(?:用的是|用|使用|采用|选用|走|只认|放在?|写在|记在|跑在|跑|上)"
)
_DO_ZH = (
    r"(?:\s*(?:来|去)?(?:管理?|装|做|写|跑|起|画|处理|格式化|测试?|构建|打包|部署|开发|记|管|发|"
    r"算|查)(?!过)(?:[\u4e00-\u9fff]{0,6}?)(?=\s*(?:$|[，,。；;]|不|而)))?"
)
_NEVER_ZH = (
    r"(?:不要|别|不许|禁止|不准|不能|不可以|不得|杜绝|拒绝|停止|不用|不使用)(?:再)?(?:用|使用|引"
    r"入|装|安装|碰|出现|混用|加入)?"
)

_PAST_ZH = Wording(r"昨|刚|之前|上次|上周|当时|原来|过了|[他她](?!们的)|帮我|一下|试")

TOOLS: list[Rule] = [
    *rule(
        StatementKind.TOOL,
        tool(),
        EVERYTHING,
        rf"{WE}\s+(?:now |always |only |mostly |all |still )*(?:run|runs|build|deploy|test)"
        rf"\s+{V}(?:{_SHORT_FOR})?\s*{NOT_EN}?(?:{_FOR})?",
        rf"(?:give|send|save|export|deliver|keep|put|make|create|draft|reach|contact|message|"
        rf"text|ping|call|write|send|meet|talk to)(?: to)?(?: me| us)?(?: [\w ]{{2,20}})? (?:on|"
        rf"via|through|in|over|using|as|to)"
        rf"\s+{V}\s*{NOT_EN}",
        rf"(?:stop|quit) (?:suggesting|recommending|proposing|adding|importing|installing|"
        rf"writing)\s+{N}(?:\s+(?:to me|code|snippets|examples))?",
        rf"no\s+{N}\s+(?:suggestions?|examples?|code|solutions?|snippets?|please)",
        rf"(?:use|prefer|stick (?:to|with)|go with|run|install|choose|pick)\s+{V}\s*{NOT_EN}{_FOR}",
        rf"(?:use|prefer|stick (?:to|with)|go with)\s+{V}{_SHORT_FOR}{NOT_EN}",
        rf"(?:use|stick (?:to|with)|go with)\s+{V}{_FOR}",
        rf"{_DOES}(?:\s+[\w' -]{{2,30}}?)?\s+(?:with|using|through|via|in|on)\s+{V}\s*{NOT_EN}?"
        rf"(?:{_FOR})?",
        rf"(?:i|{WE})\s+(?:always |only |mostly |usually |now |all "
        rf")*{_DOES}(?:\s+[\w' -]{{2,30}}?)?\s+"
        rf"(?:with|using|through|via|in|on)\s+{V}\s*{NOT_EN}?(?:{_FOR})?",
        rf"(?:for|when|in|on)\s+[\w' -]{{3,40}},?\s+(?:please\s+)?(?:we\s+|i\s+|always\s+|you "
        rf"should )*(?:use|prefer|"
        rf"go with|want|stick (?:to|with)|work with)\s+{V}\s*{NOT_EN}?(?:{_FOR})?",
        rf"i (?:want|need|'d like|would like)\s+(?:you to use\s+|to use\s+|to "
        rf"see\s+)?{V}\s*{NOT_EN}",
        rf"{WE}\s+(?:now |always |only |mostly |all )*(?:use|uses|prefer|run on|rely on|depend "
        rf"on|build on|go "
        rf"with|want)\s+{V}(?:{_SHORT_FOR})?\s*{NOT_EN}",
        rf"{WE}\s+(?:now |always |only |mostly |all |still )*(?:use|uses|prefer|run on|rely on|"
        rf"rely "
        rf"upon|build on)\s+{V}{_FOR}",
        rf"(?:don't|do not|never)\s+(?:ever\s+)?(?:use|run|install (?:anything |packages |things "
        rf")?with|"
        rf"reach for|touch|add|import|introduce|bring in|pull in|suggest|install)\s+{N}(?:{_FOR})?"
        rf"(?:\s*[,;—–.-]\s*(?:but\s+|please\s+|always\s+)*(?:use|go with|prefer|it's|stick with)"
        rf"\s+{V}"
        rf"(?:{_FOR})?)?",
        rf"no (?:more\s+)?{N}{_HERE}(?:\s*[,;—–-]\s*(?:please\s+)?(?:only|just|use|it's)\s+{V})?",
        rf"(?:avoid|drop|ditch|get rid of|stay away from|keep away from)\s+(?:using\s+)?{N}"
        rf"(?:{_FOR})?(?:\s*[,;—–-]\s*(?:use|go with|prefer)\s+{V})?",
        rf"skip\s+{N}\s*[,;—–-]\s*(?:we're on|we use|use|we run)\s+{V}(?:\s+here)?",
        rf"(?:don't|do not|no need to) (?:bother with|run|use)\s+{N}(?:\s+(?:install|commands?|"
        rf"scripts?|at all))?",
        rf"{N}\s+(?:is|are)\s+(?:off limits|banned|forbidden|not allowed|deprecated|out)"
        rf"(?:{_FOR}|\s+here)?"
        rf"(?:\s*[,;—–-]\s*(?:please\s+)?(?:only|just|use)\s+{V})?",
        rf"(?:it's |we're |always |only )*{V}\s*(?:only|everywhere|all the way){_HERE}\s*{NOT_EN}?",
        rf"{V}\s*{NOT_EN}{_FOR}",
        rf"{V}\s+(?:over|instead of|rather than)\s+{N}(?:{_FOR})?",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        tool(enough=True),
        EVERYTHING,
        rf"(?:the |our |all |all our )?{_THING}{_HERE}\s+(?:is|are|run|runs|use|uses|live|lives|"
        rf"go|goes)"
        rf"(?:\s+(?:always|all|run|managed|built|done|handled|written|formatted|installed|tested|"
        rf"deployed|tracked|hosted|on|to|into"
        rf"|with|in|by|via|using|through))*\s+{V}(?:\s+here)?\s*{NOT_EN}?",
        rf"(?:this|our|the) (?:\w+ )?(?:repo|project|codebase|service|team|app)(?:'s)?(?: is| "
        rf"runs?| uses?| only|"
        rf" has| sticks to| is on| is built on| is written in| standardi[sz]ed on)*(?: "
        rf"an?)?\s+{V}(?: "
        rf"(?:repo|project|shop|workspace|app|monorepo|codebase))?(?:\s+only)?\s*{NOT_EN}?",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        tool(corrects=True),
        EVERYTHING,
        rf"(?:stop|quit) (?:suggesting|recommending|proposing|adding|importing|installing)\s+{N}"
        r"(?:\s+(?:to me|code|snippets|examples))?",
        rf"no\s+{N}\s+(?:suggestions?|examples?|solutions?|snippets?)",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        tool(named=True, mine=True),
        EVERYTHING,
        rf"i\s+(?:always |mostly |usually )*(?:keep|write|track|take|store|do|read|make|draft|"
        rf"edit|plan|manage|organi[sz]e)\s+(?:all )?(?:my|our)"
        rf" [\w ]{{2,24}}? (?:in|with|on|using)\s+{V}\s*{NOT_EN}?",
        rf"i\s+(?:always |only |mostly )*browse\s+(?:with|in|on|using)\s+{V}\s*{NOT_EN}?",
        rf"(?:the|our) (?:team )?(?:standard|default|convention|tool of choice|choice)(?: here)? "
        rf"is\s+{V}\s*{NOT_EN}?",
        rf"my (?:\w+ )?(?:shell|editor|ide|terminal|browser|package manager|formatter|linter|os|"
        rf"language|"
        rf"notes app|mail client) (?:is|of choice is)\s+{V}\s*{NOT_EN}?",
    ),
    *rule(
        StatementKind.TOOL,
        tool(enough=True),
        EVERYTHING,
        rf"{WE}\s+(?:just |now |all |recently |finally )*(?:switched|moved|migrated|changed|went|"
        rf"standardi[sz]ed)(?:\s+[\w ]{{2,30}}?)?\s+from\s+{N}\s+to\s+{V}(?:{_FOR})?",
        rf"{WE}\s+(?:just |now |all |recently |finally )*(?:switched|moved|migrated|"
        rf"standardi[sz]ed|"
        rf"settled)(?:\s+[\w ]{{2,30}}?)?\s+(?:to|on|over to)\s+{V}(?:{_FOR})?",
        rf"{WE}\s+(?:have |just |now |recently |finally )*(?:replaced|swapped(?: out)?)"
        rf"\s+{N}\s+(?:with|by|for)\s+{V}",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        tool(mine=True, enough=True),
        EVERYTHING,
        rf"i\s+(?:always\s+|only\s+|mostly\s+|usually\s+|generally\s+|exclusively\s+)*(?:work|"
        rf"code|write|develop|"
        rf"edit)\s+(?:everything\s+|code\s+)?(?:in|with|on)\s+{V}\s*{NOT_EN}?",
        rf"i(?:'m| am)\s+(?:an?\s+)?{V}\s+(?:user|person|guy|girl|fan)",
        rf"i\s+(?:much\s+|always\s+|strongly\s+|"
        rf"really\s+)*prefer\s+(?:using\s+)?{V}\s*{NOT_EN}(?:{_FOR})?",
        rf"我(?:写代码|编程|开发|写东西|记笔记|画图|上网|平时|一般|个人|自己|一直|都|总是|习惯|主"
        rf"要|只|就)*(?:用|使用)\s*{V}\s*"
        rf"{NOT_ZH}?",
        rf"(?:[\u4e00-\u9fff]{{0,6}}?)我(?:平时|一般|个人|自己|一直|都|总是|更|比较|还是)*(?:喜欢"
        rf"用|习惯用|偏好|偏爱|喜欢|倾向用|"
        rf"爱用|习惯使用)\s*{V}\s*{NOT_ZH}?",
    ),
    *rule(
        StatementKind.TOOL,
        tool(),
        EVERYTHING,
        rf"(?:{WE_ZH})?{_TOPIC_ZH}{_USE}\s*{V}{_DO_ZH}\s*{NOT_ZH}",
        rf"(?:{WE_ZH})?{_USE}\s*{V}{_DO_ZH}\s*{NOT_ZH}",
        rf"(?:{WE_ZH})?{_TOPIC_ZH}{_USE}\s*{V}{_DO_ZH}",
        rf"(?:{WE_ZH})?{_TOPIC_ZH}?(?:统一|一律|只|都|默认|全部|首选|优先)+\s*{V}\s*{NOT_ZH}?",
        rf"{_TOPIC_ZH}\s*{V}\s*{NOT_ZH}",
        rf"(?:{WE_ZH})?{_TOPIC_ZH}?(?:都|就|一律|绝对|千万|以后|请|坚决|也)*{_NEVER_ZH}"
        rf"\s*{N}{_DO_ZH}(?:\s*了)?"
        rf"(?:\s*[，,；;]\s*(?:要|请|改|都|统一|我们|一律|直接|就)*(?:用|换成|改用|使用|走|上)"
        rf"\s*{V}{_DO_ZH})?",
        rf"{N}\s*(?:就|以后|这里|一律|都|请)*(?:别|不要|不准|不许|禁止)(?:再)?(?:用|使用|碰)(?:了)?"
        rf"(?:\s*[，,；;]\s*(?:要|请|改|都|统一|我们|一律|直接|就)*(?:用|换成|改用|使用)\s*{V})?",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        tool(enough=True),
        EVERYTHING,
        rf"(?:this|our|the) (?:\w+ )?(?:repo|project|codebase|service|app) (?:builds|tests|lints|"
        rf"deploys|runs|formats|bundles)"
        rf"(?: with| on| via| using)+\s+{V}\s*{NOT_EN}?",
        rf"{_TOPIC_ZH}(?:都|一律|统一|只|必须|请|默认|全部|优先|得|坚持|记得|直接)+(?:用|使用|走|"
        rf"跑在|放在?)"
        rf"\s*{V}{_DO_ZH}\s*{NOT_ZH}?",
        rf"(?:{WE_ZH})?{_TOPIC_ZH}?(?:都|就|一律|绝对|千万|以后|请|坚决|也)*(?:不要|别|不许|禁止|"
        rf"不准|不得|杜绝)(?:再)?(?:用|"
        rf"使用|引入|装|安装|碰)\s*{N}{_DO_ZH}(?:\s*了)?",
        r"(?:don't|do not|never)\s+(?:ever\s+)?(?:use|run|install (?:anything |packages |things "
        r")?with|reach for|add|import|introduce|"
        rf"suggest)\s+{N}(?:{_FOR})?",
        rf"(?:{WE_ZH}|咱|这边)(?:的)?{_TOPIC_ZH}?{_USE}\s*{V}{_DO_ZH}\s*{NOT_ZH}?",
        rf"{_TOPIC_ZH}(?:我们|咱们?|我们这|这边)(?:都|一直|统一|现在|已经|是)*(?:用的是|用|走|放"
        rf"在?|写在|记在)\s*{V}\s*(?:里|上)?",
        rf"(?:{WE_ZH})?{_TOPIC_ZH}?(?:已经|现在|全部|都|早就|刚)*(?:换成|换到|切换到|切到|迁移到|"
        rf"迁到|改成|改用|换用|升级到)"
        rf"\s*(?:了)?"
        rf"\s*{V}",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        tool(named=True),
        EVERYTHING,
        rf"(?:this|our|the) (?:\w+ )?(?:repo|project|codebase|service|backend|frontend|app|api|"
        rf"server|tool|cli) (?:is|was all|runs?|are)"
        rf"(?: all| entirely| fully)? (?:written|built|implemented|done|on|coded)(?: in| with| "
        rf"on| using)?\s+{V}\s*{NOT_EN}?",
        rf"(?:everything|all (?:of it|our services|services|tests|jobs)|tests|builds|jobs)(?: "
        rf"here)? (?:must|should|has to|have to|needs? to) (?:run|"
        rf"be (?:run|built|tested|deployed)|live|go|work)(?: in| on| with| through| via| under)"
        rf"\s+{V}",
        rf"(?:we're|we are|i'm|i am) (?:an? |all )?{V} (?:shop|team|company|house|people|only)",
        rf"(?:ORM|CI|UI|框架|语言|数据库|编辑器|库|工具|系统|平台|网关|队列|缓存)\s*(?:用的)?是"
        rf"\s*{V}",
        rf"{_TOPIC_ZH}(?:都|全|统一)*在\s*{V}\s*(?:上|里)(?:跑|写|做|看|开|管)?",
        rf"{_TOPIC_ZH}(?:都|全|全部|统一)*(?:是|用)\s*{V}\s*(?:来)?(?:写|做|搭|开发|实现|编写|部"
        rf"署|跑)的",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        tool(enough=True),
        (*EVERYTHING, _PAST_ZH),
        rf"(?:{_TOPIC_ZH}|(?:lint|ci|e2e|orm|ui|css|api)\s*)(?:我们|咱们)?(?:用|使用|走|跑)"
        rf"\s*{V}{_DO_ZH}\s*{NOT_ZH}?",
        rf"(?:{WE_ZH})?{_TOPIC_ZH}?(?:已经|现在|全部|都)*从\s*{N}\s*(?:换成|换到|切换到|切到|迁移"
        rf"到|迁到|改成|改用)"
        rf"\s*(?:了)?\s*{V}",
        about_work=True,
    ),
]
