"""A context in the tokens of a model: corrected by what it reported, or counted by a counter.

A prompt is put together in estimated tokens, with a budget that is divided by the model's factor;
then its figures are multiplied by it. A counter that was given counts the finished whole; if that
is more than the budget, the prompt is put together again with less.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from stratal.context import blocks
from stratal.context.assembly import Context
from stratal.context.blocks import Block
from stratal.context.usage import Ledger, Sent
from stratal.core.budget import Budget, default_budget
from stratal.core.canonical import Json
from stratal.core.usage import Standing
from stratal.errors import BudgetTooSmall
from stratal.layers.access import Access
from stratal.text.counter import ESTIMATE, Counted, TokenCounter

_ATTEMPTS = 6
_SPARE = 1.02
_SMALLER, _SMALLEST = 0.75, 0.25
"""What an exceeded window leaves of the budget, each time, and in the end."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Fitting:
    """How the tokens of one context are counted."""

    access: Access
    standing: Standing
    budget: Budget | None
    """In the model's tokens."""
    tools: Sequence[Mapping[str, Json]] = ()
    """Definitions that the host sends along."""
    counter: TokenCounter | None = None

    @property
    def limits(self) -> Budget | None:
        """The budget, a stage smaller for each request in a row that exceeded the window."""
        steps = self.standing.exceeded
        if not steps:
            return self.budget
        policy = self.access.policy
        whole = self.budget or default_budget(policy.window.model_window, policy)
        return whole.within(int(whole.prompt * max(_SMALLEST, _SMALLER**steps)))

    @property
    def estimated(self) -> Budget | None:
        """The limits in estimated tokens; None: the policy's will do."""
        factor = self.standing.factor
        if self.limits is not None:
            return self.limits.divided(factor)
        if factor == 1:
            return None
        policy = self.access.policy
        return default_budget(policy.window.model_window, policy).divided(factor)

    def fit(self, make: Callable[[Budget | None, int], Context]) -> Context:
        """The context that `make` puts together from a budget and the cost of the tools.

        Raises `BudgetTooSmall` with what would be needed.
        """
        limits, factor = self.limits, self.standing.factor
        tools = ESTIMATE.tools(self.tools)
        counted = None
        for _ in range(_ATTEMPTS):
            try:
                made = make(None if limits is None else limits.divided(factor), tools)
            except BudgetTooSmall as error:
                if limits is None or factor == 1:
                    raise
                needed = math.ceil(error.needed * factor)
                raise BudgetTooSmall(needed=needed, budget=limits.prompt) from error
            counted = self._counted(made)
            if counted is None or counted.by == ESTIMATE.name:
                return self._finished(made, factor, counted)
            if limits is None or counted.tokens <= limits.prompt:
                return self._finished(made, counted.tokens / max(1, made.tokens), counted)
            factor = max(factor, counted.tokens / max(1, made.tokens)) * _SPARE
        assert limits is not None
        assert counted is not None
        raise BudgetTooSmall(needed=counted.tokens, budget=limits.prompt)

    def _counted(self, made: Context) -> Counted | None:
        if self.counter is None:
            return None
        arguments = made.to_anthropic(cache=False)
        if self.tools:
            arguments["tools"] = [dict(one) for one in self.tools]
        return self.counter.request(arguments)

    def _finished(self, made: Context, factor: float, counted: Counted | None) -> Context:
        whole = int(made.tokens * factor)
        exact = counted is not None and counted.by != ESTIMATE.name
        if counted is not None and exact:
            whole = counted.tokens
        shown = _scaled(made.blocks, factor, whole)
        by_name = {block.name: block for block in shown}
        shares = tuple(
            replace(
                share,
                tokens=by_name[share.block].tokens,
                items=by_name[share.block].items,
            )
            for share in made.manifest.blocks
        )
        notes = (*made.manifest.notes, *self._notes(counted))
        return replace(
            made,
            blocks=shown,
            manifest=replace(made.manifest, blocks=shares, tokens=whole, notes=notes),
            ledger=Ledger(access=self.access),
            sent=Sent(
                model=self.standing.model,
                estimated=made.tokens,
                window=None if self.budget is None else self.budget.window,
            ),
        )

    def _notes(self, counted: Counted | None) -> list[str]:
        standing = self.standing
        notes = []
        if standing.exceeded:
            times = "" if standing.exceeded == 1 else f", {standing.exceeded} times in a row"
            notes.append(
                f"a stage smaller: the last request exceeded the window of {standing.model}{times}"
            )
        if counted is not None and counted.note:
            notes.append(counted.note)
        if counted is not None and counted.by != ESTIMATE.name:
            notes.append(f"tokens are counted by {counted.by}")
        elif standing.factor != 1:
            notes.append(
                f"tokens are those of {standing.model}: {standing.factor:g} for one estimated, "
                f"by {standing.reports} reports"
            )
        return notes


def _scaled(shown: Sequence[Block], factor: float, whole: int) -> tuple[Block, ...]:
    """The blocks with their tokens multiplied; what rounding leaves is the window's."""
    scaled = [
        replace(
            block,
            tokens=int(block.tokens * factor),
            items=tuple(replace(item, tokens=int(item.tokens * factor)) for item in block.items),
        )
        for block in shown
    ]
    left = whole - sum(block.tokens for block in scaled)
    return tuple(
        replace(block, tokens=block.tokens + left) if block.name == blocks.WINDOW else block
        for block in scaled
    )
