"""How long a call takes, and how that grows."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Laps:
    """Seconds that each of several equal calls took.

    Medians: on a machine with other work one call in twenty says more about that work.
    """

    seconds: Sequence[float]
    computing: Sequence[float]
    """Seconds that all threads of this process computed for each: the same on a busy machine."""

    @property
    def cpu(self) -> float:
        """Milliseconds of computing, in the median."""
        return 1e3 * statistics.median(self.computing)

    @property
    def p50(self) -> float:
        """Milliseconds."""
        return 1e3 * statistics.median(self.seconds)

    @property
    def p95(self) -> float:
        """Milliseconds."""
        ordered = sorted(self.seconds)
        return 1e3 * ordered[min(len(ordered) - 1, math.ceil(0.95 * len(ordered)) - 1)]


def laps(call: Callable[[T], object], arguments: Iterable[T]) -> Laps:
    """Time `call` on each of `arguments`, one after the other."""
    seconds, computing = [], []
    for argument in arguments:
        started, used = time.perf_counter(), time.process_time()
        call(argument)
        computing.append(time.process_time() - used)
        seconds.append(time.perf_counter() - started)
    return Laps(seconds=seconds, computing=computing)


def rate(call: Callable[[T], int], arguments: Sequence[T], *, rounds: int = 5) -> float:
    """Things a second, where `call` says how many it did: the median of so many rounds."""
    size = math.ceil(len(arguments) / rounds)
    rates = []
    for at in range(0, len(arguments), size):
        started = time.perf_counter()
        done = sum(call(argument) for argument in arguments[at : at + size])
        rates.append(done / (time.perf_counter() - started))
    return statistics.median(rates)


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The exponent with which the second grows with the first: 0 is flat, 1 is in proportion."""
    logs = [(math.log(x), math.log(y)) for x, y in points]
    x_mean = statistics.fmean(x for x, _ in logs)
    y_mean = statistics.fmean(y for _, y in logs)
    spread = sum((x - x_mean) ** 2 for x, _ in logs)
    return sum((x - x_mean) * (y - y_mean) for x, y in logs) / spread
