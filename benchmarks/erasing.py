"""Erasing one person among many: how long each part takes, and how long others wait for it.

    python -m benchmarks.erasing --save benchmarks/results
    python -m benchmarks.erasing --items 100000 --items-postgresql 0

Each person has 1,000 things: half of them messages, two hundred memories that rest on these, two
hundred events, and facts; a tenth of the memories are a project's, and rest on what another person
said as well. In a million things there are a thousand people. One is looked up (the preview),
erased, and the file is written anew; in 10,000 things one text of theirs is then searched in
every row and every byte. Beside it somebody writes, in a process of their own: their longest waits
are the locks. Three people are erased at each size, and the middle figure is told.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import stratal
from benchmarks.beside import Span, Writer, percentile
from benchmarks.command import finish, parser
from benchmarks.databases import Databases, Empty, databases
from benchmarks.machine import described
from benchmarks.people import OF_ONE, TENANT, People
from benchmarks.plots import Plot
from benchmarks.rows import Row, saved, table
from stratal import Memory, Person
from stratal.flows.absence import look_for

NAME = "erasing"
_ERASED = 3
_PROVED = 10_000
"""In so many at most the absence of the words is proved: every byte is looked at."""
_ALONE = 5.0
"""Seconds for which the writer is measured alone."""


def run(sets: Databases, kind: str, sizes: Sequence[int]) -> list[Row]:
    """Fill a database step by step, and erase some people at each size."""
    rows: list[Row] = []
    empty = sets.new(kind)
    people = People()
    for size in sizes:
        with stratal.open(empty.address, durability="process", embedder=None) as memory:
            people.grow(memory, size // OF_ONE)
        empty.tidy()
        rows += list(_measured(empty, kind, size, people))
        print(f"erased in {size:,} on {kind}", file=sys.stderr, flush=True)
    return rows


def _measured(empty: Empty, kind: str, size: int, people: People) -> Iterator[Row]:
    def row(metric: str, value: float, unit: str) -> Row:
        return Row(
            benchmark=NAME,
            set=str(size),
            split=kind,
            system="stratal",
            metric=metric,
            value=value,
            unit=unit,
        )

    took: dict[str, list[float]] = defaultdict(list)
    spans: dict[str, list[Span]] = defaultdict(list)

    def timed(part: str, call: Callable[[], object]) -> None:
        began, used = time.monotonic(), time.process_time()
        call()
        took[f"{part} cpu"].append(time.process_time() - used)
        spans[part].append((began, time.monotonic()))
        took[part].append(spans[part][-1][1] - began)

    with (
        tempfile.TemporaryDirectory() as folder,
        _opened(empty, f"{folder}/receipt-key") as memory,
        tempfile.TemporaryFile("w+") as log,
    ):
        # A small file is written anew by the erasure itself; here the two are told apart.
        memory.database.compacts_at_once = lambda: False  # type: ignore[method-assign]
        with Writer(empty, TENANT, log) as writer:
            timed("alone", partial(time.sleep, _ALONE))
            erasing = memory.erasing(TENANT, asked_by="office")
            gone = people.leave(_ERASED)
            for person in (Person(user=user) for user in gone):
                timed("preview", partial(erasing.preview, person))
                timed("erasing", partial(erasing.erase, person, confirmed=True))
        # The whole file on SQLite; on PostgreSQL only the owner of the tables may do it.
        if kind == "sqlite":
            timed("compacting", erasing.compact)
        if size <= _PROVED:
            texts = [people.text(gone[-1])]
            timed("proving", partial(look_for, memory.database, texts, tenant=TENANT))
    for part in ("preview", "erasing", "compacting", "proving"):
        if took[part]:
            yield row(part, statistics.median(took[part]), "s")
            yield row(f"{part} cpu", statistics.median(took[f"{part} cpu"]), "s")
    for part in ("alone", "preview", "erasing"):
        waits = writer.during(spans[part])
        if spans[part]:
            yield row(f"writer, {part}: p95", percentile(waits, 0.95), "ms")
            yield row(f"writer, {part}: longest", 1e3 * max(waits, default=0.0), "ms")
            yield row(f"writer, {part}: writes", len(waits), "items")
    yield row("size on disk", empty.size(), "MB")


def _opened(empty: Empty, key: str) -> Memory:
    # Beside a file of SQLite there is one already.
    named = None if empty.kind == "sqlite" else key
    return stratal.open(empty.address, durability="process", embedder=None, receipt_key=named)


def verdicts(rows: Sequence[Row]) -> list[str]:
    """What the figures come to."""
    said = []
    for kind in dict.fromkeys(row.split for row in rows):

        def of(metric: str, kind: str = kind) -> list[float]:
            return [row.value for row in rows if row.split == kind and row.metric == metric]

        took, computed, looked = of("erasing"), of("erasing cpu"), of("preview")
        said.append(
            f"{kind}: a person of {OF_ONE:,} things is erased in {took[0]:.2g} s among the fewest, "
            f"in {took[-1]:.2g} s among the most (computing {computed[0]:.2g} and "
            f"{computed[-1]:.2g}); looking first takes {looked[-1]:.2g} s"
        )
        said.append(
            f"{kind}: who writes meanwhile waits {of('writer, erasing: longest')[-1]:,.0f} ms at "
            f"most, p95 {of('writer, erasing: p95')[-1]:,.0f} (alone "
            f"{of('writer, alone: longest')[-1]:,.0f} and {of('writer, alone: p95')[-1]:,.0f}); "
            f"beside the preview {of('writer, preview: longest')[-1]:,.0f}"
        )
    return said


def plots(rows: Sequence[Row]) -> dict[str, Plot]:
    """How it grows."""
    lines = {
        f"{kind}, {metric}": points
        for kind in dict.fromkeys(row.split for row in rows)
        for metric in ("preview cpu", "erasing cpu", "erasing")
        if len(
            points := [
                (float(row.set), row.value)
                for row in rows
                if row.split == kind and row.metric == metric
            ]
        )
        > 1
    }
    if not lines:
        return {}
    title = f"erasing one person of {OF_ONE:,} things"
    return {NAME: Plot(title=title, x="items in the database", y="s", lines=lines)}


def sizes(largest: int) -> list[int]:
    """By tens up to the largest."""
    return [step for step in (10_000, 100_000, 1_000_000) if step <= largest] or [largest]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, write what was asked for."""
    options = parser(__doc__)
    options.add_argument("--items", type=int, default=1_000_000, help="at most, on SQLite; 0: none")
    options.add_argument("--items-postgresql", type=int, default=100_000, help="0: none")
    chosen = options.parse_args(arguments)
    most = {"sqlite": chosen.items, "postgresql": chosen.items_postgresql}
    if chosen.quick:
        most = {kind: min(count, 5_000) for kind, count in most.items()}
    machine = described()
    rows: list[Row] = []
    with databases(postgresql=most["postgresql"] > 0) as sets:
        for kind in (kind for kind in sets.kinds if most[kind]):
            rows += run(sets, kind, sizes(most[kind]))
    machine["load average at the end"] = described()["load average"]
    # What was not measured now stays as it was written.
    measured = {row.split for row in rows}
    rows += [row for row in saved(chosen.save, NAME) if row.split not in measured]
    rows.sort(key=lambda row: row.split, reverse=True)
    tables = {
        kind: table(
            [row for row in rows if row.split == kind],
            down=lambda row: f"{row.metric}, {row.unit}",
            across=lambda row: f"{int(row.set):,}",
            corner="items in the database",
        )
        for kind in dict.fromkeys(row.split for row in rows)
    }
    finish(chosen, rows, tables=tables, notes=verdicts(rows), machine=machine, plots=plots(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
