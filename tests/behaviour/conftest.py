"""Sessions in a memory on each database."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stratal import Memory, Principal, Session

Sessions = Callable[..., Session]


@pytest.fixture
def sessions(memory: Memory) -> Sessions:
    """`sessions("ana", id="monday", scopes=[…])`: a session in tenant ``acme`` by default."""

    def session(
        user: str = "ana",
        *,
        id: str = "monday",
        scopes: tuple[str, ...] = (),
        tenant: str = "acme",
        **more: str,
    ) -> Session:
        return memory.session(Principal(tenant=tenant, user=user), id=id, scopes=scopes, **more)

    return session
