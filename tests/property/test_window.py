"""Whatever was said and wherever it is cut, both vendors would take the request."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.histories import Body, histories, stored

from stratal.context.turns import Turn
from stratal.context.window import truncate
from stratal.context.wire import to_anthropic, to_openai
from stratal.errors import BudgetTooSmall
from stratal.testing.wire import anthropic_faults, openai_faults


@settings(max_examples=300)
@given(histories, st.integers(1, 24), st.one_of(st.none(), st.integers(1, 60)))
def test_every_window_is_valid_in_both_forms(
    bodies: list[Body], limit: int, budget: int | None
) -> None:
    """Generated histories x limits x budgets: valid for both vendors, within budget, repeatable."""
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
    sent = to_anthropic(window.turns, system), to_openai(window.turns, system)
    assert anthropic_faults(sent[0].arguments) == []
    assert openai_faults(sent[1].arguments) == []
    again = truncate(messages, limit=limit, budget=budget)
    assert (to_anthropic(again.turns, system), to_openai(again.turns, system)) == sent
