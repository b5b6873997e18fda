"""What is asked of a memory in English: to keep, to forget, and to keep nothing."""

from __future__ import annotations

import re

from stratal.text.english.clauses import (
    governed,
    opens,
    undecided,
)
from stratal.text.own_words import BLANK
from stratal.text.plain_memory_rules import REMARK
from stratal.text.statement_parts import COMMAS, Heard, Reading, Rule, StatementKind, Told, sought


def _starts(heard: Heard, found: re.Match[str]) -> bool:
    return not opens(heard.words, found.start())


_PLEASE = (
    r"(?:(?:please|pls|plz|kindly|do|just|also|now|and|so|you can|you may|you should|you could|"
    r"you'd better|you had better|better|you ought to|you need to|you have to|could you|can you|"
    r"would you|will you|i want you to|i need you to|i'd like you to|i'd love you to|make sure "
    r"(?:to|you)|be sure to|go ahead and|feel free to|it's time to|time to|try to|you must|let's|"
    r"i'd appreciate it if you(?:'d| would)?|let me ask you to)\s+)*"
)
_TILL = r"(?P<value>[^\n]{6,220}?)(?=\s*(?:$|[!?]|[.;](?!\w)|[\U0001F300-\U0001FAFF]))"


def _commanded(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it is no order to the assistant: those begin a clause."""
    return not opens(heard.words, found.start())


# To keep.

_NO_FACT = re.compile(
    r"^(?:to|when|how|what|where|why|who|whom|me|him|her|us|them|it|that|this|those|these|the "
    r"(?:time|times|days|day|alamo|difference|name|movie|song|old|good|feeling|last time)|my "
    r"(?:password|umbrella|keys|password)|last|if|whether|which|of|for|in|as|anything|everything|"
    r"nothing|off|down|doing|being|having|seeing|remember)\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|'s|needs?|runs?|uses?|must|can|cannot|can't|will|won't|"
    r"should|only|goes|lives?|expires?|owns?|prefers?|likes?|hates?|wants?|works?|takes?|starts?|"
    r"ends?|closes?|opens?|costs?|belongs?|sits?|requires?|means|gets?|comes?|happens?|doesn't|"
    r"don't|isn't|aren't|never|always|pays?|sends?|meets?|drives?|reads?|writes?|eats?|drinks?|"
    r"\w+s|i'm|i've|i'll|we're|we've|\w+n't|keep|do|go|am|live|work)\b",
    re.IGNORECASE,
)


def _kept(told: Told) -> Reading | None:
    value = re.sub(
        r",? (?:please|ok\??|okay\??|thanks|thank you|will you|would you|alright)$",
        "",
        REMARK.sub("", told["value"].strip(COMMAS + "—–-")),
        flags=re.IGNORECASE,
    )
    if BLANK in value or len(value.split()) < 3 or _NO_FACT.match(value):
        return None
    if not _VERB.search(value) and not re.match(
        r"(?:i|we|my|our|the|you|he|she|they|it)\b", value, re.IGNORECASE
    ):
        return None
    mine = re.match(r"(?:i|i'm|i've|i'll|i'd|my|me)\b", value, re.IGNORECASE)
    return Reading(attribute="", value=value, about_work=not mine)


def _only_asked(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it is a question, and not a request in the form of one."""
    if not heard.asks or _TAGGED.search(heard.whole):
        return False
    asking = re.search(
        r"\b(?:can|could|would|will) you\b(?! remember\b)",
        heard.words[: found.end()],
        re.IGNORECASE,
    )
    return asking is None or (
        len(heard.words[: asking.start()].split()) > 4 and "," not in heard.words[: asking.start()]
    )


_TAGGED = re.compile(
    r"\b(?:ok|okay|k|please|pls|alright|yeah|got it|will you|would you|could you|can you|deal|"
    r"thanks|understood|yes)\s*\?+\s*$",
    re.IGNORECASE,
)


_KEEP = (
    r"(?:remember|keep in mind|bear in mind|don't forget|do not forget|never forget|make a "
    r"(?:mental )?note|take (?:a )?note|note(?: down)?|memori[sz]e|jot down|write down|commit to "
    r"memory|hold on to|hang on to|keep hold of|log|store|save|record|put on record|file away|have "
    r"it on record|make sure you remember|add to (?:your )?(?:memory|notes))"
)
_MEM = (
    r"(?:(?:your|the|my) (?:long-term )?(?:memory|notes|records?|memories|files?|notebook|memory "
    r"bank))"
)

REMEMBER: list[Rule] = sought(
    StatementKind.REMEMBER,
    _kept,
    (governed, _only_asked, _commanded, undecided),
    rf"\b{_PLEASE}{_KEEP}(?:(?<=mind)(?: (?:for|with|in|when)\b[\w', ]{{2,40}}?(?=\s+that\b))?| "
    r"this| it| the following| this fact| this one| somewhere| (?:for|in) (?:me|later|next time|"
    rf"the future|future chats|future reference|good)| in {_MEM}| to {_MEM}| of this| please| "
    rf"down)*\s*(?:[:—–,]|\s-\s|\bthat\b)\s*(?:that\s+)?{_TILL}",
    rf"\b{_PLEASE}(?:put|write|keep|save|store|add|log|file|record|note|have)(?: it| this| that| "
    rf"the following| the fact)? (?:down )?(?:in|into|to|on) {_MEM}(?: please)?\s*(?:[:—–,]|\s-\s|"
    rf"\bthat\b)\s*{_TILL}",
    r"\b(?:for (?:future|later|your) (?:reference|records?|notes|memory|use)|note for (?:later|"
    r"your memory|the future)|for your files|(?:one|something|a thing|a fact|point|worth|good|"
    r"important|useful) to (?:keep in mind|remember|note|bear in mind|keep|store)(?: for "
    r"(?:later|me|the future|next time|future \w+))?|one for (?:your|the) (?:memory|notes)|worth "
    r"remembering|to remember|something to remember|important to remember|memory note|fact to "
    rf"keep)\s*(?:[:—–,]|\s-\s)\s*{_TILL}",
    rf"\b{_PLEASE}(?:know|remember) (?:for (?:later|next time|the future) )?that\s+{_TILL}",
)

REMEMBER_BEFORE: list[Rule] = sought(
    StatementKind.REMEMBER,
    _kept,
    (governed, _only_asked),
    # My van takes diesel. Please remember that.
    r"(?:^|[.!?:;—–]\s+|\b(?:so|also|and|btw|oh)[, ]\s*)(?P<value>(?:(?-i:[A-Z])|my|our|the|i|we|"
    r"i'm|we're)[^.!?;\n]{8,140}?)\s*[.!;,:—–-]+\s*(?:and |so |can you |could you |would you |"
    r"will you |please |pls |do |just |kindly |you should |i need you to |i want you to "
    r"){0,4}(?:remember (?:that|this|it)|keep (?:that|this|it) in mind|bear (?:that|this|it) in "
    r"mind|make a (?:mental )?note of (?:that|this|it)|note (?:that|this|it) down|note (?:that|"
    r"this)|take note of (?:that|this)|don't forget (?:that|this|it)|write (?:that|this|it) down|"
    r"jot (?:that|this|it) down|(?:save|store|keep|put|file|log|record|commit) (?:that|this|"
    r"it)(?: (?:for (?:later|me|next time|future (?:chats|reference))|(?:in|to|into|down in) "
    r"(?:your |the )?(?:long-term )?(?:memory|notes|records?))))(?=\s*(?:$|[,.!?;—–-]|please|for|"
    r"will you|would you|ok|thanks|when|next time|from now))",
)

# To forget.

_KNOWN = (
    r"(?:(?:about |everything about |all about )?(?:my|our|the|that|those|these|"
    r"\w+'s)\s+(?!(?:file|folder|branch|line|row|column|table|paragraph|sentence|word|comment|"
    r"function|test|image|code|app|account|email draft|draft|cache|cookies|browser|"
    r"history)s?\b)[\w'’ &/-]{2,50}?|(?-i:[A-Z])[\w'’-]+'s [\w' -]{2,40}?)"
)
_STORED = (
    r"(?:you(?:'ve| have|'re| are)?(?: ever| still| got| all)* (?:know|have|got|remember(?:ed)?|"
    r"stored|saved|noted|kept|keep|hold|holding|recorded|written down|on file|memori[sz]ed|learned|"
    r"collected)(?: saved| stored| noted| on file| down| on record| got| written down| kept)?|"
    r"i(?:'ve| have)?(?: ever| just| once)? (?:told you|said|gave you|given you|mentioned|shared|"
    r"wrote|wrote you|sent you)(?: earlier| before| last \w+)?)"
)
_FROM = (
    r"(?:\s+(?:from|in|out of|off)\s+(?:(?:your|the) (?:memory|memories|notes|records?|profile|"
    r"storage|memory bank|files?)|what you(?:'ve| have)? (?:remember|know|stored|saved|kept|got|"
    r"noted|recorded|remembered)|everything you (?:remember|know)|your (?:head|mind|brain))(?: "
    r"about (?:me|us)| of (?:me|us)| on (?:me|us))?)"
)
_DEL = (
    r"(?:delete|erase|wipe|remove|drop|clear|scrub|purge|get rid of|throw (?:out|away)|discard|"
    r"scratch|strike|take|lose|let go of|unlearn|scrap|bin|dump)"
)
_DONE = (
    r"(?=\s*(?:$|[,;:.!?—–(]|\s-|\b(?:please|pls|now|because|since|it's|as|and|they|we|i|thanks|"
    r"for good|entirely|completely|altogether|again|already|ok|will you|would you|that's|he|she|so|"
    r"ever|anymore|any longer|any more|from|before|after|when|if|in case|until|then|for)\b))"
)
_ABOUT = r"(?:about|regarding|concerning|on|of)"


def _forgotten(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    value = re.sub(
        r"^(?:everything |all |anything )?(?:about|that|the fact that)\s+",
        "",
        value,
        flags=re.IGNORECASE,
    )
    value = re.sub(
        r"\s+(?:please|now|entirely|completely|for good|again|already|ever)$",
        "",
        value,
        flags=re.IGNORECASE,
    )
    if not value or BLANK in told.matched or _KEPT_ANYWAY.search(value):
        return None
    return Reading(attribute="", value=value)


_KEPT_ANYWAY = re.compile(
    r"^(?:my|our|the) (?:password|keys?|umbrella|phone|wallet|login|pin|code|question|(?:last|"
    r"previous) (?:message|question|answer|request)|differences|rest|past|bad|fault|mistake|idea|"
    r"whole thing|plan|first|second|other|time|above|instructions?|rules?)\b|^(?:it|that|this|him|"
    r"her|them|me|us)$",
    re.IGNORECASE,
)


def _for_a_while(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it is to be left aside in this talk only: "forget the price for a second"."""
    return (
        re.search(
            r"\bfor (?:an? |one |this )?(?:sec|second|moment|minute|mo|bit|while|hour|now|tonight|"
            r"today|once)\b",
            heard.words[found.start() :],
            re.IGNORECASE,
        )
        is not None
    )


_TO_FORGET = (governed, _only_asked, undecided, _for_a_while)

FORGET: list[Rule] = [
    *sought(
        StatementKind.FORGET,
        _forgotten,
        (*_TO_FORGET, _commanded),
        rf"\b{_PLEASE}(?:forget(?: about)?|{_DEL})\s+(?P<value>the (?!things?\b|stuff\b|bits?\b|"
        rf"part\b|facts?\b|info\w*\b|details?\b|data\b)[\w'’ &/-]{{2,40}}?\s+(?:that )?(?:i|"
        r"we)(?:'ve| have)? (?:sent|told|gave|given|shared|showed|shown|read|mentioned)(?: "
        rf"to)?(?: you)?){_FROM}?{_DONE}",
        rf"\b{_PLEASE}(?:forget(?: about| all about| everything about)?)\s+(?!the\b|that\b|"
        rf"those\b|these\b)(?P<value>{_KNOWN}){_FROM}?{_DONE}",
        rf"\b{_PLEASE}forget(?: about)?\s+(?P<value>{_KNOWN}){_FROM}{_DONE}",
        r"\b(?:please|pls|kindly|you can|you may|you should|now)(?: now| please)? forget(?: "
        r"about)?\s+(?P<value>(?:the|that|those)\s+(?!(?:old |last |first |whole |previous |"
        r"other |second |above )*(?:approach|idea|plan|above|rest|question|part|thing|stuff|one|"
        r"way|version|draft|code|file|test|error|bug|attempt|answer|example|topic|"
        rf"task)s?\b)[\w'’ &/-]{{3,50}}?){_DONE}",
        rf"\b{_PLEASE}{_DEL}\s+(?P<value>{_KNOWN}){_FROM}{_DONE}",
        rf"\b{_PLEASE}(?:forget|{_DEL}(?: from {_MEM})?)\s+(?:(?:everything|anything|all|whatever|"
        r"what|any of what|the (?:things|stuff|bits?|part|details?|info(?:rmation)?|notes?|"
        rf"entr(?:y|ies)|facts?|memor(?:y|ies)|data))(?: of it| there is)?(?: that)? {_STORED}(?: "
        rf"in {_MEM}| in there)?|(?:the |any |all |that |your |every )+(?:notes?|memor(?:y|ies)|"
        r"entr(?:y|ies)|facts?|records?|info(?:rmation)?|details?|stuff|bits?|part|things?|data|"
        rf"mentions?)(?: saved| stored| you have| i gave you)?)(?: {_ABOUT})\s+(?P<value>[\w'’ "
        rf"&/-]{{2,60}}?){_FROM}?{_DONE}",
        rf"\b{_PLEASE}(?:forget|{_DEL})\s+(?P<value>(?:my|our|the)\s+[\w'’ "
        rf"&/-]{{2,50}}?)\s+(?:that )?{_STORED}{_FROM}?{_DONE}",
        rf"\b{_PLEASE}(?:forget|{_DEL})\s+(?:that |the fact that )(?P<value>(?:i|i'm|i've|we|"
        rf"we're|my|our)\b[^,;.!?]{{3,70}}?){_FROM}?{_DONE}",
        r"\b(?:i want|i'd like|i would like|i need|i'd rather have|please have)\s+(?:all of "
        rf")?(?P<value>{_KNOWN}) (?:gone|deleted|erased|removed|wiped|forgotten|out|to be "
        rf"(?:deleted|erased|removed|forgotten|wiped)){_FROM}?{_DONE}",
        rf"\b{_PLEASE}{_DEL}\s+from (?:your |the )?(?:memory|memories|notes|"
        rf"records?)\s+(?P<value>{_KNOWN}){_DONE}",
        rf"\b{_PLEASE}(?:don't|do not|no need to|you don't (?:need|have) to|you needn't|stop|"
        r"quit) (?:remember|keep|hold on to|store|save|hang on to|carry|remembering|keeping|"
        rf"storing|holding on to)(?: around)?\s+(?P<value>{_KNOWN}) (?:any ?more|any longer|"
        r"around|on file)",
        rf"\b{_PLEASE}(?:delete|erase|wipe|clear|scrub|purge)\s+(?P<value>my (?:[\w'-]+ "
        rf"){{0,3}}?(?:names?|numbers?|address(?:es)?|birthday|birth date|age|salary|diagnosis|"
        r"details|nickname|preferences?|medication|weight|phone|employer))(?=\s*(?:$|[,;.!—–]|"
        r"please|now))",
    ),
]

# To keep nothing of.

_ALL_THIS = (
    r"(?:(?:any|anything|nothing|none|all|everything|a word)(?: of| from| in| about| i say in)? "
    r")?(?:this|that|it|these|those|what i(?:'m| am|'ve| have)?(?: about to| going to| just| now)* "
    r"(?:say|saying|said|tell|telling|told|tell you|telling you|told you|ask|asking|wrote|write|"
    r"share|sharing|shared)(?: you)?(?: now| here| next| today| in this \w+)?|(?:this|that|my last|"
    r"the last|the next|my next|the following|the above|today's|our) (?:\w+ )?(?:message|msg|bit|"
    r"part|one|line|sentence|chat|convo|conversation|talk|question|detail|thing|rant|session|"
    r"exchange|thread|paragraph|info)|the following|what follows|what comes next|anything i (?:say|"
    r"tell you)(?: here| now| next| in here)?|any of (?:this|that|it)(?: \w+)?)"
)
_NO_KEEP = (
    r"(?:remember|save|store|memori[sz]e|record|note|keep|log|retain|commit|put|write|add|file|"
    r"hold on to|hang on to|track|save down|take down|write down|note down)"
)


def _withheld(told: Told) -> Reading | None:
    return None if BLANK in told.matched else Reading(attribute="consent", value=told.matched)


def _tomorrow(heard: Heard, found: re.Match[str]) -> bool:
    """Whether the words are only spoken of: "off the record is such a funny phrase"."""
    after = heard.words[found.end() :]
    return (
        re.match(r"\W*(?:is|was|means?|sounds|has|comes|as a|in the sense)\b", after, re.IGNORECASE)
        is not None
        or re.search(
            r"\b(?:file|document|branch|changes|draft|buffer|to disk|to the (?:database|db|disk)|"
            r"the word|the phrase|expression|journalist|reporter|source)\b",
            heard.words,
            re.IGNORECASE,
        )
        is not None
    )


_OFF = (governed, _only_asked, _tomorrow)

OFF_RECORD: list[Rule] = [
    *sought(
        StatementKind.OFF_RECORD,
        _withheld,
        (*_OFF, _commanded),
        r"\b(?:please |pls |and |so |just |but )*(?:don't|do not|never|no need to|you don't "
        r"(?:need|have) to|you needn't|you shouldn't|you mustn't|you must not|i don't want you "
        r"to|i'd rather you didn't|i'd rather you don't|i'd prefer (?:it )?if you didn't|i'd "
        r"prefer you not|better not|try not to|make sure (?:you don't|not to)|you are not to|"
        rf"you're not to|rather don't|can you not|could you not) (?:ever )?{_NO_KEEP}(?: down)? "
        rf"{_ALL_THIS}(?!'s)\b(?! (?:in|as) (?:a|an|the) (?:file|branch|csv|pdf))",
        rf"\b(?:please |pls |just |let's |and |so )*(?:keep|leave) {_ALL_THIS}(?: strictly| just| "
        r"completely| please| entirely)? (?:off the (?:record|books)|between (?:us|you and me|"
        r"the two of us|ourselves)|out of (?:your |the |any |all )?(?:long-term )?(?:memory|"
        r"notes|records?|logs|files|memories)|to yourself|private between us|unrecorded|unsaved)",
        r"\b(?:strictly |this is |that was |that's |all |all of this is |completely |just |"
        r"totally |so |and |it's |what follows is |the following is |the next (?:bit|part|"
        r"message) is |this one's |this one is |this part is |this next (?:bit|part) is |"
        r"everything here is )*off the record(?=\s*(?:$|[,.!:;—–(]|please|and|but|ok|\s-|for))",
        rf"\b{_ALL_THIS}(?:\s+\w+){{0,3}}? (?:stays?|must stay|has to stay|should stay|is to stay|"
        r"remains?|will stay|needs to stay|must be kept|is to be kept|should be kept) out of "
        r"(?:your |the |any )?(?:long-term )?(?:memory|notes|records?|logs|files)",
        r"\b(?:please |and )*(?:keep|save|store|record|remember|retain|log|write down) (?:nothing|"
        r"none) (?:of|from|about|in) (?:this|that|it|what|my|our)\b",
        r"\b(?:this|that|it|all of this|all this|what i(?:'m| am)? (?:about to )?(?:say|saying|"
        r"tell you|telling you)(?: now)?)(?: one| message| chat| part| bit| conversation| talk)? "
        r"(?:stays|is|must stay|should stay|has to stay|remains|will stay|needs to stay) "
        r"(?:strictly |just |only |purely )?between (?:us|you and me|the two of us|ourselves)",
        r"\b(?:just |strictly |only )*between (?:us|you and me|the two of us)(?: "
        rf"please)?\s*[,:;—–-].{{0,80}}\b(?:don't|do not|never) (?:{_NO_KEEP})\b",
        r"\b(?:leave|make) no (?:trace|record|note) of (?:this|that|it)\b",
        rf"\b(?:forget|erase|wipe|disregard) (?:everything |all of |all )?{_ALL_THIS} (?:right "
        r"after|afterwards|as soon as|once (?:we're|you've|this|i))",
        rf"\b(?:don't|do not|never) (?:let|allow) {_ALL_THIS} (?:into|end up in|go into|get into|"
        r"land in) (?:your |the )?(?:memory|notes|records?)",
        r"\b(?:don't|do not|never) (?:make|take|keep) (?:any |a )?(?:notes?|record|memory|"
        r"memories) (?:of|about|on|from) (?:this|that|it|any|what|our|my)\b",
        r"\bnot for (?:your |the )?(?:memory|notes|records?|files|record)\b",
    ),
    *sought(
        StatementKind.OFF_RECORD,
        _withheld,
        _OFF,
        rf"\b{_ALL_THIS}(?:'s|(?:\s+\w+){{0,3}}? (?:should|must|is|are|may|shall|ought|needs|has|"
        r"do(?:es)?|can|will|better))(?: not|n't| never)(?: to| ever)?(?: be)?(?: go| get| end "
        r"up| land| kept| stored| saved| remembered| recorded| noted| logged| written down| put| "
        r"for| leave| meant for| added| appear| show up)(?: (?:in|into|to|in any of|anywhere in|"
        r"for))?(?: (?:your|the|any))?(?: (?:long-term )?(?:memory|notes|records?|logs|memories|"
        r"this chat|room))?",
        r"\b(?:nothing|none) (?:of (?:this|that|it|what)|(?:from|in|about) (?:this|that|it|our|"
        r"what))\b[^.;!?]{0,40}? (?:should|must|is|gets?|goes|may|shall|needs to|has to|"
        r"can)\b[^.;!?]{0,20}?(?:saved|stored|remembered|kept|recorded|logged|memory|notes|record)",
    ),
]
