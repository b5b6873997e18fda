"""What a database says of the states of tasks and agents, held against their histories."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from stratal.core.canonical import digest
from stratal.core.records import Layer
from stratal.core.tasks import TaskState
from stratal.storage import tasks
from stratal.storage.database import Row, Transaction
from stratal.storage.doctor import UNREADABLE, Code, Finding, pages


def task_chains(tx: Transaction) -> Iterator[Finding]:
    """Every checkpoint can be made of its chain, and every long text that it names is there."""
    for page in pages(tx, "doctor_tasks", owner="", id=""):
        for task in page:
            yield from _task(tx, task["owner"], task["id"])


def agent_states(tx: Transaction) -> Iterator[Finding]:
    """The document of every instance is that of the last row of its history."""
    for page in pages(tx, "doctor_states", owner="", agent="", name=""):
        for row in page:
            try:
                same = zlib.decompress(row["remembered"]).decode("utf-8") == row["document"]
            except UNREADABLE:
                same = False
            if not same:
                yield Finding(
                    code=Code.STATE_HISTORY,
                    where=Layer.AGENT_STATE.value,
                    id=f"{row['owner']}/{row['agent']}/{row['name']}",
                    message="the document is not the one in its history",
                )


def _task(tx: Transaction, owner: str, task: str) -> Iterator[Finding]:
    def finding(code: Code, message: str) -> Finding:
        return Finding(code=code, where=Layer.TASK.value, id=f"{owner}/{task}", message=message)

    handles: set[str] = set()
    for page in pages(tx, "doctor_payloads", handle="", owner=owner, task=task):
        for row in page:
            handles.add(row["handle"])
            if not row["handle"].endswith(digest(row["content"])[:20]):
                yield finding(Code.TEXT_CHANGED, f"the text of {row['handle']} is another")
    last: tuple[int, TaskState] | None = None
    missing: set[str] = set()
    for page in pages(tx, "doctor_checkpoints", seq=0, owner=owner, task=task):
        for row in page:
            if row["patch"] is None and row["whole"] is None:
                # Whether it was rightly removed is asked of all at once.
                continue
            try:
                state = _state(tx, owner, task, row, last)
            except UNREADABLE:
                yield finding(
                    Code.CHECKPOINT_UNREADABLE, f"checkpoint {row['seq']} cannot be made again"
                )
                continue
            last = row["seq"], state
            missing |= tasks.handles(state) - handles
    for handle in sorted(missing):
        yield finding(Code.TEXT_MISSING, f"the text of {handle} is not there")


def _state(
    tx: Transaction, owner: str, task: str, row: Row, last: tuple[int, TaskState] | None
) -> TaskState:
    if row["whole"] is not None:
        return tasks.state_from(zlib.decompress(row["whole"]).decode("utf-8"), [])
    if last is not None and last[0] == row["parent"]:
        return tasks.state_from(tasks.stored(last[1]), [row["patch"]])
    return tasks.line_at(tx, owner, task, row["seq"]).state
