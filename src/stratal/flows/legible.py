"""Stored values as many at once as are looked through in one go, in every way that they read.

A value of a row may be packed, may be JSON with texts in it, and is looked at folded as well.
"""

from __future__ import annotations

import json
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING

from stratal.text.quotation import fold
from stratal.text.traces import Finder, Sight

if TYPE_CHECKING:
    from stratal.storage.bare import Piece
    from stratal.storage.database import Value

_PACKED = 1 << 16
"""Bytes of a packed text that are unpacked where one seems to begin."""


class Batch:
    """Rows as one stretch of bytes, so that many small values are looked at in one go."""

    def __init__(self) -> None:
        self.rows: list[Mapping[str, Value]] = []
        self._pieces: list[bytes] = []
        self._ends: list[int] = []
        self.size = 0

    def add(self, row: Mapping[str, Value]) -> None:
        for column, value in row.items():
            if column == "tenant" or not isinstance(value, str | bytes) or not value:
                continue
            for piece in _shapes(value):
                self._pieces.append(piece)
                self.size += len(piece) + 1
        self.rows.append(row)
        self._ends.append(self.size)

    def sights(self, finder: Finder) -> Iterator[tuple[int, Sight]]:
        """What is found, with the number of the row; each trace once a row."""
        seen: set[tuple[int, bytes]] = set()
        for sight in finder.find(b"\x00".join(self._pieces)):
            number = bisect_right(self._ends, sight.at)
            if (number, sight.trace.data) not in seen or sight.bounded:
                seen.add((number, sight.trace.data))
                yield number, sight


def _shapes(value: str | bytes) -> Iterator[bytes]:
    """A value as it is, unpacked, with what its JSON says, and folded."""
    if isinstance(value, bytes):
        yield value
        try:
            text = zlib.decompress(value).decode()
        except (zlib.error, UnicodeDecodeError):
            text = value.decode(errors="ignore")
    else:
        text = value
    for one in (text, _said(text)):
        plain = one.encode(errors="replace")
        folded = fold(one).casefold().encode(errors="replace")
        yield from (piece for piece in dict.fromkeys((plain, folded)) if piece)


def _said(text: str, depth: int = 0) -> str:
    """All texts within JSON, each on a line; empty if it is none."""
    if depth > 3 or not text or text[0] not in '{["':
        return ""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    texts: list[str] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += [*one.values(), *one.keys()]
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str):
            texts += [one, _said(one, depth + 1)]
    return "\n".join(filter(None, texts))


def unpacked(stretch: bytes) -> Iterator[tuple[int, bytes]]:
    """What can be unpacked wherever something packed seems to begin; how far it is whole."""
    for head in (b"\x78\x9c", b"\x78\xda", b"\x78\x01", b"\x78\x5e"):
        at = stretch.find(head)
        while at >= 0:
            try:
                text = zlib.decompressobj().decompress(stretch[at : at + _PACKED], 1 << 20)
            except zlib.error:
                text = _as_far_as_whole(stretch[at : at + _PACKED])
            if text:
                yield at, text
            at = stretch.find(head, at + 1)


def _as_far_as_whole(packed: bytes) -> bytes:
    """What comes out of a stream before it breaks off."""
    reader, out = zlib.decompressobj(), b""
    try:
        for at in range(0, len(packed), 64):
            out += reader.decompress(packed[at : at + 64])
    except zlib.error:
        return out
    return out


@dataclass(kw_only=True, slots=True)
class Several:
    """Pieces of a file as one stretch of bytes."""

    pieces: list[Piece] = field(default_factory=list)
    size: int = 0

    @property
    def data(self) -> bytes:
        return b"\x00".join(piece.data for piece in self.pieces)

    def at(self, place: int) -> int:
        """Where in the file the piece begins that has this place of the stretch."""
        ends = [*accumulate(len(piece.data) + 1 for piece in self.pieces)]
        return self.pieces[bisect_right(ends, place)].at


def grouped(pieces: Iterable[Piece], size: int) -> Iterator[Several]:
    """The pieces, as many together as have so many bytes."""
    several = Several()
    for piece in pieces:
        several.pieces.append(piece)
        several.size += len(piece.data)
        if several.size >= size:
            yield several
            several = Several()
    if several.pieces:
        yield several
