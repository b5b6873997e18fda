"""One table says the exit status of every kind of error."""

from __future__ import annotations

import pytest

from stratal import errors
from stratal.cli import status
from stratal.core.outcomes import Done, Outcome


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (errors.InvalidValue("k", 0, "must be more"), 2),
        (errors.ScopeNotGranted("repo:x", ()), 2),
        (errors.NotFound("item", "x"), 3),
        (errors.StaleRevision("memory", "x", expected=1, current=2), 4),
        (errors.IdTaken("message", "x"), 4),
        (errors.Busy(30), 5),
        (errors.ModelUnavailable("m", "silent"), 5),
        (errors.MissingExtra("postgres", "postgres"), 6),
    ],
)
def test_each_kind_has_its_status(error: errors.StratalError, expected: int) -> None:
    """What a caller would do differently, a script can tell apart."""
    assert status.of_error(error) == expected


def test_no_error_ends_with_success() -> None:
    """Every class of the tree has a status, also one that is added later."""
    classes = [
        value
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, errors.StratalError)
    ]
    assert all(status.of_error(kind.__new__(kind)) for kind in classes)


@pytest.mark.parametrize("done", list(Done))
def test_a_refusal_is_no_success(done: Done) -> None:
    """Rejected and failed items give 1, whatever stands beside them."""
    stored = Outcome(done=Done.STORED, layer="memories", code="stored", message="Stored.")
    outcome = Outcome(done=done, layer="memories", code="x", message="X.")
    expected = 1 if done in (Done.REJECTED, Done.FAILED) else 0
    assert status.of_outcomes([stored, outcome]) == expected
