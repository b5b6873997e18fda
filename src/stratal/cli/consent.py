"""What the person lets be remembered: to see it, withdraw it and give it again."""

from __future__ import annotations

from typing import Annotated

import typer

from stratal.cli.correcting import Why, answered
from stratal.cli.options import Here, command, group

app = typer.Typer()

Ruled = Annotated[
    str | None,
    typer.Option("--layer", help="profile, memories or events; by default all of them."),
]
Within = Annotated[
    bool,
    typer.Option("--here", help="Only what is said in this conversation (see --conversation)."),
]


@app.callback(invoke_without_command=True)
@group
def _consent() -> None:
    """What you let be remembered: show it, withdraw it, give it again.

    What is kept already stays until you delete it.
    """


@app.command()
@command
def show(here: Here) -> None:
    """Show what may not be remembered, and every change of mind."""
    with here.settings.memory() as memory:
        consent = here.settings.session(memory).consent
        standing, history = consent.withdrawn(), consent.history()
    if here.out.as_json:
        document = [
            {
                "no": one.no,
                "given": one.given,
                "layer": one.layer,
                "conversation": one.conversation,
                "at": one.at.isoformat(),
                "reason": one.reason,
                "in_force": one in standing,
            }
            for one in history
        ]
        here.out.document({"consent": document})
        return
    here.out.say(
        "Some things may not be remembered." if standing else "Everything may be remembered."
    )
    if history:
        here.out.table(
            ("when", "consent", "layer", "conversation", "in force", "reason"),
            (
                (
                    here.out.moment(one.at),
                    "given" if one.given else "withdrawn",
                    one.layer or "all",
                    one.conversation or "all",
                    "yes" if one in standing else "",
                    one.reason,
                )
                for one in history
            ),
            wide="reason",
        )


@app.command()
@command
def withdraw(here: Here, layer: Ruled = None, within: Within = False, reason: Why = "") -> int:
    """Let nothing be remembered from now on, or not in a layer, or not out of a conversation."""
    with here.settings.memory() as memory:
        session = here.settings.session(memory)
        outcome = session.consent.withdraw(
            layer, conversation=session.id if within else None, reason=reason
        )
    return answered(here, outcome)


@app.command()
@command
def give(here: Here, layer: Ruled = None, within: Within = False, reason: Why = "") -> int:
    """Let it be remembered again: ends what was withdrawn, within the layer or conversation."""
    with here.settings.memory() as memory:
        session = here.settings.session(memory)
        outcome = session.consent.give(
            layer, conversation=session.id if within else None, reason=reason
        )
    return answered(here, outcome)
