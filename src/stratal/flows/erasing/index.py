"""Erasing of what is derived for search: entries, their terms, and vectors of every generation."""

from __future__ import annotations

from collections.abc import Iterator

from stratal.core.identity import Scope
from stratal.core.records import Layer
from stratal.flows.erasing.log import spans
from stratal.flows.erasing.work import GONE, Work
from stratal.layers.cold import cold_scope
from stratal.storage import search
from stratal.storage.database import Transaction
from stratal.storage.erasures import Mark

_BATCH = 100


def index(work: Work) -> None:
    """Take everything that goes out of the index."""
    for one in work.marked("space"):
        with work.batch() as tx:
            work.counts["search_entry", GONE] += search.count_entries(tx, [one.seq])
            search.clear(tx, one.seq)
    for layer, scope, items in _wanted(work):
        for start in range(0, len(items), _BATCH):
            with work.batch() as tx:
                _drop(work, tx, layer, scope, items[start : start + _BATCH])


def _drop(work: Work, tx: Transaction, layer: Layer, scope: str, items: list[str]) -> None:
    space = search.find_space(tx, layer, scope)
    if space is None:
        return
    tx.rows("search_space_take", layer=layer.value, scope=scope)
    for item in items:
        work.counts["search_entry", GONE] += search.drop(tx, space, item)


def _wanted(work: Work) -> Iterator[tuple[Layer, str, list[str]]]:
    """The entries of what goes, by space."""
    for owner, conversation, first, last in spans(work):
        items = [f"{seq}:{conversation}" for seq in range(first, last + 1)]
        yield Layer.CONVERSATION, str(Scope.of_user(owner)), items
    for one in work.marked("conversation", "event", "memory", "fact", "document", "file"):
        layer, scope = _space(one)
        # What is cold is found in an index of its own.
        for name in (scope, cold_scope(scope)):
            with work.batch() as tx:
                items = _items(tx, one, layer, name)
            if items:
                yield layer, name, items


def _space(one: Mark) -> tuple[Layer, str]:
    match one.kind:
        case "conversation":
            return Layer.CONVERSATION, str(Scope.of_user(one.owner))
        case "event":
            return Layer.EVENTS, str(Scope.of_user(one.owner))
        case "document":
            return Layer.KNOWLEDGE, one.owner
        case "file":
            return Layer.FILES, one.owner
        case _:
            return Layer(one.part), one.owner


def _items(tx: Transaction, one: Mark, layer: Layer, scope: str) -> list[str]:
    space = search.find_space(tx, layer, scope)
    if space is None:
        return []
    match one.kind:
        case "conversation":
            rows = tx.rows("store_items", space=space, store=one.id)
        case "document" | "file":
            # Their pieces bear their id and, after a '#', what tells these apart.
            rows = tx.rows("file_items", space=space, first=f"{one.id}#", upto=f"{one.id}$")
        case _:
            return [one.id]
    return [row["item"] for row in rows]
