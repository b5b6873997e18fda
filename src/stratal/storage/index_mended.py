"""What is wrong with the index, put right: packed again, counted again, or taken out."""

from __future__ import annotations

from collections.abc import Iterable

from stratal.storage import cells, postings
from stratal.storage.database import Transaction
from stratal.storage.doctor import Code
from stratal.storage.index_examined import SpaceRow, Stored


def pack_again(tx: Transaction, space: SpaceRow, first: int) -> None:
    """Pack the terms of the run that begins with this number, or forget it if there is none."""
    runs = {run.first: run for run in postings.runs(space.next_seq - 1)}
    if first in runs:
        postings.pack(tx, space.no, runs[first])
    else:
        tx.change("postings_clear_run", space=space.no, first=first)


def remove_entry(tx: Transaction, space: int, stored: Stored) -> None:
    """Take out an entry whose own list of terms cannot be read; where they are packed they stay."""
    tx.change("vector_remove", space=space, seq=stored.seq)
    cells.remove(tx, space, [stored.seq])
    tx.change("search_entry_remove", space=space, seq=stored.seq)


def remove_space(tx: Transaction, space: int) -> None:
    """Take out what lies in a space that is not listed."""
    for generation in tx.rows("vector_generations"):
        tx.change("vector_clear", space=space, generation=generation["no"])
        cells.clear(tx, generation["no"], space)
    for query in ("postings_clear", "search_entries_clear", "search_parts_clear"):
        tx.change(query, space=space)


def recount(tx: Transaction, space: SpaceRow) -> None:
    """Count a space and its parts again."""
    row = tx.row("doctor_space_counts", space=space.no)
    assert row is not None
    tx.change(
        "rebuild_counts",
        space=space.no,
        entries=row["entries"],
        terms=row["terms"],
        next_seq=max(space.next_seq, row["last"] + 1),
    )
    tx.change("search_parts_clear", space=space.no)
    tx.change("rebuild_parts", space=space.no)


def set_tokenizer(tx: Transaction, space: int, version: int) -> None:
    """All terms of the space are this tokenizer's."""
    tx.change("rebuild_tokenizer", space=space, tokenizer=version)


def remove_vectors(tx: Transaction, vectors: Iterable[tuple[Code, int, int, int]]) -> None:
    """Take out these vectors."""
    tx.change_many(
        "rebuild_vector_remove",
        (
            {"generation": generation, "space": space, "seq": seq}
            for _, generation, space, seq in vectors
        ),
    )


def remove_generation(tx: Transaction, space: int, generation: int) -> int:
    """Take out all vectors of a generation in a space; how many."""
    cells.clear(tx, generation, space)
    return tx.change("vector_clear", space=space, generation=generation)


def use_generation(tx: Transaction, generation: int) -> None:
    """This generation is the one in use."""
    tx.change("vector_generation_use", generation=generation)
