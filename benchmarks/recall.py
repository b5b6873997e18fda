"""How much of the evidence for a question recall finds, beside plain rankings of the same texts.

    python -m benchmarks.recall --data DIR --set all --cache DIR --save benchmarks/results
    python -m benchmarks.recall --quick

A question's evidence is what answers it: messages, exchanges, sessions or memories, as the set
labels it. ``recall@k`` is the mean share of it among the first k, ``hit@k`` the share of questions
with any of it there, and ``recall@500tok`` the share within so many tokens of text: results are
taken in order, what no longer fits is left out. The weights were chosen on the ``tuned`` halves
alone; ``held-out`` is the rest. One setting for all sets.
"""

from __future__ import annotations

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
from benchmarks.command import finish, parser
from benchmarks.kept_vectors import KeptVectors
from benchmarks.machine import described
from benchmarks.questions import HELD_OUT, SETS, TUNED, Case, Question, small
from benchmarks.rows import Row, table
from benchmarks.searchers import Bm25, RankFusion, Search, Stratal, Vectors
from stratal import Embedder
from stratal.flows.relevance import RECIPE, Recipe
from stratal.models.builtin import PACKAGE, BuiltinEmbedder
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


def run(cases: Sequence[Case], embedder: Embedder, folder: Path) -> dict[str, list[Answer]]:
    """The answers of each system to all questions of a set."""
    answers: dict[str, list[Answer]] = defaultdict(list)
    for system, searches in _systems(cases, embedder, folder):
        for case, search in zip(cases, searches, strict=True):
            tokens = {item: estimate_tokens(text) for item, text in case.texts.items()}
            answers[system] += measured(case, search, tokens)
    return answers


def _systems(
    cases: Sequence[Case], embedder: Embedder, folder: Path
) -> Iterator[tuple[str, list[Search]]]:
    words = [Bm25(case) for case in cases]
    vectors = [Vectors(case, embedder) for case in cases]
    yield "bm25", list(words)
    yield "vectors", list(vectors)
    yield "rrf", [RankFusion(*pair) for pair in zip(words, vectors, strict=True)]
    database = folder / "set.db"
    with stratal.open(database, durability="process", embedder=embedder) as memory:
        ours = [Stratal(memory, case, embedder) for case in cases]
        yield "stratal", list(ours)
        talk = any(case.lines for case in cases)
        for system, recipe in ABLATIONS.items() if talk else ():
            yield system, [partial(one.by, recipe=recipe) for one in ours]
        yield "stratal -vectors", [partial(one.by, vectors=False) for one in ours]


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


@contextmanager
def _kept(cache: Path | None, folder: Path) -> Iterator[KeptVectors]:
    with KeptVectors(BuiltinEmbedder(), (cache or folder) / "vectors.db") as embedder:
        yield embedder


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, write rows; 1 if ours is not above plain BM25 somewhere."""
    options_of = parser(__doc__)
    options_of.add_argument(
        "--data", type=Path, metavar="DIR", help="the folder with the data sets"
    )
    options_of.add_argument(
        "--set", default="all", choices=["all", *SETS], dest="set_", help="one of them"
    )
    options_of.add_argument(
        "--cache", type=Path, metavar="DIR", help="keep the vectors in this folder for the next run"
    )
    options = options_of.parse_args(arguments)
    sets: dict[str, Callable[[], list[Case]]]
    if options.quick:
        sets = {"small": small}
    elif options.data is None:
        options_of.error("--data DIR, or --quick")
    else:
        names = list(SETS) if options.set_ == "all" else [options.set_]
        sets = {name: partial(SETS[name].cases, options.data) for name in names}
    rows: list[Row] = []
    notes = []
    with tempfile.TemporaryDirectory() as name, _kept(options.cache, Path(name)) as embedder:
        for set_, read in sets.items():
            cases = read()
            texts = sum(len(case.texts) for case in cases)
            asked = sum(len(case.questions) for case in cases)
            notes.append(f"{set_}: {len(cases)} stores, {texts:,} texts, {asked:,} questions")
            print(notes[-1], file=sys.stderr)
            folder = Path(name) / set_
            folder.mkdir()
            rows += rows_of(set_, run(cases, embedder, folder))
    finish(
        options,
        rows,
        tables=_tables(rows),
        notes=[*notes, "percent; one setting for all sets, chosen on the tuned halves alone"],
        machine=described(embedder=f"{embedder.generation.key} ({PACKAGE})"),
        plots={},
    )
    best = {
        (row.set, row.system): row.value
        for row in rows
        if (row.split, row.metric) == ("all", "recall@10")
    }
    return 0 if all(best[one, "stratal"] >= best[one, "bm25"] for one in sets) else 1


if __name__ == "__main__":
    raise SystemExit(main())
