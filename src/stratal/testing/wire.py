"""Whether a request would be accepted: the rules of both vendors, written down apart from ours.

Each function returns the faults of a request's arguments as sentences; none means valid. What is
checked is what providers answer with status 400: roles and their order, calls and results paired by
id, contents that are not empty, and the fields of each kind of block. Blocks of unknown kinds pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

_ID = re.compile(r"[a-zA-Z0-9_-]+")
_IMAGES = {"image/jpeg", "image/png", "image/gif", "image/webp"}
_IN_RESULT = {"text", "image", "document", "search_result", "tool_reference"}


def anthropic_faults(arguments: Mapping[str, object]) -> list[str]:
    """What is wrong with ``system`` and ``messages`` of Anthropic's messages interface."""
    return [*_system_faults(arguments), *_anthropic_faults(arguments)]


def openai_faults(arguments: Mapping[str, object]) -> list[str]:
    """What is wrong with ``messages`` of OpenAI's chat interface."""
    return list(_openai_faults(arguments))


def _objects(value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, list):
        return []
    return [one for one in value if isinstance(one, Mapping)]


def _says(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _system_faults(arguments: Mapping[str, object]) -> Iterator[str]:
    if "system" not in arguments:
        return
    system = arguments["system"]
    if isinstance(system, str):
        return
    if not isinstance(system, list) or len(_objects(system)) != len(system):
        yield "system is neither a text nor a list of blocks"
        return
    for at, block in enumerate(_objects(system)):
        if block.get("type") != "text" or not _says(block.get("text")):
            yield f"system block {at} is not a text that says something"


def _anthropic_faults(arguments: Mapping[str, object]) -> Iterator[str]:
    given = arguments.get("messages")
    messages = _objects(given)
    if not messages or not isinstance(given, list) or len(messages) != len(given):
        yield "messages is not a list of at least one object"
        return
    if messages[0].get("role") != "user":
        yield "the first message is not the user's"
    for at, message in enumerate(messages):
        if message.keys() != {"role", "content"}:
            yield f"message {at} has other keys than role and content: {sorted(message)}"
        if message.get("role") not in ("user", "assistant"):
            yield f"message {at} has the role {message.get('role')!r}"
        if at and message.get("role") == messages[at - 1].get("role"):
            yield f"message {at} has the role of the one before it"
        yield from (f"message {at}: {fault}" for fault in _content_faults(message))
    yield from _pairing_faults(messages)
    yield from _end_faults(messages[-1])
    points = sum(1 for block in _all_blocks(arguments) if block.get("cache_control") is not None)
    if points > 4:
        yield f"{points} cache breakpoints, 4 at most"


def _content_faults(message: Mapping[str, object]) -> Iterator[str]:
    content = message.get("content")
    if isinstance(content, str):
        if not content.strip():
            yield "the content is empty"
        return
    blocks = _objects(content)
    if not blocks or not isinstance(content, list) or len(blocks) != len(content):
        yield "the content is neither a text nor a list of at least one block"
    seen_other = False
    for block in blocks:
        yield from _block_faults(block, message.get("role"))
        if block.get("type") != "tool_result":
            seen_other = True
        elif seen_other:
            yield "a tool_result stands behind another block"


def _block_faults(block: Mapping[str, object], role: object) -> Iterator[str]:
    kind = block.get("type")
    if not isinstance(kind, str):
        yield "a block without a type"
    elif kind == "text":
        if not _says(block.get("text")):
            yield "a text block is empty"
    elif kind == "image":
        if role != "user":
            yield "an image that is not the user's"
        yield from _image_faults(block)
    elif kind == "tool_use":
        if role != "assistant":
            yield "a tool_use that is not the assistant's"
        if not isinstance(block.get("input"), Mapping):
            yield "the input of a tool_use is no object"
        if not _says(block.get("name")):
            yield "a tool_use without a name"
        if not isinstance(block.get("id"), str) or not _ID.fullmatch(str(block["id"])):
            yield f"a tool_use with the id {block.get('id')!r}"
    elif kind == "tool_result":
        if role != "user":
            yield "a tool_result that is not the user's"
        yield from _result_faults(block)
    elif kind == "thinking":
        if role != "assistant" or not block.get("signature") or "thinking" not in block:
            yield "a thinking block that is not the assistant's or not whole"
    elif kind == "redacted_thinking" and (role != "assistant" or not block.get("data")):
        yield "a redacted_thinking block that is not the assistant's or not whole"


def _image_faults(block: Mapping[str, object]) -> Iterator[str]:
    source = block.get("source")
    if not isinstance(source, Mapping):
        yield "an image without a source"
    elif source.get("type") == "base64":
        if source.get("media_type") not in _IMAGES or not _says(source.get("data")):
            yield "an image with no data of a known type"
    elif source.get("type") == "url":
        if not _says(source.get("url")):
            yield "an image without its address"
    elif source.get("type") != "file":
        yield f"an image from {source.get('type')!r}"


def _result_faults(block: Mapping[str, object]) -> Iterator[str]:
    content = block.get("content")
    if content is None or isinstance(content, str):
        return
    inner = _objects(content)
    if not isinstance(content, list) or len(inner) != len(content):
        yield "a tool_result whose content is neither a text nor a list of blocks"
    for one in inner:
        if one.get("type") not in _IN_RESULT:
            yield f"a {one.get('type')!r} within a tool_result"
        else:
            yield from _block_faults(one, "user")


def _pairing_faults(messages: Sequence[Mapping[str, object]]) -> Iterator[str]:
    seen: set[object] = set()
    asked: list[object] = []
    for at, message in enumerate(messages):
        blocks = _objects(message.get("content"))
        answers = [one.get("tool_use_id") for one in blocks if one.get("type") == "tool_result"]
        for call in answers:
            if call not in asked:
                yield f"message {at}: a result for {call!r}, which the message before did not call"
        if len(set(answers)) != len(answers):
            yield f"message {at}: two results for one call"
        for call in asked:
            if call not in answers:
                yield f"message {at}: no result for the call {call!r} before it"
        asked = [one.get("id") for one in blocks if one.get("type") == "tool_use"]
        for call in asked:
            if call in seen:
                yield f"message {at}: the call id {call!r} is used twice"
            seen.add(call)
    if asked:
        yield "the last message calls tools and no result follows"


def _end_faults(last: Mapping[str, object]) -> Iterator[str]:
    if last.get("role") != "assistant":
        return
    content = last.get("content")
    blocks = _objects(content)
    text = content if isinstance(content, str) else blocks[-1].get("text", "") if blocks else ""
    if isinstance(text, str) and text != text.rstrip():
        yield "the assistant's text at the end ends in white space"


def _all_blocks(arguments: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    yield from _objects(arguments.get("system"))
    for message in _objects(arguments.get("messages")):
        for block in _objects(message.get("content")):
            yield block
            yield from _objects(block.get("content"))


def _openai_faults(arguments: Mapping[str, object]) -> Iterator[str]:
    given = arguments.get("messages")
    messages = _objects(given)
    if not messages or not isinstance(given, list) or len(messages) != len(given):
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
            asked = [call.get("id") for call in _objects(message.get("tool_calls"))]
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
    parts = _objects(content)
    if not parts or not isinstance(content, list) or len(parts) != len(content):
        yield "the content is neither a text nor a list of at least one part"
    for part in parts:
        yield from _part_faults(part, role)


def _assistant_faults(message: Mapping[str, object]) -> Iterator[str]:
    calls = message.get("tool_calls")
    if calls is None:
        if not any(message.get(key) for key in ("content", "refusal", "audio")):
            yield "an assistant message without content and calls"
        return
    listed = _objects(calls)
    if not listed or not isinstance(calls, list) or len(listed) != len(calls):
        yield "tool_calls is not a list of at least one call"
    ids = [call.get("id") for call in listed]
    if len(set(ids)) != len(ids):
        yield "two calls of one id"
    for call in listed:
        kind = call.get("type")
        if not _says(call.get("id")):
            yield "a call without an id"
        if kind not in ("function", "custom"):
            yield f"a call of the type {kind!r}"
            continue
        called = call.get(str(kind))
        text = "arguments" if kind == "function" else "input"
        if not isinstance(called, Mapping) or not _says(called.get("name")):
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
        if not isinstance(image, Mapping) or not _says(image.get("url")):
            yield "an image without its address"
    elif kind not in ("input_audio", "file"):
        yield f"a part of the type {kind!r}"
