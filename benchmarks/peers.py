"""Adding and searching beside Mem0 and LangGraph's store: same vectors, same durability, same run.

    python -m benchmarks.peers --save benchmarks/results
    python -m benchmarks.peers --quick

Each system runs as a process in an environment of its own, made in a temporary folder from the
package index (`--environments DIR` keeps them), with its telemetry off. Embedding costs nothing:
every vector was computed before. All of them sync each commit to the disk. ``add`` is one item,
kept and findable by its vector; ``search`` asks for ten. Medians. With `--quick` only ours runs,
with a hundred items.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmarks.command import finish, parser
from benchmarks.machine import described
from benchmarks.material import DIMENSION, Words, near, unit_vectors
from benchmarks.plots import Plot
from benchmarks.rows import Row, table
from benchmarks.systems.driver import Result, Work, environment

ROOT = Path(__file__).parents[1]
SIZES = (1_000, 10_000)
QUESTIONS = 100
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
    (folder / "vectors").write_bytes(np.concatenate([vectors, *asked]).astype("<f4").tobytes())
    (folder / "work.json").write_text(json.dumps(work, ensure_ascii=False), encoding="utf-8")


def run(one: Contestant, work: Path, environments: Path) -> Result:
    """Do the work with one system. Raises `SystemExit` with what it said if it fails."""
    python = _python(one, environments)
    with tempfile.TemporaryDirectory(dir=work) as name:
        place = Path(name)
        ended = subprocess.run(
            [python, "-m", f"benchmarks.systems.{one.module}", work, place, *one.arguments],
            cwd=ROOT,
            env={**os.environ, **environment(place)},
            capture_output=True,
            text=True,
            check=False,
        )
    if ended.returncode != 0:
        raise SystemExit(f"{one.system} failed:\n{ended.stderr[-3000:]}")
    result: Result = json.loads(ended.stdout.splitlines()[-1])
    return result


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


def rows_of(results: Mapping[Contestant, Result]) -> list[Row]:
    """Medians in milliseconds, and how many times longer each peer takes than ours."""
    rows: list[Row] = []

    def row(one: Contestant, size: str, metric: str, value: float, unit: str) -> None:
        rows.append(
            Row(
                benchmark="peers",
                set=size,
                split=one.split,
                system=one.system,
                metric=metric,
                value=round(value, 4),
                unit=unit,
            )
        )

    for one, result in results.items():
        for size in result["add"]:
            for metric in METRICS:
                row(one, size, metric, 1e3 * _median(result, metric, "wall", size), "ms")
                row(one, size, f"{metric} cpu", 1e3 * _median(result, metric, "cpu", size), "ms")
            row(one, size, "found@10", 100 * result["found"][size], "%")
    for one, result in results.items():
        if one.system == "stratal":
            continue
        for ours, its in results.items():
            if ours.system != "stratal":
                continue
            for size in result["add"]:
                for metric in METRICS:
                    times = _median(result, metric, "wall", size)
                    ratio = times / _median(its, metric, "wall", size)
                    row(one, size, f"{metric}, times our {ours.split}", ratio, "x")
    return rows


def _median(
    result: Result, metric: Literal["add", "search"], clock: Literal["wall", "cpu"], size: str
) -> float:
    return statistics.median(result[metric][size][clock])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, write what was asked for."""
    options = parser(__doc__)
    options.add_argument("--environments", type=Path, metavar="DIR", help="make and keep them here")
    chosen = options.parse_args(arguments)
    sizes = (50, 100) if chosen.quick else SIZES
    contestants = OURS if chosen.quick else (*OURS, *PEERS)
    machine = described()
    results: dict[Contestant, Result] = {}
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        environments = chosen.environments or work / "environments"
        prepare(work, sizes, 10 if chosen.quick else QUESTIONS)
        for one in contestants:
            results[one] = run(one, work, environments.absolute())
    rows = rows_of(results)
    measured = [row for row in rows if row.unit != "x"]
    tables = {
        "Medians": table(
            measured,
            down=lambda row: f"{row.system}, {row.split}",
            across=lambda row: f"{row.metric} at {int(row.set):,}, {row.unit}",
        )
    }
    if compared := [row for row in rows if row.unit == "x"]:
        tables["How many times ours it takes"] = table(
            compared,
            down=lambda row: f"{row.system}: {row.metric}",
            across=lambda row: f"at {int(row.set):,}",
        )
    notes = [
        f"{one.system} {one.split}: {'; '.join(result['notes'])}" for one, result in results.items()
    ]
    for result in results.values():
        machine |= result["versions"]
    finish(
        chosen,
        rows,
        tables=tables,
        notes=[*notes, f"Load average at the start: {machine['load average']}."],
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
