"""Summaries of conversations that have ended, each with the span that it tells of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stratal.core.clock import from_micros, to_micros
from stratal.core.compaction import Span
from stratal.storage.database import Row, Transaction


@dataclass(frozen=True, kw_only=True, slots=True)
class ConversationSummary:
    """What a conversation that has ended was about."""

    conversation: str
    span: Span
    """Numbers of the first and the last message that it tells of."""
    text: str
    summarizer: str
    run: str
    made_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Idle:
    """A conversation without a message for a while, that no summary tells of to its end."""

    owner: str
    conversation: str
    last_seq: int


def add(tx: Transaction, *, owner: str, summary: ConversationSummary) -> None:
    """Keep what the conversation was about."""
    tx.change(
        "conversation_summary_add",
        owner=owner,
        conversation=summary.conversation,
        from_seq=summary.span[0],
        to_seq=summary.span[1],
        summary=summary.text,
        summarizer=summary.summarizer,
        run=summary.run,
        now=to_micros(summary.made_at),
    )


def of_conversation(tx: Transaction, owner: str, conversation: str) -> ConversationSummary | None:
    """The newest summary of a conversation; None if there is none."""
    row = tx.row("conversation_summary_of", owner=owner, conversation=conversation)
    return None if row is None else _summary(row)


def newest(tx: Transaction, owner: str, limit: int) -> list[ConversationSummary]:
    """The last summaries of a person's conversations, newest first."""
    rows = tx.rows("conversation_summaries", owner=owner, limit=limit)
    return [_summary(row) for row in rows]


def withdraw(
    tx: Transaction, owner: str, conversation: str, *, from_seq: int, now: datetime
) -> int:
    """Take back every summary that tells of a message from that number on; how many."""
    return tx.change(
        "conversation_summary_withdraw",
        owner=owner,
        conversation=conversation,
        from_seq=from_seq,
        now=to_micros(now),
    )


def undo(tx: Transaction, owner: str, conversation: str, run: str, now: datetime) -> bool:
    """Take back the summary that a run made; False if it made none that stands."""
    changed = tx.change(
        "conversation_summary_undo",
        owner=owner,
        conversation=conversation,
        run=run,
        now=to_micros(now),
    )
    return changed == 1


def idle(tx: Transaction, before: datetime, limit: int) -> list[Idle]:
    """Conversations of the tenant whose last message is older than that, the oldest first."""
    rows = tx.rows("conversations_idle", before=to_micros(before), limit=limit)
    return [
        Idle(owner=row["owner"], conversation=row["id"], last_seq=row["last_seq"]) for row in rows
    ]


def _summary(row: Row) -> ConversationSummary:
    return ConversationSummary(
        conversation=row["conversation"],
        span=(row["from_seq"], row["to_seq"]),
        text=row["summary"],
        summarizer=row["summarizer"],
        run=row["run"],
        made_at=from_micros(row["made_at"]),
    )
