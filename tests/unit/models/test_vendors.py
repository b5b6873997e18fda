"""The vendors' own packages, over real HTTP, against a provider that is played from a script."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest
from tests.unit.models.test_reply import Facts

from stratal.errors import InvalidValue, ModelUnavailable, UnusableReply
from stratal.models.language import ModelRequest, ask
from stratal.models.vendors import Prices, VendorModel, language_model
from stratal.testing.provider import Answer, Failure, LoopbackProvider, Reply, ToolCall

REQUEST = ModelRequest(instructions="Name the facts.", text="user: I row on Sundays.", patience=20)
GOOD = {"facts": [{"text": "Rows on Sundays", "message": "1"}]}

Model = Callable[[LoopbackProvider], VendorModel]


def anthropic(provider: LoopbackProvider) -> VendorModel:
    return VendorModel(
        language_model("anthropic:claude-opus-4-6", base_url=provider.url, api_key="key")._model,
        plain=False,
        prices=Prices(given=3_000_000, answered=15_000_000),
    )


def openai(provider: LoopbackProvider) -> VendorModel:
    return VendorModel(
        language_model("openai-chat:gpt-5", base_url=provider.openai_url, api_key="key")._model,
        plain=False,
    )


def local(provider: LoopbackProvider) -> VendorModel:
    """Any server that speaks as OpenAI does, and knows neither tools nor schemas."""
    return language_model("openai-chat:some-local-model", base_url=provider.openai_url)


@contextmanager
def asked(model: Model, *script: Reply) -> Iterator[tuple[VendorModel, LoopbackProvider]]:
    with LoopbackProvider(script) as provider, closing(model(provider)) as made:
        yield made, provider


@pytest.mark.parametrize("model", [anthropic, openai])
def test_a_structured_answer_comes_through_a_tool(model: Model) -> None:
    """The vendor's package sends the schema as a tool, and its arguments are the reply."""
    with asked(model, ToolCall(name="answer", input=GOOD)) as (made, provider):
        reading = ask(made, REQUEST, Facts)
        assert [fact.text for fact in reading.value.facts] == ["Rows on Sundays"]
        assert reading.usage.given > 0
        assert reading.usage.answered > 0
        [request] = provider.requests
        assert "answer" in json.dumps(request.body["tools"])
        assert REQUEST.instructions in json.dumps(request.body)


def test_a_server_of_ones_own_is_asked_for_text() -> None:
    """No tools are sent, and JSON in prose and thinking is read."""
    said = f"<think>Hm.</think>Here you are:\n```json\n{json.dumps(GOOD)}\n```"
    with asked(local, said) as (made, provider):
        reading = ask(made, REQUEST, Facts)
        assert len(reading.value.facts) == 1
        assert "tools" not in provider.requests[0].body
        assert reading.usage.cost is None


@pytest.mark.parametrize("model", [anthropic, openai, local])
def test_useless_replies_end_in_an_error_that_holds_them(model: Model) -> None:
    """Prose where an object was asked for, three times: the last is kept."""
    with asked(model, "No facts here.", "None.", "Nothing at all.") as (made, provider):
        with pytest.raises(UnusableReply) as raised:
            ask(made, REQUEST, Facts)
        assert raised.value.text == "Nothing at all."
        assert len(provider.requests) == 3


@pytest.mark.parametrize(
    ("model", "stop"), [(anthropic, "max_tokens"), (openai, "length"), (local, "length")]
)
def test_a_reply_that_was_cut_is_none(model: Model, stop: str) -> None:
    """Even where what came can be read, it may be the half of it."""
    cut = Answer(pieces=[json.dumps(GOOD)], stop=stop)
    with asked(model, cut, cut, cut) as (made, _), pytest.raises(UnusableReply, match="broke off"):
        ask(made, REQUEST, Facts)


@pytest.mark.parametrize(("model", "stop"), [(anthropic, "refusal"), (openai, "content_filter")])
def test_a_refusal_is_no_empty_answer(model: Model, stop: str) -> None:
    """A vendor that will not answer is told apart from a model that found nothing."""
    refused = Answer(pieces=["I will not."], stop=stop)
    with (
        asked(model, refused, refused, refused) as (made, _),
        pytest.raises(UnusableReply, match="refused"),
    ):
        ask(made, REQUEST, Facts)


@pytest.mark.parametrize("model", [anthropic, openai, local])
def test_a_vendor_that_fails_is_unavailable(model: Model) -> None:
    """An error of the vendor's is ours by the time it leaves this room, without its body."""
    broken = Failure(status=400, message="key sk-not-to-be-shown is no good")
    with asked(model, broken) as (made, _), pytest.raises(ModelUnavailable) as raised:
        ask(made, REQUEST, Facts)
    assert made.name in str(raised.value)


def test_patience_ends() -> None:
    """Nobody waits longer than was said."""
    hurried = ModelRequest(instructions="a", text="b", patience=0.2)
    with (
        asked(local, Answer(pieces=["late"], delay=2)) as (made, _),
        pytest.raises(ModelUnavailable, match="no answer within"),
    ):
        ask(made, hurried, Facts)


def test_it_can_be_asked_from_within_a_loop() -> None:
    """A host that is asynchronous itself calls it like any other code of ours."""

    async def host(made: VendorModel) -> int:
        return len(ask(made, REQUEST, Facts).value.facts)

    with asked(local, json.dumps(GOOD)) as (made, _):
        assert asyncio.run(host(made)) == 1


def test_prices_are_those_given_or_those_known() -> None:
    """A model of a list has its price, another has the one it is given, else none."""
    known = language_model("anthropic:claude-opus-4-6", api_key="key")
    assert known.price(1_000, 1_000) == 30_000
    with asked(anthropic) as (priced, _):
        assert priced.price(10, 10) == 180
    with asked(local) as (unknown, _):
        assert unknown.price(10, 10) is None


@pytest.mark.parametrize("name", ["nobody:model", "gpt-without-vendor", "anthropic:"])
def test_a_name_of_no_vendor_is_refused(name: str) -> None:
    """The mistake is the caller's, and named."""
    with pytest.raises(InvalidValue, match="language model"):
        language_model(name, api_key="key")
