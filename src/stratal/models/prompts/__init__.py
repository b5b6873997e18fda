"""The words that models are asked with, each a file with a version, in English or Chinese.

A derived thing names the prompt that it came from, so a file is not edited without another version
in its first line. Marks in braces are filled in; what is filled in is fenced as data before.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

_FIRST_LINE = re.compile(r"version: (\d+)\n+")


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """One prompt."""

    name: str
    language: str
    version: int
    text: str

    @property
    def label(self) -> str:
        """What a run calls it, as ``consolidate/1/zh``."""
        return f"{self.name}/{self.version}/{self.language}"


@cache
def prompt(name: str, language: str = "en") -> Prompt:
    """The prompt of that name."""
    file = resources.files("stratal.models.prompts") / f"{name}.{language}.md"
    text = file.read_text(encoding="utf-8")
    first = _FIRST_LINE.match(text)
    assert first is not None, f"{name}.{language}.md does not begin with its version"
    return Prompt(
        name=name, language=language, version=int(first[1]), text=text[first.end() :].strip()
    )
