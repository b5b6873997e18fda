"""Transcripts, taken into conversations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stratal.cli import status
from stratal.cli.options import Here
from stratal.cli.output import one_line
from stratal.core.checks import NAME_LIMIT
from stratal.core.clock import zone
from stratal.layers.conversation import Conversation

if TYPE_CHECKING:
    from stratal.cli.settings import Settings
    from stratal.transfer.intake import Account, Watcher
    from stratal.transfer.locomo import Locomo
    from stratal.transfer.transcripts import Transcript

_SHOWN = 20
"""Damaged lines that are listed; --json lists all of them."""


def import_file(
    here: Here,
    file: Annotated[
        Path,
        typer.Argument(
            help="JSON lines of messages (Anthropic or OpenAI form), or the LoCoMo file.",
            show_default=False,
        ),
    ],
    sample: Annotated[
        str | None,
        typer.Option(
            "--sample",
            "--conversation-only",
            metavar="ID",
            help="Only this conversation of a LoCoMo file, by id or by place (1 is the first).",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Take a transcript into conversations: all that can be read, in the order of the file.

    Run it again after an interruption, or when the file was mended or has grown: what is there
    already stays as it is. A damaged line is told with its number and gives exit status 1.
    """
    from stratal.transfer.intake import take_in

    lines = _reader(here.settings, file, sample)
    with here.settings.memory() as memory, _watched(here) as watch:

        def conversation(name: str) -> Conversation:
            return here.settings.session(memory, conversation=name).conversation

        account = take_in(lines, conversation, watch=watch)
    _show(here, file, account)
    return status.REFUSED if account.damage else status.DONE


def _reader(settings: Settings, file: Path, sample: str | None) -> Transcript | Locomo:
    from stratal.errors import InvalidValue
    from stratal.transfer.locomo import Locomo, looks_like_locomo
    from stratal.transfer.transcripts import Transcript

    local = zone(settings.time_zone)
    if looks_like_locomo(file):
        return Locomo(path=file, sample=sample, time_zone=local)
    if sample is not None:
        raise InvalidValue("--sample", sample, "is for a LoCoMo file, and this is another")
    named = settings.named_conversation or f"import-{file.stem}"[:NAME_LIMIT].strip()
    return Transcript(path=file, conversation=named, time_zone=local)


@contextmanager
def _watched(here: Here) -> Iterator[Watcher | None]:
    """A bar on standard error, on a terminal only."""
    from rich.console import Console

    console = Console(stderr=True)
    if here.out.as_json or not console.is_terminal:
        yield None
        return
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("importing", total=1.0)

        def watch(share: float, account: Account) -> None:
            progress.update(bar, completed=share, description=f"{account.messages:,} messages")

        yield watch


def _show(here: Here, file: Path, account: Account) -> None:
    if here.out.as_json:
        here.out.document(
            {
                "file": str(file),
                "lines": account.lines,
                "loaded": account.loaded,
                "skipped": account.skipped,
                "empty": account.empty,
                "messages": {
                    "stored": account.stored,
                    "unchanged": account.unchanged,
                    "marked_secret": account.secrets,
                },
                "conversations": dict(account.conversations),
                "damage": [
                    {"line": one.line, "problem": one.problem, "kept": one.kept}
                    for one in account.damage
                ],
            }
        )
        return
    out = here.out
    many = len(account.conversations)
    out.say(
        f"{account.stored:,} messages stored, {account.unchanged:,} unchanged, "
        f"in {many:,} conversation{'' if many == 1 else 's'}.",
        "green",
    )
    empty = f", {account.empty:,} of them empty" if account.empty else ""
    out.say(
        f"{account.lines:,} lines: {account.loaded:,} loaded, {account.skipped:,} skipped{empty}."
    )
    if account.secrets:
        out.say(
            f"{account.secrets:,} hold a secret: kept, not searchable, never evidence.", "yellow"
        )
    for one in account.damage[:_SHOWN]:
        kept = f" ({one.kept} message{'' if one.kept == 1 else 's'} kept)" if one.kept else ""
        out.say(f"line {one.line}: {one_line(one.problem)}{kept}", "red")
    if len(account.damage) > _SHOWN:
        out.say(f"and {len(account.damage) - _SHOWN:,} more; --json lists them all", "red")
