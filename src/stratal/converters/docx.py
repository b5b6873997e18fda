"""DOCX through python-docx: paragraphs and tables in order, headings by their style."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from stratal.converters.lines import kept
from stratal.errors import MissingExtra, UnreadableFile
from stratal.text.chunks import BLOCK_LIMIT, Block, Shape

if TYPE_CHECKING:
    from docx.table import Table
    from docx.text.paragraph import Paragraph

UNPACKED_LIMIT = 200_000_000
"""Bytes of XML in a file: it is read whole, and a small archive may unpack to anything."""

_HEADING = re.compile(r"(?i)(?:heading|标题)\s*([1-9])")
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SIGNS = {f"{_WORD}tab": "\t", f"{_WORD}br": "\n", f"{_WORD}cr": "\n"}


def read_docx(file: BinaryIO) -> Iterator[Block]:
    """The blocks of the body. What was deleted under revision is left out, what was added is in."""
    try:
        import docx
        from docx.table import Table
    except ImportError:
        raise MissingExtra("reading DOCX", "documents") from None
    empty = True
    try:
        _not_too_large(file)
        for part in docx.Document(file).iter_inner_content():
            for block in _rows(part) if isinstance(part, Table) else _paragraph(part):
                empty = False
                yield block
    except (UnreadableFile, MemoryError):
        raise
    except Exception as error:
        # Archive, XML and package are three libraries, each with errors of its own.
        raise UnreadableFile(f"is no DOCX that can be read ({type(error).__name__})") from error
    if empty:
        raise UnreadableFile("holds no text")


def _not_too_large(file: BinaryIO) -> None:
    with zipfile.ZipFile(file) as archive:
        size = sum(one.file_size for one in archive.infolist() if one.filename.endswith(".xml"))
    if size > UNPACKED_LIMIT:
        raise UnreadableFile(f"unpacks to {size:,} bytes of XML, {UNPACKED_LIMIT:,} at most")
    file.seek(0)


def _paragraph(paragraph: Paragraph) -> Iterator[Block]:
    text = kept(_text(paragraph)).strip()
    if not text:
        return
    style = (paragraph.style.name if paragraph.style is not None else None) or ""
    heading = _HEADING.match(style)
    if heading or style == "Title":
        level = int(heading.group(1)) + 1 if heading else 1
        yield Block(shape=Shape.HEADING, text=text + "\n\n", level=level, title=text)
        return
    if style.startswith("List"):
        text = f"- {text}"
    for start in range(0, len(text), BLOCK_LIMIT):
        part = text[start : start + BLOCK_LIMIT]
        yield Block(
            shape=Shape.TEXT, text=part if start + BLOCK_LIMIT < len(text) else part + "\n\n"
        )


def _text(paragraph: Paragraph) -> str:
    """All text, that of links, content controls and unaccepted additions too."""
    pieces = []
    for node in paragraph.paragraph_format.element.iter():
        if node.tag == f"{_WORD}t":
            pieces.append(node.text or "")
        else:
            pieces.append(_SIGNS.get(node.tag, ""))
    return "".join(pieces)


def _rows(table: Table) -> Iterator[Block]:
    for row in table.rows:
        cells = []
        seen = None
        for cell in row.cells:
            # A cell over several columns is named once for each.
            if seen is None or cell != seen:
                words = " ".join(" ".join(_text(one) for one in cell.paragraphs).split())
                cells.append(kept(words).replace("|", "\\|"))
            seen = cell
        if any(cells):
            yield Block(shape=Shape.TABLE, text=f"| {' | '.join(cells)} |\n")
