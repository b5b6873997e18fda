"""What each block may still cost while a prompt is put together."""

from __future__ import annotations

from stratal.context.manifest import Why
from stratal.core.budget import KEEPING_ORDER, Budget


class Room:
    """What is left of a budget: blocks take from it in the keeping order, floors are kept free.

    A block whose floor is still open is sure of it: earlier ones get what exceeds all floors of
    later ones, and their own.
    """

    def __init__(self, limit: int | None, plan: Budget) -> None:
        """`limit`: tokens in all, None if there is none to keep to; `plan`: the portions."""
        self._limit = limit
        self._plan = plan
        self._spent: dict[str, int] = {}
        self._open = {name: plan.floor(name) for name in KEEPING_ORDER if plan.floor(name)}

    @property
    def over(self) -> int:
        """Tokens by which what was spent exceeds the limit."""
        return 0 if self._limit is None else max(0, sum(self._spent.values()) - self._limit)

    def spend(self, block: str, tokens: int) -> None:
        """The block costs `tokens` so far; it may be given more."""
        self._spent[block] = tokens

    def settle(self, block: str, tokens: int = 0) -> None:
        """The block costs `tokens`, and no more: the rest of its floor is free for others."""
        self._spent[block] = tokens
        self._open.pop(block, None)

    def most(self, block: str) -> int | None:
        """What the block may cost in all; None: whatever it likes."""
        ceiling = self._plan.ceiling(block)
        if self._limit is None:
            return ceiling
        there = self._spent.get(block, 0)
        left = self._limit - sum(self._spent.values()) + there
        kept = sum(
            max(0, floor - self._spent.get(name, 0))
            for name, floor in self._open.items()
            if name != block
        )
        most = min(left, max(left - kept, self._open.get(block, 0)))
        if ceiling is not None:
            most = min(most, ceiling)
        return max(0, most, there)

    def under(self, block: str) -> tuple[int, Why]:
        """What the block may cost, and whether its ceiling or the budget is the reason."""
        most = self.most(block)
        if most is None:
            return self._plan.window, Why.OUT_OF_BUDGET
        at_ceiling = most == self._plan.ceiling(block)
        return most, Why.OVER_CEILING if at_ceiling else Why.OUT_OF_BUDGET
