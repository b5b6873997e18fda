"""What a database says of records, held against itself.

Every revision can be read, begins before it ends, and names records that are or were. Evidence is
read here as it lies there, to be held against the log above.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from stratal.core.evidence import Source, Standing
from stratal.core.identity import Scope
from stratal.core.records import Kind, Layer, Status
from stratal.errors import shown
from stratal.storage.database import Row, Transaction
from stratal.storage.doctor import PAGE, UNREADABLE, Code, Finding, pages


@dataclass(frozen=True, kw_only=True, slots=True)
class EvidenceRow:
    """A piece of evidence of a record, as it lies there."""

    record: str
    no: int
    layer: str
    type: str
    owner: str
    conversation: str
    ref: str
    quotation: str
    digest: str
    standing: Standing | None
    """None for a word that is none."""


def revisions(tx: Transaction) -> Iterator[Finding]:
    """Every revision can be read, begins before it ends, and names records that are or were."""
    for page in pages(tx, "doctor_revisions", record="", revision=0):
        named: dict[str, list[Row]] = {}
        for row in page:
            problem = _unreadable(row)
            if problem:
                yield _of_revision(Code.RECORD_UNREADABLE, row, problem)
            if row["valid_to"] is not None and row["valid_to"] < row["valid_from"]:
                yield _of_revision(Code.VALID_TIME, row, "ends before it begins to hold")
            for other in _named(row):
                named.setdefault(other, []).append(row)
        if not named:
            continue
        known = {one["id"] for one in tx.rows("doctor_known_ids", ids=json.dumps(sorted(named)))}
        for other, rows in named.items():
            if other not in known:
                for row in rows:
                    yield _of_revision(
                        Code.REFERENCE_MISSING, row, f"names {shown(other)}, which never was"
                    )


def evidence(tx: Transaction) -> Iterator[EvidenceRow]:
    """All evidence of records."""
    for page in pages(tx, "doctor_evidence", record="", no=0):
        for row in page:
            standing = row["standing"]
            yield EvidenceRow(
                record=row["record"],
                no=row["no"],
                layer=row["layer"],
                type=row["type"],
                owner=row["owner"],
                conversation=row["conversation"],
                ref=row["ref"],
                quotation=row["quotation"],
                digest=row["digest"],
                standing=Standing(standing) if standing in set(Standing) else None,
            )


def contents(tx: Transaction, record: str) -> list[str]:
    """Every content that a record has had."""
    return [row["content"] for row in tx.rows("doctor_contents", record=record)]


def was_known(tx: Transaction, id: str) -> bool:
    """Whether the id is that of a record, or was."""
    return bool(tx.rows("doctor_known_ids", ids=json.dumps([id])))


def scopes(tx: Transaction, layer: Layer, after: str = "", limit: int = PAGE) -> list[str]:
    """A page of the scopes in which the layer has records, in order."""
    rows = tx.rows("doctor_scopes", layer=layer.value, scope=after, limit=limit)
    return [row["scope"] for row in rows]


def ids_in_scope(tx: Transaction, layer: Layer, scope: str, after: str, limit: int) -> list[str]:
    """A page of the layer's records in a scope, in order."""
    rows = tx.rows("doctor_ids_in_scope", layer=layer.value, scope=scope, id=after, limit=limit)
    return [row["id"] for row in rows]


def _of_revision(code: Code, row: Row, message: str) -> Finding:
    return Finding(
        code=code,
        where=row["layer"],
        id=row["record"],
        message=f"revision {row['revision']} {message}",
    )


def _unreadable(row: Row) -> str:
    for name, kind in (
        ("scope", Scope.parse),
        ("layer", Layer),
        ("kind", Kind),
        ("status", Status),
        ("source", Source),
        ("supersedes", json.loads),
    ):
        try:
            kind(row[name])
        except UNREADABLE:
            return f"has a {name} that is none"
    return ""


def _named(row: Row) -> Iterator[str]:
    if row["superseded_by"] is not None:
        yield row["superseded_by"]
    try:
        yield from (str(one) for one in json.loads(row["supersedes"]))
    except UNREADABLE:
        return
