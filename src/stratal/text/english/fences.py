"""What an English statement must stand on, per kind, whichever rule has heard it.

The vetoes of a clause ask whether it is asserted; these ask whether it is a statement of its
kind at all: a correction of a value, the speaker's own day, a wish about answers and not about one
text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from stratal.text.english import cuts
from stratal.text.english.fact_fences import (
    no_choice,
    no_clock,
    no_correction,
    no_diet,
    no_duty,
    no_insight,
    no_name,
    no_tool,
)
from stratal.text.english.told import behind_value, upto_value, worded
from stratal.text.english.wish_fences import (
    no_asking,
    no_leave,
    no_manner,
    no_standing,
    not_known,
    not_withheld,
    nothing_kept,
)
from stratal.text.statement_parts import Reading, StatementKind, Told

__all__ = ["trimmed", "unanchored"]

_FENCES: dict[StatementKind, Callable[[Told, Reading], bool]] = {
    StatementKind.CORRECTION: no_correction,
    StatementKind.COMMITMENT: no_duty,
    StatementKind.FORMAT: no_manner,
    StatementKind.TIME_ZONE: no_clock,
    StatementKind.REMEMBER: nothing_kept,
    StatementKind.PERMISSION: no_leave,
    StatementKind.DECISION: no_choice,
    StatementKind.LESSON: no_insight,
    StatementKind.STANDING_ORDER: no_standing,
    StatementKind.ASK_BEFORE: no_asking,
    StatementKind.FORGET: not_known,
    StatementKind.OFF_RECORD: not_withheld,
    StatementKind.TOOL: no_tool,
    StatementKind.DIET: no_diet,
    StatementKind.NAME: no_name,
}


_TOLD_SO = worded(
    r"^(?: \w+){0,3}[,;—–]\s*(?:my|the|our|his|her) [\w -]{2,25} (?:told|tells|said|says|always "
    r"(?:says|said)|used to say)\b|,\s*(?:students|kids|folks|everyone|guys|class|children)\s*$"
)
"""What stands behind shows that it is another's word, or meant for others."""


_REASON = worded(
    r"\s*(?:,|\b(?:because|since|cause|cuz|so that|even if|no matter|please|as (?:i|the|you|it|we|"
    r"last)|ok|okay|at all|ever|again|or else|no exceptions|thanks)\b).*$"
)


def trimmed(kind: StatementKind, reading: Reading, told: Told) -> Reading:
    """`reading` with its value cut to its own words, as every rule of the kind cuts it."""
    match kind:
        case StatementKind.ASK_BEFORE if reading.attribute:
            return _only_the_deed(reading)
        case StatementKind.FORMAT:
            value = cuts.manner(reading.value)
            return replace(reading, value=value, not_value=cuts.left_out(value, upto_value(told)))
        case StatementKind.PERMISSION:
            return replace(reading, value=cuts.deed(reading.value))
        case StatementKind.COMMITMENT:
            return replace(reading, value=cuts.duty(reading.value))
        case StatementKind.DECISION:
            return replace(reading, value=cuts.choice(reading.value))
        case StatementKind.STANDING_ORDER:
            words, match = told.heard.words, told.match
            start, end = (
                match.span("value") if "value" in match.groupdict() else (match.start(), len(words))
            )
            return replace(reading, value=cuts.order(words, start, end))
        case StatementKind.OFF_RECORD:
            return replace(reading, value=cuts.withheld(told.heard.words, told.match))
    return reading


def _only_the_deed(reading: Reading) -> Reading:
    """What is to be asked for, without the reason behind it."""
    reading = replace(reading, value=cuts.request(reading.value))
    deed = reading.attribute.partition(": ")[2]
    short = _REASON.sub("", deed)
    at = reading.value.casefold().find(deed)
    if not short or short == deed:
        return reading
    value = reading.value if at < 0 else reading.value[: at + len(short)]
    return replace(reading, attribute=f"ask before: {short}", value=value)


def _splits_a_word(told: Told) -> bool:
    """Whether a value ends within a word: a stop that is a word may be the end of another."""
    words = told.heard.words
    ends = (told.match.end(part) for part in ("value", "other") if told[part])
    split = any(words[end - 1 : end].isalnum() and words[end : end + 1].isalnum() for end in ends)
    return split or any(
        _MIDST.search(words[: told.match.start(part)] + "\0" + words[told.match.start(part) :])
        or _MIDST.search(words[: told.match.end(part)] + "\0" + words[told.match.end(part) :])
        for part in ("value", "other")
        if told[part] and told[part][0].isdigit()
    )


_MIDST = re.compile(r"\d[.,]?\0[.,]?\d")
"""Within a number: 1,150 is no 150."""


def unanchored(kind: StatementKind, told: Told, reading: Reading) -> bool:
    """Whether a reading of an English sentence lacks what a statement of its kind stands on."""
    if _TOLD_SO.search(behind_value(told)) or _splits_a_word(told):
        return True
    fence = _FENCES.get(kind)
    return fence is not None and fence(told, reading)
