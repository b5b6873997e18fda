"""Claims about `stratal.core.budget`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal import Budget, InvalidValue, Portion, default_budget, default_policy
from stratal.core.budget import KEEPING_ORDER, budget_of

POLICY = default_policy()


def test_the_prompt_has_what_the_answer_leaves() -> None:
    """Window, answer and prompt add up; the threshold is a share of the window."""
    budget = Budget(window=200_000, reserve_output=16_000)
    assert budget.prompt == 184_000
    assert budget.compact_above == 140_000
    assert Budget(window=100, reserve_output=60).compact_above == 40


def test_what_is_not_named_is_the_policys() -> None:
    """The ceilings of the design, and a caller's own where there are some."""
    budget = Budget(window=100_000, shares={"pinned": Portion(ceiling=50)}).completed(POLICY)
    assert [budget.ceiling(name) for name in ("profile", "pinned", "files", "task", "tail")] == [
        800,
        50,
        8_000,
        300,
        300,
    ]
    assert budget.ceiling("verbatim") == 10_000
    assert budget.ceiling("recalled") is None
    assert budget.floor("recalled") == 0


@pytest.mark.parametrize(
    ("window", "reserve"), [(128_000, 16_000), (200_000, 25_000), (1_000_000, 64_000)]
)
def test_the_usual_budgets(window: int, reserve: int) -> None:
    """An eighth of the window is for the answer, 64,000 tokens at most."""
    assert default_budget(window, POLICY).reserve_output == reserve


def test_a_number_is_the_prompts() -> None:
    """A budget given as a number has nothing kept free for the answer."""
    made = budget_of(5_000, POLICY)
    assert made is not None
    assert made.prompt == made.window == 5_000
    assert budget_of(None, POLICY) is None


WRONG = {
    "no window": ({"window": 0}, "window"),
    "half a token": ({"window": 10.5}, "window"),
    "all for the answer": ({"window": 10, "reserve_output": 10}, "less than the window"),
    "no threshold": ({"window": 10, "threshold": 0.0}, "threshold"),
    "a threshold above all": ({"window": 10, "threshold": 1.5}, "threshold"),
    "a number that is none": ({"window": 10, "threshold": float("nan")}, "threshold"),
    "an unknown block": (
        {"window": 10, "shares": {"memories": Portion()}},
        "task, tail, profile, pinned, window, recalled, files, summary, verbatim",
    ),
    "no portion": ({"window": 10, "shares": {"profile": 800}}, "Portion"),
    "no shares": ({"window": 10, "shares": 5}, "portions by the name"),
    "a floor above its ceiling": (
        {"window": 100, "shares": {"recalled": Portion(ceiling=5, floor=0.5)}},
        "ceiling of 5",
    ),
    "floors above the prompt": (
        {
            "window": 100,
            "reserve_output": 50,
            "shares": {"recalled": Portion(floor=0.3), "window": Portion(floor=30)},
        },
        "is what the floors add up to, and the prompt has 50",
    ),
    "a floor for a part": (
        {"window": 10, "shares": {"verbatim": Portion(ceiling=5, floor=1)}},
        "summary",
    ),
}


@pytest.mark.parametrize("what", list(WRONG))
def test_what_cannot_be_is_refused(what: str) -> None:
    """With the value, and what would do."""
    given_values, said = WRONG[what]
    with pytest.raises(InvalidValue, match=said):
        Budget(**given_values)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [-1, -0.1, 1.1, float("inf"), True, "5"])
def test_a_portion_is_tokens_or_a_share(value: object) -> None:
    """Nothing else is one."""
    with pytest.raises(InvalidValue):
        Portion(ceiling=value)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue):
        Portion(floor=value)  # type: ignore[arg-type]


floors = st.dictionaries(
    st.sampled_from(KEEPING_ORDER), st.one_of(st.integers(0, 20), st.floats(0, 0.05)), max_size=8
)


@given(st.integers(200, 10_000), floors, st.floats(0.5, 3), st.integers(1, 10_000))
def test_a_smaller_budget_can_be_kept_as_well(
    window: int, kept: dict[str, int | float], factor: float, prompt: int
) -> None:
    """Divided or cut down, floors fit their prompt, and it is no more than it was."""
    shares = {name: Portion(floor=floor) for name, floor in kept.items()}
    budget = Budget(window=window, reserve_output=window // 10, shares=shares)
    for smaller in (budget.divided(factor), budget.within(prompt)):
        assert sum(map(smaller.floor, KEEPING_ORDER)) <= smaller.prompt
    assert budget.divided(factor).prompt * factor <= max(budget.prompt, factor)
    assert budget.within(prompt).prompt == min(prompt, budget.prompt)
