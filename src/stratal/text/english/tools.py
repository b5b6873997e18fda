"""What English speakers work with, or will not have: "our books are in Xero", "no moment"."""

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
from stratal.text.english.products import ANY, DIGITAL, KNOWN, NAME, PRODUCTS, is_product
from stratal.text.families import FAMILY_OF, same_tool
from stratal.text.own_words import BLANK
from stratal.text.statement_parts import Heard, Reading, Rule, StatementKind, Told, sought

_V = rf"(?P<value>{NAME})"
_N = rf"(?P<other>{NAME})"
_VA = rf"(?P<value>{ANY})"
_NA = rf"(?P<other>{ANY})"
_NOT = (
    r"(?:\s*[,;(—–-]*\s*(?:and |but )?(?:not|never|instead of|rather than|in place of|over|no "
    rf"longer|no more|and no)(?: ever)?(?: with| in| on| through| using| use| via)?\s+{_NA})"
)
_SOFT = (
    r"(?:(?:always|only|just|now|all|mostly|mainly|still|usually|generally|exclusively|currently|"
    r"actually|already|also|both|even|do|basically|have to|have always|'ve always|strictly|happily|"
    r"simply|tend to|'ve|have|'re|are|'m|am|'d)\s+)*"
)


def _reading(told: Told) -> Reading | None:
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


def _named(told: Told) -> Reading | None:
    """Reads a name that is known, or that has a capital and stands with something digital."""
    value = told["value"]
    if not is_product(value):
        return None
    if is_product(value, known=True):
        return _reading(told)
    thing = told["thing"] or told.matched[: told.match.start("value") - told.match.start()]
    if value.casefold() not in PRODUCTS and (
        not DIGITAL.search(thing) or _LIES.search(told.matched)
    ):
        return None
    if told["other"] and told["other"].casefold() in _NO_OTHERS:
        return None
    return _reading(told)


_LIES = re.compile(
    r"\b(?:servers?|office|team|company|warehouse|data|database|backups?|clusters?|shop|store|"
    r"meetings?|classes|clients?|customers?|work|house|home|job|jobs)\b.{0,30}\b(?:is|are|lives?|"
    r"sits?|sitting)\s+(?:in|on|at)\b",
    re.IGNORECASE,
)
"""Where something lies may be a place as well as a program."""


def _known(told: Told) -> Reading | None:
    """Reads a name only if it stands on a list, or has a capital and "for" something digital."""
    value = told["value"]
    known = is_product(value, known=True)
    if not known and not (is_product(value) and told["thing"] and DIGITAL.search(told["thing"])):
        return None
    return _reading(told)


_NO_OTHERS = frozenset(
    """it that this them the a an my our me us you anything everything something sure really just
    only too so always even when if in on at by for with like because ever anymore again
    more less one ones any all here there now yet english much many""".split()
)


def _set_against(told: Told) -> Reading | None:
    """Reads two names of which one is known, or both look like names."""
    value, other = told["value"], told["other"]
    if not value or not other or {value.casefold(), other.casefold()} & _NO_OTHERS:
        return None
    if (
        not (is_product(value) or is_product(other))
        or value.casefold() in _NOT_USED
        or other.casefold() in _NOT_USED
    ):
        return None
    known = is_product(value, known=True) or is_product(other, known=True)
    if not known and not (is_product(value) and is_product(other)):
        return None
    return _reading(told)


_NOT_USED = frozenset("to from of and or as but".split())


def _excluded(told: Told) -> Reading | None:
    other = told["other"]
    imported = (
        re.search(r"\b(?:import|install)", told.matched, re.IGNORECASE)
        and other.casefold() in PRODUCTS
    )
    if not (imported or is_product(other)) or other.casefold() in _NO_OTHERS:
        return None
    if re.search(
        r"\b(?:banned|allowed|limits|forbidden|prohibited|option|blocked|no-?go|question)$",
        told.matched,
    ) and not is_product(other, known=True):
        return None
    return _reading(told)


def _starts(heard: Heard, found: re.Match[str]) -> bool:
    if re.match(r"(?:i|we|my|our)\b", found.group(), re.IGNORECASE):
        return not begun(heard.words, found.start())
    return not opens(heard.words, found.start())


def _of_others(heard: Heard, found: re.Match[str]) -> bool:
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


_USED = (governed, asked, doubted, bygone, passing, undecided, _put_right)
_BIDDEN = (governed, asked, doubted, bygone, once, undecided)
_FOR = (
    r"(?:\s+(?:for|to (?:do|keep|track|manage|write|run|edit|plan|store|draw|build)|"
    r"as)\s+(?P<thing>[^,;:.!?]{2,50}?)(?=\s*(?:$|[,;:.!?(—–]|\band\b|\bbut\b|\bso\b|\bbecause\b)))"
)
_OBJ = (
    r"(?:all |most |almost all |every(?: single)? |pretty much )?(?:of )?(?:my|our|the|all|"
    r"every(?:thing)?|these|this|its|their)\b(?:\s+(?!in\b|with\b|on\b|using\b|via\b|through\b|"
    r"and\b|but\b)[\w'’&/-]+){0,6}?"
)
_VERBS = (
    r"(?:do|keep|track|manage|write|edit|grade|run|plan|store|file|log|handle|organi[sz]e|schedule|"
    r"draw|design|model|cut|mix|record|take|make|build|draft|invoice|bill|host|mark|deploy|develop|"
    r"test|code|process|prepare|create|produce|master|retouch|annotate|teach|send|sell|ship|"
    r"monitor|document|sketch|typeset|translate|analy[sz]e|compile|format|lint|bundle|serve|chart|"
    r"type|compose|score|render|print|scan|share|sync|back up|live|do all|keep all|publish|"
    r"maintain|set up|review|sort|archive|catalogue|index)"
)
_HOW = r"(?:in|with|on|through|via|using|inside|out of|over)"
_DONE = (
    r"(?:(?:all|entirely|completely|fully|now|still|mostly|already|only|always|kept|stored|tracked|"
    r"managed|hosted|deployed|written|typeset|edited|built|done|made|run|handled|organi[sz]ed|"
    r"drawn|designed|recorded|mixed|processed|set|provisioned|orchestrated|served|based|created|"
    r"produced|scheduled|modelled|developed|coded|implemented|formatted|linted|tested|monitored|"
    r"logged|documented|published|maintained|collected|filed|sitting|living)\s+)*"
)

TOOLS: list[Rule] = [
    # This repo uses pnpm instead of npm; we write it in Typst, not LaTeX.
    *sought(
        StatementKind.TOOL,
        _set_against,
        (*_USED, _starts, _of_others),
        r"\b(?:this|our|the|that) (?:[\w-]+ )?(?:repo|project|codebase|monorepo|service|team|app|"
        r"company|shop|office|lab|school|site|workspace|frontend|backend|build|ci|pipeline)s?(?: "
        rf"here)? {_SOFT}(?:uses?|is|are|runs?(?: on)?|goes with|sticks? (?:to|with)|builds? with|"
        r"deploys? with)(?: on| in| with| built (?:with|on)| written in| managed (?:with|"
        rf"by))?\s+{_VA}{_NOT}",
        rf"\b(?:i|we)\s?{_SOFT}(?:use|run|run on|work (?:in|with|on)|write (?:in|with)|code in|"
        r"build (?:with|on)|deploy (?:with|to|on)|stick (?:to|with)|go with|prefer|rely on|test "
        rf"with)\s+{_VA}(?: here| now| for [\w ]{{2,25}}?)?{_NOT}",
        rf"\b(?:i|we|our \w+(?: \w+)?|my \w+(?: \w+)?|the team)\s?{_SOFT}{_VERBS}s?\s+{_OBJ}(?: "
        rf"in| with| on| using| through| via)\s+{_VA}{_NOT}",
        rf"\b(?:i|we|our \w+(?: \w+)?|the team)\s?{_SOFT}(?:chat|talk|communicate|meet|deploy|"
        r"host|build|code|test|run|work|publish|write|collaborate|coordinate|bill|invoice|"
        rf"plan)s?\s+{_HOW}\s+{_VA}{_NOT}",
        r"\b(?:i'm|i am|we're|we are)(?: all| still| now| mostly)* (?:on|using|running|"
        rf"in)\s+{_VA}(?: (?:in|at|for|on) [\w' ]{{2,25}}?)?{_NOT}",
        rf"\b(?:my|our|all my|all our|the) [\w' -]{{2,40}}? (?:has been|have been|is|are|runs?|"
        rf"lives?|goes|go){{1}} {_DONE}(?:in|on|with|through|via|to|by)\s+{_VA}{_NOT}",
    ),
    *sought(
        StatementKind.TOOL,
        _set_against,
        (*_BIDDEN, _starts),
        r"\b(?:please |always |only |just |so )*(?:lint|format|test|build|bundle|deploy|write|"
        r"draw|plot|style|mock|document|install|package|develop|code|script|query|typeset|sketch|"
        r"type-?check|validate|log|host|generate|make|create|do)(?: (?:it|everything|things|all "
        r"of it|code|packages|this|the \w+|our \w+|all \w+))? (?:with|in|using|on|via|"
        rf"through)\s+{_VA}{_NOT}",
        r"\b(?:please |always |only |just |so )*(?:use|prefer|stick (?:to|with)|go with|give me|"
        rf"write|choose|pick|install(?: \w+)? with|import)\s+{_VA}(?: for [\w' ]{{2,30}}?| here| "
        rf"code| (?:in|on|at|across) (?:this|our|the|my|all|every|these) [\w' -]{{2,25}}?)?{_NOT}",
    ),
    # pnpm in this monorepo, never npm.
    *sought(
        StatementKind.TOOL,
        _set_against,
        (*_USED, _starts, _of_others),
        rf"\b{_VA}(?: in (?:this|our|the) [\w-]+| here| for [\w ]{{2,25}}?)?\s*[,;—–]\s*(?:never|"
        rf"not)(?: ever)?\s+{_NA}(?=\s*(?:$|[,.!;:]|please|in (?:this|our)|here))",
        rf"\b{_VA} (?:instead of|rather than|in place of)\s+{_NA} (?:here|in this|for (?:this|our|"
        r"everything|all)|please|from now on|everywhere|always)",
        hint=r"[,;—–]\s*(?:never|not)\b|\b(?:instead of|rather than|in place of)\s",
    ),
    # Poetry is gone, we're on uv now.
    *sought(
        StatementKind.TOOL,
        _set_against,
        (governed, asked, doubted, once, undecided),
        rf"\b{_NA}(?:'s| is)(?: long| finally| now)? (?:gone|dead|history|out|retired|no "
        r"more)\s*[,;.—–-]+"
        r"\s*(?:and |so )?(?:it's all |everything's |everything is |we're all |we're |we are |we "
        r"use |we run |"
        rf"i'm |i use |it's )(?:on |using |in )?{_VA}(?=\s*(?:$|[,.!;:]|now\b|here\b|these days\b|"
        r"and\b))",
        hint=r"\b(?:gone|dead|history|out|retired|no more)\b",
    ),
    # It runs on Airflow, we dropped Luigi.
    *sought(
        StatementKind.TOOL,
        _set_against,
        (governed, asked, doubted, once, undecided),
        rf"\b{_VA}(?: here)?\s*[,;—–]\s*(?:and |as |since |because )?(?:we|i)(?:'ve| have)?(?: "
        r"just| finally| long since| all)? (?:dropped|ditched|left|abandoned|no longer use|don't "
        r"use|got rid of|moved off|gave up(?: on)?|stopped using|retired|binned|"
        rf"killed)\s+{_NA}(?=\s*(?:$|[,.!;:—–(]|and\b|last\b|years\b|because\b|for good\b|ages\b|"
        r"in\b))",
        hint=(
            r"\b(?:dropped|ditched|left|abandoned|no longer|don't use|rid of|moved off|gave up|"
            r"stopped|retired|binned|killed)\b"
        ),
    ),
    # We moved from Lightroom to darktable.
    *sought(
        StatementKind.TOOL,
        _set_against,
        (governed, asked, doubted, once, undecided, _starts),
        r"\b(?:i|we|the team|our team)(?:'ve| have)?(?: just| now| finally| all| recently| "
        r"already| since| long since)* (?:switched|moved|migrated|changed|went|converted|ported|"
        rf"jumped|crossed)(?:\s+[\w' -]{{2,40}}?)?\s+from\s+{_NA}\s+(?:over )?to\s+{_VA}",
        r"\b(?:i|we|the team|our team)(?:'ve| have)?(?: just| now| finally| all| recently| "
        r"already)* (?:replaced|swapped(?: out)?|ditched|traded|dropped|exchanged|abandoned|"
        rf"left)\s+{_NA}\s+(?:with|by|for|in favou?r of)\s+{_VA}",
    ),
    *sought(
        StatementKind.TOOL,
        _named,
        (governed, asked, doubted, once, undecided, _starts),
        r"\b(?:i|we|the team|our team)(?:'ve| have)?(?: just| now| finally| all| recently| "
        r"already)* (?:switched|moved|migrated|converted|ported|transferred)(?P<thing>\s+[\w'’ "
        rf"-]{{2,40}}?)?\s+(?:over )?(?:to|onto|into)\s+{_V}",
    ),
    # Don't suggest Selenium; we can't use Dropbox.
    *sought(
        StatementKind.TOOL,
        _excluded,
        (governed, asked, doubted, bygone, once, undecided, _starts),
        r"\b(?:don't|do not|never|please don't|please do not|please never|please stop|you must "
        r"never|you mustn't|stop|quit)(?: ever| you)? (?:us(?:e|ing)|suggest(?:ing)?|"
        r"recommend(?:ing)?|reach(?:ing)? for|propos(?:e|ing)|import(?:ing)?|mention(?:ing)?|"
        r"bring(?:ing)? up|push(?:ing)?|touch(?:ing)?|install(?:ing)?|offer(?:ing)?|generat(?:e|"
        r"ing)|point(?:ing)? me (?:to|at)|send(?:ing)? me to|sell(?:ing)? me|introduc(?:e|ing)|"
        rf"run(?:ning)?|pull(?:ing)? in|default(?:ing)? to|assum(?:e|ing))(?: me| us| any)?\s+{_N}",
        r"\b(?:i|we)(?: just| simply| really| actually)? ?(?:can't|cannot|can not|won't|aren't "
        r"allowed to|are not allowed to|'re not allowed to|no longer|may not|must not|mustn't|"
        r"don't|do not|never|refuse to|will not)(?: ever| even)? (?:use|run|work with|install|"
        rf"touch|have|allow|support)\s+{_N}(?=\s*(?:$|[,.!;:—–(]|here|at|for|in|on|anymore|any "
        r"more|anywhere|with|because|since|so|and|as|due|any longer|by))",
        r"\b(?:no|avoid|skip|forget about|stay away from|keep away from|steer clear of|leave "
        rf"out)(?: using| more)?\s+{_N}(?=\s*(?:$|[,.!;:—–(]|please|suggestions|here|in (?:this|"
        r"our|the|my|any)|for (?:this|our|us|me|any)|anywhere|ever|code|examples|at all|from))",
        rf"\b(?:keep|leave)\s+{_N}\s+out of\b",
    ),
    *sought(
        StatementKind.TOOL,
        _excluded,
        (governed, asked, doubted, bygone, once, undecided, _starts),
        rf"\b{_N}(?:'s| is| are)(?: strictly| completely| totally| simply)? (?:banned|off[- "
        r"]limits|forbidden|not allowed|prohibited|not an option|blocked|a no-?go|out of the "
        r"question)(?= here| for us| for me| at | in | on |[,.!]|$)",
        hint=(
            r"\b(?:banned|off[- ]limits|forbidden|allowed|prohibited|option|blocked|no-?go|out of "
            r"the)\b"
        ),
    ),
    # Our books are in Xero; tickets live in Linear.
    *sought(
        StatementKind.TOOL,
        _named,
        (*_USED, _starts, _of_others),
        r"\b(?P<thing>(?:(?:my|our|all|all my|all our|all of my|all of our|all the|the|every|"
        rf"this|the whole|our whole|my whole|our entire|both) [\w'’&/ -]{{2,50}}?|everything(?: "
        rf"\w+){{0,3}}?|[\w-]+s(?= here)|(?-i:[a-z])[\w-]+s))(?: here| now| at \w+)? (?:is|are|"
        r"runs?|lives?|sits?|goes(?: out| in| over)?|go(?: out| in| over)?|come in|comes in|get "
        r"sent|gets sent|happens?|comes? out of|gets?|stays?|uses?|has been|have "
        rf"been)\s+{_DONE}(?:in|on|with|through|via|to|into|by|under|inside)\s+{_V}",
        rf"\b(?P<thing>(?:(?:my|our|this|the whole) [\w'’&/-]+(?: [\w'’&/-]+){{0,2}})) (?:uses|"
        rf"runs|use)\s+{_V}",
    ),
    # I keep the accounts in GnuCash; I grade everything through Canvas.
    *sought(
        StatementKind.TOOL,
        _named,
        (*_USED, _starts),
        rf"\b(?:i|we)\b[^.;:!?]{{4,80}}\band (?:also |then |now |we |i "
        rf")?{_VERBS}\s+(?P<thing>{_OBJ})\s+{_HOW}\s+{_V}",
        rf"\b(?:i|we)\s?{_SOFT}(?!\w+ed\b|(?:had|was|were|found|saw|got|lost|met|left|went|want|"
        r"need|see|know|like|love|hate|think|hope|wish|can|could|would|will|should|must|may|"
        r"might|did|wonder|struggle|learn|read|watch|heard|miss|"
        r"missed)\b)[a-z]+\s+(?P<thing>(?:all (?:of )?)?(?:my|our) [\w'’&/-]+(?: "
        rf"[\w'’&/-]+){{0,3}}?)\s+{_HOW}\s+{_V}",
        rf"\b(?:i|we|our team|the team|our \w+|my team)\s?{_SOFT}{_VERBS}s?\s+(?P<thing>{_OBJ}(?:"
        rf"\s+for [\w' -]{{2,30}}?)?)(?: \w+ly)?\s+{_HOW}\s+{_V}",
        rf"\b(?:i|we)\s?{_SOFT}(?P<thing>deploy|code|program|develop|build|bundle|lint|format|"
        r"test|host|log|invoice|edit|animate|typeset|mix|budget|journal|blog|book-?keep|"
        r"type-?check|version|monitor|draw|sketch|model|chart|ship|write code|take notes|run "
        r"tests|run payroll|make music|edit photos|edit video)\s+(?:everything "
        rf")?{_HOW.replace('over', 'to')}\s+{_V}",
        rf"\b(?:i|we|the team|our team|my team)\s?{_SOFT}(?:{_VERBS}|arrange|compose|work|"
        r"practi[sc]e|publish|read|learn|study|animate|sew|knit|quilt|paint|sing|film|shoot|"
        r"stream|broadcast|communicate|talk|meet|chat|coordinate|collaborate|automate|query|"
        r"visuali[sz]e|simulate|engrave|weave)s?\b(?:\s+(?!in\b|with\b|on\b|using\b|via\b|"
        rf"through\b)[\w'’&/-]+){{0,7}}?\s+{_HOW}\s+(?P<value>{KNOWN})",
        rf"\bfor (?:the|my|our|all|every) (?P<thing>[\w'’ -]{{2,40}}?),?\s+(?:i|"
        rf"we)\s?{_SOFT}(?:use|keep everything in|work in|work with|run|rely on|go through|am on|"
        rf"'m on|have|do everything in|do it all in|prefer)\s+{_V}",
    ),
    *sought(
        StatementKind.TOOL,
        _named,
        _USED,
        rf"\b{_V},? (?:it's|that's|which is|and that's|and it's) what (?P<thing>(?:i|we) (?:use|"
        r"teach|work|run|write|edit|have|do|keep|build|bill|grade|draw)\w*)",
        hint=r"\bwhat (?:i|we)\b",
    ),
    *sought(
        StatementKind.TOOL,
        _known,
        (*_USED, _starts),
        rf"\b{_V} user here\b",
        hint=r"\buser here\b",
    ),
    *sought(
        StatementKind.TOOL,
        _known,
        (*_USED, _starts),
        rf"\b{_V}(?:'s| is) (?:what|the (?:tool|one|app|software|program|thing|system|editor|"
        r"language)) (?:that )?(?:i|we)(?:'re| are| all| both|'ve)* (?:use|work|run|write|edit|"
        r"keep|have|do|live|on|using|code|build|rely|teach|grade|stuck)",
        hint=r"(?:\bis|\'s) (?:what|the) ",
    ),
    # We use Jenkins here; we're on Snowflake; a Rails shop.
    *sought(
        StatementKind.TOOL,
        _known,
        (*_USED, _starts),
        rf"\b(?:i|we|our team|the team|our office|our company)\s?{_SOFT}(?:uses?|runs?(?: on)?|"
        r"works? (?:in|with|on|out of)|lives? in|rel(?:y|ies) on|sticks? (?:to|with)|builds? "
        r"(?:with|on)|deploys? (?:with|to|on)|hosts? on|codes? in|writes? in|develops? in|"
        r"writes? everything in|run everything (?:on|through)|do everything in|keep everything "
        rf"in|swear by)\s+{_V}(?! (?:class|course|tutorial|training|exam))(?:{_FOR})?",
        r"\b(?:i'm|i am|we're|we are)(?: all| both| still| now| an?| mostly| only| firmly| "
        rf"strictly)*\s+(?:on |using |running |working (?:in|with|on) |with )?{_V}\s+(?:shop|team|"
        r"house|office|user|users|person|people|company|household|only|studio|developer|dev|"
        r"programmer)\b",
        rf"\b(?:i've|we've|i have|we have) been (?:on|using|running|with)\s+{_V}(?= for| since| "
        r"ever|[,.!]|$)",
        r"\b(?:i'm|i am|we're|we are)(?: all| both| still| now| mostly| only| strictly)* (?:on|"
        rf"using|running|working (?:in|with))\s+{_V}(?=\s*(?:$|[,.!;:—–(]|here|for|at|so|and|but|"
        r"because|btw|by the way|over here|across))",
        r"\b(?:my|our)(?: \w+)? (?:editor|ide|shell|terminal|browser|package manager|formatter|"
        r"linter|os|operating system|notes app|mail client|database|db|framework|tool of choice|"
        r"go-to|stack|crm|daw|language|calendar app|test runner|bundler|task tracker|issue "
        r"tracker|tracker|ticketing system|helpdesk|wiki|email client|word processor|spreadsheet|"
        r"accounting software|accounting program|software|host|cms|till system|pos|booking "
        r"system|queue|broker|orm|cloud|ci)(?: here| of choice| at work)?(?:'s| is| has always "
        rf"been| has to be|:)\s+{_V}",
    ),
    *sought(
        StatementKind.TOOL,
        _known,
        (*_BIDDEN, _starts),
        rf"\b(?:always |please |only |just )*(?:use|stick (?:to|with)|go with)\s+{_V}\s+(?:for "
        r"(?:all|every|any|everything|anything|my|our)\b|whenever|when(?:ever)? you|in (?:all|"
        r"every|any|this|our) |everywhere|from now on|by default|only\b|and nothing else|going "
        r"forward)",
        r"\b(?:always|from now on,?|by default,?|only) (?:please )?(?:use|stick (?:to|with)|go "
        rf"with|write)\s+{_V}",
    ),
]


def _of_one_family(told: Told) -> Reading | None:
    """Reads two names of one sort of thing: else two sentences say two things."""
    family = FAMILY_OF.get(told["value"].casefold())
    return _reading(told) if family and family == FAMILY_OF.get(told["other"].casefold()) else None


_NO_MORE = (
    r"\b(?:please |just )*(?:stop|quit|enough with|no more|don't|do not|never)(?: (?:giving|give|"
    r"suggesting|suggest|using|use|writing|write|running|run|sending|send|showing|show|proposing|"
    r"propose|"
    rf"recommending|recommend|me|us|with|the|any|all|those|your|ever|it)){{0,4}}? {_N}"
)
_WORKS_WITH = (
    r"\b(?:we|i|this (?:repo|project|team|codebase)|our (?:repo|project|team|codebase))(?:'re| are|"
    r"'m| am|"
    r" is)?(?: all| only| always| now)* (?:use|uses|using|run|runs|on|work with|work in|build with|"
    r"stick "
    rf"to|went with|go with) {_V}"
)

TOOLS_ACROSS: list[Rule] = sought(
    StatementKind.TOOL,
    _of_one_family,
    (governed, asked, doubted, once, undecided),
    # Stop giving me npm commands. We use pnpm here.
    rf"{_NO_MORE}[^.;!?\n]{{0,40}}[.;!,—–]+\s+(?:\w+,? )?{_WORKS_WITH}",
    rf"{_WORKS_WITH}[^.;!?\n]{{0,40}}[.;!,—–]+\s+(?:\w+,? )?{_NO_MORE}",
)
