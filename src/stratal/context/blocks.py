"""The blocks of a prompt as text: the same input gives the same bytes.

Nothing here tells the time or depends on the order in which a database answers. Within a block the
entries stand in a fixed order (given with each function); when not all fit under the ceiling, what
goes first is the least important, then the least sure, then the oldest. An entry is in whole or out
whole. All of it is the words of others, so each block is fenced and says what it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from stratal.context.manifest import Item, LeftOut, Why
from stratal.core.identity import Scope
from stratal.core.records import Layer, Record
from stratal.flows.recalling.hits import Hit
from stratal.text.counting import estimate_tokens
from stratal.text.fence import neutralise, wrap
from stratal.text.memory_marks import HEADS, TAGS

TOOLS = "tools"
SYSTEM = "system"
CONSTRAINTS = "constraints"
PROFILE = "profile"
PINNED = "pinned"
FILES = "files"
SUMMARY = "summary"
TASK = "task"
WINDOW = "window"
RECALLED = "recalled"
QUESTION = "question"
TAIL = "tail"


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """One block: its text as it stands in the prompt, what it costs and what it holds.

    The window's text is empty: its turns go out as messages.
    """

    name: str
    text: str
    tokens: int
    reason: str
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Filled:
    """A block as far as its ceiling allows, if anything fits, and what did not."""

    block: Block | None
    left_out: tuple[LeftOut, ...] = ()

    @property
    def tokens(self) -> int:
        return 0 if self.block is None else self.block.tokens


@dataclass(frozen=True, kw_only=True, slots=True)
class _Entry:
    """A line of a block."""

    text: str
    id: str
    layer: str
    revision: int | None
    reason: str


def constraints(records: Sequence[Record], scopes: Sequence[Scope], zone: tzinfo) -> Filled:
    """Everything that binds, without a ceiling: profile by key, then memories as `pinned`."""
    entries = [
        _entry(record, _fact(record, zone), "binding")
        if record.layer is Layer.PROFILE
        else _entry(record, _memory(record, zone), "binding")
        for record in sorted(records, key=lambda one: _place(one, scopes))
    ]
    return _filled(CONSTRAINTS, entries, entries, None, Why.OUT_OF_BUDGET, "said to bind")


def profile(
    facts: Sequence[Record], scopes: Sequence[Scope], zone: tzinfo, ceiling: int, why: Why
) -> Filled:
    """The facts by key, then value. `why` is the reason given for what is over `ceiling`."""
    entries = {
        one.id: _entry(one, _fact(one, zone), "profile fact")
        for one in sorted(facts, key=lambda one: _place(one, scopes))
    }
    preferred = [entries[one.id] for one in sorted(facts, key=_worth)]
    return _filled(PROFILE, list(entries.values()), preferred, ceiling, why, "how to work with you")


def pinned(
    memories: Sequence[Record], scopes: Sequence[Scope], zone: tzinfo, ceiling: int, why: Why
) -> Filled:
    """The memories by scope (widest first), kind, topic, content."""
    entries = {
        one.id: _entry(one, _memory(one, zone), f"pinned in {one.scope}")
        for one in sorted(memories, key=lambda one: _place(one, scopes))
    }
    preferred = [entries[one.id] for one in sorted(memories, key=_worth)]
    return _filled(PINNED, list(entries.values()), preferred, ceiling, why, "pinned by exact scope")


def recalled(hits: Sequence[Hit], zone: tzinfo, ceiling: int | None, why: Why) -> Filled:
    """The hits as they are ranked, the best first."""
    entries = [
        _Entry(
            text=f"- {_folded(hit.text)}\n  ({_source(hit)}, {_day(hit.at, zone)}, id {hit.id})",
            id=hit.id,
            layer=hit.layer,
            revision=None if hit.record is None else hit.record.revision,
            reason=hit.why,
        )
        for hit in hits
    ]
    return _filled(RECALLED, entries, entries, ceiling, why, "found for this query")


def question(text: str, record: Record, ceiling: int | None, why: Why) -> Filled:
    """What to ask the person about a record that waits for them."""
    entry = _entry(record, text, "waits for the person")
    return _filled(QUESTION, [entry], [entry], ceiling, why, "something waits for a yes or no")


def task(text: str, id: str, ceiling: int | None) -> Filled:
    """A task as it renders itself."""
    return _whole(TASK, text, id, "where the work stands", ceiling)


def tail(text: str, id: str, ceiling: int | None) -> Filled:
    """What changed in the task, then the goal, as the task renders it."""
    return _whole(TAIL, text, id, "what changed, and the goal restated", ceiling)


def system(text: str) -> Block:
    """The host's own text, as it is."""
    return Block(name=SYSTEM, text=text, tokens=estimate_tokens(text), reason="given by the host")


def tools(tokens: int) -> Block:
    """The definitions of tools that the host sends beside the prompt."""
    return Block(name=TOOLS, text="", tokens=tokens, reason="sent along by the host")


def fenced(name: str, body: str) -> str:
    """The body of a block with its heading, inside its marks; no mark of any block stays within."""
    inert = neutralise(body, *TAGS.values())
    return wrap(TAGS[name], {}, f"{HEADS[name]}\n\n{inert}")


def overhead(name: str) -> int:
    """What heading and marks of a block cost."""
    return estimate_tokens(fenced(name, ""))


def _whole(name: str, text: str, id: str, reason: str, ceiling: int | None) -> Filled:
    shown = fenced(name, text)
    tokens = estimate_tokens(shown)
    if ceiling is not None and tokens > ceiling:
        left = LeftOut(block=name, id=id, layer=Layer.TASK, revision=None, why=Why.OUT_OF_BUDGET)
        return Filled(block=None, left_out=(left,))
    item = Item(id=id, layer=Layer.TASK, revision=None, reason=reason, tokens=tokens)
    return Filled(block=Block(name=name, text=shown, tokens=tokens, reason=reason, items=(item,)))


def _filled(
    name: str,
    entries: Sequence[_Entry],
    preferred: Sequence[_Entry],
    ceiling: int | None,
    why: Why,
    reason: str,
) -> Filled:
    """The entries in their order; those that do not fit go in the reverse of `preferred`."""
    if not entries:
        return Filled(block=None)
    costs = {entry.id: estimate_tokens(f"{entry.text}\n") for entry in entries}
    kept = dict.fromkeys(entry.id for entry in preferred)
    text, tokens = _text(name, entries, kept)
    if ceiling is not None and tokens > ceiling:
        kept.clear()
        room = ceiling - overhead(name)
        for entry in preferred:
            if costs[entry.id] <= room:
                kept[entry.id] = None
                room -= costs[entry.id]
        text, tokens = _text(name, entries, kept)
        while kept and tokens > ceiling:
            # Tokens of the parts need not add up to those of the whole.
            kept.popitem()
            text, tokens = _text(name, entries, kept)
    left_out = tuple(
        LeftOut(block=name, id=entry.id, layer=entry.layer, revision=entry.revision, why=why)
        for entry in entries
        if entry.id not in kept
    )
    if not kept:
        return Filled(block=None, left_out=left_out)
    items = tuple(
        Item(
            id=entry.id,
            layer=entry.layer,
            revision=entry.revision,
            reason=entry.reason,
            tokens=costs[entry.id],
        )
        for entry in entries
        if entry.id in kept
    )
    block = Block(name=name, text=text, tokens=tokens, reason=reason, items=items)
    return Filled(block=block, left_out=left_out)


def _text(name: str, entries: Sequence[_Entry], kept: dict[str, None]) -> tuple[str, int]:
    text = fenced(name, "\n".join(entry.text for entry in entries if entry.id in kept))
    return text, estimate_tokens(text)


def _entry(record: Record, text: str, reason: str) -> _Entry:
    return _Entry(
        text=text, id=record.id, layer=record.layer, revision=record.revision, reason=reason
    )


def _place(record: Record, scopes: Sequence[Scope]) -> tuple[bool, int, str, str, str, str]:
    """Where a record stands within its block: by nothing that changes while it does not."""
    at = scopes.index(record.scope) if record.scope in scopes else -1
    topic = "" if record.topic is None else str(record.topic)
    return (record.layer is not Layer.PROFILE, at, record.kind, topic, record.content, record.id)


def _worth(record: Record) -> tuple[int, float, float, str]:
    """The most worth keeping first."""
    state = record.state
    return (-state.importance, -state.confidence, -state.valid_from.timestamp(), record.id)


def _fact(record: Record, zone: tzinfo) -> str:
    said = _day(record.state.valid_from, zone)
    return f"- {_folded(record.key)}: {_folded(record.content)} ({record.source}, {said})"


def _memory(record: Record, zone: tzinfo) -> str:
    given = record.state.reason_given
    why = f" Reason: {_folded(given)}" if given else ""
    said = _day(record.state.valid_from, zone)
    scope = _folded(str(record.scope))
    return f"- {_folded(record.content)}{why} ({record.kind}, {scope}, {record.source}, {said})"


def _source(hit: Hit) -> str:
    if hit.record is not None:
        waits = ", not confirmed" if hit.pending else ""
        scope = _folded(str(hit.record.scope))
        return f"{hit.record.kind} from {scope}, {hit.record.source}{waits}"
    if hit.passage is not None:
        return _folded(f"file {hit.passage.path}, line {hit.passage.line}")
    if hit.message is not None:
        return f"said by {_folded(hit.message.speaker or hit.message.role)}"
    return hit.layer


def _day(moment: datetime, zone: tzinfo) -> str:
    return moment.astimezone(zone).date().isoformat()


def _folded(text: str) -> str:
    """Several lines as one entry: a line of it cannot pass for another entry or a heading."""
    return "\n  ".join(text.splitlines())
