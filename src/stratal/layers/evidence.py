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
from stratal.core.records import Layer
from stratal.layers.access import Access
from stratal.storage import events, messages, records
from stratal.storage.database import Transaction
from stratal.text.quotation import is_pasted, long_enough, pasted_spans, stands_in, unstated
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


def check(
    tx: Transaction, access: Access, value: str, cited: Sequence[Evidence]
) -> Checked | Refusal:
    """Check every piece of `cited` for `value`; the first that does not hold refuses all."""
    held = []
    sources = []
    by_person = False
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
        held.append(found[0])
        sources.append(found[1])
        by_person = by_person or found[2]
    source = _best(sources, value, held, by_person=by_person) if held else Source.AGENT_INFERRED
    return Checked(held=tuple(held), source=source, by_person=by_person)


def _best(
    sources: list[Source], value: str, held: list[HeldEvidence], *, by_person: bool
) -> Source:
    if not by_person:
        return least_trusted(tuple(sources))
    # The person's own words may state the value together: "pnpm" in one, the reason in another.
    for best in (Source.USER_EXPLICIT, Source.USER_IMPLICIT):
        said = "\n".join(
            evidence.quotation
            for evidence, source in zip(held, sources, strict=True)
            if source.rank <= best.rank
        )
        if said and not unstated(value, said):
            return best
    return Source.AGENT_INFERRED


def _message(
    tx: Transaction, access: Access, evidence: MessageEvidence
) -> tuple[HeldEvidence, Source, bool] | Refusal:
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
    text = message.text if message.role is Role.TOOL else message.said
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
    source = _source_of(access, message, evidence.quotation, text)
    held = HeldEvidence.of(evidence, said_at=message.said_at, text=text)
    return held, source, source is Source.USER_EXPLICIT


def _source_of(access: Access, message: Message, quotation: str, text: str) -> Source:
    if message.role is Role.TOOL:
        return Source.TOOL
    if message.role is not Role.USER or message.speaker not in (None, access.user):
        return Source.AGENT_INFERRED
    if is_pasted(text) or any(quotation in text[start:end] for start, end in pasted_spans(text)):
        return Source.DOCUMENT
    return Source.USER_EXPLICIT


def _event(
    tx: Transaction, access: Access, evidence: EventEvidence
) -> tuple[HeldEvidence, Source, bool] | Refusal:
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
        return held, event.source, False
    # The host passed these words on, and nobody here saw the conversation: implicit at most.
    return held, Source.USER_IMPLICIT, True


def _memory(
    tx: Transaction, access: Access, evidence: MemoryEvidence
) -> tuple[HeldEvidence, Source, bool] | Refusal:
    found = records.current(tx, Layer.MEMORIES, [evidence.memory]).get(evidence.memory)
    if found is None or found.scope not in access.scopes:
        return Refusal(
            code="no_such_memory",
            message=f"There is no memory {evidence.memory}: cite one that exists.",
        )
    held = HeldEvidence.of(evidence, said_at=found.known_from, text=found.content)
    return held, found.source, False


def secret_in(*texts: str) -> str | None:
    """The kinds of secrets in these texts, for a sentence; None if there are none."""
    kinds = dict.fromkeys(hit.kind for text in texts for hit in find_secrets(text))
    return ", ".join(kinds) or None
