"""At what length and in what form English speakers want to be answered."""

from __future__ import annotations

import re

from stratal.text.english.clauses import BOUND, asked, bygone, doubted, governed, once, opens
from stratal.text.english.manners import (
    FORMS,
    LASTLY,
    LENGTH,
    MANY,
    OF_ANSWERS,
    TONES,
    UNITS,
    YOUR,
)
from stratal.text.own_words import BLANK
from stratal.text.statement_parts import COMMAS, Heard, Reading, Rule, StatementKind, Told, sought
from stratal.text.wording import Wording

_FOR_GOOD = Wording(
    r"\b(?:always|from now on|going forward|from here on(?: in| out)?|in (?:the )?future|by "
    r"default|never|ever|every|each|all|any|whenever|as a (?:general )?rule|in general|generally|"
    r"at all times|permanently|no matter|regardless|even (?:if|when|though|where)|until (?:i|"
    r"further)|only|please|pls|plz|i'd|i (?:prefer|like|want|need|find|can't|hate|read|would)|your "
    r"(?:answers|replies|responses|messages|explanations|summaries|writing|texts|tone)|when (?:you|"
    r"answering|replying|explaining|writing)|with me|to me|for me|give me|stop|quit|no more|enough "
    r"with|for good|my (?:preference|eyes|brain|screen|adhd|dyslexia)|answers|replies|responses|"
    r"explanations|everything you|things|keep|me)\b"
)
"""What says that a manner of answering is to last, or at least is a wish about answers."""


def form(told: Told) -> Reading | None:
    value = re.sub(
        r"\s+(?:please|pls|always|ever|from now on|for me|with me|thanks|at all)$",
        "",
        told["value"].strip(COMMAS),
        flags=re.IGNORECASE,
    )
    if not value or BLANK in value:
        return None
    if _THIS_ONE.search(told.matched) and not told.heard.lasting:
        return None
    attribute = "emoji" if re.search(r"emo(?:ji|ticon)", value, re.IGNORECASE) else "answer format"
    return Reading(attribute=attribute, value=value)


_THIS_ONE = re.compile(r"\b(?:keep|make|write|have|get) (?:it|this|that)\b", re.IGNORECASE)
_ONE_TEXT = re.compile(
    r"\b(?:this|that(?!'s)|these|those|the (?:paragraph|text|letter|email|essay|story|script|"
    r"function|"
    r"file|report|last|above|below)|my (?:essay|letter|email|report|resume|cv|thesis|story|"
    r"website|presentation|slides|blog|post|newsletter)|translate|essay|story|poem|haiku|song|"
    r"speech|(?:cover )?letter|email|article|blog ?post|script|function|flyer|invitation|toast|"
    r"eulogy|for (?:the|a|an|my|our) \w+ (?:party|wedding|class|website|meeting|exam))\b",
    re.IGNORECASE,
)
_SURELY = re.compile(
    r"\b(?:always|from now on|going forward|from here on|in (?:the )?future|by default|ever|every "
    r"(?:answer|reply|time|response|message)|as a (?:general )?rule|in general|your (?:answers|"
    r"replies|responses|messages)|when(?:ever)? you|per (?:answer|reply|response|message)|each "
    r"(?:answer|reply|response|message))\b",
    re.IGNORECASE,
)


def _one_text(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it is said of one text, and not of answers."""
    del found
    return _ONE_TEXT.search(heard.words) is not None and _SURELY.search(heard.words) is None


def _unlasting(heard: Heard, found: re.Match[str]) -> bool:
    """Whether nothing says that it is a wish about answers to come."""
    del found
    return _FOR_GOOD.search(heard.words) is None


_WHOSE = re.compile(
    r"\b(?:he|she|they|who|it|people|users|customers|clients|students|boss|teacher|professor|"
    r"editor|i (?:use|used|write|wrote|sent|got|made|drew|had)|we (?:use|used|write|wrote)|his|"
    r"her|their|did|does|didn't|doesn't|love|loved|hate that|like how)\b[^,;:.!]{0,40}$",
    re.IGNORECASE,
)


def _of_others_answers(heard: Heard, found: re.Match[str]) -> bool:
    before = re.split(BOUND, heard.words[: found.start()])[-1]
    return _WHOSE.search(before) is not None


_FORMED = (governed, asked, doubted, once, bygone, _one_text, _of_others_answers)


def _clause(heard: Heard, found: re.Match[str]) -> bool:
    return not opens(heard.words, found.start())


_STOP = (
    r"(?=\s*(?:$|[,.!;:—–(\ufffc]|\s-|[\U0001F300-\U0001FAFF\u2600-\u27bf]|(?:and|but|because|"
    r"since|so|as|please|pls|from now|in|when|whenever|for|with|ever|always|if|thanks|at all|"
    r"anymore|any more|unless|even|instead|to me|from|only|not|every|on|that|by|than|rather|i|the|"
    r"my|over)\b))"
)

FORMATS: list[Rule] = [
    # No emojis; skip the preamble; don't use tables.
    *sought(
        StatementKind.FORMAT,
        form,
        (*_FORMED, _clause, _unlasting),
        r"\b(?P<value>(?:no more|no|zero|fewer|less|without|never(?: any)?|not a "
        rf"single)\s+{MANY})(?! (?:for|in|on|at) (?:dinner|the house|school|work|our))(?=\s*(?:$|"
        r"[,.!;:—–(]|please|pls|ever|from you|from now|in (?:your|ur|any\w*|my|the|all|every\w*)|"
        r"at all|with me|for "
        r"me|when|whenever|thanks|because|since|and|i|anywhere|unless|if|or|thx|plz|always|"
        r"anymore|any more|they|it|we|my|but|period|either)\b|\s*$)",
    ),
    *sought(
        StatementKind.FORMAT,
        form,
        (*_FORMED, _clause),
        r"\b(?P<value>(?:don't|do not|never|please don't)(?: ever)? (?:use|add|put|include|give "
        r"me|write|send me|start with|open with|end with|begin with|throw in|bother with|do)(?: "
        rf"any| all| so many| the| those| your)* {MANY}){_STOP}",
        r"\b(?P<value>(?:skip|drop|cut|cut out|ditch|lose|leave out|leave off|omit|spare me|"
        r"avoid|stop with|enough with|go easy on|easy on|stop using|stop adding|quit|stop giving "
        r"me|save me|avoid using|refrain from(?: using)?|stay away from|hold)(?: all| any| the| "
        rf"those| your| so many| with)*\s+{MANY}){_STOP}",
        r"\b(?P<value>(?:don't|do not|never|stop|quit) (?:apologi[sz]\w*|sugar-?coat\w*|rambl\w*|"
        r"lectur\w*|over-?explain\w*|repeat(?:ing)? (?:my question|yourself|the question)|"
        r"restat\w+ (?:my|the) question|thank(?:ing)? me|prais\w+ me|flatter\w*|compliment\w*|"
        r"greet\w* me|moraliz\w*|moralis\w*|summari[sz]\w+ (?:at the end|what i said)|"
        r"explain(?:ing)? (?:the )?basics?|start(?:ing)? (?:every|your|each) \w+ with [\w' "
        r"]{2,30}|end(?:ing)? (?:every|your|each) \w+ with [\w' ]{2,30}))",
        r"\b(?:i (?:really |just |simply |absolutely )*(?:hate|can't stand|dislike|loathe|don't "
        r"like|don't want|don't need|can't read|can't deal with|can do without))\s+(?:any |all |"
        rf"the |your |those |so many )*(?P<value>{MANY})(?= in (?:your|the|any|my|answers|"
        r"replies)\b| from you\b)",
        rf"\b(?P<value>(?:{LENGTH} |bulleted |numbered )?{OF_ANSWERS},? (?:only|please|"
        r"pls))(?=\s*(?:$|[,.!;:—–(]|from now|i\b|and\b))",
    ),
    # Your answers should be short; keep it to three sentences.
    *sought(
        StatementKind.FORMAT,
        form,
        _FORMED,
        rf"\b(?:keep|make|have|write|give me|send me|get)\s+{YOUR}(?: to me| for me)?(?: always| "
        rf"please)? (?:to |at |in |as |nice and )?(?P<value>(?:{LENGTH}|{FORMS}|"
        rf"{UNITS}|{TONES})){_STOP}",
        rf"\b(?:your |all |my |the )+(?:{OF_ANSWERS})(?: to me| for me)?(?:\s+(?:should|must|"
        r"have to|need to|are to|can|always|please|ought to|from now on|going "
        r"forward))*[,:]?\s*(?:be|stay|come|be kept|be written|fit|contain|use|have)?(?: always| "
        rf"all)?(?: in| as| to| within| at)?\s*(?<=[\s:])(?P<value>(?:{LENGTH}|{FORMS}|{UNITS}|"
        rf"{TONES})(?: only)?){_STOP}",
        r"\b(?:i|i'd|we)(?: would)?(?: really| much| always| just| also| strongly| do| generally|"
        r" still| far)* (?:need|prefer|want|like|love|rather have|rather get|appreciate|do best "
        r"with|do better with|work best with|understand|read|take in)\s+(?:(?:all|your|my|the|to "
        rf"get|to have|to see)\s+)*(?:(?:{OF_ANSWERS}|everything|things|it)(?: to be| kept| that "
        r"are| of| in| as| with| written| formatted| given| at| "
        rf"under)+\s+)?(?P<value>(?:{LENGTH}|{FORMS}|{UNITS}|{TONES})(?: "
        rf"{OF_ANSWERS})?){_STOP}",
    ),
    *sought(
        StatementKind.FORMAT,
        form,
        (*_FORMED, _clause),
        rf"\b(?P<value>{LENGTH}) (?:per|for each|for every|in every|in each|in an|in a|an) "
        r"(?:answer|reply|response|message)",
        r"\b(?:answers?|replies|responses|explanations|summaries|messages)(?: to me| for me)? "
        rf"(?:in|as|with|under|of|within|at)\s+(?P<value>(?:{LENGTH}|{FORMS}|{UNITS}|"
        rf"{TONES})(?: only)?)(?=\s*(?:$|[,.!;:—–(]|please\b|only\b|from now\b|always\b))",
        r"\bkeep (?:the|your|that) (?:tone|style|language|register|wording|voice)(?: always| "
        rf"nice and)? (?P<value>{LENGTH})(?=\s*(?:$|[,.!;:—–(]|with me\b|please\b|always\b|in\b|"
        r"when\b|and\b))",
        r"\b(?:please )?(?:be|stay|remain|sound|act) (?:more |always )?(?P<value>(?:brief|concise|"
        r"blunt|direct|terse|succinct|to the point|formal|informal|casual|gentle|polite|friendly|"
        r"professional)(?: and (?:brief|concise|direct|honest|kind|friendly|clear|polite|to the "
        r"point))?)(?= with me\b| in (?:your|all|every)\b| when(?:ever)? you\b| from now on\b| "
        r"always\b|,? always\b)",
        r"\b(?:answer|reply|respond|explain|write|talk|speak|use|stick to|give me|show me|i use|"
        r"we use|i want|present|format|write me|put)\s+(?:(?:to me|me|things|everything|it|all|"
        r"only|always|the|all the|distances|temperatures|measurements|weights|recipes|dates|"
        r"times|numbers|amounts|prices|quantities|steps|your|answers|replies|code|instructions|"
        rf"comparisons|options)\s+)*(?:in |as |with |using |at )?(?P<value>(?:{UNITS}|{TONES}|"
        rf"{FORMS}|{LENGTH})(?:,? (?:only|never \w+|not \w+))?)(?=,?\s*(?:{LASTLY}|for "
        r"(?:everything|every|all|any|temperatures|recipes|distances|measurements|comparisons|"
        r"steps|instructions)|every time|please,? always)\b)",
        rf"\b(?:{LASTLY}|always),?\s+(?:please )?(?:answer|reply|respond|explain|write|talk|"
        r"speak|use|stick to|give me|give|list|quote|state|express|convert|show me|show|i want|i "
        r"need|present|format|put|keep|make|have|be|include|add|lead with|start with|end with|"
        r"finish with|open with|begin with)\s+(?:(?:to me|me|things|everything|it|all|only|the|"
        r"distances|temperatures|measurements|weights|recipes|dates|times|numbers|amounts|prices|"
        r"quantities|steps|your|answers|replies|instructions|comparisons|options|code)\s+)*(?:in "
        rf"|as |with |using |at |to |under )?(?P<value>(?:a |an |the |your )?(?:{UNITS}|{TONES}|"
        rf"{FORMS}|{LENGTH}|(?:short |one-line |quick |brief |two-line )?(?:summary|tl;?dr|"
        r"sources?|links?|example|conclusion|verdict|bottom line|key (?:point|takeaway)s?|short "
        rf"version))(?: {OF_ANSWERS}| first| at the (?:top|end|start|bottom)| up front)?){_STOP}",
        rf"\b(?P<value>(?:{UNITS}|{TONES}|{FORMS}|{LENGTH}|(?:{LENGTH}) {OF_ANSWERS}),?(?: "
        rf"only)?),?\s+(?:please,? )?(?:{LASTLY}|every single time|from you|ever|every time)\b",
        r"\b(?:whenever|when|every time|any ?time|each time|if) you (?:give|list|show|send|write|"
        r"tell|explain|answer|suggest|mention|quote|name|recommend|talk|describe|compare|"
        rf"summari[sz]e|help|use|make|do|draft)\b[^,;:.!?]{{0,50}}?,?\s+(?:it's |please |always |"
        r"then |just |i'd like |i need |i want |use |put |give me |show me |write |keep |make |"
        r"do |stick to )*(?P<value>(?:(?:the |all |any |every )?(?:quantit(?:y|ies)|amounts?|"
        r"weights?|measurements?|temperatures?|distances?|prices?|dates|times|units|numbers|it|"
        rf"them|lists?|answers?) (?:in|as|to|with|under) )?(?:{UNITS}|{FORMS}|{LENGTH}|"
        rf"{TONES}|no {MANY})(?: only)?){_STOP}",
        r"\b(?:always|from now on|in (?:all |every |any )?future(?: (?:answers|replies|"
        r"messages))?|every time|by default|going forward|for recipes|whenever|in every "
        rf"(?:answer|reply)|in all (?:your )?(?:answers|replies))\b[^.;!?]{{1,50}}?\b(?:in|as|"
        rf"with|to|using|use)\s+(?P<value>{UNITS}){_STOP}",
        rf"\b(?:{LASTLY})\s*[:,—–-]\s*(?:please )?(?P<value>(?:{UNITS}|{TONES}|{FORMS}|"
        rf"{LENGTH}|no {MANY})(?: {OF_ANSWERS})?){_STOP}",
        r"\b(?P<value>(?:get|come|cut|go) (?:straight |right )?to the (?:point|chase))(?=,? "
        r"(?:always|when|from now|in your|every time|with me|please)\b)",
        r"\b(?:explain|walk me through|teach me|describe|lay out|break down|take me "
        r"through)\s+(?:things|everything|stuff|it|concepts|all of it)\s*(?:to me "
        r")?(?P<value>step[- ]by[- ]step|slowly|simply|in (?:simple|plain|easy) (?:words|terms|"
        r"language|english)|like i'm (?:five|5|a beginner|twelve|ten)|with examples)",
        r"\b(?P<value>(?:put|give|lead with|start with|open with|end with|include|add|cite|show|"
        r"state|list|tell me|say|write) (?:me )?(?:the |a |an |your |any )?(?:short |one-line |"
        r"quick |brief |two-line |one-sentence )?(?:summary|tl;?dr|sources?|links?|example|"
        r"conclusion|verdict|bottom line|key (?:point|takeaway)s?|answer|result|short version|"
        r"code)(?: first| at the (?:top|end|start|bottom)| up front| last)?)(?=,? (?:in|of|at the "
        r"(?:start|end|top) of|to|with|for|before) (?:every|each|all|any|your)\b|,? (?:always|"
        r"every time|when(?:ever)? you|from now on)\b)",
    ),
]
