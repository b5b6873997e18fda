"""How long work on many things keeps out of the way of those who write.

On SQLite one writer at a time holds the file, and who finds it held asks again after 1, 3 and 8
thousandths of a second. So a transaction of a sweep is over in two or three, and then leaves the
file alone: for three while nobody else writes, and as soon as somebody does for several times what
it computed, so that few of their writes meet one at all. (Computed, not took: on
a machine with other work both sides wait for the machine, and the sweep has to end some time.) On
PostgreSQL only those wait who write to the same scope. What is read and thought between two
transactions counts as a pause.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from stratal.storage.database import Database

_LEAST, _MOST = 0.003, 0.25
"""Seconds of a pause."""
_SEEN_FOR = 2.0
"""Seconds for which somebody who wrote is taken to go on."""


class Pace:
    """When the next transaction may begin.

    `beside` is how long the pause is where others write, in times what was computed before it, and
    `after` so many seconds of transactions there is one.
    """

    def __init__(self, database: Database, *, beside: float = 12, after: float = 0.0) -> None:
        self._database = database
        self._beside = beside
        self._after = after
        self._ended = self._held = self._computed = self._others_until = 0.0
        self._seen = database.changes()

    @contextmanager
    def step(self) -> Iterator[None]:
        """One transaction, begun when others had the time to write after the last ones."""
        if self._held >= self._after:
            self._pause()
        began, computed = time.monotonic(), time.thread_time()
        try:
            yield
        finally:
            self._ended = time.monotonic()
            self._held += self._ended - began
            self._computed += time.thread_time() - computed
            self._seen = self._database.changes()

    def _pause(self) -> None:
        self._until(self._ended + _LEAST)
        if self._database.changes() != self._seen:
            self._others_until = time.monotonic() + _SEEN_FOR
        if time.monotonic() < self._others_until:
            self._until(self._ended + self._beside * self._computed)
        self._held = self._computed = 0.0

    def _until(self, moment: float) -> None:
        time.sleep(min(max(0.0, moment - time.monotonic()), _MOST))
