"""Keys to a server, by tenant and id."""

from __future__ import annotations

import json
from datetime import datetime

from stratal.core.clock import from_micros, to_micros
from stratal.core.identity import Principal, Scope
from stratal.core.keys import ApiKey
from stratal.storage.database import Row, Transaction


def add(tx: Transaction, key: ApiKey, digest: str) -> None:
    """A new key, of which only the digest of its secret is kept."""
    tx.change(
        "key_add",
        id=key.id,
        owner=key.principal.user,
        scopes=json.dumps([str(scope) for scope in key.scopes], ensure_ascii=False),
        label=key.label,
        digest=digest,
        now=to_micros(key.created_at),
        expires_at=None if key.expires_at is None else to_micros(key.expires_at),
    )


def of_id(tx: Transaction, id: str) -> tuple[ApiKey, str] | None:
    """The key of that id and the digest of its secret."""
    row = tx.row("key_of", id=id)
    return None if row is None else (_key(tx, row), row["digest"])


def everything(tx: Transaction) -> list[ApiKey]:
    """All keys of the tenant, the newest first."""
    return [_key(tx, row) for row in tx.rows("key_list")]


def revoke(tx: Transaction, id: str, now: datetime) -> bool:
    """Let it open nothing any more; False if that was so before."""
    return bool(tx.change("key_revoke", id=id, now=to_micros(now)))


def _key(tx: Transaction, row: Row) -> ApiKey:
    return ApiKey(
        id=row["id"],
        principal=Principal(tenant=tx.tenant, user=row["owner"]),
        scopes=tuple(Scope.parse(scope) for scope in json.loads(row["scopes"])),
        label=row["label"],
        created_at=from_micros(row["created_at"]),
        expires_at=None if row["expires_at"] is None else from_micros(row["expires_at"]),
        revoked_at=None if row["revoked_at"] is None else from_micros(row["revoked_at"]),
    )
