"""HTML, by the parser of Python's own library: text with its headings, lists, code and tables.

What a browser would not show is left out: scripts, styles, templates, what is marked as hidden. No
script is run and no link is followed.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import BinaryIO

from stratal.converters.lines import kept
from stratal.errors import UnreadableFile
from stratal.text.chunks import BLOCK_LIMIT, Block, Shape

_READ = 1 << 16
_DECLARED = re.compile(
    rb"""(?i)<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)\s*=\s*["']?([\w:.-]+)"""
)
_SPACE = re.compile(r"\s+")
_UNSEEN = {"script", "style", "template", "noframes", "iframe", "object", "select", "datalist"}
_VOID = set("area base br col embed hr img input link meta param source track wbr".split())
_BLOCKS = set(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset"
    " figcaption figure footer form header hr html legend li main menu nav ol option p section"
    " summary ul".split()
)
_HEADINGS = {f"h{level}": level + 1 for level in range(1, 7)}
_TITLE_LEVEL = 1


def declared_encoding(head: bytes) -> str | None:
    """The encoding that the page says it is in, if Python knows it."""
    found = _DECLARED.search(head[:4096])
    try:
        # What calls itself GB2312 is seldom within its bounds.
        name = codecs.lookup(found.group(1).decode()).name if found else None
    except LookupError:
        return None
    return "gb18030" if name in ("gb2312", "gbk") else name


def read_html(file: BinaryIO, encoding: str) -> Iterator[Block]:
    """The blocks of a page. Its title and its headings make the path of what stands below them."""
    reader = _Page()
    decoder = codecs.getincrementaldecoder(encoding)("strict" if encoding == "utf-8" else "replace")
    while piece := file.read(_READ):
        try:
            reader.feed(kept(decoder.decode(piece)))
        except UnicodeDecodeError as error:
            raise UnreadableFile(f"is not {encoding} (byte {error.start} of a part)") from error
        yield from reader.taken()
    reader.close()
    reader.finish()
    yield from reader.taken()


class _Page(HTMLParser):
    """Collects blocks. Any tag that opens or closes a block ends the one before: unclosed tags,
    which are everywhere, do no harm."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._blocks: list[Block] = []
        self._text: list[str] = []
        self._length = 0
        self._cells: list[str] | None = None
        self._tables = 0
        self._code = 0
        self._heading = ""
        self._unseen = ""
        self._unseen_depth = 0

    def taken(self) -> list[Block]:
        """The blocks that are complete; each is given once."""
        taken, self._blocks = self._blocks, []
        return taken

    def finish(self) -> None:
        self._end_row()
        self._end_block()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._unseen:
            self._unseen_depth += tag == self._unseen
            return
        if tag not in _VOID and (tag in _UNSEEN or _hidden(dict(attrs))):
            self._unseen, self._unseen_depth = tag, 1
        elif tag in _HEADINGS or tag == "title":
            self._end_block()
            self._heading = tag
        elif tag == "pre":
            self._end_block()
            self._code += 1
        elif tag == "table":
            self._end_row()
            self._end_block()
            self._tables += 1
        elif tag == "tr":
            self._end_row()
            self._end_block()
            self._cells = []
        elif tag in ("td", "th"):
            self._end_cell()
        elif tag == "br":
            self._add("\n" if self._code or self._cells is None else " ")
        elif tag == "img":
            self._add(dict(attrs).get("alt") or "")
        elif tag in _BLOCKS and not self._heading:
            self._end_block()
            if tag == "li":
                self._add("- ")

    def handle_endtag(self, tag: str) -> None:
        if self._unseen:
            self._unseen_depth -= tag == self._unseen
            if not self._unseen_depth:
                self._unseen = ""
        elif tag in _HEADINGS or tag == "title":
            self._end_block()
        elif tag == "pre":
            self._end_block()
            self._code = max(0, self._code - 1)
        elif tag == "table":
            self._end_row()
            self._tables = max(0, self._tables - 1)
        elif tag == "tr":
            self._end_row()
        elif tag in ("td", "th"):
            self._end_cell()
        elif tag in _BLOCKS and not self._heading:
            self._end_block()

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._add(data if self._code else _SPACE.sub(" ", data))

    def _add(self, text: str) -> None:
        self._text.append(text)
        self._length += len(text)
        if self._length > BLOCK_LIMIT // 2 and self._cells is None and not self._heading:
            self._end_block(more=True)

    def _end_cell(self) -> None:
        if self._cells is not None and self._text:
            cell = _SPACE.sub(" ", "".join(self._text)).strip()
            self._cells.append(cell.replace("|", "\\|"))
            self._text, self._length = [], 0

    def _end_row(self) -> None:
        if self._cells is None:
            return
        self._end_cell()
        cells, self._cells = self._cells, None
        if any(cells):
            self._put(Shape.TABLE, f"| {' | '.join(cells)} |\n")

    def _end_block(self, *, more: bool = False) -> None:
        if self._cells is not None:
            # Paragraphs within a cell are one text.
            self._add(" ")
            return
        text = "".join(self._text)
        self._text, self._length = [], 0
        heading, self._heading = self._heading, ""
        if not text.strip():
            return
        if self._code:
            self._put(Shape.CODE, text if more else text.strip("\n") + "\n\n")
            return
        lines = [_SPACE.sub(" ", line).strip() for line in text.split("\n")]
        text = "\n".join(line for line in lines if line)
        if heading:
            level = _HEADINGS.get(heading, _TITLE_LEVEL)
            self._put(Shape.HEADING, text + "\n\n", level=level, title=text)
        elif text != "-":
            self._put(Shape.TEXT, text + (" " if more else "\n\n"))

    def _put(self, shape: Shape, text: str, *, level: int = 0, title: str = "") -> None:
        for start in range(0, len(text), BLOCK_LIMIT):
            part = text[start : start + BLOCK_LIMIT]
            self._blocks.append(Block(shape=shape, text=part, level=level, title=title))


def _hidden(attributes: dict[str, str | None]) -> bool:
    style = (attributes.get("style") or "").replace(" ", "").casefold()
    return "hidden" in attributes or "display:none" in style or "visibility:hidden" in style
