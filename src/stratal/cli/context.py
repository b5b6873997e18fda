"""What a model would be given now, what it was given, and why."""

from __future__ import annotations

from contextlib import suppress
from enum import StrEnum
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from stratal.cli.documents import instant
from stratal.cli.options import Here, command, group
from stratal.cli.output import one_line, short_ids
from stratal.cli.spending import budgets_document, show_budgets, show_spent, show_usage
from stratal.core.budget import default_budget
from stratal.core.canonical import Json
from stratal.errors import NoUserTurn

if TYPE_CHECKING:
    from stratal.cli.output import Output
    from stratal.context.assembly import Context
    from stratal.context.manifest import Manifest
    from stratal.context.recorded import Recorded
    from stratal.context.why import Answer
    from stratal.core.policy import Policy
    from stratal.layers.task import Task
    from stratal.session import Session


def _with_amounts(args: list[str]) -> list[str]:
    """`--budget` without a number asks what the budgets are: that is what 0 tokens mean."""
    return [
        "--budget=0" if arg == "--budget" and not (after or "").isdecimal() else arg
        for arg, after in zip_longest(args, args[1:])
        if arg is not None
    ]


class _ShowByDefault(TyperGroup):
    """A group in which what is no command of its own is for ``show``: mostly a query."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        args = _with_amounts(args)
        if not self._names_command(args):
            args = ["show", *args]
        return super().parse_args(ctx, args)

    def _names_command(self, args: list[str]) -> bool:
        known = {name: option for option in self.params for name in option.opts}
        at = 0
        while at < len(args):
            name, given, _ = args[at].partition("=")
            if not name.startswith("-"):
                return args[at] in self.commands
            if name in ("-h", "--help"):
                return True
            if name not in known:
                return False
            at += 1 if given or getattr(known[name], "is_flag", False) else 2
        return False


app = typer.Typer(cls=_ShowByDefault)


@app.callback(invoke_without_command=True)
@group
def _context() -> None:
    """Show what a model would be given now, what it was given, and why.

    Without the name of a command: show.
    """


class Wire(StrEnum):
    """Whose request the context is written as."""

    ANTHROPIC = "anthropic"
    OPENAI = "openai"


@app.command(name="show")
@command
def context(
    here: Here,
    query: Annotated[
        str | None,
        typer.Argument(
            metavar="[QUERY]",
            help="What to recall for; else the task's goal and the last user message.",
            show_default=False,
        ),
    ] = None,
    task: Annotated[
        str | None, typer.Option(help="The task that is at work.", show_default=False)
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(
            metavar="[TOKENS]",
            help="At most so many tokens; without a number, show what each block may cost.",
            show_default=False,
        ),
    ] = None,
    usage: Annotated[
        bool, typer.Option("--usage", help="Show what the requests so far cost instead.")
    ] = False,
    system: Annotated[
        str, typer.Option(metavar="TEXT", help="The host's system text.", show_default=False)
    ] = "",
    wire: Annotated[
        Wire | None,
        typer.Option(
            help="Print the request's arguments in this form instead (JSON).", show_default=False
        ),
    ] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Keep it on the record, to explain it later.")
    ] = False,
) -> None:
    """Show what a model would be given now, block by block, with tokens and reasons.

    It answers the last message of the conversation; nothing is sent and, but for --record, nothing
    is written.
    """
    with here.settings.memory() as memory:
        session = here.settings.session(memory)
        at_work = None if task is None else session.tasks.get(task)
        if usage:
            show_usage(here.out, session)
            return
        if budget == 0:
            _show_budget(here.out, memory.policy, session, at_work, query, system)
            return
        made = session.context(
            query,
            task=at_work,
            system=system,
            budget=budget,
            record=record or None,
            # To look at a prompt asks nobody anything.
            questions=record or wire is not None,
        )
    if wire is not None:
        arguments = made.to_anthropic() if wire is Wire.ANTHROPIC else made.to_openai()
        here.out.document(arguments)
    elif here.out.as_json:
        here.out.document(_document(made))
    else:
        _show(here.out, made)


def _show_budget(
    out: Output,
    policy: Policy,
    session: Session,
    task: Task | None,
    query: str | None,
    system: str,
) -> None:
    budget = default_budget(policy.window.model_window, policy)
    made = None
    with suppress(NoUserTurn):
        made = session.context(
            query, task=task, system=system, budget=budget, record=False, questions=False
        )
    if out.as_json:
        out.document(budgets_document(policy, made))
        return
    show_budgets(out, policy)
    if made is not None:
        show_spent(out, made, budget, policy)


def _show(out: Output, made: Context) -> None:
    from rich.panel import Panel
    from rich.text import Text

    from stratal.cli.output import plain

    for block in made.blocks:
        if block.text:
            out.show(
                Panel(
                    Text(plain(block.text)),
                    title=f"{block.name}, {block.tokens:,} tokens",
                    title_align="left",
                    border_style="dim",
                )
            )
    out.table(
        ("block", "tokens", "items", "left out", "why"),
        (
            (
                row.block,
                f"{row.tokens:,}",
                str(row.items or ""),
                str(row.left_out or ""),
                row.reason,
            )
            for row in made.table()
        ),
        wide="why",
        numbers=("tokens", "items", "left out"),
    )
    out.say(f"{made.tokens:,} tokens in all", "bold")
    if made.manifest.id is not None:
        out.say(f"recorded as {made.manifest.id}")
    _show_left_out(out, made.manifest)
    for note in made.notes:
        out.say(note, "yellow")


def _show_left_out(out: Output, manifest: Manifest) -> None:
    if not manifest.left_out:
        return
    ids = short_ids(one.id for one in manifest.left_out)
    out.say("")
    out.table(
        ("left out of", "item", "why"),
        (
            (one.block, ids[one.id], f"{one.why.value} {one.detail}".strip())
            for one in manifest.left_out
        ),
        wide="why",
    )


@app.command(name="list")
@command
def list_recorded(here: Here) -> None:
    """List the contexts of the conversation that are on the record, newest first."""
    with here.settings.memory() as memory:
        found = here.settings.session(memory).contexts.list()
    if here.out.as_json:
        here.out.document({"contexts": [_recorded_document(one) for one in found]})
        return
    if not found:
        here.out.say("None is on the record: stratal context show --record keeps one.")
        return
    ids = short_ids(one.id for one in found)
    here.out.table(
        ("context", "made", "tokens", "stage", "query"),
        (
            (
                ids[one.id],
                here.out.moment(one.made_at),
                f"{one.manifest.tokens:,}",
                one.manifest.stage.value,
                one_line(one.manifest.query)[:60],
            )
            for one in found
        ),
        wide="query",
        numbers=("tokens",),
    )


@app.command()
@command
def explain(
    here: Here,
    item: Annotated[
        str, typer.Argument(metavar="ID", help="The context, or the beginning of its id.")
    ],
    replay: Annotated[
        bool, typer.Option("--replay", help="Print the texts, too, as the model was given them.")
    ] = False,
) -> None:
    """Explain a recorded context: block by block, item by item, and what stayed out and why."""
    with here.settings.memory() as memory:
        again = here.settings.session(memory).contexts.replay(item)
    recorded = again.recorded
    if here.out.as_json:
        texts: dict[str, Json] = {block.name: block.text for block in again.blocks}
        here.out.document(
            {
                **_recorded_document(recorded),
                "erased": list(again.erased),
                **({"texts": texts} if replay else {}),
            }
        )
        return
    _explain(here.out, recorded)
    if replay:
        for block in again.blocks:
            if block.text:
                here.out.say("")
                here.out.heading(block.name)
                here.out.say(block.text)
    for gone in again.erased:
        here.out.say(f"erased since: {gone}", "yellow")


def _explain(out: Output, recorded: Recorded) -> None:
    manifest = recorded.manifest
    out.heading(f"{recorded.id}, made {out.moment(recorded.made_at)} by {recorded.actor}")
    if recorded.task is not None:
        out.say(f"task {recorded.task}")
    out.say(f"stage {manifest.stage.value}: {manifest.stage_reason}")
    out.say(f"query {one_line(manifest.query)}" if manifest.query else "nothing was searched for")
    out.say("")
    ids = short_ids(item.id for share in manifest.blocks for item in share.items)
    rows = []
    for place, share in enumerate(manifest.blocks, start=1):
        rows.append((str(place), share.block, "", "", f"{share.tokens:,}", share.reason))
        rows += [
            (
                "",
                "",
                ids[item.id],
                "" if item.revision is None else str(item.revision),
                f"{item.tokens:,}",
                item.reason,
            )
            for item in share.items
        ]
    out.table(
        ("", "block", "item", "revision", "tokens", "why"),
        rows,
        wide="why",
        numbers=("revision", "tokens"),
    )
    out.say(f"{manifest.tokens:,} tokens in all", "bold")
    out.say(f"stable prefix {manifest.stable_prefix[:16]}")
    _show_left_out(out, manifest)
    for note in manifest.notes:
        out.say(note, "yellow")


@app.command()
@command
def why(
    here: Here,
    text: Annotated[
        str, typer.Argument(help="Words of what you look for, or the beginning of its id.")
    ],
    context: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Ask about this recorded context; else the one made now.",
            show_default=False,
        ),
    ] = None,
    task: Annotated[
        str | None, typer.Option(help="The task that is at work.", show_default=False)
    ] = None,
) -> None:
    """Say why something is in the prompt, or is not: one answer for each thing with the words."""
    with here.settings.memory() as memory:
        session = here.settings.session(memory)
        at_work = None if task is None else session.tasks.get(task)
        answers = session.why(
            text, context=context, task=at_work, also=here.settings.wide_session(memory).scopes
        )
    if here.out.as_json:
        here.out.document({"answers": [_answer_document(one) for one in answers]})
        return
    _show_answers(here.out, answers)


def _show_answers(out: Output, answers: tuple[Answer, ...]) -> None:
    ids = short_ids(one.id for one in answers if one.id is not None)
    out.table(
        ("answer", "layer", "item", "why"),
        (
            (
                one.verdict.value,
                one.layer,
                "" if one.id is None else ids[one.id],
                f"{one.text}\n{one.sentence}".strip(),
            )
            for one in answers
        ),
        wide="why",
    )


def _answer_document(answer: Answer) -> dict[str, Json]:
    return {
        "answer": answer.verdict.value,
        "why": answer.sentence,
        "layer": answer.layer,
        "id": answer.id,
        "text": answer.text,
    }


def _recorded_document(recorded: Recorded) -> dict[str, Json]:
    return {
        "id": recorded.id,
        "conversation": recorded.conversation,
        "made_at": instant(recorded.made_at),
        "actor": recorded.actor,
        "task": recorded.task,
        "stage": recorded.manifest.stage.value,
        "stage_reason": recorded.manifest.stage_reason,
        **_manifest_document(recorded.manifest, {}),
        "notes": list(recorded.manifest.notes),
    }


def _document(made: Context) -> dict[str, Json]:
    texts = {block.name: block.text for block in made.blocks}
    return {**_manifest_document(made.manifest, texts), "notes": list(made.notes)}


def _manifest_document(manifest: Manifest, texts: dict[str, str]) -> dict[str, Json]:
    return {
        "tokens": manifest.tokens,
        "query": manifest.query,
        "blocks": [
            {
                "block": share.block,
                "tokens": share.tokens,
                "reason": share.reason,
                **({"text": texts.get(share.block, "")} if texts else {}),
                "items": [
                    {
                        "id": item.id,
                        "layer": str(item.layer),
                        "revision": item.revision,
                        "reason": item.reason,
                        "tokens": item.tokens,
                    }
                    for item in share.items
                ],
            }
            for share in manifest.blocks
        ],
        "left_out": [
            {
                "block": one.block,
                "id": one.id,
                "layer": str(one.layer),
                "revision": one.revision,
                "why": one.why.value,
                "detail": one.detail,
            }
            for one in manifest.left_out
        ],
        "stable_prefix": manifest.stable_prefix,
    }
