"""A text file line by line, however long its lines are."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import BinaryIO

from stratal.errors import UnreadableFile
from stratal.text.chunks import BLOCK_LIMIT, Block, Shape

_UNWANTED = {0: None, 0xFEFF: None} | dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)


def lines_of(file: BinaryIO, encoding: str) -> Iterator[str]:
    """The lines with their ends, each as ``\\n``; one of more than a block's length in parts."""
    text = io.TextIOWrapper(file, encoding=encoding, newline=None)
    try:
        while line := text.readline(BLOCK_LIMIT):
            yield line.translate(_UNWANTED) if not line.isascii() or "\x00" in line else line
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"is not {encoding} from byte {error.start} on") from error
    finally:
        text.detach()


def kept(text: str) -> str:
    """`text` without what no database keeps."""
    return text.translate(_UNWANTED)


class Gathering:
    """Lines on their way into a block, of which no one grows beyond its limit."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._length = 0

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, line: str, shape: Shape) -> Iterator[Block]:
        """Take a line in; what was there, as a block of its own, if there is no room for both."""
        if self._length + len(line) > BLOCK_LIMIT:
            yield from self.give(shape)
        self._lines.append(line)
        self._length += len(line)

    def give(self, shape: Shape, *, level: int = 0, title: str = "") -> Iterator[Block]:
        """The block, if there are lines; none are left."""
        if self._lines:
            yield Block(shape=shape, text="".join(self._lines), level=level, title=title)
        self._lines, self._length = [], 0
