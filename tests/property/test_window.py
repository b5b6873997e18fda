"""Whatever was said and wherever it is cut, both vendors would take the request."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.histories import Body, histories, stored

from stratal import Memory, Principal, TimeOrderedIds
from stratal.context.turns import Turn
from stratal.context.window import truncate
from stratal.context.wire import to_anthropic, to_openai, to_openai_responses
from stratal.core.policy import default_policy
from stratal.errors import BudgetTooSmall, NoUserTurn
from stratal.storage.sqlite import Durability, SqliteDatabase
from stratal.testing.clock import ManualClock
from stratal.testing.wire import anthropic_faults, openai_faults, responses_faults

FORMS = (to_anthropic, to_openai, to_openai_responses)


@settings(max_examples=300)
@given(histories, st.integers(1, 24), st.one_of(st.none(), st.integers(1, 60)))
def test_every_window_is_valid_in_every_form(
    bodies: list[Body], limit: int, budget: int | None
) -> None:
    """Generated histories x limits x budgets: valid in all forms, within budget, repeatable."""
    tokens = [1 + len(json.dumps(body)) % 7 for body in bodies]
    messages = stored(bodies, tokens)
    try:
        window = truncate(messages, limit=limit, budget=budget)
    except BudgetTooSmall as error:
        assert budget is not None
        budget, too_small = error.needed, budget
        window = truncate(messages, limit=limit, budget=budget)
        assert window.tokens == budget > too_small
    if budget is not None and window.has_user_turn:
        assert window.tokens <= budget
    kept = {message.seq for message in window.kept}
    told = {cut.message.seq for cut in window.left_out}
    assert kept | told == {message.seq for message in messages}
    if not window.has_user_turn:
        return
    system: list[str | Turn] = ["Be brief.", *window.lead]
    sent = [make(window.turns, system) for make in FORMS]
    assert anthropic_faults(sent[0].arguments) == []
    assert openai_faults(sent[1].arguments) == []
    assert responses_faults(sent[2].arguments) == []
    again = truncate(messages, limit=limit, budget=budget)
    assert [make(again.turns, system) for make in FORMS] == sent


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """One database for all examples, each of which has a conversation and a task of its own."""
    clock = ManualClock()
    opened = Memory(
        SqliteDatabase(
            tmp_path_factory.mktemp("contexts") / "stratal.db", durability=Durability.PROCESS
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
    bodies=histories,
    budget=st.one_of(st.none(), st.integers(1, 900)),
    window=st.integers(1, 24),
    with_task=st.booleans(),
    with_memories=st.booleans(),
)
def test_every_context_is_valid_in_every_form(
    memory: Memory,
    bodies: list[Body],
    budget: int | None,
    window: int,
    with_task: bool,
    with_memories: bool,
) -> None:
    """Generated histories, with and without a task and memories: valid, in budget, repeatable."""
    number = next(numbers)
    session = memory.session(
        Principal(tenant="acme", user=f"user{number}"), id="talk", scopes=[f"repo:r{number}"]
    )
    session.conversation.extend(bodies)
    task = session.task("trip", goal="book the train to Wien") if with_task else None
    if with_memories:
        session.memories.remember("The train to Wien leaves at 7:05.")
        session.memories.remember("北京的天气站叫 otter。")
    try:
        context = session.context(task=task, system="Be brief.", budget=budget, window=window)
    except NoUserTurn:
        assert not truncate(stored(bodies), limit=1).has_user_turn
        return
    except BudgetTooSmall as error:
        assert budget is not None
        budget, too_small = error.needed, budget
        context = session.context(task=task, system="Be brief.", budget=budget, window=window)
        assert context.tokens == budget > too_small
    assert budget is None or context.tokens <= budget
    assert anthropic_faults(context.to_anthropic()) == []
    assert openai_faults(context.to_openai()) == []
    assert responses_faults(context.to_openai_responses()) == []
    if with_task and budget is None:
        last = [one for one in context.to_openai()["messages"] if one["role"] == "user"][-1]
        assert "Goal: book the train to Wien" in str(last["content"])
    assert session.context(task=task, system="Be brief.", budget=budget, window=window) == context
