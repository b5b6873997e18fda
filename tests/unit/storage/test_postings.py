"""Terms packed run by run, on a real SQLite file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.core.records import Layer
from stratal.storage import postings, search
from stratal.storage.postings import SIZES, Run, runs
from stratal.storage.search import Entry
from stratal.storage.sqlite import Durability, SqliteDatabase, SqliteTransaction

LARGE, SMALL = SIZES
NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[SqliteDatabase]:
    opened = SqliteDatabase(tmp_path / "index.db", durability=Durability.PROCESS)
    yield opened
    opened.close()


def entry(item: str, terms: list[str]) -> Entry:
    return Entry(item=item, part="", spoken_by_person=True, at=NOW, terms=terms)


def packed(tx: SqliteTransaction, space: int) -> dict[tuple[int, str], bytes]:
    """What lies in the table of postings."""
    rows = tx._connection.execute(
        "SELECT first, term, places FROM posting WHERE space = ?", (space,)
    )
    return {(first, term): places for first, term, places in rows}


@given(last=st.integers(0, 6 * LARGE))
def test_runs_follow_each_other(last: int) -> None:
    """From the first number on, without gap, large ones before small; the rest is less than one."""
    found = runs(last)
    assert [run.first for run in found] == [1, *(run.last + 1 for run in found)][: len(found)]
    sizes = [run.last - run.first + 1 for run in found]
    assert sizes == sorted(sizes, reverse=True)
    assert set(sizes) <= set(SIZES)
    assert 0 <= last - sum(sizes) < SMALL
    assert sizes.count(SMALL) < LARGE // SMALL


@pytest.mark.parametrize("text", ["", "broken", "[1]", '{"a":"b"}', '{"a":null}', "7"])
def test_what_is_damaged_is_no_list(text: str) -> None:
    """A list of terms that somebody has damaged is told from one without terms."""
    assert postings.listed(text) is None
    assert postings.listed("{}") == {}


@given(st.dictionaries(st.text(min_size=1), st.integers(1, 9)))
def test_a_list_is_read_as_it_was_written(counts: dict[str, int]) -> None:
    """Whatever the terms are made of."""
    assert postings.listed(postings.written(counts)) == counts


WORDS = st.lists(st.sampled_from(["tea", '"', "\\", "火车", "a:1", "rain"]), min_size=1, max_size=4)


@settings(max_examples=15)
@given(
    words=st.lists(WORDS, min_size=1, max_size=9),
    gone=st.sets(st.integers(0, 2 * SMALL + 20), max_size=9),
    many=st.integers(SMALL - 3, 2 * SMALL + 20),
)
def test_packing_changes_no_answer(
    tmp_path_factory: pytest.TempPathFactory, words: list[list[str]], gone: set[int], many: int
) -> None:
    """Put one by one or at once, packed or not, a term stands where the entries list it."""
    database = SqliteDatabase(
        tmp_path_factory.mktemp("runs") / "index.db", durability=Durability.PROCESS
    )
    entries = [entry(str(n), words[n % len(words)]) for n in range(many)]
    with database.write("acme") as tx:
        assert isinstance(tx, SqliteTransaction)
        one_by_one = search.open_space(tx, Layer.MEMORIES, "repo:a")
        at_once = search.open_space(tx, Layer.MEMORIES, "repo:b")
        for one in entries:
            search.put(tx, one_by_one, one)
        search.extend(tx, at_once, entries)
        assert packed(tx, one_by_one) == packed(tx, at_once)
        assert bool(packed(tx, at_once)) == (many >= SMALL)
        for space in (one_by_one, at_once):
            for n in gone:
                search.drop(tx, space, str(n))
            found = postings.read(tx, postings.extents(tx, [space]), ["tea", '"', "\\", "火车"])
            stands = (
                set()
                if found is None
                else {
                    (found.terms[term], key & search.LARGEST_SPACE, count, length)
                    for term, key, count, length in zip(
                        found.term.tolist(),
                        found.key.tolist(),
                        found.count.tolist(),
                        found.length.tolist(),
                        strict=True,
                    )
                }
            )
            assert stands == {
                (term, n + 1, count, len(one.terms))
                for n, one in enumerate(entries)
                if n not in gone
                for term, count in Counter(one.terms).items()
                if term in ("tea", '"', "\\", "火车")
            }
    database.close()


def test_small_runs_become_a_large_one(database: SqliteDatabase) -> None:
    """When so many are there; what had gone meanwhile is not in it."""
    with database.write("acme") as tx:
        assert isinstance(tx, SqliteTransaction)
        space = search.open_space(tx, Layer.MEMORIES, "repo:a")
        search.extend(tx, space, [entry(str(n), ["tea", f"t{n}"]) for n in range(LARGE - 1)])
        assert {first for first, _ in packed(tx, space)} == {
            1 + SMALL * n for n in range(LARGE // SMALL - 1)
        }
        search.drop(tx, space, "7")
        search.put(tx, space, entry("last", ["rain"]))
        kept = packed(tx, space)
    assert {first for first, _ in kept} == {1}
    assert len(kept) == LARGE - 2 + 2
    assert (1, "t7") not in kept
    assert kept[1, "rain"] == LARGE.to_bytes(4, "little") + b"\1\0\0\0" * 2


def test_a_word_dropped_from_a_run_leaves_the_file(database: SqliteDatabase) -> None:
    """After a deletion and a checkpoint no byte of the word stands in the file."""
    file = Path(database.name)
    with database.write("acme") as tx:
        space = search.open_space(tx, Layer.MEMORIES, "repo:a")
        rare = {5: ["tea", "zylophantasmagoria"]}
        search.extend(tx, space, [entry(str(n), rare.get(n, ["tea"])) for n in range(2 * SMALL)])
    database.close()
    assert b"zylophantasmagoria" in file.read_bytes()
    again = SqliteDatabase(file)
    with again.write("acme") as tx:
        search.drop(tx, space, "5")
    again.close()
    assert b"zylophantasmagoria" not in file.read_bytes()


def test_a_run_is_packed_again(database: SqliteDatabase) -> None:
    """From what its entries list, whatever lay there."""
    with database.write("acme") as tx:
        assert isinstance(tx, SqliteTransaction)
        space = search.open_space(tx, Layer.MEMORIES, "repo:a")
        search.extend(tx, space, [entry(str(n), ["tea"]) for n in range(SMALL)])
        before = packed(tx, space)
        tx._connection.execute("UPDATE posting SET term = 'zzz'")
        postings.pack(tx, space, Run(1, SMALL))
        assert packed(tx, space) == before
