"""Documents: bringing them in, seeing, searching and removing them."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stratal.cli import status
from stratal.cli.correcting import Why, answered
from stratal.cli.documents import chunk_document, instant, outcome_document
from stratal.cli.hits import show_found
from stratal.cli.options import Here, command, group
from stratal.cli.output import one_line
from stratal.cli.progress import embed_missing, progress
from stratal.core.canonical import Json
from stratal.core.clock import zone
from stratal.core.documents import Document, DocumentVersion
from stratal.core.records import Layer
from stratal.errors import BadInput, InvalidValue

if TYPE_CHECKING:
    from stratal.transfer.documents import Account, Source

_STDIN = "-"
_SHOWN = 20
"""Files that are listed; --json lists all of them."""

app = typer.Typer()

Named = Annotated[
    str,
    typer.Argument(metavar="DOCUMENT", help="The document, by its name or id.", show_default=False),
]
Described = Annotated[
    list[str] | None,
    typer.Option(
        "--meta",
        metavar="NAME=VALUE",
        help="Metadata, exactly; may be repeated.",
        show_default=False,
    ),
]


@app.callback(invoke_without_command=True)
@group
def _knowledge() -> None:
    """What the documents say: add, list, show, search or remove them."""


@app.command()
@command
def add(
    here: Here,
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|FOLDER|-",
            help="Markdown, text, HTML, PDF, DOCX, tables, code; a folder of them; - reads "
            "standard input.",
            show_default=False,
        ),
    ],
    name: Annotated[
        str | None,
        typer.Option(
            help="What to call it, instead of by the file's or folder's name.", show_default=False
        ),
    ] = None,
    media_type: Annotated[
        str | None,
        typer.Option(
            "--type",
            metavar="TYPE",
            help="Its media type, e.g. text/markdown, where the name does not tell.",
            show_default=False,
        ),
    ] = None,
    meta: Described = None,
    embed: Annotated[
        bool,
        typer.Option(
            "--embed/--no-embed",
            help="Make them findable by meaning at once, or leave that to later recalls.",
        ),
    ] = True,
) -> int:
    """Take documents into the last --scope. Of one that is there already, a new version.

    Run it again after an interruption or a change: what is equal is left alone, and of what was
    changed only the pieces that are new are indexed. A file that cannot be read is named, the rest
    goes on, and the exit status is 1.
    """
    from stratal.transfer.documents import take_in

    if name is not None and len(paths) > 1:
        raise InvalidValue("--name", name, "is for one file or folder")
    metadata = _metadata(meta) if meta is not None else None
    with ExitStack() as stack:
        files = [source for path in paths for source in _sources(stack, path, name)]
        memory = stack.enter_context(here.settings.memory())
        bar = stack.enter_context(progress(here))
        session = here.settings.session(memory)
        account = take_in(
            session.knowledge,
            files,
            media_type=media_type,
            metadata=metadata,
            watch=None if bar is None else lambda share, name: bar.show(f"reading {name}", share),
        )
        note = None
        if embed and account.stored:
            access = session.knowledge.access
            note = embed_missing(access, memory.embedder, Layer.KNOWLEDGE, "pieces", bar)
    _show_account(here, account, note)
    return status.REFUSED if account.faults else status.DONE


@app.command(name="list")
@command
def list_documents(
    here: Here,
    meta: Described = None,
    at: Annotated[
        datetime | None,
        typer.Option(help="As they were known then.", show_default=False),
    ] = None,
) -> None:
    """List the documents, with what is known of each."""
    known_at = None if at is None else at.replace(tzinfo=zone(here.settings.time_zone))
    with here.settings.memory() as memory:
        found = here.settings.wide_session(memory).knowledge.documents(
            where=_metadata(meta or []), known_at=known_at
        )
    if here.out.as_json:
        here.out.document({"documents": [_document(one) for one in found]})
        return
    if not found:
        here.out.say("No documents. Begin with: stratal knowledge add FILE")
        return
    here.out.table(
        ("document", "scope", "version", "chunks", "known"),
        (
            (
                one.name,
                str(one.scope),
                str(one.held.version),
                f"{one.held.chunks:,}" + _withheld(one.held),
                here.out.moment(one.held.known_from),
            )
            for one in found
        ),
        wide="document",
        numbers=("version",),
    )


@app.command()
@command
def show(
    here: Here,
    document: Named,
    version: Annotated[
        int | None, typer.Option(help="This version; else the current one.", show_default=False)
    ] = None,
) -> None:
    """Show a document: its versions, and its text piece by piece with the citation of each."""
    with here.settings.memory() as memory:
        knowledge = here.settings.wide_session(memory).knowledge
        found = knowledge.get(document)
        versions = knowledge.versions(found.id)
        chunks = list(knowledge.chunks(found.id, version=version))
    if here.out.as_json:
        here.out.document(
            {
                **_document(found),
                "versions": [_version(one) for one in versions],
                "chunks": [chunk_document(one) for one in chunks],
            }
        )
        return
    out = here.out
    out.heading(f"{found.name}  {found.scope}")
    out.say(found.id, "dim")
    for one in versions:
        about = ", ".join(f"{key}={value}" for key, value in one.metadata.items())
        out.say(
            f"version {one.version}, {out.moment(one.known_from)}, by {one.actor}: {one.chunks:,} "
            f"chunks{_withheld(one)}, {one.size:,} bytes of {one.media_type}"
            + (f"; {about}" if about else "")
        )
    for chunk in chunks:
        out.say("")
        out.say(f"{chunk.citation}  ({chunk.tokens} tokens)", "dim")
        if chunk.secrets:
            out.say(f"left out: it holds a secret ({', '.join(chunk.secrets)})", "yellow")
        else:
            out.say(chunk.content.strip("\n"))


@app.command()
@command
def search(
    here: Here,
    query: Annotated[str, typer.Argument(help="What to look for.", show_default=False)],
    meta: Described = None,
    k: Annotated[
        int | None,
        typer.Option("-k", help="At most so many; else what the policy says.", show_default=False),
    ] = None,
) -> None:
    """Find the few pieces that bear on a query, each with its citation, or nothing.

    Looks in your own scope and in each --scope, and nowhere else.
    """
    with here.settings.memory() as memory:
        session = here.settings.session(memory)
        found = session.recall(
            query,
            k=k,
            layers=(Layer.KNOWLEDGE,),
            where=None if meta is None else _metadata(meta),
        )
        show_found(here, memory, session, found, [Layer.KNOWLEDGE])


@app.command()
@command
def remove(
    here: Here,
    document: Named,
    reason: Why = "",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> int:
    """Remove a document for good, with all its versions. Asks first."""
    with here.settings.memory() as memory:
        knowledge = here.settings.wide_session(memory).knowledge
        found = knowledge.get(document)
        if not yes and not _agreed(found):
            raise typer.Abort
        outcome = knowledge.remove(found.id, reason=reason)
    return answered(here, outcome)


def _agreed(document: Document) -> bool:
    if not sys.stdin.isatty():
        raise BadInput("nobody can be asked here: give --yes")
    return bool(typer.confirm(f"Remove for good: {one_line(document.name)}?", err=True))


def _metadata(given: Sequence[str]) -> dict[str, str]:
    metadata = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals:
            raise InvalidValue("--meta", one, "must be NAME=VALUE")
        metadata[name] = value
    return metadata


def _sources(stack: ExitStack, path: str, name: str | None) -> Iterator[Source]:
    from stratal.transfer.documents import Source, sources

    if path != _STDIN:
        yield from sources(Path(path), name=name)
        return
    if name is None:
        raise InvalidValue("--name", "", "is needed for what comes from standard input")
    # Into a file: it is read twice, and may be longer than the memory.
    copy = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "input"
    with copy.open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    yield Source(name=name, path=copy)


def _show_account(here: Here, account: Account, note: str | None) -> None:
    if here.out.as_json:
        here.out.document(
            {
                "files": account.files,
                "stored": [
                    {"name": name, **outcome_document(one)} for name, one in account.outcomes
                ],
                "unchanged": account.unchanged,
                "passed_over": list(account.passed_over),
                "faults": [{"name": one.name, "problem": one.problem} for one in account.faults],
                "note": note,
            }
        )
        return
    out = here.out
    many = "" if account.stored == 1 else "s"
    out.say(f"{account.stored:,} document{many} stored, {account.unchanged:,} unchanged.", "green")
    for _, outcome in account.outcomes[:_SHOWN]:
        withheld = outcome.code == "stored_without_secrets"
        out.say(outcome.message, "yellow" if withheld else "")
    if account.passed_over:
        out.say(f"{len(account.passed_over):,} files are no documents: passed over.", "dim")
    if note is not None:
        out.say(note, "yellow")
    for one in account.faults[:_SHOWN]:
        out.say(
            one_line(one.problem if one.name in one.problem else f"{one.name}: {one.problem}"),
            "red",
        )
    more = max(len(account.outcomes), len(account.faults)) - _SHOWN
    if more > 0:
        out.say("There are more; --json lists them all.", "dim")


def _withheld(version: DocumentVersion) -> str:
    return f" ({version.withheld:,} left out)" if version.withheld else ""


def _document(document: Document) -> dict[str, Json]:
    return {
        "id": document.id,
        "name": document.name,
        "scope": str(document.scope),
        "created_at": instant(document.created_at),
        **_version(document.held),
    }


def _version(version: DocumentVersion) -> dict[str, Json]:
    return {
        "version": version.version,
        "media_type": version.media_type,
        "size": version.size,
        "characters": version.characters,
        "chunks": version.chunks,
        "withheld": version.withheld,
        "secrets": list(version.secrets),
        "metadata": dict(version.metadata),
        "digest": version.digest,
        "actor": version.actor,
        "reason": version.reason,
        "known_from": instant(version.known_from),
        "known_to": instant(version.known_to),
    }
