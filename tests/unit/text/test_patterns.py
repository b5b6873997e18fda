"""Patterns that are compiled when they are first asked."""

from __future__ import annotations

import importlib
import pkgutil
import re

import stratal.text
from stratal.text.patterns import Pattern


def patterns() -> dict[str, Pattern]:
    """Every pattern that a module of texts names, by where it stands."""
    modules = pkgutil.walk_packages(stratal.text.__path__, "stratal.text.")
    return {
        f"{module.name}.{name}": value
        for module in modules
        for name, value in vars(importlib.import_module(module.name)).items()
        if isinstance(value, Pattern)
    }


def test_no_pattern_waits_with_a_fault() -> None:
    """Compiled late, a fault of one would be met by whoever says its words: each compiles."""
    found = patterns()
    assert len(found) > 200
    for name, one in found.items():
        assert re.compile(one.pattern, one.flags).pattern == one.pattern, name


def test_it_answers_as_a_compiled_one_does() -> None:
    """With and without a span, and with Han characters beside letters of either size."""
    late, now = (make(r"[\u4e00-\u9fff]ab", re.IGNORECASE) for make in (Pattern, re.compile))
    for text in ("好AB 好ab", "ab", "好b", ""):
        for span in ((), (1,), (1, 4)):
            assert str(late.search(text, *span)) == str(now.search(text, *span))
            assert str(late.match(text, *span)) == str(now.match(text, *span))
        assert late.sub("-", text) == now.sub("-", text)
        assert late.split(text) == now.split(text)
        assert str(late.fullmatch(text)) == str(now.fullmatch(text))
