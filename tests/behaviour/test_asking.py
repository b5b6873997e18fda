"""Questions, and the store that each is answered from; and recall narrowed to a time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from stratal import (
    InvalidValue,
    Kind,
    Layer,
    MessageEvidence,
    NewMessage,
    Session,
    Topic,
)
from stratal.testing.clock import ManualClock
from stratal.text.time_ranges import time_ranges

Sessions = Callable[..., Session]
TALK = (Layer.CONVERSATION,)
EVERYWHERE = (Layer.MEMORIES, Layer.EVENTS, Layer.CONVERSATION)


def said(session: Session, at: str, *texts: str) -> None:
    """Messages of the person at a time, as an import brings them in."""
    for text in texts:
        moment = datetime.fromisoformat(at).astimezone(UTC)
        new = NewMessage.of({"role": "user", "content": text}, said_at=moment)
        assert session.conversation.append(new).kept


def texts(session: Session, question: str) -> list[str]:
    return [hit.text for hit in session.ask(question).hits]


def found(session: Session, query: str, **narrowed: object) -> list[str]:
    hits = session.recall(query, layers=EVERYWHERE, **narrowed).hits  # type: ignore[arg-type]
    return [hit.text for hit in hits]


def test_an_imported_message_and_its_days(sessions: Sessions, clock: ManualClock) -> None:
    """What an old message tells of yesterday is found on the day before it, not before today."""
    clock.set(datetime(2026, 8, 1, 10, 0, tzinfo=UTC))
    ana = sessions(time_zone="America/Los_Angeles", id="old")
    there = ZoneInfo("America/Los_Angeles")
    at = datetime(2023, 5, 24, 23, 30, tzinfo=there)
    told = "Yesterday I put two quince trees into the ground. On Friday I fly to Quito."
    said(ana, at.isoformat(), told)
    trees, flight = time_ranges(told, at, there)
    planted = ana.events.log("two quince trees planted", at=trees.days(there).first)
    ana.events.log("flight to Quito", at=flight.days(there).first)
    assert planted.id is not None
    assert ana.events.get(planted.id).at == date(2023, 5, 23)
    assert ana.events.get(planted.id).recorded_at == clock.now()
    assert "two quince trees planted" in texts(ana, "what happened on 23 May 2023")
    assert "two quince trees planted" in texts(ana, "2023年5月23日发生了什么？")
    assert "flight to Quito" not in texts(ana, "what happened on 23 May 2023")
    assert texts(ana, "what happened yesterday") == []
    assert found(ana, "quince trees", during="yesterday") == []


def test_memories_by_their_day_alone(sessions: Sessions) -> None:
    """A question that is only a day is answered in the order of time, with what holds since."""
    ana = sessions(id="diary")
    said(ana, "2026-02-10T09:00:00+00:00", "The keys are with the neighbour")
    ana.memories.remember(
        "The boiler was replaced", valid_from=datetime(2026, 2, 10, 7, 0, tzinfo=UTC)
    )
    ana.memories.remember("The roof is red", valid_from=datetime(2026, 2, 12, 7, 0, tzinfo=UTC))
    ana.events.log("The meter was read", at="2026-02-10T08:00:00Z")
    ana.events.log("Holiday in town", at="2026-02-10")
    answer = ana.ask("What happened on 10 February 2026?")
    assert [hit.text for hit in answer.hits] == [
        "Holiday in town",
        "The boiler was replaced",
        "The meter was read",
        "The keys are with the neighbour",
    ]
    assert answer.intent == "time"
    assert answer.during is not None
    assert answer.during.said == "10 February 2026"
    assert found(ana, "2026-02-10") != []
    assert "The boiler was replaced" in [
        hit.text for hit in ana.recall("what do you know of 10 February 2026?").hits
    ]


@pytest.mark.parametrize("process", ["UTC", "Asia/Shanghai"])
def test_a_filter_compares_instants(
    sessions: Sessions, process: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However an end is written, the same instants are meant; in every zone of the process."""
    monkeypatch.setenv("TZ", process)
    ana = sessions(id="rows")
    said(ana, "2019-01-10T20:15:00-08:00", "ferry one leaves")
    said(ana, "2019-01-11T04:10:00+00:00", "ferry two leaves")
    said(ana, "2019-01-11T09:45:00+05:30", "ferry three leaves")

    def during(since: object, before: object) -> set[str]:
        return set(found(ana, "ferry leaves", during=(since, before), k=9))

    one, two, three = (f"ferry {which} leaves" for which in ("one", "two", "three"))
    quarter = "2019-01-11T04:15:00Z"
    assert during("2018-01-01", quarter) == {two}
    assert during(quarter, "2020-01-01") == {one, three}
    assert during("2019-01-10T20:15:00-08:00", "2019-01-11") == {one, three}
    assert during(datetime(2019, 1, 11, 4, 15, tzinfo=UTC), date(2019, 1, 11)) == {one, three}
    assert set(found(ana, "ferry leaves", during="2019-01-11", k=9)) == {one, two, three}
    for wrong in ("yesterdayish", "1547180100", ("2019-01-11", "2019-01-10"), ("x", "y"), 3):
        with pytest.raises(InvalidValue):
            found(ana, "ferry leaves", during=wrong)
    naive = datetime(2019, 1, 11, 4, 15)  # noqa: DTZ001 - a time without a zone is the point
    with pytest.raises(InvalidValue, match="time zone"):
        found(ana, "ferry leaves", during=(naive, date(2019, 1, 12)))


def test_a_whole_day_is_that_day_in_every_zone(sessions: Sessions) -> None:
    """An event of a day is found on it, west and east of Greenwich, and not on the day before."""
    for user, zone in (("ana", "America/Los_Angeles"), ("bob", "Pacific/Auckland")):
        session = sessions(user, time_zone=zone)
        session.events.log("the harbour was closed", at="2026-01-15")
        assert found(session, "harbour", during="2026-01-15") == ["the harbour was closed"]
        assert found(session, "harbour", during="2026-01-14") == []
        assert found(session, "harbour", during="2026-01-16") == []


@pytest.mark.parametrize("order", ["newer first", "older first"])
def test_both_clocks(sessions: Sessions, clock: ManualClock, order: str) -> None:
    """What was true then and what was known then, whatever came in first."""
    ana = sessions(id="work")
    topic = Topic(subject="dana", attribute="employer")
    new = ("Dana is employed by Fernhill", datetime(2026, 2, 10, tzinfo=UTC))
    old = ("Dana is employed by Oakmoor", datetime(2023, 6, 1, tzinfo=UTC))
    first, second = (new, old) if order == "newer first" else (old, new)
    ana.memories.remember(first[0], topic=topic, valid_from=first[1])
    before_the_second = clock.now()
    clock.advance(timedelta(hours=1))
    ana.memories.remember(second[0], topic=topic, valid_from=second[1])

    def employer(**when: str | datetime) -> list[str]:
        return [hit.text for hit in ana.recall("Dana employed", **when).hits]  # type: ignore[arg-type]

    assert employer() == [new[0]]
    assert employer(as_of="2024-01-01") == [old[0]]
    assert employer(as_of="2026-02-10T00:00:00Z") == [new[0]]
    assert employer(as_of="2020-01-01") == []
    assert employer(as_of="2024-01-01", known_at=before_the_second) == (
        [] if order == "newer first" else [old[0]]
    )
    with pytest.raises(InvalidValue, match="as of an earlier time"):
        ana.recall("Dana", as_of="2024-01-01", layers=(Layer.KNOWLEDGE,))


def test_messages_and_events_as_they_were_known(sessions: Sessions, clock: ManualClock) -> None:
    """What was said and what happened later is not there yet, nor what was written down later."""
    ana = sessions(id="log")
    start = clock.now()
    said(ana, start.isoformat(), "the lift is stuck")
    ana.events.log("the lift was stuck", at=start)
    clock.advance(timedelta(days=2))
    said(ana, (start - timedelta(days=1)).isoformat(), "the lift squeaks")
    later = clock.now()
    assert set(found(ana, "lift", known_at=start + timedelta(hours=1))) == {
        "the lift is stuck",
        "the lift was stuck",
    }
    assert set(found(ana, "lift", as_of=start - timedelta(hours=1), known_at=later)) == {
        "the lift squeaks"
    }


def test_events_are_found_retracted_ones_are_not(sessions: Sessions) -> None:
    """An event is found by its words and its kind, once for each time it happened."""
    ana = sessions()
    for day in ("2026-01-05", "2026-01-12"):
        ana.events.log("The gutters were cleaned", kind="chore", at=day)
    last = ana.events.log("The gutters were painted", at="2026-01-20")
    assert found(ana, "gutters cleaned")[:2] == ["The gutters were cleaned"] * 2
    assert last.id is not None
    ana.events.retract(last.id)
    assert "The gutters were painted" not in found(ana, "gutters painted")
    assert found(sessions("bob"), "gutters") == []


def test_a_fact_is_read_from_the_profile(sessions: Sessions) -> None:
    """By the words of the key or by others for it; what the profile has not is looked for."""
    ana = sessions(id="me")
    words = "请用英文回答我"
    message = ana.conversation.append({"role": "user", "content": words}).id
    assert message is not None
    evidence = MessageEvidence(conversation="me", message=message, quotation=words)
    assert ana.profile.set("answer language", "英文", evidence=evidence).kept
    for question in ("Which language do I want answers in?", "我希望你用什么语言回答？"):
        answer = ana.ask(question)
        assert (answer.intent, [hit.text for hit in answer.hits]) == ("fact", ["英文"])
        assert "profile" in answer.why
    ana.memories.remember("Ana drives an old van")
    answer = ana.ask("Do I drive a van?")
    assert [hit.text for hit in answer.hits] == ["Ana drives an old van"]
    assert "nothing in the profile" in answer.notes[0]


def test_a_list_is_complete(sessions: Sessions) -> None:
    """Every row, however many, and of those the ones about what was named; the rest is counted."""
    ana = sessions(scopes=("repo:van",))
    for number in range(30):
        ana.memories.remember(f"Decided on bolt size {number}", kind=Kind.DECISION)
    ana.memories.remember("Decided on blue paint", kind=Kind.DECISION)
    ana.memories.remember("The van has five doors")
    for question in ("List all the decisions", "都有哪些决定？"):
        answer = ana.ask(question)
        assert (answer.intent, answer.complete, len(answer.hits)) == ("all_of", True, 31)
    answer = ana.ask("List all decisions about paint")
    assert [hit.text for hit in answer.hits] == ["Decided on blue paint"]
    assert "30 more" in answer.notes[0]
    ana.task("door", goal="fit the fifth door")
    ana.task("lamp", goal="replace the lamp").close("done: it was the fuse")
    assert texts(ana, "List my open tasks") == ["fit the fifth door"]
    assert set(texts(ana, "列出我的全部任务")) == {"fit the fifth door", "replace the lamp"}


def test_how_often_when_first_and_when_last(sessions: Sessions) -> None:
    """From the time line by time, not by a ranking; counted whole."""
    ana = sessions()
    for day in ("2026-01-03", "2026-02-07", "2026-02-21"):
        ana.events.log("Went climbing at the quarry", at=day)
        ana.events.log("去采石场攀岩", at=day)
    ana.events.log("Went to the dentist", at="2026-02-25")
    for question in ("How many times did I go climbing?", "我去攀岩了几次？"):
        answer = ana.ask(question)
        assert (answer.count, len(answer.hits), answer.complete) == (3, 3, True), question
    assert ana.ask("How many times did I go climbing in February 2026?").count == 2
    for question in ("When was the last time I went climbing?", "我最近一次攀岩是哪天？"):
        [hit] = ana.ask(question).hits
        assert hit.at.date() == date(2026, 2, 21), question
    for question in ("When did I first go climbing?", "我第一次攀岩是什么时候？"):
        [hit] = ana.ask(question).hits
        assert hit.at.date() == date(2026, 1, 3), question
    assert ana.ask("How many times did I go sailing?").count == 0


def test_without_a_usable_time_the_last_week_is_taken(
    sessions: Sessions, clock: ManualClock
) -> None:
    """And the answer says so."""
    ana = sessions()
    ana.events.log("The pump was oiled", at=clock.now() - timedelta(days=3))
    ana.events.log("The pump was bought", at=clock.now() - timedelta(days=30))
    for question in ("What happened recently?", "最近发生了什么？"):
        answer = ana.ask(question)
        assert [hit.text for hit in answer.hits] == ["The pump was oiled"]
        assert "last 7 days" in answer.notes[0]


def test_before_and_after_something(sessions: Sessions) -> None:
    """What it is stands on the time line; what does not is said."""
    ana = sessions()
    ana.events.log("Sold the piano", at="2025-11-02")
    ana.events.log("The move to Graz; 搬家到格拉茨", at="2026-01-10")
    ana.events.log("Joined a choir", at="2026-02-01")
    assert texts(ana, "What did I do before the move?") == ["Sold the piano"]
    assert texts(ana, "搬家之前我做了什么？") == ["Sold the piano"]
    assert "Joined a choir" in texts(ana, "What happened after the move?")
    answer = ana.ask("What did I do before the wedding?")
    assert "no event on the time line is 'the wedding'" in answer.notes[0]


def test_what_was_just_said(sessions: Sessions) -> None:
    """From the end of this conversation, without the question, and with no model."""
    ana = sessions(id="talk")
    for text in ("The gate code is posted at the barn", "Feed the geese first"):
        ana.conversation.append({"role": "user", "content": text})
        ana.conversation.append({"role": "assistant", "content": f"Noted: {text}"})
    for question in ("What did I just say?", "我刚才说了什么？"):
        ana.conversation.append({"role": "user", "content": question})
        answer = ana.ask(question)
        assert answer.intent == "window"
        assert "Feed the geese first" in [hit.text for hit in answer.hits]
        assert question not in [hit.text for hit in answer.hits]


def test_why_it_failed(sessions: Sessions, clock: ManualClock) -> None:
    """From failed attempts with their causes, the last first; else from what speaks of it."""
    ana = sessions()
    ana.conversation.append({"role": "user", "content": "the upload failed on a full disk"})
    answer = ana.ask("Why did the upload fail?")
    assert "no failed attempt is on record" in answer.notes[0]
    assert [hit.text for hit in answer.hits] == ["the upload failed on a full disk"]
    for text, cause in (("migrated the ledger", "a lock"), ("rotated the mill", "rust")):
        clock.advance(timedelta(hours=1))
        ana.events.log(text, kind="attempt_failed", data={"cause": cause})
    for question in ("Why did it fail last time?", "上次为什么失败？"):
        answer = ana.ask(question)
        assert answer.intent == "cause"
        assert [hit.text for hit in answer.hits] == ["rotated the mill", "migrated the ledger"]
        assert "because rust" in answer.hits[0].why
    assert texts(ana, "Why did the ledger fail?") == ["migrated the ledger"]


def test_a_blank_question_is_refused(sessions: Sessions) -> None:
    """Like a blank query."""
    for blank in ("", " \n"):
        with pytest.raises(InvalidValue, match="question"):
            sessions().ask(blank)


@pytest.mark.parametrize("clock_name", ["as_of", "known_at"])
def test_a_moment_that_is_none_is_refused(sessions: Sessions, clock_name: str) -> None:
    """Never answered as if nothing had been asked."""
    ana = sessions()
    naive = datetime(2026, 3, 1, 12)  # noqa: DTZ001 - a time without a zone is the point
    for wrong in ("soon", "2026-02-30", naive, 1767225600):
        with pytest.raises(InvalidValue, match=r"ISO 8601|time zone|datetime"):
            ana.recall("Dana", **{clock_name: wrong})  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="query"):
        ana.recall(" ", **{clock_name: "2026-03-01"})  # type: ignore[arg-type]


def test_a_time_in_which_nothing_bears_on_the_question(sessions: Sessions) -> None:
    """All of that time is given, and the note says so."""
    ana = sessions()
    ana.events.log("The pond froze", at="2026-01-08")
    answer = ana.ask("What did Petra paint on 8 January 2026?")
    assert [hit.text for hit in answer.hits] == ["The pond froze"]
    assert "nothing of that time says 'Petra paint'" in answer.notes[0]
