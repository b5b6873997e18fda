"""How many tokens a whole message costs, blocks, tool calls and pictures included."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping

from stratal.core.canonical import Json
from stratal.text.counting import DOCUMENT_TOKENS, IMAGE_TOKENS, estimate_tokens

FRAME_TOKENS = 4
"""What role and delimiters of a message cost, as both vendors count it roughly."""
_IMAGES = frozenset({"image", "image_url", "input_image", "computer_screenshot"})
_DOCUMENTS = frozenset({"document", "file", "input_file", "input_audio"})
# What the vendor signed or encrypted is sent, but not read by the model as text.
_SEALED = frozenset({"thinking", "redacted_thinking", "reasoning", "compaction"})
_OPAQUE = frozenset({"signature", "encrypted_content", "data"})

Count = Callable[[str], int]
"""Tokens of a text."""


def message_tokens(message: Mapping[str, Json], count: Count = estimate_tokens) -> int:
    """Tokens of a message in either wire form. A picture counts one flat amount, as a file does."""
    content = message.get("content", message.get("output"))
    return FRAME_TOKENS + sum(_pieces(content, count)) + _calls(message, count)


def tool_tokens(definition: Mapping[str, Json], count: Count = estimate_tokens) -> int:
    """Tokens of what a model is told about a tool: name, description and schema, as serialised."""
    return FRAME_TOKENS + count(json.dumps(definition, ensure_ascii=False, default=list))


def request_tokens(arguments: Mapping[str, Json], count: Count = estimate_tokens) -> int:
    """Tokens of a request's system text, tools and messages, in either wire form."""
    tools = arguments.get("tools") or ()
    messages = arguments.get("messages") or ()
    assert isinstance(tools, list | tuple)
    assert isinstance(messages, list | tuple)
    return (
        sum(_pieces(arguments.get("system"), count))
        + sum(tool_tokens(tool, count) for tool in tools if isinstance(tool, Mapping))
        + sum(message_tokens(one, count) for one in messages if isinstance(one, Mapping))
    )


def _calls(message: Mapping[str, Json], count: Count) -> int:
    calls = {key: message[key] for key in ("tool_calls", "arguments", "name") if message.get(key)}
    return count(json.dumps(calls, ensure_ascii=False)) if calls else 0


def _pieces(content: Json, count: Count) -> Iterator[int]:
    if isinstance(content, str):
        yield count(content)
    elif isinstance(content, list | tuple):
        for block in content:
            yield from _pieces(block, count)
    elif isinstance(content, Mapping):
        kind = content.get("type")
        if kind in _IMAGES:
            yield IMAGE_TOKENS
        elif kind in _DOCUMENTS:
            yield from _document(content, count)
        elif kind == "tool_result":
            yield FRAME_TOKENS
            yield from _pieces(content.get("content"), count)
        elif isinstance(content.get("text"), str):
            yield count(str(content["text"]))
        else:
            hidden = _OPAQUE if kind in _SEALED else frozenset[str]()
            shown = {key: value for key, value in content.items() if key not in hidden}
            yield count(json.dumps(shown, ensure_ascii=False, default=list))


def _document(block: Mapping[str, Json], count: Count) -> Iterator[int]:
    """A file's text where it is given as such, else the flat amount."""
    source = block.get("source")
    if isinstance(source, Mapping) and source.get("type") == "text":
        yield count(str(source.get("data", "")))
    elif isinstance(source, Mapping) and source.get("type") == "content":
        yield from _pieces(source.get("content"), count)
    elif block.get("type") == "document" and not isinstance(source, Mapping):
        yield count(json.dumps(block, ensure_ascii=False, default=list))
    else:
        yield DOCUMENT_TOKENS
