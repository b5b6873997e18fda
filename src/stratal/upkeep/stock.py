"""What is remembered, class by class: how much, how old, how used, how sure, and what is twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from stratal.core.clock import from_micros, to_micros
from stratal.core.records import Kind, Layer, Status
from stratal.flows.forgetting.sweep import LAYERS, Ground
from stratal.storage import sweeps, uses
from stratal.storage.database import Row
from stratal.storage.uses import RecallShare
from stratal.upkeep.alike import Alike, alike

COMPARED = 20_000
"""Records up to which duplicates are looked for: each is read for it."""
CLASSES = ("profile", "preferences", "memories")
_WEEK, _MONTH, _QUARTER = timedelta(days=7), timedelta(days=30), timedelta(days=90)


@dataclass(kw_only=True, slots=True)
class Shelf:
    """One class."""

    by_status: Counter[Status] = field(default_factory=Counter)
    of_week: int = 0
    """Of those in use, as the following: begun within seven days."""
    of_month: int = 0
    of_quarter: int = 0
    older: int = 0
    oldest: datetime | None = None
    used_of_month: int = 0
    """Reached a prompt, or were asked for, within thirty days."""
    never_used: int = 0
    uses: int = 0
    unconfirmed: int = 0
    """Neither said by the person in so many words nor confirmed."""
    quarantined: int = 0
    """Of those that wait: texts from elsewhere that read as an instruction."""
    conflicting: int = 0
    """Differ from another in one number, name or the like."""
    duplicates: int | None = 0
    """Say what another says; None where there are too many to compare."""

    @property
    def in_use(self) -> int:
        return self.by_status[Status.ACTIVE]

    @property
    def out_of_use(self) -> int:
        return self.by_status[Status.COLD] + self.by_status[Status.EXPIRED]


@dataclass(frozen=True, kw_only=True, slots=True)
class Stock:
    """What a tenant's memory holds."""

    shelves: Mapping[str, Shelf]
    """By class: `CLASSES`."""
    recalls: RecallShare
    """Recalls for prompts within thirty days, and how many had something."""
    last_sweep: datetime | None
    alike: Sequence[Alike]
    """Memories that may say the same in other words, for a person to settle; nearest first."""


def take_stock(ground: Ground) -> Stock:
    """Count what a tenant's memory holds, now. Writes nothing."""
    now = ground.clock.now()
    shelves = {name: Shelf() for name in CLASSES}
    with ground.database.read(ground.tenant) as tx:
        rows = tx.rows(
            "stock_records",
            week=to_micros(now - _WEEK),
            month=to_micros(now - _MONTH),
            quarter=to_micros(now - _QUARTER),
        )
        recalls = uses.share(tx, now - _MONTH)
        last = sweeps.last_end(tx)
    for row in rows:
        _count(shelves[_class(row)], row)
    _duplicates(ground, now, shelves)
    return Stock(shelves=shelves, recalls=recalls, last_sweep=last, alike=alike(ground))


def _class(row: Row) -> str:
    if row["layer"] == Layer.PROFILE:
        return "profile"
    return "preferences" if row["kind"] == Kind.PREFERENCE else "memories"


def _count(shelf: Shelf, row: Row) -> None:
    status, found = Status(row["status"]), int(row["found"])
    shelf.by_status[status] += found
    if status is Status.PENDING:
        shelf.quarantined += int(row["quarantined"])
    if status is not Status.ACTIVE:
        return
    shelf.of_week += int(row["of_week"])
    shelf.of_month += int(row["of_month"])
    shelf.of_quarter += int(row["of_quarter"])
    shelf.older += found - int(row["of_quarter"])
    oldest = from_micros(row["oldest"])
    shelf.oldest = oldest if shelf.oldest is None else min(shelf.oldest, oldest)
    shelf.used_of_month += int(row["used_of_month"])
    shelf.never_used += int(row["never_used"])
    shelf.uses += int(row["uses"])
    shelf.unconfirmed += int(row["unconfirmed"])
    shelf.conflicting += int(row["conflicting"])


def _duplicates(ground: Ground, now: datetime, shelves: Mapping[str, Shelf]) -> None:
    if sum(shelf.in_use for shelf in shelves.values()) > COMPARED:
        for shelf in shelves.values():
            shelf.duplicates = None
        return
    for layer in LAYERS:
        for scope in ground.scopes(layer):
            for planned in ground.plan(layer, scope, now).merges():
                kind = planned.one.kind
                shelf = shelves[_class({"layer": layer, "kind": kind})]
                shelf.duplicates = (shelf.duplicates or 0) + len(planned.alike)
