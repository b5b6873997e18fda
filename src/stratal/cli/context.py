"""What a model would be given now, and why."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from stratal.cli.options import Here
from stratal.cli.output import short_ids
from stratal.core.canonical import Json

if TYPE_CHECKING:
    from stratal.cli.output import Output
    from stratal.context.assembly import Context


class Wire(StrEnum):
    """Whose request the context is written as."""

    ANTHROPIC = "anthropic"
    OPENAI = "openai"


def context(
    here: Here,
    query: Annotated[
        str | None,
        typer.Argument(
            metavar="[QUERY]",
            help="What to recall for; else the task's goal and the last user message.",
            show_default=False,
        ),
    ] = None,
    task: Annotated[
        str | None, typer.Option(help="The task that is at work.", show_default=False)
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(metavar="TOKENS", help="At most so many tokens.", show_default=False),
    ] = None,
    system: Annotated[
        str, typer.Option(metavar="TEXT", help="The host's system text.", show_default=False)
    ] = "",
    wire: Annotated[
        Wire | None,
        typer.Option(
            help="Print the request's arguments in this form instead (JSON).", show_default=False
        ),
    ] = None,
) -> None:
    """Show what a model would be given now, block by block, with tokens and reasons.

    It answers the last message of the conversation; nothing is sent and nothing is written.
    """
    with here.settings.memory() as memory:
        session = here.settings.session(memory)
        at_work = None if task is None else session.tasks.get(task)
        made = session.context(query, task=at_work, system=system, budget=budget)
    if wire is not None:
        arguments = made.to_anthropic() if wire is Wire.ANTHROPIC else made.to_openai()
        here.out.document(arguments)
    elif here.out.as_json:
        here.out.document(_document(made))
    else:
        _show(here.out, made)


def _show(out: Output, made: Context) -> None:
    from rich.panel import Panel
    from rich.text import Text

    from stratal.cli.output import plain

    for block in made.blocks:
        if block.text:
            out.show(
                Panel(
                    Text(plain(block.text)),
                    title=f"{block.name}, {block.tokens:,} tokens",
                    title_align="left",
                    border_style="dim",
                )
            )
    out.table(
        ("block", "tokens", "items", "left out", "why"),
        (
            (
                row.block,
                f"{row.tokens:,}",
                str(row.items or ""),
                str(row.left_out or ""),
                row.reason,
            )
            for row in made.table()
        ),
        wide="why",
        numbers=("tokens", "items", "left out"),
    )
    out.say(f"{made.tokens:,} tokens in all", "bold")
    if made.manifest.left_out:
        ids = short_ids(one.id for one in made.manifest.left_out)
        out.say("")
        out.table(
            ("left out of", "item", "why"),
            (
                (one.block, ids[one.id], f"{one.why.value} {one.detail}".strip())
                for one in made.manifest.left_out
            ),
            wide="why",
        )
    for note in made.notes:
        out.say(note, "yellow")


def _document(made: Context) -> dict[str, Json]:
    manifest = made.manifest
    texts = {block.name: block.text for block in made.blocks}
    return {
        "tokens": made.tokens,
        "query": manifest.query,
        "blocks": [
            {
                "block": share.block,
                "tokens": share.tokens,
                "reason": share.reason,
                "text": texts.get(share.block, ""),
                "items": [
                    {
                        "id": item.id,
                        "layer": str(item.layer),
                        "revision": item.revision,
                        "reason": item.reason,
                        "tokens": item.tokens,
                    }
                    for item in share.items
                ],
            }
            for share in manifest.blocks
        ],
        "left_out": [
            {
                "block": one.block,
                "id": one.id,
                "layer": str(one.layer),
                "revision": one.revision,
                "why": one.why.value,
                "detail": one.detail,
            }
            for one in manifest.left_out
        ],
        "stable_prefix": manifest.stable_prefix,
        "notes": list(made.notes),
    }
