"""One prompt out of all layers, in an order that models and caches like.

In the prompt: the host's system text and the hard constraints, profile, pinned memories, a summary
of what was said before, the task; then the conversation; then, at the end of the user's last
message, what memory has on it and where the task stands. What changes with every turn is at the
end, so all before it stays byte-identical.

In a budget, what is asked for first is what is given up last: constraints, the user's last words
and what the host has pinned (never), the task, profile and pinned memories, the last five turns,
the three best things recalled, the summary, the rest of the window, the rest of what was recalled.
Old results of tools are cleared before anything that was said is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile
from typing import Any

from stratal.context import blocks, wire
from stratal.context.blocks import Block, Filled
from stratal.context.caching import Ends, set_breakpoints
from stratal.context.editing import Change, Edit, Editing, clear, cut_on_arrival, relieve
from stratal.context.manifest import Item, LeftOut, Manifest, Share, Why, prefix_digest
from stratal.context.room import Room
from stratal.context.stages import Earlier, Stages, summary_block
from stratal.context.stores import attached as stores_of
from stratal.context.turns import Form, Text, Turn
from stratal.context.usage import Ledger, Sent
from stratal.context.window import Cut, CutMessage, Window, truncate
from stratal.core import checks
from stratal.core.budget import Budget, budget_of, default_budget
from stratal.core.canonical import canonical, digest
from stratal.core.compaction import Stage
from stratal.core.messages import Message, Role, answered_ids
from stratal.core.outcomes import Outcome
from stratal.core.records import Layer, Record
from stratal.errors import BudgetTooSmall, InvalidValue, NoUserTurn
from stratal.flows.confirming import Asked
from stratal.flows.recalling.hits import Hit, Recall
from stratal.layers.access import Access
from stratal.layers.conversation import Conversation
from stratal.layers.files import Files
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.layers.task import Task

RECENT_TURNS = 5
"""Turns that are kept verbatim before anything is recalled."""
BEST_RECALLED = 3
"""Results that are kept before older turns."""
RENDERED_EVERY = 8
"""Checkpoints of a task for which its block stays as it is while nothing is compacted."""
_SLOW = (blocks.CONSTRAINTS, blocks.PROFILE, blocks.PINNED, blocks.FILES)
_RENDERED = (blocks.SUMMARY, blocks.TASK)
"""Rendered anew when the conversation is compacted."""
_STABLE = (*_SLOW, *_RENDERED)
_AT_THE_END = (blocks.RECALLED, blocks.QUESTION, blocks.TAIL)
_WHY = {
    Cut.LIMIT: Why.OVER_LIMIT,
    Cut.BUDGET: Why.OUT_OF_BUDGET,
    Cut.NO_USER_TURN_BEFORE: Why.NO_USER_TURN_BEFORE,
    Cut.NO_CALL: Why.NO_CALL,
    Cut.EMPTY: Why.EMPTY,
}
_EDITED = {Change.CUT: Why.CUT_SHORT}


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A block as a line of a table."""

    block: str
    tokens: int
    items: int
    left_out: int
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Context:
    """What a model is to see, and the record of why."""

    blocks: tuple[Block, ...]
    """In the order of the prompt."""
    window: Window
    manifest: Manifest
    ledger: Ledger | None = field(default=None, repr=False, compare=False)
    """Where what it cost is reported; None for one that was put together from the record."""
    sent: Sent = field(default_factory=Sent, repr=False, compare=False)

    @property
    def tokens(self) -> int:
        return sum(block.tokens for block in self.blocks)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know: of the search, and what either form cannot express."""
        return (*self.manifest.notes, *self._anthropic().notes, *self._openai().notes)

    def block(self, name: str) -> Block | None:
        """The block of that name; None if the prompt has none."""
        return next((block for block in self.blocks if block.name == name), None)

    def to_anthropic(self, *, cache: bool = True) -> dict[str, Any]:
        """Keyword arguments for ``client.messages.create``: ``messages``, and ``system`` if any.

        With `cache`, breakpoints mark what will come again, where it is long enough to be cached.
        """
        arguments = self._anthropic().arguments
        if cache:
            set_breakpoints(arguments, self._ends())
        return arguments

    def to_openai(self) -> dict[str, Any]:
        """The keyword argument ``messages`` for ``client.chat.completions.create``."""
        return self._openai().arguments

    def to_openai_responses(self) -> dict[str, Any]:
        """Keyword arguments for ``client.responses.create``: ``input``, and ``instructions``."""
        return self._responses().arguments

    def losses(self, form: Form) -> tuple[wire.Loss, ...]:
        """What the form of an interface cannot express: which block of which message, and why.

        `form` is `ANTHROPIC`, `OPENAI` or `RESPONSES`. Raises `InvalidValue` for another.
        """
        makers = {
            Form.ANTHROPIC: self._anthropic,
            Form.OPENAI: self._openai,
            Form.RESPONSES: self._responses,
        }
        if form not in makers:
            raise InvalidValue("form", form, f"use one of {', '.join(makers)}")
        return makers[form]().losses

    def report_usage(
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
    ) -> Outcome:
        """What the request with this context cost: the next one of its model is counted by it.

        `usage` is the vendor's response as it is, its usage, or the error that says that the window
        was exceeded; or the tokens are given by name, `input_tokens` without those read from or
        written to the cache. A `response` that was reported before is `unchanged`.
        """
        if self.ledger is None:
            raise InvalidValue(
                "context", self.manifest.id, "is from the record: report with session.usage"
            )
        return self.ledger.report(
            usage,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            cache_read=cache_read,
            cache_write=cache_write,
            stop_reason=stop_reason,
            model=model,
            response=response,
            sent=self.sent,
        )

    def table(self) -> tuple[Row, ...]:
        """A row a block, in the order of the prompt; then the blocks of which nothing fits."""
        out = [left.block for left in self.manifest.left_out]
        rows = [
            Row(
                block=block.name,
                tokens=block.tokens,
                items=len(block.items),
                left_out=out.count(block.name),
                reason=block.reason,
            )
            for block in self.blocks
        ]
        there = {row.block for row in rows}
        return (
            *rows,
            *(
                Row(block=name, tokens=0, items=0, left_out=out.count(name), reason="nothing fits")
                for name in dict.fromkeys(out)
                if name not in there
            ),
        )

    def _anthropic(self) -> wire.Sent:
        return wire.to_anthropic(self._turns(), self._system())

    def _openai(self) -> wire.Sent:
        return wire.to_openai(self._turns(), self._system())

    def _responses(self) -> wire.Sent:
        return wire.to_openai_responses(self._turns(), self._system())

    def _ends(self) -> Ends:
        cost = {block.name: block.tokens for block in self.blocks}
        rendered = [name for name in _RENDERED if name in cost]
        head = sum(turn.message.tokens for turn in self.window.lead if turn.message is not None)
        slow = head + sum(cost.get(name, 0) for name in (blocks.SYSTEM, *_SLOW))
        added = [name for name in _AT_THE_END if name in cost]
        return Ends(
            system=slow + sum(cost[name] for name in rendered),
            rendered=len(rendered),
            slow=slow,
            added=len(added),
            tokens=self.tokens - sum(cost[name] for name in added),
            slides=any(
                left.block == blocks.WINDOW and left.why in (Why.OVER_LIMIT, Why.OUT_OF_BUDGET)
                for left in self.manifest.left_out
            ),
        )

    def _system(self) -> list[str | Turn]:
        host = [block.text for block in self.blocks if block.name == blocks.SYSTEM]
        ours = [block.text for block in self.blocks if block.name in _STABLE]
        return [*host, *self.window.lead, *ours]

    def _turns(self) -> list[Turn]:
        texts = [block.text for block in self.blocks if block.name in _AT_THE_END]
        turns = list(self.window.turns)
        if texts:
            last = max(at for at, turn in enumerate(turns) if turn.role is Role.USER)
            added = Turn(
                role=Role.USER,
                parts=tuple(Text(text=text) for text in texts),
                form=Form.OTHER,
                message=None,
                appended=True,
            )
            turns.insert(last + 1, added)
        return turns


def assemble(
    access: Access,
    *,
    conversation: Conversation,
    profile: Profile,
    memories: Memories,
    files: Files | None = None,
    task: Task | None = None,
    query: str | None = None,
    recall: Callable[[str], Recall] | None = None,
    system: str = "",
    tools: int = 0,
    budget: Budget | int | None = None,
    window: int = 20,
    earlier: Earlier | None = None,
    editing: Editing | None = None,
    task_at: str | None = None,
    asking: Asked | None = None,
) -> Context:
    """The context of the conversation's next turn, in at most `budget` tokens.

    `tools` are the tokens of what the host sends along to say which tools there are.

    `query` is what to recall, by default the task's goal and the user's last words. `earlier` is
    what a stage made of the conversation, by default its last `window` messages. `task_at` is the
    checkpoint at which the task block is rendered, by default that of the last compaction or, of a
    conversation without any, one of the last few; what changed since stands at the end. `asking` is
    what to ask the person in this turn. Writes nothing. Raises `NoUserTurn` if the user has said
    nothing and `BudgetTooSmall` if system text, tools, constraints, what is pinned and the user's
    last words do not fit.
    """
    if earlier is None:
        most = checks.whole("window", window, 1, 10_000)
        stages = Stages(
            access=access,
            conversation=conversation,
            window=most,
            budget=budget_of(budget, access.policy),
        )
        earlier = stages.at(Stage.TRUNCATE)
    limits = budget_of(budget, access.policy)
    plan = limits or default_budget(access.policy.window.model_window, access.policy)
    rules = editing or Editing()
    cut = partial(truncate, limit=earlier.limit, pinned=earlier.pinned)
    messages, edits = _edited(earlier, rules, plan)
    least = truncate(messages, limit=1, pinned=earlier.pinned)
    if not least.has_user_turn:
        raise NoUserTurn(conversation.id)
    remembered = _Remembered.read(access, profile, memories)
    host = blocks.system(system) if system.strip() else None
    binding = remembered.constraints()
    room = Room(None if limits is None else limits.prompt, plan)
    room.spend(blocks.WINDOW, least.tokens)
    room.settle(blocks.CONSTRAINTS, binding.tokens)
    room.settle(blocks.SYSTEM, 0 if host is None else host.tokens)
    room.settle(blocks.TOOLS, tools)
    if limits is not None and room.over:
        raise BudgetTooSmall(needed=limits.prompt + room.over, budget=limits.prompt)
    if earlier.compaction is None:
        room.settle(blocks.SUMMARY)
    if recall is None:
        room.settle(blocks.RECALLED)

    work, goal, asked = Filled(block=None), Filled(block=None), query
    if task is not None:
        head = task_at or _rendered_at(task, earlier)
        work = _rendered(task, partial(task.render, at=head), blocks.task, blocks.TASK, room)
        room.settle(blocks.TASK, work.tokens)
        goal = _rendered(task, partial(task.render_changes, head), blocks.tail, blocks.TAIL, room)
        asked = query if query is not None else task.state.goal
    room.settle(blocks.TASK, work.tokens)
    room.settle(blocks.TAIL, goal.tokens)
    facts = remembered.profile(room)
    pinned = remembered.pinned(room)

    left = room.most(blocks.WINDOW)
    messages, cleared = relieve(
        messages, rules, limit=earlier.limit, budget=left, pinned=earlier.pinned
    )
    edits += cleared
    recent = cut(_last_turns(messages, earlier.pinned), budget=left)
    room.spend(blocks.WINDOW, recent.tokens)
    if query is None:
        asked = "\n".join(text for text in (asked, _last_words(least)) if text)
    found = recall(asked) if recall is not None and asked and asked.strip() else None
    shown = {
        item.id
        for one in (binding, facts, pinned)
        if one.block is not None
        for item in one.block.items
    }
    hits = _Hits(access, found, shown)
    best = hits.fill(recent, room.most(blocks.RECALLED), BEST_RECALLED)
    room.spend(blocks.RECALLED, best.tokens)
    waits = Filled(block=None)
    if asking is not None:
        waits = blocks.question(asking.text, asking.record, *room.under(blocks.QUESTION))
        room.settle(blocks.QUESTION, waits.tokens)
    stores = Filled(block=None)
    if files is not None:
        stores = stores_of(files, *room.under(blocks.FILES))
        room.settle(blocks.FILES, stores.tokens)
    before = summary_block(earlier, room.most(blocks.SUMMARY))
    room.settle(blocks.SUMMARY, before.tokens)
    chosen = cut(messages, budget=room.most(blocks.WINDOW))
    room.settle(blocks.WINDOW, chosen.tokens)
    recalled = hits.fill(chosen, room.most(blocks.RECALLED), None)

    given = [binding, facts, pinned, stores, before, work]
    said = Block(
        name=blocks.WINDOW,
        text="",
        tokens=chosen.tokens,
        reason=earlier.window,
        items=tuple(_said(message) for message in chosen.kept),
    )
    sent_along = blocks.tools(tools) if tools else None
    parts = (
        sent_along,
        host,
        *(one.block for one in given),
        said,
        recalled.block,
        waits.block,
        goal.block,
    )
    prompt = tuple(block for block in parts if block is not None)
    left_out = [
        *remembered.shadowed(),
        *(left for one in (*given, recalled, waits, goal) for left in one.left_out),
        *map(_left, chosen.left_out),
        *(_changed(edit) for edit in edits if edit.message.seq in {one.seq for one in chosen.kept}),
    ]
    return Context(
        blocks=prompt,
        window=chosen,
        manifest=Manifest(
            blocks=tuple(map(share_of, prompt)),
            left_out=tuple(left_out),
            tokens=sum(block.tokens for block in prompt),
            stable_prefix=prefix_digest(_prefix(prompt, chosen)),
            query="" if found is None else asked or "",
            notes=(*earlier.notes, *_notes(messages, earlier, chosen, found)),
            stage=earlier.stage,
            stage_reason=earlier.why,
        ),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Remembered:
    """Profile and memories as of one moment, each thing in one block only."""

    access: Access
    facts: Sequence[Record]
    seen: Sequence[Record]
    hidden: Sequence[Record]

    @classmethod
    def read(cls, access: Access, profile: Profile, memories: Memories) -> _Remembered:
        always = memories.always()
        return cls(access=access, facts=profile.facts(), seen=always.seen, hidden=always.hidden)

    def constraints(self) -> Filled:
        binding = [one for one in (*self.facts, *self.seen) if one.state.binding]
        return blocks.constraints(binding, self.access.scopes, self.access.time_zone)

    def profile(self, room: Room) -> Filled:
        ceiling, why = room.under(blocks.PROFILE)
        facts = [one for one in self.facts if not one.state.binding]
        filled = blocks.profile(facts, self.access.scopes, self.access.time_zone, ceiling, why)
        room.settle(blocks.PROFILE, filled.tokens)
        return filled

    def pinned(self, room: Room) -> Filled:
        ceiling, why = room.under(blocks.PINNED)
        found = [one for one in self.seen if one.state.pinned and not one.state.binding]
        filled = blocks.pinned(found, self.access.scopes, self.access.time_zone, ceiling, why)
        room.settle(blocks.PINNED, filled.tokens)
        return filled

    def shadowed(self) -> list[LeftOut]:
        """What would stand in the prompt if a nearer scope did not speak of the same."""
        nearer = {one.topic: one.scope for one in self.seen if one.topic is not None}
        return [
            LeftOut.of(
                blocks.CONSTRAINTS if one.state.binding else blocks.PINNED,
                one,
                Why.SHADOWED,
                f"{one.topic} is that of {nearer[one.topic]} here" if one.topic in nearer else "",
            )
            for one in self.hidden
            if one.state.binding or one.state.pinned
        ]


@dataclass(frozen=True, slots=True)
class _Hits:
    """What was recalled, and how much of it fits."""

    access: Access
    found: Recall | None
    shown: set[str]
    """Ids of what stands in a block of its own."""

    def fill(self, window: Window, ceiling: int | None, most: int | None) -> Filled:
        """The best `most` within `ceiling` that do not stand in the prompt already."""
        if self.found is None:
            return Filled(block=None)
        shown = self.shown | {message.id for message in window.kept}
        new = [hit for hit in self.found.hits if hit.id not in shown]
        filled = blocks.recalled(new[:most], self.access.time_zone, ceiling, Why.OUT_OF_BUDGET)
        twice = [_stands(hit) for hit in self.found.hits if hit.id in shown]
        return replace(filled, left_out=(*filled.left_out, *twice))


def _stands(hit: Hit) -> LeftOut:
    return LeftOut(
        block=blocks.RECALLED,
        id=hit.id,
        layer=hit.layer,
        revision=None if hit.record is None else hit.record.revision,
        why=Why.STANDS_ALREADY,
    )


def _edited(earlier: Earlier, rules: Editing, plan: Budget) -> tuple[list[Message], list[Edit]]:
    """The messages as the rules have them, whatever room there is."""
    messages, edits = cut_on_arrival(earlier.messages, rules)
    above = plan.compact_above if rules.above is None else rules.above
    if sum(message.tokens for message in messages) > above:
        messages, cleared = clear(messages, rules, earlier.pinned)
        edits += cleared
    return messages, edits


def _rendered_at(task: Task, earlier: Earlier) -> str:
    """The checkpoint of the task at the last compaction: until the next one its block is stable.

    Without one it is the first of every few, so that not every step changes all that follows.
    """
    made = earlier.compaction
    if made is not None and made.task == task.id and made.checkpoint is not None:
        return made.checkpoint
    recent = list(task.checkpoints(limit=RENDERED_EVERY))
    few = (recent[0].seq - 1) // RENDERED_EVERY
    return [one.id for one in recent if (one.seq - 1) // RENDERED_EVERY == few][-1]


def _last_turns(messages: Sequence[Message], pinned: Collection[int]) -> Sequence[Message]:
    """System messages at the head, what is pinned, and the last turns, which the user begins."""
    lead = list(takewhile(lambda message: message.role is Role.SYSTEM, messages))
    begun = [
        at
        for at, message in enumerate(messages)
        if message.role is Role.USER and not answered_ids(message.content)
    ]
    if len(begun) <= RECENT_TURNS:
        return messages
    start = begun[-RECENT_TURNS]
    held = [one for one in messages[len(lead) : start] if one.seq in pinned]
    return [*lead, *held, *messages[start:]]


def _last_words(least: Window) -> str:
    """What the user said last."""
    said = [message for message in least.kept if message.role is Role.USER and message.said]
    return said[-1].said if said else ""


def _rendered(
    task: Task,
    render: Callable[[int], str],
    block: Callable[[str, str, int], Filled],
    name: str,
    room: Room,
) -> Filled:
    """The task's own rendering as a block, as long as there is room for its goal at least."""
    most, why = room.under(name)
    # The longest rendering that fits with its marks; parts need not add up to the whole.
    budgets = (max(most, 1), *range(most - blocks.overhead(name), 0, -8))
    for budget in budgets:
        try:
            text = render(budget)
        except BudgetTooSmall:
            break
        if not text.strip():
            return Filled(block=None)
        filled = block(text, task.id, most)
        if filled.block is not None:
            return filled
    left = LeftOut(block=name, id=task.id, layer=Layer.TASK, revision=None, why=why)
    return Filled(block=None, left_out=(left,))


def _prefix(prompt: Sequence[Block], window: Window) -> list[tuple[str, str]]:
    """All that stands before the window, by name and text."""
    host = [(block.name, block.text) for block in prompt if block.name == blocks.SYSTEM]
    lead = [("lead", turn.message.body) for turn in window.lead if turn.message is not None]
    ours = [(block.name, block.text) for block in prompt if block.name in _STABLE]
    return [*host, *lead, *ours]


def _said(message: Message) -> Item:
    return Item(
        id=message.id,
        layer=Layer.CONVERSATION,
        revision=None,
        reason=f"message {message.seq}",
        tokens=message.tokens,
    )


def _left(cut: CutMessage) -> LeftOut:
    return LeftOut(
        block=blocks.WINDOW,
        id=cut.message.id,
        layer=Layer.CONVERSATION,
        revision=None,
        why=_WHY[cut.cut],
        detail=cut.note,
    )


def _changed(edit: Edit) -> LeftOut:
    return LeftOut(
        block=blocks.WINDOW,
        id=edit.message.id,
        layer=Layer.CONVERSATION,
        revision=None,
        why=_EDITED.get(edit.change, Why.CLEARED),
        detail=f"{edit.handle}, {edit.freed:,} tokens",
    )


def share_of(block: Block) -> Share:
    """A block as the manifest has it."""
    if block.name == blocks.WINDOW:
        text = canonical("window", [item.id for item in block.items])
    else:
        text = block.text
    return Share(
        block=block.name,
        tokens=block.tokens,
        reason=block.reason,
        items=block.items,
        digest=digest(text),
    )


def _notes(
    messages: Sequence[Message], earlier: Earlier, window: Window, found: Recall | None
) -> tuple[str, ...]:
    notes = []
    end = [
        message.seq
        for message in messages
        if message.role is not Role.SYSTEM and message.seq not in earlier.pinned
    ]
    unseen = earlier.compaction is None and end and end[0] > len(window.lead) + 1
    if unseen:
        notes.append(f"the log goes further back than message {end[0]}: not looked at")
    for turn in window.turns:
        notes += [
            f"call {result.call} was interrupted: a marked line stands in for its result"
            for result in turn.results
            if result.stand_in
        ]
    if window.turns[-1].role is Role.ASSISTANT:
        notes.append("the log ends with the assistant's words: a model will continue them")
    if found is not None:
        if not found.hits:
            notes.append(f"recall: {found.reason}")
        notes += [f"recall: {note}" for note in found.notes]
        if found.not_embedded:
            notes.append(f"recall: {found.not_embedded} entries have no vector yet")
    return tuple(dict.fromkeys(notes))
