"""Runs of flows: begun once, written whole, shown, approved, taken back.

Whatever a run proposes goes through the layers' own doors, all of it in one transaction together
with the run's own end: so a run that was killed has either happened or not. Its replies are kept as
they come, in transactions of their own; a run that goes on after a crash does not ask again for
what it has been told.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TypeVar

from stratal.core.checks import encodable, name, one_of, whole
from stratal.core.compaction import Span
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer
from stratal.core.runs import (
    Proposal,
    Refused,
    Run,
    RunItem,
    RunReply,
    RunState,
    Spent,
    ToMemories,
)
from stratal.errors import (
    InvalidValue,
    NotFound,
    StratalError,
    UnusableReply,
)
from stratal.flows.proposals import take_back, too_much, write
from stratal.flows.spending import Metered
from stratal.layers.access import Access
from stratal.models.language import (
    LanguageModel,
    ModelReply,
    ModelRequest,
    Reading,
    Usage,
    ask,
)
from stratal.models.reply import Unreadable, read_reply
from stratal.storage import runs, summaries
from stratal.storage.database import Transaction
from stratal.storage.joined import Joined
from stratal.storage.runs import NewRun
from stratal.text.secrets import without_secrets

T = TypeVar("T")

LEASE = timedelta(minutes=10)
"""So long after its beginning another may take up a run whose holder was lost."""
WITHOUT_MODEL = "rules"
"""What a run names as its model where there was none."""
_DAYS = 366


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """A piece of work that a flow is about to do."""

    flow: str
    key: str
    task: str | None = None
    span: Span | None = None
    prompt: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RunReport:
    """What a run came to."""

    run: Run
    items: tuple[RunItem, ...] = ()
    again: bool = False
    """It had been done, or was in hand, before: nothing was asked and nothing written now."""

    @property
    def outcomes(self) -> list[Outcome]:
        """What became of each thing that it proposed; of a run that failed, one that says so."""
        if self.run.state in (RunState.FAILED, RunState.SET_ASIDE):
            return [_outcome(Done.FAILED, self.run.state.value, _failure(self.run), self.run.id)]
        if self.run.state is RunState.AWAITING_APPROVAL:
            message = f"{self.run.problem} Nothing was written: stratal runs approve {self.run.id}"
            return [_outcome(Done.PENDING, "awaiting_approval", message, self.run.id)]
        return [item.outcome for item in self.items if item.outcome is not None]


class Running:
    """A run that this program has in hand."""

    def __init__(self, access: Access, run: Run, holder: str) -> None:
        self.run = run
        self._access = access
        self._holder = holder

    def metered(self, model: LanguageModel) -> Metered:
        """The model, its calls counted for the flow of this run."""
        return Metered(model=model, access=self._access, flow=self.run.flow)

    def ask(self, model: LanguageModel, request: ModelRequest, kind: type[T]) -> Reading[T]:
        """What the model answers, or has answered this run before it was cut short.

        Every reply is on the record before it is read. Raises as `ask` does, and
        `SpendLimitReached`.
        """
        with self._access.database.read(self._access.tenant) as tx:
            known = runs.replies(tx, self.run.id)
        if known and not known[-1].problem:
            try:
                value, ignored = read_reply(known[-1].text, kind)
            except Unreadable:
                pass
            else:
                return Reading(value=value, ignored=ignored, text=known[-1].text, usage=Usage())
        return ask(self.metered(model), request, kind, told=self._told)

    def _told(self, reply: ModelReply, problem: str) -> None:
        access = self._access
        kept = RunReply(
            text=_kept(reply.text),
            problem=problem,
            tokens=reply.usage.tokens,
            cost=reply.usage.cost,
            at=access.now(),
        )
        with access.database.write(access.tenant) as tx:
            known = runs.get(tx, access.user, self.run.id)
            if known is None or known.state is not RunState.RUNNING:
                # What it read was erased meanwhile, or another does it: the reply is nobody's.
                return
            runs.add_reply(
                tx,
                self.run.id,
                kept,
                given=reply.usage.given,
                answered=reply.usage.answered,
            )

    def failed(self, error: StratalError) -> RunReport:
        """The run came to nothing; what it read is read again later.

        After so many useless replies it is set aside. A model that is away is no such failure.
        """
        useless = isinstance(error, UnusableReply)
        last = useless and self.run.attempts >= self._access.policy.flows.attempts
        state = RunState.SET_ASIDE if last else RunState.FAILED
        return self._ended(state, str(error), [])

    def settle(
        self,
        proposals: Sequence[Proposal | Refused],
        *,
        dry: bool = False,
        also: Callable[[Transaction], None] | None = None,
    ) -> RunReport:
        """Write what the run proposes, whole, or only say what would be written.

        `also` writes something of the flow's own, in the same transaction. A run that would close
        too much writes nothing and awaits approval.
        """
        access = self._access
        found: list[tuple[Proposal | Refused, Outcome | None]] = []
        try:
            with access.database.write(access.tenant) as tx:
                found = write(access, Joined(access.database, tx), self.run, proposals)
                if dry:
                    raise _Rehearsed
                problem = too_much(access, Joined(access.database, tx), found)
                if problem:
                    raise _Rehearsed(problem)
                if not runs.end(
                    tx,
                    self.run.id,
                    holder=self._holder,
                    state=RunState.DONE,
                    problem="",
                    now=access.now(),
                ):
                    raise _Rehearsed
                runs.put_items(tx, self.run.id, found)
                if also is not None:
                    also(tx)
        except _Rehearsed as rehearsed:
            if rehearsed.problem:
                return self._ended(RunState.AWAITING_APPROVAL, rehearsed.problem, found)
            if dry:
                return self._ended(RunState.DRY_RUN, "", found)
        return Runs(access).report(self.run.id)

    def _ended(
        self,
        state: RunState,
        problem: str,
        found: Sequence[tuple[Proposal | Refused, Outcome | None]],
    ) -> RunReport:
        access = self._access
        with access.database.write(access.tenant) as tx:
            if runs.end(
                tx,
                self.run.id,
                holder=self._holder,
                state=state,
                problem=problem,
                now=access.now(),
            ):
                runs.put_items(tx, self.run.id, found)
        return Runs(access).report(self.run.id)


class _Rehearsed(Exception):
    """Takes everything back that was written; never leaves this module."""

    def __init__(self, problem: str = "") -> None:
        self.problem = problem
        super().__init__(problem)


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of the session's person."""

    access: Access

    def begin(
        self, piece: Piece, *, model: str = WITHOUT_MODEL, dry: bool = False
    ) -> Running | Run:
        """Take a piece of work in hand; or the run that has it in hand, or has done it."""
        access = self.access
        new_id = access.ids.new()
        holder = f"{os.getpid()}:{new_id}"
        new = NewRun(
            flow=piece.flow,
            key=f"{piece.key}{_DRY}{new_id}" if dry else piece.key,
            owner=access.user,
            conversation=access.conversation,
            task=piece.task,
            span=piece.span,
            model=model,
            prompt=piece.prompt,
            actor=access.principal.actor,
        )
        with access.database.write(access.tenant) as tx:
            run, mine = runs.begin(tx, new, id=new_id, holder=holder, lease=LEASE, now=access.now())
        return Running(access, run, holder) if mine else run

    def latest(self, state: RunState | str | None = None, *, limit: int = 20) -> list[Run]:
        """The person's runs, of one state or all, newest first."""
        whole("limit", limit, 1, 10_000)
        chosen = tuple(RunState) if state is None else (one_of(RunState, "state", state),)
        with self.access.database.read(self.access.tenant) as tx:
            return runs.newest(tx, self.access.user, chosen, limit)

    def get(self, id: str) -> Run:
        """The run of that id. Raises `NotFound`."""
        with self.access.database.read(self.access.tenant) as tx:
            run = runs.get(tx, self.access.user, name("run", id))
        if run is None:
            raise NotFound("run", id)
        return run

    def ids_beginning(self, start: str) -> list[str]:
        """At most three ids of the person's runs that begin so, for people who type them."""
        encodable("run", start)
        with self.access.database.read(self.access.tenant) as tx:
            return runs.ids_beginning(tx, self.access.user, start)

    def report(self, id: str) -> RunReport:
        """The run of that id, with what it proposed and what became of it. Raises `NotFound`."""
        run = self.get(id)
        with self.access.database.read(self.access.tenant) as tx:
            return RunReport(run=run, items=tuple(runs.items(tx, id)))

    def replies(self, id: str) -> list[RunReply]:
        """What the model replied to that run, as it came, secrets withheld. Raises `NotFound`."""
        self.get(id)
        with self.access.database.read(self.access.tenant) as tx:
            return runs.replies(tx, id)

    def approve(self, id: str) -> RunReport:
        """Write what a dry run, or one that awaits approval, proposed. For a person's act alone.

        What was changed since it was proposed stays, and is answered item by item. Raises
        `NotFound`, and `InvalidValue` for a run in another state.
        """
        access = self.access
        run = self._in_state(id, RunState.DRY_RUN, RunState.AWAITING_APPROVAL)
        key = run.key.partition(_DRY)[0]
        with access.database.write(access.tenant) as tx:
            same = runs.counting(tx, run.flow, key)
            if same is not None and same.id != run.id:
                raise InvalidValue("run", id, f"is of work that run {same.id} is for already")
            if not runs.move(tx, run, RunState.DONE, key=key, now=access.now()):
                raise InvalidValue("run", id, "was answered by somebody else just now")
            proposals = [item.proposal for item in runs.items(tx, id)]
            found = write(access, Joined(access.database, tx), run, proposals)
            runs.put_items(tx, id, found)
        return self.report(id)

    def reject(self, id: str) -> Run:
        """A person does not want what a run proposes. Raises `NotFound` and `InvalidValue`."""
        run = self._in_state(id, RunState.DRY_RUN, RunState.AWAITING_APPROVAL)
        with self.access.database.write(self.access.tenant) as tx:
            runs.move(tx, run, RunState.REJECTED, now=self.access.now())
        return self.get(id)

    def retry(self, id: str) -> Run:
        """Let a run that was set aside be tried again. Raises `NotFound` and `InvalidValue`."""
        self._in_state(id, RunState.SET_ASIDE)
        with self.access.database.write(self.access.tenant) as tx:
            runs.retry(tx, self.access.user, id)
        return self.get(id)

    def roll_back(self, id: str) -> RunReport:
        """Take back all that a run wrote, and that is still as it wrote it.

        What was changed since stays, and is answered `failed`, item by item. Raises `NotFound`,
        `InvalidValue`, and `ScopeNotGranted` where it wrote to a scope that this session has not.
        """
        access = self.access
        run = self._in_state(id, RunState.DONE)
        for item in self.report(id).items:
            if isinstance(item.proposal, ToMemories):
                access.granted(item.proposal.scope)
        with access.database.write(access.tenant) as tx:
            if not runs.move(tx, run, RunState.ROLLED_BACK, now=access.now()):
                raise InvalidValue("run", id, "was rolled back by somebody else just now")
            summaries.undo(tx, run.owner, run.conversation, run.id, access.now())
            joined = replace(access, database=Joined(access.database, tx))
            taken: dict[int, list[Outcome]] = {}
            for item in reversed(runs.items(tx, id)):
                undone = take_back(joined, run, item, taken)
                if undone is not None:
                    runs.set_undone(tx, id, item.no, undone)
        return self.report(id)

    def spent(self, days: int = 7) -> list[Spent]:
        """What models took in the tenant in the last days (UTC), by person and flow."""
        whole("days", days, 1, _DAYS)
        today = self.access.now().date()
        since = date.fromordinal(today.toordinal() - days + 1)
        with self.access.database.read(self.access.tenant) as tx:
            return runs.spent_between(tx, since.isoformat(), today.isoformat())

    def _in_state(self, id: str, *states: RunState) -> Run:
        run = self.get(id)
        if run.state not in states:
            raise InvalidValue("run", id, f"is {run.state}, not {' or '.join(states)}")
        return run


_DRY = "~dry:"


def _failure(run: Run) -> str:
    rest = (
        f"It is set aside after {run.attempts} attempts: stratal runs retry {run.id}"
        if run.state is RunState.SET_ASIDE
        else "What it read is read again later; the replies are kept on the run."
    )
    return f"{run.problem or 'It failed'}. {rest}"


def _outcome(
    done: Done, code: str, message: str, id: str | None, layer: Layer = Layer.MEMORIES
) -> Outcome:
    return Outcome(done=done, layer=layer, code=code, message=message, id=id)


def _kept(text: str) -> str:
    """A reply as a database can keep it."""
    plain = text.replace("\x00", "").encode("utf-16-le", "surrogatepass")
    return without_secrets(plain.decode("utf-16-le", "replace"))
