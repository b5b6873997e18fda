"""How an answer looks: tables and lines for a person, one JSON document for a program.

Stored text is data. It is never read as markup, and its control characters are shown, not sent: a
memory must not be able to move the cursor or recolour a terminal.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from stratal.core.canonical import Json
from stratal.core.clock import zone
from stratal.core.outcomes import Done, Outcome

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

_SHORTEST = 13
"""Characters of an id that are shown at least: ids of different milliseconds differ in them."""
_PICTURES = {code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A)} | {
    0x7F: 0x2421,
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
}

COLOURS = {
    Done.STORED: "green",
    Done.SUPERSEDED: "green",
    Done.MERGED: "green",
    Done.UNCHANGED: "cyan",
    Done.PENDING: "yellow",
    Done.REMOVED: "magenta",
    Done.REJECTED: "red",
    Done.FAILED: "red",
}


def plain(text: str) -> str:
    """`text` with the pictures of its control characters in their place."""
    return text.translate(_PICTURES)


def one_line(text: str) -> str:
    """`text` in one line."""
    return plain(" ".join(text.split()))


def short_ids(ids: Iterable[str]) -> dict[str, str]:
    """The beginning of each id that tells it from the others, long enough to be typed again."""
    ordered = sorted(set(ids))
    shown = {}
    for place, whole in enumerate(ordered):
        neighbours = ordered[max(0, place - 1) : place] + ordered[place + 1 : place + 2]
        length = _SHORTEST
        while any(other[:length] == whole[:length] for other in neighbours):
            length += 1
        shown[whole] = whole[:length].rstrip("-")
    return shown


@dataclass(kw_only=True, slots=True)
class Output:
    """Where a command shows its answer."""

    as_json: bool
    time_zone: str = "UTC"
    _console: Console | None = field(default=None, init=False)

    @property
    def console(self) -> Console:
        """Standard output; without a terminal it has no colour and 80 columns."""
        if self._console is None:
            from rich.console import Console

            self._console = Console(highlight=False, markup=False, emoji=False)
        return self._console

    def document(self, value: Json) -> None:
        """The one JSON document that a program reads."""
        json.dump(value, sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(thing)

    def say(self, text: str, style: str = "") -> None:
        """A line of ours."""
        from rich.text import Text

        self.console.print(Text(plain(text), style=style))

    def heading(self, text: str) -> None:
        self.say(text, "bold")

    def table(
        self,
        columns: Sequence[str],
        rows: Iterable[Sequence[str]],
        *,
        wide: str = "",
        numbers: Sequence[str] = (),
    ) -> None:
        """Rows under headings; only the column `wide` breaks, the others take what they need."""
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for column in columns:
            table.add_column(
                column,
                overflow="fold",
                no_wrap=column != wide,
                justify="right" if column in numbers else "left",
            )
        for row in rows:
            table.add_row(*(Text(plain(cell)) for cell in row))
        self.console.print(table)

    def row(self, *cells: tuple[int, Text]) -> None:
        """Cells beside each other, each with its least width; the last breaks within itself."""
        from rich.table import Table

        grid = Table.grid(padding=(0, 1, 0, 0))
        for place, (width, _) in enumerate(cells, start=1):
            grid.add_column(no_wrap=place < len(cells), min_width=width or None, overflow="fold")
        grid.add_row(*(text for _, text in cells))
        self.console.print(grid)

    def outcomes(self, outcomes: Sequence[Outcome]) -> None:
        """What became of each item, one after the other."""
        from rich.text import Text

        if self.as_json:
            from stratal.cli.documents import outcome_document

            self.document({"outcomes": [outcome_document(one) for one in outcomes]})
            return
        for outcome in outcomes:
            message = Text(plain(outcome.message))
            if outcome.id is not None:
                revision = "" if outcome.revision is None else f", revision {outcome.revision}"
                message.append(f"\n{plain(outcome.id)}{revision}", style="dim")
            if outcome.question:
                message.append(f"\n{plain(outcome.question)}", style="italic")
            for closed in outcome.closed:
                message.append(f"\nclosed {plain(closed)}", style="dim")
            done = Text(outcome.done.value, style=COLOURS[outcome.done])
            self.row((10, done), (12, Text(outcome.layer)), (0, message))

    def moment(self, moment: datetime) -> str:
        """A time in the person's zone, to the minute."""
        return moment.astimezone(zone(self.time_zone)).strftime("%Y-%m-%d %H:%M")

    def day(self, moment: datetime) -> str:
        return self.moment(moment)[:10]


def complain(problem: str) -> None:
    """One line on standard error."""
    print(f"stratal: {one_line(problem)}", file=sys.stderr)
