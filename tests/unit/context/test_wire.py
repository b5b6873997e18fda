"""A body goes out in its own form as it came; into the other form all that can be expressed."""

from __future__ import annotations

import pytest
from tests.property.histories import PIXEL, Body, call, result, stored, use

from stratal.context.turns import Form, Text, Turn, groups
from stratal.context.wire import Sent, to_anthropic, to_openai, to_openai_responses
from stratal.core.canonical import Json
from stratal.core.messages import Role
from stratal.testing.wire import anthropic_faults, openai_faults, responses_faults

ASK: Body = {"role": "user", "content": "What is in the picture?"}
BASE64 = {"type": "base64", "media_type": "image/png", "data": PIXEL}
ANTHROPIC: list[Body] = [
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "What is in it?", "cache_control": {"type": "ephemeral"}},
            {"type": "image", "source": BASE64},
            {"type": "hologram", "shape": [1, 2]},
        ],
    },
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "hm", "signature": "S"},
            {"type": "compaction", "content": None, "encrypted_content": "E"},
            use("t1"),
            use("t2"),
        ],
    },
    {
        "role": "user",
        "content": [
            result("t2", [{"type": "image", "source": BASE64}]),
            {**dict(result("t1", "no such file")), "is_error": True},  # type: ignore[arg-type]
        ],
    },
    {"role": "assistant", "content": "A cat."},
]
OPENAI: list[Body] = [
    {"role": "user", "content": [{"type": "text", "text": "hi"}], "name": "ana"},
    {"role": "assistant", "content": "", "tool_calls": [call("c1", '{"b":1, "a":2}')]},
    {"role": "tool", "tool_call_id": "c1", "content": ""},
    {"role": "assistant", "content": None, "refusal": "No.", "annotations": []},
    {"role": "user", "content": [{"type": "file", "file": {"file_id": "f"}}]},
]


def turns(bodies: list[Body]) -> list[Turn]:
    found, orphans = groups(stored(bodies))
    assert orphans == []
    return [turn for group in found for turn in group.turns]


def messages(sent: Sent) -> list[Body]:
    found: list[Body] = sent.arguments["messages"]
    return found


def test_anthropic_bodies_come_back_equal() -> None:
    """Thinking, compaction, unknown blocks, cache marks and errors: nothing is touched."""
    sent = to_anthropic(turns(ANTHROPIC))
    assert messages(sent) == ANTHROPIC
    assert sent.notes == ()
    assert anthropic_faults(sent.arguments) == []


def test_openai_bodies_come_back_equal() -> None:
    """Names, empty texts beside calls, the exact text of arguments, refusals, files."""
    sent = to_openai(turns(OPENAI))
    assert messages(sent) == OPENAI
    assert sent.notes == ()
    assert openai_faults(sent.arguments) == []


def test_what_is_sent_is_a_copy() -> None:
    """A host that changes what it got does not change what the next request says."""
    read = turns(ANTHROPIC)
    messages(to_anthropic(read))[0]["content"][0]["text"] = "changed"  # type: ignore[index]
    assert messages(to_anthropic(read)) == ANTHROPIC


def test_anthropic_as_openai() -> None:
    """Text, image, parallel calls and results cross over; the rest is told."""
    sent = to_openai(turns(ANTHROPIC))
    asked, called, first, second, pictures, said = messages(sent)
    picture = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}}
    assert isinstance(asked["content"], list)
    assert asked["content"][1] == picture
    assert "hologram" in str(asked["content"][2])
    assert called["tool_calls"] == [
        call("t1", '{"city": "Wien"}'),
        call("t2", '{"city": "Wien"}'),
    ]
    assert (first["tool_call_id"], second["tool_call_id"]) == ("t2", "t1")
    assert "[error]" in str(second["content"])
    assert isinstance(pictures["content"], list)
    assert pictures["role"] == "user"
    assert pictures["content"][1] == picture
    assert said == ANTHROPIC[3]
    assert openai_faults(sent.arguments) == []
    for kind in ("hologram", "thinking", "compaction", "image"):
        assert any(kind in note for note in sent.notes), kind


def test_openai_as_anthropic() -> None:
    """Calls become blocks with their input as an object, refusals text, pictures sources."""
    web: dict[str, Json] = {
        "type": "image_url",
        "image_url": {"url": "https://pictures.example/a.png"},
    }
    bodies: list[Body] = [*OPENAI, {"role": "user", "content": [web]}]
    sent = to_anthropic(turns(bodies))
    asked, called, answered, refused, last = messages(sent)
    assert asked == {"role": "user", "content": [{"type": "text", "text": "hi"}]}
    assert called["content"] == [
        {"type": "tool_use", "id": "c1", "name": "look", "input": {"a": 2, "b": 1}}
    ]
    assert answered["content"] == [{"type": "tool_result", "tool_use_id": "c1", "content": []}]
    assert refused["content"] == [{"type": "text", "text": "No."}]
    assert isinstance(last["content"], list)
    assert last["content"][1] == {
        "type": "image",
        "source": {"type": "url", "url": "https://pictures.example/a.png"},
    }
    assert anthropic_faults(sent.arguments) == []
    assert any("'name'" in note for note in sent.notes)
    assert any("'file'" in note for note in sent.notes)


def test_responses_items_become_one_step() -> None:
    """A message and two calls told as three items are one assistant message in both forms."""
    bodies: list[Body] = [
        {"role": "user", "content": [{"type": "input_text", "text": "go"}]},
        {"type": "reasoning", "id": "r", "summary": [], "encrypted_content": "E"},
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "Looking.", "annotations": []}],
        },
        {"type": "function_call", "call_id": "c1", "name": "look", "arguments": "{}"},
        {"type": "function_call", "call_id": "c2", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "one"},
        {"type": "function_call_output", "call_id": "c2", "output": "two"},
    ]
    chat = to_openai(turns(bodies))
    assert messages(chat) == [
        {"role": "user", "content": "go"},
        {
            "role": "assistant",
            "content": "Looking.",
            "tool_calls": [call("c1", "{}"), call("c2", "{}")],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "one"},
        {"role": "tool", "tool_call_id": "c2", "content": "two"},
    ]
    blocks = to_anthropic(turns(bodies))
    assert [one["role"] for one in messages(blocks)] == ["user", "assistant", "user"]
    assert anthropic_faults(blocks.arguments) == []
    assert any("reasoning" in note for note in chat.notes)


@pytest.mark.parametrize("text", ["not json", "[1]", '{"n": NaN}'])
def test_arguments_that_are_no_object_stand_as_text(text: str) -> None:
    """What a model wrote wrongly is shown as it wrote it, and told."""
    sent = to_anthropic(turns([ASK, {**OPENAI[1], "tool_calls": [call("c", text)]}]))
    assert messages(sent)[1]["content"] == [
        {"type": "tool_use", "id": "c", "name": "look", "input": {"input": text}}
    ]
    assert any("no JSON object" in note for note in sent.notes)


def test_ids_that_are_not_taken_are_replaced_in_call_and_result() -> None:
    """Reused ids and ids of other alphabets name one call each, the same way every time."""
    step: list[Body] = [
        {"role": "assistant", "content": None, "tool_calls": [call("look:0", "{}")]},
        {"role": "tool", "tool_call_id": "look:0", "content": "fine"},
    ]
    bodies = [ASK, *step, ASK, *step]
    sent = to_anthropic(turns(bodies))
    assert anthropic_faults(sent.arguments) == []
    assert to_anthropic(turns(bodies)) == sent
    assert messages(to_openai(turns(bodies))) == bodies


def test_messages_of_one_role_are_joined_for_anthropic() -> None:
    """Consecutive user messages become one, their blocks in order."""
    sent = to_anthropic(turns([ASK, {"role": "user", "content": "Well?"}]))
    assert messages(sent) == [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "What is in the picture?"},
                {"type": "text", "text": "Well?"},
            ],
        }
    ]


def test_the_envelope_of_an_answer_is_taken_off() -> None:
    """An answer logged as the vendor gave it is sent as a message."""
    answer: Body = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 1},
        "content": [{"type": "text", "text": "Hello."}],
    }
    sent = to_anthropic(turns([ASK, answer, ASK]))
    assert messages(sent)[1] == {"role": "assistant", "content": answer["content"]}
    assert sent.notes == ()


def test_more_cache_breakpoints_than_allowed_lose_the_earliest() -> None:
    """The last four stay."""
    marked: Body = {
        "role": "user",
        "content": [{"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}],
    }
    sent = to_anthropic(turns([marked] * 6))
    [message] = messages(sent)
    assert isinstance(message["content"], list)
    assert ["cache_control" in one for one in message["content"]] == [False] * 2 + [True] * 4
    assert sent.notes


def test_system_text_stands_at_the_head() -> None:
    """One system message for OpenAI, a list of blocks for Anthropic; the log's own included."""
    bodies: list[Body] = [{"role": "developer", "content": "Be brief."}, ASK]
    head, *rest = turns(bodies)
    assert messages(to_openai(rest, [head])) == bodies
    assert messages(to_openai(rest, ["You are kind.", head, "Facts."]))[0] == {
        "role": "developer",
        "content": "You are kind.\n\nBe brief.\n\nFacts.",
    }
    assert to_anthropic(rest, ["You are kind.", head]).arguments["system"] == [
        {"type": "text", "text": "You are kind."},
        {"type": "text", "text": "Be brief."},
    ]


def test_a_system_message_in_between_is_marked_for_anthropic() -> None:
    """It stays where it was said, and does not pass for the user's words."""
    sent = to_anthropic(turns([ASK, {"role": "system", "content": "The user left."}]))
    [message] = messages(sent)
    assert "not from the user" in str(message["content"])
    assert sent.notes


def test_words_at_the_end_that_the_model_continues_end_in_no_space() -> None:
    """Anthropic refuses trailing white space there."""
    sent = to_anthropic(turns([ASK, {"role": "assistant", "content": "It is a "}]))
    assert messages(sent)[1]["content"] == "It is a"
    assert anthropic_faults(sent.arguments) == []


def test_a_vendors_compaction_stands_first() -> None:
    """What it stands for is left out, and said; what was added for this turn is not."""
    block: Json = {"type": "compaction", "content": "They said hello.", "encrypted_content": "E"}
    text: Json = {"type": "text", "text": "Hello."}
    bodies: list[Body] = [
        ASK,
        {"role": "assistant", "content": [text, block, text]},
        {"role": "user", "content": "Well?"},
    ]
    sent = to_anthropic(turns(bodies))
    assert messages(sent) == [{"role": "assistant", "content": [block, text]}, bodies[2]]
    assert [loss.block for loss in sent.losses] == ["compaction"]
    failed: Json = {"type": "compaction", "content": None}
    kept: list[Body] = [ASK, {"role": "assistant", "content": [failed, text]}]
    assert messages(to_anthropic(turns(kept))) == kept
    added = Turn(
        role=Role.USER, parts=(Text(text="now"),), form=Form.OTHER, message=None, appended=True
    )
    first, second, _ = turns(bodies)
    assert messages(to_anthropic([first, added, second]))[-1]["role"] == "user"


THOUGHT: Json = {"type": "thinking", "thinking": "hm", "signature": "S"}
SEARCH: Json = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}}


def test_thinking_that_nothing_came_of_is_left_out() -> None:
    """An answer that was cut off while thinking is refused at the end of a message."""
    bodies: list[Body] = [ASK, {"role": "assistant", "content": [THOUGHT]}, ASK]
    sent = to_anthropic(turns(bodies))
    assert anthropic_faults(sent.arguments) == []
    assert len(messages(sent)) == 1
    assert [loss.block for loss in sent.losses] == ["thinking"]
    gone_on = [*bodies[:2], {"role": "assistant", "content": "A cat."}]
    assert messages(to_anthropic(turns(gone_on)))[1]["content"] == [
        THOUGHT,
        {"type": "text", "text": "A cat."},
    ]


def test_thinking_that_nobody_signed_is_left_out() -> None:
    """Other servers of this interface think aloud without signing."""
    aloud: Json = {"type": "thinking", "thinking": "hm"}
    sent = to_anthropic(turns([ASK, {"role": "assistant", "content": [aloud, use("t1")]}]))
    assert messages(sent)[1]["content"] == [use("t1")]
    assert [(loss.seq, loss.block) for loss in sent.losses] == [(2, "thinking")]


def test_a_paused_server_tool_goes_on_only_at_the_end() -> None:
    """The server's own call waits for its result in the last message; elsewhere it is refused."""
    paused: Body = {
        "role": "assistant",
        "content": [{"type": "text", "text": "One moment"}, SEARCH],
    }
    assert messages(to_anthropic(turns([ASK, paused])))[1] == paused
    sent = to_anthropic(turns([ASK, paused, ASK]))
    assert messages(sent)[1]["content"] == [{"type": "text", "text": "One moment"}]
    assert [loss.block for loss in sent.losses] == ["server_tool_use"]


def test_anthropic_as_responses() -> None:
    """A step becomes items: what is said, each call, each result with its picture in it."""
    sent = to_openai_responses(turns(ANTHROPIC), ["Be brief."])
    assert sent.arguments["instructions"] == "Be brief."
    asked, *calls, second, first, said = sent.arguments["input"]
    url = f"data:image/png;base64,{PIXEL}"
    assert asked["content"][1] == {"type": "input_image", "image_url": url, "detail": "auto"}
    assert [(one["type"], one["call_id"]) for one in calls] == [
        ("function_call", "t1"),
        ("function_call", "t2"),
    ]
    assert second["output"] == [{"type": "input_image", "image_url": url, "detail": "auto"}]
    assert first["output"][0] == {"type": "input_text", "text": "[error]"}
    assert said == ANTHROPIC[3]
    assert responses_faults(sent.arguments) == []
    assert {loss.block for loss in sent.losses} == {"hologram", "thinking", "compaction"}


def test_reasoning_without_what_came_of_it_is_left_out() -> None:
    """An answer that was cut off after its reasoning is refused."""
    thought: Body = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "E"}
    sent = to_openai_responses(turns([ASK, thought, ASK]))
    assert sent.arguments["input"] == [ASK, ASK]
    assert [loss.block for loss in sent.losses] == ["reasoning"]


def test_what_an_sdk_adds_to_an_answer_is_taken_off() -> None:
    """Null fields, names of Python's and what was parsed are not sent; in a tool's input they are.

    So are they in blocks that nobody knows.
    """
    odd: Json = {"parsed_output": None, "caller": None}
    said: Json = [
        {"type": "text", "text": "Let me see.", "citations": None, "parsed_output": None},
        {"type": "tool_use", "id": "t", "name": "look", "input": odd, "caller": None},
    ]
    sent = to_anthropic(turns([ASK, {"role": "assistant", "content": said}]))
    assert messages(sent)[1]["content"] == [
        {"type": "text", "text": "Let me see.", "citations": None},
        {"type": "tool_use", "id": "t", "name": "look", "input": odd},
    ]
    item: Body = {
        "type": "function_call", "id": "fc", "call_id": "c", "name": "look", "arguments": "{}",
        "status": "completed", "async_": None, "caller": None, "namespace": None,
        "parsed_arguments": {},
    }  # fmt: skip
    back = to_openai_responses(turns([ASK, item])).arguments["input"][1]
    kept = {"type", "id", "call_id", "name", "arguments", "status"}
    assert back == {key: value for key, value in item.items() if key in kept}
    answer: Body = {
        "role": "assistant", "content": None, "refusal": None, "audio": {"id": "a", "data": "AA"},
        "function_call": None, "tool_calls": None, "parsed": None, "annotations": [],
    }  # fmt: skip
    assert messages(to_openai(turns([ASK, answer])))[1] == {
        "role": "assistant", "content": None, "refusal": None, "audio": {"id": "a"},
        "annotations": [],
    }  # fmt: skip


def test_a_result_has_the_type_that_its_call_wants() -> None:
    """A tool that takes plain text is answered by its own type of item."""
    asking: Body = {"type": "custom_tool_call", "call_id": "c", "name": "run", "input": "1"}
    answer: Body = {"type": "function_call_output", "call_id": "c", "output": "fine"}
    sent = to_openai_responses(turns([ASK, asking, answer]))
    assert sent.arguments["input"][2] == {**answer, "type": "custom_tool_call_output"}


def test_what_is_said_behind_a_call_waits_for_its_result() -> None:
    """Reasoning, a call and a word behind it: in every form the result stands at the call."""
    bodies: list[Body] = [
        ASK,
        {"type": "reasoning", "id": "r", "summary": [], "encrypted_content": "E"},
        {"type": "function_call", "call_id": "c", "name": "look", "arguments": "{}"},
        {"type": "message", "role": "assistant", "content": "Looking."},
        {"type": "function_call_output", "call_id": "c", "output": "fine"},
    ]
    read = turns(bodies)
    assert anthropic_faults(to_anthropic(read).arguments) == []
    assert openai_faults(to_openai(read).arguments) == []
    assert responses_faults(to_openai_responses(read).arguments) == []
