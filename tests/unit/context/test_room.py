"""Claims about `stratal.context.room`."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stratal.context.manifest import Why
from stratal.context.room import Room
from stratal.core.budget import KEEPING_ORDER, Budget, Portion


def spent(limit: int, budget: Budget, wanted: dict[str, int]) -> dict[str, int]:
    """What each block gets if they ask in the keeping order."""
    room = Room(limit, budget)
    got = {}
    for name in KEEPING_ORDER:
        most = room.most(name)
        assert most is not None
        got[name] = min(most, wanted[name])
        room.settle(name, got[name])
    assert room.over == 0
    return got


blocks = st.fixed_dictionaries({name: st.integers(0, 200) for name in KEEPING_ORDER})
portions = st.builds(
    lambda floor, more: Portion(floor=floor, ceiling=None if more is None else floor + more),
    st.integers(0, 40),
    st.one_of(st.none(), st.integers(0, 100)),
)
plans = st.fixed_dictionaries(dict.fromkeys(KEEPING_ORDER, portions))


@given(st.integers(280, 1_500), plans, blocks)
def test_floors_and_ceilings_hold(
    limit: int, shares: dict[str, Portion], wanted: dict[str, int]
) -> None:
    """No block above its ceiling; every block has its floor, or all that it asked for."""
    budget = Budget(window=limit, shares=shares)
    got = spent(limit, budget, wanted)
    assert sum(got.values()) <= limit
    for name, tokens in got.items():
        ceiling = budget.ceiling(name)
        assert ceiling is None or tokens <= ceiling
        assert tokens >= min(wanted[name], budget.floor(name))


@given(st.integers(280, 1_500), st.integers(0, 500), plans, blocks)
def test_more_budget_never_takes_from_a_block(
    limit: int, more: int, shares: dict[str, Portion], wanted: dict[str, int]
) -> None:
    """Every block gets as much as before at least."""
    before = spent(limit, Budget(window=limit, shares=shares), wanted)
    after = spent(limit + more, Budget(window=limit + more, shares=shares), wanted)
    assert all(after[name] >= before[name] for name in KEEPING_ORDER)


def test_what_a_block_does_not_need_goes_on() -> None:
    """A floor is kept free until its block is settled."""
    room = Room(100, Budget(window=100, shares={"recalled": Portion(floor=60)}))
    assert room.most("window") == 40
    room.settle("recalled", 10)
    assert room.most("window") == 90


def test_the_reason_is_the_narrower_bound() -> None:
    """At its ceiling a block is over it; below, it is the budget that is short."""
    budget = Budget(window=100, shares={"profile": Portion(ceiling=80)})
    assert Room(100, budget).under("profile") == (80, Why.OVER_CEILING)
    assert Room(50, budget).under("profile") == (50, Why.OUT_OF_BUDGET)
    assert Room(None, budget).under("profile") == (80, Why.OVER_CEILING)
    assert Room(None, budget).most("window") is None


def test_what_is_spent_is_not_taken_back() -> None:
    """What may never be left out counts, even where it is more than a ceiling allows."""
    room = Room(100, Budget(window=100, shares={"window": Portion(ceiling=20)}))
    room.spend("window", 30)
    assert room.most("window") == 30
    room.settle("system", 90)
    assert room.over == 20
