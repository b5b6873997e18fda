"""What the steps of an erasure work with: transactions, marks, and a count of what they did."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from stratal.core.clock import to_micros
from stratal.storage import erasures, messages
from stratal.storage.database import Database, Transaction, Value
from stratal.storage.erasures import Hashed, Mark, Purpose
from stratal.storage.receipt_key import ReceiptKey

Batch: TypeAlias = Callable[[], AbstractContextManager[Transaction]]

GONE = "gone"
REBUILT = "rebuilt"
UNLINKED = "unlinked"
WAYS = (GONE, REBUILT, UNLINKED)
ERASED = "erased"
EXPIRED = "expired"
"""Who takes words out of the log, as it stands there: an erasure, or retention."""


@dataclass(kw_only=True)
class Work:
    """One erasure on its way.

    Every step takes its transactions from `batch`, each a small one that leaves no thing half
    there. In a preview they are all one, which is taken back.
    """

    database: Database
    tenant: str
    erasure: str
    key: ReceiptKey
    now: datetime
    batch: Batch
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many rows, by table and what became of them."""
    notes: dict[str, None] = field(default_factory=dict)
    """What stays, and is out of reach, in words for the receipt."""
    actor: str = ERASED
    sources: set[tuple[str, str, str]] = field(default_factory=set)
    """Messages that erased records were taken from: owner, conversation, id."""

    def change(
        self, tx: Transaction, table: str, query: str, *, way: str = GONE, **values: Value
    ) -> int:
        """Run the named query, and count the rows that it changed."""
        changed = tx.change(query, **values)
        self.counts[table, way] += changed
        return changed

    def marks(self, tx: Transaction, *kinds: str) -> Iterator[Mark]:
        """What goes, of these kinds."""
        for kind in kinds:
            yield from erasures.marks(tx, self.erasure, kind)

    def marked(self, *kinds: str) -> list[Mark]:
        """The same, read in a transaction of its own."""
        with self.batch() as tx:
            return list(self.marks(tx, *kinds))

    def mark(self, tx: Transaction, *marks: Mark) -> None:
        """This goes, too."""
        erasures.mark(tx, self.erasure, marks)

    def hashed(self, purpose: Purpose, kind: str, *parts: str) -> Hashed:
        """The keyed hash of something erased."""
        return Hashed(hash=self.key.hash(purpose, *parts), purpose=purpose, kind=kind)

    def remember(self, tx: Transaction, hashes: Iterable[Hashed]) -> None:
        """Let these not come back."""
        erasures.remember(tx, self.erasure, hashes)

    def stays(self, tx: Transaction) -> tuple[str, ...]:
        """What stays although it has to do with what goes, in words."""
        left = sum(
            messages.by_id(tx, owner, conversation, message) is not None
            for owner, conversation, message in self.sources
        )
        told = (f"messages that it was taken from: {left} stay, name them too",) if left else ()
        return (*told, *self.notes)

    @property
    def moment(self) -> int:
        return to_micros(self.now)

    def dumped(self) -> str:
        """The counts as JSON text: table, then what became of its rows."""
        found: dict[str, dict[str, int]] = {}
        for (table, way), rows in sorted(self.counts.items()):
            if rows:
                found.setdefault(table, {})[way] = rows
        return json.dumps(found)


def loaded(counts: str) -> Counter[tuple[str, str]]:
    """The counts of a JSON text that we stored."""
    return Counter(
        {
            (table, way): rows
            for table, ways in json.loads(counts).items()
            for way, rows in ways.items()
        }
    )


class _TakenBack(BaseException):
    """Ends a transaction whose changes nobody wants."""


@contextmanager
def tried(database: Database, tenant: str) -> Iterator[Batch]:
    """Transactions that are all one, and taken back at the end."""
    try:
        with database.write(tenant) as tx:

            @contextmanager
            def same() -> Iterator[Transaction]:
                yield tx

            yield same
            raise _TakenBack
    except _TakenBack:
        return
