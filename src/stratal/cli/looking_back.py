"""Everything as it was at a moment of the past, a table a layer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from stratal.cli.documents import instant, message_document, record_document
from stratal.cli.options import Here
from stratal.cli.output import one_line
from stratal.core.canonical import Json
from stratal.core.messages import Message

if TYPE_CHECKING:
    from stratal.context.as_of import Past

_LAST = 20
"""Messages that are shown; --json has all of them."""


class Looked(StrEnum):
    """What a look back can be narrowed to."""

    CONVERSATION = "conversation"
    PROFILE = "profile"
    MEMORIES = "memories"
    EVENTS = "events"
    TASK = "task"
    KNOWLEDGE = "knowledge"
    FILES = "files"
    AGENT_STATE = "agent_state"
    CONTEXT = "context"


def as_of(
    here: Here,
    time: Annotated[
        str,
        typer.Argument(
            help="When it was known: 2026-03-04, which is the end of that day, or with a time.",
            show_default=False,
        ),
    ],
    valid: Annotated[
        str | None,
        typer.Option(help="Of when it was true; else of the same time.", show_default=False),
    ] = None,
    layer: Annotated[
        Looked | None, typer.Option(help="Only this layer.", show_default=False)
    ] = None,
) -> None:
    """Show every layer as it was known at a time: of you, in this conversation and scope.

    What was deleted or erased since is counted, and cannot be shown.
    """
    with here.settings.memory() as memory:
        past = here.settings.session(memory).as_of(time, valid=valid)
        layers = list(Looked) if layer is None else [layer]
        if here.out.as_json:
            here.out.document(_document(past, layers))
            return
        then = here.out.moment(past.at)
        true = "" if past.valid == past.at else f", of what held on {here.out.moment(past.valid)}"
        here.out.say(f"As it was known on {then}{true}.", "dim")
        for one in layers:
            title, columns, rows = _TABLES[one](here, past)
            here.out.say("")
            here.out.heading(title)
            if rows:
                here.out.table(columns, rows, wide=columns[-1])
            else:
                here.out.say("  nothing", "dim")
        _show_gone(here, past)


_Table = tuple[str, Sequence[str], list[Sequence[str]]]


def _conversation(here: Here, past: Past) -> _Table:
    every = list(past.messages())
    rows: list[Sequence[str]] = [
        (
            str(one.seq),
            here.out.moment(one.said_at),
            one.role.value,
            ("(taken back) " if one.retracted else "") + one_line(_said(one)),
        )
        for one in every[-_LAST:]
    ]
    more = f", the last {_LAST} of {len(every):,}" if len(every) > _LAST else ""
    summary = past.summary()
    if summary is not None:
        rows.insert(0, ("", here.out.moment(summary.made_at), "summary", one_line(summary.summary)))
    title = f"Conversation {past.access.conversation}{more}"
    return title, ("no", "said", "role", "text"), rows


def _profile(here: Here, past: Past) -> _Table:
    rows = [
        (one.key, here.out.day(one.state.valid_from), str(one.source), one_line(one.content))
        for one in past.profile()
    ]
    return "Profile", ("key", "since", "source", "value"), [*rows]


def _memories(here: Here, past: Past) -> _Table:
    rows = [
        (
            str(one.scope),
            one.kind.value,
            here.out.day(one.state.valid_from),
            one_line(one.content),
        )
        for one in past.memories()
    ]
    return "Memories", ("scope", "kind", "since", "content"), [*rows]


def _events(here: Here, past: Past) -> _Table:
    zone = past.access.time_zone
    rows = [
        (here.out.moment(one.span(zone)[0]), one.kind, one_line(one.text)) for one in past.events()
    ]
    return "Events", ("when", "kind", "text"), [*rows]


def _tasks(_here: Here, past: Past) -> _Table:
    rows = []
    for one in past.tasks():
        told = "its checkpoints of then are not kept" if one.state is None else one.state.goal
        if one.state is not None:
            counts = {
                "facts": len(one.state.facts),
                "decisions": len(one.state.decisions),
                "open": len(one.state.open),
            }
            told += "".join(f"; {count} {what}" for what, count in counts.items() if count)
        rows.append((one.id, one.head, one.status.value, one_line(told)))
    return "Tasks", ("task", "line", "status", "where it stood"), [*rows]


def _knowledge(here: Here, past: Past) -> _Table:
    rows = [
        (str(one.held.version), here.out.day(one.held.known_from), str(one.scope), one.name)
        for one in past.documents()
    ]
    return "Documents", ("version", "since", "scope", "name"), [*rows]


def _files(here: Here, past: Past) -> _Table:
    rows = [
        (store.name, str(one.seq), here.out.moment(one.created_at), one.path or "(redacted)")
        for store in past.stores()
        for one in past.files(store.id)
    ]
    return "Files", ("store", "version", "written", "path"), [*rows]


def _states(here: Here, past: Past) -> _Table:
    rows = [
        (one.name, str(one.revision), here.out.moment(one.updated_at), one_line(str(one.document)))
        for one in past.agent_states()
    ]
    return "Agent state", ("name", "revision", "written", "document"), [*rows]


def _contexts(here: Here, past: Past) -> _Table:
    rows = [
        (
            here.out.moment(one.made_at),
            f"{one.manifest.tokens:,}",
            ", ".join(share.block for share in one.manifest.blocks),
            one.id or "",
        )
        for one in past.contexts()[:_LAST]
    ]
    return "What prompts had held", ("made", "tokens", "blocks", "id"), [*rows]


_TABLES: dict[Looked, Callable[[Here, Past], _Table]] = {
    Looked.CONVERSATION: _conversation,
    Looked.PROFILE: _profile,
    Looked.MEMORIES: _memories,
    Looked.EVENTS: _events,
    Looked.TASK: _tasks,
    Looked.KNOWLEDGE: _knowledge,
    Looked.FILES: _files,
    Looked.AGENT_STATE: _states,
    Looked.CONTEXT: _contexts,
}


def _show_gone(here: Here, past: Past) -> None:
    gone = past.gone()
    if not gone:
        return
    here.out.say("")
    here.out.heading("Gone since")
    rows = [
        (
            one.layer.value,
            f"{one.count:,}",
            "expired" if one.expired else "erased" if one.erased else "deleted",
            here.out.moment(one.since),
        )
        for one in gone
    ]
    here.out.table(("layer", "how many", "how", "the last on"), rows, numbers=("how many",))


def _said(message: Message) -> str:
    from stratal.layers.conversation import spoken_text

    return spoken_text(message) or message.body


def _document(past: Past, layers: Sequence[Looked]) -> dict[str, Json]:
    parts: dict[Looked, Callable[[], dict[str, Json]]] = {
        Looked.CONVERSATION: lambda: {
            "messages": [message_document(one) for one in past.messages()],
            "summary": None if (one := past.summary()) is None else one.summary,
        },
        Looked.PROFILE: lambda: {"profile": [record_document(one) for one in past.profile()]},
        Looked.MEMORIES: lambda: {"memories": [record_document(one) for one in past.memories()]},
        Looked.EVENTS: lambda: {
            "events": [
                {"id": one.id, "kind": one.kind, "text": one.text, "at": str(one.at)}
                for one in past.events()
            ]
        },
        Looked.TASK: lambda: {
            "tasks": [
                {
                    "id": one.id,
                    "head": one.head,
                    "status": one.status.value,
                    "goal": None if one.state is None else one.state.goal,
                    "facts": [] if one.state is None else [fact.text for fact in one.state.facts],
                }
                for one in past.tasks()
            ]
        },
        Looked.KNOWLEDGE: lambda: {
            "documents": [
                {
                    "id": one.id,
                    "scope": str(one.scope),
                    "name": one.name,
                    "version": one.held.version,
                }
                for one in past.documents()
            ]
        },
        Looked.FILES: lambda: {
            "files": [
                {"store": store.id, "path": one.path, "version": one.seq, "content": one.content}
                for store in past.stores()
                for one in past.files(store.id)
            ]
        },
        Looked.AGENT_STATE: lambda: {
            "agent_state": [
                {"name": one.name, "revision": one.revision, "document": dict(one.document)}
                for one in past.agent_states()
            ]
        },
        Looked.CONTEXT: lambda: {
            "contexts": [
                {"id": one.id, "made_at": instant(one.made_at), "tokens": one.manifest.tokens}
                for one in past.contexts()
            ]
        },
    }
    document: dict[str, Json] = {"at": instant(past.at), "valid": instant(past.valid)}
    for one in layers:
        document |= parts[one]()
    document["gone"] = [
        {
            "layer": one.layer.value,
            "count": one.count,
            "erased": one.erased,
            "expired": one.expired,
            "since": instant(one.since),
        }
        for one in past.gone()
    ]
    return document
