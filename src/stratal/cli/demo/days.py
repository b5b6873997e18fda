"""The four days: what an agent's program does on each, and what must hold after it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from stratal.cli import status
from stratal.cli.demo.stage import Stage
from stratal.cli.demo.stand_in import Command, command_for
from stratal.cli.demo.words import WORDS, Day, Language
from stratal.cli.documents import outcome_document, record_document
from stratal.cli.options import Here
from stratal.core.evidence import Source
from stratal.core.identity import Principal
from stratal.core.messages import Role, message_text
from stratal.core.outcomes import Done
from stratal.core.records import Status
from stratal.errors import NotFound
from stratal.memory import Memory, open_memory

if TYPE_CHECKING:
    from stratal.context.assembly import Context
    from stratal.core.records import Record
    from stratal.session import Session

ANA = Principal(tenant="demo", user="ana")
TRIP = "repo:trip-miniapp"
BILLING = "repo:billing-api"
LIBRARY = "dayjs"
_SMALL = 3_000
"""Tokens of a prompt on Monday: a small window, so that it fills within a screen."""
_CODE = "\n".join(f'  check("field-{n}", rules[{n}], form);' for n in range(40))
"""What the agent answers: work that fills a window."""

_MORNING = {
    Day.MONDAY: datetime(2026, 3, 2, 9, 30, tzinfo=UTC),
    Day.WEDNESDAY: datetime(2026, 3, 4, 14, 5, tzinfo=UTC),
    Day.THURSDAY: datetime(2026, 3, 5, 10, 20, tzinfo=UTC),
    Day.FRIDAY: datetime(2026, 3, 6, 16, 45, tzinfo=UTC),
}


class DayClock:
    """Begins at an hour of the story's day, and goes on from there."""

    def __init__(self, morning: datetime) -> None:
        self._morning = morning
        self._started = time.monotonic()

    def now(self) -> datetime:
        return self._morning + timedelta(seconds=time.monotonic() - self._started)


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """One day: its memory, its words and its stage."""

    memory: Memory
    stage: Stage
    day: Day

    def session(self, repository: str, conversation: str | None = None) -> Session:
        return self.memory.session(
            ANA, id=conversation or self.day.value, scopes=["user:ana", repository]
        )

    def opened(self, repository: str) -> Session:
        """The session of the day, introduced."""
        session = self.session(repository)
        self.stage.open_day(
            self.day,
            pid=os.getpid(),
            conversation=session.id,
            scopes=[str(scope) for scope in session.scopes],
        )
        return session


def tell(here: Here, day: Day, language: Language) -> int:
    """Tell one day; 1 if something does not hold that should."""
    stage = Stage(words=WORDS[language], out=here.out)
    memory = open_memory(
        here.settings.database, policy=here.settings.policy, clock=DayClock(_MORNING[day])
    )
    with memory:
        facts = _DAYS[day](Scene(memory=memory, stage=stage, day=day))
    if here.out.as_json:
        here.out.document({"day": day.value, "process": os.getpid(), **facts, "held": stage.held})
    return status.DONE


def monday(scene: Scene) -> dict[str, Any]:
    """What is said goes into the open task when the window fills, and to memories at its close."""
    stage, words = scene.stage, scene.stage.words
    session = scene.opened(TRIP)
    stage.said(words.call_me)
    outcomes = session.add(words.call_me)
    stage.outcomes(outcomes)
    task = session.task("booking-form", goal=words.form)
    sentences, turns = (words.uses_pnpm, *words.turns), list[tuple[str, float, bool]]()
    for sentence in sentences:
        session.conversation.append({"role": "user", "content": sentence})
        made = session.context(task=task, budget=_SMALL, stage="auto")
        taken = len(session.runs.latest()) > sum(one[2] for one in turns)
        turns.append((sentence, _tokens(made, "window") / _SMALL, taken))
        session.conversation.append({"role": "assistant", "content": _CODE})
    stage.turns(turns)
    state, cited = task.state, task.evidence()
    entries = [*state.facts, *state.decisions]
    said_in = {entry.id: [held.message for held in cited.get(entry.id, ())] for entry in entries}
    places = {message.id: message.seq for message in session.conversation}
    stage.taken([(one.text, [places[said] for said in said_in[one.id]]) for one in entries])
    task.add("facts", words.clutter)
    task.add("failed", words.tried, cause=words.tried_cause)
    closed, *archived = session.close_task(task, words.conclusion)
    memories = {record.id: record for record in session.memories.entries()}
    stage.archived(archived, memories, words.clutter)
    facts = session.profile.facts()
    pinned = session.memories.pinned()
    stage.layers(
        messages=list(session.conversation),
        tasks=[f"{task.id} ({task.status.value})"],
        facts=facts,
        memories=list(memories.values()),
    )
    spoken = [one.text for one in session.conversation if one.role is Role.USER]
    stage.holds(words.kept, spoken == [words.call_me, *sentences])
    stage.holds(
        words.consolidated,
        sum(one[2] for one in turns) == 1 and len(entries) == 4 and all(said_in.values()),
    )
    stage.holds(words.archived, closed.kept and len(memories) == 6 and len(pinned) == 3)
    stage.holds(words.burned_told, [one.code for one in archived if not one.kept] == ["burned"])
    about_pnpm = [one for one in memories.values() if "pnpm" in one.content]
    stage.holds(
        words.one_scope,
        [str(one.scope) for one in about_pnpm] == [TRIP]
        and about_pnpm[0].source is Source.USER_EXPLICIT
        and about_pnpm[0].evidence[0].quotation in words.uses_pnpm
        and [fact.content for fact in facts] == [words.address],
    )
    stage.holds(words.no_model, all(run.calls == 0 for run in session.runs.latest()))
    return {
        "outcomes": [outcome_document(outcome) for outcome in (*outcomes, closed, *archived)],
        "taken": [one.text for one in entries],
        "runs": [run.flow for run in session.runs.latest()],
    }


def wednesday(scene: Scene) -> dict[str, Any]:
    """A new process knows what was said on Monday."""
    stage, words = scene.stage, scene.stage.words
    session = scene.opened(TRIP)
    pinned = session.memories.pinned()
    made = _asked(scene, session)
    command = _command(stage, made)
    stage.holds(words.three, [str(one.scope) for one in pinned] == [TRIP] * 3)
    stage.holds(
        words.remembered,
        "pnpm" in _prompt(made) and not any("pnpm" in said.text for said in session.conversation),
    )
    stage.holds(
        words.used.format(command=command.line),
        command.line == f"pnpm add {LIBRARY}" and bool(command.because),
    )
    return _context_facts(made, command)


def thursday(scene: Scene) -> dict[str, Any]:
    """In another repository the same person's memory of the first is out of reach."""
    stage, words = scene.stage, scene.stage.words
    session = scene.opened(BILLING)
    stage.said(words.npm_workspace)
    outcomes = session.add(words.npm_workspace)
    stage.outcomes(outcomes)
    made = _asked(scene, session)
    command = _command(stage, made)
    there = _package_manager(stage, scene.session(TRIP, "look"))
    found = session.recall("pnpm")
    seen = [*session.profile.facts(), *session.memories.entries()]
    stage.scopes(seen, there, session.scopes)
    stage.holds(
        words.not_a_word,
        not any("pnpm" in json.dumps(form) for form in (made.to_anthropic(), made.to_openai())),
    )
    stage.holds(
        words.out_of_reach,
        not any("pnpm" in hit.text for hit in found.hits) and _unreachable(session, there.id),
    )
    stage.holds(words.still_there, "pnpm" in there.content)
    stage.holds(words.profile_follows, words.address in _prompt(made))
    stage.holds(
        words.used.format(command=command.line),
        command.line == f"npm install {LIBRARY}" and bool(command.because),
    )
    return {
        "outcomes": [outcome_document(outcome) for outcome in outcomes],
        **_context_facts(made, command),
    }


def friday(scene: Scene) -> dict[str, Any]:
    """A change of mind: the new value takes the place of the old, which is kept."""
    stage, words = scene.stage, scene.stage.words
    session = scene.opened(TRIP)
    before = _package_manager(stage, session)
    assert before.topic is not None
    stage.said(words.switch)
    outcomes = session.add(words.switch)
    stage.outcomes(outcomes)
    stage.said(words.how)
    line = session.memories.timeline(before.topic)
    stage.values(before.topic, line)
    log = session.memories.log(before.id)
    stage.log(log)
    known = session.profile.how_do_you_know("address")
    stage.known(known)
    made = _asked(scene, session, told=False)
    command = _command(stage, made)
    now = _package_manager(stage, session)
    stage.holds(
        words.superseded,
        outcomes[-1].done is Done.SUPERSEDED and outcomes[-1].closed == (before.id,),
    )
    stage.holds(
        words.one_current,
        [record.status for record in line] == [Status.SUPERSEDED, Status.ACTIVE]
        and "bun" in now.content
        and now.evidence[0].quotation in words.switch,
    )
    old = session.memories.get(before.id)
    stage.holds(
        words.old_kept,
        old.status is Status.SUPERSEDED
        and old.content == before.content
        and old.evidence == before.evidence
        and now.id in (log[-1].origin.side_effect or ""),
    )
    stage.holds(
        words.knows_why,
        [one.quotation in words.call_me for one in known.evidence] == [True]
        and [one.content for one in known.history] == [words.address],
    )
    stage.holds(
        words.used_now.format(command=command.line),
        command.line == f"bun add {LIBRARY}" and bool(command.because),
    )
    stage.end()
    return {
        "outcomes": [outcome_document(outcome) for outcome in outcomes],
        "values": [record_document(record) for record in line],
        "log": [record_document(record) for record in log],
        **_context_facts(made, command),
    }


_DAYS: dict[Day, Callable[[Scene], dict[str, Any]]] = {
    Day.MONDAY: monday,
    Day.WEDNESDAY: wednesday,
    Day.THURSDAY: thursday,
    Day.FRIDAY: friday,
}


def _package_manager(stage: Stage, session: Session) -> Record:
    """The one current memory of the session's scopes that says which package manager it is."""
    found = [
        one
        for one in session.memories.pinned()
        if one.topic is not None and one.topic.attribute == "package manager"
    ]
    stage.require(stage.words.one_current, len(found) == 1)
    return found[0]


def _tokens(made: Context, block: str) -> int:
    found = made.block(block)
    return 0 if found is None else found.tokens


def _asked(scene: Scene, session: Session, *, told: bool = True) -> Context:
    """The person asks for the library; the context for that."""
    stage, words = scene.stage, scene.stage.words
    stage.said(words.add_library)
    session.add(words.add_library)
    task = session.task(f"add-{LIBRARY}-{scene.day.value}", goal=words.goal)
    made = session.context(task=task, system=words.system)
    if told:
        stage.context(made)
    return made


def _command(stage: Stage, made: Context) -> Command:
    command = command_for(_prompt(made), LIBRARY)
    stage.command(command)
    return command


def _prompt(made: Context) -> str:
    """All the text that a model would read, in order."""
    arguments = made.to_anthropic()
    system: Sequence[dict[str, Any]] = arguments.get("system", ())
    parts = [str(block.get("text", "")) for block in system]
    parts += [message_text(message) for message in arguments["messages"]]
    return "\n".join(parts)


def _unreachable(session: Session, id: str) -> bool:
    try:
        session.memories.get(id)
    except NotFound:
        return True
    return False


def _context_facts(made: Context, command: Command) -> dict[str, Any]:
    return {
        "blocks": {block.name: block.tokens for block in made.blocks},
        "tokens": made.tokens,
        "prompt": _prompt(made),
        "command": command.line,
    }
