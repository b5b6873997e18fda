"""The scripted summarizers do what their names say."""

from __future__ import annotations

import threading

import pytest

from stratal.core.messages import Role
from stratal.errors import ModelUnavailable
from stratal.models.summarizer import Passage, SummaryRequest
from stratal.testing.summarizers import (
    EmptySummarizer,
    FailingSummarizer,
    LongSummarizer,
    LoopingSummarizer,
    LossySummarizer,
    ScriptedSummarizer,
)
from stratal.text.counting import estimate_tokens

REQUEST = SummaryRequest(
    messages=(Passage(id="m1", role=Role.USER, speaker=None, text="We meet at 7."),),
    earlier="",
    limit=300,
)


def test_answers_come_in_order_and_the_last_stays() -> None:
    """Texts, blocks of which the text counts, and answers made of the request."""
    scripted = ScriptedSummarizer(
        "one",
        [{"type": "thinking", "thinking": "hm", "signature": "S"}, {"type": "text", "text": "two"}],
        lambda request: request.messages[0].text,
    )
    answers = [scripted.summarize(REQUEST) for _ in range(4)]
    assert answers == ["one", "two", "We meet at 7.", "We meet at 7."]
    assert scripted.requests == [REQUEST] * 4


def test_a_failure_ends_when_it_should() -> None:
    """So many times, with the error given; then an answer."""
    failing = FailingSummarizer(ConnectionError("reset"), times=1)
    with pytest.raises(ConnectionError):
        failing.summarize(REQUEST)
    assert failing.summarize(REQUEST) == "They talked."
    with pytest.raises(ModelUnavailable):
        FailingSummarizer().summarize(REQUEST)


def test_the_useless_ones() -> None:
    """White space, more than was given, and nothing of what was said."""
    assert not EmptySummarizer().summarize(REQUEST).strip()
    assert estimate_tokens(LongSummarizer().summarize(REQUEST)) > REQUEST.tokens
    assert "7" not in LossySummarizer().summarize(REQUEST)


def test_a_loop_ends_when_released_or_out_of_patience() -> None:
    """A forgotten release cannot hang a test."""
    looping = LoopingSummarizer()
    answers: list[str] = []
    thread = threading.Thread(target=lambda: answers.append(looping.summarize(REQUEST)))
    thread.start()
    assert looping.waiting.wait(10)
    assert answers == []
    looping.release.set()
    thread.join(10)
    assert answers == ["They talked."]
    with pytest.raises(ModelUnavailable):
        LoopingSummarizer(patience=0.01).summarize(REQUEST)
