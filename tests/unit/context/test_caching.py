"""Breakpoints stand where a request will begin with the same bytes again."""

from __future__ import annotations

from typing import Any

import pytest

from stratal.context.caching import CACHED_FROM, Ends, set_breakpoints

MARK = {"type": "ephemeral"}


def text(said: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": said, **more}


def request() -> dict[str, Any]:
    return {
        "system": [text("rules"), text("profile"), text("summary"), text("task")],
        "messages": [
            {"role": "user", "content": "first"},
            {"role": "assistant", "content": "yes"},
            {"role": "user", "content": [text("second"), text("recalled"), text("goal")]},
        ],
    }


def ends(**other: Any) -> Ends:
    long = CACHED_FROM
    values = {
        "system": long,
        "rendered": 2,
        "slow": long,
        "added": 2,
        "tokens": long,
        "slides": False,
    }
    return Ends(**{**values, **other})


def marked(arguments: dict[str, Any]) -> list[str]:
    found = [block["text"] for block in arguments["system"] if "cache_control" in block]
    for message in arguments["messages"]:
        content = message["content"]
        found += [
            block.get("text", block["type"])
            for block in (content if isinstance(content, list) else ())
            if block.get("cache_control") == MARK
        ]
    return found


def test_four_ends_are_marked() -> None:
    """The last words without what was added, those before, and both parts of the system prompt."""
    arguments = request()
    set_breakpoints(arguments, ends())
    assert marked(arguments) == ["profile", "task", "first", "second"]
    assert arguments["messages"][0]["content"] == [text("first", cache_control=MARK)]


@pytest.mark.parametrize(
    ("other", "left"),
    [
        ({"slides": True}, ["profile", "task"]),
        ({"slow": CACHED_FROM - 1}, ["task", "first", "second"]),
        ({"system": CACHED_FROM - 1, "slow": 1}, ["first", "second"]),
        ({"system": 1, "slow": 1, "tokens": CACHED_FROM - 1}, []),
        ({"rendered": 0}, ["task", "first", "second"]),
        ({"added": 3}, ["profile", "task", "first"]),
    ],
)
def test_an_end_is_marked_where_it_can_help(other: dict[str, Any], left: list[str]) -> None:
    """Not one too short for any cache, nor one that will never come again."""
    arguments = request()
    set_breakpoints(arguments, ends(**other))
    assert marked(arguments) == left


@pytest.mark.parametrize(
    ("own", "left"),
    [
        (1, ["task", "first", "second"]),
        (2, ["task", "second"]),
        (3, ["second"]),
        (4, []),
    ],
)
def test_the_hosts_own_marks_come_first(own: int, left: list[str]) -> None:
    """Never more than four in all; ours give way, the least worth first."""
    arguments = request()
    inner = [text(str(number), cache_control={"type": "ephemeral", "ttl": "1h"})
             for number in range(own)]  # fmt: skip
    result = {"type": "tool_result", "tool_use_id": "c", "content": inner}
    arguments["messages"][1:1] = [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c"}]},
        {"role": "user", "content": [result]},
        {"role": "assistant", "content": "seen"},
        {"role": "user", "content": "first"},
    ]
    set_breakpoints(arguments, ends())
    assert marked(arguments) == left
    assert [block["cache_control"]["ttl"] for block in inner] == ["1h"] * own


def test_what_may_not_be_marked_is_not() -> None:
    """A block of a kind unknown to us; and a request without a system prompt is none too few."""
    arguments = {"messages": [{"role": "user", "content": [text("hi"), {"type": "odd"}]}]}
    set_breakpoints(arguments, ends(added=0))
    assert arguments == {"messages": [{"role": "user", "content": [text("hi"), {"type": "odd"}]}]}


def test_a_mark_of_the_hosts_is_not_replaced() -> None:
    """Where one of ours would stand already, that of the host stays as it is."""
    arguments = request()
    arguments["system"][-1]["cache_control"] = {"type": "ephemeral", "ttl": "1h"}
    set_breakpoints(arguments, ends())
    assert arguments["system"][-1]["cache_control"]["ttl"] == "1h"
