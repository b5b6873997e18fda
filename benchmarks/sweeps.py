"""What a sweep of many items costs, and what it costs who writes beside it.

Scopes of 1,000 memories, all inferred, through the functions that the layers call; of each two
fifths are old and little, and go cold, and a twentieth says what another says. A writer in a
process of its own remembers one thing after the other, in a scope of its own, first alone and then
beside the sweep. Targets: time per 1,000 and memory flat, and the writer's p95 within twice.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import stratal
from benchmarks.databases import Databases, Empty
from benchmarks.material import Words
from benchmarks.rows import Row
from stratal import Kind, Layer, Memory, Origin, Scope, Source, State, SystemClock, TimeOrderedIds
from stratal.layers.record_layer import index_entry
from stratal.storage import records, search

IN_SCOPE = 1_000
_BESIDE = 300
"""Writes that are measured without a sweep."""
_TENANT = "acme"
_WRITER = """
import json, sys, threading, time
import stratal
address = sys.argv[1]
most = int(sys.argv[2])
stopped = threading.Event()
if not most:
    threading.Thread(target=lambda: (sys.stdin.read(), stopped.set()), daemon=True).start()
with stratal.open(address, durability="process", embedder=None) as memory:
    bo = stratal.Principal(tenant="acme", user="bo")
    print("ready", flush=True)
    seconds, number = [], 0
    while not stopped.is_set() and (not most or number < most):
        if number % 100 == 0:
            # No scope of theirs comes to more than it may hold: they are no work for the sweep.
            scope = f"beside:{time.time_ns()}"
            session = memory.session(bo, id="writing", scopes=[scope])
            session.memories.remember("The first one opens the scope.")
        started = time.perf_counter()
        session.memories.remember(f"Beside {address[-5:]} {time.time_ns()} somebody writes.")
        seconds.append(time.perf_counter() - started)
        number += 1
        time.sleep(0.002)
print(json.dumps(seconds), flush=True)
"""


def sizes(largest: int) -> list[int]:
    """From a thousand, or from 10,000 where there are many, by tens up to the largest."""
    steps = [10**power for power in range(3, 8)]
    chosen = [step for step in steps if step <= largest]
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
    swept = [row for row in rows if row.set != "year"]
    for kind in dict.fromkeys(row.split for row in swept):

        def of(metric: str, kind: str = kind) -> list[float]:
            return [row.value for row in swept if row.split == kind and row.metric == metric]

        times, grown = of("sweep per 1,000"), of("memory grown")
        alone, beside = of("writer alone p95"), of("writer beside p95")
        said.append(
            f"{kind}: {times[0]:,.0f} ms per 1,000 at the smallest, {times[-1]:,.0f} at the "
            f"largest; {max(grown):,.0f} MB more at most; a writer's p95 "
            f"{beside[-1] / alone[-1]:.2f} times"
        )
    return said


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
    alone = _writes(empty, _BESIDE)
    with stratal.open(empty.address, durability="process", embedder=None) as memory:
        # What the first of all costs, code that is loaded for it above all, is nobody's.
        memory.sweep("nobody")
        before, most = _resident(), _resident()
        with _beside(empty) as writes:
            started, used = time.perf_counter(), time.process_time()

            def told(_: object) -> None:
                nonlocal most
                most = max(most, _resident())

            report = memory.sweep(_TENANT, told=told)
            took, computed = time.perf_counter() - started, time.process_time() - used
        again = time.perf_counter()
        nothing = memory.sweep(_TENANT).count
        again = time.perf_counter() - again
    yield row("sweep per 1,000", 1e6 * took / size, "ms")
    yield row("sweep per 1,000 cpu", 1e6 * computed / size, "ms")
    yield row("acts", report.count, "items")
    yield row("memory grown", most - before, "MB")
    yield row("nothing to do per 1,000", 1e6 * again / size, "ms")
    yield row("acts of a second sweep", nothing, "items")
    yield row("writer alone p50", _percentile(alone, 0.5), "ms")
    yield row("writer alone p95", _percentile(alone, 0.95), "ms")
    yield row("writer beside p50", _percentile(writes, 0.5), "ms")
    yield row("writer beside p95", _percentile(writes, 0.95), "ms")
    yield row("writes beside", len(writes), "items")


def _fill(memory: Memory, size: int) -> None:
    draw, words, clock = random.Random(5), Words(5), SystemClock()
    ids = TimeOrderedIds(clock)
    texts = [words.sentence(2 * number) for number in range(IN_SCOPE)]
    now = datetime.now(UTC)
    for no in range(0, size, IN_SCOPE):
        scope = Scope.parse(f"project:{no}")
        with memory.database.write(_TENANT) as tx:
            space = search.open_space(tx, Layer.MEMORIES, str(scope))
            entries = []
            for at in range(min(IN_SCOPE, size - no)):
                twice = at % 20 == 1
                text = f"That {texts[at - 1]}" if twice else texts[at]
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


def _writes(empty: Empty, count: int) -> list[float]:
    done = subprocess.run(
        [sys.executable, "-c", _WRITER, empty.address, str(count)],
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[float] = json.loads(done.stdout.splitlines()[-1])
    return found


@contextmanager
def _beside(empty: Empty) -> Iterator[list[float]]:
    """A writer in another process, until the block is left; its seconds are in the list then."""
    writes: list[float] = []
    with subprocess.Popen(
        [sys.executable, "-c", _WRITER, empty.address, "0"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        yield writes
        out, _ = writer.communicate()
    writes += json.loads(out.splitlines()[-1])


def _percentile(seconds: Sequence[float], share: float) -> float:
    """Milliseconds."""
    if len(seconds) < 2:
        return 1e3 * (seconds[0] if seconds else 0.0)
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return 1e3 * cuts[round(share * 100) - 1]


def _resident() -> float:
    """Megabytes that this process has in memory now; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = int(file.read().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
