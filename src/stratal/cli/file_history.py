"""The versions of files, and texts that wait for a person: more commands of `stratal files`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from stratal.cli import status
from stratal.cli.correcting import Why, answered
from stratal.cli.documents import instant
from stratal.cli.files import Named, Target, app, opened
from stratal.cli.options import Here, command
from stratal.core.canonical import Json
from stratal.core.file_paths import ROOT
from stratal.core.files import FileVersion
from stratal.errors import BadInput, NotFound

__all__ = ["app"]

Number = Annotated[
    int, typer.Argument(metavar="VERSION", help="Its number, as log gives it.", show_default=False)
]


@app.command()
@command
def log(
    here: Here,
    target: Target,
    limit: Annotated[int, typer.Option(min=1, max=1_000, help="At most so many.")] = 50,
) -> int:
    """List the versions of a file, deleted ones too, or (``STORE:``) of a whole store."""
    with opened(here, target) as (store, path):
        file = None if path == ROOT else store.history.file_at(path)
        found = store.history.versions(file=file, limit=limit)
    if here.out.as_json:
        here.out.document({"versions": [version_document(one) for one in found]})
        return status.DONE
    here.out.table(
        ("version", "when", "what", "who", "bytes", "path", "why"),
        (
            (
                str(one.seq),
                here.out.moment(one.created_at),
                "redacted" if one.redacted_at else one.operation.value,
                one.actor + (f" ({one.via})" if one.via else ""),
                "" if one.size is None else f"{one.size:,}",
                one.path or "",
                one.reason,
            )
            for one in found
        ),
        wide="why",
        numbers=("version", "bytes"),
    )
    return status.DONE


@app.command()
@command
def diff(
    here: Here,
    target: Target,
    old: Number,
    new: Annotated[
        int | None,
        typer.Argument(
            metavar="[VERSION]", help="By default what it says now.", show_default=False
        ),
    ] = None,
) -> int:
    """Show what changed in a file from one version to another."""
    with opened(here, target) as (store, path):
        file = store.history.file_at(path)
        last = store.history.versions(file=file, limit=1)[0].seq if new is None else new
        for each in (old, last):
            if store.history.get(each).file != file:
                raise NotFound("version", f"{path}@{each}")
        text = store.history.diff(old, last)
    if here.out.as_json:
        here.out.document({"path": path, "old": old, "new": last, "diff": text})
    else:
        sys.stdout.write(text)
    return status.DONE


@app.command()
@command
def restore(here: Here, target: Target, version: Number, reason: Why = "") -> int:
    """Let a file say again what it said in a version, as a new version."""
    with opened(here, target) as (store, path):
        if store.history.get(version).file != store.history.file_at(path):
            raise NotFound("version", f"{path}@{version}")
        outcome = store.history.restore(version, reason=reason)
    return answered(here, outcome)


@app.command()
@command
def redact(
    here: Here,
    store: Named,
    version: Number,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    reason: Why = "",
) -> int:
    """Take content and path out of a version for good; who wrote it, and when, stays.

    Not out of what a file says now: give it another text, or delete it, first.
    """
    if not yes:
        if not sys.stdin.isatty():
            raise BadInput("nobody can be asked here: give --yes")
        if not typer.confirm(f"Empty version {version} for good?", err=True):
            return status.REFUSED
    with opened(here, f"{store}:/") as (files, _):
        outcome = files.history.redact(version, reason=reason)
    return answered(here, outcome)


@app.command()
@command
def waiting(here: Here, store: Named) -> int:
    """List texts that hold personal data and wait for you."""
    with opened(here, f"{store}:/") as (files, _):
        found = files.waiting()
    if here.out.as_json:
        rows: list[Json] = [
            {
                "id": one.id,
                "path": one.path,
                "kinds": list(one.kinds),
                "actor": one.actor,
                "created_at": instant(one.created_at),
                "expires_at": instant(one.expires_at),
                "content": one.content,
            }
            for one in found
        ]
        here.out.document({"waiting": rows})
        return status.DONE
    for one in found:
        here.out.heading(f"{one.path}, by {one.actor}, until {here.out.day(one.expires_at)}")
        here.out.say(f"{', '.join(one.kinds)}; {one.id}", "dim")
        here.out.say(one.content)
    if not found:
        here.out.say("Nothing waits.", "dim")
    return status.DONE


@app.command()
@command
def confirm(
    here: Here,
    store: Named,
    waits: Annotated[str, typer.Argument(metavar="ID", help="The text's id.", show_default=False)],
    no: Annotated[bool, typer.Option("--no", help="Let go of it.")] = False,
) -> int:
    """Write a text that waits, as it is; or, with --no, let go of it."""
    with opened(here, f"{store}:/") as (files, _):
        outcome = files.refuse(waits) if no else files.confirm(waits)
    return answered(here, outcome)


def version_document(version: FileVersion) -> dict[str, Json]:
    return {
        "version": version.seq,
        "file": version.file,
        "operation": version.operation.value,
        "path": version.path,
        "digest": version.digest,
        "size": version.size,
        "actor": version.actor,
        "conversation": version.conversation,
        "via": version.via,
        "reason": version.reason,
        "created_at": instant(version.created_at),
        "redacted_at": instant(version.redacted_at),
        "redacted_by": version.redacted_by,
    }
