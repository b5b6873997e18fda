"""A session: one principal, one conversation, the scopes that the host granted, and its layers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import TYPE_CHECKING

from stratal.core.budget import Budget, budget_of
from stratal.core.canonical import Json, canonical_object
from stratal.core.checks import CONTENT_LIMIT, content, name, one_of, remark, whole
from stratal.core.compaction import Stage
from stratal.core.identity import Principal, Scope, granted_scopes
from stratal.core.messages import NewMessage
from stratal.core.outcomes import Outcome
from stratal.core.records import Layer
from stratal.core.runs import RunState
from stratal.core.tasks import TaskStatus
from stratal.errors import Busy, InvalidValue, NoUserTurn
from stratal.layers.access import Access
from stratal.layers.agent_state import AgentState
from stratal.layers.consent import Consent
from stratal.layers.conversation import Conversation
from stratal.layers.events import Events
from stratal.layers.files import Files
from stratal.layers.knowledge import Knowledge
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.layers.task import Task
from stratal.layers.tasks import Tasks

if TYPE_CHECKING:
    from datetime import date, datetime, tzinfo

    from stratal.context.as_of import Past
    from stratal.context.assembly import Context
    from stratal.context.compaction import Compactions
    from stratal.context.editing import Editing, Excerpt
    from stratal.context.reading import PageText
    from stratal.context.recorded import Contexts
    from stratal.context.stages import Stages
    from stratal.context.usage import Ledger
    from stratal.context.why import Answer
    from stratal.core.erasure import Target
    from stratal.flows.asking import Answered
    from stratal.flows.erasing import Preview
    from stratal.flows.recalling.hits import Recall
    from stratal.flows.runs import RunReport, Runs
    from stratal.flows.times import During
    from stratal.models.embedder import Embedder
    from stratal.models.language import LanguageModel
    from stratal.models.summarizer import Summarizer
    from stratal.storage.summaries import ConversationSummary
    from stratal.text.counter import TokenCounter


_RECALL_MAX = 1_000
_PATIENT = 3_600


class Session:
    """Everything an agent may reach, for one person in one conversation.

    Made by `Memory.session`. Safe to share between threads.
    """

    def __init__(
        self,
        access: Access,
        embedder: Embedder | None,
        language_model: LanguageModel | None = None,
    ) -> None:
        self._access = access
        self._embedder = embedder
        self._language_model = language_model
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

    @property
    def time_zone(self) -> tzinfo:
        """In which days, and times without an offset, are read and shown."""
        return self._access.time_zone

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

        The first outcome is the message's own. A plain yes or no to what the assistant asked about
        something that waits settles it. Text that nobody stated explicitly stays in the
        conversation; with a language model a worker reads it, and routes what the model finds.
        """
        from stratal.flows.citing import of_person
        from stratal.flows.confirming import settle
        from stratal.flows.route import route

        if isinstance(message, str):
            text = content("message", message, CONTENT_LIMIT * 8)
            message = {"role": "user", "content": text}
        appended = self.conversation.append(message, id=id)
        if not appended.kept or appended.id is None:
            return [appended]
        stored = self.conversation.get(appended.id)
        settled = settle(self._access)
        routed = route(
            self._access, stored, profile=self.profile, memories=self.memories, task=task
        )
        if (
            self._language_model is not None
            and self._access.policy.flows.keep_profile
            and of_person(self._access, stored)
        ):
            # What cannot be left now is read with the next turn.
            with suppress(Busy):
                self.keep_profile_later(task)
        return [appended, *settled, *routed]

    def recall(
        self,
        query: str,
        *,
        k: int | None = None,
        layers: Sequence[Layer] = (Layer.MEMORIES,),
        conversation: str | None = None,
        where: Mapping[str, str] | None = None,
        during: During | None = None,
        as_of: datetime | date | str | None = None,
        known_at: datetime | date | str | None = None,
        cold: bool = False,
    ) -> Recall:
        """The few things that bear on `query`, each with the parts of its score; or nothing.

        `conversation` narrows messages to one conversation of the person, `where` documents to
        those with exactly these metadata, and `during` everything to a time: words such as "last
        week" or 上个月, or two times. `as_of` asks what was true then, `known_at` what was known
        then; a day stands for its end. With `cold` memories are found that are out of use, and no
        others: `memories.restore` brings one back. Raises `InvalidValue` for what is no time.
        """
        from stratal.flows.recall import recall

        if conversation is not None:
            name("conversation", conversation)
        if as_of is not None or known_at is not None:
            if cold:
                raise InvalidValue("cold", cold, "is about now: leave as_of and known_at out")
            from stratal.flows.past import recall_past

            return recall_past(
                self._access,
                _asked(query),
                as_of=as_of,
                known_at=known_at,
                k=k,
                layers=layers,
                during=during,
                conversation=conversation,
            )
        return recall(
            self._access,
            _asked(query),
            embedder=self._embedder,
            k=k,
            layers=layers,
            conversation=conversation,
            where=where,
            during=during,
            cold=cold,
        )

    def ask(self, question: str, *, most: int = 50) -> Answered:
        """What is stored for a question, from the store that its wording asks for, and why there.

        A fact from the profile, a time from events, memories and messages in its order, a list from
        all rows, what was just said from the conversation, why something failed from the failed
        attempts, and a meaning from memories and documents. No language model is called. Raises
        `InvalidValue` for an empty question.
        """
        from stratal.flows.asking import ask

        return ask(
            self._access,
            _asked(question, "question"),
            embedder=self._embedder,
            conversation=self.conversation,
            most=most,
        )

    def context(
        self,
        query: str | None = None,
        *,
        task: Task | None = None,
        system: str = "",
        budget: Budget | int | None = None,
        model: str | None = None,
        tools: Sequence[Mapping[str, Json]] = (),
        counter: TokenCounter | None = None,
        window: int | None = None,
        stage: Stage | str = Stage.TRUNCATE,
        pinned: Sequence[str] = (),
        editing: Editing | None = None,
        summarizer: Summarizer | None = None,
        patience: float = 60.0,
        record: bool | None = None,
        questions: bool = True,
    ) -> Context:
        """What a model is to see now, in order, within `budget` tokens, and why.

        `query` is by default the task's goal and the last user message. `stage` says what becomes
        of a conversation longer than `window` messages (by default the policy's): all but
        ``truncate`` compact it when it is time to, with `summarizer` (by default one without a
        model), which is given `patience` seconds. `pinned` are ids of messages that stay as they
        are. With `record` (by default the policy's) it is kept among `contexts`. With `questions`
        at most one thing that waits for the person is put to the agent to ask them, and counts as
        asked.

        Tokens are those of `model`, by what it reported so far; by default that which reported last
        in this conversation. `tools` are the definitions that the host sends along: they count.
        `counter` counts the finished whole, which is then put together until it fits. Raises
        `NoUserTurn` if there is nothing to answer and `BudgetTooSmall` if what may not be left out
        does not fit.
        """
        from stratal.context.assembly import assemble
        from stratal.context.blocks import QUESTION
        from stratal.context.fitting import Fitting
        from stratal.context.stages import with_pages
        from stratal.flows.confirming import next_question, settle, was_put

        remark("system", system, CONTENT_LIMIT)
        fitting = Fitting(
            access=self._access,
            standing=self.usage.standing(model),
            budget=budget_of(budget, self._access.policy),
            tools=_definitions(tools),
            counter=counter,
        )
        stages = self._stages(
            window,
            fitting.estimated,
            summarizer,
            patience,
            pinned=pinned,
            task=task,
            editing=editing,
            relief=fitting.standing.exceeded,
        )
        wanted = one_of(Stage, "stage", stage)
        if task is not None and wanted is not Stage.TRUNCATE:
            self._keep_up(task, stages.threshold)
        earlier = stages.at(wanted)
        recall: Callable[[str], Recall] = self.recall
        if earlier.stage is Stage.HIERARCHICAL:
            recall = with_pages(
                self.recall, partial(self._said, len(earlier.messages)), self.compactions
            )
        # A prompt does not wait for a writer: what is not settled now is with the next one.
        with suppress(Busy):
            settle(self._access)
        asked = next_question(self._access) if _truth("questions", questions) else None
        make = partial(
            assemble,
            self._access,
            conversation=self.conversation,
            profile=self.profile,
            memories=self.memories,
            files=self.files,
            task=task,
            query=None if query is None else _asked(query),
            recall=cache(recall),
            system=system,
            earlier=earlier,
            editing=editing,
            asking=asked,
        )
        made = fitting.fit(lambda limits, cost: make(budget=limits, tools=cost))
        self._count(made)
        if asked is not None and made.block(QUESTION) is not None:
            with suppress(Busy):
                was_put(self._access, asked)
        if self._access.policy.window.record if record is None else record:
            return self.contexts.record(made, None if task is None else task.id)
        return made

    def _count(self, made: Context) -> None:
        """What recall gave to a prompt was used: kept in memory until there is time to write it."""
        uses = self._access.uses
        if uses is None or not made.manifest.query:
            return
        now = self._access.now()
        block = made.block("recalled")
        items = () if block is None else block.items
        uses.recalled(self._access.tenant, now, hit=bool(items))
        recalled = [one.id for one in items if one.layer is Layer.MEMORIES]
        uses.used(self._access.tenant, Layer.MEMORIES, recalled, now)

    @property
    def usage(self) -> Ledger:
        """What the requests of this conversation cost, as the host reported it."""
        from stratal.context.usage import Ledger

        return Ledger(access=self._access)

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
                context = self.context(task=task, budget=budget, record=False, questions=False)
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

    def erasure(self, target: Target) -> Preview:
        """What erasing `target` for good would take; its `carry_out` does it.

        The person themselves, what is theirs, and what lies in a scope of the grant. For the person
        or their host, never for a model. Raises `NotFound` for what belongs to others, and
        `ScopeNotGranted`.
        """
        from stratal.flows.erasing import Erasing
        from stratal.flows.erasing.reach import check_reach

        access = self._access
        check_reach(access, target)
        return Erasing(
            database=access.database,
            tenant=access.tenant,
            clock=access.clock,
            ids=access.ids,
            asked_by=access.principal.actor,
        ).preview(target)

    @property
    def runs(self) -> Runs:
        """What flows have done for this person: to be shown, approved and rolled back."""
        from stratal.flows.runs import Runs

        return Runs(self._access)

    def consolidate(
        self,
        task: Task,
        *,
        model: LanguageModel | None = None,
        dry: bool = False,
        whole: bool = False,
    ) -> list[RunReport]:
        """Take what was said since the last time into the task, span by span, then compact.

        `model` is by default the memory's; without one the rules for what people state outright
        are used. With `whole` the last turn is taken though it may wait for its answer. It stops at
        a run that failed or awaits approval; `dry` tries the first span and writes nothing.
        """
        reports: list[RunReport] = []
        while (
            report := self.consolidate_span(task, model=model, dry=dry, whole=whole)
        ) is not None:
            reports.append(report)
            if dry or report.again or report.run.state is not RunState.DONE:
                return reports
        if reports:
            self.compact(task=task, summarizer=self._summarizer(model))
        return reports

    def consolidate_span(
        self,
        task: Task,
        *,
        model: LanguageModel | None = None,
        dry: bool = False,
        whole: bool = False,
    ) -> RunReport | None:
        """As `consolidate`, one span only and nothing compacted; None if there is nothing new."""
        from stratal.flows.consolidate import consolidate

        return consolidate(
            self._access, task, model=model or self._language_model, dry=dry, whole=whole
        )

    def consolidate_later(self, task: Task) -> Outcome:
        """As `consolidate`, by a worker."""
        from stratal.flows.queue import CONSOLIDATE, leave

        return leave(self._access, CONSOLIDATE, task=task.id)

    def keep_profile(
        self,
        *,
        model: LanguageModel | None = None,
        task: Task | None = None,
        dry: bool = False,
    ) -> list[RunReport]:
        """Take what the person said since the last time into their profile, a few turns at a time.

        What a model finds besides goes to its own layer, decisions and lessons to `task`.
        `model` is by default the memory's; without one the rules for what people state outright
        are used. It stops at a run that failed or awaits approval; `dry` tries the first turns and
        writes nothing.
        """
        reports: list[RunReport] = []
        while (report := self.keep_profile_span(model=model, task=task, dry=dry)) is not None:
            reports.append(report)
            if dry or report.again or report.run.state is not RunState.DONE:
                break
        return reports

    def keep_profile_span(
        self,
        *,
        model: LanguageModel | None = None,
        task: Task | None = None,
        dry: bool = False,
    ) -> RunReport | None:
        """As `keep_profile`, once; None if the person said nothing since the last time."""
        from stratal.flows.keep_profile import keep_profile_span

        return keep_profile_span(
            self._access, model=model or self._language_model, task=task, dry=dry
        )

    def keep_profile_later(self, task: Task | None = None) -> Outcome:
        """As `keep_profile`, by a worker."""
        from stratal.flows.queue import KEEP_PROFILE, leave

        return leave(self._access, KEEP_PROFILE, task="" if task is None else task.id)

    def close_task(
        self,
        task: Task,
        conclusion: str | None = None,
        *,
        case: str | None = None,
        model: LanguageModel | None = None,
    ) -> list[Outcome]:
        """Close the task, once the rest of the conversation was taken into it, and archive it.

        The first outcome is the closing's own; no model can stand in its way. `case` names what
        the task was about, where that goes on through many sessions.
        """
        if case is not None:
            name("case", case)
        if conclusion is not None:
            content("conclusion", conclusion)
        reports = self.consolidate(task, model=model, whole=True)
        if reports and reports[-1].run.state is RunState.FAILED:
            from stratal.flows.consolidate import consolidate

            consolidate(self._access, task, whole=True)
        closed = task.close(conclusion)
        if not closed.kept:
            return [closed]
        return [closed, *self.archive(task, case=case, model=model).outcomes]

    def archive(
        self,
        task: Task,
        *,
        case: str | None = None,
        model: LanguageModel | None = None,
        dry: bool = False,
    ) -> RunReport:
        """Take what others need out of a task that has ended into memories; done once.

        Raises `InvalidValue` if the task is open.
        """
        from stratal.flows.archive import archive

        return archive(self._access, task, model=model or self._language_model, case=case, dry=dry)

    def end(self, *, model: LanguageModel | None = None) -> RunReport | None:
        """The conversation has ended: keep what it was about. None if nothing new is to be told."""
        from stratal.flows.ending import end_conversation

        return end_conversation(self._access, model=model or self._language_model)

    def end_later(self) -> Outcome:
        """As `end`, by a worker."""
        from stratal.flows.queue import END, leave

        return leave(self._access, END)

    def as_of(
        self, at: datetime | date | str, *, valid: datetime | date | str | None = None
    ) -> Past:
        """Every layer as it was known at `at`: a frozen view, to be read only.

        `valid` asks for what held at another time, as it was known then. A day stands for its end.
        Raises `InvalidValue` for what is no time, or one to come.
        """
        from stratal.context.as_of import as_of

        return as_of(self._access, at, valid)

    def summaries(self, limit: int = 5) -> list[ConversationSummary]:
        """What the person's last conversations were about, each with the span that it tells of."""
        from stratal.flows.ending import ended_summaries

        return ended_summaries(self._access, whole("limit", limit, 1, _RECALL_MAX))

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

    def _keep_up(self, task: Task, threshold: int) -> None:
        """Take the conversation into the task before it is compacted, if it is time to.

        Nobody waits for a model here: with one, a worker does it.
        """
        from stratal.flows.consolidate import waiting

        if task.status is not TaskStatus.OPEN:
            return
        if waiting(self._access, task).is_due(self._access, threshold):
            # What cannot be written now is taken when the next prompt is made.
            with suppress(Busy):
                if self._language_model is None:
                    self.consolidate_span(task)
                else:
                    self.consolidate_later(task)

    def _summarizer(self, model: LanguageModel | None) -> Summarizer | None:
        from stratal.flows.spending import Metered
        from stratal.models.summarizer import ModelSummarizer

        chosen = model or self._language_model
        if chosen is None:
            return None
        return ModelSummarizer(Metered(model=chosen, access=self._access, flow="compact"))

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
        relief: int = 0,
    ) -> Stages:
        from stratal.context.stages import Stages

        if window is None:
            window = self._access.policy.window.messages
        if isinstance(pinned, str):
            raise InvalidValue("pinned", pinned, "must be ids of messages, in a list")
        return Stages(
            access=self._access,
            conversation=self.conversation,
            window=max(1, whole("window", window, 1, 10_000) >> relief),
            relief=relief,
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


def _definitions(tools: Sequence[Mapping[str, Json]]) -> tuple[Mapping[str, Json], ...]:
    """The definitions of tools if that is what they are."""
    if not isinstance(tools, list | tuple):
        raise InvalidValue("tools", tools, "must be definitions of tools, in a list")
    for one in tools:
        canonical_object("tools", one, CONTENT_LIMIT)
    return tuple(tools)


def _truth(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidValue(field, value, "must be true or false")
    return value


def _seconds(field: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= _PATIENT:
        raise InvalidValue(field, value, f"must be a number of seconds above 0, {_PATIENT} at most")
    return float(value)


def _asked(query: str, field: str = "query") -> str:
    """`query` if it is a text. It is not kept, so it may hold what no text that is kept may."""
    if not isinstance(query, str):
        raise InvalidValue(field, query, "must be a string")
    return query
