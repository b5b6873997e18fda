"""Erasing of runs, with what models replied, and of jobs.

Runs of a conversation, a task or a person go. Of a run that read an erased message, or wrote an
erased record, only what it counts stays: without that its work would be done, and paid, again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from stratal.flows.erasing.log import spans, whole
from stratal.flows.erasing.work import REBUILT, Work
from stratal.storage.database import Row, Transaction
from stratal.storage.run_form import emptied

_BATCH = 200
_BLANK, _ANSWER = emptied("erased")


def runs(work: Work) -> None:
    """Runs, their replies, and what they proposed."""
    reach = [(owner, conversation, "") for owner, conversation in whole(work)]
    reach += [(one.owner, "", one.id) for one in work.marked("task")]
    for owner, conversation, task in reach:
        _remove(work, owner, conversation, task)
    span_runs(work)
    _quoting(work)
    copies(work)
    _hold(work)


def span_runs(work: Work) -> None:
    """Of the runs that read a span of messages only what they count stays."""
    for owner, conversation, first, last in spans(work):
        with work.batch() as tx:
            found = tx.rows(
                "erase_span_runs",
                owner=owner,
                conversation=conversation,
                from_seq=first,
                to_seq=last,
            )
            ids = json.dumps([row["id"] for row in found])
            tx.change("erase_run_hold", runs=ids, now=work.moment)
            for row in found:
                for item in tx.rows("run_items", run=row["id"]):
                    _blank_item(work, tx, row["id"], item["no"])
            _blank_replies(work, tx, [row["id"] for row in found])


def copies(work: Work) -> None:
    """Empty what was proposed and replied elsewhere in words that go."""
    for one in work.marked("copy"):
        with work.batch() as tx:
            if one.part:
                _blank_item(work, tx, one.id, int(one.part))
            _blank_replies(work, tx, [one.id])


def _hold(work: Work) -> None:
    """Whoever is at a run of a task that lost entries has read what these rested on."""
    for one in work.marked("task_part"):
        with work.batch() as tx:
            tx.change("erase_task_hold", owner=one.owner, task=one.id, now=work.moment)


def _remove(work: Work, owner: str, conversation: str, task: str) -> None:
    while True:
        with work.batch() as tx:
            found = tx.rows(
                "erase_runs", owner=owner, conversation=conversation, task=task, limit=_BATCH
            )
            ids = json.dumps([row["id"] for row in found])
            work.change(tx, "run_item", "erase_run_items", runs=ids)
            work.change(tx, "run_reply", "erase_run_replies", runs=ids)
            work.change(tx, "run", "erase_run", runs=ids)
        if len(found) < _BATCH:
            return


def _quoting(work: Work) -> None:
    """Empty what runs of others proposed of erased things, and were answered about them."""
    marks = work.marked("message", "event", "memory", "fact", "rebuilt", "document")
    ids = {one.id for one in marks if one.kind != "message"}
    said = {(one.owner, one.part, one.id) for one in marks if one.kind == "message"}
    said |= {(one.owner, one.id, "") for one in work.marked("conversation")}
    run, no = "", 0
    while ids or said:
        with work.batch() as tx:
            page = tx.rows("erase_items_after", run=run, no=no, limit=_BATCH)
            touched = [row for row in page if _touches(row, ids, said)]
            for row in touched:
                _blank_item(work, tx, row["run"], row["no"])
            _blank_replies(work, tx, sorted({row["run"] for row in touched}))
        if len(page) < _BATCH:
            return
        run, no = page[-1]["run"], page[-1]["no"]


def _blank_item(work: Work, tx: Transaction, run: str, no: int) -> None:
    work.change(
        tx,
        "run_item",
        "erase_item_text",
        way=REBUILT,
        run=run,
        no=no,
        blank=_BLANK,
        outcome=_ANSWER,
    )


def _blank_replies(work: Work, tx: Transaction, found: list[str]) -> None:
    ids = json.dumps(found)
    work.change(tx, "run_reply", "erase_reply_texts", way=REBUILT, runs=ids)
    work.change(tx, "run", "erase_run_problems", way=REBUILT, runs=ids)


def _touches(row: Row, ids: set[str], said: set[tuple[str, str, str]]) -> bool:
    """Whether an item names a thing that goes, or cites a message that does."""
    owner = row["owner"]
    texts = [row[name] for name in ("proposal", "outcome", "undone") if row[name] is not None]
    for one in (found for text in texts for found in _objects(json.loads(text))):
        place = (owner, str(one.get("conversation")), str(one.get("message")))
        if place in said or (owner, place[1], "") in said:
            return True
        named = [one.get("id"), one.get("event"), one.get("memory"), one.get("document")]
        if any(name in ids for name in (*named, *(one.get("closed") or ()))):
            return True
    return False


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    """All objects in a stored form, those too that stand in it as a text."""
    if isinstance(value, str) and value[:1] in "[{" and value[:1]:
        try:
            value = json.loads(value)
        except ValueError:
            return
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _objects(inner)


def jobs(work: Work) -> None:
    """Jobs that name the person, the conversation or the task, and their lanes."""
    people = {one.id for one in work.marked("person")}
    talks = {(one.owner, one.id) for one in work.marked("conversation")}
    tasks = {(one.owner, one.id) for one in work.marked("task")}
    last = ""
    while people or talks or tasks:
        with work.batch() as tx:
            page = tx.rows("erase_jobs_after", id=last, limit=_BATCH)
            for row in page:
                given = json.loads(row["payload"])
                user = given.get("user", given.get("owner"))
                if (
                    user in people
                    or (user, given.get("conversation")) in talks
                    or (user, given.get("task")) in tasks
                ):
                    work.change(tx, "job", "erase_job", id=row["id"])
                    work.change(tx, "job_lane", "erase_lane", lane=row["lane"])
        if len(page) < _BATCH:
            return
        last = page[-1]["id"]
