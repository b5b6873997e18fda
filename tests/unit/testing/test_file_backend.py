"""The tests that a place for files must pass, passed by the places that are shipped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import stratal
from stratal import Principal
from stratal.layers.files import Files
from stratal.layers.files.backend import FileBackend
from stratal.layers.files.directory import DirectoryBackend
from stratal.testing.file_backend import CHECKS, MemoryBackend


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: str(check.__name__))
@pytest.mark.parametrize("kind", ["memory", "directory"])
def test_a_place_keeps_the_contract(
    check: Callable[[FileBackend], None], kind: str, tmp_path: Path
) -> None:
    """The plain folder and the fake in memory alike."""
    check(MemoryBackend() if kind == "memory" else DirectoryBackend(tmp_path / "kept"))


class Forgetful(MemoryBackend):
    """Overwrites whatever is there."""

    def write(self, path: str, data: bytes, *, expect: str | None) -> str:
        return self._put(path, data)


def test_a_place_that_loses_edits_is_caught() -> None:
    """The checks can fail."""
    failed = 0
    for check in CHECKS:
        try:
            check(Forgetful())
        except AssertionError:
            failed += 1
    assert failed


def test_a_place_of_ones_own(tmp_path: Path) -> None:
    """A store in a place that only the host knows, and what others do there."""
    place = MemoryBackend("shared")
    with stratal.open(tmp_path / "a.db", embedder=None) as memory:
        session = memory.session(Principal(tenant="acme", user="ana"), id="monday")
        store = session.files.create("elsewhere", backend=place).id
        assert store is not None
        with pytest.raises(stratal.InvalidValue, match="nobody here can open"):
            session.files.open(store)
        known = Files(access=session.files.access, backends={"memory": lambda _: place})
        files = known.open(store)
        files.create("/a.md", "one")
        assert place.read("/a.md")[0] == b"one"
        place._put("/b.md", b"from outside")
        place._put("/a.md", b"two")
        place._put("/k.md", b"token ghp_" + b"a1B2" * 10)
        place._put("/n.bin", b"\xff\xfe")
        assert [one.path for one in files.listing()] == ["/a.md", "/b.md"]
        assert files.read("/a.md").content == "two"
        versions = files.history.versions()
        assert versions[-1].actor == "ana"
        assert {(one.path, one.actor, one.via) for one in versions[:2]} == {
            ("/a.md", "outside", "outside"),
            ("/b.md", "outside", "outside"),
        }
        changes = files.store().seq
        files.listing()
        assert files.store().seq == changes
        files.history.restore(1)
        assert place.read("/a.md")[0] == b"one"
