"""Rules for what people ask of a memory in hasty English: to keep, to forget, not to keep."""

from __future__ import annotations

from stratal.text.own_words import BLANK
from stratal.text.plain_memory_rules import kept
from stratal.text.spoken_parts import STOP
from stratal.text.statement_parts import COMMAS, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import QUESTION, REPORTED, SUPPOSED

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
    + STOP,
)
