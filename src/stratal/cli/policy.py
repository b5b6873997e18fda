"""The policy: what is in force, and whether a file could be."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from stratal.cli.options import Here, command, group
from stratal.cli.output import plain

app = typer.Typer()


@app.callback(invoke_without_command=True)
@group
def _policy() -> None:
    """The rules for each class of memory: show what is in force, or check a file."""


@app.command()
@command
def show(here: Here) -> None:
    """Show what is in force, a row a class.

    How it enters a prompt, how much, until when, from which sources, how it is corrected.
    """
    from stratal.core.policy import default_policy
    from stratal.policy_file import read_policy
    from stratal.policy_file import show as rows_of

    path = here.settings.policy
    rows = rows_of(default_policy() if path is None else read_policy(path))
    if here.out.as_json:
        here.out.document({"file": path, "classes": [asdict(row) for row in rows]})
        return
    here.out.say(f"In force: {path or 'the built-in policy'}", "bold")
    here.out.policy(rows)


@app.command()
@command
def check(
    here: Here,
    file: Annotated[Path, typer.Argument(help="A policy file (YAML).", show_default=False)],
) -> None:
    """Read a policy file and say what is wrong with it, with the line."""
    from stratal.policy_file import read_policy

    read_policy(file)
    if here.out.as_json:
        here.out.document({"file": str(file), "valid": True})
    else:
        here.out.say(f"{plain(str(file))} can be in force.")
