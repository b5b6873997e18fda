"""Rules for what was decided and what was learnt, in hasty English: "Svelte it is"."""

from __future__ import annotations

import re

from stratal.text.decision_rules import UNTIL
from stratal.text.plain_decision_rules import decision, lesson
from stratal.text.statement_parts import Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import QUESTION, REPORTED, UNMEANT

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

# Lessons.

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
