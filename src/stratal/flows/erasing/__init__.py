"""Erasing: for good, in every table, with a receipt.

An erasure is a row that says what is to go, and marks for all that does; then its steps follow,
each in small transactions. Whoever finds the row of one that nobody is at any more ends it. Nothing
of it waits for a model: what was derived from erased things goes, or is made again of what is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial

from stratal.core.clock import Clock, Ids
from stratal.core.erasure import (
    WIDE,
    ErasureState,
    Receipt,
    TableCount,
    Target,
    kind_of,
)
from stratal.errors import Busy, InvalidValue
from stratal.flows.erasing import receipts
from stratal.flows.erasing.plan import hashed, mark_all, stored_target
from stratal.flows.erasing.steps import KEPT, STEPS, Step
from stratal.flows.erasing.work import Batch, Work, loaded, tried
from stratal.flows.pace import Pace
from stratal.storage import erasures
from stratal.storage.database import Database, Transaction
from stratal.storage.erasures import ErasureRow
from stratal.storage.receipt_key import ReceiptKey

Told = Callable[[str, int, int], None]
"""Is told which step is next, its number, and how many there are."""
_PASSES = 3
_TRIES = 2
_TOGETHER = 0.004
"""Seconds of transactions after which others have their turn."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Erasing:
    """Erasing in one tenant. For the host, never for a model."""

    database: Database
    tenant: str
    clock: Clock
    ids: Ids
    asked_by: str

    def preview(self, target: Target) -> Preview:
        """What would go, and what would be made again of what is left. Changes nothing.

        It is the erasure itself, taken back: on SQLite other writers wait as long as it takes.
        Raises `NotFound` for one thing that is not there.
        """
        key = self.database.receipt_key(make=True)
        with tried(self.database, self.tenant) as batch:
            with batch() as tx:
                row = self._begin(tx, target, key)
                work = self._work(row.id, batch, key)
                mark_all(work, tx, target)
            _all_steps(work)
            with batch() as tx:
                stays = work.stays(tx)
                known = receipts.receipt(tx, replace(row, counts=work.dumped()))
        return Preview(
            target=target,
            tables=known.tables,
            erased=known.erased,
            stays=stays,
            erasing=self,
        )

    def erase(
        self,
        target: Target,
        *,
        confirmed: bool = False,
        told: Told | None = None,
        without: Collection[str] = (),
    ) -> Receipt:
        """Erase it, and answer with the receipt.

        A person or a scope goes only with `confirmed`. Steps in `without` are left out: for tests
        that show that each is needed.
        """
        if isinstance(target, WIDE) and not confirmed:
            raise InvalidValue("confirmed", confirmed, f"must be True to erase a {kind_of(target)}")
        key = self.database.receipt_key(make=True)
        with self.database.write(self.tenant) as tx:
            row = self._begin(tx, target, key)
            work = self._work(row.id, self._batch, key)
            mark_all(work, tx, target)
            erasures.set_counts(tx, row.id, work.dumped())
        return self._go_on(row, work, told, without)

    def resume(self, told: Told | None = None) -> list[Receipt]:
        """End every erasure of the tenant that was begun and not ended."""
        done = []
        for row in self.unfinished():
            key = self.database.receipt_key()
            work = self._work(row.id, self._batch, key)
            work.counts = loaded(row.counts)
            done.append(self._go_on(row, work, told, ()))
        return done

    def compact(self) -> list[Receipt]:
        """Let the bytes of what was erased go too; the receipts that say so.

        On SQLite the file is written anew. On PostgreSQL the tables that were touched are, each
        locked for everybody as long as that takes, and only their owner may do it.
        """
        with self.database.read(self.tenant) as tx:
            rows = erasures.in_states(tx, ErasureState.LOGICAL)
        if not rows:
            return []
        key = self.database.receipt_key()
        self.database.compact(touched(rows))
        done = []
        for row in rows:
            with self._batch() as tx:
                now = max(self.clock.now(), row.logical_at or row.asked_at)
                gone = replace(row, state=ErasureState.PHYSICAL, physical_at=now)
                gone = receipts.signed(tx, gone, key)
                erasures.move(tx, gone)
                done.append(receipts.receipt(tx, gone))
        return done

    def to_compact(self) -> tuple[str, ...]:
        """The tables that `compact` would write anew."""
        with self.database.read(self.tenant) as tx:
            rows = erasures.in_states(tx, ErasureState.LOGICAL)
        return touched(rows) if rows else ()

    def unfinished(self) -> list[ErasureRow]:
        """The erasures that were begun and not ended."""
        with self.database.read(self.tenant) as tx:
            return erasures.in_states(tx, ErasureState.RUNNING)

    def receipts(self) -> list[Receipt]:
        """The receipts of the tenant, oldest first."""
        with self.database.read(self.tenant) as tx:
            rows = erasures.in_states(tx, *receipts.FINISHED)
            return [receipts.receipt(tx, row) for row in rows]

    def receipt(self, id: str) -> Receipt | None:
        """The receipt of that id, or the only one whose id begins so."""
        with self.database.read(self.tenant) as tx:
            row = erasures.get(tx, id)
            return None if row is None else receipts.receipt(tx, row)

    def _begin(self, tx: Transaction, target: Target, key: ReceiptKey) -> ErasureRow:
        row = ErasureRow(
            id=self.ids.new(),
            kind=kind_of(target),
            target=stored_target(target),
            hash=hashed(key, target),
            state=ErasureState.RUNNING,
            step="",
            asked_by=self.asked_by,
            asked_at=self.clock.now(),
            logical_at=None,
            physical_at=None,
            counts="{}",
            excluded=(),
            key=key.name,
            signature="",
        )
        erasures.add(tx, row)
        return row

    @property
    def _pace(self) -> Pace:
        """An erasure is waited for: it gives way for as long as it takes, and no longer."""
        return Pace(self.database, beside=1, after=_TOGETHER)

    def _work(self, erasure: str, batch: Batch, key: ReceiptKey) -> Work:
        return Work(
            database=self.database,
            tenant=self.tenant,
            erasure=erasure,
            key=key,
            now=self.clock.now(),
            batch=batch,
        )

    @contextmanager
    def _batch(self) -> Iterator[Transaction]:
        with self.database.write(self.tenant) as tx:
            yield tx

    @contextmanager
    def _counted(self, work: Work, pace: Pace) -> Iterator[Transaction]:
        """A transaction that keeps the count of what it did, so that a kill miscounts nothing."""
        before = work.counts.copy()
        try:
            with pace.step(), self.database.write(self.tenant) as tx:
                yield tx
                if work.counts != before:
                    erasures.set_counts(tx, work.erasure, work.dumped())
        except BaseException:  # what was rolled back was not done, whatever stopped it
            work.counts = before
            raise

    def _go_on(
        self, row: ErasureRow, work: Work, told: Told | None, without: Collection[str]
    ) -> Receipt:
        pace = self._pace
        work.batch = partial(self._counted, work, pace)
        steps = [step for step in STEPS if step.name not in without]
        after: Counter[tuple[str, str]] = Counter()
        for _ in range(_PASSES):
            for number, step in enumerate(steps, 1):
                if told is not None:
                    told(step.name, number, len(steps))
                _patiently(step, work)
                with pace.step(), self._batch() as tx:
                    erasures.set_step(tx, row.id, step.name)
            after, more = self._left(row, work.key, pace)
            if not after and not more:
                break
        return self._ended(row, work, after)

    def _left(
        self, row: ErasureRow, key: ReceiptKey, pace: Pace
    ) -> tuple[Counter[tuple[str, str]], int]:
        """What another pass would still find, by table, and how much more it would mark.

        Each step is tried by itself: others wait for the longest, not for all of them.
        """
        found: Counter[tuple[str, str]] = Counter()
        more = 0
        for step in STEPS:
            with pace.step(), tried(self.database, self.tenant) as batch:
                again = self._work(row.id, batch, key)
                with batch() as tx:
                    before = erasures.count_marks(tx, row.id)
                step.run(again)
                with batch() as tx:
                    more += erasures.count_marks(tx, row.id) - before
            for (table, _), rows in again.counts.items():
                if rows:
                    found[table, receipts.AFTER] += rows
        return found, more

    def _ended(self, row: ErasureRow, work: Work, after: Counter[tuple[str, str]]) -> Receipt:
        work.counts += after
        # Whatever the clock does, or the clock of another machine.
        now = max(self.clock.now(), row.asked_at)
        with self._batch() as tx:
            ended = replace(
                row,
                target="",
                state=ErasureState.LOGICAL,
                counts=work.dumped(),
                logical_at=now,
                excluded=(*work.stays(tx), *self.database.out_of_reach()),
            )
            erasures.unmark(tx, row.id)
            ended = receipts.signed(tx, ended, work.key)
            erasures.move(tx, ended)
            made = receipts.receipt(tx, ended)
        if self.database.compacts_at_once():
            # Where somebody reads for long it is left for later, and the receipt says so.
            with suppress(Busy):
                return next(one for one in self.compact() if one.id == made.id)
        return made


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """What an erasure would do."""

    target: Target
    tables: tuple[TableCount, ...]
    erased: int
    """Things that would go, by their ids."""
    stays: tuple[str, ...]
    """What is out of reach, and would stay."""
    erasing: Erasing

    @property
    def wide(self) -> bool:
        """Whether it needs the second confirmation."""
        return isinstance(self.target, WIDE)

    def carry_out(self, *, confirmed: bool = False, told: Told | None = None) -> Receipt:
        """Erase it. A person or a scope goes only with `confirmed`."""
        return self.erasing.erase(self.target, confirmed=confirmed, told=told)


def touched(rows: Iterable[ErasureRow]) -> tuple[str, ...]:
    """The tables that erasures changed, and those whose rows they do not count one by one."""
    counted = {table for row in rows for table, _ in loaded(row.counts)}
    always = {table for step in STEPS for table in step.tables if table not in _COUNTED}
    return tuple(sorted(counted | always | set(KEPT)))


_COUNTED = frozenset(table for step in STEPS if step.name != "index" for table in step.tables) - {
    "erased_hash"
}


def _patiently(step: Step, work: Work) -> None:
    """Do the step, again if others were in its way: what it has done is not done twice."""
    for _ in range(_TRIES):
        with suppress(Busy):
            step.run(work)
            return
    step.run(work)


def _all_steps(work: Work) -> None:
    for step in STEPS:
        step.run(work)


__all__ = ["STEPS", "Erasing", "Preview", "Step"]
