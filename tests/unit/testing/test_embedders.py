"""`stratal.testing.embedders`: the fakes keep the contract of the port."""

from __future__ import annotations

import math
import struct
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.errors import ModelUnavailable
from stratal.models.embedder import Embedder, checked
from stratal.testing import FailingEmbedder, HashEmbedder, SlowEmbedder, TableEmbedder


def nearness(one: bytes, other: bytes) -> float:
    form = f"<{len(one) // 4}f"
    left: tuple[float, ...] = struct.unpack(form, one)
    right: tuple[float, ...] = struct.unpack(form, other)
    return sum(a * b for a, b in zip(left, right, strict=True))


@given(st.text(st.characters(exclude_categories=()), max_size=50), st.integers(1, 80))
@settings(max_examples=60)
def test_any_text_has_a_hashed_vector(text: str, dimension: int) -> None:
    """Blank, odd and broken texts included, alike as passage and as query."""
    embedder = HashEmbedder(dimension)
    vector = embedder.embed_query(text)
    assert checked(vector, embedder.generation) == vector
    assert embedder.embed_passages([text, ""])[0] == vector


@pytest.mark.parametrize(
    ("query", "near", "far"),
    [
        ("which package manager", "the package manager is pnpm", "her flight leaves at noon"),
        ("用哪个包管理器", "包管理器是 pnpm", "她中午起飞"),
    ],
)
def test_shared_words_are_near(query: str, near: str, far: str) -> None:
    """A text with words of the query is nearer than one without, in both languages."""
    embedder = HashEmbedder()
    sought = embedder.embed_query(query)
    assert nearness(sought, embedder.embed_query(near)) > 0.3
    assert nearness(sought, embedder.embed_query(far)) < 0.3


def test_a_hashed_vector_is_the_same_everywhere() -> None:
    """The vector depends on nothing but text and generation: these are its bytes."""
    vector = HashEmbedder(4).embed_query("pnpm pnpm npm")
    assert vector == HashEmbedder(4).embed_query("PNPM npm pnpm")
    once, twice = 1 / math.sqrt(5), 2 / math.sqrt(5)
    assert struct.unpack("<4f", vector) == pytest.approx([0, once, twice, 0], abs=1e-6)


def test_another_generation_has_other_vectors() -> None:
    """Comparing across generations gives nonsense, here as with real models."""
    one, other = HashEmbedder(), HashEmbedder(version="2")
    assert one.generation != other.generation
    text = "the lock file belongs to pnpm"
    assert nearness(one.embed_query(text), other.embed_query(text)) < 0.7


def test_a_table_says_what_was_written_down() -> None:
    """Scripted texts get their vector, scaled; others the default; `seen` keeps the order."""
    embedder = TableEmbedder({"pnpm": [0, 2]}, 2, default=[3, 0])
    assert embedder.embed_passages(["other", "pnpm"]) == [
        struct.pack("<2f", 1, 0),
        struct.pack("<2f", 0, 1),
    ]
    assert embedder.seen == ["other", "pnpm"]


def test_a_table_without_default_is_unavailable_for_other_texts() -> None:
    """A text that nobody scripted fails the call instead of matching something."""
    embedder = TableEmbedder({"pnpm": [0, 1]}, 2)
    with pytest.raises(ModelUnavailable, match="no vector was scripted"):
        embedder.embed_passages(["pnpm", "other"])


def test_a_table_refuses_a_vector_of_another_size() -> None:
    """A slip in the script shows where it was made."""
    with pytest.raises(ModelUnavailable, match="12 bytes, not 8"):
        TableEmbedder({"pnpm": [0, 1, 0]}, 2)


def test_a_failing_embedder_keeps_the_generation_of_the_one_it_replaces() -> None:
    """Not reachable is not another model."""
    inner = HashEmbedder(model="remote", version="7")
    embedder = FailingEmbedder(inner)
    assert embedder.generation == inner.generation
    for _ in range(2):
        with pytest.raises(ModelUnavailable, match="remote"):
            embedder.embed_query("pnpm")
    embedder.repair()
    assert embedder.embed_query("pnpm") == inner.embed_query("pnpm")
    assert embedder.failed == 2


def test_a_failure_can_be_bound_to_texts_and_times() -> None:
    """Only the calls with a chosen text fail, and only as often as scripted."""
    embedder = FailingEmbedder(texts={"fact 8"}, times=3)
    assert len(embedder.embed_passages(["fact 7"])) == 1
    for _ in range(3):
        with pytest.raises(ModelUnavailable):
            embedder.embed_passages(["fact 7", "fact 8"])
    assert len(embedder.embed_passages(["fact 7", "fact 8"])) == 2


def test_a_slow_embedder_waits_in_the_middle() -> None:
    """After its first texts it holds the call until the test releases it, then finishes it."""
    inner = HashEmbedder()
    embedder = SlowEmbedder(inner, after=2)
    texts = ["one", "two", "three", "four"]
    with ThreadPoolExecutor(1) as pool:
        work = pool.submit(embedder.embed_passages, texts)
        assert embedder.waiting.wait(10)
        assert inner.seen == ["one", "two"]
        assert not work.done()
        embedder.release.set()
        assert work.result(10) == HashEmbedder().embed_passages(texts)


def test_a_slow_embedder_gives_up() -> None:
    """A release that never comes ends as an error, not as a hanging test."""
    embedder: Embedder = SlowEmbedder(patience=0.01)
    with pytest.raises(ModelUnavailable, match="not released"):
        embedder.embed_query("pnpm")
