"""What every command takes, before its name or after: where, who, and in which form to answer."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from stratal.cli.output import Output
from stratal.cli.settings import Given, Settings

_PANEL = "Where and who (before or after the command)"

_Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="PATH",
        help="The database; else $STRATAL_DATABASE, else a file in your data folder.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
_Tenant = Annotated[
    str | None,
    typer.Option(help='The tenant; else "local".', rich_help_panel=_PANEL, show_default=False),
]
_User = Annotated[
    str | None,
    typer.Option(help="The person; else your login.", rich_help_panel=_PANEL, show_default=False),
]
_Scope = Annotated[
    list[str] | None,
    typer.Option(
        "--scope",
        metavar="KIND:NAME",
        help="A scope beside your own, e.g. repo:my-app; may be repeated, the last is written to. "
        "Else $STRATAL_SCOPE (none: only your own), else the git repository you stand in.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
_Conversation = Annotated[
    str | None,
    typer.Option(
        help='The conversation; else "terminal".', rich_help_panel=_PANEL, show_default=False
    ),
]
_Zone = Annotated[
    str | None,
    typer.Option(
        "--time-zone",
        metavar="NAME",
        help="Reads and shows times, e.g. Asia/Shanghai; else the machine's.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
_Policy = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="FILE",
        help="The policy in force; else $STRATAL_POLICY, else the built-in one.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
_Embedder = Annotated[
    str | None,
    typer.Option(
        "--embedder",
        metavar="NAME",
        help="builtin, none, or openai:MODEL; else $STRATAL_EMBEDDER, else builtin.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
_Json = Annotated[
    bool | None,
    typer.Option(
        "--json",
        help="Answer with one JSON document.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]

ReadOnly = Annotated[
    bool,
    typer.Option(
        "--read-only", help="Write nothing to the database file: for a copy that may not be."
    ),
]

_COMMON: dict[str, Any] = {
    "database": _Database,
    "tenant": _Tenant,
    "user": _User,
    "scope": _Scope,
    "conversation": _Conversation,
    "time_zone": _Zone,
    "policy": _Policy,
    "embedder": _Embedder,
    "as_json": _Json,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Here:
    """What a command works with: the settings that hold, and where it shows its answer."""

    settings: Settings
    out: Output


def command(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """`function`, whose first parameter is `Here`, as a command that takes the common options."""

    def called(ctx: typer.Context, **values: Any) -> int | None:
        settings = Settings.of(_given(values).over(_above(ctx)))
        out = Output(as_json=settings.as_json, time_zone=settings.time_zone)
        return function(Here(settings=settings, out=out), **values)

    own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
    return _shaped(called, function, own)


def group(function: Callable[..., None]) -> Callable[..., None]:
    """`function` as the callback of a group of commands that hands the common options on."""

    def called(ctx: typer.Context, **values: Any) -> None:
        ctx.obj = _given(values).over(_above(ctx))
        if ctx.invoked_subcommand is None:
            # With rich, typer prints the help itself and gives an empty text.
            print(ctx.get_help(), end="")
            raise typer.Exit
        function(**values)

    own = list(inspect.signature(function, eval_str=True).parameters.values())
    return _shaped(called, function, own)


def _given(values: dict[str, Any]) -> Given:
    """The common options, taken out of what was typed."""
    typed = {name: values.pop(name) for name in _COMMON}
    typed["scope"] = tuple(typed["scope"]) if typed["scope"] else None
    return Given(**typed)


def _above(ctx: typer.Context) -> Given:
    above = ctx.parent.obj if ctx.parent is not None else None
    return above if isinstance(above, Given) else Given()


def _shaped(
    called: Callable[..., Any], function: Callable[..., Any], own: list[inspect.Parameter]
) -> Callable[..., Any]:
    """`called` with the name and words of `function`, its parameters, and the common ones."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter("ctx", keyword, annotation=typer.Context),
        *(parameter.replace(kind=keyword) for parameter in own),
        *(
            inspect.Parameter(name, keyword, default=None, annotation=annotation)
            for name, annotation in _COMMON.items()
        ),
    ]
    called.__name__ = function.__name__
    called.__doc__ = _flowing(inspect.getdoc(function) or "")
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    # Typer reads parameters from here, and mypy knows functions without it.
    setattr(called, "__signature__", inspect.Signature(parameters))  # noqa: B010
    return called


def _flowing(text: str) -> str:
    """Each paragraph as one line: a terminal breaks lines where it wants to."""
    return "\n\n".join(" ".join(one.split()) for one in text.split("\n\n"))
