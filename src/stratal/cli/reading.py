"""Seeing what is remembered, why, and since when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from stratal.cli.correcting import Item
from stratal.cli.documents import instant, message_document, record_document
from stratal.cli.finding import Found, find
from stratal.cli.hits import show_answer, show_found
from stratal.cli.options import Here
from stratal.cli.output import Output, one_line, plain, short_ids
from stratal.core.canonical import Json
from stratal.core.evidence import HeldEvidence, MemoryEvidence, MessageEvidence, Standing
from stratal.core.records import Layer, Record, Status
from stratal.errors import InvalidValue, NotFound
from stratal.storage import messages

if TYPE_CHECKING:
    from stratal.layers.task import Task
    from stratal.memory import Memory
    from stratal.session import Session

_LAST = 20
"""Messages of a conversation that are shown."""


class Shown(StrEnum):
    """What `show` can be narrowed to."""

    PROFILE = "profile"
    MEMORIES = "memories"
    TASK = "task"
    CONVERSATION = "conversation"


class Searched(StrEnum):
    """Where `recall` looks."""

    MEMORIES = "memories"
    MESSAGES = "messages"
    CONVERSATION = "conversation"
    EVENTS = "events"
    KNOWLEDGE = "knowledge"
    FILES = "files"

    @property
    def layer(self) -> Layer:
        return Layer.CONVERSATION if self is Searched.MESSAGES else Layer(self.value)


def show(
    here: Here,
    item: Annotated[
        str | None,
        typer.Argument(
            metavar="[ITEM]",
            help="One thing, whole: its id or the beginning of it, or a task's id.",
            show_default=False,
        ),
    ] = None,
    layer: Annotated[
        Shown | None, typer.Option(help="Only this layer.", show_default=False)
    ] = None,
    everything: Annotated[
        bool,
        typer.Option("--all", help="Also what is superseded, forgotten, expired or rejected."),
    ] = False,
) -> None:
    """Show what is remembered: profile, memories by scope, tasks, conversations.

    With an ITEM all of that one thing, with its evidence. With --layer conversation and
    --conversation its last messages.
    """
    with here.settings.memory() as memory:
        if item is not None:
            if layer is not None or everything:
                raise InvalidValue("item", item, "is one thing: leave --layer and --all out")
            _show_item(here, memory, item)
            return
        session = here.settings.wide_session(memory)
        if layer is Shown.CONVERSATION and here.settings.named_conversation is not None:
            _show_messages(here, session)
            return
        view = _View(here, memory, session, everything=everything)
        layers = list(Shown) if layer is None else [layer]
        if here.out.as_json:
            here.out.document({one.value: view.document(one) for one in layers})
            return
        shown = [one for one in layers if view.show(one)]
        if not shown:
            here.out.say("Nothing is remembered yet. Begin with: stratal add 'Call me …'")
        elif view.waiting:
            verb = "waits" if view.waiting == 1 else "wait"
            here.out.say(f"{view.waiting} {verb} for you: stratal pending list", "yellow")


def log(here: Here, item: Item) -> None:
    """Show every revision of a memory or profile fact: who, when, why, and what it replaced."""
    with here.settings.memory() as memory:
        found = find(here.settings, memory, item)
        revisions = found.layer.log(found.record.id)
    out = here.out
    if out.as_json:
        out.document({"id": found.record.id, "revisions": [record_document(r) for r in revisions]})
        return
    out.heading(f"{found.record.id}  {_about(found.record)}")
    previous: Record | None = None
    for revision in revisions:
        out.say("")
        out.say(
            f"revision {revision.revision}, {out.moment(revision.known_from)}, "
            f"by {revision.origin.actor}: {revision.status.value}",
            "bold",
        )
        out.say(f"  {_text(revision)}")
        _fields(out, _why(out, revision, previous))
        previous = revision


def recall(
    here: Here,
    query: Annotated[str, typer.Argument(help="What to look for.", show_default=False)],
    layer: Annotated[
        list[Searched] | None,
        typer.Option(
            help="Memories (the default), messages of all your conversations or of this "
            "conversation only, events, knowledge, which is documents, or files; may be repeated.",
            show_default=False,
        ),
    ] = None,
    k: Annotated[
        int | None,
        typer.Option("-k", help="At most so many; else what the policy says.", show_default=False),
    ] = None,
    during: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Only what is of that time: 'last week', 上个月, 2026-03-01, or SINCE..BEFORE.",
            show_default=False,
        ),
    ] = None,
    as_of: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="What was true then.", show_default=False),
    ] = None,
    known_at: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="What was known then.", show_default=False),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what each score is made of.")
    ] = False,
) -> None:
    """Find the few things that bear on a query, each with the reason, or nothing.

    Looks in your own scope and in each --scope, and nowhere else.
    """
    wanted = layer or [Searched.MEMORIES]
    if Searched.MESSAGES in wanted and Searched.CONVERSATION in wanted:
        raise InvalidValue("layer", "conversation", "is among the messages: name one of the two")
    layers = [one.layer for one in dict.fromkeys(wanted)]
    with here.settings.memory() as memory:
        session = here.settings.session(memory)
        found = session.recall(
            query,
            k=k,
            layers=layers,
            conversation=session.id if Searched.CONVERSATION in wanted else None,
            during=None if during is None else _span(during),
            as_of=as_of,
            known_at=known_at,
        )
        show_found(here, memory, session, found, layers, explain=explain)


def _span(during: str) -> str | tuple[str, str]:
    since, to, before = during.partition("..")
    return (since.strip(), before.strip()) if to else during


def ask(
    here: Here,
    question: Annotated[str, typer.Argument(help="What you want to know.", show_default=False)],
    most: Annotated[
        int, typer.Option(help="At most so many, where it is no list: a list is complete.")
    ] = 50,
) -> None:
    """Find what is stored for a question, in the store that its wording asks for.

    A fact from the profile, a time from events, memories and messages in its order, a list from
    every row, what was just said from the conversation. No language model is called.
    """
    with here.settings.memory() as memory:
        session = here.settings.session(memory)
        show_answer(here, session.ask(question, most=most))


class _View:
    """All that is remembered, a layer at a time."""

    def __init__(self, here: Here, memory: Memory, session: Session, *, everything: bool) -> None:
        self.out = here.out
        self.session = session
        statuses = tuple(Status) if everything else (Status.ACTIVE,)
        self.memories = session.memories.entries(statuses=statuses)
        self.facts: Sequence[Record] = session.profile.facts()
        self.waiting = len(session.profile.pending()) + len(session.memories.pending())
        self.tasks = session.tasks.list()
        with memory.database.read(session.principal.tenant) as tx:
            self.conversations = messages.conversations(tx, session.principal.user)
        self._ids = short_ids(record.id for record in (*self.facts, *self.memories))

    def document(self, layer: Shown) -> Json:
        match layer:
            case Shown.PROFILE:
                return [record_document(fact) for fact in self.facts]
            case Shown.MEMORIES:
                return [record_document(record) for record in self.memories]
            case Shown.TASK:
                return [_task_document(task) for task in self.tasks]
            case Shown.CONVERSATION:
                return [
                    {"id": row.id, "messages": row.messages, "created_at": instant(row.created_at)}
                    for row in self.conversations
                ]

    def show(self, layer: Shown) -> bool:
        """Show one layer; whether it holds anything."""
        match layer:
            case Shown.PROFILE:
                self._section("Profile", ("item", "key", "value", "said"), self._fact_rows(), 2)
                return bool(self.facts)
            case Shown.MEMORIES:
                for scope, records in groupby(self.memories, key=lambda record: record.scope):
                    columns = ("item", "kind", "content", "said")
                    self._section(f"Memories of {scope}", columns, self._memory_rows(records), 2)
                return bool(self.memories)
            case Shown.TASK:
                rows = [
                    (task.id, task.status.value, one_line(task.state.goal)) for task in self.tasks
                ]
                self._section("Tasks", ("task", "status", "goal"), rows, 2)
                return bool(rows)
            case Shown.CONVERSATION:
                rows = [
                    (row.id, f"{row.messages:,}", self.out.moment(row.created_at))
                    for row in self.conversations
                ]
                self._section("Conversations", ("conversation", "messages", "recorded"), rows, 0)
                return bool(rows)

    def _fact_rows(self) -> list[tuple[str, ...]]:
        return [
            (self._ids[fact.id], fact.key, one_line(fact.content), self._said(fact))
            for fact in self.facts
        ]

    def _memory_rows(self, records: Iterable[Record]) -> list[tuple[str, ...]]:
        return [
            (self._ids[record.id], record.kind.value, _marked(record), self._said(record))
            for record in records
        ]

    def _said(self, record: Record) -> str:
        return self.out.day(record.state.valid_from)

    def _section(
        self,
        title: str,
        columns: Sequence[str],
        rows: Sequence[Sequence[str]],
        wide: int,
    ) -> None:
        if rows:
            self.out.heading(title)
            self.out.table(columns, rows, wide=columns[wide])
            self.out.say("")


def _marked(record: Record) -> str:
    """The content, with what sets the record apart."""
    marks = [
        mark
        for mark, holds in (
            ("pinned", record.state.pinned),
            ("binding", record.state.binding),
            (record.status.value, record.status is not Status.ACTIVE),
        )
        if holds
    ]
    text = one_line(_text(record))
    return f"{text} [{', '.join(marks)}]" if marks else text


def _show_item(here: Here, memory: Memory, item: str) -> None:
    try:
        found = find(here.settings, memory, item)
    except (NotFound, InvalidValue):
        try:
            task = here.settings.wide_session(memory).tasks.get(item)
        except NotFound:
            task = None
        if task is None:
            raise
        _show_task(here.out, task)
        return
    _show_record(here.out, found)


def _show_record(out: Output, found: Found) -> None:
    record = found.record
    if out.as_json:
        out.document(record_document(record))
        return
    from rich.text import Text

    state, origin = record.state, record.origin
    out.heading(_text(record))
    fields = [
        ("item", record.id),
        ("what", _about(record)),
        ("topic", "" if record.topic is None else str(record.topic)),
        ("because", state.reason_given),
        (
            "status",
            " ".join(filter(None, (state.status.value, state.status_reason.replace("_", " ")))),
        ),
        ("source", f"{state.source.value}, confidence {state.confidence:g}"),
        ("importance", str(state.importance)),
        ("in prompts", _prompts(record)),
        ("holds", f"from {out.moment(state.valid_from)}{_until(out, record)}"),
        ("expires", "" if state.expires is None else out.moment(state.expires)),
        ("confirmed", "" if state.confirmed_at is None else out.moment(state.confirmed_at)),
        ("supersedes", ", ".join(state.supersedes)),
        ("superseded by", state.superseded_by or ""),
        ("revision", f"{record.revision}, {out.moment(record.known_from)}, by {origin.actor}"),
        ("reason", origin.reason),
    ]
    _fields(out, fields)
    for held in record.evidence:
        out.say("")
        quoted = f"“{plain(held.quotation)}”" if held.quotation else "(no quotation)"
        text = Text(quoted, style="italic")
        text.append(f"\n{_cited(held)}, {out.moment(held.said_at)}", style="not italic dim")
        out.row((1, Text("")), (0, text))
    if not record.evidence:
        out.say("")
        out.say("  No evidence: nobody's words are cited for it.", "dim")


def _show_task(out: Output, task: Task) -> None:
    if out.as_json:
        out.document(_task_document(task))
        return
    out.heading(f"Task {task.id}: {task.status.value}")
    out.say(task.render(budget=4_000))


def _task_document(task: Task) -> dict[str, Json]:
    state = task.state
    return {
        "id": task.id,
        "status": task.status.value,
        "goal": state.goal,
        "conclusion": state.conclusion,
        "checkpoint": task.checkpoint.id,
        **{
            field: [{"id": entry.id, "text": entry.text} for entry in getattr(state, field)]
            for field in ("facts", "decisions", "plan", "open", "artifacts", "failed")
        },
        "fields": state.fields,
    }


def _show_messages(here: Here, session: Session) -> None:
    out = here.out
    last = session.conversation.last(_LAST)
    if out.as_json:
        out.document(
            {"conversation": session.id, "messages": [message_document(one) for one in last]}
        )
        return
    out.heading(f"The last messages of {session.id}")
    out.table(
        ("no.", "said", "by", "text"),
        (
            (
                str(one.seq),
                out.moment(one.said_at),
                one.speaker or one.role.value,
                one_line(one.text) or "(no text)",
            )
            for one in last
        ),
        wide="text",
    )


def _text(record: Record) -> str:
    if record.layer is Layer.PROFILE:
        return f"{record.key}: {record.content}"
    return record.content


def _about(record: Record) -> str:
    if record.layer is Layer.PROFILE:
        return f"profile fact of {record.scope.name}"
    return f"{record.kind.value} of {record.scope}"


def _prompts(record: Record) -> str:
    if record.state.binding:
        return "among the hard constraints"
    if record.layer is Layer.PROFILE:
        return "in the profile"
    return "pinned in its scope" if record.state.pinned else "when it is found for a query"


def _until(out: Output, record: Record) -> str:
    end = record.state.valid_to
    return "" if end is None else f" until {out.moment(end)}"


def _cited(held: HeldEvidence) -> str:
    match held.cited:
        case MessageEvidence(conversation=conversation, message=message):
            where = f"message {message} of conversation {conversation}"
        case MemoryEvidence(memory=memory):
            where = f"memory {memory}"
        case other:
            where = type(other).__name__.removesuffix("Evidence").lower()
    return where if held.standing is Standing.HELD else f"{where} ({held.standing.value})"


def _why(out: Output, revision: Record, previous: Record | None) -> list[tuple[str, str]]:
    origin = revision.origin
    verified = f"by {origin.verified_by}" if origin.verified_by else ""
    return [
        ("reason", origin.reason),
        (
            "previous",
            "" if previous is None else f"revision {previous.revision}: {_text(previous)}",
        ),
        ("verified", verified),
        ("side effect", origin.side_effect or ""),
        ("run", origin.run or ""),
        ("conversation", origin.conversation or ""),
        ("holds", f"from {out.moment(revision.state.valid_from)}{_until(out, revision)}"),
    ]


def _fields(out: Output, fields: Sequence[tuple[str, str]]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2), pad_edge=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in fields:
        if value:
            table.add_row(f"  {name}", Text(plain(value)))
    out.show(table)
