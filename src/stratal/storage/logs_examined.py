"""Conversations and time lines, read as they lie there, to be held against the rules above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stratal.storage.database import Transaction
from stratal.storage.doctor import PAGE, pages


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageRow:
    """What of a message can be held against something."""

    seq: int
    role: str
    body: str
    digest: str
    time_zone: str


def conversations(
    tx: Transaction, after: tuple[str, str] = ("", ""), limit: int = PAGE
) -> list[tuple[str, str]]:
    """A page of (owner, conversation), in order."""
    rows = tx.rows("doctor_conversations", owner=after[0], id=after[1], limit=limit)
    return [(row["owner"], row["id"]) for row in rows]


def message_page(tx: Transaction, owner: str, conversation: str, after: int) -> list[MessageRow]:
    """A page of the messages of a conversation, in order, as they lie there."""
    rows = tx.rows("doctor_messages", owner=owner, conversation=conversation, seq=after, limit=PAGE)
    return [
        MessageRow(
            seq=row["seq"],
            role=row["role"],
            body=row["body"],
            digest=row["digest"],
            time_zone=row["time_zone"],
        )
        for row in rows
    ]


def event_owners(tx: Transaction) -> Iterator[str]:
    """All who have a time line."""
    for page in pages(tx, "doctor_event_owners", owner=""):
        for row in page:
            yield row["owner"]
