"""Two tenants and two people with the same names, and guessed ids: nothing crosses."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Kind, Layer, MessageEvidence, NotFound, Outcome, Session, Topic

SCOPES = ("user:ana", "repo:trip")
TOPIC = Topic(subject="trip", attribute="package manager")


def live(session: Session, tool: str) -> dict[str, str]:
    """Write into every layer; the ids of what was written."""
    said = session.conversation.append(
        {"role": "user", "content": f"Use {tool} here please"}, id="m1"
    )
    evidence = MessageEvidence(
        conversation=session.id, message="m1", quotation=f"Use {tool} here please"
    )
    fact = session.profile.set("favourite tool", tool, evidence=evidence)
    memory = session.memories.remember(
        f"Use {tool}", kind=Kind.PREFERENCE, topic=TOPIC, evidence=evidence
    )
    task = session.task("ship", goal=f"ship with {tool}")
    entry = task.add("facts", f"{tool} is installed")
    found: dict[str, str] = {}
    for name, outcome in (("message", said), ("fact", fact), ("memory", memory), ("entry", entry)):
        assert outcome.id is not None, outcome
        found[name] = outcome.id
    return found


@pytest.mark.parametrize(
    ("tenant", "user"), [("umbrella", "ana"), ("acme", "ben")], ids=["tenant", "person"]
)
def test_the_same_names_elsewhere_see_nothing(sessions: Sessions, tenant: str, user: str) -> None:
    """Another tenant with equal names, or another person, reads and changes nothing of ours."""
    ours = sessions(scopes=SCOPES)
    ids = live(ours, "pnpm")
    scopes = (f"user:{user}", "repo:trip") if tenant != "acme" else (f"user:{user}", "repo:own")
    theirs = sessions(user, tenant=tenant, scopes=scopes)

    assert list(theirs.conversation) == []
    assert theirs.profile.facts() == []
    assert theirs.memories.entries() == []
    assert list(theirs.tasks.list()) == []
    for layer in (Layer.MEMORIES, Layer.CONVERSATION):
        assert theirs.recall("pnpm", layers=(layer,)).hits == ()
    calls: list[tuple[Callable[[str], object], str]] = [
        (theirs.conversation.get, ids["message"]),
        (theirs.memories.get, ids["memory"]),
        (theirs.memories.log, ids["memory"]),
        (theirs.memories.forget, ids["memory"]),
        (theirs.memories.restore, ids["memory"]),
        (theirs.memories.delete, ids["memory"]),
        (theirs.memories.confirm, ids["memory"]),
        (theirs.memories.reject, ids["memory"]),
        (theirs.profile.get, ids["fact"]),
        (theirs.profile.delete, ids["fact"]),
        (theirs.profile.forget, ids["fact"]),
    ]
    for call, ours_id in calls:
        with pytest.raises(NotFound) as stranger:
            call(ours_id)
        with pytest.raises(NotFound) as absent:
            call("00000000-0000-7000-8000-000000000000")
        assert type(stranger.value) is type(absent.value)
        assert str(stranger.value).replace(ours_id, "?") == str(absent.value).replace(
            "00000000-0000-7000-8000-000000000000", "?"
        )
    guessed = MessageEvidence(conversation="monday", message="m1", quotation="Use pnpm here please")
    refused = theirs.profile.set("favourite tool", "pnpm", evidence=guessed)
    assert refused.code == "no_such_message"

    live(theirs, "yarn")
    assert [fact.content for fact in ours.profile.facts()] == ["pnpm"]
    assert [memory.content for memory in ours.memories.entries()] == ["Use pnpm"]
    assert [message.text for message in ours.conversation] == ["Use pnpm here please"]
    assert ours.task("ship").state.goal == "ship with pnpm"
    assert [hit.text for hit in ours.recall("yarn pnpm").hits] == ["Use pnpm"]


def test_a_memory_is_no_profile_fact(sessions: Sessions) -> None:
    """An id of one layer is not found through another layer's door."""
    session = sessions(scopes=SCOPES)
    ids = live(session, "pnpm")
    with pytest.raises(NotFound):
        session.profile.get(ids["memory"])
    with pytest.raises(NotFound):
        session.memories.delete(ids["fact"])


def test_a_team_shares_memories_and_nothing_else(sessions: Sessions) -> None:
    """People of one tenant share what lies in a scope that both were granted; only that."""
    ana = sessions("ana", scopes=("user:ana", "team:web"))
    ben = sessions("ben", scopes=("user:ben", "team:web"))
    outcome: Outcome = ana.memories.remember("Releases go out on Thursdays.")
    assert [one.id for one in ben.memories.entries()] == [outcome.id]
    ana.memories.remember("Ana prefers tea over coffee.", scope=ana.scopes[0])
    assert len(ben.memories.entries()) == 1
