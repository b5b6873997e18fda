"""What is kept for a time: what stands beside memory and, where the policy says so, the log.

Removed in two steps. What was kept long enough is set aside, where it stays readable and can be
kept after all; once the time of grace is over, the next sweep removes it for good.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING

from stratal.core.forgetting import Act, Action, ActionState, Cause, Group
from stratal.core.policy import Policy
from stratal.flows.forgetting import expiring
from stratal.flows.pace import Pace
from stratal.storage import sweeps

if TYPE_CHECKING:
    from stratal.flows.forgetting.sweep import Ground

_AT_ONCE = 100
_REMOVED_AT_ONCE = 20
"""What is removed can be large."""


def kept_for(policy: Policy) -> dict[str, timedelta | None]:
    """How long things of each kind are kept; None: for ever."""
    rules = policy.forgetting
    return {
        "context": rules.contexts,
        "replies": rules.replies,
        "version": rules.versions,
        "job": rules.jobs,
        "scratch": policy.scratch.ttl,
        "message": policy.conversation_ttl,
        "event": rules.events,
        "checkpoint": rules.checkpoints,
    }


def _old(ground: Ground, kind: str, now: datetime, after: str) -> list[sweeps.Old]:
    length = kept_for(ground.policy)[kind]
    if length is None:
        return []
    with ground.database.read(ground.tenant) as tx:
        in_use = expiring.running(ground.policy, now)
        return sweeps.old(tx, kind, now - length, in_use, after, _AT_ONCE)


def set_aside(ground: Ground, pace: Pace, sweep: str, now: datetime) -> Iterator[tuple[str, int]]:
    """Mark what was kept long enough; yields kind and how many so far, after each transaction."""
    due = now + ground.policy.forgetting.grace
    for kind in kept_for(ground.policy):
        done, after = 0, ""
        while found := _old(ground, kind, now, after):
            after = sweeps.place_of(kind, found[-1])
            with pace.step(), ground.database.write(ground.tenant) as tx:
                for one in found:
                    done += sweeps.add(
                        tx,
                        Action(
                            id=ground.ids.new(),
                            sweep=sweep,
                            act=Act.SET_ASIDE,
                            cause=Cause.RETENTION,
                            kind=kind,
                            owner=one.owner,
                            place=one.place,
                            item=one.item,
                            frees=one.frees,
                            state=ActionState.ASIDE,
                            done_at=now,
                            due_at=due,
                        ),
                    )
            yield kind, done


def would_set_aside(ground: Ground, now: datetime) -> list[Group]:
    """What `set_aside` would mark, a row a kind."""
    found = []
    for kind in kept_for(ground.policy):
        count, frees, after = 0, 0, ""
        while page := _old(ground, kind, now, after):
            count += len(page)
            frees += sum(one.frees for one in page)
            after = sweeps.place_of(kind, page[-1])
        if count:
            found.append(
                Group(
                    act=Act.SET_ASIDE,
                    cause=Cause.RETENTION,
                    kind=kind,
                    place="",
                    count=count,
                    frees=frees,
                    due_at=now + ground.policy.forgetting.grace,
                )
            )
    return found


def remove(ground: Ground, pace: Pace, now: datetime) -> Iterator[int]:
    """Remove what was set aside and is due; yields how many, after each transaction."""
    while True:
        with ground.database.read(ground.tenant) as tx:
            found = sweeps.due(tx, now, _AT_ONCE)
        if not found:
            return
        done = 0
        for some in expiring.together([one for one in found if one.kind in expiring.EXPIRING]):
            with pace.step():
                done += expiring.remove(ground, some, now)
        others = (one for one in found if one.kind not in expiring.EXPIRING)
        while some := list(islice(others, _REMOVED_AT_ONCE)):
            with pace.step(), ground.database.write(ground.tenant) as tx:
                for action in some:
                    # Whoever takes it out of its state first removes it.
                    if sweeps.move(tx, action, ActionState.REMOVED):
                        sweeps.remove(tx, action, now)
                        done += 1
        yield done


def count_due(ground: Ground, now: datetime) -> int:
    """How much `remove` would remove, up to ten thousand."""
    with ground.database.read(ground.tenant) as tx:
        return len(sweeps.due(tx, now, 10_000))
