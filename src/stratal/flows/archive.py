"""Archive: what a task that has ended leaves behind for others, and what goes with it.

Three questions decide: is it useful elsewhere, does it correct a default, does it answer why
something was decided? What the user stated outright about the work, a decision with its reason, a
failed attempt with its cause and the conclusion that the task was closed with answer one of them by
themselves; a language model may find more. What nothing speaks for is burned: it stays in the
closed task and goes no further, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from stratal.core.checks import name
from stratal.core.evidence import Evidence, MessageEvidence
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import MEMORY_LIMIT, Kind, Layer, Status, Topic
from stratal.core.runs import Proposal, Refused, ReviseMemory, Run, ToMemories
from stratal.core.tasks import Decision, Entry, Failure, Field, TaskState, TaskStatus
from stratal.errors import InvalidValue, ModelUnavailable, SpendLimitReached, UnusableReply
from stratal.errors import shown as short
from stratal.flows.route import worded
from stratal.flows.runs import WITHOUT_MODEL, Piece, Running, RunReport, Runs
from stratal.layers.access import Access
from stratal.layers.memories import Memories
from stratal.layers.task import Task
from stratal.models.language import LanguageModel, ModelRequest
from stratal.models.prompts import prompt
from stratal.text.fence import wrap
from stratal.text.languages import language_of
from stratal.text.orders import orders, widens
from stratal.text.own_words import HAN
from stratal.text.quotation import unstated
from stratal.text.secrets import without_secrets
from stratal.text.statements import StatementKind, statements

FLOW = "archive"
RULES = "admission/1"
"""What a run without a model names in the place of a prompt."""
CASE = "case"
"""The attribute of a case's one memory."""
CONCLUSION = "conclusion"

_ANSWER = 4_000
_IMPORTANT = 6
_STATED = (StatementKind.TOOL, StatementKind.LANGUAGE, StatementKind.FORMAT)
_KINDS = {
    Field.FACTS: Kind.FACT,
    Field.DECISIONS: Kind.DECISION,
    Field.FAILED: Kind.LESSON,
    Field.ARTIFACTS: Kind.FACT,
    Field.OPEN: Kind.FACT,
    Field.PLAN: Kind.FACT,
}
_UNDERWAY = (Field.PLAN, Field.OPEN, Field.ARTIFACTS)
_OF_MODEL = {one.value: one for one in Kind if one is not Kind.CASE}


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    """What a model says of one note."""

    entry: str
    text: str = ""
    kind: str = ""
    useful_elsewhere: bool = False
    corrects_default: bool = False
    answers_why: bool = False
    subject: str = ""
    attribute: str = ""

    @property
    def reasons(self) -> tuple[str, ...]:
        """The questions that it answers with yes."""
        named = ("useful_elsewhere", "corrects_default", "answers_why")
        return tuple(one for one in named if getattr(self, one))


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdicts:
    """What a model would keep."""

    conclusions: tuple[Judged, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Note:
    """One entry of a task, whole, with what it rests on."""

    id: str
    field: Field | None
    """None for the conclusion."""
    text: str
    because: str
    """The reason of a decision, the cause of a failure."""
    evidence: tuple[MessageEvidence, ...]

    @property
    def words(self) -> str:
        """All that it says, and all that it rests on."""
        return "\n".join((self.text, self.because, *(one.quotation for one in self.evidence)))


def archive(
    access: Access,
    task: Task,
    *,
    model: LanguageModel | None = None,
    case: str | None = None,
    dry: bool = False,
) -> RunReport:
    """Take what is worth keeping out of a task that has ended into memories, once.

    `case` names what the task was about, where that goes on through many sessions: the conclusion
    becomes the next revision of the case's one memory. Raises `InvalidValue` if the task is open.
    """
    if task.status is TaskStatus.OPEN:
        raise InvalidValue("task", task.id, "is open: close it first")
    if case is not None:
        name("case", case)
    notes = list(_notes(task))
    said = "\n".join(note.text for note in notes)
    words = None if model is None else prompt(FLOW, language_of(said))
    label = RULES if words is None else words.label
    piece = Piece(
        flow=FLOW,
        key=f"{access.user}/{task.id}/{task.checkpoint.id}/{label}",
        task=task.id,
        prompt=label,
    )
    book = Runs(access)
    running = book.begin(piece, dry=dry, model=WITHOUT_MODEL if model is None else model.name)
    if isinstance(running, Run):
        return RunReport(run=running, items=book.report(running.id).items, again=True)
    admitting = _Admitting(access, {note.id: note for note in notes}, case)
    found = list(admitting.by_rules())
    if model is not None and words is not None and admitting.left:
        request = ModelRequest(
            instructions=words.text,
            text=_shown(task.state, admitting.left),
            limit=min(_ANSWER, max(500, model.window // 4)),
        )
        try:
            found += admitting.by_model(_verdicts(running, model, request))
        except (ModelUnavailable, UnusableReply, SpendLimitReached) as error:
            return running.failed(error)
    found += [_burned(note) for note in admitting.left]
    return running.settle(found, dry=dry)


def _verdicts(running: Running, model: LanguageModel, request: ModelRequest) -> Verdicts:
    return running.ask(model, request, Verdicts).value


def _notes(task: Task) -> Iterator[_Note]:
    state, evidence = task.state, task.evidence()
    if state.conclusion:
        whole = task.read(f"task:{task.id}#{CONCLUSION}")
        yield _Note(id=CONCLUSION, field=None, text=whole, because="", evidence=())
    for field in Field:
        for entry in state.entries(field):
            yield _Note(
                id=entry.id,
                field=field,
                text=entry.text if entry.handle is None else task.read(entry.handle),
                because=_because(entry),
                evidence=tuple(evidence.get(entry.id, ())),
            )


def _because(entry: Entry) -> str:
    if isinstance(entry, Decision):
        return entry.reason
    return entry.cause if isinstance(entry, Failure) else ""


def _shown(state: TaskState, notes: Sequence[_Note]) -> str:
    lines = [f"goal: {state.goal}"] if state.goal else []
    for note in notes:
        because = f" (because: {note.because})" if note.because else ""
        lines.append(f"{note.id} ({note.field or CONCLUSION}): {note.text}{because}")
        lines += [f"    said: {one.quotation}" for one in note.evidence]
    return wrap("notes", {}, without_secrets("\n".join(lines)))


class _Admitting:
    """Which notes are admitted; `left` are those that nothing has spoken for yet."""

    def __init__(self, access: Access, notes: Mapping[str, _Note], case: str | None) -> None:
        self._access = access
        self._notes = dict(notes)
        self._case = case
        self._memories = Memories(access=access)
        self._seen_at = access.now()

    @property
    def left(self) -> list[_Note]:
        return list(self._notes.values())

    def by_rules(self) -> Iterator[Proposal | Refused]:
        """What answers one of the questions by itself."""
        for note in self.left:
            found = list(self._by_rule(note))
            if found:
                del self._notes[note.id]
                yield from found

    def _by_rule(self, note: _Note) -> Iterator[Proposal | Refused]:
        if widens(note.words):
            message = f"{note.id} gives leave to act: permissions are not kept as memories."
            yield Refused(text=note.id, outcome=_rejected("permission", message))
        elif orders(note.words):
            yield self._ordered(note)
        elif note.field is None:
            yield self._conclusion(note)
        elif note.field is Field.DECISIONS and (note.because or note.evidence):
            yield self._kept(note, note.text, Kind.DECISION, reason_given=note.because)
        elif note.field is Field.FAILED and note.because:
            mark = "：" if HAN.search(note.text) else ": "
            lesson = f"{note.text.rstrip('.。')}{mark}{note.because}"
            yield self._kept(note, lesson, Kind.LESSON)
        elif note.field is Field.FACTS:
            yield from self._stated(note)

    def _ordered(self, note: _Note) -> Proposal | Refused:
        """A standing order among the notes: by the layer's own rule it waits for a person.

        A step, a question or an artifact that is worded as one concludes nothing: nobody is asked.
        """
        if note.field in _UNDERWAY:
            message = f"{note.id} orders to act and concludes nothing: it goes with the task."
            return Refused(text=note.id, outcome=_rejected("standing_order", message))
        if note.field is None:
            topic = None if self._case is None else Topic(subject=self._case, attribute=CASE)
            return self._kept(
                note, note.text, Kind.FACT if topic is None else Kind.CASE, topic=topic
            )
        # The cause of a failure stands apart here: within a sentence an order may not be seen.
        return self._kept(note, note.text, _KINDS[note.field], reason_given=note.because)

    def _conclusion(self, note: _Note) -> Proposal:
        if self._case is None:
            return self._kept(note, note.text, Kind.FACT, importance=_IMPORTANT)
        topic = Topic(subject=self._case, attribute=CASE)
        known = [
            one
            for one in self._memories.timeline(topic, scope=self._access.write)
            if one.status is Status.ACTIVE
        ]
        if known:
            return ReviseMemory(id=known[-1].id, content=note.text, expect=known[-1].revision)
        return self._kept(note, note.text, Kind.CASE, topic=topic, importance=_IMPORTANT)

    def _stated(self, note: _Note) -> Iterator[Proposal]:
        """What the user stated outright about the work, as `route` would have kept it."""
        for cited in note.evidence:
            for told in statements(cited.quotation):
                if told.kind in _STATED and told.about_work and told.value:
                    scope = self._access.write
                    yield ToMemories(
                        content=worded(told),
                        kind=Kind.CORRECTION if told.corrects else Kind.PREFERENCE,
                        scope=scope,
                        topic=Topic(subject=scope.name or scope.kind, attribute=told.attribute),
                        evidence=(cited,),
                        reason_given=told.reason,
                        pinned=True if told.corrects else None,
                        unsure=not told.sure,
                        seen_at=self._seen_at,
                    )
                elif told.kind is StatementKind.LESSON:
                    yield self._kept(note, note.text, Kind.LESSON)
                elif told.kind is StatementKind.REMEMBER:
                    yield self._kept(note, note.text, Kind.FACT)

    def by_model(self, verdicts: Verdicts) -> Iterator[Proposal | Refused]:
        """What a model would keep, as far as it may."""
        for judged in verdicts.conclusions:
            note = self._notes.get(judged.entry)
            if note is None:
                message = f"No note {short(judged.entry)} was shown, or it is kept already."
                yield Refused(text=short(judged.text), outcome=_rejected("unknown_id", message))
            elif judged.reasons:
                del self._notes[note.id]
                yield self._judged(note, judged)

    def _judged(self, note: _Note, judged: Judged) -> Proposal:
        text = judged.text
        # A number, a name or a "not" that the note has not is the model's own: the note's words do.
        if not text or unstated(text, note.words):
            text = note.text
        topic = None
        if judged.subject and judged.attribute and len(judged.subject + judged.attribute) < 200:
            topic = Topic(subject=judged.subject, attribute=judged.attribute)
        assert note.field is not None
        kind = _OF_MODEL.get(judged.kind, _KINDS[note.field])
        return self._kept(note, text, kind, topic=topic, reason_given=note.because)

    def _kept(
        self,
        note: _Note,
        text: str,
        kind: Kind,
        *,
        topic: Topic | None = None,
        reason_given: str = "",
        importance: int | None = None,
    ) -> ToMemories:
        evidence: tuple[Evidence, ...] = note.evidence
        return ToMemories(
            content=text[:MEMORY_LIMIT],
            kind=kind,
            scope=self._access.write,
            topic=topic,
            evidence=evidence,
            reason_given=reason_given,
            importance=importance,
            conclusion=True,
            as_noted=text == note.text,
            seen_at=self._seen_at,
        )


def _burned(note: _Note) -> Refused:
    outcome = Outcome(
        done=Done.REJECTED,
        layer=Layer.TASK,
        code="burned",
        message=f"{note.id} ({note.field or CONCLUSION}) goes with the task: nobody needs it.",
        id=note.id,
    )
    return Refused(text=note.id, outcome=outcome)


def _rejected(code: str, message: str) -> Outcome:
    return Outcome(done=Done.REJECTED, layer=Layer.MEMORIES, code=code, message=message)
