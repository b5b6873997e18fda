"""A session: one principal, one conversation, the scopes that the host granted, and its layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stratal.core.canonical import Json
from stratal.core.checks import CONTENT_LIMIT, name, remark, whole
from stratal.core.identity import Principal, Scope
from stratal.core.messages import NewMessage
from stratal.core.outcomes import Outcome
from stratal.core.records import Layer
from stratal.errors import InvalidValue
from stratal.layers.access import Access
from stratal.layers.agent_state import AgentState
from stratal.layers.conversation import Conversation
from stratal.layers.events import Events
from stratal.layers.knowledge import Knowledge
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.layers.task import Task, Tasks

if TYPE_CHECKING:
    from stratal.context.assembly import Context
    from stratal.flows.recall import Recall
    from stratal.models.embedder import Embedder


_BUDGET_MAX = 10_000_000


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
        self.agent_state = AgentState(access=access)

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
        budget: int | None = None,
        window: int = 20,
    ) -> Context:
        """What a model is to see now, in order, within `budget` tokens, and why.

        `query` is by default the task's goal and the last user message. Raises `NoUserTurn` if
        there is nothing to answer and `BudgetTooSmall` if what may not be left out does not fit.
        """
        from stratal.context.assembly import assemble

        remark("system", system, CONTENT_LIMIT)
        if budget is not None:
            whole("budget", budget, 1, _BUDGET_MAX)
        return assemble(
            self._access,
            conversation=self.conversation,
            profile=self.profile,
            memories=self.memories,
            task=task,
            query=None if query is None else _asked(query),
            recall=self.recall,
            system=system,
            budget=budget,
            window=window,
        )


def _asked(query: str) -> str:
    """`query` if it is a text. It is not kept, so it may hold what no text that is kept may."""
    if not isinstance(query, str):
        raise InvalidValue("query", query, "must be a string")
    return query
