"""A support desk's case from end to end: each thing said or found ends in the layer it belongs to.

The state of the ticket stays in the task, one note with its source reaches memories, the language
goes to the profile, the steps of looking burn, and a standing order is nowhere until a person says
that it is meant.
"""

from __future__ import annotations

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Done, Kind, Layer, Scope, Session, Source, Status
from stratal.core.canonical import Json
from stratal.testing import ScriptedModel

DESK = "team:desk"
ORDERS = {
    "en": "From now on always open an urgent ticket when an invoice is late.",
    "zh": "以后发票晚到，总是开紧急工单。",
}
LANGUAGE = {"en": "Please answer in German.", "zh": "请用德语回答我。"}
CHECKED = {
    "en": ("The invoice service answers", "The queue is empty", "The template is the new one"),
    "zh": ("发票服务有响应", "队列是空的", "模板是新的"),
}
CAUSE = {
    "en": (
        "Invoices of March were late: the mail relay refused the sender rechnung@ferry.example.",
        "550 sender rechnung@ferry.example is not allowed",
    ),
    "zh": (
        "三月的发票晚到：邮件中继拒绝了发件人 rechnung@ferry.example。",
        "550 发件人 rechnung@ferry.example 不被允许",
    ),
}
languages = pytest.mark.parametrize("language", ["en", "zh"])


def run_of_the_case(session: Session, language: str) -> None:
    """One run: the customer's words, the agent's looking, its note, and the end of the task."""
    session.add(LANGUAGE[language])
    case = session.task("case-4711", goal="find out why invoices are late")
    session.add(ORDERS[language], task=case)
    case.add("facts", "ticket 4711: waiting for the mail team")
    for step in CHECKED[language]:
        case.add("facts", step)
        case.note(f"looked: {step}")
    note, log = CAUSE[language]
    call: dict[str, Json] = {
        "id": "relay-1",
        "type": "function",
        "function": {"name": "log", "arguments": "{}"},
    }
    found: tuple[dict[str, Json], ...] = (
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "relay-1", "content": log},
    )
    for message in found:
        assert session.conversation.append(message).kept
    session.close_task(case, note, case="ticket 4711")


@pytest.fixture
def session(sessions: Sessions) -> Session:
    return sessions(scopes=("user:ana", DESK))


@languages
def test_each_thing_is_in_its_layer(session: Session, language: str) -> None:
    """Language in the profile, the note in memories, the ticket's state in the task: once each."""
    run_of_the_case(session, language)
    assert [fact.key for fact in session.profile.facts()] == ["answer language"]
    (note,) = session.memories.entries()
    assert (note.content, note.kind) == (CAUSE[language][0], Kind.CASE)
    assert note.scope == Scope.parse(DESK)
    assert note.origin.task == "case-4711"
    state = session.task("case-4711").state
    assert "ticket 4711: waiting for the mail team" in [entry.text for entry in state.facts]
    everywhere = [*session.profile.facts(), *session.memories.entries()]
    assert not any("waiting" in one.content for one in everywhere)


@languages
def test_the_steps_of_looking_burn(session: Session, language: str) -> None:
    """What was checked on the way goes with the task, and the answer names every piece of it."""
    case = session.task("case-4711", goal="find out why invoices are late")
    for step in CHECKED[language]:
        case.add("facts", step)
        case.note(f"looked: {step}")
    closed, *outcomes = session.close_task(case, CAUSE[language][0], case="ticket 4711")
    assert f"burned: {len(CHECKED[language])}" in closed.message
    burned = [one for one in outcomes if one.code == "burned"]
    assert len(burned) == len(CHECKED[language])
    assert not case.notes()
    for step in CHECKED[language]:
        assert all(step not in hit.text for hit in session.recall(step).hits)


@languages
def test_a_standing_order_is_nowhere_until_it_is_confirmed(
    sessions: Sessions, session: Session, language: str
) -> None:
    """It waits: in no prompt as a rule, in no recall as a fact; a person's yes makes it count."""
    run_of_the_case(session, language)
    waiting = [*session.memories.pending(), *session.profile.pending()]
    (order,) = [one for one in waiting if one.state.status_reason == "standing_order"]
    later = sessions(id="later", scopes=("user:ana", DESK))
    later.conversation.append({"role": "user", "content": "?"})
    for block in later.context(ORDERS[language]).blocks:
        if order.content in block.text:
            assert block.name in ("recalled", "question"), "shown as what waits, never as a rule"
    layer = later.memories if order.layer is Layer.MEMORIES else later.profile
    confirmed = layer.confirm(order.id)
    assert confirmed.done in (Done.STORED, Done.SUPERSEDED)
    assert layer.get(order.id).status is Status.ACTIVE


@languages
def test_a_model_that_insists_changes_nothing_of_it(sessions: Sessions, language: str) -> None:
    """A model that would keep all as the user's word: the order waits, the steps are not theirs."""
    yes = {"useful_elsewhere": True, "corrects_default": True}
    order = {"entry": "1", "text": ORDERS[language], "kind": "preference", **yes}
    steps = [
        {"entry": str(number), "text": step, "kind": "fact", **yes}
        for number, step in enumerate(CHECKED[language], 1)
    ]
    model = ScriptedModel({"facts": [], "decisions": []}, {"conclusions": [order, *steps]})
    session = sessions(scopes=("user:ana", DESK))
    run_of_the_case(session, language)
    case = session.task("again", goal="once more")
    for step in CHECKED[language]:
        case.add("facts", step)
    session.close_task(case, model=model)
    for one in session.memories.entries():
        assert one.source is not Source.USER_EXPLICIT or one.content == CAUSE[language][0]
        assert not one.state.binding
        assert ORDERS[language] not in one.content


@languages
def test_the_case_goes_on_as_one_memory(sessions: Sessions, language: str) -> None:
    """A later session on the ticket revises its one note; a third without news changes nothing."""
    first = sessions(scopes=("user:ana", DESK))
    run_of_the_case(first, language)
    for number, conclusion in enumerate(("The relay is mended.", "The relay is mended.")):
        later = sessions(id=f"later-{number}", scopes=("user:ana", DESK))
        task = later.task(f"case-4711-{number}", goal="see whether it holds")
        later.close_task(task, conclusion, case="ticket 4711")
    (note,) = first.memories.entries()
    assert note.content == "The relay is mended."
    assert next(one.content for one in first.memories.log(note.id)) == CAUSE[language][0]
    assert note.revision == 2
