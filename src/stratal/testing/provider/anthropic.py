"""Answers, streams and errors in the form of Anthropic's messages interface."""

from __future__ import annotations

import json
from collections.abc import Iterator

from stratal.errors import InvalidValue
from stratal.testing.provider.opaque import Seals, new_id
from stratal.testing.provider.request import Request
from stratal.testing.provider.script import (
    Answer,
    Compaction,
    Failure,
    Piece,
    Thinking,
    ToolCall,
    Verbatim,
    Wire,
)
from stratal.text.counting import estimate_tokens

_KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    409: "conflict_error",
    413: "request_too_large",
    429: "rate_limit_error",
    504: "timeout_error",
    529: "overloaded_error",
}
_SAID = {529: "Overloaded", 500: "Internal server error", 401: "invalid x-api-key"}
_PIECE = 24
"""Characters of a delta."""


def answer(request: Request, said: Answer, seals: Seals) -> Wire:
    """The whole message."""
    blocks = [seals.give(_block(piece, seals)) for piece in said.pieces]
    written = estimate_tokens(json.dumps(blocks, ensure_ascii=False))
    usage: Wire = {
        "input_tokens": request.tokens,
        "output_tokens": max(1, written),
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "service_tier": "standard",
    }
    return {
        "id": new_id("msg"),
        "type": "message",
        "role": "assistant",
        "model": request.body["model"],
        "content": blocks,
        "stop_reason": said.stop or _stop(blocks),
        "stop_sequence": None,
        "usage": {**usage, **said.usage},
    }


def counted(request: Request) -> Wire:
    """What the counting endpoint answers."""
    found: Wire = {"input_tokens": request.tokens}
    if "context_management" in request.body:
        found["context_management"] = {"original_input_tokens": request.tokens}
    return found


def failure(error: Failure, request_id: str) -> Wire:
    """The envelope of an error."""
    said: Wire = {
        "type": error.kind or _KINDS.get(error.status, "api_error"),
        "message": error.message or _SAID.get(error.status, "Error"),
    }
    if error.code is not None:
        said["details"] = {"error_code": error.code}
    return {"type": "error", "error": said, "request_id": request_id}


def events(message: Wire) -> Iterator[tuple[str, Wire]]:
    """The message as a stream tells it: names and data of its events."""
    begun = {**message["usage"], "output_tokens": 1}
    yield _event(
        "message_start",
        message={**message, "content": [], "stop_reason": None, "usage": begun},
    )
    yield _event("ping")
    for at, block in enumerate(message["content"]):
        start, deltas = _told(block)
        yield _event("content_block_start", index=at, content_block=start)
        for delta in deltas:
            yield _event("content_block_delta", index=at, delta=delta)
        yield _event("content_block_stop", index=at)
    yield _event(
        "message_delta",
        delta={"stop_reason": message["stop_reason"], "stop_sequence": message["stop_sequence"]},
        usage=message["usage"],
    )
    yield _event("message_stop")


def failing(error: Failure, request_id: str) -> tuple[str, Wire]:
    """The event of an error in the middle of a stream."""
    return "error", failure(error, request_id)


def _event(kind: str, **data: object) -> tuple[str, Wire]:
    return kind, {"type": kind, **data}


def _block(piece: Piece, seals: Seals) -> Wire:
    if isinstance(piece, str):
        return {"type": "text", "text": piece, "citations": None}
    if isinstance(piece, ToolCall):
        return _use(piece)
    if isinstance(piece, Thinking):
        seal = piece.signature or seals.seal(piece.text)
        if piece.redacted:
            return {"type": "redacted_thinking", "data": seal}
        return {"type": "thinking", "thinking": piece.text, "signature": seal}
    if isinstance(piece, Compaction):
        sealed = None if piece.content is None else seals.seal(piece.content)
        return {"type": "compaction", "content": piece.content, "encrypted_content": sealed}
    assert isinstance(piece, Verbatim)
    return dict(piece.block)


def _use(call: ToolCall) -> Wire:
    given = json.loads(call.input) if isinstance(call.input, str) else dict(call.input)
    if not isinstance(given, dict):
        raise InvalidValue("input", call.input, "Anthropic's tools are called with an object")
    return {
        "type": "tool_use",
        "id": call.id or new_id("toolu"),
        "name": call.name,
        "input": given,
        "caller": {"type": "direct"},
    }


def _stop(blocks: list[Wire]) -> str:
    kinds = {block["type"] for block in blocks}
    if "tool_use" in kinds:
        return "tool_use"
    return "compaction" if kinds == {"compaction"} else "end_turn"


def _told(block: Wire) -> tuple[Wire, Iterator[Wire]]:
    """A block as it begins, and what is added to it bit by bit."""
    kind = block["type"]
    if kind == "text":
        deltas = ({"type": "text_delta", "text": bit} for bit in _bits(block["text"]))
        return {**block, "text": ""}, iter(deltas)
    if kind == "thinking":
        said = [{"type": "thinking_delta", "thinking": bit} for bit in _bits(block["thinking"])]
        signed = {"type": "signature_delta", "signature": block["signature"]}
        return {**block, "thinking": "", "signature": ""}, iter([*said, signed])
    if kind in ("tool_use", "server_tool_use"):
        text = json.dumps(block["input"], ensure_ascii=False)
        parts = ({"type": "input_json_delta", "partial_json": bit} for bit in _bits(text))
        return {**block, "input": {}}, iter(parts)
    return block, iter(())


def _bits(text: str) -> Iterator[str]:
    return (text[at : at + _PIECE] for at in range(0, len(text), _PIECE))
