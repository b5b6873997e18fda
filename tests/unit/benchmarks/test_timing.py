"""What figures are made of: medians, percentiles, rates and slopes."""

from __future__ import annotations

import pytest
from benchmarks.timing import Laps, rate, slope


def test_percentiles_are_of_the_calls() -> None:
    """Half the calls took p50 at most, and one in twenty longer than p95."""
    laps = Laps(seconds=[number / 1e3 for number in range(1, 101)], computing=[0.001, 0.003])
    assert laps.p50 == pytest.approx(50.5)
    assert laps.p95 == pytest.approx(95)
    assert laps.cpu == pytest.approx(2)
    assert Laps(seconds=[0.002], computing=[0.001]).p95 == pytest.approx(2)


def test_a_rate_counts_what_each_call_did() -> None:
    """Every argument is used once, whatever the number of rounds."""
    seen: list[int] = []

    def call(argument: int) -> int:
        seen.append(argument)
        return argument

    assert rate(call, [1, 2, 3, 4, 5, 6, 7], rounds=3) > 0
    assert seen == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("power", [0.0, 0.5, 1.0, 2.0])
def test_a_slope_is_the_power_of_growth(power: float) -> None:
    """0 is flat, 1 in proportion, 2 quadratic."""
    points = [(size, 3.0 * size**power) for size in (1e3, 1e4, 1e5, 1e6)]
    assert slope(points) == pytest.approx(power)
