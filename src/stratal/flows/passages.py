"""What of an item is embedded, whoever computes the vector: a recall or a job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stratal.core.identity import Scope
from stratal.core.messages import Message
from stratal.core.records import Layer
from stratal.layers import events as time_line
from stratal.layers import knowledge as documents
from stratal.layers.conversation import spoken_text
from stratal.layers.files import findable
from stratal.layers.recording.index import search_text
from stratal.storage import events, knowledge, messages, records
from stratal.storage.database import Transaction


def passages(
    tx: Transaction, layer: Layer, scope: Scope, items: Sequence[str]
) -> Mapping[str, str]:
    """The text to embed for each item of that space that is still there."""
    if layer is Layer.CONVERSATION:
        found = messages_of(tx, scope.name, items)
        return {item: spoken_text(one) for item, one in found.items() if one.said.strip()}
    if layer is Layer.EVENTS:
        happened = events.by_ids(tx, scope.name, items)
        return {item: time_line.search_text(one) for item, one in happened.items()}
    if layer is Layer.KNOWLEDGE:
        # Also of a version that is being made: what has no text here would stand before all that is
        # older and lacks a vector, should the making have been stopped.
        chunks = knowledge.kept_chunks(tx, items)
        return {item: documents.search_text(chunk) for item, (chunk, _) in chunks.items()}
    if layer is Layer.FILES:
        return {item: one.content for item, (one, _) in findable.passages(tx, items).items()}
    return {item: search_text(record) for item, record in records.current(tx, layer, items).items()}


def messages_of(tx: Transaction, owner: str, items: Sequence[str]) -> dict[str, Message]:
    """The owner's messages by item, which is ``number:conversation``."""
    numbers: dict[str, list[int]] = {}
    for item in items:
        seq, _, conversation = item.partition(":")
        numbers.setdefault(conversation, []).append(int(seq))
    return {
        f"{message.seq}:{conversation}": message
        for conversation, seqs in numbers.items()
        for message in messages.by_seq(tx, owner, conversation, seqs)
    }
