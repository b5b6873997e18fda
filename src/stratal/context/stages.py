"""Stages: what stands in a prompt for a conversation that is longer than its window.

`truncate` shows the newest messages. `summarize` shows all that no compaction covers, after a
summary of the rest; when that becomes too much, it compacts. `hierarchical` adds the pages of what
has left, by name and by query. `auto` takes the first of these that is enough, and climbs only:
a conversation that was compacted stays so, and one that outgrew its summary keeps its pages.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from stratal.context import blocks
from stratal.context.blocks import Block, Filled
from stratal.context.compaction import (
    PATIENCE,
    Compactions,
    Limits,
    listed,
    verbatim_tokens,
)
from stratal.context.editing import Editing, cut_on_arrival, relieve
from stratal.context.manifest import Item, LeftOut, Why
from stratal.context.turns import compacted, groups, read
from stratal.context.window import truncate
from stratal.core.budget import VERBATIM, Budget, default_budget
from stratal.core.compaction import Compaction, Critical, Kept, Page, Stage
from stratal.core.messages import Message, Role, answered_ids
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer
from stratal.errors import Busy
from stratal.flows.recalling.hits import Hit, Recall
from stratal.layers.access import Access
from stratal.layers.conversation import Conversation
from stratal.layers.task import Task
from stratal.models.summarizer import ExtractiveSummarizer, Summarizer
from stratal.storage import messages as stored
from stratal.text.counting import estimate_tokens

PAGES_SHOWN = 12
"""Pages that a prompt names; older ones are found by query."""
_FARTHEST = 1_000_000
"""Messages that are looked through for the user's last words."""
_BORNE = 1_000
"""Messages without a summary that are shown while no summarizer answers."""
_AROUND = 40
"""Messages on each side in which the rest of a pinned message's group is looked for."""
_REACH = 1_000
"""Messages that are looked through for a vendor's own summary."""
_EXTRACTS = "sentences as they were said, picked by rule, without a model"


@dataclass(frozen=True, kw_only=True, slots=True)
class Earlier:
    """What a prompt can show of a conversation, and what stands for the rest."""

    stage: Stage
    why: str
    messages: Sequence[Message]
    """To cut the window from, pinned ones among them."""
    limit: int
    pinned: frozenset[int]
    """Numbers of the messages in groups of which something is pinned."""
    verbatim: int
    """Tokens that what is kept word for word may cost."""
    compaction: Compaction | None = None
    pages: Sequence[Page] = ()
    page_count: int = 0
    notes: tuple[str, ...] = ()

    @property
    def window(self) -> str:
        """How the window is made, in words."""
        if self.compaction is not None:
            return f"what no summary covers; stage {self.stage}"
        return f"the last {self.limit} messages at most, in whole groups"


@dataclass(frozen=True, kw_only=True, slots=True)
class Stages:
    """The stages of one conversation, at one budget."""

    access: Access
    conversation: Conversation
    window: int
    """Messages that stay whole when older ones leave."""
    budget: Budget | None = None
    """None: that of the policy's window."""
    summarizer: Summarizer | None = None
    """By default the one that needs no model."""
    patience: float = PATIENCE
    pinned: Collection[str] = ()
    """Ids of messages that no stage leaves out or rewrites."""
    task: Task | None = None
    editing: Editing | None = None
    relief: int = 0
    """Requests that exceeded the window, one after the other, last: a stage smaller for each."""

    @property
    def plan(self) -> Budget:
        """The budget that is to be kept, or the usual one."""
        policy = self.access.policy
        return self.budget or default_budget(policy.window.model_window, policy)

    @property
    def threshold(self) -> int:
        """Tokens of messages that are borne before older ones are summarised."""
        return self.plan.compact_above

    @property
    def verbatim(self) -> int:
        """Tokens that what is kept word for word may cost in a prompt."""
        plan = self.plan
        ceiling = plan.ceiling(VERBATIM)
        return plan.window if ceiling is None else ceiling

    @property
    def compactions(self) -> Compactions:
        return Compactions(access=self.access)

    def at(self, stage: Stage) -> Earlier:
        """What there is to show at that stage; compacts first if it is time to.

        A compaction that fails leaves a note, and everything else as it was.
        """
        pinned = self._pinned_groups()
        if stage is Stage.TRUNCATE:
            newest = newest_messages(self.conversation, self.window)
            return self._earlier(stage, "as asked for", newest, pinned, limit=self.window)
        current = self.compactions.current()
        uncovered = self.compactions.uncovered(current)
        notes: tuple[str, ...] = ()
        if self._due(uncovered):
            # By tokens alone, a window of as many messages might be as large again.
            keep_tokens = self.threshold // 2 if self._tokens(uncovered) > self.threshold else None
            try:
                outcome = self.compact(keep_tokens=keep_tokens)
            except Busy as busy:
                notes = (f"not compacted: {busy}",)
            else:
                if outcome.done is Done.FAILED:
                    notes = (f"not compacted: {outcome.message}",)
                current = self.compactions.current()
                uncovered = self.compactions.uncovered(current)
        taken, why = self._taken(stage, current)
        pages: list[Page] = []
        count = 0
        if taken is Stage.HIERARCHICAL:
            pages, count = self.compactions.pages(PAGES_SHOWN)
        # What no summary covers is shown as long as the budget bears it.
        limit = max(self.window, min(len(uncovered), _BORNE))
        earlier = self._earlier(taken, why, uncovered, pinned, limit=limit)
        return replace(earlier, compaction=current, pages=pages, page_count=count, notes=notes)

    def compact(self, keep_tokens: int | None = None) -> Outcome:
        """Have what has left the window summarised, whether it is time to or not."""
        rules = self.access.policy.window
        limits = Limits(
            keep=self.window,
            keep_tokens=keep_tokens,
            prose=rules.summary_ceiling,
            # One prompt with a small budget must not cost the later ones their list.
            listed=max(self.verbatim, int(rules.model_window * rules.verbatim_share)),
            verbatim=self.verbatim,
            climb_above=rules.model_window,
            patience=self.patience,
        )
        at_work = None if self.task is None else (self.task.id, self.task.checkpoint.id)
        return self.compactions.compact(
            self.summarizer or ExtractiveSummarizer(),
            limits,
            pinned={message.seq for message in self._pinned_groups()},
            task=at_work,
        )

    def _due(self, uncovered: Sequence[Message]) -> bool:
        """Whether it is time to compact."""
        lead = len(list(takewhile(lambda message: message.role is Role.SYSTEM, uncovered)))
        most = self.window if self.relief else self._most
        return len(uncovered) - lead > most or self._tokens(uncovered) > self.threshold

    @property
    def _most(self) -> int:
        return max(self.access.policy.window.summarise_above, self.window)

    def _tokens(self, uncovered: Sequence[Message]) -> int:
        """What the messages cost as they are shown, old results cleared: these give way first."""
        rules = self.editing or Editing()
        shown, _ = cut_on_arrival(uncovered, rules)
        limit = max(1, len(uncovered))
        shown, _ = relieve(shown, rules, limit=limit, budget=self.threshold)
        return sum(message.tokens for message in shown)

    def _taken(self, stage: Stage, current: Compaction | None) -> tuple[Stage, str]:
        """The stage, and why: the same words as long as nothing is compacted."""
        bounds = f"{self._most} messages or {self.threshold:,} tokens"
        lowest = Stage.TRUNCATE if current is None else current.stage
        taken = lowest if stage is Stage.AUTO else stage
        if current is None:
            why = f"no more than {bounds}"
        else:
            why = f"{current.covered} messages have a summary since there were more than {bounds}"
            if taken is Stage.HIERARCHICAL:
                why += ", and more has left the window than a prompt holds"
        return taken, f"{'auto' if stage is Stage.AUTO else 'as asked for'}: {why}"

    def _earlier(
        self,
        stage: Stage,
        why: str,
        messages: Sequence[Message],
        pinned: Sequence[Message],
        *,
        limit: int,
    ) -> Earlier:
        found = {message.seq: message for message in [*pinned, *messages]}
        return Earlier(
            stage=stage,
            why=why,
            messages=[found[seq] for seq in sorted(found)],
            limit=limit,
            pinned=frozenset(message.seq for message in pinned),
            verbatim=self.verbatim,
        )

    def _pinned_groups(self) -> list[Message]:
        """The messages of the groups that the pinned ones belong to. Raises `NotFound`.

        The last summary of a vendor's own is pinned: it stands for what was said before it.
        """
        found: dict[int, Message] = {}
        access = self.access
        seqs = [self.conversation.get(pinned).seq for pinned in dict.fromkeys(self.pinned)]
        with access.database.read(access.tenant) as tx:
            last = stored.last_summaries(tx, access.user, access.conversation, _REACH)
        summaries = [one.seq for one in last if any(map(compacted, read(one).parts))]
        for seq in [*seqs, *summaries[:1]]:
            near = range(max(1, seq - _AROUND), seq + _AROUND + 1)
            with access.database.read(access.tenant) as tx:
                around = stored.by_seq(tx, access.user, access.conversation, near)
            made, _ = groups(one for one in around if not one.retracted)
            asked: Sequence[Message] = ()
            for group in made:
                if group.opens:
                    asked = group.messages
                if any(message.seq == seq for message in group.messages):
                    found |= {message.seq: message for message in (*asked, *group.messages)}
        return [found[seq] for seq in sorted(found)]


def newest_messages(conversation: Conversation, window: int) -> list[Message]:
    """The system messages at the head of the log, and enough of its end to cut a window from."""
    count = 2 * window
    while True:
        end = conversation.last(count)
        whole = len(end) < count
        if whole or count == _FARTHEST or truncate(end, limit=1).has_user_turn:
            break
        count = min(4 * count, _FARTHEST)
    if whole:
        return end
    lead = list(takewhile(lambda message: message.role is Role.SYSTEM, conversation))
    # Results at the very start answer calls that were not read: they are old, not orphaned.
    while end and not end[0].said and answered_ids(end[0].content):
        end.pop(0)
    known = {message.seq for message in lead}
    return [*lead, *(message for message in end if message.seq not in known)]


def with_pages(
    recall: Callable[[str], Recall],
    said: Callable[[str], Recall],
    compactions: Compactions,
) -> Callable[[str], Recall]:
    """A recall that brings in what was said in this conversation before the window, too.

    `said` finds messages of the conversation. Each comes with the handle of its page.
    """

    def both(query: str) -> Recall:
        found, earlier = recall(query), said(query)
        most = compactions.access.policy.recall_limit
        hits: list[Hit] = []
        for hit in earlier.hits:
            page = None if hit.message is None else compactions.page_at(hit.message.seq)
            if len(hits) == most:
                break
            if page is not None:
                hits.append(replace(hit, text=f"{hit.text} [{page.handle}]"))
        return replace(
            found,
            hits=(*found.hits, *hits),
            reason=found.reason if found.hits or not hits else earlier.reason,
            notes=tuple(dict.fromkeys((*found.notes, *earlier.notes))),
            not_embedded=found.not_embedded + earlier.not_embedded,
        )

    return both


def summary_block(earlier: Earlier, room: int | None) -> Filled:
    """The block that stands for what has left the window, as much of it as `room` bears.

    First the names of pages go, then what is kept word for word, the oldest first; the prose goes
    last, and whole.
    """
    compaction = earlier.compaction
    if compaction is None:
        return Filled(block=None)
    item_of = f"summary of {compaction.covered} messages by {compaction.summarizer}"
    for pages in [earlier.pages, ()] if earlier.pages else [()]:
        ceiling = earlier.verbatim
        while True:
            kept = listed(compaction.kept, ceiling)
            text = blocks.fenced(blocks.SUMMARY, _body(compaction, kept, pages, earlier.page_count))
            tokens = _tokens(text)
            if room is None or tokens <= room:
                item = Item(
                    id=compaction.id,
                    layer=Layer.CONVERSATION,
                    revision=compaction.version,
                    reason=item_of,
                    tokens=tokens,
                )
                block = Block(
                    name=blocks.SUMMARY, text=text, tokens=tokens, reason=item_of, items=(item,)
                )
                return Filled(block=block)
            if not kept or pages:
                break
            ceiling = min(ceiling, sum(map(verbatim_tokens, kept))) - max(1, tokens - room)
    left = LeftOut(
        block=blocks.SUMMARY,
        id=compaction.id,
        layer=Layer.CONVERSATION,
        revision=compaction.version,
        why=Why.OUT_OF_BUDGET,
    )
    return Filled(block=None, left_out=(left,))


@lru_cache(maxsize=32)
def _tokens(text: str) -> int:
    """Of a summary, which is the same in many prompts, and long."""
    return estimate_tokens(text)


def _body(
    compaction: Compaction, kept: Sequence[Kept], pages: Sequence[Page], page_count: int
) -> str:
    extracts = compaction.summarizer == ExtractiveSummarizer.name
    made = _EXTRACTS if extracts else f"summarised by {compaction.summarizer}"
    lines = [f"{compaction.covered} messages, {made}:", "", compaction.summary]
    hidden = compaction.overflow + len(compaction.kept) - len(kept)
    if kept or hidden:
        lines += ["", "Word for word:"]
    by_message: dict[int, list[str]] = {}
    for span in kept:
        said = " ".join(span.text.split())
        if span.kind is Critical.CORRECTION:
            lines.append(f"- message {span.seq}, the user: {said}")
        else:
            by_message.setdefault(span.seq, []).append(said)
    lines += [f"- message {seq}: {' · '.join(said)}" for seq, said in by_message.items()]
    if hidden:
        lines.append(f'- {hidden} more on the record: read_result("{compaction.kept_handle}")')
    if pages:
        lines += ["", "Pages of it, each read whole by page_in(handle):"]
        lines += [
            f"- {page.handle} ({page.tokens:,} tokens), begins: {page.title}" for page in pages
        ]
        if page_count > len(pages):
            lines.append(f"- {page_count - len(pages)} older pages: what is asked for is found")
    return "\n".join(lines)
