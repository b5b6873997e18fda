"""People who have something in many layers: what is erased, and what stays beside it.

Filled through the functions that the layers call. Everybody draws from the same pool of texts, each
with its terms cut once, and has one sentence that nobody else has.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from benchmarks.material import Words
from stratal import (
    Kind,
    Layer,
    Memory,
    MessageEvidence,
    Origin,
    Role,
    Scope,
    Source,
    State,
    SystemClock,
    TimeOrderedIds,
)
from stratal.core.canonical import canonical
from stratal.core.events import Event
from stratal.core.evidence import HeldEvidence
from stratal.core.messages import Message, content_digest
from stratal.core.records import Topic
from stratal.layers import conversation
from stratal.layers import events as time_line
from stratal.layers.recording.index import index_entry
from stratal.storage import events, messages, records, search
from stratal.storage.database import Transaction
from stratal.text.tokens import terms

TENANT = "acme"
OF_ONE = 1_000
MESSAGES, MEMORIES, EVENTS, FACTS = 500, 200, 200, 100
IN_CONVERSATION = 100
SHARED = 10
"""One memory in so many is a project's, and rests on two people's words."""
_POOL = 5_000
_SAID = datetime(2026, 3, 1, 9, tzinfo=UTC)


class People:
    """Those that are in a database, and what they said."""

    def __init__(self, seed: int = 5) -> None:
        words = Words(seed)
        self._texts = [words.sentence(number) for number in range(_POOL)]
        self._terms = [terms(text) for text in self._texts]
        self._draw = random.Random(seed)
        self._ids = TimeOrderedIds(SystemClock())
        self._made = 0
        self._here: list[str] = []
        self._before: tuple[str, list[tuple[Message, str, int]]] | None = None

    def grow(self, memory: Memory, count: int) -> None:
        """So many are there."""
        while len(self._here) < count:
            user = f"person-{self._made}"
            with memory.database.write(TENANT) as tx:
                said = self._talk(tx, user)
                self._remember(tx, user, said)
                self._live(tx, user)
                self._tell(tx, user, said)
            self._made += 1
            self._before = (user, said)
            self._here.append(user)

    def leave(self, count: int) -> list[str]:
        """So many of them, who are not there from now on."""
        chosen = self._draw.sample(self._here[:-1], count)
        self._here = [user for user in self._here if user not in chosen]
        return chosen

    def text(self, user: str) -> str:
        """What nobody else has said."""
        return f"The badge of {user} opens the seventh gate of the northern shipyard."

    def _talk(self, tx: Transaction, user: str) -> list[tuple[Message, str, int]]:
        space = search.open_space(tx, Layer.CONVERSATION, f"user:{user}")
        day = search.dated(_SAID.date(), _SAID.date())
        found = []
        for first in range(0, MESSAGES, IN_CONVERSATION):
            name = f"talk-{first}"
            messages.open_conversation(tx, user, name, _SAID)
            said: list[tuple[Message, str, int]] = []
            for seq in range(1, IN_CONVERSATION + 1):
                at = self._draw.randrange(_POOL)
                own = first == 0 and seq == 1
                text = self.text(user) if own else self._texts[at]
                body = canonical("message", {"role": "user", "content": text})
                message = Message(
                    conversation=name,
                    seq=seq,
                    id=self._ids.new(),
                    role=Role.USER,
                    speaker=None,
                    body=body,
                    tokens=20,
                    said_at=_SAID,
                    recorded_at=_SAID,
                )
                said.append((message, content_digest(body), -1 if own else at))
            messages.add(tx, user, [(message, digest) for message, digest, _ in said])
            entries = [
                search.Entry(
                    item=conversation.item_of(message),
                    part=name,
                    spoken_by_person=True,
                    at=_SAID,
                    terms=[*(terms(self.text(user)) if at < 0 else self._terms[at]), *day],
                )
                for message, _, at in said
            ]
            search.extend(tx, space, entries)
            found += said
        return found

    def _remember(self, tx: Transaction, user: str, said: list[tuple[Message, str, int]]) -> None:
        own, shared = Scope.of_user(user), Scope.parse(f"project:{self._made // 10}")
        spaces = {
            scope: search.open_space(tx, Layer.MEMORIES, str(scope)) for scope in (own, shared)
        }
        entries: dict[Scope, list[search.Entry]] = {own: [], shared: []}
        for no in range(MEMORIES):
            cited = said[2 * no]
            scope = shared if no % SHARED == 0 and no else own
            text = self.text(user) if no == 0 else self._texts[cited[2]]
            record = records.add(
                tx,
                id=self._ids.new(),
                layer=Layer.MEMORIES,
                scope=scope,
                kind=Kind.FACT,
                topic=None,
                state=_state(text),
                origin=Origin(actor=user),
                evidence=[_held(cited)],
                owner=user,
                multi_valued=False,
                now=_SAID + timedelta(seconds=1),
            )
            if scope == shared and self._before is not None:
                other, theirs = self._before
                records.cite(tx, record, [_held(theirs[2 * no])], owner=other)
            entries[scope].append(index_entry(record))
        for scope, some in entries.items():
            search.extend(tx, spaces[scope], some)

    def _tell(self, tx: Transaction, user: str, said: list[tuple[Message, str, int]]) -> None:
        """What their profile holds."""
        own = Scope.of_user(user)
        search.open_space(tx, Layer.PROFILE, str(own))
        for no in range(FACTS):
            cited = said[2 * no + 1]
            records.add(
                tx,
                id=self._ids.new(),
                layer=Layer.PROFILE,
                scope=own,
                kind=Kind.FACT,
                topic=Topic(subject="self", attribute=f"habit {no}"),
                state=_state(self._texts[cited[2]]),
                origin=Origin(actor=user),
                evidence=[_held(cited)],
                owner=user,
                multi_valued=False,
                now=_SAID,
            )

    def _live(self, tx: Transaction, user: str) -> None:
        """What happened to them."""
        first = events.open_log(tx, user) + 1
        entries = []
        for seq in range(first, first + EVENTS):
            event = Event(
                id=self._ids.new(),
                seq=seq,
                kind="note",
                text=self._texts[self._draw.randrange(_POOL)],
                at=_SAID,
                until=None,
                time_zone="UTC",
                data={},
                source=Source.USER_EXPLICIT,
                actor=user,
                conversation="talk-0",
                task=None,
                evidence=(),
                recorded_at=_SAID,
            )
            events.add(tx, user, event)
            entries.append(time_line.index_entry(event))
        search.extend(tx, search.open_space(tx, Layer.EVENTS, f"user:{user}"), entries)


def _state(text: str) -> State:
    return State(
        content=text,
        source=Source.USER_EXPLICIT,
        confidence=0.9,
        importance=6,
        valid_from=_SAID,
    )


def _held(said: tuple[Message, str, int]) -> HeldEvidence:
    message, digest, _ = said
    cited = MessageEvidence(
        conversation=message.conversation, message=message.id, quotation=message.said
    )
    return HeldEvidence(cited=cited, said_at=_SAID, digest=digest)
