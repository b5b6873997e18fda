"""The context engine: validity, time and growth, the share a cache can keep, fidelity of summaries.

    python -m benchmarks.context --data DIR --save benchmarks/results
    python -m benchmarks.context --quick

``generated``: histories cut to a budget beside LangChain's `trim_messages` (same counter, history
and budget; it runs in an environment of its own), judged by the rules of the vendors; and a long
conversation in a window of 128,000 tokens, from 100 to 10,000 messages. ``replay``: sixty turns
with recall, steps of a task, two compactions and five memories written; the share of each prompt
that is byte for byte the beginning of the one before. ``compaction``: real conversations
summarised, and whether every critical span is on the record. Times are computing time.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.command import finish, parser
from benchmarks.conversations import history, long_conversation, request_parts
from benchmarks.machine import described
from benchmarks.material import Words
from benchmarks.plots import Plot
from benchmarks.questions import SETS
from benchmarks.rows import Row, table
from benchmarks.timing import laps
from stratal import (
    BudgetTooSmall,
    Kind,
    Memory,
    MessageEvidence,
    NewMessage,
    Principal,
    Session,
    SystemClock,
    TimeOrderedIds,
    default_policy,
)
from stratal.context.assembly import Context
from stratal.context.window import truncate
from stratal.context.wire import to_openai
from stratal.core.messages import Message
from stratal.core.policy import WindowRules
from stratal.models.summarizer import ExtractiveSummarizer, Summarizer
from stratal.storage.sqlite import Durability, SqliteDatabase
from stratal.testing import LossySummarizer
from stratal.testing.wire import anthropic_faults, openai_faults
from stratal.text.counting import estimate_tokens
from stratal.text.critical import Standing, critical_spans
from stratal.text.message_tokens import message_tokens

ROOT = Path(__file__).parents[1]
WINDOW = 128_000
TOKENS = 200
"""Of one message of the long conversation: 2,000 of them are 400,000."""
SIZES = (100, 300, 1_000, 2_000, 3_000, 10_000)
HISTORIES = 300
TURNS = 60
WRITES = (5, 15, 25, 35, 45)


def row(set: str, split: str, system: str, metric: str, value: float, unit: str) -> Row:
    return Row(
        benchmark="context",
        set=set,
        split=split,
        system=system,
        metric=metric,
        value=round(value, 4),
        unit=unit,
    )


@contextmanager
def opened(rules: WindowRules | None = None) -> Iterator[Session]:
    """A session in a new memory, without an embedder."""
    with tempfile.TemporaryDirectory() as place:
        clock = SystemClock()
        memory = Memory(
            SqliteDatabase(Path(place) / "m.db", durability=Durability.PROCESS),
            policy=replace(default_policy(), window=rules or WindowRules()),
            embedder=None,
            clock=clock,
            ids=TimeOrderedIds(clock),
        )
        with closing(memory):
            ana = Principal(tenant="bench", user="ana")
            yield memory.session(ana, id="talk", scopes=["user:ana", "repo:trip"])


# Validity, beside LangChain.


def logged(bodies: Sequence[Mapping[str, Any]]) -> list[Message]:
    """The messages as the log holds them."""
    now = SystemClock().now()
    made = []
    for seq, body in enumerate(bodies, start=1):
        new = NewMessage.of(body)
        made.append(
            Message(
                conversation="c",
                seq=seq,
                id=str(seq),
                role=new.role,
                speaker=None,
                body=new.body,
                tokens=message_tokens(new.content),
                said_at=now,
                recorded_at=now,
            )
        )
    return made


@dataclass(kw_only=True, slots=True)
class Cuts:
    """What one system made of the histories."""

    invalid: int = 0
    over: int = 0
    kept: int = 0
    seconds: list[float]


def cut_ours(messages: Sequence[Message], budget: int, rounds: int, cuts: Cuts) -> None:
    seconds = []
    try:
        window = truncate(messages, limit=100_000, budget=budget)
    except BudgetTooSmall as error:
        # Said with the number that it needs; whoever asked decides.
        budget = error.needed
        window = truncate(messages, limit=100_000, budget=budget)
    for _ in range(rounds):
        used = time.process_time()
        truncate(messages, limit=100_000, budget=budget)
        seconds.append(time.process_time() - used)
    cuts.seconds.append(min(seconds))
    sent = to_openai(window.turns, list(window.lead)).arguments
    cuts.invalid += bool(openai_faults(sent))
    cuts.over += window.tokens > budget
    cuts.kept += window.tokens


def trimmed(peer: subprocess.Popen[str], work: Mapping[str, Any]) -> dict[str, Any]:
    """What LangChain makes of one history."""
    assert peer.stdin is not None
    assert peer.stdout is not None
    peer.stdin.write(json.dumps(work) + "\n")
    peer.stdin.flush()
    answer: dict[str, Any] = json.loads(peer.stdout.readline())
    return answer


@contextmanager
def langchain(environments: Path) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """LangChain in an environment of its own, and its version."""
    folder = environments / "langchain"
    python = folder / "bin" / "python"
    if not python.exists():
        print("making an environment for langchain-core ...", file=sys.stderr)
        venv.create(folder, with_pip=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "langchain-core"]
        subprocess.run(install, check=True, stdout=sys.stderr)
    peer = subprocess.Popen(
        [python, "-m", "benchmarks.systems.langchain"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert peer.stdout is not None
        yield peer, json.loads(peer.stdout.readline())
    finally:
        peer.kill()
        peer.communicate()


def validity(count: int, peer: subprocess.Popen[str] | None) -> list[Row]:
    """The share of what a vendor refuses, and the time that cutting takes."""
    rows = []
    for split, clean in (("clean", True), ("as logged", False)):
        cuts: dict[str, Cuts] = {"stratal": Cuts(seconds=[])}
        for seed in range(count):
            bodies = history(seed, clean=clean)
            messages = logged(bodies)
            tokens = [message.tokens for message in messages]
            budget = max(60, sum(tokens) * (20 + seed % 60) // 100)
            cut_ours(messages, budget, 3, cuts["stratal"])
            if peer is None:
                continue
            work = {"messages": bodies, "tokens": tokens, "budget": budget, "rounds": 3}
            for name, answer in trimmed(peer, work).items():
                its = cuts.setdefault(f"langchain {name}", Cuts(seconds=[]))
                its.invalid += bool(openai_faults({"messages": answer["messages"]}))
                its.over += answer["tokens"] > budget
                its.kept += answer["tokens"]
                its.seconds.append(answer["seconds"])
        for system, its in cuts.items():
            rows += [
                row("generated", split, system, "invalid_share", 100 * its.invalid / count, "%"),
                row("generated", split, system, "over_budget_share", 100 * its.over / count, "%"),
                row("generated", split, system, "tokens_kept", its.kept / count, "tokens"),
                row(
                    "generated", split, system, "cut cpu", 1e3 * statistics.mean(its.seconds), "ms"
                ),
            ]
    return rows


def trimming(peer: subprocess.Popen[str] | None, messages: int) -> list[Row]:
    """The long conversation into the window, nothing compacted: the cut alone."""
    bodies = list(long_conversation(messages, TOKENS, seed=3))
    log = logged(bodies)
    ours = Cuts(seconds=[])
    cut_ours(log, WINDOW, 3, ours)
    cost = {"stratal": ours.seconds[0]}
    if peer is not None:
        tokens = [message.tokens for message in log]
        work = {"messages": bodies, "tokens": tokens, "budget": WINDOW, "rounds": 3}
        for name, answer in trimmed(peer, work).items():
            cost[f"langchain {name}"] = answer["seconds"]
    split = f"{messages} messages"
    return [
        row("generated", split, system, "cut cpu", 1e3 * seconds, "ms")
        for system, seconds in cost.items()
    ] + [
        row("generated", split, system, "cut cpu, times ours", seconds / cost["stratal"], "x")
        for system, seconds in cost.items()
        if system != "stratal"
    ]


# Time and growth.


def growth(sizes: Sequence[int]) -> list[Row]:
    """A context of a conversation as it grows, with what is older summarised and without."""
    rows = []
    with opened() as session:
        for number in range(200):
            session.memories.remember(f"Gate {number} of the harbour opens at {number % 24} h.")
        said = long_conversation(max(sizes), TOKENS, seed=1)
        had = 0
        for size in sizes:
            while had < size - 1:
                batch = [next(said) for _ in range(min(200, size - 1 - had))]
                session.conversation.extend(batch)
                had += len(batch)
            session.conversation.append({"role": "user", "content": f"Go on from {had}, gate 7?"})
            next(said)
            had += 1
            whole = laps(lambda _: session.context(budget=WINDOW, window=10_000), range(2))
            started = time.process_time()
            session.compact(keep=20, budget=WINDOW)
            took = time.process_time() - started
            short = laps(lambda _: session.context(budget=WINDOW, stage="summarize"), range(5))
            made = session.context(budget=WINDOW, stage="summarize")
            assert anthropic_faults(made.to_anthropic()) == []
            assert made.tokens <= WINDOW
            split = f"{size} messages"
            rows += [
                row("generated", split, "stratal", "context cpu, compacted", short.cpu, "ms"),
                row("generated", split, "stratal", "context cpu, truncated", whole.cpu, "ms"),
                row("generated", split, "stratal", "compacting cpu", 1e3 * took, "ms"),
                row("generated", split, "stratal", "tokens, compacted", made.tokens, "tokens"),
            ]
    return rows


# What a cache can keep.


def replay(turns: int) -> list[Row]:
    """The share of all prompt tokens that begin the request as they began the one before."""
    rules = WindowRules(messages=20, summarise_above=turns)
    words = Words(5)
    shared = {"stratal": 0, "naive": 0}
    total = {"stratal": 0, "naive": 0}
    before = {"stratal": "", "naive": ""}
    host = "You write the trip app with the person. " * 30
    with opened(rules) as session:
        for number in range(40):
            session.memories.remember(f"Module {number} of trip reads table t_{number}.")
        task = session.task("dates", goal="add a date library to every module")
        for turn in range(turns):
            if turn in WRITES:
                text = f"Keep module {turn} of trip free of npm, use pnpm."
                cited = session.conversation.append({"role": "user", "content": text}).id
                assert cited is not None
                evidence = MessageEvidence(conversation="talk", message=cited, quotation=text)
                session.memories.remember(text, kind=Kind.PREFERENCE, evidence=evidence)
                session.conversation.append({"role": "assistant", "content": "Noted."})
            asked = f"What about module {turn % 40}? {words.sentence(turn)}"
            session.conversation.append({"role": "user", "content": asked})
            if turn % 3 == 0:
                task.add("facts", f"module {turn} is done")
            made = session.context(task=task, system=host, stage="summarize")
            for system, arguments in (
                ("stratal", made.to_anthropic()),
                ("naive", naive(made, task.render())),
            ):
                request = "\n".join(request_parts(arguments))
                shared[system] += estimate_tokens(request[: same(request, before[system])])
                total[system] += estimate_tokens(request)
                before[system] = request
            answer = " ".join(words.sentence(turn * 100 + more) for more in range(6))
            session.conversation.append({"role": "assistant", "content": answer})
        compactions = len(session.compactions.history())
    return [
        row(
            "replay",
            f"{turns} turns",
            system,
            "stable_prefix_share",
            100 * shared[system] / total[system],
            "%",
        )
        for system in shared
    ] + [row("replay", f"{turns} turns", "stratal", "compactions", compactions, "")]


def same(one: str, other: str) -> int:
    """How many characters both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def naive(made: Context, task: str) -> dict[str, Any]:
    """The same contents as they are put together without thinking of a cache.

    All memory and the task stand in the system prompt, rendered anew every turn, and the summary
    stands within the history, after its first message.
    """
    texts = {block.name: block.text for block in made.blocks}
    names = ("system", "constraints", "profile", "pinned", "recalled")
    system = "\n\n".join([*(texts[name] for name in names if name in texts), task])
    own = [message for message in made.window.kept if message.said.strip()]
    messages: list[dict[str, Any]] = [
        {"role": message.role.value, "content": message.said} for message in own
    ]
    if "summary" in texts:
        messages[1:1] = [{"role": "user", "content": texts["summary"]}]
    return {"system": [{"type": "text", "text": system}], "messages": messages}


# Fidelity of compaction.


def fidelity(name: str, conversations: Sequence[Sequence[NewMessage]]) -> list[Row]:
    """Critical spans of what is summarised that stand on the record, and how short it gets."""
    rows = []
    summarizers: Mapping[str, Summarizer] = {
        "stratal": ExtractiveSummarizer(),
        "stratal, lossy summarizer": LossySummarizer(),
    }
    for system, summarizer in summarizers.items():
        spans = kept = told = before = after = 0
        seconds = 0.0
        for conversation in conversations:
            with opened() as session:
                messages = [replace(message, id=None) for message in conversation]
                for at in range(0, len(messages), 100):
                    session.conversation.extend(messages[at : at + 100])
                    used = time.process_time()
                    session.compact(keep=20, summarizer=summarizer)
                    seconds += time.process_time() - used
                made = session.compactions.current()
                if made is None:
                    continue
                record = [one.text for one in session.compactions.kept(made.version)]
                told_in, listed = Standing(made.summary), Standing("\n".join(record))
                for one in covered(session, made.upto):
                    wanted = {
                        span.text for span in critical_spans(one.said, by_user=one.role == "user")
                    }
                    spans += len(wanted)
                    told += sum(told_in.holds(text) for text in wanted)
                    kept += sum(told_in.holds(text) or listed.holds(text) for text in wanted)
                before += made.covered_tokens
                after += estimate_tokens(made.summary) + sum(
                    estimate_tokens(one.text) + 8 for one in made.kept
                )
        if not spans:
            continue
        rows += [
            row("compaction", name, system, "critical_spans_kept", 100 * kept / spans, "%"),
            row("compaction", name, system, "critical_spans_told", 100 * told / spans, "%"),
            row("compaction", name, system, "critical_spans", spans, ""),
            row("compaction", name, system, "compression", before / max(1, after), "x"),
            row("compaction", name, system, "compacting cpu", 1e6 * seconds / before, "s/M tokens"),
        ]
    return rows


def covered(session: Session, upto: int) -> Iterator[Message]:
    """The messages that the summary stands for and that hold no secret."""
    left = {message.seq for message in session.compactions.uncovered(session.compactions.current())}
    for message in session.conversation:
        if message.seq <= upto and message.seq not in left and not message.secrets:
            yield message


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, write what was asked for."""
    options = parser(__doc__)
    options.add_argument("--data", type=Path, metavar="DIR", help="where the data sets are")
    options.add_argument("--environments", type=Path, metavar="DIR", help="make and keep them here")
    chosen = options.parse_args(arguments)
    machine = described()
    sizes = (60, 120) if chosen.quick else SIZES
    rows: list[Row] = []
    if chosen.quick:
        rows += [*validity(40, None), *trimming(None, 200)]
    else:
        with tempfile.TemporaryDirectory() as place:
            environments = (chosen.environments or Path(place)).absolute()
            with langchain(environments) as (peer, versions):
                machine |= versions
                rows += [*validity(HISTORIES, peer), *trimming(peer, 2_000)]
    rows += growth(sizes)
    rows += replay(30 if chosen.quick else TURNS)
    if chosen.quick:
        made_up = [NewMessage.of(one) for one in long_conversation(60, 60, seed=2)]
        rows += fidelity("generated", [made_up])
    for name in ("locomo", "longmemeval") if chosen.data is not None else ():
        rows += fidelity(name, [case.messages for case in SETS[name].cases(chosen.data)])
    machine["load average at the end"] = described()["load average"]
    finish(chosen, rows, tables=_tables(rows), notes=_NOTES, machine=machine, plots=_plots(rows))
    return 0


_NOTES = (
    "invalid: a vendor would refuse the request; judged by rules written apart from the engine",
    "as logged: some calls were interrupted, some results came late, twice or for nobody",
    "cut: which messages stay within a budget of tokens that are counted already",
    "compacted: what a window of 20 messages does not show has a summary",
    "truncated: the newest messages within 128,000 tokens, nothing summarised",
    "naive: the same, memory and task in one system text, the summary within the history",
    "told: in the summary's own words; kept: there or word for word on the record",
)


def _tables(rows: Sequence[Row]) -> dict[str, str]:
    def of(*metrics: str, set: str) -> list[Row]:
        return [one for one in rows if one.set == set and one.metric in metrics]

    def across(one: Row) -> str:
        return f"{one.metric}, {one.unit}".rstrip(", ")

    def down(one: Row) -> str:
        return f"{one.system}, {one.split}"

    shares = of("invalid_share", "over_budget_share", "tokens_kept", "cut cpu", set="generated")
    cuts = [one for one in rows if one.metric.startswith("cut cpu") and one not in shares]
    times = [
        one
        for one in rows
        if one.metric.startswith(("context cpu", "compacting", "tokens,"))
        and one.set != "compaction"
    ]
    return {
        "Cut to a budget": table([*shares, *cuts], down=down, across=across),
        "A conversation that grows, in 128,000 tokens": table(
            times, down=lambda one: one.split, across=across
        ),
        "The same beginning as the request before": table(
            of("stable_prefix_share", "compactions", set="replay"), down=down, across=across
        ),
        "Compaction of real conversations": table(
            [one for one in rows if one.set == "compaction"], down=down, across=across
        ),
    }


def _plots(rows: Sequence[Row]) -> dict[str, Plot]:
    def line(metric: str) -> list[tuple[float, float]]:
        return [
            (float(one.split.split()[0]), one.value)
            for one in rows
            if one.set == "generated" and one.metric == metric
        ]

    return {
        "context": Plot(
            title="one context of a conversation that grows (200 tokens a message)",
            x="messages",
            y="ms of computing",
            lines={
                "compacted": line("context cpu, compacted"),
                "truncated to 128,000 tokens": line("context cpu, truncated"),
                "compacting once": line("compacting cpu"),
            },
        )
    }


if __name__ == "__main__":
    raise SystemExit(main())
