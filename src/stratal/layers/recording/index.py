"""How a record stands in the index: with what is in use, or with what is cold beside it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC

from stratal.core.evidence import Source
from stratal.core.identity import Scope
from stratal.core.records import Layer, Record, Status
from stratal.layers.cold import cold_scope, is_cold
from stratal.storage import records, search
from stratal.storage.database import Transaction
from stratal.text.likeness import frame_key
from stratal.text.tokens import terms


def findable(record: Record) -> bool:
    """Whether a record of a searchable layer has its place in the index."""
    return record.status in (Status.ACTIVE, Status.PENDING)


def index_entry(record: Record) -> search.Entry:
    """How a findable record stands in the index."""
    return search.Entry(
        item=record.id,
        part="",
        spoken_by_person=record.source is Source.USER_EXPLICIT,
        at=record.state.valid_from,
        terms=index_terms(record),
    )


def index_terms(record: Record) -> list[str]:
    """What the index holds of a record: its words, the key of what could say the same, its day.

    The day since when it holds is that of UTC: a record is of a scope, and a scope has no zone.
    """
    day = record.state.valid_from.astimezone(UTC).date()
    return [*terms(search_text(record)), frame_key(record.content), *search.dated(day, day)]


def search_text(record: Record) -> str:
    """The words under which a record is found."""
    topic = str(record.topic) if record.topic is not None else ""
    return "\n".join(part for part in (record.content, record.state.reason_given, topic) if part)


def put(tx: Transaction, space: int, record: Record) -> None:
    """Have a revision found where it belongs, `space` being that of its scope, and nowhere else."""
    if findable(record):
        search.put(tx, space, index_entry(record))
        _thawed(tx, record)
    elif is_cold(record):
        cold = search.open_space(tx, record.layer, cold_scope(record.scope))
        # Its words are those of before: they need not be cut again.
        if search.move(tx, [record.id], space, cold):
            search.put(tx, cold, index_entry(record))
    else:
        drop(tx, space, record)


def drop(tx: Transaction, space: int, record: Record) -> None:
    """Take a record out of the index, and out of that of what is cold."""
    search.drop(tx, space, record.id)
    _thawed(tx, record)


def cool(tx: Transaction, layer: Layer, scope: Scope, ids: Sequence[str]) -> None:
    """Move what is findable in a scope to what is cold there."""
    cold = search.open_space(tx, layer, cold_scope(scope))
    left = search.move(tx, ids, search.open_space(tx, layer, str(scope)), cold)
    for record in records.current(tx, layer, left).values():
        search.put(tx, cold, index_entry(record))


def _thawed(tx: Transaction, record: Record) -> None:
    cold = search.find_space(tx, record.layer, cold_scope(record.scope))
    if cold is not None:
        search.drop(tx, cold, record.id)
