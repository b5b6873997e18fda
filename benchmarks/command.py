"""What the commands share: their options, and how what they measured is printed and kept."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.plots import Plot, draw
from benchmarks.rows import Row, save


def parser(doc: str | None) -> argparse.ArgumentParser:
    """``--quick``, ``--json`` and ``--save``; the first line of `doc` is the description."""
    made = argparse.ArgumentParser(description=(doc or "").partition("\n")[0])
    made.add_argument("--quick", action="store_true", help="small: to see that it works")
    made.add_argument("--json", type=Path, metavar="FILE", help="write the rows to this file")
    made.add_argument(
        "--save", type=Path, metavar="DIR", help="write rows, tables and plots to this folder"
    )
    return made


def finish(
    options: argparse.Namespace,
    rows: Sequence[Row],
    *,
    tables: Mapping[str, str],
    notes: Sequence[str] = (),
    machine: Mapping[str, str],
    plots: Mapping[str, Plot],
    name: str | None = None,
) -> None:
    """Print the tables; write what `options` ask for. Plots go by name, tables by heading.

    `name` is that of the files, by default the benchmark's.
    """
    name = name or rows[0].benchmark
    parts = [f"# {name}"]
    parts += [f"## {heading}\n\n{table}" for heading, table in tables.items()]
    if notes:
        parts.append("\n".join(f"- {note}" for note in notes))
    text = "\n\n".join(parts)
    print(text)
    if options.json is not None:
        save(rows, options.json)
    if options.save is not None:
        options.save.mkdir(parents=True, exist_ok=True)
        save(rows, options.save / f"{name}.json")
        pictures = [f"![{plot.title}]({file}.svg)" for file, plot in plots.items()]
        measured = "\n".join(f"- {key}: {value}" for key, value in machine.items())
        page = "\n\n".join([text, *pictures, f"## Measured\n\n{measured}"])
        (options.save / f"{name}.md").write_text(page + "\n", encoding="utf-8")
        for file, plot in plots.items():
            draw(plot, options.save / f"{file}.svg")
