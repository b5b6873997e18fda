"""A sweep: the rules of the policy, carried out on all of a tenant.

Small transactions, each of which does some things and records them; between two of them others
write. Every change compares the revision that was looked at with the one that is current. So a
sweep may be killed, be begun by two at once, and stand beside any number of writers: what somebody
changed meanwhile is left for the next one, and nothing is done twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TypeAlias

from stratal.core.clock import Clock, Ids, to_micros
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
from stratal.core.records import Layer, Origin, Status
from stratal.flows.forgetting import retention
from stratal.flows.forgetting.plan import AT_ONCE, Planned, ScopePlan
from stratal.flows.pace import Pace
from stratal.layers.access import Access
from stratal.layers.cold import COLD
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.storage import records, sweeps
from stratal.storage.database import Database
from stratal.storage.records import Restated
from stratal.storage.sweeps import ACTOR, Candidate

SWEEP = "sweep"
"""The kind of job that is one."""
LAYERS = (Layer.MEMORIES, Layer.PROFILE)
_SHOWN = 1_000
"""Single things of a dry run that are told."""
_BECOMES = {Act.COOL: Status.COLD, Act.MERGE: Status.COLD, Act.EXPIRE: Status.EXPIRED}
"""In which status a record is from then on; of other acts as before."""


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
        """The scopes in which something of the layer is in use or waits."""
        after = ""
        while True:
            with self.database.read(self.tenant) as tx:
                found = sweeps.next_scope(tx, layer, after)
            if found is None:
                return
            yield found
            after = str(found)


@dataclass(kw_only=True, slots=True)
class Sweeping:
    """A sweep under way."""

    ground: Ground
    id: str
    started_at: datetime
    pace: Pace
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
                known = plan.known()
                if known is not None:
                    self.looked_at += known.size
                    self.kept.update(known.kept)
                    continue
                size = plan.size()
                self.looked_at += size
                named = f"{layer.value} of {scope}"
                yield Progress(what=named, done=0, of=size)
                done = cooled = 0
                for planned in (plan.merges(), plan.rest()):
                    for some in _portions(planned):
                        cooled += self._batch(layer, scope, some)
                        done += len(some)
                        yield Progress(what=named, done=min(done, size), of=size)
                self.kept.update(plan.kept)
                with self.pace.step(), ground.database.write(ground.tenant) as tx:
                    plan.keep(tx, cooled)
        for what, count in retention.set_aside(ground, self.pace, self.id, now):
            yield Progress(what=what, done=count, of=0)
        for count in retention.remove(ground, self.pace, now):
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

    def _batch(self, layer: Layer, scope: Scope, some: Sequence[Planned]) -> int:
        """Do some things, as far as what they are about is as it was when it was looked at.

        How much is out of use for it.
        """
        ground = self.ground
        with self.pace.step(), ground.database.write(ground.tenant) as tx:
            door = ground.layer(layer, scope)
            door.hold(tx, scope)
            current = records.standing(tx, [one.id for planned in some for one in planned.all])
            still = [
                replace(
                    planned,
                    alike=tuple(
                        one for one in planned.alike if current.get(one.id) == one.revision
                    ),
                )
                for planned in some
                if current.get(planned.one.id) == planned.one.revision
            ]
            done = [planned for planned in still if planned.alike or planned.act is not Act.MERGE]
            changes = [change for planned in done for change in self._changes(planned)]
            if not changes:
                return 0
            now = ground.clock.now()
            door.restate(tx, scope, changes, now)
            pairs = [(planned.one, one) for planned in done for one in planned.alike]
            sweeps.unite(tx, [(one.id, stays.id, stays.revision + 1) for stays, one in pairs])
            sweeps.add_all(
                tx,
                (
                    action
                    for planned in done
                    for action in self._actions(planned, layer.value, str(scope), now)
                ),
            )
        return sum(one.status in COLD for one in changes)

    def _changes(self, planned: Planned) -> Iterator[Restated]:
        one = planned.one
        if planned.act is not Act.MERGE:
            yield self._change(one, planned.act, planned.cause, expires=planned.expires)
            return
        importance = max(each.importance for each in planned.all)
        yield self._change(one, Act.UNITE, planned.cause, importance=importance)
        for other in planned.alike:
            yield self._change(other, Act.MERGE, planned.cause, into=one.id)

    def _change(
        self,
        one: Candidate,
        act: Act,
        cause: Cause,
        *,
        importance: int | None = None,
        expires: int | None = None,
        into: str | None = None,
    ) -> Restated:
        status = _BECOMES.get(act, one.status)
        return Restated(
            id=one.id,
            revision=one.revision,
            status=status,
            status_reason=one.status_reason if status is one.status else cause.value,
            importance=importance or one.importance,
            expires=expires or one.expires,
            origin=Origin(
                actor=ACTOR,
                reason=cause.value if into is None else f"{cause.value} of {into}",
                side_effect=f"sweep {self.id}",
            ),
        )

    def _actions(self, planned: Planned, kind: str, place: str, now: datetime) -> Iterator[Action]:
        def action(act: Act, one: Candidate, other: str | None = None) -> Action:
            return Action(
                id=self.ground.ids.new(),
                sweep=self.id,
                act=act,
                cause=planned.cause,
                kind=kind,
                owner="",
                place=place,
                item=one.id,
                other=other,
                before=one.revision,
                written=one.revision + 1,
                frees=0 if act in (Act.RENEW, Act.UNITE) else len(one.content),
                state=ActionState.DONE,
                done_at=now,
            )

        if planned.act is not Act.MERGE:
            yield action(planned.act, planned.one)
        for one in planned.alike:
            # In this order: undoing goes backwards, and parts them before it brings one back.
            yield action(Act.MERGE, one, planned.one.id)
            yield action(Act.UNITE, planned.one, one.id)


def begin(ground: Ground, actor: str) -> Sweeping:
    """Begin a sweep, or go on with one that was begun and not ended."""
    with ground.database.write(ground.tenant) as tx:
        row = sweeps.begin(tx, ground.ids.new(), actor, ground.clock.now())
    pace = Pace(ground.database)
    return Sweeping(ground=ground, id=row.id, started_at=row.started_at, pace=pace)


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
            known = plan.known()
            if known is not None:
                looked_at += known.size
                kept.update(known.kept)
                continue
            size = plan.size()
            looked_at += size
            if told is not None:
                told(Progress(what=f"{layer.value} of {scope}", done=0, of=size))
            for planned in plan.merges():
                for one in planned.alike:
                    note(layer, scope, Act.MERGE, planned.cause, one.id, one.content)
            for planned in plan.rest():
                one = planned.one
                note(layer, scope, planned.act, planned.cause, one.id, one.content)
            kept.update(plan.kept)
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


def _portions(planned: Iterator[Planned]) -> Iterator[list[Planned]]:
    """What is done in one transaction."""
    some: list[Planned] = []
    size = 0
    for one in planned:
        some.append(one)
        size += len(one.all)
        if size >= AT_ONCE:
            yield some
            some, size = [], 0
    if some:
        yield some
