"""Whether words assert something, for good, and all of a value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal.text.assertion import around, asserts, for_once, states, takes_back
from stratal.text.languages import language_of


@pytest.mark.parametrize(
    ("quotation", "text", "said"),
    [
        ("I eat no fish", "Hello. I eat no fish. Bye.", True),
        ("eat no fish", "Do you think I eat no fish?", False),
        ("I eat no fish", "If I eat no fish, what then?", False),
        ("he eats no fish", "Ben says he eats no fish.", False),
        ("I eat no fish", "The log says:\n> I eat no fish\nOdd.", False),
        ("我不吃鱼", "你好。我不吃鱼。", True),
        ("我不吃鱼", "要是我不吃鱼呢？", False),
        ("he eats", "Nothing of the kind.", False),
    ],
)
def test_only_what_is_said_outright_is_asserted(quotation: str, text: str, said: bool) -> None:
    """Not what is asked, supposed, reported or quoted, though the words stand there."""
    assert asserts(quotation, text) is said


@pytest.mark.parametrize(
    ("text", "once"),
    [
        ("Answer in French this time.", True),
        ("From now on answer in French.", False),
        ("这次用英文。", True),
        ("以后都用英文。", False),
        ("I was born in this town.", False),
    ],
)
def test_what_is_meant_for_once_is_told_from_what_lasts(text: str, once: bool) -> None:
    """In both languages; a lasting word outweighs the other."""
    assert for_once(text.rstrip(".。"), text) is once


@pytest.mark.parametrize(
    ("value", "text", "stated"),
    [
        ("no fish", "I eat no fish.", True),
        ("fish", "I eat no fish.", False),
        ("likes tables", "That table was useful.", False),
        ("likes tables", "I like tables.", True),
        ("always tables", "That table was useful.", False),
        ("has a son in kindergarten", "My son forgot his lunch.", False),
        ("吃素", "我吃素。", True),
        ("吃素", "我点了一份素面。", False),
        ("喜欢表格", "这个表格很清楚。", False),
        ("3 children", "We had two children here.", False),
    ],
)
def test_every_word_of_a_value_must_be_said(value: str, text: str, stated: bool) -> None:
    """What a model adds of its own, even a liking or an always, is not the person's."""
    assert states(value, [(text.rstrip(".。"), text)]) is stated


def test_words_of_several_quotations_state_a_value_together() -> None:
    """Those that assert count, the others do not."""
    said = ("I live in Turin", "I live in Turin.")
    since = ("I moved in 2019", "I moved in 2019.")
    asked = ("in 2019", "Was it in 2019?")
    assert states("Turin in 2019", [said, since])
    assert not states("Turin in 2019", [said, asked])


@pytest.mark.parametrize(
    "text", ["I no longer eat it", "forget the diet", "别再提了", "我不再吃素"]
)
def test_what_ends_something_is_known(text: str) -> None:
    """Words that end or take back."""
    assert takes_back(text)


def test_what_only_mentions_takes_nothing_back() -> None:
    """A plain statement ends nothing."""
    assert not takes_back("I eat fish on Fridays")
    assert not takes_back("我周五吃鱼")


@given(st.text(), st.text(), st.text())
def test_any_text_is_read(value: str, quotation: str, text: str) -> None:
    """Nothing that can be written breaks it, and what stands nowhere asserts nothing."""
    states(value, [(quotation, text)])
    if not around(quotation, text):
        assert not asserts(quotation, text)


def test_the_language_is_that_of_most_of_it() -> None:
    """Chinese with a few English names is Chinese."""
    assert language_of("这个项目用 pnpm") == "zh"
    assert language_of("use pnpm, 别用 npm please") == "en"
    assert language_of("") == "en"
