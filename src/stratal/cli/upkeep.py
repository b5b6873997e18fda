"""Looking after the store: examine it, make derived data again, change tables, do the jobs."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from stratal.cli import status
from stratal.cli.options import Here
from stratal.core.canonical import Json
from stratal.core.clock import SystemClock, TimeOrderedIds
from stratal.errors import InvalidValue

if TYPE_CHECKING:
    from stratal.memory import Memory
    from stratal.storage.jobs import Backlog, Job
    from stratal.upkeep.doctor import Finding, Report
    from stratal.upkeep.rebuild import Rebuilt
    from stratal.upkeep.worker import Progress, Worker

_SHOWN = 20
"""Findings of a code that are listed; --json lists up to a thousand."""
_AWAY = "  " * 20


def doctor(here: Here) -> int:
    """Derive again what can be derived, and list what disagrees.

    Of one tenant, and of the database as such. Nothing is written. Status 1 if something disagrees.
    """
    from stratal.upkeep.doctor import examine

    with here.settings.memory() as memory, counter(here) as told:
        report = examine(
            memory.database,
            here.settings.principal.tenant,
            generation=_named_generation(here, memory),
            told=told,
        )
    if here.out.as_json:
        here.out.document(_report_document(report))
    else:
        _show_report(here, report)
    return status.DONE if report.clean else status.REFUSED


def health(
    here: Here,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only whether it answers, not what it holds.")
    ] = False,
) -> int:
    """Whether the store answers now, and what it holds, class by class.

    A read, a write that changes nothing, a text embedded; then how much is remembered, how old it
    is, how much is used, unconfirmed, twice. Status 5 if something does not answer.
    """
    from stratal.cli.stock import show_stock, stock_document
    from stratal.upkeep.health import check
    from stratal.upkeep.stock import take_stock

    with here.settings.memory() as memory:
        tenant = here.settings.principal.tenant
        found = check(
            memory.database, tenant, memory.embedder, generation=_named_generation(here, memory)
        )
        stock = take_stock(memory.ground(tenant)) if found.well and not quick else None
    if here.out.as_json:
        signs: Json = [
            {"part": sign.part, "problem": sign.problem, "seconds": round(sign.seconds, 3)}
            for sign in found.signs
        ]
        holds = None if stock is None else stock_document(stock)
        here.out.document({"well": found.well, "signs": signs, "holds": holds})
    else:
        rows = [
            (sign.part, f"{sign.seconds:.2f} s", sign.problem or "answers") for sign in found.signs
        ]
        here.out.table(("part", "after", "answer"), rows, wide="answer")
        if stock is not None:
            show_stock(here.out, stock)
    return status.DONE if found.well else status.BACKEND


def rebuild(
    here: Here,
    vectors: Annotated[
        bool,
        typer.Option(
            "--vectors",
            help="After a change of --embedder: make its vectors, then remove those of others.",
        ),
    ] = False,
) -> None:
    """Make derived data again: entries of the search index, counts and vectors, of one tenant.

    Log and records are not touched; what is right stays as it is. Vectors come back by themselves.
    """
    if vectors:
        _rebuild_vectors(here)
        return
    from stratal.upkeep.rebuild import rebuild as made_again

    with here.settings.memory() as memory, counter(here) as told:
        done = made_again(memory.database, here.settings.principal.tenant, told=told)
    if here.out.as_json:
        here.out.document(_rebuilt_document(done))
        return
    if not done.changed:
        here.out.say(f"Nothing to do: {done.looked_at:,} entries are as they should be.", "green")
        return
    here.out.say("Made again:", "bold")
    for count, what in (
        (done.entries_put, "entries that were missing or differed"),
        (done.entries_removed, "entries that should not be there, removed"),
        (done.runs_packed, "runs of entries whose terms were packed otherwise"),
        (done.counts_set, "counts of spaces"),
        (done.vectors_removed, "vectors, removed; recall and jobs compute them anew"),
    ):
        if count:
            here.out.say(f"  {count:,} {what}")


def _rebuild_vectors(here: Here) -> None:
    from stratal.upkeep.embed import embed_all

    with here.settings.memory() as memory, counter(here) as told:
        if memory.embedder is None:
            raise InvalidValue("embedder", here.settings.embedder, "makes no vectors: name one")
        done = embed_all(
            memory.database,
            here.settings.principal.tenant,
            memory.embedder,
            clock=SystemClock(),
            told=lambda one: told(f"of {one.of:,} vectors", one.done),
        )
    if here.out.as_json:
        document: dict[str, Json] = {
            "generation": done.generation,
            "made": done.made,
            "removed": done.removed,
        }
        here.out.document(document)
    elif not done.made and not done.removed:
        here.out.say("Nothing to do: every vector is there, and there are no others.", "green")
    else:
        here.out.say(f"{done.made:,} vectors made, {done.removed:,} of other embedders removed.")


def _named_generation(here: Here, memory: Memory) -> str | None:
    """The key of the embedder that was named: who names none may use another in a program."""
    if here.settings.named_embedder is None or memory.embedder is None:
        return None
    return memory.embedder.generation.key


def migrate(
    here: Here,
    runtime_role: Annotated[
        str | None,
        typer.Option(
            metavar="ROLE",
            help="PostgreSQL: who opens the database afterwards; is given what that needs.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Make the tables, or bring them up to date.

    On PostgreSQL as the role that owns them. A SQLite file is brought up to date by whoever opens
    it; this does so now, and says where the copy of before is.
    """
    if here.settings.database.startswith(("postgresql://", "postgres://")):
        from stratal.storage.postgresql_migrations import migrate as migrated

        done = migrated(here.settings.database, runtime_role=runtime_role)
        copy: Path | None = None
    else:
        if runtime_role is not None:
            raise InvalidValue("runtime role", runtime_role, "is for PostgreSQL: SQLite has none")
        from stratal.storage.sqlite import copy_of, pending

        path = Path(here.settings.database)
        done = pending(path)
        there = path.exists()
        with here.settings.memory():
            pass
        copy = copy_of(path, done[-1].no) if done and there else None
    if here.out.as_json:
        here.out.document(
            {
                "done": [{"no": one.no, "name": one.name} for one in done],
                "copy": None if copy is None else str(copy),
            }
        )
        return
    if not done:
        here.out.say("The tables are up to date.", "green")
        return
    here.out.say(f"Tables brought from {done[0].no - 1} to {done[-1].no}:", "bold")
    for one in done:
        here.out.say(f"  {one.no:04d} {one.name.replace('_', ' ')}")
    if copy is not None:
        here.out.say(f"As it was before: {copy}")


def worker(
    here: Here,
    also: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TENANT",
            help="Another tenant to work for; may be repeated.",
            show_default=False,
        ),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="End when nothing is due any more.")] = False,
    retry: Annotated[
        bool, typer.Option("--retry", help="First, try again what was set aside.")
    ] = False,
    look: Annotated[
        bool,
        typer.Option(
            "--look", "--status", help="Only show what there is to do, and how late it is."
        ),
    ] = False,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="VENDOR:MODEL",
            help="Flows ask this language model; else $STRATAL_MODEL, else rules alone.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Do the jobs that were left for later, until it is stopped: vectors, flows, summaries.

    A stop (Ctrl-C, SIGTERM) lets the piece in hand end; the rest of the job waits for the next
    worker. Of a worker that was killed, others take the job over within two minutes.
    """
    from stratal.later import flow_handlers, leave_due
    from stratal.upkeep.worker import Worker

    tenants = [here.settings.principal.tenant, *(also or ())]
    with here.settings.memory(model=None if look else here.settings.model(model)) as memory:
        clock = SystemClock()
        does = Worker(
            memory.database,
            tenants=tenants,
            embedder=memory.embedder,
            clock=clock,
            ids=TimeOrderedIds(clock),
            watch=_watch(here),
            also=flow_handlers(memory),
            tidy=lambda tenant: leave_due(memory, tenant, clock.now()),
        )
        if retry:
            _retry(memory, does)
        if not look:
            for tenant in tenants if once else ():
                leave_due(memory, tenant, clock.now())
            with _until_stopped(does):
                if once:
                    does.work()
                else:
                    does.run()
        backlog = does.backlog()
        aside = _aside(memory, does)
    if here.out.as_json:
        here.out.document(
            {
                "tenants": [
                    {"tenant": tenant, **_backlog_document(one), "gave_up": aside[tenant]}
                    for tenant, one in backlog.items()
                ]
            }
        )
    else:
        _show_backlog(here, backlog, aside)
    return status.REFUSED if any(one.set_aside for one in backlog.values()) else status.DONE


@contextmanager
def _until_stopped(does: Worker) -> Iterator[None]:
    """Let Ctrl-C and SIGTERM ask the worker to stop, and give them back afterwards."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        does.ask_to_stop()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def counter(here: Here) -> Iterator[Callable[[str, int], None]]:
    """Tells a person at a terminal how far it is, on one line that is gone at the end."""
    shown = sys.stderr.isatty() and not here.out.as_json

    def told(what: str, count: int) -> None:
        if shown:
            print(f"\r{count:,} {what}{_AWAY}", end="\r", file=sys.stderr, flush=True)

    yield told
    if shown:
        print(f"\r{_AWAY * 2}", end="\r", file=sys.stderr, flush=True)


def _watch(here: Here) -> Callable[[str, Job, Progress], None]:
    def told(tenant: str, job: Job, progress: Progress) -> None:
        if not here.out.as_json:
            here.out.say(f"{tenant}: {job.kind}, {progress.done:,} of {progress.of:,}", "dim")

    return told


def _retry(memory: Memory, does: Worker) -> None:
    from stratal.storage import jobs

    for tenant in does.tenants:
        with memory.database.write(tenant) as tx:
            jobs.retry(tx, SystemClock().now())


def _aside(memory: Memory, does: Worker) -> dict[str, list[Json]]:
    from stratal.storage import jobs

    found: dict[str, list[Json]] = {}
    for tenant in does.tenants:
        with memory.database.read(tenant) as tx:
            found[tenant] = [
                {"id": one.id, "kind": one.kind, "attempts": one.attempts, "error": one.error}
                for one in jobs.set_aside(tx)
            ]
    return found


def _show_report(here: Here, report: Report) -> None:
    out = here.out
    looked_at = ", ".join(f"{what} {count:,}" for what, count in report.looked_at.items())
    if report.clean:
        out.say("Nothing disagrees.", "green")
        out.say(f"Looked at: {looked_at or 'an empty store'}.", "dim")
        if report.not_embedded:
            out.say(f"{report.not_embedded:,} entries have no vector yet: stratal worker --once")
        return
    out.table(
        ("finding", "where", "what disagrees"),
        # The name of a piece of a document is so long that a column of its own would not leave
        # room for the others.
        (
            (one.code.value, one.where, f"{one.id}: {one.message}" if one.id else one.message)
            for one in _listed(report)
        ),
        wide="what disagrees",
    )
    total = sum(report.counts.values())
    mendable = sum(count for code, count in report.counts.items() if code.mendable)
    out.say("")
    out.say(f"{total:,} findings, of which `stratal rebuild` mends {mendable:,}.", "bold")
    if mendable < total:
        out.say("The others concern the log or records: restore a copy, or correct them by hand.")


def _listed(report: Report) -> Iterator[Finding]:
    shown: dict[str, int] = {}
    for one in report.findings:
        shown[one.code] = shown.get(one.code, 0) + 1
        if shown[one.code] <= _SHOWN:
            yield one


def _show_backlog(here: Here, backlog: dict[str, Backlog], aside: dict[str, list[Json]]) -> None:
    here.out.table(
        ("tenant", "waiting", "running", "set aside", "late by"),
        (
            (
                tenant,
                f"{one.waiting:,}",
                f"{one.running:,}",
                f"{one.set_aside:,}",
                f"{one.lag.total_seconds():,.0f} s",
            )
            for tenant, one in backlog.items()
        ),
    )
    for tenant, given_up in aside.items():
        for one in given_up:
            assert isinstance(one, dict)
            here.out.say(
                f"{tenant}: {one['kind']} was given up after {one['attempts']} attempts: "
                f"{one['error']}",
                "yellow",
            )


def _report_document(report: Report) -> dict[str, Json]:
    return {
        "tenant": report.tenant,
        "clean": report.clean,
        "counts": {code.value: count for code, count in report.counts.items()},
        "findings": [
            {
                "code": one.code.value,
                "where": one.where,
                "id": one.id,
                "message": one.message,
                "mendable": one.mendable,
            }
            for one in report.findings
        ],
        "looked_at": dict(report.looked_at),
        "not_embedded": report.not_embedded,
    }


def _rebuilt_document(done: Rebuilt) -> dict[str, Json]:
    return {
        "entries_put": done.entries_put,
        "entries_removed": done.entries_removed,
        "runs_packed": done.runs_packed,
        "counts_set": done.counts_set,
        "vectors_removed": done.vectors_removed,
        "looked_at": done.looked_at,
    }


def _backlog_document(backlog: Backlog) -> dict[str, Json]:
    return {
        "waiting": backlog.waiting,
        "running": backlog.running,
        "set_aside": backlog.set_aside,
        "lag_seconds": backlog.lag.total_seconds(),
    }
