"""How well an entry answers a query: one sum of scaled parts.

Each part is brought to 0–1 within the query and they are added by weight. Fusion by rank throws
away how much better the first is than the second; the sum keeps it, and finds more.

A message is judged with those around it: "yes, on Friday" says little, the question before it what
it is about. Each word of the query counts for a message where it stands nearest, less the farther
away that is, and so does meaning. This is done here and not in the index, so an entry holds its own
words only, the words that follow count too, and a long answer cannot drown the next question: it
lends what its words are worth, which falls with its length.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from stratal.layers.conversation import number_of
from stratal.storage.search import MARKS, SPEAKER, Found, Near

if TYPE_CHECKING:
    import numpy as np

    Column: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
    Places: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

MOST = 0.6
"""The share of a question's words, by rarity, from which they are no coincidence."""
SHORT, LONG = 10, 20
"""Terms of a question up to which it is short, and from which it is long."""

_APART = 1 << 40
"""Between the keys of the messages of two conversations."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Blend:
    """How far an embedder is to be believed beside the keywords, whose share is the rest."""

    short: float
    """The share of the vectors for a question of few terms, each of which was chosen."""
    long: float
    """Their share for one of many, most of which nobody would look for."""
    floor: float
    """The cosine that says of itself that a text has to do with a short question."""
    long_floor: float
    """The same of a long one: it is about several things, and near to none of them."""

    def share(self, terms: int) -> float:
        """The share of the vectors for a question of so many terms."""
        return _between(self.short, self.long, terms)

    def least(self, terms: int) -> float:
        """The floor for a question of so many terms."""
        return _between(self.floor, self.long_floor, terms)


def _between(short: float, long: float, terms: int) -> float:
    return short + (long - short) * min(1.0, max(0.0, (terms - SHORT) / (LONG - SHORT)))


BLENDS: Mapping[str, Blend] = {
    # Of short questions about nothing that is stored one in seven reaches this floor, of those with
    # an answer nearly every one, Chinese and English alike. See docs/ideas/retrieval.md.
    "use-multilingual-v3": Blend(short=0.5, long=0.8, floor=0.225, long_floor=0.1),
}
"""By model, as measured: a weak embedder gets less weight."""
UNKNOWN_BLEND = Blend(short=0.5, long=0.7, floor=0.3, long_floor=0.2)
"""For an embedder that nobody has measured."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Recipe:
    """What counts in talk besides a message's own words and vector."""

    words: Mapping[int, float]
    """What a word counts that stands so many messages later, or earlier if negative."""
    meaning: Mapping[int, float]
    """The same of the neighbours' vectors."""
    session: float
    """What the conversation around a message adds: enough to break ties, too little to lead."""
    person: float
    """What it adds that a person said it. An assistant says more, and repeats much of it."""
    named: float
    """What it adds that the query names the speaker."""
    time: float
    """What it adds to stand on a day that the query names; memories too."""
    floor: float | None = None
    """Instead of the embedder's, to measure it."""

    @property
    def reach(self) -> Sequence[int]:
        """How far away the neighbours are that count."""
        return sorted({*self.words, *self.meaning})


RECIPE = Recipe(
    words=MappingProxyType({-3: 0.15, -2: 0.3, -1: 0.6, 1: 0.3, 2: 0.15}),
    meaning=MappingProxyType({-1: 0.4, 1: 0.3}),
    session=0.2,
    person=0.2,
    named=0.1,
    time=0.4,
)


class Relevant(NamedTuple):
    """An entry with its relevance, 0 to 1, and the scaled parts that it is the sum of."""

    found: Found
    cosine: float | None
    """None where it has no vector, or nobody asked."""
    relevance: float
    weights: Mapping[str, float]
    """What each part counts; they sum to 1."""
    values: Sequence[float]
    """The parts, in the order of the weights."""

    @property
    def parts(self) -> Mapping[str, float]:
        """Each part by its name."""
        return dict(zip(self.weights, self.values, strict=True))


def relevant(
    keywords: Sequence[Found],
    near: Near | None,
    vectors: float,
    *,
    talk: bool,
    on_time: Callable[[Found], bool] | None = None,
    enough: Enough | None = None,
    recipe: Recipe = RECIPE,
) -> list[Relevant]:
    """What keywords or vectors have found, united, most relevant first.

    `vectors` is the share of these. Entries without a shared word must have passed the blend's
    floor already, or stand beside one that has such a word. One that has no vector yet is judged
    by its words alone. In `talk` the neighbours, the session and the speaker count; a neighbour
    that is not given counts nothing.
    `on_time` says of an entry whether it is of a time that the query names, if it names any.
    Where nothing is `enough`, nothing is given.
    """
    found = [*keywords, *(near.found if near is not None else ())]
    if not found:
        return []
    import numpy as np

    at_hand = near.cosines if near is not None else {}
    cosines = [at_hand.get(one.place) for one in found]
    # Of two memories the farther is not as far away as can be.
    lowest = min(near.lowest, 0.0) if near is not None else 0.0
    meaning = np.array([0.0 if cosine is None else cosine - lowest for cosine in cosines])
    words = [
        {term: worth for term, worth in one.terms.items() if not term.startswith(MARKS)}
        for one in found
    ]
    worth = np.array([math.fsum(one.values()) for one in words])
    if talk:
        lent, near_by = _lent(found, words, meaning, recipe)
        worth, meaning = worth + lent, meaning + near_by
    if enough is not None and not any(map(enough.holder(on_time), found, cosines, worth.tolist())):
        return []
    columns = {"keywords": worth / (float(worth.max()) or 1.0)}
    nearest = float(meaning.max())
    columns["vectors"] = meaning / nearest if nearest > 0 else np.ones(len(found))
    besides: dict[str, float] = {}
    if talk:
        # What vectors alone have found may lie in a conversation that keywords have scored.
        sessions = {(one.place.space, one.part): one.session for one in keywords if one.terms}
        most = max(sessions.values(), default=0.0) or 1.0
        columns["session"] = np.array(
            [sessions.get((one.place.space, one.part), 0.0) / most for one in found]
        )
        columns["person"] = np.array([float(one.spoken_by_person) for one in found])
        columns["named"] = np.array(
            [
                float(len(own) < len(one.terms) and any(t.startswith(SPEAKER) for t in one.terms))
                for one, own in zip(found, words, strict=True)
            ]
        )
        besides = {"session": recipe.session, "person": recipe.person, "named": recipe.named}
    if on_time is not None:
        columns["time"] = np.array([float(on_time(one)) for one in found])
        besides["time"] = recipe.time
    shares = {"keywords": 1 - vectors, "vectors": vectors} | besides
    by_both = _sums(columns, _shares(shares))
    by_words = _sums(columns, _shares({"keywords": 1.0} | besides))
    ranked = [
        Relevant(one, cosine, *(alone if cosine is None else both))
        for one, cosine, both, alone in zip(found, cosines, by_both, by_words, strict=True)
    ]
    ranked.sort(key=lambda one: (-one.relevance, -one.found.at, one.found.place.item))
    return ranked


@dataclass(frozen=True, kw_only=True, slots=True)
class Enough:
    """When an entry has to do with the query at all, as far as vectors can tell."""

    floor: float
    """The cosine from which on it has."""
    whole: float
    """What all words of the query are worth together."""

    def holder(
        self, on_time: Callable[[Found], bool] | None
    ) -> Callable[[Found, float | None, float], bool]:
        """Near enough, or with most of the words, or on a day asked for, or not embedded yet."""

        def holds(found: Found, cosine: float | None, worth: float) -> bool:
            return (
                cosine is None
                or cosine >= self.floor
                or worth >= MOST * self.whole
                or (on_time is not None and on_time(found))
            )

        return holds


def _sums(
    columns: Mapping[str, Column], weights: Mapping[str, float]
) -> list[tuple[float, Mapping[str, float], list[float]]]:
    """Of each entry the weighted sum of the parts that have a weight, the weights, the parts."""
    import numpy as np

    table = np.column_stack([columns[part] for part in weights])
    # One after the other: the order decides the last bits, and these which of equal ones is first.
    total = sum(weight * columns[part] for part, weight in weights.items())
    return [
        (one, weights, values)
        for one, values in zip(np.asarray(total).tolist(), table.tolist(), strict=True)
    ]


def _lent(
    found: Sequence[Found],
    words: Sequence[Mapping[str, float]],
    meaning: Column,
    recipe: Recipe,
) -> tuple[Column, Column]:
    """What the messages beside each lend it: the worth of their words, and their meaning."""
    import numpy as np

    rows: dict[tuple[int, str], int] = {}
    keys = np.array(
        [
            rows.setdefault((one.place.space, one.part), len(rows)) * _APART
            + number_of(one.place.item)
            for one in found
        ],
        dtype=np.int64,
    )
    places = {term: at for at, term in enumerate({term for own in words for term in own})}
    own = np.zeros((len(found), len(places)))
    for at, its in enumerate(words):
        for term, worth in its.items():
            own[at, places[term]] = worth
    beside = _Beside(keys)
    lent = np.zeros_like(own)
    for distance, share in recipe.words.items():
        to, of = beside.pairs(distance)
        lent[to] = np.maximum(lent[to], share * own[of])
    near = np.zeros(len(found))
    for distance, share in recipe.meaning.items():
        to, of = beside.pairs(distance)
        near[to] += share * meaning[of]
    # Each word counts once, where it is worth most.
    return np.maximum(lent - own, 0.0).sum(axis=1), near


class _Beside:
    """Which of some messages stand beside each other, by keys that count within a conversation."""

    def __init__(self, keys: Places) -> None:
        import numpy as np

        self._keys = keys
        self._order = np.argsort(keys)
        self._sorted = keys[self._order]

    def pairs(self, distance: int) -> tuple[Places, Places]:
        """Messages that have one so far behind them, and those: by their places."""
        import numpy as np

        wanted = self._keys + distance
        at = np.minimum(np.searchsorted(self._sorted, wanted), len(wanted) - 1)
        there = np.flatnonzero(self._sorted[at] == wanted)
        return there, self._order[at[there]]


def _shares(weights: Mapping[str, float]) -> Mapping[str, float]:
    whole = sum(weights.values())
    return MappingProxyType({part: weight / whole for part, weight in weights.items()})
