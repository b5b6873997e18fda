"""`stratal.models.embedder`: what a vector must be, and what makes two of them comparable."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.errors import InvalidValue, ModelUnavailable
from stratal.models.embedder import Generation, checked, packed


def generation(dimension: int = 3, *, normalised: bool = True) -> Generation:
    return Generation(model="toy", version="1", dimension=dimension, normalised=normalised)


WORDS = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Z"), exclude_characters="|"),
    min_size=1,
    max_size=12,
)
GENERATIONS = st.builds(
    Generation,
    model=WORDS,
    version=WORDS,
    dimension=st.integers(1, 5_000),
    normalised=st.booleans(),
)


@given(GENERATIONS, GENERATIONS)
@settings(max_examples=60)
def test_a_key_stands_for_one_generation(one: Generation, other: Generation) -> None:
    """Two keys are equal exactly when the generations are."""
    assert (one.key == other.key) == (one == other)


def test_a_key_never_changes() -> None:
    """The stored form is a contract: this text stands in databases."""
    made = Generation(model="BAAI/bge-small", version="1.5", dimension=384, normalised=True)
    assert made.key == "BAAI/bge-small|1.5|384|unit"


@pytest.mark.parametrize("name", ["", "two words", "a|b", "tab\t", "nul\0", "\ud800", "x" * 201])
def test_a_name_that_would_blur_the_key_is_refused(name: str) -> None:
    """Blanks, separators, control characters and lone surrogates are no names."""
    with pytest.raises(InvalidValue, match="model"):
        Generation(model=name, version="1", dimension=3, normalised=True)
    with pytest.raises(InvalidValue, match="version"):
        Generation(model="toy", version=name, dimension=3, normalised=True)


@pytest.mark.parametrize("dimension", [0, -1])
def test_a_vector_has_numbers(dimension: int) -> None:
    """No dimension, no generation."""
    with pytest.raises(InvalidValue, match="dimension"):
        generation(dimension)


@given(st.lists(st.floats(-1e6, 1e6, width=32), min_size=1, max_size=20))
@settings(max_examples=60)
def test_packed_numbers_keep_their_direction(numbers: list[float]) -> None:
    """What is packed has length one and points where the numbers point, or is refused as zeros."""
    made = generation(len(numbers))
    length = math.hypot(*numbers)
    if length == 0:
        with pytest.raises(ModelUnavailable, match="all zeros"):
            packed(numbers, made)
        return
    vector = struct.unpack(f"<{len(numbers)}f", packed(numbers, made))
    assert vector == pytest.approx([number / length for number in numbers], abs=1e-6)


def test_free_vectors_are_packed_as_they_are() -> None:
    """Without normalisation nothing is scaled, and the bytes are little-endian float32."""
    vector = packed([1.0, -2.0, 0.5], generation(normalised=False))
    assert vector == bytes.fromhex("0000803f000000c00000003f")


@pytest.mark.parametrize(
    ("numbers", "problem"),
    [
        ([math.nan, 0.0, 1.0], "NaN or infinity"),
        ([math.inf, 0.0, 1.0], "NaN or infinity"),
        ([0.0, 0.0, 0.0], "all zeros"),
        ([1.0, 0.0], "8 bytes, not 12"),
        ([1.0, 0.0, 0.0, 0.0], "16 bytes, not 12"),
        ([0.9, 0.0, 0.0], "length 0.9"),
        ([2.0, 0.0, 0.0], "length 2"),
    ],
)
def test_a_vector_that_cannot_be_compared_is_refused(numbers: list[float], problem: str) -> None:
    """Wrong size, NaN, infinity, zeros and a broken promise of length one stop at the port."""
    with pytest.raises(ModelUnavailable, match=problem) as refused:
        checked(struct.pack(f"<{len(numbers)}f", *numbers), generation())
    assert refused.value.model == "toy"


@pytest.mark.parametrize("number", [math.nan, math.inf, 1e39])
def test_numbers_that_float32_cannot_hold_are_refused(number: float) -> None:
    """NaN, infinity and too large numbers end as our error, not as one of `struct`."""
    with pytest.raises(ModelUnavailable):
        packed([number, 1.0, 0.0], generation(normalised=False))


def test_half_precision_counts_as_length_one() -> None:
    """A server that rounds its numbers to three places keeps the promise."""
    third = round(1 / math.sqrt(3), 3)
    vector = struct.pack("<3f", third, third, third)
    assert checked(vector, generation()) is vector
