"""Writing a transcript into its conversations: in rounds, repeatable, with a full account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

from stratal.core.outcomes import Done
from stratal.layers.conversation import Conversation
from stratal.transfer.transcripts import Line, Turn

BATCH = 300
"""Lines in one round. A round that was interrupted is written when the import runs again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Damage:
    """A line that is not whole, or a message that could not be stored."""

    line: int
    problem: str
    kept: int
    """Messages of the line that are in the store all the same."""


@dataclass(kw_only=True, slots=True)
class Account:
    """What became of a file: `loaded` and `skipped` add up to `lines`."""

    lines: int = 0
    loaded: int = 0
    """Lines from which at least one message was read."""
    skipped: int = 0
    """Lines that gave nothing: empty ones and such as are listed in `damage`."""
    empty: int = 0
    stored: int = 0
    unchanged: int = 0
    """Messages that were there already."""
    secrets: int = 0
    """Messages stored, but marked because they hold a secret: not searchable, never evidence."""
    damage: list[Damage] = field(default_factory=list)
    conversations: Counter[str] = field(default_factory=Counter)
    """Messages, new or known, by conversation."""

    @property
    def messages(self) -> int:
        """Messages of the file that are in the store now."""
        return self.stored + self.unchanged


class Watcher(Protocol):
    """Is told after each round how far the import is."""

    def __call__(self, share: float, account: Account, /) -> None: ...


def take_in(
    lines: Iterable[Line],
    conversation: Callable[[str], Conversation],
    *,
    watch: Watcher | None = None,
) -> Account:
    """Append every message that could be read to its conversation, in the order of the file.

    `conversation` opens one by its id. What is there already stays as it is, so an import can be
    run again after it was interrupted, or after its file was mended or has grown.
    """
    account = Account()
    source = iter(lines)
    while batch := tuple(islice(source, BATCH)):
        _write(batch, conversation, account)
        if watch is not None:
            watch(batch[-1].share, account)
    return account


def _write(
    batch: tuple[Line, ...], conversation: Callable[[str], Conversation], account: Account
) -> None:
    waiting: dict[str, list[tuple[Line, Turn]]] = {}
    for line in batch:
        for turn in line.turns:
            waiting.setdefault(turn.conversation, []).append((line, turn))
    refused: dict[int, str] = {}
    kept: Counter[int] = Counter()
    for name, turns in waiting.items():
        outcomes = conversation(name).extend((turn.message for _, turn in turns), imported=True)
        for (line, _), outcome in zip(turns, outcomes, strict=True):
            if not outcome.kept:
                refused.setdefault(line.number, outcome.message)
                continue
            kept[line.number] += 1
            account.conversations[name] += 1
            account.secrets += outcome.code == "stored_marked_secret"
            if outcome.done is Done.UNCHANGED:
                account.unchanged += 1
            else:
                account.stored += 1
    for line in batch:
        account.lines += 1
        account.loaded += bool(line.turns)
        account.skipped += not line.turns
        problem = line.problem or refused.get(line.number)
        if problem is not None:
            account.damage.append(Damage(line=line.number, problem=problem, kept=kept[line.number]))
        elif not line.turns:
            account.empty += 1
