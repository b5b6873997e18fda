"""What a run proposes, written through the layers' own doors, weighed, and taken back.

A person's change always wins: what was changed since the run read it stays, and is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer, Record, Status
from stratal.core.runs import (
    ForgetFact,
    ForgetMemory,
    Proposal,
    Refused,
    ReviseMemory,
    Run,
    RunItem,
    ToEvents,
    ToMemories,
    ToProfile,
    ToTask,
)
from stratal.core.tasks import Field, TaskStatus
from stratal.errors import Conflict, InvalidValue, NotFound, StratalError
from stratal.flows.route import with_reason
from stratal.layers.access import Access
from stratal.layers.events import Events
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.layers.tasks import Tasks
from stratal.storage import records
from stratal.storage.joined import Joined
from stratal.text.likeness import same_statement

_FEW = 3
"""So many entries of a task may give way at once without asking: a task is small."""


def write(
    access: Access, joined: Joined, run: Run, proposals: Sequence[Proposal | Refused]
) -> list[tuple[Proposal | Refused, Outcome | None]]:
    """Write the proposals in order, each through its layer's door."""
    inside = replace(access, database=joined, task=run.task)
    answers: dict[int, Outcome] = {}
    for task in dict.fromkeys(one.task for one in proposals if isinstance(one, ToTask)):
        own = [(no, one) for no, one in enumerate(proposals) if isinstance(one, ToTask)]
        answers |= _to_task(inside, run, [(no, one) for no, one in own if one.task == task])
    for no, one in enumerate(proposals):
        if isinstance(one, Refused):
            answers[no] = one.outcome
        elif not isinstance(one, ToTask):
            answers[no] = _answered(inside, run, one)
    return [(one, _with_reason(one, answers.get(no))) for no, one in enumerate(proposals)]


def _with_reason(one: Proposal | Refused, outcome: Outcome | None) -> Outcome | None:
    if outcome is None or not isinstance(one, ToTask | ToMemories | ToProfile | ToEvents):
        return outcome
    return with_reason(outcome, one.rule)


def _to_task(
    access: Access, run: Run, numbered: Sequence[tuple[int, ToTask]]
) -> dict[int, Outcome]:
    """The entries for one task, as one checkpoint that names the run."""
    task = numbered[0][1].task
    answers: dict[int, Outcome] = {}
    left: list[tuple[int, ToTask]] = []
    at_work = Tasks(access).get(task, seen=numbered[0][1].seen)
    base = at_work.at(numbered[0][1].seen)
    now = Tasks(access).get(task).state
    for no, one in numbered:
        same = [
            entry
            for entry in base.entries(one.change.field)
            if same_statement(entry.text, one.change.text)
        ]
        if same and not one.change.replaces:
            found = now.find(same[0].id)
            if found is None or found[1] != same[0]:
                message = "It was so when the run read it; it was changed since, and that stays."
                answers[no] = _outcome(
                    Done.UNCHANGED, "changed_meanwhile", message, same[0].id, Layer.TASK
                )
                continue
        left.append((no, one))
    if left:
        outcomes = at_work.update([one.change for _, one in left], reason=_by(run))
        answers |= {no: outcome for (no, _), outcome in zip(left, outcomes, strict=True)}
    return answers


_ToRecords = ToMemories | ReviseMemory | ForgetMemory | ToProfile | ForgetFact | ToEvents


def _answered(access: Access, run: Run, one: _ToRecords) -> Outcome:
    memories, profile = Memories(access=access), Profile(access=access)
    layer = Layer.EVENTS if isinstance(one, ToEvents) else _layer(one).layer
    try:
        match one:
            case ToMemories():
                return _remembered(memories, run, one)
            case ReviseMemory():
                return memories.revise(
                    one.id,
                    one.content,
                    expect=one.expect,
                    reason=_by(run),
                    evidence=one.evidence,
                    run=run.id,
                )
            case ToProfile():
                return _learnt(profile, run, one)
            case ToEvents():
                return Events(access=access).log(
                    one.text,
                    kind=one.kind,
                    at=one.at,
                    until=one.until,
                    data={"run": run.id},
                    evidence=one.evidence,
                )
            case ForgetMemory() | ForgetFact():
                records_of = _layer(one)(access=access)
                record = records_of.get(one.id)
                if record.revision != one.expect:
                    return _changed_since(one.id, layer)
                return records_of.forget(one.id, reason=one.reason or f"run {run.id}")
    except (Conflict, NotFound, InvalidValue) as error:
        return _outcome(Done.FAILED, _code(error), f"{error}.", None, layer)


def _layer(one: Proposal) -> type[Memories] | type[Profile]:
    return Profile if isinstance(one, ToProfile | ForgetFact) else Memories


def _remembered(memories: Memories, run: Run, one: ToMemories) -> Outcome:
    if one.topic is not None:
        line = memories.timeline(one.topic, scope=one.scope)
        newer = _newer(line, run, one.seen_at, one.content)
        if newer is not None:
            return _changed_since(newer.id)
    return memories.remember(
        one.content,
        kind=one.kind,
        topic=one.topic,
        scope=one.scope,
        evidence=one.evidence,
        reason_given=one.reason_given,
        source=one.source,
        unsure=one.unsure,
        importance=one.importance,
        pinned=one.pinned,
        conclusion=one.conclusion,
        as_noted=one.as_noted,
        reason=_by(run),
        run=run.id,
    )


def _learnt(profile: Profile, run: Run, one: ToProfile) -> Outcome:
    newer = _newer(profile.values(one.key), run, one.seen_at, one.value)
    if newer is not None and not profile.several(one.key):
        return _changed_since(newer.id, Layer.PROFILE)
    return profile.set(
        one.key,
        one.value,
        evidence=one.evidence,
        source=one.source,
        unsure=one.unsure,
        binding=one.binding,
        reason=_by(run),
        run=run.id,
    )


def _newer(
    line: Sequence[Record], run: Run, seen_at: datetime | None, content: str
) -> Record | None:
    """Another value that came to hold after the run had read what held, and not by this run."""
    if seen_at is None:
        return None
    return next(
        (
            known
            for known in line
            if known.status is Status.ACTIVE
            and known.known_from > seen_at
            and known.origin.run != run.id
            and not same_statement(known.content, content)
        ),
        None,
    )


def too_much(
    access: Access,
    joined: Joined,
    found: Sequence[tuple[Proposal | Refused, Outcome | None]],
) -> str:
    """Where the run closes more than the policy lets it close unasked; empty if it does not."""
    inside = replace(access, database=joined)
    closed: Counter[str] = Counter()
    for one, outcome in found:
        if outcome is None or outcome.done not in (Done.SUPERSEDED, Done.REMOVED):
            continue
        count = len(outcome.closed) if outcome.closed else 1
        if isinstance(one, ToMemories):
            closed[str(one.scope)] += count
        elif isinstance(one, ForgetMemory):
            closed[str(Memories(access=inside).get(one.id).scope)] += count
        elif isinstance(one, ToTask):
            closed[f"{_TASK}{one.task}"] += count
        elif isinstance(one, ToProfile | ForgetFact):
            closed[_PROFILE] += count
    share = access.policy.flows.closes_at_most
    for where, count in closed.items():
        left, few = _active(inside, where)
        active = count + left
        if count > few and count > share * active:
            return (
                f"It would close or remove {count} of {active} in {where}, and up to "
                f"{share:.0%} is done without asking."
            )
    return ""


_TASK = "task "
_PROFILE = "the profile"


def _active(access: Access, where: str) -> tuple[int, int]:
    """What is in use there, and how much of it may give way at once without asking."""
    if where == _PROFILE:
        # One change of mind may end two facts ("I moved, and I eat meat now").
        return len(Profile(access=access).facts()), 2
    task = where.removeprefix(_TASK)
    if task != where:
        state = Tasks(access).get(task).state
        return sum(len(state.entries(field)) for field in Field), _FEW
    with access.database.read(access.tenant) as tx:
        scopes = [scope for scope in access.scopes if str(scope) == where]
        return sum(len(records.in_scope(tx, Layer.MEMORIES, scope)) for scope in scopes), 1


def take_back(
    access: Access, run: Run, item: RunItem, taken: dict[int, list[Outcome]]
) -> Outcome | None:
    """What becomes of one item when its run is rolled back; None where it had written nothing."""
    outcome, reason = item.outcome, f"run {run.id} rolled back"
    if outcome is None or outcome.id is None or isinstance(item.proposal, Refused):
        return None
    if isinstance(item.proposal, ToTask):
        return _task_taken_back(access, item.proposal.task, outcome, reason, taken)
    if isinstance(item.proposal, ToEvents):
        stored = outcome.done is Done.STORED
        return Events(access=access).retract(outcome.id, reason=reason) if stored else None
    kept = _layer(item.proposal)(access=access)
    if outcome.done is Done.MERGED:
        message = "It had been known; the evidence that the run added holds, and stays."
        return _outcome(Done.UNCHANGED, "evidence_stays", message, outcome.id, kept.layer)
    if outcome.done not in (Done.STORED, Done.SUPERSEDED, Done.PENDING, Done.REMOVED):
        return None
    try:
        assert outcome.revision is not None
        return kept.take_back(outcome.id, written=outcome.revision, reason=reason)
    except NotFound:
        return _changed_since(outcome.id, kept.layer)


def _task_taken_back(
    access: Access, task: str, outcome: Outcome, reason: str, taken: dict[int, list[Outcome]]
) -> Outcome | None:
    if outcome.done not in (Done.STORED, Done.SUPERSEDED) or outcome.revision is None:
        return None
    seq = outcome.revision
    try:
        at_work = Tasks(access).get(task)
        if at_work.status is not TaskStatus.OPEN:
            message = f"Task {task} is {at_work.status}: what stands in it stays."
            return _outcome(Done.FAILED, "task_ended", message, outcome.id, Layer.TASK)
        if seq not in taken:
            [made] = [one for one in at_work.checkpoints() if one.seq == seq]
            taken[seq] = at_work.take_back(made.id, reason=reason)
    except (NotFound, ValueError):
        return _changed_since(outcome.id)
    return next((one for one in taken[seq] if one.id == outcome.id), None)


def _by(run: Run) -> str:
    """Model and prompt of a run, for the history of what it wrote."""
    return f"{run.flow} by {run.model}, {run.prompt}, run {run.id}"


def _changed_since(id: str | None, layer: Layer = Layer.MEMORIES) -> Outcome:
    message = "It was changed since the run read it, and that stays."
    return _outcome(Done.FAILED, "changed_since", message, id, layer)


def _code(error: StratalError) -> str:
    if isinstance(error, Conflict):
        return "stale_revision"
    return "not_found" if isinstance(error, NotFound) else "invalid"


def _outcome(
    done: Done, code: str, message: str, id: str | None, layer: Layer = Layer.MEMORIES
) -> Outcome:
    return Outcome(done=done, layer=layer, code=code, message=message, id=id)
