"""Writing one record: its next revision, its place in the index and on its topic's timeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from stratal.core.checks import encodable
from stratal.core.evidence import HeldEvidence
from stratal.core.identity import Scope
from stratal.core.outcomes import Done, Outcome
from stratal.core.policy import ClassPolicy
from stratal.core.records import Kind, Layer, Origin, Record, State, Status, Topic
from stratal.errors import NotFound
from stratal.layers.access import Access
from stratal.layers.recording import index
from stratal.layers.recording.timeline import neighbours, reaches
from stratal.storage import erasures, records, search
from stratal.storage.database import Transaction
from stratal.storage.erasures import Purpose
from stratal.text.confirmation import question

_NOUNS = {Layer.MEMORIES: "memory", Layer.PROFILE: "profile fact"}


class Lifetime(Protocol):
    """A layer's rule of how long its records are kept."""

    def __call__(self, kind: Kind, since: datetime, *, by_person: bool) -> datetime | None:
        """When a record of that kind ends, if it was stated or confirmed at `since`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Writer:
    """Writes the records of one layer within the grants of one session.

    Whoever calls it has opened the transaction; the answer is an outcome or the new revision.
    """

    access: Access
    layer: Layer
    searchable: bool
    scopes: Sequence[Scope]
    """Those whose records this session may see."""
    class_of: Callable[[Kind], ClassPolicy]
    """The policy of records of a kind."""
    lifetime: Lifetime

    def current(self, tx: Transaction, id: str) -> Record:
        """The current revision of a record. Raises `NotFound`, also for what belongs to others."""
        record = records.current(tx, self.layer, [encodable("id", id)]).get(id)
        if record is None or record.scope not in self.scopes:
            raise NotFound(_NOUNS[self.layer], id)
        return record

    def locked(self, tx: Transaction, id: str) -> Record:
        """The current record, read after the writers of its scope have been made to wait."""
        record = self.current(tx, id)
        self.space(tx, record.scope)
        return self.current(tx, id)

    def space(self, tx: Transaction, scope: Scope) -> int:
        """The space of a scope in the index; its other writers wait until `tx` is over."""
        return search.open_space(tx, self.layer, str(scope))

    def several(self, topic: Topic, kind: Kind) -> bool:
        """Whether a topic may have several values at once (policy)."""
        return topic.attribute in self.class_of(kind).multi_valued

    def merges(self, kind: Kind) -> bool:
        """Whether what says the same in nearly the same words is one (policy)."""
        return self.class_of(kind).merge_above is not None

    def is_taken(self, tx: Transaction, record: Record) -> bool:
        """Whether another record holds the topic of this one."""
        if record.topic is None or self.several(record.topic, record.kind):
            return False
        line = records.timeline(tx, self.layer, record.scope, record.topic, (Status.ACTIVE,))
        return any(one.id != record.id for one in line)

    def erased(
        self, tx: Transaction, scope: Scope, content: str, evidence: Sequence[HeldEvidence]
    ) -> Outcome | None:
        """The refusal, if the same was erased there and nobody has said it since."""
        said = erasures.statement(str(scope), content)
        gone = erasures.erased_at(tx, self.access.database, Purpose.STATEMENT, *said)
        if gone is None or any(held.said_at > gone for held in evidence):
            return None
        return self.refused("erased", "The same was erased for good, and nobody has said it since.")

    def write(self, tx: Transaction, record: Record, state: State, origin: Origin) -> Record:
        """The next revision of a record, found where it belongs from now on."""
        multi = record.topic is not None and self.several(record.topic, record.kind)
        revised = records.revise(
            tx, record, state, origin, multi_valued=multi, now=self.access.now()
        )
        self.reindex(tx, self.space(tx, record.scope), revised)
        return revised

    def place(
        self,
        tx: Transaction,
        record: Record,
        state: State,
        origin: Origin,
        code: str,
        sentence: str,
    ) -> Outcome:
        """Make `record` active in its topic: the value that held until then is closed."""
        closed: tuple[str, ...] = ()
        if record.topic is not None and not self.several(record.topic, record.kind):
            line = [
                one
                for one in records.timeline(tx, self.layer, record.scope, record.topic)
                if one.id != record.id
            ]
            before, after = neighbours(line, state.valid_from)
            if after is not None:
                # Newer values are known, but a person wants this one now: it holds from now on.
                state = replace(state, valid_from=max(self.access.now(), after.state.valid_from))
                before, after = neighbours(line, state.valid_from)
            if before is not None and reaches(before, state.valid_from):
                self.close(tx, before, at=state.valid_from, by=record.id)
                if before.status is Status.ACTIVE:
                    closed = (before.id,)
                    state = replace(state, supersedes=(*state.supersedes, before.id))
        written = self.write(tx, record, state, origin)
        done = Done.SUPERSEDED if closed else Done.STORED
        return self.outcome(done, code, sentence, written, closed=closed)

    def close(self, tx: Transaction, record: Record, *, at: datetime, by: str) -> None:
        """End what a record says at `at`, for `by` takes its place."""
        state = replace(record.state, status=Status.SUPERSEDED, valid_to=at, superseded_by=by)
        origin = replace(self.access.origin("superseded"), side_effect=f"superseded by {by}")
        self.write(tx, record, state, origin)

    def reindex(self, tx: Transaction, space: int, record: Record) -> None:
        """Have it found where it belongs, if its layer can be searched."""
        if self.searchable:
            index.put(tx, space, record)

    def refused(self, code: str, message: str) -> Outcome:
        """Nothing was written, and why."""
        return Outcome(done=Done.REJECTED, layer=self.layer, code=code, message=message)

    def outcome(
        self,
        done: Done,
        code: str,
        message: str,
        record: Record,
        *,
        closed: tuple[str, ...] = (),
    ) -> Outcome:
        """What became of a record."""
        return Outcome(
            done=done,
            layer=self.layer,
            code=code,
            message=message,
            id=record.id,
            revision=record.revision,
            closed=closed,
            question=question(record) if done is Done.PENDING else "",
        )


def expired(access: Access, record: Record) -> bool:
    """Whether its time is over."""
    return record.state.expires is not None and record.state.expires <= access.now()
