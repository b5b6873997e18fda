"""Work in the background: what recall leaves over is embedded, whatever happens to the worker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from datetime import timedelta

import pytest

import stratal
from stratal import Memory, Principal, Session, SystemClock, TimeOrderedIds, default_policy
from stratal.cli.app import run
from stratal.errors import HandleUnusable
from stratal.flows.embedding import EMBED, embed_job
from stratal.flows.recall import EMBEDDED_AT_ONCE
from stratal.storage import jobs, search
from stratal.storage.database import Database
from stratal.storage.jobs import ATTEMPTS, NewJob
from stratal.testing import FailingEmbedder, HashEmbedder
from stratal.testing.clock import ManualClock
from stratal.upkeep.worker import Progress, Work, Worker

ANA = Principal(tenant="acme", user="ana")
MANY = 3 * EMBEDDED_AT_ONCE

KILLED = """
import sys, time
from datetime import timedelta
import stratal
from stratal.testing import HashEmbedder
from stratal.upkeep.worker import Worker

class Stops:
    '''Embeds one batch, then never comes back.'''
    inner = HashEmbedder()
    generation = inner.generation
    batches = 0
    def embed_query(self, text):
        return self.inner.embed_query(text)
    def embed_passages(self, texts):
        Stops.batches += 1
        if Stops.batches > 4:
            print("in the middle", flush=True)
            time.sleep(600)
        return self.inner.embed_passages(texts)

with stratal.open(sys.argv[1], embedder=None) as memory:
    Worker(
        memory.database, tenants=["acme"], embedder=Stops(), clock=stratal.SystemClock(),
        ids=stratal.TimeOrderedIds(stratal.SystemClock()), lease=timedelta(seconds=1),
    ).work()
"""


@pytest.fixture
def embedder() -> HashEmbedder:
    return HashEmbedder()


@pytest.fixture
def session(memory: Memory) -> Session:
    return memory.session(ANA, id="monday", scopes=["user:ana", "repo:trip"])


def say(session: Session, count: int) -> None:
    session.conversation.extend(
        [{"role": "user", "content": f"Box {n} holds item {n} 和第 {n} 件。"} for n in range(count)]
    )


def ask(session: Session) -> int:
    found = session.recall("box 7", layers=(stratal.Layer.CONVERSATION,))
    assert found.hits
    return found.not_embedded


def worker(memory: Memory, embedder: stratal.Embedder | None = None, **more: object) -> Worker:
    """By the system's clock: leases run out by themselves."""
    clock = SystemClock()
    return Worker(
        memory.database,
        tenants=["acme"],
        embedder=embedder or memory.embedder,
        clock=clock,
        ids=TimeOrderedIds(clock),
        **more,  # type: ignore[arg-type]
    )


def soon(what: Callable[[], bool]) -> bool:
    until = time.monotonic() + 20
    while not what():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def test_documents_are_embedded_as_messages_are(memory: Memory, session: Session) -> None:
    """What a recall of documents leaves over is embedded in the background, headings included."""
    days = "".join(f"# Day {n}\n\nOn day {n} the tug came.\n\n" for n in range(MANY))
    session.knowledge.add("log.md", days)
    query = "Day 7 On day 7 the tug came."

    def lacking() -> int:
        return session.recall(query, layers=(stratal.Layer.KNOWLEDGE,)).not_embedded

    assert lacking() == MANY - EMBEDDED_AT_ONCE
    assert worker(memory).work() == 1
    assert lacking() == 0
    [best, *_] = session.recall(query, layers=(stratal.Layer.KNOWLEDGE,)).hits
    assert best.chunk is not None
    assert (best.chunk.heading, round(best.parts["vectors"], 3)) == ("Day 7", 1.0)


def test_what_recall_leaves_over_is_embedded(memory: Memory, session: Session) -> None:
    """A recall embeds a few and leaves a job, of which there is one however often it is asked."""
    say(session, MANY)
    assert ask(session) == MANY - EMBEDDED_AT_ONCE
    ask(session)
    does = worker(memory)
    assert does.backlog()["acme"].waiting == 1
    assert does.work() == 1
    assert ask(session) == 0
    assert does.backlog()["acme"].waiting == 0


def test_new_messages_need_the_job_again(memory: Memory, session: Session) -> None:
    """The job is done, more is said: the same job waits again."""
    say(session, MANY)
    ask(session)
    assert worker(memory).work() == 1
    say(session, MANY)
    assert ask(session) > 0
    assert worker(memory).work() == 1
    assert ask(session) == 0


def test_a_job_holds_no_content(database: Database, session: Session) -> None:
    """Space and generation are all that the table knows of what is to be done."""
    say(session, MANY)
    ask(session)
    with database.read("acme") as tx:
        [found] = jobs.due(tx, [EMBED], SystemClock().now())
    assert found.payload.keys() == {"generation", "space"}
    assert "Box" not in str(found)


def test_progress_is_told(memory: Memory, session: Session) -> None:
    """Batch by batch, up to the whole."""
    say(session, MANY)
    ask(session)
    seen: list[Progress] = []
    worker(memory, watch=lambda _tenant, _job, progress: seen.append(progress)).work()
    assert [one.done for one in seen] == [64, 128]
    assert {one.of for one in seen} == {128}


def test_a_deleted_memory_stays_deleted(memory: Memory, session: Session) -> None:
    """What is deleted while its vector is computed gets none, and its words are nowhere."""
    remembered = [session.memories.remember(f"Gate {n} opens at {n}.") for n in range(MANY)]
    session.recall("gate 7")
    victims = [one.id for one in remembered[:10] if one.id is not None]

    class Deletes(HashEmbedder):
        def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
            while victims:
                session.memories.delete(victims.pop())
            return super().embed_passages(texts)

    assert worker(memory, Deletes()).work() == 1
    with memory.database.read("acme") as tx:
        space = search.find_space(tx, stratal.Layer.MEMORIES, "repo:trip")
        assert space is not None
        generation = search.find_generation(tx, HashEmbedder().generation.key)
        assert generation is not None
        assert search.count_entries(tx, [space]) == MANY - 10
        near = search.vector_candidates(
            tx, [space], generation, HashEmbedder().embed_query("gate 7"), limit=5
        )
    assert near.seen == MANY - 10


def test_a_worker_that_was_killed_is_replaced(
    memory: Memory, session: Session, address: str, embedder: HashEmbedder
) -> None:
    """kill -9 in the middle of a job: when the lease is over another does the rest of it, once."""
    say(session, MANY)
    ask(session)
    before = len(embedder.seen)
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "in the middle\n", process.communicate()
    does = worker(memory)
    assert does.work() == 0
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert soon(lambda: does.work() == 1)
    assert len(embedder.seen) - before == MANY - 2 * EMBEDDED_AT_ONCE
    assert ask(session) == 0
    assert does.work() == 0


def counting(log: list[str]) -> Callable[[Work], Generator[Progress, None, None]]:
    """A handler that fails for the key ``poison`` and else writes its key down."""

    def handler(work: Work) -> Generator[Progress, None, None]:
        if work.job.key == "poison":
            raise ValueError("the secret words of a message")
        log.append(work.job.key)
        yield Progress(done=1, of=1)

    return handler


def test_a_poison_job_is_set_aside_and_the_queue_goes_on(
    database: Database, clock: ManualClock
) -> None:
    """Others are done at once; the poison is tried a few times and kept, with a wordless reason."""
    ids = TimeOrderedIds(clock)
    log: list[str] = []
    with database.write("acme") as tx:
        for key in ("poison", "a", "b"):
            new = NewJob(kind="count", key=key, lane="one", payload={})
            assert jobs.enqueue(tx, new, id=ids.new(), now=clock.now())
    does = Worker(
        database,
        tenants=["acme"],
        embedder=None,
        clock=clock,
        ids=ids,
        handlers={"count": counting(log)},
    )
    assert does.work() == 3
    assert log == ["a", "b"]
    for _ in range(ATTEMPTS):
        clock.advance(timedelta(hours=2))
        does.work()
    backlog = does.backlog()["acme"]
    assert (backlog.waiting, backlog.running, backlog.set_aside) == (0, 0, 1)
    with database.read("acme") as tx:
        [aside] = jobs.set_aside(tx)
    assert aside.attempts == ATTEMPTS
    assert aside.error.startswith("ValueError in ")
    assert "secret" not in aside.error


def test_an_embedder_that_is_away_is_tried_again(
    database: Database, clock: ManualClock, embedder: HashEmbedder
) -> None:
    """The reason is kept; when it answers again the job is done."""
    away = FailingEmbedder(embedder)
    ids = TimeOrderedIds(clock)
    memory = Memory(database, policy=default_policy(), embedder=None, clock=clock, ids=ids)
    session = memory.session(ANA, id="monday")
    say(session, 3)
    with database.write("acme") as tx:
        space = search.open_space(tx, stratal.Layer.CONVERSATION, "user:ana")
        new = embed_job(embedder.generation.key, space)
        jobs.enqueue(tx, new, id=ids.new(), now=clock.now())
    does = Worker(database, tenants=["acme"], embedder=away, clock=clock, ids=ids)
    assert does.work() == 1
    assert does.work() == 0
    away.repair()
    clock.advance(timedelta(minutes=1))
    assert does.work() == 1
    with database.read("acme") as tx:
        generation = search.find_generation(tx, embedder.generation.key)
        assert search.count_missing(tx, [space], generation) == 0
    memory.close()


def test_a_job_of_another_embedder_is_over(memory: Memory, session: Session) -> None:
    """When another embedder is in use by now, nobody computes vectors that nobody would compare."""
    say(session, MANY)
    ask(session)
    other = HashEmbedder(version="2")
    assert worker(memory, other).work() == 1
    assert other.seen == []
    assert worker(memory).backlog()["acme"].waiting == 0


def test_a_worker_in_a_thread_ends_with_the_memory(memory: Memory, session: Session) -> None:
    """It does what comes up meanwhile; closing waits for it, and a closed memory starts none."""
    does = memory.start_worker(["acme"])
    say(session, MANY)
    ask(session)
    assert soon(lambda: does.backlog()["acme"].waiting + does.backlog()["acme"].running == 0)
    assert ask(session) == 0
    memory.close()
    assert not [one for one in threading.enumerate() if one.name == "stratal-worker"]
    with pytest.raises(HandleUnusable):
        memory.start_worker(["acme"])


def test_a_stopped_worker_hands_its_job_back(memory: Memory, session: Session) -> None:
    """The batch in hand is kept, the rest waits, and the attempt does not count."""
    say(session, MANY)
    ask(session)
    first: list[Worker] = []
    first.append(worker(memory, watch=lambda *_: first[0].ask_to_stop()))
    assert first[0].work() == 1
    assert first[0].backlog()["acme"].waiting == 1
    seen: list[Progress] = []
    second = worker(memory, watch=lambda _tenant, job, one: seen.append(one))
    assert second.work() == 1
    assert [one.done for one in seen] == [64]
    assert ask(session) == 0


def test_each_tenant_has_its_turn(database: Database, clock: ManualClock) -> None:
    """One with a long queue does not keep the others waiting."""
    ids = TimeOrderedIds(clock)
    log: list[str] = []
    for tenant, count in (("acme", 5), ("globex", 1)):
        with database.write(tenant) as tx:
            for n in range(count):
                new = NewJob(kind="count", key=f"{tenant} {n}", lane=str(n), payload={})
                jobs.enqueue(tx, new, id=ids.new(), now=clock.now())
    does = Worker(
        database,
        tenants=["acme", "globex"],
        embedder=None,
        clock=clock,
        ids=ids,
        handlers={"count": counting(log)},
    )
    assert does.work() == 6
    assert log[1] == "globex 0"


def test_the_command_line_works_once(
    memory: Memory, session: Session, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--look` shows what waits, `--once` does it; a job that was given up is status 1."""
    here = ("worker", "--database", address, "--tenant", "acme", "--user", "ana", "--json")

    def told(*words: str) -> tuple[int, dict[str, object]]:
        status = run([*here, *words])
        [tenant] = json.loads(capsys.readouterr().out)["tenants"]
        return status, tenant

    with memory.database.write("acme") as tx:
        space = search.open_space(tx, stratal.Layer.CONVERSATION, "user:ana")
        # Made for an embedder that is not the command's: over at once, without loading a model.
        new = embed_job("other|1|3|unit", space)
        jobs.enqueue(tx, new, id="job-1", now=SystemClock().now())
    status, before = told("--look")
    assert (status, before["waiting"], before["set_aside"]) == (0, 1, 0)
    status, after = told("--once", "--also", "acme")
    assert (status, after["waiting"], after["set_aside"]) == (0, 0, 0)
    with memory.database.write("acme") as tx:
        new = NewJob(kind="odd", key="a", lane="a", payload={})
        jobs.enqueue(tx, new, id="job-2", now=SystemClock().now())
        for _ in range(ATTEMPTS):
            now = SystemClock().now() + timedelta(days=400)
            [due] = jobs.due(tx, ["odd"], now)
            held = jobs.take(tx, due, worker="w", lease=timedelta(0), now=now)
            assert held is not None
            jobs.failed(tx, held, "does not answer", now=now - timedelta(days=3))
    status, after = told("--look")
    assert (status, after["set_aside"]) == (1, 1)
    assert "does not answer" in str(after["gave_up"])
    status, after = told("--look", "--retry")
    assert (status, after["waiting"]) == (0, 1)


def test_a_worker_process_stops_when_it_is_asked_to(memory: Memory, address: str) -> None:
    """SIGTERM ends `stratal worker` in order: status 0, and it says what is left."""
    process = subprocess.Popen(
        [sys.executable, "-m", "stratal", "worker", "--database", address, "--tenant", "acme"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with memory.database.write("acme") as tx:
        jobs.enqueue(
            tx, embed_job("other|1|3|unit", 1), id="job-1", now=SystemClock().now(), again=True
        )
    assert soon(lambda: worker(memory).backlog()["acme"].waiting == 0)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
    assert "acme" in out
