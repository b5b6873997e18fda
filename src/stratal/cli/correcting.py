"""Changing what is remembered: each change is a person's own, and is on the record."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from stratal.cli import status
from stratal.cli.documents import outcome_document
from stratal.cli.finding import find
from stratal.cli.options import Here
from stratal.cli.output import one_line
from stratal.core.outcomes import Outcome
from stratal.errors import BadInput

Item = Annotated[
    str,
    typer.Argument(
        metavar="ITEM",
        help="Its id, or the beginning of it (6 characters at least).",
        show_default=False,
    ),
]
Why = Annotated[str, typer.Option(help="Why, for the log.", show_default=False)]


def edit(
    here: Here,
    item: Item,
    text: Annotated[str, typer.Argument(help="The new words.", show_default=False)],
    reason: Why = "",
    expect: Annotated[
        int | None,
        typer.Option(
            metavar="REVISION",
            help="Only if this is the current revision; else nothing is changed.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Give a memory or profile fact other words; you vouch for them.

    The former words stay in its log.
    """
    with here.settings.memory() as memory:
        found = find(here.settings, memory, item)
        outcome = found.layer.revise(
            found.record.id, text, expect=expect, reason=reason, verified=True
        )
    return answered(here, outcome)


def forget(here: Here, item: Item, reason: Why = "") -> int:
    """Take it out of use; `stratal restore` brings it back."""
    with here.settings.memory() as memory:
        found = find(here.settings, memory, item)
        outcome = found.layer.forget(found.record.id, reason=reason)
    return answered(here, outcome)


def restore(here: Here, item: Item, reason: Why = "") -> int:
    """Bring it back into use: forgotten, rejected, expired or superseded.

    Restoring a superseded value takes what had its place out of use.
    """
    with here.settings.memory() as memory:
        found = find(here.settings, memory, item)
        outcome = found.layer.restore(found.record.id, reason=reason)
    return answered(here, outcome)


def delete(
    here: Here,
    item: Item,
    reason: Why = "",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> int:
    """Remove it for good, with all its revisions. Asks first.

    Nothing brings it back; the message that it came from stays in the conversation.
    """
    with here.settings.memory() as memory:
        found = find(here.settings, memory, item)
        if not yes and not _agreed(one_line(found.record.content)):
            raise typer.Abort
        outcome = found.layer.delete(found.record.id, reason=reason)
    return answered(here, outcome)


def answered(here: Here, outcome: Outcome) -> int:
    """Show the one outcome of a command; its status."""
    if here.out.as_json:
        here.out.document(outcome_document(outcome))
    else:
        here.out.outcomes([outcome])
    return status.of_outcomes([outcome])


def _agreed(content: str) -> bool:
    if not sys.stdin.isatty():
        raise BadInput("nobody can be asked here: give --yes")
    return bool(typer.confirm(f"Delete for good: {content}?", err=True))
