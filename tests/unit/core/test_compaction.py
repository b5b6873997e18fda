"""Handles are read as they were written, and nothing else is one."""

from __future__ import annotations

import pytest

from stratal.core.compaction import handle, read_handle
from stratal.errors import InvalidValue, NotFound


@pytest.mark.parametrize(
    ("kind", "numbers"), [("result", [5, 1]), ("thinking", [12]), ("kept", [3])]
)
def test_a_handle_is_read_as_written(kind: str, numbers: list[int]) -> None:
    """Kind and numbers, to and fro."""
    assert read_handle(handle(kind, *numbers)) == (kind, numbers)


@pytest.mark.parametrize(
    "text", ["", "result", "result-", "result-0", "result-5-1-2", "Result-5", "result-5 ", "a-1\n"]
)
def test_what_is_no_handle_is_not_found(text: str) -> None:
    """A model may ask for anything."""
    with pytest.raises(NotFound):
        read_handle(text)


def test_what_is_no_text_is_refused() -> None:
    """As everywhere."""
    with pytest.raises(InvalidValue):
        read_handle("result-1\x00")
