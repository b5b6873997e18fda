"""Jobs: work for later, done at least once, with effects once by kind and key.

A worker that takes a job has it for the time of a lease, and may extend it; a worker that was
killed loses it when the lease is over. What a worker reports of a job that is not its own any more
changes nothing and is answered with False: so an effect that is written in the same transaction as
`done` happens once.

Jobs of one lane run one at a time. A lane is a row that is taken by compare-and-swap: the same
statements are right on every database, and nobody waits for another tenant.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from stratal.core.canonical import canonical
from stratal.core.clock import from_micros, to_micros
from stratal.storage.database import Transaction, Value

ATTEMPTS = 5
"""After so many a job is set aside."""
FIRST_DELAY = timedelta(seconds=10)
LONGEST_DELAY = timedelta(hours=1)
REST = timedelta(days=1)
"""So long new work does not wake a job that was set aside."""
ERROR_LIMIT = 300
"""Characters that are kept of an error."""
_GROWTH = 6
_LOOKED_AT = 8


class JobState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    SET_ASIDE = "set_aside"
    """Given up after `ATTEMPTS`; the error is kept."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NewJob:
    """A job on its way in."""

    kind: str
    key: str
    """Unique within the kind."""
    lane: str
    """Jobs of one lane run one at a time."""
    payload: Mapping[str, str | int]
    """Names and numbers of what to work on, never content: a job outlives what it is about."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Due:
    """A job that may be taken."""

    id: str
    kind: str
    key: str
    lane: str
    payload: Mapping[str, str | int]
    attempts: int
    """How often it was taken already."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """A job that a worker has taken."""

    id: str
    kind: str
    key: str
    lane: str
    payload: Mapping[str, str | int]
    attempt: int
    """Counts from 1. With the worker it says whose the job is."""
    worker: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SetAside:
    """A job that was given up."""

    id: str
    kind: str
    key: str
    attempts: int
    error: str
    since: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Backlog:
    """What there is to do for one tenant."""

    waiting: int
    running: int
    set_aside: int
    lag: timedelta
    """How long the first job that is due has been so."""


def enqueue(tx: Transaction, job: NewJob, *, id: str, now: datetime, again: bool = False) -> bool:
    """Leave a job for later; False if there is one of that kind and key.

    With `again` one that is done, or was set aside a day ago or more, waits anew: for jobs that
    name a place where new work can appear.
    """
    key: dict[str, Value] = {"kind": job.kind, "key": job.key, "now": to_micros(now)}
    added = tx.change(
        "job_add", id=id, lane=job.lane, payload=canonical("payload", job.payload), **key
    )
    return added == 1 or (again and tx.change("job_again", **key) == 1)


def is_waiting(tx: Transaction, job: NewJob) -> bool:
    """Whether that job waits or is being done."""
    row = tx.row("job_of", kind=job.kind, key=job.key)
    return row is not None and row["state"] in (JobState.WAITING, JobState.RUNNING)


def due(tx: Transaction, kinds: Sequence[str], now: datetime) -> list[Due]:
    """The jobs of these kinds that may be taken, those first that have been due longest; a few."""
    rows = tx.rows("job_due", kinds=json.dumps(list(kinds)), now=to_micros(now), limit=_LOOKED_AT)
    return [
        Due(
            id=row["id"],
            kind=row["kind"],
            key=row["key"],
            lane=row["lane"],
            payload=json.loads(row["payload"]),
            attempts=row["attempts"],
        )
        for row in rows
    ]


def take(
    tx: Transaction, wanted: Due, *, worker: str, lease: timedelta, now: datetime
) -> Job | None:
    """Take the job, or None if another worker was first or it has to be given up.

    One job a transaction, and always the lane before the job: workers must not wait for each other
    in a circle. `worker` must be unique to its process.
    """
    if wanted.attempts >= ATTEMPTS:
        tx.change(
            "job_lost",
            id=wanted.id,
            attempts=wanted.attempts,
            error=f"{wanted.attempts} workers took it and were lost",
            run_after=to_micros(now + REST),
            now=to_micros(now),
        )
        return None
    job = Job(
        id=wanted.id,
        kind=wanted.kind,
        key=wanted.key,
        lane=wanted.lane,
        payload=wanted.payload,
        attempt=wanted.attempts + 1,
        worker=worker,
    )
    times: dict[str, Value] = {"until": to_micros(now + lease), "now": to_micros(now)}
    if not tx.change("job_lane_take", **_lane(job), **times):
        return None
    values: dict[str, Value] = {"id": job.id, "worker": worker, "attempts": wanted.attempts}
    if tx.change("job_take", **values, **times):
        return job
    tx.change("job_lane_free", **_lane(job))
    return None


def extend(tx: Transaction, job: Job, *, lease: timedelta, now: datetime) -> bool:
    """Keep the job for another lease; False if it is not the worker's any more."""
    until = to_micros(now + lease)
    # The lane may be another job's by now, and this one still nobody else's.
    return bool(
        tx.change("job_lane_extend", until=until, **_lane(job))
        and tx.change("job_extend", until=until, **_owned(job))
    )


def done(tx: Transaction, job: Job, *, now: datetime) -> bool:
    """The job is done; False if it is not the worker's any more."""
    tx.change("job_lane_free", **_lane(job))
    return tx.change("job_done", now=to_micros(now), **_owned(job)) == 1


def hand_back(tx: Transaction, job: Job, *, now: datetime) -> bool:
    """The worker stops before the job is done; the attempt does not count."""
    tx.change("job_lane_free", **_lane(job))
    return tx.change("job_hand_back", now=to_micros(now), **_owned(job)) == 1


def failed(tx: Transaction, job: Job, error: str, *, now: datetime) -> JobState | None:
    """What becomes of a job that failed; None if it is not the worker's any more.

    The delay before the next attempt grows; after `ATTEMPTS` the job is set aside.
    """
    last = job.attempt >= ATTEMPTS
    state = JobState.SET_ASIDE if last else JobState.WAITING
    wait = REST if last else min(FIRST_DELAY * _GROWTH ** (job.attempt - 1), LONGEST_DELAY)
    tx.change("job_lane_free", **_lane(job))
    changed = tx.change(
        "job_failed",
        state=state.value,
        run_after=to_micros(now + wait),
        error=error[:ERROR_LIMIT],
        **_owned(job),
    )
    return state if changed else None


def backlog(tx: Transaction, now: datetime) -> Backlog:
    """How much waits, and how late it is."""
    moment = to_micros(now)
    rows = {row["state"]: row for row in tx.rows("job_backlog", now=moment)}
    counts = {state: rows[state]["jobs"] if state in rows else 0 for state in JobState}
    waiting = rows.get(JobState.WAITING)
    late = 0 if waiting is None else max(0, moment - waiting["since"])
    return Backlog(
        waiting=counts[JobState.WAITING],
        running=counts[JobState.RUNNING],
        set_aside=counts[JobState.SET_ASIDE],
        lag=timedelta(microseconds=late),
    )


def set_aside(tx: Transaction, limit: int = 100) -> list[SetAside]:
    """The jobs that were given up, newest first."""
    return [
        SetAside(
            id=row["id"],
            kind=row["kind"],
            key=row["key"],
            attempts=row["attempts"],
            error=row["error"] or "",
            since=from_micros(row["created_at"]),
        )
        for row in tx.rows("job_set_aside", limit=limit)
    ]


def retry(tx: Transaction, now: datetime) -> int:
    """Try all jobs again that were set aside; how many."""
    return tx.change("job_retry", now=to_micros(now))


def _owned(job: Job) -> dict[str, Value]:
    return {"id": job.id, "worker": job.worker, "attempts": job.attempt}


def _lane(job: Job) -> dict[str, Value]:
    return {"lane": job.lane, "job": f"{job.id}:{job.worker}:{job.attempt}"}
