"""Markdown: headings, fenced blocks and tables are seen, all else is prose as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from stratal.converters.lines import Gathering, lines_of
from stratal.text.chunks import Block, Shape

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})([^`]*)$")
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*$")
_FRONT = "---"
_FRONT_LINES = 200
"""Lines after which the line at the beginning was a rule and opened nothing."""
_NO_TITLE = re.compile(r"[ \t]*(?:[-*+>|#]|\d+[.)])")


def read_markdown(file: BinaryIO, encoding: str) -> Iterator[Block]:
    """The blocks of a Markdown text; YAML between ``---`` at its beginning is no heading."""
    held = Gathering()
    shape = Shape.TEXT
    fence = last = ""
    for number, line in enumerate(lines_of(file, encoding)):
        bare = line.rstrip("\n")
        if number == 0 and bare.rstrip() == _FRONT:
            fence, shape = _FRONT, Shape.CODE
            yield from held.add(line, shape)
            continue
        if fence:
            yield from held.add(line, shape)
            if _closes(bare, fence) or (fence == _FRONT and number > _FRONT_LINES):
                fence = ""
                yield from held.give(shape)
                shape, last = Shape.TEXT, ""
            continue
        opened = _FENCE.match(bare)
        heading = _HEADING.match(bare)
        underline = _UNDERLINE.match(bare)
        if opened:
            yield from held.give(shape)
            fence, shape = opened.group(1), Shape.CODE
            yield from held.add(line, shape)
        elif heading:
            yield from held.give(shape)
            shape, last = Shape.TEXT, ""
            level, title = len(heading.group(1)), heading.group(2) or ""
            yield Block(shape=Shape.HEADING, text=line, level=level, title=title)
        elif underline and len(held) == 1 and last and not _NO_TITLE.match(last):
            yield from held.add(line, Shape.HEADING)
            level = 1 if underline.group(1)[0] == "=" else 2
            yield from held.give(Shape.HEADING, level=level, title=last)
            last = ""
        else:
            now = Shape.TABLE if _ROW.match(bare) else Shape.TEXT
            blank = not bare.strip()
            if now is not shape and not blank:
                yield from held.give(shape)
                shape = now
            yield from held.add(line, shape)
            last = bare
            if blank:
                yield from held.give(shape)
                shape, last = Shape.TEXT, ""
    yield from held.give(shape)


def _closes(bare: str, fence: str) -> bool:
    end = bare.strip(" \t>")
    if fence == _FRONT:
        return end in (_FRONT, "...")
    return len(end) >= len(fence) and set(end) == {fence[0]}
