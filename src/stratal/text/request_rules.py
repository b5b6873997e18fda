"""Rules for what people ask of a memory and of an agent: to keep, to forget, to ask first, to "
"act."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK, HAN
from stratal.text.plain_agent_rules import ask, order
from stratal.text.plain_decision_rules import decision, lesson
from stratal.text.plain_memory_rules import kept
from stratal.text.readers import reasoned
from stratal.text.statement_parts import COMMAS, Reader, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import (
    ACT_EN,
    ACT_ZH,
    ONCE,
    ORDER_ZH,
    QUESTION,
    REPORTED,
    SUPPOSED,
    THIS_ONCE,
    UNMEANT,
    Wording,
)


def _whole(attribute: str) -> Reader:
    return lambda told: Reading(attribute=attribute, value=told.matched)


_THIS = (
    r"(?:this|that|any of this|any of that|it|these|all this|what i(?:'m| am) (?:about to say|"
    r"saying|"
    r"telling you)|what i(?:'ve| have)? (?:just )?(?:said|told you|wrote)|the following|the next "
    r"(?:part|bit|message)|my (?:last|previous) message|(?:this|that) (?:part|bit|one|message|"
    r"conversation|chat|detail|remark))"
)
_THIS_ZH = (
    r"(?:这个|这条|这句话?|这件?事情?儿?|这些|这段话?|这话|这部分|这次聊天|这次对话|(?:刚才|刚刚|"
    r"上面|下面|接下来)(?:的|那|这|说的|我说的)?"
    r"(?:话|句|条|段|件事|些|内容|这些|这段|这句)*|以上|以上内容|我(?:刚才?|接下来)?(?:要)?说的"
    r"(?:话|这些|事)?|这)"
)
_MEMORY = (
    r"(?:memory|your memory|the memory|long[- ]term memory|your notes|the notes|notes|the record|"
    r"your records?)"
)

OFF_RECORD: list[Rule] = rule(
    StatementKind.OFF_RECORD,
    _whole("consent"),
    (QUESTION, REPORTED),
    rf"(?:don't|do not|never|please don't|you don't (?:need|have) to|you needn't|no need to|"
    rf"there(?:'s| is) no "
    rf"need to|you shouldn't)\s+(?:remember|save|store|memori[sz]e|record|write down|note|keep|log|"
    rf"retain|commit|put|write|add)\s+{_THIS}(?:\s+(?:down|anywhere|in|to|into|for)"
    rf"(?:\s+{_MEMORY}|\s+later)?)?",
    r"(?:this is |that was |that's |it's |all of this is |strictly |just )*(?:off the record|"
    r"between (?:you "
    r"and me|us)|not for the record|confidential and not to be (?:stored|remembered|saved))",
    rf"keep {_THIS} (?:strictly )?(?:off the record|between us|to yourself|out of (?:your |the )?"
    r"(?:memory|notes|records?)|private)",
    rf"leave {_THIS} out of (?:your |the )?(?:memory|notes|records?)",
    rf"(?:forget|erase|disregard|wipe) (?:everything |all )?{_THIS.replace('|it|', '|')}",
    r"this stays between us",
    rf"{_THIS_ZH}(?:话|事|内容|信息)?[，,]?\s*(?:请|就|你|可|先|都|千万|也)*(?:别|不要|不用|不必|"
    rf"不需要|无需|甭|请勿|莫)(?:帮我|给我|"
    rf"去|再|"
    r"往)?(?:记忆里|脑子里|备忘里)?(?:记忆|记|存|保存|记住|记录|留存|存档|写|放)(?:下来?|住|录|进"
    r"去?|到|在|入|进)*(?:记忆|备忘|档案|心)?"
    r"(?:里|中|上)?(?:啊|哈|哦|了)?",
    rf"(?:别|不要|不用|请勿|甭|千万别|可别|不必)(?:把)?(?:帮我)?(?:记|记住|记录|记下|保存|存|留"
    rf"存|存下)(?:下来?|住)?\s*{_THIS_ZH}",
    rf"(?:别|不要|千万别|请勿)把{_THIS_ZH}(?:话|事|内容)?(?:写|记|存|保存|放|留)(?:下来?|住|进"
    rf"去?|起来|到|在|入)*(?:记忆|备忘|档案|"
    rf"你的记忆)?"
    r"(?:里|中)?",
    r"(?:别|不要|请勿)(?:往|向|在)(?:你的)?记忆(?:里|中)?(?:写|存|记|放|加)(?:这个|这些|这段|东"
    r"西)?",
    r"(?:这话|这事)?(?:就)?(?:你知我知|仅限(?:这次|本次)(?:聊天|对话))|说完就忘(?:了|掉)?",
) + rule(
    StatementKind.OFF_RECORD,
    _whole("consent"),
    (QUESTION,),
    r"(?:我)?(?:私下|悄悄|偷偷|私底下)(?:跟你|和你)?(?:说|讲)(?:一?句)?",
    r"(?:别|不要|请勿|千万别)(?:往|向|在)(?:你的)?记忆(?:里|中)?(?:写|存|记|放|加)",
)

# What is to be forgotten.

_OF_MINE = (
    r"(?:(?:about )?(?:my|our) (?!last message|previous message|bad|fault|mistake|question|request)"
    r"[^,;.]+?|(?:about )?(?:what|everything|anything|all|whatever) (?:that )?(?:i|we)(?:'ve)? "
    r"(?:said|told "
    r"you|mentioned|wrote|shared) (?:about|regarding|on|concerning) [^,;.]+?|(?:what|everything|"
    r"all|anything)"
    r" (?:that )?you (?:know|have|remember|stored|saved|noted)(?: about| on| of)? [^,;.]+?|"
    r"(?:the|that|my) "
    r"(?:note|fact|memory|entry|preference|bit|thing|rule|detail|part|story|conversation)s? "
    r"(?:about|on|that|of|regarding|where)"
    r" [^,;.]+?|(?:that |the fact that )?i (?:\w+ )?(?:like|love|hate|am|was|have|had|live|lived|"
    r"work|worked|"
    r"use|used|eat|drink|prefer|own|go|play|ever)\b[^,;.]*?|(?:that |the fact that )(?:i|i'm|"
    r"i've|we|my|our|the)"
    r"\b[^,;.]*?)"
)
_FROM = (
    r"(?:\s+(?:from|in|out of)\s+(?:your |the )?(?:memory|memories|notes|records?|profile|storage))"
)
_STOP = r"(?=\s*(?:$|[,，;；.。!！]))"
_MINE_ZH = (
    r"(?:(?:关于)?(?:我|我们)(?:的|说过的?|之前说的?|提过的?|告诉过?你的?|喜欢|爱|在|住|用|吃|叫|"
    r"是|对|有)[^，,。；;]{1,24}?)"
)
_NOT_FORGOTTEN = Wording(
    r"^(?:about )?(?:my|our) (?:password|keys?|umbrella|phone|wallet|login|pin|code|question|"
    r"differences)\b|分歧|密码|钥匙|合同|文件|文档|表格|简历|稿子|网页|代码|照片里|相册|图里",
)


_REPROACHED = re.compile(r"你(?:又|都|怎么|已经)?忘了\s*$")


def forgotten(told: Told) -> Reading | None:
    if _REPROACHED.search(told.heard.words[: told.match.start("value")]):
        # That the agent forgot something is a reproach, and no wish.
        return None
    value = told["value"].strip(COMMAS)
    value = re.sub(r"^(?:about|that|the fact that)\s+", "", value, flags=re.IGNORECASE)
    value = re.sub(r"\s+(?:please|pls|now|ok|okay|thanks)$", "", value, flags=re.IGNORECASE)
    if not value or BLANK in value or _NOT_FORGOTTEN.search(value):
        return None
    return Reading(attribute="", value=value)


FORGET: list[Rule] = [
    *rule(
        StatementKind.FORGET,
        forgotten,
        (QUESTION, REPORTED),
        rf"(?:you can |you may |you should |please )*(?:now "
        rf")?forget\s+(?P<value>{_OF_MINE}){_FROM}?{_STOP}",
        rf"(?:please )?(?:delete|remove|erase|drop|clear|wipe|scrub|purge)"
        rf"\s+(?P<value>{_OF_MINE}){_FROM}{_STOP}",
        r"(?:please )?(?:delete|remove|erase|drop|clear|wipe|scrub|purge)\s+(?P<value>my "
        r"[\w' -]{0,24}?(?:names?|number|address|birthday|"
        rf"e-?mail|age|salary|diagnosis|details|nickname|preferences?)){_STOP}",
        rf"(?:you can |you may |please )*(?:drop|delete|remove|erase)\s+(?P<value>(?:what|"
        rf"everything|all) (?:that )?i(?:'ve)? (?:said|told you|"
        rf"mentioned|shared) (?:about|on|regarding) [^,;.]+?){_STOP}",
        r"(?:please )?(?:delete|remove|erase|drop|clear|wipe|scrub|purge)\s+(?P<value>(?:the|"
        r"that|my|any|all) "
        r"(?:note|fact|memory|memories|entry|preference|reminder|notes) (?:about|on|that|of|"
        r"regarding) [^,;.]+)",
        r"(?:please )?(?:delete|remove|erase|drop|clear|wipe)\s+(?P<value>(?:what|everything|all|"
        r"anything) (?:that )?"
        r"you (?:know|have|remember|stored|saved|noted)(?: about| on| of)? [^,;.]+)",
        r"(?:stop|quit) remembering\s+(?P<value>[^,;.]+)",
        rf"(?:don't|do not|no need to|you don't (?:need|have) to|stop) (?:remember|keep|hold on "
        rf"to|store|"
        rf"remembering|keeping|storing)\s+(?P<value>{_OF_MINE})(?:\s+(?:any ?more|any longer))",
        rf"(?:请|麻烦|帮我|可以|你)*(?:把|将)\s*(?P<value>{_MINE_ZH}|[^，,。；;]{{1,16}}?(?:的?"
        rf"(?:记忆|记录|那条|这条|"
        rf"偏好|备忘)))"
        r"(?:的?事|这件事|这条|那条)?(?:都|也|给|从(?:你的?)?记忆(?:里|中)?)*(?:忘掉|忘了|忘记|删"
        r"掉|删除|删了|清掉|清除|去掉|抹掉|移除)"
        rf"(?:吧|了)?{_STOP}",
        rf"(?:请|麻烦|帮我|可以|你)*(?:忘掉|忘记|忘了|忘却)\s*(?P<value>{_MINE_ZH})(?:这件事|的"
        rf"事|这事|这条|这一点|"
        rf"吧)?(?:吧)?{_STOP}",
        r"(?:请|麻烦|帮我|可以|你)*(?:删掉|删除|清除|清掉|去掉|移除|抹掉)"
        r"\s*(?P<value>(?:关于)?[^，,。；;]{1,20}?(?:的)?(?:那条|这条|"
        r"那个|相关)?(?:的)?(?:记忆|记忆条目|备忘|偏好记录))",
        r"(?:请|麻烦)*(?:从(?:你的?)?记忆(?:里|中))(?:把)?(?:删掉|删除|清除|去掉|移除|抹掉)\s*"
        r"(?P<value>[^，,。；;]{2,20})",
        rf"(?P<value>{_MINE_ZH})(?:就|可以|都|你)*(?:不用|不要|别|不必|不需要)(?:再)?(?:记着?|记"
        rf"住|记得|存着?|保留)"
        rf"(?:了)?{_STOP}",
        rf"(?:别|不要|不用)再(?:记着?|记住|保留|存着?)\s*(?P<value>{_MINE_ZH})(?:了)?{_STOP}",
    ),
]

# What is to be remembered.

_SAYS = (
    r"(?:is|are|was|were|has|have|had|needs?|runs?|uses?|must|can|cannot|can't|will|won't|should|"
    r"only|goes|lives?|expires?|owns?|prefers?|likes?|hates?|wants?|works?|takes?|rotates?|starts?|"
    r"ends?|closes?|opens?|costs?|belongs?|sits?|handles?|requires?|means|gets?|comes?|happens?|"
    r"doesn't|don't|isn't|aren't|park|keep|never|always|reports?|lies|stands?|pays?|sends?|meets?)"
)
_NOT_FACTS = re.compile(
    r"^(?:to|when|how|what|where|why|who|me|this|that\?|it|the difference|the alamo|the time|my "
    r"umbrella|us|him|her|last|our talk)\b|^(?:了|没|吗|这|那|要|去|就|它|下|来|的|我的登录)",
    re.IGNORECASE,
)


def _noted(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if _NOT_FACTS.match(value):
        return None
    if not (re.search(rf"\b{_SAYS}\b", value, re.IGNORECASE) or HAN.search(value)):
        return None
    return kept(told)


REMEMBER: list[Rule] = [
    *rule(
        StatementKind.REMEMBER,
        _noted,
        (QUESTION, REPORTED, SUPPOSED),
        r"(?:remember|keep in mind|bear in mind|don't forget|do not forget|never forget|make a "
        r"note|take (?:a )?note|"
        r"note down|note|memori[sz]e|jot down|write down|commit to memory)(?: this| the following)?"
        r"(?: for (?:me|later|next time|the future|future chats))?\s*(?:[,:：–—-]\s*|\s+that\s+|"
        r"\s+)(?P<value>.+)$",
        r"(?:please )?(?:save|store|keep|log|add|put|commit|record)(?: this| that| the following|"
        r" it)?(?: (?:for (?:me|later|"
        r"next time|the future|future reference)|in(?:to)? (?:your |the )?(?:long-term "
        r")?(?:memory|notes)|to (?:your |the )?"
        r"(?:long-term )?(?:memory|notes)|as a (?:note|fact)))+\s*(?:[,:：–—-]|that)"
        r"\s*(?P<value>.+)$",
        r"(?:for your (?:memory|records|notes)|note for later|to remember|worth "
        r"remembering|important to "
        r"remember|good to remember|memo|fact)\s*(?:[,:：]|\s+that\s)\s*(?P<value>.+)$",
        r"(?:i want you to|i need you to|i'd like you to)\s+(?:remember|note|know)(?: "
        r"that)?\s+(?P<value>.+)$",
        r"(?:帮我|给我|你要|一定|要|请|你|麻烦|也|先|千万|务必)*(?:记住|记一下|记下来|记下|记着|"
        r"牢记|记个笔记|记录一下|存一下|存下来|保存一下|"
        r"记牢|记好|备忘|备注|记忆|记一笔|留个底)(?:一下|这一点|这点|下|这件事|一点|一件事|哦|啊|"
        r"哈|了|吧|"
        r"呀)*\s*[:：，,、]\s*(?P<value>.+)$",
        r"(?:帮我|给我|你要|一定|要|请|你|麻烦|也|先|千万|务必)*(?:记住|记一下|记下|记着|牢记|记"
        r"录一下)(?:一下)?\s*(?P<value>(?!了|没|"
        r"吗|这|那|"
        r"要|去|就|它|下|来|的|密码|登录|账号|用户名|选择|状态|我没|多少)[^，,？?]{3,}.*)$",
        r"(?:千万|可)?(?:别|不要)忘(?:了|记)\s*[：:，,]\s*(?P<value>.+)$",
        r"(?:把这[个条点]|把下面这?[个条句])(?:记|存|写)(?:住|下来?|到记忆里|进记忆)*\s*[:：，,]"
        r"\s*(?P<value>.+)$",
        about_work=True,
        open_ended=True,
    ),
]

# What was learnt, and what was decided.

LESSONS: list[Rule] = rule(
    StatementKind.LESSON,
    lesson,
    (QUESTION, REPORTED),
    r"(?:the |a |our |my |one |main |key |big |biggest |important )*(?:lessons?|takeaways?|"
    r"learnings?|moral|gotcha|pitfall|"
    r"post-?mortem|retro)(?: learn(?:ed|t))?(?: of (?:this|the story|today|that))?(?: (?:from|"
    r"for|here)[^:：,]{0,40}?)?"
    r"\s*(?:[:：]|[—–-]\s|,?\s+is that|,?\s+was that|,?\s+is to|,?\s+was to|,?\s+is[:：]|"
    r",?\s+was[:：])\s*(?P<value>.+)$",
    r"(?:what )?(?:i|we)(?:'ve| have)?(?: just| all| finally)? (?:learn(?:ed|t)|found out|"
    r"discovered|realised|realized)"
    r"(?: the hard way| from (?:this|that|the)[^:：,]{0,30}?| here| today)*\s*(?:[:：,]|(?:is |was "
    r")?that|is)\s*(?P<value>.+)$",
    r"(?:i|we)(?:'ve| have)? learn(?:ed|t) the hard way\s+(?P<value>.+)$",
    r"(?:note|memo) to self\s*[:：,]\s*(?P<value>.+)$",
    r"learn(?:ed|t) the hard way\s*[:：,]\s*(?P<value>.+)$",
    r"(?:这次的?|本次的?|上次的?|最大的?|主要的?|血的|惨痛的?|我们的?|一个|得到的?|得出的?|总结"
    r"的?|事故的?|一点|复盘的?|重要的?)*(?:教训|经验教训|"
    r"经验|踩坑记录|"
    r"踩过的坑|踩的坑|踩坑|坑点|心得|复盘结论|复盘|启示|收获|体会)(?:总结)?(?:有一条|之一)?\s*(?:"
    r"就?是\s*[:：，,]?|[:：，,])"
    r"\s*(?P<value>.+)$",
    r"(?:我们|我|这次|从中|这回|大家)*(?:学到了?|学会了|吸取了?教训|吸取教训|明白了|长记性了|总结"
    r"出|得出)(?:的一点|的是|一点|一条|的教训|一个教训)*"
    r"(?:就?是\s*[:：，,]?|[:：，,])\s*(?P<value>.+)$",
    r"(?:吃一堑长一智|以后长记性)\s*[:：，,]\s*(?P<value>.+)$",
    about_work=True,
    open_ended=True,
)

UNTIL = (
    r"(?:\s+(?:over|instead of|rather than|not)\s+(?P<other>[\w.+#-]+))?"
    r"(?=\s*(?:$|[,;，；—–]|\bbecause\b|\bsince\b|\bdue to\b|\bas (?:it|the|we|our)\b|\bso that\b))"
)
UNTIL_ZH = (
    r"(?:[，,]?\s*(?:而不是|不用|而非|不选)\s*(?P<other>[A-Za-z0-9_.+#-]+))?(?=\s*(?:$|"
    r"[，,。；;]|因为|由于|理由|原因|主要是))"
)
_WE_ZH = r"(?:我们|咱们|团队|项目组|大家|组里|公司|领导层|架构上|技术上|会上|我)"
_AT_LAST_ZH = (
    r"(?:一起|最终|最后|已经|商量后|讨论后|讨论了一下|一致|还是|这边|商量好|先|都|今天|昨天|刚|经"
    r"过讨论|权衡之后|权衡后)"
)

DECISIONS: list[Rule] = [
    *rule(
        StatementKind.DECISION,
        decision,
        (QUESTION, REPORTED, UNMEANT),
        rf"(?:we|the team|i|my team|our team)(?:'ve| have)?\s*(?:just |now |finally |all |also |"
        rf"already )*(?:decided|agreed|settled|opted|"
        rf"chosen|resolved)\s+(?:that we(?:'ll| will)?|on|upon|to(?: go with| use)?|for|in "
        rf"favou?r of|we(?:'ll| will))\s+(?P<value>[^,;，；]+?)"
        rf"{UNTIL}",
        rf"(?:we|the team|i)(?:'ve| have)?\s*(?:just |now |finally |all "
        rf")*decided\s+(?P<value>against [^,;，；]+?){UNTIL}",
        rf"(?:the |our |final |my )*(?:decision|verdict)(?: is| was)?\s*(?:[:：]|(?:is|was)(?: "
        rf"to(?: use| go with)?)?)\s*(?P<value>[^,;，；]+?)"
        rf"{UNTIL}",
        rf"it (?:was|is|has been|'s been) (?:decided|agreed|settled) (?:that|to)"
        rf"\s+(?P<value>[^,;，；]+?){UNTIL}",
        rf"(?:it's )?(?:decided|settled|agreed)\s*[:：,]\s*(?P<value>[^,;，；]+?){UNTIL}",
        rf"(?:[^，,。；;他她它你您谁们人a-zA-Z\s]{{1,6}})?{_WE_ZH}?{_AT_LAST_ZH}*(?:决定|敲定|定"
        rf"下来|商定|拍板|说定|定了)"
        rf"(?:好|要|了|下来|的是|是|先)?\s*(?P<value>(?:用|"
        rf"使用|采用|选用|选择|选|改用|换成|不用|不再用|不再|放弃|上|走|不做|先不|砍掉|保留|取消|"
        rf"推迟|改成|改为|迁移|迁到|拆|合并|不拆|自己|自研|"
        rf"外包|灰度|上线|停止|暂停|统一|延期|支持|不支持|做|把)\s*[^，,。；;]{{1,4"
        rf"0}}?){UNTIL_ZH}",
        r"(?:方案|结论|决定|决议|最终方案|技术选型)(?:定下来了|已定|定了|是|如下)?\s*[:：]\s*"
        r"(?P<value>[^，,。；;]{2,60})",
        about_work=True,
    ),
    *rule(
        StatementKind.DECISION,
        reasoned(decision),
        (QUESTION, REPORTED, UNMEANT),
        rf"(?:we|i)(?:'ll| will|'re| are)\s+(?:host|hosting|build|building|deploy|run|ship|write|"
        rf"store|start|starting)(?:ing)?(?: it| everything| them)? (?:on|with|in|using)"
        rf"\s+(?P<value>[^,;，；]+?){UNTIL}",
        rf"(?:定了|决定了|说定了|就这么定了)[，,：:]\s*(?P<value>[^，,。；;]{{2,40}}?){UNTIL_ZH}",
        rf"(?:[^，,。；;他她它你您谁们人a-zA-Z\s]{{1,8}})?(?:我们|咱们|团队)?(?:最终|最后|还是|"
        rf"就|都|一致)*(?:选定?|定在|定为|定成|"
        rf"采用|用的是)\s*(?P<value>[^，,。；;]{{1,30}}?){UNTIL_ZH}",
        rf"(?:we|the team|i)(?:'ve| have|'re| are|'ll| will)?\s*(?:just |now |finally |all "
        rf")*(?:picking|choosing|went with|gone with|going with|go with|going "
        rf"for|go for|chose|choose|chosen|picked|pick|dropped|ruled out|rejected|"
        rf"sticking with|stick with|stuck with|moving to|"
        rf"dropping|abandoned|skipped|postponed|selected|adopted)"
        rf"\s+(?P<value>[^,;，；]+?){UNTIL}",
        rf"(?:go|going|stick|sticking) with\s+(?P<value>[^,;，；]+?){UNTIL}",
        rf"(?:keep|drop|adopt|choose|pick|postpone)\s+(?P<value>[^,;，；]+?){UNTIL}",
        rf"(?:[^，,。；;他她它你您谁们人a-zA-Z\s]{{1,6}})?{_WE_ZH}{_AT_LAST_ZH}*(?:选了|选定了?|"
        rf"选择了?|定了|定的是|放弃了?|"
        rf"弃用了?|选的是?|决定|敲定|采用了?|改用了?)\s*"
        rf"(?P<value>[^，,。；;]{{1,40}}?){UNTIL_ZH}",
        rf"(?:[^，,。；;他她它你您谁们人a-zA-Z\s]{{1,6}}){_AT_LAST_ZH}+(?:选了?|定了|定的是|用了|"
        rf"决定用|采用了?|选定)"
        rf"\s*(?P<value>[^，,。；;]{{1,40}}?){UNTIL_ZH}",
        r"(?:之所以)?(?:选择?|采用|用)\s*(?P<value>[^，,。；;]{1,30}?)(?:[，,]\s*)?(?:是因为|是由"
        r"于|的原因是|的理由是)(?=.)",
        about_work=True,
    ),
]

# What to ask about first.

MY_YES = (
    r"(?:my (?:ok|okay|approval|confirmation|go-ahead|permission|consent|sign-off|blessing|yes|"
    r"green "
    r"light|explicit (?:ok|okay|approval|permission|consent|go-ahead))|a (?:yes|green light|"
    r"go-ahead|"
    r"confirmation) from me|me to (?:confirm|approve|sign off|say yes|say ok))"
)
ASKING = (
    rf"(?:ask(?: me)?(?: first)?|(?:double[- ])?check (?:in )?with me|confirm (?:it )?with me|"
    rf"run it (?:by|past) me|"
    rf"clear it with me|talk to me|let me know|tell me|consult me|warn me|ping me|show me|"
    rf"get {MY_YES}|"
    rf"wait for {MY_YES}|seek {MY_YES}|obtain {MY_YES}|have {MY_YES}|i want to (?:know|"
    rf"approve|be asked|see it)|"
    rf"i need to (?:approve|confirm|know)|i'd like to be asked)"
)
_WITHOUT = (
    rf"(?:(?:without|before) (?:asking(?: me)?(?: first)?|{MY_YES}|checking with me(?: first)?|"
    rf"confirming with "
    rf"me|my having (?:seen|approved) it|i(?:'ve| have)? (?:approved?|seen|confirm(?:ed)?|"
    rf"reviewed|said|signed off|agreed?)[^.;,]*)"
    rf"|(?:until|unless|before) i (?:say so|say yes|confirm|approve|have approved|agree|tell "
    rf"you(?: to)?|ok it|give you|"
    rf"sign off|explicitly (?:say|confirm|approve))[^.;,]*)"
)
ASK_ZH = (
    r"(?:(?:先|都|要|必须|得|请|务必|一定要?|需要|记得|应该|最好|你|再|提前|事先){0,4}(?:问(?:一下|一"
    r"声|过|问)?我|(?:跟|和|找|向|同)"
    r"我(?:再)?(?:确认|"
    r"说|商量|打招呼|打声招呼|讲|沟通|汇报|报备|核对|通气|通个气|confirm|check|sync|过一下|对一下|碰一下)|(?:征求|征得|取得)我(?:的)?(?:同意|"
    r"意见|许可)|经"
    r"过?我(?:的)?(?:同意|确认|批准|点头|审核|允许)|"
    r"得到我(?:的)?"
    r"(?:同意|确认|批准|许可)|让我(?:先)?(?:确认|看|过目|审|过一遍|知道|点头)|给我(?:先)?(?:看|过"
    r"目|审)|等我(?:的)?(?:同意|点头|确认|批准|回复|"
    r"答复|拍板)|通知我|告诉我|知会我|告知我|我(?:同意|批准|点头|确认|拍板)(?:才|了才|后|了再))"
    r"(?:一下|一声|一句|一嘴|下|一眼|一遍|过|才行|才可以|才能做|再说|了)*(?:再[^，,。；;]{1,4})?)"
)

ASK_BEFORE: list[Rule] = [
    *rule(
        StatementKind.ASK_BEFORE,
        ask,
        (QUESTION, REPORTED, THIS_ONCE),
        rf"{ASKING}\s+(?:first\s+)?(?:before|prior to|ahead of)\s+(?P<value>[^.;,，]+)",
        rf"(?:before|prior to)\s+(?P<value>[^.;,]+),\s*(?:please\s+|you must\s+|you should\s+|"
        rf"always\s+|first\s+)*{ASKING}"
        r"(?: first)?",
        rf"(?:don't|do not|never|no|you must not|you may not|nothing gets|must not)"
        rf"\s+(?:ever\s+)?(?P<value>(?!forget|have|need)[\w-]+[^.;,]*?)"
        rf"\s+{_WITHOUT}",
        r"i (?:want|need|'d like|would like|have) to (?:approve|review|see|confirm|sign off on|"
        r"check|ok)\s+(?P<value>[^.;,]+?)\s+"
        r"(?:before|first)\b.*",
        r"let me (?:approve|review|see|confirm|check|look at)\s+(?P<value>[^.;,]+?)\s+(?:before|"
        r"first)\b.*",
        rf"(?P<value>[^.;,]{{3,60}}?)\s+(?:needs?|requires?)\s+{MY_YES}(?: first)?",
        rf"(?:for|if it comes to|when it comes to)\s+(?P<value>[^.;,]{{3,50}}),\s*(?:please\s+|"
        rf"always\s+)*{ASKING}(?: first)?",
        rf"(?P<value>[^，,。；;：:?？他她]{{2,30}}?)(?:之前|以前|前)[，,]?\s*{ASK_ZH}",
        rf"(?P<value>[^，,。；;：:?？他她]{{2,20}}?)(?:的?事情?|这种事|这类事|这件事)?(?:都)?(?:"
        rf"要|必须|得|需要|一定要|都要|都得|"
        rf"先|须|应当){ASK_ZH}",
        r"(?:没有?|未经|不经过?|没经过|没得到|未得到)(?:经过|得到)?我(?:的)?(?:同意|允许|确认|许"
        r"可|批准|点头|首肯|授权|说)(?:之前|前|的话|"
        r"行)?[，,]?\s*"
        r"(?:之前|就|都|你)?(?:不要|别|不能|不准|不许|不得|禁止|谁也别|严禁)\s*(?P<value>"
        r"[^，,。；;]+)",
        r"(?:我|等我)(?:没)?(?:点头|同意|确认|批准)(?:之前|前|以前)[，,]?\s*(?:不要|别|不能|不准|"
        r"不许|禁止)"
        r"\s*(?P<value>[^，,。；;]+)",
        rf"(?:要|想|需要|如果要)(?P<value>[^，,。；;]{{2,15}}?)(?:的话|时|的时候)?[，,]\s*(?:先|"
        rf"务必|请|一定){ASK_ZH}",
        r"(?:先|务必先|一定先)(?:问(?:过|一下)?我|(?:跟|和|找)我(?:确认|商量|说))(?:一下|一声)?"
        r"[，,]?\s*(?:之后|然后)?(?:再|才能?|"
        r"才可以)(?P<value>[^，,。；;]+)",
        r"(?P<value>[^，,。；;：:?？他她]{2,20}?)(?:的事情?|这种事|这类事)?(?:都)?(?:必须|一定|"
        r"得|要|需要|需){1,2}(?:由|"
        r"经)?我(?:来|亲自)?(?:批准|同意|点头|拍板|签字|"
        r"审批|确认)(?:才行|才可以|才能做)?",
        r"等我(?:点头|同意|确认|批准|拍板|看过|说可以)(?:了|之后|以后|后)?(?:再|才能?)(?P<value>"
        r"[^，,。；;]+)",
    ),
]

# Standing orders.

_TO_ACT = (
    rf"(?:{ACT_EN}|(?:post|restart|publish|share|upload|archive|renew|rotate|back ?up|schedule|"
    rf"assign|invite|report|label|"
    r"run the (?:backup|nightly|report|sync|job|script|migration|cleanup)|clean up|tidy up|"
    r"generate|prune|deploy|approve|revert|forward|send|remind|email|text|pay|tag|reply to|"
    r"respond to|answer(?! (?:me|in|with|to)\b)|escalate|close|order|book|top "
    r"up|reorder|broadcast|announce|tweet|sync|"
    r"transfer|trigger|hand over|cc|copy|remind|resend|update (?:the )?(?:ticket|tickets|status "
    r"page|board|customer|"
    r"client|wiki|calendar|spreadsheet|sheet|team)|reject|accept|decline)\b(?! (?:me|it to me|to "
    r"me|us|the function)\b))"
)
_WHEN_ZH = (
    r"(?:(?:每(?:天|日|周|月|年|晚|早|小时|星期|个月|个?工作日|次|当|逢)|只要|一旦|凡是|一有|但"
    r"凡|收到|遇到|如果|有(?!权)|客户|用户|谁)"
    r"[^，,。；;他她我]{0,24}?"
    r"[，,]?\s*(?:就|都|一律|自动|直接|马上|立刻|立即|要|请|给|把|帮我|向|替我|的话)+)"
)

_ACTS_ZH = (
    r"(?:发(?:放|一?[张个份条封])?(?:优惠券|券|验证码|周报|日报|月报|报告|报表|提醒|通知|链接|祝"
    r"福|公告|账单|发票|红包|邮件|消息)|备份|归档|加急|"
    r"升级|转给|转发|转人工|抄送|回访|催款|续费|拉黑|封号|开票|扣款|退款|退货|补发|同步|更新(?:状"
    r"态|工单|看板|表格|文档)|建(?:群|单|任务)|打标签|"
    r"清理|拒掉|拒绝|指派|分配|转房租|转钱|打款|浇水|订|预约|关掉|关闭|删除|撤回|取消|清理|重启|"
    r"回滚|合并|部署|上线|推送|关单|结单|拒绝|通过)"
)

_ARRIVING = re.compile(
    r"(?:收到|发现|遇到|有人?|看到|碰到|检测到|出现)[^，,。]{1,14}?[，,]?(?:就|都|一律|自动|马上|"
    r"立刻|直接)"
    r"|\bif\b.*\b(?:always|automatically)\b|\bwhenever\b",
    re.IGNORECASE,
)


def standing(told: Told) -> Reading | None:
    """Reads an order that is to last, or that waits for what arrives."""
    lasts = told.heard.lasting or _ARRIVING.search(told.heard.words)
    return order(told) if lasts else None


STANDING: list[Rule] = [
    *rule(
        StatementKind.STANDING_ORDER,
        standing,
        (QUESTION, REPORTED, UNMEANT, ONCE),
        r"(?:every|each)\s+[^,;]{3,30}?,?\s+(?:please )?(?:send|give|remind|email|text|message|"
        r"brief|"
        r"tell|show|read|ping) (?:me|us)\b.*$",
        r"每(?:天|周|月|晚|早|个?工作日|个?星期)[^，,。；;他她]{0,12}?(?:给|帮|替|跟|提醒|叫|告"
        r"诉|推送?给?)我"
        r"(?:发|推|报|念|播|看|汇总|整理|订|买|讲|一下)?[^，,。；;]{0,14}$",
        rf"(?:(?:automatically|immediately|just|also|then|always)\s+)*{_TO_ACT}.*$",
        rf"(?:every|each|(?:after|before|on|with|for) (?:every|each)|once a|at the (?:end|start|"
        rf"beginning) of (?:every|each))\s+(?:(?!(?:we|i|he|she|they|it|the|our|my)\b)"
        rf"\w+,?\s+){{1,5}}?(?:(?:please|automatically|always|"
        rf"also|you should)\s+)*{_TO_ACT}.*$",
        rf"(?:whenever|every time|each time|any time|anytime|as soon as|once|when)"
        rf"\s+[^,;]{{3,60}},\s*(?:(?:please|automatically|always|"
        rf"immediately|just|you should|go ahead and)\s+)*{_TO_ACT}.*$",
        rf"{_WHEN_ZH}[^，,。；;我]{{0,20}}?{ACT_ZH}.*$",
        r"(?:每(?:天|周|月|晚|早)[^，,。；;他她我]{0,10}?)(?:给|把|向|帮我|自动|都|请|定时)"
        r"[^，,。；;我]{0,16}?(?:发|传|推送|同步|"
        r"提交|备份|归档|续费|充值|"
        r"更新|发布|通知|抄送|转)(?:给|到|送|一次|一份|出|至)?[^，,。；;]{0,12}$",
        rf"(?:每[^，,。；;他她我谁]{{1,10}}?|[^，,。；;他她我谁它们会已将了]{{2,12}}?)(?:就|都|一"
        rf"律|自动|直接|马上|立刻|请|"
        rf"帮我)+[^，,。；;我他她]{{0,10}}?{_ACTS_ZH}[^，,。；;]{{0,12}}$",
        rf"(?:[^，,。；;他她我谁]{{2,12}}?)(?:一律|自动|都直接|都自动|直接|就自动|就直接|都)(?:帮"
        rf"我|给|替我|"
        rf"把)?{ORDER_ZH}{ACT_ZH}.*$",
        about_work=True,
    ),
]

# Leave to act.

_UNASKED = (
    r"(?:without (?:asking|checking|confirm\w*|(?:my |any )?(?:approval|confirmation|permission|"
    r"consent|ok|okay))(?: with)?"
    r"(?: me)?(?: first)?|on your own|by yourself|directly|freely|whenever (?:you )?(?:like|want|"
    r"need|see fit|necessary)"
    r"(?: to)?|any ?time|at will|as you (?:like|see fit|please|wish)|unprompted|no questions "
    r"asked|yourself)"
)
_MAY = r"(?:you|claude|the (?:agent|assistant|bot))(?:\s+(?:may|can|could|are|'re|is))"
DEED_ZH = r"[^，,。；;我他她谁?？]{2,16}?"


def permitted(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if (
        not value
        or BLANK in value
        or re.match(
            r"(?:not|never|no)\b|(?:it|that|this|those|these|them|so)$|不|没|随便|尽管|(?:你|就)?(?:可以|"
            r"能)$|[这那](?:件?事儿?|个)?$",
            value,
            re.IGNORECASE,
        )
    ):
        return None
    return Reading(attribute="permission", value=value)


PERMISSIONS: list[Rule] = [
    *rule(
        StatementKind.PERMISSION,
        permitted,
        (QUESTION, REPORTED, ONCE),
        rf"{_MAY}(?:\s+(?:now|also|always|just))*\s+(?:(?:allowed|free|permitted|authori[sz]ed|"
        rf"welcome|cleared|entitled) to )?"
        rf"(?P<value>[^.;,?]{{2,60}}?)\s+{_UNASKED}.*",
        r"(?:you're|you are|claude is|the (?:agent|assistant|bot) is)\s+(?:now |also |always |"
        r"hereby )*(?:allowed|free|permitted|authori[sz]ed|"
        r"cleared|entitled) to\s+(?P<value>[^.;,?]{2,60})",
        r"you(?:'ve| have)?(?: got)?\s*(?:now |have )*(?:my |full |the |standing )*(?:permission|"
        r"ok|okay|blessing|go-ahead|approval|consent|"
        r"green light|authority|authori[sz]ation|clearance) (?:to|for)\s+(?P<value>[^.;,?]{2,60})",
        r"you have (?:full|admin|root|write|unrestricted) (?:access|rights|permissions?) (?:to|"
        r"on|for)\s+(?P<value>[^.;,?]{2,60})",
        rf"(?:go ahead and|feel free to|just go ahead and)\s+(?P<value>[^.;,?]{{2,60}}?)"
        rf"\s+{_UNASKED}.*",
        rf"feel free to\s+(?P<value>{ACT_EN}[^.;,?]{{0,60}})",
        r"(?:you )?(?:don't|do not|needn't|never)\s+(?:have to |need to |need )?(?:ask(?: me)?|"
        r"check(?: with me)?|wait for me|(?:my )?(?:approval|"
        r"permission|ok|okay|consent|confirmation|sign-off))(?: for (?:permission|confirmation|"
        r"approval))?(?: first)?\s+(?:before|to|for|"
        r"when|every time you)\s+(?P<value>[^.;,?]{2,60})",
        r"(?:there(?:'s| is) )?no need to (?:ask(?: me)?|check with me|confirm with me|wait for "
        r"me)(?: first)?\s+(?:before|to|for|when)\s+"
        r"(?P<value>[^.;,?]{2,60})",
        r"stop asking (?:me )?(?:before|for permission to|for confirmation before|to confirm "
        r"before|every time you)\s+(?P<value>[^.;,?]{2,60})",
        r"i(?:'m| am) (?:fine|ok|okay|happy|cool) with you\s+(?P<value>\w+ing [^.;,?]{2,60})",
        r"i (?:hereby )?(?:allow|permit|authori[sz]e|trust) you to\s+(?P<value>[^.;,?]{2,60})",
        r"i (?:give|grant) you (?:\w+ )?(?:permission|access|rights|authority|leave) (?:to|for)"
        r"\s+(?P<value>[^.;,?]{2,60})",
        rf"(?:以后|今后)?(?:你|助手|agent)(?:以后|今后|现在)?(?:可以|能|尽管|就)(?:随便|直接|自"
        rf"己|自行|任意|随时|放心|独立|不经我同意|"
        rf"不用问我)+(?:去|地|就)?"
        rf"(?P<value>{DEED_ZH})(?=$|[，,。；;])",
        rf"(?P<value>{DEED_ZH})(?:这种事|的事|这块)?[，,]?(?:你|都|就|以后|也|可以|完全)*(?:不"
        rf"用|无需|无须|不必|不需要|别|甭)"
        rf"(?:再|每次|都|总)*(?:来)?(?:问我|跟我"
        rf"(?:确认|说|商量|打招呼)|和我确认|找我确认|经过?我(?:的)?(?:同意|批准|确认)|等我(?:确"
        rf"认|同意|批准|点头)?|征求我的?(?:同意|意见)|"
        rf"我(?:的)?(?:确认|同意|批准|点头))",
        rf"(?P<value>{DEED_ZH})(?:你|助手)(?:可以)?(?:自己|自行|随便|直接|全权)(?:决定|看着办|做"
        rf"主|处理|来|定|搞定|操作|删|改|"
        rf"合并|弄)(?:就行|就好|吧|即可)?",
        rf"(?:不用|无需|不必|不需要)(?:再)?(?:问我|经我同意|跟我确认|等我)(?:了)?[，,]?\s*(?:就|"
        rf"也|你|直接|便)*(?:可以|能)(?:直接|"
        rf"自己|随时)?(?P<value>{DEED_ZH})(?=$|[，,。；;])",
        rf"(?:我)?(?:允许|授权|批准|准许|同意|准)你(?:以后|随时|直接|自行|可以)*"
        rf"(?P<value>{DEED_ZH})(?=$|[，,。；;])",
        rf"(?:我)?(?:给你|授予你|你有|你拥有)(?P<value>{DEED_ZH})的?(?:权限|权力|权利)",
        rf"你有权(?:限)?(?P<value>{DEED_ZH})(?=$|[，,。；;])",
    ),
]
