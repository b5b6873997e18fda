"""Parameters of server-side editing have the vendor's form, and what it refuses is refused here."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stratal.context.server_edits import (
    clear_thinking,
    clear_tool_uses,
    compact_above,
    compact_now,
    context_management,
    openai_compaction,
)
from stratal.errors import InvalidValue


def test_clearing_of_tool_uses() -> None:
    """Each field in its form; what is not named is the server's default."""
    assert clear_tool_uses() == {"type": "clear_tool_uses_20250919"}
    assert clear_tool_uses(
        above_tokens=80_000, keep=5, at_least=2_000, exclude=["memory"], inputs=True
    ) == {
        "type": "clear_tool_uses_20250919",
        "trigger": {"type": "input_tokens", "value": 80_000},
        "keep": {"type": "tool_uses", "value": 5},
        "clear_at_least": {"type": "input_tokens", "value": 2_000},
        "exclude_tools": ["memory"],
        "clear_tool_inputs": True,
    }
    by_uses = clear_tool_uses(above_uses=30, inputs=["look"])
    assert by_uses["trigger"] == {"type": "tool_uses", "value": 30}
    assert by_uses["clear_tool_inputs"] == ["look"]


def test_thinking_is_cleared_first() -> None:
    """In whatever order the edits are given, with the betas that they need."""
    made = context_management(compact_above(60_000), clear_tool_uses(), clear_thinking(2))
    assert [one["type"] for one in made["context_management"]["edits"]] == [
        "clear_thinking_20251015",
        "compact_20260112",
        "clear_tool_uses_20250919",
    ]
    assert made["betas"] == ["compact-2026-01-12", "context-management-2025-06-27"]
    assert clear_thinking()["keep"] == {"type": "all"}
    assert clear_thinking(2)["keep"] == {"type": "thinking_turns", "value": 2}


def test_compaction_at_a_threshold_and_now() -> None:
    """The two betas have two forms."""
    assert compact_above(50_000, pause=True, instructions="Keep names.") == {
        "type": "compact_20260112",
        "trigger": {"type": "input_tokens", "value": 50_000},
        "pause_after_compaction": True,
        "instructions": "Keep names.",
    }
    assert compact_now("Keep names.") == {
        "compaction": {"type": "summarize", "instructions": "Keep names."},
        "betas": ["compact-2026-09-04"],
    }
    assert openai_compaction(9_000) == {
        "context_management": [{"type": "compaction", "compact_threshold": 9_000}]
    }


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: clear_tool_uses(above_tokens=1, above_uses=1),
        lambda: clear_thinking(0),
        lambda: compact_above(49_999),
        lambda: compact_now("x" * 16_385),
        lambda: compact_now(" "),
        context_management,
        lambda: context_management(clear_thinking(), clear_thinking(1)),
        lambda: openai_compaction(0),
    ],
)
def test_what_the_server_refuses_is_refused(wrong: Callable[[], object]) -> None:
    """Two thresholds, a number under its least, too long a text, none or two of a type."""
    with pytest.raises(InvalidValue):
        wrong()
