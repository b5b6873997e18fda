"""Claims about `stratal.text.memory_marks`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.context import blocks
from stratal.text.memory_marks import HEADS, TAGS, bare, from_memory, without_memory

LEADS = ("", "As I remember, ", "- ", "我记得")


def test_each_block_has_a_mark_and_a_head() -> None:
    """What is shown out of memory is known by one list."""
    assert HEADS.keys() == TAGS.keys()
    names = {blocks.CONSTRAINTS, blocks.PROFILE, blocks.PINNED, blocks.RECALLED, blocks.TASK}
    assert names <= TAGS.keys()


@pytest.mark.parametrize(
    "text",
    [
        "(fact from repo:trip, user_explicit, 2026-03-01, id 0190aaaa-bbbb)",
        "- The boat is blue (fact, repo:trip, agent_inferred, 2026-03-01)",
        "(said by Ana, 2026-03-01, id 12:monday)".replace("12:monday", "0190aaaa-bbbb"),
        "Found in memory for this message.",
        "Each entry has its source, date and id.",
        "</memory>",
    ],
)
def test_a_piece_of_a_block_is_known(text: str) -> None:
    """An entry's origin, what a block says of itself, and its marks."""
    assert from_memory(text)


@settings(max_examples=120)
@given(data=st.data(), name=st.sampled_from(sorted(HEADS)), lead=st.sampled_from(LEADS))
def test_what_a_block_says_of_itself_is_known_wherever_it_was_cut(
    data: st.DataObject, name: str, lead: str
) -> None:
    """Any five words of it in a row, with what leads up to them, and without its signs."""
    words = HEADS[name].split()
    size = data.draw(st.integers(min(5, len(words)), len(words)))
    start = data.draw(st.integers(0, len(words) - size))
    piece = lead + " ".join(words[start : start + size])
    assert from_memory(piece)
    assert from_memory(piece.upper().rstrip("."))


@pytest.mark.parametrize(
    "text",
    [
        "The boat is blue.",
        "Check before relying on the tide.",
        "Data to go by are in the log book.",
        "The task now is to paint the deck.",
        "Ana signed the document (in ink, 2026-03-01).",
        "A tool for the mast was bought.",
        "船是蓝色的（2026-03-01）。",
    ],
)
def test_a_plain_sentence_is_none(text: str) -> None:
    """Dates and brackets alone say nothing."""
    assert not from_memory(text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("As you said, the boat is blue.", "the boat is blue."),
        ("- I remember that the boat is blue.", "the boat is blue."),
        ("我记得船是蓝色的", "船是蓝色的"),
        ("根据我的记忆，船是蓝色的", "船是蓝色的"),
        ("The boat is blue.", "The boat is blue."),
        ("I remember", "I remember"),
    ],
)
def test_what_leads_up_to_a_known_thing_is_left_out(text: str, rest: str) -> None:
    """What remains is the thing; never nothing."""
    assert bare(text) == rest


def test_a_block_in_a_message_is_left_out() -> None:
    """Whether it is closed or runs to the end."""
    assert without_memory("so:\n<memory>\n- blue\n</memory>\nok").split() == ["so:", "ok"]
    assert without_memory("so: <pinned-memory> blue").split() == ["so:"]
    assert without_memory("a < b and <b>bold</b>") == "a < b and <b>bold</b>"
