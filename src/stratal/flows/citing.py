"""How a model cites what it was shown: a message by its number, and words that stand in it;
and whose words a message holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stratal.core.evidence import MessageEvidence
from stratal.core.messages import Message, Role
from stratal.errors import shown as short
from stratal.layers.access import Access
from stratal.text.assertion import for_once, states


@dataclass(frozen=True, kw_only=True, slots=True)
class Cited:
    """A message by its number, and words that stand in it."""

    message: str
    quotation: str = ""


class Shown:
    """The messages that a model was shown, by their numbers: what it may cite of them."""

    def __init__(self, access: Access, span: Sequence[Message]) -> None:
        self._access = access
        self._span = {str(one.seq): one for one in span}

    def unfit(self, evidence: Sequence[Cited]) -> tuple[str, str] | None:
        """Why what was cited is no evidence of the person, as a code and a sentence; or None."""
        if not evidence:
            return "no_evidence", "Cite the message that says so, and the words."
        for one in evidence:
            message = self._span.get(number(one.message)) if plain(one.message) else None
            if message is None:
                return "no_such_message", f"No message {short(one.message)} was shown."
            if not of_person(self._access, message):
                return (
                    "not_the_person",
                    f"Message {short(one.message)} is not the person's: cite their own words.",
                )
            if not one.quotation:
                return "no_evidence", "Copy the words that say so."
        return None

    def message(self, cited: Cited) -> Message:
        """The message that is cited; only of what is fit."""
        return self._span[number(cited.message)]

    def said(self, cited: Cited) -> str:
        """All that the cited message says."""
        return self.message(cited).said

    def states(self, value: str, evidence: Sequence[Cited]) -> bool:
        """Whether the words state the value and assert it; else it is inferred from them."""
        return states(value, [(one.quotation, self.said(one)) for one in evidence])

    def once(self, evidence: Sequence[Cited]) -> bool:
        """Whether some of it was said for this once."""
        return any(for_once(one.quotation, self.said(one)) for one in evidence)

    def evidence(self, evidence: Sequence[Cited]) -> tuple[MessageEvidence, ...]:
        """What was cited, as evidence for a layer to check."""
        return tuple(
            MessageEvidence(
                conversation=self._access.conversation,
                message=self.message(one).id,
                quotation=one.quotation,
            )
            for one in evidence
        )


def number(reference: str) -> str:
    """A number, however it was written: ``[12]``, ``#12``, ``message 12``; empty if it is none."""
    return "".join(one for one in reference if one.isdecimal()).lstrip("0")


def plain(reference: str) -> bool:
    """Whether it can be a number that was shown: no id has its digits taken out."""
    return len(reference.strip()) <= len("message 1,000,000")


def of_person(access: Access, message: Message) -> bool:
    """Whether the session's person said it, and it stands."""
    own = message.role is Role.USER and message.speaker in (None, access.user)
    return own and not message.retracted and bool(message.said.strip())
