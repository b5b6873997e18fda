"""Whether the store answers now: one read, one write that changes nothing, one short text embedded.

Quick enough to be asked every few seconds. What is stored is not examined: that is the doctor's.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from stratal.errors import BackendError
from stratal.models.embedder import Embedder
from stratal.storage import messages, search
from stratal.storage.database import Database

PATIENCE = 0.25
"""Seconds that a write may wait for another process before that is told."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sign:
    """One part of the store and how it answers."""

    part: str
    """``reading``, ``writing``, ``embedding`` or ``vectors``."""
    problem: str
    """Empty if there is none."""
    seconds: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Health:
    """What answers and what does not."""

    signs: tuple[Sign, ...]

    @property
    def well(self) -> bool:
        return not any(sign.problem for sign in self.signs)


def check(
    database: Database,
    tenant: str,
    embedder: Embedder | None = None,
    *,
    generation: str | None = None,
) -> Health:
    """Try each part once. Raises only `HandleUnusable`: a closed handle is no illness.

    `generation` is the key of that whose vectors should be in use.
    """

    def read() -> None:
        with database.read(tenant) as tx:
            messages.conversations(tx, "")

    def write() -> None:
        with database.write(tenant, wait=PATIENCE) as tx:
            # Of a conversation that cannot be: what a write needs is asked for, nothing is changed.
            tx.change("conversation_advance", owner="", conversation="", last_seq=0)

    def embed() -> None:
        if embedder is not None:
            embedder.embed_query("health")

    tried: list[tuple[str, Callable[[], None]]] = [("reading", read), ("writing", write)]
    if embedder is not None:
        tried.append(("embedding", embed))
    signs = [_sign(part, call) for part, call in tried]
    if generation is not None:
        signs.append(_in_use(database, tenant, generation))
    return Health(signs=tuple(signs))


def _in_use(database: Database, tenant: str, generation: str) -> Sign:
    found: list[tuple[int, str]] = []

    def look() -> None:
        with database.read(tenant) as tx:
            in_use = search.generation_in_use(tx)
            found.extend([] if in_use is None else [in_use])

    sign = _sign("vectors", look)
    if any(key != generation for _, key in found):
        problem = f"those in use are of {found[0][1]}: run `stratal rebuild --vectors`"
        return replace(sign, problem=problem)
    return sign


def _sign(part: str, call: Callable[[], None]) -> Sign:
    started = time.monotonic()
    problem = ""
    try:
        call()
    except BackendError as error:
        problem = str(error)
    return Sign(part=part, problem=problem, seconds=time.monotonic() - started)
