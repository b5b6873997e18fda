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

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"


def canonical(field: str, value: Json) -> str:
    """The canonical JSON text of `value`; what JSON or UTF-8 cannot say is refused."""
    try:
        text = json.dumps(
            value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidValue(field, value, f"cannot be written as JSON ({error})") from None
    if "\\u0000" in text:
        # Escaped inside a JSON string: PostgreSQL could not keep it, nor any text column.
        raise InvalidValue(field, value, "holds a NUL character: remove it")
    return encodable(field, text)


def parsed(text: str) -> Json:
    """The value of a canonical text that we stored."""
    value: Json = json.loads(text)
    return value


def digest(text: str) -> str:
    """SHA-256 over the exact UTF-8 bytes, as lower-case hex."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
