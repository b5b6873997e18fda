"""What waits for a person: why it does, and what it rests on, in words for them."""

from __future__ import annotations

from stratal.core.evidence import Source
from stratal.core.records import Record

_SHOWN = 160
"""Characters of a quotation in a line."""
_WAITING = {
    "standing_order": "A standing order to act waits for a person to confirm it.",
    "untrusted_instruction": "It reads as an instruction and no person said it: it waits.",
    "unsure": "It was said, and perhaps meant otherwise: it waits for the person to confirm it.",
    "inferred": "Nobody said so in these words: it waits for a person to confirm it.",
    "contradicts_person": "The person said otherwise: it waits for them to confirm it.",
    "personal_data": "It holds personal data: it waits for a person to let it be kept.",
    "important": "It is important and nobody said it in so many words: it waits for a person.",
}


def why_it_waits(code: str) -> str:
    """The sentence for the reason of a pending record."""
    return _WAITING.get(code, "Waits for a person to confirm it.")


def told_by_nobody(record: Record) -> bool:
    """Whether it waits as an instruction that no person gave: whoever confirms it is told so."""
    why = record.state.status_reason
    by_person = record.source.rank <= Source.USER_IMPLICIT.rank
    return why == "untrusted_instruction" or (why == "standing_order" and not by_person)


def came_from(record: Record) -> str:
    """In one line, what a record rests on: its source, its task, the days and the words."""
    said = [
        f"{held.said_at.date().isoformat()}, “{' '.join(held.quotation.split())[:_SHOWN]}”"
        for held in record.evidence
        if held.quotation
    ]
    task = [f"task {record.origin.task}"] if record.origin.task else []
    return "; ".join([record.source.value, *task, *said])
