"""Documents over the command line: what is printed, and how it ends."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from stratal.cli.app import run


class Shell:
    """Runs commands of the group in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], database: Path) -> None:
        self._capsys = capsys
        self._database = str(database)
        self.out = self.err = ""

    def __call__(self, *words: str) -> int:
        return self.run("knowledge", *words)

    def run(self, *words: str) -> int:
        status = run(["--database", self._database, "--user", "ana", *words])
        self.out, self.err = self._capsys.readouterr()
        return status

    def recall(self, *words: str) -> Any:
        assert self.run("recall", *words, "--json") == 0, self.err
        return json.loads(self.out)

    def json(self, *words: str, status: int = 0) -> Any:
        assert self(*words, "--json") == status, self.err
        return json.loads(self.out)


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys, tmp_path / "stratal.db")


@pytest.fixture
def manual(tmp_path: Path) -> Path:
    folder = tmp_path / "manual"
    folder.mkdir()
    (folder / "ferry.md").write_text("# Ferry\n\nIt leaves the pier at six.\n")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    return folder


def test_a_folder_with_a_broken_file(shell: Shell, manual: Path) -> None:
    """The broken one is named with status 1, the other is stored; again it is unchanged."""
    assert shell("add", str(manual), "--no-embed") == 1
    assert "1 document stored" in shell.out
    assert "manual/broken.pdf is no PDF" in shell.out
    told = shell.json("add", str(manual), "--no-embed", status=1)
    assert (told["files"], told["stored"], told["unchanged"]) == (2, [], 1)
    assert [one["name"] for one in told["faults"]] == ["manual/broken.pdf"]


def test_list_show_search_remove(shell: Shell, manual: Path) -> None:
    """A document is listed, shown piece by piece, found with its citation, and removed."""
    file = str(manual / "ferry.md")
    assert shell("add", file, "--no-embed", "--meta", "lang=en", "--scope", "repo:sea") == 0
    [listed] = shell.json("list", "--meta", "lang=en")["documents"]
    assert (listed["name"], listed["scope"], listed["version"]) == ("ferry.md", "repo:sea", 1)
    assert shell.json("list", "--meta", "lang=de") == {"documents": []}
    assert shell("show", "ferry.md") == 0
    assert "ferry.md@1#Ferry:0" in shell.out
    assert "It leaves the pier at six." in shell.out
    assert shell.json("search", "pier")["reason"] == "nothing stored"
    [hit] = shell.json("search", "pier", "--scope", "repo:sea")["hits"]
    assert hit["citation"] == "ferry.md@1#Ferry:0"
    assert shell("search", "pier") == 0
    assert "Other scopes hold memories or documents: repo:sea" in shell.out
    assert shell("search", "pier", "--scope", "repo:sea", "--meta", "lang=de") == 0
    assert "No match in" in shell.out
    assert shell("remove", "ferry.md") == 2
    assert shell("remove", "ferry.md", "--yes") == 0
    assert shell("show", "ferry.md") == 3


def test_recall_finds_pieces_of_documents(shell: Shell, manual: Path) -> None:
    """As any other layer does when it is asked; else none: the same answer, with the citation."""
    here = ("--scope", "repo:sea")
    assert shell("add", str(manual / "ferry.md"), "--no-embed", *here) == 0
    [hit] = shell.recall("pier", "--layer", "knowledge", *here)["hits"]
    assert (hit["layer"], hit["citation"]) == ("knowledge", "ferry.md@1#Ferry:0")
    assert shell.recall("pier", "--layer", "knowledge", "--layer", "messages", *here)["hits"] == [
        hit
    ]
    assert shell.recall("pier", *here)["hits"] == []
    assert shell.run("recall", "pier", "--layer", "knowledge", *here) == 0
    assert "ferry.md@1#Ferry:0" in shell.out
    assert "It leaves the pier at six." in shell.out


def test_standard_input(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read whole under the name given; without a name it is refused."""
    text = "# Tides\n\n潮水每天涨两次。\n".encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert shell("add", "-", "--no-embed") == 2
    assert shell("add", "-", "--no-embed", "--name", "tides.md") == 0
    [hit] = shell.json("search", "潮水")["hits"]
    assert hit["citation"] == "tides.md@1#Tides:0"


def test_stored_text_does_not_reach_the_terminal_as_commands(shell: Shell, tmp_path: Path) -> None:
    """Control characters are shown as signs, and markup as it stands."""
    file = tmp_path / "a.txt"
    file.write_text("pier \x1b[31mred [bold]x[/bold]")
    assert shell("add", str(file), "--no-embed") == 0
    for words in (("show", "a.txt"), ("search", "pier")):
        assert shell(*words) == 0
        assert "\x1b" not in shell.out
        assert "[bold]x[/bold]" in shell.out
