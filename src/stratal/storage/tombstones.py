"""What is left of a thing that was deleted: its id, layer and scope, and who did it, when, why."""

from __future__ import annotations

from datetime import datetime

from stratal.core.clock import to_micros
from stratal.core.identity import Scope
from stratal.core.records import Layer, Origin
from stratal.storage.database import Transaction


def add(
    tx: Transaction, id: str, layer: Layer, scope: Scope, origin: Origin, now: datetime
) -> None:
    """Leave a tombstone, without a word of what it was."""
    tx.change(
        "tombstone_add",
        id=id,
        layer=layer.value,
        scope=str(scope),
        actor=origin.actor,
        reason=origin.reason,
        now=to_micros(now),
    )
