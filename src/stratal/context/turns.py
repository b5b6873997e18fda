"""Stored messages as turns that no longer know which wire form they came in.

A body is read into *parts*: text, image, call, result, and *native* parts, which only the form that
they came in can express (thinking, documents, what a later version of an interface adds). Each part
keeps the host's block, so that a turn goes out in its own form exactly as it came in.

Both vendors refuse a request in which a call and its result are not paired. So turns are put into
*groups* that are kept or left out as one: an assistant's step with all of its calls and all their
results, or a single turn of anybody. The host's log may be out of order: a result that came late is
moved up behind its call, one whose call is not there is set aside, and a call that was interrupted
gets one stand-in for its result.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from stratal.core.canonical import Json
from stratal.core.messages import Message, Role

INTERRUPTED = "[no result: the call was interrupted before it answered]"
"""What stands in for the result of a call that never got one."""


class Form(StrEnum):
    """The interface whose form a body has."""

    ANTHROPIC = "anthropic"
    OPENAI = "openai"
    """Chat completions."""
    RESPONSES = "responses"
    PLAIN = "plain"
    """A role and text alone, which is the same in Anthropic's and OpenAI's messages."""
    OTHER = "other"


@dataclass(frozen=True, kw_only=True, slots=True)
class Text:
    text: str
    refusal: bool = False
    """The assistant says that it will not."""
    raw: Mapping[str, Json] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Image:
    """A picture by address or by its data in base64; neither if all there is is a vendor's id."""

    url: str | None = None
    media_type: str = ""
    data: str = ""
    detail: str = ""
    """How closely it is to be looked at, in OpenAI's words."""
    raw: Mapping[str, Json] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Native:
    """What only the form it came in can express."""

    kind: str
    raw: Mapping[str, Json] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """A tool call. `arguments` is the JSON text of its input; plain text if `custom`."""

    id: str
    name: str
    arguments: str
    custom: bool = False
    raw: Mapping[str, Json] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """What a tool call answered. `call` is the id of the call."""

    call: str
    parts: tuple[Text | Image | Native, ...]
    failed: bool = False
    stand_in: bool = False
    raw: Mapping[str, Json] | None = None


Part: TypeAlias = Text | Image | Native | Call | Result


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """What one message says, or the part of it that belongs together."""

    role: Role
    """Never `tool`: a result is a part of the user's side."""
    parts: tuple[Part, ...]
    form: Form
    message: Message | None
    """None for what we added."""
    body: Mapping[str, Json] | None = None
    """The host's object if the turn is all of it, unaltered."""
    appended: bool = False
    """Belongs to the end of the user message before it, if there is one."""

    @property
    def calls(self) -> tuple[Call, ...]:
        return tuple(part for part in self.parts if isinstance(part, Call))

    @property
    def results(self) -> tuple[Result, ...]:
        return tuple(part for part in self.parts if isinstance(part, Result))


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """Turns that are kept or left out as one, in an order that both vendors accept."""

    turns: tuple[Turn, ...]

    @property
    def opens(self) -> bool:
        """Whether a request may begin with it: the user says something that answers no call."""
        return self.turns[0].role is Role.USER

    @property
    def system(self) -> bool:
        return self.turns[0].role is Role.SYSTEM

    @property
    def compacted(self) -> bool:
        """Whether it holds a vendor's own summary of what was said before."""
        return any(compacted(part) for turn in self.turns for part in turn.parts)

    @property
    def messages(self) -> tuple[Message, ...]:
        """The stored messages in it, each once."""
        found = {turn.message.seq: turn.message for turn in self.turns if turn.message is not None}
        return tuple(found[seq] for seq in sorted(found))


@dataclass(frozen=True, kw_only=True, slots=True)
class Orphan:
    """A message, or the results in it, that no group could take in."""

    message: Message
    call: str | None
    """The id that its result answers; None: the message says nothing at all."""


def read(message: Message) -> Turn:
    """The message as a turn. Parts without any text are left out: both vendors refuse them."""
    body = message.content
    form = _form(body)
    parts = tuple(_parts(body, message))
    kept = tuple(part for part in parts if not _blank(part))
    role = Role.USER if message.role is Role.TOOL else message.role
    whole = len(kept) == len(parts) and all(
        part.raw is not None
        for part in parts
        if isinstance(part, Result) and form is Form.ANTHROPIC
    )
    return Turn(
        role=role,
        parts=kept,
        form=form,
        message=message,
        body=body if whole else None,
    )


def groups(messages: Iterable[Message]) -> tuple[list[Group], list[Orphan]]:
    """The messages in groups, and what is an orphan. Calls without a result have their stand-in."""
    steps: list[_Step] = []
    orphans: list[Orphan] = []
    for message in messages:
        turn = read(message)
        if not turn.parts:
            orphans.append(Orphan(message=message, call=None))
        elif turn.role is Role.ASSISTANT:
            last = steps[-1] if steps else None
            # One step may be told in several messages, e.g. a call an item. It is joined while no
            # result has come, for a call must be followed by its result at once.
            if last is not None and not last.results and last.goes_on(turn):
                last.add(turn)
            else:
                steps.append(_Step(turn))
        elif turn.results:
            orphans += _place(turn, steps)
        else:
            steps.append(_Step(turn))
    return [step.group() for step in steps], orphans


class _Step:
    """A group in the making."""

    def __init__(self, turn: Turn) -> None:
        self.turns = [turn]
        self.results: list[Turn] = []
        self.waiting = [call.id for call in turn.calls]
        """Ids of calls without a result yet; one stands here twice if two calls bear it."""

    def goes_on(self, turn: Turn) -> bool:
        """Whether an assistant's turn belongs to the step, to which nobody has replied yet."""
        if turn.calls and self.waiting:
            return True
        # Reasoning and what came of it are items of one response: neither is taken without.
        reasoned = any(part for one in self.turns for part in one.parts if _is_reasoning(part))
        return reasoned and turn.form is Form.RESPONSES and not self.waiting

    def add(self, turn: Turn) -> None:
        self.turns.append(turn)
        self.waiting += [call.id for call in turn.calls]

    def group(self) -> Group:
        stand_ins = tuple(
            Result(call=call, parts=(Text(text=INTERRUPTED),), stand_in=True)
            for call in self.waiting
        )
        turns = [*self.turns, *self.results]
        if stand_ins:
            turns.append(Turn(role=Role.USER, parts=stand_ins, form=Form.OTHER, message=None))
        return Group(turns=tuple(turns))


def compacted(part: Part) -> bool:
    """Whether a part is a vendor's own summary of what was said, and not one that failed."""
    if not isinstance(part, Native) or part.kind != "compaction" or part.raw is None:
        return False
    return part.raw.get("content", part.raw.get("encrypted_content")) is not None


def _is_reasoning(part: Part) -> bool:
    return isinstance(part, Native) and part.kind == "reasoning"


def _place(turn: Turn, steps: list[_Step]) -> Iterator[Orphan]:
    """Put each result of `turn` behind its call; what else it says becomes a turn of its own."""
    assert turn.message is not None
    found: dict[int, list[Result]] = {}
    for result in turn.results:
        at = _asked(result.call, steps)
        if at is None:
            yield Orphan(message=turn.message, call=result.call)
        else:
            steps[at].waiting.remove(result.call)
            found.setdefault(at, []).append(result)
    rest = tuple(part for part in turn.parts if not isinstance(part, Result))
    whole = not rest and sum(map(len, found.values())) == len(turn.parts) and len(found) == 1
    for at, results in found.items():
        steps[at].results.append(turn if whole else replace(turn, parts=tuple(results), body=None))
    if rest:
        steps.append(_Step(replace(turn, parts=rest, body=None)))


def _asked(call: str, steps: list[_Step]) -> int | None:
    """The latest step that waits for the result of that call."""
    for at in range(len(steps) - 1, -1, -1):
        if call in steps[at].waiting:
            return at
    return None


def _form(body: Mapping[str, Json]) -> Form:
    role, kind, content = body.get("role"), body.get("type"), body.get("content")
    kinds = {block.get("type") for block in _blocks(content)}
    if role is None or kinds & _RESPONSES_KINDS or _is_item(kind, body):
        return Form.RESPONSES
    if role in ("human", "ai", "function") or body.get("function_call"):
        return Form.OTHER
    if role in ("tool", "developer") or _OPENAI_KEYS & body.keys() or kinds & _OPENAI_KINDS:
        return Form.OPENAI
    if kind == "message":
        return Form.ANTHROPIC
    if role == "system":
        return Form.OPENAI
    if isinstance(content, list | tuple):
        if not all(isinstance(block, Mapping) for block in content):
            return Form.OTHER
        if not all(block.keys() == {"type", "text"} for block in _blocks(content)):
            return Form.ANTHROPIC
    return Form.PLAIN


def _is_item(kind: Json, body: Mapping[str, Json]) -> bool:
    """Whether an object with a role is an item of responses."""
    # Both interfaces give their answers the type of a message; Anthropic's says why it stopped.
    return kind is not None and not (kind == "message" and "stop_reason" in body)


_RESPONSES_KINDS = frozenset({"input_text", "output_text", "input_image", "input_file"})
_OPENAI_KINDS = frozenset({"image_url", "input_audio", "file", "refusal"})
_OPENAI_KEYS = frozenset({"tool_calls", "tool_call_id", "refusal", "audio"})


def _parts(body: Mapping[str, Json], message: Message) -> Iterator[Part]:
    role, kind = body.get("role"), body.get("type")
    if role is None:
        yield _item(body, str(kind))
        return
    content = body.get("content")
    if role in ("tool", "function"):
        call = body.get("tool_call_id")
        # The interface before tool calls had no ids: one function at a time, answered by name.
        name = str(call) if isinstance(call, str) else f"function:{body.get('name')}"
        yield Result(call=name, parts=_answer(content))
        return
    wrong = Result if message.role is Role.ASSISTANT else Call
    for part in _content(content):
        # A call that the user makes, or a result that the assistant brings, pairs with nothing.
        yield Native(kind="misplaced block") if isinstance(part, wrong) else part
    refusal = body.get("refusal")
    if isinstance(refusal, str):
        yield Text(text=refusal, refusal=True)
    audio = body.get("audio")
    if audio is not None:
        # The words that were spoken are text in every form.
        transcript = audio.get("transcript") if isinstance(audio, Mapping) else None
        if isinstance(transcript, str):
            yield Text(text=transcript)
        yield Native(kind="audio")
    calls = body.get("tool_calls")
    for call in calls if isinstance(calls, list | tuple) else ():
        if isinstance(call, Mapping):
            yield _tool_call(call)
    function = body.get("function_call")
    if isinstance(function, Mapping):
        yield Call(
            id=f"function:{function.get('name')}",
            name=str(function.get("name")),
            arguments=str(function.get("arguments", "")),
        )


def _item(item: Mapping[str, Json], kind: str) -> Part:
    """An item of the Responses interface that has no role."""
    call = str(item.get("call_id"))
    if kind == "function_call":
        arguments = str(item.get("arguments", ""))
        return Call(id=call, name=str(item.get("name")), arguments=arguments)
    if kind == "custom_tool_call":
        text = str(item.get("input", ""))
        return Call(id=call, name=str(item.get("name")), arguments=text, custom=True)
    if kind in ("function_call_output", "custom_tool_call_output"):
        return Result(call=call, parts=_answer(item.get("output")))
    if not isinstance(item.get("call_id"), str):
        return Native(kind=kind, raw=item)
    # A tool of the vendor's that the host runs: its call and result are paired like any other.
    if kind.endswith("_output"):
        return Result(call=call, parts=(Native(kind=kind, raw=item),))
    asked = {key: value for key, value in item.items() if key not in _NOT_ASKED}
    arguments = json.dumps(asked, ensure_ascii=False, default=list)
    return Call(id=call, name=kind.removesuffix("_call"), arguments=arguments)


_NOT_ASKED = frozenset({"type", "id", "call_id", "status"})
"""What an item has beside what its tool is asked for."""


def _tool_call(call: Mapping[str, Json]) -> Call:
    custom = call.get("custom")
    if isinstance(custom, Mapping):
        return Call(
            id=str(call.get("id")),
            name=str(custom.get("name")),
            arguments=str(custom.get("input", "")),
            custom=True,
            raw=call,
        )
    function = call.get("function")
    named = function if isinstance(function, Mapping) else {}
    return Call(
        id=str(call.get("id")),
        name=str(named.get("name")),
        arguments=str(named.get("arguments", "")),
        raw=call,
    )


def _answer(content: Json) -> tuple[Text | Image | Native, ...]:
    """The parts of what a result brings."""
    return tuple(
        Native(kind="misplaced block") if isinstance(part, Call | Result) else part
        for part in _content(content)
    )


def _content(content: Json) -> Iterator[Part]:
    if isinstance(content, str):
        # An empty text beside tool calls is usual and says nothing.
        if content.strip():
            yield Text(text=content)
    elif isinstance(content, list | tuple):
        for block in content:
            if isinstance(block, str):
                yield Text(text=block)
            elif isinstance(block, Mapping):
                yield _block(block)


def _block(block: Mapping[str, Json]) -> Part:
    kind = block.get("type")
    text = block.get("refusal" if kind == "refusal" else "text")
    if kind in ("text", "input_text", "output_text", "refusal") and isinstance(text, str):
        return Text(text=text, refusal=kind == "refusal", raw=block)
    if kind == "tool_use" and isinstance(block.get("id"), str):
        arguments = json.dumps(block.get("input", {}), ensure_ascii=False)
        return Call(
            id=str(block["id"]), name=str(block.get("name")), arguments=arguments, raw=block
        )
    if kind == "tool_result" and isinstance(block.get("tool_use_id"), str):
        inner = _answer(block.get("content"))
        full = tuple(part for part in inner if not _blank(part))
        return Result(
            call=str(block["tool_use_id"]),
            parts=full,
            failed=block.get("is_error") is True,
            raw=block if len(full) == len(inner) else None,
        )
    if kind in ("image", "image_url", "input_image"):
        return _image(block)
    return Native(kind=str(kind), raw=block)


def _image(block: Mapping[str, Json]) -> Image:
    source, address = block.get("source"), block.get("image_url")
    detail = block.get("detail")
    if isinstance(source, Mapping):
        if source.get("type") == "base64":
            return Image(
                media_type=str(source.get("media_type")), data=str(source.get("data")), raw=block
            )
        url = source.get("url")
        return Image(url=url if isinstance(url, str) else None, raw=block)
    if isinstance(address, Mapping):
        detail = address.get("detail")
        address = address.get("url")
    if not isinstance(address, str):
        return Image(raw=block)
    close = detail if isinstance(detail, str) else ""
    head, comma, data = address.partition(",")
    if comma and head.startswith("data:") and head.endswith(";base64"):
        media_type = head[5:-7].partition(";")[0]
        return Image(media_type=media_type, data=data, detail=close, raw=block)
    return Image(url=address, detail=close, raw=block)


def _blocks(content: Json) -> Sequence[Mapping[str, Json]]:
    if not isinstance(content, list | tuple):
        return ()
    return [block for block in content if isinstance(block, Mapping)]


def _blank(part: Part) -> bool:
    return isinstance(part, Text) and not part.text.strip()
