"""What English speakers work with and not with another, or will not have: "X, not Y", "no Z"."""

from __future__ import annotations

import re

from stratal.text.english.clauses import asked, bygone, doubted, governed, once, undecided
from stratal.text.english.products import PRODUCTS, is_product
from stratal.text.english.tool_parts import (
    BIDDEN,
    DONE,
    HOW,
    NA,
    NO_OTHERS,
    OBJ,
    SOFT,
    USED,
    VA,
    VERBS,
    N,
    V,
    named,
    of_others,
    starts,
    tool_of,
)
from stratal.text.families import FAMILY_OF
from stratal.text.statement_parts import Reading, Rule, StatementKind, Told, sought

_NOT = (
    r"(?:\s*[,;(—–-]*\s*(?:and |but )?(?:not|never|instead of|rather than|in place of|over|no "
    rf"longer|no more|and no)(?: ever)?(?: with| in| on| through| using| use| via)?\s+{NA})"
)


def _set_against(told: Told) -> Reading | None:
    """Reads two names of which one is known, or both look like names."""
    value, other = told["value"], told["other"]
    if not value or not other or {value.casefold(), other.casefold()} & NO_OTHERS:
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
    return tool_of(told)


_NOT_USED = frozenset("to from of and or as but".split())


def _excluded(told: Told) -> Reading | None:
    other = told["other"]
    imported = (
        re.search(r"\b(?:import|install)", told.matched, re.IGNORECASE)
        and other.casefold() in PRODUCTS
    )
    if not (imported or is_product(other)) or other.casefold() in NO_OTHERS:
        return None
    if re.search(
        r"\b(?:banned|allowed|limits|forbidden|prohibited|option|blocked|no-?go|question)$",
        told.matched,
    ) and not is_product(other, known=True):
        return None
    return tool_of(told)


CONTRASTS: list[Rule] = [
    # This repo uses pnpm instead of npm; we write it in Typst, not LaTeX.
    *sought(
        StatementKind.TOOL,
        _set_against,
        (*USED, starts, of_others),
        r"\b(?:this|our|the|that) (?:[\w-]+ )?(?:repo|project|codebase|monorepo|service|team|app|"
        r"company|shop|office|lab|school|site|workspace|frontend|backend|build|ci|pipeline)s?(?: "
        rf"here)? {SOFT}(?:uses?|is|are|runs?(?: on)?|goes with|sticks? (?:to|with)|builds? with|"
        r"deploys? with)(?: on| in| with| built (?:with|on)| written in| managed (?:with|"
        rf"by))?\s+{VA}{_NOT}",
        rf"\b(?:i|we)\s?{SOFT}(?:use|run|run on|work (?:in|with|on)|write (?:in|with)|code in|"
        r"build (?:with|on)|deploy (?:with|to|on)|stick (?:to|with)|go with|prefer|rely on|test "
        rf"with)\s+{VA}(?: here| now| for [\w ]{{2,25}}?)?{_NOT}",
        rf"\b(?:i|we|our \w+(?: \w+)?|my \w+(?: \w+)?|the team)\s?{SOFT}{VERBS}s?\s+{OBJ}(?: "
        rf"in| with| on| using| through| via)\s+{VA}{_NOT}",
        rf"\b(?:i|we|our \w+(?: \w+)?|the team)\s?{SOFT}(?:chat|talk|communicate|meet|deploy|"
        r"host|build|code|test|run|work|publish|write|collaborate|coordinate|bill|invoice|"
        rf"plan)s?\s+{HOW}\s+{VA}{_NOT}",
        r"\b(?:i'm|i am|we're|we are)(?: all| still| now| mostly)* (?:on|using|running|"
        rf"in)\s+{VA}(?: (?:in|at|for|on) [\w' ]{{2,25}}?)?{_NOT}",
        rf"\b(?:my|our|all my|all our|the) [\w' -]{{2,40}}? (?:has been|have been|is|are|runs?|"
        rf"lives?|goes|go){{1}} {DONE}(?:in|on|with|through|via|to|by)\s+{VA}{_NOT}",
    ),
    *sought(
        StatementKind.TOOL,
        _set_against,
        (*BIDDEN, starts),
        r"\b(?:please |always |only |just |so )*(?:lint|format|test|build|bundle|deploy|write|"
        r"draw|plot|style|mock|document|install|package|develop|code|script|query|typeset|sketch|"
        r"type-?check|validate|log|host|generate|make|create|do)(?: (?:it|everything|things|all "
        r"of it|code|packages|this|the \w+|our \w+|all \w+))? (?:with|in|using|on|via|"
        rf"through)\s+{VA}{_NOT}",
        r"\b(?:please |always |only |just |so )*(?:use|prefer|stick (?:to|with)|go with|give me|"
        rf"write|choose|pick|install(?: \w+)? with|import)\s+{VA}(?: for [\w' ]{{2,30}}?| here| "
        rf"code| (?:in|on|at|across) (?:this|our|the|my|all|every|these) [\w' -]{{2,25}}?)?{_NOT}",
    ),
    # pnpm in this monorepo, never npm.
    *sought(
        StatementKind.TOOL,
        _set_against,
        (*USED, starts, of_others),
        rf"\b{VA}(?: in (?:this|our|the) [\w-]+| here| for [\w ]{{2,25}}?)?\s*[,;—–]\s*(?:never|"
        rf"not)(?: ever)?\s+{NA}(?=\s*(?:$|[,.!;:]|please|in (?:this|our)|here))",
        rf"\b{VA} (?:instead of|rather than|in place of)\s+{NA} (?:here|in this|for (?:this|our|"
        r"everything|all)|please|from now on|everywhere|always)",
        hint=r"[,;—–]\s*(?:never|not)\b|\b(?:instead of|rather than|in place of)\s",
    ),
    # Poetry is gone, we're on uv now.
    *sought(
        StatementKind.TOOL,
        _set_against,
        (governed, asked, doubted, once, undecided),
        rf"\b{NA}(?:'s| is)(?: long| finally| now)? (?:gone|dead|history|out|retired|no "
        r"more)\s*[,;.—–-]+"
        r"\s*(?:and |so )?(?:it's all |everything's |everything is |we're all |we're |we are |we "
        r"use |we run |"
        rf"i'm |i use |it's )(?:on |using |in )?{VA}(?=\s*(?:$|[,.!;:]|now\b|here\b|these days\b|"
        r"and\b))",
        hint=r"\b(?:gone|dead|history|out|retired|no more)\b",
    ),
    # It runs on Airflow, we dropped Luigi.
    *sought(
        StatementKind.TOOL,
        _set_against,
        (governed, asked, doubted, once, undecided),
        rf"\b{VA}(?: here)?\s*[,;—–]\s*(?:and |as |since |because )?(?:we|i)(?:'ve| have)?(?: "
        r"just| finally| long since| all)? (?:dropped|ditched|left|abandoned|no longer use|don't "
        r"use|got rid of|moved off|gave up(?: on)?|stopped using|retired|binned|"
        rf"killed)\s+{NA}(?=\s*(?:$|[,.!;:—–(]|and\b|last\b|years\b|because\b|for good\b|ages\b|"
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
        (governed, asked, doubted, once, undecided, starts),
        r"\b(?:i|we|the team|our team)(?:'ve| have)?(?: just| now| finally| all| recently| "
        r"already| since| long since)* (?:switched|moved|migrated|changed|went|converted|ported|"
        rf"jumped|crossed)(?:\s+[\w' -]{{2,40}}?)?\s+from\s+{NA}\s+(?:over )?to\s+{VA}",
        r"\b(?:i|we|the team|our team)(?:'ve| have)?(?: just| now| finally| all| recently| "
        r"already)* (?:replaced|swapped(?: out)?|ditched|traded|dropped|exchanged|abandoned|"
        rf"left)\s+{NA}\s+(?:with|by|for|in favou?r of)\s+{VA}",
    ),
    *sought(
        StatementKind.TOOL,
        named,
        (governed, asked, doubted, once, undecided, starts),
        r"\b(?:i|we|the team|our team)(?:'ve| have)?(?: just| now| finally| all| recently| "
        r"already)* (?:switched|moved|migrated|converted|ported|transferred)(?P<thing>\s+[\w'’ "
        rf"-]{{2,40}}?)?\s+(?:over )?(?:to|onto|into)\s+{V}",
    ),
    # Don't suggest Selenium; we can't use Dropbox.
    *sought(
        StatementKind.TOOL,
        _excluded,
        (governed, asked, doubted, bygone, once, undecided, starts),
        r"\b(?:don't|do not|never|please don't|please do not|please never|please stop|you must "
        r"never|you mustn't|stop|quit)(?: ever| you)? (?:us(?:e|ing)|suggest(?:ing)?|"
        r"recommend(?:ing)?|reach(?:ing)? for|propos(?:e|ing)|import(?:ing)?|mention(?:ing)?|"
        r"bring(?:ing)? up|push(?:ing)?|touch(?:ing)?|install(?:ing)?|offer(?:ing)?|generat(?:e|"
        r"ing)|point(?:ing)? me (?:to|at)|send(?:ing)? me to|sell(?:ing)? me|introduc(?:e|ing)|"
        rf"run(?:ning)?|pull(?:ing)? in|default(?:ing)? to|assum(?:e|ing))(?: me| us| any)?\s+{N}",
        r"\b(?:i|we)(?: just| simply| really| actually)? ?(?:can't|cannot|can not|won't|aren't "
        r"allowed to|are not allowed to|'re not allowed to|no longer|may not|must not|mustn't|"
        r"don't|do not|never|refuse to|will not)(?: ever| even)? (?:use|run|work with|install|"
        rf"touch|have|allow|support)\s+{N}(?=\s*(?:$|[,.!;:—–(]|here|at|for|in|on|anymore|any "
        r"more|anywhere|with|because|since|so|and|as|due|any longer|by))",
        r"\b(?:no|avoid|skip|forget about|stay away from|keep away from|steer clear of|leave "
        rf"out)(?: using| more)?\s+{N}(?=\s*(?:$|[,.!;:—–(]|please|suggestions|here|in (?:this|"
        r"our|the|my|any)|for (?:this|our|us|me|any)|anywhere|ever|code|examples|at all|from))",
        rf"\b(?:keep|leave)\s+{N}\s+out of\b",
    ),
    *sought(
        StatementKind.TOOL,
        _excluded,
        (governed, asked, doubted, bygone, once, undecided, starts),
        rf"\b{N}(?:'s| is| are)(?: strictly| completely| totally| simply)? (?:banned|off[- "
        r"]limits|forbidden|not allowed|prohibited|not an option|blocked|a no-?go|out of the "
        r"question)(?= here| for us| for me| at | in | on |[,.!]|$)",
        hint=(
            r"\b(?:banned|off[- ]limits|forbidden|allowed|prohibited|option|blocked|no-?go|out of "
            r"the)\b"
        ),
    ),
]


def _of_one_family(told: Told) -> Reading | None:
    """Reads two names of one sort of thing: else two sentences say two things."""
    family = FAMILY_OF.get(told["value"].casefold())
    return tool_of(told) if family and family == FAMILY_OF.get(told["other"].casefold()) else None


_NO_MORE = (
    r"\b(?:please |just )*(?:stop|quit|enough with|no more|don't|do not|never)(?: (?:giving|give|"
    r"suggesting|suggest|using|use|writing|write|running|run|sending|send|showing|show|proposing|"
    r"propose|"
    rf"recommending|recommend|me|us|with|the|any|all|those|your|ever|it)){{0,4}}? {N}"
)
_WORKS_WITH = (
    r"\b(?:we|i|this (?:repo|project|team|codebase)|our (?:repo|project|team|codebase))(?:'re| are|"
    r"'m| am|"
    r" is)?(?: all| only| always| now)* (?:use|uses|using|run|runs|on|work with|work in|build with|"
    r"stick "
    rf"to|went with|go with) {V}"
)

TOOLS_ACROSS: list[Rule] = sought(
    StatementKind.TOOL,
    _of_one_family,
    (governed, asked, doubted, once, undecided),
    # Stop giving me npm commands. We use pnpm here.
    rf"{_NO_MORE}[^.;!?\n]{{0,40}}[.;!,—–]+\s+(?:\w+,? )?{_WORKS_WITH}",
    rf"{_WORKS_WITH}[^.;!?\n]{{0,40}}[.;!,—–]+\s+(?:\w+,? )?{_NO_MORE}",
)
