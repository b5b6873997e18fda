"""The exit status of a command, from the class of what went wrong. The only such table."""

from __future__ import annotations

from collections.abc import Iterable

from stratal.core.outcomes import Done, Outcome
from stratal.errors import BackendError, BadInput, Conflict, MissingExtra, NotFound, StratalError

DONE = 0
REFUSED = 1
"""An item was `rejected` or `failed`, a file was damaged, a question was answered with no."""
BAD_INPUT = 2
NOT_FOUND = 3
CONFLICT = 4
BACKEND = 5
MISSING_EXTRA = 6
INTERRUPTED = 130
"""Ctrl-C; what was acknowledged before it is stored."""

# The first class that fits decides: a subclass stands above its branch.
_BY_CLASS: tuple[tuple[type[StratalError], int], ...] = (
    (BadInput, BAD_INPUT),
    (NotFound, NOT_FOUND),
    (Conflict, CONFLICT),
    (MissingExtra, MISSING_EXTRA),
    (BackendError, BACKEND),
)


def of_error(error: StratalError) -> int:
    """The status for this error."""
    return next((status for kind, status in _BY_CLASS if isinstance(error, kind)), REFUSED)


def of_outcomes(outcomes: Iterable[Outcome]) -> int:
    """The status for these outcomes: a rule's refusal is an answer, and no success."""
    refused = any(outcome.done in (Done.REJECTED, Done.FAILED) for outcome in outcomes)
    return REFUSED if refused else DONE
