"""The validator finds each fault that a provider would."""

from __future__ import annotations

import pytest

from stratal.testing.wire import anthropic_faults, openai_faults

USER = {"role": "user", "content": "hi"}
USE = {"type": "tool_use", "id": "a", "name": "look", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "a", "content": "fine"}
CALL = {"id": "a", "type": "function", "function": {"name": "look", "arguments": "{}"}}
CALLED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
ANSWER = {"role": "tool", "tool_call_id": "a", "content": "fine"}


def assistant(*blocks: object) -> dict[str, object]:
    return {"role": "assistant", "content": list(blocks)}


def user(*blocks: object) -> dict[str, object]:
    return {"role": "user", "content": list(blocks)}


TEXT = {"type": "text", "text": "x"}
MARKED = {**TEXT, "cache_control": {"type": "ephemeral"}}


def test_valid_requests_have_no_faults() -> None:
    """A step with a call and its result, in both forms."""
    said = [USER, assistant(TEXT, USE), user(RESULT, TEXT), {"role": "assistant", "content": "ok"}]
    assert anthropic_faults({"system": [TEXT], "messages": said}) == []
    assert openai_faults({"messages": [USER, CALLED, ANSWER, USER]}) == []


@pytest.mark.parametrize(
    ("messages", "fault"),
    [
        ([], "at least one"),
        ([assistant(TEXT)], "not the user's"),
        ([USER, USER], "role of the one before"),
        ([{"role": "system", "content": "x"}], "the role 'system'"),
        ([{**USER, "name": "ana"}], "other keys"),
        ([{"role": "user", "content": " "}], "empty"),
        ([user()], "at least one block"),
        ([user({"type": "text", "text": " "})], "empty"),
        ([USER, assistant(USE)], "no result follows"),
        ([USER, assistant(USE), user(TEXT)], "no result for the call"),
        ([USER, assistant(USE), user(TEXT, RESULT)], "behind another block"),
        ([USER, assistant(USE), user(RESULT, RESULT)], "two results"),
        ([user(RESULT)], "did not call"),
        ([USER, assistant(USE, USE), user(RESULT)], "used twice"),
        ([USER, assistant({**USE, "id": "a:0"})], "with the id"),
        ([USER, assistant({**USE, "input": "x"})], "no object"),
        ([user(USE)], "not the assistant's"),
        ([USER, assistant({"type": "thinking", "thinking": "x"})], "not whole"),
        ([USER, assistant({"type": "image", "source": {}})], "not the user's"),
        ([user({"type": "image", "source": {"type": "base64", "media_type": "a/b"}})], "no data"),
        ([USER, assistant({"type": "text", "text": "x "})], "white space"),
        ([user(*[MARKED] * 5)], "breakpoints"),
    ],
)
def test_what_anthropic_refuses(messages: list[object], fault: str) -> None:
    """Each breach is named."""
    assert any(fault in one for one in anthropic_faults({"messages": messages}))


@pytest.mark.parametrize(
    ("messages", "fault"),
    [
        ([], "at least one"),
        ([{"role": "human", "content": "x"}], "the role"),
        ([{"role": "user", "content": ""}], "empty"),
        ([{"role": "user", "content": []}], "at least one part"),
        ([{"role": "assistant", "content": None}], "without content and calls"),
        ([{"role": "assistant", "tool_calls": []}], "at least one call"),
        ([USER, CALLED], "no result follows"),
        ([USER, CALLED, USER], "no result for the call"),
        ([USER, ANSWER], "awaits none"),
        ([USER, CALLED, ANSWER, ANSWER], "awaits none"),
        ([{**CALLED, "tool_calls": [CALL, CALL]}, ANSWER], "of one id"),
        ([{**USER, "tool_calls": [CALL]}], "not the assistant's"),
        ([{**CALLED, "tool_calls": [{**CALL, "type": "tool"}]}], "of the type"),
        ([{**CALLED, "tool_calls": [{**CALL, "function": {"name": "f"}}]}], "no text"),
        ([user({"type": "image_url", "image_url": "x"})], "without its address"),
        ([assistant({"type": "image_url", "image_url": {"url": "x"}})], "part in a message"),
        ([user({"type": "tool_use"})], "a part of the type"),
    ],
)
def test_what_openai_refuses(messages: list[object], fault: str) -> None:
    """Each breach is named."""
    assert any(fault in one for one in openai_faults({"messages": messages}))
