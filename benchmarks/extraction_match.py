"""When a found statement is the one that was labelled. Fixed before anything was measured.

Of the same kind, and of the same value: equal after NFKC, case folding, and taking white space,
punctuation at the ends and a leading article or preposition away; or the labelled value stands in
the found one, which is at most two words or six Han characters longer. What is a clause (a standing
order, something to remember, to forget or to ask before, a lesson, a permission, a commitment, a
correction) is right if six in ten of the words of both are common. "X !Y" needs X and Y right. A
label is met once: what is found beside it is wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

CLAUSES = frozenset(
    """standing_order remember forget lesson ask_before permission commitment correction""".split()
)
COMMON = 0.6
"""The share of words in common, of those of both together."""
LONGER = 6
"""What a found value may be longer by, in Han characters; a word counts as three."""

_TOKEN = re.compile(
    r"[\u3400-\u4dbf\u4e00-\u9fff]|[^\W\u3400-\u4dbf\u4e00-\u9fff]+(?:[-'.+#/@:]+[^\W\u3400-\u4dbf\u4e00-\u9fff]+)*[+#]*"
)
_LEADING = re.compile(
    r"(?:(?:the|an?|in|on|at|to|of|for|with|by|as)\b\s*|[在用以把为])(?=\S)", re.IGNORECASE
)
_EDGES = re.compile(r"^[\W_]+(?<![+\-−±@#])|[\s\W_]+(?<![+#])$")


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """A statement: its kind, and its value ("X !Y" of a tool that takes the place of Y)."""

    kind: str
    value: str
    also: tuple[str, ...] = ()
    """Other forms of what was found: the clause, or the action alone."""


def missed_and_wrong(
    stated: Sequence[Item], found: Sequence[Item]
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Which labels nothing met, and what of the found meets no label."""
    left = list(found)
    missed = []
    for label in stated:
        met = next((one for one in left if right(label, one)), None)
        if met is None:
            missed.append(label)
        else:
            left.remove(met)
    return tuple(missed), tuple(left)


def right(label: Item, found: Item) -> bool:
    """Whether `found` is what was labelled."""
    if label.kind != found.kind:
        return False
    wanted, other = _parts(label.value)
    if label.kind == "tool" or (other and label.kind == "correction"):
        value, instead = _parts(found.value)
        return _same(wanted, value) and (not other or _same(other, instead))
    candidates = [found.value, *found.also]
    if any(_same(wanted, one) for one in candidates):
        return True
    return label.kind in CLAUSES and any(_overlaps(wanted, one) for one in candidates)


def _parts(value: str) -> tuple[str, str]:
    """What is to be used, and what is not."""
    mark = re.search(r"(?:^|\s)!(?=\S)", value)
    if mark is None:
        return value, ""
    return value[: mark.start()].strip(), value[mark.end() :].strip()


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    text = _EDGES.sub("", text.strip())
    return "".join(_EDGES.sub("", _LEADING.sub("", text, count=1)).split()) or text


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold().replace("’", "'"))


def _same(label: str, found: str) -> bool:
    if not label or not found:
        return label == found
    if _plain(label) == _plain(found):
        return True
    wanted, given = _tokens(label), _tokens(found)
    if not wanted:
        return False
    weight = sum(map(_weight, given)) - sum(map(_weight, wanted))
    within = any(
        given[at : at + len(wanted)] == wanted for at in range(len(given) - len(wanted) + 1)
    )
    return within and weight <= LONGER


def _weight(token: str) -> int:
    return 1 if re.match(r"[\u3400-\u9fff]", token) else 3


def _overlaps(label: str, found: str) -> bool:
    wanted, given = Counter(_tokens(label)), Counter(_tokens(found))
    both = wanted.total() + given.total()
    return both > 0 and 2 * (wanted & given).total() / both >= COMMON
