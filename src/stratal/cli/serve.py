"""`stratal serve`: this database for programs that speak HTTP."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from stratal.cli.options import Here


class Face(StrEnum):
    """What can be served."""

    MEMORY_STORES = "memory-stores"


def serve(
    here: Here,
    only: Annotated[
        Face | None,
        typer.Option(help="Serve this and nothing else; by default all there is."),
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="The port; 0 is any that is free.")
    ] = 8600,
) -> None:
    """Serve memory files over HTTP, as Anthropic's memory stores, until Ctrl-C or SIGTERM.

    Who asks needs a key: [bold]stratal keys create[/bold]. It speaks plain HTTP: let others reach
    it only through something that speaks TLS.
    """
    from stratal.serve.alone import address, listening
    from stratal.serve.alone import serve as answer

    with here.settings.memory() as memory, listening(host, port) as listens:
        where = address(listens)
        faces = [face.value for face in ([only] if only else Face)]
        if here.out.as_json:
            here.out.document({"address": where, "serves": faces})
        else:
            here.out.say(f"Serving {', '.join(faces)} at {where}; Ctrl-C stops it.")
        sys.stdout.flush()
        answer(memory, listens)
