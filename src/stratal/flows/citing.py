"""How a model cites what it was shown: a message by its number, and words that stand in it;
and whose words a message holds.
"""

from __future__ import annotations

from dataclasses import dataclass

from stratal.core.messages import Message, Role
from stratal.layers.access import Access


@dataclass(frozen=True, kw_only=True, slots=True)
class Cited:
    """A message by its number, and words that stand in it."""

    message: str
    quotation: str = ""


def number(reference: str) -> str:
    """A number, however it was written: ``[12]``, ``#12``, ``message 12``; empty if it is none."""
    return "".join(one for one in reference if one.isdecimal()).lstrip("0")


def of_person(access: Access, message: Message) -> bool:
    """Whether the session's person said it, and it stands."""
    own = message.role is Role.USER and message.speaker in (None, access.user)
    return own and not message.retracted and bool(message.said.strip())
