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
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from stratal.layers.conversation import number_of
from stratal.storage.search import MARKS, SPEAKER, Found, Near

MOST = 0.6
"""The share of a question's words, by rarity, from which they are no coincidence."""
SHORT, LONG = 10, 20
"""Terms of a question up to which it is short, and from which it is long."""


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Relevant:
    """An entry with its relevance, 0 to 1, and the scaled parts that it is the sum of."""

    found: Found
    cosine: float | None
    """None where it has no vector, or nobody asked."""
    relevance: float
    parts: Mapping[str, float]
    weights: Mapping[str, float]
    """What each part counts; they sum to 1."""


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
    cosines = near.cosines if near is not None else {}
    # Of two memories the farther is not as far away as can be.
    lowest = min(near.lowest, 0.0) if near is not None else 0.0
    found = [*keywords, *(near.found if near is not None else ())]
    stands = [_Stand(one, cosines.get(one.place), lowest) for one in found]
    if talk:
        _lend(stands, recipe)
    if enough is not None:
        stands = stands if any(enough.holds(one, on_time) for one in stands) else []
    # What vectors alone have found may lie in a conversation that keywords have scored.
    sessions = {(one.place.space, one.part): one.session for one in keywords if one.terms}
    most = max((one.worth for one in stands), default=0.0) or 1.0
    nearest = max((one.meaning for one in stands), default=0.0)
    session = max(sessions.values(), default=0.0) or 1.0
    besides = {}
    if talk:
        besides = {"session": recipe.session, "person": recipe.person, "named": recipe.named}
    if on_time is not None:
        besides["time"] = recipe.time
    by_both = _shares({"keywords": 1 - vectors, "vectors": vectors} | besides)
    by_words = _shares({"keywords": 1.0} | besides)
    ranked = []
    for stand in stands:
        one = stand.found
        parts = {"keywords": stand.worth / most}
        weights = by_words
        if stand.cosine is not None:
            parts["vectors"] = stand.meaning / nearest if nearest > 0 else 1.0
            weights = by_both
        if talk:
            parts["session"] = sessions.get((one.place.space, one.part), 0.0) / session
            parts["person"] = float(one.spoken_by_person)
            parts["named"] = float(stand.named)
        if on_time is not None:
            parts["time"] = float(on_time(one))
        ranked.append(
            Relevant(
                found=one,
                cosine=stand.cosine,
                relevance=sum(weights[part] * value for part, value in parts.items()),
                parts=parts,
                weights=weights,
            )
        )
    ranked.sort(key=lambda one: (-one.relevance, -one.found.at, one.found.place.item))
    return ranked


@dataclass(frozen=True, kw_only=True, slots=True)
class Enough:
    """When an entry has to do with the query at all, as far as vectors can tell."""

    floor: float
    """The cosine from which on it has."""
    whole: float
    """What all words of the query are worth together."""

    def holds(self, one: _Stand, on_time: Callable[[Found], bool] | None) -> bool:
        """Near enough, or with most of the words, or on a day asked for, or not embedded yet."""
        return (
            one.cosine is None
            or one.cosine >= self.floor
            or one.worth >= MOST * self.whole
            or (on_time is not None and on_time(one.found))
        )


class _Stand:
    """An entry on the way to its parts. There are hundreds in each recall."""

    __slots__ = ("cosine", "found", "meaning", "named", "near", "words", "worth")

    def __init__(self, found: Found, cosine: float | None, lowest: float) -> None:
        self.found = found
        self.cosine = cosine
        self.near = 0.0 if cosine is None else cosine - lowest
        """How far it is from what is farthest."""
        self.words = {
            term: worth for term, worth in found.terms.items() if not term.startswith(MARKS)
        }
        self.named = len(self.words) < len(found.terms) and any(
            term.startswith(SPEAKER) for term in found.terms
        )
        self.worth = math.fsum(self.words.values())
        self.meaning = self.near


def _lend(stands: Iterable[_Stand], recipe: Recipe) -> None:
    """Have the messages beside each lend it their words and their meaning."""
    rows: dict[tuple[int, str], dict[int, _Stand]] = defaultdict(dict)
    for stand in stands:
        place = stand.found.place
        rows[place.space, stand.found.part][number_of(place.item)] = stand
    for row in rows.values():
        for at, stand in row.items():
            lent: dict[str, float] = {}
            for distance, share in recipe.words.items():
                other = row.get(at + distance)
                if other is not None:
                    for term, worth in other.words.items():
                        if share * worth > lent.get(term, 0.0):
                            lent[term] = share * worth
            # Each word counts once, where it is worth most.
            for term, worth in lent.items():
                stand.worth += max(0.0, worth - stand.words.get(term, 0.0))
            for distance, share in recipe.meaning.items():
                other = row.get(at + distance)
                if other is not None:
                    stand.meaning += share * other.near


def _shares(weights: Mapping[str, float]) -> Mapping[str, float]:
    whole = sum(weights.values())
    return MappingProxyType({part: weight / whole for part, weight in weights.items()})
