"""Whether a question goes to the store that can answer it: accuracy on 300 labelled questions.

    python -m benchmarks.routing --save benchmarks/results
    python -m benchmarks.routing --quick

Half of the questions are Chinese. Half were labelled before there was a rule and are ``held-out``;
on the others the rules were tuned. One intent is right for each: fact, time, meaning, all_of,
window or cause. Beside ours stands the share of the most frequent intent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.command import finish, parser
from benchmarks.machine import described
from benchmarks.rows import Row, table
from stratal.text.questions import Intent, read_question

LABELLED = Path(__file__).with_suffix(".tsv")
NOW = datetime(2026, 3, 18, 15, 0, tzinfo=UTC)
HELD_OUT, TUNED, ALL = "held-out", "tuned", "all"
MOST_FREQUENT = "most frequent"
QUICK = 4
"""Every so many of the questions with ``--quick``."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Labelled:
    """A question, and what it is after."""

    split: str
    language: str
    intent: Intent
    text: str


def questions() -> list[Labelled]:
    """All of them, in the order of the file."""
    rows = (line.split("\t") for line in LABELLED.read_text(encoding="utf-8").splitlines())
    return [
        Labelled(split=split, language=language, intent=Intent(intent), text=text)
        for split, language, intent, text in rows
    ]


def rows_of(asked: Sequence[Labelled]) -> list[Row]:
    """Accuracy by language, by half and by intent."""
    right = {one: read_question(one.text, NOW, UTC).intent is one.intent for one in asked}
    rows = []
    for language in ("en", "zh", "both"):
        spoken = [one for one in asked if language in (one.language, "both")]
        splits = {
            ALL: spoken,
            TUNED: [one for one in spoken if one.split == TUNED],
            HELD_OUT: [one for one in spoken if one.split == HELD_OUT],
        } | {intent.value: [one for one in spoken if one.intent is intent] for intent in Intent}
        for split, some in splits.items():
            if not some:
                continue
            rows.append(_row(language, split, "stratal", sum(right[one] for one in some), some))
            if split in (ALL, TUNED, HELD_OUT):
                [(_, most)] = Counter(one.intent for one in some).most_common(1)
                rows.append(_row(language, split, MOST_FREQUENT, most, some))
    return rows


def _row(language: str, split: str, system: str, right: int, some: Sequence[Labelled]) -> Row:
    return Row(
        benchmark="routing",
        set=f"questions-{language}",
        split=split,
        system=system,
        metric="accuracy",
        value=round(100 * right / len(some), 1),
        unit="%",
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print a table, write rows; 1 if fewer than nine in ten of the held-out are right."""
    options = parser(__doc__).parse_args(arguments)
    asked = questions()[:: QUICK if options.quick else 1]
    rows = rows_of(asked)
    wrong = [one for one in asked if read_question(one.text, NOW, UTC).intent is not one.intent]
    finish(
        options,
        rows,
        tables={
            "accuracy, %": table(
                rows,
                down=lambda row: f"{row.set}, {row.system}",
                across=lambda row: row.split,
                corner="questions",
            )
        },
        notes=[
            f"{len(asked)} questions, as asked on a Wednesday in March",
            *(
                f"{one.split}: {one.text} goes to "
                f"{read_question(one.text, NOW, UTC).intent.value}, not {one.intent.value}"
                for one in wrong
            ),
        ],
        machine=described(),
        plots={},
    )
    [held_out] = [
        row.value
        for row in rows
        if (row.set, row.split, row.system) == ("questions-both", HELD_OUT, "stratal")
    ]
    return 0 if held_out >= 90 else 1


if __name__ == "__main__":
    raise SystemExit(main())
