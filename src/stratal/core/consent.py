"""Whether a person lets anything be remembered of them, and what of it they do not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stratal.core.records import Layer
from stratal.errors import InvalidValue

REMEMBERING = (Layer.PROFILE, Layer.MEMORIES, Layer.EVENTS)
"""What outlives a conversation and is about the person: consent rules these layers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ConsentChange:
    """One thing that the person decided."""

    no: int
    given: bool
    layer: Layer | None
    """None: every layer of `REMEMBERING`."""
    conversation: str | None
    """None: all conversations."""
    at: datetime
    actor: str
    reason: str

    def covers(self, layer: Layer, conversation: str) -> bool:
        """Whether a write to `layer` out of `conversation` is what this decides about."""
        return self.layer in (None, layer) and self.conversation in (None, conversation)

    def within(self, other: ConsentChange) -> bool:
        """Whether `other` decides about all that this does."""
        return other.layer in (None, self.layer) and other.conversation in (
            None,
            self.conversation,
        )


def withdrawn(changes: list[ConsentChange]) -> list[ConsentChange]:
    """The withdrawals in force, of everything that was decided, in the order of deciding.

    Consent ends the withdrawals that lie within what it is given for: "again for this conversation"
    leaves one for the whole layer in force, and "again" alone ends all of them.
    """
    standing: list[ConsentChange] = []
    for change in changes:
        standing = [one for one in standing if not one.within(change)]
        if not change.given:
            standing.append(change)
    return standing


def consent_layer(layer: Layer | str | None) -> Layer | None:
    """`layer`, if consent rules it."""
    if layer is None:
        return None
    try:
        known = Layer(layer)
    except ValueError:
        known = None
    if known not in REMEMBERING:
        allowed = ", ".join(REMEMBERING)
        raise InvalidValue("layer", layer, f"must be one of {allowed}, or none for all of them")
    return known
