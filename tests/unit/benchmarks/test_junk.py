"""What the benchmark of junk counts, by the texts alone."""

from __future__ import annotations

import pytest
from benchmarks.junk import Judge, Talk, Turn


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The barge leaves at nine.", "the barge leaves at nine"),
        ("Your sail is really white!", "Your sail is white."),
        ("If the rope tears, ring me.", "Ring me if the rope tears!"),
        ("Wow, thank you for the oars!", "Thanks for the oars."),
        ("The oars are wet.", "The oar is wet"),
        ("I don't know who rows.", "Don't know who rows!"),
        ("船很大", "船大。"),
    ],
)
def test_the_same_in_the_same_words_is_a_duplicate(one: str, other: str) -> None:
    """Signs, articles, emphasis, exclamations, a final "s" and which half comes first count not."""
    assert Judge.duplicates([one, other]) == [other]
    assert Judge.duplicates([other, one]) == [one]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "On the photo is a long table with a lamp and a globe in a cabin.",
            "On the photo is a long table with a lamp, ropes and a globe in a cabin.",
        ),
        (
            "The small grey cat of the harbour master sleeps on the bench in the sun.",
            "The small grey cat of the harbour master sleeps under the bench in the sun.",
        ),
        (
            "The copy of the old log runs before the check of the new log at night.",
            "The check of the new log runs before the copy of the old log at night.",
        ),
        ("The hull is not very thick.", "The hull is not thick."),
        ("The barge leaves at 9.", "The barge leaves at 8."),
        ("Hey Ines!", "Definitely, Ines!"),
        ("船不很大", "船不大"),
    ],
)
def test_another_word_or_order_is_another_statement(one: str, other: str) -> None:
    """One word more, another word or the other way round: both are worth keeping."""
    assert Judge.duplicates([one, other]) == []


def test_what_is_merely_alike_is_told_apart() -> None:
    """Nine in ten words and the same numbers; named, and no junk."""
    one = "On the photo is a long table with a lamp and a globe in a cabin."
    other = "On the photo is a long table with a lamp, ropes and a globe in a cabin."
    assert Judge.alike([one, other, "The barge leaves at 9."]) == [other]


def test_an_echo_is_in_nobodys_words() -> None:
    """What stands in a row in a message is no echo; words of the assistant's own are."""
    talk = Talk(name="t", set="s", sessions=((Turn(own=True, text="My barge is blue."),),))
    judge = Judge(talk)
    assert not judge.echo("my barge is blue!")
    assert judge.echo("As I remember, my barge is blue.")
