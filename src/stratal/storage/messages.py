"""The log of conversations: messages in the order of appending, and retractions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stratal.core.canonical import canonical
from stratal.core.clock import from_micros, to_micros
from stratal.core.messages import Message, Role
from stratal.storage.database import Row, Transaction, Value

END = 2**62
"""A number that no message has: all of them stand before it."""
# As canonical JSON has it: within a text its quotation marks would be escaped.
_SUMMARY = '%"type":"compaction"%'
_SUMMARIES = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class ConversationRow:
    """One conversation of a person."""

    id: str
    messages: int
    """The number of its last message; retracted ones count."""
    created_at: datetime


def open_conversation(tx: Transaction, owner: str, conversation: str, now: datetime) -> int:
    """The number of the last message; other writers of this conversation wait from here on."""
    row = tx.row("conversation_open", owner=owner, conversation=conversation, now=to_micros(now))
    assert row is not None
    return int(row["last_seq"])


def conversations(tx: Transaction, owner: str) -> list[ConversationRow]:
    """The owner's conversations, newest first."""
    return [
        ConversationRow(
            id=row["id"], messages=row["last_seq"], created_at=from_micros(row["created_at"])
        )
        for row in tx.rows("conversation_list", owner=owner)
    ]


def add(tx: Transaction, owner: str, batch: Sequence[tuple[Message, str]]) -> None:
    """Append messages, each with its digest, whose numbers come after `open_conversation`."""
    if not batch:
        return
    last, _ = batch[-1]
    tx.change_many("message_add", (_values(owner, *one) for one in batch))
    tx.change(
        "conversation_advance", owner=owner, conversation=last.conversation, last_seq=last.seq
    )


def _values(owner: str, message: Message, digest: str) -> dict[str, Value]:
    return {
        "owner": owner,
        "conversation": message.conversation,
        "seq": message.seq,
        "id": message.id,
        "role": message.role.value,
        "speaker": message.speaker,
        "body": message.body,
        "digest": digest,
        "tokens": message.tokens,
        "secrets": json.dumps(message.secrets),
        "said_at": to_micros(message.said_at),
        "time_zone": message.time_zone,
        "recorded_at": to_micros(message.recorded_at),
    }


def emptied_body(role: Role) -> str:
    """What is left of the body of a message whose words were erased or have expired."""
    return canonical("message", {"role": role.value, "content": []})


def by_id(tx: Transaction, owner: str, conversation: str, id: str) -> tuple[Message, str] | None:
    """The message and the digest of its content, or None."""
    return by_ids(tx, owner, conversation, [id]).get(id)


def by_ids(
    tx: Transaction, owner: str, conversation: str, ids: Sequence[str]
) -> dict[str, tuple[Message, str]]:
    """Those of these messages that are there, each with its digest, by id."""
    if not ids:
        return {}
    rows = tx.rows("message_by_ids", owner=owner, conversation=conversation, ids=json.dumps(ids))
    return {row["id"]: (message_of(row), row["digest"]) for row in rows}


def by_seq(tx: Transaction, owner: str, conversation: str, seqs: Sequence[int]) -> list[Message]:
    """The messages of these numbers, in order, retracted ones marked."""
    rows = tx.rows(
        "message_by_seqs", owner=owner, conversation=conversation, seqs=json.dumps(list(seqs))
    )
    return [message_of(row) for row in rows]


def before(tx: Transaction, owner: str, conversation: str, seq: int, limit: int) -> list[Message]:
    """The last `limit` messages that stand before number `seq`, oldest first."""
    rows = tx.rows(
        "message_standing_before",
        owner=owner,
        conversation=conversation,
        before=seq,
        limit=limit,
    )
    return [message_of(row) for row in reversed(rows)]


def last_summaries(tx: Transaction, owner: str, conversation: str, reach: int) -> list[Message]:
    """The last messages with a vendor's block of compaction, among the last `reach`; newest first.

    A few at most: a block of which nothing came counts as well.
    """
    newest = before(tx, owner, conversation, END, 1)
    if not newest:
        return []
    rows = tx.rows(
        "message_last_like",
        owner=owner,
        conversation=conversation,
        from_seq=newest[0].seq - reach,
        to_seq=newest[0].seq,
        piece=_SUMMARY,
        limit=_SUMMARIES,
    )
    return [message_of(row) for row in rows]


def after(tx: Transaction, owner: str, conversation: str, seq: int, limit: int) -> list[Message]:
    """The next `limit` messages after number `seq`, oldest first, retracted ones marked."""
    rows = tx.rows("message_after", owner=owner, conversation=conversation, after=seq, limit=limit)
    return [message_of(row) for row in rows]


def retract(
    tx: Transaction,
    owner: str,
    conversation: str,
    *,
    from_seq: int,
    to_seq: int,
    actor: str,
    reason: str,
    now: datetime,
) -> None:
    """Take the span out of window and evidence; it stays in the log, its numbers are not reused."""
    span: dict[str, Value] = {
        "owner": owner,
        "conversation": conversation,
        "from_seq": from_seq,
        "to_seq": to_seq,
    }
    tx.change("retraction_add", actor=actor, reason=reason, now=to_micros(now), **span)
    tx.change("retraction_marks_evidence", **span)


def message_of(row: Row) -> Message:
    """A row that says whether it is retracted."""
    return Message(
        conversation=row["conversation"],
        seq=row["seq"],
        id=row["id"],
        role=Role(row["role"]),
        speaker=row["speaker"],
        body=row["body"],
        tokens=row["tokens"],
        said_at=from_micros(row["said_at"]),
        time_zone=row["time_zone"],
        recorded_at=from_micros(row["recorded_at"]),
        secrets=tuple(json.loads(row["secrets"])),
        retracted=bool(row["retracted"]),
    )
