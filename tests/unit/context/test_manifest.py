"""The digest of the prefix tells whether any of it changed."""

from __future__ import annotations

from stratal.context.manifest import Manifest, Share, prefix_digest


def test_a_prefix_has_one_digest() -> None:
    """Equal for equal blocks; other for another text, name, order or cut between two blocks."""
    base = [("system", "ab"), ("profile", "c")]
    assert prefix_digest(base) == prefix_digest([("system", "ab"), ("profile", "c")])
    others = [
        [("system", "a"), ("profile", "bc")],
        [("profile", "c"), ("system", "ab")],
        [("system", "ab"), ("pinned", "c")],
        [("system", "ab")],
    ]
    assert prefix_digest(base) not in {prefix_digest(other) for other in others}


def test_a_block_is_found_by_name() -> None:
    """Or is not there."""
    share = Share(block="profile", tokens=1, reason="", items=(), digest="")
    manifest = Manifest(
        blocks=(share,), left_out=(), tokens=1, stable_prefix="", query="", notes=()
    )
    assert manifest.block("profile") is share
    assert manifest.block("tail") is None
