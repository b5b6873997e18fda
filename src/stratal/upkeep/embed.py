"""Making the vectors that are missing: as a job, space by space, or of a whole tenant at once.

A generation other than the one in use is made beside it. Until it is complete those who ask by it
are answered from keywords, and those who ask by the one in use as before; so nothing is asked of
half an index, and a kill loses at most the batch in hand.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias

from stratal.core.clock import Clock
from stratal.core.identity import Scope
from stratal.core.records import Layer
from stratal.errors import Busy, ModelUnavailable
from stratal.flows.embedding import Waiting, add_vectors
from stratal.flows.passages import passages
from stratal.models.embedder import Embedder
from stratal.storage import index_examined, index_mended, search
from stratal.storage.database import Database, Transaction
from stratal.storage.search import Place
from stratal.upkeep.worker import Progress, Work

Told: TypeAlias = Callable[[Progress], None]
"""Is told how many vectors there are, and of how many."""

_BATCH = 64
_PATIENCE = 600.0
"""Seconds for a batch: whoever changes the embedder waits for it."""


def embed(work: Work) -> Generator[Progress, None, None]:
    """Embed all that the space lacks, batch by batch.

    A batch that was computed and not kept is computed again: nothing else is lost by a kill. What
    was deleted meanwhile gets no vector. Ends at once where another embedder is in use by now.
    Raises `ModelUnavailable` or `Busy` when a batch could not be kept.
    """
    embedder = work.embedder
    key, space = str(work.job.payload["generation"]), int(work.job.payload["space"])
    if embedder is None or embedder.generation.key != key:
        return
    done = 0
    while True:
        with work.read() as tx:
            shelf = search.space_of(tx, space)
            if shelf is None:
                return
            layer, scope = Layer(shelf[0]), Scope.parse(shelf[1])
            generation = search.find_generation(tx, key)
            lacking = search.count_missing(tx, [space], generation)
            missing = _missing(tx, space, layer, scope, generation)
        if not missing:
            if generation is not None:
                with work.write() as tx:
                    search.use_if_complete(tx, generation)
            return
        waiting = Waiting(embedder, work.lease / timedelta(seconds=1) / 2)
        added, problem = add_vectors(
            work.database, work.tenant, waiting, missing, now=work.clock.now()
        )
        if not added:
            if problem is not None:
                raise problem
            return
        done += added
        yield Progress(done=done, of=done + lacking - added)


@dataclass(frozen=True, kw_only=True, slots=True)
class Embedded:
    """What came of embedding a tenant anew."""

    generation: str
    """The key of the generation in use now."""
    made: int
    removed: int
    """Vectors of other generations."""


def embed_all(
    database: Database,
    tenant: str,
    embedder: Embedder,
    *,
    clock: Clock,
    told: Told = lambda _progress: None,
) -> Embedded:
    """Make every vector of `embedder` that is missing, take them into use, remove those of others.

    Others read and write meanwhile. Begun again after a stop it goes on where it was. Raises
    `ModelUnavailable` or `Busy` when something could not be made: then what was in use still is.
    """
    key = embedder.generation.key
    made = 0
    while True:
        before = made
        with database.read(tenant) as tx:
            spaces = search.all_spaces(tx)
        for space in spaces:
            made += _embed_space(database, tenant, space, embedder, clock, told)
        with database.write(tenant) as tx:
            generation = search.find_generation(tx, key)
            if generation is None or search.use_if_complete(tx, generation):
                break
            if made == before:
                # What is left has no text any more: nobody can embed it.
                index_mended.use_generation(tx, generation)
                break
    removed = 0 if generation is None else _remove_others(database, tenant, generation)
    return Embedded(generation=key, made=made, removed=removed)


def _embed_space(
    database: Database, tenant: str, space: int, embedder: Embedder, clock: Clock, told: Told
) -> int:
    made = 0
    while True:
        with database.read(tenant) as tx:
            shelf = search.space_of(tx, space)
            generation = search.find_generation(tx, embedder.generation.key)
            if shelf is None:
                return made
            missing = _missing(tx, space, Layer(shelf[0]), Scope.parse(shelf[1]), generation)
            progress = _progress(tx, generation)
        told(progress)
        if not missing:
            return made
        waiting = Waiting(embedder, _PATIENCE, piece=_BATCH)
        added, problem = add_vectors(database, tenant, waiting, missing, now=clock.now())
        made += added
        if isinstance(problem, ModelUnavailable):
            so_far = f"{progress.done + added:,} of {progress.of:,} vectors are there"
            raise ModelUnavailable(
                problem.model,
                f"{problem.problem}; {so_far}, what was in use still is: run it again",
            )
        if isinstance(problem, Busy):
            raise problem


def _missing(
    tx: Transaction, space: int, layer: Layer, scope: Scope, generation: int | None
) -> dict[Place, str]:
    """Some of what the space lacks, with the texts to embed."""
    places = search.missing_vectors(tx, [space], generation, _BATCH)
    texts = passages(tx, layer, scope, [place.item for place in places])
    return {place: texts[place.item] for place in places if place.item in texts}


def _progress(tx: Transaction, generation: int | None) -> Progress:
    spaces = search.all_spaces(tx)
    entries = search.count_entries(tx, spaces)
    return Progress(done=entries - search.count_missing(tx, spaces, generation), of=entries)


def _remove_others(database: Database, tenant: str, generation: int) -> int:
    """Take out the vectors of every other generation, a space at a time."""
    with database.read(tenant) as tx:
        spaces = search.all_spaces(tx)
        others = [
            one.no for one in index_examined.generations(tx) if one.vectors and one.no != generation
        ]
    removed = 0
    for other in others:
        for space in spaces:
            with database.write(tenant) as tx:
                removed += index_mended.remove_generation(tx, space, other)
    return removed
