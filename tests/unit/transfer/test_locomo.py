"""The LoCoMo file: sessions become conversations, turns messages with their own ids."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from stratal.core.messages import Role
from stratal.errors import InvalidValue, NotFound
from stratal.transfer.locomo import Locomo, looks_like_locomo


def sample(name: str) -> dict[str, Any]:
    """Two sessions of two people, the tenth written before the second."""
    return {
        "sample_id": name,
        "qa": [],
        "conversation": {
            "speaker_a": "Mira",
            "speaker_b": "Jonas",
            "session_10_date_time": "12:05 am on 1 January, 2024",
            "session_10": [{"speaker": "Jonas", "dia_id": "D10:1", "text": "Happy new year!"}],
            "session_2_date_time": "1:56 pm on 8 May, 2023",
            "session_2": [
                {"speaker": "Mira", "dia_id": "D2:1", "text": "I adopted a dog."},
                {
                    "speaker": "Jonas",
                    "dia_id": "D2:2",
                    "text": "Show me!",
                    "blip_caption": "a small brown dog on a sofa",
                },
            ],
        },
    }


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "dialogues.json"
    file.write_text(json.dumps([sample("one"), sample("two")]), encoding="utf-8")
    return file


def test_sessions_and_turns(path: Path) -> None:
    """In the order of the sessions; speakers are people, the picture's words are kept."""
    lines = list(Locomo(path=path, sample="one"))
    turns = [turn for line in lines for turn in line.turns]
    assert [(turn.conversation, turn.message.id) for turn in turns] == [
        ("one-session_2", "D2:1"),
        ("one-session_2", "D2:2"),
        ("one-session_10", "D10:1"),
    ]
    assert {turn.message.role for turn in turns} == {Role.USER}
    assert [turn.message.speaker for turn in turns] == ["Mira", "Jonas", "Jonas"]
    assert turns[1].message.text == "Show me!\n[picture: a small brown dog on a sofa]"
    assert lines[-1].share == 1


def test_times_follow_the_session(path: Path) -> None:
    """The date of the session, a second a turn, read in the zone that was asked for."""
    there = ZoneInfo("America/New_York")
    moments = [
        turn.message.said_at
        for line in Locomo(path=path, sample="1", time_zone=there)
        for turn in line.turns
    ]
    assert moments == [
        datetime(2023, 5, 8, 17, 56, 0, tzinfo=UTC),
        datetime(2023, 5, 8, 17, 56, 1, tzinfo=UTC),
        datetime(2024, 1, 1, 5, 5, 0, tzinfo=UTC),
    ]


def test_one_sample_by_id_or_place(path: Path) -> None:
    """Both name the same; a sample that is not there is not found."""
    assert list(Locomo(path=path, sample="two")) == list(Locomo(path=path, sample="2"))
    assert len(list(Locomo(path=path))) == 6
    with pytest.raises(NotFound):
        list(Locomo(path=path, sample="three"))


@pytest.mark.parametrize(
    "turn",
    [
        None,
        {"speaker": "Mira", "dia_id": "D2:1"},
        {"speaker": "Mira", "text": "x"},
        {"speaker": 4, "dia_id": "D2:1", "text": "x"},
    ],
)
def test_a_damaged_turn(tmp_path: Path, turn: object) -> None:
    """It is told with its place, and the others are read."""
    broken = sample("one")
    broken["conversation"]["session_2"][0] = turn
    file = tmp_path / "broken.json"
    file.write_text(json.dumps([broken]), encoding="utf-8")
    lines = list(Locomo(path=file))
    assert [len(line.turns) for line in lines] == [0, 1, 1]
    assert "one session_2, turn 1" in str(lines[0].problem)


def test_a_date_that_is_none(tmp_path: Path) -> None:
    """The turns of that session are told, the other session is read."""
    broken = sample("one")
    broken["conversation"]["session_2_date_time"] = "31 Floréal"
    file = tmp_path / "broken.json"
    file.write_text(json.dumps([broken]), encoding="utf-8")
    assert [bool(line.problem) for line in Locomo(path=file)] == [True, True, False]


@pytest.mark.parametrize("text", ["[1, 2]", "[]", "[{", '[{"conversation": []}]'])
def test_another_list_is_refused(tmp_path: Path, text: str) -> None:
    """One JSON list that is not this file is no transcript."""
    file = tmp_path / "other.json"
    file.write_text(text, encoding="utf-8")
    assert looks_like_locomo(file)
    with pytest.raises(InvalidValue):
        list(Locomo(path=file))


def test_json_lines_do_not_look_like_it(tmp_path: Path) -> None:
    """A file of JSON lines begins with an object, whatever mark stands before it."""
    file = tmp_path / "lines.jsonl"
    file.write_bytes(b'\xef\xbb\xbf\r\n{"role":"user","content":"[x]"}\n')
    assert not looks_like_locomo(file)
