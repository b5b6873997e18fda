"""The time line: append-only, by when it happened, complete within any span."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Done, EventEvidence, InvalidValue, NotFound, Source
from stratal.testing.clock import ManualClock


@pytest.fixture(params=["UTC", "Asia/Shanghai"])
def process_zone(request: pytest.FixtureRequest) -> Iterator[str]:
    """The zone of the process, which must decide nothing."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    time.tzset()
    yield request.param
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


def test_times_of_every_spelling_meet_in_one_order(sessions: Sessions, process_zone: str) -> None:
    """Without an offset the session's zone counts; a day stays a day; no zone of a server (F12)."""
    session = sessions()
    for text, at in (
        ("noon, no offset", "2026-03-01T12:00:00"),
        ("half past one in the east", "2026-03-01T13:30:00+02:00"),
        ("quarter past twelve", "2026-03-01T12:15:00Z"),
        ("all day", "2026-03-01"),
    ):
        assert session.events.log(text, at=at).done is Done.STORED
    everything = session.events.between("2026-03-01", "2026-03-01")
    assert [event.text for event in everything] == [
        "all day",
        "half past one in the east",
        "noon, no offset",
        "quarter past twelve",
    ]
    east = everything[1]
    assert east.at == datetime(2026, 3, 1, 11, 30, tzinfo=UTC)
    assert everything[0].at == date(2026, 3, 1)
    assert everything[0].all_day
    window = session.events.between("2026-03-01T11:45:00Z", "2026-03-01T12:10:00Z")
    assert [event.text for event in window] == ["all day", "noon, no offset"]


def test_filters_compare_instants(sessions: Sessions) -> None:
    """Equal instants are equal in any spelling; an end is excluded, a day as the end is whole."""
    session = sessions()
    for text, at in (
        ("r1", "2019-01-10T20:15:00-08:00"),
        ("r2", "2019-01-11T04:10:00Z"),
        ("r3", "2019-01-11T09:45:00+05:30"),
    ):
        session.events.log(text, at=at)

    def between(since: str, before: str) -> set[str]:
        return {event.text for event in session.events.between(since, before)}

    assert between("2019-01-01", "2019-01-11T04:15:00Z") == {"r2"}
    assert between("2019-01-01", "2019-01-11T04:15:00.000001Z") == {"r1", "r2", "r3"}
    assert between("2019-01-10T20:15:00-08:00", "2020-01-01") == {"r1", "r3"}
    assert between("2019-01-11", "2019-01-11") == {"r1", "r2", "r3"}
    for nonsense in ("yesterdayish", "1547180100", ""):
        with pytest.raises(InvalidValue):
            between("2019-01-01", nonsense)
    with pytest.raises(InvalidValue, match="before the beginning"):
        between("2019-02-01", "2019-01-01")


def test_a_day_is_the_day_of_the_sessions_zone(sessions: Sessions) -> None:
    """The same log, asked from two zones: each has its own days, also when clocks change."""
    vienna = sessions(time_zone="Europe/Vienna")
    vienna.events.log("late call", at="2026-03-28T23:30:00Z")
    vienna.events.log("before the change", at="2026-03-29T21:59:00Z")
    vienna.events.log("after midnight", at="2026-03-29T22:30:00Z")
    assert [e.text for e in vienna.events.between("2026-03-29", "2026-03-29")] == [
        "late call",
        "before the change",
    ]
    utc = sessions()
    assert [e.text for e in utc.events.between("2026-03-29", "2026-03-29")] == [
        "before the change",
        "after midnight",
    ]


def test_spans_kinds_and_the_latest(sessions: Sessions, clock: ManualClock) -> None:
    """What reaches into a span is found, by kind if asked; the latest are by when it happened."""
    session = sessions()
    session.events.log(
        "the long outage",
        kind="outage",
        at="2026-01-01T10:00:00Z",
        until="2026-01-01T18:00:00Z",
        data={"service": "mail"},
    )
    session.events.log("a deployment", kind="deployed", at="2026-01-01T12:00:00Z")
    session.events.log("just now")
    inside = session.events.between("2026-01-01T15:00:00Z", "2026-01-01T16:00:00Z")
    assert [(event.text, dict(event.data)) for event in inside] == [
        ("the long outage", {"service": "mail"})
    ]
    assert [e.text for e in session.events.last(2)] == ["a deployment", "just now"]
    assert [e.text for e in session.events.last(5, kind="outage")] == ["the long outage"]
    clock.advance(timedelta(days=-300))
    session.events.log("written last, happened first")
    assert [event.seq for event in session.events] == [1, 2, 3, 4]


def test_a_retracted_event_stays_in_the_log(sessions: Sessions) -> None:
    """Nothing is edited: a mistake leaves the time line and stays in the log, marked."""
    session = sessions()
    outcome = session.events.log("the wrong thing")
    assert outcome.id is not None
    assert session.events.retract(outcome.id).done is Done.REMOVED
    assert session.events.retract(outcome.id).done is Done.UNCHANGED
    assert session.events.last(5) == []
    assert [event.retracted for event in session.events] == [True]


def test_reported_words_are_evidence_but_implicit_at_most(sessions: Sessions) -> None:
    """Words that a host passed on let a fact be written, which then waits for the person."""
    session = sessions()
    reported = session.events.report("Please always write to me in Dutch.")
    assert reported.id is not None
    evidence = EventEvidence(event=reported.id, quotation="always write to me in Dutch")
    outcome = session.profile.set("answer language", "Dutch", evidence=evidence)
    assert outcome.done is Done.PENDING
    [waiting] = session.profile.pending()
    assert waiting.source is Source.USER_IMPLICIT
    memory = session.memories.remember("Answers are wanted in Dutch.", evidence=evidence)
    assert memory.id is not None
    assert session.memories.get(memory.id).source is Source.USER_IMPLICIT
    other = EventEvidence(event=reported.id, quotation="always write to me in French")
    assert session.profile.set("x", "French", evidence=other).code == "quotation_not_found"


def test_what_may_not_stand_there(sessions: Sessions) -> None:
    """Empty texts, naive times, ends before beginnings, odd kinds and secrets are refused."""
    session = sessions()
    refused = (
        {"text": ""},
        {"text": "x" * 10_001},
        {"text": "x", "kind": "Not A Kind"},
        {"text": "x", "at": datetime(2026, 1, 1)},  # noqa: DTZ001 - naive on purpose
        {"text": "x", "at": "2026-01-01T10:00:00Z", "until": "2026-01-01T09:00:00Z"},
        {"text": "x", "at": date(2026, 1, 1), "until": "2026-01-02T09:00:00Z"},
        {"text": "x", "data": {"n": float("nan")}},
    )
    for values in refused:
        with pytest.raises(InvalidValue):
            session.events.log(**values)
    secret = "AKIA" + "Q3EGRXKPZ7WNB2LM"
    assert session.events.log(f"the key was {secret}").code == "secret"
    assert list(session.events) == []


def test_a_tasks_life_stands_on_the_time_line(sessions: Sessions, clock: ManualClock) -> None:
    """Opening, each failed attempt with its cause, closing and abandoning are events, once each."""
    session = sessions()
    task = session.task("move", goal="move the mail server")
    session.task("move")
    task.add("failed", "copied the spool", cause="the disk was full")
    task.add("failed", "copied the spool", cause="the disk was full")
    task.add("facts", "the new host is heron")
    clock.advance(timedelta(hours=1))
    task.close("moved by rsync")
    task.close("moved by rsync")
    session.task("paint", goal="paint the shed").abandon("it rains")
    told = [(event.kind, event.text, event.task) for event in session.events]
    assert told == [
        ("task_opened", "move the mail server", "move"),
        ("attempt_failed", "copied the spool", "move"),
        ("task_closed", "moved by rsync", "move"),
        ("task_opened", "paint the shed", "paint"),
        ("task_abandoned", "abandon: it rains", "paint"),
    ]
    [failed] = session.events.last(1, kind="attempt_failed")
    assert failed.data["cause"] == "the disk was full"


def test_strangers_find_nothing(sessions: Sessions) -> None:
    """Another person and another tenant see no event, and its id is not found."""
    mine = sessions().events.log("mine alone")
    assert mine.id is not None
    for stranger in (sessions("ben"), sessions(tenant="umbrella")):
        assert list(stranger.events) == []
        assert stranger.events.between("2026-01-01", "2027-01-01") == []
        with pytest.raises(NotFound):
            stranger.events.get(mine.id)
        with pytest.raises(NotFound):
            stranger.events.retract(mine.id)
        evidence = EventEvidence(event=mine.id, quotation="mine alone")
        assert stranger.profile.set("k", "v", evidence=evidence).code == "no_such_event"
