"""Bringing an export of a person into a database: rows as they were, with ids, times and history.

An act of the host, never of a model, and a restoration, not a statement: nothing is said anew, so
nothing is weighed, merged or put to anybody. Each thing comes whole or not at all, checked before
it is kept; small ones share a transaction. What is here already and equal stays as it is; what is
here and differs, or was erased, is left alone, and told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from stratal.core import checks
from stratal.core.identity import Scope
from stratal.core.outcomes import Done, Outcome
from stratal.errors import InvalidValue
from stratal.storage.database import Database, Transaction, Value
from stratal.storage.held import held
from stratal.storage.restoring import count_event, count_spend, put, stored
from stratal.transfer.person import parts
from stratal.transfer.readback import read_back
from stratal.transfer.restore_rules import NOT_CARRIED, Refused, Rules
from stratal.transfer.units import KINDS, Kind, Row, Unit, read, units
from stratal.upkeep.rebuild import rebuild

Told: TypeAlias = Callable[[str, int], None]
"""Is told what comes in, and how many of it so far."""
_TOGETHER = 2_000
"""Rows of things that come in together: others wait for so many."""
_AT_ONCE = 500
_SHARED = "context_text"


@dataclass(kw_only=True, slots=True)
class Restored:
    """What became of an export: every thing in it is counted once."""

    stored: Counter[str] = field(default_factory=Counter)
    """Things that came in, by kind."""
    unchanged: Counter[str] = field(default_factory=Counter)
    """Things that were known already, by kind."""
    rejected: list[Outcome] = field(default_factory=list)
    """Things that did not come in, and why."""
    rejected_kinds: Counter[str] = field(default_factory=Counter)
    indexed: int = 0
    """Entries that were put into the index for it; vectors are computed by jobs and recalls."""

    @property
    def refused(self) -> bool:
        """Whether something stayed out, but for what no export carries."""
        return any(one.code != NOT_CARRIED for one in self.rejected)


def restore_person(
    database: Database,
    *,
    tenant: str,
    user: str,
    source: Path,
    scopes: Collection[str] = (),
    told: Told = lambda _kind, _count: None,
) -> Restored:
    """Bring the export of `user` in `source`, a folder or its ``data.json``, into a tenant.

    The person's own scope comes whole. Of scopes that they share with others only those named in
    `scopes` are written to. Interrupted, it is simply run again. Raises `InvalidValue`, before
    anything is written, if the file is cut off, damaged, of a newer format or of another user.
    """
    name = checks.name("user", user)
    granted = {str(Scope.parse(one)) for one in scopes} | {str(Scope.of_user(name))}
    rows = read(source, name)
    _check(rows)
    rules = Rules(database=database, tenant=tenant, user=name, granted=frozenset(granted))
    done = Restored()
    for kind in KINDS:
        _restore(database, tenant, kind, rows, rules, done, told)
        for one in kind.rows:
            # What has come in is held no longer.
            rows.pop(one.part, None)
    if done.stored or done.unchanged:
        # Also after one that was interrupted before it came to this.
        done.indexed = rebuild(database, tenant, scopes=granted).entries_put
    return done


def _restore(
    database: Database,
    tenant: str,
    kind: Kind,
    rows: Mapping[str, list[Row]],
    rules: Rules,
    done: Restored,
    told: Told,
) -> None:
    """Bring in all things of a kind, as many in a transaction as have so many rows together."""
    known = units(kind, _here(database, tenant, rules.user, kind))
    place = 0
    for some in _together(units(kind, rows).values()):
        outcomes = _take_in(database, tenant, some, known, rules)
        for unit, outcome in zip(some, outcomes, strict=True):
            _count(done, kind, len(unit.members()), outcome)
        place += len(some)
        told(kind.name, place)


def _together(found: Iterable[Unit]) -> Iterator[list[Unit]]:
    some: list[Unit] = []
    rows = 0
    for unit in found:
        if some and rows + len(unit) > _TOGETHER:
            yield some
            some, rows = [], 0
        some.append(unit)
        rows += len(unit)
    if some:
        yield some


def _here(database: Database, tenant: str, user: str, kind: Kind) -> dict[str, list[Row]]:
    """What is held of a kind already, as an export would say it."""
    wanted = {one.part for one in kind.rows}
    with database.read(tenant) as tx:
        return {
            part.name: list(held(tx, part.query, user)) for part in parts() if part.name in wanted
        }


def _check(rows: Mapping[str, list[Row]]) -> None:
    """Whether each row could be one of its table, and each thing is one."""
    for kind in KINDS:
        for one in kind.rows:
            for number, row in enumerate(rows[one.part], start=1):
                if kind.name == "key":
                    continue
                try:
                    for table, values in tables(one.table, row):
                        stored(table, values)
                except InvalidValue as error:
                    where = f"{one.part}, row {number}, {error.field}"
                    raise InvalidValue(where, error.value, error.mend) from None


def tables(table: str, row: Row) -> list[tuple[str, Row]]:
    """The rows that a row of an export is made of, by table: some are joined for their readers."""
    if table == "chunk":
        return [(table, {name: value for name, value in row.items() if name != "name"})]
    if table != "context_part":
        return [(table, row)]
    part = {name: value for name, value in row.items() if name != "content"}
    if row.get("content") is None:
        return [(table, part)]
    text = {name: row.get(name) for name in ("owner", "digest", "content")}
    return [("context_text", text), (table, part)]


def _take_in(
    database: Database,
    tenant: str,
    some: Sequence[Unit],
    known: Mapping[tuple[str, ...], Unit],
    rules: Rules,
) -> list[Outcome]:
    """Bring them in together; where one of them cannot come, each by itself."""
    outcomes: dict[tuple[str, ...], Outcome] = {}
    coming = []
    for unit in some:
        outcome = _settled(unit, known.get(unit.name), rules)
        if outcome is None:
            coming.append(unit)
        else:
            outcomes[unit.name] = outcome
    outcomes |= _written(database, tenant, coming, rules)
    return [outcomes[unit.name] for unit in some]


def _settled(unit: Unit, known: Unit | None, rules: Rules) -> Outcome | None:
    """What becomes of a thing without asking the database; None if it may come in."""
    if known is not None and unit.same_as(known):
        return _outcome(unit, Done.UNCHANGED, "unchanged", "It is here already.")
    try:
        rules.check(unit)
        if known is not None:
            raise Refused("differs", "It is here already, and differs: it was left alone.")
    except Refused as refused:
        return _refused(unit, refused, rules)
    return None


def _written(
    database: Database, tenant: str, coming: Sequence[Unit], rules: Rules
) -> dict[tuple[str, ...], Outcome]:
    if not coming:
        return {}
    try:
        with database.write(tenant) as tx:
            for unit in coming:
                rules.check_in(tx, unit)
                _write(tx, unit)
                read_back(tx, unit, rules.user)
    except Refused as refused:
        if len(coming) == 1:
            return {coming[0].name: _refused(coming[0], refused, rules)}
        return {
            name: outcome
            for unit in coming
            for name, outcome in _written(database, tenant, [unit], rules).items()
        }
    return {
        unit.name: _outcome(unit, Done.STORED, "restored", "It is as it was.") for unit in coming
    }


def _refused(unit: Unit, refused: Refused, rules: Rules) -> Outcome:
    rules.refused(unit)
    return _outcome(unit, Done.REJECTED, refused.code, refused.message)


def _write(tx: Transaction, unit: Unit) -> None:
    for one in unit.kind.rows:
        waiting: dict[str, list[Mapping[str, Value]]] = {}
        for row in unit.of(one.part):
            for table, values in tables(one.table, row):
                waiting.setdefault(table, []).append(stored(table, values))
        # Texts of prompts are shared by all that hold them, and stand before what holds them.
        for table in sorted(waiting, key=lambda name: name != _SHARED):
            for at in range(0, len(waiting[table]), _AT_ONCE):
                added = put(tx, table, waiting[table][at : at + _AT_ONCE])
                if not added and table != _SHARED:
                    raise Refused(
                        "taken", f"Another row of {table} has its place: it was left alone."
                    )
    _count_in(tx, unit)


def _count_in(tx: Transaction, unit: Unit) -> None:
    """Keep what is counted beside the thing."""
    head = unit.head or {}
    if unit.kind.name == "event":
        # Events are numbered without a gap.
        if not count_event(tx, str(head["owner"]), int(str(head["seq"]))):
            raise Refused("rests", "The event before it is not here.")
    elif unit.kind.name == "spend":
        count_spend(tx, stored("spend", head))


def _outcome(unit: Unit, done: Done, code: str, message: str) -> Outcome:
    return Outcome(done=done, layer=unit.kind.layer, code=code, message=message, id=unit.id)


def _count(done: Restored, kind: Kind, count: int, outcome: Outcome) -> None:
    if outcome.done is Done.STORED:
        done.stored[kind.name] += count
    elif outcome.done is Done.UNCHANGED:
        done.unchanged[kind.name] += count
    else:
        done.rejected_kinds[kind.name] += count
        done.rejected.append(outcome)
