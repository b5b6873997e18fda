"""What of a conversation is for a task, by the rules for what people state outright."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

from stratal.core.evidence import MessageEvidence
from stratal.core.messages import Message, Role
from stratal.core.runs import ToTask
from stratal.core.tasks import Add, Entry, Field, TaskState
from stratal.flows.claims import meant, on_the_line, put_right
from stratal.flows.route import worded
from stratal.text.claim_rules import ahead
from stratal.text.orders import acts
from stratal.text.statements import Statement, StatementKind, statements

_FIELDS = {
    StatementKind.DECISION: Field.DECISIONS,
    StatementKind.LESSON: Field.FACTS,
    StatementKind.TOOL: Field.FACTS,
    StatementKind.LANGUAGE: Field.FACTS,
    StatementKind.FORMAT: Field.FACTS,
    StatementKind.REMEMBER: Field.FACTS,
}
_BY_VALUE = (StatementKind.LESSON, StatementKind.REMEMBER)


class ByRules:
    """What the user stated outright about the work: decisions, lessons, what is to be used.

    And what was put right, which takes the place of the one note that states the old value; and
    what lies ahead, with its date.
    """

    def __init__(self, user: str, task: str, seen: str, state: TaskState) -> None:
        self._user = user
        self._task = task
        self._seen = seen
        self._state = state
        self._found: list[ToTask] = []

    def proposals(self, span: Sequence[Message]) -> list[ToTask]:
        """What the messages state, in order; what a later one corrects is right from the start."""
        for message in span:
            own = message.role is Role.USER and message.speaker in (None, self._user)
            if own and not message.secrets:
                # A task is nobody's to confirm: what may be meant otherwise is left to a model.
                for told in statements(message.said):
                    if told.sure:
                        self._take(message, told)
        return self._found

    def _take(self, message: Message, told: Statement) -> None:
        cited = MessageEvidence(
            conversation=message.conversation, message=message.id, quotation=told.quotation
        )
        if told.kind is StatementKind.CORRECTION:
            self._correct(told, cited)
        elif told.kind is StatementKind.COMMITMENT:
            self._ahead(message, told, cited)
        elif told.kind in _FIELDS and told.about_work and not acts(told.stated):
            field = _FIELDS[told.kind]
            # What lessons and "remember that …" lead up to is what is to be noted.
            text = told.value if told.kind in _BY_VALUE else worded(told)
            reason = told.reason if field is Field.DECISIONS else ""
            self._add(field, text, cited, reason=reason, replaces=self._contradicted(field, told))

    def _correct(self, told: Statement, cited: MessageEvidence) -> None:
        entries = list(self._entries())
        contents = [entry.text for _, entry in entries] + [one.change.text for one in self._found]
        at = meant(told, contents)
        if at is None:
            return
        said = put_right(told, contents[at])
        if at < len(entries):
            field, entry = entries[at]
            self._add(field, said, cited, replaces=(entry.id,))
        else:
            no = at - len(entries)
            change = self._found[no].change
            right = replace(change, text=said, evidence=(*change.evidence, cited))
            self._found[no] = replace(self._found[no], change=right)

    def _entries(self) -> Iterator[tuple[Field, Entry]]:
        """The notes that are in force, without those that this span replaces."""
        gone = {old for one in self._found for old in one.change.replaces}
        for field in Field:
            for entry in self._state.entries(field):
                if entry.handle is None and entry.id not in gone:
                    yield field, entry

    def _ahead(self, message: Message, told: Statement, cited: MessageEvidence) -> None:
        zone = ZoneInfo(message.time_zone)
        found = ahead(told.value, message.said_at, zone)
        if found is not None:
            at, _ = on_the_line(found, zone)
            self._add(Field.FACTS, f"{told.stated} ({at:%Y-%m-%d})", cited)

    def _add(
        self,
        field: Field,
        text: str,
        cited: MessageEvidence,
        *,
        reason: str = "",
        replaces: tuple[str, ...] = (),
    ) -> None:
        change = Add(field=field, text=text, reason=reason, replaces=replaces, evidence=(cited,))
        self._found.append(ToTask(task=self._task, change=change, seen=self._seen))

    def _contradicted(self, field: Field, told: Statement) -> tuple[str, ...]:
        """Notes of the same list that state another value of the same attribute."""
        if not told.attribute:
            return ()
        return tuple(
            entry.id
            for entry in self._state.entries(field)
            for one in statements(entry.text)
            if (one.kind, one.attribute) == (told.kind, told.attribute)
            and one.value.casefold() != told.value.casefold()
        )[:1]
