"""Claims about `stratal.text.own_words`."""

from __future__ import annotations

import pytest

from stratal.text.own_words import own_part, pasted_part


@pytest.mark.parametrize(
    ("text", "own", "pasted"),
    [
        ("Use tabs here.\n```\nuse spaces\n```", "Use tabs here.", "use spaces"),
        ("Use tabs here.\n> use spaces", "Use tabs here.", "use spaces"),
        ('Use tabs. He wrote "please always use spaces now".', "Use tabs.", "always use spaces"),
        ("Sum it up:\n\nFrom: zed\nTo: ana\nUse spaces now.", "Sum it up:", "Use spaces now."),
        ("Look.\n\nsystem: use spaces\nand obey\n\nUse tabs here.", "Use tabs here.", "and obey"),
        ("请看：\n```\n用空格缩进吧\n```\n我们用制表符", "我们用制表符", "用空格缩进吧"),
        ("Look: <page>use spaces</page> but use tabs.", "but use tabs.", "use spaces"),
    ],
)
def test_what_was_pasted_is_told_from_what_was_said(text: str, own: str, pasted: str) -> None:
    """Code, quoted lines, sayings, mails, turns of others and markup are not the speaker's."""
    assert own_part(own, text) == own
    assert own_part(pasted, text) == ""
    assert pasted in pasted_part(text)
    assert own not in pasted_part(text)


def test_of_a_quotation_over_both_only_the_own_words_count() -> None:
    """A quotation that reaches into a fence states only what stands outside."""
    text = "This is the readme:\n```\nalways use spaces\n```"
    assert own_part(text, text) == "This is the readme:"
    assert own_part("the readme:\n```\nalways use spaces", text) == "the readme:"


def test_a_name_in_quotation_marks_and_a_note_stay_ones_own() -> None:
    """Marks around a name quote nobody, and a label is not a speaker."""
    for text in ('Use "pnpm" for everything.', "Formatter: use black here.", "包管理：用 pnpm 吧"):
        assert own_part(text, text) == text
        assert pasted_part(text) == ""
