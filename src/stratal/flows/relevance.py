"""How well an entry answers a query: one sum of scaled parts.

Each part is brought to 0–1 within the query and they are added by weight. Fusion by rank throws
away how much better the first is than the second; the sum keeps it, and finds more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stratal.storage.search import Found, Near


@dataclass(frozen=True, kw_only=True, slots=True)
class Blend:
    """How far an embedder is to be believed beside the keywords."""

    vectors: float
    """Its share; the rest is the keywords'."""
    floor: float
    """The cosine under which two texts have nothing to do with each other."""


BLENDS: Mapping[str, Blend] = {
    # Of questions about other things 99 in 100 stay under 0.21 for a short memory, while one in
    # four right answers stands above 0.28 in words of its own, Chinese and English alike.
    "use-multilingual-v3": Blend(vectors=0.4, floor=0.25),
}
"""By model, as measured: a weak embedder gets less weight."""
UNKNOWN_BLEND = Blend(vectors=0.5, floor=0.3)
"""For an embedder that nobody has measured."""

SESSION = 0.1
"""What the conversation around a message adds: enough to break ties, too little to lead."""
PERSON = 0.2
"""What it adds that a person said it. An assistant says more, and more of it is repetition."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Relevant:
    """An entry with its relevance, 0 to 1, and the scaled parts that it is the sum of."""

    found: Found
    cosine: float | None
    """None where it has no vector, or nobody asked."""
    relevance: float
    parts: Mapping[str, float]


def relevant(
    keywords: Sequence[Found], near: Near | None, blend: Blend, *, talk: bool
) -> list[Relevant]:
    """What keywords or vectors have found, united, most relevant first.

    Entries without a shared word must have passed the blend's floor already. One that has no vector
    yet is judged by its words alone. In `talk` the session and the speaker count.
    """
    cosines = near.cosines if near is not None else {}
    others = near.found if near is not None else []
    found = [*keywords, *others]
    # What vectors alone have found may lie in a conversation that keywords have scored.
    sessions = {(one.place.space, one.part): one.session for one in keywords}
    most = max((one.keywords for one in keywords), default=0.0) or 1.0
    session = max(sessions.values(), default=0.0) or 1.0
    lowest = near.lowest if near is not None else 0.0
    width = max(cosines.values(), default=lowest) - lowest
    ranked = []
    for one in found:
        cosine = cosines.get(one.place)
        parts = {"keywords": one.keywords / most}
        weights = {"keywords": 1.0}
        if cosine is not None:
            parts["vectors"] = (cosine - lowest) / width if width > 0 else 1.0
            weights = {"keywords": 1 - blend.vectors, "vectors": blend.vectors}
        if talk:
            around = sessions.get((one.place.space, one.part), 0.0)
            parts |= {"session": around / session, "person": float(one.spoken_by_person)}
            weights |= {"session": SESSION, "person": PERSON}
        total = sum(weights[part] * value for part, value in parts.items())
        relevance = total / sum(weights.values())
        ranked.append(Relevant(found=one, cosine=cosine, relevance=relevance, parts=parts))
    ranked.sort(key=lambda one: (-one.relevance, -one.found.at, one.found.place.item))
    return ranked
