"""The form of tools and of calls."""

from __future__ import annotations

import json

import pytest

from stratal.errors import InvalidValue
from stratal.tools.words import RECALL, TASK, TOOLS


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_no_schema_names_who_acts_or_where(tool: object) -> None:
    """Tenant, person and scope come from the host; a model has no parameter for them."""
    from stratal.tools import Tool

    assert isinstance(tool, Tool)
    told = set(tool.parameters)
    assert not told & {"tenant", "user", "user_id", "scope", "agent", "session", "conversation"}
    assert set(tool.required) <= told
    assert all(form["description"] for form in tool.parameters.values())
    assert json.loads(json.dumps(tool.schema)) == tool.schema


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "question is None: is needed by recall"),
        ({"question": 3}, "must be of type string"),
        ({"question": "tea", "most": "5"}, "must be of type integer"),
        ({"question": "tea", "most": True}, "must be of type integer"),
        ({"question": "tea", "scope": "repo:x"}, "there are question, most"),
        ("tea", "must be an object"),
        (None, "must be an object"),
    ],
)
def test_a_wrong_form_is_named_with_what_would_do(arguments: object, said: str) -> None:
    """The sentence lets the model mend the call."""
    with pytest.raises(InvalidValue, match=said):
        RECALL.checked(arguments)


def test_a_value_is_one_of_those_listed() -> None:
    """Null is as good as left out; an unknown word is answered with the known ones."""
    assert TASK.checked({"action": "show", "text": None}) == {"action": "show"}
    with pytest.raises(InvalidValue, match="must be one of show, add"):
        TASK.checked({"action": "explode"})
