"""The end of a conversation: what it was about is kept, linked to the messages that say so.

Said by the host, or found by looking: a conversation without a message for as long as the policy
says has ended. One that goes on after all gets a new summary at its next end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial

from stratal.core.messages import Message, Role
from stratal.core.outcomes import Done, Outcome
from stratal.core.policy import Policy
from stratal.core.records import Layer
from stratal.core.runs import Refused, Run
from stratal.errors import ModelUnavailable, SpendLimitReached, UnusableReply
from stratal.flows.runs import WITHOUT_MODEL, Piece, RunReport, Runs
from stratal.layers import consent
from stratal.layers.access import Access
from stratal.models.language import LanguageModel
from stratal.models.summarizer import (
    ExtractiveSummarizer,
    ModelSummarizer,
    Passage,
    Summarizer,
    SummaryRequest,
)
from stratal.storage import messages, summaries
from stratal.storage.database import Database
from stratal.storage.summaries import ConversationSummary, Idle
from stratal.text.secrets import find_secrets, without_secrets

FLOW = "end"
_PAGE = 200


def end_conversation(access: Access, *, model: LanguageModel | None = None) -> RunReport | None:
    """Keep what the session's conversation was about; None if there is nothing new to tell.

    A summary that cannot be had leaves things as they were: the run is `failed`, and is tried
    again when this is next called.
    """
    with access.database.read(access.tenant) as tx:
        known = summaries.of_conversation(tx, access.user, access.conversation)
        found: list[Message] = []
        seq = 0 if known is None else known.span[1]
        while page := messages.after(tx, access.user, access.conversation, seq, _PAGE):
            found += page
            seq = page[-1].seq
    told = [one for one in found if not one.retracted and one.role is not Role.SYSTEM]
    if not any(one.text.strip() for one in told):
        return None
    span = (1 if known is None else known.span[0], found[-1].seq)
    name = ExtractiveSummarizer.name if model is None else ModelSummarizer(model).name
    piece = Piece(
        flow=FLOW,
        key=f"{access.user}/{access.conversation}/{span[0]}-{span[1]}/{name}",
        span=span,
        prompt=name,
    )
    book = Runs(access)
    running = book.begin(piece, model=WITHOUT_MODEL if model is None else model.name)
    if isinstance(running, Run):
        return RunReport(run=running, again=True)
    with access.database.read(access.tenant) as tx:
        withheld = consent.refusal(tx, access, Layer.CONVERSATION)
    if withheld is not None:
        outcome = Outcome(
            done=Done.REJECTED,
            layer=Layer.CONVERSATION,
            code=withheld.code,
            message=withheld.message,
        )
        return running.settle([Refused(text=withheld.code, outcome=outcome)])
    summarizer: Summarizer = ExtractiveSummarizer()
    if model is not None:
        summarizer = ModelSummarizer(running.metered(model))
    limit = access.policy.window.summary_ceiling
    try:
        text = _told(summarizer, told, "" if known is None else known.text, limit)
    except (ModelUnavailable, UnusableReply, SpendLimitReached) as error:
        return running.failed(error)
    summary = ConversationSummary(
        conversation=access.conversation,
        span=span,
        text=text,
        summarizer=name,
        run=running.run.id,
        made_at=access.now(),
    )
    return running.settle([], also=partial(summaries.add, owner=access.user, summary=summary))


def ended_summaries(access: Access, limit: int) -> list[ConversationSummary]:
    """What the person's last conversations were about, the newest first."""
    with access.database.read(access.tenant) as tx:
        return summaries.newest(tx, access.user, limit)


def idle(
    database: Database, tenant: str, policy: Policy, now: datetime, limit: int = 100
) -> Sequence[Idle]:
    """Conversations of a tenant that have ended by the policy and of which nothing is told.

    Of whatever person: for whoever looks after the tenant.
    """
    after = policy.flows.idle_after
    if after is None:
        return ()
    with database.read(tenant) as tx:
        return summaries.idle(tx, now - after, limit)


def _told(summarizer: Summarizer, found: Sequence[Message], earlier: str, limit: int) -> str:
    text = earlier
    for piece in _pieces(found, max(1_000, summarizer.window - 4 * limit)):
        answer = summarizer.summarize(SummaryRequest(messages=piece, earlier=text, limit=limit))
        text = answer.replace("\x00", "").encode("utf-8", "ignore").decode("utf-8").strip()
        if not any(one.isalnum() for one in text):
            raise UnusableReply(summarizer.name, "it tells nothing", text=answer, tokens=0)
        if find_secrets(text):
            raise UnusableReply(summarizer.name, "it holds a secret", text="", tokens=0)
    return text


def _pieces(found: Sequence[Message], room: int) -> Iterator[tuple[Passage, ...]]:
    piece: list[Passage] = []
    left = room
    for one in found:
        text = without_secrets(one.text)[: 2 * room]
        if not text.strip():
            continue
        passage = Passage(id=one.id, role=one.role, speaker=one.speaker, text=text)
        if piece and passage.tokens > left:
            yield tuple(piece)
            piece, left = [], room
        piece.append(passage)
        left -= passage.tokens
    if piece:
        yield tuple(piece)
