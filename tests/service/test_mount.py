"""A store of files as a folder: a real mount in a process of its own, used by real shell tools."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import stratal
from stratal import Principal

pytestmark = pytest.mark.skipif(
    not Path("/dev/fuse").exists() or shutil.which("fusermount3") is None,
    reason="there is no /dev/fuse, or no fuse3",
)
KEY = "AKIA" + "IOSFODNN7EXAMPL2"


class Mounted:
    """A folder that shows a store, and the database behind it."""

    def __init__(
        self,
        database: Path | str,
        folder: Path,
        *,
        read_only: bool = False,
        attached_to: str | None = None,
    ) -> None:
        self.database, self.folder = database, folder
        folder.mkdir()
        options = ["--read-only"] if read_only else []
        shown = ["notes"]
        if attached_to is not None:
            shown, options = ["--attached"], [*options, "--conversation", attached_to]
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "stratal", "mount", *shown, str(folder), *options),
                *("--database", str(database), "--tenant", "acme", "--user", "ana"),
                *("--embedder", "none"),
            ],
            stderr=subprocess.PIPE,
            text=True,
        )
        until = time.monotonic() + 20
        while not os.path.ismount(folder):
            if self._process.poll() is not None or time.monotonic() > until:
                pytest.fail(f"not mounted: {self.stop()}")
            time.sleep(0.05)

    def sh(self, command: str, *, fails: bool = False) -> str:
        """What a shell command in the folder prints."""
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
        )
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        return done.stdout + done.stderr

    def versions(self, path: str) -> list[str]:
        """What the file said, the oldest first; and by whom."""
        with stratal.open(self.database, embedder=None) as memory:
            files = memory.session(Principal(tenant="acme", user="ana"), id="look").files
            store = files.open(files.named("notes").id)
            history = store.history.versions(file=store.read(path).id)
            assert {(one.actor, one.via) for one in history} == {("ana", "mount")}
            whole = [store.history.get(one.seq).content for one in reversed(history)]
            return [str(content) for content in whole]

    def stop(self) -> str:
        """Unmount as a service manager does; what was told."""
        self._process.send_signal(signal.SIGTERM)
        _, told = self._process.communicate(timeout=20)
        assert not os.path.ismount(self.folder)
        return told


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "a.db"
    with stratal.open(path, embedder=None) as memory:
        memory.session(Principal(tenant="acme", user="ana"), id="x").files.create("notes")
    return path


@pytest.fixture
def mounted(database: Path, tmp_path: Path) -> Iterator[Mounted]:
    made = Mounted(database, tmp_path / "notes")
    yield made
    made.stop()


def test_a_shell_works_in_it(mounted: Mounted) -> None:
    """Writing, appending, editing in place, moving, folders, searching and removing."""
    mounted.sh("mkdir -p 部署 && echo 'first line' > 部署/a.md && echo second >> 部署/a.md")
    assert mounted.sh("cat 部署/a.md") == "first line\nsecond\n"
    mounted.sh("sed -i s/second/third/ 部署/a.md")
    assert mounted.versions("/部署/a.md") == [
        "first line\n",
        "first line\nsecond\n",
        "first line\nthird\n",
    ]
    mounted.sh("mv 部署/a.md b.md")
    assert "third" in mounted.sh("grep -r third .")
    assert mounted.sh("stat -c %s b.md") == "17\n"
    mounted.sh('rmdir 部署 && rm b.md && test ! -e b.md && test -z "$(ls -A)"')


def test_a_save_by_way_of_a_copy_is_one_version(mounted: Mounted) -> None:
    """An editor writes a copy of its own and renames it: the file stays the same file."""
    mounted.sh("echo one > a.md")
    mounted.sh("mv a.md a.md~ && echo two > a.md && rm a.md~")
    assert mounted.versions("/a.md") == ["one\n", "two\n"]
    mounted.sh("echo three > sedAbCdEf && mv sedAbCdEf a.md")
    assert mounted.versions("/a.md") == ["one\n", "two\n", "three\n"]


def test_of_two_writers_the_last_to_close_wins_and_both_are_kept(mounted: Mounted) -> None:
    """Each writes to a copy of its own; nothing is mixed, nothing is lost."""
    mounted.sh("echo base > a.md")
    with (
        open(mounted.folder / "a.md", "w", encoding="utf-8") as first,
        open(mounted.folder / "a.md", "w", encoding="utf-8") as second,
    ):
        first.write("from the first\n")
        second.write("from the second\n")
        second.close()
        first.close()
    assert mounted.sh("cat a.md") == "from the first\n"
    assert mounted.versions("/a.md")[-2:] == ["from the second\n", "from the first\n"]


def test_what_a_rule_refuses_is_told_by_number_and_sentence(mounted: Mounted) -> None:
    """A secret, a file that is too large, a name that may not be: nothing of it is kept."""
    assert "denied" in mounted.sh(f"echo 'key {KEY}' > s.md", fails=True)
    assert "too large" in mounted.sh("head -c 200000 /dev/zero | tr '\\0' x > l.md", fails=True)
    mounted.sh("ln -s /etc/passwd p.md", fails=True)
    assert mounted.sh("ls -A") == ""


def test_read_only_is_a_read_only_file_system(database: Path, tmp_path: Path) -> None:
    """Everything can be read, and every change is refused as such."""
    with stratal.open(database, embedder=None) as memory:
        files = memory.session(Principal(tenant="acme", user="ana"), id="x").files
        files.open(files.named("notes").id).create("/a.md", "kept\n")
    mounted = Mounted(database, tmp_path / "notes", read_only=True)
    try:
        assert mounted.sh("cat a.md") == "kept\n"
        for command in ("echo x > a.md", "rm a.md", "mkdir b", "mv a.md b.md", "echo x > c.md"):
            assert "Read-only file system" in mounted.sh(command, fails=True)
    finally:
        told = mounted.stop()
    assert "read-only" in told


def test_a_folder_that_is_not_empty_is_not_covered(database: Path, tmp_path: Path) -> None:
    """What lies in it would be hidden."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").write_text("mine", encoding="utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "stratal", "mount", "notes", str(tmp_path / "full")),
            *("--database", str(database), "--tenant", "acme", "--user", "ana"),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode != 0
    assert "empty folder" in done.stderr
