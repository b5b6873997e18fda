"""What an English statement of fact must stand on: what is put right, due, decided or learnt."""

from __future__ import annotations

import re

from stratal.text.english.clauses import around
from stratal.text.english.told import (
    DAYS,
    MONTHS,
    PEOPLE,
    behind_value,
    led_by,
    said_after,
    said_before,
    upto_value,
    worded,
)
from stratal.text.statement_parts import Reading, Told
from stratal.text.titles import STOP

# What is put right.

_PUTS_RIGHT = worded(
    r"\b(?:correct(?:ion|ed)?|misspoke|mistyped|misread|misremembered|mixed|swapped|muddled|"
    r"switched|transposed|typos?|mistakes?|my bad|my fault|scratch that|wrong\w*|incorrect|"
    r"mistaken|not right|outdated|sorry|oops|whoops|my error|should (?:actually )?(?:be|say|read|"
    r"have been)|isn't|aren't|wasn't|is not|are not|was not|(?:you|i)(?:'ve|'d| have| had)?(?: "
    r"\w+)? (?:said|say|saying|wrote|write|writing|put|typed|told|gave|had|have|assumed|thought|"
    r"called|calling|meant|mean|mentioned|noted|quoted|spelled|listed|used|kept))\b"
)
_SETS_RIGHT = worded(
    r"^\W*(?:(?:oh|ah|um+|uh|hm+|well|so|but|and|hey)[\s,]+)*(?:no|nope|nah|wait|actually|hang on|"
    r"hold on|not quite|make that|fix|small fix|quick fix)\b|[,;.!—–-]\s*(?:no|nope|nah|wait|"
    r"actually|make that)\b|\bactually\b"
)
_BY_WORD = worded(
    r"\b(?:says?|said|insists?|insisted|claims?|claimed|thinks?|tells?|told|reads?|shows?|asked|"
    r"asks?|hears?|heard|believes?|swears?|reckons?|wants?|expected)\b"
)
_OWN_WORD = worded(
    r"\b(?:i|we|you)(?:'ve| have|'d| had| just| already| keep| kept| first| wrongly)* (?:said|told|"
    r"wrote|say|thought|think|read|saying|heard)\b|\b(?:should|to|must) (?:say|read)\b"
)
_NUMBER = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|"
    r"first|second|third|fourth|fifth|half|quarter|noon|midnight)\b"
)
_EXACT = worded(
    r"^(?:the |at |on |in |to |from |about |around )*(?:(?-i:[A-Z\u00c0-\u00de])\S*|\S*[\d_/@]\S*|"
    rf"{_NUMBER}\S*|(?:{DAYS}|{MONTHS})\b|room|gate|floor|apartment|flat|unit)(?: \S+){{0,4}}$"
)
_NO_VALUE = worded(
    r"^(?:(?:i|we|you|he|she|they|it|that|this|there|what|who|if|when|so|too|already|late|early|"
    r"called|me|him|her|us|them|no|yes)(?:'\w+)?)(?:\s|$)|\bthan\b|\b(?:here|open|already|though)$|"
    r"\(\w*$"
)
_NO_OTHER = worded(
    r"^(?:\w+ing|called|named)\b|\b(?:you|me|us|it|him|them)$|^(?:i|we|you|he|she|they|it|to|"
    r"because|just|only)(?:'\w+)?\b"
)
_TASK = worded(
    r"^\W*(?:(?:please|and|now|so|ok|can you|could you)[\s,]+)*(?:fix|change|set|update|put|sort|"
    r"use|move|replace|write|tell|make (?:it|the|my|them)|add|rename|keep|order|book)\b"
)
_OF_ALL = worded(
    r"\b(?:we|i|there)(?:'re|'m|'s| are| am| is| have| has|'ve)(?: \w+)? ?$|\bthe answer is $"
)
_OF_NOW = worded(r"^\W*(?:here|already|now|finally|and i(?:'m| can't)|already)\b")
_WHEN = worded(r"\b(?:when|if|while|never|because|whenever|which|who)\b")


def no_correction(told: Told, reading: Reading) -> bool:
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
    if _OF_A_RUN.search(words) or (_WANTED.search(upto_value(told)) and not exact):
        return True
    if not other:
        subject = led_by(told)
        if not exact or _WHEN.search(subject) or _OF_NOW.match(said_after(told)):
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


_CAME_OTHERWISE = worded(
    r"\bi (?:said|told (?:you|them|him|her)) (?:that )?i(?:'d|'ll| would| will| was going to)\b"
)
"""What was meant to be, and came otherwise, was no mistake in the words."""
_TASK_RIGHTED = worded(
    r"\b(?:sorry|oops|whoops|actually|correction|typo|mistake|my bad|i (?:said|meant|wrote|told)|"
    r"wrong|you (?:said|wrote|have|had|put|noted|saved|stored)|your (?:notes?|memory|records?)|"
    r"what i (?:said|told)|earlier|wait|no)\b"
)
_OF_A_RUN = worded(
    r"\b(?:output|function|result|test|program|script|loop)\b[^,;.]{0,30}\bshould (?:be|print|"
    r"return|say)\b"
)
_WANTED = worded(r"\bi (?:said|asked for|wanted|ordered|need(?:ed)?) $")
_SURELY_RIGHTED = worded(
    r"\b(?:correct(?:ion|ed)?|misspoke|mistyped|misread|mixed|swapped|typo|mistake|my bad|scratch "
    r"that|wrong\w*|(?:you|i)(?:'ve| have)? (?:said|wrote|put|typed|told|gave|assumed|thought|"
    r"meant))\b"
)

# What the speaker has to do.

_THEIRS = worded(
    rf"^(?:(?:on|by|from|before|this|next|at)\b[^,]{{0,25}},?\s+)?(?:(?:my|our|the|a|an|his|her|"
    rf"their|your|some)\s+(?:[\w'-]+ ){{0,2}}?{PEOPLE}(?:'s?)?\b(?! and (?:i|me)\b)|(?:they|he|"
    r"she|you|it|everyone|everybody|someone|somebody|people|nobody)\b|(?:my|our) (?:favou?rite|"
    r"package|parcel|order|show)\b)"
)
_NO_DUTY = worded(
    r"\b(?:feeling|hunch|impression|suspicion|idea|pasting|see you|have a (?:good|nice|great|"
    r"lovely|fun)|happy|merry|free|bored|tired|done until|believe|should|could|need (?:a|an|some|"
    r"help|your|you|this|new|more)\b|turn(?:ing)? \d|(?:friday|monday|day) off|be \d\d\b|book set|"
    r"reading|watching|never|am not|'m not|are not|'re not|aren't|won't|don't|do not|will not|"
    rf"can't|cannot|haven't|a {DAYS}|(?:on|in) [\w]+(?: \w+)? time until|can't wait|getting old|i "
    r"wish|dying to|expired|ended|says?|tell (?:her|him|them|you)|have a look|no time|good night|"
    r"to bed|(?:cook(?:ing)?|bak(?:e|ing)|mak(?:e|ing)|having|eat(?:ing)?|watch(?:ing)?) [\w "
    rf"]{{2,25}} (?:tonight|tomorrow night))\b|\b(?:have|got|am|'m) (?:{DAYS}|tomorrow|today|"
    r"tonight|next \w+)$|\bon [\w]+(?: \w+)? time\b"
)
_UNSURE = worded(
    r"\b(?:maybe|perhaps|possibly|probably|might|presumably|supposedly|apparently|if|unless|"
    r"hopefully|in case|plan (?:me )?a|i (?:saw|heard|read|noticed|dreamt|dreamed)|what if|how "
    r"(?:do|can|should) i)\b"
)
_OVER = worded(
    r"^\W*(?:went|was|were|has been|had|got (?:cancell?ed|called off|postponed indefinitely)|is "
    r"(?:cancell?ed|off|over|called off)|every|each|again every)\b|\b(?:just kidding|kidding|i "
    r"wish|not really|cancell?ed|called off|jk)\b"
)


_A_STATE = re.compile(
    r"(?:I'm|I am|We're|We are|i'm|i am) (?:an?|the|my|their|[A-Z][\w-]*'s) [\w -]{2,40}? until\b"
)


def no_duty(told: Told, reading: Reading) -> bool:
    """Whether it is another's day, a state, a doubt, or what is over."""
    value = reading.value
    if _A_STATE.match(value):
        return True
    if _THEIRS.search(value) or _NO_DUTY.search(value) or _OVER.search(said_after(told)):
        return True
    before = re.split(r"[.!?;:]", said_before(told))[-1]
    return _UNSURE.search(before) is not None or (
        re.search(r"\bplan (?:me )?an?\b", said_before(told), re.IGNORECASE) is not None
    )


# By which clock.

_ANOTHERS = worded(
    rf"\b(?:my|our|the|his|her|their|half(?: of)?(?: my| the)?) (?:\w+ ){{0,2}}?(?:{PEOPLE}|team|"
    r"office|meeting|webinar|flight|call|game|launch|conference|laptop|watch|server|servers|logs?|"
    r"database|cron|pipeline|market|show|train|train|app|system)(?:'s)?\b(?! and (?:i|me)\b)"
)
_PASSING = worded(
    r"\b(?:until|till|this week|next week|this month|next month|for now|during the|for the (?:trip|"
    r"week|month|conference)|on vacation|on holiday|visiting|because of the|temporarily|tomorrow|"
    r"flying|used to|at the moment|on a trip|travel\w*)\b"
)


_ONE_CONVERTED = worded(
    r"\b(?:convert|translate|change|shift|put|show|list|give|express|schedule|move|set|write)\b"
    r"(?: \w+)? (?:the|this|that|these|those|my|our|an?) (?!times?\b|hours?\b|calendar\b|dates\b)"
    r"\w+"
)
"""One thing is to be told by that clock."""


def no_clock(told: Told, reading: Reading) -> bool:
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


# What was decided.

_NO_CHOICE = worded(
    r"^(?:you|me|him|her|them|us|it|that|this|the flow|my (?:gut|heart|parents|family))$|"
    r"^(?:to )?(?:(?:have|take|grab|get|go for|treat myself to) (?:an? |some |the )?(?:nap|break|"
    r"beer|drink|coffee|tea|walk|run|rest|shower|bath|day off|lie-in|snack|pizza|look|sleep|lunch|"
    r"dinner|breakfast)|go (?:home|out|to bed|back)|stay (?:in|home|up)|sleep (?:in|on it)|give "
    r"up|call it a|disagree|yesterday|today|last (?:night|week)|badly|wisely|poorly|well|hard|"
    r"easy|tough|difficult|made|into|down|in|friends|guilty|call you|ask you|him|my (?:wife|"
    r"husband|friends?|kids?|mum|mom|dad)|take a (?:nap|break|walk)|a (?:movie|film|seat|fight)|"
    r"not to decide|on nothing|nothing|yours|mine|up\b|pending|due|i need|the bill|violence)\b|"
    rf"^(?:the |my |our )?{PEOPLE}\b(?! \w+ing)"
)
_WHIM = worded(r"\bi(?:'ve| have)? (?:chose|picked|decided|chosen|opted)\b")
_LATELY = worded(r"^\s*(?:yesterday|last night|this morning|already|earlier)\b")


_RIGHT_NOW = worded(r"^(?-i:(?:to )?(?:sleep|rest|relax|nap))\b|\b(?:right now|tonight)$")


def no_choice(told: Told, reading: Reading) -> bool:
    """Whether nothing that holds was chosen: a mood, a meal, an agreement with somebody."""
    return (
        _NO_CHOICE.search(reading.value) is not None
        or _RIGHT_NOW.search(reading.value) is not None
        or re.search(r"\bagreed with\b", told.matched, re.IGNORECASE) is not None
        or (_WHIM.search(told.matched) is not None and _LATELY.search(said_after(told)) is not None)
    )


# What was learnt.

_BARE = worded(
    r"^(?:i|we)(?:'ve| have)?(?: \w+)? (?:learn(?:ed|t)|figured out|found out|found|noticed|seen|"
    r"discovered|reali[sz]ed|understood|worked out)(?: (?:today|yesterday|recently|lately|just now|"
    r"(?:this|last) \w+))?(?: that|:)?\s*$"
)
_GENERAL = worded(
    r"\b(?:never|always|must|should\w*|only|don't|can't|before|better|best|worth|needs?|pays?|"
    r"works?|takes?|every|most|people|beats?|unless|until|without|costs?|helps?|hardly|rarely|"
    r"doesn't|isn't|more|less|first|if|when|\w+ing)\b"
)
_OF_ONE_DAY = worded(
    r"\b(?:today|tonight|yesterday|in line \d|there's a|was|were|had|is (?:slow|down|broken)|my "
    rf"(?:neighbou?r|friend|sister|brother|ex)|you can|tomorrow)\b|^my {PEOPLE}\b"
)
_OF_A_WORK = worded(
    r"\b(?:lecture|book|article|film|movie|talk|chapter|video|course|class|seminar|paper|podcast|"
    r"history|story|fable|school|game|episode|play|novel|documentary|poem|song|report)\b"
)


_WORKS_OWN = re.compile(rf"{_OF_A_WORK.pattern}'s\s+(?:\w+\s+)?$", re.IGNORECASE)


def no_insight(told: Told, reading: Reading) -> bool:
    """Whether it is news or a fact read, and nothing from experience."""
    led = led_by(told)
    if (
        _OF_A_WORK.search(led)
        or _WORKS_OWN.search(said_before(told))
        or re.search(r"\b(?:explain why|can you|please list)\b", reading.value, re.IGNORECASE)
    ):
        return True
    if re.match(r"(?:i|we)(?:'ve| have)? just\b", led, re.IGNORECASE):
        return True
    return _BARE.match(led) is not None and (
        _GENERAL.search(reading.value) is None or _OF_ONE_DAY.search(reading.value) is not None
    )


_WEEKDAY = worded(rf"(?:{DAYS}|{MONTHS}|weekends?)s?")


def no_tool(told: Told, reading: Reading) -> bool:
    """Whether it is a quantity, or a form of writing."""
    del told
    if _WEEKDAY.fullmatch(reading.value):
        return True
    return re.match(r"\d+ \w", reading.value) is not None or (
        not reading.value and reading.not_value.casefold() == "markdown"
    )


_QUOTED = worded(
    r"(?:inigo montoya|slim shady|ishmael|(?:james )?bond|neo|earl|maximus|forrest(?: gump)?|"
    r"heisenberg|bruce wayne|batman|darth vader|tyler durden|hal|groot|spartacus|iron ?man|"
    r"spider-?man|superman|hamlet|jack sparrow)"
)
"""Who is so called in a film, a book or a song."""


def no_name(told: Told, reading: Reading) -> bool:
    """Whether a famous line is quoted, or a title alone is left of the name."""
    if _TITLE_ALONE.fullmatch(reading.value) or _MEANT_OTHERWISE.match(behind_value(told)):
        return True
    if reading.attribute == "name" and re.match(r" to you\b", behind_value(told), re.IGNORECASE):
        return True
    return _QUOTED.fullmatch(reading.value) is not None


_TITLE_ALONE = re.compile(rf"(?:Mrs?|Ms|Mx|Prof|St|Rev)[.{STOP}]?")
_MEANT_OTHERWISE = worded(r"\s*[,—–-]+\s*(?:i mean|the star sign|as in)\b")


_DENIED = worded(r"^not (?!allowed|able|supposed)")
_ANY_MORE = worded(r"^\W*(?:any ?more|any longer|these days|now)\b")


def no_diet(told: Told, reading: Reading) -> bool:
    """Whether it is denied without ever having held: "I'm not vegan, I just like oats"."""
    if re.match(r" and drive\b", behind_value(told), re.IGNORECASE):
        return True
    return _DENIED.match(reading.value) is not None and not _ANY_MORE.match(said_after(told))
