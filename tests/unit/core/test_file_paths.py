"""Which names a file may have."""

from __future__ import annotations

import itertools
import os
import unicodedata
from pathlib import PurePosixPath
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.core.file_paths import (
    PATH_BYTES,
    ROOT,
    SEGMENTS,
    ancestors,
    checked_path,
    checked_prefix,
    device_name,
    resolved,
)
from stratal.errors import InvalidValue, PathEscapes

MEMORIES = "/memories"
_UP = ("..", "．．", "‥", "․․", ".\u200b.", "..\u00ad", "%2e%2e", "%252e%252e", "%2E.", "..%00")
_SEPARATORS = ("/", "\\", "／", "∕", "⁄", "＼", "⧸", "%2f", "%5c", "%252f", "\u2044", "//", "/./")
_TARGETS = ("etc/passwd", "outside.txt", "root/.ssh/id", "memories_backup/x")
_STARTS = (MEMORIES, MEMORIES + "/a", MEMORIES + "x", "", "C:", "\\\\server")


def hostile_paths() -> list[str]:
    """Paths that try to leave the folder, or to be another path further on; over 300."""
    climbing = [
        f"{start}{separator}{up}{separator}{up}{separator}{target}"
        for start, up, separator, target in itertools.product(
            _STARTS[:2], _UP, _SEPARATORS, _TARGETS[:2]
        )
    ]
    elsewhere = [
        *(f"{start}/{target}" for start in _STARTS[2:] for target in _TARGETS),
        "/etc/hostname", "memories/x", "./memories/x", "/memories_backup/x.txt", "/MEMORIES/x",
        "file:///etc/passwd", "~/x", "$HOME/x", "", "/", " /memories/x", "/memories/..",
        "/memories/a/../../outside.txt", "/memories/..\\outside.txt", "\\\\server\\share\\x",
    ]  # fmt: skip
    unseen = [
        f"{MEMORIES}/a{chr(code)}b.md"
        for code in (*range(32), 0x7F, 0x85, 0xAD, 0x200B, 0x200D, 0x202E, 0x2028, 0x2029, 0xFEFF,
                     0x2066, 0xD800, 0x180E)
    ]  # fmt: skip
    encoded = [f"{MEMORIES}/{quote(one, safe='')}" for one in ("../x", "..\\x", "a\x00b", "/etc")]
    too_long = [
        f"{MEMORIES}/{'a' * 5_000}", f"{MEMORIES}/{'a' * 256}", MEMORIES + "/a" * 21,
        f"{MEMORIES}/{'é' * 128}", MEMORIES + "/" + "/".join("ab" * 30 for _ in range(19)),
    ]  # fmt: skip
    return [*climbing, *elsewhere, *unseen, *encoded, *too_long]


def test_the_corpus_is_large() -> None:
    """At least 300 different hostile paths."""
    assert len(set(hostile_paths())) >= 300


@pytest.mark.parametrize("path", sorted(set(hostile_paths()), key=repr), ids=ascii)
def test_a_hostile_path_is_refused_or_stays_inside(path: str) -> None:
    """It is refused by name, or what comes out is a plain path within the folder."""
    try:
        found = resolved("path", path, MEMORIES)
    except InvalidValue as error:
        field = error.field
    else:
        field = "path" if _is_plain(found) else f"outside: {found}"
    assert field == "path"


@pytest.mark.parametrize(
    "path",
    ["/memories/..", "/memories/a/../../x", "/memories/%2e%2e/x", "/memories/..\\x",
     "/memories/．．/x", "/memoriesx", "memories/x"],
)  # fmt: skip
def test_leaving_is_told_apart(path: str) -> None:
    """What would leave the folder is `PathEscapes`, in whatever spelling."""
    with pytest.raises(PathEscapes):
        resolved("path", path, MEMORIES)


@pytest.mark.parametrize(
    "path", ["/memories", "/memories/", "/memories//", "/memories/.", "/memories/a/..",
             "/memories/a/b/../../"],
)  # fmt: skip
def test_the_folder_itself_in_any_spelling(path: str) -> None:
    """The root is the root however it is written."""
    assert resolved("path", path, MEMORIES) == ROOT


def test_composed_and_decomposed_are_one_path() -> None:
    """One rule for all doors: the composed form names the file."""
    composed, decomposed = "/caf\u00e9.md", "/cafe\u0301.md"
    assert checked_path("path", composed) == checked_path("path", decomposed) == composed


@pytest.mark.parametrize(
    "path",
    ["/a.md", "/笔记/部署。md", "/100% sure.md", "/a b/c-d_e.txt", "/…/x", "/emoji 🎉.md",
     "/.hidden", "/a" * SEGMENTS],
)  # fmt: skip
def test_honest_names_stay(path: str) -> None:
    """Chinese, spaces, a percent sign, dots within a name: nothing of that is hostile."""
    assert checked_path("path", path) == path


@pytest.mark.parametrize("path", ["a.md", "/", "", "//a", "/a//b", "/a/", "/./a", "/a/../b", "/a "])
def test_a_stored_path_has_no_other_spelling(path: str) -> None:
    """Where nothing is resolved, what would need it is refused."""
    with pytest.raises(InvalidValue):
        checked_path("path", path)


@pytest.mark.parametrize("value", [None, 7, b"/a", ["/a"]])
def test_what_is_no_text_is_refused(value: str) -> None:
    """Refused by name, not by a crash."""
    for call in (checked_path, checked_prefix):
        with pytest.raises(InvalidValue, match=r"string|must end"):
            call("path", value)
    with pytest.raises(InvalidValue):
        resolved("path", value, MEMORIES)


@settings(max_examples=300)
@given(st.text(max_size=80) | st.text("/.\\%2eEfF５．‥a", max_size=40))
def test_whatever_comes_out_is_plain(text: str) -> None:
    """Any text is refused or becomes a path that stays inside and is its own normal form."""
    try:
        found = resolved("path", f"{MEMORIES}/{text}", MEMORIES)
    except InvalidValue:
        return
    assert _is_plain(found)
    assert found == ROOT or checked_path("path", found) == found


@given(st.lists(st.text("abcé", min_size=1, max_size=5), min_size=1, max_size=SEGMENTS))
def test_ancestors_are_the_folders_above(segments: list[str]) -> None:
    """Each is the beginning of the next, and the last one holds the file."""
    path = "/" + "/".join(segments)
    above = ancestors(path)
    assert len(above) == len(segments) - 1
    assert all(path.startswith(one + "/") for one in above)


@pytest.mark.parametrize("path", ["/con", "/a/NUL.txt", "/lpt1", "/x./y", "/a:b", "/what?"])
def test_names_that_windows_cannot_keep_are_told(path: str) -> None:
    """A mount can refuse them by name."""
    assert device_name(path) is not None
    assert device_name("/console/nullable.md") is None


def _is_plain(path: str) -> bool:
    inside = os.path.normpath("/root" + path)
    return (
        (inside == "/root" or inside.startswith("/root/"))
        and ".." not in PurePosixPath(path).parts
        and not set("\\\x00\n") & set(path)
        and unicodedata.normalize("NFC", path) == path
        and len(path.encode()) <= PATH_BYTES
    )
