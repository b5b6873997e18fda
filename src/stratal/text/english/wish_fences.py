"""What a wish in English must stand on: a form of answers, leave, an order, what to keep."""

from __future__ import annotations

import re

from stratal.text.english.clauses import around
from stratal.text.english.manners import MANNER
from stratal.text.english.told import (
    DAYS,
    behind_value,
    led_by,
    said_after,
    said_before,
    upto_value,
    worded,
)
from stratal.text.statement_parts import Reading, Told

# How answers are to look.

_FOR_GOOD = worded(
    r"\b(?:always|from now on|going forward|from here on|in (?:the )?future|by default|ever|never|"
    r"every (?:answer|reply|time|response|message)|all (?:your|my|the|future) \w+|as a (?:general "
    r")?rule|in general|generally|your (?:answers|replies|responses|messages|explanations)|"
    r"when(?:ever)? (?:you|i)|permanently|each time|any (?:answer|reply|response))\b"
)
_OF_ONE = worded(
    r"^(?:,? ?(?:please|pls),?)?\s*(?:in|for|from|of|at|to)\s+(?:the|this|that|my|our|a|"
    r"an)\s+(?!(?:answers?|repl\w+|respons\w+|explanations?|messages?|futures?|summar\w+|chats?|"
    r"output|text|examples?|code|end|start|top|beginning|bottom|eyes|brain|adhd|dyslexia|screen|"
    r"sake|first|main|same|most|love|record|rest|way|measurements?|things?)\b)"
)
_ONE_ASKED = worded(
    r"\b(?:the|a|an|this|that|my|our) (?:[\w-]+ )?(?:answer|recipe|summary|report|list|email|essay|"
    r"letter|table of|results?|dates? in|section|document|brochure|story|poem|slide|explanation "
    r"of)\b|\b(?:explain|describe) (?:it|this|that)\b|\bin this\b"
)
_ITS_FOR = worded(r"\b(?:it|this)(?:'s| is) (?:for|to) (?:my|a|an|the|our)\b|\bit's an? \w+$")
_SINGLE = worded(r"\b(?:answer|summary|reply|response|explanation|recap)$")
_IS_SAID = worded(r"^(?: [\w']+){0,5}? (?:were|was|are|is|look|looks)\b")


_NEGATED = worded(
    r"\b(?:no|not|never|without|fewer|less|don't (?:use|want|need|like)|do not use|(?:stop|avoid|"
    r"quit) (?:using|writing|adding)|avoid|skip|instead of|rather than)(?: any| the| more| your| "
    r"so many)?\s+$"
)
_NEGATED_SELF = worded(r"(?:more|longer|no|never)\b")


_IN_A_PROGRAM = re.compile(
    r"\s+(?:in|on|for) (?!(?:English|French|German|Spanish|Chinese|Italian|Dutch|I)\b)[A-Z]\w+|"
    r"\s+without (?:an?|the) "
)
"""Tables in LaTeX, and emojis on Slack, are none of the assistant's answers."""


def no_manner(told: Told, reading: Reading) -> bool:
    """Whether one text is meant, or tables of another sort."""
    words, after = told.heard.words, behind_value(told)
    if _NEGATED.search(upto_value(told)) and not _NEGATED_SELF.match(reading.value):
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


# What is to be kept.

_NO_FACT = worded(
    r"^(?:you\b(?!'re (?:talking|speaking|writing))|remember\b|never\b|(?:kids|folks|children|boys|"
    r"guys|people)\b|in the \w+ that\b|(?:the |a |an )?(?:function|method|class|variable|loop|"
    r"array|string|input|output|user|x|y|n)\b(?! (?:name|room|number)))|\b(?:in|on|to) (?:the|a) "
    r"(?:file|form|column|console|table|log|database|docs?|code|row)\b|, then (?:solve|explain|"
    r"prove|compute)\b|^(?:says|love|practice|patience|sharing|no pain|life|everyone|everybody|"
    r"nobody|this is|these|those|i have attached|i(?:'ve)? (?:already|attached|tried)|i told you|"
    r"the essay|it was)\b|^for (?:this|the) (?:task|exercise|chat|question|one)"
)
_FOR_THIS = worded(
    r"\b(?:for|in) this (?:exercise|task|chat|question|problem|game|story|one|proof)\b|"
    r"^\W*remember, remember\b"
)
_ON_ASKING = worded(r",\s*(?:so |and |but )?(?:how|what|why|can you|could you|which|when|should)\b")


_SUNG = worded(r"\byou must remember this, a kiss\b")


def nothing_kept(told: Told, reading: Reading) -> bool:
    """Whether it is said to anybody, about code, or leads up to a question."""
    rest = f"{reading.value} {said_after(told)}"
    if _FOR_THIS.search(told.heard.words) or _SUNG.search(told.heard.words):
        return True
    return _NO_FACT.search(reading.value) is not None or (
        told.heard.asks and _ON_ASKING.search(rest) is not None
    )


# What may be done.

_NO_LEAVE = worded(
    r"^(?:(?:do|fix) (?:it|this|that)|leave|laugh|explain|cry|go|stay|say \w+|no need\b.*|try(?: "
    r"again)?|just do it)$|^(?:be|have|not)\b|\b(?:right )?now$|^ask\b|^(?:me|him|her|them|us|it|"
    r"decide|choose)$"
)
_YOURSELF = worded(r"\b(?:yourself|on your own)\b")
_UNASKED = worded(
    r"\b(?:ask\w*|check\w*|without|when\w*|always|any ?time|confirm\w*|approval|wait|needn.t)\b"
)
_MAY = worded(
    r"^you(?:'re| are)? (?:free to|welcome to|can|may|have my permission to|allowed to)\s+|"
    r"\s+without (?:asking|checking)\b.*$"
)
_TAKEN_BACK = worded(r"\bbut (?:please )?(?:don't|do not|never|not)\b")


def no_leave(told: Told, reading: Reading) -> bool:
    """Whether nothing that recurs is left to the assistant."""
    led, words = led_by(told), told.heard.words
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


# What is to be done from now on, and what only after asking.

_MADE = worded(
    r"^(?:please )?(?:write|create|build|add|set up|generate|make|implement|design|draft|give me|"
    r"set)\b[^,;]{0,60}?\b(?:that|which|who)\b(?: \w+){0,3}? (?:always|never|every|each|whenever)\b"
)
_ONE_PIECE = worded(
    r"^(?:please )?make sure (?:the|this|that the) (?:function|code|script|page|text|query|loop|"
    r"method|class|essay|email|test|output)\b|\bwhenever (?:you like|possible|you want|you feel)\b|"
    r"\bin this (?:file|folder|script|function|class|text|document|list|repo branch|paragraph)\b|"
    r"^(?:please )?\w+ (?:this|these) \w+|^for (?:each|every) \w+, (?:write|compute|give|add|list|"
    r"generate|make)\b|\bin the (?:function|file|loop|text|code|middleware)\b"
)


_OF_ANSWER = worded(
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


_LEARNT = worded(r"\b(?:lessons?|learn(?:ed|t)|takeaways?|moral|note to self)\b")


def no_standing(told: Told, reading: Reading) -> bool:
    """Whether a thing is to be made that does it, or one piece is worked upon."""
    if _OF_ANSWER.search(told.matched) or _LEARNT.search(said_before(told)):
        return True
    if _ONE_PIECE.search(told.matched) and not _FROM_NOW.search(told.heard.words):
        return True
    return _MADE.search(told.matched) is not None or _MADE.search(reading.value) is not None


_FROM_NOW = worded(r"\b(?:from now on|going forward|in (?:the )?future|as a rule|henceforth)\b")
_NOT_YOURS = worded(
    r"^(?:nobody|no one|everyone|my (?:contract|bank|insurance|kids?|son|daughter|staff|employees?|"
    r"boss)|the (?:bank|school|insurance|hospital|court|landlord|staff|kids?)|he|she|they|it)\b"
)
_ONE_DEED = worded(
    r"^(?:please )?(?:don't|do not|never) (?:start|leave|go|move|laugh)\b|\b(?:don't|do not) \w+ "
    r"(?:this|that|it)\b(?! \w+ing)|,?\s*you pet\b"
)


_AT_AN_HOUR = worded(
    r"\bbefore (?:my |our |the )?(?:class|lunch|dinner|breakfast|supper|work|school|noon|midnight|"
    rf"bed|bedtime|meeting|call|party|trip|exam|interview|then|tomorrow|tonight|{DAYS}|\d\S*)(?=\W*$|"
    r"\s(?:if|so|and|please|today|tomorrow|tonight)\b)"
)
"""Before a time, and not before a deed."""


def no_asking(told: Told, reading: Reading) -> bool:
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


_THIS = worded(r"\b(?:this|that|these|those|keep it)$")
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


def not_withheld(told: Told, reading: Reading) -> bool:
    """Whether a program is not to keep something."""
    del reading
    if _THIS.search(told.matched) and _THING_BEHIND.match(said_after(told)):
        return True
    return (
        re.match(
            r"\s(?:variable|file|error|exception|value|field|column|event|request|param\w*|"
            r"function|class|line of|formula|equation|word|recipe|phone|seat|place|password|"
            r"in the (?:minutes|file|doc\w*|report|code|fridge)|between (?:us|you)|to yourself|for "
            r"(?:the|my|an?) (?:exam|test|quiz))\b|"
            r"\s*,\s*(?:let's|never mind|move on)\b",
            said_after(told),
            re.IGNORECASE,
        )
        is not None
    )


_NOT_KNOWN = worded(
    r"^(?:my (?:french|language|manners|ignorance|accent)|(?:my|the|that|this|what i just "
    r"said about the) (?:last |earlier |original |initial |previous |first |second |old |"
    r"other |above )?(?:question|message|bug|code|plan|idea|error|file|branch|request|column|"
    r"version|attempt|first name|last name))$"
)


def not_known(told: Told, reading: Reading) -> bool:
    """Whether what is to be forgotten is of this talk, and no memory."""
    return (
        _NOT_KNOWN.match(reading.value.strip()) is not None
        and re.search(r"\bmemory|\bnotes?\b|\byou (?:have|know)", told.heard.words, re.IGNORECASE)
        is None
    )
