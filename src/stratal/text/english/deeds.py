"""What the agent is to ask first, may do unasked, or does from now on, in English."""

from __future__ import annotations

import re

from stratal.text.english.clauses import (
    BOUND,
    asked,
    bygone,
    doubted,
    governed,
    once,
    opens,
    unmeant,
)
from stratal.text.own_words import BLANK
from stratal.text.statement_parts import COMMAS, Heard, Reading, Rule, StatementKind, Told, sought


def _starts(heard: Heard, found: re.Match[str]) -> bool:
    return not opens(heard.words, found.start())


_PLEASE = (
    r"(?:(?:please|pls|plz|kindly|do|just|also|now|and|so|you can|you may|you should|you could|"
    r"could you|can you|would you|will you|i want you to|i need you to|i'd like you to|i'd love "
    r"you to|make sure (?:to|you)|be sure to|go ahead and|feel free to|it's time to|time to|try to|"
    r"you must|let's|i'd appreciate it if you(?:'d| would)?|let me ask you to)\s+)*"
)
_TILL = r"(?P<value>[^\n]{6,220}?)(?=\s*(?:$|[!?]|[.;](?!\w)|[\U0001F300-\U0001FAFF]))"


def _commanded(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it is no order to the assistant: those begin a clause."""
    return not opens(heard.words, found.start())


# To ask first.

_ASK = (
    r"(?:(?:always |first |please |you should |you must |you need to |you have to |make sure (?:to|"
    r"you) |be sure to |i want you to |i need you to |i'd like you to |kindly |just |do |and |so |"
    r"but |could you |can you |would you )*(?:(?:double-?)?check (?:back )?(?:in )?with me|ask me|"
    r"ask|ask for (?:my )?(?:ok|okay|permission|approval|go-ahead|consent|confirmation)|run (?:it|"
    r"them|that|everything|this|the \w+) (?:by|past) me|show (?:it|them|that|this|everything) to "
    r"me|bring (?:it|them) to me|send (?:it|them) to me|pass (?:it|them) (?:by|to) me|show me(?: "
    r"the [\w ]{2,25}| it| them| a (?:draft|preview|diff|list)| what you[\w' ]{2,20})?|let me "
    r"(?:see|approve|check|confirm|sign off on|look at|review|read|know)(?: it| them| the [\w "
    r"]{2,20})?|consult me|confirm with me|warn me|tell me|give me a heads-up|come to me|ping me|"
    r"get (?:my|a) (?:ok|okay|permission|approval|go-ahead|consent|sign-?off|yes|blessing|"
    r"confirmation)(?: from me)?|wait for (?:my|me)(?: (?:ok|okay|permission|approval|go-ahead|"
    r"consent|sign-?off|yes|word|confirmation|to (?:confirm|say yes|approve|agree)))?|seek my "
    r"approval|clear it with me|talk to me|speak to me|have me (?:confirm|approve|check|look))(?: "
    r"first| again| beforehand| please| always| every (?:single )?time)*)"
)
_DEED = r"(?P<value>[^.;!?\n\ufffc]{3,90}?)"
_DEED_END = (
    r"(?=\s*(?:$|[.;!?,—–(]|\s-\s|[\U0001F300-\U0001FAFF]|\b(?:because|since|please|even if|no "
    r"matter|every time|ok|always|so that|thanks|as i|as the|as we|i don't|no exceptions|and "
    r"(?:never|always|don't|i|i'll|wait|no)|but)\b))"
)


def _first(told: Told) -> Reading | None:
    if re.search(r"(?:n't|\bnot|\bno longer|\bnever)$", told["value"].strip(), re.IGNORECASE):
        return None
    action = re.sub(
        r"^(?:you(?:'re| are)?(?: about to| going to| ever| start| even)*|ever|actually|even|"
        r"about to|going to)\s+",
        "",
        told["value"].strip(COMMAS),
        flags=re.IGNORECASE,
    )
    action = re.sub(
        r",? (?:please|ok|okay|first|every time|always|thanks)$", "", action, flags=re.IGNORECASE
    )
    if len(action) < 4 or BLANK in told.matched or _NO_DEED.match(action):
        return None
    return Reading(attribute=f"ask before: {action.casefold()}", value=told.matched)


_NO_DEED = re.compile(
    r"^(?:it|that|this|them|i|we|he|she|they|he's|you|me|dinner|lunch|noon|bed|anything|the "
    r"(?:meeting|party|wedding|trip|interview))\b(?! (?:ing)\b)(?!\s\w+)|^(?:we|i|he|she|they)\b",
    re.IGNORECASE,
)
_ASKING = (governed, asked, bygone, once)

ASK_BEFORE: list[Rule] = [
    *sought(
        StatementKind.ASK_BEFORE,
        _first,
        (*_ASKING, _commanded),
        rf"\b{_ASK}\s+(?:before|prior to|ahead of|whenever you(?:'re| are) about to|if you(?:'re| "
        r"are) about to|any ?time you(?:'re| are) about to|when(?:ever)? you want to|if you want "
        rf"to|if you (?:ever )?need to|when you need to)\s+{_DEED}{_DEED_END}",
        r"\b(?:always )?(?:before|prior to|ahead of) (?:you (?:ever |even |start "
        r")?)?(?P<value>(?!(?:we|i|he|she|they|the|my|our|a|an|this|that|every|each|bed|dinner|"
        rf"lunch|answering|replying|responding|you answer)\b)[^.;!?,\n]{{3,70}}?),?\s+{_ASK}(?=\s*"
        r"(?:$|[.,;!—–(]|first|every|always|please|because|so|and|for|about|what|which|if|"
        r"whether|no))",
        r"\b(?:whenever|when|if|every time|any ?time|each time) (?:you(?:'re| are)?(?: ever)? "
        r"(?:about to|want to|going to|planning to|need to|plan to|feel like|feel the need to|"
        rf"think of|think about|have to|intend to|would like to))\s+(?P<value>[^.;!?,\n]{{3,80}}?)"
        rf",?\s+(?:please |always |first )*{_ASK}",
        r"\b(?:please |so |and |but )*(?:never|don't|do not|you(?:'re| are) not (?:to|allowed to|"
        r"supposed to)|i'd rather you didn't|make sure (?:you don't|you never|not to)|try not to|"
        r"you (?:must|should|may|can|are to) (?:not|never)|you mustn't|you shouldn't|you can't|i "
        r"don't want you to|no) (?:ever |just |simply )?(?P<value>[^.;!?,\n]{3,70}?)\s+(?:without "
        r"(?:asking|checking|showing|my|first|running|consulting|telling|confirm\w*|me|letting me|"
        r"a (?:yes|nod|green light) from|getting|prior|explicit|approval|permission|talking to me|"
        r"an? ok)|unless (?:i|you(?:'ve| have) (?:asked|checked))|until (?:i(?:'ve| have)?|"
        r"you(?:'ve| have)) (?:say|said|approved|approve|confirm|confirmed|ok'?d|seen|given|give|"
        r"agreed|checked|signed|read|looked|asked|shown|had|okayed))",
        r"\b(?P<value>[^.;!?,:\n]{4,50}?) (?:always |only )?(?:needs?|requires?|has to have|have "
        r"to have|must have) (?:my (?:explicit |prior |personal |written )?(?:ok|okay|approval|"
        r"permission|sign-?off|go-ahead|consent|yes|blessing|confirmation)|to (?:go through|be "
        r"approved by|be cleared by|be confirmed by|go past) me)(?: first| every time| each time)?",
        r"\bi (?:want|need|'d like|would like|have|insist on|wish) (?:to )?(?:be (?:asked|"
        rf"consulted|warned|told)|see (?:it|them|everything|the [\w ]{{2,20}})|approve (?:it|them|"
        r"everything|every \w+|any \w+)|sign off(?: on (?:it|them|everything|any \w+))?|say yes|"
        r"give (?:my|the) (?:ok|okay|go-ahead))(?: first)?,? (?:before|prior "
        rf"to)\s+{_DEED}{_DEED_END}",
    ),
]

# To act without asking.

BIDDEN = (
    r"(?:restart|rename|reorder|move|merge|archive|delete|close|update|refresh|rerun|rebook|renew|"
    r"approve|accept|decline|fix|clean|tidy|apply|format|file|sort|tag|label|order|book|cancel|"
    r"post|"
    r"publish|send|reply|pay|swap|adjust|correct|remove|add|install|upgrade|bump|push|deploy|"
    r"revert)"
)

_UNASKED = (
    r"(?:(?:without|w/?o) (?:asking|checking|waiting|my|any|me|bothering|running|confirm\w*|"
    r"permission|"
    r"prior|consulting|a (?:word|nod)|telling|approval|needing|having to|first)[^.;,!?]{0,40}|on "
    r"your own(?: initiative| judg\w+)?|by yourself|yourself|(?:at|in) your (?:own )?discretion|as "
    r"you see fit|whenever you (?:like|want|see|think|feel)[^.;,!?]{0,30}|,? no (?:confirmation|"
    r"approval|permission|questions?|sign-off|check) (?:needed|required|necessary|"
    r"asked)[^.;,!?]{0,20}|,? no need to (?:ask|check|ping|wait|confirm|tell|run)[^.;,!?]{0,40}|,? "
    r"you don't (?:need|have) to (?:ask|check|ping|wait|tell)[^.;,!?]{0,40}|,? you (?:don't|"
    r"needn't) "
    r"(?:need |have |ask for )?my (?:ok|okay|approval|permission|confirmation|consent|go-ahead|"
    r"sign-?off|blessing)[^.;,!?]{0,30}|,? don't (?:bother "
    r")?(?:ask|asking|wait|ping)[^.;,!?]{0,30}|,? i don't need to (?:see|approve|check|confirm|"
    r"know|review)[^.;!?]{0,40}|,? you needn't (?:ask|check|"
    r"wait)[^.;!?]{0,30}|,? (?:i trust you|just do it|go "
    r"ahead)[^.;,!?]{0,20})"
)
_MAY = (
    r"(?:you(?:'re| are)?|u)(?: (?:can|may|could|are|have|always|now|also|just|simply|totally|"
    r"absolutely|certainly|definitely|both|free|welcome|allowed|permitted|cleared|authori[sz]ed|my "
    r"(?:ok|okay|permission|blessing|go-ahead|approval)|permission|the green light|the go-ahead|"
    r"free rein|carte blanche|hereby|to|at liberty|trusted|of course|from now on|go ahead and|feel "
    r"free to)){1,8}"
)
ACTION = (
    r"(?P<value>(?!(?:say|see|imagine|tell|use|assume|guess|think|have|be|believe|call me|forget|"
    r"skip|drop|find|get|eat|take it|ask|stop|help|trust|do that|do this|do "
    r"it)\b)[a-z][^.;,!?\n\ufffc]{3,70}?)"
)


def leave(told: Told) -> Reading | None:
    value = re.sub(
        r"^(?:also|just|now|to|always|simply)\s+",
        "",
        told["value"].strip(COMMAS),
        flags=re.IGNORECASE,
    )
    value = re.sub(
        r"\s+(?:whenever needed|as needed|anytime|any time|always|now|too|please|for me)$",
        "",
        value,
        flags=re.IGNORECASE,
    )
    if len(value) < 4 or BLANK in told.matched:
        return None
    return Reading(attribute="permission", value=value)


_NOT_LEAVE = re.compile(r"\b(?:never|not|n't|no one|nobody|cannot|only if|unless)\b", re.IGNORECASE)


def _forbids(heard: Heard, found: re.Match[str]) -> bool:
    before = re.split(BOUND, heard.words[: found.start()])[-1]
    return (
        re.search(
            r"\b(?:never|not|don't|can't|if|whether|that|think|thinks|says|said|until)\s*$",
            before,
            re.IGNORECASE,
        )
        is not None
    )


_LEAVE = (governed, asked, bygone, once, doubted, _forbids)

PERMISSIONS: list[Rule] = [
    *sought(
        StatementKind.PERMISSION,
        leave,
        (*_LEAVE, _commanded),
        r"\b(?:no need to|you don't (?:need|have) to|don't) (?:check|ask|wait|"
        r"ping)[^,.;!?]{0,25}[,;—–-]\s*"
        rf"(?:just |simply |you (?:can|may) |feel free to |go ahead and )+{ACTION}"
        r"(?=\s*(?:$|[.,;!?—–(]|whenever\b|any ?time\b|when\b|if\b|because\b|as you\b))",
        r"\b(?:(?:when|whenever|once|as soon as) (?:we|i|you|it|the|something|my|"
        rf"our)\b[^,;.]{{2,40}}?,? )?{_MAY}\s+{ACTION}\s*{_UNASKED}",
        rf"\b(?:please |just |simply )*(?P<value>{BIDDEN}\b(?! me\b)[^.;,!?\n]{{3,60}}?)(?: "
        r"(?:whenever|when|any ?time|as soon as|if)\b[^.;,!?]{2,40})?\s*[,;—–-]+\s*(?:and )?(?:you "
        r"needn't|no need to|there's no need to|you don't (?:need|have) to|don't (?:bother )?(?:to "
        r")?)\s*(?:ask|check|wait|ping|confirm)",
        r"\b(?:please )?(?:feel free to|go ahead and|just go ahead and|by all means|"
        rf"just)\s+{ACTION}\s*{_UNASKED}",
        r"\b(?:you )?(?:there's |there is )?(?:no need to|you don't (?:need|have) to|you needn't|"
        r"don't|do not|never|no reason to|stop|quit|you can stop|you no longer (?:need|have) to|"
        r"you don't)(?: ever| always| bother)? (?:to )?(?:ask(?:ing)?|check(?:ing)?(?: in)?|"
        r"wait(?:ing)?|confirm(?:ing)?|ping(?:ing)?|consult(?:ing)?|run(?:ning)? it (?:by|past)|"
        r"seek(?:ing)?|get(?:ting)?|request(?:ing)?)(?: (?:with )?me| for (?:my )?(?:permission|"
        r"approval|ok|okay|me|confirmation|a yes)| my (?:permission|approval|ok|okay|consent)| "
        r"permission| approval| first| every time| each time)* (?:before|about|when(?:ever)?|"
        rf"to|if|every time|each time)\s+(?:you(?:'re| are)? )?{ACTION}(?=\s*(?:$|[.,;!?—–(]|"
        r"because|since|i trust|just|any ?more))",
        r"\byou(?:'ve| have)?(?: got| have)? (?:my )?(?:full |standing |explicit |general "
        r")?(?:permission|ok|okay|blessing|go-ahead|approval|consent|say-so|green light|leave|"
        r"the green light|the go-ahead|free rein|a free hand) (?:to|for|"
        rf"with)\s+{ACTION}(?=\s*(?:$|[.,;!?—–(]|without|whenever|because|since|as|any ?time|on "
        r"your own|but|and))",
        r"\bi (?:hereby )?(?:allow|permit|authori[sz]e|trust|give you (?:permission|leave|my ok|"
        r"the ok|my permission|free rein|the green light|my blessing)|grant you (?:permission|"
        rf"leave))(?: you)? (?:to)\s+{ACTION}(?=\s*(?:$|[.,;!?—–(]|without|whenever|because|"
        r"since|any ?time|on your own|but|and))",
        r"\b(?P<value>[a-z]+ing [^.;,!?\n]{3,60}?) (?:without (?:asking|checking|my|"
        r"me)[^.;,!?]{0,20} (?:is|are) (?:fine|ok|okay|allowed|alright|no problem)|(?:is|are) "
        r"(?:fine|ok|okay|allowed|alright|no problem) without (?:asking|checking|my)|(?:doesn't|"
        r"does not|no longer|don't|won't) needs? my (?:ok|okay|permission|approval|go-ahead|"
        r"sign-?off))",
        r"\bi(?:'m| am) (?:fine|ok|okay|happy|cool|good) with you\s+(?P<value>[a-z]+ing "
        rf"[^.;,!?\n]{{3,60}}?)(?:\s*{_UNASKED}|(?=\s*(?:$|[.,;!—–])))",
    ),
]

# To act from now on.

_WHEN = (
    r"(?:(?:whenever|every time|each time|any ?time|as soon as|when|once|if|on every|after every|"
    r"after each|before every|before each|at the (?:end|start|beginning) of (?:every|each|the)|"
    r"every|each|in case|after|before|for every|for each|with every)\b[^;!?\n\ufffc]{3,110}?)"
)
ACTS = (
    r"(?:add|append|archive|attach|back ?up|block|book|bump|call|cancel|cc|change|check|clean|"
    r"clear|close|commit|convert|copy|count|create|cross-?check|deduct|delete|deploy|double-?check|"
    r"download|draft|email|enter|export|file|fill|filter|flag|format|forward|generate|give it|"
    r"import|increment|insert|install|keep a (?:log|list|copy|tally)|label|lint|list|lock|log|mail|"
    r"make|mark|merge|message|move|name|notify|open|order|organi[sz]e|ping|place|post|prefix|print|"
    r"publish|pull|push|put|rebase|rebuild|record|redact|refresh|regenerate|reject|reload|remind|"
    r"remove|rename|replace|report|reset|restart|revert|round|run|save|scan|schedule|send|set|sort|"
    r"spell-?check|squash|stage|start|stop|store|strip|submit|subtract|swap|switch|sync|tag|take|"
    r"tell (?:them|him|her|the \w+)|let (?:them|him|her) know|respond to|reply to|thank|offer|"
    r"greet|ask (?:them|him|her)|test|text|tick|tidy|track|transcribe|turn|update|upload|validate|"
    r"free|release|reserve|invite|decline|escalate|pay|renew|rotate|reorder|top up|"
    r"water-?mark|verify|water|write|warn|blur|crop|compress|resize|redact|anonymi[sz]e|mask)"
)
_OF_ANSWER = re.compile(
    r"\b(?:your (?:answers?|replies|reply|responses?|messages)|summaries|lines of|numbered|in "
    r"grams|in metric|in celsius|amounts|quantit|measurement|temperature|you give me|talking to "
    r"me|(?:send|write|give|show) me|bullet points?|emojis?|tone|in (?:english|german|french|"
    r"spanish|dutch|italian|portuguese|welsh|polish)|short|brief|concise|sentences?|paragraphs?|"
    r"metric|celsius|call me|answer (?:me|in)|reply in|respond in|write (?:to me|back)|explain|"
    r"tl;?dr|words? or (?:less|fewer)|show me|ask me|check with me|let me (?:see|know|approve)|"
    r"tell me|run (?:it|them) (?:by|past) me|warn me|remind me|i (?:say|mean)|it's \w+ time|it "
    r"means)\b",
    re.IGNORECASE,
)


def to_do(told: Told) -> Reading | None:
    value = re.sub(
        r",? (?:please|ok|okay|thanks|no exceptions|from now on|without exception)$",
        "",
        told["value"].strip(COMMAS + "—–-"),
        flags=re.IGNORECASE,
    )
    if BLANK in value or _OF_ANSWER.search(value) or len(value.split()) < 4:
        return None
    return Reading(attribute="standing order", value=value, about_work=True)


def _not_to_you(heard: Heard, found: re.Match[str]) -> bool:
    """Whether the deed is somebody's habit: "every time I hear that, I cry"."""
    del heard
    return re.search(
        r",\s+(?:i|we|he|she|they|it|my|our|the|people|you)\b", found.group(), re.IGNORECASE
    ) is not None and not re.search(
        r",\s+(?:please |always |then |also |just |you should |you must |make sure (?:to|you) "
        rf")*{ACTS}\b",
        found.group(),
        re.IGNORECASE,
    )


def _told_of_others(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it is told of others; a condition is a part of an order."""
    before = heard.words[: found.start()]
    if unmeant(heard, found):
        return True
    return (
        re.search(
            r"\b(?:says?|said|tells?|told|reads?|wrote|sign|proverb|imagine|suppose|pretend|she|"
            r"he|they|who|people|mum|boss|manual|handbook|lyrics|song|would you|should (?:i|we))\b",
            before,
            re.IGNORECASE,
        )
        is not None
    )


ANY_DEED = (
    r"(?!(?:i|i'm|i'll|we|he|she|they|it|it's|the|a|an|my|our|your|his|her|their|its|this|that|"
    r"that's|these|those|there|there's|you|what|why|how|who|when|where|is|are|do|does|did|can|"
    r"could|would|should|will|was|were|and|but|so|or|not|no|nothing|nobody|everyone|everybody|"
    r"everything|people|some|someone|something|all|in|on|at|with|for|to|of|from|by|as|if|even|"
    r"especially|usually|sometimes|maybe|perhaps|which|because|since|though|although|please|always|"
    r"just|only|also|then|than|like|right|ok|okay|one|two|three|more|less|most|very|too|here|now|"
    r"again|give|show|tell|ask|explain|answer|reply|respond|use|write|speak|talk|call|keep|assume|"
    r"think|mean|be|have|let|make it|say|remember|know|see|read it|take it)\b|\w+(?:ing|ed|ly|"
    r"s)\b)[a-z]{2,}\s"
)
"""A bidding, whatever is bidden: no word that begins a statement."""


def _wondered(heard: Heard, found: re.Match[str]) -> bool:
    """Whether what is asked is why it happens: "every time we push the build breaks, why?"."""
    del found
    return heard.asks and _KINDLY.search(heard.whole) is None


_KINDLY = re.compile(
    r"\b(?:ok|okay|please|pls|alright|yeah|got it|will you|would you|could you|can you|deal)\b",
    re.IGNORECASE,
)
_ORDERED = (
    _wondered,
    asked,
    bygone,
    once,
    _commanded,
    _not_to_you,
    _told_of_others,
)
_RUN = r"[^;!?\n\ufffc]{2,140}?"
_THEN = (
    r"(?:,\s+|(?<!\bi)(?<!\bwe)(?<!\byou)(?<!\bto)(?<!\bthey)(?<!\bhe)(?<!\bshe)(?<!\bthe)(?<!\ba)("
    r"?<!\bmy)(?<!\bour)(?<!\ban)(?<!\bcan)(?<!\bnew)(?<!\bnot)(?<!\bit)(?<!\band)(?<!\bor)(?<!\bwh"
    r"o)\s+)"
)
"""Behind the condition: a comma, or at least no word that has a verb behind it."""
_CLOSE = (
    r"(?=\s*(?:$|[.!?](?!\w)|;|[\U0001F300-\U0001FAFF]|\s-\s|—|, (?:please|thanks|i |we |she |he |"
    r"they |that's|otherwise|no exceptions|because|since|it's)|\b(?:because|since)\b))"
)


STANDING: list[Rule] = [
    *sought(
        StatementKind.STANDING_ORDER,
        to_do,
        _ORDERED,
        r"\b(?P<value>(?:whenever|every time|each time|any ?time|as soon as|on every|on the \w+ of "
        r"(?:every|each) \w+|after "
        r"every|after each|before every|before each|at the (?:end|start|beginning) of (?:every|"
        rf"each))\b{_RUN}{_THEN}(?:please |always |then |also |just |you should |you must |you "
        r"always |make sure (?:to|you) |automatically |immediately |first |go and |i want you to "
        rf"|i need you to |i'd like you to )*{ACTS}\b(?! me\b){_RUN}){_CLOSE}",
        rf"\b(?P<value>(?:whenever|every time|each time|any ?time)\b{_RUN},\s+(?:please |always |"
        rf"then |also |just |automatically |immediately |first )*{ANY_DEED}{_RUN}){_CLOSE}",
        r"\b(?P<value>(?:when|once|if|after|before)\b (?:a|an|any|the|you|i|we|someone|somebody|"
        rf"there|my|our|another|new){_RUN},\s+(?:please |always |then |also |just |you should |"
        rf"you must |automatically |immediately )*{ACTS}\b(?! me\b){_RUN},? (?:always|every time|"
        r"each time|every single time|without exception|no exceptions|from now on|"
        rf"automatically)){_CLOSE}",
        r"\b(?P<value>(?:when|if)\b (?:a|an|any|anyone|someone|somebody|anybody|something|"
        rf"new)\b[^,;!?\n\ufffc]{{4,90}}?,\s+(?:please |always |then |also |just |you should |you "
        rf"must |automatically |immediately )*{ACTS}\b(?! me\b){_RUN}){_CLOSE}",
        r"\b(?:from now on|from here on(?: in| out)?|going forward|as of (?:now|today)|in (?:the "
        r")?future|by default|as a (?:standing |general )?rule|standing (?:order|instruction|"
        r"rule)|(?:new|house|ground|standing|one|general) rule|rule|make it a (?:habit|rule)|"
        r"henceforth|until further notice)[,:—–-]*\s+(?:please |always |then |also |just |you |"
        r"should |must |are to |make sure (?:to |you )?|that you |to |i want you to |i need you "
        r"to |i'd like you to )*(?P<value>(?:always |never |automatically |only "
        rf")?(?:{_WHEN},?\s+(?:please |always |then |also |just |you should )*)?(?:never |always |"
        rf"do not |don't )?{ACTS}\b(?! me\b){_RUN}){_CLOSE}",
        r"\b(?:you (?:must|should|have to|need to|are to|shall) )?(?P<value>(?:always|never)(?: "
        rf"ever)?\s+{ACTS}\b(?! me\b)(?:{_RUN})?\s+(?:when|whenever|before|after|if|every time|"
        r"each time|once|as soon as|on|in|to|into|at|with|from|under|unless|"
        rf"without)\b{_RUN}){_CLOSE}",
        rf"\b(?:you (?:must|should|may|are to) )?(?P<value>never {ACTS}\b(?! me\b) (?:the|any|my|"
        rf"our|a|an|to|into|from|on|anything)\b{_RUN}){_CLOSE}",
        rf"\b(?P<value>(?:please |always )*{ACTS}\b(?! me\b){_RUN} (?:whenever|every time|each "
        r"time|any ?time|as soon as|after every|before every|after each|before each|at the "
        r"(?:end|start) of (?:every|each)|every (?:morning|evening|night|day|week|month|monday|"
        r"tuesday|wednesday|thursday|friday|saturday|sunday|hour)|each (?:morning|evening|day|"
        rf"week|month)){_RUN}){_CLOSE}",
        r"\b(?P<value>(?:on the \w+ of (?:every|each) month|every (?:single )?(?:morning|evening|"
        r"night|day|week|month|monday|tuesday|"
        r"wednesday|thursday|friday|saturday|sunday|hour|new \w+))(?: morning| afternoon| evening| "
        r"night)?(?: at \w+)?,?\s+(?:please |"
        rf"always |also |you should |i want you to |i'd like you to |i need you to )*{ACTS}\b(?! "
        rf"me\b){_RUN}){_CLOSE}",
    ),
]
