"""How far a long command is, on standard error and on a terminal only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from stratal.cli.options import Here
from stratal.cli.output import one_line
from stratal.core.records import Layer

if TYPE_CHECKING:
    from rich.progress import Progress

    from stratal.layers.access import Access
    from stratal.models.embedder import Embedder


class Bar:
    """What is being done, and the share of it that is."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = progress.add_task("", total=1.0)

    def show(self, what: str, share: float | None) -> None:
        """`share` is from 0 to 1, or None where nobody knows."""
        from rich.markup import escape

        self._progress.update(
            self._task,
            total=None if share is None else 1.0,
            completed=0.0 if share is None else share,
            description=escape(one_line(what)[-48:]),
        )


@contextmanager
def progress(here: Here) -> Iterator[Bar | None]:
    """A bar; none where nobody would see it."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    if here.out.as_json or not console.is_terminal:
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as shown:
        yield Bar(shown)


def embed_missing(
    access: Access, embedder: Embedder | None, layer: Layer, what: str, bar: Bar | None
) -> str | None:
    """Compute the vectors that the layer lacks; what to say if that was not possible.

    They are derived: whatever is missing costs a part of the ranking, and nothing else.
    """
    from stratal.errors import Busy, ModelUnavailable
    from stratal.flows.recall import fill_vectors

    if embedder is None:
        return None
    done = 0
    try:
        while added := fill_vectors(access, embedder, layers=(layer,)):
            done += added
            if bar is not None:
                # Also what was left earlier: how many there are is not known in advance.
                bar.show(f"embedding, {done:,} {what}", None)
    except (ModelUnavailable, Busy) as error:
        return f"Found by words only until later recalls embed the rest: {error}"
    return None
