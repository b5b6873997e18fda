from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.text.politeness import before_question, told_politely


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I'm vegan, what can I cook?", "I'm vegan"),
        ("我对花生过敏，有什么零食推荐？", "我对花生过敏"),
        ("这个项目用 uv，别用 pip，怎么加依赖？", "这个项目用 uv，别用 pip"),
    ],
)
def test_a_question_beside_is_cut_off(said: str, told: str) -> None:
    """What is told before a question of its own ends where that begins."""
    assert said[: before_question(said)] == told


@pytest.mark.parametrize(
    "said",
    [
        "We use pnpm, right?",
        "我们用 pnpm，不用 npm，对吗？",
        "Let's use bun in this repo, would that work?",
        "Should we use pnpm, and how?",
        "I'm vegan.",
    ],
)
def test_a_question_about_it_is_not(said: str) -> None:
    """A question about what was told, and one that begins as a question, is left whole."""
    assert before_question(said) is None


@pytest.mark.parametrize(
    ("asked", "wish"),
    [
        ("Could you always answer in German?", "always answer in German"),
        ("以后叫我小林好吗？", "以后叫我小林"),
        ("以后能不能用中文回答我？", "以后   用中文回答我"),
    ],
)
def test_a_lasting_wish_may_be_polite(asked: str, wish: str) -> None:
    """Politeness is blanked in place, so that what is left stands where it stood."""
    told = told_politely(asked)
    assert len(told) == len(asked)
    assert told.strip() == wish


@pytest.mark.parametrize("asked", ["Can you answer in German?", "你以后会用中文回答吗？", "Why?"])
def test_a_mere_question_stays_one(asked: str) -> None:
    """Without a word that it is to last, or worded otherwise, a question is a question."""
    assert told_politely(asked) == asked


@given(st.text(max_size=120))
@settings(max_examples=80)
def test_any_text_keeps_its_length(text: str) -> None:
    """No text raises or changes its length, and a cut lies inside it."""
    assert len(told_politely(text)) == len(text)
    cut = before_question(text)
    assert cut is None or 0 < cut < len(text)
