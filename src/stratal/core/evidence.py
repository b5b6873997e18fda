"""Where a remembered thing comes from, and how far that is to be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stratal.core import checks
from stratal.core.canonical import digest


class Source(StrEnum):
    """What the evidence is. Trust falls in this order; what is derived has its parts' least."""

    USER_EXPLICIT = "user_explicit"
    USER_IMPLICIT = "user_implicit"
    DOCUMENT = "document"
    TOOL = "tool"
    AGENT_INFERRED = "agent_inferred"

    @property
    def rank(self) -> int:
        """0 is the most trusted."""
        return list(Source).index(self)

    @property
    def confidence(self) -> float:
        """The confidence of an item from this source; a model may claim less, never more."""
        return _CONFIDENCE[self]


_CONFIDENCE = {
    Source.USER_EXPLICIT: 0.9,
    Source.USER_IMPLICIT: 0.7,
    Source.DOCUMENT: 0.7,
    Source.TOOL: 0.6,
    Source.AGENT_INFERRED: 0.4,
}


def least_trusted(sources: tuple[Source, ...]) -> Source:
    """What a thing derived from all of `sources` may claim to be."""
    return max(sources, key=lambda source: source.rank)


class Standing(StrEnum):
    """Whether what an evidence points to is still there. Four different things."""

    HELD = "held"
    RETRACTED = "retracted"
    EXPIRED = "expired"
    ERASED = "erased"


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageEvidence:
    """A message of the principal's conversation and words that stand in it."""

    conversation: str
    message: str
    quotation: str

    def __post_init__(self) -> None:
        checks.name("evidence conversation", self.conversation)
        checks.name("evidence message", self.message)
        checks.content("quotation", self.quotation)


@dataclass(frozen=True, kw_only=True, slots=True)
class EventEvidence:
    """An event of the time line (kind ``reported``: words that a host passed with a call)."""

    event: str
    quotation: str

    def __post_init__(self) -> None:
        checks.name("evidence event", self.event)
        checks.content("quotation", self.quotation)


@dataclass(frozen=True, kw_only=True, slots=True)
class DocumentEvidence:
    """A version of a document and, if it was quoted, the words."""

    document: str
    version: str
    quotation: str = ""

    def __post_init__(self) -> None:
        checks.name("evidence document", self.document)
        checks.name("evidence version", self.version)
        checks.remark("quotation", self.quotation, checks.CONTENT_LIMIT)


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolEvidence:
    """A tool call by its id, and what of its result was quoted."""

    call: str
    quotation: str = ""

    def __post_init__(self) -> None:
        checks.name("evidence tool call", self.call)
        checks.remark("quotation", self.quotation, checks.CONTENT_LIMIT)


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryEvidence:
    """Another memory, from which this one was derived."""

    memory: str

    def __post_init__(self) -> None:
        checks.name("evidence memory", self.memory)


Evidence = MessageEvidence | EventEvidence | DocumentEvidence | ToolEvidence | MemoryEvidence


@dataclass(frozen=True, kw_only=True, slots=True)
class HeldEvidence:
    """Evidence as it is stored: what was cited, when that was said, and whether it still stands.

    Quotation, date and digest stay with the item when the cited message expires.
    """

    cited: Evidence
    said_at: datetime
    digest: str
    """SHA-256 of the whole cited text when it was cited; of the quotation if there is none."""
    standing: Standing = Standing.HELD

    @property
    def quotation(self) -> str:
        return "" if isinstance(self.cited, MemoryEvidence) else self.cited.quotation

    @classmethod
    def of(cls, cited: Evidence, *, said_at: datetime, text: str) -> HeldEvidence:
        return cls(cited=cited, said_at=said_at, digest=digest(text))
