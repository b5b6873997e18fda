"""Out of one store and into another: the same conversations, in the same order."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.conftest import Sessions

from stratal import InvalidValue, Memory, NewMessage, Principal
from stratal.layers.conversation import Conversation
from stratal.testing.clock import ManualClock
from stratal.transfer.intake import take_in
from stratal.transfer.outgoing import Exported, lines
from stratal.transfer.transcripts import Transcript

BODIES: list[dict[str, Any]] = [
    {"role": "user", "content": "weigh the crate ☕ 漢字 \u2028 naïve"},
    {"role": "assistant", "content": [
        {"type": "tool_use", "id": "k1", "name": "scale", "input": {"unit": "kg"}}]},
    {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "k1", "content": "3 kg"}]},
    {"role": "assistant", "content": "---\nThree kilograms."},
    {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "f", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "c1", "output": "done"},
    {"role": "assistant", "content": None, "tool_calls": [
        {"id": "c2", "type": "function", "function": {"name": "g", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "c2", "content": "ok"},
]  # fmt: skip
OFFSETS = (10.0, 10.1, 10.06, 10.06, 10.06, 9.0, 9.0, 12.0)


def written(conversation: Conversation, path: Path) -> Exported:
    exported = Exported()
    text = "".join(line + "\n" for line in lines(conversation, exported))
    path.write_text(text, encoding="utf-8")
    return exported


def test_order_times_and_bodies_survive_a_journey(
    memory: Memory, sessions: Sessions, clock: ManualClock, tmp_path: Path
) -> None:
    """Whatever the clock did, another store has the same messages in the same order (F30)."""
    mine = sessions().conversation
    start = datetime(2026, 5, 1, tzinfo=UTC)
    for number, (offset, body) in enumerate(zip(OFFSETS, BODIES, strict=True)):
        clock.set(start + timedelta(seconds=offset))
        mine.append(NewMessage.of(body, id=f"m{number}", speaker="ana" if not number else None))
    mine.append({"role": "user", "content": "a slip of the tongue"})
    mine.retract(1)
    exported = written(mine, tmp_path / "out.jsonl")
    assert (exported.messages, exported.retracted) == (len(BODIES), 1)
    assert len((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()) == len(BODIES)

    other = memory.session(Principal(tenant="elsewhere", user="ana"), id="monday").conversation
    reader = Transcript(path=tmp_path / "out.jsonl", conversation="unnamed")
    account = take_in(reader, lambda name: {"monday": other}[name])
    assert (account.messages, list(account.damage)) == (len(BODIES), [])
    there = list(other)
    assert [dict(message.content) for message in there] == BODIES
    assert [message.id for message in there] == [f"m{n}" for n in range(len(BODIES))]
    assert [message.said_at for message in there] == [
        start + timedelta(seconds=offset) for offset in OFFSETS
    ]
    assert there[0].speaker == "ana"

    written(other, tmp_path / "again.jsonl")
    first, second = (tmp_path / name for name in ("out.jsonl", "again.jsonl"))
    assert first.read_bytes() == second.read_bytes()
    take_in(Transcript(path=second, conversation="x"), lambda name: {"monday": other}[name])
    assert len(list(other)) == len(BODIES)


def test_what_is_there_already_adds_nothing(sessions: Sessions, tmp_path: Path) -> None:
    """An export into the store that it came from, and twice into another: known, and counted so."""
    mine, other = sessions().conversation, sessions(tenant="elsewhere").conversation
    for number, body in enumerate(BODIES):
        mine.append(NewMessage.of(body, id=f"m{number}"))
    file = tmp_path / "out.jsonl"
    written(mine, file)
    reader = Transcript(path=file, conversation="unnamed")
    back = take_in(reader, lambda _: mine)
    assert (back.stored, back.unchanged) == (0, len(BODIES))
    assert take_in(reader, lambda _: other).stored == len(BODIES)
    again = take_in(reader, lambda _: other)
    assert (again.stored, again.unchanged) == (0, len(BODIES))
    assert (len(list(mine)), len(list(other))) == (len(BODIES), len(BODIES))


def test_a_file_that_was_cut_is_taken_in_up_to_the_cut(sessions: Sessions, tmp_path: Path) -> None:
    """The broken line is named by its number, and the whole file mends it later."""
    mine, other = sessions().conversation, sessions(tenant="elsewhere").conversation
    for number in range(10):
        mine.append({"role": "user", "content": f"Crate {number} 箱子"}, id=f"m{number}")
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    written(mine, whole)
    data = whole.read_bytes()
    cut.write_bytes(data[: len(data) // 2 - 7])
    account = take_in(Transcript(path=cut, conversation="x"), lambda _: other)
    [damage] = account.damage
    assert damage.line == account.stored + 1 == account.lines
    assert len(list(other)) == account.stored
    assert take_in(Transcript(path=whole, conversation="x"), lambda _: other).damage == []
    assert [one.content for one in other] == [one.content for one in mine]


def test_a_line_tells_which_message_it_is(sessions: Sessions, tmp_path: Path) -> None:
    """A line holds the message whole, and beside it id, conversation and time."""
    conversation = sessions().conversation
    conversation.append({"role": "user", "content": "hello"}, id="m1")
    written(conversation, tmp_path / "out.jsonl")
    [line] = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line) == {
        "format": 1,
        "conversation": "monday",
        "id": "m1",
        "said_at": "2026-03-02T09:00:00+00:00",
        "message": {"role": "user", "content": "hello"},
    }


def test_lines_of_a_newer_form_are_refused_whole(sessions: Sessions, tmp_path: Path) -> None:
    """Who cannot know what a line means reads none of the file; without a form it is an old one."""
    mine, other = sessions().conversation, sessions(tenant="elsewhere").conversation
    mine.append({"role": "user", "content": "hello"}, id="m1")
    out = tmp_path / "out.jsonl"
    written(mine, out)
    text = out.read_text(encoding="utf-8")
    out.write_text(text + text.replace('"format": 1', '"format": 2'), encoding="utf-8")
    with pytest.raises(InvalidValue, match="newer than this Stratal reads"):
        take_in(Transcript(path=out, conversation="x"), lambda _: other)
    assert list(other) == []
    out.write_text(text.replace('"format": 1, ', ""), encoding="utf-8")
    assert take_in(Transcript(path=out, conversation="x"), lambda _: other).stored == 1
