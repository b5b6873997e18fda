"""Consolidate: from the conversation into the task, a span at a time, each span once.

What a span adds to the state of a task is found by a language model, or without one by the rules
for what people state outright. Either way it is a delta only, each entry with words that stand in a
message of the span; it is checked, merged into the task as it is by then, and becomes one
checkpoint. What somebody else changed while a model was at work stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from stratal.core.checks import CONTENT_LIMIT, REMARK_LIMIT
from stratal.core.evidence import MessageEvidence
from stratal.core.messages import Message, Role, answered_ids, called_ids
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Kind, Layer
from stratal.core.runs import Proposal, Refused, Run, ToMemories, ToTask
from stratal.core.tasks import Add, Decision, Entry, Failure, Field, TaskState, TaskStatus
from stratal.errors import ModelUnavailable, SpendLimitReached, UnusableReply
from stratal.errors import shown as short
from stratal.flows.citing import Cited, number
from stratal.flows.consolidate_rules import ByRules
from stratal.flows.runs import WITHOUT_MODEL, Piece, RunReport, Runs
from stratal.layers import consent
from stratal.layers.access import Access
from stratal.layers.evidence import Refusal
from stratal.layers.task import Task
from stratal.models.language import LanguageModel, ModelRequest
from stratal.models.prompts import prompt
from stratal.storage import messages, runs
from stratal.text.fence import wrap
from stratal.text.instructions import instructs
from stratal.text.languages import language_of
from stratal.text.likeness import same_statement
from stratal.text.orders import acts
from stratal.text.own_words import own_part
from stratal.text.quotation import is_pasted, unstated
from stratal.text.secrets import without_secrets
from stratal.text.statements import StatementKind, statements

FLOW = "consolidate"
RULES = "statements/1"
"""What a run without a model names in the place of a prompt."""

_PAGE = 200
_MOST = 400
"""Messages of one span."""
_ANSWER = 4_000
_WORDS = 1_500
"""Tokens that the words of the prompt take."""
_LONGEST_MESSAGE = 8_000
"""Characters of one message that a model is shown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """One entry of a delta."""

    text: str
    reason: str = ""
    evidence: tuple[Cited, ...] = ()
    replaces: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Delta:
    """What a span adds to a task."""

    facts: tuple[Found, ...] = ()
    decisions: tuple[Found, ...] = ()
    open: tuple[Found, ...] = ()
    artifacts: tuple[Found, ...] = ()

    def entries(self) -> Iterator[tuple[Field, Found]]:
        """All of them, in the order of the task's lists."""
        for field in (Field.FACTS, Field.DECISIONS, Field.OPEN, Field.ARTIFACTS):
            for found in getattr(self, field.value):
                yield field, found


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """What of a conversation has not been taken into a task yet."""

    messages: tuple[Message, ...]

    @property
    def turns(self) -> int:
        """How often the user spoke."""
        return sum(one.role is Role.USER and bool(one.said.strip()) for one in self.messages)

    @property
    def tokens(self) -> int:
        return sum(one.tokens for one in self.messages)

    def is_due(self, access: Access, threshold: int | None = None) -> bool:
        """Whether there are so many turns, or tokens above `threshold`, that it is time to.

        By default so many tokens as the policy's share of a model's window.
        """
        rules = access.policy
        if threshold is None:
            threshold = int(rules.window.threshold * rules.window.model_window)
        return self.turns >= rules.flows.every_turns or self.tokens > threshold


def waiting(access: Access, task: Task) -> Waiting:
    """What the conversation holds since the last message that was taken into the task."""
    found: list[Message] = []
    with access.database.read(access.tenant) as tx:
        seq = runs.upto(tx, access.user, access.conversation, task.id, FLOW)
        while True:
            page = messages.after(tx, access.user, access.conversation, seq, _PAGE)
            found += page
            if len(page) < _PAGE:
                break
            seq = page[-1].seq
    return Waiting(messages=tuple(one for one in found if not one.retracted))


def consolidate(
    access: Access,
    task: Task,
    *,
    model: LanguageModel | None = None,
    dry: bool = False,
    whole: bool = False,
) -> RunReport | None:
    """Take the next span of the conversation into the task; None if there is none.

    A span ends where a turn does; with `whole` at the end of the conversation, where the last turn
    may still wait for its answer. A run that failed reads the same span again when it is next
    called; one that was done before is returned as it was.
    """
    if task.status is not TaskStatus.OPEN:
        return None
    found = waiting(access, task).messages
    open_at = _begun(access, task, found)
    if open_at is None:
        span = _span(found, model, whole=whole)
    else:
        # What a run has begun with stays its span, whatever was said since.
        span = [one for one in found if one.seq <= open_at]
    if not span:
        return None
    words = None if model is None else prompt(FLOW, language_of("".join(one.said for one in span)))
    label = RULES if words is None else words.label
    numbers = (span[0].seq, span[-1].seq)
    where = f"{access.user}/{access.conversation}/{task.id}"
    piece = Piece(
        flow=FLOW,
        key=f"{where}/{numbers[0]}-{numbers[1]}/{label}",
        task=task.id,
        span=numbers,
        prompt=label,
    )
    book = Runs(access)
    running = book.begin(piece, dry=dry, model=WITHOUT_MODEL if model is None else model.name)
    if isinstance(running, Run):
        return RunReport(run=running, items=book.report(running.id).items, again=True)
    with access.database.read(access.tenant) as tx:
        withheld = consent.refusal(tx, access, Layer.TASK)
    if withheld is not None:
        # The span is done with: what was said then is not read when consent comes back.
        return running.settle([_withheld(withheld)], dry=dry)
    # What stands now is what the model is shown; whatever changes from here on is unseen by it.
    seen, state = task.checkpoint.id, task.state
    # What the host put in front is no part of what was said: it may be recalled memories.
    told = [one for one in span if one.role is not Role.SYSTEM and not _off_record(one)]
    if model is None or words is None:
        proposals = ByRules(access.user, task.id, seen, state).proposals(told)
        return running.settle(proposals, dry=dry)
    request = ModelRequest(
        instructions=words.text,
        text=_shown(state, told),
        limit=min(_ANSWER, max(500, model.window // 4)),
    )
    try:
        reading = running.ask(model, request, Delta)
    except (ModelUnavailable, UnusableReply, SpendLimitReached) as error:
        return running.failed(error)
    drafting = _Drafting(access, task.id, seen, state, {str(one.seq): one for one in told})
    drafted = [
        one for field, entry in reading.value.entries() for one in drafting.proposals(field, entry)
    ]
    drafted += [_ignored(one) for one in reading.ignored]
    return running.settle(drafted, dry=dry)


def _begun(access: Access, task: Task, found: Sequence[Message]) -> int | None:
    """The number of the last message of the span that a run has begun and not ended."""
    if not found:
        return None
    with access.database.read(access.tenant) as tx:
        return runs.begun_at(
            tx, access.user, access.conversation, task.id, FLOW, from_seq=found[0].seq
        )


def _span(found: Sequence[Message], model: LanguageModel | None, *, whole: bool) -> list[Message]:
    """The messages of the next span: as many whole turns as a model bears at once."""
    room = None if model is None else max(1_000, model.window - _ANSWER - _WORDS)
    end = 0
    tokens = 0
    for at, boundary in _boundaries(found, whole=whole):
        tokens += min(found[at].tokens, _LONGEST_MESSAGE)
        if end and (at + 1 > _MOST or (room is not None and tokens > room)):
            break
        if boundary:
            end = at + 1
    return list(found[:end])


def _boundaries(found: Sequence[Message], *, whole: bool) -> Iterator[tuple[int, bool]]:
    """For each message, whether a turn ends with it."""
    unanswered: set[str] = set()
    for at, message in enumerate(found):
        unanswered |= set(called_ids(message.content))
        unanswered -= set(answered_ids(message.content))
        last = at + 1 == len(found)
        after = None if last else found[at + 1]
        begins = after is not None and after.role is Role.USER and bool(after.said.strip())
        answered = message.role is Role.ASSISTANT and not called_ids(message.content)
        yield at, (whole and last) or (not unanswered and (begins or (last and answered)))


def _off_record(message: Message) -> bool:
    """Whether the user asked for it not to be remembered."""
    return message.role is Role.USER and any(
        one.kind is StatementKind.OFF_RECORD for one in statements(message.said)
    )


def _shown(state: TaskState, span: Sequence[Message]) -> str:
    notes = [f"goal: {state.goal}"] if state.goal else []
    notes += [
        f"{entry.id} ({field}): {_in_words(entry)}"
        for field in Field
        for entry in state.entries(field)
    ]
    said = [
        f"[{one.seq}] {one.speaker or one.role.value}: "
        f"{without_secrets(_words(one))[:_LONGEST_MESSAGE]}"
        for one in span
        if _words(one).strip()
    ]
    parts = [wrap("notes", {}, "\n".join(notes)), wrap("conversation", {}, "\n".join(said))]
    return "\n".join(parts)


def _words(message: Message) -> str:
    """All that a message says and, of an assistant's, what it called with which arguments."""
    calls = "\n".join(f"(calls) {line}" for line in message.calls.splitlines())
    return "\n".join(part for part in (message.text, calls) if part.strip())


def _in_words(entry: Entry) -> str:
    if isinstance(entry, Decision) and entry.reason:
        return f"{entry.text} (because: {entry.reason})"
    if isinstance(entry, Failure) and entry.cause:
        return f"{entry.text} (failed: {entry.cause})"
    return entry.text


class _Drafting:
    """What a model found, made into changes of a task, or refused."""

    def __init__(
        self,
        access: Access,
        task: str,
        seen: str,
        state: TaskState,
        span: Mapping[str, Message],
    ) -> None:
        self._access = access
        self._task = task
        self._seen = seen
        self._state = state
        self._span = span
        self._replaced: set[str] = set()

    def proposals(self, field: Field, found: Found) -> Iterator[Proposal | Refused]:
        if self._strange(found):
            # It waits for a person, in memories: a task has no place for what may not be believed.
            yield ToMemories(
                content=found.text,
                kind=Kind.FACT,
                scope=self._access.write,
                evidence=self._evidence(found),
                reason_given=found.reason[:REMARK_LIMIT],
            )
            return
        refused = self._unfit(found)
        if refused is not None:
            yield Refused(text=short(found.text), outcome=refused)
            return
        known = [one for one in found.replaces if self._state.find(one) is not None]
        for one in found.replaces:
            if one not in known:
                message = (
                    f"No note {short(one)} was shown; {short(found.text)} is taken as a new one."
                )
                yield Refused(text=short(one), outcome=_rejected("unknown_id", message))
        replaces = tuple(one for one in dict.fromkeys(known) if one not in self._replaced)
        self._replaced |= set(replaces)
        yield ToTask(
            task=self._task,
            change=Add(
                field=field,
                text=self._worded(field, found.text),
                reason=found.reason if field is Field.DECISIONS else "",
                replaces=replaces,
                evidence=self._evidence(found),
            ),
            seen=self._seen,
        )

    def _strange(self, found: Found) -> bool:
        """Whether it reads as an instruction and rests on words that are not the person's own."""
        cited = [(one, self._span.get(number(one.message))) for one in found.evidence]
        others = [
            one for one, message in cited if message is not None and not self._own(one, message)
        ]
        known = bool(cited) and all(message is not None for _, message in cited)
        return (
            known
            and bool(others)
            and any(instructs(text) for text in (found.text, *(one.quotation for one in others)))
        )

    def _own(self, cited: Cited, message: Message) -> bool:
        if message.role is not Role.USER or message.speaker not in (None, self._access.user):
            return False
        quotation = cited.quotation or message.said
        return not is_pasted(message.said) and own_part(quotation, message.said) == quotation

    def _worded(self, field: Field, text: str) -> str:
        """`text`, in the words of the note that says the same."""
        for entry in self._state.entries(field):
            if entry.handle is None and same_statement(entry.text, text):
                return entry.text
        return text

    def _unfit(self, found: Found) -> Outcome | None:
        if len(found.text) > CONTENT_LIMIT:
            return _rejected("too_long", "It is longer than a note may be.")
        if not found.evidence:
            return _rejected("no_evidence", "It cites no message: what is not said is not noted.")
        cited = [self._span.get(number(one.message)) for one in found.evidence]
        if not all(cited):
            gone = [
                one.message
                for one, message in zip(found.evidence, cited, strict=True)
                if message is None
            ]
            return _rejected("no_such_message", f"The span has no message {short(gone[0])}.")
        said = "\n".join(_words(one) for one in cited if one is not None)
        if acts(found.text) or any(acts(one.quotation) for one in found.evidence):
            return _rejected(
                "standing_order", "A standing order, or a leave to act, is no state of a task."
            )
        missing = unstated(f"{found.text}\n{found.reason}" if found.reason else found.text, said)
        if missing:
            return _rejected(
                "not_stated", f"The messages it cites do not say {', '.join(missing)}."
            )
        return None

    def _evidence(self, found: Found) -> tuple[MessageEvidence, ...]:
        cited = [(self._span[number(one.message)], one.quotation) for one in found.evidence]
        # A call of a tool is shown, but has no words that could be quoted.
        return tuple(
            MessageEvidence(
                conversation=self._access.conversation,
                message=message.id,
                quotation=quotation or message.text,
            )
            for message, quotation in cited
            if (quotation or message.text).strip()
        )


def _withheld(refusal: Refusal) -> Refused:
    return Refused(text=refusal.code, outcome=_rejected(refusal.code, refusal.message))


def _ignored(what: str) -> Refused:
    return Refused(
        text=what, outcome=_rejected("not_asked_for", f"The reply held {what}, of no use here.")
    )


def _rejected(code: str, message: str) -> Outcome:
    return Outcome(done=Done.REJECTED, layer=Layer.TASK, code=code, message=message)
