"""Turns as the arguments of a vendor's request.

What came in the target's own form goes out as it came. The rest is converted: text, images, calls
and results. What the target cannot express is replaced by a line that says so where the user or a
tool said it, and left out where the assistant did; either way it stands in the notes.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, NoReturn, TypeGuard

from stratal.context.turns import Call, Form, Image, Native, Part, Result, Text, Turn
from stratal.core.canonical import Json
from stratal.core.messages import Role

Wire = dict[str, Any]
"""An object of a vendor's interface: its types are the vendor's, so they end here."""

_ANTHROPIC_ID = re.compile(r"[a-zA-Z0-9_-]+")
_ANTHROPIC_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_ANTHROPIC_ENVELOPE = frozenset(
    "id type model stop_reason stop_sequence stop_details usage container context_management "
    "parsed_output".split()
)
"""What an answer has around its content, and a request may not."""
_ANTHROPIC_BREAKPOINTS = 4
_OPENAI_ID_LENGTH = 40
_BARE = frozenset({"type", "text", "refusal", "cache_control"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Sent:
    """Keyword arguments for the vendor's SDK, and what could not be expressed in them."""

    arguments: Wire
    notes: tuple[str, ...]


def to_anthropic(turns: Sequence[Turn], system: Sequence[str | Turn] = ()) -> Sent:
    """The arguments ``system`` (if there is any) and ``messages`` of Anthropic's interface."""
    notes = _Notes("Anthropic")
    given = [block for part in system for block in _system_blocks(part, notes)]
    messages: list[Wire] = []
    for turn in _with_ids(turns, _anthropic_accepts, everywhere=True):
        _join(messages, _anthropic_message(turn, notes))
    _close(messages, notes)
    _limit_breakpoints(given, messages, notes)
    arguments: Wire = {"system": given} if given else {}
    return Sent(arguments={**arguments, "messages": messages}, notes=notes.told())


def to_openai(turns: Sequence[Turn], system: Sequence[str | Turn] = ()) -> Sent:
    """The argument ``messages`` of OpenAI's chat interface, one system message at its head."""
    notes = _Notes("OpenAI")
    messages = _system_message(system, notes)
    pictures: list[Wire] = []
    for turn in [*_with_ids(turns, _openai_accepts, everywhere=False), None]:
        if turn is not None and turn.results:
            for result in turn.results:
                messages.append(_tool_message(turn, result, notes))
                pictures += _pictures(turn, result, notes)
            continue
        # A result may hold text only; its pictures follow when all results have been given.
        if pictures:
            messages.append({"role": "user", "content": pictures})
            pictures = []
        if turn is not None:
            _add_openai(messages, turn, notes)
    return Sent(arguments={"messages": messages}, notes=notes.told())


class _Notes:
    """What could not be expressed, each said once."""

    def __init__(self, vendor: str) -> None:
        self._vendor = vendor
        self._told: dict[str, None] = {}

    def add(self, turn: Turn, what: str) -> None:
        where = f"message {turn.message.seq}" if turn.message is not None else "an added turn"
        self._told[f"{self._vendor}: {where}: {what}"] = None

    def add_overall(self, what: str) -> None:
        self._told[f"{self._vendor}: {what}"] = None

    def told(self) -> tuple[str, ...]:
        return tuple(self._told)


def _own(turn: Turn, target: Form) -> bool:
    return turn.form in (target, Form.PLAIN)


def _copy(raw: Mapping[str, Json]) -> Wire:
    """A copy, so that the host may change what it sends without changing what we hold."""
    return deepcopy(dict(raw))


def _placeholder(part: Image | Native) -> str:
    kind = "image" if isinstance(part, Image) else part.kind
    return f"[{kind}: it stood here, and cannot be shown in this form]"


def _with_ids(
    turns: Sequence[Turn], accepts: Callable[[str, Turn], bool], *, everywhere: bool
) -> Iterator[Turn]:
    """The turns with call ids that the target accepts and that name one call only.

    `everywhere`: within the whole request, not only within one step.
    """
    used: set[str] = set()
    waiting: dict[str, list[str]] = {}
    for turn in turns:
        parts: list[Part] = []
        for part in turn.parts:
            if isinstance(part, Call):
                if not everywhere and not any(waiting.values()):
                    used.clear()
                name = _free(part.id, used, accepts(part.id, turn))
                used.add(name)
                waiting.setdefault(part.id, []).append(name)
                parts.append(part if name == part.id else _called(part, name))
            elif isinstance(part, Result):
                name = waiting[part.call].pop(0)
                parts.append(part if name == part.call else _answering(part, name))
            else:
                parts.append(part)
        same = all(new is old for new, old in zip(parts, turn.parts, strict=True))
        yield turn if same else replace(turn, parts=tuple(parts), body=None)


def _free(id: str, used: set[str], accepted: bool) -> str:
    n = 0
    free = id
    while free in used or not accepted:
        free = f"call_{hashlib.sha256(f'{id} {n}'.encode()).hexdigest()[:24]}"
        accepted = True
        n += 1
    return free


def _called(call: Call, id: str) -> Call:
    raw = None if call.raw is None else {**call.raw, "id": id}
    return replace(call, id=id, raw=raw)


def _answering(result: Result, id: str) -> Result:
    raw = None if result.raw is None else {**result.raw, "tool_use_id": id}
    return replace(result, call=id, raw=raw)


def _anthropic_accepts(id: str, turn: Turn) -> bool:
    del turn
    return _ANTHROPIC_ID.fullmatch(id) is not None


def _openai_accepts(id: str, turn: Turn) -> bool:
    # Other servers of this interface give longer ids, and want them back as they were.
    return _own(turn, Form.OPENAI) or len(id) <= _OPENAI_ID_LENGTH


def _system_blocks(part: str | Turn, notes: _Notes) -> Iterator[Wire]:
    if isinstance(part, str):
        yield {"type": "text", "text": part}
        return
    for piece in part.parts:
        if isinstance(piece, Text):
            yield {"type": "text", "text": piece.text}
        else:
            notes.add(part, "only text can stand in the system prompt; the rest is left out")


def _anthropic_message(turn: Turn, notes: _Notes) -> Wire:
    own = _own(turn, Form.ANTHROPIC)
    role = "assistant" if turn.role is Role.ASSISTANT else "user"
    if own and turn.body is not None and turn.role is not Role.SYSTEM:
        for key in sorted(turn.body.keys() - {"role", "content"} - _ANTHROPIC_ENVELOPE):
            notes.add(turn, f"{key!r} is left out: a message has role and content only")
        return {"role": role, "content": deepcopy(turn.body["content"])}
    blocks = [block for part in turn.parts for block in _anthropic_blocks(part, turn, own, notes)]
    if turn.role is Role.SYSTEM:
        notes.add(turn, "a system message within the conversation stands as a marked user text")
        blocks.insert(0, {"type": "text", "text": "[from the host program, not from the user]"})
    return {"role": role, "content": blocks}


def _anthropic_blocks(part: Part, turn: Turn, own: bool, notes: _Notes) -> Iterator[Wire]:
    if own and part.raw is not None:
        yield _copy(part.raw)
    elif isinstance(part, Text):
        _note_marks(part, turn, notes)
        yield {"type": "text", "text": part.text}
    elif isinstance(part, Call):
        arguments = _object(part)
        if arguments is None:
            notes.add(turn, f"the input of call {part.id} is no JSON object: it stands as a text")
            arguments = {"input": part.arguments}
        yield {"type": "tool_use", "id": part.id, "name": part.name, "input": arguments}
    elif isinstance(part, Result):
        inner = [one for each in part.parts for one in _anthropic_blocks(each, turn, own, notes)]
        single = len(inner) == 1 and inner[0].keys() == {"type", "text"}
        yield {
            "type": "tool_result",
            "tool_use_id": part.call,
            "content": inner[0]["text"] if single else inner,
            **({"is_error": True} if part.failed or part.stand_in else {}),
        }
    elif _user_image(part, turn) and part.media_type in _ANTHROPIC_IMAGES:
        source = {"type": "base64", "media_type": part.media_type, "data": part.data}
        yield {"type": "image", "source": source}
    elif _user_image(part, turn) and part.url is not None:
        yield {"type": "image", "source": {"type": "url", "url": part.url}}
    else:
        yield from _inexpressible(part, turn, notes)


def _note_marks(part: Text, turn: Turn, notes: _Notes) -> None:
    """Citations and their like stay behind when a text leaves its own form."""
    marks = sorted(key for key, value in (part.raw or {}).items() if value and key not in _BARE)
    if marks:
        notes.add(turn, f"{', '.join(marks)} of a text left out: it cannot be expressed")


def _user_image(part: Part, turn: Turn) -> TypeGuard[Image]:
    """Neither vendor takes a picture from the assistant."""
    return isinstance(part, Image) and turn.role is Role.USER


def _inexpressible(part: Image | Native, turn: Turn, notes: _Notes) -> Iterator[Wire]:
    kind = "an image" if isinstance(part, Image) else repr(part.kind)
    if turn.role is Role.ASSISTANT:
        notes.add(turn, f"{kind} is left out: it cannot be expressed in this form")
    else:
        notes.add(turn, f"{kind} is replaced by a line: it cannot be expressed in this form")
        yield {"type": "text", "text": _placeholder(part)}


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
        last["content"] = [*_listed(last["content"]), *_listed(message["content"])]
    else:
        messages.append(message)


def _listed(content: str | list[Wire]) -> list[Wire]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _close(messages: list[Wire], notes: _Notes) -> None:
    """An assistant's text at the end of the request is continued, and may not end in a space."""
    if not messages or messages[-1]["role"] != "assistant":
        return
    last = messages[-1]
    block = last if isinstance(last["content"], str) else last["content"][-1]
    key = "content" if block is last else "text"
    if isinstance(block.get(key), str) and block[key] != block[key].rstrip():
        block[key] = block[key].rstrip()
        notes.add_overall("white space at the end of the assistant's last words is left out")


def _limit_breakpoints(system: list[Wire], messages: list[Wire], notes: _Notes) -> None:
    """Take away the earliest of the host's cache breakpoints if there are more than allowed."""
    found = [*system]
    for message in messages:
        for block in _listed(message["content"]):
            inner = block.get("content") if block["type"] == "tool_result" else None
            found += inner if isinstance(inner, list) else []
            found.append(block)
    marked = [block for block in found if block.get("cache_control") is not None]
    for block in marked[:-_ANTHROPIC_BREAKPOINTS]:
        del block["cache_control"]
        notes.add_overall("more than four cache breakpoints: the earliest are left out")


def _system_message(system: Sequence[str | Turn], notes: _Notes) -> list[Wire]:
    if not system:
        return []
    first = system[0]
    if len(system) == 1 and isinstance(first, Turn) and _sendable(first):
        assert first.body is not None
        return [_copy(first.body)]
    texts = [block["text"] for part in system for block in _system_blocks(part, notes)]
    roles = {part.body.get("role") for part in system if isinstance(part, Turn) and part.body}
    role = "developer" if "developer" in roles else "system"
    return [{"role": role, "content": "\n\n".join(texts)}]


def _sendable(turn: Turn) -> bool:
    return turn.body is not None and _own(turn, Form.OPENAI)


def _add_openai(messages: list[Wire], turn: Turn, notes: _Notes) -> None:
    message: Wire
    if _sendable(turn):
        assert turn.body is not None
        message = _copy(turn.body)
    elif turn.role is Role.ASSISTANT:
        message = _assistant_message(turn, notes)
    else:
        content = _openai_content(turn, turn.parts, notes)
        message = {"role": turn.role.value, "content": content}
    last: Wire = messages[-1] if messages else {"role": ""}
    if turn.appended and last["role"] == "user":
        last["content"] = [*_listed(last["content"]), *_listed(message["content"])]
    elif turn.calls and last["role"] == "assistant" and _one_step(last, turn):
        said = [*_listed(last.get("content") or []), *_listed(message.get("content") or [])]
        last["content"] = _single(said) or None
        last["tool_calls"] = [*last.get("tool_calls", ()), *message["tool_calls"]]
    elif message.get("content") or turn.calls or message.get("refusal"):
        messages.append(message)


def _one_step(last: Wire, turn: Turn) -> bool:
    """Whether the calls of `turn` belong to the assistant message before it.

    They must if that one made calls too, whose results are yet to come. Items of the Responses
    interface are the parts of one message, and so are put together again.
    """
    return bool(last.get("tool_calls")) or turn.form is Form.RESPONSES


def _assistant_message(turn: Turn, notes: _Notes) -> Wire:
    said = [part for part in turn.parts if not isinstance(part, Call)]
    message: Wire = {"role": "assistant", "content": _openai_content(turn, said, notes) or None}
    if turn.calls:
        message["tool_calls"] = [_openai_call(call, turn) for call in turn.calls]
    return message


def _openai_call(call: Call, turn: Turn) -> Wire:
    if _own(turn, Form.OPENAI) and call.raw is not None:
        return _copy(call.raw)
    if call.custom:
        custom = {"name": call.name, "input": call.arguments}
        return {"id": call.id, "type": "custom", "custom": custom}
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}


def _openai_content(turn: Turn, parts: Sequence[Part], notes: _Notes) -> str | list[Wire]:
    return _single([block for part in parts for block in _openai_blocks(part, turn, notes)])


def _single(blocks: list[Wire]) -> str | list[Wire]:
    """One plain text as a string, which every server of this interface takes."""
    if len(blocks) == 1 and blocks[0].keys() == {"type", "text"}:
        text: str = blocks[0]["text"]
        return text
    return blocks


def _openai_blocks(part: Part, turn: Turn, notes: _Notes) -> Iterator[Wire]:
    if _own(turn, Form.OPENAI) and part.raw is not None:
        yield _copy(part.raw)
    elif isinstance(part, Text):
        _note_marks(part, turn, notes)
        yield {"type": "text", "text": part.text}
    elif _user_image(part, turn) and (part.data or part.url):
        url = part.url or f"data:{part.media_type};base64,{part.data}"
        yield {"type": "image_url", "image_url": {"url": url}}
    elif isinstance(part, Image | Native):
        yield from _inexpressible(part, turn, notes)


def _tool_message(turn: Turn, result: Result, notes: _Notes) -> Wire:
    if _sendable(turn):
        assert turn.body is not None
        return _copy(turn.body)
    blocks: list[Wire] = [{"type": "text", "text": "[error]"}] if result.failed else []
    for part in result.parts:
        if isinstance(part, Image) and (part.data or part.url):
            notes.add(turn, f"an image in the result of call {result.call} follows as a user text")
            blocks.append({"type": "text", "text": "[image: it follows the results]"})
        else:
            blocks += _openai_blocks(part, turn, notes)
    return {"role": "tool", "tool_call_id": result.call, "content": _single(blocks) or ""}


def _pictures(turn: Turn, result: Result, notes: _Notes) -> Iterator[Wire]:
    if _sendable(turn):
        return
    for part in result.parts:
        if isinstance(part, Image) and (part.data or part.url):
            yield {"type": "text", "text": f"[image from the result of call {result.call}]"}
            yield from _openai_blocks(part, turn, notes)
