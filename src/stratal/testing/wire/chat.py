"""What OpenAI's chat completions refuse."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from stratal.testing.wire.shapes import number, objects, only_objects, says

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_SPEAKER = re.compile(r"[^\s<|\\/>]{1,64}")
_MOST_TOOLS = 128

CREATED = frozenset(
    "audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens"
    " max_tokens messages metadata modalities model moderation n parallel_tool_calls prediction"
    " presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention"
    " reasoning_effort response_format safety_identifier seed service_tier stop store"
    " stream_options temperature tool_choice tools top_logprobs top_p user verbosity"
    " web_search_options".split()
)
"""What a request may hold."""
_SAID = frozenset({"role", "content", "name"})
_KEYS = {
    "system": _SAID,
    "developer": _SAID,
    "user": _SAID,
    # An answer may be sent back as it came, annotations and all.
    "assistant": _SAID | {"refusal", "audio", "annotations", "function_call", "tool_calls"},
    "tool": _SAID | {"tool_call_id"},
    "function": _SAID,
}


def openai_faults(arguments: Mapping[str, object]) -> list[str]:
    """What is wrong with ``messages`` of OpenAI's chat interface."""
    return list(_openai_faults(arguments))


def request_faults(
    body: Mapping[str, object], betas: Collection[str], kinds: Collection[str]
) -> Iterator[str]:
    """What is wrong with a whole request for a chat completion."""
    del betas
    for key in sorted(body.keys() - CREATED - {"stream"}):
        yield f"Unrecognized request argument supplied: {key}"
    if not says(body.get("model")):
        yield "you must provide a model parameter"
    for key, least, most in (
        ("max_tokens", 1, 1e9),
        ("max_completion_tokens", 1, 1e9),
        ("n", 1, 128),
        ("temperature", 0, 2),
        ("top_p", 0, 1),
    ):
        if body.get(key) is not None and not number(body[key], least, most):
            yield f"{key}: a number from {least} to {most:g} is required"
    if body.get("max_tokens") is not None and body.get("max_completion_tokens") is not None:
        yield "max_tokens and max_completion_tokens cannot both be set"
    if body.get("stream_options") is not None and not body.get("stream"):
        yield "stream_options is only allowed when stream is enabled"
    for at, message in enumerate(objects(body.get("messages"))):
        known = _KEYS.get(str(message.get("role")), _SAID)
        for key in sorted(message.keys() - known - {*kinds}):
            yield f"Unknown parameter: 'messages[{at}].{key}'"
        name = message.get("name")
        if name is not None and not (isinstance(name, str) and _SPEAKER.fullmatch(name)):
            yield f"'messages[{at}].name' does not match the expected pattern"
    yield from _openai_faults(body)
    yield from tool_faults(body, nested=True)


def tool_faults(body: Mapping[str, object], *, nested: bool) -> Iterator[str]:
    """Tools and their choice. `nested`: a function is an object of its own, as chat has it."""
    given = body.get("tools")
    tools = objects(given)
    if given is None:
        for key in ("tool_choice", "parallel_tool_calls") if nested else ():
            if body.get(key) is not None:
                yield f"{key!r} is only allowed when 'tools' are specified"
        return
    if not isinstance(given, list) or len(tools) != len(given) or (nested and not tools):
        yield "tools: a list of objects is required"
    if len(tools) > _MOST_TOOLS:
        yield f"tools: {_MOST_TOOLS} at most"
    names = set()
    for at, tool in enumerate(tools):
        kind = tool.get("type")
        if nested and kind not in ("function", "custom"):
            yield f"tools[{at}].type: none of function and custom"
        if kind not in ("function", "custom"):
            continue
        function = tool.get(str(kind)) if nested else tool
        named = function if isinstance(function, Mapping) else {}
        names.add(named.get("name"))
        if not isinstance(named.get("name"), str) or not _NAME.fullmatch(str(named["name"])):
            yield f"tools[{at}].name does not match ^[a-zA-Z0-9_-]{{1,64}}$"
        schema = named.get("parameters")
        if schema is not None and (
            not isinstance(schema, Mapping) or schema.get("type") != "object"
        ):
            yield f"tools[{at}].parameters: an object schema is required"
    choice = body.get("tool_choice")
    if isinstance(choice, str):
        if choice not in ("none", "auto", "required"):
            yield f"tool_choice: {choice!r} is none of none, auto and required"
    elif isinstance(choice, Mapping) and choice.get("type") in ("function", "custom"):
        inner = choice.get(str(choice["type"])) if nested else choice
        if not isinstance(inner, Mapping) or inner.get("name") not in names:
            yield "tool_choice: the named tool is not among the tools"


def _openai_faults(arguments: Mapping[str, object]) -> Iterator[str]:
    given = arguments.get("messages")
    messages = objects(given)
    if not only_objects(given):
        yield "messages is not a list of at least one object"
        return
    asked: list[object] = []
    for at, message in enumerate(messages):
        role = message.get("role")
        if role == "tool":
            answered = message.get("tool_call_id")
            if answered not in asked:
                yield f"message {at}: a result for {answered!r}, which awaits none"
            else:
                asked.remove(answered)
        else:
            for call in asked:
                yield f"message {at}: no result for the call {call!r} before it"
            asked = [call.get("id") for call in objects(message.get("tool_calls"))]
        yield from (f"message {at}: {fault}" for fault in _message_faults(message))
    if asked:
        yield "the last message calls tools and no result follows"


def _message_faults(message: Mapping[str, object]) -> Iterator[str]:
    role, content = message.get("role"), message.get("content")
    if role not in ("system", "developer", "user", "assistant", "tool"):
        yield f"the role {role!r}"
    if role == "assistant":
        yield from _assistant_faults(message)
        if content is None or content == "":
            return
    elif "tool_calls" in message:
        yield "tool_calls that are not the assistant's"
    if isinstance(content, str):
        if not content and role != "tool":
            yield "the content is empty"
        return
    parts = objects(content)
    if not only_objects(content):
        yield "the content is neither a text nor a list of at least one part"
    for part in parts:
        yield from _part_faults(part, role)


def _assistant_faults(message: Mapping[str, object]) -> Iterator[str]:
    calls = message.get("tool_calls")
    if calls is None:
        if not any(message.get(key) for key in ("content", "refusal", "audio")):
            yield "an assistant message without content and calls"
        return
    listed = objects(calls)
    if not only_objects(calls):
        yield "tool_calls is not a list of at least one call"
    ids = [call.get("id") for call in listed]
    if len(set(ids)) != len(ids):
        yield "two calls of one id"
    for call in listed:
        kind = call.get("type")
        if not says(call.get("id")):
            yield "a call without an id"
        if kind not in ("function", "custom"):
            yield f"a call of the type {kind!r}"
            continue
        called = call.get(str(kind))
        text = "arguments" if kind == "function" else "input"
        if not isinstance(called, Mapping) or not says(called.get("name")):
            yield "a call without a name"
        elif not isinstance(called.get(text), str):
            yield f"the {text} of a call is no text"


def _part_faults(part: Mapping[str, object], role: object) -> Iterator[str]:
    kind = part.get("type")
    if kind == "text":
        if not isinstance(part.get("text"), str) or not part["text"]:
            yield "a text part is empty"
    elif kind == "refusal":
        if role != "assistant":
            yield "a refusal that is not the assistant's"
    elif role != "user":
        yield f"a {kind!r} part in a message of the role {role!r}"
    elif kind == "image_url":
        image = part.get("image_url")
        if not isinstance(image, Mapping) or not says(image.get("url")):
            yield "an image without its address"
    elif kind not in ("input_audio", "file"):
        yield f"a part of the type {kind!r}"
