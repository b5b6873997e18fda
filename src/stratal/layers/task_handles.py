"""What a handle of a task reads: a text that was too long for its state, an entry, a whole list."""

from __future__ import annotations

from stratal.core import checks
from stratal.core.tasks import Decision, Failure, Field, TaskState
from stratal.errors import NotFound
from stratal.layers.task_rows import TaskRows
from stratal.layers.task_text import ALL, OWN, whole_list
from stratal.storage import tasks
from stratal.storage.database import Transaction


def read(rows: TaskRows, line: str, handle: str) -> str:
    """The whole text that a handle names on a line of the task. Raises `NotFound`."""
    checks.encodable("handle", handle)
    prefix = f"task:{rows.task}#"
    name = handle.removeprefix(prefix)
    if not handle.startswith(prefix):
        raise NotFound("handle", handle)
    with rows.reading() as tx:
        kept = tasks.payload(tx, rows.access.user, rows.task, handle)
        if kept is not None:
            return kept
        head = rows.head(tx, line)
        text = _named(rows, tx, rows.line_at(tx, head.seq).state, name)
    if text is None:
        raise NotFound("handle", handle)
    return text


def _named(rows: TaskRows, tx: Transaction, state: TaskState, name: str) -> str | None:
    def whole(text: str, handle: str | None) -> str:
        kept = handle and tasks.payload(tx, rows.access.user, rows.task, handle)
        return kept or text

    if name == "goal":
        return whole(state.goal, state.goal_handle)
    if name == "conclusion":
        return whole(state.conclusion, state.conclusion_handle)
    if name in (ALL, OWN, *Field):
        return whole_list(rows.task, state, name)
    if name.startswith(f"{OWN}/"):
        own = state.own_field(name.removeprefix(f"{OWN}/"))
        return None if own is None else whole(own.text, own.handle)
    found = state.find(name)
    if found is None:
        return None
    entry = found[1]
    parts = [whole(entry.text, entry.handle)]
    if isinstance(entry, Decision) and entry.reason:
        parts.append(f"Because: {whole(entry.reason, entry.reason_handle)}")
    if isinstance(entry, Failure) and entry.cause:
        parts.append(f"Failed: {whole(entry.cause, entry.cause_handle)}")
    return "\n".join(parts)
