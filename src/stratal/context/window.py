"""The conversation window: the newest messages, cut where a cut does no harm.

Three things are never cut: system messages at the head of the log, the last message in which the
user says something (the request being worked on), and whatever came last; nor is what the host has
pinned, and a vendor's last summary. Between them the newest whole groups are kept as far as limit
and budget reach. The window begins with a user message: with the oldest within reach, or, if a long
run of tool calls fills it, with that last request itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile

from stratal.context.turns import INTERRUPTED, Form, Group, Orphan, Text, Turn, groups
from stratal.core.checks import whole
from stratal.core.messages import Message, Role
from stratal.errors import BudgetTooSmall
from stratal.text.counting import estimate_tokens

_STAND_IN_TOKENS = 4 + estimate_tokens(INTERRUPTED)
"""As `message_tokens` counts a message of that text."""

LEFT_OUT = "[what the user said before this is left out]"
"""What stands before a pinned message of the assistant's if no user message does."""
_PREFACE = Turn(role=Role.USER, parts=(Text(text=LEFT_OUT),), form=Form.OTHER, message=None)
_PREFACE_TOKENS = 4 + estimate_tokens(LEFT_OUT)


class Cut(StrEnum):
    """Why a message is not in the window."""

    LIMIT = "over the limit of messages"
    BUDGET = "out of budget"
    NO_USER_TURN_BEFORE = "no user message before it within reach"
    NO_CALL = "result without its call"
    EMPTY = "says nothing"


@dataclass(frozen=True, kw_only=True, slots=True)
class CutMessage:
    """A message, or the results in it, that stayed out."""

    message: Message
    cut: Cut
    note: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Window:
    """What was kept, as messages and as turns ready for a request, and what was left out."""

    kept: tuple[Message, ...]
    """In the order of the log, system messages at its head included."""
    left_out: tuple[CutMessage, ...]
    lead: tuple[Turn, ...] = ()
    """System messages at the head of the log."""
    turns: tuple[Turn, ...] = ()
    """The rest: calls and results paired, begun by the user."""
    tokens: int = 0
    """Of the kept messages, and of what stands in for missing results."""
    begins: int = 0
    """Number of the message from which on nothing was cut by limit or budget."""

    @property
    def has_user_turn(self) -> bool:
        """Whether the user says anything: without it there is nothing to answer."""
        return bool(self.turns)


def truncate(
    messages: Iterable[Message],
    limit: int = 20,
    budget: int | None = None,
    pinned: Collection[int] = (),
) -> Window:
    """The last `limit` messages at most, costing `budget` tokens at most, whole groups only.

    `pinned` are numbers of messages whose groups are kept whatever their age; `limit` does not
    count them. The untouchable part is kept even if it has more messages than `limit`; if it costs
    more than the budget, `BudgetTooSmall` says how much it needs. Without a user message nothing
    but the head is kept.
    """
    whole("limit", limit, 1, 1_000_000)
    found, orphans = groups(messages)
    out = [_cut_orphan(orphan) for orphan in orphans]
    lead = list(takewhile(lambda group: group.system, found))
    rest = found[len(lead) :]
    requests = [at for at, group in enumerate(rest) if group.opens]
    held = sorted(_held(rest, requests, pinned))
    chosen = _Chosen(lead, [rest[at] for at in held])
    if not requests:
        out += [
            CutMessage(message=message, cut=Cut.NO_USER_TURN_BEFORE)
            for group in rest
            for message in group.messages
        ]
        return _window(lead, [], out)
    request, last = requests[-1], len(rest) - 1
    chosen.add(rest[request])
    chosen.add(rest[last])
    if budget is not None and chosen.tokens > budget:
        raise BudgetTooSmall(needed=chosen.tokens, budget=budget)
    start, why = last, Cut.LIMIT
    while start > 0:
        over = chosen.over(rest[start - 1], limit, budget)
        if over is not None:
            why = over
            break
        start -= 1
        chosen.add(rest[start])
    begin = next((at for at in requests if at >= start), None)
    # No request within reach: a long run of calls, which stands behind the request that began it.
    tail = start if begin is None else begin
    kept = sorted({*held, *([request] if begin is None else ()), *range(tail, len(rest))})
    for at in sorted({*range(len(rest))} - {*kept}):
        cut = why if at < start else Cut.NO_USER_TURN_BEFORE
        out += [CutMessage(message=message, cut=cut) for message in rest[at].messages]
    window = _window(lead, [rest[at] for at in kept], out)
    return replace(window, begins=min(message.seq for message in rest[tail].messages))


def _held(rest: Sequence[Group], requests: Sequence[int], pinned: Collection[int]) -> set[int]:
    """The groups that are kept because something in them is pinned.

    A vendor's last summary is as well: it stands for what was said before it.
    """
    held = {
        at
        for at, group in enumerate(rest)
        if pinned and any(message.seq in pinned for message in group.messages)
    }
    summaries = [at for at, group in enumerate(rest) if group.compacted]
    held |= set(summaries[-1:])
    if not held:
        return set()
    # A request begins with the user: what was asked before goes along with what is pinned.
    asked = [at for at in requests if held and at <= min(held)]
    return held | set(asked[-1:])


class _Chosen:
    """The messages chosen so far; one that stands in two groups counts once."""

    def __init__(self, lead: Sequence[Group], held: Sequence[Group]) -> None:
        self._seqs: set[int] = set()
        self._groups: set[int] = set()
        self.tokens = _PREFACE_TOKENS if _prefaced(held) else 0
        for group in [*lead, *held]:
            self.add(group)
        self._uncounted = frozenset(self._seqs)

    def _new(self, group: Group) -> list[Message]:
        return [message for message in group.messages if message.seq not in self._seqs]

    def _cost(self, group: Group) -> int:
        stand_ins = 0 if id(group) in self._groups else _stand_ins(group)
        return sum(message.tokens for message in self._new(group)) + stand_ins

    def add(self, group: Group) -> None:
        self.tokens += self._cost(group)
        self._seqs |= {message.seq for message in group.messages}
        self._groups.add(id(group))

    def over(self, group: Group, limit: int, budget: int | None) -> Cut | None:
        """What `group` would exceed, if anything."""
        new = self._new(group)
        if new and len(self._seqs - self._uncounted) + len(new) > limit:
            return Cut.LIMIT
        if budget is not None and self.tokens + self._cost(group) > budget:
            return Cut.BUDGET
        return None


def _prefaced(kept: Sequence[Group]) -> bool:
    """Whether the first of the kept groups needs a user turn before it."""
    return bool(kept) and not kept[0].opens


def _stand_ins(group: Group) -> int:
    """What the results that we add to a group cost."""
    count = sum(result.stand_in for turn in group.turns for result in turn.results)
    return count * _STAND_IN_TOKENS if count else 0


def _window(lead: Sequence[Group], kept: Sequence[Group], out: Sequence[CutMessage]) -> Window:
    messages = {message.seq: message for group in [*lead, *kept] for message in group.messages}
    preface = [_PREFACE] if _prefaced(kept) else []
    return Window(
        kept=tuple(messages[seq] for seq in sorted(messages)),
        left_out=tuple(sorted(out, key=lambda each: (each.message.seq, each.note))),
        lead=tuple(turn for group in lead for turn in group.turns),
        turns=(*preface, *(turn for group in kept for turn in group.turns)),
        tokens=sum(message.tokens for message in messages.values())
        + sum(map(_stand_ins, kept))
        + (_PREFACE_TOKENS if preface else 0),
    )


def _cut_orphan(orphan: Orphan) -> CutMessage:
    if orphan.call is None:
        return CutMessage(message=orphan.message, cut=Cut.EMPTY)
    return CutMessage(
        message=orphan.message, cut=Cut.NO_CALL, note=f"it answers call {orphan.call}"
    )
