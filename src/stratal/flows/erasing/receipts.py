"""Receipts: made of the row of an erasure, signed, and verified later."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from stratal.core.canonical import Json, canonical
from stratal.core.erasure import ErasureState, Receipt, TableCount
from stratal.errors import InvalidValue
from stratal.flows.erasing.work import loaded
from stratal.storage import erasures
from stratal.storage.database import Transaction
from stratal.storage.erasures import ErasureRow
from stratal.storage.receipt_key import ReceiptKey

FORMAT = 1
AFTER = "after"
"""Beside what became of rows: how many a second pass found."""


def receipt(tx: Transaction, row: ErasureRow) -> Receipt:
    """The receipt of an erasure, as far as it is."""
    counts = loaded(row.counts)
    tables = sorted({table for table, _ in counts})
    return Receipt(
        id=row.id,
        tenant=tx.tenant,
        kind=row.kind,
        target=row.hash,
        asked_by=row.asked_by,
        asked_at=row.asked_at,
        state=row.state,
        logical_at=row.logical_at,
        physical_at=row.physical_at,
        tables=tuple(
            TableCount(
                table=table,
                gone=counts[table, "gone"],
                rebuilt=counts[table, "rebuilt"],
                unlinked=counts[table, "unlinked"],
                after=counts[table, AFTER],
            )
            for table in tables
        ),
        ids=erasures.listed(tx, row.id),
        excluded=row.excluded,
        key=row.key,
        signature=row.signature,
    )


def signed(tx: Transaction, row: ErasureRow, key: ReceiptKey) -> ErasureRow:
    """The row with the signature of its receipt."""
    row = replace(row, key=key.name, signature="")
    return replace(row, signature=key.sign(_signed_text(document(receipt(tx, row)))))


def document(receipt: Receipt) -> dict[str, Json]:
    """The receipt as it is written to a file."""
    return {
        "format": FORMAT,
        "id": receipt.id,
        "tenant": receipt.tenant,
        "kind": receipt.kind,
        "target": receipt.target,
        "asked_by": receipt.asked_by,
        "asked_at": _time(receipt.asked_at),
        "state": receipt.state.value,
        "logical_at": _time(receipt.logical_at),
        "physical_at": _time(receipt.physical_at),
        "tables": [
            {
                "table": one.table,
                "before": one.before,
                "gone": one.gone,
                "rebuilt": one.rebuilt,
                "unlinked": one.unlinked,
                "after": one.after,
            }
            for one in receipt.tables
        ],
        "ids": {kind: list(hashes) for kind, hashes in receipt.ids.items()},
        "excluded": list(receipt.excluded),
        "key": receipt.key,
        "signature": receipt.signature,
    }


def is_genuine(written: Mapping[str, Json], key: ReceiptKey) -> bool:
    """Whether nothing of a receipt that was written out has been changed since it was signed.

    Raises `InvalidValue` for what is no receipt, or was signed with another key.
    """
    signature, name = written.get("signature"), written.get("key")
    if written.get("format") != FORMAT or not isinstance(signature, str) or not signature:
        raise InvalidValue("receipt", written.get("format"), "is no signed receipt of an erasure")
    if name != key.name:
        raise InvalidValue("receipt", name, f"was signed with another key than {key.name}")
    return hmac.compare_digest(signature, key.sign(_signed_text(written)))


def _signed_text(written: Mapping[str, Json]) -> str:
    return canonical("receipt", {**written, "signature": ""})


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


FINISHED = (ErasureState.LOGICAL, ErasureState.PHYSICAL)
