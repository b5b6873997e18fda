"""Long values as they lie in the pages of PostgreSQL: packed in their row, or cut into chunks.

Pages are read without asking what is in them still: a row that was deleted, and one whose place was
given up, is found as one that is there, as long as its bytes are. Little-endian, as every server
that we know of is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from stratal.storage.bare import CHUNK, Piece
from stratal.storage.residue.packed import METHODS

if TYPE_CHECKING:
    import numpy as np

    Chunks: TypeAlias = "np.ndarray[Any, np.dtype[np.void]]"

_HEADER = 8
"""Bytes before a packed value: its length with the mark of what is packed, its size and method."""
_INFO = 4
"""Bytes that say size and method."""
_SIZE = 0x3FFFFFFF
_MOST = 300
"""So many times as long as it is packed can a value be."""
_ROW = 24
"""Bytes before the columns of a row of chunks: it has three, and none is null."""
_COLUMNS = 3
_BEFORE = _ROW + 12
"""The same before the bytes of a chunk: value, number and length."""
_SEQS = 1 << 20


def values(paths: Sequence[Path], page_size: int, *, chunked: bool) -> Iterator[Piece]:
    """Every long value in the files of one relation, as it reads.

    `chunked` if it can be one of chunks: in what is none, much could seem to be some.
    """
    import numpy as np

    chunks = []
    with ExitStack() as opened:
        files = [opened.enter_context(path.open("rb")) for path in paths]
        for number, file in enumerate(files):
            for start, pages in _pages(file, page_size):
                yield from packed_in_rows(pages, start, page_size)
                if chunked:
                    chunks.append(chunks_in(pages, start, page_size, number))
        if not chunks:
            return
        found = np.sort(np.concatenate(chunks), order=["value", "seq", "file", "at"])
        for one in np.split(found, np.flatnonzero(np.diff(found["value"])) + 1):
            if len(one):
                yield _joined(files, one)


def _pages(file: IO[bytes], page_size: int) -> Iterator[tuple[int, bytes]]:
    start = 0
    while pages := file.read(CHUNK // page_size * page_size):
        # A page that is being written may be cut off; what is left of it is searched as bytes.
        yield start, pages[: len(pages) // page_size * page_size]
        start += len(pages)


def packed_in_rows(pages: bytes, start: int, page_size: int) -> Iterator[Piece]:
    """Values that stand packed in their rows, wherever one seems to."""
    import numpy as np

    words = np.frombuffer(pages, dtype="<u4")
    if len(words) < 2:
        return
    head, info = words[:-1], words[1:]
    length, size = head >> 2, info & _SIZE
    left = page_size - np.arange(len(head)) * 4 % page_size
    seems = (head & 3) == 2
    seems &= (length > _HEADER) & (length <= left) & (size >= length) & (info >> 30 < len(METHODS))
    seems &= size <= (length.astype(np.int64) - _HEADER) * _MOST
    for place in np.flatnonzero(seems).tolist():
        at, end = place * 4 + _HEADER, place * 4 + int(length[place])
        text, _ = METHODS[int(info[place]) >> 30](pages[at:end], int(size[place]))
        if text:
            yield Piece(start + place * 4, text, whole=True)


def chunks_in(pages: bytes, start: int, page_size: int, file: int) -> Chunks:
    """Rows that hold a chunk: of which value, which number, and where its bytes are."""
    import numpy as np

    kind = [("value", "<u4"), ("seq", "<u4"), ("file", "<u4"), ("at", "<i8"), ("length", "<u4")]
    rows = len(pages) // 8 - _BEFORE // 8
    if rows <= 0:
        return np.empty(0, dtype=kind)
    words = np.frombuffer(pages, dtype="<u4")

    def word(offset: int) -> np.ndarray[Any, np.dtype[np.uint32]]:
        return words[offset // 4 :: 2][:rows]

    columns, before = word(16) >> 16 & 0x7FF, word(20) >> 16 & 0xFF
    value, seq, head = word(24), word(28), word(32)
    length = (head >> 2).astype(np.int64) - 4
    at = np.arange(rows, dtype=np.int64) * 8 + _BEFORE
    is_chunk = (columns == _COLUMNS) & (before == _ROW) & (head & 3 == 0) & (value > 0)
    is_chunk &= (seq < _SEQS) & (length > 0) & (length <= page_size // 4)
    is_chunk &= at + length <= (at // page_size + 1) * page_size
    found = np.empty(int(is_chunk.sum()), dtype=kind)
    found["value"], found["seq"], found["file"] = value[is_chunk], seq[is_chunk], file
    found["at"], found["length"] = at[is_chunk] + start, length[is_chunk]
    return found


def _joined(files: Sequence[IO[bytes]], chunks: Chunks) -> Piece:
    """The chunks of one value, put together and unpacked; not whole if any of them is gone."""
    begun, rest, wanted = bytearray(), bytearray(), 0
    for chunk in chunks:
        seq = int(chunk["seq"])
        if seq < wanted:
            # The same row once more, where a page was tidied up.
            continue
        file = files[int(chunk["file"])]
        file.seek(int(chunk["at"]))
        # After a gap nothing can be unpacked any more, but bytes are bytes.
        gap = rest or seq > wanted
        (rest if gap else begun).extend(file.read(int(chunk["length"])))
        wanted = seq + 1
    text, whole = _unpacked(bytes(begun))
    at = int(chunks[0]["at"]) - _BEFORE
    return Piece(at, text + b"\x00" + rest if rest else text, whole=whole and not rest)


def _unpacked(data: bytes) -> tuple[bytes, bool]:
    """What a value says, as far as it goes; one that is not packed says what it is."""
    info, packed = int.from_bytes(data[:_INFO], "little"), len(data) - _INFO
    size, method = info & _SIZE, METHODS.get(info >> 30)
    if method is None or not packed < size <= packed * _MOST:
        return data, True
    text, whole = method(data[_INFO:], size)
    # What only looks packed is what it is.
    return (text, True) if whole else (text + b"\x00" + data, False)
