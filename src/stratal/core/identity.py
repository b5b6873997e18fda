"""Who acts, and about whom or what is remembered.

Identity comes from the host program or from a server's credential, never from a model or a
request body.
"""

from __future__ import annotations

import getpass
import re
from collections.abc import Sequence
from dataclasses import dataclass

from stratal.core import checks
from stratal.errors import InvalidValue

_SCOPE_KIND = re.compile(r"[a-z][a-z0-9_-]{0,31}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Principal:
    """Who is acting: a person in a tenant, perhaps through an agent.

    `agent` says which agent acts; it is attribution and isolates nothing but agent state.
    """

    tenant: str
    user: str
    agent: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "tenant", checks.name("tenant", self.tenant))
        object.__setattr__(self, "user", checks.name("user", self.user))
        if self.agent is not None:
            object.__setattr__(self, "agent", checks.name("agent", self.agent))

    @classmethod
    def local(cls) -> Principal:
        """The person at this machine: tenant ``local``, the operating system's user."""
        return cls(tenant="local", user=getpass.getuser())

    @property
    def actor(self) -> str:
        """How history names this principal: ``user`` or ``user via agent``."""
        return self.user if self.agent is None else f"{self.user} via {self.agent}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Scope:
    """Whom or what a memory is about: ``user:ana``, ``repo:trip-miniapp``, ``tenant``."""

    kind: str
    name: str = ""

    def __post_init__(self) -> None:
        if not _SCOPE_KIND.fullmatch(checks.encodable("scope", self.kind)):
            raise InvalidValue(
                "scope", self.kind, "must begin with a lower-case word, e.g. repo:my-app"
            )
        if (self.kind == "tenant") != (self.name == ""):
            raise InvalidValue("scope", str(self), "must be kind:name, or tenant alone")
        if self.name:
            object.__setattr__(self, "name", checks.name("scope", self.name))

    @classmethod
    def parse(cls, text: str) -> Scope:
        """The scope that `text` names, e.g. ``project:x``."""
        checks.encodable("scope", text)
        kind, _, name = text.partition(":")
        return cls(kind=kind, name=name)

    @classmethod
    def of_user(cls, user: str) -> Scope:
        return cls(kind="user", name=user)

    @property
    def of_work(self) -> bool:
        """Whether it is one repository, project, team or the like: not a person, not everyone."""
        return self.kind not in ("user", "tenant")

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


def granted_scopes(
    principal: Principal, scopes: Sequence[str | Scope], write: str | Scope | None
) -> tuple[tuple[Scope, ...], Scope]:
    """The session's scopes and where it writes, checked against the principal."""
    granted = tuple(
        dict.fromkeys(scope if isinstance(scope, Scope) else Scope.parse(scope) for scope in scopes)
    ) or (Scope.of_user(principal.user),)
    for scope in granted:
        if scope.kind == "user" and scope.name != principal.user:
            raise InvalidValue(
                "scope", str(scope), f"belongs to another person than {principal.user}"
            )
    if write is None:
        return granted, granted[-1]
    target = write if isinstance(write, Scope) else Scope.parse(write)
    if target not in granted:
        raise InvalidValue("write", str(target), "is not among the scopes of the session")
    return granted, target
