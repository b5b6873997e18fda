"""Admitting a draft: it is stored, or adds to what says the same, or supersedes what differs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from stratal.core.checks import later
from stratal.core.evidence import HeldEvidence, Source
from stratal.core.identity import Scope
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Kind, Origin, Record, State, Status, Topic
from stratal.layers.recording.pending import why_it_waits
from stratal.layers.recording.timeline import neighbours, reaches, stated_after
from stratal.layers.recording.writer import Writer, expired
from stratal.storage import records, search
from stratal.storage.database import Transaction
from stratal.text.likeness import contradicts, frame_key, near_statement, same_statement

_OPEN = (Status.ACTIVE, Status.PENDING)
_ALIKE = 32
"""So many records of one frame are compared with a new one that has no topic."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A record on its way in, checked and classed."""

    scope: Scope
    kind: Kind
    topic: Topic | None
    state: State
    evidence: tuple[HeldEvidence, ...]
    counted: tuple[HeldEvidence, ...]
    """What of the evidence adds to a record that says the same already."""
    reason: str
    run: str | None = None


def admit(writer: Writer, tx: Transaction, draft: Draft) -> Outcome:
    """Store `draft`, or add its evidence to what says the same, or supersede what differs."""
    if draft.run is not None:
        refusal = writer.erased(tx, draft.scope, draft.state.content, draft.evidence)
        if refusal is not None:
            return refusal
    space = writer.space(tx, draft.scope)
    alike = _alike(writer, tx, space, draft)
    line: list[Record] = []
    if draft.topic is not None and not writer.several(draft.topic, draft.kind):
        line = records.timeline(tx, writer.layer, draft.scope, draft.topic)
        held, _ = neighbours(line, draft.state.valid_from)
        alike = [one for one in alike if one.status is Status.PENDING]
        if held is not None and reaches(held, draft.state.valid_from):
            alike.append(held)
    same = _same(writer, draft, alike)
    if same is None and draft.topic is None:
        draft = _marked(draft, alike)
    if same is not None and not (
        same.status is Status.PENDING and draft.state.status is Status.ACTIVE
    ):
        return _merged(writer, tx, same, draft)
    if same is not None:
        # The person has now said what was only waiting: their word is its confirmation.
        return _said_now(writer, tx, same, draft)
    return _stored(writer, tx, space, draft, line)


def _same(writer: Writer, draft: Draft, alike: list[Record]) -> Record | None:
    """What of `alike` says the same: rather what holds, and rather in the same words."""
    value = draft.state.content
    same_one = near_statement if writer.merges(draft.kind) else same_statement
    return min(
        (one for one in alike if same_one(one.content, value)),
        key=lambda one: (
            one.status is Status.PENDING,
            not same_statement(one.content, value),
        ),
        default=None,
    )


def _stored(
    writer: Writer, tx: Transaction, space: int, draft: Draft, line: list[Record]
) -> Outcome:
    """Store what nothing says yet, in its place among the values of its topic."""
    state = draft.state
    if state.status is Status.PENDING:
        record = _added(writer, tx, space, draft, state)
        return writer.outcome(
            Done.PENDING, state.status_reason, why_it_waits(state.status_reason), record
        )
    before, after = neighbours(line, state.valid_from)
    if after is None and before is not None and _outranked(state, before):
        reason = "contradicts_person"
        state = replace(
            state, status=Status.PENDING, status_reason=reason, binding=False, pinned=False
        )
        record = _added(writer, tx, space, draft, state)
        return writer.outcome(Done.PENDING, reason, why_it_waits(reason), record)
    if after is not None:
        state = replace(
            state,
            status=Status.SUPERSEDED,
            valid_to=_earlier(state.valid_to, after.state.valid_from),
            superseded_by=after.id,
        )
    closes = before is not None and reaches(before, state.valid_from)
    new_id = writer.access.ids.new()
    resumes = stated_after(before, state.valid_from) if closes and before is not None else ()
    if closes and before is not None:
        writer.close(tx, before, at=state.valid_from, by=new_id)
        if resumes:
            return _between(writer, tx, space, draft, new_id, before, resumes)
        if before.status is Status.ACTIVE:
            state = replace(state, supersedes=(before.id,))
    record = _added(writer, tx, space, draft, state, new_id)
    if closes and before is not None and before.status is Status.ACTIVE:
        return writer.outcome(
            Done.SUPERSEDED,
            "superseded",
            f"Stored; it takes the place of what held until now, “{before.content}”.",
            record,
            closed=(before.id,),
        )
    if after is not None:
        return writer.outcome(
            Done.STORED,
            "older_than_current",
            "Stored as history: a newer value is known and stays current.",
            record,
        )
    if state.status_reason.startswith("conflicts with"):
        return writer.outcome(
            Done.STORED, "conflicts", f"Stored; it {state.status_reason}.", record
        )
    return writer.outcome(Done.STORED, "stored", "Stored.", record)


def _between(
    writer: Writer,
    tx: Transaction,
    space: int,
    draft: Draft,
    id: str,
    before: Record,
    resumes: tuple[HeldEvidence, ...],
) -> Outcome:
    """Store `draft` as history between two statements of one other value.

    What held before it was stated again later: from then on it holds anew, as a record of its
    own that cites the later statements.
    """
    again = writer.access.ids.new()
    since = resumes[0].said_at
    state = replace(draft.state, status=Status.SUPERSEDED, valid_to=since, superseded_by=again)
    record = _added(writer, tx, space, draft, state, id)
    resumed = replace(
        draft,
        kind=before.kind,
        state=replace(before.state, valid_from=since, supersedes=(id,)),
        evidence=resumes,
        reason=f"stated again after {id}",
    )
    _added(writer, tx, space, resumed, resumed.state, again)
    return writer.outcome(
        Done.STORED,
        "older_than_current",
        "Stored as history: the other value was stated again later and holds.",
        record,
    )


def _alike(writer: Writer, tx: Transaction, space: int, draft: Draft) -> list[Record]:
    """What of the draft's topic, or its likeness if it has none, is active or waits."""
    if draft.topic is not None:
        return records.timeline(tx, writer.layer, draft.scope, draft.topic, _OPEN)
    key = frame_key(draft.state.content)
    found = search.look_up(tx, [space], [key]).candidates(tx, limit=_ALIKE)
    read = records.current(tx, writer.layer, [one.place.item for one in found])
    return [
        one
        for one in sorted(read.values(), key=lambda one: (one.known_from, one.id))
        if one.topic is None and one.status in _OPEN
    ]


def _marked(draft: Draft, alike: list[Record]) -> Draft:
    """`draft`, marked if it differs from a standing record in a number, name or the like."""
    for one in reversed(alike):
        if (
            one.kind is draft.kind
            and one.status is Status.ACTIVE
            and contradicts(one.content, draft.state.content)
        ):
            reason = f"conflicts with {one.id}"
            return replace(draft, state=replace(draft.state, status_reason=reason))
    return draft


def _merged(writer: Writer, tx: Transaction, same: Record, draft: Draft) -> Outcome:
    """The evidence of `draft` added to what says the same, and its wording kept if it is new.

    What only came back from where it was known adds nothing.
    """
    cited = records.cite(tx, same, draft.counted, owner=writer.access.user)
    new = len(cited.evidence) > len(same.evidence)
    stronger = draft.state.source.rank < same.source.rank
    reworded = new and draft.state.source.rank <= same.source.rank and _newer(draft, same)
    if (
        stronger
        or expired(writer.access, same)
        or (reworded and same.content != draft.state.content)
    ):
        state = replace(
            same.state,
            content=draft.state.content if reworded or stronger else same.content,
            source=min(same.source, draft.state.source, key=lambda one: one.rank),
            confidence=max(same.state.confidence, draft.state.confidence),
            binding=same.state.binding or draft.state.binding,
            pinned=same.state.pinned or draft.state.pinned,
            expires=draft.state.expires,
        )
        cited = writer.write(tx, cited, state, _origin(writer, draft))
    elif not new:
        return writer.outcome(Done.UNCHANGED, "known", "Known already.", same)
    return writer.outcome(
        Done.MERGED, "evidence_added", "Known already; the evidence was added to it.", cited
    )


def _said_now(writer: Writer, tx: Transaction, same: Record, draft: Draft) -> Outcome:
    cited = records.cite(tx, same, draft.evidence, owner=writer.access.user)
    return writer.place(
        tx,
        cited,
        draft.state,
        _origin(writer, draft),
        "settled",
        "Said now, so no longer waiting.",
    )


def _added(
    writer: Writer, tx: Transaction, space: int, draft: Draft, state: State, id: str | None = None
) -> Record:
    if state.status is Status.PENDING:
        state = replace(state, expires=_waits_until(writer, state.expires))
    record = records.add(
        tx,
        id=id or writer.access.ids.new(),
        layer=writer.layer,
        scope=draft.scope,
        kind=draft.kind,
        topic=draft.topic,
        state=state,
        origin=_origin(writer, draft),
        evidence=draft.evidence,
        owner=writer.access.user,
        multi_valued=draft.topic is not None and writer.several(draft.topic, draft.kind),
        now=writer.access.now(),
    )
    writer.reindex(tx, space, record)
    return record


def _waits_until(writer: Writer, expires: datetime | None) -> datetime | None:
    """When something that waits from now on for a person expires."""
    waits_for = writer.access.policy.flows.waits_for
    return expires if waits_for is None else later(writer.access.now(), waits_for)


def _origin(writer: Writer, draft: Draft) -> Origin:
    return replace(writer.access.origin(draft.reason), run=draft.run)


def _newer(draft: Draft, same: Record) -> bool:
    """Whether what `draft` rests on was said no earlier than what `same` rests on."""
    said = max((held.said_at for held in draft.counted), default=draft.state.valid_from)
    return all(held.said_at <= said for held in same.evidence)


def _outranked(state: State, held: Record) -> bool:
    """Whether an inference would close what a person said or confirmed, and still holds."""
    persons = held.source is Source.USER_EXPLICIT or held.state.confirmed_at is not None
    inferred = state.source.rank > Source.USER_IMPLICIT.rank
    return inferred and persons and held.status is Status.ACTIVE


def _earlier(one: datetime | None, other: datetime) -> datetime:
    return other if one is None else min(one, other)
