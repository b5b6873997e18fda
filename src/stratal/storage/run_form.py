"""The stored form of what a run proposed and was answered: a contract of its own.

A proposal is a JSON object with its ``type`` and its fields; what is at its default is left out. A
new field may be added; a field is never renamed.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from stratal.core.clock import from_micros, to_micros
from stratal.core.evidence import Evidence, MessageEvidence, Source
from stratal.core.identity import Scope
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Kind, Topic
from stratal.core.runs import (
    ForgetFact,
    ForgetMemory,
    Proposal,
    Refused,
    ReviseMemory,
    ToEvents,
    ToMemories,
    ToProfile,
    ToTask,
)
from stratal.core.tasks import Add, Field
from stratal.storage import evidence_form


def dumped(proposal: Proposal | Refused) -> str:
    """The proposal as JSON text."""
    return json.dumps(_fields(proposal), ensure_ascii=False)


def loaded(text: str) -> Proposal | Refused:
    """The proposal of a JSON text that we stored."""
    one = json.loads(text)
    match one["type"]:
        case "task":
            evidence = tuple(held for held in _evidence(one) if isinstance(held, MessageEvidence))
            change = Add(
                field=Field(one["field"]),
                text=one["text"],
                reason=one["reason"],
                cause=one["cause"],
                replaces=tuple(one["replaces"]),
                evidence=evidence,
            )
            return ToTask(
                task=one["task"], change=change, seen=one["seen"], rule=one.get("rule", "")
            )
        case "memory":
            topic = one["topic"]
            seen = one["seen_at"]
            return ToMemories(
                content=one["content"],
                kind=Kind(one["kind"]),
                scope=Scope.parse(one["scope"]),
                topic=None if topic is None else Topic(subject=topic[0], attribute=topic[1]),
                evidence=_evidence(one),
                reason_given=one["reason_given"],
                importance=one["importance"],
                pinned=one["pinned"],
                conclusion=one["conclusion"],
                as_noted=one["as_noted"],
                seen_at=None if seen is None else from_micros(seen),
                source=_source(one.get("source")),
                unsure=one.get("unsure", False),
                rule=one.get("rule", ""),
            )
        case "revise":
            return ReviseMemory(
                id=one["id"],
                content=one["content"],
                expect=one["expect"],
                evidence=_evidence(one),
            )
        case "forget":
            return ForgetMemory(id=one["id"], expect=one["expect"], reason=one["reason"])
        case "fact":
            seen = one["seen_at"]
            return ToProfile(
                key=one["key"],
                value=one["value"],
                evidence=_evidence(one),
                binding=one["binding"],
                source=_source(one["source"]),
                unsure=one.get("unsure", False),
                seen_at=None if seen is None else from_micros(seen),
                rule=one.get("rule", ""),
            )
        case "event":
            until = one["until"]
            return ToEvents(
                text=one["text"],
                kind=one["kind"],
                at=_time(one["at"]),
                until=None if until is None else from_micros(until),
                evidence=_evidence(one),
                rule=one["rule"],
            )
        case "forget_fact":
            return ForgetFact(id=one["id"], expect=one["expect"], reason=one["reason"])
        case _:
            outcome = loaded_outcome(one["outcome"])
            assert outcome is not None
            return Refused(text=one["text"], outcome=outcome)


def dumped_outcome(outcome: Outcome | None) -> str | None:
    """The outcome as JSON text."""
    return None if outcome is None else json.dumps(asdict(outcome), ensure_ascii=False)


def loaded_outcome(text: str | None) -> Outcome | None:
    """The outcome of a JSON text that we stored."""
    if text is None:
        return None
    one = json.loads(text)
    return Outcome(**{**one, "done": Done(one["done"]), "closed": tuple(one["closed"])})


def emptied(code: str) -> tuple[str, str]:
    """Proposal and outcome of an item whose words were erased, or deleted, as `code` says."""
    outcome = Outcome(
        done=Done.REJECTED, layer="", code=code, message=f"What stood here was {code}."
    )
    told = dumped_outcome(outcome)
    assert told is not None
    return dumped(Refused(text=code, outcome=outcome)), told


def _fields(proposal: Proposal | Refused) -> dict[str, Any]:
    match proposal:
        case ToTask(change=change):
            return {
                "type": "task",
                "task": proposal.task,
                "seen": proposal.seen,
                "field": change.field,
                "text": change.text,
                "reason": change.reason,
                "cause": change.cause,
                "replaces": change.replaces,
                "evidence": _texts(change.evidence),
                "rule": proposal.rule,
            }
        case ToMemories(topic=topic, seen_at=seen):
            return {
                "type": "memory",
                "content": proposal.content,
                "kind": proposal.kind,
                "scope": str(proposal.scope),
                "topic": None if topic is None else [topic.subject, topic.attribute],
                "evidence": _texts(proposal.evidence),
                "reason_given": proposal.reason_given,
                "importance": proposal.importance,
                "pinned": proposal.pinned,
                "conclusion": proposal.conclusion,
                "as_noted": proposal.as_noted,
                "seen_at": None if seen is None else to_micros(seen),
                "source": proposal.source,
                "unsure": proposal.unsure,
                "rule": proposal.rule,
            }
        case ReviseMemory():
            return {
                "type": "revise",
                "id": proposal.id,
                "content": proposal.content,
                "expect": proposal.expect,
                "evidence": _texts(proposal.evidence),
            }
        case ForgetMemory():
            return {"type": "forget", **asdict(proposal)}
        case ToProfile(seen_at=seen):
            return {
                "type": "fact",
                "key": proposal.key,
                "value": proposal.value,
                "evidence": _texts(proposal.evidence),
                "binding": proposal.binding,
                "source": proposal.source,
                "unsure": proposal.unsure,
                "seen_at": None if seen is None else to_micros(seen),
                "rule": proposal.rule,
            }
        case ToEvents(until=until):
            return {
                "type": "event",
                "text": proposal.text,
                "kind": proposal.kind,
                "at": proposal.at.isoformat(),
                "until": None if until is None else to_micros(until),
                "evidence": _texts(proposal.evidence),
                "rule": proposal.rule,
            }
        case ForgetFact():
            return {"type": "forget_fact", **asdict(proposal)}
        case Refused():
            return {
                "type": "refused",
                "text": proposal.text,
                "outcome": dumped_outcome(proposal.outcome),
            }


def _texts(evidence: tuple[Evidence, ...]) -> str:
    return evidence_form.dumped(evidence)


def _evidence(one: dict[str, Any]) -> tuple[Evidence, ...]:
    return evidence_form.loaded(one["evidence"])


def _source(name: str | None) -> Source | None:
    return None if name is None else Source(name)


def _time(text: str) -> datetime | date:
    return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)
