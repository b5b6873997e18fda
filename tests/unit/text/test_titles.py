from __future__ import annotations

import pytest

from stratal.text.statements import statements
from stratal.text.titles import titles_held


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Ask me before you reply to Mrs. Tan.", "Ask me before you reply to Mrs. Tan"),
        ("You may answer Ms. Reyes without asking me.", "answer Ms. Reyes"),
        (
            "Whenever Mrs. Tan writes, forward it to me.",
            "Whenever Mrs. Tan writes, forward it to me",
        ),
        ("Remember that I rent from Mr. Lee next door.", "I rent from Mr. Lee next door"),
        ("My name is Mr. Okafor and I teach chemistry.", "Mr. Okafor"),
        ("Please call me Mrs. Tan.", "Mrs. Tan"),
        ("I'm Ms. Wójcik to you.", "Ms. Wójcik"),
    ],
)
def test_no_value_ends_at_the_dot_of_a_title(text: str, value: str) -> None:
    """The dot behind a title ends neither a sentence nor what it says."""
    assert [one.value for one in statements(text)] == [value]


def test_who_one_is_to_somebody_is_how_one_is_addressed() -> None:
    """ "I'm Ms. Wójcik to you" tells no first name."""
    [found] = statements("I'm Ms. Wójcik to you.")
    assert found.attribute == "address"


def test_other_dots_stay() -> None:
    """A sentence ends where it ended, and no length changes."""
    said = "I met Dr. Lee. He left."
    assert len(titles_held(said)) == len(said)
    assert titles_held(said).count(".") == 2
