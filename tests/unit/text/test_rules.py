"""The rules by which statements are recognised, and the languages that they are of."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable
from typing import Any

from stratal.text.rules import CHINESE, ENGLISH, RULES
from stratal.text.statement_parts import Rule

# The only parser of patterns that there is; hypothesis builds on it too.
parser = importlib.import_module("re._parser")

# A time zone, a language and a tool may be named with nothing beside the name.
BARE = 3


def needs(pattern: Iterable[tuple[Any, Any]], wanted: Callable[[int], bool]) -> bool:
    """Whether whatever the pattern matches has a character of that sort."""
    for operation, given in pattern:
        match str(operation):
            case "LITERAL" if wanted(given):
                return True
            case "IN" if given and all(map(wanted, _characters(given))):
                return True
            case "SUBPATTERN" if needs(given[3], wanted):
                return True
            case "ATOMIC_GROUP" if needs(given, wanted):
                return True
            case "BRANCH" if all(needs(one, wanted) for one in given[1]):
                return True
            case "MAX_REPEAT" | "MIN_REPEAT" if given[0] and needs(given[2], wanted):
                return True
    return False


def _characters(given: Iterable[tuple[Any, Any]]) -> Iterable[int]:
    for operation, which in given:
        match str(operation):
            case "LITERAL":
                yield which
            case "RANGE":
                yield from which
            case _:
                yield -1


def is_han(code: int) -> bool:
    return 0x3400 <= code <= 0x9FFF


def is_latin(code: int) -> bool:
    return 0 <= code < 128 and chr(code).isalpha()


def parsed(rule: Rule) -> Any:
    return parser.parse(rule.wording.pattern, re.IGNORECASE)


def test_every_rule_is_of_one_language() -> None:
    """None is lost, and none is tried on the sentences of both languages."""
    assert [*filter(lambda one: one in CHINESE or one in ENGLISH, RULES)] == list(RULES)
    assert not {id(one) for one in CHINESE} & {id(one) for one in ENGLISH}
    assert min(len(CHINESE), len(ENGLISH)) > 300


def test_an_english_rule_matches_no_sentence_without_a_letter() -> None:
    """So it need not be tried on a sentence that is all Chinese, but for a bare name."""
    bare = [one.wording.pattern[:60] for one in ENGLISH if not needs(parsed(one), is_latin)]
    assert len(bare) <= BARE


def test_a_chinese_rule_matches_no_sentence_without_a_character() -> None:
    """So it need not be tried on an English one, but for a bare name."""
    bare = [one.wording.pattern[:60] for one in CHINESE if not needs(parsed(one), is_han)]
    assert len(bare) <= BARE
