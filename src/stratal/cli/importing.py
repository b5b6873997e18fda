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
from stratal.core.records import Layer
from stratal.layers.conversation import Conversation

if TYPE_CHECKING:
    from rich.progress import Progress

    from stratal.cli.settings import Settings
    from stratal.memory import Memory
    from stratal.session import Session
    from stratal.transfer.intake import Account
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
    embed: Annotated[
        bool,
        typer.Option(
            "--embed/--no-embed",
            help="Make the messages findable by meaning at once, or leave that to later recalls.",
        ),
    ] = True,
) -> int:
    """Take a transcript into conversations: all that can be read, in the order of the file.

    Run it again after an interruption, or when the file was mended or has grown: what is there
    already stays as it is. A damaged line is told with its number and gives exit status 1.
    """
    from stratal.transfer.intake import take_in

    lines = _reader(here.settings, file, sample)
    with here.settings.memory() as memory, _bar(here) as bar:

        def conversation(name: str) -> Conversation:
            return here.settings.session(memory, conversation=name).conversation

        account = take_in(lines, conversation, watch=None if bar is None else bar.loading)
        note = _embed(here.settings.session(memory), memory, bar) if embed else None
    _show(here, file, account, note)
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


def _embed(session: Session, memory: Memory, bar: _Bar | None) -> str | None:
    """Compute the vectors that are missing; what to say if that was not possible.

    They are derived: whatever is missing costs a part of the ranking, and nothing else.
    """
    from stratal.errors import Busy, ModelUnavailable
    from stratal.flows.recall import fill_vectors

    if memory.embedder is None:
        return None
    done = 0
    try:
        while added := fill_vectors(
            session.conversation.access, memory.embedder, layers=(Layer.CONVERSATION,)
        ):
            done += added
            if bar is not None:
                bar.embedding(done)
    except (ModelUnavailable, Busy) as error:
        return f"Found by words only until later recalls embed the rest: {error}"
    return None


class _Bar:
    """Progress on standard error."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = progress.add_task("loading", total=1.0)

    def loading(self, share: float, account: Account) -> None:
        self._progress.update(
            self._task, completed=share, description=f"loading, {account.messages:,} messages"
        )

    def embedding(self, done: int) -> None:
        # Also what earlier imports left: how many there are is not known in advance.
        self._progress.update(self._task, total=None, description=f"embedding, {done:,} messages")


@contextmanager
def _bar(here: Here) -> Iterator[_Bar | None]:
    """A bar, on a terminal only."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    if here.out.as_json or not console.is_terminal:
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        yield _Bar(progress)


def _show(here: Here, file: Path, account: Account, note: str | None) -> None:
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
                "note": note,
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
    if note is not None:
        out.say(note, "yellow")
    for one in account.damage[:_SHOWN]:
        kept = f" ({one.kept} message{'' if one.kept == 1 else 's'} kept)" if one.kept else ""
        out.say(f"line {one.line}: {one_line(one.problem)}{kept}", "red")
    if len(account.damage) > _SHOWN:
        out.say(f"and {len(account.damage) - _SHOWN:,} more; --json lists them all", "red")
