"""Evidence is checked, not believed: the message exists, the person said it, the words stand in it.

What the quotation states is the person's; what it does not state is an inference, whatever the
writer claims.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stratal.core.events import REPORTED
from stratal.core.evidence import (
    EventEvidence,
    Evidence,
    HeldEvidence,
    MemoryEvidence,
    MessageEvidence,
    Source,
    least_trusted,
)
from stratal.core.messages import Message, Role
from stratal.core.records import Layer, Status
from stratal.layers.access import Access
from stratal.storage import events, messages, records
from stratal.storage.database import Transaction
from stratal.text.memory_marks import from_memory, without_memory
from stratal.text.own_words import own_part
from stratal.text.quotation import is_pasted, long_enough, stands_in, unstated
from stratal.text.secrets import find_secrets
from stratal.text.statements import off_record


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """Why evidence does not hold, in words that let the writer mend it."""

    code: str
    message: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """Evidence that holds, and the most trusted source it can make of the value."""

    held: tuple[HeldEvidence, ...]
    source: Source
    by_person: bool
    """Whether the principal said some of it."""
    counted: tuple[HeldEvidence, ...] = ()
    """What of it adds to something that is known already: not what the assistant said."""
    others: str = ""
    """What of the quotations is nobody's own words here: of tools, documents, the assistant."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Found:
    """One piece of evidence that holds."""

    held: HeldEvidence
    source: Source
    states: str
    """The words that may state a value: of a message only the speaker's own."""
    by_person: bool = False


def check(
    tx: Transaction, access: Access, value: str, cited: Sequence[Evidence]
) -> Checked | Refusal:
    """Check every piece of `cited` for `value`; the first that does not hold refuses all."""
    pieces: list[_Found] = []
    for evidence in cited:
        match evidence:
            case MessageEvidence():
                found = _message(tx, access, evidence)
            case MemoryEvidence():
                found = _memory(tx, access, evidence)
            case EventEvidence():
                found = _event(tx, access, evidence)
            case _:
                return Refusal(
                    code="unknown_evidence",
                    message="This kind of evidence cannot be checked here: cite a message.",
                )
        if isinstance(found, Refusal):
            return found
        pieces.append(found)
    return Checked(
        held=tuple(one.held for one in pieces),
        source=_best(pieces, value),
        by_person=any(one.by_person for one in pieces),
        counted=tuple(one.held for one in pieces if one.source is not Source.AGENT_INFERRED),
        others="\n".join(
            one.held.quotation
            for one in pieces
            if not one.by_person or one.states != one.held.quotation
        ),
    )


def _best(pieces: Sequence[_Found], value: str) -> Source:
    """The most trusted source whose words state all of `value`; what none states is inferred."""
    if not pieces:
        return Source.AGENT_INFERRED
    if not any(one.by_person for one in pieces):
        said = "\n".join(one.states for one in pieces)
        least = least_trusted(tuple(one.source for one in pieces))
        return Source.AGENT_INFERRED if unstated(value, said) else least
    # The person's own words may state the value together: "pnpm" in one, the reason in another.
    for best in (Source.USER_EXPLICIT, Source.USER_IMPLICIT):
        said = "\n".join(one.states for one in pieces if one.source.rank <= best.rank)
        if said and not unstated(value, said):
            return best
    return Source.AGENT_INFERRED


def _message(tx: Transaction, access: Access, evidence: MessageEvidence) -> _Found | Refusal:
    found = messages.by_id(tx, access.user, evidence.conversation, evidence.message)
    if found is None:
        return Refusal(
            code="no_such_message",
            message=f"There is no message {evidence.message} in conversation "
            f"{evidence.conversation}: cite one that exists.",
        )
    message = found[0]
    if message.retracted:
        return Refusal(
            code="message_retracted", message=f"Message {message.id} was retracted: cite another."
        )
    if message.secrets:
        return Refusal(
            code="message_holds_secret",
            message=f"Message {message.id} holds a secret and is never evidence.",
        )
    if message.role is Role.USER and off_record(message.said):
        return Refusal(
            code="no_consent",
            message=f"In message {message.id} the person asks not to remember it.",
        )
    text, acted = _words_of(message, evidence.quotation)
    if secret_in(text):
        return Refusal(
            code="message_holds_secret",
            message=f"Message {message.id} holds a secret and is never evidence.",
        )
    if not stands_in(evidence.quotation, text):
        return Refusal(
            code="quotation_not_found",
            message=f"The quotation does not stand in message {message.id}: copy it verbatim.",
        )
    if not long_enough(evidence.quotation, text):
        return Refusal(
            code="quotation_too_short",
            message="The quotation is too short: at least 3 words or 4 Han characters, "
            "or the whole message.",
        )
    if not stands_in(evidence.quotation, without_memory(text)) or from_memory(evidence.quotation):
        return Refusal(
            code="from_memory",
            message=f"What message {message.id} has there came out of memory: what is known "
            "already is no new evidence.",
        )
    held = HeldEvidence.of(evidence, said_at=message.said_at, text=text)
    if acted and message.role is not Role.ASSISTANT:
        return _Found(held=held, source=Source.TOOL, states=evidence.quotation)
    if message.role is not Role.USER or message.speaker not in (None, access.user):
        return _Found(held=held, source=Source.AGENT_INFERRED, states=evidence.quotation)
    own = "" if is_pasted(text) else own_part(evidence.quotation, text)
    if not own:
        return _Found(held=held, source=Source.DOCUMENT, states=evidence.quotation)
    return _Found(held=held, source=Source.USER_EXPLICIT, states=own, by_person=True)


def _words_of(message: Message, quotation: str) -> tuple[str, bool]:
    """What of a message the quotation is looked for in, and whether tools and not people said it.

    An assistant's calls and the results in a user's message are looked at after what was said.
    """
    if message.role is Role.TOOL:
        return message.text, True
    said = message.said
    if not stands_in(quotation, said):
        acted = message.calls if message.role is Role.ASSISTANT else message.results
        if stands_in(quotation, acted):
            return acted, True
    return said, False


def _event(tx: Transaction, access: Access, evidence: EventEvidence) -> _Found | Refusal:
    event = events.by_id(tx, access.user, evidence.event)
    if event is None or event.retracted:
        return Refusal(
            code="no_such_event", message=f"There is no event {evidence.event}: cite one that is."
        )
    if not stands_in(evidence.quotation, event.text):
        return Refusal(
            code="quotation_not_found",
            message=f"The quotation does not stand in event {event.id}: copy it verbatim.",
        )
    held = HeldEvidence.of(evidence, said_at=event.recorded_at, text=event.text)
    if event.kind != REPORTED:
        return _Found(held=held, source=event.source, states=evidence.quotation)
    own = own_part(evidence.quotation, event.text)
    if not own:
        return _Found(held=held, source=Source.DOCUMENT, states=evidence.quotation)
    # The host passed these words on, and nobody here saw the conversation: implicit at most.
    return _Found(held=held, source=Source.USER_IMPLICIT, states=own, by_person=True)


def _memory(tx: Transaction, access: Access, evidence: MemoryEvidence) -> _Found | Refusal:
    found = records.current(tx, Layer.MEMORIES, [evidence.memory]).get(evidence.memory)
    if found is None or found.scope not in access.scopes:
        return Refusal(
            code="no_such_memory",
            message=f"There is no memory {evidence.memory}: cite one that exists.",
        )
    held = HeldEvidence.of(evidence, said_at=found.known_from, text=found.content)
    waits = found.status is Status.PENDING
    return _Found(
        held=held,
        source=Source.AGENT_INFERRED if waits else found.source,
        states=f"{found.content}\n{found.state.reason_given}",
    )


def secret_in(*texts: str) -> str | None:
    """The kinds of secrets in these texts, for a sentence; None if there are none."""
    kinds = dict.fromkeys(hit.kind for text in texts for hit in find_secrets(text))
    return ", ".join(kinds) or None
