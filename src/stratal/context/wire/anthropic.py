"""Anthropic's messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import NoReturn

from stratal.context.turns import Call, Form, Part, Result, Text, Turn
from stratal.context.wire.form import (
    Losses,
    Sent,
    Wire,
    copied,
    inexpressible,
    listed,
    own,
    shown_by_user,
    system_texts,
    tell_marks,
    with_ids,
)
from stratal.core.messages import Role

_ID = re.compile(r"[a-zA-Z0-9_-]+")
_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_ENVELOPE = frozenset(
    "id type model stop_reason stop_sequence stop_details usage container context_management"
    " diagnostics input_transformations parsed_output".split()
)
"""What an answer has around its content, and a request may not."""
_BREAKPOINTS = 4


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
    for turn in with_ids(turns, _accepts, everywhere=True):
        _join(messages, _message(turn, losses))
    _close(messages, losses)
    _limit_breakpoints(given, messages, losses)
    arguments: Wire = {"system": given} if given else {}
    return Sent(arguments={**arguments, "messages": messages}, losses=losses.told())


def _message(turn: Turn, losses: Losses) -> Wire:
    as_it_is = own(turn, Form.ANTHROPIC)
    role = "assistant" if turn.role is Role.ASSISTANT else "user"
    if as_it_is and turn.body is not None and turn.role is not Role.SYSTEM:
        for key in sorted(turn.body.keys() - {"role", "content"} - _ENVELOPE):
            losses.add(turn, key, f"{key!r} is left out: a message has role and content only")
        return {"role": role, "content": deepcopy(turn.body["content"])}
    blocks = [block for part in turn.parts for block in _blocks(part, turn, as_it_is, losses)]
    if turn.role is Role.SYSTEM:
        losses.add(
            turn, "system", "a system message within the conversation stands as a marked user text"
        )
        blocks.insert(0, {"type": "text", "text": "[from the host program, not from the user]"})
    return {"role": role, "content": blocks}


def _blocks(part: Part, turn: Turn, as_it_is: bool, losses: Losses) -> Iterator[Wire]:
    if as_it_is and part.raw is not None:
        yield copied(part.raw)
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
    elif shown_by_user(part, turn) and part.media_type in _IMAGES:
        source = {"type": "base64", "media_type": part.media_type, "data": part.data}
        yield {"type": "image", "source": source}
    elif shown_by_user(part, turn) and part.url is not None:
        yield {"type": "image", "source": {"type": "url", "url": part.url}}
    else:
        for line in inexpressible(part, turn, losses):
            yield {"type": "text", "text": line}


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


def _join(messages: list[Wire], message: Wire) -> None:
    """Add `message`; into the one before if that is of the same role, since roles alternate."""
    if not message["content"]:
        return
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
