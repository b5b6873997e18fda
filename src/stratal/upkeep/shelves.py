"""What should stand in the index: every findable thing, derived again as its layer derives it.

One shelf a layer that can be searched. It is walked in runs, each of one scope and so of one space,
and a run in pages, so that the memory it takes does not grow with the store.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from stratal.core.clock import zone
from stratal.core.events import Event
from stratal.core.identity import Scope
from stratal.core.messages import Message
from stratal.core.records import Layer
from stratal.flows.passages import messages_of
from stratal.layers import cold, conversation
from stratal.layers import events as time_line
from stratal.layers import knowledge as documents
from stratal.layers.files import findable
from stratal.layers.recording import index
from stratal.storage import (
    events,
    file_search,
    files_examined,
    knowledge,
    knowledge_examined,
    logs_examined,
    messages,
    records,
    records_examined,
)
from stratal.storage.database import Transaction
from stratal.storage.doctor import PAGE, UNREADABLE
from stratal.storage.search import Entry

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """A part of a shelf that lies in one space."""

    scope: str
    part: str
    """A conversation's or document's id, or empty."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """Some entries that should be there, and where the run goes on; None at its end."""

    entries: tuple[Entry, ...]
    next: str | int | None


class Shelf(ABC):
    """One layer that can be searched."""

    layer: Layer
    start: str | int

    @abstractmethod
    def runs(self, tx: Transaction, after: Run | None) -> list[Run]:
        """The next runs, in order; empty at the end."""

    @abstractmethod
    def page(self, tx: Transaction, run: Run, after: str | int) -> Page:
        """What of a run should be in the index, after that place; unreadable rows are left out."""

    @abstractmethod
    def wanted(self, tx: Transaction, scope: str, items: Sequence[str]) -> set[str]:
        """Which of these items should stand in the index of that scope."""


class MessageShelf(Shelf):
    layer = Layer.CONVERSATION
    start = 0

    def runs(self, tx: Transaction, after: Run | None) -> list[Run]:
        at = ("", "") if after is None else (Scope.parse(after.scope).name, after.part)
        return [
            Run(scope=str(Scope.of_user(owner)), part=part)
            for owner, part in logs_examined.conversations(tx, at)
        ]

    def page(self, tx: Transaction, run: Run, after: str | int) -> Page:
        owner, at = Scope.parse(run.scope).name, int(after)
        found, following = _messages(tx, owner, run.part, at)
        entries = []
        for message in found:
            try:
                if not message.retracted and conversation.findable(message):
                    local = zone(message.time_zone)
                    entries.append(conversation.index_entry(message, local))
            except UNREADABLE:
                continue
        return Page(entries=tuple(entries), next=following)

    def wanted(self, tx: Transaction, scope: str, items: Sequence[str]) -> set[str]:
        owner = Scope.parse(scope).name

        def read(some: Sequence[str]) -> list[str]:
            found = messages_of(tx, owner, some)
            return [
                item
                for item, one in found.items()
                if not one.retracted and conversation.findable(one)
            ]

        return set(readable(items, read))


class MemoryShelf(Shelf):
    """Memories in use and, in an index of its own beside that of the scope, what is cold."""

    layer = Layer.MEMORIES
    start = ""

    def runs(self, tx: Transaction, after: Run | None) -> list[Run]:
        found = records_examined.scopes(
            tx, self.layer, "" if after is None else cold.apart(after.scope)[0]
        )
        return [
            Run(scope=name, part="") for scope in found for name in (scope, cold.cold_scope(scope))
        ]

    def page(self, tx: Transaction, run: Run, after: str | int) -> Page:
        scope, is_cold = cold.apart(run.scope)
        belongs = cold.is_cold if is_cold else index.findable
        ids = records_examined.ids_in_scope(tx, self.layer, scope, str(after), PAGE)

        def read(some: Sequence[str]) -> list[Entry]:
            found = records.current(tx, self.layer, some)
            return [
                index.index_entry(found[one])
                for one in some
                if one in found and belongs(found[one])
            ]

        return Page(entries=tuple(readable(ids, read)), next=ids[-1] if len(ids) == PAGE else None)

    def wanted(self, tx: Transaction, scope: str, items: Sequence[str]) -> set[str]:
        whose, is_cold = cold.apart(scope)
        belongs = cold.is_cold if is_cold else index.findable

        def read(some: Sequence[str]) -> list[str]:
            found = records.current(tx, self.layer, some)
            return [one.id for one in found.values() if belongs(one) and str(one.scope) == whose]

        return set(readable(items, read))


class EventShelf(Shelf):
    layer = Layer.EVENTS
    start = 0

    def runs(self, tx: Transaction, after: Run | None) -> list[Run]:
        if after is not None:
            return []
        return [
            Run(scope=str(Scope.of_user(owner)), part="")
            for owner in logs_examined.event_owners(tx)
        ]

    def page(self, tx: Transaction, run: Run, after: str | int) -> Page:
        owner, at = Scope.parse(run.scope).name, int(after)
        found, following = _events(tx, owner, at)
        entries = []
        for event in found:
            try:
                if not event.retracted:
                    entries.append(time_line.index_entry(event))
            except UNREADABLE:
                continue
        return Page(entries=tuple(entries), next=following)

    def wanted(self, tx: Transaction, scope: str, items: Sequence[str]) -> set[str]:
        owner = Scope.parse(scope).name

        def read(some: Sequence[str]) -> list[str]:
            found = events.by_ids(tx, owner, some)
            return [item for item, one in found.items() if not one.retracted]

        return set(readable(items, read))


class DocumentShelf(Shelf):
    """Only what the current version of a document holds; see `wanted` for one in the making."""

    layer = Layer.KNOWLEDGE
    start = ""

    def runs(self, tx: Transaction, after: Run | None) -> list[Run]:
        found = knowledge_examined.documents(tx, "" if after is None else after.part)
        return [Run(scope=scope, part=document) for document, scope in found]

    def page(self, tx: Transaction, run: Run, after: str | int) -> Page:
        digests = knowledge_examined.chunk_digests(tx, run.part, str(after), PAGE)

        def read(some: Sequence[str]) -> list[Entry]:
            items = [knowledge.item_of(run.part, digest) for digest in some]
            return [
                documents.index_entry(one.chunk, one.created_at)
                for one in knowledge.current_chunks(tx, items).values()
                if documents.findable(one.chunk)
            ]

        return Page(
            entries=tuple(readable(digests, read)),
            next=digests[-1] if len(digests) == PAGE else None,
        )

    def wanted(self, tx: Transaction, scope: str, items: Sequence[str]) -> set[str]:
        """Also what a version holds that is being made, or was begun by somebody who was stopped.

        Nobody finds it before that version is current, and who begins anew puts it right.
        """

        def read(some: Sequence[str]) -> list[str]:
            return [
                item
                for item, (chunk, where) in knowledge.kept_chunks(tx, some).items()
                if documents.findable(chunk) and str(where) == scope
            ]

        return set(readable(items, read))


class FileShelf(Shelf):
    """Files that search knows as they are; it learns of the others when it is next asked."""

    layer = Layer.FILES
    start = ""

    def runs(self, tx: Transaction, after: Run | None) -> list[Run]:
        found = files_examined.list_stores(tx, "" if after is None else after.part)
        return [Run(scope=scope, part=store) for store, scope in found]

    def page(self, tx: Transaction, run: Run, after: str | int) -> Page:
        found = file_search.indexed_of(tx, run.part, str(after), _FILES_AT_ONCE)
        entries = [entry for file in found for entry in findable.entries_of(file)]
        return Page(
            entries=tuple(entries), next=found[-1].id if len(found) == _FILES_AT_ONCE else None
        )

    def wanted(self, tx: Transaction, scope: str, items: Sequence[str]) -> set[str]:
        return findable.wanted(tx, items)


_FILES_AT_ONCE = 20

SHELVES: tuple[Shelf, ...] = (
    MessageShelf(),
    MemoryShelf(),
    EventShelf(),
    DocumentShelf(),
    FileShelf(),
)


def all_runs(tx: Transaction, shelf: Shelf) -> Iterator[Run]:
    """Every run of a shelf."""
    after: Run | None = None
    while found := shelf.runs(tx, after):
        yield from found
        after = found[-1]


def wanted_items(tx: Transaction, layer: str, scope: str, items: Sequence[str]) -> set[str]:
    """Which of these items should stand in that space; all where the layer has no shelf yet."""
    shelf = next((one for one in SHELVES if one.layer.value == layer), None)
    if shelf is None:
        return set(items)
    try:
        return shelf.wanted(tx, scope, items)
    except UNREADABLE:
        return set()


def _messages(
    tx: Transaction, owner: str, part: str, after: int
) -> tuple[list[Message], int | None]:
    """The next messages that can be read, and the number to go on after."""
    try:
        found = messages.after(tx, owner, part, after, PAGE)
    except UNREADABLE:
        numbers = range(after + 1, after + 1 + PAGE)
        one_by_one = readable(
            [str(seq) for seq in numbers],
            lambda some: messages.by_seq(tx, owner, part, [int(seq) for seq in some]),
        )
        return one_by_one, numbers[-1]
    return found, found[-1].seq if len(found) == PAGE else None


def _events(tx: Transaction, owner: str, after: int) -> tuple[list[Event], int | None]:
    """The next events that can be read, and the number to go on after."""
    try:
        found = events.after(tx, owner, after, PAGE)
    except UNREADABLE:
        one_by_one: list[Event] = []
        for number in range(after, after + PAGE):
            try:
                one_by_one += events.after(tx, owner, number, 1)
            except UNREADABLE:
                continue
        known = {event.seq: event for event in one_by_one}
        return list(known.values()), after + PAGE
    return found, found[-1].seq if len(found) == PAGE else None


def readable(items: Sequence[str], read: Callable[[Sequence[str]], list[T]]) -> list[T]:
    """What `read` makes of all items; if one of them is damaged, of those that are not."""
    try:
        return read(items)
    except UNREADABLE:
        found: list[T] = []
        for item in items:
            try:
                found += read([item])
            except UNREADABLE:
                continue
        return found
