"""`stratal erase`: names one thing, asks, erases, and verifies its receipts."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Memory, Scope
from stratal.cli.app import run
from stratal.storage.postgresql import UnsafeRoleWarning
from stratal.testing.postgresql import TestDatabase

BOAT = "The boat Heron lies at the north pier."


@pytest.fixture
def lived(memory: Memory, sessions: Sessions, monkeypatch: pytest.MonkeyPatch) -> Memory:
    """Something of everything that can be named."""
    monkeypatch.setenv("STRATAL_RECEIPT_KEY", str(memory.database.key_file))
    session = sessions(id="monday", scopes=("user:ana", "repo:trip"), write="user:ana")
    for text in (BOAT, "Call me Ana.", "It is green."):
        session.add(text)
    session.memories.remember(BOAT)
    session.memories.remember("The gate of the yard is green.", scope=Scope.parse("repo:trip"))
    session.knowledge.add("pier.md", f"# Pier\n\n{BOAT}\n")
    session.files.open(str(session.files.create("notes").id)).create("/a/b.md", BOAT)
    session.task("crane", goal="load the barge")
    session.agent_state.create("loop", {"step": 1})
    return memory


def erase(address: str, *words: str) -> int:
    return run(["--database", address, "erase", "--tenant", "acme", "--user", "ana", *words])


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ((), "person"),
        (("--conversation", "monday"), "conversation"),
        (("--conversation", "monday", "--messages", "2..3"), "messages"),
        (("--conversation", "monday", "--messages", "1"), "messages"),
        (("--document", "pier.md"), "document"),
        (("--file", "notes", "/a/b.md"), "file"),
        (("--task", "crane"), "task"),
        (("--fact", "address"), "fact"),
    ],
)
def test_what_is_named_goes_and_its_receipt_is_genuine(
    lived: Memory,
    address: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    kind: str,
) -> None:
    """A preview changes nothing; with --yes nobody is asked; the receipt is shown and written."""
    assert erase(address, *words, "--preview") == 0
    assert "before" in capsys.readouterr().out
    written = tmp_path / "receipt.json"
    assert erase(address, *words, "--yes", "--receipt", str(written)) == 0
    shown = capsys.readouterr().out
    assert f"Erased: {kind}" in shown
    assert "Heron" not in shown
    receipt = json.loads(written.read_text(encoding="utf-8"))
    assert receipt["kind"] == kind
    assert erase(address, "verify", str(written)) == 0
    assert erase(address, "verify", receipt["id"][:13]) == 0
    assert "Genuine" in capsys.readouterr().out
    written.write_text(json.dumps({**receipt, "asked_by": "nobody"}), encoding="utf-8")
    assert erase(address, "verify", str(written)) == 1
    assert erase(address, "receipts") == 0
    assert kind in capsys.readouterr().out
    assert run(["--database", address, "doctor", "--tenant", "acme"]) == 0


def test_a_scope_needs_no_person(
    lived: Memory, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """All of it goes, in JSON too."""
    words = ["erase", "--scope", "repo:trip", "--tenant", "acme", "--yes", "--json"]
    assert run(["--database", address, *words]) == 0
    receipt = json.loads(capsys.readouterr().out)
    assert (receipt["kind"], {kind: len(ids) for kind, ids in receipt["ids"].items()}) == (
        "scope",
        {"memory": 1},
    )


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--messages", "1..2", "--yes"), 2, "with --conversation"),
        (("--conversation", "monday", "--messages", "x", "--yes"), 2, "FIRST..LAST"),
        (("--conversation", "tuesday", "--yes"), 3, "no conversation"),
        (("--task", "x", "--event", "y", "--yes"), 2, "one thing"),
        (("--memory", "019cae03-0740", "--yes"), 3, "no item"),
        (("--scope", "repo:a", "--scope", "repo:b", "--yes"), 2, "must be one"),
        ((), 2, "--yes"),
        (("verify", "none.json"), 3, "no receipt"),
    ],
)
def test_what_cannot_be_erased_is_said_and_nothing_is(
    lived: Memory,
    address: str,
    sessions: Sessions,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    status: int,
    said: str,
) -> None:
    """One line, and the status of what is wrong."""
    assert erase(address, *words) == status
    assert said in capsys.readouterr().err
    assert len(list(sessions(id="monday").conversation)) == 3


def test_nobody_is_erased_who_was_not_named(
    lived: Memory, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who is logged in is not meant, whatever was answered beforehand."""
    assert run(["--database", address, "erase", "--tenant", "acme", "--yes"]) == 2
    assert "--user" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "gone"), [("n\n", False), ("y\nyes\n", False), ("y\nERASE\n", True)]
)
def test_a_person_is_asked_for_twice(
    lived: Memory, address: str, sessions: Sessions, typed: str, gone: bool
) -> None:
    """At a terminal; only both answers let it begin."""
    master, terminal = pty.openpty()
    os.write(master, typed.encode())
    words = ["--database", address, "erase", "--tenant", "acme", "--user", "ana"]
    asked = subprocess.run(
        [sys.executable, "-m", "stratal", *words],
        stdin=terminal,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    os.close(terminal)
    os.close(master)
    assert (asked.returncode == 0) is gone, asked.stderr
    assert (list(sessions(id="monday").conversation) == []) is gone


def test_bytes_go_on_postgresql_when_the_owner_says_so(
    lived: Memory,
    address: str,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The tables are named beforehand; who does not own them is refused."""
    assert erase(address, "--yes") == 0
    if not address.startswith("postgresql"):
        assert "physical" in capsys.readouterr().out
        assert erase(address, "--compact", "--yes") == 0
        assert "Nothing is left to compact" in capsys.readouterr().out
        return
    assert "logical" in capsys.readouterr().out
    assert erase(address, "--compact", "--yes") == 5
    assert "owner" in capsys.readouterr().err
    emptied: TestDatabase = request.getfixturevalue("emptied_database")
    with pytest.warns(UnsafeRoleWarning):
        assert erase(emptied.superuser, "--compact", "--yes") == 0
    shown = capsys.readouterr().out
    assert "message" in shown
    assert "physical" in shown
