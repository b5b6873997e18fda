"""Flows between layers, by hand: from the conversation into a task, from a task into memories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from stratal.cli import status
from stratal.cli.documents import outcome_document, run_document
from stratal.cli.options import Here
from stratal.errors import InvalidValue

if TYPE_CHECKING:
    from stratal.flows.runs import RunReport

TaskId = Annotated[str, typer.Argument(metavar="TASK", help="The task's id.", show_default=False)]
Model = Annotated[
    str | None,
    typer.Option(
        metavar="VENDOR:MODEL",
        help="Ask a language model, e.g. anthropic:…; else $STRATAL_MODEL, else rules alone.",
        show_default=False,
    ),
]
Dry = Annotated[
    bool, typer.Option("--dry-run", help="Only show what would be written; approve it later.")
]


def consolidate(
    here: Here,
    task: TaskId,
    model: Model = None,
    dry: Dry = False,
    whole: Annotated[
        bool, typer.Option("--whole", help="Take the last turn, too, though it has no answer yet.")
    ] = False,
) -> int:
    """Take what was said in the conversation since the last time into a task.

    Facts, decisions, open questions and artifacts, each with the message that says so; then what
    has left the window is summarised. Without a model: what was stated outright.
    """
    with here.settings.memory(model=here.settings.model(model)) as memory:
        session = here.settings.session(memory)
        reports = session.consolidate(session.tasks.get(task), dry=dry, whole=whole)
    if not reports and not here.out.as_json:
        here.out.say("Nothing was said since the last time.")
        return status.DONE
    return _shown(here, reports)


def keep_profile(
    here: Here,
    task: Annotated[
        str | None,
        typer.Option(
            metavar="TASK",
            help="Where decisions and lessons go that a model finds besides: an open task's id.",
            show_default=False,
        ),
    ] = None,
    model: Model = None,
    dry: Dry = False,
) -> int:
    """Take what the person said in the conversation since the last time into their profile.

    Each with the words that say so. What they did not say in so many words waits for them. What a
    model finds besides goes to its own layer. Without a model: what was stated outright.
    """
    from stratal.core.tasks import TaskStatus

    with here.settings.memory(model=here.settings.model(model)) as memory:
        session = here.settings.session(memory)
        at_work = None if task is None else session.tasks.get(task)
        if at_work is not None and at_work.status is not TaskStatus.OPEN:
            raise InvalidValue(
                "task", at_work.id, f"is {at_work.status}: name an open one, or none"
            )
        reports = session.keep_profile(task=at_work, dry=dry)
    if not reports and not here.out.as_json:
        here.out.say("The person said nothing since the last time.")
        return status.DONE
    return _shown(here, reports)


def archive(
    here: Here,
    task: TaskId,
    model: Model = None,
    conclusion: Annotated[
        str | None,
        typer.Option(help="Close the task with this conclusion first.", show_default=False),
    ] = None,
    case: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="What the task was about, where that goes on: it has one memory, revised.",
            show_default=False,
        ),
    ] = None,
    dry: Dry = False,
) -> int:
    """Close a task if it is open, and take what others need out of it into memories.

    What is useful elsewhere, corrects a default, or answers why something was decided; the rest
    goes with the task, and is named.
    """
    from stratal.core.tasks import TaskStatus

    with here.settings.memory(model=here.settings.model(model)) as memory:
        session = here.settings.session(memory)
        found = session.tasks.get(task)
        closed = None
        if found.status is TaskStatus.OPEN:
            session.consolidate(found, whole=True)
            closed = found.close(conclusion)
        report = session.archive(found, case=case, dry=dry)
    if closed is not None and not here.out.as_json:
        here.out.outcomes([closed])
    return _shown(here, [report])


def _shown(here: Here, reports: list[RunReport]) -> int:
    outcomes = [outcome for report in reports for outcome in report.outcomes]
    if here.out.as_json:
        here.out.document(
            {
                "runs": [run_document(report.run) for report in reports],
                "outcomes": [outcome_document(one) for one in outcomes],
            }
        )
    else:
        here.out.outcomes(outcomes)
        for report in reports:
            run = report.run
            again = ", as it was before" if report.again else ""
            here.out.say(
                f"Run {run.id}: {run.state.value.replace('_', ' ')}{again}, by {run.model}.", "dim"
            )
    done = all(report.run.state.value in ("done", "dry_run") for report in reports)
    return status.DONE if done else status.REFUSED
