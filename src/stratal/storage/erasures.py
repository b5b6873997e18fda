"""Erasures as they lie in the database: what they mark, the hashes that they leave, their counts.

The hashes are keyed: from the database alone nobody can find out which message ids, texts or names
they stand for, however few of these are possible.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stratal.core.clock import from_micros, to_micros
from stratal.core.erasure import ErasureState
from stratal.core.messages import NewMessage
from stratal.storage.database import Database, Row, Transaction
from stratal.text.tokens import terms

_PAGE = 200


class Purpose(StrEnum):
    """What a hash of something erased is for."""

    ID = "id"
    """The id is retired: whatever comes under it is refused."""
    LISTED = "listed"
    """The id is listed in the receipt, and may be used again."""
    SAME = "same"
    """The same content under the same id is refused."""
    SAID = "said"
    """An import of the same content is refused under any id."""
    STATEMENT = "statement"
    """A flow may not state the same in that scope again."""
    DOCUMENT = "document"
    """An import of the same document or file is refused."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """Something that an erasure takes: what it is, whose, within what."""

    kind: str
    owner: str = ""
    part: str = ""
    id: str = ""
    seq: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class ErasureRow:
    """One erasure."""

    id: str
    kind: str
    target: str
    hash: str
    state: ErasureState
    step: str
    asked_by: str
    asked_at: datetime
    logical_at: datetime | None
    physical_at: datetime | None
    counts: str
    excluded: tuple[str, ...]
    key: str
    signature: str


def add(tx: Transaction, row: ErasureRow) -> None:
    """Begin an erasure."""
    tx.change(
        "erasure_add",
        id=row.id,
        kind=row.kind,
        target=row.target,
        hash=row.hash,
        asked_by=row.asked_by,
        now=to_micros(row.asked_at),
        key=row.key,
    )


def get(tx: Transaction, id: str) -> ErasureRow | None:
    """The erasure of that id, or the only one whose id begins so."""
    row = tx.row("erasure_of", id=id)
    if row is None and id:
        rows = tx.rows("erasure_beginning", low=id, high=id[:-1] + chr(ord(id[-1]) + 1))
        row = rows[0] if len(rows) == 1 else None
    return None if row is None else _erasure(row)


def in_states(tx: Transaction, *states: ErasureState) -> list[ErasureRow]:
    """The tenant's erasures in one of these states, oldest first."""
    return [_erasure(row) for row in tx.rows("erasure_list", states=json.dumps(list(states)))]


def set_first(
    tx: Transaction, id: str, *, owner: str = "", conversation: str = "", scope: str = ""
) -> None:
    """Keep since when there was something of what goes: of a person, a conversation, a scope."""
    tx.change("erasure_first", id=id, owner=owner, conversation=conversation, scope=scope)


def set_step(tx: Transaction, id: str, step: str) -> None:
    """That step is the last one that is done."""
    tx.change("erasure_step", id=id, step=step)


def set_counts(tx: Transaction, id: str, counts: str) -> None:
    """So much was done, this transaction included."""
    tx.change("erasure_counts", id=id, counts=counts)


def move(tx: Transaction, row: ErasureRow) -> None:
    """The erasure is as far as `row` says; what was named is forgotten."""
    tx.change(
        "erasure_move",
        id=row.id,
        state=row.state.value,
        counts=row.counts,
        excluded=json.dumps(row.excluded, ensure_ascii=False),
        logical_at=None if row.logical_at is None else to_micros(row.logical_at),
        physical_at=None if row.physical_at is None else to_micros(row.physical_at),
        key=row.key,
        signature=row.signature,
    )


def mark(tx: Transaction, erasure: str, marks: Iterable[Mark]) -> None:
    """These go, too."""
    tx.change_many(
        "erasure_mark_add",
        (
            {
                "erasure": erasure,
                "kind": one.kind,
                "owner": one.owner,
                "part": one.part,
                "id": one.id,
                "seq": one.seq,
            }
            for one in marks
        ),
    )


def marks(tx: Transaction, erasure: str, kind: str) -> Iterator[Mark]:
    """What goes, of one kind; such as are added meanwhile may be among them."""
    last = Mark(kind=kind)
    while True:
        rows = tx.rows(
            "erasure_marks",
            erasure=erasure,
            kind=kind,
            owner=last.owner,
            part=last.part,
            after=last.id,
            limit=_PAGE,
        )
        for row in rows:
            last = Mark(**{name: row[name] for name in ("kind", "owner", "part", "id", "seq")})
            yield last
        if len(rows) < _PAGE:
            return


def count_marks(tx: Transaction, erasure: str) -> int:
    """How much is marked."""
    row = tx.row("erasure_count_marks", erasure=erasure)
    assert row is not None
    return int(row["found"])


def unmark(tx: Transaction, erasure: str) -> None:
    """Forget what went."""
    tx.change("erasure_unmark", erasure=erasure)


@dataclass(frozen=True, kw_only=True, slots=True)
class Hashed:
    """The hash of something erased."""

    hash: str
    purpose: Purpose
    kind: str


def remember(tx: Transaction, erasure: str, hashes: Iterable[Hashed]) -> None:
    """Let these not come back."""
    tx.change_many(
        "erased_hash_add",
        (
            {
                "erasure": erasure,
                "hash": one.hash,
                "purpose": one.purpose.value,
                "kind": one.kind,
            }
            for one in hashes
        ),
    )


def listed(tx: Transaction, erasure: str) -> dict[str, list[str]]:
    """The hashes of the ids that went, by what they were of."""
    found: dict[str, list[str]] = {}
    for row in tx.rows("erased_listed", erasure=erasure):
        found.setdefault(row["kind"], []).append(row["hash"])
    return found


def returning(
    tx: Transaction,
    database: Database,
    owner: str,
    conversation: str,
    batch: Sequence[NewMessage],
    *,
    imported: bool,
) -> set[int]:
    """Which of these messages are erased ones, by their places in the batch."""
    named = imported or any(new.id is not None for new in batch)
    if not batch or not named or tx.row("erased_any") is None:
        return set()
    key = database.receipt_key()
    asked: dict[str, int] = {}
    for place, new in enumerate(batch):
        if new.id is not None:
            names = (owner, conversation, new.id)
            asked[key.hash(Purpose.ID, "message", *names)] = place
            asked[key.hash(Purpose.SAME, "message", *names, new.digest)] = place
        if imported:
            asked[key.hash(Purpose.SAID, owner, new.digest)] = place
    rows = tx.rows("erased_among", hashes=json.dumps(list(asked)))
    return {asked[row["hash"]] for row in rows if row["purpose"] != Purpose.LISTED}


def erased_at(
    tx: Transaction, database: Database, purpose: Purpose, *parts: str
) -> datetime | None:
    """When the thing that `parts` name was erased; None if it was not."""
    if tx.row("erased_any") is None:
        return None
    name = database.receipt_key().hash(purpose, *parts)
    rows = tx.rows("erased_among", hashes=json.dumps([name]))
    return max((from_micros(row["asked_at"]) for row in rows), default=None)


def statement(scope: str, content: str) -> tuple[str, str]:
    """What of a record must not come back: its words, however they are written, in its scope."""
    return scope, " ".join(terms(content))


def _erasure(row: Row) -> ErasureRow:
    return ErasureRow(
        id=row["id"],
        kind=row["kind"],
        target=row["target"],
        hash=row["hash"],
        state=ErasureState(row["state"]),
        step=row["step"],
        asked_by=row["asked_by"],
        asked_at=from_micros(row["asked_at"]),
        logical_at=None if row["logical_at"] is None else from_micros(row["logical_at"]),
        physical_at=None if row["physical_at"] is None else from_micros(row["physical_at"]),
        counts=row["counts"],
        excluded=tuple(json.loads(row["excluded"])),
        key=row["key"],
        signature=row["signature"],
    )
