from __future__ import annotations

import time
from pathlib import Path

import pytest

from stratal.text.staging import unstaged
from stratal.text.statements import SENTENCE_LIMIT, Statement, StatementKind, statements

FOLDER = Path(__file__).parent
STATED = [
    tuple(line.split(" => "))
    for line in (FOLDER / "english_stated.txt").read_text(encoding="utf-8").splitlines()
]
UNSTATED = (FOLDER / "english_unstated.txt").read_text(encoding="utf-8").splitlines()


def label(one: Statement) -> str:
    kind = "address" if one.attribute == "address" else str(one.kind)
    return f"{kind}/{one.value}/{one.not_value}".rstrip("/")


@pytest.mark.parametrize(("text", "labels"), STATED)
def test_what_is_said_amidst_other_talk_is_found(text: str, labels: str) -> None:
    """Wherever it stands in a message, the statement is found, with just its value."""
    assert [label(one) for one in statements(text.replace("\\n", "\n"))] == labels.split(" ;; ")


@pytest.mark.parametrize("text", UNSTATED)
def test_near_misses_state_nothing(text: str) -> None:
    """Questions, reports, wishes, tasks, stories, jokes and what is over state nothing."""
    assert statements(text.replace("\\n", "\n")) == ()


@pytest.mark.parametrize("said", ["I'm allergic to peanuts", "we use Jenkins here", "call me Bea"])
@pytest.mark.parametrize(
    "frame",
    [
        "Let's role-play: you're a waiter, and {}.",
        "In my novel the hero says that {}.",
        "Translate into French: {}.",
        "How would you say: {}?",
        "Put this into the past tense: {}.",
        "The sign should say: {}",
        "Dear Ms Orr,\n{}.\nKind regards, Tim\n\nis this letter rude?",
        "fix(auth): {}\n\nis that a good commit title?",
        "My landlord sent me this:\n{}.",
        "{}, just kidding.",
        "He said, {}.",
        "Suppose {}.",
        "For example, {}.",
    ],
)
def test_what_is_staged_or_put_in_is_nobodys_word(frame: str, said: str) -> None:
    """A play, a story, an exercise, a letter and a log hold no words of the speaker's."""
    assert statements(frame.format(said)) == ()


def test_only_what_is_staged_is_blanked() -> None:
    """What stands before a play, and beside a task, is the speaker's own."""
    said = "I'm vegan. Let's play: you are a cook and I'm Bob."
    assert unstaged(said).startswith("I'm vegan.")
    assert [one.kind for one in statements(said)] == [StatementKind.DIET]


def test_two_sentences_say_one_thing() -> None:
    """What is put right, or to be remembered, may stand in the sentence before."""
    [found] = statements("The door code isn't 4417. It's 4471, sorry.")
    assert (found.value, found.not_value) == ("4471", "4417")
    [found] = statements("Our gate code ends in a hash. Remember that for later.")
    assert (found.kind, found.value) == (StatementKind.REMEMBER, "Our gate code ends in a hash")


@pytest.mark.parametrize(
    "text",
    [
        "Our lease ends on 31 August.",
        "You wrote 14 chairs. That's wrong, we have 16.",
        "Sorry, I misspoke: the pump is a Grundfos, not a Wilo.",
        "Metric units in every reply, please.",
        "Keep every answer under five lines.",
        "We've settled on oak floors for the hall.",
        "Feel free to rename the columns, you don't need my okay.",
        "From now on, file every receipt under its month.",
        "Please call me Coach from now on.",
        "Answer me in bullet points from now on.",
        "Always write hours in the 24-hour clock to me.",
    ],
)
def test_plain_words_are_sure(text: str) -> None:
    """What is said plainly is heard by two rules, which cut the same value."""
    [found] = statements(text)
    assert found.sure


@pytest.mark.parametrize("text", ["I go by Auckland time", "Everyone calls me Ferdinand here"])
def test_no_value_ends_within_a_word(text: str) -> None:
    """A stop that is a word may be the end of another: "Auckl|and"."""
    assert all(one.value in text.split() or one.value.endswith("time") for one in statements(text))


@pytest.mark.parametrize(
    "piece",
    [
        "I use ",
        "my x is ",
        "no, it's ",
        "on Monday ",
        "before you ",
        "forget my ",
        "don't ",
        "the 3 ",
    ],
)
def test_no_english_is_slow(piece: str) -> None:
    """A sentence of repetitions is read in a moment."""
    text = piece * (SENTENCE_LIMIT // len(piece))
    statements("I use vim.")
    began = time.process_time()
    statements(text)
    assert time.process_time() - began < 1
