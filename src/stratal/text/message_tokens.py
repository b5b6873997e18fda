"""How many tokens a whole message costs, blocks, tool calls and pictures included."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from stratal.core.canonical import Json
from stratal.text.counting import IMAGE_TOKENS, estimate_tokens

_FRAME = 4
"""What role and delimiters of a message cost, as both vendors count it roughly."""
_IMAGES = frozenset({"image", "image_url", "input_image"})
_OPAQUE = frozenset({"signature", "encrypted_content", "data"})


def message_tokens(message: Mapping[str, Json]) -> int:
    """Estimated tokens of a message in either wire form. A picture counts one flat amount."""
    return _FRAME + sum(_pieces(message.get("content", message.get("output")))) + _calls(message)


def _calls(message: Mapping[str, Json]) -> int:
    calls = {key: message[key] for key in ("tool_calls", "arguments", "name") if message.get(key)}
    return estimate_tokens(json.dumps(calls, ensure_ascii=False)) if calls else 0


def _pieces(content: Json) -> Iterator[int]:
    if isinstance(content, str):
        yield estimate_tokens(content)
    elif isinstance(content, list | tuple):
        for block in content:
            yield from _pieces(block)
    elif isinstance(content, Mapping):
        if content.get("type") in _IMAGES:
            yield IMAGE_TOKENS
        elif content.get("type") == "tool_result":
            yield _FRAME
            yield from _pieces(content.get("content"))
        elif isinstance(content.get("text"), str):
            yield estimate_tokens(str(content["text"]))
        else:
            # What the vendor signed or encrypted is sent, but not read by the model as text.
            shown = {key: value for key, value in content.items() if key not in _OPAQUE}
            yield estimate_tokens(json.dumps(shown, ensure_ascii=False, default=list))
