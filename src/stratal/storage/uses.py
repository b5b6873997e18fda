"""How often what is remembered reached a prompt or was asked for.

Counted in memory and written now and then, so that no recall waits for it. A crash takes along what
was not written yet: that is all that may be lost, and nothing depends on it but how soon something
of the person's own goes cold.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from stratal.core.clock import from_micros, to_micros
from stratal.core.records import Layer
from stratal.errors import BackendError
from stratal.storage.database import Database, Transaction

AT_ONCE = 256
"""So many counts are written at the latest."""
SECONDS = 60.0
"""So long counts are held at most, if anything is counted after that."""
_PATIENCE = 0.25
_MOST_HELD = 20_000
"""Counts that are held while the database does not take any; more are not counted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Use:
    """How often one record was used."""

    uses: int
    first_used: datetime
    last_used: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class RecallShare:
    """How many recalls there were for prompts, and how many of them had something."""

    recalls: int
    hits: int


class UseLog:
    """Counts for all tenants of one open database. Safe to share between threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._uses: Counter[tuple[str, str, str]] = Counter()
        self._times: dict[tuple[str, str, str], tuple[int, int]] = {}
        self._days: dict[tuple[str, str], tuple[int, int]] = {}
        self._since = time.monotonic()

    def used(self, tenant: str, layer: Layer, items: Iterable[str], now: datetime) -> None:
        """These were used once more."""
        at = to_micros(now)
        with self._lock:
            for item in items:
                key = (tenant, layer.value, item)
                if key not in self._times and len(self._times) >= _MOST_HELD:
                    continue
                first, last = self._times.get(key, (at, at))
                self._times[key] = (min(first, at), max(last, at))
                self._uses[key] += 1
        self._now_and_then()

    def recalled(self, tenant: str, now: datetime, *, hit: bool) -> None:
        """A prompt asked memory, and there was something or not."""
        key = (tenant, now.date().isoformat())
        with self._lock:
            recalls, hits = self._days.get(key, (0, 0))
            self._days[key] = (recalls + 1, hits + hit)
        self._now_and_then()

    def flush(self) -> None:
        """Write what was counted; what cannot be written now is held."""
        with self._writing:
            with self._lock:
                uses, times, days = self._uses, self._times, self._days
                self._uses, self._times, self._days = Counter(), {}, {}
                self._since = time.monotonic()
            for tenant in sorted({key[0] for key in (*times, *days)}):
                try:
                    with self._database.write(tenant, wait=_PATIENCE) as tx:
                        _write(tx, uses, times, days)
                except BackendError:
                    self._keep(tenant, uses, times, days)

    def _now_and_then(self) -> None:
        with self._lock:
            held = len(self._times) + len(self._days)
            late = time.monotonic() - self._since > SECONDS
        if held >= AT_ONCE or (late and held):
            self.flush()

    def _keep(
        self,
        tenant: str,
        uses: Counter[tuple[str, str, str]],
        times: dict[tuple[str, str, str], tuple[int, int]],
        days: dict[tuple[str, str], tuple[int, int]],
    ) -> None:
        with self._lock:
            for key, (first, last) in times.items():
                if key[0] == tenant and len(self._times) < _MOST_HELD:
                    again = self._times.get(key, (first, last))
                    self._times[key] = (min(first, again[0]), max(last, again[1]))
                    self._uses[key] += uses[key]
            for day, (recalls, hits) in days.items():
                if day[0] == tenant:
                    known = self._days.get(day, (0, 0))
                    self._days[day] = (known[0] + recalls, known[1] + hits)


def _write(
    tx: Transaction,
    uses: Counter[tuple[str, str, str]],
    times: dict[tuple[str, str, str], tuple[int, int]],
    days: dict[tuple[str, str], tuple[int, int]],
) -> None:
    # In one order, so that two who write at once do not wait for each other in a circle.
    tx.change_many(
        "use_add",
        (
            {"layer": key[1], "item": key[2], "uses": uses[key], "first": first, "last": last}
            for key, (first, last) in sorted(times.items())
            if key[0] == tx.tenant
        ),
    )
    for (tenant, day), (recalls, hits) in sorted(days.items()):
        if tenant == tx.tenant:
            tx.change("recall_day_add", day=day, recalls=recalls, hits=hits)


def of(tx: Transaction, layer: Layer, items: Iterable[str]) -> dict[str, Use]:
    """How often these records were used; of one that never was there is nothing."""
    rows = tx.rows("use_of", layer=layer.value, items=json.dumps(list(items)))
    return {
        row["item"]: Use(
            uses=row["uses"],
            first_used=from_micros(row["first_used"]),
            last_used=from_micros(row["last_used"]),
        )
        for row in rows
    }


def share(tx: Transaction, since: datetime) -> RecallShare:
    """The recalls for prompts since that day."""
    row = tx.row("recall_days", since=since.date().isoformat())
    return RecallShare(
        recalls=0 if row is None else int(row["recalls"]),
        hits=0 if row is None else int(row["hits"]),
    )


def forget(tx: Transaction, record: str) -> None:
    """That a record was used; for what is deleted."""
    tx.change("use_forget", record=record)
