"""The head of a note: read leniently, written in one form."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal.text.frontmatter import (
    prompt_text,
    read_note,
    summary_line,
    title_and_hook,
    write_note,
)

NOTE = """---
name: vpn-first
description: Staging needs the VPN: start it before the deploy
metadata:
  type: project
  owner: ana
color: green
---
# VPN first

**Why:** the gateway.
"""


def test_a_note_is_read_with_what_nobody_knows() -> None:
    """Name, description and type; a colon within the description is no error."""
    note = read_note(NOTE)
    assert (note.name, note.description) == (
        "vpn-first",
        "Staging needs the VPN: start it before the deploy",
    )
    assert note.values["color"] == "green"
    assert note.body == "# VPN first\n\n**Why:** the gateway.\n"


def test_the_older_form_has_its_type_above() -> None:
    """`type` at the top and within `metadata` mean the same."""
    assert read_note("---\ntype: feedback\n---\nx").kind == "feedback"
    assert read_note("---\nmetadata:\n  type: user\n---\nx").kind == "user"
    assert read_note("---\ntype: other\n---\nx").kind == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "---\nno end",
        "---\n- a\n- b\n---\nx",
        "---\n---\nx",
        "\ufeff---\nname: a\n---\n",
    ],
)
def test_whatever_it_is_it_is_read(text: str) -> None:
    """No frontmatter, a broken one, a list: never an error, and the body is never lost."""
    note = read_note(text)
    assert note.body in text


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=40),
    st.text(max_size=60),
)
def test_what_is_written_is_read_again(description: str, body: str) -> None:
    """Name, description, type and body come back; unknown keys stay."""
    told = " ".join(description.split())
    text = write_note(
        body,
        name="a-note",
        description=told,
        kind="reference",
        modified=datetime(2026, 3, 1, tzinfo=UTC),
        values={"color": "green", "metadata": {"owner": "ana"}},
    )
    note = read_note(text)
    assert (note.name, note.description, note.kind, note.body) == (
        "a-note", told, "reference", body,
    )  # fmt: skip
    assert note.values["color"] == "green"
    assert note.values["metadata"] == {"owner": "ana", "type": "reference"}


def test_title_and_hook_are_what_a_list_shows() -> None:
    """From the frontmatter, else the first two lines that say something, else the file's name."""
    assert title_and_hook(NOTE, "/a.md") == (
        "VPN first",
        "Staging needs the VPN: start it before the deploy",
    )
    assert title_and_hook("<!-- x -->\n\n# 部署\n\n- 先连 VPN\n", "/a.md") == ("部署", "先连 VPN")
    assert title_and_hook("", "/x/deploy.md") == ("deploy", "")
    assert summary_line("---\n\n***\n") == ""
    assert summary_line("\n## A line\n") == "A line"


def test_a_prompt_has_neither_frontmatter_nor_comments() -> None:
    """What is measured is what is shown."""
    assert prompt_text("---\nname: a\n---\n<!-- hidden\n-->\n- [A](a.md)\n") == "- [A](a.md)"
