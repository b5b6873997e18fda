"""Files of JSON lines: what is whole is read, what is damaged is told with its number."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal.errors import InvalidValue
from stratal.transfer.transcripts import LINE_LIMIT, Line, Transcript


def message(number: int) -> bytes:
    return json.dumps({"id": number, "role": "user", "content": f"message {number}"}).encode()


def nine() -> list[bytes]:
    return [message(number) for number in range(1, 10)]


def read(path: Path, raw: bytes) -> list[Line]:
    path.write_bytes(raw)
    return list(Transcript(path=path, conversation="old"))


def ids(lines: list[Line]) -> list[str | None]:
    return [turn.message.id for line in lines for turn in line.turns]


def damaged(lines: list[Line]) -> list[int]:
    return [line.number for line in lines if line.problem]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "old.jsonl"


def test_a_cut_last_line_costs_only_itself(path: Path) -> None:
    """The eight whole lines are read; the ninth is told as cut off."""
    lines = read(path, b"\n".join([*nine()[:8], b'{"id":9,"role":"user","content":"hal']))
    assert ids(lines) == [str(number) for number in range(1, 9)]
    assert damaged(lines) == [9]


def test_a_line_cut_within_a_character(path: Path) -> None:
    """Half a Chinese character at the end is damage of that line alone."""
    cut = '{"role":"user","content":"用 pnpm，别用 npm'.encode()[:-4] + "用".encode()[:2]
    lines = read(path, b"\n".join([message(1), cut]))
    assert (ids(lines), damaged(lines)) == (["1"], [2])


def test_a_block_of_nul_bytes(path: Path) -> None:
    """What a crash leaves in the middle costs the line it stands on."""
    lines = read(path, b"\n".join([*nine()[:3], b"\x00" * 300, *nine()[4:]]))
    assert ids(lines) == ["1", "2", "3", "5", "6", "7", "8", "9"]
    assert damaged(lines) == [4]
    assert "300 NUL" in str(lines[3].problem)


def test_nul_bytes_that_swallowed_a_line_end(path: Path) -> None:
    """The message after the block is read although it stands on the damaged line."""
    lines = read(path, b"\n".join([*nine()[:3], b"\x00" * 300 + message(5), *nine()[5:]]))
    assert ids(lines) == ["1", "2", "3", "5", "6", "7", "8", "9"]
    assert damaged(lines) == [4]


def test_objects_glued_together(path: Path) -> None:
    """Both are read, in order, and the line is told all the same."""
    lines = read(path, b"\n".join([*nine()[:3], message(4) + message(40), *nine()[4:]]))
    assert ids(lines) == ["1", "2", "3", "4", "40", "5", "6", "7", "8", "9"]
    assert damaged(lines) == [4]


def test_byte_order_mark_line_ends_and_empty_lines_are_no_damage(path: Path) -> None:
    """A file that passed through an editor of another system is whole."""
    lines = read(path, b"\xef\xbb\xbf" + b"\r\n".join([*nine()[:4], b"", *nine()[4:], b""]))
    assert ids(lines) == [str(number) for number in range(1, 10)]
    assert damaged(lines) == []
    assert len(lines) == 10


@pytest.mark.parametrize(
    "line",
    [
        b'{"id":"4","text":null}',
        b'{"id":"4","role":"user","content":null}',
        b'{"id":"4","role":"nobody","content":"x"}',
        b'{"id":[],"role":"user","content":"x"}',
        b'{"id":"4","role":"user","content":"x","timestamp":"yesterday"}',
        b'{"id":"4","role":"user","content":"\\u0000"}',
        b'{"id":"4","role":"user","content":"\\ud83d"}',
        b'{"id":"4","role":"user","content":"x","session_id":" "}',
        b'{"id":"4","role":"user","content":NaN}',
        b'["user", "x"]',
        b"null",
        b"4",
        b"[" * 100_000,
    ],
)
def test_json_of_the_wrong_shape(path: Path, line: bytes) -> None:
    """It is skipped and told; the others are read."""
    lines = read(path, b"\n".join([*nine()[:3], line, *nine()[4:]]))
    assert ids(lines) == ["1", "2", "3", "5", "6", "7", "8", "9"]
    assert damaged(lines) == [4]


def test_the_fields_beside_a_message(path: Path) -> None:
    """Id, time, conversation and speaker are taken off; the message stays as it was."""
    line = {
        "id": 7,
        "timestamp": "2026-03-02T09:30:00",
        "session_id": "monday",
        "speaker": "ana",
        "role": "user",
        "content": [{"type": "text", "text": "这个项目用 pnpm"}],
    }
    path.write_text(json.dumps(line), encoding="utf-8")
    [read_line] = Transcript(path=path, conversation="old", time_zone=ZoneInfo("Asia/Shanghai"))
    [turn] = read_line.turns
    assert turn.conversation == "monday"
    assert turn.message.id == "7"
    assert turn.message.speaker == "ana"
    assert turn.message.said_at == datetime(2026, 3, 2, 1, 30, tzinfo=UTC)
    assert turn.message.content == {
        "role": "user",
        "content": [{"type": "text", "text": "这个项目用 pnpm"}],
    }


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        (1772443800, datetime(2026, 3, 2, 9, 30, tzinfo=UTC)),
        (1772443800000, datetime(2026, 3, 2, 9, 30, tzinfo=UTC)),
        ("2026-03-02T09:30:00+01:00", datetime(2026, 3, 2, 8, 30, tzinfo=UTC)),
        ("2026-03-02", datetime(2026, 3, 2, tzinfo=UTC)),
    ],
)
def test_times(path: Path, written: object, moment: datetime) -> None:
    """Seconds and milliseconds since 1970, ISO 8601 with an offset or without, days."""
    line = json.dumps({"role": "user", "content": "x", "created_at": written})
    [read_line] = read(path, line.encode())
    assert read_line.turns[0].message.said_at == moment


def test_items_of_the_responses_api_keep_their_id(path: Path) -> None:
    """There the id is part of the wire form, and names the message as well."""
    item = {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "ls", "arguments": "{}"}
    [line] = read(path, json.dumps(item).encode())
    assert line.turns[0].message.id == "fc_1"
    assert line.turns[0].message.content == item


def test_a_derived_id_survives_mending_and_growth(path: Path) -> None:
    """A line without an id has the same one after another was repaired and one was added."""
    lines = [json.dumps({"role": "user", "content": text}).encode() for text in "abac"]
    before = ids(read(path, b"\n".join([lines[0], b"{broken", *lines[1:]])))
    after = ids(
        read(path, b"\n".join([lines[0], b'{"role":"user","content":"x"}', *lines[1:], lines[0]]))
    )
    assert before == [after[0], *after[2:5]]
    assert len(set(after)) == 6


def test_equal_lines_of_two_files_differ(tmp_path: Path) -> None:
    """Two people said "ok" in two files: two messages, even in one conversation."""
    line = b'{"role":"user","content":"ok"}'
    assert ids(read(tmp_path / "one.jsonl", line)) != ids(read(tmp_path / "two.jsonl", line))


def test_what_is_no_text(path: Path, tmp_path: Path) -> None:
    """A missing file, a folder and UTF-16 are told as such."""
    with pytest.raises(InvalidValue, match="UTF-16"):
        read(path, '{"role":"user","content":"x"}'.encode("utf-16"))
    for place in (tmp_path / "absent.jsonl", tmp_path):
        with pytest.raises(InvalidValue, match="cannot be read"):
            list(Transcript(path=place, conversation="old"))


def test_a_line_of_any_length_is_one_line(path: Path) -> None:
    """A line that is too long is passed over to its end, and the next is read."""
    lines = read(path, b"\n".join([message(1), b"x" * (2 * LINE_LIMIT + 5), message(2)]))
    assert (ids(lines), damaged(lines), len(lines)) == (["1", "2"], [2], 3)


@given(st.lists(st.one_of(st.binary(max_size=40), st.just(message(1))), max_size=6))
def test_every_line_is_accounted_for(
    tmp_path_factory: pytest.TempPathFactory, parts: list[bytes]
) -> None:
    """Whatever the bytes: as many lines as the file has, numbered, and nothing raised."""
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    raw = b"{}\n" + b"\n".join(parts)
    expected = raw.count(b"\n") + (not raw.endswith(b"\n"))
    assert [line.number for line in read(path, raw)] == list(range(1, expected + 1))
