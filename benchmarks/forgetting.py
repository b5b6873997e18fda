"""A year with and without forgetting, and what a sweep of many items costs.

    python -m benchmarks.forgetting --save benchmarks/results
    python -m benchmarks.forgetting --quick

The year: every day things are remembered, said, logged and set, 10,000 in all. 200 of them are
planted: half the person said, half an agent inferred and the person confirmed, all in the first
month; the others are about the same kind of things, inferred and never confirmed, some of them
twice in nearly the same words. Each month 200 questions are asked to which the planted ones are
the answer, and the size of a prompt is taken. Once with a sweep a day, once without.

The sweep (`benchmarks.sweeps`): time per 1,000 items, memory, and how long a writer beside waits.
"""

from __future__ import annotations

import random
import statistics
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import stratal
from benchmarks import sweeps
from benchmarks.command import finish, parser
from benchmarks.databases import Databases, databases
from benchmarks.machine import described
from benchmarks.plots import Plot
from benchmarks.rows import Row, save, table
from benchmarks.timing import laps
from stratal import Kind, Memory, MessageEvidence, Principal, Session
from stratal.testing.clock import ManualClock

K = 5
PLANTED = 200
_START = datetime(2026, 1, 1, 9, tzinfo=UTC)
_ANA = Principal(tenant="acme", user="ana")
_SCOPES = ("user:ana", "project:harbour")
_DAY = timedelta(days=1)
_SHADES = tuple(
    "amber azure beige coral ivory jade lilac ochre olive plum rust sable teal umber".split()
)
_THINGS = tuple(
    "anchor barge beacon buoy cradle davit hatch kedge ladder lantern mast oar pulley rudder sail "
    "skiff tiller winch".split()
)
_KEEPERS = tuple(
    "Anouk Bram Cleo Dario Edda Femke Goran Hilde Imre Jola Kasia Lotte Milan Nadia Otto Pavel "
    "Quirin Rosa Sven Tilda Ugo Vera Wim Xenia Yara Zeno".split()
)
_HAN_SHADES = tuple("红橙黄绿青蓝紫灰白黑金银粉棕")
_HAN_THINGS = tuple(
    "铁锚 驳船 灯塔 浮标 支架 吊柱 舱口 小锚 梯子 灯笼 桅杆 船桨 滑轮 船舵 船帆 小艇 绞车".split()
)
_HAN_KEEPERS = tuple(
    "安娜 博文 晨曦 丹青 恩泽 飞燕 国栋 海棠 建宁 可欣 立春 明远 念慈 鹏飞 清和 若兰 书白".split()
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """Something to remember, a question that it answers, and the same once more."""

    text: str
    question: str
    again: str


class Facts:
    """Facts of one sort, each about a thing of a colour at a berth of its own."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._berth = 100
        self._asked: set[str] = set()

    def alone(self) -> Fact:
        """One whose question no other of these asks."""
        while True:
            fact = self.next()
            if fact.question not in self._asked:
                self._asked.add(fact.question)
                return fact

    def next(self) -> Fact:
        """One more. Many are about things of the same colour, at other berths."""
        pick = self._random.choice
        self._berth += 1
        if self._berth % 2:
            what, who = f"{pick(_HAN_SHADES)}色{pick(_HAN_THINGS)}", pick(_HAN_KEEPERS)
            text = f"{self._berth}号泊位的{what}由{who}保管"
            return Fact(text=f"{text}。", question=f"{what}由谁保管？", again=f"{text}的")
        what, who = f"{pick(_SHADES)} {pick(_THINGS)}", pick(_KEEPERS)
        return Fact(
            text=f"The {what} of berth {self._berth} is kept by {who}.",
            question=f"Who keeps the {what}?",
            again=f"The {what} of berth {self._berth} really is kept by {who}",
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Size:
    """How much is done in a year."""

    items: int
    planted: int
    months: int
    prompts: int
    """Prompts that are measured each month."""


FULL = Size(items=10_000, planted=PLANTED, months=12, prompts=20)
QUICK = Size(items=300, planted=12, months=3, prompts=2)


@dataclass(kw_only=True, slots=True)
class Year:
    """A memory that lives for a year."""

    memory: Memory
    clock: ManualClock
    size: Size
    forgets: bool
    facts: Facts = field(default_factory=lambda: Facts(7))
    draw: random.Random = field(default_factory=lambda: random.Random(11))
    planted: list[tuple[str, Fact]] = field(default_factory=list)

    def months(self) -> Iterator[list[Row]]:
        """Live a month, then measure; the rows of each."""
        days = 365 * self.size.months // 12
        daily = [self.size.items * (day + 1) // days - self.size.items * day // days
                 for day in range(days)]  # fmt: skip
        month = days // self.size.months
        for day, count in enumerate(daily):
            session = self._session(f"day-{day}")
            early = self.size.planted * min(day + 1, month) // month
            planted = max(0, early - len(self.planted))
            for _ in range(planted):
                self._plant(session)
            for _ in range(count - planted):
                self._live(session)
            if self.forgets:
                self.memory.sweep(_ANA.tenant)
            self.clock.advance(_DAY)
            if (day + 1) % month == 0 and (day + 1) // month <= self.size.months:
                yield self._measure((day + 1) // month)

    def _session(self, id: str) -> Session:
        return self.memory.session(_ANA, id=id, scopes=_SCOPES)

    def _plant(self, session: Session) -> None:
        fact = self.facts.alone()
        if len(self.planted) % 2:
            outcome = session.memories.remember(fact.text)
            assert outcome.id is not None
            session.memories.confirm(outcome.id)
        else:
            outcome = session.memories.remember(fact.text, evidence=_said(session, fact.text))
            assert outcome.id is not None
        self.planted.append((outcome.id, fact))

    def _live(self, session: Session) -> None:
        sort, fact = self.draw.random(), self.facts.next()
        if sort < 0.70:
            kind = self.draw.choice((Kind.FACT, Kind.LESSON, Kind.DECISION, Kind.CASE))
            session.memories.remember(fact.text, kind=kind, importance=self.draw.randint(2, 8))
        elif sort < 0.80:
            session.memories.remember(fact.text)
            session.memories.remember(fact.again)
        elif sort < 0.90:
            _said(session, fact.question)
        elif sort < 0.96:
            session.events.log(fact.text)
        else:
            key, value = f"habit {self.draw.randrange(400)}", "tea at noon"
            told = _said(session, f"My {key} is {value}, always")
            session.profile.set(key, value, evidence=told)

    def _measure(self, month: int) -> list[Row]:
        session = self._session(f"asking-{month}")
        found = [
            item in {hit.id for hit in session.recall(fact.question, k=K).hits}
            for item, fact in self.planted
        ]
        took = laps(lambda fact: session.recall(fact.question, k=K), [f for _, f in self.planted])
        sizes = []
        for _, fact in self.planted[: self.size.prompts]:
            session.conversation.append({"role": "user", "content": fact.question})
            sizes.append(session.context(window=1).tokens)
        active = session.memories.entries()
        kept = {one.id for one in active}
        still = [item in kept for item, _ in self.planted]
        values = {
            "hit@5": (sum(found) / len(found), "share"),
            "planted kept": (sum(still) / len(still), "share"),
            "memories in use": (len(active), "items"),
            "facts in use": (len(session.profile.facts()), "items"),
            "context": (statistics.median(sizes), "tokens"),
            "recall p50": (took.p50, "ms"),
            "recall cpu": (took.cpu, "ms"),
        }
        system = "stratal" if self.forgets else "stratal -forgetting"
        return [
            Row(
                benchmark="forgetting",
                set="year",
                split=f"{month:02}",
                system=system,
                metric=metric,
                value=float(value),
                unit=unit,
            )
            for metric, (value, unit) in values.items()
        ]


def _said(session: Session, text: str) -> MessageEvidence:
    outcome = session.conversation.append({"role": "user", "content": text})
    assert outcome.id is not None
    return MessageEvidence(conversation=session.id, message=outcome.id, quotation=text)


def live(sets: Databases, size: Size) -> list[Row]:
    """The same year twice."""
    rows: list[Row] = []
    for forgets in (True, False):
        clock = ManualClock(_START)
        with stratal.open(
            sets.new("sqlite").address, durability=stratal.Durability.PROCESS, clock=clock
        ) as memory:
            for some in Year(memory=memory, clock=clock, size=size, forgets=forgets).months():
                rows += some
                told = "with" if forgets else "without"
                print(f"{told} forgetting, month {some[0].split}", file=sys.stderr, flush=True)
    return rows


def verdicts(rows: Sequence[Row]) -> list[str]:
    """What the figures of the year come to."""
    ours = [row for row in rows if row.set == "year" and row.system == "stratal"]
    if not ours:
        return []

    def of(metric: str) -> list[float]:
        return [row.value for row in ours if row.metric == metric]

    hits, prompts = of("hit@5"), of("context")
    kept, used = min(of("planted kept")), max(of("memories in use"))
    return [
        f"planted and still in use: {kept:.1%} in the worst month",
        f"hit@5: {hits[0]:.3f} in the first month, {min(hits):.3f} worst, {hits[-1]:.3f} last",
        f"in use at most: {used:,.0f} memories, {max(of('facts in use')):,.0f} facts",
        f"prompt: {prompts[0]:,.0f} tokens in the first month, {prompts[-1]:,.0f} in the last",
    ]


def plots(rows: Sequence[Row]) -> dict[str, Plot]:
    """By month, with and without."""
    wanted = {
        "forgetting-hits": ("hit@5", "planted answers among the first five", "share"),
        "forgetting-items": ("memories in use", "memories in use", "items"),
        "forgetting-context": ("context", "size of a prompt, median", "tokens"),
        "forgetting-recall": ("recall cpu", "computing of a recall, median", "ms"),
    }
    year = [row for row in rows if row.set == "year"]
    return {
        name: Plot(
            title=title,
            x="month",
            y=unit,
            logarithmic=False,
            lines={
                system: [
                    (float(row.split), row.value)
                    for row in year
                    if row.metric == metric and row.system == system
                ]
                for system in dict.fromkeys(row.system for row in year)
            },
        )
        for name, (metric, title, unit) in wanted.items()
        if year
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, write what was asked for."""
    options = parser(__doc__)
    options.add_argument("--only", choices=("year", "sweep"), help="one of the two parts")
    options.add_argument("--largest", type=int, default=1_000_000, help="items of the sweep")
    options.add_argument("--largest-postgresql", type=int, default=100_000, help="0: none")
    chosen = options.parse_args(arguments)
    most = {"sqlite": chosen.largest, "postgresql": chosen.largest_postgresql}
    if chosen.quick:
        most = {kind: min(count, 2_000) for kind, count in most.items()}
    machine = described()
    year: list[Row] = []
    swept: list[Row] = []
    with databases(postgresql=most["postgresql"] > 0 and chosen.only != "year") as sets:
        if chosen.only != "sweep":
            year = live(sets, QUICK if chosen.quick else FULL)
        if chosen.only != "year":
            for kind in (kind for kind in sets.kinds if most[kind]):
                swept += sweeps.run(sets, kind, sweeps.sizes(most[kind]))
    machine["load average at the end"] = described()["load average"]
    if year:
        _finish_year(chosen, year, machine)
    if swept:
        sweeps.finish_sweeps(chosen, swept, machine)
    if chosen.json is not None:
        save([*year, *swept], chosen.json)
    return 0


def _finish_year(options: Namespace, rows: Sequence[Row], machine: Mapping[str, str]) -> None:
    tables = {
        f"the year, {system}": table(
            [row for row in rows if row.system == system],
            down=lambda row: f"{row.metric}, {row.unit}",
            across=lambda row: row.split,
            corner="month",
        )
        for system in dict.fromkeys(row.system for row in rows)
    }
    finish(options, rows, tables=tables, notes=verdicts(rows), machine=machine, plots=plots(rows))


if __name__ == "__main__":
    sys.exit(main())
