"""`stratal mount`: a store of files as a folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from stratal.cli import status
from stratal.cli.files import Named
from stratal.cli.options import Here
from stratal.cli.output import one_line
from stratal.errors import BadInput


def mount(
    here: Here,
    store: Named,
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="DIR", help="An empty folder; the only one with --attached.", show_default=False
        ),
    ] = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="To read, not to write.")] = False,
    attached: Annotated[
        bool,
        typer.Option(
            "--attached", help="All stores of the --conversation, each in a folder of DIR."
        ),
    ] = False,
) -> int:
    """Show a store as a folder, for editors and shells, until Ctrl-C or fusermount3 -u DIR.

    Every file that is closed after a change is a version. What is refused is said here.
    """
    from stratal.mount import mount as show

    with here.settings.memory() as memory:
        files = here.settings.wide_session(memory).files.through("mount")
        if attached:
            if folder is not None:
                raise BadInput(
                    "with --attached only the folder is named: stratal mount --attached DIR"
                )
            show(files, Path(store), read_only=read_only, tell=_tell)
        else:
            if folder is None:
                raise BadInput("name the store and the folder: stratal mount STORE DIR")
            opened = files.open(files.named(store).id, read_only=read_only)
            show(opened, folder, read_only=read_only, tell=_tell)
    return status.DONE


def _tell(text: str) -> None:
    print(f"stratal mount: {one_line(text)}", file=sys.stderr, flush=True)
