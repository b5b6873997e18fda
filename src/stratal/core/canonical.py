"""The one form in which JSON is stored, hashed and compared.

It is a contract: keys sorted, no white space, Unicode as itself, no NaN. Two values are equal if
their canonical texts are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from stratal.core.checks import encodable
from stratal.errors import InvalidValue

DEPTH_LIMIT = 200
"""Levels of nesting; a value that is deeper could be written, and not be read everywhere."""

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"


def canonical(field: str, value: Json) -> str:
    """The canonical JSON text of `value`; what JSON or UTF-8 cannot say is refused."""
    try:
        text = json.dumps(
            value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidValue(field, value, f"cannot be written as JSON ({error})") from None
    if text.count("[") + text.count("{") > DEPTH_LIMIT and _deeper(value, DEPTH_LIMIT):
        raise InvalidValue(field, value, f"is nested more than {DEPTH_LIMIT} deep: flatten it")
    if "\\u0000" in text:
        # Escaped inside a JSON string: PostgreSQL could not keep it, nor any text column.
        raise InvalidValue(field, value, "holds a NUL character: remove it")
    return encodable(field, text)


def canonical_object(field: str, value: Mapping[str, Json], limit: int) -> str:
    """The canonical text of a JSON object of at most `limit` bytes in UTF-8."""
    if not isinstance(value, Mapping):
        raise InvalidValue(field, value, "must be a JSON object")
    text = canonical(field, value)
    size = len(text.encode("utf-8"))
    if size > limit:
        raise InvalidValue(field, value, f"has {size:,} bytes as JSON, {limit:,} at most")
    return text


def parsed(text: str) -> Json:
    """The value of a canonical text that we stored."""
    value: Json = json.loads(text)
    return value


def _deeper(value: Json, limit: int) -> bool:
    """Whether lists and objects are nested more than `limit` deep. Level by level: no recursion."""
    level = [value]
    for _ in range(limit + 1):
        level = [
            inner
            for one in level
            if isinstance(one, Sequence | Mapping) and not isinstance(one, str)
            for inner in (one.values() if isinstance(one, Mapping) else one)
        ]
        if not level:
            return False
    return True


def digest(text: str) -> str:
    """SHA-256 over the exact UTF-8 bytes, as lower-case hex."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
