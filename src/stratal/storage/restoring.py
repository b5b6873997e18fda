"""Rows of an export, as they were: the way back from `stratal.storage.held`.

What a table holds is read from the migrations, so that a column which is added to a table is asked
for here without another word.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import resources

from stratal.core.canonical import Json
from stratal.core.checks import encodable
from stratal.core.clock import to_micros
from stratal.errors import InvalidValue
from stratal.storage.database import Transaction, Value
from stratal.storage.held import PACKED, is_time, json_text

_TABLE = re.compile(r"CREATE TABLE (\w+) \((.*?)\n\)", re.DOTALL)
_COLUMN = re.compile(r"(\w+) (TEXT|\{int\}|\{real\}|\{blob\})( NOT NULL)?")
_ADDED = re.compile(r"ALTER TABLE (\w+) ADD COLUMN " + _COLUMN.pattern)
_INTEGERS = 1 << 63


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """What may stand in a column."""

    name: str
    type: str
    """``TEXT``, ``{int}``, ``{real}`` or ``{blob}``."""
    needed: bool
    """Whether it may not be empty."""


@cache
def columns(table: str) -> Mapping[str, Column]:
    """The columns of a table but for the tenant, by name."""
    return {one.name: one for one in _schema()[table] if one.name != "tenant"}


@cache
def _schema() -> Mapping[str, list[Column]]:
    tables: dict[str, list[Column]] = {}
    folder = resources.files("stratal.storage.migrations")
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if not re.fullmatch(r"\d{4}_\w+\.sql", file.name):
            continue
        text = file.read_text(encoding="utf-8")
        for name, body in _TABLE.findall(text):
            lines = (_COLUMN.match(line.strip()) for line in body.splitlines())
            tables[name] = [_column(*found.groups()) for found in lines if found]
        for name, *rest in _ADDED.findall(text):
            tables[name].append(_column(*rest))
    return tables


def _column(name: str, type: str, needed: str | None) -> Column:
    return Column(name=name, type=type, needed=bool(needed))


def stored(table: str, row: Mapping[str, Json]) -> dict[str, Value]:
    """The row as the table holds it. Raises `InvalidValue` if it cannot be one of that table."""
    known = columns(table)
    for name in row.keys() ^ known.keys():
        mend = "is no column of it" if name in row else "is missing"
        raise InvalidValue(table, name, f"{mend}: export again with this version of Stratal")
    return {name: _value(table, column, row[name]) for name, column in known.items()}


def _value(table: str, column: Column, value: Json) -> Value:
    field = f"{table}.{column.name}"
    if value is None:
        if column.needed:
            raise InvalidValue(field, value, "must have a value")
        return None
    match column.type:
        case "{int}":
            return _whole(field, column.name, value)
        case "{real}":
            if not isinstance(value, int | float) or isinstance(value, bool):
                raise InvalidValue(field, value, "must be a number")
            return float(value)
    text = _text(field, column.name, value)
    if column.type == "TEXT":
        return text
    data = text.encode("utf-8")
    return zlib.compress(data, level=9) if column.name in PACKED else data


def _whole(field: str, column: str, value: Json) -> int:
    if isinstance(value, str) and is_time(column):
        try:
            return to_micros(datetime.fromisoformat(value))
        except (ValueError, TypeError):
            raise InvalidValue(field, value, "must be a time with its offset") from None
    if not isinstance(value, int) or (is_time(column) and not isinstance(value, bool)):
        raise InvalidValue(field, value, "must be a time" if is_time(column) else "must be whole")
    if abs(value) >= _INTEGERS:
        raise InvalidValue(field, value, "is too large for a database")
    return int(value)


def _text(field: str, column: str, value: Json) -> str:
    if isinstance(value, Mapping | list):
        try:
            value = json_text(column, value)
        except (ValueError, RecursionError):
            raise InvalidValue(field, value, "cannot be written as JSON") from None
    if not isinstance(value, str):
        raise InvalidValue(field, value, "must be a text")
    if "\x00" in value:
        raise InvalidValue(field, value, "holds a NUL character: remove it")
    return encodable(field, value)


def put(tx: Transaction, table: str, rows: Sequence[Mapping[str, Value]]) -> bool:
    """Add the rows. False where another one has the place of any: the others may be added then."""
    return tx.change_many(f"restore_{table}", rows) == len(rows)


def count_event(tx: Transaction, owner: str, seq: int) -> bool:
    """Let the next event of a person come after that one. False if that one is not the next."""
    row = tx.row("event_log_open", owner=owner)
    assert row is not None
    tx.change("event_log_advance", owner=owner, last_seq=seq)
    return bool(row["last_seq"] == seq - 1)


def count_spend(tx: Transaction, row: Mapping[str, Value]) -> None:
    """Add what a flow took to the sum of its day."""
    tx.change("spend_add", **{**row, "owner": "", "flow": ""})
