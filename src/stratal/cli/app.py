"""The commands, put together, and the one place where an error becomes a line and a status."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from stratal import __version__
from stratal.cli import (
    absence,
    consent,
    context,
    correcting,
    demo,
    erase,
    file_history,
    flows,
    forgetting,
    importing,
    keys,
    knowledge,
    looking_back,
    mcp,
    mount,
    pending,
    person,
    policy,
    reading,
    runs,
    serve,
    status,
    upkeep,
    writing,
)
from stratal.cli.options import command, group
from stratal.cli.output import complain
from stratal.errors import StratalError

app = typer.Typer(
    name="stratal",
    help="Memory and state for AI agents, in layers.",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)

_WRITE = "Write"
_READ = "Read"
_CORRECT = "Correct"
_FILES = "Files and rules"
_UPKEEP = "Look after the store"


def _version(asked: bool) -> None:
    if asked:
        print(f"stratal {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
@group
def _stratal(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Memory and state for AI agents, in layers.

    Without any configuration this is your own memory on this machine. Begin with
    [bold]stratal demo[/bold], or with [bold]stratal add "Call me Ana."[/bold]
    """


for _panel, _commands in (
    (_WRITE, (writing.add, writing.remember, flows.consolidate, flows.archive)),
    (_READ, (reading.show, reading.recall, reading.ask, reading.log, forgetting.cold)),
    (_CORRECT, (correcting.edit, correcting.forget, correcting.restore, correcting.delete)),
    (_CORRECT, (forgetting.undo,)),
    (_UPKEEP, (forgetting.sweep,)),
    (_FILES, (importing.import_file, importing.export_file, demo.demo)),
    (_UPKEEP, (upkeep.health, upkeep.doctor, upkeep.rebuild, upkeep.migrate, upkeep.worker)),
):
    for _function in _commands:
        app.command(name=_function.__name__.removesuffix("_file"), rich_help_panel=_panel)(
            command(_function)
        )
app.command(name="keep-profile", rich_help_panel=_WRITE)(command(flows.keep_profile))
app.command(name="as-of", rich_help_panel=_READ)(command(looking_back.as_of))
app.command(name="export-person", rich_help_panel=_FILES)(command(person.export_person))
app.command(name="import-person", rich_help_panel=_FILES)(command(person.import_person))
app.command(name="prove-absence", rich_help_panel=_UPKEEP)(command(absence.prove_absence))
app.command(name="mcp", rich_help_panel=_UPKEEP)(command(mcp.mcp))
app.command(name="serve", rich_help_panel=_UPKEEP)(command(serve.serve))
app.command(name="mount", rich_help_panel=_FILES)(command(mount.mount))
app.command(name="demo-day", hidden=True)(command(demo.demo_day))
app.add_typer(context.app, name="context", rich_help_panel=_READ)
app.add_typer(consent.app, name="consent", rich_help_panel=_CORRECT)
app.add_typer(runs.app, name="runs", rich_help_panel=_CORRECT)
app.add_typer(pending.app, name="pending", rich_help_panel=_CORRECT)
app.add_typer(erase.app, name="erase", rich_help_panel=_CORRECT)
app.add_typer(keys.app, name="keys", rich_help_panel=_UPKEEP)
app.add_typer(file_history.app, name="files", rich_help_panel=_FILES)
app.add_typer(knowledge.app, name="knowledge", rich_help_panel=_FILES)
app.add_typer(policy.app, name="policy", rich_help_panel=_FILES)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status. Whatever is wrong is told in one line."""
    try:
        answer = app(
            None if arguments is None else list(arguments),
            prog_name="stratal",
            standalone_mode=False,
        )
    except StratalError as error:
        complain(str(error))
        return status.of_error(error)
    except typer.TyperException as error:
        # What validates the words names its own error in front, which tells a person nothing.
        complain(error.format_message().replace(": Value error, ", ": "))
        return error.exit_code
    except typer.Abort:
        complain("stopped; nothing was changed")
        return status.REFUSED
    return answer if isinstance(answer, int) else status.DONE
