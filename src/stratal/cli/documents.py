"""What the answers are as JSON: the names are those of the Python interface."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from stratal.core.canonical import Json
from stratal.core.documents import Chunk
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
from stratal.core.runs import Run

if TYPE_CHECKING:
    from stratal.flows.asking import Answered
    from stratal.flows.recalling.hits import Hit, Recall


def outcome_document(outcome: Outcome) -> dict[str, Json]:
    return {
        "done": outcome.done.value,
        "layer": str(outcome.layer),
        "code": outcome.code,
        "message": outcome.message,
        "id": outcome.id,
        "revision": outcome.revision,
        "closed": list(outcome.closed),
        **({"question": outcome.question} if outcome.question else {}),
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


def run_document(run: Run) -> dict[str, Json]:
    """A run as JSON, without what it proposed."""
    return {
        "id": run.id,
        "flow": run.flow,
        "state": run.state.value,
        "conversation": run.conversation,
        "task": run.task,
        "span": None if run.span is None else list(run.span),
        "model": run.model,
        "prompt": run.prompt,
        "attempts": run.attempts,
        "problem": run.problem,
        "calls": run.calls,
        "tokens": run.given + run.answered,
        "cost": run.cost,
        "started_at": instant(run.started_at),
        "ended_at": instant(run.ended_at),
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


def chunk_document(chunk: Chunk) -> dict[str, Json]:
    """A piece of a document."""
    return {
        "citation": chunk.citation,
        "heading": chunk.heading,
        "start": chunk.start,
        "end": chunk.end,
        "tokens": chunk.tokens,
        "secrets": list(chunk.secrets),
        "content": chunk.content,
    }


def recall_document(found: Recall) -> dict[str, Json]:
    return {
        "reason": found.reason.value,
        "hits": [_hit_document(hit) for hit in found.hits],
        "notes": list(found.notes),
        "not_embedded": found.not_embedded,
    }


def answer_document(found: Answered) -> dict[str, Json]:
    during = found.during
    return {
        "intent": found.intent.value,
        "why": found.why,
        "reason": found.reason.value,
        "complete": found.complete,
        "count": found.count,
        "during": None
        if during is None
        else {
            "said": during.said,
            "since": instant(during.since),
            "before": instant(during.before),
        },
        "hits": [_hit_document(hit) for hit in found.hits],
        "notes": list(found.notes),
    }


def _hit_document(hit: Hit) -> dict[str, Json]:
    document: dict[str, Json] = {
        "id": hit.id,
        "layer": hit.layer.value,
        "text": hit.text,
        "score": hit.score,
        "parts": dict(hit.parts),
        "why": hit.why,
        "at": instant(hit.at),
        "scope": None if hit.record is None else str(hit.record.scope),
        "conversation": None if hit.message is None else hit.message.conversation,
        "pending": hit.pending,
    }
    if hit.chunk is not None:
        document |= {"document": hit.chunk.document, **chunk_document(hit.chunk)}
    if hit.passage is not None:
        document |= {
            "store": hit.passage.store,
            "file": hit.passage.file,
            "path": hit.passage.path,
            "version": hit.passage.version,
            "line": hit.passage.line,
            "heading": hit.passage.heading,
        }
    return document


def instant(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")
