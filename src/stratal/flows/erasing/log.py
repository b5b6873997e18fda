"""Erasing of the log: messages, events, and what tells of a conversation.

Of a conversation or a person all rows go. Messages of a span, and single events, stay in the row of
numbers without a word of them, retracted: everything that reads the log passes over them already.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stratal.core.clock import to_micros
from stratal.core.events import REPORTED
from stratal.core.evidence import (
    DocumentEvidence,
    EventEvidence,
    Evidence,
    MemoryEvidence,
    MessageEvidence,
)
from stratal.core.messages import Role, content_digest
from stratal.core.records import Layer
from stratal.flows.erasing.work import EXPIRED, GONE, REBUILT, UNLINKED, Work
from stratal.storage import contexts, evidence_form, messages
from stratal.storage.database import Transaction, Value
from stratal.storage.erasures import Mark, Purpose

_BATCH = 500
_EVER = -(2**60)


def log_messages(work: Work) -> None:
    """Messages, and the retractions of them."""
    for one in work.marked("conversation"):
        place = {"owner": one.owner, "conversation": one.id}
        upto = 0
        while True:
            with work.batch() as tx:
                row = tx.row("find_conversation", **place)
                if row is None:
                    break
                upto = min(upto + _BATCH, row["last_seq"])
                work.change(tx, "message", "erase_messages", upto=upto, **place)
                if upto >= row["last_seq"]:
                    work.change(tx, "retraction", "erase_retractions", **place)
                    break
    for owner, conversation, first, last in spans(work):
        place = {"owner": owner, "conversation": conversation}
        for start in range(first, last + 1, _BATCH):
            upto = min(start + _BATCH - 1, last)
            with work.batch() as tx:
                for role in Role:
                    _blank(work, tx, role, start, upto, place)
                tx.change(
                    "erase_span_add",
                    actor=work.actor,
                    from_seq=start,
                    to_seq=upto,
                    now=work.moment,
                    **place,
                )
                work.change(
                    tx,
                    "retraction",
                    "erase_span_reasons",
                    way=REBUILT,
                    from_seq=start,
                    to_seq=upto,
                    **place,
                )


def _blank(
    work: Work, tx: Transaction, role: Role, first: int, last: int, place: dict[str, str]
) -> None:
    body = messages.emptied_body(role)
    work.change(
        tx,
        "message",
        "erase_span_messages",
        way=REBUILT,
        # What has expired is still cited by its id, and does not come back under it.
        name="" if work.actor == EXPIRED else "erased-",
        role=role.value,
        body=body,
        digest=content_digest(body),
        first=first,
        last=last,
        **place,
    )


def spans(work: Work) -> Iterator[tuple[str, str, int, int]]:
    """The spans of messages that go: owner, conversation, first and last number."""
    firsts = work.marked("span_first")
    lasts = work.marked("span_last")
    for first, last in zip(firsts, lasts, strict=True):
        yield first.owner, first.id, first.seq, last.seq


def whole(work: Work) -> list[tuple[str, str]]:
    """What goes whole: (person, '') or (person, conversation)."""
    people = [(one.id, "") for one in work.marked("person")]
    return people or [(one.owner, one.id) for one in work.marked("conversation")]


def summaries(work: Work) -> None:
    """Compactions with their pages and lists, and what ended conversations were about.

    A summary cannot unsay: every one that tells of an erased message goes, and is told again
    without it.
    """
    compactions(work)
    _untold(work, (("conversation_summary", "erase_summaries"),))


def compactions(work: Work) -> None:
    """Compactions with their pages and lists; what was told of ended conversations stays."""
    _untold(
        work,
        (
            ("page_read", "erase_page_reads"),
            ("page", "erase_pages"),
            ("compaction", "erase_compactions"),
            ("compaction_failure", "erase_compaction_failures"),
        ),
    )


def _untold(work: Work, tables: Iterable[tuple[str, str]]) -> None:
    reach = [(owner, conversation, 0) for owner, conversation in whole(work)]
    reach += [(owner, conversation, first) for owner, conversation, first, _ in spans(work)]
    for owner, conversation, first in reach:
        with work.batch() as tx:
            for table, query in tables:
                work.change(
                    tx, table, query, owner=owner, conversation=conversation, from_seq=first
                )


def shown(work: Work) -> None:
    """Contexts on the record, with their texts.

    Those of a conversation that were made since its first erased message was said hold it, as a
    message or in what was told of it: they go whole. Others lose the texts with erased items.
    """
    reach = [(owner, conversation, _EVER) for owner, conversation in whole(work)]
    for owner, conversation, first, _ in spans(work):
        with work.batch() as tx:
            [said] = messages.by_seq(tx, owner, conversation, [first])
            reach.append((owner, conversation, to_micros(said.recorded_at)))
    for owner, conversation, since in reach:
        with work.batch() as tx:
            place = {"owner": owner, "conversation": conversation}
            for table, query in (
                ("context_item", "erase_context_items"),
                ("context_part", "erase_context_parts"),
                ("context", "erase_contexts"),
            ):
                work.change(tx, table, query, since=since, **place)
            work.change(tx, "context_text", "erase_context_texts", owner=owner)
    for one in work.marked(*_SHOWN):
        with work.batch() as tx:
            work.counts["context_text", GONE] += contexts.forget_record(
                tx, _SHOWN[one.kind], one.id
            )
    for one in work.marked("rebuilt"):
        with work.batch() as tx:
            work.counts["context_text", GONE] += contexts.forget_record(tx, Layer(one.part), one.id)
    for one in work.marked("message"):
        with work.batch() as tx:
            found = contexts.forget_recalled(tx, one.owner, Layer.CONVERSATION, one.id)
            work.counts["context_text", GONE] += found
    for one in work.marked("task", "task_part"):
        with work.batch() as tx:
            work.counts["context", GONE] += contexts.forget_task(tx, one.owner, one.id)


_SHOWN = {
    "memory": Layer.MEMORIES,
    "fact": Layer.PROFILE,
    "event": Layer.EVENTS,
    "document": Layer.KNOWLEDGE,
    "file": Layer.FILES,
}


def events(work: Work) -> None:
    """Events, and what other events quote of erased messages."""
    people = [one.id for one in work.marked("person")]
    for user in people:
        with work.batch() as tx:
            work.change(tx, "event_retraction", "erase_event_retractions", owner=user)
            work.change(tx, "event", "erase_events", owner=user)
            work.change(tx, "event_log", "erase_event_log", owner=user)
    if people:
        return
    for owner in sorted({one.owner for one in work.marked("message", "conversation", "event")}):
        _quoting(work, owner)
    blank_events(work)
    for one in work.marked("conversation"):
        with work.batch() as tx:
            work.change(
                tx,
                "event",
                "erase_event_conversation",
                way=UNLINKED,
                owner=one.owner,
                conversation=one.id,
            )
    for one in work.marked("task"):
        with work.batch() as tx:
            work.change(tx, "event", "erase_event_task", way=UNLINKED, owner=one.owner, task=one.id)


def blank_events(work: Work) -> None:
    """Single events: their numbers stay, and nothing of them."""
    for one in work.marked("event"):
        with work.batch() as tx:
            place: dict[str, Value] = {"owner": one.owner, "seq": one.seq}
            tx.change("erase_event_off", actor=work.actor, now=work.moment, **place)
            work.change(
                tx,
                "event",
                "erase_event",
                way=REBUILT,
                actor=work.actor,
                blank=one.id if work.actor == EXPIRED else f"erased-{one.seq}",
                **place,
            )


def _quoting(work: Work, owner: str) -> None:
    """Mark the person's events that rest on erased things alone; take these out of the others."""
    seq = 0
    while True:
        with work.batch() as tx:
            gone = _Gone.of(work, tx, owner)
            page = tx.rows("find_events", owner=owner, seq=seq, limit=_BATCH)
            for row in page:
                cited = evidence_form.loaded(row["evidence"])
                left = [one for one in cited if not gone.has(one)]
                told_there = row["kind"] == REPORTED and row["conversation"] in gone.conversations
                if told_there or (cited and not left):
                    mark = Mark(kind="event", owner=owner, id=row["id"], seq=row["seq"])
                    work.mark(tx, mark)
                    work.remember(
                        tx, [work.hashed(Purpose.LISTED, "event", "event", owner, row["id"])]
                    )
                elif len(left) < len(cited):
                    work.change(
                        tx,
                        "event",
                        "erase_event_evidence",
                        way=REBUILT,
                        evidence=evidence_form.dumped(left),
                        owner=owner,
                        seq=row["seq"],
                    )
        if len(page) < _BATCH:
            return
        seq = page[-1]["seq"]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Gone:
    """What of a person's goes, to compare evidence with."""

    conversations: frozenset[str]
    messages: frozenset[tuple[str, str]]
    others: frozenset[str]

    @classmethod
    def of(cls, work: Work, tx: Transaction, owner: str) -> _Gone:
        mine = [one for one in work.marks(tx, "conversation", "message") if one.owner == owner]
        return cls(
            conversations=frozenset(one.id for one in mine if one.kind == "conversation"),
            messages=frozenset((one.part, one.id) for one in mine if one.kind == "message"),
            others=frozenset(one.id for one in work.marks(tx, "event", "memory", "document")),
        )

    def has(self, cited: Evidence) -> bool:
        match cited:
            case MessageEvidence():
                place = (cited.conversation, cited.message)
                return cited.conversation in self.conversations or place in self.messages
            case EventEvidence():
                return cited.event in self.others
            case MemoryEvidence():
                return cited.memory in self.others
            case DocumentEvidence():
                return cited.document in self.others
            case _:
                return False


def people(work: Work) -> None:
    """What is kept of a person besides: questions, consent, keys, usage, attached stores."""
    for owner, conversation in whole(work):
        place = {"owner": owner, "conversation": conversation}
        with work.batch() as tx:
            work.change(tx, "usage_report", "erase_usage", **place)
            work.change(tx, "question", "erase_questions", **place)
            work.change(tx, "store_attachment", "erase_attachments", **place)
            if conversation:
                work.change(tx, "consent", "erase_consent_reasons", way=REBUILT, **place)
                continue
            work.change(tx, "consent", "erase_consents", owner=owner)
            work.change(tx, "api_key", "erase_keys", owner=owner)
    span_questions(work)


def span_questions(work: Work) -> None:
    """What a person was asked, or answered, in a span of messages."""
    for owner, conversation, first, last in spans(work):
        with work.batch() as tx:
            answers = [
                one.id
                for one in work.marks(tx, "message")
                if (one.owner, one.part) == (owner, conversation)
            ]
            work.change(
                tx,
                "question",
                "erase_span_questions",
                owner=owner,
                conversation=conversation,
                first=first,
                last=last,
                messages=json.dumps(answers),
            )


def spending(work: Work) -> None:
    """What models took for a person: the sums stay, and name nobody."""
    for one in work.marked("person"):
        with work.batch() as tx:
            tx.change("erase_spend_moved", owner=one.id)
            work.change(tx, "spend", "erase_spend", way=UNLINKED, owner=one.id)


def conversations(work: Work) -> None:
    """The conversations themselves, when nothing is of them any more."""
    for owner, conversation in whole(work):
        with work.batch() as tx:
            work.change(
                tx, "conversation", "erase_conversation", owner=owner, conversation=conversation
            )


def states(work: Work) -> None:
    """Agent states with their history."""
    for one in work.marked("agent_state"):
        place = {"owner": one.owner, "agent": one.part, "name": one.id}
        with work.batch() as tx:
            work.change(tx, "agent_state_revision", "erase_state_revisions", **place)
            work.change(tx, "agent_state", "erase_states", **place)
