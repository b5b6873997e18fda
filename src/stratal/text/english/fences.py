"""What an English statement must stand on, per kind, whichever rule has heard it.

The vetoes of a clause ask whether it is asserted; these ask whether it is a statement of its
kind at all: a correction of a value, the speaker's own day, a wish about answers and not about one
text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from stratal.text.english import cuts
from stratal.text.english.clauses import around
from stratal.text.english.manners import MANNER
from stratal.text.statement_parts import Reading, StatementKind, Told
from stratal.text.titles import STOP

__all__ = ["trimmed", "unanchored"]

_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTHS = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_PEOPLE = (
    r"(?:sons?|daughters?|wife|husband|mothers?|fathers?|mum|mom|dad|sisters?|brothers?|boss|"
    r"managers?|friends?|colleagues?|neighbou?rs?|kids?|child|children|cousins?|uncle|aunt|"
    r"roommates?|flatmates?|clients?|customers?|partner|girlfriend|boyfriend|professor|tutor|"
    r"teacher|nephew|niece|gran|grandma|grandpa|grandmother|grandfather|landlord|landlady|"
    r"patients?|students?|guests?|interns?|in-?laws?|parents?|doctor|lawyer|accountant|plumber|"
    r"contractor|teammates?|buddy|mate|ex|bank|school|suppliers?|competitors?|vendor|dog|cat)"
)


def _i(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _before(told: Told) -> str:
    return told.heard.words[: told.match.start()]


def _after(told: Told) -> str:
    return told.heard.words[told.match.end() :]


def _rest(told: Told) -> str:
    """What stands behind the value, be it in the match or behind it."""
    if "value" not in told.match.groupdict():
        return _after(told)
    return told.heard.words[told.match.end("value") :]


def _upto_value(told: Told) -> str:
    return told.heard.words[: told.match.start("value")]


def _led(told: Told) -> str:
    """What the match has before its value."""
    words, match = told.heard.words, told.match
    return words[match.start() : match.start("value")] if "value" in match.groupdict() else ""


# What is put right.

_PUTS_RIGHT = _i(
    r"\b(?:correct(?:ion|ed)?|misspoke|mistyped|misread|misremembered|mixed|swapped|muddled|"
    r"switched|transposed|typos?|mistakes?|my bad|my fault|scratch that|wrong\w*|incorrect|"
    r"mistaken|not right|outdated|sorry|oops|whoops|my error|should (?:actually )?(?:be|say|read|"
    r"have been)|isn't|aren't|wasn't|is not|are not|was not|(?:you|i)(?:'ve|'d| have| had)?(?: "
    r"\w+)? (?:said|say|saying|wrote|write|writing|put|typed|told|gave|had|have|assumed|thought|"
    r"called|calling|meant|mean|mentioned|noted|quoted|spelled|listed|used|kept))\b"
)
_SETS_RIGHT = _i(
    r"^\W*(?:(?:oh|ah|um+|uh|hm+|well|so|but|and|hey)[\s,]+)*(?:no|nope|nah|wait|actually|hang on|"
    r"hold on|not quite|make that|fix|small fix|quick fix)\b|[,;.!—–-]\s*(?:no|nope|nah|wait|"
    r"actually|make that)\b|\bactually\b"
)
_BY_WORD = _i(
    r"\b(?:says?|said|insists?|insisted|claims?|claimed|thinks?|tells?|told|reads?|shows?|asked|"
    r"asks?|hears?|heard|believes?|swears?|reckons?|wants?|expected)\b"
)
_OWN_WORD = _i(
    r"\b(?:i|we|you)(?:'ve| have|'d| had| just| already| keep| kept| first| wrongly)* (?:said|told|"
    r"wrote|say|thought|think|read|saying|heard)\b|\b(?:should|to|must) (?:say|read)\b"
)
_NUMBER = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|"
    r"first|second|third|fourth|fifth|half|quarter|noon|midnight)\b"
)
_EXACT = _i(
    r"^(?:the |at |on |in |to |from |about |around )*(?:(?-i:[A-Z\u00c0-\u00de])\S*|\S*[\d_/@]\S*|"
    rf"{_NUMBER}\S*|(?:{_DAYS}|{_MONTHS})\b|room|gate|floor|apartment|flat|unit)(?: \S+){{0,4}}$"
)
_NO_VALUE = _i(
    r"^(?:(?:i|we|you|he|she|they|it|that|this|there|what|who|if|when|so|too|already|late|early|"
    r"called|me|him|her|us|them|no|yes)(?:'\w+)?)(?:\s|$)|\bthan\b|\b(?:here|open|already|though)$|"
    r"\(\w*$"
)
_NO_OTHER = _i(
    r"^(?:\w+ing|called|named)\b|\b(?:you|me|us|it|him|them)$|^(?:i|we|you|he|she|they|it|to|"
    r"because|just|only)(?:'\w+)?\b"
)
_TASK = _i(
    r"^\W*(?:(?:please|and|now|so|ok|can you|could you)[\s,]+)*(?:fix|change|set|update|put|sort|"
    r"use|move|replace|write|tell|make (?:it|the|my|them)|add|rename|keep|order|book)\b"
)
_OF_ALL = _i(
    r"\b(?:we|i|there)(?:'re|'m|'s| are| am| is| have| has|'ve)(?: \w+)? ?$|\bthe answer is $"
)
_OF_NOW = _i(r"^\W*(?:here|already|now|finally|and i(?:'m| can't)|already)\b")
_WHEN = _i(r"\b(?:when|if|while|never|because|whenever|which|who)\b")


def _no_correction(told: Told, reading: Reading) -> bool:
    """Whether nothing is put right: a contrast, a task, an exclamation, what others say."""
    words, value, other = told.heard.words, reading.value.strip(), reading.not_value.strip()
    led = words[: told.match.end()]
    strong, light = _PUTS_RIGHT.search(words), _SETS_RIGHT.search(words)
    if _NO_VALUE.search(value) or (other and (_NO_VALUE.search(other) or _NO_OTHER.search(other))):
        return True
    if _BY_WORD.search(_OWN_WORD.sub(" ", led)) and not light:
        return True
    if _TASK.match(words) and not _TASK_RIGHTED.search(words):
        return True
    if _CAME_OTHERWISE.search(led):
        return True
    if re.search(r"\bmeant to (?!say|write|type|put)\w+", words, re.IGNORECASE):
        return True
    exact = _EXACT.match(value) is not None
    if _OF_A_RUN.search(words) or (_WANTED.search(_upto_value(told)) and not exact):
        return True
    if not other:
        subject = _led(told)
        if not exact or _WHEN.search(subject) or _OF_NOW.match(_after(told)):
            return True
        if re.search(r"\bthe answer is\b|^wrong\s*!", words, re.IGNORECASE):
            return True
        return not (strong or light) or (
            _OF_ALL.search(subject) is not None and not _SURELY_RIGHTED.search(words)
        )
    if strong or light:
        return False
    return (
        not (exact and _EXACT.match(other))
        or re.match(r"\W*this is\b", words, re.IGNORECASE) is not None
    )


_CAME_OTHERWISE = _i(
    r"\bi (?:said|told (?:you|them|him|her)) (?:that )?i(?:'d|'ll| would| will| was going to)\b"
)
"""What was meant to be, and came otherwise, was no mistake in the words."""
_TASK_RIGHTED = _i(
    r"\b(?:sorry|oops|whoops|actually|correction|typo|mistake|my bad|i (?:said|meant|wrote|told)|"
    r"wrong|you (?:said|wrote|have|had|put|noted|saved|stored)|your (?:notes?|memory|records?)|"
    r"what i (?:said|told)|earlier|wait|no)\b"
)
_OF_A_RUN = _i(
    r"\b(?:output|function|result|test|program|script|loop)\b[^,;.]{0,30}\bshould (?:be|print|"
    r"return|say)\b"
)
_WANTED = _i(r"\bi (?:said|asked for|wanted|ordered|need(?:ed)?) $")
_SURELY_RIGHTED = _i(
    r"\b(?:correct(?:ion|ed)?|misspoke|mistyped|misread|mixed|swapped|typo|mistake|my bad|scratch "
    r"that|wrong\w*|(?:you|i)(?:'ve| have)? (?:said|wrote|put|typed|told|gave|assumed|thought|"
    r"meant))\b"
)

# What the speaker has to do.

_THEIRS = _i(
    rf"^(?:(?:on|by|from|before|this|next|at)\b[^,]{{0,25}},?\s+)?(?:(?:my|our|the|a|an|his|her|"
    rf"their|your|some)\s+(?:[\w'-]+ ){{0,2}}?{_PEOPLE}(?:'s?)?\b(?! and (?:i|me)\b)|(?:they|he|"
    r"she|you|it|everyone|everybody|someone|somebody|people|nobody)\b|(?:my|our) (?:favou?rite|"
    r"package|parcel|order|show)\b)"
)
_NO_DUTY = _i(
    r"\b(?:feeling|hunch|impression|suspicion|idea|pasting|see you|have a (?:good|nice|great|"
    r"lovely|fun)|happy|merry|free|bored|tired|done until|believe|should|could|need (?:a|an|some|"
    r"help|your|you|this|new|more)\b|turn(?:ing)? \d|(?:friday|monday|day) off|be \d\d\b|book set|"
    r"reading|watching|never|am not|'m not|are not|'re not|aren't|won't|don't|do not|will not|"
    rf"can't|cannot|haven't|a {_DAYS}|(?:on|in) [\w]+(?: \w+)? time until|can't wait|getting old|i "
    r"wish|dying to|expired|ended|says?|tell (?:her|him|them|you)|have a look|no time|good night|"
    r"to bed|(?:cook(?:ing)?|bak(?:e|ing)|mak(?:e|ing)|having|eat(?:ing)?|watch(?:ing)?) [\w "
    rf"]{{2,25}} (?:tonight|tomorrow night))\b|\b(?:have|got|am|'m) (?:{_DAYS}|tomorrow|today|"
    r"tonight|next \w+)$|\bon [\w]+(?: \w+)? time\b"
)
_UNSURE = _i(
    r"\b(?:maybe|perhaps|possibly|probably|might|presumably|supposedly|apparently|if|unless|"
    r"hopefully|in case|plan (?:me )?a|i (?:saw|heard|read|noticed|dreamt|dreamed)|what if|how "
    r"(?:do|can|should) i)\b"
)
_OVER = _i(
    r"^\W*(?:went|was|were|has been|had|got (?:cancell?ed|called off|postponed indefinitely)|is "
    r"(?:cancell?ed|off|over|called off)|every|each|again every)\b|\b(?:just kidding|kidding|i "
    r"wish|not really|cancell?ed|called off|jk)\b"
)


_A_STATE = re.compile(
    r"(?:I'm|I am|We're|We are|i'm|i am) (?:an?|the|my|their|[A-Z][\w-]*'s) [\w -]{2,40}? until\b"
)


def _no_duty(told: Told, reading: Reading) -> bool:
    """Whether it is another's day, a state, a doubt, or what is over."""
    value = reading.value
    if _A_STATE.match(value):
        return True
    if _THEIRS.search(value) or _NO_DUTY.search(value) or _OVER.search(_after(told)):
        return True
    before = re.split(r"[.!?;:]", _before(told))[-1]
    return _UNSURE.search(before) is not None or (
        re.search(r"\bplan (?:me )?an?\b", _before(told), re.IGNORECASE) is not None
    )


# How answers are to look.

_FOR_GOOD = _i(
    r"\b(?:always|from now on|going forward|from here on|in (?:the )?future|by default|ever|never|"
    r"every (?:answer|reply|time|response|message)|all (?:your|my|the|future) \w+|as a (?:general "
    r")?rule|in general|generally|your (?:answers|replies|responses|messages|explanations)|"
    r"when(?:ever)? (?:you|i)|permanently|each time|any (?:answer|reply|response))\b"
)
_OF_ONE = _i(
    r"^(?:,? ?(?:please|pls),?)?\s*(?:in|for|from|of|at|to)\s+(?:the|this|that|my|our|a|"
    r"an)\s+(?!(?:answers?|repl\w+|respons\w+|explanations?|messages?|futures?|summar\w+|chats?|"
    r"output|text|examples?|code|end|start|top|beginning|bottom|eyes|brain|adhd|dyslexia|screen|"
    r"sake|first|main|same|most|love|record|rest|way|measurements?|things?)\b)"
)
_ONE_ASKED = _i(
    r"\b(?:the|a|an|this|that|my|our) (?:[\w-]+ )?(?:answer|recipe|summary|report|list|email|essay|"
    r"letter|table of|results?|dates? in|section|document|brochure|story|poem|slide|explanation "
    r"of)\b|\b(?:explain|describe) (?:it|this|that)\b|\bin this\b"
)
_ITS_FOR = _i(r"\b(?:it|this)(?:'s| is) (?:for|to) (?:my|a|an|the|our)\b|\bit's an? \w+$")
_SINGLE = _i(r"\b(?:answer|summary|reply|response|explanation|recap)$")
_IS_SAID = _i(r"^(?: [\w']+){0,5}? (?:were|was|are|is|look|looks)\b")


_NEGATED = _i(
    r"\b(?:no|not|never|without|fewer|less|don't (?:use|want|need|like)|do not use|(?:stop|avoid|"
    r"quit) (?:using|writing|adding)|avoid|skip|instead of|rather than)(?: any| the| more| your| "
    r"so many)?\s+$"
)
_NEGATED_SELF = _i(r"(?:more|longer|no|never)\b")


_IN_A_PROGRAM = re.compile(
    r"\s+(?:in|on|for) (?!(?:English|French|German|Spanish|Chinese|Italian|Dutch|I)\b)[A-Z]\w+|"
    r"\s+without (?:an?|the) "
)
"""Tables in LaTeX, and emojis on Slack, are none of the assistant's answers."""


def _no_manner(told: Told, reading: Reading) -> bool:
    """Whether one text is meant, or tables of another sort."""
    words, after = told.heard.words, _rest(told)
    if _NEGATED.search(_upto_value(told)) and not _NEGATED_SELF.match(reading.value):
        return True
    if re.fullmatch(r"(?:drop|cut|lose|remove|delete) the tables?", reading.value, re.IGNORECASE):
        return True
    if _SINGLE.search(reading.value.strip(" ,")) and not told.heard.lasting:
        return _FOR_GOOD.search(words) is None
    if re.match(r"no\b", reading.value, re.IGNORECASE) and _IS_SAID.match(after):
        return True
    if re.match(r" (?:over|to) chairs", after) or _IN_A_PROGRAM.match(after):
        return True
    if told.heard.lasting or _FOR_GOOD.search(words):
        return False
    if re.match(r"\s*(?:,? ?(?:please|pls))?\s*:\s*\S", after):
        return True
    return (
        _OF_ONE.match(after) is not None
        or _ONE_ASKED.search(around(words, told.match)) is not None
        or _ITS_FOR.search(words) is not None
    )


# By which clock.

_ANOTHERS = _i(
    rf"\b(?:my|our|the|his|her|their|half(?: of)?(?: my| the)?) (?:\w+ ){{0,2}}?(?:{_PEOPLE}|team|"
    r"office|meeting|webinar|flight|call|game|launch|conference|laptop|watch|server|servers|logs?|"
    r"database|cron|pipeline|market|show|train|train|app|system)(?:'s)?\b(?! and (?:i|me)\b)"
)
_PASSING = _i(
    r"\b(?:until|till|this week|next week|this month|next month|for now|during the|for the (?:trip|"
    r"week|month|conference)|on vacation|on holiday|visiting|because of the|temporarily|tomorrow|"
    r"flying|used to|at the moment|on a trip|travel\w*)\b"
)


_ONE_CONVERTED = _i(
    r"\b(?:convert|translate|change|shift|put|show|list|give|express|schedule|move|set|write)\b"
    r"(?: \w+)? (?:the|this|that|these|those|my|our|an?) (?!times?\b|hours?\b|calendar\b|dates\b)"
    r"\w+"
)
"""One thing is to be told by that clock."""


def _no_clock(told: Told, reading: Reading) -> bool:
    """Whether it is the clock of others, of a machine, of a thing, or of a journey."""
    del reading
    words, at = told.heard.words, told.match.start("value")
    if re.match(
        r"(?: time)?(?:-| )?(?: ?zones| timestamps?| logs?| servers?| office| flight| meeting)\b",
        words[told.match.end("value") :],
        re.IGNORECASE,
    ):
        return True
    clause = re.split(r"[,;:.!?—–]", words[:at])[-1]
    if _ONE_CONVERTED.search(clause) and not told.heard.lasting:
        return True
    return (
        _ANOTHERS.search(clause) is not None
        or _PASSING.search(around(words, told.match)) is not None
    )


# What is to be kept.

_NO_FACT = _i(
    r"^(?:you\b(?!'re (?:talking|speaking|writing))|remember\b|never\b|(?:kids|folks|children|boys|"
    r"guys|people)\b|in the \w+ that\b|(?:the |a |an )?(?:function|method|class|variable|loop|"
    r"array|string|input|output|user|x|y|n)\b(?! (?:name|room|number)))|\b(?:in|on|to) (?:the|a) "
    r"(?:file|form|column|console|table|log|database|docs?|code|row)\b|, then (?:solve|explain|"
    r"prove|compute)\b|^(?:says|love|practice|patience|sharing|no pain|life|everyone|everybody|"
    r"nobody|this is|these|those|i have attached|i(?:'ve)? (?:already|attached|tried)|i told you|"
    r"the essay|it was)\b|^for (?:this|the) (?:task|exercise|chat|question|one)"
)
_FOR_THIS = _i(
    r"\b(?:for|in) this (?:exercise|task|chat|question|problem|game|story|one|proof)\b|"
    r"^\W*remember, remember\b"
)
_ON_ASKING = _i(r",\s*(?:so |and |but )?(?:how|what|why|can you|could you|which|when|should)\b")


_SUNG = _i(r"\byou must remember this, a kiss\b")


def _nothing_kept(told: Told, reading: Reading) -> bool:
    """Whether it is said to anybody, about code, or leads up to a question."""
    rest = f"{reading.value} {_after(told)}"
    if _FOR_THIS.search(told.heard.words) or _SUNG.search(told.heard.words):
        return True
    return _NO_FACT.search(reading.value) is not None or (
        told.heard.asks and _ON_ASKING.search(rest) is not None
    )


# What may be done.

_NO_LEAVE = _i(
    r"^(?:(?:do|fix) (?:it|this|that)|leave|laugh|explain|cry|go|stay|say \w+|no need\b.*|try(?: "
    r"again)?|just do it)$|^(?:be|have|not)\b|\b(?:right )?now$|^ask\b|^(?:me|him|her|them|us|it|"
    r"decide|choose)$"
)
_YOURSELF = _i(r"\b(?:yourself|on your own)\b")
_UNASKED = _i(
    r"\b(?:ask\w*|check\w*|without|when\w*|always|any ?time|confirm\w*|approval|wait|needn.t)\b"
)
_MAY = _i(
    r"^you(?:'re| are)? (?:free to|welcome to|can|may|have my permission to|allowed to)\s+|"
    r"\s+without (?:asking|checking)\b.*$"
)
_TAKEN_BACK = _i(r"\bbut (?:please )?(?:don't|do not|never|not)\b")


def _no_leave(told: Told, reading: Reading) -> bool:
    """Whether nothing that recurs is left to the assistant."""
    led, words = _led(told), told.heard.words
    return (
        _NO_LEAVE.search(_MAY.sub("", reading.value.strip())) is not None
        or _TAKEN_BACK.search(words) is not None
        or re.search(r"\b(?:when|whenever|if|every time|each time)\s+$", led, re.IGNORECASE)
        is not None
        or (_YOURSELF.search(told.matched) is not None and _UNASKED.search(words) is None)
        or re.search(r"\b(?:can't|cannot|could have)\b", told.matched, re.IGNORECASE) is not None
        or re.match(r"don't ask me to\b", told.matched, re.IGNORECASE) is not None
        or re.search(r"\b(?:this \w+|it) now\b", told.heard.words, re.IGNORECASE) is not None
    )


# What was decided.

_NO_CHOICE = _i(
    r"^(?:you|me|him|her|them|us|it|that|this|the flow|my (?:gut|heart|parents|family))$|"
    r"^(?:to )?(?:(?:have|take|grab|get|go for|treat myself to) (?:an? |some |the )?(?:nap|break|"
    r"beer|drink|coffee|tea|walk|run|rest|shower|bath|day off|lie-in|snack|pizza|look|sleep|lunch|"
    r"dinner|breakfast)|go (?:home|out|to bed|back)|stay (?:in|home|up)|sleep (?:in|on it)|give "
    r"up|call it a|disagree|yesterday|today|last (?:night|week)|badly|wisely|poorly|well|hard|"
    r"easy|tough|difficult|made|into|down|in|friends|guilty|call you|ask you|him|my (?:wife|"
    r"husband|friends?|kids?|mum|mom|dad)|take a (?:nap|break|walk)|a (?:movie|film|seat|fight)|"
    r"not to decide|on nothing|nothing|yours|mine|up\b|pending|due|i need|the bill|violence)\b|"
    rf"^(?:the |my |our )?{_PEOPLE}\b(?! \w+ing)"
)
_WHIM = _i(r"\bi(?:'ve| have)? (?:chose|picked|decided|chosen|opted)\b")
_LATELY = _i(r"^\s*(?:yesterday|last night|this morning|already|earlier)\b")


_RIGHT_NOW = _i(r"^(?-i:(?:to )?(?:sleep|rest|relax|nap))\b|\b(?:right now|tonight)$")


def _no_choice(told: Told, reading: Reading) -> bool:
    """Whether nothing that holds was chosen: a mood, a meal, an agreement with somebody."""
    return (
        _NO_CHOICE.search(reading.value) is not None
        or _RIGHT_NOW.search(reading.value) is not None
        or re.search(r"\bagreed with\b", told.matched, re.IGNORECASE) is not None
        or (_WHIM.search(told.matched) is not None and _LATELY.search(_after(told)) is not None)
    )


# What was learnt.

_BARE = _i(
    r"^(?:i|we)(?:'ve| have)?(?: \w+)? (?:learn(?:ed|t)|figured out|found out|found|noticed|seen|"
    r"discovered|reali[sz]ed|understood|worked out)(?: (?:today|yesterday|recently|lately|just now|"
    r"(?:this|last) \w+))?(?: that|:)?\s*$"
)
_GENERAL = _i(
    r"\b(?:never|always|must|should\w*|only|don't|can't|before|better|best|worth|needs?|pays?|"
    r"works?|takes?|every|most|people|beats?|unless|until|without|costs?|helps?|hardly|rarely|"
    r"doesn't|isn't|more|less|first|if|when|\w+ing)\b"
)
_OF_ONE_DAY = _i(
    r"\b(?:today|tonight|yesterday|in line \d|there's a|was|were|had|is (?:slow|down|broken)|my "
    rf"(?:neighbou?r|friend|sister|brother|ex)|you can|tomorrow)\b|^my {_PEOPLE}\b"
)
_OF_A_WORK = _i(
    r"\b(?:lecture|book|article|film|movie|talk|chapter|video|course|class|seminar|paper|podcast|"
    r"history|story|fable|school|game|episode|play|novel|documentary|poem|song|report)\b"
)


_WORKS_OWN = re.compile(rf"{_OF_A_WORK.pattern}'s\s+(?:\w+\s+)?$", re.IGNORECASE)


def _no_insight(told: Told, reading: Reading) -> bool:
    """Whether it is news or a fact read, and nothing from experience."""
    led = _led(told)
    if (
        _OF_A_WORK.search(led)
        or _WORKS_OWN.search(_before(told))
        or re.search(r"\b(?:explain why|can you|please list)\b", reading.value, re.IGNORECASE)
    ):
        return True
    if re.match(r"(?:i|we)(?:'ve| have)? just\b", led, re.IGNORECASE):
        return True
    return _BARE.match(led) is not None and (
        _GENERAL.search(reading.value) is None or _OF_ONE_DAY.search(reading.value) is not None
    )


# What is to be done from now on, and what only after asking.

_MADE = _i(
    r"^(?:please )?(?:write|create|build|add|set up|generate|make|implement|design|draft|give me|"
    r"set)\b[^,;]{0,60}?\b(?:that|which|who)\b(?: \w+){0,3}? (?:always|never|every|each|whenever)\b"
)
_ONE_PIECE = _i(
    r"^(?:please )?make sure (?:the|this|that the) (?:function|code|script|page|text|query|loop|"
    r"method|class|essay|email|test|output)\b|\bwhenever (?:you like|possible|you want|you feel)\b|"
    r"\bin this (?:file|folder|script|function|class|text|document|list|repo branch|paragraph)\b|"
    r"^(?:please )?\w+ (?:this|these) \w+|^for (?:each|every) \w+, (?:write|compute|give|add|list|"
    r"generate|make)\b|\bin the (?:function|file|loop|text|code|middleware)\b"
)


_OF_ANSWER = _i(
    r"\b(?:when(?:ever)?|if|every time|each time|any ?time) you (?:give|show|send|tell|write|"
    r"explain|list|quote)(?: to)? (?:me|us|things)\b|\b(?:your (?:answers?|replies|reply|"
    r"responses?|messages)|(?:write|answer|reply|explain|talk|speak)(?: to me)? in (?:short|plain|"
    r"simple|full|complete|bullet)|when you (?:talk|write|speak|explain|answer|reply)(?: to (?:me|"
    r"us))?(?=[,.;!]|$)|bullet points?|emojis?|call me)\b|\b(?:answer|reply|respond|write|talk|"
    r"speak|explain)(?: to me| me| everything| things)?(?: super| very| really| more| as| in)* "
    rf"{MANNER}\b|\b(?:answer|reply|respond|write|give|show|state|tell|list|express|display|quote|"
    r"put|use|spell|explain|format|keep)\b[^,;.]{0,30}?\b(?:in|as|with|to|using|under) (?:the |an? "
    rf"|only )?{MANNER}(?=\s*(?:$|[,;!—–(]|\.(?!\d)|(?:to|for|with) (?:me|us)\b|in (?:your|all|"
    r"every)\b|please\b|when you\b|and\b|because\b|since\b))"
)


_LEARNT = _i(r"\b(?:lessons?|learn(?:ed|t)|takeaways?|moral|note to self)\b")


def _no_standing(told: Told, reading: Reading) -> bool:
    """Whether a thing is to be made that does it, or one piece is worked upon."""
    if _OF_ANSWER.search(told.matched) or _LEARNT.search(_before(told)):
        return True
    if _ONE_PIECE.search(told.matched) and not _FROM_NOW.search(told.heard.words):
        return True
    return _MADE.search(told.matched) is not None or _MADE.search(reading.value) is not None


_FROM_NOW = _i(r"\b(?:from now on|going forward|in (?:the )?future|as a rule|henceforth)\b")
_NOT_YOURS = _i(
    r"^(?:nobody|no one|everyone|my (?:contract|bank|insurance|kids?|son|daughter|staff|employees?|"
    r"boss)|the (?:bank|school|insurance|hospital|court|landlord|staff|kids?)|he|she|they|it)\b"
)
_ONE_DEED = _i(
    r"^(?:please )?(?:don't|do not|never) (?:start|leave|go|move|laugh)\b|\b(?:don't|do not) \w+ "
    r"(?:this|that|it)\b(?! \w+ing)|,?\s*you pet\b"
)
_TOLD_SO = _i(
    r"^(?: \w+){0,3}[,;—–]\s*(?:my|the|our|his|her) [\w -]{2,25} (?:told|tells|said|says|always "
    r"(?:says|said)|used to say)\b|,\s*(?:students|kids|folks|everyone|guys|class|children)\s*$"
)
"""What stands behind shows that it is another's word, or meant for others."""


_AT_AN_HOUR = _i(
    r"\bbefore (?:my |our |the )?(?:class|lunch|dinner|breakfast|supper|work|school|noon|midnight|"
    rf"bed|bedtime|meeting|call|party|trip|exam|interview|then|tomorrow|tonight|{_DAYS}|\d\S*)(?=\W*$|"
    r"\s(?:if|so|and|please|today|tomorrow|tonight)\b)"
)
"""Before a time, and not before a deed."""


def _no_asking(told: Told, reading: Reading) -> bool:
    """Whether it binds others, or is about one deed now."""
    del reading
    if re.fullmatch(r"ask before you \w+(?: \w+)?", told.matched, re.IGNORECASE):
        return True
    if _AT_AN_HOUR.search(told.matched):
        return True
    return (
        _NOT_YOURS.match(told.matched) is not None
        or _ONE_DEED.search(told.matched) is not None
        or re.match(r"you (?:can't|cannot)\b", told.matched, re.IGNORECASE) is not None
    )


_THIS = _i(r"\b(?:this|that|these|those|keep it)$")
_THING_BEHIND = re.compile(
    r"\s(?!(?:message|msg|chat|convo|conversation|talk|part|bit|one|line|sentence|thread|question|"
    r"detail|thing|rant|session|exchange|paragraph|info\w*|story|stuff|secret|confession|topic|whole|"
    r"last|next|anything|about|above|after\w*|again|all|also|although|any\w*|as|at|because|before|"
    r"beyond|but|by|cause|cos|down|either|ever|for|from|going|here|how|however|in|inside|into|is|it|"
    r"just|later|lol|long|never|next|now|ok|okay|on|once|or|outside|past|please|pls|plz|since|so|"
    r"somewhere|thanks|that|then|though|to|today|too|under|unless|until|up|we|when|where|while|"
    r"with|within|without|yet|you|your|and|btw|tho|obviously|either|pretty|i|if|my|our|he|she|they|"
    r"the|a|an|this|are|was|will|of|away|over|no|not|between)\b)[a-z]{3,}"
)
"""It is a thing of the world that is not to be kept: "don't keep that milk"."""


def _not_withheld(told: Told, reading: Reading) -> bool:
    """Whether a program is not to keep something."""
    del reading
    if _THIS.search(told.matched) and _THING_BEHIND.match(_after(told)):
        return True
    return (
        re.match(
            r"\s(?:variable|file|error|exception|value|field|column|event|request|param\w*|"
            r"function|class|line of|formula|equation|word|recipe|phone|seat|place|password|"
            r"in the (?:minutes|file|doc\w*|report|code|fridge)|between (?:us|you)|to yourself|for "
            r"(?:the|my|an?) (?:exam|test|quiz))\b|"
            r"\s*,\s*(?:let's|never mind|move on)\b",
            _after(told),
            re.IGNORECASE,
        )
        is not None
    )


_NOT_KNOWN = _i(
    r"^(?:my (?:french|language|manners|ignorance|accent)|(?:my|the|that|this|what i just "
    r"said about the) (?:last |earlier |original |initial |previous |first |second |old |"
    r"other |above )?(?:question|message|bug|code|plan|idea|error|file|branch|request|column|"
    r"version|attempt|first name|last name))$"
)


def _not_known(told: Told, reading: Reading) -> bool:
    """Whether what is to be forgotten is of this talk, and no memory."""
    return (
        _NOT_KNOWN.match(reading.value.strip()) is not None
        and re.search(r"\bmemory|\bnotes?\b|\byou (?:have|know)", told.heard.words, re.IGNORECASE)
        is None
    )


_WEEKDAY = _i(rf"(?:{_DAYS}|{_MONTHS}|weekends?)s?")


def _no_tool(told: Told, reading: Reading) -> bool:
    """Whether it is a quantity, or a form of writing."""
    del told
    if _WEEKDAY.fullmatch(reading.value):
        return True
    return re.match(r"\d+ \w", reading.value) is not None or (
        not reading.value and reading.not_value.casefold() == "markdown"
    )


_QUOTED = _i(
    r"(?:inigo montoya|slim shady|ishmael|(?:james )?bond|neo|earl|maximus|forrest(?: gump)?|"
    r"heisenberg|bruce wayne|batman|darth vader|tyler durden|hal|groot|spartacus|iron ?man|"
    r"spider-?man|superman|hamlet|jack sparrow)"
)
"""Who is so called in a film, a book or a song."""


def _no_name(told: Told, reading: Reading) -> bool:
    """Whether a famous line is quoted, or a title alone is left of the name."""
    if _TITLE_ALONE.fullmatch(reading.value) or _MEANT_OTHERWISE.match(_rest(told)):
        return True
    if reading.attribute == "name" and re.match(r" to you\b", _rest(told), re.IGNORECASE):
        return True
    return _QUOTED.fullmatch(reading.value) is not None


_TITLE_ALONE = re.compile(rf"(?:Mrs?|Ms|Mx|Prof|St|Rev)[.{STOP}]?")
_MEANT_OTHERWISE = _i(r"\s*[,—–-]+\s*(?:i mean|the star sign|as in)\b")


_DENIED = _i(r"^not (?!allowed|able|supposed)")
_ANY_MORE = _i(r"^\W*(?:any ?more|any longer|these days|now)\b")


def _no_diet(told: Told, reading: Reading) -> bool:
    """Whether it is denied without ever having held: "I'm not vegan, I just like oats"."""
    if re.match(r" and drive\b", _rest(told), re.IGNORECASE):
        return True
    return _DENIED.match(reading.value) is not None and not _ANY_MORE.match(_after(told))


_FENCES: dict[StatementKind, Callable[[Told, Reading], bool]] = {
    StatementKind.CORRECTION: _no_correction,
    StatementKind.COMMITMENT: _no_duty,
    StatementKind.FORMAT: _no_manner,
    StatementKind.TIME_ZONE: _no_clock,
    StatementKind.REMEMBER: _nothing_kept,
    StatementKind.PERMISSION: _no_leave,
    StatementKind.DECISION: _no_choice,
    StatementKind.LESSON: _no_insight,
    StatementKind.STANDING_ORDER: _no_standing,
    StatementKind.ASK_BEFORE: _no_asking,
    StatementKind.FORGET: _not_known,
    StatementKind.OFF_RECORD: _not_withheld,
    StatementKind.TOOL: _no_tool,
    StatementKind.DIET: _no_diet,
    StatementKind.NAME: _no_name,
}


_REASON = _i(
    r"\s*(?:,|\b(?:because|since|cause|cuz|so that|even if|no matter|please|as (?:i|the|you|it|we|"
    r"last)|ok|okay|at all|ever|again|or else|no exceptions|thanks)\b).*$"
)


def trimmed(kind: StatementKind, reading: Reading, told: Told) -> Reading:
    """`reading` with its value cut to its own words, as every rule of the kind cuts it."""
    match kind:
        case StatementKind.ASK_BEFORE if reading.attribute:
            return _only_the_deed(reading)
        case StatementKind.FORMAT:
            value = cuts.manner(reading.value)
            return replace(reading, value=value, not_value=cuts.left_out(value, _upto_value(told)))
        case StatementKind.PERMISSION:
            return replace(reading, value=cuts.deed(reading.value))
        case StatementKind.COMMITMENT:
            return replace(reading, value=cuts.duty(reading.value))
        case StatementKind.DECISION:
            return replace(reading, value=cuts.choice(reading.value))
        case StatementKind.STANDING_ORDER:
            words, match = told.heard.words, told.match
            start, end = (
                match.span("value") if "value" in match.groupdict() else (match.start(), len(words))
            )
            return replace(reading, value=cuts.order(words, start, end))
        case StatementKind.OFF_RECORD:
            return replace(reading, value=cuts.withheld(told.heard.words, told.match))
    return reading


def _only_the_deed(reading: Reading) -> Reading:
    """What is to be asked for, without the reason behind it."""
    reading = replace(reading, value=cuts.request(reading.value))
    deed = reading.attribute.partition(": ")[2]
    short = _REASON.sub("", deed)
    at = reading.value.casefold().find(deed)
    if not short or short == deed:
        return reading
    value = reading.value if at < 0 else reading.value[: at + len(short)]
    return replace(reading, attribute=f"ask before: {short}", value=value)


def _splits_a_word(told: Told) -> bool:
    """Whether a value ends within a word: a stop that is a word may be the end of another."""
    words = told.heard.words
    ends = (told.match.end(part) for part in ("value", "other") if told[part])
    split = any(words[end - 1 : end].isalnum() and words[end : end + 1].isalnum() for end in ends)
    return split or any(
        _MIDST.search(words[: told.match.start(part)] + "\0" + words[told.match.start(part) :])
        or _MIDST.search(words[: told.match.end(part)] + "\0" + words[told.match.end(part) :])
        for part in ("value", "other")
        if told[part] and told[part][0].isdigit()
    )


_MIDST = re.compile(r"\d[.,]?\0[.,]?\d")
"""Within a number: 1,150 is no 150."""


def unanchored(kind: StatementKind, told: Told, reading: Reading) -> bool:
    """Whether a reading of an English sentence lacks what a statement of its kind stands on."""
    if _TOLD_SO.search(_rest(told)) or _splits_a_word(told):
        return True
    fence = _FENCES.get(kind)
    return fence is not None and fence(told, reading)
