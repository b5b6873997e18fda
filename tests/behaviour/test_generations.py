"""Another embedder: its vectors are made beside those in use, and never compared with them."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from stratal import Embedder, Layer, Memory, Principal, Session, TimeOrderedIds
from stratal.cli.app import run
from stratal.core.clock import SystemClock
from stratal.errors import ModelUnavailable
from stratal.flows.recall import EMBEDDED_AT_ONCE
from stratal.flows.recalling.hits import Recall
from stratal.models.openai import OpenAIEmbedder
from stratal.storage import index_examined, search
from stratal.storage.database import Database
from stratal.storage.sqlite import SqliteDatabase
from stratal.testing import FailingEmbedder, HashEmbedder, SlowEmbedder
from stratal.testing.embeddings import EmbeddingServer
from stratal.testing.provider import Failure, HangUp
from stratal.upkeep.doctor import Code, examine
from stratal.upkeep.embed import Embedded, Told, embed_all
from stratal.upkeep.health import check
from stratal.upkeep.rebuild import rebuild
from stratal.upkeep.worker import Progress, Worker

ANA = Principal(tenant="acme", user="ana")
SCOPE = "repo:trip"
OLD, NEW, WIDE = HashEmbedder(version="old"), HashEmbedder(version="new"), HashEmbedder(96)
PLACES = ["Lisbon", "Ghent", "Turin", "Malmo", "Krakow", "杭州", "成都", "青岛", "西安", "昆明"]
FACTS = [f"The ferry stop {n} is in {place}." for n, place in enumerate(PLACES)]

KILLED = """
import sys
import stratal
from stratal.core.clock import SystemClock
from stratal.testing import HashEmbedder
from stratal.upkeep.embed import embed_all
import stratal.upkeep.embed as embed
import os, signal

embed._BATCH = 4

def told(progress):
    if progress.done >= 4:
        os.kill(os.getpid(), signal.SIGKILL)

with stratal.open(sys.argv[1], embedder=None) as memory:
    embed_all(memory.database, "acme", HashEmbedder(version="new"), clock=SystemClock(), told=told)
"""


Open = Callable[[Embedder], Session]


@pytest.fixture
def open_with(memory: Memory) -> Open:
    """`open_with(embedder)`: a session of Ana's, as of a program with that embedder."""

    def opened(embedder: Embedder) -> Session:
        memory.embedder = embedder
        return memory.session(ANA, id="monday", scopes=["user:ana", SCOPE])

    return opened


def keep(session: Session, *facts: str) -> list[str]:
    kept = [session.memories.remember(fact).id for fact in facts]
    assert all(kept)
    return [str(one) for one in kept]


def filled(opened: Open) -> tuple[Session, list[str]]:
    """Ten facts with the vectors of the old embedder."""
    session = opened(OLD)
    ids = keep(session, *FACTS)
    assert not by(session, FACTS[0]).not_embedded
    return session, ids


def by(session: Session, query: str) -> Recall:
    return session.recall(query, k=3)


def embedded(
    database: Database, embedder: Embedder, told: Told = lambda _progress: None
) -> Embedded:
    return embed_all(database, "acme", embedder, clock=SystemClock(), told=told)


def vectors(database: Database) -> dict[str, int]:
    with database.read("acme") as tx:
        return {one.key: one.vectors for one in index_examined.generations(tx) if one.vectors}


def in_use(database: Database) -> str:
    with database.read("acme") as tx:
        found = search.generation_in_use(tx)
    assert found is not None
    return found[1]


def test_vectors_of_another_embedder_are_not_compared(open_with: Open, database: Database) -> None:
    """Same size or another: what is lacking is found by its words, and the answer says so."""
    filled(open_with)
    for other in (NEW, WIDE):
        away = FailingEmbedder(other, texts=FACTS)
        found = by(open_with(away), "Where is ferry stop 3?")
        assert found.hits[0].text == FACTS[3]
        assert "meaning" not in found.hits[0].why
        assert found.not_embedded == len(FACTS)
        assert any(note.startswith("keywords alone") for note in found.notes)
        assert vectors(database) == {OLD.generation.key: len(FACTS)}
    again = by(open_with(OLD), FACTS[3])
    assert "meaning 1.00" in again.hits[0].why
    assert not again.notes


def test_a_store_that_one_recall_can_embed_is_whole_at_once(open_with: Open) -> None:
    """Few entries: the first recall makes their vectors, and compares none before all are there."""
    filled(open_with)
    found = by(open_with(NEW), FACTS[3])
    assert "meaning 1.00" in found.hits[0].why
    assert not found.not_embedded


def test_an_embedder_that_is_away_is_no_other(open_with: Open, database: Database) -> None:
    """It cannot be reached: keywords answer, nothing is dropped, and later all is as before."""
    filled(open_with)
    away = FailingEmbedder(OLD)
    found = by(open_with(away), FACTS[5])
    assert found.hits[0].text == FACTS[5]
    assert any("does not answer" in note for note in found.notes)
    assert vectors(database) == {OLD.generation.key: len(FACTS)}
    away.repair()
    assert "meaning 1.00" in by(open_with(away), FACTS[5]).hits[0].why


def test_embedding_anew_leaves_one_generation(open_with: Open, database: Database) -> None:
    """Every fact has a vector of the new one, none of the old; a second run changes nothing."""
    filled(open_with)
    seen: list[Progress] = []
    done = embedded(database, WIDE, seen.append)
    assert (done.made, done.removed) == (len(FACTS), len(FACTS))
    assert (seen[0].done, seen[-1].done, seen[-1].of) == (0, len(FACTS), len(FACTS))
    assert vectors(database) == {WIDE.generation.key: len(FACTS)}
    assert in_use(database) == WIDE.generation.key
    again = embedded(database, WIDE)
    assert (again.made, again.removed) == (0, 0)
    assert examine(database, "acme", generation=WIDE.generation.key).clean
    assert embedded(database, OLD).made == len(FACTS)
    assert vectors(database) == {OLD.generation.key: len(FACTS)}


def test_the_old_vectors_leave_the_file(
    open_with: Open, memory: Memory, database: Database
) -> None:
    """After the swap no byte of them stands in the files of a SQLite database."""
    filled(open_with)
    old = OLD.embed_passages([FACTS[0]])[0]
    new = NEW.embed_passages([FACTS[0]])[0]
    embedded(database, NEW)
    if isinstance(database, SqliteDatabase):
        memory.close()
        written = b"".join(one.read_bytes() for one in Path(database.name).parent.glob("*.db*"))
        assert new in written
        assert old not in written


def test_writes_during_the_making(open_with: Open, database: Database) -> None:
    """Added, changed and deleted meanwhile: all searches answer, and nothing is lost or returns."""
    session, ids = filled(open_with)
    slow = SlowEmbedder(NEW, after=5)
    ended: list[Embedded] = []
    work = threading.Thread(target=lambda: ended.append(embedded(database, slow)))
    work.start()
    try:
        assert slow.waiting.wait(30)
        keep(session, "The ferry stop 10 is in Porto.")
        session.memories.revise(ids[2], "The ferry stop 2 is in Genoa.")
        session.memories.delete(ids[3])
        for n, fact in enumerate(FACTS):
            found = by(session, fact)
            texts = [hit.text for hit in found.hits]
            assert (fact in texts) == (n not in (2, 3)), fact
            assert not found.not_embedded
    finally:
        slow.release.set()
        work.join(60)
    [done] = ended
    assert vectors(database) == {NEW.generation.key: 10}
    assert done.made >= 10
    new = open_with(NEW)
    for fact in ("The ferry stop 2 is in Genoa.", "The ferry stop 10 is in Porto.", FACTS[9]):
        assert "meaning 1.00" in by(new, fact).hits[0].why
    assert FACTS[3] not in [hit.text for hit in by(new, FACTS[3]).hits]
    assert FACTS[2] not in [hit.text for hit in by(new, FACTS[2]).hits]
    assert examine(database, "acme").clean


def test_a_kill_in_the_middle_loses_nothing(
    open_with: Open, database: Database, address: str
) -> None:
    """kill -9: the old vectors serve at once, and the next run does only what is left."""
    session, _ = filled(open_with)
    killed = subprocess.run([sys.executable, "-c", KILLED, address], check=False)
    assert killed.returncode == -signal.SIGKILL
    there = vectors(database)
    assert there[OLD.generation.key] == len(FACTS)
    assert 0 < there[NEW.generation.key] < len(FACTS)
    assert in_use(database) == OLD.generation.key
    assert "meaning 1.00" in by(session, FACTS[0]).hits[0].why
    [finding] = examine(database, "acme").findings
    assert (finding.code, finding.id) == (Code.VECTOR_OLD, NEW.generation.key)
    assert "entries have none of it" in finding.message
    fresh = HashEmbedder(version="new")
    assert embedded(database, fresh).made == len(FACTS) - there[NEW.generation.key]
    assert vectors(database) == {NEW.generation.key: len(FACTS)}


def test_a_text_that_cannot_be_embedded_is_no_silent_gap(
    open_with: Open, database: Database
) -> None:
    """The failure is told with how far it is, and what was in use still is."""
    session, _ = filled(open_with)
    failing = FailingEmbedder(NEW, texts=[FACTS[8]])
    for _ in range(3):
        with pytest.raises(ModelUnavailable, match="of 10 vectors are there"):
            embedded(database, failing)
        assert in_use(database) == OLD.generation.key
        assert "meaning 1.00" in by(session, FACTS[8]).hits[0].why
    failing.repair()
    embedded(database, failing)
    assert vectors(database) == {NEW.generation.key: len(FACTS)}


def test_a_job_takes_into_use_what_it_completes(open_with: Open, database: Database) -> None:
    """Whoever only goes on with another embedder has it in use when the work is done."""
    session = open_with(OLD)
    keep(session, *(f"Locker {n} holds rope {n}." for n in range(EMBEDDED_AT_ONCE + 20)))
    while by(session, "locker 7").not_embedded:
        continue
    new = open_with(NEW)
    assert any(note.startswith("keywords alone") for note in by(new, "locker 7").notes)
    clock = SystemClock()
    work = Worker(database, tenants=["acme"], embedder=NEW, clock=clock, ids=TimeOrderedIds(clock))
    assert work.work()
    assert in_use(database) == NEW.generation.key
    assert "meaning" in by(new, "Locker 7 holds rope 7.").hits[0].why
    assert "meaning" in by(open_with(OLD), "Locker 7 holds rope 7.").hits[0].why


def test_the_mismatch_is_told(open_with: Open, database: Database) -> None:
    """Doctor and health name it when the embedder is named; a rebuild leaves the one in use."""
    filled(open_with)
    key = NEW.generation.key
    report = examine(database, "acme", generation=key)
    assert [one.code for one in report.findings] == [Code.GENERATION]
    assert OLD.generation.key in report.findings[0].message
    signs = {sign.part: sign.problem for sign in check(database, "acme", generation=key).signs}
    assert "rebuild --vectors" in signs["vectors"]
    assert check(database, "acme", generation=OLD.generation.key).well
    rebuild(database, "acme")
    assert vectors(database) == {OLD.generation.key: len(FACTS)}


@pytest.mark.parametrize("fault", [Failure(status=500), HangUp(delay=20)])
def test_a_server_that_fails_costs_a_recall_only_its_part(
    open_with: Open, fault: Failure | HangUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Broken or silent: keywords answer within the patience of a recall, and the answer says so."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    with EmbeddingServer(always=fault) as server:
        embedder = OpenAIEmbedder("toy", dimension=64, base_url=server.url, retries=0)
        session = open_with(embedder)
        keep(session, *FACTS[:3])
        found = session.recall("ferry stop in Ghent", layers=[Layer.MEMORIES])
        server.close()
    assert found.hits[0].text == FACTS[1]
    assert any(note.startswith("keywords alone: toy") for note in found.notes)


def test_vectors_are_rebuilt_from_the_command_line(
    address: str,
    open_with: Open,
    database: Database,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`rebuild --vectors` with an embedder by its name; then the doctor is content."""
    filled(open_with)
    with EmbeddingServer(embedder=HashEmbedder(32)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("STRATAL_EMBEDDER", "openai:toy@32")
        here = ("--database", address, "--tenant", "acme", "--user", "ana")
        assert run(["doctor", *here]) == 1
        assert "rebuild --vectors" in " ".join(capsys.readouterr().out.split())
        assert run(["rebuild", "--vectors", *here]) == 0
        assert "10 vectors made, 10 of other embedders removed" in capsys.readouterr().out
        assert run(["doctor", *here]) == 0
        assert run(["rebuild", "--vectors", *here, "--embedder", "none"]) == 2
    assert list(vectors(database).values()) == [10]
