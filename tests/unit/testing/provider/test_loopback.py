"""The vendors' own SDKs talk to the provider as they do to the vendor."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import anthropic
import openai
import pytest
from anthropic.types.compaction_block_misplaced_error import CompactionBlockMisplacedError

from stratal.testing import (
    Answer,
    Compaction,
    Failure,
    HangUp,
    HashEmbedder,
    Interface,
    LoopbackProvider,
    Malformed,
    Piece,
    Reply,
    Request,
    Thinking,
    ToolCall,
    Verbatim,
)

ASKED: Any = [{"role": "user", "content": "What is the weather in Wien?"}]
LOOK: Any = {"name": "look", "input_schema": {"type": "object", "properties": {}}}
CHAT_LOOK: Any = {"type": "function", "function": {"name": "look"}}
ITEM_LOOK: Any = {"type": "function", "name": "look", "parameters": None, "strict": False}
CALL = ToolCall(name="look", input={"place": "Wien"})


def claude(provider: LoopbackProvider, **options: Any) -> anthropic.Anthropic:
    return anthropic.Anthropic(base_url=provider.url, api_key="k", max_retries=0, **options)


def gpt(provider: LoopbackProvider, **options: Any) -> openai.OpenAI:
    return openai.OpenAI(base_url=provider.openai_url, api_key="k", max_retries=0, **options)


def test_a_message_is_answered() -> None:
    """Texts, thinking and parallel calls arrive as the SDK's blocks, with a stop reason."""
    script: list[Reply] = [[Thinking(text="hm"), "Let me see.", CALL, CALL], "Rain."]
    with LoopbackProvider(script) as provider, claude(provider) as client:
        message = client.messages.create(model="m", max_tokens=2000, messages=ASKED, tools=[LOOK])
        assert [block.type for block in message.content] == [
            "thinking", "text", "tool_use", "tool_use",
        ]  # fmt: skip
        assert message.stop_reason == "tool_use"
        assert message.usage.input_tokens == provider.requests[0].tokens > 0
        calls = [block.id for block in message.content if block.type == "tool_use"]
        assert len(set(calls)) == 2
        results = [{"type": "tool_result", "tool_use_id": call, "content": "7°"} for call in calls]
        said: Any = [*ASKED, message.to_param(), {"role": "user", "content": results}]
        end = client.messages.create(model="m", max_tokens=9, messages=said, tools=[LOOK])
        assert end.content[0].type == "text"
        assert end.content[0].text == "Rain."
        assert end.stop_reason == "end_turn"
        assert provider.requests[1].last == "7°\n7°"


def test_a_message_is_streamed() -> None:
    """The stream adds up to what the whole answer would have been."""
    long = "It rains in the morning, and it clears up later on. " * 3
    with (
        LoopbackProvider([[Thinking(text="hm", signature="S"), long, CALL]]) as provider,
        claude(provider) as client,
        client.messages.stream(model="m", max_tokens=99, messages=ASKED, tools=[LOOK]) as stream,
    ):
        assert "".join(stream.text_stream) == long
        message = stream.get_final_message()
    thinking, text, use = message.content
    assert thinking.type == "thinking"
    assert (thinking.thinking, thinking.signature) == ("hm", "S")
    assert text.type == "text"
    assert use.type == "tool_use"
    assert use.input == {"place": "Wien"}
    assert message.stop_reason == "tool_use"


def test_a_vendors_compaction_is_given_and_taken_back() -> None:
    """The beta interface answers with a compaction block, which must come first afterwards."""
    betas = ["compact-2026-09-04"]
    with LoopbackProvider([Compaction(content="Wien was asked for."), "Rain."]) as provider:
        client = claude(provider)
        given = client.beta.messages.create(
            model="m", max_tokens=99, messages=ASKED, betas=betas, compaction={"type": "summarize"}
        )
        assert given.stop_reason == "compaction"
        after: Any = [given.to_param(), {"role": "user", "content": "So?"}]
        client.beta.messages.create(model="m", max_tokens=99, messages=after, betas=betas)
        with pytest.raises(CompactionBlockMisplacedError):
            client.beta.messages.create(
                model="m", max_tokens=99, messages=[*ASKED, *after], betas=betas
            )
        with pytest.raises(anthropic.BadRequestError, match="beta header"):
            client.messages.create(model="m", max_tokens=99, messages=after)
        client.close()


def test_what_the_provider_signed_may_not_come_back_altered() -> None:
    """Thinking with its signature under other words is refused; left out, it is not."""
    with LoopbackProvider([[Thinking(text="hm"), "Rain."], "Yes."]) as provider:
        client = claude(provider)
        message = client.messages.create(model="m", max_tokens=99, messages=ASKED)
        answer: Any = json.loads(message.to_json())
        answer = {"role": "assistant", "content": answer["content"]}
        answer["content"][0]["thinking"] = "hum"
        said = [*ASKED, answer, {"role": "user", "content": "Sure?"}]
        with pytest.raises(anthropic.BadRequestError, match="was modified"):
            client.messages.create(model="m", max_tokens=99, messages=said)
        del answer["content"][0]
        client.messages.create(model="m", max_tokens=99, messages=said)
        client.close()


def test_a_chat_completion_is_answered_and_streamed() -> None:
    """Chat completions, whole and in chunks, with the usage if it is asked for."""
    said: list[Piece] = [Thinking(text="hm"), "Let me see, it may take a while.", CALL, CALL]
    with LoopbackProvider([said, said]) as provider, gpt(provider) as client:
        whole = client.chat.completions.create(model="m", messages=ASKED, tools=[CHAT_LOOK])
        message = whole.choices[0].message
        assert whole.choices[0].finish_reason == "tool_calls"
        assert message.content == said[1]
        assert message.tool_calls is not None
        assert len({call.id for call in message.tool_calls}) == 2
        with client.chat.completions.stream(
            model="m", messages=ASKED, tools=[CHAT_LOOK], stream_options={"include_usage": True}
        ) as stream:
            for _ in stream:
                pass
            streamed = stream.get_final_completion()
        assert streamed.choices[0].message.content == said[1]
        calls = streamed.choices[0].message.tool_calls
        assert calls is not None
        assert [call.function.arguments for call in calls] == ['{"place": "Wien"}'] * 2
        assert streamed.usage is not None
        assert streamed.usage.prompt_tokens == provider.requests[1].tokens


def test_a_response_is_answered_and_streamed() -> None:
    """Responses, whole and as events; the items go back in as they came."""
    said: list[Piece] = [Thinking(text="hm"), "Let me see, it may take a while.", CALL]
    include: Any = ["reasoning.encrypted_content"]
    with LoopbackProvider([said, said, "Rain."]) as provider, gpt(provider) as client:
        whole = client.responses.create(model="m", input=ASKED, tools=[ITEM_LOOK], include=include)
        assert [item.type for item in whole.output] == ["reasoning", "message", "function_call"]
        assert whole.output_text == said[1]
        with client.responses.stream(model="m", input=ASKED, tools=[ITEM_LOOK]) as stream:
            for _ in stream:
                pass
            streamed = stream.get_final_response()
        assert streamed.output_text == said[1]
        call = whole.output[2]
        assert call.type == "function_call"
        answer = {"type": "function_call_output", "call_id": call.call_id, "output": "7°"}
        items: Any = [*ASKED, *whole.output, answer]
        end = client.responses.create(model="m", input=items)
        assert end.output_text == "Rain."


def test_tokens_are_counted_and_texts_embedded() -> None:
    """The counting endpoints of both vendors, and embeddings by the embedder that was given."""
    with (
        LoopbackProvider(embedder=HashEmbedder(8), count=lambda body: 77) as provider,
        claude(provider) as claude_client,
        gpt(provider) as client,
    ):
        counted = claude_client.messages.count_tokens(model="m", messages=ASKED)
        assert counted.input_tokens == 77
        assert client.responses.input_tokens.count(model="m", input="hi").input_tokens == 77
        found = client.embeddings.create(model="m", input=["a b", "天气"])
        assert [len(one.embedding) for one in found.data] == [8, 8]
        plain = client.embeddings.create(model="m", input="a b", encoding_format="float")
        assert plain.data[0].embedding == pytest.approx(found.data[0].embedding)


@pytest.mark.parametrize(
    ("status", "theirs", "ours"),
    [
        (400, anthropic.BadRequestError, openai.BadRequestError),
        (401, anthropic.AuthenticationError, openai.AuthenticationError),
        (404, anthropic.NotFoundError, openai.NotFoundError),
        (429, anthropic.RateLimitError, openai.RateLimitError),
        (500, anthropic.InternalServerError, openai.InternalServerError),
        (529, anthropic.APIStatusError, openai.InternalServerError),
    ],
)
def test_failures_come_in_the_vendors_envelope(
    status: int, theirs: type[Exception], ours: type[Exception]
) -> None:
    """Each status becomes the SDK's own exception, with type and message where it looks."""
    with LoopbackProvider([Failure(status=status, message="no")] * 2) as provider:
        with claude(provider) as client, pytest.raises(theirs) as caught:
            client.messages.create(model="m", max_tokens=9, messages=ASKED)
        assert isinstance(caught.value, anthropic.APIStatusError)
        assert caught.value.status_code == status
        body: Any = caught.value.body
        assert body["error"]["message"] == "no"
        assert body["error"]["type"]
        with gpt(provider) as other, pytest.raises(ours) as raised:
            other.chat.completions.create(model="m", messages=ASKED)
        assert isinstance(raised.value, openai.APIStatusError)
        assert "no" in raised.value.message


def test_an_overloaded_provider_is_tried_again() -> None:
    """The SDK's own retries meet the script: after two failures the answer comes."""
    busy = Failure(status=529, retry_after=0.001)
    with (
        LoopbackProvider([busy, Failure(status=429, retry_after=0.001), "Rain."]) as provider,
        anthropic.Anthropic(base_url=provider.url, api_key="k") as client,
    ):
        message = client.messages.create(model="m", max_tokens=9, messages=ASKED)
        assert message.content[0].type == "text"
        assert len(provider.requests) == 3


def test_wrong_keys_bodies_and_paths() -> None:
    """A wrong key, an unknown path and a request over the window are refused as the vendors do."""
    with LoopbackProvider(["hi"], api_key="right", window=5) as provider:
        with claude(provider) as client, pytest.raises(anthropic.AuthenticationError):
            client.messages.create(model="m", max_tokens=9, messages=ASKED)
        with openai.OpenAI(base_url=provider.openai_url, api_key="right", max_retries=0) as right:
            with pytest.raises(openai.BadRequestError) as caught:
                right.chat.completions.create(model="m", messages=ASKED)
            assert caught.value.code == "context_length_exceeded"
            with pytest.raises(openai.NotFoundError):
                right.models.list()
        assert len(provider.requests) == 1


def test_answers_that_break() -> None:
    """A malformed body, a connection that is closed, a stream that ends too soon, a slow answer."""
    script: list[Reply] = [
        Malformed(),
        HangUp(),
        Answer(pieces=["It rains."], breaks_after=3),
        Answer(pieces=["late"], delay=30),
    ]
    with LoopbackProvider(script) as provider, claude(provider, timeout=0.5) as client:
        with pytest.raises(ValueError, match=r"JSON|Expecting|Unterminated|delimiter"):
            client.messages.create(model="m", max_tokens=9, messages=ASKED)
        with pytest.raises(anthropic.APIConnectionError):
            client.messages.create(model="m", max_tokens=9, messages=ASKED)
        with (
            pytest.raises(Exception, match=r"peer closed|incomplete|connection"),
            client.messages.stream(model="m", max_tokens=9, messages=ASKED) as stream,
        ):
            stream.until_done()
        with pytest.raises(anthropic.APITimeoutError):
            client.messages.create(model="m", max_tokens=9, messages=ASKED)


def test_a_function_plays_the_model() -> None:
    """The script may look at the request; what it raises is told to who asked."""

    def model(request: Request) -> str:
        if request.interface is Interface.CHAT:
            raise LookupError("not here")
        return f"You said: {request.last}"

    with LoopbackProvider(model) as provider:
        with claude(provider) as client:
            message = client.messages.create(model="m", max_tokens=9, messages=ASKED)
        assert message.content[0].type == "text"
        assert message.content[0].text == f"You said: {ASKED[0]['content']}"
        with gpt(provider) as other, pytest.raises(openai.BadRequestError, match="not here"):
            other.chat.completions.create(model="m", messages=ASKED)


def test_an_invalid_request_is_refused_and_takes_no_reply() -> None:
    """The model is not asked; the request stands among the others with its faults."""
    wrong: Any = [{"role": "assistant", "content": "hi"}]
    with LoopbackProvider(["Rain."]) as provider, claude(provider) as client:
        with pytest.raises(anthropic.BadRequestError, match="not the user's"):
            client.messages.create(model="m", max_tokens=9, messages=wrong)
        client.messages.create(model="m", max_tokens=9, messages=ASKED)
        assert [len(one.faults) for one in provider.requests] == [1, 0]


def test_the_script_at_its_end() -> None:
    """One request too many says so, and is not tried again."""
    with (
        LoopbackProvider() as provider,
        claude(provider) as client,
        pytest.raises(anthropic.BadRequestError, match="no reply left"),
    ):
        client.messages.create(model="m", max_tokens=9, messages=ASKED)


def test_the_tool_runner_has_its_conversation_held() -> None:
    """The vendor's own loop sends new messages only; what is checked and seen is the whole."""

    @anthropic.beta_tool
    def look(place: str) -> str:
        """The weather in a place."""
        return f"{place}: 7°"

    with LoopbackProvider([CALL, CALL, "Rain."]) as provider, claude(provider) as client:
        runner = client.beta.messages.tool_runner(
            model="m", max_tokens=99, messages=ASKED, tools=[look]
        )
        end = runner.until_done()
        assert end.content[0].type == "text"
        assert end.content[0].text == "Rain."
        assert [len(one.body["messages"]) for one in provider.requests] == [1, 1, 1]
        assert [len(one.messages) for one in provider.requests] == [1, 3, 5]
        assert provider.requests[-1].last == "Wien: 7°"
        with pytest.raises(anthropic.NotFoundError, match="thread"):
            client.beta.messages.create(
                model="m",
                max_tokens=9,
                messages=ASKED,
                betas=["message-threads-2026-08-12"],
                thread={"type": "continue", "previous_message_id": "msg_0"},
            )


def test_verbatim_blocks_and_items() -> None:
    """What has no form of its own is given as it stands; its kind must be named to come back."""
    block = {"type": "novelty", "data": {"x": 1}}
    with LoopbackProvider([[Verbatim(block=block), "ok"], "ok"], kinds=["novelty"]) as provider:
        client = claude(provider)
        message = client.messages.create(model="m", max_tokens=9, messages=ASKED)
        said: Any = [*ASKED, message.to_param(), *ASKED]
        client.messages.create(model="m", max_tokens=9, messages=said)
        sent = provider.requests[1].body["messages"][1]["content"][0]
        assert sent == block
        client.close()


def test_coroutines_at_once() -> None:
    """Several requests wait at the same time, and each gets its own answer."""

    async def ask(provider: LoopbackProvider) -> list[str]:
        async with anthropic.AsyncAnthropic(base_url=provider.url, api_key="k") as client:
            answers = await asyncio.gather(
                *(client.messages.create(model="m", max_tokens=9, messages=ASKED) for _ in range(8))
            )
        return [block.text for one in answers for block in one.content if block.type == "text"]

    script = [Answer(pieces=[str(n)], delay=0.1) for n in range(8)]
    with LoopbackProvider(script) as provider:
        assert sorted(asyncio.run(ask(provider))) == [str(n) for n in range(8)]


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key of whoever runs the tests is used."""
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
