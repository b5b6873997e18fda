"""How the demo looks: a few panels and tables a day, straight at 80 columns as at 120."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import typer

from stratal.cli import status
from stratal.cli.demo.words import Day, Words
from stratal.cli.output import COLOURS, Output, complain, one_line, plain
from stratal.core.records import Layer

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from stratal.cli.demo.stand_in import Command
    from stratal.context.assembly import Context
    from stratal.core.evidence import HeldEvidence
    from stratal.core.identity import Scope
    from stratal.core.messages import Message
    from stratal.core.outcomes import Outcome
    from stratal.core.records import Record, Topic
    from stratal.layers.profile import HowKnown

_WIDEST = 100


@dataclass(kw_only=True, slots=True)
class Stage:
    """Where a day is shown; silent when the answer is one JSON document."""

    words: Words
    out: Output
    held: list[str] = field(default_factory=list)
    """The claims that held."""

    def open_day(self, day: Day, *, pid: int, conversation: str, scopes: Sequence[str]) -> None:
        from rich.rule import Rule
        from rich.text import Text

        words = self.words
        self._show(Text(""), Rule(Text(f" {words.titles[day]} ", style="bold cyan"), style="cyan"))
        self._show(Text(words.leads[day]))
        process = words.process.format(pid=pid, conversation=conversation, scopes=", ".join(scopes))
        self._show(Text(process, style="dim"))

    def said(self, sentence: str) -> None:
        from rich.text import Text

        line = Text("\n")
        line.append(f"{self.words.says} ▸ ", style="bold magenta")
        line.append(plain(sentence), style="bold")
        self._show(line)

    def outcomes(self, outcomes: Sequence[Outcome]) -> None:
        from rich.text import Text

        words = self.words
        for outcome in outcomes:
            layer, done = str(outcome.layer), outcome.done.value
            # Where the language has its own words, they say all; ours are English.
            said = "" if done in words.done else one_line(outcome.message)
            self._row(
                (3, Text("  →", style="dim")),
                (12, Text(words.layer_names.get(layer, layer))),
                (10, Text(words.done.get(done, done), style=COLOURS[outcome.done])),
                (0, Text(said, style="dim")),
            )

    def turns(self, turns: Sequence[tuple[str, float, bool]]) -> None:
        """What was said, how full the window was by then, and where it was taken into the task."""
        words = self.words
        rows = []
        for no, (sentence, share, taken) in enumerate(turns, 1):
            bar = "█" * round(share * 12)
            note = f"{words.taken_here}\n" if taken else ""
            rows.append((f"{no}", f"{share:4.0%} {bar:9}", f"{note}{sentence}"))
        self._table("", (words.turn, words.window, words.sentence), rows)

    def taken(self, entries: Sequence[tuple[str, Sequence[int]]]) -> None:
        rows = [(text, ", ".join(map(str, places))) for text, places in entries]
        self._table(self.words.taken, (self.words.entry, self.words.said_in), rows)

    def archived(
        self, outcomes: Sequence[Outcome], memories: Mapping[str, Record], burned: str
    ) -> None:
        words = self.words
        rows = []
        for outcome in outcomes:
            record = memories.get(outcome.id or "")
            done = words.done.get(outcome.done.value, outcome.done.value)
            what = burned if record is None else f"{one_line(record.content)} ({record.kind.value})"
            rows.append((words.burned if record is None else done, what))
        self._table(words.closed, (words.became, words.what), rows)

    def layers(
        self,
        *,
        messages: Sequence[Message],
        tasks: Sequence[str],
        facts: Sequence[Record],
        memories: Sequence[Record],
    ) -> None:
        words = self.words
        rows = [
            ("conversation", words.messages.format(n=len(messages))),
            ("task", ", ".join(tasks) or words.nothing),
            ("profile", "\n".join(map(_fact, facts)) or words.nothing),
            ("memories", "\n".join(map(self._memory, memories)) or words.nothing),
        ]
        rows = [(words.layer_names.get(layer, layer), holds) for layer, holds in rows]
        self._table(words.layers, (words.layer, words.holds), rows)

    def evidence(self, record: Record) -> None:
        from rich.text import Text

        held = record.evidence[0]
        line = Text(f"  {self.words.evidence}{self.words.colon}", style="dim")
        line.append(f"“{plain(held.quotation)}”", style="italic not dim")
        line.append(f" ({record.source.value})")
        self._show(line)

    def context(self, made: Context) -> None:
        words = self.words
        rows = [
            (row.block, f"{row.tokens:,}", words.reasons.get(row.block, row.reason))
            for row in made.table()
        ]
        rows.append((words.total, f"{made.tokens:,}", ""))
        self._table(
            words.context, (words.block, words.tokens, words.why), rows, right=1, total=True
        )
        for name in ("constraints", "pinned"):
            block = made.block(name)
            if block is not None:
                self._panel(f"{words.in_the_prompt}{words.colon}{name}", block.text, "yellow")

    def command(self, command: Command) -> None:
        from rich.text import Text

        body = Text()
        if command.because:
            body.append(f"{self.words.agent_read} ", style="dim")
            body.append(f"{plain(command.because)}\n", style="italic")
        body.append(f"$ {command.line}", style="bold green")
        self._panel(self.words.agent, body, "green")

    def scopes(self, seen: Sequence[Record], unseen: Record, granted: Sequence[Scope]) -> None:
        """What this session sees in each of its scopes, and what it does not."""
        words = self.words
        rows = [
            (
                str(scope),
                words.yes,
                "\n".join(_fact(one) for one in seen if one.scope == scope) or words.nothing,
            )
            for scope in granted
        ]
        rows.append((str(unseen.scope), words.no, _fact(unseen)))
        self._table(words.compared, (words.scope, words.granted, words.holds), rows)

    def values(self, topic: Topic, line: Sequence[Record]) -> None:
        words, out = self.words, self.out
        rows = []
        for record in line:
            end = record.state.valid_to
            held = words.until.format(
                start=out.day(record.state.valid_from),
                end=words.open_end if end is None else out.day(end),
            )
            evidence = record.evidence[0]
            said = words.said_on.format(day=out.day(evidence.said_at), id=_message_of(evidence))
            rows.append(
                (
                    words.statuses.get(record.status.value, record.status.value),
                    f"{record.content}\n“{evidence.quotation}”\n{said}",
                    held,
                )
            )
        columns = (words.status, f"{words.value} · {words.evidence}", words.valid)
        self._table(words.values.format(topic=topic), columns, rows)

    def log(self, revisions: Sequence[Record]) -> None:
        from rich.text import Text

        words = self.words
        body = Text()
        for place, revision in enumerate(revisions):
            origin = revision.origin
            line = words.log_line.format(
                n=revision.revision,
                day=self.out.moment(revision.known_from),
                actor=origin.actor,
                status=words.statuses.get(revision.status.value, revision.status.value),
            )
            body.append("\n" if place else "")
            body.append(plain(line), style="bold")
            body.append(f"\n  {plain(revision.content)}")
            if origin.reason:
                body.append(f"\n  {words.log_reason.format(what=plain(origin.reason))}", "dim")
            if origin.side_effect:
                effect = words.log_side_effect.format(what=plain(origin.side_effect))
                body.append(f"\n  {effect}", "dim")
        self._panel(words.log_of, body, "blue")

    def known(self, known: HowKnown) -> None:
        words, fact = self.words, known.fact
        said = [
            f"“{held.quotation}”\n"
            + words.said_on.format(day=self.out.day(held.said_at), id=_message_of(held))
            for held in known.evidence
        ]
        title = words.knows.format(key=fact.key, value=fact.content)
        self._panel(title, "\n".join(said), "blue")

    def holds(self, claim: str, holds: bool) -> None:
        """Say that `claim` holds; the end of the story if it does not."""
        from rich.text import Text

        self.require(claim, holds)
        self.held.append(claim)
        self._row((1, Text("✓", style="bold green")), (0, Text(plain(claim), style="green")))

    def require(self, claim: str, holds: bool) -> None:
        """Without a word if `claim` holds; the end of the story if it does not."""
        if not holds:
            complain(self.words.broken.format(claim=claim))
            raise typer.Exit(status.REFUSED)

    def end(self) -> None:
        from rich.rule import Rule
        from rich.text import Text

        self._show(Text(""), Rule(style="cyan"), Text(self.words.end))
        for command in (f"stratal add '{self.words.begin}'", "stratal show"):
            self._show(Text(f"  $ {command}", style="bold green"))
        self._show(Text(""))

    def _memory(self, record: Record) -> str:
        mark = f" [{self.words.pinned}]" if record.state.pinned else ""
        return f"{record.scope}: {one_line(record.content)}{mark}"

    def _table(
        self,
        title: str,
        columns: Sequence[str],
        rows: Sequence[Sequence[str]],
        *,
        right: int | None = None,
        total: bool = False,
    ) -> None:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        table = Table(
            title=Text(title, style="bold") if title else None,
            title_justify="left",
            box=box.ROUNDED,
            border_style="dim",
            header_style="dim",
            width=self._width,
        )
        for place, column in enumerate(columns):
            last = place == len(columns) - 1
            table.add_column(
                column,
                justify="right" if place == right else "left",
                overflow="fold",
                ratio=1 if last else None,
            )
        for place, row in enumerate(rows):
            if total and place == len(rows) - 1:
                table.add_section()
            table.add_row(*(Text(plain(cell)) for cell in row))
        self._show(Text(""), table)

    def _row(self, *cells: tuple[int, Text]) -> None:
        if not self.out.as_json:
            self.out.row(*cells)

    def _panel(self, title: str, body: str | RenderableType, colour: str) -> None:
        from rich.panel import Panel
        from rich.text import Text

        shown = Text(plain(body)) if isinstance(body, str) else body
        self._show(
            Panel(
                shown,
                title=Text(title, style=colour),
                title_align="left",
                border_style=colour,
                width=self._width,
            )
        )

    @property
    def _width(self) -> int:
        return min(self.out.console.width, _WIDEST)

    def _show(self, *things: RenderableType) -> None:
        if not self.out.as_json:
            self.out.show(*things)


def _fact(record: Record) -> str:
    text = one_line(record.content)
    return f"{record.key}: {text}" if record.layer is Layer.PROFILE else text


def _message_of(held: HeldEvidence) -> str:
    return str(getattr(held.cited, "message", ""))[:13]
