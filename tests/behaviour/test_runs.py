"""Runs: written whole or not at all, shown, approved and taken back; and what models may cost."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.behaviour.conftest import Sessions
from tests.unit.models.test_reply import Facts

from stratal import (
    Done,
    InvalidValue,
    Kind,
    ModelUnavailable,
    NotFound,
    Scope,
    Session,
    SpendLimitReached,
    Status,
    Topic,
    UnusableReply,
)
from stratal.core.policy import SpendRules
from stratal.core.runs import ForgetMemory, Proposal, ReviseMemory, RunState, ToMemories, ToTask
from stratal.core.tasks import Add, Field
from stratal.flows.runs import Piece, Running, RunReport, Runs
from stratal.models.language import ModelRequest
from stratal.testing import ScriptedModel
from stratal.testing.clock import ManualClock

REPO = Scope.parse("repo:ferry")
PORT = Topic(subject="ferry", attribute="port")
REQUEST = ModelRequest(instructions="Name the facts.", text="user: the ferry goes at nine")
GOOD = {"facts": ["goes at nine"]}


@pytest.fixture
def session(sessions: Sessions) -> Session:
    return sessions(scopes=("user:ana", "repo:ferry"))


@pytest.fixture
def runs(session: Session) -> Runs:
    return Runs(session._access)


def begun(runs: Runs, key: str = "k", *, dry: bool = False) -> Running:
    running = runs.begin(Piece(flow="archive", key=key, prompt="test/1/en"), dry=dry)
    assert isinstance(running, Running)
    return running


def conclude(content: str, topic: Topic | None = None) -> ToMemories:
    return ToMemories(content=content, kind=Kind.LESSON, scope=REPO, topic=topic, conclusion=True)


def settled(runs: Runs, *proposals: Proposal, key: str = "k", dry: bool = False) -> RunReport:
    return begun(runs, key, dry=dry).settle(proposals, dry=dry)


def contents(session: Session) -> list[str]:
    return sorted(one.content for one in session.memories.entries())


def test_a_run_writes_through_the_layers_and_names_itself(session: Session, runs: Runs) -> None:
    """Each thing has its outcome, and each revision names the run that wrote it."""
    report = settled(runs, conclude("The pier is closed on Fridays."))
    assert report.run.state is RunState.DONE
    [outcome] = report.outcomes
    assert outcome.id is not None
    assert outcome.done is Done.STORED
    assert session.memories.get(outcome.id).origin.run == report.run.id


def test_the_same_piece_of_work_is_done_once(session: Session, runs: Runs) -> None:
    """Whoever begins it again gets the run that has done it."""
    report = settled(runs, conclude("The pier is closed on Fridays."))
    again = runs.begin(Piece(flow="archive", key="k", prompt="test/1/en"))
    assert again == report.run


def test_a_dry_run_writes_nothing_and_can_be_approved(session: Session, runs: Runs) -> None:
    """It says what would be written; approved, that is written, and once."""
    session.memories.remember("The ferry sails from pier 4.", topic=PORT)
    report = settled(runs, conclude("The ferry sails from pier 5.", PORT), dry=True)
    assert report.run.state is RunState.DRY_RUN
    [outcome] = report.outcomes
    assert outcome.done is Done.SUPERSEDED
    assert contents(session) == ["The ferry sails from pier 4."]
    approved = runs.approve(report.run.id)
    assert approved.run.state is RunState.DONE
    assert contents(session) == ["The ferry sails from pier 5."]
    with pytest.raises(InvalidValue, match="is done"):
        runs.approve(report.run.id)


def test_a_run_is_rolled_back_whole(session: Session, runs: Runs) -> None:
    """What it superseded holds again, what it revised has its words back, the new is gone."""
    session.memories.remember("The ferry sails from pier 4.", topic=PORT)
    case = session.memories.remember("Case 7: the bell is broken.", kind=Kind.CASE)
    assert case.id is not None
    task = session.task("paint", goal="paint the ferry")
    task.add("facts", "the hull is red")
    seen = task.checkpoint.id
    before = task.state
    report = settled(
        runs,
        conclude("The ferry sails from pier 5.", PORT),
        conclude("Paint dries for two days before launch."),
        ReviseMemory(id=case.id, content="Case 7: the bell was mended.", expect=1),
        ToTask(
            task="paint",
            change=Add(field=Field.FACTS, text="the hull is blue", replaces=("f2",)),
            seen=seen,
        ),
    )
    assert [one.done for one in report.outcomes] == [
        Done.SUPERSEDED,
        Done.STORED,
        Done.STORED,
        Done.SUPERSEDED,
    ]
    assert [fact.text for fact in task.state.facts] == ["the hull is blue"]
    back = runs.roll_back(report.run.id)
    assert back.run.state is RunState.ROLLED_BACK
    assert all(item.undone is not None for item in back.items)
    assert contents(session) == ["Case 7: the bell is broken.", "The ferry sails from pier 4."]
    assert task.state == before
    assert settled(runs, conclude("Anew.")).run.id != report.run.id


def test_what_changed_since_is_not_rolled_back(session: Session, runs: Runs) -> None:
    """A person's later words stay, and the roll back says so for that item alone."""
    report = settled(runs, conclude("Pier 4 floods in March."), conclude("Pier 5 never floods."))
    first, second = report.outcomes
    assert first.id is not None
    assert second.id is not None
    session.memories.revise(first.id, "Pier 4 floods in April.", verified=True)
    back = runs.roll_back(report.run.id)
    kept, undone = [item.undone for item in back.items]
    assert kept is not None
    assert (kept.done, kept.code) == (Done.FAILED, "changed_since")
    assert undone is not None
    assert undone.done is Done.REMOVED
    assert contents(session) == ["Pier 4 floods in April."]
    assert session.memories.get(second.id).status is Status.COLD


def test_a_run_that_would_close_much_asks_first(session: Session, runs: Runs) -> None:
    """Nothing is written until a person approves; one closing alone is never asked about."""
    kept = [session.memories.remember(f"Locker {n} holds ropes.").id for n in range(8)]
    forget = [ForgetMemory(id=one, expect=1) for one in kept if one is not None]
    assert settled(runs, forget[0], key="one").run.state is RunState.DONE
    report = settled(runs, *forget[1:4], key="three")
    assert report.run.state is RunState.AWAITING_APPROVAL
    [outcome] = report.outcomes
    assert outcome.done is Done.PENDING
    assert "3 of 7 in repo:ferry" in outcome.message
    assert len(contents(session)) == 7
    assert runs.reject(report.run.id).state is RunState.REJECTED
    assert len(contents(session)) == 7
    runs.approve(settled(runs, *forget[1:4], key="three").run.id)
    assert len(contents(session)) == 4


def test_a_useless_reply_is_kept_and_tried_again_later(session: Session, runs: Runs) -> None:
    """Failed is not "nothing found": the replies are there, and a later run succeeds."""
    model = ScriptedModel("Nothing.", "Nothing.", "Nothing, with key AKIAIOSFODNN7EXAMPLE.", GOOD)
    running = begun(runs)
    with pytest.raises(UnusableReply) as raised:
        running.ask(model, REQUEST, Facts)
    report = running.failed(raised.value)
    assert report.run.state is RunState.FAILED
    assert [one.done for one in report.outcomes] == [Done.FAILED]
    replies = runs.replies(report.run.id)
    assert [bool(one.problem) for one in replies] == [True, True, True]
    assert "AKIA" not in replies[-1].text
    again = begun(runs)
    assert again.run.id == report.run.id
    assert len(again.ask(model, REQUEST, Facts).value.facts) == 1
    assert again.settle([]).run.calls == 4


def test_a_poison_item_is_set_aside(runs: Runs) -> None:
    """After three runs that failed nobody begins it again, until somebody wants it tried."""
    for attempt in (1, 2, 3):
        running = begun(runs)
        assert running.run.attempts == attempt
        running.failed(UnusableReply("m", "is prose", text="", tokens=0))
    report = runs.report(runs.latest()[0].id)
    assert report.run.state is RunState.SET_ASIDE
    assert not isinstance(runs.begin(Piece(flow="archive", key="k", prompt="p")), Running)
    runs.retry(report.run.id)
    assert begun(runs).run.id == report.run.id


def test_a_model_that_is_away_sets_nothing_aside(runs: Runs) -> None:
    """That it could not be reached says nothing about what it was to be asked."""
    for _ in range(5):
        begun(runs).failed(ModelUnavailable("m", "no route"))
    assert [one.state for one in runs.latest()] == [RunState.FAILED]


def test_what_was_answered_is_not_paid_twice(
    clock: ManualClock, session: Session, runs: Runs
) -> None:
    """A run that was cut short after the reply goes on with it."""
    model = ScriptedModel(GOOD)
    begun(runs).ask(model, REQUEST, Facts)
    clock.advance(timedelta(minutes=11))
    again = begun(runs)
    assert len(again.ask(model, REQUEST, Facts).value.facts) == 1
    assert model.calls == 1
    assert again.run.attempts == 1


def limited(session: Session, rules: SpendRules) -> Runs:
    policy = replace(session._access.policy, spend=rules)
    return Runs(replace(session._access, policy=policy))


@pytest.mark.parametrize(
    ("rules", "whose"),
    [
        (SpendRules(tokens=8_500), "tenant acme"),
        (SpendRules(person_tokens=8_500), "person ana"),
        (SpendRules(flow_tokens=8_500), "flow archive"),
        (SpendRules(cents=0), "tenant acme"),
        (SpendRules(person_cents=0), "person ana"),
        (SpendRules(flow_cents=0), "flow archive"),
    ],
)
def test_a_limit_is_a_hard_stop(session: Session, rules: SpendRules, whose: str) -> None:
    """The model is not asked for what might pass it, and the error names whose limit it is."""
    runs = limited(session, rules)
    model = ScriptedModel(lambda request: {"facts": ["x " * 3_500]}, price=1, window=100_000)
    for n in range(0 if rules.priced else 2):
        begun(runs, f"k{n}").ask(model, REQUEST, Facts)
    asked = model.calls
    with pytest.raises(SpendLimitReached, match=whose) as raised:
        begun(runs, "once more").ask(model, REQUEST, Facts)
    assert raised.value.spent > raised.value.limit
    assert model.calls == asked


def test_a_price_must_be_known_where_money_is_limited(session: Session) -> None:
    """Else the limit would hold nothing."""
    runs = limited(session, SpendRules(cents=100))
    with pytest.raises(ModelUnavailable, match="price is not known"):
        begun(runs).ask(ScriptedModel(GOOD, price=None), REQUEST, Facts)


def test_spend_is_counted_by_day_person_and_flow(session: Session, sessions: Sessions) -> None:
    """What was set apart and not taken is given back; the sums are those of the runs."""
    runs = Runs(session._access)
    running = begun(runs)
    used = running.ask(ScriptedModel(GOOD), REQUEST, Facts).usage
    other = Runs(sessions("ben")._access)
    begun(other, "k2").ask(ScriptedModel(GOOD), REQUEST, Facts)
    spent = {one.owner: one for one in runs.spent()}
    assert set(spent) == {"ana", "ben"}
    assert (spent["ana"].tokens, spent["ana"].cost) == (used.tokens, used.cost)
    run = runs.get(running.run.id)
    assert run.given + run.answered == used.tokens


def test_a_run_of_somebody_else_is_not_found(session: Session, sessions: Sessions) -> None:
    """Runs are a person's own."""
    report = settled(Runs(session._access), conclude("The pier is closed on Fridays."))
    for stranger in (sessions("ben"), sessions("ana", tenant="globex")):
        others = Runs(stranger._access)
        assert others.latest() == []
        with pytest.raises(NotFound):
            others.roll_back(report.run.id)
