"""BM25 on columns."""

from __future__ import annotations

import numpy as np
import pytest

from stratal.storage import ranking
from stratal.storage.postings import NUMBER_BITS, Postings


def table(*rows: tuple[str, int, int, int]) -> Postings:
    """Postings of rows (term, key, count, length)."""
    terms = sorted({row[0] for row in rows})
    ordered = sorted(rows)
    return Postings(
        terms=terms,
        term=np.array([terms.index(row[0]) for row in ordered]),
        key=np.array([row[1] for row in ordered]),
        count=np.array([row[2] for row in ordered]),
        length=np.array([row[3] for row in ordered]),
    )


def test_what_each_term_adds_is_told() -> None:
    """The shares of an entry sum to its total; equal totals stand by key."""
    scores = ranking.score(
        table(("a", 3, 1, 4), ("a", 2, 1, 4), ("b", 3, 2, 4), ("a", 9, 1, 4)),
        finding=2,
        entries=10,
        mean=4.0,
        spaces=1,
    )
    best = scores.best(9)
    assert scores.key[best].tolist() == [3, 2, 9]
    [first, *_] = scores.shares(["a", "b"], best)
    assert first.keys() == {"a", "b"}
    assert sum(first.values()) == pytest.approx(scores.total[best[0]], abs=1e-9)
    assert scores.shares(["a", "b"], best[1:2])[0].keys() == {"a"}


def test_the_newest_of_each_space() -> None:
    """A term more frequent than can be scored is scored where it came last, in every space."""
    many = ranking.SCORED
    keys = [space << NUMBER_BITS | n for space in (1, 2) for n in range(many)]
    scores = ranking.score(
        table(*(("a", key, 1, 1) for key in keys)),
        finding=1,
        entries=2 * many,
        mean=1.0,
        spaces=2,
    )
    half = many // 2
    assert scores.key.tolist() == [*keys[many - half : many], *keys[2 * many - half :]]


def test_a_group_is_scored_as_one_entry() -> None:
    """Counts of its entries together; of no group, nothing."""
    scores = ranking.score(
        table(("a", 1, 1, 4), ("a", 2, 2, 4), ("b", 2, 1, 4), ("a", 3, 5, 4)),
        finding=2,
        entries=10,
        mean=4.0,
        spaces=1,
    )
    totals = ranking.score_groups(scores, np.array([0, 0, -1]), np.array([8]), groups=3, mean=6.0)
    damping = ranking.K1 * (1 - ranking.B + ranking.B * 8 / 6)
    rare = ranking.rarity(3, 1)
    expected = rare * (3 * 2.2 / (3 + damping) + 1 * 2.2 / (1 + damping))
    assert totals.tolist() == [pytest.approx(expected, abs=1e-8)]
