"""Values that SQLite has spread over pages, put together again. Run by itself, in its own process.

A value that is too long for its page goes on in others, each of which begins with the number of the
next. So its words stand in the file with four bytes in their midst, or far apart. Every place that
could be such a number is followed, in pages that are in use and in free ones alike, and in every
state of a page that the log beside the file still has.

It imports nothing of ours: whoever opens the file in a process where SQLite has it open too would
take that one's locks away when closing it.
"""

from __future__ import annotations

import os
import re
import struct
import sys
from collections.abc import Iterator
from contextlib import closing

PIECE = struct.Struct(">QI")
"""What stands before each piece that is written out: where it begins, and how long it is."""

_HEADER = 100
_LOG_HEADER = 32
_FRAME = 24
_NUMBER = 4
_LONGEST = 1 << 20
_LOG_MAGIC = (0x377F0682, 0x377F0683)


class _Pages:
    """The pages of a file, and the states of them in the log beside it."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_RDONLY)
        header = os.pread(self._file, _HEADER, 0)
        size = int.from_bytes(header[16:18], "big") if header.startswith(b"SQLite format 3") else 0
        self.size = 65_536 if size == 1 else size
        self.usable = self.size - header[20] if self.size else 0
        self.count = os.fstat(self._file).st_size // self.size if self.size else 0
        self._log = -1
        self._frames: dict[int, list[int]] = {}
        if self.size and os.path.exists(f"{path}-wal"):
            self._log = os.open(f"{path}-wal", os.O_RDONLY)
            self._read_log()

    def _read_log(self) -> None:
        header = os.pread(self._log, _LOG_HEADER, 0)
        if int.from_bytes(header[:4], "big") not in _LOG_MAGIC:
            return
        at, end = _LOG_HEADER, os.fstat(self._log).st_size
        while at + _FRAME + self.size <= end:
            number = int.from_bytes(os.pread(self._log, 4, at), "big")
            self._frames.setdefault(number, []).append(at + _FRAME)
            self.count = max(self.count, number)
            at += _FRAME + self.size

    def close(self) -> None:
        for file in (self._file, self._log):
            if file >= 0:
                os.close(file)

    def of_file(self) -> Iterator[tuple[int, bytes]]:
        """Every page of the file, with where it begins."""
        for at in range(0, os.fstat(self._file).st_size - self.size + 1, self.size or 1):
            yield at, os.pread(self._file, self.size, at)

    def of_log(self) -> Iterator[tuple[int, bytes]]:
        """Every state of a page in the log, with where it begins."""
        for at in sorted(at for places in self._frames.values() for at in places):
            yield at, os.pread(self._log, self.size, at)

    def states(self, number: int, near: int | None) -> Iterator[bytes]:
        """The states of a page that say something, those in the log nearest to a place there."""
        places = self._frames.get(number, [])
        here = -1 if near is None else near
        in_log = (
            os.pread(self._log, self.size, at)
            for at in sorted(places, key=lambda at: abs(at - here))
        )
        in_file = iter([os.pread(self._file, self.size, (number - 1) * self.size)])
        for states in (in_file, in_log) if near is None else (in_log, in_file):
            for page in states:
                if page.strip(b"\x00"):
                    yield page

    def next(self, page: bytes) -> int | None:
        """The page after an overflow page, 0 after the last; None if it cannot be one."""
        number = int.from_bytes(page[:_NUMBER], "big")
        return number if number <= self.count and number != 1 else None


def pieces(path: str, window: int, *, log: bool = False) -> Iterator[tuple[int, bytes]]:
    """Every value that goes on in another page, from the page before it; where it begins.

    Of the file, or of the log beside it. What is longer than a mebibyte comes in several, which
    have `window` bytes in common.
    """
    with closing(_Pages(path)) as pages:
        if not pages.size:
            return
        seems = re.compile(_numbers(pages.count), re.DOTALL)
        for at, page in pages.of_log() if log else pages.of_file():
            near = at if log else None
            following = pages.next(page)
            if following:
                for state in pages.states(following, near):
                    yield at, _cut(pages, page)[-window:] + _cut(pages, state)[:window]
            for found in seems.finditer(page, _NUMBER):
                number = int.from_bytes(page[found.start() : found.start() + _NUMBER], "big")
                if 1 < number <= pages.count:
                    yield from _chain(pages, at, page[: found.start()], number, near, window)


def _numbers(count: int) -> bytes:
    """A pattern of what could be the number of a page, and is not 0."""
    high = min(count >> 16, 0xFFFF)
    if high > 0xFF:
        return b"(?=[\x00-" + re.escape(bytes([high >> 8])) + b"](?!\x00\x00\x00)...)"
    low = b"\x00[\x00-" + re.escape(bytes([high])) + b"](?!\x00\x00).."
    round_ = b"|\x00[\x01-" + re.escape(bytes([high])) + b"]\x00\x00" if high else b""
    return b"(?=" + low + round_ + b")"


def _chain(
    pages: _Pages, at: int, before: bytes, number: int, near: int | None, window: int
) -> Iterator[tuple[int, bytes]]:
    """What goes on in that page, in each state of it that can be followed."""
    for state in pages.states(number, near):
        if pages.next(state) is None:
            continue
        data, seen, page, follow = before, {number}, state, number
        while True:
            data += _cut(pages, page)
            if len(data) > _LONGEST:
                yield at, data
                data = data[-window:]
            follow = pages.next(page) or 0
            if not follow or follow in seen:
                break
            seen.add(follow)
            found = next((one for one in pages.states(follow, near)), None)
            if found is None:
                break
            page = found
        yield at, data


def _cut(pages: _Pages, page: bytes) -> bytes:
    return page[_NUMBER : pages.usable]


def main() -> None:
    """Write every piece of the file named first to standard output; its log's, if asked so."""
    path, window, log = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "log"
    for at, data in pieces(path, window, log=log):
        sys.stdout.buffer.write(PIECE.pack(at, len(data)) + data)


if __name__ == "__main__":
    main()
