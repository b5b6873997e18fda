"""The search index on a real SQLite file."""

from __future__ import annotations

import math
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.core.records import Layer
from stratal.storage import ranking, search
from stratal.storage.database import Transaction
from stratal.storage.search import Entry, Place
from stratal.storage.sqlite import Durability, SqliteDatabase, SqliteTransaction
from stratal.testing import HashEmbedder, TableEmbedder
from stratal.text.tokens import query_terms, terms

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[SqliteDatabase]:
    opened = SqliteDatabase(tmp_path / "index.db", durability=Durability.PROCESS)
    yield opened
    opened.close()


def entry(item: str, text: str, part: str = "") -> Entry:
    return Entry(item=item, part=part, spoken_by_person=True, at=NOW, terms=terms(text))


def filled(tx: Transaction, texts: Mapping[str, str], scope: str = "user:ana") -> int:
    space = search.open_space(tx, Layer.MEMORIES, scope)
    for item, text in texts.items():
        search.put(tx, space, entry(item, text))
    return space


def ask(tx: Transaction, spaces: Sequence[int], query: str, limit: int = 10) -> list[str]:
    found = search.look_up(tx, spaces, query_terms(query)).candidates(tx, limit=limit)
    return [one.place.item for one in found]


def sizes(tx: Transaction, space: int) -> tuple[int, int, int]:
    """Entries and terms as counted, and postings as they lie there."""
    row = tx.row("search_space_sizes", spaces=f"[{space}]")
    assert row is not None
    words = ["pnpm", "npm", "use", "date", "librari", "tea", "rain"]
    found = search.look_up(tx, [space], words).candidates(tx, limit=1000)
    return row["entries"], row["terms"], len(found)


def test_a_space_has_one_number(database: SqliteDatabase) -> None:
    """Opening a space again gives the same number; readers find it, and none before it is there."""
    with database.write("acme") as tx:
        assert search.find_space(tx, Layer.MEMORIES, "user:ana") is None
        first = search.open_space(tx, Layer.MEMORIES, "user:ana")
        other = search.open_space(tx, Layer.CONVERSATION, "user:ana")
        assert search.open_space(tx, Layer.MEMORIES, "user:ana") == first != other
    with database.read("acme") as tx:
        assert search.find_space(tx, Layer.MEMORIES, "user:ana") == first


def test_no_two_tenants_share_a_number(database: SqliteDatabase) -> None:
    """Vectors lie by the number of a space, so equal names in two tenants get different ones."""
    numbers = set()
    for tenant in ("acme", "globex", "initech"):
        with database.write(tenant) as tx:
            numbers.add(search.open_space(tx, Layer.MEMORIES, "user:ana"))
    assert len(numbers) == 3


def test_a_word_finds_its_items(database: SqliteDatabase) -> None:
    """Chinese and English words find the items that hold them, and only those."""
    texts = {
        "a": "这个项目用 pnpm，别用 npm",
        "b": "the staging server runs Debian",
        "c": "午饭吃面",
    }
    with database.write("acme") as tx:
        space = filled(tx, texts)
        assert ask(tx, [space], "which package manager, pnpm?") == ["a"]
        assert ask(tx, [space], "项目") == ["a"]
        assert ask(tx, [space], "servers") == ["b"]
        assert ask(tx, [space], "火车") == []


def test_nothing_asked_nothing_found(database: SqliteDatabase) -> None:
    """No terms, no spaces, an empty space: an empty answer each."""
    with database.write("acme") as tx:
        space = filled(tx, {"a": "tea"})
        empty = search.open_space(tx, Layer.MEMORIES, "repo:new")
        assert ask(tx, [space], "") == []
        assert ask(tx, [], "tea") == []
        assert ask(tx, [empty], "tea") == []


def test_putting_again_replaces(database: SqliteDatabase) -> None:
    """An item put again is found by its new words alone, and the counts are those of one entry."""
    with database.write("acme") as tx:
        space = filled(tx, {"a": "use npm", "b": "rain"})
        search.put(tx, space, entry("a", "use pnpm with a date library"))
        assert ask(tx, [space], "npm") == []
        assert ask(tx, [space], "pnpm") == ["a"]
        assert sizes(tx, space) == (2, len(terms("use pnpm with a date library")) + 1, 2)


def test_dropping_takes_all_of_it(database: SqliteDatabase) -> None:
    """What is dropped leaves no entry, posting, part or vector; dropping it again says no."""
    embedder = HashEmbedder(dimension=8)
    key = embedder.generation.key
    with database.write("acme") as tx:
        space = search.open_space(tx, Layer.CONVERSATION, "user:ana")
        search.put(tx, space, entry("1:monday", "use pnpm", part="monday"))
        search.put(tx, space, entry("2:monday", "tea", part="monday"))
        generation = search.open_generation(tx, key, 8, NOW)
        places = search.missing_vectors(tx, [space], generation, 10)
        vector = embedder.embed_query("tea")
        search.put_vectors(tx, generation, dict.fromkeys(places, vector))
        assert search.drop(tx, space, "2:monday")
        assert not search.drop(tx, space, "2:monday")
        assert search.count_entries(tx, [space], part="monday") == 1
        near = search.vector_candidates(tx, [space], generation, vector, limit=9)
        assert (near.seen, [one.place.item for one in near.found]) == (1, ["1:monday"])
        assert search.drop(tx, space, "1:monday")
        assert sizes(tx, space) == (0, 0, 0)
        for table in ("posting", "search_entry", "search_part", "vector"):
            assert isinstance(tx, SqliteTransaction)
            assert tx._connection.execute(f"SELECT count(*) FROM {table}").get == 0


def test_many_move_at_once_and_leave_nothing_behind(database: SqliteDatabase) -> None:
    """Each is found in the other space alone, by the same words; both count and hold what spaces
    do that were filled so; what has no entry there, or one nobody can read, is told."""
    texts = {f"item-{n}": f"rope {n} hangs by door {n % 7}" for n in range(300)}
    gone = [f"item-{n}" for n in range(0, 300, 3)]
    with database.write("acme") as tx:
        source = filled(tx, texts)
        target = filled(tx, {"item-0": "something else", "b": "tea"}, scope="user:bo")
        left = search.move(tx, [*gone, "nobody"], source, target)
        assert left == ["nobody"]
        kept = filled(tx, {n: texts[n] for n in texts if n not in gone}, scope="user:cy")
        moved = filled(tx, {"b": "tea", **{n: texts[n] for n in gone}}, scope="user:dan")
        for one, other in ((source, kept), (target, moved)):
            assert search.count_entries(tx, [one]) == search.count_entries(tx, [other])
            for query in ("rope", "door 3", "rope 12", "something", "tea"):
                assert set(ask(tx, [one], query, 400)) == set(ask(tx, [other], query, 400)), query
        assert "item-0" not in ask(tx, [target], "something", 400)
        assert isinstance(tx, SqliteTransaction)
        tx._connection.execute("UPDATE search_entry SET terms = '[' WHERE item = 'item-1'")
        assert search.move(tx, ["item-1"], source, target) == ["item-1"]
        assert not search.named(tx, [source, target], ["item-1"])


def test_a_dropped_word_leaves_the_file(database: SqliteDatabase, tmp_path: Path) -> None:
    """After a deletion and a checkpoint no byte of the word stands in the file."""
    with database.write("acme") as tx:
        space = filled(tx, {"a": "zylophantasmagoria", "b": "tea"})
    database.close()
    assert b"zylophantasmagoria" in (tmp_path / "index.db").read_bytes()
    again = SqliteDatabase(tmp_path / "index.db")
    with again.write("acme") as tx:
        search.drop(tx, space, "a")
    again.close()
    assert b"zylophantasmagoria" not in (tmp_path / "index.db").read_bytes()


def test_clearing_empties_one_space(database: SqliteDatabase) -> None:
    """Clearing a space leaves the others; numbers of entries are not given again."""
    with database.write("acme") as tx:
        space = filled(tx, {"a": "tea", "b": "rain"})
        other = filled(tx, {"c": "tea"}, scope="repo:x")
        generation = search.open_generation(tx, "fake|1|2|unit", 2, NOW)
        old = search.missing_vectors(tx, [space, other], generation, 9)
        search.put_vectors(tx, generation, dict.fromkeys(old, b"\0\0\x80?\0\0\0\0"))
        search.clear(tx, space)
        assert ask(tx, [space, other], "tea") == ["c"]
        assert search.count_entries(tx, [space]) == 0
        filled(tx, {"a": "tea"})
        [new] = search.missing_vectors(tx, [space, other], generation, 9)
        assert new.item == "a"
        assert new not in old


def test_the_rarer_word_outweighs(database: SqliteDatabase) -> None:
    """The item with the rare word of a query stands before the many with the frequent one."""
    with database.write("acme") as tx:
        texts = {f"m{n}": f"the build is green on day {n}" for n in range(20)}
        space = filled(tx, {**texts, "x": "the linker of the nightly build"})
        assert ask(tx, [space], "build linker", limit=1) == ["x"]


def test_ranking_knows_only_its_spaces(database: SqliteDatabase) -> None:
    """What lies in other scopes and tenants changes no score."""

    def score(tx: Transaction, space: int) -> list[float]:
        found = search.look_up(tx, [space], query_terms("tea rain")).candidates(tx, limit=9)
        return [one.keywords for one in found]

    with database.write("acme") as tx:
        space = filled(tx, {"a": "tea with rain", "b": "tea", "c": "sun"})
        alone = score(tx, space)
        filled(tx, {f"o{n}": "tea tea tea" for n in range(30)}, scope="user:bob")
    with database.write("globex") as tx:
        filled(tx, {f"g{n}": "rain" for n in range(30)})
    with database.read("acme") as tx:
        assert score(tx, space) == alone


def test_one_part_only(database: SqliteDatabase) -> None:
    """A search in one part gives its entries alone, however many better ones lie outside."""
    with database.write("acme") as tx:
        space = search.open_space(tx, Layer.CONVERSATION, "user:ana")
        for n in range(300):
            search.put(tx, space, entry(f"{n}:busy", "tea", part="busy"))
        search.put(
            tx, space, entry("1:quiet", "a long talk of much, and once of tea", part="quiet")
        )
        asked = query_terms("tea")
        found = search.look_up(tx, [space], asked).candidates(tx, part="quiet", limit=5)
        assert [one.place.item for one in found] == ["1:quiet"]


def test_weak_terms_raise_but_do_not_find(database: SqliteDatabase) -> None:
    """A weak term lifts an item that another term found; an item with it alone is not found."""
    with database.write("acme") as tx:
        space = filled(tx, {"a": "火车 晚点 了", "b": "火车 准时", "c": "晚饭"})
        plain = search.look_up(tx, [space], ["火车"]).candidates(tx, limit=9)
        raised = search.look_up(tx, [space], ["火车"], weak=["晚"]).candidates(tx, limit=9)
        assert {one.place.item for one in plain} == {"a", "b"}
        assert [one.place.item for one in raised] == ["a", "b"]
        assert raised[0].keywords > next(o.keywords for o in plain if o.place.item == "a")


def test_a_session_is_scored_as_a_whole(database: SqliteDatabase) -> None:
    """Of two equal turns the one whose conversation says more of the query has more session."""
    with database.write("acme") as tx:
        space = search.open_space(tx, Layer.CONVERSATION, "user:ana")
        for part, around in (("trip", "the train to Porto leaves early"), ("work", "a red test")):
            search.put(tx, space, entry(f"1:{part}", around, part=part))
            search.put(tx, space, entry(f"2:{part}", "the ticket is booked", part=part))
        asked = query_terms("ticket for the train")
        found = search.look_up(tx, [space], asked).candidates(tx, limit=9)
        by_item = {one.place.item: one for one in found}
        assert by_item["2:trip"].keywords == by_item["2:work"].keywords
        assert by_item["2:trip"].session > by_item["2:work"].session > 0


WORDS = st.sampled_from(["tea", "rain", "sun", "npm", "pnpm", "火车", "面条", "night"])
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=6), min_size=1, max_size=12)


@settings(max_examples=25)
@given(texts=TEXTS, gone=st.sets(st.integers(0, 11)), asked=st.lists(WORDS, min_size=1, max_size=3))
def test_ranking_is_plain_bm25(
    tmp_path_factory: pytest.TempPathFactory,
    texts: list[list[str]],
    gone: set[int],
    asked: list[str],
) -> None:
    """After any puts and drops, scores are those of BM25 written down over what is left."""
    database = SqliteDatabase(
        tmp_path_factory.mktemp("bm25") / "index.db", durability=Durability.PROCESS
    )
    with database.write("acme") as tx:
        space = filled(tx, {str(n): " ".join(words) for n, words in enumerate(texts)})
        for n in gone:
            assert search.drop(tx, space, str(n)) == (n < len(texts))
        wanted = query_terms(" ".join(asked))
        found = search.look_up(tx, [space], wanted).candidates(tx, limit=99)
    database.close()
    left = {str(n): terms(" ".join(w)) for n, w in enumerate(texts) if n not in gone}
    expected = {item: score for item, score in _bm25(left, wanted).items() if score}
    assert {one.place.item for one in found} == expected.keys()
    for one in found:
        assert one.keywords == pytest.approx(expected[one.place.item], rel=1e-12)
    assert [one.keywords for one in found] == sorted((o.keywords for o in found), reverse=True)


def _bm25(documents: Mapping[str, list[str]], asked: list[str]) -> dict[str, float]:
    mean = sum(map(len, documents.values())) / max(1, len(documents))
    scores = {}
    for item, words in documents.items():
        counts, total = Counter(words), 0.0
        for word in asked:
            holding = sum(word in other for other in documents.values())
            if counts[word]:
                rarity = math.log(1 + (len(documents) - holding + 0.5) / (holding + 0.5))
                damping = ranking.K1 * (1 - ranking.B + ranking.B * len(words) / mean)
                total += rarity * counts[word] * (ranking.K1 + 1) / (counts[word] + damping)
        scores[item] = total
    return scores


def test_in_a_large_space_rare_terms_choose(database: SqliteDatabase) -> None:
    """Above the bound the rarest terms choose, frequent ones still count, and order is stable."""
    crowd = ranking.SCORED + 20
    with database.write("acme") as tx:
        space = search.open_space(tx, Layer.MEMORIES, "repo:x")
        for n in range(crowd):
            search.put(tx, space, replace(entry(f"m{n}", ""), terms=["tea"]))
        filled(tx, {"x": "sun with moon", "y": "sun with tea"}, scope="repo:x")
        assert ask(tx, [space], "tea sun") == ["y", "x"]
        newest = ask(tx, [space], "tea", limit=crowd)
        assert len(newest) == ranking.SCORED
        assert {"y", f"m{crowd - 1}"} <= set(newest)
        assert "m0" not in newest
        assert newest == ask(tx, [space], "tea", limit=crowd)


def test_filters_come_before_the_cut(database: SqliteDatabase) -> None:
    """Another person's thousand nearer vectors take no place in one's own five; nor do deleted."""
    own = {f"a{n}": [0.50 - n / 100, math.sqrt(1 - (0.50 - n / 100) ** 2)] for n in range(5)}
    embedder = TableEmbedder({"q": [1.0, 0.0], "near": [0.99, 0.141], **own}, 2)
    query = embedder.embed_query("q")
    with database.write("acme") as tx:
        generation = search.open_generation(tx, embedder.generation.key, 2, NOW)
        alice = filled(tx, dict.fromkeys(own, "tea"), scope="user:alice")
        bob = filled(tx, {f"b{n}": "tea" for n in range(1000)}, scope="user:bob")
        near = embedder.embed_query("near")
        vectors = dict.fromkeys(search.missing_vectors(tx, [bob], generation, 1000), near)
        for place in search.missing_vectors(tx, [alice], generation, 9):
            vectors[place] = embedder.embed_query(place.item)
        search.put_vectors(tx, generation, vectors)

        def found(limit: int) -> list[str]:
            near = search.vector_candidates(tx, [alice], generation, query, limit=limit)
            return [one.place.item for one in near.found]

        assert found(5) == ["a0", "a1", "a2", "a3", "a4"]
        assert found(3) == ["a0", "a1", "a2"]
        search.drop(tx, alice, "a0")
        search.drop(tx, alice, "a1")
        assert found(5) == ["a2", "a3", "a4"]
        both = search.vector_candidates(tx, [alice, bob], generation, query, limit=3)
        assert [one.place.item for one in both.found] == ["b0", "b1", "b2"]
        assert (both.seen, both.lowest) == (1003, 0.46)


def test_asked_places_come_along(database: SqliteDatabase) -> None:
    """A place that keywords found gets its cosine even where it is not among the nearest."""
    embedder = TableEmbedder({"q": [1.0, 0.0], "near": [1.0, 0.1], "far": [0.1, 1.0]}, 2)
    with database.write("acme") as tx:
        generation = search.open_generation(tx, embedder.generation.key, 2, NOW)
        space = search.open_space(tx, Layer.CONVERSATION, "user:ana")
        for n in range(5):
            search.put(tx, space, entry(f"near{n}", "tea", part="busy"))
        search.put(tx, space, entry("far", "rain", part="quiet"))
        places = search.missing_vectors(tx, [space], generation, 9)
        search.put_vectors(
            tx,
            generation,
            {place: embedder.embed_query(place.item.rstrip("01234")) for place in places},
        )
        query = embedder.embed_query("q")
        [far] = [place for place in places if place.item == "far"]
        near = search.vector_candidates(tx, [space], generation, query, limit=2, also=[far])
        assert [one.place.item for one in near.found] == ["near0", "near1"]
        assert near.cosines[far] == near.lowest == pytest.approx(0.0995, abs=1e-4)
        high = search.vector_candidates(tx, [space], generation, query, floor=0.5, limit=9)
        assert [one.place.item for one in high.found] == [f"near{n}" for n in range(5)]
        quiet = search.vector_candidates(tx, [space], generation, query, part="quiet", limit=2)
        assert [one.place.item for one in quiet.found] == ["far"]
        assert quiet.seen == 1


def test_a_late_vector_finds_no_entry(database: SqliteDatabase) -> None:
    """A vector computed from a text that was replaced or dropped meanwhile is not kept."""
    vector = HashEmbedder(dimension=4).embed_query("tea")
    with database.write("acme") as tx:
        generation = search.open_generation(tx, "hash", 4, NOW)
        space = filled(tx, {"a": "tea", "b": "rain", "c": "sun"})
        places = search.missing_vectors(tx, [space], generation, 2)
        assert [place.item for place in places] == ["c", "b"]
        search.put(tx, space, entry("c", "moon"))
        search.drop(tx, space, "b")
        search.put_vectors(tx, generation, dict.fromkeys(places, vector))
        near = search.vector_candidates(tx, [space], generation, vector, limit=9)
        assert near.seen == 0
        assert search.count_missing(tx, [space], generation) == 2
        assert {one.item for one in search.missing_vectors(tx, [space], None, 9)} == {"a", "c"}


def test_generations_are_apart(database: SqliteDatabase) -> None:
    """A generation has one number in its tenant, and its vectors are compared with no other's."""
    vector = HashEmbedder(dimension=4).embed_query("tea")
    with database.write("acme") as tx:
        first = search.open_generation(tx, "one", 4, NOW)
        second = search.open_generation(tx, "two", 4, NOW)
        assert search.open_generation(tx, "one", 4, NOW) == first != second
        assert search.find_generation(tx, "three") is None
        space = filled(tx, {"a": "tea"})
        places = search.missing_vectors(tx, [space], first, 9)
        search.put_vectors(tx, first, dict.fromkeys(places, vector))
        assert search.count_missing(tx, [space], first) == 0
        assert search.count_missing(tx, [space], second) == 1
        assert search.vector_candidates(tx, [space], second, vector, limit=9).found == []
    with database.write("globex") as tx:
        space = filled(tx, {"a": "tea"})
        assert search.open_generation(tx, "one", 4, NOW) == first
        assert search.vector_candidates(tx, [space], first, vector, limit=9).seen == 0


def test_threads_in_one_space_keep_its_counts(database: SqliteDatabase) -> None:
    """Four threads that put, replace and drop at once leave counts equal to what is there."""

    def work(name: str) -> None:
        for n in range(12):
            with database.write("acme") as tx:
                space = search.open_space(tx, Layer.MEMORIES, "repo:x")
                search.put(tx, space, entry(f"{name}{n}", f"use pnpm {n}"))
                search.put(tx, space, entry("shared", f"date library {name}"))
                if n % 3 == 0:
                    search.drop(tx, space, f"{name}{n}")

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.read("acme") as tx:
        space = search.find_space(tx, Layer.MEMORIES, "repo:x")
        assert space is not None
        entries, length, found = sizes(tx, space)
        assert entries == found == 4 * 8 + 1
        lengths = _lengths(tx, space, entries)
        assert length == sum(lengths)


def _lengths(tx: Transaction, space: int, entries: int) -> list[int]:
    numbers = ",".join(map(str, range(1, 1000)))
    rows = tx.rows("search_entries", space=space, seqs=f"[{numbers}]")
    assert len(rows) == entries
    return [row["length"] for row in rows]


WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from stratal.core.records import Layer
from stratal.storage import ranking, search
from stratal.storage.sqlite import Durability, SqliteDatabase

database = SqliteDatabase(Path(sys.argv[1]), durability=Durability.PROCESS)
for n in range(40):
    with database.write("acme") as tx:
        space = search.open_space(tx, Layer.MEMORIES, "repo:x")
        search.put(tx, space, search.Entry(
            item=f"{sys.argv[2]}{n}", part="p", spoken_by_person=True,
            at=datetime(2026, 3, 2, tzinfo=UTC), terms=["pnpm", "pnpm", sys.argv[2]]))
database.close()
"""


def test_two_processes_in_one_space_keep_its_counts(
    database: SqliteDatabase, tmp_path: Path
) -> None:
    """Two processes that write one space at once lose no entry and no count."""
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path / "index.db"), name])
        for name in ("left", "right")
    ]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    with database.read("acme") as tx:
        space = search.find_space(tx, Layer.MEMORIES, "repo:x")
        assert space is not None
        assert sizes(tx, space) == (80, 240, 80)
        assert search.count_entries(tx, [space], part="p") == 80
        assert len(search.missing_vectors(tx, [space], None, 999)) == 80


def test_who_said_it_and_when_is_told_apart_from_what_was_said() -> None:
    """A message is indexed under its words, and under its speaker and its day with marks."""
    found = search.message_terms(date(2026, 3, 2), "Ana Li", "Ana Li: 要不要加日期库？")
    assert {"日期", "ana", "@ana", "@li", "#2026-03-02", "#2026-03"} <= set(found)
    assert "@日期" not in found
    unmarked = search.message_terms(date(2026, 3, 2), None, "@ana #2026-03-05 #c")
    assert [term for term in unmarked if term[0] in "@#"] == ["#2026-03-02", "#2026-03"]


def test_days_are_asked_for_by_few_terms() -> None:
    """Whole months by one term, the days beside them by one each."""
    assert search.day_terms(date(2026, 1, 30), date(2026, 4, 1)) == [
        "#2026-01-30",
        "#2026-01-31",
        "#2026-02",
        "#2026-03",
        "#2026-04-01",
    ]
    assert search.day_terms(date(2025, 12, 1), date(2026, 1, 31)) == ["#2025-12", "#2026-01"]


def test_places_are_values() -> None:
    """Equal places are one key."""
    assert Place(space=1, seq=2, item="a") == Place(space=1, seq=2, item="a")
