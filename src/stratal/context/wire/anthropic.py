"""Anthropic's messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NoReturn

from stratal.context.turns import Call, Form, Image, Part, Result, Text, Turn, compacted
from stratal.context.wire.dumped import sent_as_it_came
from stratal.context.wire.form import (
    Losses,
    Sent,
    Wire,
    inexpressible,
    listed,
    own,
    shown_by_user,
    system_texts,
    tell_fields,
    tell_marks,
    with_ids,
)
from stratal.core.messages import Role

_ID = re.compile(r"[a-zA-Z0-9_-]+")
_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_BREAKPOINTS = 4
_THINKING = frozenset({"thinking", "redacted_thinking"})
_SERVER_CALLS = frozenset({"server_tool_use", "mcp_tool_use"})


def _accepts(id: str, turn: Turn) -> bool:
    del turn
    return _ID.fullmatch(id) is not None


def to_anthropic(turns: Sequence[Turn], system: Sequence[str | Turn] = ()) -> Sent:
    """The arguments ``system`` (if there is any) and ``messages`` of Anthropic's interface."""
    losses = Losses("Anthropic")
    given: list[Wire] = [
        {"type": "text", "text": text} for part in system for text in system_texts(part, losses)
    ]
    messages: list[Wire] = []
    for turn in with_ids(_since_compaction(turns, losses), _accepts, everywhere=True):
        _join(messages, _message(turn, losses), losses)
    _settle(messages, losses, ended=False)
    _close(messages, losses)
    _limit_breakpoints(given, messages, losses)
    arguments: Wire = {"system": given} if given else {}
    return Sent(arguments={**arguments, "messages": messages}, losses=losses.told())


def _message(turn: Turn, losses: Losses) -> Wire:
    as_it_is = own(turn, Form.ANTHROPIC)
    role = "assistant" if turn.role is Role.ASSISTANT else "user"
    if as_it_is and turn.body is not None and turn.role is not Role.SYSTEM:
        tell_fields(turn, losses)
        return {"role": role, "content": _signed(sent_as_it_came(turn.body), turn, losses)}
    if not as_it_is:
        tell_fields(turn, losses)
    blocks = [block for part in turn.parts for block in _blocks(part, turn, as_it_is, losses)]
    if turn.role is Role.SYSTEM:
        losses.add(
            turn, "system", "a system message within the conversation stands as a marked user text"
        )
        blocks.insert(0, {"type": "text", "text": "[from the host program, not from the user]"})
    return {"role": role, "content": blocks}


def _blocks(part: Part, turn: Turn, as_it_is: bool, losses: Losses) -> Iterator[Wire]:
    if as_it_is and part.raw is not None:
        if _unsigned(dict(part.raw)):
            why = "'thinking' without a signature is left out: it is refused"
            losses.add(turn, "thinking", why)
            return
        yield sent_as_it_came(part.raw)
    elif isinstance(part, Text):
        tell_marks(part, turn, losses)
        yield {"type": "text", "text": part.text}
    elif isinstance(part, Call):
        arguments = _object(part)
        if arguments is None:
            losses.add(
                turn,
                "tool_use",
                f"the input of call {part.id} is no JSON object: it stands as a text",
            )
            arguments = {"input": part.arguments}
        yield {"type": "tool_use", "id": part.id, "name": part.name, "input": arguments}
    elif isinstance(part, Result):
        inner = [one for each in part.parts for one in _blocks(each, turn, as_it_is, losses)]
        single = len(inner) == 1 and inner[0].keys() == {"type", "text"}
        yield {
            "type": "tool_result",
            "tool_use_id": part.call,
            "content": inner[0]["text"] if single else inner,
            **({"is_error": True} if part.failed or part.stand_in else {}),
        }
    elif shown_by_user(part, turn) and (part.media_type in _IMAGES or part.url is not None):
        yield _image(part, turn, losses)
    else:
        for line in inexpressible(part, turn, losses):
            yield {"type": "text", "text": line}


def _image(part: Image, turn: Turn, losses: Losses) -> Wire:
    if part.detail not in ("", "auto"):
        losses.add(turn, "detail", "'detail' of an image left out: it cannot be expressed")
    if part.url is not None:
        return {"type": "image", "source": {"type": "url", "url": part.url}}
    source = {"type": "base64", "media_type": part.media_type, "data": part.data}
    return {"type": "image", "source": source}


def _object(call: Call) -> Wire | None:
    """The input of a call as an object; None if a model wrote something else."""
    if call.custom:
        return None
    try:
        value = json.loads(call.arguments or "{}", parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _since_compaction(turns: Sequence[Turn], losses: Losses) -> Sequence[Turn]:
    """The turns from the vendor's last summary on: the vendor wants it first, for all before it."""
    found = [at for at, turn in enumerate(turns) if _compacted_at(turn) is not None]
    if not found:
        return turns
    at = found[-1]
    begun = turns[at]
    place = _compacted_at(begun) or 0
    if place and not any(isinstance(part, Call) for part in begun.parts[:place]):
        begun = replace(begun, parts=begun.parts[place:], body=None)
    if at or begun is not turns[at]:
        why = "what stands before the vendor's compaction is left out: it is in it"
        losses.add(None, "compaction", why)
    # What we added to the user's last words is of now, and no summary holds it.
    added = [turn for turn in turns[:at] if turn.appended]
    return [begun, *turns[at + 1 :], *added]


def _compacted_at(turn: Turn) -> int | None:
    """Where in a turn the vendor's summary stands; None if there is none, or it failed."""
    if turn.form is not Form.ANTHROPIC:
        return None
    places = [at for at, part in enumerate(turn.parts) if compacted(part)]
    return places[-1] if places else None


def _signed(message: Wire, turn: Turn, losses: Losses) -> str | list[Wire]:
    """The content without thinking that nobody signed, which is refused."""
    content: str | list[Wire] = message["content"]
    if isinstance(content, str):
        return content
    kept = [block for block in content if not _unsigned(block)]
    if len(kept) < len(content):
        losses.add(turn, "thinking", "'thinking' without a signature is left out: it is refused")
    return kept


def _unsigned(block: Wire) -> bool:
    kind = block.get("type")
    if kind == "thinking":
        return not block.get("signature")
    return kind == "redacted_thinking" and not block.get("data")


def _settle(messages: list[Wire], losses: Losses, *, ended: bool = True) -> None:
    """Take from the assistant's last message what may not stand in one that has `ended`.

    Thinking may not be the end of any. A tool of the server's is called and answered in one
    message, but for the last one of all, which the server may have paused.
    """
    if not messages or messages[-1]["role"] != "assistant":
        return
    content = listed(messages[-1]["content"])
    kept = _paired(content) if ended else content
    if len(kept) < len(content):
        why = "a server tool's call without its result, or the reverse, is left out: it is refused"
        losses.add(None, "server_tool_use", why)
    while kept and kept[-1].get("type") in _THINKING:
        kept = kept[:-1]
        why = "'thinking' that nothing came of is left out: it may not end a message"
        losses.add(None, "thinking", why)
    if not kept:
        messages.pop()
    elif len(kept) < len(content):
        messages[-1]["content"] = kept


def _paired(content: list[Wire]) -> list[Wire]:
    asked = {str(one.get("id")) for one in content if one.get("type") in _SERVER_CALLS}
    answered = {str(one.get("tool_use_id")) for one in content if _server_result(one)}
    return [
        one
        for one in content
        if not (one.get("type") in _SERVER_CALLS and str(one.get("id")) not in answered)
        and not (_server_result(one) and str(one.get("tool_use_id")) not in asked)
    ]


def _server_result(block: Wire) -> bool:
    return str(block.get("type")).endswith("_tool_result")


def _join(messages: list[Wire], message: Wire, losses: Losses) -> None:
    """Add `message`; into the one before if that is of the same role, since roles alternate."""
    if not message["content"]:
        return
    if message["role"] == "user":
        _settle(messages, losses)
    if messages and messages[-1]["role"] == message["role"]:
        last = messages[-1]
        last["content"] = [*listed(last["content"]), *listed(message["content"])]
    else:
        messages.append(message)


def _close(messages: list[Wire], losses: Losses) -> None:
    """An assistant's text at the end of the request is continued, and may not end in a space."""
    if not messages or messages[-1]["role"] != "assistant":
        return
    last = messages[-1]
    block = last if isinstance(last["content"], str) else last["content"][-1]
    key = "content" if block is last else "text"
    if isinstance(block.get(key), str) and block[key] != block[key].rstrip():
        block[key] = block[key].rstrip()
        losses.add(None, "text", "white space at the end of the assistant's last words is left out")


def _limit_breakpoints(system: list[Wire], messages: list[Wire], losses: Losses) -> None:
    """Take away the earliest of the host's cache breakpoints if there are more than allowed."""
    found = [*system]
    for message in messages:
        for block in listed(message["content"]):
            inner = block.get("content") if block["type"] == "tool_result" else None
            found += inner if isinstance(inner, list) else []
            found.append(block)
    marked = [block for block in found if block.get("cache_control") is not None]
    for block in marked[:-_BREAKPOINTS]:
        del block["cache_control"]
        losses.add(
            None, "cache_control", "more than four cache breakpoints: the earliest are left out"
        )
