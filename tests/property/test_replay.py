"""Whatever was said and however it was cut, a recorded context comes back byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.histories import Body, histories

from stratal import BudgetTooSmall, Memory, NoUserTurn, Principal, TimeOrderedIds
from stratal.context.editing import Editing
from stratal.core.policy import default_policy
from stratal.storage.sqlite import Durability, SqliteDatabase
from stratal.testing.clock import ManualClock


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """One database for all examples, each of which has a person of its own."""
    clock = ManualClock()
    opened = Memory(
        SqliteDatabase(
            tmp_path_factory.mktemp("replays") / "stratal.db", durability=Durability.PROCESS
        ),
        policy=default_policy(),
        embedder=None,
        clock=clock,
        ids=TimeOrderedIds(clock),
    )
    yield opened
    opened.close()


numbers = count()
pages = st.lists(st.integers(0, 13), max_size=3, unique=True)


@settings(max_examples=80)
@given(
    bodies=histories,
    pinned=pages,
    window=st.integers(1, 12),
    budget=st.one_of(st.none(), st.integers(200, 900)),
    stage=st.sampled_from(["truncate", "summarize", "hierarchical"]),
)
def test_a_replay_is_the_same(
    memory: Memory,
    bodies: list[Body],
    pinned: list[int],
    window: int,
    budget: int | None,
    stage: str,
) -> None:
    """Orphans, late results, ids used again, pins, edits: both forms, and the manifest."""
    session = memory.session(
        Principal(tenant="acme", user=f"user{next(numbers)}"), id="talk", scopes=["repo:r"]
    )
    said = [one.id for one in session.conversation.extend(bodies)]
    pins = [said[at] for at in pinned if at < len(said)]
    if stage != "truncate":
        session.compact(keep=window)
    try:
        made = session.context(
            system="Be brief.",
            budget=budget,
            window=window,
            stage=stage,
            pinned=[one for one in pins if one is not None],
            editing=Editing(above=0, keep_results=0, keep_thinking=0, cut_above=3, inputs=True),
            record=True,
        )
    except (NoUserTurn, BudgetTooSmall):
        return
    assert made.manifest.id is not None
    replay = session.contexts.replay(made.manifest.id)
    assert replay.erased == ()
    assert replay.context is not None
    assert replay.context.to_anthropic() == made.to_anthropic()
    assert replay.context.to_openai() == made.to_openai()
    assert replay.recorded.manifest == made.manifest
