"""A session: one principal, one conversation, the scopes that the host granted, and its layers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from stratal.core.budget import Budget, budget_of
from stratal.core.canonical import Json
from stratal.core.checks import CONTENT_LIMIT, name, remark, whole
from stratal.core.compaction import Stage
from stratal.core.identity import Principal, Scope, granted_scopes
from stratal.core.messages import NewMessage
from stratal.core.outcomes import Outcome
from stratal.core.records import Layer
from stratal.errors import InvalidValue, NoUserTurn
from stratal.layers.access import Access
from stratal.layers.agent_state import AgentState
from stratal.layers.consent import Consent
from stratal.layers.conversation import Conversation
from stratal.layers.events import Events
from stratal.layers.files import Files
from stratal.layers.knowledge import Knowledge
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.layers.task import Task, Tasks

if TYPE_CHECKING:
    from stratal.context.assembly import Context
    from stratal.context.compaction import Compactions
    from stratal.context.editing import Editing, Excerpt
    from stratal.context.reading import PageText
    from stratal.context.recorded import Contexts
    from stratal.context.stages import Stages
    from stratal.context.why import Answer
    from stratal.flows.recall import Recall
    from stratal.models.embedder import Embedder
    from stratal.models.summarizer import Summarizer


_RECALL_MAX = 1_000
_PATIENT = 3_600


class Session:
    """Everything an agent may reach, for one person in one conversation.

    Made by `Memory.session`. Safe to share between threads.
    """

    def __init__(self, access: Access, embedder: Embedder | None) -> None:
        self._access = access
        self._embedder = embedder
        self.conversation = Conversation(access=access)
        self.profile = Profile(access=access)
        self.memories = Memories(access=access)
        self.tasks = Tasks(access)
        self.events = Events(access=access)
        self.knowledge = Knowledge(access=access)
        self.files = Files(access=access)
        self.agent_state = AgentState(access=access)
        self.consent = Consent(access=access)

    @property
    def id(self) -> str:
        return self._access.conversation

    @property
    def principal(self) -> Principal:
        return self._access.principal

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """Granted by the host, from the widest to the nearest."""
        return self._access.scopes

    @property
    def write_scope(self) -> Scope:
        """Where memories about the work go."""
        return self._access.write

    def task(self, id: str, goal: str | None = None) -> Task:
        """The person's task of that id, opened if there is none yet."""
        return self.tasks.open(id, goal)

    def add(
        self,
        message: Mapping[str, Json] | NewMessage | str,
        *,
        task: Task | None = None,
        id: str | None = None,
    ) -> list[Outcome]:
        """Append a message (a text is the person's) and route what it states to its layers.

        The first outcome is the message's own. Text that nobody stated explicitly stays in the
        conversation.
        """
        from stratal.flows.route import route

        if isinstance(message, str):
            message = {"role": "user", "content": message}
        appended = self.conversation.append(message, id=id)
        if not appended.kept or appended.id is None:
            return [appended]
        stored = self.conversation.get(appended.id)
        routed = route(
            self._access, stored, profile=self.profile, memories=self.memories, task=task
        )
        return [appended, *routed]

    def recall(
        self,
        query: str,
        *,
        k: int | None = None,
        layers: Sequence[Layer] = (Layer.MEMORIES,),
        conversation: str | None = None,
        where: Mapping[str, str] | None = None,
    ) -> Recall:
        """The few things that bear on `query`, each with the parts of its score; or nothing.

        `conversation` narrows messages to one conversation of the person, `where` documents to
        those with exactly these metadata.
        """
        from stratal.flows.recall import recall

        if conversation is not None:
            name("conversation", conversation)
        return recall(
            self._access,
            _asked(query),
            embedder=self._embedder,
            k=k,
            layers=layers,
            conversation=conversation,
            where=where,
        )

    def context(
        self,
        query: str | None = None,
        *,
        task: Task | None = None,
        system: str = "",
        budget: Budget | int | None = None,
        window: int | None = None,
        stage: Stage | str = Stage.TRUNCATE,
        pinned: Sequence[str] = (),
        editing: Editing | None = None,
        summarizer: Summarizer | None = None,
        patience: float = 60.0,
        record: bool | None = None,
    ) -> Context:
        """What a model is to see now, in order, within `budget` tokens, and why.

        `query` is by default the task's goal and the last user message. `stage` says what becomes
        of a conversation longer than `window` messages (by default the policy's): all but
        ``truncate`` compact it when it is time to, with `summarizer` (by default one without a
        model), which is given `patience` seconds. `pinned` are ids of messages that stay as they
        are. With `record` (by default the policy's) it is kept among `contexts`. Raises
        `NoUserTurn` if there is nothing to answer and `BudgetTooSmall` if what may not be left out
        does not fit.
        """
        from stratal.context.assembly import assemble
        from stratal.context.stages import with_pages

        remark("system", system, CONTENT_LIMIT)
        stages = self._stages(
            window, budget, summarizer, patience, pinned=pinned, task=task, editing=editing
        )
        earlier = stages.at(_stage(stage))
        recall: Callable[[str], Recall] = self.recall
        if earlier.stage is Stage.HIERARCHICAL:
            recall = with_pages(
                self.recall, partial(self._said, len(earlier.messages)), self.compactions
            )
        made = assemble(
            self._access,
            conversation=self.conversation,
            profile=self.profile,
            memories=self.memories,
            task=task,
            query=None if query is None else _asked(query),
            recall=recall,
            system=system,
            budget=budget,
            earlier=earlier,
            editing=editing,
        )
        if self._access.policy.window.record if record is None else record:
            return self.contexts.record(made, None if task is None else task.id)
        return made

    @property
    def contexts(self) -> Contexts:
        """The contexts of this conversation that are on the record."""
        from stratal.context.recorded import Contexts

        return Contexts(access=self._access)

    def why(
        self,
        text: str,
        *,
        context: str | Context | None = None,
        task: Task | None = None,
        budget: int | None = None,
        also: Sequence[Scope | str] = (),
    ) -> tuple[Answer, ...]:
        """Why what has these words, or this id, is in a prompt or is not.

        The prompt is `context`, or the recorded one of that id, or the one that would be made now
        with `task` and `budget`. `also` are scopes beside those granted, in which it may lie: that
        it does is said, what it is is not. Raises `NotFound` for an id that is not on the record.
        """
        from stratal.context.assembly import Context
        from stratal.context.why import Prompt, Question

        prompt = Prompt(manifest=None)
        if context is None:
            with suppress(NoUserTurn):
                context = self.context(task=task, budget=budget, record=False)
        if isinstance(context, Context):
            prompt = Prompt(manifest=context.manifest, blocks=context.blocks)
        elif context is not None:
            replay = self.contexts.replay(context)
            recorded = replay.recorded
            prompt = Prompt(
                manifest=recorded.manifest, blocks=replay.blocks, made_at=recorded.made_at
            )
        return Question(
            access=self._access,
            conversation=self.conversation,
            profile=self.profile,
            memories=self.memories,
            recall=lambda query, k: self.recall(query, k=k),
            prompt=prompt,
            also=granted_scopes(self.principal, also, None)[0] if also else (),
        ).answers(text)

    @property
    def compactions(self) -> Compactions:
        """The summaries of this conversation, with what they cover and keep."""
        from stratal.context.compaction import Compactions

        return Compactions(access=self._access)

    def compact(
        self,
        *,
        keep: int | None = None,
        budget: Budget | int | None = None,
        task: Task | None = None,
        pinned: Sequence[str] = (),
        summarizer: Summarizer | None = None,
        patience: float = 60.0,
    ) -> Outcome:
        """Summarise what a window of `keep` messages does not show, and has not been summarised.

        `unchanged` if there is nothing new; `failed`, with everything as before, if the summarizer
        has no usable answer within `patience` seconds. `budget` is the window that the list of what
        is kept word for word takes its share of, by default the policy's.
        """
        stages = self._stages(keep, budget, summarizer, patience, pinned=pinned, task=task)
        return stages.compact()

    def read_result(self, handle: str, offset: int = 0, limit: int = 200) -> Excerpt:
        """`limit` lines, from line `offset` on, of what a line with a handle stands for.

        A result of a tool, an input, thinking, or all that a compaction keeps word for word.
        Raises `NotFound` for a handle that is not of this conversation.
        """
        from stratal.context.reading import read_result

        return read_result(self._access, handle, offset, limit)

    def page_in(self, handle: str) -> PageText:
        """A page of the conversation that has left the window, whole; the reading is recorded.

        Raises `NotFound` for a handle that is not of this conversation.
        """
        from stratal.context.reading import page_in

        return page_in(self._access, handle)

    def _stages(
        self,
        window: int | None,
        budget: Budget | int | None,
        summarizer: Summarizer | None,
        patience: float,
        *,
        pinned: Sequence[str],
        task: Task | None,
        editing: Editing | None = None,
    ) -> Stages:
        from stratal.context.stages import Stages

        if window is None:
            window = self._access.policy.window.messages
        if isinstance(pinned, str):
            raise InvalidValue("pinned", pinned, "must be ids of messages, in a list")
        return Stages(
            access=self._access,
            conversation=self.conversation,
            window=whole("window", window, 1, 10_000),
            budget=budget_of(budget, self._access.policy),
            summarizer=summarizer,
            patience=_seconds("patience", patience),
            pinned=tuple(pinned),
            task=task,
            editing=editing,
        )

    def _said(self, shown: int, query: str) -> Recall:
        """Messages of this conversation: enough that those in the window do not hide the others."""
        k = shown + self._access.policy.recall_limit
        return self.recall(
            query, k=min(k, _RECALL_MAX), layers=(Layer.CONVERSATION,), conversation=self.id
        )


def _stage(stage: Stage | str) -> Stage:
    try:
        return Stage(stage)
    except ValueError:
        known = ", ".join(Stage)
        raise InvalidValue("stage", stage, f"must be one of {known}") from None


def _seconds(field: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= _PATIENT:
        raise InvalidValue(field, value, f"must be a number of seconds above 0, {_PATIENT} at most")
    return float(value)


def _asked(query: str) -> str:
    """`query` if it is a text. It is not kept, so it may hold what no text that is kept may."""
    if not isinstance(query, str):
        raise InvalidValue("query", query, "must be a string")
    return query
