"""How much of the evidence for a question recall finds, beside plain rankings of the same texts.

    python -m benchmarks.recall --data DIR --set all --cache DIR --save benchmarks/results
    python -m benchmarks.recall --data DIR --rows peers --save benchmarks/results
    python -m benchmarks.recall --quick

A question's evidence is what answers it: messages, exchanges, sessions or memories, as the set
labels it. ``recall@k`` is the mean share of it among the first k, ``hit@k`` the share of questions
with any of it there, and ``recall@500tok`` the share within so many tokens of text: results are
taken in order, what no longer fits is left out. The weights were chosen on the ``tuned`` halves
alone; ``held-out`` is the rest. One setting for all sets.

``--rows`` names what is measured: ``ours`` with the plain rankings, the ``peers``, each in an
environment of its own, or ``bge``, ours with another embedder. What is saved already of other rows
or sets is kept, with where and when it was measured.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import stratal
from benchmarks.bge import BgeSmall
from benchmarks.command import finish, parser
from benchmarks.kept_vectors import KeptVectors
from benchmarks.machine import described
from benchmarks.peers import PEERS
from benchmarks.plots import Plot
from benchmarks.questions import HELD_OUT, SETS, TUNED, Case, Question, small
from benchmarks.rows import Row, saved, table
from benchmarks.searchers import Bm25, Peer, RankFusion, Search, Stratal, Vectors
from stratal import Embedder
from stratal.flows.relevance import RECIPE, Recipe
from stratal.models.builtin import BuiltinEmbedder
from stratal.text.counting import estimate_tokens

DEPTHS = (5, 10, 20)
HITS = 10
WHOLE = ("all", TUNED, HELD_OUT)
"""Splits that are no category."""
BUDGETS = (500, 1_000, 2_000, 7_000)
ABLATIONS: Mapping[str, Recipe] = {
    "stratal -neighbours": replace(RECIPE, words={}, meaning={}),
    "stratal -session": replace(RECIPE, session=0.0),
    "stratal -person": replace(RECIPE, person=0.0),
    "stratal -named": replace(RECIPE, named=0.0),
    "stratal -time": replace(RECIPE, time=0.0),
}
"""Ours without one part."""
OURS, OTHERS, BGE = "ours", "peers", "bge"
_BGE_ROWS = ("vectors bge-small-en", "stratal bge-small-en")
_DRAWN = ("stratal", "bm25", "vectors", "rrf", *(one.system for one in PEERS))
_MEASURED = "recall-measured.json"
"""Beside the rows: where and when each kind of them was measured."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What one search gave for one question, as shares."""

    question: Question
    figures: Mapping[str, float]


def measured(case: Case, search: Search, tokens: Mapping[str, int]) -> list[Answer]:
    """Every question of a case with how much of its evidence was found."""
    return [
        Answer(question=question, figures=_figures(case, question, search(question.text), tokens))
        for question in case.questions
    ]


def _figures(
    case: Case, question: Question, found: Sequence[str], tokens: Mapping[str, int]
) -> dict[str, float]:
    units = list(dict.fromkeys(case.units.get(item, item) for item in found))
    wanted = question.evidence

    def share(some: Iterable[str]) -> float:
        return len(wanted.intersection(some)) / len(wanted)

    figures = {f"recall@{depth}": share(units[:depth]) for depth in DEPTHS}
    figures[f"hit@{HITS}"] = float(bool(wanted.intersection(units[:HITS])))
    for budget in BUDGETS:
        left, fitting = budget, []
        for item in found:
            if tokens[item] <= left:
                left -= tokens[item]
                fitting.append(case.units.get(item, item))
        figures[f"recall@{budget}tok"] = share(fitting)
    return figures


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """One set, and what it is measured with."""

    cases: Sequence[Case]
    embedder: Embedder
    folder: Path
    environments: Path
    told: dict[str, str]
    """What the peers say of their versions."""


def answered(systems: Iterable[tuple[str, Sequence[Search]]], run: Run) -> dict[str, list[Answer]]:
    """The answers of each system to all questions of a set."""
    answers: dict[str, list[Answer]] = defaultdict(list)
    for system, searches in systems:
        for case, search in zip(run.cases, searches, strict=True):
            tokens = {item: estimate_tokens(text) for item, text in case.texts.items()}
            answers[system] += measured(case, search, tokens)
    return answers


def _ours(run: Run) -> Iterator[tuple[str, Sequence[Search]]]:
    words = [Bm25(case) for case in run.cases]
    vectors = [Vectors(case, run.embedder) for case in run.cases]
    yield "bm25", words
    yield "vectors", vectors
    yield "rrf", [RankFusion(*pair) for pair in zip(words, vectors, strict=True)]
    with _stored(run) as ours:
        yield "stratal", ours
        talk = any(case.lines for case in run.cases)
        for system, recipe in ABLATIONS.items() if talk else ():
            yield system, [partial(one.by, recipe=recipe) for one in ours]
        yield "stratal -vectors", [partial(one.by, vectors=False) for one in ours]


def _bge(run: Run) -> Iterator[tuple[str, Sequence[Search]]]:
    yield _BGE_ROWS[0], [Vectors(case, run.embedder) for case in run.cases]
    with _stored(run) as ours:
        yield _BGE_ROWS[1], ours


@contextmanager
def _stored(run: Run) -> Iterator[list[Stratal]]:
    database = run.folder / "set.db"
    with stratal.open(database, durability="process", embedder=run.embedder) as memory:
        yield [Stratal(memory, case, run.embedder) for case in run.cases]


def _peers(run: Run) -> Iterator[tuple[str, Sequence[Search]]]:
    for one in PEERS:
        searches = []
        for case in run.cases:
            folder = Path(tempfile.mkdtemp(dir=run.folder))
            peer = Peer(one, case, run.embedder, folder=folder, environments=run.environments)
            run.told.update(peer.told["versions"])
            searches.append(peer)
        yield one.system, searches


_KINDS: Mapping[str, Callable[[Run], Iterator[tuple[str, Sequence[Search]]]]] = {
    OURS: _ours,
    OTHERS: _peers,
    BGE: _bge,
}


def rows_of(set_: str, answers: Mapping[str, Sequence[Answer]]) -> list[Row]:
    """The mean of every figure: of all questions, of each half, of each category."""
    rows = []
    for system, given in answers.items():
        splits: dict[str, list[Answer]] = {"all": list(given)}
        for half in (TUNED, HELD_OUT):
            splits[half] = [one for one in given if one.question.split == half]
        for one in given:
            splits.setdefault(one.question.category, []).append(one)
        for split, some in splits.items():
            rows += [
                Row(
                    benchmark="recall",
                    set=set_,
                    split=split,
                    system=system,
                    metric=metric,
                    value=round(100 * statistics.fmean(one.figures[metric] for one in some), 2),
                    unit="%",
                )
                for metric in (some[0].figures if some else ())
                # By category one figure says it.
                if split in WHOLE or metric == "recall@10"
            ]
    return rows


def _tables(rows: Sequence[Row]) -> dict[str, str]:
    tables = {}
    for set_ in dict.fromkeys(row.set for row in rows):
        own = [row for row in rows if row.set == set_]
        for split in WHOLE:
            some = [row for row in own if row.split == split]
            if some:
                tables[f"{set_}, {split}"] = table(
                    some, down=lambda row: row.system, across=lambda row: row.metric
                )
        tables[f"{set_}, recall@10 by category"] = table(
            [row for row in own if row.split not in WHOLE],
            down=lambda row: row.system,
            across=lambda row: row.split,
        )
    return tables


def _plots(rows: Sequence[Row]) -> dict[str, Plot]:
    """Each set's evidence found within a budget, over the budgets."""
    values = {(row.set, row.system, row.metric): row.value for row in rows if row.split == WHOLE[0]}
    plots = {}
    for set_ in dict.fromkeys(row.set for row in rows):
        lines = {
            system: [
                (float(budget), values[set_, system, f"recall@{budget}tok"]) for budget in BUDGETS
            ]
            for system in _DRAWN
            if (set_, system, f"recall@{BUDGETS[0]}tok") in values
        }
        plots[f"recall-{set_}"] = Plot(
            title=f"{set_}: evidence found within a budget, all questions",
            x="tokens of context",
            y="recall, %",
            lines=lines,
            logarithmic=False,
        )
    return plots


@contextmanager
def _kept(options: argparse.Namespace, folder: Path) -> Iterator[KeptVectors]:
    made_by = BgeSmall(options.bge) if options.rows == BGE else BuiltinEmbedder()
    with KeptVectors(made_by, (options.cache or folder) / "vectors.db") as embedder:
        yield embedder


def _with_saved(rows: Sequence[Row], folder: Path | None) -> list[Row]:
    """These rows and what was saved before of other sets and systems, in a fixed order."""
    new = {(row.set, row.system) for row in rows}
    before = [row for row in saved(folder, "recall") if (row.set, row.system) not in new]
    together = [*rows, *before]
    systems = list(
        dict.fromkeys(
            [
                *("bm25", "vectors", "rrf"),
                *(one.system for one in PEERS),
                *_BGE_ROWS,
                *(row.system for row in together),
            ]
        )
    )
    sets = list(dict.fromkeys([*SETS, *(row.set for row in together)]))
    # Sorting keeps the order within a system: that of splits and metrics.
    return sorted(together, key=lambda row: (sets.index(row.set), systems.index(row.system)))


def _measured(
    options: argparse.Namespace, sets: Mapping[str, str], machine: Mapping[str, str]
) -> tuple[list[str], dict[str, str]]:
    """What is said of the sets, and where and when each kind of rows was measured.

    What was saved before of other sets and kinds is kept.
    """
    told = {options.rows: ", ".join(f"{key} {value}" for key, value in machine.items())}
    known = {"sets": dict(sets), "rows": told}
    if options.save is not None:
        options.save.mkdir(parents=True, exist_ok=True)
        file = options.save / _MEASURED
        if file.exists():
            before = json.loads(file.read_text(encoding="utf-8"))
            known = {part: {**before[part], **now} for part, now in known.items()}
        for part, order in (("sets", list(SETS)), ("rows", list(_KINDS))):
            ordered = dict.fromkeys([*order, *known[part]])
            known[part] = {one: known[part][one] for one in ordered if one in known[part]}
        file.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return [f"{set_}: {what}" for set_, what in known["sets"].items()], known["rows"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, write rows; 1 if ours is not above plain BM25 somewhere."""
    options = _options(arguments)
    sets: dict[str, Callable[[], list[Case]]]
    if options.quick:
        sets = {"small": small}
    else:
        names = list(SETS) if options.set_ == "all" else [options.set_]
        sets = {name: partial(SETS[name].cases, options.data) for name in names}
    rows: list[Row] = []
    size: dict[str, str] = {}
    told: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as name, _kept(options, Path(name)) as embedder:
        for set_, read in sets.items():
            folder = Path(name) / set_
            folder.mkdir()
            run = Run(
                cases=read(),
                embedder=embedder,
                folder=folder,
                environments=(options.environments or Path(name) / "environments").absolute(),
                told=told,
            )
            texts = sum(len(case.texts) for case in run.cases)
            asked = sum(len(case.questions) for case in run.cases)
            size[set_] = f"{len(run.cases)} stores, {texts:,} texts, {asked:,} questions"
            print(f"{set_}: {size[set_]}", file=sys.stderr)
            rows += rows_of(set_, answered(_KINDS[options.rows](run), run))
    rows = _with_saved(rows, options.save)
    machine = described(embedder=embedder.generation.key, **told)
    notes, runs = _measured(options, size, machine)
    finish(
        options,
        rows,
        tables={**_tables(rows), "Where a peer finds more": _behind(rows)},
        notes=[*notes, "percent; one setting for all sets, chosen on the tuned halves alone"],
        machine=runs,
        plots=_plots(rows),
    )
    return 0 if _ahead(rows) else 1


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    options = parser(__doc__)
    options.add_argument("--data", type=Path, metavar="DIR", help="the folder with the data sets")
    options.add_argument(
        "--set", default="all", choices=["all", *SETS], dest="set_", help="one of them"
    )
    options.add_argument("--rows", default=OURS, choices=list(_KINDS), help="what is measured")
    options.add_argument(
        "--cache", type=Path, metavar="DIR", help="keep the vectors in this folder for the next run"
    )
    options.add_argument(
        "--environments", type=Path, metavar="DIR", help="make the peers' here, and keep them"
    )
    options.add_argument("--bge", type=Path, metavar="WHEEL", help="the wheel with BGE small")
    chosen = options.parse_args(arguments)
    if not chosen.quick and chosen.data is None:
        options.error("--data DIR, or --quick")
    if chosen.rows == BGE and chosen.bge is None:
        options.error("--bge WHEEL: see benchmarks/bge.py for where it is to be had")
    return chosen


def _ahead(rows: Sequence[Row]) -> bool:
    """Whether ours finds at least what plain BM25 finds, everywhere."""
    best = {
        (row.set, row.system): row.value
        for row in rows
        if (row.split, row.metric) == (WHOLE[0], "recall@10")
    }
    return all(
        best.get((set_, "stratal"), 100.0) >= value
        for (set_, system), value in best.items()
        if system == "bm25"
    )


def _behind(rows: Sequence[Row]) -> str:
    """Where a peer finds more than ours, of all questions and of the held-out ones, as a table."""
    ours = {(row.set, row.split, row.metric): row.value for row in rows if row.system == "stratal"}
    peers = {one.system for one in PEERS}
    lines = [
        f"| {row.set}, {row.split} | {row.metric} | {row.system} | {row.value:.1f} "
        f"| {ours[row.set, row.split, row.metric]:.1f} |"
        for row in rows
        if row.system in peers
        and row.split in (WHOLE[0], HELD_OUT)
        and row.value > ours.get((row.set, row.split, row.metric), 100.0)
    ]
    return "\n".join(
        ["| set | metric | peer | its | ours |", "| --- | --- | --- | ---: | ---: |", *lines]
    )


if __name__ == "__main__":
    raise SystemExit(main())
