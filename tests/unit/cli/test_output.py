"""What is shown: stored text is data, and ids are as short as they can be typed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal.cli.output import Output, one_line, plain, short_ids


def test_control_characters_are_shown_not_sent() -> None:
    """A stored escape sequence cannot recolour a terminal or move its cursor."""
    assert plain("a\x1b[31mred\x07\x9b2J") == "a␛[31mred␇�2J"
    assert plain("two\nlines\tand 中文") == "two\nlines\tand 中文"


@given(st.text())
def test_nothing_shown_controls_anything(text: str) -> None:
    """Whatever is stored: no control character but line break and tab is left."""
    shown = plain(text)
    assert not any(
        (ord(char) < 0x20 and char not in "\n\t") or 0x7F <= ord(char) < 0xA0 for char in shown
    )
    assert "\n" not in one_line(text)


def test_stored_markup_stays_text(capsys: pytest.CaptureFixture[str]) -> None:
    """What looks like rich's markup or an emoji's name is printed as it is."""
    out = Output(as_json=False)
    out.say("[bold red]x[/] :smile:")
    out.table(("item", "content"), [("1", "[/nothing] 这个项目用 pnpm")])
    printed = capsys.readouterr().out
    assert "[bold red]x[/] :smile:" in printed
    assert "[/nothing] 这个项目用 pnpm" in printed
    assert "\x1b" not in printed


@given(st.sets(st.text(alphabet="0123456789abcdef-", min_size=13, max_size=36), max_size=12))
def test_a_shown_beginning_names_one_item(ids: set[str]) -> None:
    """Each shown id is the beginning of its own, of no other, unless it is whole."""
    for whole, shown in short_ids(ids).items():
        assert whole.startswith(shown)
        others = [other for other in ids if other != whole and other.startswith(shown)]
        assert not others or shown == whole.rstrip("-")


def test_a_document_is_unicode(capsys: pytest.CaptureFixture[str]) -> None:
    """Chinese is readable in JSON, not escaped."""
    Output(as_json=True).document({"content": "用 pnpm"})
    assert "用 pnpm" in capsys.readouterr().out


def test_times_are_the_persons() -> None:
    """A moment is shown in the zone that was asked for."""
    late = datetime(2026, 3, 2, 23, 30, tzinfo=UTC)
    assert Output(as_json=False, time_zone="Asia/Shanghai").day(late) == "2026-03-03"
