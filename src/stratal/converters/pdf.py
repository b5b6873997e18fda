"""PDF through pypdf, page by page: its bookmarks and the number of the page are the headings."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

from stratal.converters.lines import kept
from stratal.errors import MissingExtra, UnreadableFile
from stratal.text.chunks import BLOCK_LIMIT, Block, Shape

if TYPE_CHECKING:
    from pypdf import PdfReader

_DEEPEST = 90
"""The level of a page, which stands below every bookmark."""


def read_pdf(file: BinaryIO) -> Iterator[Block]:
    """The blocks of a PDF; a page that cannot be read makes all of it unreadable.

    Raises `UnreadableFile` for what is damaged or locked, and for scans, which hold no text.
    """
    try:
        import pypdf
    except ImportError:
        raise MissingExtra("reading PDF", "documents") from None
    # What it has to say about a damaged file is not for the terminal of whoever ingests it.
    logging.getLogger("pypdf").addHandler(logging.NullHandler())
    empty = True
    try:
        reader = pypdf.PdfReader(file)
        if reader.is_encrypted and not reader.decrypt(""):
            raise UnreadableFile("is locked with a password")
        marks = _bookmarks(reader)
        for number, page in enumerate(reader.pages):
            text = kept(page.extract_text()).strip()
            for level, title in marks.get(number, ()):
                yield Block(shape=Shape.HEADING, text="", level=level, title=title)
            yield Block(shape=Shape.HEADING, text="", level=_DEEPEST, title=f"page {number + 1}")
            empty = empty and not text
            for start in range(0, len(text), BLOCK_LIMIT):
                part = text[start : start + BLOCK_LIMIT]
                end = "\n\n" if start + BLOCK_LIMIT >= len(text) else ""
                yield Block(shape=Shape.TEXT, text=part + end)
    except (UnreadableFile, MemoryError):
        raise
    except Exception as error:
        # A damaged file makes pypdf stumble anywhere, with errors of every kind.
        raise UnreadableFile(f"is no PDF that can be read ({type(error).__name__})") from error
    if empty:
        raise UnreadableFile("holds no text: a scan has to be recognised first")


def _bookmarks(reader: PdfReader) -> dict[int, list[tuple[int, str]]]:
    """The bookmarks by the page they lead to, with their depth from 1."""
    from pypdf.generic import Destination

    found: dict[int, list[tuple[int, str]]] = {}
    waiting: list[tuple[int, Sequence[object]]] = [(1, reader.outline)]
    while waiting:
        level, entries = waiting.pop()
        for entry in entries:
            if isinstance(entry, list):
                waiting.append((min(level + 1, _DEEPEST - 1), entry))
                continue
            if not isinstance(entry, Destination):
                continue
            page = reader.get_destination_page_number(entry)
            if page is not None and entry.title:
                found.setdefault(page, []).append((level, str(entry.title)))
    return {page: sorted(marks, key=lambda mark: mark[0]) for page, marks in found.items()}
