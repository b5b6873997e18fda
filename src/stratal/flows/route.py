"""One utterance, and the layer that each of its statements belongs to. No model takes part.

About the person and true everywhere: the profile. About this work (a preference bound to a
repository, project or team, and a fact about anything else): memories of the scope that the host
gave the session to write to. A decision or a lesson: the open task, if there is one. What is not
stated outright stays in the conversation, and the answer is an empty list. What was heard, but not
for sure, waits for the person where they can be asked about it, and is refused where they cannot.

Which scope is meant is the program's choice, by the class of the statement; in doubt the narrower.
Every write goes through the layer's own door, which checks the evidence again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from stratal.core.evidence import Evidence, MessageEvidence
from stratal.core.identity import Scope
from stratal.core.messages import Message, Role
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Kind, Layer, Record, Topic
from stratal.core.tasks import Field, TaskStatus
from stratal.flows.claims import Correcting, committed
from stratal.layers.access import Access
from stratal.layers.knowledge import Knowledge
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.layers.task import Task
from stratal.text.families import same_tool
from stratal.text.kept_document import KeptDocument, kept_document
from stratal.text.likeness import same_statement
from stratal.text.quotation import NEGATIONS
from stratal.text.statements import Statement, StatementKind, statements

REASON = "said so"
"""Why a revision was written that this flow wrote."""


def route(
    access: Access,
    message: Message,
    *,
    profile: Profile,
    memories: Memories,
    task: Task | None = None,
) -> list[Outcome]:
    """Write what `message` states to its layers; an outcome for each statement, in order.

    Only what the session's person said counts. Empty: nothing was stated outright. If the person
    asks for it not to be remembered, nothing of the message is written and one outcome says so.
    """
    if message.role is not Role.USER or message.speaker not in (None, access.user):
        return []
    if message.retracted:
        return []
    document = kept_document(message.said)
    if document is not None:
        return [with_reason(_filed(access, document), "document")]
    told = statements(message.said)
    if any(statement.kind is StatementKind.OFF_RECORD for statement in told):
        return [
            _rejected(
                Layer.CONVERSATION,
                "no_consent",
                "Asked not to remember this: it stays in the conversation and nowhere else.",
            )
        ]
    routing = _Routing(access, message, profile, memories, _open(task))
    return [with_reason(routing.outcome(one), one.kind) for one in told]


_REASONS = {
    StatementKind.NAME: "Said of themselves, and true everywhere",
    StatementKind.DIET: "Said of themselves, and true everywhere",
    StatementKind.TIME_ZONE: "Said of themselves, and true everywhere",
    StatementKind.LANGUAGE: "A wish about answers or texts",
    StatementKind.FORMAT: "A wish about answers or texts",
    StatementKind.TOOL: "A choice of tool",
    StatementKind.ASK_BEFORE: "Something to ask about first",
    StatementKind.REMEMBER: "They asked for it to be remembered",
    StatementKind.FORGET: "They asked for it to be forgotten",
    StatementKind.DECISION: "A decision",
    StatementKind.LESSON: "A lesson",
    StatementKind.CORRECTION: "A correction",
    StatementKind.COMMITMENT: "A commitment with a time",
    StatementKind.STANDING_ORDER: "A standing order",
    "document": "They asked to keep a document",
    "profile": "Said of themselves, and true everywhere",
    "fact": "Said of how things are",
    "preference": "How they want this work done",
    "event": "Something that happened",
}
"""What of an utterance decided where it goes."""


def with_reason(outcome: Outcome, rule: str) -> Outcome:
    """`outcome`, saying by which rule it went to that layer."""
    reason = _REASONS.get(rule)
    if reason is None or not outcome.kept:
        return outcome
    return replace(outcome, message=f"{reason} ({rule}): {outcome.layer}. {outcome.message}")


def _filed(access: Access, document: KeptDocument) -> Outcome:
    """Keep a pasted text as a document of the person."""
    if access.own_scope not in access.scopes:
        return _rejected(
            Layer.KNOWLEDGE,
            "scope_not_granted",
            f"It is the person's, and {access.own_scope} is not granted to this session.",
        )
    return Knowledge(access=access).add(
        document.name, document.text, scope=access.own_scope, reason=REASON
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonFact:
    """What a message states about its person wherever they are, for the profile."""

    key: str
    value: str
    quotation: str
    binding: bool
    unsure: bool


def facts_of_person(
    access: Access, message: Message, *, profile: Profile, memories: Memories
) -> list[PersonFact]:
    """What of `message`, the person's own, is for their profile; as `route` would write it."""
    routing = _Routing(access, message, profile, memories, None)
    return [
        routing.fact(one)
        for one in statements(message.said)
        if one.kind not in _NO_FACTS and not one.about_work
    ]


_NO_FACTS = frozenset(
    (
        StatementKind.PERMISSION,
        StatementKind.STANDING_ORDER,
        StatementKind.DECISION,
        StatementKind.LESSON,
        StatementKind.REMEMBER,
        StatementKind.FORGET,
        StatementKind.OFF_RECORD,
        StatementKind.CORRECTION,
        StatementKind.COMMITMENT,
    )
)


def _open(task: Task | None) -> Task | None:
    return task if task is not None and task.status is TaskStatus.OPEN else None


class _Routing:
    """The way of one message's statements."""

    def __init__(
        self,
        access: Access,
        message: Message,
        profile: Profile,
        memories: Memories,
        task: Task | None,
    ) -> None:
        self._access = access
        self._message = message
        self._profile = profile
        self._memories = memories
        self._task = task

    def outcome(self, statement: Statement) -> Outcome:
        match statement.kind:
            case StatementKind.PERMISSION:
                return _rejected(
                    Layer.PROFILE,
                    "permission",
                    "That would widen what the agent may do: permissions are given by the host, "
                    "they are not remembered.",
                )
            case StatementKind.STANDING_ORDER:
                return self._memory(statement, statement.value, Kind.PREFERENCE)
            case StatementKind.DECISION | StatementKind.LESSON:
                return self._conclusion(statement)
            case StatementKind.REMEMBER:
                return self._fact(statement)
            case StatementKind.FORGET:
                return self._forgotten(statement)
            case kind if kind in _NOT_ASKED and not statement.sure:
                return _rejected(_NOT_ASKED[kind], "unsure", _UNSURE)
            case StatementKind.COMMITMENT:
                cited = self._evidence(statement)
                return committed(self._access, self._message, statement, cited)
            case StatementKind.CORRECTION:
                return Correcting(
                    statement,
                    self._evidence(statement),
                    access=self._access,
                    profile=self._profile,
                    memories=self._memories,
                    task=self._task,
                ).outcome()
            case _:
                return self._preference(statement)

    def _preference(self, statement: Statement) -> Outcome:
        if not statement.about_work:
            fact = self.fact(statement)
            return self._profile.set(
                fact.key,
                fact.value,
                evidence=self._evidence(statement),
                reason=REASON,
                unsure=fact.unsure,
                binding=fact.binding,
            )
        attribute = self._attribute(statement)
        if statement.kind is StatementKind.TOOL and not statement.value:
            return self._exclusion(statement, attribute)
        return self._remember_preference(
            statement, attribute, worded(statement), (self._evidence(statement),)
        )

    def fact(self, statement: Statement) -> PersonFact:
        """A statement about the person, as a fact of their profile."""
        asking = statement.kind is StatementKind.ASK_BEFORE
        return PersonFact(
            # One key with many values: what is asked about may be called what no key may be.
            key=_ASKING if asking else self._attribute(statement),
            value=_value(statement),
            quotation=statement.quotation,
            binding=asking,
            unsure=not statement.sure,
        )

    def _remember_preference(
        self,
        statement: Statement,
        attribute: str,
        content: str,
        evidence: tuple[Evidence, ...],
    ) -> Outcome:
        return self._memories.remember(
            content,
            kind=Kind.CORRECTION if statement.corrects else Kind.PREFERENCE,
            topic=Topic(subject=self._subject, attribute=attribute),
            scope=self._access.write,
            evidence=evidence,
            reason_given=statement.reason,
            reason=REASON,
            unsure=not statement.sure,
            binding=statement.kind is StatementKind.ASK_BEFORE,
            # A correction is a preference that was learnt the hard way: it is seen as often.
            pinned=True if statement.corrects else None,
        )

    def _exclusion(self, statement: Statement, attribute: str) -> Outcome:
        """ "Not X", with nothing put in its place: it must not lose what is chosen already."""
        current = self._current(attribute)
        if current is None:
            chosen, excluded = "", []
        else:
            before = [one for one in _stated(current) if one.kind is StatementKind.TOOL]
            chosen = next((one.value for one in before if one.value), "")
            excluded = [one.not_value for one in before if not one.value]
        if current is not None and chosen and not same_tool(chosen, statement.not_value):
            return Outcome(
                done=Done.UNCHANGED,
                layer=Layer.MEMORIES,
                code="excluded_already",
                message=f"{chosen} is in use there, so {statement.not_value} is not.",
                id=current.id,
                revision=current.revision,
            )
        others = [one for one in excluded if not same_tool(one, statement.not_value)]
        evidence: list[Evidence] = [self._evidence(statement)]
        if current is not None and others and not chosen:
            evidence += [held.cited for held in current.evidence]
        else:
            others = []
        content = _without([*others, statement.not_value], han=statement.han)
        return self._remember_preference(statement, attribute, content, tuple(evidence))

    def _conclusion(self, statement: Statement) -> Outcome:
        decided = statement.kind is StatementKind.DECISION
        content = statement.stated if decided else statement.value
        # Nobody can be asked about a note of a task: what is not sure waits as a memory.
        if self._task is not None and statement.sure:
            field = Field.DECISIONS if decided else Field.FACTS
            reason = statement.reason if decided else ""
            return self._task.add(field, content, reason=reason, evidence=self._evidence(statement))
        return self._memory(
            statement,
            content,
            Kind.DECISION if decided else Kind.LESSON,
            attribute=statement.attribute,
        )

    def _fact(self, statement: Statement) -> Outcome:
        if statement.about_work:
            return self._memory(statement, statement.value, Kind.FACT)
        own = self._access.own_scope
        if own not in self._access.scopes:
            return _rejected(
                Layer.MEMORIES,
                "scope_not_granted",
                f"It is about the person, and {own} is not granted to this session.",
            )
        return self._memory(statement, statement.value, Kind.FACT, scope=own)

    def _memory(
        self,
        statement: Statement,
        content: str,
        kind: Kind,
        *,
        attribute: str = "",
        scope: Scope | None = None,
    ) -> Outcome:
        topic = Topic(subject=self._subject, attribute=attribute) if attribute else None
        return self._memories.remember(
            content,
            kind=kind,
            topic=topic,
            scope=scope or self._access.write,
            evidence=self._evidence(statement),
            reason_given=statement.reason,
            reason=REASON,
            unsure=not statement.sure,
        )

    def _forgotten(self, statement: Statement) -> Outcome:
        """Take out of recall what says in so many words what is to be forgotten."""
        wanted = statements(statement.value)
        for layer in (self._profile, self._memories):
            for record in self._all(layer):
                if same_statement(record.content, statement.value) or any(
                    _same(one, other) for one in wanted for other in _stated(record)
                ):
                    return layer.forget(record.id, reason="asked to forget it")
        return _rejected(
            Layer.MEMORIES,
            "not_remembered",
            "Nothing says so in these words: look it up, and forget it by its id.",
        )

    def _all(self, layer: Profile | Memories) -> list[Record]:
        if isinstance(layer, Profile):
            return layer.facts()
        return [
            record
            for record in layer.entries()
            if record.scope in (self._access.write, self._access.own_scope)
        ]

    def _attribute(self, statement: Statement) -> str:
        """The statement's attribute, or that under which what it replaces is known.

        Tools of no family have only their own names: "use X, not Y" and later "use Z, not X" are
        about the same thing because X is named in both.
        """
        if not (statement.attribute.startswith(_NO_FAMILY) and statement.value):
            return statement.attribute
        known: Iterable[Record] = (
            self._memories.entries(scope=self._access.write)
            if statement.about_work
            else self._profile.facts()
        )
        for record in known:
            if record.topic is None or not record.topic.attribute.startswith(_NO_FAMILY):
                continue
            if any(same_tool(one.value, statement.not_value) for one in _stated(record)):
                return record.topic.attribute
        return statement.attribute

    def _current(self, attribute: str) -> Record | None:
        topic = Topic(subject=self._subject, attribute=attribute)
        entries = self._memories.entries(scope=self._access.write)
        return next((record for record in entries if record.topic == topic), None)

    @property
    def _subject(self) -> str:
        scope = self._access.write
        return scope.name or scope.kind

    def _evidence(self, statement: Statement) -> MessageEvidence:
        return MessageEvidence(
            conversation=self._message.conversation,
            message=self._message.id,
            quotation=statement.quotation,
        )


_NOT_ASKED = {
    StatementKind.COMMITMENT: Layer.EVENTS,
    StatementKind.CORRECTION: Layer.MEMORIES,
    StatementKind.FORGET: Layer.MEMORIES,
}
"""What changes or takes away what is there, or is no record: it cannot wait."""
_UNSURE = "Perhaps it was meant otherwise, and nobody can be asked: it stays in the conversation."
_NO_FAMILY = "tool: "
_ASKING = "ask before"


def _stated(record: Record) -> list[Statement]:
    """What the words that a record rests on state."""
    return [one for held in record.evidence for one in statements(held.quotation)]


def _same(one: Statement, other: Statement) -> bool:
    return (
        (one.kind, one.attribute) == (other.kind, other.attribute)
        and one.value.casefold() == other.value.casefold()
        and bool(one.attribute)
    )


def _value(statement: Statement) -> str:
    """A profile fact's value."""
    if statement.kind is not StatementKind.TOOL or not statement.not_value:
        return statement.value
    if not statement.value:
        return _without([statement.not_value], han=statement.han)
    # A denial that the person did not word as one would be ours, not theirs.
    denied = NEGATIONS.search(statement.quotation) is not None
    if statement.han:
        return f"{statement.value}，{'不用' if denied else '代替'} {statement.not_value}"
    return f"{statement.value}{', not' if denied else ' instead of'} {statement.not_value}"


def worded(statement: Statement) -> str:
    """A preference as a sentence that can stand alone, in the person's language."""
    if statement.kind is not StatementKind.TOOL:
        return statement.stated
    return f"用 {_value(statement)}" if statement.han else f"Use {_value(statement)}"


def _without(tools: list[str], *, han: bool) -> str:
    return f"不用 {'、'.join(tools)}" if han else f"Don't use {' or '.join(tools)}"


def _rejected(layer: Layer, code: str, message: str) -> Outcome:
    return Outcome(done=Done.REJECTED, layer=layer, code=code, message=message)
