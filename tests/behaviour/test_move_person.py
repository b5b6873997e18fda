"""A person's data, brought into another database: as they were, once, whole, and nobody else's."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.behaviour.conftest import Sessions
from tests.planted import SECRET, SHARED, plant

import stratal
from stratal import (
    Embedder,
    InvalidValue,
    Layer,
    Memory,
    MessageEvidence,
    NewMessage,
    Principal,
    Scope,
    Session,
    Status,
    default_policy,
)
from stratal.cli.app import run
from stratal.core.canonical import Json
from stratal.core.clock import TimeOrderedIds
from stratal.core.erasure import ConversationTarget, Item, Person
from stratal.errors import DatabaseUnusable
from stratal.storage.sqlite import Durability, SqliteDatabase
from stratal.testing import HashEmbedder
from stratal.testing.clock import ManualClock
from stratal.transfer.person import write_person
from stratal.transfer.restore import Restored, restore_person
from stratal.upkeep.doctor import examine

DATA = "data.json"
NOT_CARRIED = ("keys",)
TEXTS = ("---\ntitle: Plan: phase 2\n---\nnaïve ☕", "---\nno rule 漢字", "[1,  2]\n")
"""Of a file, version by version."""


@pytest.fixture
def embedder() -> Embedder:
    return HashEmbedder()


@contextmanager
def opened(folder: Path, clock: ManualClock, name: str = "b") -> Iterator[Memory]:
    memory = Memory(
        SqliteDatabase(folder / f"{name}.db", durability=Durability.PROCESS),
        policy=default_policy(),
        embedder=HashEmbedder(),
        clock=clock,
        ids=TimeOrderedIds(clock),
        receipt_key=folder / f"{name}-key",
    )
    try:
        yield memory
    finally:
        memory.close()


def export(memory: Memory, folder: Path, clock: ManualClock, user: str = "ana") -> Path:
    write_person(memory.database, tenant="acme", user=user, folder=folder, now=clock.now())
    return folder


def bring(memory: Memory, source: Path, user: str = "ana") -> Restored:
    return restore_person(memory.database, tenant="acme", user=user, source=source, scopes=SHARED)


def content(folder: Path) -> dict[str, Any]:
    """What an export says, in no order, without the time at which it was made and the keys."""
    document = json.loads((folder / DATA).read_text(encoding="utf-8"))
    del document["made_at"]
    for name in NOT_CARRIED:
        document[name] = []
    return {
        name: sorted(json.dumps(row, sort_keys=True) for row in value)
        if isinstance(value, list)
        else value
        for name, value in document.items()
    }


def faults(memory: Memory) -> list[str]:
    return [str(one) for one in examine(memory.database, "acme").findings]


def test_there_and_again_is_the_same(memory: Memory, clock: ManualClock, tmp_path: Path) -> None:
    """An export of A, brought into an empty B, is exported by B as it was; and by A again."""
    plant(memory, "ana")
    plant(memory, "bo", agent=None)
    first = export(memory, tmp_path / "a", clock)
    clock.advance(timedelta(days=30))
    with opened(tmp_path, clock) as other:
        done = bring(other, first)
        assert [one.message for one in done.rejected if one.code != "not_carried"] == []
        second = export(other, tmp_path / "b", clock)
        assert content(second) == content(first)
        assert faults(other) == []


def test_it_comes_back_from_either_database(
    memory: Memory, clock: ManualClock, tmp_path: Path
) -> None:
    """Out of SQLite, into each database, and into SQLite again: the same at every stop."""
    with opened(tmp_path, clock, "a") as first:
        plant(first, "ana")
        source = export(first, tmp_path / "a", clock)
    assert not bring(memory, source).refused
    middle = export(memory, tmp_path / "m", clock)
    assert faults(memory) == []
    with opened(tmp_path, clock, "c") as last:
        assert not bring(last, middle).refused
        assert content(export(last, tmp_path / "c", clock)) == content(source)


def test_again_adds_nothing(memory: Memory, clock: ManualClock, tmp_path: Path) -> None:
    """Into B a second time, and into A itself: all is known, nothing is added, and it is said."""
    plant(memory, "ana")
    source = export(memory, tmp_path / "a", clock)
    itself = bring(memory, source)
    assert (itself.stored.total(), itself.rejected, itself.indexed) == (0, [], 0)
    with opened(tmp_path, clock) as other:
        first = bring(other, source)
        again = bring(other, source)
        assert (again.stored.total(), again.indexed) == (0, 0)
        assert again.unchanged == first.stored
        assert content(export(other, tmp_path / "b", clock)) == content(source)
    assert content(export(memory, tmp_path / "a2", clock)) == content(source)


def test_search_finds_what_came_in(memory: Memory, clock: ManualClock, tmp_path: Path) -> None:
    """Messages, memories, events, documents and files are found as in A, in both scripts."""
    layers = {
        "message": Layer.CONVERSATION,
        "memory": Layer.MEMORIES,
        "event": Layer.EVENTS,
        "document": Layer.KNOWLEDGE,
        "file": Layer.FILES,
    }
    with opened(tmp_path, clock, "a") as first:
        ana = plant(first, "ana")

        def found(where: Memory) -> dict[str, str]:
            session = ana.session(where)
            return {
                text: session.recall(text, layers=[layer]).hits[0].id
                for place, layer in layers.items()
                for text in ana.texts[place]
            }

        source = export(first, tmp_path / "a", clock)
        wanted = found(first)
    assert bring(memory, source).indexed > 0
    assert found(memory) == wanted


def life(session: Session, clock: ManualClock) -> None:
    """What an export can lose: links, years, expiry, what is cold, zones, pairs, forks, texts."""

    def cite(words: str, year: int) -> MessageEvidence:
        said = session.conversation.append(
            NewMessage.of(
                {"role": "user", "content": words}, said_at=datetime(year, 3, 1, tzinfo=UTC)
            )
        )
        assert said.id is not None
        return MessageEvidence(conversation=session.id, message=said.id, quotation=words)

    session.profile.set("city", "Graz", evidence=cite("I live in Graz.", 2021))
    session.profile.set("city", "Linz", evidence=cite("I live in Linz.", 2023))
    assert session.memories.remember("The naïve ☕ 漢字 voucher holds.", confidence=0.4).kept
    cold = session.memories.remember("The old lift is slow.")
    assert cold.id is not None
    session.memories.forget(cold.id, reason="it is gone")
    assert session.events.log("The tram left.", kind="trip", at="2026-02-01T08:30+09:00").kept
    call: dict[str, Json] = {"id": "c1", "type": "function"}
    call["function"] = {"name": "clock", "arguments": "{}"}
    session.conversation.append({"role": "assistant", "content": None, "tool_calls": [call]})
    session.conversation.append({"role": "tool", "tool_call_id": "c1", "content": "nine"})
    task = session.task("plan", goal="count")
    task.add("open", "How many?")
    task.fork(task.checkpoint.id, "other").add("open", "Which?")
    store = session.files.open(str(session.files.create("notes").id))
    assert store.create("/plan.md", TEXTS[0]).kept
    assert all(store.write("/plan.md", text).kept for text in TEXTS[1:])


def test_a_life_comes_in_as_it_was(
    sessions: Sessions, memory: Memory, clock: ManualClock, tmp_path: Path
) -> None:
    """Links, years, expiry, what is cold, evidence, zone, pairs, forks, versions and odd texts."""
    session = sessions()
    life(session, clock)
    source = export(memory, tmp_path / "a", clock)
    clock.advance(timedelta(days=30))
    with opened(tmp_path, clock) as other:
        assert bring(other, source).rejected == []
        assert content(export(other, tmp_path / "b", clock)) == content(source)
        there = other.session(Principal(tenant="acme", user="ana"), id="monday")
        old, new = there.profile.timeline("city")
        assert (old.content, new.content) == ("Graz", "Linz")
        assert old.state.superseded_by == new.id
        assert (old.state.valid_from.year, new.state.valid_from.year) == (2021, 2023)
        assert old.evidence[0].quotation == "I live in Graz."
        [voucher] = there.memories.entries(statuses=[Status.ACTIVE])
        [same] = session.memories.entries(statuses=[Status.ACTIVE])
        assert (voucher.content, voucher.state) == (same.content, same.state)
        assert voucher.state.expires is not None
        assert {one.status for one in there.memories.entries(statuses=list(Status))} == {
            Status.ACTIVE,
            Status.COLD,
        }
        files = there.files.open(there.files.named("notes").id)
        texts = {files.history.get(one.seq).content for one in files.history.versions()}
        assert texts == set(TEXTS)
        assert faults(other) == []


def damaged(source: Path, change: Callable[[dict[str, Any]], None], place: Path) -> Path:
    document = json.loads((source / DATA).read_text(encoding="utf-8"))
    change(document)
    place.write_text(json.dumps(document), encoding="utf-8")
    return place


def test_a_file_that_is_not_whole_is_refused_whole(
    sessions: Sessions, memory: Memory, clock: ManualClock, tmp_path: Path
) -> None:
    """Cut anywhere, it is told with its line, nothing is written, and the database is usable."""
    life(sessions(), clock)
    source = export(memory, tmp_path / "a", clock)
    data = (source / DATA).read_bytes()
    cut = tmp_path / "cut.json"
    with opened(tmp_path, clock) as other:
        for share in range(1, 40):
            cut.write_bytes(data[: len(data) * share // 40])
            with pytest.raises(InvalidValue, match=r"cut off|damaged|not UTF-8|is no export"):
                bring(other, cut)
        empty = content(export(other, tmp_path / "none", clock))
        assert [name for name, rows in empty.items() if isinstance(rows, list) and rows] == []
        assert not bring(other, source).rejected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(format=2), "newer than this Stratal reads"),
        (lambda d: d.update(format="1"), "no format of an export"),
        (lambda d: d.pop("format"), "no format of an export"),
        (lambda d: d.update(user="bo"), "it is of 'bo'"),
        (lambda d: d.update(songs=[]), "songs.*does not know"),
        (lambda d: d.pop("messages"), "messages.*is missing"),
        (lambda d: d.update(messages={}), "must be a list"),
        (lambda d: d["messages"].append(1), r"messages, row \d+"),
        (lambda d: d["messages"][1].pop("body"), "messages, row 2.*is missing"),
        (lambda d: d["messages"][0].update(tone="low"), "messages, row 1.*no column"),
        (lambda d: d["messages"][0].update(seq="1"), r"messages, row 1, message\.seq"),
        (lambda d: d["messages"][0].update(said_at="soon"), "must be a time"),
        (lambda d: d["messages"][0].update(said_at="2026-01-01T00:00"), "has no time zone"),
        (lambda d: d["messages"][0].update(role=None), "must have a value"),
        (lambda d: d["records"][0].update(id="a\x00"), "NUL"),
        (lambda d: d["revisions"][0].update(confidence="much"), "must be a number"),
        (lambda d: d["revisions"][0].update(importance=1 << 70), "too large"),
    ],
)
def test_what_cannot_be_an_export_is_named(
    sessions: Sessions,
    memory: Memory,
    clock: ManualClock,
    tmp_path: Path,
    change: Callable[[dict[str, Any]], None],
    message: str,
) -> None:
    """Refused before anything is written, with the part, the row and what would do."""
    life(sessions(), clock)
    source = export(memory, tmp_path / "a", clock)
    bad = damaged(source, change, tmp_path / "bad.json")
    with pytest.raises(InvalidValue, match=message):
        restore_person(memory.database, tenant="beta", user="ana", source=bad)
    assert restore_person(memory.database, tenant="beta", user="ana", source=source).stored


def test_half_a_thing_never_comes_in(
    sessions: Sessions, memory: Memory, clock: ManualClock, tmp_path: Path
) -> None:
    """A thing in which something is wrong stays out whole and is told; the others come in."""
    life(sessions(), clock)
    source = export(memory, tmp_path / "a", clock)

    def change(document: dict[str, Any]) -> None:
        document["messages"][3]["body"] = {"role": "user", "content": "I never said that."}
        document["heads"][0]["seq"] = 99
        document["events"][0]["time_zone"] = "Nowhere/Land"
        document["files"][0]["seq"] = 99
        for row in document["revisions"]:
            if row["content"] == "The old lift is slow.":
                row["status"] = "glad"

    bad = damaged(source, change, tmp_path / "bad.json")
    with opened(tmp_path, clock) as other:
        done = bring(other, bad)
        assert {(one.layer, one.code) for one in done.rejected} == {
            ("events", "rests"),
            ("conversation", "damaged"),
            ("task", "damaged"),
            ("files", "damaged"),
            ("memories", "damaged"),
            ("memories", "rests"),
            ("events", "damaged"),
        }
        assert done.stored["record"] > 0
        there = content(export(other, tmp_path / "b", clock))
        for part in ("conversations", "messages", "tasks", "checkpoints", "stores", "events"):
            assert there[part] == [], part
        assert faults(other) == []
        assert not bring(other, source).rejected


def test_what_was_erased_does_not_come_back(
    memory: Memory, clock: ManualClock, tmp_path: Path
) -> None:
    """Neither a person, nor one conversation of theirs with what rests on it, nor one memory."""
    ana = plant(memory, "ana")
    source = export(memory, tmp_path / "a", clock)
    clock.advance(timedelta(hours=1))
    erasing = memory.erasing("acme", asked_by="officer")
    gone, talk = ana.ids["memory"], ana.ids["conversation.long"]
    erasing.erase(Item(layer=Layer.MEMORIES, id=gone))
    erasing.erase(ConversationTarget(user="ana", conversation=talk))
    left = content(export(memory, tmp_path / "b", clock))
    done = bring(memory, source)
    codes = {(one.id, one.code) for one in done.rejected}
    assert {(gone, "erased"), (talk, "erased")} <= codes or (gone, "deleted") in codes
    after = content(export(memory, tmp_path / "c", clock))
    for part in ("conversations", "messages", "compactions", "records", "revisions", "runs"):
        assert after[part] == left[part], part
    erasing.erase(Person(user="ana"), confirmed=True)
    done = bring(memory, source)
    assert (done.stored.total(), done.unchanged.total()) == (0, 0)
    assert {one.code for one in done.rejected} <= {"erased", "deleted", "rests", "not_carried"}
    again = content(export(memory, tmp_path / "d", clock))
    assert [name for name, rows in again.items() if isinstance(rows, list) and rows] == []


def test_what_was_deleted_or_changed_is_left_alone(
    sessions: Sessions, memory: Memory, clock: ManualClock, tmp_path: Path
) -> None:
    """A deleted memory stays deleted, a conversation that went on stays as it is."""
    session = sessions()
    life(session, clock)
    kept = session.memories.remember("The gate is green.")
    assert kept.id is not None
    source = export(memory, tmp_path / "a", clock)
    session.memories.delete(kept.id)
    session.conversation.append({"role": "user", "content": "And now?"})
    before = content(export(memory, tmp_path / "b", clock))
    done = bring(memory, source)
    assert {(one.id, one.code) for one in done.rejected} == {
        (kept.id, "deleted"),
        ("monday", "differs"),
    }
    assert done.stored.total() == 0
    assert content(export(memory, tmp_path / "c", clock)) == before


def test_nobody_elses_things_come_in(
    sessions: Sessions, memory: Memory, clock: ManualClock, tmp_path: Path
) -> None:
    """What a file says to be another's stays out, and so do scopes that the host did not grant."""
    ana, bo = (sessions(user, scopes=("team:harbour",)) for user in ("ana", "bo"))
    life(sessions(), clock)
    team = Scope.parse("team:harbour")
    words = ana.conversation.append({"role": "user", "content": "The gate opens at nine."})
    assert words.id is not None
    cited = MessageEvidence(
        conversation="monday", message=words.id, quotation="The gate opens at nine."
    )
    made = ana.memories.remember("The gate opens at nine.", scope=team, evidence=cited)
    assert made.id is not None
    source = export(memory, tmp_path / "a", clock)
    with opened(tmp_path, clock) as other:
        [left] = restore_person(other.database, tenant="acme", user="ana", source=source).rejected
        assert (left.id, left.code) == (made.id, "not_granted")
        [again] = [bring(other, source).stored]
        assert again == {"record": 1}
    said = bo.conversation.append({"role": "user", "content": "The gate opens at ten."})
    assert said.id is not None
    other_words = MessageEvidence(
        conversation="monday", message=said.id, quotation="The gate opens at ten."
    )
    assert bo.memories.revise(made.id, "The gate opens at ten.", evidence=other_words).kept
    part = export(memory, tmp_path / "part", clock)
    with opened(tmp_path, clock, "c") as other:
        [left] = bring(other, part).rejected
        assert (left.id, left.code) == (made.id, "partial")

    def steal(document: dict[str, Any]) -> None:
        for row in document["events"]:
            row["owner"] = "bo"
        document["records"][0]["scope"] = "user:bo"

    stolen = damaged(source, steal, tmp_path / "stolen.json")
    with opened(tmp_path, clock, "d") as other:
        codes = {one.code for one in bring(other, stolen).rejected}
        assert codes == {"not_theirs", "not_granted"}
        assert not export_rows(other, tmp_path / "bo", clock)


def export_rows(memory: Memory, folder: Path, clock: ManualClock) -> list[str]:
    """The parts of an export of bo in which there is something."""
    document = content(export(memory, folder, clock, user="bo"))
    return [name for name, rows in document.items() if isinstance(rows, list) and rows]


def test_the_scanner_stands_before_every_layer(
    sessions: Sessions, memory: Memory, clock: ManualClock, tmp_path: Path
) -> None:
    """A secret that was written into the file comes in nowhere; a marked message is as it was."""
    session = sessions()
    life(session, clock)
    session.agent_state.create("loop", {"step": 1})
    session.conversation.append({"role": "user", "content": f"It is {SECRET}"})
    source = export(memory, tmp_path / "a", clock)

    def change(document: dict[str, Any]) -> None:
        document["revisions"][0]["content"] = f"The key is {SECRET}"
        document["events"][0]["text"] = SECRET
        document["agent_states"][0]["document"] = {"step": SECRET}
        document["file_versions"][0]["content"] = SECRET
        document["checkpoints"][-1]["reason"] = "x"
        document["messages"][-1]["secrets"] = []

    bad = damaged(source, change, tmp_path / "bad.json")
    with opened(tmp_path, clock) as other:
        done = bring(other, bad)
        assert {one.layer for one in done.rejected if one.code == "secret"} == {
            "conversation",
            "memories",
            "events",
            "agent_state",
            "files",
        }
        text = (export(other, tmp_path / "b", clock) / DATA).read_text(encoding="utf-8")
        assert SECRET not in text
    with opened(tmp_path, clock, "c") as other:
        assert not bring(other, source).rejected


def test_files_in_a_folder_stay_where_they_are(
    memory: Memory, clock: ManualClock, tmp_path: Path
) -> None:
    """A store in a folder is named, and no second database works in that folder."""
    plant(memory, "ana", folder=tmp_path)
    source = export(memory, tmp_path / "a", clock)
    with opened(tmp_path, clock) as other:
        [left] = [one for one in bring(other, source).rejected if one.code != "not_carried"]
        assert left.code == "in_folder"
        assert str(tmp_path) in left.message


def test_a_copy_that_may_not_be_written_is_exported(clock: ManualClock) -> None:
    """Neither file nor folder may be written, and nothing is: the export is the same."""
    with TemporaryDirectory() as made:
        place = Path(made)
        with opened(place, clock, "a") as memory:
            life(memory.session(Principal(tenant="acme", user="ana"), id="monday"), clock)
            whole = content(export(memory, place / "whole", clock))
        shut = place / "shut"
        shut.mkdir()
        copy = shut / "copy.db"
        copy.write_bytes((place / "a.db").read_bytes())
        copy.chmod(0o444)
        shut.chmod(0o555)
        place.chmod(0o755)
        out = place / "out"
        out.mkdir()
        out.chmod(0o777)
        # The modes of files say nothing to root.
        was = os.geteuid()
        if was == 0:
            os.seteuid(65534)
        try:
            with pytest.raises(DatabaseUnusable):
                SqliteDatabase(copy)
            database = SqliteDatabase(copy, read_only=True)
            write_person(database, tenant="acme", user="ana", folder=out / "ana", now=clock.now())
            with pytest.raises(DatabaseUnusable), database.write("acme"):
                pass
            database.close()
            assert content(out / "ana") == whole
            assert [one.name for one in shut.iterdir()] == ["copy.db"]
        finally:
            os.seteuid(was)
            shut.chmod(0o755)


def test_the_command_line_brings_in(
    address: str, memory: Memory, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table of what came in; again all is known; what stays out gives exit status 1."""
    plant(memory, "ana")
    common = ["--tenant", "acme", "--user", "ana", "--embedder", "none"]
    folder, other = str(tmp_path / "ana"), str(tmp_path / "other.db")
    assert run(["export-person", folder, "--database", address, *common]) == 0
    shared = [word for scope in SHARED for word in ("--scope", scope)]
    assert run(["import-person", folder, "--database", other, *common]) == 1
    assert "was not granted" in " ".join(capsys.readouterr().out.split())
    assert run(["import-person", folder, "--database", other, *common, *shared]) == 0
    capsys.readouterr()
    more = ["--database", other, *common, *shared, "--json"]
    assert run(["import-person", f"{folder}/data.json", *more]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["stored"], told["indexed"]) == ({}, 0)
    assert told["unchanged"]["conversation"] == 4
    assert run(["import-person", str(tmp_path / "none"), *more]) == 2


def test_only_a_file_that_is_there_is_opened_to_be_read(tmp_path: Path) -> None:
    """None is made; and a server gives a role that may only read, which is said."""
    with pytest.raises(DatabaseUnusable, match="is not there"):
        stratal.open(tmp_path / "none.db", read_only=True)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InvalidValue, match="a role that may only read"):
        stratal.open("postgresql://nowhere/none", read_only=True)
