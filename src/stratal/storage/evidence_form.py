"""The stored form of a piece of evidence inside an event: a contract of its own.

A JSON object with the ``type`` of the evidence and its fields. A new field may be added; a field is
never renamed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from stratal.core.evidence import (
    DocumentEvidence,
    EventEvidence,
    Evidence,
    MemoryEvidence,
    MessageEvidence,
    ToolEvidence,
)

_TYPES: dict[str, type[Evidence]] = {
    "message": MessageEvidence,
    "event": EventEvidence,
    "document": DocumentEvidence,
    "tool": ToolEvidence,
    "memory": MemoryEvidence,
}
_NAMES = {kind: name for name, kind in _TYPES.items()}


def dumped(evidence: Sequence[Evidence]) -> str:
    """The evidence as JSON text."""
    return json.dumps(
        [{"type": _NAMES[type(one)], **asdict(one)} for one in evidence], ensure_ascii=False
    )


def loaded(text: str) -> tuple[Evidence, ...]:
    """The evidence of a JSON text that we stored."""
    return tuple(_TYPES[one.pop("type")](**one) for one in json.loads(text))
