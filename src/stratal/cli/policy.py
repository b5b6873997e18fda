"""The policy: what is in force, and whether a file could be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stratal.cli.options import Here, command, group
from stratal.cli.output import Output, plain

if TYPE_CHECKING:
    from stratal.policy_file import PolicyRow

app = typer.Typer()

_WIDE = 110
"""Columns from which on each rule has a column of its own; with fewer, all classes would not fit
one screen."""


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
    from stratal.policy_file import read_policy, spoken
    from stratal.policy_file import show as rows_of

    path = here.settings.policy
    policy = default_policy() if path is None else read_policy(path)
    rows = rows_of(policy)
    rules = policy.forgetting
    lasts = {one.name: spoken(getattr(rules, one.name)) for one in fields(rules)}
    grain, forbidden = policy.profile_granularity, policy.profile.forbidden_keys
    if here.out.as_json:
        here.out.document(
            {
                "file": path,
                "classes": [asdict(row) for row in rows],
                "profile": {**asdict(grain), "forbidden_keys": list(forbidden)},
                "forgetting": dict(lasts),
            }
        )
        return
    here.out.say(f"In force: {path or 'the built-in policy'}", "bold")
    _show(here.out, rows)
    here.out.say(
        f"Profile: keys of {_count(grain.key_words, 'word')}, values of "
        f"{_count(grain.value_length, 'character')}; {_count(len(forbidden), 'forbidden key')}."
    )
    every = "only when asked" if rules.every is None else f"every {lasts['every']}"
    here.out.say(f"Swept {every}; what is set aside is removed after {lasts['grace']}.")
    here.out.say(
        f"Beside memory are kept: records of prompts {_kept(lasts['contexts'])}, raw replies "
        f"{_kept(lasts['replies'])}, old file versions {_kept(lasts['versions'])}, jobs that are "
        f"done {_kept(lasts['jobs'])}, former states of tasks that ended "
        f"{_kept(lasts['checkpoints'])}.",
        "dim",
    )


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _kept(length: str) -> str:
    return "for ever" if length == "none" else length


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


def _show(out: Output, rows: Sequence[PolicyRow]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    wide = out.console.width >= _WIDE
    headings = ("enters a prompt", "how much", "until", "from", "corrected")
    for heading in ("class", *headings) if wide else ("class", "rules"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        rules = (row.enters, row.how_much, row.until, row.sources, row.corrected)
        if wide:
            table.add_row(Text(row.name, style="bold"), *(Text(plain(rule)) for rule in rules))
            continue
        flowing = Text()
        until = "" if row.until == "kept" else "kept "
        for label, rule in zip(("", "", until, "from ", "corrected: "), rules, strict=True):
            flowing.append(" · " if flowing else "", style="dim")
            flowing.append(label, style="dim")
            flowing.append(plain(rule))
        table.add_row(Text(row.name, style="bold"), flowing)
    out.show(table)
