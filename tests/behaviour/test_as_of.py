"""A look back at everything: what was known then, what was true then, and what is gone since."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.behaviour.conftest import Sessions
from tests.planted import plant

from stratal import (
    ConversationTarget,
    InvalidValue,
    Layer,
    Memory,
    MessageEvidence,
    NotFound,
    Person,
    Scope,
    ScopeTarget,
    Session,
    Topic,
)
from stratal.cli.app import run
from stratal.context.as_of import Past
from stratal.testing import FailingSummarizer
from stratal.testing.clock import ManualClock

TOOL = Topic(subject="build", attribute="tool")


@pytest.fixture
def session(sessions: Sessions) -> Session:
    return sessions(scopes=("user:ana", "repo:ferry"))


def test_known_and_true_are_two_times(session: Session, clock: ManualClock) -> None:
    """What was learnt on Wednesday of Monday is true of Monday, and was not known on Tuesday."""
    monday = clock.now()
    session.memories.remember("The build runs with npm.", topic=TOOL)
    clock.advance(timedelta(days=1))
    tuesday = clock.now()
    clock.advance(timedelta(days=1))
    session.memories.remember(
        "The build runs with pnpm.", topic=TOOL, valid_from=monday + timedelta(hours=2)
    )
    clock.advance(timedelta(days=1))

    def said(at: datetime, valid: datetime | None = None) -> list[str]:
        return [one.content for one in session.as_of(at, valid=valid).memories()]

    assert said(tuesday) == ["The build runs with npm."]
    assert said(clock.now()) == ["The build runs with pnpm."]
    assert said(clock.now(), tuesday) == ["The build runs with pnpm."]
    assert said(clock.now(), monday) == ["The build runs with npm."]
    assert said(monday - timedelta(seconds=1)) == []


def test_a_day_stands_for_its_end_in_the_persons_zone(
    sessions: Sessions, clock: ManualClock
) -> None:
    """As everywhere; a time that is to come is refused."""
    clock.set(datetime(2026, 3, 4, 17, 0, tzinfo=UTC))  # Past midnight in Shanghai.
    session = sessions(time_zone="Asia/Shanghai")
    session.conversation.append({"role": "user", "content": "It rains."})
    clock.advance(timedelta(days=3))
    assert list(session.as_of("2026-03-04").messages()) == []
    assert len(list(session.as_of("2026-03-05").messages())) == 1
    with pytest.raises(InvalidValue, match="to come"):
        session.as_of("2027-01-01")
    with pytest.raises(InvalidValue):
        session.as_of("soon")


def test_a_view_stands_still(session: Session, clock: ManualClock) -> None:
    """Whatever is written, corrected or taken back afterwards."""
    session.conversation.append({"role": "user", "content": "Gate 7 opens at nine."})
    made = session.memories.remember("Gate 7 opens at nine.")
    task = session.task("t", goal="count the boxes")
    task.add("facts", "there are nine")
    past = session.as_of(clock.now())

    def everything() -> tuple[object, ...]:
        return (
            list(past.messages()),
            past.memories(),
            past.tasks(),
            past.events(),
            past.documents(),
        )

    before = everything()
    clock.advance(timedelta(hours=1))
    session.conversation.retract(1)
    assert made.id is not None
    session.memories.forget(made.id)
    task.set_goal("count the crates")
    task.close("It is done.")
    session.events.log("Deployed.")
    session.knowledge.add("ferry.md", "# Ferry\n\nAt nine.\n")
    after = everything()
    # That a record is known no longer is told by the record: `known_to`.
    assert [one.content for one in past.memories()] == ["Gate 7 opens at nine."]
    assert (before[0], before[2:]) == (after[0], after[2:])


def test_each_line_of_a_task_is_shown(session: Session, clock: ManualClock) -> None:
    """A fork has a state of its own; a line that there is not raises."""
    task = session.task("t", goal="count the boxes")
    clock.advance(timedelta(hours=1))
    other = task.fork(task.checkpoint.id, "try")
    other.set_goal("count the crates")
    past = session.as_of(clock.now())
    goals = {one.head: one.state.goal for one in past.tasks() if one.state is not None}
    assert goals == {"main": "count the boxes", "try": "count the crates"}
    assert past.task("t", head="try").state == other.state
    with pytest.raises(NotFound):
        past.task("u")


def test_what_prompts_held_is_shown(session: Session, clock: ManualClock) -> None:
    """Recorded contexts, and the summary that stood in place of the older part."""
    for number in range(12):
        session.conversation.append({"role": "user", "content": f"Count shelf {number}."})
        session.conversation.append({"role": "assistant", "content": "Counted."})
    before = clock.now()
    clock.advance(timedelta(minutes=1))
    session.compact(keep=4, summarizer=FailingSummarizer(times=0, answer="Shelves were counted."))
    made = session.context(record=True)
    clock.advance(timedelta(minutes=1))
    then = clock.now()
    clock.advance(timedelta(minutes=1))
    session.conversation.retract(24)
    past = session.as_of(then)
    summary = past.summary()
    assert summary is not None
    assert "Shelves were counted." in summary.summary
    assert [one.id for one in past.contexts()] == [made.manifest.id]
    assert session.as_of(before).summary() is None
    assert session.as_of(clock.now()).summary() is None
    assert session.as_of(before).contexts() == []


def test_what_expired_by_then_is_not_shown(session: Session, clock: ManualClock) -> None:
    """An inference ends after ninety days, whether a sweep came by or not."""
    session.memories.remember("The crane at pier 3 is red.")
    shortly = clock.now()
    clock.advance(timedelta(days=200))
    assert len(session.as_of(shortly).memories()) == 1
    assert session.as_of(clock.now()).memories() == []


def test_what_is_gone_is_counted_and_not_made_up(session: Session, clock: ManualClock) -> None:
    """Of what was deleted since nothing is left but how much, when, and of which layer."""
    made = session.memories.remember("The shed is closed in winter.")
    then = clock.now()
    clock.advance(timedelta(days=1))
    later = session.memories.remember("The shed has a red door.")
    assert made.id is not None
    assert later.id is not None
    session.memories.delete(made.id)
    session.memories.delete(later.id)
    past = session.as_of(then)
    assert past.memories() == []
    [gone] = past.gone()
    assert (gone.layer, gone.count, gone.erased) == (Layer.MEMORIES, 1, False)
    assert gone.since == clock.now()
    assert session.as_of(clock.now()).gone() == []


def test_what_was_erased_is_said_to_be_erased(
    memory: Memory, session: Session, clock: ManualClock, tmp_path: Path
) -> None:
    """Messages that were erased are counted apart from those that stand."""
    memory.database.key_file = tmp_path / "receipts.key"
    for text in ("One.", "My sister keeps bees.", "Three."):
        session.conversation.append({"role": "user", "content": text})
    event = session.events.log("My sister came.")
    then = clock.now()
    clock.advance(timedelta(days=1))
    erase_messages_and_event(memory, session, str(event.id))
    past = session.as_of(then)
    assert [one.content["content"] for one in past.messages()] == ["One.", "Three."]
    assert past.events() == []
    erased = {one.layer: one.count for one in past.gone() if one.erased}
    assert erased == {Layer.CONVERSATION: 1, Layer.EVENTS: 1}


def erase_messages_and_event(memory: Memory, session: Session, event: str) -> None:
    from stratal.core.erasure import Item, MessageSpan

    erasing = memory.erasing("acme", asked_by="ana")
    erasing.erase(MessageSpan(user="ana", conversation=session.id, first=2, last=2))
    erasing.erase(Item(layer=Layer.EVENTS, id=event, user="ana"))


def erased(past: Past) -> dict[Layer, int]:
    return {one.layer: one.count for one in past.gone() if one.erased}


def test_a_conversation_that_was_erased_whole_is_counted(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """How many messages it had, what rested on it alone, and when it went; never what it was."""
    before = clock.now()
    clock.advance(timedelta(days=1))
    session, other = sessions(), sessions(id="tuesday")
    for text in ("One.", "My sister keeps bees."):
        session.conversation.append({"role": "user", "content": text})
    said = session.conversation.append({"role": "user", "content": "Three."})
    other.conversation.append({"role": "user", "content": "Four."})
    cited = MessageEvidence(conversation="monday", message=str(said.id), quotation="Three.")
    assert session.memories.remember("The third came.", evidence=cited).kept
    then = clock.now()
    clock.advance(timedelta(days=1))
    target = ConversationTarget(user="ana", conversation="monday")
    memory.erasing("acme", asked_by="ana").erase(target)
    again = sessions()
    assert list(again.as_of(then).messages()) == []
    assert erased(again.as_of(then)) == {Layer.CONVERSATION: 3, Layer.MEMORIES: 1}
    assert {one.since for one in again.as_of(then).gone() if one.erased} == {clock.now()}
    # Not of a time before it began, or after it went; nor in another conversation, or person's.
    assert erased(again.as_of(before)) == {}
    clock.advance(timedelta(days=1))
    assert erased(again.as_of(clock.now())) == {}
    assert erased(sessions(id="tuesday").as_of(then)) == {}
    assert erased(sessions("bo").as_of(then)) == {}


def test_a_person_and_a_scope_that_were_erased_whole_are_counted(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """In every layer that had something; a scope for all who have it."""
    ana = plant(memory, "ana")
    bo = sessions("bo", scopes=("repo:trip",))
    then = clock.now()
    clock.advance(timedelta(days=1))
    erasing = memory.erasing("acme", asked_by="dpo")
    erasing.erase(ScopeTarget(scope=Scope.parse("repo:trip")), confirmed=True)
    assert erased(bo.as_of(then)).keys() == {Layer.MEMORIES, Layer.KNOWLEDGE}
    erasing.erase(Person(user="ana"), confirmed=True)
    past = ana.session(memory).as_of(then)
    assert erased(past).keys() >= {
        Layer.CONVERSATION,
        Layer.PROFILE,
        Layer.MEMORIES,
        Layer.TASK,
        Layer.EVENTS,
        Layer.KNOWLEDGE,
        Layer.FILES,
        Layer.AGENT_STATE,
    }
    assert erased(bo.as_of(then)).keys() == {Layer.MEMORIES, Layer.KNOWLEDGE}


def test_nobody_elses_past_is_seen(memory: Memory, clock: ManualClock) -> None:
    """A view is a session's: its person and its scopes."""
    plant(memory, "ana")
    bo = plant(memory, "bo").session(memory)
    past = bo.as_of(clock.now())
    seen = repr(
        (
            list(past.messages()),
            past.profile(),
            past.tasks(),
            past.events(),
            past.agent_states(),
            past.contexts(),
            past.consent(),
            past.summary(),
        )
    )
    assert "zbo" in seen
    assert "zana" not in seen


def test_the_command_line(
    address: str, memory: Memory, clock: ManualClock, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table a layer; the same as JSON; one layer alone."""
    ana = plant(memory, "ana")
    arguments = ["as-of", "--database", address, "--tenant", "acme", "--user", "ana"]
    arguments += ["--conversation", ana.ids["conversation"]]
    at = clock.now().isoformat()
    assert run([*arguments, at]) == 0
    told = capsys.readouterr().out
    assert ana.marks("message")[0] in told
    assert ana.marks("profile")[0] in told
    assert run([*arguments, at, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {"at", "valid", "messages", "memories", "tasks", "gone"} <= document.keys()
    assert run([*arguments, at, "--layer", "profile"]) == 0
    told = capsys.readouterr().out
    assert ana.marks("profile")[0] in told
    assert ana.marks("message")[0] not in told
    assert run([*arguments, "whenever"]) == 2
    assert run([*arguments, at, "--layer", "nothing"]) == 2
