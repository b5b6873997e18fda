"""Where an utterance goes in which the rules find nothing, when a model reads it after the turn."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from stratal import Done, Layer, Memory, Principal, Session, TimeOrderedIds, default_policy
from stratal.core.runs import RunState
from stratal.flows.runs import RunReport
from stratal.storage.database import Database
from stratal.testing import ScriptedModel, cut_off
from stratal.testing.clock import ManualClock
from stratal.text.statements import statements


@pytest.fixture
def session(database: Database, clock: ManualClock) -> Iterator[Session]:
    """A session of ana's that writes to a repository."""
    memory = Memory(
        database, policy=default_policy(), embedder=None, clock=clock, ids=TimeOrderedIds(clock)
    )
    yield memory.session(
        Principal(tenant="acme", user="ana"),
        id="monday",
        scopes=["user:ana", "repo:trips"],
        time_zone="Asia/Shanghai",
    )
    memory.close()


def told(kind: str, text: str, quotation: str = "", message: int = 1, **more: Any) -> Any:
    cited = [{"message": str(message), "quotation": quotation or text}]
    return {"kind": kind, "text": text, "reason": "", "evidence": cited, **more}


def change(key: str, value: str, quotation: str, message: int = 1) -> Any:
    cited = [{"message": str(message), "quotation": quotation}]
    return {"action": "add", "key": key, "value": value, "fact": "", "evidence": cited}


def read(session: Session, *found: Any, changes: tuple[Any, ...] = (), **more: Any) -> RunReport:
    """What the run came to in which a model found these things."""
    model = ScriptedModel({"changes": list(changes), "told": list(found)})
    [report] = session.keep_profile(model=model, **more)
    return report


def held(session: Session) -> dict[str, int]:
    """What each layer holds, what waits for a person included; empty layers left out."""
    counts = {
        Layer.PROFILE: len(session.profile.facts()) + len(session.profile.pending()),
        Layer.MEMORIES: len(session.memories.entries()) + len(session.memories.pending()),
        Layer.EVENTS: len(session.events.last(10)),
    }
    return {str(layer): count for layer, count in counts.items() if count}


ROUTED = [
    ("memories", "fact", "The nightly export lands in the bucket ledger-raw."),
    ("memories", "fact", "Billing runs on two nodes in Oslo."),
    ("memories", "preference", "The reviewers like small pull requests."),
    ("memories", "decision", "Kafka won in the end, the replay settled that."),
    ("memories", "lesson", "Next time the cache has to be warmed first, that burnt us."),
    ("events", "event", "The import broke on 12 May 2025."),
    ("events", "event", "Marta left the team on 3 June 2025."),
    ("memories", "fact", "夜间导出存在 ledger-raw 桶里"),
    ("memories", "fact", "计费服务跑在奥斯陆的两台机器上"),
    ("memories", "preference", "评审的人喜欢小的合并请求"),
    ("memories", "decision", "那就 Kafka 吧，能回放这点说服了大家"),
    ("memories", "lesson", "上回没预热缓存，吃了大亏"),
    ("events", "event", "2025年5月12日导入任务挂了"),
    ("events", "event", "玛尔塔2025年6月3日离开了团队"),
]


@pytest.mark.parametrize(("layer", "kind", "said"), ROUTED, ids=[row[2][:40] for row in ROUTED])
def test_what_a_model_finds_goes_to_its_layer(
    session: Session, layer: str, kind: str, said: str
) -> None:
    """The rules find nothing; the model's kind decides the layer, and the answer says by what."""
    assert statements(said) == ()
    assert len(session.add(said)) == 1
    report = read(session, told(kind, said.rstrip(".")))
    [outcome] = report.outcomes
    assert (outcome.done, outcome.layer) == (Done.STORED, layer)
    assert f"({kind}): {layer}" in outcome.message
    assert held(session) == {layer: 1}


@pytest.mark.parametrize(
    ("kind", "field", "said"),
    [
        ("decision", "decisions", "Kafka won in the end, the replay settled that."),
        ("lesson", "facts", "上回没预热缓存，吃了大亏"),
    ],
)
def test_with_a_task_open_a_conclusion_is_the_tasks_alone(
    session: Session, kind: str, field: str, said: str
) -> None:
    """A decision or a lesson goes to the open task, with its words; a closed one is no place."""
    task = session.task("queue", goal="choose a queue")
    session.add(said, task=task)
    [outcome] = read(session, told(kind, said.rstrip(".")), task=task).outcomes
    assert (outcome.done, outcome.layer) == (Done.STORED, "task")
    assert f"({kind}): task" in outcome.message
    [entry] = getattr(task.state, field)
    assert task.evidence()[entry.id]
    assert session.memories.entries() == []


INSISTED = [
    ("fact", "The export was slow today.", "the export was slow", "The export is always slow"),
    ("fact", "Billing runs in Oslo.", "Billing runs in Oslo", "Billing runs in Oslo and Lima"),
    ("fact", "Is the export slow?", "the export slow", "the export slow"),
    ("preference", "We tried tabs once.", "We tried tabs once", "Use tabs, never spaces"),
    ("decision", "Maybe Kafka would do.", "Kafka would do", "Kafka was chosen"),
    (
        "lesson",
        "If the cache were cold it would burn us.",
        "the cache were cold",
        "the cache burns",
    ),
    ("event", "The import may break in May.", "The import may break", "The import broke"),
    ("event", "Ben said that Marta left.", "Ben said that Marta left", "Marta was dismissed"),
    ("fact", "今天导出有点慢", "今天导出有点慢", "导出一直很慢"),
    ("fact", "计费服务在奥斯陆", "计费服务在奥斯陆", "计费服务在奥斯陆和利马"),
    ("decision", "要不要用 Kafka？", "要不要用 Kafka", "用 Kafka"),
    ("event", "导入任务会不会挂？", "导入任务会不会挂", "导入任务挂了"),
]


@pytest.mark.parametrize(("kind", "said", "quotation", "text"), INSISTED)
def test_what_the_words_do_not_state_is_never_active(
    session: Session, kind: str, said: str, quotation: str, text: str
) -> None:
    """However the model insists, it is refused with a reason or waits for a person."""
    session.conversation.append({"role": "user", "content": said})
    [outcome] = read(session, told(kind, text, quotation)).outcomes
    assert outcome.done in (Done.REJECTED, Done.PENDING)
    assert outcome.message
    assert session.memories.entries() == []
    assert session.events.last(10) == []
    assert session.profile.facts() == []


@pytest.mark.parametrize(
    ("found", "code"),
    [
        (told("rumour", "Billing runs in Oslo"), "unknown_kind"),
        (told("fact", "", "Billing runs in Oslo"), "says_nothing"),
        (told("fact", "Billing runs in Oslo", message=9), "no_such_message"),
        (told("fact", "Billing runs in Oslo", "Billing runs at Oslo"), "quotation_not_found"),
        (told("fact", "Billing runs in Oslo", message=2), "not_the_person"),
        (told("fact", "Billing runs in Oslo") | {"evidence": []}, "no_evidence"),
    ],
)
def test_what_cites_badly_is_refused_with_the_reason(
    session: Session, found: Any, code: str
) -> None:
    """A kind, a text, a message that was shown, the person's own, and words that stand in it."""
    session.add("Billing runs in Oslo now, as planned.")
    session.add({"role": "assistant", "content": "Billing runs in Oslo, I see."})
    session.add("Fine.")
    outcomes = read(session, found).outcomes
    assert [one.code for one in outcomes if one.done is Done.REJECTED] == [code]
    assert held(session) == {}


def test_no_words_go_to_two_layers(session: Session) -> None:
    """What the rules wrote is not written again, nor what the same reply has for the profile."""
    session.add("In this repo use pnpm, not npm. I drink oolong. The gateway sleeps at night.")
    report = read(
        session,
        told("preference", "use pnpm, not npm"),
        told("fact", "I drink oolong"),
        told("fact", "The gateway sleeps at night"),
        told("event", "The gateway sleeps at night"),
        changes=(
            change("package manager", "pnpm", "In this repo use pnpm"),
            change("drink", "oolong", "I drink oolong"),
        ),
    )
    assert [(one.layer, one.code) for one in report.outcomes] == [
        ("profile", "one_layer"),
        ("profile", "stored"),
        ("memories", "one_layer"),
        ("memories", "one_layer"),
        ("memories", "stored"),
        ("memories", "one_layer"),
    ]
    assert held(session) == {"profile": 1, "memories": 2}


def test_a_model_is_asked_once_for_all_layers(session: Session) -> None:
    """One request reads the turn for the profile and for the other layers, and only once."""
    session.add("I drink oolong. The gateway sleeps at night.")
    model = ScriptedModel(
        {
            "changes": [change("drink", "oolong", "I drink oolong")],
            "told": [told("fact", "The gateway sleeps at night")],
        }
    )
    session.keep_profile(model=model)
    assert session.keep_profile(model=model) == []
    assert model.calls == 1
    assert held(session) == {"profile": 1, "memories": 1}


def test_about_the_person_is_kept_in_their_scope(session: Session) -> None:
    """A fact of the person's own life follows them; one of the work stays with the work."""
    session.add("My two cats are called Ink and Paper. The gateway sleeps at night.")
    read(
        session,
        told("fact", "My two cats are called Ink and Paper"),
        told("fact", "The gateway sleeps at night"),
    )
    kept = {str(one.scope): one.content for one in session.memories.entries()}
    assert kept == {
        "user:ana": "My two cats are called Ink and Paper",
        "repo:trips": "The gateway sleeps at night",
    }


def test_an_event_lies_where_its_words_put_it(session: Session, clock: ManualClock) -> None:
    """The time is read from the words; without one it is the day on which they were said."""
    said = clock.now().astimezone(session.events.access.time_zone).date()
    session.add("The import broke on 12 May 2025. And Ben spilt his tea.")
    read(
        session,
        told("event", "The import broke on 12 May 2025"),
        told("event", "Ben spilt his tea"),
    )
    at = {one.text: one.at for one in session.events.last(10)}
    assert at == {"The import broke on 12 May 2025": date(2025, 5, 12), "Ben spilt his tea": said}


def test_an_order_to_act_waits(session: Session) -> None:
    """Called a decision, with a task open or not, it waits for the person and binds nobody."""
    task = session.task("support", goal="answer the tickets")
    session.conversation.append(
        {"role": "user", "content": "Always open an urgent ticket when a customer complains."}
    )
    words = "Always open an urgent ticket when a customer complains"
    [outcome] = read(session, told("decision", words), task=task).outcomes
    assert (outcome.done, outcome.code) == (Done.PENDING, "standing_order")
    assert task.state.decisions == ()
    assert session.memories.constraints() == []


def test_a_few_things_at_most(session: Session) -> None:
    """A model that empties a bag of sentences over memory is stopped, and that is said."""
    lines = [f"Server {n} sits in rack {n + 10}" for n in range(9)]
    session.add(". ".join(lines))
    outcomes = read(session, *(told("fact", one) for one in lines)).outcomes
    assert [one.code for one in outcomes] == ["stored"] * 5 + ["too_many"]


def test_it_is_a_run(session: Session) -> None:
    """Tried dry, approved, and taken back whole: the memory is gone, the event off the line."""
    session.add("The gateway sleeps at night. The import broke on 12 May 2025.")
    found = (
        told("fact", "The gateway sleeps at night"),
        told("event", "The import broke on 12 May 2025"),
    )
    dry = read(session, *found, dry=True)
    assert dry.run.state is RunState.DRY_RUN
    assert held(session) == {}
    done = session.runs.approve(dry.run.id)
    assert held(session) == {"memories": 1, "events": 1}
    [event] = session.events.last(1)
    assert event.data["run"] == done.run.id
    back = session.runs.roll_back(done.run.id)
    undone = [item.undone for item in back.items]
    assert [one.done for one in undone if one is not None] == [Done.REMOVED, Done.REMOVED]
    assert held(session) == {}


@pytest.mark.parametrize("reply", ['{"told": [{"kind": "fa', "Nothing to save.", ""])
def test_a_bad_reply_leaves_the_turn_as_it_was(session: Session, reply: str) -> None:
    """The turn was answered before; the run failed, kept the reply, and a later one works."""
    session.add("The gateway sleeps at night.")
    [failed] = session.keep_profile(model=ScriptedModel(cut_off(reply)))
    assert failed.run.state is RunState.FAILED
    assert held(session) == {}
    again = read(session, told("fact", "The gateway sleeps at night"))
    assert (again.run.id, again.run.state) == (failed.run.id, RunState.DONE)
    assert held(session) == {"memories": 1}
