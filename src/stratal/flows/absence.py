"""Proof of absence: whether texts that should be gone stand anywhere in a database still.

Looked at are the rows of every table, the search index, and the files byte by byte: free pages, the
log beside the file, what a server has kept of rows that were deleted. Looked for is each text in
every form that it may have been stored in (see `stratal.text.traces`).

A finding is what is this text and no other: all of it, a sentence, several of its words in a row,
an entry of the index that has all its words, or a mail address or long number in it. The rest is
kept apart, not left out. What stands in a row of another person is theirs, and is counted as such.
A word by itself is no finding, in a row or in the bytes of one that is gone, since everybody uses
words; it is counted too. What a row that is there for another reason holds can be in the files for
that reason: such a place is `not told apart`. What a file holds of a value that cannot be read any
more, because a part of it is gone, is counted as `not unpacked`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stratal.flows.legible import Batch, grouped, unpacked
from stratal.flows.whose import Owners
from stratal.storage.postings import SIZES, listed, numbers_of
from stratal.text.traces import Finder, Form, Sight, Trace, checked_texts, index_terms, traces

if TYPE_CHECKING:
    from stratal.storage.bare import Bare, BareFile, Piece
    from stratal.storage.database import Database, Value

Told = Callable[[str, int], None]
"""Is told what is looked at and how much of it was looked at so far."""

_BATCH = 1 << 20


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
    """How often a word of a text stands by itself: in a row that is not another person's for
    certain, or in a file, where no row that is there explains it."""
    unclear: int = 0
    """How often a file holds what a row that is there explains as well."""
    not_unpacked: int = 0
    """How many packed values in a file could not be read, because a part of them is gone."""
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

    @property
    def not_unpacked(self) -> int:
        return sum(place.not_unpacked for place in self.places)


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
        places = [*search.tables(), search.index_found(), *search.files()]
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
        for at, (_, terms) in enumerate(self._terms):
            self._by_term[max(terms, key=len)].append(at)
        self._wanted = frozenset(term for _, terms in self._terms for term in terms)
        self._left: dict[tuple[int, int], set[str]] = defaultdict(set)
        """Terms of entries that are not there any more, by space and number."""
        self._live: set[bytes] = set()
        """What stands in rows that are not the person's, by the bytes of the trace."""
        self._index = Place(name="the search index", unit="terms")

    def tables(self) -> Iterator[Place]:
        self._live |= {
            sight.trace.data for sight in self._finder.find(self._bare.own_words().encode())
        }
        for table, columns in self._bare.tables().items():
            place = Place(name=table)
            tally = _Tally(place)
            batch = Batch()
            for row in self._bare.rows(table):
                place.looked_at += 1
                fields = dict(zip(columns, row, strict=True))
                batch.add(fields)
                if table == "search_entry":
                    self._entry(fields)
                elif table == "posting":
                    self._posting(fields)
                if batch.size >= _BATCH:
                    self._rows(table, batch, tally)
                    batch = Batch()
                    self._told(table, place.looked_at)
            self._rows(table, batch, tally)
            yield tally.place

    def _rows(self, table: str, batch: Batch, tally: _Tally) -> None:
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
        for number in self._texts_with((listed(str(row["terms"])) or {}).keys()):
            theirs, _ = self._owners.of("search_entry", row)
            if theirs:
                self._index.theirs += 1
            else:
                _Tally(self._index).found(number, Form.TERMS, _key("search_entry", row))

    def _texts_with(self, held: Set[str]) -> Iterator[int]:
        """The texts that have a sentence whose terms are all among these."""
        seen = set()
        for term in held & self._by_term.keys():
            for at in self._by_term[term]:
                number, terms = self._terms[at]
                if terms <= held and number not in seen:
                    seen.add(number)
                    yield number

    def _posting(self, row: Mapping[str, Value]) -> None:
        """Whether a packed term stands for entries that are not there any more."""
        self._index.looked_at += 1
        term, places = str(row["term"]), row["places"]
        if term not in self._wanted or not isinstance(places, bytes):
            return
        space, first = int(str(row["space"])), int(str(row["first"]))
        entries = self._bare.entries(str(row["tenant"]), space, first, first + max(SIZES) - 1)
        gone = [
            seq for seq in numbers_of(places) if term not in (listed(entries.get(seq, "")) or {})
        ]
        if gone and self._owners.of("posting", row)[0]:
            self._index.theirs += 1
            return
        for seq in gone:
            self._left[space, seq].add(term)

    def index_found(self) -> Place:
        """What came of looking at the index, when all of it was seen."""
        for (space, seq), terms in self._left.items():
            texts = [*self._texts_with(terms)]
            for number in texts:
                where = f"entry {seq} of space {space}, which is gone"
                _Tally(self._index).found(number, Form.TERMS, where)
            self._index.words += 0 if texts else 1
        return self._index

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
                        self._byte(sight, start + sight.at, tally, file)
                for at, text in unpacked(stretch):
                    for sight in self._finder.find(text):
                        self._byte(sight, start + at, tally, file)
                place.looked_at += len(part)
                overlap = stretch[-(self._finder.longest - 1) :]
                self._told(file.name, place.looked_at)
        if file.pieces is not None:
            with file.pieces() as pieces:
                self._pieces(pieces, file, tally)
        return tally.place

    def _pieces(self, pieces: Iterator[Piece], file: BareFile, tally: _Tally) -> None:
        """What stands in values that are packed, or that lie in several places."""
        for several in grouped(pieces, _BATCH):
            tally.place.not_unpacked += sum(not piece.whole for piece in several.pieces)
            for sight in self._finder.find(several.data):
                self._byte(sight, several.at(sight.at), tally, file)
            for at, text in unpacked(several.data):
                for sight in self._finder.find(text):
                    self._byte(sight, several.at(at), tally, file)

    def _byte(self, sight: Sight, at: int, tally: _Tally, file: BareFile) -> None:
        form = sight.trace.form
        if form is Form.IDENTIFIER and not sight.bounded:
            return
        if not form.proves:
            tally.place.words += file.of_tables and sight.trace.data not in self._live
        elif sight.trace.data in self._live:
            tally.place.unclear += 1
        else:
            tally.found(sight.trace.text, form, f"byte {at:,}")


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
