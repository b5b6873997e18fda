"""Pictures of figures, mostly of how cost grows: there a power of the size is a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.timing import slope


@dataclass(frozen=True, kw_only=True, slots=True)
class Plot:
    """Lines over one scale."""

    title: str
    x: str
    y: str
    lines: Mapping[str, Sequence[tuple[float, float]]]
    """By label: x and y, such as size and cost, the first ascending."""
    limit: float | None = None
    """Where the target lies, if there is one."""
    logarithmic: bool = True
    """Whether a power of x is to be a line; else both axes are plain."""


_COLOURS = ("#1b6ca8", "#d1495b", "#3a7d44", "#8d5a97", "#e08e2b", "#5c6b73")


def draw(plot: Plot, file: Path) -> None:
    """Write `plot` to `file`, whose suffix names the format.

    Raises `SystemExit` without matplotlib, naming the extra.
    """
    try:
        import matplotlib as mpl
    except ImportError:
        raise SystemExit("plots need the extra: pip install 'stratal[bench]'") from None
    mpl.use("agg")
    # Text stays text, and equal figures give equal files.
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "stratal", "font.size": 10})
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    figure = Figure(figsize=(7.2, 4.2), layout="constrained")
    axes = figure.subplots()
    if plot.logarithmic:
        axes.set_xscale("log")
        axes.set_yscale("log")
    for at, (label, points) in enumerate(plot.lines.items()):
        sloped = plot.logarithmic and len(points) > 1
        grows = f"  (slope {slope(points):+.2f})" if sloped else ""
        axes.plot(
            [x for x, _ in points],
            [y for _, y in points],
            marker="o",
            markersize=5,
            linewidth=1.8,
            color=_COLOURS[at % len(_COLOURS)],
            linestyle="-" if at < len(_COLOURS) else "--",
            label=f"{label}{grows}",
        )
    values = [y for points in plot.lines.values() for _, y in points]
    if plot.limit is not None:
        values.append(plot.limit)
        axes.axhline(
            plot.limit,
            color="#777777",
            linewidth=1.2,
            linestyle=":",
            label=f"target {plot.limit:g}",
        )
    if plot.logarithmic:
        # A whole decade at least: else noise looks like growth.
        axes.set_ylim(min(values) / 2, max(max(values) * 2, min(values) * 10))
        axes.set_xticks(sorted({x for points in plot.lines.values() for x, _ in points}))
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(FuncFormatter(lambda value, _: _short(value)))
            axis.set_minor_formatter(NullFormatter())
            axis.set_tick_params(which="minor", length=0)
    else:
        axes.set_ylim(bottom=0)
    axes.grid(visible=True, which="major", color="#dddddd", linewidth=0.8)
    axes.set_title(plot.title, loc="left", fontsize=11)
    axes.set_xlabel(plot.x)
    axes.set_ylabel(plot.y)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.legend(loc="outside lower center", ncols=2, frameon=False, fontsize=9)
    metadata = {"Date": None} if file.suffix == ".svg" else {}
    figure.savefig(file, dpi=120, metadata=metadata)


def _short(value: float) -> str:
    for unit, name in ((1e6, "M"), (1e3, "k")):
        if value >= unit:
            return f"{value / unit:g}{name}"
    return f"{value:g}"
