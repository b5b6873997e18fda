"""A whole request is refused for each thing that the endpoint refuses it for."""

from __future__ import annotations

from typing import Any

import pytest

from stratal.testing.wire import request_faults, responses_faults

USER: Any = {"role": "user", "content": "hi"}
USE: Any = {"type": "tool_use", "id": "a", "name": "look", "input": {}}
RESULT: Any = {"type": "tool_result", "tool_use_id": "a", "content": "fine"}
THOUGHT: Any = {"type": "thinking", "thinking": "hm", "signature": "S"}
TEXT: Any = {"type": "text", "text": "x"}
TOOL: Any = {"name": "look", "input_schema": {"type": "object"}}
SEARCH: Any = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
SUMMARY: Any = {"type": "compaction", "content": "said", "encrypted_content": "E"}
EDITS: Any = {"edits": []}
ON: Any = {"type": "enabled", "budget_tokens": 1024}


def said(*blocks: object) -> Any:
    return {"role": "assistant", "content": list(blocks)}


def asked(*blocks: object) -> Any:
    return {"role": "user", "content": list(blocks)}


def marked(ttl: str | None = None) -> Any:
    return {**TEXT, "cache_control": {"type": "ephemeral", **({"ttl": ttl} if ttl else {})}}


def message(**changes: Any) -> list[str]:
    betas = changes.pop("betas", ())
    body = {"model": "m", "max_tokens": 2000, "messages": [USER], **changes}
    return request_faults("/v1/messages", body, betas=betas)


def test_what_the_messages_endpoint_takes() -> None:
    """Consecutive turns of a role, prefixed thinking, tools, a system message after the user's."""
    loop = [USER, said(THOUGHT, USE), asked(RESULT, TEXT)]
    steered = [USER, {"role": "system", "content": "Be brief."}, said(TEXT), USER]
    assert message() == []
    assert message(messages=[USER, USER, said(TEXT), said(SEARCH)]) == []
    assert message(messages=loop, tools=[TOOL], thinking=ON, tool_choice={"type": "auto"}) == []
    assert message(messages=steered, system=[marked("1h"), marked()]) == []
    assert message(messages=[said(SUMMARY), USER], betas=["compact-2026-09-04"]) == []
    assert message(messages=[USER, said(SUMMARY, TEXT), USER], betas=["compact-2026-01-12"]) == []
    assert message(context_management=EDITS, betas=["context-management-2025-06-27"]) == []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"model": ""}, "model"),
        ({"max_tokens": None}, "max_tokens"),
        ({"max_tokens": 0, "stream": True}, "max_tokens"),
        ({"temperature": 1.5}, "temperature"),
        ({"surprise": 1}, "surprise: extra"),
        ({"mcp_servers": []}, "mcp_servers: extra"),
        ({"context_management": EDITS}, "without its beta"),
        ({"compaction": {"type": "summarize"}}, "without its beta"),
        ({"messages": [asked({**TEXT, "note": 1})]}, "text.note: extra"),
        ({"messages": [asked({"type": "hologram"})]}, "none of the known types"),
        ({"messages": [asked({"type": "document"})]}, "document.source: field required"),
        ({"messages": [asked({"type": "document", "source": {"type": "url"}})]}, "its address"),
        ({"messages": [asked({"type": "image", "source": {"type": "file"}})]}, "id of its file"),
        ({"messages": [USER, said(THOUGHT), USER]}, "final block"),
        ({"messages": [USER, said(TEXT, SEARCH), USER]}, "no result for the server tool"),
        ({"messages": [{"role": "system", "content": "x"}, USER]}, "between a user's"),
        ({"messages": [USER, said(SUMMARY, TEXT), USER]}, "needs the beta header"),
        ({"messages": [USER, said(SUMMARY), USER], "betas": ["compact-2026-09-04"]}, "misplaced"),
        ({"messages": [USER, said({**SUMMARY, "content": ""}), USER]}, "content is empty"),
        ({"tools": [TOOL, TOOL]}, "must be unique"),
        ({"tools": [{**TOOL, "name": "a b"}]}, "does not match"),
        ({"tools": [{"name": "look"}]}, "an object schema"),
        ({"tools": [{**TOOL, "parameters": {}}]}, "parameters: extra"),
        ({"tool_choice": {"type": "any"}}, "while providing tools"),
        ({"tools": [TOOL], "tool_choice": {"type": "tool", "name": "b"}}, "not found"),
        ({"tools": [TOOL], "tool_choice": {"type": "any"}, "thinking": ON}, "forces tool use"),
        ({"thinking": {"type": "enabled", "budget_tokens": 1}}, "1024 at least"),
        ({"thinking": {"type": "enabled", "budget_tokens": 3000}}, "must be greater"),
        ({"thinking": ON, "temperature": 0.5}, "may only be 1"),
        ({"thinking": ON, "messages": [USER, said(USE), asked(RESULT)]}, "expected thinking"),
        ({"messages": [USER, said(THOUGHT, TEXT)]}, "which is disabled"),
        ({"system": [marked("2h")]}, "5m or 1h"),
        ({"system": [marked(), marked("1h")]}, "must not come after"),
        ({"messages": [USER, said({**THOUGHT, "cache_control": {"type": "ephemeral"}}, TEXT)]},
         "cannot be set on thinking"),
        ({"tools": [{**TOOL, "cache_control": {"type": "ephemeral"}}], "system": [marked()] * 4},
         "5 cache breakpoints"),
    ],
)  # fmt: skip
def test_what_the_messages_endpoint_refuses(changes: dict[str, Any], fault: str) -> None:
    """Limits, fields, betas, tools, thinking and the cache."""
    found = message(**changes)
    assert any(fault in one for one in found), found


def test_counting_takes_no_limit_of_the_answer() -> None:
    """What shapes an answer is no part of what is counted."""
    body = {"model": "m", "messages": [USER]}
    assert request_faults("/v1/messages/count_tokens", body) == []
    assert request_faults("/v1/messages/count_tokens", {**body, "max_tokens": 1}) != []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"model": None}, "model"),
        ({"surprise": 1}, "Unrecognized"),
        ({"messages": [{**USER, "reasoning_content": "x"}]}, "Unknown parameter"),
        ({"messages": [{**USER, "name": "a b"}]}, "expected pattern"),
        ({"temperature": 3}, "temperature"),
        ({"max_tokens": 1, "max_completion_tokens": 1}, "cannot both"),
        ({"stream_options": {}}, "when stream"),
        ({"tool_choice": "auto"}, "when 'tools'"),
        ({"tools": []}, "a list of objects"),
        ({"tools": [{"type": "function", "function": {"name": "a b"}}]}, "does not match"),
        (
            {"tools": [{"type": "function", "function": {"name": "a", "parameters": {}}}]},
            "an object schema",
        ),
        (
            {
                "tools": [{"type": "function", "function": {"name": "a"}}],
                "tool_choice": {"type": "function", "function": {"name": "b"}},
            },
            "not among the tools",
        ),
    ],
)
def test_what_the_chat_endpoint_refuses(changes: dict[str, Any], fault: str) -> None:
    """Arguments, fields of messages, tools and their choice."""
    body = {"model": "m", "messages": [USER]}
    assert request_faults("/v1/chat/completions", body) == []
    found = request_faults("/v1/chat/completions", {**body, **changes})
    assert any(fault in one for one in found), found


CALL: Any = {"type": "function_call", "call_id": "c", "name": "look", "arguments": "{}"}
OUTPUT: Any = {"type": "function_call_output", "call_id": "c", "output": "fine"}
REASONED: Any = {"type": "reasoning", "id": "r", "summary": []}


@pytest.mark.parametrize(
    ("items", "fault"),
    [
        ([], "at least one item"),
        ([{"role": "tool", "content": "x"}], "the role 'tool'"),
        ([{"role": "user", "content": [{"type": "output_text", "text": "x"}]}], "'output_text'"),
        ([{"role": "assistant", "content": [{"type": "input_text", "text": "x"}]}], "'input_text'"),
        ([{"role": "user", "content": [{"type": "input_image"}]}], "its address"),
        ([USER, CALL], "No tool output"),
        ([USER, OUTPUT], "No tool call"),
        ([USER, CALL, CALL, OUTPUT], "Duplicate"),
        ([USER, {**CALL, "arguments": {}}, OUTPUT], "is no text"),
        ([USER, CALL, {**OUTPUT, "output": [{"type": "text", "text": "x"}]}], "part in an output"),
        ([USER, REASONED], "required following item"),
        ([USER, REASONED, USER], "required following item"),
        ([USER, CALL, REASONED, OUTPUT], "required following item"),
    ],
)
def test_what_the_responses_endpoint_refuses(items: list[Any], fault: str) -> None:
    """Roles and parts of messages, calls without outputs, reasoning without what came of it."""
    found = responses_faults({"input": items})
    assert any(fault in one for one in found), found


def test_items_and_embeddings() -> None:
    """Unknown fields and types of items, and texts that cannot be embedded."""
    path = "/v1/responses"
    body = {"model": "m", "input": [USER, REASONED, CALL, OUTPUT]}
    assert request_faults(path, body) == []
    assert request_faults(path, {"model": "m", "input": "hi", "messages": []}) != []
    assert request_faults(path, {**body, "input": [{"type": "novelty"}]}) != []
    assert request_faults(path, {**body, "input": [{"type": "novelty"}]}, kinds=["novelty"]) == []
    assert request_faults(path, {**body, "input": [USER, {**CALL, "async_": None}, OUTPUT]}) != []
    assert request_faults("/v1/embeddings", {"model": "m", "input": ["a"]}) == []
    for wrong in ("", [], ["a", ""], [1], ["a"] * 2049):
        assert request_faults("/v1/embeddings", {"model": "m", "input": wrong}) != []
