"""The worker: does the jobs of some tenants, in a thread of a program or in a process of its own.

A handler does its job piece by piece and yields after each: there the lease is extended, and there
the worker can stop. What ends a handler by an exception is kept with the job, and the queue goes
on.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from datetime import timedelta
from typing import Self, TypeAlias

from stratal.core.checks import name
from stratal.core.clock import Clock, Ids
from stratal.errors import BackendError
from stratal.models.embedder import Embedder
from stratal.storage import jobs
from stratal.storage.database import Database, Transaction
from stratal.storage.jobs import Backlog, Job

LEASE = timedelta(seconds=120)
"""So long after its last sign of life a killed worker's job is taken by another."""
PAUSE = 1.0
"""Seconds between two looks into an empty queue."""
_LONGEST_PAUSE = 60.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """How far a job is."""

    done: int
    of: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Work:
    """A job in hand, and what its handler works with."""

    job: Job
    tenant: str
    database: Database
    embedder: Embedder | None
    clock: Clock
    lease: timedelta
    """The time that one piece may take."""

    def read(self) -> AbstractContextManager[Transaction]:
        return self.database.read(self.tenant)

    def write(self) -> AbstractContextManager[Transaction]:
        return self.database.write(self.tenant)


Handler: TypeAlias = Callable[[Work], Generator[Progress, None, None]]
"""Does a job; yields between two pieces. Run twice, it has the effect of once."""
Watch: TypeAlias = Callable[[str, Job, Progress], None]
"""Is told the tenant, the job and how far it is."""


class Worker:
    """Does what is due for `tenants`, one job at a time, each tenant in its turn.

    `handlers` are by kind of job, by default those of this room, and `also` those of others; what
    no handler is for stays in the queue, for others. `tidy` is called for each tenant before the
    first job and now and then while it waits: it leaves jobs for what nobody else leaves any for.
    """

    def __init__(
        self,
        database: Database,
        *,
        tenants: Sequence[str],
        embedder: Embedder | None,
        clock: Clock,
        ids: Ids,
        handlers: Mapping[str, Handler] | None = None,
        also: Mapping[str, Handler] | None = None,
        tidy: Callable[[str], object] | None = None,
        lease: timedelta = LEASE,
        pause: float = PAUSE,
        watch: Watch | None = None,
    ) -> None:
        self.tenants = tuple(dict.fromkeys(name("tenant", tenant) for tenant in tenants))
        self._database = database
        self._embedder = embedder
        self._clock = clock
        self._handlers = _default_handlers(embedder) if handlers is None else dict(handlers)
        self._handlers |= also or {}
        self._tidy = tidy
        self._lease = lease
        self._pause = pause
        self._watch = watch
        self._name = f"{os.getpid()}:{ids.new()}"
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def _tidied(self) -> None:
        for tenant in self.tenants:
            if self._tidy is not None:
                self._tidy(tenant)

    def work(self) -> int:
        """Do all that is due now, or until somebody stops it; how many jobs were taken."""
        taken = 0
        while not self._stopping.is_set():
            before = taken
            for tenant in self.tenants:
                if self._stopping.is_set():
                    break
                taken += self._one(tenant)
            if taken == before:
                break
        return taken

    def run(self) -> None:
        """Do what is due and wait for more, until `stop`. A database that is away is waited for."""
        pause = self._pause
        tidied: float | None = None
        while not self._stopping.is_set():
            try:
                if tidied is None or time.monotonic() - tidied > _LONGEST_PAUSE:
                    self._tidied()
                    tidied = time.monotonic()
                self.work()
                pause = self._pause
            except BackendError as error:
                _log.warning("the worker tries again in %g s: %s", pause, error)
                pause = min(2 * pause, _LONGEST_PAUSE)
            self._stopping.wait(pause)

    def start(self) -> Self:
        """`run` in a thread of its own."""
        if self._thread is None:
            self._thread = threading.Thread(target=self.run, name="stratal-worker", daemon=True)
            self._thread.start()
        return self

    def ask_to_stop(self) -> None:
        """Let the piece in hand end and begin no other. Returns at once; safe in a signal."""
        self._stopping.set()

    def stop(self) -> None:
        """As `ask_to_stop`, and wait for it. The job in hand goes back into the queue."""
        self.ask_to_stop()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def backlog(self) -> dict[str, Backlog]:
        """What there is to do for each tenant, and how late it is."""
        found = {}
        for tenant in self.tenants:
            with self._database.read(tenant) as tx:
                found[tenant] = jobs.backlog(tx, self._clock.now())
        return found

    def _one(self, tenant: str) -> bool:
        # An empty queue costs a look, and no lock.
        with self._database.read(tenant) as tx:
            found = jobs.due(tx, list(self._handlers), self._clock.now())
        for wanted in found:
            with self._database.write(tenant) as tx:
                job = jobs.take(
                    tx, wanted, worker=self._name, lease=self._lease, now=self._clock.now()
                )
            if job is not None:
                self._do(tenant, job)
                return True
        return False

    def _do(self, tenant: str, job: Job) -> None:
        work = Work(
            job=job,
            tenant=tenant,
            database=self._database,
            embedder=self._embedder,
            clock=self._clock,
            lease=self._lease,
        )
        try:
            whole = self._through(work)
        except Exception as error:
            # Whatever is wrong with one job must not end the work on the others; it is kept.
            _log.warning("job %s (%s) failed: %s", job.id, job.kind, _described(error))
            with work.write() as tx:
                jobs.failed(tx, job, _described(error), now=self._clock.now())
            return
        if whole is None:
            return
        end = jobs.done if whole else jobs.hand_back
        with work.write() as tx:
            end(tx, job, now=self._clock.now())

    def _through(self, work: Work) -> bool | None:
        """Whether the handler came to its end; None if the job was another's meanwhile."""
        with closing(self._handlers[work.job.kind](work)) as steps:
            for progress in steps:
                if self._watch is not None:
                    self._watch(work.tenant, work.job, progress)
                if self._stopping.is_set():
                    return False
                with work.write() as tx:
                    kept = jobs.extend(tx, work.job, lease=self._lease, now=self._clock.now())
                if not kept:
                    return None
        return True


def _default_handlers(embedder: Embedder | None) -> dict[str, Handler]:
    from stratal.flows.embedding import CELLS, EMBED
    from stratal.upkeep.cells import lay_out
    from stratal.upkeep.embed import embed

    handlers: dict[str, Handler] = {CELLS: lay_out}
    if embedder is not None:
        handlers[EMBED] = embed
    return handlers


def _described(error: Exception) -> str:
    """What is kept of an error: no words but the machinery's own, since others may be content."""
    if isinstance(error, BackendError):
        return f"{type(error).__name__}: {error}"
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = "" if at is None else f" in {at.tb_frame.f_globals.get('__name__')}, {at.tb_lineno}"
    return f"{type(error).__name__}{where}"
