"""The shelf of what was said, in every conversation of the person or in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from stratal.core.messages import Message
from stratal.core.records import Layer
from stratal.flows.passages import messages_of
from stratal.flows.recalling.hits import Hit
from stratal.flows.recalling.shelf import Asked, ReadingShelf, adds_of, why_found
from stratal.flows.relevance import Relevant
from stratal.layers.access import Access
from stratal.layers.conversation import number_of, spoken_text
from stratal.storage import search
from stratal.storage.database import Transaction
from stratal.storage.search import Found

_WITH_NEIGHBOURS = 200
"""So many of the best by their own words bring in what was said around them."""


class MessageShelf(ReadingShelf[Message]):
    """Messages of the person's own conversations, which also bring in those beside them."""

    layer = Layer.CONVERSATION
    talk = True

    def __init__(self, access: Access, conversation: str | None) -> None:
        super().__init__(access)
        self.part = conversation or ""

    def scopes(self) -> Sequence[str]:
        return [str(self.access.own_scope)]

    def weak(self, terms: Sequence[str], weak: Sequence[str]) -> Sequence[str]:
        return [*weak, *search.speaker_terms(terms)]

    def beside(
        self, tx: Transaction, spaces: Sequence[int], found: Sequence[Found], asked: Asked
    ) -> list[Found]:
        terms = set(asked.terms)
        missing = {
            f"{number_of(one.place.item) - distance}:{one.part}": None
            for one in found[:_WITH_NEIGHBOURS]
            # One that is there for its day alone says nothing about those beside it.
            if not terms.isdisjoint(one.terms)
            # What stands at -1 from the neighbour has this neighbour at +1.
            for distance in asked.recipe.reach
        }
        for one in found:
            missing.pop(one.place.item, None)
        return search.named(tx, spaces, list(missing))

    def read(self, tx: Transaction, items: Sequence[str]) -> Mapping[str, Message]:
        return messages_of(tx, self.access.user, items)

    def serves(self, entry: Message) -> bool:
        return not entry.retracted

    def says(self, entry: Message) -> str:
        return spoken_text(entry)

    def hit(self, one: Relevant, entry: Message) -> Hit:
        who = entry.speaker or entry.role.value
        said = entry.said_at.astimezone(self.access.time_zone).date().isoformat()
        return Hit(
            id=entry.id,
            layer=self.layer,
            text=entry.said,
            score=one.relevance,
            parts=MappingProxyType({"relevance": one.relevance, **one.parts}),
            adds=adds_of(one),
            why="; ".join([*why_found(one), f"said by {who} on {said}"]),
            at=entry.said_at,
            message=entry,
        )
