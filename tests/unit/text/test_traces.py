"""Traces of a text are found wherever they stand, and nothing else is."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.errors import InvalidValue
from stratal.text.traces import (
    Finder,
    Form,
    checked_texts,
    identifiers,
    runs,
    sentences,
    traces,
    words,
)

TEXT = "The lighthouse keeper hates Fridays, 守塔人讨厌星期五。"


def forms(data: bytes, *texts: str) -> set[Form]:
    return {sight.trace.form for sight in Finder(traces(texts)).find(data)}


@pytest.mark.parametrize(
    ("stored", "form"),
    [
        (TEXT.encode(), Form.WHOLE),
        (TEXT.casefold().encode(), Form.FOLDED),
        (json.dumps(TEXT).encode(), Form.ESCAPED),
        (json.dumps(json.dumps(TEXT)).encode(), Form.ESCAPED),
        (TEXT.encode("utf-16-le"), Form.UTF16),
        (b"\xff\xfe" + TEXT.encode("utf-16-be"), Form.UTF16),
        ("so lighthouse keeper hates Fridays, 守塔人".encode(), Form.RUN),
        ("hates Fridays, 守塔人讨厌星".encode(), Form.RUN),
        (b'{"light":2,"keeper":1,"hate":1,"friday":3}', Form.WORD),
        ('"hate":1,"friday":1,"守塔":1,"塔人":1,"人讨":4'.encode(), Form.RUN),
        (b"the lighthouse", Form.WORD),
        ("塔人讨厌".encode(), Form.WORD),
    ],
)
def test_a_text_is_found_in_every_form(stored: bytes, form: Form) -> None:
    """Whole, in another case, as JSON writes it once and twice, in UTF-16, and by its words."""
    assert form in forms(b"\x00" * 7 + stored + b"\x00", TEXT)


def test_a_sentence_of_a_text_is_a_part_if_it_says_enough() -> None:
    """Three words or four Han characters; a shorter one stands everywhere."""
    text = "Yes. The bridge sways at night! 好。桥在夜里会摇晃。"
    assert sentences(text) == ["The bridge sways at night!", "桥在夜里会摇晃"]
    assert Form.PART in forms(b"so: The bridge sways at night! it said", text)


def test_a_copy_of_a_long_text_that_was_cut_off_is_found() -> None:
    """Wherever two hundred characters of it are left."""
    text = " ".join(f"{number}th stone" for number in range(400))
    for at in (0, 137, 1_955, len(text) - 200):
        assert Form.WHOLE in forms(text[at : at + 200].encode(), text)


def test_words_in_the_middle_of_others_are_told() -> None:
    """A name of a few letters does not count within a longer word."""
    finder = Finder(traces(["Ana"]))
    bounded = {sight.at: sight.bounded for sight in finder.find(b"Ana, BAna, Anas (Ana)")}
    assert bounded == {0: True, 6: False, 11: False, 17: True}


def test_only_rare_looking_words_are_looked_for_by_themselves() -> None:
    """Six letters, or three Han characters beside each other; no bare numbers."""
    assert words("We saw order_service and a lighthouse in 19991231: 守塔人们") == {
        "lighthouse",
        "lighthous",
        "order_service",
        "orderservic",
        "servic",
        "守塔人",
        "塔人们",
    }


def test_a_run_is_six_words_or_eight_han_characters() -> None:
    """Or some of both; fewer of them anybody says, and a copy cut off anywhere holds one."""
    assert runs("one two three four five") == []
    assert runs("one two, three four five six seven") == [
        "one two, three four five six",
        "two, three four five six seven",
    ]
    assert runs("守塔人讨厌星期五啊") == ["守塔人讨厌星期五", "塔人讨厌星期五啊"]
    assert runs("Ana 守塔人 and Bo") == []
    assert runs("Ana 守塔人讨 and Bo") == ["Ana 守塔人讨 and Bo"]
    long = " ".join(f"stone{number}" for number in range(1_000))
    for at in (0, 1, 2, 500, 992):
        cut = " ".join(long.split()[at : at + 8])
        assert any(run in cut for run in runs(long))


def test_only_an_address_or_a_long_number_is_somebodys_own() -> None:
    """A date, a time, a version and a hash's name are everybody's."""
    assert identifiers(
        "Ana.B@x-y.org or +491701234567, DE89370400440532013000; 2026-03-04T10:00:00, 20260304, "
        "v2.3.1, sha256, order_service, E1042, 给ana@x.org"
    ) == {"Ana.B@x-y.org", "491701234567", "DE89370400440532013000", "ana@x.org"}


@pytest.mark.parametrize("texts", [[], [""], ["  ab "], ["人"], "text", ["fine", 3]])
def test_what_cannot_be_told_from_anything_is_refused(texts: object) -> None:
    """Too short, nothing, or no text; the message does not repeat it."""
    with pytest.raises(InvalidValue):
        checked_texts(texts)  # type: ignore[arg-type]


def test_texts_are_trimmed_and_each_is_looked_for_once() -> None:
    """Two Han characters are a name."""
    assert checked_texts([" 小明 ", "小明", "abc"]) == ("小明", "abc")


@settings(max_examples=60)
@given(
    texts=st.lists(st.text("abcd 人火", min_size=2, max_size=20), min_size=1, max_size=8),
    around=st.lists(st.binary(max_size=30), min_size=9, max_size=9),
)
def test_the_finder_finds_what_stands_there(texts: list[str], around: list[bytes]) -> None:
    """As comparing at every place would, whatever stands around it."""
    sought = traces(texts)
    data = b"".join(part + text.encode() for part, text in zip(around, [*texts, ""], strict=False))
    found = {(sight.trace.data, sight.at) for sight in Finder(sought).find(data)}
    expected = {
        (trace.data, at)
        for trace in sought
        for at in range(len(data))
        if trace.data and data.startswith(trace.data, at)
    }
    assert found == expected
