"""Answers, streams and errors in the forms of OpenAI: chat completions, responses, embeddings."""

from __future__ import annotations

import base64
import json
import struct
import time
from collections.abc import Iterator, Sequence

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
    401: ("invalid_request_error", "invalid_api_key"),
    403: ("invalid_request_error", "unsupported_country_region_territory"),
    404: ("invalid_request_error", "model_not_found"),
    429: ("requests", "rate_limit_exceeded"),
}
_PIECE = 24


def failure(error: Failure) -> Wire:
    """The envelope of an error."""
    named = "server_error" if error.status >= 500 else "invalid_request_error"
    kind, code = _KINDS.get(error.status, (named, None))
    return {
        "error": {
            "message": error.message or "The server had an error while processing your request",
            "type": error.kind or kind,
            "param": None,
            "code": error.code or code,
        }
    }


def completion(request: Request, said: Answer, seals: Seals) -> Wire:
    """The whole chat completion. Thinking is not shown there: it stands in the usage alone."""
    del seals
    message: Wire = {"role": "assistant", "content": None, "refusal": None, "annotations": []}
    texts: list[str] = []
    calls: list[Wire] = []
    thought = 0
    for piece in said.pieces:
        if isinstance(piece, str):
            texts.append(piece)
        elif isinstance(piece, ToolCall):
            calls.append(_chat_call(piece, request))
        elif isinstance(piece, Thinking):
            thought += estimate_tokens(piece.text)
        elif isinstance(piece, Verbatim):
            message |= piece.block
        else:
            raise InvalidValue("reply", piece, "chat completions have no compaction")
    if texts:
        message["content"] = "".join(texts)
    if calls:
        message["tool_calls"] = calls
    written = estimate_tokens(json.dumps([texts, calls], ensure_ascii=False)) + thought
    usage: Wire = {
        "prompt_tokens": request.tokens,
        "completion_tokens": written,
        "total_tokens": request.tokens + written,
        "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": thought, "audio_tokens": 0},
    }
    stop = said.stop or ("tool_calls" if calls else "stop")
    return {
        "id": new_id("chatcmpl"),
        "object": "chat.completion",
        "created": int(time.time()),
        "model": request.body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": stop, "logprobs": None}],
        "usage": {**usage, **said.usage},
        "service_tier": "default",
    }


def chunks(request: Request, whole: Wire) -> Iterator[Wire]:
    """The completion as a stream tells it."""
    [choice] = whole["choices"]
    message = choice["message"]
    head = {key: whole[key] for key in ("id", "created", "model")}
    head["object"] = "chat.completion.chunk"
    telling = bool((request.body.get("stream_options") or {}).get("include_usage"))

    def chunk(delta: Wire, stop: str | None = None) -> Wire:
        part = {"index": 0, "delta": delta, "finish_reason": stop, "logprobs": None}
        return {**head, "choices": [part], **({"usage": None} if telling else {})}

    yield chunk({"role": "assistant", "content": "" if message["content"] else None})
    for key in ("content", "refusal"):
        for bit in _bits(message[key] or ""):
            yield chunk({key: bit})
    for at, call in enumerate(message.get("tool_calls", ())):
        kind = call["type"]
        key = "arguments" if kind == "function" else "input"
        yield chunk({"tool_calls": [{**call, "index": at, kind: {**call[kind], key: ""}}]})
        for bit in _bits(call[kind][key]):
            yield chunk({"tool_calls": [{"index": at, kind: {key: bit}}]})
    yield chunk({}, choice["finish_reason"])
    if telling:
        yield {**head, "choices": [], "usage": whole["usage"]}


def response(request: Request, said: Answer, seals: Seals) -> Wire:
    """The whole response."""
    items = [seals.give(_item(piece, request, seals)) for piece in said.pieces]
    thought = sum(estimate_tokens(one.text) for one in said.pieces if isinstance(one, Thinking))
    written = estimate_tokens(json.dumps(items, ensure_ascii=False)) + thought
    usage: Wire = {
        "input_tokens": request.tokens,
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": written,
        "output_tokens_details": {"reasoning_tokens": thought},
        "total_tokens": request.tokens + written,
    }
    echoed = ("instructions", "max_output_tokens", "metadata", "previous_response_id", "store")
    whole = said.stop is None
    return {
        "id": new_id("resp"),
        "object": "response",
        "created_at": int(time.time()),
        "status": "completed" if whole else "incomplete",
        "error": None,
        "incomplete_details": None if whole else {"reason": said.stop},
        "model": request.body["model"],
        "output": items,
        "parallel_tool_calls": request.body.get("parallel_tool_calls", True),
        "tool_choice": request.body.get("tool_choice", "auto"),
        "tools": request.body.get("tools", []),
        "temperature": request.body.get("temperature", 1.0),
        "top_p": request.body.get("top_p", 1.0),
        **{key: request.body.get(key) for key in echoed},
        "usage": {**usage, **said.usage},
    }


def response_events(whole: Wire) -> Iterator[tuple[str, Wire]]:
    """The response as a stream tells it: names and data of its events."""
    begun = {**whole, "status": "in_progress", "output": [], "usage": None}
    told = [
        ("response.created", {"response": begun}),
        ("response.in_progress", {"response": begun}),
        *(event for at, item in enumerate(whole["output"]) for event in _item_events(at, item)),
        (f"response.{whole['status']}", {"response": whole}),
    ]
    for number, (kind, data) in enumerate(told):
        yield kind, {"type": kind, "sequence_number": number, **data}


def counted(request: Request) -> Wire:
    """What the counting endpoint of responses answers."""
    return {"object": "response.input_tokens", "input_tokens": request.tokens}


def embeddings(request: Request, vectors: Sequence[bytes]) -> Wire:
    """A vector for each input: in base64 if asked for so, as the vendor's own SDK does."""
    packed = request.body.get("encoding_format") == "base64"
    data = [
        {
            "object": "embedding",
            "index": at,
            "embedding": base64.b64encode(vector).decode()
            if packed
            else list(struct.unpack(f"<{len(vector) // 4}f", vector)),
        }
        for at, vector in enumerate(vectors)
    ]
    usage = {"prompt_tokens": request.tokens, "total_tokens": request.tokens}
    return {"object": "list", "data": data, "model": request.body["model"], "usage": usage}


def _chat_call(call: ToolCall, request: Request) -> Wire:
    kind, text = "function", "arguments"
    if call.name in _custom_tools(request):
        kind, text = "custom", "input"
    called = {"name": call.name, text: call.arguments}
    return {"id": call.id or new_id("call"), "type": kind, kind: called}


def _custom_tools(request: Request) -> set[str]:
    """Names of the tools that take plain text."""
    tools = [one for one in request.body.get("tools") or () if one.get("type") == "custom"]
    return {str(one.get("name") or one.get("custom", {}).get("name")) for one in tools}


def _item(piece: Piece, request: Request, seals: Seals) -> Wire:
    if isinstance(piece, str):
        text = {"type": "output_text", "text": piece, "annotations": [], "logprobs": []}
        said = {"id": new_id("msg"), "type": "message", "role": "assistant", "content": [text]}
        return {**said, "status": "completed"}
    if isinstance(piece, ToolCall):
        named = {"call_id": piece.id or new_id("call"), "name": piece.name, "status": "completed"}
        if piece.name in _custom_tools(request):
            text = {"type": "custom_tool_call", "id": new_id("ctc"), "input": piece.arguments}
        else:
            text = {"type": "function_call", "id": new_id("fc"), "arguments": piece.arguments}
        return {**text, **named}
    if isinstance(piece, Thinking):
        summary = [] if piece.redacted else [{"type": "summary_text", "text": piece.text}]
        sealed = piece.signature or seals.seal(piece.text)
        # Without being asked for, the encrypted form is not given.
        asked = "reasoning.encrypted_content" in (request.body.get("include") or ())
        item = {"id": new_id("rs"), "type": "reasoning", "summary": summary}
        return {**item, "encrypted_content": sealed if asked else None}
    if isinstance(piece, Compaction):
        sealed = seals.seal(piece.content or "")
        return {"id": new_id("cmp"), "type": "compaction", "encrypted_content": sealed}
    assert isinstance(piece, Verbatim)
    return dict(piece.block)


def _item_events(at: int, item: Wire) -> Iterator[tuple[str, Wire]]:
    place = {"output_index": at, "item_id": item.get("id")}
    begun = {**item, "status": "in_progress"} if "status" in item else item
    if item["type"] == "message":
        begun = {**begun, "content": []}
    elif item["type"] == "function_call":
        begun = {**begun, "arguments": ""}
    yield "response.output_item.added", {"output_index": at, "item": begun}
    if item["type"] == "message":
        for number, part in enumerate(item["content"]):
            yield from _part_events({**place, "content_index": number}, part)
    elif item["type"] == "function_call":
        for bit in _bits(item["arguments"]):
            yield "response.function_call_arguments.delta", {**place, "delta": bit}
        done = {"name": item["name"], "arguments": item["arguments"]}
        yield "response.function_call_arguments.done", {**place, **done}
    yield "response.output_item.done", {"output_index": at, "item": item}


def _part_events(place: Wire, part: Wire) -> Iterator[tuple[str, Wire]]:
    if part["type"] != "output_text":
        yield "response.content_part.added", {**place, "part": part}
        yield "response.content_part.done", {**place, "part": part}
        return
    yield "response.content_part.added", {**place, "part": {**part, "text": ""}}
    for bit in _bits(part["text"]):
        yield "response.output_text.delta", {**place, "delta": bit, "logprobs": []}
    yield "response.output_text.done", {**place, "text": part["text"], "logprobs": []}
    yield "response.content_part.done", {**place, "part": part}


def _bits(text: str) -> Iterator[str]:
    return (text[at : at + _PIECE] for at in range(0, len(text), _PIECE))
