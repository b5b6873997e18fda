"""Erasing of tasks, and of what entries of other tasks quote of erased messages.

A checkpoint is a patch on its parent. Where an entry goes, every checkpoint of its task is written
anew without it, in one transaction: numbers, lines and times stay, and no state of before shows it.
"""

from __future__ import annotations

import zlib
from collections import Counter
from dataclasses import replace

from stratal.core.tasks import Field, TaskState
from stratal.flows.erasing.work import REBUILT, Work
from stratal.storage import tasks
from stratal.storage.database import Row, Transaction
from stratal.storage.erasures import Mark


def whole_tasks(work: Work) -> None:
    """Tasks that go whole, and entries that rest on erased messages alone."""
    for one in work.marked("task"):
        place = {"owner": one.owner, "task": one.id}
        with work.batch() as tx:
            if tasks.take(tx, one.owner, one.id) is None:
                continue
            for table, query in (
                ("entry_evidence", "erase_entry_evidence"),
                ("scratch", "erase_scratch"),
                ("payload", "erase_payloads"),
                ("task_head", "erase_heads"),
                ("checkpoint", "erase_checkpoints"),
                ("task", "erase_task"),
            ):
                work.change(tx, table, query, **place)
    wanted = {(one.owner, one.part): one for one in work.marked("message")}
    wanted |= {(one.owner, one.id): one for one in work.marked("conversation")}
    for owner, conversation in sorted(wanted):
        with work.batch() as tx:
            rows = tx.rows("erase_cited_entries", owner=owner, conversation=conversation)
        for task in sorted({row["task"] for row in rows}):
            _without(work, owner, conversation, task, [row for row in rows if row["task"] == task])


def _without(work: Work, owner: str, conversation: str, task: str, rows: list[Row]) -> None:
    """Take the citations of erased messages out of a task, and the entries that had no others."""
    with work.batch() as tx:
        tasks.take(tx, owner, task)
        everything = tx.row(
            "erasure_marked",
            erasure=work.erasure,
            kind="conversation",
            owner=owner,
            part="",
            id=conversation,
        )
        gone = {
            one.id
            for one in work.marks(tx, "message")
            if (one.owner, one.part) == (owner, conversation)
        }
        cited = [row for row in rows if everything is not None or row["message"] in gone]
        for row in cited:
            work.change(
                tx,
                "entry_evidence",
                "erase_entry_citation",
                owner=owner,
                task=task,
                entry=row["entry"],
                conversation=conversation,
                message=row["message"],
            )
        left = {row["entry"] for row in tx.rows("entry_evidence_of", owner=owner, task=task)}
        entries = {row["entry"] for row in cited} - left
        if entries:
            _rewrite(work, tx, owner, task, entries)
        if cited:
            work.mark(tx, Mark(kind="task_part", owner=owner, id=task))


def _rewrite(work: Work, tx: Transaction, owner: str, task: str, entries: set[str]) -> None:
    place = {"owner": owner, "task": task}
    rows = tx.rows("erase_checkpoint_rows", **place)
    followers = Counter(row["parent"] for row in rows)
    states: dict[int, tuple[TaskState, TaskState]] = {}
    kept: set[str] = set()
    lost: set[str] = set()
    for row in rows:
        parent = states.get(row["parent"]) if row["parent"] is not None else None
        before = _state(row, None if parent is None else parent[0])
        after = _stripped(before, entries)
        kept |= tasks.handles(after)
        lost |= tasks.handles(before)
        states[row["seq"]] = (before, after)
        if row["whole"] is not None:
            patch, whole = None, tasks.packed(after)
        else:
            assert parent is not None, "a patch has a parent"
            patch, whole = tasks.patch(parent[1], after), None
        if (patch, whole) != (row["patch"], row["whole"]):
            work.change(
                tx,
                "checkpoint",
                "erase_checkpoint_again",
                way=REBUILT,
                seq=row["seq"],
                patch=patch,
                whole=whole,
                # Why it was made may well be in the words of what is gone.
                reason="",
                **place,
            )
        followers[row["parent"]] -= 1
        if row["parent"] is not None and not followers[row["parent"]]:
            del states[row["parent"]]
    for handle in sorted(lost - kept):
        work.change(tx, "payload", "erase_payload", handle=handle, **place)


def _state(row: Row, parent: TaskState | None) -> TaskState:
    if row["whole"] is not None:
        return tasks.state_from(zlib.decompress(row["whole"]).decode("utf-8"), [])
    assert parent is not None, "a patch has a parent"
    return tasks.state_from(tasks.stored(parent), [row["patch"]])


def _stripped(state: TaskState, entries: set[str]) -> TaskState:
    lists = {
        field.value: tuple(one for one in state.entries(field) if one.id not in entries)
        for field in Field
    }
    return replace(state, **lists)  # type: ignore[arg-type]
