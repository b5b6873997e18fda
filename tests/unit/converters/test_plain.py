"""Plain text, tables and source code keep every character and show their structure."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import BinaryIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.converters.plain import read_code, read_plain, read_table
from stratal.text.chunks import Block, Shape

Reader = Callable[[BinaryIO, str], Iterator[Block]]


def read(reader: Reader, text: str) -> list[Block]:
    return list(reader(io.BytesIO(text.encode()), "utf-8"))


@pytest.mark.parametrize("reader", [read_plain, read_table, read_code])
@settings(max_examples=50)
@given(st.lists(st.sampled_from(["", "a,b", '"c', "第一章 x", "====", "def f():", "    y", "# z"])))
def test_nothing_is_lost(reader: Reader, lines: list[str]) -> None:
    """The blocks of any text, put together, are that text."""
    text = "\n".join(lines)
    assert "".join(block.text for block in read(reader, text)) == text


def test_headings_of_plain_text() -> None:
    """Chapters by their words, Chinese and English; underlined lines by the order of the signs."""
    text = (
        "第一卷 海\n\n第二章：潮水\n\n他说第二章很长，大家都同意这个看法。\n\n"
        "Chapter IV. The Storm\n\n"
        "Title\n=====\n\nUnder\n-----\n\nbody\n"
    )
    found = [(b.level, b.title) for b in read(read_plain, text) if b.shape is Shape.HEADING]
    assert found == [
        (1, "第一卷 海"),
        (2, "第二章：潮水"),
        (2, "Chapter IV. The Storm"),
        (4, "Title"),
        (5, "Under"),
    ]


def test_rows() -> None:
    """The first row is the heading of the others; one with a line break in quotes is one."""
    blocks = read(read_table, 'name,note\na,"two\nlines"\nb,x\n')
    assert blocks[0] == Block(shape=Shape.HEADING, text="name,note\n", title="name,note\n", level=1)
    assert [block.text for block in blocks[1:]] == ['a,"two\nlines"\n', "b,x\n"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("def load(path):", "load"),
        ("    async def sail(self):", "sail"),
        ("export default class Ship {", "Ship"),
        ("func (s *Ship) Load() error {", "Load"),
        ("pub(crate) fn moor<T>(x: T) {", "moor<T>"),
        ("export const dock = async (a) => {", "dock"),
        ("CREATE TABLE IF NOT EXISTS piers (", "piers"),
        ("interface Crew {", "Crew"),
        ("total = 3", ""),
        ("define = 3", ""),
    ],
)
def test_declarations(line: str, name: str) -> None:
    """What opens a part of a program is named, with what stands just above it."""
    [block] = read(read_code, f"# about it\n@mark\n{line}\n    body\n")
    assert block.title == name
    assert block.level == 1 + len(line) - len(line.lstrip())
