"""Memory and state for AI agents, in layers.

::

    import stratal

    with stratal.open("agent.db") as memory:
        session = memory.session(stratal.Principal(tenant="acme", user="ana"), id="monday")
        session.conversation.append({"role": "user", "content": "Please answer in German."})
        context = session.context()

This module is the whole public face; everything else may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stratal.core.budget import Budget, Portion, default_budget
from stratal.core.clock import Clock, Ids, SystemClock, TimeOrderedIds
from stratal.core.erasure import (
    ConversationTarget,
    Item,
    MessageSpan,
    Person,
    Receipt,
    ScopeTarget,
)
from stratal.core.evidence import (
    DocumentEvidence,
    EventEvidence,
    Evidence,
    HeldEvidence,
    MemoryEvidence,
    MessageEvidence,
    Source,
    Standing,
    ToolEvidence,
)
from stratal.core.files import File, FileOutcome, FileVersion, Store
from stratal.core.forgetting import SweepReport, UndoReport
from stratal.core.identity import Principal, Scope
from stratal.core.messages import Message, NewMessage, Role
from stratal.core.outcomes import Done, Outcome
from stratal.core.policy import Policy, default_policy
from stratal.core.records import Kind, Layer, Origin, Record, State, Status, Topic
from stratal.errors import (
    BackendError,
    BadInput,
    BudgetTooSmall,
    Busy,
    CommandRefused,
    Conflict,
    DatabaseUnusable,
    Expired,
    HandleUnusable,
    IdTaken,
    InvalidPolicy,
    InvalidValue,
    KeyUnusable,
    MissingExtra,
    ModelUnavailable,
    NotFound,
    NoUserTurn,
    PathConflict,
    PathEscapes,
    SchemaMismatch,
    ScopeNotGranted,
    SpendLimitReached,
    StaleRevision,
    StratalError,
    UnusableReply,
)
from stratal.memory import Memory
from stratal.memory import open_memory as open  # noqa: A004 - the verb that users expect
from stratal.models.embedder import Embedder, Generation
from stratal.storage.sqlite import Durability

if TYPE_CHECKING:
    from stratal.session import Session

__version__ = "0.1.0"

__all__ = [
    "BackendError",
    "BadInput",
    "Budget",
    "BudgetTooSmall",
    "Busy",
    "Clock",
    "CommandRefused",
    "Conflict",
    "ConversationTarget",
    "DatabaseUnusable",
    "DocumentEvidence",
    "Done",
    "Durability",
    "Embedder",
    "EventEvidence",
    "Expired",
    "Evidence",
    "File",
    "FileOutcome",
    "FileVersion",
    "Generation",
    "HandleUnusable",
    "HeldEvidence",
    "IdTaken",
    "Ids",
    "InvalidPolicy",
    "InvalidValue",
    "Item",
    "KeyUnusable",
    "Kind",
    "Layer",
    "Memory",
    "MemoryEvidence",
    "Message",
    "MessageEvidence",
    "MessageSpan",
    "MissingExtra",
    "ModelUnavailable",
    "NewMessage",
    "NoUserTurn",
    "NotFound",
    "Origin",
    "Outcome",
    "PathConflict",
    "PathEscapes",
    "Person",
    "Policy",
    "Portion",
    "Principal",
    "Receipt",
    "Record",
    "Role",
    "SchemaMismatch",
    "Scope",
    "ScopeNotGranted",
    "ScopeTarget",
    "Session",
    "Source",
    "SpendLimitReached",
    "StaleRevision",
    "Standing",
    "State",
    "Status",
    "Store",
    "StratalError",
    "SweepReport",
    "SystemClock",
    "TimeOrderedIds",
    "ToolEvidence",
    "Topic",
    "UndoReport",
    "UnusableReply",
    "default_budget",
    "default_policy",
    "open",
]


def __getattr__(name: str) -> object:
    """`Session`, loaded with the layers when it is first asked for."""
    if name == "Session":
        from stratal.session import Session

        return Session
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
