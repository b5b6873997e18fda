"""What stands of several things that were heard in one sentence, or twice in one utterance."""

from __future__ import annotations

import re
from dataclasses import replace

from stratal.text.statement_parts import Statement, StatementKind


def once_each(found: list[Statement]) -> list[Statement]:
    """`found` without what an utterance says in the same words again."""
    known: set[tuple[StatementKind, str, str]] = set()
    kept = []
    for one in found:
        said = (one.kind, one.value.casefold(), one.not_value.casefold())
        if said not in known or not one.value:
            kept.append(one)
        known.add(said)
    return kept


def settled(found: list[Statement]) -> list[Statement]:
    """One statement for what a sentence says in two halves."""
    if any(one.kind is StatementKind.STANDING_ORDER for one in found):
        # "Always deploy, don't ask": one order, not an order and a permission.
        found = [one for one in found if one.kind is not StatementKind.PERMISSION]
    stands: list[Statement] = []
    for one in found:
        last = stands[-1] if stands else None
        if last is not None and _excludes(last, one):
            stands[-1] = replace(last, not_value=one.not_value)
        elif last is not None and _completes(last, one):
            stands[-1] = replace(
                one, not_value=last.not_value, corrects=last.corrects or one.corrects
            )
        elif not any(_again(known, one) for known in stands):
            stands.append(one)
    return stands


def joined(found: list[Statement], one: Statement) -> list[Statement]:
    """`found` with `one`, unless what was found already says the same, and no less."""
    if any(_outweighs(known, one) for known in found):
        return found
    for at, known in enumerate(found):
        if known.kind is one.kind and _same(known, one):
            return [*found[:at], one if one.sure and not known.sure else known, *found[at + 1 :]]
        if known.kind is one.kind and not _apart(known, one):
            if not _closer(known, one):
                return found
            rest = [other for other in found[at + 1 :] if not _half_of(other, one)]
            return [*found[:at], one, *rest]
    return [*found, one]


_AT_MOST = re.compile(r"\b(?:max(?:imum)?|most|tops|fewer|less|under)$", re.IGNORECASE)
_DENIES = re.compile(r"(?:no|never|don't|without|avoid|skip|stop)\b", re.IGNORECASE)


def _closer(known: Statement, one: Statement) -> bool:
    """Whether the value of `one` is cut more closely than that of `known`, or says more."""
    if (known.value.casefold(), known.not_value) == (one.value.casefold(), one.not_value):
        return False
    spared = len(known.value.split()) - len(one.value.split())
    match one.kind:
        case StatementKind.FORMAT:
            denied = _DENIES.match(one.value) and one.value.endswith(f" {known.value}")
            core = known.value.removeprefix("to ")
            limited = one.value.startswith(f"{core} ") and _AT_MOST.search(one.value)
            return bool(denied or limited) or spared > 2
        case StatementKind.REMEMBER:
            return known.value.startswith(one.value) and spared > 3
        case StatementKind.PERMISSION:
            return one.value in known.value
        case StatementKind.DECISION if known.value == f"use {one.value}":
            return False
    fuller = bool(one.not_value) and not known.not_value
    return fuller or (one.kind in _CLEARER and not (known.not_value and not one.not_value))


_CLEARER = frozenset((StatementKind.CORRECTION, StatementKind.COMMITMENT, StatementKind.DECISION))
"""Kinds whose values are cut more closely where they are sought."""
_SEVERAL = frozenset(
    (
        StatementKind.TOOL,
        StatementKind.DIET,
        StatementKind.PERMISSION,
        StatementKind.COMMITMENT,
        StatementKind.FORGET,
    )
)
"""Kinds of which a sentence may state several things."""


_WEIGHTY = frozenset((StatementKind.CORRECTION, StatementKind.DECISION))
_SLIGHT = frozenset((StatementKind.COMMITMENT, StatementKind.TOOL))


def _outweighs(known: Statement, one: Statement) -> bool:
    """Whether `one` is but a part of what is known already, under another kind."""
    if one.kind is StatementKind.REMEMBER:
        return known.kind is not one.kind and known.stated in one.value
    if known.kind in _WEIGHTY and one.kind in _SLIGHT:
        return one.value in known.value or known.value in one.value
    return False


def _apart(known: Statement, one: Statement) -> bool:
    if known.kind is StatementKind.NAME:
        return known.attribute != one.attribute
    if known.kind is StatementKind.DIET:
        foods = [
            f"{each.attribute.rpartition(': ')[2]} {each.value}".split() for each in (known, one)
        ]
        return not {word.casefold() for word in foods[0]} & {word.casefold() for word in foods[1]}
    if known.kind in _SEVERAL and known.kind is not StatementKind.TOOL:
        first, second = ({*each.stated.casefold().split()} for each in (known, one))
        return 3 * len(first & second) < len(first | second)
    named = {value.casefold() for value in (known.value, known.not_value) if value}
    new = {value.casefold() for value in (one.value, one.not_value) if value}
    return known.kind in _SEVERAL and not named & new


def _half_of(known: Statement, one: Statement) -> bool:
    """Whether `known` only excludes what `one` excludes too, and for what."""
    return known.kind is one.kind and not known.value and known.not_value == one.not_value


def _same(known: Statement, one: Statement) -> bool:
    said = [(each.value.casefold(), each.not_value.casefold()) for each in (known, one)]
    return said[0] == said[1]


def _again(known: Statement, one: Statement) -> bool:
    """Whether a sentence says the same thing twice: "keep it short, no long answers"."""
    if known.kind is one.kind is StatementKind.DIET:
        return known.attribute.partition(": ")[2] == one.attribute.partition(": ")[2]
    if (known.kind, known.attribute) != (one.kind, one.attribute) or not one.attribute:
        return False
    twice = known.kind in (StatementKind.FORMAT, StatementKind.LANGUAGE, StatementKind.TIME_ZONE)
    return twice or known.value.casefold() == one.value.casefold()


def _excludes(last: Statement, one: Statement) -> bool:
    """Whether `one` says what `last` takes the place of: "we use yarn, don't run npm"."""
    tools = last.kind is one.kind is StatementKind.TOOL and last.attribute == one.attribute
    return tools and bool(last.value) and not last.not_value and not one.value


def _completes(last: Statement, one: Statement) -> bool:
    """Whether `one` names what is to stand in the place of what `last` excluded."""
    tools = last.kind is one.kind is StatementKind.TOOL
    return tools and last.attribute == one.attribute and not last.value and not one.not_value
