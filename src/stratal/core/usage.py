"""What a request cost by the vendor's own count, and what that says of the estimate.

The estimate of a model is corrected by a *factor*: the middle of the last reports' ratios of what
was counted to what was estimated, with one ratio of 1 among them, so that a first report moves it
half-way at most. A request that exceeded its window says how large it was at least: for as long as
it is among the last reports, the factor is not below that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

LOWEST, HIGHEST = 0.5, 3.0
"""Between these the factor stays, whatever is reported."""
BELIEVED = (0.25, 4.0)
"""Ratios outside of these say that the report and the context do not belong together."""
LEAST = 200
"""Estimated tokens below which a ratio says nothing: framing outweighs the text."""
LAST = 15
"""Reports of a model that count."""
STEP = 1.1
"""By how much a window that was exceeded raises the factor at least."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What one request cost, in tokens. The prompt is input, cached and written together."""

    input: int = 0
    """Read anew, neither from the provider's cache nor into it."""
    cached: int = 0
    """Read from the cache."""
    written: int = 0
    """Read, and written to the cache."""
    output: int = 0

    @property
    def prompt(self) -> int:
        return self.input + self.cached + self.written

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            input=self.input + other.input,
            cached=self.cached + other.cached,
            written=self.written + other.written,
            output=self.output + other.output,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class UsageReport:
    """One report, as it is on the record."""

    id: str
    response: str | None
    """The vendor's id of the response; a second report of it changes nothing."""
    model: str
    usage: Usage
    estimated: int | None
    """Tokens that the context was estimated at, uncorrected; None if it is not known."""
    ratio: float | None
    """What the report says of the estimate; None if nothing."""
    exceeded: bool
    """The request was larger than the model's window."""
    stop_reason: str
    actor: str
    reported_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """What is known of a model, for the next context."""

    model: str | None = None
    """None: no model was named, and none has reported."""
    factor: float = 1.0
    """Tokens of the model for one that is estimated."""
    reports: int = 0
    """Reports that the factor rests on."""
    exceeded: int = 0
    """How many requests of this conversation exceeded the window, one after the other, last."""


def ratio_of(counted: int, estimated: int | None) -> float | None:
    """What the count says of the estimate; None if that is not to be believed."""
    if estimated is None or estimated < LEAST or counted <= 0:
        return None
    ratio = counted / estimated
    return ratio if BELIEVED[0] <= ratio <= BELIEVED[1] else None


def factor_of(ratios: Sequence[tuple[float, bool]]) -> float:
    """The factor from the last ratios, each with whether its window was exceeded."""
    plain = [ratio for ratio, exceeded in ratios if not exceeded]
    least = max((ratio for ratio, exceeded in ratios if exceeded), default=0.0)
    # Four digits: the same reports give the same context on every machine.
    return round(min(HIGHEST, max(LOWEST, median([1.0, *plain]), least)), 4)


def exceeding_ratio(counted: int, window: int | None, estimated: int, factor: float) -> float:
    """What a request that exceeded its window says of the estimate, at least."""
    size = max(counted, window or 0)
    # One absurd report must not cost more than half of the window.
    return min(max(size / max(1, estimated), factor * STEP), factor * 1.5, HIGHEST)
