"""Rules for how people want to be answered, as it is said in hasty English: language and form."""

from __future__ import annotations

import re

from stratal.text.answer_rules import FORM, SHORT, THINGS, UNITS
from stratal.text.language_rules import LANG, THING, spoken
from stratal.text.own_words import BLANK
from stratal.text.spoken_parts import STOP
from stratal.text.statement_parts import (
    COMMAS,
    EVERYTHING,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.wording import QUESTION, REPORTED, SUPPOSED, Wording

# Languages.

_YOUR = (
    r"(?:your (?:answers?|replies|responses|explanations|messages|summaries)|(?:all |every )?(?:an"
    r"swers?|replies|responses|explanations|summaries|messages)|everything you (?:write|say|send)"
    r"(?: me| to me)?|anything you (?:write|send)(?: me)?|what you write(?: me)?)"
)
_SPEAK = r"(?:answer|reply|respond|write|speak|talk|chat|communicate|converse|explain things)"


def _written(told: Told) -> Reading:
    said = re.sub(r"^(?:all|the|my|our|your)\s+", "", told["thing"].casefold())
    return Reading(attribute=f"{said} language", value=told["value"])


_L = LANG.replace("simplified|", "simplified|plain|simple|standard|").replace(
    "indonesian",
    "indonesian|catalan|basque|welsh|irish|swahili|urdu|bengali|tamil|persian|farsi|"
    "malay|tagalog|filipino|bulgarian|serbian|croatian|slovak|slovenian|icelandic|estonian|"
    "latvian|lithuanian|yoruba|amharic|punjabi|telugu|afrikaans",
)

LANGUAGES_SPOKEN: list[Rule] = [
    *rule(
        StatementKind.LANGUAGE,
        spoken,
        EVERYTHING,
        rf"{_YOUR} (?:only |always |please ){{0,4}}(?:in|should be in|must be in|are to be in|"
        rf"have to be "
        rf"in|go in|need to be in)\s+{_L}(?:\s.*)?",
        rf"(?:my |answer |reply |chat |the |response ){{0,4}}language\s*(?:[:：=]|is|should be)"
        rf"\s*{_L}",
        rf"{_L}(?:'s| is| would be|'d be) (?:best|better|easier|easiest|what i (?:want|prefer|"
        rf"need)|"
        rf"preferred|my (?:preference|first choice|preferred language)|the language)(?:\s.*)?",
        rf"(?:please )?(?:use|keep (?:it|things) in|write|stay with|default to)\s+{_L}\s+(?:in|for|"
        rf"when|with)\s+(?:me\b|what|whatever|everything|all|our|your|you|this chat|my)\b.*",
        rf"(?:switch|change|go|move)(?: over| back)? (?:to|into)\s+{_L}\s+(?:from now on|for good|"
        rf"permanently|from here on|with me|for me|going forward|always)",
        rf"{_SPEAK}(?: only| always)? in\s+{_L}\s+(?:with|to|for) me",
        rf"{_SPEAK}\s+{_L}\s+(?:with|to) me",
        rf"i(?: always| only| usually| really){{0,4}} (?:want|need|expect|prefer|like|read|take)"
        rf"(?: to "
        rf"(?:get|have|read|see))?\s+(?:(?:all|your|my|the|every) ){{0,4}}(?:answers?|replies|"
        rf"responses|"
        rf"summar(?:y|ies)|reports|explanations|everything|messages|texts)\s+in\s+{_L}",
        rf"set (?:the |my |your )?(?:default |answer |reply )?language to\s+{_L}",
        rf"i(?:'d| would) (?:feel|find it|understand|be)[^,;]{{0,30}}\b(?:answered|replied|wrote|"
        rf"spoke|talked|responded)(?: to)?(?: me)?(?: in)?\s+{_L}",
    ),
    *rule(
        StatementKind.LANGUAGE,
        _written,
        EVERYTHING,
        rf"(?:all )?(?:the |my |our |your )?(?P<thing>{THING[9:-1]}|"
        rf"e?mails?(?: to [\w ]{{2,20}}?)?|"
        rf"letters?|reports?|invoices?|captions?|newsletters?|minutes)"
        rf"(?: (?:for|in|of) (?:this|our|the) \w+)?\s*(?::|(?:(?:always|should|must|are|is|to|be|"
        rf"go|have|need|stay|written|kept|only)\s+){{1,4}}(?:in)?)\s*(?:in )?{_L}(?:\s.*)?",
        about_work=True,
    ),
]

# The form of answers.

_ANY_ANSWER = (
    r"(?:(?:your|all|every|each|any|the|long|my|future)\s+){0,4}(?:answers?|replies|reply|"
    r"responses?|"
    r"recipes?|summar(?:y|ies)|explanations?|lists?|messages|comparisons?|numbers|dates|emails|"
    r"tables?|plans?|reports?|quotes|it|things|everything)"
)
_LASTS = Wording(
    r"\b(?:answers|replies|responses|recipes|summaries|explanations|messages|comparisons|for me|"
    r"always|every|each|i (?:prefer|like|read|want)|my preference|in general|never|when you|"
    r"from now "
    r"on|please|pls|plz|whenever|to me|things|stop|me)\b"
)
_HERE_ONLY = Wording(
    r"\b(?:this|that|these|those|translate|essay|story|poem|function|script|file|letter|once)\b"
)


def _form(told: Told) -> Reading | None:
    words = told.heard.words
    if not (told.heard.lasting or _LASTS.search(words)) or _HERE_ONLY.search(words):
        return None
    value = re.sub(r"\s+(?:from now on|please|pls|always)$", "", told["value"].strip(COMMAS))
    if not value or BLANK in value:
        return None
    return Reading(attribute="answer format", value=value)


_HOW = rf"(?:{SHORT}|{FORM}|{UNITS}|step[- ]by[- ]step|without [\w -]{{3,20}}|no [\w -]{{3,20}})"
_OF_AN_ANSWER = (
    r"(?:summary|tl;?dr|headings?|bullets?|bullet points?|table|example|examples|sources?|links?|"
    r"steps?|conclusion|short version|answer|result|code|units?|emojis?|key points?|headline|"
    r"one-liner|overview|checklist|diagram|numbers?)"
)
_BY_FORM = (QUESTION, SUPPOSED, REPORTED)

FORMATS_SPOKEN: list[Rule] = rule(
    StatementKind.FORMAT,
    _form,
    _BY_FORM,
    rf"(?:keep|make|have|write|give me|show me|i want|i like|i need|send me)"
    rf"\s+{_ANY_ANSWER}\s+(?:to "
    rf"me )?(?:in |as |to )?(?P<value>{_HOW})(?:\s+for me)?{STOP}",
    rf"{_ANY_ANSWER}\s+(?:should be |should have |must be |must have |are best |in |as |with |"
    rf"need |"
    rf"always |please |always in ){{1,4}}(?P<value>{_HOW}){STOP}",
    rf"{_ANY_ANSWER}\s+(?:should|must|needs? to|has to|have to) (?:always )?(?:have|include|"
    rf"carry|come "
    rf"with|start with|open with|end with|begin with)\s+(?P<value>[^,;]{{3,50}})",
    rf"my preference\s*(?:[:：]|is)\s*(?P<value>[\w -]{{3,40}}?){STOP}",
    rf"i (?:really |much |strongly )?(?:prefer|like|want|love)\s+(?P<value>{_HOW})\s+(?:over|to|"
    rf"instead of|rather than|more than|for|in|with|when)\s+[^,;]{{2,50}}",
    rf"(?P<value>(?:no|skip the|without|fewer|less|never any)\s+{THINGS})(?:\s+please)?{STOP}",
    r"(?:explain|tell me|teach me|walk me through|describe)\s+(?:things |everything |it |stuff )"
    r"?(?:"
    r"to me )?(?P<value>step[- ]by[- ]step|slowly|simply|in (?:simple|plain) (?:words|terms|"
    r"language)|like i'm (?:five|5|a beginner))(?:\s+.*)?",
    rf"(?:give|tell|show) me\s+(?:numbers|dates|figures|amounts|prices|times|{_ANY_ANSWER})\s+"
    rf"(?P<value>(?:without|with|in|as)\s+[\w -]{{3,25}}?)(?:\s+from now on|\s+always)?{STOP}",
    rf"(?:put|add|include|start with|begin with|end with|lead with|finish with)"
    rf"\s+(?P<value>(?:the |a "
    rf"|an )?(?:short |one-line |quick |brief )?{_OF_AN_ANSWER}(?:\s+(?:first|at the (?:top|end|"
    rf"start|"
    rf"bottom|beginning)|up front|last))?)\s+(?:(?:of|to|in|for) )?(?:every|each|all|any|your)\b.*",
    rf"(?:always|every time),?\s+(?:put|add|include|start with|begin with|end with|lead with)\s+"
    rf"(?P<value>(?:the |a |an )?(?:short |one-line |quick )?{_OF_AN_ANSWER}[^,;]{{0,25}})",
    rf"(?:use|write|speak in|stick to|i use|we use|measure in|give me)\s+(?:only |always )?"
    rf"(?P<value>{UNITS})(?:\s.*)?",
    r"(?P<value>(?:bullet points|bullets|plain text|full sentences|tables|short answers|short "
    r"paragraphs|numbered steps|prose|one paragraph|metric units|metric))(?:,| please|,? always|,? "
    r"not\b|,? no\b|,? only){1,4}.*",
)
