"""Asking a model: tries, what is kept of each, and what it means when none was of use."""

from __future__ import annotations

import pytest
from tests.unit.models.test_reply import Facts

from stratal.errors import ModelUnavailable, UnusableReply
from stratal.models.language import ModelReply, ModelRequest, Usage, ask
from stratal.models.shapes import schema
from stratal.testing import ScriptedModel, cut_off, refusal

REQUEST = ModelRequest(instructions="Name the facts.", text="user: I row on Sundays.")


def test_a_reply_is_read_as_the_value_asked_for() -> None:
    """The schema of the value goes with the request, and what it cost comes back."""
    model = ScriptedModel({"facts": ["Rows on Sundays"]})
    reading = ask(model, REQUEST, Facts)
    assert [fact.text for fact in reading.value.facts] == ["Rows on Sundays"]
    assert model.requests[0].schema == schema(Facts)
    assert reading.usage.calls == 1
    assert reading.usage.cost == reading.usage.tokens > 0


@pytest.mark.parametrize(
    "useless",
    ["", "I found nothing.", '{"facts":["half', cut_off('{"facts":[]}'), refusal()],
    ids=["empty", "prose", "half", "cut at its limit", "refused"],
)
def test_a_useless_reply_is_asked_again(useless: str | ModelReply) -> None:
    """The model is told what was wrong, and every reply is paid for and handed on."""
    model = ScriptedModel(useless, {"facts": ["Rows"]})
    told: list[str] = []
    reading = ask(model, REQUEST, Facts, told=lambda reply, problem: told.append(problem))
    assert [fact.text for fact in reading.value.facts] == ["Rows"]
    assert model.calls == reading.usage.calls == 2
    assert model.requests[1].instructions.startswith(REQUEST.instructions)
    assert told[0] in model.requests[1].instructions
    assert told[1] == ""


def test_after_so_many_tries_it_is_an_error_with_the_text() -> None:
    """Three useless replies are no empty answer: the error holds the last of them."""
    model = ScriptedModel("Nothing to keep, I think.")
    with pytest.raises(UnusableReply, match="no JSON object") as raised:
        ask(model, REQUEST, Facts)
    assert model.calls == 3
    assert raised.value.text == "Nothing to keep, I think."
    assert raised.value.tokens > 0


def test_nothing_found_is_another_answer() -> None:
    """An empty list is a success, asked once."""
    model = ScriptedModel({"facts": []})
    assert ask(model, REQUEST, Facts).value.facts == ()
    assert model.calls == 1


def test_a_model_that_is_away_is_not_asked_again() -> None:
    """Whoever comes back later decides: `ModelUnavailable` passes through at once."""
    model = ScriptedModel(ModelUnavailable("scripted", "no route"))
    with pytest.raises(ModelUnavailable, match="no route"):
        ask(model, REQUEST, Facts)
    assert model.calls == 1


def test_costs_add_up_as_long_as_all_are_known() -> None:
    """One unknown price makes the sum unknown, not smaller."""
    known = Usage(calls=1, given=10, answered=5, cost=15)
    assert (known + known).cost == 30
    assert (known + Usage(calls=1, given=1, cost=None)).cost is None
