"""Fakes to test an agent's memory with: real behaviour, scripted answers, no patching."""

from __future__ import annotations

from stratal.testing.embedders import (
    FailingEmbedder,
    HashEmbedder,
    SlowEmbedder,
    TableEmbedder,
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
    "EmptySummarizer",
    "FailingEmbedder",
    "FailingSummarizer",
    "HashEmbedder",
    "LongSummarizer",
    "LoopingSummarizer",
    "LossySummarizer",
    "ScriptedSummarizer",
    "SlowEmbedder",
    "TableEmbedder",
]
