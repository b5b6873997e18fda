"""An open memory on each database, and sessions in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from stratal import Memory, Principal, Session, TimeOrderedIds, default_policy
from stratal.storage.database import Database
from stratal.testing.clock import ManualClock

Sessions = Callable[..., Session]


@pytest.fixture
def memory(database: Database, clock: ManualClock) -> Iterator[Memory]:
    """Keywords alone, so that no model is loaded; the clock is the test's."""
    opened = Memory(
        database,
        policy=default_policy(),
        embedder=None,
        clock=clock,
        ids=TimeOrderedIds(clock),
    )
    yield opened
    opened.close()


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
