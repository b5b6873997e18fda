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


def mount(
    here: Here,
    store: Named,
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="An empty folder.", show_default=False)
    ],
    read_only: Annotated[bool, typer.Option("--read-only", help="To read, not to write.")] = False,
) -> int:
    """Show a store as a folder, for editors and shells, until Ctrl-C or fusermount3 -u DIR.

    Every file that is closed after a change is a version. What is refused is said here.
    """
    from stratal.mount import mount as show

    with here.settings.memory() as memory:
        files = here.settings.wide_session(memory).files.through("mount")
        opened = files.open(files.named(store).id, read_only=read_only)
        show(opened, folder, read_only=read_only, tell=_tell)
    return status.DONE


def _tell(text: str) -> None:
    print(f"stratal mount: {one_line(text)}", file=sys.stderr, flush=True)
