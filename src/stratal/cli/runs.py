"""What flows have done: to see it, to approve it, to take it back; and what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from stratal.cli import status
from stratal.cli.documents import outcome_document, run_document
from stratal.cli.options import Here, command, group
from stratal.cli.output import one_line, plain, short_ids
from stratal.core.runs import (
    ForgetFact,
    Refused,
    ReviseMemory,
    RunItem,
    ToEvents,
    ToMemories,
    ToProfile,
    ToTask,
)
from stratal.errors import BadInput

if TYPE_CHECKING:
    from stratal.flows.runs import RunReport, Runs

app = typer.Typer()

_LEAST = 6
_DOLLAR = 1_000_000
RunId = Annotated[
    str,
    typer.Argument(
        metavar="RUN",
        help="Its id, or the beginning of it (6 characters at least).",
        show_default=False,
    ),
]


@app.callback(invoke_without_command=True)
@group
def _runs() -> None:
    """What flows derived, run by run: list, show, approve, reject, roll back, retry, spend."""


@app.command(name="list")
@command
def list_runs(
    here: Here,
    state: Annotated[
        str | None, typer.Option(help="Only runs that stand so.", show_default=False)
    ] = None,
    limit: Annotated[int, typer.Option(help="At most so many.")] = 20,
) -> None:
    """List runs, the newest first."""
    with here.settings.memory() as memory:
        found = here.settings.wide_session(memory).runs.latest(state, limit=limit)
    if here.out.as_json:
        here.out.document({"runs": [run_document(run) for run in found]})
        return
    if not found:
        here.out.say("No run yet.")
        return
    ids = short_ids(run.id for run in found)
    here.out.table(
        ("run", "flow", "state", "tokens", "started", "of"),
        (
            (
                ids[run.id],
                run.flow,
                run.state.value.replace("_", " "),
                f"{run.given + run.answered:,}",
                here.out.moment(run.started_at),
                run.task or run.conversation,
            )
            for run in found
        ),
        wide="of",
    )


@app.command()
@command
def show(
    here: Here,
    run: RunId,
    raw: Annotated[
        bool, typer.Option("--raw", help="Also what the model replied, as it came.")
    ] = False,
) -> None:
    """Show what a run proposed, what became of it, and what it cost."""
    with here.settings.memory() as memory:
        book = here.settings.wide_session(memory).runs
        report = book.report(_whole_id(book, run))
        replies = book.replies(report.run.id)
    if here.out.as_json:
        here.out.document(
            {
                **run_document(report.run),
                "items": [
                    {
                        "no": item.no,
                        "proposal": _words(item),
                        "outcome": None if item.outcome is None else outcome_document(item.outcome),
                        "undone": None if item.undone is None else outcome_document(item.undone),
                    }
                    for item in report.items
                ],
                "replies": [
                    {
                        "text": one.text,
                        "problem": one.problem,
                        "tokens": one.tokens,
                        "cost": one.cost,
                    }
                    for one in replies
                ],
            }
        )
        return
    _show(here, report)
    for one in replies if raw else ():
        here.out.say(f"\nReply, {one.tokens:,} tokens{': ' + one.problem if one.problem else ''}")
        here.out.say(plain(one.text), "dim")


@app.command()
@command
def approve(here: Here, run: RunId) -> int:
    """Write what a dry run, or one that waits for you, proposed."""
    with here.settings.memory() as memory:
        book = here.settings.wide_session(memory).runs
        report = book.approve(_whole_id(book, run))
    here.out.outcomes(report.outcomes)
    return status.of_outcomes(report.outcomes)


@app.command()
@command
def reject(here: Here, run: RunId) -> None:
    """Have nothing written of what a dry run, or one that waits for you, proposed."""
    with here.settings.memory() as memory:
        book = here.settings.wide_session(memory).runs
        rejected = book.reject(_whole_id(book, run))
    _state(here, rejected.id, "Nothing of it was written.")


@app.command()
@command
def rollback(here: Here, run: RunId) -> int:
    """Take back all that a run wrote; what was changed since stays, and is named."""
    with here.settings.memory() as memory:
        book = here.settings.wide_session(memory).runs
        report = book.roll_back(_whole_id(book, run))
    undone = [item.undone for item in report.items if item.undone is not None]
    here.out.outcomes(undone)
    return status.of_outcomes(undone)


@app.command()
@command
def retry(here: Here, run: RunId) -> None:
    """Let a run be tried again that was set aside after it had failed too often."""
    with here.settings.memory() as memory:
        book = here.settings.wide_session(memory).runs
        again = book.retry(_whole_id(book, run))
    _state(here, again.id, "It is tried again when its flow is next at it.")


@app.command()
@command
def spend(
    here: Here, days: Annotated[int, typer.Option(help="The last so many days (UTC).")] = 7
) -> None:
    """What language models took, by day, person and flow."""
    with here.settings.memory() as memory:
        found = here.settings.wide_session(memory).runs.spent(days)
    if here.out.as_json:
        here.out.document(
            {
                "spend": [
                    {
                        "day": one.day,
                        "user": one.owner,
                        "flow": one.flow,
                        "calls": one.calls,
                        "tokens": one.tokens,
                        "cost": one.cost,
                    }
                    for one in found
                ]
            }
        )
        return
    if not found:
        here.out.say("No language model was asked.")
        return
    here.out.table(
        ("day", "person", "flow", "calls", "tokens", "dollars"),
        (
            (one.day, one.owner, one.flow, f"{one.calls:,}", f"{one.tokens:,}", _dollars(one.cost))
            for one in found
        ),
    )


def _show(here: Here, report: RunReport) -> None:
    run = report.run
    here.out.say(f"Run {run.id}", "bold")
    here.out.say(
        f"{run.flow} of {run.task or run.conversation}, {run.state.value.replace('_', ' ')}, "
        f"by {run.model} with {run.prompt}"
    )
    span = "" if run.span is None else f"messages {run.span[0]} to {run.span[1]}, "
    here.out.say(
        f"{span}{run.calls:,} calls, {run.given + run.answered:,} tokens, "
        f"{_dollars(run.cost)} dollars",
        "dim",
    )
    if run.problem:
        here.out.say(plain(run.problem), "yellow")
    here.out.table(
        ("", "became", "what was proposed"),
        ((str(item.no), _became(item), one_line(_words(item))) for item in report.items),
        wide="what was proposed",
    )


def _became(item: RunItem) -> str:
    outcome = item.undone or item.outcome
    return "" if outcome is None else f"{outcome.done.value}: {outcome.code}"


def _words(item: RunItem) -> str:
    match item.proposal:
        case ToTask(change=change):
            replaces = f" (for {', '.join(change.replaces)})" if change.replaces else ""
            return f"{change.field}: {change.text}{replaces}"
        case ToMemories() as one:
            return f"{one.kind} in {one.scope}: {one.content}"
        case ReviseMemory() as one:
            return f"revise {one.id}: {one.content}"
        case ToProfile() as one:
            return f"{one.key} in the profile: {one.value}"
        case ToEvents() as one:
            return f"{one.kind}, {one.at:%Y-%m-%d}: {one.text}"
        case ForgetFact() as one:
            return f"forget profile fact {one.id}"
        case Refused() as one:
            return one.outcome.message
        case one:
            return f"forget {one.id}"


def _dollars(cost: int | None) -> str:
    return "?" if cost is None else f"{cost / _DOLLAR:.4f}"


def _state(here: Here, id: str, sentence: str) -> None:
    if here.out.as_json:
        here.out.document({"id": id, "message": sentence})
    else:
        here.out.say(sentence)


def _whole_id(book: Runs, beginning: str) -> str:
    """The id that begins so. Raises `BadInput` where several do; unknown ones pass, unfound."""
    if len(beginning) < _LEAST:
        raise BadInput(f"{beginning!r} is too short for a run: give {_LEAST} characters at least")
    found = book.ids_beginning(beginning)
    if len(found) > 1:
        raise BadInput(f"several runs begin so: {', '.join(found)}")
    return found[0] if found else beginning
