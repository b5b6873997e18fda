"""A clock that a test moves by hand."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

from stratal.core.checks import instant

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
"""A Monday morning."""


class ManualClock:
    """Stands still until it is moved, forwards or backwards."""

    def __init__(self, now: datetime = START) -> None:
        self._lock = threading.Lock()
        self._now = instant("now", now)

    def now(self) -> datetime:
        with self._lock:
            return self._now

    def set(self, now: datetime) -> None:
        """Make it `now`."""
        with self._lock:
            self._now = instant("now", now)

    def advance(self, by: timedelta) -> None:
        """Move by `by`; a negative amount moves backwards."""
        with self._lock:
            self._now += by
