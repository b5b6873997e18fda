"""What a model wrote, read as the object that it was asked for.

Models think aloud, fence, explain, repeat themselves, invent escapes and break off. The object is
looked for wherever it stands, and an escape that JSON does not know is taken for the characters it
is written with. Nothing that was broken off is completed: half a sentence is none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeVar

from stratal.errors import shown
from stratal.models.shapes import NotThis, expected, read

T = TypeVar("T")

LONGEST = 200_000
"""Characters of a reply; nobody asks for that much."""
_LOOKED_AT = 200
"""Opening braces that are tried."""
_THINKING = re.compile(
    r"<(think|thinking|reasoning|thought)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE
)
_ESCAPE = re.compile(r'\\(?:(["\\/bfnrt])|(u[0-9A-Fa-f]{4})|)')
_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])', re.DOTALL)
# Control characters inside of texts are let through: models write real line breaks there.
_DECODER = json.JSONDecoder(strict=False)


class Unreadable(Exception):
    """Why a reply is none, in words; never leaves this room."""


def read_reply(text: str, kind: type[T]) -> tuple[T, tuple[str, ...]]:
    """The `kind` that the reply holds, and what in it was left out. Raises `Unreadable`.

    Of several objects the lists are joined.
    """
    if len(text) > LONGEST:
        raise Unreadable(f"it has {len(text):,} characters")
    said = _THINKING.sub("", text)
    if not said.strip():
        raise Unreadable("it is thinking alone" if text.strip() else "it is empty")
    names = set(expected(kind))
    found = [one for one in _objects(said) if names & one.keys()]
    if not found:
        raise Unreadable(f"it holds no JSON object with {', '.join(expected(kind))}")
    ignored: list[str] = []
    joined: dict[str, Any] = {}
    for one in found:
        for name, value in one.items():
            known = joined.get(name)
            if isinstance(known, list) and isinstance(value, list):
                known.extend(value)
            elif name in joined and value != known:
                ignored.append(f"{name} again: {shown(value)}")
            else:
                joined[name] = value
    try:
        value, left_out = read(kind, joined)
    except NotThis as wrong:
        raise Unreadable(f"its object is not as asked for: {wrong}") from None
    return value, (*ignored, *left_out)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects that stand in the text, none of them inside another."""
    at = text.find("{")
    for _ in range(_LOOKED_AT):
        if at < 0:
            return
        found = _object_at(text, at)
        if found is None:
            mended = _mended(text[at:])
            found = _object_at(mended, 0)
            if found is not None:
                text = mended
        if found is None:
            at = text.find("{", at + 1)
            continue
        yield found[0]
        at = text.find("{", found[1])


def _object_at(text: str, at: int) -> tuple[dict[str, Any], int] | None:
    """The object that begins there and where it ends; None if none does."""
    try:
        value, end = _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None
    return (value, end) if isinstance(value, dict) else None


def _mended(text: str) -> str:
    """`text` with unknown escapes as plain characters, and without commas before a closing mark."""
    escaped = _ESCAPE.sub(lambda one: one.group() if one.group(1) or one.group(2) else r"\\", text)
    return _TRAILING_COMMA.sub(lambda one: one.group(1) or "", escaped)
