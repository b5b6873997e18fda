"""What a scripted model answers: texts, calls, thinking, compaction, and all that can go wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Wire: TypeAlias = dict[str, Any]
"""An object of a vendor's interface: its types are the vendor's, so they end here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolCall:
    """The model calls one of the host's tools. `id` None: the provider gives one."""

    name: str
    input: Mapping[str, Any] | str = field(default_factory=dict)
    """An object; or the JSON text itself, which need not be JSON. Anthropic's form has objects."""
    id: str | None = None

    @property
    def arguments(self) -> str:
        """The input as JSON text."""
        if isinstance(self.input, str):
            return self.input
        return json.dumps(self.input, ensure_ascii=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class Thinking:
    """Signed thinking, in OpenAI's responses a reasoning item; chat completions never show it.

    `signature` None: the provider signs. What it signed may not come back altered.
    """

    text: str
    signature: str | None = None
    redacted: bool = False
    """Encrypted as a whole: the text is not shown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Compaction:
    """The vendor's own summary of what was said, opaque to the host."""

    content: str | None
    """None: compaction failed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Verbatim:
    """A block of content (Anthropic) or an item of the output (responses) as it stands."""

    block: Mapping[str, Any]


Piece: TypeAlias = str | ToolCall | Thinking | Compaction | Verbatim
"""A part of an answer; a text is its own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """One reply of the model."""

    pieces: Sequence[Piece] = ()
    stop: str | None = None
    """Why it stopped, in the words of the interface; None: as follows from the pieces."""
    usage: Mapping[str, Any] = field(default_factory=dict)
    """Counts that stand in place of the provider's own, in the words of the interface."""
    delay: float = 0.0
    """Seconds until it begins."""
    breaks_after: int | None = None
    """A stream of it ends without a word after so many events; None: it ends as it should."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Failure:
    """An error in the vendor's envelope. Nothing but the status need be named."""

    status: int
    message: str | None = None
    kind: str | None = None
    """The error's type in the vendor's words."""
    code: str | None = None
    """OpenAI's code; with Anthropic the `error_code` among its details."""
    retry_after: float | None = None
    """Seconds after which the vendor's SDK tries again; None: it waits as long as it likes."""
    delay: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Malformed:
    """A body that is not what the interface promises."""

    body: bytes = b'{"id": "msg_'
    status: int = 200
    content_type: str = "application/json"


@dataclass(frozen=True, kw_only=True, slots=True)
class HangUp:
    """The connection is closed and nothing is said."""

    delay: float = 0.0


Reply: TypeAlias = Answer | Failure | Malformed | HangUp | Piece | Sequence[Piece]
"""What a script may say: a piece or a list of pieces is short for the answer made of them."""


def settled(reply: Reply) -> Answer | Failure | Malformed | HangUp:
    """The reply without its short forms."""
    if isinstance(reply, Answer | Failure | Malformed | HangUp):
        return reply
    if isinstance(reply, str | ToolCall | Thinking | Compaction | Verbatim):
        return Answer(pieces=(reply,))
    return Answer(pieces=tuple(reply))
