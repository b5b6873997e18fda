"""How far a measured share may be off."""

from __future__ import annotations

import math

_Z = 1.959964


def wilson(right: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, in percent; of nothing it is everything."""
    if not of:
        return 0.0, 100.0
    share, square = right / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    spread = math.sqrt(share * (1 - share) / of + square / (4 * of * of)) * _Z / (1 + square / of)
    return max(0.0, 100 * (middle - spread)), min(100.0, 100 * (middle + spread))
