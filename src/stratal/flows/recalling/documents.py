"""The shelf of documents, by their pieces: all of the scopes, or those with certain metadata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from stratal.core.documents import checked_metadata
from stratal.core.records import Layer
from stratal.flows.recalling.hits import Hit
from stratal.flows.recalling.shelf import Answer, ReadingShelf, adds_of, why_found
from stratal.flows.relevance import Relevant
from stratal.layers.access import Access
from stratal.storage import knowledge, ranking
from stratal.storage.database import Transaction

_ALONE = 32
"""Documents that are searched one by one, which finds whatever they hold. Of more the best of the
whole space are taken, and those of other documents are put aside."""


class DocumentShelf(ReadingShelf[knowledge.Current]):
    """Pieces of the versions of documents that hold now."""

    layer = Layer.KNOWLEDGE
    talk = False
    dated = False

    def __init__(self, access: Access, where: Mapping[str, str] | None) -> None:
        super().__init__(access)
        self._where = checked_metadata(where or {})
        self._wanted: set[str] | None = None
        if self._where:
            self.candidates = ranking.SCORED

    def scopes(self) -> Sequence[str]:
        return [str(scope) for scope in self.access.scopes]

    def parts(self, tx: Transaction) -> Sequence[str]:
        self._wanted = (
            knowledge.described(tx, self.access.scopes, self._where) if self._where else None
        )
        if self._wanted is None or len(self._wanted) > _ALONE:
            return [""]
        return sorted(self._wanted)

    def hits(self, tx: Transaction, ranked: Sequence[Relevant], answer: Answer, k: int) -> None:
        wanted = self._wanted
        asked = [one for one in ranked if wanted is None or one.found.part in wanted]
        super().hits(tx, asked, answer, k)

    def read(self, tx: Transaction, items: Sequence[str]) -> Mapping[str, knowledge.Current]:
        return knowledge.current_chunks(tx, items)

    def serves(self, entry: knowledge.Current) -> bool:
        return entry.scope in self.access.scopes

    def hit(self, one: Relevant, entry: knowledge.Current) -> Hit:
        chunk = entry.chunk
        return Hit(
            id=one.found.place.item,
            layer=self.layer,
            text=chunk.content.strip(),
            score=one.relevance,
            parts=MappingProxyType({"relevance": one.relevance, **one.parts}),
            adds=adds_of(one),
            why="; ".join([*why_found(one), f"stands in {chunk.citation}"]),
            at=entry.known_from,
            chunk=chunk,
        )
