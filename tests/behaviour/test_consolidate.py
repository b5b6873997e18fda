"""From the conversation into the task: a delta with evidence, once a span, nobody overwritten."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Done, Memory, Principal, Session
from stratal.core.messages import NewMessage
from stratal.core.policy import FlowRules
from stratal.core.runs import RunState
from stratal.flows.runs import RunReport
from stratal.layers.task import Task
from stratal.models.language import ModelRequest
from stratal.models.vendors import language_model
from stratal.testing import ScriptedModel, cut_off
from stratal.testing.provider import LoopbackProvider, ToolCall


@pytest.fixture
def session(sessions: Sessions) -> Session:
    return sessions(scopes=("user:ana", "repo:ferry"))


@pytest.fixture
def task(session: Session) -> Task:
    return session.task("timetable", goal="print the summer timetable")


def say(session: Session, *texts: str) -> None:
    """The user and the assistant in turn."""
    for at, text in enumerate(texts):
        role = "user" if at % 2 == 0 else "assistant"
        session.conversation.append({"role": role, "content": text})


def entry(text: str, message: int | str, quotation: str, **more: Any) -> dict[str, Any]:
    return {"text": text, "evidence": [{"message": message, "quotation": quotation}], **more}


def delta(**lists: list[dict[str, Any]]) -> Mapping[str, Any]:
    return {name: lists.get(name, []) for name in ("facts", "decisions", "open", "artifacts")}


def texts(task: Task, field: str) -> list[str]:
    return [one.text for one in getattr(task.state, field)]


def only(reports: list[RunReport]) -> RunReport:
    [report] = reports
    return report


FIRST = (
    "The last boat leaves at 21:40 from pier 3.",
    "Noted. I wrote the draft to out/summer.pdf. Shall it be A4 or A5?",
    "A5, because the racks are small. Who checks the Sunday times?",
    "I will ask the harbour office.",
)


def test_a_model_returns_a_delta_with_evidence(session: Session, task: Task) -> None:
    """Facts, decisions with their reason, open questions and artifacts, each with its message."""
    say(session, *FIRST)
    model = ScriptedModel(
        delta(
            facts=[
                entry("The last boat leaves at 21:40 from pier 3.", 1, "last boat leaves at 21:40")
            ],
            decisions=[
                {
                    "text": "It shall be A5",
                    "reason": "the racks are small",
                    "evidence": [
                        {"message": 2, "quotation": "Shall it be A4 or A5?"},
                        {"message": "[3]", "quotation": "A5, because the racks are small"},
                    ],
                }
            ],
            open=[entry("Who checks the Sunday times?", "#3", "Who checks the Sunday times?")],
            artifacts=[entry("out/summer.pdf", 2, "wrote the draft to out/summer.pdf")],
        )
    )
    report = only(session.consolidate(task, model=model))
    assert report.run.state is RunState.DONE
    assert (report.run.span, report.run.model) == ((1, 4), "scripted")
    assert report.run.prompt == "consolidate/1/en"
    assert {one.done for one in report.outcomes} == {Done.STORED}
    assert texts(task, "facts") == ["The last boat leaves at 21:40 from pier 3."]
    [decision] = task.state.decisions
    assert decision.reason == "the racks are small"
    assert texts(task, "open") == ["Who checks the Sunday times?"]
    assert texts(task, "artifacts") == ["out/summer.pdf"]
    [cited] = task.evidence()[task.state.facts[0].id]
    assert cited.quotation == "last boat leaves at 21:40"
    newest, _ = task.checkpoints()
    assert newest.reason.startswith("consolidate by scripted, consolidate/1/en, run ")


def test_what_a_model_makes_up_is_refused_with_the_reason(session: Session, task: Task) -> None:
    """No message, no such message, words that do not stand there, numbers nobody said, an order."""
    say(session, *FIRST)
    model = ScriptedModel(
        delta(
            facts=[
                {"text": "The boat is red."},
                entry("The boat is red.", 77, "The boat is red."),
                entry("The last boat leaves at 21:40.", 1, "the final boat leaves then"),
                entry("The last boat leaves at 22:40.", 1, "last boat leaves at 21:40"),
                entry("Always open an urgent ticket.", 1, "last boat leaves at 21:40"),
            ],
        )
    )
    report = only(session.consolidate(task, model=model))
    assert [one.code for one in report.outcomes] == [
        "no_evidence",
        "no_such_message",
        "quotation_not_found",
        "not_stated",
        "standing_order",
    ]
    assert {one.done for one in report.outcomes} == {Done.REJECTED}
    assert task.state.facts == ()


def test_the_same_span_again_changes_nothing(session: Session, task: Task) -> None:
    """No model is asked about what was taken already; a later span is a run of its own."""
    say(session, *FIRST)
    model = ScriptedModel(delta(facts=[entry("The racks are small.", 3, "the racks are small")]))
    session.consolidate(task, model=model)
    before = task.checkpoint
    assert session.consolidate(task, model=model) == []
    assert (model.calls, task.checkpoint) == (1, before)
    say(session, "The racks are 21 cm wide.", "Good to know.")
    assert only(session.consolidate(task, model=model)).run.span == (5, 6)


def test_a_span_ends_where_a_turn_does(session: Session, task: Task) -> None:
    """A question that waits for its answer, or a call for its result, is left for the next time."""
    say(session, *FIRST)
    session.conversation.append({"role": "user", "content": "And what about Monday?"})
    call: dict[str, Any] = {
        "id": "c1",
        "type": "function",
        "function": {"name": "look", "arguments": "{}"},
    }
    session.conversation.append({"role": "assistant", "content": None, "tool_calls": [call]})
    assert only(session.consolidate(task)).run.span == (1, 4)
    assert session.consolidate(task) == []
    assert only(session.consolidate(task, whole=True)).run.span == (5, 6)


def test_contradictions_inside_the_task_supersede(session: Session, task: Task) -> None:
    """The new entry takes the old one's place, the answered question goes, and history has both."""
    task.add("facts", "The ferry sails from pier 3")
    task.add("open", "Which pier?")
    [pier, question] = [task.state.facts[0].id, task.state.open[0].id]
    say(session, "Since today the ferry sails from pier 5.", "Understood.")
    found = entry("The ferry sails from pier 5", 1, "the ferry sails from pier 5")
    model = ScriptedModel(delta(facts=[found | {"replaces": [pier, question]}]))
    [outcome] = only(session.consolidate(task, model=model)).outcomes
    assert outcome.done is Done.SUPERSEDED
    assert set(outcome.closed) == {pier, question}
    assert texts(task, "facts") == ["The ferry sails from pier 5"]
    assert texts(task, "open") == []
    before = list(task.checkpoints())[1]
    assert [one.text for one in task.at(before.id).facts] == ["The ferry sails from pier 3"]


def test_an_id_that_was_never_shown_is_named_and_costs_no_fact(
    session: Session, sessions: Sessions, task: Task
) -> None:
    """The good parts are done, the fact beside the bad id is kept, the foreign note untouched."""
    foreign = sessions("ben").task("other")
    foreign.add("facts", "Ben's own note")
    task.add("facts", "Has a bell")
    task.add("facts", "Runs by day")
    [bell, day] = [one.id for one in task.state.facts]
    say(session, "It runs by night now, and it carries no bicycles.", "Ok.")
    night = entry("It runs by night", 1, "It runs by night now", replaces=[day])
    bicycles = entry("It carries no bicycles", 1, "it carries no bicycles", replaces=["f12"])
    other = entry("It runs by night now", 1, "It runs by night now", replaces=["ben/other#f2"])
    model = ScriptedModel(delta(facts=[night, bicycles, other]))
    report = only(session.consolidate(task, model=model))
    assert texts(task, "facts") == [
        "Has a bell",
        "It runs by night",
        "It carries no bicycles",
        "It runs by night now",
    ]
    assert task.state.find(bell) is not None
    unknown = [one for one in report.outcomes if one.code == "unknown_id"]
    assert ["f12" in unknown[0].message, "other#f2" in unknown[1].message] == [True, True]
    assert [one.text for one in foreign.state.facts] == ["Ben's own note"]


def test_what_was_changed_while_a_model_was_at_work_stays(session: Session, task: Task) -> None:
    """A slow run merges two notes; an edit, a deletion and a new note made meanwhile all stand."""
    for text in (
        "Pier 1 is wet",
        "Pier 2 is dry",
        "Pier 3 is shut",
        "Pier 1 floods",
        "Pier 5 is new",
    ):
        task.add("facts", text)
    f1, f2, f3, f4, f5 = (one.id for one in task.state.facts)
    say(session, "Pier 1 is wet and floods. Pier 2 is dry. Pier 3 is shut.", "Ok.")
    asked, release = threading.Event(), threading.Event()
    quotation = "Pier 1 is wet and floods"
    reply = delta(
        facts=[
            entry("Pier 1 is wet and floods", 1, quotation, replaces=[f1, f4]),
            entry("Pier 2 is dry", 1, "Pier 2 is dry"),
            entry("Pier 3 is shut", 1, "Pier 3 is shut", replaces=[f3]),
            entry("Pier 3 is shut", 1, "Pier 3 is shut"),
        ]
    )

    def slow(request: ModelRequest) -> Mapping[str, Any]:
        asked.set()
        assert release.wait(20)
        return reply

    found: list[list[RunReport]] = []
    at_work = threading.Thread(
        target=lambda: found.append(session.consolidate(task, model=ScriptedModel(slow)))
    )
    at_work.start()
    assert asked.wait(20)
    person = session.tasks.get("timetable")
    person.add("facts", "Pier 6 is planned")
    person.edit(f2, text="Pier 2 is dry since May")
    person.remove(f3)
    release.set()
    at_work.join()
    assert sorted(texts(session.tasks.get("timetable"), "facts")) == [
        "Pier 1 is wet and floods",
        "Pier 2 is dry since May",
        "Pier 5 is new",
        "Pier 6 is planned",
    ]
    report = only(found[0])
    assert [(one.done, one.code) for one in report.outcomes] == [
        (Done.SUPERSEDED, "superseded"),
        (Done.UNCHANGED, "changed_meanwhile"),
        (Done.FAILED, "stale_revision"),
        (Done.UNCHANGED, "changed_meanwhile"),
    ]
    assert task.state.find(f5) is not None


@pytest.mark.parametrize(
    "useless", ["", "Nothing new.", '{"facts":[{"text":"The last bo', cut_off('{"facts":[]}')]
)
def test_a_useless_reply_leaves_the_span_for_later(
    session: Session, task: Task, useless: Any
) -> None:
    """Failed is not "nothing found": the span waits, and a later run takes it; chat goes on."""
    say(session, *FIRST)
    good = delta(facts=[entry("The racks are small.", 3, "the racks are small")])
    model = ScriptedModel(useless, useless, useless, good)
    report = only(session.consolidate(task, model=model))
    assert report.run.state is RunState.FAILED
    assert [one.done for one in report.outcomes] == [Done.FAILED]
    assert task.state.facts == ()
    assert len(session.runs.replies(report.run.id)) == 3
    say(session, "Anything else?", "No.")
    again = only(session.consolidate(task, model=model)[:1])
    assert (again.run.id, again.run.span) == (report.run.id, (1, 4))
    assert texts(task, "facts") == ["The racks are small."]


def test_an_empty_delta_is_a_success(session: Session, task: Task) -> None:
    """The span is done, and nothing was written."""
    say(session, *FIRST)
    before = task.checkpoint
    report = only(session.consolidate(task, model=ScriptedModel(delta())))
    assert (report.run.state, report.items) == (RunState.DONE, ())
    assert task.checkpoint == before
    assert session.consolidate(task) == []


def test_a_poison_span_is_set_aside_and_the_rest_goes_on(session: Session, task: Task) -> None:
    """After three failed runs the next span is taken; the poison one can be tried again."""
    say(session, *FIRST)
    poison = ScriptedModel("I would rather talk.")
    for _ in range(3):
        only(session.consolidate(task, model=poison))
    assert [one.state for one in session.runs.latest()] == [RunState.SET_ASIDE]
    say(session, "The kiosk opens at 8.", "Fine.")
    good = ScriptedModel(delta(facts=[entry("The kiosk opens at 8.", 5, "The kiosk opens at 8.")]))
    assert only(session.consolidate(task, model=good)).run.span == (5, 6)
    assert texts(task, "facts") == ["The kiosk opens at 8."]


def test_without_a_model_the_rules_find_what_was_stated(session: Session, task: Task) -> None:
    """Decisions with their reason, tools, what is to be remembered; no questions, no orders."""
    say(
        session,
        "In this repo use pnpm, not npm. Should we move to bun?",
        "I would move to bun.",
        "We decided to keep MySQL because the team knows it. Always open an urgent ticket.",
        "Fine.",
        "这个仓库用 ruff，不用 flake8。",
        "好的。",
    )
    report = only(session.consolidate(task))
    assert (report.run.model, report.run.prompt) == ("rules", "statements/1")
    assert texts(task, "facts") == [
        "Use pnpm, not npm",
        "用 ruff，不用 flake8",
    ]
    [decision] = task.state.decisions
    assert "MySQL" in decision.text
    assert decision.reason == "the team knows it"
    assert session.consolidate(task) == []


def test_what_is_off_the_record_is_not_shown(session: Session, task: Task) -> None:
    """A model is not given what the person asked not to remember, nor any secret."""
    say(
        session,
        "My sister pays for it, don't remember this.",
        "Ok.",
        "The key is AKIAIOSFODNN7EXAMPLE for the printer.",
        "Ok.",
    )
    model = ScriptedModel(delta())
    session.consolidate(task, model=model)
    assert "sister" not in model.requests[0].text
    assert "AKIA" not in model.requests[0].text


@pytest.mark.parametrize("vendor", ["anthropic:claude-opus-4-6", "openai-chat:gpt-5"])
def test_the_vendors_own_packages_carry_it(session: Session, task: Task, vendor: str) -> None:
    """Over real HTTP: a useless reply, then a good one, with tokens and replies on the run."""
    say(session, *FIRST)
    good = delta(facts=[entry("The racks are small.", 3, "the racks are small")])
    anthropic = vendor.startswith("anthropic")
    answer = ToolCall(name="answer", input=good) if anthropic else json.dumps(good)
    with LoopbackProvider(["I see.", answer, "They talked."]) as provider:
        url = provider.url if anthropic else provider.openai_url
        with closing(language_model(vendor, base_url=url, api_key="key")) as model:
            report = only(session.consolidate(task, model=model))
    assert report.run.state is RunState.DONE
    assert (report.run.model, report.run.calls) == (model.name, 2)
    assert report.run.given > 0
    assert [bool(one.problem) for one in session.runs.replies(report.run.id)] == [True, False]
    assert texts(task, "facts") == ["The racks are small."]


def test_recalled_text_in_front_is_neither_shown_nor_evidence(session: Session, task: Task) -> None:
    """What recall put into the prompt does not come back as something that was said."""
    recalled = "Known about the user: collects harbour maps."
    session.conversation.append({"role": "system", "content": recalled})
    say(session, "What could I do tonight?", "You collect harbour maps: see the archive.")
    echo = entry("The user collects harbour maps", 1, "collects harbour maps")
    model = ScriptedModel(delta(facts=[echo]))
    for _ in range(5):
        for report in session.consolidate(task, model=model):
            assert [one.code for one in report.outcomes] == ["no_such_message"]
    assert recalled not in model.requests[0].text
    assert (model.calls, task.state.facts) == (1, ())


def test_the_words_of_a_chinese_conversation_are_asked_for_in_chinese(
    session: Session, task: Task
) -> None:
    """And what comes back is checked like any other."""
    say(session, "末班船改成 21:40 从三号码头开。", "好的，已改。")
    model = ScriptedModel(delta(facts=[entry("末班船 21:40 从三号码头开", 1, "末班船改成 21:40")]))
    report = only(session.consolidate(task, model=model))
    assert report.run.prompt == "consolidate/1/zh"
    assert texts(task, "facts") == ["末班船 21:40 从三号码头开"]


def test_then_the_span_is_compacted_and_the_state_stays_whole(session: Session, task: Task) -> None:
    """What has left the window is summarised, and the task block has what was taken from it."""
    say(session, *FIRST, *(f"Line {n} of the list is fine." for n in range(30)))
    model = ScriptedModel(
        lambda request: (
            delta(facts=[entry("The racks are small.", 3, "the racks are small")])
            if request.schema
            else "They went through the list."
        )
    )
    session.consolidate(task, model=model)
    current = session.compactions.current()
    assert current is not None
    assert current.summary == "They went through the list."
    assert current.task == "timetable"
    context = session.context(task=task, stage="summarize")
    assert "The racks are small." in str(context.to_anthropic())


def test_a_prompt_that_compacts_takes_the_conversation_into_the_task_first(
    memory: Memory, session: Session, task: Task
) -> None:
    """After so many turns, without a model by the rules, and before the words are gone."""
    policy = replace(memory.policy, flows=FlowRules(every_turns=3))
    memory.policy = policy
    again = memory.session(
        Principal(tenant="acme", user="ana"), id="monday", scopes=["user:ana", "repo:ferry"]
    )
    say(again, "In this repo use pnpm, not npm.", "Ok.", "Go on.", "Yes.")
    again.context(task=task, stage="auto")
    assert texts(task, "facts") == []
    say(again, "And on.", "Yes.")
    again.conversation.append({"role": "user", "content": "What now?"})
    again.context(task=task, stage="auto")
    assert texts(task, "facts") == ["Use pnpm, not npm"]


def test_a_dry_run_shows_and_an_approval_writes(session: Session, task: Task) -> None:
    """What would be noted is seen first; approved, it is noted, and the span is done."""
    say(session, *FIRST)
    model = ScriptedModel(delta(facts=[entry("The racks are small.", 3, "the racks are small")]))
    report = only(session.consolidate(task, model=model, dry=True))
    assert report.run.state is RunState.DRY_RUN
    assert texts(task, "facts") == []
    session.runs.approve(report.run.id)
    assert texts(task, "facts") == ["The racks are small."]
    assert session.consolidate(task, model=model) == []


@pytest.mark.parametrize("form", ["anthropic", "openai"])
def test_what_a_tool_was_called_with_is_shown_and_can_be_cited(
    session: Session, task: Task, form: str
) -> None:
    """Arguments and results stand in no text block, and often hold the only path or number."""
    given = {"path": "out/winter.pdf", "pages": 12}
    session.conversation.append({"role": "user", "content": "Print the winter one."})
    if form == "anthropic":
        called: dict[str, Any] = {
            "content": [{"type": "tool_use", "id": "t1", "name": "print", "input": given}]
        }
        answered: dict[str, Any] = {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "job 5501 queued"}],
        }
    else:
        function = {"name": "print", "arguments": json.dumps(given)}
        called = {"tool_calls": [{"id": "t1", "type": "function", "function": function}]}
        answered = {"role": "tool", "tool_call_id": "t1", "content": "job 5501 queued"}
    session.conversation.append({"role": "assistant", **called})
    session.conversation.append(answered)
    session.conversation.append({"role": "assistant", "content": "Done."})
    [line] = [one.calls for one in session.conversation.last(10) if one.calls]
    model = ScriptedModel(
        delta(
            artifacts=[entry("out/winter.pdf, 12 pages", 2, line)],
            facts=[entry("The print job is 5501.", 3, "job 5501 queued")],
        )
    )
    report = only(session.consolidate(task, model=model))
    assert f"(calls) {line}" in model.requests[0].text
    assert "out/winter.pdf" in line
    assert {one.done for one in report.outcomes} == {Done.STORED}
    assert texts(task, "artifacts") == ["out/winter.pdf, 12 pages"]
    assert texts(task, "facts") == ["The print job is 5501."]


def test_who_lets_nothing_be_remembered_is_not_consolidated(session: Session, task: Task) -> None:
    """No model is asked, nothing is noted, and it is not made up for when consent comes back."""
    session.consent.withdraw(conversation="monday")
    say(session, *FIRST)
    model = ScriptedModel(delta(facts=[entry("The racks are small.", 3, "the racks are small")]))
    [outcome] = only(session.consolidate(task, model=model)).outcomes
    assert (outcome.done, outcome.code, model.calls) == (Done.REJECTED, "no_consent", 0)
    assert session.end() is not None
    assert session.summaries() == []
    session.consent.give()
    assert session.consolidate(task, model=model) == []
    assert task.state.facts == ()


def test_consent_for_one_layer_leaves_the_work_as_it_is(session: Session, task: Task) -> None:
    """Who wants nothing in their profile still has notes of the work."""
    session.consent.withdraw("profile")
    say(session, *FIRST)
    model = ScriptedModel(delta(facts=[entry("The racks are small.", 3, "the racks are small")]))
    session.consolidate(task, model=model)
    assert texts(task, "facts") == ["The racks are small."]


@pytest.mark.parametrize(
    ("said", "corrected", "now"),
    [
        (
            "Remember that the port of the gateway is 8080.",
            "No, the port is 8443, not 8080.",
            "the port of the gateway is 8443",
        ),
        ("记住：网关的端口是 8080", "端口不是 8080，是 8443", "网关的端口是 8443"),
    ],
)
def test_by_rules_a_correction_takes_the_place_of_the_note(
    session: Session, task: Task, said: str, corrected: str, now: str
) -> None:
    """In a later span the note gives way and is named; within one span it is right at once."""
    say(session, said, "Noted.")
    session.consolidate(task)
    [before] = task.state.facts
    say(session, corrected, "Right.")
    [outcome] = only(session.consolidate(task)).outcomes
    assert (outcome.done, outcome.closed) == (Done.SUPERSEDED, (before.id,))
    assert texts(task, "facts") == [now]
    other = session.task("other", goal="the same in one span")
    session.consolidate(other)
    assert texts(other, "facts") == [now]
    assert len(other.evidence()[other.state.facts[0].id]) == 2


def test_by_rules_a_correction_of_two_notes_changes_neither(session: Session, task: Task) -> None:
    """Where two notes state the old value and neither is named, both stay as they are."""
    say(session, "Remember that the port of the gateway is 8080.", "Noted.")
    say(session, "Remember that the port of the proxy is 8080.", "Noted.")
    say(session, "No, the port is 8443, not 8080.", "Of which one?")
    session.consolidate(task)
    assert len(texts(task, "facts")) == 2
    assert all("8080" in one for one in texts(task, "facts"))


def test_by_rules_what_was_put_right_before_is_right_once(session: Session, task: Task) -> None:
    """What `session.add` corrected in the task is not corrected again by consolidating."""
    task.add("facts", "The port of the gateway is 8080.")
    session.add("No, the port is 8443, not 8080.", task=task)
    session.consolidate(task, whole=True)
    assert texts(task, "facts") == ["The port of the gateway is 8443."]


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("I have to hand in the tax return by Friday.", "2026-03-06"),
        ("我周五之前要交报告", "2026-03-06"),
    ],
)
def test_by_rules_a_commitment_is_noted_with_its_date(
    session: Session, task: Task, said: str, day: str
) -> None:
    """What lies ahead stands among the facts, at the day that the words name."""
    said_at = datetime.fromisoformat("2026-03-02T09:00Z")
    session.conversation.append(NewMessage.of({"role": "user", "content": said}, said_at=said_at))
    session.consolidate(task, whole=True)
    [note] = texts(task, "facts")
    assert note == f"{said.rstrip('.')} ({day})"
