"""What a database says of keys to a server, held against itself.

A key has a person, scopes and the digest of a secret, and ends after it was made.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from stratal.core.identity import Principal, granted_scopes
from stratal.errors import InvalidValue
from stratal.storage.database import Row, Transaction
from stratal.storage.doctor import Code, Finding, pages

_WHERE = "keys"
_DIGEST = re.compile(r"[0-9a-f]{64}")
_ID = re.compile(r"key_[0-9a-f]{32}")


def keys(tx: Transaction) -> Iterator[Finding]:
    """The keys of the tenant."""
    for page in pages(tx, "doctor_keys", id=""):
        for row in page:
            problem = _problem(tx.tenant, row)
            if problem:
                yield Finding(code=Code.KEY, where=_WHERE, id=row["id"], message=problem)


def _problem(tenant: str, row: Row) -> str:
    """What is wrong with a key; empty if nothing is."""
    if _ID.fullmatch(row["id"]) is None or _DIGEST.fullmatch(row["digest"]) is None:
        return "opens nothing: its id or the digest of its secret is none"
    try:
        granted_scopes(Principal(tenant=tenant, user=row["owner"]), json.loads(row["scopes"]), None)
    except (InvalidValue, json.JSONDecodeError, TypeError):
        return "names a person or scopes that cannot be, or another person's"
    ends = (row["expires_at"], row["revoked_at"])
    if any(end is not None and end < row["created_at"] for end in ends):
        return "ended before it was made"
    return ""
