"""What a person lets be remembered, on each database."""

from __future__ import annotations

import json

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Done, InvalidValue, Layer, MessageEvidence, Session
from stratal.cli.app import run

WORK = ("user:ana", "repo:trip")
TEA = "Please call me Nana."


def said(session: Session, text: str) -> MessageEvidence:
    outcome = session.conversation.append({"role": "user", "content": text})
    assert outcome.id is not None
    return MessageEvidence(conversation=session.id, message=outcome.id, quotation=text)


def writes(session: Session) -> dict[str, str]:
    """What each layer about the person answers to a write now."""
    evidence = said(session, TEA)
    answers = (
        session.profile.set("form of address", "Nana", evidence=evidence),
        session.memories.remember("The gate opens at nine."),
        session.events.log("The gate was opened."),
    )
    return {one.layer: one.code if one.done is Done.REJECTED else "kept" for one in answers}


ALL = {"profile": "no_consent", "memories": "no_consent", "events": "no_consent"}
NONE = dict.fromkeys(ALL, "kept")


def test_nothing_is_remembered_of_who_does_not_want_it(sessions: Sessions) -> None:
    """Withdrawn whole, every write about the person is refused; given again, none is."""
    session = sessions(scopes=WORK)
    assert writes(session) == NONE
    assert session.consent.withdraw(reason="moving out").done is Done.STORED
    assert writes(session) == ALL
    assert session.consent.withdraw().done is Done.UNCHANGED
    answer = session.add("Remember that the shed is blue.")[1]
    assert (answer.done, answer.code) == (Done.REJECTED, "no_consent")
    assert "the shed is blue" in str(session.context().to_openai())
    session.consent.give()
    assert writes(session) == NONE
    assert [one.given for one in session.consent.history()] == [False, False, True]
    assert session.consent.history()[0].reason == "moving out"


@pytest.mark.parametrize("layer", ["profile", "memories", "events"])
def test_consent_is_withdrawn_for_one_layer(sessions: Sessions, layer: str) -> None:
    """The other layers go on."""
    session = sessions(scopes=WORK)
    session.consent.withdraw(layer)
    assert writes(session) == NONE | {layer: "no_consent"}


def test_consent_is_withdrawn_for_one_conversation(sessions: Sessions) -> None:
    """Other conversations of the person go on, and so does every other person."""
    session = sessions(scopes=WORK)
    session.consent.withdraw(conversation=session.id)
    assert writes(session) == ALL
    assert writes(sessions(id="tuesday", scopes=WORK)) == NONE
    ben = sessions("ben", id=session.id, scopes=("user:ben",))
    assert writes(ben) == NONE
    assert ben.consent.history() == []


def test_consent_ends_only_what_it_is_given_for(sessions: Sessions) -> None:
    """Given for a conversation, what was withdrawn for a layer stays withdrawn."""
    session = sessions(scopes=WORK)
    session.consent.withdraw("memories")
    session.consent.withdraw("profile", conversation=session.id)
    session.consent.give(conversation=session.id)
    assert [one.layer for one in session.consent.withdrawn()] == [Layer.MEMORIES]
    assert writes(session) == NONE | {"memories": "no_consent"}


@pytest.mark.parametrize("layer", ["conversation", "task", "everything", 3])
def test_other_layers_are_not_ruled_by_consent(sessions: Sessions, layer: str) -> None:
    """A layer that is not about the person is refused by name."""
    with pytest.raises(InvalidValue, match="profile, memories, events"):
        sessions(scopes=WORK).consent.withdraw(layer)


@pytest.mark.parametrize(
    "text",
    [
        "Don't remember this: my desk is by the window.",
        "Don’t save this, my desk is by the window.",
        "这个别记，我的工位在窗边。",
    ],
)
def test_what_is_off_the_record_is_no_evidence(sessions: Sessions, text: str) -> None:
    """Whoever cites a message that asks not to be remembered is refused."""
    session = sessions(scopes=WORK)
    evidence = said(session, text)
    for answer in (
        session.memories.remember("The desk is by the window.", evidence=evidence),
        session.profile.set("desk", "by the window", evidence=evidence),
    ):
        assert (answer.done, answer.code) == (Done.REJECTED, "no_consent")


def test_the_command_line_shows_and_changes_it(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`stratal consent` withdraws, shows what is in force, and gives."""

    def told(*words: str) -> tuple[int, str]:
        code = run([*words, "--database", address, "--tenant", "acme", "--user", "ana"])
        return code, capsys.readouterr().out

    assert told("consent", "show")[1].strip() == "Everything may be remembered."
    assert told("consent", "withdraw", "--layer", "memories", "--reason", "a test")[0] == 0
    code, out = told("remember", "The gate opens at nine.")
    assert code != 0
    assert "does not let anything in memories be remembered" in " ".join(out.split())
    shown = told("consent", "show")[1]
    assert "withdrawn" in shown
    assert "a test" in shown
    [entry] = json.loads(told("consent", "show", "--json")[1])["consent"]
    assert (entry["layer"], entry["in_force"]) == ("memories", True)
    assert told("consent", "give")[0] == 0
    assert told("remember", "The gate opens at nine.")[0] == 0
