"""Rules for the looser ways of asking a memory to keep, to forget, or not to keep."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK, HAN
from stratal.text.plain_memory_rules import kept
from stratal.text.readers import all_as
from stratal.text.statement_parts import COMMAS, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import QUESTION, REPORTED, SUPPOSED, Wording

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
    all_as("consent"),
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
    all_as("consent"),
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
