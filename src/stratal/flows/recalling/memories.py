"""The shelf of memories: those in use, and those that are out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from stratal.core.clock import to_micros
from stratal.core.records import Kind, Layer, Record, Status
from stratal.flows.recalling.hits import Distinct, Hit
from stratal.flows.recalling.shelf import Answer, Shelf, adds_of, pieces, why_found
from stratal.flows.relevance import Relevant
from stratal.layers.access import Access
from stratal.layers.cold import cold_scope, is_cold
from stratal.layers.memories import Memories
from stratal.storage import records
from stratal.storage.database import Transaction

_WEIGHED_AT_ONCE = 200
_HOUR = 3_600_000_000
"""Microseconds."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Weighed:
    """A candidate whose score is known before its record is read."""

    relevant: Relevant
    score: float
    hours: float
    """How long it has held."""
    recency: float


class MemoryShelf(Shelf):
    """What is in use: of one topic's values, the one that the nearest scope holds now."""

    layer = Layer.MEMORIES
    talk = False

    def __init__(self, access: Access, *, pending: bool) -> None:
        super().__init__(access)
        self._memories = Memories(access=access)
        self._statuses = {Status.ACTIVE, *([Status.PENDING] if pending else [])}

    def scopes(self) -> Sequence[str]:
        return [str(scope) for scope in self.access.scopes]

    def hits(self, tx: Transaction, ranked: Sequence[Relevant], answer: Answer, k: int) -> None:
        weights = self.access.policy.weights
        kept = Distinct()
        for piece in pieces(ranked, _WEIGHED_AT_ONCE):
            # Recency and importance can add no more than their weights: once k are ahead of what
            # is left even then, nothing below can change the answer.
            reach = weights.relevance * piece[0].relevance + weights.recency + weights.importance
            if kept.ahead(k, reach):
                break
            # Reading a record is the dearest step, so those that lead are read first.
            for some in pieces(self._weighed(tx, piece), k):
                if kept.ahead(k, some[0].score):
                    break
                ids = [each.relevant.found.place.item for each in some]
                found = records.current(tx, self.layer, ids)
                for item, each in zip(ids, some, strict=True):
                    record = found.get(item)
                    if record is not None and self._served(tx, record, answer):
                        kept.add(self._hit(each, record))
        answer.hits += kept.best(k)

    def _weighed(self, tx: Transaction, ranked: Sequence[Relevant]) -> list[_Weighed]:
        """Those that still exist with their scores, the best first."""
        policy, now = self.access.policy, to_micros(self.access.now())
        known = records.weights(tx, self.layer, [one.found.place.item for one in ranked])
        weighed = []
        for one in ranked:
            if one.found.place.item not in known:
                continue
            kind, importance = known[one.found.place.item]
            rules = policy.preferences if kind is Kind.PREFERENCE else policy.memories
            hours = max(0, now - one.found.at) / _HOUR
            recency = rules.decay.per_hour**hours
            score = (
                policy.weights.relevance * one.relevance
                + policy.weights.recency * recency
                + policy.weights.importance * importance / 10
            )
            weighed.append(_Weighed(relevant=one, score=score, hours=hours, recency=recency))
        weighed.sort(key=lambda each: (-each.score, each.relevant.found.place.item))
        return weighed

    def _served(self, tx: Transaction, record: Record, answer: Answer) -> bool:
        now = self.access.now()
        if (
            record.status not in self._statuses
            or not self._memories.stands(record)
            or (record.state.valid_to is not None and record.state.valid_to <= now)
        ):
            return False
        nearer = self._nearer(tx, record)
        if record in self._memories.shadow([record, *nearer]).hidden:
            answer.notes.append(
                f"{record.topic} of {record.scope} is hidden by that of {nearer[-1].scope}"
            )
            return False
        return True

    def _nearer(self, tx: Transaction, record: Record) -> list[Record]:
        """What the scopes nearer than the record's hold in its topic."""
        if record.topic is None:
            return []
        place = self.access.scopes.index(record.scope)
        return [
            one
            for scope in self.access.scopes[place + 1 :]
            for one in records.timeline(tx, self.layer, scope, record.topic, (Status.ACTIVE,))
            if self._memories.stands(one)
        ]

    def _hit(self, weighed: _Weighed, record: Record) -> Hit:
        one, importance = weighed.relevant, record.state.importance
        weights = self.access.policy.weights
        waits = ["waits for a person"] if record.status is Status.PENDING else []
        waits += [f"out of use: {record.state.status_reason or 'forgotten'}"] * is_cold(record)
        return Hit(
            id=record.id,
            layer=self.layer,
            text=record.content,
            score=weighed.score,
            parts=MappingProxyType(
                {
                    "relevance": one.relevance,
                    **one.parts,
                    "recency": weighed.recency,
                    "importance": importance / 10,
                }
            ),
            adds=adds_of(
                one,
                weights.relevance,
                recency=weights.recency * weighed.recency,
                importance=weights.importance * importance / 10,
            ),
            why="; ".join(
                [*waits, *why_found(one), f"{_age(weighed.hours)} old", f"importance {importance}"]
            ),
            at=record.state.valid_from,
            record=record,
        )


class ColdShelf(MemoryShelf):
    """What is out of use, whatever its time and whoever holds its topic now."""

    def __init__(self, access: Access) -> None:
        super().__init__(access, pending=False)

    def scopes(self) -> Sequence[str]:
        return [cold_scope(scope) for scope in self.access.scopes]

    def _served(self, tx: Transaction, record: Record, answer: Answer) -> bool:
        return is_cold(record)


def _age(hours: float) -> str:
    return f"{hours:.0f} h" if hours < 48 else f"{hours / 24:.0f} days"
