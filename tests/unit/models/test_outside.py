"""Calls that are waited for so long, and no longer."""

from __future__ import annotations

import threading

import pytest

from stratal.models.outside import NotAsked, OutsideCalls


def test_what_answers_in_time_is_answered() -> None:
    """The value comes back, and so does what the call raises."""
    calls = OutsideCalls()
    assert calls.within(lambda: 7, 5) == 7
    with pytest.raises(ZeroDivisionError):
        calls.within(lambda: 1 // 0, 5)


def test_what_does_not_come_back_is_given_up_and_does_not_pile_up() -> None:
    """After so many that hang nobody begins another; when one ends there is room again."""
    calls, gate = OutsideCalls(most=2), threading.Event()
    for _ in range(2):
        with pytest.raises(TimeoutError) as given_up:
            calls.within(gate.wait, 0.02)
        assert not isinstance(given_up.value, NotAsked)
    with pytest.raises(NotAsked):
        calls.within(lambda: 7, 0.02)
    gate.set()
    assert calls.within(lambda: 7, 5) == 7


def test_no_time_is_no_call() -> None:
    """With nothing left of its time a call is not even begun."""
    begun: list[int] = []
    with pytest.raises(NotAsked):
        OutsideCalls().within(lambda: begun.append(1), 0)
    assert begun == []
