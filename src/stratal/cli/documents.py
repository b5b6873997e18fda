"""What the answers are as JSON: the names are those of the Python interface."""

from __future__ import annotations

from datetime import datetime

from stratal.core.canonical import Json
from stratal.core.evidence import (
    DocumentEvidence,
    EventEvidence,
    HeldEvidence,
    MemoryEvidence,
    MessageEvidence,
    ToolEvidence,
)
from stratal.core.messages import Message
from stratal.core.outcomes import Outcome
from stratal.core.records import Record


def outcome_document(outcome: Outcome) -> dict[str, Json]:
    return {
        "done": outcome.done.value,
        "layer": str(outcome.layer),
        "code": outcome.code,
        "message": outcome.message,
        "id": outcome.id,
        "revision": outcome.revision,
        "closed": list(outcome.closed),
    }


def record_document(record: Record) -> dict[str, Json]:
    """One revision of a record, whole."""
    state, origin, topic = record.state, record.origin, record.topic
    return {
        "id": record.id,
        "layer": record.layer.value,
        "scope": str(record.scope),
        "kind": record.kind.value,
        "topic": (
            None if topic is None else {"subject": topic.subject, "attribute": topic.attribute}
        ),
        "revision": record.revision,
        "content": state.content,
        "reason_given": state.reason_given,
        "status": state.status.value,
        "status_reason": state.status_reason,
        "source": state.source.value,
        "confidence": state.confidence,
        "importance": state.importance,
        "binding": state.binding,
        "pinned": state.pinned,
        "valid_from": instant(state.valid_from),
        "valid_to": instant(state.valid_to),
        "expires": instant(state.expires),
        "supersedes": list(state.supersedes),
        "superseded_by": state.superseded_by,
        "confirmed_at": instant(state.confirmed_at),
        "actor": origin.actor,
        "reason": origin.reason,
        "conversation": origin.conversation,
        "task": origin.task,
        "run": origin.run,
        "verified_by": origin.verified_by,
        "side_effect": origin.side_effect,
        "known_from": instant(record.known_from),
        "known_to": instant(record.known_to),
        "evidence": [evidence_document(held) for held in record.evidence],
    }


def evidence_document(held: HeldEvidence) -> dict[str, Json]:
    cited: dict[str, Json]
    match held.cited:
        case MessageEvidence(conversation=conversation, message=message):
            cited = {"type": "message", "conversation": conversation, "message": message}
        case EventEvidence(event=event):
            cited = {"type": "event", "event": event}
        case DocumentEvidence(document=document, version=version):
            cited = {"type": "document", "document": document, "version": version}
        case ToolEvidence(call=call):
            cited = {"type": "tool", "call": call}
        case MemoryEvidence(memory=memory):
            cited = {"type": "memory", "memory": memory}
    return {
        **cited,
        "quotation": held.quotation,
        "said_at": instant(held.said_at),
        "digest": held.digest,
        "standing": held.standing.value,
    }


def message_document(message: Message) -> dict[str, Json]:
    return {
        "id": message.id,
        "conversation": message.conversation,
        "seq": message.seq,
        "role": message.role.value,
        "speaker": message.speaker,
        "content": message.content,
        "tokens": message.tokens,
        "said_at": instant(message.said_at),
        "recorded_at": instant(message.recorded_at),
        "secrets": list(message.secrets),
        "retracted": message.retracted,
    }


def instant(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")
