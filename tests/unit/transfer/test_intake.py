"""Writing a transcript: in order, in rounds, and again without harm."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stratal import Memory, Principal
from stratal.layers.conversation import Conversation
from stratal.transfer.intake import BATCH, Account, take_in
from stratal.transfer.transcripts import Transcript

ANA = Principal(tenant="acme", user="ana")


class Reader:
    """Imports a file into one memory, and reads it back."""

    def __init__(self, memory: Memory, path: Path) -> None:
        self.memory = memory
        self.path = path

    def conversation(self, name: str) -> Conversation:
        return self.memory.session(ANA, id=name).conversation

    def take(self, raw: str | bytes) -> Account:
        self.path.write_bytes(raw.encode() if isinstance(raw, str) else raw)
        return take_in(Transcript(path=self.path, conversation="old"), self.conversation)

    def texts(self, name: str = "old") -> list[str]:
        return [message.text for message in self.conversation(name)]


@pytest.fixture
def reader(memory: Memory, tmp_path: Path) -> Reader:
    return Reader(memory, tmp_path / "old.jsonl")


def line(content: str, **more: object) -> str:
    return json.dumps({"role": "user", "content": content, **more}) + "\n"


def test_an_import_again_changes_nothing(reader: Reader) -> None:
    """The second time every message is unchanged, with ids of its own or derived ones."""
    raw = line("a", id="m1") + line("b") + line("b")
    first, second = reader.take(raw), reader.take(raw)
    assert (first.stored, first.unchanged) == (3, 0)
    assert (second.stored, second.unchanged) == (0, 3)
    assert reader.texts() == ["a", "b", "b"]


def test_an_import_goes_on_where_it_was_interrupted(reader: Reader) -> None:
    """What the first rounds have stored is unchanged, the rest is added behind it, in order."""
    raw = "".join(line(f"message {n}") for n in range(2 * BATCH + 10))
    reader.path.write_text(raw, encoding="utf-8")

    def stop(share: float, account: Account) -> None:
        assert 0 < share < 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        take_in(Transcript(path=reader.path, conversation="old"), reader.conversation, watch=stop)
    again = reader.take(raw)
    assert (again.stored, again.unchanged) == (BATCH + 10, BATCH)
    assert reader.texts() == [f"message {n}" for n in range(2 * BATCH + 10)]


def test_after_mending_only_the_mended_line_is_new(reader: Reader) -> None:
    """The damaged line is told; repaired and imported again it alone is stored."""
    damaged = reader.take(line("a") + '{"role":"user","cont\n' + line("c"))
    assert [one.line for one in damaged.damage] == [2]
    mended = reader.take(line("a") + line("b") + line("c"))
    assert (mended.stored, mended.unchanged, mended.damage) == (1, 2, [])


def test_the_numbers_add_up(reader: Reader) -> None:
    """Loaded and skipped lines are all lines, empty ones and glued ones included."""
    account = reader.take(
        line("a") + "\n" + line("b").strip() + line("c") + "\x00\x00\n" + line("d")
    )
    assert account.lines == 5 == account.loaded + account.skipped
    assert (account.loaded, account.skipped, account.empty) == (3, 2, 1)
    assert [(one.line, one.kept) for one in account.damage] == [(3, 2), (4, 0)]
    assert account.stored == 4


def test_the_order_is_that_of_the_file(reader: Reader) -> None:
    """Clocks that stand still or run backwards move no message, and are kept as they were."""
    seconds = [10.0, 10.1, 10.06, 10.06, 10.06, 9.0]
    reader.take("".join(line(f"m{n}", said_at=at) for n, at in enumerate(seconds)))
    stored = list(reader.conversation("old"))
    assert [message.text for message in stored] == [f"m{n}" for n in range(6)]
    assert [message.said_at.timestamp() for message in stored] == seconds


def test_conversations_are_kept_apart_and_in_order(reader: Reader) -> None:
    """Lines of several conversations may alternate."""
    account = reader.take(
        "".join(line(f"{name}{n}", session_id=name) for n in range(3) for name in "xy")
    )
    assert account.conversations == {"x": 3, "y": 3}
    assert reader.texts("x") == ["x0", "x1", "x2"]
    assert reader.texts("y") == ["y0", "y1", "y2"]


def test_an_id_of_other_content_is_told(reader: Reader) -> None:
    """The stored message stays, the line is damage, and nothing is overwritten."""
    account = reader.take(line("a", id="m1") + line("b", id="m1"))
    assert [(one.line, one.kept) for one in account.damage] == [(2, 0)]
    assert "m1" in account.damage[0].problem
    assert reader.texts() == ["a"]
