"""Bodies are read for what they are, and put into groups that can be sent."""

from __future__ import annotations

import pytest
from tests.property.histories import PIXEL, Body, call, result, stored, use

from stratal.context.turns import Call, Form, Image, Native, Result, groups, read
from stratal.core.messages import Role

TEXT = {"type": "text", "text": "hi"}


@pytest.mark.parametrize(
    ("body", "form"),
    [
        ({"role": "user", "content": "hi"}, Form.PLAIN),
        ({"role": "assistant", "content": [TEXT]}, Form.PLAIN),
        ({"role": "user", "content": [{**TEXT, "cache_control": None}]}, Form.ANTHROPIC),
        ({"role": "assistant", "content": [use("a")]}, Form.ANTHROPIC),
        ({"role": "assistant", "content": [{"type": "new_thing"}]}, Form.ANTHROPIC),
        ({"role": "assistant", "content": [TEXT], "tool_calls": [call("a", "{}")]}, Form.OPENAI),
        ({"role": "tool", "tool_call_id": "a", "content": ""}, Form.OPENAI),
        ({"role": "system", "content": "hi"}, Form.OPENAI),
        ({"role": "user", "content": [{"type": "input_text", "text": "hi"}]}, Form.RESPONSES),
        ({"type": "function_call", "call_id": "a", "name": "f"}, Form.RESPONSES),
        ({"role": "human", "content": "hi"}, Form.OTHER),
        ({"role": "user", "content": ["hi"]}, Form.OTHER),
    ],
)
def test_a_body_has_a_form(body: Body, form: Form) -> None:
    """Which interface a body comes from, told by its own fields alone."""
    [message] = stored([body])
    assert read(message).form is form


def test_a_tool_message_is_on_the_users_side() -> None:
    """Its result is a part, whichever form it came in."""
    bodies: list[Body] = [
        {"role": "tool", "tool_call_id": "a", "content": "fine"},
        {"role": "user", "content": [result("a", "fine")]},
        {"type": "function_call_output", "call_id": "a", "output": "fine"},
    ]
    for message in stored(bodies):
        turn = read(message)
        assert turn.role is Role.USER
        [part] = turn.parts
        assert isinstance(part, Result)
        assert part.call == "a"


@pytest.mark.parametrize(
    ("block", "image"),
    [
        ({"type": "image_url", "image_url": {"url": "https://a.example/b"}}, ("", "", True)),
        (
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}},
            ("image/png", PIXEL, False),
        ),
        ({"type": "input_image", "image_url": "https://a.example/b"}, ("", "", True)),
        ({"type": "input_image", "file_id": "f"}, ("", "", False)),
        (
            {"type": "image", "source": {"type": "url", "url": "https://a.example/b"}},
            ("", "", True),
        ),
    ],
)
def test_pictures_are_read_in_every_form(
    block: dict[str, str], image: tuple[str, str, bool]
) -> None:
    """By address, by data, or neither where only a file id is known."""
    [message] = stored([{"role": "user", "content": [block]}])
    [part] = read(message).parts
    assert isinstance(part, Image)
    assert (part.media_type, part.data, part.url is not None) == image


def test_a_call_that_the_user_makes_is_none() -> None:
    """Blocks of the wrong side pair with nothing and are told as what cannot be expressed."""
    [message] = stored([{"role": "user", "content": [TEXT, use("a")]}])
    assert isinstance(read(message).parts[1], Native)


def test_calls_before_any_result_are_one_step() -> None:
    """Two messages with calls, then both results: one group, and the order of the log."""
    bodies: list[Body] = [
        {"role": "assistant", "content": None, "tool_calls": [call("a", "{}")]},
        {"role": "assistant", "content": None, "tool_calls": [call("b", "{}")]},
        {"role": "tool", "tool_call_id": "b", "content": "2"},
        {"role": "tool", "tool_call_id": "a", "content": "1"},
    ]
    [group], orphans = groups(stored(bodies))
    assert orphans == []
    assert [message.seq for message in group.messages] == [1, 2, 3, 4]
    made = [part.id for turn in group.turns for part in turn.parts if isinstance(part, Call)]
    assert made == ["a", "b"]
