"""Values that SQLite has spread over pages, put together again. Run by itself, in its own process.

A value that is too long for its page goes on in others, each of which begins with the number of the
next. So its words stand in the file with four bytes in their midst, or far apart. Cells are read in
pages that are in use and in free ones alike, and in every state of a page that the log beside the
file still has; where a cell was given up, what could be such a number is followed for a bit.

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
_KINDS = {2: (4, False), 10: (0, False), 13: (0, True)}
"""Kinds of pages with values: bytes of the page below, and whether a row's number follows."""
_FREE = 32
"""Where the file names the first page that lists free ones."""
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
        self.lists: set[int] = self._listing(_number(header, _FREE)) if self.size else set()
        """Pages that list free ones: the rest of such a page is what it was before."""
        self.orphans = self._orphans() if self.size else set()
        """Pages in which a value goes on whose beginning no cell names any more."""

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

    def _listing(self, number: int) -> set[int]:
        found: set[int] = set()
        while 1 < number <= self.count and number not in found:
            found.add(number)
            number = _number(os.pread(self._file, _NUMBER, (number - 1) * self.size), 0)
        return found

    def _orphans(self) -> set[int]:
        going_on, named = set(), set()
        places = ((at // self.size + 1, at, self._file) for at in self._in_file())
        frames = ((no, at, self._log) for no, some in self._frames.items() for at in some)
        for number, at, file in (*places, *frames):
            page = os.pread(file, self.size, at)
            following = self.next(page)
            if following is None or number in self.lists:
                header = _HEADER if number == 1 else 0
                named |= {_number(page, end) for _, end in cells(page, self.usable, header)}
            elif following or page.strip(b"\x00"):
                going_on.add(number)
            if following:
                named.add(following)
        return going_on - named

    def _in_file(self) -> range:
        end = os.fstat(self._file).st_size - self.size + 1 if self.size else 0
        return range(0, end, self.size or 1)

    def close(self) -> None:
        for file in (self._file, self._log):
            if file >= 0:
                os.close(file)

    def of_file(self) -> Iterator[tuple[int, bytes]]:
        """Every page of the file, with where it begins."""
        for at in self._in_file():
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
    have `window` bytes in common. Of what has lost the cell that it began in there is only where
    one page goes on in the next, with so many bytes on either side.
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
            if not following or at // pages.size + 1 in pages.lists:
                yield from _begun(pages, at, page, near, seems, window)


def _begun(
    pages: _Pages, at: int, page: bytes, near: int | None, seems: re.Pattern[bytes], window: int
) -> Iterator[tuple[int, bytes]]:
    """The values that begin in a page: those of its cells whole, others as far as they are told."""
    known = set()
    for start, end in cells(page, pages.usable, 0 if at or near is not None else _HEADER):
        known.add(end)
        yield from _chain(pages, at, page[start:end], _number(page, end), near, window)
    for found in seems.finditer(page, _NUMBER) if pages.orphans else ():
        end = found.start()
        number = _number(page, end)
        if end not in known and number in pages.orphans:
            for state in pages.states(number, near):
                if pages.next(state) is not None:
                    yield at, page[max(0, end - window) : end] + _cut(pages, state)[:window]


def cells(page: bytes, usable: int, header: int) -> Iterator[tuple[int, int]]:
    """Of the cells of a page that go on in others: where the value begins, and the number stands.

    `header` is how much stands before the page's own: the file's, in its first page.
    """
    kind = page[header]
    if kind not in _KINDS:
        return
    child, row = _KINDS[kind]
    most = usable - 35 if row else (usable - 12) * 64 // 255 - 23
    least = (usable - 12) * 32 // 255 - 23
    array = header + (12 if child else 8)
    count = int.from_bytes(page[header + 3 : header + 5], "big")
    for place in range(array, min(array + 2 * count, usable - 1), 2):
        at = int.from_bytes(page[place : place + 2], "big") + child
        length, at = _varint(page, at)
        if row:
            _, at = _varint(page, at)
        if length <= most:
            continue
        local = least + (length - least) % (usable - _NUMBER)
        end = at + (local if local <= most else least)
        if end + _NUMBER <= usable:
            yield at, end


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for byte in page[at : at + 8]:
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at
    return value << 8 | int.from_bytes(page[at : at + 1], "big"), at + 1


def _number(page: bytes, at: int) -> int:
    return int.from_bytes(page[at : at + _NUMBER], "big")


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
