"""How much of the evidence for a question recall finds, beside plain BM25 in the same run.

    python -m benchmarks.recall --data DIR --set locomo --conversations 1 --json recall.json
    python -m benchmarks.recall --quick

A question's evidence is the turns that answer it. ``recall@k`` is the mean share of them among the
first k results, ``hit@k`` the share of questions with any.
"""

from __future__ import annotations

import argparse
import math
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import stratal
from benchmarks.questions import Case, Question, locomo, small
from benchmarks.rows import Row, save
from stratal import Embedder, Layer
from stratal.flows.recall import Recall
from stratal.models.builtin import BuiltinEmbedder
from stratal.transfer.intake import take_in

DEPTHS = (5, 10, 20)
HITS = 10


Search = Callable[[str], Sequence[str]]
"""Ids of messages for a question, the best first, as many as the deepest depth asks for."""


class PlainBm25:
    """Lower-case words, one message one document: what a search engine does out of the box."""

    def __init__(self, case: Case) -> None:
        self._documents = {
            str(message.id): Counter(_words(f"{message.speaker}: {message.text}"))
            for message in case.messages
        }
        self._holding = Counter(word for words in self._documents.values() for word in words)
        self._mean = sum(words.total() for words in self._documents.values()) / len(self._documents)

    def __call__(self, question: str) -> Sequence[str]:
        asked = set(_words(question))
        scores = {item: self._score(words, asked) for item, words in self._documents.items()}
        best = sorted((item for item in scores if scores[item]), key=lambda item: -scores[item])
        return best[: DEPTHS[-1]]

    def _score(self, words: Counter[str], asked: set[str]) -> float:
        damping = 1.2 * (0.25 + 0.75 * words.total() / self._mean)
        return sum(
            self._rarity(word) * words[word] * 2.2 / (words[word] + damping)
            for word in asked
            if words[word]
        )

    def _rarity(self, word: str) -> float:
        holding = self._holding[word]
        return math.log(1 + (len(self._documents) - holding + 0.5) / (holding + 0.5))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


class Stratal:
    """A case imported into a database of its own, and asked through a session."""

    def __init__(self, case: Case, folder: Path, embedder: Embedder | None) -> None:
        self._memory = stratal.open(folder / "case.db", durability="process", embedder=embedder)
        self._person = stratal.Principal(tenant="benchmark", user=case.name)
        account = take_in(case.lines, lambda name: self._session(name).conversation)
        assert account.stored == len(case.messages)
        self._asking = self._session("asking")
        # A recall embeds some of what is missing and says how much is left.
        left, before = 1, 0
        while left and left != before:
            left, before = self._recall("anything").not_embedded, left

    def __call__(self, question: str) -> Sequence[str]:
        return [hit.id for hit in self._recall(question).hits]

    def close(self) -> None:
        self._memory.close()

    def _recall(self, question: str) -> Recall:
        return self._asking.recall(question, k=DEPTHS[-1], layers=[Layer.CONVERSATION])

    def _session(self, name: str) -> stratal.Session:
        return self._memory.session(self._person, id=name)


def measure(case: Case, search: Search) -> list[tuple[Question, Sequence[str]]]:
    """Every question with what was found for it."""
    return [(question, search(question.text)) for question in case.questions]


def figures(
    asked: Iterable[tuple[Question, Sequence[str]]], *, set_: str, split: str, system: str
) -> list[Row]:
    """The rows of one system on one split."""
    asked = list(asked)

    def row(metric: str, values: Sequence[float]) -> Row:
        return Row(
            benchmark="recall",
            set=set_,
            split=split,
            system=system,
            metric=metric,
            value=round(100 * sum(values) / len(values), 2),
            unit="%",
        )

    rows = [
        row(
            f"recall@{depth}",
            [len(one.evidence & set(found[:depth])) / len(one.evidence) for one, found in asked],
        )
        for depth in DEPTHS
    ]
    hit = [float(bool(one.evidence & set(found[:HITS]))) for one, found in asked]
    return [*rows, row(f"hit@{HITS}", hit)]


def run(set_: str, cases: Sequence[Case], embedder: Embedder) -> list[Row]:
    """All systems on all cases."""
    found: dict[str, list[tuple[Question, Sequence[str]]]] = {}
    for case in cases:
        found.setdefault("bm25", []).extend(measure(case, PlainBm25(case)))
        for system, its in (("stratal", embedder), ("stratal -vectors", None)):
            with tempfile.TemporaryDirectory() as folder:
                ours = Stratal(case, Path(folder), its)
                found.setdefault(system, []).extend(measure(case, ours))
                ours.close()
    rows = []
    for system, asked in found.items():
        rows += figures(asked, set_=set_, split="all", system=system)
        for category in dict.fromkeys(question.category for question, _ in asked):
            part = [one for one in asked if one[0].category == category]
            rows += figures(part, set_=set_, split=category, system=system)
    return rows


def table(rows: Sequence[Row], split: str) -> str:
    """The rows of one split for people."""
    shown = [row for row in rows if row.split == split]
    metrics = list(dict.fromkeys(row.metric for row in shown))
    lines = [f"{split:18}" + "".join(f"{metric:>12}" for metric in metrics)]
    for system in dict.fromkeys(row.system for row in shown):
        values = {row.metric: row.value for row in shown if row.system == system}
        lines.append(f"{system:18}" + "".join(f"{values[metric]:>12.1f}" for metric in metrics))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, write rows; 1 if ours is not above plain BM25."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, help="the folder with the data sets")
    parser.add_argument("--set", default="locomo", choices=["locomo"], dest="set_")
    parser.add_argument("--conversations", type=int, default=10, help="the first so many")
    parser.add_argument("--json", type=Path, help="write the rows to this file")
    parser.add_argument("--quick", action="store_true", help="a small set of our own")
    options = parser.parse_args(arguments)
    if options.quick:
        name, cases = "small", small()
    elif options.data is None:
        parser.error("--data DIR, or --quick")
    else:
        name, cases = options.set_, locomo(options.data, options.conversations)
    rows = run(name, cases, BuiltinEmbedder())
    turns, asked = sum(len(case.messages) for case in cases), sum(len(c.questions) for c in cases)
    print(f"{name}: {len(cases)} conversations, {turns} turns, {asked} questions\n")
    for split in dict.fromkeys(row.split for row in rows):
        print(table(rows, split), end="\n\n")
    if options.json is not None:
        save(rows, options.json)
    best = {
        row.system: row.value for row in rows if (row.split, row.metric) == ("all", "recall@10")
    }
    return 0 if best["stratal"] > best["bm25"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
