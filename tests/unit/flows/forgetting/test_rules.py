"""The rules of a sweep: what is safe, what fades, what lives on, who stays of those alike."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from stratal import Kind, Layer, Source, Status, default_policy
from stratal.core.forgetting import Cause, Kept
from stratal.core.policy import Policy, Weights
from stratal.flows.forgetting import rules
from stratal.storage.sweeps import Candidate

POLICY = default_policy()
DAY = 86_400_000_000
NOW = 20_000 * DAY

moments = st.integers(NOW - 900 * DAY, NOW)
candidates = st.builds(
    Candidate,
    id=st.uuids().map(str),
    revision=st.integers(1, 9),
    kind=st.sampled_from(Kind),
    topic=st.none(),
    status=st.just(Status.ACTIVE),
    status_reason=st.just(""),
    content=st.just("The shed door squeaks."),
    source=st.sampled_from(Source),
    importance=st.integers(1, 10),
    binding=st.booleans(),
    confirmed=st.none() | moments,
    expires=st.none() | st.integers(NOW - 900 * DAY, NOW + 900 * DAY),
    written=moments,
    undone=st.booleans(),
    said=st.none() | moments,
    used=st.none() | moments,
)


@settings(max_examples=200)
@given(candidates)
def test_what_is_the_persons_is_safe(one: Candidate) -> None:
    """Confirmed, binding, or said in so many words: safe; else only what was brought back."""
    kept = rules.safe(one, Layer.MEMORIES)
    theirs = one.confirmed is not None or one.binding or one.source is Source.USER_EXPLICIT
    assert (kept is not None) == (theirs or one.undone)
    assert (kept is Kept.UNDONE) == (one.undone and not theirs)


@settings(max_examples=200)
@given(candidates, moments)
def test_being_used_changes_nothing_for_what_was_inferred(one: Candidate, used: int) -> None:
    """Neither its time, nor its score, nor its place in a full scope."""
    inferred = replace(one, source=Source.AGENT_INFERRED, confirmed=None)
    again = replace(inferred, used=used)
    never = replace(inferred, used=None)
    for layer in (Layer.MEMORIES, Layer.PROFILE):
        assert rules.time_over(again, layer, POLICY, NOW) == rules.time_over(
            never, layer, POLICY, NOW
        )
        of = rules.class_of(POLICY, layer, one.kind)
        assert rules.strength(again, of, NOW) == rules.strength(never, of, NOW)
        assert rules.faded(again, POLICY, layer, NOW) == rules.faded(never, POLICY, layer, NOW)


@settings(max_examples=200)
@given(candidates, st.integers(0, 500 * DAY))
def test_what_has_faded_stays_so(one: Candidate, later: int) -> None:
    """Time alone never makes anything count for more."""
    layer = Layer.MEMORIES
    if rules.faded(one, POLICY, layer, NOW):
        assert rules.faded(one, POLICY, layer, NOW + later)


@settings(max_examples=200)
@given(candidates)
def test_what_is_renewed_is_not_inactive_and_not_renewed_again(one: Candidate) -> None:
    """A fact lives on as long as the person keeps it alive, and one revision says so."""
    until = rules.renewed(one, POLICY, NOW)
    if until is None:
        return
    anew = replace(one, expires=until)
    assert until > NOW
    assert rules.time_over(anew, Layer.PROFILE, POLICY, NOW) is None
    assert rules.renewed(anew, POLICY, NOW) is None


@settings(max_examples=200)
@given(st.lists(candidates, min_size=2, max_size=6, unique_by=lambda one: one.id))
def test_of_those_alike_a_persons_stays(alike: list[Candidate]) -> None:
    """Nothing confirmed goes while something unconfirmed stays, nor what the person said."""
    stays = rules.survivor(alike)
    if any(one.confirmed is not None for one in alike):
        assert stays.confirmed is not None
    elif any(one.binding for one in alike):
        assert stays.binding
    elif any(one.source is Source.USER_EXPLICIT for one in alike):
        assert stays.source is Source.USER_EXPLICIT
    else:
        assert stays.written == max(one.written for one in alike)


def test_an_end_that_is_set_holds_for_the_persons_own_too() -> None:
    """Personal data that a person confirmed has an end; what has none never ends by time."""
    mine = candidate(source=Source.USER_EXPLICIT, confirmed=NOW - 100 * DAY, expires=NOW)
    assert rules.time_over(mine, Layer.MEMORIES, POLICY, NOW) is Cause.TTL_OVER
    assert rules.keeps(mine, Layer.MEMORIES, Cause.TTL_OVER) is None
    assert rules.keeps(mine, Layer.MEMORIES, Cause.FADED) is Kept.CONFIRMED
    assert rules.time_over(replace(mine, expires=None), Layer.MEMORIES, POLICY, NOW) is None
    waiting = replace(mine, status=Status.PENDING)
    assert rules.time_over(waiting, Layer.MEMORIES, POLICY, NOW) is Cause.UNANSWERED


def test_the_documented_days_are_right() -> None:
    """With the defaults importance 3 fades after 10 days, 5 after 14, 7 after 28, 8 never; and
    however recall weighs what it finds.
    """

    def days(importance: int, policy: Policy) -> int | None:
        one = candidate(importance=importance, written=NOW)
        for day in range(400):
            if rules.faded(one, policy, Layer.MEMORIES, NOW + day * DAY):
                return day - 1
        return None

    for weights in (POLICY.weights, Weights(relevance=1.0, recency=0.0, importance=0.0)):
        policy = replace(POLICY, weights=weights)
        assert [days(importance, policy) for importance in (3, 5, 7, 8)] == [10, 14, 28, None]
    assert timedelta(microseconds=DAY) == timedelta(days=1)


def candidate(**values: object) -> Candidate:
    """One that an agent inferred and nobody used."""
    base = Candidate(
        id="a",
        revision=1,
        kind=Kind.FACT,
        topic=None,
        status=Status.ACTIVE,
        status_reason="",
        content="The shed door squeaks.",
        source=Source.AGENT_INFERRED,
        importance=5,
        binding=False,
        confirmed=None,
        expires=None,
        written=NOW,
        undone=False,
        said=None,
        used=None,
    )
    return replace(base, **values)  # type: ignore[arg-type]


@settings(max_examples=200)
@given(candidates)
def test_nothing_fades_before_it_is_said_to(one: Candidate) -> None:
    """Until that moment no rule has work, whatever it is used for; and where it is never used, from
    two seconds later on it has faded."""
    layer = Layer.MEMORIES
    fades = rules.fades_at(one, POLICY, layer)
    unused = replace(one, said=None, used=None, confirmed=None)
    if fades is None:
        assert not rules.faded(unused, POLICY, layer, NOW + 9_000 * DAY)
        return
    before = max(fades, one.written)
    assert fades < one.written or not rules.faded(one, POLICY, layer, before)
    assert rules.faded(unused, POLICY, layer, fades + 2_000_000)
