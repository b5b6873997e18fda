"""BM25 over the postings of a few terms: which entries are scored, and what each term adds.

Plain computing on columns, the same for every database. Sums are compared to `_DECIMALS`, since
their last bits depend on the order of the terms.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from stratal.storage.postings import NUMBER_BITS, Postings

if TYPE_CHECKING:
    import numpy as np

    from stratal.storage.postings import Whole

    Real: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
    Marks: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]

K1 = 1.2
"""How soon a repeated term stops counting. Chat repeats a word for emphasis, not for substance."""
B = 0.75
"""How much a long entry pays for its length: the usual value. With 1 long answers of an assistant
rank a little better, short turns between people worse."""

SCORED = 5_000
"""Entries scored whole. Where more match, the rarest terms of the query choose them."""
_COMPLETED = 16
"""So many of the frequent terms count for entries that rarer ones chose; the rest weigh nothing."""
_DECIMALS = 9


@dataclass(frozen=True, kw_only=True, slots=True)
class Scores:
    """What was scored: entries, and the postings that count for them."""

    key: Whole
    """Of each entry, ascending."""
    total: Real
    """Of each entry."""
    entry: Whole
    """Of each posting, by its place in `key`."""
    term: Whole
    count: Whole
    share: Real
    """What it adds to its entry."""

    def best(self, limit: int) -> Whole:
        """The entries with the highest totals, by their places; of equal ones the first."""
        import numpy as np

        return np.lexsort((self.key, -self.total))[:limit]

    def shares(self, terms: Sequence[str], entries: Whole) -> list[dict[str, float]]:
        """What each term adds, of each of these entries."""
        import numpy as np

        place = np.full(len(self.key), -1)
        place[entries] = np.arange(len(entries))
        found: list[dict[str, float]] = [{} for _ in range(len(entries))]
        kept = place[self.entry] >= 0
        columns = (place[self.entry[kept]], self.term[kept], self.share[kept])
        for at, term, share in zip(*(column.tolist() for column in columns), strict=True):
            found[at][terms[term]] = share
        return found


def rarity(entries: int, holding: int) -> float:
    """The weight of a term that so many of all entries hold."""
    return math.log(1 + (entries - holding + 0.5) / (holding + 0.5))


def score(
    postings: Postings,
    *,
    finding: int,
    entries: int,
    mean: float,
    spaces: int,
    inside: Marks | None = None,
) -> Scores:
    """Score what any of the first `finding` terms has found; the other terms only raise it.

    Up to `SCORED` matching entries all are scored; where more match, the rarest terms choose so
    many of them, and of the rarest term alone, if it is as frequent as that, the newest of each of
    the `spaces`. With `inside` only entries of these postings are found; the weights of the terms
    are those of all.
    """
    import numpy as np

    terms = len(postings.terms)
    weights = [rarity(entries, holding) for holding in postings.holding().values()]
    if inside is None:
        inside = np.ones(len(postings.term), dtype=np.bool_)
    counts = np.zeros(terms, dtype=np.bool_)
    counts[finding:] = True
    if entries <= SCORED:
        counts[:] = True
        key = np.unique(postings.key[inside & (postings.term < finding)])
    else:
        key = _chosen(postings, inside, finding, spaces, counts)
    kept = np.flatnonzero(counts[postings.term] & np.isin(postings.key, key))
    entry = np.searchsorted(key, postings.key[kept])
    term, count = postings.term[kept], postings.count[kept]
    share = _shares(np.array(weights)[term], count, postings.length[kept], mean)
    return Scores(
        key=key,
        total=_totals(entry, share, len(key)),
        entry=entry,
        term=term,
        count=count,
        share=share,
    )


def score_groups(scores: Scores, group: Whole, length: Whole, *, groups: int, mean: float) -> Real:
    """The score of each group of entries, as if it were one long entry.

    `group` is that of each entry, from 0 on, or -1; `length` and `mean` are those of the groups,
    of which there are `groups` in all, scored or not.
    """
    import numpy as np

    of_posting = group[scores.entry]
    grouped = of_posting >= 0
    pair, back = np.unique(
        scores.term[grouped] * len(length) + of_posting[grouped], return_inverse=True
    )
    count = np.bincount(back, weights=scores.count[grouped], minlength=len(pair))
    term, of_pair = np.divmod(pair, len(length))
    weights = np.array([rarity(groups, int(holding)) for holding in np.bincount(term)])
    share = _shares(weights[term], count, length[of_pair], mean)
    return _totals(of_pair, share, len(length))


def _chosen(postings: Postings, inside: Marks, finding: int, spaces: int, counts: Marks) -> Whole:
    """The entries that the rarest terms choose; marks in `counts` the terms that count."""
    import numpy as np

    bounds = np.searchsorted(postings.term, np.arange(finding + 1))
    holding = []
    for term, (start, stop) in enumerate(pairwise(bounds.tolist())):
        keys = postings.key[start:stop][inside[start:stop]]
        if len(keys):
            holding.append((len(keys), postings.terms[term], term, keys))
    holding.sort(key=lambda one: one[:2])
    chosen = np.empty(0, dtype=np.int64)
    for at, (many, _, term, keys) in enumerate(holding):
        if len(chosen) + many <= SCORED:
            chosen = np.union1d(chosen, keys)
        elif not len(chosen):
            chosen = _newest(keys, SCORED // spaces)
        else:
            for _, _, frequent, _ in holding[at : at + _COMPLETED]:
                counts[frequent] = True
            break
        counts[term] = True
    return chosen


def _newest(keys: Whole, limit: int) -> Whole:
    """The last `limit` of each space."""
    import numpy as np

    _, first = np.unique(keys >> NUMBER_BITS, return_index=True)
    return np.concatenate([piece[-limit:] for piece in np.split(keys, first[1:])])


def _shares(weight: Real, count: Whole | Real, length: Whole, mean: float) -> Real:
    damping = K1 * (1 - B + B * length / mean)
    return weight * count * (K1 + 1) / (count + damping)


def _totals(place: Whole, share: Real, size: int) -> Real:
    import numpy as np

    return np.round(np.bincount(place, weights=share, minlength=size), _DECIMALS)
