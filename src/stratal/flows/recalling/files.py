"""The shelf of memory files, by their passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from stratal.core.files import File, FilePassage
from stratal.core.records import Layer
from stratal.errors import Busy
from stratal.flows.recalling.hits import Hit
from stratal.flows.recalling.shelf import WRITE_SECONDS, ReadingShelf, adds_of, why_found
from stratal.flows.relevance import Relevant
from stratal.layers.files import findable
from stratal.storage.database import Transaction


class FileShelf(ReadingShelf[tuple[FilePassage, File]]):
    """Passages of files as they are now, once those that were changed are indexed again."""

    layer = Layer.FILES
    talk = False
    dated = False

    def scopes(self) -> Sequence[str]:
        return [str(scope) for scope in self.access.scopes]

    def prepare(self) -> list[str]:
        try:
            left = findable.catch_up(self.access, wait=WRITE_SECONDS)
        except Busy:
            return ["files that were changed just now are not searched: others are writing"]
        return [f"{left} files that were changed are not searched yet"] if left else []

    def read(self, tx: Transaction, items: Sequence[str]) -> Mapping[str, tuple[FilePassage, File]]:
        return findable.passages(tx, items)

    def hit(self, one: Relevant, entry: tuple[FilePassage, File]) -> Hit:
        passage, file = entry
        where = f"{passage.path}:{passage.line}, version {passage.version} of {passage.store_name}"
        return Hit(
            id=one.found.place.item,
            layer=self.layer,
            text=passage.content.strip(),
            score=one.relevance,
            parts=MappingProxyType({"relevance": one.relevance, **one.parts}),
            adds=adds_of(one),
            why="; ".join([*why_found(one), f"stands in {where}"]),
            at=file.updated_at,
            passage=passage,
        )
