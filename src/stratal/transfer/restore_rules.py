"""What may come back: what is the person's, was not erased or deleted here, and holds no secret."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from stratal.core.canonical import Json
from stratal.core.erasure import Person
from stratal.core.identity import Scope
from stratal.core.messages import NewMessage, message_text
from stratal.core.records import Layer
from stratal.flows.erasing.plan import hashed
from stratal.storage import erasures, messages, records
from stratal.storage.database import Database, Transaction
from stratal.storage.erasures import Purpose
from stratal.text.secrets import find_secrets
from stratal.transfer.units import Row, Unit

NOT_CARRIED = "not_carried"
"""What belongs to one database."""


class Refused(Exception):
    """A thing that does not come in. `code` is for programs, `message` for people."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(message)


_SPOKEN: Mapping[str, tuple[str, ...]] = {
    "revisions": ("content", "reason_given"),
    "evidence": ("quotation",),
    "checkpoints": ("patch", "whole"),
    "payloads": ("content",),
    "notes": ("content",),
    "events": ("text", "data"),
    "chunks": ("heading", "content"),
    "file_versions": ("path", "content"),
    "files_waiting": ("path", "content"),
    "agent_states": ("document",),
    "agent_state_revisions": ("document",),
}
"""Texts before which the scanner stands, as it does where they are first written."""


@dataclass(kw_only=True, slots=True)
class Rules:
    """The rules of one restoration."""

    database: Database
    tenant: str
    user: str
    granted: frozenset[str]
    gone: set[str] = field(default_factory=set)
    """Conversations that did not come in."""

    def check(self, unit: Unit) -> None:
        """What the thing itself tells. Raises `Refused`."""
        for one in unit.members():
            self._check(one)

    def _check(self, unit: Unit) -> None:
        self._whose(unit)
        if unit.kind.name == "key":
            raise Refused(NOT_CARRIED, "A key opens one database: make a new one there.")
        if unit.head is None:
            raise Refused("partial", "It is a part of something that others share: not restored.")
        if unit.kind.name == "store" and unit.head["place"]:
            raise Refused(
                "in_folder",
                f"Its files lie in the folder {unit.head['place']}: make a store there instead.",
            )
        if unit.kind.name == "spend" and not _spent(unit.head):
            raise Refused("damaged", "Nobody can have spent that.")
        self._scope(unit, unit.head)
        self._rests(unit)
        _no_secrets(unit)

    def check_in(self, tx: Transaction, unit: Unit) -> None:
        """What the database tells of it. Raises `Refused`."""
        for one in unit.members():
            self._check_in(tx, one)

    def _check_in(self, tx: Transaction, unit: Unit) -> None:
        self._cites(tx, unit)
        for one in self._ids(unit):
            if records.was_deleted(tx, one):
                raise Refused("deleted", f"{one} was deleted here: it does not come back.")
        if unit.kind.name == "attachment" and not tx.rows("store_of", store=unit.name[1]):
            raise Refused("rests", f"There is no store {unit.name[1]} here.")
        if self._erased(tx, unit):
            raise Refused("erased", "It was erased for good, and does not come back.")

    def _cites(self, tx: Transaction, unit: Unit) -> None:
        cited: dict[str, list[str]] = defaultdict(list)
        for row in unit.of("evidence"):
            if row["type"] == "message" and row["owner"] == self.user:
                cited[str(row["conversation"])].append(str(row["ref"]))
        for conversation, ids in cited.items():
            said = messages.by_ids(tx, self.user, conversation, ids)
            for one in ids:
                if one not in said:
                    raise Refused(
                        "rests",
                        f"It rests on message {one} of conversation {conversation}, "
                        "which is not here.",
                    )

    def refused(self, unit: Unit) -> None:
        """It did not come in; nor does what rests on it."""
        if unit.kind.name == "conversation":
            self.gone.add(unit.name[0])

    def _whose(self, unit: Unit) -> None:
        for part, rows in unit.rows.items():
            allowed = {self.user, ""} if part in ("sweep_actions", "evidence") else {self.user}
            for row in rows:
                if "owner" in row and row["owner"] not in allowed:
                    raise Refused("not_theirs", f"It is of {row['owner']}, not of {self.user}.")
        payload = unit.head["payload"] if unit.kind.name == "job" and unit.head else {}
        if isinstance(payload, Mapping):
            others = {payload.get("user"), payload.get("owner")} - {None, self.user}
            if others:
                raise Refused("not_theirs", f"It is of {others.pop()}, not of {self.user}.")

    def _scope(self, unit: Unit, head: Row) -> None:
        scope = head.get("scope")
        if scope is None:
            return
        if scope not in self.granted:
            raise Refused(
                "not_granted", f"It is in {scope}, which was not granted to this restoration."
            )
        for row in unit.of("revisions"):
            if row["scope"] != scope or row["layer"] != head["layer"]:
                raise Refused("damaged", "Its revisions say that they are of another scope.")
        if scope != str(Scope.of_user(self.user)) and not _whole(unit, head):
            raise Refused("partial", "Others said some of it: their part is not in the file.")

    def _rests(self, unit: Unit) -> None:
        head = unit.head
        assert head is not None
        if unit.kind.name in ("run", "question", "attachment"):
            conversation = head["conversation"]
        elif unit.kind.name == "job" and isinstance(head["payload"], Mapping):
            conversation = head["payload"].get("conversation")
        else:
            return
        if conversation in self.gone:
            raise Refused("rests", f"It rests on conversation {conversation}, which stayed out.")

    def _ids(self, unit: Unit) -> Iterator[str]:
        if unit.kind.name in ("record", "document", "store"):
            yield unit.name[0]
        elif unit.kind.name in ("use", "question"):
            assert unit.head is not None
            yield str(unit.head["item" if unit.kind.name == "use" else "record"])
        yield from (str(row["id"]) for row in unit.of("files"))

    def _erased(self, tx: Transaction, unit: Unit) -> bool:
        if tx.row("erased_any") is None:
            return False
        if self._person_erased(tx) or self._messages_erased(tx, unit):
            return True
        return any(
            erasures.erased_at(tx, self.database, purpose, *parts) is not None
            for purpose, parts in self._names(unit)
        )

    def _person_erased(self, tx: Transaction) -> bool:
        target = hashed(self.database.receipt_key(), Person(user=self.user))
        return tx.row("erasure_of_target", hash=target) is not None

    def _messages_erased(self, tx: Transaction, unit: Unit) -> bool:
        batch = [
            NewMessage.of(row["body"], id=str(row["id"]))
            for row in unit.of("messages")
            if isinstance(row["body"], Mapping) and row["body"].get("content", True)
        ]
        return bool(
            erasures.returning(tx, self.database, self.user, unit.name[0], batch, imported=True)
        )

    def _names(self, unit: Unit) -> Iterator[tuple[Purpose, tuple[str, ...]]]:
        """What an erasure would have left a hash of, had it taken the thing."""
        kind, head = unit.kind.name, unit.head
        assert head is not None
        if kind in ("conversation", "task", "agent_state"):
            yield Purpose.LISTED, (kind, self.user, *unit.name)
        if kind == "event":
            yield Purpose.LISTED, (kind, self.user, str(head["id"]))
        if kind in ("document", "store"):
            yield Purpose.LISTED, (kind, unit.name[0])
        for row in unit.of("files"):
            yield Purpose.LISTED, ("file", str(row["id"]))
        scope = str(head.get("scope"))
        if kind == "record":
            named_so = "fact" if head["layer"] == Layer.PROFILE else "memory"
            yield Purpose.LISTED, (named_so, unit.name[0])
            for row in unit.of("revisions"):
                yield Purpose.STATEMENT, erasures.statement(scope, str(row["content"]))
        for part, what in (("document_versions", "document"), ("file_versions", "file")):
            for row in unit.of(part):
                if row["digest"] is not None:
                    yield Purpose.DOCUMENT, (what, scope, str(row["digest"]))


def _whole(unit: Unit, head: Row) -> bool:
    """Whether no revision or version of a shared thing is missing in the file."""
    for part, number in (
        ("revisions", "revision"),
        ("evidence", "no"),
        ("document_versions", "version"),
    ):
        numbers = sorted(int(str(row[number])) for row in unit.of(part))
        if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            return False
        if numbers and numbers[0] > 1:
            return False
    if "current_version" in head:
        versions = [row["version"] for row in unit.of("document_versions")]
        return not head["current_version"] or head["current_version"] in versions
    return any(row["known_to"] is None for row in unit.of("revisions"))


def _spent(head: Row) -> bool:
    return bool(head["flow"]) and all(
        int(str(head[name])) >= 0 for name in ("calls", "tokens", "cost")
    )


def _no_secrets(unit: Unit) -> None:
    for row in unit.of("messages"):
        body = row["body"] if isinstance(row["body"], Mapping) else {}
        marked = row["secrets"] if isinstance(row["secrets"], Sequence) else ()
        found = {hit.kind for hit in find_secrets(message_text(body))} - set(marked)
        if found:
            raise Refused(
                "secret", f"Message {row['id']} holds a {', '.join(found)} and is not marked so."
            )
    for part, fields in _SPOKEN.items():
        for row in unit.of(part):
            kinds = {hit.kind for name in fields for hit in find_secrets(_spoken(row[name]))}
            if kinds:
                raise Refused("secret", f"It holds a secret ({', '.join(sorted(kinds))}).")


def _spoken(value: Json) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
