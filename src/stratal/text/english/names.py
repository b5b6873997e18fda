"""What English speakers are called, and how they want to be addressed."""

from __future__ import annotations

import re

from stratal.text.english.clauses import (
    asked,
    bygone,
    doubted,
    governed,
    once,
    opens,
)
from stratal.text.english.tongues import TONGUES
from stratal.text.own_words import BLANK
from stratal.text.person_rules import shown_name
from stratal.text.statement_parts import COMMAS, Heard, Reading, Rule, StatementKind, Told, sought
from stratal.text.titles import STOP

_CAP = r"(?-i:[A-Z\u00c0-\u00de])[\w\u00c0-\u024f'’-]*"
TITLE = (
    r"(?:(?:Dr|Mr|Mrs|Ms|Miss|Mx|Prof|Professor|Sir|Sister|Rev|Madam|Captain|Coach)"
    rf"[.{STOP}]?\s+)"
)
_NAME = (
    rf"(?P<value>{TITLE}?{_CAP}(?:\s+(?:(?:van|de|der|von|da|del|di|la|bin|"
    rf"al)\s+){{0,2}}{_CAP}){{0,2}})"
)
_MARKS = r"[\U0001F300-\U0001FAFF\u2600-\u27bf]"
_AFTER = (
    rf"(?=\s*(?:$|[,.!;:…—–()?\ufffc]|{_MARKS}|\s-|(?:and|but|from|here|by the way|btw|with|at|"
    r"speaking|again|or|so|because|instead|please|pls|too|not|when|if|in|rather|as|lol|thanks|for|"
    r"now|everyone|though|like|unless|since|ok|everywhere|always|whenever|on|than|over|to)\b))"
)


def _begins(heard: Heard, found: re.Match[str]) -> bool:
    return not opens(heard.words, found.start())


def _greets(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it does not stand at the begin of what is said."""
    before = heard.words[: found.start()]
    return len(before.split()) > 4 or re.search(r"\b(?:the|a|my|our|is|are)\b", before) is not None


_FACT = (governed, asked, doubted, bygone)

_read_name = shown_name("name")


def _own_name(told: Told) -> Reading | None:
    if re.search(r"['’]s$", told["value"]) or re.match(_NO_PEOPLE, told["value"]):
        return None
    return _read_name(told)


_NO_PEOPLE = (
    r"(?i:Head|Type|Team|Generation|Gen|Lead|Senior|Junior|Director|Chief|Vice|Co|Deputy|Gemini|"
    r"Virgo|Libra|Mormon|Amish|Sikh|Quaker|Protestant|Belgian|Nigerian|Kenyan|Ukrainian|Welsh|"
    r"Danish|Filipino|Thai|Vietnamese|Czech|Hungarian|Romanian|Croatian|Serbian|Chilean|Peruvian|"
    r"Colombian|Argentinian|Egyptian|Moroccan|Iranian|Persian|Pakistani|Bangladeshi|Cuban|Catalan|"
    r"Basque|Icelandic|Christmas|Easter|God|Santa|Siri|Alexa|Version|Level|Day|Week|Step|Chapter|"
    r"Part|Page)\b"
)
_NAMELESS = frozenset(
    """not on in the a an hard spelled pronounced so too very already also wrong listed missing
    common rare long short mud what is different same like under at mentioned just now my
    your his her""".split()
)


def _small_name(told: Told) -> Reading | None:
    """Reads a name that was typed without a capital: only where the words leave no doubt."""
    value = told["value"]
    if value.casefold() in _NAMELESS or BLANK in value or _NO_NAME.search(value):
        return None
    return Reading(attribute="name", value=value)


_NO_NAME = re.compile(r"(?:ed|den|ken|ing|ly|ful|less|able|ous|ish)$")

NAMES: list[Rule] = [
    # My name is Ana; name's Ana.
    *sought(
        StatementKind.NAME,
        _own_name,
        (_begins, governed, asked, doubted),
        r"\bmy (?:(?:full|first|real|given|actual|legal|own|whole|proper) )?name(?:'s| is|"
        rf"\s*[:,])\s+{_NAME}",
        rf"\b(?:the )?name(?:'s| is|:)\s+{_NAME}",
        rf"\b(?:i'm|i am|i was) (?:called|named|christened|baptised)\s+{_NAME}{_AFTER}",
        rf"\byou(?:'re| are) (?:talking|speaking|chatting|dealing) (?:to|with)\s+{_NAME}{_AFTER}",
        r"\b(?:my parents|my mother|my mum|my mom|my dad|my grandmother|they) (?:named|"
        rf"christened) me\s+{_NAME}",
        r"\b(?:let me introduce myself|(?:quick |short |little "
        rf")?intro(?:duction)?)\s*[:,—–.-]\s*(?:i'm |i am |my name is )?{_NAME}{_AFTER}",
        rf"\bmy passport says\s+{_NAME}",
    ),
    # I'm Ana, and …
    *sought(
        StatementKind.NAME,
        _own_name,
        (_begins, governed, asked, doubted),
        rf"\b(?:i'm|i am)\s+{_NAME}(?=\s*(?:$|[,.!;:…—–(]|{_MARKS}|-\s|\s-|(?:and|from|here|by "
        r"the way|btw|with|at|but)\b))",
        rf"\b(?:this is|it's|it is)\s+{_NAME}(?=\s+(?:here|speaking|again|from)\b)",
    ),
    # Ana is my name; Ana here.
    *sought(
        StatementKind.NAME,
        _own_name,
        (_begins, governed, asked, doubted),
        rf"{_NAME}(?:'s| is| it's) (?:my (?:(?:full|first|real|given|actual) )?name|the name|what "
        r"i'm called)\b",
    ),
    *sought(
        StatementKind.NAME,
        _own_name,
        (_begins, _greets, governed, asked),
        rf"{_NAME}\s+(?:here|speaking)(?=\s*(?:$|[,.!;:…—–(]|{_MARKS}|\s-|and\b|from\b|again\b))",
    ),
    *sought(
        StatementKind.NAME,
        _small_name,
        (_begins, governed, asked, doubted),
        r"\bmy (?:(?:full|first|real) )?name(?:'s| is)\s+(?P<value>(?-i:[a-z][a-z'-]{1,14}))(?=\s*"
        r"(?:$|[,.!;:—–(]|and\b|by the way\b|btw\b))",
    ),
]

# How to address them.

NICK = rf"(?:an? )?[\"'\ufffc ]*(?P<value>{TITLE}?{_CAP}(?:\s+{_CAP}){{0,2}})[\"']?"
LOWER = r"[\"']?(?P<value>(?-i:[a-z][a-z'-]{1,13}))[\"']?"
_NO_CALL = re.compile(
    r"^(?:I|If|When|On|At|After|Before|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|"
    r"Crazy|A|An|The|Old|Back|Later|Tomorrow|Ishmael|Maybe|English|Today|Tonight|Anytime)\b"
)
_NOT_CALLED = frozenset(
    """crazy old lazy picky paranoid weird naive cynical stupid when if back later tomorrow asap
    anytime anything whatever names out up for on at by as in to the a an and or it that
    this what biased silly mad nuts superstitious sentimental skeptical sceptical boring
    nerdy nosy dramatic pedantic romantic spoiled vain ungrateful insane curious impatient
    late early busy ready grumpy
    today tonight tonite soon again now here there maybe over about lucky please collect
    never not first next something dumb sick strange cheap rude mean evil jaded cold
    heartless basic extra petty blunt frugal fussy greedy snobby sensitive selfish selfless
    stubborn oldfashioned oldschool mister""".split()
)


_BY_KIN = re.compile(
    r"\bmy (?:\w+ )?(?:kids|children|sons?|daughters?|grandkids|grandchildren|wife|husband|boss|ex|"
    r"pupils|students|toddler)\b[^,.;]{0,20}\bcalls? me\b",
    re.IGNORECASE,
)
_SO_SHOULD_YOU = re.compile(
    r"\b(?:you (?:can|may|could|should)|so should you|do the same|do so too|you too)\b",
    re.IGNORECASE,
)
_ADJECTIVE = re.compile(
    r"(?:fashioned|minded|headed|hearted|school|ish|ical|ous|ful|less|able|istic|ative|worthy|"
    r"ionate|obsessed|ient)$"
)


def called(told: Told) -> Reading | None:
    value = re.sub(r"['’]s$", "", told["value"].strip(COMMAS))
    if not value or BLANK in value or _NO_CALL.match(value):
        return None
    if _BY_KIN.search(told.heard.words) and not _SO_SHOULD_YOU.search(told.heard.words):
        return None
    if value.islower() and _ADJECTIVE.search(value):
        return None
    if value.split()[0].casefold() in _NOT_CALLED or len(value) < 2 or value.casefold() in TONGUES:
        return None
    return Reading(attribute="address", value=value)


_NOT_BEFORE = re.compile(
    r"\b(?:not|don't|dont|never|stop|he|she|they|who|would|to|did|didn't|boss|used to|always)\s+$",
    re.IGNORECASE,
)


def _by_whom(heard: Heard, found: re.Match[str]) -> bool:
    """Whether "call me" is said of what others do, or is forbidden."""
    if re.search(
        r"\b(?:you|free|please|welcome|you all|allowed) to\s+$",
        heard.words[: found.start()],
        re.IGNORECASE,
    ):
        return False
    return _NOT_BEFORE.search(heard.words[: found.start()]) is not None


_ADDRESSED = (governed, asked, doubted, bygone, once, _by_whom)
_WANT = (
    r"(?:i'd|i would|i|id)(?: much| really| also| rather| actually)* (?:like|love|prefer|rather|"
    r"want|appreciate)"
)

ADDRESSES: list[Rule] = [
    *sought(
        StatementKind.NAME,
        called,
        _ADDRESSED,
        rf"\b(?:i'm|i am|it's|it is|that's|that would be) (?:only |just )?{NICK} to you\b",
        rf"\bcall me (?:just |simply |by (?:my \w+ name,? )?)?{NICK}{_AFTER}",
        r"\b(?:address|greet|refer to|speak to|write to) me (?:simply |just )?(?:as|by|"
        rf"with)\s+{NICK}{_AFTER}",
        rf"\b{_WANT}(?: you)?(?: to)?(?: be)? (?:called|call me|addressed as|address me as|known "
        rf"as|referred to as|go by)\s+(?:just )?{NICK}{_AFTER}",
        rf"\b{_WANT}(?: it)? if you (?:call|called|addressed|would call) me(?: "
        rf"as)?\s+{NICK}{_AFTER}",
        r"\b(?:i|we)(?: usually| mostly| always| just| only| normally)? (?:go by|answer to|am "
        rf"known as)\s+(?:just )?{NICK}{_AFTER}",
        r"\b(?:everyone|everybody|friends|my friends|most people|people|folks)(?: here| else| at "
        rf"\w+| at the \w+)?(?: just| all)? (?:calls?|knows?) me(?: as)?\s+{NICK}{_AFTER}",
        rf"{NICK}\s*(?:'s|\s+is) (?:what|how) (?:i|i'd|everyone|everybody|people|my \w+|you|"
        rf"they)\b[^,.;:]{{0,40}}\b(?:call(?:ed|s)?|hear|addressed|go by|known)\b",
        rf"\b(?:just|plain|simply|only) {NICK}(?:'s| is| will| does| works)(?: be| do)?(?: just| "
        r"perfectly| totally)? ?(?:fine|ok|okay|enough|good|great|nicely|for me)?(?=\s*(?:$|"
        rf"[,.!;:—–(]|{_MARKS}|for\b|with\b|thanks\b|please\b|from\b))",
        rf"(?<![\w'])(?=[^.!?]*\b(?:call|address|sir|madam|ma'am|name)\b){NICK}\s+(?:will do|"
        r"works|is fine|is enough|will be fine|would be fine|is plenty|is ok)(?=\s*(?:$|"
        r"[,.!;:—–(]))",
        rf"\b(?:use|say|write|stick (?:to|with))\s+{NICK}\s+(?:when|whenever|if) (?:you "
        r")?(?:address|talk|greet|speak|writ|call|mention)",
        r"\bmy (?:nick(?:name)?|preferred name|call ?sign|handle|short name)(?:'s| is|"
        rf":)\s+{NICK}{_AFTER}",
    ),
    *sought(
        StatementKind.NAME,
        called,
        _ADDRESSED,
        r"\b(?:please|just|can|may|should|on|simply|pls|so|always|kindly)(?: just| always| "
        rf"please| simply)* call me (?:just |simply )?{LOWER}(?=\s*(?:$|[.!;—–(]|,(?! but)|"
        r"please\b|pls\b|from now\b|instead\b|and not\b|not\b|lol\b|thanks\b|too\b))",
        r"\bi(?: usually| mostly| always| just)? (?:go by|answer to) "
        rf"{LOWER}(?<!the)(?<!my)(?<!foot)(?<!bike)(?<!car)(?<!train)(?<!bus)(?<!feel)(?<!ear)(?<"
        r"!memory)(?=\s*(?:$|[.!;,—–(]|btw\b|by the way\b|and\b|not\b))",
        rf"\b(?:don't|do not|never|stop|quit) call(?:ing)? me [^,;:.!]{{1,30}}[,;:.!—–-]+\s*(?:ple"
        rf"ase )?(?:it's|it is|just|call me|say|use|i'm|only|use just)(?: just)?\s+{NICK}{_AFTER}",
    ),
]
