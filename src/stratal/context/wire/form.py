"""What the wire forms have in common: ids of calls, what is copied, and what is told as lost."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from stratal.context.turns import Call, Form, Image, Native, Part, Result, Text, Turn
from stratal.core.messages import Role

Wire = dict[str, Any]
"""An object of a vendor's interface: its types are the vendor's, so they end here."""

_BARE = frozenset({"type", "text", "refusal", "cache_control", "logprobs"})
"""Fields of a text that are expressed elsewhere, or mean nothing elsewhere."""
_READ = frozenset(
    "role content tool_calls tool_call_id function_call refusal audio parsed"
    " type id status call_id arguments input output async_ async caller created_by"
    " model stop_reason stop_sequence stop_details usage container context_management"
    " diagnostics input_transformations".split()
)
"""Fields of a message or item that are expressed, or say nothing to a model."""
_PLAIN_ITEMS = frozenset(
    {"function_call", "custom_tool_call", "function_call_output", "custom_tool_call_output"}
)
_NAMED = frozenset({"system", "developer", "user", "assistant"})
"""The roles of messages whose `name` is that of a speaker."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Loss:
    """Something that a vendor's form cannot express, and what became of it."""

    vendor: str
    seq: int | None
    """Number of the message; None: of the request as a whole, or of what we added."""
    block: str
    """The kind of block, item or field; empty for what concerns none."""
    why: str
    """What became of it and why, as a sentence."""

    def __str__(self) -> str:
        where = "" if self.seq is None else f"message {self.seq}: "
        return f"{self.vendor}: {where}{self.why}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Sent:
    """Keyword arguments for the vendor's SDK, and what could not be expressed in them."""

    arguments: Wire
    losses: tuple[Loss, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """The losses as sentences."""
        return tuple(dict.fromkeys(map(str, self.losses)))


class Losses:
    """What could not be expressed, each said once."""

    def __init__(self, vendor: str) -> None:
        self._vendor = vendor
        self._told: dict[Loss, None] = {}

    def add(self, turn: Turn | None, block: str, why: str) -> None:
        """`turn` None: it concerns the request as a whole."""
        seq = None if turn is None or turn.message is None else turn.message.seq
        self._told[Loss(vendor=self._vendor, seq=seq, block=block, why=why)] = None

    def told(self) -> tuple[Loss, ...]:
        return tuple(self._told)


def own(turn: Turn, target: Form) -> bool:
    """Whether the turn came in the target's own form."""
    return turn.form in (target, Form.PLAIN)


def with_ids(
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


def tell_marks(part: Text, turn: Turn, losses: Losses) -> None:
    """Citations and their like stay behind when a text leaves its own form."""
    raw = part.raw or {}
    for key in sorted(key for key, value in raw.items() if value and key not in _BARE):
        losses.add(turn, key, f"{key} of a text left out: it cannot be expressed")
    if part.refusal:
        losses.add(turn, "refusal", "'refusal' stands as a text: it cannot be expressed")


def tell_fields(turn: Turn, losses: Losses) -> None:
    """What stands beside the content of a message or item, and cannot leave its own form."""
    if turn.message is None:
        return
    body = turn.message.content
    kind = body.get("type")
    if body.get("role") is None and kind not in _PLAIN_ITEMS:
        for call in turn.calls:
            why = f"{kind!r} stands as a call of the tool {call.name!r}"
            losses.add(turn, str(kind), why)
        return
    named = body.get("role") in _NAMED
    for key in sorted(key for key, value in body.items() if value and key not in _READ):
        if key != "name" or named:
            losses.add(turn, key, f"{key!r} is left out: it cannot be expressed in this form")


def shown_by_user(part: Part, turn: Turn) -> TypeGuard[Image]:
    """Neither vendor takes a picture from the assistant."""
    return isinstance(part, Image) and turn.role is Role.USER


def inexpressible(part: Image | Native, turn: Turn, losses: Losses) -> Iterator[str]:
    """The line that stands for it where the user or a tool said it; nothing if the assistant."""
    kind = "image" if isinstance(part, Image) else part.kind
    said = "an image" if isinstance(part, Image) else repr(kind)
    if turn.role is Role.ASSISTANT:
        losses.add(turn, kind, f"{said} is left out: it cannot be expressed in this form")
    else:
        losses.add(turn, kind, f"{said} is replaced by a line: it cannot be expressed in this form")
        yield f"[{kind}: it stood here, and cannot be shown in this form]"


def listed(content: str | list[Wire]) -> list[Wire]:
    """A content as blocks of text."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def single(blocks: list[Wire]) -> str | list[Wire]:
    """One plain text as a string, which every server of this interface takes."""
    if len(blocks) == 1 and blocks[0].keys() == {"type", "text"}:
        text: str = blocks[0]["text"]
        return text
    return blocks


def system_texts(part: str | Turn, losses: Losses) -> Iterator[str]:
    """The texts of a part of the system prompt."""
    if isinstance(part, str):
        yield part
        return
    for piece in part.parts:
        if isinstance(piece, Text):
            yield piece.text
        else:
            kind = piece.kind if isinstance(piece, Native) else type(piece).__name__.lower()
            why = "only text can stand in the system prompt; the rest is left out"
            losses.add(part, kind, why)
