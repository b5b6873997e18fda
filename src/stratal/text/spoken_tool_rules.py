"""Rules for what a work is done with, as it is said in hasty English."""

from __future__ import annotations

import re

from stratal.text.english.products import DIGITAL, is_product
from stratal.text.own_words import BLANK
from stratal.text.plain_tool_rules import tool
from stratal.text.statement_parts import EVERYTHING, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import N, V, Wording


def _of_thing(told: Told) -> Reading | None:
    """Reads what a thing is done with, where the tool is named as a name is: with a capital."""
    value, other = told["value"], told["other"]
    for one in (value, other):
        if one and (one.casefold() in _NO_TOOLS or BLANK in one or _NO_TOOL.search(one)):
            return None
    found = tool(named=True, enough=True)(told)
    if found is not None:
        return found
    named = any(one[:1].isupper() or re.search(r"[\d._]", one) for one in (value, other) if one)
    if not named or _DAY.search(f"{value} {other}"):
        return None
    # A place has a capital as well: only beside something that is done with a machine.
    known = any(is_product(one, known=True) for one in (value, other) if one)
    if not known and not DIGITAL.search(told.matched.partition(value or other)[0]):
        return None
    return Reading(attribute=f"tool: {(other or value).casefold()}", value=value, not_value=other)


_DAY = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|"
    r"august|september|october|november|december|english|german|french|spanish|chinese|italian|"
    r"japanese|i|mum|dad|christmas|easter|europe|london|berlin|paris|utc|gmt|cet|est|cst|pst)\b",
    re.IGNORECASE,
)
_NO_TOOL = re.compile(r"^v?\d|^[a-z]+[A-Z]|/")
_NO_TOOLS = frozenset(
    """i he she it they him her we you me this that these those mr mrs ms dr a an the my our your
    his their its what which who where when why how all any some one two today tomorrow tonight now
    then mum dad english german french spanish chinese italian portuguese dutch russian polish
    turkish swedish danish norwegian finnish greek hindi arabic korean japanese""".split()
)
_MAKES = (
    r"(?:write|edit|code|draw|draft|sketch|track|manage|store|keep|plan|read|do|make|run|test|"
    r"build|"
    r"deploy|host|cut|record|send|pay|invoice|organi[sz]e|book|do the accounts|take notes|"
    r"design|plot|"
    r"schedule|communicate|chat|develop|work|type|bill|model|print|mix|edit everything)"
)

TOOLS_SPOKEN: list[Rule] = [
    *rule(
        StatementKind.TOOL,
        _of_thing,
        EVERYTHING,
        rf"{N}\s+(?:is|are|was|gets?) (?:too|way too|just|so) \w+(?: for (?:us|me))"
        rf"?,?\s*(?:so\s+)?(?:"
        rf"please )?(?:use|go with|switch to|{_MAKES}(?: [\w ]{{2,20}}?)? (?:with|in|using|on))"
        rf"\s+{V}",
        rf"{V}\s+is (?:our|my|the) [\w -]{{3,30}}?,\s*(?:not )?{N}(?:\s+is (?:gone|out|history|"
        rf"dead|"
        rf"no more|banned))?",
        rf"(?:for|on|in|with)\s+(?:the |our |my |this )?[\w' -]{{3,30}}\s*[,:]\s*(?:use |it's |"
        rf"always "
        rf"|we use |i use |only ){{0,4}}{V}\s*(?:[,;.—–-]\s*)?(?:never|not|no)\s+{N}",
        rf"(?:we|i)(?:'ve| have)?\s*(?:just |now |all |recently ){{0,4}}(?:moved|switched|migrated|"
        rf"changed)"
        rf"\s+(?:[\w' -]{{2,30}}?\s+)?to\s+{V}\s*,?\s*(?:so |and )?(?:never|don't|do not|"
        rf"no more|stop|"
        rf"no)\s+(?:give me|use|using|suggest|show me|send me)?\s*{N}(?:\s+[\w ]{{2,25}})?",
        rf"(?:use|prefer|stick to|go with|take|choose|keep to)\s+{V}\s*(?:,|;|-|—|–)?\s*(?:not|"
        rf"never|"
        rf"no|rather than|instead of|over|and not|don't use|don't touch)"
        rf"\s+{N}(?:\s+[^,;]{{2,40}})?",
        rf"{V}\s*(?:,|;|-|—|–)?\s*(?:not|never|instead of|rather than|over)"
        rf"\s+{N}\s*(?:,?\s*(?:for|when|"
        rf"in|please|always|from now on|here|with)\b.*)",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        _of_thing,
        EVERYTHING,
        rf"(?:the |our |my |all |this )?(?P<thing>[a-z][\w-]*(?: [\w-]+){{0,3}}?)(?: here)"
        rf"?\s+(?:is|are) "
        rf"(?:built|written|made|done|coded|based|run|running|hosted|managed|tracked|kept|stored|"
        rf"edited|tested|deployed|drawn|handled)\s+(?:all |entirely |only ){{0,4}}(?:on|in|with|"
        rf"using|by|"
        rf"through|via)\s+{V}\s*(?:,?\s*(?:not|never)\s+{N})?",
        rf"(?:i|we)\s+(?:always |only |mostly |usually |still |all |now ){{0,4}}{_MAKES}\s+(?:all |"
        rf"everything "
        rf"|most of )?(?:(?:my|our|the|of my)\s+)?(?:[\w' -]{{2,30}}?\s+)?(?:in|with|on|using|"
        rf"through|"
        rf"via|by)\s+{V}(?:\s+(?:and|so|since|now)\b.*)?",
        rf"(?:secrets|passwords|notes|tests|docs|recipes|invoices|photos|files|code|tickets|"
        rf"plans|tasks|"
        rf"contacts|backups|books|drawings|orders|bookings|data|configs?|logs)(?: here)"
        rf"?\s+(?:sit|live|"
        rf"are|go|stay|belong|run|get \w+)(?: kept| stored| written| tracked)?\s+(?:in|on|with|"
        rf"through|"
        rf"into|via|to)\s+{V}",
        rf"(?:we're|we are|i'm|i am|everyone's|we all are)(?: all| now| still)?\s+on\s+{V}"
        rf"(?:\s+(?:here|now|at work|in the office))?",
        rf"(?:my |our |the )?(?:calendar|editor|ide|browser|mail client|terminal|shell|database|"
        rf"test "
        rf"runner|task runner|build tool|package manager|ci|linter|formatter|framework|"
        rf"notes app|chat|"
        rf"tracker|spreadsheet|cad|backend|frontend|language|orm|host(?:ing)?|cloud|bank|todo app|"
        rf"[\w-]+ (?:app|tool|program|software|editor)|(?:password|window|version|task) manager)"
        rf"(?: here)?(?:'s| is|\s*[:：=])\s*(?:always "
        rf")?{V}\s*(?:,?\s*(?:not|never)\s+{N})?",
        rf"tests(?: here)? (?:are|is|use|run)\s+{V}",
        rf"{V}\s+is (?:our|my|the) (?:[\w-]+ )?(?:runner|tool|editor|manager|database|tracker|app|"
        rf"formatter|linter|framework|browser|shell|terminal|calendar|choice|standard|default|ide)",
        about_work=True,
    ),
    *rule(
        StatementKind.TOOL,
        _of_thing,
        (
            *EVERYTHING,
            Wording(r"\bno (?:problem|worries|idea|need|way|thanks|rush|hurry|one|time)\b"),
        ),
        rf"(?:no|avoid|never use|don't use|do not use|stop using|don't ever use|keep away from|"
        rf"never "
        rf"touch)\s+{N}(?:\s+(?:please|pls|in [^,;]{{2,40}}|for [^,;]{{2,40}}|here|anywhere|"
        rf"ever))?",
        about_work=True,
    ),
]
