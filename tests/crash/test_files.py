"""Files under real processes: many that edit one file at once, and some that are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import stratal
from stratal import Principal
from stratal.upkeep.doctor import examine

ANA = Principal(tenant="acme", user="ana")
EDITS = 25
EDITOR = """
import sys
import stratal
path, store, name, count = sys.argv[1:5]
conflicts = 0
with stratal.open(path, embedder=None, durability="process") as memory:
    session = memory.session(stratal.Principal(tenant="acme", user="ana"), id=name)
    files = session.files.open(store)
    for number in range(int(count)):
        while True:
            seen = files.read("/shared.md")
            try:
                files.update(seen.id, content=f"{seen.content}{name}-{number}\\n",
                             expect=seen.digest)
                break
            except stratal.StaleRevision as lost:
                assert lost.current != seen.digest
                conflicts += 1
print(conflicts)
"""
WRITER = """
import sys
import stratal
path, store, name = sys.argv[1:4]
with stratal.open(path, embedder=None) as memory:
    files = memory.session(stratal.Principal(tenant="acme", user="ana"), id=name).files.open(store)
    for number in range(1000):
        done = files.write(f"/{name}/{number % 20}.md", f"# {name} {number}\\n" + "x" * number)
        print(done.id, done.revision, done.file.digest, flush=True)
"""


def new_store(path: Path | str) -> str:
    with stratal.open(path, embedder=None) as memory:
        made = memory.session(ANA, id="host").files.create("shared")
    assert made.id is not None
    return made.id


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_eight_processes_edit_one_file_and_lose_no_edit(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    """Every edit is there once, the number of versions is theirs, and all that failed was told."""
    path = str(tmp_path / "shared.db")
    if kind == "postgresql":
        path = request.getfixturevalue("emptied_database").runtime
    store = new_store(path)
    with stratal.open(path, embedder=None) as memory:
        memory.session(ANA, id="host").files.open(store).create("/shared.md", "")
    editors = [
        subprocess.Popen(
            [sys.executable, "-c", EDITOR, path, store, f"w{number}", str(EDITS)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(8)
    ]
    for editor in editors:
        _, errors = editor.communicate(timeout=240)
        assert editor.returncode == 0, errors
    with stratal.open(path, embedder=None) as memory:
        files = memory.session(ANA, id="host").files.open(store)
        lines = (files.read("/shared.md").content or "").split("\n")[:-1]
        assert sorted(lines) == sorted(
            f"w{name}-{number}" for name in range(8) for number in range(EDITS)
        )
        assert files.store().seq == 1 + 8 * EDITS
        assert examine(memory.database, "acme").clean


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_killed_writers_lose_no_version_that_was_acknowledged(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    """Twenty times kill -9 in the middle of a thousand writes; the doctor finds nothing."""
    path = str(tmp_path / "killed.db")
    if kind == "postgresql":
        path = request.getfixturevalue("emptied_database").runtime
    store = new_store(path)
    acknowledged: list[list[str]] = []
    for round_ in range(20):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, path, store, f"r{round_}"],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert writer.stdout is not None
        lines = [writer.stdout.readline()]
        deadline = time.monotonic() + 0.02 + round_ * 0.01
        while time.monotonic() < deadline:
            lines.append(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        rest, _ = writer.communicate()
        lines += rest.splitlines(keepends=True)
        acknowledged += [line.split() for line in lines if line.endswith("\n")]
    assert len(acknowledged) >= 20
    with stratal.open(path, embedder=None) as memory:
        report = examine(memory.database, "acme")
        assert report.clean, report.findings
        files = memory.session(ANA, id="host").files.open(store)
        for file, seq, digest in acknowledged:
            version = files.history.get(int(seq))
            assert (version.file, version.digest) == (file, digest)
        files.write("/after.md", "the next write works at once")
        assert examine(memory.database, "acme").clean
