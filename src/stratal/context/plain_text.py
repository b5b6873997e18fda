"""A message as plain text: for a summarizer, for a page, and for whoever reads a result again."""

from __future__ import annotations

import json
from collections.abc import Iterator

from stratal.context.turns import Call, Image, Native, Part, Result, Text, read
from stratal.core.messages import Message
from stratal.text.secrets import without_secrets

_THINKING = frozenset({"thinking", "redacted_thinking", "reasoning"})
_LONGEST_RAW = 200_000
"""Characters of a block of an unknown kind that are shown; longer ones hold encoded data."""
_LONGEST_RESULT = 8_000
"""Characters of a tool's result that a summarizer is given."""


def is_thinking(part: Part) -> bool:
    """Whether the part is thinking, which is neither told nor searched."""
    return isinstance(part, Native) and part.kind in _THINKING


def result_text(result: Result) -> str:
    """All that a tool call answered, pictures as a mark."""
    return "\n".join(_shown(part) for part in result.parts)


def told(message: Message) -> str:
    """What a message says and does, as it is told to a summarizer: no secrets, no thinking.

    Of a long result the beginning and the end are told. Never empty.
    """
    return without_secrets(in_words(message, longest=_LONGEST_RESULT))


def in_words(message: Message, longest: int | None = None) -> str:
    """What a message says and does, without thinking; of a result `longest` characters at most."""
    lines = "\n".join(line for line in _lines(message, longest) if line.strip())
    return lines or "[nothing said]"


def _lines(message: Message, longest: int | None) -> Iterator[str]:
    for part in read(message).parts:
        if isinstance(part, Call):
            yield f"calls {part.name}({part.arguments})"
        elif isinstance(part, Result):
            text = result_text(part)
            if longest is not None and len(text) > longest:
                half = longest // 2
                text = f"{text[:half]}\n[…]\n{text[-half:]}"
            yield f"result: {text}"
        elif not is_thinking(part):
            yield _shown(part)


def _shown(part: Text | Image | Native) -> str:
    if isinstance(part, Text):
        return part.text
    if isinstance(part, Image):
        return "[image]"
    raw = None if part.raw is None else json.dumps(dict(part.raw), ensure_ascii=False)
    return raw if raw is not None and len(raw) <= _LONGEST_RAW else f"[{part.kind}]"
