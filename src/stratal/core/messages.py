"""One message of a conversation, kept exactly as the host handed it in.

The body is the host's own JSON object, in the form of either wire (Anthropic messages, OpenAI chat
messages or Responses items). Nothing of it is interpreted on the way in but role, text and call
ids; unknown blocks stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stratal.core import checks
from stratal.core.canonical import Json, canonical, digest, parsed
from stratal.errors import InvalidValue


class Role(StrEnum):
    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


_ROLES: Mapping[str, Role] = {
    **{role.value: role for role in Role},
    "developer": Role.SYSTEM,
    "human": Role.USER,
    "ai": Role.ASSISTANT,
    "function": Role.TOOL,
}

# Items of the OpenAI Responses API have a type and, but for messages, no role. What is named like
# an output answers a call; the rest, types of later versions too, is the assistant's.
_OUTPUT = "_output"
_ANSWERS = frozenset({"mcp_approval_response"})


@dataclass(frozen=True, kw_only=True, slots=True)
class NewMessage:
    """A message on its way in. `said_at` None means now; `id` None means a new one.

    `speaker` is the person's name within a group, or empty; only what the principal said is
    evidence for the principal's profile.
    """

    body: str
    """The host's object as canonical JSON."""
    role: Role
    id: str | None = None
    speaker: str | None = None
    said_at: datetime | None = None

    def __post_init__(self) -> None:
        if self.id is not None:
            object.__setattr__(self, "id", checks.name("message id", self.id))
        if self.speaker is not None:
            object.__setattr__(self, "speaker", checks.name("speaker", self.speaker))
        if self.said_at is not None:
            object.__setattr__(self, "said_at", checks.instant("said_at", self.said_at))

    @classmethod
    def of(
        cls,
        message: Mapping[str, Json],
        *,
        id: str | None = None,
        speaker: str | None = None,
        said_at: datetime | None = None,
    ) -> NewMessage:
        """From the host's object: ``{"role": …, "content": …}`` or a Responses item."""
        if not isinstance(message, Mapping):
            raise InvalidValue("message", message, 'must be an object with "role" and "content"')
        body = canonical("message", message)
        if len(body) > checks.CONTENT_LIMIT * 8:
            raise InvalidValue("message", body, "is larger than 8,000,000 characters")
        role = _role(message)
        if not _says_something(message):
            raise InvalidValue("message", message, "has no content: leave it out")
        text = message_text(message)
        if len(text) > checks.CONTENT_LIMIT:
            raise InvalidValue(
                "message", text, f"has more than {checks.CONTENT_LIMIT:,} characters of text"
            )
        return cls(body=body, role=role, id=id, speaker=speaker, said_at=said_at)

    @property
    def content(self) -> Mapping[str, Json]:
        return _object(self.body)

    @property
    def text(self) -> str:
        return message_text(self.content)

    @property
    def digest(self) -> str:
        """Equal for canonically equal content: a bare text equals its one text block."""
        return content_digest(self.body)


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """A stored message. `seq` counts from 1 without gaps within its conversation."""

    conversation: str
    seq: int
    id: str
    role: Role
    speaker: str | None
    body: str
    tokens: int
    said_at: datetime
    """When it was said, as the host told it; not repaired, not sorted by."""
    recorded_at: datetime
    time_zone: str = "UTC"
    """The zone of the session that appended it: in it, the message belongs to a day."""
    secrets: tuple[str, ...] = ()
    """Kinds of secrets found: such a message is not indexed and never evidence."""
    retracted: bool = False

    @property
    def content(self) -> Mapping[str, Json]:
        """The host's object, as it came in."""
        return _object(self.body)

    @property
    def text(self) -> str:
        """All its words: text blocks and plain text results, no thinking."""
        return message_text(self.content)

    @property
    def emptied(self) -> bool:
        """Whether it is only a number in the log, its words being erased or expired."""
        return self.retracted and not self.content.get("content", True)

    @property
    def said(self) -> str:
        """The speaker's own words: tool results in a user message are not among them."""
        return said_text(self.content) if self.role is not Role.TOOL else ""

    @property
    def calls(self) -> str:
        """The tool calls that it makes, a line each: the name and the arguments as JSON text."""
        return "\n".join(_calls(self.content))

    @property
    def results(self) -> str:
        """The words of the tool results that it brings."""
        if self.role is Role.TOOL:
            return self.text
        return "\n".join(
            text
            for block in _blocks(self.content)
            if block.get("type") == "tool_result"
            for text in _texts(block.get("content"))
        )


def content_digest(body: str) -> str:
    """Hash of a message's content, under which a bare text and its one text block are equal."""
    value = dict(_object(body))
    if isinstance(value.get("content"), str):
        value["content"] = [{"type": "text", "text": value["content"]}]
    return digest(canonical("message", value))


def message_text(message: Mapping[str, Json]) -> str:
    """The words of a message in either wire form, blocks joined by line breaks."""
    return "\n".join(_texts(message.get("content", message.get("output"))))


def said_text(message: Mapping[str, Json]) -> str:
    """The words of a message's text blocks alone: what its speaker said, no tool results."""
    return "\n".join(_texts(message.get("content"), results=False))


def called_ids(message: Mapping[str, Json]) -> tuple[str, ...]:
    """Ids of the tool calls that the message makes."""
    return tuple(_call_ids(message))


def answered_ids(message: Mapping[str, Json]) -> tuple[str, ...]:
    """Ids of the tool calls whose results the message brings."""
    return tuple(_answer_ids(message))


def _object(body: str) -> Mapping[str, Json]:
    value = parsed(body)
    assert isinstance(value, Mapping)
    return value


def _role(message: Mapping[str, Json]) -> Role:
    name = message.get("role")
    if name is None:
        kind = message.get("type")
        if isinstance(kind, str) and kind and kind != "message":
            return Role.TOOL if kind.endswith(_OUTPUT) or kind in _ANSWERS else Role.ASSISTANT
    elif isinstance(name, str) and name in _ROLES:
        return _ROLES[name]
    raise InvalidValue("role", name, f"must be one of {', '.join(sorted(_ROLES))}")


def _says_something(message: Mapping[str, Json]) -> bool:
    if any(message.get(key) for key in ("tool_calls", "function_call", "refusal", "audio")):
        return True
    if message.get("role") is None or message.get("type") not in (None, "message"):
        return True
    content = message.get("content")
    if isinstance(content, str):
        return bool(content.strip()) or bool(message.get("tool_call_id"))
    return isinstance(content, list | tuple) and len(content) > 0


def _texts(content: Json, *, results: bool = True) -> Iterator[str]:
    if isinstance(content, str):
        if content:
            yield content
    elif isinstance(content, list | tuple):
        for block in content:
            if isinstance(block, str):
                yield block
            elif isinstance(block, Mapping):
                kind = block.get("type")
                text = block.get("text")
                if kind in ("text", "input_text", "output_text") and isinstance(text, str):
                    yield text
                elif kind == "tool_result" and results:
                    yield from _texts(block.get("content"))


def _blocks(message: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
    content = message.get("content")
    if isinstance(content, list | tuple):
        for block in content:
            if isinstance(block, Mapping):
                yield block


def _item_pairs(message: Mapping[str, Json]) -> bool:
    """Whether it is an item that calls a tool of the host's, or answers such a call."""
    return message.get("role") is None and isinstance(message.get("call_id"), str)


def _call_ids(message: Mapping[str, Json]) -> Iterator[str]:
    calls = message.get("tool_calls")
    if isinstance(calls, list | tuple):
        for call in calls:
            if isinstance(call, Mapping) and isinstance(call.get("id"), str):
                yield str(call["id"])
    if _item_pairs(message) and not str(message.get("type")).endswith(_OUTPUT):
        yield str(message.get("call_id"))
    for block in _blocks(message):
        if block.get("type") == "tool_use" and isinstance(block.get("id"), str):
            yield str(block["id"])


def _calls(message: Mapping[str, Json]) -> Iterator[str]:
    calls = message.get("tool_calls")
    made = [one for one in calls if isinstance(one, Mapping)] if isinstance(calls, list) else []
    if _item_pairs(message) and not str(message.get("type")).endswith(_OUTPUT):
        made.append(message)
    made += [block for block in _blocks(message) if block.get("type") == "tool_use"]
    for one in made:
        inner = one.get("function", one.get("custom"))
        call = inner if isinstance(inner, Mapping) else one
        given = call.get("arguments", call.get("input", ""))
        if not isinstance(given, str):
            given = canonical("arguments", given)
        yield f"{call.get('name', '')} {given}".strip()


def _answer_ids(message: Mapping[str, Json]) -> Iterator[str]:
    if isinstance(message.get("tool_call_id"), str):
        yield str(message["tool_call_id"])
    if _item_pairs(message) and str(message.get("type")).endswith(_OUTPUT):
        yield str(message.get("call_id"))
    for block in _blocks(message):
        if block.get("type") == "tool_result" and isinstance(block.get("tool_use_id"), str):
            yield str(block["tool_use_id"])
