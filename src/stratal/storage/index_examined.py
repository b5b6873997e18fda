"""What the index says of itself: spaces and their counts, entries, packed terms, vectors, cells."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from stratal.core.clock import to_micros
from stratal.errors import shown
from stratal.storage import cells, postings
from stratal.storage.database import Row, Transaction
from stratal.storage.doctor import MOST, PAGE, Code, pages
from stratal.storage.search import Entry


@dataclass(frozen=True, kw_only=True, slots=True)
class Stored:
    """An entry of the index as it lies there."""

    seq: int
    item: str
    part: str
    spoken_by_person: bool
    at: int
    length: int
    terms: Mapping[str, int] | None
    """How often each stands in it; None where that cannot be read."""

    def agrees(self, entry: Entry) -> bool:
        """Whether it is exactly this entry."""
        return (
            self.part == entry.part
            and self.spoken_by_person == entry.spoken_by_person
            and self.at == to_micros(entry.at)
            and self.length == len(entry.terms)
            and self.terms == Counter(entry.terms)
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class SpaceRow:
    """A space of the index, as it is counted."""

    no: int
    layer: str
    scope: str
    tokenizer: int
    next_seq: int
    entries: int
    terms: int


@dataclass(frozen=True, kw_only=True, slots=True)
class GenerationRow:
    """A generation of vectors."""

    no: int
    key: str
    current: bool
    vectors: int


def spaces(tx: Transaction) -> Iterator[SpaceRow]:
    """All spaces of the index."""
    for page in pages(tx, "doctor_spaces", no=0):
        for row in page:
            yield SpaceRow(
                no=row["no"],
                layer=row["layer"],
                scope=row["scope"],
                tokenizer=row["tokenizer"],
                next_seq=row["next_seq"],
                entries=row["entries"],
                terms=row["terms"],
            )


def miscounted(tx: Transaction, space: SpaceRow) -> Iterator[str]:
    """What of a space is counted otherwise than it is."""
    row = tx.row("doctor_space_counts", space=space.no)
    assert row is not None
    if (row["entries"], row["terms"]) != (space.entries, space.terms):
        yield (
            f"counts {space.entries} entries and {space.terms} terms, "
            f"and has {row['entries']} and {row['terms']}"
        )
    if space.next_seq <= row["last"]:
        yield f"would give number {space.next_seq} again"
    for part in tx.rows("doctor_parts_differ", space=space.no, limit=MOST):
        yield f"part {shown(part['part'])} is counted wrong"


def entries(tx: Transaction, space: int, after: int, limit: int = PAGE) -> list[Stored]:
    """A page of the entries of a space by number."""
    rows = tx.rows("doctor_entries", space=space, seq=after, limit=limit)
    return [_stored(row) for row in rows]


def entries_of(tx: Transaction, space: int, wanted: Sequence[Entry]) -> dict[str, Stored]:
    """What stands in a space for the items of these entries."""
    rows = tx.rows(
        "doctor_entries_of", space=space, items=json.dumps([entry.item for entry in wanted])
    )
    return {row["item"]: _stored(row) for row in rows}


def bad_runs(tx: Transaction, space: SpaceRow) -> Iterator[int]:
    """The first numbers of runs of entries whose terms are packed otherwise than they list them."""
    wanted = {run.first: run for run in postings.runs(space.next_seq - 1)}
    lying = {row["first"] for row in tx.rows("doctor_runs", space=space.no)}
    for first in sorted(wanted.keys() | lying):
        rows = tx.rows("doctor_run", space=space.no, first=first)
        run = wanted.get(first)
        if {row["term"]: row["places"] for row in rows} != (
            {} if run is None else postings.packed(tx, space.no, run)
        ):
            yield first


def lost_spaces(tx: Transaction) -> list[int]:
    """Spaces that hold something and are not listed."""
    return [row["space"] for row in tx.rows("doctor_lost_spaces", limit=MOST)]


def generations(tx: Transaction) -> list[GenerationRow]:
    """All generations of vectors."""
    counts = {row["generation"]: row["vectors"] for row in tx.rows("doctor_vector_counts")}
    return [
        GenerationRow(
            no=row["no"],
            key=row["key"],
            current=bool(row["current"]),
            vectors=counts.get(row["no"], 0),
        )
        for row in tx.rows("doctor_generations")
    ]


def bad_vectors(tx: Transaction) -> list[tuple[Code, int, int, int]]:
    """Vectors of no entry or of the wrong size, by generation, space and number."""
    return [
        (code, row["generation"], row["space"], row["seq"])
        for query, code in (
            ("doctor_vector_strays", Code.VECTOR_STRAY),
            ("doctor_vector_sizes", Code.VECTOR_SIZE),
        )
        for row in tx.rows(query, limit=MOST)
    ]


def bad_cells(tx: Transaction) -> list[tuple[int, int, str]]:
    """Spaces whose cells do not hold their vectors: generation, space, what is wrong."""
    found = []
    for row in tx.rows("cells_all"):
        generation, space = row["generation"], row["space"]
        numbers = tx.rows("vector_numbers", generation=generation, space=space)
        fault = cells.faults(tx, generation, space, (one["seq"] for one in numbers))
        if fault is not None:
            found.append((generation, space, fault))
    return found


def _stored(row: Row) -> Stored:
    return Stored(
        seq=row["seq"],
        item=row["item"],
        part=row["part"],
        spoken_by_person=bool(row["spoken_by_person"]),
        at=row["at"],
        length=row["length"],
        terms=postings.listed(row["terms"]),
    )
