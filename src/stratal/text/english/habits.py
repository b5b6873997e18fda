"""What English speakers eat, and by which clock they live."""

from __future__ import annotations

import re

from stratal.text.english.clauses import (
    asked,
    begun,
    bygone,
    doubted,
    governed,
    of_others,
    opens,
    passing,
)
from stratal.text.english.foods import FOODS, WAYS, is_food
from stratal.text.own_words import BLANK
from stratal.text.statement_parts import COMMAS, Heard, Reading, Rule, StatementKind, Told, sought

_MARKS = r"[\U0001F300-\U0001FAFF\u2600-\u27bf]"


def _begins(heard: Heard, found: re.Match[str]) -> bool:
    if re.match(r"(?:i|we)\b", found.group(), re.IGNORECASE):
        return not begun(heard.words, found.start())
    return not opens(heard.words, found.start())


# Food.


def _food(told: Told) -> Reading | None:
    food = told["food"].strip(COMMAS)
    # With a capital amidst a sentence it is rather a name: "we dropped Celery".
    named = food[:1].isupper() and told.heard.words[: told.match.start("food")].strip() != ""
    if named or not is_food(food):
        return None
    if told["how"].casefold() == "intolerant" and told.matched.casefold().endswith("intolerant"):
        # "lactose intolerant", as one says it.
        food = told.heard.words[told.match.start("food") : told.match.end()].strip(COMMAS)
        return Reading(attribute=f"diet: {told['food'].casefold()}", value=food)
    if re.match(r"allerg|intoler|sensitiv", told["how"] or "", re.IGNORECASE):
        return Reading(attribute=f"allergy: {food.casefold()}", value=food)
    return Reading(attribute=f"diet: {food.casefold()}", value=food)


def _way(told: Told) -> Reading | None:
    return Reading(attribute="diet", value=told["value"])


def _not_of_me(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it is denied: "I'm not …", "it's not that I'm …"."""
    return (
        re.search(
            r"\b(?:not|never|isn't|n't|hardly|nor|almost|nearly|joked|non)\b[^,;:.]{0,12}$|\bnot "
            r"(?:that|as if|because|like)\b",
            heard.words[: found.start()],
            re.IGNORECASE,
        )
        is not None
    )


_EATS = (_begins, governed, asked, doubted, bygone, _not_of_me)
_VERY = (
    r"(?:\s+(?:also|severely|deathly|badly|highly|really|very|mildly|quite|seriously|terribly|"
    r"violently|super|extremely|just|still|both|now|actually|unfortunately))*"
)
_F = rf"(?P<food>{FOODS})"
_W = rf"(?P<value>{WAYS})"
_END = (
    rf"(?=\s*(?:$|[,.!?;:…—–()\ufffc]|{_MARKS}|\s-|(?:and|but|so|because|since|as|or|which|who|"
    r"that|for|in|at|from|with|when|by|though|anymore|any|these|here|now|if|too|please|due|unless|"
    r"until|on|since|lol|either|at all|without|after|before|even|ever|to|it|btw)\b))"
)
_CANT = (
    r"(?:can't|cannot|can not|don't|do not|never|won't|no longer|mustn't|shouldn't|am not allowed "
    r"to|'m not allowed to|'m not supposed to|'m not to)"
)

DIETS: list[Rule] = [
    # I'm allergic to X; I have an X allergy; X-intolerant.
    *sought(
        StatementKind.DIET,
        _food,
        _EATS,
        rf"\b(?:i'm|i am|i've been|i have been|we're|we are){_VERY}\s+(?P<how>allergic|intolerant|"
        rf"sensitive)(?: \w+ly)? to\s+(?:any |all )?{_F}",
        r"\b(?:i|i've|we)(?: do| also)?(?: have|'ve got| have got| got| suffer from)\s+(?:an? |"
        rf"this )?(?:\w+ )??{_F}\s+(?P<how>allergy|intolerance|allergies)",
        r"\b(?:i|i've|we)(?: do| also)?(?: have|'ve got| have got| got| suffer from)\s+(?:an? |"
        r"this )?(?:\w+ )?(?P<how>allergy|intolerance|allergies|sensitivity) (?:to|"
        rf"against)\s+{_F}",
        rf"\b(?:my|because of my|with my|due to my)\s+(?:\w+ )??{_F}\s+(?P<how>allergy|"
        r"intolerance)",
        rf"\b(?:i'm|i am){_VERY}\s+{_F}[- ](?P<how>intolerant|allergic|sensitive)",
    ),
    *sought(
        StatementKind.DIET,
        _food,
        _EATS,
        rf"\b{_F}[- ](?P<how>allergy|intolerance|allergies) here\b",
        hint=r"\b(?:allergy|intolerance|allergies) here\b",
    ),
    # Named in a list of what the person is: "I'm Ana, allergic to nuts, and …".
    *sought(
        StatementKind.DIET,
        _food,
        (_begins, governed, asked, doubted, bygone, _not_of_me, of_others),
        rf"(?<=, )(?P<how>allergic|intolerant) to\s+{_F}(?=\s*(?:$|[,.!;:—–]|and\b))",
    ),
    # I can't eat X; X is off limits for me.
    *sought(
        StatementKind.DIET,
        _food,
        _EATS,
        rf"\b(?:i|we)(?: just| simply| really| also| personally| actually)?\s?{_CANT}(?: really| "
        r"even| actually| ever)* (?:eat|have|touch|drink|do|stomach|tolerate|digest|handle|"
        r"consume|take|go near|process)(?: any| anything with| anything containing| any kind "
        rf"of)?\s+{_F}{_END}",
        r"\b(?:i|we)(?: always| strictly| have to| must| need to| try to)* (?:avoid|stay away "
        rf"from|steer clear of|stay off|keep off|stay clear of)\s+(?:all |any )?{_F}{_END}",
        r"\b(?:i|we|i've|we've)(?: have| 've)? (?:gave up|given up|cut out|quit|stopped eating|"
        rf"stopped drinking|sworn off)\s+{_F}{_END}",
        rf"\bno (?:more )?{_F} for (?:me|us)\b",
        r"\bmy (?:stomach|gut|body|system|throat|doctor|skin) (?:can't|cannot|doesn't|won't|does "
        r"not)(?: really)? (?:handle|take|tolerate|digest|process|stand|let me (?:eat|"
        rf"have))\s+{_F}",
    ),
    *sought(
        StatementKind.DIET,
        _food,
        _EATS,
        rf"\b{_F} (?:is|are)(?: strictly| completely| totally)? (?:off[- ]limits|a no-?go|out|"
        r"poison|forbidden|off the menu|not an option)(?: for| to) (?:me|us)\b",
        rf"\b{_F} (?:makes?|gives?|sends?|puts?|kills?|triggers?) (?:me|"
        rf"my)\b{_END.replace('any|', 'any|a|an|hives|sick|ill|')}",
        hint=(
            r"\b(?:off[- ]limits|no-?go|out|poison|forbidden|menu|option) (?:for|to) (?:me|us)\b|"
            r"\b(?:makes?|gives?|sends?|puts?|kills?|triggers?) (?:me|my)\b"
        ),
    ),
    # I'm vegan; been vegan for years; ten years vegan here; I keep kosher.
    *sought(
        StatementKind.DIET,
        _way,
        _EATS,
        r"\b(?:i'm|i am|we're|we are|i've been|i have been|we've been|i've gone|we've gone|i've "
        rf"turned|i've become|i have gone|i'm now|i am now){_VERY}(?:\s+(?:an?|all|a strict|"
        r"strictly|a lifelong|fully|100%|mostly|a committed|a proud|a born|a practising|a recent|"
        rf"a hardcore|eating|cooking|doing|on a|on an|on a strict|following a))*\s+{_W}(?! "
        r"(?:restaurant|place|friend|cook|chef|recipe|recipes|food|curious|options?))\b",
        rf"\b(?:been|gone|went|turned)(?: \w+)? {_W} (?:for|since|in|at|ever|now|last|after)\b",
        r"\b(?:(?:almost|over|about|nearly|more than|going on) )?(?:[\w-]+ )?(?:years|months|"
        rf"decades|weeks)(?: of being)?(?: a| as a)? {_W}(?= here|[,.!]|$| and counting| now)",
        rf"\b{_W} here\b",
        rf"\b(?:as an?|being an?|being) {_W},? (?:i|my|we|person myself|myself)\b",
        r"\b(?:i|we)(?: always| only| strictly| mostly| usually| do| both| all| now| still| try "
        r"to)* (?:keep|eat|follow|live|do|cook|go|stick to|stay|went)(?: an?| strictly| strict| "
        rf"only| a strict| to a)* {_W}(?: diet| food| only| things)?{_END}",
        r"\b(?:my diet|our household|our kitchen|our family|my food|our home|my household) (?:is|"
        rf"has to be|must be|stays|needs to be)(?: strictly| all| completely| fully)? {_W}",
        rf"\b(?:i'm|i am|we're|we are) (?:an? )?(?:strictly )?{_W} (?:household|family|eater|"
        r"kitchen|couple)\b",
        rf"\bmy (?:doctor|dietician|nutritionist|gp|cardiologist) (?:has )?put me on an? {_W}",
    ),
]

# Time zone.

_ZONE_AFTER = r"(?![\w+])"
_PLACES = (
    r"(?-i:[A-Z\u00c0-\u00de])[\w\u00c0-\u024f'.-]*(?:\s(?-i:[A-Z\u00c0-\u00de])[\w\u00c0-\u024f'.-"
    r"]*){0,2}"
)
_ABBREVIATED = (
    r"(?-i:CES?T|E[SD]?T|P[SD]?T|M[SD]T|C[SD]T|[WE]ES?T|BST|IST|JST|KST|HKT|SGT|AE[SD]T|AW[SD]T|"
    r"AC[SD]T|NZ[SD]T|MSK|SAST|EAT|WAT|CAT|GST|PKT|WIB|PHT|ICT|AKST|AKDT|HST|AST|ADT|NST|BRT|ART|"
    r"CLT|COT|UTC|GMT|Zulu)"
)
_Z = (
    rf"(?P<value>(?-i:UTC|GMT)\s?[+\-−–±]\s?\d{{1,2}}(?::?\d\d)?|(?:Africa|America|Asia|Atlantic|"
    rf"Australia|Europe|Indian|Pacific)/[A-Za-z_]+(?:/[A-Za-z_]+)?|(?:{_ABBREVIATED})(?![\w/])(?: "
    rf"time)?|{_PLACES}(?:\s(?:standard|daylight|summer|winter|local))?\s(?:time|clock)(?! ?zone)|"
    r"(?:eastern|central|mountain|pacific|atlantic|western|east coast|west coast)(?: european| us|"
    rf" african| american)?(?: standard| daylight| summer)? time(?! ?zone)|{_PLACES}(?= time "
    rf"?zone)){_ZONE_AFTER}"
)
_NO_ZONE = re.compile(
    r"^(?:This|That|The|Last|First|Next|Any|Some|What|Big|Prime|Part|Full|Real|Story|Bed|Tea|"
    r"Crunch|Show|Good|Great|Long|Christmas|Easter|Summer|Winter|Dinner|Lunch|Ramadan|Monday|"
    r"Friday|New York Times?)(?: time)?$",
    re.IGNORECASE,
)


def _zone(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    return (
        None
        if _NO_ZONE.match(value) or BLANK in value
        else Reading(attribute="time zone", value=value)
    )


_LIVES = (governed, asked, doubted, bygone, passing)
_NOW = (
    r"(?:\s+(?:currently|now|all|also|always|mostly|still|both|here|living|based|working|sitting|"
    r"operating|strictly|only|actually|usually|permanently))*"
)

ZONES: list[Rule] = [
    *sought(
        StatementKind.TIME_ZONE,
        _zone,
        (_begins, *_LIVES),
        rf"\b(?:i'm|i am|we're|we are|i've moved|i moved){_NOW}\s+(?:up |down |out |over )?(?:on|"
        rf"in|by|at|to)\s+(?:the )?{_Z}",
        rf"\b(?:i|we){_NOW}\s+(?:live|work|run|operate|go|think|plan|keep|function|sleep|wake)(?: "
        r"my life| my days| strictly| everything| mostly| all)?\s+(?:on|in|by|to|off|with|"
        rf"at)?\s*(?:the )?{_Z}",
        rf"\b(?:i'm|i am)\s+{_Z}(?= based|-based|[,.!]|$)",
    ),
    *sought(
        StatementKind.TIME_ZONE,
        _zone,
        _LIVES,
        # A verb that the clause has before goes on: "we live in a cabin and go by Alaska time".
        rf"\b(?:i|we|i'm|we're)\b[^,;:.!?]{{3,60}}\band\s+(?:go|live|work|run|think|am|are)(?: my "
        rf"life)?\s+(?:on|in|by|to)\s+(?:the )?{_Z}",
        r"\b(?:my|our)(?: own| local| home| personal)? (?:clock|time ?zone|tz|zone|hours|times?|"
        r"calendar|watch|shifts?|office hours|classes|lessons|calls|timings?|working hours|work "
        r"hours|days?|schedule|timestamps|deadlines|meetings|appointments|reminders)(?: and "
        r"(?:all|everything|so on|\w+))?(?:'s| is| are| says?| shows?| reads| runs?| stays?| "
        r"follows?| goes| go|:| should be| must be| needs? to be| have to be| has to be)?(?: all|"
        rf" always| set| still| kept| given| shown)*(?: on| in| by| to)?\s+(?:the )?{_Z}",
        r"\b(?:times?|hours?|dates?|timestamps?|clock times?|deadlines?|appointments?|meetings?|"
        r"slots?|shifts?)(?: that)? (?:i|we) (?:give|mention|write|say|quote|type|name|post|send|"
        r"use|state)(?: you| here| to you)?(?: is| are| will be| means?)(?: always| all)?(?: in| "
        rf"on)?\s+{_Z}",
        r"\b(?:when|whenever|if|every time|any time) i (?:say|mention|give|write|type|name|talk "
        rf"about|ask about|tell you)\b[^,;:.]{{0,50}}?,?\s+(?:it's|it is|that's|i mean|i'm "
        r"talking|think|assume|that means|read it as|it means|take it as|i always mean|it's "
        rf"always|use)(?: always)?(?: in| on)?\s+{_Z}",
        r"\b(?:here|over here|out here|around here|where i (?:live|am|work)|for me|for us),? "
        rf"(?:it's|it is)(?: always| usually| still)?\s+{_Z}",
        rf"\b{_Z},? (?:that's|which is|it's|as that's|since that's|because that's|being) (?:where "
        r"(?:i|we)|my (?:zone|time ?zone|clock|local)|the (?:zone|time|clock) (?:i|we))\b",
        r"\b(?:you (?:draft|write|give|send|make|plan|schedule|set|book|list|show|propose|"
        r"suggest)(?: up)?(?: for| to)? (?:me|us)|i (?:ask|give|mention|get|have|send|write)(?: "
        rf"you)?(?: for| about)?|of mine|for me)\b[^,;:.!?]{{0,30}}? (?:should|must|need to|have "
        r"to|has to|needs to|are to|is to)(?: always| all)? (?:go by|be in|use|be on|follow|be "
        rf"set to|run on|be given in|be shown in|stick to)\s+{_Z}",
        rf"\b{_Z} (?:here|for me|is my (?:zone|time ?zone|clock)|is mine|is where i (?:am|live)|"
        r"is the (?:clock|zone|time) (?:i|we) (?:live|go|work))\b",
        r"\b(?:take|treat|read|understand|interpret|figure|count|reckon|regard|convert)(?: all| "
        r"any| every)?(?: the| my| our)?(?: [\w-]+)? (?:times?|hours?|dates?|timestamps?|shifts?|"
        rf"deadlines)(?: (?:that )?(?:i|we) \w+(?: you)?)? (?:as|in|by|on|to)\s+{_Z}",
        rf"\b(?:use|assume|go by|work (?:in|with)|stick to|think in|go with)\s+{_Z}\s+(?:for me|"
        r"for everything|for all|by default|whenever|when(?:ever)? (?:you|i)|as my)\b",
        r"\b(?:give|show|list|write|put|tell|convert|schedule|state|express)(?: me| it)?(?: all| "
        r"every| any| the| my)*\s+(?:times?|dates|hours|everything|appointments|meetings|"
        rf"reminders|deadlines)(?: you \w+| to me| for me)?\s+(?:in|on|to|by)\s+{_Z}(?= please|"
        r"[,.!]|$| always| from now| for me| by default| only| unless| even)",
        r"\b(?:times?|dates|hours|timestamps)(?: to me| for me)?(?: always| please)* (?:in|"
        rf"on)\s+{_Z},? (?:please|always|only)\b",
    ),
]
