"""A document's text cut into pieces that can be found and read alone.

What reads a file gives its text as *blocks* in order: headings, prose, code, rows of tables. Here
they become *pieces* of 300 to 500 tokens that together are exactly that text. A section is never
mixed with the next, and shorter ones stay as short as they are. Cuts come where a paragraph ends,
else where a sentence does (。 as much as a full stop); a fenced block and a row of a table are cut
only when they alone are longer than twice the usual piece.

Among the places that would do, the text itself decides: the paragraph whose checksum is highest.
So a sentence put in front moves the next cut or two and not all that follow, and what stays equal
needs no new index entry. Blocks come as a stream and pieces leave as one: a book of any length
needs no more memory than a few pages.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from itertools import groupby, pairwise

from stratal.text.counting import estimate_tokens
from stratal.text.secrets import find_secrets

LEAST = 300
"""Tokens that a piece has at least, unless its section has no more."""
MOST = 500
WHOLE = 1_000
"""Tokens up to which a block of code or a row of a table is left whole."""
BLOCK_LIMIT = 50_000
"""Characters of the longest block that whoever reads a file may give."""
PATH_MARK = " > "
TITLE_LIMIT = 120

_WITHHELD = "[withheld]"
_FAR = 10_000
"""Characters of the longest secret that is looked for, a private key."""
_VIEW = 50_000


class Shape(Enum):
    """What a block is, and so where it may be cut."""

    HEADING = "heading"
    TEXT = "text"
    CODE = "code"
    TABLE = "table"


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A part of a text. The texts of all blocks, put together, are the whole."""

    shape: Shape
    text: str
    title: str = ""
    """What a heading or a declaration in a source file names; such a heading may have no text."""
    level: int = 0
    """Depth of a heading, from 1. Of code that is no part of prose: 1 and its indentation."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """A part of a text that stands alone. Each begins where the one before it ends."""

    heading: str
    """The path of titles above it; empty where there is none."""
    start: int
    text: str
    tokens: int
    secrets: tuple[str, ...] = ()
    """The kinds of secrets that reach into it."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def pieces(blocks: Iterable[Block]) -> Iterator[Piece]:
    """The text of `blocks` in pieces, those that secrets reach into marked."""
    return _guarded(_Cutter().pieces(blocks))


_UNCUT = {Shape.TEXT: 60, Shape.CODE: WHOLE}
"""Tokens up to which a block is not looked into for a place to cut."""


class _Strength(IntEnum):
    """How good a place the end of a unit is to cut at."""

    AFTER_HEADING = 0
    WITHIN = 1
    SENTENCE = 2
    PARAGRAPH = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class _Unit:
    """What is not cut any more."""

    text: str
    tokens: int
    strength: _Strength
    path: tuple[str, ...]
    body: bool = True


class _Cutter:
    def __init__(self) -> None:
        self._titles: list[tuple[int, str]] = []
        self._held: list[_Unit] = []
        self._tokens = 0
        self._at = 0

    def pieces(self, blocks: Iterable[Block]) -> Iterator[Piece]:
        for block in blocks:
            if self._opens_section(block):
                yield from self._close()
            self._enter(block)
            path = tuple(title for title, _ in groupby(title for _, title in self._titles))
            for unit in _units(block, path):
                self._held.append(unit)
                self._tokens += unit.tokens
                # As much as two pieces is held, so that the last is no crumb.
                while self._tokens > MOST + LEAST and len(self._held) > 1:
                    yield self._cut(self._place(MOST))
        yield from self._close()

    def _opens_section(self, block: Block) -> bool:
        if not any(unit.body for unit in self._held):
            # Headings without a text between them belong to the text that follows.
            return False
        return block.shape is Shape.HEADING or (bool(block.title) and self._tokens >= LEAST // 2)

    def _enter(self, block: Block) -> None:
        if not block.level:
            return
        titled = block.shape is Shape.HEADING or bool(block.title)
        while self._titles and self._titles[-1][0] >= block.level:
            self._titles.pop()
        if titled:
            self._titles.append((block.level, _plain(block.title)))

    def _close(self) -> Iterator[Piece]:
        if self._tokens > MOST and len(self._held) > 1:
            yield self._cut(self._place(self._tokens - LEAST))
        if self._held:
            yield self._cut(len(self._held))

    def _place(self, most: int) -> int:
        """How many of the units make the next piece."""
        count = 0
        best = (0, 0, 0)
        for at, unit in enumerate(self._held[:-1], start=1):
            count += unit.tokens
            if count < LEAST or unit.strength is _Strength.AFTER_HEADING:
                continue
            if count > most:
                # Little before something that is not cut: they stay together.
                return best[2] or at
            best = max(best, (unit.strength, zlib.crc32(unit.text.strip().encode()), at))
        return best[2] or len(self._held) - (count >= LEAST)

    def _cut(self, count: int) -> Piece:
        units, self._held = self._held[:count], self._held[count:]
        self._tokens -= sum(unit.tokens for unit in units)
        text = "".join(unit.text for unit in units)
        start, self._at = self._at, self._at + len(text)
        return Piece(
            heading=PATH_MARK.join(_common(units)),
            start=start,
            text=text,
            tokens=estimate_tokens(text),
        )


def _common(units: Sequence[_Unit]) -> tuple[str, ...]:
    """The path that all share or, if there is none, that of the first with one."""
    paths = [unit.path for unit in units if unit.body] or [units[-1].path]
    shared = paths[0]
    for path in paths:
        while path[: len(shared)] != shared:
            shared = shared[:-1]
    return shared or next(filter(None, paths), ())


def _units(block: Block, path: tuple[str, ...]) -> Iterator[_Unit]:
    if not block.text:
        return
    tokens = estimate_tokens(block.text)
    heading = block.shape is Shape.HEADING
    if heading or (block.shape is not Shape.TABLE and tokens <= _UNCUT[block.shape]):
        body = not heading and not block.text.isspace()
        strength = _Strength.PARAGRAPH if body else _Strength.AFTER_HEADING
        yield _Unit(text=block.text, tokens=tokens, strength=strength, path=path, body=body)
        return
    parts = _parts(block)
    for at, part in enumerate(parts, start=1):
        strength = _Strength.PARAGRAPH if at == len(parts) else _Strength.SENTENCE
        longest = MOST if block.shape is Shape.TEXT else WHOLE
        yield from _fitting(part, strength, path, longest)


# After an ASCII full stop white space and no small letter ("e.g. this" goes on); Chinese ones need
# neither. Lists and indented lines begin anew.
_SENTENCE_END = re.compile(
    r"[。！？；…]+[”’」』）】》\"')]*\s*"
    r"|[.!?]+[”’)\"'\]]*\s+(?![a-z])"
    r"|\n\s*\n"
    r"|\n(?=[ \t]*(?:[-*+•·]|[0-9]{1,3}[.)、]|[（(][0-9一二三四五六七八九十]{1,3}[)）])\s)"
)
_LINE = re.compile(r"\n+")
_BREATH = re.compile(r"\s+|[，、,;；:：]\s*")


def _parts(block: Block) -> list[str]:
    end = _SENTENCE_END if block.shape is Shape.TEXT else _LINE
    cuts = [0, *(found.end() for found in end.finditer(block.text)), len(block.text)]
    return [block.text[start:stop] for start, stop in pairwise(cuts) if stop > start]


def _fitting(
    text: str, strength: _Strength, path: tuple[str, ...], longest: int
) -> Iterator[_Unit]:
    """`text` as one unit or, if it is too long for a piece, cut where one would draw breath."""
    tokens = estimate_tokens(text)
    length = max(1, len(text) * LEAST // max(1, tokens))
    while tokens > longest:
        cut = length
        for found in _BREATH.finditer(text, length // 2, length):
            cut = found.end()
        while cut < len(text) and _clings(text[cut]):
            cut += 1
        part, text = text[:cut], text[cut:]
        spent = estimate_tokens(part)
        yield _Unit(text=part, tokens=spent, strength=_Strength.WITHIN, path=path)
        tokens = tokens - spent if len(text) > 4 * length else estimate_tokens(text)
    if text:
        yield _Unit(text=text, tokens=tokens, strength=strength, path=path)


def _clings(character: str) -> bool:
    """Whether it is one sign with the character before it."""
    return bool(unicodedata.combining(character)) or character in "\u200d\ufe0e\ufe0f"


_LINKED = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
_MARKS = re.compile(r"[`*]+|(?<!\w)_+|_+(?!\w)")


def _plain(title: str) -> str:
    """A title in one line without the marks of links and emphasis, and without a secret."""
    text = " ".join(_MARKS.sub("", _LINKED.sub(r"\1", title)).split())
    if find_secrets(title) or find_secrets(text):
        return _WITHHELD
    return text if len(text) <= TITLE_LIMIT else text[: TITLE_LIMIT - 1] + "…"


def _guarded(plain: Iterable[Piece]) -> Iterator[Piece]:
    """The same pieces with the kinds of the secrets that reach into each.

    A secret may be longer than a piece, or begin in one and end in the next. So they are looked for
    in a view over many pieces, and none leaves before what follows has been seen as well.
    """
    spans: list[tuple[int, int, str]] = []
    waiting: list[Piece] = []
    length = 0
    for piece in plain:
        waiting.append(piece)
        length += len(piece.text)
        if length < _VIEW:
            continue
        spans = _spans(waiting, spans)
        safe = waiting[-1].end - _FAR
        while waiting and waiting[0].end <= safe:
            length -= len(waiting[0].text)
            yield _marked(waiting.pop(0), spans)
    spans = _spans(waiting, spans)
    yield from (_marked(piece, spans) for piece in waiting)


def _spans(
    waiting: Sequence[Piece], known: Iterable[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """Start, end and kind of the secrets in view, and of those known that reach into it."""
    if not waiting:
        return []
    start = waiting[0].start
    view = "".join(piece.text for piece in waiting)
    return [
        *(span for span in known if span[1] > start),
        *((start + hit.start, start + hit.end, hit.kind) for hit in find_secrets(view)),
    ]


def _marked(piece: Piece, spans: Iterable[tuple[int, int, str]]) -> Piece:
    kinds = dict.fromkeys(
        kind for start, end, kind in spans if start < piece.end and end > piece.start
    )
    if not kinds:
        return piece
    return Piece(
        heading=piece.heading,
        start=piece.start,
        text=piece.text,
        tokens=piece.tokens,
        secrets=tuple(kinds),
    )
