"""The tools bound to a session: a call by name, and what it answers the model.

A wrong call changes nothing and is answered with a sentence that lets the model mend it. Everything
goes through the layers' own doors, with their rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from stratal.context import blocks
from stratal.context.manifest import Why
from stratal.core.canonical import Json
from stratal.core.checks import REMARK_LIMIT
from stratal.core.evidence import EventEvidence, Evidence, MessageEvidence, Source
from stratal.core.messages import Message, Role
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Kind, Record, Status, Topic
from stratal.core.tasks import Field
from stratal.errors import BackendError, BadInput, Conflict, InvalidValue, NotFound
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.layers.task import Task
from stratal.session import Session
from stratal.text.assertion import states, takes_back
from stratal.text.fence import WRAPPER, wrap
from stratal.text.likeness import same_statement
from stratal.text.quotation import NEGATIONS, stands_in
from stratal.text.tokens import query_terms, terms
from stratal.tools import words
from stratal.tools.definition import Tool

_HEARD = 50
"""Messages in which a quotation is looked for, the newest first."""
_MOST = 50
_RECALLED = 5
_NAMED = 120
"""Characters shown of an entry that is meant to be told apart from others."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What a call answers: a text for the model, and the outcome of each write."""

    text: str
    failed: bool = False
    """The call was wrong, or nothing could be done: nothing was changed."""
    outcomes: tuple[Outcome, ...] = ()


class Toolbox:
    """The tools of one session.

    `task` is what the tool of that name works on; without one it is not offered. With `reported`
    the host does not log the conversation: words of the person that come with a call are kept as
    events of kind ``reported`` and cited, and what rests on them is implicit at most.
    """

    def __init__(
        self, session: Session, *, task: Task | None = None, reported: bool = False
    ) -> None:
        self._session = session
        self._task = task
        self._reported = reported
        self._calls: dict[str, Callable[..., Answer]] = {
            words.REMEMBER.name: self._remember,
            words.RECALL.name: self._recall,
            words.UPDATE_PROFILE.name: self._update_profile,
            words.TASK.name: self._on_task,
            words.LOG_EVENT.name: self._log_event,
            words.FORGET.name: self._forget,
            words.WHY.name: self._why,
            words.PAGE_IN.name: self._page_in,
            words.READ_RESULT.name: self._read_result,
        }

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What is offered."""
        # Nothing of a conversation that is not logged can have left the prompt.
        unlogged = (words.PAGE_IN, words.READ_RESULT, words.WHY) if self._reported else ()
        without = (*unlogged, *((words.TASK,) if self._task is None else ()))
        return tuple(tool for tool in words.TOOLS if tool not in without)

    def to_anthropic(self) -> list[dict[str, Json]]:
        """For ``client.messages.create(tools=…)``."""
        return [tool.to_anthropic() for tool in self.tools]

    def to_openai(self) -> list[dict[str, Json]]:
        """For ``client.chat.completions.create(tools=…)``."""
        return [tool.to_openai() for tool in self.tools]

    def to_openai_responses(self) -> list[dict[str, Json]]:
        """For ``client.responses.create(tools=…)``."""
        return [tool.to_openai_responses() for tool in self.tools]

    def call(self, name: str, arguments: Mapping[str, Json]) -> Answer:
        """What the tool of that name answers to these arguments. Never raises for a wrong call."""
        tool = next((one for one in self.tools if one.name == name), None)
        if tool is None:
            known = ", ".join(one.name for one in self.tools)
            return Answer(text=f"There is no tool {name!r}: there are {known}.", failed=True)
        try:
            return self._calls[name](**tool.checked(arguments))
        except (BadInput, NotFound, Conflict) as error:
            return Answer(text=f"Nothing was changed: {error}.", failed=True)
        except BackendError:
            # What is wrong with the machinery is the host's to know, not the model's.
            return Answer(
                text="The memory does not answer now, and nothing was changed: try again later.",
                failed=True,
            )

    def _remember(
        self,
        content: str,
        kind: str = Kind.FACT.value,
        subject: str = "",
        attribute: str = "",
        because: str = "",
        quotation: str = "",
    ) -> Answer:
        if bool(subject) != bool(attribute):
            raise InvalidValue("subject", subject, "goes with an attribute: give both or neither")
        if self._task is not None and _heads(self._task, content):
            return Answer(text="Nothing was changed: it stands at the head of the task.")
        return _told(
            self._session.memories.remember(
                content,
                kind=Kind(kind),
                topic=Topic(subject=subject, attribute=attribute) if subject else None,
                evidence=self._evidence(quotation),
                reason_given=because,
                reason="asked for by a tool call",
            )
        )

    def _recall(self, question: str, most: int = _RECALLED) -> Answer:
        if not 1 <= most <= _MOST:
            raise InvalidValue("most", most, f"must be from 1 to {_MOST}")
        found = self._session.ask(question, most=most)
        hits = found.hits if found.complete else found.hits[:most]
        shown = blocks.recalled(hits, self._session.time_zone, None, Why.OUT_OF_BUDGET).block
        notes = [found.why, *found.notes]
        if found.count is not None:
            notes.append(f"counted: {found.count}")
        told = "Nothing that is remembered answers this." if shown is None else shown.text
        return Answer(text="\n".join([told, *(f"Note: {note}" for note in notes if note)]))

    def _update_profile(
        self,
        action: str,
        key: str = "",
        value: str = "",
        quotation: str = "",
        reason: str = "",
    ) -> Answer:
        if action == "none":
            return Answer(text="Nothing was changed.")
        if not key:
            raise InvalidValue("key", key, f"is needed to {action}: name what it is about")
        if action == "delete":
            return self._unlearned(key, value, reason, quotation)
        if not value:
            raise InvalidValue("value", value, f"is needed to {action}: say what holds")
        message = None if self._reported or not quotation else self._heard(quotation)
        said = quotation if message is None else message.said
        return _told(
            self._session.profile.set(
                key,
                value,
                evidence=self._evidence(quotation),
                source=None if states(value, [(quotation, said)]) else Source.AGENT_INFERRED,
                reason=f"profile {action}",
            )
        )

    def _unlearned(self, key: str, value: str, reason: str, quotation: str) -> Answer:
        facts = [
            fact for fact in self._session.profile.values(key) if not value or fact.content == value
        ]
        if not facts:
            raise NotFound("profile fact", f"{key}: {value}" if value else key)
        if len(facts) > 1:
            values = "; ".join(_named(fact) for fact in facts)
            raise InvalidValue("value", value, f"must be one of what is known there: {values}")
        return self._forgotten(
            self._session.profile, facts[0], reason or "profile delete", quotation
        )

    def _on_task(
        self,
        action: str,
        field: str = "",
        text: str = "",
        entry: str = "",
        reason: str = "",
        cause: str = "",
    ) -> Answer:
        task = self._task
        assert task is not None, "offered with a task alone"
        needed = {
            "add": ("field", "text"),
            "edit": ("entry", "text"),
            "done": ("entry",),
            "remove": ("entry",),
            "set_goal": ("text",),
            "note": ("text",),
        }
        given = {"field": field, "text": text, "entry": entry}
        for name in needed.get(action, ()):
            if not given[name]:
                raise InvalidValue(name, given[name], f"is needed to {action}")
        if action == "add":
            outcome = task.add(field, text, reason=reason, cause=cause)
        elif action == "edit":
            outcome = task.edit(entry, text=text, reason=reason or None, cause=cause or None)
        elif action == "done":
            outcome = task.done(entry)
        elif action == "remove":
            outcome = task.remove(entry)
        elif action == "set_goal":
            outcome = task.set_goal(text)
        elif action == "note":
            outcome = task.note(text)
        elif action == "close":
            outcome = task.close(text or None)
        else:
            state = task.state
            ids = "\n".join(
                f"- {one.id} ({field}): {one.text}"
                for field in Field
                for one in state.entries(field)
            )
            shown = blocks.task(f"{task.render()}\n{ids}", task.id, None).block
            return Answer(text="The task is empty." if shown is None else shown.text)
        return _told(outcome)

    def _log_event(
        self, text: str, kind: str = "note", at: str | None = None, quotation: str = ""
    ) -> Answer:
        return _told(
            self._session.events.log(text, kind=kind, at=at, evidence=self._evidence(quotation))
        )

    def _forget(self, id: str, reason: str, quotation: str = "") -> Answer:
        for layer in (self._session.memories, self._session.profile):
            try:
                record = layer.get(id)
            except NotFound:
                continue
            return self._forgotten(layer, record, reason, quotation)
        raise NotFound("entry", id)

    def _forgotten(
        self, layer: Memories | Profile, record: Record, reason: str, quotation: str
    ) -> Answer:
        """What a person said or confirmed goes by their own words alone: a model may be talked
        into dropping it as into adding something."""
        if _persons(record):
            said = takes_back(quotation) or (
                NEGATIONS.search(quotation) is not None
                and not set(terms(quotation)).isdisjoint(query_terms(_all_of(record)))
            )
            if not said:
                raise InvalidValue(
                    "quotation",
                    quotation,
                    "must be words in which the person takes it back, copied exactly: they said "
                    "or confirmed it, so ask them",
                )
            self._evidence(quotation)
            reason = f"{reason}: “{quotation}”"[:REMARK_LIMIT]
        return _told(layer.forget(record.id, reason=reason))

    def _why(self, text: str) -> Answer:
        answers = self._session.why(text, task=self._task)
        return Answer(text="\n".join(f"- {one.sentence}" for one in answers))

    def _page_in(self, handle: str) -> Answer:
        return Answer(text=wrap(WRAPPER, {"page": handle}, self._session.page_in(handle).text))

    def _read_result(self, handle: str, offset: int = 0, limit: int = 200) -> Answer:
        found = self._session.read_result(handle, offset, limit)
        more = "" if found.next_offset is None else f"\nMore from offset {found.next_offset} on."
        of = f"Lines from {found.offset} of {found.lines}.{more}"
        return Answer(text=f"{of}\n{wrap(WRAPPER, {'original': handle}, found.text)}")

    def _evidence(self, quotation: str) -> tuple[Evidence, ...]:
        """Where the person said it: looked up, never believed."""
        if not quotation:
            return ()
        if self._reported:
            reported = self._session.events.report(quotation)
            if reported.id is None:
                raise InvalidValue("quotation", quotation, f"was not kept: {reported.message}")
            return (EventEvidence(event=reported.id, quotation=quotation),)
        message = self._heard(quotation)
        return (
            MessageEvidence(conversation=self._session.id, message=message.id, quotation=quotation),
        )

    def _heard(self, quotation: str) -> Message:
        """The newest message in which the person said so. Raises `InvalidValue` if none does."""
        for message in reversed(self._session.conversation.last(_HEARD)):
            own = message.role is Role.USER and message.speaker in (
                None,
                self._session.principal.user,
            )
            if own and stands_in(quotation, message.said):
                return message
        raise InvalidValue(
            "quotation",
            quotation,
            "stands in nothing that the person said here: copy their words exactly, or leave it",
        )


def _told(outcome: Outcome) -> Answer:
    """An outcome as a model reads it."""
    about = "" if outcome.id is None else f" (id {outcome.id})"
    closed = f" It took the place of {', '.join(outcome.closed)}." if outcome.closed else ""
    return Answer(
        text=f"{outcome.done}{about}: {outcome.message}{closed}",
        failed=outcome.done in (Done.REJECTED, Done.FAILED),
        outcomes=(outcome,),
    )


def _heads(task: Task, content: str) -> bool:
    """Whether `content` is the name or the goal of the task, as the prompt shows them."""
    shown = (f"Task {task.id}", f"Goal: {task.state.goal}", task.state.goal)
    return any(same_statement(content, one) for one in shown)


def _persons(record: Record) -> bool:
    """Whether a person said it, confirmed it or made it binding."""
    said = record.source in (Source.USER_EXPLICIT, Source.USER_IMPLICIT)
    held = record.status is Status.ACTIVE
    return held and (said or record.state.binding or record.state.confirmed_at is not None)


def _all_of(record: Record) -> str:
    return record.content if record.topic is None else f"{record.content}\n{record.topic}"


def _named(fact: Record) -> str:
    return repr(fact.content[:_NAMED])
