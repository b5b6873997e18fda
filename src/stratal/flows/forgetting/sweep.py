"""A sweep: the rules of the policy, carried out on all of a tenant.

Small transactions, each of which does some things and records them; between two of them others
write. Every change compares the revision that was looked at with the one that is current. So a
sweep may be killed, be begun by two at once, and stand beside any number of writers: what somebody
changed meanwhile is left for the next one, and nothing is done twice.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from typing import TypeAlias

from stratal.core.clock import Clock, Ids, from_micros, to_micros
from stratal.core.forgetting import (
    Act,
    Action,
    ActionState,
    Cause,
    Group,
    Kept,
    Step,
    SweepReport,
    SweepState,
)
from stratal.core.identity import Principal, Scope
from stratal.core.policy import Policy
from stratal.core.records import Layer, Origin, Record, State, Status
from stratal.flows.forgetting import retention
from stratal.flows.forgetting.plan import Planned, ScopePlan
from stratal.layers.access import Access
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.storage import doctor, records, sweeps
from stratal.storage.database import Database, Transaction
from stratal.storage.sweeps import ACTOR

SWEEP = "sweep"
"""The kind of job that is one."""
LAYERS = (Layer.MEMORIES, Layer.PROFILE)
BATCH = 200
"""Things that are done in one transaction at most."""
_READ = 5
"""Of these so many are read at once."""
_SECONDS = 0.005
"""After so long a transaction is ended, for others wait for it."""
_SHOWN = 1_000
"""Single things of a dry run that are told."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """How far a sweep is."""

    what: str
    done: int
    of: int
    """0 where nobody knows."""


Told: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Ground:
    """What a sweep works with: one tenant of a database, and the rules in force."""

    database: Database
    tenant: str
    policy: Policy
    clock: Clock
    ids: Ids

    def layer(self, layer: Layer, scope: Scope) -> Memories | Profile:
        """The layer, as far as one scope goes."""
        user = scope.name if scope.kind == "user" else ACTOR
        access = Access(
            database=self.database,
            principal=Principal(tenant=self.tenant, user=user),
            conversation=ACTOR,
            scopes=(scope,),
            write=scope,
            time_zone=UTC,
            policy=self.policy,
            clock=self.clock,
            ids=self.ids,
        )
        return Profile(access=access) if layer is Layer.PROFILE else Memories(access=access)

    def plan(self, layer: Layer, scope: Scope, now: datetime) -> ScopePlan:
        return ScopePlan(
            database=self.database,
            tenant=self.tenant,
            layer=layer,
            scope=scope,
            policy=self.policy,
            now=to_micros(now),
        )

    def scopes(self, layer: Layer) -> Iterator[Scope]:
        """The scopes in which the layer has something."""
        after = ""
        while True:
            with self.database.read(self.tenant) as tx:
                found = doctor.scopes(tx, layer, after)
            if not found:
                return
            yield from map(Scope.parse, found)
            after = found[-1]


@dataclass(kw_only=True, slots=True)
class Sweeping:
    """A sweep under way."""

    ground: Ground
    id: str
    started_at: datetime
    kept: Counter[Kept] = field(default_factory=Counter)
    removed: int = 0
    looked_at: int = 0

    def steps(self) -> Generator[Progress, None, None]:
        """Do it, batch by batch; yields after each, and others may write then."""
        ground = self.ground
        now = ground.clock.now()
        for layer in LAYERS:
            for scope in ground.scopes(layer):
                plan = ground.plan(layer, scope, now)
                size = plan.size()
                self.looked_at += size
                named = f"{layer.value} of {scope}"
                yield Progress(what=named, done=0, of=size)
                done = 0
                for planned in (plan.merges(), plan.rest()):
                    for some in _some(planned):
                        for count in self._batches(layer, scope, some):
                            done += count
                            yield Progress(what=named, done=min(done, size), of=size)
                self.kept += plan.kept
        for what, count in retention.set_aside(ground, self.id, now):
            yield Progress(what=what, done=count, of=0)
        for count in retention.remove(ground, now):
            self.removed += count
            yield Progress(what="removed", done=self.removed, of=0)
        with ground.database.write(ground.tenant) as tx:
            sweeps.end(tx, self.id, ground.clock.now())

    def report(self) -> SweepReport:
        """What it did so far, those who went on with it included."""
        with self.ground.database.read(self.ground.tenant) as tx:
            found = sweeps.groups(tx, self.id)
            row = sweeps.get(tx, self.id)
        assert row is not None, "it was begun"
        return SweepReport(
            id=self.id,
            tenant=self.ground.tenant,
            state=row.state,
            started_at=row.started_at,
            ended_at=row.ended_at,
            groups=tuple(found),
            kept=dict(self.kept),
            removed=self.removed,
            looked_at=self.looked_at,
        )

    def _batches(self, layer: Layer, scope: Scope, some: Sequence[Planned]) -> Iterator[int]:
        database = self.ground.database
        at = 0
        while at < len(some):
            with database.write(self.ground.tenant) as tx:
                held = time.monotonic()
                door = self.ground.layer(layer, scope)
                door.hold(tx, scope)
                first, last = at, min(at + _READ, len(some))
                ids = [one for planned in some[first:last] for one in _ids(planned)]
                current = records.current(tx, layer, ids)
                while at < last and time.monotonic() - held < _SECONDS:
                    self._do(tx, door, some[at], current)
                    at += 1
            # Twice as long for the others: who waits in a queue that is never empty waits long.
            time.sleep(min(2 * (time.monotonic() - held), 10 * _SECONDS))
            yield at - first

    def _do(
        self,
        tx: Transaction,
        door: Memories | Profile,
        planned: Planned,
        current: dict[str, Record],
    ) -> None:
        record = current.get(planned.one.id)
        if record is None:
            return
        if planned.act is Act.MERGE:
            self._merge(tx, door, planned, record, current)
            return
        if record.revision != planned.one.revision:
            return
        self._write(tx, door, record, _changed(record, planned), planned.act, planned.cause)

    def _merge(
        self,
        tx: Transaction,
        door: Memories | Profile,
        planned: Planned,
        stays: Record,
        current: dict[str, Record],
    ) -> None:
        """Unite the evidence with `stays`; the others are out of use from now on."""
        if stays.status is not Status.ACTIVE or stays.content != planned.one.content:
            return
        alike = [
            current[one.id]
            for one in planned.alike
            if one.id in current and current[one.id].revision == one.revision
        ]
        if not alike:
            return
        importance = max(one.state.importance for one in (stays, *alike))
        united = replace(stays.state, importance=importance)
        before = stays.revision
        stays = door.by_rule(tx, stays, united, self._origin(Cause.DUPLICATE))
        for one in alike:
            sweeps.unite(tx, source=one.id, into=stays.id, revision=stays.revision)
            merged = replace(one.state, status=Status.COLD, status_reason=Cause.DUPLICATE.value)
            self._write(tx, door, one, merged, Act.MERGE, Cause.DUPLICATE, other=stays.id)
            self._record(
                tx,
                stays,
                Act.UNITE,
                Cause.DUPLICATE,
                other=one.id,
                before=before,
                written=stays.revision,
                frees=0,
            )

    def _write(
        self,
        tx: Transaction,
        door: Memories | Profile,
        record: Record,
        state: State,
        act: Act,
        cause: Cause,
        *,
        other: str | None = None,
    ) -> None:
        written = door.by_rule(tx, record, state, self._origin(cause, other))
        self._record(
            tx,
            record,
            act,
            cause,
            other=other,
            before=record.revision,
            written=written.revision,
            frees=0 if act is Act.RENEW else len(record.content),
        )

    def _record(
        self,
        tx: Transaction,
        record: Record,
        act: Act,
        cause: Cause,
        *,
        other: str | None,
        before: int,
        written: int,
        frees: int,
    ) -> None:
        sweeps.add(
            tx,
            Action(
                id=self.ground.ids.new(),
                sweep=self.id,
                act=act,
                cause=cause,
                kind=record.layer.value,
                owner="",
                place=str(record.scope),
                item=record.id,
                other=other,
                before=before,
                written=written,
                frees=frees,
                state=ActionState.DONE,
                done_at=self.ground.clock.now(),
            ),
        )

    def _origin(self, cause: Cause, other: str | None = None) -> Origin:
        reason = cause.value if other is None else f"{cause.value} of {other}"
        return Origin(actor=ACTOR, reason=reason, side_effect=f"sweep {self.id}")


def begin(ground: Ground, actor: str) -> Sweeping:
    """Begin a sweep, or go on with one that was begun and not ended."""
    with ground.database.write(ground.tenant) as tx:
        row = sweeps.begin(tx, ground.ids.new(), actor, ground.clock.now())
    return Sweeping(ground=ground, id=row.id, started_at=row.started_at)


def sweep(ground: Ground, actor: str, *, told: Told | None = None) -> SweepReport:
    """Forget what is to be forgotten by the policy; what was done, and what was kept by rule."""
    sweeping = begin(ground, actor)
    for progress in sweeping.steps():
        if told is not None:
            told(progress)
    return sweeping.report()


def try_dry(ground: Ground, *, told: Told | None = None) -> SweepReport:
    """What a sweep would do now; nothing is written."""
    now = ground.clock.now()
    groups: dict[tuple[Act, Cause, str, str], tuple[int, int]] = {}
    steps: list[Step] = []
    kept: Counter[Kept] = Counter()
    looked_at = 0

    def note(layer: Layer, scope: Scope, act: Act, cause: Cause, id: str, content: str) -> None:
        key = (act, cause, layer.value, str(scope))
        count, frees = groups.get(key, (0, 0))
        groups[key] = (count + 1, frees + (0 if act is Act.RENEW else len(content)))
        if len(steps) < _SHOWN:
            steps.append(
                Step(
                    act=act,
                    cause=cause,
                    kind=layer.value,
                    place=str(scope),
                    item=id,
                    content=content,
                )
            )

    for layer in LAYERS:
        for scope in ground.scopes(layer):
            plan = ground.plan(layer, scope, now)
            size = plan.size()
            looked_at += size
            if told is not None:
                told(Progress(what=f"{layer.value} of {scope}", done=0, of=size))
            gone: set[str] = set()
            for planned in plan.merges():
                for one in planned.alike:
                    gone.add(one.id)
                    note(layer, scope, Act.MERGE, planned.cause, one.id, one.content)
            for planned in plan.rest(gone):
                one = planned.one
                note(layer, scope, planned.act, planned.cause, one.id, one.content)
            kept += plan.kept
    found = [
        Group(act=act, cause=cause, kind=kind, place=place, count=count, frees=frees)
        for (act, cause, kind, place), (count, frees) in groups.items()
    ]
    found += retention.would_set_aside(ground, now)
    return SweepReport(
        id=None,
        tenant=ground.tenant,
        state=SweepState.DONE,
        started_at=now,
        ended_at=None,
        groups=tuple(sorted(found, key=lambda one: (one.act, one.cause, one.kind, one.place))),
        kept=dict(kept),
        removed=retention.count_due(ground, now),
        looked_at=looked_at,
        steps=tuple(steps),
    )


def is_due(ground: Ground) -> bool:
    """Whether the policy asks for a sweep by now."""
    every = ground.policy.forgetting.every
    if every is None:
        return False
    with ground.database.read(ground.tenant) as tx:
        last = sweeps.last_end(tx)
    return last is None or last + every <= ground.clock.now()


def _changed(record: Record, planned: Planned) -> State:
    """What the rules make of a record."""
    if planned.act is Act.RENEW:
        assert planned.expires is not None
        return replace(record.state, expires=from_micros(planned.expires))
    status = Status.EXPIRED if planned.act is Act.EXPIRE else Status.COLD
    return replace(record.state, status=status, status_reason=planned.cause.value)


def _ids(planned: Planned) -> list[str]:
    return [planned.one.id, *(one.id for one in planned.alike)]


def _some(planned: Iterator[Planned]) -> Iterator[list[Planned]]:
    while some := list(islice(planned, BATCH)):
        yield some
