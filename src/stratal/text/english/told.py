"""What stands before, in and behind a match in an English sentence, and whom words name."""

from __future__ import annotations

import re

from stratal.text.patterns import Pattern
from stratal.text.statement_parts import Told

DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
MONTHS = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
PEOPLE = (
    r"(?:sons?|daughters?|wife|husband|mothers?|fathers?|mum|mom|dad|sisters?|brothers?|boss|"
    r"managers?|friends?|colleagues?|neighbou?rs?|kids?|child|children|cousins?|uncle|aunt|"
    r"roommates?|flatmates?|clients?|customers?|partner|girlfriend|boyfriend|professor|tutor|"
    r"teacher|nephew|niece|gran|grandma|grandpa|grandmother|grandfather|landlord|landlady|"
    r"patients?|students?|guests?|interns?|in-?laws?|parents?|doctor|lawyer|accountant|plumber|"
    r"contractor|teammates?|buddy|mate|ex|bank|school|suppliers?|competitors?|vendor|dog|cat)"
)


def worded(pattern: str) -> Pattern:
    return Pattern(pattern, re.IGNORECASE)


def said_before(told: Told) -> str:
    return told.heard.words[: told.match.start()]


def said_after(told: Told) -> str:
    return told.heard.words[told.match.end() :]


def behind_value(told: Told) -> str:
    """What stands behind the value, be it in the match or behind it."""
    if "value" not in told.match.groupdict():
        return said_after(told)
    return told.heard.words[told.match.end("value") :]


def upto_value(told: Told) -> str:
    return told.heard.words[: told.match.start("value")]


def led_by(told: Told) -> str:
    """What the match has before its value."""
    words, match = told.heard.words, told.match
    return words[match.start() : match.start("value")] if "value" in match.groupdict() else ""
