"""The job that lays out the vectors of a large space by cells, so that a question reads a part."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from stratal.storage import cells, search
from stratal.upkeep.worker import Progress, Work

_PAGE = 1024
"""Vectors put into cells in one transaction, some tenths of a second: writers wait no longer."""


def lay_out(work: Work, *, large: int = cells.LARGE) -> Generator[Progress, None, None]:
    """Choose centres for the space, and put every vector into the cell of the nearest.

    Centres that were chosen are kept over a kill, and what stands in a cell stays there. Vectors
    that come or go meanwhile do so in the cells too. Until the end every vector is read.
    """
    key, space = str(work.job.payload["generation"]), int(work.job.payload["space"])
    with work.read() as tx:
        generation = search.find_generation(tx, key)
        if generation is None:
            return
        entries = search.count_entries(tx, [space])
        known = cells.find(tx, generation, [space]).get(space)
    if entries < large:
        return
    if known is not None and known.outgrown(entries):
        with work.write() as tx:
            cells.clear(tx, generation, space)
        known = None
    if known is not None and known.ready:
        return
    if known is None:
        yield from _choose(work, generation, space, entries)
    done = 0
    for page in _pages(work, generation, space):
        with work.write() as tx:
            cells.fill(tx, generation, space, page)
        done += len(page)
        yield Progress(done=entries + done, of=2 * entries)
    with work.write() as tx:
        cells.finish(tx, generation, space)


def _choose(
    work: Work, generation: int, space: int, entries: int
) -> Generator[Progress, None, None]:
    """Centres, from a sample of the vectors that is spread over all of them."""
    every, seen = cells.sample_every(entries), 0
    sample: list[bytes] = []
    for page in _pages(work, generation, space):
        sample += list(page.values())[-seen % every :: every]
        seen += len(page)
        yield Progress(done=seen, of=2 * entries)
    if sample:
        centres = cells.centres_for(sample, entries)
        with work.write() as tx:
            cells.begin(
                tx, generation, space, centres, dimension=len(sample[0]) // 4, vectors=entries
            )


def _pages(work: Work, generation: int, space: int) -> Iterator[dict[int, bytes]]:
    after = 0
    while True:
        with work.read() as tx:
            page = tx.vectors(generation=generation, space=space, after=after, limit=_PAGE)
        if not page:
            return
        yield page
        after = max(page)
