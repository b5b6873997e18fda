"""What a context held is on the record, can be put together again, and goes when it has to."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Kind, Memory, MessageEvidence, NotFound, Principal, Session, TimeOrderedIds
from stratal.context.assembly import Context
from stratal.context.editing import Editing
from stratal.context.manifest import Why
from stratal.core.canonical import Json, digest
from stratal.core.policy import WindowRules, default_policy
from stratal.layers.task import Task
from stratal.storage import contexts as stored
from stratal.storage.database import Database
from stratal.testing.clock import ManualClock

WORK = ("user:ana", "repo:trip")
LOG = "line of the log\n" * 400


def said(session: Session, text: str) -> str:
    outcome = session.conversation.append({"role": "user", "content": text})
    assert outcome.id is not None
    return outcome.id


def keep(session: Session, text: str, *, binding: bool = False) -> str:
    cited = MessageEvidence(conversation=session.id, message=said(session, text), quotation=text)
    outcome = session.memories.remember(text, kind=Kind.PREFERENCE, evidence=cited, binding=binding)
    assert outcome.id is not None, outcome
    return outcome.id


def looks(session: Session, id: str, answer: str) -> None:
    """A tool call and its result."""
    use: Json = {"type": "tool_use", "id": id, "name": "look", "input": {}}
    result: Json = {"type": "tool_result", "tool_use_id": id, "content": answer}
    session.conversation.append({"role": "assistant", "content": [use]})
    session.conversation.append({"role": "user", "content": [result]})


def busy(sessions: Sessions) -> tuple[Session, Task, Context]:
    """A recorded context with something in every block, and copies in its window."""
    session = sessions(scopes=WORK)
    keep(session, "trip 项目用 pnpm，别用 npm", binding=True)
    keep(session, "Run the tests with make check.")
    session.memories.remember("The date library of the old module is dayjs.")
    task = session.task("dates", goal="add a date library to the new module")
    for number in range(24):
        said(session, f"Look at file {number} of the module, src/part_{number}.py")
        looks(session, f"c{number}", LOG)
    said(session, "Which date library do we take?")
    session.compact(keep=30, task=task)
    task.add("decisions", "take dayjs")
    context = session.context(
        task=task,
        system="You write code.",
        stage="summarize",
        editing=Editing(above=1_000),
        record=True,
    )
    return session, task, context


def test_a_replay_gives_the_same_bytes(sessions: Sessions, clock: ManualClock) -> None:
    """Every block, the shortened copies of results too, whatever has happened since."""
    session, task, made = busy(sessions)
    names = [block.name for block in made.blocks]
    assert names == [
        "system",
        "constraints",
        "pinned",
        "summary",
        "task",
        "window",
        "recalled",
        "tail",
    ]
    assert Why.CLEARED in {left.why for left in made.manifest.left_out}
    sent = made.to_anthropic(), made.to_openai()
    clock.advance(timedelta(days=3))
    keep(session, "Write comments in English.")
    task.add("decisions", "take Temporal after all")
    said(session, "Go on.")
    session.compact(keep=2, task=task)
    session.conversation.retract(1)
    assert made.manifest.id is not None
    replay = session.contexts.replay(made.manifest.id)
    assert replay.erased == ()
    assert replay.context is not None
    assert (replay.context.to_anthropic(), replay.context.to_openai()) == sent
    assert replay.recorded.manifest == made.manifest
    assert replay.context.manifest == made.manifest
    assert replay.blocks == made.blocks


def test_the_record_says_all_that_the_context_does(sessions: Sessions, clock: ManualClock) -> None:
    """Who, when, for which task; found by the beginning of its id; newest first."""
    session, _, made = busy(sessions)
    assert made.manifest.id is not None
    [recorded] = session.contexts.list()
    assert recorded == session.contexts.get(made.manifest.id[:20])
    assert (recorded.actor, recorded.task, recorded.made_at) == ("ana", "dates", clock.now())
    assert recorded.manifest == made.manifest
    clock.advance(timedelta(minutes=1))
    second = session.context(record=True)
    assert [one.id for one in session.contexts.list()] == [second.manifest.id, made.manifest.id]
    assert [one.id for one in session.contexts.list(1)] == [second.manifest.id]


def test_nothing_is_recorded_unasked(sessions: Sessions) -> None:
    """By default a context is not kept, and has no id."""
    session = sessions(scopes=WORK)
    said(session, "Go on.")
    assert session.context().manifest.id is None
    assert session.contexts.list() == []
    with pytest.raises(NotFound):
        session.contexts.get("01a2")


def test_the_policy_records_and_keeps_the_newest(database: Database, clock: ManualClock) -> None:
    """With `record` in the policy every context is kept, and of each conversation the last few."""
    rules = WindowRules(record=True, recorded=3)
    memory = Memory(
        database,
        policy=replace(default_policy(), window=rules),
        embedder=None,
        clock=clock,
        ids=TimeOrderedIds(clock),
    )
    ana = Principal(tenant="acme", user="ana")
    session = memory.session(ana, id="monday", scopes=WORK)
    made = []
    for number in range(6):
        said(session, f"Question {number}?")
        clock.advance(timedelta(seconds=1))
        made.append(session.context(system="You write code.").manifest.id)
    assert session.context(record=False).manifest.id is None
    assert [one.id for one in session.contexts.list()] == made[:2:-1]
    other = memory.session(ana, id="tuesday", scopes=WORK)
    said(other, "And here?")
    other.context()
    assert len(session.contexts.list()) == 3
    with database.read("acme") as tx:
        # The host's text, shared by all, and a window each.
        assert stored.count(tx, "ana", "monday")["context_text"] == 4
        assert stored.count(tx, "ana")["context"] == 4
    memory.close()


def test_texts_are_shared_and_go_with_the_last_that_has_them(
    sessions: Sessions, database: Database
) -> None:
    """A block that did not change is kept once; when the contexts go, it does."""
    session = sessions(scopes=WORK)
    keep(session, "Run the tests with make check.")
    for _ in range(3):
        session.context(system="You write code.", record=True)
    with database.write("acme") as tx:
        counts = stored.count(tx, "ana", "monday")
        assert (counts["context"], counts["context_part"], counts["context_text"]) == (3, 9, 3)
        assert stored.erase(tx, "ana", "monday") == counts
        assert set(stored.count(tx, "ana").values()) <= {0}
    assert session.contexts.list() == []


def test_what_was_deleted_is_said_and_not_made_up(sessions: Sessions, database: Database) -> None:
    """The text that held a deleted memory is gone from every context, of every person."""
    session, _, made = busy(sessions)
    other = sessions("bo", id="tuesday", scopes=("user:bo", "repo:trip"))
    said(other, "What do I run?")
    shown = other.context(record=True)
    assert made.manifest.id is not None
    assert shown.manifest.id is not None
    pinned = made.block("pinned")
    assert pinned is not None
    [item] = pinned.items
    assert "make check" in str(shown.to_anthropic())
    session.memories.delete(item.id)
    for where, shown_id in ((session, made.manifest.id), (other, shown.manifest.id)):
        replay = where.contexts.replay(shown_id)
        assert replay.context is None
        assert replay.erased == replay.recorded.erased == ("block pinned",)
        assert "pinned" not in {block.name for block in replay.blocks}
        assert "make check" not in str(replay.blocks)
        share = replay.recorded.manifest.block("pinned")
        assert share is not None
        assert [(one.id, one.reason) for one in share.items] == [(item.id, "")]
    with database.read("acme") as tx:
        texts = [
            part.text
            for row in stored.newest(tx, "ana", "monday", 10)
            for part in row.parts
            if part.part == "pinned"
        ]
    assert texts == [None]


def test_a_message_can_be_forgotten_in_contexts_too(sessions: Sessions, database: Database) -> None:
    """Its shortened copy goes, and what was searched for, which may be its words."""
    session, _, made = busy(sessions)
    assert made.manifest.id is not None
    shortened = next(left.id for left in made.manifest.left_out if left.why is Why.CLEARED)
    assert "Which date library" in made.manifest.query
    with database.write("acme") as tx:
        assert stored.forget_message(tx, "ana", "monday", shortened) == 1
    replay = session.contexts.replay(made.manifest.id)
    assert replay.context is None
    assert replay.erased == (f"the copy shown of message/{shortened}",)
    assert replay.recorded.manifest.query == ""


def test_erasing_a_person_takes_all_of_it_and_nobody_elses(
    sessions: Sessions, database: Database
) -> None:
    """Contexts, compactions, pages and readings of one person, in all conversations; counted."""
    session, _, _ = busy(sessions)
    [page] = session.compactions.pages(1)[0]
    session.page_in(page.handle)
    for user, talk in (("ana", "tuesday"), ("bo", "monday")):
        other = sessions(user, id=talk, scopes=(f"user:{user}",))
        said(other, "Hello there.")
        other.context(record=True)
    with database.write("acme") as tx:
        counts = stored.count(tx, "ana")
        assert min(count for kind, count in counts.items() if kind != "compaction_failure") > 0
        assert stored.erase(tx, "ana") == counts
        assert set(stored.count(tx, "ana").values()) <= {0}
        assert stored.count(tx, "bo")["context"] == 1
    assert session.compactions.history() == []
    assert [one.text for one in session.conversation.last(1)] == ["Which date library do we take?"]


def test_a_session_with_fewer_scopes_does_not_see_it(sessions: Sessions) -> None:
    """Nor another conversation, person or tenant: not found, as if it had never been."""
    _, _, made = busy(sessions)
    assert made.manifest.id is not None
    strangers = (
        sessions(scopes=("user:ana",)),
        sessions(id="tuesday", scopes=WORK),
        sessions("bo", scopes=("user:bo", "repo:trip")),
        sessions(scopes=WORK, tenant="globex"),
    )
    for stranger in strangers:
        assert stranger.contexts.list() == []
        with pytest.raises(NotFound):
            stranger.contexts.replay(made.manifest.id)
    wider = sessions(scopes=(*WORK, "team:rail"))
    assert [one.id for one in wider.contexts.list()] == [made.manifest.id]


def test_the_window_is_kept_without_words(sessions: Sessions, database: Database) -> None:
    """What was said stands in the log alone: a context only refers to it."""
    session = sessions(scopes=WORK)
    said(session, "The harbour is shut until Friday.")
    said(session, "When does the ferry go?")
    made = session.context("nothing", record=True)
    with database.read("acme") as tx:
        [row] = stored.newest(tx, "ana", "monday", 10)
    assert "harbour" not in str(row)
    assert digest("The harbour is shut until Friday.") not in str(row)
    assert made.manifest.id == row.id
