"""How recall and writing grow with the database, when what is asked about stays 500 items.

    python -m benchmarks.scale --save benchmarks/results
    python -m benchmarks.scale --knowledge --save benchmarks/results
    python -m benchmarks.scale --quick

One database is filled step by step, a scope of 500 memories after the other, all of one tenant,
through the same functions that the layers call; vectors are generated and the embedder answers at
once. At each size ``recall, one scope`` asks the same scope again and again, as a session does, and
``recall, any scope`` another one each time, as a server does. Ten results each. Target: under 10 ms
in the median at a million, and not twice what it is at a thousand. ``--knowledge`` measures one
knowledge base of up to a million chunks instead (`benchmarks.large_knowledge`).
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import stratal
from benchmarks import large_knowledge
from benchmarks.command import finish, parser
from benchmarks.databases import Databases, Empty, databases
from benchmarks.machine import described
from benchmarks.material import DIMENSION, GENERATION, Prepared, Words, near, unit_vectors
from benchmarks.plots import Plot
from benchmarks.rows import Row, table
from benchmarks.timing import Laps, laps, slope
from stratal import (
    Kind,
    Layer,
    Memory,
    Origin,
    Principal,
    Record,
    Scope,
    Session,
    Source,
    State,
    SystemClock,
    TimeOrderedIds,
)
from stratal.layers.recording.index import index_entry
from stratal.storage import records, search
from stratal.storage.database import Transaction

IN_SCOPE = 500
_POOL = 20_000
"""Different texts; scopes draw from them."""
_CLUSTERS = 800
_START = datetime(2026, 1, 1, tzinfo=UTC)
STEPS = (1_000, 10_000, 100_000, 1_000_000)
K = 10
RECALLS = ("recall, one scope p50", "recall, any scope p50")
COMPUTED = ("recall, one scope cpu", "recall, any scope cpu")
TARGET = 10.0


class Filled:
    """A database that grows by scopes, and what was put into each."""

    def __init__(self, empty: Empty, seed: int = 7) -> None:
        self._empty = empty
        self._ids = TimeOrderedIds(SystemClock())
        self._entries: dict[int, search.Entry] = {}
        self.words = Words(seed)
        self._random = random.Random(seed)
        self._texts = [self.words.sentence(number) for number in range(_POOL)]
        self._vectors = unit_vectors(_POOL, seed, clusters=_CLUSTERS)
        self.embedder = Prepared(self._texts, self._vectors)
        self.scopes: list[tuple[Principal, Scope]] = []
        self._held: list[list[int]] = []

    def open(self) -> Memory:
        """The database, as an application has it."""
        return stratal.open(
            self._empty.address, durability=stratal.Durability.PROCESS, embedder=self.embedder
        )

    def grow(self, size: int) -> float:
        """Fill up to so many items; how many a second."""
        started, had = time.perf_counter(), len(self.scopes) * IN_SCOPE
        with self.open() as memory:
            while len(self.scopes) * IN_SCOPE < size:
                self._add_scope(memory)
        self._empty.tidy()
        return (size - had) / (time.perf_counter() - started)

    def session(self, memory: Memory, at: int) -> Session:
        """A session that is granted one scope, the one of that number."""
        principal, scope = self.scopes[at]
        return memory.session(principal, id="asking", scopes=[scope])

    def questions(self, scopes: Sequence[int], seed: int) -> list[str]:
        """One for each of these scopes, about something in it, each with a vector near that."""
        draw = random.Random(seed)
        chosen = [draw.choice(self._held[at]) for at in scopes]
        vectors = near(self._vectors[chosen], seed)
        asked = []
        for place, vector in zip(chosen, vectors, strict=True):
            question = self.words.question(self._texts[place])
            self.embedder.add(question, vector.tobytes())
            asked.append(question)
        return asked

    def _add_scope(self, memory: Memory) -> None:
        no = len(self.scopes)
        # One tenant has them all: what is found by the tenant alone is found among everything.
        principal = Principal(tenant="acme", user="ana")
        scope = Scope.parse(f"project:{no}")
        # Whole clusters, as what is said in one project is about the same things.
        clusters = self._random.sample(range(_CLUSTERS), IN_SCOPE * _CLUSTERS // _POOL)
        held = [at for cluster in clusters for at in range(cluster, _POOL, _CLUSTERS)]
        self._random.shuffle(held)
        with memory.database.write(principal.tenant) as tx:
            space = search.open_space(tx, Layer.MEMORIES, str(scope))
            generation = search.open_generation(tx, GENERATION.key, DIMENSION, _START)
            vectors: dict[str, bytes] = {}
            for at in held:
                record = self._record(tx, scope, self._texts[at])
                search.put(tx, space, self._entry(at, record))
                vectors[record.id] = self._vectors[at].tobytes()
            places = search.missing_vectors(tx, [space], generation, IN_SCOPE)
            search.put_vectors(tx, generation, {place: vectors[place.item] for place in places})
        self.scopes.append((principal, scope))
        self._held.append(held)

    def _record(self, tx: Transaction, scope: Scope, text: str) -> Record:
        said = _START + timedelta(hours=self._random.randrange(24 * 300))
        state = State(
            content=text,
            source=Source.AGENT_INFERRED,
            confidence=Source.AGENT_INFERRED.confidence,
            importance=self._random.choice((5, 5, 6, 7)),
            valid_from=said,
        )
        return records.add(
            tx,
            id=self._ids.new(),
            layer=Layer.MEMORIES,
            scope=scope,
            kind=Kind.FACT,
            topic=None,
            state=state,
            origin=Origin(actor="ana"),
            evidence=(),
            owner="ana",
            multi_valued=False,
            now=said,
        )

    def _entry(self, at: int, record: Record) -> search.Entry:
        """As the layer makes it; the words of a text are cut once."""
        if at not in self._entries:
            self._entries[at] = index_entry(record)
        return replace(self._entries[at], item=record.id, at=record.state.valid_from)


def measure(filled: Filled, empty: Empty, size: int, questions: int) -> Iterator[Row]:
    """Everything at one size."""

    def rows(metric: str, took: Laps) -> Iterator[Row]:
        for name, value in (("p50", took.p50), ("p95", took.p95)):
            yield _row(empty.kind, size, f"{metric} {name}", value, "ms")
        if empty.kind == "sqlite":  # a server computes in a process of its own
            yield _row(empty.kind, size, f"{metric} cpu", took.cpu, "ms")

    asked = [0] * questions
    draw = random.Random(size)
    anywhere = [draw.randrange(len(filled.scopes)) for _ in range(questions)]
    with filled.open() as memory:
        session = filled.session(memory, 0)
        for question in filled.questions(asked, seed=size + 1):
            hits = session.recall(question, k=K).hits
            assert hits, question
        took = laps(lambda q: session.recall(q, k=K), filled.questions(asked, seed=size + 2))
        yield from rows("recall, one scope", took)
        pairs = [
            (filled.session(memory, at), question)
            for at, question in zip(
                anywhere, filled.questions(anywhere, seed=size + 3), strict=True
            )
        ]
        took = laps(lambda pair: pair[0].recall(pair[1], k=K), pairs)
        yield from rows("recall, any scope", took)
        principal, _ = filled.scopes[0]
        fresh = memory.session(principal, id=f"at-{size}", scopes=[f"repo:at-{size}"])
        texts = [filled.words.sentence(size + number) for number in range(questions)]
        took = laps(lambda t: fresh.conversation.append({"role": "user", "content": t}), texts)
        yield from rows("append", took)
        yield from rows("remember", laps(fresh.memories.remember, texts))


def run(sets: Databases, kind: str, steps: Sequence[int], questions: int) -> list[Row]:
    """One database of that kind, filled step by step."""
    empty = sets.new(kind)
    filled = Filled(empty)
    found: list[Row] = []
    for size in steps:
        rate = filled.grow(size)
        found += measure(filled, empty, size, questions)
        found.append(_row(kind, size, "size on disk", empty.size(), "MB"))
        found.append(_row(kind, size, "filling", rate, "items/s"))
        print(f"{kind}: {size:,} measured", file=sys.stderr)
    return found


def _row(kind: str, size: int, metric: str, value: float, unit: str) -> Row:
    return Row(
        benchmark="scale",
        set=str(size),
        split=kind,
        system="stratal",
        metric=metric,
        value=round(value, 3),
        unit=unit,
    )


def lines(rows: Sequence[Row], metrics: Sequence[str]) -> dict[str, list[tuple[float, float]]]:
    """What a plot shows, by metric and database."""
    kinds = dict.fromkeys(row.split for row in rows)
    found: dict[str, list[tuple[float, float]]] = {
        f"{metric.removesuffix(' p50')}, {kind}": [
            (int(row.set), row.value) for row in rows if (row.metric, row.split) == (metric, kind)
        ]
        for metric in metrics
        for kind in kinds
    }
    return {label: points for label, points in found.items() if points}


def verdicts(rows: Sequence[Row]) -> list[str]:
    """Whether the targets were met, a line for each database and way of asking.

    By the clock, and by what was computed: on a busy machine the clock says more about the others.
    """
    said = []
    for label, points in lines(rows, (*RECALLS, *COMPUTED)).items():
        if len(points) < 2:
            continue
        (least, first), (most, last) = points[0], points[-1]
        said.append(
            f"{label}: {last:.1f} ms at {most:,}, {last / first:.2f} times that at {least:,} "
            f"(slope {slope(points):+.2f}); target under {TARGET:g} ms and at most 2 times: "
            + ("met" if last < TARGET and last <= 2 * first else "missed")
        )
    return said


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, write what was asked for."""
    options = parser(__doc__)
    options.add_argument("--largest", type=int, default=STEPS[-1], help="on SQLite")
    options.add_argument("--largest-postgresql", type=int, default=100_000, help="0: none")
    options.add_argument("--knowledge", action="store_true", help="one large knowledge base")
    chosen = options.parse_args(arguments)
    most = {"sqlite": chosen.largest, "postgresql": chosen.largest_postgresql}
    steps: Sequence[int] = STEPS
    questions = 200
    if chosen.quick:
        steps, questions = STEPS[:2], 20
        most["postgresql"] = min(most["postgresql"], steps[0])
    fill = large_knowledge.run if chosen.knowledge else run
    machine = described()
    rows: list[Row] = []
    with databases(postgresql=most["postgresql"] > 0) as sets:
        for kind in sets.kinds:
            rows += fill(sets, kind, [step for step in steps if step <= most[kind]], questions)
    machine["load average at the end"] = described()["load average"]
    tables = {
        kind: table(
            [row for row in rows if row.split == kind],
            down=lambda row: f"{row.metric}, {row.unit}",
            across=lambda row: f"{int(row.set):,}",
            corner="chunks" if chosen.knowledge else "items in the database",
        )
        for kind in dict.fromkeys(row.split for row in rows)
    }
    if chosen.knowledge:
        finish(
            chosen,
            rows,
            tables=tables,
            notes=large_knowledge.verdicts(rows),
            machine=machine,
            plots={
                "scale-knowledge": Plot(
                    title="one knowledge base: median, ten results",
                    x="chunks",
                    y="ms",
                    lines=lines(rows, ("vectors p50", "hybrid p50")),
                    limit=large_knowledge.TARGET,
                )
            },
            name="scale-knowledge",
        )
        return 0
    finish(
        chosen,
        rows,
        tables=tables,
        notes=verdicts(rows),
        machine=machine,
        plots={
            "scale-recall": Plot(
                title=f"recall: median, {IN_SCOPE} items in scope, {K} results",
                x="items in the database",
                y="ms",
                lines=lines(rows, RECALLS),
                limit=TARGET,
            ),
            "scale-recall-cpu": Plot(
                title=f"recall: computing, {IN_SCOPE} items in scope, {K} results",
                x="items in the database",
                y="ms",
                lines=lines(rows, COMPUTED),
                limit=TARGET,
            ),
            "scale-writing": Plot(
                title="writing one item: median, durability process",
                x="items in the database",
                y="ms",
                lines=lines(rows, ("append p50", "remember p50")),
            ),
        },
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
