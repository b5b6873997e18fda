"""Rules for English as it is typed in haste: "X is my name", "no soy for me", "Svelte it is".

They take up what the plainer rules leave, by the frames in which people say such things.
"""

from __future__ import annotations

import re

from stratal.text.answer_rules import FORM, SHORT, THINGS, UNITS
from stratal.text.english.products import DIGITAL, is_product
from stratal.text.own_words import BLANK
from stratal.text.person_rules import (
    ALLERGEN,
    BY_ADDRESS,
    BY_DIET,
    BY_NAME,
    BY_ZONE,
    CAPITAL,
    FOOD,
    LANG,
    NAMED,
    THING,
    WAY,
    ZONE_NAMES,
    allergic,
    eats,
    shown_name,
    spoken,
)
from stratal.text.request_rules import ASKING, MY_YES, UNTIL, permitted
from stratal.text.statement_parts import (
    COMMAS,
    EVERYTHING,
    Reading,
    Rule,
    StatementKind,
    Told,
    rule,
)
from stratal.text.statement_rules import ask, decision, kept, lesson, order, tool
from stratal.text.wording import (
    ONCE,
    QUESTION,
    REPORTED,
    SUPPOSED,
    THIS_ONCE,
    UNMEANT,
    N,
    V,
    Wording,
)

_STOP = r"(?=\s*(?:$|[,;—–(.!]|\s-\s|\b(?:and|but|because|since|so|as|if|even)\b))"
_NICK = rf"(?P<value>{CAPITAL}(?:\s+{CAPITAL}){{0,2}}|[a-z]{{2,12}})"
_TO_ME = r"(?:to|with|for) (?:me|us)"


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
        rf"(?P<value>{WAY}){_STOP}",
        rf"(?P<value>(?:can't|cannot|don't|do not|never) (?:eat|drink|have|do|touch|stand)"
        rf"\s+(?:any )?"
        rf"{FOOD}){_STOP}",
        rf"(?:as|being|since i'm|i'm) an?\s+(?P<value>{WAY})\b(?=.*\b(?:i|my|me)\b)[^,;]*",
        rf"(?:been |i'm |i've been |i am )?(?:doing|following|eating)\s+(?P<value>{WAY}){_STOP}",
        rf"(?:my )?(?:doctor|gp|nutritionist|dietician) (?:has |'s )"
        rf"?put me on an?\s+(?P<value>{WAY})(?:\s.*)?",
        r"(?P<value>(?:lactose|gluten|fructose)[- ]intolerant)(?: here)?",
        rf"(?P<value>{WAY})(?: here|,? for (?:\d+|many|ten|five) years| since \w+)",
        rf"(?:for religious reasons |for health reasons |for my health )?i(?: just| simply|"
        rf" also)?\s+"
        rf"(?P<value>{_CANNOT}\s+(?:eat|drink|have|touch|do|tolerate)\s+(?:any )?{FOOD}(?:\s+on "
        rf"\w+days?)?){_STOP}",
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
        rf"{FOOD}{_STOP}",
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
        rf"(?P<value>(?:allergic to|allergies|allergy)\s*:?\s+{ALLERGEN}){_STOP}",
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
    rf"me )?(?:in |as |to )?(?P<value>{_HOW})(?:\s+for me)?{_STOP}",
    rf"{_ANY_ANSWER}\s+(?:should be |should have |must be |must have |are best |in |as |with |"
    rf"need |"
    rf"always |please |always in ){{1,4}}(?P<value>{_HOW}){_STOP}",
    rf"{_ANY_ANSWER}\s+(?:should|must|needs? to|has to|have to) (?:always )?(?:have|include|"
    rf"carry|come "
    rf"with|start with|open with|end with|begin with)\s+(?P<value>[^,;]{{3,50}})",
    rf"my preference\s*(?:[:：]|is)\s*(?P<value>[\w -]{{3,40}}?){_STOP}",
    rf"i (?:really |much |strongly )?(?:prefer|like|want|love)\s+(?P<value>{_HOW})\s+(?:over|to|"
    rf"instead of|rather than|more than|for|in|with|when)\s+[^,;]{{2,50}}",
    rf"(?P<value>(?:no|skip the|without|fewer|less|never any)\s+{THINGS})(?:\s+please)?{_STOP}",
    r"(?:explain|tell me|teach me|walk me through|describe)\s+(?:things |everything |it |stuff )"
    r"?(?:"
    r"to me )?(?P<value>step[- ]by[- ]step|slowly|simply|in (?:simple|plain) (?:words|terms|"
    r"language)|like i'm (?:five|5|a beginner))(?:\s+.*)?",
    rf"(?:give|tell|show) me\s+(?:numbers|dates|figures|amounts|prices|times|{_ANY_ANSWER})\s+"
    rf"(?P<value>(?:without|with|in|as)\s+[\w -]{{3,25}}?)(?:\s+from now on|\s+always)?{_STOP}",
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

# Tools.

_WORK = r"(?:(?:our|my|the|all|this|all my|all our) )?(?:[a-z][\w-]*(?: [a-z][\w-]*){0,3})"
_NO_THING = frozenset(
    """it they he she that this there name language time zone timezone answer answers meeting idea
    problem question favourite boss wife husband dog cat""".split()
)


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

# Decisions.

_END = UNTIL.replace("|\\bbecause", "|\\s-\\s|\\breason\\b|\\bmainly\\b|\\bfor the\\b|\\bbecause")
_THING = r"(?P<value>[^,;，；:.]{2,60}?)"


def _decided(told: Told) -> Reading | None:
    """Reads what was decided by those who speak, or why: else it is a report, or a whim."""
    ours = _OURS.search(told.heard.words) or told.heard.reason
    idle = re.match(
        r"(?:what(?:ever)?|which(?:ever)?|however|how|who|that|this|it|there)\b",
        told["value"],
        re.IGNORECASE,
    )
    return None if idle or not ours else decision(told)


_OURS = re.compile(
    r"\b(?:we|we've|our|us|team|final|decision|verdict|my \w+ and i|(?:^|[.,;] ?)(?:settled|"
    r"decided|agreed))\b",
    re.IGNORECASE,
)

DECISIONS_SPOKEN: list[Rule] = [
    *rule(
        StatementKind.DECISION,
        _decided,
        (QUESTION, REPORTED, UNMEANT),
        rf"(?:final |our |the |my |last ){{0,4}}(?:call|decision|verdict|choice|pick|ruling|"
        rf"resolution)\s*"
        rf"[:：]\s*{_THING}{_END}",
        rf"(?:in|at|after) (?:the|our|today's|yesterday's) [\w ]{{3,30}}?,?\s+{_THING}\s+(?:was|"
        rf"were|got)"
        rf" (?:adopted|chosen|picked|agreed|decided|approved|selected|dropped|settled)(?: on)"
        rf"?{_END}",
        rf"{_THING}\s+(?:was|were|got|has been) (?:picked|chosen|selected|adopted|preferred)"
        rf"(?: over "
        rf"(?P<other>[\w.+#-]+))?(?=\s*(?:$|[,;]|\b(?:because|since|for|mainly|due|as)\b))",
        rf"(?:we|the team|i|my (?:partner|wife|husband) and i|our team|the board|the family|"
        rf"everyone)"
        rf"(?:'ve| have|'s| has)?\s*(?:just |now |finally |all |also |already ){{0,4}}(?:decided|"
        rf"agreed|settled"
        rf"|opted|resolved|voted|made up our minds?)\s*(?:on|upon|for|:|that we(?:'ll| will)?)?\s+"
        rf"{_THING}{_END}",
        rf"(?:it's|it has|it) (?:been )?(?:decided|agreed|settled)\s*(?:that we(?:'ll| will)?|"
        rf"on|:)?\s+"
        rf"{_THING}{_END}",
        rf"(?:we've |i've |we have |i have )?made up (?:our|my) minds?\s*[:：,]\s*{_THING}{_END}",
        rf"{_THING} it is(?=\s*(?:$|[,;.!]|because|since|then))",
        about_work=True,
    ),
]

# What was learnt.

_LEARNT = (
    r"(?:learn(?:ed|t)|found out|figured out|realised|realized|discovered|understood|know now)"
)


def _learnt(told: Told) -> Reading | None:
    idle = re.match(
        r"(?:on|at|about|from|over|called|for|in|by|tomorrow|today)\b", told["value"], re.IGNORECASE
    )
    return None if idle else lesson(told)


LESSONS_SPOKEN: list[Rule] = [
    *rule(
        StatementKind.LESSON,
        _learnt,
        (QUESTION, REPORTED),
        rf"(?:what|the thing) (?:i|we)(?:'ve)? {_LEARNT}[^:,;]{{0,50}}?\s*(?:[:：,-]|is|was)"
        rf"\s+(?:that "
        rf"|to )?(?P<value>.+)$",
        rf"(?:i|we)?(?:'ve| have)?\s*{_LEARNT} (?:something|one thing|a lot|a lesson|this)"
        rf"[^:,;]{{0,30}}?\s*"
        rf"[,:：;-]\s*(?P<value>[^,;]+)",
        rf"(?:(?:and|but|so) )?(?:i|we)(?:'ve| have)? {_LEARNT} the hard way\s*(?:[:,]|that)?\s*"
        rf"(?P<value>.+)$",
        r"(?:the |my |our |one |a |big |main |key |painful |expensive ){0,4}(?:lesson|takeaway|"
        r"moral|"
        r"learning|insight)s?(?: learn(?:ed|t))?(?: (?:of|from|for|after) [^:,;]{2,50}?)"
        r"?\s*(?:[:：]|"
        r"\s-\s|—|–|,?\s+(?:is|was)(?: to| that)?)\s*(?P<value>.+)$",
        r"(?:note|memo|reminder) to (?:self|myself)(?: (?:after|from) [^:,;]{2,40}?)?\s*[,:：-]\s*"
        r"(?P<value>.+)$",
        r"(?:never again|next time|note for next time)\s*[:：]\s*(?P<value>.+)$",
        about_work=True,
        open_ended=True,
    ),
    *rule(
        StatementKind.LESSON,
        _learnt,
        (QUESTION, REPORTED),
        r"(?:turns out |so )?(?P<value>[^,;:]{8,90}?)\s*[,;—–-]\s*(?:that's |that was )?(?:the |"
        r"my |"
        r"our |a |big |another ){0,4}lesson(?: learn(?:ed|t))?(?: (?:for|of|from) [^,;]{2,40})?",
        about_work=True,
    ),
]

# Corrections.

_RIGHT = r"(?P<value>[^,;，；.]{1,45}?)"
_WRONG = r"(?P<other>[^,;，；.]{1,45}?)"
_CUT = r"(?=\s*(?:$|[,;.!—–(]|\s-\s|\b(?:and|but|as|because|so|actually|though)\b))"


def _put_right(told: Told) -> Reading | None:
    value, other = told["value"].strip(COMMAS), told["other"].strip(COMMAS)
    if re.match(r"[.,]\d", told.heard.words[told.match.end("value") :]):
        return None
    value = re.sub(r"(?<=\d) (?:of|in|for) (?:the|our|my|your) .*$", "", value)
    if not value or BLANK in value or len(value.split()) > 7:
        return None
    if re.match(
        r"(?:not|the problem|a problem|just|because|that|what|how|why)\b", value, re.IGNORECASE
    ):
        return None
    return Reading(attribute="", value=value, not_value=other, about_work=None, corrects=True)


_YOU_SAY = (
    r"you(?:'ve)? (?:keep|kept) (?:saying|writing|calling|putting|using|spelling)(?: \w+){0,4}|"
    r"you (?:say|said|wrote|put|had|have|assumed|thought|called|typed)(?: \w+){0,4}|"
    r"as you (?:thought|"
    r"said|wrote|assumed|claimed|put)"
)

CORRECTIONS_SPOKEN: list[Rule] = [
    *rule(
        StatementKind.CORRECTION,
        _put_right,
        (QUESTION, SUPPOSED),
        rf"(?:i misspoke|(?:small |quick |one |a ){{0,4}}correction|my (?:mistake|bad)|"
        rf"i got that wrong|wrong \w+)"
        rf"\s*[,:;—–-]\s*(?:i meant|it's|it is|it should be|(?:my|our|the)"
        rf"\s+[\w ]{{2,30}}?\s+(?:is|are|runs?|"
        rf"starts?)|we (?:run|use|have|are))(?: (?:in|on|at))?\s+{_RIGHT}(?:,?\s+not (?:on |at |"
        rf"in )?{_WRONG})?{_CUT}",
        rf"(?:that's|it's|it was|he's|she's|they're|this is)\s+{_RIGHT},\s+(?:and )"
        rf"?not\s+{_WRONG}\s+(?:as "
        rf"you|like you)\b.*",
        rf"(?:my|the|our|his|her)\s+[\w' -]{{2,40}}?\s+(?:is|was|are|'s)(?: called| named|"
        rf" spelled| in| at)?"
        rf"\s+{_RIGHT},\s+(?:{_YOU_SAY})(?:\s+[^,;]{{1,30}})?",
        rf"(?:it's|it was|it is|that's|that was)\s+{_RIGHT},\s+(?:{_YOU_SAY})(?:\s+[^,;]{{1,30}})?",
        rf"you (?:say|said|wrote|put|have|had|assumed|thought|keep saying)"
        rf"\s+[^,;]{{2,60}}[,;]\s*(?:but "
        rf")?(?:it's|it is|it was|that's|they're|should be|actually)\s+{_RIGHT}(?: actually)"
        rf"?{_CUT}",
        rf"[^,;]{{3,50}}\b(?:you (?:assumed|gave|wrote|put|used|said|mentioned|have|noted))"
        rf"\s+(?:is|was|"
        rf"are) (?:off|wrong|incorrect|old|outdated|not right|a mistake),?\s*(?:it )"
        rf"?(?:should be|is|it's|"
        rf"was)\s+{_RIGHT}{_CUT}",
        rf"i (?:said|wrote|told you|typed)\s+{_WRONG}(?: earlier| before| just now)?,?\s+(?:but|"
        rf"and|though)"
        rf"\s+(?:in truth|actually|really|in fact|the truth is)?,?\s*(?:it's|it is|it was|"
        rf"i meant|it should"
        rf" be|they're)\s+{_RIGHT}{_CUT}",
        rf"about [\w' ]{{2,30}},\s*(?:it's|it is|that's)\s+{_RIGHT}\s*,?\s*not\s+{_WRONG}{_CUT}",
        rf"[^,;]{{3,40}}\b(?:is|was) wrong,?\s*(?:it's|it is|it should be|should be)"
        rf"\s+{_RIGHT}{_CUT}",
        about_work=True,
    ),
]

# To keep, to keep nothing, and to forget.

REMEMBER_SPOKEN: list[Rule] = rule(
    StatementKind.REMEMBER,
    kept,
    (QUESTION, REPORTED, SUPPOSED),
    r"(?:put|write|keep|save|store|make|add|log|file|jot|take)(?: it| this| that)?(?: down)"
    r"?(?: a note| "
    r"(?:in|into|to) (?:your|the|my) (?:notes|memory|records?|file|notebook)| the fact|"
    r" for (?:me|later)){1,4}"
    r"(?: of this| for later)?\s*(?:[,:：–—-]|that)\s*(?P<value>.+)$",
    r"(?:please )?(?:note|remember|don't forget|keep in mind|bear in mind)(?: for later| for me|"
    r" please)?"
    r"\s*(?:[:,–—-]|that\b(?!\s*[,;]))\s*(?P<value>.+)$",
    r"(?:just )?so you (?:know|remember|have it)(?: for later)?\s*[:]\s*(?P<value>.+)$",
    about_work=True,
    open_ended=True,
)


def _consent(told: Told) -> Reading:
    return Reading(attribute="consent", value=told.matched)


_THIS = (
    r"(?:this|that|it|what i(?:'m| am)? (?:about to say|saying|just said|say|told you)|(?:this|"
    r"that|my "
    r"last|the last|the next|the following) (?:message|bit|part|thing|one|line|sentence|chat)|the "
    r"following|what follows|what comes next|what i say next|anything (?:i say|about this))"
)

OFF_RECORD_SPOKEN: list[Rule] = rule(
    StatementKind.OFF_RECORD,
    _consent,
    (QUESTION, REPORTED),
    rf"(?:no need to|you don't need to|please don't|don't|do not|never|you needn't) (?:keep|"
    rf"save|store|"
    rf"remember|note|record|log|write|put|file)\s+(?:down )?{_THIS}(?:\s+(?:in|to|into|down|"
    rf"anywhere|on)"
    rf"\b[^,;]{{0,30}})?",
    rf"{_THIS}(?:'s|,)? (?:is |stays? |must |should |isn't |is not |shouldn't |not )"
    rf"{{0,4}}(?:off the record|not "
    rf"to be (?:stored|saved|kept|recorded|remembered)|not for (?:your )?(?:memory|notes|"
    rf"the record)|"
    rf"between us|stay(?:s)? out of (?:your )?(?:memory|notes))"
    rf"(?:\s+.*)?",
)


def _forgotten(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    return None if BLANK in value else Reading(attribute="", value=value)


FORGET_SPOKEN: list[Rule] = rule(
    StatementKind.FORGET,
    _forgotten,
    (QUESTION, REPORTED),
    r"(?:please |you can |so |now ){0,4}(?:forget(?: about)?|erase|wipe|delete|drop|remove|"
    r"scrap|clear)"
    r"\s+(?P<value>(?:the|my|our)\s+(?:\w+\s+){0,4}?(?:project|preference|address|number|phone "
    r"number|birthday|name|email|plan|diet|job|allergy|nickname|salary|story|trip|order)s?)"
    r"(?:\s+(?:from|in) (?:your )?(?:memory|notes)|\s+(?:i|we) (?:told|gave|mentioned)[^,;]*)?"
    + _STOP,
)

# To ask first, and to act.

ASK_SPOKEN: list[Rule] = rule(
    StatementKind.ASK_BEFORE,
    ask,
    (QUESTION, REPORTED, THIS_ONCE),
    rf"(?:please )?(?:check back with me|check with me|come to me|ask|ask me|let me see (?:it|"
    rf"them)|show "
    rf"(?:it to )?me|i (?:want|need|like|'d like|have|wish) to (?:be (?:asked|told|consulted)|"
    rf"see it|"
    rf"approve|say yes)|{ASKING})(?: first| again| please){{0,4}}\s+(?:before|prior to|ahead of|"
    rf"when|"
    rf"if)\s+(?:"
    rf"you(?:'re)? )?(?P<value>[^.;,]+)",
    r"(?:no|never|don't|do not|hold off|wait with|hands off)\s+(?P<value>[\w-]+[^.;,]{0,60}?)\s+"
    r"(?:unless|until|before|without)\s+(?:i(?:'ve| have)?|me|my|asking|checking|an? )\b[^.;]*",
    rf"(?P<value>[^.;,:]{{4,60}}?)\s+(?:always |only )?(?:needs?|requires?|goes through|"
    rf"has to have|waits "
    rf"for)\s+(?:{MY_YES}|me|my (?:explicit )?\w+)(?:\s+(?:first|each time|every time|always))"
    rf"{{0,4}}",
    r"(?P<value>[^.;,:]{4,50})\s*[:?]\s*(?:always )?(?:ask me|ask|check with me)(?: first)?"
    r"(?:,? every time|,? always)?",
)

_UNASKED = (
    r"(?:without (?:my|any|me|asking|checking|waiting)\b[^,;]*|w/?o (?:asking|my)\b[^,;]*|"
    r"on your own|by "
    r"yourself|yourself|freely|any ?time|whenever[^,;]*)"
)

PERMISSIONS_SPOKEN: list[Rule] = rule(
    StatementKind.PERMISSION,
    permitted,
    (QUESTION, REPORTED, THIS_ONCE),
    r"permission (?:is )?granted (?:to|for)\s+(?P<value>[^.;,?]{2,60}?)"
    r"(?:\s+(?:without|w/?o)\b[^.;,]*)?",
    r"(?P<value>\w+ing [^.;,?]{2,50}?)\s+(?:is|are) (?:fine|ok|okay|allowed|no problem)"
    r"\s+(?:without"
    r"|w/?o)\b[^.;,]*",
    r"(?P<value>\w+ing [^.;,?]{2,50}?)\s+(?:doesn't|does not|no longer) (?:need|requires?|needs)"
    r" my \w+"
    r"(?: any ?more)?",
    r"you have my (?:\w+ )?(?:ok|okay|permission|blessing|consent|approval)"
    r" to\s+(?P<value>[^.;,?]{2,60})",
    rf"(?:from now on )?(?:you|u|ya)(?:'re|r| are)? ?(?:can|may|could|free to|allowed to|"
    rf"welcome to)(?: "
    rf"now| always| just| also)?\s+(?P<value>[^.;,?]{{2,60}}?)\s+{_UNASKED}",
    r"(?:you )?(?:no need to|needn't|don't need to|don't have to|don't|never need to) (?:ask|check|"
    r"wait|confirm)(?: (?:me|with me|for me|first|permission)){0,4}\s+(?:before|to|for|when|if)"
    r"\s+(?:you )?"
    r"(?P<value>[^.;,?]{2,60})",
    r"(?:stop|quit|no need for) asking(?: me)?(?: every time)?,?\s*(?:just|and)?\s*(?P<value>"
    r"[^.;,?]{3,60}?)(?:\s+(?:when|once|if|as soon as)\b[^.;,]*)?",
    r"(?:just |go ahead and |simply ){1,4}(?P<value>[^.;,?]{3,50}?),?\s+(?:no need to ask|"
    r"don't ask|"
    r"without "
    r"asking|you don't have to ask|i trust you)(?:\s+.*)?",
    rf"(?:i'm|i am) (?:fine|ok|okay|happy|cool) with (?:you|your)"
    rf"\s+(?P<value>\w+ing [^.;,?]{{2,50}}?)"
    rf"(?:\s+{_UNASKED})?",
    r"you have (?:my )?(?:permission|green light|go-ahead|blessing|ok|okay|free hand) (?:to|for|"
    r"with)\s+"
    r"(?P<value>[^.;,?]{2,60})",
)

_EVERY = (
    r"(?:(?:every|each) (?:time|morning|evening|day|week|month|night|session|monday|tuesday|"
    r"wednesday|"
    r"thursday|friday|saturday|sunday)\b[^,;]{0,50}?|(?:when(?:ever)?|any ?time|as soon as|once|"
    r"if|before|"
    r"after|at the (?:end|start|beginning) of|on|with|for) (?:(?:you|i|we|a|an|any|every|each|"
    r"the|there)\b)"
    r"[^,;]{1,60}?,|(?:after|before) every [^,;]{2,40}?)"
)
_DO = (
    r"(?:run|write|add|update|regenerate|rename|back ?up|format|commit|create|save|log|send|"
    r"check|remove|"
    r"clean|close|revert|bump|tag|sort|file|archive|cc|copy|open|lock|test|lint|rebuild|restart|"
    r"draft|"
    r"record|move|delete|export|upload|sync|label|mark|attach|remind|post|push|pull|rebase|"
    r"squash|print|"
    r"verify|round|convert|double-check|count|water|order|"
    r"schedule|book|confirm|forward|proofread|install|refresh|generate|make|fix|set|turn|reset)\b"
)


def _to_do(told: Told) -> Reading | None:
    if re.match(
        r"(?:every|each)\b[^,]*\b(?:we|they|he|she|i|you|the \w+)\s[^,]*$",
        told.matched,
        re.IGNORECASE,
    ):
        return None
    marked = told.heard.lasting or _RULE.search(told.heard.whole)
    waits = re.match(r"(?:whenever|any ?time|as soon|every|each)", told.matched, re.IGNORECASE)
    return order(told) if marked or waits else None


_RULE = Wording(
    r"\b(?:standing (?:instruction|order|rule)|never skip|no exceptions|rule|as a rule|without "
    r"exception|every time|each time|always|whenever|all the time)\b"
)

STANDING_SPOKEN: list[Rule] = rule(
    StatementKind.STANDING_ORDER,
    _to_do,
    (QUESTION, REPORTED, UNMEANT, Wording(r"\b(?:this time|today|tonight|tomorrow|once)\b")),
    rf"{_EVERY}\s*,?\s*(?:please |always |then |also |you |should |make sure (?:to|you) )"
    rf"{{0,4}}{_DO}(?! me\b).*$",
    rf"(?:please |always ){{0,4}}{_DO}(?! me\b)\s+[^,;]{{2,60}}?\s+(?:before|after|whenever|when|"
    rf"every time|each "
    rf"time|once|as soon as|if|at the end of|on every|to every|for every|in every|with every)"
    rf"\s+[^;]{{2,60}}$",
    r"(?:standing (?:instruction|order|rule)|never skip this|house rule)\s*[,:：]\s*(?P<value>.+)$",
    rf"{_DO}(?! me\b)\s+[^;]{{3,80}}$",
    about_work=True,
)


SPOKEN: tuple[Rule, ...] = (
    *NAMES_SPOKEN,
    *LANGUAGES_SPOKEN,
    *LESSONS_SPOKEN,
    *REMEMBER_SPOKEN,
    *ASK_SPOKEN,
    *PERMISSIONS_SPOKEN,
    *DECISIONS_SPOKEN,
    *TOOLS_SPOKEN,
    *DIETS_SPOKEN,
    *ZONES_SPOKEN,
    *FORMATS_SPOKEN,
    *STANDING_SPOKEN,
)
SPOKEN_FIRST: tuple[Rule, ...] = (*OFF_RECORD_SPOKEN, *FORGET_SPOKEN)
