"""Which entries of the search index hold a term: packed run by run, and never entry by entry.

An entry lists its own terms with their counts, and a write touches that row alone. By term they are
packed afterwards, when enough have come: a *run* is a row of numbered entries, and of each term in
it there is one row that says which of them hold it. Entries that no run holds yet are read
themselves. Which runs there are follows from the last number that a space has given, so nothing
else has to be kept, and a search answers the same before and after packing.

Entries of small runs are packed again into a large one, so that a large space has few runs.
"""

from __future__ import annotations

import json
import struct
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from stratal.storage.database import Transaction

if TYPE_CHECKING:
    import numpy as np

    Whole: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

SIZES = (2048, 128)
"""Entries of a run. What is read entry by entry is fewer than the last; packing as many as the
first takes about a tenth of a second, in the write that fills the run."""
NUMBER_BITS = 24
"""Of a key are the number of the entry; the others are that of its space."""
_POSTING = struct.Struct("<3I")
"""Number of the entry, count of the term, length of the entry."""
_NUMBER = struct.Struct("<I")


class Run(NamedTuple):
    """The entries numbered from `first` to `last`."""

    first: int
    last: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Extent:
    """How much is in a space."""

    space: int
    entries: int
    terms: int
    last: int
    """The last number that was given."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Postings:
    """Where terms stand, each as often as its entry says: columns of one table."""

    terms: Sequence[str]
    """Those asked for."""
    term: Whole
    """The place of the term among them; they follow each other in that order."""
    key: Whole
    """The entry, by space and number; ascending within each term."""
    count: Whole
    length: Whole
    """How many terms the entry has."""

    def holding(self) -> dict[str, int]:
        """How many entries hold each term."""
        import numpy as np

        counts = np.bincount(self.term, minlength=len(self.terms))
        return dict(zip(self.terms, counts.tolist(), strict=True))


def runs(last: int) -> list[Run]:
    """The runs of a space that has given the numbers from 1 to `last`."""
    found, first = [], 1
    for size in SIZES:
        while first + size - 1 <= last:
            found.append(Run(first, first + size - 1))
            first += size
    return found


def written(counts: Mapping[str, int]) -> str:
    """How an entry lists its terms."""
    return json.dumps(counts, ensure_ascii=False, separators=(",", ":"))


def listed(text: str) -> dict[str, int] | None:
    """The terms that an entry lists, each with its count; None where somebody has damaged it."""
    try:
        return {str(term): int(count) for term, count in json.loads(text).items()}
    except (ValueError, TypeError, AttributeError):
        return None


def numbers_of(places: bytes) -> list[int]:
    """The entries that a packed term names, of what somebody may have damaged."""
    whole = len(places) - len(places) % _POSTING.size
    return [number for number, _, _ in _POSTING.iter_unpack(places[:whole])]


def grow(tx: Transaction, space: int, before: int, last: int) -> None:
    """Pack what can be packed since the last number given is no longer `before` but `last`."""
    old, new = set(runs(before)), set(runs(last))
    for run in sorted(old - new):
        tx.change("postings_clear_run", space=space, first=run.first)
    for run in sorted(new - old):
        _put(tx, space, run, packed(tx, space, run))


def pack(tx: Transaction, space: int, run: Run) -> None:
    """Pack a run once more, whatever lies there."""
    tx.change("postings_clear_run", space=space, first=run.first)
    _put(tx, space, run, packed(tx, space, run))


def packed(tx: Transaction, space: int, run: Run) -> dict[str, bytes]:
    """What a run should hold of each term, by what its entries list."""
    found: dict[str, bytearray] = defaultdict(bytearray)
    for row in tx.rows("postings_entries", space=space, first=run.first, last=run.last):
        # What cannot be read has no words until `rebuild` lists them again.
        for term, count in (listed(row["terms"]) or {}).items():
            found[term] += _POSTING.pack(row["seq"], count, row["length"])
    return {term: bytes(found[term]) for term in sorted(found)}


def remove(tx: Transaction, space: int, entries: Mapping[int, Iterable[str]], *, last: int) -> None:
    """Take entries, by number and with their terms, out of the runs that hold them already."""
    for run in runs(last):
        holding: dict[str, list[int]] = defaultdict(list)
        for seq, terms in entries.items():
            if run.first <= seq <= run.last:
                for term in terms:
                    holding[term].append(seq)
        if holding:
            _take_out(tx, space, run, holding)


def _take_out(tx: Transaction, space: int, run: Run, holding: Mapping[str, Sequence[int]]) -> None:
    asked = json.dumps(list(holding), ensure_ascii=False)
    lost, kept = [], {}
    for row in tx.rows("postings_of_run", space=space, first=run.first, terms=asked):
        left = _without(row["places"], holding[row["term"]])
        if left:
            kept[row["term"]] = left
        else:
            lost.append(row["term"])
    if lost:
        gone = json.dumps(lost, ensure_ascii=False)
        tx.change("postings_remove", space=space, first=run.first, terms=gone)
    tx.change_many(
        "postings_change",
        (
            {"space": space, "first": run.first, "term": term, "places": places}
            for term, places in kept.items()
        ),
    )


def extents(tx: Transaction, spaces: Sequence[int]) -> list[Extent]:
    """How much is in each of these spaces, in their order by number."""
    rows = tx.rows("search_extents", spaces=json.dumps(list(spaces)))
    return [
        Extent(space=row["no"], entries=row["entries"], terms=row["terms"], last=row["last"])
        for row in rows
    ]


def read(tx: Transaction, extents: Sequence[Extent], terms: Sequence[str]) -> Postings | None:
    """Where any of `terms` stands in these spaces; None if nowhere."""
    places = {term: at for at, term in enumerate(terms)}
    found = [*_from_runs(tx, extents, places), *_from_entries(tx, extents, places)]
    if not found:
        return None
    import numpy as np

    found.sort(key=lambda piece: piece[:3])
    sizes = [len(piece.places) // _POSTING.size for piece in found]
    joined = np.frombuffer(b"".join([piece.places for piece in found]), dtype="<u4")
    columns = joined.reshape(-1, 3).astype(np.int64).T
    space = np.repeat([piece.space for piece in found], sizes)
    return Postings(
        terms=terms,
        term=np.repeat([piece.term for piece in found], sizes),
        key=(space << NUMBER_BITS) | columns[0],
        count=columns[1],
        length=columns[2],
    )


class _Piece(NamedTuple):
    """What a run, or what no run holds yet, says of one term."""

    term: int
    space: int
    first: int
    places: bytes | bytearray


def _from_runs(
    tx: Transaction, extents: Sequence[Extent], places: Mapping[str, int]
) -> list[_Piece]:
    firsts = sorted({run.first for one in extents for run in runs(one.last)})
    if not firsts:
        return []
    rows = tx.rows(
        "postings_of",
        spaces=json.dumps([one.space for one in extents]),
        firsts=json.dumps(firsts),
        terms=json.dumps(list(places), ensure_ascii=False),
    )
    return [_Piece(places[row["term"]], row["space"], row["first"], row["places"]) for row in rows]


def _from_entries(
    tx: Transaction, extents: Sequence[Extent], places: Mapping[str, int]
) -> list[_Piece]:
    # Most entries hold none of the terms: to look for them in the text is quicker than to read it.
    marks = [(json.dumps(term, ensure_ascii=False) + ":", term) for term in places]
    found = []
    for one in extents:
        first = 1 + max((run.last for run in runs(one.last)), default=0)
        if first > one.last:
            continue
        pieces: dict[str, bytearray] = defaultdict(bytearray)
        for row in tx.rows("postings_entries", space=one.space, first=first, last=one.last):
            held = [term for mark, term in marks if mark in row["terms"]]
            if held:
                counts = listed(row["terms"]) or {}
                for term in held:
                    if term in counts:
                        pieces[term] += _POSTING.pack(row["seq"], counts[term], row["length"])
        found += [_Piece(places[term], one.space, first, whole) for term, whole in pieces.items()]
    return found


def _put(tx: Transaction, space: int, run: Run, terms: Mapping[str, bytes]) -> None:
    tx.change_many(
        "postings_add",
        (
            {"space": space, "first": run.first, "term": term, "places": places}
            for term, places in terms.items()
        ),
    )


def _without(places: bytes, seqs: Sequence[int]) -> bytes:
    """What is left of a packed term; a number is looked for as bytes, where a posting begins."""
    for seq in seqs:
        number = _NUMBER.pack(seq)
        at = places.find(number)
        while at % _POSTING.size and at >= 0:
            at = places.find(number, at + 1)
        if at >= 0:
            places = places[:at] + places[at + _POSTING.size :]
    return places
