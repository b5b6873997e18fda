"""Whether a question goes to the store that can answer it: accuracy on 460 labelled questions.

    python -m benchmarks.routing --save benchmarks/results --note "why it was measured"
    python -m benchmarks.routing --quick

Half of the questions are Chinese. Half were labelled before there was a rule and are ``held-out``;
on the others the rules were tuned. One intent is right for each: fact, time, meaning, all_of,
window or cause. Beside ours stands the share of the most frequent intent.

``unseen`` (`routing_unseen.tsv`) are 160 more by another hand, which nobody who writes rules has
read: what goes wrong there is counted, and not shown. What is saved of them goes into a diary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.command import finish, parser
from benchmarks.diary import Diary
from benchmarks.intervals import wilson
from benchmarks.machine import described
from benchmarks.rows import Row, table
from stratal.text.questions import Intent, read_question

LABELLED = Path(__file__).with_suffix(".tsv")
UNSEEN_FILE = LABELLED.with_stem("routing_unseen")
NOW = datetime(2026, 3, 18, 15, 0, tzinfo=UTC)
HELD_OUT, TUNED, UNSEEN, ALL = "held-out", "tuned", "unseen", "all"
ROUTES = {
    "fact": Intent.FACT,
    "time": Intent.TIME,
    "list": Intent.ALL_OF,
    "said": Intent.WINDOW,
    "failure": Intent.CAUSE,
    "meaning": Intent.MEANING,
}
"""What the unseen file calls the intents."""
DIARY = "routing-measured.json"
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
    """The 300 by which there are rules, in the order of the file."""
    return [
        Labelled(split=split, language=language, intent=Intent(intent), text=text)
        for split, language, intent, text in _lines(LABELLED)
    ]


def unseen() -> list[Labelled]:
    """The 160 by another hand, in the order of the file."""
    return [
        Labelled(split=UNSEEN, language=language, intent=ROUTES[route], text=text)
        for _, language, route, text in _lines(UNSEEN_FILE)
    ]


def _lines(file: Path) -> list[list[str]]:
    return [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]


def rows_of(asked: Sequence[Labelled]) -> list[Row]:
    """Accuracy by language, by half and by intent; of the unseen ones apart from the others."""
    right = {one: read_question(one.text, NOW, UTC).intent is one.intent for one in asked}
    rows = []
    for language in ("en", "zh", "both"):
        both = [one for one in asked if language in (one.language, "both")]
        spoken = [one for one in both if one.split != UNSEEN]
        fresh = [one for one in both if one.split == UNSEEN]
        splits = {
            ALL: spoken,
            TUNED: [one for one in spoken if one.split == TUNED],
            HELD_OUT: [one for one in spoken if one.split == HELD_OUT],
            UNSEEN: fresh,
        }
        for intent in Intent:
            splits[intent.value] = [one for one in spoken if one.intent is intent]
        for intent in Intent:
            splits[f"{UNSEEN} {intent}"] = [one for one in fresh if one.intent is intent]
        for split, some in splits.items():
            if not some:
                continue
            rows.append(_row(language, split, "stratal", sum(right[one] for one in some), some))
            if split in (ALL, TUNED, HELD_OUT, UNSEEN):
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


def _unseen_figures(asked: Sequence[Labelled], wrong: Sequence[Labelled]) -> dict[str, float]:
    count = sum(one.split == UNSEEN for one in asked)
    right = count - sum(one.split == UNSEEN for one in wrong)
    low, high = wilson(right, count)
    return {
        "accuracy": round(100 * right / count, 1),
        "accuracy from": round(low, 1),
        "accuracy to": round(high, 1),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print a table, write rows; 1 if fewer than nine in ten of the held-out are right."""
    reading = parser(__doc__)
    reading.add_argument("--note", default="", help="with --save: goes into the diary")
    reading.add_argument("--without-unseen", action="store_true", help="leave these unmeasured")
    options = reading.parse_args(arguments)
    asked = questions() + ([] if options.without_unseen else unseen())
    asked = asked[:: QUICK if options.quick else 1]
    rows = rows_of(asked)
    wrong = [one for one in asked if read_question(one.text, NOW, UTC).intent is not one.intent]
    machine = described()
    diary = Diary(folder=options.save, name=DIARY)
    if options.save is not None and options.note and not (options.quick or options.without_unseen):
        diary.add(machine["date"], options.note, _unseen_figures(asked, wrong))
    finish(
        options,
        rows,
        tables={
            "accuracy, %": table(
                rows,
                down=lambda row: f"{row.set}, {row.system}",
                across=lambda row: row.split,
                corner="questions",
            ),
            "every look at the unseen questions": diary.table("accuracy"),
        },
        notes=[
            f"{len(asked)} questions, as asked on a Wednesday in March",
            *(
                f"{one.split}: {one.text} goes to "
                f"{read_question(one.text, NOW, UTC).intent.value}, not {one.intent.value}"
                for one in wrong
                if one.split != UNSEEN
            ),
        ],
        machine=machine,
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
