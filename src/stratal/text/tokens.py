"""The one stream of terms that every keyword index is fed with, on every database.

Databases cut text each in its own way, and most of them lose Chinese words, identifiers and
negations. So the cutting happens here, and an index only stores and compares the finished terms: a
term is an opaque string without white space, never a query language.

Three kinds of text make three kinds of terms.

*Words* are normalised (NFKC, case folded, Latin accents off), stemmed if they look English, and
left out if they are on a short stop list. Negations are never on that list: "does not eat meat" and
"eats meat" must differ.

*Identifiers* are kept whole and in parts. ``OrderService``, ``order_service`` and ``order-service``
share one whole (``orderservice``) and the parts ``order`` and ``service``; ``src/util/date.ts``
also yields ``date.ts``. A version is one term, with its first two numbers beside it (``2.10.3`` and
``2.10``), because its single numbers would make ``v2.10.3`` look like ``v2.1.3``. The whole is
rarer than the parts and so outweighs them in any ranking by rarity.

*Unspaced scripts* (Han, kana, Hangul, Thai and their neighbours) become single characters and pairs
of neighbouring characters. A query asks for the pairs, and for a single character only if it stands
alone or is a word of its own: ``火车`` must not find every ``车``. No dictionary takes part on the
index side, deliberately: the terms of a stored row can then be reproduced exactly when it is
deleted, whatever version of the dictionary is installed by then, and pairs with single characters
find more than dictionary words do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rjieba import Jieba

TOKENIZER_VERSION = 2
"""Recorded by every index; raise it whenever `terms` changes, and indexes are rebuilt."""

_LONGEST_TERM = 100
"""Characters kept of one term: no database indexes a term of any length."""

_ENGLISH_STOP = frozenset(
    """a an the and or of to in on at for by with from as into about than then so that this these
    those there here is are was were be been being am do does did doing have has had having would
    should could can will shall i you he she it we they me him her us them my your his its our their
    who whom whose which what when where why how if because while just also""".split()
)
_CONTRACTED = frozenset(("s", "re", "ve", "ll", "d", "m"))
_NOT_APOSTROPHE = {
    **{f"{verb}nt": verb for verb in ("do", "does", "did", "is", "are", "was", "were", "has")},
    **{f"{verb}nt": verb for verb in ("have", "had", "would", "should", "could")},
    "cannot": "can",
    "cant": "can",
    "wont": "will",
    "shant": "shall",
}
_HAN_STOP = frozenset(
    "的了着过得地吗呢吧啊呀嘛么是有在我你他她它您们这那哪谁什个些和与及或跟就也都又还很太更最"
    "被把给对向从到为以于之其所而但并且要会能可想说去来上下里中后前时让叫做用多少几怎"
)

_UNSPACED = (
    "々〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
    "\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3105-\u312f"
    "\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u109f\u1780-\u17d3"
)
# Python's \w leaves out the marks that spell vowels in many scripts; without them words would
# break in the middle.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0900-\u0963\u0966-\u0dff"
    "\u0f71-\u0f84\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff"
)
_LETTER = rf"(?:[^\W_{_UNSPACED}]|[{_MARKS}])"
_SIGNS = rf"(?:\+\+|\#(?!{_LETTER}))"
_PICTURE = "\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
_FLAG = "\U0001f1e6-\U0001f1ff"

_SCAN = re.compile(
    rf"(?P<flag>[{_FLAG}]{{2}})"
    rf"|(?P<picture>[{_PICTURE}])"
    rf"|(?P<unspaced>[{_UNSPACED}]+)"
    # A chunk: words held together by the connectors of identifiers, paths and addresses, with the
    # dashes of a flag before it and the signs of C++ and C# after it.
    rf"|(?P<chunk>(?:(?<![\w-])-{{1,2}}(?=[^\W_]))?{_LETTER}(?:{_LETTER}|"
    rf"['_\-./:@\\+#&~](?={_LETTER}"
    rf"|[_\-./:@\\~]{{1,2}}{_LETTER}|:{_LETTER})|(?<=[0-9]),(?=[0-9]{{3}}(?![0-9])))*{_SIGNS}?)"
)
_HAN = re.compile("[々〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_SEGMENT = re.compile(r"[/\\@:&]+")
_WORD = re.compile(rf"{_LETTER}+(?:'{_LETTER}+)*{_SIGNS}?")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_VERSION = re.compile(r"(?<![0-9.])([0-9]+(?:\.[0-9]+)+)")
_VERSION_MARK = re.compile(r"[vV]?[0-9.]+")
_DIGITS_MEET = re.compile(r"[0-9][_\-.]+[0-9]")
_HYPHENS = str.maketrans({"\u2010": "-", "\u2011": "-", "\u2019": "'", "\u02bc": "'"})
_SKIN = re.compile("[\U0001f3fb-\U0001f3ff]")
_ACCENTED_LATIN = re.compile("[\u00c0-\u024f\u1e00-\u1eff\u0300-\u036f]")


def terms(text: str) -> list[str]:
    """The terms under which `text` is indexed, in order and with repetition."""
    found = list(_scan(text, asking=False))
    kept = [term for term in found if term not in _ENGLISH_STOP]
    return kept or found


def query_terms(text: str, limit: int = 256) -> list[str]:
    """The terms that a search for `text` looks for: unique, in order, at most `limit`.

    Stop words are left out unless the query has nothing else.
    """
    kept: dict[str, None] = {}
    stopped: dict[str, None] = {}
    for term in _scan(text, asking=True):
        (stopped if term in _ENGLISH_STOP or term in _HAN_STOP else kept)[term] = None
        if len(kept) >= limit:
            break
    return list(kept or stopped)[:limit]


def weak_terms(text: str, limit: int = 256) -> list[str]:
    """The single Han characters of a query that `query_terms` leaves out.

    They may raise a row which a term of `query_terms` has found; alone they find nothing. On
    pooled Chinese chat this is worth two to five points of recall.
    """
    characters = (one for han in _HAN.findall(unicodedata.normalize("NFKC", text)) for one in han)
    asked = set(query_terms(text, limit))
    return [one for one in dict.fromkeys(characters) if one not in asked][:limit]


def _scan(text: str, *, asking: bool) -> Iterator[str]:
    normal = unicodedata.normalize("NFKC", text).translate(_HYPHENS)
    for found in _SCAN.finditer(normal):
        kind, piece = found.lastgroup, found.group()
        if kind == "unspaced":
            yield from _unspaced(piece, asking=asking)
        elif kind == "chunk":
            # A lone combining mark has nothing left once accents are off.
            yield from filter(None, _chunk(piece))
        elif not _SKIN.match(piece):
            yield piece


def _unspaced(run: str, *, asking: bool) -> Iterator[str]:
    if len(run) == 1:
        yield run
        return
    yield from (run[at : at + 2] for at in range(len(run) - 1))
    if not asking:
        yield from run
        return
    for han in _HAN.findall(run):
        for word in _dictionary().cut(han):
            if len(word) == 1 and word not in _HAN_STOP:
                yield word


def _chunk(chunk: str) -> Iterator[str]:
    """Whole, then segments of a path or address, then words."""
    chunk = chunk.replace(",", "")
    if chunk.startswith("-"):
        yield _short(chunk.casefold())
        chunk = chunk.lstrip("-")
    segments = [part for part in _SEGMENT.split(chunk) if part]
    if len(segments) > 1:
        yield _short(chunk.casefold())
    for segment in segments:
        yield from _segment(segment)


def _segment(segment: str) -> Iterator[str]:
    versions = _VERSION.findall(segment)
    if not (versions and _VERSION_MARK.fullmatch(segment)):
        words = _WORD.findall(segment)
        if len(words) > 1:
            literal = "." in segment or "+" in segment or _DIGITS_MEET.search(segment)
            yield _short(segment.casefold()) if literal else _term("".join(words))
        if versions:
            words = _WORD.findall(_VERSION.sub(" ", segment))
        for word in words:
            yield from _word(word)
    for version in versions:
        yield _short(version)
        major_minor = ".".join(version.split(".", 2)[:2])
        if major_minor != version:
            yield _short(major_minor)


def _word(word: str) -> Iterator[str]:
    parts = word.split("'")
    while len(parts) > 1 and parts[-1].casefold() in _CONTRACTED:
        parts.pop()
    whole = "".join(parts)
    verb = _NOT_APOSTROPHE.get(whole.casefold())
    if verb is not None:
        yield from (verb, "not")
        return
    if len(parts) == 2 and parts[1] in "tT" and parts[0][-1] in "nN":
        yield from (_term(parts[0][:-1]), "not")
        return
    yield _term(whole)
    if len(parts) > 1:
        yield from (_term(part) for part in parts if len(part) > 1)
    elif whole.isascii():
        yield from _camel(whole)


def _camel(word: str) -> Iterator[str]:
    """The humps of a name and the letters before a number, if there is more than one part."""
    parts = _CAMEL.findall(word)
    if len(parts) > 1:
        yield from (_term(part) for part in parts if len(part) > 1 and part.isalpha())


def _term(word: str) -> str:
    """One word as a term: case and Latin accents folded, English stemmed."""
    folded = word.casefold()
    if not folded.isascii():
        folded = unicodedata.normalize("NFKC", folded)
        if _ACCENTED_LATIN.search(folded):
            apart = unicodedata.normalize("NFKD", folded)
            folded = "".join(each for each in apart if not unicodedata.combining(each))
    if folded.isascii() and folded.isalpha() and len(folded) <= 40:
        return folded if folded in _ENGLISH_STOP else _stem(folded)
    return _short(folded)


def _short(term: str) -> str:
    return term[:_LONGEST_TERM]


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    from snowballstemmer.english_stemmer import EnglishStemmer

    # A stemmer keeps the word in itself while it works, so threads may not share one.
    stem: str = EnglishStemmer().stemWord(word)
    return stem


@lru_cache(maxsize=1)
def _dictionary() -> Jieba:
    """A dictionary of our own: words added to the module's shared one elsewhere do not count."""
    from rjieba import Jieba

    return Jieba()
