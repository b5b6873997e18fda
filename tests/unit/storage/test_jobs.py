"""Jobs on both databases: once by key, one at a time a lane, tried again, set aside."""

from __future__ import annotations

import threading
from collections import Counter
from datetime import datetime, timedelta

from stratal.core.clock import from_micros
from stratal.storage import jobs
from stratal.storage.database import Database
from stratal.storage.jobs import ATTEMPTS, Job, JobState, NewJob
from stratal.testing.clock import START

LEASE = timedelta(seconds=60)


def job(key: str = "a", lane: str = "") -> NewJob:
    return NewJob(kind="count", key=key, lane=lane or key, payload={"space": 1})


def add(database: Database, *new: NewJob, now: datetime = START, again: bool = False) -> list[bool]:
    with database.write("acme") as tx:
        return [jobs.enqueue(tx, one, id=f"id-{one.key}", now=now, again=again) for one in new]


def take(database: Database, now: datetime = START, worker: str = "w1") -> Job | None:
    with database.read("acme") as tx:
        found = jobs.due(tx, ["count"], now)
    for wanted in found:
        with database.write("acme") as tx:
            held = jobs.take(tx, wanted, worker=worker, lease=LEASE, now=now)
        if held is not None:
            return held
    return None


def taken(database: Database, now: datetime = START, worker: str = "w1") -> Job:
    found = take(database, now, worker)
    assert found is not None
    return found


def fail(database: Database, held: Job, now: datetime) -> JobState | None:
    with database.write("acme") as tx:
        return jobs.failed(tx, held, "does not answer", now=now)


def finish(database: Database, held: Job, now: datetime = START) -> bool:
    with database.write("acme") as tx:
        return jobs.done(tx, held, now=now)


def test_a_key_is_there_once(database: Database) -> None:
    """The same kind and key again is no second job, not even when the first is done."""
    assert add(database, job(), job()) == [True, False]
    held = taken(database)
    assert held.payload == {"space": 1}
    assert finish(database, held)
    assert add(database, job()) == [False]
    assert take(database) is None


def test_a_place_where_work_appears_again_is_done_again(database: Database) -> None:
    """With `again`, a job that is done waits anew; one that waits or runs stays as it is."""
    add(database, job())
    assert add(database, job(), again=True) == [False]
    held = taken(database)
    assert add(database, job(), again=True) == [False]
    finish(database, held)
    assert add(database, job(), again=True) == [True]
    assert taken(database).attempt == 1


def test_of_a_kind_that_nobody_asked_for_nothing_is_taken(database: Database) -> None:
    """A worker takes the kinds that it can do, of its own tenant."""
    add(database, job())
    with database.read("acme") as tx:
        assert jobs.due(tx, ["other"], START) == []
        assert jobs.due(tx, [], START) == []
        [found] = jobs.due(tx, ["count"], START)
    with database.read("globex") as tx:
        assert jobs.due(tx, ["count"], START) == []
    with database.write("globex") as tx:
        assert jobs.take(tx, found, worker="w", lease=LEASE, now=START) is None


def test_one_at_a_time_in_a_lane(database: Database) -> None:
    """While a job of a lane runs no other of it is taken, but one of another lane is."""
    add(database, job("a", "x"), job("b", "x"), job("c", "y"))
    first = taken(database)
    assert first.key == "a"
    assert taken(database, worker="w2").key == "c"
    assert take(database, worker="w3") is None
    assert finish(database, first)
    assert taken(database, worker="w3").key == "b"


def test_a_lost_worker_loses_its_job(database: Database) -> None:
    """When the lease is over another takes it, and what the first says then changes nothing."""
    add(database, job())
    lost = taken(database)
    later = START + LEASE
    assert take(database, later - timedelta(seconds=1), "w2") is None
    held = taken(database, later, "w2")
    assert held.attempt == 2
    assert finish(database, lost, later) is False
    assert fail(database, lost, later) is None
    with database.write("acme") as tx:
        assert jobs.hand_back(tx, lost, now=later) is False
        assert jobs.extend(tx, lost, lease=LEASE, now=later) is False
        assert jobs.extend(tx, held, lease=LEASE, now=later) is True
    assert finish(database, held, later)


def test_a_late_worker_does_not_keep_a_lane_that_another_job_has(database: Database) -> None:
    """A lease that ran out is not extended once the lane is taken: never two at a time."""
    add(database, job("a", "x"))
    late = taken(database)
    later = START + LEASE
    add(database, job("0", "x"), now=START - timedelta(days=1))
    assert taken(database, later, "w2").key == "0"
    with database.write("acme") as tx:
        assert jobs.extend(tx, late, lease=LEASE, now=later) is False


def test_an_extended_lease_holds(database: Database) -> None:
    """A worker that shows that it lives keeps its job."""
    add(database, job())
    held = taken(database)
    with database.write("acme") as tx:
        assert jobs.extend(tx, held, lease=LEASE, now=START + LEASE / 2)
    assert take(database, START + LEASE, "w2") is None
    assert take(database, START + LEASE * 1.5, "w2") is not None


def test_attempts_come_later_and_later_and_end(database: Database) -> None:
    """Each delay is longer than the one before; after the last the job is set aside, with why."""
    add(database, job())
    now, delays = START, []
    for attempt in range(1, ATTEMPTS):
        assert fail(database, taken(database, now), now) is JobState.WAITING
        with database.read("acme") as tx:
            row = tx.row("job_of", kind="count", key="a")
        assert row is not None
        due = from_micros(row["run_after"])
        delays.append(due - now)
        assert take(database, due - timedelta(microseconds=1)) is None
        now = due
        assert row["attempts"] == attempt
    assert delays == sorted(set(delays))
    assert fail(database, taken(database, now), now) is JobState.SET_ASIDE
    assert take(database, now + timedelta(days=30)) is None
    with database.read("acme") as tx:
        [aside] = jobs.set_aside(tx)
    assert (aside.key, aside.attempts, aside.error) == ("a", ATTEMPTS, "does not answer")


def set_aside(database: Database) -> datetime:
    now = START
    for _ in range(ATTEMPTS):
        fail(database, taken(database, now), now)
        now += timedelta(days=1)
    return now - timedelta(days=1)


def test_new_work_wakes_what_was_set_aside_after_a_rest(database: Database) -> None:
    """Not at once, or it would be tried for ever; a person can have it tried at once."""
    add(database, job())
    now = set_aside(database)
    assert add(database, job(), now=now, again=True) == [False]
    assert add(database, job(), now=now + jobs.REST, again=True) == [True]
    now = now + jobs.REST
    for _ in range(ATTEMPTS):
        fail(database, taken(database, now), now)
        now += timedelta(days=1)
    with database.write("acme") as tx:
        assert jobs.retry(tx, now) == 1
    assert taken(database, now).attempt == 1


def test_a_job_that_kills_its_workers_is_set_aside(database: Database) -> None:
    """Nobody is there to report a failure; the queue goes on."""
    add(database, job("a"), job("b"))
    now = START
    for _ in range(ATTEMPTS):
        assert taken(database, now).key == "a"
        now += LEASE
    assert taken(database, now).key == "b"
    with database.read("acme") as tx:
        assert "lost" in jobs.set_aside(tx)[0].error


def test_an_attempt_handed_back_does_not_count(database: Database) -> None:
    """A worker that is stopped in order has not failed, and the job is due at once."""
    add(database, job())
    for _ in range(2 * ATTEMPTS):
        held = taken(database)
        assert held.attempt == 1
        with database.write("acme") as tx:
            assert jobs.hand_back(tx, held, now=START)


def test_backlog_and_lag(database: Database) -> None:
    """What waits, runs and was set aside, and how late the first is; done jobs are nothing."""
    with database.read("acme") as tx:
        empty = jobs.backlog(tx, START)
    assert (empty.waiting, empty.running, empty.set_aside, empty.lag) == (0, 0, 0, timedelta())
    add(database, job("a"), job("b"), job("c"))
    finish(database, taken(database))
    taken(database, worker="w2")
    with database.read("acme") as tx:
        found = jobs.backlog(tx, START + timedelta(minutes=3))
    assert (found.waiting, found.running, found.set_aside) == (1, 1, 0)
    assert found.lag == timedelta(minutes=3)


def test_threads_that_take_at_once_never_take_the_same(database: Database) -> None:
    """Eight at once, four lanes: every job is done once, and never two of a lane together."""
    add(database, *(job(f"k{n:02}", f"lane{n % 4}") for n in range(24)))
    ended: Counter[str] = Counter()
    running: Counter[str] = Counter()
    together: list[str] = []
    lock = threading.Lock()

    def work(name: str) -> None:
        idle = 0
        while idle < 20:
            held = take(database, worker=name)
            if held is None:
                idle += 1
                continue
            with lock:
                running[held.lane] += 1
                if running[held.lane] > 1:
                    together.append(held.lane)
            with lock:
                running[held.lane] -= 1
            if finish(database, held):
                with lock:
                    ended[held.key] += 1

    threads = [threading.Thread(target=work, args=(f"w{n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == []
    assert ended == Counter(f"k{n:02}" for n in range(24))
