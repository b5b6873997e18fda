"""What a budget gives to each block, what a context spent of it, and what requests cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stratal.cli.output import one_line
from stratal.core.budget import Budget, default_budget
from stratal.core.canonical import Json

if TYPE_CHECKING:
    from rich.text import Text

    from stratal.cli.output import Output
    from stratal.context.assembly import Context
    from stratal.core.policy import Policy
    from stratal.core.usage import Usage, UsageReport
    from stratal.session import Session

WINDOWS = (128_000, 200_000, 1_000_000)
"""Tokens of the windows that models have."""
_WIDTH = 9
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_COLOURS = {
    "answer": "grey50",
    "profile": "cyan",
    "pinned": "blue",
    "files": "blue",
    "summary": "magenta",
    "verbatim": "magenta",
    "task": "yellow",
    "window": "green",
    "recalled": "bright_cyan",
    "tail": "yellow",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """A block of a budget: at most so many tokens, None for what has no ceiling."""

    block: str
    tokens: int | None
    said: str = ""
    instead: str = ""
    """What stands in the place of a number."""


def lines(budget: Budget, policy: Policy) -> list[Line]:
    """The blocks of a prompt in their order, with what each may cost, and the answer."""
    whole = "whole"
    return [
        Line(block="tools", tokens=None, instead=whole),
        Line(block="system", tokens=None, instead=whole),
        Line(block="constraints", tokens=None, instead=whole),
        Line(block="profile", tokens=budget.ceiling("profile")),
        Line(block="pinned", tokens=budget.ceiling("pinned")),
        Line(
            block="files",
            tokens=budget.ceiling("files"),
            said="the stores that are attached, and their lists",
        ),
        Line(
            block="summary",
            tokens=policy.window.summary_ceiling,
            said="prose, beside what it keeps verbatim",
        ),
        Line(
            block="verbatim",
            tokens=budget.ceiling("verbatim"),
            said="numbers, names, corrections, word for word",
        ),
        Line(block="task", tokens=budget.ceiling("task")),
        Line(
            block="window",
            tokens=budget.compact_above,
            said="messages; above, older ones are summarised",
        ),
        Line(
            block="recalled",
            tokens=None,
            said=f"the best {policy.recall_limit}",
            instead="what fits",
        ),
        Line(block="tail", tokens=budget.ceiling("tail")),
        Line(block="answer", tokens=budget.reserve_output, said="kept free of the window"),
    ]


def bar(part: int, whole: int, width: int = _WIDTH) -> str:
    """`part` of `whole` as a bar; whatever is there is seen."""
    eighths = min(8 * width, round(8 * width * part / max(1, whole)))
    if part > 0:
        eighths = max(1, eighths)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width)


def show_budgets(out: Output, policy: Policy) -> None:
    """The usual budgets beside each other, a bar for each block."""
    from rich.table import Table
    from rich.text import Text

    made = [default_budget(window, policy) for window in WINDOWS]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("at most", no_wrap=True)
    for budget in made:
        table.add_column(f"{_short(budget.window)} window", no_wrap=True)
    for row in zip(*(lines(budget, policy) for budget in made), strict=True):
        name = row[0].block
        cells = [
            _cell(line, budget.window, _COLOURS.get(name, ""))
            for line, budget in zip(row, made, strict=True)
        ]
        table.add_row(Text(name), *cells)
    out.show(table)
    out.say("")
    for line in lines(made[0], policy):
        if line.said:
            out.say(f"{line.block}: {line.said}", "dim")
    out.say("")
    out.say(
        "What is whole, and the user's last words, are never left out. Of the others these are "
        "given up last when space is short: task, profile, pinned, the last five turns, the three "
        "best recalled, files, summary, the rest of the window."
    )


def show_spent(out: Output, made: Context, budget: Budget, policy: Policy) -> None:
    """What a context spent of its budget, block by block."""
    from rich.table import Table
    from rich.text import Text

    out.say("")
    out.heading(
        f"The next context: {made.tokens:,} of {budget.prompt:,} tokens "
        f"({made.tokens / budget.prompt:.0%})"
    )
    most = {line.block: line.tokens for line in lines(budget, policy)}
    verbatim, prose = most["verbatim"], most["summary"]
    if verbatim is not None and prose is not None:
        most["summary"] = verbatim + prose
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("block")
    table.add_column("spent", no_wrap=True)
    for name in ("tokens", "of", "left out"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in made.table():
        ceiling = most.get(row.block)
        shown = bar(row.tokens, ceiling or budget.prompt, 24)
        table.add_row(
            Text(row.block),
            Text(shown, style=_COLOURS.get(row.block, "")),
            f"{row.tokens:,}",
            "" if ceiling is None else f"{ceiling:,}",
            str(row.left_out or ""),
        )
    out.show(table)


def budgets_document(policy: Policy, made: Context | None) -> Json:
    """The same for a program."""
    windows: list[Json] = [
        {
            "window": budget.window,
            "prompt": budget.prompt,
            "compact_above": budget.compact_above,
            "blocks": {line.block: line.tokens for line in lines(budget, policy)},
        }
        for budget in (default_budget(window, policy) for window in WINDOWS)
    ]
    spent: Json = None if made is None else {row.block: row.tokens for row in made.table()}
    return {"budgets": windows, "spent": spent}


def show_usage(out: Output, session: Session, limit: int = 50) -> None:
    """What the requests of a conversation cost, in order, and in sum."""
    reports = session.usage.reports(limit)[::-1]
    count, total = session.usage.total()
    if out.as_json:
        out.document(
            {
                "reports": [_report_document(report) for report in reports],
                "count": count,
                "total": _usage_document(total),
            }
        )
        return
    if not reports:
        out.say("No request of this conversation was reported.", "yellow")
        out.say("A host reports with context.report_usage(response).", "dim")
        return
    numbers = ("turn", "input", "cached", "written", "output", "ratio")
    out.table(
        ("turn", "when", "model", *numbers[1:]),
        [*_usage_rows(out, reports, count), _sum_row(total)],
        numbers=numbers,
        wide="model",
    )
    if count > len(reports):
        out.say(f"The last {len(reports)} of {count} requests; the sum is of all.", "dim")
    if total.prompt:
        out.say(
            f"{total.cached / total.prompt:.0%} of the prompts came from the provider's cache.",
            "bold",
        )
    standing = session.usage.standing()
    out.say(
        f"ratio: tokens for one estimated. The next context of {standing.model} is counted "
        f"with {standing.factor:g}, by {standing.reports} reports.",
        "dim",
    )


def _usage_rows(
    out: Output, reports: Sequence[UsageReport], count: int
) -> Iterator[tuple[str, ...]]:
    for turn, report in enumerate(reports, start=count - len(reports) + 1):
        usage = report.usage
        yield (
            str(turn),
            out.moment(report.reported_at)[5:],
            f"{one_line(report.model)}{' (window exceeded)' if report.exceeded else ''}",
            f"{usage.input:,}",
            f"{usage.cached:,}",
            f"{usage.written:,}",
            f"{usage.output:,}",
            "" if report.ratio is None else f"{report.ratio:.2f}",
        )


def _sum_row(total: Usage) -> tuple[str, ...]:
    figures = (total.input, total.cached, total.written, total.output)
    return ("", "in all", "", *(f"{figure:,}" for figure in figures), "")


def _cell(line: Line, window: int, colour: str) -> Text:
    from rich.text import Text

    if line.tokens is None:
        return Text(line.instead.rjust(_WIDTH + 8), style="dim")
    cell = Text(bar(line.tokens, window), style=colour)
    return cell.append(f"{line.tokens:>8,}", style="default")


def _short(tokens: int) -> str:
    return f"{tokens // 1_000_000}M" if tokens % 1_000_000 == 0 else f"{tokens // 1_000}K"


def _report_document(report: UsageReport) -> Json:
    return {
        "id": report.id,
        "model": report.model,
        **_usage_document(report.usage),
        "estimated": report.estimated,
        "ratio": report.ratio,
        "window_exceeded": report.exceeded,
        "stop_reason": report.stop_reason,
        "reported_at": report.reported_at.isoformat(),
    }


def _usage_document(usage: Usage) -> dict[str, Json]:
    return {
        "input": usage.input,
        "cached": usage.cached,
        "written": usage.written,
        "output": usage.output,
    }
