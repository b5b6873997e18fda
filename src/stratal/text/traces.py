"""By which bytes a text betrays that it is somewhere, and where they stand in a stretch of bytes.

What is stored is seldom the text as it was typed: it is cut into sentences, folded, escaped within
JSON, or taken apart into the words of an index. So a text is looked for in several *forms*: whole,
by its sentences, by several of its words in a row, and by its words. A sentence has at least three
words or four Han characters, as a quotation has; what is longer than a line is looked for by
windows, so that a copy that was cut off is found too. A word by itself proves nothing, since others
use it: who asks is told which it was. Only an address or a long number is somebody's own.

However many forms there are, a stretch of bytes is read once: all bytes that stand beside each
other, eight or four at a time, are looked up in a table, and only what is in it is compared.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from stratal.errors import InvalidValue
from stratal.text.quotation import fold
from stratal.text.tokens import terms

if TYPE_CHECKING:
    import numpy as np

SHORTEST = 3
"""Characters of a text, two if they are Han: what is shorter stands everywhere."""
WINDOW = 100
"""Characters of a window: of a long text, a copy of twice as many is found."""
WORD = 6
"""Characters of a word that is looked for by itself, three if they are Han."""

RUN = 24
"""Words in a row from which they are this text: six, or eight Han characters, or some of both."""
_WORTH = {False: 4, True: 3}
"""What a word and a Han character count for."""
_LISTED = 5
"""Terms in a row, as the index lists them, that are this text."""
_FEWEST = 3
"""Terms of a sentence, or of a short text, that are not anybody's."""
_CLOSE = 200
"""Words up to which a run is looked for from each of them; beyond that, from every third."""

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|[。！？；\n]+")
_HAN = re.compile(r"[々〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_WORDS = re.compile(r"[^\W_]+(?:[._@-][^\W_]+)*")
_RUN = re.compile(_HAN.pattern[:-1] + r"|[^\W_]+(?:[._@'\u2019-][^\W_]+)*")
_ADDRESS = re.compile(r"[^\W_]+(?:[._-][^\W_]+)*@[^\W_]+(?:[._-][^\W_]+)+")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_DIGITS = 9
"""Digits from which a number is somebody's own: no date has as many."""
_MIXED_DIGITS = 6
"""The same of a number with letters in it."""
_LOOKED_AT = 32
_BITS = 22
_MIX = 0x9E3779B97F4A7C15


class Form(StrEnum):
    """How a text was found."""

    WHOLE = "whole"
    """As it is, or, if it is long, a window of it."""
    FOLDED = "folded"
    """In another case, width or spacing."""
    ESCAPED = "escaped"
    """As JSON writes it within a string."""
    UTF16 = "utf-16"
    PART = "part"
    """A sentence of it."""
    RUN = "run"
    """Several of its words in a row, as they are written or as the search index lists them."""
    TERMS = "terms"
    """An entry of the search index that has all its words."""
    IDENTIFIER = "identifier"
    """A mail address or a long number in it."""
    WORD = "word"
    """One of its words."""

    @property
    def proves(self) -> bool:
        """Whether it is this text that was found, and not a word that others use too."""
        return self is not Form.WORD


@dataclass(frozen=True, kw_only=True, slots=True)
class Trace:
    """Some bytes that tell of a text."""

    text: int
    """Which text, from 0."""
    form: Form
    data: bytes


@dataclass(frozen=True, slots=True)
class Sight:
    """Where a trace stands in a stretch."""

    trace: Trace
    at: int
    bounded: bool
    """Not in the middle of a longer word of the Latin script."""


def checked_texts(texts: Sequence[str]) -> tuple[str, ...]:
    """Texts that can be looked for, each once. Raises `InvalidValue`, without repeating any."""
    if isinstance(texts, str) or not texts:
        raise InvalidValue("texts", "", "must be texts to look for, one at least")
    found: dict[str, None] = {}
    for number, text in enumerate(texts, start=1):
        if not isinstance(text, str):
            raise InvalidValue("texts", f"text {number}", "must be a string")
        bare = text.strip()
        if len(bare) < (2 if _HAN.search(bare) else SHORTEST):
            raise InvalidValue(
                "texts", f"text {number}", "is too short to be told from anything: give more of it"
            )
        found[bare] = None
    return tuple(found)


def traces(texts: Sequence[str]) -> list[Trace]:
    """Everything to look for; what would prove most stands first, and no bytes stand twice."""
    found: dict[bytes, Trace] = {}
    for form in _LOOKED_FOR:
        for number, text in enumerate(texts):
            for data in _bytes(text, form):
                if data:
                    found.setdefault(data, Trace(text=number, form=form, data=data))
    return list(found.values())


_LOOKED_FOR = (
    Form.WHOLE,
    Form.FOLDED,
    Form.PART,
    Form.ESCAPED,
    Form.UTF16,
    Form.RUN,
    Form.IDENTIFIER,
    Form.WORD,
)


def copied(texts: Sequence[str]) -> list[Trace]:
    """What a copy of these texts has, or of a sentence of one, and nobody says at any time."""
    telling = [text for text in texts if len(set(terms(text))) > _FEWEST]
    return [
        one
        for one in traces(telling)
        if one.form in (Form.WHOLE, Form.FOLDED, Form.ESCAPED, Form.RUN) or _telling_part(one)
    ]


def _telling_part(one: Trace) -> bool:
    return one.form is Form.PART and len(set(terms(one.data.decode()))) > _FEWEST


def _bytes(text: str, form: Form) -> Iterator[bytes]:
    match form:
        case Form.WORD:
            for word in words(text):
                yield word.encode()
                yield word.casefold().encode()
        case Form.IDENTIFIER:
            for one in identifiers(text):
                yield one.encode()
                yield one.casefold().encode()
        case Form.RUN:
            yield from _runs(text)
        case Form.PART:
            for part in sentences(text):
                for one in _windows(part):
                    yield one.encode()
                    yield _folded(one)
        case _:
            for one in _windows(text):
                yield from _written(one, form)


def _written(text: str, form: Form) -> Iterator[bytes]:
    match form:
        case Form.WHOLE:
            yield text.encode()
            yield unicodedata.normalize("NFC", text).encode()
        case Form.FOLDED:
            yield _folded(text)
        case Form.ESCAPED:
            for once in _escaped(text):
                yield once.encode()
                yield json.dumps(once)[1:-1].encode()
        case _:
            yield text.encode("utf-16-le")
            yield text.encode("utf-16-be")


def _folded(text: str) -> bytes:
    return fold(text).casefold().encode()


def _escaped(text: str) -> Iterator[str]:
    for ascii_only in (True, False):
        yield json.dumps(text, ensure_ascii=ascii_only)[1:-1]


def _runs(text: str) -> Iterator[bytes]:
    """As many words in a row as prove that it is this text, from wherever they may begin."""
    for run in runs(text):
        yield run.encode()
        yield _folded(run)
        for once in _escaped(run):
            yield once.encode()
    listed = [*Counter(terms(text)).items()]
    several = min(len(listed), _LISTED)
    if several < _FEWEST:
        return
    for at in range(0, len(listed) - several + 1, _step(listed)):
        some = json.dumps(
            dict(listed[at : at + several]), ensure_ascii=False, separators=(",", ":")
        )
        # Its last count may go on: 1 is the beginning of 12.
        yield some[1:-1].rpartition(":")[0].encode()


def runs(text: str) -> list[str]:
    """Stretches of a text that have words enough to be told from anybody's."""
    found = [*_RUN.finditer(text)]
    ends, end, worth = [], 0, 0
    for start in range(len(found)):
        while end < len(found) and worth < RUN:
            worth += _worth(found[end])
            end += 1
        if worth < RUN:
            break
        ends.append(end)
        worth -= _worth(found[start])
    return [
        text[found[at].start() : found[ends[at] - 1].end()]
        for at in range(0, len(ends), _step(found))
    ]


def _worth(word: re.Match[str]) -> int:
    return _WORTH[_HAN.match(word.group()) is not None]


def _step(words: Sequence[object]) -> int:
    return 1 if len(words) <= _CLOSE else 3


def _windows(text: str) -> Iterator[str]:
    if len(text) <= 2 * WINDOW:
        yield text
        return
    for at in range(0, len(text) - WINDOW + 1, WINDOW):
        yield text[at : at + WINDOW]
    yield text[-WINDOW:]


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text that has several, if they say enough."""
    pieces = [piece.strip() for piece in _SENTENCE.split(text)]
    return [one for one in pieces if one != text and _says_enough(one)]


def _says_enough(piece: str) -> bool:
    return len(piece.split()) >= 3 or sum(map(len, _HAN.findall(piece))) >= 4


def words(text: str) -> set[str]:
    """The words of a text that are rare enough to be looked for by themselves.

    As they are written, and as the search index writes them.
    """
    latin = {*_WORDS.findall(_HAN.sub(" ", text)), *terms(text)}
    # Digits meet by chance where one number stands beside another.
    latin = {one for one in latin if len(one) >= WORD and not one.isdigit()}
    runs = _HAN.findall(text)
    return latin | {run[at : at + 3] for run in runs for at in range(len(run) - 2)}


def identifiers(text: str) -> set[str]:
    """The mail addresses and the long numbers of a text: what nobody else says by chance."""
    latin = _HAN.sub(" ", text)
    found = set(_ADDRESS.findall(latin))
    for one in _WORDS.findall(latin):
        digits = sum(map(str.isdigit, one))
        mixed = any(map(str.isalpha, one))
        if digits >= (_MIXED_DIGITS if mixed else _DIGITS) and not _DATE.match(one):
            found.add(one)
    return found


def index_terms(texts: Sequence[str]) -> list[tuple[int, frozenset[str]]]:
    """Under which terms the search index would have each text, and each sentence that has several.

    With the number of the text, from 0.
    """
    found: dict[tuple[int, frozenset[str]], None] = {}
    for number, text in enumerate(texts):
        parts = [frozenset(terms(part)) for part in sentences(text)]
        for one in (frozenset(terms(text)), *(part for part in parts if len(part) >= _FEWEST)):
            if one:
                found[number, one] = None
    return [*found]


class Finder:
    """Finds traces in stretches of bytes."""

    def __init__(self, sought: Sequence[Trace]) -> None:
        self._few = [trace for trace in sought if len(trace.data) < 4]
        self._tables = [
            _Grams(gram, [trace for trace in sought if gram <= len(trace.data) < above])
            for gram, above in ((8, 1 << 31), (4, 8))
        ]
        self.longest = max((len(trace.data) for trace in sought), default=1)

    def find(self, data: bytes) -> Iterator[Sight]:
        """Every trace in the stretch, in no particular order."""
        for trace in self._few:
            at = data.find(trace.data)
            while at >= 0:
                yield _sight(trace, data, at)
                at = data.find(trace.data, at + 1)
        for table in self._tables:
            yield from table.find(data)


class _Grams:
    """Traces by some of their bytes that stand beside each other, as one number."""

    def __init__(self, size: int, sought: Sequence[Trace]) -> None:
        self._size = size
        self._by_gram: dict[int, list[tuple[Trace, int]]] = {}
        for trace in sought:
            self._place(trace)

    def _place(self, trace: Trace) -> None:
        """Enter it by those of its bytes that the fewest others have been entered by."""
        data, size = trace.data, self._size

        def gram(at: int) -> int:
            return int.from_bytes(data[at : at + size], "little")

        places = range(min(len(data) - size + 1, _LOOKED_AT))
        at = min(places, key=lambda at: len(self._by_gram.get(gram(at), ())))
        self._by_gram.setdefault(gram(at), []).append((trace, at))

    @cached_property
    def _table(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        import numpy as np

        table = np.zeros(1 << _BITS, dtype=np.bool_)
        table[_mixed(np.array(list(self._by_gram), dtype=np.uint64))] = True
        return table

    def find(self, data: bytes) -> Iterator[Sight]:
        if not self._by_gram:
            return
        import numpy as np

        size = self._size
        for shift in range(min(size, len(data))):
            count = (len(data) - shift) // size
            grams = np.frombuffer(data, dtype=f"<u{size}", count=count, offset=shift)
            known = self._table[_mixed(grams.astype(np.uint64))]
            for place in np.flatnonzero(known).tolist():
                for trace, inside in self._by_gram.get(int(grams[place]), ()):
                    at = shift + place * size - inside
                    if at >= 0 and data.startswith(trace.data, at):
                        yield _sight(trace, data, at)


def _mixed(grams: Any) -> Any:
    import numpy as np

    return (grams * np.uint64(_MIX)) >> np.uint64(64 - _BITS)


def _sight(trace: Trace, data: bytes, at: int) -> Sight:
    end = at + len(trace.data)
    bounded = not (
        (at > 0 and _latin(data[at - 1]) and _latin(data[at]))
        or (end < len(data) and _latin(data[end]) and _latin(data[end - 1]))
    )
    return Sight(trace, at, bounded)


def _latin(byte: int) -> bool:
    return byte < 0x80 and chr(byte).isalnum()
