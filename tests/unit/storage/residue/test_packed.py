"""Packed values are unpacked, and what is broken off as far as it goes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.storage.residue.packed import METHODS, lz4, pglz

SAID = b"The wharf clerk counts the crates, the wharf clerk counts the barrels. " * 6
BY_LZ4 = bytes.fromhex(
    "f11354686520776861726620636c65726b20636f756e747320746865206372617465732c0c000f2300049f62617272656c732e204700ff4c50656c732e20"
)


def test_bytes_as_they_are_and_copies_of_them() -> None:
    """pglz: eight things after each control byte, a copy by how far back and how long."""
    assert pglz(b"\x00abcdefgh\x00ij", 10) == (b"abcdefghij", True)
    # "abc", then what stands three back, six long: over itself.
    assert pglz(b"\x08abc\x03\x03", 9) == (b"abcabcabc", True)
    # A copy of 18 and more says in a byte how much more; one from far back has high bits of that.
    assert pglz(b"\x02x\x0f\x01\x02", 21) == (b"x" * 21, True)
    far = b"\x00" + b"\x00".join(bytes([65 + at]) * 8 for at in range(40))
    assert pglz(far + b"\x01\x10\x40", 323) == (
        b"".join(bytes([65 + at]) * 8 for at in range(40)) + b"AAA",
        True,
    )


def test_a_block_of_lz4_is_unpacked() -> None:
    """Made by the library of LZ4."""
    assert lz4(BY_LZ4, len(SAID)) == (SAID, True)
    assert lz4(bytes.fromhex("2f61620200ffffff09506261626162"), 800) == (b"ab" * 400, True)


@pytest.mark.parametrize("length", range(0, len(BY_LZ4), 7))
def test_what_is_broken_off_is_read_as_far_as_it_goes(length: int) -> None:
    """And is never said to be whole."""
    text, whole = lz4(BY_LZ4[:length], len(SAID))
    assert SAID.startswith(text)
    assert not whole


@settings(max_examples=200)
@given(method=st.sampled_from(sorted(METHODS)), packed=st.binary(max_size=80))
def test_anything_at_all_is_read(method: int, packed: bytes) -> None:
    """Pages hold whatever they hold: no more comes out than was asked for; nothing is raised."""
    text, whole = METHODS[method](packed, 50)
    assert len(text) <= 50
    assert whole <= (len(text) == 50)
