"""How the task layer answers, and the answers that are given in more than one place."""

from __future__ import annotations

from dataclasses import replace

from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer
from stratal.core.tasks import TaskStatus
from stratal.errors import StaleRevision
from stratal.text.secrets import find_secrets


def answer(
    done: Done, code: str, message: str, id: str | None, *, revision: int | None = None
) -> Outcome:
    """An outcome of this layer."""
    return Outcome(
        done=done, layer=Layer.TASK, code=code, message=message, id=id, revision=revision
    )


def refused(task: str, text: str) -> Outcome | None:
    """The answer to a text that holds a secret, which names its kind and never itself."""
    kinds = dict.fromkeys(hit.kind for hit in find_secrets(text))
    if not kinds:
        return None
    message = f"It holds a secret ({', '.join(kinds)}); nothing of it was stored in task {task}."
    return answer(Done.REJECTED, "secret", message, None)


def unchanged(outcome: Outcome, seq: int) -> Outcome:
    """The answer where all changes together change nothing."""
    if outcome.done not in (Done.STORED, Done.SUPERSEDED, Done.REMOVED):
        return outcome
    return replace(
        outcome,
        done=Done.UNCHANGED,
        code="unchanged",
        message=f"{outcome.id} is as it was.",
        revision=seq,
    )


def failed(stale: StaleRevision, id: str) -> Outcome:
    """The answer within a delta where a change alone would raise."""
    return answer(Done.FAILED, "stale_revision", f"{stale}.", id)


def ended(task: str, status: TaskStatus) -> Outcome:
    """The answer to a change of a task that is closed or abandoned."""
    return answer(
        Done.REJECTED,
        "task_ended",
        f"Task {task} is {status} and takes no changes: open another task.",
        None,
    )
