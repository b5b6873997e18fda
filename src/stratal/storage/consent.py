"""What people decided about being remembered: rows that are only ever added."""

from __future__ import annotations

from datetime import datetime

from stratal.core.clock import from_micros, to_micros
from stratal.core.consent import ConsentChange
from stratal.core.records import Layer
from stratal.storage.database import Transaction


def changes(tx: Transaction, owner: str) -> list[ConsentChange]:
    """Everything that the person decided, in order."""
    return [
        ConsentChange(
            no=row["no"],
            given=bool(row["given"]),
            layer=None if row["layer"] is None else Layer(row["layer"]),
            conversation=row["conversation"],
            at=from_micros(row["recorded_at"]),
            actor=row["actor"],
            reason=row["reason"],
        )
        for row in tx.rows("consent_all", owner=owner)
    ]


def add(
    tx: Transaction,
    owner: str,
    *,
    given: bool,
    layer: Layer | None,
    conversation: str | None,
    actor: str,
    reason: str,
    now: datetime,
) -> int:
    """Keep one decision, the last so far; its number."""
    while True:
        known = changes(tx, owner)
        no = known[-1].no + 1 if known else 1
        # Somebody else may decide between the two statements.
        if tx.change(
            "consent_add",
            owner=owner,
            no=no,
            given=int(given),
            layer=None if layer is None else layer.value,
            conversation=conversation,
            actor=actor,
            reason=reason,
            now=to_micros(now),
        ):
            return no
