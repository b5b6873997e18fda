"""The shelf of what happened to the person."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from stratal.core.events import Event
from stratal.core.records import Layer
from stratal.flows.recalling.hits import Distinct, Hit
from stratal.flows.recalling.shelf import Answer, Shelf, adds_of, pieces, why_found
from stratal.flows.relevance import Relevant
from stratal.layers import events as time_line
from stratal.storage import events
from stratal.storage.database import Transaction


class EventShelf(Shelf):
    """Events of the person's time line."""

    layer = Layer.EVENTS
    talk = False

    def scopes(self) -> Sequence[str]:
        return [str(self.access.own_scope)]

    def hits(self, tx: Transaction, ranked: Sequence[Relevant], answer: Answer, k: int) -> None:
        kept = Distinct()
        for piece in pieces(ranked, k):
            found = events.by_ids(tx, self.access.user, [one.found.place.item for one in piece])
            for one in piece:
                event = found.get(one.found.place.item)
                if event is not None and not event.retracted:
                    # What happened twice happened twice, in the same words too.
                    kept.add(self._hit(one, event), says=f"{event.text} {event.at.isoformat()}")
            if len(kept) >= k:
                break
        answer.hits += kept.best(k)

    def _hit(self, one: Relevant, event: Event) -> Hit:
        return Hit(
            id=event.id,
            layer=self.layer,
            text=event.text,
            score=one.relevance,
            parts=MappingProxyType({"relevance": one.relevance, **one.parts}),
            adds=adds_of(one),
            why="; ".join([*why_found(one), time_line.told(event, self.access.time_zone)]),
            at=event.span(self.access.time_zone)[0],
            event=event,
        )
