"""Flows left for later: jobs that name what to work on and for whom, and hold no content.

One lane a conversation: what is left for it is done in order, one job at a time, whoever does it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer
from stratal.layers.access import Access
from stratal.storage import jobs
from stratal.storage.jobs import NewJob

CONSOLIDATE = "consolidate"
ARCHIVE = "archive"
END = "end"
KEEP_PROFILE = "keep_profile"


@dataclass(frozen=True, kw_only=True, slots=True)
class Errand:
    """What a job of a flow is about, and the standing of the session that left it."""

    user: str
    agent: str | None
    conversation: str
    scopes: tuple[str, ...]
    write: str
    time_zone: str
    task: str
    case: str | None

    @classmethod
    def of(cls, payload: Mapping[str, str | int]) -> Errand:
        """From the payload of a job that we left."""
        return cls(
            user=str(payload["user"]),
            agent=str(payload["agent"]) or None,
            conversation=str(payload["conversation"]),
            scopes=tuple(json.loads(str(payload["scopes"]))),
            write=str(payload["write"]),
            time_zone=str(payload["time_zone"]),
            task=str(payload["task"]),
            case=str(payload["case"]) or None,
        )


def leave(access: Access, flow: str, *, task: str = "", case: str | None = None) -> Outcome:
    """Leave work for a worker. Left again before it is done, it is done once."""
    payload: dict[str, str | int] = {
        "user": access.user,
        "agent": access.principal.agent or "",
        "conversation": access.conversation,
        "scopes": json.dumps([str(scope) for scope in access.scopes]),
        "write": str(access.write),
        "time_zone": str(access.time_zone),
        "task": task,
        "case": case or "",
    }
    job = NewJob(
        kind=flow,
        key=f"{access.user}/{access.conversation}/{task}",
        lane=f"conversation:{access.user}/{access.conversation}",
        payload=payload,
    )
    with access.database.write(access.tenant) as tx:
        left = jobs.enqueue(tx, job, id=access.ids.new(), now=access.now(), again=True)
    return Outcome(
        done=Done.STORED if left else Done.UNCHANGED,
        layer=Layer.TASK,
        code="left_for_later" if left else "waits_already",
        message="A worker does it." if left else "It is left for a worker already.",
    )
