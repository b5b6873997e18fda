"""A budget: what one request to a model may cost, and how much of it each block may take.

A portion is a whole number of tokens or, as a fraction, a share of the model's window. A *ceiling*
is what a block never exceeds. A *floor* is kept free for a block that has something to show: what
is asked for earlier cannot take it, and what the block does not need goes to those after it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from stratal.core.checks import whole
from stratal.core.policy import Policy
from stratal.errors import InvalidValue

WINDOW_MAX = 10_000_000
"""Tokens of the largest window that a budget may have."""
KEEPING_ORDER = ("task", "tail", "profile", "pinned", "window", "recalled", "files", "summary")
"""Blocks that have a portion, the one that is given up last first.

Constraints, system text, tools, what the host has pinned and the user's last words have none: they
are always there. Of the window the last five turns come before what was recalled, and the rest
after the summary; of what was recalled the three best come before the files, and the rest last.
"""
VERBATIM = "verbatim"
"""The part of the summary that is kept word for word; it has a ceiling only."""
_USUAL_OUTPUT = 64_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Portion:
    """The bounds of one block: whole numbers are tokens, fractions are shares of the window."""

    ceiling: int | float | None = None
    """None: as much as there is. 0: nothing of it is shown."""
    floor: int | float = 0

    def __post_init__(self) -> None:
        if self.ceiling is not None:
            _amount("ceiling", self.ceiling)
        _amount("floor", self.floor)


@dataclass(frozen=True, kw_only=True, slots=True)
class Budget:
    """What one request may cost. Raises `InvalidValue` for what cannot be kept.

    `shares` are portions by block; a block that is not named has the policy's.
    """

    window: int
    """Tokens of the model's window: prompt and answer together."""
    reserve_output: int = 0
    """Tokens of the window that are left for the answer."""
    threshold: float = 0.7
    """Share of the window that messages may fill before older ones are summarised."""
    shares: Mapping[str, Portion] = field(default_factory=dict)

    def __post_init__(self) -> None:
        whole("window", self.window, 1, WINDOW_MAX)
        whole("reserve_output", self.reserve_output, 0, WINDOW_MAX)
        if self.reserve_output >= self.window:
            raise InvalidValue(
                "reserve_output",
                self.reserve_output,
                f"must be less than the window of {self.window:,}: the prompt has what it leaves",
            )
        _amount("threshold", self.threshold)
        if not 0 < self.threshold <= 1:
            raise InvalidValue("threshold", self.threshold, "must be above 0 and up to 1")
        object.__setattr__(self, "shares", MappingProxyType(_checked(self.shares)))
        self._check_portions()

    @property
    def prompt(self) -> int:
        """Tokens that the prompt may cost."""
        return self.window - self.reserve_output

    @property
    def compact_above(self) -> int:
        """Tokens of messages above which older ones are summarised."""
        return max(1, min(int(self.window * self.threshold), self.prompt))

    def ceiling(self, block: str) -> int | None:
        """Tokens that the block may cost at most; None: as many as there are."""
        portion = self.shares.get(block)
        if portion is None or portion.ceiling is None:
            return None
        return self._tokens(portion.ceiling)

    def floor(self, block: str) -> int:
        """Tokens that are kept free for the block."""
        portion = self.shares.get(block)
        return 0 if portion is None else self._tokens(portion.floor)

    def completed(self, policy: Policy) -> Budget:
        """With the policy's portions for the blocks that have none of their own."""
        return replace(self, shares={**shares_of(policy), **self.shares})

    def divided(self, factor: float) -> Budget:
        """The same in a unit that is `factor` times as large: every amount of tokens is divided."""
        if factor == 1:
            return self
        prompt = max(1, int(self.prompt / factor))
        window = max(prompt, int(self.window / factor))
        return replace(
            self,
            window=window,
            reserve_output=window - prompt,
            shares={name: self._divided(name, factor) for name in self.shares},
        )

    def within(self, prompt: int) -> Budget:
        """The same with a prompt of `prompt` tokens at most; floors give way in proportion."""
        if prompt >= self.prompt:
            return self
        left = max(1, prompt) / self.prompt
        shares = {
            name: replace(one, floor=int(self.floor(name) * left))
            for name, one in self.shares.items()
        }
        return replace(self, reserve_output=self.window - max(1, prompt), shares=shares)

    def _divided(self, name: str, factor: float) -> Portion:
        ceiling = self.ceiling(name)
        return Portion(
            ceiling=None if ceiling is None else int(ceiling / factor),
            floor=int(self.floor(name) / factor),
        )

    def _tokens(self, amount: int | float) -> int:
        return amount if isinstance(amount, int) else int(amount * self.window)

    def _check_portions(self) -> None:
        for name in self.shares:
            ceiling, floor = self.ceiling(name), self.floor(name)
            if ceiling is not None and floor > ceiling:
                raise InvalidValue(
                    f"floor of {name}", floor, f"must not be above its ceiling of {ceiling:,}"
                )
        floors = sum(map(self.floor, self.shares))
        if floors > self.prompt:
            raise InvalidValue(
                "shares",
                floors,
                f"is what the floors add up to, and the prompt has {self.prompt:,} tokens: lower "
                "a floor or reserve less for the answer",
            )


def shares_of(policy: Policy) -> dict[str, Portion]:
    """The portions that a policy gives."""
    return {
        "task": Portion(ceiling=policy.task_ceiling),
        "tail": Portion(ceiling=policy.task_ceiling),
        "profile": Portion(ceiling=policy.profile_ceiling),
        "pinned": Portion(ceiling=policy.pinned_ceiling),
        "files": Portion(ceiling=policy.files_ceiling),
        VERBATIM: Portion(ceiling=float(policy.window.verbatim_share)),
    }


def default_budget(window: int, policy: Policy) -> Budget:
    """The budget of a model with that window: an eighth, 64,000 at most, is for the answer."""
    whole("window", window, 1, WINDOW_MAX)
    reserve = min(window // 8, _USUAL_OUTPUT)
    made = Budget(window=window, reserve_output=reserve, threshold=policy.window.threshold)
    return made.completed(policy)


def budget_of(given: Budget | int | None, policy: Policy) -> Budget | None:
    """What a caller gave as a budget, complete; a number is that of the prompt's tokens."""
    if given is None:
        return None
    if not isinstance(given, Budget):
        whole("budget", given, 1, WINDOW_MAX)
        given = Budget(window=given, threshold=policy.window.threshold)
    return given.completed(policy)


def _amount(field: str, value: int | float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidValue(field, value, "must be tokens as a whole number, or a share up to 1.0")
    if isinstance(value, int):
        whole(field, value, 0, WINDOW_MAX)
    elif not math.isfinite(value) or not 0 <= value <= 1:
        raise InvalidValue(field, value, "is a fraction, so a share of the window: from 0 up to 1")


def _checked(shares: Mapping[str, Portion]) -> dict[str, Portion]:
    if not isinstance(shares, Mapping):
        raise InvalidValue("shares", shares, "must be portions by the name of a block")
    known = (*KEEPING_ORDER, VERBATIM)
    for name, portion in shares.items():
        if name not in known:
            raise InvalidValue("shares", name, f"is no block with a portion: {', '.join(known)}")
        if not isinstance(portion, Portion):
            raise InvalidValue(f"share of {name}", portion, "must be a Portion(ceiling=, floor=)")
        if name == VERBATIM and portion.floor:
            raise InvalidValue(
                "floor of verbatim", portion.floor, "must be 0: give the summary a floor instead"
            )
    return dict(shares)
