"""Reports of what requests cost."""

from __future__ import annotations

from stratal.core.clock import from_micros, to_micros
from stratal.core.usage import Usage, UsageReport
from stratal.storage.database import Row, Transaction


def add(tx: Transaction, owner: str, conversation: str, report: UsageReport) -> bool:
    """Put a report on the record; False if that response was reported before."""
    usage = report.usage
    return bool(
        tx.change(
            "usage_add",
            owner=owner,
            conversation=conversation,
            id=report.id,
            response=report.response,
            model=report.model,
            input=usage.input,
            cached=usage.cached,
            written=usage.written,
            output=usage.output,
            estimated=report.estimated,
            ratio=report.ratio,
            exceeded=int(report.exceeded),
            stop_reason=report.stop_reason,
            actor=report.actor,
            reported_at=to_micros(report.reported_at),
        )
    )


def of_response(
    tx: Transaction, owner: str, conversation: str, response: str
) -> UsageReport | None:
    """The report of that response."""
    row = tx.row("usage_of_response", owner=owner, conversation=conversation, response=response)
    return None if row is None else _report(row)


def newest(tx: Transaction, owner: str, conversation: str, limit: int) -> list[UsageReport]:
    """The newest reports of a conversation, newest first."""
    rows = tx.rows("usage_newest", owner=owner, conversation=conversation, limit=limit)
    return [_report(row) for row in rows]


def sums(tx: Transaction, owner: str, conversation: str) -> tuple[int, Usage]:
    """How many reports a conversation has, and what they add up to."""
    row = tx.row("usage_sums", owner=owner, conversation=conversation)
    assert row is not None
    return int(row["reports"]), _usage(row)


def ratios(tx: Transaction, model: str, limit: int) -> list[tuple[float, bool]]:
    """What the last reports of a model say of its estimates, newest first, whoever reported."""
    rows = tx.rows("usage_ratios", model=model, limit=limit)
    return [(float(row["ratio"]), bool(row["exceeded"])) for row in rows]


def erase(tx: Transaction, owner: str, conversation: str) -> int:
    """Remove all reports of a conversation; how many there were."""
    return tx.change("usage_erase", owner=owner, conversation=conversation)


def _report(row: Row) -> UsageReport:
    return UsageReport(
        id=row["id"],
        response=row["response"],
        model=row["model"],
        usage=_usage(row),
        estimated=row["estimated"],
        ratio=row["ratio"],
        exceeded=bool(row["exceeded"]),
        stop_reason=row["stop_reason"],
        actor=row["actor"],
        reported_at=from_micros(row["reported_at"]),
    )


def _usage(row: Row) -> Usage:
    return Usage(
        input=int(row["input"] or 0),
        cached=int(row["cached"] or 0),
        written=int(row["written"] or 0),
        output=int(row["output"] or 0),
    )
