"""Forgetting by rule: what a sweep would do and did, taking it back, and what is out of use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from stratal.cli.documents import instant, record_document
from stratal.cli.options import Here
from stratal.cli.output import one_line, short_ids
from stratal.cli.progress import progress
from stratal.core.canonical import Json
from stratal.core.forgetting import Act, Cause, Kept, SweepReport
from stratal.core.records import Record

if TYPE_CHECKING:
    from stratal.flows.forgetting.sweep import Progress
    from stratal.memory import Memory

_ACTS = {
    Act.EXPIRE: "expires",
    Act.MERGE: "merged",
    Act.UNITE: "given evidence",
    Act.COOL: "goes cold",
    Act.RENEW: "lives on",
    Act.SET_ASIDE: "set aside",
}
_CAUSES = {
    Cause.TTL_OVER: "its time is over",
    Cause.UNANSWERED: "nobody answered",
    Cause.DUPLICATE: "another says the same",
    Cause.FADED: "old and little",
    Cause.OVER_CAPACITY: "no room for it",
    Cause.INACTIVE: "nobody asked for it",
    Cause.IN_USE: "stated or asked for",
    Cause.RETENTION: "kept long enough",
}
_KEPT = {
    Kept.SAID: "said by the person",
    Kept.CONFIRMED: "confirmed by a person",
    Kept.BINDING: "binding",
    Kept.UNDONE: "brought back by a person",
}
_KINDS = {
    "context": "records of prompts",
    "replies": "raw replies",
    "version": "file versions",
    "scratch": "scratch notes",
    "job": "jobs done",
    "message": "messages",
    "event": "events",
    "checkpoint": "former states of tasks",
}
_LISTED = 20


def sweep(
    here: Here,
    dry: Annotated[
        bool, typer.Option("--dry", help="Only show what would be done; nothing is written.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="With --dry: each thing, not only how many.")
    ] = False,
    last: Annotated[
        bool, typer.Option("--last", help="Only list the last sweeps, to undo one.")
    ] = False,
) -> None:
    """Forget what the policy says: expire, merge, cool, set aside. All of the tenant.

    What you said or confirmed is safe. `stratal undo` takes a sweep back, or what it did to one
    thing; what was set aside is removed by a sweep after the time of grace.
    """
    with here.settings.memory() as memory:
        if last:
            _last(here, memory)
            return
        with _told(here) as told:
            report = memory.sweep(here.settings.principal.tenant, dry=dry, told=told)
    if here.out.as_json:
        here.out.document(_report_document(report, steps=dry and everything))
        return
    _show(here, report, everything=everything)


def undo(
    here: Here,
    what: Annotated[
        str,
        typer.Argument(
            metavar="SWEEP|ITEM",
            help="A sweep's id, or an item's, or the beginning of one (6 characters at least).",
            show_default=False,
        ),
    ],
    item: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Of the sweep only this item.", show_default=False),
    ] = None,
) -> None:
    """Take back what a sweep did: all of it, or to one thing. Later sweeps leave that alone.

    What somebody changed since stays as it is; what was removed for good does not come back.
    """
    settings = here.settings
    with settings.memory() as memory:
        found = _sweep_and_item(here, memory, what, item)
        report = memory.undo(
            settings.principal.tenant, found[0], item=found[1], by=settings.principal.actor
        )
    if here.out.as_json:
        here.out.document(
            {
                "sweep": report.sweep,
                "undone": report.undone,
                "changed_since": report.changed_since,
                "removed": report.removed,
            }
        )
        return
    here.out.say(f"{report.undone:,} as before.", "green" if report.undone else "")
    if report.changed_since:
        here.out.say(f"{report.changed_since:,} changed since, and left as they are.", "yellow")
    if report.removed:
        here.out.say(f"{report.removed:,} removed for good, and not to be had back.", "yellow")


def cold(
    here: Here,
    query: Annotated[
        str | None, typer.Argument(help="What to look for; else all is listed.", show_default=False)
    ] = None,
    k: Annotated[int, typer.Option("-k", help="Found ones at most.")] = 10,
) -> None:
    """List what is out of use, or search in it; `stratal restore` brings a thing back.

    Recall does not meet it: it stands in an index of its own.
    """
    with here.settings.memory() as memory:
        session = here.settings.wide_session(memory)
        if query is None:
            found = [*session.profile.cold(), *session.memories.cold()]
        else:
            hits = session.recall(query, k=k, cold=True).hits
            found = [hit.record for hit in hits if hit.record is not None]
    if here.out.as_json:
        here.out.document({"cold": [record_document(one) for one in found]})
        return
    if not found:
        here.out.say("Nothing cold bears on it." if query else "Nothing is out of use.")
        return
    ids = short_ids(one.id for one in found)
    here.out.table(
        ("item", "scope", "since", "because", "content"),
        (
            (
                ids[one.id],
                str(one.scope),
                here.out.day(one.known_from),
                _because(one),
                one_line(one.content),
            )
            for one in found
        ),
        wide="content",
    )


def _because(record: Record) -> str:
    reason = record.state.status_reason
    return _CAUSES[Cause(reason)] if reason in set(Cause) else reason or "forgotten"


def _sweep_and_item(
    here: Here, memory: Memory, what: str, item: str | None
) -> tuple[str, str | None]:
    """The sweep that is meant, and of what; an item alone stands for what was last done to it."""
    from stratal.cli.finding import find
    from stratal.errors import NotFound
    from stratal.flows.forgetting.undo import last_of
    from stratal.storage import sweeps

    tenant = here.settings.principal.tenant
    if item is not None:
        return what, item
    with memory.database.read(tenant) as tx:
        if sweeps.beginning(tx, what.lower()):
            return what, None
    try:
        whole = find(here.settings, memory, what).record.id
    except NotFound:
        whole = what
    action = last_of(memory.ground(tenant), whole)
    if action is None:
        raise NotFound("sweep, or item that one changed,", what)
    return action.sweep, whole


def _last(here: Here, memory: Memory) -> None:
    from stratal.storage import sweeps

    with memory.database.read(here.settings.principal.tenant) as tx:
        rows = sweeps.newest(tx, _LISTED)
        counts = {row.id: sum(group.count for group in sweeps.groups(tx, row.id)) for row in rows}
    if here.out.as_json:
        listed: list[Json] = [
            {
                "id": row.id,
                "state": row.state.value,
                "started_at": instant(row.started_at),
                "ended_at": instant(row.ended_at),
                "actions": counts[row.id],
            }
            for row in rows
        ]
        here.out.document({"sweeps": listed})
        return
    if not rows:
        here.out.say("Nothing was swept yet.")
        return
    here.out.table(
        ("sweep", "begun", "state", "actions"),
        (
            (row.id, here.out.moment(row.started_at), row.state.value, f"{counts[row.id]:,}")
            for row in rows
        ),
        numbers=("actions",),
    )


def _show(here: Here, report: SweepReport, *, everything: bool) -> None:
    out = here.out
    groups = [group for group in report.groups if group.act is not Act.UNITE]
    if groups:
        out.say("Would be done; nothing is written." if report.dry else "Done.", "bold")
        out.table(
            ("what", "why", "where", "how many", "frees"),
            (
                (
                    _ACTS[group.act],
                    _CAUSES[group.cause],
                    _where(group.kind, group.place),
                    f"{group.count:,}",
                    _size(group.frees),
                )
                for group in groups
            ),
            numbers=("how many", "frees"),
            wide="where",
        )
        due = [group.due_at for group in groups if group.due_at is not None]
        if due:
            out.say(f"What is set aside is removed after {out.moment(max(due))}.", "dim")
    else:
        out.say("Nothing is to be forgotten.", "green")
    if report.removed:
        verb = "would be removed" if report.dry else "removed"
        out.say(f"{report.removed:,} set aside earlier {verb} for good.")
    for kept, count in report.kept.items():
        out.say(f"Kept: {count:,} {_KEPT[kept]}.", "dim")
    if report.dry and everything:
        _steps(here, report)
    if not report.dry and groups:
        out.say(f"To take it back: stratal undo {report.id}")


def _steps(here: Here, report: SweepReport) -> None:
    ids = short_ids(step.item for step in report.steps)
    here.out.say("")
    here.out.table(
        ("item", "what", "why", "content"),
        (
            (ids[step.item], _ACTS[step.act], _CAUSES[step.cause], one_line(step.content))
            for step in report.steps
        ),
        wide="content",
    )
    told = sum(group.count for group in report.groups if not group.due_at)
    if told > len(report.steps):
        here.out.say(f"and {told - len(report.steps):,} more", "dim")


def _where(kind: str, place: str) -> str:
    return _KINDS.get(kind, kind) if not place else f"{kind} of {place}"


def _size(characters: int) -> str:
    if characters < 1_000:
        return f"{characters} B"
    return (
        f"{characters / 1_000:,.0f} kB" if characters < 10**6 else f"{characters / 10**6:,.1f} MB"
    )


@contextmanager
def _told(here: Here) -> Iterator[Callable[[Progress], None]]:
    with progress(here) as bar:

        def told(one: Progress) -> None:
            if bar is not None:
                bar.show(one.what, one.done / one.of if one.of else None)

        yield told


def _report_document(report: SweepReport, *, steps: bool) -> dict[str, Json]:
    document: dict[str, Json] = {
        "id": report.id,
        "tenant": report.tenant,
        "dry": report.dry,
        "started_at": instant(report.started_at),
        "ended_at": instant(report.ended_at),
        "looked_at": report.looked_at,
        "removed": report.removed,
        "groups": [
            {
                "act": group.act.value,
                "cause": group.cause.value,
                "kind": group.kind,
                "place": group.place,
                "count": group.count,
                "frees": group.frees,
                "due_at": instant(group.due_at),
            }
            for group in report.groups
        ],
        "kept": {kept.value: count for kept, count in report.kept.items()},
    }
    if steps:
        document["steps"] = [
            {
                "act": step.act.value,
                "cause": step.cause.value,
                "kind": step.kind,
                "place": step.place,
                "item": step.item,
                "content": step.content,
            }
            for step in report.steps
        ]
    return document
