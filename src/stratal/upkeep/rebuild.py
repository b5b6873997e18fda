"""Making derived data again: entries of the index, their terms, counts and vectors.

Log and records are read and never written. What is right stays as it is, vectors included, so a
second time changes nothing. Each page is a transaction of its own that makes the writers of its
space wait: others go on working meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, fields
from typing import TypeAlias

from stratal.layers import cold
from stratal.storage import cells, index_examined, index_mended, search
from stratal.storage.database import Database, Transaction
from stratal.storage.index_examined import SpaceRow
from stratal.text.tokens import TOKENIZER_VERSION
from stratal.upkeep.shelves import SHELVES, Run, Shelf, wanted_items

Told: TypeAlias = Callable[[str, int], None]
"""Is told what is looked at, and how many of it so far."""


@dataclass(kw_only=True, slots=True)
class Rebuilt:
    """How much was not as it should be, and is now."""

    entries_put: int = 0
    entries_removed: int = 0
    runs_packed: int = 0
    """Runs of entries whose packed terms were others than they list."""
    counts_set: int = 0
    vectors_removed: int = 0
    """They are computed again by recall and by jobs."""
    cells_cleared: int = 0
    """Spaces whose short forms of vectors are laid out again by a job."""
    looked_at: int = 0
    """Entries that should be there."""

    @property
    def changed(self) -> int:
        """Of all kinds together."""
        counted = (getattr(self, one.name) for one in fields(self) if one.name != "looked_at")
        return sum(counted)


def rebuild(
    database: Database,
    tenant: str,
    *,
    generation: str | None = None,
    scopes: Collection[str] | None = None,
    told: Told = lambda _what, _count: None,
) -> Rebuilt:
    """Make what is derived of a tenant agree with its log and records.

    With `scopes`, only missing entries of these are put. `generation` is the key of the embedder in
    use; by default the one that the store calls current, or the newest. Vectors of others are
    removed.
    """
    done = Rebuilt()
    for shelf in SHELVES:
        _fill(database, tenant, shelf, done, told, scopes)
    if scopes is not None:
        return done
    with database.read(tenant) as tx:
        spaces = list(index_examined.spaces(tx))
        lost = index_examined.lost_spaces(tx)
    for space in spaces:
        _clear(database, tenant, space, done)
    for no in lost:
        with database.write(tenant) as tx:
            index_mended.remove_space(tx, no)
            done.entries_removed += 1
    _vectors(database, tenant, [space.no for space in spaces], generation, done)
    return done


def _fill(
    database: Database,
    tenant: str,
    shelf: Shelf,
    done: Rebuilt,
    told: Told,
    scopes: Collection[str] | None,
) -> None:
    """Put every entry that is missing or differs."""
    after: Run | None = None
    while True:
        with database.read(tenant) as tx:
            runs = shelf.runs(tx, after)
        if not runs:
            return
        for run in runs:
            if scopes is not None and cold.apart(run.scope)[0] not in scopes:
                continue
            at: str | int | None = shelf.start
            while at is not None:
                with database.write(tenant) as tx:
                    at = _fill_page(tx, shelf, run, at, done)
                told("index entries", done.looked_at)
        after = runs[-1]


def _fill_page(
    tx: Transaction, shelf: Shelf, run: Run, at: str | int, done: Rebuilt
) -> str | int | None:
    space = search.open_space(tx, shelf.layer, run.scope)
    page = shelf.page(tx, run, at)
    stored = index_examined.entries_of(tx, space, page.entries)
    for entry in page.entries:
        there = stored.get(entry.item)
        if there is not None and there.agrees(entry):
            continue
        if there is not None and there.terms is None:
            index_mended.remove_entry(tx, space, there)
        search.put(tx, space, entry)
        done.entries_put += 1
    done.looked_at += len(page.entries)
    return page.next


def _clear(database: Database, tenant: str, space: SpaceRow, done: Rebuilt) -> None:
    """Take out of a space what should not be there, and count it again."""
    after = 0
    while True:
        with database.write(tenant) as tx:
            _take(tx, space)
            page = index_examined.entries(tx, space.no, after)
            if not page:
                break
            wanted = wanted_items(tx, space.layer, space.scope, [one.item for one in page])
            for one in page:
                if one.item in wanted:
                    continue
                if one.terms is None:
                    index_mended.remove_entry(tx, space.no, one)
                else:
                    search.drop(tx, space.no, one.item)
                done.entries_removed += 1
        after = page[-1].seq
    with database.write(tenant) as tx:
        _take(tx, space)
        [row] = [one for one in index_examined.spaces(tx) if one.no == space.no]
        if any(index_examined.miscounted(tx, row)):
            index_mended.recount(tx, row)
            done.counts_set += 1
            [row] = [one for one in index_examined.spaces(tx) if one.no == space.no]
        for first in index_examined.bad_runs(tx, row):
            index_mended.pack_again(tx, row, first)
            done.runs_packed += 1
        if row.tokenizer != TOKENIZER_VERSION:
            index_mended.set_tokenizer(tx, space.no, TOKENIZER_VERSION)
            done.counts_set += 1


def _take(tx: Transaction, space: SpaceRow) -> None:
    """Make the other writers of the space wait."""
    tx.row("search_space_take", layer=space.layer, scope=space.scope)


def _vectors(
    database: Database, tenant: str, spaces: list[int], generation: str | None, done: Rebuilt
) -> None:
    with database.write(tenant) as tx:
        while bad := index_examined.bad_vectors(tx):
            index_mended.remove_vectors(tx, bad)
            done.vectors_removed += len(bad)
        for number, space, _ in index_examined.bad_cells(tx):
            # A job lays them out again; meanwhile every vector is read.
            cells.clear(tx, number, space)
            done.cells_cleared += 1
        known = index_examined.generations(tx)
        if not known:
            return
        in_use = [one for one in known if one.current]
        named = [one for one in known if one.key == generation]
        current = (named or in_use or known)[-1]
        if in_use != [current]:
            index_mended.use_generation(tx, current.no)
            done.counts_set += 1
    for one in known:
        if one.no == current.no or not one.vectors:
            continue
        for space in spaces:
            with database.write(tenant) as tx:
                done.vectors_removed += index_mended.remove_generation(tx, space, one.no)
