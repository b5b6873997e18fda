"""Changing what stands: a person's yes or no, other words, out of use and back, and deletion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from stratal.core.checks import CONTENT_LIMIT, content, later, whole
from stratal.core.evidence import Evidence, Source
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Origin, Record, State, Status
from stratal.errors import StaleRevision
from stratal.layers.evidence import Checked, Refusal, check, secret_in
from stratal.layers.recording import index
from stratal.layers.recording.pending import came_from, told_by_nobody
from stratal.layers.recording.timeline import holds_ever, reaches
from stratal.layers.recording.writer import Writer, expired
from stratal.storage import contexts, questions, records, uses
from stratal.storage.database import Transaction
from stratal.text.instructions import instructs, overrides
from stratal.text.orders import orders
from stratal.text.personal_data import find_personal_data


def confirm(
    writer: Writer, id: str, *, binding: bool = False, evidence: Evidence | None = None
) -> Outcome:
    """A person says that it is right: active from now on, and binding if they say so."""
    now = writer.access.now()
    with writer.access.database.write(writer.access.tenant) as tx:
        record = writer.locked(tx, id)
        if record.status not in (Status.PENDING, Status.ACTIVE):
            return writer.outcome(
                Done.REJECTED,
                "not_waiting",
                f"It is {record.status.value}: restore it first.",
                record,
            )
        if record.status is Status.PENDING and expired(writer.access, record):
            return writer.outcome(
                Done.REJECTED, "expired", "It waited too long: restore it first.", record
            )
        told = _told(writer, tx, record, evidence)
        if isinstance(told, Refusal):
            return writer.refused(told.code, told.message)
        waited, record = record, told
        state = replace(
            record.state,
            status=Status.ACTIVE,
            status_reason="",
            confidence=max(record.state.confidence, Source.USER_EXPLICIT.confidence),
            binding=record.state.binding or binding,
            confirmed_at=now,
            expires=_kept_until(writer, record, record.content),
        )
        origin = _by_person(writer, "confirmed")
        sentence = "Confirmed."
        if told_by_nobody(waited):
            sentence = f"Confirmed. It came from elsewhere than the person: {came_from(waited)}"
        return writer.place(tx, record, state, origin, "confirmed", sentence)


def reject(
    writer: Writer, id: str, *, reason: str = "", evidence: Evidence | None = None
) -> Outcome:
    """A person says that it is not so; `evidence` is where they said it."""
    if evidence is not None:
        with writer.access.database.write(writer.access.tenant) as tx:
            told = _told(writer, tx, writer.locked(tx, id), evidence)
            if isinstance(told, Refusal):
                return writer.refused(told.code, told.message)
    return _set_aside(writer, id, Status.REJECTED, "rejected", reason, (Status.PENDING,))


def forget(writer: Writer, id: str, *, reason: str = "") -> Outcome:
    """Out of recall; `restore` brings it back."""
    return _set_aside(writer, id, Status.COLD, "forgotten", reason, (Status.ACTIVE, Status.PENDING))


def restore(writer: Writer, id: str, *, reason: str = "") -> Outcome:
    """Back into use: what was forgotten, or a value whose supersession was a mistake."""
    with writer.access.database.write(writer.access.tenant) as tx:
        record = writer.locked(tx, id)
        origin = writer.access.origin(reason or "restored")
        if record.status is Status.SUPERSEDED:
            return _reopened(writer, tx, record, origin)
        if record.status in (Status.COLD, Status.REJECTED, Status.EXPIRED):
            state = _in_use(writer, record)
            return writer.place(tx, record, state, origin, "restored", "Back in use.")
        return writer.outcome(
            Done.UNCHANGED, "in_use", f"It is {record.status.value} already.", record
        )


def take_back(writer: Writer, id: str, *, written: int, reason: str = "") -> Outcome:
    """Undo the revision `written`, if it is still the current one, else `failed`."""
    whole("written", written, 1, 2**53)
    with writer.access.database.write(writer.access.tenant) as tx:
        record = writer.locked(tx, id)
        if record.revision != written:
            return writer.outcome(
                Done.FAILED, "changed_since", "It has been changed since, and stays.", record
            )
        origin = writer.access.origin(reason or "taken back")
        closed = [
            one
            for one in records.current(tx, writer.layer, record.state.supersedes).values()
            if one.state.superseded_by == record.id and one.status is Status.SUPERSEDED
        ]
        if written > 1:
            before = records.history(tx, writer.layer, id)[written - 2]
            if before.status is Status.ACTIVE and writer.is_taken(tx, record):
                return writer.outcome(
                    Done.FAILED, "topic_taken", "Another value holds by now.", record
                )
            undone = writer.write(tx, record, before.state, origin)
        elif closed:
            return _reopened(writer, tx, closed[-1], origin)
        else:
            state = replace(record.state, status=Status.COLD, status_reason="taken back")
            undone = writer.write(tx, record, state, origin)
    return writer.outcome(Done.REMOVED, "taken_back", "It is as before.", undone)


def delete(writer: Writer, id: str, *, reason: str = "") -> Outcome:
    """Gone at once, with every revision, index entry and vector; its id leaves a tombstone."""
    with writer.access.database.write(writer.access.tenant) as tx:
        record = writer.locked(tx, id)
        if writer.searchable:
            index.drop(tx, writer.space(tx, record.scope), record)
        records.delete(tx, record, writer.access.origin(reason), writer.access.now())
        uses.forget(tx, record.id)
        contexts.forget_record(tx, writer.layer, record.id)
        questions.forget(tx, record.id)
    return writer.outcome(Done.REMOVED, "deleted", "Deleted with all its revisions.", record)


def revise(
    writer: Writer,
    id: str,
    value: str,
    *,
    expect: int | None,
    reason: str,
    verified: bool,
    limit: int = CONTENT_LIMIT,
    evidence: Sequence[Evidence] = (),
    run: str | None = None,
) -> Outcome:
    """The next revision of a record, with other words; same id, same topic."""
    content("content", value, limit)
    if expect is not None:
        whole("expect", expect, 1, 2**53)
    kinds = secret_in(value)
    if kinds:
        return writer.refused("secret", f"It holds a secret ({kinds}): leave it out.")
    with writer.access.database.write(writer.access.tenant) as tx:
        record = writer.locked(tx, id)
        if expect is not None and expect != record.revision:
            raise StaleRevision(writer.layer.value, id, expected=expect, current=record.revision)
        if value == record.content:
            return writer.outcome(Done.UNCHANGED, "same_words", "It says so already.", record)
        checked = check(tx, writer.access, value, evidence)
        if isinstance(checked, Refusal):
            return writer.refused(checked.code, checked.message)
        if not verified and _commands(value, checked):
            return writer.refused(
                "standing_order",
                "It reads as an instruction: remember it on its own, and a person decides.",
            )
        erased = None if run is None else writer.erased(tx, record.scope, value, checked.held)
        if erased is not None:
            return erased
        source = Source.USER_EXPLICIT if verified else checked.source
        state = replace(
            record.state,
            content=value,
            source=source,
            confidence=source.confidence,
            # Binding was given to the old words; new ones earn it by confirmation.
            binding=record.state.binding and verified,
            pinned=record.state.pinned and verified,
            confirmed_at=writer.access.now() if verified else None,
        )
        origin = _by_person(writer, reason) if verified else writer.access.origin(reason)
        cited = records.cite(tx, record, checked.held, owner=writer.access.user)
        origin = replace(origin, run=run)
        if verified and record.status is Status.PENDING:
            state = replace(
                state,
                status=Status.ACTIVE,
                status_reason="",
                expires=_kept_until(writer, record, value),
            )
            return writer.place(
                tx,
                cited,
                state,
                origin,
                "revised",
                "Revised and confirmed: active from now on.",
            )
        revised = writer.write(tx, cited, state, origin)
    return writer.outcome(Done.STORED, "revised", f"Revised; revision {revised.revision}.", revised)


def _reopened(writer: Writer, tx: Transaction, record: Record, origin: Origin) -> Outcome:
    """What was superseded is current again, and what took its place goes out of use."""
    assert record.topic is not None
    line = records.timeline(tx, writer.layer, record.scope, record.topic)
    # It holds with an open end again: nothing that came after it, history or not, holds beside.
    since = record.state.valid_from
    later = [one for one in line if one.id != record.id and holds_ever(one) and reaches(one, since)]
    for one in later:
        writer.write(
            tx,
            one,
            replace(one.state, status=Status.COLD, status_reason="supersession undone"),
            replace(origin, side_effect=f"restored {record.id}"),
        )
    written = writer.write(tx, record, _in_use(writer, record), origin)
    return writer.outcome(
        Done.SUPERSEDED if later else Done.STORED,
        "restored",
        "Current again; what had taken its place is out of recall.",
        written,
        closed=tuple(one.id for one in later),
    )


def _set_aside(
    writer: Writer, id: str, status: Status, code: str, reason: str, allowed: tuple[Status, ...]
) -> Outcome:
    with writer.access.database.write(writer.access.tenant) as tx:
        record = writer.locked(tx, id)
        if record.status is status:
            return writer.outcome(Done.UNCHANGED, code, f"It is {status.value} already.", record)
        if record.status not in allowed:
            return writer.outcome(
                Done.REJECTED,
                f"is_{record.status.value}",
                f"It is {record.status.value}, so it cannot be {code}.",
                record,
            )
        state = replace(record.state, status=status, status_reason=reason)
        written = writer.write(tx, record, state, writer.access.origin(reason or code))
    return writer.outcome(Done.REMOVED, code, f"{code.capitalize()}; it can be restored.", written)


def _told(
    writer: Writer, tx: Transaction, record: Record, evidence: Evidence | None
) -> Record | Refusal:
    """`record` with where the person answered; why that does not hold."""
    if evidence is None:
        return record
    checked = check(tx, writer.access, record.content, (evidence,))
    if isinstance(checked, Refusal):
        return checked
    if not checked.by_person:
        return Refusal(code="not_the_person", message="Only the person can answer for it.")
    return records.cite(tx, record, checked.held, owner=writer.access.user)


def _commands(value: str, checked: Checked) -> bool:
    said = checked.source in (Source.USER_EXPLICIT, Source.USER_IMPLICIT)
    return orders(value) or (not said and (overrides(value) or instructs(checked.others)))


def _in_use(writer: Writer, record: Record) -> State:
    said = record.source is Source.USER_EXPLICIT or record.state.confirmed_at is not None
    return replace(
        record.state,
        status=Status.ACTIVE,
        status_reason="",
        valid_to=None,
        superseded_by=None,
        expires=writer.lifetime(record.kind, writer.access.now(), by_person=said),
    )


def _kept_until(writer: Writer, record: Record, content: str) -> datetime | None:
    """When a record ends that a person has vouched for now: personal data always do."""
    now = writer.access.now()
    ends = writer.lifetime(record.kind, now, by_person=True)
    ttl = writer.access.policy.memories.ttl
    if ends is None and ttl is not None and find_personal_data(content):
        return later(now, ttl)
    return ends


def _by_person(writer: Writer, reason: str) -> Origin:
    return replace(writer.access.origin(reason), verified_by=writer.access.user)
