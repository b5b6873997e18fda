"""Junk: what a memory holds twice, or only because it was recalled.

    python -m benchmarks.junk --data DIR --save benchmarks/results
    python -m benchmarks.junk --quick

Conversations are replayed turn by turn. Before each answer the context is made, with what recall
found; the assistant says some of it again in words of its own, and now and then the person pastes
it back. A scripted model takes every sentence that it sees for worth keeping, the recalled block
and the assistant's turns included: it calls the tool `remember` for each, claiming that the person
said it, and in the flows it proposes every line of a span and keeps every note of a task.

Counted is what is active in the end. A memory is an *echo* if its words do not stand in a row in
any message that a person of the set wrote; a *duplicate* if an earlier one has the same words in
the same order, but for articles, emphasis, exclamations and a final "s", or begun with the other
half. Neither is asked of Stratal: both are read off the texts. `append all` keeps every sentence
that the model proposed, as a store without rules would.

Beside them stands what is merely *alike*: nine in ten of the words of an earlier memory are there,
in any order, and the same numbers. That is no junk. A desk with a laptop and a monitor is another
desk than one with a laptop, headphones and a monitor, "in the bed" is another place than "on the
bed", and what runs before the check does not run after it: one word more, another word or another
order is another statement, and to merge them would lose one.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import stratal
from benchmarks.command import finish, parser
from benchmarks.machine import described
from benchmarks.questions import SETS
from benchmarks.rows import Row, table
from stratal import MessageEvidence, Principal, Record, Session
from stratal.models.language import ModelRequest
from stratal.testing import ScriptedModel
from stratal.tools import Toolbox

BENCHMARK = "junk"
OURS, ALL = "stratal", "append all"
ALIKE = 0.9
"""Of the words of two memories, so many are the same if they are alike."""
_STRESS = frozenset(
    "a an the is are that please really very also truly quite definitely absolutely certainly so"
    " oh ah aw aww hey hi hello well wow yes yeah 的 了 吧 呢 啊 呀 很 也".split()
)
"""Words by which two memories may differ and still say the same."""
_SAME = {"ok": "okay"}
_THANKS = re.compile(r"\bthank you\b", re.IGNORECASE)
_NOT = frozenset("not never no cannot don doesn didn isn aren wasn won can couldn 不 没 别".split())
_ANSWERS = ("stored", "unchanged", "merged", "pending", "rejected", "not taken")
BEARABLE = 0.5
"""Percent of junk above which the command fails; what is counted are people's own repetitions."""
PASTED_EACH = 10
"""Every so many turns the person pastes back what was recalled."""

_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """One message of a set: whether the person says it whose memory it is."""

    own: bool
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Talk:
    """Sessions of one person, in order."""

    name: str
    set: str
    sessions: tuple[tuple[Turn, ...], ...]

    @property
    def turns(self) -> list[Turn]:
        return [turn for session in self.sessions for turn in session]


@dataclass(kw_only=True, slots=True)
class Seen:
    """What one replay proposed, and what became of it."""

    proposed: list[str] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    active: list[Record] = field(default_factory=list)
    seconds: float = 0.0


def words(text: str) -> tuple[str, ...]:
    """The words of a text, in small letters, without signs."""
    return tuple(word.casefold() for word in _WORD.findall(text))


def sentences(text: str) -> list[str]:
    return [one.strip() for one in _SENTENCE.findall(text) if len(words(one)) >= 2]


class Judge:
    """What is junk, by the texts alone."""

    def __init__(self, talk: Talk) -> None:
        self._originals = " | ".join(f" {' '.join(words(turn.text))} " for turn in talk.turns)

    def echo(self, text: str) -> bool:
        """Whether no person wrote it: its words stand in a row in no message."""
        return f" {' '.join(words(text))} " not in self._originals

    @staticmethod
    def duplicates(texts: Sequence[str]) -> list[str]:
        """Those of which an earlier one says the same in the same words."""
        found: list[str] = []
        seen: set[tuple[str, ...]] = set()
        for text in texts:
            said = core(text)
            (found if said in seen else []).append(text)
            seen.add(said)
        return found

    @staticmethod
    def alike(texts: Sequence[str]) -> list[str]:
        """Those of which an earlier one has nine in ten of the words, and the same numbers."""
        found: list[str] = []
        kept: list[tuple[frozenset[str], frozenset[str]]] = []
        for text in texts:
            have = frozenset(words(text))
            numbers = frozenset(word for word in have if any(map(str.isdigit, word)))
            if any(
                numbers == other
                and ALIKE * len(one) <= len(have) <= len(one) / ALIKE
                and len(have & one) >= ALIKE * len(have | one)
                for one, other in kept
            ):
                found.append(text)
            else:
                kept.append((have, numbers))
        return found


def core(text: str) -> tuple[str, ...]:
    """The words that tell what a text says, begun where it does not count which half comes first.

    Where something is denied, every word counts: "not very heavy" is not "not heavy". So it does
    where one alone would be left: "Hey Ana!" is not "Definitely, Ana!".
    """
    said = [_SAME.get(word, word) for word in words(_THANKS.sub("thanks", text))]
    if said[:1] == ["i"] and (said[1:4] == ["don", "t", "know"] or said[1:3] == ["can", "t"]):
        said = said[1:]
    bare = [word for word in said if word not in _STRESS]
    if _NOT.isdisjoint(said) and len(bare) > 1:
        said = bare
    one = tuple(
        word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] not in "su" else word
        for word in said
    )
    return min((one[at:] + one[:at] for at in range(len(one))), default=())


def replay(talk: Talk, folder: Path, tell: Callable[[str], None]) -> Seen:
    """Everything of `talk`, with a model that keeps all it sees."""
    seen = Seen()
    began = time.process_time()
    with stratal.open(folder / f"{talk.name}.db", durability="process") as memory:
        person = Principal(tenant="benchmark", user="ana")
        session: Session | None = None
        for number, turns in enumerate(talk.sessions, start=1):
            session = memory.session(
                person, id=f"{talk.name}-{number}", scopes=["user:ana", "project:talk"]
            )
            _session(session, turns, seen)
            tell(f"{talk.name}: session {number} of {len(talk.sessions)}")
        if session is not None:
            seen.active = session.memories.entries()
    seen.seconds = time.process_time() - began
    return seen


def _session(session: Session, turns: Iterable[Turn], seen: Seen) -> None:
    task = session.task(f"talk-{session.id}", goal="talk with Ana")
    tools = Toolbox(session, task=task)
    block = ""
    for at, turn in enumerate(turns):
        if not turn.own:
            again = "\n".join(f"As I remember, {line}" for line in _entries(block)[:2])
            session.conversation.append(
                {"role": "assistant", "content": f"{turn.text}\n{again}".strip()}
            )
            continue
        pasted = f"\n\n```\n{block}\n```\n{block}" if block and at % PASTED_EACH == 0 else ""
        session.add(turn.text + pasted)
        context = session.context(task=task)
        recalled = context.block("recalled")
        block = "" if recalled is None else recalled.text
        for text in _request_texts(context.to_openai()["messages"]):
            for sentence in sentences(text):
                _propose(tools, sentence, seen)
    session.consolidate(task, model=ScriptedModel(_every_line), whole=True)
    task.close()
    session.archive(task, model=ScriptedModel(_every_note))


def _entries(block: str) -> list[str]:
    return [line[2:] for line in block.splitlines() if line.startswith("- ")]


def _request_texts(messages: Sequence[Any]) -> Iterator[str]:
    """What of a request is new to the model: the system prompt and the last messages."""
    latest = [one for one in messages if one["role"] != "system"][-3:]
    for one in [*(one for one in messages if one["role"] == "system"), *latest]:
        content = one.get("content") or ""
        parts = [content] if isinstance(content, str) else [part["text"] for part in content]
        yield from parts


def _propose(tools: Toolbox, sentence: str, seen: Seen) -> None:
    """As a model that insists: first as the person's own words, then as its own."""
    seen.proposed.append(sentence)
    answer = tools.call("remember", {"content": sentence, "quotation": sentence})
    if answer.failed:
        answer = tools.call("remember", {"content": sentence})
    seen.answers[str(answer.outcomes[0].done) if answer.outcomes else "not taken"] += 1


def _every_line(request: ModelRequest) -> dict[str, Any]:
    found = [
        {"text": sentence, "evidence": [{"message": number, "quotation": sentence}]}
        for number, text in re.findall(r"^\[(\d+)\] [^:\n]+: (.*)$", request.text, re.MULTILINE)
        for sentence in sentences(text)
    ]
    return {"facts": found[:400], "decisions": [], "open": [], "artifacts": []}


def _every_note(request: ModelRequest) -> dict[str, Any]:
    notes = re.findall(r"^(\S+) \((?:facts|decisions)\): (.*)$", request.text, re.MULTILINE)
    return {
        "conclusions": [
            {"entry": entry, "text": text, "useful_elsewhere": True} for entry, text in notes
        ]
    }


def judged(talk: Talk, seen: Seen) -> list[Row]:
    """The figures of one replay."""
    judge = Judge(talk)
    texts = [record.content for record in seen.active]
    cited = [
        held.cited.quotation
        for record in seen.active
        for held in record.evidence
        if isinstance(held.cited, MessageEvidence)
    ]
    echoes = [text for text in texts if judge.echo(text)]
    twice, alike = judge.duplicates(texts), judge.alike(texts)
    for kind, found in (("echo", echoes), ("duplicate", twice)):
        for text in found[:5]:
            print(f"{talk.name}: {kind}: {text!r}", file=sys.stderr)
    everything = seen.proposed
    unique = len({words(text) for text in everything if not judge.echo(text)})
    figures = (
        (OURS, "proposed", len(everything), "sentences"),
        (OURS, "active", len(texts), "memories"),
        (OURS, "duplicates", len(twice), "memories"),
        (OURS, "echoes", len(echoes), "memories"),
        (OURS, "junk", _share(len({*twice, *echoes}), len(texts)), "%"),
        (OURS, "merely alike", len({*alike} - {*twice}), "memories"),
        (OURS, "evidence from echoes", sum(map(judge.echo, cited)), "quotations"),
        *((OURS, done, seen.answers[done], "calls") for done in _ANSWERS),
        (ALL, "active", len(everything), "memories"),
        (ALL, "junk", _share(len(everything) - unique, len(everything)), "%"),
    )
    return [
        Row(
            benchmark=BENCHMARK,
            set=talk.set,
            split=talk.name,
            system=system,
            metric=metric,
            value=value,
            unit=unit,
        )
        for system, metric, value, unit in figures
    ]


def _share(part: int, whole: int) -> float:
    return round(100 * part / whole, 2) if whole else 0.0


def _all_of(rows: Sequence[Row]) -> list[Row]:
    """The sums over all replays, and the shares of them."""

    def total(system: str, metric: str) -> float:
        return sum(one.value for one in rows if (one.system, one.metric) == (system, metric))

    made = []
    for one in dict.fromkeys((row.system, row.metric, row.unit) for row in rows):
        system, metric, unit = one
        if unit == "%":
            weighed = [
                (
                    row.value,
                    next(
                        other.value
                        for other in rows
                        if (other.system, other.metric, other.split)
                        == (system, "active", row.split)
                    ),
                )
                for row in rows
                if (row.system, row.metric) == (system, metric)
            ]
            whole = sum(count for _, count in weighed)
            value = (
                round(sum(share * count for share, count in weighed) / whole, 2) if whole else 0.0
            )
        else:
            value = total(system, metric)
        made.append(
            Row(
                benchmark=BENCHMARK,
                set=rows[0].set,
                split="all",
                system=system,
                metric=metric,
                value=value,
                unit=unit,
            )
        )
    return made


def locomo(data: Path) -> list[Talk]:
    """The ten conversations; the first speaker is the person, the other the assistant."""
    return [
        Talk(name=f"conversation {at}", set="locomo", sessions=tuple(_sessions(case.messages)))
        for at, case in enumerate(SETS["locomo"].cases(data), start=1)
    ]


def _sessions(messages: Sequence[stratal.NewMessage]) -> Iterator[tuple[Turn, ...]]:
    own = messages[0].speaker
    by_session: dict[str, list[Turn]] = {}
    for message in messages:
        # The id of a turn is D<session>:<number>.
        name = str(message.id).partition(":")[0]
        by_session.setdefault(name, []).append(Turn(own=message.speaker == own, text=message.text))
    for turns in by_session.values():
        yield tuple(turns)


def small() -> list[Talk]:
    """A few turns in two languages, for ``--quick``."""
    told = (
        ("I moved to Porto in May.", "Porto is lovely in spring."),
        ("My sister Ines plays the cello.", "She must practise a lot."),
        ("The ferry to Barreiro leaves at 21:40.", "Then we have to hurry."),
        ("我在波尔图学做陶器。", "陶器很难烧好。"),
        ("妹妹的音乐会在六月十二号。", "我记下音乐会的日子。"),
        ("Our boat is called Gaivota.", "Gaivota means gull."),
        ("I moved to Porto in May.", "You told me about Porto."),
        ("The boat needs a new sail.", "A sail costs 900 euros."),
        ("陶器课每周二上。", "周二晚上没有别的事。"),
        ("The concert hall has 300 seats.", "Buy a ticket early."),
        ("What did I say about the ferry?", "The ferry to Barreiro leaves at 21:40."),
        ("The ferry to Barreiro leaves at 22:40 on Sundays.", "So there is one more hour."),
    )
    turns = [
        Turn(own=own, text=text)
        for pair in told
        for own, text in zip((True, False), pair, strict=True)
    ]
    return [
        Talk(name="small", set="generated", sessions=(tuple(turns[:12]), tuple(turns[12:]))),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Replay, print the tables, write rows."""
    made = parser(__doc__)
    made.add_argument("--data", type=Path, metavar="DIR", help="folder of data sets")
    made.add_argument(
        "--only", type=int, nargs="+", metavar="N", help="only these conversations, from 1"
    )
    options = made.parse_args(arguments)
    if not options.quick and options.data is None:
        made.error("--data DIR is needed (or --quick)")
    talks = small() if options.quick else locomo(options.data)
    if options.only is not None:
        talks = [talks[number - 1] for number in options.only]
    rows: list[Row] = []
    seconds = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for talk in talks:
            seen = replay(talk, Path(folder), _tell)
            rows += judged(talk, seen)
            seconds += seen.seconds
    return told(options, rows, seconds)


def told(options: argparse.Namespace, rows: Sequence[Row], seconds: float) -> int:
    """Print and keep the figures with their sums; 1 if anything is an echo, or much is junk."""
    replayed = ", ".join(dict.fromkeys(row.split for row in rows))
    rows = [*rows, *_all_of(rows)]
    parts = {
        OURS: [row for row in rows if row.system == OURS and row.unit != "calls"],
        "answers to `remember`": [row for row in rows if row.unit == "calls"],
        ALL: [row for row in rows if row.system == ALL],
    }
    tables = {
        name: table(
            found,
            down=lambda row: row.split,
            across=lambda row: f"{row.metric}, {row.unit}",
            corner="conversation",
        )
        for name, found in parts.items()
    }
    note = "The junk of `append all` is counted by equal words alone, so it is more in truth."
    finish(
        options,
        rows,
        tables=tables,
        notes=[f"Replayed: {replayed}.", note],
        machine=described(processor_time=f"{seconds:.0f} s"),
        plots={},
    )
    ours = {row.metric: row.value for row in rows if (row.system, row.split) == (OURS, "all")}
    came_back = ours["echoes"] or ours["evidence from echoes"]
    return 1 if came_back or ours["junk"] > BEARABLE else 0


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
