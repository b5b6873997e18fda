"""Events: what happened, when. An append-only time line for each person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from stratal.core.canonical import Json, canonical_object
from stratal.core.checks import content, day, encodable, instant, name, remark, whole
from stratal.core.clock import parse_time, zone
from stratal.core.events import (
    DATA_LIMIT,
    EVENT_LIMIT,
    HAPPENED,
    REPORTED,
    Event,
    check_times,
    day_span,
    kind_name,
    sort_instant,
)
from stratal.core.evidence import Evidence, Source
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer
from stratal.errors import InvalidValue, NotFound
from stratal.layers import consent
from stratal.layers.access import Access
from stratal.layers.evidence import Refusal, check, secret_in
from stratal.storage import events, search
from stratal.storage.database import Transaction
from stratal.text.tokens import terms

_PAGE = 200
_INDEXED_DAYS = 366
"""Days of one event by which it is found; of a longer one the first."""
_INTO_THE_DAY = timedelta(hours=10, minutes=30)
"""An hour of UTC that lies within the same day in nearly every zone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Events:
    """The time line of the session's person."""

    access: Access

    def log(
        self,
        text: str,
        *,
        kind: str = HAPPENED,
        at: datetime | date | str | None = None,
        until: datetime | str | None = None,
        data: Mapping[str, Json] | None = None,
        evidence: Sequence[Evidence] = (),
        task: str | None = None,
    ) -> Outcome:
        """Write down that something happened, `at` a time or on a day; by default now.

        Texts are read as ISO 8601 in the session's zone; a date stays a whole day. Evidence is
        checked; without it the event is the agent's own word.
        """
        kind_name(kind)
        content("text", text, EVENT_LIMIT)
        payload = canonical_object("data", {} if data is None else data, DATA_LIMIT)
        if task is not None:
            name("task", task)
        happened = self._time("at", at) if at is not None else self.access.now()
        end = None if until is None else self._moment("until", until)
        check_times(happened, end)
        secrets = secret_in(text, payload)
        if secrets:
            return Outcome(
                done=Done.REJECTED,
                layer=Layer.EVENTS,
                code="secret",
                message=f"It holds a secret ({secrets}): leave it out.",
            )
        with self.access.database.write(self.access.tenant) as tx:
            checked = consent.refusal(tx, self.access, Layer.EVENTS) or check(
                tx, self.access, text, evidence
            )
            if isinstance(checked, Refusal):
                return Outcome(
                    done=Done.REJECTED,
                    layer=Layer.EVENTS,
                    code=checked.code,
                    message=checked.message,
                )
            event = enter(
                tx,
                self.access,
                kind=kind,
                text=text,
                at=happened,
                until=end,
                data={} if data is None else data,
                source=checked.source,
                evidence=tuple(evidence),
                task=task,
            )
        return Outcome(
            done=Done.STORED,
            layer=Layer.EVENTS,
            code="stored",
            message=f"Entered as event {event.seq}.",
            id=event.id,
        )

    def report(self, quotation: str) -> Outcome:
        """Keep words that the host passed with a call, so that a fact can cite them.

        For hosts that do not log the conversation; a fact that rests on it is at most implicit.
        """
        return self.log(quotation, kind=REPORTED)

    def between(
        self,
        since: datetime | date | str,
        before: datetime | date | str,
        *,
        kind: str | None = None,
    ) -> list[Event]:
        """Everything from `since` until `before`, in order of time: complete, not a selection.

        An instant as the end is not part of the span; a day as the end counts whole. Days are those
        of the session's zone.
        """
        if kind is not None:
            kind_name(kind)
        start, _ = self._bounds("since", since)
        _, end = self._bounds("before", before)
        if end < start:
            raise InvalidValue("before", end.isoformat(), "lies before the beginning of the span")
        with self.access.database.read(self.access.tenant) as tx:
            found = events.near(tx, self.access.user, start, end, kind)
        return [event for event in found if self._meets(event, start, end)]

    def last(self, n: int, *, kind: str | None = None) -> list[Event]:
        """The latest `n` events by when they happened, oldest first."""
        whole("n", n, 0, 1_000_000)
        if kind is not None:
            kind_name(kind)
        with self.access.database.read(self.access.tenant) as tx:
            return events.latest(tx, self.access.user, n, kind)

    def get(self, id: str) -> Event:
        """The event of that id, retracted or not. Raises `NotFound`."""
        with self.access.database.read(self.access.tenant) as tx:
            return self._found(tx, id)

    def retract(self, id: str, *, reason: str = "") -> Outcome:
        """Take an event off the time line and out of evidence; it stays in the log."""
        access = self.access
        remark("reason", reason)
        with access.database.write(access.tenant) as tx:
            events.open_log(tx, access.user)
            event = self._found(tx, id)
            if event.retracted:
                return Outcome(
                    done=Done.UNCHANGED,
                    layer=Layer.EVENTS,
                    code="retracted",
                    message="It is retracted already.",
                    id=id,
                )
            events.retract(
                tx,
                access.user,
                event,
                actor=access.principal.actor,
                reason=reason,
                now=access.now(),
            )
            search.drop(tx, _space(tx, access), event.id)
        return Outcome(
            done=Done.REMOVED,
            layer=Layer.EVENTS,
            code="retracted",
            message="Off the time line; it stays in the log.",
            id=id,
        )

    def __iter__(self) -> Iterator[Event]:
        """The whole log in the order of writing, retracted ones marked; read in pages."""
        seq = 0
        while True:
            with self.access.database.read(self.access.tenant) as tx:
                page = events.after(tx, self.access.user, seq, _PAGE)
            yield from page
            if len(page) < _PAGE:
                return
            seq = page[-1].seq

    def _found(self, tx: Transaction, id: str) -> Event:
        event = events.by_id(tx, self.access.user, encodable("event id", id))
        if event is None:
            raise NotFound("event", id)
        return event

    def _time(self, field: str, value: datetime | date | str) -> datetime | date:
        if isinstance(value, str):
            value = parse_time(value, self.access.time_zone)
        if isinstance(value, datetime) or not isinstance(value, date):
            return instant(field, value)
        return day(field, value)

    def _moment(self, field: str, value: datetime | str) -> datetime:
        time = self._time(field, value)
        if not isinstance(time, datetime):
            raise InvalidValue(field, str(value), "must be a time, not a day")
        return time

    def _bounds(self, field: str, value: datetime | date | str) -> tuple[datetime, datetime]:
        time = self._time(field, value)
        if isinstance(time, datetime):
            return time, time
        return day_span(time, self.access.time_zone)

    def _meets(self, event: Event, start: datetime, end: datetime) -> bool:
        since, until = event.span(self.access.time_zone)
        return since < end and until > start


def enter(
    tx: Transaction,
    access: Access,
    *,
    kind: str,
    text: str,
    at: datetime | date | None = None,
    until: datetime | None = None,
    data: Mapping[str, Json] | None = None,
    source: Source = Source.AGENT_INFERRED,
    evidence: tuple[Evidence, ...] = (),
    task: str | None = None,
) -> Event:
    """Write an event within a transaction that has more to do, such as closing a task."""
    seq = events.open_log(tx, access.user) + 1
    now = access.now()
    when = now if at is None else at
    event = Event(
        id=access.ids.new(),
        seq=seq,
        kind=kind,
        text=text,
        at=when,
        until=until,
        time_zone=str(access.time_zone),
        data=data or {},
        source=source,
        actor=access.principal.actor,
        conversation=access.conversation,
        task=task,
        evidence=evidence,
        recorded_at=now,
    )
    events.add(tx, access.user, event)
    search.extend(tx, _space(tx, access), [index_entry(event)])
    return event


def index_entry(event: Event) -> search.Entry:
    """How an event that stands is found: by its words, its kind and its days."""
    local = zone(event.time_zone)
    since, before = event.span(local)
    first = since.astimezone(local).date()
    last = (before - timedelta(microseconds=1)).astimezone(local).date()
    # Counted in ordinals: there is a last day, and none after it.
    last = date.fromordinal(min(last.toordinal(), first.toordinal() + _INDEXED_DAYS))
    return search.Entry(
        item=event.id,
        part="",
        spoken_by_person=False,
        at=sort_instant(event.at) + _INTO_THE_DAY if event.all_day else since,
        terms=[
            *terms(search_text(event)),
            *search.dated(first, last, search.MEANT if event.all_day else search.DAY),
        ],
    )


def search_text(event: Event) -> str:
    """The words under which an event is found."""
    kind = "" if event.kind == HAPPENED else event.kind.replace("_", " ")
    return f"{event.text}\n{kind}".strip()


def told(event: Event, local: tzinfo) -> str:
    """In a few words what sort of event it is and when it was."""
    at = event.at.astimezone(local).date() if isinstance(event.at, datetime) else event.at
    return f"{event.kind.replace('_', ' ')} on {at.isoformat()}"


def _space(tx: Transaction, access: Access) -> int:
    return search.open_space(tx, Layer.EVENTS, str(access.own_scope))
