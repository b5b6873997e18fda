"""Lines of a text file, whatever ends them and however long they are."""

from __future__ import annotations

import io

import pytest

from stratal.converters.lines import lines_of
from stratal.errors import UnreadableFile
from stratal.text.chunks import BLOCK_LIMIT


def test_every_line_end_is_the_same() -> None:
    """Unix, Windows and old Mac; the last line needs none; the mark of the encoding is no text."""
    data = "\ufeffa\r\nb\rc\n\nd".encode()
    assert list(lines_of(io.BytesIO(data), "utf-8-sig")) == ["a\n", "b\n", "c\n", "\n", "d"]


def test_a_long_line_comes_in_parts() -> None:
    """None is longer than a block may be."""
    lines = list(lines_of(io.BytesIO(b"x" * (2 * BLOCK_LIMIT + 5)), "utf-8"))
    assert [len(line) for line in lines] == [BLOCK_LIMIT, BLOCK_LIMIT, 5]


def test_a_wrong_byte_is_told() -> None:
    """By the name of the encoding."""
    with pytest.raises(UnreadableFile, match="utf-8"):
        list(lines_of(io.BytesIO(b"ab\xffcd"), "utf-8"))
