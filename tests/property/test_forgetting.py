"""Whatever was remembered, by whom and when: a sweep holds every rule, and undo restores all."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import stratal
from stratal import (
    Durability,
    Kind,
    Memory,
    MessageEvidence,
    Principal,
    Record,
    Session,
    Source,
    Status,
    default_policy,
)
from stratal.testing.clock import ManualClock
from stratal.text.likeness import differs_in
from stratal.upkeep.doctor import examine

ANA = Principal(tenant="acme", user="ana")
CAPACITY = 4
SUBJECTS = ("crane", "ferry", "gate", "shed", "吊车")
CLAIMS = (
    "The {0} is red",
    "{0} red",
    "{0}s are red",
    "The {0} is not red",
    "The {0} was red",
    "The {0} holds 3 crates",
    "{0} holds 3 crates",
    "The {0} holds 4 crates",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """Something that comes to be remembered."""

    text: str
    by_person: bool
    confirmed: bool
    kind: Kind
    importance: int
    days: int
    """That pass afterwards."""


tellings = st.lists(
    st.builds(
        Told,
        text=st.builds(str.format, st.sampled_from(CLAIMS), st.sampled_from(SUBJECTS)),
        by_person=st.booleans(),
        confirmed=st.booleans(),
        kind=st.sampled_from((Kind.FACT, Kind.PREFERENCE, Kind.LESSON)),
        importance=st.integers(1, 10),
        days=st.integers(0, 12),
    ),
    min_size=1,
    max_size=14,
)


def remember(session: Session, clock: ManualClock, told: Told) -> None:
    evidence = None
    if told.by_person:
        said = session.conversation.append({"role": "user", "content": told.text})
        assert said.id is not None
        evidence = MessageEvidence(conversation=session.id, message=said.id, quotation=told.text)
    outcome = session.memories.remember(
        told.text, kind=told.kind, importance=told.importance, evidence=evidence
    )
    if told.confirmed and outcome.id is not None:
        session.memories.confirm(outcome.id)
    clock.advance(timedelta(days=told.days))


def is_the_persons(record: Record) -> bool:
    return record.source is Source.USER_EXPLICIT or record.state.confirmed_at is not None


def standing(memory: Memory, session: Session) -> dict[str, tuple[object, ...]]:
    """All there is, as it is now: what it says and rests on."""
    found = session.memories.entries(statuses=tuple(Status))
    return {one.id: (one.state, one.evidence) for one in found}


@settings(max_examples=25)
@given(tellings)
def test_a_sweep_holds_every_rule(told: list[Told]) -> None:
    """Caps hold, the person's stays, nothing is merged across a difference; twice is once; undone,
    all is as before, to the letter."""
    policy = default_policy()
    policy = replace(
        policy,
        memories=replace(policy.memories, capacity=CAPACITY),
        preferences=replace(policy.preferences, capacity=CAPACITY),
    )
    clock = ManualClock()
    with (
        tempfile.TemporaryDirectory() as folder,
        stratal.open(
            Path(folder) / "a.db",
            policy=policy,
            embedder=None,
            clock=clock,
            durability=Durability.PROCESS,
        ) as memory,
    ):
        session = memory.session(ANA, id="monday")
        for one in told:
            remember(session, clock, one)
        before = standing(memory, session)
        records = {one.id: one for one in session.memories.entries(statuses=tuple(Status))}

        report = memory.sweep("acme")
        after = {one.id: one for one in session.memories.entries(statuses=tuple(Status))}
        assert after.keys() == records.keys(), "nothing is removed"
        active = [one for one in after.values() if one.status is Status.ACTIVE]
        for preferences in (True, False):
            of = [one for one in active if (one.kind is Kind.PREFERENCE) is preferences]
            assert len([one for one in of if not is_the_persons(one)]) <= max(
                0, CAPACITY - len([one for one in of if is_the_persons(one)])
            )
        for id_, was in records.items():
            now = after[id_]
            if was.status is Status.ACTIVE and is_the_persons(was):
                merged = now.state.status_reason == "duplicate"
                assert now.status is Status.ACTIVE or merged
            if now.origin.reason.startswith("duplicate of "):
                into = after[now.origin.reason.removeprefix("duplicate of ")]
                assert differs_in(now.content, into.content) is None
                assert (now.kind, now.scope, now.topic) == (into.kind, into.scope, into.topic)
                assert is_the_persons(into) or not is_the_persons(now)
                assert {held.cited for held in now.evidence} <= {
                    held.cited for held in into.evidence
                }

        swept = standing(memory, session)
        assert memory.sweep("acme").count == 0
        assert standing(memory, session) == swept
        assert report.id is not None
        undone = memory.undo("acme", report.id, by="ana")
        assert undone.changed_since == 0
        assert standing(memory, session) == before
        assert examine(memory.database, "acme").clean
