"""Claims about `stratal.text.quotation`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.text.quotation import (
    fold,
    is_pasted,
    long_enough,
    names,
    numbers,
    pasted_spans,
    stands_in,
    unstated,
)


@pytest.mark.parametrize(
    ("quotation", "text"),
    [
        ("I moved to Braga", "Hi! I moved to\n   Braga last week."),
        ("ｐｎｐｍ only", "pnpm only, please"),
        ("cafe\u0301 au lait", "one café au lait"),
        ("我对花生过敏", "其实，我对花生过敏。"),
        ("花生\n过敏", "花生 过敏"),
        ("costs 15", "it costs 15, not 14"),
        ("version 3.1", "we are on version 3.1."),
    ],
)
def test_a_quotation_stands_in_the_text(quotation: str, text: str) -> None:
    """Unicode form, width and white space may differ."""
    assert stands_in(quotation, text)


@pytest.mark.parametrize(
    ("quotation", "text"),
    [
        ("I moved to braga", "I moved to Braga"),
        ("I moved, to Braga", "I moved to Braga"),
        ("costs 15", "it costs 150"),
        ("costs 1", "it costs 1,500"),
        ("version 3.1", "version 3.1.4 is out"),
        ("10.3", "v2.10.3"),
        ("I like tea", "I like teasing"),
        ("花生过敏", "花生不过敏"),
        ("", "anything"),
        (" \n", "anything"),
    ],
)
def test_what_was_not_said_does_not_stand(quotation: str, text: str) -> None:
    """Case, punctuation and words count, and no word or number may be cut."""
    assert not stands_in(quotation, text)


def test_a_later_place_may_hold() -> None:
    """A cut occurrence does not hide a whole one behind it."""
    assert stands_in("room 4", "room 42 is full, room 4 is free")


@pytest.mark.parametrize(
    ("quotation", "text", "enough"),
    [
        ("call me Ana", "Oh, call me Ana please", True),
        ("call Ana", "Oh, call Ana please", False),
        ("Yes.", "Yes.", True),
        ("Yes", "Yes.", False),
        ("我住北京", "其实我住北京呢", True),
        ("住北京", "其实我住北京呢", False),
        ("用 pnpm 吧", "这里用 pnpm 吧，谢谢", False),
        ("都用 pnpm 装包", "这里都用 pnpm 装包吧", True),
        ("好", "好", True),
        ("", "", False),
    ],
)
def test_a_quotation_is_long_enough(quotation: str, text: str, enough: bool) -> None:
    """Three words, four Han characters, a share of both, or the whole message."""
    assert long_enough(quotation, text) is enough


@pytest.mark.parametrize(
    ("value", "quotation"),
    [
        ("Braga", "I moved to Braga last week"),
        ("Uses pnpm", "in this repository we use pnpm, not npm"),
        ("pnpm, not npm", "in this repository we use pnpm, not npm"),
        ("Prefers pnpm over npm", "please use pnpm, not npm"),
        ("Vegetarian", "I am vegetarian since school"),
        ("3 cats", "we have three cats at home"),
        ("3只猫", "家里养了三只猫"),
        ("12月25日", "定在12月25日吧"),
        ("1200 euros", "it costs 1,200 euros"),
        ("order_service", "the OrderService is ours"),
        ("用pnpm", "这个项目用pnpm，不要用npm"),
        ("不吃辣", "我从来不吃辣的"),
        ("住在上海", "我上个月搬到上海住了"),
        ("does not eat pork", "I don't eat pork"),
        ("no tabs", "never use tabs in my files"),
    ],
)
def test_a_stated_value_misses_nothing(value: str, quotation: str) -> None:
    """Numbers, names and negations that stand in the quotation, in whatever form, are stated."""
    assert unstated(value, quotation) == ()


@pytest.mark.parametrize(
    ("value", "quotation", "missing"),
    [
        ("moved to Oslo", "I moved last week", "Oslo"),
        ("Mira likes tea", "she likes tea", "Mira"),
        ("2 cats", "we have three cats", "2"),
        ("两只猫", "家里养了三只猫", "2"),
        ("version 3.13", "we need version 3.12", "3.13"),
        ("用yarn装包", "这个项目用pnpm装包", "yarn"),
        ("order_api is ours", "the order_service is ours", "order_api"),
        ("does not eat pork", "I eat pork every day", "not"),
        ("不吃辣", "我很能吃辣", "不"),
        ("likes tea", "I do not like tea", "not"),
        ("喜欢喝茶", "我不喜欢喝茶", "not"),
        ("npm", "use pnpm, not npm", "not"),
        ("has a child in primary school", "I help with the homework tonight", "child"),
        ("家里有孩子上小学", "今晚还得陪着写作业", "孩子上小学"),
        ("素食者", "我昨天买了豆腐", "素食者"),
    ],
)
def test_what_the_quotation_does_not_say_is_named(value: str, quotation: str, missing: str) -> None:
    """An added number, name, identifier or negation, a lost negation, or other words altogether."""
    assert missing in unstated(value, quotation)


def test_numbers_of_a_text() -> None:
    """Digits, English words and Chinese numerals are the same number."""
    assert numbers("1,200 of v2.10.3") == ("1200", "2.10.3")
    assert numbers("三十二天") == numbers("32天") == ("32",)
    assert numbers("十二个") == ("12",)
    assert numbers("十分高兴, 一起去") == ()


def test_names_of_a_text() -> None:
    """Capitals, identifiers, and Latin words between Chinese ones; no verb that begins a line."""
    assert names("Prefers Porto and order_service") == ("Porto", "order_service")
    assert names("他用docker部署") == ("docker",)
    assert names("a well-known thing isn't one") == ()


FENCED = "look:\n```python\nI live in Rome\n```\nwhat is that?"


def test_code_fences_and_quoted_lines_are_pasted() -> None:
    """The spans hold the pasted text and nothing the person wrote around it."""
    [(start, end)] = pasted_spans(FENCED)
    assert FENCED[start:end] == "```python\nI live in Rome\n```"
    mail = "她写道：\n> 我住在罗马\n> 真的\n你怎么看？"
    [(start, end)] = pasted_spans(mail)
    assert mail[start:end] == "> 我住在罗马\n> 真的\n"
    assert not is_pasted(FENCED)
    assert not is_pasted(mail)
    assert not is_pasted("a > b, and so on")


def test_an_open_fence_reaches_to_the_end() -> None:
    """A fence that is never closed holds all the rest; a longer one needs as long a close."""
    text = "see\n````\n```\nx\n```\nstill inside"
    assert pasted_spans(text) == ((4, len(text)),)


def test_a_long_message_is_a_document() -> None:
    """Over 40 lines, everything counts as pasted."""
    assert not is_pasted("\n".join(["line"] * 40))
    long = "\n".join(["line"] * 41)
    assert is_pasted(long)
    assert pasted_spans(long) == ((0, len(long)),)


def test_a_message_of_nothing_but_quotation_is_pasted() -> None:
    """Then no word of it is the person's own."""
    assert is_pasted("> I live in Rome\n> with two cats")
    assert is_pasted("```\nI live in Rome\n```")
    assert not is_pasted("")


@settings(max_examples=150)
@given(st.text())
def test_a_text_stands_in_itself(text: str) -> None:
    """Reflexive, whenever there is something to stand."""
    assert stands_in(text, text) is bool(fold(text))


@settings(max_examples=100)
@given(st.text(max_size=60), st.text(max_size=60))
def test_no_text_is_too_strange(value: str, text: str) -> None:
    """No pair of texts is an error, and spans lie in the text, in order."""
    assert isinstance(unstated(value, text), tuple)
    at = 0
    for start, end in pasted_spans(text):
        assert at <= start < end <= len(text)
        at = end


def test_a_curled_apostrophe_is_an_apostrophe() -> None:
    """What a keyboard curled and a model straightened is the same quotation, and the reverse."""
    assert stands_in("Don't paint it", "Well, Don’t paint it yet")
    assert stands_in("Don’t paint it", "Well, Don't paint it yet")
    assert not unstated("don't paint it", "Don’t paint it")
