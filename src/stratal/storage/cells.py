"""Nearest vectors of a large space, near enough: only the cells around the question are read.

Up to `LARGE` vectors all are compared, exactly. Beyond, a space has *cells*, each of what is
nearest to one centre; each vector stands there once more in a short form of a byte a number. A
question reads the cells whose centres are nearest, and what comes out is compared exactly again: so
its cosines are exact, and what can be missing is an entry in a cell that was not read. All of it
lies in tables and changes with the vectors, in their transaction: what is taken out is gone here.

The idea is that of inverted lists over quantised vectors (Jégou, Douze and Schmid 2011), the codes
here being whole bytes: at this size reading them costs less than reconstructing shorter ones.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from stratal.storage.database import Nearest, Row, Transaction

if TYPE_CHECKING:
    import numpy as np

    Matrix: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]

LARGE = 20_000
"""Vectors of a space that are compared one by one, in some 40 ms; more have cells."""
PROBED = 32
"""Cells that a question reads."""
_OUTGROWN = 4
"""Centres chosen from so many times fewer vectors are chosen anew."""
_PER_CENTRE = 40
"""Vectors that a centre is learned from."""
TURNS = 4
"""So often centres are moved to the middle of what is nearest to them."""
BLOCK = 64
"""Vectors of a block that is laid out: 33 KB at 512 numbers each."""
_BLOCK_ADDED = 8
"""Vectors of a block to which more are added: each that comes rewrites it."""
_COMPARED = 4
"""So many times what is asked for is compared exactly."""
_COMPARED_LEAST = 100
_PIECE = 4096
_CODE = 127.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Cells:
    """What is known of the cells of one space, in one generation."""

    space: int
    cells: int
    chosen_from: int
    """Vectors that there were when the centres were chosen."""
    vectors: int
    ready: bool
    """Whether every vector of the space stands in one."""

    def outgrown(self, vectors: int) -> bool:
        """Whether the centres were chosen from too few."""
        return vectors >= _OUTGROWN * self.chosen_from


@dataclass(frozen=True, kw_only=True, slots=True)
class _Block:
    """Some vectors of one cell, in short form."""

    cell: int
    no: int
    seqs: np.ndarray[Any, np.dtype[np.int64]]
    lengths: Matrix
    codes: np.ndarray[Any, np.dtype[np.int8]]


def wanting(known: Cells | None, vectors: int) -> bool:
    """Whether a space of so many vectors, more than a few, should be laid out, or anew."""
    return known is None or not known.ready or known.outgrown(vectors)


def find(tx: Transaction, generation: int, spaces: Sequence[int]) -> dict[int, Cells]:
    """The cells of these spaces, ready or not; a space that has none is left out."""
    rows = tx.rows("cells_of", generation=generation, spaces=json.dumps(list(spaces)))
    return {row["space"]: _cells(row) for row in rows}


def first_centres(sample: Sequence[bytes], vectors: int) -> bytes:
    """Centres of a space of so many `vectors`, drawn from a `sample` of them, in one piece."""
    import numpy as np

    points = _unit(_matrix(sample))
    count = min(len(points), max(1, round(2 * math.sqrt(vectors))))
    chosen = np.random.default_rng(0).choice(len(points), count, replace=False)
    return _packed(points[chosen])


def better_centres(sample: Sequence[bytes], centres: bytes, *, turn: int) -> bytes:
    """Each of `centres` in the middle of what of the `sample` is nearest to it; `TURNS` will do."""
    import numpy as np

    points = _unit(_matrix(sample))
    former = np.frombuffer(centres, dtype="<f4").reshape(-1, points.shape[1])
    sums = np.zeros_like(former)
    chosen = _nearest_centres(points, former)
    np.add.at(sums, chosen, points)
    empty = np.bincount(chosen, minlength=len(former)) == 0
    # A centre that nothing is nearest to starts anew at a vector.
    draw = np.random.default_rng(turn)
    sums[empty] = points[draw.choice(len(points), int(empty.sum()))]
    return _packed(_unit(sums))


def cells_of(vectors: Sequence[bytes], centres: bytes) -> list[int]:
    """The cell of each vector: that of the nearest centre."""
    return _cells_of(_unit(_matrix(vectors)), centres)


def _cells_of(points: Matrix, centres: bytes) -> list[int]:
    import numpy as np

    middles = np.frombuffer(centres, dtype="<f4").reshape(-1, points.shape[1])
    found: list[int] = _nearest_centres(points, middles).tolist()
    return found


def sample_every(vectors: int) -> int:
    """Each so-and-so-many-th vector makes a sample that centres can be learned from."""
    return max(1, round(vectors / (_PER_CENTRE * 2 * math.sqrt(vectors))))


def begin(
    tx: Transaction, generation: int, space: int, centres: bytes, *, dimension: int, vectors: int
) -> None:
    """Give a space cells, empty and not ready; one that has some keeps those."""
    tx.change(
        "cells_add",
        generation=generation,
        space=space,
        cells=len(centres) // (4 * dimension),
        centres=centres,
        chosen_from=vectors,
    )


def finish(tx: Transaction, generation: int, space: int) -> None:
    """From now on questions read the cells: each vector stands in one."""
    tx.change("cells_ready", generation=generation, space=space, ready=1)


def centres_of(tx: Transaction, generation: int, space: int) -> bytes | None:
    """The centres of a space in one piece, or None where it has no cells."""
    row = tx.row("cells_centres", generation=generation, space=space)
    return None if row is None else bytes(row["centres"])


def fill(
    tx: Transaction,
    generation: int,
    space: int,
    vectors: Mapping[int, bytes],
    *,
    block: int = _BLOCK_ADDED,
) -> None:
    """Put vectors, by the number of their entry, into their cells, so many in a `block`.

    Leaves out those that stand there already, or whose entry has gone.
    """
    # Who takes an entry out has taken its space: here nobody can, between looking and writing.
    tx.change("cells_hold", space=space)
    seqs = json.dumps(list(vectors))
    there = {row["seq"] for row in tx.rows("cells_entries", space=space, seqs=seqs)}
    held = tx.rows("cells_members", generation=generation, space=space, seqs=seqs)
    there -= {row["seq"] for row in held}
    new = {seq: vectors[seq] for seq in sorted(there)}
    centres = centres_of(tx, generation, space)
    if centres is None or not new:
        return
    points = _unit(_matrix(list(new.values())))
    cells = _cells_of(points, centres)
    codes, lengths = _coded(points)
    added: dict[int, list[int]] = defaultdict(list)
    for at, cell in enumerate(cells):
        added[cell].append(at)
    numbers = _numbers(new)
    last = {
        row["cell"]: _block(row)
        for row in tx.rows(
            "cells_last_blocks", generation=generation, space=space, cells=json.dumps(list(added))
        )
    }
    for cell, places in added.items():
        whole = _Block(
            cell=cell, no=0, seqs=numbers[places], lengths=lengths[places], codes=codes[places]
        )
        blocks = list(_appended(last.get(cell), whole, block))
        _keep(tx, generation, space, blocks)
        fresh = set(whole.seqs.tolist())
        tx.change_many(
            "cells_member_add",
            (
                {
                    "generation": generation,
                    "space": space,
                    "seq": seq,
                    "cell": cell,
                    "block": one.no,
                }
                for one in blocks
                for seq in one.seqs.tolist()
                if seq in fresh
            ),
        )
    tx.change("cells_grow", generation=generation, space=space, count=len(new))


def remove(tx: Transaction, space: int, seqs: Sequence[int]) -> None:
    """Take the vectors of some entries out of the cells of every generation."""
    for member in tx.rows("cells_members_of", space=space, seqs=json.dumps(list(seqs))):
        generation, seq = member["generation"], member["seq"]
        place = {"generation": generation, "space": space, "cell": member["cell"]}
        row = tx.row("cells_block", no=member["block"], **place)
        if row is not None:
            block = _block(row)
            stay = block.seqs != seq
            if stay.any():
                _keep(
                    tx,
                    generation,
                    space,
                    [
                        _Block(
                            cell=block.cell,
                            no=block.no,
                            seqs=block.seqs[stay],
                            lengths=block.lengths[stay],
                            codes=block.codes[stay],
                        )
                    ],
                )
            else:
                tx.change("cells_block_remove", no=block.no, **place)
        tx.change("cells_member_remove", generation=generation, space=space, seq=seq)
        tx.change("cells_grow", generation=generation, space=space, count=-1)


def clear(tx: Transaction, generation: int, space: int) -> None:
    """Forget the cells of a space; its vectors are all read again."""
    for query in ("cells_remove", "cells_blocks_clear", "cells_members_clear"):
        tx.change(query, generation=generation, space=space)


def nearest(
    tx: Transaction,
    cells: Cells,
    *,
    generation: int,
    query: bytes,
    limit: int,
    also: Collection[int],
    probed: int = PROBED,
) -> Nearest:
    """As `Transaction.nearest`, of what lies in the `probed` cells nearest to `query`.

    What is returned has its exact cosine, and `also` is always among it; the lowest cosine is that
    of what was read, and of the centres of what was not.
    """
    import numpy as np

    asked = _unit(_matrix([query]))[0]
    centres = centres_of(tx, generation, cells.space)
    assert centres is not None, "the cells were found"
    to_centres = np.vecdot(
        np.frombuffer(centres, dtype="<f4").reshape(cells.cells, len(asked)), asked
    )
    chosen = np.lexsort((np.arange(cells.cells), -to_centres))[:probed]
    blocks = [
        _block(row)
        for row in tx.rows(
            "cells_blocks_in",
            generation=generation,
            space=cells.space,
            cells=json.dumps(sorted(chosen.tolist())),
        )
    ]
    wanted = set(also)
    lowest = float(to_centres.min())
    if blocks:
        seqs = np.concatenate([block.seqs for block in blocks])
        about = np.concatenate(
            [np.vecdot(block.codes.astype(np.float32), asked) / block.lengths for block in blocks]
        )
        lowest = min(lowest, float(about.min()))
        compared = max(_COMPARED * limit, _COMPARED_LEAST)
        best = seqs[np.lexsort((seqs, -about))[:compared]].tolist()
    else:
        best = []
    exact = tx.cosines(
        generation=generation, space=cells.space, query=query, seqs=sorted({*best, *wanted})
    )
    ranked = sorted((seq for seq in best if seq in exact), key=lambda seq: (-exact[seq], seq))[
        :limit
    ]
    kept = {seq: exact[seq] for seq in ranked}
    kept |= {seq: cosine for seq, cosine in exact.items() if seq in wanted}
    return Nearest(
        cosines=kept, lowest=min(round(lowest, 6), *kept.values(), 1.0), seen=cells.vectors
    )


def faults(tx: Transaction, generation: int, space: int, seqs: Iterable[int]) -> str | None:
    """What is wrong with the cells of a space whose vectors are `seqs`, or None. Reads all."""
    [cells] = find(tx, generation, [space]).values()
    wanted = set(seqs)
    placed = {
        (seq, row["cell"], row["no"])
        for row in tx.rows("cells_blocks_all", generation=generation, space=space)
        for seq in _seqs(row["seqs"]).tolist()
    }
    listed = {
        (row["seq"], row["cell"], row["block"])
        for row in tx.rows("cells_members_all", generation=generation, space=space)
    }
    if placed != listed:
        return f"{len(placed ^ listed)} vectors do not stand in the cell that is noted for them"
    held = {seq for seq, _, _ in placed}
    if cells.vectors != len(held):
        return f"{len(held)} vectors stand in cells, and {cells.vectors} are counted"
    if held - wanted:
        return f"{len(held - wanted)} vectors in cells are of no entry"
    if cells.ready and wanted - held:
        return f"{len(wanted - held)} vectors stand in no cell"
    return None


def _cells(row: Row) -> Cells:
    return Cells(
        space=row["space"],
        cells=row["cells"],
        chosen_from=row["chosen_from"],
        vectors=row["vectors"],
        ready=bool(row["ready"]),
    )


def _packed(centres: Matrix) -> bytes:
    packed: bytes = centres.astype("<f4").tobytes()
    return packed


def _matrix(vectors: Sequence[bytes]) -> Matrix:
    import numpy as np

    return np.frombuffer(b"".join(vectors), dtype="<f4").reshape(len(vectors), -1)


def _unit(vectors: Matrix) -> Matrix:
    import numpy as np

    lengths = np.sqrt(np.vecdot(vectors, vectors))
    scaled: Matrix = vectors / np.maximum(lengths, np.float32(1e-12))[:, None]
    return scaled


def _nearest_centres(points: Matrix, centres: Matrix) -> np.ndarray[Any, np.dtype[np.int64]]:
    import numpy as np

    return np.concatenate(
        [
            np.argmax(points[at : at + _PIECE] @ centres.T, axis=1)
            for at in range(0, len(points), _PIECE)
        ]
    )


def _coded(points: Matrix) -> tuple[np.ndarray[Any, np.dtype[np.int8]], Matrix]:
    """Each vector as whole bytes, its largest number the largest byte; and how long that is."""
    import numpy as np

    largest = np.maximum(np.abs(points).max(axis=1, keepdims=True), np.float32(1e-12))
    codes = np.rint(points * (_CODE / largest)).astype(np.int8)
    wide = codes.astype(np.float32)
    return codes, np.sqrt(np.vecdot(wide, wide))


def _numbers(seqs: Iterable[int]) -> np.ndarray[Any, np.dtype[np.int64]]:
    import numpy as np

    return np.array(list(seqs), dtype=np.int64)


def _seqs(blob: bytes) -> np.ndarray[Any, np.dtype[np.int64]]:
    import numpy as np

    return np.frombuffer(blob, dtype="<i4").astype(np.int64)


def _block(row: Row) -> _Block:
    import numpy as np

    seqs = _seqs(row["seqs"])
    codes = np.frombuffer(row["codes"], dtype=np.int8)
    return _Block(
        cell=row["cell"],
        no=row["no"],
        seqs=seqs,
        lengths=np.frombuffer(row["lengths"], dtype="<f4"),
        codes=codes.reshape(len(seqs), -1),
    )


def _appended(last: _Block | None, new: _Block, size: int) -> Iterable[_Block]:
    """The blocks of a cell that are new or change when `new` comes behind its `last`."""
    import numpy as np

    first, seqs, lengths, codes = 0, new.seqs, new.lengths, new.codes
    if last is not None and len(last.seqs) < size:
        first = last.no
        seqs = np.concatenate([last.seqs, seqs])
        lengths = np.concatenate([last.lengths, lengths])
        codes = np.concatenate([last.codes, codes])
    elif last is not None:
        first = last.no + 1
    for no, at in enumerate(range(0, len(seqs), size), start=first):
        yield _Block(
            cell=new.cell,
            no=no,
            seqs=seqs[at : at + size],
            lengths=lengths[at : at + size],
            codes=codes[at : at + size],
        )


def _keep(tx: Transaction, generation: int, space: int, blocks: Iterable[_Block]) -> None:
    tx.change_many(
        "cells_block_put",
        (
            {
                "generation": generation,
                "space": space,
                "cell": block.cell,
                "no": block.no,
                "seqs": block.seqs.astype("<i4").tobytes(),
                "lengths": block.lengths.astype("<f4").tobytes(),
                "codes": block.codes.tobytes(),
            }
            for block in blocks
        ),
    )
