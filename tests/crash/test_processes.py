"""Real processes that write at once, and real processes that are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import stratal
from stratal import Layer, Principal, Scope
from stratal.upkeep.doctor import examine

ANA = Principal(tenant="acme", user="ana")
SCOPES = ("user:ana", "repo:trip")

WRITER = """
import sys
import stratal
path, name, count, durability = sys.argv[1:5]
with stratal.open(path, embedder=None, durability=durability) as memory:
    session = memory.session(
        stratal.Principal(tenant="acme", user="ana"), id="shared",
        scopes=["user:ana", "repo:trip"])
    task = session.task("work", goal="count")
    n = 0
    while n < int(count):
        n += 1
        text = f"{name} wrote sentence {n}"
        message = session.conversation.append({"role": "user", "content": text})
        memory_id = session.memories.remember(
            f"Box {name}-{n} holds item {n}.",
            evidence=stratal.MessageEvidence(
                conversation="shared", message=message.id, quotation=text))
        topic = stratal.Topic(subject="counter", attribute="last")
        session.memories.remember(f"The last box is {name}-{n}.", topic=topic)
        entry = task.add("facts", f"{name} {n}")
        print(n, message.id, memory_id.id, entry.id, flush=True)
"""


def start(path: Path | str, name: str, count: int, durability: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(count), durability],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_eight_processes_writing_at_once_lose_nothing(tmp_path: Path) -> None:
    """Eight processes, one file: every write is there, numbers gapless, one value stands."""
    path = tmp_path / "shared.db"
    writers = [start(path, f"w{n}", 12, "process") for n in range(8)]
    for writer in writers:
        _, errors = writer.communicate(timeout=120)
        assert writer.returncode == 0, errors
    with stratal.open(path, embedder=None) as memory:
        session = memory.session(ANA, id="shared", scopes=SCOPES)
        kept = list(session.conversation)
        assert [message.seq for message in kept] == list(range(1, 97))
        assert len({message.text for message in kept}) == 96
        boxes = [one for one in session.memories.entries() if one.content.startswith("Box")]
        assert len(boxes) == 96
        last = [one for one in session.memories.entries() if one.topic is not None]
        assert len(last) == 1
        assert last[0].topic is not None
        line = session.memories.timeline(last[0].topic)
        assert len(line) == 96
        assert len(session.task("work").state.facts) == 96


@pytest.mark.parametrize(
    ("kind", "durability"), [("sqlite", "process"), ("sqlite", "full"), ("postgresql", "full")]
)
def test_killed_writers_lose_nothing_that_was_acknowledged(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str, durability: str
) -> None:
    """Twenty times kill -9 in the middle of writes: all that was answered is there, whole."""
    path = str(tmp_path / "killed.db")
    if kind == "postgresql":
        path = request.getfixturevalue("emptied_database").runtime
    acknowledged: list[list[str]] = []
    for round_ in range(20):
        writer = start(path, f"r{round_}", 100_000, durability)
        assert writer.stdout is not None
        lines = [writer.stdout.readline()]
        deadline = time.monotonic() + 0.03 + round_ * 0.01
        while time.monotonic() < deadline:
            lines.append(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        rest, _ = writer.communicate()
        lines.extend(rest.splitlines(keepends=True))
        acknowledged.extend(line.split() for line in lines if line.endswith("\n"))
    assert len(acknowledged) >= 20

    with stratal.open(path, embedder=None) as memory:
        report = examine(memory.database, "acme")
        assert report.clean, report.findings
        session = memory.session(ANA, id="shared", scopes=SCOPES)
        kept = list(session.conversation)
        assert report.looked_at["messages"] == len(kept)
        assert [message.seq for message in kept] == list(range(1, len(kept) + 1))
        messages = {message.id for message in kept}
        memories = {one.id for one in session.memories.entries(scope=Scope.parse("repo:trip"))}
        facts = {entry.id for entry in session.task("work").state.facts}
        for _, message, remembered, entry in acknowledged:
            assert message in messages
            assert remembered in memories
            assert entry in facts
        _, message, _, _ = acknowledged[-1]
        text = session.conversation.get(message).text
        assert any(hit.text == text for hit in session.recall(
            text, layers=(Layer.CONVERSATION,), k=20).hits)  # fmt: skip
        # The next write works at once: no lock or half transaction is left behind.
        session.conversation.append({"role": "user", "content": "after the crash"})
        assert examine(memory.database, "acme").clean
