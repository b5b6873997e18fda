"""Everything that is held about a person: written down for them, and brought in elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stratal.cli import status
from stratal.cli.options import Here, ReadOnly
from stratal.cli.output import one_line
from stratal.cli.progress import progress
from stratal.core.clock import SystemClock

if TYPE_CHECKING:
    from stratal.transfer.restore import Restored


def export_person(
    here: Here,
    folder: Annotated[
        Path, typer.Argument(help="Where to; made, and not overwritten.", show_default=False)
    ],
    read_only: ReadOnly = False,
) -> int:
    """Write all that is held about --user into a folder: what an access request asks for.

    README.md is for the person to read, data.json has the same for programs: every layer with its
    history and evidence, and nothing of anybody else.
    """
    from stratal.transfer.person import SECTIONS, write_person

    principal = here.settings.principal
    with here.settings.memory(read_only=read_only) as memory:
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


_SHOWN = 20
"""Things that stayed out and are listed; --json lists all of them."""


def import_person(
    here: Here,
    source: Annotated[
        Path,
        typer.Argument(
            help="The folder that `stratal export-person` made, or its data.json.",
            show_default=False,
        ),
    ],
) -> int:
    """Bring what was exported of --user into this database, as it was: ids, times and history.

    What is here already stays as it is, so it can be run again. What differs, or was erased or
    deleted here, is left alone and told, with exit status 1. Of scopes shared with others only
    those that --scope names are written to.
    """
    from stratal.transfer.restore import restore_person

    principal = here.settings.principal
    with here.settings.memory() as memory, progress(here) as bar:

        def told(kind: str, count: int) -> None:
            if bar is not None:
                bar.show(f"{kind}, {count:,}", None)

        done = restore_person(
            memory.database,
            tenant=principal.tenant,
            user=principal.user,
            source=source,
            scopes=[str(scope) for scope in here.settings.scopes],
            told=told,
        )
    _show_restored(here, source, done)
    return status.REFUSED if done.refused else status.DONE


def _show_restored(here: Here, source: Path, done: Restored) -> None:
    if here.out.as_json:
        here.out.document(
            {
                "file": str(source),
                "stored": dict(done.stored),
                "unchanged": dict(done.unchanged),
                "rejected": [
                    {"layer": one.layer, "id": one.id, "code": one.code, "message": one.message}
                    for one in done.rejected
                ],
                "indexed": done.indexed,
            }
        )
        return
    out = here.out
    if not done.stored and not done.unchanged and not done.rejected:
        out.say("Nothing is in it: there was nothing to be exported.", "yellow")
        return
    kinds = [*dict.fromkeys((*done.stored, *done.unchanged, *done.rejected_kinds))]
    columns = ("what", "restored", "known", "left out")
    rows = [
        (
            kind.replace("_", " "),
            f"{done.stored[kind]:,}",
            f"{done.unchanged[kind]:,}",
            f"{done.rejected_kinds[kind]:,}",
        )
        for kind in kinds
    ]
    out.table(columns, rows, numbers=columns[1:])
    out.say("")
    out.say(
        f"{done.stored.total():,} things restored, {done.unchanged.total():,} known already, "
        f"{len(done.rejected):,} left out.",
        "green",
    )
    for one in done.rejected[:_SHOWN]:
        out.say(one_line(f"{one.layer} {one.id}: {one.message}"), "yellow")
    if len(done.rejected) > _SHOWN:
        out.say(f"and {len(done.rejected) - _SHOWN:,} more; --json lists them all", "yellow")
    if done.stored:
        out.say("Vectors are computed by stratal worker, or by recalls.")
