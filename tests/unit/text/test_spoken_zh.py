from __future__ import annotations

import time
from pathlib import Path

import pytest

from stratal.text.han_variants import as_mandarin
from stratal.text.statements import Statement, StatementKind, statements

TABLE = Path(__file__).with_name("spoken_zh.tsv")
ROWS = [
    (text, "" if label == "-" else label)
    for text, label in (
        line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines() if line
    )
]


def said(one: Statement) -> tuple[str, str]:
    """The kind and the value of a statement, as the table writes them."""
    kind = one.attribute if one.kind is StatementKind.NAME else str(one.kind)
    if one.kind is StatementKind.OFF_RECORD:
        return kind, "-"
    value = f"{one.value} !{one.not_value}" if one.not_value else one.value
    return kind, value.strip()


def meets(label: str, one: Statement) -> bool:
    """Whether a statement is of the labelled kind, and says the labelled value or little more."""
    wanted, value = label.split("=", 1)
    kind, found = said(one)
    return kind == wanted and (value in found or set(value) <= set(one.stated))


@pytest.mark.parametrize("text", [text for text, label in ROWS if not label])
def test_near_misses_state_nothing(text: str) -> None:
    """Questions, others' facts, what is bygone, staged or meant for once: nothing is found."""
    assert [said(one) for one in statements(text)] == []


@pytest.mark.parametrize(("text", "label"), [row for row in ROWS if row[1]])
def test_nothing_else_is_found(text: str, label: str) -> None:
    """Whatever is found in an utterance that states one thing is that thing."""
    assert all(meets(label, one) for one in statements(text))


def test_most_is_found() -> None:
    """Of what people state in their various ways, nineteen in twenty are found."""
    stated = [(text, label) for text, label in ROWS if label]
    found = [text for text, label in stated if statements(text)]
    assert len(found) / len(stated) > 0.95


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("幫我記住我哋屋企嗰隻貓叫豆豉", "帮我记住我们家里那只猫叫豆豉"),
        ("呢段唔好記低,講完就算", "这段不要记下，说完就算"),
        ("我唔食牛肉，聽日下晝去飯堂食飯", "我不吃牛肉，明天下午去饭堂食饭"),
        ("use pnpm, not npm; 關係不大", "use pnpm, not npm; 关系不大"),
        ("plain: text, only!", "plain: text, only!"),
    ],
)
def test_what_is_said_is_read_in_one_form(said: str, read: str) -> None:
    """Traditional characters and Cantonese words are read as plain ones, place for place."""
    assert as_mandarin(said).replace("；", ";") == read
    assert len(as_mandarin(said)) == len(said)


def test_what_is_kept_is_what_was_said() -> None:
    """The value and the quotation are in the characters in which they were typed."""
    [one] = statements("幫我記住我哋屋企嗰隻貓叫豆豉")
    assert one.value == "我哋屋企嗰隻貓叫豆豉"
    assert one.quotation == "幫我記住我哋屋企嗰隻貓叫豆豉"


def test_a_message_is_read_at_once() -> None:
    """A message of usual length takes about a millisecond."""
    began = time.process_time()
    for text, _ in ROWS:
        statements(text)
    assert (time.process_time() - began) / len(ROWS) < 0.006


@pytest.mark.parametrize(
    "piece",
    ["以后每次都", "我一直用", "你", "别", "我下周三", "说错了，是", "都就请", "，不用问我"],
)
def test_no_repetition_is_slow(piece: str) -> None:
    """A hostile repetition in Chinese costs a moment, not minutes."""
    began = time.process_time()
    statements(piece * (490 // len(piece)))
    assert time.process_time() - began < 2
