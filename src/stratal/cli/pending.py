"""What waits for a person: to see it, and to answer."""

from __future__ import annotations

from typing import Annotated

import typer

from stratal.cli.correcting import Item, Why, answered, edit
from stratal.cli.documents import record_document
from stratal.cli.finding import find
from stratal.cli.options import Here, command, group
from stratal.cli.output import one_line, short_ids
from stratal.layers.recording.pending import came_from, told_by_nobody

app = typer.Typer()


@app.callback(invoke_without_command=True)
@group
def _pending() -> None:
    """What waits for you: list, confirm, reject or edit it."""


@app.command(name="list")
@command
def list_pending(here: Here) -> None:
    """List what waits, with the reason why."""
    with here.settings.memory() as memory:
        session = here.settings.wide_session(memory)
        waiting = [*session.profile.pending(), *session.memories.pending()]
    if here.out.as_json:
        here.out.document({"pending": [record_document(record) for record in waiting]})
        return
    if not waiting:
        here.out.say("Nothing waits for you.")
        return
    ids = short_ids(record.id for record in waiting)
    here.out.table(
        ("item", "scope", "waits because", "content"),
        (
            (
                ids[record.id],
                str(record.scope),
                record.state.status_reason.replace("_", " "),
                one_line(record.content),
            )
            for record in waiting
        ),
        wide="content",
    )
    for record in waiting:
        if told_by_nobody(record):
            here.out.say(f"{ids[record.id]} came from elsewhere: {came_from(record)}")


@app.command()
@command
def confirm(
    here: Here,
    item: Item,
    binding: Annotated[
        bool, typer.Option("--binding", help="Let it stand among the hard constraints, too.")
    ] = False,
) -> int:
    """Say that it is right: active from now on."""
    with here.settings.memory() as memory:
        found = find(here.settings, memory, item)
        outcome = found.layer.confirm(found.record.id, binding=binding)
    return answered(here, outcome)


@app.command()
@command
def reject(here: Here, item: Item, reason: Why = "") -> int:
    """Say that it is not so."""
    with here.settings.memory() as memory:
        found = find(here.settings, memory, item)
        outcome = found.layer.reject(found.record.id, reason=reason)
    return answered(here, outcome)


app.command(name="edit")(command(edit))
