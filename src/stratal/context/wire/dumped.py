"""What an SDK's objects add to what came over the wire, and the vendor does not take back.

A host may log an answer by its ``model_dump()``. That writes fields by their Python names, absent
ones as null, and what the SDK has parsed beside what the model wrote. Of types that are not named
here nothing is touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stratal.core.canonical import Json

_CALL = frozenset({"async_", "caller", "created_by", "namespace", "status"})
_NO_NULL: Mapping[str, frozenset[str]] = {
    "tool_use": frozenset({"caller"}),
    "server_tool_use": frozenset({"caller"}),
    "web_search_tool_result": frozenset({"caller"}),
    "web_fetch_tool_result": frozenset({"caller"}),
    "function_call": _CALL,
    "custom_tool_call": _CALL,
    "reasoning": frozenset({"content", "status"}),
    "message": frozenset({"phase", "status"}),
    "output_text": frozenset({"logprobs"}),
    "compaction": frozenset({"created_by"}),
    # A chat message has no type.
    "": frozenset({"audio", "function_call", "tool_calls"}),
}
"""By type, the fields that may be left out but not be null."""
_PARSED: Mapping[str, str] = {
    "text": "parsed_output",
    "output_text": "parsed",
    "function_call": "parsed_arguments",
    "": "parsed",
}
"""By type, the field for what the SDK has parsed."""
_RENAMED: Mapping[tuple[str, str], str] = {
    ("function_call", "async_"): "async",
    ("custom_tool_call", "async_"): "async",
    ("fallback", "from_"): "from",
}
"""Fields whose names are words of Python."""


def sent_as_it_came(raw: Mapping[str, Json]) -> dict[str, Any]:
    """A copy of a message, item or block, without what the SDK has added.

    A copy, so that the host may change what it sends without changing what we hold.
    """
    sent: dict[str, Any] = _object(raw)
    return sent


def _object(raw: Mapping[str, Any]) -> dict[str, Any]:
    named = raw.get("type")
    kind = "" if named is None and "role" in raw else str(named)
    kept = {
        _RENAMED.get((kind, key), key): value
        for key, value in raw.items()
        if key != _PARSED.get(kind) and not (value is None and key in _NO_NULL.get(kind, ()))
    }
    return {key: _value(kind, key, value) for key, value in kept.items()}


def _value(kind: str, key: str, value: Any) -> Any:
    if key == "content" and isinstance(value, list | tuple):
        return [_object(one) if isinstance(one, Mapping) else _copied(one) for one in value]
    if kind == "" and key == "tool_calls" and isinstance(value, list | tuple):
        return [_tool_call(one) if isinstance(one, Mapping) else one for one in value]
    if kind == "" and key == "audio" and isinstance(value, Mapping):
        # The sound itself is not sent back, but what names it.
        return {"id": value["id"]} if "id" in value else _copied(value)
    return _copied(value)


def _tool_call(call: Mapping[str, Any]) -> dict[str, Any]:
    copy: dict[str, Any] = _copied(call)
    if isinstance(copy.get("function"), dict):
        copy["function"].pop("parsed_arguments", None)
    return copy


def _copied(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _copied(one) for key, one in value.items()}
    return [_copied(one) for one in value] if isinstance(value, list | tuple) else value
