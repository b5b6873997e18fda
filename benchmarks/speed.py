"""What single operations cost: writing, recalling, assembling a context, opening, memory.

    python -m benchmarks.speed --save benchmarks/results
    python -m benchmarks.speed --quick

On both databases and at both durabilities: ``full`` syncs each commit to the disk, ``process`` does
not. Embedding costs nothing. Rates are the median of five rounds, times the median of all calls, of
one process with one thread. PostgreSQL runs on the same machine and is reached through a socket.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import stratal
from benchmarks.command import finish, parser
from benchmarks.databases import Empty, databases
from benchmarks.machine import described
from benchmarks.material import Prepared, Words, near, unit_vectors
from benchmarks.rows import Row, table
from benchmarks.timing import Laps, laps, rate
from stratal import Durability, Memory, MessageEvidence, Principal, Session
from stratal.core.tasks import Field
from stratal.flows.recall import fill_vectors

T = TypeVar("T")

BATCH = 100
KEYS = 50
"""Profile keys in turn: most writes supersede a value, as they do in a life."""
ANA = Principal(tenant="acme", user="ana")


class Material:
    """Texts, and an embedder that knows them."""

    def __init__(self, count: int) -> None:
        self.words = Words(seed=3)
        self.texts = [self.words.sentence(number) for number in range(count)]
        vectors = unit_vectors(count, seed=4)
        self.embedder = Prepared(self.texts, vectors)
        self.questions = []
        for text, vector in zip(self.texts, near(vectors, seed=5), strict=True):
            question = self.words.question(text)
            self.embedder.add(question, vector.tobytes())
            self.questions.append(question)


class Measuring:
    """All figures of one database at one durability."""

    def __init__(self, empty: Empty, durability: Durability, material: Material) -> None:
        self.rows: list[Row] = []
        self._empty = empty
        self._durability = durability
        self._material = material

    def run(self, count: int, calls: int) -> None:
        """Write `count` of each kind; time `calls` readings."""
        with self._open() as memory:
            self._writing(memory, count)
            self._reading(memory, count, calls)
        self._empty.tidy()
        times = []
        for _ in range(min(calls, 30)):
            started = time.perf_counter()
            memory = self._open()
            times.append(time.perf_counter() - started)
            memory.close()
        self._keep("open", 1e3 * statistics.median(times), "ms")

    def _open(self) -> Memory:
        return stratal.open(
            self._empty.address,
            durability=self._durability,
            embedder=self._material.embedder,
        )

    def _writing(self, memory: Memory, count: int) -> None:
        texts = self._material.texts[:count]
        messages = [{"role": "user", "content": text} for text in texts]
        talk = memory.session(ANA, id="one by one").conversation
        self._keep("append", rate(_one(talk.append), messages), "/s")
        many = memory.session(ANA, id="in batches").conversation
        batches = [messages[at : at + BATCH] for at in range(0, count, BATCH)]
        self._keep(
            f"append, {BATCH} at once", rate(lambda batch: len(many.extend(batch)), batches), "/s"
        )
        session = memory.session(ANA, id="profile")
        facts = [
            (f"favourite number {at % KEYS}", f"it is {at}", self._said(session, at))
            for at in range(count)
        ]

        def told(fact: tuple[str, str, MessageEvidence]) -> int:
            key, value, evidence = fact
            outcome = session.profile.set(key, value, evidence=evidence)
            assert outcome.kept, outcome
            return 1

        self._keep("profile set", rate(told, facts), "/s")
        work = memory.session(ANA, id="work", scopes=["user:ana", "repo:work"])
        self._keep("remember", rate(_one(work.memories.remember), texts), "/s")

    def _said(self, session: Session, number: int) -> MessageEvidence:
        text = f"My favourite number {number % KEYS}: it is {number}, as you know."
        outcome = session.conversation.append({"role": "user", "content": text})
        assert outcome.id is not None
        return MessageEvidence(conversation=session.id, message=outcome.id, quotation=text)

    def _reading(self, memory: Memory, count: int, calls: int) -> None:
        session = memory.session(ANA, id="reading", scopes=["user:ana", "repo:work"])
        access = session._access  # noqa: SLF001 - vectors are background work, with no other door
        while fill_vectors(access, self._material.embedder, limit=1_000):
            pass
        asked = self._material.questions[: min(count, calls)]
        for question in asked[:3]:
            assert session.recall(question).hits
        took = laps(session.recall, asked)
        self._keep(f"recall among {count:,}, p50", took.p50, "ms")
        self._keep(f"recall among {count:,}, p95", took.p95, "ms")
        self._computed(f"recall among {count:,}", took)
        task = session.task("invoices", goal="pay the invoices of March")
        task.add(Field.FACTS, "three of them are open")
        task.add(Field.OPEN, "who pays the fourth?")
        roles = ("user", "assistant")
        texts = self._material.texts[: 2 * BATCH]
        session.conversation.extend(
            {"role": roles[at % 2], "content": text} for at, text in enumerate(texts)
        )
        session.conversation.append({"role": "user", "content": "What is left to do?"})
        took = laps(lambda query: session.context(query, task=task), asked)
        self._keep("context, p50", took.p50, "ms")
        self._keep("context, p95", took.p95, "ms")
        self._computed("context", took)

    def _computed(self, metric: str, took: Laps) -> None:
        if self._empty.kind == "sqlite":  # a server computes in a process of its own
            self._keep(f"{metric}, cpu", took.cpu, "ms")

    def _keep(self, metric: str, value: float, unit: str) -> None:
        self.rows.append(
            Row(
                benchmark="speed",
                set=self._empty.kind,
                split=self._durability.value,
                system="stratal",
                metric=metric,
                value=round(value, 3),
                unit=unit,
            )
        )


def _one(call: Callable[[T], object]) -> Callable[[T], int]:
    def done(argument: T) -> int:
        call(argument)
        return 1

    return done


_SCRIPT = """
import resource, sys
address, step, items = sys.argv[1], sys.argv[2], int(sys.argv[3])
if step != "python":
    import stratal
if step in ("words", "vectors"):
    embedder = "builtin" if step == "vectors" else None
    with stratal.open(address, embedder=embedder) as memory:
        session = memory.session(stratal.Principal(tenant="acme", user="ana"), id=step)
        for number in range(items):
            session.memories.remember(f"Invoice {number} was paid in the {number % 9}th week.")
        assert session.recall("the invoice that was paid in week 3").hits
if sys.platform == "linux":
    # What getrusage says counts the process that started this one too.
    lines = open("/proc/self/status").read().splitlines()
    print(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1e3)
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)
"""
_STEPS = {
    "python": "Python alone",
    "import": "import stratal",
    "words": "write and recall by words",
    "vectors": "the same with the built-in embedder",
}


def of_processes(items: int, rounds: int, *, model: bool) -> list[Row]:
    """What a process of its own takes: its whole time and the most memory it had."""
    rows: list[Row] = []
    for step, said in _STEPS.items():
        if step == "vectors" and not model:
            continue
        times, sizes = [], []
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as folder:
                started = time.perf_counter()
                ended = subprocess.run(
                    [sys.executable, "-c", _SCRIPT, Path(folder) / "a.db", step, str(items)],
                    check=True,
                    capture_output=True,
                    text=True,
                )
                times.append(1e3 * (time.perf_counter() - started))
                sizes.append(float(ended.stdout))
        for metric, values, unit in (("time", times, "ms"), ("memory", sizes, "MB")):
            rows.append(
                Row(
                    benchmark="speed",
                    set="process",
                    split=said,
                    system="stratal",
                    metric=metric,
                    value=round(statistics.median(values), 1),
                    unit=unit,
                )
            )
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, write what was asked for."""
    options = parser(__doc__)
    options.add_argument("--no-postgresql", action="store_true", help="SQLite alone")
    chosen = options.parse_args(arguments)
    count, calls, items, rounds = (100, 10, 5, 1) if chosen.quick else (2_000, 200, 500, 5)
    material = Material(count)
    machine = described()
    rows: list[Row] = []
    with databases(postgresql=not chosen.no_postgresql) as sets:
        for kind in sets.kinds:
            for durability in Durability:
                measuring = Measuring(sets.new(kind), durability, material)
                measuring.run(count, calls)
                rows += measuring.rows
                print(f"{kind}, {durability.value}: measured", file=sys.stderr)
    rows += of_processes(items, rounds, model=not chosen.quick)
    machine["load average at the end"] = described()["load average"]
    finish(
        chosen,
        rows,
        tables={
            "One thread": table(
                [row for row in rows if row.set != "process"],
                down=lambda row: f"{row.metric}, {row.unit}",
                across=lambda row: f"{row.set}, {row.split}",
            ),
            f"A process, {items} memories": table(
                [row for row in rows if row.set == "process"],
                down=lambda row: row.split,
                across=lambda row: f"{row.metric}, {row.unit}",
            ),
        },
        machine=machine,
        plots={},
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
