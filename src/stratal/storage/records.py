"""Records: memories and profile facts, their revisions, their evidence, their timelines.

A revision is never changed, only closed when the next one comes. Of several values of one topic
each has its place on a timeline ordered by when it holds in the world; a new value takes its place
there, wherever that is, and its neighbours' intervals are fitted to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from stratal.core.clock import from_micros, to_micros
from stratal.core.evidence import (
    DocumentEvidence,
    EventEvidence,
    Evidence,
    HeldEvidence,
    MemoryEvidence,
    MessageEvidence,
    Source,
    Standing,
    ToolEvidence,
)
from stratal.core.identity import Scope
from stratal.core.records import Kind, Layer, Origin, Record, State, Status, Topic
from stratal.storage import runs, tombstones
from stratal.storage.database import Row, Transaction, Value


@dataclass(frozen=True, kw_only=True, slots=True)
class Tombstone:
    """What is left of what was deleted."""

    layer: str
    scope: str
    deleted_at: datetime


def current(tx: Transaction, layer: Layer, ids: Iterable[str]) -> dict[str, Record]:
    """The current revision of each of these records, by id; what is not there is left out."""
    wanted = list(ids)
    if not wanted:
        return {}
    rows = tx.rows("records_current", layer=layer.value, ids=json.dumps(wanted))
    return {record.id: record for record in _records(tx, rows)}


def weights(tx: Transaction, layer: Layer, ids: Iterable[str]) -> dict[str, tuple[Kind, int]]:
    """Kind and importance of each of these records, by id: a tenth of the work of reading them."""
    rows = tx.rows("records_weights", layer=layer.value, ids=json.dumps(list(ids)))
    return {row["record"]: (Kind(row["kind"]), row["importance"]) for row in rows}


def history(tx: Transaction, layer: Layer, id: str) -> list[Record]:
    """Every revision, oldest first, each with the evidence it had."""
    return _records(tx, tx.rows("records_history", layer=layer.value, record=id))


def in_scope(
    tx: Transaction, layer: Layer, scope: Scope, statuses: Sequence[Status] = (Status.ACTIVE,)
) -> list[Record]:
    """Current records of a scope with one of the statuses, oldest first."""
    rows = tx.rows(
        "records_in_scope", layer=layer.value, scope=str(scope), statuses=json.dumps(statuses)
    )
    return _records(tx, rows)


def always(tx: Transaction, layer: Layer, scope: Scope) -> list[Record]:
    """Active records of a scope that are pinned or binding, oldest first."""
    return _records(tx, tx.rows("records_always", layer=layer.value, scope=str(scope)))


def as_of(
    tx: Transaction, layer: Layer, scope: Scope, *, valid_at: datetime, known_at: datetime
) -> list[Record]:
    """What was known at `known_at` to hold at `valid_at`."""
    rows = tx.rows(
        "records_as_of",
        layer=layer.value,
        scope=str(scope),
        valid_at=to_micros(valid_at),
        known_at=to_micros(known_at),
    )
    return _records(tx, rows)


def timeline(
    tx: Transaction,
    layer: Layer,
    scope: Scope,
    topic: Topic,
    statuses: Sequence[Status] = (Status.ACTIVE, Status.SUPERSEDED),
) -> list[Record]:
    """The values of a topic as known now, ordered by when each began to hold."""
    rows = tx.rows(
        "records_of_topic",
        layer=layer.value,
        scope=str(scope),
        subject=topic.subject,
        attribute=topic.attribute,
        statuses=json.dumps(statuses),
    )
    return _records(tx, rows)


def scopes(tx: Transaction) -> list[Scope]:
    """The tenant's scopes in which something is remembered, for whoever looks after all of it."""
    return [Scope.parse(row["scope"]) for row in tx.rows("records_scopes")]


def ids_beginning(tx: Transaction, start: str) -> list[tuple[str, Layer]]:
    """At most three ids that begin with `start`, for people who type the beginning."""
    if not start:
        return []
    high = start[:-1] + chr(ord(start[-1]) + 1)
    rows = tx.rows("records_find", low=start, high=high)
    return [(row["id"], Layer(row["layer"])) for row in rows]


def add(
    tx: Transaction,
    *,
    id: str,
    layer: Layer,
    scope: Scope,
    kind: Kind,
    topic: Topic | None,
    state: State,
    origin: Origin,
    evidence: Sequence[HeldEvidence],
    owner: str,
    multi_valued: bool,
    now: datetime,
) -> Record:
    """A new record with its first revision."""
    tx.change(
        "record_add",
        id=id,
        layer=layer.value,
        scope=str(scope),
        kind=kind.value,
        subject=topic.subject if topic else None,
        attribute=topic.attribute if topic else None,
        now=to_micros(now),
    )
    record = Record(
        id=id,
        layer=layer,
        scope=scope,
        kind=kind,
        topic=topic,
        revision=1,
        state=state,
        origin=origin,
        known_from=now,
        known_to=None,
    )
    _write(tx, record, multi_valued=multi_valued)
    return cite(tx, record, evidence, owner=owner)


def revise(
    tx: Transaction,
    record: Record,
    state: State,
    origin: Origin,
    *,
    multi_valued: bool,
    now: datetime,
) -> Record:
    """The next revision of `record`, which must be the current one.

    Known time never runs backwards within a record, whatever the clock does.
    """
    known = max(now, record.known_from)
    tx.change("revision_close", record=record.id, revision=record.revision, now=to_micros(known))
    revised = replace(
        record, revision=record.revision + 1, state=state, origin=origin, known_from=known
    )
    _write(tx, revised, multi_valued=multi_valued)
    return revised


@dataclass(frozen=True, kw_only=True, slots=True)
class Restated:
    """What differs in the next revision of a record: all but its words and what they rest on."""

    id: str
    revision: int
    """The one that is current; by the next one, `written`, another holds."""
    status: Status
    status_reason: str
    importance: int
    expires: int | None
    """Microseconds since 1970."""
    origin: Origin

    @property
    def written(self) -> int:
        """The number of the next one."""
        return self.revision + 1


def restate(tx: Transaction, changes: Sequence[Restated], *, now: datetime) -> None:
    """The next revision of each of these records, each once and with its current revision."""
    tx.change_many(
        "revision_close_now",
        ({"record": one.id, "revision": one.revision, "now": to_micros(now)} for one in changes),
    )
    tx.change_many(
        "revision_restate",
        (
            {
                "record": one.id,
                "revision": one.revision,
                "status": one.status.value,
                "status_reason": one.status_reason,
                "importance": one.importance,
                "expires_at": one.expires,
                "actor": one.origin.actor,
                "reason": one.origin.reason,
                "side_effect": one.origin.side_effect,
            }
            for one in changes
        ),
    )


def standing(tx: Transaction, ids: Iterable[str]) -> dict[str, int]:
    """The number of the current revision of each of these records."""
    rows = tx.rows("records_standing", ids=json.dumps(list(ids)))
    return {row["record"]: row["revision"] for row in rows}


def cite(
    tx: Transaction, record: Record, evidence: Sequence[HeldEvidence], *, owner: str
) -> Record:
    """`record` with what of `evidence` it did not cite yet added; the same message counts once."""
    known = {_reference(held.cited, owner) for held in record.evidence}
    added = list(record.evidence)
    for held in evidence:
        reference = _reference(held.cited, owner)
        if reference in known:
            continue
        known.add(reference)
        type_, whose, conversation, ref = reference
        tx.change(
            "evidence_add",
            record=record.id,
            no=len(added) + 1,
            revision=record.revision,
            type=type_,
            owner=whose,
            conversation=conversation,
            ref=ref,
            quotation=held.quotation,
            digest=held.digest,
            said_at=to_micros(held.said_at),
            standing=held.standing.value,
        )
        added.append(held)
    return replace(record, evidence=tuple(added))


def delete(tx: Transaction, record: Record, origin: Origin, now: datetime) -> None:
    """Remove the record whole, at once; its tombstone keeps id, scope, actor and time.

    What a run proposed of it, and what a model replied to that run, is emptied.
    """
    after = {one.state.superseded_by for one in history(tx, record.layer, record.id)}
    runs.forget_record(tx, record.id, [one for one in after if one is not None])
    tombstones.add(tx, record.id, record.layer, record.scope, origin, now)
    tx.change("delete_evidence", record=record.id)
    tx.change("delete_revisions", record=record.id)
    tx.change("delete_record", record=record.id)


def was_deleted(tx: Transaction, id: str) -> bool:
    """Whether a record of that id once was here."""
    return tx.row("tombstone_of", id=id) is not None


def deleted(tx: Transaction, id: str) -> Tombstone | None:
    """What a deleted record of that id left; None if there never was one."""
    row = tx.row("tombstone_of", id=id)
    if row is None:
        return None
    return Tombstone(
        layer=row["layer"], scope=row["scope"], deleted_at=from_micros(row["deleted_at"])
    )


def _write(tx: Transaction, record: Record, *, multi_valued: bool) -> None:
    state, origin = record.state, record.origin
    values: dict[str, Value] = {
        "record": record.id,
        "revision": record.revision,
        "layer": record.layer.value,
        "scope": str(record.scope),
        "subject": record.topic.subject if record.topic else None,
        "attribute": record.topic.attribute if record.topic else None,
        "slot": record.id if multi_valued else "",
        "status": state.status.value,
        "status_reason": state.status_reason,
        "content": state.content,
        "reason_given": state.reason_given,
        "source": state.source.value,
        "confidence": state.confidence,
        "importance": state.importance,
        "binding": int(state.binding),
        "pinned": int(state.pinned),
        "valid_from": to_micros(state.valid_from),
        "valid_to": _micros(state.valid_to),
        "expires_at": _micros(state.expires),
        "supersedes": json.dumps(state.supersedes),
        "superseded_by": state.superseded_by,
        "confirmed_at": _micros(state.confirmed_at),
        "actor": origin.actor,
        "reason": origin.reason,
        "conversation": origin.conversation,
        "task": origin.task,
        "run": origin.run,
        "verified_by": origin.verified_by,
        "side_effect": origin.side_effect,
        "known_from": to_micros(record.known_from),
    }
    tx.change("revision_add", **values)


def _records(tx: Transaction, rows: Sequence[Row]) -> list[Record]:
    evidence: dict[str, list[tuple[int, HeldEvidence]]] = {}
    if rows:
        ids = json.dumps(sorted({row["record"] for row in rows}))
        for row in tx.rows("evidence_of", ids=ids):
            evidence.setdefault(row["record"], []).append((row["revision"], _held(row)))
    return [
        _record(
            row,
            [held for since, held in evidence.get(row["record"], ()) if since <= row["revision"]],
        )
        for row in rows
    ]


def _record(row: Row, evidence: Sequence[HeldEvidence]) -> Record:
    return Record(
        id=row["record"],
        layer=Layer(row["layer"]),
        scope=Scope.parse(row["scope"]),
        kind=Kind(row["kind"]),
        topic=(
            Topic(subject=row["subject"], attribute=row["attribute"])
            if row["subject"] is not None
            else None
        ),
        revision=row["revision"],
        state=State(
            content=row["content"],
            reason_given=row["reason_given"],
            source=Source(row["source"]),
            status=Status(row["status"]),
            status_reason=row["status_reason"],
            confidence=row["confidence"],
            importance=row["importance"],
            binding=bool(row["binding"]),
            pinned=bool(row["pinned"]),
            valid_from=from_micros(row["valid_from"]),
            valid_to=_instant(row["valid_to"]),
            expires=_instant(row["expires_at"]),
            supersedes=tuple(json.loads(row["supersedes"])),
            superseded_by=row["superseded_by"],
            confirmed_at=_instant(row["confirmed_at"]),
        ),
        origin=Origin(
            actor=row["actor"],
            reason=row["reason"],
            conversation=row["conversation"],
            task=row["task"],
            run=row["run"],
            verified_by=row["verified_by"],
            side_effect=row["side_effect"],
        ),
        known_from=from_micros(row["known_from"]),
        known_to=_instant(row["known_to"]),
        evidence=tuple(evidence),
    )


def _reference(cited: Evidence, owner: str) -> tuple[str, str, str, str]:
    """(type, owner, conversation, reference): what makes two pieces of evidence the same."""
    match cited:
        case MessageEvidence():
            return "message", owner, cited.conversation, cited.message
        case EventEvidence():
            return "event", owner, "", cited.event
        case DocumentEvidence():
            return "document", "", cited.version, cited.document
        case ToolEvidence():
            return "tool", owner, "", cited.call
        case MemoryEvidence():
            return "memory", "", "", cited.memory


def _held(row: Row) -> HeldEvidence:
    cited: Evidence
    match row["type"]:
        case "message":
            cited = MessageEvidence(
                conversation=row["conversation"], message=row["ref"], quotation=row["quotation"]
            )
        case "event":
            cited = EventEvidence(event=row["ref"], quotation=row["quotation"])
        case "document":
            cited = DocumentEvidence(
                document=row["ref"], version=row["conversation"], quotation=row["quotation"]
            )
        case "tool":
            cited = ToolEvidence(call=row["ref"], quotation=row["quotation"])
        case _:
            cited = MemoryEvidence(memory=row["ref"])
    return HeldEvidence(
        cited=cited,
        said_at=from_micros(row["said_at"]),
        digest=row["digest"],
        standing=Standing(row["standing"]),
    )


def _micros(moment: datetime | None) -> int | None:
    return None if moment is None else to_micros(moment)


def _instant(micros: int | None) -> datetime | None:
    return None if micros is None else from_micros(micros)
