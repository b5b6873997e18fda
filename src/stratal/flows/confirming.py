"""Asking the person about what waits for them, and taking their yes or no.

A turn has at most one question, as a note to the agent. Whether it was put is seen in what the
assistant then said, and what was answered in the person's next message: a plain yes or no settles
it, with that message as evidence; anything else settles nothing, and it may be asked again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from stratal.core.evidence import MessageEvidence
from stratal.core.messages import Message, Role
from stratal.core.outcomes import Outcome
from stratal.core.records import Layer, Record, Status
from stratal.errors import NotFound
from stratal.flows.citing import of_person
from stratal.layers import consent
from stratal.layers.access import Access
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.storage import messages, questions
from stratal.storage.database import Transaction
from stratal.storage.joined import Joined
from stratal.storage.questions import Answer, Question
from stratal.text.confirmation import answer, asked_about, asks, question
from stratal.text.statements import off_record

_PAGE = 50
_LONGEST = 2_000
"""Characters of an answer: what is longer says more than yes or no."""
_UNASKED = ("untrusted_instruction",)
"""Reasons for which something waits in the queue only: it would stand in a prompt to be asked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A question for the turn that the conversation is in."""

    record: Record
    seq: int
    """The number of the person's message that the turn began with."""

    @property
    def text(self) -> str:
        return question(self.record)


def settle(access: Access) -> list[Outcome]:
    """Take the person's answer to the last question of this conversation, if they gave one."""
    with access.database.read(access.tenant) as tx:
        put = questions.last(tx, access.user, access.conversation)
        if put is None or put.answer is not None:
            return []
        after = messages.after(tx, access.user, access.conversation, put.seq, _PAGE)
    reply = next((one for one in after if of_person(access, one)), None)
    if reply is None:
        return []
    said = [
        one.said
        for one in after
        if one.seq < reply.seq and one.role is Role.ASSISTANT and one.said.strip()
    ]
    with access.database.write(access.tenant) as tx:
        inside = replace(access, database=Joined(access.database, tx))
        record = _waiting(inside, put)
        verdict = None
        if record is not None and _may(tx, access, put.layer) and said:
            verdict = _verdict(record, said[-1], reply)
        given = Answer.UNCLEAR if verdict is None else Answer.YES if verdict else Answer.NO
        mine = questions.answered(
            tx, access.user, access.conversation, put.seq, given, reply.id, access.now()
        )
        if not mine or record is None or verdict is None:
            return []
        cited = MessageEvidence(
            conversation=access.conversation, message=reply.id, quotation=reply.said
        )
        layer = _layer(inside, put.layer)
        if verdict:
            return [layer.confirm(record.id, evidence=cited)]
        reason = f"answered no in message {reply.id}"
        return [layer.reject(record.id, reason=reason, evidence=cited)]


def next_question(access: Access) -> Asked | None:
    """What to ask in the turn that the conversation is in; None if nothing is to be asked.

    What was put in this turn already stands until the assistant has said something.
    """
    with access.database.read(access.tenant) as tx:
        turn = _turn(tx, access)
        if turn is None:
            return None
        put = questions.last(tx, access.user, access.conversation)
        spoken = any(
            one.role is Role.ASSISTANT and one.said.strip()
            for one in messages.after(tx, access.user, access.conversation, turn, _PAGE)
        )
        open_layers = [one for one in (Layer.PROFILE, Layer.MEMORIES) if _may(tx, access, one)]
    if spoken:
        return None
    if put is not None and put.seq >= turn:
        record = _waiting(access, put) if put.answer is None else None
        return None if record is None else Asked(record=record, seq=turn)
    waiting = [one for layer in open_layers for one in _layer(access, layer).pending()]
    waiting = [one for one in waiting if _about(access, one)]
    with access.database.read(access.tenant) as tx:
        asked = questions.counts(tx, access.user, [one.id for one in waiting])
    most = access.policy.flows.ask_at_most
    left = [one for one in waiting if asked.get(one.id, 0) < most]
    if not left:
        return None
    # What was asked least comes first, then what has waited longest.
    return Asked(record=min(left, key=lambda one: (asked.get(one.id, 0), one.id)), seq=turn)


def was_put(access: Access, asked: Asked) -> None:
    """The question stands in a prompt: it counts, once a turn."""
    with access.database.write(access.tenant) as tx:
        questions.add(
            tx,
            access.user,
            access.conversation,
            asked.seq,
            asked.record.layer,
            asked.record.id,
            access.now(),
        )


def _verdict(record: Record, said: str, reply: Message) -> bool | None:
    if reply.secrets or len(reply.said) > _LONGEST or off_record(reply.said):
        return None
    return answer(reply.said) if asks(said, question(record), asked_about(record)) else None


def _turn(tx: Transaction, access: Access) -> int | None:
    """The number of the person's last message; None if they have said nothing lately."""
    last = messages.before(tx, access.user, access.conversation, messages.END, _PAGE)
    return next((one.seq for one in reversed(last) if of_person(access, one)), None)


def _waiting(access: Access, put: Question) -> Record | None:
    try:
        record = _layer(access, put.layer).get(put.record)
    except NotFound:
        return None
    expires = record.state.expires
    standing = expires is None or expires > access.now()
    return record if record.status is Status.PENDING and standing else None


def _layer(access: Access, layer: Layer) -> Profile | Memories:
    return Profile(access=access) if layer is Layer.PROFILE else Memories(access=access)


def _may(tx: Transaction, access: Access, layer: Layer) -> bool:
    return consent.refusal(tx, access, layer) is None


def _about(access: Access, record: Record) -> bool:
    """Whether this person is the one to ask: it is about them, or came from them."""
    if record.state.status_reason in _UNASKED:
        return False
    return (
        record.scope == access.own_scope or record.origin.actor.partition(" via ")[0] == access.user
    )
