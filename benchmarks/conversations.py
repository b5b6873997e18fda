"""Conversations that no one had: long ones, and ones with tools and their mishaps."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.material import Words

Message = dict[str, Any]


def long_conversation(messages: int, tokens: int, seed: int) -> Iterator[Message]:
    """So many messages, of so many tokens each, the user's and the assistant's in turn."""
    words = Words(seed)
    for number in range(messages):
        role = "user" if number % 2 == 0 else "assistant"
        said: list[str] = []
        while sum(map(len, said)) < tokens * 3:
            said.append(words.sentence(number * 100 + len(said)))
        yield {"role": role, "content": f"Step {number}. {' '.join(said)}"}


def history(seed: int, *, clean: bool) -> list[Message]:
    """A history with tools in OpenAI's form; unless `clean`, with what happens to real logs.

    That is calls that were interrupted, results that came late or twice or for nobody, and empty
    texts.
    """
    chance = random.Random(seed)
    words = Words(seed)
    made: list[Message] = [{"role": "system", "content": "Be brief."}] if seed % 3 else []
    late: list[Message] = []
    for turn in range(chance.randint(2, 14)):
        made.append({"role": "user", "content": words.sentence(turn)})
        for step in range(chance.randint(0, 3)):
            names = [f"c{seed}_{turn}_{step}_{at}" for at in range(chance.randint(1, 3))]
            calls = [
                {"id": one, "type": "function", "function": {"name": "look", "arguments": "{}"}}
                for one in names
            ]
            made.append({"role": "assistant", "content": None, "tool_calls": calls})
            for one in names:
                result = {"role": "tool", "tool_call_id": one, "content": words.sentence(turn + 1)}
                mishap = 1.0 if clean else chance.random()
                if mishap < 0.04:
                    continue
                if mishap < 0.06:
                    late.append(result)
                    continue
                made.append(result)
                if mishap < 0.08:
                    made.append(result)
        if not clean and late and chance.random() < 0.3:
            made.append(late.pop())
        if not clean and chance.random() < 0.03:
            made.append({"role": "tool", "tool_call_id": "nobody", "content": "stray"})
        made.append({"role": "assistant", "content": words.sentence(turn + 2)})
    made.append({"role": "user", "content": words.sentence(99)})
    return made


def request_parts(arguments: Mapping[str, Any]) -> list[str]:
    """A request to Anthropic as the sequence that a provider caches, without the marks for it.

    A text and its one text block are the same to a provider, and so they are here.
    """
    parts = [f"system {_plain(block)}" for block in arguments.get("system", [])]
    for message in arguments["messages"]:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        parts += [f"{message['role']} {_plain(block)}" for block in blocks]
    return parts


def _plain(block: Mapping[str, Any]) -> str:
    return json.dumps(
        {key: value for key, value in block.items() if key != "cache_control"},
        ensure_ascii=False,
        sort_keys=True,
    )
