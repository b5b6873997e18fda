"""Notes as a person looks after them: lint, out into a folder and in again, the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Session
from stratal.cli.app import run
from stratal.core.outcomes import Done
from stratal.layers.files import StoreFiles
from stratal.layers.files.lint import lint
from stratal.transfer.files import bring_in, bring_out


@pytest.fixture
def session(sessions: Sessions) -> Session:
    return sessions()


@pytest.fixture
def store(session: Session) -> StoreFiles:
    made = session.files.create("notes")
    assert made.id is not None
    return session.files.open(made.id)


def test_lint_names_what_a_reader_trips_over(store: StoreFiles) -> None:
    """Each sort of fault once, by path; sound notes are not named."""
    texts = {
        "/MEMORY.md": "- [A](a.md) — x\n- [Gone](gone.md)\n- [B](<sub/b b.md>)\n",
        "/a.md": "# A\nSee [[b-note]] and [B](sub/b%20b.md), `[no](link.md)`, https://x.y/z.\n",
        "/sub/b b.md": "---\nname: b-note\ndescription: about b\n---\nSee [[nobody]].\n",
        "/blank.md": "\n---\n\n",
        "/copy.md": "# A copy\ntext\n",
        "/copy-2.md": "# A copy\ntext\n",
        "/same title.md": "# A copy\nother text\n",
        "/big.md": "# Big\n" + "x\n" * 13_000,
    }
    for path, text in texts.items():
        store.create(path, text)
    found = {(one.kind, one.path) for one in lint(store)}
    assert {("dead_link", "/MEMORY.md"), ("dead_link", "/sub/b b.md")} <= found
    assert {("no_summary", "/blank.md"), ("too_large", "/big.md")} <= found
    assert {("duplicate", "/copy.md")} <= found
    assert ("not_listed", "/blank.md") in found
    assert not [one for one in found if one[1] == "/a.md"]
    store.write("/MEMORY.md", "line\n" * 300)
    assert ("index_too_long", "/MEMORY.md") in {(one.kind, one.path) for one in lint(store)}


def test_files_go_out_and_come_in_again(
    session: Session, store: StoreFiles, tmp_path: Path
) -> None:
    """Bytes and paths are the same; nothing is overwritten; what is unfit is named."""
    store.create("/a/部署.md", "先连 VPN\r\n")
    store.create("/b.md", "")
    out = tmp_path / "out"
    assert [one.outcome.done for one in bring_out(store, out)] == [Done.STORED] * 2
    assert (out / "a" / "部署.md").read_bytes() == "先连 VPN\r\n".encode()
    (out / "b.md").write_text("mine")
    (out / "c.bin").write_bytes(b"\xff\xfe")
    (out / "link.md").symlink_to(tmp_path / "elsewhere")
    assert [one.outcome.code for one in bring_out(store, out)] == ["same", "taken"]
    assert (out / "b.md").read_text() == "mine"
    taken = {one.path: one.outcome.code for one in bring_in(store, out)}
    assert taken == {"/a/部署.md": "same_content", "/b.md": "modified", "/c.bin": "not_text"}
    assert store.read("/b.md").content == "mine"


def test_the_command_line_looks_after_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Make, write, list, read, compare, restore, redact, move, delete, each with its status."""
    common = ["--database", str(tmp_path / "a.db"), "--user", "ana", "--embedder", "none"]
    note = tmp_path / "note.md"

    def stratal(*words: str) -> tuple[int, str]:
        status = run(["files", *words, *common])
        return status, capsys.readouterr().out

    assert stratal("ls")[0] == 2
    assert stratal("create", "notes")[0] == 0
    for text in ("one\n", "two\n"):
        note.write_text(text)
        assert stratal("edit", "/a/note.md", "--file", str(note))[0] == 0
    assert stratal("cat", "notes:/a/note.md") == (0, "two\n")
    assert stratal("cat", "/a/note.md", "--version", "1") == (0, "one\n")
    assert "-one\n+two\n" in stratal("diff", "/a/note.md", "1")[1]
    versions = json.loads(stratal("log", "/a/note.md", "--json")[1])["versions"]
    assert [one["version"] for one in versions] == [2, 1]
    assert stratal("edit", "/a/note.md", "--file", str(note), "--expect", "0" * 64)[0] == 0
    note.write_text("three\n")
    assert stratal("edit", "/a/note.md", "--file", str(note), "--expect", "0" * 64)[0] == 4
    assert stratal("restore", "/a/note.md", "1")[0] == 0
    assert stratal("redact", "notes", "1", "--yes")[0] == 0
    assert stratal("redact", "notes", "3", "--yes")[0] == 1
    assert stratal("attach", "notes", "--read-only")[0] == 0
    assert stratal("delete", "/a")[0] == 1
    assert stratal("attach", "notes", "--off")[0] == 0
    assert stratal("move", "/a", "/b")[0] == 0
    assert json.loads(stratal("ls", "--all", "--json")[1])["entries"][0]["path"] == "/b/note.md"
    assert stratal("export", "notes", str(tmp_path / "out"))[0] == 0
    assert stratal("delete", "/b")[0] == 0
    assert stratal("cat", "/b/note.md")[0] == 3
    assert stratal("import", "notes", str(tmp_path / "out"))[0] == 0
    assert stratal("cat", "/b/note.md") == (0, "one\n")
    assert stratal("lint", "notes")[0] == 0
    assert "notes" in stratal("stores")[1]
