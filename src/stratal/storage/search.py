"""The search index: what can be found, by which words, and near which vectors.

A *space* is one layer of one scope. Ranking uses the statistics of the spaces asked and of no
other, so nobody's order depends on another's texts, or reveals that they exist. An *entry* is one
item in a space; taking it out takes its terms and its vectors along. All of it is derived and can
be made again from log and records.

An entry has a number that is never given again, not even to the same item with a new text. So a
vector that was computed from the old text while the new one was written finds no entry any more.

Terms are opaque, packed in `postings` and ranked by BM25 in `ranking`, the same on every database.
Vectors are ranked by the database's own means, behind `Transaction.nearest`.
"""

from __future__ import annotations

import json
import math
from calendar import monthrange
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType
from typing import NamedTuple

from stratal.core.clock import to_micros
from stratal.core.records import Layer
from stratal.errors import DatabaseUnusable
from stratal.storage import cells, postings, ranking
from stratal.storage.database import Row, Transaction
from stratal.storage.postings import Extent, Postings
from stratal.text.tokens import TOKENIZER_VERSION
from stratal.text.tokens import terms as terms_of

SCORED = ranking.SCORED
LARGEST_SPACE = (1 << postings.NUMBER_BITS) - 1
"""Entries that a space can number."""

SPEAKER = "@"
"""What stands before a term of a speaker's name."""
DAY = "#"
"""What stands before a day, or a month."""
MEANT = "="
"""The same of what is of a whole day: it has no instant."""
MARKS = (SPEAKER, DAY, MEANT)
"""No term of a text begins with one of these."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One item on its way into a space."""

    item: str
    part: str
    """What it belongs to within the space: a conversation's id, or empty."""
    spoken_by_person: bool
    at: datetime
    terms: Sequence[str]
    """In order and with repetition, as `stratal.text.tokens.terms` gives them."""


class Place(NamedTuple):
    """Where an entry stands. Another text of the same item has another place."""

    space: int
    seq: int
    item: str


class Found(NamedTuple):
    """An entry that a query has reached, and how far its words go. BM25 scores, not scaled.

    A tuple, as its place is: a query reaches thousands.
    """

    place: Place
    part: str
    spoken_by_person: bool
    at: int
    """Microseconds since 1970: an index has thousands of these, and only orders by them."""
    terms: Mapping[str, float]
    """The terms that it shares with the query, and what each contributes."""
    keywords: float
    """The sum of it."""
    session: float
    """The same of all entries of its part together, as if they were one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Near:
    """How near entries are by their vectors, and what is needed to scale that."""

    cosines: Mapping[Place, float]
    """Of the nearest, and of those that were asked for besides."""
    found: list[Found]
    """Those of the nearest that nobody had asked for, the nearest first."""
    lowest: float
    """The smallest cosine in the spaces."""
    seen: int
    """How many vectors there are."""
    wanting: tuple[int, ...] = ()
    """Spaces so large that their vectors should lie in cells, and do not."""


def message_terms(day: date, speaker: str | None, text: str) -> list[str]:
    """The terms of a message: its own text, and, marked, who said it and when."""
    return [*terms_of(text), *speaker_terms(terms_of(speaker or "")), *dated(day, day)]


def dated(first: date, last: date, mark: str = DAY) -> list[str]:
    """The terms of what is of these days: each day, or whole months, and the months they are in."""
    found = day_terms(first, last, mark)
    month = len(mark) + len("2026-01")
    return list(dict.fromkeys([*found, *(term[:month] for term in found)]))


def speaker_terms(terms: Iterable[str]) -> list[str]:
    """The terms under which messages stand whose speaker has one of `terms` in the name."""
    return [SPEAKER + term for term in terms]


def day_terms(first: date, last: date, mark: str = DAY) -> list[str]:
    """The terms under which what is of these days stands: whole months by one term each."""
    found = []
    # Counted in ordinals: there is a last month, and no day after it.
    number = first.toordinal()
    while number <= last.toordinal():
        day = date.fromordinal(number)
        month = day.isoformat()[:7]
        length = monthrange(day.year, day.month)[1]
        if day.day == 1 and number + length - 1 <= last.toordinal():
            found.append(mark + month)
            number += length
        else:
            found.append(mark + day.isoformat())
            number += 1
    return found


def find_space(tx: Transaction, layer: Layer, scope: str) -> int | None:
    """The number of the space, or None when nothing was ever put into it."""
    row = tx.row("search_space_find", layer=layer.value, scope=scope)
    return None if row is None else int(row["no"])


def space_of(tx: Transaction, no: int) -> tuple[str, str] | None:
    """Layer and scope of the space with that number, or None."""
    row = tx.row("search_space_of", space=no)
    return None if row is None else (row["layer"], row["scope"])


def open_space(tx: Transaction, layer: Layer, scope: str) -> int:
    """The number of the space, new if need be; other writers of this space wait from here on."""
    while True:
        row = tx.row("search_space_take", layer=layer.value, scope=scope)
        if row is not None:
            return int(row["no"])
        # Somebody else may create it, or take the same number, between the two statements.
        tx.change("search_space_add", layer=layer.value, scope=scope, tokenizer=TOKENIZER_VERSION)


def put(tx: Transaction, space: int, entry: Entry) -> None:
    """Make `entry.item` findable by these terms, and by the former ones no longer."""
    drop(tx, space, entry.item)
    extend(tx, space, [entry])


def extend(tx: Transaction, space: int, entries: Sequence[Entry]) -> None:
    """Make items findable that have no entry yet, each only once among `entries`."""
    rows = (
        {
            "item": entry.item,
            "part": entry.part,
            "spoken_by_person": int(entry.spoken_by_person),
            "at": to_micros(entry.at),
            "length": len(entry.terms),
            "terms": postings.written(Counter(entry.terms)),
        }
        for entry in entries
    )
    _extend(tx, space, list(rows))


def _extend(tx: Transaction, space: int, rows: Sequence[Row]) -> None:
    if not rows:
        return
    length = sum(row["length"] for row in rows)
    grown = tx.row("search_space_grow", space=space, count=len(rows), length=length)
    assert grown is not None, "the space was not opened"
    first = int(grown["seq"])
    last = first + len(rows) - 1
    if last > LARGEST_SPACE:
        raise DatabaseUnusable(
            f"search space {space}", f"has numbered {LARGEST_SPACE:,} entries", "rebuild the index"
        )
    tx.change_many(
        "search_entry_add",
        ({**row, "space": space, "seq": seq} for seq, row in enumerate(rows, start=first)),
    )
    for part, inside in _by_part(rows).items():
        tx.change("search_part_grow", space=space, part=part, **inside)
    postings.grow(tx, space, first - 1, last)


def _by_part(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    """How many of these entries are in each part, and how long they are together."""
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        if row["part"]:
            inside = found.setdefault(row["part"], {"count": 0, "length": 0})
            inside["count"] += 1
            inside["length"] += row["length"]
    return dict(sorted(found.items()))


def drop(tx: Transaction, space: int, item: str) -> bool:
    """Take `item` out: its entry, its terms, its vectors of every generation. Was it there?"""
    return bool(_dropped(tx, space, [item]))


def move(tx: Transaction, items: Sequence[str], source: int, target: int) -> list[str]:
    """Have `items` stand in another space under the same terms; those that cannot be moved.

    They have no entry, or one that nobody can read. Vectors stay behind and are gone: they are
    computed anew where they are asked for.
    """
    rows = [row for row in _dropped(tx, source, items) if row["readable"]]
    moved = {row["item"] for row in rows}
    _dropped(tx, target, sorted(moved))
    _extend(tx, target, [{name: row[name] for name in _KEPT} for row in rows])
    return [item for item in items if item not in moved]


_KEPT = ("item", "part", "spoken_by_person", "at", "length", "terms")
"""What an entry says wherever it stands."""


def _dropped(tx: Transaction, space: int, items: Sequence[str]) -> list[Row]:
    """Take these out; what stood there of them, in order, and whether their terms can be read."""
    found = tx.rows("search_entries_out", space=space, items=_json(items))
    if not found:
        return []
    found = sorted(found, key=lambda row: int(row["seq"]))
    listed = {row["seq"]: postings.listed(row["terms"]) for row in found}
    length = sum(row["length"] for row in found)
    shrunk = tx.row("search_space_shrink", space=space, count=len(found), length=length)
    last = 0 if shrunk is None else int(shrunk["last"])
    postings.remove(tx, space, {seq: terms or () for seq, terms in listed.items()}, last=last)
    tx.change_many("vector_remove", ({"space": space, "seq": seq} for seq in listed))
    cells.remove(tx, space, list(listed))
    tx.change("search_entries_remove", space=space, seqs=_json(listed))
    for part, inside in _by_part(found).items():
        tx.change("search_part_shrink", space=space, part=part, **inside)
        tx.change("search_part_forget", space=space, part=part)
    return [{**row, "readable": listed[row["seq"]] is not None} for row in found]


def clear(tx: Transaction, space: int) -> None:
    """Take everything out of a space, as before a rebuild or after an erasure."""
    for generation in tx.rows("vector_generations"):
        tx.change("vector_clear", space=space, generation=generation["no"])
        cells.clear(tx, generation["no"], space)
    tx.change("postings_clear", space=space)
    tx.change("search_entries_clear", space=space)
    tx.change("search_parts_clear", space=space)
    tx.change("search_space_empty", space=space)


def count_entries(tx: Transaction, spaces: Sequence[int], *, part: str = "") -> int:
    """How many entries these spaces hold, or one part of them."""
    if not part:
        return _sizes(tx, spaces)[0]
    rows = tx.rows("search_part_sizes", spaces=_json(spaces), parts=_json([part]))
    return sum(row["entries"] for row in rows)


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    """The terms of a query, looked up in some spaces. Statistics are those of all of them."""

    finding: Sequence[str]
    """The terms that find entries; those that only raise what these have found are not here."""
    extents: Sequence[Extent]
    postings: Postings | None
    """None where no entry holds any of the terms."""

    def candidates(self, tx: Transaction, *, limit: int, part: str = "") -> list[Found]:
        """The entries that hold any of the finding terms, the best by BM25 first, ties by place.

        With `part` only entries of that part are found. Which are scored where thousands match:
        see `ranking.score`.
        """
        if self.postings is None:
            return []
        entries, length = self._size
        spaces = [one.space for one in self.extents]
        scores = ranking.score(
            self.postings,
            finding=len(self.finding),
            entries=entries,
            mean=length / entries,
            spaces=len(spaces),
            inside=_of_part(tx, spaces, part, self.postings) if part else None,
        )
        places = scores.best(limit)
        keys = scores.key[places].tolist()
        shares = scores.shares(self.postings.terms, places)
        rows = _entries(tx, (_place(key) for key in keys))
        sessions = {} if part else _sessions(tx, spaces, scores)
        found = [
            _found(
                space,
                rows[space, seq],
                terms=terms,
                keywords=math.fsum(terms.values()),
                session=sessions.get((space, rows[space, seq]["part"]), 0.0),
            )
            for (space, seq), terms in zip(map(_place, keys), shares, strict=True)
        ]
        found.sort(key=lambda one: (-one.keywords, one.place.space, one.place.seq))
        return found

    def whole(self, terms: Sequence[str]) -> float:
        """What an entry of middling length scores by BM25 that holds each of `terms` once.

        They are among those that were looked up.
        """
        holding = dict.fromkeys(terms, 0)
        if self.postings is not None:
            holding |= self.postings.holding()
        entries, _ = self._size
        return math.fsum(ranking.rarity(entries, holding[term]) for term in dict.fromkeys(terms))

    @property
    def _size(self) -> tuple[int, int]:
        return sum(one.entries for one in self.extents), sum(one.terms for one in self.extents)


def look_up(
    tx: Transaction, spaces: Sequence[int], terms: Sequence[str], *, weak: Sequence[str] = ()
) -> Words:
    """Look `terms` up in `spaces`, and `weak` ones, which find nothing alone."""
    finding = list(dict.fromkeys(terms))
    known = postings.extents(tx, spaces)
    return Words(
        finding=finding,
        extents=known,
        postings=postings.read(tx, known, list(dict.fromkeys([*finding, *weak])))
        if finding
        else None,
    )


def keyword_candidates(
    tx: Transaction,
    spaces: Sequence[int],
    terms: Sequence[str],
    *,
    weak: Sequence[str] = (),
    part: str = "",
    limit: int,
) -> list[Found]:
    """As `Words.candidates`, where nothing else is asked of these terms."""
    return look_up(tx, spaces, terms, weak=weak).candidates(tx, part=part, limit=limit)


def named(tx: Transaction, spaces: Sequence[int], items: Sequence[str]) -> list[Found]:
    """The entries of these items in `spaces`, by place; what has none is left out."""
    return [
        _found(space, row)
        for space in sorted(spaces)
        for row in sorted(
            tx.rows("search_entries_named", space=space, items=_json(items)),
            key=lambda row: int(row["seq"]),
        )
    ]


def find_generation(tx: Transaction, key: str) -> int | None:
    """The number of the generation with this key, or None when it has no vectors yet."""
    row = tx.row("vector_generation_find", key=key)
    return None if row is None else int(row["no"])


def open_generation(tx: Transaction, key: str, dimension: int, now: datetime) -> int:
    """The number of the generation with this key, made if it is new.

    The first of a tenant is in use at once; a later one when `use_if_complete` says so.
    """
    while (found := find_generation(tx, key)) is None:
        tx.change("vector_generation_add", key=key, dimension=dimension, now=to_micros(now))
        added = find_generation(tx, key)
        if added is not None:
            tx.change("vector_generation_first", generation=added)
    return found


def generation_in_use(tx: Transaction) -> tuple[int, str] | None:
    """Number and key of the generation in use, or None where there are no vectors yet."""
    row = tx.row("vector_generation_current")
    return None if row is None else (int(row["no"]), str(row["key"]))


def answers(tx: Transaction, spaces: Sequence[int], generation: int, *, part: str = "") -> bool:
    """Whether this generation may be asked there: it is in use, or it lacks nothing."""
    in_use = generation_in_use(tx)
    return (in_use is not None and in_use[0] == generation) or not count_missing(
        tx, spaces, generation, part=part
    )


def use_if_complete(tx: Transaction, generation: int) -> bool:
    """Take the generation into use if no entry of the tenant lacks its vector; is it in use?"""
    in_use = generation_in_use(tx)
    if in_use is not None and in_use[0] == generation:
        return True
    if count_missing(tx, all_spaces(tx), generation):
        return False
    tx.change("vector_generation_use", generation=generation)
    return True


def all_spaces(tx: Transaction) -> list[int]:
    """The numbers of all spaces of the tenant."""
    return [int(row["no"]) for row in tx.rows("search_spaces")]


def put_vectors(tx: Transaction, generation: int, vectors: Mapping[Place, bytes]) -> None:
    """Keep these vectors; one whose entry has gone meanwhile is left out."""
    tx.change_many(
        "vector_put",
        (
            {"generation": generation, "space": place.space, "seq": place.seq, "value": vector}
            for place, vector in sorted(
                vectors.items(), key=lambda pair: (pair[0].space, pair[0].seq)
            )
        ),
    )
    for space in cells.find(tx, generation, sorted({place.space for place in vectors})):
        inside = {place.seq: vectors[place] for place in vectors if place.space == space}
        cells.fill(tx, generation, space, inside)


def missing_vectors(
    tx: Transaction, spaces: Sequence[int], generation: int | None, limit: int, *, part: str = ""
) -> list[Place]:
    """At most `limit` entries without a vector of this generation, the newest of each space first.

    Without a generation that is every entry.
    """
    missing: list[Place] = []
    for space in spaces:
        rows = tx.rows(
            "vector_missing",
            space=space,
            generation=generation or 0,
            part=part,
            limit=limit - len(missing),
        )
        missing += [Place(space=space, seq=row["seq"], item=row["item"]) for row in rows]
    return missing


def count_missing(
    tx: Transaction, spaces: Sequence[int], generation: int | None, *, part: str = ""
) -> int:
    """How many entries have no vector of this generation."""
    count = 0
    for space in spaces:
        row = tx.row("vector_count_missing", space=space, generation=generation or 0, part=part)
        assert row is not None
        count += row["missing"]
    return count


def vector_candidates(
    tx: Transaction,
    spaces: Sequence[int],
    generation: int,
    query: bytes,
    *,
    part: str = "",
    floor: float = -1.0,
    limit: int,
    also: Iterable[Place] = (),
) -> Near:
    """The `limit` entries whose vectors are nearest to `query`, and how near `also` are.

    Spaces and part are narrowed first, by the database; what lies outside takes no place. Of the
    nearest only those with a cosine of `floor` at least are found. Exact, but in spaces so large
    that they have cells: there some of the nearest can be missing.
    """
    laid_out = {} if part else cells.find(tx, generation, spaces)
    wanted: dict[int, dict[int, Place]] = defaultdict(dict)
    for place in also:
        wanted[place.space][place.seq] = place
    cosines: dict[Place, float] = {}
    others: list[tuple[float, int, int]] = []
    lowest, seen = math.inf, 0
    wanting: list[int] = []
    for space in spaces:
        asked = wanted[space]
        known = laid_out.get(space)
        if known is not None and known.ready:
            nearest = cells.nearest(
                tx, known, generation=generation, query=query, limit=limit, also=asked
            )
        else:
            nearest = tx.nearest(
                generation=generation, space=space, query=query, limit=limit, also=asked, part=part
            )
        for seq, cosine in nearest.cosines.items():
            if seq in asked:
                cosines[asked[seq]] = cosine
            elif cosine >= floor:
                others.append((-cosine, space, seq))
        lowest = min(lowest, nearest.lowest)
        seen += nearest.seen
        if nearest.seen >= cells.LARGE and not part and cells.wanting(known, nearest.seen):
            wanting.append(space)
    others = sorted(others)[:limit]
    rows = _entries(tx, ((space, seq) for _, space, seq in others))
    found = []
    for distance, space, seq in others:
        if (space, seq) in rows:
            one = _found(space, rows[space, seq])
            found.append(one)
            cosines[one.place] = -distance
    return Near(
        cosines=cosines,
        found=found,
        lowest=lowest if seen else 0.0,
        seen=seen,
        wanting=tuple(wanting),
    )


def _place(key: int) -> tuple[int, int]:
    """Space and number of an entry."""
    return key >> postings.NUMBER_BITS, key & LARGEST_SPACE


def _of_part(tx: Transaction, spaces: Sequence[int], part: str, found: Postings) -> ranking.Marks:
    """Which of the postings are of entries of that part."""
    import numpy as np

    rows = tx.rows("search_entries_of_part", spaces=_json(spaces), part=part)
    keys = [row["space"] << postings.NUMBER_BITS | row["seq"] for row in rows]
    return np.isin(found.key, np.array(keys, dtype=np.int64))


def _sessions(
    tx: Transaction, spaces: Sequence[int], scores: ranking.Scores
) -> dict[tuple[int, str], float]:
    """The score of each part, as if it were one long entry. None where there is only one part."""
    totals = tx.row("search_part_totals", spaces=_json(spaces))
    if totals is None or totals["parts"] < 2:
        return {}
    import numpy as np

    seqs: dict[int, list[int]] = defaultdict(list)
    for space, seq in map(_place, scores.key.tolist()):
        seqs[space].append(seq)
    part_of = {
        (space, row["seq"]): (space, row["part"])
        for space, numbers in seqs.items()
        for row in tx.rows("search_parts_of", space=space, seqs=_json(numbers))
    }
    sizes = {
        (row["space"], row["part"]): row["terms"]
        for row in tx.rows(
            "search_part_sizes",
            spaces=_json(seqs),
            parts=_json(part for _, part in part_of.values()),
        )
    }
    numbers = {key: number for number, key in enumerate(sizes)}
    group = [numbers.get(part_of.get(_place(key), (0, "")), -1) for key in scores.key.tolist()]
    totalled = ranking.score_groups(
        scores,
        np.array(group, dtype=np.int64),
        np.array(list(sizes.values()), dtype=np.int64),
        groups=totals["parts"],
        mean=totals["terms"] / totals["parts"],
    )
    return dict(zip(sizes, totalled.tolist(), strict=True))


def _sizes(tx: Transaction, spaces: Sequence[int]) -> tuple[int, int]:
    row = tx.row("search_space_sizes", spaces=_json(spaces))
    assert row is not None
    return int(row["entries"]), int(row["terms"])


def _entries(tx: Transaction, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Row]:
    seqs: dict[int, list[int]] = defaultdict(list)
    for space, seq in places:
        seqs[space].append(seq)
    return {
        (space, row["seq"]): row
        for space, numbers in seqs.items()
        for row in tx.rows("search_entries", space=space, seqs=_json(sorted(numbers)))
    }


def _found(
    space: int,
    row: Row,
    *,
    terms: Mapping[str, float] = MappingProxyType({}),
    keywords: float = 0.0,
    session: float = 0.0,
) -> Found:
    return Found(
        place=Place(space=space, seq=row["seq"], item=row["item"]),
        part=row["part"],
        spoken_by_person=bool(row["spoken_by_person"]),
        at=row["at"],
        terms=terms,
        keywords=keywords,
        session=session,
    )


def _json(values: Iterable[str] | Iterable[int]) -> str:
    return json.dumps(list(dict.fromkeys(values)), ensure_ascii=False)
