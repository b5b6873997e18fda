"""The command line: each command parses, calls one thing, and shows what it answered.

Nothing is loaded here before it is needed: completion and `stratal --help` must be quick.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """The command `stratal`. Ends the process with a status from `stratal.cli.status`."""
    from stratal.cli.app import run

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot write Chinese shows question marks, not a traceback.
            stream.reconfigure(errors="replace")
    sys.exit(run(arguments))
