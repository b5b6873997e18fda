"""Breakpoints: which beginnings of a request to Anthropic will come again byte for byte.

A provider that caches reads a known beginning at a tenth of its price. Anthropic's is told where
one may end, at four places at most. What is remembered for one turn alone stands at the very end,
so the ends that count are these: what the user said last, the end of the system prompt, what the
user said before that (where the request before this one ended: a provider looks back no more than
twenty blocks for a beginning that it knows), and what stands before the summary and the task.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Block = dict[str, Any]
"""A block of the vendor's interface."""

CACHED_FROM = 1_024
"""Tokens of the shortest beginning that any model caches; some need 2,048 or 4,096. A breakpoint
on a beginning that is too short does no harm and no good."""
_MOST = 4
_MARKABLE = frozenset({"text", "image", "document", "search_result", "tool_result"})
_MARK = {"type": "ephemeral"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Ends:
    """Where in a request something ends that will come again."""

    system: int
    """Tokens of the whole system prompt."""
    rendered: int
    """Blocks at the end of the system prompt that change when the conversation is compacted."""
    slow: int
    """Tokens of what stands before these."""
    added: int
    """Blocks at the end of the user's last message that are for this request alone."""
    tokens: int
    """Tokens of the request without these."""
    slides: bool
    """Whether the oldest messages leave with every turn, so that none after them come again."""


def set_breakpoints(arguments: Block, ends: Ends) -> None:
    """Mark the ends in the arguments of a request, as many as the host's own marks leave room for.

    Blocks are changed in place; a text that has to bear a mark becomes a block.
    """
    system: list[Block] = arguments.get("system", [])
    users = [message for message in arguments["messages"] if message["role"] == "user"]
    wanted: list[Block | None] = []
    # Behind a vendor's own summary there may be no word of the user's.
    again = bool(users) and not ends.slides and ends.tokens >= CACHED_FROM
    if again:
        wanted.append(_end(users[-1], ends.added))
    if system and ends.system >= CACHED_FROM:
        wanted.append(system[-1])
    if again and len(users) > 1:
        wanted.append(_end(users[-2], 0))
    if len(system) > ends.rendered > 0 and ends.slow >= CACHED_FROM:
        wanted.append(system[-1 - ends.rendered])
    free = _MOST - sum("cache_control" in block for block in _blocks(arguments))
    for block in [one for one in wanted if one is not None][: max(0, free)]:
        block.setdefault("cache_control", dict(_MARK))


def _end(message: Block, added: int) -> Block | None:
    """The last block of a message before the `added` ones, if it may bear a mark."""
    if isinstance(message["content"], str):
        message["content"] = [{"type": "text", "text": message["content"]}]
    content: Sequence[Block] = message["content"]
    at = len(content) - added - 1
    return content[at] if at >= 0 and content[at].get("type") in _MARKABLE else None


def _blocks(arguments: Block) -> Iterator[Block]:
    """Every block of a request, those within results too."""
    yield from arguments.get("system", [])
    for message in arguments["messages"]:
        content = message["content"]
        for block in content if isinstance(content, list) else ():
            yield block
            inner = block.get("content") if block.get("type") == "tool_result" else None
            yield from (inner if isinstance(inner, list) else ())
