"""The ledger of a conversation: what its requests cost, and what the next context learns of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from stratal.context.usage_forms import Given, read_usage, tokens_of
from stratal.core.checks import name, remark, whole
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer
from stratal.core.usage import (
    LAST,
    Standing,
    Usage,
    UsageReport,
    exceeding_ratio,
    factor_of,
    ratio_of,
)
from stratal.errors import InvalidValue
from stratal.layers.access import Access
from stratal.storage import messages
from stratal.storage import usage as stored
from stratal.storage.database import Transaction

UNNAMED = "(unnamed)"
"""The model of whoever names none."""
_MOST = 10_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Sent:
    """What was sent: needed to learn from a report."""

    model: str | None = None
    estimated: int | None = None
    """Tokens before any correction."""
    window: int | None = None
    """Tokens of the model's window, where the budget named one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ledger:
    """What the requests of one conversation cost."""

    access: Access

    def reports(self, limit: int = 50) -> list[UsageReport]:
        """The newest, newest first."""
        whole("limit", limit, 1, _MOST)
        access = self.access
        with access.database.read(access.tenant) as tx:
            return stored.newest(tx, access.user, access.conversation, limit)

    def total(self) -> tuple[int, Usage]:
        """How many reports there are, and what they add up to."""
        access = self.access
        with access.database.read(access.tenant) as tx:
            return stored.sums(tx, access.user, access.conversation)

    def standing(self, model: str | None = None) -> Standing:
        """What is known of `model`, by default the one that reported last in this conversation."""
        if model is not None:
            name("model", model)
        access = self.access
        with access.database.read(access.tenant) as tx:
            return self._standing(tx, model)

    def report(
        self,
        usage: object = None,
        *,
        input_tokens: int | None = None,
        output_tokens: int | None = None,
        cache_read: int | None = None,
        cache_write: int | None = None,
        stop_reason: str | None = None,
        model: str | None = None,
        response: str | None = None,
        sent: Sent | None = None,
    ) -> Outcome:
        """Put on the record what a request cost.

        `usage` is the vendor's response, its usage, or the error that says that the window was
        exceeded; or the tokens are given by name, `input_tokens` without those read from or written
        to the cache. `sent` is what the request was estimated at: with it the report corrects the
        counter of its model. A response that was reported before is `unchanged`.
        """
        sent = sent or Sent()
        by_name = (input_tokens, output_tokens, cache_read, cache_write)
        given = _given(usage, by_name, stop_reason)
        said = remark("stop_reason", given.stop_reason if stop_reason is None else stop_reason)
        named = (model, given.model, sent.model, UNNAMED)
        given = Given(
            usage=given.usage,
            model=name("model", next(one for one in named if one is not None)),
            stop_reason=said,
            response=name("response", response) if response is not None else given.response,
        )
        access = self.access
        with access.database.write(access.tenant) as tx:
            messages.open_conversation(tx, access.user, access.conversation, access.now())
            report = self._report(tx, given, sent)
            if not stored.add(tx, access.user, access.conversation, report):
                return self._again(tx, given)
        return _answer(report)

    def _standing(self, tx: Transaction, model: str | None) -> Standing:
        access = self.access
        last = stored.newest(tx, access.user, access.conversation, LAST)
        if model is None:
            if not last:
                return Standing()
            model = last[0].model
        ratios = stored.ratios(tx, model, LAST)
        own = [report for report in last if report.model == model]
        return Standing(
            model=model,
            factor=factor_of(ratios),
            reports=len(ratios),
            exceeded=len(list(takewhile(lambda report: report.exceeded, own))),
        )

    def _report(self, tx: Transaction, given: Given, sent: Sent) -> UsageReport:
        access = self.access
        assert given.model is not None
        ratio = ratio_of(given.usage.prompt, sent.estimated)
        if given.exceeded and sent.estimated:
            factor = factor_of(stored.ratios(tx, given.model, LAST))
            ratio = exceeding_ratio(given.usage.prompt, sent.window, sent.estimated, factor)
        return UsageReport(
            id=access.ids.new(),
            response=given.response,
            model=given.model,
            usage=given.usage,
            estimated=sent.estimated,
            ratio=ratio,
            exceeded=given.exceeded,
            stop_reason=given.stop_reason,
            actor=access.principal.actor,
            reported_at=access.now(),
        )

    def _again(self, tx: Transaction, given: Given) -> Outcome:
        assert given.response is not None
        access = self.access
        before = stored.of_response(tx, access.user, access.conversation, given.response)
        return Outcome(
            done=Done.UNCHANGED,
            layer=Layer.CONVERSATION,
            code="reported_before",
            message=f"Response {given.response} was reported before.",
            id=None if before is None else before.id,
        )


def _given(usage: object, by_name: Sequence[int | None], stop_reason: str | None) -> Given:
    if usage is not None:
        if any(one is not None for one in by_name):
            raise InvalidValue("usage", usage, "give this or tokens by name, not both")
        return read_usage(usage)
    if by_name[0] is None and stop_reason is None:
        raise InvalidValue(
            "input_tokens", None, "is missing: give the vendor's response, or tokens by name"
        )
    fields = ("input_tokens", "output_tokens", "cache_read", "cache_write")
    read, output, cached, written = (
        tokens_of(field, value) for field, value in zip(fields, by_name, strict=True)
    )
    return Given(usage=Usage(input=read, output=output, cached=cached, written=written))


def _answer(report: UsageReport) -> Outcome:
    prompt = f"{report.usage.prompt:,} tokens"
    if report.exceeded:
        code, said = (
            "window_exceeded",
            f"The window of {report.model} was exceeded: the next context is one stage smaller.",
        )
    elif report.estimated is None:
        code, said = "reported", f"{prompt} of {report.model}; there is no estimate to compare."
    elif report.ratio is None:
        code, said = (
            "not_believed",
            f"{prompt} of {report.model} for {report.estimated:,} estimated: not believed.",
        )
    else:
        code, said = (
            "calibrated",
            f"{prompt} of {report.model}, where {report.estimated:,} were estimated.",
        )
    return Outcome(
        done=Done.STORED, layer=Layer.CONVERSATION, code=code, message=said, id=report.id
    )
