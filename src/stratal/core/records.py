"""A remembered thing, and every revision of it.

Memories and profile facts are both *records*: an identity that never changes and revisions that
are immutable. A revision carries two clocks: when its content holds in the world (`valid_from`,
`valid_to`) and when we knew it so (`known_from`, `known_to`). Intervals include their start and
exclude their end; an open end is None.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stratal.core import checks
from stratal.core.evidence import HeldEvidence, Source
from stratal.core.identity import Scope
from stratal.errors import InvalidValue

MEMORY_LIMIT = 2_000
"""Characters of one memory: longer texts belong into a document that the memory links to."""

SELF = "self"
"""The subject of a profile fact: the person the profile is about."""


class Layer(StrEnum):
    CONVERSATION = "conversation"
    TASK = "task"
    PROFILE = "profile"
    MEMORIES = "memories"
    EVENTS = "events"
    KNOWLEDGE = "knowledge"
    FILES = "files"
    AGENT_STATE = "agent_state"


class Kind(StrEnum):
    """What kind of thing a memory is; a profile fact is always a preference or a fact."""

    PREFERENCE = "preference"
    DECISION = "decision"
    FACT = "fact"
    LESSON = "lesson"
    CASE = "case"
    CORRECTION = "correction"
    """What a person corrected in the agent's default behaviour."""

    def importance(self, *, with_reason: bool = False) -> int:
        """The importance, 1 to 10, when nobody proposed one."""
        if self is Kind.CORRECTION:
            return 8
        if self is Kind.DECISION and with_reason:
            return 7
        return 6 if self is Kind.PREFERENCE else 5


class Status(StrEnum):
    ACTIVE = "active"
    PENDING = "pending"
    """Waits for a person."""
    SUPERSEDED = "superseded"
    COLD = "cold"
    """Out of recall, restorable."""
    EXPIRED = "expired"
    REJECTED = "rejected"
    REDACTED = "redacted"


_SPACE = re.compile(r"\s+")


def _normal(field: str, value: str) -> str:
    checks.remark(field, value)
    folded = _SPACE.sub(" ", unicodedata.normalize("NFKC", value)).strip().casefold()
    return checks.name(field, folded)


@dataclass(frozen=True, kw_only=True, slots=True)
class Topic:
    """(subject, attribute), normalised: what a value is the value of. The key of supersession."""

    subject: str
    attribute: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "subject", _normal("topic subject", self.subject))
        object.__setattr__(self, "attribute", _normal("topic attribute", self.attribute))

    def __str__(self) -> str:
        return f"{self.subject} / {self.attribute}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Origin:
    """Who wrote a revision, why, and out of what piece of work."""

    actor: str
    reason: str = ""
    conversation: str | None = None
    task: str | None = None
    run: str | None = None
    verified_by: str | None = None
    """The person who confirmed it; None: not verified."""
    side_effect: str | None = None
    """Of which other change this revision is a consequence, if nobody asked for it as such."""


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """What may differ from one revision of a record to the next."""

    content: str
    """A profile fact's value, or a memory's text. Empty once redacted."""
    reason_given: str = ""
    """The why of a decision, in the words of who decided."""
    source: Source
    status: Status = Status.ACTIVE
    status_reason: str = ""
    confidence: float
    importance: int
    binding: bool = False
    pinned: bool = False
    valid_from: datetime
    valid_to: datetime | None = None
    expires: datetime | None = None
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    confirmed_at: datetime | None = None

    def __post_init__(self) -> None:
        checks.encodable("content", self.content)
        checks.encodable("reason", self.reason_given)
        checks.share("confidence", self.confidence)
        checks.whole("importance", self.importance, 1, 10)
        object.__setattr__(self, "valid_from", checks.instant("valid_from", self.valid_from))
        for field in ("valid_to", "expires", "confirmed_at"):
            moment = getattr(self, field)
            if moment is not None:
                object.__setattr__(self, field, checks.instant(field, moment))
        if self.valid_to is not None and self.valid_to < self.valid_from:
            raise InvalidValue("valid_to", self.valid_to.isoformat(), "is before valid_from")


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """One revision of a remembered thing, whole; the current one where nothing else is asked."""

    id: str
    layer: Layer
    scope: Scope
    kind: Kind
    topic: Topic | None
    revision: int
    state: State
    origin: Origin
    known_from: datetime
    known_to: datetime | None
    evidence: tuple[HeldEvidence, ...] = ()

    @property
    def content(self) -> str:
        return self.state.content

    @property
    def status(self) -> Status:
        return self.state.status

    @property
    def source(self) -> Source:
        return self.state.source

    @property
    def key(self) -> str:
        """A profile fact's key."""
        assert self.topic is not None
        return self.topic.attribute
