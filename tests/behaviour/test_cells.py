"""Large spaces: cells of vectors, on each database."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

import stratal
from stratal.core.records import Layer
from stratal.flows.embedding import cells_job
from stratal.storage import cells, index_examined, jobs, search
from stratal.storage.database import Database, Transaction
from stratal.storage.search import Entry, Place
from stratal.testing.clock import ManualClock
from stratal.upkeep.cells import lay_out
from stratal.upkeep.worker import Progress, Work, Worker

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
DIMENSION = 16
KEY = "generated:1:16"
COUNT = 600
TENANT = "acme"


def vectors(count: int, seed: int = 5) -> list[bytes]:
    """Clustered, as those of texts are."""
    centres = np.random.default_rng(0).standard_normal((12, DIMENSION))
    draw = np.random.default_rng(seed)
    points = centres[draw.integers(12, size=count)] + draw.standard_normal((count, DIMENSION)) / 2
    return [point.astype("<f4").tobytes() for point in points]


def entry(at: int) -> Entry:
    return Entry(item=f"item-{at}", part="", spoken_by_person=True, at=NOW, terms=[f"word{at}"])


@pytest.fixture
def space(database: Database) -> int:
    """A space of entries with vectors, numbered from 1."""
    with database.write(TENANT) as tx:
        space = search.open_space(tx, Layer.KNOWLEDGE, "project:x")
        search.extend(tx, space, [entry(at) for at in range(COUNT)])
        generation = search.open_generation(tx, KEY, DIMENSION, NOW)
        places = search.missing_vectors(tx, [space], generation, COUNT)
        made = vectors(COUNT)
        search.put_vectors(tx, generation, {place: made[place.seq - 1] for place in places})
    return space


def generation_of(tx: Transaction) -> int:
    found = search.find_generation(tx, KEY)
    assert found is not None
    return found


def run(database: Database, space: int, *, pieces: int | None = None) -> None:
    """The job, whole or cut off after so many pieces as by a kill."""
    job = cells_job(KEY, space)
    work = Work(
        job=jobs.Job(
            id="1",
            worker="w",
            attempt=1,
            kind=job.kind,
            key=job.key,
            lane=job.lane,
            payload=job.payload,
        ),
        tenant=TENANT,
        database=database,
        embedder=None,
        clock=ManualClock(),
        lease=timedelta(seconds=60),
    )
    steps: Generator[Progress, None, None] = lay_out(work, large=100)
    for done, _ in enumerate(steps, start=1):
        if done == pieces:
            steps.close()
            return


def asked(tx: Transaction, space: int, query: bytes, **more: int) -> list[tuple[int, float]]:
    known = cells.find(tx, generation_of(tx), [space])[space]
    near = cells.nearest(
        tx, known, generation=generation_of(tx), query=query, limit=10, also=(), **more
    )
    return list(near.cosines.items())


def exactly(tx: Transaction, space: int, query: bytes, limit: int = 10) -> list[tuple[int, float]]:
    near = tx.nearest(
        generation=generation_of(tx), space=space, part="", query=query, limit=limit, also=()
    )
    return sorted(near.cosines.items(), key=lambda pair: (-pair[1], pair[0]))


def test_all_cells_together_are_exact(database: Database, space: int) -> None:
    """Who reads every cell finds what comparing all vectors finds, with the same cosines."""
    run(database, space)
    with database.read(TENANT) as tx:
        for query in vectors(20, seed=9):
            assert asked(tx, space, query, probed=COUNT) == exactly(tx, space, query)


def test_a_few_cells_find_nearly_all(database: Database, space: int) -> None:
    """A sixth of the cells holds at least nine of ten of the nearest."""
    run(database, space)
    with database.read(TENANT) as tx:
        known = cells.find(tx, generation_of(tx), [space])[space]
        found = total = 0
        for query in vectors(40, seed=9):
            right = {seq for seq, _ in exactly(tx, space, query)}
            found += len(right & dict(asked(tx, space, query, probed=known.cells // 6)).keys())
            total += len(right)
    assert found >= 0.9 * total


def test_what_is_asked_for_besides_has_its_cosine(database: Database, space: int) -> None:
    """Entries found by their words are compared too, whatever cell they stand in."""
    run(database, space)
    query = vectors(1, seed=9)[0]
    with database.read(TENANT) as tx:
        everything = dict(exactly(tx, space, query, limit=COUNT))
        far = [seq for seq, _ in sorted(everything.items(), key=lambda pair: pair[1])[:5]]
        near = search.vector_candidates(
            tx,
            [space],
            generation_of(tx),
            query,
            limit=10,
            also=[Place(space=space, seq=seq, item=f"item-{seq - 1}") for seq in far],
        )
        assert {place.seq for place in near.cosines} >= set(far)
        assert all(near.cosines[place] == everything[place.seq] for place in near.cosines)
        assert near.seen == COUNT


def test_a_job_that_was_killed_goes_on(database: Database, space: int) -> None:
    """Until the end questions read every vector; run again, the job leaves nothing out or twice."""
    run(database, space, pieces=10)
    with database.read(TENANT) as tx:
        assert not cells.find(tx, generation_of(tx), [space])[space].ready
    run(database, space)
    run(database, space)
    with database.read(TENANT) as tx:
        known = cells.find(tx, generation_of(tx), [space])[space]
        assert (known.ready, known.vectors) == (True, COUNT)
        assert index_examined.bad_cells(tx) == []


def test_what_comes_and_goes_does_so_in_the_cells(database: Database, space: int) -> None:
    """A new vector is found, and of one that was taken out nothing is left, during and after."""
    run(database, space, pieces=10)
    new = vectors(1, seed=77)[0]
    with database.write(TENANT) as tx:
        generation = generation_of(tx)
        search.extend(tx, space, [entry(COUNT)])
        [place] = search.missing_vectors(tx, [space], generation, 5)
        search.put_vectors(tx, generation, {place: new})
        assert search.drop(tx, space, "item-7")
    run(database, space)
    with database.write(TENANT) as tx:
        assert asked(tx, space, new)[0] == (place.seq, 1.0)
        assert search.drop(tx, space, place.item)
        assert search.drop(tx, space, "item-8")
        assert place.seq not in dict(asked(tx, space, new))
        assert cells.find(tx, generation, [space])[space].vectors == COUNT - 2
        assert index_examined.bad_cells(tx) == []
        search.clear(tx, space)
        assert cells.find(tx, generation, [space]) == {}
        assert tx.rows("cells_blocks_all", generation=generation, space=space) == []


@pytest.mark.parametrize(
    ("query", "values"),
    [
        ("cells_member_remove", {"seq": 3}),
        ("cells_grow", {"count": 1}),
        ("vector_remove", {"seq": 3}),
        ("cells_blocks_clear", {}),
    ],
)
def test_cells_that_are_wrong_are_named_and_cleared(
    database: Database, space: int, query: str, values: dict[str, int]
) -> None:
    """Cells that disagree are named and taken away; every vector is read until a job runs."""
    run(database, space)
    with database.write(TENANT) as tx:
        generation = generation_of(tx)
        more = {} if query == "vector_remove" else {"generation": generation}
        tx.change(query, space=space, **more, **values)
    with database.read(TENANT) as tx:
        assert [one[:2] for one in index_examined.bad_cells(tx)] == [(generation, space)]
    with database.write(TENANT) as tx:
        for number, where, _ in index_examined.bad_cells(tx):
            cells.clear(tx, number, where)
    with database.read(TENANT) as tx:
        assert index_examined.bad_cells(tx) == []


class Same:
    """An embedder that knows one vector."""

    generation = stratal.Generation(
        model="generated", version="1", dimension=DIMENSION, normalised=True
    )

    def embed_query(self, text: str) -> bytes:
        return vectors(1)[0]

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        return [self.embed_query(text) for text in texts]


def test_a_recall_that_reads_too_much_leaves_a_job(tmp_path: Path) -> None:
    """Asked in a large space, recall has it laid out: the next one reads cells."""
    with stratal.open(tmp_path / "a.db", embedder=Same(), durability="process") as memory:
        session = memory.session(
            stratal.Principal(tenant=TENANT, user="ana"), id="x", scopes=["project:x"]
        )
        count = cells.LARGE
        made = vectors(count)
        with memory.database.write(TENANT) as tx:
            space = search.open_space(tx, Layer.KNOWLEDGE, "project:x")
            search.extend(tx, space, [entry(at) for at in range(count)])
            generation = search.open_generation(tx, Same.generation.key, DIMENSION, NOW)
            places = search.missing_vectors(tx, [space], generation, count)
            search.put_vectors(tx, generation, {place: made[place.seq - 1] for place in places})
        session.recall("word", layers=[Layer.KNOWLEDGE])
        clock = stratal.SystemClock()
        worker = Worker(
            memory.database,
            tenants=[TENANT],
            embedder=memory.embedder,
            clock=clock,
            ids=stratal.TimeOrderedIds(clock),
        )
        assert worker.work() == 1
        with memory.database.read(TENANT) as tx:
            assert cells.find(tx, generation, [space])[space].ready
        session.recall("word", layers=[Layer.KNOWLEDGE])
        assert worker.work() == 0


def test_a_space_that_has_grown_is_laid_out_anew(database: Database, space: int) -> None:
    """Centres chosen from a quarter of the vectors or less are chosen again."""
    run(database, space)
    with database.write(TENANT) as tx:
        generation = generation_of(tx)
        search.extend(tx, space, [entry(at) for at in range(COUNT, 4 * COUNT)])
        places = search.missing_vectors(tx, [space], generation, 4 * COUNT)
        made = vectors(4 * COUNT)
        search.put_vectors(tx, generation, {place: made[place.seq - 1] for place in places})
        assert cells.wanting(cells.find(tx, generation, [space])[space], 4 * COUNT)
    run(database, space)
    with database.read(TENANT) as tx:
        known = cells.find(tx, generation, [space])[space]
        assert (known.chosen_from, known.vectors, known.ready) == (4 * COUNT, 4 * COUNT, True)
        assert index_examined.bad_cells(tx) == []
