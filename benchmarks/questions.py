"""What a recall benchmark asks: conversations, and questions whose evidence is known."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from stratal import NewMessage
from stratal.transfer.locomo import Locomo
from stratal.transfer.transcripts import Line, Turn

LOCOMO_HOME = "https://github.com/snap-research/locomo, data/locomo10.json, CC BY-NC 4.0"
_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")
_CATEGORIES = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    text: str
    category: str
    evidence: frozenset[str]
    """Ids of the messages that answer it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """One person's conversations, as a file to import holds them, and what is asked about them."""

    name: str
    lines: Iterable[Line]
    questions: Sequence[Question]

    @property
    def messages(self) -> list[NewMessage]:
        return [turn.message for line in self.lines for turn in line.turns]


def locomo(data: Path, count: int) -> list[Case]:
    """The first `count` conversations of LoCoMo, out of `data` or its folder ``locomo``."""
    for file in (data / "locomo" / "locomo10.json", data / "locomo10.json"):
        if file.exists():
            samples = json.loads(file.read_text(encoding="utf-8"))[:count]
            return [
                _locomo_case(
                    sample["sample_id"], sample["qa"], Locomo(path=file, sample=str(place))
                )
                for place, sample in enumerate(samples, start=1)
            ]
    raise SystemExit(f"no locomo10.json in {data}: get it from {LOCOMO_HOME}")


def _locomo_case(name: str, asked: list[dict[str, object]], file: Locomo) -> Case:
    lines = tuple(file)
    known = {turn.message.id for line in lines for turn in line.turns}
    questions = []
    for one in asked:
        # A few labels are malformed; each that names a turn which exists counts.
        found = (_EVIDENCE.findall(text) for text in _texts(one["evidence"]))
        named = {f"D{int(session)}:{int(turn)}" for pairs in found for session, turn in pairs}
        category = one["category"]
        assert isinstance(category, int)
        if named & known:
            questions.append(
                Question(
                    text=str(one["question"]),
                    category=_CATEGORIES[category],
                    evidence=frozenset(named & known),
                )
            )
    return Case(name=name, lines=lines, questions=questions)


def _texts(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(one) for one in value]


_PLACES = ("Porto", "Turin", "Ghent", "Krakow", "Malmö", "杭州", "成都", "青岛")
_THINGS = (
    "kayak",
    "sewing machine",
    "telescope",
    "cargo bike",
    "accordion",
    "陶艺",
    "相机",
    "风筝",
)


def small() -> list[Case]:
    """A set of our own: two friends, eight weeks, English and Chinese."""
    lines: list[Line] = []
    questions: list[Question] = []
    start = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
    for week, (place, thing) in enumerate(zip(_PLACES, _THINGS, strict=True)):
        if place.isascii() or place == "Malmö":
            told = [
                f"I am moving to {place} next week.",
                "Really? What about your things?",
                f"I only take the {thing}, all else goes by post.",
                "Good luck with it!",
            ]
            asked = [f"When does she move to {place}?", f"Who takes the {thing} along?"]
        else:
            told = [
                f"我下周要搬到{place}去。",
                "真的吗？行李怎么办？",
                f"只带{thing}，别的都寄。",
                "祝顺利！",
            ]
            asked = [f"她什么时候搬到{place}", f"谁只带{thing}"]
        turns = [
            Turn(
                conversation=f"week-{week}",
                message=NewMessage.of(
                    {"role": "user", "content": text},
                    id=f"{week}:{at}",
                    speaker=("Mia", "Jonas")[at % 2],
                    said_at=start + timedelta(weeks=week, minutes=at),
                ),
            )
            for at, text in enumerate(told)
        ]
        lines.append(Line(number=week + 1, turns=tuple(turns)))
        questions += [
            Question(text=question, category=category, evidence=frozenset({f"{week}:{at}"}))
            for question, category, at in zip(asked, ("place", "thing"), (0, 2), strict=True)
        ]
    return [Case(name="small", lines=lines, questions=questions)]
