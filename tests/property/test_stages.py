"""Whatever was said, at every stage and budget: valid, in budget, covered once, nothing lost."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.histories import Body, histories, stored

from stratal import Memory, Principal, TimeOrderedIds
from stratal.context.assembly import Context
from stratal.context.editing import Editing, clear, cut_on_arrival, relieve
from stratal.context.window import truncate
from stratal.context.wire import to_anthropic, to_openai
from stratal.core.compaction import Stage
from stratal.core.policy import default_policy
from stratal.errors import BudgetTooSmall, NoUserTurn
from stratal.storage.sqlite import Durability, SqliteDatabase
from stratal.testing.clock import ManualClock
from stratal.testing.summarizers import LossySummarizer
from stratal.testing.wire import anthropic_faults, openai_faults
from stratal.text.critical import Standing

rules = st.builds(
    Editing,
    above=st.sampled_from([None, 0, 20]),
    keep_results=st.integers(0, 3),
    keep_thinking=st.integers(0, 2),
    at_least=st.sampled_from([0, 30]),
    exclude=st.sampled_from([(), ("look",)]),
    inputs=st.booleans(),
    cut_above=st.sampled_from([5, 25_000]),
    cut_lines=st.integers(1, 3),
)


@settings(max_examples=200)
@given(histories, rules, st.integers(1, 24), st.integers(0, 60), st.sets(st.integers(1, 14)))
def test_edited_copies_are_valid_in_both_forms(
    bodies: list[Body], rules: Editing, limit: int, budget: int, pinned: set[int]
) -> None:
    """Edits x windows x pins: valid for both vendors, never larger, ids and order as before."""
    messages = stored(bodies, [1 + len(json.dumps(body)) for body in bodies])
    cut, _ = cut_on_arrival(messages, rules)
    cleared, _ = clear(cut, rules, pinned)
    edited, _ = relieve(cleared, rules, limit=limit, budget=budget, pinned=pinned)
    assert [(one.seq, one.id, one.role) for one in edited] == [
        (one.seq, one.id, one.role) for one in messages
    ]
    for before, after in zip(messages, edited, strict=True):
        assert after.tokens <= before.tokens
    window = truncate(edited, limit=limit, pinned=pinned)
    if not window.has_user_turn:
        return
    assert anthropic_faults(to_anthropic(window.turns, window.lead).arguments) == []
    assert openai_faults(to_openai(window.turns, window.lead).arguments) == []
    kept = {one.seq for one in window.kept}
    out = {one.message.seq for one in window.left_out}
    assert {seq for seq in pinned if seq <= len(bodies)} - kept <= out


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """One database for all examples, each of which has a person of its own."""
    clock = ManualClock()
    opened = Memory(
        SqliteDatabase(
            tmp_path_factory.mktemp("stages") / "stratal.db", durability=Durability.PROCESS
        ),
        policy=default_policy(),
        embedder=None,
        clock=clock,
        ids=TimeOrderedIds(clock),
    )
    yield opened
    opened.close()


numbers = count()


@settings(max_examples=60)
@given(
    pieces=st.lists(histories, min_size=1, max_size=3),
    keeps=st.lists(st.integers(1, 12), min_size=3, max_size=3),
    budget=st.one_of(st.none(), st.integers(1, 900)),
    stage=st.sampled_from(Stage),
    lossy=st.booleans(),
    pin=st.one_of(st.none(), st.integers(0, 20)),
)
def test_every_stage_is_valid_and_loses_nothing(
    memory: Memory,
    pieces: list[list[Body]],
    keeps: list[int],
    budget: int | None,
    stage: Stage,
    lossy: bool,
    pin: int | None,
) -> None:
    """Histories in pieces, each compacted: valid, in budget, repeatable, covered once, all kept."""
    number = next(numbers)
    session = memory.session(Principal(tenant="acme", user=f"user{number}"), id="talk")
    summarizer = LossySummarizer() if lossy else None
    for bodies, keep in zip(pieces, keeps, strict=False):
        session.conversation.extend(bodies)
        outcome = session.compact(keep=keep, summarizer=summarizer)
        again = session.compact(keep=keep, summarizer=summarizer)
        assert again.code in ("nothing_new", "summarizer_failed") or outcome.revision is None
    log = list(session.conversation)
    pinned = [log[pin].id] if pin is not None and pin < len(log) else []

    versions = session.compactions.history()
    covered = Counter(
        seq for one in versions for first, last in one.covers for seq in range(first, last + 1)
    )
    assert set(covered.values()) <= {1}
    current = session.compactions.current()
    uncovered = {one.seq for one in session.compactions.uncovered(current)}
    assert uncovered | covered.keys() == {one.seq for one in log}
    assert not uncovered & covered.keys()
    if current is not None:
        standing = Standing("\n".join([current.summary, *(one.text for one in current.kept)]))
        assert [one for one in session.compactions.critical() if not standing.holds(one.text)] == []

    def context(limit: int | None) -> Context:
        return session.context(
            stage=stage, budget=limit, window=8, pinned=pinned, summarizer=summarizer
        )

    try:
        made = context(budget)
    except NoUserTurn:
        assert not truncate(log, limit=1).has_user_turn
        return
    except BudgetTooSmall as error:
        budget = error.needed
        made = context(budget)
    assert budget is None or made.tokens <= budget
    assert anthropic_faults(made.to_anthropic()) == []
    assert openai_faults(made.to_openai()) == []
    assert context(budget) == made
