"""How a value is cut, whichever rule has heard it: two rules that hear one thing give one value."""

from __future__ import annotations

import re

from stratal.text.english.manners import MANNER, OF_ANSWERS
from stratal.text.english.times import time_in
from stratal.text.english.told import worded

# What is put right.

_LEADS_IN = (
    r"(?:(?:actually|really|now|in|on|at|from|by|to|with|for|called|named|spelled|dated)\s+)*"
)
_COPULA = worded(
    rf"^.{{2,60}}(?:\s(?:is|are|was|were|should be|has|have)\s+{_LEADS_IN}|(?:'s|'re)\s+(?=(?:in|"
    rf"on|at|from|by|called|named|an?|the)\b|\d){_LEADS_IN})"
)
"""The subject of a clause and its verb: "the song's in D minor" says "D minor"."""
_COUNTED = worded(r"(?P<count>[^\w\s]?\d[\d.,:]*)(?: [a-z-]+){1,3}")
_DIGIT, _CAPITAL = re.compile(r"\d"), re.compile(r"\b[A-Z]")


def alike(one: str, other: str) -> bool:
    """Whether two values are of one sort: both have a number, or both have a name."""
    return any(sort.search(one) and sort.search(other) for sort in (_DIGIT, _CAPITAL))


_SUCH = worded(r"\s+(?:who|that|which) .*$")
_NUMBER = re.compile(r"(?<!\S)[^\w\s]?\d[\d.,:]*")


def _stated(value: str, other: str) -> str:
    """What a clause says of its subject, or the number by which it differs: "6 are coming"."""
    short = _COPULA.sub("", value)
    if other and short != value and not alike(short, other) and alike(value, other):
        number = _NUMBER.search(value)
        return value if number is None else number.group()
    return short


def _end_like(value: str, other: str, spared: int) -> str:
    """The last words of `value`, as many as `other` has, if they are of the same sort."""
    words, length = value.split(), len(other.split())
    last = " ".join(words[-length:])
    return last if len(words) > length + spared and alike(last, other) else value


def put_right(value: str, other: str) -> tuple[str, str]:
    """What is so and what is not, without the clause in which the first of them stands."""
    value, other = _stated(value, other), _SUCH.sub("", other)
    if other:
        value, other = _end_like(value, other, 2), _end_like(other, value, 1)
    counted = _COUNTED.fullmatch(other)
    if counted is not None and re.fullmatch(r"[^\w\s]?\d[\d.,:]*", value):
        other = counted["count"]
    return value, other


# How answers are to look.

_DENIED = worded(
    r"(?:no more|no|zero|fewer|less|without|never any|not a single|(?:please )?(?:don't|do not|"
    r"dont|never)(?: ever)? (?:use|add|put|include|give me|write|send me|start with|open with|end "
    r"with|begin with|throw in|bother with|do)|skip|drop|cut out|cut|ditch|lose|leave out|leave "
    r"off|omit|spare me|avoid using|avoid|stop with|enough with|go easy on|easy on|stop using|stop "
    r"adding|stop including|stop giving me|quit|save me|refrain from(?: using)?|stay away from|"
    r"hold)\s+(?:(?:any|all|so many|the|those|these|your)\s+)*(?!than\b|more\b|"
    r"longer\b)(?=[a-z])(?P<thing>.+)"
)


_ASKED_SO = worded(
    r"(?:(?:please|always|from now on),? )*(?:(?:keep|make|have|write|give|show|send|use|put|want|"
    r"need|answer|reply|respond|explain|format|i)\s+)+(?:(?:to me|me|things|everything|them|it|"
    rf"your|all|every|each|any|the|my|of|{OF_ANSWERS})\s+)*(?:(?:to|in|as|with|at|"
    rf"using)\s+)?(?P<manner>{MANNER}(?: only)?)(?: {OF_ANSWERS})?"
)
_KINDLY = worded(r"^(?:(?:please|pls|kindly)\s+)+|^(?:it|them) (?=in |as |with |under )")
_WHERE = worded(
    r"\s+(?:(?:in|of|to|for|with|at the (?:start|end|top) of|from) (?:every|each|all|any|your|"
    r"ur)\b|when(?:ever)? you\b|from you\b|for me\b).*$"
)
_AFTER_TO = re.compile(r"^to (?=\d|(?:an?|one|two|three|four|five|six|ten)\b)")


def manner(value: str) -> str:
    """How answers are to look: "three sentences", without who is told to keep to them."""
    value = _WHERE.sub("", _KINDLY.sub("", value))
    asked = _ASKED_SO.fullmatch(value)
    return _AFTER_TO.sub("", value if asked is None else asked["manner"])


_DISLIKED = worded(
    r"\b(?:hate|can't stand|dislike|loathe|don't like|don't want|don't need|can't read|can't deal "
    r"with|can do without)\s+(?:(?:any|all|the|your|those|these|so many)\s+)*$"
)


def left_out(value: str, before: str) -> str:
    """What is not to be in answers, if `value` or the words before it forbid something."""
    if _DISLIKED.search(before):
        return value
    denied = _DENIED.fullmatch(value)
    return "" if denied is None else denied["thing"]


# What may be done, is to be asked for, or is never to be kept.

_WHENEVER = worded(
    r"[\s,]+(?:whenever|when|any ?time|as soon as|as long as|if|once|every time|each time|where|"
    r"without|w/?o)\b.*$|\s+(?:as needed|always|now|too|please|for me|yourself|on your own|"
    r"directly)$"
)


_MY_LEAVE = worded(
    r"^(?:my )?(?:(?:blanket|full|standing|general|explicit|permanent) )?(?:ok|okay|permission|"
    r"blessing|go-ahead|approval|consent|leave|green light) (?:to|for) "
)


def deed(value: str) -> str:
    """What may be done, without the time at which it may."""
    value = re.sub(r"^you (?:can |may )?", "", _MY_LEAVE.sub("", value), flags=re.IGNORECASE)
    short = _WHENEVER.sub("", value)
    return short if len(short) > 3 else value


_LED_BY = worded(
    r"^(?:(?:and|but|so|also|please|pls|just|always|kindly|oh|now|you must|you should|you have to|"
    r"you need to|make sure (?:to|you)|be sure to|i want you to|i need you to|i'd like you to|can "
    r"you|could you)[\s,]+)+"
)


def request(value: str) -> str:
    """A request without the words that lead up to it."""
    return _LED_BY.sub("", value) or value


_CLAUSE_END = worded(
    r"[,;:!?.…—–()\ufffc]|\s-\s|[\U0001F300-\U0001FAFF\u2600-\u27bf]|\s(?:and|but|because|since|so|"
    r"as|please|pls|ok|okay|thanks|though|either)\b"
)


def withheld(words: str, found: re.Match[str]) -> str:
    """The clause that asks to keep nothing."""
    end = _CLAUSE_END.search(words, found.end())
    return request(words[found.start() : len(words) if end is None else end.start()].strip(" ,"))


# What is to be done, at a time or always.


def duty(value: str) -> str:
    """A duty up to the time at which it is one."""
    time = time_in(value)
    if not time or _TIME_FIRST.fullmatch(value[: value.index(time)]):
        return value
    return value[: value.rindex(time) + len(time)]


_TIME_FIRST = worded(r"(?:(?:on|by|at|from|before|until|starting|come|in|this|the|and|so)\s+)*")


_FREELY = worded(r"(?P<condition>(?:\b(?:always|automatically|immediately|never)\s+)+)$")
_SAID_FIRST = worded(
    r"^(?:(?:and|but|so|also|please|pls|just|kindly|oh|now|i want you to|i need you to|i'd like "
    r"you to|from now on|from here on(?: in| out)?|going forward|as of (?:now|today)|in (?:the "
    r")?future|by default|henceforth|until further notice|standing (?:order|instruction|rule)|"
    r"(?:new |house |ground |general )?rule|as a (?:standing |general )?rule)[\s,:—–-]+)+"
)
_AT_LAST = worded(
    r"[,\s—–-]+(?:please|pls|ok|okay|thanks|thank you|no exceptions|from now on|without exception|"
    r"every (?:single )?time|always|(?:no matter|even if|because|since|so that|otherwise)\b.*)$"
)


_CONDITION = worded(
    r"(?:^|[.;:,!—–]\s*|\b(?:and|so|but)\s+)(?P<condition>(?:whenever|when|if|once|as soon as|"
    r"every|each|any ?time|after|before|on (?:every|each|the \w+ of)|at the end "
    r"of)\b[^.;:!?]{3,100},\s*)$"
)


def order(words: str, start: int, end: int) -> str:
    """What is to be done, with its condition, without what says that it is to last."""
    condition = _CONDITION.search(words[:start]) or _FREELY.search(words[:start])
    value = words[start if condition is None else condition.start("condition") : end]
    value = _SAID_FIRST.sub("", value.strip(" ,"))
    while (short := _AT_LAST.sub("", value)) != value and len(short.split()) > 2:
        value = short
    return value


# What was decided.

_ITS_USE = worded(
    r"\s+(?:(?:for|as) (?:the|our|my|all|this|that|every|each|both|any|new)|(?:between|across|"
    r"throughout|within|among) (?:the|our|my|all|every|both)|in the end|in (?:season|chapter|"
    r"phase|round|version|sprint|volume|act) \w+|in (?:the|our|this|all|"
    r"every) (?:\w+ )?(?:repos?|codebase|projects?|services?|apps?|backend|frontend))\b.*$"
)
_A_VERB = worded(r"(?:not |to |not to |never |no longer )")


_ON = worded(
    r"^(?:on|upon|in favou?r of|for|to (?:go with|go for|use|adopt)|(?:on )?(?:going with|using|"
    r"adopting)) (?=[\w'\"])"
)


def choice(value: str) -> str:
    """What was chosen, without what for, and without those who will do it."""
    value = re.sub(
        r"^(?:that )?we(?:'ll| will| shall|'re going to| are going to)? (?=[a-z]+ )",
        "",
        value,
        flags=re.IGNORECASE,
    )
    value = re.sub(r" it is$", "", _ON.sub("", value))
    return value if _A_VERB.match(value) else _ITS_USE.sub("", value) or value
