"""Embedders that answer, refuse and take their time."""

from __future__ import annotations

import time

import pytest

from stratal.errors import ModelUnavailable
from stratal.flows.embedding import Waiting
from stratal.testing import FailingEmbedder, HashEmbedder, SlowEmbedder


def test_answers_come_through() -> None:
    """Query and passages are the embedder's own, in order."""
    embedder = HashEmbedder()
    waiting = Waiting(embedder)
    texts = [f"text {n}" for n in range(40)]
    assert waiting.query("tea") == embedder.embed_query("tea")
    assert waiting.passages(texts) == (embedder.embed_passages(texts), None)
    assert waiting.passages([]) == ([], None)


def test_a_refused_text_costs_its_piece() -> None:
    """The other pieces are embedded, and the reason is told."""
    embedder = FailingEmbedder(texts=["text 20"])
    vectors, problem = Waiting(embedder).passages([f"text {n}" for n in range(40)])
    assert isinstance(problem, ModelUnavailable)
    assert [vector is None for vector in vectors].count(True) == 16
    assert vectors[0] is not None
    assert vectors[39] is not None


def test_patience_ends() -> None:
    """An embedder that does not come back is given up after the patience, and then not asked."""
    embedder = SlowEmbedder(patience=10)
    started = time.monotonic()
    waiting = Waiting(embedder, patience=0.1)
    with pytest.raises(ModelUnavailable, match=r"no answer within 0\.1 s"):
        waiting.query("tea")
    vectors, problem = waiting.passages(["one", "two"])
    assert vectors == [None, None]
    assert isinstance(problem, ModelUnavailable)
    assert time.monotonic() - started < 5
    embedder.release.set()


def test_what_came_in_time_is_kept() -> None:
    """Of several pieces those that were done before the patience ended are there."""
    embedder = SlowEmbedder(after=16, patience=10)
    vectors, problem = Waiting(embedder, patience=0.3).passages([f"text {n}" for n in range(32)])
    assert [vector is not None for vector in vectors] == [True] * 16 + [False] * 16
    assert problem is not None
    embedder.release.set()


def test_hanging_calls_do_not_pile_up() -> None:
    """Past eight calls that hang, the next ones are given up without a thread of their own."""
    embedder = SlowEmbedder(patience=10)
    for _ in range(12):
        with pytest.raises(ModelUnavailable):
            Waiting(embedder, patience=0.05).query("tea")
    assert embedder.waiting.is_set()
    embedder.release.set()
    for _ in range(100):
        try:
            assert Waiting(HashEmbedder(), patience=5).query("tea")
            return
        except ModelUnavailable:
            time.sleep(0.05)
    pytest.fail("the calls that were released still count")
