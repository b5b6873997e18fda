"""What a question is after, by its wording."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal.text.questions import Aspect, Intent, read_question

NOW = datetime(2026, 3, 18, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "intent", "aspect", "topic"),
    [
        ("What did I say about the van last week?", Intent.TIME, Aspect.SPAN, "van"),
        ("上周我说面包车的事说了什么？", Intent.TIME, Aspect.SPAN, "面包车"),
        ("How many times did I go climbing?", Intent.TIME, Aspect.COUNT, "climbing"),
        ("我最近一次看牙医是什么时候？", Intent.TIME, Aspect.LATEST, "牙医"),
        ("When did I first ride the tram?", Intent.TIME, Aspect.FIRST, "ride tram"),
        ("When did we paint the shed?", Intent.TIME, Aspect.WHEN, "paint shed"),
        ("What did we do before the move?", Intent.TIME, Aspect.BEFORE, ""),
        ("搬家之后我们聊了什么？", Intent.TIME, Aspect.AFTER, ""),
        ("最近怎么样，发生了什么？", Intent.TIME, Aspect.RECENT, ""),
        ("Why did the migration fail?", Intent.CAUSE, None, "migration"),
        ("List all my decisions about paint", Intent.ALL_OF, None, "decisions paint"),
        ("What did I just say?", Intent.WINDOW, None, ""),
        ("What is my name?", Intent.FACT, None, ""),
    ],
)
def test_intent_aspect_and_topic(
    text: str, intent: Intent, aspect: Aspect | None, topic: str
) -> None:
    """The words decide, and what is left of them is what the question is about."""
    found = read_question(text, NOW, UTC)
    assert (found.intent, found.aspect, found.topic) == (intent, aspect, topic)
    assert found.why


@pytest.mark.parametrize(
    "text",
    [
        "What do you know about me?",
        "what have you learned about us",
        "What do you remember?",
        "你都知道我什么？",
        "你记得我哪些事",
        "关于我，你记得什么？",
    ],
)
def test_who_asks_what_is_known_of_them_is_told_all(text: str) -> None:
    """It is what a person asks first, and a ranking would answer it with nothing."""
    assert read_question(text, NOW, UTC).intent is Intent.ALL_OF


@pytest.mark.parametrize("text", ["What do you know about the gateway?", "你知道网关怎么配吗"])
def test_what_is_known_of_a_thing_is_of_meaning(text: str) -> None:
    """A thing that is named is looked for."""
    assert read_question(text, NOW, UTC).intent is Intent.MEANING


def test_what_no_rule_claims_is_of_meaning() -> None:
    """With all its words, since a ranking weighs them."""
    found = read_question("How do we paint sheds here?", NOW, UTC)
    assert (found.intent, found.why) == (Intent.MEANING, "")
    assert found.topic == found.text


@given(st.text(max_size=200))
def test_any_text_is_a_question(text: str) -> None:
    """Nothing that can be typed is an error."""
    read_question(text, NOW, UTC)
