"""What is handed to a person who asks: everything that is held about them, and nothing else."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.conftest import Sessions
from tests.planted import SECRET, Planted, plant

from stratal import InvalidValue, Memory, MessageEvidence, Scope
from stratal.cli.app import run
from stratal.storage.database import Database, named_queries
from stratal.testing.clock import ManualClock
from stratal.transfer.person import parts, write_person

DERIVED = {
    "search_space": "the search index, made of the texts",
    "search_entry": "the search index, made of the texts",
    "search_part": "the search index, made of the texts",
    "posting": "the search index, made of the texts",
    "vector": "vectors, made of the texts",
    "search_vector": "vectors, made of the texts",
    "search_cells": "vectors, made of the texts",
    "search_block": "vectors, made of the texts",
    "search_member": "vectors, made of the texts",
    "generation": "which embedder there is",
    "event_log": "a count of the events",
    "job_lane": "which work is being done at this moment",
    "recall_day": "how many recalls everybody made",
    "erasure": "receipts of what is not held any more, without content",
    "erasure_mark": "what is being erased at this moment",
    "erased_hash": "keyed hashes, which nobody can turn into what they were of",
    "stratal_migration": "what the schema is",
}
"""Tables that an access request leaves out, with the reason."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "ana"


def export(memory: Memory, folder: Path, clock: ManualClock, user: str = "ana") -> dict[str, Any]:
    write_person(memory.database, tenant="acme", user=user, folder=folder, now=clock.now())
    document: dict[str, Any] = json.loads((folder / "data.json").read_text(encoding="utf-8"))
    return document


def absent(planted: Planted, text: str) -> dict[str, str]:
    """The marks that the text does not have, by place."""
    return {
        place: mark
        for place in planted.words
        if place not in (*planted.gone, *planted.outside)
        for mark in planted.marks(place)
        if mark not in text
    }


def test_everything_is_there_and_nothing_of_anybody_else(
    memory: Memory, folder: Path, clock: ManualClock, tmp_path: Path
) -> None:
    """Every mark of the person stands in both files, and none of another's."""
    ana = plant(memory, "ana", folder=tmp_path)
    bo = plant(memory, "bo", agent=None)
    export(memory, folder, clock)
    for name in ("data.json", "README.md"):
        text = (folder / name).read_text(encoding="utf-8")
        assert {place for place in absent(ana, text) if not place.startswith("folder.")} == set()
        assert [mark for mark in bo.marks() if mark in text] == []
        assert SECRET in text
    told = (folder / "README.md").read_text(encoding="utf-8")
    assert "hold a password" in told


def test_every_table_is_told_or_named(database: Database) -> None:
    """A new table is part of an access request, or it says here why not."""
    with database.bare("acme") as bare:
        tables = set(bare.tables()) | {"vector"}
    queries = named_queries(database.dialect.name)
    read = {
        table
        for part in parts()
        for table in re.findall(r"(?:FROM|JOIN) (\w+)", queries[part.query])
    }
    assert tables - read - DERIVED.keys() == set()
    assert {name for name in queries if name.startswith("person_")} == {
        part.query for part in parts()
    }


def test_of_a_shared_thing_only_what_is_the_persons_is_told(
    sessions: Sessions, memory: Memory, folder: Path, clock: ManualClock
) -> None:
    """A memory of a team that two people's words support: each is told of their own words."""
    ana, bo = (sessions(user, scopes=("team:harbour",)) for user in ("ana", "bo"))

    def said(session: Any, text: str) -> MessageEvidence:
        message = session.conversation.append({"role": "user", "content": text}).id
        assert message is not None
        return MessageEvidence(conversation=session.id, message=message, quotation=text)

    team = Scope.parse("team:harbour")
    words = said(ana, "The gate opens at nine.")
    made = ana.memories.remember("The gate opens at nine.", scope=team, evidence=words)
    clock.advance(timedelta(days=1))
    later = said(bo, "The gate opens at ten, says the keeper.")
    assert made.id is not None
    revised = bo.memories.revise(made.id, later.quotation, evidence=later)
    assert revised.kept
    bo.memories.remember("The keeper is called Ottoline.", scope=team)
    document = export(memory, folder, clock)
    assert [one["id"] for one in document["records"]] == [made.id]
    assert [one["content"] for one in document["revisions"]] == ["The gate opens at nine."]
    assert [one["quotation"] for one in document["evidence"]] == [words.quotation]
    assert "keeper" not in json.dumps(document)
    assert "Ottoline" not in json.dumps(document)


def test_the_history_is_readable(
    sessions: Sessions, memory: Memory, folder: Path, clock: ManualClock
) -> None:
    """Times are times, what was compressed is unpacked, and what was JSON is what it says."""
    session = sessions()
    session.agent_state.create("loop", {"step": 1})
    session.agent_state.patch("loop", {"step": 2})
    task = session.task("t", goal="count the boxes")
    for number in range(66):
        task.set("n", number)
    document = export(memory, folder, clock)
    assert [one["document"] for one in document["agent_state_revisions"]] == [
        {"step": 1},
        {"step": 2},
    ]
    assert [one["whole"]["goal"] for one in document["checkpoints"] if one["whole"]] == [
        "count the boxes",
        "count the boxes",
    ]
    [one] = document["tasks"]
    assert one["created_at"] == clock.now().isoformat()
    assert document["format"] == 1


def test_the_same_is_told_again(
    memory: Memory, folder: Path, clock: ManualClock, tmp_path: Path
) -> None:
    """But for the time; and what is left out is listed in the data, too."""
    plant(memory, "ana")
    first = export(memory, folder, clock)
    clock.advance(timedelta(hours=1))
    second = export(memory, tmp_path / "again", clock)
    assert first.pop("made_at") != second.pop("made_at")
    assert first == second
    assert "vectors" in first["left_out"]


def test_texts_cannot_become_markup(
    sessions: Sessions, memory: Memory, folder: Path, clock: ManualClock
) -> None:
    """What somebody said stands in a block that their own marks do not end."""
    text = "# No heading\n```\n[no](link) <b>no</b>\n````\n| no | table |"
    sessions().conversation.append({"role": "user", "content": text, "name": "a*b"})
    export(memory, folder, clock)
    told = (folder / "README.md").read_text(encoding="utf-8")
    outside: list[str] = []
    inside: list[str] = []
    fence = ""
    for line in told.splitlines():
        if not fence and (found := re.match(r"(`{3,})text$", line)):
            fence = found[1]
        elif fence and line == fence:
            fence = ""
        else:
            (inside if fence else outside).append(line)
    assert fence == ""
    assert not [line for line in outside if "No heading" in line or "<b>" in line]
    assert any("No heading" in line for line in inside)
    headings = [line for line in outside if line.startswith("#")]
    assert headings[0] == "# Everything held about ana"
    contents = re.findall(r"\(#([\w-]+)\)", told)
    anchors = {re.sub(r"[^\w\- ]", "", h[3:].lower()).replace(" ", "-") for h in headings}
    assert set(contents) <= anchors


def test_a_folder_that_is_there_is_left_alone(
    memory: Memory, folder: Path, clock: ManualClock
) -> None:
    """Nothing is overwritten; what is made is for the owner alone."""
    export(memory, folder, clock)
    assert {oct(one.stat().st_mode & 0o777) for one in folder.iterdir()} == {"0o600"}
    assert oct(folder.stat().st_mode & 0o777) == "0o700"
    with pytest.raises(InvalidValue, match="cannot be made"):
        export(memory, folder, clock)
    with pytest.raises(InvalidValue):
        write_person(memory.database, tenant="acme", user="", folder=folder / "b", now=clock.now())


def test_the_command_line(
    address: str, memory: Memory, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Told in a table; who is not known is told as nothing."""
    plant(memory, "ana")
    arguments = ["--database", address, "--tenant", "acme"]
    assert run(["export-person", str(folder), "--user", "ana", *arguments]) == 0
    told = capsys.readouterr().out
    assert "Profile and memories" in told
    assert "hold a secret" in told
    assert run(["export-person", str(folder), "--user", "ana", *arguments]) == 2
    capsys.readouterr()
    assert run(["export-person", f"{folder}-2", "--user", "zoe", "--json", *arguments]) == 0
    document = json.loads(capsys.readouterr().out)
    assert set(document["rows"].values()) == {0}
