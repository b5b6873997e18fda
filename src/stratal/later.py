"""What a worker does for flows that were left for later: each job in the session that left it."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from stratal.core.identity import Principal
from stratal.core.outcomes import Done
from stratal.core.runs import RunState
from stratal.core.tasks import TaskStatus
from stratal.errors import KeyUnusable, ModelUnavailable, NotFound
from stratal.flows.ending import idle
from stratal.flows.forgetting.sweep import SWEEP, begin, is_due
from stratal.flows.queue import ARCHIVE, CONSOLIDATE, END, KEEP_PROFILE, Errand
from stratal.flows.runs import RunReport
from stratal.storage import jobs
from stratal.storage.jobs import NewJob
from stratal.upkeep.worker import Handler, Progress, Work

if TYPE_CHECKING:
    from stratal.layers.task import Task
    from stratal.memory import Memory
    from stratal.session import Session

_BROKEN_OFF = timedelta(minutes=10)
"""An erasure that was begun so long ago is nobody's any more; two that end one do no harm."""


def flow_handlers(memory: Memory) -> dict[str, Handler]:
    """A handler for each flow that can be left for later, with the memory's language model."""

    def session(work: Work) -> tuple[Session, Errand]:
        errand = Errand.of(work.job.payload)
        made = memory.session(
            Principal(tenant=work.tenant, user=errand.user, agent=errand.agent),
            id=errand.conversation,
            scopes=errand.scopes,
            write=errand.write,
            time_zone=errand.time_zone,
        )
        return made, errand

    def consolidate(work: Work) -> Generator[Progress, None, None]:
        at, errand = session(work)
        try:
            task = at.tasks.get(errand.task)
        except NotFound:
            return
        done = 0
        while (report := at.consolidate_span(task)) is not None:
            _settled(report)
            done += 1
            yield Progress(done=done, of=done)
        if task.status is TaskStatus.OPEN:
            at.compact(task=task)

    def archive(work: Work) -> Generator[Progress, None, None]:
        at, errand = session(work)
        _settled(at.archive(at.tasks.get(errand.task), case=errand.case))
        yield Progress(done=1, of=1)

    def end(work: Work) -> Generator[Progress, None, None]:
        at, _ = session(work)
        report = at.end()
        if report is not None:
            _settled(report)
        yield Progress(done=1, of=1)

    def keep_profile(work: Work) -> Generator[Progress, None, None]:
        at, errand = session(work)
        task: Task | None = None
        with suppress(NotFound):
            task = at.tasks.get(errand.task) if errand.task else None
        done = 0
        while (report := at.keep_profile_span(task=task)) is not None:
            _settled(report)
            done += 1
            yield Progress(done=done, of=done)

    def forget(work: Work) -> Generator[Progress, None, None]:
        told = time.monotonic()
        for step in begin(memory.ground(work.tenant), "worker").steps():
            # A sign of life a second is enough; each is a write.
            if time.monotonic() - told > 1:
                told = time.monotonic()
                yield Progress(done=step.done, of=step.of)
        yield Progress(done=1, of=1)

    return {
        SWEEP: forget,
        CONSOLIDATE: consolidate,
        ARCHIVE: archive,
        END: end,
        KEEP_PROFILE: keep_profile,
    }


def leave_idle(memory: Memory, tenant: str, now: datetime) -> int:
    """Leave a job for each conversation of the tenant that has ended by the policy; how many."""
    left = 0
    for one in idle(memory.database, tenant, memory.policy, now):
        ended = memory.session(Principal(tenant=tenant, user=one.owner), id=one.conversation)
        left += ended.end_later().done is Done.STORED
    return left


def leave_due(memory: Memory, tenant: str, now: datetime) -> int:
    """Leave jobs for all that nobody asks for and the policy does; how many."""
    _end_erasures(memory, tenant, now)
    return leave_idle(memory, tenant, now) + _leave_sweep(memory, tenant, now)


def _end_erasures(memory: Memory, tenant: str, now: datetime) -> None:
    """End erasures that were broken off: who asked must not wait for somebody to notice."""
    erasing = memory.erasing(tenant, asked_by="worker")
    if any(one.asked_at < now - _BROKEN_OFF for one in erasing.unfinished()):
        # Without the key nobody can; the doctor says that it is due.
        with suppress(KeyUnusable):
            erasing.resume()


def _leave_sweep(memory: Memory, tenant: str, now: datetime) -> bool:
    ground = memory.ground(tenant)
    if not is_due(ground):
        return False
    job = NewJob(kind=SWEEP, key=SWEEP, lane=SWEEP, payload={})
    with memory.database.write(tenant) as tx:
        return jobs.enqueue(tx, job, id=ground.ids.new(), now=now, again=True)


def _settled(report: RunReport) -> None:
    """Raises where the job is to be tried again: the queue waits longer each time."""
    if report.run.state is RunState.FAILED:
        raise ModelUnavailable(report.run.model, report.run.problem)
    if report.run.state is RunState.RUNNING:
        raise ModelUnavailable(report.run.model, "another has this piece of work in hand")
