"""The shelf of what was said, in every conversation of the person or in one."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from stratal.core.messages import Message
from stratal.core.records import Layer
from stratal.flows.passages import messages_of
from stratal.flows.recalling.hits import Distinct, Hit
from stratal.flows.recalling.shelf import Answer, Asked, Shelf, adds_of, pieces, why_found
from stratal.flows.relevance import Relevant
from stratal.layers.access import Access
from stratal.layers.conversation import number_of, spoken_text
from stratal.storage import search
from stratal.storage.database import Transaction
from stratal.storage.search import Found

_WITH_NEIGHBOURS = 200
"""So many of the best by their own words bring in what was said around them."""


class MessageShelf(Shelf):
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

    def hits(self, tx: Transaction, ranked: Sequence[Relevant], answer: Answer, k: int) -> None:
        kept = Distinct()
        for piece in pieces(ranked, k):
            found = messages_of(tx, self.access.user, [one.found.place.item for one in piece])
            for one in piece:
                message = found.get(one.found.place.item)
                if message is not None and not message.retracted:
                    kept.add(self._hit(one, message), says=spoken_text(message))
            if len(kept) >= k:
                break
        answer.hits += kept.best(k)

    def _hit(self, one: Relevant, message: Message) -> Hit:
        who = message.speaker or message.role.value
        said = message.said_at.astimezone(self.access.time_zone).date().isoformat()
        return Hit(
            id=message.id,
            layer=self.layer,
            text=message.said,
            score=one.relevance,
            parts=MappingProxyType({"relevance": one.relevance, **one.parts}),
            adds=adds_of(one),
            why="; ".join([*why_found(one), f"said by {who} on {said}"]),
            at=message.said_at,
            message=message,
        )
