"""The one bridge to coroutines: the same code, in a bounded pool of threads.

Where a framework needs ``await``, it awaits `Bridge.run` of the very call it would have made. When
the await is cancelled, a call that has begun still ends in its thread, so its transaction is whole
or not there; a call that has not begun is dropped.
"""

from __future__ import annotations

import contextvars
import functools
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from stratal.errors import HandleUnusable

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 8


class Bridge:
    """A bounded pool that runs calls for coroutines. Starts no thread before its first call."""

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = threads
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None
        self._closed = False

    async def run(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of ``call(*args, **kwargs)``, computed in a thread of the pool."""
        import asyncio  # a quarter of what importing Stratal would cost everybody

        context = contextvars.copy_context()
        job = functools.partial(context.run, call, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._started(), job)

    def close(self) -> None:
        """Wait for the calls that have begun, and end the threads."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)

    def _started(self) -> ThreadPoolExecutor:
        from concurrent.futures import ThreadPoolExecutor

        with self._lock:
            if self._closed:
                raise HandleUnusable("the memory is closed: open it again")
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="stratal")
            return self._pool
