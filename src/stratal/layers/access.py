"""What a layer works with: a database, and the identity, grants and rules of one session."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo

from stratal.core.checks import remark
from stratal.core.clock import Clock, Ids
from stratal.core.identity import Principal, Scope
from stratal.core.policy import Policy
from stratal.core.records import Origin
from stratal.errors import ScopeNotGranted
from stratal.storage.database import Database
from stratal.storage.uses import UseLog


@dataclass(frozen=True, kw_only=True, slots=True)
class Access:
    """The standing of one session. Made by the host program or a server, never by a model."""

    database: Database
    principal: Principal
    conversation: str
    scopes: tuple[Scope, ...]
    """Granted by the host, from the widest to the nearest."""
    write: Scope
    """Where memories about the work go."""
    time_zone: tzinfo
    policy: Policy
    clock: Clock
    ids: Ids
    uses: UseLog | None = None
    """Where is counted what was used; None: nowhere."""
    task: str | None = None
    """Out of which task is written, where nobody names another."""

    @property
    def tenant(self) -> str:
        return self.principal.tenant

    @property
    def user(self) -> str:
        return self.principal.user

    @property
    def own_scope(self) -> Scope:
        """Where memories about the person go."""
        return Scope.of_user(self.user)

    def now(self) -> datetime:
        return self.clock.now()

    def granted(self, scope: Scope) -> Scope:
        """`scope` if the host granted it to this session."""
        if scope not in self.scopes:
            raise ScopeNotGranted(str(scope), tuple(str(one) for one in self.scopes))
        return scope

    def origin(self, reason: str = "", *, task: str | None = None) -> Origin:
        """Who writes now, and out of which conversation; `reason` is what the caller gave."""
        return Origin(
            actor=self.principal.actor,
            reason=remark("reason", reason),
            conversation=self.conversation,
            task=task or self.task,
        )
