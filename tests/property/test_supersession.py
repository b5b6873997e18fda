"""Whatever the order of arrival, a topic has one timeline."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from stratal import (
    Memory,
    MessageEvidence,
    NewMessage,
    Principal,
    Session,
    Status,
    TimeOrderedIds,
    Topic,
    default_policy,
)
from stratal.storage.sqlite import Durability, SqliteDatabase
from stratal.testing.clock import ManualClock

ANA = Principal(tenant="acme", user="ana")
TOPIC = Topic(subject="trip", attribute="owner")
START = datetime(2024, 1, 1, tzinfo=UTC)
NAMES = ("Ava", "Bo", "Cy", "Dee", "Eve")

told = st.lists(
    st.tuples(st.integers(0, 30), st.sampled_from(NAMES)),
    min_size=1,
    max_size=8,
    unique_by=lambda one: one[0],
)


def remember_all(session: Session, clock: ManualClock, order: list[tuple[int, str]]) -> None:
    for day, name in order:
        clock.advance(timedelta(seconds=1))
        text = f"{name} owns the trip plan."
        said = session.conversation.append(
            NewMessage.of(
                {"role": "user", "content": text},
                id=f"d{day}",
                said_at=START + timedelta(days=day),
            )
        )
        assert said.kept
        evidence = MessageEvidence(conversation="s", message=f"d{day}", quotation=text)
        assert session.memories.remember(text, topic=TOPIC, evidence=evidence).kept


@settings(max_examples=30)
@given(told=told, data=st.data())
def test_any_order_of_arrival_gives_the_same_answers(
    told: list[tuple[int, str]], data: st.DataObject
) -> None:
    """One active value, the newest said; intervals touch, never overlap, and cover every day."""
    order = data.draw(st.permutations(told))
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))
    with tempfile.TemporaryDirectory() as folder:
        database = SqliteDatabase(Path(folder) / "p.db", durability=Durability.PROCESS)
        memory = Memory(
            database,
            policy=default_policy(),
            embedder=None,
            clock=clock,
            ids=TimeOrderedIds(clock),
        )
        with memory:
            session = memory.session(ANA, id="s", scopes=["repo:trip"])
            remember_all(session, clock, order)
            line = session.memories.timeline(TOPIC)
            by_day = sorted(told)
            assert [one.status for one in line].count(Status.ACTIVE) == 1
            assert line[-1].status is Status.ACTIVE
            assert line[-1].content.startswith(by_day[-1][1])
            for one, following in pairwise(line):
                assert one.state.valid_to == following.state.valid_from
            for day in range(-1, 32):
                moment = START + timedelta(days=day)
                expected = [name for since, name in by_day if since <= day][-1:]
                held = [one.content.split()[0] for one in session.memories.as_of(moment)]
                assert held == expected
            for one in line:
                log = session.memories.log(one.id)
                assert [entry.revision for entry in log] == list(range(1, len(log) + 1))
                for entry, following in pairwise(log):
                    assert entry.known_to == following.known_from
                assert log[-1].known_to is None
