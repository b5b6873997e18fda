"""Fakes to test an agent's memory with: real behaviour, scripted answers, no patching."""

from __future__ import annotations

from stratal.testing.embedders import (
    FailingEmbedder,
    HashEmbedder,
    SlowEmbedder,
    TableEmbedder,
)

__all__ = ["FailingEmbedder", "HashEmbedder", "SlowEmbedder", "TableEmbedder"]
