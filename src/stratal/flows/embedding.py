"""Asking an embedder without waiting for it longer than somebody who recalls would.

And the job that embeds what nobody could wait for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TypeVar

from stratal.errors import Busy, ModelUnavailable, StratalError
from stratal.models.embedder import Embedder
from stratal.models.outside import OutsideCalls
from stratal.storage import search
from stratal.storage.database import Database
from stratal.storage.jobs import NewJob
from stratal.storage.search import Place

T = TypeVar("T")

EMBED = "embed"
"""The kind of a job: compute what vectors of one generation a space of the index lacks."""

CELLS = "cells"
"""The kind of a job: lay out the vectors of a space that has become large by cells."""

PATIENCE = 5.0
"""Seconds that one recall gives its embedder: the built-in one loads in little more than one."""

_PIECE = 16
_CALLS = OutsideCalls()


def embed_job(generation: str, space: int) -> NewJob:
    """The job for one generation, by its key, and one space. One at a time: they share a model."""
    return NewJob(
        kind=EMBED,
        key=f"{space}:{generation}",
        lane=EMBED,
        payload={"generation": generation, "space": space},
    )


def cells_job(generation: str, space: int) -> NewJob:
    """The job for one generation, by its key, and one space."""
    return NewJob(
        kind=CELLS,
        key=f"{space}:{generation}",
        lane=f"{CELLS}:{space}",
        payload={"generation": generation, "space": space},
    )


class Waiting:
    """A span of time that all calls of one recall share."""

    def __init__(
        self, embedder: Embedder, patience: float = PATIENCE, *, piece: int = _PIECE
    ) -> None:
        """`piece` is how many texts one call of the embedder gets."""
        self.embedder = embedder
        self._piece = piece
        self._patience = patience
        self._until = time.monotonic() + patience

    def query(self, text: str) -> bytes:
        """The vector of a query. Raises `ModelUnavailable`, also when the time is over."""
        return self._within(lambda: self.embedder.embed_query(text))

    def passages(self, texts: Sequence[str]) -> tuple[list[bytes | None], ModelUnavailable | None]:
        """The vectors that came in time, None for the others; with the reason, if any is missing.

        A text that the embedder refuses costs those of its piece, not the rest.
        """
        vectors: list[bytes | None] = []
        problem: ModelUnavailable | None = None
        for start in range(0, len(texts), self._piece):
            piece = list(texts[start : start + self._piece])
            try:
                vectors += self._within(partial(self.embedder.embed_passages, piece))
            except ModelUnavailable as error:
                problem = error
                vectors += [None] * len(piece)
        return vectors, problem

    def _within(self, call: Callable[[], T]) -> T:
        try:
            return _CALLS.within(call, self._until - time.monotonic())
        except TimeoutError:
            raise ModelUnavailable(
                self.embedder.generation.model, f"no answer within {self._patience:g} s"
            ) from None


def add_vectors(
    database: Database,
    tenant: str,
    waiting: Waiting,
    missing: Mapping[Place, str],
    *,
    now: datetime,
    wait: float | None = None,
) -> tuple[int, StratalError | None]:
    """Embed the texts outside of any transaction and keep what came: how many, and what failed.

    `wait` is how long to wait for other writers, if less than a write does.
    """
    problem: StratalError | None
    vectors, problem = waiting.passages(list(missing.values()))
    came = {
        place: vector for place, vector in zip(missing, vectors, strict=True) if vector is not None
    }
    if not came:
        return 0, problem
    made_by = waiting.embedder.generation
    try:
        with database.write(tenant, wait=wait) as tx:
            generation = search.open_generation(tx, made_by.key, made_by.dimension, now)
            search.put_vectors(tx, generation, came)
    except Busy as busy:
        return 0, busy
    return len(came), problem
