"""Bad input: whatever a call takes, what cannot be is refused by name, and nothing is half-written.

One table of calls, one of what is wrong with a value. Every text, name, time, number and JSON that
a public call of a layer takes is given every wrong value of its sort, on both databases. Each
refusal is typed, says what is wrong, and leaves every table as it was; then the same call works.
"""

from __future__ import annotations

import inspect
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.conftest import Sessions

import stratal
from stratal import (
    BadInput,
    Conflict,
    ConversationTarget,
    DocumentEvidence,
    Done,
    EventEvidence,
    InvalidPolicy,
    InvalidValue,
    Item,
    Layer,
    Memory,
    MemoryEvidence,
    MessageEvidence,
    MessageSpan,
    NewMessage,
    NotFound,
    Outcome,
    Person,
    Principal,
    Scope,
    ScopeNotGranted,
    Session,
    ToolEvidence,
    Topic,
)
from stratal.core.canonical import Json
from stratal.core.tasks import Add
from stratal.layers.task import Task
from stratal.storage.database import Database
from stratal.storage.sqlite import SqliteDatabase
from stratal.testing.postgresql import TestDatabase

TEN_MEGABYTES = "ten megabytes." * 750_000
SURROGATE = "half a \ud83d pair"
NUL = "cut\x00off"
CYCLE: list[object] = []
CYCLE.append(CYCLE)
DEEP: Any = "bottom"
for _ in range(5_000):
    DEEP = [DEEP]
DEEP_ENOUGH: Any = "bottom"
for _ in range(300):
    DEEP_ENOUGH = [DEEP_ENOUGH]
NAIVE = datetime(2026, 3, 1, 12)  # noqa: DTZ001
EAST, WEST = timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

Wrong = Mapping[str, tuple[object, str]]
"""By what is wrong: the value, and a word that every refusal of it must hold."""

NOTHING: Wrong = {
    "empty": ("", "empty|no content"),
    "blank": (" \n\t\u3000", "empty|no content|white space"),
}
NO_TEXT: Wrong = {
    "a lone surrogate": (SURROGATE, "Unicode"),
    "NUL": (NUL, "NUL"),
    "bytes": (b"bytes", "string|JSON"),
    "a number": (7, "string|no content"),
    "10 MB": (TEN_MEGABYTES, "at most|more than|larger than"),
}
NO_TIME: Wrong = {
    "naive": (NAIVE, "no time zone: add one"),
    "year 1": (datetime(1, 1, 1, tzinfo=UTC), "out of range"),
    "before year 1": (datetime(1, 1, 1, tzinfo=EAST), "out of range"),
    "year 9999": (datetime(9999, 12, 31, 23, 59, tzinfo=UTC), "out of range"),
    "after year 9999": (datetime(9999, 12, 31, 23, tzinfo=WEST), "out of range"),
}
NO_NUMBER: Wrong = {
    "NaN": (float("nan"), "number"),
    "inf": (float("inf"), "number"),
    "-inf": (float("-inf"), "number"),
    "a text": ("7", "number"),
    "a truth value": (True, "number"),
    "huge": (10**30, "number"),
    "negative": (-1, "number"),
}


class Sort(Enum):
    """What a parameter takes."""

    CONTENT = auto()
    """A text that is kept and must say something."""
    REMARK = auto()
    """A text beside it that may be empty: a reason, a cause."""
    NAME = auto()
    """An id or a key that the caller chooses."""
    LOOKUP = auto()
    """An id or a revision of what should be there: refused, or simply not found."""
    QUERY = auto()
    """A text that is asked and never kept: what cannot be searched for is passed over."""
    INSTANT = auto()
    MOMENT = auto()
    """A time, a day, or a text that says one."""
    SHARE = auto()
    """A number from 0 to 1."""
    WHOLE = auto()
    JSON = auto()
    """A value within the JSON that a host hands in."""
    DOCUMENT = auto()
    """The JSON object itself."""
    OTHER = auto()
    """What the types rule; here only because the call needs it."""


WRONG: Mapping[Sort, Wrong] = {
    Sort.CONTENT: {**NOTHING, **NO_TEXT},
    Sort.REMARK: NO_TEXT,
    Sort.NAME: {**NOTHING, **NO_TEXT, "a control character": ("a\x1bb", "control")},
    Sort.LOOKUP: {**NOTHING, **NO_TEXT, "unknown": ("nowhere", "nowhere")},
    Sort.QUERY: {"bytes": (b"bytes", "string"), "a number": (7, "string")},
    Sort.INSTANT: {
        **NO_TIME,
        "a text": ("2026-03-01T12:00:00Z", "datetime"),
        "a day": (date(2026, 3, 1), "datetime"),
    },
    Sort.MOMENT: {
        **NO_TIME,
        "no date": ("yesterday", "ISO 8601"),
        "no such day": ("2026-02-30", "ISO 8601"),
        "before year 1, as text": ("0001-01-01T00:00:00+14:00", "out of range"),
        "after year 9999, as text": ("9999-12-31T23:00:00-12:00", "out of range"),
        "the first day": (date.min, "out of range"),
        "the last day": ("9999-12-28", "out of range"),
        "a number": (1767225600, "must be"),
    },
    Sort.SHARE: {**NO_NUMBER, "above one": (1.01, "from 0 to 1")},
    Sort.WHOLE: {**NO_NUMBER, "a fraction": (1.5, "whole number")},
    Sort.JSON: {
        "NaN": (float("nan"), "JSON"),
        "inf": (float("inf"), "JSON"),
        "no JSON": (object(), "JSON"),
        "bytes": (b"bytes", "JSON"),
        "a lone surrogate": (SURROGATE, "Unicode"),
        "NUL": (NUL, "NUL"),
        "a cycle": (CYCLE, "JSON"),
        "very deep": (DEEP, "JSON|deep"),
        "too deep to be read": (DEEP_ENOUGH, "deep"),
        "keys of two sorts": ({"a": 1, 2: 2}, "JSON"),
        "a key with NUL": ({NUL: 1}, "NUL"),
        "a key with a lone surrogate": ({SURROGATE: 1}, "Unicode"),
        "a huge number": (10**5000, "JSON"),
    },
    Sort.DOCUMENT: {
        "10 MB": ({"text": TEN_MEGABYTES}, "at most|more than|larger than"),
        "a list": ([1], "object"),
        "a text": ("text", "object"),
        "a number": (7, "object"),
    },
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Desk:
    """A session with one thing in each layer, and their ids."""

    memory: Memory
    session: Session
    task: Task
    said: MessageEvidence
    fact: str
    record: str
    waiting_fact: str
    waiting: str
    """Both wait for a person."""
    entry: str
    event: str
    checkpoint: str
    closed: Task
    store: str
    swept: str

    @classmethod
    def of(cls, memory: Memory, session: Session) -> Desk:
        words = "Use pnpm please"
        session.conversation.append(user(words), id="m1")
        said = MessageEvidence(conversation=session.id, message="m1", quotation=words)
        task = session.task("ship", goal="ship it")
        closed = session.task("done", goal="be done")
        closed.close("It is done.")
        session.agent_state.create("desk", {"open": True})
        session.knowledge.add("rules.md", "# Rules\n\nBoxes are red.")
        store = session.files.create("notes").id
        assert store is not None
        topic = Topic(subject="trip", attribute="package manager")
        ids = [
            session.profile.set("favourite tool", "pnpm", evidence=said).id,
            session.memories.remember("Use pnpm", topic=topic, evidence=said).id,
            session.profile.set("diet", "vegan", evidence=said).id,
            session.memories.remember("Always open an urgent ticket when a build fails").id,
            task.add("plan", "install pnpm").id,
            session.events.log("The ferry left.").id,
        ]
        call: Json = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        session.conversation.append({"role": "assistant", "tool_calls": [call], "content": None})
        session.conversation.append({"role": "tool", "tool_call_id": "c", "content": "fine"})
        session.conversation.append(user("Go on."))
        session.compact(keep=1)
        fact, record, waiting_fact, waiting, step, event = (one for one in ids if one is not None)
        return cls(
            memory=memory,
            session=session,
            task=task,
            said=said,
            fact=fact,
            record=record,
            waiting_fact=waiting_fact,
            waiting=waiting,
            entry=step,
            event=event,
            checkpoint=task.checkpoint.id,
            closed=closed,
            store=store,
            swept=memory.sweep(session.principal.tenant).id or "",
        )

    def function(self, call: str) -> Callable[..., object]:
        """What the table calls by that name."""
        place, _, method = call.partition(".")
        if place in VALUES:
            return VALUES[place]
        if place in ("memory", "session", "task"):
            target: object = getattr(self, place)
        else:
            target = getattr(self.session, place)
        found: Callable[..., object] = getattr(target, method)
        return found


@dataclass(frozen=True, slots=True)
class Of:
    """An attribute of the desk, where a good value is wanted."""

    name: str


def user(text: Any) -> dict[str, Any]:
    return {"role": "user", "content": text}


ANA = Principal(tenant="acme", user="ana")
VALUES: Mapping[str, Callable[..., object]] = {
    "Principal": Principal,
    "Scope": Scope,
    "Scope.parse": Scope.parse,
    "Topic": Topic,
    "Person": Person,
    "ConversationTarget": ConversationTarget,
    "MessageSpan": MessageSpan,
    "Item": Item,
    "MessageEvidence": MessageEvidence,
    "EventEvidence": EventEvidence,
    "DocumentEvidence": DocumentEvidence,
    "ToolEvidence": ToolEvidence,
    "MemoryEvidence": MemoryEvidence,
    "NewMessage": NewMessage.of,
    "parse": Scope.parse,
}

C, R, N, L, Q = Sort.CONTENT, Sort.REMARK, Sort.NAME, Sort.LOOKUP, Sort.QUERY
T, M, S, W, J, D = (
    Sort.INSTANT, Sort.MOMENT, Sort.SHARE, Sort.WHOLE, Sort.JSON, Sort.DOCUMENT,
)  # fmt: skip
X = Sort.OTHER
REASON = {"reason": (R, "asked for")}
EXPECT = {"expect": (L, Of("checkpoint"))}
FACT, RECORD = {"id": (L, Of("fact"))}, {"id": (L, Of("record"))}
STATE = {"name": (L, "desk")}
STORE = {"store": (L, Of("store"))}
AS_OF = {"valid_at": (T, NOON), "known_at": (T, NOON)}

CALLS: Mapping[str, Mapping[str, tuple[Sort, object]]] = {
    "Principal": {"tenant": (N, "acme"), "user": (N, "ana"), "agent": (N, "clerk")},
    "Scope": {"kind": (N, "repo"), "name": (N, "trip")},
    "parse": {"text": (N, "repo:trip")},
    "Topic": {"subject": (N, "box"), "attribute": (N, "colour")},
    "Person": {"user": (N, "ana")},
    "ConversationTarget": {"user": (N, "ana"), "conversation": (N, "monday")},
    "MessageSpan": {
        "user": (N, "ana"),
        "conversation": (N, "monday"),
        "first": (W, 1),
        "last": (W, 5),
    },
    "Item": {"layer": (X, Layer.EVENTS), "id": (N, "e1"), "user": (N, "ana")},
    "MessageEvidence": {"conversation": (N, "a"), "message": (N, "b"), "quotation": (C, "c")},
    "EventEvidence": {"event": (N, "a"), "quotation": (C, "c")},
    "DocumentEvidence": {"document": (N, "a"), "version": (N, "1"), "quotation": (R, "c")},
    "ToolEvidence": {"call": (N, "a"), "quotation": (R, "c")},
    "MemoryEvidence": {"memory": (N, "a")},
    "NewMessage": {
        "message": (D, user("hello")),
        "id": (N, "m2"),
        "speaker": (N, "ben"),
        "said_at": (T, NOON),
    },
    "memory.session": {
        "principal": (X, ANA),
        "id": (N, "friday"),
        "write": (N, "user:ana"),
        "time_zone": (N, "Europe/Vienna"),
    },
    "memory.ground": {"tenant": (N, "acme")},
    "memory.sweep": {"tenant": (N, "acme")},
    "memory.undo": {
        "tenant": (N, "acme"),
        "sweep": (L, Of("swept")),
        "item": (L, None),
        "by": (N, "ana"),
    },
    "memory.erasing": {"tenant": (N, "acme"), "asked_by": (N, "data protection")},
    "memory.erasure": {
        "tenant": (N, "acme"),
        "target": (X, Person(user="ana")),
        "asked_by": (N, "data protection"),
    },
    "session.add": {"message": (C, "hello"), "id": (N, "m2")},
    "session.task": {"id": (N, "other"), "goal": (C, "paint it")},
    "session.recall": {
        "query": (Q, "pnpm"),
        "k": (W, 3),
        "conversation": (N, "monday"),
        "where": (D, {"language": "en"}),
        "layers": (X, [Layer.KNOWLEDGE, Layer.CONVERSATION]),
        "during": (C, "last week"),
    },
    "session.as_of": {"at": (M, "2026-03-01"), "valid": (M, NOON)},
    "session.ask": {"question": (Q, "what is pnpm"), "most": (W, 5)},
    "session.context": {
        "query": (Q, "pnpm"),
        "system": (R, "Be short."),
        "budget": (W, 5_000),
        "model": (N, "claude"),
        "tools": (X, [{"name": "tide"}]),
        "window": (W, 5),
        "stage": (N, "auto"),
        "patience": (S, 5.0),
        "pinned": (X, ["m1"]),
    },
    "session.why": {
        "text": (C, "pnpm"),
        "budget": (W, 5_000),
        "also": (X, ["repo:ferry"]),
    },
    "session.compact": {
        "keep": (W, 5),
        "budget": (W, 5_000),
        "patience": (S, 5.0),
        "pinned": (X, ["m1"]),
    },
    "session.close_task": {
        "task": (X, Of("task")),
        "conclusion": (C, "It is shipped."),
        "case": (N, "4471"),
    },
    "session.archive": {"task": (X, Of("closed")), "case": (N, "4471")},
    "session.summaries": {"limit": (W, 3)},
    "session.read_result": {"handle": (L, "result-3-1"), "offset": (W, 0), "limit": (W, 5)},
    "session.page_in": {"handle": (L, "page-1-3")},
    "conversation.append": {"message": (D, user("hello")), "id": (N, "m2")},
    "conversation.extend": {"batch": (X, [user("hello")])},
    "conversation.get": {"id": (L, "m1")},
    "conversation.before": {"id": (L, "m1"), "n": (W, 1)},
    "conversation.last": {"n": (W, 1)},
    "conversation.retract": {"last": (W, 1), **REASON},
    "profile.set": {
        "key": (N, "tool"),
        "value": (C, "pnpm"),
        "evidence": (X, Of("said")),
        "source": (N, "user_explicit"),
        "confidence": (S, 0.9),
        "run": (N, "run-1"),
        **REASON,
    },
    "profile.get": FACT,
    "profile.log": FACT,
    "profile.confirm": FACT,
    "profile.timeline": {"key": (N, "tool")},
    "profile.several": {"key": (N, "tool")},
    "profile.reject": {"id": (L, Of("waiting_fact")), **REASON},
    "profile.forget": {**FACT, **REASON},
    "profile.restore": {**FACT, **REASON},
    "profile.delete": {**FACT, **REASON},
    "profile.revise": {**FACT, "value": (C, "bun"), "expect": (W, 1), **REASON},
    "profile.take_back": {**FACT, "written": (W, 1), **REASON},
    "profile.values": {"key": (N, "favourite tool")},
    "profile.how_do_you_know": {"key": (N, "favourite tool")},
    "profile.as_of": AS_OF,
    "memories.remember": {
        "content": (C, "Use pnpm please"),
        "kind": (N, "lesson"),
        "source": (N, "user_explicit"),
        "reason_given": (R, "pnpm is quick"),
        "evidence": (X, Of("said")),
        "confidence": (S, 0.4),
        "importance": (W, 5),
        "valid_from": (T, NOON),
        "run": (N, "run-1"),
        **REASON,
    },
    "memories.get": RECORD,
    "memories.log": RECORD,
    "memories.confirm": RECORD,
    "memories.reject": {"id": (L, Of("waiting")), **REASON},
    "memories.forget": {**RECORD, **REASON},
    "memories.restore": {**RECORD, **REASON},
    "memories.delete": {**RECORD, **REASON},
    "memories.revise": {
        **RECORD,
        "content": (C, "Use bun"),
        "expect": (W, 1),
        "run": (N, "a run"),
        **REASON,
    },
    "memories.take_back": {**RECORD, "written": (W, 1), **REASON},
    "memories.as_of": AS_OF,
    "tasks.open": {"id": (N, "ship"), "goal": (C, "paint it"), "head": (L, "main")},
    "tasks.get": {"id": (L, "ship"), "head": (L, "main"), "seen": (L, Of("checkpoint"))},
    "tasks.list": {"status": (L, "open")},
    "task.add": {
        "field": (L, "plan"),
        "text": (C, "paint"),
        "replaces": (X, ()),
        **EXPECT,
    },
    "task.take_back": {"checkpoint": (L, Of("checkpoint")), **REASON},
    "task.edit": {"entry": (L, Of("entry")), "text": (C, "paint"), **EXPECT},
    "task.done": {"entry": (L, Of("entry")), **EXPECT},
    "task.remove": {"entry": (L, Of("entry")), **EXPECT},
    "task.set": {"name": (N, "colour"), "value": (J, {"a": [1, None]}), **EXPECT},
    "task.set_goal": {"text": (C, "paint it"), **EXPECT},
    "task.update": {
        "changes": (X, [Add(field="facts", text="it is red")]),  # type: ignore[arg-type]
        **EXPECT,
        **REASON,
    },
    "task.checkpoints": {"head": (L, "main"), "limit": (W, 1)},
    "task.at": {"checkpoint": (L, Of("checkpoint"))},
    "task.diff": {"a": (L, Of("checkpoint")), "b": (L, Of("checkpoint"))},
    "task.fork": {"checkpoint": (L, Of("checkpoint")), "name": (N, "other")},
    "task.note": {"text": (C, "look here")},
    "task.close": {"conclusion": (C, "painted"), **EXPECT},
    "task.abandon": {"reason": (C, "no paint"), **EXPECT},
    "task.render": {"budget": (W, 100), "at": (L, Of("checkpoint"))},
    "task.render_changes": {"since": (L, Of("checkpoint")), "budget": (W, 100)},
    "task.read": {"handle": (L, "task:ship#all")},
    "events.log": {
        "text": (C, "The ferry left."),
        "kind": (N, "left"),
        "at": (M, NOON),
        "until": (M, "2026-03-01T13:00:00Z"),
        "data": (D, {"a": 1}),
        "task": (N, "ship"),
    },
    "events.report": {"quotation": (C, "I like tea")},
    "events.between": {"since": (M, NOON), "before": (M, "2026-03-02"), "kind": (N, "left")},
    "events.last": {"n": (W, 1), "kind": (N, "left")},
    "events.get": {"id": (L, Of("event"))},
    "events.retract": {"id": (L, Of("event")), **REASON},
    "files.create": {
        "name": (N, "plans"),
        "description": (R, "What we plan."),
        "metadata": (D, {"team": "ferry"}),
        "index_by": (N, "automatic"),
        "personal_data": (N, "redact"),
    },
    "files.stores": {
        "since": (T, NOON),
        "until": (T, NOON),
        "after": (L, Of("store")),
        "limit": (W, 5),
    },
    "files.get": STORE,
    "files.named": {"name": (L, "notes")},
    "files.open": STORE,
    "files.through": {"door": (N, "mount")},
    "files.update": {
        **STORE,
        "name": (N, "plans"),
        "description": (R, ""),
        "metadata": (D, {"team": "ferry"}),
        "index_by": (N, "automatic"),
        "personal_data": (N, "allow"),
    },
    "files.attach": {**STORE, "access": (N, "read_only"), "instructions": (R, "Look first.")},
    "files.detach": STORE,
    "files.archive": STORE,
    "files.delete": {**STORE, **REASON},
    "knowledge.add": {
        "name": (N, "rules.md"),
        "data": (C, "# Rules"),
        "media_type": (L, "text/markdown"),
        "metadata": (D, {"language": "en"}),
        **REASON,
    },
    "knowledge.documents": {"where": (D, {"language": "en"}), "known_at": (T, NOON)},
    "knowledge.get": {"document": (L, "rules.md")},
    "knowledge.versions": {"document": (L, "rules.md")},
    "knowledge.chunks": {"document": (L, "rules.md"), "version": (W, 1)},
    "knowledge.cited": {"citation": (L, "rules.md@1#Rules:0")},
    "knowledge.remove": {"document": (L, "rules.md"), **REASON},
    "consent.withdraw": {"layer": (L, "profile"), "conversation": (N, "monday"), **REASON},
    "consent.give": {"layer": (L, "profile"), "conversation": (N, "monday"), **REASON},
    "agent_state.create": {
        "name": (N, "pc"),
        "document": (D, {"a": 1}),
        "schema_version": (W, 2),
    },
    "agent_state.get": STATE,
    "agent_state.history": STATE,
    "agent_state.set": {
        **STATE,
        "document": (D, {"a": 1}),
        "expect": (W, 1),
        "schema_version": (W, 2),
        **REASON,
    },
    "agent_state.patch": {
        **STATE,
        "patch": (D, {"a": 1}),
        "expect": (W, 1),
        "schema_version": (W, 2),
        **REASON,
    },
}
"""Every call; by parameter its sort and a good value."""

Wrap = Callable[[Any], dict[str, object]]
WITHIN: Mapping[str, tuple[str, Sort, Wrap]] = {
    "text of a message": (
        "conversation.append", C, lambda v: {"message": user(v)},
    ),
    "text of a block": (
        "conversation.append", R, lambda v: {"message": user([{"type": "text", "text": v}])},
    ),
    "JSON of a message": (
        "conversation.append", J, lambda v: {"message": {**user("hello"), "extra": v}},
    ),
    "text of the last of a batch": (
        "conversation.extend", C, lambda v: {"batch": [user("a good one"), user(v)]},
    ),
    "scope of a session": ("memory.session", N, lambda v: {"scopes": [v], "write": None}),
    "scope looked into": ("session.why", N, lambda v: {"also": [v]}),
    "prompt asked about": ("session.why", L, lambda v: {"context": v, "budget": None}),
    "pinned message": ("session.context", L, lambda v: {"pinned": [v]}),
    "message pinned while compacting": ("session.compact", L, lambda v: {"pinned": [v]}),
    "reason of a decision": (
        "task.add", R, lambda v: {"field": "decisions", "text": "use red", "reason": v},
    ),
    "cause of a failure": (
        "task.add", R, lambda v: {"field": "failed", "text": "used blue", "cause": v},
    ),
    "name of metadata": ("knowledge.add", N, lambda v: {"metadata": {v: "en"}}),
    "value of metadata": ("knowledge.add", R, lambda v: {"metadata": {"language": v}}),
    "JSON of an event": ("events.log", J, lambda v: {"data": {"a": v}}),
    "JSON of a document": ("agent_state.create", J, lambda v: {"document": {"a": v}}),
    "JSON of a replaced document": ("agent_state.set", J, lambda v: {"document": {"a": v}}),
    "JSON of a patch": ("agent_state.patch", J, lambda v: {"patch": {"a": v}}),
}  # fmt: skip
"""What stands inside of a value, and how it gets there."""


def given_as(parameter: str) -> Wrap:
    return lambda value: {parameter: value}


ELSEWHERE = {
    ("task.edit", "reason"),
    ("task.edit", "cause"),
    ("task.add", "reason"),
    ("task.add", "cause"),
    ("memory.session", "scopes"),
    ("session.why", "context"),
    ("session.recall", "as_of"),
    ("session.recall", "known_at"),
    ("memory.start_worker", "tenants"),
    # A path of the host's: what it may be is for its system to say.
    ("files.create", "directory"),
    # A path, as `core.file_paths` says what one is.
    ("files.commands", "root"),
    # A sweep's, within its transaction: the time is its clock's.
    ("memories.restate", "now"),
    ("profile.restate", "now"),
}
"""Parameters of which only some go together, or that stand in the next table."""

SAYS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "files.create index_by",
            "files.create personal_data",
            "files.update index_by",
            "files.update personal_data",
            "files.attach access",
            "memories.remember kind",
            "memories.remember source",
            "profile.set source",
        ),
        "must be one of",
    ),
    "files.create metadata": "must map|string|Unicode|NUL|at most|white space|control",
    "files.update metadata": "must map|string|Unicode|NUL|at most|white space|control",
    "Scope": "lower-case word|kind:name|string|Unicode|NUL|at most|control|white space",
    "parse": "lower-case word|kind:name|string|Unicode|NUL|at most",
    "memory.session write": "lower-case word|kind:name|string|Unicode|NUL|at most",
    "scope looked into": "lower-case word|kind:name|string|Unicode|NUL|at most",
    "scope of a session": "lower-case word|kind:name|string|Unicode|NUL|at most",
    "memory.session time_zone": "IANA|string|Unicode|NUL",
    "session.context stage": "one of truncate",
    "session.context patience": "number of seconds",
    "session.compact patience": "number of seconds",
    "session.as_of at": "no time zone|out of range|ISO 8601|must be|to come",
    "session.add message": "empty|content|object|Unicode|NUL|more than|larger than|at most",
    "knowledge.add data": "holds no text|bytes, a text|Unicode|NUL",
    "knowledge.add metadata": "at most",
    "knowledge.documents where": "at most",
    "session.recall where": "for documents|at most",
    "session.recall during": "no time that can be read|two times",
    "events.log kind": "lower-case word|string|Unicode|NUL",
    "events.between kind": "lower-case word|string|Unicode|NUL",
    "events.last kind": "lower-case word|string|Unicode|NUL",
    "events.log at": "no time zone|out of range|ISO 8601|must be a|whole day",
    "events.log until": "no time zone|out of range|ISO 8601|must be a",
}
"""Where a refusal has words of its own."""
ALLOWED: Mapping[str, tuple[str, ...]] = {
    # A block is the host's own, and only its words are ours to read.
    "text of a block": ("a number",),
    "session.context patience": ("above one",),
    "session.compact patience": ("above one",),
    # What will hold then is a question like another.
    "session.as_of valid": ("the last day",),
    # A document may be bytes, and as long as it is.
    "knowledge.add data": ("bytes", "10 MB"),
}
"""What is no mistake here, although it is for others of its sort."""

ROWS: Mapping[str, tuple[str, Sort, Wrap]] = {
    **{
        f"{call} {parameter}": (call, sort, given_as(parameter))
        for call, parameters in CALLS.items()
        for parameter, (sort, _) in parameters.items()
        if sort is not Sort.OTHER
    },
    **WITHIN,
}


def good(desk: Desk, call: str) -> dict[str, object]:
    """Arguments with which the call works."""
    return {
        parameter: getattr(desk, value.name) if isinstance(value, Of) else value
        for parameter, (_, value) in CALLS[call].items()
    }


def refusal(call: Callable[[], object]) -> str | None:
    """What a call says of its being refused; None if it was not."""
    try:
        result = call()
        if isinstance(result, Iterator):
            result = list(result)
    except (BadInput, NotFound, Conflict) as error:
        return str(error)
    answers = result if isinstance(result, list) else [result]
    said = [
        one.message
        for one in answers
        if isinstance(one, Outcome) and one.done in (Done.REJECTED, Done.FAILED)
    ]
    return "; ".join(said) if said and len(said) == len(answers) else None


def fault(row: str, sort: Sort, words: str, call: Callable[[], object]) -> str | None:
    """What is wrong with how a wrong value was answered."""
    started = time.monotonic()
    try:
        said = refusal(call)
    except Exception as error:  # whatever else is raised is what is looked for
        return f"{type(error).__name__}: {error}"[:200]
    took = time.monotonic() - started
    if said is None:
        return "was taken"
    says = SAYS.get(row) or SAYS.get(row.partition(" ")[0]) or words
    if sort is not Sort.LOOKUP and not re.search(says, said):
        return f"says: {said}"
    if len(said) > 500 or "\n" in said:
        return f"says it in {len(said)} characters"
    return f"took {took:.1f} s" if took > 3 else None


@pytest.fixture
def desk(memory: Memory, sessions: Sessions) -> Desk:
    return Desk.of(memory, sessions(scopes=("user:ana", "repo:trip")))


Tables = Mapping[str, list[str]]


@pytest.fixture
def tables(database: Database, request: pytest.FixtureRequest) -> Callable[[], Tables]:
    """Every row of every table, as text."""
    if isinstance(database, SqliteDatabase):
        return partial(sqlite_tables, database.name)
    emptied: TestDatabase = request.getfixturevalue("emptied_database")
    return partial(postgresql_tables, emptied.superuser)


def sqlite_tables(path: str) -> Tables:
    import apsw

    connection = apsw.Connection(path)
    try:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return {
            str(name): sorted(map(repr, connection.execute(f'SELECT * FROM "{name}"').fetchall()))
            for (name,) in names
        }
    finally:
        connection.close()


def postgresql_tables(address: str) -> Tables:
    import psycopg
    from psycopg import sql

    with psycopg.connect(address) as connection:
        names = [
            str(name)
            for (name,) in connection.execute(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
            )
        ]
        each = (
            sql.SQL("SELECT {}, t::text FROM {} t").format(name, sql.Identifier(name))
            for name in names
        )
        tables: dict[str, list[str]] = {name: [] for name in names}
        for name, row in connection.execute(sql.SQL(" UNION ALL ").join(each)):
            tables[name].append(row)
        return {name: sorted(rows) for name, rows in tables.items()}


@pytest.mark.parametrize("call", CALLS)
def test_what_cannot_be_is_refused(desk: Desk, call: str, tables: Callable[[], Tables]) -> None:
    """Each wrong value is refused at once, in words that say why; the tables stay as they were."""
    function = desk.function(call)
    before = tables()
    faults: dict[str, str] = {}
    for row, (called, sort, wrap) in ROWS.items():
        for what, (value, words) in WRONG[sort].items() if called == call else ():
            if what in ALLOWED.get(row, ()):
                continue
            wrong = partial(function, **{**good(desk, call), **wrap(value)})
            said = fault(row, sort, words, wrong)
            if said is not None:
                faults[f"{row}: {what}"] = said
    assert faults == {}
    assert tables() == before
    assert refusal(partial(function, **good(desk, call))) is None


def test_every_parameter_is_in_the_table(desk: Desk) -> None:
    """A text, a time, a number or JSON that a public call of a layer takes has its row."""
    layers = {name: type(one) for name, one in vars(desk.session).items() if name[0] != "_"}
    layers |= {"memory": Memory, "session": Session, "task": Task}
    ours = re.compile(r"\b(str|int|float|datetime|date|Mapping|Json)\b")
    found = {
        (f"{place}.{name}", parameter.name)
        for place, layer in layers.items()
        for name, method in inspect.getmembers(layer, inspect.isfunction)
        if not name.startswith("_")
        for parameter in inspect.signature(method).parameters.values()
        if ours.search(str(parameter.annotation)) and parameter.name != "self"
        if "Callable" not in str(parameter.annotation)
    }
    there = {(call, name) for call, parameters in CALLS.items() for name in parameters}
    assert found - there - ELSEWHERE == set()


def test_what_belongs_to_others_is_not_found(desk: Desk, tables: Callable[[], Tables]) -> None:
    """With an id of ours a foreign tenant, or another person, hears that there is no such thing."""
    before = tables()
    found: dict[str, object] = {}
    for stranger in (
        Principal(tenant="umbrella", user="ana"),
        Principal(tenant="acme", user="ben"),
    ):
        scopes = [f"user:{stranger.user}"]
        session = desk.memory.session(stranger, id="monday", scopes=scopes)
        for call, parameters in CALLS.items():
            place, _, method = call.partition(".")
            if place in ("memory", "session", "task", "tasks", "consent") or call in VALUES:
                continue
            if not any(sort is L for sort, _ in parameters.values()) or call == "knowledge.add":
                continue
            strange = partial(getattr(getattr(session, place), method), **good(desk, call))
            try:
                found[f"{stranger.tenant} {stranger.user} {call}"] = strange()
            except NotFound:
                continue
        with pytest.raises(NotFound):
            session.tasks.get("ship")
        cited = session.profile.set("tool", "pnpm", evidence=desk.said)
        assert (cited.done, cited.code) == (Done.REJECTED, "no_such_message")
    assert found == {}
    assert tables() == before


def test_a_scope_outside_the_grant_is_named(desk: Desk, tables: Callable[[], Tables]) -> None:
    """Reading and writing in a scope that was not granted says which are."""
    before = tables()
    outside, memories = Scope.parse("repo:other"), desk.session.memories
    topic = Topic(subject="box", attribute="colour")
    for call in (
        partial(memories.remember, "Box is red", scope=outside),
        partial(memories.entries, scope=outside),
        partial(memories.as_of, NOON, scope=outside),
        partial(memories.timeline, topic, scope=outside),
    ):
        with pytest.raises(ScopeNotGranted, match=r"repo:other.*granted: user:ana, repo:trip"):
            call()
    with pytest.raises(InvalidValue, match="not among the scopes"):
        desk.memory.session(ANA, id="friday", scopes=["repo:trip"], write="repo:other")
    with pytest.raises(InvalidValue, match="another person"):
        desk.memory.session(ANA, id="friday", scopes=["user:ben"])
    assert tables() == before


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (datetime(1, 1, 2, tzinfo=UTC), date(1, 1, 4)),
        (datetime(9999, 12, 30, tzinfo=UTC), date(9999, 12, 27)),
    ],
    ids=["the earliest", "the latest"],
)
@pytest.mark.parametrize("time_zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_ends_of_time_are_times(
    sessions: Sessions, at: datetime, day: date, time_zone: str
) -> None:
    """What is just in range goes through every layer, in any zone: no sum of times runs over."""
    session = sessions(scopes=("user:ana", "repo:trip"), time_zone=time_zone)
    words = "Use pnpm please"
    session.conversation.append(NewMessage.of(user(words), id="m1", said_at=at))
    said = MessageEvidence(conversation="monday", message="m1", quotation=words)
    assert session.profile.set("tool", "pnpm", evidence=said).kept
    assert session.memories.remember(words, evidence=said).kept
    assert session.memories.remember("Box is red", valid_from=at).kept
    assert session.events.log("The ferry left.", at=at).kept
    assert session.events.log("The ferry came.", at=day).kept
    assert len(session.events.last(2)) == 2
    assert [event.at for event in session.events.between(day, day)] == [day]
    assert session.memories.as_of(at) != []
    assert session.recall("pnpm").hits != ()
    assert "pnpm" in str(session.context("pnpm").to_anthropic())
    for fact in session.profile.facts():
        session.profile.confirm(fact.id)


def test_an_unknown_word_in_a_policy_names_its_line(tmp_path: Path) -> None:
    """The line, the word and what was meant; no database is made."""
    policy = tmp_path / "policy.yaml"
    policy.write_text("profile:\n  ttl: 90 days\n  capasity: 50\n", encoding="utf-8")
    with pytest.raises(
        InvalidPolicy, match=r"policy.yaml, line 3: .*capasity.*capacity\?"
    ) as raised:
        stratal.open(tmp_path / "a.db", policy=policy)
    assert raised.value.line == 3
    assert not (tmp_path / "a.db").exists()


@pytest.mark.parametrize("policy", ["missing.yaml", "."], ids=["missing", "a folder"])
def test_a_policy_that_is_no_file_is_named(tmp_path: Path, policy: str) -> None:
    """As is one that cannot be read."""
    with pytest.raises(InvalidPolicy, match="cannot be read"):
        stratal.open(tmp_path / "a.db", policy=tmp_path / policy)
    assert not (tmp_path / "a.db").exists()


@pytest.mark.parametrize("embedder", ["", "bultin", "openai:", "openai", "openai:m@x", "openai:m"])
def test_an_embedder_that_is_none_is_refused(tmp_path: Path, embedder: str) -> None:
    """An unknown name, or a model of unknown dimension: said at once, and no database is made."""
    with pytest.raises(InvalidValue):
        stratal.open(tmp_path / "a.db", embedder=embedder)
    assert not (tmp_path / "a.db").exists()
