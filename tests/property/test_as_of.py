"""A look back shows what a plain replay of everything that happened until then shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stratal import Layer, Memory, MessageEvidence, Principal, Session, TimeOrderedIds, Topic
from stratal.context.as_of import Past
from stratal.core.policy import default_policy
from stratal.core.tasks import TaskStatus
from stratal.storage.database import Database
from stratal.storage.sqlite import Durability, SqliteDatabase
from stratal.testing.clock import ManualClock

PLACES = ("/a.md", "/b.md")
NAMES = ("ferry.md", "yard.md")
KEYS = ("package manager", "language")


@dataclass(frozen=True, kw_only=True)
class Happened:
    """One thing that was done, and when: all that the model knows."""

    at: datetime
    what: str
    id: str = ""
    text: str = ""
    valid: datetime | None = None


@dataclass(kw_only=True)
class World:
    """Everything at one moment, by a replay of what had happened."""

    said: dict[str, str] = field(default_factory=dict)
    retracted: set[str] = field(default_factory=set)
    memories: dict[str, str] = field(default_factory=dict)
    cold: set[str] = field(default_factory=set)
    values: list[Happened] = field(default_factory=list)
    profile: list[Happened] = field(default_factory=list)
    events: dict[str, Happened] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    goal: str | None = None
    closed: bool = False
    documents: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    state: str | None = None
    contexts: set[str] = field(default_factory=set)
    withdrawn: set[str] = field(default_factory=set)

    def holds(self, values: Sequence[Happened], valid: datetime) -> set[str]:
        """Of each topic the value that began to hold last."""
        found: dict[str, Happened] = {}
        for one in values:
            assert one.valid is not None
            before = found.get(one.id)
            if one.valid <= valid and (before is None or _begun(before) <= one.valid):
                found[one.id] = one
        return {one.text for one in found.values()}


def _begun(one: Happened) -> datetime:
    assert one.valid is not None
    return one.valid


def replay(history: Sequence[Happened], at: datetime) -> World:
    """What there was at `at`. What was deleted later is not told: nobody keeps it."""
    world = World()
    deleted = {one.id for one in history if one.what in ("delete", "remove document")}
    for one in history:
        if one.at <= at:
            _apply(world, one)
    for gone in deleted:
        world.memories.pop(gone, None)
        world.documents.pop(gone, None)
    return world


def _apply(world: World, one: Happened) -> None:
    match one.what:
        case "say":
            world.said[one.id] = one.text
        case "retract":
            world.retracted.add(one.id)
        case "remember" | "revise":
            world.memories[one.id] = one.text
        case "forget":
            world.cold.add(one.id)
        case "restore":
            world.cold.discard(one.id)
        case "supersede":
            world.values.append(one)
        case "profile":
            world.profile.append(one)
        case "event":
            world.events[one.id] = one
        case "retract event":
            world.events.pop(one.id)
        case "goal":
            world.goal = one.text
        case "fact":
            world.facts[one.id] = one.text
        case "remove fact":
            world.facts.pop(one.id)
        case "close":
            world.closed = True
        case "document":
            world.documents[one.id] = one.text
        case "write":
            world.files[one.id] = one.text
        case "unlink":
            world.files.pop(one.id)
        case "state":
            world.state = one.text
        case "consent":
            (world.withdrawn.add if one.text == "withdraw" else world.withdrawn.discard)(one.id)
        case "context":
            world.contexts.add(one.id)


class Life:
    """Does things through the public face and writes down that it did."""

    def __init__(self, memory: Memory, clock: ManualClock, user: str) -> None:
        self.clock = clock
        self.session = memory.session(
            Principal(tenant="acme", user=user, agent="helper"),
            id="talk",
            scopes=[f"user:{user}"],
        )
        self.history: list[Happened] = []
        self.numbers = count(10)
        store = self.session.files.create("notes").id
        assert store is not None
        self.store = store
        self.documents: dict[str, str] = {}
        self.begun = clock.now()

    def note(self, what: str, id: str | None = "", text: str = "", **more: Any) -> None:
        assert id is not None
        self.history.append(Happened(at=self.clock.now(), what=what, id=id, text=text, **more))

    def text(self, words: str) -> str:
        return f"{words} {next(self.numbers)} 第{next(self.numbers)}号"

    def now(self) -> World:
        return replay(self.history, self.clock.now())

    def say(self, words: str = "We counted gate") -> MessageEvidence:
        text = self.text(words)
        made = self.session.conversation.append({"role": "user", "content": text}).id
        self.note("say", made, text)
        assert made is not None
        return MessageEvidence(conversation="talk", message=made, quotation=text)

    def retract(self, draw: int) -> None:
        world = self.now()
        standing = [one for one in world.said if one not in world.retracted]
        last = standing[-1 - draw % 2 :]
        if last:
            self.session.conversation.retract(len(last))
            for one in last:
                self.note("retract", one)

    def remember(self, draw: int) -> None:
        text = self.text("The crane stands at pier")
        made = self.session.memories.remember(text)
        assert made.kept, made
        self.note("remember", made.id, text)

    def change(self, draw: int) -> None:
        world = self.now()
        if not world.memories:
            return
        chosen = sorted(world.memories)[draw % len(world.memories)]
        layer = self.session.memories
        if chosen in world.cold:
            assert layer.restore(chosen).kept
            self.note("restore", chosen)
        elif draw % 3 == 0:
            layer.forget(chosen)
            self.note("forget", chosen)
        elif draw % 3 == 1:
            layer.delete(chosen)
            self.note("delete", chosen)
        else:
            text = self.text("The crane is at pier")
            assert layer.revise(chosen, text).kept
            self.note("revise", chosen, text)

    def supersede(self, draw: int) -> None:
        # No two values begin at once: which of them holds would be a matter of ids.
        valid = self.clock.now() - timedelta(hours=draw % 50, microseconds=next(self.numbers))
        topic = Topic(subject="build", attribute="tool" if draw % 2 else "owner")
        text = self.text("The build runs with tool")
        made = self.session.memories.remember(text, topic=topic, valid_from=valid)
        assert made.kept, made
        self.note("supersede", topic.attribute, text, valid=valid)

    def profile(self, draw: int) -> None:
        key = KEYS[draw % 2]
        said = self.say("Use please the tool")
        made = self.session.profile.set(key, said.quotation, evidence=said)
        assert made.done in ("stored", "superseded"), made
        self.note("profile", key, said.quotation, valid=self.clock.now())

    def event(self, draw: int) -> None:
        world = self.now()
        if world.events and draw % 3 == 0:
            chosen = sorted(world.events)[draw % len(world.events)]
            self.session.events.retract(chosen)
            self.note("retract event", chosen)
            return
        at = self.clock.now() - timedelta(hours=draw % 40)
        text = self.text("Deployed")
        self.note("event", self.session.events.log(text, at=at).id, text, valid=at)

    def task(self, draw: int) -> None:
        world = self.now()
        if world.closed:
            return
        if world.goal is None:
            goal = self.text("count boxes")
            self.session.task("t", goal=goal)
            self.note("goal", "t", goal)
            return
        task = self.session.task("t")
        if draw % 8 == 0:
            task.close("It is done.")
            self.note("close")
            for one in self.session.events.last(1):
                self.note("event", one.id, one.text, valid=self.clock.now())
        elif draw % 8 == 1 and world.facts:
            first = min(world.facts)
            task.remove(first)
            self.note("remove fact", first)
        elif draw % 8 == 2:
            goal = self.text("count crates")
            task.set_goal(goal)
            self.note("goal", "t", goal)
        else:
            text = self.text("there are boxes")
            self.note("fact", task.add("facts", text).id, text)

    def document(self, draw: int) -> None:
        name = NAMES[draw % 2]
        if name in self.documents and draw % 5 == 0:
            self.session.knowledge.remove(name)
            self.note("remove document", self.documents.pop(name))
            return
        text = self.text("Boats leave from pier")
        made = self.session.knowledge.add(name, text)
        assert made.id is not None
        self.documents[name] = made.id
        self.note("document", made.id, text)

    def file(self, draw: int) -> None:
        path, files = PLACES[draw % 2], self.session.files.open(self.store)
        if path in self.now().files and draw % 4 == 0:
            files.delete_at(path)
            self.note("unlink", path)
            return
        text = self.text("Key of gate")
        assert files.write(path, text).kept
        self.note("write", path, text)

    def state(self, draw: int) -> None:
        text = self.text("step")
        state = self.session.agent_state
        if self.now().state is None:
            state.create("loop", {"step": text})
        else:
            state.patch("loop", {"step": text})
        self.note("state", "loop", text)

    def decide(self, draw: int) -> None:
        # The conversation and what it states are always remembered here.
        if draw % 2:
            self.session.consent.withdraw(Layer.PROFILE, conversation="other")
        else:
            self.session.consent.give(Layer.PROFILE, conversation="other")
        self.note("consent", "profile", "withdraw" if draw % 2 else "give")

    def prompt(self, draw: int) -> None:
        self.say()
        made = self.session.context(record=True)
        self.note("context", made.manifest.id)

    @property
    def steps(self) -> Mapping[str, Callable[[int], object]]:
        return {
            "say": lambda _: self.say(),
            "retract": self.retract,
            "remember": self.remember,
            "change": self.change,
            "supersede": self.supersede,
            "profile": self.profile,
            "event": self.event,
            "task": self.task,
            "document": self.document,
            "file": self.file,
            "state": self.state,
            "decide": self.decide,
            "prompt": self.prompt,
        }


def agrees(past: Past, world: World, session: Session, store: str, valid: datetime) -> None:
    """Every layer of the view is what the replay says."""
    seen = list(past.messages())
    assert {one.id: one.content["content"] for one in seen} == world.said
    assert {one.id for one in seen if one.retracted} == world.retracted
    standing = {text for one, text in world.memories.items() if one not in world.cold}
    held = {one.content for one in past.memories() if one.topic is None}
    assert past.valid != past.at or held == standing
    topical = {one.content for one in past.memories() if one.topic is not None}
    assert topical == world.holds(world.values, valid)
    assert {one.content for one in past.profile()} == world.holds(world.profile, valid)
    told = {one.text for one in past.events() if not one.kind.startswith("task_o")}
    begun = {one.text for one in world.events.values() if _begun(one) <= valid}
    assert told == begun
    found = {one.id: one for one in past.tasks()}
    assert ("t" in found) == (world.goal is not None)
    if world.goal is not None:
        state = found["t"].state
        assert state is not None
        assert state.goal == world.goal
        assert {one.id: one.text for one in state.facts} == world.facts
        assert found["t"].status is (TaskStatus.CLOSED if world.closed else TaskStatus.OPEN)
    said = {
        one.id: "".join(chunk.content for chunk in past.chunks(one)) for one in past.documents()
    }
    assert said == world.documents
    stores = [one.id for one in past.stores()]
    files = {one.path: one.content for each in stores for one in past.files(each)}
    assert files == world.files
    states = [one.document["step"] for one in past.agent_states()]
    assert states == ([] if world.state is None else [world.state])
    assert {one.id for one in past.contexts()} == world.contexts
    decided = past.consent()
    off = {str(decided[-1].layer)} if decided and not decided[-1].given else set()
    assert off == world.withdrawn


def counted(past: Past, history: Sequence[Happened]) -> None:
    """What is gone since is counted by layer."""
    gone = {one.layer: one.count for one in past.gone()}
    for layer, made, ended in (
        (Layer.MEMORIES, "remember", "delete"),
        (Layer.KNOWLEDGE, "document", "remove document"),
    ):
        there = {one.id for one in history if one.what == made and one.at <= past.at}
        lost = {one.id for one in history if one.what == ended and one.at > past.at}
        assert gone.get(layer, 0) == len(there & lost)


def live_and_look_back(
    memory: Memory, clock: ManualClock, user: str, plan: Sequence[tuple[str, int, int]]
) -> None:
    clock.advance(timedelta(minutes=1))
    life = Life(memory, clock, user)
    for step, draw, seconds in plan:
        clock.advance(timedelta(seconds=seconds))
        life.steps[step](draw)
    clock.advance(timedelta(hours=1))
    moments = sorted({life.begun, *(one.at for one in life.history), clock.now()})
    for at in moments[:: max(1, len(moments) // 6)]:
        past = life.session.as_of(at)
        agrees(past, replay(life.history, at), life.session, life.store, at)
        counted(past, life.history)
        valid = at - timedelta(hours=12)
        then = life.session.as_of(at, valid=valid)
        agrees(then, replay(life.history, at), life.session, life.store, valid)


STEPS = (
    "say", "retract", "remember", "change", "supersede", "profile", "event", "task", "document",
    "file", "state", "decide", "prompt",
)  # fmt: skip
plans = st.lists(
    st.tuples(
        st.sampled_from(STEPS), st.integers(0, 119), st.sampled_from((0, 0, 1, 90, 7_000, 40_000))
    ),
    min_size=1,
    max_size=30,
)
users = count()


@pytest.fixture(scope="module")
def moving() -> ManualClock:
    return ManualClock()


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory, moving: ManualClock) -> Iterator[Memory]:
    """One file for all examples, each of which has a person of its own."""
    path = tmp_path_factory.mktemp("as-of") / "stratal.db"
    opened = _memory(SqliteDatabase(path, durability=Durability.PROCESS), moving)
    yield opened
    opened.close()


def _memory(database: Database, clock: ManualClock) -> Memory:
    return Memory(
        database,
        policy=default_policy(),
        embedder=None,
        clock=clock,
        ids=TimeOrderedIds(clock),
    )


@settings(max_examples=60)
@given(plan=plans)
def test_a_view_is_what_a_replay_says(
    lasting: Memory, moving: ManualClock, plan: list[tuple[str, int, int]]
) -> None:
    """Every layer, at every moment, for what was known and for what was true."""
    live_and_look_back(lasting, moving, f"user{next(users)}", plan)


@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=plans)
def test_on_each_database(
    memory: Memory, clock: ManualClock, plan: list[tuple[str, int, int]]
) -> None:
    """The statements say the same on both."""
    live_and_look_back(memory, clock, f"user{next(users)}", plan)
