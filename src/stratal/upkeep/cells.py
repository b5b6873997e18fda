"""The job that lays out the vectors of a large space by cells, so that a question reads a part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator

from stratal.storage import cells, search
from stratal.upkeep.worker import Progress, Work

_PAGE = 1024
"""Vectors read, or put into a cell, in one transaction: writers wait for tenths of a second."""
_ROUNDS = 3
"""So often every vector is read: to choose centres, to find its cell, to be put there."""


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
    yield from _assign(work, generation, space, entries)
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
        yield Progress(done=seen, of=_ROUNDS * entries)
    if not sample:
        return
    centres = cells.first_centres(sample, entries)
    for turn in range(cells.TURNS):
        centres = cells.better_centres(sample, centres, turn=turn)
        yield Progress(done=seen, of=_ROUNDS * entries)
    with work.write() as tx:
        cells.begin(tx, generation, space, centres, dimension=len(sample[0]) // 4, vectors=entries)


def _assign(
    work: Work, generation: int, space: int, entries: int
) -> Generator[Progress, None, None]:
    """Put every vector into its cell, a cell at a time: each block is written once."""
    with work.read() as tx:
        centres = cells.centres_of(tx, generation, space)
    if centres is None:
        return
    inside: dict[int, list[int]] = defaultdict(list)
    seen = 0
    for page in _pages(work, generation, space):
        for seq, cell in zip(page, cells.cells_of(list(page.values()), centres), strict=True):
            inside[cell].append(seq)
        seen += len(page)
        yield Progress(done=entries + seen, of=_ROUNDS * entries)
    done = 0
    for cell in sorted(inside):
        for at in range(0, len(inside[cell]), _PAGE):
            seqs = inside[cell][at : at + _PAGE]
            with work.write() as tx:
                vectors = tx.vectors_of(generation=generation, space=space, seqs=seqs)
                cells.fill(tx, generation, space, vectors, block=cells.BLOCK)
            done += len(seqs)
            yield Progress(done=2 * entries + done, of=_ROUNDS * entries)


def _pages(work: Work, generation: int, space: int) -> Iterator[dict[int, bytes]]:
    after = 0
    while True:
        with work.read() as tx:
            page = tx.vectors(generation=generation, space=space, after=after, limit=_PAGE)
        if not page:
            return
        yield page
        after = max(page)
