"""Erasing for good, and the receipts of it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from stratal.cli import status
from stratal.cli.finding import find
from stratal.cli.options import Here, command, group
from stratal.cli.output import short_ids
from stratal.cli.progress import progress
from stratal.cli.receipts import (
    read_receipt,
    receipt_document,
    show_all,
    show_preview,
    show_receipt,
    write_receipt,
)
from stratal.cli.settings import login
from stratal.core.erasure import (
    ConversationTarget,
    Item,
    MessageSpan,
    Person,
    ScopeTarget,
    Target,
    kind_of,
)
from stratal.core.records import Layer
from stratal.errors import BadInput, InvalidValue, NotFound

if TYPE_CHECKING:
    from stratal.flows.erasing import Erasing, Preview
    from stratal.memory import Memory

_BY_NAME = {"memory", "fact", "document", "file"}
_SPAN = re.compile(r"(\d+)(?:\.\.(\d+))?")


class _NowByDefault(TyperGroup):
    """A group in which what begins with an option is for ``now``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        known = {name: option for option in self.params for name in option.opts}
        at = 0
        while at < len(args) and args[at] not in ("-h", "--help"):
            name, given, _ = args[at].partition("=")
            if name not in known:
                break
            at += 1 if given or getattr(known[name], "is_flag", False) else 2
        if at >= len(args) or (args[at] not in self.commands and args[at] not in ("-h", "--help")):
            args = ["now", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=_NowByDefault)


@app.callback(invoke_without_command=True)
@group
def _erase() -> None:
    """Erase for good, in every table, with a receipt. Nothing brings it back.

    Without the name of a command: now. stratal erase now --help says what can be named.
    """


@app.command()
@command
def now(
    here: Here,
    messages: Annotated[
        str | None,
        typer.Option(
            metavar="FIRST..LAST",
            help="Messages of --conversation by their numbers.",
            show_default=False,
        ),
    ] = None,
    memory: Annotated[
        str | None, typer.Option(metavar="ID", help="A memory.", show_default=False)
    ] = None,
    fact: Annotated[
        str | None,
        typer.Option(metavar="KEY", help="A profile fact: its id or key.", show_default=False),
    ] = None,
    event: Annotated[
        str | None, typer.Option(metavar="ID", help="An event.", show_default=False)
    ] = None,
    document: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="A document: its id or name.", show_default=False),
    ] = None,
    file: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="STORE PATH", help="A memory file with all versions.", show_default=False
        ),
    ] = None,
    task: Annotated[
        str | None, typer.Option(metavar="ID", help="A task.", show_default=False)
    ] = None,
    agent_state: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="AGENT NAME", help="An agent's document and its history.", show_default=False
        ),
    ] = None,
    preview: Annotated[
        bool, typer.Option("--preview", help="Only show what would go; nothing is changed.")
    ] = False,
    receipt: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the receipt there, as JSON.", show_default=False),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Ask nothing, for a person or scope too.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Only end erasures that were broken off.")
    ] = False,
    compact: Annotated[
        bool,
        typer.Option(
            "--compact",
            help="Only let the bytes of what was erased go, where that is still to be done. "
            "PostgreSQL: as the owner of the tables, which are locked meanwhile.",
        ),
    ] = False,
) -> int:
    """Erase what the options name: shows what will go, asks, and prints the receipt.

    --user alone: that person, with all that is kept of them. --scope: all of a scope.
    --conversation: that conversation of the person, or with --messages some of it. Else one thing.
    A person or a scope is asked for twice; --yes stands for both.
    """
    settings = here.settings
    with settings.memory() as opened:
        erasing = opened.erasing(settings.principal.tenant, asked_by=login())
        if resume:
            return show_all(here, erasing.resume(), "Nothing was broken off.")
        if compact:
            return _compact(here, erasing, yes=yes)
        named: dict[str, Any] = {
            "memory": memory,
            "fact": fact,
            "event": event,
            "document": document,
            "file": file,
            "task": task,
            "agent_state": agent_state,
        }
        target = _target(here, opened, messages, {k: v for k, v in named.items() if v is not None})
        before = erasing.preview(target)
        if preview:
            show_preview(here, before)
            return status.DONE
        if not yes:
            if here.out.as_json or not sys.stdin.isatty():
                raise BadInput("nobody can be asked here: give --yes, or --preview")
            show_preview(here, before)
            _ask(before)
        with progress(here) as bar:
            done = before.carry_out(
                confirmed=True,
                told=None if bar is None else lambda step, no, of: bar.show(step, no / of),
            )
        written = receipt_document(done)
        if receipt is not None:
            write_receipt(receipt, written)
        if here.out.as_json:
            here.out.document(written)
        else:
            show_receipt(here, done, receipt)
    return status.REFUSED if any(one.after for one in done.tables) else status.DONE


@app.command()
@command
def verify(
    here: Here,
    receipt: Annotated[str, typer.Argument(metavar="FILE|ID", help="A receipt.")],
) -> int:
    """Verify a receipt: that nothing of it was changed since it was signed. Status 1 if it was."""
    from stratal.flows.erasing import receipts

    with here.settings.memory() as memory:
        path = Path(receipt)
        if path.is_file():
            written = read_receipt(path)
        else:
            erasing = memory.erasing(here.settings.principal.tenant, asked_by=login())
            known = erasing.receipt(receipt)
            if known is None:
                raise NotFound("receipt", receipt)
            written = receipt_document(known)
        genuine = receipts.is_genuine(written, memory.database.receipt_key())
    if here.out.as_json:
        here.out.document({"id": written.get("id"), "genuine": genuine})
    elif genuine:
        here.out.say(
            f"Genuine: {written.get('kind')} erased, {written.get('state')}, "
            f"asked for by {written.get('asked_by')} at {written.get('asked_at')}.",
            "green",
        )
    else:
        here.out.say("It was changed after it was signed.", "red")
    return status.DONE if genuine else status.REFUSED


@app.command(name="receipts")
@command
def list_receipts(here: Here) -> int:
    """List the receipts of the tenant, and what was broken off."""
    with here.settings.memory() as memory:
        erasing = memory.erasing(here.settings.principal.tenant, asked_by=login())
        broken, known = erasing.unfinished(), erasing.receipts()
    if here.out.as_json:
        here.out.document({"receipts": [receipt_document(one) for one in known]})
        return status.DONE
    for row in broken:
        here.out.say(f"{row.id} ({row.kind}) was broken off: stratal erase --resume", "red")
    if not known:
        here.out.say("There are no receipts: nothing was erased.", "dim")
        return status.DONE
    short = short_ids(one.id for one in known)
    here.out.table(
        ("receipt", "asked for", "by", "kind", "things", "state"),
        [
            (
                short[one.id],
                here.out.moment(one.asked_at),
                one.asked_by,
                one.kind,
                f"{one.erased:,}",
                one.state.value,
            )
            for one in known
        ],
        wide="by",
        numbers=("things",),
    )
    return status.DONE


def _target(here: Here, memory: Memory, span: str | None, named: dict[str, Any]) -> Target:
    settings = here.settings
    user, conversation = settings.principal.user, settings.named_conversation
    wide = (span is not None or conversation is not None) + bool(settings.scopes)
    # A scope says where to look for what is found by its name.
    if len(named) + (0 if named.keys() & _BY_NAME and conversation is None else wide) > 1:
        raise InvalidValue("target", ", ".join(named), "must be one thing: erase them in turn")
    if named:
        [(kind, value)] = named.items()
        return _thing(here, memory, kind, value)
    if span is not None:
        found = _SPAN.fullmatch(span)
        if found is None or conversation is None:
            raise InvalidValue("messages", span, "must be FIRST..LAST, with --conversation")
        first = int(found[1])
        return MessageSpan(
            user=user, conversation=conversation, first=first, last=int(found[2] or first)
        )
    if conversation is not None:
        return ConversationTarget(user=user, conversation=conversation)
    if settings.scopes:
        if len(settings.scopes) > 1:
            raise InvalidValue("scope", str(settings.scopes[0]), "must be one: erase them in turn")
        return ScopeTarget(scope=settings.scopes[0])
    if not settings.user_typed:
        raise InvalidValue("target", "", "is missing: name --user, --scope or one of the others")
    return Person(user=user)


def _thing(here: Here, memory: Memory, kind: str, value: Any) -> Item:
    """The item that was named. Raises `NotFound`."""
    user = here.settings.principal.user
    session = here.settings.wide_session(memory)
    match kind:
        case "memory":
            return Item(layer=Layer.MEMORIES, id=find(here.settings, memory, value).record.id)
        case "fact":
            held = session.profile.timeline(value)
            record = held[-1] if held else find(here.settings, memory, value).record
            return Item(layer=Layer.PROFILE, id=record.id)
        case "document":
            return Item(layer=Layer.KNOWLEDGE, id=session.knowledge.get(value).id)
        case "file":
            store = session.files.named(value[0]).id
            at = session.files.open(store).history.file_at(value[1])
            return Item(layer=Layer.FILES, id=at, part=store)
        case "event":
            return Item(layer=Layer.EVENTS, id=value, user=user)
        case "task":
            return Item(layer=Layer.TASK, id=value, user=user)
        case _:
            return Item(layer=Layer.AGENT_STATE, id=value[1], part=value[0], user=user)


def _ask(before: Preview) -> None:
    kind = kind_of(before.target)
    if not typer.confirm(f"Erase this {kind} for good?", err=True):
        raise typer.Abort
    if before.wide:
        said = typer.prompt("Nothing brings it back. Type ERASE to go on", err=True)
        if said != "ERASE":
            raise typer.Abort


def _compact(here: Here, erasing: Erasing, *, yes: bool) -> int:
    tables = erasing.to_compact()
    if not tables:
        return show_all(here, [], "Nothing is left to compact.")
    if not here.out.as_json:
        here.out.say(
            "Written anew, each locked for everybody meanwhile: " + ", ".join(tables) + "."
        )
    if not yes:
        if here.out.as_json or not sys.stdin.isatty():
            raise BadInput("nobody can be asked here: give --yes")
        if not typer.confirm("Go on?", err=True):
            raise typer.Abort
    return show_all(here, erasing.compact(), "Nothing is left to compact.")
