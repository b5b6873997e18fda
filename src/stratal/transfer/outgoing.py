"""Conversations as JSON lines, in the form that `transcripts` reads: from one store to another.

Each line holds a message as the host handed it in, under ``message``, and beside it what says which
one it is. The order is that of appending, which the times do not determine. Retracted messages,
summaries, search entries and vectors are not part of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from stratal.core.messages import Message
from stratal.layers.conversation import Conversation
from stratal.transfer.transcripts import FORMAT


@dataclass(slots=True)
class Exported:
    """What has gone out so far."""

    conversations: int = 0
    messages: int = 0
    retracted: int = 0
    """Left out: they stay in the log of the store that they came from."""
    secrets: int = 0
    """Messages among `messages` that hold a secret: the file is to be kept accordingly."""


def lines(conversation: Conversation, exported: Exported) -> Iterator[str]:
    """The messages that stand, a line each, oldest first; read in pages. Counts in `exported`."""
    exported.conversations += 1
    for message in conversation.log():
        if message.retracted:
            exported.retracted += 1
            continue
        exported.messages += 1
        exported.secrets += bool(message.secrets)
        yield _line(message)


def _line(message: Message) -> str:
    fields = {
        "format": FORMAT,
        "conversation": message.conversation,
        "id": message.id,
        "said_at": message.said_at.isoformat(),
        **({"speaker": message.speaker} if message.speaker else {}),
        "message": message.content,
    }
    # Escaped, so that a line stays a line for readers that end lines elsewhere too.
    return (
        json.dumps(fields, ensure_ascii=False)
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
        .replace("\u0085", "\\u0085")
    )
