"""The shelf of what happened to the person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from stratal.core.events import Event
from stratal.core.records import Layer
from stratal.flows.recalling.hits import Hit
from stratal.flows.recalling.shelf import ReadingShelf, adds_of, why_found
from stratal.flows.relevance import Relevant
from stratal.layers import events as time_line
from stratal.storage import events
from stratal.storage.database import Transaction


class EventShelf(ReadingShelf[Event]):
    """Events of the person's time line."""

    layer = Layer.EVENTS
    talk = False

    def scopes(self) -> Sequence[str]:
        return [str(self.access.own_scope)]

    def read(self, tx: Transaction, items: Sequence[str]) -> Mapping[str, Event]:
        return events.by_ids(tx, self.access.user, items)

    def serves(self, entry: Event) -> bool:
        return not entry.retracted

    def says(self, entry: Event) -> str:
        # What happened twice happened twice, in the same words too.
        return f"{entry.text} {entry.at.isoformat()}"

    def hit(self, one: Relevant, entry: Event) -> Hit:
        return Hit(
            id=entry.id,
            layer=self.layer,
            text=entry.text,
            score=one.relevance,
            parts=MappingProxyType({"relevance": one.relevance, **one.parts}),
            adds=adds_of(one),
            why="; ".join([*why_found(one), time_line.told(entry, self.access.time_zone)]),
            at=entry.span(self.access.time_zone)[0],
            event=entry,
        )
