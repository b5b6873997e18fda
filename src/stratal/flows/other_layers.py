"""What a model finds in a person's words that is not for the profile, brought to its layer.

The model says of what kind it is; the program says which layer that is for, in which scope, and at
what time. What the words do not state in full goes nowhere by this way but to whom can be asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from stratal.core.checks import REMARK_LIMIT
from stratal.core.events import EVENT_LIMIT, HAPPENED
from stratal.core.evidence import Source
from stratal.core.identity import Scope
from stratal.core.messages import Message
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Kind, Layer
from stratal.core.runs import Proposal, Refused, ToEvents, ToMemories, ToTask
from stratal.core.tasks import Add, Field
from stratal.errors import shown as short
from stratal.flows.citing import Cited, Shown
from stratal.flows.claims import COMMITMENT, on_the_line
from stratal.flows.one_layer import OneLayer
from stratal.layers.access import Access
from stratal.layers.task import Task
from stratal.text.orders import acts
from stratal.text.own_words import HAN
from stratal.text.statements import statements
from stratal.text.time_ranges import BEGINNING, time_ranges

MOST = 5
"""Things for other layers that one reply may bring; a person rarely says as many in a few turns."""

_KINDS = {
    "fact": Kind.FACT,
    "preference": Kind.PREFERENCE,
    "decision": Kind.DECISION,
    "lesson": Kind.LESSON,
}
_EVENT = "event"


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """One thing that a person told, and that is not about them everywhere."""

    kind: str
    text: str = ""
    reason: str = ""
    evidence: tuple[Cited, ...] = ()


class Routing:
    """The way of what a model found, to the layer that its kind belongs to."""

    def __init__(
        self,
        access: Access,
        shown: Shown,
        one_layer: OneLayer,
        task: Task | None,
        seen_at: datetime,
    ) -> None:
        self._access = access
        self._shown = shown
        self._one_layer = one_layer
        self._task = task
        self._seen_at = seen_at

    def proposals(self, told: Sequence[Told]) -> Iterator[Proposal | Refused]:
        """What becomes of each, in order; what is beyond the few is refused."""
        for no, one in enumerate(told):
            if no >= MOST:
                message = f"More than {MOST} things at once: these are not looked at."
                yield _refused(one.text, "too_many", message)
                return
            yield self._proposal(one)

    def _proposal(self, told: Told) -> Proposal | Refused:
        kind = told.kind.strip().casefold()
        refusal = self._unfit(kind, told)
        if refusal is not None:
            return _refused(told.text, *refusal)
        found = self._event(told) if kind == _EVENT else self._kept(kind, told)
        self._one_layer.take(told.evidence, _layer(found))
        return found

    def _unfit(self, kind: str, told: Told) -> tuple[str, str] | None:
        if kind not in (*_KINDS, _EVENT):
            return "unknown_kind", f"{short(told.kind)} is no kind: {', '.join(_KINDS)} or event."
        if not told.text.strip():
            return "says_nothing", "Say what was told."
        if len(told.text) > EVENT_LIMIT:
            return "too_long", f"It has {EVENT_LIMIT:,} characters at most."
        refusal = self._shown.unfit(told.evidence) or self._one_layer.written(told.evidence)
        if refusal is not None:
            return refusal
        if kind in ("fact", "preference") and self._shown.once(told.evidence):
            return "for_once", "It was said for this once, and stays in the conversation."
        if kind == _EVENT and _acts(told):
            return (
                "standing_order",
                "A standing order, or a leave to act, is nothing that happened.",
            )
        stated = self._shown.states(told.text, told.evidence)
        if not stated and (kind == _EVENT or self._goes_to_task(kind, told)):
            return "not_stated", "The words that it cites do not say so, and nobody could be asked."
        return None

    def _goes_to_task(self, kind: str, told: Told) -> bool:
        # An order to act is no state of a task: in memories it waits for the person.
        return self._task is not None and kind in ("decision", "lesson") and not _acts(told)

    def _kept(self, kind: str, told: Told) -> ToTask | ToMemories:
        evidence = self._shown.evidence(told.evidence)
        if self._task is not None and self._goes_to_task(kind, told):
            decided = kind == "decision"
            change = Add(
                field=Field.DECISIONS if decided else Field.FACTS,
                text=told.text,
                reason=self._reason(told) if decided else "",
                evidence=evidence,
            )
            return ToTask(
                task=self._task.id, change=change, seen=self._task.checkpoint.id, rule=kind
            )
        stated = self._shown.states(told.text, told.evidence)
        return ToMemories(
            content=told.text,
            kind=_KINDS[kind],
            scope=self._scope(told.text),
            evidence=evidence,
            reason_given=self._reason(told),
            seen_at=self._seen_at,
            source=None if stated else Source.AGENT_INFERRED,
            rule=kind,
        )

    def _reason(self, told: Told) -> str:
        """Why it is so, if the words say that too."""
        stated = told.reason and self._shown.states(told.reason, told.evidence)
        return told.reason[:REMARK_LIMIT] if stated else ""

    def _scope(self, text: str) -> Scope:
        """Where it would be kept if they had asked to remember it."""
        asked = statements(f"记住：{text}" if HAN.search(text) else f"Remember that {text}")
        own = self._access.own_scope
        about_person = bool(asked) and not asked[0].about_work
        return own if about_person and own in self._access.scopes else self._access.write

    def _event(self, told: Told) -> ToEvents:
        message = self._shown.message(told.evidence[0])
        kind, at, until = _when(told, message)
        return ToEvents(
            text=told.text,
            kind=kind,
            at=at,
            until=until,
            evidence=self._shown.evidence(told.evidence),
            rule="commitment" if kind == COMMITMENT else _EVENT,
        )


def _when(told: Told, message: Message) -> tuple[str, datetime | date, datetime | None]:
    """Its kind, and when it was or will be: as the words name it, else the day they were said."""
    zone = ZoneInfo(message.time_zone)
    for one in told.evidence:
        for found in time_ranges(one.quotation, message.said_at, zone):
            ahead = found.before > message.said_at and (
                found.since == BEGINNING or found.since > message.said_at
            )
            at, until = on_the_line(found, zone)
            return COMMITMENT if ahead else HAPPENED, at, until
    return HAPPENED, message.said_at.astimezone(zone).date(), None


def _acts(told: Told) -> bool:
    return acts(told.text) or any(acts(one.quotation) for one in told.evidence)


def _layer(one: Proposal) -> Layer:
    if isinstance(one, ToTask):
        return Layer.TASK
    return Layer.EVENTS if isinstance(one, ToEvents) else Layer.MEMORIES


def _refused(text: str, code: str, message: str) -> Refused:
    outcome = Outcome(done=Done.REJECTED, layer=Layer.MEMORIES, code=code, message=message)
    return Refused(text=short(text) if text else code, outcome=outcome)
