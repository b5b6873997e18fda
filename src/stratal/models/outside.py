"""Calls of code that is not ours, a model's or a host's: waited for so long, and no longer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


class NotAsked(TimeoutError):
    """Too many earlier calls are still being waited for."""


class OutsideCalls:
    """Calls that may never come back, each in a thread of its own; at most so many at once.

    A call that is given up goes on until it ends by itself. They must not pile up, so past the
    limit nobody starts another.
    """

    def __init__(self, most: int = 8) -> None:
        self._free = threading.BoundedSemaphore(most)

    def within(self, call: Callable[[], T], patience: float) -> T:
        """What the call answers, or raises, within so many seconds.

        Raises `TimeoutError` when the time is over, `NotAsked` if the call was not even begun.
        """
        until = time.monotonic() + patience
        if patience <= 0 or not self._free.acquire(timeout=patience):
            raise NotAsked
        future: Future[T] = Future()
        threading.Thread(target=self._answer, args=(future, call), daemon=True).start()
        return future.result(timeout=max(0.0, until - time.monotonic()))

    def _answer(self, future: Future[T], call: Callable[[], T]) -> None:
        try:
            future.set_result(call())
        except BaseException as error:  # Not swallowed: whoever waits for the result gets it.
            future.set_exception(error)
        finally:
            self._free.release()
