"""Keys to a server: what one is, and how its tenant and id are read from it before any look-up."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass, field
from datetime import datetime

from stratal.core import checks
from stratal.core.identity import Principal, Scope
from stratal.core.outcomes import Outcome
from stratal.errors import InvalidValue

LABEL_LIMIT = 128
_BEGINNING = "sk-stratal-"
_KEY = re.compile(r"sk-stratal-([A-Za-z0-9_-]{2,1100})-(key_[0-9a-f]{32})-([0-9a-f]{64})")


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiKey:
    """A key as it is kept. Whoever bears it acts as its person, in its tenant, in its scopes."""

    id: str
    principal: Principal
    scopes: tuple[Scope, ...]
    """From the widest to the nearest; new stores lie in the last."""
    label: str
    created_at: datetime
    expires_at: datetime | None
    """From then on it opens nothing; None: until it is revoked."""
    revoked_at: datetime | None

    def opens(self, now: datetime) -> bool:
        """Whether it opens anything at a time."""
        ended = self.expires_at is not None and self.expires_at <= now
        return self.revoked_at is None and not ended


@dataclass(frozen=True, kw_only=True, slots=True)
class KeyOutcome(Outcome):
    """The answer to a change of keys."""

    text: str | None = field(default=None, repr=False)
    """The key itself, of a new one: it is shown now and never again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Borne:
    """What a key says of itself. Nothing of it holds before its digest was compared."""

    tenant: str
    id: str
    digest: str


def written(tenant: str, id: str, secret: str) -> str:
    """The text of a key: ``sk-stratal-<tenant>-<id>-<secret>``."""
    shown = base64.urlsafe_b64encode(tenant.encode()).decode().rstrip("=")
    return f"{_BEGINNING}{shown}-{id}-{secret}"


def borne(text: str) -> Borne | None:
    """What `text` says of itself; None if it is no key."""
    found = _KEY.fullmatch(text)
    if found is None:
        return None
    tenant, key, secret = found.groups()
    try:
        padded = tenant + "=" * (-len(tenant) % 4)
        named = checks.name("tenant", base64.urlsafe_b64decode(padded).decode())
    except (binascii.Error, UnicodeDecodeError, InvalidValue):
        return None
    return Borne(tenant=named, id=key, digest=digest_of(secret))


def digest_of(secret: str) -> str:
    """What is kept of a secret. It is 256 random bits, so that no slow hash makes it safer."""
    return hashlib.sha256(secret.encode()).hexdigest()
