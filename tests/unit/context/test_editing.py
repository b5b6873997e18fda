"""Edits touch what tools answered, and of the assistant's words only what is finished."""

from __future__ import annotations

import pytest
from tests.property.histories import Body, call, result, stored, use

from stratal.context.editing import (
    Change,
    Editing,
    clear,
    cut_on_arrival,
    excerpt,
    lines_of,
    relieve,
)
from stratal.core.canonical import Json
from stratal.core.messages import Message
from stratal.errors import InvalidValue
from stratal.text.message_tokens import message_tokens

LONG = "outcome of the search " * 60
THOUGHT: Json = {"type": "thinking", "thinking": "let me see " * 30, "signature": "S"}


def user(text: str) -> Body:
    return {"role": "user", "content": text}


def measured(bodies: list[Body]) -> list[Message]:
    return stored(bodies, [message_tokens(body) for body in bodies])


def steps(*calls: str) -> list[Body]:
    return [
        body
        for name in calls
        for body in (
            {"role": "assistant", "content": [THOUGHT, use(name)]},
            {"role": "user", "content": [result(name, LONG)]},
        )
    ]


def test_results_of_each_form_are_cleared() -> None:
    """Blocks, tool messages and items of Responses: the stub stands where the result stood."""
    bodies: list[Body] = [
        user("go"),
        {"role": "assistant", "content": [use("a")]},
        {"role": "user", "content": [result("a", LONG), {"type": "text", "text": "hurry"}]},
        {"role": "assistant", "content": None, "tool_calls": [call("b", "{}")]},
        {"role": "tool", "tool_call_id": "b", "content": LONG},
        {"type": "function_call", "call_id": "c", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c", "output": LONG},
        user("and?"),
        {"role": "assistant", "content": [use("d")]},
        {"role": "user", "content": [result("d", LONG)]},
    ]
    edited, edits = clear(measured(bodies), Editing(keep_results=1))
    assert [edit.handle for edit in edits] == ["result-3-1", "result-5-1", "result-7-1"]
    stub = '[result of look cleared: read_result("result-{}-1") shows it]'
    assert edited[2].content["content"] == [
        result("a", stub.format(3)),
        {"type": "text", "text": "hurry"},
    ]
    assert edited[4].content == {"role": "tool", "tool_call_id": "b", "content": stub.format(5)}
    assert edited[6].content["output"] == stub.format(7)
    assert edited[9].content == bodies[9]
    assert sum(edit.freed for edit in edits) == sum(
        before.tokens - after.tokens for before, after in zip(measured(bodies), edited, strict=True)
    )


def test_thinking_of_the_turn_at_work_stays() -> None:
    """Of finished turns the last ones stay; of the running one everything."""
    bodies = [user("one"), *steps("a"), user("two"), *steps("b"), user("three"), *steps("c", "d")]
    edited, edits = clear(measured(bodies), Editing(keep_results=99, keep_thinking=1))
    assert [edit.handle for edit in edits] == ["thinking-2"]
    edited, edits = clear(measured(bodies), Editing(keep_results=0, keep_thinking=0, inputs=True))
    thoughts = [edit.handle for edit in edits if edit.change is Change.THINKING]
    assert thoughts == ["thinking-2", "thinking-5"]
    assert [edited[at].content for at in (7, 9)] == [bodies[7], bodies[9]]
    results = [edit.handle for edit in edits if edit.change is Change.RESULT]
    assert results == ["result-3-1", "result-6-1", "result-9-1"]


def test_results_of_parallel_calls_that_came_last_stay() -> None:
    """They may stand in a message each; what came before gives way."""
    bodies: list[Body] = [
        user("go"),
        {"role": "assistant", "content": None, "tool_calls": [call("a", "{}")]},
        {"role": "tool", "tool_call_id": "a", "content": LONG},
        {"role": "assistant", "content": None, "tool_calls": [call("b", "{}"), call("c", "{}")]},
        {"role": "tool", "tool_call_id": "b", "content": LONG},
        {"role": "tool", "tool_call_id": "c", "content": LONG},
    ]
    _, edits = relieve(measured(bodies), Editing(), limit=20, budget=1)
    assert [edit.handle for edit in edits] == ["result-3-1"]


def test_no_more_is_cleared_than_a_budget_needs() -> None:
    """The oldest first, until it fits; nothing if it fits; what is pinned or excluded stays."""
    bodies = [user("go"), *steps("a", "b", "c", "d")]
    messages = measured(bodies)
    total = sum(one.tokens for one in messages)

    def cleared(budget: int, **options: object) -> list[str]:
        rules = Editing(exclude=("look",)) if options.pop("exclude", False) else Editing()
        _, edits = relieve(messages, rules, limit=20, budget=budget, **options)  # type: ignore[arg-type]
        return [edit.handle for edit in edits]

    assert cleared(total) == []
    assert cleared(total - 10) == ["result-3-1"]
    assert cleared(total - 300) == ["result-3-1", "result-5-1"]
    assert cleared(1) == ["result-3-1", "result-5-1", "result-7-1"]
    assert cleared(1, pinned={5}) == ["result-3-1", "result-7-1"]
    assert cleared(1, exclude=True) == []


def test_what_would_be_no_shorter_stays() -> None:
    """A result of two letters is not replaced by a line about it."""
    bodies: list[Body] = [
        user("go"),
        {"role": "assistant", "content": [use("a")]},
        {"role": "user", "content": [result("a", "ok")]},
        *steps("b"),
    ]
    assert clear(measured(bodies), Editing(keep_results=0)) == (measured(bodies), [])


def test_an_oversize_result_without_line_ends_is_cut_too() -> None:
    """A line of nine thousand characters counts as several."""
    bodies: list[Body] = [
        user("go"),
        {"role": "assistant", "content": [use("a")]},
        {"role": "user", "content": [result("a", "word " * 1_800)]},
    ]
    [*_, edited], [edit] = cut_on_arrival(measured(bodies), Editing(cut_above=1_000))
    assert edit.change is Change.CUT
    assert "[the first 2 of 5 lines; continue at offset 2:" in edited.text
    assert len(lines_of("x" * 9_000)) == 5
    assert lines_of("") == [""]


def test_an_excerpt_knows_where_to_go_on() -> None:
    """Its end, and the end of all."""
    text = "\n".join(map(str, range(10)))
    assert excerpt("h", text, 0, 4).next_offset == 4
    assert excerpt("h", text, 8, 4).next_offset is None
    assert excerpt("h", text, 8, 4).text == "8\n9"
    beyond = excerpt("h", text, 50, 4)
    assert (beyond.text, beyond.next_offset) == ("", None)


@pytest.mark.parametrize(
    "rules", [{"keep_results": -1}, {"cut_above": 0}, {"above": -1}, {"exclude": "memory"}]
)
def test_rules_that_cannot_be_are_refused(rules: dict[str, object]) -> None:
    """A number under its least, a name where a list of names belongs."""
    with pytest.raises(InvalidValue):
        Editing(**rules)  # type: ignore[arg-type]
