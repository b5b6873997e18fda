"""The conversation: what was just said, verbatim and in order.

Append-only. Numbers have no gaps under any number of writers, ids are unique within the
conversation, and appending the same id with equal content changes nothing. What is retracted stays
in the log, but leaves window, recall and evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo

from stratal.core.canonical import Json
from stratal.core.checks import encodable, remark, whole
from stratal.core.messages import Message, NewMessage, Role
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer
from stratal.errors import IdTaken, InvalidValue, NotFound
from stratal.layers.access import Access
from stratal.layers.answers import unsettle
from stratal.storage import compaction, erasures, messages, search, summaries
from stratal.storage.database import Transaction
from stratal.text.message_tokens import message_tokens
from stratal.text.secrets import find_secrets

_PAGE = 200
_END = 2**62


@dataclass(frozen=True, kw_only=True, slots=True)
class Conversation:
    """One conversation of the session's person."""

    access: Access

    @property
    def id(self) -> str:
        """The conversation's id, unique for the person."""
        return self.access.conversation

    def append(self, message: Mapping[str, Json] | NewMessage, *, id: str | None = None) -> Outcome:
        """Add a message at the end: the host's object in Anthropic's or OpenAI's form.

        Raises `InvalidValue` for what is no message, `IdTaken` if the id names other content.
        """
        [outcome] = self._append([_new(message, id)], alone=True)
        return outcome

    def extend(
        self, batch: Iterable[Mapping[str, Json] | NewMessage], *, imported: bool = False
    ) -> list[Outcome]:
        """Add messages in order, in one transaction; an id that names other content is `failed`.

        With `imported` they were said before, elsewhere: one that was erased here is `rejected`
        under whatever id it comes.
        """
        return self._append(
            [_new(message, None) for message in batch], alone=False, imported=imported
        )

    def last(self, n: int) -> list[Message]:
        """The last `n` messages that stand, oldest first."""
        return self._before(_END, n)

    def before(self, id: str, n: int) -> list[Message]:
        """The last `n` messages that stand before the message of that id, oldest first."""
        return self._before(self.get(id).seq, n)

    def get(self, id: str) -> Message:
        """The message of that id, retracted or not. Raises `NotFound`."""
        encodable("message id", id)
        with self.access.database.read(self.access.tenant) as tx:
            found = messages.by_id(tx, self.access.user, self.id, id)
        if found is None:
            raise NotFound("message", id)
        return found[0]

    def __iter__(self) -> Iterator[Message]:
        """All messages that stand, oldest first; read in pages, holding no lock in between."""
        return (message for message in self.log() if not message.retracted)

    def log(self) -> Iterator[Message]:
        """All messages, oldest first, retracted ones marked."""
        seq = 0
        while True:
            with self.access.database.read(self.access.tenant) as tx:
                page = messages.after(tx, self.access.user, self.id, seq, _PAGE)
            yield from page
            if len(page) < _PAGE:
                return
            seq = page[-1].seq

    def retract(self, last: int, *, reason: str = "") -> Outcome:
        """Take the last `last` messages that stand out of window, recall and evidence."""
        whole("last", last, 1, 10_000)
        remark("reason", reason)
        access = self.access
        with access.database.write(access.tenant) as tx:
            messages.open_conversation(tx, access.user, self.id, access.now())
            standing = messages.before(tx, access.user, self.id, _END, last)
            if not standing:
                return Outcome(
                    done=Done.UNCHANGED,
                    layer=Layer.CONVERSATION,
                    code="nothing_to_retract",
                    message=f"Conversation {self.id} holds no message that stands.",
                )
            messages.retract(
                tx,
                access.user,
                self.id,
                from_seq=standing[0].seq,
                to_seq=standing[-1].seq,
                actor=access.principal.actor,
                reason=reason,
                now=access.now(),
            )
            unsettle(tx, access, self.id, [message.id for message in standing])
            # A summary cannot unsay: what was told with these messages is told again without them.
            compaction.withdraw(
                tx, access.user, self.id, from_seq=standing[0].seq, now=access.now()
            )
            summaries.withdraw(tx, access.user, self.id, from_seq=standing[0].seq, now=access.now())
            space = self._space(tx)
            for message in standing:
                search.drop(tx, space, item_of(message))
        return Outcome(
            done=Done.REMOVED,
            layer=Layer.CONVERSATION,
            code="retracted",
            message=f"Retracted {len(standing)} of the last messages; they stay in the log.",
            closed=tuple(message.id for message in standing),
        )

    def _before(self, seq: int, n: int) -> list[Message]:
        whole("n", n, 0, 1_000_000)
        with self.access.database.read(self.access.tenant) as tx:
            return messages.before(tx, self.access.user, self.id, seq, n)

    def _space(self, tx: Transaction) -> int:
        return search.open_space(tx, Layer.CONVERSATION, str(self.access.own_scope))

    def _append(
        self, batch: list[NewMessage], *, alone: bool, imported: bool = False
    ) -> list[Outcome]:
        if not batch:
            return []
        access = self.access
        outcomes = []
        with access.database.write(access.tenant) as tx:
            erased = erasures.returning(
                tx, access.database, access.user, self.id, batch, imported=imported
            )
            if len(erased) == len(batch):
                # Not even the conversation comes back.
                return [_erased(new) for new in batch]
            seq = messages.open_conversation(tx, access.user, self.id, access.now())
            space = self._space(tx)
            given = [new.id for new in batch if new.id is not None]
            known = messages.by_ids(tx, access.user, self.id, given)
            added: list[tuple[Message, str]] = []
            entries: list[search.Entry] = []
            for place, new in enumerate(batch):
                if place in erased:
                    outcomes.append(_erased(new))
                    continue
                if new.id in known:
                    outcomes.append(_again(new, *known[new.id], alone=alone))
                    continue
                seq += 1
                message = self._stored(new, seq)
                added.append((message, new.digest))
                known[message.id] = added[-1]
                if findable(message):
                    entries.append(index_entry(message, access.time_zone))
                outcomes.append(_answer(message))
            messages.add(tx, access.user, added)
            search.extend(tx, space, entries)
        return outcomes

    def _stored(self, new: NewMessage, seq: int) -> Message:
        now = self.access.now()
        kinds = dict.fromkeys(hit.kind for hit in find_secrets(new.text))
        return Message(
            conversation=self.id,
            seq=seq,
            id=new.id or self.access.ids.new(),
            role=new.role,
            speaker=new.speaker,
            body=new.body,
            tokens=message_tokens(new.content),
            said_at=new.said_at or now,
            time_zone=str(self.access.time_zone),
            recorded_at=now,
            secrets=tuple(kinds),
        )


def _new(message: Mapping[str, Json] | NewMessage, id: str | None) -> NewMessage:
    if isinstance(message, NewMessage):
        if id is not None:
            raise InvalidValue("id", id, "stands in the message already")
        return message
    return NewMessage.of(message, id=id)


def _erased(new: NewMessage) -> Outcome:
    named = "It" if new.id is None else f"Message {new.id}"
    return Outcome(
        done=Done.REJECTED,
        layer=Layer.CONVERSATION,
        code="erased",
        message=f"{named} was erased for good, and does not come back.",
    )


def index_entry(message: Message, zone: tzinfo) -> search.Entry:
    """How a findable message stands in the index: by its own words alone.

    `zone` is that of the session which appended it.
    """
    day = message.said_at.astimezone(zone).date()
    return search.Entry(
        item=item_of(message),
        part=message.conversation,
        spoken_by_person=message.role is Role.USER,
        at=message.said_at,
        terms=search.message_terms(day, message.speaker, spoken_text(message)),
    )


def item_of(message: Message) -> str:
    """The name of a message in the index of its person's conversations."""
    return f"{message.seq}:{message.conversation}"


def number_of(item: str) -> int:
    """The number of the message of that name in its conversation."""
    return int(item.partition(":")[0])


def spoken_text(message: Message) -> str:
    """What a message is found by: who said it, and the words."""
    return f"{message.speaker}: {message.said}" if message.speaker else message.said


def spoken(message: Message) -> bool:
    """Whether a person or an assistant said it and it holds no secret.

    Tool results and the host's instructions are not what anybody said to be remembered.
    """
    return message.role in (Role.USER, Role.ASSISTANT) and not message.secrets


def findable(message: Message) -> bool:
    """Whether the message, while it stands, has its place in the index."""
    return spoken(message) and bool(message.said.strip())


def _again(new: NewMessage, known: Message, digest: str, *, alone: bool) -> Outcome:
    if digest == new.digest and known.role is new.role:
        return Outcome(
            done=Done.UNCHANGED,
            layer=Layer.CONVERSATION,
            code="already_stored",
            message=f"Message {known.id} is stored already.",
            id=known.id,
        )
    if known.emptied:
        return Outcome(
            done=Done.REJECTED,
            layer=Layer.CONVERSATION,
            code="message_expired",
            message=f"Message {known.id} has expired by the policy, and is not kept again.",
            id=known.id,
        )
    if alone:
        raise IdTaken("message", known.id)
    return Outcome(
        done=Done.FAILED,
        layer=Layer.CONVERSATION,
        code="id_taken",
        message=f"Message id {known.id} is taken by different content; nothing was stored for it.",
        id=known.id,
    )


def _answer(message: Message) -> Outcome:
    if message.secrets:
        kinds = ", ".join(message.secrets)
        return Outcome(
            done=Done.STORED,
            layer=Layer.CONVERSATION,
            code="stored_marked_secret",
            message=f"Stored; it holds a secret ({kinds}): not searchable, never evidence.",
            id=message.id,
        )
    return Outcome(
        done=Done.STORED,
        layer=Layer.CONVERSATION,
        code="stored",
        message=f"Stored as message {message.seq}.",
        id=message.id,
    )
