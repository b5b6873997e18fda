"""Proof of absence: whether texts that should be gone stand anywhere in a database still.

Looked at are the rows of every table, the search index, and the files byte by byte: free pages, the
log beside the file, what a server has kept of rows that were deleted. Looked for is each text in
every form that it may have been stored in (see `stratal.text.traces`).

False alarms are kept apart, not left out. What stands in a row of another person is theirs, and is
counted as such. A word alone is no finding in a row, since everybody uses words; it is counted too.
In the files it is a finding if no row that is there holds it. What a row that is there for another
reason holds can be in the files for that reason: such a place is `not told apart`.
"""

from __future__ import annotations

import json
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stratal.flows.whose import Owners
from stratal.storage.postings import SIZES, listed, numbers_of
from stratal.text.quotation import fold
from stratal.text.traces import Finder, Form, Sight, Trace, checked_texts, index_terms, traces

if TYPE_CHECKING:
    from stratal.storage.bare import Bare, BareFile
    from stratal.storage.database import Database, Value

Told = Callable[[str, int], None]
"""Is told what is looked at and how much of it was looked at so far."""

_BATCH = 1 << 20
_PACKED = 1 << 16
"""Bytes of a packed text that are unpacked where one seems to begin."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """A text that is there."""

    text: int
    """Which text, from 1, in the order in which they were given."""
    form: Form
    times: int
    where: str
    """A row by its table and key, or where in a file; never what it says."""


@dataclass(kw_only=True, slots=True)
class Place:
    """A table, the search index or a file, and what came of looking there."""

    name: str
    looked_at: int = 0
    unit: str = "rows"
    found: list[Found] = field(default_factory=list)
    theirs: int = 0
    """How often a text stands in the data of another person."""
    words: int = 0
    """How often a word of a text stands in a row that is not another person's for certain."""
    unclear: int = 0
    """How often a file holds what a row that is there explains as well."""
    problem: str = ""
    """Why it was not looked at."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Absence:
    """What was looked for, where, and what came of it."""

    texts: int
    places: tuple[Place, ...]

    @property
    def found(self) -> bool:
        return any(place.found for place in self.places)

    @property
    def unchecked(self) -> tuple[Place, ...]:
        return tuple(place for place in self.places if place.problem)


def look_for(
    database: Database,
    texts: Sequence[str],
    *,
    tenant: str,
    user: str | None = None,
    told: Told = lambda _what, _count: None,
) -> Absence:
    """Look for `texts` everywhere in the database; nothing is written.

    `user` is whose they were: only with it can be told that another person's row holds one. Memory
    does not grow with the database. Raises `InvalidValue` for a text that is too short.
    """
    sought = checked_texts(texts)
    with database.bare(tenant) as bare:
        search = _Search(bare=bare, texts=sought, tenant=tenant, user=user, told=told)
        places = [*search.tables(), search.index, *search.files()]
    return Absence(texts=len(sought), places=tuple(places))


class _Search:
    def __init__(
        self, *, bare: Bare, texts: Sequence[str], tenant: str, user: str | None, told: Told
    ) -> None:
        self._bare = bare
        self._told = told
        self._owners = Owners(bare, tenant, user)
        self._finder = Finder(traces(texts))
        self._terms = index_terms(texts)
        self._by_term: dict[str, list[int]] = defaultdict(list)
        for number, terms in enumerate(self._terms):
            if terms:
                self._by_term[max(terms, key=len)].append(number)
        self._wanted = frozenset(term for terms in self._terms for term in terms)
        self._live: set[bytes] = set()
        """What stands in rows that are not the person's, by the bytes of the trace."""
        self.index = Place(name="the search index", unit="terms")

    def tables(self) -> Iterator[Place]:
        self._live |= {
            sight.trace.data for sight in self._finder.find(self._bare.own_words().encode())
        }
        for table, columns in self._bare.tables().items():
            place = Place(name=table)
            tally = _Tally(place)
            batch = _Batch()
            for row in self._bare.rows(table):
                place.looked_at += 1
                fields = dict(zip(columns, row, strict=True))
                batch.add(fields)
                if table == "search_entry":
                    self._entry(fields)
                elif table == "posting":
                    self._posting(fields)
                if batch.full:
                    self._rows(table, batch, tally)
                    batch = _Batch()
                    self._told(table, place.looked_at)
            self._rows(table, batch, tally)
            yield tally.place

    def _rows(self, table: str, batch: _Batch, tally: _Tally) -> None:
        for number, sight in batch.sights(self._finder):
            row, word = batch.rows[number], not sight.trace.form.proves
            theirs, persons = self._owners.of(table, row)
            if word or theirs or not persons:
                # Also where the row is found: what it holds is in the files because of it.
                self._live.add(sight.trace.data)
            if not sight.bounded and (word or _one_word(sight.trace)):
                continue
            if theirs:
                tally.place.theirs += 1
            elif word:
                tally.place.words += 1
            else:
                tally.found(sight.trace.text, sight.trace.form, _key(table, row))

    def _entry(self, row: Mapping[str, Value]) -> None:
        """Whether an entry of the index has all the terms of a text."""
        held = listed(str(row["terms"])) or {}
        for term in held.keys() & self._by_term.keys():
            for number in self._by_term[term]:
                if self._terms[number] <= held.keys():
                    theirs, _ = self._owners.of("search_entry", row)
                    if theirs:
                        self.index.theirs += 1
                    else:
                        _Tally(self.index).found(number, Form.TERMS, _key("search_entry", row))

    def _posting(self, row: Mapping[str, Value]) -> None:
        """Whether a packed term stands for entries that are not there any more."""
        self.index.looked_at += 1
        term, places = str(row["term"]), row["places"]
        if term not in self._wanted or not isinstance(places, bytes):
            return
        space, first = int(str(row["space"])), int(str(row["first"]))
        entries = self._bare.entries(str(row["tenant"]), space, first, first + max(SIZES) - 1)
        for seq in numbers_of(places):
            if term not in (listed(entries.get(seq, "")) or {}):
                number = next(at for at, terms in enumerate(self._terms) if term in terms)
                _Tally(self.index).found(number, Form.WORD, _key("posting", row))

    def files(self) -> Iterator[Place]:
        for file in self._bare.files():
            if file.parts is None:
                yield Place(name=file.name, unit="bytes", problem=file.problem or "not read")
                continue
            try:
                yield self._file(file)
            except OSError as error:
                yield Place(name=file.name, unit="bytes", problem=error.strerror or str(error))

    def _file(self, file: BareFile) -> Place:
        assert file.parts is not None
        place = Place(name=file.name, unit="bytes")
        tally = _Tally(place)
        overlap = b""
        with file.parts() as parts:
            for part in parts:
                stretch, start = overlap + part, place.looked_at - len(overlap)
                for sight in self._finder.find(stretch):
                    # What lies in the overlap whole was seen with the part before.
                    if sight.at + len(sight.trace.data) > len(overlap):
                        self._byte(sight, start, file, tally)
                for at, unpacked in _unpacked(stretch):
                    for sight in self._finder.find(unpacked):
                        self._byte(sight, start + at - sight.at, file, tally)
                place.looked_at += len(part)
                overlap = stretch[-(self._finder.longest - 1) :]
                self._told(file.name, place.looked_at)
        return tally.place

    def _byte(self, sight: Sight, start: int, file: BareFile, tally: _Tally) -> None:
        if sight.trace.data in self._live:
            tally.place.unclear += 1
        elif sight.trace.form.proves or file.of_tables:
            tally.found(sight.trace.text, sight.trace.form, f"byte {start + sight.at:,}")


class _Batch:
    """Rows as one stretch of bytes, so that many small values are looked at in one go."""

    def __init__(self) -> None:
        self.rows: list[Mapping[str, Value]] = []
        self._pieces: list[bytes] = []
        self._ends: list[int] = []
        self._size = 0

    @property
    def full(self) -> bool:
        return self._size >= _BATCH

    def add(self, row: Mapping[str, Value]) -> None:
        for column, value in row.items():
            if column == "tenant" or not isinstance(value, str | bytes) or not value:
                continue
            for piece in _shapes(value):
                self._pieces.append(piece)
                self._size += len(piece) + 1
        self.rows.append(row)
        self._ends.append(self._size)

    def sights(self, finder: Finder) -> Iterator[tuple[int, Sight]]:
        """What is found, with the number of the row; each trace once a row."""
        from bisect import bisect_right

        seen: set[tuple[int, bytes]] = set()
        for sight in finder.find(b"\x00".join(self._pieces)):
            number = bisect_right(self._ends, sight.at)
            if (number, sight.trace.data) not in seen or sight.bounded:
                seen.add((number, sight.trace.data))
                yield number, sight


def _shapes(value: str | bytes) -> Iterator[bytes]:
    """A value as it is, unpacked, with what its JSON says, and folded."""
    if isinstance(value, bytes):
        yield value
        try:
            text = zlib.decompress(value).decode()
        except (zlib.error, UnicodeDecodeError):
            text = value.decode(errors="ignore")
    else:
        text = value
    for one in (text, _said(text)):
        plain = one.encode(errors="replace")
        folded = fold(one).casefold().encode(errors="replace")
        yield from (piece for piece in dict.fromkeys((plain, folded)) if piece)


def _said(text: str, depth: int = 0) -> str:
    """All texts within JSON, each on a line; empty if it is none."""
    if depth > 3 or not text or text[0] not in '{["':
        return ""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    texts: list[str] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += [*one.values(), *one.keys()]
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str):
            texts += [one, _said(one, depth + 1)]
    return "\n".join(filter(None, texts))


def _unpacked(stretch: bytes) -> Iterator[tuple[int, bytes]]:
    """What can be unpacked wherever something packed seems to begin; how far it is whole."""
    for head in (b"\x78\x9c", b"\x78\xda", b"\x78\x01", b"\x78\x5e"):
        at = stretch.find(head)
        while at >= 0:
            try:
                text = zlib.decompressobj().decompress(stretch[at : at + _PACKED], 1 << 20)
            except zlib.error:
                text = _as_far_as_whole(stretch[at : at + _PACKED])
            if text:
                yield at, text
            at = stretch.find(head, at + 1)


def _as_far_as_whole(packed: bytes) -> bytes:
    """What comes out of a stream before it breaks off."""
    reader, out = zlib.decompressobj(), b""
    try:
        for at in range(0, len(packed), 64):
            out += reader.decompress(packed[at : at + 64])
    except zlib.error:
        return out
    return out


def _one_word(trace: Trace) -> bool:
    return len(trace.data.split()) == 1 and trace.data.isascii()


def _key(table: str, row: Mapping[str, Value]) -> str:
    """A row by what tells it from others: ids and numbers, no texts."""
    names = ("id", "record", "run", "document", "store", "task", "conversation", "space")
    numbers = ("revision", "version", "seq", "no", "first")
    told = [f"{name} {row[name]!s}" for name in names if row.get(name) not in (None, "")][:2]
    told += [f"{name} {row[name]!s}" for name in numbers if row.get(name) is not None]
    return " ".join([table, *told])


class _Tally:
    """Counts into a place: a text in one form once, with how often and where first."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def found(self, text: int, form: Form, where: str) -> None:
        for at, one in enumerate(self.place.found):
            if (one.text, one.form) == (text + 1, form):
                self.place.found[at] = Found(
                    text=one.text, form=form, times=one.times + 1, where=one.where
                )
                return
        self.place.found.append(Found(text=text + 1, form=form, times=1, where=where))
