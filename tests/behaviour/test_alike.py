"""What seems to say the same in other words is proposed, with the command that settles it."""

from __future__ import annotations

import json

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Embedder, Kind, Memory
from stratal.cli.app import run
from stratal.testing import TableEmbedder
from stratal.testing.clock import ManualClock
from stratal.upkeep.alike import alike
from stratal.upkeep.stock import take_stock

GATE = "The gate of the yard is shut at night."
NIGHT = "At night nobody comes through the yard's gate."
NEVER = "The gate of the yard is never shut at night."
SIX = "The gate of the yard is shut at 6."
CRANE = "The crane is green."


@pytest.fixture
def embedder() -> Embedder:
    near = {GATE: (1.0, 0.0), NIGHT: (0.95, 0.312), NEVER: (0.99, 0.14), SIX: (0.98, 0.2)}
    return TableEmbedder(near, 2, default=(0.0, 1.0))


def remember(sessions: Sessions, clock: ManualClock, *texts: str, user: str = "ana") -> list[str]:
    session, ids = sessions(user), []
    for text in texts:
        made = session.memories.remember(text, kind=Kind.FACT)
        assert made.id is not None
        ids.append(made.id)
    session.recall("gate")
    return ids


def test_a_paraphrase_is_proposed_and_what_differs_in_more_is_not(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Near enough, and no number, date, name or negation apart; nor across people."""
    gate, night, *_ = remember(sessions, clock, GATE, NIGHT, NEVER, SIX, CRANE)
    remember(sessions, clock, NIGHT, user="bo")
    [one] = alike(memory.ground("acme"))
    assert {one.stays.id, one.other.id} == {gate, night}
    assert 0.94 < one.likeness < 0.96
    assert take_stock(memory.ground("acme")).alike == [one]
    # It stays a proposal: a sweep leaves both.
    memory.sweep("acme")
    assert {record.id for record in sessions().memories.entries()} >= {gate, night}
    sessions().memories.forget(one.other.id)
    assert alike(memory.ground("acme")) == []


def test_what_a_person_said_stays(memory: Memory, sessions: Sessions, clock: ManualClock) -> None:
    """Of two the one that somebody vouches for, though it is older."""
    gate, night = remember(sessions, clock, GATE, NIGHT)
    sessions().memories.confirm(gate)
    sessions().recall("gate")
    [one] = alike(memory.ground("acme"))
    assert (one.stays.id, one.other.id) == (gate, night)


def test_without_vectors_nothing_is_proposed(memory: Memory, sessions: Sessions) -> None:
    """Likeness is that of vectors, and there are none before somebody recalled."""
    for text in (GATE, NIGHT):
        sessions().memories.remember(text, kind=Kind.FACT)
    assert alike(memory.ground("acme")) == []


def test_health_shows_the_command_and_it_settles(
    address: str,
    memory: Memory,
    sessions: Sessions,
    clock: ManualClock,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What is printed can be typed, and the proposal is gone."""
    remember(sessions, clock, GATE, NIGHT)
    options = ["--database", address, "--tenant", "acme", "--embedder", "none"]
    assert run(["health", *options]) == 0
    told = capsys.readouterr().out
    both = " ".join(line[-22:].strip() for line in told.splitlines())
    assert GATE in both
    assert NIGHT in both
    [command] = [line for line in told.splitlines() if "stratal forget" in line]
    words = command[command.index("stratal forget") :].split()[1:5]
    assert words[-2:] == ["--user", "ana"]
    assert run(["health", *options, "--json"]) == 0
    [proposed] = json.loads(capsys.readouterr().out)["holds"]["alike"]
    assert proposed["settled_by"].split()[2].startswith(words[1])
    assert run([*words, *options]) == 0
    capsys.readouterr()
    assert run(["health", *options]) == 0
    assert "stratal forget" not in capsys.readouterr().out
