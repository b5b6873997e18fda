"""A topic's values on their timeline: what holds when, and what lies next to what."""

from __future__ import annotations

from datetime import datetime

from stratal.core.evidence import HeldEvidence, Standing
from stratal.core.records import Record, Status

IN_TIME = (Status.ACTIVE, Status.SUPERSEDED)
"""What has its place on a topic's timeline."""


def neighbours(line: list[Record], moment: datetime) -> tuple[Record | None, Record | None]:
    """The last value that began to hold at `moment` or before, and the first that began later."""
    held = [one for one in line if holds_ever(one)]
    before = [one for one in held if one.state.valid_from <= moment]
    after = [one for one in held if one.state.valid_from > moment]
    return (before[-1] if before else None, after[0] if after else None)


def holds_ever(record: Record) -> bool:
    """Whether it holds at any time: what was superseded in the same instant does not."""
    return record.state.valid_to is None or record.state.valid_to > record.state.valid_from


def stated_after(record: Record, moment: datetime) -> tuple[HeldEvidence, ...]:
    """The evidence that stated the record's value again after `moment`, oldest first."""
    later = [
        held
        for held in record.evidence
        if held.said_at > moment
        and held.standing is Standing.HELD
        and (record.state.valid_to is None or held.said_at < record.state.valid_to)
    ]
    return tuple(sorted(later, key=lambda held: held.said_at))


def reaches(record: Record, moment: datetime) -> bool:
    """Whether it has not ended by `moment`."""
    return record.state.valid_to is None or record.state.valid_to > moment
