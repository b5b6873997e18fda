"""Parameters by which a provider edits or compacts a conversation on its own side.

Each function gives a part of a request as plain data, to be passed to the vendor's SDK. What the
server answers with, a block of compaction for example, is a part of the assistant's message: append
it to the conversation whole, and it goes out again as it came.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stratal.core.checks import content, whole
from stratal.errors import InvalidValue

EDITING_BETA = "context-management-2025-06-27"
COMPACTION_BETA = "compact-2026-01-12"
"""Of compaction at a threshold."""
COMPACTION_ON_DEMAND_BETA = "compact-2026-09-04"

_MOST = 100_000_000
_LEAST_TRIGGER = 50_000
_LONGEST_INSTRUCTIONS = 16_384
_CLEAR_THINKING = "clear_thinking_20251015"
_CLEAR_TOOL_USES = "clear_tool_uses_20250919"
_COMPACT = "compact_20260112"

Edit = Mapping[str, Any]
"""An entry of ``context_management["edits"]``: its types are the vendor's."""


def clear_tool_uses(
    *,
    above_tokens: int | None = None,
    above_uses: int | None = None,
    keep: int | None = None,
    at_least: int | None = None,
    exclude: Sequence[str] = (),
    inputs: bool | Sequence[str] = False,
) -> Edit:
    """Have results of old tool calls cleared. What is not named is left to the server's default.

    `inputs`: of all tools, or of those named. Raises `InvalidValue` for two thresholds at once.
    """
    if above_tokens is not None and above_uses is not None:
        raise InvalidValue("above_uses", above_uses, "name one threshold: tokens or uses")
    edit: dict[str, Any] = {"type": _CLEAR_TOOL_USES}
    if above_tokens is not None:
        edit["trigger"] = _measure("above_tokens", "input_tokens", above_tokens)
    if above_uses is not None:
        edit["trigger"] = _measure("above_uses", "tool_uses", above_uses)
    if keep is not None:
        edit["keep"] = {"type": "tool_uses", "value": whole("keep", keep, 0, _MOST)}
    if at_least is not None:
        edit["clear_at_least"] = _measure("at_least", "input_tokens", at_least)
    if exclude:
        edit["exclude_tools"] = list(exclude)
    if inputs:
        edit["clear_tool_inputs"] = True if inputs is True else list(inputs)
    return edit


def clear_thinking(keep: int | None = None) -> Edit:
    """Have thinking cleared but for that of the last `keep` turns; None keeps all of it."""
    if keep is None:
        return {"type": _CLEAR_THINKING, "keep": {"type": "all"}}
    return {"type": _CLEAR_THINKING, "keep": _measure("keep", "thinking_turns", keep)}


def compact_above(
    tokens: int | None = None, *, pause: bool = False, instructions: str | None = None
) -> Edit:
    """Have the conversation compacted above that many input tokens, 50,000 at least.

    `pause` ends the answer after compacting; `instructions` replace the vendor's prompt.
    """
    edit: dict[str, Any] = {"type": _COMPACT}
    if tokens is not None:
        value = whole("tokens", tokens, _LEAST_TRIGGER, _MOST)
        edit["trigger"] = {"type": "input_tokens", "value": value}
    if pause:
        edit["pause_after_compaction"] = True
    if instructions is not None:
        edit["instructions"] = content("instructions", instructions)
    return edit


def context_management(*edits: Edit) -> dict[str, Any]:
    """Keyword arguments for ``client.beta.messages.create``, with the betas that they need.

    Clearing of thinking is put first, as the server wants it. Raises `InvalidValue` for no edit,
    and for two of a type.
    """
    types = [str(edit["type"]) for edit in edits]
    if not types or len(set(types)) != len(types):
        raise InvalidValue("edits", types, "name one of each type, and one at least")
    ordered = sorted(edits, key=lambda edit: edit["type"] != _CLEAR_THINKING)
    betas = [COMPACTION_BETA if one == _COMPACT else EDITING_BETA for one in types]
    return {
        "context_management": {"edits": [dict(edit) for edit in ordered]},
        "betas": sorted(set(betas)),
    }


def compact_now(instructions: str | None = None) -> dict[str, Any]:
    """Keyword arguments of a request that only compacts.

    It may not be combined with `context_management`, stop sequences, a forced tool or a format of
    the output. `instructions` have 16,384 characters at most.
    """
    compaction: dict[str, Any] = {"type": "summarize"}
    if instructions is not None:
        compaction["instructions"] = content(
            "instructions", instructions, limit=_LONGEST_INSTRUCTIONS
        )
    return {"compaction": compaction, "betas": [COMPACTION_ON_DEMAND_BETA]}


def openai_compaction(above: int) -> dict[str, Any]:
    """The keyword argument of OpenAI's ``responses.create`` to compact above so many tokens."""
    threshold = whole("above", above, 1, _MOST)
    return {"context_management": [{"type": "compaction", "compact_threshold": threshold}]}


def _measure(name: str, kind: str, value: int) -> dict[str, Any]:
    return {"type": kind, "value": whole(name, value, 1, _MOST)}
