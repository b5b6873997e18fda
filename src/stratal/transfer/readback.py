"""Whether a thing that was just restored can be read as what it should be, before it is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from stratal.core.clock import zone
from stratal.core.messages import Message, content_digest
from stratal.core.records import Layer
from stratal.storage import (
    agent_state,
    consent,
    events,
    file_stores,
    file_versions,
    files,
    knowledge,
    messages,
    records,
    runs,
    tasks,
)
from stratal.storage.agent_state import Instance
from stratal.storage.database import Transaction
from stratal.storage.doctor import UNREADABLE
from stratal.transfer.restore_rules import Refused
from stratal.transfer.units import Unit

_ALL = 1_000_000_000
_PAGE = 500


def read_back(tx: Transaction, unit: Unit, user: str) -> None:
    """Read it as its layer does. Raises `Refused` if that cannot be done."""
    reader = _READERS.get(unit.kind.name)
    if reader is None:
        return
    try:
        found = (problem for one in unit.members() for problem in reader(tx, one, user))
        problem = next(found, None)
    except UNREADABLE as error:
        problem = f"it cannot be read ({error})"
    if problem is not None:
        raise Refused("damaged", f"{unit.kind.name.capitalize()} {unit.id}: {problem}.")


def _conversation(tx: Transaction, unit: Unit, user: str) -> Iterator[str]:
    last = unit.head["last_seq"] if unit.head else 0
    for page in _pages(tx, user, unit.name[0]):
        digests = messages.by_ids(tx, user, unit.name[0], [message.id for message in page])
        for message in page:
            zone(message.time_zone)
            blank = message.retracted and not message.content.get("content", True)
            if not blank and content_digest(message.body) != digests[message.id][1]:
                yield f"message {message.id} is not what its digest says"
            if message.seq > int(str(last)):
                yield f"message {message.id} stands after its last one"


def _pages(tx: Transaction, user: str, conversation: str) -> Iterator[list[Message]]:
    after = 0
    while page := messages.after(tx, user, conversation, after, _PAGE):
        yield page
        after = page[-1].seq


def _record(tx: Transaction, unit: Unit, _user: str) -> Iterator[str]:
    assert unit.head is not None
    history = records.history(tx, Layer(str(unit.head["layer"])), unit.name[0])
    if len(history) != len(unit.of("revisions")) or not history:
        yield "its revisions are of other layers"
    if sum(row["known_to"] is None for row in unit.of("revisions")) != 1:
        yield "not exactly one of its revisions holds now"


def _task(tx: Transaction, unit: Unit, user: str) -> Iterator[str]:
    [name] = unit.name
    if tasks.get(tx, user, name) is None:
        yield "it is not there"
    found = tasks.heads(tx, user, name)
    if not found:
        yield "it has no line of work"
    for row in unit.of("heads"):
        tasks.line_at(tx, user, name, int(str(row["seq"])))


def _event(tx: Transaction, unit: Unit, user: str) -> Iterator[str]:
    assert unit.head is not None
    zone(str(unit.head["time_zone"]))
    if not events.after(tx, user, int(unit.name[0]) - 1, 1):
        yield "it is not there"


def _document(tx: Transaction, unit: Unit, _user: str) -> Iterator[str]:
    assert unit.head is not None
    if unit.head["scope"] is None:
        yield "it has no scope"
    for version in knowledge.versions(tx, unit.name[0]):
        knowledge.chunks(tx, unit.name[0], version.version, after=-1, limit=_ALL)


def _store(tx: Transaction, unit: Unit, _user: str) -> Iterator[str]:
    if file_stores.store(tx, unit.name[0]) is None:
        yield "it is not there"
    file_versions.versions(tx, unit.name[0], file_versions.Asked(), before=None, limit=_ALL)
    for row in unit.of("files"):
        if files.whole_by_id(tx, unit.name[0], str(row["id"])) is None:
            yield f"file {row['path']} has no text"


def _agent_state(tx: Transaction, unit: Unit, user: str) -> Iterator[str]:
    instance = Instance(owner=user, agent=unit.name[0], name=unit.name[1])
    if agent_state.get(tx, instance) is None:
        yield "it is not there"
    agent_state.history(tx, instance)


def _run(tx: Transaction, unit: Unit, user: str) -> Iterator[str]:
    if runs.get(tx, user, unit.name[0]) is None:
        yield "it is not there"
    runs.replies(tx, unit.name[0])
    runs.items(tx, unit.name[0])


def _consent(tx: Transaction, _unit: Unit, user: str) -> Iterator[str]:
    consent.changes(tx, user)
    yield from ()


_READERS: Mapping[str, Callable[[Transaction, Unit, str], Iterator[str]]] = {
    "conversation": _conversation,
    "record": _record,
    "task": _task,
    "event": _event,
    "document": _document,
    "store": _store,
    "agent_state": _agent_state,
    "run": _run,
    "consent": _consent,
}
