"""The state of a named agent instance: one JSON document. It is not memory and never retrieved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from stratal.core.canonical import Json

DOCUMENT_LIMIT = 1_000_000
"""Bytes of the document as canonical JSON in UTF-8."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AgentDocument:
    """The document of one instance at one revision."""

    name: str
    schema_version: int
    """The host's own: what shape the document has."""
    revision: int
    document: Mapping[str, Json]
    updated_at: datetime


def merged(document: Mapping[str, Json], patch: Mapping[str, Json]) -> dict[str, Json]:
    """`document` with a merge patch (RFC 7396): null removes, objects merge, all else replaces."""
    result = dict(document)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, Mapping):
            inner = result.get(key)
            result[key] = merged(inner if isinstance(inner, Mapping) else {}, value)
        else:
            result[key] = value
    return result
