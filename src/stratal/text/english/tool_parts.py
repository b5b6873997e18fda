"""What the rules of tools share: parts of patterns, readers, and what unsays a match."""

from __future__ import annotations

import re

from stratal.text.english.clauses import (
    asked,
    begun,
    bygone,
    doubted,
    governed,
    once,
    opens,
    passing,
    undecided,
)
from stratal.text.english.products import ANY, DIGITAL, NAME, PRODUCTS, is_product
from stratal.text.families import FAMILY_OF, same_tool
from stratal.text.own_words import BLANK
from stratal.text.statement_parts import Heard, Reading, Told

V = rf"(?P<value>{NAME})"
N = rf"(?P<other>{NAME})"
VA = rf"(?P<value>{ANY})"
NA = rf"(?P<other>{ANY})"
SOFT = (
    r"(?:(?:always|only|just|now|all|mostly|mainly|still|usually|generally|exclusively|currently|"
    r"actually|already|also|both|even|do|basically|have to|have always|'ve always|strictly|happily|"
    r"simply|tend to|'ve|have|'re|are|'m|am|'d)\s+)*"
)


def tool_of(told: Told) -> Reading | None:
    """Reads a tool, of the family of what it is set against or of its own."""
    value, other = told["value"], told["other"]
    if BLANK in told.matched or same_tool(value, other):
        return None
    family = (
        FAMILY_OF.get(other.casefold())
        or FAMILY_OF.get(value.casefold())
        or f"tool: {(other or value).casefold()}"
    )
    mine = re.match(r"\W*(?:i|i'm|i've|my)\b", told.matched, re.IGNORECASE)
    return Reading(attribute=family, value=value, not_value=other, about_work=not mine)


def named(told: Told) -> Reading | None:
    """Reads a name that is known, or that has a capital and stands with something digital."""
    value = told["value"]
    if not is_product(value):
        return None
    if is_product(value, known=True):
        return tool_of(told)
    thing = told["thing"] or told.matched[: told.match.start("value") - told.match.start()]
    if value.casefold() not in PRODUCTS and (
        not DIGITAL.search(thing) or _LIES.search(told.matched)
    ):
        return None
    if told["other"] and told["other"].casefold() in NO_OTHERS:
        return None
    return tool_of(told)


_LIES = re.compile(
    r"\b(?:servers?|office|team|company|warehouse|data|database|backups?|clusters?|shop|store|"
    r"meetings?|classes|clients?|customers?|work|house|home|job|jobs)\b.{0,30}\b(?:is|are|lives?|"
    r"sits?|sitting)\s+(?:in|on|at)\b",
    re.IGNORECASE,
)
"""Where something lies may be a place as well as a program."""


NO_OTHERS = frozenset(
    """it that this them the a an my our me us you anything everything something sure really just
    only too so always even when if in on at by for with like because ever anymore again
    more less one ones any all here there now yet english much many""".split()
)


def starts(heard: Heard, found: re.Match[str]) -> bool:
    if re.match(r"(?:i|we|my|our)\b", found.group(), re.IGNORECASE):
        return not begun(heard.words, found.start())
    return not opens(heard.words, found.start())


def of_others(heard: Heard, found: re.Match[str]) -> bool:
    """Whether somebody else does it: "my brother's company runs everything on X"."""
    del heard
    if re.search(
        r"\b(?:says?|said|told|tells?|wants?|thinks?|suggests?|insists?|recommends?|loves?|"
        r"likes?)\b",
        found.group(),
        re.IGNORECASE,
    ):
        return True
    subject = found.group()[:60]
    return (
        re.match(
            r"(?:my|our|the|all my|all our) (?:[\w-]+ ){0,2}?(?:\w+'s|brother|sister|son|daughter|"
            r"wife|husband|mother|father|mum|mom|dad|boss|friend|neighbou?r|cousin|uncle|aunt|"
            r"client|customer|teacher|professor|landlord|ex|colleague|co-?worker|manager|intern|"
            r"contractor|friends|supervisor|advisor|competitor|roommate|flatmate|partner|kid|kids|"
            r"niece|nephew|in-?laws?|competitors?|bank|old|former|previous|last)\b",
            subject,
            re.IGNORECASE,
        )
        is not None
    )


_SAID_BEFORE = re.compile(
    r"\b(?:as|like) (?:you|i)(?:'ve| have|'d| had)? (?:said|wrote|told|put|thought|assumed|had|"
    r"mentioned|claimed)\b|^\W*(?:(?:hm+|oh|ah|um+|wait|sorry)[\s,.]+)*(?:correction|i misspoke|"
    r"that's (?:wrong|not right))\b",
    re.IGNORECASE,
)


def _put_right(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it says where something is, against what was said before."""
    return _SAID_BEFORE.search(heard.words) is not None and (
        re.match(r"(?:i|we|use|please|always|don't|never)\b", found.group(), re.IGNORECASE) is None
    )


USED = (governed, asked, doubted, bygone, passing, undecided, _put_right)
BIDDEN = (governed, asked, doubted, bygone, once, undecided)
OBJ = (
    r"(?:all |most |almost all |every(?: single)? |pretty much )?(?:of )?(?:my|our|the|all|"
    r"every(?:thing)?|these|this|its|their)\b(?:\s+(?!in\b|with\b|on\b|using\b|via\b|through\b|"
    r"and\b|but\b)[\w'’&/-]+){0,6}?"
)
VERBS = (
    r"(?:do|keep|track|manage|write|edit|grade|run|plan|store|file|log|handle|organi[sz]e|schedule|"
    r"draw|design|model|cut|mix|record|take|make|build|draft|invoice|bill|host|mark|deploy|develop|"
    r"test|code|process|prepare|create|produce|master|retouch|annotate|teach|send|sell|ship|"
    r"monitor|document|sketch|typeset|translate|analy[sz]e|compile|format|lint|bundle|serve|chart|"
    r"type|compose|score|render|print|scan|share|sync|back up|live|do all|keep all|publish|"
    r"maintain|set up|review|sort|archive|catalogue|index)"
)
HOW = r"(?:in|with|on|through|via|using|inside|out of|over)"
DONE = (
    r"(?:(?:all|entirely|completely|fully|now|still|mostly|already|only|always|kept|stored|tracked|"
    r"managed|hosted|deployed|written|typeset|edited|built|done|made|run|handled|organi[sz]ed|"
    r"drawn|designed|recorded|mixed|processed|set|provisioned|orchestrated|served|based|created|"
    r"produced|scheduled|modelled|developed|coded|implemented|formatted|linted|tested|monitored|"
    r"logged|documented|published|maintained|collected|filed|sitting|living)\s+)*"
)
