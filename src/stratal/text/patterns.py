"""A pattern that is compiled when it is first asked: there are many, and a start needs none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

__all__ = ["Pattern"]

_HAN = r"[\u4e00-\u9fff]"


class Pattern:
    """Like a compiled pattern of `re`, with the methods that are used of one."""

    def __init__(self, pattern: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        # No Han character has a small form, and to look for one costs 20,000 steps a class.
        self.pattern = pattern.replace(_HAN, f"(?-i:{_HAN})")
        self.flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self.flags)

    def search(self, text: str, *span: int) -> re.Match[str] | None:
        return self._compiled.search(text, *span)

    def match(self, text: str, *span: int) -> re.Match[str] | None:
        """A match that begins where the span does; a boundary still sees what stands before."""
        return self._compiled.match(text, *span)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self._compiled.fullmatch(text)

    def every(self, text: str, *span: int) -> Iterator[re.Match[str]]:
        return self._compiled.finditer(text, *span)

    def sub(self, by: str, text: str) -> str:
        return self._compiled.sub(by, text)

    def split(self, text: str, maxsplit: int = 0) -> list[str | Any]:
        return self._compiled.split(text, maxsplit)
