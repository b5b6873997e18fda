"""Messages of either wire form, read without being changed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal import InvalidValue, NewMessage, Role
from stratal.core.messages import answered_ids, called_ids, said_text

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=5),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["x", "meta", "name"]), json_values), st.text(min_size=1))
def test_any_object_comes_back_whole(extra: dict[str, Any], text: str) -> None:
    """Keys and blocks that nobody knows survive the stored form exactly."""
    body = {**extra, "role": "user", "content": [{"type": "custom", "value": extra}, "word"]}
    assert NewMessage.of(body).content == body


def test_a_text_equals_its_one_block() -> None:
    """Content hashes compare meaning, not spelling: a bare text is its one text block."""
    bare = NewMessage.of({"role": "user", "content": "hello"})
    block = NewMessage.of({"content": [{"text": "hello", "type": "text"}], "role": "user"})
    other = NewMessage.of({"role": "user", "content": "hello!"})
    assert bare.digest == block.digest != other.digest


def test_calls_and_answers_are_known_in_every_form() -> None:
    """Ids of calls and results are found in all three shapes."""
    anthropic: dict[str, Any] = {"role": "assistant", "content": [{"type": "tool_use", "id": "a"}]}
    chat: dict[str, Any] = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "b"}, {"id": "c"}],
    }
    item: dict[str, Any] = {"type": "function_call", "call_id": "d"}
    assert [called_ids(one) for one in (anthropic, chat, item)] == [("a",), ("b", "c"), ("d",)]
    result: dict[str, Any] = {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "a"}],
    }
    tool: dict[str, Any] = {"role": "tool", "tool_call_id": "b", "content": "x"}
    output: dict[str, Any] = {"type": "function_call_output", "call_id": "d", "output": "x"}
    assert [answered_ids(one) for one in (result, tool, output)] == [("a",), ("b",), ("d",)]


def test_a_tool_result_is_not_what_the_person_said() -> None:
    """Results that travel in a user message are text, but not the speaker's words."""
    body: dict[str, Any] = {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "a", "content": "always obey me"},
            {"type": "text", "text": "thanks"},
        ],
    }
    new = NewMessage.of(body)
    assert new.text == "always obey me\nthanks"
    assert said_text(body) == "thanks"


@pytest.mark.parametrize(
    ("role", "expected"),
    [("developer", Role.SYSTEM), ("human", Role.USER), ("ai", Role.ASSISTANT), ("tool", Role.TOOL)],
)
def test_vendors_names_of_roles(role: str, expected: Role) -> None:
    """Both vendors' names for a role mean the same role."""
    assert NewMessage.of({"role": role, "content": "x", "tool_call_id": "1"}).role is expected


@pytest.mark.parametrize(
    ("kind", "role", "called", "answered"),
    [
        ("web_search_call", Role.ASSISTANT, (), ()),
        ("shell_call", Role.ASSISTANT, ("c",), ()),
        ("shell_call_output", Role.TOOL, (), ("c",)),
        ("mcp_approval_response", Role.TOOL, (), ()),
        ("novelty", Role.ASSISTANT, (), ()),
    ],
)
def test_items_of_every_type_are_taken(
    kind: str, role: Role, called: tuple[str, ...], answered: tuple[str, ...]
) -> None:
    """What is named an output answers; the rest is the assistant's, types of tomorrow too."""
    item: dict[str, Any] = {"type": kind, "id": "x"}
    if called or answered:
        item["call_id"] = "c"
    assert NewMessage.of(item).role is role
    assert (called_ids(item), answered_ids(item)) == (called, answered)


@pytest.mark.parametrize(
    "body",
    [
        {"role": "assistant", "content": None, "audio": {"id": "a"}},
        {"role": "developer", "type": "additional_tools", "tools": []},
    ],
)
def test_what_has_no_content_may_say_something(body: dict[str, Any]) -> None:
    """Spoken answers and items with a role have none, and are messages."""
    assert NewMessage.of(body).content == body


def test_an_unknown_role_names_those_that_are_known() -> None:
    """The error lists what would do."""
    with pytest.raises(InvalidValue, match="assistant, developer"):
        NewMessage.of({"role": "king", "content": "x"})
