"""In which language English speakers want to be answered."""

from __future__ import annotations

import re

from stratal.text.english.clauses import BOUND, asked, bygone, doubted, governed, once, opens
from stratal.text.own_words import BLANK
from stratal.text.statement_parts import Heard, Reading, Rule, StatementKind, Told, sought

TONGUES = """
english german french spanish italian portuguese dutch chinese mandarin cantonese japanese korean
russian polish turkish arabic hindi swedish danish norwegian finnish czech greek hebrew vietnamese
thai ukrainian hungarian romanian indonesian catalan basque galician welsh irish gaelic scots
swahili urdu bengali bangla tamil persian farsi malay tagalog filipino bulgarian serbian croatian
bosnian slovak slovene slovenian icelandic faroese estonian latvian lithuanian yoruba igbo hausa
amharic somali zulu xhosa punjabi telugu kannada malayalam marathi gujarati nepali sinhala
afrikaans albanian macedonian armenian georgian azerbaijani kazakh uzbek mongolian tibetan burmese
khmer lao javanese maori hawaiian samoan esperanto latin luxembourgish maltese breton yiddish
kurdish pashto flemish hokkien taiwanese bokmål nynorsk romansh frisian sicilian cebuano ilocano
quechua guarani
""".split()
_LANG = (
    r"(?P<value>(?!plain english\b)(?:(?:british|american|canadian|australian|irish|simplified|"
    r"traditional|swiss|"
    r"austrian|brazilian|european|latin american|mexican|plain|simple|easy|standard|high|quebec|"
    rf"québécois|castilian|modern)\s+)?(?:{'|'.join(TONGUES)}))(?![\w'-])(?! (?:class|teacher|"
    r"lesson|exam|course|restaurant|food|breakfast|homework|test|course|department|speaker))"
)
_TALK = (
    r"(?:answer|reply|respond|write|speak|talk|chat|communicate|converse|message|text|explain "
    r"things|explain everything|get back|come back)"
)
_TALKING = (
    r"(?:answering|replying|responding|writing|speaking|talking|chatting|communicating|messaging)"
)
_REPLIES = (
    r"(?:(?:all|all of|every|any|each|of|your|the|my|future|further|those|these|"
    r"both)\s+)*(?:answers?|repl(?:y|ies)|responses?|messages|explanations?|summar(?:y|ies)|"
    r"feedback|output|texts|comments|advice|everything(?: you (?:write|say|send|tell|type|post|"
    r"show|give|explain)(?: to)?(?: me)?)?|anything you (?:write|say|send|tell|type|give)(?: "
    r"to)?(?: me)?|what(?:ever)? you (?:write|say|send|tell|type|give|produce|make)(?: to| "
    r"for)?(?: me| us)?(?:, [\w ]{2,20},)?|our (?:chats?|conversations?|talks?|exchanges?|"
    r"sessions?)|conversations?)"
)
_WANT = (
    r"(?:i'd|i would|i|we'd|we)(?: much| really| also| rather| actually| always| only| just| do| "
    r"still)* (?:like|love|prefer|rather|want|need|appreciate|expect|have|rather have|rather get|"
    r"prefer to (?:get|have|receive|read)|like to (?:get|have|receive|read)|want to (?:get|have|"
    r"receive|read)|rather read|rather see|take|read)"
)


def _spoken(told: Told) -> Reading | None:
    if BLANK in told.matched:
        return None
    return Reading(attribute="answer language", value=told["value"])


_TASK_AFTER = re.compile(
    r"\b(?:translat\w+|this|that|these|letters?|e-?mails?|essays?|poems?|stor(?:y|ies)|captions?|"
    r"labels?|book|article|flyer|invitation|class|exam|school|homework)\b[^,;.]{0,25}$",
    re.IGNORECASE,
)


def _of_task(heard: Heard, found: re.Match[str]) -> bool:
    """Whether the language is that of one text to be written."""
    before = re.split(BOUND, heard.words[: found.start()])[-1]
    return (
        _TASK_AFTER.search(before) is not None
        or re.search(r"\btranslat|\bhow (?:do|would) (?:you|i) say", heard.words, re.IGNORECASE)
        is not None
    )


def _reported(heard: Heard, found: re.Match[str]) -> bool:
    before = re.split(BOUND, heard.words[: found.start()])[-1]
    return (
        re.search(
            r"\b(?:he|she|they|who|people|users|customers|clients|students|kids|waiters?|everyone|"
            r"somebody|someone|nobody|did|does|didn't|don't|do not|doesn't|not|never|should|to "
            r"learn to|learn(?:ing)? to|can't|cannot|could|able to|practi[sc]e|try(?:ing)? to|i|"
            r"we|i'll|we'll|had to|have to|must)(?: \w+)?\s*$",
            before,
            re.IGNORECASE,
        )
        is not None
    )


def _bare(heard: Heard, found: re.Match[str]) -> bool:
    """Whether "answers" is what somebody does: "our vendor only answers in German"."""
    bare = re.match(
        r"(?:answers|repl(?:y|ies)|responses|messages|texts|comments|conversations?)\b",
        found.group(),
        re.IGNORECASE,
    )
    return bare is not None and not opens(heard.words, found.start())


def _by_other(heard: Heard, found: re.Match[str]) -> bool:
    """Whether somebody else answers so: "she answers only in Latin"."""
    return (
        re.search(
            r"\b(?:he|she|they|who|it|teacher|boss|heroine|hero|\w+'s)\s+$",
            heard.words[: found.start()],
            re.IGNORECASE,
        )
        is not None
    )


_SAID = (governed, asked, doubted, once, bygone, _of_task, _by_other)

LANGUAGES: list[Rule] = [
    # Answer me in Dutch; I'd like you to write to me in Dutch.
    *sought(
        StatementKind.LANGUAGE,
        _spoken,
        (*_SAID, _reported),
        rf"\b{_TALK}(?: back)?(?: only| always| exclusively| just| solely| please| strictly)?(?: "
        r"(?:to|with) (?:me|us)| me| us)(?: only| always| exclusively| just| please| strictly| "
        rf"back)* in\s+{_LANG}",
        rf"\b{_TALK}(?: back)?(?: to (?:all )?my (?:messages|questions))? "
        rf"in\s+{_LANG}(?=\s*(?:from now|from here|going forward|always|only|please|pls|even "
        r"(?:if|when|though)|no matter|whatever|regardless|by default|at all times|every time|"
        r"for good|whenever|in future|in the future|until))",
        r"\b(?:always|from (?:now|here) on,?(?: please)?|going forward,?(?: please)?|only(?: "
        rf"ever)?|by default,?|in future,?) {_TALK}(?: back)? in\s+{_LANG}",
        r"\b(?:keep|start|continue|go on|begin|stick to|stick with|stay with|carry on) "
        rf"{_TALKING}(?: to| with)?(?: me| us)? in\s+{_LANG}",
        rf"\b(?:talk|speak|write|chat)\s+{_LANG}\s+(?:to|with) (?:me|us)\b",
    ),
    *sought(
        StatementKind.LANGUAGE,
        _spoken,
        _SAID,
        rf"\b{_WANT}\s+(?:you to |if you |it if you |for you to |us to )?(?:always |only |please "
        rf")?(?:{_TALK}(?:ed|d)?|wrote|spoke|stuck|kept|stick|stay)(?: back)?(?: to| with)?(?: me|"
        rf" us)?(?: in| to)?\s+{_LANG}",
        r"\bi'd be (?:very |so |really )?(?:grateful|thankful|glad|happy|pleased) (?:for|with|to "
        rf"(?:get|have|receive)|if) {_REPLIES}(?: were| came| could be)? in\s+{_LANG}",
        rf"\b{_WANT}\s+(?:to (?:be answered|be addressed|get answers|talk|chat|read you|hear from "
        rf"you) in |{_REPLIES}(?: to be| written| always| only)* in |{_TALKING} in |it in |things "
        rf"in )\s*{_LANG}",
        rf"\b{_WANT}\s+{_LANG}(?=\s*(?:$|[,.!;:—–(]|please\b|answers\b|replies\b|for\b|from "
        r"(?:now|you)\b|as (?:the|our|a) language|over\b|when|with you))",
        rf"\b(?:keep|have|do|conduct|continue|hold|put|write|make)\s+(?:{_REPLIES}|it|this|"
        r"everything|things|all of it|the whole (?:chat|conversation))(?: always| strictly| "
        rf"only)? in\s+{_LANG}(?=\s*(?:$|[,.!;:—–(]|please\b|from now\b|always\b|only\b|even\b|"
        r"with me\b|for me\b|for good\b))",
        r"\b(?:stick|keep|stay|default|switch|change|go|move)(?: over| back)? (?:to|with|"
        rf"in)\s+{_LANG}(?=\s*(?:$|[,.!;:—–(]|please\b|from now\b|always\b|when\b|whenever\b|with "
        r"me\b|for me\b|for all\b|for everything\b|for good\b|permanently\b|in your\b|even\b|no "
        r"matter\b|going forward\b|from here\b))",
        rf"\b(?:use|speak)\s+(?:only )?{_LANG}\s+(?:with|to|for|when|whenever|in) (?:me|us|you|"
        r"your|all|everything|our|every|i)\b",
        r"\b(?:set|change|switch|put)(?: the| my| your)? (?:\w+ )?language(?: of [\w ]+)? (?:to|"
        rf"on)\s+{_LANG}",
        r"\b(?:my|our|the)(?: preferred| default| answer| reply| working| first choice of)* "
        r"language(?: for (?:answers|replies|you|this|us|our \w+|everything))?(?:'s| is|:| "
        rf"should be)\s+{_LANG}",
        rf"\byou (?:write|answer|reply|talk|speak)(?: back)?(?: to)?(?: me)? in\s+{_LANG}(?=,)",
        rf"\b{_LANG}(?:'s| is| would be| works) (?:the language (?:i|for|you)|what (?:i'd|i) "
        r"(?:like|want|prefer|need)|how (?:i'd|i) (?:like|want|prefer)|best for (?:me|your)|"
        r"easier for me|easiest for me)",
    ),
    # All your replies in Dutch, please.
    *sought(
        StatementKind.LANGUAGE,
        _spoken,
        (*_SAID, _bare),
        rf"\b(?<!from )(?<!in ){_REPLIES}(?: to me| for me)?(?:\s+(?:should|must|have to|has to|"
        r"need to|needs to|are to|are|is|can|always|please|only|only ever|be|stay|go|come|from "
        rf"now on|written|kept|better|best))*[,:]?\s+in\s+{_LANG}",
    ),
    # Welsh only; Welsh, please, from now on.
    *sought(
        StatementKind.LANGUAGE,
        _spoken,
        (*_SAID, lambda heard, found: not opens(heard.words, found.start())),
        rf"\b{_LANG},?\s+(?:only|please|pls|answers?(?: only| please)?|replies(?: only| please)?|"
        r"from (?:now on|you|here on)|always|for (?:all|everything|your)|in all|in every|going "
        r"forward|it is from|with me|when you)\b",
        rf"\bonly\s+{_LANG}(?=\s*(?:$|[,.!;:—–(]|please\b|from\b|with me\b|in your\b))",
    ),
]
