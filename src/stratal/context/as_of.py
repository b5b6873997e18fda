"""Everything as it was known, and as it was true, at a moment of the past.

Nothing is kept for this: every layer has its history, and a view reads it with two times. *Known*
is what had been written down by then, whatever was corrected later. *True* is what held then in the
world, which may have been learnt afterwards. Without a time of its own what is true is asked for
the moment itself.

What was deleted or erased since cannot be shown. It is counted, and never made up. Three things
have no history: scratch notes, a store's list of who attached it, and whether evidence had been
retracted by then; they are not part of a view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime

from stratal.context.recorded import Contexts, Recorded
from stratal.core.agent_state import AgentDocument
from stratal.core.compaction import Compaction
from stratal.core.consent import ConsentChange
from stratal.core.documents import Chunk, Document
from stratal.core.erasure import ConversationTarget, Person, ScopeTarget, Target
from stratal.core.events import Event
from stratal.core.files import FileOperation, FileVersion, Store
from stratal.core.identity import Scope
from stratal.core.messages import Message
from stratal.core.records import Record
from stratal.core.tasks import MAIN, TaskState, TaskStatus
from stratal.errors import Expired, InvalidValue, KeyUnusable, NotFound
from stratal.flows.erasing.plan import hashed
from stratal.flows.times import moment_of
from stratal.layers.access import Access
from stratal.layers.agent_state import AgentState
from stratal.layers.consent import Consent
from stratal.layers.files import Files
from stratal.layers.knowledge import Knowledge
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.storage import compaction, past, tasks
from stratal.storage.past import Gone
from stratal.storage.tasks import TaskRow

_PAGE = 500
_CONTEXTS = 1_000


@dataclass(frozen=True, kw_only=True, slots=True)
class PastTask:
    """A task as it stood."""

    id: str
    head: str
    status: TaskStatus
    state: TaskState | None
    """None: the checkpoints of that time are not kept any more."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Past:
    """What a session would have seen at `at`, of what held at `valid`; nothing can be written."""

    access: Access
    at: datetime
    valid: datetime

    def messages(self) -> Iterator[Message]:
        """The conversation as it was, oldest first; `retracted` as it was by then."""
        access, after = self.access, 0
        while True:
            with access.database.read(access.tenant) as tx:
                page = past.messages_at(
                    tx, access.user, access.conversation, self.at, after=after, limit=_PAGE
                )
            yield from page
            if len(page) < _PAGE:
                return
            after = page[-1].seq

    def profile(self) -> list[Record]:
        """The facts that were in force."""
        return self._served(Profile(access=self.access).as_of(self.valid, self.at))

    def memories(self) -> list[Record]:
        """What was remembered in the session's scopes and held."""
        return self._served(Memories(access=self.access).as_of(self.valid, self.at))

    def _served(self, found: Sequence[Record]) -> list[Record]:
        return [one for one in found if one.state.expires is None or one.state.expires > self.at]

    def events(self) -> list[Event]:
        """What was on the time line and had begun, in the order of writing."""
        access, after = self.access, 0
        found: list[Event] = []
        while True:
            with access.database.read(access.tenant) as tx:
                page = past.events_at(tx, access.user, self.at, after=after, limit=_PAGE)
            found += [
                one
                for one in page
                if not one.retracted and one.span(access.time_zone)[0] <= self.valid
            ]
            if len(page) < _PAGE:
                return found
            after = page[-1].seq

    def tasks(self) -> list[PastTask]:
        """The person's tasks, each by its lines, newest first."""
        access = self.access
        found = []
        with access.database.read(access.tenant) as tx:
            for row in tasks.tasks(tx, access.user, tuple(TaskStatus)):
                if row.created_at > self.at:
                    continue
                for head in tasks.heads(tx, access.user, row.id):
                    seq = past.checkpoint_at(tx, access.user, row.id, head.seq, self.at)
                    state = None
                    if seq is not None:
                        with suppress(Expired):
                            state = tasks.line_at(tx, access.user, row.id, seq).state
                    found.append(
                        PastTask(id=row.id, head=head.name, status=self._status(row), state=state)
                    )
        return found

    def task(self, id: str, *, head: str = MAIN) -> PastTask:
        """One task. Raises `NotFound` if there was none."""
        for one in self.tasks():
            if (one.id, one.head) == (id, head):
                return one
        raise NotFound("task", id)

    def _status(self, row: TaskRow) -> TaskStatus:
        ended = row.closed_at is not None and row.closed_at <= self.at
        return row.status if ended else TaskStatus.OPEN

    def documents(self) -> list[Document]:
        """Each document in the version that was current."""
        return Knowledge(access=self.access).documents(known_at=self.at)

    def chunks(self, document: Document) -> Iterator[Chunk]:
        """What that version says."""
        return Knowledge(access=self.access).chunks(document.id, version=document.held.version)

    def stores(self) -> list[Store]:
        """The stores of the session's scopes that were there; their names are those of now."""
        found: list[Store] = []
        files = Files(access=self.access)
        after: str | None = None
        while True:
            page = files.stores(archived=True, until=self.at, after=after)
            found += page
            if not page:
                return found
            after = page[-1].id

    def files(self, store: str) -> list[FileVersion]:
        """The files of a store by path. Of one that was redacted since the text is not there."""
        versions = Files(access=self.access).open(store).history.as_of(self.at)
        return [one for one in versions if one.operation is not FileOperation.DELETED]

    def agent_states(self) -> list[AgentDocument]:
        """The documents of the agent's instances."""
        layer = AgentState(access=self.access)
        found = []
        for name in layer.names():
            then = [one for one in layer.history(name) if one.updated_at <= self.at]
            found += then[-1:]
        return found

    def summary(self) -> Compaction | None:
        """What stood in the place of the older part of the conversation."""
        access = self.access
        with access.database.read(access.tenant) as tx:
            return compaction.current_at(tx, access.user, access.conversation, self.at)

    def contexts(self) -> list[Recorded]:
        """What prompts had held, newest first; `Contexts.replay` gives their texts."""
        recorded = Contexts(access=self.access).list(limit=_CONTEXTS)
        return [one for one in recorded if one.made_at <= self.at]

    def consent(self) -> list[ConsentChange]:
        """What the person had decided about being remembered, oldest first."""
        decided = Consent(access=self.access).history()
        return [one for one in decided if one.at <= self.at]

    def gone(self) -> list[Gone]:
        """What was there and has been deleted, erased or has expired since, counted by layer.

        That the conversation, the person or a scope was erased whole is told by the receipt key:
        where there is none, nothing is said of it.
        """
        access = self.access
        scopes = dict.fromkeys((access.own_scope, *access.scopes))
        with access.database.read(access.tenant) as tx:
            return [
                *past.erased_whole(tx, self._targets(scopes), self.at),
                *past.messages_gone(tx, access.user, access.conversation, self.at),
                *past.events_gone(tx, access.user, self.at),
                *past.deleted_since(tx, list(scopes), self.at),
            ]

    def _targets(self, scopes: Iterable[Scope]) -> list[str]:
        """What could have been erased of what is seen here, by its keyed hash."""
        user, conversation = self.access.user, self.access.conversation
        targets: list[Target] = [
            Person(user=user),
            ConversationTarget(user=user, conversation=conversation),
            *(ScopeTarget(scope=scope) for scope in scopes),
        ]
        try:
            key = self.access.database.receipt_key()
        except KeyUnusable:
            return []
        return [hashed(key, target) for target in targets]


def as_of(
    access: Access, at: datetime | date | str, valid: datetime | date | str | None = None
) -> Past:
    """The view of what was known at `at`; a day stands for its end.

    Raises `InvalidValue` for what is no time, or for one that is to come.
    """
    known = moment_of("at", at, access.time_zone)
    if known > access.now():
        raise InvalidValue("at", known.isoformat(), "is to come: nothing is known of it")
    return Past(
        access=access,
        at=known,
        valid=known if valid is None else moment_of("valid", valid, access.time_zone),
    )
