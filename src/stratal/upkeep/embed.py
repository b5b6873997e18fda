"""The job that embeds what recall could not wait for."""

from __future__ import annotations

from collections.abc import Generator
from datetime import timedelta

from stratal.core.identity import Scope
from stratal.core.records import Layer
from stratal.flows.embedding import Waiting, add_vectors
from stratal.flows.passages import passages
from stratal.storage import search
from stratal.upkeep.worker import Progress, Work

_BATCH = 64


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
            places = search.missing_vectors(tx, [space], generation, _BATCH)
            texts = passages(tx, layer, scope, [place.item for place in places])
        missing = {place: texts[place.item] for place in places if place.item in texts}
        if not missing:
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
