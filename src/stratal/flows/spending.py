"""What language models may cost: set apart before a call, counted after it.

The limits are a hard stop. What a call may take at most is set apart first, in the transaction that
compares it with the limits, so that calls at the same time do not pass them together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stratal.core.canonical import canonical
from stratal.core.runs import Spent
from stratal.errors import ModelUnavailable, SpendLimitReached
from stratal.layers.access import Access
from stratal.models.language import LanguageModel, ModelReply, ModelRequest
from stratal.storage import runs
from stratal.text.counting import estimate_tokens

_CENT = 10_000
"""Millionths of a US dollar."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Metered:
    """A language model whose calls are held to the limits of the policy, and counted."""

    model: LanguageModel
    access: Access
    flow: str

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def window(self) -> int:
        return self.model.window

    def price(self, given: int, answered: int) -> int | None:
        return self.model.price(given, answered)

    def answer(self, request: ModelRequest) -> ModelReply:
        """The reply. Raises `SpendLimitReached` before the model is asked."""
        asked = f"{request.instructions}\n{request.text}"
        if request.schema is not None:
            asked += canonical("schema", request.schema)
        given = estimate_tokens(asked)
        cost = self.price(given, request.limit)
        if cost is None and self.access.policy.spend.priced:
            raise ModelUnavailable(
                self.name, "its price is not known and a limit counts money: name its prices"
            )
        day = self.access.now().date().isoformat()
        apart = given + request.limit
        self._charge(day, calls=1, tokens=apart, cost=cost or 0, checked=True)
        try:
            reply = self.model.answer(request)
        except ModelUnavailable:
            self._charge(day, calls=-1, tokens=-apart, cost=-(cost or 0))
            raise
        self._charge(
            day,
            calls=0,
            tokens=reply.usage.tokens - apart,
            cost=(reply.usage.cost or 0) - (cost or 0),
        )
        return reply

    def _charge(
        self, day: str, *, calls: int, tokens: int, cost: int, checked: bool = False
    ) -> None:
        access = self.access
        with access.database.write(access.tenant) as tx:
            runs.charge(tx, day, access.user, self.flow, calls=calls, tokens=tokens, cost=cost)
            if checked:
                self._check(runs.spent_on(tx, day))

    def _check(self, spent: Sequence[Spent]) -> None:
        for whose, limit, unit, taken in self._limits(spent):
            if limit is not None and taken > limit:
                raise SpendLimitReached(whose, limit=limit, spent=taken, unit=unit)

    def _limits(self, spent: Sequence[Spent]) -> Iterator[tuple[str, int | None, str, int]]:
        rules = self.access.policy.spend
        user = self.access.user
        for whose, tokens, cents, rows in (
            (
                f"tenant {self.access.tenant}",
                rules.tokens,
                rules.cents,
                [one for one in spent if not one.flow],
            ),
            (
                f"person {user}",
                rules.person_tokens,
                rules.person_cents,
                [one for one in spent if one.flow and one.owner == user],
            ),
            (
                f"flow {self.flow}",
                rules.flow_tokens,
                rules.flow_cents,
                [one for one in spent if one.flow == self.flow],
            ),
        ):
            yield whose, tokens, "tokens", sum(one.tokens for one in rows)
            money = sum(one.cost for one in rows)
            yield whose, cents, "US cents", -(-money // _CENT)
