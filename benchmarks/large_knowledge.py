"""One knowledge base that grows to a million chunks: the part of `benchmarks.scale` about it.

Documents of a thousand chunks each are put into the tables by the functions that the layer calls,
with generated vectors. ``vectors`` asks the index alone for the nearest ten; ``hybrid`` is a whole
recall, keywords and vectors. What is nearest is known by comparing every vector.
"""

from __future__ import annotations

import math
import random
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import stratal
from benchmarks.databases import Databases, Empty
from benchmarks.material import DIMENSION, GENERATION, Prepared, Words, near, unit_vectors
from benchmarks.rows import Row
from benchmarks.timing import laps
from stratal import Layer, Memory, Principal, Scope, SystemClock, TimeOrderedIds
from stratal.core.documents import Chunk, DocumentVersion
from stratal.layers.knowledge import digest_of, index_entry
from stratal.storage import cells, knowledge, search
from stratal.text.tokens import terms
from stratal.upkeep.worker import Worker

if TYPE_CHECKING:
    from benchmarks.material import Matrix

STEPS = (1_000, 10_000, 100_000, 1_000_000)
K = 10
TARGET = 50.0
"""Milliseconds in the median for vectors among a million chunks, on SQLite."""
RECALL = 0.95
"""Of the exact ten, found."""
_TENANT = "acme"
_SCOPE = Scope.parse("project:handbook")
_POOL = 20_000
_CLUSTERS = 5_000
_DOCUMENT = 1_000
_COMPARED = 40
"""Questions whose exact answer is computed too."""
_NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Base:
    """A knowledge base that grows document by document."""

    def __init__(self, empty: Empty, seed: int = 11) -> None:
        self._empty = empty
        self._seed = seed
        self._ids = TimeOrderedIds(SystemClock())
        self._words = Words(seed)
        self._random = random.Random(seed)
        self._texts = [self._words.sentence(number) for number in range(_POOL)]
        self._terms = [tuple(terms(text)) for text in self._texts]
        self._centres = unit_vectors(_CLUSTERS, seed, clusters=_CLUSTERS)
        self.embedder = Prepared(self._texts[:1], self._centres[:1])
        self._sample: list[tuple[str, Matrix]] = []
        self.size = 0

    def open(self) -> Memory:
        """The knowledge base, as an application has it."""
        return stratal.open(
            self._empty.address, durability=stratal.Durability.PROCESS, embedder=self.embedder
        )

    def grow(self, size: int) -> float:
        """Fill up to so many chunks; how many a second."""
        started, had = time.perf_counter(), self.size
        with self.open() as memory:
            while self.size < size:
                self._add_document(memory, min(_DOCUMENT, size - self.size))
        self._empty.tidy()
        return (size - had) / (time.perf_counter() - started)

    def questions(self, count: int, seed: int) -> list[tuple[str, bytes]]:
        """Words of a stored chunk, and a vector near its own."""
        draw = random.Random(seed)
        asked = []
        for number in range(count):
            text, vector = draw.choice(self._sample)
            words = self._words.question(text)
            moved = near(vector[None, :], seed * 1_000 + number)[0].astype("<f4").tobytes()
            self.embedder.add(words, moved)
            asked.append((words, moved))
        return asked

    def _add_document(self, memory: Memory, count: int) -> None:
        import numpy as np

        draw = np.random.default_rng((self._seed, self.size))
        chosen = draw.integers(_POOL, size=count)
        clusters = draw.integers(_CLUSTERS, size=count)
        noise = draw.standard_normal((count, DIMENSION)).astype(np.float32)
        noise /= np.linalg.norm(noise, axis=1, keepdims=True)
        vectors = self._centres[clusters] * np.float32(math.sqrt(0.75)) + noise * np.float32(0.5)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        name = f"part-{self.size // _DOCUMENT}.md"
        with memory.database.write(_TENANT) as tx:
            taken = knowledge.take(tx, _SCOPE, name, new_id=self._ids.new(), now=_NOW)
            space = search.open_space(tx, Layer.KNOWLEDGE, str(_SCOPE))
            entries, places, at = [], {}, 0
            for number, pooled in enumerate(chosen.tolist()):
                text = f"{self._texts[pooled]} {self.size + number}"
                chunk = Chunk(
                    document=taken.id,
                    name=name,
                    version=1,
                    digest=digest_of("", text),
                    heading="",
                    start=at,
                    end=at + len(text),
                    tokens=len(text) // 4,
                    secrets=(),
                    content=text,
                )
                at += len(text)
                knowledge.place(tx, chunk)
                known = (*self._terms[pooled], str(self.size + number))
                entries.append(index_entry(chunk, _NOW, known))
                if self._random.random() < 0.01 or number == 0:
                    self._sample.append((text, vectors[number]))
            knowledge.add_version(tx, self._version(taken.id, count, at))
            search.extend(tx, space, entries)
            generation = search.open_generation(tx, GENERATION.key, DIMENSION, _NOW)
            items = [entry.item for entry in entries]
            at_item = {item: number for number, item in enumerate(items)}
            places = {
                found.place: vectors[at_item[found.place.item]].astype("<f4").tobytes()
                for found in search.named(tx, [space], items)
            }
            search.put_vectors(tx, generation, places)
        self.size += count

    def _version(self, document: str, chunks: int, characters: int) -> DocumentVersion:
        return DocumentVersion(
            document=document,
            version=1,
            digest=f"{self.size:032d}",
            media_type="text/markdown",
            size=characters,
            characters=characters,
            chunks=chunks,
            withheld=0,
            secrets=(),
            metadata={},
            actor="ana",
            reason="",
            known_from=_NOW,
            known_to=None,
        )


def measure(base: Base, empty: Empty, questions: int) -> Iterator[Row]:
    """Everything at the size that there is."""

    def row(metric: str, value: float, unit: str) -> Row:
        return Row(
            benchmark="scale",
            set=str(base.size),
            split=f"knowledge, {empty.kind}",
            system="stratal",
            metric=metric,
            value=round(value, 3),
            unit=unit,
        )

    with base.open() as memory:
        session = memory.session(
            Principal(tenant=_TENANT, user="ana"), id="asking", scopes=[_SCOPE]
        )
        asked = base.questions(questions, seed=base.size)
        assert session.recall(asked[0][0], k=K, layers=[Layer.KNOWLEDGE]).hits
        yield row("laying out", _lay_out(memory), "s")
        with memory.database.read(_TENANT) as tx:
            space = search.find_space(tx, Layer.KNOWLEDGE, str(_SCOPE))
            generation = search.find_generation(tx, GENERATION.key)
        assert space is not None
        assert generation is not None

        def nearest(question: tuple[str, bytes]) -> set[int]:
            with memory.database.read(_TENANT) as tx:
                found = search.vector_candidates(tx, [space], generation, question[1], limit=K)
            return {one.place.seq for one in found.found}

        def hybrid(question: tuple[str, bytes]) -> None:
            session.recall(question[0], k=K, layers=[Layer.KNOWLEDGE])

        nearest(asked[0])
        for metric, call in (("vectors", nearest), ("hybrid", hybrid)):
            took = laps(call, asked)
            yield row(f"{metric} p50", took.p50, "ms")
            yield row(f"{metric} p95", took.p95, "ms")
            if empty.kind == "sqlite":
                yield row(f"{metric} cpu", took.cpu, "ms")
            if metric == "vectors":
                median = took.p50
        found = right = 0
        for question in asked[:_COMPARED]:
            with memory.database.read(_TENANT) as tx:
                exact = tx.nearest(
                    generation=generation,
                    space=space,
                    part="",
                    query=question[1],
                    limit=K,
                    also=(),
                )
            right += len(exact.cosines)
            found += len(nearest(question) & exact.cosines.keys())
        yield row("vectors, share of the exact ten", found / right, "")
        with memory.database.read(_TENANT) as tx:
            read = bytes_read(cells.find(tx, generation, [space]).get(space), base.size)
    yield row("bytes that vectors must read", read / 1e6, "MB")
    yield row("times the memory's bandwidth", median / 1e3 / (read / bandwidth()), "")
    yield row("size on disk", empty.size(), "MB")
    yield row(
        "largest resident memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3, "MB"
    )


def bytes_read(known: cells.Cells | None, vectors: int) -> float:
    """What a question for the nearest ten reads of vectors, and of their short forms."""
    whole = 4.0 * DIMENSION
    if known is None or not known.ready:
        return vectors * whole
    probed = min(1.0, cells.PROBED / known.cells) * vectors * (DIMENSION + 8)
    return known.cells * whole + probed + 100 * whole


def bandwidth() -> float:
    """Bytes a second that one thread reads from memory."""
    import numpy as np

    numbers = np.ones(32 << 20, dtype=np.float64)
    best = math.inf
    for _ in range(5):
        started = time.perf_counter()
        numbers.sum()
        best = min(best, time.perf_counter() - started)
    return numbers.nbytes / best


def run(sets: Databases, kind: str, steps: Sequence[int], questions: int) -> list[Row]:
    """One knowledge base of that kind, filled step by step."""
    empty = sets.new(kind)
    base = Base(empty)
    found: list[Row] = []
    for size in steps:
        rate = base.grow(size)
        found += measure(base, empty, questions)
        filling = found[-1]
        found.append(
            Row(
                benchmark=filling.benchmark,
                set=filling.set,
                split=filling.split,
                system=filling.system,
                metric="filling",
                value=round(rate, 1),
                unit="chunks/s",
            )
        )
        print(f"knowledge, {kind}: {size:,} measured", file=sys.stderr)
    return found


def verdicts(rows: Sequence[Row]) -> list[str]:
    """Whether the targets were met at the largest size, a line for each database."""
    said = []
    for split in dict.fromkeys(row.split for row in rows):
        most = max(int(row.set) for row in rows if row.split == split)
        at = {row.metric: row.value for row in rows if (row.split, row.set) == (split, str(most))}
        median, share = at["vectors p50"], at["vectors, share of the exact ten"]
        said.append(
            f"{split}: vectors {median:.1f} ms at {most:,} with {share:.3f} of the exact ten; "
            f"target {TARGET:g} ms on SQLite and {RECALL:g}: "
            + ("met" if median <= TARGET and share >= RECALL else "missed")
        )
    return said


def _lay_out(memory: Memory) -> float:
    """Seconds that the jobs took which recall has left."""
    clock = SystemClock()
    worker = Worker(
        memory.database,
        tenants=[_TENANT],
        embedder=memory.embedder,
        clock=clock,
        ids=TimeOrderedIds(clock),
    )
    started = time.perf_counter()
    worker.work()
    return time.perf_counter() - started
