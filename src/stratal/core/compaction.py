"""What a conversation's older part has become: a summary, and what of it stands word for word.

A compaction is a record. It tells which messages it covers, by their numbers, and it is never
edited: the next one has the next version, covers what has left the window since, and takes over
what this one kept. The messages themselves stay in the log.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stratal.core.checks import encodable
from stratal.errors import NotFound

Span = tuple[int, int]
"""Numbers of messages, from the first to the last, both included."""


class Stage(StrEnum):
    """How a conversation that is longer than the window goes into a prompt."""

    TRUNCATE = "truncate"
    """The newest messages; nothing stands for what is older."""
    SUMMARIZE = "summarize"
    """A summary stands for what is older."""
    HIERARCHICAL = "hierarchical"
    """A summary, and pages of what is older: by query, or on demand."""
    AUTO = "auto"
    """The first of these that is enough."""


class Critical(StrEnum):
    """What of a text must not be lost when it is told in other words."""

    NUMBER = "number"
    """With its unit, if it has one."""
    DATE = "date"
    PATH = "path"
    URL = "url"
    IDENTIFIER = "identifier"
    FLAG = "flag"
    ERROR_CODE = "error_code"
    QUOTATION = "quotation"
    CORRECTION = "correction"
    """The user's sentence that corrects or forbids."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """A critical span in its own words, and the number of the message it stands in."""

    kind: Critical
    text: str
    seq: int


class Dropped(StrEnum):
    """Why a message that was covered has left nothing behind."""

    COURTESY = "courtesy"
    """A greeting, thanks, an apology."""
    RETRY = "retry"
    """A call that was made again later."""
    WITHHELD = "withheld"
    """It holds a secret: summarised without it, and nothing of it is kept word for word."""
    SILENT = "silent"
    """It says nothing: thinking, or an empty text."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """What became of the messages that one compaction covers."""

    summarised: int
    """Messages that were given to the summarizer."""
    tokens_before: int
    """Of these messages."""
    tokens_after: int
    """Of the whole summary, which tells of earlier compactions too."""
    told: int
    """Critical spans of these messages that stand in the summary."""
    kept: int
    """Critical spans of these messages that are listed word for word."""
    dropped: tuple[tuple[int, Dropped], ...] = ()
    """Numbers of the messages that have left nothing behind, and why."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Compaction:
    """One version of a conversation's summary."""

    id: str
    conversation: str
    version: int
    covers: tuple[Span, ...]
    """The messages that this version covers, and no other does."""
    upto: int
    """The highest number that this version or one before it covers."""
    left_over: tuple[int, ...]
    """Numbers up to there that no version covers: they stay in the window."""
    covered: int
    """Messages that all versions cover together."""
    covered_tokens: int
    summary: str
    kept: tuple[Kept, ...]
    """In the order of the log; what earlier versions kept is among them."""
    overflow: int
    """Critical spans that did not fit into the list: `kept_handle` gives them all."""
    stage: Stage
    """What `auto` has climbed to."""
    report: Report
    summarizer: str
    task: str | None
    """The task that was at work, and the checkpoint it stood at."""
    checkpoint: str | None
    made_at: datetime

    @property
    def kept_handle(self) -> str:
        return handle("kept", self.version)


@dataclass(frozen=True, kw_only=True, slots=True)
class CompactionFailure:
    """A compaction that came to nothing: everything stayed as it was."""

    id: str
    span: Span
    summarizer: str
    error: str
    failed_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A piece of the conversation that has left the window, cut at turns."""

    span: Span
    title: str
    """The first words that the user says in it."""
    tokens: int
    out_at: datetime

    @property
    def handle(self) -> str:
        return handle("page", *self.span)


@dataclass(frozen=True, kw_only=True, slots=True)
class PageRead:
    """A page that was asked for."""

    span: Span
    actor: str
    read_at: datetime


_HANDLE = re.compile(r"([a-z]+)((?:-[1-9]\d{0,14}){1,2})")


def handle(kind: str, *numbers: int) -> str:
    """The name under which a text can be read whole, e.g. ``result-5-1``.

    It means something within its conversation only, so that nothing can be reached by guessing.
    """
    return "-".join([kind, *map(str, numbers)])


def read_handle(name: str) -> tuple[str, Sequence[int]]:
    """Kind and numbers of a handle. Raises `NotFound` for what is none."""
    found = _HANDLE.fullmatch(encodable("handle", name))
    if found is None:
        raise NotFound("handle", name)
    return found[1], [int(number) for number in found[2].split("-")[1:]]
