"""OpenAI's responses: items instead of messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stratal.context.turns import Call, Form, Image, Native, Part, Result, Text, Turn
from stratal.context.wire.dumped import sent_as_it_came
from stratal.context.wire.form import (
    Losses,
    Sent,
    Wire,
    inexpressible,
    own,
    shown_by_user,
    tell_fields,
    tell_marks,
    with_ids,
)
from stratal.core.canonical import Json
from stratal.core.messages import Role

_ID_LENGTH = 64
_REASONING = "reasoning"
_RESULTS = ("function_call_output", "custom_tool_call_output")
"""Of a function, and of a tool that takes plain text."""


def _accepts(id: str, turn: Turn) -> bool:
    return own(turn, Form.RESPONSES) or len(id) <= _ID_LENGTH


def to_openai_responses(turns: Sequence[Turn], system: Sequence[str | Turn] = ()) -> Sent:
    """The arguments ``input`` and, if there are texts for it, ``instructions``.

    System messages of the conversation stand at the head of the input.
    """
    losses = Losses("OpenAI responses")
    texts = [part for part in system if isinstance(part, str)]
    head = [part for part in system if isinstance(part, Turn)]
    items: list[Wire] = []
    custom: set[str] = set()
    for turn in [*head, *with_ids(turns, _accepts, everywhere=True)]:
        custom |= {call.id for call in turn.calls if call.custom}
        _add(items, turn, custom, losses)
    arguments: Wire = {"instructions": "\n\n".join(texts)} if texts else {}
    items = _with_what_follows(items, losses)
    return Sent(arguments={**arguments, "input": items}, losses=losses.told())


def _add(items: list[Wire], turn: Turn, custom: set[str], losses: Losses) -> None:
    last: Wire = items[-1] if items else {}
    if turn.body is not None and _takes(turn):
        items.append(_answering(sent_as_it_came(turn.body), custom))
    elif turn.appended and last.get("role") == "user":
        last["content"] = [*_listed(last["content"]), *_parts(turn, turn.parts, losses)]
    else:
        tell_fields(turn, losses)
        items += _items(turn, custom, losses)


def _answering(item: Wire, custom: set[str]) -> Wire:
    """The item; if it is a result, of the type that its call wants."""
    if item.get("type") in _RESULTS:
        item["type"] = _RESULTS[item.get("call_id") in custom]
    return item


def _takes(turn: Turn) -> bool:
    """Whether the turn's own object is an item: one of responses, or a role and a plain text."""
    assert turn.body is not None
    plain = turn.form is Form.PLAIN and isinstance(turn.body.get("content"), str)
    return turn.form is Form.RESPONSES or (plain and turn.body.keys() == {"role", "content"})


def _items(turn: Turn, custom: set[str], losses: Losses) -> Iterator[Wire]:
    said: list[Part] = []
    for part in turn.parts:
        if not isinstance(part, Call | Result) and not _is_item(part, turn):
            said.append(part)
            continue
        yield from _message(turn, said, losses)
        said = []
        if isinstance(part, Call):
            yield _call(part)
        elif isinstance(part, Result):
            yield _result(part, turn, custom, losses)
        else:
            assert part.raw is not None
            yield sent_as_it_came(part.raw)
    yield from _message(turn, said, losses)


def _is_item(part: Part, turn: Turn) -> bool:
    """Whether a part is an item by itself, such as reasoning."""
    native = isinstance(part, Native) and part.raw is not None
    return native and turn.form is Form.RESPONSES and turn.message is not None


def _message(turn: Turn, parts: Sequence[Part], losses: Losses) -> Iterator[Wire]:
    content = _parts(turn, parts, losses)
    if not content:
        return
    role = turn.role.value
    if turn.role is Role.SYSTEM and turn.message is not None:
        role = str(turn.message.content.get("role", role))
    if len(content) == 1 and content[0].keys() == {"type", "text"}:
        yield {"role": role, "content": content[0]["text"]}
    else:
        yield {"role": role, "content": content}


def _parts(turn: Turn, parts: Sequence[Part], losses: Losses) -> list[Wire]:
    return [one for part in parts for one in _part(part, turn, losses)]


def _part(part: Part, turn: Turn, losses: Losses) -> Iterator[Wire]:
    text = "output_text" if turn.role is Role.ASSISTANT else "input_text"
    if turn.form is Form.RESPONSES and part.raw is not None:
        yield sent_as_it_came(part.raw)
    elif isinstance(part, Text) and part.refusal and turn.role is Role.ASSISTANT:
        yield {"type": "refusal", "refusal": part.text}
    elif isinstance(part, Text):
        tell_marks(part, turn, losses)
        yield {"type": text, "text": part.text}
    elif shown_by_user(part, turn) and (part.data or part.url):
        url = part.url or f"data:{part.media_type};base64,{part.data}"
        yield {"type": "input_image", "image_url": url, "detail": part.detail or "auto"}
    elif isinstance(part, Image | Native):
        for line in inexpressible(part, turn, losses):
            yield {"type": text, "text": line}


def _call(call: Call) -> Wire:
    if call.custom:
        kind, text = "custom_tool_call", "input"
    else:
        kind, text = "function_call", "arguments"
    return {"type": kind, "call_id": call.id, "name": call.name, text: call.arguments}


def _result(result: Result, turn: Turn, custom: set[str], losses: Losses) -> Wire:
    kind = _RESULTS[result.call in custom]
    parts = [one for part in result.parts for one in _part(part, turn, losses)]
    if result.failed:
        parts.insert(0, {"type": "input_text", "text": "[error]"})
    single = len(parts) == 1 and parts[0].keys() == {"type", "text"}
    output = parts[0]["text"] if single else parts or ""
    return {"type": kind, "call_id": result.call, "output": output}


def _listed(content: str | list[Wire]) -> list[Wire]:
    return [{"type": "input_text", "text": content}] if isinstance(content, str) else content


def _with_what_follows(items: list[Wire], losses: Losses) -> list[Wire]:
    """The items without reasoning that nothing of the assistant's comes after: it is refused."""
    kept: list[Wire] = []
    after: Mapping[str, Json] | None = None
    for item in reversed(items):
        if item.get("type") == _REASONING and not _of_the_assistant(after):
            why = "'reasoning' is left out: what came of it is not there"
            losses.add(None, _REASONING, why)
            continue
        kept.append(item)
        after = item
    return kept[::-1]


def _of_the_assistant(item: Mapping[str, Json] | None) -> bool:
    if item is None:
        return False
    if item.get("role") is not None:
        return item["role"] == "assistant"
    return not str(item.get("type")).endswith("_output")
