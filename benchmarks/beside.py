"""Somebody who writes beside other work, in a process of their own, and how long each write takes.

What they wait for is partly the database and partly the machine: two processes share its cores and
its memory. `computing` is a load that shares them too, and touches no database.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import IO, TypeAlias

import apsw

from benchmarks.databases import Empty
from stratal.text.tokens import terms

Span: TypeAlias = tuple[float, float]
"""From when until when, by the clock that all processes of a machine share."""

_WRITER = """
import json, sys, threading, time
import stratal
stopped = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), stopped.set()), daemon=True).start()
with stratal.open(sys.argv[1], durability="process", embedder=None) as memory:
    bo = stratal.Principal(tenant=sys.argv[2], user="bo")
    number = 0
    while not stopped.is_set():
        if number % 100 == 0:
            # No scope of theirs comes to more than it may hold: they are no work for a sweep.
            session = memory.session(bo, id="writing", scopes=[f"beside:{time.time_ns()}"])
            session.memories.remember("The rope store is opened by the harbour office.")
        started = time.monotonic()
        outcome = session.memories.remember(f"Locker {time.time_ns()} holds a spare rope.")
        assert outcome.kept, outcome
        print(json.dumps([started, time.monotonic() - started]))
        if number == 0:
            sys.stdout.flush()
        number += 1
        time.sleep(0.02)
"""


class Writer:
    """Remembers one thing after the other, some thirty a second."""

    def __init__(self, empty: Empty, tenant: str, log: IO[str]) -> None:
        self._writes: list[tuple[float, float]] = []
        self._log = log
        self._process = subprocess.Popen(
            [sys.executable, "-c", _WRITER, empty.address, tenant],
            stdin=subprocess.PIPE,
            stdout=log,
            text=True,
        )

    def __enter__(self) -> Writer:
        while self._process.poll() is None and not os.fstat(self._log.fileno()).st_size:
            time.sleep(0.01)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """End it, if it has not ended, and read what it has measured."""
        if self._process.poll() is None:
            self._process.communicate()
            self._log.seek(0)
            self._writes = [tuple(json.loads(line)) for line in self._log]

    def during(self, spans: Sequence[Span]) -> list[float]:
        """Seconds of each write that was begun within one of these, in order."""
        found, at = [], 0
        for began, seconds in self._writes:
            while at < len(spans) and spans[at][1] < began:
                at += 1
            if at < len(spans) and spans[at][0] <= began:
                found.append(seconds)
        return found


def computing(seconds: float, share: float) -> None:
    """Compute for that share of the time, a few thousandths of a second at once."""
    ends = time.monotonic() + seconds
    text = "The brass pump of berth 114 is kept by Marta and checked on Mondays. " * 4
    while time.monotonic() < ends:
        used = time.process_time()
        while time.process_time() - used < _AT_ONCE:
            terms(text)
        time.sleep(_AT_ONCE * (1 - share) / share if share < 1 else 0.0)


_AT_ONCE = 0.004


def percentile(seconds: Sequence[float], share: float) -> float:
    """Milliseconds."""
    ordered = sorted(seconds) or [0.0]
    return 1e3 * ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def resident() -> float:
    """Megabytes that this process has in memory now; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = int(file.read().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def caches() -> float:
    """Megabytes that SQLite has in this process now: each connection keeps pages, and so many."""
    return apsw.status(apsw.SQLITE_STATUS_MEMORY_USED)[0] / 1e6
