"""Exact nearest vectors for databases that cannot rank them: read a space, multiply with numpy."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from stratal.storage.database import Nearest

_PIECE = 4096
"""Vectors multiplied at once: 8 MB of 512 numbers each, whatever the size of the space."""
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
    numbers: list[int] = []
    pieces = [np.empty(0, dtype=np.float32)]
    for piece in _pieces(vectors):
        numbers += [number for number, _ in piece]
        matrix = np.frombuffer(b"".join(value for _, value in piece), dtype="<f4")
        matrix = matrix.reshape(len(piece), len(asked))
        # Row by row, for a product of the whole wakes the threads of the linear algebra: on a busy
        # machine they wait for each other ten times as long as all of the rest takes.
        lengths = np.sqrt(np.vecdot(matrix, matrix))
        pieces.append(np.vecdot(matrix, asked) / lengths)
    cosines = np.round(np.concatenate(pieces).astype(np.float64), _DECIMALS)
    if not numbers:
        return Nearest(cosines={}, lowest=1.0, seen=0)
    best = np.lexsort((np.array(numbers), -cosines))[:limit]
    kept = {numbers[at]: float(cosines[at]) for at in best}
    if also:
        wanted = set(also)
        kept |= {
            number: float(cosine)
            for number, cosine in zip(numbers, cosines, strict=True)
            if number in wanted
        }
    return Nearest(cosines=kept, lowest=float(cosines.min()), seen=len(numbers))


def _pieces(vectors: Iterable[tuple[int, bytes]]) -> Iterator[list[tuple[int, bytes]]]:
    rest = iter(vectors)
    while piece := list(islice(rest, _PIECE)):
        yield piece
