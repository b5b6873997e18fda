"""What may be expected of documents: versions, scopes, citations, secrets; on every database."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from stratal import (
    InvalidValue,
    Layer,
    Memory,
    NotFound,
    Principal,
    Scope,
    ScopeNotGranted,
    Session,
    TimeOrderedIds,
    default_policy,
)
from stratal.core.outcomes import Done
from stratal.flows.recall import fill_vectors
from stratal.flows.recalling.hits import Reason, Recall
from stratal.storage import knowledge, search
from stratal.storage.database import Database
from stratal.storage.sqlite import SqliteDatabase
from stratal.testing.clock import ManualClock
from stratal.testing.embedders import HashEmbedder
from stratal.upkeep.doctor import examine
from stratal.upkeep.rebuild import rebuild

Sessions = Callable[..., Session]
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
GUIDE = """# Ferry

How the ferry is run.

## Boarding

Passengers board at the northern pier.

## 票价

成人票十二元，儿童免费。
"""


def ask(session: Session, query: str, **more: object) -> Recall:
    return session.recall(query, layers=(Layer.KNOWLEDGE,), **more)  # type: ignore[arg-type]


def citations(session: Session, query: str, **more: object) -> list[str]:
    return [hit.chunk.citation for hit in ask(session, query, **more).hits if hit.chunk]


def entries(session: Session, scope: str) -> dict[str, tuple[int, str]]:
    """Number and terms of every entry of the scope's documents, by item."""
    access = session.knowledge.access
    with access.database.read(access.tenant) as tx:
        space = search.find_space(tx, Layer.KNOWLEDGE, scope)
        if space is None:
            return {}
        rows = tx.rows("search_entries", space=space, seqs=str(list(range(1, 5_000))))
        return {
            row["item"]: (
                row["seq"],
                (tx.row("search_entry_of", space=space, item=row["item"]) or {})["terms"],
            )
            for row in rows
        }


def test_a_document_is_found_and_cited(sessions: Sessions) -> None:
    """By its words, its headings and its name, in both languages; the citation leads back."""
    ana = sessions()
    outcome = ana.knowledge.add("ferry.md", GUIDE)
    assert (outcome.done, outcome.revision) == (Done.STORED, 1)
    assert citations(ana, "where do passengers board?") == ["ferry.md@1#Ferry > Boarding:32"]
    assert citations(ana, "儿童要买票吗")[0] == "ferry.md@1#Ferry > 票价:85"
    assert len(citations(ana, "ferry.md")) == 3
    hit = ask(ana, "northern pier").hits[0]
    assert hit.chunk is not None
    assert hit.chunk.content == GUIDE[hit.chunk.start : hit.chunk.end]
    assert "stands in ferry.md@1#" in hit.why
    assert ana.knowledge.cited(hit.chunk.citation) == hit.chunk
    for wrong in ("ferry.md@2#Ferry > Boarding:32", "ferry.md@1#Ferry:32", "x@1#:0"):
        with pytest.raises(NotFound):
            ana.knowledge.cited(wrong)


def test_documents_and_memories_are_never_mixed(sessions: Sessions) -> None:
    """What a document says is no memory, and a memory is no document; both when both are asked."""
    ana = sessions()
    ana.knowledge.add("a.txt", "The lantern hangs at the northern pier.")
    assert ana.memories.remember("The lantern of the northern pier is broken").kept
    assert [hit.layer for hit in ana.recall("lantern").hits] == [Layer.MEMORIES]
    assert [hit.layer for hit in ask(ana, "lantern").hits] == [Layer.KNOWLEDGE]
    both = ana.recall("lantern", layers=(Layer.MEMORIES, Layer.KNOWLEDGE)).hits
    assert {hit.layer for hit in both} == {Layer.MEMORIES, Layer.KNOWLEDGE}
    assert ana.memories.entries()[0].content.startswith("The lantern of")


def test_scope_comes_first(sessions: Sessions) -> None:
    """Another scope's, person's or tenant's document is not found, shown, cited or removed."""
    work = sessions(scopes=("user:ana", "repo:ferry"))
    kept = work.knowledge.add("plan.txt", "The new ferry is called Otter.")
    assert kept.id is not None
    assert work.knowledge.get("plan.txt").scope == Scope.parse("repo:ferry")
    for other in (
        sessions(),
        sessions("ben", scopes=("user:ben", "repo:other")),
        sessions(tenant="umbra", scopes=("repo:ferry",)),
    ):
        assert ask(other, "Otter").reason is Reason.NOTHING_STORED
        assert other.knowledge.documents() == []
        for name in ("plan.txt", kept.id):
            with pytest.raises(NotFound):
                other.knowledge.get(name)
            with pytest.raises(NotFound):
                other.knowledge.remove(name)
        with pytest.raises(NotFound):
            other.knowledge.cited("plan.txt@1#:0")
    with pytest.raises(ScopeNotGranted):
        sessions().knowledge.add("x.txt", "x", scope=Scope.parse("repo:ferry"))
    assert sessions("ben", scopes=("repo:ferry",)).knowledge.get("plan.txt").id == kept.id


def test_the_same_name_in_two_scopes_is_two_documents(sessions: Sessions) -> None:
    """The nearest scope's is meant where none is named."""
    ana = sessions(scopes=("user:ana", "repo:ferry"))
    own = ana.knowledge.add("notes.txt", "own notes", scope=Scope.of_user("ana"))
    work = ana.knowledge.add("notes.txt", "work notes")
    assert own.id != work.id
    assert ana.knowledge.get("notes.txt").id == work.id
    assert ana.knowledge.get("notes.txt", scope=Scope.of_user("ana")).id == own.id
    assert ana.knowledge.cited("notes.txt@1#:0").content == "work notes"


def test_only_what_changed_is_indexed_anew(sessions: Sessions) -> None:
    """Equal chunks keep entry and number though they move; what is gone leaves the index."""
    ana = sessions()
    ana.knowledge.add("ferry.md", GUIDE)
    before = entries(ana, "user:ana")
    changed = GUIDE.replace("How the ferry is run.", "How the ferry has been run since spring.")
    outcome = ana.knowledge.add("ferry.md", changed)
    assert (outcome.done, outcome.code, outcome.revision) == (Done.STORED, "new_version", 2)
    assert "1 of 3 chunks" in outcome.message
    after = entries(ana, "user:ana")
    assert len(after) == 3
    assert sum(before.get(item) == entry for item, entry in after.items()) == 2
    assert citations(ana, "passengers board") == ["ferry.md@2#Ferry > Boarding:51"]
    assert citations(ana, "spring") == ["ferry.md@2#Ferry:0"]


def test_equal_content_is_unchanged(sessions: Sessions) -> None:
    """Nothing is written, whatever it is given as; the same bytes under another name are new."""
    ana = sessions()
    first = ana.knowledge.add("ferry.md", GUIDE)
    again = ana.knowledge.add("ferry.md", GUIDE.encode())
    assert (again.done, again.code) == (Done.UNCHANGED, "same_content")
    assert (again.id, again.revision) == (first.id, 1)
    assert ana.knowledge.add("copy.md", GUIDE).done is Done.STORED
    assert len(ana.knowledge.versions("ferry.md")) == 1


def test_old_versions_stay(sessions: Sessions, clock: ManualClock) -> None:
    """As of then they are the current ones, whole, and their citations hold; none is searched."""
    ana = sessions()
    ana.knowledge.add("ferry.md", GUIDE, metadata={"season": "winter"})
    then = clock.now()
    clock.advance(timedelta(days=3))
    shorter = "# Ferry\n\nClosed.\n"
    ana.knowledge.add("ferry.md", shorter)
    clock.advance(timedelta(days=3))
    ana.knowledge.add("ferry.md", GUIDE + "\n## Dogs\n\nOn a lead.\n", metadata={})
    first, second, third = ana.knowledge.versions("ferry.md")
    assert (first.known_to, second.known_to) == (second.known_from, third.known_from)
    assert third.known_to is None
    assert [one.held.version for one in ana.knowledge.documents(known_at=then)] == [1]
    assert ana.knowledge.documents(known_at=then - timedelta(days=1)) == []
    assert [dict(v.metadata) for v in (first, second, third)] == [
        {"season": "winter"},
        {"season": "winter"},
        {},
    ]
    for version, text in ((1, GUIDE), (2, shorter), (3, GUIDE + "\n## Dogs\n\nOn a lead.\n")):
        chunks = list(ana.knowledge.chunks("ferry.md", version=version))
        assert "".join(chunk.content for chunk in chunks) == text
        assert [ana.knowledge.cited(chunk.citation) for chunk in chunks] == chunks
    assert ask(ana, "closed").hits == ()
    assert len(entries(ana, "user:ana")) == 4
    with pytest.raises(NotFound):
        ana.knowledge.chunks("ferry.md", version=4)


def test_what_stands_twice_is_found_once(sessions: Sessions) -> None:
    """Equal pieces of a document are one entry, at both places, also when one of them goes."""
    part = "# Note\n\nKeep dry.\n\n"
    ana = sessions()
    ana.knowledge.add("a.md", part + part)
    assert citations(ana, "dry") == ["a.md@1#Note:0"]
    assert [chunk.start for chunk in ana.knowledge.chunks("a.md")] == [0, len(part)]
    ana.knowledge.add("a.md", "# Top\n\nx\n\n" + part)
    assert citations(ana, "dry") == ["a.md@2#Note:10"]
    ana.knowledge.add("a.md", "# Top\n\nx\n\n")
    assert citations(ana, "dry") == []


def test_metadata_alone_make_a_version(sessions: Sessions) -> None:
    """The content keeps its entries; without metadata the old ones stay."""
    ana = sessions()
    ana.knowledge.add("ferry.md", GUIDE, metadata={"lang": "en"})
    before = entries(ana, "user:ana")
    outcome = ana.knowledge.add("ferry.md", GUIDE, metadata={"lang": "zh"})
    assert (outcome.done, outcome.code, outcome.revision) == (Done.STORED, "new_metadata", 2)
    assert entries(ana, "user:ana") == before
    assert citations(ana, "passengers board", where={"lang": "zh"}) == [
        "ferry.md@2#Ferry > Boarding:32"
    ]
    assert ana.knowledge.add("ferry.md", GUIDE).done is Done.UNCHANGED


def test_metadata_are_data(sessions: Sessions) -> None:
    """Names and values match exactly, or nothing does; none is read as a statement."""
    ana, ben = sessions(), sessions("ben", tenant="umbra")
    named = {"content-type": "note", "source.file": "a.md", "two words": "1", "naïve": "yes"}
    for number in (1, 2):
        ana.knowledge.add(f"{number}.txt", f"pier {number}", metadata=named)
    for number in (3, 4, 5):
        ben.knowledge.add(f"{number}.txt", f"pier {number}", metadata={"owner": "ben"})
    for name, value in named.items():
        assert len(ask(ana, "pier", where={name: value}).hits) == 2
        assert len(ana.knowledge.documents(where={name: value})) == 2
    assert len(ask(ana, "pier", where=named).hits) == 2
    for name, value in {
        "x') OR '1'='1": "1",
        "a' OR 1=1 --": "1",
        "$gt": "0",
        "owner": "ben",
        "content-type": "Note",
        "Content-type": "note",
        "no such key": "1",
        "source": "a.md",
        "%": "%",
    }.items():
        assert ask(ana, "pier", where={name: value}).reason is Reason.NO_MATCH
        assert ana.knowledge.documents(where={name: value}) == []
    for wrong in ({"n": 1}, {"": "x"}, {1: "x"}, [("a", "b")], {"a": None}):
        with pytest.raises(InvalidValue):
            ana.knowledge.add("x.txt", "x", metadata=wrong)  # type: ignore[arg-type]
        with pytest.raises(InvalidValue):
            ask(ana, "pier", where=wrong)
    assert len(ask(ana, "pier").hits) == 2


def test_a_filter_finds_what_lies_behind_others(sessions: Sessions) -> None:
    """The document that is asked for is found, however many others match better."""
    ana = sessions()
    for number in range(60):
        text = f"pier pier pier {number}"
        ana.knowledge.add(f"{number}.txt", text, metadata={"kind": f"k{number % 40}"})
    ana.knowledge.add("far.txt", "A long text that names a pier once.", metadata={"kind": "rare"})
    assert citations(ana, "pier", where={"kind": "rare"}) == ["far.txt@1#:0"]
    assert len(citations(ana, "pier", where={"kind": "k3"}, k=10)) == 2


def test_secrets_are_left_out(sessions: Sessions, database: Database, memory: Memory) -> None:
    """A chunk with a secret is neither kept nor found; outcome and document say so."""
    ana = sessions()
    text = f"# A\n\nOpen hours are long.\n\n# B\n\nThe token is {TOKEN} for now.\n\n# C\n\nEnd.\n"
    outcome = ana.knowledge.add("keys.md", text)
    assert outcome.code == "stored_without_secrets"
    assert "1 hold a secret (github_token)" in outcome.message
    assert TOKEN not in outcome.message
    held = ana.knowledge.get("keys.md").held
    assert (held.chunks, held.withheld, held.secrets) == (3, 1, ("github_token",))
    chunks = list(ana.knowledge.chunks("keys.md"))
    assert [bool(chunk.content) for chunk in chunks] == [True, False, True]
    assert chunks[1].secrets == ("github_token",)
    assert ask(ana, "token").hits == ()
    assert citations(ana, "open hours") == ["keys.md@1#A:0"]
    assert len(entries(ana, "user:ana")) == 2
    for name, metadata in ((TOKEN, {}), ("a.md", {"token": TOKEN})):
        refused = ana.knowledge.add(name, "x", metadata=metadata)
        assert (refused.done, refused.code) == (Done.REJECTED, "secret")
    if isinstance(database, SqliteDatabase):
        memory.close()
        written = b"".join(one.read_bytes() for one in Path(database.name).parent.glob("*.db*"))
        assert TOKEN.encode() not in written
        assert b"Open hours" in written


def test_a_document_is_removed_whole(sessions: Sessions, clock: ManualClock) -> None:
    """Versions, chunks, entries and vectors go; the name is free, and its new document new."""
    ana = sessions()
    first = ana.knowledge.add("ferry.md", GUIDE)
    ana.knowledge.add("ferry.md", GUIDE + "\nmore\n")
    then = clock.now()
    removed = ana.knowledge.remove("ferry.md")
    assert (removed.done, removed.id) == (Done.REMOVED, first.id)
    assert ask(ana, "ferry").reason is Reason.NOTHING_STORED
    assert ana.knowledge.documents(known_at=then) == []
    assert entries(ana, "user:ana") == {}
    access = ana.knowledge.access
    with access.database.read(access.tenant) as tx:
        assert tx.row("tombstone_of", id=first.id) is not None
    with pytest.raises(NotFound):
        ana.knowledge.remove("ferry.md")
    again = ana.knowledge.add("ferry.md", GUIDE)
    assert again.id != first.id
    assert again.revision == 1


def test_what_cannot_be_read_changes_nothing(sessions: Sessions, tmp_path: Path) -> None:
    """A damaged, empty or missing file is `failed` with its name, and the old version stays."""
    ana = sessions()
    ana.knowledge.add("ferry.md", GUIDE)
    for data in (b"abc\xff\xfe\x00", b"", "  \n\n", tmp_path / "none.md", tmp_path):
        outcome = ana.knowledge.add("ferry.md", data)
        assert (outcome.done, outcome.code) == (Done.FAILED, "unreadable"), data
        assert outcome.message.startswith("ferry.md ")
    assert ana.knowledge.add("x.pdf", b"%PDF-1.4 nothing").done is Done.FAILED
    assert [one.name for one in ana.knowledge.documents()] == ["ferry.md"]
    assert len(ana.knowledge.versions("ferry.md")) == 1
    for wrong in ("", " a", "a\nb", "x" * 500, "a\x00"):
        with pytest.raises(InvalidValue):
            ana.knowledge.add(wrong, "x")
    with pytest.raises(InvalidValue):
        ana.knowledge.add("x", 3)  # type: ignore[arg-type]


def test_any_text_comes_back(sessions: Sessions) -> None:
    """Signs of query languages, markup and pictures are text; a file has one kind of line end."""
    ana = sessions()
    said = "'; DROP TABLE chunk;-- <b>{0}</b> 🙂 \\ %s \u202e e\u0301"
    ana.knowledge.add(said, said + "\r\nend")
    [chunk] = ana.knowledge.chunks(said)
    assert chunk.content == said + "\nend"
    assert ana.knowledge.cited(chunk.citation) == chunk
    assert ana.knowledge.cited(f"{said}@1#:0") == chunk
    assert len(ask(ana, "DROP TABLE chunk").hits) == 1


def test_vectors_stay_with_what_stays(database: Database, clock: ManualClock) -> None:
    """A new version embeds its new chunks alone, under their headings, and is found by meaning."""
    embedder = HashEmbedder(dimension=64)
    with Memory(
        database,
        policy=default_policy(),
        embedder=embedder,
        clock=clock,
        ids=TimeOrderedIds(clock),
    ) as memory:
        ana = memory.session(Principal(tenant="acme", user="ana"), id="monday")
        ana.knowledge.add("ferry.md", GUIDE)
        assert fill_vectors(ana.knowledge.access, embedder, layers=(Layer.KNOWLEDGE,)) == 3
        ana.knowledge.add("ferry.md", GUIDE.replace("northern", "southern"))
        assert fill_vectors(ana.knowledge.access, embedder, layers=(Layer.KNOWLEDGE,)) == 1
        found = ask(ana, "Ferry > Boarding southern pier")
        assert found.not_embedded == 0
        assert found.hits[0].parts["vectors"] == 1.0
        assert found.hits[0].chunk is not None
        assert found.hits[0].chunk.heading == "Ferry > Boarding"


def test_writers_of_one_document_follow_each_other(sessions: Sessions) -> None:
    """Versions have no gaps under many writers, and the index holds the last one alone."""
    outcomes = []

    def write(number: int) -> None:
        session = sessions(id=f"c{number}")
        outcomes.append(session.knowledge.add("a.md", f"# One\n\nsame\n\n# Two\n\ntide {number}\n"))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ana = sessions()
    assert sorted(one.revision or 0 for one in outcomes) == [1, 2, 3, 4, 5, 6]
    assert len({one.id for one in outcomes}) == 1
    assert [one.version for one in ana.knowledge.versions("a.md")] == [1, 2, 3, 4, 5, 6]
    assert len(entries(ana, "user:ana")) == 2
    assert len(list(ana.knowledge.chunks("a.md"))) == 2


def long_text(word: str) -> str:
    """More sections than one transaction stores."""
    return "".join(f"# Day {day}\n\nOn day {day} the {word} came.\n\n" for day in range(230))


class StoppingClock(ManualClock):
    """Stops whoever asks it once too often, as a kill would."""

    left = 10**9

    def now(self) -> datetime:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().now()


def test_a_long_version_is_current_whole_or_not_at_all(database: Database) -> None:
    """Stopped half-way nothing of it is seen, and the last one is served; again it is whole."""
    clock = StoppingClock()
    with Memory(
        database, policy=default_policy(), embedder=None, clock=clock, ids=TimeOrderedIds(clock)
    ) as memory:
        ana = memory.session(Principal(tenant="acme", user="ana"), id="monday")
        ana.knowledge.add("log.md", long_text("ferry"))
        assert len(entries(ana, "user:ana")) == 230
        changed = long_text("ferry").replace("day 7 the ferry", "day 7 the otter")
        changed += long_text("tug")
        stopped = 0
        for asked in range(1, 14):
            clock.left = asked
            try:
                ana.knowledge.add("log.md", changed)
            except KeyboardInterrupt:
                stopped += 1
            else:
                break
            finally:
                clock.left = 10**9
            assert ana.knowledge.get("log.md").held.version == 1
            assert len(list(ana.knowledge.chunks("log.md"))) == 230
            assert ask(ana, "otter").hits == ()
            assert ask(ana, "tug").hits == ()
            assert citations(ana, "day 7 ferry")[0].startswith("log.md@1#Day 7:")
        assert stopped > 2
        assert ana.knowledge.get("log.md").held.version == 2
        assert len(list(ana.knowledge.chunks("log.md"))) == 460
        assert len(entries(ana, "user:ana")) == 460
        assert citations(ana, "otter")[0].startswith("log.md@2#Day 7:")
        ana.knowledge.add("log.md", "# Short\n\nOnly this.\n")
        assert len(entries(ana, "user:ana")) == 1
        assert "".join(c.content for c in ana.knowledge.chunks("log.md", version=2)) == changed
        ana.knowledge.add("log.md", long_text("tug"))
        ana.knowledge.remove("log.md")
        assert entries(ana, "user:ana") == {}


def stopped_half_way(session: Session, clock: StoppingClock, name: str, text: str) -> None:
    """Have a version begun and never finished."""
    for asked in range(1, 20):
        clock.left = asked
        with suppress(KeyboardInterrupt):
            session.knowledge.add(name, text)
        clock.left = 10**9
        access = session.knowledge.access
        with access.database.write(access.tenant) as tx:
            taken = knowledge.taken(tx, access.write, name)
        if taken is not None and taken.making is not None:
            return
    raise AssertionError("it was never stopped half-way")


def test_an_unfinished_version_leaves_nothing_behind(database: Database) -> None:
    """It is no fault; metadata alone then make the next version of what is current."""
    clock = StoppingClock()
    with Memory(
        database, policy=default_policy(), embedder=None, clock=clock, ids=TimeOrderedIds(clock)
    ) as memory:
        ana = memory.session(Principal(tenant="acme", user="ana"), id="monday")
        ana.knowledge.add("log.md", GUIDE)
        before = entries(ana, "user:ana")
        stopped_half_way(ana, clock, "log.md", long_text("tug"))
        stopped_half_way(ana, clock, "new.md", long_text("raft"))
        assert len(entries(ana, "user:ana")) == 403
        report = examine(database, "acme")
        assert report.clean, report.findings
        assert rebuild(database, "acme").changed == 0
        ana.knowledge.add("new.md", "# Short\n\nOnly this.\n")
        ana.knowledge.remove("new.md")
        assert ana.knowledge.add("log.md", GUIDE, metadata={"lang": "zh"}).code == "new_metadata"
        assert entries(ana, "user:ana") == before
        assert "".join(chunk.content for chunk in ana.knowledge.chunks("log.md")) == GUIDE
        assert examine(database, "acme").clean


def test_an_unfinished_version_does_not_stand_before_others(database: Database) -> None:
    """What is older and lacks a vector gets one, though the newest entries are nobody's yet."""
    clock, embedder = StoppingClock(), HashEmbedder(dimension=64)
    with Memory(
        database, policy=default_policy(), embedder=embedder, clock=clock, ids=TimeOrderedIds(clock)
    ) as memory:
        ana = memory.session(Principal(tenant="acme", user="ana"), id="monday")
        ana.knowledge.add("ferry.md", GUIDE)
        stopped_half_way(ana, clock, "log.md", long_text("tug"))
        while fill_vectors(ana.knowledge.access, embedder, layers=(Layer.KNOWLEDGE,)):
            pass
        found = ask(ana, "Ferry > Boarding northern pier")
        assert found.not_embedded == 0
        assert found.hits[0].parts["vectors"] > 0.5


def test_long_versions_made_at_once_do_not_mix(sessions: Sessions) -> None:
    """Who was overtaken is told so; the current version is one writer's, in index and rows."""
    outcomes = []

    def write(word: str) -> None:
        outcomes.append(sessions(id=word).knowledge.add("log.md", long_text(word)))

    threads = [threading.Thread(target=write, args=(word,)) for word in ("tug", "raft", "punt")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ana = sessions()
    assert {one.code for one in outcomes} <= {"stored", "new_version", "changed_meanwhile"}
    assert any(one.done is Done.STORED for one in outcomes)
    assert [one.version for one in ana.knowledge.versions("log.md")] == sorted(
        one.revision or 0 for one in outcomes if one.done is Done.STORED
    )
    text = "".join(chunk.content for chunk in ana.knowledge.chunks("log.md"))
    assert text in {long_text(word) for word in ("tug", "raft", "punt")}
    assert len(entries(ana, "user:ana")) == 230
