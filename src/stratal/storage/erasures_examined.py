"""What a database says of erasures, held against itself."""

from __future__ import annotations

from collections.abc import Iterator

from stratal.storage.database import Transaction
from stratal.storage.doctor import MOST, Code, Finding


def erasures(tx: Transaction) -> Iterator[Finding]:
    """Erasures that were broken off, and such as say of themselves what cannot be."""
    for row in tx.rows("doctor_erasures_running", limit=MOST):
        yield _of(row["id"], f"a {row['kind']} is half erased: stratal erase --resume ends it")
    for row in tx.rows("doctor_erasures", limit=MOST):
        yield _of(row["id"], "its state is not what its times and its receipt say")
    for row in tx.rows("doctor_erasure_marks", limit=MOST):
        yield _of(row["erasure"], f"still marks {row['marks']} things, and has ended")
    for row in tx.rows("doctor_erasure_orphans", limit=MOST):
        yield _of(row["erasure"], "left hashes or marks, and is not there")


def _of(id: str, message: str) -> Finding:
    return Finding(code=Code.ERASURE, where="erasing", id=id, message=message)
