"""The demo: four days of one person and an agent, each day in a process of its own.

Nothing is acted: each day opens the database that the day before left behind, does what an agent's
program would do, and holds what it says against what the memory really answers. One claim that
does not hold ends the story with status 1.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from stratal.cli import status
from stratal.cli.demo.words import Day, Language
from stratal.cli.options import Here

Lang = Annotated[Language, typer.Option("--lang", help="The language that it is told in.")]


def demo(here: Here, lang: Lang = Language.EN) -> int:
    """Tell four days with a memory: what is kept, where it is used, and where it is not.

    Each day runs in a process of its own, on a SQLite file in a temporary folder; your own memory
    is not touched. Without a model: what is said outright is recognised by rules.
    """
    days: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="stratal-demo-") as folder:
        database = Path(folder) / "memory.db"
        for day in Day:
            # The day writes to our standard output itself, unless its answer is to be collected.
            sys.stdout.flush()
            done = subprocess.run(  # noqa: S603 - our own command, our own words
                [
                    sys.executable,
                    *("-m", "stratal", "demo-day", day.value),
                    *("--lang", lang.value, "--database", str(database)),
                    *(["--json"] if here.out.as_json else []),
                ],
                stdout=subprocess.PIPE if here.out.as_json else None,
                check=False,
            )
            if done.returncode:
                return done.returncode
            if here.out.as_json:
                days.append(json.loads(done.stdout))
    if here.out.as_json:
        here.out.document({"language": lang.value, "days": days})
    return status.DONE


def demo_day(
    here: Here,
    day: Annotated[Day, typer.Argument(help="The day to tell.", show_default=False)],
    lang: Lang = Language.EN,
) -> int:
    """Tell one day of the demo, on the database that the days before have left."""
    from stratal.cli.demo.days import tell

    return tell(here, day, lang)
