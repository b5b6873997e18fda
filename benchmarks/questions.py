"""What a recall benchmark asks: conversations or memories, and questions whose evidence is known.

Every data set becomes a list of cases, one person's store each. Where weights were chosen on
some of a set's questions these are its tuned half, the others are held out.
"""

from __future__ import annotations

import ast
import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from stratal import NewMessage
from stratal.transfer.locomo import Locomo
from stratal.transfer.transcripts import Line, Turn

TUNED = "tuned"
HELD_OUT = "held-out"

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
    """The units that answer it: ids of messages or memories, or what `Case.units` makes of them."""
    split: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Note:
    """One memory."""

    id: str
    text: str
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """What one person has stored, and what is asked about it.

    It is either conversations, as a file to import holds them, or memories.
    """

    name: str
    questions: Sequence[Question]
    lines: Sequence[Line] = ()
    notes: Sequence[Note] = ()
    units: Mapping[str, str] = field(default_factory=dict)
    """Of message ids, where evidence names something larger: an exchange, a session."""

    @property
    def messages(self) -> list[NewMessage]:
        return [turn.message for line in self.lines for turn in line.turns]

    @property
    def texts(self) -> dict[str, str]:
        """Every text with the id that it is found by."""
        if self.notes:
            return {note.id: note.text for note in self.notes}
        return {str(message.id): message.text for message in self.messages}

    @property
    def passages(self) -> dict[str, str]:
        """The same with the speaker's name before it, where there is one."""
        if self.notes:
            return self.texts
        return {
            str(message.id): f"{message.speaker}: {message.text}"
            if message.speaker
            else message.text
            for message in self.messages
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class DataSet:
    """One set: where to get it, and how it is read from the folder of data sets."""

    source: str
    licence: str
    file: str
    """The one without which there is nothing to read."""
    read: Callable[[Path], list[Case]]

    def cases(self, data: Path) -> list[Case]:
        """All of it. Raises `SystemExit` with where to get it, if it is not there."""
        if not (data / self.file).exists():
            raise SystemExit(
                f"no {self.file} in {data}: get it from {self.source} ({self.licence})"
            )
        return self.read(data)


def _locomo(data: Path) -> list[Case]:
    file = data / "locomo" / "locomo10.json"
    samples = _json(file)
    return [
        _locomo_case(sample, Locomo(path=file, sample=str(place)), _half(place - 1, len(samples)))
        for place, sample in enumerate(samples, start=1)
    ]


def _locomo_case(sample: Any, file: Locomo, split: str) -> Case:
    lines = tuple(file)
    known = {str(turn.message.id) for line in lines for turn in line.turns}
    questions = []
    for one in sample["qa"]:
        # A few labels are malformed; each that names a turn which exists counts.
        found = (_EVIDENCE.findall(text) for text in one["evidence"])
        named = {f"D{int(session)}:{int(turn)}" for pairs in found for session, turn in pairs}
        if named & known:
            questions.append(
                Question(
                    text=str(one["question"]),
                    category=_CATEGORIES[one["category"]],
                    evidence=frozenset(named & known),
                    split=split,
                )
            )
    return Case(name=sample["sample_id"], lines=lines, questions=questions)


def _beam(data: Path) -> list[Case]:
    files = sorted((data / "beam_100k").glob("chat_*.json.gz"))
    return [_beam_case(file, _half(place, len(files))) for place, file in enumerate(files)]


def _beam_case(file: Path, split: str) -> Case:
    number = file.name.removeprefix("chat_").removesuffix(".json.gz")
    turns: list[Turn] = []
    said_at = datetime(2024, 1, 1, tzinfo=UTC)
    for batch in _json(file):
        for one in _flat(batch["turns"]):
            if one.get("time_anchor"):
                day = datetime.strptime(one["time_anchor"], "%B-%d-%Y").replace(tzinfo=UTC)
                said_at = max(said_at, day)
            said_at += timedelta(seconds=1)
            turns.append(
                _turn(
                    f"batch-{batch['batch_number']}",
                    str(one["id"]),
                    one["role"],
                    # Users' messages end in a mark of the data set's makers.
                    re.sub(r"\s*->->.*$", "", one["content"]),
                    said_at,
                )
            )
    known = {str(turn.message.id) for turn in turns}
    questions = []
    for category, asked in _json(file.with_name(f"questions_{number}.json")).items():
        for one in asked:
            evidence = frozenset(_numbers(one.get("source_chat_ids"))) & known
            if evidence:
                questions.append(
                    Question(
                        text=one["question"], category=category, evidence=evidence, split=split
                    )
                )
    return Case(name=number, lines=_lines(turns), questions=questions)


def _flat(turns: Sequence[Any]) -> Iterator[Any]:
    """Some of the chats have their exchanges in lists of their own."""
    for one in turns:
        if isinstance(one, list):
            yield from _flat(one)
        else:
            yield one


def _numbers(value: Any) -> Iterator[str]:
    """The ids in a list, a mapping of lists, or either of them written down as a text."""
    if isinstance(value, str):
        value = ast.literal_eval(value)
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for one in value:
            yield from _numbers(one)
    elif value is not None:
        yield str(value)


def _memory_bank(data: Path, language: str) -> list[Case]:
    """Fifteen people; a question's evidence is exchanges, of which each is two messages."""
    folder = data / "memorybank_siliconfriend"
    chinese, spoken = (
        _json(folder / "memory_bank_cn.json"),
        _json(folder / f"memory_bank_{language}.json"),
    )
    # The translation keeps people and days in order; the labels are those of the original.
    people = dict(zip(chinese, spoken, strict=True))
    labels = [json.loads(line) for line in _read(folder / "evidence_cn.jsonl").splitlines()]
    translated: dict[str, list[str]] = {}
    for line in _read(folder / f"probing_questions_{language}.jsonl").splitlines():
        translated |= {name.strip(): asked for name, asked in json.loads(line).items()}
    cases = []
    for place, (original, name) in enumerate(people.items()):
        turns: list[Turn] = []
        units: dict[str, str] = {}
        for day, exchanges in spoken[name]["history"].items():
            start = datetime.fromisoformat(day).replace(hour=9, tzinfo=UTC)
            for at, exchange in enumerate(exchanges):
                unit = f"{original}/{day}/{at}"
                for role, text in (("user", "query"), ("assistant", "response")):
                    message = f"{unit}/{role}"
                    units[message] = unit
                    said_at = start + timedelta(minutes=at, seconds=role == "assistant")
                    if exchange[text].strip():
                        turns.append(_turn(day, message, role, exchange[text], said_at))
        whole = {
            f"{original}/{day}/{at}"
            for day, exchanges in chinese[original]["history"].items()
            # A day of which the translation has more or fewer exchanges cannot keep its labels.
            if len(spoken[name]["history"].get(day, ())) == len(exchanges)
            for at in range(len(exchanges))
        }
        own = [label for label in labels if label["user"] == original]
        texts = [label["question"] for label in own]
        if language != "cn":
            texts = translated[name.strip()]
            own = own if len(texts) == len(own) else []
        questions = [
            Question(
                text=text,
                category=label["kind"],
                evidence=frozenset(label["evidence"]),
                split=_half(place, len(people)),
            )
            for label, text in zip(own, texts, strict=False)
            if set(label["evidence"]) <= whole
        ]
        cases.append(Case(name=original, lines=_lines(turns), questions=questions, units=units))
    return cases


def _pooled(cases: Sequence[Case]) -> list[Case]:
    """The same questions with everybody's conversations in one store."""
    lines = [
        replace(
            line,
            turns=tuple(
                replace(turn, conversation=f"{case.name} {turn.conversation}")
                for turn in line.turns
            ),
        )
        for case in cases
        for line in case.lines
    ]
    units = {message: unit for case in cases for message, unit in case.units.items()}
    questions = [question for case in cases for question in case.questions]
    return [Case(name="pooled", lines=lines, questions=questions, units=units)]


def _madial(data: Path, language: str) -> list[Case]:
    """Which memories help the next reply; the query is the last three lines of the dialogue."""
    folder = data / "madial_bench"
    notes = [
        Note(id=name, text=one["event"], at=datetime.fromisoformat(one["time"]).replace(tzinfo=UTC))
        for line in _read(folder / f"MADial-Bench-{language}-memory.json").splitlines()
        for name, one in json.loads(line).items()
    ]
    known = {note.id for note in notes}
    dialogues = [
        json.loads(line)
        for line in _read(folder / f"MADial-Bench-{language}-dialogue.json").splitlines()
    ]
    questions = []
    for place, one in enumerate(dialogues):
        said = one["dialogue"][1 : one["test-turn"][0]]
        asked = [re.sub(r'^<\w+>:\s*"?|"?\s*$', "", line) for line in said[-3:]]
        questions.append(
            Question(
                text="\n".join(asked),
                category="recall",
                evidence=frozenset(map(str, one["relevant-id"])) & known,
                split=_half(place, len(dialogues)),
            )
        )
    return [Case(name=f"madial-{language}", notes=notes, questions=questions)]


def _long_mem_eval(data: Path) -> list[Case]:
    """Four whole histories, and twenty short ones in one store; evidence is sessions."""
    folder = data / "longmemeval_sample"
    cases = []
    for one in _json(folder / "s_4.json.gz"):
        sessions = zip(
            one["haystack_session_ids"],
            one["haystack_dates"],
            one["haystack_sessions"],
            strict=True,
        )
        turns = [
            turn
            for name, date, session in sessions
            for turn in _session(name, [{**said, "date": date} for said in session])
        ]
        question = Question(
            text=one["question"],
            category=one["question_type"],
            evidence=frozenset(one["answer_session_ids"]),
            split=HELD_OUT,
        )
        cases.append(_by_session(one["question_id"], turns, [question]))
    turns, questions = [], []
    for file in ("oracle_16.json.gz", "abstain_4.json.gz"):
        for one in _json(folder / file):
            turns += _session(one["id"], one["conversation"])
            questions += [
                Question(
                    text=asked["question"],
                    category=one["question_type"],
                    evidence=frozenset([one["id"]]),
                    split=HELD_OUT,
                )
                for asked in one["questions"]
                if not asked.get("is_abstention")
            ]
    return [*cases, _by_session("pool", turns, questions)]


def _session(name: str, said: Sequence[Mapping[str, str]]) -> list[Turn]:
    turns = []
    for at, one in enumerate(said):
        if one["content"].strip():
            # One of the sources has written the dates anew.
            date = re.sub(r"[/ ()A-Za-z]+", " ", one["date"]).strip().replace(" ", "-", 2)
            said_at = datetime.fromisoformat(date).replace(tzinfo=UTC) + timedelta(seconds=at)
            message = f"{name}/{at}"
            turns.append(_turn(name, message, one["role"], one["content"], said_at))
    return turns


def _by_session(name: str, turns: Sequence[Turn], questions: Sequence[Question]) -> Case:
    units = {str(turn.message.id): turn.conversation for turn in turns}
    return Case(name=name, lines=_lines(turns), questions=questions, units=units)


def _turn(conversation: str, id: str, role: str, text: str, said_at: datetime) -> Turn:
    message = NewMessage.of({"role": role, "content": text}, id=id, said_at=said_at)
    return Turn(conversation=conversation, message=message)


def _lines(turns: Sequence[Turn]) -> list[Line]:
    return [Line(number=number, turns=(turn,)) for number, turn in enumerate(turns, start=1)]


def _half(place: int, count: int) -> str:
    return TUNED if place < count // 2 else HELD_OUT


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _json(file: Path) -> Any:
    if file.suffix == ".gz":
        return json.loads(gzip.decompress(file.read_bytes()))
    return json.loads(_read(file))


_MEMORY_BANK = {
    "source": "github.com/zhongwanjun/MemoryBank-SiliconFriend, eval_data",
    "licence": "MIT; the evidence labels are ours",
    "file": "memorybank_siliconfriend/evidence_cn.jsonl",
}
_MADIAL = {"source": "github.com/hejunqing/MADial-Bench, data", "licence": "MIT"}

SETS: Mapping[str, DataSet] = {
    "locomo": DataSet(
        source="github.com/snap-research/locomo, data/locomo10.json",
        licence="CC BY-NC 4.0: measure only",
        file="locomo/locomo10.json",
        read=_locomo,
    ),
    "beam": DataSet(
        source="github.com/mohammadtavakoli78/BEAM, chats/100K",
        licence="CC BY-SA 4.0 by its data card",
        file="beam_100k/chat_01.json.gz",
        read=_beam,
    ),
    "memorybank-zh": DataSet(**_MEMORY_BANK, read=lambda data: _memory_bank(data, "cn")),
    "memorybank-zh-pooled": DataSet(
        **_MEMORY_BANK, read=lambda data: _pooled(_memory_bank(data, "cn"))
    ),
    "memorybank-en": DataSet(**_MEMORY_BANK, read=lambda data: _memory_bank(data, "en")),
    "madial-zh": DataSet(
        **_MADIAL,
        file="madial_bench/MADial-Bench-zh-memory.json",
        read=lambda data: _madial(data, "zh"),
    ),
    "madial-en": DataSet(
        **_MADIAL,
        file="madial_bench/MADial-Bench-en-memory.json",
        read=lambda data: _madial(data, "en"),
    ),
    "longmemeval": DataSet(
        source="github.com/xiaowu0162/LongMemEval, samples of it",
        licence="MIT",
        file="longmemeval_sample/s_4.json.gz",
        read=_long_mem_eval,
    ),
}


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
            Question(
                text=question,
                category=category,
                evidence=frozenset({f"{week}:{at}"}),
                split=HELD_OUT,
            )
            for question, category, at in zip(asked, ("place", "thing"), (0, 2), strict=True)
        ]
    return [Case(name="small", lines=lines, questions=questions)]
