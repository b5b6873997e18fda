"""Files: the stores, what is in them, and which of them a conversation works with."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stratal.cli import status
from stratal.cli.correcting import Why, answered
from stratal.cli.documents import instant, outcome_document
from stratal.cli.options import Here, command, group
from stratal.core.canonical import Json
from stratal.core.clock import parse_time, zone
from stratal.core.file_paths import ROOT
from stratal.core.files import File, FileAccess, Folder, Store
from stratal.errors import BadInput, InvalidValue, NotFound

if TYPE_CHECKING:
    from stratal.layers.files import StoreFiles
    from stratal.session import Session
    from stratal.transfer.files import Moved

app = typer.Typer()

Named = Annotated[
    str,
    typer.Argument(metavar="STORE", help="The store, by its name or id.", show_default=False),
]
Target = Annotated[
    str,
    typer.Argument(
        metavar="[STORE:]PATH",
        help="The file; without STORE that of the only store there is.",
        show_default=False,
    ),
]
Folder_ = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder.", show_default=False)]


@app.callback(invoke_without_command=True)
@group
def _files() -> None:
    """What the agent has written down: stores of files, every version kept."""


@app.command()
@command
def create(
    here: Here,
    name: Annotated[str, typer.Argument(help="What to call it.", show_default=False)],
    description: Annotated[
        str, typer.Option(help="What it is for; the model is shown it.", show_default=False)
    ] = "",
    directory: Annotated[
        Path | None,
        typer.Option(
            help="Where its files lie, as plain files; those that are there are its files.",
            show_default=False,
        ),
    ] = None,
    index: Annotated[
        str, typer.Option(help="Who keeps MEMORY.md: agent, or automatic for the store itself.")
    ] = "agent",
    personal_data: Annotated[
        str,
        typer.Option(
            help="What becomes of personal data: confirm (it waits), redact, reject or allow."
        ),
    ] = "confirm",
) -> int:
    """Make a store in the last --scope."""
    with here.settings.memory() as memory:
        outcome = here.settings.session(memory).files.create(
            name,
            description=description,
            directory=directory,
            index_by=index,
            personal_data=personal_data,
        )
    return answered(here, outcome)


@app.command()
@command
def stores(here: Here) -> int:
    """List the stores, archived ones too."""
    with here.settings.memory() as memory:
        found = here.settings.wide_session(memory).files.stores(archived=True, limit=1_000)
    if here.out.as_json:
        here.out.document({"stores": [store_document(one) for one in found]})
    elif not found:
        here.out.say("No store yet: stratal files create NAME.", "dim")
    else:
        here.out.table(
            ("name", "scope", "files", "changes", "made", "id"),
            (
                (
                    one.name + (" (archived)" if one.archived_at else ""),
                    str(one.scope),
                    f"{one.files:,}",
                    f"{one.seq:,}",
                    here.out.day(one.created_at),
                    one.id,
                )
                for one in found
            ),
            wide="id",
            numbers=("files", "changes"),
        )
    return status.DONE


@app.command()
@command
def ls(
    here: Here,
    target: Annotated[
        str,
        typer.Argument(
            metavar="[STORE:][FOLDER/]", help="The folder, by default the root.", show_default=False
        ),
    ] = ROOT,
    deep: Annotated[bool, typer.Option("--all", "-a", help="Everything below it.")] = False,
) -> int:
    """List a folder: sizes, versions, what each file is about."""
    with opened(here, target) as (store, path):
        prefix = path if path.endswith("/") else path + "/"
        found = store.listing(prefix, depth=0 if deep else 1, limit=2_000)
    if here.out.as_json:
        here.out.document({"entries": [entry_document(one) for one in found]})
        return status.DONE
    here.out.table(
        ("bytes", "version", "changed", "path", "about"),
        (
            (f"{one.size:,}", "", "", one.path, f"{one.files:,} files")
            if isinstance(one, Folder)
            else (f"{one.size:,}", str(one.seq), here.out.day(one.updated_at), one.path, one.title)
            for one in found
        ),
        wide="about",
        numbers=("bytes", "version"),
    )
    return status.DONE


@app.command()
@command
def cat(
    here: Here,
    target: Target,
    version: Annotated[
        int | None, typer.Option(help="What it said in that version.", show_default=False)
    ] = None,
    as_of: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="What it said at that time.", show_default=False),
    ] = None,
) -> int:
    """Show what a file says, exactly."""
    with opened(here, target) as (store, path):
        if version is not None:
            content = _of_file(store, path, version)
        elif as_of is not None:
            moment = parse_time(as_of, zone(here.settings.time_zone))
            if not isinstance(moment, datetime):
                raise InvalidValue("--as-of", as_of, "must be a time, as 2026-03-01T12:00")
            was = [one for one in store.history.as_of(moment) if one.path == path]
            if not was:
                raise NotFound("file", path)
            content = was[0].content
        else:
            content = store.read(path).content
    if content is None:
        raise BadInput("that version has no text: it was redacted, or says that it was deleted")
    if here.out.as_json:
        here.out.document({"path": path, "content": content})
    else:
        sys.stdout.write(content)
    return status.DONE


@app.command()
@command
def edit(
    here: Here,
    target: Target,
    file: Annotated[
        str | None,
        typer.Option(
            "--file",
            metavar="FILE|-",
            help="Take the text from there, - for standard input; else $EDITOR is opened.",
            show_default=False,
        ),
    ] = None,
    expect: Annotated[
        str | None,
        typer.Option(
            metavar="SHA256",
            help="Only if this is the hash of its text; else nothing is changed.",
            show_default=False,
        ),
    ] = None,
    reason: Why = "",
) -> int:
    """Give a file another text, or make it; what it said stays in its log."""
    with opened(here, target) as (store, path):
        try:
            there: File | None = store.read(path)
        except NotFound:
            there = None
        if file is None:
            content = _edited("" if there is None else there.content or "", path)
            # What was changed while the editor was open is not overwritten.
            expect = expect or ("" if there is None else there.digest)
        else:
            content = sys.stdin.read() if file == "-" else Path(file).read_bytes().decode("utf-8")
        outcome = store.write(path, content, expect=expect, reason=reason)
    return answered(here, outcome)


@app.command()
@command
def delete(here: Here, target: Target, reason: Why = "") -> int:
    """Delete a file, or a folder with all that is in it; the versions stay."""
    with opened(here, target) as (store, path):
        outcomes = store.delete_at(path, reason=reason)
    here.out.outcomes(outcomes)
    return status.of_outcomes(outcomes)


@app.command()
@command
def move(
    here: Here,
    target: Target,
    path: Annotated[str, typer.Argument(metavar="PATH", help="Its new path.", show_default=False)],
) -> int:
    """Give a file or a folder another path in its store; nothing is overwritten."""
    with opened(here, target) as (store, old):
        outcomes = store.move(old, path)
    here.out.outcomes(outcomes)
    return status.of_outcomes(outcomes)


@app.command()
@command
def lint(here: Here, store: Named) -> int:
    """Name missing summaries, duplicates, dead links, files and lists that are too long."""
    from stratal.layers.files.lint import lint as examine

    with opened(here, f"{store}:/") as (files, _):
        found = examine(files)
    if here.out.as_json:
        rows: list[Json] = [
            {"kind": one.kind, "path": one.path, "message": one.message} for one in found
        ]
        here.out.document({"findings": rows})
    elif not found:
        here.out.say("Nothing to mend.", "green")
    else:
        here.out.table(
            ("path", "what", "why"),
            ((one.path, one.kind, one.message) for one in found),
            wide="why",
        )
    return status.REFUSED if found else status.DONE


@app.command()
@command
def attach(
    here: Here,
    store: Named,
    read_only: Annotated[bool, typer.Option("--read-only", help="To read, not to write.")] = False,
    instructions: Annotated[
        str, typer.Option(help="How to use it; the model is shown it.", show_default=False)
    ] = "",
    off: Annotated[bool, typer.Option("--off", help="Work with it no longer.")] = False,
) -> int:
    """Let the --conversation work with a store; its prompts then show what is there."""
    with here.settings.memory() as memory:
        session = here.settings.wide_session(memory)
        found = session.files.named(store)
        if off:
            outcome = session.files.detach(found.id)
        else:
            access = FileAccess.READ_ONLY if read_only else FileAccess.READ_WRITE
            outcome = session.files.attach(found.id, access=access, instructions=instructions)
    return answered(here, outcome)


@app.command(name="export")
@command
def bring_out(here: Here, store: Named, folder: Folder_) -> int:
    """Write every file of a store below a folder; what is there already is left alone."""
    from stratal.transfer.files import bring_out as out

    with opened(here, f"{store}:/") as (files, _):
        return _moved(here, list(out(files, folder)))


@app.command(name="import")
@command
def bring_in(here: Here, store: Named, folder: Folder_, reason: Why = "") -> int:
    """Take every file below a folder into a store; where texts differ, as a new version."""
    from stratal.transfer.files import bring_in as take

    if not folder.is_dir():
        raise InvalidValue("FOLDER", str(folder), "is no folder")
    with opened(here, f"{store}:/") as (files, _):
        return _moved(here, list(take(files, folder, reason=reason)))


@contextmanager
def opened(here: Here, target: str) -> Iterator[tuple[StoreFiles, str]]:
    """The store that a target names, open, and the path in it."""
    name, colon, path = target.partition(":")
    if not colon:
        name, path = "", target
    with here.settings.memory() as memory:
        session = here.settings.wide_session(memory)
        found = session.files.named(name) if name else _only(session)
        path = path or ROOT
        yield session.files.open(found.id), path if path.startswith("/") else f"/{path}"


def store_document(store: Store) -> dict[str, Json]:
    return {
        "id": store.id,
        "scope": str(store.scope),
        "name": store.name,
        "description": store.description,
        "metadata": dict(store.metadata),
        "index_by": store.index_by.value,
        "personal_data": store.personal_data.value,
        "place": store.place,
        "files": store.files,
        "seq": store.seq,
        "created_at": instant(store.created_at),
        "updated_at": instant(store.updated_at),
        "archived_at": instant(store.archived_at),
    }


def entry_document(entry: File | Folder) -> dict[str, Json]:
    if isinstance(entry, Folder):
        return {"path": entry.path, "files": entry.files, "size": entry.size}
    return {
        "id": entry.id,
        "path": entry.path,
        "seq": entry.seq,
        "digest": entry.digest,
        "size": entry.size,
        "title": entry.title,
        "hook": entry.hook,
        "created_at": instant(entry.created_at),
        "updated_at": instant(entry.updated_at),
    }


def _only(session: Session) -> Store:
    found = session.files.stores(limit=2)
    if not found:
        raise BadInput("there is no store yet: stratal files create NAME")
    if len(found) > 1:
        raise BadInput("there is more than one store: name it, as in notes:/todo.md")
    return found[0]


def _of_file(store: StoreFiles, path: str, version: int) -> str | None:
    found = store.history.get(version)
    if found.file != store.history.file_at(path):
        raise NotFound("version", f"{path}@{version}")
    return found.content


def _edited(text: str, path: str) -> str:
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise BadInput("no editor is set: give --file, or set $EDITOR")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.rpartition("/")[2])
        copy.write_bytes(text.encode("utf-8"))
        if subprocess.run([*shlex.split(editor), str(copy)], check=False).returncode:  # noqa: S603 - the person's own
            raise BadInput("the editor gave up; nothing was changed")
        return copy.read_bytes().decode("utf-8")


def _moved(here: Here, moved: list[Moved]) -> int:
    outcomes = [one.outcome for one in moved]
    if here.out.as_json:
        rows: list[Json] = [{"path": one.path, **outcome_document(one.outcome)} for one in moved]
        here.out.document({"files": rows})
        return status.of_outcomes(outcomes)
    done: dict[str, int] = {}
    for one in outcomes:
        done[one.done] = done.get(one.done, 0) + 1
        if not one.kept or one.done == "pending":
            here.out.say(one.message, "yellow")
    here.out.say(", ".join(f"{count:,} {what}" for what, count in done.items()) or "no files")
    return status.of_outcomes(outcomes)
