"""The head of a note: what it calls itself, and the one line that says why to open it.

Notes may begin with YAML between two lines of ``---``. It is read leniently: what is no YAML, or
is not there, leaves the first lines of the text to speak for it; keys that nobody here knows stay
where they are. It is written in one form.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

KINDS = ("user", "feedback", "project", "reference")
"""What a note may say that it is about."""
TITLE_LIMIT = 120
HOOK_LIMIT = 200
_HEAD_LIMIT = 10_000
_FENCE = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)(?:^|\n)---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, kw_only=True, slots=True)
class Note:
    """A note taken apart."""

    name: str
    description: str
    kind: str
    """One of `KINDS`, or empty."""
    values: Mapping[str, Any]
    """All of the frontmatter; empty where there is none."""
    body: str
    """What follows it, exactly."""


def read_note(text: str) -> Note:
    """`text` taken apart; nothing about it is an error."""
    found = _FENCE.match(text[:_HEAD_LIMIT])
    values = _values(found.group(1)) if found else None
    if found is None or values is None:
        return Note(name="", description="", kind="", values={}, body=text)
    inner = values.get("metadata")
    kind = (inner.get("type") if isinstance(inner, Mapping) else None) or values.get("type")
    return Note(
        name=_line(values.get("name")),
        description=_line(values.get("description")),
        kind=kind if isinstance(kind, str) and kind in KINDS else "",
        values=values,
        body=text[found.end() :],
    )


def write_note(
    body: str,
    *,
    name: str,
    description: str,
    kind: str = "",
    modified: datetime | None = None,
    values: Mapping[str, Any] | None = None,
) -> str:
    """`body` under a frontmatter with these; `values` are those of before, kept where unnamed."""
    import yaml

    head: dict[str, Any] = {"name": name, "description": description}
    head |= {k: v for k, v in (values or {}).items() if k not in ("name", "description", "type")}
    if kind:
        inner = head.get("metadata")
        head["metadata"] = {**(inner if isinstance(inner, Mapping) else {}), "type": kind}
    if modified is not None:
        head["modified"] = modified.isoformat(timespec="seconds")
    told = yaml.safe_dump(head, allow_unicode=True, sort_keys=False, width=1_000)
    return f"---\n{told}---\n{body}"


def title_and_hook(text: str, path: str) -> tuple[str, str]:
    """What a list of notes shows of one: its title, and a line on what it says.

    From the frontmatter, else the first line that says something and the next one.
    """
    note = read_note(text.replace("\x00", " "))
    lines = (_plain(line) for line in _COMMENT.sub("", note.body[:_HEAD_LIMIT]).split("\n"))
    said = [line for line, _ in zip((line for line in lines if line), range(2), strict=False)]
    stem = path.rpartition("/")[2].removesuffix(".md")
    title = (said[0] if said else "") or note.name or stem
    hook = note.description or (said[1] if len(said) > 1 else "")
    return title[:TITLE_LIMIT], hook[:HOOK_LIMIT]


def summary_line(text: str) -> str:
    """The first line that says something, or the description; empty where there is neither."""
    note = read_note(text)
    if note.description:
        return note.description
    for line in _COMMENT.sub("", note.body[:_HEAD_LIMIT]).split("\n"):
        if said := _plain(line):
            return said
    return ""


def prompt_text(text: str) -> str:
    """What of a note stands in a prompt: without frontmatter and comments of blocks."""
    return _COMMENT.sub("", read_note(text).body).strip("\n")


def _values(text: str) -> dict[str, Any] | None:
    import yaml

    try:
        found = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        # Descriptions hold colons: line by line much of it can still be read.
        found = {
            key.strip(): value.strip().strip("\"'")
            for key, colon, value in (line.partition(":") for line in text.split("\n"))
            if colon and key.strip() and not key.startswith((" ", "\t", "#", "-"))
        }
    if found is None:
        return {}
    return {str(k): v for k, v in found.items()} if isinstance(found, Mapping) else None


def _line(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _plain(line: str) -> str:
    stripped = line.strip().lstrip("#>-*").strip().strip("*_` ")
    return stripped if any(unicodedata.category(c)[0] in "LN" for c in stripped) else ""
