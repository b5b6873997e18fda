"""Agent state: one document per instance, changed by compare-and-swap, never retrieved."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from tests.behaviour.conftest import Sessions

from stratal import (
    Done,
    IdTaken,
    InvalidValue,
    Layer,
    Memory,
    NotFound,
    Principal,
    Session,
    StaleRevision,
)


def test_get_set_patch_with_a_revision(sessions: Sessions) -> None:
    """A document is created, replaced and patched; each change has its row of history."""
    state = sessions().agent_state
    assert state.create("game", {"score": 1, "board": {"a": 1, "b": 2}}).revision == 1
    assert state.create("game", {"board": {"b": 2, "a": 1}, "score": 1}).done is Done.UNCHANGED
    with pytest.raises(IdTaken):
        state.create("game", {"score": 9})
    assert state.set("game", {"score": 2, "board": {"a": 1, "b": 2}}, expect=1).revision == 2
    patched = state.patch("game", {"board": {"a": None, "c": [1, None]}, "score": 3}, expect=2)
    assert patched.revision == 3
    current = state.get("game")
    assert dict(current.document) == {"score": 3, "board": {"b": 2, "c": [1, None]}}
    assert current.revision == 3
    assert [dict(one.document)["score"] for one in state.history("game")] == [1, 2, 3]
    assert state.patch("game", {"score": 3}).done is Done.UNCHANGED
    assert state.set("game", current.document, expect=3, schema_version=2).revision == 4
    assert state.get("game").schema_version == 2
    assert state.names() == ["game"]


def test_a_stale_write_is_refused_and_changes_nothing(sessions: Sessions) -> None:
    """A write against an old revision raises, tells the current one, and leaves it."""
    state = sessions().agent_state
    state.create("game", {"score": 1})
    state.set("game", {"score": 2}, expect=1)
    for write in (state.set, state.patch):
        with pytest.raises(StaleRevision) as stale:
            write("game", {"score": 7}, expect=1)
        assert stale.value.current == 2
    assert dict(state.get("game").document) == {"score": 2}


def test_patches_at_once_lose_nothing(sessions: Sessions) -> None:
    """Patches without an expected revision that run at once are all in the result."""
    sessions().agent_state.create("counts", {})

    def work(name: str) -> None:
        for number in range(10):
            sessions().agent_state.patch("counts", {f"{name}{number}": number})

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    final = sessions().agent_state.get("counts")
    assert len(final.document) == 40
    assert final.revision == 41


def test_a_strangers_write_is_not_found(memory: Memory) -> None:
    """Another person, another agent and another tenant all hear the same: there is none."""

    def state(tenant: str = "acme", user: str = "ana", agent: str | None = "clerk") -> Session:
        return memory.session(Principal(tenant=tenant, user=user, agent=agent), id="s")

    state().agent_state.create("desk", {"open": True})
    for stranger in (state(user="ben"), state(agent="cook"), state(agent=None), state("umbrella")):
        with pytest.raises(NotFound):
            stranger.agent_state.set("desk", {}, expect=1)
        with pytest.raises(NotFound):
            stranger.agent_state.patch("desk", {"open": False})
        with pytest.raises(NotFound):
            stranger.agent_state.get("desk")
        with pytest.raises(NotFound):
            stranger.agent_state.history("desk")
        assert stranger.agent_state.names() == []
    assert dict(state().agent_state.get("desk").document) == {"open": True}


@pytest.mark.parametrize(
    "document",
    [
        ["not", "an", "object"],
        {"n": float("nan")},
        {"n": float("inf")},
        {"o": object()},
        {"s": "\ud800"},
        {"s": "a\x00b"},
        {"s": "x" * 1_000_001},
    ],
)
def test_what_is_no_document_is_refused(sessions: Sessions, document: Any) -> None:
    """No object, no JSON, over a megabyte: refused with the reason, and nothing is kept."""
    state = sessions().agent_state
    with pytest.raises(InvalidValue):
        state.create("x", document)
    assert state.names() == []


def test_a_secret_is_rejected(sessions: Sessions) -> None:
    """State passes the same scanner as every other layer."""
    state = sessions().agent_state
    outcome = state.create("x", {"key": "AKIA" + "Q3EGRXKPZ7WNB2LM"})
    assert (outcome.done, outcome.code) == (Done.REJECTED, "secret")
    assert state.names() == []


def test_recall_never_returns_it(sessions: Sessions) -> None:
    """Agent state is not memory: no search of any layer finds its words."""
    session = sessions()
    session.agent_state.create("game", {"motto": "purple elephants dance"})
    for layer in (Layer.MEMORIES, Layer.CONVERSATION):
        assert session.recall("purple elephants", layers=(layer,)).hits == ()
