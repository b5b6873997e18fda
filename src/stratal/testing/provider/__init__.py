"""A model provider on the loopback address, played from a script.

It speaks Anthropic's messages and OpenAI's chat completions, responses and embeddings over real
HTTP, so that an agent is tested with the vendor's own SDK and without a key, a network or a bill.
A request is checked before the model is asked: what the vendor would refuse is refused with the
vendor's status and envelope, and stands in `requests` with its faults.
"""

from __future__ import annotations

from stratal.testing.provider.loopback import LoopbackProvider
from stratal.testing.provider.request import Interface, Request
from stratal.testing.provider.script import (
    Answer,
    Compaction,
    Failure,
    HangUp,
    Malformed,
    Piece,
    Reply,
    Thinking,
    ToolCall,
    Verbatim,
)

__all__ = [
    "Answer",
    "Compaction",
    "Failure",
    "HangUp",
    "Interface",
    "LoopbackProvider",
    "Malformed",
    "Piece",
    "Reply",
    "Request",
    "Thinking",
    "ToolCall",
    "Verbatim",
]
