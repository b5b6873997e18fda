"""Forgetting by rule: what a sweep takes out of use and why, what is safe, and that all of it can
be undone."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.behaviour.conftest import Sessions

from stratal import (
    Kind,
    Memory,
    MessageEvidence,
    NotFound,
    Record,
    Session,
    Source,
    Status,
    SweepReport,
    TimeOrderedIds,
    Topic,
)
from stratal.core.forgetting import Act, Cause, Kept, SweepState
from stratal.core.policy import Decay
from stratal.later import flow_handlers, leave_due
from stratal.storage import jobs, sweeps
from stratal.storage.jobs import NewJob
from stratal.testing import ScriptedModel
from stratal.testing.clock import ManualClock
from stratal.upkeep.doctor import examine
from stratal.upkeep.worker import Worker

DAY = timedelta(days=1)
SHADES = ("amber", "beige", "coral", "ivory", "olive", "umber", "azure", "lilac")


def said(session: Session, text: str) -> MessageEvidence:
    """The person says it."""
    outcome = session.conversation.append({"role": "user", "content": text})
    assert outcome.id is not None
    return MessageEvidence(conversation=session.id, message=outcome.id, quotation=text)


def inferred(session: Session, text: str, **more: object) -> str:
    """The agent alone remembers it."""
    outcome = session.memories.remember(text, **more)  # type: ignore[arg-type]
    assert outcome.id is not None
    return outcome.id


def told(session: Session, text: str, **more: object) -> str:
    """The person said it, so it is remembered."""
    return inferred(session, text, evidence=said(session, text), **more)


def causes(report: SweepReport) -> dict[tuple[Act, Cause], int]:
    found: dict[tuple[Act, Cause], int] = {}
    for group in report.groups:
        key = (group.act, group.cause)
        found[key] = found.get(key, 0) + group.count
    return found


def unfading(memory: Memory) -> None:
    """No decay, for what is about another rule."""
    policy = memory.policy
    memory.policy = replace(policy, memories=replace(policy.memories, decay=Decay(cold_below=None)))


def test_a_wrong_inference_that_is_recalled_daily_is_gone_on_day_90(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Being recalled renews nothing that was inferred, however often it reaches a prompt."""
    unfading(memory)
    session = sessions()
    wrong = inferred(session, "The billing service is owned by the harbour team.")
    for _ in range(90):
        session.conversation.append({"role": "user", "content": "Who owns the billing service?"})
        block = session.context().block("recalled")
        assert block is not None
        assert wrong in {item.id for item in block.items}
        memory.uses.flush()
        memory.sweep("acme")
        clock.advance(DAY)
    report = memory.sweep("acme")
    assert causes(report) == {(Act.EXPIRE, Cause.TTL_OVER): 1}
    assert session.memories.get(wrong).status is Status.EXPIRED
    assert session.recall("Who owns the billing service?").hits == ()


def test_what_the_person_said_or_confirmed_is_safe_and_the_report_says_so(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """After years nothing of the person's is out of use, and what kept it is told."""
    session = sessions()
    mine = told(session, "Our harbour crane lifts twelve tonnes.")
    confirmed = inferred(session, "The crane is serviced by Ostrava Lifts.")
    session.memories.confirm(confirmed)
    guessed = inferred(session, "The crane operator prefers mornings.")
    clock.advance(1_000 * DAY)
    report = memory.sweep("acme")
    assert session.memories.get(mine).status is Status.ACTIVE
    assert session.memories.get(confirmed).status is Status.ACTIVE
    assert session.memories.get(guessed).status is Status.EXPIRED
    assert report.kept == {Kept.SAID: 1, Kept.CONFIRMED: 1}


def unmerged(memory: Memory, sessions: Sessions) -> Session:
    """A session under a policy that merges nothing as it is written; sweeps go by the default."""
    rules = memory.policy
    memory.policy = replace(rules, memories=replace(rules.memories, merge_above=None))
    session = sessions()
    memory.policy = rules
    return session


def test_near_duplicates_become_one_with_the_evidence_of_both(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Evidence is united, the newest wording stays, and undoing it parts them again."""
    session = unmerged(memory, sessions)
    first = said(session, "the staging database is called falcon, I think")
    older = inferred(session, "The staging database is called falcon.", evidence=first)
    clock.advance(timedelta(hours=1))
    second = said(session, "so staging database called falcon then")
    newer = inferred(session, "Staging databases called falcon", evidence=second)
    before = {one: session.memories.get(one) for one in (older, newer)}

    report = memory.sweep("acme")
    assert causes(report) == {
        (Act.MERGE, Cause.DUPLICATE): 1,
        (Act.UNITE, Cause.DUPLICATE): 1,
    }
    [stays] = session.memories.entries()
    assert stays.id == newer
    assert {held.cited for held in stays.evidence} == {first, second}
    assert session.memories.get(older).status is Status.COLD
    assert memory.sweep("acme").count == 0

    assert report.id is not None
    assert memory.undo("acme", report.id, by="ana").undone == 1
    assert {one: held(session.memories.get(one)) for one in before} == {
        one: held(record) for one, record in before.items()
    }
    assert memory.sweep("acme").count == 0, "what a person took back is left alone"
    assert examine(memory.database, "acme").clean


def held(record: Record) -> tuple[object, ...]:
    """What a record says and rests on."""
    return record.state, record.evidence, record.kind, record.topic


@pytest.mark.parametrize(
    "other",
    [
        "The importer keeps 40 rows a page.",
        "The importer does not keep 30 rows a page.",
        "The Importer2 keeps 30 rows a page.",
        "Lena's importer keeps 30 rows a page.",
        "The importer keeps 30 rows a page on Fridays.",
        "The exporter keeps 30 rows a page.",
        "导入器每页保留 30 行。",
    ],
)
def test_what_differs_is_never_merged(memory: Memory, sessions: Sessions, other: str) -> None:
    """A number, negation, identifier, name, day, subject or language keeps two apart."""
    session = sessions()
    inferred(session, "The importer keeps 30 rows a page.")
    inferred(session, other)
    assert memory.sweep("acme").count == 0
    assert len(session.memories.entries()) == 2


def test_scopes_and_kinds_are_never_merged_across(memory: Memory, sessions: Sessions) -> None:
    """The same words in another scope, or of another kind, are another memory."""
    session = sessions(scopes=("user:ana", "repo:crane"))
    inferred(session, "Notes are kept in the shed.")
    inferred(session, "Notes kept in the shed", scope=session.scopes[0])
    topic = Topic(subject="notes", attribute="place")
    inferred(session, "The notes are kept in the shed", kind=Kind.LESSON, topic=topic)
    assert memory.sweep("acme").count == 0


def test_the_persons_wording_survives_a_newer_inference(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """What a person said is never merged into what an agent inferred."""
    session = unmerged(memory, sessions)
    mine = told(session, "The shed keys hang behind the door")
    clock.advance(DAY)
    theirs = inferred(session, "Shed key hangs behind the door")
    clock.advance(DAY)
    memory.sweep("acme")
    left = {one.id for one in session.memories.entries()}
    assert mine in left
    assert theirs not in left or len(left) == 2


def test_what_is_little_and_old_goes_cold(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """The score falls with the hours; the least important goes first, and can be had back."""
    session = sessions()
    little = inferred(session, "The shed door squeaks.", importance=2)
    much = inferred(session, "The crane must never lift people.", importance=9)
    clock.advance(20 * DAY)
    report = memory.sweep("acme")
    assert causes(report) == {(Act.COOL, Cause.FADED): 1}
    assert session.memories.get(little).status is Status.COLD
    assert session.memories.get(much).status is Status.ACTIVE
    assert session.recall("shed door").hits == ()
    [hit] = session.recall("shed door", cold=True).hits
    assert hit.id == little
    session.memories.restore(little, reason="asked for again")
    assert session.recall("shed door").hits[0].id == little
    assert session.recall("shed door", cold=True).hits == ()
    log = session.memories.log(little)
    assert [one.origin.reason for one in log[1:]] == ["faded", "asked for again"]
    assert log[1].origin.actor == "sweep"
    assert log[1].origin.side_effect == f"sweep {report.id}"
    assert memory.sweep("acme").count == 0
    assert examine(memory.database, "acme").clean


def test_a_full_scope_lets_go_of_what_counts_least(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Capacity holds, by importance and recency; what the person said does not make room."""
    memory.policy = replace(memory.policy, memories=replace(memory.policy.memories, capacity=4))
    session = sessions()
    mine = [told(session, f"The {shade} buoy marks the channel.") for shade in SHADES[:2]]
    guesses = [
        inferred(session, f"The {shade} lamp marks the pier.", importance=importance)
        for shade, importance in zip(SHADES[2:], (3, 4, 5, 6, 7, 7), strict=True)
    ]
    report = memory.sweep("acme")
    assert causes(report) == {(Act.COOL, Cause.OVER_CAPACITY): 4}
    assert {one.id for one in session.memories.entries()} == {*mine, *guesses[4:]}
    assert memory.sweep("acme").count == 0


def test_what_waits_and_nobody_answers_expires(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """A pending item ends after the policy's time; what was said stays in the conversation."""
    session = sessions()
    asked = inferred(session, "Always open a ticket when the crane stops.")
    mine = told(session, "Always mail the harbour master when the crane stops.")
    assert {one.id for one in session.memories.pending()} == {asked, mine}
    clock.advance(29 * DAY)
    assert memory.sweep("acme").count == 0
    clock.advance(2 * DAY)
    assert causes(memory.sweep("acme")) == {(Act.EXPIRE, Cause.UNANSWERED): 2}
    assert session.memories.get(asked).status is Status.EXPIRED


def test_the_profile_keeps_what_is_confirmed_and_lets_the_silent_go(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """A full profile: of what is unconfirmed, the one least recently stated or asked for goes."""
    memory.policy = replace(memory.policy, profile=replace(memory.policy.profile, capacity=3))
    session = sessions()
    facts: dict[str, str] = {}
    tastes = {"tea": "green", "editor": "helix", "shell": "fish", "font": "hack", "desk": "oak"}
    for key, value in tastes.items():
        text = f"My {key} is {value}, always"
        outcome = session.profile.set(key, value, evidence=said(session, text))
        assert outcome.id is not None
        facts[key] = outcome.id
        clock.advance(DAY)
    session.profile.confirm(facts["tea"])
    session.profile.how_do_you_know("editor")
    memory.uses.flush()
    report = memory.sweep("acme")
    assert causes(report) == {(Act.COOL, Cause.OVER_CAPACITY): 2}
    assert [one.key for one in session.profile.facts()] == ["desk", "editor", "tea"]
    offered = session.profile.how_do_you_know("shell")
    assert offered.cold
    assert offered.fact.content == "fish"
    session.profile.restore(facts["shell"], reason="asked for")
    assert not session.profile.how_do_you_know("shell").cold


def test_a_silent_fact_goes_cold_after_a_year_and_one_asked_for_does_not(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Stated, confirmed or asked for: each starts a year of the profile anew."""
    session = sessions()
    for key, value in (("tea", "green"), ("editor", "helix"), ("shell", "fish")):
        session.profile.set(key, value, evidence=said(session, f"My {key} is {value}, always"))
    [shell] = session.profile.values("shell")
    session.profile.confirm(shell.id)
    clock.advance(300 * DAY)
    session.profile.how_do_you_know("tea")
    memory.uses.flush()
    clock.advance(60 * DAY)
    assert causes(memory.sweep("acme")) == {(Act.RENEW, Cause.IN_USE): 2}
    clock.advance(10 * DAY)
    assert causes(memory.sweep("acme")) == {(Act.COOL, Cause.INACTIVE): 1}
    assert [one.key for one in session.profile.facts()] == ["shell", "tea"]
    assert session.profile.how_do_you_know("editor").cold
    answered = session.ask("What is my editor?")
    assert [(hit.text, hit.cold) for hit in answered.hits] == [("helix", True)]
    assert answered.notes == ("out of use: ask whether it still holds",)
    assert not any(hit.cold for hit in session.ask("What is my tea?").hits)


def test_a_fact_that_the_person_had_forgotten_is_not_offered(sessions: Sessions) -> None:
    """Only what went cold by rule comes back when asked for."""
    session = sessions()
    outcome = session.profile.set("tea", "green", evidence=said(session, "My tea is green"))
    assert outcome.id is not None
    session.profile.forget(outcome.id)
    with pytest.raises(NotFound):
        session.profile.how_do_you_know("tea")


def test_a_dry_run_tells_what_would_go_and_writes_nothing(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """The same rows as the sweep itself, each thing by name, and nothing is changed."""
    session = unmerged(memory, sessions)
    little = inferred(session, "The shed door squeaks.", importance=2)
    inferred(session, "The staging database is called falcon.", importance=9)
    inferred(session, "Staging database called falcon", importance=9)
    clock.advance(20 * DAY)
    dry = memory.sweep("acme", dry=True)
    assert dry.id is None
    assert [(one.item, one.content) for one in dry.steps if one.act is Act.COOL] == [
        (little, "The shed door squeaks.")
    ]
    assert len(session.memories.entries()) == 3
    done = causes(memory.sweep("acme"))
    done.pop((Act.UNITE, Cause.DUPLICATE))
    assert causes(dry) == done


def test_one_item_is_taken_back_alone(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """The others stay out of use; a thing that was changed since stays as it is."""
    session = sessions()
    one, two, three = (
        inferred(session, f"The {shade} door squeaks.", importance=2) for shade in SHADES[:3]
    )
    clock.advance(20 * DAY)
    before = session.memories.get(one).state
    report = memory.sweep("acme")
    assert report.id is not None
    assert memory.undo("acme", report.id, item=one, by="ana").undone == 1
    assert session.memories.get(one).state == before
    assert session.memories.get(two).status is Status.COLD
    session.memories.restore(three)
    rest = memory.undo("acme", report.id, by="ana")
    assert (rest.undone, rest.changed_since) == (1, 1)
    assert memory.undo("acme", report.id, by="ana").undone == 0
    with pytest.raises(NotFound):
        memory.undo("acme", report.id, item="nothing", by="ana")
    with pytest.raises(NotFound):
        memory.undo("other", report.id, by="ana")


def test_records_of_prompts_are_set_aside_and_removed_after_the_grace(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Two steps: until the second it is all there, and can be kept after all."""
    session = sessions()
    session.conversation.append({"role": "user", "content": "How high is the crane?"})
    gone = session.context(record=True).manifest.id
    kept = session.context(record=True).manifest.id
    assert gone is not None
    assert kept is not None
    clock.advance(91 * DAY)
    dry = memory.sweep("acme", dry=True)
    report = memory.sweep("acme")
    assert causes(dry) == causes(report) == {(Act.SET_ASIDE, Cause.RETENTION): 2}
    [group] = report.groups
    assert group.due_at == clock.now() + memory.policy.forgetting.grace
    assert session.contexts.get(gone).id == gone
    assert report.id is not None
    memory.undo("acme", report.id, item=kept, by="ana")
    clock.advance(8 * DAY)
    later = memory.sweep("acme")
    assert later.removed == 1
    assert [one.id for one in session.contexts.list()] == [kept]
    assert memory.undo("acme", report.id, by="ana").removed == 1
    assert examine(memory.database, "acme").clean


def test_what_stands_beside_memory_goes_by_retention(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Old file versions lose their text, runs their raw replies; notes and jobs done are gone.

    The file as it is, the run with what it took, and a note that was touched again stay.
    """
    session = sessions()
    store = session.files.create("notes").id
    assert store is not None
    files = session.files.open(store)
    files.create("/gate.md", "The key hangs by the door.")
    files.write("/gate.md", "The key is with Bo.")
    said(session, "Locker 7 is free, I looked.")
    session.conversation.append({"role": "assistant", "content": "Noted."})
    task = session.task("lockers", goal="find a free locker")
    [report] = session.consolidate(task, model=ScriptedModel({"facts": []}))
    task.note("Look into the shed.")
    with memory.database.write("acme") as tx:
        new = NewJob(kind="later", key="a", lane="a", payload={})
        jobs.enqueue(tx, new, id="job-1", now=clock.now())
        [due] = jobs.due(tx, ["later"], clock.now())
        job = jobs.take(tx, due, worker="w", lease=DAY, now=clock.now())
        assert job is not None
        jobs.done(tx, job, now=clock.now())
    clock.advance(400 * DAY)
    first = memory.sweep("acme")
    aside = {group.kind: group.count for group in first.groups if group.act is Act.SET_ASIDE}
    assert aside == {"version": 1, "replies": 1, "scratch": 1, "job": 1}
    assert files.history.get(1).content == "The key hangs by the door."
    clock.advance(8 * DAY)
    assert memory.sweep("acme").removed == 4
    assert files.read("/gate.md").content == "The key is with Bo."
    assert files.history.get(1).content is None
    assert [reply.text for reply in session.runs.replies(report.run.id)] == [""]
    assert examine(memory.database, "acme").clean
    assert memory.sweep("acme").count == 0


def test_two_sweepers_and_a_writer_do_each_thing_once(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """At once: every act is there once, what was written meanwhile is there, nothing disagrees."""
    session = sessions()
    faint = [inferred(session, f"The {i} door squeaks softly.", importance=2) for i in range(60)]
    clock.advance(20 * DAY)
    written: list[str] = []

    def write() -> None:
        written.extend(
            inferred(session, f"Berth {i} has a ladder.", importance=9) for i in range(20)
        )

    def at_once(*calls: Callable[[], object]) -> None:
        threads = [threading.Thread(target=call) for call in calls]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    at_once(lambda: memory.sweep("acme"), lambda: memory.sweep("acme"), write)
    memory.sweep("acme")
    assert {session.memories.get(one).status for one in faint} == {Status.COLD}
    assert all(len(session.memories.log(one)) == 2 for one in faint)
    assert {one.id for one in session.memories.entries()} == set(written)
    with memory.database.read("acme") as tx:
        done = [a.item for s in sweeps.newest(tx, 10) for a in sweeps.actions(tx, s.id, limit=500)]
    assert sorted(done) == sorted(faint)
    assert examine(memory.database, "acme").clean


def test_a_worker_sweeps_as_often_as_the_policy_says(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Once a day a job is left for it; between, and where the policy has none, there is nothing."""
    session = sessions()
    little = inferred(session, "The shed door squeaks.", importance=2)
    worker = Worker(
        memory.database,
        tenants=["acme"],
        embedder=None,
        clock=clock,
        ids=TimeOrderedIds(clock),
        also=flow_handlers(memory),
    )
    taken = []
    for _ in range(3):
        leave_due(memory, "acme", clock.now())
        leave_due(memory, "acme", clock.now())
        taken.append(worker.work())
        clock.advance(timedelta(hours=16))
    assert taken == [1, 0, 1]
    with memory.database.read("acme") as tx:
        assert [one.state for one in sweeps.newest(tx, 5)] == [SweepState.DONE, SweepState.DONE]
    clock.advance(20 * DAY)
    leave_due(memory, "acme", clock.now())
    worker.work()
    assert session.memories.get(little).status is Status.COLD
    memory.policy = replace(memory.policy, forgetting=replace(memory.policy.forgetting, every=None))
    clock.advance(20 * DAY)
    assert leave_due(memory, "acme", clock.now()) == 0


def test_a_tenant_is_swept_alone(memory: Memory, sessions: Sessions, clock: ManualClock) -> None:
    """Another tenant's memories are not looked at."""
    ours = sessions()
    theirs = sessions(tenant="other")
    inferred(ours, "The shed door squeaks.", importance=2)
    other = inferred(theirs, "The shed door squeaks.", importance=2)
    clock.advance(20 * DAY)
    assert memory.sweep("acme").count == 1
    assert theirs.memories.get(other).status is Status.ACTIVE


def test_sources_are_trusted_no_more_for_being_merged(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """What stays of two inferences is an inference, binding nobody, as sure as before."""
    session = sessions()
    inferred(session, "The shed key is behind the door")
    clock.advance(timedelta(hours=1))
    newer = inferred(session, "Shed keys behind the door")
    before = session.memories.get(newer).state
    memory.sweep("acme")
    stays = session.memories.get(newer)
    assert stays.source is Source.AGENT_INFERRED
    assert stays.state == before
