"""The sum that orders what was found."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stratal.flows.relevance import Blend, Relevant, relevant
from stratal.storage.search import Found, Near, Place

BLEND = Blend(vectors=0.4, floor=0.3)


def found(
    item: str, keywords: float = 0.0, *, part: str = "", person: bool = False, session: float = 0.0
) -> Found:
    return Found(
        place=Place(space=1, seq=1, item=item),
        part=part,
        spoken_by_person=person,
        at=0,
        terms={"word": keywords},
        keywords=keywords,
        session=session,
    )


def near(known: dict[str, float], others: dict[str, float] | None = None) -> Near:
    others = others or {}
    cosines = {found(item).place: cosine for item, cosine in (known | others).items()}
    lowest = min(cosines.values(), default=0.0)
    nominated = [found(item) for item in others]
    return Near(cosines=cosines, found=nominated, lowest=lowest, seen=len(cosines))


def order(ranked: list[Relevant]) -> list[str]:
    return [one.found.place.item for one in ranked]


def test_neither_gates_the_other() -> None:
    """What only words, or only meaning, has found is in the list."""
    nearest = near({"words": 0.0}, {"meaning": 0.8})
    ranked = relevant([found("words", 2.0)], nearest, BLEND, talk=False)
    assert order(ranked) == ["words", "meaning"]


def test_the_gap_between_scores_counts() -> None:
    """The sum keeps how far the first is ahead: a clear best by words beats a hair by meaning."""
    keywords = [found("clear", 9.0), found("hair", 1.0)]
    ranked = relevant(keywords, near({"clear": 0.50, "hair": 0.52, "x": 0.1}), BLEND, talk=False)
    assert order(ranked) == ["clear", "hair"]


def test_without_a_vector_words_decide_alone() -> None:
    """What is not embedded yet is no worse off for it."""
    keywords = [found("new", 2.0), found("old", 2.0)]
    ranked = relevant(keywords, near({"old": 0.5, "x": 0.9}), BLEND, talk=False)
    assert order(ranked) == ["new", "old"]
    assert ranked[0].parts == {"keywords": 1.0}
    assert ranked[0].cosine is None


def test_talk_adds_session_and_speaker() -> None:
    """Of two equal turns a person's stands first, then the one from the fitting conversation."""
    keywords = [
        found("other", 1.0, part="b", session=1.0),
        found("fitting", 1.0, part="a", session=4.0),
        found("person", 1.0, part="b", person=True, session=1.0),
    ]
    assert order(relevant(keywords, None, BLEND, talk=True)) == ["person", "fitting", "other"]
    assert order(relevant(keywords, None, BLEND, talk=False)) == ["fitting", "other", "person"]


def test_one_vector_alone_is_fully_near() -> None:
    """Where there is nothing to scale against, what passed the floor counts whole."""
    [only] = relevant([], near({}, {"only": 0.5}), BLEND, talk=False)
    assert only.parts["vectors"] == 1.0


SHARES = st.floats(0, 1)


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.tuples(st.floats(0.01, 20), SHARES), min_size=1),
    st.booleans(),
)
def test_relevance_is_a_share(scores: dict[str, tuple[float, float]], talk: bool) -> None:
    """Every part and every sum lies between 0 and 1, and the list falls."""
    keywords = [found(item, score, person=True) for item, (score, _) in scores.items()]
    cosines = near({item: cosine for item, (_, cosine) in scores.items()})
    ranked = relevant(keywords, cosines, BLEND, talk=talk)
    for one in ranked:
        assert 0 <= one.relevance <= 1 + 1e-9
        assert all(0 <= part <= 1 for part in one.parts.values())
    values = [one.relevance for one in ranked]
    assert values == sorted(values, reverse=True)
