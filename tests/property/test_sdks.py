"""What a context gives is sent by the vendors' own SDKs, and the provider takes it as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import anthropic
import openai
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property import wire_forms
from tests.property.histories import Body, histories

from stratal import Memory, Principal, TimeOrderedIds
from stratal.context.assembly import Context
from stratal.core.compaction import Stage
from stratal.core.policy import default_policy
from stratal.errors import BudgetTooSmall, NoUserTurn
from stratal.storage.sqlite import Durability, SqliteDatabase
from stratal.testing import LoopbackProvider, LossySummarizer
from stratal.testing.clock import ManualClock

UNKNOWN = ["hologram", "tomorrow"]
"""Types of blocks that are generated and that no vendor knows."""
BETAS = ["compact-2026-01-12"]
numbers = count()
said = st.one_of(histories, wire_forms.anthropic(), wire_forms.chat(), wire_forms.responses())


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """One database for all examples, each of which has a conversation of its own."""
    clock = ManualClock()
    path = tmp_path_factory.mktemp("sdks") / "stratal.db"
    opened = Memory(
        SqliteDatabase(path, durability=Durability.PROCESS),
        policy=default_policy(),
        embedder=None,
        clock=clock,
        ids=TimeOrderedIds(clock),
    )
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def provider() -> Iterator[LoopbackProvider]:
    with LoopbackProvider(lambda request: "Noted.", kinds=UNKNOWN) as opened:
        yield opened


@pytest.fixture(scope="module")
def claude(provider: LoopbackProvider) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(base_url=provider.url, api_key="k", max_retries=0) as client:
        yield client


@pytest.fixture(scope="module")
def gpt(provider: LoopbackProvider) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=provider.openai_url, api_key="k", max_retries=0) as client:
        yield client


def context_of(
    memory: Memory, bodies: list[Body], stage: Stage, window: int, budget: int | None
) -> Context | None:
    """The context of a new conversation; None if the user says nothing in it."""
    session = memory.session(
        Principal(tenant="acme", user=f"user{next(numbers)}"), id="talk", scopes=["repo:r"]
    )
    session.conversation.extend(bodies)
    session.memories.remember("The train to Wien leaves at 7:05.")
    options: dict[str, Any] = {
        "system": "Be brief.",
        "window": window,
        "stage": stage,
        "summarizer": LossySummarizer(),
    }
    try:
        return session.context(budget=budget, **options)
    except NoUserTurn:
        return None
    except BudgetTooSmall as error:
        return session.context(budget=error.needed, **options)


# The first request of a client waits for more than hypothesis allows a test.
@settings(max_examples=60, deadline=None)
@given(
    said,
    st.sampled_from([Stage.TRUNCATE, Stage.SUMMARIZE, Stage.HIERARCHICAL, Stage.AUTO]),
    st.integers(1, 12),
    st.one_of(st.none(), st.integers(1, 900)),
)
def test_the_providers_take_what_a_context_gives(
    memory: Memory,
    claude: anthropic.Anthropic,
    gpt: openai.OpenAI,
    bodies: list[Body],
    stage: Stage,
    window: int,
    budget: int | None,
) -> None:
    """Generated histories x stages x windows x budgets: three interfaces, each with its SDK."""
    context = context_of(memory, bodies, stage, window, budget)
    if context is None:
        return
    claude.beta.messages.create(
        model="m",
        max_tokens=100,
        betas=BETAS,
        thinking={"type": "adaptive"},
        **context.to_anthropic(),
    )
    gpt.chat.completions.create(model="m", **context.to_openai())
    gpt.responses.create(model="m", **context.to_openai_responses())


def test_coroutines_send_it_too(memory: Memory, provider: LoopbackProvider) -> None:
    """The asynchronous clients take the same arguments; what they send is what we gave."""
    context = context_of(
        memory, [{"role": "user", "content": "Is there a train?"}], Stage.TRUNCATE, 9, None
    )
    assert context is not None
    given = context.to_anthropic(), context.to_openai(), context.to_openai_responses()

    async def send() -> None:
        claude = anthropic.AsyncAnthropic(base_url=provider.url, api_key="k", max_retries=0)
        gpt = openai.AsyncOpenAI(base_url=provider.openai_url, api_key="k", max_retries=0)
        async with claude, gpt:
            await claude.messages.create(model="m", max_tokens=100, **given[0])
            await gpt.chat.completions.create(model="m", **given[1])
            await gpt.responses.create(model="m", **given[2])

    asyncio.run(send())
    for request, arguments in zip(provider.requests[-3:], given, strict=True):
        assert request.faults == ()
        assert {key: request.body[key] for key in arguments} == arguments


def test_long_contexts_are_taken_with_their_breakpoints(
    memory: Memory, claude: anthropic.Anthropic, provider: LoopbackProvider
) -> None:
    """What is long enough to be cached is marked, beside the host's own marks: four at most."""
    session = memory.session(
        Principal(tenant="acme", user=f"user{next(numbers)}"), id="talk", scopes=["repo:r"]
    )
    mark: Any = {"type": "ephemeral"}
    for number in range(8):
        text = {"type": "text", "text": f"question {number} " * 200, "cache_control": mark}
        session.conversation.append({"role": "user", "content": [text]})
        session.conversation.append({"role": "assistant", "content": f"answer {number} " * 200})
    session.conversation.append({"role": "user", "content": "And so?"})
    context = session.context(system="Be brief. " * 400, query="trains")
    claude.messages.create(model="m", max_tokens=99, **context.to_anthropic())
    assert "cache_control" in str(provider.requests[-1].body)


def _anthropic_answer(client: anthropic.Anthropic, arguments: Any) -> list[Any]:
    with client.messages.stream(model="m", max_tokens=100, **arguments) as stream:
        return [stream.get_final_message()]


def _chat_answer(client: openai.OpenAI, arguments: Any) -> list[Any]:
    return [client.chat.completions.parse(model="m", **arguments).choices[0].message]


def _responses_answer(client: openai.OpenAI, arguments: Any) -> list[Any]:
    return [*client.responses.parse(model="m", **arguments).output]


@pytest.mark.parametrize("dump", [{}, {"exclude_unset": True}, {"mode": "json"}])
def test_an_answer_is_logged_as_the_sdk_gives_it(
    memory: Memory, claude: anthropic.Anthropic, gpt: openai.OpenAI, dump: dict[str, Any]
) -> None:
    """The ``model_dump()`` of an answer, whole, is appended, and goes back in the next request."""
    ways: list[tuple[Callable[[Any], list[Any]], Callable[[Context], Any]]] = [
        (lambda given: _anthropic_answer(claude, given), Context.to_anthropic),
        (lambda given: _chat_answer(gpt, given), Context.to_openai),
        (lambda given: _responses_answer(gpt, given), Context.to_openai_responses),
    ]
    for send, form in ways:
        session = memory.session(
            Principal(tenant="acme", user=f"user{next(numbers)}"), id="talk", scopes=["repo:r"]
        )
        for turn in range(3):
            session.conversation.append({"role": "user", "content": f"question {turn}"})
            answer = send(form(session.context()))
            session.conversation.extend(one.model_dump(**dump) for one in answer)
        assert len(list(session.conversation)) == 6
