"""Vectors on their way to pgvector and back, and what it says of how near they are."""

from __future__ import annotations

import struct
from array import array

_MILLIONTHS = 1_000_000


class WireVector:
    """A vector as pgvector takes it from the wire, made from little-endian float32."""

    __slots__ = ("wire",)

    def __init__(self, vector: bytes) -> None:
        numbers = array("f", vector)
        if struct.pack("=H", 1) != struct.pack(">H", 1):
            numbers.byteswap()
        self.wire = struct.pack(">HH", len(numbers), 0) + numbers.tobytes()


def from_wire(value: bytes) -> bytes:
    """A vector in little-endian float32, from what pgvector sends."""
    numbers = array("f", value[4:])
    if struct.pack("=H", 1) != struct.pack(">H", 1):
        numbers.byteswap()
    return numbers.tobytes()


def cosine(millionths: float) -> float:
    """The cosine that a distance in millionths stands for."""
    return (_MILLIONTHS - millionths) / _MILLIONTHS
