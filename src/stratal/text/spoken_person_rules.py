"""Rules for what people say of themselves in hasty English: name, diet, time zone.

"X is my name", "no soy for me".
"""

from __future__ import annotations

import re

from stratal.text.diet_rules import ALLERGEN, BY_DIET, FOOD, WAY, allergic, eats
from stratal.text.own_words import BLANK
from stratal.text.person_rules import (
    BY_ADDRESS,
    BY_NAME,
    BY_ZONE,
    CAPITAL,
    NAMED,
    ZONE_NAMES,
    shown_name,
)
from stratal.text.spoken_parts import STOP
from stratal.text.statement_parts import COMMAS, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import ONCE, QUESTION, REPORTED

_NICK = rf"(?P<value>{CAPITAL}(?:\s+{CAPITAL}){{0,2}}|[a-z]{{2,12}})"


def _nick(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if BLANK in value or value.casefold() in _NO_NICKS:
        return None
    return Reading(attribute="address", value=value)


_NO_NICKS = frozenset(
    """it that this me what when how so yes no ok okay hi hello hey please sorry something nothing
    anything whatever things stuff one the a an later now then to in on of for by with""".split()
)


def _wish(told: Told) -> Reading:
    return Reading(attribute="address", value=told["value"])


NAMES_SPOKEN: list[Rule] = [
    *rule(
        StatementKind.NAME,
        shown_name("name"),
        BY_NAME,
        rf"my (?:full |real |first |given )?name\s*[:：]\s*{NAMED}",
        rf"{NAMED}(?:'s| is) (?:my (?:full |real |first )?name|what i'm called|who i am)(?:\s.*)?",
        rf"(?:they|my parents|my mum|my mother|my family) (?:named|christened|called) me\s+{NAMED}"
        r"(?:\s.*)?",
        rf"i(?:'m| am| was) (?:called|named|christened|baptised)\s+{NAMED}(?:\s+(?:and|but)\b.*)?",
        rf"(?:i'm|i am)\s+{NAMED}\s+(?:but|though|by the way|btw)\b",
        rf"(?:the|my) (?:passport|badge|id|contract|paper\w*) (?:says|has|reads)\s+{NAMED}",
        rf"(?:put me down|you can file me|note me down|save me) as\s+{NAMED}",
    ),
    *rule(
        StatementKind.NAME,
        shown_name("address"),
        BY_ADDRESS,
        rf"i(?:'d)?(?: would)?(?: much)? (?:like|love|prefer|rather)(?: to)? be (?:called|"
        rf"addressed as|known as)\s+{NAMED}(?:\s.*)?",
        rf"(?:everyone|everybody|people|my friends|friends|they all|most people) "
        rf"(?:just )?(?:calls? me|knows? me as)\s+{NAMED}",
        rf"it's\s+{NAMED} to you",
        rf"{NAMED} (?:to you|is what i go by)(?:\s.*)?",
        rf"my (?:nick(?:name)?|handle|short name|call sign)(?:'s| is|\s*:)\s+{NAMED}(?:\s.*)?",
        rf"(?:refer to me|address me|greet me|think of me|write to me) (?:as|with|by)\s+{NAMED}",
    ),
    *rule(
        StatementKind.NAME,
        _nick,
        (QUESTION, REPORTED, ONCE),
        rf"(?:say|call me|use|make it)\s+{_NICK}\s+to me",
        rf"(?:no more|not|stop (?:calling|it with)|don't call me|drop the)\s+[\w ]{{1,20}}?"
        rf"(?:\s+please)?\s*[,;—–-]\s*(?:please )?(?:just )?(?:say|call me|it's|i'm)\s+{_NICK}"
        r"(?:\s+to me)?",
    ),
    *rule(
        StatementKind.NAME,
        _wish,
        BY_ADDRESS,
        r"(?:i(?:'d)?(?: would)?(?: much)? (?:like|love|prefer|rather)(?: to)? be (?:called|addre"
        r"ssed)|(?:please )?(?:call|address) me)\s+(?P<value>by my (?:first|last|full|family|given|"
        r"middle) name(?: only)?)",
    ),
]

# Diet.


def _harms(told: Told) -> Reading | None:
    """Reads a food that somebody does without; the clause says why it is none for them."""
    if _OF_OTHERS.search(told.heard.words):
        return None
    return Reading(attribute=f"diet: {told['food'].casefold()}", value=told.matched)


_OF_OTHERS = re.compile(
    r"\bmy (?:patient|son|daughter|wife|husband|guest|sister|brother|mother|father|mum|dad|boss|"
    r"friend|"
    r"cat|dog|client|customer)s?\b|\bpeople\b",
    re.IGNORECASE,
)

_CANNOT = (
    r"(?:don't|do not|never|can't|cannot|can not|won't|mustn't|may not|shouldn't|no longer|am not "
    r"allowed to|not allowed to)"
)

DIETS_SPOKEN: list[Rule] = [
    *rule(
        StatementKind.DIET,
        eats,
        BY_DIET,
        rf"(?:(?:our|my) (?:kitchen|household|home|family|diet|food)|we|i) (?:is|are|am|keeps?|"
        rf"stays?|eats?|only eats?|goes|follows?)(?: strictly| fully| all| always| only)"
        rf"?(?: an?)?\s+"
        rf"(?P<value>{WAY}){STOP}",
        rf"(?P<value>(?:can't|cannot|don't|do not|never) (?:eat|drink|have|do|touch|stand)"
        rf"\s+(?:any )?"
        rf"{FOOD}){STOP}",
        rf"(?:as|being|since i'm|i'm) an?\s+(?P<value>{WAY})\b(?=.*\b(?:i|my|me)\b)[^,;]*",
        rf"(?:been |i'm |i've been |i am )?(?:doing|following|eating)\s+(?P<value>{WAY}){STOP}",
        rf"(?:my )?(?:doctor|gp|nutritionist|dietician) (?:has |'s )"
        rf"?put me on an?\s+(?P<value>{WAY})(?:\s.*)?",
        r"(?P<value>(?:lactose|gluten|fructose)[- ]intolerant)(?: here)?",
        rf"(?P<value>{WAY})(?: here|,? for (?:\d+|many|ten|five) years| since \w+)",
        rf"(?:for religious reasons |for health reasons |for my health )?i(?: just| simply|"
        rf" also)?\s+"
        rf"(?P<value>{_CANNOT}\s+(?:eat|drink|have|touch|do|tolerate)\s+(?:any )?{FOOD}(?:\s+on "
        rf"\w+days?)?){STOP}",
    ),
    *rule(
        StatementKind.DIET,
        _harms,
        BY_DIET,
        rf"{FOOD}\s+(?:is|are)(?: a)? (?:no[- ]go|off limits|out|not for me|poison for me|"
        rf"bad for me|"
        rf"taboo)(?: for me)?",
        rf"(?:no|skip the|leave out the|without)\s+{FOOD}\s+(?:in|for|from)\s+(?:anything|"
        rf"everything|my|"
        rf"what|whatever|me|any|all)\b[^,;]*",
        rf"my (?:body|stomach|gut|system) (?:doesn't|does not|can't|cannot) (?:tolerate|handle|"
        rf"digest|"
        rf"take|process|stand)\s+{FOOD}",
        rf"i(?:'ve| have)?\s*(?:given up|gave up|quit|cut out|stopped (?:eating|drinking|having)"
        rf")\s+"
        rf"{FOOD}{STOP}",
        rf"{FOOD}\s+(?:makes?|gives?|sends?) me (?:ill|sick|hives|a rash|migraines?|cramps|"
        rf"to hospital|"
        rf"headaches?)",
    ),
    *rule(
        StatementKind.DIET,
        allergic,
        BY_DIET,
        rf"i have (?P<value>(?:an? )?(?:\w+ )?(?:allergy|intolerance) to\s+{ALLERGEN})",
        rf"i(?:'m| am) (?P<value>(?:\w+ )?intolerant to\s+{ALLERGEN})",
        rf"(?P<value>(?:allergic to|allergies|allergy)\s*:?\s+{ALLERGEN}){STOP}",
    ),
]

# Time zones.

_PLACE = r"(?-i:[A-Z])[\w-]+(?:\s(?-i:[A-Z])[\w-]+){0,2}"
_ZONE = (
    rf"(?P<value>{ZONE_NAMES}(?:\s+time)?|{_PLACE}(?:\s+(?:standard|daylight|summer|local))"
    rf"?\s+time)"
)
_MINE = (
    r"(?:times?|hours|dates?|everything|all (?:hours|times?|dates)|my (?:times?|clock|calendar|"
    r"reminders|meetings|schedule)|meetings?|reminders?)"
)


def _zone(told: Told) -> Reading | None:
    if _OF_MACHINES.search(told.heard.words):
        return None
    return Reading(attribute="time zone", value=told["value"])


_OF_MACHINES = re.compile(
    r"\b(?:servers?|databases?|logs?|cron|containers?|api|timestamps?|clusters?|pipelines?|ci|"
    r"columns?|"
    r"jobs?|client's|customers?)\b",
    re.IGNORECASE,
)

ZONES_SPOKEN: list[Rule] = rule(
    StatementKind.TIME_ZONE,
    _zone,
    BY_ZONE,
    rf"(?:my |the |local )?(?:time ?zone|tz|clock)(?: ?wise)?(?:\s*[:：=]|\s+is|\s+runs on|\s+i'm)?"
    rf"(?:\s+set to| in| on| always)?\s+{_ZONE}(?:\s.*)?",
    rf"(?:show|give|put|list|keep|convert|schedule|treat|read|write)\s+(?:me )?(?:all )?{_MINE}"
    rf"(?: (?:to|for) me)?\s+(?:in|on|to|as|by)\s+{_ZONE}",
    rf"{_MINE}(?: (?:for me|i mention|i give|you (?:show|give|list) me))?\s+(?:should|must|are|"
    rf"is|need "
    rf"to|have to)(?: (?:be|always|all|to be)){{0,4}}\s+(?:in|on|by)?\s*{_ZONE}",
    rf"(?:so )?{_ZONE}\s+(?:applies to me|it is|for me|is mine|is where i am|"
    rf"is my (?:time ?zone|zone|"
    rf"tz))(?:\s.*)?",
    rf"it's\s+{_ZONE}\s+(?:for|with) me(?:\s.*)?",
    rf"set (?:everything|things|it all|all|my clock|my calendar|times)\s+to\s+{_ZONE}",
    rf"(?:when|if|whenever) (?:you|i) (?:schedule|plan|book|give|mention|set)"
    rf"[^,;]{{0,30}}?\s*,?\s*(?:"
    rf"please )?(?:use|go by|assume|think|calculate in|it's)\s+{_ZONE}",
    rf"(?:use|go by|go with|work with|stick to|think in|reckon in|calculate in)\s+{_ZONE}\s+(?:for|"
    rf"when|with|as)\b.*",
    rf"i(?:'m| am)(?: currently| now| based| living| located| permanently){{0,4}}\s+(?:in|on|at)"
    rf"\s+(?:the "
    rf")?{_ZONE}(?:\s.*)?",
    rf"i(?:'m| am)\s+{_ZONE}",
    rf"(?:i|we)(?: all)? work(?: in| on)?\s+{_ZONE}",
    rf"(?:i|we) (?:live|work|run|operate|keep)(?: by| on| in)?\s+(?:the )?{_ZONE}(?:\s.*)?",
    rf"\w+(?: \w+)? here,? (?:so )?{_ZONE}",
)
