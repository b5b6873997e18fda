"""Plain text, tables of a line a row, and source code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from stratal.converters.lines import Gathering, lines_of
from stratal.text.chunks import Block, Shape

_RULE = re.compile(r"([=\-~^\"*+#])\1{2,}[ \t]*$")
_CHAPTER = re.compile(
    r"\s*(?:第[0-9０-９零〇一二三四五六七八九十百千两]{1,9}(?P<han>[部卷篇章回节])(?:[\s：:、.].{0,60})?"
    r"|(?i:(?P<word>part|book|chapter|section)\s+(?:[0-9]{1,4}|[ivxlc]{1,8})\b[^\n]{0,80}))\s*$"
)
_LEVELS = {
    **dict.fromkeys("部卷篇", 1),
    **dict.fromkeys("章回", 2),
    "节": 3,
    "part": 1,
    "book": 1,
    "chapter": 2,
    "section": 3,
}
_BELOW_CHAPTERS = 4
_ROW_LINES = 50
"""Lines after which a quotation mark that nothing closes is taken for a plain one."""


def read_plain(file: BinaryIO, encoding: str) -> Iterator[Block]:
    """Paragraphs; underlined lines and titles of chapters (第三章, Chapter 3) are headings."""
    held = Gathering()
    rules: list[str] = []
    last = ""
    for line in lines_of(file, encoding):
        bare = line.rstrip("\n")
        rule = _RULE.match(bare)
        chapter = _CHAPTER.match(bare) if len(bare) < 100 else None
        if rule and len(held) == 1 and last and len(bare.strip()) >= len(last.strip()) * 0.8:
            if rule.group(1) not in rules:
                rules.append(rule.group(1))
            level = _BELOW_CHAPTERS + rules.index(rule.group(1))
            yield from held.add(line, Shape.HEADING)
            yield from held.give(Shape.HEADING, level=level, title=last)
            last = ""
        elif chapter and not held:
            level = _LEVELS[chapter.group("han") or chapter.group("word").lower()]
            yield Block(shape=Shape.HEADING, text=line, level=level, title=bare.strip())
        else:
            yield from held.add(line, Shape.TEXT)
            last = bare
            if not bare.strip():
                yield from held.give(Shape.TEXT)
                last = ""
    yield from held.give(Shape.TEXT)


def read_table(file: BinaryIO, encoding: str) -> Iterator[Block]:
    """Rows, a line each, under the first as their heading; a line end within quotes ends none."""
    held = Gathering()
    quotes = 0
    headed = False
    for line in lines_of(file, encoding):
        quotes += line.count('"')
        # As code: what has several lines keeps together.
        yield from held.add(line, Shape.CODE)
        if quotes % 2 and len(held) < _ROW_LINES:
            continue
        if headed:
            yield from held.give(Shape.CODE)
        else:
            yield from held.give(Shape.HEADING, level=1, title=line)
        headed, quotes = True, 0
    yield from held.give(Shape.CODE)


# What opens a named part of a program, in the usual languages, with its indentation.
_DECLARATION = re.compile(
    r"(?P<indent>[ \t]*)"
    r"(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([\w:]+\))?"
    r"|unsafe|extern|override|virtual|sealed|data|open|inline|local|declare)\s+)*"
    r"(?:(?:def|class|func|function\*?|fn|struct|enum|trait|impl|interface|module|namespace|object"
    r"|type|record|protocol|defmodule|defp?|fun|sub|proc)\s+"
    r"(?:\([^)]{0,80}\)\s*)?(?P<name>[\w.:<>$]{1,80})"
    r"|(?i:create\s+(?:or\s+replace\s+)?(?:table|view|function|procedure|index|trigger)\s+"
    r"(?:if\s+not\s+exists\s+)?)(?P<table>[\w.\"]{1,80})"
    r"|const\s+(?P<const>[A-Za-z_$][\w$]{0,79})\s*=\s*(?:async\s*)?(?:function\b|\([^)]{0,200}\)\s*=>))"
)
_BESIDE = re.compile(r"[ \t]*(?:#|//|/\*|\*|--|;;|@|\[|\"\"\"|''')")


def read_code(file: BinaryIO, encoding: str) -> Iterator[Block]:
    """Paragraphs of code; one that declares something is a part with its name."""
    held = Gathering()
    title, level = "", 1
    opened = False
    for line in lines_of(file, encoding):
        if not opened and line.strip() and not _BESIDE.match(line):
            found = _DECLARATION.match(line)
            level = 1 + len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
            title = (
                (found["name"] or found["table"] or found["const"]).rstrip(":.<") if found else ""
            )
            opened = True
        blank = not line.strip()
        yield from held.add(line, Shape.CODE)
        if blank and opened:
            yield from held.give(Shape.CODE, level=level, title=title)
            opened, title = False, ""
    yield from held.give(Shape.CODE, level=level if opened else 0, title=title)
