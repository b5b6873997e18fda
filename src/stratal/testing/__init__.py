"""Fakes to test an agent's memory with: real behaviour, scripted answers, no patching."""

from __future__ import annotations

from stratal.testing.embedders import (
    FailingEmbedder,
    HashEmbedder,
    SlowEmbedder,
    TableEmbedder,
)
from stratal.testing.languages import ScriptedModel, cut_off, refusal
from stratal.testing.provider import (
    Answer,
    Compaction,
    Failure,
    HangUp,
    Interface,
    LoopbackProvider,
    Malformed,
    Piece,
    Reply,
    Request,
    Thinking,
    ToolCall,
    Verbatim,
)
from stratal.testing.summarizers import (
    EmptySummarizer,
    FailingSummarizer,
    LongSummarizer,
    LoopingSummarizer,
    LossySummarizer,
    ScriptedSummarizer,
)

__all__ = [
    "Answer",
    "Compaction",
    "EmptySummarizer",
    "FailingEmbedder",
    "FailingSummarizer",
    "Failure",
    "HangUp",
    "HashEmbedder",
    "Interface",
    "LongSummarizer",
    "LoopbackProvider",
    "LoopingSummarizer",
    "LossySummarizer",
    "Malformed",
    "Piece",
    "Reply",
    "Request",
    "ScriptedModel",
    "ScriptedSummarizer",
    "SlowEmbedder",
    "TableEmbedder",
    "Thinking",
    "ToolCall",
    "Verbatim",
    "cut_off",
    "refusal",
]
