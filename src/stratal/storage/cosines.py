"""Exact nearest vectors for databases that cannot rank them: read a space, multiply with numpy."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from stratal.storage.database import Nearest

_PIECE = 256
"""Vectors multiplied at once: half a megabyte of 512 numbers each, which stays in the processor's
cache. Memory for larger pieces comes anew from the system each time, and takes longer than all of
the rest."""
_DECIMALS = 6


def nearest(
    vectors: Iterable[tuple[int, bytes]], query: bytes, *, limit: int, also: Collection[int]
) -> Nearest:
    """The `limit` of `vectors` nearest to `query`, equal ones by number, and those of `also`.

    All are little-endian float32 of one generation, none is all zeros.
    """
    import numpy as np

    asked = np.frombuffer(query, dtype="<f4")
    asked = asked / np.linalg.norm(asked)
    seqs: list[int] = []
    pieces = [np.empty(0, dtype=np.float32)]
    for piece in _pieces(vectors):
        seqs += [seq for seq, _ in piece]
        matrix = np.frombuffer(b"".join([value for _, value in piece]), dtype="<f4")
        matrix = matrix.reshape(len(piece), len(asked))
        # Row by row, for a product of the whole wakes the threads of the linear algebra: on a busy
        # machine they wait for each other ten times as long as all of the rest takes.
        lengths = np.sqrt(np.vecdot(matrix, matrix))
        pieces.append(np.vecdot(matrix, asked) / lengths)
    if not seqs:
        return Nearest(cosines={}, lowest=1.0, seen=0)
    cosines = np.round(np.concatenate(pieces).astype(np.float64), _DECIMALS)
    numbers = np.array(seqs)
    best = np.lexsort((numbers, -cosines))[:limit]
    if also:
        best = np.concatenate([best, np.flatnonzero(np.isin(numbers, list(also)))])
    kept = dict(zip(numbers[best].tolist(), cosines[best].tolist(), strict=True))
    return Nearest(cosines=kept, lowest=float(cosines.min()), seen=len(seqs))


def _pieces(vectors: Iterable[tuple[int, bytes]]) -> Iterator[list[tuple[int, bytes]]]:
    rest = iter(vectors)
    while piece := list(islice(rest, _PIECE)):
        yield piece
