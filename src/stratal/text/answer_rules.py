"""Rules for how people want their answers: length, form, order, units, what is to be left out."""

from __future__ import annotations

from stratal.text.statement_parts import (
    Reader,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.wording import ONCE, QUESTION, REPORTED, SUPPOSED, Wording

_OF_ANSWERS = Wording(
    r"\b(?:answers|replies|responses|explanations|summaries|comparisons|every (?:answer|reply|"
    r"response|message|"
    r"time)|each (?:answer|reply|response)|when you (?:answer|reply|respond|explain|write|give|"
    r"summari[sz]e|"
    r"list|show|mention|compare))\b"
    r"|(?:你的?|的)?(?:回答|回复|答复|答案|说话|总结|解释|讲解|列举|对比)(?:我|问题)?(?:的时候|"
    r"时|里|中|都|请|要|"
    r"尽量|得|应该|可以|希望|最好|一律|每次|别|不要|用|先|简|的|给)|希望你|跟我说话|每次|"
    r"的时候请|时请|(?:用|以).{1,5}(?:回答|回复)|的(?:回答|"
    r"回复|答案|解释)$|类的?(?:结果|问题|内容)?请?|总结"
)
"""What says that all answers are meant, and not one."""


def _if_of_answers(attribute: str) -> Reader:
    def read(told: Told) -> Reading | None:
        words = told.heard.words
        if not (told.heard.lasting or _OF_ANSWERS.search(words)):
            return None
        return Reading(attribute=attribute, value=told["value"])

    return read


def _of(attribute: str) -> Reader:
    return lambda told: Reading(attribute=attribute, value=told["value"])


def _without(told: Told) -> Reading | None:
    """What is to be left out: "no preamble", 不要客套话."""
    thing = told["thing"]
    emoji = thing.casefold().startswith(("emo", "smil", "表情"))
    return Reading(
        attribute="emoji" if emoji else f"leave out: {thing.casefold()}",
        value=told["value"],
        not_value=thing,
    )


_ANSWERS = (
    r"(?:(?:your|the|all|all your|my|all my|every|each|any|future|of your|the future)\s+)*"
    r"(?:answers?|replies|reply|responses?|summaries|explanations?|messages|output|things|it|them)"
)
SHORT = (
    r"(?:(?:very |as |nice and |really |fairly |pretty |quite )*(?:short|brief|concise|terse|crisp|"
    r"succinct|compact|simple|detailed|direct|plain|informal|formal|casual|friendly|professional|"
    r"blunt|honest|gentle|to the point|short and to the point|thorough|factual)(?: and (?:short|"
    r"brief|concise|direct|"
    r"simple|to the point|friendly|clear))?(?: as possible)?"
    r"|(?:never |no |not )more than (?:one|two|three|four|five|\d+) (?:sentences?|lines?|words|"
    r"paragraphs?)"
    r"|(?:one|two|three|a single) (?:sentences?|paragraphs?|lines?)|(?:to |under |below |within |"
    r"at |at most |no longer than |no more than |max(?:imum)? |up "
    r"to )+"
    r"(?:one|two|three|four|five|six|ten|a|\d+|a few|a single|a couple of) ?(?:words?|sentences?|"
    r"lines?|paragraphs?|bullets?|bullet points?|steps|points)(?:,? (?:max(?:imum)?|at (?:the "
    r")?most|"
    r"tops|or (?:less|fewer)))?)"
)
FORM = (
    r"(?:(?:a |an )?(?:short |simple |numbered |nested |bulleted |concise )?(?:bullet points?|"
    r"bullets|bullet "
    r"lists?|bulleted lists?|lists?|markdown(?: tables?)?|plain text|plain prose|prose|tables?|a "
    r"table|"
    r"numbered lists?|numbered steps|json|yaml|short paragraphs|short sentences|full sentences|"
    r"code blocks?|fenced "
    r"code blocks?|plain language|simple language|simple words|layman's terms|one paragraph|a "
    r"single "
    r"paragraph|steps|diagrams|headings|headers|sections|complete sentences|lower ?case))"
)
THINGS = (
    r"(?:emojis?|emoticons?|smileys?|markdown|bullet points|bullets|tables?|headings|headers|"
    r"preambles?|"
    r"introductions?|intros?|small talk|fluff|filler|apologies|disclaimers?|jargon|exclamation "
    r"marks?|"
    r"exclamation points?|em[- ]dashes|pleasantries|buzzwords|long explanations|explanations|"
    r"summaries|closing remarks|caveats|flattery|compliments|hashtags|slang|abbreviations|acronyms|"
    r"chit[- ]?chat|long intros?|code comments|footnotes|bold text|bold|italics|sign-offs?|"
    r"greetings|recaps?|repetitions?|nested lists|latex|html|links|ascii art|passive voice)"
)
UNITS = (
    r"(?:(?:the )?metric(?: system| units?)?|(?:the )?imperial(?: system| units?)?|celsius|"
    r"fahrenheit|"
    r"kilomet(?:er|re)s|miles|(?:the |a )?(?:24|12)[- ]hour (?:clock|time|format)|(?:the "
    r")?iso(?: 8601)? "
    r"(?:dates?|format|date format)|iso 8601|(?:yyyy-mm-dd|dd/mm/yyyy|mm/dd/yyyy|dd\.mm\.yyyy)"
    r"(?: format| dates)?|euros|dollars|british spelling|american spelling|si units)"
)
_DOES = (
    r"(?:show|put|give|start|begin|lead|open|end|finish|include|add|use|write|format|list|number|"
    r"cite|"
    r"quote|explain|structure|group|order|sort|highlight|mention|tell|keep|get|come|go|answer|"
    r"reply|"
    r"respond|summari[sz]e|wrap|split|break|provide|state|present|lay|link|say)"
)
_OF_FORM = (
    r"(?:code|answer|explanation|summary|examples?|steps?|bullets?|tables?|headings?|sources?|"
    r"links?|"
    r"units?|metric|imperial|celsius|24-hour|12-hour|iso|dates?|tl;?dr|conclusion|result|"
    r"paragraphs?|sentences?|lines?|words|step by step|first|point|type hints|file paths?|"
    r"line numbers?|markdown|plain text|citations?|reasoning|pros and cons|options?|command|diff|"
    r"bottom line|recommendation|key points?|takeaways?|overview|before|at the end|at the top)"
)
# "Show the code first" speaks of an order, and not of a while.
_ONCE_SHOWN = Wording(
    ONCE.pattern.replace("until|first|", "until|").replace("(?<![优首])先(?!生)|", "")
)
_BY_FORM = (QUESTION, SUPPOSED, REPORTED, _ONCE_SHOWN)

_ZH_END = r"(?:一点儿?|一些|些|点|的)?"
_ZH_WISH = (
    r"(?:都|请|要|尽量|得|应该|可以|希望|最好|一律|每次|统一|务必|默认|全部|能|你|给我|我|先|就|"
    r"再|也|"
    r"内容|风格|语气|方式|格式|形式|里面|里|中|时|的时候)*"
)
_ZH_ANSWER = (
    r"(?:你的?|我的?|的|每次|每个|所有|以后的?|给我的?|对我的?|跟我){0,4}(?:回答|回复|答复|答案|"
    r"说话|总结|解释|讲解|讲东西|讲|"
    r"输出|写总结|写回复|列举|介绍)(?:我|问题|东西|步骤)?"
)
_ZH_LENGTH = (
    r"(?:(?:简短|简洁|简明|精简|简单|言简意赅|简单明了|简明扼要|精炼|短|详细|具体|展开|直接|"
    r"口语化|通俗|通俗易懂|易懂|正式|"
    r"轻松|专业|客观|有条理|干脆|干练|温和|幽默)|(?:别|不要|不用|不)(?:太|那么|搞)?(?:长|啰嗦|"
    r"罗嗦|啰唆|绕|绕弯子|废话|"
    r"冗长|复杂|正式|官方|客套)|用?[一两三]句话|(?:控制在|不要?超过|别超过|最多|限制在|不多于|"
    r"保持在)\s*(?:\d+|[一二三两四五六七八九十百]+)\s*"
    r"(?:个)?(?:字|句话?|行|段|条|点)(?:话)?(?:以内|之内|内)?|(?:\d+|"
    r"[一二三两四五六七八九十百]+)\s*(?:个)?(?:字|句话?|行|段)"
    r"(?:以内|之内))"
)
_ZH_FORM = (
    r"(?:先(?:给|说|讲|写|上|放)(?:出)?(?:结论|答案|结果|重点|代码|要点|总结)(?:[，,]?\s*(?:再|"
    r"然后)(?:给|说|讲|写|解释|"
    r"展开)?[\u4e00-\u9fff]{0,6})?|结论(?:先行|放前面|在前)|(?:列成?|用|使用|以|做成|整理成|"
    r"写成|弄成|按|采用|分成?|改成|给)\s*"
    r"(?:要点|列表|表格|表|markdown|纯文本|分点|条目|编号列表|编号|清单|小标题|大白话|代码块|"
    r"步骤|json|短句|段落|几点|项目符号|"
    r"无序列表|有序列表|点)(?:的?(?:形式|格式|方式|样子))?(?:给我|列出来?|展示|呈现|表示|来写|"
    r"来说|说明|列|标号)?"
    r"|分(?:点|条|步骤?|段|步)(?:列出|来?写|来?说|编号|展示|说明|讲)?|(?:附|带|给)(?:上|出)"
    r"?(?:例子|示例|来源|出处|链接|代码示例|"
    r"参考链接)|(?:直接)?(?:说|讲|给)重点|开门见山|直接给(?:代码|答案|结果|结论)|只给(?:代码|"
    r"答案|结果)|一步一步(?:来|讲|说)?|放在?代码块里?|"
    r"带(?:上)?(?:注释|行号|类型注解)|"
    r"标(?:上|明)(?:来源|出处|单位))"
)
_ZH_THINGS = (
    r"(?:表情符号|表情包?|emoji|markdown|客套话?|寒暄|废话|套话|道歉|表格|列表|标题|感叹号|"
    r"开场白|铺垫|前言|总结|"
    r"加粗|粗体|网络用语|英文单词|英文缩写|缩写|术语|行话|官腔|敬语|链接|长篇大论|免责声明|恭维|"
    r"奉承|结束语)"
)
_ZH_UNITS = (
    r"(?:24\s*小时制|二十四小时制|12\s*小时制|公制(?:单位)?|英制(?:单位)?|摄氏度?|华氏度?|公里|"
    r"英里|人民币|美元|"
    r"年月日(?:的?格式)?|ISO\s*(?:8601)?\s*(?:格式|日期)?|YYYY-MM-DD(?:的?格式)?|千克|公斤)"
)

FORMATS: list[Rule] = [
    *rule(
        StatementKind.FORMAT,
        _without,
        _BY_FORM,
        rf"(?P<value>(?:no|don't (?:use|add|put|include|give me|write)|do not (?:use|add|include|"
        rf"put)|"
        rf"never (?:use|add|include|put)|stop (?:using|adding|including)|drop(?: the)?|cut(?: "
        rf"the)?|"
        rf"skip(?: the)?|avoid|leave out(?: the)?|omit(?: the)?|refrain from(?: using)?|without)"
        rf"\s+(?:"
        rf"any |all |so many )*(?P<thing>{THINGS})(?:(?:,? (?:and|or) |, ){THINGS})*)"
        r"(?:\s+(?:in|from|at|with|when)\s+[^,;.!?]{0,60})?",
        rf"i (?:hate|can't stand|dislike)\s+(?P<value>(?P<thing>{THINGS}))(?:\s+in\s+.*)?",
        r"(?:回答|回复|答复|输出|内容|总结)?(?:里面?|中|时|的时候)?(?:也|都|请|一律|尽量|以后)"
        r"*(?P<value>(?:别|不要|不准|请勿|少|"
        rf"不用|省掉|省略|去掉|禁止|拒绝|不需要|跳过|不必)(?:再|有|来|给我)*(?:用|加|发|带|写|"
        rf"说|讲|出现|放|搞)?(?:任何|那些|那么多|太多)?"
        rf"\s*(?P<thing>{_ZH_THINGS})(?:(?:、|和|或|及){_ZH_THINGS})*)",
    ),
    *rule(
        StatementKind.FORMAT,
        _of("units"),
        _BY_FORM,
        rf"(?:use|stick to|give me|i use|i prefer|show|write|format)\s+(?:(?:me |all |the |times|"
        rf"dates|"
        rf"distances|temperatures|prices|measurements|units|numbers)\s*)*(?:in |with |as )?"
        rf"(?P<value>{UNITS})(?:\s+(?:for|when|in|with|please|everywhere|whenever)\b.*)?",
        rf"(?:times?|dates?|distances?|temperatures?|prices?|measurements?|units?)\s+(?:should|"
        rf"must)(?: "
        rf"always)? be (?:in |written (?:in|as) )?(?P<value>{UNITS})",
        rf"(?P<value>{UNITS}),? (?:please|only)",
        r"(?:时间|日期|单位|温度|长度|距离|重量|价格|金额|气温)?(?:显示|表示|书写|格式)?(?:都|"
        r"一律|统一|请|全部|默认|要|得|就)*"
        rf"(?:用|使用|按|以|写成|换算成|是)\s*(?P<value>{_ZH_UNITS})(?:来?(?:表示|显示|写|给我|"
        rf"计算))?",
    ),
    *rule(
        StatementKind.FORMAT,
        _if_of_answers("answer length"),
        _BY_FORM,
        rf"(?P<value>{SHORT}) (?:per|for each|for every|in every) (?:answer|reply|response|"
        rf"message)",
        rf"keep (?:the |your )?(?:tone|style)\s+(?P<value>{SHORT})(?:\s+in .*)?",
        rf"(?P<value>{SHORT})\s+(?:answers|replies|responses|explanations|summaries)(?:,? "
        rf"(?:please|only|always))*",
        rf"(?:keep|make|have|write|give me)\s+{_ANSWERS}\s+(?P<value>{SHORT})(?:[^,;]{{0,30}})?",
        rf"(?:your |all |the )*(?:answers|replies|responses|summaries|explanations|messages) "
        rf"(?:should|"
        rf"must|need to|can|have to)(?: always)? be\s+(?P<value>{SHORT})",
        rf"(?:answers|replies|responses|explanations|summaries)\s+(?:of|in|with)"
        rf"\s+(?P<value>{SHORT})",
        rf"(?:be|stay|remain)\s+(?P<value>{SHORT})(?:\s+(?:in|with|when|whenever|as a rule|from "
        r"now on)\b.*)?",
        r"(?:answer|reply|respond|write|explain)(?: to me| things)?\s+(?P<value>briefly|"
        r"concisely|in "
        r"detail|in (?:one|two|three|a few|\d+|at most \w+) (?:sentences?|paragraphs?|lines?|"
        r"words))",
        rf"i (?:really |much |strongly )*(?:prefer|like|love|want|need|appreciate)\s+(?:(?:my|"
        rf"your|the) )?"
        rf"(?P<value>{SHORT}),?\s+(?:answers|replies|responses|explanations|summaries|messages)",
        rf"i (?:really |much |strongly )*(?:prefer|like|love|want)\s+(?:my|your|"
        rf"the)?\s*(?:answers|replies|"
        rf"responses|explanations|summaries)\s+(?:to be |kept |as )?(?P<value>{SHORT})",
        rf"{_ZH_ANSWER}{_ZH_WISH}(?P<value>{_ZH_LENGTH}){_ZH_END}",
        rf"我(?:更|比较|还是)?(?:喜欢|想要|希望看到|要)(?:的是)?(?P<value>{_ZH_LENGTH})(?:一点)"
        rf"?的(?:回答|回复|答案|解释|说明)",
        rf"{_ZH_WISH}(?P<value>{_ZH_LENGTH}){_ZH_END}",
    ),
    *rule(
        StatementKind.FORMAT,
        _if_of_answers("answer format"),
        _BY_FORM,
        rf"(?:use|give me|i want|i like|i prefer|present|show me|write|format|structure)"
        rf"\s+(?P<value>{FORM})"
        rf"\s+(?:in|for|when|as|with|whenever|over|instead of|rather than)\s+[^,;]{{2,50}}",
        rf"i(?:'d)?(?: would)? (?:prefer|like|want|love|need)\s+(?:to (?:get|have|see) "
        rf")?(?:(?:my|your|all|the) )*(?:answers|"
        rf"replies|responses|comparisons|summaries|explanations|lists|options|steps|results|data)"
        rf"\s+(?:to "
        rf"be |formatted |presented |shown |written )*(?:as|in|with)\s+(?P<value>{FORM})",
        rf"(?:put|show|present|list|give me|format|structure|write|lay out|summari[sz]e)"
        rf"\s+(?:(?:your|all|the|"
        rf"any|my|me) )*(?:answers|replies|responses|comparisons|summaries|explanations|options|"
        rf"steps|"
        rf"results|things|everything|data|it)\s+(?:as|in|into|with|using)\s+(?P<value>{FORM})",
        rf"(?:answer|reply|respond|explain things|explain)(?: to me)?\s+(?:in|with|using|as)"
        rf"\s+(?P<value>{FORM})",
        rf"(?:(?:use|prefer|return|output|send|stick to|i prefer|i like)\s+)?(?P<value>{FORM})"
        rf"(?:,? please)?",
        rf"(?P<value>{FORM})(?: only|,? please| for (?:all )?(?:answers|replies|summaries|lists))",
        r"(?:explain|walk|go|take|do|answer|describe)\s+(?:me )?(?:things |everything |it |"
        r"through things )?"
        r"(?P<value>step[- ]by[- ]step)",
        r"(?:get|come|go|cut)\s+(?:straight |right )?(?P<value>to the point|to the chase)",
        rf"{_ZH_ANSWER}{_ZH_WISH}(?P<value>{_ZH_FORM})",
        rf"(?:[\u4e00-\u9fff]{{0,8}}?)(?:都|请|要|尽量|一律|每次|统一|全部|最好|默认|就)"
        rf"*(?P<value>{_ZH_FORM})",
    ),
    *rule(
        StatementKind.FORMAT,
        _if_of_answers("answer format"),
        _BY_FORM,
        rf"(?!.*\bbefore (?:you\b|every\b|each\b|(?!answering|replying|responding|explaining|"
        rf"listing)\w+ing\b|(?:commit|push|merg|deploy|releas)))"
        rf"(?P<value>(?:{_DOES})\s+(?:[^,;]{{2,50}}? )?{_OF_FORM}(?:\s+[^,;]{{1,30}})?"
        rf"(?:,? (?:then|before|and then)\s+[^,;]{{3,30}})?)",
        r"(?P<value>(?:don't|do not|never|stop)\s+(?:apologi[sz]e|apologi[sz]ing|repeat|repeating|"
        r"explain|explaining|summari[sz]e|summari[sz]ing|sugar-?coat|ramble|rambling|restate|"
        r"over-?explain|lecture|lecturing|thank|greet|start|begin|end)(?:\s+[^,;]{2,40})?)",
        r"(?:我(?:更|比较)?喜欢|我要|请用)\s*(?P<value>纯文本|表格|列表|要点|短句|大白话)"
        r"(?:的?形式|的?回答)?",
    ),
]
