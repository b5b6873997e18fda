"""Readers that rules of many kinds share."""

from __future__ import annotations

from stratal.text.statement_parts import Reader, Reading


def value_as(attribute: str) -> Reader:
    """Reads the value of that attribute."""
    return lambda told: Reading(attribute=attribute, value=told["value"])


def all_as(attribute: str) -> Reader:
    """Reads all that matched as the value."""
    return lambda told: Reading(attribute=attribute, value=told.matched)


def lasting(read: Reader) -> Reader:
    """Reads only if the sentence says that it is to last: bare, it may be meant for once."""
    return lambda told: read(told) if told.heard.lasting else None


def reasoned(read: Reader) -> Reader:
    """Reads only if the sentence gives a reason: without one it may be a mere report."""
    return lambda told: read(told) if told.heard.reason else None
