"""What people state outright, found without a model: precision and recall on labelled utterances.

    python -m benchmarks.extraction --save benchmarks/results --note "why it was measured"
    python -m benchmarks.extraction --split train --misses
    python -m benchmarks.extraction --quick

``train`` are the utterances that the rules were written with (`tests/unit/text/utterances.txt`).
``train2`` (`extraction_train.tsv`) is by another hand, and the rules were widened on it: on its odd
lines first, the even ones being looked at after. ``practice`` (`extraction_practice.tsv`) are the
sets of many authors, each measured before it was read, and then learned from. ``test``
(`extraction.tsv`), ``unseen`` (`extraction_unseen.tsv`) and ``held`` (`extraction_held.tsv`) are by
authors who had not seen the rules, and nobody who writes rules reads them; ``test`` and ``unseen``
were looked at often, and so their figures steered what was done, ``held`` when the rules were
ready. Half of each is Chinese, and about half states nothing. How they were labelled:
`extraction_guide.md`; `extraction_match.py` says when a found value is right.

A statement is written if it is sure; if not, the person is asked. The figures are of what is sure;
those of ``heard`` are of both together.

Every measurement of a whole test half that is saved goes into a diary, since looking often makes
a test half less of one. ``--misses`` lists what went wrong, which after that is no test any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.command import finish, parser
from benchmarks.diary import Diary
from benchmarks.extraction_match import Item, missed_and_wrong
from benchmarks.intervals import wilson
from benchmarks.machine import described
from benchmarks.rows import Row, table
from stratal.text.claim_rules import when
from stratal.text.own_words import HAN
from stratal.text.statements import Statement, StatementKind, statements

TEST_FILE = Path(__file__).with_suffix(".tsv")
TRAIN_FILE = Path(__file__).parent.parent / "tests" / "unit" / "text" / "utterances.txt"
TRAIN, OTHER_TRAIN, PRACTICE = "train", "train2", "practice"
TEST, UNSEEN, HELD = "test", "unseen", "held"
FILES = {
    OTHER_TRAIN: TEST_FILE.with_stem("extraction_train"),
    PRACTICE: TEST_FILE.with_stem("extraction_practice"),
    TEST: TEST_FILE,
    UNSEEN: TEST_FILE.with_stem("extraction_unseen"),
    HELD: TEST_FILE.with_stem("extraction_held"),
}
DIARY = "extraction-measured.json"
QUICK = 6
"""Every so many of the utterances with ``--quick``."""
GOAL_PRECISION, GOAL_RECALL = 97.0, 60.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Utterance:
    """What was said, and what it states."""

    split: str
    language: str
    text: str
    stated: tuple[Item, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    """An utterance, and what was made of it."""

    utterance: Utterance
    found: tuple[Item, ...]
    missed: tuple[Item, ...]
    wrong: tuple[Item, ...]
    heard: Judged | None = None
    """The same with what is not sure; None if this is it."""


def labelled(split: str) -> list[Utterance]:
    """The utterances of one split, in the order of its file."""
    if split == TRAIN:
        return _train_half()
    return _by_another_hand(split, FILES[split])


def _by_another_hand(split: str, file: Path) -> list[Utterance]:
    rows = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
    return [
        Utterance(
            split=split,
            language=language,
            text=text.replace("\\n", "\n"),
            stated=() if expected == "-" else tuple(map(_item, expected.split(" ;; "))),
        )
        for _, language, expected, text in rows
    ]


def _item(label: str) -> Item:
    kind, _, value = label.strip().partition("=")
    return Item(kind=kind.strip(), value=value.strip())


def _train_half() -> list[Utterance]:
    found = []
    for line in TRAIN_FILE.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("# "):
            continue
        text, _, labels = line.partition(" => ")
        found.append(
            Utterance(
                split=TRAIN,
                language="zh" if HAN.search(text) else "en",
                text=text.replace("\\n", "\n"),
                stated=tuple(map(_converted, labels.split(" ;; "))) if labels else (),
            )
        )
    return found


def _converted(label: str) -> Item:
    """A label of the train half, ``kind/attribute/value[/not other][/work]``, as an item."""
    kind, attribute, rest = label.removesuffix("/work").split("/", 2)
    value, _, other = rest.partition("/not ")
    return _as_item(StatementKind(kind), attribute, value, other)


def found_in(text: str, *, sure: bool) -> tuple[Item, ...]:
    """What is found in `text`; without consent that is all that is acted upon."""
    found = statements(text)
    withheld = [one for one in found if one.kind is StatementKind.OFF_RECORD]
    acted = withheld[:1] or found
    return tuple(_found_item(one) for one in acted if one.sure or not sure)


def _found_item(one: Statement) -> Item:
    return _as_item(one.kind, one.attribute, one.value, one.not_value, stated=one.stated)


def _as_item(
    kind: StatementKind, attribute: str, value: str, other: str, *, stated: str = ""
) -> Item:
    also = (stated,) if stated else ()
    match kind:
        case StatementKind.NAME:
            return Item(kind=attribute, value=value)
        case StatementKind.TOOL:
            return Item(kind=kind, value=f"{value} !{other}".strip() if other else value)
        case StatementKind.CORRECTION:
            return Item(
                kind=kind, value=f"{value} !{other}" if other else value, also=(value, *also)
            )
        case StatementKind.OFF_RECORD:
            return Item(kind=kind, value="-")
        case StatementKind.ASK_BEFORE | StatementKind.DIET:
            also = (*also, attribute.partition(": ")[2])
        case StatementKind.COMMITMENT:
            also = (*also, when(value))
    return Item(kind=kind, value=value, also=also)


def judged(utterances: Iterable[Utterance]) -> list[Judged]:
    """What was found in each, and what of that is right."""
    return [_judged(one, heard=_judged(one)) for one in utterances]


def _judged(one: Utterance, heard: Judged | None = None) -> Judged:
    found = found_in(one.text, sure=heard is not None)
    missed, wrong = missed_and_wrong(one.stated, found)
    return Judged(utterance=one, found=found, missed=missed, wrong=wrong, heard=heard)


def rows_of(answers: Sequence[Judged]) -> list[Row]:
    """Precision and recall, each with its interval: whole, by language, by kind."""
    rows: list[Row] = []
    for split in dict.fromkeys(one.utterance.split for one in answers):
        some = [one for one in answers if one.utterance.split == split]
        heard = [one.heard for one in some if one.heard is not None]
        for name, each in (("labelled", some), ("heard", heard)):
            rows += _figures(name, split, _counts(each))
            for language in ("en", "zh"):
                spoken = [one for one in each if one.utterance.language == language]
                rows += _figures(f"{name}-{language}", split, _counts(spoken))
        for kind in sorted(
            {one.kind for each in some for one in (*each.utterance.stated, *each.found)}
        ):
            rows += _figures(f"labelled, {kind}", split, _counts(some, kind))
    return rows


@dataclass(frozen=True, kw_only=True, slots=True)
class _Counts:
    stated: int
    found: int
    right: int
    meant: int
    """Found where something of that kind was stated, whatever the value."""


def _counts(answers: Sequence[Judged], kind: str = "") -> _Counts:
    def count(items: Iterable[Item]) -> int:
        return sum(not kind or one.kind == kind for one in items)

    def meant(one: Judged) -> int:
        kinds = Counter(each.kind for each in one.utterance.stated)
        both = kinds & Counter(each.kind for each in one.found)
        return both[kind] if kind else both.total()

    found = sum(count(one.found) for one in answers)
    return _Counts(
        stated=sum(count(one.utterance.stated) for one in answers),
        found=found,
        right=found - sum(count(one.wrong) for one in answers),
        meant=sum(map(meant, answers)),
    )


def _figures(set: str, split: str, counts: _Counts) -> list[Row]:
    figures: dict[str, tuple[float, str]] = {}
    for metric, of in (("precision", counts.found), ("recall", counts.stated)):
        low, high = wilson(counts.right, of)
        if of:
            figures[metric] = (round(100 * counts.right / of, 1), "%")
            figures[f"{metric} from"] = (round(low, 1), "%")
            figures[f"{metric} to"] = (round(high, 1), "%")
    figures |= {
        "stated": (counts.stated, ""),
        "found": (counts.found, ""),
        "of that kind": (counts.meant, ""),
    }
    return [
        Row(
            benchmark="extraction",
            set=set,
            split=split,
            system="stratal",
            metric=metric,
            value=value,
            unit=unit,
        )
        for metric, (value, unit) in figures.items()
    ]


def _shown(rows: Sequence[Row], *, kinds: bool) -> str:
    some = [row for row in rows if row.set.startswith("labelled, ") is kinds]
    return table(
        some,
        down=lambda row: f"{row.split}: {row.set.removeprefix('labelled, ')}",
        across=lambda row: row.metric,
        corner="utterances",
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, write rows; 1 if the whole held half is below the goals."""
    reading = parser(__doc__)
    reading.add_argument("--split", choices=(TRAIN, *FILES), help="that alone")
    reading.add_argument("--misses", action="store_true", help="list what went wrong")
    reading.add_argument("--note", default="", help="with --save: goes into the diary")
    options = reading.parse_args(arguments)
    halves = [options.split] if options.split else [TRAIN, *FILES]
    utterances = [one for half in halves for one in labelled(half)]
    answers = judged(utterances[:: QUICK if options.quick else 1])
    rows, machine = rows_of(answers), described()
    kinds = Counter(bool(one.utterance.stated) for one in answers)
    diary = Diary(folder=options.save, name=DIARY)
    for half in (TEST, UNSEEN, HELD):
        if options.save is not None and options.note and half in halves and not options.quick:
            whole = [row for row in rows if (row.set, row.split) == ("labelled", half)]
            note = f"{half}: {options.note}"
            diary.add(machine["date"], note, {row.metric: row.value for row in whole})
    finish(
        options,
        rows,
        tables={
            "precision and recall, % with 95 % intervals (Wilson)": _shown(rows, kinds=False),
            "by kind": _shown(rows, kinds=True),
            "every look at a test half": diary.table("precision", "recall"),
        },
        notes=[
            f"{len(answers)} utterances, of which {kinds[False]} state nothing",
            *(_told(one) for one in answers if options.misses and (one.missed or one.wrong)),
        ],
        machine=machine,
        plots={},
    )
    goals = {"precision": GOAL_PRECISION, "recall": GOAL_RECALL}
    missed = [
        row
        for row in rows
        if (row.set, row.split) == ("labelled", HELD) and row.value < goals.get(row.metric, 0)
    ]
    return 1 if missed and not options.quick else 0


def _told(one: Judged) -> str:
    def shown(items: Sequence[Item]) -> str:
        return " ;; ".join(f"{item.kind}={item.value}" for item in items) or "nothing"

    said = one.utterance.text.replace("\n", "\\n")
    return f"{one.utterance.split}: {said} | missed {shown(one.missed)} | wrong {shown(one.wrong)}"


if __name__ == "__main__":
    raise SystemExit(main())
