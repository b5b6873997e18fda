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
    """The cosine under which two texts have nothing to do with each other."""

    def share(self, terms: int) -> float:
        """The share of the vectors for a question of so many terms."""
        along = min(1.0, max(0.0, (terms - SHORT) / (LONG - SHORT)))
        return self.short + (self.long - self.short) * along


BLENDS: Mapping[str, Blend] = {
    # Of questions about other things 99 in 100 stay under 0.21 for a short memory, while one in
    # four right answers stands above 0.28 in words of its own, Chinese and English alike.
    "use-multilingual-v3": Blend(short=0.5, long=0.8, floor=0.25),
}
"""By model, as measured: a weak embedder gets less weight."""
UNKNOWN_BLEND = Blend(short=0.5, long=0.7, floor=0.3)
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
    on_time: Callable[[int], bool] | None = None,
    recipe: Recipe = RECIPE,
) -> list[Relevant]:
    """What keywords or vectors have found, united, most relevant first.

    `vectors` is the share of these. Entries without a shared word must have passed the blend's
    floor already, or stand beside one that has such a word. One that has no vector yet is judged
    by its words alone. In `talk` the neighbours, the session and the speaker count; a neighbour
    that is not given counts nothing.
    `on_time` says of an entry's microseconds whether the query names that day, if it names any.
    """
    cosines = near.cosines if near is not None else {}
    # Of two memories the farther is not as far away as can be.
    lowest = min(near.lowest, 0.0) if near is not None else 0.0
    found = list(keywords)
    if near is not None:
        found += near.found
    rows = _rows(found) if talk else {}
    words: list[float] = []
    meaning: list[float | None] = []
    for one in found:
        row = rows.get((one.place.space, one.part), {})
        at = number_of(one.place.item) if talk else 0
        words.append(_words(one, row, at, recipe.words))
        cosine = cosines.get(one.place)
        if cosine is None:
            meaning.append(None)
            continue
        total = cosine - lowest
        for distance, share in recipe.meaning.items():
            other = row.get(at + distance)
            if other is not None:
                total += share * (cosines.get(other.place, lowest) - lowest)
        meaning.append(total)
    # What vectors alone have found may lie in a conversation that keywords have scored.
    sessions = {(one.place.space, one.part): one.session for one in keywords if one.terms}
    most = max(words, default=0.0) or 1.0
    nearest = max((each for each in meaning if each is not None), default=0.0)
    session = max(sessions.values(), default=0.0) or 1.0
    ranked = []
    for one, by_words, by_meaning in zip(found, words, meaning, strict=True):
        parts = {"keywords": by_words / most}
        weights = {"keywords": 1.0}
        if by_meaning is not None:
            parts["vectors"] = by_meaning / nearest if nearest > 0 else 1.0
            weights = {"keywords": 1 - vectors, "vectors": vectors}
        if talk:
            around_it = sessions.get((one.place.space, one.part), 0.0)
            parts |= {
                "session": around_it / session,
                "person": float(one.spoken_by_person),
                "named": float(any(term.startswith(SPEAKER) for term in one.terms)),
            }
            weights |= {
                "session": recipe.session,
                "person": recipe.person,
                "named": recipe.named,
            }
        if on_time is not None:
            parts["time"] = float(on_time(one.at))
            weights["time"] = recipe.time
        whole = sum(weights.values())
        shares = {part: weight / whole for part, weight in weights.items()}
        ranked.append(
            Relevant(
                found=one,
                cosine=cosines.get(one.place),
                relevance=sum(shares[part] * value for part, value in parts.items()),
                parts=parts,
                weights=shares,
            )
        )
    ranked.sort(key=lambda one: (-one.relevance, -one.found.at, one.found.place.item))
    return ranked


_Row = dict[int, Found]
"""Messages of one conversation by number."""


def _rows(found: Iterable[Found]) -> dict[tuple[int, str], _Row]:
    rows: dict[tuple[int, str], _Row] = defaultdict(dict)
    for one in found:
        rows[one.place.space, one.part][number_of(one.place.item)] = one
    return rows


def _words(one: Found, row: _Row, at: int, distances: Mapping[int, float]) -> float:
    """What the words of the query are worth here: each where it is worth most."""
    best = {term: worth for term, worth in one.terms.items() if not term.startswith(MARKS)}
    for distance, share in distances.items():
        other = row.get(at + distance)
        if other is not None:
            for term, worth in other.terms.items():
                if share * worth > best.get(term, 0.0) and not term.startswith(MARKS):
                    best[term] = share * worth
    return math.fsum(best.values())
