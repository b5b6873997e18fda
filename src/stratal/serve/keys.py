"""Keys to a server: made, listed and revoked by whoever has the database; checked at every request.

A key decides tenant, person and scopes. Nothing that a request says can.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from stratal.core.checks import encodable, later, remark
from stratal.core.clock import Clock, Ids, SystemClock, TimeOrderedIds
from stratal.core.identity import Principal, Scope, granted_scopes
from stratal.core.keys import LABEL_LIMIT, ApiKey, KeyOutcome, borne, digest_of, written
from stratal.core.outcomes import Done
from stratal.errors import InvalidValue, NotFound
from stratal.storage import keys
from stratal.storage.database import Database

_SECRET_BYTES = 32
_WHAT = "keys"


@dataclass(frozen=True, kw_only=True, slots=True)
class Keys:
    """The keys of one tenant."""

    database: Database
    tenant: str
    clock: Clock = field(default_factory=SystemClock)
    ids: Ids = field(default_factory=lambda: TimeOrderedIds(SystemClock()))

    def create(
        self,
        user: str,
        *,
        scopes: Sequence[str | Scope] = (),
        label: str = "",
        expires: timedelta | None = None,
    ) -> KeyOutcome:
        """A new key for a person; `text` of the answer is the key, and is kept nowhere.

        `scopes` are what its bearer reaches, by default the person's own; new stores lie in the
        last of them. With `expires` it opens nothing from so long after now on.
        """
        lives: object = expires  # a caller without a type checker may pass anything
        if lives is not None and not (isinstance(lives, timedelta) and lives > timedelta(0)):
            raise InvalidValue("expires", lives, "must be a timedelta above nothing, or None")
        now = self.clock.now()
        principal = Principal(tenant=self.tenant, user=user)
        granted, _ = granted_scopes(principal, scopes, None)
        key = ApiKey(
            id=f"key_{self.ids.new().replace('-', '')}",
            principal=principal,
            scopes=granted,
            label=remark("label", label, LABEL_LIMIT),
            created_at=now,
            expires_at=None if expires is None else later(now, expires),
            revoked_at=None,
        )
        secret = secrets.token_hex(_SECRET_BYTES)
        with self.database.write(principal.tenant) as tx:
            keys.add(tx, key, digest_of(secret))
        return KeyOutcome(
            done=Done.STORED,
            layer=_WHAT,
            code="created",
            message=f"Made a key for {principal.user}. Keep it now: it is not shown again.",
            id=key.id,
            text=written(principal.tenant, key.id, secret),
        )

    def listed(self) -> list[ApiKey]:
        """All keys of the tenant, revoked ones too, the newest first."""
        with self.database.read(self.tenant) as tx:
            return keys.everything(tx)

    def revoke(self, key: str) -> KeyOutcome:
        """Let a key, by its id, open nothing from the next request on. Raises `NotFound`."""
        encodable("key", key)
        with self.database.write(self.tenant) as tx:
            if keys.of_id(tx, key) is None:
                raise NotFound("key", key)
            revoked = keys.revoke(tx, key, self.clock.now())
        return KeyOutcome(
            done=Done.REMOVED if revoked else Done.UNCHANGED,
            layer=_WHAT,
            code="revoked",
            message=f"{key} opens nothing any more." if revoked else f"{key} was revoked before.",
            id=key,
        )


def bearer(database: Database, text: str, clock: Clock | None = None) -> ApiKey | None:
    """The key that `text` is; None if there is none such, or none any more.

    One that has expired or was revoked is told apart from one that never was by nobody.
    """
    said = borne(text)
    if said is None:
        return None
    with database.read(said.tenant) as tx:
        found = keys.of_id(tx, said.id)
    if found is None or not hmac.compare_digest(found[1], said.digest):
        return None
    now = (clock or SystemClock()).now()
    return found[0] if found[0].opens(now) else None
