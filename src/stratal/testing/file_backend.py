"""What a place for the files of a store must pass, and one in memory that does.

For a place of your own, give each check a fresh one::

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_my_place(check, tmp_path):
        check(MyPlace(tmp_path))

A check raises `AssertionError` with what is wrong.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from stratal.core.file_paths import ancestors, checked_path
from stratal.errors import NotFound, PathConflict, StaleRevision, StratalError
from stratal.layers.files.backend import Entry, FileBackend

__all__ = ["CHECKS", "MemoryBackend"]


class MemoryBackend:
    """A place that is gone with the process. Give two stores the same one to share its files."""

    def __init__(self, name: str = "fake") -> None:
        self.address = f"memory:{name}"
        self._files: dict[str, tuple[bytes, str]] = {}
        self._writes = 0

    def entries(self) -> Mapping[str, Entry]:
        return {
            path: Entry(path=path, stamp=stamp, size=len(data))
            for path, (data, stamp) in self._files.items()
        }

    def read(self, path: str) -> tuple[bytes, str]:
        if path not in self._files:
            raise NotFound("file", path)
        return self._files[path]

    def write(self, path: str, data: bytes, *, expect: str | None) -> str:
        checked_path("path", path)
        self._compare(path, expect)
        self._free(path, besides=path)
        return self._put(path, data)

    def move(self, old: str, new: str) -> str:
        data, _ = self.read(old)
        self._free(checked_path("path", new), besides=old)
        del self._files[old]
        return self._put(new, data)

    def remove(self, path: str, *, expect: str) -> None:
        self._compare(path, expect)
        del self._files[path]

    def _put(self, path: str, data: bytes) -> str:
        self._writes += 1
        self._files[path] = (data, str(self._writes))
        return str(self._writes)

    def _free(self, path: str, *, besides: str) -> None:
        for other in self._files:
            if other != besides and (
                other == path or other in ancestors(path) or other.startswith(path + "/")
            ):
                raise PathConflict(path, other=other, file="")

    def _compare(self, path: str, expect: str | None) -> None:
        found = self._files.get(path)
        if found is None:
            if expect is not None:
                raise NotFound("file", path)
        elif expect is None:
            raise PathConflict(path, other=path, file="")
        elif _digest(found[0]) != expect:
            raise StaleRevision("file", path, expected=expect, current=_digest(found[0]))


def an_empty_place_lists_nothing(place: FileBackend) -> None:
    """No file, and an address that names its kind."""
    assert dict(place.entries()) == {}, "an empty place lists files"
    assert ":" in place.address, "an address is the kind, a colon, and where"


def bytes_come_back(place: FileBackend) -> None:
    """Whatever they are, under the stamp that the listing shows."""
    for number, data in enumerate((b"", b"\r\n\x00\xff", "部署".encode(), b"x" * 102_400)):
        path = f"/a b/{number}.md"
        stamp = place.write(path, data, expect=None)
        assert place.read(path) == (data, stamp), f"{path} came back changed"
        entry = place.entries()[path]
        assert (entry.stamp, entry.size) == (stamp, len(data)), "the listing tells otherwise"


def a_change_has_another_stamp(place: FileBackend) -> None:
    """Also one to a text of the same length."""
    first = place.write("/a.md", b"one", expect=None)
    second = place.write("/a.md", b"two", expect=_digest(b"one"))
    assert first != second, "a change kept its stamp"


def what_others_wrote_is_not_lost(place: FileBackend) -> None:
    """A wrong precondition changes nothing, and the refusal says what is there."""
    place.write("/a.md", b"one", expect=None)
    _refuses(PathConflict, lambda: place.write("/a.md", b"two", expect=None))
    _refuses(StaleRevision, lambda: place.write("/a.md", b"two", expect=_digest(b"three")))
    _refuses(StaleRevision, lambda: place.remove("/a.md", expect=_digest(b"three")))
    _refuses(NotFound, lambda: place.write("/b.md", b"two", expect=_digest(b"one")))
    _refuses(NotFound, lambda: place.remove("/b.md", expect=_digest(b"one")))
    assert {path: place.read(path)[0] for path in place.entries()} == {"/a.md": b"one"}


def a_move_overwrites_nothing(place: FileBackend) -> None:
    """It makes folders and clears empty ones; the bytes stay."""
    place.write("/x/y/a.md", b"one", expect=None)
    place.write("/b.md", b"two", expect=None)
    _refuses(PathConflict, lambda: place.move("/x/y/a.md", "/b.md"))
    _refuses(NotFound, lambda: place.move("/x/none.md", "/c.md"))
    stamp = place.move("/x/y/a.md", "/z/c.md")
    assert place.read("/z/c.md") == (b"one", stamp), "a move changed the file"
    assert set(place.entries()) == {"/z/c.md", "/b.md"}, "a move left something behind"
    place.write("/x", b"free again", expect=None)


def a_file_is_no_folder(place: FileBackend) -> None:
    """Neither above nor below another file."""
    place.write("/a/b.md", b"one", expect=None)
    for path in ("/a", "/a/b.md/c.md"):
        _refuses(StratalError, partial(place.write, path, b"two", expect=None))
    assert set(place.entries()) == {"/a/b.md"}


def what_is_removed_is_gone(place: FileBackend) -> None:
    """From the listing and from reading, with the folder that it was alone in."""
    place.write("/a/b.md", b"one", expect=None)
    place.remove("/a/b.md", expect=_digest(b"one"))
    assert dict(place.entries()) == {}, "a removed file is listed"
    _refuses(NotFound, lambda: place.read("/a/b.md"))
    place.write("/a", b"a file now", expect=None)


CHECKS: Sequence[Callable[[FileBackend], None]] = (
    an_empty_place_lists_nothing,
    bytes_come_back,
    a_change_has_another_stamp,
    what_others_wrote_is_not_lost,
    a_move_overwrites_nothing,
    a_file_is_no_folder,
    what_is_removed_is_gone,
)


def _refuses(error: type[StratalError], call: Callable[[], object]) -> None:
    try:
        call()
    except error:
        return
    raise AssertionError(f"{error.__name__} was not raised")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
