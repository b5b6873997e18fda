"""The search index: what can be found, by which words, and near which vectors.

A *space* is one layer of one scope. Ranking uses the statistics of the spaces asked and of no
other, so nobody's order depends on another's texts, or reveals that they exist. An *entry* is one
item in a space; taking it out takes its terms and its vectors along. All of it is derived and can
be made again from log and records.

An entry has a number that is never given again, not even to the same item with a new text. So a
vector that was computed from the old text while the new one was written finds no entry any more.

Terms are opaque and ranked by BM25 here, in one function for every database. Vectors are ranked by
the database's own means, behind `Transaction.nearest`.
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

from stratal.core.clock import to_micros
from stratal.core.records import Layer
from stratal.errors import DatabaseUnusable
from stratal.storage import cells
from stratal.storage.database import Row, Transaction
from stratal.text.tokens import TOKENIZER_VERSION
from stratal.text.tokens import terms as terms_of

K1 = 1.2
"""How soon a repeated term stops counting. Chat repeats a word for emphasis, not for substance."""
B = 0.75
"""How much a long entry pays for its length: the usual value. With 1 long answers of an assistant
rank a little better, short turns between people worse."""

SCORED = 5_000
"""Entries scored whole. Where more match, the rarest terms of the query choose them."""
_COMPLETED = 16
"""So many of the frequent terms count for entries that rarer ones chose; the rest weigh nothing."""
LARGEST_SPACE = 0xFFFFFF
"""Entries that a space can number."""

SPEAKER = "@"
"""What stands before a term of a speaker's name."""
DAY = "#"
"""What stands before a day, or a month."""
MARKS = (SPEAKER, DAY)
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where an entry stands. Another text of the same item has another place."""

    space: int
    seq: int
    item: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """An entry that a query has reached, and how far its words go. BM25 scores, not scaled."""

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
    marked = [*speaker_terms(terms_of(speaker or "")), *day_terms(day, day)]
    return [*terms_of(text), *marked, DAY + day.isoformat()[:7]]


def speaker_terms(terms: Iterable[str]) -> list[str]:
    """The terms under which messages stand whose speaker has one of `terms` in the name."""
    return [SPEAKER + term for term in terms]


def day_terms(first: date, last: date) -> list[str]:
    """The terms under which messages of these days stand: whole months by one term each."""
    found = []
    # Counted in ordinals: there is a last month, and no day after it.
    number = first.toordinal()
    while number <= last.toordinal():
        day = date.fromordinal(number)
        month = day.isoformat()[:7]
        length = monthrange(day.year, day.month)[1]
        if day.day == 1 and number + length - 1 <= last.toordinal():
            found.append(DAY + month)
            number += length
        else:
            found.append(DAY + day.isoformat())
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
    if not entries:
        return
    lengths = [len(entry.terms) for entry in entries]
    row = tx.row("search_space_grow", space=space, count=len(entries), length=sum(lengths))
    assert row is not None, "the space was not opened"
    first = int(row["seq"])
    if first + len(entries) - 1 > LARGEST_SPACE:
        raise DatabaseUnusable(
            f"search space {space}", f"has numbered {LARGEST_SPACE:,} entries", "rebuild the index"
        )
    numbered = [
        (seq, entry, Counter(entry.terms)) for seq, entry in enumerate(entries, start=first)
    ]
    tx.change_many(
        "search_entry_add",
        (
            {
                "space": space,
                "seq": seq,
                "item": entry.item,
                "part": entry.part,
                "spoken_by_person": int(entry.spoken_by_person),
                "at": to_micros(entry.at),
                "length": len(entry.terms),
                "terms": _json(counts),
            }
            for seq, entry, counts in numbered
        ),
    )
    tx.change_many(
        "search_posting_add",
        (
            {"space": space, "term": term, "seq": seq, "count": count}
            # In the order of the key, which is where they come to lie.
            for term, seq, count in sorted(
                (term, seq, count) for seq, _, counts in numbered for term, count in counts.items()
            )
        ),
    )
    for part in sorted({entry.part for entry in entries} - {""}):
        inside = [len(entry.terms) for entry in entries if entry.part == part]
        tx.change("search_part_grow", space=space, part=part, count=len(inside), length=sum(inside))


def drop(tx: Transaction, space: int, item: str) -> bool:
    """Take `item` out: its entry, its terms, its vectors of every generation. Was it there?"""
    row = tx.row("search_entry_of", space=space, item=item)
    if row is None:
        return False
    seq, part, length = row["seq"], row["part"], row["length"]
    tx.change("search_postings_remove", space=space, seq=seq, terms=row["terms"])
    tx.change("vector_remove", space=space, seq=seq)
    cells.remove(tx, space, seq)
    tx.change("search_entry_remove", space=space, seq=seq)
    tx.change("search_space_shrink", space=space, length=length)
    if part:
        tx.change("search_part_shrink", space=space, part=part, length=length)
        tx.change("search_part_forget", space=space, part=part)
    return True


def clear(tx: Transaction, space: int) -> None:
    """Take everything out of a space, as before a rebuild or after an erasure."""
    for generation in tx.rows("vector_generations"):
        tx.change("vector_clear", space=space, generation=generation["no"])
        cells.clear(tx, generation["no"], space)
    tx.change("search_postings_clear", space=space)
    tx.change("search_entries_clear", space=space)
    tx.change("search_parts_clear", space=space)
    tx.change("search_space_empty", space=space)


def count_entries(tx: Transaction, spaces: Sequence[int], *, part: str = "") -> int:
    """How many entries these spaces hold, or one part of them."""
    if not part:
        return _sizes(tx, spaces)[0]
    rows = tx.rows("search_part_sizes", spaces=_json(spaces), parts=_json([part]))
    return sum(row["entries"] for row in rows)


def keyword_candidates(
    tx: Transaction,
    spaces: Sequence[int],
    terms: Sequence[str],
    *,
    weak: Sequence[str] = (),
    part: str = "",
    limit: int,
) -> list[Found]:
    """The entries that hold any of `terms`, the best by BM25 first, ties by place.

    `weak` terms raise an entry that one of `terms` has found, and find nothing alone. With `part`
    only entries of that part are found. Statistics are those of `spaces` together. Up to `SCORED`
    matching entries all are scored; where more match, the rarest terms choose so many of them, and
    of the rarest term alone, if it is as frequent as that, the newest.
    """
    entries, length = _sizes(tx, spaces)
    if not terms or not entries:
        return []
    everywhere = _term_entries(tx, spaces, [*terms, *weak])
    weights = {term: _rarity(entries, count) for term, count in everywhere.items()}
    inside = _term_entries(tx, spaces, terms, part) if part else everywhere
    asked = sorted((inside[term], term) for term in dict.fromkeys(terms) if term in inside)
    counts, rest = _choose(tx, spaces, asked, part, fits=entries <= SCORED)
    rest += [term for term in dict.fromkeys(weak) if term in weights and term not in terms]
    _complete(tx, counts, rest)
    rows = _entries(tx, counts)
    shares = {
        key: _bm25(counts[key], weights, row["length"], length / entries)
        for key, row in rows.items()
    }
    scores = {key: math.fsum(terms.values()) for key, terms in shares.items()}
    sessions = {} if part else _sessions(tx, spaces, rows, counts)
    best = sorted(scores, key=lambda key: (-scores[key], key))[:limit]
    return [
        _found(
            key[0],
            rows[key],
            terms=shares[key],
            keywords=scores[key],
            session=sessions.get((key[0], rows[key]["part"]), 0.0),
        )
        for key in best
    ]


def whole_score(tx: Transaction, spaces: Sequence[int], terms: Sequence[str]) -> float:
    """What an entry of middling length scores by BM25 that holds each of `terms` once."""
    entries, _ = _sizes(tx, spaces)
    everywhere = _term_entries(tx, spaces, terms)
    return math.fsum(_rarity(entries, everywhere.get(term, 0)) for term in dict.fromkeys(terms))


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


def current_generation(tx: Transaction, key: str, dimension: int, now: datetime) -> int:
    """The number of the generation with this key, made and taken into use when it is new."""
    while (found := find_generation(tx, key)) is None:
        tx.change("vector_generation_add", key=key, dimension=dimension, now=to_micros(now))
        added = find_generation(tx, key)
        if added is not None:
            tx.change("vector_generation_use", generation=added)
    return found


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


_Counts = dict[tuple[int, int], dict[str, int]]
"""How often each term stands in each (space, number)."""


def _choose(
    tx: Transaction, spaces: Sequence[int], asked: list[tuple[int, str]], part: str, *, fits: bool
) -> tuple[_Counts, list[str]]:
    """The entries to score with the terms that chose them, and the terms that are left over."""
    counts: _Counts = defaultdict(dict)
    if fits:
        _count(counts, _postings(tx, spaces, [term for _, term in asked], part))
        return counts, []
    for at, (count, term) in enumerate(asked):
        if len(counts) + count <= SCORED:
            _count(counts, _postings(tx, spaces, [term], part))
        elif not counts:
            limit = SCORED // len(spaces)
            for space in spaces:
                rows = tx.rows(
                    "search_postings_newest", space=space, term=term, part=part, limit=limit
                )
                _count(counts, rows)
        else:
            return counts, [term for _, term in asked[at : at + _COMPLETED]]
    return counts, []


def _complete(tx: Transaction, counts: _Counts, terms: Sequence[str]) -> None:
    """Count `terms` in the chosen entries too."""
    if not terms:
        return
    seqs: dict[int, list[int]] = defaultdict(list)
    for space, seq in counts:
        seqs[space].append(seq)
    for space, numbers in seqs.items():
        rows = tx.rows(
            "search_postings_at", space=space, terms=_json(terms), seqs=_json(sorted(numbers))
        )
        _count(counts, rows)


def _sessions(
    tx: Transaction,
    spaces: Sequence[int],
    rows: Mapping[tuple[int, int], Row],
    counts: _Counts,
) -> dict[tuple[int, str], float]:
    """The score of each part, as if it were one long entry. None where there is only one part."""
    sums: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for key, row in rows.items():
        if row["part"]:
            sums[key[0], row["part"]].update(counts[key])
    totals = tx.row("search_part_totals", spaces=_json(spaces))
    if not sums or totals is None or totals["parts"] < 2:
        return {}
    parts = totals["parts"]
    holding = Counter(term for terms in sums.values() for term in terms)
    weights = {term: _rarity(parts, count) for term, count in holding.items()}
    sizes = tx.rows(
        "search_part_sizes", spaces=_json(spaces), parts=_json(part for _, part in sums)
    )
    mean = totals["terms"] / parts
    return {
        key: math.fsum(_bm25(sums[key], weights, row["terms"], mean).values())
        for row in sizes
        if (key := (row["space"], row["part"])) in sums
    }


def _rarity(entries: int, holding: int) -> float:
    """The weight of a term that so many of all entries hold."""
    return math.log(1 + (entries - holding + 0.5) / (holding + 0.5))


def _bm25(
    counts: Mapping[str, int], weights: Mapping[str, float], length: int, mean: float
) -> dict[str, float]:
    """What each term contributes."""
    damping = K1 * (1 - B + B * length / mean)
    return {
        term: weights[term] * count * (K1 + 1) / (count + damping) for term, count in counts.items()
    }


def _sizes(tx: Transaction, spaces: Sequence[int]) -> tuple[int, int]:
    row = tx.row("search_space_sizes", spaces=_json(spaces))
    assert row is not None
    return int(row["entries"]), int(row["terms"])


def _term_entries(
    tx: Transaction, spaces: Sequence[int], terms: Sequence[str], part: str = ""
) -> dict[str, int]:
    if part:
        rows = tx.rows(
            "search_term_entries_of_part", spaces=_json(spaces), terms=_json(terms), part=part
        )
    else:
        rows = tx.rows("search_term_entries", spaces=_json(spaces), terms=_json(terms))
    return {row["term"]: row["entries"] for row in rows}


def _postings(
    tx: Transaction, spaces: Sequence[int], terms: Sequence[str], part: str
) -> Sequence[Row]:
    if not terms:
        return []
    return tx.rows("search_postings", spaces=_json(spaces), terms=_json(terms), part=part)


def _count(counts: _Counts, rows: Iterable[Row]) -> None:
    for row in rows:
        counts[row["space"], row["seq"]][row["term"]] = row["count"]


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
