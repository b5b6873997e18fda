"""The key file: made once, private, and told from others."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal import KeyUnusable
from stratal.storage.receipt_key import ReceiptKey, make_key, read_key


def test_a_key_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    """Of many that make it at once all have the same."""
    path = tmp_path / "deep" / "key"
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(make_key, [path] * 16))
    assert len(keys) == 1
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_key(path) in keys


@pytest.mark.parametrize("text", ["", "abc", "zz" * 32, "00" * 31, "00" * 33])
def test_what_is_no_key_is_named(tmp_path: Path, text: str) -> None:
    """A damaged file is neither used nor replaced."""
    path = tmp_path / "key"
    path.write_text(text, encoding="ascii")
    for use in (read_key, make_key):
        with pytest.raises(KeyUnusable, match="no receipt key"):
            use(path)
    assert path.read_text(encoding="ascii") == text


def test_a_key_that_is_away_or_not_named_is_said_to_be(tmp_path: Path) -> None:
    """Reading makes none."""
    with pytest.raises(KeyUnusable, match="not there"):
        read_key(tmp_path / "key")
    for use in (read_key, make_key):
        with pytest.raises(KeyUnusable, match="STRATAL_RECEIPT_KEY"):
            use(None)


def test_the_secret_is_not_shown() -> None:
    """A key can stand in a log."""
    assert "secret" not in repr(ReceiptKey(secret=b"s" * 32))


@given(st.lists(st.text(), max_size=3), st.lists(st.text(), max_size=3))
def test_different_parts_have_different_hashes(one: list[str], other: list[str]) -> None:
    """However the parts are cut: "ab", "c" is not "a", "bc"."""
    key = ReceiptKey(secret=b"k" * 32)
    try:
        same = key.hash("id", *one) == key.hash("id", *other)
    except UnicodeEncodeError:
        return
    assert same == (one == other)
    assert key.hash("id", *one) != key.hash("listed", *one)
