"""The sum that orders what was found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal.flows.relevance import Blend, Enough, Relevant, relevant
from stratal.storage.search import Found, Near, Place

SHARE = 0.4


def found(
    item: str,
    keywords: float = 0.0,
    *,
    part: str = "",
    person: bool = False,
    session: float = 0.0,
    terms: dict[str, float] | None = None,
) -> Found:
    return Found(
        place=Place(space=1, seq=1, item=item),
        part=part,
        spoken_by_person=person,
        at=0,
        terms=terms if terms is not None else {"word": keywords} if keywords else {},
        keywords=keywords,
        session=session,
    )


def near(
    known: dict[str, float], others: dict[str, float] | None = None, *, part: str = ""
) -> Near:
    others = others or {}
    cosines = {found(item, part=part).place: cosine for item, cosine in (known | others).items()}
    lowest = min(cosines.values(), default=0.0)
    nominated = [found(item, part=part) for item in others]
    return Near(cosines=cosines, found=nominated, lowest=lowest, seen=len(cosines))


def order(ranked: list[Relevant]) -> list[str]:
    return [one.found.place.item for one in ranked]


def test_neither_gates_the_other() -> None:
    """What only words, or only meaning, has found is in the list."""
    nearest = near({"words": 0.0}, {"meaning": 0.8})
    ranked = relevant([found("words", 2.0)], nearest, SHARE, talk=False)
    assert order(ranked) == ["words", "meaning"]


def test_the_gap_between_scores_counts() -> None:
    """The sum keeps how far the first is ahead: a clear best by words beats a hair by meaning."""
    keywords = [found("clear", 9.0), found("hair", 1.0)]
    ranked = relevant(keywords, near({"clear": 0.50, "hair": 0.52, "x": 0.1}), SHARE, talk=False)
    assert order(ranked) == ["clear", "hair"]


def test_without_a_vector_words_decide_alone() -> None:
    """What is not embedded yet is no worse off for it."""
    keywords = [found("new", 2.0), found("old", 2.0)]
    ranked = relevant(keywords, near({"old": 0.5, "x": 0.9}), SHARE, talk=False)
    assert order(ranked) == ["new", "old"]
    assert ranked[0].parts == {"keywords": 1.0}
    assert ranked[0].cosine is None


def test_talk_adds_session_and_speaker() -> None:
    """Of equal turns a person's stands first, then the one from the fitting conversation."""
    keywords = [
        found("1:b", 1.0, part="b", session=1.0),
        found("1:a", 1.0, part="a", session=4.0),
        found("9:b", 1.0, part="b", person=True, session=1.0),
    ]
    assert order(relevant(keywords, None, SHARE, talk=True)) == ["9:b", "1:a", "1:b"]
    assert order(relevant(keywords, None, SHARE, talk=False)) == ["1:a", "1:b", "9:b"]


def test_a_turn_answers_what_was_asked_before_it() -> None:
    """A word counts where it stands nearest: the turn after the question, less the next, no more.

    Of another conversation nothing counts, whatever its number.
    """
    keywords = [
        found("4:a", 2.0, part="a"),
        *(found(f"{at}:a", part="a") for at in (5, 6, 9)),
        found("5:b", part="b"),
    ]
    ranked = relevant(keywords, None, SHARE, talk=True)
    share = {one.found.place.item: one.parts["keywords"] for one in ranked}
    assert share == {"4:a": 1.0, "5:a": 0.6, "6:a": 0.3, "9:a": 0.0, "5:b": 0.0}


def test_a_word_counts_once_whoever_repeats_it() -> None:
    """Words of a neighbour add what the turn itself lacks, not what it has."""
    keywords = [
        found("1:a", part="a", terms={"jacket": 2.0}),
        found("2:a", part="a", terms={"jacket": 2.0, "friday": 1.0}),
        found("3:a", part="a", terms={"friday": 1.0}),
    ]
    ranked = relevant(keywords, None, SHARE, talk=True)
    share = {one.found.place.item: one.parts["keywords"] * 3.0 for one in ranked}
    assert share["2:a"] == pytest.approx(3.0)
    assert share["1:a"] == pytest.approx(2.0 + 0.3)
    assert share["3:a"] == pytest.approx(1.0 + 0.6 * 2.0)


def test_meaning_goes_over_to_the_neighbours() -> None:
    """A turn between two that are near is nearer than its own vector says."""
    keywords = [found(f"{at}:a", 1.0, part="a") for at in (1, 2, 3, 8)]
    cosines = near({"1:a": 0.6, "2:a": 0.2, "3:a": 0.6, "8:a": 0.2, "9:x": 0.0}, part="a")
    share = {
        one.found.place.item: one.parts["vectors"]
        for one in relevant(keywords, cosines, SHARE, talk=True)
    }
    assert share["2:a"] > share["8:a"]


def test_a_named_speaker_counts_and_is_no_word() -> None:
    """The name raises what its bearer said; it is a part of its own and not counted twice."""
    keywords = [
        found("1:a", part="a", terms={"jacket": 2.0}),
        found("9:a", part="a", terms={"jacket": 2.0, "@ana": 5.0}),
    ]
    ranked = relevant(keywords, None, SHARE, talk=True)
    assert order(ranked) == ["9:a", "1:a"]
    assert [one.parts["keywords"] for one in ranked] == [1.0, 1.0]
    assert [one.parts["named"] for one in ranked] == [1.0, 0.0]


def test_one_vector_alone_is_fully_near() -> None:
    """Where there is nothing to scale against, what passed the floor counts whole."""
    [only] = relevant([], near({}, {"only": 0.5}), SHARE, talk=False)
    assert only.parts["vectors"] == 1.0


def test_a_long_question_is_read_by_its_meaning() -> None:
    """The share of the vectors grows with the terms of a question, between two ends."""
    blend = Blend(short=0.4, long=0.8, floor=0.3, long_floor=0.1)
    assert [blend.share(terms) for terms in (0, 3, 10)] == [0.4] * 3
    assert blend.share(15) == pytest.approx(0.6)
    assert [blend.share(terms) for terms in (20, 256)] == [0.8] * 2
    assert [blend.least(terms) for terms in (3, 10)] == [0.3] * 2
    assert [blend.least(terms) for terms in (20, 256)] == [pytest.approx(0.1)] * 2


@pytest.mark.parametrize("talk", [True, False])
def test_nothing_rather_than_noise(talk: bool) -> None:
    """A shared word is no answer where no vector is near, unless it is most of the question.

    Where one entry is near, or has no vector yet, the others stand behind it as usual.
    """
    words = [found("1:a", 1.0, part="a"), found("9:a", 0.5, part="a")]
    enough = Enough(floor=0.3, whole=4.0)

    def given(cosines: Near, enough: Enough) -> list[str]:
        return order(relevant(words, cosines, SHARE, talk=talk, enough=enough))

    far = near({"1:a": 0.1, "9:a": 0.2})
    assert given(far, enough) == []
    assert given(far, replace(enough, whole=1.5)) == ["1:a", "9:a"]
    assert given(near({"1:a": 0.3, "9:a": 0.2}), enough) == ["1:a", "9:a"]
    assert given(near({"1:a": 0.1}), enough) == ["1:a", "9:a"]


SHARES = st.floats(0, 1)


@given(
    st.dictionaries(st.integers(1, 6), st.tuples(st.floats(0.01, 20), SHARES), min_size=1),
    st.booleans(),
)
def test_relevance_is_a_share(scores: dict[int, tuple[float, float]], talk: bool) -> None:
    """Every part and every sum lies between 0 and 1, the parts add up, and the list falls."""
    keywords = [found(f"{at}:a", score, part="a", person=True) for at, (score, _) in scores.items()]
    cosines = near({f"{at}:a": cosine for at, (_, cosine) in scores.items()})
    ranked = relevant(keywords, cosines, SHARE, talk=talk)
    for one in ranked:
        assert 0 <= one.relevance <= 1 + 1e-9
        assert all(0 <= part <= 1 for part in one.parts.values())
        assert one.parts.keys() == one.weights.keys()
        assert sum(one.weights.values()) == pytest.approx(1)
        added = sum(one.weights[name] * part for name, part in one.parts.items())
        assert one.relevance == pytest.approx(added)
    values = [one.relevance for one in ranked]
    assert values == sorted(values, reverse=True)
