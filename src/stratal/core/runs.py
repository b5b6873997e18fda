"""Runs: everything a flow derives belongs to one, with what went in, what it cost, what came out.

A run proposes, and what it proposes is kept as data: so it can be tried dry, shown, approved by a
person, and taken back whole. What somebody else changed meanwhile is never overwritten by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import TypeAlias

from stratal.core.compaction import Span
from stratal.core.evidence import Evidence, Source
from stratal.core.identity import Scope
from stratal.core.outcomes import Outcome
from stratal.core.records import Kind, Topic
from stratal.core.tasks import Add


class RunState(StrEnum):
    """Where a run stands."""

    RUNNING = "running"
    FAILED = "failed"
    """No usable reply; the replies are kept, and it can be tried again."""
    SET_ASIDE = "set_aside"
    """It failed so often that the queue goes on without it, until somebody has it tried again."""
    DRY_RUN = "dry_run"
    """Nothing was written; what would have been is shown, and can be approved."""
    AWAITING_APPROVAL = "awaiting_approval"
    """It would close or remove so much that a person is asked first."""
    DONE = "done"
    REJECTED = "rejected"
    """A person did not want it."""
    ROLLED_BACK = "rolled_back"


SETTLED = (RunState.DONE, RunState.AWAITING_APPROVAL, RunState.SET_ASIDE, RunState.REJECTED)
"""States in which the same piece of work is not done again by itself."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToTask:
    """An entry for a list of a task, made for the state at checkpoint `seen`."""

    task: str
    change: Add
    seen: str
    rule: str = ""
    """What of an utterance decided where it goes, for the answer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToMemories:
    """A memory to be kept. A value of the topic that is newer than `seen_at` stays."""

    content: str
    kind: Kind
    scope: Scope
    topic: Topic | None = None
    evidence: tuple[Evidence, ...] = ()
    reason_given: str = ""
    importance: int | None = None
    pinned: bool | None = None
    conclusion: bool = False
    as_noted: bool = False
    """The words are those that stand in the task: no model has put them."""
    seen_at: datetime | None = None
    source: Source | None = None
    """It may claim less than what its words allow, never more."""
    unsure: bool = False
    """Whether it may have been meant otherwise: it waits for the person."""
    rule: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviseMemory:
    """Other words for the memory that stands at revision `expect`."""

    id: str
    content: str
    expect: int
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ForgetMemory:
    """Take a memory that stands at revision `expect` out of recall."""

    id: str
    expect: int
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToProfile:
    """A value of a key of the profile. A value of that key that is newer than `seen_at` stays."""

    key: str
    value: str
    evidence: tuple[Evidence, ...] = ()
    binding: bool = False
    source: Source | None = None
    """It may claim less than what its words allow, never more."""
    unsure: bool = False
    """Whether it may have been meant otherwise: it waits for the person."""
    seen_at: datetime | None = None
    rule: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToEvents:
    """Something for the person's time line, at a time, or on a day of their zone."""

    text: str
    kind: str
    at: datetime | date
    until: datetime | None = None
    evidence: tuple[Evidence, ...] = ()
    rule: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ForgetFact:
    """Take a profile fact that stands at revision `expect` out of use."""

    id: str
    expect: int
    reason: str = ""


Proposal: TypeAlias = (
    ToTask | ToMemories | ReviseMemory | ForgetMemory | ToProfile | ForgetFact | ToEvents
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """What a reply held and no rule lets in, with the answer that it was given."""

    text: str
    outcome: Outcome


@dataclass(frozen=True, kw_only=True, slots=True)
class RunItem:
    """One thing that a run proposed, and what became of it."""

    no: int
    proposal: Proposal | Refused
    outcome: Outcome | None = None
    """None: nothing was tried yet. Of a dry run: what the answer would have been."""
    undone: Outcome | None = None
    """What became of it when the run was rolled back."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RunReply:
    """One reply of a model, as it came, secrets withheld."""

    text: str
    problem: str
    """Why it was of no use; empty if it was."""
    tokens: int
    cost: int | None
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """One piece of work by a model or a flow."""

    id: str
    flow: str
    key: str
    """Names the piece of work: what it was about, and the prompt. It is done once."""
    owner: str
    conversation: str
    task: str | None
    span: Span | None
    """Numbers of the messages that it read."""
    state: RunState
    model: str
    prompt: str
    """Name, version and language, as ``consolidate/1/zh``; of the rules, where no model was."""
    attempts: int
    problem: str
    calls: int
    given: int
    """Tokens of the requests."""
    answered: int
    """Tokens of the replies."""
    cost: int | None
    """In millionths of a US dollar; None where a price was not known."""
    started_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Spent:
    """What language models took on one day for one person and one flow."""

    day: str
    owner: str
    flow: str
    calls: int
    tokens: int
    cost: int
    """In millionths of a US dollar, as far as prices were known."""
