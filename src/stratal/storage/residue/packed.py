"""The two forms in which PostgreSQL packs a long value, unpacked as far as they go.

Both copy what came before: *pglz* says with a control byte which of the next eight things is a byte
as it is and which a copy; *LZ4* has stretches of bytes with a copy after each. What lies in a page
that is used again may break off, so both answer with what they have, and whether it is all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

_EIGHT = 8
_LONG = 18
"""A copy of pglz as long as this says with one byte more how much longer it is."""
_MORE = 15
"""A length of LZ4 that goes on in the bytes that follow."""
_MORE_STILL = 255
_LEAST = 4


def pglz(packed: bytes, size: int) -> tuple[bytes, bool]:
    """What is packed, and whether it is whole: `size` bytes, and nothing left over."""
    out = bytearray()
    at, end = 0, len(packed)
    while at < end and len(out) < size:
        control = packed[at]
        at += 1
        if control == 0:
            out += packed[at : at + _EIGHT]
            at = min(end, at + _EIGHT)
            continue
        for bit in range(_EIGHT):
            if at >= end or len(out) >= size:
                break
            if not control >> bit & 1:
                out.append(packed[at])
                at += 1
                continue
            if at + 1 >= end:
                return bytes(out[:size]), False
            length = (packed[at] & 0x0F) + 3
            back = (packed[at] & 0xF0) << 4 | packed[at + 1]
            at += 2
            if length == _LONG:
                if at >= end:
                    return bytes(out[:size]), False
                length += packed[at]
                at += 1
            if not _copied(out, back, length):
                return bytes(out[:size]), False
    return bytes(out[:size]), len(out) == size and at == end


def lz4(packed: bytes, size: int) -> tuple[bytes, bool]:
    """The same of a block of LZ4."""
    out = bytearray()
    at, end = 0, len(packed)
    while at < end and len(out) < size:
        token = packed[at]
        literals, at = _length(packed, at + 1, token >> 4)
        out += packed[at : at + literals]
        at += literals
        if at >= end or len(out) >= size:
            break
        if at + 1 >= end:
            return bytes(out[:size]), False
        back = packed[at] | packed[at + 1] << 8
        length, at = _length(packed, at + 2, token & 0x0F)
        if not _copied(out, back, length + _LEAST):
            return bytes(out[:size]), False
    return bytes(out[:size]), len(out) == size and at == end


def _length(packed: bytes, at: int, length: int) -> tuple[int, int]:
    """A length that may go on in the bytes from `at`, and where these end."""
    if length == _MORE:
        while at < len(packed):
            more = packed[at]
            length += more
            at += 1
            if more != _MORE_STILL:
                break
    return length, at


def _copied(out: bytearray, back: int, length: int) -> bool:
    """Copy from so far back, over what is being copied if need be; False if there is nothing."""
    start = len(out) - back
    if back == 0 or start < 0:
        return False
    if back >= length:
        out += out[start : start + length]
    else:
        out += (out[start:] * (length // back + 1))[:length]
    return True


METHODS: Mapping[int, Callable[[bytes, int], tuple[bytes, bool]]] = {0: pglz, 1: lz4}
"""By the number that a value of PostgreSQL bears."""
