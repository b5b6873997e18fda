"""Figures as every benchmark writes them: one a row, and tables of them for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One figure."""

    benchmark: str
    set: str
    split: str
    system: str
    metric: str
    value: float
    unit: str


Label = Callable[[Row], str]


def save(rows: Sequence[Row], file: Path) -> None:
    """Write the rows as a JSON list."""
    text = json.dumps([asdict(row) for row in rows], indent=1, ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")


def saved(folder: Path | None, benchmark: str) -> list[Row]:
    """What was saved there before; nothing where nothing was."""
    file = None if folder is None else folder / f"{benchmark}.json"
    if file is None or not file.exists():
        return []
    return [Row(**row) for row in json.loads(file.read_text(encoding="utf-8"))]


def table(rows: Sequence[Row], *, down: Label, across: Label, corner: str = "") -> str:
    """The rows as a Markdown table, in the order in which labels first appear."""
    columns = list(dict.fromkeys(across(row) for row in rows))
    lines = [_line([corner, *columns]), _line(["---", *("---:" for _ in columns)])]
    for label in dict.fromkeys(down(row) for row in rows):
        cells = {across(row): shown(row.value) for row in rows if down(row) == label}
        lines.append(_line([label, *(cells.get(column, "") for column in columns)]))
    return "\n".join(lines)


def shown(value: float) -> str:
    """Three digits that count, in thousands where there are any."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
