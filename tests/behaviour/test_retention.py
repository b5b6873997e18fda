"""Retention of the log and of tasks: what goes if the policy says so, and what stays of it."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.behaviour.conftest import Sessions
from tests.behaviour.test_forgetting import said
from tests.planted import plant

from stratal import (
    EventEvidence,
    Expired,
    Memory,
    MessageEvidence,
    NewMessage,
    NotFound,
    Session,
    Standing,
    Status,
    TimeOrderedIds,
)
from stratal.core.erasure import ConversationTarget
from stratal.core.outcomes import Done
from stratal.flows.absence import look_for
from stratal.flows.erasing import Erasing
from stratal.storage.database import Transaction
from stratal.testing import HashEmbedder
from stratal.testing.clock import ManualClock
from stratal.upkeep.doctor import examine

DAY = timedelta(days=1)
ORDER = "Always mail the harbour master when the crane stops."
NAMED = "The crane in berth nine is called Griselda"


@pytest.fixture
def embedder() -> HashEmbedder:
    """Vectors go, too."""
    return HashEmbedder()


def rule(
    memory: Memory, *, messages: timedelta | None = None, events: timedelta | None = None
) -> None:
    """The policy with these times for messages and events."""
    rules = replace(memory.policy.forgetting, events=events)
    memory.policy = replace(memory.policy, conversation_ttl=messages, forgetting=rules)


def kinds(memory: Memory, *, dry: bool = False) -> dict[str, int]:
    """What a sweep sets aside, by kind."""
    return {one.kind: one.count for one in memory.sweep("acme", dry=dry).groups}


def swept(memory: Memory, clock: ManualClock) -> int:
    """Set aside, wait for the end of the grace, remove; how much was removed."""
    memory.sweep("acme")
    clock.advance(memory.policy.forgetting.grace + DAY)
    return memory.sweep("acme").removed


def stored(tx: Transaction, word: str) -> int:
    """How many messages of the tenant hold a word."""
    rows = tx.rows("find_messages", owner="ana", conversation="monday", first=1, last=99, limit=99)
    return sum(word in row["body"] for row in rows)


def test_nothing_of_the_log_goes_by_itself(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """The default policy keeps messages and events for ever, however many sweeps there are."""
    session = sessions()
    said(session, NAMED)
    session.events.log("The crane was painted.")
    clock.advance(4_000 * DAY)
    assert kinds(memory, dry=True) == {}
    assert swept(memory, clock) == 0
    assert [one.text for one in session.conversation] == [NAMED]
    assert len(session.events.between("1000-01-01", "9999-01-01")) == 1


def test_messages_past_their_time_go_and_what_they_said_is_still_known(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Aside, readable; then gone. Quotation, date and standing `expired` stay with the fact."""
    rule(memory, messages=60 * DAY)
    session = sessions(id="monday")
    cited = said(session, NAMED)
    when = clock.now()
    kept = session.memories.remember("The crane in berth nine is called Griselda", evidence=cited)
    fact = session.profile.set(
        "editor", "helix", evidence=said(session, "My editor is helix, always")
    )
    waits = session.memories.remember(ORDER, evidence=said(session, ORDER))
    assert kept.id is not None
    assert fact.id is not None
    assert waits.done is Done.PENDING
    session.context(record=True)
    clock.advance(61 * DAY)
    assert kinds(memory, dry=True)["message"] == 3
    report = memory.sweep("acme")
    assert {one.kind: one.count for one in report.groups if one.kind == "message"} == {"message": 3}
    assert next(iter(session.conversation)).text == NAMED
    assert session.memories.get(kept.id).evidence[0].standing is Standing.HELD

    clock.advance(8 * DAY)
    assert memory.sweep("acme").removed >= 3
    [first, *_] = session.conversation.log()
    assert (first.seq, first.id, first.text, first.retracted) == (1, cited.message, "", True)
    assert list(session.conversation) == []
    [held] = session.memories.get(kept.id).evidence
    assert (held.quotation, held.said_at, held.standing) == (NAMED, when, Standing.EXPIRED)
    assert session.memories.get(kept.id).status is Status.ACTIVE
    known = session.profile.how_do_you_know("editor")
    assert known.fact.evidence[0].quotation == "My editor is helix, always"
    assert known.fact.evidence[0].said_at == when
    assert known.fact.evidence[0].standing is Standing.EXPIRED
    assert [hit.id for hit in session.recall("crane Griselda").hits] == [kept.id]
    assert session.contexts.list() == []
    with memory.database.read("acme") as tx:
        assert stored(tx, "Griselda") == 0
    assert [(one.layer, one.count, one.expired) for one in session.as_of(when).gone()] == [
        ("conversation", 3, True)
    ]
    assert examine(memory.database, "acme").clean
    assert kinds(memory) == {}, "what is gone is gone once"


def test_messages_set_aside_can_be_kept_after_all(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Undone before the grace is over they stay, one or all; later sweeps leave them alone."""
    rule(memory, messages=60 * DAY)
    session = sessions()
    for text in ("Berth one is free.", "Berth two is free.", "Berth three is free."):
        said(session, text)
    one = next(iter(session.conversation))
    clock.advance(61 * DAY)
    report = memory.sweep("acme")
    assert report.id is not None
    assert memory.undo("acme", report.id, item=one.id, by="ana").undone == 1
    assert swept(memory, clock) == 2
    assert [each.text for each in session.conversation] == ["Berth one is free."]
    assert memory.undo("acme", report.id, by="ana").removed == 2
    assert examine(memory.database, "acme").clean


def test_the_window_of_a_running_conversation_stays(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Its last messages are in use; one that goes on within the grace keeps its window, too."""
    rule(memory, messages=60 * DAY)
    window = replace(memory.policy.window, messages=2, summarise_above=2)
    memory.policy = replace(memory.policy, window=window)
    session = sessions()
    over = sessions(id="over")
    for n in range(5):
        said(session, f"Locker {n} is free.")
        said(over, f"Hangar {n} is free.")
    clock.advance(61 * DAY)
    assert kinds(memory)["message"] == 10
    clock.advance(8 * DAY)
    said(session, "And now?")
    assert memory.sweep("acme").removed == 9
    assert [one.text for one in session.conversation] == ["Locker 4 is free.", "And now?"]
    assert list(over.conversation) == []
    assert kinds(memory) == {}
    clock.advance(8 * DAY)
    assert memory.sweep("acme").removed == 1, "the conversation is over, so its window is none"
    assert [one.text for one in session.conversation] == ["And now?"]


def test_an_expired_message_does_not_come_back_under_its_id(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """An import of the same is answered `rejected`, in words that say why."""
    rule(memory, messages=60 * DAY)
    session = sessions()
    message = {"role": "user", "content": "Berth one is free."}
    session.conversation.append(message, id="m-1")
    clock.advance(61 * DAY)
    assert swept(memory, clock) == 1
    again = session.conversation.append(message, id="m-1")
    assert (again.done, again.code) == (Done.REJECTED, "message_expired")
    [batch] = session.conversation.extend([NewMessage.of(message, id="m-1")])
    assert batch.code == "message_expired"


def test_what_was_retracted_stays_retracted(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """That its message expires gives no standing back to a memory that was taken back."""
    rule(memory, messages=60 * DAY)
    session = sessions()
    kept = session.memories.remember(NAMED, evidence=said(session, NAMED))
    assert kept.id is not None
    session.conversation.retract(1)
    clock.advance(61 * DAY)
    assert swept(memory, clock) == 1
    assert session.memories.get(kept.id).evidence[0].standing is Standing.RETRACTED
    assert session.recall("crane Griselda").hits == ()
    assert examine(memory.database, "acme").clean


def test_erasing_reaches_what_rests_on_expired_messages(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """The quotation outlives retention, and no erasure: ids lead from the one to the other."""
    rule(memory, messages=60 * DAY)
    session = sessions(id="monday")
    kept = session.memories.remember(NAMED, evidence=said(session, NAMED))
    assert kept.id is not None
    clock.advance(61 * DAY)
    assert swept(memory, clock) == 1
    erasing = Erasing(
        database=memory.database,
        tenant="acme",
        clock=clock,
        ids=TimeOrderedIds(clock),
        asked_by="ana",
    )
    erasing.erase(ConversationTarget(user="ana", conversation="monday"))
    with pytest.raises(NotFound):
        session.memories.get(kept.id)
    assert examine(memory.database, "acme").clean


def test_events_go_by_their_own_time(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Off the time line and out of recall; what cites one keeps its words."""
    rule(memory, events=365 * DAY)
    session = sessions()
    old = session.events.report("The crane was painted green.")
    new = session.events.log("The crane was oiled.", at=clock.now() + 300 * DAY)
    assert old.id is not None
    assert new.id is not None
    quoted = EventEvidence(event=old.id, quotation="painted green")
    kept = session.memories.remember("The crane is painted green", evidence=quoted)
    assert kept.id is not None
    clock.advance(366 * DAY)
    assert kinds(memory, dry=True)["event"] == 1
    memory.sweep("acme")
    assert len(session.events.between("1000-01-01", "9999-01-01")) == 2
    clock.advance(8 * DAY)
    assert memory.sweep("acme").removed == 1
    [left] = session.events.between("1000-01-01", "9999-01-01")
    assert left.id == new.id
    assert session.events.get(old.id).text == ""
    [held] = session.memories.get(kept.id).evidence
    assert (held.quotation, held.standing) == ("painted green", Standing.EXPIRED)
    assert examine(memory.database, "acme").clean
    assert kinds(memory).get("event") is None


def a_task(session: Session) -> tuple[str, str, MessageEvidence]:
    """A task that has ended, with the checkpoint after its first entry, and its message."""
    task = session.task("berth", goal="find a free berth")
    cited = said(session, "Berth nine is free until Friday.")
    task.add("facts", "Berth nine is free until Friday.", evidence=cited)
    early = task.checkpoint.id
    dropped = task.add("facts", "x" * 9_000, evidence=cited)
    assert dropped.id is not None
    task.remove(dropped.id)
    task.fork(early, "other")
    for n in range(70):
        task.set("tried", n)
    task.close("Berth nine it is.")
    return task.id, early, cited


def test_of_a_task_that_ended_its_last_states_stay(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Every line as it ended is whole; what it was before is named, and known to have expired."""
    session = sessions()
    named, early, cited = a_task(session)
    task = session.task(named)
    before = [one.id for one in task.checkpoints()]
    state, other = task.state, session.tasks.get(named, head="other").state
    inner = before[5]
    clock.advance(179 * DAY)
    assert kinds(memory).get("checkpoint") is None
    clock.advance(2 * DAY)
    report = memory.sweep("acme")
    assert {one.kind: one.count for one in report.groups} == {"checkpoint": 1}
    assert task.at(inner).goal == "find a free berth"
    clock.advance(8 * DAY)
    assert memory.sweep("acme").removed == 1
    assert (task.state, session.tasks.get(named, head="other").state) == (state, other)
    assert task.at(early) == other
    with pytest.raises(Expired, match="removed by retention"):
        task.at(inner)
    with pytest.raises(NotFound):
        task.at("never")
    assert [one.id for one in task.checkpoints()] == before
    assert set(task.evidence()) == {state.facts[0].id}
    assert task.evidence()[state.facts[0].id] == [cited]
    with memory.database.read("acme") as tx:
        rows = tx.rows("doctor_payloads", handle="", owner="ana", task=named, limit=9)
    assert rows == []
    [then] = [one for one in session.as_of(clock.now() - 189 * DAY).tasks() if one.head == "main"]
    assert then.state == state or then.state is None
    assert examine(memory.database, "acme").clean
    assert kinds(memory) == {}
    assert swept(memory, clock) == 0


def test_an_open_task_keeps_every_state(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """However long nobody touched it: only what has ended lets go."""
    task = sessions().task("berth", goal="find a free berth")
    task.set("tried", 1)
    clock.advance(4_000 * DAY)
    assert kinds(memory) == {}


def test_nobody_elses_messages_go(memory: Memory, sessions: Sessions, clock: ManualClock) -> None:
    """The same ids in another's conversation, and in another tenant, are another's."""
    rule(memory, messages=60 * DAY)
    ana, bo = sessions(id="monday"), sessions(user="bo", id="monday")
    other = sessions(tenant="other", id="monday")
    message = {"role": "user", "content": "Berth one is free."}
    ana.conversation.append(message, id="m-1")
    other.conversation.append(message, id="m-1")
    clock.advance(50 * DAY)
    bo.conversation.append(message, id="m-1")
    clock.advance(11 * DAY)
    assert swept(memory, clock) == 1
    assert [len(list(one.conversation)) for one in (ana, bo, other)] == [0, 1, 1]


EXPIRED = (
    "message",
    "message.reply",
    "message.call",
    "message.result",
    "message.speaker",
    "message.secret",
    "message.retracted",
    "message.much",
    "retraction",
    "event",
    "event.evidence",
    "event.data",
    "event.reported",
    "event.retracted",
    "event.retraction",
    "run.refused",
    "run.reply",
    "compaction.failed",
    "compaction.kept",
    "context.asked",
    "context.system",
)
"""Places of a planted person that are of messages and events, or copies of these."""


def test_no_copy_of_what_expired_is_left(memory: Memory, clock: ManualClock) -> None:
    """Of a person with something in every table: no row or entry has the words, the rest stays."""
    ana = plant(memory, "ana")
    rule(memory, messages=60 * DAY, events=60 * DAY)
    clock.advance(61 * DAY)
    memory.sweep("acme")
    clock.advance(8 * DAY)
    memory.sweep("acme")
    assert [one for one in EXPIRED if not ana.marks(one)] == []

    def tables(*places: str) -> set[str]:
        absence = look_for(memory.database, ana.marks(*places), tenant="acme", user="ana")
        return {one.name for one in absence.places if one.found and one.unit == "rows"}

    assert tables(*EXPIRED) == set()
    assert tables("run.message") == {"conversation_summary", "entry_evidence", "checkpoint"}
    # A task may have noted it as well, with the words that it rests on.
    assert tables("memory") - {"checkpoint", "entry_evidence"} == {"evidence", "revision"}
    assert tables("task.conclusion") >= {"checkpoint", "revision"}
    assert tables("task.abandoned") == {"checkpoint"}
    assert examine(memory.database, "acme").findings == ()


def test_two_sweepers_beside_a_writer(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """At once: each message goes once, what is appended meanwhile is there, nothing disagrees."""
    rule(memory, messages=60 * DAY)
    session = sessions()
    old = [f"Locker {n} squeaks." for n in range(60)]
    session.conversation.extend([{"role": "user", "content": text} for text in old])
    clock.advance(61 * DAY)
    memory.sweep("acme")
    clock.advance(8 * DAY)
    removed: list[int] = []

    def sweep() -> None:
        removed.append(memory.sweep("acme").removed)

    def write() -> None:
        for n in range(20):
            cited = said(session, f"Berth {n} has a ladder.")
            session.memories.remember(f"Berth {n} has a ladder.", evidence=cited)

    threads = [threading.Thread(target=call) for call in (sweep, sweep, write)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # What was in the window when the writer came stays until that is over.
    standing = [one.text for one in session.conversation]
    kept = [text for text in standing if text in old]
    assert sum(removed) == len(old) - len(kept)
    assert len(standing) == len(kept) + 20
    assert examine(memory.database, "acme").clean
