"""What memories and the profile share: one way to read, write, revise and forget a record.

How a draft is admitted, and how what stands is changed, is in `stratal.layers.recording`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from stratal.core.evidence import Evidence, Standing
from stratal.core.identity import Scope
from stratal.core.outcomes import Outcome
from stratal.core.policy import ClassPolicy
from stratal.core.records import Kind, Layer, Origin, Record, State, Status, Topic
from stratal.layers.access import Access
from stratal.layers.cold import COLD
from stratal.layers.recording import changing, index
from stratal.layers.recording.timeline import IN_TIME
from stratal.layers.recording.writer import Writer, expired
from stratal.storage import records
from stratal.storage.database import Transaction
from stratal.storage.records import Restated


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordLayer:
    """Reading and changing the records of one layer, within the grants of one session."""

    access: Access

    layer: ClassVar[Layer]
    searchable: ClassVar[bool] = False

    def get(self, id: str) -> Record:
        """The current revision of a record. Raises `NotFound`, also for what belongs to others."""
        with self.access.database.read(self.access.tenant) as tx:
            return self._writer.current(tx, id)

    def log(self, id: str) -> list[Record]:
        """Every revision of a record, oldest first. Raises `NotFound`."""
        with self.access.database.read(self.access.tenant) as tx:
            self._writer.current(tx, id)
            return records.history(tx, self.layer, id)

    def pending(self) -> list[Record]:
        """What waits for a person, oldest first."""
        with self.access.database.read(self.access.tenant) as tx:
            return [
                record
                for scope in self._scopes()
                for record in records.in_scope(tx, self.layer, scope, (Status.PENDING,))
                if not expired(self.access, record)
            ]

    def cold(self) -> list[Record]:
        """What is out of use and can be restored: forgotten, cold or expired; the last first."""
        with self.access.database.read(self.access.tenant) as tx:
            found = [
                record
                for scope in self._scopes()
                for record in records.in_scope(tx, self.layer, scope, COLD)
            ]
        return sorted(found, key=lambda record: (record.known_from, record.id), reverse=True)

    def stands(self, record: Record) -> bool:
        """Whether an active record may be served: not expired, its evidence not all retracted."""
        if expired(self.access, record):
            return False
        return not record.evidence or any(
            held.standing is not Standing.RETRACTED for held in record.evidence
        )

    def confirm(
        self, id: str, *, binding: bool = False, evidence: Evidence | None = None
    ) -> Outcome:
        """A person says that it is right: active from now on, and binding if they say so.

        Only for the person's own act; a model must not reach it. `evidence` is where they said so,
        and is added to what it rests on.
        """
        return changing.confirm(self._writer, id, binding=binding, evidence=evidence)

    def reject(self, id: str, *, reason: str = "", evidence: Evidence | None = None) -> Outcome:
        """A person says that it is not so; `evidence` is where they said it."""
        return changing.reject(self._writer, id, reason=reason, evidence=evidence)

    def forget(self, id: str, *, reason: str = "") -> Outcome:
        """Out of recall; `restore` brings it back."""
        return changing.forget(self._writer, id, reason=reason)

    def restore(self, id: str, *, reason: str = "") -> Outcome:
        """Back into use: what was forgotten, or a value whose supersession was a mistake.

        Undoing a supersession takes the record that caused it out of recall, in one transaction.
        """
        return changing.restore(self._writer, id, reason=reason)

    def take_back(self, id: str, *, written: int, reason: str = "") -> Outcome:
        """Undo the revision `written`, if it is still the current one, else `failed`.

        The record is as it was before; one that began with it goes out of recall, and what it
        superseded is current again.
        """
        return changing.take_back(self._writer, id, written=written, reason=reason)

    def delete(self, id: str, *, reason: str = "") -> Outcome:
        """Gone at once, with every revision, index entry and vector; its id leaves a tombstone."""
        return changing.delete(self._writer, id, reason=reason)

    def hold(self, tx: Transaction, scope: Scope) -> None:
        """Make the other writers of a scope wait until `tx` is over."""
        self._writer.space(tx, scope)

    def by_rule(self, tx: Transaction, record: Record, state: State, origin: Origin) -> Record:
        """The next revision of a record that is current in `tx`, whose scope is held.

        For a sweep and for who takes one back: no person's rule is asked.
        """
        return self._writer.write(tx, record, state, origin)

    def restate(
        self, tx: Transaction, scope: Scope, changes: Sequence[Restated], now: datetime
    ) -> None:
        """The next revisions of records of a scope, which is held, that say what they said.

        For a sweep, and many at once: what stays in use stays where it is found, and what does
        not is moved.
        """
        records.restate(tx, changes, now=now)
        cooled = [one.id for one in changes if one.status in COLD]
        if self.searchable and cooled:
            index.cool(tx, self.layer, scope, cooled)

    def is_taken(self, tx: Transaction, record: Record) -> bool:
        """Whether another record holds the topic of this one."""
        return self._writer.is_taken(tx, record)

    @property
    def _writer(self) -> Writer:
        return Writer(
            access=self.access,
            layer=self.layer,
            searchable=self.searchable,
            scopes=self._scopes(),
            class_of=self._class,
            lifetime=self._lifetime,
        )

    def _as_of(
        self, scopes: Sequence[Scope], valid_at: datetime, known_at: datetime | None
    ) -> list[Record]:
        """What held in these scopes at `valid_at`, as it was known at `known_at` or is now."""
        with self.access.database.read(self.access.tenant) as tx:
            return [
                record
                for scope in scopes
                for record in records.as_of(
                    tx,
                    self.layer,
                    scope,
                    valid_at=valid_at,
                    known_at=known_at or self.access.now(),
                )
            ]

    def _timeline(
        self, scope: Scope, topic: Topic, statuses: Sequence[Status] = IN_TIME
    ) -> list[Record]:
        """All values of a topic, ordered by when each began to hold."""
        with self.access.database.read(self.access.tenant) as tx:
            return records.timeline(tx, self.layer, scope, topic, statuses)

    # What the two layers decide for themselves.

    def _scopes(self) -> Sequence[Scope]:
        """The scopes whose records this session may see."""
        raise NotImplementedError

    def _class(self, kind: Kind) -> ClassPolicy:
        """The policy of records of that kind."""
        raise NotImplementedError

    def _lifetime(self, kind: Kind, since: datetime, *, by_person: bool) -> datetime | None:
        """When a record of that kind ends, if it was stated or confirmed at `since`."""
        raise NotImplementedError


def cited(evidence: Evidence | Sequence[Evidence] | None) -> tuple[Evidence, ...]:
    """The evidence as a tuple, whether one, several or none were given."""
    if evidence is None:
        return ()
    return tuple(evidence) if isinstance(evidence, Sequence) else (evidence,)
