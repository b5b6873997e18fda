"""What memories and the profile share: one way to write, revise, supersede and forget a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import ClassVar

from stratal.core.checks import CONTENT_LIMIT, content, encodable, later, whole
from stratal.core.evidence import Evidence, HeldEvidence, Source, Standing
from stratal.core.identity import Scope
from stratal.core.outcomes import Done, Outcome
from stratal.core.policy import ClassPolicy
from stratal.core.records import Kind, Layer, Origin, Record, State, Status, Topic
from stratal.errors import NotFound, StaleRevision
from stratal.layers.access import Access
from stratal.layers.cold import COLD, cold_scope, is_cold
from stratal.layers.evidence import Checked, Refusal, check, secret_in
from stratal.storage import contexts, erasures, questions, records, search, uses
from stratal.storage.database import Transaction
from stratal.storage.erasures import Purpose
from stratal.storage.records import Restated
from stratal.text.confirmation import question
from stratal.text.instructions import instructs, overrides
from stratal.text.likeness import contradicts, frame_key, near_statement, same_statement
from stratal.text.orders import orders
from stratal.text.personal_data import find_personal_data
from stratal.text.tokens import terms

_ERASED = ("erased", "The same was erased for good, and nobody has said it since.")
_OPEN = (Status.ACTIVE, Status.PENDING)
IN_TIME = (Status.ACTIVE, Status.SUPERSEDED)
"""What has its place on a topic's timeline."""
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


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordLayer:
    """Reading and changing the records of one layer, within the grants of one session."""

    access: Access

    layer: ClassVar[Layer]
    searchable: ClassVar[bool] = False

    def get(self, id: str) -> Record:
        """The current revision of a record. Raises `NotFound`, also for what belongs to others."""
        with self.access.database.read(self.access.tenant) as tx:
            return self._current(tx, id)

    def log(self, id: str) -> list[Record]:
        """Every revision of a record, oldest first. Raises `NotFound`."""
        with self.access.database.read(self.access.tenant) as tx:
            self._current(tx, id)
            return records.history(tx, self.layer, id)

    def pending(self) -> list[Record]:
        """What waits for a person, oldest first."""
        with self.access.database.read(self.access.tenant) as tx:
            return [
                record
                for scope in self._scopes()
                for record in records.in_scope(tx, self.layer, scope, (Status.PENDING,))
                if not self._expired(record)
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

    def confirm(
        self, id: str, *, binding: bool = False, evidence: Evidence | None = None
    ) -> Outcome:
        """A person says that it is right: active from now on, and binding if they say so.

        Only for the person's own act; a model must not reach it. `evidence` is where they said so,
        and is added to what it rests on.
        """
        now = self.access.now()
        with self.access.database.write(self.access.tenant) as tx:
            record = self._locked(tx, id)
            if record.status not in (Status.PENDING, Status.ACTIVE):
                return self._outcome(
                    Done.REJECTED,
                    "not_waiting",
                    f"It is {record.status.value}: restore it first.",
                    record,
                )
            if record.status is Status.PENDING and self._expired(record):
                return self._outcome(
                    Done.REJECTED, "expired", "It waited too long: restore it first.", record
                )
            told = self._told(tx, record, evidence)
            if isinstance(told, Refusal):
                return self._refused(told.code, told.message)
            waited, record = record, told
            state = replace(
                record.state,
                status=Status.ACTIVE,
                status_reason="",
                confidence=max(record.state.confidence, Source.USER_EXPLICIT.confidence),
                binding=record.state.binding or binding,
                confirmed_at=now,
                expires=self._kept_until(record, record.content),
            )
            origin = self._by_person("confirmed")
            sentence = "Confirmed."
            if told_by_nobody(waited):
                sentence = f"Confirmed. It came from elsewhere than the person: {came_from(waited)}"
            return self._placed(tx, record, state, origin, "confirmed", sentence)

    def reject(self, id: str, *, reason: str = "", evidence: Evidence | None = None) -> Outcome:
        """A person says that it is not so; `evidence` is where they said it."""
        if evidence is not None:
            with self.access.database.write(self.access.tenant) as tx:
                told = self._told(tx, self._locked(tx, id), evidence)
                if isinstance(told, Refusal):
                    return self._refused(told.code, told.message)
        return self._set_aside(id, Status.REJECTED, "rejected", reason, (Status.PENDING,))

    def forget(self, id: str, *, reason: str = "") -> Outcome:
        """Out of recall; `restore` brings it back."""
        return self._set_aside(
            id, Status.COLD, "forgotten", reason, (Status.ACTIVE, Status.PENDING)
        )

    def restore(self, id: str, *, reason: str = "") -> Outcome:
        """Back into use: what was forgotten, or a value whose supersession was a mistake.

        Undoing a supersession takes the record that caused it out of recall, in one transaction.
        """
        with self.access.database.write(self.access.tenant) as tx:
            record = self._locked(tx, id)
            origin = self.access.origin(reason or "restored")
            if record.status is Status.SUPERSEDED:
                return self._reopened(tx, record, origin)
            if record.status in (Status.COLD, Status.REJECTED, Status.EXPIRED):
                state = self._in_use(record)
                return self._placed(tx, record, state, origin, "restored", "Back in use.")
            return self._outcome(
                Done.UNCHANGED, "in_use", f"It is {record.status.value} already.", record
            )

    def take_back(self, id: str, *, written: int, reason: str = "") -> Outcome:
        """Undo the revision `written`, if it is still the current one, else `failed`.

        The record is as it was before; one that began with it goes out of recall, and what it
        superseded is current again.
        """
        whole("written", written, 1, 2**53)
        with self.access.database.write(self.access.tenant) as tx:
            record = self._locked(tx, id)
            if record.revision != written:
                return self._outcome(
                    Done.FAILED, "changed_since", "It has been changed since, and stays.", record
                )
            origin = self.access.origin(reason or "taken back")
            closed = [
                one
                for one in records.current(tx, self.layer, record.state.supersedes).values()
                if one.state.superseded_by == record.id and one.status is Status.SUPERSEDED
            ]
            if written > 1:
                before = records.history(tx, self.layer, id)[written - 2]
                if before.status is Status.ACTIVE and self._taken(tx, record):
                    return self._outcome(
                        Done.FAILED, "topic_taken", "Another value holds by now.", record
                    )
                undone = self._written(tx, record, before.state, origin)
            elif closed:
                return self._reopened(tx, closed[-1], origin)
            else:
                state = replace(record.state, status=Status.COLD, status_reason="taken back")
                undone = self._written(tx, record, state, origin)
        return self._outcome(Done.REMOVED, "taken_back", "It is as before.", undone)

    def _erased(
        self, tx: Transaction, scope: Scope, content: str, evidence: Sequence[HeldEvidence]
    ) -> bool:
        """Whether the same was erased there, and nobody has said it since."""
        said = erasures.statement(str(scope), content)
        gone = erasures.erased_at(tx, self.access.database, Purpose.STATEMENT, *said)
        return gone is not None and all(held.said_at <= gone for held in evidence)

    def _taken(self, tx: Transaction, record: Record) -> bool:
        """Whether another record holds the topic of this one."""
        if record.topic is None or self._multi(record.topic, record.kind):
            return False
        line = records.timeline(tx, self.layer, record.scope, record.topic, (Status.ACTIVE,))
        return any(one.id != record.id for one in line)

    def delete(self, id: str, *, reason: str = "") -> Outcome:
        """Gone at once, with every revision, index entry and vector; its id leaves a tombstone."""
        with self.access.database.write(self.access.tenant) as tx:
            record = self._locked(tx, id)
            self.unindex(tx, record)
            records.delete(tx, record, self.access.origin(reason), self.access.now())
            uses.forget(tx, record.id)
            contexts.forget_record(tx, self.layer, record.id)
            questions.forget(tx, record.id)
        return self._outcome(Done.REMOVED, "deleted", "Deleted with all its revisions.", record)

    def hold(self, tx: Transaction, scope: Scope) -> None:
        """Make the other writers of a scope wait until `tx` is over."""
        self._space(tx, scope)

    def by_rule(self, tx: Transaction, record: Record, state: State, origin: Origin) -> Record:
        """The next revision of a record that is current in `tx`, whose scope is held.

        For a sweep and for who takes one back: no person's rule is asked.
        """
        return self._written(tx, record, state, origin)

    def restate(
        self, tx: Transaction, scope: Scope, changes: Sequence[Restated], now: datetime
    ) -> None:
        """The next revisions of records of a scope, which is held, that say what they said.

        For a sweep, and many at once: what stays in use stays where it is found, and what does
        not is moved.
        """
        records.restate(tx, changes, now=now)
        cooled = [one.id for one in changes if one.status in COLD]
        if not self.searchable or not cooled:
            return
        cold = search.open_space(tx, self.layer, cold_scope(scope))
        left = search.move(tx, cooled, self._space(tx, scope), cold)
        for record in records.current(tx, self.layer, left).values():
            search.put(tx, cold, index_entry(record))

    def is_taken(self, tx: Transaction, record: Record) -> bool:
        """Whether another record holds the topic of this one."""
        return self._taken(tx, record)

    def unindex(self, tx: Transaction, record: Record) -> None:
        """Take a record out of the index, and out of that of what is cold."""
        if self.searchable:
            search.drop(tx, self._space(tx, record.scope), record.id)
            self._thawed(tx, record)

    def _thawed(self, tx: Transaction, record: Record) -> None:
        cold = search.find_space(tx, self.layer, cold_scope(record.scope))
        if cold is not None:
            search.drop(tx, cold, record.id)

    def _revise(
        self,
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
            return self._refused("secret", f"It holds a secret ({kinds}): leave it out.")
        with self.access.database.write(self.access.tenant) as tx:
            record = self._locked(tx, id)
            if expect is not None and expect != record.revision:
                raise StaleRevision(self.layer.value, id, expected=expect, current=record.revision)
            if value == record.content:
                return self._outcome(Done.UNCHANGED, "same_words", "It says so already.", record)
            checked = check(tx, self.access, value, evidence)
            if isinstance(checked, Refusal):
                return self._refused(checked.code, checked.message)
            if not verified and _commands(value, checked):
                return self._refused(
                    "standing_order",
                    "It reads as an instruction: remember it on its own, and a person decides.",
                )
            if run is not None and self._erased(tx, record.scope, value, checked.held):
                return self._refused(*_ERASED)
            source = Source.USER_EXPLICIT if verified else checked.source
            state = replace(
                record.state,
                content=value,
                source=source,
                confidence=source.confidence,
                # Binding was given to the old words; new ones earn it by confirmation.
                binding=record.state.binding and verified,
                pinned=record.state.pinned and verified,
                confirmed_at=self.access.now() if verified else None,
            )
            origin = self._by_person(reason) if verified else self.access.origin(reason)
            cited = records.cite(tx, record, checked.held, owner=self.access.user)
            origin = replace(origin, run=run)
            if verified and record.status is Status.PENDING:
                state = replace(
                    state,
                    status=Status.ACTIVE,
                    status_reason="",
                    expires=self._kept_until(record, value),
                )
                return self._placed(
                    tx,
                    cited,
                    state,
                    origin,
                    "revised",
                    "Revised and confirmed: active from now on.",
                )
            revised = self._written(tx, cited, state, origin)
        return self._outcome(
            Done.STORED, "revised", f"Revised; revision {revised.revision}.", revised
        )

    # What the two layers decide for themselves.

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

    def _scopes(self) -> Sequence[Scope]:
        """The scopes whose records this session may see."""
        raise NotImplementedError

    def _class(self, kind: Kind) -> ClassPolicy:
        """The policy of records of that kind."""
        raise NotImplementedError

    def _lifetime(self, kind: Kind, since: datetime, *, by_person: bool) -> datetime | None:
        """When a record of that kind ends, if it was stated or confirmed at `since`."""
        raise NotImplementedError

    # Writing.

    def _admit(self, tx: Transaction, draft: Draft) -> Outcome:
        """Store `draft`, or add its evidence to what says the same, or supersede what differs."""
        if draft.run is not None and self._erased(
            tx, draft.scope, draft.state.content, draft.evidence
        ):
            return self._refused(*_ERASED)
        space = self._space(tx, draft.scope)
        alike = self._alike(tx, space, draft)
        line: list[Record] = []
        if draft.topic is not None and not self._multi(draft.topic, draft.kind):
            line = records.timeline(tx, self.layer, draft.scope, draft.topic)
            held, _ = _neighbours(line, draft.state.valid_from)
            reaches = held is not None and _reaches(held, draft.state.valid_from)
            alike = [one for one in alike if one.status is Status.PENDING]
            alike += [held] if held is not None and reaches else []
        value = draft.state.content
        same_one = near_statement if self._merges(draft.kind) else same_statement
        said = [one for one in alike if same_one(one.content, value)]
        same = min(
            said,
            key=lambda one: (
                one.status is Status.PENDING,
                not same_statement(one.content, value),
            ),
            default=None,
        )
        if same is None and draft.topic is None:
            draft = self._marked(draft, alike)
        if same is not None and not (
            same.status is Status.PENDING and draft.state.status is Status.ACTIVE
        ):
            return self._merged(tx, same, draft)
        if same is not None:
            # The person has now said what was only waiting: their word is its confirmation.
            return self._said_now(tx, same, draft)
        state = draft.state
        if state.status is Status.PENDING:
            record = self._added(tx, space, draft, state)
            return self._outcome(
                Done.PENDING, state.status_reason, _waits(state.status_reason), record
            )
        before, after = _neighbours(line, state.valid_from)
        if after is None and before is not None and _outranked(state, before):
            reason = "contradicts_person"
            state = replace(
                state, status=Status.PENDING, status_reason=reason, binding=False, pinned=False
            )
            record = self._added(tx, space, draft, state)
            return self._outcome(Done.PENDING, reason, _waits(reason), record)
        if after is not None:
            state = replace(
                state,
                status=Status.SUPERSEDED,
                valid_to=_earlier(state.valid_to, after.state.valid_from),
                superseded_by=after.id,
            )
        closes = before is not None and _reaches(before, state.valid_from)
        new_id = self.access.ids.new()
        resumes = _stated_after(before, state.valid_from) if closes and before is not None else ()
        if closes and before is not None:
            self._closed(tx, before, at=state.valid_from, by=new_id)
            if resumes:
                return self._between(tx, space, draft, new_id, before, resumes)
            if before.status is Status.ACTIVE:
                state = replace(state, supersedes=(before.id,))
        record = self._added(tx, space, draft, state, new_id)
        if closes and before is not None and before.status is Status.ACTIVE:
            return self._outcome(
                Done.SUPERSEDED,
                "superseded",
                f"Stored; it takes the place of what held until now, “{before.content}”.",
                record,
                closed=(before.id,),
            )
        if after is not None:
            return self._outcome(
                Done.STORED,
                "older_than_current",
                "Stored as history: a newer value is known and stays current.",
                record,
            )
        if state.status_reason.startswith("conflicts with"):
            return self._outcome(
                Done.STORED, "conflicts", f"Stored; it {state.status_reason}.", record
            )
        return self._outcome(Done.STORED, "stored", "Stored.", record)

    def _between(
        self,
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
        again = self.access.ids.new()
        since = resumes[0].said_at
        state = replace(draft.state, status=Status.SUPERSEDED, valid_to=since, superseded_by=again)
        record = self._added(tx, space, draft, state, id)
        resumed = replace(
            draft,
            kind=before.kind,
            state=replace(before.state, valid_from=since, supersedes=(id,)),
            evidence=resumes,
            reason=f"stated again after {id}",
        )
        self._added(tx, space, resumed, resumed.state, again)
        return self._outcome(
            Done.STORED,
            "older_than_current",
            "Stored as history: the other value was stated again later and holds.",
            record,
        )

    def _merges(self, kind: Kind) -> bool:
        """Whether what says the same in nearly the same words is one (policy)."""
        return self._class(kind).merge_above is not None

    def _alike(self, tx: Transaction, space: int, draft: Draft) -> list[Record]:
        """What of the draft's topic, or its likeness if it has none, is active or waits."""
        if draft.topic is not None:
            return records.timeline(tx, self.layer, draft.scope, draft.topic, _OPEN)
        key = frame_key(draft.state.content)
        found = search.look_up(tx, [space], [key]).candidates(tx, limit=_ALIKE)
        read = records.current(tx, self.layer, [one.place.item for one in found])
        return [
            one
            for one in sorted(read.values(), key=lambda one: (one.known_from, one.id))
            if one.topic is None and one.status in _OPEN
        ]

    def _marked(self, draft: Draft, alike: list[Record]) -> Draft:
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

    def _merged(self, tx: Transaction, same: Record, draft: Draft) -> Outcome:
        """The evidence of `draft` added to what says the same, and its wording kept if it is new.

        What only came back from where it was known adds nothing.
        """
        cited = records.cite(tx, same, draft.counted, owner=self.access.user)
        new = len(cited.evidence) > len(same.evidence)
        stronger = draft.state.source.rank < same.source.rank
        reworded = new and draft.state.source.rank <= same.source.rank and _newer(draft, same)
        if stronger or self._expired(same) or (reworded and same.content != draft.state.content):
            state = replace(
                same.state,
                content=draft.state.content if reworded or stronger else same.content,
                source=min(same.source, draft.state.source, key=lambda one: one.rank),
                confidence=max(same.state.confidence, draft.state.confidence),
                binding=same.state.binding or draft.state.binding,
                pinned=same.state.pinned or draft.state.pinned,
                expires=draft.state.expires,
            )
            cited = self._written(tx, cited, state, self._origin(draft))
        elif not new:
            return self._outcome(Done.UNCHANGED, "known", "Known already.", same)
        return self._outcome(
            Done.MERGED, "evidence_added", "Known already; the evidence was added to it.", cited
        )

    def _said_now(self, tx: Transaction, same: Record, draft: Draft) -> Outcome:
        cited = records.cite(tx, same, draft.evidence, owner=self.access.user)
        return self._placed(
            tx,
            cited,
            draft.state,
            self._origin(draft),
            "settled",
            "Said now, so no longer waiting.",
        )

    def _added(
        self, tx: Transaction, space: int, draft: Draft, state: State, id: str | None = None
    ) -> Record:
        if state.status is Status.PENDING:
            state = replace(state, expires=self._waits_until(state.expires))
        record = records.add(
            tx,
            id=id or self.access.ids.new(),
            layer=self.layer,
            scope=draft.scope,
            kind=draft.kind,
            topic=draft.topic,
            state=state,
            origin=self._origin(draft),
            evidence=draft.evidence,
            owner=self.access.user,
            multi_valued=draft.topic is not None and self._multi(draft.topic, draft.kind),
            now=self.access.now(),
        )
        self._indexed(tx, space, record)
        return record

    def _placed(
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
        if record.topic is not None and not self._multi(record.topic, record.kind):
            line = [
                one
                for one in records.timeline(tx, self.layer, record.scope, record.topic)
                if one.id != record.id
            ]
            before, after = _neighbours(line, state.valid_from)
            if after is not None:
                # Newer values are known, but a person wants this one now: it holds from now on.
                state = replace(state, valid_from=max(self.access.now(), after.state.valid_from))
                before, after = _neighbours(line, state.valid_from)
            if before is not None and _reaches(before, state.valid_from):
                self._closed(tx, before, at=state.valid_from, by=record.id)
                if before.status is Status.ACTIVE:
                    closed = (before.id,)
                    state = replace(state, supersedes=(*state.supersedes, before.id))
        written = self._written(tx, record, state, origin)
        done = Done.SUPERSEDED if closed else Done.STORED
        return self._outcome(done, code, sentence, written, closed=closed)

    def _reopened(self, tx: Transaction, record: Record, origin: Origin) -> Outcome:
        assert record.topic is not None
        line = records.timeline(tx, self.layer, record.scope, record.topic)
        # It holds with an open end again: nothing that came after it, history or not, holds beside.
        since = record.state.valid_from
        later = [one for one in line if one.id != record.id and _ever(one) and _reaches(one, since)]
        for one in later:
            self._written(
                tx,
                one,
                replace(one.state, status=Status.COLD, status_reason="supersession undone"),
                replace(origin, side_effect=f"restored {record.id}"),
            )
        written = self._written(tx, record, self._in_use(record), origin)
        return self._outcome(
            Done.SUPERSEDED if later else Done.STORED,
            "restored",
            "Current again; what had taken its place is out of recall.",
            written,
            closed=tuple(one.id for one in later),
        )

    def _closed(self, tx: Transaction, record: Record, *, at: datetime, by: str) -> None:
        state = replace(record.state, status=Status.SUPERSEDED, valid_to=at, superseded_by=by)
        origin = replace(self.access.origin("superseded"), side_effect=f"superseded by {by}")
        self._written(tx, record, state, origin)

    def _set_aside(
        self, id: str, status: Status, code: str, reason: str, allowed: tuple[Status, ...]
    ) -> Outcome:
        with self.access.database.write(self.access.tenant) as tx:
            record = self._locked(tx, id)
            if record.status is status:
                return self._outcome(Done.UNCHANGED, code, f"It is {status.value} already.", record)
            if record.status not in allowed:
                return self._outcome(
                    Done.REJECTED,
                    f"is_{record.status.value}",
                    f"It is {record.status.value}, so it cannot be {code}.",
                    record,
                )
            state = replace(record.state, status=status, status_reason=reason)
            written = self._written(tx, record, state, self.access.origin(reason or code))
        return self._outcome(
            Done.REMOVED, code, f"{code.capitalize()}; it can be restored.", written
        )

    def _written(self, tx: Transaction, record: Record, state: State, origin: Origin) -> Record:
        multi = record.topic is not None and self._multi(record.topic, record.kind)
        revised = records.revise(
            tx, record, state, origin, multi_valued=multi, now=self.access.now()
        )
        self._indexed(tx, self._space(tx, record.scope), revised)
        return revised

    # Small parts.

    def _locked(self, tx: Transaction, id: str) -> Record:
        """The current record, read after the writers of its scope have been made to wait."""
        record = self._current(tx, id)
        self._space(tx, record.scope)
        return self._current(tx, id)

    def _current(self, tx: Transaction, id: str) -> Record:
        record = records.current(tx, self.layer, [encodable("id", id)]).get(id)
        if record is None or record.scope not in self._scopes():
            raise NotFound(_NOUNS[self.layer], id)
        return record

    def _space(self, tx: Transaction, scope: Scope) -> int:
        return search.open_space(tx, self.layer, str(scope))

    def _indexed(self, tx: Transaction, space: int, record: Record) -> None:
        if not self.searchable:
            return
        if findable(record):
            search.put(tx, space, index_entry(record))
            self._thawed(tx, record)
        elif is_cold(record):
            cold = search.open_space(tx, self.layer, cold_scope(record.scope))
            # Its words are those of before: they need not be cut again.
            if search.move(tx, [record.id], space, cold):
                search.put(tx, cold, index_entry(record))
        else:
            search.drop(tx, space, record.id)
            self._thawed(tx, record)

    def _multi(self, topic: Topic, kind: Kind) -> bool:
        return topic.attribute in self._class(kind).multi_valued

    def _in_use(self, record: Record) -> State:
        said = record.source is Source.USER_EXPLICIT or record.state.confirmed_at is not None
        return replace(
            record.state,
            status=Status.ACTIVE,
            status_reason="",
            valid_to=None,
            superseded_by=None,
            expires=self._lifetime(record.kind, self.access.now(), by_person=said),
        )

    def _told(self, tx: Transaction, record: Record, evidence: Evidence | None) -> Record | Refusal:
        """`record` with where the person answered; why that does not hold."""
        if evidence is None:
            return record
        checked = check(tx, self.access, record.content, (evidence,))
        if isinstance(checked, Refusal):
            return checked
        if not checked.by_person:
            return Refusal(code="not_the_person", message="Only the person can answer for it.")
        return records.cite(tx, record, checked.held, owner=self.access.user)

    def _waits_until(self, expires: datetime | None) -> datetime | None:
        """When something that waits from now on for a person expires."""
        waits_for = self.access.policy.flows.waits_for
        return expires if waits_for is None else later(self.access.now(), waits_for)

    def _kept_until(self, record: Record, content: str) -> datetime | None:
        """When a record ends that a person has vouched for now: personal data always do."""
        now = self.access.now()
        ends = self._lifetime(record.kind, now, by_person=True)
        ttl = self.access.policy.memories.ttl
        if ends is None and ttl is not None and find_personal_data(content):
            return later(now, ttl)
        return ends

    def _expired(self, record: Record) -> bool:
        return record.state.expires is not None and record.state.expires <= self.access.now()

    def stands(self, record: Record) -> bool:
        """Whether an active record may be served: not expired, its evidence not all retracted."""
        if self._expired(record):
            return False
        return not record.evidence or any(
            held.standing is not Standing.RETRACTED for held in record.evidence
        )

    def _origin(self, draft: Draft) -> Origin:
        return replace(self.access.origin(draft.reason), run=draft.run)

    def _by_person(self, reason: str) -> Origin:
        return replace(self.access.origin(reason), verified_by=self.access.user)

    def _refused(self, code: str, message: str) -> Outcome:
        return Outcome(done=Done.REJECTED, layer=self.layer, code=code, message=message)

    def _outcome(
        self,
        done: Done,
        code: str,
        message: str,
        record: Record,
        *,
        closed: tuple[str, ...] = (),
    ) -> Outcome:
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


def findable(record: Record) -> bool:
    """Whether a record of a searchable layer has its place in the index."""
    return record.status in (Status.ACTIVE, Status.PENDING)


def index_entry(record: Record) -> search.Entry:
    """How a findable record stands in the index."""
    return search.Entry(
        item=record.id,
        part="",
        spoken_by_person=record.source is Source.USER_EXPLICIT,
        at=record.state.valid_from,
        terms=index_terms(record),
    )


def index_terms(record: Record) -> list[str]:
    """What the index holds of a record: its words, the key of what could say the same, its day.

    The day since when it holds is that of UTC: a record is of a scope, and a scope has no zone.
    """
    day = record.state.valid_from.astimezone(UTC).date()
    return [*terms(search_text(record)), frame_key(record.content), *search.dated(day, day)]


def told_by_nobody(record: Record) -> bool:
    """Whether it waits as an instruction that no person gave: whoever confirms it is told so."""
    why = record.state.status_reason
    by_person = record.source.rank <= Source.USER_IMPLICIT.rank
    return why == "untrusted_instruction" or (why == "standing_order" and not by_person)


def came_from(record: Record) -> str:
    """In one line, what a record rests on: its source, its task, the days and the words."""
    said = [
        f"{held.said_at.date().isoformat()}, “{' '.join(held.quotation.split())[:_SHOWN]}”"
        for held in record.evidence
        if held.quotation
    ]
    task = [f"task {record.origin.task}"] if record.origin.task else []
    return "; ".join([record.source.value, *task, *said])


_SHOWN = 160
"""Characters of a quotation in a line."""


def search_text(record: Record) -> str:
    """The words under which a record is found."""
    topic = str(record.topic) if record.topic is not None else ""
    return "\n".join(part for part in (record.content, record.state.reason_given, topic) if part)


_NOUNS = {Layer.MEMORIES: "memory", Layer.PROFILE: "profile fact"}


def _neighbours(line: list[Record], moment: datetime) -> tuple[Record | None, Record | None]:
    """The last value that began to hold at `moment` or before, and the first that began later."""
    held = [one for one in line if _ever(one)]
    before = [one for one in held if one.state.valid_from <= moment]
    after = [one for one in held if one.state.valid_from > moment]
    return (before[-1] if before else None, after[0] if after else None)


def _ever(record: Record) -> bool:
    """Whether it holds at any time: what was superseded in the same instant does not."""
    return record.state.valid_to is None or record.state.valid_to > record.state.valid_from


def _stated_after(record: Record, moment: datetime) -> tuple[HeldEvidence, ...]:
    """The evidence that stated the record's value again after `moment`, oldest first."""
    later = [
        held
        for held in record.evidence
        if held.said_at > moment
        and held.standing is Standing.HELD
        and (record.state.valid_to is None or held.said_at < record.state.valid_to)
    ]
    return tuple(sorted(later, key=lambda held: held.said_at))


def _reaches(record: Record, moment: datetime) -> bool:
    return record.state.valid_to is None or record.state.valid_to > moment


def _newer(draft: Draft, same: Record) -> bool:
    """Whether what `draft` rests on was said no earlier than what `same` rests on."""
    said = max((held.said_at for held in draft.counted), default=draft.state.valid_from)
    return all(held.said_at <= said for held in same.evidence)


def _outranked(state: State, held: Record) -> bool:
    """Whether an inference would close what a person said or confirmed, and still holds."""
    persons = held.source is Source.USER_EXPLICIT or held.state.confirmed_at is not None
    inferred = state.source.rank > Source.USER_IMPLICIT.rank
    return inferred and persons and held.status is Status.ACTIVE


def _commands(value: str, checked: Checked) -> bool:
    said = checked.source in (Source.USER_EXPLICIT, Source.USER_IMPLICIT)
    return orders(value) or (not said and (overrides(value) or instructs(checked.others)))


def _earlier(one: datetime | None, other: datetime) -> datetime:
    return other if one is None else min(one, other)


def _waits(code: str) -> str:
    return _WAITING.get(code, "Waits for a person to confirm it.")


_WAITING = {
    "standing_order": "A standing order to act waits for a person to confirm it.",
    "untrusted_instruction": "It reads as an instruction and no person said it: it waits.",
    "unsure": "It was said, and perhaps meant otherwise: it waits for the person to confirm it.",
    "inferred": "Nobody said so in these words: it waits for a person to confirm it.",
    "contradicts_person": "The person said otherwise: it waits for them to confirm it.",
    "personal_data": "It holds personal data: it waits for a person to let it be kept.",
    "important": "It is important and nobody said it in so many words: it waits for a person.",
}


def cited(evidence: Evidence | Sequence[Evidence] | None) -> tuple[Evidence, ...]:
    """The evidence as a tuple, whether one, several or none were given."""
    if evidence is None:
        return ()
    return tuple(evidence) if isinstance(evidence, Sequence) else (evidence,)
