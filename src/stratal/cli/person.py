"""Everything that is held about a person, written down for them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stratal.cli import status
from stratal.cli.options import Here
from stratal.core.clock import SystemClock


def export_person(
    here: Here,
    folder: Annotated[
        Path, typer.Argument(help="Where to; made, and not overwritten.", show_default=False)
    ],
) -> int:
    """Write all that is held about --user into a folder: what an access request asks for.

    README.md is for the person to read, data.json has the same for programs: every layer with its
    history and evidence, and nothing of anybody else.
    """
    from stratal.transfer.person import SECTIONS, write_person

    principal = here.settings.principal
    with here.settings.memory() as memory:
        told = write_person(
            memory.database,
            tenant=principal.tenant,
            user=principal.user,
            folder=folder,
            now=SystemClock().now(),
        )
    if here.out.as_json:
        here.out.document(
            {"folder": str(folder), "rows": dict(told.rows), "with_secrets": told.secrets}
        )
        return status.DONE
    rows = [
        (section.title, f"{sum(told.rows[part.name] for part in section.parts):,}")
        for section in SECTIONS
    ]
    here.out.table(("what", "rows"), rows, numbers=("rows",))
    here.out.say("")
    here.out.say(f"Everything held about {principal.user} is in {folder}.", "green")
    if told.secrets:
        here.out.say(f"{told.secrets:,} messages hold a secret: keep it accordingly.", "yellow")
    if not told.total:
        here.out.say("That is nothing: is the name right? See --user and --tenant.", "yellow")
    return status.DONE
