"""Adding and searching beside Mem0 and LangGraph's store: same vectors, same durability, same run.

    python -m benchmarks.peers --save benchmarks/results
    python -m benchmarks.peers --quick

Each system runs as a process in an environment of its own, made in a temporary folder from the
package index (`--environments DIR` keeps them), with its telemetry off. Embedding costs nothing:
every vector was computed before. All of them sync each commit to the disk. ``add`` is one item,
kept and findable by its vector; ``search`` asks for ten. The systems take turns, so that what else
the machine does falls on all alike. Medians. With `--quick` only ours runs, with a hundred items.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from benchmarks.command import finish, parser
from benchmarks.machine import described
from benchmarks.material import DIMENSION, Words, near, unit_vectors
from benchmarks.plots import Plot
from benchmarks.rows import Row, table
from benchmarks.systems.driver import Calls, Step, Told, Work, environment

ROOT = Path(__file__).parents[1]
SIZES = (1_000, 10_000)
QUESTIONS = 100
ADDS, SEARCHES = 20, 5
"""One system's turn."""
LAST = 200
FIRST = 10
"""Results asked for."""
METRICS: tuple[Literal["add", "search"], ...] = ("add", "search")


@dataclass(frozen=True, kw_only=True, slots=True)
class Contestant:
    """A system to run, and what it needs."""

    system: str
    split: str
    """What an item is to it."""
    module: str
    arguments: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    """None: it runs where we do."""


OURS = tuple(
    Contestant(system="stratal", split=layer, module="stratal", arguments=(layer,))
    for layer in ("memories", "conversation")
)
PEERS = (
    Contestant(system="mem0", split="memories", module="mem0", packages=("mem0ai",)),
    Contestant(
        system="langgraph",
        split="items",
        module="langgraph",
        packages=("langgraph-checkpoint-sqlite", "pysqlite3-binary"),
    ),
)


def prepare(folder: Path, sizes: Sequence[int], questions: int) -> None:
    """Write the work for all systems."""
    import numpy as np

    words = Words(seed=1)
    texts = [words.sentence(number) for number in range(sizes[-1])]
    vectors = unit_vectors(len(texts), seed=2, clusters=max(20, len(texts) // 50))
    work = Work(dimension=DIMENSION, texts=texts, sizes=list(sizes), questions={}, answers={})
    asked = []
    taken = set(texts)
    for size in sizes:
        answers = np.random.default_rng(size).permutation(size)[:questions]
        work["answers"][str(size)] = answers.tolist()
        made = work["questions"][str(size)] = []
        for answer in answers:
            question = words.question(texts[answer])
            while question in taken:
                question += "?"
            taken.add(question)
            made.append(question)
        asked.append(near(vectors[answers], seed=size))
    write(folder, work, np.concatenate([vectors, *asked]).astype("<f4").tobytes())


def write(folder: Path, work: Work, vectors: bytes) -> None:
    """Where each system looks for its work."""
    (folder / "vectors").write_bytes(vectors)
    (folder / "work.json").write_text(json.dumps(work, ensure_ascii=False), encoding="utf-8")


class Running:
    """A system at work, a step at a time."""

    def __init__(self, one: Contestant, work: Path, environments: Path) -> None:
        self._one = one
        self._place = Path(tempfile.mkdtemp(dir=work))
        self._said = self._place / "said"
        self.calls: dict[tuple[str, int], Calls] = {}
        """By metric and size."""
        python, module = _python(one, environments), f"benchmarks.systems.{one.module}"
        with self._said.open("w", encoding="utf-8") as said:
            self._process = subprocess.Popen(
                [python, "-m", module, work, self._place, *one.arguments],
                cwd=ROOT,
                env={**os.environ, **environment(self._place)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
            )

    def step(self, metric: Literal["add", "search"], size: int, start: int, stop: int) -> None:
        """Do a part of the work, and keep what it took."""
        took: Calls = self._answer(Step(do=metric, size=size, start=start, stop=stop, limit=FIRST))
        kept = self.calls.setdefault((metric, size), Calls(wall=[], cpu=[], right=[]))
        kept["wall"] += took["wall"]
        kept["cpu"] += took["cpu"]
        kept["right"] += took["right"]

    def find(self, size: int, stop: int, limit: int) -> list[list[str]]:
        """The texts that it gives for each of the first `stop` questions, `limit` at most."""
        found: list[list[str]] = self._answer(
            Step(do="find", size=size, start=0, stop=stop, limit=limit)
        )
        return found

    def tell(self) -> Told:
        """Its versions, and how it was run."""
        told: Told = self._answer(Step(do="tell", size=0, start=0, stop=0, limit=0))
        return told

    def end(self) -> None:
        """Stop it."""
        self._process.kill()
        self._process.communicate()

    def _answer(self, step: Step) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(step) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            said = self._said.read_text(encoding="utf-8")[-3_000:]
            raise SystemExit(f"{self._one.system} failed:\n{said}")
        return json.loads(line)


def take_turns(systems: Sequence[Running], sizes: Sequence[int], questions: int) -> None:
    """All the work, a small part of it by each system in turn."""
    added = 0
    for size in sizes:
        for start in range(added, size, ADDS):
            for system in systems:
                system.step("add", size, start, min(start + ADDS, size))
        for start in range(0, questions, SEARCHES):
            for system in systems:
                system.step("search", size, start, min(start + SEARCHES, questions))
        added = size


def _python(one: Contestant, environments: Path) -> Path:
    if not one.packages:
        return Path(sys.executable)
    folder = environments / one.module
    python = folder / "bin" / "python"
    if not python.exists():
        print(f"making an environment for {one.system} ...", file=sys.stderr)
        venv.create(folder, with_pip=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", *one.packages],
            check=True,
            stdout=sys.stderr,
        )
    return python


def rows_of(systems: Mapping[Contestant, Running], sizes: Sequence[int]) -> list[Row]:
    """Medians in milliseconds, and how many times longer each peer takes than ours."""
    rows: list[Row] = []

    def row(one: Contestant, size: int, metric: str, value: float, unit: str) -> None:
        rows.append(
            Row(
                benchmark="peers",
                set=str(size),
                split=one.split,
                system=one.system,
                metric=metric,
                value=round(value, 4),
                unit=unit,
            )
        )

    for one, its in systems.items():
        for size in sizes:
            for metric in METRICS:
                calls = its.calls[metric, size]
                row(one, size, metric, _median(calls["wall"]), "ms")
                row(one, size, f"{metric} cpu", _median(calls["cpu"]), "ms")
            right = its.calls["search", size]["right"]
            row(one, size, "found@10", 100 * sum(right) / len(right), "%")
    for ours, mine in systems.items():
        for one, its in systems.items():
            if ours.system == "stratal" and one.system != "stratal":
                for size in sizes:
                    for metric in METRICS:
                        times = _median(its.calls[metric, size]["wall"])
                        ratio = times / _median(mine.calls[metric, size]["wall"])
                        row(one, size, f"{metric}, times our {ours.split}", ratio, "x")
    return rows


def _median(seconds: Sequence[float]) -> float:
    """Milliseconds; of adds, those just before the size was reached."""
    return 1e3 * statistics.median(seconds[-LAST:])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, write what was asked for."""
    options = parser(__doc__)
    options.add_argument("--environments", type=Path, metavar="DIR", help="make and keep them here")
    chosen = options.parse_args(arguments)
    sizes = (50, 100) if chosen.quick else SIZES
    contestants = OURS if chosen.quick else (*OURS, *PEERS)
    machine = described()
    questions = 10 if chosen.quick else QUESTIONS
    systems: dict[Contestant, Running] = {}
    with tempfile.TemporaryDirectory() as name, ExitStack() as ending:
        work = Path(name)
        environments = (chosen.environments or work / "environments").absolute()
        prepare(work, sizes, questions)
        for one in contestants:
            systems[one] = Running(one, work, environments)
            ending.callback(systems[one].end)
        take_turns(list(systems.values()), sizes, questions)
        told = {one: its.tell() for one, its in systems.items()}
    rows = rows_of(systems, sizes)
    measured = [row for row in rows if row.unit != "x"]
    tables = {
        f"At {size:,} items": table(
            [row for row in measured if row.set == str(size)],
            down=lambda row: f"{row.system}, {row.split}",
            across=lambda row: f"{row.metric}, {row.unit}",
        )
        for size in sizes
    }
    if compared := [row for row in rows if row.unit == "x"]:
        tables["How many times ours it takes"] = table(
            compared,
            down=lambda row: f"{row.system}: {row.metric}",
            across=lambda row: f"at {int(row.set):,}",
        )
    notes = [f"{one.system} {one.split}: {'; '.join(its['notes'])}" for one, its in told.items()]
    for its in told.values():
        machine |= its["versions"]
    machine["load average at the end"] = described()["load average"]
    finish(
        chosen,
        rows,
        tables=tables,
        notes=notes,
        machine=machine,
        plots={
            f"peers-{metric}": Plot(
                title=f"{metric}: median, one item at a time"
                if metric == "add"
                else "search: median, ten results",
                x="items",
                y="ms",
                lines={
                    f"{one.system}, {one.split}": [
                        (int(row.set), row.value)
                        for row in measured
                        if (row.system, row.split, row.metric) == (one.system, one.split, metric)
                    ]
                    for one in contestants
                },
            )
            for metric in ("add", "search")
        },
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
