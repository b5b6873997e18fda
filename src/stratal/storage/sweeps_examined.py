"""What a database says of sweeps and uses, held against itself.

What a sweep wrote it recorded, and what it recorded it wrote. What was used is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator

from stratal.storage.database import Transaction
from stratal.storage.doctor import MOST, Code, Finding


def sweeps(tx: Transaction) -> Iterator[Finding]:
    """Sweeps with what they did, and counts of what was used."""
    for row in tx.rows("doctor_sweep_ends", limit=MOST):
        yield _of(Code.SWEEP, row["id"], "ended before it began, or goes on although it ended")
    for row in tx.rows("doctor_sweep_actions", limit=MOST):
        yield _of(Code.SWEEP, row["sweep"], f"action {row['id']} is not what the sweep did")
    for row in tx.rows("doctor_sweep_revisions", limit=MOST):
        yield _of(
            Code.SWEEP, row["record"], f"revision {row['revision']} of a sweep is not recorded"
        )
    for row in tx.rows("doctor_uses", limit=MOST):
        yield _of(Code.USES, row["item"], f"{row['layer']}: used, as it seems, as it cannot be")
    for row in tx.rows("doctor_recall_days", limit=MOST):
        yield _of(Code.USES, row["day"], "more recalls had something than there were")


def _of(code: Code, id: str, message: str) -> Finding:
    return Finding(code=code, where="forgetting", id=id, message=message)
