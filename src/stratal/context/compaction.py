"""Compaction: what has left the window becomes a summary, and nothing that matters is lost by it.

A compaction covers the messages that no compaction has covered yet and that the window no longer
shows, each once. It is cut where the window begins: with a user message, or, within one long run of
tool calls, between two steps. The summarizer is asked outside of any transaction, for a limited
time, and its answer is checked by program: every critical span of all that is covered stands in the
new summary or in the list of what is kept word for word. An answer that is none leaves everything
as it was, and the record says why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache, partial
from typing import TypeVar

from stratal.context import turns
from stratal.context.plain_text import is_thinking, result_text, told
from stratal.context.turns import Call
from stratal.context.window import truncate
from stratal.core.compaction import (
    Compaction,
    CompactionFailure,
    Critical,
    Dropped,
    Kept,
    Page,
    PageRead,
    Report,
    Span,
    Stage,
    read_handle,
)
from stratal.core.messages import Message, Role
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer
from stratal.errors import BudgetTooSmall, NotFound, StratalError
from stratal.errors import shown as short
from stratal.layers.access import Access
from stratal.models.outside import NotAsked, OutsideCalls
from stratal.models.summarizer import COURTESY, Passage, Summarizer, SummaryRequest
from stratal.storage import compaction as stored
from stratal.storage import messages
from stratal.storage.database import Transaction
from stratal.text.counting import estimate_tokens
from stratal.text.critical import Standing, critical_spans
from stratal.text.own_words import sentences
from stratal.text.secrets import find_secrets, without_secrets

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds that a summarizer is given for one answer."""
PAGE_MESSAGES = 20
PAGE_TOKENS = 2_000
"""A page is closed at the next turn when it holds so much."""
_TITLE = 80
_LEAST_PIECE = 16
"""Tokens of a piece that a summarizer is given, however small it says that its window is."""
_READ_AT_ONCE = 200
_CALLS = OutsideCalls()


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """What a compaction has to keep to."""

    keep: int
    """Messages that stay in the window at most."""
    keep_tokens: int | None = None
    """Their tokens at most, as far as the untouchable part allows."""
    prose: int = 300
    """Tokens of the summary."""
    listed: int = 12_800
    """Tokens of the list of what is kept word for word, as it is stored."""
    verbatim: int = 12_800
    """Tokens that a prompt has for it: if that is too little, `auto` climbs."""
    climb_above: int = 128_000
    """Tokens that may have left the window before pages of them are worth their place."""
    patience: float = PATIENCE


@dataclass(frozen=True, kw_only=True, slots=True)
class Compactions:
    """The compactions of one conversation."""

    access: Access

    def current(self) -> Compaction | None:
        """The newest version that stands; None if there is none."""
        with self._read() as tx:
            return stored.current(tx, self.access.user, self.access.conversation)

    def history(self) -> list[Compaction]:
        """Every version that stands, oldest first. Together they cover each message once."""
        with self._read() as tx:
            return stored.history(tx, self.access.user, self.access.conversation)

    def failures(self, limit: int = 20) -> list[CompactionFailure]:
        """The last attempts that came to nothing, newest first."""
        with self._read() as tx:
            return stored.failures(tx, self.access.user, self.access.conversation, limit)

    def critical(self, version: int | None = None) -> list[Kept]:
        """Every critical span of all that a version covers, by default the current one."""
        with self._read() as tx:
            if version is None:
                found = stored.current(tx, self.access.user, self.access.conversation)
                version = 0 if found is None else found.version
            return stored.critical(tx, self.access.user, self.access.conversation, version)

    def kept(self, version: int) -> list[Kept]:
        """All that a version keeps word for word, what does not fit into its list too.

        Raises `NotFound` if there is no such version, or it was withdrawn.
        """
        with self._read() as tx:
            found = stored.of_version(tx, self.access.user, self.access.conversation, version)
            if found is None:
                raise NotFound("compaction", str(version))
            spans = stored.critical(tx, self.access.user, self.access.conversation, version)
        return _unheld(spans, found.summary)

    def uncovered(self, current: Compaction | None) -> list[Message]:
        """The messages that stand and that `current` and those before it do not cover."""
        access = self.access
        found: list[Message] = []
        with self._read() as tx:
            if current is not None and current.left_over:
                found = messages.by_seq(tx, access.user, access.conversation, current.left_over)
            seq = 0 if current is None else current.upto
            while True:
                page = messages.after(tx, access.user, access.conversation, seq, _READ_AT_ONCE)
                found += page
                if len(page) < _READ_AT_ONCE:
                    break
                seq = page[-1].seq
        return [message for message in found if not message.retracted]

    def pages(self, limit: int) -> tuple[list[Page], int]:
        """The newest pages that have left the window, oldest first, and how many there are."""
        with self._read() as tx:
            return (
                stored.newest_pages(tx, self.access.user, self.access.conversation, limit),
                stored.count_pages(tx, self.access.user, self.access.conversation),
            )

    def page_at(self, seq: int) -> Page | None:
        """The page in which the message of that number stands; None if it is on none."""
        with self._read() as tx:
            return stored.page_at(tx, self.access.user, self.access.conversation, seq)

    def page_in(self, name: str) -> tuple[Page, list[Message]]:
        """A page by its handle, with its messages; that it was read is recorded.

        Raises `NotFound`.
        """
        kind, numbers = read_handle(name)
        if kind != "page" or len(numbers) != 2:
            raise NotFound("page", name)
        access, span = self.access, (numbers[0], numbers[1])
        with access.database.write(access.tenant) as tx:
            page = stored.page(tx, access.user, access.conversation, span)
            if page is None:
                raise NotFound("page", name)
            found = messages.by_seq(
                tx, access.user, access.conversation, range(span[0], span[1] + 1)
            )
            read = PageRead(span=span, actor=access.principal.actor, read_at=access.now())
            stored.add_page_read(tx, access.user, access.conversation, read, id=access.ids.new())
        return page, [message for message in found if not message.retracted]

    def page_reads(self, limit: int = 20) -> list[PageRead]:
        """The last readings of pages, newest first."""
        with self._read() as tx:
            return stored.page_reads(tx, self.access.user, self.access.conversation, limit)

    def compact(
        self,
        summarizer: Summarizer,
        limits: Limits,
        *,
        pinned: Collection[int] = (),
        task: tuple[str, str] | None = None,
    ) -> Outcome:
        """Cover what has left a window of `limits.keep` messages since the last compaction.

        `pinned` are numbers of messages that stay as they are; `task` is the task at work and the
        checkpoint it stands at. Nothing new: `unchanged`, and nobody is asked. A summarizer without
        a usable answer: `failed`, everything as before, the error on the record.
        """
        access = self.access
        with self._read() as tx:
            before = stored.current(tx, access.user, access.conversation)
            number = stored.last_version(tx, access.user, access.conversation)
            earlier = (
                stored.critical(tx, access.user, access.conversation, before.version)
                if before is not None
                else []
            )
        uncovered = self.uncovered(before)
        covered = leaving(uncovered, limits.keep, limits.keep_tokens, pinned)
        if not covered:
            return _unchanged("nothing_new", "Nothing has left the window since.", before)
        try:
            summary = _summary(
                summarizer, covered, "" if before is None else before.summary, limits
            )
        except _Unusable as error:
            return self._failed(covered, summarizer.name, str(error))

        new = [span for message in covered for span in _critical(message)]
        left_out = _unheld([*earlier, *new], summary)
        shown = listed(left_out, limits.listed)
        seqs = {message.seq for message in covered}
        upto = max(seqs | ({before.upto} if before is not None else set()))
        spans = list(_ranges(covered))
        tokens = sum(one.tokens for one in covered) + (before.covered_tokens if before else 0)
        compaction = Compaction(
            id=access.ids.new(),
            conversation=access.conversation,
            version=number + 1,
            covers=tuple(spans),
            upto=upto,
            left_over=tuple(
                message.seq
                for message in uncovered
                if message.seq <= upto and message.seq not in seqs
            ),
            covered=len(covered) + (0 if before is None else before.covered),
            covered_tokens=tokens,
            summary=summary,
            kept=tuple(shown),
            overflow=len(left_out) - len(shown),
            stage=_climbed(before, tokens, left_out, limits),
            report=_report(covered, new, summary),
            summarizer=summarizer.name,
            task=None if task is None else task[0],
            checkpoint=None if task is None else task[1],
            made_at=access.now(),
        )
        return self._store(
            compaction,
            [one.seq for one in covered],
            before,
            number,
            new,
            list(_pages(covered, spans, compaction.made_at)),
        )

    def _store(
        self,
        compaction: Compaction,
        covered: Sequence[int],
        before: Compaction | None,
        number: int,
        critical: Sequence[Kept],
        pages: Sequence[Page],
    ) -> Outcome:
        """Keep the compaction, unless somebody has changed what it rests on meanwhile."""
        access = self.access
        with access.database.write(access.tenant) as tx:
            standing = messages.by_seq(tx, access.user, access.conversation, covered)
            if not standing:
                return _unchanged("erased_meanwhile", "The conversation was just erased.", None)
            messages.open_conversation(tx, access.user, access.conversation, access.now())
            now = stored.current(tx, access.user, access.conversation)
            same = stored.last_version(tx, access.user, access.conversation) == number
            if not same or (now and now.version) != (before and before.version):
                return _unchanged("compacted_meanwhile", "Somebody else was first.", now)
            standing = messages.by_seq(tx, access.user, access.conversation, covered)
            if len(standing) < len(covered) or any(one.retracted for one in standing):
                return _unchanged("retracted_meanwhile", "Some of it was just retracted.", now)
            stored.add(
                tx,
                access.user,
                compaction,
                critical=critical,
                pages=pages,
                actor=access.principal.actor,
            )
        report = compaction.report
        return Outcome(
            done=Done.STORED,
            layer=Layer.CONVERSATION,
            code="compacted",
            message=(
                f"{report.summarised} messages are summarised in {report.tokens_after} tokens "
                f"instead of {report.tokens_before}; {len(compaction.kept)} spans are kept word "
                f"for word, {compaction.overflow} more on the record."
            ),
            id=compaction.id,
            revision=compaction.version,
        )

    def _failed(self, covered: Sequence[Message], summarizer: str, error: str) -> Outcome:
        access = self.access
        failure = CompactionFailure(
            id=access.ids.new(),
            span=(covered[0].seq, covered[-1].seq),
            summarizer=summarizer,
            error=error,
            failed_at=access.now(),
        )
        with access.database.write(access.tenant) as tx:
            stored.add_failure(
                tx, access.user, access.conversation, failure, access.principal.actor
            )
        return Outcome(
            done=Done.FAILED,
            layer=Layer.CONVERSATION,
            code="summarizer_failed",
            message=f"Nothing was compacted: summarizer {summarizer} {error}.",
        )

    def _read(self) -> AbstractContextManager[Transaction]:
        return self.access.database.read(self.access.tenant)


def leaving(
    uncovered: Sequence[Message], keep: int, keep_tokens: int | None, pinned: Collection[int]
) -> list[Message]:
    """Those of the messages that a window of `keep` messages does not show any more.

    What the window shows, pins or holds at its head stays; so does what is behind its beginning,
    and a run of tool calls that is not finished if its thinking is signed.
    """
    pinned = {*pinned, *_signed_at_work(uncovered)}
    try:
        window = truncate(uncovered, limit=keep, budget=keep_tokens, pinned=pinned)
    except BudgetTooSmall as error:
        window = truncate(uncovered, limit=keep, budget=error.needed, pinned=pinned)
    if not window.has_user_turn:
        return []
    kept = {message.seq for message in window.kept}
    return [one for one in uncovered if one.seq < window.begins and one.seq not in kept]


def _signed_at_work(uncovered: Sequence[Message]) -> Iterator[int]:
    """Numbers of the messages of a turn at work, from the request on, if it has thinking."""
    if not uncovered:
        return
    last = turns.read(uncovered[-1])
    said = [one.seq for one in uncovered if one.role is Role.USER and one.said.strip()]
    if not said or not (last.calls or last.results):
        return
    turn = [one for one in uncovered if one.seq >= said[-1]]
    if any(is_thinking(part) for one in turn for part in turns.read(one).parts):
        yield from (one.seq for one in turn)


def _climbed(
    before: Compaction | None, tokens: int, left_out: Sequence[Kept], limits: Limits
) -> Stage:
    """What `auto` climbs to now. It never climbs down: what has left does not come back."""
    if (
        (before is not None and before.stage is Stage.HIERARCHICAL)
        or tokens > limits.climb_above
        or len(listed(left_out, limits.verbatim)) < len(left_out)
    ):
        return Stage.HIERARCHICAL
    return Stage.SUMMARIZE


class _Unusable(Exception):
    """What is wrong with an answer, or why there is none; never leaves this module."""


def _summary(
    summarizer: Summarizer, covered: Sequence[Message], earlier: str, limits: Limits
) -> str:
    """What the summarizer tells of the messages and of `earlier`. Raises `_Unusable`."""
    limit = max(1, min(limits.prose, summarizer.window // 4))
    # Room is left for the summary so far and for the answer.
    room = summarizer.window - limit - max(limit, estimate_tokens(earlier))
    summary = earlier
    for piece in _pieces(covered, max(room, summarizer.window // 4, _LEAST_PIECE)):
        request = SummaryRequest(messages=piece, earlier=summary, limit=limit)
        answer = _within(partial(summarizer.summarize, request), limits.patience)
        summary = _accepted(answer, request.tokens, limit)
    return summary


def _within(call: Callable[[], T], patience: float) -> T:
    """What the call answers in that time."""
    try:
        return _CALLS.within(call, patience)
    except NotAsked:
        raise _Unusable("was not asked: too many are still being waited for") from None
    except TimeoutError:
        raise _Unusable(f"gave no answer within {patience:g} s") from None
    except StratalError as error:
        raise _Unusable(f"failed: {error}") from error
    except Exception as error:
        # The host's own code or a vendor's: whatever it raises, nothing may be lost by it.
        raise _Unusable(f"failed: {type(error).__name__}: {short(str(error))}") from error


_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)


def _accepted(answer: object, given: int, limit: int) -> str:
    """The prose of an answer, cut to the limit. Raises `_Unusable`."""
    if not isinstance(answer, str):
        raise _Unusable(f"answered with {type(answer).__name__}, not with a text")
    text = _THINKING.sub("", answer).replace("\x00", "").strip()
    text = text.encode("utf-8", "ignore").decode("utf-8")
    if not any(character.isalnum() for character in text):
        raise _Unusable("answered with thinking alone" if answer.strip() else "answered nothing")
    tokens = estimate_tokens(text)
    if tokens > given:
        raise _Unusable(f"answered with {tokens} tokens to the {given} that it was given")
    if find_secrets(text):
        raise _Unusable("answered with a secret")
    return text if tokens <= limit else _shortened(text, limit)


def _shortened(text: str, limit: int) -> str:
    """The beginning of the text, whole sentences as far as that is possible."""
    end = 0
    for start, until in sentences(text, text):
        if start and estimate_tokens(text[:until]) > limit:
            break
        end = until
    cut = text[:end]
    while estimate_tokens(cut) > limit:
        cut = cut[: len(cut) * 9 // 10].rstrip()
    return cut or text[:1]


def _pieces(covered: Sequence[Message], room: int) -> Iterator[tuple[Passage, ...]]:
    """The messages in as few pieces as fit into `room` tokens each."""
    piece: list[Passage] = []
    left = room
    for message in covered:
        for passage in _passages(message, room):
            if piece and passage.tokens > left:
                yield tuple(piece)
                piece, left = [], room
            piece.append(passage)
            left -= passage.tokens
    yield tuple(piece)


def _passages(message: Message, room: int) -> Iterator[Passage]:
    """The message as a summarizer is given it, in pieces if it has more tokens than `room`."""
    rest = told(message)
    while rest:
        size = min(len(rest), 8 * room)
        while True:
            part = Passage(
                id=message.id, role=message.role, speaker=message.speaker, text=rest[:size]
            )
            if part.tokens <= room or size == 1:
                break
            size = max(1, size * 2 // 3)
        yield part
        rest = rest[size:]


def _critical(message: Message) -> Iterator[Kept]:
    """The critical spans of a message; of one that holds a secret, none."""
    if message.secrets:
        return
    turn = turns.read(message)
    for part in turn.parts:
        if isinstance(part, turns.Text):
            text, by_user = part.text, message.role is Role.USER
        elif isinstance(part, Call):
            text, by_user = part.arguments, False
        elif isinstance(part, turns.Result):
            text, by_user = result_text(part), False
        else:
            continue
        for span in critical_spans(without_secrets(text), by_user=by_user):
            yield Kept(kind=span.kind, text=span.text, seq=message.seq)


def _unheld(spans: Iterable[Kept], summary: str) -> list[Kept]:
    """The spans that neither the summary nor a kept correction of their message has, each once.

    In the order of the log; where a wording came again, its last place counts.
    """
    unique: dict[str, Kept] = {}
    for span in spans:
        known = unique.pop(span.text, None)
        # A correction stays one, whatever else has its words.
        keeps = known is not None and known.kind is Critical.CORRECTION
        unique[span.text] = replace(span, kind=Critical.CORRECTION) if keeps else span
    standing = Standing(summary)
    missing = [span for span in unique.values() if not standing.holds(span.text)]
    said: dict[int, list[str]] = {}
    for span in missing:
        if span.kind is Critical.CORRECTION:
            said.setdefault(span.seq, []).append(span.text)
    corrections = {seq: Standing("\n".join(texts)) for seq, texts in said.items()}
    return sorted(
        (
            span
            for span in missing
            if span.kind is Critical.CORRECTION
            or span.seq not in corrections
            or not corrections[span.seq].holds(span.text)
        ),
        key=lambda span: span.seq,
    )


def listed(spans: Sequence[Kept], ceiling: int) -> list[Kept]:
    """Those that fit: corrections first, and of each the newest, in the order given."""
    chosen: set[int] = set()
    for corrections in (True, False):
        for at in range(len(spans) - 1, -1, -1):
            if (spans[at].kind is Critical.CORRECTION) is not corrections:
                continue
            cost = verbatim_tokens(spans[at])
            if cost > ceiling:
                break
            ceiling -= cost
            chosen.add(at)
    return [span for at, span in enumerate(spans) if at in chosen]


@lru_cache(maxsize=20_000)
def verbatim_tokens(span: Kept) -> int:
    """What a span costs in the list, the mark before it included."""
    return estimate_tokens(f"- message {span.seq}: {span.text}\n")


def _ranges(covered: Sequence[Message]) -> Iterator[Span]:
    """The covered messages as spans of numbers without a gap."""
    first = last = covered[0].seq
    for message in covered[1:]:
        if message.seq != last + 1:
            yield first, last
            first = message.seq
        last = message.seq
    yield first, last


def _pages(covered: Sequence[Message], spans: Sequence[Span], now: datetime) -> Iterator[Page]:
    """What is covered in pieces, cut at turns."""
    for first, last in spans:
        piece: list[Message] = []
        for message in covered:
            if not first <= message.seq <= last:
                continue
            opens = message.role is Role.USER and bool(message.said.strip())
            tokens = sum(one.tokens for one in piece)
            full = len(piece) >= PAGE_MESSAGES or tokens >= PAGE_TOKENS
            # One long run of calls is cut before a call, so that calls and results stay together.
            over = len(piece) >= 2 * PAGE_MESSAGES or tokens >= 4 * PAGE_TOKENS
            if piece and ((full and opens) or (over and message.role is Role.ASSISTANT)):
                yield _page(piece, now)
                piece = []
            piece.append(message)
        if piece:
            yield _page(piece, now)


def _page(piece: Sequence[Message], now: datetime) -> Page:
    said = [one for one in piece if one.said.strip() and not one.secrets]
    first = next((one for one in said if one.role is Role.USER), said[0] if said else None)
    title = " ".join(first.said.split()) if first is not None else "tool calls"
    return Page(
        span=(piece[0].seq, piece[-1].seq),
        title=title if len(title) <= _TITLE else f"{title[: _TITLE - 1]}…",
        tokens=sum(one.tokens for one in piece),
        out_at=now,
    )


def _report(covered: Sequence[Message], spans: Sequence[Kept], summary: str) -> Report:
    standing = Standing(summary)
    texts = {span.text for span in spans}
    told = sum(standing.holds(text) for text in texts)
    return Report(
        summarised=len(covered),
        tokens_before=sum(message.tokens for message in covered),
        tokens_after=estimate_tokens(summary),
        told=told,
        kept=len(texts) - told,
        dropped=tuple(_dropped(covered)),
    )


def _dropped(covered: Sequence[Message]) -> Iterator[tuple[int, Dropped]]:
    calls = [
        (message.seq, part.name, part.arguments)
        for message in covered
        for part in turns.read(message).parts
        if isinstance(part, Call)
    ]
    later = {(name, arguments): seq for seq, name, arguments in calls}
    retried = {seq for seq, name, arguments in calls if later[name, arguments] != seq}
    for message in covered:
        parts = turns.read(message).parts
        if message.secrets:
            yield message.seq, Dropped.WITHHELD
        elif message.seq in retried:
            yield message.seq, Dropped.RETRY
        elif not any(isinstance(part, turns.Text | Call | turns.Result) for part in parts):
            yield message.seq, Dropped.SILENT
        elif message.said and COURTESY.search(message.said):
            yield message.seq, Dropped.COURTESY


def _unchanged(code: str, message: str, current: Compaction | None) -> Outcome:
    return Outcome(
        done=Done.UNCHANGED,
        layer=Layer.CONVERSATION,
        code=code,
        message=message,
        id=None if current is None else current.id,
        revision=None if current is None else current.version,
    )
