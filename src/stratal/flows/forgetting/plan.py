"""What a sweep would do to one scope.

A scope of usual size is read once and held. A larger one is walked page by page as often as the
rules need, and of what is walked through only so much is kept as the class may hold, and eight
bytes an item to find what is said twice. So the memory that it takes does not grow with the words.
"""

from __future__ import annotations

import heapq
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b

from stratal.core.canonical import digest
from stratal.core.forgetting import Act, Cause, Kept
from stratal.core.identity import Scope
from stratal.core.policy import ClassPolicy, Policy
from stratal.core.records import Kind, Layer, Status
from stratal.flows.forgetting import rules
from stratal.storage import search, sweeps, swept
from stratal.storage.database import Database, Transaction
from stratal.storage.sweeps import Candidate
from stratal.storage.swept import Standing, Swept
from stratal.text.likeness import near_key, near_statement

AT_ONCE = 12
"""Revisions that are written in one transaction."""
PAGE = 500
"""Records that are read at once."""
_APPLIED = 1
"""To be counted on whenever a rule, or what says the same, is decided differently."""
HELD = 2_000
"""Records of a scope that are held rather than read again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Planned:
    """One thing to do, on the revision that was looked at."""

    act: Act
    cause: Cause
    one: Candidate
    expires: int | None = None
    """Until when it lives from now on, if it is renewed."""
    alike: tuple[Candidate, ...] = ()
    """What says the same and goes, if others are merged into it."""

    @property
    def all(self) -> tuple[Candidate, ...]:
        return (self.one, *self.alike)


@dataclass(kw_only=True, slots=True)
class ScopePlan:
    """The rules of the policy, put to the records of one layer in one scope at one time."""

    database: Database
    tenant: str
    layer: Layer
    scope: Scope
    policy: Policy
    now: int
    kept: Counter[Kept] = field(default_factory=Counter)
    """What a rule would have taken, by what keeps it."""
    _held: list[Candidate] | None = None
    _gone: set[str] = field(default_factory=set)
    """What was merged into others."""
    _united: dict[str, Candidate] = field(default_factory=dict)
    """What others were merged into, as it is since."""
    _size: int = 0
    _found: Standing | None = None
    """How the index of the scope stood before anything was read."""
    _until: int | None = None
    """When the next rule has work here, if nothing changes."""
    _settled: bool = True
    """Whether that can be told."""

    def known(self) -> Swept | None:
        """What is known of the scope, if nothing has changed since and no rule has work there."""
        if not self._searchable:
            return None
        with self.database.read(self.tenant) as tx:
            found = swept.find(tx, self.layer, self.scope)
        if found is None:
            return None
        self._found, last = found
        if last is None or last.standing != self._found or last.rules != self._rules():
            return None
        return last if last.until is None or last.until > self.now else None

    def keep(self, tx: Transaction, cooled: int) -> None:
        """Note how the scope is left, `cooled` of it out of use, if nobody changed it meanwhile."""
        if self._found is None or not self._settled:
            return
        standing = replace(self._found, entries=self._found.entries - cooled)
        known = Swept(
            rules=self._rules(),
            standing=standing,
            until=self._until,
            size=self._size - cooled,
            kept=self.kept,
        )
        swept.keep(tx, self.layer, self.scope, known)

    def merges(self) -> Iterator[Planned]:
        """What says the same, each group once, to be done before the rest is asked for."""
        twice = self._twice()
        if not twice:
            return
        groups: dict[int, list[Candidate]] = defaultdict(list)
        for one in self._lasting():
            key = self._key(one)
            if key is not None and key in twice:
                groups[key].append(one)
        for group in groups.values():
            yield from self._merged(group)

    def rest(self) -> Iterator[Planned]:
        """What is to expire, to go cold or to live on, once what says the same is merged."""
        places = self._places()
        for one in self._pages():
            until = rules.renewed(one, self.policy, self.now) if self._profile else None
            if until is not None:
                yield Planned(act=Act.RENEW, cause=Cause.IN_USE, one=one, expires=until)
                continue
            found = self._fate(one, places)
            if found is None:
                self._work_at(rules.next_work(one, self.policy, self.layer))
                continue
            act, cause = found
            keeps = rules.keeps(one, self.layer, cause)
            if keeps is None:
                yield Planned(act=act, cause=cause, one=one)
                continue
            self.kept[keeps] += 1
            if one.expires is not None and one.expires > self.now:
                self._work_at(one.expires)
            # Who is kept where there are too many depends on the others, and on their use.
            self._settled &= cause is not Cause.OVER_CAPACITY

    def size(self) -> int:
        """How many records there are to look at."""
        with self.database.read(self.tenant) as tx:
            count = sweeps.count(tx, self.layer, self.scope)
        if count <= HELD:
            self._held = list(self._read())
        self._size = count
        return count

    def _work_at(self, moment: int | None) -> None:
        if moment is not None:
            self._until = moment if self._until is None else min(self._until, moment)

    def _rules(self) -> str:
        """A digest of all of the policy that decides about memories, and of how it is applied."""
        classes = (self.policy.memories, self.policy.preferences)
        said = [(one.capacity, one.evict, one.merge_above, one.decay) for one in classes]
        return digest(repr((_APPLIED, said)))[:16]

    @property
    def _searchable(self) -> bool:
        """Whether the index tells that nothing has changed."""
        return self.layer is Layer.MEMORIES

    @property
    def _profile(self) -> bool:
        return self.layer is Layer.PROFILE

    def _pages(self) -> Iterator[Candidate]:
        """What is in use or waits, by id, without what was merged into another."""
        for one in self._read() if self._held is None else self._held:
            united = self._united.get(one.id)
            if united is not None and united.revision > one.revision:
                yield united
            elif one.id not in self._gone:
                yield one

    def _read(self) -> Iterator[Candidate]:
        after = ""
        while True:
            with self.database.read(self.tenant) as tx:
                page = sweeps.candidates(tx, self.layer, self.scope, after, PAGE)
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1].id

    def _lasting(self) -> Iterator[Candidate]:
        """What is in use and will be, as far as its own time and score go."""
        for one in self._pages():
            if one.status is not Status.ACTIVE:
                continue
            over = self._over(one)
            if over is not None and rules.keeps(one, self.layer, over) is None:
                continue
            if self._faded(one) and rules.safe(one, self.layer) is None:
                continue
            yield one

    def _over(self, one: Candidate) -> Cause | None:
        return rules.time_over(one, self.layer, self.policy, self.now)

    def _faded(self, one: Candidate) -> bool:
        return rules.faded(one, self.policy, self.layer, self.now)

    def _class(self, one: Candidate) -> ClassPolicy:
        return rules.class_of(self.policy, self.layer, one.kind)

    def _fate(self, one: Candidate, places: _Places) -> tuple[Act, Cause] | None:
        """What the rules would do to it, were it not safe."""
        over = self._over(one)
        if over is not None:
            return (Act.COOL if over is Cause.INACTIVE else Act.EXPIRE), over
        if one.status is not Status.ACTIVE:
            return None
        if self._faded(one):
            return Act.COOL, Cause.FADED
        return (Act.COOL, Cause.OVER_CAPACITY) if places.is_over(self._ranked(one), one) else None

    # What is said twice.

    def _key(self, one: Candidate) -> int | None:
        if self._class(one).merge_above is None or one.undone:
            return None
        return _said_key(one.kind, one.topic or ("", ""), one.content)

    def _twice(self) -> frozenset[int]:
        import numpy as np

        keys = array("Q")
        for one in self._lasting():
            key = self._key(one)
            if key is not None:
                keys.append(key)
        if not keys:
            return frozenset()
        found, counts = np.unique(np.frombuffer(keys, dtype=np.uint64), return_counts=True)
        return frozenset(found[counts > 1].tolist())

    def _merged(self, group: list[Candidate]) -> Iterator[Planned]:
        while len(group) > 1:
            stays = rules.survivor(group)
            others = [one for one in group if one.id != stays.id]
            same = [one for one in others if near_statement(stays.content, one.content)]
            near = self._near(stays, same)
            # What vectors keep apart today others may unite.
            self._settled &= len(near) == len(same)
            for at in range(0, len(near), AT_ONCE):
                alike = tuple(near[at : at + AT_ONCE])
                yield Planned(act=Act.MERGE, cause=Cause.DUPLICATE, one=stays, alike=alike)
                stays = self._with(stays, alike)
            gone = {one.id for one in near}
            group = [one for one in others if one.id not in gone]

    def _with(self, stays: Candidate, alike: Sequence[Candidate]) -> Candidate:
        """What stays, as it is once these are merged into it."""
        self._gone.update(one.id for one in alike)
        said = [one.said for one in (stays, *alike) if one.said is not None]
        united = replace(
            stays,
            revision=stays.revision + 1,
            importance=max(one.importance for one in (stays, *alike)),
            said=max(said, default=None),
        )
        self._united[stays.id] = united
        return united

    def _near(self, stays: Candidate, same: list[Candidate]) -> list[Candidate]:
        """Those whose vectors, where there are any, are as near as the policy asks."""
        least = self._class(stays).merge_above
        if least is None or not same:
            return []
        with self.database.read(self.tenant) as tx:
            cosines = _cosines(tx, self.layer, self.scope, stays.id, [one.id for one in same])
        return [one for one in same if cosines.get(one.id, 1.0) >= least]

    # Who has a place where there are too many.

    def _ranked(self, one: Candidate) -> tuple[float, int, str]:
        strength = rules.strength(one, self._class(one), self.now)
        return strength, rules.active_at(one), one.id

    def _places(self) -> _Places:
        places = _Places()
        for one in self._lasting():
            capacity = self._class(one).capacity
            if capacity is not None:
                safe = rules.safe(one, self.layer) is not None
                places.add(one, self._ranked(one), capacity, safe=safe)
        return places


# Where a scope is held each is asked twice: to find what is said twice, and to group it.
@lru_cache(maxsize=HELD)
def _said_key(kind: str, topic: tuple[str, str], content: str) -> int:
    said = "\x1f".join((kind, *topic, *near_key(content)))
    return int.from_bytes(blake2b(said.encode(), digest_size=8).digest())


class _Places:
    """Of each class in a scope, those that have a place."""

    def __init__(self) -> None:
        self._ranked: dict[bool, list[tuple[float, int, str]]] = defaultdict(list)
        self._counts: Counter[bool] = Counter()
        self._safe: Counter[bool] = Counter()
        self._capacity: dict[bool, int] = {}
        self._least: dict[bool, tuple[float, int, str] | None] = {}

    def add(
        self, one: Candidate, rank: tuple[float, int, str], capacity: int, *, safe: bool
    ) -> None:
        of = one.kind is Kind.PREFERENCE
        self._capacity[of] = capacity
        self._counts[of] += 1
        if safe:
            # What may not go has a place first.
            self._safe[of] += 1
            return
        ranked = self._ranked[of]
        (heapq.heappush if len(ranked) < capacity else heapq.heappushpop)(ranked, rank)

    def is_over(self, rank: tuple[float, int, str], one: Candidate) -> bool:
        """Whether it has no place among the strongest that are left one."""
        of = one.kind is Kind.PREFERENCE
        if self._counts[of] <= self._capacity.get(of, self._counts[of]):
            return False
        if of not in self._least:
            left = max(0, self._capacity[of] - self._safe[of])
            best = heapq.nlargest(left, self._ranked[of])
            self._least[of] = best[-1] if best else None
        least = self._least[of]
        return least is None or rank < least


def _cosines(
    tx: Transaction, layer: Layer, scope: Scope, id: str, others: list[str]
) -> dict[str, float]:
    """How near the vectors of some records are to that of one, as far as they have any."""
    space, in_use = search.find_space(tx, layer, str(scope)), search.generation_in_use(tx)
    if space is None or in_use is None:
        return {}
    found_places = search.named(tx, [space], [id, *others])
    places = {one.place.item: one.place.seq for one in found_places}
    if id not in places:
        return {}
    vectors = tx.vectors_of(generation=in_use[0], space=space, seqs=[places[id]])
    if places[id] not in vectors:
        return {}
    seqs = {seq: item for item, seq in places.items() if item != id}
    found = tx.cosines(
        generation=in_use[0], space=space, query=vectors[places[id]], seqs=sorted(seqs)
    )
    return {seqs[seq]: cosine for seq, cosine in found.items()}
