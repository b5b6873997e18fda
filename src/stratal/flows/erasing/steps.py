"""The steps of an erasure, in their order, and the tables that each reaches.

What must not come back is remembered first. Then what others rest on goes before what rests on it:
from that moment no writer can cite it any more, so that what a late one wrote is found after it.
Every step may be done again, and does then what is left to do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from stratal.core.messages import Message, answered_ids, called_ids
from stratal.flows.erasing import log, runs, tasks, things
from stratal.flows.erasing.copies import mark_copies
from stratal.flows.erasing.index import index
from stratal.flows.erasing.records import remember_records
from stratal.flows.erasing.work import Work
from stratal.storage import messages
from stratal.storage.database import Transaction
from stratal.storage.erasures import Mark, Purpose
from stratal.text.tokens import terms

_PAGE = 50
"""Messages that are hashed in one transaction, for which others wait."""
_TELLING = 4
"""Words of a message from which it is no longer one that anybody says at any time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One step of every erasure."""

    name: str
    tables: tuple[str, ...]
    run: Callable[[Work], None]


def tombstones(work: Work) -> None:
    """Remember, as keyed hashes, what must not come back."""
    person = bool(work.marked("person"))
    for one in work.marked("conversation"):
        seq = 0
        while True:
            with work.batch() as tx:
                page = messages.after(tx, one.owner, one.id, seq, _PAGE)
                for message in page:
                    _hash_message(work, tx, one.owner, message, person=person)
                    if not person:
                        _mark_message(work, tx, one.owner, message)
            if len(page) < _PAGE:
                break
            seq = page[-1].seq
    for owner, conversation, first, last in log.spans(work):
        for start in range(first, last + 1, _PAGE):
            with work.batch() as tx:
                seqs = range(start, min(start + _PAGE, last + 1))
                page = messages.by_seq(tx, owner, conversation, seqs)
                for message in page:
                    _hash_message(work, tx, owner, message, person=False)
                    _mark_message(work, tx, owner, message)
    mark_copies(work)
    for one in work.marked(*_LISTED):
        with work.batch() as tx:
            work.remember(
                tx,
                [work.hashed(Purpose.LISTED, one.kind, *(part for part in _name(one) if part))],
            )
            if one.kind in ("document", "file"):
                things.hash_things(work, tx, one)


_LISTED = (
    "conversation",
    "event",
    "task",
    "agent_state",
    "memory",
    "fact",
    "document",
    "store",
    "file",
)
_BY_ID = ("memory", "fact", "document", "store", "file")


def _name(one: Mark) -> tuple[str, ...]:
    """What names a thing that goes: its id, and whose it is where ids are of somebody's."""
    return (one.kind, one.id) if one.kind in _BY_ID else (one.kind, one.owner, one.part, one.id)


def _hash_message(
    work: Work, tx: Transaction, owner: str, message: Message, *, person: bool
) -> None:
    found = messages.by_id(tx, owner, message.conversation, message.id)
    if found is None or not message.body or message.emptied:
        return
    named = ("message", owner, message.conversation, message.id)
    digest = found[1]
    hashes = [
        # A person who comes back may use the ids again, for something else.
        *(
            [
                work.hashed(Purpose.LISTED, "message", *named),
                work.hashed(Purpose.SAME, "message", *named, digest),
            ]
            if person
            else [work.hashed(Purpose.ID, "message", *named)]
        )
    ]
    if len(terms(message.text)) >= _TELLING:
        hashes.append(work.hashed(Purpose.SAID, "message", owner, digest))
    work.remember(tx, hashes)


def _mark_message(work: Work, tx: Transaction, owner: str, message: Message) -> None:
    place = message.conversation
    calls = (*called_ids(message.content), *answered_ids(message.content))
    work.mark(
        tx,
        Mark(kind="message", owner=owner, part=place, id=message.id, seq=message.seq),
        *(Mark(kind="tool", owner=owner, id=call) for call in calls),
    )


STEPS = (
    Step(name="tombstones", tables=("erased_hash",), run=tombstones),
    Step(name="messages", tables=("message", "retraction"), run=log.log_messages),
    Step(name="events", tables=("event", "event_retraction", "event_log"), run=log.events),
    Step(
        name="documents",
        tables=("document", "document_version", "chunk", "chunk_place"),
        run=things.documents,
    ),
    Step(
        name="files",
        tables=("store", "file", "file_version", "file_change", "file_waiting"),
        run=things.memory_files,
    ),
    Step(name="records", tables=("record", "revision", "evidence"), run=remember_records),
    Step(
        name="tasks",
        tables=("task", "task_head", "checkpoint", "payload", "scratch", "entry_evidence"),
        run=tasks.whole_tasks,
    ),
    Step(name="states", tables=("agent_state", "agent_state_revision"), run=log.states),
    Step(
        name="summaries",
        tables=("compaction", "compaction_failure", "page", "page_read", "conversation_summary"),
        run=log.summaries,
    ),
    Step(name="runs", tables=("run", "run_reply", "run_item"), run=runs.runs),
    Step(name="jobs", tables=("job", "job_lane"), run=runs.jobs),
    Step(
        name="contexts",
        tables=("context", "context_part", "context_item", "context_text"),
        run=log.shown,
    ),
    Step(
        name="index",
        tables=(
            "search_space",
            "search_entry",
            "search_part",
            "posting",
            "vector",
            "search_vector",
            "search_cells",
            "search_block",
            "search_member",
        ),
        run=index,
    ),
    Step(
        name="people",
        tables=("consent", "api_key", "usage_report", "store_attachment", "question"),
        run=log.people,
    ),
    Step(name="usage", tables=("recall_use", "sweep_action"), run=things.usage),
    Step(name="spending", tables=("spend",), run=log.spending),
    Step(name="conversations", tables=("conversation",), run=log.conversations),
    Step(name="names", tables=("tombstone", "sweep"), run=things.names),
)

KEPT = {
    "generation": "which embedders made vectors; nothing of anybody",
    "recall_day": "how many recalls a day had; nobody is named",
    "erasure": "the receipts",
    "erasure_mark": "what an erasure that is on its way takes; empty otherwise",
}
"""Tables that no erasure reaches, and why."""
