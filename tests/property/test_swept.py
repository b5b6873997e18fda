"""A scope that a sweep passes over has nothing for it to do, whatever happened there before."""

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
    Layer,
    Memory,
    MessageEvidence,
    Principal,
    Scope,
    Session,
    Status,
    default_policy,
)
from stratal.core.forgetting import Group
from stratal.storage import swept
from stratal.testing.clock import ManualClock

ANA = Principal(tenant="acme", user="ana")
OWN = Scope.of_user("ana")
CAPACITY = 3
CLAIMS = ("The {0} is red", "{0}s are red", "The {0} holds 3 crates", "The {0} holds 4 crates")
SUBJECTS = ("crane", "ferry", "吊车")
ACTS = ("remember", "say", "confirm", "forget", "restore", "delete", "revise", "retract", "undo")


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """Something that happens, and how long nothing does afterwards."""

    act: str
    text: str
    which: int
    importance: int
    hours: int
    swept: bool


steps = st.lists(
    st.builds(
        Step,
        act=st.sampled_from(ACTS),
        text=st.builds(str.format, st.sampled_from(CLAIMS), st.sampled_from(SUBJECTS)),
        which=st.integers(0, 20),
        importance=st.integers(1, 10),
        hours=st.sampled_from((0, 1, 30, 240, 900)),
        swept=st.booleans(),
    ),
    min_size=2,
    max_size=14,
)


def happen(memory: Memory, session: Session, step: Step) -> None:
    known = session.memories.entries(statuses=tuple(Status))
    one = known[step.which % len(known)].id if known else ""
    match step.act:
        case "remember":
            session.memories.remember(step.text, importance=step.importance)
        case "say":
            told = session.conversation.append({"role": "user", "content": step.text})
            assert told.id is not None
            evidence = MessageEvidence(
                conversation=session.id, message=told.id, quotation=step.text
            )
            session.memories.remember(step.text, evidence=evidence)
        case "confirm" if one:
            session.memories.confirm(one)
        case "forget" if one:
            session.memories.forget(one)
        case "restore" if one:
            session.memories.restore(one)
        case "delete" if one:
            session.memories.delete(one)
        case "revise" if one:
            session.memories.revise(one, step.text)
        case "retract":
            session.conversation.retract(1)
        case "undo":
            last = memory.sweep("acme")
            assert last.id is not None
            memory.undo("acme", last.id, by="ana")


def would_do(memory: Memory) -> tuple[tuple[Group, ...], int]:
    report = memory.sweep("acme", dry=True)
    return report.groups, report.looked_at


def forget_what_is_known(memory: Memory) -> None:
    with memory.database.write("acme") as tx:
        found = swept.find(tx, Layer.MEMORIES, OWN)
        if found is not None:
            unknown = swept.Swept(rules="others", standing=found[0], until=None, size=0)
            assert swept.keep(tx, Layer.MEMORIES, OWN, unknown)


@settings(max_examples=25)
@given(steps, st.sampled_from((0, 25, 400, 3_000)))
def test_what_is_passed_over_has_nothing_to_do(told: list[Step], later: int) -> None:
    """A dry sweep that goes by what is known says what one says that reads everything."""
    policy = default_policy()
    policy = replace(policy, memories=replace(policy.memories, capacity=CAPACITY))
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
        for step in told:
            happen(memory, session, step)
            if step.swept:
                memory.sweep("acme")
            clock.advance(timedelta(hours=step.hours))
        clock.advance(timedelta(hours=later))
        knowing = would_do(memory)
        forget_what_is_known(memory)
        assert would_do(memory) == knowing


def test_another_rule_is_put_to_what_is_known_too() -> None:
    """A sweep under a smaller capacity does not go by what held under the larger one."""
    clock = ManualClock()
    with (
        tempfile.TemporaryDirectory() as folder,
        stratal.open(Path(folder) / "a.db", embedder=None, clock=clock) as memory,
    ):
        session = memory.session(ANA, id="monday")
        for number in range(4):
            session.memories.remember(f"Berth {number} has a ladder.", importance=9)
        assert memory.sweep("acme").count == 0
        ground = memory.ground("acme")
        now = clock.now()
        assert ground.plan(Layer.MEMORIES, OWN, now).known() is not None
        rules = memory.policy
        memory.policy = replace(rules, memories=replace(rules.memories, capacity=2))
        assert memory.ground("acme").plan(Layer.MEMORIES, OWN, now).known() is None
        assert memory.sweep("acme").count == 2
