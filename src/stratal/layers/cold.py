"""The cold store: what is out of use, kept apart so that recall neither meets it nor counts it.

What is cold stands in an index of its own, one beside each scope's, and is searched only by who
asks for it. Its statistics are its own too: no answer of recall changes by what went cold.
"""

from __future__ import annotations

from stratal.core.forgetting import Cause
from stratal.core.identity import Scope
from stratal.core.records import Record, Status

COLD = (Status.COLD, Status.EXPIRED)
"""Out of use, restorable."""

# No scope begins so: a kind of scopes is one word.
_MARK = "cold "
_BY_RULE = frozenset(cause.value for cause in Cause)


def cold_scope(scope: Scope | str) -> str:
    """The name of the index of what is cold in a scope."""
    return f"{_MARK}{scope}"


def apart(name: str) -> tuple[str, bool]:
    """The scope that an index is of, and whether it is of what is cold there."""
    return name.removeprefix(_MARK), name.startswith(_MARK)


def is_cold(record: Record) -> bool:
    return record.status in COLD


def cooled_by_rule(record: Record) -> bool:
    """Whether a sweep, and no person, took it out of use: then it is offered to who asks for it."""
    return is_cold(record) and record.state.status_reason in _BY_RULE
