from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from stratal import Layer, Memory, Principal, Session, TimeOrderedIds, default_policy
from stratal.core.outcomes import Done
from stratal.storage.database import Database
from stratal.testing.clock import ManualClock

ROWS = [
    tuple(line.split("\t"))
    for line in Path(__file__).with_name("route_table.tsv").read_text(encoding="utf-8").splitlines()
]
HAN = re.compile("[\u4e00-\u9fff]")
Open = Callable[[], Session]


@pytest.fixture
def session(database: Database, clock: ManualClock) -> Iterator[Session]:
    """A session of ana's that writes to a repository."""
    memory = Memory(
        database, policy=default_policy(), embedder=None, clock=clock, ids=TimeOrderedIds(clock)
    )
    yield memory.session(
        Principal(tenant="acme", user="ana"), id="monday", scopes=["user:ana", "repo:trips"]
    )
    memory.close()


def held(session: Session) -> dict[str, int]:
    """How much each layer holds, what waits for a person included."""
    return {
        Layer.PROFILE: len(session.profile.facts()) + len(session.profile.pending()),
        Layer.MEMORIES: len(session.memories.entries()) + len(session.memories.pending()),
        Layer.EVENTS: len(session.events.last(10)),
        Layer.KNOWLEDGE: len(list(session.knowledge.documents())),
    }


def test_the_table_is_worth_its_name() -> None:
    """At least forty utterances, about half of them Chinese, each layer among their ends."""
    assert len(ROWS) >= 40
    assert 0.4 < sum(bool(HAN.search(text)) for _, _, text in ROWS) / len(ROWS) < 0.6
    assert {layer for layer, _, _ in ROWS} >= {"profile", "memories", "events", "conversation"}


@pytest.mark.parametrize(("layer", "rule", "said"), ROWS, ids=[row[2][:40] for row in ROWS])
def test_an_utterance_goes_to_its_layer(session: Session, layer: str, rule: str, said: str) -> None:
    """It is written to one layer alone, and the answer names the rule; or it stays where it is."""
    outcomes = session.add(said)[1:]
    if rule == "-":
        assert outcomes == []
        assert not any(held(session).values())
        return
    [outcome] = outcomes
    assert outcome.layer == layer
    assert f"({rule}): {layer}" in outcome.message
    assert outcome.done is (Done.PENDING if rule == "standing_order" else Done.STORED)
    assert {name: count for name, count in held(session).items() if count} == {layer: 1}


@pytest.mark.parametrize(
    "said", ["We decided on Kafka because we need replay.", "我们决定用 Kafka，因为要回放"]
)
def test_a_decision_goes_to_the_open_task_alone(session: Session, said: str) -> None:
    """With a task open, a decision is the task's, and no memory."""
    task = session.task("queue", goal="choose a queue")
    [outcome] = session.add(said, task=task)[1:]
    assert (outcome.layer, len(task.state.decisions)) == ("task", 1)
    assert "(decision): task" in outcome.message
    assert held(session)[Layer.MEMORIES] == held(session)[Layer.PROFILE] == 0


@pytest.mark.parametrize(
    ("said", "layer", "question"),
    [
        ("Put the conclusion in front when you answer me.", "profile", "Did I get this right"),
        ("往后写东西语气温柔些", "profile", "我这样理解对吗"),
        ("The team has landed on Kafka.", "memories", "Did I get this right"),
        ("最后还是选了老王那家", "memories", "我这样理解对吗"),
    ],
)
def test_what_one_rule_alone_has_heard_is_asked(
    session: Session, said: str, layer: str, question: str
) -> None:
    """It waits with a question, counts for nothing before, and a plain yes makes it so."""
    task = session.task("queue", goal="choose a queue")
    [outcome] = session.add(said, task=task)[1:]
    assert (outcome.done, outcome.code, outcome.layer) == (Done.PENDING, "unsure", layer)
    assert question in outcome.question
    assert (session.profile.facts(), session.memories.entries()) == ([], [])
    assert task.state.decisions == ()
    assert session.context().block("question") is not None
    session.add({"role": "assistant", "content": outcome.question})
    session.add("Yes." if said.isascii() else "对")
    kept = session.profile if layer == "profile" else session.memories
    assert outcome.id is not None
    assert kept.get(outcome.id).status == "active"


@pytest.mark.parametrize(
    ("said", "layer"),
    [("体检约在星期三早上八点", "events")],
)
def test_what_nobody_can_be_asked_about_stays_in_the_conversation(
    session: Session, said: str, layer: str
) -> None:
    """Neither a time line nor a correction can wait: what is not sure of them says so."""
    [outcome] = session.add(said)[1:]
    assert (outcome.done, outcome.code, outcome.layer) == (Done.REJECTED, "unsure", layer)
    assert not any(held(session).values())


DOCUMENT = "\n".join(f"Step {number}: check that service {number} answers." for number in range(9))


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (f"Save this as a document called Runbook:\n{DOCUMENT}", "Runbook"),
        (f"```\n{DOCUMENT}\n```\n把上面这段内容存成文档，叫巡检手册", "巡检手册"),
        (f"keep this document\n{DOCUMENT}", "Step 0: check that service 0 answers."),
    ],
)
def test_a_pasted_document_goes_to_knowledge(session: Session, said: str, name: str) -> None:
    """Who asks for a pasted text to be kept as a document finds it in their own knowledge."""
    [outcome] = session.add(said)[1:]
    assert (outcome.done, outcome.layer) == (Done.STORED, "knowledge")
    [document] = session.knowledge.documents()
    assert (document.name, str(document.scope)) == (name, "user:ana")
    assert {layer for layer, count in held(session).items() if count} == {"knowledge"}


@pytest.mark.parametrize("said", ["keep this document", "Save this:\nshort", f"Look:\n{DOCUMENT}"])
def test_what_is_no_document(session: Session, said: str) -> None:
    """A wish with no text, and a text with no wish, leave knowledge as it is."""
    session.add(said)
    assert held(session)[Layer.KNOWLEDGE] == 0


@pytest.mark.parametrize(
    ("known", "said", "now"),
    [
        (
            "Remember that the port of the gateway is 8080.",
            "No, the port is 8443, not 8080.",
            "the port of the gateway is 8443",
        ),
        ("记住：网关的端口是 8080", "端口不是 8080，是 8443", "网关的端口是 8443"),
    ],
)
def test_a_correction_revises_what_it_corrects(
    session: Session, known: str, said: str, now: str
) -> None:
    """Where one memory states the old value, it is that memory which says the new one after."""
    [first] = session.add(known)[1:]
    [outcome] = session.add(said)[1:]
    assert (outcome.id, outcome.revision) == (first.id, 2)
    assert [one.content for one in session.memories.entries()] == [now]


def test_a_correction_of_two_things_at_once_is_none(session: Session) -> None:
    """Where two memories state the old value, neither is touched: the correction stands beside."""
    session.add("Remember that the port of the gateway is 8080.")
    session.add("Remember that the port of the proxy is 8080.")
    session.add("No, the port is 8443, not 8080.")
    kept = [one.content for one in session.memories.entries()]
    assert len(kept) == 3
    assert sum("8080" in one for one in kept) == 3


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (
            "Remember that the spring sale begins at noon.",
            "No, this jacket isn't for sale, it's for my sister.",
        ),
        ("记住：仓库出口左边是出租的自行车", "不对，这件外套不是出租，是自用"),
    ],
)
def test_a_correction_of_another_thing_touches_nothing(
    session: Session, known: str, said: str
) -> None:
    """That says of what it speaks: a memory of something else has only an ordinary word of it."""
    [first] = session.add(known)[1:]
    session.add(said)
    [kept] = [one for one in session.memories.entries() if one.id == first.id]
    assert kept.revision == 1


def test_a_correction_of_nothing_known_says_so(session: Session) -> None:
    """Two bare values, and nothing that they could be of: refused aloud."""
    [outcome] = session.add("不是9090，是9091")[1:]
    assert (outcome.done, outcome.code) == (Done.REJECTED, "nothing_to_correct")


@pytest.mark.parametrize(
    "said", ["这个项目测试用 vitest，别用 jest", "Tests here run on vitest, not jest."]
)
def test_what_a_task_takes_up_is_known_again_when_it_ends(session: Session, said: str) -> None:
    """A stated tool that went into a task is recognised at its archive, and becomes a memory."""
    task = session.task("tests", goal="tidy the tests")
    session.conversation.append({"role": "user", "content": said})
    session.conversation.append({"role": "assistant", "content": "ok"})
    session.consolidate(task)
    assert [entry.text for entry in task.state.facts]
    task.close("done")
    session.archive(task)
    assert any("vitest" in one.content for one in session.memories.entries())


def test_a_commitment_lies_at_its_time(session: Session) -> None:
    """The event stands on the day that the words name, counted from when they were said."""
    session.add("I have to hand in the tax return by Friday.")
    session.add("我周五之前要交报告")
    days = {str(one.at)[:10] for one in session.events.last(10)}
    [day] = days
    assert day > f"{session.events.access.now():%Y-%m-%d}"
