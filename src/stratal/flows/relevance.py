"""How well an entry answers a query: one sum of scaled parts.

Each part is brought to 0–1 within the query and they are added by weight. Fusion by rank throws
away how much better the first is than the second; the sum keeps it, and finds more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from stratal.storage.search import Found, Near, Place


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
    relevance: float
    parts: Mapping[str, float]


def relevant(
    keywords: Sequence[Found], near: Near | None, blend: Blend, *, talk: bool
) -> list[Relevant]:
    """What keywords or vectors have found, united, most relevant first.

    An entry without a shared word whose cosine is under the floor is left out. One that has no
    vector yet is judged by its words alone. In `talk` the session and the speaker count.
    """
    found = _united(keywords, near)
    kept = [one for one in found if one.keywords or (one.cosine or 0.0) >= blend.floor]
    most = max((one.keywords for one in kept), default=0.0) or 1.0
    session = max((one.session for one in kept), default=0.0) or 1.0
    lowest = near.lowest if near is not None else 0.0
    highest = max((one.cosine for one in kept if one.cosine is not None), default=1.0)
    width = highest - lowest
    share = blend.vectors if near is not None and near.seen else 0.0
    ranked = []
    for one in kept:
        parts = {"keywords": one.keywords / most}
        weights = {"keywords": 1.0}
        if share and one.cosine is not None:
            parts["vectors"] = (one.cosine - lowest) / width if width > 0 else 1.0
            weights = {"keywords": 1 - share, "vectors": share}
        if talk:
            parts |= {"session": one.session / session, "person": float(one.spoken_by_person)}
            weights |= {"session": SESSION, "person": PERSON}
        total = sum(weights[part] * value for part, value in parts.items())
        ranked.append(Relevant(found=one, relevance=total / sum(weights.values()), parts=parts))
    ranked.sort(key=lambda one: (-one.relevance, -one.found.at.timestamp(), one.found.place.item))
    return ranked


def _united(keywords: Sequence[Found], near: Near | None) -> list[Found]:
    """Each entry once, with all that is known of it."""
    found: dict[Place, Found] = {one.place: one for one in keywords}
    sessions = {(one.place.space, one.part): one.session for one in keywords}
    for one in near.found if near is not None else ():
        known = found.get(one.place)
        if known is not None:
            found[one.place] = replace(known, cosine=one.cosine)
        else:
            found[one.place] = replace(one, session=sessions.get((one.place.space, one.part), 0.0))
    return list(found.values())
