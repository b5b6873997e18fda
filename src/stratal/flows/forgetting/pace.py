"""How a sweep keeps out of the way of those who write.

On SQLite one writer at a time holds the file, and who finds it held asks again after 1, 3 and 8
thousandths of a second. So a transaction that is over in two or three, and then leaves the file
alone for as long, is met by the second question at the latest. What the sweep reads and thinks
meanwhile counts as such a pause: it only sleeps for what is left of it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 24
"""Revisions that are written in one transaction: two or three thousandths of a second."""
_LEAST = 0.003
"""Seconds between two transactions."""
_MOST = 0.05


class Pace:
    """When the next transaction of a sweep may begin."""

    def __init__(self) -> None:
        self._next = 0.0

    @contextmanager
    def step(self) -> Iterator[None]:
        """One transaction: begun when the last has let others in for as long as it took."""
        time.sleep(max(0.0, self._next - time.monotonic()))
        began = time.monotonic()
        try:
            yield
        finally:
            ended = time.monotonic()
            self._next = ended + min(max(ended - began, _LEAST), _MOST)
