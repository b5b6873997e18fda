"""Why something is in a prompt, or is not: one answer for each thing that has the words.

The words are looked for in what is remembered, whatever has become of it, in what was said, and in
the blocks themselves. Of what is not in the prompt the first reason that holds is told: where it
lies, what became of it, and only then that nothing was found or no room was left.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stratal.context.blocks import Block
from stratal.context.compaction import Compactions
from stratal.context.manifest import LeftOut, Manifest, Why
from stratal.core.checks import content
from stratal.core.identity import Scope
from stratal.core.messages import Message
from stratal.core.records import Layer, Record, Status
from stratal.errors import shown as short
from stratal.flows.recalling.hits import Recall
from stratal.layers.access import Access
from stratal.layers.conversation import Conversation
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.storage import records

ASKED_FOR = 50
"""Results that recall is asked for, to say how far something is from being shown."""
_MESSAGES = 10
"""The newest messages with the words that are answered for."""
_SHORTEST_ID = 6
_EXCERPT = 100
_LONGEST = 10_000
"""Characters that can be asked for."""


class Verdict(StrEnum):
    """Where something is, or the first thing that keeps it out."""

    IN_PROMPT = "in the prompt"
    OTHER_SCOPE = "other scope"
    SHADOWED = "shadowed"
    PENDING = "pending"
    SUPERSEDED = "superseded"
    COLD = "cold"
    EXPIRED = "expired"
    REJECTED = "rejected"
    REDACTED = "redacted"
    RETRACTED = "retracted"
    DELETED = "deleted"
    STORED_LATER = "stored later"
    OUT_OF_BUDGET = "out of budget"
    LEFT_THE_WINDOW = "left the window"
    BELOW_SCORE = "below the score"
    NEVER_STORED = "never stored"


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What became of one thing."""

    verdict: Verdict
    sentence: str
    layer: str = ""
    """Empty: of no layer, such as the host's own text."""
    id: str | None = None
    text: str = ""
    """The thing, or its beginning."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """The prompt that is asked about; without blocks there is none, as nobody has said anything."""

    manifest: Manifest | None
    blocks: Sequence[Block] = ()
    made_at: datetime | None = None
    """None: it would be made now."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """Who asks, about which prompt, and what may be looked through for the answer."""

    access: Access
    conversation: Conversation
    profile: Profile
    memories: Memories
    recall: Callable[[str, int], Recall]
    """What a query finds, at most so many."""
    prompt: Prompt
    also: Sequence[Scope] = ()
    """Scopes beside those of the session: what lies there is named, never shown."""

    def answers(self, text: str) -> tuple[Answer, ...]:
        """One answer for each thing that has all the words of `text`, or whose id begins so."""
        content("text", text, _LONGEST)
        words = _folded(text).split()
        found = [*self._records(text.strip(), words), *self._messages(text.strip(), words)]
        known = {answer.id for answer in found}
        found += [one for one in self._blocks(words) if one.id not in known]
        if not found:
            found = [self._nothing(text.strip())]
        return tuple(sorted(found, key=lambda one: one.verdict is not Verdict.IN_PROMPT))

    def _records(self, text: str, words: Sequence[str]) -> Iterator[Answer]:
        access, statuses = self.access, tuple(Status)
        with access.database.read(access.tenant) as tx:
            stored = records.in_scope(tx, Layer.PROFILE, access.own_scope, statuses)
            for scope in dict.fromkeys((*access.scopes, *self.also)):
                stored += records.in_scope(tx, Layer.MEMORIES, scope, statuses)
        ranks: Mapping[str, int] | None = None
        for record in reversed(stored):
            if not (_has(_words_of(record), words) or _named(record.id, text)):
                continue
            answer = self._kept_out(record)
            if answer is None:
                ranks = self._ranks() if ranks is None else ranks
                answer = self._not_found(record, ranks)
            yield answer

    def _kept_out(self, record: Record) -> Answer | None:
        """Where it stands, or what keeps it out whatever is asked; None if nothing does."""
        granted = record.layer is Layer.PROFILE or record.scope in self.access.scopes
        if not granted:
            return Answer(
                verdict=Verdict.OTHER_SCOPE,
                sentence=f"It lies in {record.scope}, which this session was not granted.",
                layer=record.layer,
                id=record.id,
            )
        there = self._stands(record.id)
        if there:
            return _of(record, Verdict.IN_PROMPT, there)
        made_at = self.prompt.made_at
        if made_at is not None and record.known_from > made_at and record.revision == 1:
            sentence = f"It was stored on {self._day(record.known_from)}, after this prompt."
            return _of(record, Verdict.STORED_LATER, sentence)
        left = self._left(record.id)
        if left is not None:
            return _of(record, *_out(left))
        gone = self._gone(record)
        return None if gone is None else _of(record, *gone)

    def _gone(self, record: Record) -> tuple[Verdict, str] | None:
        state, since = record.state, self._day(record.known_from)
        why = f" ({state.status_reason.replace('_', ' ')})" if state.status_reason else ""
        match record.status:
            case Status.PENDING:
                return Verdict.PENDING, f"It waits for a person since {since}{why}."
            case Status.SUPERSEDED:
                return Verdict.SUPERSEDED, self._followed(record)
            case Status.COLD:
                return Verdict.COLD, f"It is out of recall since {since}{why}; it can be restored."
            case Status.EXPIRED:
                return Verdict.EXPIRED, f"Its time was over on {since}{why}."
            case Status.REJECTED:
                return Verdict.REJECTED, f"It was rejected on {since}{why}."
            case Status.REDACTED:
                return Verdict.REDACTED, f"It was redacted on {since}{why}."
        now = self.access.now()
        if state.expires is not None and state.expires <= now:
            return Verdict.EXPIRED, f"Its time was over on {self._day(state.expires)}."
        if state.valid_to is not None and state.valid_to <= now:
            return Verdict.SUPERSEDED, f"It held until {self._day(state.valid_to)}."
        layer = self.profile if record.layer is Layer.PROFILE else self.memories
        if not layer.stands(record):
            return Verdict.RETRACTED, "All that it rests on was retracted."
        return None

    def _followed(self, record: Record) -> str:
        by = record.state.superseded_by
        until = record.state.valid_to or record.known_from
        sentence = f"It was superseded on {self._day(until)}"
        if by is None:
            return f"{sentence}."
        with self.access.database.read(self.access.tenant) as tx:
            newer = records.current(tx, record.layer, [by]).get(by)
        return f"{sentence} by {by}" + (
            f": {_excerpt(newer.content)}" if newer else ", now deleted"
        )

    def _ranks(self) -> Mapping[str, int]:
        """The place of each thing that the prompt's own query finds now."""
        asked = "" if self.prompt.manifest is None else self.prompt.manifest.query
        if not asked.strip():
            return {}
        hits = self.recall(asked, ASKED_FOR).hits
        return {hit.id: place for place, hit in enumerate(hits, start=1)}

    def _not_found(self, record: Record, ranks: Mapping[str, int]) -> Answer:
        if self.prompt.manifest is None:
            sentence = "It is stored; there is no prompt yet, for nobody has said anything."
        elif record.layer is Layer.PROFILE or record.state.pinned:
            sentence = "It stands in every prompt that is made now; it did not stand in this one."
        elif not self.prompt.manifest.query.strip():
            sentence = "It is stored, and nothing was searched for."
        elif record.id in ranks:
            sentence = (
                f"It is number {ranks[record.id]} of what is found for this query, and no more "
                f"than {self.access.policy.recall_limit} are shown."
            )
        else:
            sentence = "It is stored, and too far from the query to be found."
        return _of(record, Verdict.BELOW_SCORE, sentence)

    def _messages(self, text: str, words: Sequence[str]) -> Iterator[Answer]:
        found: list[Message] = []
        for message in self.conversation.log():
            if message.id == text or (
                # Most have none of the words: they need not be parsed.
                all(word in _folded(message.body) for word in words)
                and _has(_folded(message.text), words)
            ):
                found = [*found, message][-_MESSAGES:]
        for message in reversed(found):
            verdict, sentence = self._of_message(message)
            yield Answer(
                verdict=verdict,
                sentence=sentence,
                layer=Layer.CONVERSATION,
                id=message.id,
                text=_excerpt(message.text),
            )

    def _of_message(self, message: Message) -> tuple[Verdict, str]:
        there, left = self._stands(message.id), self._left(message.id)
        if there and left is not None:
            return Verdict.IN_PROMPT, f"{there} In part: {left.why.value} ({left.detail})."
        if there:
            return Verdict.IN_PROMPT, there
        if message.retracted:
            return Verdict.RETRACTED, f"Message {message.seq} was retracted."
        if left is not None:
            return _out(left)
        made_at = self.prompt.made_at
        if made_at is not None and message.recorded_at > made_at:
            return Verdict.STORED_LATER, f"Message {message.seq} was said after this prompt."
        page = Compactions(access=self.access).page_at(message.seq)
        where = f"; it is on {page.handle}" if page is not None else ""
        return (
            Verdict.LEFT_THE_WINDOW,
            f"Message {message.seq} is older than the window{where}.",
        )

    def _blocks(self, words: Sequence[str]) -> Iterator[Answer]:
        """Blocks that have the words, whoever wrote them."""
        for place, block in enumerate(self.prompt.blocks, start=1):
            if _has(_folded(block.text), words):
                item = block.items[0] if len(block.items) == 1 else None
                yield Answer(
                    verdict=Verdict.IN_PROMPT,
                    sentence=f"The words stand in block {place} ({block.name}): {block.reason}.",
                    layer="" if item is None else str(item.layer),
                    id=None if item is None else item.id,
                )

    def _nothing(self, text: str) -> Answer:
        with self.access.database.read(self.access.tenant) as tx:
            deleted = records.deleted(tx, text)
        if deleted is not None and deleted.scope in {
            str(scope) for scope in (*self.access.scopes, self.access.own_scope)
        }:
            return Answer(
                verdict=Verdict.DELETED,
                sentence=f"It was deleted on {self._day(deleted.deleted_at)}.",
                layer=deleted.layer,
                id=text,
            )
        return Answer(
            verdict=Verdict.NEVER_STORED,
            sentence=(
                f"Nothing that is stored here has {short(text)}. What was deleted leaves no words "
                "to find it by."
            ),
        )

    def _stands(self, item: str) -> str:
        manifest = self.prompt.manifest
        for place, share in enumerate(() if manifest is None else manifest.blocks, start=1):
            for one in share.items:
                if one.id == item:
                    return f"It stands in block {place} ({share.block}): {one.reason}."
        return ""

    def _left(self, item: str) -> LeftOut | None:
        manifest = self.prompt.manifest
        left = () if manifest is None else manifest.left_out
        return next((one for one in left if one.id == item), None)

    def _day(self, moment: datetime) -> str:
        return moment.astimezone(self.access.time_zone).date().isoformat()


def _of(record: Record, verdict: Verdict, sentence: str) -> Answer:
    return Answer(
        verdict=verdict,
        sentence=sentence,
        layer=record.layer,
        id=record.id,
        text=_excerpt(record.content),
    )


_OUT = {
    Why.SHADOWED: Verdict.SHADOWED,
    Why.OVER_CEILING: Verdict.OUT_OF_BUDGET,
    Why.OUT_OF_BUDGET: Verdict.OUT_OF_BUDGET,
}


def _out(left: LeftOut) -> tuple[Verdict, str]:
    verdict = _OUT.get(left.why, Verdict.LEFT_THE_WINDOW)
    detail = f": {left.detail}" if left.detail else ""
    return verdict, f"It was left out of block {left.block}, {left.why.value}{detail}."


def _words_of(record: Record) -> str:
    topic = "" if record.topic is None else f"{record.topic.subject} {record.topic.attribute}"
    return _folded(f"{topic} {record.content} {record.state.reason_given}")


def _named(id: str, text: str) -> bool:
    return len(text) >= _SHORTEST_ID and id.startswith(text.lower())


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _has(text: str, words: Iterable[str]) -> bool:
    return all(word in text for word in words)


def _excerpt(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _EXCERPT else f"{line[: _EXCERPT - 1]}…"
