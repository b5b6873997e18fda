"""OpenAI's chat completions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stratal.context.turns import Call, Form, Image, Native, Part, Result, Text, Turn
from stratal.context.wire.dumped import sent_as_it_came
from stratal.context.wire.form import (
    Losses,
    Sent,
    Wire,
    inexpressible,
    listed,
    own,
    shown_by_user,
    single,
    system_texts,
    tell_fields,
    tell_marks,
    with_ids,
)
from stratal.core.messages import Role

_ID_LENGTH = 40


def _accepts(id: str, turn: Turn) -> bool:
    # Other servers of this interface give longer ids, and want them back as they were.
    return own(turn, Form.OPENAI) or len(id) <= _ID_LENGTH


def to_openai(turns: Sequence[Turn], system: Sequence[str | Turn] = ()) -> Sent:
    """The argument ``messages`` of OpenAI's chat interface, one system message at its head."""
    losses = Losses("OpenAI")
    messages = _system_message(system, losses)
    pictures: list[Wire] = []
    for turn in [*with_ids(turns, _accepts, everywhere=False), None]:
        if turn is not None and turn.results:
            for result in turn.results:
                messages.append(_tool_message(turn, result, losses))
                pictures += _pictures(turn, result, losses)
            continue
        # A result may hold text only; its pictures follow when all results have been given.
        if pictures:
            messages.append({"role": "user", "content": pictures})
            pictures = []
        if turn is not None:
            _add(messages, turn, losses)
    return Sent(arguments={"messages": messages}, losses=losses.told())


def _system_message(system: Sequence[str | Turn], losses: Losses) -> list[Wire]:
    if not system:
        return []
    first = system[0]
    if len(system) == 1 and isinstance(first, Turn) and _sendable(first):
        assert first.body is not None
        return [sent_as_it_came(first.body)]
    texts = [text for part in system for text in system_texts(part, losses)]
    roles = {part.body.get("role") for part in system if isinstance(part, Turn) and part.body}
    role = "developer" if "developer" in roles else "system"
    return [{"role": role, "content": "\n\n".join(texts)}]


def _sendable(turn: Turn) -> bool:
    return turn.body is not None and own(turn, Form.OPENAI)


def _add(messages: list[Wire], turn: Turn, losses: Losses) -> None:
    message: Wire
    if _sendable(turn):
        assert turn.body is not None
        message = sent_as_it_came(turn.body)
    elif turn.role is Role.ASSISTANT:
        tell_fields(turn, losses)
        message = _assistant_message(turn, losses)
    else:
        tell_fields(turn, losses)
        content = _content(turn, turn.parts, losses)
        message = {"role": turn.role.value, "content": content}
    last: Wire = messages[-1] if messages else {"role": ""}
    if turn.appended and last["role"] == "user":
        last["content"] = [*listed(last["content"]), *listed(message["content"])]
    elif turn.calls and last["role"] == "assistant" and _one_step(last, turn):
        said = [*listed(last.get("content") or []), *listed(message.get("content") or [])]
        last["content"] = single(said) or None
        last["tool_calls"] = [*last.get("tool_calls", ()), *message["tool_calls"]]
    elif turn.calls or any(message.get(key) for key in ("content", "refusal", "audio")):
        messages.append(message)


def _one_step(last: Wire, turn: Turn) -> bool:
    """Whether the calls of `turn` belong to the assistant message before it.

    They must if that one made calls too, whose results are yet to come. Items of the Responses
    interface are the parts of one message, and so are put together again.
    """
    return bool(last.get("tool_calls")) or turn.form is Form.RESPONSES


def _assistant_message(turn: Turn, losses: Losses) -> Wire:
    said = [part for part in turn.parts if not isinstance(part, Call)]
    message: Wire = {"role": "assistant", "content": _content(turn, said, losses) or None}
    if turn.calls:
        message["tool_calls"] = [_call(call, turn) for call in turn.calls]
    return message


def _call(call: Call, turn: Turn) -> Wire:
    if own(turn, Form.OPENAI) and call.raw is not None:
        return sent_as_it_came(call.raw)
    if call.custom:
        custom = {"name": call.name, "input": call.arguments}
        return {"id": call.id, "type": "custom", "custom": custom}
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}


def _content(turn: Turn, parts: Sequence[Part], losses: Losses) -> str | list[Wire]:
    return single([block for part in parts for block in _blocks(part, turn, losses)])


def _blocks(part: Part, turn: Turn, losses: Losses) -> Iterator[Wire]:
    if own(turn, Form.OPENAI) and part.raw is not None:
        yield sent_as_it_came(part.raw)
    elif isinstance(part, Text) and part.refusal and turn.role is Role.ASSISTANT:
        yield {"type": "refusal", "refusal": part.text}
    elif isinstance(part, Text):
        tell_marks(part, turn, losses)
        yield {"type": "text", "text": part.text}
    elif shown_by_user(part, turn) and (part.data or part.url):
        url = part.url or f"data:{part.media_type};base64,{part.data}"
        detail = {"detail": part.detail} if part.detail else {}
        yield {"type": "image_url", "image_url": {"url": url, **detail}}
    elif isinstance(part, Image | Native):
        for line in inexpressible(part, turn, losses):
            yield {"type": "text", "text": line}


def _tool_message(turn: Turn, result: Result, losses: Losses) -> Wire:
    if _sendable(turn):
        assert turn.body is not None
        return sent_as_it_came(turn.body)
    tell_fields(turn, losses)
    blocks: list[Wire] = [{"type": "text", "text": "[error]"}] if result.failed else []
    for part in result.parts:
        if isinstance(part, Image) and (part.data or part.url):
            losses.add(
                turn,
                "image",
                f"an image in the result of call {result.call} follows as a user text",
            )
            blocks.append({"type": "text", "text": "[image: it follows the results]"})
        else:
            blocks += _blocks(part, turn, losses)
    return {"role": "tool", "tool_call_id": result.call, "content": single(blocks) or ""}


def _pictures(turn: Turn, result: Result, losses: Losses) -> Iterator[Wire]:
    if _sendable(turn):
        return
    for part in result.parts:
        if isinstance(part, Image) and (part.data or part.url):
            yield {"type": "text", "text": f"[image from the result of call {result.call}]"}
            yield from _blocks(part, turn, losses)
