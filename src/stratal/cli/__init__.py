"""The command line: each command parses, calls one thing, and shows what it answered.

Nothing is loaded here before it is needed: completion and `stratal --help` must be quick.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """The command `stratal`. Ends the process with a status from `stratal.cli.status`."""
    from stratal.cli.app import run

    sys.exit(run(arguments))
