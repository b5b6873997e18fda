"""The port to embedders: text in, vectors out, each vector tied to the generation that made it.

A vector is `bytes`: little-endian float32, four bytes a dimension. SQLite stores it as it is,
PostgreSQL converts it once, and nobody above needs numpy. Two vectors may be compared only if
their generations are equal: another model of the same size gives plausible nonsense.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from stratal.errors import InvalidValue, ModelUnavailable

# float32 rounding of 512 numbers stays under 1e-6; half-precision sources reach 1e-3.
_UNIT_TOLERANCE = 2e-3
_WORD = re.compile(r"[^\s|\x00-\x1f\x7f\ud800-\udfff]{1,200}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Generation:
    """What made a vector. Equal generations, comparable vectors; else never.

    `version` changes with anything that changes a vector: weights, tokeniser, prefixes, where long
    texts are cut. Raises `InvalidValue` for a name that `key` could not hold unambiguously.
    """

    model: str
    """The model, as its maker names it."""
    version: str
    """Its exact version, and that of the preparation of the text."""
    dimension: int
    """How many numbers a vector has."""
    normalised: bool
    """Whether every vector has length one."""

    def __post_init__(self) -> None:
        for field, value in (("model", self.model), ("version", self.version)):
            if not _WORD.fullmatch(value):
                raise InvalidValue(field, value, "use 1 to 200 characters, no blank and no |")
        if self.dimension < 1:
            raise InvalidValue("dimension", self.dimension, "use a positive number")

    @property
    def key(self) -> str:
        """A stored form: equal keys, equal generations. It never changes for the same values."""
        length = "unit" if self.normalised else "free"
        return f"{self.model}|{self.version}|{self.dimension}|{length}"


class Embedder(Protocol):
    """Turns texts into vectors. Called from many threads at once, never inside a transaction.

    Any text is legal: empty, blank, with NUL, with lone surrogates, a megabyte long. An embedder
    that cannot answer raises `ModelUnavailable`, and no other error; nothing of the call is kept.
    """

    @property
    def generation(self) -> Generation:
        """What its vectors are. Known without loading a model or asking a server."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """One vector for each text that shall be found, in the order of `texts`."""
        ...

    def embed_query(self, text: str) -> bytes:
        """The vector of what is looked for. Some models prepare it unlike a passage."""
        ...


def packed(numbers: Sequence[float], generation: Generation) -> bytes:
    """The vector of these numbers, scaled to length one if the generation is normalised.

    Raises `ModelUnavailable` where `checked` does.
    """
    length = math.hypot(*numbers) if generation.normalised else 1.0
    # Without a direction there is nothing to scale: `checked` says so.
    scale = length if length > 0 else 1.0
    try:
        vector = struct.pack(f"<{len(numbers)}f", *(number / scale for number in numbers))
    except OverflowError as error:
        raise ModelUnavailable(generation.model, "a vector holds a number over 3e38") from error
    return checked(vector, generation)


def checked(vector: bytes, generation: Generation) -> bytes:
    """The same vector, if it is one of this generation.

    Raises `ModelUnavailable` if it has another size, holds NaN or infinity, is all zeros (it has
    no direction to compare), or has not length one although the generation promises so.
    """
    expected = 4 * generation.dimension
    if len(vector) != expected:
        problem = f"a vector has {len(vector)} bytes, not {expected} ({generation.dimension} x 4)"
        raise ModelUnavailable(generation.model, problem)
    length = math.hypot(*struct.unpack(f"<{generation.dimension}f", vector))
    if not math.isfinite(length):
        raise ModelUnavailable(generation.model, "a vector holds NaN or infinity")
    if length == 0:
        raise ModelUnavailable(generation.model, "a vector is all zeros")
    if generation.normalised and abs(length - 1) > _UNIT_TOLERANCE:
        raise ModelUnavailable(generation.model, f"a vector has length {length:.4g}, not 1")
    return vector
