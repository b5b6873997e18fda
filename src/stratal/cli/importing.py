"""Transcripts, taken into conversations."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from stratal.cli import status
from stratal.cli.options import Here, ReadOnly
from stratal.cli.output import one_line
from stratal.cli.progress import embed_missing, progress
from stratal.core.checks import NAME_LIMIT
from stratal.core.clock import zone
from stratal.core.records import Layer
from stratal.errors import InvalidValue, NotFound
from stratal.layers.conversation import Conversation

if TYPE_CHECKING:
    from stratal.cli.settings import Settings
    from stratal.transfer.intake import Account
    from stratal.transfer.locomo import Locomo
    from stratal.transfer.outgoing import Exported
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
    with here.settings.memory() as memory, progress(here) as bar:

        def conversation(name: str) -> Conversation:
            return here.settings.session(memory, conversation=name).conversation

        def watch(share: float, so_far: Account) -> None:
            if bar is not None:
                bar.show(f"loading, {so_far.messages:,} messages", share)

        account = take_in(lines, conversation, watch=watch)
        note = None
        if embed:
            access = here.settings.session(memory).conversation.access
            note = embed_missing(access, memory.embedder, Layer.CONVERSATION, "messages", bar)
    _show(here, file, account, note)
    return status.REFUSED if account.damage else status.DONE


def export_file(
    here: Here,
    file: Annotated[
        Path | None,
        typer.Argument(help="Where to; standard output if not given.", show_default=False),
    ] = None,
    read_only: ReadOnly = False,
) -> int:
    """Write your conversations as JSON lines, as `stratal import` reads them.

    All of them, or the one that --conversation names, in the order in which it was said. Retracted
    messages stay behind; an existing file is not overwritten.
    """
    from stratal.storage import messages
    from stratal.transfer.outgoing import Exported, lines

    exported = Exported()
    with here.settings.memory(read_only=read_only) as memory, _opened(file) as out:
        session = here.settings.session(memory)
        access = session.conversation.access
        with memory.database.read(access.tenant) as tx:
            found = messages.conversations(tx, access.user)
        named = here.settings.named_conversation
        chosen = [one.id for one in reversed(found) if named in (None, one.id)]
        if named is not None and not chosen:
            raise NotFound("conversation", named)
        for name in chosen:
            single = here.settings.session(memory, conversation=name).conversation
            for line in lines(single, exported):
                out.write(line + "\n")
    _show_exported(here, file, exported)
    return status.DONE


@contextmanager
def _opened(file: Path | None) -> Iterator[TextIO]:
    if file is None:
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        yield sys.stdout
        return
    try:
        # For the owner alone: it holds what people said.
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise InvalidValue("file", str(file), f"cannot be made: {error.strerror}") from error
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        yield out


def _show_exported(here: Here, file: Path | None, exported: Exported) -> None:
    if file is not None and here.out.as_json:
        here.out.document({"file": str(file), **asdict(exported)})
        return
    told = f"{exported.messages:,} messages of {exported.conversations:,} conversations"
    if exported.retracted:
        told += f"; {exported.retracted:,} retracted ones left out"
    if exported.secrets:
        told += f"; {exported.secrets:,} hold a secret: keep the file accordingly"
    sys.stderr.write(f"{told}.\n")


def _reader(settings: Settings, file: Path, sample: str | None) -> Transcript | Locomo:
    from stratal.transfer.locomo import Locomo, looks_like_locomo
    from stratal.transfer.transcripts import Transcript

    local = zone(settings.time_zone)
    if looks_like_locomo(file):
        return Locomo(path=file, sample=sample, time_zone=local)
    if sample is not None:
        raise InvalidValue("--sample", sample, "is for a LoCoMo file, and this is another")
    named = settings.named_conversation or f"import-{file.stem}"[:NAME_LIMIT].strip()
    return Transcript(path=file, conversation=named, time_zone=local)


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
