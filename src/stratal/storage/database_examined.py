"""What a database says of itself as a whole, held against itself.

Log, records, tasks, documents and agent states are numbered without gaps, each leading to the next,
and no row belongs to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stratal.core.records import Layer
from stratal.storage.database import Database, Row, Transaction
from stratal.storage.doctor import MOST, Code, Finding


def database_faults(database: Database) -> Iterator[Finding]:
    """What is wrong with the database as such: its file, or the role that opened it."""
    for fault in database.faults():
        yield Finding(code=Code.DATABASE, where="database", id="", message=fault)


def numbers(tx: Transaction) -> Iterator[Finding]:
    """Log, records, tasks and agent states: numbered without gaps, each leading to the next."""
    for query, code, where, told in _CHECKS:
        for row in tx.rows(query, limit=MOST):
            for other, what, message in told(row):
                yield Finding(
                    code=other or code, where=where or row["layer"], id=what, message=message
                )
    for row in tx.rows("doctor_orphans"):
        if row["lost"]:
            yield Finding(
                code=Code.ORPHAN,
                where="database",
                id=row["kind"],
                message=f"{row['lost']} rows of {row['kind']} belong to nothing that is there",
            )


_Told = tuple[Code | None, str, str]


def _records_numbered(row: Row) -> Iterator[_Told]:
    if row["open"] != 1:
        yield None, row["id"], f"has {row['open']} current revisions, not one"
    if row["revisions"] != row["last"] or row["first"] != 1:
        yield (
            Code.REVISION_NUMBERS,
            row["id"],
            f"has {row['revisions']} revisions, and the last is {row['last']}",
        )


def _one(id: str, message: str) -> Callable[[Row], Iterator[_Told]]:
    def told(row: Row) -> Iterator[_Told]:
        yield None, id.format(**row), message.format(**row)

    return told


_CHECKS: tuple[tuple[str, Code, str, Callable[[Row], Iterator[_Told]]], ...] = (
    (
        "doctor_messages_numbered",
        Code.MESSAGE_NUMBERS,
        Layer.CONVERSATION.value,
        _one("{owner}/{id}", "holds {messages} messages, and the last should be {last_seq}"),
    ),
    (
        "doctor_retractions",
        Code.RETRACTION,
        Layer.CONVERSATION.value,
        _one("{owner}/{conversation}", "retracts messages {from_seq} to {to_seq}"),
    ),
    (
        "doctor_events_numbered",
        Code.EVENT_NUMBERS,
        Layer.EVENTS.value,
        _one("{owner}", "has {events} events, and the last should be {last_seq}"),
    ),
    (
        "doctor_events_unlisted",
        Code.EVENT_NUMBERS,
        Layer.EVENTS.value,
        _one("{owner}", "has events that are not counted"),
    ),
    ("doctor_records_numbered", Code.CURRENT_REVISION, "", _records_numbered),
    (
        "doctor_known_times",
        Code.KNOWN_TIME,
        "",
        _one("{record}", "revision {revision} was not known until the next one was"),
    ),
    (
        "doctor_copies",
        Code.COPIES_DIFFER,
        "",
        _one("{record}", "revision {revision} names another layer, scope or topic than the record"),
    ),
    (
        "doctor_overlaps",
        Code.OVERLAP,
        "",
        _one("{record}", "holds while the next value of its topic in {scope} holds too"),
    ),
    ("doctor_returned", Code.DELETED_IS_BACK, "", _one("{id}", "was deleted and is there")),
    (
        "doctor_checkpoints_numbered",
        Code.CHECKPOINT_NUMBERS,
        Layer.TASK.value,
        _one("{owner}/{id}", "holds {checkpoints} checkpoints, and the last should be {last_seq}"),
    ),
    (
        "doctor_parents",
        Code.CHECKPOINT_PARENT,
        Layer.TASK.value,
        _one("{owner}/{task}", "checkpoint {seq} does not follow on its parent"),
    ),
    (
        "doctor_heads",
        Code.HEAD_MISSING,
        Layer.TASK.value,
        _one("{owner}/{task}", "head {name} stands at checkpoint {seq}, which is not there"),
    ),
    (
        "doctor_headless",
        Code.HEAD_MISSING,
        Layer.TASK.value,
        _one("{owner}/{id}", "has no head"),
    ),
    (
        "doctor_task_status",
        Code.TASK_STATUS,
        Layer.TASK.value,
        _one("{owner}/{id}", "is {status}, and its time of closing says otherwise"),
    ),
    (
        "doctor_states_numbered",
        Code.STATE_HISTORY,
        Layer.AGENT_STATE.value,
        _one("{owner}/{agent}/{name}", "is at revision {revision} and has {revisions} of them"),
    ),
    (
        "doctor_versions_numbered",
        Code.VERSION_NUMBERS,
        Layer.KNOWLEDGE.value,
        _one("{id}", "has {versions} versions, and the current one is {current_version}"),
    ),
    (
        "doctor_version_times",
        Code.KNOWN_TIME,
        Layer.KNOWLEDGE.value,
        _one("{document}", "version {version} was not known until the next one was"),
    ),
    ("doctor_jobs", Code.JOB, "jobs", _one("{id}", "is in state {state} and can never be taken")),
)
