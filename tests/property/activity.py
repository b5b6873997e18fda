"""Generated activity over the public face: a bit of everything that a person and an agent do."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta

from stratal import (
    IdTaken,
    Kind,
    Memory,
    MemoryEvidence,
    MessageEvidence,
    NewMessage,
    NotFound,
    NoUserTurn,
    Principal,
    Session,
    StaleRevision,
    Status,
    Topic,
)
from stratal.core.canonical import Json
from stratal.core.tasks import TaskStatus
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.testing.clock import ManualClock

PEOPLE = ("ana", "bo")
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
TOOLS = ("pnpm", "yarn", "npm", "bun")
LONG = "这个结论来自三次实验。 " * 400


class Activity:
    """One person after another does something, told by a seeded generator."""

    def __init__(self, memory: Memory, clock: ManualClock, seed: int) -> None:
        self._random = random.Random(seed)
        self._clock = clock
        self._sessions = [
            memory.session(
                Principal(tenant="acme", user=user, agent=agent),
                id=conversation,
                scopes=[f"user:{user}", "repo:trip"],
                time_zone=zone,
            )
            for user in PEOPLE
            for conversation, agent, zone in (
                ("monday", None, "UTC"),
                ("tuesday", "helper", "Asia/Shanghai"),
            )
        ]
        self._steps: tuple[Callable[[Session], object], ...] = (
            self.say,
            self.say_much,
            self.use_tool,
            self.secret,
            self.retract,
            self.remember,
            self.remember,
            self.supersede,
            self.supersede,
            self.profile,
            self.correct,
            self.correct,
            self.derive,
            self.task,
            self.task,
            self.event,
            self.state,
            self.document,
            self.document,
            self.compact,
            self.prompt,
        )

    def run(self, steps: int) -> None:
        """Do so many things; what is refused or not there is part of life."""
        for _ in range(steps):
            self._clock.advance(timedelta(seconds=self._random.choice((0, 1, 40, 90_000))))
            step = self._random.choice(self._steps)
            try:
                step(self._random.choice(self._sessions))
            except (NotFound, StaleRevision, IdTaken):
                continue

    def say(self, session: Session) -> tuple[str, str]:
        text = self._random.choice(
            (
                f"I use {self._tool()} for the trip app.",
                f"我们的发布在第 {self._number()} 天，用 {self._tool()}。",
                f"Order {self._number()} failed with E{self._number()} in order_service.",
            )
        )
        said_at = self._clock.now() - timedelta(hours=self._random.randrange(100))
        speaker = self._random.choice((None, None, session.principal.user, "guest"))
        new = NewMessage.of({"role": "user", "content": text}, said_at=said_at, speaker=speaker)
        outcome = session.conversation.append(new)
        assert outcome.id is not None
        return outcome.id, text

    def say_much(self, session: Session) -> None:
        said: list[Mapping[str, Json]] = [
            {"role": "user", "content": "What about the weather?"},
            {"role": "assistant", "content": [{"type": "text", "text": "It rains 今天下雨"}]},
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": f"Then {self._number()} umbrellas."},
        ]
        session.conversation.extend(said)

    def use_tool(self, session: Session) -> None:
        call = f"call_{self._number()}"
        use: Mapping[str, Json] = {"type": "tool_use", "id": call, "name": "look", "input": {}}
        result = {"type": "tool_result", "tool_use_id": call, "content": "42 rows"}
        session.conversation.append({"role": "assistant", "content": [use]})
        session.conversation.append({"role": "user", "content": [result]})
        session.conversation.append({"role": "tool", "tool_call_id": call, "content": "fine"})
        session.conversation.append({"role": "assistant", "content": f"There are {call} rows."})

    def secret(self, session: Session) -> None:
        session.conversation.append({"role": "user", "content": f"the token is {TOKEN}"})

    def retract(self, session: Session) -> None:
        session.conversation.retract(self._random.randint(1, 3))

    def remember(self, session: Session) -> None:
        kind = self._random.choice(list(Kind))
        said = self._evidence(session) if self._random.random() < 0.5 else None
        text = f"Gate {self._number()} opens with {self._tool()} 第 {self._number()} 号。"
        if said is not None:
            text = said.quotation
        session.memories.remember(text, kind=kind, evidence=said, reason_given="it was tried")

    def supersede(self, session: Session) -> None:
        topic = Topic(subject="build", attribute=self._random.choice(("tool", "owner")))
        valid_from = None
        if self._random.random() < 0.4:
            valid_from = self._clock.now() - timedelta(hours=self._random.randrange(200))
        session.memories.remember(
            f"The build runs with {self._tool()}.", topic=topic, valid_from=valid_from
        )

    def derive(self, session: Session) -> None:
        known = session.memories.entries()
        if known:
            one = self._random.choice(known)
            session.memories.remember(
                f"Case {self._number()} follows from the trip.",
                evidence=MemoryEvidence(memory=one.id),
            )

    def profile(self, session: Session) -> None:
        said = self._evidence(session)
        key = self._random.choice(("package manager", "language"))
        session.profile.set(key, self._tool(), evidence=said)

    def correct(self, session: Session) -> None:
        layer: Memories | Profile = self._random.choice((session.memories, session.profile))
        found = [*session.memories.entries(statuses=list(Status)), *session.profile.facts()]
        if not found:
            return
        one = self._random.choice(found)
        acts: tuple[Callable[[], object], ...] = (
            lambda: layer.forget(one.id, reason="enough"),
            lambda: layer.restore(one.id),
            lambda: layer.restore(one.id),
            lambda: layer.delete(one.id),
            lambda: layer.confirm(one.id, binding=True),
            lambda: layer.reject(one.id),
            lambda: layer.revise(one.id, f"The words are {self._number()} others."),
        )
        self._random.choice(acts)()

    def task(self, session: Session) -> None:
        task = session.task(f"t{self._random.randrange(3)}", goal="count the boxes")
        if task.status is not TaskStatus.OPEN:
            return
        added = task.add("facts", self._random.choice((f"fact {self._number()}", LONG)))
        task.set("counter", self._random.randrange(9))
        task.note("scratch")
        match self._random.randrange(12):
            case 0:
                task.close("It took three boxes.")
            case 1:
                task.abandon("not needed")
            case 2:
                task.fork(task.checkpoint.id, f"try{self._number()}").add("open", "why?")
            case 3 if added.id is not None:
                task.remove(added.id)
            case _:
                task.set_goal(f"count {self._number()} boxes")

    def event(self, session: Session) -> None:
        said = (self._evidence(session),) if self._random.random() < 0.5 else ()
        outcome = session.events.log(f"Deployed {self._number()}.", evidence=said)
        if outcome.id is not None and self._random.random() < 0.3:
            session.events.retract(outcome.id)

    def state(self, session: Session) -> None:
        name = f"loop{self._random.randrange(2)}"
        try:
            session.agent_state.patch(name, {"step": self._random.randrange(100), "词": "好"})
        except NotFound:
            session.agent_state.create(name, {"step": 0})

    def compact(self, session: Session) -> None:
        session.compact(keep=self._random.choice((2, 5, 20)))

    def prompt(self, session: Session) -> None:
        with suppress(NoUserTurn):
            session.context(stage="hierarchical", window=5, record=True)

    def document(self, session: Session) -> None:
        name = f"d{self._random.randrange(3)}.md"
        if self._random.random() < 0.15:
            session.knowledge.remove(name)
            return
        parts = self._random.sample(range(9), k=self._random.randint(1, 5))
        text = "".join(f"# Pier {n}\n\nPier {n} takes tugs 第 {n} 号。\n\n" for n in parts)
        if self._random.random() < 0.2:
            text += f"# Keys\n\nthe token is {TOKEN}\n"
        metadata = {"n": str(self._number())} if self._random.random() < 0.3 else None
        session.knowledge.add(name, text, metadata=metadata)

    def _evidence(self, session: Session) -> MessageEvidence:
        message, text = self.say(session)
        return MessageEvidence(conversation=session.id, message=message, quotation=text)

    def _tool(self) -> str:
        return self._random.choice(TOOLS)

    def _number(self) -> int:
        return self._random.randrange(10, 60)
