"""How a model cites what it was shown: a message by its number, and words that stand in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Cited:
    """A message by its number, and words that stand in it."""

    message: str
    quotation: str = ""


def number(reference: str) -> str:
    """A number, however it was written: ``[12]``, ``#12``, ``message 12``; empty if it is none."""
    return "".join(one for one in reference if one.isdecimal()).lstrip("0")
