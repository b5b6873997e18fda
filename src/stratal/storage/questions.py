"""What was put to a person for their yes or no: one question a turn, ids only."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stratal.core.clock import to_micros
from stratal.core.records import Layer
from stratal.storage.database import Row, Transaction


class Answer(StrEnum):
    """What a person's next words were to a question."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """A question in a turn of a conversation."""

    seq: int
    """The number of the person's message that the turn began with."""
    layer: Layer
    record: str
    answer: Answer | None


def add(
    tx: Transaction,
    owner: str,
    conversation: str,
    seq: int,
    layer: Layer,
    record: str,
    now: datetime,
) -> bool:
    """It is put to the person; False if something was in that turn already."""
    changed = tx.change(
        "question_add",
        owner=owner,
        conversation=conversation,
        seq=seq,
        layer=layer.value,
        record=record,
        now=to_micros(now),
    )
    return changed == 1


def last(tx: Transaction, owner: str, conversation: str) -> Question | None:
    """The last question in that conversation; None if there was none."""
    row = tx.row("question_last", owner=owner, conversation=conversation)
    return None if row is None else _question(row)


def answered_by(
    tx: Transaction, owner: str, conversation: str, answers: Sequence[str]
) -> list[Question]:
    """The questions that these messages of the person said a plain yes or no to."""
    rows = tx.rows(
        "question_answered_by",
        owner=owner,
        conversation=conversation,
        messages=json.dumps(list(answers)),
    )
    return [_question(row) for row in rows]


def _question(row: Row) -> Question:
    return Question(
        seq=row["seq"],
        layer=Layer(row["layer"]),
        record=row["record"],
        answer=None if row["answer"] is None else Answer(row["answer"]),
    )


def counts(tx: Transaction, owner: str, records: Sequence[str]) -> dict[str, int]:
    """How often each of these records was put to the person; nothing for what never was."""
    if not records:
        return {}
    rows = tx.rows("question_counts", owner=owner, records=json.dumps(list(records)))
    return {row["record"]: int(row["times"]) for row in rows}


def answered(
    tx: Transaction,
    owner: str,
    conversation: str,
    seq: int,
    answer: Answer,
    message: str,
    now: datetime,
) -> bool:
    """Keep what was answered; False if an answer was there already."""
    changed = tx.change(
        "question_answer",
        owner=owner,
        conversation=conversation,
        seq=seq,
        answer=answer.value,
        message=message,
        now=to_micros(now),
    )
    return changed == 1


def forget(tx: Transaction, record: str) -> None:
    """The record is gone, and with it that it was asked about."""
    tx.change("question_forget", record=record)
