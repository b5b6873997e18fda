"""What a store says of runs, of what they cost, of usage and of consent, held against itself.

The replies and items of a run are numbered without a gap, and it counts what its replies took; what
it wrote is there, or was deleted. A summary of a conversation that ended is that of its run, and
tells of nothing retracted since. A day's sum is what people and flows took, and no flow took less
than the replies of its runs. What a person was asked is about something that is there. The
decisions of a person follow one another.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stratal.core.consent import REMEMBERING
from stratal.core.outcomes import Done
from stratal.core.records import Layer
from stratal.core.runs import Refused, RunState, ToTask
from stratal.core.tasks import added_at
from stratal.errors import Expired
from stratal.storage import tasks
from stratal.storage.database import Row, Transaction, Value
from stratal.storage.doctor import MOST, UNREADABLE, Code, Finding, pages
from stratal.storage.run_form import loaded, loaded_outcome

_RUNS = "runs"
_STATES = json.dumps([state.value for state in RunState])
_RULED = json.dumps([layer.value for layer in REMEMBERING])


@dataclass(frozen=True, kw_only=True, slots=True)
class _Check:
    """A query whose every row is a finding."""

    query: str
    code: Code
    where: str
    id: str
    message: str


def _of_runs(query: str, code: Code, message: str) -> _Check:
    return _Check(query=query, code=code, where=_RUNS, id="{owner}/{id}", message=message)


_CHECKS = (
    _of_runs("doctor_run_states", Code.RUN_UNREADABLE, "is in no state that there is"),
    _of_runs(
        "doctor_run_ends",
        Code.RUN_END,
        "ended before it began, or its state and the time of its end contradict each other",
    ),
    _of_runs(
        "doctor_run_counts",
        Code.RUN_NUMBERS,
        "holds {replies} replies up to {last_reply} and {items} items up to {last_item}, and "
        "counts {calls} replies, or other tokens or costs than theirs",
    ),
    _of_runs("doctor_run_spans", Code.RUN_SPAN, "read messages that never were"),
    _of_runs("doctor_run_tasks", Code.REFERENCE_MISSING, "is for a task that never was"),
    _Check(
        query="doctor_ended_summaries",
        code=Code.ENDED_SUMMARY,
        where=Layer.CONVERSATION.value,
        id="{owner}/{conversation}",
        message="the summary of messages {from_seq} to {to_seq} is not that of its run, or tells "
        "of what never was or was retracted since",
    ),
    _Check(
        query="doctor_spend_negative",
        code=Code.SPEND,
        where="spend",
        id="{day}/{owner}/{flow}",
        message="counts less than nothing",
    ),
    _Check(
        query="doctor_spend_sums",
        code=Code.SPEND,
        where="spend",
        id="{day}",
        message="the sum of the day is not what people and flows took",
    ),
    _Check(
        query="doctor_spend_runs",
        code=Code.SPEND,
        where="spend",
        id="{owner}/{flow}",
        message="counts less than the replies of its runs took",
    ),
    _Check(
        query="doctor_usage",
        code=Code.USAGE,
        where="usage",
        id="{owner}/{conversation}",
        message="report {id} says what no request can cost",
    ),
    _Check(
        query="doctor_questions",
        code=Code.REFERENCE_MISSING,
        where=Layer.CONVERSATION.value,
        id="{owner}/{conversation}",
        message="the question of message {seq} is about nothing that is there, or its answer is "
        "none",
    ),
    _Check(
        query="doctor_consent_numbers",
        code=Code.CONSENT,
        where="consent",
        id="{owner}",
        message="holds {changes} decisions, and the last is {last}",
    ),
    _Check(
        query="doctor_consent_read",
        code=Code.CONSENT,
        where="consent",
        id="{owner}",
        message="decision {no} is neither yes nor no, or about a layer that consent does not rule",
    ),
)
_VALUES: dict[str, dict[str, Value]] = {
    "doctor_run_states": {"states": _STATES},
    "doctor_consent_read": {"layers": _RULED},
}


def flows(tx: Transaction) -> Iterator[Finding]:
    """Runs with their replies and items, ended conversations, spend, usage and consent."""
    for row in tx.rows("doctor_flow_orphans"):
        if row["lost"]:
            yield Finding(
                code=Code.ORPHAN,
                where="database",
                id=row["kind"],
                message=f"{row['lost']} rows of {row['kind']} belong to nothing that is there",
            )
    for check in _CHECKS:
        for row in tx.rows(check.query, limit=MOST, **_VALUES.get(check.query, {})):
            yield Finding(
                code=check.code,
                where=check.where,
                id=check.id.format(**row),
                message=check.message.format(**row),
            )
    for page in pages(tx, "doctor_run_items", run="", no=0):
        yield from _items(tx, page)


def cited_tasks(tx: Transaction) -> Iterator[tuple[str, str]]:
    """Owner and id of each task whose entries rest on messages."""
    for page in pages(tx, "doctor_cited_tasks", owner="", task=""):
        for row in page:
            yield row["owner"], row["task"]


def was_entry(tx: Transaction, owner: str, task: str, entry: str) -> bool:
    """Whether the checkpoint that the id of an entry names has added it to that task."""
    seq = added_at(entry)
    if seq is None:
        return False
    try:
        return tasks.line_at(tx, owner, task, seq).state.find(entry) is not None
    except Expired:
        # Nobody can tell any more.
        return True
    except UNREADABLE:
        return False


def _items(tx: Transaction, page: Sequence[Row]) -> Iterator[Finding]:
    """What is wrong with a page of items: it cannot be read, or names what never was."""
    written: list[tuple[Row, str]] = []
    for row in page:
        try:
            task, item = _written(row)
        except UNREADABLE:
            yield _of_item(row, Code.RUN_UNREADABLE, "cannot be read")
            continue
        if item is None:
            continue
        if task is None:
            written.append((row, item))
        elif not was_entry(tx, row["owner"], task, item):
            yield _of_item(row, Code.REFERENCE_MISSING, "wrote an entry that is in no checkpoint")
    ids = json.dumps([item for _, item in written])
    known = {row["id"] for row in tx.rows("doctor_known_ids", ids=ids)}
    for row, item in written:
        if item not in known:
            yield _of_item(row, Code.REFERENCE_MISSING, "wrote a record that never was")


def _written(row: Row) -> tuple[str | None, str | None]:
    """The task that an item wrote to, or None for memories, and the id of what it wrote there.

    What a run only proposes was taken back, with its ids.
    """
    proposal = loaded(row["proposal"])
    outcome = loaded_outcome(row["outcome"])
    loaded_outcome(row["undone"])
    if (
        isinstance(proposal, Refused)
        or row["state"] not in (RunState.DONE, RunState.ROLLED_BACK)
        or outcome is None
        or outcome.done in (Done.REJECTED, Done.FAILED)
    ):
        return None, None
    return (proposal.task if isinstance(proposal, ToTask) else None), outcome.id


def _of_item(row: Row, code: Code, message: str) -> Finding:
    return Finding(
        code=code,
        where=_RUNS,
        id=f"{row['owner']}/{row['run']}",
        message=f"item {row['no']} {message}",
    )
