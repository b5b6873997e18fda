"""The plainest way to say what was decided, may be done and is to be done, and who one is.

As in `plain_forms`: second witnesses to the looser rules.
"""

from __future__ import annotations

import re

from stratal.text.english.clauses import asked, bygone, doubted, governed, once, undecided
from stratal.text.english.decisions import choice
from stratal.text.english.deeds import ACTION, ACTS, ANY_DEED, BIDDEN, leave, to_do
from stratal.text.english.names import LOWER, NICK, called
from stratal.text.english.plain_forms import LEADS, doubted_before
from stratal.text.statement_parts import Heard, Rule, StatementKind, sought

# What was decided.


def _of_nobody(heard: Heard, found: re.Match[str]) -> bool:
    """Whether nobody is named who decided: it may be others."""
    del found
    return (
        re.search(r"\b(?:we|us|our|my|i|we're|i'm|we'll|i'll)\b", heard.words, re.IGNORECASE)
        is None
    )


_DECIDED = (doubted_before, _of_nobody, governed, asked, doubted, undecided)
_THING = r"(?P<value>(?:(?!and\b|but\b|because\b)[^\s,;:!?…—–()\ufffc]+\s?){1,9}?)"

_CHOSEN_OVER = (
    r"(?=\s*(?:$|[,;!?—–(]|\.(?!\d)|\b(?:and|but|because|since|so|for (?:the|our|my|every|all|each|"
    r"this)|which|between (?:the|our)|in the end|after all|instead|over|as (?:the|our|my))\b))"
)

DECISIONS: list[Rule] = sought(
    StatementKind.DECISION,
    choice,
    _DECIDED,
    r"\b(?:it's|it is|that's|that is) (?:now |finally )?(?:decided|settled|agreed|official|"
    rf"final)\b[^,;:.!?]{{0,30}}[:,—–-]\s*{_THING}{_CHOSEN_OVER}",
    rf"{LEADS}(?:(?:it's|it is) (?:final|settled|decided|official)\s*[:,—–-]\s*)?(?:the team|our "
    r"team|we)(?: finally| all)? (?:chose|picked|settled on|decided on|agreed on|voted "
    rf"for)\s+{_THING}{_CHOSEN_OVER}",
    # In the perfect, or from the begin of a sentence: it holds now.
    r"\b(?:we've|we have|i've|i have|the team has|our \w+ has)(?: now| finally| just| all| "
    r"already| officially)* (?:picked|chosen|selected|adopted|gone (?:with|for)|opted for|landed "
    rf"on|committed to|signed off on|voted for)\s+{_THING}{_CHOSEN_OVER}",
    rf"{LEADS}(?:we're|we are|i'm|i am)(?: now| definitely| officially| all)* going (?:with|"
    rf"for)\s+{_THING}{_CHOSEN_OVER}",
    r"\b(?:settled|decided|agreed|settled it|decided it|at the \w+)\s*:\s*(?:we're|we are) going "
    rf"with\s+{_THING}{_CHOSEN_OVER}",
    rf"{LEADS}[^,;:.!?]{{0,60}}\b(?:we|i|i've|we've|us|our|my|team|"
    rf"board)\b[^,;:.!?]{{0,40}}\b(?:decision|verdict|outcome|"
    rf"choice)\b[^,;:.!?]{{0,40}}[:—–]\s*{_THING}{_CHOSEN_OVER}",
    rf"{LEADS}(?:the |our |my |final |today's )*(?:decision|verdict|"
    rf"outcome)\b[^,;:.!?]{{0,40}}[:—–]\s*{_THING}{_CHOSEN_OVER}",
    rf"\b(?:after|following)\b[^.;!?]{{4,60}}?,? (?:we|our team|the team|my wife and i|my husband "
    rf"and i)(?:'ve| have)? (?:went|gone|go) with\s+{_THING}{_CHOSEN_OVER}",
    r"\b(?:i|we)(?:'ve| have)?(?: finally| now)? made up (?:my|our) minds?\s*[,:;.—–-]+\s*(?:and "
    r")?(?P<value>(?:i'm|we're|i'll|we'll|i am|we are|i will|we will) "
    r"[^,;:!?—–()]{3,60}?)(?=\s*(?:$|[,;!?—–(]|\.(?!\d)|\b(?:and|but|because|so)\b))",
    r"\b(?:the|our|my)(?: final| team)? (?:decision|verdict|plan) is(?: that| to)? "
    rf"{_THING}(?=\s*(?:$|[,;!?—–(]|\.(?!\d)|\b(?:and|but|because|since|so|for the|which)\b))",
    rf"{LEADS}(?:it's |that's |now it's )?(?:decided|settled|agreed|"
    rf"final)\s*[:,—–-]\s*{_THING}(?=\s*(?:$|[,;!?—–(]|\.(?!\d)|\b(?:and|but|because|since|so|for "
    r"the|which)\b))",
)

# What may be done.

_SPARED = (
    r"\b(?:no need|on your own|(?:don't|do not|needn't|never|no longer) (?:need |have )?(?:to "
    r")?(?:my|ask|check|wait|confirm|ping)|(?:without|w/?o) (?:asking|checking|my)|no "
    r"(?:confirmation|approval|permission|questions))"
)


def _said_by_others(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it is reported or supposed: that there is no need to ask is neither."""
    before = heard.words[: found.start()]
    return governed(heard, found) and re.search(_SPARED, before, re.IGNORECASE) is None


PERMISSIONS: list[Rule] = sought(
    StatementKind.PERMISSION,
    leave,
    (_said_by_others, asked, doubted, bygone, once),
    r"\b(?:feel free to|go ahead and|you(?:'re| are) (?:free|welcome|allowed) to|you (?:can|"
    rf"may)(?: just| always| now| simply)?)\s+{ACTION}(?=\s*(?:$|[,;!—–(]|\.(?!\d)|whenever\b|"
    r"when\b|any ?time\b|without\b|if\b|because\b|and\b|as\b))",
    rf"(?:{LEADS}|[,;—–-]\s*)(?:and |so )?(?:just |simply |always )*(?P<value>{BIDDEN}\b(?! "
    rf"me\b)[^.;,!?\n]{{3,60}}?)(?:\s+(?:whenever|when|any ?time|as soon as|"
    rf"if)\b[^.;,!?]{{2,40}})?(?=\s*(?:$|[,;—–-]|\.(?!\d)))",
    rf"{LEADS}i (?:hereby )?(?:trust|allow|permit|authori[sz]e|let|want) you (?:to "
    rf")?{ACTION}(?=\s*(?:$|[,;!—–(]|\.(?!\d)|whenever\b|when\b|on your own\b|without\b|"
    r"yourself\b|as you\b|and\b))",
    hint=_SPARED,
) + sought(
    StatementKind.PERMISSION,
    leave,
    (governed, asked, doubted, bygone, once, doubted_before),
    rf"{LEADS}i hereby \w+ you to {ACTION}(?=\s*(?:$|[,;!—–(]|\.(?!\d)|and\b))",
    r"\byou(?:'ve| have)(?: got)? (?:my |a |the |full |standing )*(?:permission|ok|okay|blessing|"
    r"go-ahead|approval|consent|green light|free hand|free rein|carte blanche) (?:to|"
    rf"for)\s+{ACTION}(?=\s*(?:$|[,;!—–(]|\.(?!\d)|whenever\b|without\b|and\b|any ?time\b|as\b))",
)

# What is to be done from now on.

_RUN = r"[^;!?\n\ufffc]{2,140}?"
_CLOSE = r"(?=\s*(?:$|[.!?](?!\w)|;|—|, (?:please|thanks|i |we |no |every )))"

_WAITS = (
    r"(?:an?|any|someone|somebody|anyone|anybody|something|another|new|one of|i|we|"
    r"you)\b[^,;!?\n\ufffc]{3,90},\s+(?:please |always |then |also |just )*"
)


def _told_by(heard: Heard, found: re.Match[str]) -> bool:
    """Whether another's word is passed on: "never do that, my boss told me"."""
    del heard
    return re.search(r"\b(?:said|told|says)\b", found.group(), re.IGNORECASE) is not None


STANDING: list[Rule] = sought(
    StatementKind.STANDING_ORDER,
    to_do,
    (doubted_before, asked, bygone, once, _told_by),
    rf"{LEADS}(?P<value>(?:when|whenever|once|as soon as|each time|every time|if(?! (?:i|we|"
    r"you)\b)) "
    rf"{_WAITS}(?:{ACTS})\b(?! me\b){_RUN})(?=\s*(?:$|[.!](?!\w)))",
    rf"{LEADS}(?P<value>(?:whenever|every time|each time|any ?time) "
    rf"{_WAITS}{ANY_DEED}{_RUN})(?=\s*(?:$|[.!](?!\w)))",
    rf"{LEADS}(?:you (?:must|should|are to) )?(?P<value>(?:never|always) (?:{ACTS})\b(?! me\b) "
    rf"{_RUN})(?=\s*(?:$|[.!](?!\w)|, (?:please|no )))",
    r"\b(?:job|task|rules?|orders?|instructions?|habit|request|thing|chore|duty)(?: for [\w' "
    rf"]{{2,30}}?)?\s*[:—–-]\s*(?P<value>(?:(?:whenever|when|if|every|each|after|before|as soon "
    rf"as|always|never|on)\b|(?:{ACTS})\b(?! me\b)(?=[^.;!?]*\b(?:every|each|after|before|"
    rf"whenever|when)\b)){_RUN}){_CLOSE}",
    rf"{LEADS}(?P<value>(?:every|each) (?:single )?(?:morning|evening|night|day|week|month|monday|"
    r"tuesday|wednesday|thursday|friday|saturday|sunday|hour)(?: morning| afternoon| evening| "
    r"night)?(?: at \w+)?,?\s+(?:please )?(?:send|give|remind|email|text|message|brief|tell|show|"
    rf"ping) (?:me|us)\b{_RUN}){_CLOSE}",
    rf"{LEADS}(?:from now on|from this day on|from today(?: on)?|starting (?:now|today)|as of "
    r"(?:now|today)|going forward|in future),?\s+(?:please )?(?P<value>(?:(?:always|never) |"
    rf"(?:whenever|when|if|every|each|on every|after|before)\b[^;!?\n\ufffc]{{3,90}}?,\s+)*(?:"
    rf"{ACTS})\b(?! me\b){_RUN}){_CLOSE}",
)

# How they are called.

ADDRESSES: list[Rule] = sought(
    StatementKind.NAME,
    called,
    (governed, asked, doubted, bygone, once, doubted_before),
    rf"{LEADS}(?:(?:you|u|ya)(?: can| may| could| should)? )?(?:please |just |always |simply "
    rf")*(?:call|address|greet|refer to) me (?:as |by )?(?:just )?{NICK}(?=\s*(?:$|[,.;!—–(]|"
    r"please\b|when\w*\b|from now\b|every\b|always\b|in\b|not\b|and\b|instead\b|rather\b|like\b|"
    r"too\b|as\b|over\b))",
    rf"{LEADS}i(?:'d| would)(?: much| really)? (?:rather|prefer|like)(?: to)? be (?:called|"
    rf"addressed as|known as|referred to as) {NICK}(?=\s*(?:$|[,.;!—–(]|than\b|not\b|instead\b|"
    r"rather\b|please\b|from\b))",
    rf"{LEADS}{NICK}(?:'s| is) (?:what|how) (?:i|i'd|you|everyone|everybody|people|my "
    rf"\w+)\b[^.;!?]{{0,40}}\b(?:call(?:ed|s)?|hear|addressed)\b",
    rf"\b(?:just |please |simply )?call me {LOWER}\s*[,;—–-]+\s*(?:every1|everyone|everybody|most "
    r"people|they all)\b",
    r"\b(?:you|u|ya) (?:can|may|should) (?:just |also |always )*call me "
    rf"{LOWER}\s*[,;—–-]+\s*(?:every1|everyone|everybody|most|all|my (?:friends|mates|family|"
    r"team)|friends|they|people|ppl|like)\b",
    r"\b(?:everyone|every1|everybody|ppl|people|my (?:friends|mates|family)|they) calls? me "
    rf"{LOWER},? so\b",
)
