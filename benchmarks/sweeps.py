"""What a sweep of many items costs, and what it costs who writes beside it.

Scopes of 1,000 memories, all inferred, through the functions that the layers call; of each two
fifths are old and little, and go cold, a twentieth says what another says, and the capacity takes
some more. A writer in a process of its own remembers one thing after the other, in scopes of its
own. By turns it is beside the sweep, alone, and beside a load that computes as much as the sweep
and touches no database: so the machine's part of its waiting is told apart. In the second half, or
after eighty turns, it leaves the sweep alone. Targets: time per 1,000 and memory flat,
and the writer's p95 within twice.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import cycle

import stratal
from benchmarks.beside import Span, Writer, caches, computing, percentile, resident
from benchmarks.command import finish
from benchmarks.databases import Databases, Empty
from benchmarks.material import Words
from benchmarks.plots import Plot
from benchmarks.rows import Row, saved, table
from stratal import Kind, Layer, Memory, Origin, Scope, Source, State, SystemClock, TimeOrderedIds
from stratal.flows.forgetting.sweep import Progress
from stratal.layers.recording.index import index_entry
from stratal.storage import records, search

NAME = "forgetting-sweep"
IN_SCOPE = 1_000
BESIDE, ALONE, LOAD = TURNS = ("beside", "alone", "beside a load")
_TURN = 0.5
"""Seconds of the sweep, after which it is another's turn for as long."""
_MOST_TURNS = 80
_TENANT = "acme"


def sizes(largest: int) -> list[int]:
    """From two thousand, or from 10,000 where there are many, by tens up to the largest."""
    chosen = [step for step in (2_000, 10_000, 100_000, 1_000_000) if step <= largest]
    return chosen[-3:] if largest > 10_000 else chosen or [largest]


def run(sets: Databases, kind: str, steps: Sequence[int]) -> list[Row]:
    """Sweep a database of each size."""
    rows: list[Row] = []
    for size in steps:
        if size:
            rows += list(_measured(sets.new(kind), kind, size))
            print(f"swept {size:,} on {kind}", file=sys.stderr, flush=True)
    return rows


def verdicts(rows: Sequence[Row]) -> list[str]:
    """Whether time and memory are flat, and the writer is not held up."""
    said = []
    for kind in dict.fromkeys(row.split for row in rows):

        def of(metric: str, kind: str = kind) -> list[float]:
            return [row.value for row in rows if row.split == kind and row.metric == metric]

        times, computed = of("sweep per 1,000"), of("sweep per 1,000 cpu")
        slowed = of("sweep beside a writer per 1,000")
        beside, alone, load = (of(f"writer {when} p95")[-1] for when in TURNS)
        again = of("nothing to do per 1,000")
        said.append(
            f"{kind}: {times[0]:,.0f} ms per 1,000 at the smallest, {times[-1]:,.0f} at the "
            f"largest (computing {computed[0]:,.0f} and {computed[-1]:,.0f}); "
            f"beside a writer {slowed[-1]:,.0f}; {of('memory grown')[-1]:,.0f} MB more at the "
            f"largest; again, with nothing to do, {again[-1]:,.1f} ms per 1,000"
        )
        said.append(
            f"{kind}: a writer's p95 beside the sweep is {beside / alone:.2f} times that alone, "
            f"and {beside / load:.2f} times that beside a load; target 2: "
            f"{'met' if beside <= 2 * alone else 'not met'}"
        )
    return said


def finish_sweeps(options: Namespace, rows: Sequence[Row], machine: Mapping[str, str]) -> None:
    """Print and write as `options` say; what was not measured now stays as it was written."""
    measured = {row.split for row in rows}
    before = [row for row in saved(options.save, NAME) if row.split not in measured]
    rows = sorted([*before, *rows], key=lambda row: row.split, reverse=True)
    tables = {
        f"the sweep, {kind}": table(
            [row for row in rows if row.split == kind],
            down=lambda row: f"{row.metric}, {row.unit}",
            across=lambda row: f"{int(row.set):,}",
            corner="items",
        )
        for kind in dict.fromkeys(row.split for row in rows)
    }
    plots = {
        NAME: Plot(
            title="a sweep, per 1,000 items",
            x="items",
            y="ms",
            lines={
                f"{kind}{' computing' if metric.endswith('cpu') else ''}": points
                for kind in dict.fromkeys(row.split for row in rows)
                for metric in ("sweep per 1,000", "sweep per 1,000 cpu")
                if len(points := _points(rows, kind, metric)) > 1
            },
        )
    }
    finish(
        options,
        rows,
        tables=tables,
        notes=verdicts(rows),
        machine=machine,
        plots={name: plot for name, plot in plots.items() if plot.lines},
        name=NAME,
    )


def _points(rows: Sequence[Row], kind: str, metric: str) -> list[tuple[float, float]]:
    return [
        (float(row.set), row.value) for row in rows if row.split == kind and row.metric == metric
    ]


def _measured(empty: Empty, kind: str, size: int) -> Iterator[Row]:
    def row(metric: str, value: float, unit: str) -> Row:
        return Row(
            benchmark="forgetting",
            set=str(size),
            split=kind,
            system="stratal",
            metric=metric,
            value=value,
            unit=unit,
        )

    with stratal.open(empty.address, durability="process", embedder=None) as memory:
        _fill(memory, size)
    empty.tidy()
    with (
        stratal.open(empty.address, durability="process", embedder=None) as memory,
        tempfile.TemporaryFile("w+") as log,
    ):
        # What the first of all costs, code that is loaded for it above all, is nobody's.
        memory.sweep("nobody")
        before, cached = resident(), caches()
        with Writer(empty, _TENANT, log) as writer:
            turns = Turns(writer, size)
            report = memory.sweep(_TENANT, told=turns.told)
            turns.end()
        # What the writer wrote is looked through once, and then nothing is left to do.
        second = memory.sweep(_TENANT).count
        again, used = time.perf_counter(), time.process_time()
        memory.sweep(_TENANT)
        again, used = time.perf_counter() - again, time.process_time() - used
    for when, part in (("", turns.by_itself), (" beside a writer", turns.beside)):
        if part.items:
            yield row(f"sweep{when} per 1,000", 1e6 * part.seconds / part.items, "ms")
            yield row(f"sweep{when} per 1,000 cpu", 1e6 * part.computing / part.items, "ms")
    yield row("acts", report.count, "items")
    yield row("memory grown", max(0.0, turns.most - before), "MB")
    if kind == "sqlite":
        yield row("memory grown, SQLite's caches", max(0.0, turns.cached - cached), "MB")
    yield row("nothing to do per 1,000", 1e6 * again / size, "ms")
    yield row("nothing to do per 1,000 cpu", 1e6 * used / size, "ms")
    yield row("acts of a second sweep", second, "items")
    for when in TURNS:
        waits = writer.during(turns.spans[when])
        yield row(f"writer {when} p50", percentile(waits, 0.5), "ms")
        yield row(f"writer {when} p95", percentile(waits, 0.95), "ms")
        yield row(f"writer {when} longest", 1e3 * max(waits, default=0.0), "ms")
        yield row(f"writes {when}", len(waits), "items")


@dataclass(kw_only=True, slots=True)
class Part:
    """A part of the sweep."""

    seconds: float = 0.0
    computing: float = 0.0
    items: int = 0


class Turns:
    """Lets the sweep work for a while, then nobody, it again, then a load that computes as much.

    Until the writer leaves: from then on it is the sweep's turn for good.
    """

    def __init__(self, writer: Writer, size: int) -> None:
        self.spans: dict[str, list[Span]] = {when: [] for when in TURNS}
        self.beside, self.by_itself = Part(), Part()
        self.most = self.cached = 0.0
        self._writer: Writer | None = writer
        self._half = size // 2
        self._others = cycle((ALONE, LOAD))
        self._passed, self._scope = 0, Progress(what="", done=0, of=0)
        self._begin()

    def told(self, progress: Progress) -> None:
        """The sweep is between two transactions."""
        if progress.what != self._scope.what:
            self._passed += self._scope.of
            if self._writer is not None and self._is_over():
                self._leave(self._writer)
        self._scope = progress
        if self._writer is not None and time.monotonic() - self._began >= _TURN:
            self._swept(self.beside)
            self._other()
            self._begin()

    def end(self) -> None:
        """The sweep is over."""
        self._passed += self._scope.of
        if self._writer is not None:
            self._leave(self._writer)
        self._swept(self.by_itself)
        self.by_itself.items = self._passed - self.beside.items

    def _is_over(self) -> bool:
        turns = len(self.spans[BESIDE])
        return turns >= _MOST_TURNS or (turns > 1 and self._passed >= self._half)

    def _leave(self, writer: Writer) -> None:
        self._swept(self.beside)
        self.beside.items = self._passed
        self._other()
        self._other()
        writer.stop()
        self._writer = None
        self._begin()

    def _begin(self) -> None:
        self._began, self._used = time.monotonic(), time.process_time()

    def _swept(self, part: Part) -> None:
        now = time.monotonic()
        if part is self.beside:
            self.spans[BESIDE].append((self._began, now))
        part.seconds += now - self._began
        part.computing += time.process_time() - self._used
        self.most, self.cached = max(self.most, resident()), max(self.cached, caches())

    def _other(self) -> None:
        when, began = next(self._others), time.monotonic()
        if when == ALONE:
            time.sleep(_TURN)
        else:
            computing(_TURN, self.beside.computing / self.beside.seconds)
        self.spans[when].append((began, time.monotonic()))


def _fill(memory: Memory, size: int) -> None:
    draw, words, clock = random.Random(5), Words(5), SystemClock()
    ids = TimeOrderedIds(clock)
    texts = [words.sentence(number).rstrip(".。") for number in range(IN_SCOPE)]
    now = datetime.now(UTC)
    for no in range(0, size, IN_SCOPE):
        scope = Scope.parse(f"project:{no}")
        with memory.database.write(_TENANT) as tx:
            space = search.open_space(tx, Layer.MEMORIES, str(scope))
            entries = []
            for at in range(min(IN_SCOPE, size - no)):
                # What says the same has the same words but for one that says nothing.
                twice = at % 20 == 2
                text = f"That {texts[at - 2]}" if twice else texts[at]
                text = f"{text}, {no}."
                old = at % 5 < 2
                written = now - timedelta(days=40 if old else 1, minutes=draw.randrange(600))
                state = State(
                    content=text,
                    source=Source.AGENT_INFERRED,
                    confidence=0.4,
                    importance=4 if old else 9,
                    valid_from=written,
                )
                record = records.add(
                    tx,
                    id=ids.new(),
                    layer=Layer.MEMORIES,
                    scope=scope,
                    kind=Kind.FACT,
                    topic=None,
                    state=state,
                    origin=Origin(actor="ana"),
                    evidence=(),
                    owner="ana",
                    multi_valued=False,
                    now=written,
                )
                entries.append(index_entry(record))
            search.extend(tx, space, entries)
